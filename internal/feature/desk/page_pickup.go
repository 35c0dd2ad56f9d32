package desk

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

const (
	pickupsPath = web.OperatorPath + "runs"
	pickupPath  = pickupsPath + "/{run}"
)

// pickupRoutes are the pages of pickup runs, for operators.
func (pg *pages) pickupRoutes() []web.Route {
	run := web.ID("run")
	return []web.Route{
		web.Get(pickupsPath, shipment.ReadFloor, web.Blank(pg.showPickups)),
		web.Post(pickupsPath, shipment.ScanParcels, pg.openPickup).LetsNobodyIn(),
		web.Get(pickupPath, shipment.ReadFloor, web.With(run, pg.viewPickup)),
		web.Get(pickupPath+"/now", shipment.ReadFloor, web.With(run, pg.viewPickup)),
		web.Post(pickupPath+"/scan", shipment.ScanParcels, web.With(web.ByID("run", pg.scanToPickup), web.SendScan("/scan"))).LetsNobodyIn(),
		web.Post(pickupPath+"/remove", shipment.ScanParcels, web.With(run, pg.removeFromPickup)).LetsNobodyIn(),
		web.Post(pickupPath+"/count", shipment.ScanParcels, web.With(run, pg.movePickup(pg.Parcels.CountRun))).LetsNobodyIn(),
		web.Post(pickupPath+"/reopen", shipment.ScanParcels, web.With(run, pg.movePickup(pg.Parcels.ResumeRun))).LetsNobodyIn(),
		web.Post(pickupPath+"/sign", shipment.ScanParcels, web.With(run, pg.signPickup)).LetsNobodyIn(),
		web.Get(pickupPath+"/pdf", shipment.ReadFloor, web.With(run, pg.printPickup)),
		web.Get(pickupPath+"/receipts/{shipper}", shipment.ReadFloor, web.With(run, pg.printReceipt)),
	}
}

// runStates are the states of runs as badges.
var runStates = map[parcels.RunState]web.StatusView{
	parcels.RunOpen:     {Tone: "active", Text: web.Key("Open")},
	parcels.RunCounting: {Tone: "warn", Text: web.Key("Being counted")},
	parcels.RunCounted:  {Tone: "warn", Text: web.Key("Counted")},
	parcels.RunSigned:   {Tone: "warn", Text: web.Key("Signed by the driver")},
	parcels.RunCarried:  {Tone: "good", Text: web.Key("Handed over")},
}

// pickupPage is the page of a run.
type pickupPage struct {
	web.Bench
	parcels.Run
	Path, Kilograms string
	Status          web.StatusView
	Accounts        map[int64]string
	Services        map[int64]shipment.Service
	Latest          []parcels.Listed
	Form            *web.Form
}

// IsMoving reports whether a worker is carrying the run.
func (p *pickupPage) IsMoving() bool {
	return p.State == parcels.RunCounting || p.State == parcels.RunSigned
}

// showPickups lists the runs, with the form of a new one.
func (pg *pages) showPickups(v *web.Visit, status int, f *web.Form) error {
	before, _ := strconv.ParseInt(v.Request.URL.Query().Get("before"), 10, 64) // else the first page
	runs, err := pg.Parcels.Runs(v.Context(), max(0, before), handoversPerPage+1)
	runs, next := web.Page(runs, handoversPerPage, func(last parcels.Run) string {
		return pickupsPath + "?before=" + strconv.FormatInt(last.RunID, 10)
	})
	rows := each.Of(runs, func(run parcels.Run) pickupPage { return pickupPage{Run: run, Status: runStates[run.State]} })
	for name, text := range map[string]string{
		"van": v.T("Van"), "driver": v.T("Driver"), "place": v.T("Place"), "date": v.T("Date"),
		"stops": v.T("Planned stops"),
	} {
		f.Label(name, text)
	}
	return v.Show(err, status, "pickups.html", map[string]any{
		"Runs": rows, "Next": next, "Form": f, "Today": v.Console.Now().In(v.Zone).Format("2006-01-02"),
	})
}

func (pg *pages) openPickup(v *web.Visit) error {
	f := web.NewForm(v.Request.PostForm)
	fields, stops := sent(f, "van", "driver", "place", "date"), []any(nil)
	for line := range strings.Lines(f.Value("stops")) {
		if account, place, _ := strings.Cut(strings.TrimSpace(line), " "); account != "" {
			stops = append(stops, map[string]any{"account_id": account, "place": place})
		}
	}
	if stops != nil {
		fields[request.StopsField] = stops
	}
	run, err := web.WriteSent(v, &request.OpenRun, fields, pg.OpenRun)
	return v.Finish(v.FailWith(f, err), f, pg.showPickups, "", pickupOf(run.RunID))
}

func pickupOf(id int64) string { return pickupsPath + "/" + strconv.FormatInt(id, 10) }

func (pg *pages) viewPickup(v *web.Visit, id int64) error { return toSign(pg.showPickup(id))(v) }

// showPickup makes what shows a run, or sends a script what changes on its page.
func (pg *pages) showPickup(id int64) func(*web.Visit, int, *web.Form) error {
	return func(v *web.Visit, status int, f *web.Form) error {
		var r web.Reading
		run := web.Read2(&r, pg.Parcels.Run, v.Context(), id)
		names := web.Read1(&r, (*web.Visit).AccountNames, v)
		services := web.Read1(&r, v.Console.Store.MasterData.ServicesByID, v.Context())
		latest := web.Read3(&r, pg.Parcels.RunParcels, v.Context(), id, shownParcels)
		f.Label("given_by", v.T("Handed over by")).Label("taken_by", v.T("Name of the driver")).Label("parcels", v.T("Parcels"))
		p := &pickupPage{
			Run: run, Path: pickupOf(id), Kilograms: v.Weight(run.Weight.String()), Status: runStates[run.State], Accounts: names,
			Services: services, Latest: latest, Form: f.Label("signature", v.T("Signature of the driver")),
		}
		if r.Err == nil && strings.HasSuffix(v.Request.URL.Path, "/now") {
			return v.Fragment(http.StatusOK, "pickup.html", "now", p)
		}
		return v.Show(r.Err, status, "pickup.html", p)
	}
}

// scanToPickup puts the parcel that was scanned on a run, or says why not.
func (pg *pages) scanToPickup(v *web.Visit, id int64) (reply, error) {
	return v.ScanInto(problem.RunCode, func(ctx context.Context, sent request.HandoverRequest) (string, problem.Message, string, error) {
		scan, err := pg.ScanToRun(ctx, id, sent)
		return scan.Outcome, scan.Message, scan.TrackingNo, err
	})
}

// removeFromPickup takes a parcel off a run.
func (pg *pages) removeFromPickup(v *web.Visit, id int64) error {
	off := v.Request.PostForm.Get("parcel")
	err := v.Change(func(ctx context.Context) error { return pg.RemoveFromRun(ctx, id, off) })
	return finishPickup(v, id, err, v.T("%s is not on the run any more.", off))
}

// movePickup makes what changes the state of a run.
func (pg *pages) movePickup(move func(context.Context, int64) error) func(*web.Visit, int64) error {
	return func(v *web.Visit, id int64) error {
		return finishPickup(v, id, v.Change(func(ctx context.Context) error { return move(ctx, id) }), "")
	}
}

// finishPickup goes to the page of a run, which says what came of a change.
func finishPickup(v *web.Visit, id int64, err error, said string) error {
	refused, err := v.Refused(err)
	return v.Done(err, cmp.Or(refused, said), pickupOf(id))
}

// signPickup signs a run, or shows the form with its problems.
func (pg *pages) signPickup(v *web.Visit, id int64) error {
	return sign(v, on(id, pg.SignRun), pg.showPickup(id), pickupOf(id))
}

// printPickup sends the sheet of a run as PDF.
func (pg *pages) printPickup(v *web.Visit, id int64) error {
	return v.SendDocument(pg.sheet(v.Context(), v.Console.Printing, id))
}

// printReceipt sends what a run takes from one shipper as PDF.
func (pg *pages) printReceipt(v *web.Visit, id int64) error {
	account, _ := v.PathID("shipper") // else no account has it
	return v.SendDocument(pg.receipt(v.Context(), v.Console.Printing, id, account))
}
