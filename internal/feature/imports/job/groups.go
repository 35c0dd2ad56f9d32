package job

import (
	"slices"

	"waybill/internal/importer"
	"waybill/internal/problem"
)

// maxGroups is how many groups of problems a report has.
const maxGroups = 20

// ProblemGroup is a problem that several cells of a column share.
type ProblemGroup struct {
	Column  string          `json:"column"` // its letter
	Heading string          `json:"heading"`
	Field   string          `json:"field"`
	Message problem.Message `json:"message"` // of the first cell
	Cells   int64           `json:"cells"`
	Row     int64           `json:"row"`           // the first
	Value   string          `json:"value"`         // of the first
	Fix     *Fix            `json:"fix,omitempty"` // of all cells of the column; nil: none is sure
	Or      *Fix            `json:"or,omitempty"`  // the other way, where a person must say which

	// Values are the different ones of the cells, in their order; none: there are more than maxGroupValues.
	Values []GroupValue `json:"values,omitempty"`

	currency string // of amounts that may be others
}

// GroupValue is a value that cells of a group have.
type GroupValue struct {
	Value string `json:"value"`
	Cells int64  `json:"cells"`
}

// maxGroupValues is how many different values of a group are kept: a person may say once what each of them means.
const maxGroupValues = 8

// count counts a cell with a value.
func (g *ProblemGroup) count(value string) {
	g.Cells++
	at := slices.IndexFunc(g.Values, func(v GroupValue) bool { return v.Value == value })
	switch {
	case at >= 0:
		g.Values[at].Cells++
	case g.Cells == 1 || g.Values != nil && len(g.Values) < maxGroupValues:
		g.Values = append(g.Values, GroupValue{value, 1})
	default:
		g.Values = nil
	}
}

// Fix is a way to read a column that gives refused cells a value and changes no others.
type Fix struct {
	Column importer.ColumnMapping `json:"column"`
	Cells  int64                  `json:"cells"`
}

type groupKey struct {
	column, field, currency string
	code                    problem.Message
}

// groups are problems by column, field and code, and amounts that may be others by currency.
type groups struct {
	all     []*ProblemGroup
	byKey   map[groupKey]*ProblemGroup
	refused map[[2]string]map[int]bool // rows of the table, by column and field
}

// add adds the problems of a refused order to the groups.
func (g *groups) add(plan *importer.Plan, checked *importer.Checked) {
	if g.byKey == nil {
		g.byKey, g.refused = map[groupKey]*ProblemGroup{}, map[[2]string]map[int]bool{}
	}
	t := plan.Table()
	for _, p := range checked.Problems {
		if p.Column == "" {
			continue
		}
		key := groupKey{p.Column, p.Field, p.Currency, p.Message.Code()}
		group := g.byKey[key]
		if group == nil {
			group = &ProblemGroup{
				Column: p.Column, Heading: p.Heading, Field: p.Field, Message: p.Message, Row: int64(p.Row), Value: shorten(p.Value),
				currency: p.Currency,
			}
			g.byKey[key], g.all = group, append(g.all, group)
		}
		group.count(p.Value)
		g.mark(t, checked.Rows, p)
	}
}

// mark notes the row of a problem, and the other rows of its order whose cell has the same text.
func (g *groups) mark(t *importer.Table, rows []int, p importer.Problem) {
	column, of := importer.ColumnIndex(p.Column), [2]string{p.Column, p.Field}
	at := slices.IndexFunc(rows, func(row int) bool { return t.Number(row) == p.Row })
	if at < 0 {
		return
	}
	if g.refused[of] == nil {
		g.refused[of] = map[int]bool{}
	}
	text := t.Row(rows[at]).Cell(column).Text
	for _, row := range rows {
		if row == rows[at] || t.Row(row).Cell(column).Text == text {
			g.refused[of][row] = true
		}
	}
}

// list are the groups with the most cells, with their fixes.
func (g *groups) list(plan *importer.Plan) []*ProblemGroup {
	slices.SortStableFunc(g.all, func(a, b *ProblemGroup) int { return int(b.Cells - a.Cells) })
	all, known := g.all[:min(len(g.all), maxGroups)], map[[2]string]bool{}
	for _, group := range all {
		if group.Message.Is(problem.UnclearAmount) {
			comma, point := plan.AmountWays(group.Field, importer.ColumnIndex(group.Column), group.currency)
			group.Fix, group.Or = &Fix{comma, group.Cells}, &Fix{point, group.Cells}
			continue
		}
		of := [2]string{group.Column, group.Field}
		if known[of] {
			continue // the first of its groups has it
		}
		known[of] = true
		if kg, g, unsure := plan.UnitWays(group.Field, importer.ColumnIndex(group.Column)); unsure {
			group.Fix, group.Or = &Fix{kg, group.Cells}, &Fix{g, group.Cells}
			continue
		}
		fixed, cells := plan.Fix(group.Field, importer.ColumnIndex(group.Column), g.refused[of])
		if cells > 0 {
			group.Fix = &Fix{fixed, int64(cells)}
		}
	}
	return all
}
