package desk

import (
	"errors"
	"fmt"
	"slices"

	"waybill/internal/console/web"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/store"
)

// mostPrints is how often the label of a packed parcel is sent to a printer here.
const mostPrints = 9

// printKey names the nth print of the label of a parcel, so that a scan that is sent again prints nothing again.
func printKey(p parcels.Packing, n int) string {
	return fmt.Sprintf("pack-%d-%d-%d", p.OrderID, p.On.UnixMicro(), n)
}

// lastPrint is the last print job of a parcel that is packed, and the key of the next. It has no key if there is none.
func (pg *pages) lastPrint(v *web.Visit, p parcels.Packing) (last printjobs.Job, next string, err error) {
	for n := 1; n <= mostPrints && err == nil; n++ {
		var job printjobs.Job
		next = printKey(p, n)
		if job, err = pg.Prints.Job(v.Context(), v.Account.AccountID, next); err == nil {
			last = job
		}
	}
	if errors.Is(err, store.ErrNotFound) {
		err = nil
	}
	return last, next, err
}

// printLabel sends the label of a parcel to the printer of the station, unless it was printed before and is right. It returns what
// is to be said.
func (pg *pages) printLabel(v *web.Visit, p *parcel, key string) (string, error) {
	printer := stationOf(v).Printer
	switch {
	case printer == "":
		return "", nil
	case p.Printed.OrderID != 0 && !p.Stale:
		return " " + v.T("Its label was printed before."), nil
	}
	err := pg.queueJob(v, p.Packing, printer, key)
	if errors.Is(err, store.ErrNotFound) {
		return " " + v.T("Its label is not printed: no print agent has the printer %s.", printer), nil
	}
	return "", err
}

// labelPrint is the last print of the label of a parcel that is packed.
type labelPrint struct {
	printjobs.Job
	web.StatusView
	Waits bool // something comes by itself
	Again bool // it may be printed again
}

func (pg *pages) printOf(v *web.Visit, p parcels.Packing) (labelPrint, error) {
	job, _, err := pg.lastPrint(v, p)
	job.Note = noteOf(v, job.Note)
	waits := []printjobs.State{printjobs.Queued, printjobs.Sent, printjobs.Started}
	return labelPrint{job, jobStates[job.State], slices.Contains(waits, job.State), job.State == printjobs.Failed}, err
}

// stepOfPrint does what a button says with the print of the parcel that was packed last: the label came out, or not, or is printed
// again.
func (pg *pages) stepOfPrint(v *web.Visit, last parcels.Packing, step string) error {
	job, next, err := pg.lastPrint(v, last)
	switch said := answers[step]; {
	case err != nil || job.Key == "":
	case said != "":
		_, err = pg.answerJob(v, job.Key, said) // somebody else may have answered
	case job.State == printjobs.Failed:
		err = pg.queueJob(v, last, job.Printer, next)
	}
	return err
}
