package consolidation_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"waybill/internal/admission"
	"waybill/internal/feature/consolidation"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// order is an order of 1 kg with an item for each value, such as "19.90 EUR".
func order(grams int64, values ...string) shipment.Order {
	o := shipment.Order{
		ServiceID: 1, Weight: shipment.Thousandths(grams), Pickup: shipment.Party{Name: "Acme", City: "Singapore", Country: "SG"},
		Consignee: shipment.Party{Name: "Budi", City: "Jakarta", Address: "Jl. Sudirman 1", Postal: "10220", Country: "ID"},
	}
	for i, value := range values {
		var whole, cents int64
		var currency string
		if _, err := fmt.Sscanf(value, "%d.%d %s", &whole, &cents, &currency); err != nil {
			panic(err)
		}
		o.Items = append(o.Items, shipment.Item{
			Desc: fmt.Sprint("Shirt ", i), Quantity: 1, PriceValue: shipment.Hundredths(whole*100 + cents), PriceCurrency: currency,
			Trade: &shipment.ItemTrade{HSCode: "610910", OriginCountry: "SG"},
		})
	}
	return o
}

// createOf creates orders of the shippers in turn, and returns them in the same order.
func (b *bagTest) createOf(all ...shipment.Order) (made []shipment.Order) {
	b.Helper()
	for i, o := range all {
		k := b.shippers[i%len(b.shippers)]
		batch := must[store.Batch](b.T)(b.store.CreateBatch(b.Context(), store.NewBatch{
			AccountID: k.AccountID, KeyID: k.KeyID, Orders: []shipment.Order{o},
		}))
		made = append(made, batch.Orders...)
	}
	return made
}

// printing draws documents, and is charged for nothing.
func (b *bagTest) printing() *printing.Service {
	pool := admission.NewPool(1<<30, time.Second)
	return printing.New(printing.Config{
		Store: b.store, Budget: admission.NewBudget(admission.Plan{Labels: 2, Documents: 2}), ReadWithin: time.Minute,
		Hold: func(context.Context) *admission.Hold { return pool.Hold(admission.Owner{}) },
	})
}

// written is what a document has.
func (b *bagTest) written(d orders.Document, err error) []byte {
	b.Helper()
	noError(b.T, err)
	var file bytes.Buffer
	noError(b.T, d.Write(b.Context(), &file))
	return file.Bytes()
}

// TestManifestToTheGram: three bags of 0.350 kg with 12.345, 7.105 and 9.550 kg in 47 parcels, of 310.50 EUR and 99.90 USD; one parcel has
// two lines with one HS code.
func TestManifestToTheGram(t *testing.T) { onEachEngine(t, 2, testManifestToTheGram) }

func testManifestToTheGram(b *bagTest) {
	var wanted []shipment.Order
	for bag, sum := range []int64{12345, 7105, 9550} {
		count := int64([]int{16, 16, 15}[bag])
		for i := range count {
			grams := sum / count
			if i == 0 {
				grams += sum % count
			}
			wanted = append(wanted, order(grams))
		}
	}
	wanted[0].Items, wanted[1].Items, wanted[20].Items = order(0, "200.25 EUR", "50.25 EUR").Items, order(0, "60.00 EUR").Items,
		order(0, "99.90 USD").Items
	made := b.createOf(wanted...)
	var numbers []string
	for _, parcels := range [][]shipment.Order{made[:16], made[16:32], made[32:]} {
		numbers = append(numbers, b.fill(1, parcels)...)
	}
	c := b.consign("61812345675")
	b.put(c, 0, numbers...)
	m := must[stored.Manifest](b.T)(b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID))
	equal(b.T, "sums", fmt.Sprint(m.Version, m.Pieces, m.Parcels, int64(m.Net), int64(m.Gross), m.Values, " ", m.MadeBy),
		"1 3 47 29000 30050 [{EUR 310.50} {USD 99.90}] ann@hub")
	again := must[stored.Manifest](b.T)(b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID))
	equal(b.T, "the same parcels", fmt.Sprint(again.Version, again.Digest), fmt.Sprint(1, m.Digest))

	// The two lines are one row or two, as the template of the broker says; the sums are the same.
	for _, rows := range []string{request.RowsOfCodes, request.RowsOfItems} {
		must[request.Template](b.T)(b.bags.SaveTemplate(byAnn(b.T), request.Template{
			Broker: "BROKER", Columns: "tracking_no, weight, value, currency", Rows: rows,
		}))
		book, err := excelize.OpenReader(bytes.NewReader(b.written(b.bags.Spreadsheet(byAnn(b.T), b.printing(), c.ConsignmentID))))
		noError(b.T, err)
		cells, err := book.GetRows(book.GetSheetList()[0])
		noError(b.T, err)
		var weights, values []string
		for _, row := range cells[1:] {
			if row[0] == made[0].TrackingNo {
				weights, values = append(weights, row[1]), append(values, strings.Join(row[2:], " "))
			}
		}
		wantWeights, wantValues := "[0.780]", "[250.50 EUR]"
		if rows == request.RowsOfItems {
			wantWeights, wantValues = "[0.780 ]", "[200.25 EUR 50.25 EUR]"
		}
		equal(b.T, rows+": weights", fmt.Sprint(weights), wantWeights)
		equal(b.T, rows+": values", fmt.Sprint(values), wantValues)
		same := must[stored.Manifest](b.T)(b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID))
		equal(b.T, "the version does not depend on the template", fmt.Sprint(same.Version, same.Values), "1 [{EUR 310.50} {USD 99.90}]")
	}
	if pdf := b.written(b.bags.Print(byAnn(b.T), b.printing(), c.ConsignmentID)); !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		b.Errorf("no PDF: %.20q", pdf)
	}
	_, err := b.bags.SaveTemplate(byAnn(b.T), request.Template{Broker: "B", Columns: "tracking_no, colour"})
	if invalid, ok := errors.AsType[*request.InvalidError](err); !ok || !strings.Contains(fmt.Sprint(invalid.Problems), "colour") {
		b.Errorf("an unknown column: %v", err)
	}
	equal(b.T, "in the audit", b.count(`SELECT count(*) FROM audit_log WHERE subject_kind = 'broker' AND subject = 'BROKER'`), 2)
}

// TestManifestVersions: what is different makes one version, and says what.
func TestManifestVersions(t *testing.T) { onEachEngine(t, 2, testManifestVersions) }

func testManifestVersions(b *bagTest) {
	made := b.createOf(order(1000, "10.00 EUR"), order(1000, "10.00 EUR"), order(1000, "10.00 EUR"), order(1000, "10.00 EUR"))
	bags := b.fill(1, made[:3])
	id, _ := stored.ParseBagNumber(bags[0])
	c := b.consign("61812345675")
	_, err := b.bags.Newest(byAnn(b.T), c.ConsignmentID)
	equal(b.T, "none was made", err, store.ErrNotFound)
	b.put(c, 0, bags...)
	must[stored.Manifest](b.T)(b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID))

	noError(b.T, b.bags.Stored.MoveBag(byAnn(b.T), "reopen", id, "One more"))
	_, err = b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID)
	wantRefusal(b.T, "a bag that is open", err, problem.BagsNotClosed.With(bags[0]))
	noError(b.T, b.bags.Remove(byAnn(b.T), id, made[0].TrackingNo))
	equal(b.T, "scan", b.scan(stored.Bag{BagID: id}, &made[3], "x").Outcome, stored.Added)
	noError(b.T, b.bags.Stored.MoveBag(byAnn(b.T), "close", id, ""))
	noError(b.T, b.store.DB.Execute(b.Context(), "change", `UPDATE orders SET shipper_order_id = 'other',
		record = '`+strings.ReplaceAll(b.record(made[1].OrderID), `"Budi"`, `"Budi S."`)+`' WHERE order_id = $1`, made[1].OrderID))
	_, err = b.bags.Newest(byAnn(b.T), c.ConsignmentID)
	wantRefusal(b.T, "the parcels are others", err, problem.ManifestOld.With(1))

	var wait sync.WaitGroup
	versions := make([]int64, 4)
	for i := range versions {
		wait.Go(func() {
			m, err := b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID)
			if err != nil {
				b.Error(err)
			}
			versions[i] = m.Version
		})
	}
	wait.Wait()
	equal(b.T, "versions that are made at once", fmt.Sprint(versions), "[2 2 2 2]")
	listed := must[[]stored.Manifest](b.T)(b.bags.Stored.Manifests(b.Context(), c.ConsignmentID, 0, 10))
	equal(b.T, "versions", len(listed), 2)
	m := listed[0]
	equal(b.T, "differences", fmt.Sprint(m.Version, m.Added, m.Removed, m.Changed), fmt.Sprintf("2 [%s] [%s] [%s]",
		made[3].TrackingNo, made[0].TrackingNo, made[1].TrackingNo))
	equal(b.T, "differences of the first", len(listed[1].Added)+len(listed[1].Removed)+len(listed[1].Changed), 0)
	newest := must[consolidation.Paper](b.T)(b.bags.Newest(byAnn(b.T), c.ConsignmentID))
	rows := 0
	for _, err := range newest.Rows(b.Context()) {
		noError(b.T, err)
		rows++
	}
	equal(b.T, "rows", rows, 3)
	equal(b.T, "in the audit", b.count(`SELECT count(*) FROM audit_log WHERE subject_kind = 'consignment' AND action = 'manifest'`), 2)

	// What the carrier reads on the bags and of the consignment is of the manifest, too.
	bag := func(fn func(*request.Bag)) error {
		_, err := b.bags.ChangeBag(byAnn(b.T), id, fn)
		return err
	}
	consignment := func(fn func(*request.Consignment)) error {
		_, err := b.bags.ChangeConsignment(byAnn(b.T), c.ConsignmentID, fn)
		return err
	}
	for i, change := range []func() error{
		func() error { return bag(func(r *request.Bag) { r.Seal = "S-2" }) },
		func() error { return bag(func(r *request.Bag) { r.Tare = 400 }) },
		func() error { return consignment(func(r *request.Consignment) { r.AWB = "02081140743" }) },
		func() error { return consignment(func(r *request.Consignment) { r.Destination = "MY" }) },
	} {
		noError(b.T, change())
		_, err := b.bags.Newest(byAnn(b.T), c.ConsignmentID)
		wantRefusal(b.T, "a change", err, problem.ManifestOld.With(i+2))
		made := must[stored.Manifest](b.T)(b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID))
		equal(b.T, "version and differences", fmt.Sprint(made.Version, made.Different), fmt.Sprint(i+3, 0))
	}
}

// record is what is stored of an order.
func (b *bagTest) record(id int64) string {
	b.Helper()
	return must[string](b.T)(engine.Value[string](b.Context(), b.store.DB.Reads,
		`SELECT CAST(record AS TEXT) FROM orders WHERE order_id = $1`, id))
}

// TestPapersOfBags prints the label and the list of a bag, and the bags of a leg.
func TestPapersOfBags(t *testing.T) { onEachEngine(t, 2, testPapersOfBags) }

func testPapersOfBags(b *bagTest) {
	made := b.createOf(order(1000), order(250))
	bags := b.fill(1, made)
	id, _ := stored.ParseBagNumber(bags[0])
	c := b.consign("61812345675")
	leg := b.addLeg(c, "SQ322")
	b.put(c, leg, bags...)
	with := b.printing()
	must[stored.Consignment](b.T)(b.bags.Stored.SaveLeg(byAnn(b.T), c.ConsignmentID, leg, func(l *request.Leg) {
		l.PlannedDeparture = time.Date(2026, 2, 4, 23, 30, 0, 0, time.FixedZone("", -3600))
	}))
	b.wantText("the list", b.written(b.bags.BagList(b.Context(), with, id)), "Bag BG-00001", "S-1", "loaded", "0.350 kg",
		"1 "+made[0].TrackingNo+" 1.000 2026-02-03 04:05 UTC", "2 "+made[1].TrackingNo+" 0.250 2026-02-03 04:05 UTC",
		"Pieces (bags): 1 · Parcels: 2 · Net: 1.250 kg · Gross: 1.600 kg")
	b.wantText("the loading list", b.written(b.bags.LoadingList(b.Context(), with, c.ConsignmentID, leg)), "2026-02-05 00:30 UTC", "Indonesia",
		"1 BG-00001 S-1 2 1.250 1.600")
	b.wantText("the label", b.written(b.bags.BagLabel(b.Context(), with, id)), "Tuas Singapore", "Indonesia", "All services", "S-1",
		"Opened 2026-02-03 04:05 UTC", "CN-00001", "1.600 kg")
	must[stored.Bag](b.T)(b.bags.ChangeBag(byAnn(b.T), id, func(r *request.Bag) { r.ToHubID = b.hub }))
	must[stored.Consignment](b.T)(b.bags.ChangeConsignment(byAnn(b.T), c.ConsignmentID, func(r *request.Consignment) {
		r.AWB, r.Truck = "", "B 1234 XY"
	}))
	b.wantText("the slip", b.written(b.bags.TransferSlip(b.Context(), with, c.ConsignmentID, leg)), "Truck", "B 1234 XY", "SQ322 SIN-CGK")
	if text := b.text(b.written(b.bags.BagLabel(b.Context(), with, id))); strings.Contains(text, "Indonesia") {
		b.Errorf("a bag to a hub: %s", text)
	}
	if _, err := b.bags.LoadingList(b.Context(), with, c.ConsignmentID, 2); !errors.Is(err, store.ErrNotFound) {
		b.Errorf("a leg that does not exist: %v", err)
	}
}

// TestGoodsThatDifferAreRowsOfTheirOwn: goods with one HS code are one row only if the carrier, customs and the sums see no difference: the
// UN number of dangerous goods, the origin and the currency are those of all goods of a row.
func TestGoodsThatDifferAreRowsOfTheirOwn(t *testing.T) {
	onEachEngine(t, 1, func(b *bagTest) {
		o := order(1000, "10.00 EUR", "20.00 EUR", "40.00 EUR", "80.00 EUR", "160.00 USD")
		o.Items[2].Trade.UNNumber = "UN3481"
		o.Items[3].Trade.OriginCountry = "MY"
		c := b.consign("61812345675")
		b.put(c, 0, b.fill(1, b.createOf(o))...)
		must[request.Template](b.T)(b.bags.SaveTemplate(byAnn(b.T), request.Template{
			Broker: "BROKER", Columns: "un_number, origin, quantity, value, currency", Rows: request.RowsOfCodes,
		}))
		must[stored.Manifest](b.T)(b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID))
		book, err := excelize.OpenReader(bytes.NewReader(b.written(b.bags.Spreadsheet(byAnn(b.T), b.printing(), c.ConsignmentID))))
		noError(b.T, err)
		cells, err := book.GetRows(book.GetSheetList()[0])
		noError(b.T, err)
		var rows []string
		for _, row := range cells[1:5] {
			rows = append(rows, strings.Join(row, " "))
		}
		equal(b.T, "rows", strings.Join(rows, "; "),
			" Singapore 2 30.00 EUR; UN3481 Singapore 1 40.00 EUR;  Malaysia 1 80.00 EUR;  Singapore 1 160.00 USD")
	})
}
