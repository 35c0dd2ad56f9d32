package desk

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/request"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// printsPerPage is how many jobs a page shows.
const printsPerPage = 50

// jobStates are the states of jobs as badges.
var jobStates = map[printjobs.State]web.StatusView{
	printjobs.Queued:  {Tone: "active", Text: web.Key("Waits for the agent")},
	printjobs.Sent:    {Tone: "active", Text: web.Key("Sent to the agent")},
	printjobs.Started: {Tone: "active", Text: web.Key("Is being printed")},
	printjobs.Printed: {Tone: "good", Text: web.Key("Printed")},
	printjobs.Failed:  {Tone: "bad", Text: web.Key("Not printed")},
	printjobs.Unknown: {Tone: "warn", Text: web.Key("Did it come out?")},
}

// answers are what the buttons of a job say of it.
var answers = map[string]printjobs.State{
	"yes": printjobs.Printed, "no": printjobs.Failed, "withdraw": printjobs.Withdrawn,
}

// printRow is a job with its badge.
type printRow struct {
	printjobs.Job
	Status web.StatusView
}

// nameOf is an actor in words: the name of a key, or the e-mail address of a user.
func nameOf(v *web.Visit, actor string) string {
	if _, err := strconv.Atoi(actor); err == nil {
		return v.KeyNamed(actor)
	}
	return actor
}

// noteOf is what an agent said, in the language of the page if it is a fault of Waybill's own.
func noteOf(v *web.Visit, note string) string {
	if strings.ContainsRune(note, '%') {
		return note // it is no key of texts
	}
	return v.T(note)
}

func printRows(v *web.Visit, jobs []printjobs.Job) []printRow {
	return each.Of(jobs, func(j printjobs.Job) printRow {
		j.QueuedBy, j.Note = nameOf(v, j.QueuedBy), noteOf(v, j.Note)
		return printRow{j, jobStates[j.State]}
	})
}

// listPrints shows the print jobs of the account. Jobs with an unknown outcome come first: a person must answer them.
func (pg *pages) listPrints(v *web.Visit) error {
	jobs, before := pg.Prints, time.Time{}
	if micros, _ := strconv.ParseInt(v.Request.URL.Query().Get("before"), 10, 64); micros > 0 {
		before = time.UnixMicro(micros)
	}
	latest, err := jobs.List(v.Context(), v.Account.AccountID, before, printsPerPage+1)
	r := web.Reading{Err: err}
	asked := web.Read3(&r, jobs.Questions, v.Context(), v.Account.AccountID, printsPerPage)
	printers := web.Read2(&r, jobs.Printers, v.Context(), v.Account.AccountID)
	runs := web.Read1(&r, pg.runsOf, v)
	latest, next := web.Page(latest, printsPerPage, func(last printjobs.Job) string {
		return v.URL("prints?before=" + strconv.FormatInt(last.QueuedOn.UnixMicro(), 10))
	})
	return v.Show(r.Err, http.StatusOK, "prints.html", map[string]any{
		"Asked": printRows(v, asked), "Jobs": printRows(v, latest), "Next": next, "Printers": printers, "Runs": runs,
	})
}

// answerPrint does what a button of a job says. A label that is printed again is a job of its own, once for each one that failed.
func (pg *pages) answerPrint(v *web.Visit) error {
	key := v.FormValue("key")
	j, err := pg.Prints.Job(v.Context(), v.Account.AccountID, key)
	if err != nil {
		return err
	}
	said, toast := answers[v.FormValue("answer")], ""
	switch {
	case said != "":
		var changed bool
		if changed, err = pg.answerJob(v, key, said); !changed {
			toast = v.T("The job has changed meanwhile.")
		}
	case v.FormValue("answer") == "again" && j.State == printjobs.Failed:
		err = pg.queueJob(v, parcels.Packing{OrderID: j.OrderID, TrackingNo: j.TrackingNo}, j.Printer, nextPrint(key))
	default:
		err = store.ErrNotFound
	}
	return v.Done(err, toast, v.URL("prints"))
}

// answerJob says of a print job that its label came out, or not, or withdraws it. It reports false if the job has changed meanwhile.
func (pg *pages) answerJob(v *web.Visit, key string, said printjobs.State) (bool, error) {
	err := v.Write(func(ctx context.Context, by masterdata.Caller) error {
		return pg.Prints.Answer(ctx, by.AccountID, key, said)
	})
	changed, err := v.Refused(err)
	return changed == "", err
}

// queueJob queues the label of an order for a printer, once for each key. Returns store.ErrNotFound for a printer that no agent has.
func (pg *pages) queueJob(v *web.Visit, of parcels.Packing, printer, key string) error {
	fields := map[string]any{"tracking_no": of.TrackingNo, "printer": printer, "request_key": key}
	_, err := web.WriteSent(v, &request.QueuePrint, fields,
		func(ctx context.Context, by masterdata.Caller, sent request.PrintJobRequest) (printjobs.Job, error) {
			return pg.Prints.Queue(ctx, by.AccountID, of.OrderID, sent.Printer, sent.RequestKey)
		})
	refused, err := v.Refused(err)
	if refused != "" {
		err = v.NotDone(http.StatusConflict, refused)
	}
	return err
}

// nextPrint is the key of the job that prints the label of a job again, the same as at the station of packers.
func nextPrint(key string) string {
	var order, packed, n int64
	if _, err := fmt.Sscanf(key, "pack-%d-%d-%d", &order, &packed, &n); err == nil {
		return fmt.Sprintf("pack-%d-%d-%d", order, packed, n+1)
	}
	return key + "+"
}
