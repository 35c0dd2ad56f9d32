package job

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"waybill/internal/each"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// createGroup creates the next group of an import, or ends the import after the last one.
func (w *Worker) createGroup(ctx context.Context, queue stored.Queue, a masterdata.Account, i stored.Import) error {
	if i.GroupsDone >= i.GroupsStaged {
		return w.end(ctx, queue, i, stored.Done, problem.Message{})
	}
	options, err := ReadOptions(i.Options)
	if err != nil {
		return err
	}
	if err := w.remember(ctx, i, options); err != nil {
		return err
	}
	content, err := w.Imports.ImportGroup(ctx, i.AccountID, i.ImportID, i.GroupsDone)
	if err != nil {
		return err
	}
	orders, err := decodeGroup(content)
	if err != nil {
		return err
	}
	g := &group{
		Worker: w, queue: queue, account: a, i: i, orders: orders,
		result: stored.GroupResult{ImportID: i.ImportID, Group: i.GroupsDone},
	}
	existing, err := g.dropExisting(ctx, options.Existing)
	if err != nil {
		return err
	}
	if len(existing) > 0 {
		return g.ask(ctx, existing)
	}
	if err := g.dropWithoutService(ctx); err != nil {
		return err
	}
	return g.create(ctx)
}

// group is a group of checked orders that are about to be created.
type group struct {
	*Worker
	queue    stored.Queue
	account  masterdata.Account
	i        stored.Import
	orders   []checkedOrder // that are left
	services map[int64]shipment.Service
	result   stored.GroupResult
}

// dropExisting drops the orders that exist, by reference or else by what they are, unless they are to be created too. If the
// account is to be asked it returns them.
func (g *group) dropExisting(ctx context.Context, what Existing) (ask []ExistingExample, err error) {
	if what == CreateExisting {
		return nil, nil
	}
	existing, err := g.existing(ctx, g.i, each.Of(g.orders, func(o checkedOrder) *shipment.Order { return &o.Order }))
	if err != nil {
		return nil, err
	}
	kept := make([]checkedOrder, 0, len(g.orders))
	for n, e := range existing {
		if e == nil {
			kept = append(kept, g.orders[n])
			continue
		}
		if what == AskExisting {
			ask = append(ask, existingExample(g.orders[n], *e))
		}
		g.result.Skipped++
	}
	g.orders = kept
	return ask, nil
}

// ask lets the import wait for a decision about orders whose references came into being since the check, unless they
// are those of the group itself: a process that was taken for dead may have created them just now.
func (g *group) ask(ctx context.Context, existing []ExistingExample) error {
	_, err := g.Imports.AdvanceImport(ctx, g.queue, g.i.ImportID, func(i *stored.Import) error {
		if i.GroupsDone > g.result.Group {
			return stored.ErrGroupDone
		}
		report, err := ReadReport(i.Report)
		if err != nil {
			return err
		}
		report.Existing, report.Examples = 0, nil
		for _, e := range existing {
			report.addExisting(e)
		}
		report.Needs = []Need{NeedReferences}
		i.State, i.Report = stored.Waiting, report.encode()
		return nil
	})
	return unlessDone(err)
}

// unlessDone is the error of what is done to a group, unless a process that took this one for dead has done it.
func unlessDone(err error) error {
	if errors.Is(err, stored.ErrGroupDone) {
		return nil
	}
	return err
}

// dropWithoutService refuses the orders whose service takes no more orders.
func (g *group) dropWithoutService(ctx context.Context) (err error) {
	g.services, err = g.Store.MasterData.LiveServices(ctx)
	if err != nil {
		return err
	}
	g.drop("service_id", problem.ServiceRetired, func(_ int, o *checkedOrder) bool {
		_, live := g.services[o.Order.ServiceID]
		return !live
	})
	return nil
}

// drop refuses orders for a problem of a field.
func (g *group) drop(field string, message problem.Message, refuse func(int, *checkedOrder) bool) {
	kept := g.orders[:0]
	for i := range g.orders {
		o := &g.orders[i]
		if !refuse(i, o) {
			kept = append(kept, *o)
			continue
		}
		g.result.Refused++
		for n, row := range o.Rows {
			var problems []importer.Problem
			if n == 0 {
				problems = []importer.Problem{{Row: int(row), Field: field, Message: message}}
			}
			g.result.Problems = append(g.result.Problems, stored.Problems{
				Row: row, Late: true, Refused: true, Problems: encodeProblems(problems),
			})
		}
	}
	g.orders = kept
}

// create creates the orders that are left, in one transaction with the result of the group.
func (g *group) create(ctx context.Context) error {
	for len(g.orders) > 0 {
		batch := g.batch()
		made, err := g.Store.CreateBatch(ctx, batch)
		if taken, ok := errors.AsType[*store.TakenError](err); ok {
			g.drop("tracking_no", problem.NumberTaken,
				func(i int, _ *checkedOrder) bool { return slices.Contains(taken.Indexes, i) })
			continue
		}
		if err != nil {
			return unlessDone(err)
		}
		g.Created("import", len(made.Orders))
		for _, partner := range slices.Compact(slices.Sorted(slices.Values(batch.Partners))) {
			g.Submit(partner)
		}
		return nil
	}
	return unlessDone(g.Imports.FinishEmptyGroup(ctx, g.queue, g.result))
}

// batch is the orders that are left.
func (g *group) batch() store.NewBatch {
	b := store.NewBatch{
		AccountID: g.i.AccountID, KeyID: g.i.KeyID, TrackingPrefix: cmp.Or(g.account.TrackingPrefix, shipment.DefaultTrackingPrefix),
		Orders: make([]shipment.Order, len(g.orders)), Partners: make([]string, len(g.orders)), Rider: &g.result,
	}
	g.result.Rows, g.result.Fingerprints = make([]int64, len(g.orders)), make([]string, len(g.orders))
	for i := range g.orders {
		o := &g.orders[i]
		b.Orders[i], b.Partners[i], g.result.Rows[i] = o.Order, g.services[o.Order.ServiceID].Partner, o.Rows[0]
		g.result.Fingerprints[i] = fingerprint(&o.Order)
	}
	return b
}
