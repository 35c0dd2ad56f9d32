package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/api/shell"
	"waybill/internal/store/storetest"
)

// TestViewByCursorRefusesUnknownParameters: a misspelt filter would select all orders. A view by page ignores it.
func TestViewByCursorRefusesUnknownParameters(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.create(exampleOrder())
		for query, want := range map[string]string{
			"cursor=&shiper_order_id=A": `{"orders":[{"shiper_order_id":["Unknown parameter."]}]}`,
			"cursor=x&zone=1&Cursor=&service_id=x": `{"orders":[{"service_id":["A valid integer is required."],` +
				`"Cursor":["Unknown parameter."],"zone":["Unknown parameter."]}]}`,
			"cursor=&status_code=LOST":                            `{"orders":[{"status_code":["\"LOST\" is not a valid choice."]}]}`,
			"cursor=&tracker_status_code=SUBMITTED":               `{"orders":[{"tracker_status_code":["\"SUBMITTED\" is not a valid choice."]}]}`,
			"cursor=&is_return=perhaps":                           `{"orders":[{"is_return":["Must be a valid boolean."]}]}`,
			"cursor=&updated_from=soon":                           "",
			"cursor=&updated_from=2026-01-01&cursor=AAAAAAAAAAAB": `{"detail":"` + shell.ErrInvalidCursor.Error() + `"}`,
		} {
			res, text := s.send("GET", "/api/order/order/?"+query, "", "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || want != "" && text != want {
				t.Errorf("%s: %d %s\nwant %s", query, res.StatusCode, text, want)
			}
		}
		for _, query := range []string{
			"shiper_order_id=A&status_code=&is_return=&updated_from=", "page=1&zone=1",
			"cursor=&page=7&page_size=3&secret_key=" + testKey + "&date_from=&status_code=&is_return=&updated_from=",
		} {
			res, text := s.send("GET", "/api/order/order/?"+query, "", "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusOK || strings.Count(text, `"order_id"`) != 1 {
				t.Errorf("%s: %d %s", query, res.StatusCode, text)
			}
		}
	})
}

// TestViewByPageNamesIgnoredParameters: the names of parameters, and no values.
func TestViewByPageNamesIgnoredParameters(t *testing.T) {
	t.Parallel()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	s.create(exampleOrder())
	var many, few []string
	for i := range 25 {
		many = append(many, fmt.Sprintf("n%02d=value", i))
		few = append(few, fmt.Sprintf("n%02d", i))
	}
	for query, want := range map[string]string{
		"":                               "",
		"page=1&page_size=3&with_items=": "",
		"secret_key=" + testKey:          "",
		"zone=value&shiper_order_id=value&zone=x": "shiper_order_id, zone",
		"Page=1": "Page",
		"=value&&a+b%2Cc%0D%0A%25%C3%A9=%2B&p%2Bq": "a%20b%2Cc%0D%0A%25%C3%A9, p%2Bq",
		strings.Join(many, "&"):                    strings.Join(few[:20], ", "),
		"a=&" + strings.Repeat("b", 1025) + "&" + strings.Repeat("c", 1020) + "&" + strings.Repeat("d", 1021): "a, " +
			strings.Repeat("c", 1020),
	} {
		res, text := s.send("GET", "/api/order/order/?"+query, "", "Authorization", "Bearer "+testKey)
		if got := res.Header.Get("Waybill-Ignored-Parameters"); got != want || res.StatusCode != http.StatusOK ||
			strings.Count(text, `"order_id"`) != 1 {
			t.Errorf("%s: %d, ignored %s, want %s", query, res.StatusCode, got, want)
		}
	}
}

// TestViewByPageOfImpossibleValues: a value that a cursor would refuse selects nothing, and the header names its parameter.
func TestViewByPageOfImpossibleValues(t *testing.T) {
	t.Parallel()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	s.create(exampleOrder())
	for query, ignored := range map[string]string{
		"status_code=LOST":                   "status_code",
		"tracker_status_code=SENT":           "tracker_status_code",
		"is_return=perhaps":                  "is_return",
		"picked_up=2":                        "picked_up",
		"printed=-":                          "printed",
		"held=later":                         "held",
		"updated_from=soon":                  "updated_from",
		"updated_to=2026-13-01":              "updated_to",
		"search=%21":                         "search",
		"search=" + strings.Repeat("a", 201): "search",
		"tag=" + strings.Repeat("a", 101):    "tag",
		"warning=none":                       "warning",
		"zone=1&updated_from=x&updated_to=2026-01-01&search=a&all=": "all, updated_from, zone",
		"status_code=SUBMITTED&status_code=LOST":                    "status_code",
	} {
		res, text := s.send("GET", "/api/order/order/?"+query, "", "Authorization", "Bearer "+testKey)
		if got := res.Header.Get("Waybill-Ignored-Parameters"); got != ignored || res.StatusCode != http.StatusOK ||
			text != `{"count":0,"next":null,"previous":null,"results":[]}` {
			t.Errorf("%s: %d, ignored %s, want %s: %s", query, res.StatusCode, got, ignored, text)
		}
		for other, status := range map[string]int{"page=2&": http.StatusNotFound, "cursor=&": http.StatusBadRequest} {
			if res, text := s.send("GET", "/api/order/order/?"+other+query, "", "Authorization", "Bearer "+testKey); res.StatusCode != status {
				t.Errorf("%s%s: %d %s", other, query, res.StatusCode, text)
			}
		}
	}
}

// TestViewByState reads orders by their states, by cursor and by page, and by their changes in their order.
func TestViewByState(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(exampleOrder(), exampleOrder(), exampleOrder()).Orders
		numbers := []string{created[0].TrackingNo, created[1].TrackingNo, created[2].TrackingNo}
		afterCreate := time.Now().UTC()
		for _, i := range []int{2, 0} {
			if _, err := s.sdk.CancelOrders(t.Context(), numbers[i:i+1]); err != nil {
				t.Fatal(err)
			}
		}
		view := func(query string) (found []int) {
			t.Helper()
			for next := ""; ; {
				var page struct {
					NextCursor *string `json:"next_cursor"`
					Results    []struct {
						TrackingNo string `json:"tracking_no"`
					}
				}
				path := "/api/order/order?page_size=1&cursor=" + url.QueryEscape(next) + "&" + query
				res, text := s.send("GET", path, "", "Authorization", "Bearer "+testKey)
				if err := json.Unmarshal([]byte(text), &page); err != nil || res.StatusCode != http.StatusOK {
					t.Fatalf("%s: %d %s", query, res.StatusCode, text)
				}
				for _, o := range page.Results {
					found = append(found, slices.Index(numbers, o.TrackingNo))
				}
				if page.NextCursor == nil {
					return found
				}
				next = *page.NextCursor
			}
		}
		for path, body := range map[string]string{
			"/api/order/printed/": `{"tracking_nos":["` + numbers[1] + `","` + numbers[2] + `"]}`,
			"/api/order/tags/":    `{"tracking_nos":["` + numbers[2] + `"],"add":["vip"]}`,
		} {
			if res, text := s.send("POST", path, body, "Authorization", "Bearer "+testKey); res.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d %s", path, res.StatusCode, text)
			}
		}
		s.index()
		moment := afterCreate.Format("2006-01-02T15:04:05.000000Z")
		byPage := func(query string) (found []int) {
			t.Helper()
			var page struct {
				Count   int
				Results []struct {
					TrackingNo string `json:"tracking_no"`
				}
			}
			res, text := s.send("GET", "/api/order/order?"+query, "", "Authorization", "Bearer "+testKey)
			if err := json.Unmarshal([]byte(text), &page); err != nil || res.StatusCode != http.StatusOK || page.Count != len(page.Results) {
				t.Errorf("%s: %d %s", query, res.StatusCode, text)
			}
			if ignored := res.Header.Values("Waybill-Ignored-Parameters"); ignored != nil {
				t.Errorf("%s: ignored %v", query, ignored)
			}
			for _, o := range page.Results {
				found = append(found, slices.Index(numbers, o.TrackingNo))
			}
			return found
		}
		for query, want := range map[string][]int{
			"":                              {2, 1, 0},
			"status_code=cancelled":         {2, 0},
			"status_code=SUBMITTED":         {1},
			"status_code=null":              nil,
			"tracker_status_code=CANCELLED": {2, 0},
			"is_return=true":                nil,
			"is_return=0":                   {2, 1, 0},
			"updated_from=2020-01-01":       {1, 2, 0},
			"updated_from=" + moment:        {2, 0},
			"updated_to=" + moment:          {1},
			"updated_from=2020-01-01&status_code=CANCELLED&is_return=no": {2, 0},
			"status_code=SUBMISSION_FAILED":                              nil,
			"picked_up=false":                                            {2, 1, 0},
			"picked_up=true":                                             nil,
			"printed=true":                                               {2, 1},
			"printed=false":                                              {0},
			"held=true":                                                  nil,
			"held=false":                                                 {2, 1, 0},
			"tag=VIP":                                                    {2},
			"search=zzzz":                                                nil,
			"search=" + numbers[1]:                                       {1},
			"warning=address":                                            nil,
			"updated_from=2030-01-01":                                    nil,
			"updated_to=2020-01-01":                                      nil,
		} {
			if found := view(query); !slices.Equal(found, want) {
				t.Errorf("%s: %v, want %v", query, found, want)
			}
			slices.Sort(want)
			slices.Reverse(want) // the newest first
			if found := byPage(query); !slices.Equal(found, want) {
				t.Errorf("%s: %v by page, want %v", query, found, want)
			}
		}
		// The cursor of one list is none of the other.
		_, text := s.send("GET", "/api/order/order/?cursor=&page_size=1", "", "Authorization", "Bearer "+testKey)
		var page struct {
			NextCursor string `json:"next_cursor"`
		}
		if err := json.Unmarshal([]byte(text), &page); err != nil {
			t.Fatal(err)
		}
		if res, _ := s.send("GET", "/api/order/order/?updated_from=2020-01-01&cursor="+page.NextCursor, "", "Authorization",
			"Bearer "+testKey); res.StatusCode != http.StatusBadRequest {
			t.Errorf("a cursor of another list: %d", res.StatusCode)
		}
	})
}
