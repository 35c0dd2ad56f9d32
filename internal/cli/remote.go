package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// remote is a server that a command talks to over HTTP.
type remote struct{ base, key string }

// remoteTimeout bounds a request to a server, maxRemoteAnswer what it answers.
const (
	remoteTimeout   = 30 * time.Second
	maxRemoteAnswer = 16 << 20
)

// do makes a request and reads the answer into result, unless that is nil.
func (r remote) do(ctx context.Context, method, path, body string, result any) error {
	ctx, cancel := context.WithTimeout(ctx, remoteTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, r.base+path, strings.NewReader(body))
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	req.Header.Set("Authorization", "Bearer "+r.key)
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("ask the server: %w: check --server", err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, maxRemoteAnswer))
	if err != nil {
		return fmt.Errorf("read the server's answer: %w", err)
	}
	if res.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("the server answered %d to %s %s: %.300s", res.StatusCode, method, req.URL.Path, text)
	}
	if result == nil {
		return nil
	}
	if err := json.Unmarshal(text, result); err != nil {
		return fmt.Errorf("read the server's answer: %w", err)
	}
	return nil
}

// remotePage is a page of events.
type remotePage struct {
	NextCursor string        `json:"next_cursor"` // "": it is the last
	Results    []remoteEvent `json:"results"`
}

// remoteEvent is an event, as it is and as far as it is understood.
type remoteEvent struct {
	body                 []byte
	at                   time.Time
	id, kind, trackingNo string
}

// UnmarshalJSON implements json.Unmarshaler.
func (e *remoteEvent) UnmarshalJSON(body []byte) error {
	var known struct {
		Type      string    `json:"type"`
		Timestamp time.Time `json:"timestamp"`
		Data      struct {
			ID         string `json:"id"`
			TrackingNo string `json:"tracking_no"`
		} `json:"data"`
	}
	err := json.Unmarshal(body, &known)
	*e = remoteEvent{append([]byte(nil), body...), known.Timestamp, known.Data.ID, known.Type, known.Data.TrackingNo}
	return err
}

// events reads a page of the events since a time.
func (r remote) events(ctx context.Context, since time.Time, cursor string) (page remotePage, err error) {
	query := url.Values{"date_from": {since.UTC().Format("2006-01-02T15:04:05.000000Z")}, "cursor": {cursor}}
	err = r.do(ctx, http.MethodGet, "/api/webhooks/events/?"+query.Encode(), "", &page)
	return page, err
}
