package api

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/label"
	"waybill/internal/label/inspect/inspecttest"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// labelledOrders creates and waits for an order of each script of the simulated partner;
// "": it is fulfilled in house.
func (s *server) labelledOrders(scripts ...string) client.CreateResult {
	s.t.Helper()
	orders := make([]client.NewOrder, len(scripts))
	for i, script := range scripts {
		if orders[i] = exampleOrder(); script != "" {
			orders[i] = partnerOrder(script)
		}
	}
	created, err := s.sdk.CreateOrders(s.t.Context(), client.CreateRequest{Blocking: true, Orders: orders})
	if err != nil {
		s.t.Fatal(err)
	}
	return created
}

func TestPartnersLabelIsServedLikeWaybills(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for format, want := range map[shipment.LabelFormat]struct{ link, begins string }{
			shipment.LabelPDF: {".pdf", "%PDF-1.4\n"},
			shipment.LabelPNG: {".pdf", "%PDF-"},
			shipment.LabelZPL: {".zpl", "^XA^CI28^FO40,40"},
		} {
			placed := s.labelledOrders("[label " + string(format) + "]").Orders[0]
			path := strings.TrimPrefix(placed.LabelURL, s.url)
			res, body := s.send("GET", path, "")
			if !strings.HasSuffix(path, want.link) || res.StatusCode != http.StatusOK || !strings.HasPrefix(body, want.begins) {
				t.Errorf("%s: %s: %d %.100s", format, path, res.StatusCode, body)
			}
			if again, _ := s.send("GET", path, "", "If-None-Match", res.Header.Get("Etag")); again.StatusCode != http.StatusNotModified {
				t.Errorf("%s: the same again: %d", format, again.StatusCode)
			}
			if o := s.order(placed.TrackingNo); o.OrderLabelURL != placed.LabelURL || o.HAWBNo == "" {
				t.Errorf("%s: in the list %s, HAWB %q", format, o.OrderLabelURL, o.HAWBNo)
			}
			stem := strings.TrimSuffix(path, want.link)
			for other, media := range label.MediaTypes {
				if format == shipment.LabelPDF && other != label.PDF {
					continue // TestLongPDFOfPartnersAsDots
				}
				res, body := s.send("GET", stem+"."+string(other), "")
				switch {
				case string(other) == string(format), format != shipment.LabelZPL:
					if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != media {
						t.Errorf("%s as %s: %d %v", format, other, res.StatusCode, res.Header)
					}
				case res.StatusCode != http.StatusNotFound || !strings.Contains(body, "ask for ."+string(format)):
					t.Errorf("%s as %s: %d %s", format, other, res.StatusCode, body)
				}
			}
			if res, _ := s.send("GET", "/documents/invoice/"+s.named(label.Invoice, placed.TrackingNo)+".pdf",
				""); res.StatusCode != http.StatusOK {
				t.Errorf("%s: our invoice: %d", format, res.StatusCode)
			}
		}
	})
}

// TestPartnersPDFHasNothingButItsPages: a PDF of a partner is served without what a reader could run, open or follow.
func TestPartnersPDFHasNothingButItsPages(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		placed := s.labelledOrders("[label pdf]").Orders[0]
		name := s.labelName(placed.TrackingNo)
		hostile := inspecttest.PDF("",
			"<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert)>>/Names<</EmbeddedFiles<</Names[(a)7 0 R]>>>>>>",
			"<</Type/Pages/Kids[3 0 R]/Count 1>>",
			"<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>"+
				"/AA<</O<</S/Launch/F(a.exe)>>>>/Annots[6 0 R 9 0 R]>>",
			inspecttest.Stream("", "BT /F1 18 Tf 24 390 Td (PARTNER) Tj ET"),
			"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
			"<</Type/Annot/Subtype/Link/Rect[0 0 288 432]/A<</S/URI/URI(http://example.com)>>>>",
			"<</Type/Filespec/F(a.exe)/EF<</F 8 0 R>>>>", inspecttest.Stream("/Type/EmbeddedFile", "MZ"),
			"<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 7 0 R>>",
		)
		if err := errors.Join(os.WriteFile(s.labelFile(name), hostile, 0o600), os.Remove(s.pagesFile(name))); err != nil {
			t.Fatal(err)
		}
		res, pdf := s.send("GET", strings.TrimPrefix(placed.LabelURL, s.url), "")
		if pages := textOfPages(t, pdf); res.StatusCode != http.StatusOK || len(pages) != 1 || !strings.Contains(pages[0], "PARTNER") {
			t.Errorf("%d %q", res.StatusCode, pages)
		}
		for _, word := range []string{"JavaScript", "Launch", "Link", "URI", "example.com", "Embedded", "a.exe", "/A<<", "OpenAction", "/AA"} {
			if strings.Contains(pdf, word) {
				t.Errorf("the label has %s", word)
			}
		}
		for header, want := range map[string]string{
			"X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
			"Content-Security-Policy": "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'",
		} {
			if got := res.Header.Get(header); got != want {
				t.Errorf("%s: %q", header, got)
			}
		}
	})
}

func TestPartnersLabelThatIsNotReadyYet(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.labelledOrders("[label later]", "[label never]")
		for _, o := range created.Orders {
			if o.LabelURL != "" || o.Message != "The partner has the order and draws its label, which will follow." {
				t.Errorf("%+v", o)
			}
			if got := s.order(o.TrackingNo); got.StatusCode != "SUBMITTED" || got.OrderLabelURL != "" {
				t.Errorf("status %s, label %q", got.StatusCode, got.OrderLabelURL)
			}
		}
		later, never := created.Orders[0].TrackingNo, created.Orders[1].TrackingNo
		s.eventually("the label is there", func() bool {
			s.clock.advance(time.Minute) // it is asked for three times
			return s.order(later).OrderLabelURL != ""
		})
		detail, err := s.sdk.Order(t.Context(), never)
		if err != nil {
			t.Fatal(err)
		}
		if last := detail.Submissions[len(detail.Submissions)-1]; last.Kind != "label" || last.State != "failed" ||
			last.Message != "The partner has no label of this order." {
			t.Errorf("entry %+v", last)
		}
	})
}

func TestFilesOfManyLabelsHaveThoseOfPartners(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.labelledOrders("", "[label pdf]", "", "[label png]", "[label zpl]", "", "[label later]")
		numbers := make([]string, len(created.Orders))
		for i, o := range created.Orders {
			numbers[i] = o.TrackingNo
		}
		res, pdf := s.printed("upload_batch_no=" + created.UploadBatchNo)
		if res.StatusCode != http.StatusOK || res.Header.Get(printedHeader) != "5" || res.Header.Get(missingHeader) != "2" {
			t.Errorf("%d, %v", res.StatusCode, res.Header)
		}
		pages := textOfPages(t, pdf)
		if len(pages) != 5 {
			t.Fatalf("%d pages: %q", len(pages), pages)
		}
		for page, number := range []string{numbers[0], numbers[1], numbers[2], "", numbers[5]} {
			if !strings.Contains(pages[page], number) || number == "" && strings.TrimSpace(pages[page]) != "" {
				t.Errorf("page %d: %q, want %q", page, pages[page], number)
			}
		}
		res, zpl := s.printed("format=zpl&tracking_no=" + strings.Join(slices.Delete(slices.Clone(numbers), 1, 2), ","))
		if res.Header.Get(missingHeader) != "1" || strings.Count(zpl, "^XZ") != 6 || strings.Count(zpl, zplReset) != 1 ||
			!strings.Contains(zpl, "SIMULATED COURIER") {
			t.Errorf("missing %s, in %d labels", res.Header.Get(missingHeader), strings.Count(zpl, "^XZ"))
		}
		res, invoices := s.printed("document=invoice&upload_batch_no=" + created.UploadBatchNo)
		if pages := textOfPages(t, invoices); len(pages) != 6 || res.Header.Get(missingHeader) != "1" {
			t.Errorf("%d invoices, missing %s", len(pages), res.Header.Get(missingHeader))
		}
	})
}

// textOfPages is what the pages of a PDF say.
func textOfPages(t *testing.T, pdf string) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "labels.pdf")
	if err := os.WriteFile(file, []byte(pdf), 0o600); err != nil {
		t.Fatal(err)
	}
	pages := strings.Split(tool(t, "pdftotext", file, "-"), "\f")
	return pages[:len(pages)-1]
}

// labelName is what the blob store calls the label that an order's partner drew.
func (s *server) labelName(trackingNo string) string {
	s.t.Helper()
	order, err := s.api.Store.OrderByTrackingNo(s.t.Context(), trackingNo)
	if err != nil {
		s.t.Fatal(err)
	}
	record, err := s.api.Store.Ledger.PartnerLabel(s.t.Context(), order.AccountID, order.OrderID)
	if err != nil {
		s.t.Fatal(err)
	}
	return record.Blob
}

// labelFile is where it is.
func (s *server) labelFile(name string) string { return filepath.Join(s.folder, "blobs", name) }

// pagesFile is where its pages are.
func (s *server) pagesFile(name string) string { return s.labelFile(name) + ".pages" }

// zplReset follows the ZPL of partners, whose settings a printer keeps until it is switched off.
const zplReset = "^XA^PON^PMN^LRN^FWN,0^CI0^CVN^LH0,0^LS0^PA0,0,0,0^CFA,9,5^BY2,3,10^XZ\n"

// TestFilesOfManyLabelsHoldFew: those that are not held are read again, and all are there.
func TestFilesOfManyLabelsHoldFew(t *testing.T) {
	const orders = 8<<20/shipment.MaxPartnerLabel + 2 // a file holds 8 MB
	onEngines(t, func(t *testing.T, s *server) {
		created := s.labelledOrders(slices.Repeat([]string{"[label zpl]"}, orders)...)
		for i, o := range created.Orders {
			great := []byte(fmt.Sprintf("^XA^FX%02d", i) + strings.Repeat("x", shipment.MaxPartnerLabel-11) + "^XZ")
			name := s.labelName(o.TrackingNo)
			if err := os.WriteFile(s.labelFile(name), great, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		res, zpl := s.printed("format=zpl&upload_batch_no=" + created.UploadBatchNo)
		if res.StatusCode != http.StatusOK || len(zpl) != orders*(shipment.MaxPartnerLabel+len("\n"+zplReset)) {
			t.Errorf("%d, %d bytes", res.StatusCode, len(zpl))
		}
		for i, part := range strings.SplitAfter(strings.TrimSuffix(zpl, zplReset), zplReset) {
			if !strings.HasPrefix(part, fmt.Sprintf("^XA^FX%02d", i)) {
				t.Errorf("label %d begins %.20q", i, part)
			}
		}
	})
}

// TestZPLOfPartnersIsCleaned: printers get no command of a partner but those that draw one label. Files that an earlier
// version stored are cleaned or refused when they are sent.
func TestZPLOfPartnersIsCleaned(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		placed := s.labelledOrders("[label zpl]", "[label zpl]", "")
		path, file := strings.TrimPrefix(placed.Orders[0].LabelURL, s.url), s.labelFile(s.labelName(placed.Orders[0].TrackingNo))
		keep := func(zpl string) {
			t.Helper()
			if err := os.WriteFile(file, []byte(zpl), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		keep("^XA^MNY^pr12^FO1,1^FDx^FS^PQ1^XZ\n")
		const clean = "^XA^FO1,1^FDx^FS^PQ1^XZ\n"
		if res, body := s.send("GET", path, ""); res.StatusCode != http.StatusOK || body != clean+zplReset {
			t.Errorf("%d %q, want %q", res.StatusCode, body, clean)
		}
		res, body := s.printed("format=zpl&upload_batch_no=" + placed.UploadBatchNo)
		if res.StatusCode != http.StatusOK || !strings.HasPrefix(body, clean+zplReset+"^XA") ||
			strings.Count(body, zplReset) != 2 || strings.Count(body, "^XA") != 5 {
			t.Errorf("in a file of many: %d %.200q", res.StatusCode, body)
		}
		for zpl, command := range map[string]string{
			"^XA~JR^XZ": "~JR", "^XA^juF^XZ": "^ju", "^XA^XZ^XA^XZ": "one format", "^XA^LL3659^XZ": "^LL is",
		} {
			keep(zpl)
			if res, body := s.send("GET", path, ""); res.StatusCode != http.StatusNotFound || !strings.Contains(body, command) {
				t.Errorf("%s: %d %q", zpl, res.StatusCode, body)
			}
			res, body := s.printed("format=zpl&upload_batch_no=" + placed.UploadBatchNo)
			if res.StatusCode != http.StatusOK || strings.Contains(body, command) || strings.Count(body, "^XA") != 3 ||
				res.Header.Get(missingHeader) == "" {
				t.Errorf("%s in a file of many: %d %v %.200q", zpl, res.StatusCode, res.Header, body)
			}
		}
	})
}

func TestLostFilesOfLabels(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.labelledOrders("[label pdf]")
		name := s.labelName(created.Orders[0].TrackingNo)
		if err := errors.Join(os.Remove(s.labelFile(name)), os.Remove(s.pagesFile(name))); err != nil {
			t.Fatal(err)
		}
		res, body := s.send("GET", strings.TrimPrefix(created.Orders[0].LabelURL, s.url), "")
		if res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" {
			t.Errorf("%d %s", res.StatusCode, body)
		}
		if !strings.Contains(s.log.String(), name) {
			t.Error("the log does not name the file")
		}
		if res, _ := s.printed("upload_batch_no=" + created.UploadBatchNo); res.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("file of many: %d", res.StatusCode)
		}
	})
}

// TestLostPagesAreMadeAgain: labels of earlier versions have none either.
func TestLostPagesAreMadeAgain(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.labelledOrders("[label pdf]", "[label png]", "[label pdf]")
		var names []string
		for _, o := range created.Orders {
			names = append(names, s.labelName(o.TrackingNo))
		}
		if err := errors.Join(os.Remove(s.pagesFile(names[0])), os.Remove(s.pagesFile(names[1])),
			os.Truncate(s.pagesFile(names[2]), 50)); err != nil {
			t.Fatal(err)
		}
		res, pdf := s.printed("upload_batch_no=" + created.UploadBatchNo)
		if res.StatusCode != http.StatusOK || res.Header.Get(missingHeader) != "0" || len(textOfPages(t, pdf)) != 3 {
			t.Errorf("%d, missing %s", res.StatusCode, res.Header.Get(missingHeader))
		}
		for _, name := range names {
			if info, err := os.Stat(s.pagesFile(name)); err != nil || info.Size() <= 50 {
				t.Errorf("pages of %s: %v, %v", name, info, err)
			}
		}
	})
}

// TestDamagedFilesOfLabels are files that begin like labels, of an earlier version, which did
// not inspect them: no request of others fails.
func TestDamagedFilesOfLabels(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.labelledOrders("[label pdf]", "[label png]", "")
		var numbers []string
		for _, o := range created.Orders[:2] {
			numbers = append(numbers, o.TrackingNo)
			name := s.labelName(o.TrackingNo)
			info, err := os.Stat(s.labelFile(name))
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(os.Truncate(s.labelFile(name), info.Size()/2), os.Remove(s.pagesFile(name))); err != nil {
				t.Fatal(err)
			}
		}
		res, pdf := s.printed("upload_batch_no=" + created.UploadBatchNo)
		if res.Header.Get(missingHeader) != "2" || len(textOfPages(t, pdf)) != 1 {
			t.Errorf("%d, missing %s", res.StatusCode, res.Header.Get(missingHeader))
		}
		for _, l := range s.labelStatuses(client.LabelQuery{TrackingNos: numbers}).Labels {
			if l.Status != client.LabelOtherFormat || l.Message != problem.Inconvertible.String() {
				t.Errorf("%+v", l)
			}
		}
		res, body := s.send("GET", strings.TrimPrefix(created.Orders[1].LabelURL, s.url), "")
		if res.StatusCode != http.StatusNotFound || !strings.Contains(body, "ask for .png") {
			t.Errorf("half a picture: %d %s", res.StatusCode, body)
		}
		if printed, err := s.api.PrintLabel(t.Context(), numbers[1]); err != nil || len(printed) != 0 {
			t.Errorf("half a picture, for a webhook: %d bytes, %v", len(printed), err)
		}
	})
}

// receiveOtherwise is the receiver of a partner with a format of its own.
func receiveOtherwise(header http.Header, body []byte) ([]shipment.PartnerReport, error) {
	if header.Get("X-Signature") != "right" {
		return nil, errors.New("a wrong signature")
	}
	return []shipment.PartnerReport{{HAWBNo: string(body), Event: &shipment.TrackingEvent{Status: shipment.PickedUp}}}, nil
}
