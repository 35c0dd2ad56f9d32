package desk

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

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
			server, err := client.New("http://waybill.example/api", "wb_test_x", client.WithMaxRetries(0), client.WithHTTPClient(&http.Client{
				Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
					calls++
					res := &http.Response{StatusCode: status, Header: http.Header{}, Request: r}
					if calls == 3 {
						res.StatusCode = http.StatusNoContent
					}
					res.Body = io.NopCloser(strings.NewReader(`{"message":"There is no such printer."}`))
					return res, nil
				}),
			}))
			if err != nil {
				t.Fatal(err)
			}
			a := &printAgent{server: server, out: io.Discard}
			err = a.reportWeight(t.Context(), "bench-1", 1262)
			if calls != want || (err == nil) != (want == 3) {
				t.Errorf("%d: %d calls, %v; want %d", status, calls, err, want)
			}
		})
	}
}
