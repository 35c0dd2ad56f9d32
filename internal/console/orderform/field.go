package orderform

import (
	"slices"

	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// Field is a field of the form: that of the API, in people's words. Label, Hint, Group and the texts of options are keys
// of texts.
type Field struct {
	request.Field
	Label, Hint string
	Options     []Option // of a choice, without the empty one
	More        bool     // it is folded away until it is needed
}

// Option is a choice: its value in the API, and a key of texts.
type Option struct{ Value, Text string }

// Group is fields that belong together, under a heading.
type Group struct {
	Name, Hint string // keys of texts
	Fields     []Field
	List       string // items, tax_ids or metadata: the group ends with its rows; "": it has none
	Folded     bool   // until it has a value or a problem
	OnDemand   bool   // its fields are shown once somebody asks for them, or one has a value
	Card       string // the card on the page of an order that shows it: consignee, pickup, items, shipment, customs or records
	Step       string // a key of texts: the step of a new order that begins with it; "": none does
	// Line are the fields of the one line that the group is when nothing that it needs is missing; none: it never is.
	Line []string
}

// The lists of an order.
const (
	Items    = "items"
	TaxIDs   = "tax_ids"
	Metadata = "metadata"
)

// metadataFields are those of a row of metadata, whose JSON is an object.
var metadataFields = []Field{
	{Field: request.Field{Name: "key", Type: request.Type{Name: request.TypeText}, Required: true}, Label: key("Title")},
	{Field: request.Field{Name: "value", Type: request.Type{Name: request.TypeText}}, Label: key("Value")},
}

// Kind is a kind of form.
type Kind struct {
	Groups []Group
	fields map[string]Field   // of the order, without lists
	lists  map[string][]Field // of a row, by list
}

// The kinds of forms.
var (
	Create = newKind(request.CreateFields(), groupsOf("create"))
	Return = newKind(request.ReturnFields(), groupsOf("return"))
	// Fields of orders that are there already, without the fields that never change.
	Edit       = newKind(slices.DeleteFunc(request.CreateFields(), isFinal), withoutHints(groupsOf("create")))
	EditReturn = newKind(slices.DeleteFunc(request.ReturnFields(), isFinal), groupsOf("return"))
)

// Card is the kind of the form that shows a card alone, nil for an unknown one. Such a form has the fields of the other cards, too.
func (k *Kind) Card(card string) *Kind {
	shown := *k
	shown.Groups = slices.DeleteFunc(slices.Clone(k.Groups), func(g Group) bool { return card == "" || g.Card != card })
	if len(shown.Groups) > 0 {
		return &shown
	}
	return nil
}

// GroupOf is the place of the group that shows an input, -1 for none.
func (k *Kind) GroupOf(input string) int {
	list, _, _, ofRow := split(input)
	return slices.IndexFunc(k.Groups, func(g Group) bool {
		_, has := fieldNamed(g.Fields, input)
		return has || ofRow && g.List == list
	})
}

// withoutHints leaves out the hints of groups, which are about new orders.
func withoutHints(groups []Group) []Group {
	groups = slices.Clone(groups)
	for i := range groups {
		groups[i].Hint = ""
	}
	return groups
}

func isFinal(f request.Field) bool { return f.Name == "tracking_no" || f.Name == "forward_tracking_no" }

// IsReturn reports whether the form is of a return.
func (k *Kind) IsReturn() bool { return k.fields["service_type"].Label != "" }

// newKind gives the groups the fields of the API, and leaves out those that an order of the kind does not have.
func newKind(fields []request.Field, groups []Group) *Kind {
	k := &Kind{fields: map[string]Field{}, lists: map[string][]Field{}}
	for _, g := range groups {
		all := g.Fields
		g.Fields = nil
		for _, f := range all {
			if i := slices.IndexFunc(fields, func(known request.Field) bool { return known.Name == f.Name }); i >= 0 {
				f.Field = fields[i]
				g.Fields = append(g.Fields, f)
				k.fields[f.Name] = f
			}
		}
		if g.List != "" {
			k.lists[g.List] = rowFields[g.List]
		}
		k.Groups = append(k.Groups, g)
	}
	return k
}

// rowFields are the fields of a row of each list.
var rowFields = map[string][]Field{
	Items: complete(request.ItemFields(), "item"), TaxIDs: complete(request.TaxIDFields(), "tax id"), Metadata: metadataFields,
}

// bookKinds are the forms of the entries of books.
var bookKinds = map[*shipment.Book]*Kind{
	shipment.Addresses: newKind(request.BookFields(shipment.Addresses), []Group{{Fields: fieldsOf["address"]}}),
	shipment.Goods:     newKind(request.BookFields(shipment.Goods), []Group{{Fields: fieldsOf["item"]}}),
	shipment.Boxes:     newKind(request.BookFields(shipment.Boxes), []Group{{Fields: fieldsOf["box"]}}),
}

// OfBook is the form of the entries of a book, nil if they have some fields of an order.
func OfBook(book *shipment.Book) *Kind { return bookKinds[book] }

// complete gives the fields of the API their words, which are those of fields.csv for what they are of.
func complete(fields []request.Field, words string) []Field {
	return each.Of(fields, func(of request.Field) Field {
		field, _ := fieldNamed(fieldsOf[words], of.Name)
		field.Field = of
		return field
	})
}

// Label is the label of a field, or the name of a list, or of a field of its rows; "" if there is none.
func (k *Kind) Label(name string) string {
	for _, g := range k.Groups {
		if g.List == name && name != "" {
			return g.Name
		}
		if f, known := fieldNamed(slices.Concat(g.Fields, k.lists[g.List]), name); known {
			return f.Label
		}
	}
	return ""
}

// Row are the fields of a row of a list.
func (k *Kind) Row(list string) []Field { return k.lists[list] }

// RowField is a field of a row of a list.
func (k *Kind) RowField(list, name string) Field {
	field, _ := fieldNamed(k.lists[list], name)
	return field
}

// fieldNamed is the field of a name among some.
func fieldNamed(fields []Field, name string) (field Field, known bool) {
	i := slices.IndexFunc(fields, func(of Field) bool { return of.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return fields[i], true
}

// key marks a text that is translated where it is shown.
func key(text string) string { return text }
