package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"waybill/client"
	"waybill/internal/inforce"
	"waybill/internal/rules"
)

// setRules sets rules of the operator, and lets the second pass after which a server follows.
func (s *server) setRules(texts ...string) {
	s.t.Helper()
	all, err := rules.Parse([]byte("[" + strings.Join(texts, ",") + "]"))
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := inforce.Set(s.t.Context(), s.api.Store.MasterData, all); err != nil {
		s.t.Fatal(err)
	}
	s.clock.advance(2 * time.Second)
}

// ordersBody is the body of a create request with orders and more members.
func ordersBody(t *testing.T, more map[string]any, orders ...client.NewOrder) string {
	t.Helper()
	body := map[string]any{"secret_key": testKey, "orders": orders}
	maps.Copy(body, more)
	return toJSON(t, body)
}

// parcel is an order without cash on delivery.
func parcel() client.NewOrder {
	o := exampleOrder()
	o.PaymentType, o.CODAmtToCollect = "prepaid", ""
	return o
}

func TestErrorsOfRulesAreIn400(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.setRules(
			`{"id":"weight","service_id":1,"severity":"error","kind":"max_weight","kg":12}`,
			`{"id":"state","destination":"Indonesia","severity":"error","kind":"required","field":"consignee_state",
				"messages":{"en":"Add the state.","id":"Tambahkan provinsi."}}`,
			`{"id":"words","severity":"error","kind":"forbidden_words","field":"item_desc","words":["knife"]}`,
			`{"id":"value","severity":"warning","kind":"max_value","amount":1,"currency":"IDR"}`)
		heavy := exampleOrder()
		heavy.OrderWeight, heavy.ConsigneeState, heavy.PaymentType, heavy.CODAmtToCollect = "12.001", "", "cod", ""
		heavy.Items = append(heavy.Items, heavy.Items[0])
		heavy.Items[1].Desc = "A Knife"
		invalid := heavy
		invalid.OrderWidth = "wide"
		elsewhere := parcel()
		elsewhere.ServiceID, elsewhere.ConsigneeCountry, elsewhere.ConsigneeState = 3, "Malaysia", ""
		elsewhere.OrderWeight = "13"

		wrong := `{"order_weight":["Ensure this value is less than or equal to 12."],"cod_amt_to_collect":["This field is required."],` +
			`"consignee_state":["Add the state."],"items":[{},{"item_desc":["The word \"knife\" is not accepted."]}]}`
		width := `{"order_width":["A valid number is required."]}`
		body := ordersBody(t, nil, exampleOrder(), heavy, invalid, elsewhere)
		if res, text := s.send("POST", "/api/order/orders/", body); res.StatusCode != http.StatusBadRequest ||
			text != `{"orders":[{},`+wrong+`,`+width+`,{}]}` {
			t.Errorf("%d %s", res.StatusCode, text)
		}
		_, text := s.send("POST", "/api/order/orders/", body, "Accept-Language", "fr, id-ID;q=0.9, en;q=0.1")
		if !strings.Contains(text, `"consignee_state":["Tambahkan provinsi."]`) {
			t.Errorf("in Indonesian: %s", text)
		}
		partly := ordersBody(t, map[string]any{"accept_valid": true}, exampleOrder(), heavy, invalid, elsewhere)
		res, text := s.send("POST", "/api/order/orders/", partly)
		var stored struct{ Orders []map[string]json.RawMessage }
		if err := json.Unmarshal([]byte(text), &stored); err != nil || res.StatusCode != http.StatusMultiStatus ||
			string(stored.Orders[1]["errors"]) != wrong || string(stored.Orders[2]["errors"]) != width ||
			stored.Orders[0]["tracking_no"] == nil || stored.Orders[3]["tracking_no"] == nil {
			t.Errorf("with accept_valid: %d %s", res.StatusCode, text)
		}
		if page, err := s.sdk.Orders(t.Context(), client.Filter{}); err != nil || page.Count != 2 {
			t.Errorf("%d orders are stored, %v, want 2", page.Count, err)
		}
	})
}

func TestRulesOfReturns(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		// 2 is the service of the way back. A return has no field consignee_province.
		s.setRules(
			`{"id":"weight","service_id":2,"severity":"error","kind":"max_weight","kg":11}`,
			`{"id":"city","origin":"ID","severity":"error","kind":"required","field":"consignee_city"}`,
			`{"id":"province","origin":"ID","severity":"error","kind":"required","field":"consignee_province"}`)
		forward := s.create(exampleOrder()).Orders[0].TrackingNo
		res, text := s.returned(`{"service_type":"PICKUP","forward_tracking_no":"` + forward + `","consignee_email":"a@b.co"}`)
		want := `{"orders":[{"consignee_city":["This field is required."],"order_weight":["Ensure this value is less than or equal to 11."]}]}`
		if res.StatusCode != http.StatusBadRequest || text != want {
			t.Errorf("%d %s", res.StatusCode, text)
		}
	})
}

func TestWarnings(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.setRules(
			`{"id":"hs","severity":"warning","kind":"required","field":"item_hs_code","source":"https://example.com/hs",
				"messages":{"en":"Add the HS code.","de":"HS-Code fehlt."}}`,
			`{"id":"tax","severity":"warning","kind":"tax_id_required","party":"consignee","types":["NPWP"],"valid_until":"2020-01-01"}`,
			`{"id":"value","severity":"warning","kind":"max_value","amount":1,"currency":"IDR"}`,
			`{"id":"weight","severity":"error","kind":"max_weight","kg":12}`)
		heavy, invalid := exampleOrder(), exampleOrder()
		heavy.OrderWeight, invalid.OrderWidth = "13", "wide"
		checked, err := s.sdk.ValidateOrders(t.Context(), []client.NewOrder{exampleOrder(), heavy, invalid})
		if err != nil {
			t.Fatal(err)
		}
		want := []client.Warning{
			{RuleID: "hs", Field: "item_hs_code", Index: new(0), Message: "Add the HS code.", Source: "https://example.com/hs"},
			{RuleID: "value", Field: "items", Message: "Ensure that the items in IDR are worth at most IDR 1 in all."},
		}
		own := func(all []client.Warning) []client.Warning { // without those of built-in rules
			return slices.DeleteFunc(all, func(w client.Warning) bool { return w.RuleID != "hs" && w.RuleID != "value" && w.RuleID != "tax" })
		}
		for i, wrong := range []int{0, 1} {
			if len(checked[i].Problems) != wrong {
				t.Errorf("order %d: %v", i, checked[i].Problems)
			}
			if diff := cmp.Diff(want, own(checked[i].Warnings)); diff != "" {
				t.Errorf("order %d: %s", i, diff)
			}
		}
		if len(checked[2].Problems) != 1 || len(checked[2].Warnings) != 0 {
			t.Errorf("the invalid order: %+v", checked[2])
		}

		created := s.create(exampleOrder())
		if diff := cmp.Diff(want, own(s.detail(created.Orders[0].TrackingNo).Warnings)); diff != "" {
			t.Errorf("detail: %s", diff)
		}
		path := "/api/order/order/" + created.Orders[0].TrackingNo + "/"
		_, text := s.send("GET", path, "", "Authorization", "Bearer "+testKey, "Accept-Language", "de-CH,de;q=0.9")
		if !strings.Contains(text, "HS-Code fehlt.") {
			t.Errorf("in German: %s", text)
		}
	})
}

// TestRubbishIsWarnedOf: what a program wrote for nothing is created as it was sent, with a warning of a built-in rule.
func TestRubbishIsWarnedOf(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		o := exampleOrder()
		o.ConsigneeName, o.Items[0].Desc = "undefined", "[object Object]"
		created := s.create(o)
		got := slices.DeleteFunc(s.detail(created.Orders[0].TrackingNo).Warnings, func(w client.Warning) bool {
			return !strings.HasPrefix(w.RuleID, "rubbish-")
		})
		if len(got) != 2 || got[0].Field+got[1].Field != "consignee_nameitem_desc" || !strings.Contains(got[0].Message, `"undefined"`) {
			t.Errorf("warnings %+v", got)
		}
	})
}

// TestFaultsOfRules: an expression that fails refuses nothing. The operator sees it in a metric, and once in the log.
func TestFaultsOfRules(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.setRules(`{"id":"third","severity":"error","kind":"cel","field":"items","expression":"order.items[2].quantity > 0"}`)
		s.create(exampleOrder(), exampleOrder(), exampleOrder())
		if got := s.faults.list(); !slices.Equal(got, []string{"third", "third", "third"}) {
			t.Errorf("faults of %q", got)
		}
		if got := strings.Count(s.log.String(), "a rule could not be checked"); got != 1 {
			t.Errorf("logged %d times: %s", got, s.log.String())
		}
	})
}

// TestWarningsAreBounded: a request of many warnings lists some, and says that there are more.
func TestWarningsAreBounded(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.setRules(`{"id":"hs","severity":"warning","kind":"required","field":"item_hs_code"}`)
		o := parcel()
		for len(o.Items) < 200 {
			o.Items = append(o.Items, o.Items[0])
		}
		checked, err := s.sdk.ValidateOrders(t.Context(), slices.Repeat([]client.NewOrder{o}, 52))
		if err != nil {
			t.Fatal(err)
		}
		if n := len(checked[49].Warnings); n != rules.MaxFindings {
			t.Errorf("order 49 has %d warnings", n)
		}
		want := []client.Warning{{Message: "Further warnings of this request are not listed."}}
		if diff := cmp.Diff(want, checked[51].Warnings); diff != "" {
			t.Error(diff)
		}
	})
}

// TestErrorsOfRulesAreBounded: as the other problems of a request are.
func TestErrorsOfRulesAreBounded(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.setRules(`{"id":"hs","severity":"error","kind":"required","field":"item_hs_code"}`)
		o := parcel()
		for len(o.Items) < 200 {
			o.Items = append(o.Items, o.Items[0])
		}
		_, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: slices.Repeat([]client.NewOrder{o}, 52)})
		invalid, ok := errors.AsType[*client.ValidationError](err)
		if !ok {
			t.Fatal(err)
		}
		last := invalid.Problems[len(invalid.Problems)-1]
		if last.Order != 51 || fmt.Sprint(last.Messages) != "[Further problems of this request are not listed.]" {
			t.Errorf("the last problem is %+v", last)
		}
	})
}
