package store_test

import (
	"fmt"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestSearchMetadata: orders that an earlier version indexed, without the terms of their metadata, are found once they are indexed anew,
// and until then SearchLag says that not all are. An order is found by all of an entry, and no more once it has another.
func TestSearchMetadata(t *testing.T) { onEachEngine(t, testSearchMetadata) }

func testSearchMetadata(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	with := func(reference string, metadata ...shipment.Metadata) shipment.Order {
		o := person("Budi", reference, "Jakarta")
		o.MakeTrade().Metadata = metadata
		return o
	}
	made := create(t, s, k, with("A1", shipment.Metadata{Key: "shop", Value: "7"}, shipment.Metadata{Key: "lot", Value: "x y"}),
		with("A2", shipment.Metadata{Key: "shop", Value: "7"}), with("A3", shipment.Metadata{Key: "sho", Value: "p7"}),
		person("Budi", "A4", "Jakarta")).Orders
	index(t, s, "me")
	by := func(pairs ...string) string {
		t.Helper()
		filter := store.OrderFilter{AccountID: a.AccountID}
		for i := 0; i < len(pairs); i += 2 {
			filter.Metadata = append(filter.Metadata, shipment.Metadata{Key: pairs[i], Value: pairs[i+1]})
		}
		count, exact, err := s.CountUpTo(t.Context(), filter, 10)
		noError(t, err)
		found := find(t, s, filter)
		equal(t, "count", fmt.Sprint(count, exact), fmt.Sprint(len(strings.Fields(found)), true))
		return found
	}
	equal(t, "shop", by("shop", "7"), "A2 A1")
	equal(t, "both", by("lot", "x y", "shop", "7"), "A1")
	equal(t, "both in another order", by("shop", "7", "lot", "x y"), "A1")
	equal(t, "another border between key and value", by("sho", "p7"), "A3")
	equal(t, "in another case", by("shop", "7 "), "")
	equal(t, "as words", find(t, s, search(a, "x y")), "")

	f.exec(t, `DELETE FROM search_terms WHERE term LIKE '=%'`)
	f.exec(t, `UPDATE search_index SET terms_version = 2`)
	equal(t, "nothing waits", index(t, s, "me"), 0)
	equal(t, "before", by("shop", "7"), "")
	equal(t, "indexed", must[store.SearchLag](t)(s.Search.SearchLag(t.Context())).Indexed, 0)
	equal(t, "orders", must[int](t)(s.Search.IndexAnew(t.Context(), "me")), 4)
	equal(t, "end", must[int](t)(s.Search.IndexAnew(t.Context(), "me")), 0)
	equal(t, "indexed", must[store.SearchLag](t)(s.Search.SearchLag(t.Context())).Indexed, 100)
	equal(t, "after", by("shop", "7"), "A2 A1")

	_, err := edit(t, s, k, made[0].TrackingNo, "", func(o *shipment.Order) {
		o.Trade = &shipment.OrderTrade{Metadata: []shipment.Metadata{{Key: "shop", Value: "8"}}}
	})
	noError(t, err)
	index(t, s, "me")
	equal(t, "with another value", by("shop", "7")+", "+by("shop", "8"), "A2, A1")
}

// TestExtras: of each order of an account what was asked for, and nothing of orders of other accounts.
func TestExtras(t *testing.T) { onEachEngine(t, testExtras) }

func testExtras(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	other, _, _ := account(t, s, "other")
	first := person("Budi", "A1", "Jakarta")
	first.MakeTrade().Metadata = []shipment.Metadata{{Key: "shop", Value: "7"}}
	made := create(t, s, k, first, person("Budi", "A2", "Jakarta")).Orders
	hold(t, s, k, "Not paid", made[0].TrackingNo)
	track(t, s, reported(made[1].TrackingNo, shipment.PickedUp, f.clock.Now()))
	ids, all := shipment.IDs(made), append(shipment.Extras(), shipment.ExtraMeasured, shipment.ExtraTracking, shipment.ExtraSubmission)
	x := must[store.Extras](t)(s.Extras(t.Context(), a.AccountID, ids, all...))
	equal(t, "metadata", fmt.Sprint(x.Metadata[ids[0]], x.Metadata[ids[1]]), "[{shop 7}] []")
	equal(t, "hold", x.Holds[ids[0]].Reason, "Not paid")
	equal(t, "held", len(x.Holds), 1)
	equal(t, "events", len(x.Histories[ids[1]]) > 0, true)
	for name, is := range map[string]bool{
		"tags": x.Tags == nil, "replaced by": x.ReplacedBy == nil, "packings": x.Packings == nil, "proofs": x.Proofs == nil,
		"measured": x.Measured == nil, "submissions": x.Submissions == nil,
	} {
		equal(t, name+" are not there", is, false)
	}
	equal(t, "not asked for", must[store.Extras](t)(s.Extras(t.Context(), a.AccountID, ids, shipment.ExtraTags)).Metadata == nil, true)
	theirs := must[store.Extras](t)(s.Extras(t.Context(), other.AccountID, ids, all...))
	equal(t, "of another account", len(theirs.Metadata)+len(theirs.Holds)+len(theirs.Histories)+len(theirs.Submissions), 0)
}
