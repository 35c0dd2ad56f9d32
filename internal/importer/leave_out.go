package importer

import (
	"cmp"
	"slices"
	"strings"

	"waybill/internal/each"
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
			c.Values = each.With(c.Values, "*", "")
		}
		counts := c.Rows && isWord("gone_headings", p.table.Headings[i])
		p.leaves = append(p.leaves, columnPlan{ColumnMapping: c, index: i, counts: counts})
	}
	return nil
}

// leaveOut leaves a draft out if all its rows say that they are no parcel. If only some rows say so, a row of a column with Rows
// goes behind the items, and any other row refuses the draft. It returns the rows in their new order.
func (p *Plan) leaveOut(d *Draft, rows []Row) []Row {
	why, alone := make([]*LeftOut, len(rows)), make([]bool, len(rows))
	for i := range p.leaves {
		c := &p.leaves[i]
		texts := each.Of(rows, func(row Row) string { return strings.TrimSpace(row.Cell(c.index).Text) })
		first := cmp.Or(texts...)
		for j, text := range texts {
			if !c.Rows {
				text = cmp.Or(text, first) // an export may have what is of the order in its first row
			}
			reason, some := p.stateOf(c, rows[j], text)
			if some {
				quantity := p.byField[quantityField].textOrPreset(rows[j])
				d.add(p.at(rows[j], c.index, "", text, problem.SomePieces.With(shorten(text), shorten(quantity), reason)))
			} else if reason != "" && why[j] == nil {
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
			p.refuseEnded(d, rows[j])
		}
	}
	d.items = len(kept)
	order, at := slices.Concat(kept, behind), d.Rows
	d.Rows = each.Of(order, func(j int) int { return at[j] })
	return each.Of(order, func(j int) Row { return rows[j] })
}

// stateOf is why a row with a text is left out, "" if it is not. A number of pieces that are not sent any more leaves a row out if it has
// no others; some says that this is not so.
func (p *Plan) stateOf(c *columnPlan, row Row, text string) (reason string, some bool) {
	reason = c.meaning(text)
	quantity := p.byField[quantityField]
	if !c.counts || reason == "" || quantity == nil {
		return reason, false
	}
	gone, known := numberIn(numberOf(quantityField, text))
	if isDash(text) || known && gone.Sign() == 0 {
		return "", false
	}
	all, isNumber := numberIn(quantity.textOrPreset(row))
	return reason, !known || !isNumber || gone.Cmp(all) != 0
}

// refuseEnded adds the cells of a row that say that the order is not to be sent any more.
func (p *Plan) refuseEnded(d *Draft, row Row) {
	for i := range p.leaves {
		c := &p.leaves[i]
		text := strings.TrimSpace(row.Cell(c.index).Text)
		if reason := c.meaning(text); reason != "" && !c.Rows {
			found := p.at(row, c.index, "", text, problem.Message{})
			found.Message = problem.OrderEnded.With(strings.TrimPrefix(p.table.Sheet+"!"+found.Cell, "!"), found.Value, reason)
			d.add(found)
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
	return each.Of(p.leaves, func(c columnPlan) Filter { return p.filter(&c) })
}

func (p *Plan) filter(c *columnPlan) Filter {
	f := Filter{Heading: p.table.Headings[c.index], Column: ColumnName(c.index)}
	for i, row := range p.table.Rows() {
		text := strings.TrimSpace(row.Cell(c.index).Text)
		reason, some := p.stateOf(c, row, text)
		if p.footers[i] || text == "" && reason == "" || some {
			continue
		}
		_, hasValue := valueOf(c.Values, text)
		if !hasValue && reason != "" && !c.counts {
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

var (
	// footer is the first text of a row that adds up those above it, total any text that says no more.
	footer = compiledWords("", "footers", "")
	total  = compiledWords("", "totals", `\s*[:：]?$`)
	// closing is what a program writes below the last order, and rule a cell of a row of lines.
	closing = compiledWords(`[-–—*=#<\[( ]*`, "closings", `[-–—*=#>\]).。 ]*$`)
	rule    = compiled(`^[-–—=_*~+.:|─━]+$`)
)

// findLines finds the rows that are only lines, or the headings again.
func (p *Plan) findLines() {
	p.footers = make(map[int]bool)
	for i, row := range p.table.Rows() {
		cells, rules, again, longest := 0, 0, 0, 0
		for column, c := range row.Cells {
			text := strings.TrimSpace(c.Text)
			if text == "" {
				continue
			}
			cells++
			if rule().MatchString(text) {
				rules, longest = rules+1, max(longest, len(text))
			} else if heading := p.table.Headings[column]; strings.EqualFold(heading, text) || strings.HasSuffix(heading, " "+text) {
				again++
			} else {
				break
			}
		}
		if cells > 0 && (rules == cells && longest > 1 || again == cells && cells > minKnown) {
			p.footers[i], p.lines = true, append(p.lines, i)
		}
	}
}

// findFooters finds the rows at the end that are sums and remarks, not of orders: they have no consignee.
func (p *Plan) findFooters() {
	for i := max(0, p.table.Len()-footerSearch); i < p.table.Len(); i++ {
		row := p.table.Row(i)
		texts := make([]string, 0, len(row.Cells))
		for _, c := range row.Cells {
			if !isEmpty(c) {
				texts = append(texts, strings.TrimSpace(c.Text))
			}
		}
		downloaded := slices.ContainsFunc(texts[:min(2, len(texts))], func(s string) bool { return strings.Contains(s, "record(s) downloaded") })
		isSum := len(texts) > 0 && footer().MatchString(texts[0]) && !p.has(row, descField) ||
			slices.ContainsFunc(texts, total().MatchString) && !p.has(row, referenceField)
		isFooter := downloaded || isSum && !p.has(row, "consignee_name", "consignee_address", "consignee_number") ||
			p.areSums(row, texts) || len(texts) == 1 && closing().MatchString(texts[0])
		if isFooter && !p.footers[i] {
			p.footers[i], p.sums = true, append(p.sums, i)
		}
	}
}

// areSums reports whether a row only has numbers, and nothing that an order must have.
func (p *Plan) areSums(row Row, texts []string) bool {
	name := p.byField["consignee_name"]
	return name != nil && name.columns != nil && !p.has(row, referenceField, name.Name, "consignee_address", "consignee_number", descField) &&
		len(texts) > 1 && !slices.ContainsFunc(texts, func(text string) bool {
		number, _ := amountOf(text)
		return !isDigit(number, len(number)-1) || strings.Trim(number, "0123456789.,' ") != ""
	})
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
	if len(p.lines) > 0 {
		notes = append(notes, problem.LinesLeftOut.With(p.table.Number(p.lines[0]), len(p.lines)))
	}
	if len(p.sums) > 0 {
		notes = append(notes, problem.FootersLeftOut.With(p.table.Number(p.sums[0]), len(p.sums)))
	}
	if len(p.below) > 0 {
		notes = append(notes, problem.ItemsBelow.With(p.table.Number(p.below[0]), len(p.below)))
	}
	notes = append(append(notes, p.rounded()...), p.notesOfColumns()...)
	if row, repeated := p.repeated(); repeated > 0 {
		notes = append(notes, problem.RepeatedConsignee.With(p.table.Number(row), repeated))
	}
	return notes
}

// maxUnread is how many of the headings that are not read are named.
const maxUnread = 20

// notesOfColumns say what columns are that their headings do not say, and which are not read.
func (p *Plan) notesOfColumns() (notes []problem.Message) {
	for _, c := range p.mapping.Columns {
		if of, _, _ := strongSynonym(c.Heading); c.Field == "item_weight" && of.field == "order_weight" {
			notes = append(notes, problem.ItemWeights.With(c.Name()))
		}
		if c.All && p.mapping.Preset == "" {
			notes = append(notes, problem.WholeValues.With(c.Name()))
		}
	}
	asked := p.Questions()
	for _, q := range asked {
		notes = append(notes, problem.ColumnAsked.With(q.Heading, q.Value))
	}
	unread := slices.DeleteFunc(p.unread(), func(u unreadColumn) bool {
		return slices.ContainsFunc(asked, func(q Question) bool { return q.Column == ColumnName(u.column) })
	})
	if len(unread) > 0 && p.mapping.Preset == "" {
		unread = unread[:min(len(unread), maxUnread)]
		headings := each.Of(unread, func(u unreadColumn) string { return shorten(p.table.Headings[u.column]) })
		notes = append(notes, problem.ColumnsUnread.With(strings.Join(headings, ", ")))
	}
	return notes
}

// unreadColumn is a column that is not read, with its first text.
type unreadColumn struct {
	column int
	text   string
}

// unread are the columns with a heading that the mapping does not name, and that are not empty.
func (p *Plan) unread() (columns []unreadColumn) {
	read := p.table.indexes(slices.Concat(p.mapping.Columns, p.mapping.LeaveOut))
	for i, heading := range p.table.Headings {
		if read[i] || heading == "" || strings.EqualFold(heading, ErrorHeading) || heading == OrderHeading {
			continue
		}
		for row := range min(p.table.Len(), sampleRows) {
			if cell := p.table.Row(row).Cell(i); !isEmpty(cell) {
				columns = append(columns, unreadColumn{i, shorten(strings.TrimSpace(cell.Text))})
				break
			}
		}
	}
	return columns
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
	leaves := slices.Clone(s.mapping.LeaveOut)
	if leaves == nil {
		for _, c := range presetOf(s.mapping.Preset).Ended {
			if i := s.index(c.Heading); i >= 0 {
				c.Heading = s.table.Headings[i]
				leaves = append(leaves, c)
			}
		}
	}
	if leaves == nil {
		hasQuantity := slices.Contains(s.fields, quantityField)
		for i, heading := range s.table.Headings {
			if c, known := s.leaves(i, hasQuantity); known && s.index(heading) == i {
				leaves = append(leaves, c)
			}
		}
	}
	for i := range leaves {
		s.addStates(&leaves[i])
	}
	s.mapping.LeaveOut = leaves
}

// leaves is column i as one that says which orders, or items, are left out, if its heading says so.
func (s *suggestion) leaves(i int, hasQuantity bool) (c ColumnMapping, known bool) {
	heading := s.table.Headings[i]
	reason, known := meaningOf("state_headings", heading)
	gone, _ := meaningOf("gone_headings", heading)
	if s.fields[i] != "" || !hasQuantity { // a packing list has the pieces to send alone
		gone = ""
	}
	flag, _ := meaningOf("flags", heading)
	c = ColumnMapping{Heading: heading, Rows: gone != "" || flag != ""}
	if reason = cmp.Or(reason, gone); reason != "" {
		c.Values = map[string]string{"*": reason}
	} else if flag != "" {
		c.Values = map[string]string{"no": flag, "false": flag, "*": ""}
	}
	return c, known || c.Rows
}

// addStates adds the values of a column that are known to be of no parcel, unless its mapping says what each value is.
func (s *suggestion) addStates(c *ColumnMapping) {
	at, err := s.table.find(*c)
	if _, all := c.Values["*"]; all || err != nil {
		return
	}
	most := len(c.Values) + maxFilterValues
	for _, row := range s.table.Rows() {
		text := strings.TrimSpace(row.Cell(at).Text)
		reason, _ := meaningOf("states", text)
		if _, has := valueOf(c.Values, text); !has && reason != "" && len(c.Values) < most {
			c.Values = each.With(c.Values, strings.Clone(text), reason)
		}
	}
}
