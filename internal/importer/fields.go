package importer

import (
	"slices"
	"strings"

	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// allFields are the fields of an order that a cell can hold, then those of an item.
var allFields = append(slices.DeleteFunc(request.CreateFields(), func(f request.Field) bool {
	return slices.Contains([]shipment.TypeName{request.TypeItems, request.TypeTaxIDs, request.TypeMetadata}, f.Type.Name)
}), request.ItemFields()...)

// fieldsByName are the fields, and those of tax ids.
var fieldsByName = func() map[string]request.Field {
	byName := func(f request.Field) string { return f.Name }
	fields := each.By(allFields, byName)
	ofTaxID := each.By(request.TaxIDFields(), byName)
	number, country := ofTaxID["number"], ofTaxID["country"]
	number.Required = false
	for _, party := range []string{shipment.PartyShipper, shipment.PartyConsignee} {
		for _, kind := range shipment.TaxIDTypes() {
			for earlier := range shipment.MaxTaxIDs {
				number.Name = TaxIDField(party, kind, earlier)
				country.Name = number.Name + countrySuffix
				fields[number.Name], fields[country.Name] = number, country
			}
		}
	}
	return fields
}()

// isOfItem reports whether a field is one of an item.
func isOfItem(field string) bool { return strings.HasPrefix(field, "item_") }

func isKnown(field string) bool {
	_, known := FieldOf(field)
	return known
}
