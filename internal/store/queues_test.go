package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// queueCase is a combination of what decides the queue of an order.
type queueCase struct {
	order       shipment.Order
	facts       shipment.QueueFacts
	stale       bool // the label was printed, and has changed since
	early       bool // the parcel was handed over less than the hours ago
	scanned     bool // a partner has reported the parcel
	pendingOnly bool // the submission waits, but not for facts
}

// queueCases are all combinations, of those that a status makes irrelevant one.
func queueCases() (all []queueCase) {
	add := func(status shipment.TrackerStatus, bits int) {
		is := func(bit int) bool { return bits>>bit&1 == 1 }
		c := queueCase{order: shipment.Order{TrackerStatus: status, HasLabel: is(0), Return: is(1)}}
		c.order.StatusCode = []shipment.StatusCode{
			shipment.StatusSubmitted, shipment.StatusNone, shipment.StatusSubmissionFailed, shipment.StatusSubmitted,
		}[bits>>2&3]
		if is(4) {
			c.order.Hold = &shipment.Hold{}
		}
		c.facts = shipment.QueueFacts{
			NoFacts: is(5), Cancelling: is(6), LabelRefused: is(7), Printed: is(8) && is(9), Packs: true, Packed: is(10),
		}
		c.stale, c.pendingOnly = is(8) && !is(9), bits>>2&3 == 3
		all = append(all, c)
	}
	for _, status := range shipment.TrackerStatuses() {
		switch status {
		case shipment.OrderCreated, shipment.PendingPickup:
			for bits := range 1 << 11 {
				add(status, bits)
			}
		default:
			for _, bits := range []int{0, 1<<11 - 1} {
				add(status, bits)
			}
		}
	}
	for bits := range 4 {
		add(shipment.PickedUp, 1)
		c := &all[len(all)-1]
		c.early, c.scanned = bits&1 == 1, bits&2 == 2
		c.facts.Unscanned = !c.early && !c.scanned
	}
	add(shipment.Exception, 1)
	all[len(all)-1].order.LostOn = time.Unix(1, 0)
	return all
}

// TestQueues: the queue of an order in SQL is that of the domain, for all combinations of what decides it, and the counts and the lists of
// the queues are those of their orders.
func TestQueues(t *testing.T) { onEachEngine(t, testQueues) }

func testQueues(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	create(t, s, other, orders(3)...)
	cases, want, made := queueCases(), map[int64]shipment.Queue{}, []shipment.Order{}
	for first := 0; first < len(cases); first += 1000 {
		made = append(made, create(t, s, k, orders(min(1000, len(cases)-first))...).Orders...)
		f.clock.Advance(time.Second)
	}
	set := func(statement string, is func(queueCase) bool) {
		t.Helper()
		var ids []string
		for i, c := range cases {
			if is(c) {
				ids = append(ids, fmt.Sprint(made[i].OrderID))
			}
		}
		f.exec(t, strings.ReplaceAll(statement, "@", fmt.Sprintf("account_id = %d AND order_id IN (%s)", a.AccountID, strings.Join(ids, ", "))))
	}
	now := f.clock.Now().UnixMicro()
	for _, status := range shipment.TrackerStatuses() {
		set(fmt.Sprintf(`UPDATE orders SET tracker_status = '%s', tracker_since = %d WHERE @`, status, now-24*time.Hour.Microseconds()),
			func(c queueCase) bool { return c.order.TrackerStatus == status })
	}
	for _, code := range []shipment.StatusCode{shipment.StatusNone, shipment.StatusSubmissionFailed} {
		set(fmt.Sprintf(`UPDATE orders SET status_code = '%s' WHERE @`, code), func(c queueCase) bool { return c.order.StatusCode == code })
	}
	f.exec(t, `DELETE FROM submissions`)
	set(`UPDATE orders SET has_label = 0 WHERE @`, func(c queueCase) bool { return !c.order.HasLabel })
	set(`UPDATE orders SET has_label = 1 WHERE @`, func(c queueCase) bool { return c.order.HasLabel })
	set(`UPDATE orders SET is_return = 1 WHERE @`, func(c queueCase) bool { return c.order.Return })
	set(`UPDATE orders SET lost_on = 1 WHERE @`, func(c queueCase) bool { return !c.order.LostOn.IsZero() })
	set(`UPDATE orders SET label_changed_on = 9 WHERE @`, func(c queueCase) bool { return c.stale || c.facts.Printed })
	set(`INSERT INTO label_prints SELECT account_id, order_id, 8, '' FROM orders WHERE @`, func(c queueCase) bool { return c.stale })
	set(`INSERT INTO label_prints SELECT account_id, order_id, 9, '' FROM orders WHERE @`, func(c queueCase) bool { return c.facts.Printed })
	set(`INSERT INTO order_holds SELECT account_id, order_id, '', '', 1, '', '' FROM orders WHERE @`,
		func(c queueCase) bool { return c.order.Hold != nil })
	set(`INSERT INTO order_notes SELECT account_id, order_id, 1, '', '', 'packed' FROM orders WHERE @`, // what testFacet takes for it
		func(c queueCase) bool { return c.facts.Packed })
	submissions := `INSERT INTO submissions SELECT account_id, order_id, 'p', '', 'pending', 0, 0, '', 0, '%s', '', '', 0, 0
		FROM orders WHERE @`
	set(fmt.Sprintf(submissions, store.ClassMissing), func(c queueCase) bool { return c.facts.NoFacts })
	set(fmt.Sprintf(submissions, "temporary"), func(c queueCase) bool { return c.pendingOnly && !c.facts.NoFacts })
	ledger := `INSERT INTO %s (account_id, order_id, partner, idempotency_key, state, due_on, created_on, updated_on)
		SELECT account_id, order_id, 'p', '', '%s', 0, 0, 0 FROM orders WHERE @`
	set(fmt.Sprintf(ledger, "cancellations", "pending"), func(c queueCase) bool { return c.facts.Cancelling })
	set(fmt.Sprintf(ledger, "cancellations", "refused"), func(c queueCase) bool { return !c.facts.Cancelling })
	set(fmt.Sprintf(ledger, "partner_labels", "failed"), func(c queueCase) bool { return c.facts.LabelRefused })
	set(fmt.Sprintf(`UPDATE orders SET tracker_since = %d WHERE @`, now-24*time.Hour.Microseconds()+1),
		func(c queueCase) bool { return c.early })
	event := `INSERT INTO tracking_events (account_id, order_id, seq, status, text, country, place, occurred_on, recorded_on, source,
		source_event_id, moved) SELECT account_id, order_id, %d, 'PICKED_UP', '', '', '', 0, 0, '%s', '', 0 FROM orders WHERE @`
	set(fmt.Sprintf(event, 98, shipment.SourceHandover), func(queueCase) bool { return true })
	set(fmt.Sprintf(event, 99, "p"), func(c queueCase) bool {
		return c.scanned || c.order.TrackerStatus == shipment.PickedUp && !c.facts.Unscanned && !c.early
	})

	counts, ids := map[shipment.Queue]int{}, []int64{}
	for i, c := range cases {
		queue := c.order.Queue(c.facts)
		want[made[i].OrderID] = queue
		counts[queue]++
		ids = append(ids, made[i].OrderID)
	}
	got := must[map[int64]shipment.Queue](t)(s.QueueOf(t.Context(), a.AccountID, ids))
	for i, id := range ids {
		if got[id] != want[id] {
			t.Fatalf("%s, want %s: %+v", got[id], want[id], cases[i])
		}
	}
	counted := must[map[shipment.Queue]store.QueueCount](t)(s.QueueCounts(t.Context(), a.AccountID))
	equal(t, "all", counted[""], store.QueueCount{Orders: len(cases), Exact: true})
	for _, queue := range shipment.Queues() {
		equal(t, "count of "+string(queue), counted[queue], store.QueueCount{Orders: counts[queue], Exact: true})
		for _, sort := range []store.Sort{store.SortNewest, store.SortOldest} {
			listed := store.OrderFilter{AccountID: a.AccountID, Filter: shipment.Filter{Queue: queue}, Sort: sort}
			count, exact, err := s.CountUpTo(t.Context(), listed, 10_000)
			noError(t, err)
			equal(t, "counted "+string(queue), count, counts[queue])
			equal(t, "exactly "+string(queue), exact, true)
			seen, last := 0, int64(0)
			for page, after := (store.Browsed[store.OrderRecord]{More: true}), (store.Cursor{}); page.More; after = page.Next {
				page = must[store.Browsed[store.OrderRecord]](t)(s.BrowseRecords(t.Context(), listed, after))
				for _, r := range page.Found {
					if seen++; want[r.OrderID] != queue || last != 0 && (r.OrderID > last) != (sort == store.SortOldest) {
						t.Fatalf("order %d of %s is in the list of %s, after %d", r.OrderID, want[r.OrderID], queue, last)
					}
					last = r.OrderID
				}
			}
			equal(t, "listed "+string(queue), seen, counts[queue])
		}
	}
	// The hours are those of the account.
	hours := func(n int64) int {
		must[masterdata.Account](t)(s.MasterData.UpdateSettings(t.Context(), a.AccountID,
			func(set *shipment.AccountSettings) { set.UnscannedHours = n }))
		return must[map[shipment.Queue]store.QueueCount](t)(s.QueueCounts(t.Context(), a.AccountID))[shipment.QueueProblem].Orders
	}
	equal(t, "problems with 25 hours", hours(25), counts[shipment.QueueProblem]-1)
	equal(t, "problems with 1 hour", hours(1), counts[shipment.QueueProblem]+1)
}

// TestQueueCountsOfManyPickedUp: as many parcels on the way as are counted at most do not hide how many labels wait.
func TestQueueCountsOfManyPickedUp(t *testing.T) { onEachEngine(t, testQueueCountsOfManyPickedUp) }

func testQueueCountsOfManyPickedUp(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	for range 10 {
		create(t, s, k, orders(1000)...)
	}
	f.exec(t, fmt.Sprintf(`UPDATE orders SET tracker_status = 'PICKED_UP', tracker_since = %d`, f.clock.Now().UnixMicro()))
	create(t, s, k, orders(3)...)
	f.exec(t, `UPDATE orders SET has_label = 1`)
	counted := must[map[shipment.Queue]store.QueueCount](t)(s.QueueCounts(t.Context(), a.AccountID))
	equal(t, "to print", counted[shipment.QueuePrint], store.QueueCount{Orders: 3, Exact: true})
	equal(t, "to pack", counted[shipment.QueuePack], store.QueueCount{Exact: true})
	equal(t, "problems", counted[shipment.QueueProblem], store.QueueCount{})
}
