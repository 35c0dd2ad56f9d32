package request

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

func parseFilter(parameters map[string]string) (shipment.Filter, string) {
	query := make(url.Values)
	for name, value := range parameters {
		query.Set(name, value)
	}
	f, problems := ReadFilter(query)
	if problems == nil {
		return f, ""
	}
	return f, string(problems.AppendJSON(nil))
}

func TestFilter(t *testing.T) {
	f, wrong := parseFilter(map[string]string{
		"with_items": "yes", "date_from": "2024-01-05", "date_to": "2024-01-05", "service_id": "+07",
		"shipper_order_id": " A1 ", "upload_batch_no": "B2", "tracking_no": " wb1 ,, Wb2,",
	})
	if wrong != "" {
		t.Fatal(wrong)
	}
	if !f.WithItems || *f.ServiceID != 7 || f.ShipperOrderID != "A1" || f.UploadBatchNo != "B2" ||
		!slices.Equal(f.TrackingNos, []string{"WB1", "WB2"}) {
		t.Errorf("filter %+v", f)
	}
	if f.To.Sub(f.From) != 24*time.Hour-time.Microsecond {
		t.Errorf("from %v to %v", f.From, f.To)
	}
	f, wrong = parseFilter(map[string]string{"service_id": "0", "tracking_no": ""}) // as clients send for all
	if wrong != "" || f.WithItems || f.ServiceID != nil || f.TrackingNos != nil || !f.From.IsZero() || !f.To.IsZero() {
		t.Errorf("filter %+v, %s", f, wrong)
	}
}

func TestFilterProblemsStandInOrder(t *testing.T) {
	numbers := strings.Repeat("A,", MaxTrackingNos)
	_, wrong := parseFilter(map[string]string{
		"tracking_no": numbers + "A", "upload_batch_no": strings.Repeat("x", 256), "shipper_order_id": "a\x00",
		"service_id": "1e3", "date_to": "x", "date_from": "2024", "with_items": "maybe",
	})
	moment := `["` + problem.NotMoment.String() + `"]`
	want := `{"orders":[{"with_items":["Must be a valid boolean."],"date_from":` + moment + `,"date_to":` + moment +
		`,"service_id":["A valid integer is required."],` +
		`"shipper_order_id":["Null characters are not allowed."],"upload_batch_no":["Ensure this field has no more than 255 characters."],` +
		`"tracking_no":["Ensure this field has no more than 200 elements."]}]}`
	if wrong != want {
		t.Errorf("%s\nwant %s", wrong, want)
	}
	if _, wrong := parseFilter(map[string]string{"tracking_no": numbers}); wrong != "" {
		t.Error(wrong)
	}
	_, wrong = parseFilter(map[string]string{"tracking_no": "A\x00"})
	if wrong != `{"orders":[{"tracking_no":["Null characters are not allowed."]}]}` {
		t.Error(wrong)
	}
}

func TestPageSize(t *testing.T) {
	for sent, want := range map[string]int{
		"1": 1, "050": 50, "51": 50, "99999999999999999999": 50, "": 50, "0": 50, "-1": 50, "+1": 50, "1x": 50,
	} {
		if got := ParsePageSize(sent); got != want {
			t.Errorf("%q is %d, want %d", sent, got, want)
		}
	}
}

func TestPage(t *testing.T) {
	for sent, want := range map[string]int{"": 1, "1": 1, "+0012": 12, "last": shipment.LastPage, "1099511627776": maxPage} {
		if page, ok := ParsePage(sent); !ok || page != want {
			t.Errorf("%s is %d %t, want %d", sent, page, ok, want)
		}
	}
	for _, bad := range []string{
		"0", "+0", "-1", "++1", "+-1", "+", "1.0", "1e0", "0x1", "Last", "first", " 1", "1\x00", "²", "1099511627777",
		strings.Repeat("9", 30),
	} {
		if page, ok := ParsePage(bad); ok {
			t.Errorf("%q is page %d", bad, page)
		}
	}
}
