package api

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/label"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// labelledOrders creates and waits for an order of each script of the simulated courier;
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

func TestCouriersLabelIsServedLikeOurs(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for format, want := range map[shipment.LabelFormat]struct{ link, begins string }{
			shipment.LabelPDF: {".pdf", "%PDF-1.4\n1 0 obj"},
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
			for other, media := range mediaTypes {
				res, body := s.send("GET", stem+"."+string(other), "")
				switch {
				case string(other) == string(format), format == shipment.LabelPNG && other == label.PDF:
					if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != media {
						t.Errorf("%s as %s: %d %v", format, other, res.StatusCode, res.Header)
					}
				case res.StatusCode != http.StatusNotFound || !strings.Contains(body, "ask for ."+string(format)):
					t.Errorf("%s as %s: %d %s", format, other, res.StatusCode, body)
				}
			}
			if res, _ := s.send("GET", "/documents/invoice/"+s.documentKey.name(label.Invoice, placed.TrackingNo)+".pdf", ""); res.StatusCode != http.StatusOK {
				t.Errorf("%s: our invoice: %d", format, res.StatusCode)
			}
		}
	})
}

func TestCouriersLabelThatIsNotThereYet(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.labelledOrders("[label later]", "[label never]")
		for _, o := range created.Orders {
			if o.LabelURL != "" || o.Message != "The courier has the order and draws its label, which will follow." {
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
		if last := detail.Submissions[len(detail.Submissions)-1]; last.Kind != "label" || last.State != "failed" || last.Message != "The courier has no label of this order." {
			t.Errorf("entry %+v", last)
		}
	})
}

func TestFilesOfManyLabelsHaveThoseOfCouriers(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.labelledOrders("", "[label pdf]", "", "[label png]", "[label zpl]", "", "[label later]")
		numbers := make([]string, len(created.Orders))
		for i, o := range created.Orders {
			numbers[i] = o.TrackingNo
		}
		res, pdf := s.printed("upload_batch_no=" + created.UploadBatchNo)
		if got, want := res.Header.Get(missingHeader), numbers[6]+","+numbers[4]; res.StatusCode != http.StatusOK || got != want {
			t.Errorf("%d, missing %s, want %s", res.StatusCode, got, want)
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
		res, zpl := s.printed("format=zpl&upload_batch_no=" + created.UploadBatchNo)
		missing := strings.Split(res.Header.Get(missingHeader), ",")
		if want := []string{numbers[6], numbers[1], numbers[3]}; !slices.Equal(missing, want) || strings.Count(zpl, "^XZ") != 4 || !strings.Contains(zpl, "SIMULATED COURIER") {
			t.Errorf("missing %v, want %v, in %d labels", missing, want, strings.Count(zpl, "^XZ"))
		}
		res, invoices := s.printed("document=invoice&upload_batch_no=" + created.UploadBatchNo)
		if pages := textOfPages(t, invoices); len(pages) != 6 || res.Header.Get(missingHeader) != numbers[6] {
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

// labelName is what the blob store calls the label that an order's courier drew.
func (s *server) labelName(trackingNo string) string {
	s.t.Helper()
	order, err := s.Store.OrderByTrackingNo(s.t.Context(), trackingNo)
	if err != nil {
		s.t.Fatal(err)
	}
	record, err := s.Store.CourierLabel(s.t.Context(), order.AccountID, order.OrderID)
	if err != nil {
		s.t.Fatal(err)
	}
	return record.Blob
}

// labelFile is where it is.
func (s *server) labelFile(name string) string { return filepath.Join(s.folder, "blobs", name) }

// TestFilesOfManyLabelsAreBounded: a file takes so many labels of the greatest size, and not
// one more.
func TestFilesOfManyLabelsAreBounded(t *testing.T) {
	const most = maxCourierFiles / shipment.MaxCourierLabel
	onEngines(t, func(t *testing.T, s *server) {
		record := store.CourierLabel{Format: shipment.LabelZPL, Blob: "labels/great.zpl"} // which they share
		if err := s.Blobs.Put(t.Context(), record.Blob, make([]byte, shipment.MaxCourierLabel)); err != nil {
			t.Fatal(err)
		}
		records := make(map[int64]store.CourierLabel)
		for id := range int64(most) {
			records[id] = record
		}
		if files, err := s.readCourierFiles(t.Context(), records, label.ZPL); err != nil || len(files) != most {
			t.Errorf("%d of %d labels, %v", len(files), most, err)
		}
		records[most] = record
		if _, err := s.readCourierFiles(t.Context(), records, label.ZPL); !errors.Is(err, errManyCourierFiles) {
			t.Errorf("of %d labels: %v", most+1, err)
		}
	})
}

func TestLostFilesOfLabels(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.labelledOrders("[label pdf]")
		name := s.labelName(created.Orders[0].TrackingNo)
		if err := os.Remove(s.labelFile(name)); err != nil {
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

// TestDamagedFilesOfLabels are files that begin like labels: no request of others fails.
func TestDamagedFilesOfLabels(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.labelledOrders("[label pdf]", "[label png]", "")
		var numbers []string
		for _, o := range created.Orders[:2] {
			numbers = append(numbers, o.TrackingNo)
			file := s.labelFile(s.labelName(o.TrackingNo))
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(file, info.Size()/2); err != nil {
				t.Fatal(err)
			}
		}
		res, pdf := s.printed("upload_batch_no=" + created.UploadBatchNo)
		missing := strings.Split(res.Header.Get(missingHeader), ",")
		if slices.Sort(missing); !slices.Equal(missing, slices.Sorted(slices.Values(numbers))) || len(textOfPages(t, pdf)) != 1 {
			t.Errorf("%d, missing %v, want %v", res.StatusCode, missing, numbers)
		}
		res, body := s.send("GET", strings.TrimPrefix(created.Orders[1].LabelURL, s.url), "")
		if res.StatusCode != http.StatusNotFound || !strings.Contains(body, "ask for .png") {
			t.Errorf("half a picture: %d %s", res.StatusCode, body)
		}
		if printed, err := s.PrintLabel(t.Context(), numbers[1]); err != nil || len(printed) != 0 {
			t.Errorf("half a picture, for a webhook: %d bytes, %v", len(printed), err)
		}
	})
}

// receiveOtherwise is a courier that calls back in a way of its own.
func receiveOtherwise(header http.Header, body []byte) ([]shipment.CourierReport, error) {
	if header.Get("X-Signature") != "right" {
		return nil, errors.New("a wrong signature")
	}
	return []shipment.CourierReport{{HAWBNo: string(body), Event: &shipment.TrackingEvent{Status: shipment.PickedUp}}}, nil
}
