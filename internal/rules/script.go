package rules

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// readScripts are the scripts that countries read beside Latin letters.
var readScripts = sync.OnceValue(func() map[shipment.Country][]*unicode.RangeTable {
	all := make(map[shipment.Country][]*unicode.RangeTable)
	for _, row := range readTable("scripts.csv") {
		for country := range strings.FieldsSeq(row["countries"]) {
			for script := range strings.FieldsSeq(row["scripts"]) {
				all[shipment.Country(country)] = append(all[shipment.Country(country)], unicode.Scripts[script])
			}
		}
	}
	return all
})

// compileAddressScript finds letters of the consignee's address that nobody reads where it goes, and that have no Latin spelling.
func compileAddressScript(*Rule) (check, *Problem) {
	return func(v *visit) {
		p, t := &v.order.Consignee, tradeOf(v.order)
		scripts := readScripts()[p.Country]
		unread := func(r rune) bool {
			return r >= utf8.RuneSelf && unicode.IsLetter(r) && !unicode.In(r, unicode.Latin, unicode.Common, unicode.Inherited) &&
				!unicode.In(r, scripts...)
		}
		for _, part := range [...]struct{ field, text, latin string }{
			{fieldConsigneeName, p.Name, t.ConsigneeNameLatin},
			{"consignee_address", p.Address, t.ConsigneeAddressLatin},
			{"consignee_city", p.City, t.ConsigneeAddressLatin},
			{"consignee_state", p.State, t.ConsigneeAddressLatin},
		} {
			if part.latin == "" && strings.ContainsFunc(part.text, unread) {
				v.find(part.field, -1, problem.NotAccepted)
			}
		}
	}, nil
}
