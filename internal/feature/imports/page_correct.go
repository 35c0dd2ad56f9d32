package imports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"waybill/internal/console/web"
	"waybill/internal/feature/imports/job"
	"waybill/internal/importer"
)

// cellInput is the name of the input of a cell.
func cellInput(letter string, row int64) string { return fmt.Sprintf("cell.%s.%d", letter, row) }

// editable returns the text of a cell that an input has. Long cells are kept shortened: their inputs are empty.
func editable(shown string) string {
	if strings.HasSuffix(shown, "…") && utf8.RuneCountInString(shown) >= job.MaxShown {
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
				how.Corrections = append(how.Corrections, Correction{Row: row.Number, Column: letter, Value: text})
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
}

// describeGroups puts the groups of problems into words.
func describeGroups(v *web.Visit, p *importPage) {
	words := newFieldWords(v)
	for _, g := range p.Report.Groups {
		text := words.problem(importer.Problem{Field: g.Field, Message: g.Message})
		p.Groups = append(p.Groups, problemGroup{g, text.Text, fixText(v, g.Fix, g.Or != nil), fixText(v, g.Or, true)})
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
		isOther := fix == nil || g.Column != column || g.Field != v.FormValue("field")
		if row := v.FormValue("row"); isOther || row != "" && row != strconv.FormatInt(g.Row, 10) {
			continue
		}
		for i, c := range mapping.Columns {
			if c.Field == g.Field && headingIndex(p.Report.Headings, c) == importer.ColumnIndex(g.Column) {
				mapping.Columns[i] = fix.Column
			}
		}
	}
	return changed(v, p, pg.check(v, p, nil, Reading{Mapping: &mapping}))
}
