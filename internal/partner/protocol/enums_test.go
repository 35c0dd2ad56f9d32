package protocol_test

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"waybill/internal/partner/protocol"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// withoutEnum are the choices of orders that the document does not list, with the reason.
var withoutEnum = map[string]string{
	"TaxID/type": "the consignee's identification is among the tax ids, with the shipper's own word for its kind",
}

// TestEnumsAreThoseOfOrders compares each list of values in the document with the values that the code knows. A list that has fewer makes
// adapters refuse orders.
func TestEnumsAreThoseOfOrders(t *testing.T) {
	labelWords := slices.Collect(maps.Keys(protocol.LabelSources))
	want := map[string][]string{
		"Acceptance/label": without("", labelWords), "Accepted/label": without("", labelWords),
		"Error/error":              texts(protocol.CodeRefused, protocol.CodeTemporary, protocol.CodeNotFound, protocol.CodeNotReady),
		"Label/format":             texts(shipment.LabelPDF, shipment.LabelPNG, shipment.LabelZPL),
		"Capabilities/needs/items": slices.Clone(shipment.CustomsNeeds),
		"Results/results/items/outcome": texts(store.ReportTaken, store.ReportKnown, store.ReportUnknown, store.ReportCancelled,
			store.ReportRefused), // unmoved is taken with "moved": false, and full is refused
	}
	choices(want, "Order/", "", shipment.OrderFields)
	choices(want, "Item/", "item_", shipment.ItemFields)
	choices(want, "TaxID/", "", shipment.TaxIDFields)
	for kind, fields := range request.PartnerReportFields() {
		name := map[string]string{"accepted": "Accepted", "tracking": "Tracking", "label": "LateLabel"}[kind]
		for _, f := range fields {
			if f.Type.Choices != nil {
				want[name+"/"+f.Name] = slices.Clone(f.Type.Choices)
			}
		}
	}
	for _, kind := range []string{"Accepted", "Tracking", "LateLabel"} {
		delete(want, kind+"/type") // a constant
	}
	text, err := os.ReadFile(documentPath)
	if err != nil {
		t.Fatal(err)
	}
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	enums(got, "", document)
	for place, values := range got {
		slices.Sort(want[place])
		slices.Sort(values)
		if !slices.Equal(values, want[place]) {
			t.Errorf("%s is one of %q in the document, and of %q in the code", place, values, want[place])
		}
	}
	for place := range want {
		if _, listed := got[place]; listed == (withoutEnum[place] != "") {
			t.Errorf("%s is listed in the document: %v. Want an enum there, or a reason in withoutEnum", place, listed)
		}
	}
}

// choices adds the values of fields that have choices: "" is a field that was not sent.
func choices[T any](to map[string][]string, schema, prefix string, fields []shipment.Field[T]) {
	for _, f := range fields {
		if f.Type.Choices == nil {
			continue
		}
		values := slices.Clone(f.Type.Choices)
		if schema != "TaxID/" {
			values = append(values, "")
		}
		to[schema+strings.TrimPrefix(f.Name, prefix)] = values
	}
}

// enums finds the enums of a document by their place, such as Order/export_reason.
func enums(found map[string][]string, place string, value any) {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			enums(found, place, element)
		}
	case map[string]any:
		if list, is := value["enum"].([]any); is {
			for _, element := range list {
				found[place] = append(found[place], element.(string))
			}
		}
		for key, below := range value {
			switch key {
			case "components", "schemas", "properties":
				enums(found, place, below)
			default:
				enums(found, strings.TrimPrefix(place+"/"+key, "/"), below)
			}
		}
	}
}

func texts[T ~string](values ...T) (all []string) {
	for _, v := range values {
		all = append(all, string(v))
	}
	return all
}

func without[T ~string](left T, values []T) []string {
	return texts(slices.DeleteFunc(slices.Clone(values), func(v T) bool { return v == left })...)
}
