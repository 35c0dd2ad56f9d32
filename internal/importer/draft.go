package importer

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// Draft is an order as the rows of a table say it. No rule has looked at it yet.
type Draft struct {
	Index     int    // of the order in the plan, from 0
	Reference string // shipper_order_id as the file or the default has it, "" for none
	Rows      []int  // of the table, from 0; with those without an item behind the others
	LeftOut   *LeftOut

	values   request.OrderValues
	taxIDs   []string  // the field of each tax id
	problems []Problem // of the values themselves
	items    int       // rows that have items
	rowOf    []int     // of each item, from 0 in Rows
}

// Draft returns order i of the plan.
func (p *Plan) Draft(i int) Draft {
	own := p.rows[i]
	d := Draft{Index: i, Rows: make([]int, len(own))}
	rows := make([]Row, len(own))
	for j, at := range own {
		d.Rows[j], rows[j] = int(at), p.table.Row(int(at))
	}
	d.items = len(rows)
	if rows = p.leaveOut(&d, rows); d.LeftOut != nil {
		return d
	}
	p.refuseSurplus(&d, rows)
	d.values.Fields = make([]request.FieldValue, 0, len(p.orders))
	var parts []request.FieldValue
	for _, field := range p.orders {
		if value := p.orderValue(&d, field, rows); isPart(field.Name) {
			parts = appendValue(parts, field, value)
		} else {
			d.values.Fields = appendValue(d.values.Fields, field, value)
		}
	}
	d.addParts(parts)
	p.addExtension(&d, rows)
	d.values.Items, d.rowOf = make([][]request.FieldValue, 0, d.items), make([]int, 0, d.items)
	for j := range d.items {
		all := p.listedItems(&d, rows[j])
		for _, item := range all {
			values := make([]request.FieldValue, 0, len(p.items))
			for _, field := range p.items {
				if len(all) > 1 || item[field.Name] != "" {
					values = appendValue(values, field, cmp.Or(p.listedValue(&d, field, rows[j], item), field.preset))
				} else {
					values = appendValue(values, field, p.itemValue(&d, field, rows, j))
				}
			}
			d.values.Items, d.rowOf = append(d.values.Items, values), append(d.rowOf, j)
		}
	}
	return d
}

// add adds a problem, unless it is among the last ones of the draft: a row says the same of several fields.
func (d *Draft) add(found Problem) {
	const last = 50 // a draft may have a problem for each of 50,000 rows
	if !slices.Contains(d.problems[max(0, len(d.problems)-last):], found) {
		d.problems = append(d.problems, found)
	}
}

// extension is that of a phone number, as Amazon writes it: +1 206-555-0100 ext. 12345.
var extension = compiled(`(?i)[\s,;]*\b(?:ext(?:ension)?\.?|x)\s*(\d{1,8})$`)

// addExtension adds the extension of the consignee's phone number to the delivery note: the number cannot have it.
func (p *Plan) addExtension(d *Draft, rows []Row) {
	number := p.byField["consignee_number"]
	if number == nil || number.columns == nil {
		return
	}
	for _, row := range rows {
		m := extension().FindStringSubmatch(strings.TrimSpace(row.Cell(number.source(row)).Text))
		if m == nil {
			continue
		}
		note := "Phone extension " + m[1]
		if at := slices.IndexFunc(d.values.Fields, func(v request.FieldValue) bool { return v.Field == noteField }); at >= 0 {
			d.values.Fields[at].Value.Text += "; " + note
		} else {
			d.values.Fields = append(d.values.Fields, request.FieldValue{Field: noteField, Value: request.Text(note)})
		}
		return
	}
}

// rowOfItem is the row of Rows that has item i, or is nearest to it.
func (d *Draft) rowOfItem(i int) int {
	if i < len(d.rowOf) {
		return d.rowOf[i]
	}
	return min(i, len(d.Rows)-1)
}

// refuseSurplus adds the cells that would be left out because they are right of the last heading.
func (p *Plan) refuseSurplus(d *Draft, rows []Row) {
	for _, row := range rows {
		for _, column := range p.surplus {
			if cell := row.Cell(column); !isEmpty(cell) {
				found := p.at(row, column, "", cell.Text, problem.SurplusCell)
				found.Hint = problem.QuoteDelimiter
				d.add(found)
			}
		}
	}
}

// orderValue returns the value of a field of the order: that of the first row that has one. The other rows must have
// the same or none.
func (p *Plan) orderValue(d *Draft, f *fieldPlan, rows []Row) (value string) {
	from := -1
	for j, row := range rows {
		text := p.read(d, f, row)
		switch {
		case text == "" || text == value:
		case from < 0:
			value, from = text, j
		default:
			first := ColumnName(f.source(rows[from])) + strconv.Itoa(rows[from].Number)
			d.add(p.at(row, f.source(row), f.Name, text, problem.RowsDisagree.With(first, shorten(value))))
		}
	}
	if from < 0 {
		value = f.preset
	}
	return p.special(d, f, rows, from, value)
}

// special looks at the values of some fields of an order. from is the row of the value, -1 if it is the default.
func (p *Plan) special(d *Draft, f *fieldPlan, rows []Row, from int, value string) string {
	switch f.Name {
	case referenceField:
		d.Reference = value
		if strings.EqualFold(value, ExampleReference) {
			d.add(p.at(rows[0], f.source(rows[0]), f.Name, value, problem.TemplateExample))
		}
	case codField:
		if from >= 0 {
			p.refuseTwice(d, f, value, rows[from])
		}
	case trackingField:
		if first, known := p.numbers[shipment.TrackingKey(value)]; known && int(first) != d.Index && from >= 0 {
			twice := problem.NumberTwice.With(p.table.Number(int(p.rows[first][0])))
			d.add(p.at(rows[from], f.source(rows[from]), f.Name, value, twice))
		}
	case paymentField:
		if from < 0 {
			value = p.defaultPayment(d, value, rows)
		}
	}
	return value
}

func (p *Plan) itemValue(d *Draft, f *fieldPlan, rows []Row, j int) string {
	text := p.read(d, f, rows[j])
	for k := 0; text == "" && f.fills() && k < len(rows); k++ {
		text = f.text(rows[k])
	}
	at, quantity := max(0, f.columnOf(rows[j])), p.byField[quantityField]
	if text != "" && f.columns[at].All && quantity != nil { // the amount is of all pieces of the row
		text = ofPieces(text, quantity.textOrPreset(rows[j]))
	}
	return cmp.Or(text, f.preset)
}

// ofPieces divides an amount by a number of pieces, rounded to cents. A text that is none stays as it is.
func ofPieces(text, quantity string) string {
	pieces, err := strconv.Atoi(quantity)
	if err != nil || pieces < 2 {
		return text
	}
	return inUnit(text, big.NewRat(1, int64(pieces)), priceDecimals)
}

func appendValue(values []request.FieldValue, f *fieldPlan, text string) []request.FieldValue {
	if text == "" {
		return values
	}
	return append(values, request.FieldValue{Field: f.Name, Value: f.value(text)})
}
