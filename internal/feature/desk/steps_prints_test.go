package desk_test

import (
	"context"
	"fmt"
	"time"

	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/shipment"
)

// jobsOfDay are print jobs of two shippers, in each state, that have the same keys, and so have their runs.
type jobsOfDay struct {
	keys   []string
	of     map[string]shipment.Order
	run    int64 // a part of it is printed
	second int64 // nobody has started it
	orders []shipment.Order
}

func (d *day) fillJobs() (w jobsOfDay) {
	d.Helper()
	jobs := d.d.Prints
	for i := range d.accounts {
		for _, printer := range []string{"Bench", "Desk"} {
			noError(d.T, jobs.Offer(byAnn(d.T), d.accounts[i], printer))
			noError(d.T, jobs.Weigh(byAnn(d.T), d.accounts[i], printer, 100))
		}
	}
	now := d.f.Clock.Now()
	w.keys, w.of = []string{"queued", "sent", "sent, over", "started", "started, over", "printed", "failed", "unknown", "queued at a desk"},
		map[string]shipment.Order{}
	for i := range d.accounts {
		for n, key := range w.keys {
			o := d.order(i, 1)
			if i == 0 {
				w.of[key] = o
			}
			printer := map[bool]string{true: "Desk", false: "Bench"}[key == "queued at a desk"]
			must[printjobs.Job](d.T)(jobs.Queue(byAnn(d.T), d.accounts[i], o.OrderID, printer, key))
			state, until := key, now.Add(time.Hour)
			switch key {
			case "queued at a desk":
				state = "queued"
			case "sent, over", "started, over":
				state, until = key[:len(key)-len(", over")], now.Add(-time.Second)
			}
			if state == "queued" {
				until = time.UnixMicro(0)
			}
			d.f.Exec(d.T, `UPDATE print_jobs SET state = $1, lease = $2, leased_until = $3, taken_on = $4, queued_on = $5
				WHERE account_id = $6 AND request_key = $7`, state, map[bool]string{false: "lease of " + key}[state == "queued"],
				until.UnixMicro(), now.Add(time.Duration(n)*time.Second).UnixMicro(), now.UnixMicro()+int64(n), d.accounts[i], key)
		}
	}
	var twice [2]int64 // are in both runs
	for _, run := range []*int64{&w.run, &w.second} {
		d.f.Clock.Advance(time.Second)
		for i := range d.accounts {
			var ids []int64
			for range 4 {
				o := d.order(i, 1)
				ids = append(ids, o.OrderID)
				w.orders = append(w.orders, o)
			}
			if run == &w.second {
				ids[3] = twice[i]
			}
			twice[i] = ids[2]
			*run = must[int64](d.T)(jobs.MakeRun(byAnn(d.T), d.accounts[i], ids))
		}
	}
	for n, state := range []string{"printed", "sent", "queued", "failed"} {
		d.f.Exec(d.T, `UPDATE print_jobs SET state = $1, printer = 'Desk', lease = $2, leased_until = $3, taken_on = $4
			WHERE run_id = $5 AND number = $6`, state, map[bool]string{true: "lease of run"}[state == "sent"],
			map[bool]int64{true: now.Add(time.Hour).UnixMicro()}[state == "sent"], now.UnixMicro(), w.run, n+1)
	}
	return w
}

func (d *day) stepsOfJobs(w jobsOfDay) {
	jobs, own := d.d.Prints, d.accounts[0]
	for _, printer := range []string{"Bench", "Desk", "None"} {
		d.step("take, "+printer, func(ctx context.Context) (string, error) {
			j, err := jobs.Take(ctx, own, printer)
			return fmt.Sprint(j.Key, j.TrackingNo, j.State), err
		})
		d.step("offer, "+printer, func(ctx context.Context) (string, error) { return "done", jobs.Offer(ctx, own, printer) })
		d.step("weigh, "+printer, func(ctx context.Context) (string, error) { return "done", jobs.Weigh(ctx, own, printer, 1500) })
	}
	ofRun := fmt.Sprintf("run-%d-2", w.run)
	for _, key := range append(w.keys, ofRun, fmt.Sprintf("run-%d-1", w.second)) {
		lease := "lease of " + key
		if key == ofRun {
			lease = "lease of run"
		}
		for _, l := range []string{lease, "another lease", ""} {
			for _, state := range []printjobs.State{printjobs.Started, printjobs.Printed, printjobs.Failed, printjobs.Unknown, printjobs.Queued} {
				d.step(fmt.Sprintf("%s: report %s, %s", key, state, l), func(ctx context.Context) (string, error) {
					return "done", jobs.Report(ctx, own, key, l, state, "Paper")
				})
			}
		}
		for _, answer := range []printjobs.State{printjobs.Printed, printjobs.Failed, printjobs.Withdrawn} {
			d.step(fmt.Sprintf("%s: answer %s", key, answer), func(ctx context.Context) (string, error) {
				return "done", jobs.Answer(ctx, own, key, answer)
			})
		}
		for _, printer := range []string{"Bench", "Desk"} {
			for _, o := range []shipment.Order{w.of["queued"], w.of[key]} {
				d.step(fmt.Sprintf("%s: queue %s, %s", key, o.TrackingNo, printer), func(ctx context.Context) (string, error) {
					j, err := jobs.Queue(ctx, own, o.OrderID, printer, key)
					return fmt.Sprint(j.State, j.TrackingNo), err
				})
			}
		}
	}
	for _, run := range []int64{w.run, w.second, 0} {
		d.stepsOfPrintRun(run)
	}
	noError(d.T, jobs.Report(byAnn(d.T), own, ofRun, "lease of run", printjobs.Started, ""))
	noError(d.T, jobs.StartRun(byAnn(d.T), own, w.second, 1, "Bench", false))
	d.steps.Begin()
	for _, printer := range []string{"Bench", "Desk"} {
		d.step("take beside a label of another run, "+printer, func(ctx context.Context) (text string, err error) {
			for range 3 {
				j, takeErr := jobs.Take(ctx, own, printer)
				text, err = text+fmt.Sprint(j.Key, " "), takeErr
			}
			return text, err
		})
	}
}

func (d *day) stepsOfPrintRun(run int64) {
	jobs, own := d.d.Prints, d.accounts[0]
	of := fmt.Sprintf("run at %s: ", shipment.FormatTime(time.UnixMicro(run)))
	d.step(of+"read", func(ctx context.Context) (string, error) {
		r, err := jobs.Run(ctx, own, run)
		return fmt.Sprint(r.Printer, " ", r.Labels, r.Printed, r.LeftOut, r.Waiting, r.Next, r.Changed, r.NextJob.State), err
	})
	for _, again := range []bool{false, true} {
		for _, from := range []int64{1, 2, 3} {
			for _, printer := range []string{"", "Bench", "None"} {
				d.step(fmt.Sprintf("%sstart at %d, %s, again %t", of, from, printer, again), func(ctx context.Context) (string, error) {
					return "done", jobs.StartRun(ctx, own, run, from, printer, again)
				})
			}
			d.step(fmt.Sprintf("%sa file from %d, again %t", of, from, again), func(ctx context.Context) (string, error) {
				numbers, err := jobs.FileOfRun(ctx, own, run, from, again)
				if err == nil {
					err = jobs.FilePrinted(ctx, own, run, from, numbers)
				}
				return fmt.Sprint(numbers), err
			})
		}
	}
	d.step(of+"stop", func(ctx context.Context) (string, error) { return "done", jobs.StopRun(ctx, own, run) })
}
