package job

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"waybill/internal/each"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/importer"
	"waybill/internal/inforce"
	"waybill/internal/orders"
	"waybill/internal/shipment"
)

const (
	// storedGroups is how many groups are stored together at most.
	storedGroups = 10
	// storedRows is how many rows of problems are stored together at least.
	storedRows = 500
	// keptRows is how many rows keep all their cells. Others keep those by which people know the row, and those of columns with problems.
	keptRows = 2000
	// maxProblems is how many problems of a row are kept, and of rows beyond manyRows one.
	maxProblems = 10
	manyRows    = 5000
)

// errCancelling ends a check whose import is to end.
var errCancelling = errors.New("the import is being cancelled")

// checking is a check under way.
type checking struct {
	*Worker
	queue       stored.Queue
	i           stored.Import
	plan        *importer.Plan
	report      *Report
	checks      *orders.Checking
	keepsOrders bool
	summing     summing

	refused  groups
	group    []checkedOrder // being filled
	encoded  [][]byte       // groups that are not stored yet
	problems []stored.Problems
	groups   int64        // that are stored
	rows     int          // of problems, in all
	shown    map[int]bool // columns whose cells all rows of problems keep
}

// all checks all orders of the plan, a hundred at a time.
func (c *checking) all(ctx context.Context) error {
	drafts := make([]importer.Draft, 0, importer.MaxCheck)
	for first := 0; first < c.plan.Len(); first += importer.MaxCheck {
		drafts = drafts[:0]
		for at := first; at < min(first+importer.MaxCheck, c.plan.Len()); at++ {
			if d := c.plan.Draft(at); d.LeftOut != nil {
				c.report.addLeftOut(d.LeftOut)
			} else {
				drafts = append(drafts, d)
			}
		}
		if len(drafts) == 0 {
			continue
		}
		checked, err := c.withRules(ctx, drafts)
		if err != nil {
			return err
		}
		if err := c.findExisting(ctx, checked); err != nil {
			return err
		}
		for _, order := range checked {
			if err := c.add(order); err != nil {
				return err
			}
		}
		if len(c.encoded) >= storedGroups || len(c.problems) >= storedRows {
			if err := c.store(ctx); err != nil {
				return err
			}
		}
	}
	c.report.Groups = c.refused.list(c.plan)
	if err := c.endGroup(); err != nil {
		return err
	}
	return c.store(ctx)
}

// withRules checks drafts with the rules that are data, whose warnings become those of the orders.
func (c *checking) withRules(ctx context.Context, drafts []importer.Draft) ([]importer.Checked, error) {
	warnings := make([][]inforce.Warning, len(drafts))
	c.checks.Warn(func(place int, found []inforce.Warning) { warnings[place] = found })
	checked, err := c.plan.Check(ctx, drafts, c.checks.Lookups)
	if err := cmp.Or(err, c.checks.Err()); err != nil {
		return nil, err
	}
	for i, found := range warnings {
		if o := checked[i].Order; o != nil {
			c.checks.Admit(o)
		}
		for _, w := range found {
			checked[i].Warnings = append(checked[i].Warnings, c.plan.Locate(&drafts[i], w.FieldProblem))
		}
	}
	return checked, c.checks.Err()
}

// add takes an order that was checked.
func (c *checking) add(checked importer.Checked) error {
	rows := rowsOf(c.plan.Table(), checked.Draft)
	refused := checked.Order == nil
	c.addProblems(rows, slices.Sorted(slices.Values(checked.Rows)), refused, slices.Concat(checked.Problems, checked.Warnings))
	if refused {
		c.refused.add(c.plan, &checked)
		c.report.Invalid++
		c.report.InvalidRows += int64(len(rows))
		return nil
	}
	c.report.Valid++
	c.summing.add(checked.Order, rows[0])
	if len(checked.Warnings) > 0 {
		c.report.Warned++
	}
	if !c.keepsOrders {
		return nil
	}
	c.group = append(c.group, checkedOrder{rows, *checked.Order})
	if len(c.group) < groupSize {
		return nil
	}
	return c.endGroup()
}

// addProblems takes the problems and warnings of an order, whose rows in the table are at. All rows of a refused order are
// refused.
func (c *checking) addProblems(rows []int64, at []int, refused bool, all []importer.Problem) {
	for i, row := range rows {
		most := maxProblems
		if c.rows >= manyRows {
			most = 1
		}
		kept := make([]importer.Problem, 0, min(most, len(all)))
		for _, p := range all {
			if int64(p.Row) == row && len(kept) < most {
				kept = append(kept, p)
			}
		}
		if !refused && len(kept) == 0 {
			continue
		}
		c.rows++
		for _, p := range kept {
			c.shown[importer.ColumnIndex(p.Column)] = true
		}
		of := c.plan.Table().Row(at[i])
		found := stored.Problems{Row: row, Refused: refused, Problems: encodeProblems(kept), Cells: encode(shownCells(of))}
		if c.rows > keptRows {
			some := make(map[int]string, len(c.shown))
			for column := range c.shown { // of no column is -1
				some[column] = shorten(of.Cell(max(column, 0)).Text)
			}
			found.Cells = encode(some)
		}
		c.problems = append(c.problems, found)
	}
}

// findExisting counts the valid orders whose reference exists, or that another import has created.
func (c *checking) findExisting(ctx context.Context, checked []importer.Checked) error {
	existing, err := c.existing(ctx, c.i, each.Of(checked, func(of importer.Checked) *shipment.Order { return of.Order }))
	if err != nil {
		return err
	}
	for i, e := range existing {
		if e != nil {
			c.report.addExisting(existingExample(checkedOrder{rowsOf(c.plan.Table(), checked[i].Draft), *checked[i].Order}, *e))
		}
	}
	return nil
}

// endGroup encodes the group that is being filled.
func (c *checking) endGroup() error {
	if len(c.group) == 0 {
		return nil
	}
	content, err := encodeGroup(c.group)
	c.encoded, c.group = append(c.encoded, content), c.group[:0]
	return err
}

// store stores what was checked since the last time. Returns errCancelling if the import is to end.
func (c *checking) store(ctx context.Context) error {
	i, err := c.Imports.Import(ctx, c.i.AccountID, c.i.ImportID)
	if err != nil || i.Cancelling {
		return cmp.Or(err, errCancelling)
	}
	if err := c.Imports.AddImportCheck(ctx, c.queue, c.i.ImportID, c.groups, c.encoded, c.problems); err != nil {
		return err
	}
	c.groups += int64(len(c.encoded))
	c.encoded, c.problems = c.encoded[:0], c.problems[:0]
	return nil
}
