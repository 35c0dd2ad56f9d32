package orderform

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"waybill/internal/inforce"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// wrongValues are texts that some field refuses.
func wrongValues() []string {
	return []string{
		"", " ", strings.Repeat("é", 1001), "a\x00b", "1,5", "0.0001", "-1", "12345678901234", "123456789.5", "3000000000", "1.2.3",
		"no-mail", "+12", "x", "2026-02-30", "ftp://x", "https://u:p@example.com", "https://example.com:99999", "12345", "WB70000000001ID",
	}
}

// TestEveryMessageIsInWords: no message of the API's validation reaches people as it is, and each is at its input.
func TestEveryMessageIsInWords(t *testing.T) {
	lookups := request.Lookups{
		Prefixes: []string{"WB"},
		Taken: func(_ context.Context, numbers []string) (map[string]bool, error) {
			return map[string]bool{numbers[0]: true}, nil
		},
		Forward: func(context.Context, []shipment.ForwardRef) (map[string]*shipment.Order, error) {
			return map[string]*shipment.Order{}, nil
		},
	}
	for _, k := range []*Kind{Create, Return} {
		for _, wrong := range wrongValues() {
			f := full(k)
			for _, input := range f.Inputs() {
				if field, _ := f.field(input); field.Name != "key" {
					f.Set(input, wrong)
				}
			}
			for _, p := range problemsOf(t, k, f, lookups) {
				checkWords(t, wrong, p)
			}
		}
	}
}

func checkWords(t *testing.T, typed string, p Problem) {
	t.Helper()
	for _, leak := range []string{"This field", "Ensure", "is not a valid choice", "valid number", "valid integer", "pk ", "%!", "null"} {
		if strings.Contains(p.Message, leak) {
			t.Errorf("%.20q: %s: %s", typed, p.Input, p.Message)
		}
	}
	if p.Input == "" {
		t.Errorf("%.20q: %s is at no input", typed, p.Message)
	}
}

// problemsOf sends a form to the validation of the API.
func problemsOf(t *testing.T, k *Kind, f *Form, lookups request.Lookups) []Problem {
	t.Helper()
	sent := f.Order(english)
	body, err := json.Marshal(map[string]any{"orders": []any{sent.Order}})
	if err != nil {
		t.Fatal(err)
	}
	shape, read := request.CreateShape(), request.ReadCreate
	if k == Return {
		shape, read = request.ReturnShape(), request.ReadReturns
	}
	decoded, err := request.Decode(body, shape)
	if err != nil {
		t.Fatal(err)
	}
	_, problems, err := read(t.Context(), decoded, lookups)
	if err != nil {
		t.Fatal(err)
	}
	byPath := map[string][]problem.Message{}
	for at, m := range request.Each(problems) {
		path := strings.ReplaceAll(strings.TrimPrefix(at.Pointer(), "/"), "/", ".")
		byPath[path] = append(byPath[path], m)
	}
	return sent.Problems(f, byPath, plain)
}

// at is a problem at an input.
func at(input, message string) []Problem { return []Problem{{Input: input, Message: message}} }

func TestProblemsAreAtTheirInputs(t *testing.T) {
	lookups := request.Lookups{Services: map[int64]shipment.Service{1: {ServiceID: 1, Origin: "SG", Destination: "ID"}}}
	valid := map[string]string{
		"service_id": "1", "order_length": "1", "order_width": "1", "order_height": "1", "order_weight": "1", "payment_type": "prepaid",
		"consignee_name": "Budi", "consignee_number": "+628123456789", "consignee_country": "Indonesia", "consignee_address": "Jl. 1",
		"pickup_country": "Singapore", "pickup_address": "Jurong 1", "items.0.item_desc": "Shirt", "items.0.item_quantity": "1",
		"items.0.item_price_value": "5", "items.0.item_price_currency": "SGD",
	}
	for _, c := range []struct {
		typed map[string]string
		want  []Problem
	}{
		{nil, nil},
		{map[string]string{"consignee_name": " "}, at("consignee_name", "Name is missing.")},
		{
			map[string]string{
				"items.2.item_desc": "Cap", "items.2.item_quantity": "x", "items.2.item_price_value": "1", "items.2.item_price_currency": "SGD",
			},
			at("items.2.item_quantity", "Quantity must be a whole number, such as 2."),
		},
		{map[string]string{"consignee_country": "Japan"}, at("service_id", "This service runs from Singapore to Indonesia.")},
		{
			map[string]string{"payment_type": "cod", "order_weight": "0"},
			at("order_weight", "Weight in kg must be at least 0.001."),
		},
		{map[string]string{"payment_type": "cod", "cod_amt_to_collect": "5"}, []Problem{
			{Input: "items.0.item_price_currency", Message: "With cash on delivery the currency is IDR, that of Indonesia."},
			{Input: "payment_type", Message: "This service does not offer cash on delivery."},
		}},
		{map[string]string{"service_id": "99"}, at("service_id", "Service: choose one of the list.")},
		{map[string]string{"consignee_country": "Atlantis"}, at("consignee_country", "Country: choose one of the list.")},
		{map[string]string{"tax_ids.3.number": "7", "tax_ids.3.type": "VAT"}, at("tax_ids.3.party", "Whose is missing.")},
		{map[string]string{"metadata.1.value": "7"}, at("metadata.1.key", "Title is missing.")},
		{
			map[string]string{"metadata.1.key": "shop", "metadata.1.value": strings.Repeat("x", 501)},
			at("metadata.1.value", "Value can have at most 500 characters."),
		},
	} {
		f := New(Create)
		for input, value := range valid {
			f.Set(input, value)
		}
		for input, value := range c.typed {
			f.Set(input, value)
		}
		got := problemsOf(t, Create, f, lookups)
		if len(got) != len(c.want) {
			t.Errorf("%v: %v, want %v", c.typed, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%v: %v, want %v", c.typed, got[i], c.want[i])
			}
		}
	}
}

func TestWarningsAreAtTheirInputs(t *testing.T) {
	f := New(Create)
	f.Set("items.1.item_desc", "Shirt")
	f.Set("tax_ids.2.number", "7")
	warning := func(field string, index int, m problem.Message) inforce.Warning {
		return inforce.Warning{FieldProblem: request.FieldProblem{Field: field, Index: index, Message: m}}
	}
	got := f.Order(english).Warnings(f, []inforce.Warning{
		warning("tax_ids", 0, problem.Own("tax")),
		warning("item_hs_code", 0, problem.Own("hs")),
		warning("consignee_postal", -1, problem.Own("postal")),
		warning("items", -1, problem.Own("items")),
		warning("hawb_no", -1, problem.Own("none")),
		warning("items", -1, problem.MissingRestriction),
	}, plain)
	want := []Problem{
		{Message: plain.Say("", problem.MissingRestriction), Setting: "restriction_type"},
		{Message: "none"},
		{Input: "consignee_postal", Message: "postal"},
		{Input: "items.1.item_desc", Message: "items"},
		{Input: "items.1.item_hs_code", Message: "hs"},
		{Input: "tax_ids.2.number", Message: "tax"},
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("warning %d is %v, want %v", i, got[i], want[i])
		}
	}
}

// TestSay: messages are said in the words of the console.
func TestSay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		label   string
		message problem.Message
		want    string
	}{
		{"Weight", problem.MinValue.With("0.001"), "Weight must be at least 0.001."},
		{"", problem.Required, "This value is missing."},
		{
			"E-mail", problem.Join(problem.MaxLength.With(255), problem.NotEmail),
			"E-mail can have at most 255 characters. E-mail must look like name@example.com.",
		},
		{"Service", problem.OtherLane.With(1, "KR", problem.AnyCountry), "This service runs from South Korea to any country."},
		{
			"Postal code", problem.PostalDigits.With("Singapore", "6", "018989 or 238823"),
			"A postal code of Singapore has 6 digits, such as 018989 or 238823.",
		},
		{
			"", problem.UnclearDate.With("2026-02-01 or 2026-01-02"),
			"It may be 2026-02-01 or 2026-01-02. Write the year first, as in 2026-01-31.",
		},
		{
			"", problem.RowsDisagree.With("B3", `a "b". {cell}`),
			`Cell B3 of the same order has “a "b". {cell}”. The rows of an order must have the same here, or nothing.`,
		},
		{
			"Logo", problem.FileRefused.With(problem.LogoNotPNG.With("png: invalid format: not a PNG file")),
			"The file cannot be used: it is not a PNG.",
		},
		{"Logo", problem.FileRefused.With("it has 9 bytes: at most 5"), "The file cannot be used: it has 9 bytes: at most 5."},
		{"Name", problem.Own("The operator's own rule. With two sentences."), "The operator's own rule. With two sentences."},
		{"{max}", problem.MaxLength.With(9), "{max} can have at most 9 characters."},
	} {
		if got := plain.Say(c.label, c.message); got != c.want {
			t.Errorf("%q: %q, want %q", c.message, got, c.want)
		}
	}
}
