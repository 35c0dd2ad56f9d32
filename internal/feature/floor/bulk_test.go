package floor_test

import (
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"testing"
	"time"

	"waybill/internal/each"
	"waybill/internal/feature/floor"
	"waybill/internal/jobs"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// bulk gives the floor jobs, and makes n parcels in each of three accounts.
func (h *hubTest) bulk(n int) (accounts []int64, numbers []string) {
	h.Helper()
	o := orders.New(orders.Config{Store: h.store, Now: h.Clock.Now})
	h.floor = floor.New(o)
	h.floor.Jobs = jobs.NewService(h.store, o, slog.New(slog.DiscardHandler))
	for _, k := range []masterdata.Key{h.shipper, h.account("second"), h.account("third")} {
		accounts = append(accounts, k.AccountID)
		_, _, err := h.store.Webhooks.CreateEndpoint(h.Context(), k.AccountID, shipment.EndpointSettings{URL: "https://shop.example"})
		if err != nil {
			h.Fatal(err)
		}
		for i := range n {
			numbers = append(numbers, h.create(k, 1, fmt.Sprintf("R-%d-%d", k.AccountID, i)).TrackingNo)
		}
	}
	return accounts, numbers
}

func (h *hubTest) choose(codes ...string) floor.Chosen {
	h.Helper()
	return must[floor.Chosen](h.T)(h.floor.Choose(h.Context(), &request.ParcelChange{Codes: codes}))
}

func (h *hubTest) change(c floor.Chosen, kind jobs.Kind, fields map[string]any, dryRun bool) error {
	h.Helper()
	return h.floor.Change(byAnn(h.T), c.Groups, &request.ParcelChange{Kind: string(kind), Fields: fields, DryRun: dryRun}, nil)
}

// start does something with parcels, and returns what came of them.
func (h *hubTest) start(c floor.Chosen, kind jobs.Kind, fields map[string]any) map[string]int64 {
	h.Helper()
	if err := h.change(c, kind, fields, false); err != nil {
		h.Fatal(err)
	}
	all := map[string]int64{}
	for i := range c.Groups {
		g := &c.Groups[i]
		if g.Job.State != jobs.Done {
			h.Errorf("%s of account %d: %s %v", kind, g.AccountID, g.Job.State, g.Kept)
		}
		for outcome, n := range g.Job.Counts {
			all[outcome] += n
		}
	}
	return all
}

func (h *hubTest) counts(got map[string]int64, want map[string]int64) {
	h.Helper()
	if !maps.Equal(got, want) {
		h.Errorf("%v, want %v", got, want)
	}
}

// TestChangesOfParcels: what is done with parcels of three accounts is a job of each. A trial changes nothing, and a repetition neither.
func TestChangesOfParcels(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		accounts, numbers := h.bulk(3)
		c := h.choose(slices.Concat(numbers, []string{"r-" + fmt.Sprint(accounts[1]) + "-0", "nothing"})...)
		if got := each.Of(c.Groups, func(g floor.Group) int64 { return g.AccountID }); !slices.Equal(got, accounts) || c.Size() != len(numbers) ||
			!slices.Equal(c.Unknown, []string{"nothing"}) {
			t.Fatalf("chosen %+v", c)
		}
		why := map[string]any{"reason": "Customs asks"}
		if err := h.change(c, jobs.Hold, why, true); err != nil || c.Groups[2].Job.Counts["held"] != 3 || c.Groups[2].Changed() != 3 {
			t.Fatalf("tried %+v, %v", c.Groups, err)
		}
		if n := h.Count(t, `SELECT (SELECT count(*) FROM order_holds) + (SELECT count(*) FROM jobs)`); n != 0 {
			t.Fatalf("the trial left %d rows", n)
		}
		var invalid *request.InvalidError
		if err := h.change(c, jobs.Hold, map[string]any{}, false); !errors.As(err, &invalid) {
			t.Fatalf("held without a reason: %v", err)
		}
		h.counts(h.start(c, jobs.Hold, why), map[string]int64{"held": 9})
		h.counts(h.start(c, jobs.Hold, why), map[string]int64{"unchanged": 9})
		if n := h.Count(t, `SELECT count(*) FROM jobs WHERE kind = 'hold' AND actor = 'ann@hub'`); n != 6 {
			t.Errorf("%d jobs", n)
		}
		h.counts(h.start(c, jobs.Release, map[string]any{}), map[string]int64{"released": 9})
		h.counts(h.start(h.choose(numbers[0]), jobs.Cancel, map[string]any{}), map[string]int64{"cancelled": 1})

		reported := map[string]any{"status": "PICKED_UP", "address": "Tuas", "occurred_on": "2020-01-02T03:04:05Z"}
		h.counts(h.start(c, jobs.Report, reported), map[string]int64{"reported": 9})
		h.counts(h.start(c, jobs.Report, reported), map[string]int64{"unchanged": 9})
		h.counts(h.start(c, jobs.Report, map[string]any{"status": "SUCCESS"}), map[string]int64{"reported": 9})
		right := map[string]any{"status": "PICKED_UP", "reason": "The van came back"}
		if err := h.change(c, jobs.Correct, right, true); err != nil || c.Groups[1].Job.Counts["corrected"] != 3 {
			t.Fatalf("tried %+v, %v", c.Groups, err)
		}
		if n := h.Count(t, `SELECT count(*) FROM tracking_events WHERE corrects > 0`); n != 0 {
			t.Fatalf("the trial left %d corrections", n)
		}
		h.counts(h.start(c, jobs.Correct, right), map[string]int64{"corrected": 9})
		h.counts(h.start(c, jobs.Correct, right), map[string]int64{"unchanged": 9})
		for query, want := range map[string]int{
			`SELECT count(*) FROM orders WHERE tracker_status = 'PICKED_UP'`:                                           9,
			`SELECT count(*) FROM tracking_events WHERE corrects > 0 AND reason = 'The van came back'`:                 9,
			`SELECT count(*) FROM events WHERE type = 'order.tracking_updated' AND data LIKE '%corrects%SUCCESS%'`:     8, // one was cancelled
			`SELECT count(*) FROM audit_log WHERE action = 'correct' AND actor = 'ann@hub' AND subject_kind = 'order'`: 9,
		} {
			if n := h.Count(t, query); n != want {
				t.Errorf("%s: %d, want %d", query, n, want)
			}
		}
	})
}

// TestWhatIsNotChanged: a refusal is kept by parcel, and an account that is suspended has no job, unless the operator alone acts.
func TestWhatIsNotChanged(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		accounts, numbers := h.bulk(1)
		h.Exec(t, `UPDATE orders SET erased_on = 1 WHERE tracking_no = $1`, numbers[1])
		h.Exec(t, `UPDATE accounts SET suspended_on = 1 WHERE account_id = $1`, accounts[2])
		h.Exec(t, `UPDATE orders SET tracker_status = 'CANCELLED' WHERE tracking_no = $1`, numbers[0])
		c := h.choose(numbers...)
		if err := h.change(c, jobs.Hold, map[string]any{"reason": "Look"}, false); err != nil {
			t.Fatal(err)
		}
		if got := c.Groups[2]; got.Job.JobID != 0 || got.Job.State != "refused" || got.Job.Kept() != 1 || got.Changed() != 0 ||
			got.Kept[0].Problems()[""][0] != problem.AccountSuspended {
			t.Errorf("of the suspended account: %+v", got)
		}
		for i, want := range []string{problem.CancelledBefore.String(), problem.Erased.String()} {
			kept := must[floor.Group](t)(h.floor.Follow(t.Context(), c.Groups[i].AccountID, c.Groups[i].Job.JobID)).Kept
			if len(kept) != 1 || kept[0].TrackingNo != numbers[i] || kept[0].Problems()[""][0].String() != want {
				t.Errorf("kept %+v, want %s", kept, want)
			}
		}
		c = h.choose(numbers...)
		h.counts(h.start(c, jobs.Correct, map[string]any{"status": "PENDING_PICKUP", "reason": "Not there"}),
			map[string]int64{"refused": 2, "corrected": 1})
	})
}

// TestAllThatMatch chooses the parcels of a list that were there when it was asked for, of all accounts.
func TestAllThatMatch(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		accounts, numbers := h.bulk(2)
		until := h.Clock.Now()
		h.Clock.Advance(time.Minute)
		h.create(h.shipper, 1, "late")
		h.Exec(t, `UPDATE orders SET tracker_status = 'SUCCESS' WHERE tracking_no = $1`, numbers[0])
		all := func(f request.ParcelFilter) (got []string) {
			f.To = until
			c := must[floor.Chosen](t)(h.floor.Choose(t.Context(), &request.ParcelChange{Filter: &f}))
			for _, g := range c.Groups {
				got = append(got, g.Numbers...)
			}
			slices.Sort(got)
			return got
		}
		want := slices.Sorted(slices.Values(numbers[1:]))
		if got := all(request.ParcelFilter{}); !slices.Equal(got, want) {
			t.Errorf("of all: %v, want %v", got, want)
		}
		if got := all(request.ParcelFilter{AccountID: accounts[0]}); len(got) != 2 {
			t.Errorf("of an account, also those that have ended: %v", got)
		}
		if got := all(request.ParcelFilter{Filter: shipment.Filter{Held: new(true)}}); len(got) != 0 {
			t.Errorf("held: %v", got)
		}
		if _, err := h.floor.Follow(t.Context(), accounts[0], 1); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("no such job: %v", err)
		}
	})
}
