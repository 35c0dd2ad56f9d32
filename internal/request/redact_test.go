package request_test

import (
	"strings"
	"testing"

	"waybill/internal/request"
)

func TestRedact(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		`{"secret_key":"wb_live_1","orders":[{"service_id":1,"consignee_name":"Budi","order_weight":"1.5","items":[{"item_quantity":2}],
			"consignee_country":"ID","metadata":{"Budi Santoso":"x"},"is_cod":true,"consignee_address":null}]}`: `{"secret_key":"…",` +
			`"orders":[{"service_id":1,` +
			`"consignee_name":"…","order_weight":"1.5","items":[{"item_quantity":2}],"consignee_country":"ID","metadata":{"…":"…"},` +
			`"is_cod":true,"consignee_address":null}]}`,
		`{"tracking_nos":["A","B"],"6281234567890":1}`:                    `{"tracking_nos":["…","…"],"…":"…"}`,
		`{"order_weight":["Budi"],"order_width":{"Jl. Sudirman":"Budi"}}`: `{"order_weight":["…"],"order_width":{"…":"…"}}`,
		`{"order_weight":"` + strings.Repeat("Budi ", 20) + `"}`:          `{"order_weight":"…"}`,
		`[1,2,3,4,5,6,7]`: `["…","…","…","…","…","…"]`,
		`{`:               ``,
	} {
		if got := request.Redact([]byte(sent)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", sent, got, want)
		}
	}
	long := request.Redact([]byte(`{"a":[` + strings.Repeat(`{"consignee_name":"Budi","items":[{},{},{}]},`, 3) +
		strings.Repeat(`[`, 500) + strings.Repeat(`]`, 500) +
		`],` + strings.Repeat(`"consignee_name":"Budi",`, 1000) + `"b":1}`))
	if len(long) > 5<<10 || !strings.HasSuffix(long, "}") || strings.Contains(long, "Budi") {
		t.Errorf("%d bytes: %s", len(long), long)
	}
}

func TestUnknownAt(t *testing.T) {
	t.Parallel()
	body := `{"x/y":1,"orders":[{"items":[{}]},{"consignee_nmae":"Budi","items":[{},{"wieght":1}]}]}`
	sent, err := request.Decode([]byte(body), request.CreateShape())
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for at, m := range sent.UnknownAt() {
		found = append(found, at.Pointer()+" "+m.String())
	}
	got := strings.Join(found, "\n")
	for _, want := range []string{
		"/x~1y Unknown", "/orders/1/consignee_nmae Unknown field. Did you mean consignee_name?", "/orders/1/items/1/wieght Unknown",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
	}
	if path := request.SafePath("/orders/3/6281234567890"); path != "/orders/3/…" {
		t.Errorf("path %s", path)
	}
}
