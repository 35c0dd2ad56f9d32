package api

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/label"
	"waybill/internal/printing"
	"waybill/internal/request"
)

func (s *server) labelStatuses(q client.LabelQuery) client.LabelStatuses {
	s.t.Helper()
	got, err := s.sdk.LabelStatuses(s.t.Context(), q)
	if err != nil {
		s.t.Fatal(err)
	}
	return got
}

// TestStatusOfAMixedBatch has a label of each kind, in both formats of a file.
func TestStatusOfAMixedBatch(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.labelledOrders("", "[label png]", "[label zpl]", "[label later]", "[fail]", "")
		cancelled := created.Orders[5].TrackingNo
		if _, err := s.sdk.CancelOrders(t.Context(), []string{cancelled}); err != nil {
			t.Fatal(err)
		}
		const ready = "ready [pdf png zpl] "
		const later = "The partner has the order and draws its label, which will follow."
		const refused = "The partner refused the order: the consignee cannot be served."
		for format, want := range map[string][]string{
			"pdf": {
				ready, ready, "other_format [zpl] The partner draws this label as ZPL, which cannot be converted into PDF.",
				"pending [] " + later, "refused [] " + refused, "cancelled [] The order is cancelled.",
			},
			"zpl": {ready, ready, "ready [zpl] ", "pending [] " + later, "refused [] " + refused, "cancelled [] The order is cancelled."},
		} {
			statuses := s.labelStatuses(client.LabelQuery{UploadBatchNo: created.UploadBatchNo, Format: format})
			var got []string
			counts := map[string]int{}
			for i, l := range statuses.Labels {
				if l.TrackingNo != created.Orders[i].TrackingNo {
					t.Errorf("label %d is of %s", i, l.TrackingNo)
				}
				got = append(got, fmt.Sprintf("%s %v %s", l.Status, l.Formats, l.Message))
				counts[l.Status]++
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s:\n%s\nwant\n%s", format, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			for status, n := range statuses.Counts {
				if n != counts[status] {
					t.Errorf("%s: %d are %s, counted %d", format, counts[status], status, n)
				}
			}
			file, err := s.sdk.Labels(t.Context(), client.LabelQuery{UploadBatchNo: created.UploadBatchNo, Format: format})
			if err != nil || file.Printed != counts[client.LabelReady] || file.Printed+file.Missing != len(want) {
				t.Errorf("%s: %d labels, %d missing, %v", format, file.Printed, file.Missing, err)
			}
		}
		// Waybill draws the invoice of each order that has a label.
		invoices := s.labelStatuses(client.LabelQuery{UploadBatchNo: created.UploadBatchNo, Document: "invoice", Format: "zpl"})
		if invoices.Counts[client.LabelReady] != 3 || invoices.Counts[client.LabelOtherFormat] != 0 {
			t.Errorf("invoices: %v", invoices.Counts)
		}
	})
}

// TestPartnersLabelsOnSheets prints labels of partners on sheets beside our own.
func TestPartnersLabelsOnSheets(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.labelledOrders("[label pdf]", "", "[label png]", "[label zpl]", "")
		query := client.LabelQuery{UploadBatchNo: created.UploadBatchNo, Size: "a4"}
		file, err := s.sdk.Labels(t.Context(), query)
		if err != nil || file.Printed != 4 || file.Missing != 1 {
			t.Fatalf("%d labels, %d missing, %v", file.Printed, file.Missing, err)
		}
		for part, want := range map[string]int{"/Type/Page/": 1, "/MediaBox[0 0 595.28 842.01]": 1, "/Subtype /Form": 1, "/Subtype/Form": 1} {
			if got := bytes.Count(file.Content, []byte(part)); got != want {
				t.Errorf("%d times %s, want %d", got, part, want)
			}
		}
		if counts := s.labelStatuses(query).Counts; counts[client.LabelReady] != 4 || counts[client.LabelOtherFormat] != 1 {
			t.Errorf("counts %v", counts)
		}
	})
}

// TestLongPDFOfPartnersAsDots: it is long because PDFium starts slowly, most of all with the race detector. A busy
// machine says that labels are being converted, and later requests get them.
func TestLongPDFOfPartnersAsDots(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	onEngines(t, func(t *testing.T, s *server) {
		created := s.labelledOrders("[label pdf]", "", "[label pdf]")
		query := client.LabelQuery{UploadBatchNo: created.UploadBatchNo, Format: "zpl"}
		var file client.LabelFile
		for end := time.Now().Add(3 * time.Minute); ; {
			var err error
			if file, err = s.sdk.Labels(t.Context(), query); err == nil {
				break
			}
			if e, ok := errors.AsType[*client.Error](err); !ok || e.Detail != printing.ErrConverting.Error() || time.Now().After(end) {
				t.Fatal(err)
			}
		}
		formats := strings.SplitAfter(string(file.Content), "^XZ\n")
		if file.Printed != 3 || len(formats) != 4 || !strings.Contains(formats[0], "^GFA,") || !strings.Contains(formats[2], "^GFA,") {
			t.Errorf("%d labels: %.300s", file.Printed, file.Content)
		}
		if counts := s.labelStatuses(query).Counts; counts[client.LabelReady] != 3 {
			t.Errorf("counts %v", counts)
		}
		stem := strings.TrimSuffix(strings.TrimPrefix(created.Orders[0].LabelURL, s.url), ".pdf")
		for _, format := range []label.Format{label.PNG, label.ZPL} {
			res, body := s.send("GET", stem+"."+string(format), "")
			if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != label.MediaTypes[format] || len(body) < 500 {
				t.Errorf("%s: %d, %d bytes", format, res.StatusCode, len(body))
			}
		}
	})
}

// TestStatusOfTrackingNumbers: unknown numbers and those of other accounts look the same.
func TestStatusOfTrackingNumbers(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		o := exampleOrder()
		o.ConsigneeName, o.ShipperOrderID = "Susan \U0001F600", "REF-1"
		own := s.create(o).Orders[0].TrackingNo
		status := func(key string) string {
			res, body := s.send("GET", "/api/order/labels/status/?tracking_no=NOPE-1,"+own, "", "Authorization", "Bearer "+key)
			if res.StatusCode != http.StatusOK {
				t.Fatalf("%d %s", res.StatusCode, body)
			}
			return body
		}
		const unknown = `"shipper_order_id":"","status":"unknown","formats":[],` +
			`"message":"The account has no order with this tracking number.","warnings":[]}`
		begin := func(ready, missing int) string {
			return fmt.Sprintf(`{"document":"label","format":"pdf","counts":{"ready":%d,"other_format":0,"pending":0,"refused":0,`+
				`"cancelled":0,"unknown":%d,"not_used":0},"labels":[{"tracking_no":"NOPE-1",`, ready, missing)
		}
		if got, want := status(testKey), begin(1, 1)+unknown+`,{"tracking_no":"`+own+`","shipper_order_id":"REF-1","status":"ready",`+
			`"formats":["pdf","png","zpl"],"message":"","warnings":[{"field":"consignee_name","problem":"left out",`+
			`"characters":["U+1F600"]}]}]}`; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if got, want := status(s.newKey("Other shipper")), begin(0, 2)+unknown+`,{"tracking_no":"`+own+`",`+unknown+`]}`; got != want {
			t.Errorf("another account: got  %s\nwant %s", got, want)
		}
	})
}

func TestStatusRefusesWhatAFileRefuses(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		number := s.create(exampleOrder()).Orders[0].TrackingNo
		for query, want := range map[string]int{
			"upload_batch_no=B000000NONE":         http.StatusNotFound,
			"":                                    http.StatusBadRequest,
			"format=png&tracking_no=" + number:    http.StatusBadRequest,
			"size=a0&tracking_no=" + number:       http.StatusBadRequest,
			"document=poem&tracking_no=" + number: http.StatusBadRequest,
			"tracking_no=" + strings.Repeat("WB00000000,", request.MaxPrinted+1): http.StatusBadRequest,
		} {
			path := "/api/order/labels/status/?" + query
			if res, body := s.send("GET", path, "", "Authorization", "Bearer "+testKey); res.StatusCode != want {
				t.Errorf("%.60s: %d %s", query, res.StatusCode, body)
			}
		}
		if res, _ := s.send("GET", "/api/order/labels/status/?tracking_no="+number, ""); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("without a key: %d", res.StatusCode)
		}
	})
}
