package standin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"waybill/internal/partner"
)

// callbackTimeout bounds a callback.
const callbackTimeout = 10 * time.Second

// waits are the pauses between the attempts at a callback.
var waits = [...]time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second}

// event is one event of a callback, by the field names of the protocol.
type event map[string]any

// callBack sends the callbacks of an accepted order in the background: its acceptance, once or twice, its
// label if that is drawn later, and its journey.
func (s *Server) callBack(key, trackingNo string, a partner.Acceptance, f fault) {
	if s.CallbackURL == "" {
		return
	}
	accepted := event{"type": "accepted", "tracking_no": trackingNo, "hawb_no": a.HAWBNo}
	if word := labelWord(a.Label); word != "" {
		accepted["label"] = word
	}
	s.callbacks.Go(func() {
		s.deliver(accepted)
		if f == faultTwice {
			s.deliver(accepted)
		}
		if a.Label == partner.LabelLater {
			s.sendLabel(key, trackingNo)
		}
		s.sendJourney(a.HAWBNo)
	})
}

// sendLabel sends a label as soon as the partner has drawn it.
func (s *Server) sendLabel(key, trackingNo string) {
	drawn, err := s.Partner.Label(context.Background(), key)
	for errors.Is(err, partner.ErrLabelNotReady) {
		drawn, err = s.Partner.Label(context.Background(), key)
	}
	if err != nil {
		s.Log.Warn("no label", "tracking_no", trackingNo, "error", err)
		return
	}
	s.deliver(event{"type": "label", "tracking_no": trackingNo, "format": drawn.Format, "content": drawn.Content})
}

// sendJourney sends the steps of the parcel's journey, by the partner's number.
func (s *Server) sendJourney(hawbNo string) {
	for i, step := range s.Journey.Steps {
		if !s.wait(s.Pause) {
			return
		}
		s.deliver(event{
			"type": "tracking", "hawb_no": hawbNo, "status": step.Status, "description": step.Text, "address": step.Place,
			"occurred_on": s.Now().UTC().Format(time.RFC3339Nano), "event_id": fmt.Sprintf("%s-%d", hawbNo, i+1),
		})
	}
}

// wait pauses for d. It returns false if the server ends first.
func (s *Server) wait(d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-s.ended:
		return false
	}
}

// deliver sends an event until Waybill has taken it, the attempts are used up, or the server ends.
func (s *Server) deliver(e event) {
	for attempt := 0; ; attempt++ {
		ctx, cancel := context.WithTimeout(context.Background(), callbackTimeout)
		err := s.send(ctx, map[string]any{"events": []event{e}})
		cancel()
		if err == nil {
			return
		}
		s.Log.Warn("callback failed", "type", e["type"], "tracking_no", e["tracking_no"], "attempt", attempt+1, "error", err)
		if attempt == len(waits) || !s.wait(waits[attempt]) {
			return
		}
	}
}

// send sends a callback to Waybill, and checks that Waybill signed the response.
func (s *Server) send(ctx context.Context, message any) error {
	body, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.CallbackURL, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	nonce := s.Nonce()
	s.Keys.SignRequest(req.Header, req.Method, req.URL.RequestURI(), nonce, body, s.Now())
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	content, err := io.ReadAll(io.LimitReader(res.Body, maxRequest))
	if err != nil {
		return fmt.Errorf("read the response: %w", err)
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("response %d: %.200s", res.StatusCode, content)
	}
	return s.Keys.VerifyResponse(res.Header, res.StatusCode, nonce, content, s.Now())
}
