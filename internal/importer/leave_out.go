package importer

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"waybill/internal/problem"
)

const (
	// footerSearch is how many rows at the end of a table may be footers.
	footerSearch = 10
	// maxFilterValues is how many values of a column are proposed, and are counted.
	maxFilterValues = 30
)

// LeftOut is why an order is left out: the value of a column.
type LeftOut struct{ Heading, Value, Reason string }

// findLeaves finds the columns that say which orders are left out. The error is that of a column that the table does not have.
func (p *Plan) findLeaves(ignored []columnPlan) error {
	for _, c := range p.mapping.LeaveOut {
		i, err := p.table.find(c)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(ignored, func(c columnPlan) bool { return c.index == i }) {
			continue
		}
		if _, ok := c.Values["*"]; !ok { // meaning returns a text that has none
			values := map[string]string{"*": ""}
			maps.Copy(values, c.Values)
			c.Values = values
		}
		p.leaves = append(p.leaves, columnPlan{ColumnMapping: c, index: i})
	}
	return nil
}

// leaveOut leaves a draft out if all its rows say that they are no parcel. If only some rows say so, a row of a column with Rows
// goes behind the items, and any other row refuses the draft. It returns the rows in their new order.
func (p *Plan) leaveOut(d *Draft, rows []Row) []Row {
	why, alone := make([]*LeftOut, len(rows)), make([]bool, len(rows))
	for i := range p.leaves {
		c := &p.leaves[i]
		texts, first := make([]string, len(rows)), ""
		for j, row := range rows {
			texts[j] = strings.TrimSpace(row.Cell(c.index).Text)
			first = cmp.Or(first, texts[j])
		}
		for j, text := range texts {
			if !c.Rows {
				text = cmp.Or(text, first) // an export may have what is of the order in its first row
			}
			if reason := c.meaning(text); reason != "" && why[j] == nil {
				why[j], alone[j] = &LeftOut{p.table.Headings[c.index], shorten(text), reason}, c.Rows
			}
		}
	}
	if !slices.Contains(why, nil) && len(p.leaves) > 0 {
		d.LeftOut = why[0]
		return rows
	}
	var kept, behind []int
	for j := range rows {
		if why[j] != nil && alone[j] {
			behind = append(behind, j)
			continue
		}
		kept = append(kept, j)
		if why[j] != nil {
			p.refuseEnded(d, rows[j], j)
		}
	}
	d.items = len(kept)
	at, ordered := slices.Clone(d.Rows), make([]Row, 0, len(rows))
	for n, j := range append(kept, behind...) {
		d.Rows[n], ordered = at[j], append(ordered, rows[j])
	}
	return ordered
}

// refuseEnded adds the cells of row j that say that the order is not to be sent any more.
func (p *Plan) refuseEnded(d *Draft, row Row, j int) {
	for i := range p.leaves {
		c := &p.leaves[i]
		text := strings.TrimSpace(row.Cell(c.index).Text)
		if reason := c.meaning(text); reason != "" && !c.Rows {
			found := p.at(d.Rows[j], c.index, "", text, problem.Message{})
			found.Message = problem.OrderEnded.With(strings.TrimPrefix(p.table.Sheet+"!"+found.Cell, "!"), found.Value, reason)
			d.problems = append(d.problems, found)
		}
	}
}

// Filter is a column that says which orders are left out, with its values.
type Filter struct {
	Heading string        `json:"heading"`
	Column  string        `json:"column"` // its letter
	Values  []FilterValue `json:"values"`
}

// FilterValue is a value that a column has in the file.
type FilterValue struct {
	Value  string `json:"value"` // "*": any text that is not named
	Rows   int64  `json:"rows"`
	Reason string `json:"reason"` // why they are left out, "": they are not
}

// Filters are the columns that say which orders are left out, with the values that rows have.
func (p *Plan) Filters() []Filter {
	filters := make([]Filter, len(p.leaves))
	for i := range p.leaves {
		filters[i] = p.filter(&p.leaves[i])
	}
	return filters
}

func (p *Plan) filter(c *columnPlan) Filter {
	f := Filter{Heading: p.table.Headings[c.index], Column: ColumnName(c.index)}
	for i, row := range p.table.Rows() {
		text := strings.TrimSpace(row.Cell(c.index).Text)
		reason := c.meaning(text)
		if p.footers[i] || text == "" && reason == "" {
			continue
		}
		if !hasKey(c.Values, text) && reason != "" {
			text = "*"
		}
		at := slices.IndexFunc(f.Values, func(v FilterValue) bool { return strings.EqualFold(v.Value, text) })
		if at < 0 && len(f.Values) == maxFilterValues {
			continue
		}
		if at < 0 {
			at, f.Values = len(f.Values), append(f.Values, FilterValue{Value: strings.Clone(shorten(text)), Reason: reason})
		}
		f.Values[at].Rows++
	}
	return f
}

func hasKey(values map[string]string, text string) bool {
	for value := range values {
		if strings.EqualFold(value, text) {
			return true
		}
	}
	return false
}

// footer is the first text of a row that adds up those above it, total any text that says no more.
var (
	footer = compiled(`(?i)^(grand |sub)?totals?\b|^(summe|gesamt(summe)?|zwischensumme|jumlah total|total keseluruhan)\b|` +
		`^(合计|总计|合計|總計|小计|小計|합계|총계|tổng cộng|รวมทั้งหมด|รวมทั้งสิ้น)|^seller id\s*:`)
	total = compiled(`(?i)^((grand |sub-?)?totals?|total[ae]?l?( général| general| geral| keseluruhan)?|` +
		`summe|(gesamt|zwischen)(summe)?|jumlah( total)?|suma|somma|soma|somme|` +
		`合计|总计|合計|總計|小计|小計|합계|총계|tổng( cộng)?|รวม(ทั้งหมด|ทั้งสิ้น)?)\s*[:：]?$`)
)

// findFooters finds the rows at the end that are sums and remarks, not of orders: they have no consignee.
func (p *Plan) findFooters() {
	p.footers = make(map[int]bool)
	for i := max(0, p.table.Len()-footerSearch); i < p.table.Len(); i++ {
		row := p.table.Row(i)
		texts := make([]string, 0, len(row.Cells))
		for _, c := range row.Cells {
			if !isEmpty(c) {
				texts = append(texts, strings.TrimSpace(c.Text))
			}
		}
		downloaded := slices.ContainsFunc(texts[:min(2, len(texts))], func(s string) bool { return strings.Contains(s, "record(s) downloaded") })
		isSum := len(texts) > 0 && footer().MatchString(texts[0]) || slices.ContainsFunc(texts, total().MatchString) &&
			!p.has(row, referenceField)
		if downloaded || isSum && !p.has(row, "consignee_name", "consignee_address", "consignee_number", descField) {
			p.footers[i] = true
		}
	}
}

// has reports whether a row has one of the fields, with another text than Total.
func (p *Plan) has(row Row, fields ...string) bool {
	return slices.ContainsFunc(fields, func(name string) bool {
		f := p.byField[name]
		return f != nil && f.text(row) != "" && !total().MatchString(f.text(row))
	})
}

// Notes say what a person should know of the plan.
func (p *Plan) Notes() (notes []problem.Message) {
	if preset := presetOf(p.mapping.Preset); preset.Unchecked {
		notes = append(notes, problem.UncheckedPreset.With(preset.Name))
	}
	for _, c := range p.mapping.Columns {
		if c.Phone == PhoneOfCountry {
			notes = append(notes, problem.PhonesOfCountry.With(c.Name()))
		}
	}
	if column := p.parcelColumn(); column >= 0 {
		notes = append(notes, problem.ParcelsApart.With(p.table.Headings[column]))
	}
	for i := range p.leaves {
		if !p.leaves[i].Rows {
			continue
		}
		f := p.filter(&p.leaves[i])
		for _, v := range f.Values {
			if v.Reason != "" {
				notes = append(notes, problem.RowsLeftOut.With(v.Value, f.Heading, v.Rows))
			}
		}
	}
	if len(p.footers) > 0 {
		first := slices.Min(slices.Collect(maps.Keys(p.footers)))
		notes = append(notes, problem.FootersLeftOut.With(p.table.Number(first), len(p.footers)))
	}
	if unread := p.unread(); len(unread) > 0 && p.mapping.Preset == "" {
		notes = append(notes, problem.ColumnsUnread.With(strings.Join(unread, ", ")))
	}
	if row, repeated := p.repeated(); repeated > 0 {
		notes = append(notes, problem.RepeatedConsignee.With(p.table.Number(row), repeated))
	}
	return notes
}

// maxUnread is how many of the headings that are not read are named.
const maxUnread = 20

// unread are the first headings that the mapping does not name, of columns that are not empty.
func (p *Plan) unread() (headings []string) {
	read := make(map[int]bool)
	for _, c := range slices.Concat(p.mapping.Columns, p.mapping.LeaveOut) {
		if i, err := p.table.find(c); err == nil {
			read[i] = true
		}
	}
	for i, heading := range p.table.Headings {
		if read[i] || heading == "" || len(headings) == maxUnread || strings.EqualFold(heading, ErrorHeading) || heading == OrderHeading {
			continue
		}
		for row := range min(p.table.Len(), sampleRows) {
			if !isEmpty(p.table.Row(row).Cell(i)) {
				headings = append(headings, shorten(heading))
				break
			}
		}
	}
	return headings
}

// repeated counts the rows of a table without references that have the same consignee as the row above.
func (p *Plan) repeated() (first, count int) {
	name, address := p.byField["consignee_name"], p.byField["consignee_address"]
	if p.byField[referenceField] != nil || name == nil || address == nil {
		return 0, 0
	}
	before := ""
	for i, row := range p.table.Rows() {
		to := name.text(row) + "\n" + address.text(row)
		if to == before && len(to) > 1 {
			if count++; count == 1 {
				first = i
			}
		}
		before = strings.Clone(to)
	}
	return first, count
}

// leaveOut proposes which orders are left out: as the preset says, else by the values of columns with a state. To the columns of the
// mapping it adds only the values that they do not name.
func (s *suggestion) leaveOut() {
	given := s.mapping.LeaveOut != nil
	s.mapping.LeaveOut = slices.Clone(s.mapping.LeaveOut)
	if !given {
		for _, c := range presetOf(s.mapping.Preset).Ended {
			if i := s.index(c.Heading); i >= 0 {
				c.Heading = s.table.Headings[i]
				s.mapping.LeaveOut = append(s.mapping.LeaveOut, c)
			}
		}
	}
	if !given && s.mapping.LeaveOut == nil {
		for i, heading := range s.table.Headings {
			if reason, known := synonyms().stateHeadings[normal(heading)]; known && s.index(heading) == i {
				c := ColumnMapping{Heading: heading}
				if reason != "" {
					c.Values = map[string]string{"*": reason}
				}
				s.mapping.LeaveOut = append(s.mapping.LeaveOut, c)
			}
		}
	}
	for i := range s.mapping.LeaveOut {
		s.addStates(&s.mapping.LeaveOut[i])
	}
}

// addStates adds the values of a column that are known to be of no parcel, unless its mapping says what each value is.
func (s *suggestion) addStates(c *ColumnMapping) {
	at, err := s.table.find(*c)
	if _, all := c.Values["*"]; all || err != nil {
		return
	}
	var values map[string]string
	for _, row := range s.table.Rows() {
		text := strings.TrimSpace(row.Cell(at).Text)
		reason := synonyms().states[normal(text)]
		if reason == "" || hasKey(c.Values, text) || len(values) == maxFilterValues {
			continue
		}
		if values == nil {
			values = maps.Clone(c.Values)
		}
		if values == nil {
			values = make(map[string]string)
		}
		values[strings.Clone(text)] = reason
		c.Values = values
	}
}

// validateLeaveOut checks a column that says which orders are left out.
func validateLeaveOut(c ColumnMapping) error {
	switch {
	case c.Heading == "" && c.Column == "":
		return errors.New("name the heading or the letter of the column")
	case c.Field != "" || c.Ignore:
		return errors.New("send neither field nor ignore: the values say which orders are left out, and why")
	case len(c.Values) > maxValues:
		return fmt.Errorf("%d values: at most %d", len(c.Values), maxValues)
	}
	return nil
}
