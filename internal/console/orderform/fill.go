package orderform

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// Decode reads an order as JSON, such as a template.
func Decode(body []byte) (Order, error) {
	var order Order
	decoder := json.NewDecoder(strings.NewReader(string(body)))
	decoder.UseNumber()
	if err := decoder.Decode(&order); err != nil {
		return nil, fmt.Errorf("read an order: %w", err)
	}
	return order, nil
}

// OfOrder has the fields of an order, as the API shows them.
func OfOrder(o *shipment.Order) Order {
	order := Order(valuesOf(shipment.OrderFields, o))
	order[Items] = each.Of(o.Items, func(item shipment.Item) any { return valuesOf(shipment.ItemFields, &item) })
	if o.Trade == nil {
		return order
	}
	order[TaxIDs] = each.Of(o.Trade.TaxIDs, func(id shipment.TaxID) any { return valuesOf(shipment.TaxIDFields, &id) })
	order[Metadata] = each.Pairs(o.Trade.Metadata, func(m shipment.Metadata) (string, any) { return m.Key, m.Value })
	return order
}

func valuesOf[T any](fields []shipment.Field[T], of *T) map[string]any {
	values := make(map[string]any, len(fields))
	for i := range fields {
		switch f := &fields[i]; {
		case f.IsList():
		case f.NumberAt != nil:
			values[f.Name] = json.Number(f.AppendJSON(nil, of))
		default:
			values[f.Name] = f.Shown(of)
		}
	}
	return values
}

// Fill fills a form with the values of an order, countries by their names in a language. What the form does not have is
// left out, so are values of another form than the API gives them.
func (f *Form) Fill(order Order, names *Names) {
	for name, field := range f.fields {
		f.fill(name, field, order[name], names)
	}
	for _, list := range []string{Items, TaxIDs} {
		rows, _ := order[list].([]any)
		for row, element := range rows[:min(len(rows), most[list])] {
			values, _ := element.(map[string]any)
			for _, field := range f.lists[list] {
				f.fill(Input(list, row, field.Name), field, values[field.Name], names)
			}
		}
	}
	metadata := order.Metadata()
	for row, m := range metadata[:min(len(metadata), most[Metadata])] {
		f.Set(Input(Metadata, row, "key"), m[0])
		f.Set(Input(Metadata, row, "value"), m[1])
	}
}

func (f *Form) fill(input string, field Field, value any, names *Names) {
	typed := typedValue(value)
	switch {
	case typed == "", isZero(field, value):
		return
	case field.Type.Name == request.TypeCountry:
		typed = names.Country(typed)
	case field.Type.Name == request.TypeChoice:
		if i := slices.IndexFunc(field.Type.Choices, func(c string) bool { return strings.EqualFold(c, typed) }); i >= 0 {
			typed = field.Type.Choices[i]
		}
	}
	f.Set(input, lineBreaks.Replace(typed))
}

// lineBreaks become spaces. A browser removes them from an input, so that the last word of a line and the first one of the
// next become one, and a form that nobody touched has other values.
var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// isZero reports whether a value is the number that the API shows for an optional one that was not sent.
func isZero(field Field, value any) bool {
	n, isNumber := value.(json.Number)
	if !isNumber || field.Required || field.Type.Name != request.TypeDecimal {
		return false
	}
	amount, err := n.Float64()
	return err == nil && amount == 0
}

// typedValue is a value of JSON as it would be typed, "" for one that cannot be.
func typedValue(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

// CopyOf is the form of a new order like another one, without its tracking number and the day of its pickup.
func CopyOf(detail Order, names *Names) *Form {
	f := New(Create)
	f.Fill(detail, names)
	for _, name := range []string{"tracking_no", "pickup_date"} {
		delete(f.values, name)
	}
	return f
}

// After is the form of a new order after the last one: with its pickup address, and the currency of its items.
func After(last Order, names *Names) *Form {
	f, before := New(Create), New(Create)
	before.Fill(last, names)
	for _, of := range fieldsOf["contact"] {
		f.Set(of.Name, before.Value(of.Name))
	}
	f.Set(Input(Items, 0, "item_price_currency"), before.Value(Input(Items, 0, "item_price_currency")))
	return f
}

// ReturnOf is the form of the return of an order: from its consignee to its pickup address.
func ReturnOf(detail Order, names *Names) *Form {
	f := New(Return)
	swapped := Order{
		"forward_tracking_no": detail["tracking_no"], "shipper_order_id": detail["shipper_order_id"],
		"export_reason": "return", Items: detail[Items], "service_type": "PICKUP",
	}
	for _, of := range fieldsOf["package"] {
		swapped[of.Name] = detail[of.Name]
	}
	for i, of := range fieldsOf["consignee"] {
		contact := fieldsOf["contact"][i].Name
		swapped[of.Name], swapped[contact] = detail[contact], detail[of.Name]
	}
	f.Fill(swapped, names)
	return f
}

// Text is a field of an order as it would be typed, "" if it has none.
func (o Order) Text(field string) string { return typedValue(o[field]) }

// List is a list of an order, such as its items.
func (o Order) List(field string) []Order {
	elements, _ := o[field].([]any)
	all := make([]Order, 0, len(elements))
	for _, element := range elements {
		if object, ok := element.(map[string]any); ok {
			all = append(all, object)
		}
	}
	return all
}

// Metadata are the keys and values of the metadata of an order, by key.
func (o Order) Metadata() [][2]string {
	object, _ := o[Metadata].(map[string]any)
	return each.Of(slices.Sorted(maps.Keys(object)), func(name string) [2]string { return [2]string{name, typedValue(object[name])} })
}
