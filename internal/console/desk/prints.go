package desk

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/store"
	"waybill/internal/store/printjobs"
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

// printRow is a job with its badge.
type printRow struct {
	printjobs.Job
	Status web.StatusView
}

// nameOf is an actor in words: the id of a key, or the e-mail address of a user.
func nameOf(v *web.Visit, actor string) string {
	if _, err := strconv.Atoi(actor); err == nil {
		return v.T("key %s", actor)
	}
	return actor
}

func printRows(v *web.Visit, jobs []printjobs.Job) []printRow {
	rows := make([]printRow, len(jobs))
	for i := range jobs {
		jobs[i].QueuedBy = nameOf(v, jobs[i].QueuedBy)
		rows[i] = printRow{jobs[i], jobStates[jobs[i].State]}
	}
	return rows
}

// listPrints shows the print jobs of the account. Jobs with an unknown outcome come first: a person must answer them.
func listPrints(v *web.Visit) error {
	jobs, before := v.Console.Store.PrintJobs, time.Time{}
	if micros, _ := strconv.ParseInt(v.Request.URL.Query().Get("before"), 10, 64); micros > 0 {
		before = time.UnixMicro(micros)
	}
	asked, err := jobs.Questions(v.Context(), v.Account.AccountID, printsPerPage)
	if err != nil {
		return err
	}
	latest, err := jobs.List(v.Context(), v.Account.AccountID, before, printsPerPage+1)
	if err != nil {
		return err
	}
	next := ""
	if len(latest) > printsPerPage {
		latest = latest[:printsPerPage]
		next = v.URL("prints?before=" + strconv.FormatInt(latest[printsPerPage-1].QueuedOn.UnixMicro(), 10))
	}
	printers, err := jobs.Printers(v.Context(), v.Account.AccountID)
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, "prints.html", map[string]any{
		"Asked": printRows(v, asked), "Jobs": printRows(v, latest), "Next": next, "Printers": printers,
	})
}

// answerPrint does what a button of a job says. A label that is printed again is a job of its own, once for each one that failed.
func answerPrint(v *web.Visit) error {
	jobs, account, key := v.Console.Store.PrintJobs, v.Account.AccountID, v.FormValue("key")
	j, err := jobs.Job(v.Context(), account, key)
	if err != nil {
		return err
	}
	switch answer := v.FormValue("answer"); {
	case answer == "yes", answer == "no":
		err = jobs.Answer(v.Context(), account, key, answer == "yes")
	case answer == "withdraw":
		err = jobs.Withdraw(v.Context(), account, key)
	case answer == "again" && j.State == printjobs.Failed:
		_, err = jobs.Queue(v.Context(), account, j.OrderID, j.Printer, nextPrint(key))
	default:
		err = store.ErrNotFound
	}
	if errors.Is(err, printjobs.ErrOver) {
		v.Toast(v.T("The job has changed meanwhile."))
		err = nil
	}
	if err != nil {
		return err
	}
	return v.Redirect(v.URL("prints"))
}

// nextPrint is the key of the job that prints the label of a job again, the same as at the station of packers.
func nextPrint(key string) string {
	var order, packed, n int64
	if _, err := fmt.Sscanf(key, "pack-%d-%d-%d", &order, &packed, &n); err == nil {
		return fmt.Sprintf("pack-%d-%d-%d", order, packed, n+1)
	}
	return key + "+"
}
