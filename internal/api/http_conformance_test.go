package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"waybill/internal/request"
	"waybill/internal/request/requesttest"
)

// TestConformance replays every case against the served interface.
func TestConformance(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for _, c := range requesttest.Cases(t, testKey) {
			t.Run(url.PathEscape(c.Name), func(t *testing.T) {
				got := sendCase(t, s, c)
				if c.Twice {
					got = sendCase(t, s, c)
				}
				if why := c.Compare(got); why != "" {
					t.Fatal(why)
				}
				if got.Status/100 == 2 && c.Op == "view" && c.Method == http.MethodGet {
					if why := pageProblem(c, got.Body); why != "" {
						t.Error(why)
					}
				}
			})
		}
	})
}

func sendCase(t *testing.T, s *server, c requesttest.Case) requesttest.Answer {
	t.Helper()
	var body io.Reader = bytes.NewReader(c.SentBody())
	if c.Chunked {
		body = io.MultiReader(body) // hides the length
	}
	req, err := http.NewRequestWithContext(t.Context(), c.Method, s.url, body)
	if err != nil {
		t.Fatal(err)
	}
	if req.URL, err = url.Parse(s.url + strings.ReplaceAll(c.Path, " ", "%20")); err != nil {
		t.Fatal(err)
	}
	if c.ContentType != nil {
		req.Header.Set("Content-Type", *c.ContentType)
	}
	for name, value := range c.Headers {
		req.Header.Set(name, value)
	}
	res, err := checkedTransport{t}.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return requesttest.Answer{Status: res.StatusCode, Header: res.Header, Body: text}
}

// pageProblem says what is wrong with a page of a view, "" when nothing is.
func pageProblem(c requesttest.Case, body []byte) string {
	var page struct {
		Count          int64
		Next, Previous *string
		Results        []json.RawMessage
	}
	if err := json.Unmarshal(body, &page); err != nil {
		return err.Error()
	}
	if len(page.Results) > 50 || int64(len(page.Results)) > page.Count {
		return fmt.Sprintf("%d results of %d", len(page.Results), page.Count)
	}
	if !strings.HasPrefix(string(body), `{"count":`) {
		return "count is not the first key"
	}
	_, query, _ := strings.Cut(c.Path, "?")
	for _, link := range []*string{page.Next, page.Previous} {
		if link == nil {
			continue
		}
		if why := linkProblem(*link, request.ParseQuery(query)); why != "" {
			return why
		}
	}
	return ""
}

func linkProblem(link string, asked url.Values) string {
	u, err := url.Parse(link)
	if err != nil || !u.IsAbs() {
		return "not an absolute link: " + link
	}
	var names []string
	for pair := range strings.SplitSeq(u.RawQuery, "&") {
		name, _, _ := strings.Cut(pair, "=")
		names = append(names, name)
	}
	if !slices.IsSorted(names) {
		return "parameters are not sorted: " + link
	}
	for name := range asked {
		if name != "page" && u.Query().Get(name) != request.LastValue(asked, name) {
			return "lost " + name + ": " + link
		}
	}
	return ""
}
