package api

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/api/shell"
	"waybill/internal/shipment"
	"waybill/internal/store/storetest"
)

// TestEveryOwnOperationRefusesUnknownFields calls each operation of the table of routes that reads a JSON body. Operations of the original
// interface, and the operations that are named here, ignore unknown fields.
func TestEveryOwnOperationRefusesUnknownFields(t *testing.T) {
	t.Parallel()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	key := s.keyWith(s.newAccount("operator", true), shipment.AllScopes, "")
	created, err := s.client(key).CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{exampleOrder()}})
	if err != nil {
		t.Fatal(err)
	}
	path := strings.NewReplacer("{tracking_no}", created.Orders[0].TrackingNo, "{book}", "goods", "{id}", "1", "{name}", "a")
	lenient, refused := []string{"validate_orders", "query_tracking"}, 0
	others := []string{"create_import", "import_entries", "import_customs", "partner_events"} // files, and what partners have signed
	for _, r := range s.api.routes() {
		reads := r.Method == http.MethodPost || r.Method == http.MethodPut || r.Method == http.MethodPatch
		if !reads || slices.Contains(others, r.Operation) {
			continue
		}
		sent := `{"zzzz": 1, "orders": [], "secret_key": "` + key + `"}`
		if r.Operation == "set_rule" {
			sent = `{"zzzz": 1, "id": "1", "kind": "max_weight", "severity": "error", "kg": 6, "secret_key": "` + key + `"}`
		}
		got, body := s.send(r.Method, path.Replace(r.Path), sent, "Content-Type", "application/json")
		named := got.StatusCode == http.StatusBadRequest && strings.Contains(body, "zzzz")
		cancels := strings.HasPrefix(r.Path, "/api/order/cancel")
		free := slices.Contains(lenient, r.Operation) || shell.IsOriginal(r.Operation) && !cancels
		if named == free {
			t.Errorf("%s %s: %d %s", r.Method, r.Path, got.StatusCode, body)
		}
		if named {
			refused++
		}
	}
	if refused < 40 {
		t.Errorf("%d operations refused the field", refused)
	}
}

// TestReportsRefuseUnknownFields: an event with a misspelt time would have happened now.
func TestReportsRefuseUnknownFields(t *testing.T) {
	t.Parallel()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	key, no := s.operatorKey(), s.create(exampleOrder()).Orders[0].TrackingNo
	send := func(event string) (reply, string) {
		return s.send("POST", "/api/operator/tracking/", `{"events": [{"tracking_no": "`+no+`", "status": "PICKED_UP"}, {"tracking_no": "`+
			no+`", "status": "PICKED_UP"`+event+`}]}`, "Authorization", "Bearer "+key, "Content-Type", "application/json")
	}
	got, body := send(`, "ocurred_on": "2026-11-21T09:00:00Z"`)
	const want = `{"events":[{},{"ocurred_on":["Unknown field. Did you mean occurred_on?"]}]}`
	if got.StatusCode != http.StatusBadRequest || body != want {
		t.Errorf("%d %s", got.StatusCode, body)
	}
	if o := s.order(no); o.TrackerStatusCode != "PENDING_PICKUP" && o.TrackerStatusCode != "ORDER_CREATED" {
		t.Errorf("recorded: %s", o.TrackerStatusCode)
	}
	if got, body := send(``); got.StatusCode != http.StatusOK {
		t.Errorf("%d %s", got.StatusCode, body)
	}
}

// TestCreatesListWhatTheyIgnore: names alone, also of fields of items, tax ids and the body, of any order, and when nothing is created.
// The body is that of a request without these fields.
func TestCreatesListWhatTheyIgnore(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		const header = "Waybill-Ignored-Fields"
		send := func(path, body string, headers ...string) (reply, string) {
			return s.send("POST", path, body, append(headers, "Authorization", "Bearer "+testKey, "Content-Type", "application/json")...)
		}
		const create, returns = "/api/order/orders/", "/api/order/return-orders/"
		order := toJSON(t, exampleOrder())
		coloured := strings.Replace(order, `"item_quantity"`, `"item_colour":"red","item_quantity"`, 1)
		const taxIDs = `"tax_ids":[{"party":"consignee","type":"other","number":"1","country":"ID","nmber":2}]`
		with := func(fields string) string { return strings.Replace(order, "{", "{"+fields+",", 1) }
		many := func(n int, name func(int) string) string {
			var fields []string
			for i := range n {
				fields = append(fields, `"`+name(i)+`":1`)
			}
			return with(strings.Join(fields, ","))
		}
		for _, c := range []struct{ name, path, body, want string }{
			{"nothing", create, `{"orders":[` + order + `]}`, ""},
			{"an order", create, `{"orders":[` + with(`"consignee_nmae":"Susanna"`) + `]}`, "consignee_nmae"},
			{"the body", create, `{"orders":[` + order + `],"blokking":true}`, "blokking"},
			{"sorted", create, `{"orders":[` + with(`"zone":1,"area":[{"x":1}]`) + `,` + with(`"zone":2`) + `],"mode":{}}`, "area, mode, zone"},
			{"encoded", create, `{"orders":[` + with(`"a b,ü":1`) + `]}`, "a%20b%2C%C3%BC"},
			{"an item", create, `{"orders":[` + coloured + `]}`, "item_colour"},
			{"a tax id", create, `{"orders":[` + with(taxIDs) + `]}`, "nmber"},
			{"twenty", create, `{"orders":[` + many(30, func(i int) string { return "f" + strconv.Itoa(i) }) + `]}`, ""},
			{"long", create, `{"orders":[` + many(19, func(i int) string { return strings.Repeat("f", 100+i) }) + `]}`, ""},
			{"too long", create, `{"orders":[` + with(`"`+strings.Repeat("f", 2000)+`":1,"g":1`) + `]}`, "g"},
			{"invalid", create, `{"orders":[{"consignee_nmae":"Susanna"}]}`, "consignee_nmae"},
			{"a later order", create, `{"orders":[` + strings.Repeat(with(`"zone":1`)+",", 30) + with(`"last":1`) + `]}`, "last, zone"},
			{"returns", returns, `{"orders":[{"forward_tracking_no":"X","colour":1}],"blocking":true}`, "blocking, colour"},
		} {
			got, body := send(c.path, c.body)
			listed := got.Header.Get(header)
			wantStatus := http.StatusCreated
			if c.name == "invalid" || c.path == returns {
				wantStatus = http.StatusBadRequest
			}
			if got.StatusCode != wantStatus || len(listed) > 1<<10 {
				t.Errorf("%s: %d %s %q", c.name, got.StatusCode, body, listed)
			}
			switch names := strings.Split(listed, ", "); {
			case c.name == "twenty" && len(names) != 20, c.name == "long" && (len(names) < 5 || len(listed) < 900):
				t.Errorf("%s: %d names of %d bytes", c.name, len(names), len(listed))
			case c.want != "" && listed != c.want, c.name == "nothing" && got.Header.Values(header) != nil:
				t.Errorf("%s: %q, want %q", c.name, listed, c.want)
			}
		}
		for range 2 {
			got, _ := send(create, `{"orders":[`+with(`"zone":1`)+`]}`, "Idempotency-Key", "once")
			if got.Header.Get(header) != "zone" {
				t.Errorf("replayed %q: %v", got.Header.Get("Idempotency-Replayed"), got.Header)
			}
		}
		if got, body := send("/api/order/validate/", `{"orders":[`+with(`"zone":1`)+`]}`); got.Header.Get(header) != "" ||
			!strings.Contains(body, `"field":"zone"`) {
			t.Errorf("validate, which warns: %v %s", got.Header, body)
		}
	})
}
