package orderfile_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/csv"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/importer"
	"waybill/internal/orderfile"
	"waybill/internal/request"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// TestMain is also the process that reads XLSX.
func TestMain(m *testing.M) {
	if !sandbox.IsProcess(os.Args[1:]) {
		m.Run()
		return
	}
	if err := sandbox.Main(os.Args[1:], importer.Tasks); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

var update = flag.Bool("update", false, "write the file of testdata")

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// hostile are texts that a spreadsheet or a reader of CSV changes if nothing protects them.
var hostile = []string{
	"=1+1", "+62", "-1", "@A1", "'=1", "''t", "'t Hooft", "a\r\nb", "_x0041_", `"q", x`, "007", "1.250", "Total",
	"＝1+1", "＠A1", "a\n=1+1", "a\n'=1+1", "a\n＋1", "a\r\n-1", "a\n'b",
}

// forward are orders with a value in every field, two with the same reference and one without any.
func forward() []shipment.Order {
	orders := make([]shipment.Order, len(hostile))
	for i, text := range hostile {
		o := storetest.Order(i)
		o.ServiceType, o.ForwardTrackingNo, o.Pickup.Email, o.PickupDate = "", "", "", "2027-02-05"
		o.ShipperOrderID, o.Items[2].PriceCurrency = "R-1", "IDR"
		if i%3 == 0 {
			o.ShipperOrderID = ""
		}
		t, third := o.Trade, shipment.Party{Name: text, Number: "+6591234567", Country: "MY", Email: "a@b.co", Address: text}
		t.Importer, t.SoldTo, t.SignedOn = third, third, "2027-02-05"
		t.ExportType, t.DutiesPaidBy, t.NonDeliveryOption = shipment.ExportTemporary, shipment.PartyImporter, shipment.NonDeliveryAbandon
		for i := range o.Items {
			if made := o.Items[i].Trade; made != nil && made.UNNumber != "" {
				made.UNNumber, made.HazardClass = "UN3481", "9"
			}
		}
		o.Consignee.Name, o.Items[0].Desc, o.Items[0].SKU, o.DeliveryNote = text, text, text, text
		o.Trade.TaxIDs = append(o.Trade.TaxIDs, shipment.TaxID{Party: "consignee", Type: "NPWP", Country: "ID", Number: text})
		o.Trade.Metadata = append(o.Trade.Metadata, shipment.Metadata{Key: fmt.Sprintf("Key.%d", i%2), Value: text})
		orders[i] = o
	}
	return orders
}

type account struct {
	store *store.Store
	id    int64
}

func newAccount(t *testing.T, s *store.Store, orders []shipment.Order) account {
	t.Helper()
	a, err := s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: rand.Text()})
	check(t, err)
	slices.Reverse(orders) // the file has the newest first
	_, err = s.CreateBatch(t.Context(), store.NewBatch{AccountID: a.AccountID, KeyID: 1, Orders: orders})
	check(t, err)
	return account{s, a.AccountID}
}

func (a account) file(t *testing.T, form string, format importer.Format) []byte {
	t.Helper()
	f, err := orderfile.New(t.Context(), orderfile.Query{
		Source: a.store, MasterData: a.store.MasterData,
		Filter: store.OrderFilter{AccountID: a.id}, Form: form, Format: format, Base: "https://x.example",
	})
	check(t, err)
	var b bytes.Buffer
	check(t, f.Write(t.Context(), &b))
	return b.Bytes()
}

// readBack are the orders of a file, which the importer reads by itself.
func readBack(t *testing.T, file []byte) (*importer.Table, []shipment.Order) {
	t.Helper()
	run, err := sandbox.New(importer.Limits, slog.New(slog.DiscardHandler))
	check(t, err)
	defer run.Close()
	table, err := importer.Read(t.Context(), run, file, importer.ReadOptions{Owner: "1"})
	check(t, err)
	m := importer.Complete(table, importer.Mapping{})
	if m.Preset != "waybill" || table.CharsetGuessed {
		t.Errorf("the file is recognised as %q", m.Preset)
	}
	plan, err := importer.NewPlan(table, m)
	check(t, err)
	var drafts []importer.Draft
	for i := range plan.Len() {
		if d := plan.Draft(i); d.LeftOut == nil {
			drafts = append(drafts, d)
		}
	}
	services := make(map[int64]shipment.Service)
	for _, s := range shipment.DemoServices() {
		services[s.ServiceID] = s
	}
	checked, err := plan.Check(t.Context(), drafts, request.Lookups{Services: services, Taken: noneTaken})
	check(t, err)
	var orders []shipment.Order
	for _, c := range checked {
		if c.Order == nil {
			t.Fatalf("refused: %+v", c.Problems)
		}
		orders = append(orders, *c.Order)
	}
	return table, orders
}

func noneTaken(context.Context, []string) (map[string]bool, error) { return map[string]bool{}, nil }

// TestAnExportIsReadBackEqual exports orders, imports the file, and exports these orders: the files have the same fields and items.
func TestAnExportIsReadBackEqual(t *testing.T) {
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	for _, format := range []importer.Format{importer.CSV, importer.XLSX} {
		first := newAccount(t, s, forward()).file(t, orderfile.Orders, format)
		table, orders := readBack(t, first)
		if len(orders) != len(hostile) || table.Len() != 3*len(hostile) {
			t.Fatalf("%s: %d orders of %d rows", format, len(orders), table.Len())
		}
		again, _ := readBack(t, newAccount(t, s, orders).file(t, orderfile.Orders, format))
		for i := range table.Len() {
			for c, heading := range table.Headings {
				if slices.Contains(facts, heading) {
					continue
				}
				if was, is := table.Row(i).Cell(c).Text, again.Row(i).Cell(c).Text; was != is {
					t.Errorf("%s, row %d, %s: %q, then %q", format, i, heading, was, is)
				}
			}
		}
		if !slices.Equal(table.Headings, again.Headings) {
			t.Errorf("headings %q, then %q", table.Headings, again.Headings)
		}
	}
}

// facts are the headings of what is no field.
var facts = []string{
	"waybill_tracking_no", "service_name", "upload_batch_no", "status_code", "tracker_status_code", "hawb_no", "created_on", "updated_on",
	"held_because", "measured_weight", "measured_length", "measured_width", "measured_height", "measured_on", "tags",
	"picked_up_on", "delivered_on", "failed_deliveries", "partner", "submission_attempts", "packed_on", "packed_weight",
}

// TestEveryFieldIsExported: of each field and each fact there is one column, with a value, and the importer knows all of them.
func TestEveryFieldIsExported(t *testing.T) {
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	file := newAccount(t, s, forward()[4:5]).file(t, orderfile.Orders, importer.CSV)
	if *update {
		check(t, os.WriteFile("../importer/testdata/presets/waybill.csv", file, 0o600))
	}
	table, orders := readBack(t, file)
	for _, f := range slices.Concat(fieldNames(shipment.OrderFields), fieldNames(shipment.ItemFields)) {
		if n := slices.Index(table.Headings, f); (n < 0) != slices.Contains([]string{"tracking_no", "items", "tax_ids", "metadata"}, f) {
			t.Errorf("the file has no column %s", f)
		}
	}
	want := forward()[4]
	if got := fmt.Sprint(orders[0].Items, *orders[0].Trade); got != fmt.Sprint(want.Items, *want.Trade) &&
		len(orders[0].Items) != len(want.Items) {
		t.Errorf("read back %s", got)
	}
	suggested := importer.Complete(table, importer.Mapping{}).Columns
	for _, heading := range table.Headings {
		c := slices.IndexFunc(suggested, func(c importer.ColumnMapping) bool { return c.Heading == heading })
		if c < 0 {
			t.Errorf("the importer does not know the column %s", heading)
		}
	}
}

func fieldNames[T any](fields []shipment.Field[T]) (names []string) {
	for _, f := range fields {
		names = append(names, f.Name)
	}
	return names
}

// TestTrackingFile: a shop gets the reference, the number, the carrier and the link of each order.
func TestTrackingFile(t *testing.T) {
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	_, _, err := s.MasterData.SeedDemo(t.Context(), "")
	check(t, err)
	file := newAccount(t, s, forward()[1:2]).file(t, orderfile.Tracking, importer.CSV)
	records, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\uFEFF")))).ReadAll()
	check(t, err)
	if len(records) != 2 || records[1][0] != "R-1" || records[1][2] != "SG-ID Pickup" ||
		records[1][3] != "https://x.example/track/"+records[1][1] {
		t.Errorf("records %q", records)
	}
}

// TestWhatHappenedIsExported: the columns that came later stand behind those that only some orders have, and have what the detail has.
func TestWhatHappenedIsExported(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		s := storetest.Open(t, store.Options{URL: databaseURL})
		a := newAccount(t, s, forward()[:2])
		day := time.Date(2026, 2, 3, 8, 0, 0, 0, time.UTC)
		page, err := s.BrowseOrders(t.Context(), store.OrderFilter{AccountID: a.id}, store.Cursor{})
		check(t, err)
		var reports []shipment.TrackingReport
		for hour, status := range []shipment.TrackerStatus{
			shipment.Exception, shipment.PickedUp, shipment.DeliveryInProgress, shipment.FailedDelivery, shipment.DeliveryInProgress,
			shipment.Success,
		} {
			event := shipment.TrackingEvent{Status: status, OccurredOn: day.Add(time.Duration(hour) * time.Hour), Source: shipment.SourceOperator}
			reports = append(reports, shipment.TrackingReport{TrackingNo: page.Found[0].TrackingNo, TrackingEvent: event})
		}
		_, err = s.AddTrackingEvents(t.Context(), reports)
		check(t, err)
		records, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(a.file(t, orderfile.Orders, importer.CSV), []byte("\uFEFF")))).ReadAll()
		check(t, err)
		added := facts[len(facts)-7:]
		first := len(records[0]) - len(added)
		if !slices.Equal(records[0][first:], added) || !strings.HasPrefix(records[0][first-1], "tax_ids.") {
			t.Errorf("headings %q", records[0][first-1:])
		}
		rows := map[string][]string{}
		for _, r := range records[1:] {
			rows[r[0]] = r[first:]
		}
		done := []string{"2026-02-03T09:00:00.000000Z", "2026-02-03T13:00:00.000000Z", "1", "", "", "", ""}
		if got := rows[page.Found[0].TrackingNo]; !slices.Equal(got, done) {
			t.Errorf("delivered %q, want %q", got, done)
		}
		if got := rows[page.Found[1].TrackingNo]; !slices.Equal(got, []string{"", "", "0", "", "", "", ""}) {
			t.Errorf("created %q", got)
		}
	})
}
