package consolidation_test

import (
	"testing"

	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store"
)

func TestStoppedInItsBag(t *testing.T) { onEachEngine(t, 1, testStoppedInItsBag) }

// testStoppedInItsBag: a scan of a parcel that was stopped or held since it is in its bag says so.
func testStoppedInItsBag(b *bagTest) {
	all := b.create(2)
	bag := b.open()
	for i := range all {
		equal(b.T, "scan", b.scan(bag, &all[i], "a").Outcome, stored.Added)
	}
	must[[]store.HoldResult](b.T)(b.store.StopOrders(byAnn(b.T), []string{all[0].TrackingNo}, "X-ray"))
	must[[]store.HoldResult](b.T)(b.store.HoldOrders(b.Context(), all[1].AccountID, []string{all[1].TrackingNo}, "Not paid", false))
	stopped, held := b.scan(bag, &all[0], "b"), b.scan(bag, &all[1], "b")
	equal(b.T, "stopped", stopped.Outcome+" "+stopped.Message.String(), "refused "+problem.CheckStopped.With("X-ray").String())
	equal(b.T, "held", held.Outcome+" "+held.Message.String(), "refused "+problem.CheckHeld.With("Not paid").String())
	equal(b.T, "the first scan again", b.scan(bag, &all[0], "a").Outcome, stored.Added)
	must[[]store.HoldResult](b.T)(b.store.LiftStops(byAnn(b.T), []string{all[0].TrackingNo}))
	equal(b.T, "no more", b.scan(bag, &all[0], "c").Message, problem.BagRepeated)
}

func TestChangedBag(t *testing.T) { onEachEngine(t, 1, testChangedBag) }

// testChangedBag: a change of the seal says what is in the bag, and is no change of its state in the audit log.
func testChangedBag(b *bagTest) {
	all := b.create(2)
	bag := b.open()
	b.scan(bag, &all[0], "")
	seal := func(id int64, seal string) stored.Bag {
		return must[stored.Bag](b.T)(b.bags.ChangeBag(byAnn(b.T), id, func(c *request.Bag) { c.Seal = seal }))
	}
	open := seal(bag.BagID, "S1")
	equal(b.T, "parcels", open.Parcels, 1)
	equal(b.T, "weight", open.Weight, 1000)
	c := b.consign("61812345675")
	filled := b.fill(1, all[1:])
	b.put(c, b.addLeg(c, "SQ322"), filled...)
	loaded, _ := stored.ParseBagNumber(filled[0])
	equal(b.T, "state", seal(loaded, "S2").State, stored.BagLoaded)
	equal(b.T, "changes of the state", b.count(`SELECT count(*) FROM audit_log WHERE subject_kind = 'bag' AND action = 'update'
		AND old_value LIKE '%"state":"loaded"%' AND new_value NOT LIKE '%"state":"loaded"%'`), 0)
	equal(b.T, "changes", b.count(`SELECT count(*) FROM audit_log WHERE subject_kind = 'bag' AND action = 'update'`), 2)
}
