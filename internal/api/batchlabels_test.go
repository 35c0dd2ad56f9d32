package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/inforce"
	"waybill/internal/label"
	"waybill/internal/rules"
	"waybill/internal/store"
)

// The headers of a file of many labels.
const printedHeader, missingHeader = "Waybill-Labels-Printed", "Waybill-Labels-Missing"

// printed asks for the labels of a query.
func (s *server) printed(query string, header ...string) (got reply, body string) {
	s.t.Helper()
	return s.send("GET", "/api/order/labels/?"+query, "", append([]string{"Authorization", "Bearer " + testKey}, header...)...)
}

func TestLabelsOfABatchInSubmittedOrder(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		const orders = store.PageSize + 2 // more than are held at once
		var batch []client.NewOrder
		for range orders {
			batch = append(batch, exampleOrder())
		}
		created := s.create(batch...)
		var want []string
		for _, o := range created.Orders {
			want = append(want, o.TrackingNo)
		}
		res, zpl := s.printed("format=zpl&upload_batch_no=" + created.UploadBatchNo)
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "application/zpl" {
			t.Fatalf("%d %v %.200s", res.StatusCode, res.Header, zpl)
		}
		at := 0
		for i, trackingNo := range want {
			next := strings.Index(zpl[at:], trackingNo)
			if next < 0 {
				t.Fatalf("label %d, %s, is not behind the one before", i, trackingNo)
			}
			at += next
		}
		if n := strings.Count(zpl, "^XA"); n != orders {
			t.Errorf("%d labels, want %d", n, orders)
		}
		res, pdf := s.printed("tracking_no=" + want[2] + "," + want[0] + "," + want[2])
		if res.StatusCode != http.StatusOK || strings.Count(pdf, "/Type/Page/")+strings.Count(pdf, "/Type /Page\n") > 2 ||
			!strings.HasPrefix(pdf, "%PDF-") {
			t.Errorf("two labels: %d", res.StatusCode)
		}
		if again, _ := s.printed("tracking_no="+want[2]+","+want[0], "If-None-Match",
			res.Header.Get("Etag")); again.StatusCode != http.StatusNotModified {
			t.Errorf("the same again: %d", again.StatusCode)
		}
		s.edited(want[0], map[string]any{"consignee_city": "Bandung"})
		if again, _ := s.printed("tracking_no="+want[2]+","+want[0], "If-None-Match", res.Header.Get("Etag")); again.StatusCode != http.StatusOK {
			t.Errorf("after a change of an order: %d", again.StatusCode)
		}
	})
}

func TestLabelsThatAreNotThere(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(exampleOrder(), partnerOrder("[fail]"))
		refused := created.Orders[1].TrackingNo
		res, _ := s.printed("upload_batch_no=" + created.UploadBatchNo)
		if res.StatusCode != http.StatusOK || res.Header.Get(printedHeader) != "1" || res.Header.Get(missingHeader) != "1" {
			t.Errorf("%d, %v", res.StatusCode, res.Header)
		}
		for query, want := range map[string]int{
			"tracking_no=" + refused:       http.StatusNotFound,
			"upload_batch_no=B000000NONE":  http.StatusNotFound,
			"":                             http.StatusBadRequest,
			"tracking_no=X1&format=png":    http.StatusBadRequest,
			"tracking_no=X1&size=a0":       http.StatusBadRequest,
			"tracking_no=X1&document=poem": http.StatusBadRequest,
		} {
			if res, body := s.printed(query); res.StatusCode != want {
				t.Errorf("%s: %d %s", query, res.StatusCode, body)
			}
		}
		other := s.newKey("Other shipper")
		if res, body := s.send("GET", "/api/order/labels/?secret_key="+other+"&upload_batch_no="+created.UploadBatchNo,
			""); res.StatusCode != http.StatusNotFound {
			t.Errorf("another account: %d %.50s", res.StatusCode, body)
		}
	})
}

func TestDocumentsAreSignedApart(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo := s.create(exampleOrder()).Orders[0].TrackingNo
		for _, document := range label.Documents()[1:] {
			for format, want := range label.MediaTypes {
				path := "/documents/" + string(document) + "/" + s.named(document, trackingNo) + "." + string(format)
				if res, body := s.send("GET", path, ""); res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != want {
					t.Errorf("%s: %d %.100s", path, res.StatusCode, body)
				}
			}
			path := "/documents/" + string(document) + "/" + s.named(label.Parcel, trackingNo) + ".pdf"
			if res, _ := s.send("GET", path, ""); res.StatusCode != http.StatusNotFound {
				t.Errorf("%s by the label's name: %d", document, res.StatusCode)
			}
		}
	})
}

func TestDeclarationsFitLabelPrinters(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		trackingNo := s.create(exampleOrder()).Orders[0].TrackingNo
		file := "/documents/cn22/" + s.named(label.CN22, trackingNo) + ".zpl"
		for query, width := range map[string]string{"": "^PW592^", "?size=4x6": "^PW813^"} {
			if res, body := s.send("GET", file+query, ""); res.StatusCode != http.StatusOK || !strings.Contains(body, width) {
				t.Errorf("%s: %d, no %s in %.30s", query, res.StatusCode, width, body)
			}
		}
	})
}

// TestTheCN22SaysThatItTakesACN23: above 300 SDR, by rates that the operator loaded, or at any of the last years.
func TestTheCN22SaysThatItTakesACN23(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		o := exampleOrder()
		o.PaymentType, o.CODAmtToCollect = "prepaid", ""
		o.Items[0].PriceValue, o.Items[0].PriceCurrency, o.Items[0].Quantity = "394.27", "USD", 1
		cheap := s.create(o).Orders[0].TrackingNo
		o.Items[0].PriceValue = "394.28"
		dear := s.create(o).Orders[0].TrackingNo
		o.Items[0].PriceValue = "450"
		sure := s.create(o).Orders[0].TrackingNo
		warned := func(trackingNo string) string {
			res, _ := s.send("GET", "/documents/cn22/"+s.named(label.CN22, trackingNo)+".pdf", "")
			return res.Header.Get("Waybill-Label-Warnings")
		}
		const says = " items: worth more than 300 SDR, print the CN 23"
		if warned(dear) != "" || warned(sure) != sure+says {
			t.Errorf("without rates: %q and %q", warned(dear), warned(sure))
		}
		// The rates of the International Monetary Fund on 29 November 2022, by which an SDR is 1.314250 USD.
		rates, err := rules.ParseRates([]byte("Date,USD,CNY,JPY,GBP\n29 November 2022,1.03815,7.443017,143.223174,0.863434\n"), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		if err := inforce.SetRates(t.Context(), s.api.Store.MasterData, rates); err != nil {
			t.Fatal(err)
		}
		if got, want := warned(dear), dear+says; got != want || warned(cheap) != "" {
			t.Errorf("%q and %q, want %q and none", got, warned(cheap), want)
		}
	})
}

func TestWhatDoesNotPrintIsReported(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		o := exampleOrder()
		o.ConsigneeName = "Susan \U0001F600"
		trackingNo := s.create(o).Orders[0].TrackingNo
		link := s.order(trackingNo).OrderLabelURL
		res, _ := s.send("GET", strings.TrimPrefix(link, s.url), "")
		if got, want := res.Header.Get("Waybill-Label-Warnings"), trackingNo+" consignee_name: left out U+1F600"; got != want {
			t.Errorf("warnings %q, want %q", got, want)
		}
		if name := s.order(trackingNo).ConsigneeName; name != o.ConsigneeName {
			t.Errorf("the data has %q", name)
		}
	})
}
