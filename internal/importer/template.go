package importer

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"maps"
	"strconv"
	"strings"
	"sync"

	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// ExampleReference is the shipper_order_id of the example rows of a template. Such an order is refused, so that a
// template that is uploaded with its examples creates no parcel.
const ExampleReference = "EXAMPLE-1"

// templateTexts are the texts of templates: descriptions of the values of types without limits of their own, rows about columns that a
// template does not have because nearly no file has them, and two rows of an order.
var templateTexts = sync.OnceValue(func() templateText { return mustRead[templateText]("data/template.json") })

type templateText struct {
	Values   map[request.TypeName]string
	Further  [][]string
	Examples [2]map[string]string
}

// WriteTemplate writes an empty file for orders of a service: the headings, which are the names of the fields, and
// two example rows, which are one order with two items. XLSX also has a sheet that explains the fields and lists
// their values.
func WriteTemplate(w io.Writer, format Format, s shipment.Service) error {
	texts, names := templateTexts(), fieldNames(allFields)
	first := maps.Clone(texts.Examples[0])
	first["service_id"] = strconv.FormatInt(s.ServiceID, 10)
	first["pickup_country"], first[consigneeCountry] = cmp.Or(s.Origin, "SG").Name(), cmp.Or(s.Destination, "ID").Name()
	orders := [][]string{names}
	for _, example := range []map[string]string{first, texts.Examples[1]} {
		orders = append(orders, each.Of(names, func(name string) string { return example[name] }))
	}
	fields := [][]string{{"Field", "Required", "Meaning", "Allowed values"}}
	for _, f := range allFields {
		required := map[bool]string{true: "yes", false: "no"}[f.Required]
		fields = append(fields, []string{f.Name, required, f.About, allowed(f, s)})
	}
	limits := strings.NewReplacer("{types}", strings.Join(shipment.TaxIDTypes(), ", "),
		"{tax_id}", strconv.Itoa(fieldsByName["tax_ids.shipper.VAT"].Type.MaxLength), "{metadata}", strconv.Itoa(shipment.MaxMetadataValue))
	for _, row := range texts.Further {
		fields = append(fields, each.Of(row, limits.Replace))
	}
	return write(w, format, ',', sheet{"Orders", len(names), rowsOf(orders)}, sheet{"Fields", 0, rowsOf(fields)})
}

func rowsOf(rows [][]string) iter.Seq2[[]Cell, error] {
	return func(yield func([]Cell, error) bool) {
		for _, texts := range rows {
			if !yield(textCells(texts...), nil) {
				return
			}
		}
	}
}

func fieldNames(fields []request.Field) []string {
	return each.Of(fields, func(f request.Field) string { return f.Name })
}

// allowed describes the values of a field.
func allowed(f request.Field, s shipment.Service) string {
	t := f.Type
	switch {
	case f.Name == "payment_type" && !s.COD:
		return shipment.PaymentPrepaid
	case f.Name == "pickup_country" && s.Origin != "":
		return s.Origin.Name()
	case f.Name == "consignee_country" && s.Destination != "":
		return s.Destination.Name()
	}
	switch t.Name {
	case request.TypeService:
		return fmt.Sprintf("%d (%s)", s.ServiceID, s.Name)
	case request.TypeChoice:
		return strings.Join(t.Choices, ", ")
	case request.TypeDecimal:
		return fmt.Sprintf("A number with at most %d decimals and %d digits", t.Places, t.Digits)
	case request.TypeInteger:
		return fmt.Sprintf("A whole number from %d", t.Min)
	default:
		if text, known := templateTexts().Values[t.Name]; known {
			return text
		}
		return fmt.Sprintf("At most %d characters", t.MaxLength)
	}
}
