package imports

import (
	"strings"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

const (
	// notImported and ownRecord are what a column can be beside a field, as the form sends them.
	notImported = "-"
	ownRecord   = "metadata"

	taxIDsPrefix   = "tax_ids."
	metadataPrefix = "metadata."
	countrySuffix  = ".country"
	unitSuffix     = ".unit"
)

// fieldWords are the fields that a column can be, in the words of the user.
type fieldWords struct {
	v       *web.Visit
	Choices []string          // labels, in the order of the form for an order
	labels  map[string]string // by field
	fields  map[string]string // by label in lower case
	short   map[string]string // labels without their groups, by field
}

// newFieldWords makes the words of the fields.
func newFieldWords(v *web.Visit) *fieldWords {
	w := &fieldWords{v: v, labels: map[string]string{}, fields: map[string]string{}, short: map[string]string{}}
	for _, g := range orderform.Create.Groups {
		for i := range g.Fields {
			label := v.T(g.Fields[i].Label)
			w.short[g.Fields[i].Name] = label
			if g.Name != orderform.ServiceGroup { // whose fields are known by their own names
				label = inGroup(v.T(g.Name), label)
			}
			w.add(g.Fields[i].Name, label)
		}
		if g.List != orderform.Items {
			continue
		}
		for _, f := range orderform.Create.Row(g.List) {
			w.short[f.Name] = v.T(f.Label)
			w.add(f.Name, inGroup(v.T("Item"), v.T(f.Label)))
		}
	}
	for _, f := range importer.Fields() { // that the form does not have
		if w.labels[f.Name] == "" {
			w.add(f.Name, f.Name)
		}
	}
	for _, field := range importer.FieldsWithUnits() {
		w.add(field+unitSuffix, v.T("%s, its unit", w.label(field)))
	}
	for _, party := range []string{shipment.PartyShipper, shipment.PartyConsignee} {
		for _, kind := range shipment.TaxIDTypes() {
			w.add(taxIDsPrefix+party+"."+kind, w.label(taxIDsPrefix+party+"."+kind))
		}
	}
	w.add(ownRecord, v.T("Your record, named as the column"))
	w.add(notImported, v.T("Leave this column out"))
	return w
}

func inGroup(group, label string) string { return group + " · " + label }

func (w *fieldWords) add(field, label string) {
	w.labels[field] = label
	w.fields[strings.ToLower(label)] = field
	w.Choices = append(w.Choices, label)
}

// label is the name of a field in words.
func (w *fieldWords) label(field string) string {
	if known := w.labels[field]; known != "" {
		return known
	}
	if key, ok := strings.CutPrefix(field, metadataPrefix); ok {
		return inGroup(w.v.T("Your record"), key)
	}
	name, isCountry := strings.CutSuffix(strings.TrimPrefix(field, taxIDsPrefix), countrySuffix)
	party, kind, ok := strings.Cut(name, ".")
	if !ok || !strings.HasPrefix(field, taxIDsPrefix) {
		return field
	}
	owner := w.v.T("Tax id of the consignee")
	if party == shipment.PartyShipper {
		owner = w.v.T("Tax id of the sender")
	}
	if isCountry {
		kind = w.v.T("%s, its country", kind)
	}
	return inGroup(owner, kind)
}

// field is the field that a text names: by its label, or by its name in the API.
func (w *fieldWords) field(text string) (field string, known bool) {
	text = strings.TrimSpace(text)
	if field, known = w.fields[strings.ToLower(text)]; known {
		return field, true
	}
	if field = w.fieldOfShort(text); field != "" {
		return field, true
	}
	_, known = importer.FieldOf(text)
	return text, known
}

// fieldOfShort is the only field with a label without its group, "" if there is none or several.
func (w *fieldWords) fieldOfShort(text string) (field string) {
	for name, label := range w.short {
		if !strings.EqualFold(label, text) {
			continue
		}
		if field != "" {
			return ""
		}
		field = name
	}
	return field
}

// problem puts what the API says of a cell into words.
func (w *fieldWords) problem(p importer.Problem) problemText {
	words := w.v.Words()
	text := problemText{words.Say(w.short[p.Field], p.Message), words.Say("", p.Hint)}
	if strings.HasSuffix(p.Field, "_country") && p.Message.Is(problem.NotChoice) {
		text.Text = w.v.T("There is no such country. Write its English name or its two letters: ID.")
	}
	return text
}

// wordsOf is how the values of a field can be written; "" for texts.
func wordsOf(field string) string {
	f, _ := importer.FieldOf(field)
	switch {
	case f.Type.Name == request.TypeDecimal && strings.HasSuffix(field, "_weight"):
		return "weight"
	case f.Type.Name == request.TypeDecimal && (field == "order_length" || field == "order_width" || field == "order_height"):
		return "length"
	case f.Type.Name == request.TypeDecimal, f.Type.Name == request.TypeInteger:
		return "number"
	case f.Type.Name == request.TypeDate:
		return "date"
	case f.Type.Name == request.TypePhone:
		return "phone"
	}
	return ""
}
