package console

import (
	"fmt"
	"testing"

	"waybill/client"
	"waybill/internal/feature/desk/printjobs"
	"waybill/test/harness"
)

// TestLongTaskPrintToday prints the labels of the day in three clicks from the home, on a printer with an agent, and in a file.
func TestLongTaskPrintToday(t *testing.T) {
	s := newSite(t)
	jobs := &printjobs.Jobs{DB: s.store.DB}
	for _, on := range []string{"a file", "Bench 1"} {
		made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(1), harness.NewOrder(1)}})
		if err == nil && on != "a file" {
			err = jobs.Offer(t.Context(), s.account, on)
		}
		if err != nil {
			t.Fatal(err)
		}
		w, clicks := s.browser("editor"), 0
		w.open(s.home)
		click := func(selector string) {
			t.Helper()
			clicks++
			w.follow(selector)
		}
		click(`.side a[href$="/orders"]`)
		w.see("tbody tr")
		click(`.queues a[href$="queue=print"]`)
		w.see("tbody tr")
		if got := w.text(".queues [aria-current] .count"); got != "2" {
			t.Errorf("%s: %s are to be printed", on, got)
		}
		click(`form[action*="prints/runs"] button`)
		w.seeText("0 of 2 printed")
		if clicks > 3 {
			t.Errorf("%d clicks", clicks)
		}
		if on == "a file" {
			head := evaluate[string](w, `(async () => {
				const form = document.querySelector("form[action$=labels]");
				const answer = await fetch(form.action, {method: "POST", body: new URLSearchParams(new FormData(form))});
				return answer.headers.get("Waybill-Labels-Printed") + " " + (await answer.text()).slice(0, 5);
			})()`)
			if head != "2 %PDF-" {
				t.Errorf("file: %s", head)
			}
		} else {
			w.click(`button[value="Bench 1"]`)
			w.seeText("The print agent of Bench 1 prints")
			for range made.Orders {
				job, err := jobs.Take(t.Context(), s.account, on)
				for _, state := range []printjobs.State{printjobs.Started, printjobs.Printed} {
					if err == nil {
						err = jobs.Report(t.Context(), s.account, job.Key, job.Lease, state, "")
					}
				}
				if err != nil {
					t.Fatal(fmt.Errorf("print: %w", err))
				}
			}
			w.seeText("All labels are printed.") // without a reload
		}
		w.open(s.home + "orders?queue=print")
		w.seeText("Nothing to do here")
		packs := map[string]string{"a file": "2", "Bench 1": "4"}[on] // without a click
		if got := w.text(`.queues a[href$="queue=pack"] .count`); got != packs {
			t.Errorf("%s: %s are to be packed", on, got)
		}
	}
}

// TestLongTaskHold holds an order in two clicks from its page.
func TestLongTaskHold(t *testing.T) {
	s := newSite(t)
	made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(1)}})
	if err != nil {
		t.Fatal(err)
	}
	w := s.browser("editor")
	w.open(s.home + "orders/" + made.Orders[0].TrackingNo)
	w.follow(`a[href$="/hold"]`)
	w.write("[name=reason]", "Wait")
	w.click(`main form button.button`)
	w.seeText("Held")
	w.open(s.home + "orders?queue=problem")
	w.seeText(made.Orders[0].TrackingNo)
}
