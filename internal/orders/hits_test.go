package orders

import (
	"context"
	"log/slog"
	"maps"
	"strings"
	"testing"
	"time"

	"waybill/internal/fulfil"
	"waybill/internal/inforce"
	"waybill/internal/request"
	"waybill/internal/request/requesttest"
	"waybill/internal/rules"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// TestHitsOfARepeatedBatch: a batch that is stored again without an order, whose number another request took meanwhile, counts each order
// once for the rule that holds it.
func TestHitsOfARepeatedBatch(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		db := storetest.Open(t, store.Options{URL: databaseURL})
		if _, _, err := db.MasterData.SeedDemo(t.Context(), "test-key"); err != nil {
			t.Fatal(err)
		}
		source := inforce.New(db, slog.New(slog.DiscardHandler), func(string) {})
		s := New(Config{
			Store: db, Rules: source, Fulfiller: fulfil.New(fulfil.Config{Store: db}),
			Now: time.Now, Created: func(string, int) {}, Note: func(_ context.Context, err error) { t.Error(err) },
		})
		caller, err := db.MasterData.Authenticate(t.Context(), "test-key")
		if err != nil {
			t.Fatal(err)
		}
		body := string(requesttest.ExampleCreate(t, 2))
		watched, err := rules.Parse([]byte(
			`{"id":"watched","severity":"hold","kind":"forbidden_words","field":"consignee_name","words":["Susan"]}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := inforce.Set(t.Context(), db.MasterData, watched); err != nil {
			t.Fatal(err)
		}
		body = strings.Replace(body, `"orders":[{`, `"accept_valid":true,"orders":[{"tracking_no":"OWNED12345",`, 1)
		sent, err := request.Decode([]byte(body), request.CreateShape())
		if err != nil {
			t.Fatal(err)
		}
		overtaken := Forward
		overtaken.read = func(ctx context.Context, form *request.Form, l request.Lookups) (request.Orders, request.Problems, error) {
			valid, problems, err := Forward.read(ctx, form, l)
			if len(valid.Orders) != 2 {
				t.Fatalf("%d orders are valid: %+v", len(valid.Orders), valid.Refused.OfOrders())
			}
			o := storetest.Order(0)
			o.TrackingNo = "OWNED12345"
			if _, err := db.CreateBatch(ctx, store.NewBatch{AccountID: caller.AccountID, Orders: []shipment.Order{o}}); err != nil {
				t.Error(err)
			}
			return valid, problems, err
		}
		answer, err := s.Create(t.Context(), Caller{Caller: caller}, sent, overtaken, nil)
		if err != nil || len(answer.Orders) != 1 {
			t.Fatalf("%+v, %v", answer, err)
		}
		source.WriteHits(t.Context())
		if got, err := db.MasterData.RuleHits(t.Context(), 1); err != nil || !maps.Equal(got, map[string]int64{"watched": 2}) {
			t.Errorf("%v, %v", got, err)
		}
	})
}
