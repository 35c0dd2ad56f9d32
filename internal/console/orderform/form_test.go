package orderform

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

var english = NamesIn("en")

// plain are words without a translation.
var plain = Words{Text: plainText, Names: english}

// messageTexts are the texts of the console for messages of the API, by code.
var messageTexts = sync.OnceValues(func() (texts map[string]map[string]string, err error) {
	var sections []struct {
		Codes []struct {
			Code    string
			Console map[string]string
		}
	}
	err = json.Unmarshal(problem.Table, &sections)
	texts = map[string]map[string]string{}
	for _, section := range sections {
		for _, code := range section.Codes {
			texts[code.Code] = code.Console
		}
	}
	return texts, err
})

func plainText(key string, args ...any) string {
	texts, err := messageTexts()
	if err != nil {
		panic(err)
	}
	if english := cmp.Or(texts[key]["en"], problem.English(key)); english != "" {
		return english
	}
	return fmt.Sprintf(key, args...)
}

// full is a form in which every input of two rows has a text of its own.
func full(k *Kind) *Form {
	f := New(k)
	for _, list := range []string{Items, TaxIDs, Metadata} {
		for f.Rows(list) < 2 {
			f.AddRow(list)
		}
	}
	for i, input := range f.Inputs() {
		f.Set(input, fmt.Sprint("text ", i))
	}
	return f
}

// TestNamedGroupsExist: the groups that other packages ask for by name are in both forms, but that of the service.
func TestNamedGroupsExist(t *testing.T) {
	for kind, names := range map[*Kind][]string{
		Create: {ServiceGroup, CustomsGroup, DeclarationGroup}, Return: {CustomsGroup, DeclarationGroup},
	} {
		for _, name := range names {
			if !slices.ContainsFunc(kind.Groups, func(g Group) bool { return g.Name == name && len(g.Fields) > 0 }) {
				t.Errorf("no form has a group %q with fields", name)
			}
		}
	}
}

func TestEveryFieldIsInTheFormOnce(t *testing.T) {
	for name, c := range map[string]struct {
		kind   *Kind
		fields []request.Field
	}{"create": {Create, request.CreateFields()}, "return": {Return, request.ReturnFields()}} {
		f := full(c.kind)
		count := map[string]int{}
		for _, input := range f.Inputs() {
			count[input]++
			if plain.Label(f, input) == "" || plain.Place(f, input) == "" {
				t.Errorf("%s: %s has no label or place", name, input)
			}
		}
		var want []string
		for _, field := range c.fields {
			rows := map[string][]request.Field{Items: request.ItemFields(), TaxIDs: request.TaxIDFields()}[field.Name]
			for _, of := range rows {
				want = append(want, Input(field.Name, 0, of.Name), Input(field.Name, 1, of.Name))
			}
			switch {
			case field.Name == Metadata:
				want = append(want, "metadata.0.key", "metadata.0.value", "metadata.1.key", "metadata.1.value")
			case rows == nil:
				want = append(want, field.Name)
			}
		}
		for _, input := range want {
			if count[input] != 1 {
				t.Errorf("%s: %s is there %d times", name, input, count[input])
			}
		}
		if len(count) != len(want) {
			t.Errorf("%s: %d inputs, want %d", name, len(count), len(want))
		}
	}
}

func TestWhatWasTypedStays(t *testing.T) {
	typed := "  <script>\u202eevil\n😀 =1+1  "
	f := Parse(Create, url.Values{
		"consignee_name": {typed}, "items.2.item_desc": {typed}, "unknown": {"x"}, "items.900.item_desc": {"x"}, "items.-1.item_desc": {"x"},
		"items.01.item_desc": {"x"}, "items.0.unknown": {"x"}, "tax_ids.10.number": {"x"}, "metadata.0.key": {"shop"},
	})
	if f.Value("consignee_name") != typed || f.Value("items.2.item_desc") != typed || f.Rows(Items) != 3 || f.Rows(TaxIDs) != 0 {
		t.Errorf("form %+v", f)
	}
	if got := slices.Sorted(maps.Keys(f.Values())); !slices.Equal(got, []string{"consignee_name", "items.2.item_desc", "metadata.0.key"}) {
		t.Errorf("inputs %q", got)
	}
	order := f.Order(english).Order
	if order["consignee_name"] != typed {
		t.Errorf("sent %q", order["consignee_name"])
	}
}

func TestRows(t *testing.T) {
	f := New(Create)
	f.RemoveRow(Items, 0)
	if f.Rows(Items) != 1 {
		t.Error("the last item was removed")
	}
	for row, name := range []string{"a", "b", "c"} {
		f.Set(Input(Items, row, "item_desc"), name)
		f.Set(Input(Items, row, "item_sku"), map[string]string{"c": "S"}[name])
	}
	f.RemoveRow(Items, 1)
	f.RemoveRow(Items, 7)
	if f.Rows(Items) != 2 || f.Value("items.1.item_desc") != "c" || f.Value("items.1.item_sku") != "S" || f.Value("items.2.item_desc") != "" {
		t.Errorf("after a removal %v", f.Values())
	}
	for range 12 {
		f.AddRow(TaxIDs)
	}
	if f.Rows(TaxIDs) != 10 || f.CanAdd(TaxIDs) || !f.CanAdd(Items) {
		t.Errorf("%d tax ids", f.Rows(TaxIDs))
	}
}

func TestOrderLeavesOutWhatIsEmpty(t *testing.T) {
	f := Parse(Create, url.Values{
		"consignee_country": {" indonésia"}, "pickup_country": {"SINGAPORE"}, "consignee_state": {"  "},
		"items.0.item_quantity": {"1"}, "items.0.item_price_currency": {"SGD"}, "items.1.item_desc": {"Shirt"}, "items.1.item_weight": {"0.2"},
		"tax_ids.1.number": {"7"}, "metadata.0.key": {" shop "}, "metadata.0.value": {"9"}, "metadata.2.key": {"shop"},
	})
	got, err := json.Marshal(f.Order(english).Order)
	want := `{"consignee_country":" indonésia","items":[{"item_desc":"Shirt","item_weight":"0.2"}],"metadata":{"shop":""},` +
		`"pickup_country":"SG","tax_ids":[{"number":"7"}]}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
	if repeated := f.Repeated(); !slices.Equal(repeated, []string{"metadata.2.key"}) {
		t.Errorf("repeated %q", repeated)
	}
	// A form without any item sends its first row, so that its problems name what is missing.
	if got, _ := json.Marshal(New(Create).Order(english).Order); string(got) != `{"items":[{}]}` {
		t.Errorf("empty form: %s", got)
	}
}

// TestFillIsTheInverseOfOrder: a template, or the detail of an order, fills the form with what was sent.
func TestFillIsTheInverseOfOrder(t *testing.T) {
	for name, k := range map[string]*Kind{"create": Create, "return": Return} {
		f := full(k)
		for _, input := range f.Inputs() {
			if field, _ := f.field(input); field.Type.Name == request.TypeCountry {
				f.Set(input, "Indonesia")
			}
		}
		body, err := json.Marshal(f.Order(english).Order)
		if err != nil {
			t.Fatal(err)
		}
		order, err := Decode(body)
		if err != nil {
			t.Fatal(err)
		}
		again := New(k)
		again.Fill(order, english)
		if !reflect.DeepEqual(again.Values(), f.Values()) {
			t.Errorf("%s: got %v\nwant %v", name, again.Values(), f.Values())
		}
	}
}

const detail = `{"tracking_no":"WB1","shipper_order_id":"R-7","consignee_name":"Budi","consignee_number":"+628123456789",
	"consignee_country":"Indonesia","consignee_postal":12420,"consignee_email":"b@example.com","consignee_city":null,
	"pickup_contact_name":"Jackson","pickup_country":"Singapore","pickup_address":"Jurong 1","pickup_date":"2026-01-02",
	"cod_amt_to_collect":0,"freight_amount":0,"order_length":0,"order_weight":1.5,"payment_type":"prepaid",
	"items":[{"item_desc":"Shirt","item_quantity":2,"item_price_value":0,"item_price_currency":"SGD","item_weight":0}],
	"metadata":{"b":"2","a":"1"}}`

func TestFormsOfAnOrder(t *testing.T) {
	order, err := Decode([]byte(detail))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		form *Form
		want map[string]string // "" is none
	}{
		"copy": {CopyOf(order, NamesIn("id")), map[string]string{
			"tracking_no": "", "pickup_date": "", "consignee_postal": "12420", "pickup_country": "Singapura", "cod_amt_to_collect": "",
			"order_length": "0", "items.0.item_quantity": "2", "items.0.item_price_value": "0", "items.0.item_weight": "", "metadata.0.key": "a",
			"metadata.1.value": "2", "consignee_city": "",
		}},
		"after": {After(order, english), map[string]string{
			"consignee_name": "", "pickup_country": "Singapore", "pickup_address": "Jurong 1", "items.0.item_price_currency": "SGD",
			"items.0.item_desc": "", "pickup_date": "",
		}},
		"return": {ReturnOf(order, english), map[string]string{
			"forward_tracking_no": "WB1", "service_type": "PICKUP", "pickup_contact_name": "Budi", "consignee_name": "Jackson",
			"pickup_country": "Indonesia", "consignee_country": "Singapore", "consignee_address": "Jurong 1",
			"pickup_contact_email": "b@example.com",
			"order_weight":         "1.5", "items.0.item_desc": "Shirt", "metadata.0.key": "", "export_reason": "return",
		}},
	} {
		for input, want := range c.want {
			if got := c.form.Value(input); got != want {
				t.Errorf("%s: %s is %q, want %q", name, input, got, want)
			}
		}
	}
}

func TestNames(t *testing.T) {
	for tag, name := range map[string]string{"en": "Singapore", "id": "Singapura", "zh-Hans": "新加坡", "unknown": "Singapore"} {
		n := NamesIn(tag)
		if n.Country("SGP") != name || n.Code(" "+strings.ToUpper(name)) != "SG" || n.Code("Singapore") != "SG" || n.Code("Atlantis") != "" {
			t.Errorf("%s: %s, %s", tag, n.Country("SGP"), n.Code(name))
		}
		if len(n.Countries()) < 240 || n.Country("Atlantis") != "Atlantis" {
			t.Errorf("%s: %d countries", tag, len(n.Countries()))
		}
	}
	if !slices.Contains(english.Currencies(), Choice{"IDR", "Indonesia"}) || !slices.Contains(english.Currencies(), Choice{"EUR", ""}) {
		t.Error("currencies lack IDR or EUR")
	}
	first := NamesIn("zh-Hans").Countries()[0].Value // by pinyin
	if first != "阿尔巴尼亚" {
		t.Errorf("the first country in Chinese is %s", first)
	}
}

var update = flag.Bool("update", false, "write orders.txt")

// TestNamesAreInOrder: the names of all countries stand in the order of their language.
func TestNamesAreInOrder(t *testing.T) {
	var want strings.Builder
	for _, tag := range shipment.PageLanguages() {
		n, order := NamesIn(tag), collate.New(language.Make(tag))
		countries := slices.SortedStableFunc(slices.Values(shipment.Countries()), func(a, b shipment.Country) int {
			return order.CompareString(n.names[a], n.names[b])
		})
		want.WriteString(tag)
		for _, c := range countries {
			want.WriteString(" " + string(c))
		}
		want.WriteString("\n")
	}
	if *update {
		if err := os.WriteFile("orders.txt", []byte(want.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if orders != want.String() {
		t.Error("orders.txt is not in order: go test ./internal/console/orderform -run TestNamesAreInOrder -update")
	}
}

func TestFormUnderstandsHowPeopleWrite(t *testing.T) {
	f := New(Create)
	for input, value := range map[string]string{
		"consignee_country": "Indonesia", "consignee_number": "0812-3456-7890",
		"pickup_country": "Singapore", "pickup_contact_number": "91234567",
		"order_weight": "1,5", "order_length": "0,125", "order_width": "1,500", "order_height": "12.5", "items.0.item_price_value": "10,50",
	} {
		f.Set(input, value)
	}
	order := f.Order(english).Order
	for field, want := range map[string]string{
		"consignee_number": "+6281234567890", "pickup_contact_number": "+6591234567",
		"order_weight": "1.5", "order_length": "0.125", "order_width": "1,500", "order_height": "12.5",
	} {
		if order[field] != want {
			t.Errorf("%s: %v, want %s", field, order[field], want)
		}
	}
	if item := order[Items].([]any)[0].(map[string]any); item["item_price_value"] != "10.50" {
		t.Errorf("price: %v", item)
	}
	f.Set("consignee_number", "12")
	f.Set("pickup_country", "Atlantis")
	if order := f.Order(english).Order; order["consignee_number"] != "12" || order["pickup_contact_number"] != "91234567" {
		t.Errorf("numbers that are none of the country: %v", order)
	}
}

func TestFocus(t *testing.T) {
	f := New(Create)
	f.Set("items.0.item_price_currency", "SGD")
	if got := f.Focus(); got != "consignee_name" {
		t.Errorf("at first: %s", got)
	}
	f.AddRow(Items)
	if got := f.Focus(); got != "items.1.item_desc" || f.Value("items.1.item_price_currency") != "SGD" {
		t.Errorf("of a new item: %s, %s", got, f.Value("items.1.item_price_currency"))
	}
}
