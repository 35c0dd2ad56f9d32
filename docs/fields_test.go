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
	"consignee_postal": {"consignee_postal consignee_state consignee_city", "The rest of the consignee's address."},
	"pickup_postal":    {"pickup_postal pickup_state pickup_city", "The rest of the address of the pickup."},
	"freight_amount": {
		"freight_amount insurance_amount packing_amount handling_amount other_amount", "Costs of the parcel, in `amount_currency`.",
	},
	"importer_name": {partyFields("importer"), "The importer of record, if it is not the consignee. Values are those of `consignee_…`."},
	"sold_to_name":  {partyFields("sold_to"), "The buyer, if it is not the consignee. Values are those of `consignee_…`."},
}

func partyFields(party string) string {
	var names []string
	for part := range strings.FieldsSeq("name number country address postal state city province email") {
		names = append(names, party+"_"+part)
	}
	return strings.Join(names, " ")
}

// ordersTable has the fields of orders and of returns, which are nearly the same. A field whose value differs in returns says so.
func ordersTable(t *testing.T) string {
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
	rows := [][]string{{"Field", "Order", "Return", "Value", "What it is"}}
	described := map[string]bool{}
	for _, name := range names {
		if described[name] {
			continue
		}
		row, members := fieldRow(name, of[name]), []string{name}
		if group, ok := fieldGroups[name]; ok {
			members, row[4] = strings.Fields(group.names), group.about
		}
		for _, member := range members {
			described[member] = true
			if other := fieldRow(member, of[member]); !slices.Equal(other[1:3], row[1:3]) || other[3] != row[3] && !isParty(name) {
				t.Errorf("%s is not like %s: %q, %q", member, name, other, row)
			}
			consignee := "consignee" + strings.TrimPrefix(strings.TrimPrefix(member, "importer"), "sold_to")
			if isParty(name) && !reflect.DeepEqual(of[member][0].Type, of[consignee][0].Type) {
				t.Errorf("%s is not like %s", member, consignee)
			}
		}
		if isParty(name) {
			row[3] = ""
		}
		row[0] = code(strings.Join(members, "`, `"))
		rows = append(rows, row)
	}
	return markdown(rows)
}

func isParty(name string) bool { return name == "importer_name" || name == "sold_to_name" }

// fieldRow is the row of a field of an order, a return or both.
func fieldRow(name string, of [2]*request.Field) []string {
	row := []string{code(name), "–", "–", "", ""}
	for i, f := range of {
		if f == nil {
			continue
		}
		row[1+i] = presence(*f)
		switch value := briefly(f.Type); {
		case row[4] == "":
			row[3], row[4] = value, about(*f)
		case value != row[3]:
			row[3] += "; of a return " + value
		}
	}
	return row
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

func about(f request.Field) string {
	if f.Alias != "" {
		return f.About + " Read from " + code(f.Alias) + " when absent."
	}
	return f.About
}

// briefTable has the fields of a part of an order.
func briefTable(fields []request.Field) string {
	rows := [][]string{{"Field", "Required", "Value", "What it is"}}
	for _, f := range fields {
		rows = append(rows, []string{code(f.Name), presence(f), briefly(f.Type), about(f)})
	}
	return markdown(rows)
}

// briefly is what a field may hold, as fields.md explains above its tables.
func briefly(t request.Type) string {
	switch t.Name {
	case request.TypeText:
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
