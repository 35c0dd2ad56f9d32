package desk

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"waybill/client"
)

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestAWeightWaitsForItsPrinter: a scale may weigh a parcel before the server knows the printer beside it. The weight is reported again.
// One that the server refuses is not.
func TestAWeightWaitsForItsPrinter(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]int{http.StatusNotFound: 3, http.StatusForbidden: 1} {
		synctest.Test(t, func(t *testing.T) {
			calls := 0
			server := answering(t, func(*http.Request) int {
				if calls++; calls == 3 {
					return http.StatusNoContent
				}
				return status
			})
			a := &printAgent{server: server, out: io.Discard}
			err := a.reportWeight(t.Context(), "bench-1", 1262)
			if calls != want || (err == nil) != (want == 3) {
				t.Errorf("%d: %d calls, %v; want %d", status, calls, err, want)
			}
		})
	}
}

// TestAReportIsRepeated: the server gets what became of a label after it was not there, or had too many requests. A report that it refuses
// is not repeated, nor is one after ten minutes.
func TestAReportIsRepeated(t *testing.T) {
	t.Parallel()
	for status, want := range map[int]int{
		http.StatusTooManyRequests: 3, http.StatusServiceUnavailable: 3, http.StatusInternalServerError: 3, 0: 3,
		http.StatusConflict: 1, http.StatusNotFound: 1, http.StatusForbidden: 1,
	} {
		synctest.Test(t, func(t *testing.T) {
			var sent []string
			server := answering(t, func(r *http.Request) int {
				body, _ := io.ReadAll(r.Body)
				if sent = append(sent, string(body)); len(sent) == 3 {
					return http.StatusNoContent
				}
				return status
			})
			a := &printAgent{server: server, out: io.Discard}
			a.report(t.Context(), client.PrintJob{RequestKey: "k1", Lease: "l1"}, client.PrintPrinted, nil)
			if len(sent) != want {
				t.Errorf("%d: %d reports, want %d", status, len(sent), want)
			}
			for _, body := range sent {
				if body != sent[0] || !strings.Contains(body, `"printed"`) || !strings.Contains(body, `"l1"`) {
					t.Errorf("%d: %s", status, body)
				}
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		a := &printAgent{server: answering(t, func(*http.Request) int { return http.StatusServiceUnavailable }), out: io.Discard}
		a.report(t.Context(), client.PrintJob{RequestKey: "k1"}, client.PrintFailed, errSilent)
		if after := time.Since(begin); after < 9*time.Minute || after > 11*time.Minute {
			t.Errorf("it ended after %v", after)
		}
	})
}

// answering makes a client of a server that answers each request with a status; 0: it cannot be reached.
func answering(t *testing.T, answer func(*http.Request) int) *client.Client {
	t.Helper()
	server, err := client.New("http://waybill.example/api", "wb_test_x", client.WithMaxRetries(0), client.WithHTTPClient(&http.Client{
		Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			status := answer(r)
			if status == 0 {
				return nil, io.ErrUnexpectedEOF
			}
			return &http.Response{
				StatusCode: status, Header: http.Header{}, Request: r, Body: io.NopCloser(strings.NewReader(`{"message":"No."}`)),
			}, nil
		}),
	}))
	if err != nil {
		t.Fatal(err)
	}
	return server
}
