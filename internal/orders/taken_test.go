package orders

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"waybill/internal/fulfil"
	"waybill/internal/inforce"
	"waybill/internal/request"
	"waybill/internal/request/requesttest"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// TestNumbersTakenAfterTheCheck: another request takes tracking numbers after they were checked. The answer names the orders that brought
// them, by their places in the request, also behind one that is refused for another reason. Unless the valid orders are accepted, and one
// is left, nothing is stored.
func TestNumbersTakenAfterTheCheck(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		db := storetest.Open(t, store.Options{URL: databaseURL})
		if _, _, err := db.MasterData.SeedDemo(t.Context(), "test-key"); err != nil {
			t.Fatal(err)
		}
		s := New(Config{
			Store: db, Rules: inforce.New(db, slog.New(slog.DiscardHandler), func(string) {}), Fulfiller: fulfil.New(fulfil.Config{Store: db}),
			Now: time.Now, Created: func(string, int) {}, Note: func(_ context.Context, err error) { t.Error(err) },
		})
		caller, err := db.MasterData.Authenticate(t.Context(), "test-key")
		if err != nil {
			t.Fatal(err)
		}
		take := func(ctx context.Context, number string) {
			o := storetest.Order(0)
			o.TrackingNo = number
			if _, err := db.CreateBatch(ctx, store.NewBatch{AccountID: caller.AccountID, Orders: []shipment.Order{o}}); err != nil {
				t.Error(err)
			}
		}
		for _, c := range []struct {
			orders  string // v: valid; x: invalid; t: with a number that is taken
			accepts bool
			refused string // by place; "": nothing is refused
			created int
		}{
			{"vvt", true, "--t", 2},
			{"xvt", true, "x-t", 1},
			{"vxttv", true, "-xtt-", 2},
			{"xt", true, "xt", 0},
			{"vt", false, "-t", 0},
			{"tvv", false, "t--", 0},
		} {
			body := string(requesttest.ExampleCreate(t, len(c.orders)))
			places := strings.Split(body, `"shipper_order_id"`)
			if len(places) != len(c.orders)+1 {
				t.Fatalf("the orders have %d references", len(places)-1)
			}
			var numbers []string
			for i, kind := range c.orders {
				switch kind {
				case 'x':
					places[i] += `"service_id":987654,`
				case 't':
					number := "TAKEN-" + strings.ToUpper(c.orders) + string(rune('0'+i))
					numbers, places[i] = append(numbers, number), places[i]+`"tracking_no":"`+number+`",`
				}
			}
			body = strings.Join(places, `"shipper_order_id"`)
			if c.accepts {
				body = strings.Replace(body, `"orders"`, `"accept_valid":true,"orders"`, 1)
			}
			sent, err := request.Decode([]byte(body), request.CreateShape())
			if err != nil {
				t.Fatal(err)
			}
			overtaken := Forward
			overtaken.read = func(ctx context.Context, form *request.Form, l request.Lookups) (request.Orders, request.Problems, error) {
				valid, problems, err := Forward.read(ctx, form, l)
				for _, number := range numbers {
					take(ctx, number)
				}
				return valid, problems, err
			}
			answer, err := s.Create(t.Context(), Caller{Caller: caller}, sent, overtaken, nil)
			var refused request.List
			created := 0
			if invalid, isInvalid := errors.AsType[*request.InvalidError](err); isInvalid {
				refused, _ = invalid.Problems[0].Node.(request.List)
			} else if err != nil {
				t.Fatal(c.orders, err)
			} else {
				refused, created = answer.Refused, len(answer.Orders)
			}
			if len(refused) != len(c.orders) || created != c.created {
				t.Errorf("%s: %d orders are created, and the problems are of %d", c.orders, created, len(refused))
				continue
			}
			for i, want := range c.refused {
				got := string(refused[i].AppendJSON(nil))
				if (want != '-') != refused.Refuses(i) || strings.Contains(got, "tracking_no") != (want == 't') {
					t.Errorf("%s: the problems of order %d are %s", c.orders, i, got)
				}
			}
		}
	})
}
