package importer

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
)

// Reports reads a report of an operator from each row of a table, whose headings are the names of fields. Either
// there are no problems, or the reports do not count. The error is a *RefusedError that names a heading that is no
// field.
func Reports(t *Table) ([]shipment.TrackingReport, []Problem, error) {
	return valuesOf(t, request.ReportFields(), nil, request.ReadReport)
}

// customsHeadings are what brokers call the fields of an answer of customs.
var customsHeadings = map[string]string{"hawb": "tracking_no", "mrn": "entry_no", "status": "answer", "vat": "tax", "date": "occurred_on"}

// Customs reads an answer of customs from each row of a file of an owner, whose headings are the names of fields, or what brokers call
// these. Rows with problems are left out, and each problem has the tracking number as its value. The error is one of Read.
func Customs(ctx context.Context, run *sandbox.Runner, owner string, file []byte) ([]request.Answer, []Problem, error) {
	t, err := readRows(ctx, run, file, owner, request.MaxAnswers)
	if err != nil {
		return nil, nil, err
	}
	all, problems, err := valuesOf(t, request.AnswerFields(), customsHeadings, request.ReadAnswer)
	for i := range all {
		all[i].Line, all[i].Source = int64(t.Number(i)), "file"
	}
	return slices.DeleteFunc(all, func(a request.Answer) (isWrong bool) {
		for i := range problems {
			if p := &problems[i]; int64(p.Row) == a.Line {
				p.Value, isWrong = cmp.Or(a.TrackingNo, p.Value), true
			}
		}
		return isWrong
	}), problems, err
}

// valuesOf reads a T from each row of a table, whose headings are the names of fields, or names for these.
func valuesOf[T any](
	t *Table, fields []request.Field, names map[string]string, read func(map[string]request.Value, *T) request.Problems,
) ([]T, []Problem, error) {
	p := &Plan{table: t}
	columns := make([]fieldPlan, len(t.Headings))
	for i, heading := range t.Headings {
		at := slices.IndexFunc(fields, func(f request.Field) bool {
			return strings.EqualFold(f.Name, cmp.Or(names[strings.ToLower(heading)], heading))
		})
		if at < 0 {
			return nil, nil, refuse(problem.UnknownHeading.With(t.HeadingRow, shorten(heading), strings.Join(fieldNames(fields), ", ")))
		}
		columns[i] = fieldPlan{Field: fields[at], columns: []columnPlan{{ColumnMapping: ColumnMapping{Field: fields[at].Name}, index: i}}}
	}
	all, problems := make([]T, t.Len()), []Problem(nil)
	values := make(map[string]request.Value, len(columns))
	for i := range all {
		row := t.Row(i)
		for c := range columns {
			f, cell := &columns[c], row.Cell(c)
			values[f.Name] = request.Text(f.text(row))
			if message := flawOf(&f.Field, cell); !message.IsZero() {
				problems = append(problems, p.at(row, c, f.Name, cell.Text, message))
			}
		}
		for _, wrong := range read(values, &all[i]) {
			messages, _ := wrong.Node.(request.Messages)
			column := slices.IndexFunc(columns, func(f fieldPlan) bool { return f.Name == wrong.Field })
			found := p.at(row, column, wrong.Field, values[wrong.Field].Text, problem.Join(messages...))
			if !slices.ContainsFunc(problems, func(o Problem) bool { return o.Row == found.Row && o.Field == found.Field }) {
				problems = append(problems, found)
			}
		}
	}
	return all, problems, nil
}
