package importer

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// sampleRows is how many rows show how the values of a column are written.
const sampleRows = 200

// Suggest proposes a mapping for a table. Its columns are those of the preset whose headings the table has, then
// those whose headings are names of fields, or other words for them in one of the languages of the embedded files.
// A question that the first rows leave open, such as whether 1,234 has a decimal comma, is not guessed, unless another column shows
// that the file has decimal commas.
func Suggest(t *Table) Mapping { return Complete(t, Mapping{}) }

// Complete returns a mapping with the columns that Suggest proposes for those that it does not name. A preset adds none
// to the fields of the mapping.
func Complete(t *Table, m Mapping) Mapping {
	s := suggestion{table: t, mapping: m, given: len(m.Columns), used: make([]bool, len(t.Headings)), mapped: make(map[string]bool)}
	s.mapping.Columns = append([]ColumnMapping{}, m.Columns...)
	for _, c := range m.Columns {
		if i, err := t.find(c); err == nil {
			s.used[i], s.mapped[c.Field] = true, true
		}
	}
	s.preset()
	for _, part := range []string{"", partFirst, partLast, partHouse, partMore, partDistrict, partCompany} {
		s.words(part, false, strongSynonym)
		if part == "" {
			s.addUnitColumns()
			s.receives = slices.ContainsFunc(s.mapping.Columns, isOfReceiver) || s.hasRivals()
		}
		s.words(part, true, strongSynonym)
		s.words(part, false, weakSynonym)
	}
	s.sides()
	s.numbered()
	s.parcels()
	s.seconds()
	s.several()
	s.currency()
	s.amounts()
	s.spreadCommas()
	s.phones()
	s.leaveOut()
	return s.mapping
}

// suggestion is a mapping as it is made.
type suggestion struct {
	table   *Table
	mapping Mapping
	given   int             // columns that were there
	used    []bool          // columns
	mapped  map[string]bool // fields

	receives bool // a column is of the receiver's address
}

// words adds the columns whose headings are a part of a field, and of the buyer or not.
func (s *suggestion) words(part string, buyer bool, synonymOf func(heading string) (synonym, string, bool)) {
	for i, heading := range s.table.Headings {
		found, unit, known := synonymOf(heading)
		isOther := buyer && s.receives && isOfAddress(found.field) && !s.isCustomer(found)
		if !known || s.used[i] || found.part != part || found.buyer != buyer || isOther {
			continue
		}
		switch part {
		case "":
			if s.isOfGoods(i, found) {
				found = synonym{field: descField}
			}
			if !s.mapped[found.field] {
				s.add(i, s.whether(i, ColumnMapping{Heading: heading, Field: found.field, Unit: unit}))
			}
		case partFirst, partLast:
			s.partOfName(i, found, synonymOf)
		default:
			s.partOfAddress(i, found)
		}
	}
}

// partOfAddress adds a column with a part of an address that has its first part.
func (s *suggestion) partOfAddress(i int, part synonym) {
	c := ColumnMapping{Heading: s.table.Headings[i], Field: part.field}
	if part.part == partHouse {
		c.Join = partJoin
	}
	switch at := s.firstSuggested(part.field); {
	case part.part == partCompany && at >= 0:
		s.add(i, c)
		s.moveLast(at)
	case part.part != partCompany && s.mapped[part.field]:
		s.add(i, c)
	}
}

// whetherCOD are the payment types that the words of a column COD without amounts mean.
var whetherCOD = map[string]string{
	"yes": "cod", "y": "cod", "true": "cod", "ya": "cod", "ja": "cod", "oui": "cod", "是": "cod",
	"no": "prepaid", "n": "prepaid", "false": "prepaid", "tidak": "prepaid", "nein": "prepaid", "non": "prepaid", "否": "prepaid",
}

// whether returns the column as one of the payment_type if it is of the amount to collect and its first rows only have words such as Yes.
func (s *suggestion) whether(i int, c ColumnMapping) ColumnMapping {
	if c.Field != codField || s.mapped[paymentField] {
		return c
	}
	words, others := false, false
	s.texts(i, func(text string) {
		_, known := whetherCOD[strings.ToLower(text)]
		words, others = words || known, others || !known
	})
	if words && !others {
		c.Field, c.Values = paymentField, maps.Clone(whetherCOD)
	}
	return c
}

// seconds adds further columns with the phone number or e-mail of the receiver or the buyer, which count if the first is empty.
func (s *suggestion) seconds() {
	for i, heading := range s.table.Headings {
		found, _, known := strongSynonym(heading)
		contact := found.field == "consignee_number" || found.field == "consignee_email"
		if known && contact && s.mapped[found.field] && !s.used[i] {
			s.add(i, ColumnMapping{Heading: heading, Field: found.field, First: true})
		}
	}
}

// currency makes the currency that the heading or all amounts of the price name the default of a table without a column of currencies.
func (s *suggestion) currency() {
	if s.mapped[priceCurrency] || s.mapping.Defaults[priceCurrency] != "" {
		return
	}
	for _, c := range s.mapping.Columns {
		i, err := s.table.find(c)
		if c.Field != "item_price_value" || err != nil {
			continue
		}
		_, named := cutRemark(c.Heading)
		all := map[string]bool{}
		s.texts(i, func(text string) {
			_, currency := amountOf(text)
			all[cmp.Or(currency, named)] = true
		})
		if len(all) == 0 { // numbers of a spreadsheet
			all[named] = true
		}
		for currency := range all {
			if len(all) == 1 && currency != "" {
				s.giveDefault(priceCurrency, currency)
			}
		}
	}
}

// giveDefault adds a default, unless the mapping has one.
func (s *suggestion) giveDefault(field, value string) {
	if s.mapping.Defaults[field] != "" {
		return
	}
	s.mapping.Defaults = maps.Clone(s.mapping.Defaults)
	if s.mapping.Defaults == nil {
		s.mapping.Defaults = make(map[string]string)
	}
	s.mapping.Defaults[field] = value
}

// addUnitColumns adds the columns such as Unit whose cells are units of the column on their left.
func (s *suggestion) addUnitColumns() {
	of := make(map[int]string)
	for _, c := range s.mapping.Columns {
		if i, err := s.table.find(c); err == nil && unitsOf[c.Field] != nil {
			of[i+1] = c.Field
		}
	}
	for i, heading := range s.table.Headings {
		field := of[i]
		if field == "" || s.used[i] || !slices.Contains(unitWords, "%"+normal(heading)) {
			continue
		}
		fits := false
		s.texts(i, func(text string) {
			u, known := unitOf(text)
			fits = fits || known && u.weight == isWeight(field)
		})
		if fits {
			s.add(i, ColumnMapping{Heading: heading, Field: field + unitSuffix})
		}
	}
}

// isCustomer reports whether a name of the buyer is that of the receiver: no other column has a name, and none the buyer's address, as
// in Customer beside Delivery Address.
func (s *suggestion) isCustomer(of synonym) bool {
	return of.field == "consignee_name" && !slices.ContainsFunc(s.table.Headings, func(heading string) bool {
		strong, _, _ := strongSynonym(heading)
		weak, _, _ := weakSynonym(heading)
		isAddress := strong.buyer && strong.field != of.field && isOfAddress(strong.field)
		return weak.field == of.field || strong.field == of.field && strong != of || isAddress
	})
}

// weakSynonym returns what a heading such as Name is, which is about the consignee.
func weakSynonym(heading string) (found synonym, unit string, known bool) {
	if found, known = combined(heading, synonyms().weak); known {
		return found, "", true
	}
	word, _ := splitUnit(heading)
	found, known = synonyms().weak[word]
	return found, "", known
}

// anySynonym returns what a heading is, if need be by a word that is about the consignee.
func anySynonym(heading string) (found synonym, known bool) {
	if found, _, known = strongSynonym(heading); known {
		return found, true
	}
	found, _, known = weakSynonym(heading)
	return found, known
}

// hasRivals reports whether a part of an address is there twice: of the buyer and, as Address beside Billing Address, of
// nobody. The latter is the receiver's then.
func (s *suggestion) hasRivals() bool {
	ofBuyer := make(map[string]bool)
	for i, heading := range s.table.Headings {
		if found, _, _ := strongSynonym(heading); found.buyer && !s.used[i] {
			ofBuyer[found.field] = true
		}
	}
	return slices.ContainsFunc([]string{"address", "postal", "city", "country"}, func(attribute string) bool {
		return ofBuyer["consignee_"+attribute] && slices.ContainsFunc(s.table.Headings, func(heading string) bool {
			found, _, _ := weakSynonym(heading)
			return found.field == "consignee_"+attribute && found.part == "" && !s.used[s.index(heading)]
		})
	})
}

// isOfReceiver reports whether a column is of the address of who receives the parcel, not of who buys or pays. An address
// is never mixed of both.
func isOfReceiver(c ColumnMapping) bool {
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
	if found, known = combined(heading, synonyms().strong); known {
		return found, "", true
	}
	word, unit := splitUnit(heading)
	if found, known = synonyms().strong[word]; known { // a tracking number of another service is none of Waybill's
		return found, unit, found.field != trackingField || strings.EqualFold(heading, trackingField)
	}
	if len(heading) > len(metadataPrefix) && strings.EqualFold(heading[:len(metadataPrefix)], metadataPrefix) {
		key := heading[len(metadataPrefix):]
		return synonym{field: metadataPrefix + key}, "", isMetadataKey(key)
	}
	return synonym{}, "", false
}

var (
	betweenWords = compiled(`\s*[/+&|,・]\s*|(?i:\s+(?:and|or|und|oder|et|ou|y|e|en|dan|atau)\s+)`)
	houseNumbers = []string{"no", "nr", "number", "num", "nº", "n°", "numéro", "número", "numero", "nummer"}
)

// combined handles headings with several words for one field, such as City / Town or Street + No.
func combined(heading string, words map[string]synonym) (found synonym, known bool) {
	parts := betweenWords().Split(heading, -1)
	if len(parts) == 1 {
		return synonym{}, false
	}
	for i, part := range parts {
		s, is := words[normal(part)]
		isHouse := s == synonym{found.field, partHouse, found.buyer} || slices.Contains(houseNumbers, strings.Trim(strings.ToLower(part), " ."))
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
		if !s.has(preset.Signature) {
			continue
		}
		s.mapping.Preset = preset.Name
		given := maps.Clone(s.mapped)
		for _, c := range preset.Columns {
			if i := s.index(c.Heading); i >= 0 && !s.used[i] && !given[c.Field] {
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

func (s *suggestion) has(headings []string) bool {
	return !slices.ContainsFunc(headings, func(h string) bool { return s.index(h) < 0 })
}

func (s *suggestion) index(heading string) int {
	return slices.IndexFunc(s.table.Headings, func(h string) bool { return strings.EqualFold(h, heading) })
}

// add adds a column, with the ways to write values that its first rows show.
func (s *suggestion) add(i int, c ColumnMapping) {
	if s.index(c.Heading) != i {
		c.Column = ColumnName(i) // the heading occurs twice
	}
	if !validUnit(c) {
		c.Unit = ""
	}
	c.Decimal, c.Date = s.shown(i, c)
	s.used[i], s.mapped[c.Field] = true, true
	s.mapping.Columns = append(s.mapping.Columns, c)
}

func validUnit(c ColumnMapping) bool {
	return c.Unit != "kg" && c.Unit != "cm" && c.validate() == nil
}

var headingUnit = compiled(`(?i)^(.*?)[\s_]*(?:[(\[（]\s*([a-z\p{Han}]+)\.?\s*[)\]）]|[\s_](?:in[\s_])?([a-z]+))\s*\*?\s*$`)

// splitUnit returns a heading as synonyms are compared, and the unit that it ends with, "" for none.
func splitUnit(heading string) (word, unit string) {
	heading, _ = cutRemark(heading)
	if _, known := synonyms().strong[normal(heading)]; known {
		return normal(heading), ""
	}
	if m := headingUnit().FindStringSubmatch(heading); m != nil {
		if unit, known := synonyms().units[strings.ToLower(m[2]+m[3])]; known && m[1] != "" {
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
	if sign := m[3] + m[4]; sign != "" {
		code, isSign := currencyOf(sign)
		if !isSign {
			return heading, ""
		}
		currency = code
	}
	return m[1], currency
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
