package importer

import (
	"slices"

	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// fieldKind says where a field belongs.
type fieldKind byte

const (
	noField fieldKind = iota
	orderField
	itemField
)

// allFields are the fields of an order that a cell can hold, then those of an item.
var allFields = append(slices.DeleteFunc(request.CreateFields(), func(f request.Field) bool {
	return slices.Contains([]shipment.TypeName{request.TypeItems, request.TypeTaxIDs, request.TypeMetadata}, f.Type.Name)
}), request.ItemFields()...)

type knownField struct {
	request.Field
	kind fieldKind
}

// fieldsByName are the fields, and those of tax ids.
var fieldsByName = func() map[string]knownField {
	fields := make(map[string]knownField)
	for _, f := range allFields {
		fields[f.Name] = knownField{f, orderField}
	}
	for _, f := range request.ItemFields() {
		fields[f.Name] = knownField{f, itemField}
	}
	ofTaxID := each.By(request.TaxIDFields(), func(f request.Field) string { return f.Name })
	number, country := ofTaxID["number"], ofTaxID["country"]
	number.Required = false
	for _, party := range []string{shipment.PartyShipper, shipment.PartyConsignee} {
		for _, kind := range shipment.TaxIDTypes() {
			for earlier := range shipment.MaxTaxIDs {
				number.Name = TaxIDField(party, kind, earlier)
				country.Name = number.Name + countrySuffix
				fields[number.Name], fields[country.Name] = knownField{number, orderField}, knownField{country, orderField}
			}
		}
	}
	return fields
}()

// kindOfField is the kind of a field, or of a part of one.
func kindOfField(name string) fieldKind {
	f, _ := fieldOf(name)
	return f.kind
}
