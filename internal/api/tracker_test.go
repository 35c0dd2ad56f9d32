package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/api/shell"
	"waybill/internal/clientaddr"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// report records an event that occurred so long ago.
func (s *server) report(trackingNo string, status shipment.TrackerStatus, ago time.Duration) {
	s.t.Helper()
	outcomes, err := s.api.Store.AddTrackingEvents(s.t.Context(),
		[]shipment.TrackingReport{{TrackingNo: trackingNo, TrackingEvent: shipment.TrackingEvent{
			Status: status, Country: "ID", Place: "Jakarta", OccurredOn: s.clock.now().Add(-ago), Source: shipment.SourceOperator,
		}}})
	if err != nil || outcomes[0] == store.TrackingUnknown {
		s.t.Fatal(outcomes, err)
	}
}

const trackerPath = "/api/tracker/query-by-tracking-nos/"

// shortly is an answer of the tracker, with each update as its number, status, country and place.
func shortly(body string) string {
	return regexp.MustCompile(`\{"tracking_no":"([^"]*)","status":"([^"]*)","updated_on":"[^"]{27}","description":"[^"]+",`+
		`"country":"([^"]*)","address":"([^"]*)"\}`).
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
					`{"tracking_nos":[{"tracking_no":" ` + strings.ToLower(b) + ` ","x":1},"nope"," ` + c +
						`","nope"],"secret_key":"wrong","flatten_data":null}`,
					`{"` + strings.ToLower(b) + `":[` + bUpdates + `],"nope":[],"` + c + `":[` + c + ` ORDER_CREATED  ]}`,
				},
				{
					`{"tracking_nos":["` + a + `"],"get_related_updates":true,"secret_key":"` + testKey + `"}`,
					`{"` + a + `":[` + b + " SUCCESS Indonesia Jakarta," + a + " PICKED_UP Indonesia Jakarta," + created2(a, b) + `]}`,
				},
				{
					`{"tracking_nos":["` + a + `","` + b + `"],"get_related_updates":true,"flatten_data":"true","secret_key":"` + testKey + `"}`,
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
		_, body := s.send("POST", trackerPath, `{"tracking_nos":["`+no+`"],"get_related_updates":true}`, "Authorization", "Bearer "+testKey)
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
			{
				`{"tracking_nos":` + strings.Repeat("[", 1001) + strings.Repeat("]", 1001) + `}`,
				`{"detail":"JSON parse error - nested deeper than 1000 levels"}`,
			},
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
		s.clock.stop()
		s.api.TrackingLimit, s.api.Proxies = shell.RateLimit{PerSecond: 1, Burst: 2}, localProxy
		known := s.create(exampleOrder()).Orders[0].TrackingNo
		ask := func(forwarded string) int {
			res, _ := s.send("POST", trackerPath, numbersBody(known, 1, ""), "X-Forwarded-For", forwarded)
			return res.StatusCode
		}
		for i, from := range []struct {
			forwarded string
			want      int
		}{
			{"", 200}, // the proxy's own address, or that of all clients behind it
			{"", 200},
			{"not an address", 200},
			{"127.0.0.1, 127.0.0.1", 200},
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
		if got := ask("198.51.100.1"); got != 200 {
			t.Errorf("two seconds later: %d", got)
		}
	})
}

// numbersBody asks for a number so many times.
func numbersBody(trackingNo string, times int, more string) string {
	return `{"tracking_nos":["` + strings.Join(slices.Repeat([]string{trackingNo}, times), `","`) + `"]` + more + `}`
}

// TestTheTrackingLimitCountsNumbers: a request of 1000 numbers costs as much as 1000
// requests, and unknown ones ten times as much.
func TestTheTrackingLimitCountsNumbers(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		s.api.TrackingLimit, s.api.Proxies = shell.RateLimit{PerSecond: 200, Burst: 2000}, localProxy
		known := s.create(exampleOrder()).Orders[0].TrackingNo
		query := func(what, body string, want int) http.Header {
			t.Helper()
			res, text := s.send("POST", trackerPath, body, "X-Forwarded-For", "198.51.100.1")
			if res.StatusCode != want {
				t.Errorf("%s: %d, want %d: %.100s", what, res.StatusCode, want, text)
			}
			return res.Header
		}
		query("1000 known", numbersBody(known, 1000, ""), 200)
		query("the next 900", numbersBody(known, 900, ""), 200)
		query("1000 more", numbersBody(known, 1000, ""), 429)
		s.clock.advance(time.Minute)
		header := query("1000 unknown", numbersBody("WB00000000000SG", 1000, ""), 200)
		if header.Get("RateLimit-Limit") != "2000" || header.Get("RateLimit-Remaining") != "0" {
			t.Errorf("headers %v", header)
		}
		query("a known one after them", numbersBody(known, 1, ""), 429)
		s.clock.advance(30 * time.Second) // 8000 are owed, 6000 of them are back
		query("half a minute later", numbersBody(known, 1, ""), 429)
		s.clock.advance(20 * time.Second)
		query("a minute later", numbersBody(known, 1000, ""), 200)
	})
}

// TestAKeyHasATrackingLimitOfItsOwn: what callers without a key at its address ask for is not charged
// to a key, nor the other way round. A key that is not live is none.
func TestAKeyHasATrackingLimitOfItsOwn(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		s.api.TrackingLimit, s.api.Proxies = shell.RateLimit{PerSecond: 200, Burst: 2000}, localProxy
		known := s.create(exampleOrder()).Orders[0].TrackingNo
		unknown := numbersBody("WB00000000000SG", 200, "")
		for i, c := range []struct {
			body, key string
			want      int
		}{
			{unknown, "", 200},
			{unknown, "", 429},
			{unknown, "no such key", 429},
			{unknown, testKey, 200},
			{numbersBody(known, 1000, ""), testKey, 429},
		} {
			header := []string{"X-Forwarded-For", "198.51.100.1"}
			if c.key != "" {
				header = append(header, "Authorization", "Bearer "+c.key)
			}
			if res, text := s.send("POST", trackerPath, c.body, header...); res.StatusCode != c.want {
				t.Errorf("request %d: %d, want %d: %.100s", i, res.StatusCode, c.want, text)
			}
		}
	})
}

// TestRelatedOrdersAreTheirAccounts: everyone who has a number sees its parcel, but
// only its account sees which orders belong together.
func TestRelatedOrdersAreTheirAccounts(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(exampleOrder(), exampleOrder())
		first, second := created.Orders[0].TrackingNo, created.Orders[1].TrackingNo
		account, err := s.api.Store.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Other"})
		if err != nil {
			t.Fatal(err)
		}
		_, other, err := s.api.Store.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: account.AccountID, Name: "k"})
		if err != nil {
			t.Fatal(err)
		}
		result, err := s.client(other).CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{exampleOrder()}})
		if err != nil {
			t.Fatal(err)
		}
		ofOther := result.Orders[0].TrackingNo // with the same reference
		printer, reader := s.keyWith(s.demoAccount(), shipment.ScopeLabels, ""), s.keyWith(s.demoAccount(), shipment.ScopeOrdersRead, "")
		for key, want := range map[string]bool{
			"": false, "no such key": false, other: false, testKey: true, printer: false, reader: true,
		} {
			_, body := s.send("POST", trackerPath, numbersBody(first, 1, `,"get_related_updates":true,"secret_key":"`+key+`"`))
			if !strings.Contains(body, `"tracking_no":"`+first) || strings.Contains(body, second) != want || strings.Contains(body, ofOther) {
				t.Errorf("to the key %q: %s", key, body)
			}
		}
		if err := s.api.Store.MasterData.SuspendAccount(t.Context(), account.AccountID); err != nil {
			t.Fatal(err)
		}
		s.clock.advance(time.Minute)
		if res, body := s.send("POST", trackerPath, numbersBody(first, 1, ""), "Authorization",
			"Bearer "+other); res.StatusCode != http.StatusForbidden {
			t.Errorf("a suspended account: %d %s", res.StatusCode, body)
		}
	})
}

// TestTrackPagesCountAsNumbers: one that shows no parcel costs as much as ten that do.
func TestTrackPagesCountAsNumbers(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		s.api.TrackingLimit = shell.RateLimit{PerSecond: 1, Burst: 30}
		page := s.api.Observe(s.api.trackPage(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			status := http.StatusOK
			if r.URL.Path == "/unknown" {
				status = http.StatusNotFound
			}
			w.WriteHeader(status)
		})))
		for i, c := range []struct {
			path string
			want int
		}{{"/known", 200}, {"/known", 200}, {"/known", 200}, {"/unknown", 404}, {"/unknown", 404}, {"/unknown", 404}, {"/known", 429}} {
			w := httptest.NewRecorder()
			page.ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.path, http.NoBody))
			if w.Code != c.want {
				t.Errorf("page %d: %d, want %d", i, w.Code, c.want)
			}
		}
	})
}

// TestForwardedAddressWithoutATrustedProxy: without a trusted proxy the header is the caller's own
// claim.
func TestForwardedAddressWithoutATrustedProxy(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		s.api.TrackingLimit = shell.RateLimit{PerSecond: 1, Burst: 2}
		known := s.create(exampleOrder()).Orders[0].TrackingNo
		handler := s.api.Handler()
		for i, want := range []int{200, 200, 429} {
			r := httptest.NewRequest(http.MethodPost, trackerPath, strings.NewReader(numbersBody(known, 1, ""))) // from 192.0.2.1
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("X-Forwarded-For", fmt.Sprintf("198.51.100.%d", i))
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			if w.Code != want {
				t.Errorf("request %d: %d, want %d", i, w.Code, want)
			}
		}
		if log := s.log.String(); !strings.Contains(log, " remote=192.0.2.1\n") || strings.Contains(log, "remote=198") {
			t.Errorf("the log has another client: %s", log)
		}
	})
}

func TestTheLogNamesTheClientBehindAProxy(t *testing.T) {
	onEngines(t, func(_ *testing.T, s *server) {
		s.api.Proxies = localProxy
		s.send("GET", "/healthz", "", "X-Forwarded-For", "198.51.100.1, 203.0.113.9")
		s.eventually("the log names the client", func() bool { return strings.Contains(s.log.String(), " remote=203.0.113.9\n") })
	})
}

// TestRelatedOrdersNeedTheNetworksOfTheKey: elsewhere, and while its account is suspended, a key shows what everyone sees, and nothing of
// its account.
func TestRelatedOrdersNeedTheNetworksOfTheKey(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.api.Proxies = localProxy
		created := s.create(exampleOrder(), exampleOrder())
		first, second := created.Orders[0].TrackingNo, created.Orders[1].TrackingNo
		key := s.keyWith(1, shipment.AllScopes&shipment.DefaultScopes, "203.0.113.0/24")
		for address, want := range map[string]bool{"203.0.113.7": true, "198.51.100.7": false} {
			_, body := s.send("GET", "/api/v2/tracker/related-updates/?tracking_nos="+first+"&get_related_updates=true", "",
				"Authorization", "Bearer "+key, "X-Forwarded-For", address)
			if !strings.Contains(body, first) || strings.Contains(body, second) != want {
				t.Errorf("from %s: %s", address, body)
			}
		}
		if err := s.api.Store.MasterData.SuspendAccount(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		res, body := s.send("GET", "/api/v2/tracker/related-updates/?tracking_nos="+first+"&get_related_updates=true", "",
			"Authorization", "Bearer "+key, "X-Forwarded-For", "203.0.113.7")
		if res.StatusCode != http.StatusOK || !strings.Contains(body, first) || strings.Contains(body, second) {
			t.Errorf("a key of a suspended account: %d %s", res.StatusCode, body)
		}
	})
}
