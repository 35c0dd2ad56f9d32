package orderform

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/request"
	"waybill/internal/shipment"
)

// Form is a form with what was typed. The name of an input is that of the field, with the list and the number of the row
// before it for the field of a row: items.0.item_desc.
type Form struct {
	*Kind
	values map[string]string
	rows   map[string]int
	focus  string // the input in which one begins to type; "": the first one
}

// most are the most rows of the lists.
var most = map[string]int{Items: request.MaxItems, TaxIDs: shipment.MaxTaxIDs, Metadata: shipment.MaxMetadata}

// New makes an empty form, with one row of items.
func New(k *Kind) *Form {
	return &Form{Kind: k, values: map[string]string{}, rows: map[string]int{Items: 1}}
}

// Parse reads a form that was sent. Inputs that the form does not have are ignored.
func Parse(k *Kind, sent url.Values) *Form {
	f := New(k)
	for input := range sent {
		list, row, _, ok := split(input)
		switch {
		case ok && row < most[list]:
			f.rows[list] = max(f.rows[list], row+1)
		case ok:
			continue
		}
		if _, known := f.field(input); known {
			f.values[input] = sent.Get(input)
		}
	}
	return f
}

// Input is the name of the input of a field of a row.
func Input(list string, row int, field string) string {
	return list + "." + strconv.Itoa(row) + "." + field
}

// split takes the name of an input of a row apart.
func split(input string) (list string, row int, field string, ok bool) {
	parts := strings.SplitN(input, ".", 3)
	if len(parts) != 3 || most[parts[0]] == 0 {
		return "", 0, "", false
	}
	row, err := strconv.Atoi(parts[1])
	if err != nil || row < 0 || strconv.Itoa(row) != parts[1] {
		return "", 0, "", false
	}
	return parts[0], row, parts[2], true
}

// field is the field of an input, if the form has it.
func (f *Form) field(input string) (field Field, known bool) {
	if list, _, name, ok := split(input); ok {
		return fieldNamed(f.lists[list], name)
	}
	field, known = f.fields[input]
	return field, known
}

// Value returns the text of an input.
func (f *Form) Value(input string) string { return f.values[input] }

// Set sets what an input has. An input that the form does not have is ignored.
func (f *Form) Set(input, value string) {
	if _, known := f.field(input); !known {
		return
	}
	if list, row, _, ok := split(input); ok {
		f.rows[list] = max(f.rows[list], row+1)
	}
	f.values[input] = value
}

// SetIfEmpty is Set for an input into which nothing was typed.
func (f *Form) SetIfEmpty(input, value string) {
	if f.values[input] == "" {
		f.Set(input, value)
	}
}

// Values are all inputs that have a value.
func (f *Form) Values() map[string]string { return maps.Clone(f.values) }

// Take takes over what another form of the order has in the groups that it shows.
func (f *Form) Take(part *Form) {
	maps.DeleteFunc(f.values, func(input, _ string) bool { return part.GroupOf(input) >= 0 })
	maps.DeleteFunc(part.values, func(input, _ string) bool { return part.GroupOf(input) < 0 })
	maps.Copy(f.values, part.values)
	for _, g := range part.Groups {
		f.rows[g.List] = part.rows[g.List]
	}
}

// Rows is how many rows a list has.
func (f *Form) Rows(list string) int { return f.rows[list] }

// CanAdd reports whether a list may have another row.
func (f *Form) CanAdd(list string) bool { return f.rows[list] < most[list] }

// Shows reports whether the fields of a group are shown.
func (f *Form) Shows(g Group) bool {
	return !g.OnDemand || slices.ContainsFunc(g.Fields, func(of Field) bool {
		_, there := f.values[of.Name]
		return there
	})
}

// AddRow adds a row to a list, unless it has the most. A new item has the currency of the first one. The first field of a group in
// the place of a list shows the group.
func (f *Form) AddRow(list string) {
	if _, known := f.fields[list]; known {
		f.focus = list
		f.SetIfEmpty(list, "")
	}
	if !f.CanAdd(list) {
		return
	}
	f.focus = Input(list, f.rows[list], f.lists[list][0].Name)
	f.rows[list]++
	if list == Items {
		f.SetIfEmpty(Input(list, f.rows[list]-1, "item_price_currency"), f.values[Input(list, 0, "item_price_currency")])
	}
}

// Focus is the input in which one begins to type: the first one of a row that was added, that of FocusOn, or the first of all.
func (f *Form) Focus() string { return cmp.Or(f.focus, f.Inputs()[0]) }

// FocusOn sets the input in which one begins to type.
func (f *Form) FocusOn(input string) { f.focus = input }

// RemoveRow removes a row of a list. The rows after it move up. A form keeps one row of items.
func (f *Form) RemoveRow(list string, row int) {
	if row < 0 || row >= f.rows[list] {
		return
	}
	for _, of := range f.lists[list] {
		for at := row; at < f.rows[list]; at++ {
			if value, typed := f.values[Input(list, at+1, of.Name)]; typed && at+1 < f.rows[list] {
				f.values[Input(list, at, of.Name)] = value
			} else {
				delete(f.values, Input(list, at, of.Name))
			}
		}
	}
	f.rows[list]--
	if list == Items {
		f.rows[list] = max(f.rows[list], 1)
	}
}

// InputOf is the input of a field of an order, of a list its first one; "" if the form has none.
func (f *Form) InputOf(field string) string {
	if _, known := f.fields[field]; known {
		return field
	}
	if fields := f.lists[field]; fields != nil {
		return Input(field, 0, fields[0].Name)
	}
	return ""
}

// Has reports whether a group has a value.
func (f *Form) Has(g Group) bool {
	for input, value := range f.values {
		list, _, _, ofRow := split(input)
		_, inGroup := fieldNamed(g.Fields, input)
		if value != "" && (inGroup || ofRow && list == g.List) {
			return true
		}
	}
	return false
}

// Inputs are the names of all inputs, in the order in which they are shown.
func (f *Form) Inputs() []string {
	var all []string
	for _, g := range f.Groups {
		for _, of := range g.Fields {
			all = append(all, of.Name)
		}
		for row := range f.rows[g.List] {
			for _, of := range f.lists[g.List] {
				all = append(all, Input(g.List, row, of.Name))
			}
		}
	}
	return all
}
