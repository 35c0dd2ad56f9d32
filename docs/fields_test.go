package docs_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"waybill/internal/request"
)

// fieldGroups are fields that one row describes, by the first of them. They differ in nothing but what their names say.
var fieldGroups = map[string]struct{ names, about string }{
	"order_length":     {"order_length order_width order_height", "Size of the package in cm."},
	"consignee_postal": {"consignee_postal consignee_state consignee_city", ""},
	"pickup_postal":    {"pickup_postal pickup_state pickup_city", ""},
	"consignee_company": {
		"consignee_company shipper_company", "Companies of consignee and sender, which documents have above the names.",
	},
	"signer_name":        {"signer_name signer_place", "Who signs the customs declaration, and where."},
	"exporter_reference": {"exporter_reference importer_reference", "Numbers by which customs know shipper and importer, beside tax ids."},
	"licence_no":         {"licence_no certificate_no", "Numbers of a licence, and of a certificate, such as of origin or health."},
	"freight_amount": {
		"freight_amount insurance_amount packing_amount handling_amount other_amount", "Costs of the parcel, in `amount_currency`.",
	},
	"consignee_province": {"consignee_province pickup_province", ""},
	"pickup_date":        {"pickup_date", ""},
	"pickup_notes":       {"pickup_notes delivery_note", ""},
	"importer_name": {
		partyFields("importer") + " " + partyFields("sold_to"),
		"Importer of record and buyer, if they are not the consignee: " + strings.Join(partyParts, ", ") + ".",
	},
	"item_category": {"item_category item_product_id item_sku", "The shipper's category label, product id and stock keeping unit."},
	"item_url":      {"item_url item_image_url", "URLs of the item in a shop, and of a picture."},
}

var partyParts = []string{"name", "number", "country", "address", "postal", "state", "city", "province", "email"}

func partyFields(party string) string {
	return party + "_" + strings.Join(partyParts, " "+party+"_")
}

// orderTables have the fields that orders and returns share, those of orders alone, and those of returns alone.
func orderTables(t *testing.T) (both, order, returned string) {
	of := map[string][2]*request.Field{}
	var names []string
	for i, fields := range [][]request.Field{request.CreateFields(), request.ReturnFields()} {
		for _, f := range fields {
			if _, known := of[f.Name]; !known {
				names = append(names, f.Name)
			}
			both := of[f.Name]
			both[i] = &f
			of[f.Name] = both
		}
	}
	heading := []string{"Field", "Value", "What it is"}
	tables := map[[2]bool][][]string{{true, true}: {heading}, {true, false}: {heading}, {false, true}: {heading}}
	described := map[string]bool{}
	for _, name := range names {
		if described[name] {
			continue
		}
		row, members := groupOf(name, fieldRow(name, of[name]))
		in := kinds(of[name])
		for _, member := range members {
			described[member] = true
			if kinds(of[member]) != in || fieldRow(member, of[member])[1] != row[1] && !isParty(name) {
				t.Errorf("%s is not like %s", member, name)
			}
			consignee := "consignee" + strings.TrimPrefix(strings.TrimPrefix(member, "importer"), "sold_to")
			if isParty(name) && !reflect.DeepEqual(of[member][0].Type, of[consignee][0].Type) {
				t.Errorf("%s is not like %s", member, consignee)
			}
		}
		if isParty(name) {
			row[0], row[1] = "`importer_…`, `sold_to_…`", "as `consignee_…`"
		}
		tables[in] = append(tables[in], row)
	}
	return markdown(tables[[2]bool{true, true}]), markdown(tables[[2]bool{true, false}]), markdown(tables[[2]bool{false, true}])
}

// kinds says whether orders and returns have a field.
func kinds(of [2]*request.Field) [2]bool { return [2]bool{of[0] != nil, of[1] != nil} }

func isParty(name string) bool { return name == "importer_name" }

// groupOf is the row of the group that a field begins, and the names in it.
func groupOf(name string, row []string) (all, members []string) {
	members = []string{name}
	if group, ok := fieldGroups[name]; ok {
		members, row[2] = strings.Fields(group.names), group.about
	}
	row[0] = code(strings.Join(members, "`, `"))
	return row, members
}

// fieldRow is the row of a field of an order, a return or both.
func fieldRow(name string, of [2]*request.Field) []string {
	order, returned := of[0], of[1]
	switch {
	case order == nil:
		return []string{code(name), demanded(presence(*returned), briefly(returned.Type)), more(*returned)}
	case returned == nil:
		return []string{code(name), demanded(presence(*order), briefly(order.Type)), more(*order)}
	}
	value := briefly(order.Type)
	if other := briefly(returned.Type); other != value {
		value += "; of a return " + other
	}
	return []string{code(name), demanded(ofBoth(presence(*order), presence(*returned)), value), more(*order)}
}

// demanded is a value, with whether it is required.
func demanded(when, value string) string {
	if when == "" {
		return value
	}
	return strings.TrimSpace(strings.NewReplacer("yes*", "**required**†", "yes", "**required**").Replace(when) + " " + value)
}

// ofBoth says whether a field is required, by what an order and a return say.
func ofBoth(order, returned string) string {
	switch {
	case order == returned, order == "yes" && returned == "yes*":
		return returned
	case order == "":
		return returned + " in returns:"
	}
	return order + " in orders:"
}

func presence(f request.Field) string {
	switch {
	case f.Required && f.FromForward:
		return "yes*"
	case f.Required:
		return "yes"
	}
	return ""
}

// more is what a field is, unless its name and value say all of it.
func more(f request.Field) string {
	known := append(strings.Split(f.Name, "_"),
		"of", "the", "phone", "number", "street", "address", "e-mail", "description", "day", "for", "notes")
	for word := range strings.FieldsSeq(strings.ToLower(strings.TrimSuffix(about(f), "."))) {
		if !slices.Contains(known, word) {
			return about(f)
		}
	}
	return ""
}

func about(f request.Field) string {
	if f.Alias != "" {
		return f.About + " Read from " + code(f.Alias) + " when absent."
	}
	return f.About
}

// briefTable has the fields of a part of an order.
func briefTable(fields []request.Field) string {
	rows := [][]string{{"Field", "Value", "What it is"}}
	described := map[string]bool{}
	for _, f := range fields {
		if row, members := groupOf(f.Name, fieldRow(f.Name, [2]*request.Field{&f})); !described[f.Name] {
			rows = append(rows, row)
			for _, member := range members {
				described[member] = true
			}
		}
	}
	return markdown(rows)
}

// briefly is what a field may hold, as fields.md explains above its tables.
func briefly(t request.Type) string {
	switch t.Name {
	case request.TypeText:
		if t.MaxLength == 255 { // as most texts
			return ""
		}
		return fmt.Sprintf("text ≤ %d", t.MaxLength)
	case request.TypeURL:
		return fmt.Sprintf("URL ≤ %d", t.MaxLength)
	case request.TypeDecimal:
		if t.Min > 0 {
			return fmt.Sprintf("number %d.%d, ≥ %s", t.Digits, t.Places, lowest(t))
		}
		return fmt.Sprintf("number %d.%d", t.Digits, t.Places)
	case request.TypeInteger:
		return fmt.Sprintf("integer %d–%d", t.Min, t.Max)
	case request.TypePhone:
		return "phone"
	case request.TypeLocalPhone:
		return "6–15 digits, with or without `+`"
	case request.TypeCountry:
		return "country"
	case request.TypeCurrency:
		return "currency"
	case request.TypeEmail:
		return "e-mail"
	case request.TypeDate:
		return "date"
	case request.TypeUNNumber:
		return "4 digits, with or without `UN`"
	default:
		return allowed(t)
	}
}
