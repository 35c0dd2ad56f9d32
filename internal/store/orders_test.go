package store_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// orders are n different ones.
func orders(n int) []shipment.Order {
	all := make([]shipment.Order, n)
	for i := range all {
		all[i] = storetest.Order(i)
	}
	return all
}

// create stores orders of an account, in house.
func create(t *testing.T, s *store.Store, k masterdata.Key, orders ...shipment.Order) store.Batch {
	t.Helper()
	return must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders}))
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b problem.Message) bool { return a == b })); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

func TestCreateKeepsEveryField(t *testing.T) { onEachEngine(t, testCreateKeepsEveryField) }

func testCreateKeepsEveryField(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	want := storetest.Order(1)
	want.Return = true
	noZeroFields(t, reflect.ValueOf(want), "OrderID", "AccountID", "KeyID", "UploadBatchNo", "TrackingNo", "ForwardOrderID",
		"HAWBNo", "StatusCode", "TrackerStatus", "HasLabel", "PartnerLabel", "CreatedOn", "UpdatedOn", "LostOn", "ErasedOn",
		"Version", "LabelChangedOn", "AddressRevision", "Hold", "OwnLabel")
	bare := shipment.Order{Items: []shipment.Item{{}}}

	batch := create(t, s, k, want, bare)
	all := store.OrderFilter{AccountID: k.AccountID, Filter: shipment.Filter{WithItems: true}}
	stored, _, err := s.OrdersAfter(t.Context(), all, store.Cursor{})
	noError(t, err)
	same(t, "stored orders, newest first", stored, []shipment.Order{batch.Orders[1], batch.Orders[0]})

	o := batch.Orders[0]
	want.OrderID, want.AccountID, want.KeyID = o.OrderID, k.AccountID, k.KeyID
	want.UploadBatchNo, want.TrackingNo = batch.UploadBatchNo, o.TrackingNo
	want.StatusCode, want.TrackerStatus, want.HasLabel = shipment.StatusSubmitted, shipment.OrderCreated, true
	want.CreatedOn, want.UpdatedOn = f.clock.Now(), f.clock.Now()
	same(t, "order", o, want)
}

// noZeroFields fails when a new field of Order is in no test yet.
func noZeroFields(t *testing.T, v reflect.Value, except ...string) {
	t.Helper()
	for i := range v.NumField() {
		name, field := v.Type().Field(i).Name, v.Field(i)
		switch {
		case field.Type() == reflect.TypeFor[shipment.Party]() && name != "Consignee": // it alone has all of them
			noZeroFields(t, field, "Company", "NameLatin", "AddressLatin")
		case field.Kind() == reflect.Struct && field.Type() != reflect.TypeFor[time.Time]():
			noZeroFields(t, field)
		case field.Kind() == reflect.Pointer && !field.IsNil():
			noZeroFields(t, field.Elem())
		case field.IsZero() && !slices.Contains(except, name):
			t.Fatalf("%s.%s is not set in the test's order", v.Type(), name)
		}
	}
}

// TestOrderFields reads orders as operators do, by SQL.
func TestOrderFields(t *testing.T) { onEachEngine(t, testOrderFields) }

func testOrderFields(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	bare := shipment.Order{Items: []shipment.Item{{}}}
	create(t, s, k, storetest.Order(1), bare)
	for condition, want := range map[string]int{
		`consignee_name = 'Budi 🚚 Santoso 1' AND consignee_postal = '01234' AND consignee_country = 'Indonesia'`:    1,
		`order_weight = 1.25 AND order_length = 40.5 AND cod_amt_to_collect = 123456.78`:                            1,
		`order_weight > 1 AND item_count = 3 AND pickup_notes LIKE 'Ring%twice' AND forward_tracking_no = 'FW-1'`:   1,
		`consignee_identification_number = '3174-096112900001' AND incoterm = 'DDP' AND service_id = 1`:             1,
		`consignee_city = '' AND incoterm = '' AND order_weight = 0 AND item_count = 1`:                             1,
		`export_reason = 'sale' AND freight_amount = 12.5 AND insurance_amount > 0 AND amount_currency = 'SGD'`:     1,
		`tax_ids->0->>'number' = 'IM1' AND metadata->>'shop' = '門 7' AND item_trade->2->>'item_hs_code' = '650500'`: 1,
		`export_reason = '' AND freight_amount = 0`:                                                                 1,
		`created_on >= '2026-02-02' AND updated_on < '2026-02-05'`:                                                  2,
	} {
		equal(t, condition, f.count(t, `SELECT count(*) FROM order_fields WHERE `+condition), want)
	}
	equal(t, "by the document", f.count(t, `SELECT count(*) FROM orders WHERE record->>'consignee_name' = 'Budi 🚚 Santoso 1'`), 1)
}

func TestCreateIssues(t *testing.T) { onEachEngine(t, testCreateIssues) }

func testCreateIssues(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	first := create(t, s, k, orders(3)...)
	if !regexp.MustCompile(`^B260203[0-9A-HJKMNP-TV-Z]{8}$`).MatchString(first.UploadBatchNo) {
		t.Fatalf("batch number %q", first.UploadBatchNo)
	}
	for i, o := range first.Orders {
		equal(t, "order id", o.OrderID, int64(i+1))
		if !regexp.MustCompile(`^WB[0-9]{11}ID$`).MatchString(o.TrackingNo) {
			t.Fatalf("tracking number %q", o.TrackingNo)
		}
	}

	own := storetest.Order(4)
	own.TrackingNo = "MY-OWN-1"
	second := must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, TrackingPrefix: "QX", Orders: []shipment.Order{own, storetest.Order(5)},
	}))
	equal(t, "own number", second.Orders[0].TrackingNo, "MY-OWN-1")
	equal(t, "prefix", second.Orders[1].TrackingNo[:2], "QX")
	equal(t, "ids go on", second.Orders[0].OrderID, int64(4))
	equal(t, "batch numbers differ", first.UploadBatchNo != second.UploadBatchNo, true)

	taken := must[map[string]bool](t)(s.TakenTrackingNumbers(t.Context(), []string{"MY-OWN-1", "FREE-1", first.Orders[2].TrackingNo}))
	same(t, "taken", taken, map[string]bool{"MY-OWN-1": true, first.Orders[2].TrackingNo: true})
	equal(t, "nothing taken", len(must[map[string]bool](t)(s.TakenTrackingNumbers(t.Context(), nil))), 0)

	// A process that starts again has other ids and keeps time from running backwards
	// only within itself.
	third := create(t, f.open(t), k, storetest.Order(6))
	if third.Orders[0].OrderID <= second.Orders[1].OrderID {
		t.Fatalf("id %d after %d", third.Orders[0].OrderID, second.Orders[1].OrderID)
	}
	f.clock.Advance(-time.Hour)
	fourth := create(t, s, k, storetest.Order(7))
	equal(t, "time stands still when the clock goes back", fourth.Orders[0].CreatedOn, second.Orders[0].CreatedOn)
}

// rowsOfOrders counts the rows of every table that a create writes to.
func (f *fixture) rowsOfOrders(t *testing.T) (n [7]int) {
	t.Helper()
	for i, query := range []string{
		`SELECT count(*) FROM orders`, `SELECT CAST(coalesce(sum(json_array_length(items)), 0) AS BIGINT) FROM orders`,
		`SELECT count(*) FROM tracking_numbers`,
		`SELECT count(DISTINCT upload_batch_no) FROM orders`, `SELECT count(*) FROM submissions`, `SELECT count(*) FROM idempotent_responses`,
		`SELECT CAST(coalesce(sum(orders), 0) AS BIGINT) FROM order_counts`,
	} {
		n[i] = f.count(t, query)
	}
	return n
}

func withNumber(o shipment.Order, trackingNo string) shipment.Order {
	o.TrackingNo = trackingNo
	return o
}

func TestCreateAllOrNothing(t *testing.T) { onEachEngine(t, testCreateAllOrNothing) }

func testCreateAllOrNothing(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	create(t, s, k, withNumber(storetest.Order(1), "TAKEN-1"), withNumber(storetest.Order(2), "TAKEN-2"))
	before := f.rowsOfOrders(t)
	equal(t, "rows", before, [7]int{2, 6, 2, 1, 0, 0, 2})

	_, err := s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Partners: []string{"", "p", "", "", ""},
		Orders: []shipment.Order{
			storetest.Order(3), withNumber(storetest.Order(4), "TAKEN-2"), withNumber(storetest.Order(5), "NEW-1"),
			withNumber(storetest.Order(6), "TAKEN-1"), withNumber(storetest.Order(7), "NEW-1"),
		},
		Idempotency: &store.IdempotentRequest{Key: "key", Respond: func(store.Batch) (int, []byte) { return 201, nil }},
	})
	var taken *store.TakenError
	if !errors.As(err, &taken) {
		t.Fatalf("error is %v", err)
	}
	same(t, "taken", taken.Indexes, []int{1, 3, 4})
	equal(t, "rows after a refused batch", f.rowsOfOrders(t), before)

	create(t, s, k, withNumber(storetest.Order(5), "NEW-1"))
	equal(t, "rows after the next", f.rowsOfOrders(t), [7]int{3, 9, 3, 2, 0, 0, 3})
}

func TestCreateTakenInOneGroup(t *testing.T) { onEachEngine(t, testCreateTakenInOneGroup) }

func testCreateTakenInOneGroup(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	const rivals = 40 // of two orders, for each of four numbers ten
	outcomes := make([]error, rivals)
	var group sync.WaitGroup
	for i := range outcomes {
		group.Go(func() {
			_, outcomes[i] = s.CreateBatch(t.Context(), store.NewBatch{AccountID: k.AccountID, KeyID: k.KeyID, Orders: []shipment.Order{
				storetest.Order(2 * i), withNumber(storetest.Order(2*i+1), fmt.Sprintf("RIVAL-%d", i%4)),
			}})
		})
	}
	group.Wait()
	won := 0
	for _, err := range outcomes {
		var taken *store.TakenError
		switch {
		case err == nil:
			won++
		case errors.As(err, &taken):
			same(t, "taken", taken.Indexes, []int{1})
		default:
			t.Fatal(err)
		}
	}
	equal(t, "winners", won, 4)
	equal(t, "rows", f.rowsOfOrders(t), [7]int{8, 24, 4, 4, 0, 0, 8})
}

// TestCreateRefusesIssuedForm has shippers supply numbers of the form that the service issues, also the
// one that it would issue next.
func TestCreateRefusesIssuedForm(t *testing.T) { onEachEngine(t, testCreateRefusesIssuedForm) }

func testCreateRefusesIssuedForm(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	must[masterdata.Account](t)(s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "QX", TrackingPrefix: "QX"}))
	secrets := must[store.Secrets](t)(s.Secrets(t.Context()))
	next := shipment.NewTrackingNumbers(secrets.TrackingKey).Issue(shipment.DefaultTrackingPrefix, 3, "ID")
	for _, number := range []string{next, "QX48210739526ID", "WB48210739526ID"} {
		_, err := s.CreateBatch(t.Context(), store.NewBatch{
			AccountID: a.AccountID, KeyID: k.KeyID, Orders: []shipment.Order{storetest.Order(1), withNumber(storetest.Order(2), number)},
		})
		var taken *store.TakenError
		if !errors.As(err, &taken) {
			t.Fatalf("%s: error is %v", number, err)
		}
		same(t, "refused", taken.Indexes, []int{1})
	}
	equal(t, "rows", f.rowsOfOrders(t), [7]int{})
	create(t, s, k, withNumber(storetest.Order(3), "QW48210739526ID"), withNumber(storetest.Order(4), "QW48210739527ID"))
	equal(t, "rows", f.rowsOfOrders(t), [7]int{2, 6, 2, 1, 0, 0, 2})
}

// TestPrefixOrSupplied has shippers supply numbers of the form of prefixes that accounts get at the same
// time: of each prefix there is one or the other.
func TestPrefixOrSupplied(t *testing.T) { onEachEngine(t, testPrefixOrSupplied) }

func testPrefixOrSupplied(t *testing.T, f *fixture) {
	s, other := f.open(t), f.open(t)
	_, k, _ := account(t, s, "shipper")
	const prefixes, each = 20, 3
	var group sync.WaitGroup
	var supplied [prefixes][each]error
	var issued [prefixes]error
	for i := range prefixes {
		prefix := "Q" + string(rune('A'+i))
		for n := range each {
			group.Go(func() {
				o := withNumber(storetest.Order(1), fmt.Sprintf("%s4821073952%dID", prefix, n))
				_, supplied[i][n] = s.CreateBatch(t.Context(), store.NewBatch{
					AccountID: k.AccountID, KeyID: k.KeyID, Orders: []shipment.Order{o},
				})
			})
		}
		group.Go(func() {
			_, issued[i] = other.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: prefix, TrackingPrefix: prefix})
		})
	}
	group.Wait()
	for i := range prefixes {
		for n, err := range supplied[i] {
			var taken *store.TakenError
			switch {
			case err == nil && errors.Is(issued[i], masterdata.ErrPrefixTaken):
			case errors.As(err, &taken) && issued[i] == nil:
			default:
				t.Errorf("prefix %d: number %d was supplied: %v; the prefix is issued: %v", i, n, err, issued[i])
			}
		}
	}
}

func TestCreateAtOnce(t *testing.T) { onEachEngine(t, testCreateAtOnce) }

func testCreateAtOnce(t *testing.T, f *fixture) {
	stores := []*store.Store{f.open(t)}
	if stores[0].DB.Engine() == engine.Postgres {
		stores = append(stores, f.open(t)) // two processes
	}
	_, k, _ := account(t, stores[0], "shipper")
	_, other, _ := account(t, stores[0], "other")
	const clients, batches, size = 16, 6, 7
	var group sync.WaitGroup
	var mu sync.Mutex
	ids, numbers, uploads := make(map[int64]bool), make(map[string]bool), make(map[string]bool)
	for client := range clients {
		group.Go(func() {
			owner := k
			if client%4 == 0 {
				owner = other
			}
			for n := range batches {
				all := orders(size)
				all[n].ServiceID = 2
				b, err := stores[client%len(stores)].CreateBatch(
					t.Context(),
					store.NewBatch{AccountID: owner.AccountID, KeyID: owner.KeyID, Orders: all},
				)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				uploads[b.UploadBatchNo] = true
				for i, o := range b.Orders {
					ids[o.OrderID], numbers[o.TrackingNo] = true, true
					if o.OrderID != b.Orders[0].OrderID+int64(i) {
						t.Errorf("ids of a batch are not consecutive: %d, %d", b.Orders[0].OrderID, o.OrderID)
					}
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	const total = clients * batches * size
	equal(t, "ids", len(ids), total)
	equal(t, "tracking numbers", len(numbers), total)
	equal(t, "batches", len(uploads), clients*batches)
	equal(t, "rows", f.rowsOfOrders(t), [7]int{total, 3 * total, 0, clients * batches, 0, 0, total})
	for _, owner := range []masterdata.Key{k, other} {
		for _, service := range []int64{1, 2} {
			page := must[store.OrderPage](
				t,
			)(
				stores[0].ListOrders(t.Context(), store.OrderFilter{AccountID: owner.AccountID, Filter: shipment.Filter{ServiceID: &service}}, 1),
			)
			rows := f.count(t, `SELECT count(*) FROM orders WHERE account_id = $1 AND service_id = $2`, owner.AccountID, service)
			equal(t, "counted", page.Count, int64(rows))
		}
	}
}

func TestCreateRefusesNonsense(t *testing.T) { onEachEngine(t, testCreateRefusesNonsense) }

func testCreateRefusesNonsense(t *testing.T, f *fixture) {
	s := f.open(t)
	for _, b := range []store.NewBatch{{}, {Orders: orders(2), Partners: []string{""}}} {
		if _, err := s.CreateBatch(t.Context(), b); err == nil {
			t.Fatalf("%+v is stored", b)
		}
	}
}

func TestCreateAfterEndOfContext(t *testing.T) { onEachEngine(t, testCreateAfterEndOfContext) }

func testCreateAfterEndOfContext(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	create(t, s, k, storetest.Order(1))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 10 {
		_, err := s.CreateBatch(ctx, store.NewBatch{AccountID: k.AccountID, Orders: orders(1)})
		wantError(t, err, context.Canceled)
		equal(t, "it is ErrUnavailable", errors.Is(err, store.ErrUnavailable), false)
	}
	equal(t, "rows", f.rowsOfOrders(t), [7]int{1, 3, 0, 1, 0, 0, 1})
}

func TestForwardOrders(t *testing.T) { onEachEngine(t, testForwardOrders) }

func testForwardOrders(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	stranger, _, _ := account(t, s, "stranger")
	batch := create(t, s, k, storetest.Order(1), storetest.Order(2)).Orders
	first, second := batch[0], batch[1]
	enough, bytes := errors.New("enough"), 0
	limited := func(limit int) func(int) error {
		bytes = 0
		return func(n int) error {
			if bytes += n; bytes > limit {
				return enough
			}
			return nil
		}
	}
	find := func(accountID int64, refs ...shipment.ForwardRef) map[string]*shipment.Order {
		t.Helper()
		return must[map[string]*shipment.Order](t)(s.ForwardOrders(t.Context(), accountID, refs, limited(1<<20)))
	}
	bare := shipment.ForwardRef{TrackingNo: first.TrackingNo}
	full := shipment.ForwardRef{TrackingNo: second.TrackingNo, Items: true}
	unknown := shipment.ForwardRef{TrackingNo: "ELSEWHERE-1", Items: true}

	without := first
	without.Items = nil
	same(
		t,
		"orders",
		find(a.AccountID, bare, full, unknown),
		map[string]*shipment.Order{first.TrackingNo: &without, second.TrackingNo: &second},
	)
	find(a.AccountID, full)
	once := bytes
	find(a.AccountID, full, full, full)
	equal(t, "bytes for three returns", bytes, 3*once)
	equal(t, "they are at least the texts", once > len(second.Consignee.Address)+len(second.Items[0].Desc), true)
	equal(t, "of another account", len(find(stranger.AccountID, full)), 0)

	for _, limit := range []int{0, once - 1} { // at the order, at the last item
		_, err := s.ForwardOrders(t.Context(), a.AccountID, []shipment.ForwardRef{full}, limited(limit))
		wantError(t, err, enough)
	}

	back := storetest.Order(3)
	back.Return, back.ForwardOrderID = true, first.OrderID
	returns := create(t, s, k, back, back).Orders
	detail := must[store.Detail](t)(s.OrderDetail(t.Context(), a.AccountID, first.TrackingNo))
	same(
		t,
		"returns, newest first",
		[]int64{detail.Returns[0].OrderID, detail.Returns[1].OrderID},
		[]int64{returns[1].OrderID, returns[0].OrderID},
	)
	equal(t, "returns of the other order", len(must[store.Detail](t)(s.OrderDetail(t.Context(), a.AccountID, second.TrackingNo)).Returns), 0)
}

func TestOrderByTrackingNo(t *testing.T) { onEachEngine(t, testOrderByTrackingNo) }

func testOrderByTrackingNo(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	want := create(t, s, k, storetest.Order(1), storetest.Order(2)).Orders[1]
	same(t, "order", must[shipment.Order](t)(s.OrderByTrackingNo(t.Context(), want.TrackingNo)), want)
	for _, no := range []string{"", "NONE", "a\x00b", "\xff"} {
		_, err := s.OrderByTrackingNo(t.Context(), no)
		wantError(t, err, store.ErrNotFound)
	}
}

func TestBatchOrders(t *testing.T) { onEachEngine(t, testBatchOrders) }

func testBatchOrders(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	create(t, s, k, storetest.Order(9))
	want := create(t, s, k, orders(120)...)
	create(t, s, other, storetest.Order(8))
	got := must[[]shipment.Order](t)(s.BatchOrders(t.Context(), a.AccountID, want.UploadBatchNo))
	for i := range want.Orders {
		want.Orders[i].Items = nil
	}
	same(t, "orders", got, want.Orders)
	equal(t, "of another account", len(must[[]shipment.Order](t)(s.BatchOrders(t.Context(), other.AccountID, want.UploadBatchNo))), 0)
}
