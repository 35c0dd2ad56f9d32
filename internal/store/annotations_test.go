package store_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
)

// noteAudit are the changes of notes and tags in the audit log, the newest first.
func noteAudit(t *testing.T, s *store.Store, accountID int64) (texts string) {
	t.Helper()
	entries, _, err := s.Audit.List(t.Context(), audit.Filter{AccountID: &accountID, SubjectKind: audit.SubjectOrder}, "", 10)
	noError(t, err)
	for _, e := range entries {
		if e.Action != "create" {
			texts += e.Action + " " + e.Old + e.New + "\n"
		}
	}
	return texts
}

func TestNotes(t *testing.T) { onEachEngine(t, testNotes) }

func testNotes(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	b, _, _ := account(t, s, "other")
	no := create(t, s, k, person("Budi", "A1", "Jakarta")).Orders[0].TrackingNo
	index(t, s, "me")
	was := stored(t, s, no)

	first := must[shipment.OrderNote](t)(s.Annotations.AddNote(byAnn(t), a.AccountID, no, "Called the customer"))
	second := must[shipment.OrderNote](t)(s.Annotations.AddNote(t.Context(), a.AccountID, no, "Wait for Zorblaxia"))
	equal(t, "who", first.ActorKind+" "+first.Actor, "command ann@depot")
	equal(t, "when", first.WrittenOn, f.clock.Now())
	if second.NoteID <= first.NoteID {
		t.Errorf("ids %d, %d", first.NoteID, second.NoteID)
	}
	same(t, "notes", must[store.Detail](t)(s.OrderDetail(t.Context(), a.AccountID, no)).Notes, []shipment.OrderNote{second, first})
	same(t, "order", stored(t, s, no), was)

	equal(t, "before it is indexed", find(t, s, search(a, "zorblaxia")), "")
	index(t, s, "me")
	equal(t, "by words of both", find(t, s, search(a, "zorblaxia called budi")), "A1")
	wantError(t, s.Annotations.DeleteNote(t.Context(), b.AccountID, no, second.NoteID), store.ErrNotFound)
	noError(t, s.Annotations.DeleteNote(byAnn(t), a.AccountID, no, second.NoteID))
	wantError(t, s.Annotations.DeleteNote(t.Context(), a.AccountID, no, second.NoteID), store.ErrNotFound)
	index(t, s, "me")
	equal(t, "by a word of a note that is deleted", find(t, s, search(a, "zorblaxia")), "")
	equal(t, "by a word of the other note", find(t, s, search(a, "customer")), "A1")
	equal(t, "audit log", noteAudit(t, s, a.AccountID),
		fmt.Sprintf("delete note {\"note_id\":%d}\nadd note {\"note_id\":%d}\n", second.NoteID, first.NoteID))

	_, err := s.Annotations.AddNote(t.Context(), b.AccountID, no, "No")
	wantError(t, err, store.ErrNotFound)
	for range shipment.MaxNotes - 1 {
		must[shipment.OrderNote](t)(s.Annotations.AddNote(t.Context(), a.AccountID, no, "More"))
	}
	_, err = s.Annotations.AddNote(t.Context(), a.AccountID, no, "Too many")
	wantError(t, err, store.ErrTooManyNotes)
	erase(t, f, s, a.AccountID, no)
	equal(t, "notes of an erased order", len(must[store.Detail](t)(s.OrderDetail(t.Context(), a.AccountID, no)).Notes), 0)
	_, err = s.Annotations.AddNote(t.Context(), a.AccountID, no, "Budi again")
	wantError(t, err, store.ErrErased)
	index(t, s, "me")
	equal(t, "by a word of an erased note", find(t, s, search(a, "customer")), "")
}

// erase ends an order and erases its personal data.
func erase(t *testing.T, f *fixture, s *store.Store, accountID int64, no string) {
	t.Helper()
	must[[]store.CancelResult](t)(s.CancelOrders(t.Context(), accountID, []string{no}, false))
	f.clock.Advance(48 * time.Hour)
	done := must[[]store.Erasure](t)(s.EraseOrders(t.Context(), accountID, []int64{stored(t, s, no).OrderID}))
	same(t, "erased", done, []store.Erasure{{OrderID: stored(t, s, no).OrderID, TrackingNo: no}})
}

// sameTagged compares errors, which cmp cannot look into.
func sameTagged(t *testing.T, what string, got, want map[string]error) {
	t.Helper()
	equal(t, what, fmt.Sprint(got), fmt.Sprint(want))
}

func TestTags(t *testing.T) { onEachEngine(t, testTags) }

func testTags(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	b, other, _ := account(t, s, "other")
	made := create(t, s, k, person("Budi", "A1", "Jakarta"), person("Siti", "A2", "Jakarta"), person("Ann", "A3", "Bandung")).Orders
	theirs := create(t, s, other, person("Budi", "B1", "Jakarta")).Orders[0].TrackingNo
	index(t, s, "me")
	one, two := made[0].TrackingNo, made[1].TrackingNo
	tag := func(numbers, add, remove []string) map[string]error {
		return must[map[string]error](t)(s.Annotations.EditTags(byAnn(t), a.AccountID, numbers, add, remove))
	}
	changed, unchanged := error(nil), store.ErrUnchanged

	sameTagged(t, "added", tag([]string{one, theirs, "NONE"}, []string{"very fragile", "vip", "vip"}, nil),
		map[string]error{one: changed, theirs: store.ErrNotFound, "NONE": store.ErrNotFound})
	sameTagged(t, "added to more", tag([]string{one, two}, []string{"very fragile", "vip"}, nil),
		map[string]error{one: unchanged, two: changed})
	ids := []int64{stored(t, s, one).OrderID, stored(t, s, two).OrderID}
	want := []string{"very fragile", "vip"}
	got := must[store.Extras](t)(s.Extras(t.Context(), a.AccountID, ids, shipment.ExtraTags)).Tags
	same(t, "tags", got, map[int64][]string{ids[0]: want, ids[1]: want})
	same(t, "of the account", must[[]string](t)(s.Annotations.Tags(t.Context(), a.AccountID)), want)
	equal(t, "of the other account", len(must[[]string](t)(s.Annotations.Tags(t.Context(), b.AccountID))), 0)
	index(t, s, "me")
	equal(t, "by a word", find(t, s, search(a, "frag")), "A2 A1")

	sameTagged(t, "removed", tag([]string{one, two}, []string{"later"}, []string{"vip", "unknown"}),
		map[string]error{one: changed, two: changed})
	sameTagged(t, "removed again", tag([]string{one}, nil, []string{"vip"}), map[string]error{one: unchanged})
	same(t, "of the order", must[store.Detail](t)(s.OrderDetail(t.Context(), a.AccountID, one)).Tags, []string{"later", "very fragile"})
	index(t, s, "me")
	equal(t, "by a word that is gone", find(t, s, search(a, "vip")), "")
	equal(t, "by another word", find(t, s, search(a, "later budi")), "A1")
	if log := noteAudit(t, s, a.AccountID); !strings.HasPrefix(log, `tag {"tags":["very fragile","vip"]}{"tags":["later","very fragile"]}`) {
		t.Errorf("audit log: %s", log)
	}
	erase(t, f, s, a.AccountID, one)
	sameTagged(t, "to an erased order", tag([]string{one}, []string{"later"}, nil), map[string]error{one: store.ErrErased})
}

func TestTagLimits(t *testing.T) { onEachEngine(t, testTagLimits) }

func testTagLimits(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	made := create(t, s, k, orders(21)...).Orders
	tags := func(order, n int) (tags []string) {
		for i := range n {
			tags = append(tags, strconv.Itoa(order*shipment.MaxTags+i))
		}
		return tags
	}
	for i := range shipment.MaxAccountTags / shipment.MaxTags {
		must[map[string]error](t)(s.Annotations.EditTags(t.Context(), a.AccountID, []string{made[i].TrackingNo}, tags(i, shipment.MaxTags), nil))
	}
	first, last := made[0].TrackingNo, made[20].TrackingNo
	edited := must[map[string]error](t)
	sameTagged(t, "a tag too many", edited(s.Annotations.EditTags(t.Context(), a.AccountID, []string{first, last}, tags(1, 1), nil)),
		map[string]error{first: store.ErrTooManyTags, last: nil})
	_, err := s.Annotations.EditTags(t.Context(), a.AccountID, []string{last}, []string{"new"}, nil)
	wantError(t, err, store.ErrTooManyAccountTags)
	must[map[string]error](t)(s.Annotations.EditTags(t.Context(), a.AccountID, []string{first}, nil, tags(0, 1)))
	sameTagged(t, "after one is free", edited(s.Annotations.EditTags(t.Context(), a.AccountID, []string{last}, []string{"new"}, nil)),
		map[string]error{last: nil})
	equal(t, "tags", len(must[[]string](t)(s.Annotations.Tags(t.Context(), a.AccountID))), shipment.MaxAccountTags)

	for _, tag := range []string{"x", "y"} { // requests at the same time exceed the limit
		f.exec(t, `INSERT INTO order_tags SELECT account_id, order_id, '`+tag+`', ordered_on FROM order_tags WHERE tag = 'new'`)
	}
	sameTagged(t, "a tag goes beyond the limit", edited(s.Annotations.EditTags(t.Context(), a.AccountID, []string{last}, nil, []string{"x"})),
		map[string]error{last: nil})
	_, err = s.Annotations.EditTags(t.Context(), a.AccountID, []string{last}, []string{"z"}, []string{"x"})
	wantError(t, err, store.ErrTooManyAccountTags)
}

// TestTagFilter lists the orders with a tag in each way.
func TestTagFilter(t *testing.T) { onEachEngine(t, testTagFilter) }

func testTagFilter(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	var numbers []string
	for i := range 6 {
		o := person("Budi", fmt.Sprintf("A%d", i), "Jakarta")
		o.ServiceID = int64(1 + i%2)
		numbers = append(numbers, create(t, s, k, o).Orders[0].TrackingNo)
		f.clock.Advance(time.Second)
	}
	index(t, s, "me")
	must[map[string]error](t)(s.Annotations.EditTags(t.Context(), a.AccountID, append(numbers[:4:4], numbers[5]), []string{"late"}, nil))
	tagged := store.OrderFilter{AccountID: a.AccountID, PageSize: 2, Filter: shipment.Filter{Tag: "late"}}
	with := func(change func(*store.OrderFilter)) string {
		filter := tagged
		change(&filter)
		return find(t, s, filter)
	}
	equal(t, "page by page", with(func(*store.OrderFilter) {}), "A5 A3 A2 A1 A0")
	equal(t, "of a service", with(func(f *store.OrderFilter) { f.ServiceID = new(int64(1)) }), "A2 A0")
	equal(t, "of days", with(func(filter *store.OrderFilter) { filter.To = f.clock.Now().Add(-4 * time.Second) }), "A2 A1 A0")
	equal(t, "of numbers", with(func(f *store.OrderFilter) { f.TrackingNos = numbers[3:5] }), "A3")
	equal(t, "with a word", with(func(f *store.OrderFilter) { f.Search = "a3 budi" }), "A3")
	equal(t, "of another tag", with(func(f *store.OrderFilter) { f.Tag = "lat" }), "")
	count, exact, err := s.CountUpTo(t.Context(), tagged, 10)
	noError(t, err)
	equal(t, "count", fmt.Sprint(count, exact), "5 true")
	page := must[store.OrderPage](t)(s.ListOrders(t.Context(), tagged, 2))
	equal(t, "second page", fmt.Sprint(page.Count, page.Records[0].TrackingNo == numbers[2], len(page.Records)), "5 true 2")
	filter := tagged
	filter.UpdatedFrom = f.clock.Now().Add(-time.Hour)
	records, more, err := s.RecordsAfter(t.Context(), filter, store.Cursor{})
	noError(t, err)
	equal(t, "by update", fmt.Sprint(len(records), more, records[0].TrackingNo == numbers[0]), "2 true true")
}
