package desk_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"waybill/internal/each"
	"waybill/internal/feature/desk"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
	"waybill/test/database"
)

var update = flag.Bool("update", false, "write what the steps change, in testdata")

// day is a day at the desks of two shippers, with lists, runs, packed parcels and print jobs in each state.
type day struct {
	*testing.T
	f        *fixture
	s        *store.Store
	d        *desk.Service
	accounts [2]int64
	keys     [2]masterdata.Key
	loose    map[string]shipment.Order // of the first shipper, unless its name says so
	lists    []parcels.Handover
	names    []string // of lists
	on       map[int64][]shipment.Order
	runs     map[parcels.RunState]int64
	made     int
	all      []shipment.Order
	steps    *database.Changes
}

// TestSteps does each thing that people do with lists, runs, packings and print jobs in each state, and compares all that is stored with
// what was recorded before: also the rows that a step must leave as they are.
func TestSteps(t *testing.T) {
	storetest.OnSQLite(t, func(t *testing.T, f *fixture) {
		d := &day{
			T: t, f: f, s: f.Open(t), loose: map[string]shipment.Order{}, on: map[int64][]shipment.Order{}, runs: map[parcels.RunState]int64{},
		}
		d.d = newDesk(f, d.s)
		operator := must[masterdata.Account](t)(d.s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "operator", Operator: true}))
		_, _, err := d.s.Webhooks.CreateEndpoint(t.Context(), operator.AccountID, shipment.EndpointSettings{})
		noError(t, err)
		for id := range int64(2) {
			sv := shipment.Service{ServiceID: id + 1, Name: fmt.Sprint("Service ", id)}
			must[shipment.Service](t)(d.s.MasterData.CreateService(t.Context(), sv))
		}
		_, _, err = d.s.MasterData.CreatePartner(t.Context(), masterdata.Partner{
			Name: "acme", BaseURL: "https://acme.example", Concurrency: 1, CallTimeout: time.Second,
		})
		noError(t, err)
		must[shipment.Service](t)(d.s.MasterData.CreateService(t.Context(), shipment.Service{
			ServiceID: 3, Name: "Own label", Partner: "acme", OwnLabel: true,
		}))
		for i := range d.keys {
			var a masterdata.Account
			a, d.keys[i], _ = account(t, d.s, fmt.Sprint("shipper ", i))
			d.accounts[i] = a.AccountID
		}
		d.fillLists()
		d.fillRuns()
		d.fillLoose()
		jobs := d.fillJobs()
		f.Clock.Advance(time.Minute)
		var names []string
		for i := range d.all {
			names = append(names, d.all[i].TrackingNo, fmt.Sprint("parcel-", d.all[i].OrderID))
		}
		d.steps = database.NewChanges(t, f.URL, f.Clock.Now(), names...)
		for i, steps := range []func(){d.stepsOfLists, d.stepsOfRuns, d.stepsOfPackings, func() { d.stepsOfJobs(jobs) }} {
			steps()
			d.steps.Compare("testdata/"+[]string{"lists", "runs", "packings", "prints"}[i]+".txt", *update)
		}
	}, parcels.Part())
}

// order creates an order of a shipper and a service.
func (d *day) order(shipper int, service int64) shipment.Order {
	d.Helper()
	d.made++
	o := person("Budi", fmt.Sprint("R-", d.made), "Jakarta")
	o.ServiceID, o.Weight = service, shipment.Thousandths(1000+d.made)
	k := d.keys[shipper]
	made := must[store.Batch](d.T)(d.s.CreateBatch(d.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: []shipment.Order{o}, Partners: []string{map[int64]string{3: "acme"}[service]},
	})).Orders[0]
	if service == 3 {
		d.f.Exec(d.T, `UPDATE orders SET has_label = 1 WHERE order_id = $1`, made.OrderID)
	}
	d.all = append(d.all, made)
	return made
}

// list opens a list of a shipper with parcels.
func (d *day) list(name string, shipper, count int) *parcels.Handover {
	d.Helper()
	service := int64(1)
	if name == "of a partner" {
		service = 3
	}
	h := must[parcels.Handover](d.T)(d.d.Parcels.OpenHandover(byAnn(d.T), d.accounts[shipper], service, "Dock"))
	d.lists, d.names = append(d.lists, h), append(d.names, name)
	for range count {
		d.add(&h, d.order(shipper, service))
	}
	return &h
}

func (d *day) add(h *parcels.Handover, o shipment.Order) {
	d.Helper()
	d.on[h.HandoverID] = append(d.on[h.HandoverID], o)
	added := must[parcels.Scan](d.T)(d.d.Parcels.AddToHandover(byAnn(d.T), h.AccountID, h.HandoverID, &o, "first"))
	equal(d.T, "scan", added.Outcome, parcels.Added)
	d.f.Clock.Advance(time.Second)
}

func (d *day) close(h *parcels.Handover, count int64, carried int) {
	d.Helper()
	h.GivenBy, h.TakenBy, h.Signature, h.Parcels = "Ann", "Joko", "M1 1L2 2", count
	noError(d.T, d.d.Parcels.CloseHandover(byAnn(d.T), *h))
	d.f.Clock.Advance(time.Second)
	if carried > 0 {
		for range 2 {
			_, _, err := d.d.Parcels.CarryHandovers(d.Context(), carried)
			noError(d.T, err)
		}
	}
}

func (d *day) fillLists() {
	d.Helper()
	noError(d.T, d.d.Parcels.WithdrawAddress(byAnn(d.T), d.accounts[0], d.list("open", 0, 2).HandoverID))
	d.list("open, empty", 0, 0)
	d.list("open, of the other", 1, 2)
	d.close(d.list("closed", 0, 2), 2, 9)
	reopened := d.list("open again", 0, 1)
	d.close(reopened, 1, 9)
	noError(d.T, d.d.Parcels.ReopenHandover(byAnn(d.T), reopened.AccountID, reopened.HandoverID, "One more"))
	d.add(reopened, d.order(0, 1))
	carried := []string{d.on[reopened.HandoverID][0].TrackingNo} // the driver has it
	must[[]store.HoldResult](d.T)(d.s.StopOrders(byAnn(d.T), carried, "Look"))
	held := d.list("open, with one that is held", 0, 2)
	number := d.on[held.HandoverID][0].TrackingNo
	must[[]store.HoldResult](d.T)(d.s.HoldOrders(d.Context(), held.AccountID, []string{number}, "Not paid", false))
	d.close(d.list("closing", 0, 3), 3, 1)
	d.close(d.list("closing, of the other", 1, 2), 2, 0)
	ofPartner := d.list("of a partner", 0, 3)
	for i, o := range d.on[ofPartner.HandoverID][:2] { // a label of the partner that came since is printed in a hub, an own one here
		d.f.Exec(d.T, `UPDATE orders SET label_changed_on = $1, has_label = $2 WHERE order_id = $3`, d.f.Clock.Now().UnixMicro(), i+1, o.OrderID)
	}
}

func (d *day) fillRuns() {
	d.Helper()
	for _, state := range []parcels.RunState{parcels.RunOpen, parcels.RunCounting, parcels.RunCounted, parcels.RunSigned} {
		run := openRun(d.T, d.d, request.RunStop{AccountID: d.accounts[0], Place: "Shop"})
		d.runs[state] = run.RunID
		for i := range 4 {
			o := d.order(i%2, int64(1+i/3))
			d.on[-run.RunID] = append(d.on[-run.RunID], o)
			equal(d.T, "scan", scanTo(d.T, d.d, run, o.TrackingNo, "first").Outcome, parcels.Added)
			d.f.Clock.Advance(time.Second)
		}
		if state == parcels.RunCounting {
			d.f.Exec(d.T, `UPDATE pickup_runs SET state = 'counting' WHERE run_id = $1`, run.RunID)
		}
		if state == parcels.RunCounted || state == parcels.RunSigned {
			noError(d.T, d.d.Parcels.CountRun(byAnn(d.T), run.RunID))
		}
		if state == parcels.RunSigned {
			must[parcels.Run](d.T)(d.d.SignRun(byAnn(d.T), masterdata.Caller{}, run.RunID, request.HandoverRequest{
				GivenBy: "Ann", TakenBy: "Joko", Signature: "M1 1L2 2", Parcels: 4,
			}))
		}
	}
}

func (d *day) fillLoose() {
	d.Helper()
	for _, name := range []string{
		"good", "stopped", "held", "cancelled", "picked up", "without a label", "stale", "erased", "on the station of ann", "packed by ann",
		"packed by bob", "packed, then picked up", "packed, then held",
	} {
		d.loose[name] = d.order(0, 1)
	}
	d.loose["of the other"], d.loose["of another service"] = d.order(1, 1), d.order(0, 2)
	d.loose["relabelled"], d.loose["with an own label"] = d.order(0, 3), d.order(0, 3)
	d.loose["on a list"], d.loose["on a run"] = d.on[1][0], d.on[-1][0]
	number := func(name string) []string { return []string{d.loose[name].TrackingNo} }
	pack := func(ctx context.Context, name string, on time.Time) {
		p := parcels.Packing{OrderID: d.loose[name].OrderID, On: on, Ticked: []int64{1}, Weight: 1200, Scan: "first"}
		must[parcels.Scan](d.T)(d.d.Parcels.SavePacking(ctx, d.accounts[0], p))
	}
	pack(byAnn(d.T), "on a list", d.f.Clock.Now())
	pack(byAnn(d.T), "packed by ann", d.f.Clock.Now())
	pack(byBob(d.T), "packed by bob", d.f.Clock.Now())
	pack(byBob(d.T), "packed, then picked up", d.f.Clock.Now())
	pack(byBob(d.T), "packed, then held", d.f.Clock.Now())
	pack(byAnn(d.T), "on the station of ann", time.Time{})
	must[[]store.HoldResult](d.T)(d.s.StopOrders(byAnn(d.T), number("stopped"), "Look"))
	for _, name := range []string{"held", "packed, then held"} {
		must[[]store.HoldResult](d.T)(d.s.HoldOrders(d.Context(), d.accounts[0], number(name), "Not paid", false))
	}
	must[[]store.CancelResult](d.T)(d.s.CancelOrders(d.Context(), d.accounts[0], number("cancelled"), false))
	for name, change := range map[string]string{
		"picked up": `tracker_status = 'PICKED_UP'`, "packed, then picked up": `tracker_status = 'PICKED_UP'`,
		"without a label": `has_label = 0`, "stale": `label_changed_on = created_on + 1`, "erased": `erased_on = created_on`,
		"relabelled": `label_changed_on = created_on + 1`, "with an own label": `label_changed_on = created_on + 1, has_label = 2`,
	} {
		d.f.Exec(d.T, `UPDATE orders SET `+change+` WHERE order_id = $1`, d.loose[name].OrderID)
	}
}

func byBob(t *testing.T) context.Context {
	t.Helper()
	return audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "bob@depot"})
}

func (d *day) step(name string, do func(ctx context.Context) (string, error)) {
	d.Helper()
	d.steps.Step(name, func() (string, error) { return do(byBob(d.T)) })
}

// scanned is the result of a scan.
func scanned(s parcels.Scan, err error) (string, error) {
	return fmt.Sprint(s.Outcome, " ", s.Message.String(), " ", s.TrackingNo, " ", s.OtherList, " ", s.List.HandoverID), err
}

// sortedLoose are the names of loose parcels.
var sortedLoose = []string{
	"good", "stopped", "held", "cancelled", "picked up", "without a label", "stale", "erased", "of the other", "of another service",
	"on a list", "on a run", "relabelled", "with an own label",
}

func (d *day) stepsOfLists() {
	p := d.d.Parcels
	for i := range d.lists {
		h := &d.lists[i]
		id, own := h.HandoverID, d.accounts[0]
		now := must[parcels.Handover](d.T)(p.Handover(d.Context(), h.AccountID, id))
		of := fmt.Sprintf("%s %s, %s", h.Number(), d.names[i], now.State)
		d.step(of+": read", func(ctx context.Context) (string, error) {
			expected, trouble, err := p.Ahead(ctx, &now, 5)
			return fmt.Sprint(now.Parcels, now.Weight, now.Carried, now.AddressNo, " ", expected, trouble), err
		})
		for _, name := range sortedLoose {
			o := d.loose[name]
			d.step(of+": scan, "+name, func(ctx context.Context) (string, error) { return scanned(p.AddToHandover(ctx, own, id, &o, "new")) })
		}
		for _, o := range append(d.on[id], d.loose["on a list"]) {
			for _, scan := range []string{"first", "new"} {
				d.step(fmt.Sprintf("%s: scan again, %s, %s", of, o.TrackingNo, scan), func(ctx context.Context) (string, error) {
					return scanned(p.AddToHandover(ctx, own, id, &o, scan))
				})
			}
			d.step(fmt.Sprintf("%s: remove %s", of, o.TrackingNo), func(ctx context.Context) (string, error) {
				return "done", d.d.RemoveFromHandover(ctx, masterdata.Caller{AccountID: own}, id, o.TrackingNo)
			})
		}
		for _, sent := range []request.HandoverRequest{
			{GivenBy: "Ann", TakenBy: "Joko", Signature: "M1 1L2 2", Parcels: now.Parcels},
			{GivenBy: "Ann", TakenBy: "Joko", Parcels: now.Parcels + 1},
			{GivenBy: "Eve", TakenBy: "Joko", Parcels: now.Parcels},
			{GivenBy: h.Number(), TakenBy: "Joko", Parcels: now.Parcels},
			{GivenBy: "Ann", TakenBy: d.loose["good"].TrackingNo, Parcels: now.Parcels},
		} {
			d.step(fmt.Sprintf("%s: close %v", of, sent), func(ctx context.Context) (string, error) {
				is, err := d.d.CloseHandover(ctx, masterdata.Caller{AccountID: own}, id, sent)
				return fmt.Sprint(is.State, is.Parcels), err
			})
		}
		for _, reason := range []string{"One more", "Another"} {
			d.step(of+": reopen, "+reason, func(ctx context.Context) (string, error) {
				is, err := d.d.ReopenHandover(ctx, masterdata.Caller{AccountID: own}, id, request.HandoverRequest{Reason: reason})
				return fmt.Sprint(is.State, is.Parcels), err
			})
		}
		d.step(of+": withdraw", func(ctx context.Context) (string, error) { return "done", p.WithdrawAddress(ctx, own, id) })
	}
	for _, limit := range []int{1, 100} {
		d.step(fmt.Sprint("carry lists, ", limit), func(ctx context.Context) (string, error) {
			closing, newest, err := p.CarryHandovers(ctx, limit)
			return fmt.Sprint(closing, newest), err
		})
	}
}

func (d *day) stepsOfRuns() {
	p := d.d.Parcels
	d.step("open a list", func(ctx context.Context) (string, error) {
		h, err := d.d.OpenHandover(ctx, masterdata.Caller{AccountID: d.accounts[1]}, request.HandoverRequest{ServiceID: 2, Place: "Dock 9"})
		return h.Number(), err
	})
	for _, state := range []parcels.RunState{parcels.RunOpen, parcels.RunCounting, parcels.RunCounted, parcels.RunSigned, parcels.RunCarried} {
		if state == parcels.RunCarried {
			carryAll(d.T, p)
			d.runs[state] = d.runs[parcels.RunSigned]
			d.steps.Begin()
		}
		id := d.runs[state]
		run := parcels.Run{RunID: id}
		of := fmt.Sprintf("%s, %s", run.Number(), runOf(d.T, d.d, run).State)
		d.step(of+": read", func(ctx context.Context) (string, error) {
			run, err := p.Run(ctx, id)
			listed, listedErr := p.RunParcels(ctx, id, 9)
			ids := each.Of(listed, func(l parcels.Listed) int64 { return l.OrderID })
			text := fmt.Sprint(run.Parcels, run.Weight, run.Carried, run.SignedBy, ids)
			for _, stop := range run.Stops {
				text += fmt.Sprint("; ", stop.AccountID, stop.Place, stop.State, stop.Parcels())
				for _, h := range stop.Lists {
					text += fmt.Sprint(" ", h.HandoverID, h.ServiceID, h.State, h.Parcels, h.Weight, h.Carried)
				}
			}
			return text, errors.Join(err, listedErr)
		})
		for _, name := range sortedLoose {
			o := d.loose[name]
			d.step(of+": scan, "+name, func(ctx context.Context) (string, error) { return scanned(p.AddToRun(ctx, id, &o, "new")) })
		}
		for i, o := range append(d.on[-id][:2:2], d.loose["on a run"], d.loose["on a list"]) {
			d.step(fmt.Sprintf("%s: scan again %d", of, i), func(ctx context.Context) (string, error) {
				return scanned(p.AddToRun(ctx, id, &o, "first"))
			})
			d.step(fmt.Sprintf("%s: remove %d", of, i), func(ctx context.Context) (string, error) {
				return "done", d.d.RemoveFromRun(ctx, id, o.TrackingNo)
			})
		}
		d.step(of+": count", func(ctx context.Context) (string, error) { return "done", p.CountRun(ctx, id) })
		d.step(of+": resume", func(ctx context.Context) (string, error) { return "done", p.ResumeRun(ctx, id) })
		for _, sent := range []request.HandoverRequest{
			{GivenBy: "Ann", TakenBy: "Joko", Signature: "M1 1L2 2", Parcels: 4},
			{GivenBy: "Ann", TakenBy: "Joko", Parcels: 3},
			{GivenBy: "Eve", TakenBy: "Joko", Parcels: 4},
			{GivenBy: "Ann", TakenBy: "HL-00001", Parcels: 4},
			{GivenBy: d.loose["of the other"].TrackingNo, TakenBy: "Joko", Parcels: 4},
		} {
			d.step(fmt.Sprintf("%s: sign %v", of, sent), func(ctx context.Context) (string, error) {
				is, err := d.d.SignRun(ctx, masterdata.Caller{}, id, sent)
				return fmt.Sprint(is.State, is.Parcels, is.Weight), err
			})
		}
		d.step(of+": carry runs", func(ctx context.Context) (string, error) { return "done", p.CarryRuns(ctx) })
	}
	d.step("plan a run", func(ctx context.Context) (string, error) {
		run, err := d.d.OpenRun(ctx, masterdata.Caller{}, request.Run{
			Van: "V", Driver: "D", Place: "P", Date: "2026-02-04", Stops: []request.RunStop{{AccountID: d.accounts[1]}},
		})
		return run.Number(), err
	})
}

func (d *day) stepsOfPackings() {
	for _, name := range slices.Concat(sortedLoose, []string{
		"on the station of ann", "packed by ann", "packed by bob", "packed, then picked up", "packed, then held",
	}) {
		o := d.loose[name]
		for _, sent := range []request.PackRequest{
			{Scan: "first", Packed: true, Weight: 900}, {Scan: "new", Packed: true, Ticked: []int64{1, 2}}, {Scan: "new", Weight: 800},
		} {
			d.step(fmt.Sprintf("pack %s, %v", name, sent), func(ctx context.Context) (string, error) {
				done, err := d.d.Pack(ctx, masterdata.Caller{AccountID: d.accounts[0]}, &o, sent)
				is := done.Packing
				return fmt.Sprint(done.Outcome, " ", done.TrackingNo, " ", done.Message.String(), " ", is.By, is.Weight, is.On.IsZero()), err
			})
		}
		for i := range d.accounts {
			d.step(fmt.Sprintf("undo %s, account %d", name, i), func(ctx context.Context) (string, error) {
				return "done", d.d.UndoPacking(ctx, masterdata.Caller{AccountID: d.accounts[i]}, o.TrackingNo)
			})
		}
	}
	for i, accountID := range d.accounts {
		d.step(fmt.Sprint("packed parcels of account ", i), func(ctx context.Context) (string, error) {
			hours, err := d.d.Parcels.PackedByHour(ctx, accountID, d.f.Clock.Now().Truncate(24*time.Hour))
			packed, packedErr := parcels.Part().Packings(ctx, d.s, accountID, shipment.IDs(d.all))
			return fmt.Sprint(hours, packed), errors.Join(err, packedErr)
		})
	}
	for _, ctx := range []context.Context{byAnn(d.T), byBob(d.T)} {
		d.step("station of "+audit.ActorOf(ctx).Name, func(context.Context) (string, error) {
			open, last, packed, err := d.d.Parcels.Station(ctx, d.accounts[0], d.f.Clock.Now().Add(-time.Hour))
			return fmt.Sprint(open.TrackingNo, open.Ticked, open.Weight, " ", last.TrackingNo, packed), err
		})
	}
}
