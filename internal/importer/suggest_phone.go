package importer

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"waybill/internal/request"
)

// phones proposes that phone numbers get the code of the country of their address, if the first rows have numbers without one, and at
// least half of these are valid there. The others are refused one by one. The number of who buys or pays is not that of another
// one's country.
func (s *suggestion) phones() {
	for _, party := range []string{"consignee", "pickup"} {
		field := strings.Replace(party, "pickup", "pickup_contact", 1) + "_number"
		as, coded, address := s.planOf(field), s.planOf(field), s.planOf(party+"_country")
		known := make(map[int]bool)
		for i := range coded.columns {
			c := &coded.columns[i]
			c.country = s.table.countryOf(c.index, address)
			as.columns[i].country = c.country
			found, _, _ := strongSynonym(s.table.Headings[c.index])
			if found.buyer && c.country == address && slices.ContainsFunc(address.columns, s.isOfReceiver) {
				continue
			}
			known[c.index] = true
			c.Phone = cmp.Or(as.columns[i].Phone, PhoneOfCountry)
		}
		local, valid := 0, 0
		for row := range min(s.table.Len(), sampleRows) {
			row := s.table.Row(row)
			if text := as.text(row); text != "" && !strings.HasPrefix(text, "+") {
				local++
				if request.IsPhone(coded.text(row)) {
					valid++
				}
			}
		}
		for at := s.given; at < len(s.mapping.Columns) && valid > 0 && 2*valid >= local; at++ {
			c := &s.mapping.Columns[at]
			if i, err := s.table.find(*c); err == nil && c.Field == field && known[i] {
				c.Phone = cmp.Or(c.Phone, PhoneOfCountry)
			}
		}
	}
}

// isOfReceiver reports whether the heading of a column says that it is of who receives the parcel.
func (s *suggestion) isOfReceiver(c columnPlan) bool {
	found, _, known := strongSynonym(s.table.Headings[c.index])
	return known && !found.buyer
}

// planOf is where the value of a field is, as far as the mapping says.
func (s *suggestion) planOf(field string) *fieldPlan {
	f, _ := fieldOf(field)
	plan := &fieldPlan{Field: f.Field, preset: s.mapping.Defaults[field]}
	for _, c := range s.mapping.Columns {
		if i, err := s.table.find(c); err == nil && c.Field == field {
			plan.columns = append(plan.columns, columnPlan{ColumnMapping: c, index: i})
		}
	}
	return plan
}

var (
	numberedHeading = regexp.MustCompile(`^(.*\D)([1-3])$`)
	partOfNumber    = regexp.MustCompile(`^\d{1,5}$`)
)

// numbered adds columns such as Phone 1, Phone 2 and Phone 3 that have a phone number or a postal code in parts.
func (s *suggestion) numbered() {
	parts := make(map[string][]int)
	for i, heading := range s.table.Headings {
		m := numberedHeading.FindStringSubmatch(strings.TrimSpace(heading))
		if m == nil || s.used[i] {
			continue
		}
		found, _, known := strongSynonym(m[1])
		if !known {
			found, _, known = weakSynonym(m[1])
		}
		isNumber := strings.HasSuffix(found.field, "_number") || strings.HasSuffix(found.field, "_postal")
		if known && isNumber && !found.buyer && !s.mapped[found.field] && int(m[2][0]-'1') == len(parts[found.field]) && s.hasParts(i) {
			parts[found.field] = append(parts[found.field], i)
		}
	}
	for _, field := range slices.Sorted(maps.Keys(parts)) {
		if len(parts[field]) < 2 {
			continue
		}
		for _, i := range parts[field] {
			s.add(i, ColumnMapping{Heading: s.table.Headings[i], Field: field, Join: "-"})
		}
	}
}

// hasParts reports whether the first cells of a column are short numbers.
func (s *suggestion) hasParts(column int) bool {
	all := true
	s.texts(column, func(text string) { all = all && partOfNumber.MatchString(text) })
	return all
}
