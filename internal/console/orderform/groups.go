package orderform

import (
	_ "embed" // the tables
	"slices"
	"strings"

	"waybill/internal/request"
	"waybill/internal/shipment"
)

// The names of some groups.
const (
	ServiceGroup     = "Service and payment" // whose fields are about the order itself
	CustomsGroup     = "Customs"             // whose fields are for customs
	DeclarationGroup = "More for customs"    // whose fields are for customs, too, and which few orders have
)

//go:embed fields.csv
var fieldsFile string

//go:embed groups.csv
var groupsFile string

// fieldsOf has the fields of fields.csv by what they are of.
var fieldsOf = func() map[string][]Field {
	all := map[string][]Field{}
	for _, row := range shipment.Rows("fields.csv", fieldsFile)[1:] {
		field := Field{Field: request.Field{Name: row[1]}, Label: row[2], Hint: row[3], More: row[4] != ""}
		for option := range strings.SplitSeq(row[5], " | ") {
			if value, text, found := strings.Cut(option, ": "); found {
				field.Options = append(field.Options, Option{value, text})
			}
		}
		all[row[0]] = append(all[row[0]], field)
	}
	return all
}()

// groupsOf are the groups of groups.csv that a form has.
func groupsOf(form string) (groups []Group) {
	for _, row := range shipment.Rows("groups.csv", groupsFile)[1:] {
		if row[0] != form && row[0] != "both" {
			continue
		}
		group := Group{
			Name: row[1], Card: row[2], Step: row[3], Folded: row[4] != "", OnDemand: row[4] == "on demand", List: row[6], Hint: row[7],
			Line: strings.Fields(row[8]),
		}
		for of := range strings.FieldsSeq(row[5]) {
			group.Fields = slices.Concat(group.Fields, fieldsOf[of])
		}
		groups = append(groups, group)
	}
	return groups
}
