package importer

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"waybill/internal/each"
)

// sampleRows is how many rows show how the values of a column are written.
const sampleRows = 200

// Complete adds to a mapping what it proposes for the columns that the mapping does not name. The mapping, which may have the
// account's answers for earlier files, decides first. Then the preset whose headings the table has decides, but it gives no second
// column to a field of the mapping. Finders say what the other columns may be, by headings that are names of fields, or other words for
// them in one of the languages of the embedded files, and by values.
// A question that the first rows leave open, such as whether 1,234 has a decimal comma, is not guessed, unless another column shows
// that the file has decimal commas.
func Complete(t *Table, m Mapping) Mapping {
	s := newSuggestion(t, m)
	s.preset()
	s.receives = s.hasReceiver()
	s.decide(slices.Concat(s.ofHeadings(), s.ofNeighbours(), s.ofSides(), s.ofLetters(), s.inParts(), s.ofParcels(), s.ofLists()))
	s.several()
	s.weights()
	s.currency()
	s.amounts()
	s.spreadCommas()
	s.phones()
	s.leaveOut()
	s.mapping.Columns = each.Of(s.columns, func(c columnPlan) ColumnMapping { return c.ColumnMapping })
	return s.mapping
}

// suggestion is a mapping as it is made.
type suggestion struct {
	table   *Table
	mapping Mapping         // but for its columns
	columns []columnPlan    // a column that the table does not have has the index -1
	given   int             // how many of them were there
	fields  []string        // of each column; "": not decided
	mapped  map[string]bool // fields

	meanings [len(levels)][]meaning // of the headings

	receives bool // a column is of the receiver's address
}

func newSuggestion(t *Table, m Mapping) *suggestion {
	s := &suggestion{table: t, mapping: m, given: len(m.Columns), fields: make([]string, len(t.Headings)), mapped: make(map[string]bool)}
	for _, c := range m.Columns {
		i, err := t.find(c)
		if err == nil {
			s.fields[i], s.mapped[c.Field] = cmp.Or(c.Field, noneField), true
		} else {
			i = -1
		}
		s.columns = append(s.columns, columnPlan{ColumnMapping: c, index: i})
	}
	for _, heading := range t.Headings {
		found, unit, known := strongSynonym(heading)
		s.meanings[named] = append(s.meanings[named], meaning{found, unit, known && !found.buyer})
		s.meanings[ofBuyer] = append(s.meanings[ofBuyer], meaning{found, unit, known && found.buyer})
		found, known = weakSynonym(heading)
		s.meanings[ofNobody] = append(s.meanings[ofNobody], meaning{found, "", known && !found.buyer})
	}
	return s
}

// currency makes the currency that the heading or all amounts of the price name the default of a table without a column of currencies.
func (s *suggestion) currency() {
	if s.mapped[priceCurrency] || s.mapping.Defaults[priceCurrency] != "" {
		return
	}
	for _, c := range s.planOf(priceField).columns {
		_, named := cutRemark(c.Heading)
		var all []string
		s.texts(c.index, func(text string) {
			_, currency := amountOf(text)
			all = append(all, cmp.Or(currency, named))
		})
		if all == nil { // numbers of a spreadsheet
			all = []string{named}
		}
		if all = slices.Compact(all); len(all) == 1 && all[0] != "" {
			s.giveDefault(priceCurrency, all[0])
		}
	}
}

// giveDefault adds a default, unless the mapping has one.
func (s *suggestion) giveDefault(field, value string) {
	if s.mapping.Defaults[field] == "" {
		s.mapping.Defaults = each.With(s.mapping.Defaults, field, value)
	}
}

// isCustomer reports whether a name of the buyer is that of the receiver: no other column has a name, and none the buyer's address, as
// in Customer beside Delivery Address.
func (s *suggestion) isCustomer(of synonym) bool {
	if of.field != "consignee_name" {
		return false
	}
	for i := range s.table.Headings {
		name, buyer, weak := s.meanings[named][i], s.meanings[ofBuyer][i], s.meanings[ofNobody][i]
		isName := name.known && name.field == of.field || weak.field == of.field && !s.isOfGoods(i, weak.synonym)
		if isName || buyer.known && buyer.field != of.field && isOfAddress(buyer.field) {
			return false
		}
	}
	return true
}

// weakSynonym returns what a heading such as Name is, which is about the consignee.
func weakSynonym(heading string) (found synonym, known bool) {
	found, _, known = synonymIn(synonyms().weak, heading)
	return found, known
}

// synonymIn returns what a heading is by some words, and the unit that it ends with.
func synonymIn(words map[string]synonym, heading string) (found synonym, unit string, known bool) {
	if found, known = combined(heading, words); known {
		return found, "", true
	}
	word, unit := splitUnit(heading)
	found, known = words[word]
	return found, unit, known
}

// anySynonym returns what a heading is, if need be by a word that is about the consignee.
func anySynonym(heading string) (found synonym, known bool) {
	if found, _, known = strongSynonym(heading); known {
		return found, true
	}
	return weakSynonym(heading)
}

// hasReceiver reports whether a column is of who receives the parcel, or a part of an address is there twice: of the buyer and, as
// Address beside Billing Address, of nobody. The latter is the receiver's then.
func (s *suggestion) hasReceiver() bool {
	if slices.ContainsFunc(s.columns, isOfReceiver) {
		return true
	}
	has := func(level level, is func(m meaning) bool) bool {
		for i, m := range s.meanings[level] {
			if m.known && s.fields[i] == "" && isOfAddress(m.field) && (level == ofBuyer || m.part == "") && is(m) {
				return true
			}
		}
		return false
	}
	twice := func(m meaning) bool {
		isPlace := slices.Contains([]string{"consignee_address", "consignee_postal", "consignee_city", consigneeCountry}, m.field)
		return isPlace && has(ofNobody, func(other meaning) bool { return other.field == m.field })
	}
	return has(named, func(meaning) bool { return true }) || has(ofBuyer, twice)
}

// isOfReceiver reports whether a column is of the address of who receives the parcel, not of who buys or pays. An address
// is never mixed of both.
func isOfReceiver(c columnPlan) bool {
	found, _, _ := strongSynonym(c.Heading)
	return isOfAddress(c.Field) && !found.buyer
}

// isOfAddress reports whether a field is a part of the consignee's address.
func isOfAddress(field string) bool {
	attribute, ok := strings.CutPrefix(field, "consignee_")
	return ok && slices.Contains([]string{"name", "address", "postal", "city", "province", "state", "country"}, attribute)
}

// strongSynonym returns what a heading is, and the unit that it ends with.
func strongSynonym(heading string) (found synonym, unit string, known bool) {
	if found, unit, known = synonymIn(synonyms().strong, heading); known { // a tracking number of another service is none of Waybill's
		return found, unit, found.field != trackingField || strings.EqualFold(heading, trackingField)
	}
	if len(heading) > len(metadataPrefix) && strings.EqualFold(heading[:len(metadataPrefix)], metadataPrefix) {
		key := heading[len(metadataPrefix):]
		return synonym{field: metadataPrefix + key}, "", isMetadataKey(key)
	}
	return ofPath(pathOf(heading))
}

var (
	// documentPath is a heading such as shipping_address.city or line_items[0].price, of an exported JSON document.
	documentPath = compiled(`^[\pL_$][\pL\d_$]*(?:[./]\pL[\pL\d_$]*|[./]\d+|\[\d+\])+$`)
	betweenNames = compiled(`[./\[\]]+`)
	firstIndexes = []string{"0", ""}
)

// pathOf returns the names of a path in a JSON document without the first index of a list, nil for another heading.
func pathOf(heading string) (names []string) {
	if !documentPath().MatchString(heading) {
		return nil
	}
	return slices.DeleteFunc(betweenNames().Split(heading, -1), func(name string) bool { return slices.Contains(firstIndexes, name) })
}

// ofPath returns what the names of a path are, without objects at its beginning and at its end.
func ofPath(names []string) (found synonym, unit string, known bool) {
	isObject := func(name string) bool { return isWord("objects", name) }
	for ; slices.ContainsFunc(names, func(name string) bool { return !isObject(name) }); names = names[1:] {
		for to := len(names); to > 0; to-- {
			if found, known = synonyms().strong[normal(strings.Join(names[:to], ""))]; known && found.field != trackingField {
				return found, "", true
			}
			if !isObject(names[to-1]) {
				break
			}
		}
		if !isObject(names[0]) {
			break
		}
	}
	return synonym{}, "", false
}

var betweenWords = compiled(`\s*[/+&|,・]\s*|(?i:\s+(?:and|or|und|oder|et|ou|y|e|en|dan|atau)\s+)`)

// combined handles headings with several words for one field, such as City / Town or Street + No.
func combined(heading string, words map[string]synonym) (found synonym, known bool) {
	parts := betweenWords().Split(heading, -1)
	if len(parts) == 1 {
		return synonym{}, false
	}
	for i, part := range parts {
		s, is := words[normal(part)]
		isHouse := s == synonym{found.field, partHouse, found.buyer} || isHouseNumber(part)
		switch {
		case i > 0 && isHouse && strings.HasSuffix(found.field, "_address"):
		case !is, i > 0 && s != found:
			return synonym{}, false
		default:
			found = s
		}
	}
	return found, true
}

// preset adds the columns of the first preset whose signature the table has.
func (s *suggestion) preset() {
	for _, preset := range Presets() {
		if slices.ContainsFunc(preset.Signature, func(h string) bool { return s.index(h) < 0 }) {
			continue
		}
		s.mapping.Preset = preset.Name
		given := maps.Clone(s.mapped)
		for _, c := range preset.Columns {
			if i := s.index(c.Heading); i >= 0 && s.fields[i] == "" && !given[c.Field] {
				c.Heading = s.table.Headings[i]
				s.add(i, c)
			}
		}
		for field, value := range preset.Defaults {
			if !s.mapped[field] {
				s.giveDefault(field, value)
			}
		}
		return
	}
}

func (s *suggestion) index(heading string) int {
	return slices.IndexFunc(s.table.Headings, func(h string) bool { return strings.EqualFold(h, heading) })
}

// add adds a column, with the ways to write values that its first rows show.
func (s *suggestion) add(i int, c ColumnMapping) {
	if s.index(c.Heading) != i {
		c.Column = ColumnName(i) // the heading occurs twice
	}
	if c.Unit == "kg" || c.Unit == "cm" || c.validate() != nil {
		c.Unit = ""
	}
	c.Decimal, c.Date = s.shown(i, c)
	s.fields[i], s.mapped[c.Field] = cmp.Or(c.Field, noneField), true
	s.columns = append(s.columns, columnPlan{ColumnMapping: c, index: i})
}

var headingUnit = compiled(`(?i)^(.*?)[\s_]*(?:[(\[（]\s*([\pL\pM]+)\.?\s*[)\]）]|[\s_](?:in[\s_])?([a-z]+))\s*\*?\s*$`)

// splitUnit returns a heading as synonyms are compared, and the unit that it ends with, "" for none.
func splitUnit(heading string) (word, unit string) {
	heading, _ = cutRemark(heading)
	if _, known := synonyms().strong[normal(heading)]; known {
		return normal(heading), ""
	}
	if m := headingUnit().FindStringSubmatch(heading); m != nil {
		if unit, known := meaningOf("units", m[2]+m[3]); known && m[1] != "" {
			return normal(m[1]), unit
		}
	}
	return normal(heading), ""
}

var remark = compiled(`^(.+?)\s*(?:\*|[(\[（]` +
	`(?i:(required|optional|mandatory|if any|incl[^)\]）]*|excl[^)\]）]*|wajib|opsional|必填|选填)|(\p{L}{1,3}|\p{L}{0,2}\p{Sc}))[)\]）]` +
	`|\s+(?:(?i:in)\s+)?([A-Z]{3}|\p{Sc}))\s*$`)

// cutRemark cuts off what does not belong to the name of a heading, such as (required) or (IDR), and returns the currency that it names.
func cutRemark(heading string) (name, currency string) {
	m := remark().FindStringSubmatch(heading)
	if m == nil {
		return heading, ""
	}
	sign := m[3] + m[4]
	code, isSign := currencyOf(sign)
	if !isSign {
		return heading, ""
	}
	name, currency = cutRemark(m[1]) // as in Value (RM)*
	return name, cmp.Or(code, currency)
}

// normal is a heading without regard to case, blanks and punctuation.
func normal(heading string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}
