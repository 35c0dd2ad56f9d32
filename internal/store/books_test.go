package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
)

// TestBooks: entries belong to their account and book, replace each other by name, are found by their words, and are limited.
func TestBooks(t *testing.T) { onEachEngine(t, testBooks) }

func testBooks(t *testing.T, f *fixture) {
	s := f.open(t)
	for _, book := range shipment.Books {
		t.Run(book.Name, func(t *testing.T) { testBook(t, f, s, book) })
	}
}

func testBook(t *testing.T, f *fixture, s *store.Store, book *shipment.Book) {
	ctx := byAnn(t)
	a, _, _ := account(t, s, "shipper of "+book.Name)
	b, _, _ := account(t, s, "without "+book.Name)
	list := func(accountID int64, filter masterdata.EntryFilter) []shipment.Entry {
		t.Helper()
		return must[[]shipment.Entry](t)(s.MasterData.Entries(ctx, accountID, book, filter))
	}
	put := func(entries ...shipment.Entry) {
		t.Helper()
		noError(t, s.MasterData.PutEntries(ctx, a.AccountID, book, entries...))
	}
	all := masterdata.EntryFilter{}
	equal(t, "entries at first", len(list(a.AccountID, all)), 0)
	wantError(t, s.MasterData.DeleteEntry(ctx, a.AccountID, book, "none"), store.ErrNotFound)
	wantError(t, s.MasterData.DeleteEntry(ctx, a.AccountID, book, "\x00"), store.ErrNotFound)

	shirts := shipment.Entry{Name: "Shirts 👕", Value: `{"name":"Budi","item_desc":"1"}`}
	put(shirts)
	f.clock.Advance(time.Second)
	shirts.Value = `{"item_desc":"2"}`
	put(shirts)
	shirts.UpdatedOn = f.clock.Now()
	hats := shipment.Entry{Name: "100% Hats", Value: `{}`, UpdatedOn: f.clock.Now()}
	put(hats)
	same(t, "entries", list(a.AccountID, all), []shipment.Entry{hats, shirts})
	same(t, "first entry", list(a.AccountID, masterdata.EntryFilter{Limit: 1}), []shipment.Entry{hats})
	same(t, "entries after it", list(a.AccountID, masterdata.EntryFilter{After: hats.Name, Limit: 1}), []shipment.Entry{shirts})
	same(t, "entry", must[shipment.Entry](t)(s.MasterData.Entry(ctx, a.AccountID, book, shirts.Name)), shirts)
	for search, want := range map[string]int{"HA": 1, "s": 1, "ats": 0, "100%": 1, "%": 0, "_": 0, "shirts 👕": 1, "\x00": 0} {
		equal(t, "entries with "+search, len(list(a.AccountID, masterdata.EntryFilter{Search: search})), want)
	}
	equal(t, "entries of another account", len(list(b.AccountID, all)), 0)
	_, err := s.MasterData.Entry(ctx, b.AccountID, book, shirts.Name)
	wantError(t, err, store.ErrNotFound)
	wantError(t, s.MasterData.DeleteEntry(ctx, b.AccountID, book, shirts.Name), store.ErrNotFound)
	wantError(t, s.MasterData.PutEntries(ctx, 99, book, hats), store.ErrNotFound)
	for _, other := range shipment.Books {
		if other != book {
			equal(t, "entries of "+other.Name, len(must[[]shipment.Entry](t)(s.MasterData.Entries(ctx, a.AccountID, other, all))), 0)
		}
	}

	many := make([]shipment.Entry, book.Most-1)
	for i := range many {
		many[i] = shipment.Entry{Name: fmt.Sprint(i), Value: `{}`}
	}
	wantError(t, s.MasterData.PutEntries(ctx, a.AccountID, book, many...), masterdata.ErrBookFull)
	equal(t, "entries after too many", len(list(a.AccountID, all)), 2)
	put(many[1:]...)
	equal(t, "entries", len(list(a.AccountID, all)), book.Most)
	wantError(t, s.MasterData.PutEntries(ctx, a.AccountID, book, shipment.Entry{Name: "more", Value: `{}`}), masterdata.ErrBookFull)
	put(hats) // takes the place of one
	noError(t, s.MasterData.DeleteEntry(ctx, a.AccountID, book, hats.Name))
	put(shipment.Entry{Name: "more", Value: `{}`})
	testAuditOfBook(t, s, book)
}

// testAuditOfBook: the audit log has who changed an entry, but neither its values nor a name that may be that of a person.
func testAuditOfBook(t *testing.T, s *store.Store, book *shipment.Book) {
	t.Helper()
	log := auditText(t, s, audit.Filter{SubjectKind: book.Kind})
	for _, part := range []string{
		` -> {"fields":1,"hash":`, ` import ` + book.Kind + `/  -> {"entries":` + fmt.Sprint(book.Most-2) + `}`,
		"ann@depot delete " + book.Kind + "/",
	} {
		if !strings.Contains(log, part) {
			t.Errorf("the audit log lacks %q:\n%s", part, log)
		}
	}
	if strings.Contains(log, "Budi") || strings.Contains(log, "Shirts") == book.HidesNames {
		t.Errorf("audit log:\n%s", log)
	}
}

// TestSearchOfBooks: entries are found by the words of some fields, without regard to case and accents.
func TestSearchOfBooks(t *testing.T) { onEachEngine(t, testSearchOfBooks) }

func testSearchOfBooks(t *testing.T, f *fixture) {
	s := f.open(t)
	a, _, _ := account(t, s, "shipper")
	for book, value := range map[*shipment.Book]string{
		shipment.Addresses: `{"name":"José  Núñez","number":"+6581234567","address":"7 Hidden Road","city":"Jakarta","postal":"12345"}`,
		shipment.Goods:     `{"item_desc":"Cotton T-shirt","item_sku":"TS-7","item_url":"https://hidden.example.com"}`,
	} {
		noError(t, s.MasterData.PutEntries(t.Context(), a.AccountID, book, shipment.Entry{Name: "One", Value: value}))
	}
	for search, want := range map[string]int{
		"nunez": 1, "JOSÉ NÚ": 1, "+6581": 1, "jak": 1, "123": 1, "one": 2, "t-sh": 1, "ts-7": 1, "hidden": 0, "arta": 0,
	} {
		got := 0
		for _, book := range shipment.Books {
			got += len(must[[]shipment.Entry](t)(s.MasterData.Entries(t.Context(), a.AccountID, book, masterdata.EntryFilter{Search: search})))
		}
		equal(t, "entries with "+search, got, want)
	}
}

// TestDeleteEntryOfOneBook: entries of other books, and of other accounts, that have the same name stay.
func TestDeleteEntryOfOneBook(t *testing.T) { onEachEngine(t, testDeleteEntryOfOneBook) }

func testDeleteEntryOfOneBook(t *testing.T, f *fixture) {
	s := f.open(t)
	a, _, _ := account(t, s, "shipper")
	b, _, _ := account(t, s, "other")
	left := func() (n int) {
		t.Helper()
		for _, id := range []int64{a.AccountID, b.AccountID} {
			for _, book := range shipment.Books {
				n += len(must[[]shipment.Entry](t)(s.MasterData.Entries(t.Context(), id, book, masterdata.EntryFilter{})))
			}
		}
		return n
	}
	for _, book := range shipment.Books {
		for _, id := range []int64{a.AccountID, b.AccountID} {
			noError(t, s.MasterData.PutEntries(t.Context(), id, book, shipment.Entry{Name: "Large", Value: `{}`}))
		}
	}
	for i, book := range shipment.Books {
		noError(t, s.MasterData.DeleteEntry(t.Context(), a.AccountID, book, "Large"))
		equal(t, "entries after that of "+book.Name, left(), 2*len(shipment.Books)-i-1)
	}
}
