package shipment_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
)

func TestEventAsReceiversGetIt(t *testing.T) {
	o := shipment.Order{
		OrderID: 7, ServiceID: 5, TrackingNo: "WB48210739526ID", ShipperOrderID: `R"1` + "\n", UploadBatchNo: "B260203X",
		StatusCode: shipment.StatusSubmissionFailed, TrackerStatus: shipment.OrderCreated,
	}
	e := shipment.Event{
		ID: "evt_1", Type: shipment.EventSubmissionFailed, Sequence: 2, CreatedOn: time.Date(2026, 2, 3, 4, 5, 6, 7000, time.UTC),
		Data: shipment.EventData(&o, shipment.EventDetail{Name: "message", Value: "No such postcode."}),
	}
	want := `{"type":"order.submission_failed","timestamp":"2026-02-03T04:05:06.000007Z","data":{"id":"evt_1","sequence":2,` +
		`"order_id":7,"service_id":5,"is_return":false,"tracking_no":"WB48210739526ID","shipper_order_id":"R\"1\n",` +
		`"upload_batch_no":"B260203X",` +
		`"hawb_no":null,"status_code":"SUBMISSION_FAILED","tracker_status_code":"ORDER_CREATED","tracker_main_text":"Order created",` +
		`"message":"No such postcode.","extra":"x"}}`
	got := string(e.AppendJSON(nil, shipment.EventDetail{Name: "extra", Value: "x"}))
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !json.Valid([]byte(got)) || !json.Valid(e.Data) {
		t.Errorf("not JSON: %s", got)
	}
}

// TestEventsCarryMetadata also checks that metadata cannot pass for the format of a label.
func TestEventsCarryMetadata(t *testing.T) {
	o := shipment.Order{Trade: &shipment.OrderTrade{Metadata: []shipment.Metadata{
		{Key: "shop", Value: `7"`}, {Key: shipment.DetailLabelFormat, Value: "pdf"},
	}}}
	e := shipment.Event{Data: shipment.EventData(&o)}
	if want := `,"metadata":{"shop":"7\"","order_label_format":"pdf"}}`; !strings.HasSuffix(string(e.Data), want) {
		t.Errorf("%s does not end with %s", e.Data, want)
	}
	if e.LabelFormat() != "" {
		t.Errorf("the label is %s", e.LabelFormat())
	}
	e.Data = shipment.EventData(&o, shipment.EventDetail{Name: shipment.DetailLabelFormat, Value: "zpl"})
	if e.LabelFormat() != shipment.LabelZPL {
		t.Errorf("the label is %q, want zpl", e.LabelFormat())
	}
}

func TestEventOfAnEndpointAsReceiversGetIt(t *testing.T) {
	at := time.Date(2026, 2, 3, 4, 5, 6, 7000, time.FixedZone("", 3600))
	d := shipment.DisabledEndpoint{
		EndpointID: 7, URL: "https://a:hunter2@shop.example:8443/a%2Fb?token=hunter2#hunter2",
		Reason: `It responded with 410: "no".`, FailingSince: at, DisabledOn: at.Add(time.Hour),
	}
	e := shipment.Event{ID: "evt_1", Type: shipment.EventEndpointDisabled, Sequence: 1, CreatedOn: d.DisabledOn, Data: d.EventData()}
	want := `{"type":"endpoint.disabled","timestamp":"2026-02-03T04:05:06.000007Z","data":{"id":"evt_1","sequence":1,` +
		`"endpoint_id":7,"url":"https://shop.example:8443/a%2Fb","reason":"It responded with 410: \"no\".",` +
		`"failing_since":"2026-02-03T03:05:06.000007Z","disabled_on":"2026-02-03T04:05:06.000007Z"}}`
	if got := string(e.AppendJSON(nil)); got != want || !json.Valid([]byte(got)) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for text, want := range map[string]string{
		"": `"url":null`, "https://shop.example?hunter2": `"url":"https://shop.example"`,
		":hunter2": `"url":null`,
	} {
		d.URL = text
		if got := string(d.EventData()); !strings.Contains(got, want+",") || strings.Contains(got, "hunter2") {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestEventTypesAreKnown(t *testing.T) {
	for _, known := range shipment.EventTypes() {
		if !known.Known() {
			t.Errorf("%s is not known", known)
		}
	}
	if shipment.EventType("order").Known() || shipment.EventType("").Known() {
		t.Error("an unknown type is known")
	}
}
