package request

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// goodOrder and goodItem have every required field, and no other.
var goodOrder = map[string]Value{
	"service_id": num("8"), "order_length": num("1"), "order_width": num("2"), "order_height": num("3"), "order_weight": num("4"),
	"payment_type": str("prepaid"), "consignee_name": str("A"), "consignee_number": str("+6281234567"), "consignee_country": str("Indonesia"),
	"consignee_address": str("R"), "pickup_country": str("SG"), "pickup_address": str("Q"),
}

var goodItem = map[string]Value{
	"item_desc": str("d"), "item_quantity": num("1"), "item_price_value": num("1"), "item_price_currency": str("IDR"),
}

// The levels of a form with orders.
const (
	orderLevel = 1
	itemLevel  = 2
)

// newOrders is the form of a request with a list of orders, empty so far.
func newOrders(shape *Shape) *Form {
	return FormOf(shape, map[string]any{shape.listKey(): []any{}})
}

// addOrder adds goodOrder with changes and one goodItem to a form.
func addOrder(f *Form, changes map[string]Value) {
	f.add(orderLevel, Value{Kind: Object})
	setAll(f, orderLevel, goodOrder)
	setAll(f, orderLevel, changes)
	f.begin(orderLevel, Value{Kind: Array})
	f.add(itemLevel, Value{Kind: Object})
	setAll(f, itemLevel, goodItem)
}

// setAll stores values of the last element of a level.
func setAll(f *Form, level int, values map[string]Value) {
	for name, v := range values {
		f.set(level, f.levels[level].slot([]byte(name)), v)
	}
}

func noneTaken(context.Context, []string) (map[string]bool, error) { return map[string]bool{}, nil }

func demoLookups() Lookups {
	services := map[int64]shipment.Service{}
	for _, s := range shipment.DemoServices() {
		services[s.ServiceID] = s
	}
	return Lookups{Services: services, Taken: noneTaken}
}

// validateOne validates an order with changes and returns it, or its problems as JSON.
func validateOne(t *testing.T, lookups Lookups, changes map[string]Value) (shipment.Order, string) {
	t.Helper()
	d := newOrders(CreateShape())
	addOrder(d, changes)
	orders, wrong, err := validate(t.Context(), d, &createTable, lookups)
	if err != nil {
		t.Fatal(err)
	}
	if wrong != nil {
		return shipment.Order{}, string(wrong.AppendJSON(nil))
	}
	return orders[0], ""
}

// TestPhonesAreCompletedByTheirParty: a number without the code of a country gets that of its own party's country.
func TestPhonesAreCompletedByTheirParty(t *testing.T) {
	lookups := demoLookups()
	lookups.Phone = func(_ int, field, number string, of shipment.Country) string {
		if (field == "consignee_number") != (of == "ID") || (field == "pickup_contact_number") != (of == "SG") {
			t.Errorf("%s is of %s", field, of)
		}
		return map[shipment.Country]string{"ID": "+62", "SG": "+65"}[of] + strings.TrimPrefix(TidyPhone(number), "0")
	}
	for _, c := range []struct{ consignee, pickup, wantConsignee, wantPickup string }{
		{"0812-3456-7890", "9123 4567", "+6281234567890", "+6591234567"},
		{"+6281234567890", "91234567", "+6281234567890", "+6591234567"},
		{"081234567890", "+60123456789", "+6281234567890", "+60123456789"},
		{"081234567890", "", "+6281234567890", ""},
	} {
		o, wrong := validateOne(t, lookups, map[string]Value{"consignee_number": str(c.consignee), "pickup_contact_number": str(c.pickup)})
		if wrong != "" || o.Consignee.Number != c.wantConsignee || o.Pickup.Number != c.wantPickup {
			t.Errorf("%q and %q: %q and %q %s", c.consignee, c.pickup, o.Consignee.Number, o.Pickup.Number, wrong)
		}
	}
}

func TestOrderIsStoredWhereItBelongs(t *testing.T) {
	o, wrong := validateOne(t, demoLookups(), map[string]Value{
		"tracking_no": str("own-123"), "incoterm": str("dap"), "pickup_date": str("2024-1-5"), "consignee_city": {Kind: Null},
		"pickup_notes":    str(" n "),
		"consignee_state": str("S"), "consignee_email": str("a@b.co"), "pickup_contact_name": str("P"),
		"pickup_contact_number": str("+6591234567"), "pickup_state": str(" "),
	})
	if wrong != "" {
		t.Fatal(wrong)
	}
	if o.ServiceID != 8 || o.Length != 100 || o.Width != 200 || o.Height != 300 || o.Weight != 4000 || o.Return {
		t.Errorf("order %+v", o)
	}
	if o.TrackingNo != "OWN-123" || o.Incoterm != "DAP" || o.PickupDate != "2024-01-05" || o.PickupNotes != "n" {
		t.Errorf("order %+v", o)
	}
	if want := (shipment.Party{
		Name: "A", Number: "+6281234567", Country: "ID", Address: "R", State: "S",
		Email: "a@b.co",
	}); o.Consignee != want {
		t.Errorf("consignee %+v", o.Consignee)
	}
	if want := (shipment.Party{Name: "P", Number: "+6591234567", Country: "SG", Address: "Q"}); o.Pickup != want {
		t.Errorf("pickup %+v", o.Pickup)
	}
	if want := []shipment.Item{{Desc: "d", Quantity: 1, PriceValue: 100, PriceCurrency: "IDR"}}; !slices.Equal(o.Items, want) {
		t.Errorf("items %+v", o.Items)
	}
}

func TestRulesAcrossFields(t *testing.T) {
	cod := func(changes map[string]Value) map[string]Value {
		changes["payment_type"] = str("COD")
		if _, ok := changes["service_id"]; !ok {
			changes["service_id"] = num("1")
		}
		return changes
	}
	for name, c := range map[string]struct {
		changes map[string]Value
		wrong   string
	}{
		"open end": {map[string]Value{"consignee_country": str("Brazil")}, ``},
		"lane": {
			map[string]Value{"service_id": num("1"), "consignee_country": str("Brazil")},
			`[{"service_id":["Service 1 runs from Singapore to Indonesia."]}]`,
		},
		"open lane": {
			map[string]Value{"pickup_country": str("Brazil")},
			`[{"service_id":["Service 8 runs from Singapore to any country."]}]`,
		},
		"cod": {cod(map[string]Value{"cod_amt_to_collect": num("1")}), ``},
		"no cod": {
			cod(map[string]Value{"service_id": num("8"), "cod_amt_to_collect": num("1")}),
			`[{"payment_type":["Service 8 does not offer cash on delivery."]}]`,
		},
		"no amount":    {cod(map[string]Value{}), `[{"cod_amt_to_collect":["This field is required."]}]`},
		"blank amount": {cod(map[string]Value{"cod_amt_to_collect": str(" ")}), `[{"cod_amt_to_collect":["This field is required."]}]`},
		"amount 0": {
			cod(map[string]Value{"cod_amt_to_collect": num("0")}),
			`[{"cod_amt_to_collect":["Ensure this value is greater than 0."]}]`,
		},
		"alias": {cod(map[string]Value{"cod_amount_to_collect": num("1")}), ``},
		"null hides alias": {
			cod(map[string]Value{"cod_amount_to_collect": num("1"), "cod_amt_to_collect": {Kind: Null}}),
			`[{"cod_amt_to_collect":["This field is required."]}]`,
		},
		"all at once": {
			cod(map[string]Value{"service_id": num("2"), "consignee_country": str("Malaysia")}),
			`[{"service_id":["Service 2 runs from Indonesia to Singapore."],` +
				`"payment_type":["Service 2 does not offer cash on delivery."],"cod_amt_to_collect":["This field is required."],` +
				`"items":[{"item_price_currency":["Must be MYR, the currency of Malaysia, on a cod order."]}]}]`,
		},
		"only when the fields are valid": {cod(map[string]Value{"delivery_note": {Kind: Bool}}), `[{"delivery_note":["Not a valid string."]}]`},
	} {
		t.Run(name, func(t *testing.T) {
			if _, wrong := validateOne(t, demoLookups(), c.changes); wrong != c.wrong {
				t.Errorf("%s\nwant %s", wrong, c.wrong)
			}
		})
	}
}

// TestAmountOfPrepaidOrder: it is stored as sent, and not collected.
func TestAmountOfPrepaidOrder(t *testing.T) {
	for payment, collected := range map[string]shipment.Hundredths{shipment.PaymentPrepaid: 0, shipment.PaymentCOD: 1250} {
		o, wrong := validateOne(t, demoLookups(), map[string]Value{
			"service_id": num("1"), "payment_type": str(payment), "cod_amt_to_collect": str("12.5"),
		})
		if wrong != "" || o.CODAmountToCollect != 1250 || o.AmountToCollect() != collected {
			t.Errorf("%s: %s, stored %v, to collect %v", payment, wrong, o.CODAmountToCollect, o.AmountToCollect())
		}
	}
}

func TestOpenOriginAndCountryWithoutCurrency(t *testing.T) {
	lookups := Lookups{Services: map[int64]shipment.Service{9: {ServiceID: 9, Destination: "AQ", COD: true}}, Taken: noneTaken}
	changes := map[string]Value{
		"service_id": num("9"), "consignee_country": str("AQ"), "payment_type": str("cod"),
		"cod_amt_to_collect": num("1"),
	}
	if shipment.Country("AQ").Currency() != "" {
		t.Fatal("Antarctica has a currency now; take another country")
	}
	if _, wrong := validateOne(t, lookups, changes); wrong != "" {
		t.Error(wrong)
	}
	changes["consignee_country"] = str("SG")
	if _, wrong := validateOne(t, lookups, changes); !strings.Contains(wrong, "from any country to Antarctica") {
		t.Error(wrong)
	}
}

func TestDisabledServiceDoesNotExist(t *testing.T) {
	lookups := demoLookups()
	s := lookups.Services[8]
	s.Disabled = true
	lookups.Services[8] = s
	if _, wrong := validateOne(t, lookups, nil); wrong != `[{"service_id":["Invalid pk \"8\" - object does not exist."]}]` {
		t.Error(wrong)
	}
}

func TestTakenTrackingNoStandsInFieldOrder(t *testing.T) {
	lookups := demoLookups()
	lookups.Taken = func(_ context.Context, numbers []string) (map[string]bool, error) {
		return map[string]bool{numbers[0]: true}, nil
	}
	_, wrong := validateOne(t, lookups, map[string]Value{"tracking_no": str("abc123"), "service_id": num("99"), "order_width": num("-1")})
	want := `[{"service_id":["Invalid pk \"99\" - object does not exist."],"tracking_no":["This field must be unique."],` +
		`"order_width":["Ensure this value is greater than or equal to 0."]}]`
	if wrong != want {
		t.Error(wrong)
	}
	away := errors.New("away")
	lookups.Taken = func(context.Context, []string) (map[string]bool, error) { return nil, away }
	d := newOrders(CreateShape())
	addOrder(d, map[string]Value{"tracking_no": str("abc123")})
	if _, _, err := validate(t.Context(), d, &createTable, lookups); !errors.Is(err, away) {
		t.Errorf("error %v", err)
	}
}

func TestReservedTrackingNo(t *testing.T) {
	lookups := demoLookups()
	lookups.Prefixes = []string{"AX", shipment.DefaultTrackingPrefix}
	lookups.Taken = func(_ context.Context, numbers []string) (map[string]bool, error) {
		return map[string]bool{numbers[0]: true}, nil // which the caller does not learn
	}
	for sent, want := range map[string]string{
		"wb48210739526id": "reserved", "AX4821073952600SG": "reserved", "WB48210739526": "unique", "BX48210739526ID": "unique",
	} {
		if _, wrong := validateOne(t, lookups, map[string]Value{"tracking_no": str(sent)}); !strings.Contains(wrong, want) {
			t.Errorf("%s: %s", sent, wrong)
		}
	}
	_, wrong := validateOne(t, lookups, map[string]Value{"tracking_no": str("WB48210739526ID")})
	if wrong != `[{"tracking_no":["This tracking number is reserved."]}]` {
		t.Error(wrong)
	}
}

func TestFormKeepsWhatCameLast(t *testing.T) {
	d := newOrders(CreateShape())
	for range MaxOrders {
		if !d.add(orderLevel, Value{Kind: Null}) {
			t.Fatal("an order too many")
		}
	}
	if d.add(orderLevel, Value{Kind: Null}) {
		t.Fatal("no order too many")
	}
	d.begin(0, Value{Kind: Array})
	addOrder(d, nil)
	addOrder(d, map[string]Value{"consignee_name": str("Last")})
	d.begin(orderLevel, Value{Kind: Array})
	for range MaxItems {
		if !d.add(itemLevel, Value{Kind: Object}) {
			t.Fatal("an item too many")
		}
	}
	if d.add(itemLevel, Value{Kind: Object}) {
		t.Fatal("no item too many")
	}
	d.begin(orderLevel, Value{Kind: Array})
	for _, quantity := range []string{"5", "6"} {
		d.add(itemLevel, Value{Kind: Object})
		setAll(d, itemLevel, goodItem)
		setAll(d, itemLevel, map[string]Value{"item_quantity": num("x")})
		setAll(d, itemLevel, map[string]Value{"item_quantity": num(quantity)})
	}
	orders, wrong, err := validate(t.Context(), d, &createTable, demoLookups())
	if err != nil || wrong != nil {
		t.Fatal(err, string(wrong.AppendJSON(nil)))
	}
	if len(orders) != 2 || len(orders[0].Items) != 1 || orders[1].Consignee.Name != "Last" {
		t.Fatalf("orders %+v", orders)
	}
	if items := orders[1].Items; len(items) != 2 || items[0].Quantity != 5 || items[1].Quantity != 6 {
		t.Errorf("items %+v", items)
	}
}

// TestMessagesAreBounded: the order that passes the bound is listed in full, later ones are
// invalid or valid and no more.
func TestMessagesAreBounded(t *testing.T) {
	d := newOrders(CreateShape())
	isGood := func(i int) bool { return i%100 == 99 }
	hasBadItem := func(i int) bool { return i%100 == 98 } // after a good one
	for i := range MaxOrders {
		if isGood(i) || hasBadItem(i) {
			addOrder(d, nil)
			if hasBadItem(i) {
				d.add(itemLevel, Value{Kind: Object})
			}
			continue
		}
		d.add(orderLevel, Value{Kind: Object})
		d.begin(orderLevel, Value{Kind: Array})
		d.add(itemLevel, Value{Kind: Object})
	}
	_, wrong, err := validate(t.Context(), d, &createTable, demoLookups())
	if err != nil {
		t.Fatal(err)
	}
	const further = `{"non_field_errors":["Further problems of this request are not listed."]}`
	const ofBadItem = `{"items":[{},{"item_desc":["This field is required."],"item_quantity":["This field is required."],` +
		`"item_price_value":["This field is required."],"item_price_currency":["This field is required."]}]}`
	messages, full := 0, ""
	for i, node := range wrong.(List) {
		got, want := string(node.AppendJSON(nil)), full
		switch {
		case isGood(i):
			want = "{}"
		case i == 0:
			full, want = got, got
		case messages >= MaxMessages:
			want = further
		case hasBadItem(i):
			want = ofBadItem
		}
		if got != want {
			t.Fatalf("order %d after %d messages: %s\nwant %s", i, messages, got, want)
		}
		messages += strings.Count(got, "This field is required.")
	}
	if messages < MaxMessages || messages >= MaxMessages+20 {
		t.Errorf("%d messages are listed", messages)
	}
}

func TestFieldTables(t *testing.T) {
	for name, fields := range map[string][]Field{
		"create": CreateFields(), "return": ReturnFields(), "item": ItemFields(),
		"filter": FilterFields(), "envelope": CreateOptions(),
	} {
		if len(fields) >= maxSlots {
			t.Errorf("%s: %d fields, and a set of them has %d bits", name, len(fields), maxSlots)
		}
		seen := map[string]bool{}
		for _, f := range fields {
			if seen[f.Name] || f.Name == "" || f.About == "" || f.Type.Name == "" {
				t.Errorf("%s: field %+v", name, f)
			}
			seen[f.Name] = true
			if f.Required && f.Nullable {
				t.Errorf("%s: %s must be there but may be null", name, f.Name)
			}
		}
	}
	if f := CreateFields()[6]; f.Name != "order_weight" || f.Type.Digits != 10 || f.Type.Places != 3 || f.Type.Min != 1 || !f.Required {
		t.Errorf("field %+v", f)
	}
}

func TestProblemsEscapeOnlyWhatJSONDemands(t *testing.T) {
	p := Problems{
		{"a<b>", Messages{problem.Own("\"\\\x00\n\x1f</é\u2028😀"), problem.Own("x\xed\xa0\x80y\xed\xa0z")}},
		{"c", List{Problems(nil), Messages{problem.Null}, Problems{}}},
	}
	want := "{\"a<b>\":[\"\\\"\\\\\\u0000\\n\\u001f</é\u2028😀\",\"x?y??z\"],\"c\":[{},[\"This field may not be null.\"],{}]}"
	if got := string(p.AppendJSON(nil)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
