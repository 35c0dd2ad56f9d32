package floor_test

import (
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"waybill/internal/each"
	"waybill/internal/feature/floor"
	"waybill/internal/feature/floor/stored"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

func (h *hubTest) pages(f request.ParcelFilter) (numbers []string) {
	h.Helper()
	for place, more := "", true; more; more = place != "" {
		page, ok, err := h.floor.Parcels(h.Context(), f, place)
		if err != nil || !ok {
			h.Fatalf("%q: %t, %v", place, ok, err)
		}
		numbers = append(numbers, each.Of(page.Parcels, func(p floor.Parcel) string { return p.TrackingNo })...)
		place = page.Next
	}
	return numbers
}

// TestParcelsOfHub lists the parcels by the hub of their last scan, the newest first.
func TestParcelsOfHub(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		second := h.account("second")
		var numbers []string
		for i := range 70 {
			k := []masterdata.Key{h.shipper, second}[i%2]
			numbers = append(numbers, h.create(k, 1, "R-"+strconv.Itoa(i)).TrackingNo)
		}
		tuas := h.hub
		other := must[stored.Hub](t)(h.floor.CreateHub(byAnn(t), masterdata.Caller{AccountID: tuas.AccountID}, request.Hub{
			Name: "Jakarta", Country: "ID", Timezone: "Asia/Jakarta",
		}))
		h.scan(shipment.ActivityInbound, numbers[:66]...)
		h.Clock.Advance(time.Minute)
		h.scan(shipment.ActivityOutbound, numbers[1:3]...)
		h.Clock.Advance(time.Minute)
		h.hub = other
		h.scan(shipment.ActivityInbound, numbers[2], numbers[66])
		h.hub = tuas
		h.Exec(t, `UPDATE orders SET tracker_status = 'SUCCESS' WHERE tracking_no = $1`, numbers[3])
		want := slices.Concat(numbers[:2], numbers[4:66])
		slices.Reverse(want)
		if got := h.pages(request.ParcelFilter{HubID: tuas.HubID}); !slices.Equal(got, want) {
			t.Errorf("%d parcels %v, want %v", len(got), got, want)
		}
		if got := h.pages(request.ParcelFilter{HubID: other.HubID}); !slices.Equal(got, []string{numbers[66], numbers[2]}) {
			t.Errorf("in the other hub: %v", got)
		}
		if got := h.pages(request.ParcelFilter{HubID: tuas.HubID, AccountID: second.AccountID}); len(got) != 32 || got[31] != numbers[1] {
			t.Errorf("of an account: %d %v", len(got), got)
		}
		if got := h.pages(request.ParcelFilter{HubID: 99}); len(got) != 0 {
			t.Errorf("in no hub: %v", got)
		}
		ids, end, err := h.floor.Stored.InHub(t.Context(), tuas.HubID, 1<<62, 10)
		if err != nil || len(ids) != 10 || end == 0 {
			t.Errorf("at most ten scans: %v %d, %v", ids, end, err)
		}
	})
}

// BenchmarkParcelsOfAll reads the first page of the parcels of a hub in which each of a million parcels of fifty accounts was scanned, of
// another one in which every second was scanned after it, and of words that all parcels have, or a few.
func BenchmarkParcelsOfAll(b *testing.B) {
	const accounts, batches = 50, 20
	for on, address := range map[string]func(testing.TB) string{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(on, func(b *testing.B) {
			s := storetest.Open(b, store.Options{URL: address(b), Parts: []store.Part{stored.Part()}})
			service := floor.New(orders.New(orders.Config{Store: s, Now: time.Now}))
			made := make([]shipment.Order, 1000)
			for i := range made {
				made[i] = shipment.Order{ServiceID: 1, Consignee: shipment.Party{Name: "Budi " + strconv.Itoa(i), City: "Jakarta", Country: "ID"}}
			}
			for i := range accounts {
				a, err := s.MasterData.CreateAccount(b.Context(), masterdata.Account{Name: "account " + strconv.Itoa(i)})
				if err != nil {
					b.Fatal(err)
				}
				for range batches {
					_, err := s.CreateBatch(b.Context(), store.NewBatch{
						AccountID: a.AccountID, KeyID: 1, Orders: slices.Clone(made), Partners: make([]string, len(made)),
					})
					if err != nil {
						b.Fatal(err)
					}
				}
			}
			for hub, every := range map[int]int{1: 1, 2: 2} {
				err := s.DB.Execute(b.Context(), "scan parcels", `INSERT INTO hub_scans (account_id, scan, order_id, hub_id, activity, scanned_on,
					actor_kind, actor, weight, length, width, height) SELECT account_id, CAST($1 AS TEXT) || '-' || order_id, order_id,
					CAST($2 AS BIGINT), 'inbound', CAST($2 AS BIGINT), 'user', 'ann', 0, 0, 0, 0 FROM orders
					WHERE order_id % CAST($3 AS BIGINT) = 0`, strconv.Itoa(hub), hub, every)
				if err != nil {
					b.Fatal(err)
				}
			}
			for name, f := range map[string]request.ParcelFilter{
				"last hub": {HubID: 2}, "first hub": {HubID: 1}, "no hub": {HubID: 3},
			} {
				b.Run(name, func(b *testing.B) {
					for b.Loop() {
						if _, _, err := service.Parcels(b.Context(), f, ""); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		})
	}
}

// TestWordsInAllAccounts finds words in several accounts, the newest first, page by page.
func TestWordsInAllAccounts(t *testing.T) {
	onEachEngine(t, func(h *hubTest) {
		keys := []masterdata.Key{h.shipper, h.account("second"), h.account("third")}
		var want []string
		for i := range 130 {
			want = append(want, h.create(keys[i%7%3], 1, "R-"+strconv.Itoa(i)).TrackingNo)
		}
		for n := 1; n > 0; {
			n = must[int](t)(h.store.Search.IndexOrders(t.Context(), "test", func(*shipment.Order) ([]shipment.WarningKind, error) {
				return nil, nil
			}))
		}
		slices.Reverse(want)
		f := request.ParcelFilter{Filter: shipment.Filter{Search: "budi jak"}}
		if got := h.pages(f); !slices.Equal(got, want) {
			t.Errorf("%d parcels %v, want %v", len(got), got, want)
		}
		if got := h.pages(request.ParcelFilter{Filter: shipment.Filter{Search: "budi", Held: new(true)}}); len(got) != 0 {
			t.Errorf("held: %v", got)
		}
		if _, ok, err := h.floor.Parcels(t.Context(), f, "1=x"); ok || err != nil {
			t.Errorf("no place: %t, %v", ok, err)
		}
		for i := range 50 {
			h.account("more " + strconv.Itoa(i))
		}
		var invalid *request.InvalidError
		if _, _, err := h.floor.Parcels(t.Context(), f, ""); !errors.As(err, &invalid) {
			t.Errorf("in more than 50 accounts: %v", err)
		}
	})
}
