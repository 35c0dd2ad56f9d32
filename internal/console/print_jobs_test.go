package console

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestLabelsOfPackedParcelsArePrintedOnce sends the label of a packed parcel to the printer of the station: once for a scan that is
// sent twice, not if it was printed before, and again only when a person says so.
func TestLabelsOfPackedParcelsArePrintedOnce(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, jobs := c.as(shipment.RoleEditor), &printjobs.Jobs{DB: c.Store.DB}
	if page := u.get(packPath); strings.Contains(page.text, `name="printer"`) {
		t.Error("printers can be chosen where none is")
	}
	if err := jobs.Offer(t.Context(), 1, "Dock <1>"); err != nil {
		t.Fatal(err)
	}
	at := "warnings=1&printer=Dock+%3C1%3E"
	u.get(packPath+"?"+at).want(t, http.StatusOK, "Print by hand", `selected>Dock &lt;1&gt;`)
	scan := func(code, id, text string) {
		t.Helper()
		u.post(packPath+"/scan?"+at, url.Values{"code": {code}, "scan": {id}}).want(t, http.StatusOK, text)
	}
	queued := func() []printjobs.Job {
		t.Helper()
		all, err := jobs.List(t.Context(), 1, time.Time{}, 10)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	report := func(state printjobs.State) {
		t.Helper()
		job, err := jobs.Take(t.Context(), 1, "Dock <1>")
		for _, s := range []printjobs.State{printjobs.Started, state} {
			if err == nil {
				err = jobs.Report(t.Context(), 1, job.Key, job.Lease, s, "Paper out")
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	number := c.orderFor("Budi", "L-1")
	scan("L-1", "s1", "is packed.")
	scan("L-1", "s1", "is packed.")
	scan("L-1", "s2", "was packed before")
	if n := len(queued()); n != 1 {
		t.Fatalf("%d labels wait, want 1", n)
	}
	page := u.get(packPath + "?" + at)
	page.want(t, http.StatusOK, "Waits for the agent", "data-poll=")
	order := regexp.MustCompile(`name="undo" value="(\d+)"`).FindStringSubmatch(page.text)[1]
	step := func(step, text string) {
		t.Helper()
		u.post(packPath+"/step?"+at, url.Values{"printed": {order}, "step": {step}}).want(t, http.StatusOK, text)
	}
	report(printjobs.Unknown)
	u.get(packPath+"?"+at).want(t, http.StatusOK, "Did it come out?", "Paper out")
	step("again", "Did it come out?")
	step("no", "Not printed")
	step("again", "Waits for the agent")
	report(printjobs.Unknown)
	step("yes", `badge good">Printed`)
	step("no", `badge good">Printed`)
	if n := len(queued()); n != 2 {
		t.Errorf("%d labels were sent, want 2", n)
	}
	u.post(packPath+"/step?"+at, url.Values{"undo": {order}}).want(t, http.StatusOK, "is not packed any more")
	scan(number, "s3", "Its label was printed before.")

	// A label that is wrong since it was printed comes out again.
	u.post(packPath+"/step?"+at, url.Values{"undo": {order}}).want(t, http.StatusOK, "is not packed any more")
	before, err := c.Store.OrderForEdit(t.Context(), 1, number)
	if err == nil {
		after := before.Clone()
		after.Consignee.City = "Bandung"
		_, err = c.Store.EditOrder(t.Context(), store.Edit{Before: &before, After: after, Changes: shipment.ChangesBetween(&before, after)})
	}
	if err != nil {
		t.Fatal(err)
	}
	scan(number, "s3b", "something is to be decided")
	u.post(packPath+"/step?"+at, url.Values{"order": {order}, "anyway": {"1"}}).want(t, http.StatusOK, "is packed.")
	if n := len(queued()); n != 3 {
		t.Errorf("%d labels were sent, want 3", n)
	}

	c.orderFor("Budi", "L-2")
	scan("L-2", "s4", "is packed.")
	undo := regexp.MustCompile(`name="undo" value="(\d+)"`).FindStringSubmatch(u.get(packPath + "?" + at).text)[1]
	u.post(packPath+"/step?"+at, url.Values{"undo": {undo}}).want(t, http.StatusOK, "is not packed any more")
	if last := queued()[0]; last.State != printjobs.Failed {
		t.Errorf("the label of a parcel that is not packed any more is %s", last.State)
	}
	c.orderFor("Budi", "L-3")
	u.post(packPath+"/scan?warnings=1&printer=gone", url.Values{"code": {"L-3"}, "scan": {"s5"}}).want(t, http.StatusOK, "is packed.",
		"no print agent has the printer gone")
}

// TestALabelWithAnotherWeightIsPrintedAgain: the scale makes a label wrong that was printed before.
func TestALabelWithAnotherWeightIsPrintedAgain(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, jobs := c.as(shipment.RoleEditor), &printjobs.Jobs{DB: c.Store.DB}
	if err := jobs.Offer(t.Context(), 1, "Dock"); err != nil {
		t.Fatal(err)
	}
	for i, weighed := range []struct {
		weight, said string
		labels       int
	}{
		{"0.125 kg", "Its label was printed before.", 0},
		{"0.5 kg", "The label that was printed before is wrong now. Throw it away.", 1},
	} {
		number, id := c.orderFor("Budi", fmt.Sprint("W-", i)), fmt.Sprint(i)
		o, err := c.Store.OrderForEdit(t.Context(), 1, number)
		if err == nil {
			err = c.Store.Prints.MarkPrinted(t.Context(), 1, []int64{o.OrderID})
		}
		if err != nil {
			t.Fatal(err)
		}
		const scan = packPath + "/scan?weigh=1&warnings=1&printer=Dock"
		u.post(scan, url.Values{"code": {number}, "scan": {"a" + id}}).want(t, http.StatusOK, "Put the parcel on the scale.")
		u.post(scan, url.Values{"code": {weighed.weight}, "scan": {"b" + id}}).want(t, http.StatusOK, "is packed.", weighed.said)
		queued, err := jobs.List(t.Context(), 1, time.Time{}, 10)
		if err != nil || len(queued) != weighed.labels {
			t.Errorf("%s: %d labels wait, %v", weighed.weight, len(queued), err)
		}
	}
}

// TestPrintJobs answers what became of labels, and prints one again once.
func TestPrintJobs(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, jobs, path := c.as(shipment.RoleEditor), &printjobs.Jobs{DB: c.Store.DB}, "/console/accounts/1/prints"
	u.get(path).want(t, http.StatusOK, "No print jobs yet")
	number := c.orderFor("Budi", "J-1")
	o, err := c.Store.OrderForEdit(t.Context(), 1, number)
	for _, key := range []string{"lost", "wait"} {
		if err == nil {
			err = jobs.Offer(t.Context(), 1, "Dock <1>")
		}
		if err == nil {
			_, err = jobs.Queue(t.Context(), 1, o.OrderID, "Dock <1>", key)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	u.get(path).want(t, http.StatusOK, "Waits for the agent", "Dock &lt;1&gt;", number)
	job, err := jobs.Take(t.Context(), 1, "Dock <1>")
	for _, s := range []printjobs.State{printjobs.Started, printjobs.Unknown} {
		if err == nil {
			err = jobs.Report(t.Context(), 1, job.Key, job.Lease, s, "The connection broke")
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	asked := u.get(path)
	asked.want(t, http.StatusOK, "Did it come out?", "The connection broke")
	if n := strings.Count(asked.text, "Yes, it came out"); n != 1 {
		t.Errorf("a label is asked about %d times", n)
	}
	answer := func(u *testUser, key, answer string, status int) {
		t.Helper()
		u.post(path, url.Values{"key": {key}, "answer": {answer}}).want(t, status)
	}
	answer(c.as(shipment.RoleViewer), job.Key, "yes", http.StatusForbidden)
	answer(u, job.Key, "again", http.StatusNotFound) // what came of it is not known
	answer(u, job.Key, "no", http.StatusSeeOther)
	answer(u, job.Key, "yes", http.StatusSeeOther) // too late
	answer(u, job.Key, "again", http.StatusSeeOther)
	answer(u, job.Key, "again", http.StatusSeeOther)
	answer(u, "unknown", "yes", http.StatusNotFound)
	all, err := jobs.List(t.Context(), 1, time.Time{}, 10)
	if err != nil || len(all) != 3 {
		t.Fatalf("%d jobs, want 3: %v", len(all), err)
	}
	for i := range all {
		if all[i].State == printjobs.Queued {
			answer(u, all[i].Key, "withdraw", http.StatusSeeOther)
		}
	}
	if _, err := jobs.Take(t.Context(), 1, "Dock <1>"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a job is left: %v", err)
	}
}
