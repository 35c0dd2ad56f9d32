package importer

import (
	"slices"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// Reports reads a report of an operator from each row of a table, whose headings are the names of fields. Either
// there are no problems, or the reports do not count. The error is a *RefusedError that names a heading that is no
// field.
func Reports(t *Table) ([]shipment.TrackingReport, []Problem, error) {
	fields := request.ReportFields()
	p := &Plan{table: t}
	columns := make([]fieldPlan, len(t.Headings))
	for i, heading := range t.Headings {
		at := slices.IndexFunc(fields, func(f request.Field) bool { return strings.EqualFold(f.Name, heading) })
		if at < 0 {
			return nil, nil, refuse(problem.UnknownHeading.With(t.HeadingRow, shorten(heading), strings.Join(fieldNames(fields), ", ")))
		}
		columns[i] = fieldPlan{Field: fields[at], columns: []columnPlan{{ColumnMapping: ColumnMapping{Field: fields[at].Name}, index: i}}}
	}
	reports, problems := make([]shipment.TrackingReport, t.Len()), []Problem(nil)
	values := make(map[string]request.Value, len(columns))
	for i := range reports {
		row := t.Row(i)
		for c := range columns {
			f, cell := &columns[c], row.Cell(c)
			values[f.Name] = request.Text(f.text(row))
			if message := flawOf(&f.Field, cell); !message.IsZero() {
				problems = append(problems, p.at(row, c, f.Name, cell.Text, message))
			}
		}
		for _, wrong := range request.ReadReport(values, &reports[i]) {
			messages, _ := wrong.Node.(request.Messages)
			column := slices.IndexFunc(columns, func(f fieldPlan) bool { return f.Name == wrong.Field })
			found := p.at(row, column, wrong.Field, values[wrong.Field].Text, problem.Join(messages...))
			if !slices.ContainsFunc(problems, func(o Problem) bool { return o.Row == found.Row && o.Field == found.Field }) {
				problems = append(problems, found)
			}
		}
	}
	return reports, problems, nil
}
