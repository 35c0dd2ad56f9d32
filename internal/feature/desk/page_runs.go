package desk

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"waybill/internal/console/orders"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/printing"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// runsShown is how many runs the page of print jobs links to.
const runsShown = 5

// runView is the page of a print run.
type runView struct {
	printjobs.Run
	Path     string
	Percent  int64
	Printers []printjobs.Printer
	Parts    [][2]int64 // the first and the last number of the labels of a file
	Asks     bool       // a person has to say whether the next label came out
}

// makeRun makes a print run of the orders of a list that have a label, any number of them, in the order of the list.
func (pg *pages) makeRun(v *web.Visit) error {
	var ids []int64
	run, err := int64(0), orders.EachChosen(v, func(found []shipment.Order) error {
		ids = append(ids, shipment.IDs(slices.DeleteFunc(found, func(o shipment.Order) bool { return !o.HasLabel }))...)
		return nil
	})
	if err == nil && len(ids) == 0 {
		return web.Notice(http.StatusUnprocessableEntity, v.T("No label is ready"),
			v.T("Labels are ready when the partner has accepted the orders. Nothing was printed."))
	}
	if err == nil {
		err = v.Write(func(ctx context.Context, by masterdata.Caller) (err error) {
			run, err = pg.Prints.MakeRun(ctx, by.AccountID, ids)
			return err
		})
	}
	return v.Done(err, "", runPath(v, run))
}

func runPath(v *web.Visit, run int64) string {
	return v.URL("prints/runs/" + strconv.FormatInt(run, 10))
}

// viewRun shows how far a run is, and what may be done with it.
func (pg *pages) viewRun(v *web.Visit, run int64) error {
	found, err := pg.Prints.Run(v.Context(), v.Account.AccountID, run)
	r := web.Reading{Err: err}
	view := &runView{Run: found, Path: runPath(v, run), Printers: web.Read2(&r, pg.Prints.Printers, v.Context(), v.Account.AccountID)}
	view.Percent = 100 * (view.Printed + view.LeftOut) / max(1, view.Labels)
	view.Asks = view.NextJob.State == printjobs.Unknown && view.Waiting == 0
	for from := int64(1); from <= view.Labels; from += printjobs.PartOfRun {
		if to := min(from+printjobs.PartOfRun-1, view.Labels); view.Next > 0 && to >= view.Next {
			view.Parts = append(view.Parts, [2]int64{max(from, view.Next), to})
		}
	}
	if r.Err == nil && v.FormValue("part") != "" {
		return v.Fragment(http.StatusOK, "run.html", "run", view)
	}
	return v.Show(r.Err, http.StatusOK, "run.html", view)
}

// stepOfRun starts or stops a run, has labels printed again from a number on, or says whether the last one came out.
func (pg *pages) stepOfRun(v *web.Visit, run int64) error {
	from, _ := strconv.ParseInt(v.FormValue("from"), 10, 64)
	step, printer := v.FormValue("step"), v.FormValue("printer")
	var err error
	switch step {
	case "yes", "no":
		_, err = pg.answerJob(v, v.FormValue("key"), answers[step])
	case "stop", "start", "again":
		err = v.Write(func(ctx context.Context, by masterdata.Caller) error {
			if step == "stop" {
				return pg.Prints.StopRun(ctx, by.AccountID, run)
			}
			return pg.Prints.StartRun(ctx, by.AccountID, run, max(1, from), printer, step == "again")
		})
	default:
		err = store.ErrNotFound
	}
	if errors.Is(err, printjobs.ErrNoPrinter) {
		err = v.NotDone(http.StatusConflict, v.T("No print agent has this printer."))
	}
	return v.Done(err, "", runPath(v, run))
}

// printRun sends the labels of a run from a number on that are to be printed, or all with again, as one file, and marks them as printed.
func (pg *pages) printRun(v *web.Visit, run int64) error {
	from, _ := strconv.ParseInt(v.FormValue("from"), 10, 64)
	trackingNos, err := pg.Prints.FileOfRun(v.Context(), v.Account.AccountID, run, from, v.FormValue("again") != "")
	if err != nil {
		return err
	}
	if len(trackingNos) == 0 {
		return v.NotDone(http.StatusConflict, v.T("All labels are printed."))
	}
	of := printing.Selection{Filter: shipment.Filter{TrackingNos: trackingNos}}
	name := "labels-" + strconv.FormatInt(from, 10) + ".pdf"
	return orders.SendLabels(v, of, name, "pdf", func(v *web.Visit, sent []string) error {
		return v.Write(func(ctx context.Context, by masterdata.Caller) error {
			return pg.Prints.FilePrinted(ctx, by.AccountID, run, from, sent)
		})
	})
}

// runsOf are the newest runs as links.
func (pg *pages) runsOf(v *web.Visit) ([]web.NavLink, error) {
	runs, err := pg.Prints.Runs(v.Context(), v.Account.AccountID, runsShown)
	return each.Of(runs, func(run int64) web.NavLink {
		made := printjobs.Run{RunID: run}
		return web.NavLink{Path: runPath(v, run), Text: v.Moment(made.MadeOn())}
	}), err
}
