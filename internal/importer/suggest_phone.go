package importer

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"waybill/internal/request"
)

// phones proposes that phone numbers get the code of the country of their address, if the first rows have numbers without one, and all
// of these are valid there.
func (s *suggestion) phones() {
	for _, party := range []string{"consignee", "pickup"} {
		field := strings.Replace(party, "pickup", "pickup_contact", 1) + "_number"
		as, coded, country := s.planOf(field), s.planOf(field), s.planOf(party+"_country")
		for i := range coded.columns {
			as.columns[i].country, coded.columns[i].country = country, country
			coded.columns[i].Phone = cmp.Or(as.columns[i].Phone, PhoneOfCountry)
		}
		local, all := 0, true
		for row := range min(s.table.Len(), sampleRows) {
			row := s.table.Row(row)
			if text := as.text(row); text != "" && !strings.HasPrefix(text, "+") {
				local++
				all = all && request.IsPhone(coded.text(row))
			}
		}
		for at := s.given; at < len(s.mapping.Columns) && local > 0 && all; at++ {
			if c := &s.mapping.Columns[at]; c.Field == field {
				c.Phone = cmp.Or(c.Phone, PhoneOfCountry)
			}
		}
	}
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
