package importer

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// The fields of an order that hold several texts. A cell holds a part of one: tax_ids.shipper.VAT is the number of a
// tax id, tax_ids.shipper.VAT.country the country that issued it, and metadata.campaign the text of the key campaign.
const (
	taxIDsField   = "tax_ids"
	metadataField = "metadata"

	taxIDsPrefix   = taxIDsField + "."
	metadataPrefix = metadataField + "."
	countrySuffix  = ".country"
)

// TaxIDField is the field of a tax id of a party, before which the order has earlier ones of the type: tax_ids.shipper.VAT, then
// tax_ids.shipper.VAT.2.
func TaxIDField(party, kind string, earlier int) string {
	name := taxIDsPrefix + party + "." + kind
	if earlier > 0 {
		name += "." + strconv.Itoa(earlier+1)
	}
	return name
}

// FieldOf returns the field of a mapping with a name: one of Fields, or a part of tax_ids or metadata. Its type says how
// its values are written. known is false if a mapping cannot have it.
func FieldOf(name string) (f request.Field, known bool) {
	if f, known := fieldsByName[name]; known {
		return f, true
	}
	if isUnit(name) {
		return request.Field{Name: name, Type: request.Type{Name: request.TypeText, MaxLength: MaxCell}}, true
	}
	if key, ok := strings.CutPrefix(name, metadataPrefix); ok && isMetadataKey(key) {
		t := request.Type{Name: request.TypeText, MaxLength: shipment.MaxMetadataValue}
		return request.Field{Name: name, Type: t, Nullable: true}, true
	}
	return request.Field{}, false
}

// isMetadataKey reports whether the validator can accept a key.
func isMetadataKey(key string) bool {
	return strings.TrimSpace(key) == key && key != "" && utf8.RuneCountInString(key) <= shipment.MaxMetadataKey
}

// isPart reports whether a field is a part of one with several texts.
func isPart(field string) bool {
	return strings.HasPrefix(field, taxIDsPrefix) || strings.HasPrefix(field, metadataPrefix)
}

// parts are the fields of a mapping that are parts, in the order of its columns, then of the names of its defaults.
func (m Mapping) parts() []request.Field {
	var parts []request.Field
	names := each.Of(m.Columns, func(c ColumnMapping) string { return c.Field })
	for _, name := range append(names, slices.Sorted(maps.Keys(m.Defaults))...) {
		f, known := FieldOf(name)
		if known && isPart(name) && !slices.ContainsFunc(parts, func(p request.Field) bool { return p.Name == name }) {
			parts = append(parts, f)
		}
	}
	return parts
}

// taxID is a tax id as a create request has it.
type taxID struct {
	Party   string `json:"party"`
	Type    string `json:"type"`
	Country string `json:"country,omitempty"`
	Number  string `json:"number"`
}

// addParts adds the fields whose parts were read: the tax ids that have a number, and the texts of metadata.
func (d *Draft) addParts(parts []request.FieldValue) {
	byField := each.By(parts, func(part request.FieldValue) string { return part.Field })
	var taxIDs []taxID
	metadata := make(map[string]string)
	for _, part := range parts {
		if key, ok := strings.CutPrefix(part.Field, metadataPrefix); ok {
			metadata[key] = part.Value.Text
			continue
		}
		if name := strings.Split(part.Field, "."); !strings.HasSuffix(part.Field, countrySuffix) { // tax_ids, the party, the type
			d.taxIDs = append(d.taxIDs, part.Field)
			taxIDs = append(taxIDs, taxID{name[1], name[2], byField[part.Field+countrySuffix].Value.Text, part.Value.Text})
		}
	}
	if len(taxIDs) > 0 {
		d.values.Fields = append(d.values.Fields, whole(taxIDsField, request.Array, taxIDs))
	}
	if len(metadata) > 0 {
		d.values.Fields = append(d.values.Fields, whole(metadataField, request.Object, metadata))
	}
}

// whole is the value of a field that is a list or an object.
func whole(field string, kind request.Kind, value any) request.FieldValue {
	text, err := json.Marshal(value)
	if err != nil {
		panic("texts are JSON: " + err.Error())
	}
	return request.FieldValue{Field: field, Value: request.Value{Kind: kind, Text: string(text)}}
}

// taxIDOf returns the field of tax id i of an order.
func (d *Draft) taxIDOf(i int) string {
	if i >= 0 && i < len(d.taxIDs) {
		return d.taxIDs[i]
	}
	return taxIDsField
}
