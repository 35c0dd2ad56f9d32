package orders

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"waybill/internal/fulfil"
	"waybill/internal/inforce"
	"waybill/internal/request"
	"waybill/internal/request/requesttest"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// TestAuditOfReplacements: the log has who cancelled an order, and in whose place the new one is.
func TestAuditOfReplacements(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		db := storetest.Open(t, store.Options{URL: databaseURL})
		if _, _, err := db.MasterData.SeedDemo(t.Context(), "test-key"); err != nil {
			t.Fatal(err)
		}
		s := New(Config{
			Store: db, Rules: inforce.New(db, slog.New(slog.DiscardHandler), func(string) {}), Fulfiller: fulfil.New(fulfil.Config{Store: db}),
			Now: time.Now, Created: func(string, int) {}, Note: func(_ context.Context, err error) { t.Error(err) },
		})
		ctx := audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "budi@example.com"})
		by := Caller{Caller: masterdata.Caller{AccountID: 1}}
		sent, err := request.Decode(requesttest.ExampleCreate(t, 1), request.CreateShape())
		if err != nil {
			t.Fatal(err)
		}
		first, err := s.Create(ctx, by, sent, Forward, nil)
		if err != nil {
			t.Fatal(err)
		}
		old := first.Orders[0].TrackingNo
		second, err := s.Replace(ctx, by, old, []byte(`{"order_weight":2}`), nil)
		if err != nil || second.Orders[0].Weight != 2000 {
			t.Fatalf("%+v, %v", second, err)
		}
		for number, want := range map[string]string{
			old: `"tracker_status_code":"CANCELLED"`, second.Orders[0].TrackingNo: `"replaces":"` + old + `"`,
		} {
			entries, _, err := db.Audit.List(t.Context(), audit.Filter{SubjectKind: audit.SubjectOrder, Subject: number}, "", 1)
			if err != nil || len(entries) != 1 || !strings.Contains(entries[0].New, want) {
				t.Errorf("%s: %+v, %v", want, entries, err)
			}
		}
	})
}
