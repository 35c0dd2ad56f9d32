package importer

import "waybill/internal/request"

// fieldKind says where a field belongs.
type fieldKind byte

const (
	noField fieldKind = iota
	orderField
	itemField
)

// allFields are the fields of an order that a cell can hold, then those of an item.
var allFields = func() []request.Field {
	var fields []request.Field
	for _, f := range request.CreateFields() {
		switch f.Type.Name {
		case request.TypeItems, request.TypeTaxIDs, request.TypeMetadata:
		default:
			fields = append(fields, f)
		}
	}
	return append(fields, request.ItemFields()...)
}()

type knownField struct {
	request.Field
	kind fieldKind
}

var fieldsByName = func() map[string]knownField {
	fields := make(map[string]knownField, len(allFields))
	for _, f := range allFields {
		fields[f.Name] = knownField{f, orderField}
	}
	for _, f := range request.ItemFields() {
		fields[f.Name] = knownField{f, itemField}
	}
	return fields
}()

// kindOfField is the kind of a field, or of a part of one.
func kindOfField(name string) fieldKind {
	f, _ := fieldOf(name)
	return f.kind
}
