package importer

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"waybill/internal/problem"
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
		local, valid := s.localPhones(as, coded)
		for at := s.given; at < len(s.columns) && valid > 0 && 2*valid >= local; at++ {
			if c := &s.columns[at]; c.Field == field && known[c.index] {
				c.Phone = cmp.Or(c.Phone, PhoneOfCountry)
			}
		}
	}
}

// localPhones counts the numbers of the first rows without a country code, and those of them that are valid with it.
func (s *suggestion) localPhones(as, coded *fieldPlan) (local, valid int) {
	for row := range min(s.table.Len(), sampleRows) {
		row := s.table.Row(row)
		if text := as.text(row); text != "" && !strings.HasPrefix(text, "+") {
			local++
			if request.IsPhone(coded.text(row)) {
				valid++
			}
		}
	}
	return local, valid
}

// isOfReceiver reports whether the heading of a column says that it is of who receives the parcel.
func (s *suggestion) isOfReceiver(c columnPlan) bool {
	found, _, known := strongSynonym(s.table.Headings[c.index])
	return known && !found.buyer
}

// planOf is where the value of a field is, as far as the mapping says.
func (s *suggestion) planOf(field string) *fieldPlan {
	f, _ := FieldOf(field)
	isOther := func(c columnPlan) bool { return c.index < 0 || c.Field != field }
	return &fieldPlan{Field: f, preset: s.mapping.Defaults[field], columns: slices.DeleteFunc(slices.Clone(s.columns), isOther)}
}

var (
	numberedHeading = compiled(`^(.*\D)([1-3])$`)
	partOfNumber    = compiled(`^\d{1,5}$`)
)

// inParts finds columns such as Phone 1, Phone 2 and Phone 3 that have a phone number or a postal code in parts.
func (s *suggestion) inParts() (found []candidate) {
	parts := make(map[string][]candidate)
	for i, heading := range s.table.Headings {
		m := numberedHeading().FindStringSubmatch(strings.TrimSpace(heading))
		if m == nil || s.fields[i] != "" {
			continue
		}
		of, known := anySynonym(m[1])
		isNumber := strings.HasSuffix(of.field, "_number") || strings.HasSuffix(of.field, "_postal")
		areParts := true
		s.texts(i, func(text string) { areParts = areParts && partOfNumber().MatchString(text) })
		if known && isNumber && !of.buyer && int(m[2][0]-'1') == len(parts[of.field]) && areParts {
			c := s.candidate(i, of.field, scoreValues)
			c.column.Join = "-"
			parts[of.field] = append(parts[of.field], c)
		}
	}
	for _, field := range slices.Sorted(maps.Keys(parts)) {
		if all := parts[field]; len(all) > 1 {
			all[0].with = all[1:]
			found = append(found, all[0])
		}
	}
	return found
}

// parcelOf is a cell such as 1 of 3.
var parcelOf = compiled(`(?i)^(\d{1,3})\s*(?:/|of|von|de|sur|dari|di|van)\s*\d{1,3}$`)

// ofParcels finds a column that says in all rows with a text which of several parcels it is: each of them is an order.
func (s *suggestion) ofParcels() (found []candidate) {
	for i, heading := range s.table.Headings {
		if isWord("parcels", heading) {
			c := s.candidate(i, referenceField, scoreFurther)
			c.column.Join, c.needs = "-", func() bool { return s.areParcels(i) }
			found = append(found, c)
		}
	}
	return found
}

func (s *suggestion) areParcels(column int) bool {
	reference := s.planOf(referenceField)
	parcels, all := 0, len(reference.columns) > 0 && reference.columns[len(reference.columns)-1].Join != "-"
	for _, row := range s.table.Rows() {
		if text := strings.TrimSpace(row.Cell(column).Text); text != "" && all {
			parcels++
			all = parcelOf().MatchString(text) && reference.text(row) != ""
		}
	}
	return parcels > 0 && all
}

// parcelColumn is the column with the parcel of an order, -1 for none.
func (p *Plan) parcelColumn() int {
	if f := p.byField[referenceField]; f != nil && len(f.columns) > 1 {
		last := f.columns[len(f.columns)-1]
		if isWord("parcels", p.table.Headings[last.index]) {
			return last.index
		}
	}
	return -1
}

// refuseTwice refuses an amount to collect of a parcel that is not the first of several: each would collect all of it.
func (p *Plan) refuseTwice(d *Draft, f *fieldPlan, amount string, row Row) {
	column := p.parcelColumn()
	if column < 0 || !collects(amount) {
		return
	}
	text := strings.TrimSpace(row.Cell(column).Text)
	if m := parcelOf().FindStringSubmatch(text); len(m) > 1 && strings.TrimLeft(m[1], "0") != "1" {
		d.add(p.at(row, f.source(row), f.Name, amount, problem.ParcelCollects.With(text)))
	}
}
