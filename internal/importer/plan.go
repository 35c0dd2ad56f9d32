package importer

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// Plan is a table with a mapping that fits it: which rows are which order. It never changes.
type Plan struct {
	table   *Table
	mapping Mapping
	orders  []*fieldPlan // of the fields of orders, in the order of request.CreateFields
	items   []*fieldPlan // of the fields of items
	byField map[string]*fieldPlan
	rows    [][]int32        // of each order, in the order of their first rows
	numbers map[string]int32 // the first row of the orders that each tracking number has
	leaves  []columnPlan     // that say which orders are left out
	footers map[int]bool     // rows that are of no order
	lines   []int            // those of them that are lines, or the headings again
	sums    []int            // the others
	below   []int            // rows of further items that do not have the reference of their order
	surplus []int            // columns right of the last heading that the mapping does not name
	several *columnPlan      // whose cells have several items, nil for none
}

// fieldPlan says where the value of a field is.
type fieldPlan struct {
	request.Field
	columns []columnPlan // none: the default counts
	preset  string       // the default

	filled map[int]string // of rows with empty cells, by number: what the other rows of their order have
}

// columnPlan is a column of a field.
type columnPlan struct {
	ColumnMapping
	index int         // of the column in the table, from 0
	unit  *columnPlan // the column that has the unit of each row, nil for none

	currency   string     // that the heading names, such as Value (SGD)
	currencies *fieldPlan // of an amount: the field that says its currency, nil for none

	unsure bool // whether the weights are kg
	counts bool // of LeaveOut: how many pieces are not sent any more

	country *fieldPlan // of the party whose phone number it is, nil for none
}

const (
	referenceField = "shipper_order_id"
	trackingField  = "tracking_no"
	paymentField   = "payment_type"
	quantityField  = "item_quantity"
	noteField      = "delivery_note"

	priceDecimals = 2
)

// NewPlan applies a mapping to a table. The error names the column that the table does not have.
func NewPlan(t *Table, m Mapping) (*Plan, error) {
	if err := m.Validate(); err != nil {
		return nil, err
	}
	p := &Plan{table: t, mapping: m, byField: make(map[string]*fieldPlan, len(allFields))}
	columns := make(map[string][]columnPlan) // by field, "" for those that are ignored
	for _, c := range m.Columns {
		index, err := t.find(c)
		if err != nil {
			return nil, err
		}
		_, currency := cutRemark(t.Headings[index])
		columns[c.Field] = append(columns[c.Field], columnPlan{ColumnMapping: c, index: index, currency: currency})
	}
	p.findFields(columns)
	for f, c := range p.columns() {
		party, _, _ := strings.Cut(f.Name, "_")
		c.unit, c.country = unitColumn(c.ColumnMapping, columns), p.table.countryOf(c.index, p.byField[party+"_country"])
		if isMoney(f.Name) {
			c.currencies = p.byField[currencyField(f.Name)]
		}
	}
	if err := p.findLeaves(columns[""]); err != nil {
		return nil, err
	}
	p.findLines()
	p.findFooters()
	for _, c := range p.columns() {
		c.unsure = isWeight(c.Field) && c.Unit == "" && c.unit == nil && !p.saysUnit(c) && p.isHeavy(c)
	}
	named := t.indexes(m.Columns)
	for i := len(t.Headings) - 1; i >= 0 && t.Headings[i] == ""; i-- {
		if !named[i] {
			p.surplus = append(p.surplus, i)
		}
	}
	p.group()
	p.fillCurrencies()
	return p, nil
}

// findFields finds the fields that have columns or defaults, or are in cells with several items.
func (p *Plan) findFields(columns map[string][]columnPlan) {
	if at := slices.IndexFunc(columns[descField], func(c columnPlan) bool { return c.Several != nil }); at >= 0 {
		p.several = &columns[descField][at]
	}
	for _, f := range slices.Concat(allFields, p.mapping.parts()) {
		plan := &fieldPlan{Field: f, columns: columns[f.Name], preset: p.mapping.Defaults[f.Name]}
		if plan.columns == nil && plan.preset == "" && (p.several == nil || !slices.Contains(listedFields, f.Name)) {
			continue
		}
		if p.byField[f.Name] = plan; isOfItem(f.Name) {
			p.items = append(p.items, plan)
		} else {
			p.orders = append(p.orders, plan)
		}
	}
}

// columns yields the columns of all fields.
func (p *Plan) columns() iter.Seq2[*fieldPlan, *columnPlan] {
	return func(yield func(*fieldPlan, *columnPlan) bool) {
		for _, f := range slices.Concat(p.orders, p.items) {
			for i := range f.columns {
				if !yield(f, &f.columns[i]) {
					return
				}
			}
		}
	}
}

// Sources are the columns of some fields, from 0.
func (p *Plan) Sources(fields ...string) (columns []int) {
	for f, c := range p.columns() {
		if slices.Contains(fields, f.Name) {
			columns = append(columns, c.index)
		}
	}
	return columns
}

// countryOf is the country of a phone number in a column: that of who buys or pays, if it is their number and a column has it, else
// that of the address.
func (t *Table) countryOf(column int, address *fieldPlan) *fieldPlan {
	at := slices.IndexFunc(t.Headings, func(heading string) bool {
		of, _, _ := strongSynonym(heading)
		return of.buyer && of.field == consigneeCountry
	})
	found, _, _ := strongSynonym(t.Headings[column])
	isHere := func(c columnPlan) bool { return c.index == at }
	if !found.buyer || at < 0 || address != nil && slices.ContainsFunc(address.columns, isHere) {
		return address
	}
	f, _ := FieldOf(consigneeCountry)
	return &fieldPlan{Field: f, columns: []columnPlan{{ColumnMapping: ColumnMapping{Heading: t.Headings[at]}, index: at}}}
}

// indexes are the indexes of the columns of a mapping.
func (t *Table) indexes(columns []ColumnMapping) map[int]bool {
	found := make(map[int]bool)
	for _, c := range columns {
		if i, err := t.find(c); err == nil {
			found[i] = true
		}
	}
	return found
}

// find returns the index of the column of a mapping.
func (t *Table) find(c ColumnMapping) (int, error) {
	if c.Column != "" {
		if i := ColumnIndex(strings.ToUpper(c.Column)); i >= 0 && i < len(t.Headings) {
			return i, nil
		}
		return 0, fmt.Errorf("the file has no column %s: the last one is %s", c.Column, ColumnName(len(t.Headings)-1))
	}
	i := slices.IndexFunc(t.Headings, func(h string) bool { return strings.EqualFold(h, strings.TrimSpace(c.Heading)) })
	if i < 0 {
		return 0, fmt.Errorf("the file has no column with the heading %q", c.Heading)
	}
	return i, nil
}

// group finds the rows of each order: those with the same reference. A row without one is an order by itself.
func (p *Plan) group() {
	key, above := p.groupKey(), ""
	ofConsignee := []string{"consignee_name", "consignee_address", "consignee_number"}
	named := slices.ContainsFunc(ofConsignee, func(field string) bool {
		return p.byField[field] != nil && p.byField[field].columns != nil // a preset one is of each row
	})
	known := make(map[string]int)
	for i, row := range p.table.Rows() {
		if p.footers[i] {
			continue
		}
		group := key(row)
		if group == "" && above != "" && named && p.has(row, descField) && !p.has(row, ofConsignee...) {
			group, p.below = above, append(p.below, i)
		}
		above = strings.Clone(group)
		order, isKnown := known[group]
		if !isKnown {
			order, p.rows = len(p.rows), append(p.rows, nil)
		}
		if group != "" && !isKnown {
			known[above] = order
		}
		p.rows[order] = append(p.rows[order], int32(i))
	}
	p.findNumbers()
}

// fillCurrencies gives prices without a currency that of the other items of their order. If these have several, none is it.
func (p *Plan) fillCurrencies() {
	f := p.byField[priceCurrency]
	if f == nil || f.columns == nil {
		return
	}
	filled := make(map[int]string)
	for _, order := range p.rows {
		var known []string
		rows := each.Of(order, func(at int32) Row { return p.table.Row(int(at)) })
		for _, row := range rows {
			if text := strings.ToUpper(f.text(row)); text != "" && !slices.Contains(known, text) {
				known = append(known, strings.Clone(text))
			}
		}
		for _, row := range rows {
			if known != nil && f.text(row) == "" {
				filled[row.Number] = strings.Join(known, ", ")
			}
		}
	}
	f.filled = filled
}

// groupKey returns the function of what rows of the same order have in common, "" for a row that is an order by itself.
func (p *Plan) groupKey() func(Row) string {
	reference := p.byField[referenceField]
	switch at := slices.Index(p.table.Headings, OrderHeading); {
	case at >= 0:
		return func(row Row) string { return strings.TrimSpace(row.Cell(at).Text) }
	case reference != nil && reference.columns != nil:
		return reference.text
	}
	return func(Row) string { return "" }
}

// findNumbers finds the first order of each tracking number.
func (p *Plan) findNumbers() {
	f := p.byField[trackingField]
	if f == nil || f.columns == nil {
		return
	}
	p.numbers = make(map[string]int32)
	for i, rows := range p.rows {
		for _, row := range rows {
			number := shipment.TrackingKey(f.text(p.table.Row(int(row))))
			if _, known := p.numbers[number]; !known && number != "" {
				p.numbers[strings.Clone(number)] = int32(i)
			}
		}
	}
}

// Len is how many orders there are.
func (p *Plan) Len() int { return len(p.rows) }

// Table returns the table of the plan.
func (p *Plan) Table() *Table { return p.table }
