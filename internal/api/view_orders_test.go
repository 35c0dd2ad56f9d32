package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/admission"
)

// recordKeys are the keys of the interface document's order record, in its order.
var recordKeys = strings.Fields(`order_id service_id tracking_no agent_id agent_application_id hawb_no
	shipper_sub_account_id shipper_order_id store_id consignee_name consignee_number consignee_country consignee_address
	consignee_postal consignee_state consignee_city consignee_province consignee_email order_length order_width
	order_height order_weight pickup_contact_name pickup_contact_number pickup_country pickup_address pickup_postal
	pickup_state pickup_city pickup_province payment_type delivery_note cod_amt_to_collect order_label_url status_code
	tracker_status_code tracker_main_text upload_batch_no created_on updated_on`)

var itemKeys = strings.Fields(`item_desc item_category item_product_id item_sku item_quantity item_price_value item_price_currency`)

func TestRecordHasTheDocumentsKeysInItsOrder(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.create(exampleOrder())
		_, body := s.send("GET", "/api/order/order/?secret_key="+testKey, "")
		if got := keysIn(body, "results"); !slices.Equal(got, recordKeys) {
			t.Errorf("keys %v\nwant %v", got, recordKeys)
		}
		_, body = s.send("GET", "/api/order/order/?with_items=true&secret_key="+testKey, "")
		if got, want := keysIn(body, "results"),
			append(slices.Clone(recordKeys), append([]string{"items"}, itemKeys...)...); !slices.Equal(got, want) {
			t.Errorf("keys with items %v", got)
		}
		for _, want := range []string{
			`"consignee_postal":12420,`, `"pickup_postal":"640534"`, `"order_length":12,`, `"cod_amt_to_collect":40.5,`,
			`"pickup_city":null`, `"store_id":null`, `"hawb_no":null`, `"consignee_country":"Indonesia"`, `"status_code":"SUBMITTED"`,
			`"tracker_status_code":"ORDER_CREATED"`, `"shipper_sub_account_id":""`, `"item_price_value":23.55`,
		} {
			if !strings.Contains(body, want) {
				t.Errorf("no %s in %s", want, body)
			}
		}
		if !regexp.MustCompile(`"created_on":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"`).MatchString(body) {
			t.Errorf("no timestamp with six decimals in %s", body)
		}
	})
}

// keysIn are the keys that follow a key in a JSON text, in the order in which they stand.
func keysIn(body, after string) []string {
	_, rest, _ := strings.Cut(body, `"`+after+`":`)
	var keys []string
	for _, m := range regexp.MustCompile(`[{,]"([a-z_]+)":`).FindAllStringSubmatch(rest, -1) {
		keys = append(keys, m[1])
	}
	return keys
}

func TestPostalIsANumberOnlyWhenItSurvives(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for postal, want := range map[string]string{
			"640534": `640534`, "01234": `"01234"`, "SW1A 1AA": `"SW1A 1AA"`, "0": `0`, "": `""`, "+1": `"+1"`, "-1": `"-1"`,
			"999999999999999": `999999999999999`, "1000000000000000": `"1000000000000000"`,
		} {
			o := exampleOrder()
			o.ConsigneePostal = postal
			batch := s.create(o).UploadBatchNo
			_, body := s.send("GET", "/api/order/order/?secret_key="+testKey+"&upload_batch_no="+batch, "")
			if !strings.Contains(body, `"consignee_postal":`+want+`,`) {
				t.Errorf("postal %q: no %s in %s", postal, want, body)
			}
		}
	})
}

func TestPagesAndCursor(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		const orders = 120
		for range orders / 40 {
			var batch []client.NewOrder
			for range 40 {
				batch = append(batch, exampleOrder())
			}
			s.create(batch...)
		}
		page := func(number int) client.Page {
			t.Helper()
			p, err := s.sdk.Orders(t.Context(), client.Filter{Page: number})
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		var ids []int64
		for n := 1; n <= 3; n++ {
			p := page(n)
			if p.Count != orders {
				t.Errorf("count %d", p.Count)
			}
			for _, o := range p.Results {
				ids = append(ids, o.OrderID)
			}
		}
		if len(ids) != orders || !slices.IsSortedFunc(ids, func(a, b int64) int { return int(b - a) }) {
			t.Errorf("%d orders on three pages, newest first: %v", len(ids), ids)
		}
		if last := page(client.LastPage); len(last.Results) != 20 || last.Next != "" || !strings.Contains(last.Previous, "page=2") {
			t.Errorf("last page: %d results, next %q, previous %q", len(last.Results), last.Next, last.Previous)
		}
		if _, err := s.sdk.Orders(t.Context(), client.Filter{Page: 4}); err == nil {
			t.Error("a page past the end was answered")
		}
		var byCursor []int64
		for o, err := range s.sdk.AllOrders(t.Context(), client.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			if len(byCursor) == 60 {
				s.create(exampleOrder()) // arrives while the cursor is under way
			}
			byCursor = append(byCursor, o.OrderID)
		}
		if !slices.Equal(byCursor, ids) {
			t.Errorf("by cursor %v\nby page %v", byCursor, ids)
		}
	})
}

// TestPageSize: it limits pages and parts of a cursor, and the links between pages keep it.
func TestPageSize(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		var batch []client.NewOrder
		for range 53 {
			batch = append(batch, exampleOrder())
		}
		s.create(batch...)
		size := func(query string) int {
			t.Helper()
			res, body := s.send("GET", "/api/order/order/?secret_key="+testKey+query, "")
			if res.StatusCode != http.StatusOK {
				t.Errorf("%s: %d %s", query, res.StatusCode, body)
			}
			return strings.Count(body, `{"order_id":`)
		}
		for query, want := range map[string]int{
			"&page_size=7": 7, "&page_size=007&page=8": 4, "&page_size=50": 50, "&page_size=51": 50, "&page_size=99999999999999999999": 50,
			"&page_size=0": 50, "&page_size=-1": 50, "&page_size=7.0": 50, "&page_size=x": 50, "&page_size=": 50, "&page_size=7&page_size=8": 8,
			"&cursor=&page_size=7": 7, "&cursor=&page_size=0": 50, "&service_id=0&page_size=7": 7,
			"&service_id=0": 50, "&service_id=00": 50, "&service_id=1": 50, "&service_id=2": 0,
		} {
			if got := size(query); got != want {
				t.Errorf("%s: %d orders, want %d", query, got, want)
			}
		}
		_, body := s.send("GET", "/api/order/order/?page=2&page_size=20&secret_key="+testKey, "")
		for _, want := range []string{`"next":"` + s.url + `/api/order/order/?page=3&page_size=20&`, `"previous":"` + s.url +
			`/api/order/order/?page_size=20&`} {
			if !strings.Contains(body, want) {
				t.Errorf("no %s in %.300s", want, body)
			}
		}
		for _, f := range []client.Filter{{}, {PageSize: 20}} {
			seen := 0
			for _, err := range s.sdk.AllOrders(t.Context(), f) {
				if err != nil {
					t.Fatal(err)
				}
				seen++
			}
			if seen != len(batch) {
				t.Errorf("%+v: %d of %d orders by cursor", f, seen, len(batch))
			}
		}
	})
}

// TestPageWithLimit: clients of the original interface, which has no limit, may send any. Their pages stay pages.
func TestPageWithLimit(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.create(exampleOrder(), exampleOrder(), exampleOrder())
		for _, limit := range []string{"2", "100", "x", ""} {
			res, body := s.send("GET", "/api/order/order/?page_size=1&page=2&limit="+limit, "", "Authorization", "Bearer "+testKey)
			const links = `{"count":3,"next":"%[1]s/api/order/order/?page=3&page_size=1","previous":"%[1]s/api/order/order/?page_size=1",`
			ignored := res.Header.Get("Waybill-Ignored-Parameters")
			if res.StatusCode != http.StatusOK || !strings.HasPrefix(body, fmt.Sprintf(links, s.url)) || ignored != "limit" {
				t.Errorf("limit %q: %d, ignored %q: %.300s", limit, res.StatusCode, ignored, body)
			}
		}
	})
}

// TestSlashesAreMerged: on every path and method, without a redirect.
func TestSlashesAreMerged(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := "secret_key=" + testKey
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		for _, c := range []struct {
			method, path string
			status       int
		}{
			{"GET", "//api///order//order//?" + key, 200},
			{"HEAD", "//api/order/order?" + key, 200},
			{"PUT", "//api//order/order", 405},
			{"GET", "/api/order/order//" + no + "//?" + key, 200},
			{"GET", "//healthz", 200},
			{"GET", "/api/order/order%2F%2F?" + key, 404}, // escaped slashes are part of a name
			{"GET", "//", 404},
			{"GET", "/api/..//order/order/?" + key, 404},
		} {
			req, err := http.NewRequestWithContext(t.Context(), c.method, s.url+c.path, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			res, err := http.DefaultTransport.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			_ = res.Body.Close()
			if res.StatusCode != c.status {
				t.Errorf("%s %s: %d, want %d", c.method, c.path, res.StatusCode, c.status)
			}
		}
		_, body := s.send("GET", "//api///order/order?page_size=1&"+key, "")
		if strings.Contains(body, "//api") || strings.Contains(body, "api//") {
			t.Errorf("a link keeps its slashes: %.300s", body)
		}
		first, body := s.send("POST", "//api/order/orders//", `{"secret_key":"`+testKey+`","orders":[{}]}`)
		if first.StatusCode != http.StatusBadRequest || !strings.HasPrefix(body, `{"orders":[{"service_id":`) {
			t.Errorf("a create: %d %s", first.StatusCode, body)
		}
	})
}

func TestLinksCarryTheKeyOnlyWhenTheCallerPutItThere(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		var batch []client.NewOrder
		for range 51 {
			batch = append(batch, exampleOrder())
		}
		s.create(batch...)
		_, body := s.send("GET", "/api/order/order?with_items=0&secret_key="+testKey, "")
		if want := fmt.Sprintf(`"next":"%s/api/order/order?page=2&secret_key=%s&with_items=0"`, s.url, testKey); !strings.Contains(body, want) {
			t.Errorf("no %s in %.300s", want, body)
		}
		_, body = s.send("GET", "/api/order/order/?page=2", "", "Authorization", "Bearer "+testKey)
		if want := fmt.Sprintf(`"next":null,"previous":"%s/api/order/order/"`, s.url); !strings.Contains(body, want) {
			t.Errorf("no %s in %.300s", want, body)
		}
	})
}

func TestAnInvalidCursorIsNoServerError(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for _, cursor := range []string{"x", "AAAA", strings.Repeat("A", 5000), "%00"} {
			res, body := s.send("GET", "/api/order/order/?cursor="+cursor, "", "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || !strings.Contains(body, "Invalid cursor.") {
				t.Errorf("%.20q: %d %s", cursor, res.StatusCode, body)
			}
		}
	})
}

func TestAccountsSeeOnlyTheirOwn(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		mine := s.create(exampleOrder())
		other := s.client(s.newKey("Other shipper"))
		for _, filter := range []client.Filter{
			{},
			{UploadBatchNo: mine.UploadBatchNo},
			{TrackingNos: []string{mine.Orders[0].TrackingNo}},
			{ShipperOrderID: "ORDER123"},
		} {
			page, err := other.Orders(t.Context(), filter)
			if err != nil || page.Count != 0 || len(page.Results) != 0 {
				t.Errorf("%+v shows %d orders of another account (%v)", filter, page.Count, err)
			}
			if page, err := other.OrdersAfter(t.Context(), filter); err != nil || len(page.Results) != 0 {
				t.Errorf("%+v shows %d orders of another account after a cursor (%v)", filter, len(page.Results), err)
			}
		}
		for what, err := range map[string]error{
			"detail": second(other.Order(t.Context(), mine.Orders[0].TrackingNo)),
			"why":    second(other.ExplainOrder(t.Context(), mine.Orders[0].TrackingNo)),
			"proof":  second(other.ProofOfDelivery(t.Context(), mine.Orders[0].TrackingNo)),
		} {
			if !errors.Is(err, client.ErrNotFound) {
				t.Errorf("%s of another account's order: %v", what, err)
			}
		}
	})
}

func second[T any](_ T, err error) error { return err }

// TestLargePagesAreSentAsTheyAreMade asks for a page whose items are more than are read at once.
func TestLargePagesAreSentAsTheyAreMade(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		order := exampleOrder()
		item := order.Items[0]
		long := strings.Repeat("界", 255)
		item.Desc, item.Category, item.ProductID, item.SKU = long, long, long, long
		order.Items = slices.Repeat([]client.Item{item}, 200)
		numbers := s.create(order, exampleOrder(), order, order).Orders
		for _, query := range []string{"?with_items=true", "?with_items=true&cursor="} {
			res, body := s.send("GET", "/api/order/order/"+query, "", "Authorization", "Bearer "+testKey)
			var page struct {
				Results []client.Order
			}
			if err := json.Unmarshal([]byte(body), &page); err != nil || res.StatusCode != http.StatusOK || res.Header.Get("Content-Length") != "" {
				t.Fatalf("%s: %d, length %q, %v", query, res.StatusCode, res.Header.Get("Content-Length"), err)
			}
			for i, items := range []int{200, 200, 1, 200} {
				got := page.Results[i]
				if got.TrackingNo != numbers[3-i].TrackingNo || len(got.Items) != items || items == 200 && got.Items[199].SKU != long {
					t.Errorf("%s: order %d is %s with %d items", query, i, got.TrackingNo, len(got.Items))
				}
			}
			if head, _ := s.send("HEAD", "/api/order/order/"+query, "", "Authorization", "Bearer "+testKey); head.StatusCode != http.StatusOK {
				t.Errorf("HEAD %s: %d", query, head.StatusCode)
			}
		}
		s.expectNothingHeld()
	})
}

// TestPagesAreRefusedWhenThereIsNoRoom: what is read is charged as it comes.
func TestPagesAreRefusedWhenThereIsNoRoom(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		orders := make([]client.NewOrder, 60)
		for i := range orders {
			orders[i] = exampleOrder()
			orders[i].ConsigneeAddress = strings.Repeat("x", 1000)
			orders[i].PickupAddress = orders[i].ConsigneeAddress
		}
		s.create(orders...)
		s.api.Budget.Callers = admission.NewPool(2*s.api.Budget.Request, 0)
		for _, path := range []string{"/api/order/order/", "/api/order/order/?with_items=true", "/api/order/order/?cursor="} {
			if res, body := s.send("GET", path, "", "Authorization", "Bearer "+testKey); res.StatusCode != http.StatusServiceUnavailable ||
				res.Header.Get("Retry-After") == "" {
				t.Errorf("%s: %d %.100s", path, res.StatusCode, body)
			}
		}
	})
}
