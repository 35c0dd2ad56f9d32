package orderform

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/address"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// Order is the JSON object of an order of the API.
type Order map[string]any

// Sent is an order as it is sent, and where its rows are in the form.
type Sent struct {
	Order Order
	// rows are the rows of the form by their place in the lists of the order, which have no empty rows.
	rows map[string][]int
	keys map[string]int // the rows of metadata, by key
}

// Order makes the order of a form. What was typed is sent as text, and empty inputs are left out. A country may be in the
// words of the names.
func (f *Form) Order(names *Names) Sent {
	s := Sent{Order: Order{}, rows: map[string][]int{}, keys: map[string]int{}}
	for name, field := range f.fields {
		if value, given := sendable(field, f.values[name], names); given {
			s.Order[name] = value
		}
	}
	s.completeNumber(f, "consignee_number", "consignee_country")
	s.completeNumber(f, "pickup_contact_number", "pickup_country")
	s.completeNumber(f, "number", "country") // of an entry of a book
	for list, fields := range f.lists {
		var all []any
		for row := range f.rows[list] {
			if f.emptyRow(list, row) && (list != Items || !f.emptyRows(list) || row > 0) {
				continue
			}
			s.rows[list] = append(s.rows[list], row)
			element := map[string]any{}
			for _, field := range fields {
				if value, given := sendable(field, f.values[Input(list, row, field.Name)], names); given {
					element[field.Name] = value
				}
			}
			all = append(all, element)
		}
		switch {
		case len(all) == 0:
		case list == Metadata:
			s.Order[list] = s.metadata(f)
		default:
			s.Order[list] = all
		}
	}
	return s
}

// Drawn is the order as far as a label can show it: what is missing or no value is left out. Nothing else may be done with it.
func (s Sent) Drawn() shipment.Order {
	var o shipment.Order
	draw(shipment.OrderFields, s.Order, &o)
	for _, item := range s.Order.List(Items) {
		o.Items = append(o.Items, shipment.Item{})
		draw(shipment.ItemFields, item, &o.Items[len(o.Items)-1])
	}
	return o
}

func draw[T any](fields []shipment.Field[T], typed Order, on *T) {
	for i := range fields {
		f, text := &fields[i], shipment.CutText(typed.Text(fields[i].Name), shipment.MaxAddress)
		switch n, err := strconv.ParseFloat(text, 64); {
		case text == "":
		case f.Type.Name == shipment.TypeCountry:
			country, _ := shipment.CountryByName(text)
			*f.TextAt(on) = string(country)
		case f.TextAt != nil:
			*f.TextAt(on) = text
		case f.NumberAt != nil && err == nil && n >= 0 && n < 1e9:
			*f.NumberAt(on) = int64(math.Round(n * math.Pow10(f.Type.Places)))
		}
	}
}

// completeNumber gives a phone number the code of the country of its party.
func (s Sent) completeNumber(f *Form, number, country string) {
	text, typed := s.Order[number].(string)
	if !typed || f.fields[number].Type.Name != request.TypePhone {
		return
	}
	code, _ := s.Order[country].(string)
	known, _ := shipment.CountryByName(code)
	s.Order[number] = address.WithCountryCode(text, known)
}

func sendable(field Field, typed string, names *Names) (value string, given bool) {
	if strings.TrimSpace(typed) == "" {
		return "", false
	}
	switch {
	case field.Type.Name == request.TypeCountry:
		return names.code(typed), true
	case field.Type.Name == request.TypeDecimal && decimalComma.MatchString(strings.TrimSpace(typed)):
		return strings.Replace(typed, ",", ".", 1), true
	default:
		return typed, true
	}
}

// decimalComma is a number whose comma can only be that of a fraction: 1,500 may be a thousand and a half.
var decimalComma = regexp.MustCompile(`^[0-9]+,([0-9]{1,2}|[0-9]{4,})$|^0,[0-9]+$`)

// metadata makes the object of the rows of metadata.
func (s Sent) metadata(f *Form) map[string]any {
	object := map[string]any{}
	for _, row := range s.rows[Metadata] {
		name := strings.TrimSpace(f.values[Input(Metadata, row, "key")])
		s.keys[name] = row
		object[name] = f.values[Input(Metadata, row, "value")]
	}
	return object
}

// suggested are the fields of a row that are filled in for people, and so do not make a row one that has a value.
var suggested = map[string]bool{"item_quantity": true, "item_price_currency": true}

func (f *Form) emptyRow(list string, row int) bool {
	return !slices.ContainsFunc(f.lists[list], func(of Field) bool {
		return !suggested[of.Name] && strings.TrimSpace(f.values[Input(list, row, of.Name)]) != ""
	})
}

func (f *Form) emptyRows(list string) bool {
	for row := range f.rows[list] {
		if !f.emptyRow(list, row) {
			return false
		}
	}
	return true
}

// Repeated are the inputs of keys of metadata that an earlier row has, too.
func (f *Form) Repeated() []string {
	var repeated []string
	seen := map[string]bool{}
	for row := range f.rows[Metadata] {
		input := Input(Metadata, row, "key")
		name := strings.TrimSpace(f.values[input])
		if name != "" && seen[name] {
			repeated = append(repeated, input)
		}
		seen[name] = true
	}
	return repeated
}

// EmptyItems reports whether no item has a value.
func (f *Form) EmptyItems() bool { return f.emptyRows(Items) }
