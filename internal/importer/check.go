package importer

import (
	"context"
	"slices"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// MaxCheck is the most drafts that are checked at a time.
const MaxCheck = 100

// Checked is a draft and what the validator says of it.
type Checked struct {
	Draft
	Order    *shipment.Order // nil if the order is refused
	Problems []Problem       // why; none if it is not
	Warnings []Problem       // what a person should look at
}

// Check validates 1 to MaxCheck drafts of the plan like a create request. The error is that of the lookups.
func (p *Plan) Check(ctx context.Context, drafts []Draft, lookups request.Lookups) ([]Checked, error) {
	values := each.Of(drafts, func(d Draft) request.OrderValues { return d.values })
	orders, wrong, err := request.ReadOrderValues(ctx, values, lookups)
	if err != nil {
		return nil, err
	}
	checked := make([]Checked, len(drafts))
	for i, d := range drafts {
		c := &checked[i]
		c.Draft, c.Problems = d, p.locate(d.problems, &d, 0, "", wrong[i])
		if len(c.Problems) == 0 {
			c.Order = &orders[i]
		}
	}
	return checked, nil
}

// Locate returns the cell of what was found in a checked order, such as the warning of a rule.
func (p *Plan) Locate(d *Draft, found request.FieldProblem) Problem {
	j := 0
	switch {
	case found.Field == taxIDsField:
		found.Field = d.taxIDOf(found.Index)
	case isOfItem(found.Field) && found.Index >= 0:
		j = d.rowOfItem(found.Index)
	}
	return p.problemOf(d, j, found.Field, found.Message)
}

// locate appends the problems at a node and below, with the cells that they are about: those of the order, or of
// item j. The problem of a cell that has one already is left out.
func (p *Plan) locate(all []Problem, d *Draft, j int, field string, node request.Node) []Problem {
	switch node := node.(type) {
	case request.Messages:
		found := p.problemOf(d, j, field, problem.Join(node...))
		isHere := func(o Problem) bool { return o.Cell == found.Cell && o.Field == found.Field && o.Row == found.Row }
		if slices.ContainsFunc(all, isHere) {
			return all
		}
		return append(all, found)
	case request.Problems:
		for _, below := range node {
			name := below.Field
			if part := field + "." + name; isPart(part) && p.byField[part] != nil {
				name = part
			} else if _, known := fieldsByName[name]; !known && name != taxIDsField && name != metadataField {
				name = field
			}
			all = p.locate(all, d, j, name, below.Node)
		}
	case request.List:
		for i, below := range node {
			if field == taxIDsField {
				all = p.locate(all, d, j, d.taxIDOf(i), below)
			} else {
				all = p.locate(all, d, d.rowOfItem(i), field, below)
			}
		}
	}
	return all
}

// problemOf makes a problem of a field of the order, or of item j. Its value is that of the cell, or the default.
func (p *Plan) problemOf(d *Draft, j int, field string, message problem.Message) Problem {
	f, row := p.byField[field], p.table.Row(d.Rows[j])
	if f == nil {
		return p.at(row, -1, field, "", message)
	}
	if !isOfItem(field) && f.text(row) == "" { // the first row that has the value of the order
		if at := slices.IndexFunc(d.Rows, func(at int) bool { return f.text(p.table.Row(at)) != "" }); at >= 0 {
			row = p.table.Row(d.Rows[at])
		}
	}
	column, text := f.source(row), f.textOrPreset(row)
	if column < 0 && p.several != nil && slices.Contains(listedFields, field) {
		column, text = p.several.index, row.Cell(p.several.index).Text
	}
	value := text
	if column >= 0 && !isEmpty(row.Cell(column)) {
		value = row.Cell(column).Text
	}
	found := p.at(row, column, field, value, message)
	found.Hint = hintOf(&f.Field, text)
	return found
}
