package imports

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strconv"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/imports/job"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/importer"
	"waybill/internal/shipment"
)

// shownRows is how many rows with problems a page shows.
const shownRows = 25

// problemTable is the rows of a file that have problems, with the columns that say which rows they are, and those that
// have problems.
type problemTable struct {
	Headings []problemHeading
	Rows     []problemRow
	Next     string       // path of the next page; "": there is none
	Start    string       // path of the first page; "": this is it
	Refused  bool         // rows that have only warnings are left out
	Query    template.URL // of this page
	Grid     bool         // its cells can be corrected
}

// problemHeading is a column, and what it is read as, "" if it is left out.
type problemHeading struct {
	Letter, Text, Field string
	Index               int
}

// problemRow is a row of the file.
type problemRow struct {
	Number  int64
	Refused bool
	Others  []problemText // about no column
	Cells   []problemCell // one for each heading
}

// problemCell is a cell and what is wrong with it.
type problemCell struct {
	Heading, Value string
	Input          string // its name in the form
	Problems       []problemText
}

// Editable is the text of the input.
func (c problemCell) Editable() string { return editable(c.Value) }

type problemText struct{ Text, Hint string }

// readProblems reads the rows with problems that follow the cursor of the query. If rows were refused, those with
// warnings are shown only on demand: they may be all rows of the file, and hide the few that must be corrected.
func (pg *pages) readProblems(v *web.Visit, p *importPage) error {
	query := v.Request.URL.Query()
	after, _ := strconv.ParseInt(query.Get("after"), 10, 64)
	p.Table.Refused = p.Refused > 0 && query.Get("rows") != "all"
	rows, err := pg.Worker.Imports.ImportRowsAfter(v.Context(), p.AccountID, p.ImportID, max(after, 0), shownRows+1, p.Table.Refused)
	if err != nil {
		return err
	}
	chosen := url.Values{}
	if p.Refused > 0 && !p.Table.Refused {
		chosen.Set("rows", "all")
	}
	if after > 0 {
		p.Table.Start = p.Path + "?" + chosen.Encode() + "#problems"
	}
	rows, p.Table.Next = web.Page(rows, shownRows, func(last stored.Problems) string {
		chosen.Set("after", strconv.FormatInt(last.Cursor(), 10))
		return p.Path + "?" + chosen.Encode() + "#problems"
	})
	p.Table.Grid, p.Table.Query = p.Columns && v.Can(shipment.WriteOrders), template.URL(query.Encode()) //nolint:gosec // it is encoded
	words := newFieldWords(v)
	problems, cells, err := decodeProblems(rows)
	if err != nil {
		return err
	}
	columns := problemColumns(p, problems)
	p.Table.Headings = each.Of(columns, func(at int) problemHeading {
		heading := problemHeading{Letter: importer.ColumnName(at), Text: p.Report.Headings[at], Index: at}
		if p.Mapping != nil {
			heading.Field = p.Mapping.Columns[at].Field
		}
		return heading
	})
	for i, row := range rows {
		p.Table.Rows = append(p.Table.Rows, newProblemRow(row.Row, row.Refused, problems[i], &cells[i], columns, p.Report.Headings, words))
	}
	return nil
}

// rowCells are the cells of a row as they were kept: all of them, or of a row far down some.
type rowCells struct {
	all  []string
	some map[int]string
}

// unkept stands for a cell that was not kept.
const unkept = "…"

// at is the text of the cell of a column.
func (c *rowCells) at(column int) string {
	if text, has := c.some[column]; has || c.some == nil && column >= len(c.all) {
		return text
	}
	if c.some != nil {
		return unkept
	}
	return c.all[column]
}

// decodeProblems reads the problems of rows, and their cells, which may not be kept.
func decodeProblems(rows []stored.Problems) (problems [][]importer.Problem, cells []rowCells, err error) {
	problems, cells = make([][]importer.Problem, len(rows)), make([]rowCells, len(rows))
	for i, row := range rows {
		if problems[i], err = job.ReadProblems(row.Problems); err != nil {
			return nil, nil, fmt.Errorf("row %d: %w", row.Row, err)
		}
		switch {
		case bytes.HasPrefix(row.Cells, []byte("{")):
			err = json.Unmarshal(row.Cells, &cells[i].some)
		case len(row.Cells) > 0:
			err = json.Unmarshal(row.Cells, &cells[i].all)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("read the cells of row %d: %w", row.Row, err)
		}
	}
	return problems, cells, nil
}

// problemColumns are the columns that say which rows have the problems, and those that the problems are about.
func problemColumns(p *importPage, problems [][]importer.Problem) []int {
	columns := identityColumns(p)
	for _, row := range problems {
		for _, problem := range row {
			if at := importer.ColumnIndex(problem.Column); at >= 0 && at < len(p.Report.Headings) {
				columns = append(columns, at)
			}
		}
	}
	slices.Sort(columns)
	return slices.Compact(columns)
}

// identityColumns are the columns by which people know a row: the reference and the name of the consignee.
func identityColumns(p *importPage) []int {
	var columns []int
	for _, c := range p.Report.Mapping.Columns {
		if c.Field == "shipper_order_id" || c.Field == "consignee_name" {
			if at := headingIndex(p.Report.Headings, c); at >= 0 {
				columns = append(columns, at)
			}
		}
	}
	return columns
}

func newProblemRow(
	number int64, refused bool, problems []importer.Problem, cells *rowCells, columns []int, headings []string, words *fieldWords,
) problemRow {
	row := problemRow{Number: number, Refused: refused, Cells: make([]problemCell, len(columns))}
	for i, at := range columns {
		row.Cells[i].Heading, row.Cells[i].Input = headings[at], cellInput(importer.ColumnName(at), number)
		row.Cells[i].Value = cells.at(at)
	}
	for _, problem := range problems {
		text := words.problem(problem)
		i := slices.Index(columns, importer.ColumnIndex(problem.Column))
		if i < 0 {
			if problem.Field != "" {
				text.Text = words.label(problem.Field) + ": " + text.Text
			}
			row.Others = append(row.Others, text)
			continue
		}
		if cells.all == nil && cells.some == nil {
			row.Cells[i].Value = problem.Value
		}
		row.Cells[i].Problems = append(row.Cells[i].Problems, text)
	}
	return row
}
