package load_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waybill/internal/blob"
	"waybill/internal/load"
	"waybill/internal/partnerlabel/partnerlabeltest"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
	"waybill/test/harness"
)

func TestMain(m *testing.M) { partnerlabeltest.Main(m) }

// line is a line of a file.
func line(t *testing.T, trackingNo string, service int64, more string) string {
	t.Helper()
	o := harness.NewOrder(service)
	o.TrackingNo = trackingNo
	text, err := json.Marshal(o)
	check(t, err)
	return fmt.Sprintf(`{"order":%s%s}`, text, more)
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestLoad(t *testing.T) {
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		s := storetest.Open(t, store.Options{URL: databaseURL})
		a, err := s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Acme"})
		check(t, err)
		_, _, err = s.Webhooks.CreateEndpoint(t.Context(), a.AccountID, shipment.EndpointSettings{URL: "https://shop.example.com"})
		check(t, err)
		_, _, err = s.MasterData.CreatePartner(t.Context(),
			masterdata.Partner{Name: "p", BaseURL: "https://p.example.com", Concurrency: 1, CallTimeout: 1e9})
		check(t, err)
		for _, partner := range []string{"", "p"} { // services 1 and 2
			_, err = s.MasterData.CreateService(t.Context(), shipment.Service{
				Name: "lane " + partner, Origin: "SG", Destination: "ID", Category: shipment.CategoryPickup, Partner: partner,
			})
			check(t, err)
		}
		folder := t.TempDir()
		check(t, os.WriteFile(filepath.Join(folder, "L-2.zpl"), []byte("^XA^FO10,10^FDL-2^FS^XZ"), 0o600))
		root, err := os.OpenRoot(folder)
		check(t, err)
		defer root.Close()
		blobs, err := blob.NewFolder(t.TempDir())
		check(t, err)
		var report bytes.Buffer
		run := func(dryRun bool, lines ...string) load.Counts {
			t.Helper()
			report.Reset()
			loader := load.Loader{
				Store: s, Labels: partnerlabeltest.NewStore(t, blobs), Folder: root, AccountID: a.AccountID, DryRun: dryRun, Report: &report,
			}
			counts, err := loader.Load(t.Context(), strings.NewReader(strings.Join(lines, "\n")))
			check(t, err)
			return counts
		}
		const events = `,"events":[{"status":"PICKED_UP","country":"SG","occurred_on":"2026-01-02T03:04:05Z"},` +
			`{"status":"CROSS_BORDER_TRANSIT","description":"Left Changi","occurred_on":"2026-01-03T03:04:05Z"}]`
		lines := []string{
			line(t, "L-000001", 1, events), line(t, "L-000002", 2, `,"hawb_no":"H-2","label":"L-2.zpl"`+events), line(t, "L-000003", 2, ""),
			line(t, "L-000001", 1, ""), line(t, "WB48210739526ID", 1, ""), line(t, "", 1, ""), line(t, "L-000007", 1, `,"hawb_no":"H-7"`),
			line(t, "L-000008", 2, `,"label":"../L-2.zpl"`), line(t, "L-000009", 9, ""), `{"orders":[]}`,
			line(t, "L-000011", 1, `,"events":[{"status":"PICKED_UP"}]`),
		}
		want := load.Counts{Created: 3, Refused: 8}
		if got := run(true, lines...); got != want {
			t.Errorf("dry run: %+v, %s", got, &report)
		}
		if _, err := s.OrderByTrackingNo(t.Context(), "L-000001"); err == nil {
			t.Fatal("a dry run stores orders")
		}
		if got := run(false, lines...); got != want {
			t.Errorf("first run: %+v, %s", got, &report)
		}
		for _, said := range []string{
			"line 4: tracking_no L-000001 cannot be used", "line 5: tracking_no WB48210739526ID cannot be used", "line 6: order: want one",
			"line 7: hawb_no and label: the service has no partner", "line 8: label: ", "line 9: ", "service_id", "line 10: it is not",
			"line 11: events[0].occurred_on: this field is required",
		} {
			if !strings.Contains(report.String(), said) {
				t.Errorf("the report has no %q: %s", said, &report)
			}
		}
		wantLoaded(t, s, a.AccountID)

		changed := strings.Replace(lines[0], `"Susan"`, `"Sari"`, 1)
		if got := run(false, changed, lines[1]); got != (load.Counts{Known: 2, Different: 1}) ||
			!strings.Contains(report.String(), `line 1: order L-000001: consignee_name is "Susan", not "Sari"`) {
			t.Errorf("second run: %+v, %s", got, &report)
		}
		wantLoaded(t, s, a.AccountID)
	})
}

func wantLoaded(t *testing.T, s *store.Store, accountID int64) {
	t.Helper()
	for no, want := range map[string]struct {
		status       shipment.TrackerStatus
		events       int
		hawb         string
		label        bool
		partnerLabel shipment.LabelFormat
		submission   store.SubmissionState
	}{
		"L-000001": {shipment.CrossBorderTransit, 3, "", true, "", ""},
		"L-000002": {shipment.CrossBorderTransit, 3, "H-2", true, "zpl", store.SubmissionConfirmed},
		"L-000003": {shipment.OrderCreated, 1, "", false, "", store.SubmissionConfirmed},
	} {
		d, err := s.OrderDetail(t.Context(), accountID, no)
		check(t, err)
		o := d.Order
		if o.TrackerStatus != want.status || len(d.Events) != want.events || o.HAWBNo != want.hawb || o.HasLabel != want.label ||
			o.PartnerLabel != want.partnerLabel || o.StatusCode != shipment.StatusSubmitted {
			t.Errorf("%s: %+v with %d events", no, o, len(d.Events))
		}
		if len(d.Submissions) > 0 && d.Submissions[0].State != want.submission || (len(d.Submissions) > 0) != (want.submission != "") {
			t.Errorf("%s: submissions %+v", no, d.Submissions)
		}
		deliveries, err := s.Webhooks.OrderDeliveries(t.Context(), accountID, o.OrderID, 10)
		if err != nil || len(deliveries) > 0 {
			t.Errorf("%s: webhooks %+v, %v", no, deliveries, err)
		}
	}
}
