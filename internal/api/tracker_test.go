package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"testing"
	"time"

	"waybill/internal/clientaddr"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// report records an event that occurred so long ago.
func (s *server) report(trackingNo string, status shipment.TrackerStatus, ago time.Duration) {
	s.t.Helper()
	outcomes, err := s.Store.AddTrackingEvents(s.t.Context(), []shipment.TrackingReport{{TrackingNo: trackingNo, TrackingEvent: shipment.TrackingEvent{
		Status: status, Country: "ID", Place: "Jakarta", OccurredOn: s.clock.now().Add(-ago), Source: shipment.SourceOperator,
	}}})
	if err != nil || outcomes[0] == store.TrackingUnknown {
		s.t.Fatal(outcomes, err)
	}
}

const trackerPath = "/api/tracker/query-by-tracking-nos/"

// shortly is an answer of the tracker, with each update as its number, status, country and place.
func shortly(body string) string {
	return regexp.MustCompile(`\{"tracking_no":"([^"]*)","status":"([^"]*)","updated_on":"[^"]{27}","description":"[^"]+","country":"([^"]*)","address":"([^"]*)"\}`).
		ReplaceAllString(body, "$1 $2 $3 $4")
}

func TestTrackerQuery(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		family, alone := exampleOrder(), exampleOrder()
		alone.ShipperOrderID = ""
		created := s.create(family, family, alone)
		a, b, c := created.Orders[0].TrackingNo, created.Orders[1].TrackingNo, created.Orders[2].TrackingNo
		s.report(a, shipment.PickedUp, 0)
		s.clock.advance(time.Minute)
		s.report(b, shipment.Success, 0)

		aUpdates, bUpdates := a+" PICKED_UP Indonesia Jakarta,"+a+" ORDER_CREATED  ", b+" SUCCESS Indonesia Jakarta,"+b+" ORDER_CREATED  "
		for _, path := range []string{trackerPath, "/api/v2/tracker/query-by-tracking-nos"} {
			for _, q := range []struct{ body, want string }{
				{`{"tracking_nos":["` + a + `"]}`, `{"` + a + `":[` + aUpdates + `]}`},
				{
					`{"tracking_nos":[{"tracking_no":" ` + strings.ToLower(b) + ` ","x":1},"nope"," ` + c + `","nope"],"secret_key":"wrong","flatten_data":null}`,
					`{"` + strings.ToLower(b) + `":[` + bUpdates + `],"nope":[],"` + c + `":[` + c + ` ORDER_CREATED  ]}`,
				},
				{
					`{"tracking_nos":["` + a + `"],"get_related_updates":true}`,
					`{"` + a + `":[` + b + " SUCCESS Indonesia Jakarta," + a + " PICKED_UP Indonesia Jakarta," + created2(a, b) + `]}`,
				},
				{
					`{"tracking_nos":["` + a + `","` + b + `"],"get_related_updates":true,"flatten_data":"true"}`,
					`[` + b + " SUCCESS Indonesia Jakarta," + a + " PICKED_UP Indonesia Jakarta," + created2(a, b) + `]`,
				},
				{`{"tracking_nos":["nope"],"flatten_data":true}`, `[]`},
			} {
				if res, body := s.send("POST", path, q.body); res.StatusCode != http.StatusOK || shortly(body) != q.want {
					t.Errorf("%s: %d\n got %s\nwant %s", q.body, res.StatusCode, shortly(body), q.want)
				}
			}
		}
	})
}

// created2 are the creations of two orders of one batch, in the order of their numbers.
func created2(a, b string) string {
	if b < a {
		a, b = b, a
	}
	return a + " ORDER_CREATED  ," + b + " ORDER_CREATED  "
}

func TestTrackerQueryHasNoPersonInIt(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		_, body := s.send("POST", trackerPath, `{"tracking_nos":["`+no+`"],"get_related_updates":true}`)
		for _, private := range []string{"Susan", "Jackson", "Berangin", "email", "ORDER123", "12420"} {
			if strings.Contains(body, private) {
				t.Errorf("%s is in %s", private, body)
			}
		}
	})
}

func TestTrackerQueryRefuses(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		many := strings.TrimSuffix(strings.Repeat(`"X",`, 1001), ",")
		for _, q := range []struct{ body, want string }{
			{`[]`, `{"non_field_errors":["Invalid data. Expected a dictionary, but got list."]}`},
			{`{}`, `{"tracking_nos":["This field is required."]}`},
			{`{"tracking_nos":null}`, `{"tracking_nos":["This field may not be null."]}`},
			{`{"tracking_nos":"X"}`, `{"tracking_nos":{"non_field_errors":["Expected a list of items but got type \"str\"."]}}`},
			{`{"tracking_nos":[]}`, `{"tracking_nos":{"non_field_errors":["This list may not be empty."]}}`},
			{`{"tracking_nos":[` + many + `]}`, `{"tracking_nos":{"non_field_errors":["Ensure this field has no more than 1000 elements."]}}`},
			{
				`{"tracking_nos":["X",true,null," ",{},{"tracking_no":[]}],"flatten_data":"maybe"}`,
				`{"tracking_nos":[{},["Not a valid string."],["This field may not be null."],["This field may not be blank."],` +
					`{"tracking_no":["This field is required."]},{"tracking_no":["Not a valid string."]}],"flatten_data":["Must be a valid boolean."]}`,
			},
			{`{"tracking_nos":["X"]`, `{"detail":"JSON parse error - unexpected end of JSON input: line 1 column 21 (char 20)"}`},
			{`{"tracking_nos":` + strings.Repeat("[", 1001) + strings.Repeat("]", 1001) + `}`, `{"detail":"JSON parse error - nested deeper than 1000 levels"}`},
		} {
			if res, body := s.send("POST", trackerPath, q.body); res.StatusCode != http.StatusBadRequest || body != q.want {
				t.Errorf("%.100s: %d\n got %s\nwant %s", q.body, res.StatusCode, body, q.want)
			}
		}
		if res, body := s.send("POST", trackerPath, `{}`, "Content-Type", "text/plain"); res.StatusCode != http.StatusUnsupportedMediaType {
			t.Errorf("text: %d %s", res.StatusCode, body)
		}
		limit := `{"tracking_nos":[` + strings.TrimSuffix(strings.Repeat(`"X",`, 1000), ",") + `]}`
		if res, body := s.send("POST", trackerPath, limit); res.StatusCode != http.StatusOK || body != `{"X":[]}` {
			t.Errorf("1000 numbers: %d %.100s", res.StatusCode, body)
		}
	})
}

// localProxy trusts those who run the tests.
var localProxy = clientaddr.Proxies{netip.MustParsePrefix("127.0.0.1/32")}

func TestRateLimitOfAddresses(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.PublicLimit, s.Proxies = RateLimit{PerSecond: 1, Burst: 2}, localProxy
		ask := func(forwarded string) int {
			res, _ := s.send("POST", trackerPath, `{"tracking_nos":["X"]}`, "X-Forwarded-For", forwarded)
			return res.StatusCode
		}
		for i, from := range []struct {
			forwarded string
			want      int
		}{
			{"", 200},
			{"not an address", 200},
			{"", 429},
			{"203.0.113.7, 198.51.100.1", 200}, // the last is the one that the proxy saw
			{"198.51.100.1", 200},
			{"198.51.100.1", 429},
			{"2001:db8:1:2::1", 200},
			{"2001:db8:1:2:ffff::9", 200}, // of the same network
			{"2001:db8:1:2:3::1", 429},
			{"2001:db8:1:3::1", 200},
		} {
			if got := ask(from.forwarded); got != from.want {
				t.Errorf("request %d from %q: %d, want %d", i, from.forwarded, got, from.want)
			}
		}
		s.clock.advance(2 * time.Second)
		if got := ask(""); got != 200 {
			t.Errorf("two seconds later: %d", got)
		}
	})
}

func TestPagesShareTheRateLimit(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.PublicLimit = RateLimit{PerSecond: 1, Burst: 1}
		page := s.limited(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }))
		for _, want := range []int{http.StatusTeapot, http.StatusTooManyRequests} {
			w := httptest.NewRecorder()
			page(w, httptest.NewRequest(http.MethodGet, "/", http.NoBody))
			if w.Code != want {
				t.Errorf("%d, want %d", w.Code, want)
			}
		}
	})
}

// TestAForwardedAddressOfAStranger: without a trusted proxy the header is the caller's own
// claim.
func TestAForwardedAddressOfAStranger(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.PublicLimit = RateLimit{PerSecond: 1, Burst: 2}
		for i, want := range []int{200, 200, 429} {
			res, _ := s.send("POST", trackerPath, `{"tracking_nos":["X"]}`, "X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i))
			if res.StatusCode != want {
				t.Errorf("request %d: %d, want %d", i, res.StatusCode, want)
			}
		}
		if log := s.log.String(); !strings.Contains(log, " remote=127.0.0.1\n") || strings.Contains(log, "remote=198") {
			t.Errorf("the log has another client: %s", log)
		}
	})
}

func TestTheLogNamesTheClientBehindAProxy(t *testing.T) {
	onEngines(t, func(_ *testing.T, s *server) {
		s.Proxies = localProxy
		s.send("GET", "/healthz", "", "X-Forwarded-For", "198.51.100.1, 203.0.113.9")
		s.eventually("the log names the client", func() bool { return strings.Contains(s.log.String(), " remote=203.0.113.9\n") })
	})
}

func TestForgottenBucketsAreFull(t *testing.T) {
	l := newLimiters[string](time.Now)
	limit := RateLimit{PerSecond: 1, Burst: 1}
	for i := range maxBuckets + 1 {
		if _, err := l.take(fmt.Sprint(i), limit); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(l.buckets); n > maxBuckets {
		t.Errorf("%d buckets", n)
	}
}
