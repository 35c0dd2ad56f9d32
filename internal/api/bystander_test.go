package api

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/internal/store/storetest"
)

// twin is an account with the same rows as another one, but for what is unique among accounts: the same names, numbers and ids in each
// table. A statement that does not name the account meets the rows of both.
type twin struct {
	s          *server
	drop, fill string  // statements that delete its rows, and that copy those of the other account
	rows       watched // of the twin
	orders     watched // of the other account's orders, but for those of the condition that stands for {but}
	alone      bool    // the twin has no rows in during
}

// makeTwin makes an account that fill makes a twin of another one.
func (s *server) makeTwin(of int64) *twin {
	s.t.Helper()
	id := s.newAccount("bystander", false)
	columns, err := engine.Collect(s.t.Context(), s.api.Store.DB.Reads, func(row engine.Scanner, c *twinColumn) error {
		return row.Scan(&c.table, &c.name, &c.isID)
	}, `SELECT m.name, c.name, c.pk = 1 AND (SELECT count(*) FROM pragma_table_info(m.name) p WHERE p.pk > 0) = 1 AND c.type <> 'TEXT'
		FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT IN ('accounts', 'hubs', 'search_queue')
			AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) a WHERE a.name = 'account_id') ORDER BY m.name, c.cid`)
	if err != nil {
		s.t.Fatal(err)
	}
	w := &twin{s: s}
	for len(columns) > 0 {
		table, names, values := columns[0].table, []string(nil), []string(nil)
		for ; len(columns) > 0 && columns[0].table == table; columns = columns[1:] {
			names, values = append(names, columns[0].name), append(values, columns[0].twin(id))
		}
		w.drop += fmt.Sprintf("DELETE FROM %s WHERE account_id = %d;\n", table, id)
		w.fill += fmt.Sprintf("INSERT OR IGNORE INTO %s (%s) SELECT %s FROM %s WHERE account_id = %d;\n", table, strings.Join(names, ", "),
			strings.Join(values, ", "), table, of)
		w.rows.add(table, names, fmt.Sprintf("account_id = %d", id))
		if slices.Contains(names, "order_id") {
			w.orders.add(table, names,
				fmt.Sprintf("account_id = %d AND order_id > 0 AND order_id NOT IN (SELECT order_id FROM orders WHERE {but})", of))
		}
	}
	return w
}

// watched are rows of tables.
type watched struct {
	tables []string
	query  string
}

func (w *watched) add(table string, columns []string, condition string) {
	if w.query != "" {
		w.query += " UNION ALL "
	}
	w.query += fmt.Sprintf(`SELECT coalesce((SELECT group_concat(line, char(10)) FROM
		(SELECT quote(%s) AS line FROM %s WHERE %s ORDER BY 1)), '')`, strings.Join(columns, ") || ',' || quote("), table, condition)
	w.tables = append(w.tables, table)
}

// read returns the rows of each table.
func (w *watched) read(s *server, but string) []string {
	s.t.Helper()
	all, err := engine.Values[string](s.t.Context(), s.api.Store.DB.Reads, strings.ReplaceAll(w.query, "{but}", but))
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

// twinColumn is a column of a table with accounts.
type twinColumn struct {
	table, name string
	isID        bool // it alone is the primary key
}

// twin is the value of the column in a twin's row. Work is not due, so that no worker does it.
func (c twinColumn) twin(id int64) string {
	switch {
	case c.name == "account_id":
		return fmt.Sprint(id)
	case c.isID:
		return c.name + " + (1 << 40)"
	case c.name == "due_on":
		return "CASE due_on WHEN 0 THEN 0 ELSE 1 << 60 END"
	case c.name == "secret_hash":
		return "randomblob(32)"
	}
	return c.name
}

// during has an operation done on orders with some numbers, if any, and reports what it changed of the twin, and of other orders.
func (w *twin) during(operation string, numbers []string, do func()) {
	w.s.t.Helper()
	w.s.exec(w.drop)
	if !w.alone {
		w.s.exec(w.fill)
	}
	last, err := engine.Value[int64](w.s.t.Context(), w.s.api.Store.DB.Reads, `SELECT max(order_id) FROM orders WHERE order_id < 1 << 40`)
	if err != nil {
		w.s.t.Fatal(err)
	}
	but := fmt.Sprintf("order_id > %d OR tracking_no IN ('%s')", last, strings.Join(numbers, "', '"))
	rows, orders := w.rows.read(w.s, ""), []string(nil)
	if numbers != nil {
		orders = w.orders.read(w.s, but)
	}
	do()
	report := func(whose string, of watched, before, after []string) {
		for i, was := range before {
			if after[i] != was {
				w.s.t.Errorf("%s: %s rows of %s were\n%s\nand are\n%s", operation, whose, of.tables[i], without(was, after[i]), without(after[i], was))
			}
		}
	}
	report("another account's", w.rows, rows, w.rows.read(w.s, ""))
	if numbers != nil {
		report("another order's", w.orders, orders, w.orders.read(w.s, but))
	}
}

// without are the lines of a text that another one does not have.
func without(text, other string) string {
	others := strings.Split(other, "\n")
	return strings.Join(slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return slices.Contains(others, line) }), "\n")
}

// otherChanges are requests that change or delete, after posts.
var otherChanges = []struct{ operation, method, path, body string }{
	{"edit_order", "PATCH", "/api/order/order/{new}/", `{"consignee_postal":"12430"}`},
	{"delete_note", "DELETE", "/api/order/order/{a}/notes/{note}/", ""},
	{"create_orders", "POST", "/api/order/orders/", `{"orders":[{order}]}`},
	{"replace_order", "POST", "/api/order/order/{new}/replace/", `{"consignee_postal":"12430"}`},
	{
		"create_return_orders", "POST", "/api/order/return-orders/",
		`{"orders":[{"service_type":"PICKUP","forward_tracking_no":"{f}","consignee_email":"returns@shop.example"}]}`,
	},
	{"set_order_template", "PUT", "/api/order/templates/S/", `{"order_weight":0.3}`},
	{"set_entry", "PUT", "/api/books/goods/S/", `{"item_desc":"x","item_price_value":"1","item_price_currency":"SGD"}`},
	{"set_entry", "PUT", "/api/books/boxes/S/", `{"length":30,"width":20,"height":10,"weight":0.125}`},
	{"delete_entry", "DELETE", "/api/books/boxes/S/", ""},
	{"view_entry", "GET", "/api/books/goods/S/", ""},
	{"delete_entry", "DELETE", "/api/books/goods/S/", ""},
	{"delete_order_template", "DELETE", "/api/order/templates/S/", ""},
	{"pack_parcel", "POST", "/api/packings/", `{"code":"{fresh}"}`},
	{"undo_packing", "DELETE", "/api/packings/{fresh}/", ""},
	{"add_to_handover", "POST", "/api/handovers/{number}/parcels/", `{"code":"{fresh}"}`},
	{"remove_from_handover", "DELETE", "/api/handovers/{number}/parcels/{fresh}/", ""},
	{"change_endpoint", "PATCH", "/api/webhooks/endpoints/{endpoint}/", `{"disabled":true}`},
	{"delete_endpoint", "DELETE", "/api/webhooks/endpoints/{endpoint}/", ""},
	{"revoke_key", "DELETE", "/api/account/keys/{key}/", ""},
	{"revoke_account_key", "DELETE", "/api/operator/accounts/{account}/keys/{account_key}/", ""},
	{"change_account_settings", "PATCH", "/api/account/settings/", `{"timezone":"Asia/Jakarta"}`},
	{"change_account_labels", "PATCH", "/api/account/labels/", `{"default_size":"a6"}`},
	{"set_member", "PUT", "/api/operator/users/{user}/accounts/1/", `{"role":"admin"}`},
	{"remove_member", "DELETE", "/api/operator/users/{user}/accounts/1/", ""},
}

// beside are the operations done on an order that no other operation names.
var beside = []string{
	"add_note", "edit_orders", "pack_parcel", "edit_tags", "mark_printed", "hold_orders", "stop_parcels",
}

// ofNoAccount are the other operations that change something, which is of no account, or is on the floor for parcels of all accounts.
var ofNoAccount = []string{
	"validate_orders", "check_addresses", "query_tracking", "partner_events", "create_import", "set_rule", "delete_rule", "change_bag",
	"remove_from_bag", "change_consignment", "change_leg", "remove_from_run", "change_hub", "change_account", "change_service",
	"change_service_labels", "change_service_customs", "change_partner", "change_user",
}

var trackingNo = regexp.MustCompile(`\bWB\d{11}ID\b`)

// TestOthersKeepTheirRows does each operation of an account while another one has the same rows: theirs stay as they are, and no view
// of the one shows what the other has. Nothing is made without the response that a repetition gets.
func TestOthersKeepTheirRows(t *testing.T) {
	t.Parallel()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	account := s.newAccount("operator", true)
	key := s.keyWith(account, shipment.AllScopes, "")
	known, w := s.fillForPosts(key), s.makeTwin(account)
	fresh, err := s.client(key).CreateOrders(t.Context(), client.CreateRequest{
		Orders: []client.NewOrder{exampleOrder(), exampleOrder(), exampleOrder()},
	})
	if err != nil {
		t.Fatal(err)
	}
	values := strings.NewReplacer("{order}", toJSON(t, exampleOrder()), "{new}", fresh.Orders[0].TrackingNo,
		"{fresh}", fresh.Orders[1].TrackingNo)
	besides := strings.NewReplacer("{a}", fresh.Orders[2].TrackingNo, "{d}", fresh.Orders[2].TrackingNo)
	for _, post := range posts { // an order that no operation names has all that an order can have
		if slices.Contains(beside, post.operation) {
			path, body := besides.Replace(post.path), besides.Replace(post.body)
			if res, text := s.send("POST", path, body, "Authorization", "Bearer "+key, "Content-Type", "application/json"); res.StatusCode >= 300 {
				t.Fatalf("%s: %d %s", path, res.StatusCode, text)
			}
		}
	}
	do := func(operation, method, path, body string) {
		path, body = values.Replace(known(path)), values.Replace(known(body))
		w.during(operation, trackingNo.FindAllString(path+body, -1), func() {
			media := map[bool]string{true: "application/json", false: "text/csv"}[body == "" || body[0] == '{']
			send := func() (reply, string) {
				return s.send(method, path, body, "Authorization", "Bearer "+key, "Content-Type", media, "Idempotency-Key", rand.Text())
			}
			if slices.Contains(makers, operation) {
				s.expectNothingMade(operation, send)
			}
			res, made := send()
			if res.StatusCode >= 300 {
				t.Fatalf("%s: %d %s", operation, res.StatusCode, made)
			}
			known("learn " + operation + " " + made)
		})
	}
	var done []string
	for _, post := range posts {
		w.alone = strings.HasPrefix(post.path, "/api/operator/runs/") || strings.HasPrefix(post.path, "/api/operator/bags/") ||
			strings.HasPrefix(post.path, "/api/operator/consignments/")
		do(post.operation, "POST", post.path, post.body)
		done = append(done, post.operation)
	}
	w.alone = false
	s.expectSameViews(w, key, known)
	for _, c := range otherChanges {
		do(c.operation, c.method, c.path, c.body)
		done = append(done, c.operation)
	}
	for _, r := range s.api.routes() {
		if r.Method != http.MethodGet && !slices.Contains(done, r.Operation) && !slices.Contains(ofNoAccount, r.Operation) {
			t.Errorf("no request of %s", r.Operation)
		}
	}
}

// expectSameViews sends the GETs of an account without its twin and with it.
func (s *server) expectSameViews(w *twin, key string, known func(string) string) {
	s.t.Helper()
	paths := []string{
		"/api/order/order/?search=Susan", "/api/order/order/?tag=vip", "/api/order/order/?shipper_order_id=ORDER123",
		"/api/order/order/?held=true", "/api/books/goods/?q=Shirt",
	}
	for _, r := range s.api.routes() {
		if r.Method != http.MethodGet || !strings.HasPrefix(r.Path, "/api/") || strings.HasPrefix(r.Path, "/api/operator/") ||
			r.Operation == "list_requests" || r.Operation == "openapi" {
			continue // views of all accounts, and one of these requests
		}
		path := strings.NewReplacer("{tracking_no}", "{a}", "{book}", "boxes", "{name}", "S", "{list}", "currencies",
			"import/{id}", "import/{checked}", "endpoints/{id}", "endpoints/{endpoint}").Replace(r.Path)
		switch r.Operation {
		case "print_labels", "view_label_status", "view_manifest":
			path += "?tracking_no={d}"
		case "related_updates":
			path += "?tracking_nos={a}"
		case "search_hs_codes":
			path += "?q=shirt"
		case "import_template":
			path += "?service_id=1"
		case "view_proof":
			path = strings.Replace(path, "{a}", "{c}", 1)
		}
		paths = append(paths, path)
	}
	views := func() (all []string) {
		for _, path := range paths {
			res, text := s.send("GET", known(path), "", "Authorization", "Bearer "+key)
			if res.StatusCode >= 300 {
				s.t.Logf("%s: %d %s", path, res.StatusCode, text)
			}
			all = append(all, text)
		}
		return all
	}
	for range 2 {
		w.s.exec(w.drop)
		alone := views()
		w.s.exec(w.fill)
		both := views()
		if slices.Equal(alone, both) {
			return
		}
		for i, path := range paths {
			if alone[i] != both[i] {
				s.t.Logf("%s:\n%s\nand beside an account with the same rows:\n%s", path, alone[i], both[i])
			}
		}
	}
	s.t.Error("views show what another account has")
}
