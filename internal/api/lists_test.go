package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestLimitOfLists: every list by cursor takes a limit from 1 to 50, and no page has more.
func TestLimitOfLists(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		made := s.create(exampleOrder(), exampleOrder(), exampleOrder()).Orders
		s.created3(t)
		path := strings.NewReplacer("{tracking_no}", made[0].TrackingNo, "{book}", "goods", "{id}", "1", "{name}", "a", "{number}", "HL-00001")
		operator, c, lists, cut := s.allScopes(), openAPIContract(), 0, 0
		for _, r := range s.api.routes() {
			operation, ok := c.at(c.root, "paths", r.Path, "get")
			takes := ok && r.Method == http.MethodGet && slices.ContainsFunc(c.parameters(operation), func(p place) bool {
				return p.value.(map[string]any)["name"] == "cursor"
			})
			if !takes {
				continue
			}
			lists++
			key := map[bool]string{true: operator, false: testKey}[r.Allow.OfOperators()]
			for _, wrong := range []string{"0", "51", "x", "-1"} {
				got, body := s.send("GET", path.Replace(r.Path)+"?cursor=&limit="+wrong, "", "Authorization", "Bearer "+key)
				if got.StatusCode != http.StatusBadRequest || !strings.Contains(body, `"limit":["`) {
					t.Errorf("%s limit %s: %d %s", r.Path, wrong, got.StatusCode, body)
				}
			}
			got, body := s.send("GET", path.Replace(r.Path)+"?cursor=&limit=1", "", "Authorization", "Bearer "+key)
			var page struct {
				Next    *string `json:"next_cursor"`
				Results []json.RawMessage
			}
			if got.StatusCode == http.StatusNotFound {
				continue // there is no such bag, flight or list
			}
			if err := json.Unmarshal([]byte(body), &page); err != nil || got.StatusCode != http.StatusOK || len(page.Results) > 1 {
				t.Errorf("%s: %d %s", r.Path, got.StatusCode, body)
			}
			if page.Next != nil {
				cut++
			}
		}
		if lists < 25 || cut < 6 {
			t.Errorf("%d lists, %d of them had more", lists, cut)
		}
	})
}

// created3 makes three of what lists show beside orders.
func (s *server) created3(t *testing.T) {
	t.Helper()
	for _, name := range []string{"a", "b", "c"} {
		for path, body := range map[string]string{
			"PUT /api/books/goods/" + name + "/": `{"item_desc":"x","item_price_value":"1","item_price_currency":"SGD"}`,
			"POST /api/webhooks/endpoints/":      `{"description":"` + name + `"}`,
		} {
			method, path, _ := strings.Cut(path, " ")
			got, text := s.send(method, path, body, "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
			if got.StatusCode >= http.StatusBadRequest {
				t.Fatalf("%s: %d %s", path, got.StatusCode, text)
			}
		}
	}
}

// TestTimesOfLists: created_from and created_to select as the earlier spellings do, where there are any; both ends are inclusive, and a day
// alone is all of it.
func TestTimesOfLists(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.created3(t) // endpoints have events of the orders
		s.create(exampleOrder(), exampleOrder())
		operator := s.allScopes()
		keyOf := func(path string) string {
			return map[bool]string{true: operator, false: testKey}[strings.HasPrefix(path, "/api/operator/")]
		}
		now := s.clock.now().UTC()
		day, next, before := now.Format(time.DateOnly), now.AddDate(0, 0, 1).Format(time.DateOnly), now.AddDate(0, 0, -1).Format(time.DateOnly)
		count := func(path, query string) int {
			t.Helper()
			var page struct{ Results []json.RawMessage }
			s.as(keyOf(path), "GET", path+"?"+query, "", http.StatusOK, &page)
			return len(page.Results)
		}
		for path, old := range map[string][2]string{
			"/api/order/order/": {"date_from", "date_to"}, "/api/operator/orders/": {"date_from", "date_to"},
			"/api/webhooks/events/": {"date_from", "date_to"}, "/api/account/audit-log/": {"", ""}, "/api/operator/audit-log/": {"", ""},
		} {
			if all := count(path, "created_from="+day+"&created_to="+day); all == 0 || count(path, "created_from="+before) != all {
				t.Errorf("%s: %d on the day", path, all)
			}
			for _, none := range []string{"created_from=" + next, "created_to=" + before} {
				if n := count(path, none); n != 0 {
					t.Errorf("%s: %d with %s", path, n, none)
				}
			}
			if old[0] != "" && (count(path, old[0]+"="+next) != 0 || count(path, old[1]+"="+before) != 0 || count(path, old[1]+"="+day) == 0) {
				t.Errorf("%s: by %v", path, old)
			}
			got, body := s.send("GET", path+"?created_from=soon", "", "Authorization", "Bearer "+keyOf(path))
			if got.StatusCode != http.StatusBadRequest || !strings.Contains(body, `"created_from":["`+"Datetime has wrong format") {
				t.Errorf("%s: %d %s", path, got.StatusCode, body)
			}
		}
		for query, want := range map[string][2]string{ // the parameter with the problem, and that which it names
			"/api/order/order/?page=1&date_from=" + day + "&created_from=" + next:             {"created_from", "date_from"},
			"/api/order/order/?cursor=&date_to=" + day + "&created_to=" + next:                {"created_to", "date_to"},
			"/api/webhooks/events/?date_from=" + day + "&created_from=" + next:                {"created_from", "date_from"},
			"/api/account/audit-log/?created_from=" + day + "&from=" + next + "T00:00:00Z":    {"from", "created_from"},
			"/api/operator/audit-log/?created_to=" + day + "&until=" + day + "T00:00:00Z":     {"until", "created_to"},
			"/api/operator/submissions/?created_to=" + next + "&created_before=" + next:       {"created_to", "created_before"},
			"/api/operator/cancellations/?created_to=" + before + "&created_before=" + before: {"created_to", "created_before"},
			"/api/operator/orders/?date_to=" + day + "&created_to=" + next:                    {"created_to", "date_to"},
		} {
			path, _, _ := strings.Cut(query, "?")
			got, body := s.send("GET", query, "", "Authorization", "Bearer "+keyOf(path))
			if got.StatusCode != http.StatusBadRequest ||
				!strings.Contains(body, `{"`+want[0]+`":["`+want[1]+` is another name of this parameter, and has another time.`) {
				t.Errorf("%s: %d %s", query, got.StatusCode, body)
			}
		}
		count("/api/order/order/", "date_from="+day+"&created_from="+day+"T00:00:00Z") // the same
		count("/api/account/audit-log/", "created_to="+day+"&until="+next+"T07:00:00%2B07:00")
		for _, kind := range []string{"submissions", "cancellations"} {
			count("/api/operator/"+kind+"/", "created_to="+day+"&created_before="+next)
		}
		got, body := s.send("GET", "/api/order/manifest/?date="+day+"&created_from="+day, "", "Authorization", "Bearer "+testKey)
		if got.StatusCode != http.StatusBadRequest || !strings.HasPrefix(body, `{"date":["`) {
			t.Errorf("%d %s", got.StatusCode, body)
		}
	})
}

// TestCreatedToOfSubmissions: the end is inclusive, as that of created_before is not.
func TestCreatedToOfSubmissions(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.create(partnerOrder(""))
		key := s.allScopes()
		var page struct {
			Results []struct {
				CreatedOn string `json:"created_on"`
			}
		}
		list := func(query string) int {
			t.Helper()
			page.Results = nil
			s.as(key, "GET", "/api/operator/submissions/?state=confirmed&"+query, "", http.StatusOK, &page)
			return len(page.Results)
		}
		s.eventually("the submission is confirmed", func() bool { return list("") == 1 })
		if on := page.Results[0].CreatedOn; list("created_to="+on) != 1 || list("created_before="+on) != 0 {
			t.Errorf("created on %s", on)
		}
	})
}
