package label

import (
	"bytes"
	"slices"
	"testing"

	"waybill/internal/shipment"
)

// valuesOf are two values of the fields of a type; texts have one of their own.
var valuesOf = map[shipment.TypeName][2]string{
	shipment.TypeCountry: {"DE", "FR"}, shipment.TypeCurrency: {"EUR", "USD"}, shipment.TypeDate: {"2026-01-02", "2026-01-03"},
	shipment.TypePhone: {"+4930901820", "+4930901821"}, shipment.TypeEmail: {"a@example.com", "b@example.com"},
	shipment.TypeTrackingNo: {"WB48210739526DE", "WB48210739527DE"},
}

// set gives a field of an order the first or the second of its values.
func set(o *shipment.Order, f *shipment.Field[shipment.Order], second int) {
	switch {
	case f.IsList():
	case f.NumberAt != nil:
		*f.NumberAt(o) = int64(12_340 + second*1_000)
	case f.Type.Name == shipment.TypeChoice:
		*f.TextAt(o) = f.Type.Choices[second]
	case valuesOf[f.Type.Name][0] != "":
		*f.TextAt(o) = valuesOf[f.Type.Name][second]
	default:
		*f.TextAt(o) = []string{"A ", "Z "}[second] + f.Name
	}
}

// whole is an order or a return with a value in every field.
func whole(isReturn bool) Shipment {
	o := shipment.Order{Return: isReturn, Trade: new(shipment.OrderTrade), HAWBNo: "H-1"}
	for i := range shipment.OrderFields {
		set(&o, &shipment.OrderFields[i], 0)
	}
	o.Items = []shipment.Item{{Desc: "Shirt", Quantity: 2, PriceValue: 1250, PriceCurrency: "EUR"}}
	o.Trade.TaxIDs = []shipment.TaxID{{Party: shipment.PartyShipper, Type: "EORI", Country: "DE", Number: "DE1"}}
	o.Trade.Metadata = []shipment.Metadata{{Key: "shop", Value: "7"}}
	return Shipment{Order: o}
}

// drawn is what all documents of a shipment look like.
func drawn(t *testing.T, s Shipment) []byte {
	t.Helper()
	var all bytes.Buffer
	for _, document := range Documents() {
		if _, err := SharedPrinter.Print(&all, s, Options{Document: document}); err != nil {
			t.Fatal(err)
		}
	}
	return all.Bytes()
}

// TestWhatIsPrintedMakesALabelStale changes each field of an order and of a return: the papers change if, and only if, the table of
// fields says so. A label that was printed is to be printed again then.
func TestWhatIsPrintedMakesALabelStale(t *testing.T) {
	t.Parallel()
	before := map[bool][]byte{false: drawn(t, whole(false)), true: drawn(t, whole(true))}
	for i := range shipment.OrderFields {
		f := &shipment.OrderFields[i]
		differs := false
		for _, isReturn := range []bool{false, true} {
			s := whole(isReturn)
			switch set(&s.Order, f, 1); f.Name {
			case "service_id":
				s.Service.Name = "Another one"
			case "items":
				s.Order.Items[0].Desc = "Trousers"
			case "tax_ids":
				s.Order.Trade.TaxIDs[0].Number = "DE2"
			case "metadata":
				s.Order.Trade.Metadata[0].Value = "8"
			}
			differs = differs || !bytes.Equal(drawn(t, s), before[isReturn])
		}
		if says := (&shipment.FieldChange{Field: f.Name}).IsPrinted(); says != differs {
			t.Errorf("%s: a change of it is on a paper: %v, and the table says %v", f.Name, differs, says)
		}
	}
}

// TestWarningsNameFieldsOfTheAPI gives each text a character that no font has: a warning about it names a field that has the character.
func TestWarningsNameFieldsOfTheAPI(t *testing.T) {
	t.Parallel()
	s, unprintable := whole(false), make(map[string]rune)
	for i := range shipment.OrderFields {
		f := &shipment.OrderFields[i]
		switch f.Type.Name {
		case shipment.TypeText, shipment.TypePhone, shipment.TypeEmail:
			unprintable[f.Name] = rune(0xE000 + i)
			*f.TextAt(&s.Order) += string(unprintable[f.Name])
		}
	}
	for _, s.Order.Incoterm = range []string{"DDP", "EXW"} {
		for _, document := range Documents() {
			report, err := SharedPrinter.Review(s, Options{Document: document})
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range report.Warnings {
				if w.Problem == LeftOut && !slices.Contains(w.Characters, unprintable[w.Field]) {
					t.Errorf("%s, %s: %s has none of U+%04X", document, s.Order.Incoterm, w.Field, w.Characters)
				}
			}
		}
	}
}
