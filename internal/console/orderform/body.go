package orderform

import (
	"strings"

	"waybill/internal/request"
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
	for list, fields := range f.lists {
		var all []any
		for row := range f.rows[list] {
			if f.emptyRow(list, row) && (list != Items || !f.emptyRows(list) || row > 0) {
				continue
			}
			s.rows[list] = append(s.rows[list], row)
			element := Order{}
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

func sendable(field Field, typed string, names *Names) (value string, given bool) {
	if strings.TrimSpace(typed) == "" {
		return "", false
	}
	if field.Type.Name == request.TypeCountry {
		return names.code(typed), true
	}
	return typed, true
}

// metadata makes the object of the rows of metadata.
func (s Sent) metadata(f *Form) map[string]string {
	object := map[string]string{}
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
	for _, of := range f.lists[list] {
		if !suggested[of.Name] && strings.TrimSpace(f.values[Input(list, row, of.Name)]) != "" {
			return false
		}
	}
	return true
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
