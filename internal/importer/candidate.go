package importer

import (
	"maps"
	"slices"
	"strings"
)

// noneField is the field of a column that is left out.
const noneField = "-"

// meaning is what a heading says.
type meaning struct {
	synonym
	unit  string
	known bool
}

// level is how sure a heading is: it names the party or the thing; who buys or pays; or nobody.
type level int

const (
	named level = iota
	ofBuyer
	ofNobody
)

var levels = [...]level{named, ofBuyer, ofNobody}

// candidate says that a column may be a field.
type candidate struct {
	at     int
	column ColumnMapping
	score  int // how sure that is: the surest ones take their columns and fields first

	needs func() bool // of what was decided before; nil: the field is open
	front bool        // before the other columns of the field
	with  []candidate // that are taken together with it
}

// The scores. That of a heading is less by its level, and by the part of a field that it is.
const (
	scoreHeading = 200
	scoreUnit    = 199 // behind those of sizes and weights, whose headings say more
	scorePart    = 150
	scoreHouse   = scorePart - 2*stepOfPart // as one whose heading says more, before what follows it
	scoreValues  = 60
	scoreFurther = 50
	stepOfLevel  = 3
	stepOfPart   = 3 * 3
)

// decide adds the columns of the surest candidates whose columns and fields are open.
func (s *suggestion) decide(found []candidate) {
	slices.SortStableFunc(found, func(a, b candidate) int { return b.score - a.score })
	for _, c := range found {
		all := append([]candidate{c}, c.with...)
		switch {
		case slices.ContainsFunc(all, func(c candidate) bool { return s.fields[c.at] != "" }):
		case c.needs == nil && s.mapped[c.column.Field], c.needs != nil && !c.needs():
		default:
			before := s.firstSuggested(c.column.Field)
			for _, one := range all {
				s.add(one.at, one.column)
			}
			if c.front && before >= 0 {
				s.moveLast(before)
			}
		}
	}
}

// candidate is the candidate of a column for a field.
func (s *suggestion) candidate(i int, field string, score int) candidate {
	return candidate{at: i, column: ColumnMapping{Heading: s.table.Headings[i], Field: field}, score: score}
}

// ofHeadings finds the fields that headings name.
func (s *suggestion) ofHeadings() (found []candidate) {
	for _, level := range levels {
		for i, m := range s.meanings[level] {
			if !m.known || level == ofBuyer && s.receives && isOfAddress(m.field) && !s.isCustomer(m.synonym) {
				continue
			}
			less := stepOfLevel * int(level)
			c := s.candidate(i, m.field, scorePart-stepOfPart*slices.Index(partOrder, m.part)-less)
			switch m.part {
			case "":
				c.column.Unit, c.score = m.unit, scoreHeading-less
				found = append(append(found, s.whole(c, m.synonym)...), s.further(i, m.field, level)...)
				continue
			case partFirst, partLast:
				s.ofName(&c, m.synonym, level)
			case partCompany:
				c.front, c.needs = true, func() bool { return s.firstSuggested(m.field) >= 0 }
			case partHouse:
				c.column.Join = partJoin
				fallthrough
			default:
				c.needs = func() bool { return s.mapped[m.field] }
			}
			found = append(found, c)
		}
	}
	return found
}

// mobile is the heading of a number that takes messages.
var mobile = compiledWords(".*", "mobiles", "")

// further returns the candidate of a further phone number or e-mail, which counts if the first is empty.
func (s *suggestion) further(i int, field string, level level) []candidate {
	if field != "consignee_number" && field != "consignee_email" {
		return nil
	}
	c := s.candidate(i, field, scoreFurther)
	c.column.First, c.needs = true, func() bool {
		isNamed := slices.ContainsFunc(s.meanings[named], func(m meaning) bool { return m.known && m.field == field })
		return s.mapped[field] && (level != ofNobody || !isNamed) // one of nobody may be the sender's beside one of the receiver
	}
	return []candidate{c}
}

// phoneNumber is a text that is a phone number and nothing else.
var phoneNumber = compiled(`^'?\+?[\d(][\d ().-]{5,18}\d$`)

// whole completes the candidate of a column with a whole field, and looks at its values.
func (s *suggestion) whole(c candidate, of synonym) []candidate {
	word, _ := splitUnit(c.column.Heading)
	if strings.HasSuffix(of.field, "_number") && mobile().MatchString(word) {
		c.score++ // before a landline
	}
	c.column.All = of.field == priceField && isWord("whole_values", word)
	return s.byValues(c, of)
}

// byValues returns the candidates of a column whose values say more than its heading; else c.
func (s *suggestion) byValues(c candidate, of synonym) []candidate {
	other := s.candidate(c.at, descField, c.score)
	party, isName := strings.CutSuffix(of.field, "_name")
	areNumbers := s.all(c.at, phoneNumber().MatchString)
	switch {
	case s.isOfGoods(c.at, of), of.field == referenceField && s.hasPhrases(c.at):
		return []candidate{other}
	case isName && areNumbers && isKnown(party+"_number"):
		other.column.Field = party + "_number"
		other.score-- // less sure than a heading that says so
		return []candidate{other}
	case of.field == codField && s.all(c.at, func(text string) bool { return isWord("cod", text) }): // such as Yes
		other.column.Field, other.column.Values = paymentField, maps.Clone(synonyms().words["cod"])
		c.score = scoreFurther // which it is if another column is the payment, and none has amounts
		return []candidate{other, c}
	}
	return []candidate{c}
}

// phrase is in a text that is no reference, such as 3 red mugs: two words beside each other, or with a short one between.
var phrase = compiled(`(?:^|\s)\pL\p{Ll}{2,}\s+(?:\p{Ll}{1,3}\s+)?\pL\p{Ll}{2,}`)

// numbered is a text that ends as references do, such as Sales Order #SO1001.
var numbered = compiled(`#|\d\s*$`)

// hasPhrases reports whether most texts of a column have words, as goods have.
func (s *suggestion) hasPhrases(column int) bool {
	texts, phrases := 0, 0
	s.texts(column, func(text string) {
		texts++
		if !numbered().MatchString(text) {
			phrases += len(phrase().FindAllString(text, 1))
		}
	})
	return 2*phrases > texts
}

// houseNumber is such as 5, 12a and 3/1.
var houseNumber = compiled(`^\d{1,5} ?\pL?(?:[-/]\d{1,4} ?\pL?)?$`)

// ofNeighbours finds what columns such as Unit and No. are by the column on their left: units of a weight or a size, or the house
// numbers of a street.
func (s *suggestion) ofNeighbours() (found []candidate) {
	beside := func(i int, left, field, join string, score int) {
		c := s.candidate(i, field, score)
		c.column.Join, c.needs = join, func() bool { return i > 0 && s.fields[i-1] == left }
		found = append(found, c)
	}
	for i, heading := range s.table.Headings {
		if isWord("unit_columns", "%"+normal(heading)) {
			s.texts(i, func(text string) {
				u, known := unitOf(text)
				for field := range unitsOf {
					if known && u.weight == isWeight(field) {
						beside(i, field, field+unitSuffix, "", scoreUnit)
					}
				}
			})
		}
		if isHouseNumber(heading) && s.all(i, houseNumber().MatchString) {
			beside(i, "consignee_address", "consignee_address", partJoin, scoreHouse)
			beside(i, "pickup_address", "pickup_address", partJoin, scoreHouse)
		}
	}
	return found
}

// weights makes a column such as Weight one of items, if at least half of the orders with several weights have different ones.
func (s *suggestion) weights() {
	at, reference := s.firstSuggested("order_weight"), s.planOf(referenceField)
	if at < 0 || len(reference.columns) == 0 || s.mapped["item_weight"] {
		return
	}
	c := &s.columns[at]
	if word, _ := splitUnit(c.Heading); !isWord("weights", word) {
		return
	}
	if orders, differ := s.differing(reference, c.index); differ > 0 && 2*differ >= orders {
		c.Field = "item_weight"
		s.mapped["order_weight"], s.mapped["item_weight"] = false, true
	}
}

// differing counts the orders with several texts in a column, and those of them whose texts differ.
func (s *suggestion) differing(reference *fieldPlan, column int) (orders, differ int) {
	first, several, differs := make(map[string]string), make(map[string]bool), make(map[string]bool)
	name, address, desc := s.planOf("consignee_name"), s.planOf("consignee_address"), s.planOf(descField)
	above := ""
	for _, row := range s.table.Rows() {
		order, text := reference.text(row), strings.TrimSpace(row.Cell(column).Text)
		if order == "" && name.text(row)+address.text(row) == "" && desc.text(row) != "" {
			order = above // a further item
		}
		above = strings.Clone(order)
		if before, known := first[order]; known && order != "" && text != "" {
			if several[order] = true; text != before {
				differs[order] = true
			}
		} else if text != "" {
			first[strings.Clone(order)] = strings.Clone(text)
		}
	}
	return len(several), len(differs)
}
