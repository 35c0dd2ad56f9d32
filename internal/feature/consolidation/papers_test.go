package consolidation_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/printing"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/test/harness"
)

func (b *bagTest) execute(query string, args ...any) {
	b.Helper()
	noError(b.T, b.store.DB.Execute(b.Context(), "change", query, args...))
}

// TestAParcelIsInAManifestOnce: what was emptied out of a bag into another one of the consignment is in that one alone, and the empty bag
// is no piece.
func TestAParcelIsInAManifestOnce(t *testing.T) { onEachEngine(t, 2, testAParcelIsInAManifestOnce) }

func testAParcelIsInAManifestOnce(b *bagTest) {
	made := b.createOf(order(1000), order(1000), order(1000))
	bags := append(b.fill(1, made[:2]), b.fill(1, made[2:])...)
	c := b.consign("61812345675")
	b.put(c, 0, bags...)
	for _, number := range bags {
		id, _ := stored.ParseBagNumber(number)
		b.execute(`UPDATE bags SET state = 'emptied' WHERE bag_id = $1`, id)
		b.execute(`UPDATE bag_parcels SET emptied = 1 WHERE bag_id = $1`, id)
	}
	b.Clock.Advance(time.Minute)
	again := b.fill(1, made[:2])
	b.put(c, 0, again...)
	m := must[stored.Manifest](b.T)(b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID))
	equal(b.T, "pieces, parcels and gross", fmt.Sprint(m.Pieces, m.Parcels, int64(m.Gross)), "2 3 3700")
	listed := must[[]stored.Listed](b.T)(b.bags.Stored.ConsignmentParcels(b.Context(), c.ConsignmentID, stored.Place{}, 10))
	var in []string
	for _, p := range listed {
		in = append(in, stored.BagNumber(p.BagID))
	}
	equal(b.T, "bags", fmt.Sprint(in), fmt.Sprint([]string{bags[1], again[0], again[0]}))
}

// TestAnOlderReadingIsNoVersion: what was read before another version was made does not become the next one.
func TestAnOlderReadingIsNoVersion(t *testing.T) { onEachEngine(t, 2, testAnOlderReadingIsNoVersion) }

func testAnOlderReadingIsNoVersion(b *bagTest) {
	made := b.createOf(order(1000), order(1000))
	c := b.consign("61812345675")
	b.put(c, 0, b.fill(1, made[:1])...)
	older, err := b.bags.Paper(byAnn(b.T), c.ConsignmentID)
	noError(b.T, err)
	b.put(c, 0, b.fill(1, made[1:])...)
	must[stored.Manifest](b.T)(b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID))
	_, err = b.bags.Stored.MakeManifest(byAnn(b.T), older.Manifest)
	wantRefusal(b.T, "the older reading", err, problem.ManifestOld.With(1))
	for _, rowErr := range older.Rows(b.Context()) {
		err = rowErr
	}
	wantRefusal(b.T, "rows that are others now", err, problem.ManifestOld.With(0))
}

// TestErasedParcelsOfManifests: the digests of personal data go with them, and what was made stays.
func TestErasedParcelsOfManifests(t *testing.T) { onEachEngine(t, 2, testErasedParcelsOfManifests) }

func testErasedParcelsOfManifests(b *bagTest) {
	made := b.createOf(order(1000, "10.00 EUR"), order(1000, "10.00 EUR"))
	var all []stored.Consignment
	for i, awb := range []string{"61812345675", "61812345686"} {
		c := b.consign(awb)
		b.put(c, 0, b.fill(1, made[i:i+1])...)
		must[stored.Manifest](b.T)(b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID))
		all = append(all, c)
	}
	if n := b.count(`SELECT count(*) FROM manifests WHERE parcels LIKE 'WB%'`); n != 2 {
		b.Fatalf("%d manifests have digests", n)
	}
	b.end(&made[0], shipment.Success)
	b.Clock.Advance(48 * time.Hour)
	done := must[[]store.Erasure](b.T)(b.store.EraseOrders(byAnn(b.T), made[0].AccountID, []int64{made[0].OrderID}))
	equal(b.T, "erased", fmt.Sprintf("%d %q", len(done), done[0].Reason), `1 ""`)
	equal(b.T, "digests of the other one", b.count(`SELECT count(*) FROM manifests WHERE parcels LIKE 'WB%' AND consignment_id = $1`,
		all[1].ConsignmentID), 1)
	equal(b.T, "digests that are left", b.count(`SELECT count(*) FROM manifests WHERE parcels LIKE 'WB%'`), 1)
	next := must[stored.Manifest](b.T)(b.bags.MakeManifest(byAnn(b.T), all[0].ConsignmentID))
	equal(b.T, "the next version", fmt.Sprint(next.Version, next.Added, next.Changed, next.Parcels), "2 [] [] 1")
}

// TestFilingsByFlight: what leaves the United States on two flights is two exports, and what is on none yet is one.
func TestFilingsByFlight(t *testing.T) { onEachEngine(t, 1, testFilingsByFlight) }

func testFilingsByFlight(b *bagTest) {
	fromUS := order(1000, "1500.00 USD")
	fromUS.Pickup = shipment.Party{Name: "Acme", Country: "US"}
	made := b.createOf(fromUS, fromUS, fromUS)
	bags := b.fill(3, made)
	c := b.consign("61812345675")
	b.put(c, 0, bags...)
	const want = "listed Goods of one shipper for one consignee with the HS code 610910 are declared at %s USD, " +
		"above 2500 USD: the export is to be filed. %v"
	b.wantFindings("on no flight", b.findings(c, made), fmt.Sprintf(want, "4500.00", []int{0, 1, 2}))
	var legs []int64
	for _, way := range [][2]shipment.Country{{"US", "SG"}, {"US", "SG"}, {"SG", "ID"}, {"US", "US"}} {
		saved := must[stored.Consignment](b.T)(b.bags.Stored.SaveLeg(byAnn(b.T), c.ConsignmentID, 0, func(l *request.Leg) {
			l.Flight, l.From, l.FromCountry, l.To, l.ToCountry = "UA1", fmt.Sprint("A", len(legs)), way[0], fmt.Sprint("B", len(legs)), way[1]
			l.PlannedDeparture = b.Clock.Now()
		}))
		legs = append(legs, int64(len(saved.Legs)))
	}
	b.put(c, legs[0], bags[0])
	b.put(c, legs[1], bags[1], bags[2])
	b.put(c, legs[2], bags...)
	b.put(c, legs[3], bags...) // within the United States they are together
	b.wantFindings("on two flights", b.findings(c, made), fmt.Sprintf(want, "3000.00", []int{1, 2}))
}

// TestMostOfAConsignment: findings and parcels beyond the most are counted, and not held.
func TestMostOfAConsignment(t *testing.T) { onEachEngine(t, 1, testMostOfAConsignment) }

func testMostOfAConsignment(b *bagTest) {
	made := b.create(1005)
	bags := b.fill(1, made[:1])
	id, _ := stored.ParseBagNumber(bags[0])
	c := b.consign("61812345675")
	b.put(c, 0, bags...)
	b.execute(`INSERT INTO bag_parcels (account_id, order_id, bag_id, weight, scanned_on, scanned_by, scan, emptied)
		SELECT account_id, order_id, CAST($1 AS BIGINT), 1000, 1, 'ann', 's', 0 FROM orders WHERE order_id <> $2`, id, made[0].OrderID)
	found := b.findings(c, made)
	equal(b.T, "findings", fmt.Sprint(len(found), " ", found[1000]), "1001 listed 5 more findings are not listed. Mend these first. []")
	m := must[stored.Manifest](b.T)(b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID)) // more than are read at once
	equal(b.T, "parcels", m.Parcels, 1005)
	b.execute(`INSERT INTO bag_parcels (account_id, order_id, bag_id, weight, scanned_on, scanned_by, scan, emptied)
		WITH RECURSIVE n(id) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT id + 1 FROM n WHERE id < 18996)
		SELECT CAST($2 AS BIGINT), 1000000000000000 + id, CAST($1 AS BIGINT), 1000, 1, 'ann', 's', 0 FROM n`, id, made[0].AccountID)
	_, err := b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID)
	wantRefusal(b.T, "one parcel too many", err, problem.ManifestParcels.With(20001, 20000))
	_, err = b.bags.BagList(b.Context(), b.printing(), id)
	wantRefusal(b.T, "likewise in a bag", err, problem.ManifestParcels.With(20001, 20000))
}

// TestLargeOrdersOfAManifest: orders that are too large to be in memory together are read a few at a time, and none is left out.
func TestLargeOrdersOfAManifest(t *testing.T) { onEachEngine(t, 2, testLargeOrdersOfAManifest) }

func testLargeOrdersOfAManifest(b *bagTest) {
	large := order(1000)
	for i := range 100 {
		large.Items = append(large.Items, shipment.Item{Desc: fmt.Sprint(strings.Repeat("D", 8000), i), Quantity: 1, PriceCurrency: "EUR"})
	}
	var wanted []shipment.Order
	for i := range 20 {
		if i%2 == 0 {
			wanted = append(wanted, large)
		}
		wanted = append(wanted, order(1000, "1.00 EUR"))
	}
	made := b.createOf(wanted...)
	c := b.consign("61812345675")
	b.put(c, 0, b.fill(3, made)...)
	m := must[stored.Manifest](b.T)(b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID))
	equal(b.T, "parcels and values", fmt.Sprint(m.Parcels, m.Values), "30 [{EUR 20.00}]")
	if pdf := b.written(b.bags.Print(byAnn(b.T), b.printing(), c.ConsignmentID)); !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		b.Errorf("no PDF: %.20q", pdf)
	}
}

// text is the text of a PDF, on one line.
func (b *bagTest) text(pdf []byte) string {
	b.Helper()
	pdftotext := harness.Tool(b.T, "pdftotext")
	if dir := os.Getenv("WAYBILL_TEST_PDFS"); dir != "" { // to be looked at
		noError(b.T, os.WriteFile(fmt.Sprintf("%s/%s-%d.pdf", dir, strings.ReplaceAll(b.Name(), "/", "-"), len(pdf)), pdf, 0o600))
	}
	read := exec.CommandContext(b.Context(), pdftotext, "-layout", "-", "-")
	read.Stdin = bytes.NewReader(pdf)
	text := must[[]byte](b.T)(read.Output())
	return strings.Join(strings.Fields(strings.ReplaceAll(string(text), "\u00a0", " ")), " ")
}

func (b *bagTest) wantText(what string, pdf []byte, want ...string) {
	b.Helper()
	text := b.text(pdf)
	for _, want := range want {
		if !strings.Contains(text, want) {
			b.Errorf("%s has no %q: %s", what, want, text)
		}
	}
}

// TestPapersOfFlights: the loading lists of two flights have the pieces and weights of the manifest together, and bags are handed over with
// a slip that both sign.
func TestPapersOfFlights(t *testing.T) { onEachEngine(t, 2, testPapersOfFlights) }

func testPapersOfFlights(b *bagTest) {
	made := b.createOf(order(12_345), order(7_105), order(9_550))
	bags := b.fill(3, made)
	c := b.consign("61812345675")
	first, second := b.addLeg(c, "SQ322"), b.addLeg(c, "SQ306")
	b.put(c, first, bags[:2]...)
	b.put(c, second, bags[2])
	with := b.printing()
	must[stored.Manifest](b.T)(b.bags.MakeManifest(byAnn(b.T), c.ConsignmentID))
	b.wantText("the manifest", b.written(b.bags.Print(byAnn(b.T), with, c.ConsignmentID)), "Manifest CN-00001", "618-12345675",
		"Pieces (bags): 3 · Parcels: 3 · Net: 29.000 kg · Gross: 30.050 kg")
	b.wantText("the first flight", b.written(b.bags.LoadingList(b.Context(), with, c.ConsignmentID, first)), "Loading list CN-00001",
		"SQ322 SIN-CGK", bags[0], bags[1], "Pieces (bags): 2 · Parcels: 2 · Net: 19.450 kg · Gross: 20.150 kg")
	b.wantText("the second flight", b.written(b.bags.LoadingList(b.Context(), with, c.ConsignmentID, second)), "SQ306 SIN-CGK", bags[2],
		"Pieces (bags): 1 · Parcels: 1 · Net: 9.550 kg · Gross: 9.900 kg")
	b.wantText("the slip", b.written(b.bags.TransferSlip(b.Context(), with, c.ConsignmentID, first)), "Transfer slip CN-00001", bags[1], "S-1",
		"Pieces (bags): 2", "Handed over by", "Taken over by", "Signature")
	id, _ := stored.ParseBagNumber(bags[0])
	b.wantText("the label", b.written(b.bags.BagLabel(b.Context(), with, id)), bags[0], "CN-00001", "12.695 kg", "0.350 kg")
	must[stored.Bag](b.T)(b.bags.ChangeBag(byAnn(b.T), id, func(r *request.Bag) { r.Gross = 12_900 }))
	b.wantText("the label of a bag that was weighed", b.written(b.bags.BagLabel(b.Context(), with, id)), "12.900 kg", "0.350 kg")
	_, err := b.bags.TransferSlip(b.Context(), with, c.ConsignmentID, 3)
	equal(b.T, "a leg that does not exist", err, store.ErrNotFound)
}

// TestInvoicesOfAConsignment: one file has the invoice of each parcel, with what its own account states for customs.
func TestInvoicesOfAConsignment(t *testing.T) { onEachEngine(t, 2, testInvoicesOfAConsignment) }

func testInvoicesOfAConsignment(b *bagTest) {
	for i, k := range b.shippers {
		must[shipment.Customs](b.T)(b.store.MasterData.UpdateAccountCustoms(byAnn(b.T), k.AccountID, func(facts shipment.Customs) error {
			facts["exporter_reference"] = fmt.Sprintf("EXP-276-%d", i)
			return nil
		}))
	}
	made := b.createOf(order(1000, "10.00 EUR"), order(1000, "20.00 EUR"), order(1000, "30.00 EUR"))
	c := b.consign("61812345675")
	with := b.printing()
	_, err := b.bags.Invoices(byAnn(b.T), with, c.ConsignmentID)
	equal(b.T, "no parcels", err, error(printing.ErrNothing))
	b.put(c, 0, b.fill(2, made)...)
	pdf := b.written(b.bags.Invoices(byAnn(b.T), with, c.ConsignmentID))
	b.wantText("the file", pdf, made[0].TrackingNo, made[1].TrackingNo, made[2].TrackingNo, "10.00", "20.00", "30.00")
	equal(b.T, "invoices", strings.Count(b.text(pdf), "Page 1 of 1"), 3)
	for i, n := range []int{2, 1} {
		equal(b.T, "facts of an account", strings.Count(b.text(pdf), fmt.Sprintf("EXP-276-%d", i)), n)
	}
	_, err = b.bags.Invoices(byAnn(b.T), with, 99)
	equal(b.T, "a consignment that does not exist", errors.Is(err, store.ErrNotFound), true)
}
