package store_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"waybill/internal/store/requestlog"
)

// TestRequestLog stores, pages and shortens the request log.
func TestRequestLog(t *testing.T) { onEachEngine(t, testRequestLog) }

func testRequestLog(t *testing.T, f *fixture) {
	s := f.open(t)
	a, _, _ := account(t, s, "shipper")
	other, _, _ := account(t, s, "other")
	ctx, now := t.Context(), s.DB.Now().UnixMicro()<<12
	entry := func(accountID, no int64, status int, id string) requestlog.Entry {
		return requestlog.Entry{
			AccountID: accountID, KeyID: 1, No: no, RequestID: id, Method: "POST", Route: "/api/order/orders/", Status: status,
			Took: 1500 * time.Microsecond, Body: strings.Repeat("x", 1000),
			Errors: []requestlog.Note{{Path: "/orders/0", Code: "required", Message: "This field is required."}},
		}
	}
	ids := func(filter requestlog.Filter, before int64, limit int) (all string, more bool) {
		t.Helper()
		entries, more, err := s.Requests.List(ctx, filter, before, limit)
		noError(t, err)
		for _, e := range entries {
			all += e.RequestID
		}
		return all, more
	}
	noError(t, s.Requests.Add(ctx, []requestlog.Entry{
		entry(a.AccountID, now-4, 201, "a"), entry(other.AccountID, now-3, 201, "b"), entry(a.AccountID, now-2, 400, "c"),
		entry(a.AccountID, now-1, 201, "d"), entry(a.AccountID, now-31*24*3600*1e6<<12, 201, "old"),
	}))
	noError(t, s.Requests.Add(ctx, []requestlog.Entry{entry(a.AccountID, now-4, 201, "again")}))
	noError(t, s.Requests.Purge(ctx, requestlog.MaxAccountBytes, requestlog.MaxBytes))
	all, more := ids(requestlog.Filter{}, 0, 10)
	equal(t, "all", all, "dcba")
	equal(t, "more", more, false)
	all, more = ids(requestlog.Filter{AccountID: a.AccountID}, 0, 2)
	equal(t, "of an account", all, "dc")
	equal(t, "more of it", more, true)
	all, _ = ids(requestlog.Filter{AccountID: a.AccountID}, now-2, 2)
	equal(t, "next page", all, "a")
	all, _ = ids(requestlog.Filter{Failed: true}, 0, 2)
	equal(t, "failed", all, "c")
	all, _ = ids(requestlog.Filter{RequestID: "b"}, 0, 2)
	equal(t, "by id", all, "b")
	entries, _, err := s.Requests.List(ctx, requestlog.Filter{RequestID: "c"}, 0, 1)
	noError(t, err)
	equal(t, "note", entries[0].Errors[0].Code, "required")
	equal(t, "took", entries[0].Took, 1500*time.Microsecond)
	equal(t, "at", entries[0].At().UnixMicro(), (now-2)>>12)

	noError(t, s.Requests.Purge(ctx, 4<<10, 8<<10))
	all, _ = ids(requestlog.Filter{}, 0, 10)
	equal(t, "all of them are deleted together", all, "b")
	noError(t, s.Requests.Purge(ctx, 4<<10, 100))
	all, _ = ids(requestlog.Filter{}, 0, 10)
	equal(t, "in all", all, "")
}

// TestRequestWriter writes what is queued, and says how many requests it did not write.
func TestRequestWriter(t *testing.T) { onEachEngine(t, testRequestWriter) }

func testRequestWriter(t *testing.T, f *fixture) {
	s := f.open(t)
	a, _, _ := account(t, s, "shipper")
	w := requestlog.NewWriter(s.Requests, slog.New(slog.DiscardHandler))
	big := strings.Repeat("x", 1<<20)
	for range 10 {
		w.Add(requestlog.Entry{AccountID: a.AccountID, KeyID: 1, Body: big})
	}
	w.Skip(a.AccountID)
	w.Flush(t.Context())
	w.Flush(t.Context())
	entries, _, err := s.Requests.List(t.Context(), requestlog.Filter{AccountID: a.AccountID}, 0, 100)
	noError(t, err)
	equal(t, "entries", len(entries), 8)
	equal(t, "not recorded", entries[0].NotRecorded, 4)
	equal(t, "size", len(entries[1].Body), 1<<20)
	equal(t, "order", entries[1].No > entries[2].No, true)
}
