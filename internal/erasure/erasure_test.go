package erasure_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/blob"
	"waybill/internal/erasure"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
	"waybill/test/database"
)

const day = 24 * time.Hour

// world is a store whose time the test moves, with an account.
type world struct {
	*erasure.Eraser
	account masterdata.Account
	now     time.Time
	url     string
}

func newWorld(t *testing.T, databaseURL string) *world {
	t.Helper()
	w := &world{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), url: databaseURL}
	s := storetest.Open(t, store.Options{URL: databaseURL, Now: func() time.Time { return w.now }})
	folder, err := blob.NewFolder(t.TempDir())
	check(t, err)
	w.Eraser = &erasure.Eraser{Store: s, Blobs: folder, Log: slog.New(slog.DiscardHandler)}
	w.account, err = s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Shipper"})
	check(t, err)
	return w
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// order stores an order of a consignee, and ends it unless open.
func (w *world) order(t *testing.T, name, email, phone string, open bool) shipment.Order {
	t.Helper()
	o := storetest.Order(1)
	o.Consignee.Name, o.Consignee.Email, o.Consignee.Number, o.Consignee.Country, o.Pickup.Country = name, email, phone, "ID", "SG"
	b, err := w.Store.CreateBatch(t.Context(), store.NewBatch{AccountID: w.account.AccountID, KeyID: 1, Orders: []shipment.Order{o}})
	check(t, err)
	if !open {
		_, err = w.Store.CancelOrders(t.Context(), w.account.AccountID, []string{b.Orders[0].TrackingNo}, false)
		check(t, err)
	}
	return b.Orders[0]
}

func (w *world) name(t *testing.T, o shipment.Order) string {
	t.Helper()
	stored, err := w.Store.OrderByTrackingNo(t.Context(), o.TrackingNo)
	check(t, err)
	return stored.Consignee.Name
}

func (w *world) index(t *testing.T) {
	t.Helper()
	for n := 1; n > 0; {
		var err error
		n, err = w.Store.Search.IndexOrders(t.Context(), "test", func(*shipment.Order) ([]shipment.WarningKind, error) { return nil, nil })
		check(t, err)
	}
}

func TestErasePerson(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		w := newWorld(t, databaseURL)
		byEmail := w.order(t, "Zorblaxia Quux", "Zorblaxia@example.com", "+6281200001111", false)
		byPhone := w.order(t, "Z. Quux", "", "+62 812-0000-1111", false)
		open := w.order(t, "Zorblaxia Quux", "zorblaxia@example.com", "+6281200001111", true)
		other := w.order(t, "Zorblaxia Quux", "namesake@example.com", "+6281299999999", false)
		put := func(book *shipment.Book, name, value string) {
			check(t, w.Store.MasterData.PutEntries(t.Context(), w.account.AccountID, book, shipment.Entry{Name: name, Value: value}))
		}
		put(shipment.Templates, "hers", `{"consignee_number":"+6281200001111"}`)
		put(shipment.Templates, "else", `{"order_weight":"2"}`)
		person, err := erasure.NewPerson(" zorblaxia@EXAMPLE.com ", "0062 812 0000 1111")
		check(t, err)

		today, err := w.Person(t.Context(), person)
		check(t, err)
		if n := reasons(today.Orders); n["it is not a day old: its request may be repeated"] != 2 {
			t.Errorf("orders of today: %v", n)
		}
		put(shipment.Templates, "hers", `{"consignee_email":"zorblaxia@example.com"}`)
		put(shipment.Drafts, "half", `{"pickup_contact_number":"+62 812 0000 1111"}`)
		put(shipment.Drafts, "noted", `{"delivery_note":"Ask zorblaxia@example.com."}`)
		put(shipment.Views, "her orders", `{"held":"no","q":"zorblaxia@example.com shirt"}`)
		put(shipment.Addresses, "Quux", `{"name":"Zorblaxia","email":"ZORBLAXIA@example.com"}`)
		put(shipment.Addresses, "Namesake", `{"name":"Zorblaxia","email":"namesake@example.com"}`)
		put(shipment.Goods, "6281200001111", `{"item_desc":"A number","item_sku":"6281200001111"}`)

		for _, text := range []string{
			"Write to Zorblaxia@example.com.", "A neighbour, tel. (+62) 812-0000-1111", "joe.zorblaxia@example.com", "+62812000011 at 11:00",
		} {
			_, err := w.Store.Annotations.AddNote(t.Context(), w.account.AccountID, other.TrackingNo, text)
			check(t, err)
		}

		w.now = w.now.Add(2 * day)
		w.index(t)
		done, err := w.Person(t.Context(), person)
		check(t, err)
		if n := reasons(done.Orders); n[""] != 2 || n["it has not ended: it is ORDER_CREATED"] != 1 || len(n) != 2 {
			t.Errorf("orders: %v", n)
		}
		var deleted []string
		for _, e := range done.Entries {
			deleted = append(deleted, e.Kind+" "+e.Name)
		}
		if want := []string{
			"address Quux", "draft half", "draft noted", "template hers", "view her orders", "note " + other.TrackingNo, "note " + other.TrackingNo,
		}; !slices.Equal(deleted, want) {
			t.Errorf("entries of books: %q, want %q", deleted, want)
		}
		if left, err := w.FindEntries(t.Context(), person); err != nil || len(left) > 0 {
			t.Errorf("entries after the erasure: %v, %v", left, err)
		}
		for o, want := range map[*shipment.Order]string{&byEmail: "", &byPhone: "", &open: "Zorblaxia Quux", &other: "Zorblaxia Quux"} {
			if got := w.name(t, *o); got != want {
				t.Errorf("name of %s: %q, want %q", o.TrackingNo, got, want)
			}
		}
		w.index(t)
		count, _, err := w.Store.CountUpTo(t.Context(), store.OrderFilter{
			AccountID: w.account.AccountID, Filter: shipment.Filter{Search: "quux"},
		}, 10)
		if err != nil || count != 2 {
			t.Errorf("a search for the name finds %d orders, %v; want those two that keep it", count, err)
		}
	})
}

// TestPersonBeforeAChange: the history has who the consignee, or the pickup, was before.
func TestPersonBeforeAChange(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		w := newWorld(t, databaseURL)
		o := w.order(t, "Zorblaxia", "zorblaxia@example.com", "+6281200001111", true)
		before, err := w.Store.OrderForEdit(t.Context(), o.AccountID, o.TrackingNo)
		check(t, err)
		after := before.Clone()
		after.Consignee.Name, after.Consignee.Email, after.Consignee.Number = "Ann", "ann@example.com", "+6281200002222"
		after.Pickup.Email, after.Pickup.Number = "tan@example.com", "+6581112222"
		_, err = w.Store.EditOrder(t.Context(), store.Edit{Before: &before, After: after, Changes: shipment.ChangesBetween(&before, after)})
		check(t, err)
		for _, sent := range [][3]string{
			{"zorblaxia@example.com", "", shipment.PartyConsignee},
			{"", "+6281200001111", shipment.PartyConsignee},
			{before.Pickup.Email, "", "pickup"},
			{"", before.Pickup.Number, "pickup"},
		} {
			person, err := erasure.NewPerson(sent[0], sent[1])
			check(t, err)
			var exported []byte
			err = w.FindOrders(t.Context(), person, func(f erasure.Found) error {
				x, err := w.ExportOrder(t.Context(), f.Order)
				check(t, err)
				exported, err = json.Marshal(x)
				if f.Party != sent[2] {
					t.Errorf("found as %v: the party is %s", sent, f.Party)
				}
				return err
			})
			if err != nil || !bytes.Contains(exported, []byte(`{"field":"consignee_name","from":"Zorblaxia","to":"Ann"}`)) {
				t.Errorf("found as %v: %s, %v", sent, exported, err)
			}
		}
	})
}

func reasons(done []store.Erasure) map[string]int {
	n := map[string]int{}
	for _, d := range done {
		n[d.Reason]++
	}
	return n
}

// TestErasedDataLeaveTheFile looks for a name in the bytes of an SQLite database after what docs/privacy.md says.
func TestErasedDataLeaveTheFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.SQLite(t))
	o := w.order(t, "Zorblaxia", "zorblaxia@example.com", "+6281200001111", false)
	file := strings.TrimPrefix(w.url, "sqlite:")
	label := "labels/ab/abcd.pdf"
	check(t, w.Blobs.Put(t.Context(), label, []byte("Zorblaxia")))
	check(t, w.Blobs.Put(t.Context(), label+".pages", []byte("Zorblaxia")))
	db := database.Open(t, w.url)
	_, err := db.ExecContext(t.Context(), `INSERT INTO partner_labels (account_id, order_id, partner, idempotency_key, state, due_on, blob,
		created_on, updated_on) VALUES ($1, $2, 'p', '', 'stored', 0, $3, 0, 0)`, o.AccountID, o.OrderID, label)
	check(t, err)
	w.now = w.now.Add(2 * day)
	w.index(t)
	done, err := w.Person(t.Context(), erasure.PersonOf(&o))
	if err != nil || done.Files != 1 || reasons(done.Orders)[""] != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	for _, name := range []string{label, label + ".pages"} {
		if _, err := w.Blobs.Get(t.Context(), name); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	w.index(t)
	check(t, w.Store.DB.Close())
	if !fileHas(t, file, "orblaxia") {
		t.Error("the file has no trace even before VACUUM: does the test look in the right place?")
	}
	for _, statement := range []string{"VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"} {
		_, err = db.ExecContext(t.Context(), statement)
		check(t, err)
	}
	check(t, db.Close())
	if fileHas(t, file, "orblaxia") {
		t.Error("the name is in the file after VACUUM")
	}
}

// fileHas looks into all files beside the database.
func fileHas(t *testing.T, file, text string) bool {
	t.Helper()
	files, err := filepath.Glob(file + "*")
	check(t, err)
	return slices.ContainsFunc(files, func(name string) bool {
		content, err := os.ReadFile(name)
		check(t, err)
		return bytes.Contains(content, []byte(text))
	})
}

func TestRetain(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		w := newWorld(t, databaseURL)
		ended, open := w.order(t, "Ann", "", "+6281200001111", false), w.order(t, "Budi", "", "+6281200001112", true)
		retain := func(dryRun bool) erasure.Retained {
			t.Helper()
			w.index(t)
			done, err := w.Retain(t.Context(), dryRun)
			check(t, err)
			if len(done) == 0 {
				return erasure.Retained{}
			}
			r := *done[0]
			r.AccountID = 0
			return r
		}
		want := func(what string, got, want erasure.Retained) {
			t.Helper()
			if got != want {
				t.Errorf("%s: %+v, want %+v", what, got, want)
			}
		}
		w.now = w.now.Add(400 * day)
		want("without a retention", retain(false), erasure.Retained{})
		_, err := w.Store.MasterData.UpdateAccount(t.Context(), w.account.AccountID, func(a *masterdata.Account) error {
			a.EraseAfterDays, a.DeleteAfterDays = 401, 500
			return nil
		})
		check(t, err)
		want("before its day", retain(false), erasure.Retained{})
		w.now = w.now.Add(day - time.Microsecond)
		want("a moment before its day", retain(false), erasure.Retained{})
		w.now = w.now.Add(time.Microsecond)
		want("of a dry run", retain(true), erasure.Retained{Erased: 1, NotEnded: 1})
		check(t, w.Store.MasterData.SetCustomsRetention(t.Context(), "ID", 402))
		want("for customs", retain(false), erasure.Retained{KeptForCustoms: 1, NotEnded: 1})
		w.now = w.now.Add(day)
		if got := w.name(t, ended); got != "Ann" {
			t.Errorf("name before it is erased: %q", got)
		}
		want("on its day", retain(false), erasure.Retained{Erased: 1, NotEnded: 1})
		if ended, open := w.name(t, ended), w.name(t, open); ended != "" || open != "Budi" {
			t.Errorf("names: %q, %q", ended, open)
		}
		want("again", retain(false), erasure.Retained{NotEnded: 1})
		w.now = w.now.Add(98*day - time.Microsecond)
		want("a moment before the deletion", retain(false), erasure.Retained{NotEnded: 1})
		w.now = w.now.Add(time.Microsecond)
		want("of the deletion", retain(false), erasure.Retained{Deleted: 1, NotEnded: 1})
		if _, err := w.Store.OrderByTrackingNo(t.Context(), ended.TrackingNo); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("a deleted order: %v", err)
		}
		page, err := w.Store.ListOrders(t.Context(), store.OrderFilter{AccountID: w.account.AccountID}, 1)
		if err != nil || page.Count != 1 || len(page.Records) != 1 {
			t.Errorf("page: %d, %d records, %v", page.Count, len(page.Records), err)
		}
	})
}

// TestCustomsOfBothCountries: data are kept as long as the country of the origin or that of the destination wants, whichever is longer; an
// account that only deletes has them erased first.
func TestCustomsOfBothCountries(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		w := newWorld(t, databaseURL)
		w.order(t, "Ann", "", "+6281200001111", false) // from SG to ID
		_, err := w.Store.MasterData.UpdateAccount(t.Context(), w.account.AccountID, func(a *masterdata.Account) error {
			a.DeleteAfterDays = 100
			return nil
		})
		check(t, err)
		w.now = w.now.Add(100 * day)
		for _, c := range []struct {
			origin, destination int // days
			want                erasure.Retained
		}{
			{0, 0, erasure.Retained{Erased: 1}},
			{101, 0, erasure.Retained{KeptForCustoms: 1}},
			{0, 101, erasure.Retained{KeptForCustoms: 1}},
			{101, 99, erasure.Retained{KeptForCustoms: 1}},
			{99, 101, erasure.Retained{KeptForCustoms: 1}},
			{100, 100, erasure.Retained{Erased: 1}},
		} {
			check(t, w.Store.MasterData.SetCustomsRetention(t.Context(), "SG", c.origin))
			check(t, w.Store.MasterData.SetCustomsRetention(t.Context(), "ID", c.destination))
			done, err := w.Retain(t.Context(), true)
			check(t, err)
			c.want.AccountID = w.account.AccountID
			if *done[0] != c.want {
				t.Errorf("origin %d, destination %d: %+v, want %+v", c.origin, c.destination, *done[0], c.want)
			}
		}
	})
}

func TestExportOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.SQLite(t))
	o := w.order(t, "Zorblaxia", "zorblaxia@example.com", "+6281200001111", true)
	check(t, w.Store.PutProof(t.Context(), o.TrackingNo, shipment.Proof{Name: "Budi", MediaType: "image/png", Image: []byte("PNG")}))
	_, err := w.Store.Annotations.AddNote(t.Context(), o.AccountID, o.TrackingNo, "Sari is the neighbour")
	check(t, err)
	_, err = w.Store.Annotations.EditTags(t.Context(), o.AccountID, []string{o.TrackingNo}, []string{"call first"}, nil)
	check(t, err)
	delivered := shipment.TrackingEvent{Status: shipment.Success, Text: "Left with Sari", Place: "Jakarta", Source: "p"}
	_, err = w.Store.AddTrackingEvents(t.Context(), []shipment.TrackingReport{{TrackingNo: o.TrackingNo, TrackingEvent: delivered}})
	check(t, err)
	var text bytes.Buffer
	check(t, w.FindOrders(t.Context(), erasure.PersonOf(&o), func(f erasure.Found) error {
		x, err := w.ExportOrder(t.Context(), f.Order)
		if err != nil {
			return err
		}
		return json.NewEncoder(&text).Encode(x)
	}))
	for _, want := range []string{
		o.TrackingNo, `"consignee_name":"Zorblaxia"`, `"consignee_country":"Indonesia"`, `"item_hs_code":"650500"`, `"IM1"`, `門 7`,
		"Left with Sari", `"name":"Budi"`, `"UE5H"`, `["Sari is the neighbour"]`, `["call first"]`,
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the export has no %s: %s", want, &text)
		}
	}
}

func TestPersonNeedsANumberOrAnAddress(t *testing.T) {
	t.Parallel()
	for _, c := range [][2]string{{"", ""}, {"Susan", ""}, {"", "12345"}, {"", "Susan"}} {
		if p, err := erasure.NewPerson(c[0], c[1]); err == nil {
			t.Errorf("%q: %+v", c, p)
		}
	}
}

// TestPurgeAudit: entries are deleted after the days of the setting, and numbers go on.
func TestPurgeAudit(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		w := newWorld(t, databaseURL)
		purge := func(days, want int) {
			t.Helper()
			w.AuditDays = days
			if deleted, err := w.PurgeAudit(t.Context()); err != nil || deleted != want {
				t.Errorf("deleted %d, %v; want %d", deleted, err, want)
			}
		}
		suspend := func() { check(t, w.Store.MasterData.SuspendAccount(t.Context(), w.account.AccountID)) }
		w.now = w.now.Add(40 * day)
		suspend()
		w.now = w.now.Add(day)
		purge(0, 0)
		purge(41, 0)
		purge(40, 1)
		check(t, w.Store.MasterData.ResumeAccount(t.Context(), w.account.AccountID))
		entries, _, err := w.Store.Audit.List(t.Context(), audit.Filter{}, "", 9)
		check(t, err)
		id := fmt.Sprint(w.account.AccountID)
		if len(entries) != 2 || entries[0].ID() != id+"-3" || entries[1].ID() != id+"-2" {
			t.Errorf("entries %+v", entries)
		}
	})
}
