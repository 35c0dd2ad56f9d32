package imports

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/imports/job"
	"waybill/internal/importer"
)

// cellInput is the name of the input of a cell.
func cellInput(letter string, row int64) string { return fmt.Sprintf("cell.%s.%d", letter, row) }

// editable returns the text of a cell that an input has. Long cells are kept shortened, and some not at all: their inputs are empty.
func editable(shown string) string {
	if shown == unkept || strings.HasSuffix(shown, "…") && utf8.RuneCountInString(shown) >= job.MaxShown {
		return ""
	}
	return shown
}

// correctImport stores the cells of the grid that were changed, and checks the import again.
func (pg *pages) correctImport(v *web.Visit, p *importPage) error {
	if v.FormValue("of") != strconv.FormatInt(p.UpdatedOn.UnixMicro(), 10) {
		return v.Done(nil, v.T("The import has changed since this page was loaded. Look at its rows again."), p.Path)
	}
	if err := pg.readProblems(v, p); err != nil {
		return err
	}
	var how Reading
	for _, row := range p.Table.Rows {
		for i, cell := range row.Cells {
			letter := p.Table.Headings[i].Letter
			sent, has := v.Request.PostForm[cellInput(letter, row.Number)]
			if has && sent[0] != editable(cell.Value) {
				text := strings.ToValidUTF8(sent[0], "\uFFFD")
				how.Corrections = append(how.Corrections, Correction{Row: row.Number, Column: letter, Value: &text})
			}
		}
	}
	return changed(v, p, pg.check(v, p, nil, how))
}

// problemGroup is a problem that several cells of a column share, in words.
type problemGroup struct {
	*job.ProblemGroup
	Text string
	Fix  string // what a button does; "": no correction is sure
	Or   string // what the button for the other way does

	Label   string       // of the field
	Options []web.Option // that its cells may mean; none: they are texts
	ForAll  bool         // a person may say once what each of the values means
}

// describeGroups puts the groups of problems into words.
func describeGroups(v *web.Visit, p *importPage) {
	words := newFieldWords(v)
	for _, g := range p.Report.Groups {
		text := words.problem(importer.Problem{Field: g.Field, Message: g.Message})
		group := problemGroup{
			ProblemGroup: g, Text: text.Text, Fix: fixText(v, g.Fix, g.Or != nil), Or: fixText(v, g.Or, true),
			Label: cmp.Or(words.short[g.Field], words.label(g.Field)), ForAll: g.Fix == nil && g.Values != nil && g.Field != "",
		}
		switch g.Field {
		case serviceField:
			group.Options = slices.Concat([]web.Option{{Text: v.T("Choose a service")}}, p.Mapping.Services[1:])
		case "payment_type":
			group.Options = slices.Concat([]web.Option{{Text: v.T("Choose")}}, p.Mapping.Payments[1:])
		}
		p.Groups = append(p.Groups, group)
	}
}

// serviceField is the field whose values are ids that pages show as names.
const serviceField = "service_id"

// useInput is the name of the input for what a value of a group means.
func useInput(value int) string { return "use." + strconv.Itoa(value) }

// meant gives a column what the form says that the values of a group mean. Those of empty cells are for all orders without one.
func meant(v *web.Visit, m *importer.Mapping, at int, g *job.ProblemGroup) {
	for n, value := range g.Values {
		meaning := strings.TrimSpace(v.FormValue(useInput(n)))
		switch c := &m.Columns[at]; {
		case meaning == "":
		case value.Value == "":
			m.Defaults = each.With(m.Defaults, g.Field, meaning)
		default:
			c.Values = each.With(c.Values, value.Value, meaning)
		}
	}
}

// fixText describes the correction of a group.
func fixText(v *web.Visit, f *job.Fix, ofUnit bool) string {
	switch {
	case f == nil:
		return ""
	case ofUnit && f.Column.Unit != "":
		return v.T("Read %[1]d cells as %[2]s", f.Cells, f.Column.Unit)
	case f.Column.Phone != "":
		return v.T("Add the code of each row's country to %d cells", f.Cells)
	}
	if decimal, _, _ := strings.Cut(decimalText(f.Column.Decimal), ", "); decimal != "" {
		return v.T("Read %[1]d cells as %[2]s", f.Cells, decimal)
	}
	for _, way := range ways()["date"] {
		if way.Value != "" && way.Value == string(f.Column.Date) {
			return v.T("Read %[1]d cells as %[2]s", f.Cells, way.Text)
		}
	}
	return ""
}

// fixImport corrects the cells of a group by reading their column in the way that the check has found.
func (pg *pages) fixImport(v *web.Visit, p *importPage) error {
	mapping := p.Report.Mapping
	mapping.Columns = slices.Clone(mapping.Columns)
	for _, g := range p.Report.Groups {
		fix, column := g.Fix, v.FormValue("column")
		if other := v.FormValue("or"); other != "" {
			fix, column = g.Or, other
		}
		forAll := v.FormValue("for_all") != ""
		isOther := fix == nil && !forAll || g.Column != column || g.Field != v.FormValue("field")
		if row := v.FormValue("row"); isOther || row != "" && row != strconv.FormatInt(g.Row, 10) {
			continue
		}
		for i, c := range mapping.Columns {
			if c.Field == g.Field && headingIndex(p.Report.Headings, c) == importer.ColumnIndex(g.Column) {
				if forAll {
					meant(v, &mapping, i, g)
				} else {
					mapping.Columns[i] = fix.Column
				}
			}
		}
	}
	return changed(v, p, pg.check(v, p, nil, Reading{Mapping: &mapping}))
}
