package importer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// headingSearch is how many rows, from the first that is not empty, may have the headings.
const headingSearch = 25

// minKnown is how many headings a row has at least that is taken for the row of headings although others are above it.
const minKnown = 2

// texts are the trimmed texts of the cells.
func (r Row) texts() []string {
	return each.Of(r.Cells, func(c Cell) string { return strings.Clone(strings.TrimSpace(c.Text)) })
}

// search finds the headings in the first rows, and adds the rows below them to the table: the first row that has the most
// headings that are known, if these are several, else the first row. Headings with orders below them are not left for a few more, such as
// those of a second file behind the first.
func (b *builder) search() error {
	first := b.first
	if b.first = nil; len(first) == 0 {
		return nil
	}
	at, most := 0, max(knownHeadings(first[0].texts()), minKnown-1)
	for i, orders := 0, false; i < len(first); i++ {
		texts := first[i].texts()
		if known := knownHeadings(texts); known > most && (!orders || known > 2*most) {
			at, most, orders = i, known, false
		}
		orders = orders || most >= minKnown && hasValues(texts, first[at].texts())
	}
	t := b.table
	t.HeadingRow = first[at].Number
	t.Headings = first[at].texts()
	if at > 0 {
		t.Headings = withGroups(first[at-1].texts(), t.Headings)
		t.Notes = append(t.Notes, problem.RowsAbove.With(t.HeadingRow))
	}
	if below := t.belowHeadings(first[at+1:]); below != nil {
		at++
		t.HeadingRow, t.Headings = first[at].Number, below
	}
	return b.packAll(first[at+1:])
}

// belowHeadings returns the headings if their second row is the first of rows: all its texts are headings, and some of them have nothing
// above. nil: it is not.
func (t *Table) belowHeadings(rows []Row) []string {
	if len(rows) == 0 {
		return nil
	}
	texts, below, filled := rows[0].texts(), slices.Clone(t.Headings), false
	for i, text := range texts {
		if text == "" {
			continue
		}
		if _, known := anySynonym(text); !known {
			return nil
		}
		below = append(below, make([]string, max(0, i+1-len(below)))...)
		filled = filled || below[i] == ""
		below[i] = text
	}
	if !filled || knownHeadings(texts) < minKnown {
		return nil
	}
	return withGroups(t.Headings, below)
}

// packAll adds rows below the headings. The first row is left out if it only describes the headings.
func (b *builder) packAll(rows []Row) error {
	if len(rows) > 0 && (describes(rows[0].texts(), b.table.Headings) || repeats(rows[0].texts(), b.table.Headings)) {
		b.table.Notes = append(b.table.Notes, problem.DescribingRow.With(rows[0].Number))
		rows = rows[1:]
	}
	for _, row := range rows {
		b.number, b.cells = row.Number, row.Cells
		if err := b.pack(); err != nil {
			return err
		}
	}
	return nil
}

// knownHeadings is how many fields the headings are known to be.
func knownHeadings(headings []string) int {
	fields := make(map[synonym]bool)
	for _, heading := range headings {
		if found, known := anySynonym(heading); known {
			fields[found] = true
		}
	}
	return len(fields)
}

// withGroups puts the headings of a row of groups, such as Sender and Recipient, before those below them that occur more than once, or
// that are another field with them, such as No below Order.
func withGroups(groups, headings []string) []string {
	headings = append(headings, make([]string, max(0, len(groups)-len(headings)))...)
	group, whole := "", slices.Clone(headings)
	for i, heading := range headings {
		if i < len(groups) && groups[i] != "" {
			group = groups[i]
		}
		same := func(other string) bool { return strings.EqualFold(other, heading) }
		of, _, _ := strongSynonym(group)
		repeated := slices.IndexFunc(headings, same) < i || slices.ContainsFunc(headings[i+1:], same)
		switch before, behind := group+" "+heading, heading+" "+group; {
		case heading == "" && i < len(groups) && groups[i] != "": // of both rows, such as Order No beside a group
			whole[i] = groups[i]
		case group == "" || heading == "" || group == heading:
		case repeated, means(before, heading):
			whole[i] = before
		case means(behind, heading):
			whole[i] = behind
		case isHouseNumber(heading) && of.field == referenceField:
			whole[i] = group
		}
	}
	return whole
}

// means reports whether a heading with its group is a field for sure, and is none without, or only maybe one of another party.
func means(whole, heading string) bool {
	of, _, known := strongSynonym(whole)
	_, _, isKnown := strongSynonym(heading)
	alone, _ := weakSynonym(heading)
	return known && !isKnown && (alone.field == "" || of.field != alone.field && of.field != referenceField)
}

// describes reports whether a row says what the headings mean, as in an export of TikTok Shop: several of its numbers, days and phones
// are words.
func describes(row, headings []string) bool {
	words := 0
	for i, text := range row {
		if isNumeric(typeBelow(headings, i)) && isWords(text) {
			words++
		}
	}
	return words >= minKnown && !hasValues(row, headings)
}

// hasValues reports whether a row is an order: it has a number, a country or a currency.
func hasValues(row, headings []string) bool {
	for i, text := range row {
		var known bool
		switch of := typeBelow(headings, i); of {
		case request.TypeCountry:
			_, known = findCountry(text)
		case request.TypeCurrency:
			_, known = shipment.CurrencyByCode(text)
		default:
			known = isNumeric(of) && strings.ContainsFunc(text, unicode.IsDigit)
		}
		if known {
			return true
		}
	}
	return false
}

// typeBelow is the type of the field that a column is known to be, "" for none.
func typeBelow(headings []string, column int) shipment.TypeName {
	if column >= len(headings) {
		return ""
	}
	found, _ := anySynonym(headings[column])
	f, _ := FieldOf(found.field)
	return f.Type.Name
}

// isNumeric reports whether the values of a type have digits.
func isNumeric(of shipment.TypeName) bool {
	return slices.Contains([]shipment.TypeName{request.TypeDecimal, request.TypeInteger, request.TypeDate, request.TypePhone}, of)
}

// repeats reports whether a row has the headings once more, such as in another language: several cells are headings of the field of their
// column, and no cell has a digit that its heading has not.
func repeats(row, headings []string) bool {
	same, others := 0, 0
	for i, text := range row {
		if i >= len(headings) || text == "" {
			continue
		}
		of, known := anySynonym(text)
		above, _ := anySynonym(headings[i])
		switch isNumber := strings.ContainsFunc(text, unicode.IsDigit) && !strings.ContainsFunc(text, unicode.IsLetter); {
		case known && of.field == above.field:
			same++
		case isNumber:
			return false
		default:
			others++
		}
	}
	return same > minKnown && same >= others
}

// isWords reports whether a text is more than a word, such as none, TBC or n/a, that stands for a value.
func isWords(text string) bool {
	return strings.Contains(text, " ") || strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf && unicode.IsLetter(r) })
}
