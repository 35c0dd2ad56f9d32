package consolidation_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/each"
	"waybill/internal/feature/consolidation"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/importer"
	"waybill/internal/partnerlabel/partnerlabeltest"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// readFile reads a file of a broker.
func (b *bagTest) readFile(c stored.Consignment, file string, confirm bool) consolidation.CustomsResult {
	b.Helper()
	return must[consolidation.CustomsResult](b.T)(b.bags.ReadFile(byAnn(b.T), sheets(b.T), "1", c.ConsignmentID, []byte(file), confirm))
}

// tally counts the outcomes of lines.
func tally(r consolidation.CustomsResult) string {
	counts := map[string]int{}
	for _, l := range r.Lines {
		counts[l.Outcome]++
	}
	return fmt.Sprint(counts)
}

// messages are what lines say that are not simply stored or ready.
func messages(r consolidation.CustomsResult) (all []string) {
	for _, l := range r.Lines {
		if !slices.Contains([]problem.Message{problem.AnswerReady, problem.AnswerStored, problem.AnswerRepeated}, l.Message) {
			all = append(all, fmt.Sprintf("%d %s %s: %s", l.Line, l.TrackingNo, l.Outcome, l.Message))
		}
	}
	return all
}

// TestBrokerResult is the case broker-result-file: 214 lines for 213 parcels.
func TestBrokerResult(t *testing.T) { onEachEngine(t, 3, testBrokerResult) }

func testBrokerResult(b *bagTest) {
	all := b.create(213)
	c := b.consign("61812345675")
	leg := b.addLeg(c, "SQ322")
	b.put(c, leg, b.fill(3, all)...)
	b.set(c, request.Cleared)
	noError(b.T, b.move(c, leg, false, request.Happening{OccurredOn: b.Clock.Now().Add(-48 * time.Hour)}))
	b.carry()
	b.end(&all[211], shipment.Success)
	day := b.Clock.Now().Add(-time.Hour).UTC().Format(time.RFC3339)
	lines := []string{"hawb;mrn;status;duty;vat;currency;date;reason"}
	line := func(number, status, reason string, i int) {
		lines = append(lines, fmt.Sprintf("%s;26ID%04d;%s;%d.25;1.1;USD;%s;%s", number, i, status, i, day, reason))
	}
	for i := range all {
		switch number := all[i].TrackingNo; {
		case i < 170:
			line(number, "released", "", i)
		case i < 210:
			line(number, "held", "No invoice", i)
		case i == 210:
			line(number, "seized", "Counterfeit", i)
		case i == 211:
			line(number, "released", "", i)
		}
	}
	lines = append(lines, lines[8])
	line("WB00000000000ID", "released", "", 1)
	file := strings.Join(lines, "\n") + "\n"

	trial := b.readFile(c, file, false)
	equal(b.T, "lines", len(trial.Lines), 214)
	equal(b.T, "trial", tally(trial), "map[not_found:1 ready:212 unchanged:1]")
	want := fmt.Sprint([]string{
		fmt.Sprintf("213 %s ready: %s", all[211].TrackingNo, problem.AnswerEnded),
		fmt.Sprintf("214 %s unchanged: %s", all[7].TrackingNo, problem.ParcelTwice),
		fmt.Sprintf("215 WB00000000000ID not_found: %s", problem.BagCode),
	})
	equal(b.T, "what a person is to know", fmt.Sprint(messages(trial)), want)
	equal(b.T, "without a line", fmt.Sprint(trial.Missing), fmt.Sprint([]string{all[212].TrackingNo}))
	equal(b.T, "rows after the trial", b.count(`SELECT count(*) FROM parcel_customs`), 0)

	const events = `SELECT count(*) FROM tracking_events WHERE source = 'consignment' AND text LIKE 'Customs%'`
	confirmed := b.readFile(c, file, true)
	equal(b.T, "stored", tally(confirmed), "map[not_found:1 stored:212 unchanged:1]")
	equal(b.T, "what a person is to know", fmt.Sprint(messages(confirmed)), strings.Replace(want, " ready: ", " stored: ", 1))
	equal(b.T, "released", b.count(events+` AND text = 'Customs: released'`), 170)
	equal(b.T, "held", b.count(events+` AND text = 'Customs: held'`), 40)
	equal(b.T, "all events", b.count(events), 211)
	equal(b.T, "of one parcel", b.count(`SELECT count(*) FROM (SELECT order_id FROM tracking_events WHERE text LIKE 'Customs%'
		GROUP BY order_id HAVING count(*) > 1) AS several`), 0)
	equal(b.T, "in customs", b.count(`SELECT count(*) FROM orders WHERE tracker_status = 'DESTINATION_COUNTRY_CUSTOMS'`), 170)
	equal(b.T, "kept", b.count(`SELECT count(*) FROM orders WHERE tracker_status = 'EXCEPTION'`), 41)
	equal(b.T, "delivered", b.count(`SELECT count(*) FROM orders WHERE tracker_status = 'SUCCESS'`), 1)
	equal(b.T, "in the audit", b.count(`SELECT count(*) FROM audit_log WHERE action = 'customs' AND actor = 'ann@hub'
		AND new_value LIKE '%"source":"file"%'`), 212)

	again := b.readFile(c, file, true)
	equal(b.T, "read before", again.IsRead, true)
	equal(b.T, "events", b.count(events), 211)
	equal(b.T, "audit", b.count(`SELECT count(*) FROM audit_log WHERE action = 'customs'`), 212)
	other := b.readFile(c, file+"\n", true) // the same lines as another file
	equal(b.T, "lines again", tally(other), "map[not_found:1 unchanged:213]")
	equal(b.T, "events", b.count(events), 211)

	listed := b.listed(c, &all[171])
	equal(b.T, "amounts of a parcel", fmt.Sprint(listed.Status, listed.Source, listed.EntryNo, listed.Duty, listed.Tax, listed.Currency),
		fmt.Sprint("held", "file", "26ID0171", "171.25", "1.1", "USD"))
	equal(b.T, "time", time.UnixMicro(listed.On).UTC().Format(time.RFC3339), day)
}

func (b *bagTest) listed(c stored.Consignment, o *shipment.Order) stored.Listed {
	b.Helper()
	all := must[[]stored.Listed](b.T)(b.bags.Stored.ConsignmentParcels(b.Context(), c.ConsignmentID, stored.Place{}, 999))
	return all[slices.IndexFunc(all, func(p stored.Listed) bool { return p.OrderID == o.OrderID })]
}

// TestBrokerResultFaults reads lines of which most are wrong, as XLSX. What cannot be stored is listed, and the rest is stored.
func TestBrokerResultFaults(t *testing.T) { onEachEngine(t, 2, testBrokerResultFaults) }

func testBrokerResultFaults(b *bagTest) {
	all := b.create(9)
	c, elsewhere := b.consign("61812345675"), b.consign("")
	b.put(c, 0, b.fill(2, all[:7])...)
	b.put(elsewhere, 0, b.fill(1, all[7:8])...)
	no := func(i int) string { return all[i].TrackingNo }
	rows := [][]string{
		{no(0), "taxes_due", "1", "2", "EUR"},
		{no(1), "lost", "1", "2", "EUR"},
		{no(2), "assessed", "1", "2", "EURO"},
		{no(3), "assessed", "1", "", ""},
		{no(4), "released", "1", "2", "EUR"},
		{all[4].ShipperOrderID, "released", "1", "3", "EUR"},
		{no(5), "do_not_load", "", "", ""},
		{no(7), "released", "1", "2", "EUR"},
		{no(8), "released", "1", "2", "EUR"},
		{no(6), "assessed", "1,5", "2", "EUR"},
	}
	var file bytes.Buffer
	noError(b.T, importer.WriteTexts(&file, importer.XLSX, []string{"tracking_no", "status", "duty", "tax", "currency"},
		func(yield func([]string, error) bool) {
			for _, row := range rows {
				if !yield(row, nil) {
					return
				}
			}
		}))
	read := b.readFile(c, file.String(), true)
	equal(b.T, "outcomes", fmt.Sprint(each.Of(read.Lines, func(l consolidation.CustomsLine) string { return fmt.Sprint(l.Line, l.Outcome) })),
		"[2stored 3refused 4refused 5refused 6refused 7refused 8stored 9refused 10refused 11refused]")
	for i, part := range []string{
		"answer: ", "currency: ", "currency: This field is required.", problem.ParcelTwice.String(), problem.ParcelTwice.String(), "",
		problem.ParcelAway.String(), problem.ParcelAway.String(), "duty: ",
	} {
		if l := read.Lines[i+1]; !strings.Contains(l.Message.String(), part) || l.TrackingNo != rows[i+1][0] {
			b.Errorf("line %d of %s: %s", i+3, l.TrackingNo, l.Message)
		}
	}
	missing := []string{no(1), no(2), no(3), no(4), no(6)}
	slices.Sort(missing)
	equal(b.T, "missing", fmt.Sprint(read.Missing), fmt.Sprint(missing))
	equal(b.T, "stopped", b.listed(c, &all[5]).Stop+" "+b.listed(c, &all[5]).Answer, "Customs: do not load do_not_load")
	equal(b.T, "before the departure its status stays", b.count(`SELECT count(*) FROM orders WHERE tracker_status LIKE '%CUSTOMS'`), 0)

	// Later results: what they leave open stays, and no amount is in another currency than it was.
	answer := func(a request.Answer, confirm bool) consolidation.CustomsLine {
		a.TrackingNo = no(0)
		sent := request.Answers{Answers: []request.Answer{a}, Confirm: confirm}
		return must[consolidation.CustomsResult](b.T)(b.bags.Read(byAnn(b.T), c.ConsignmentID, sent)).Lines[0]
	}
	changes := request.Answer{Customs: request.Customs{Status: "released", Tax: "4.5", Currency: "USD"}}
	equal(b.T, "a trial", answer(changes, false).Message, problem.AnswerChanges.With("1 2 EUR", "4.5 USD"))
	equal(b.T, "nothing is stored", b.listed(c, &all[0]).Currency, "EUR")
	equal(b.T, "outcome", answer(changes, true).Outcome, consolidation.AnswerStored)
	answer(request.Answer{Customs: request.Customs{Status: "inspected", EntryNo: "26ID1"}}, true)
	b.Clock.Advance(time.Minute)
	answer(request.Answer{Customs: request.Customs{Status: "inspected", EntryNo: "26ID2"}}, true) // no second event
	is := b.listed(c, &all[0])
	is.On = 0
	equal(b.T, "after all", is.Customs, request.Customs{Status: "inspected", Source: "user", EntryNo: "26ID2", Tax: "4.5", Currency: "USD"})
	equal(b.T, "events", b.count(`SELECT count(*) FROM tracking_events WHERE order_id = $1 AND text LIKE 'Customs: %'
		AND occurred_on <= $2`, all[0].OrderID, engine.Micros(b.Clock.Now())), 3)
	equal(b.T, "unchanged", answer(request.Answer{Customs: request.Customs{Status: "inspected"}}, true).Outcome, consolidation.AnswerUnchanged)

	for what, text := range map[string]string{
		"a heading": "tracking_no,answer,x\n1,released,1\n", "empty": "", "too many": "tracking_no,answer\n" + strings.Repeat("1,held\n", 5001),
	} {
		if _, err := b.bags.ReadFile(byAnn(b.T), nil, "1", c.ConsignmentID, []byte(text), true); err == nil {
			b.Errorf("%s: no error", what)
		}
	}
}

func TestMain(m *testing.M) { partnerlabeltest.Main(m, importer.Tasks) }

// sheets reads spreadsheets in processes of this program.
func sheets(t *testing.T) *sandbox.Runner {
	t.Helper()
	run := must[*sandbox.Runner](t)(sandbox.New(importer.Limits, slog.New(slog.DiscardHandler)))
	t.Cleanup(run.Close)
	return run
}
