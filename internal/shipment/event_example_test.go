package shipment_test

import (
	"encoding/json"
	"testing"
	"time"

	"waybill/internal/shipment"
)

// TestExamplesOfEvents: each type has an example that is an object, and is marked.
func TestExamplesOfEvents(t *testing.T) {
	for _, event := range shipment.EventTypesFor(false) {
		var data struct {
			TrackingNo string `json:"tracking_no"`
			ImportID   *int64 `json:"import_id"`
			EndpointID *int64 `json:"endpoint_id"`
			Test       bool
		}
		if err := json.Unmarshal(shipment.ExampleData(event, time.Unix(1, 0)), &data); err != nil || !data.Test {
			t.Errorf("%s: %+v, %v", event, data, err)
		}
		if (data.TrackingNo != "") == (data.ImportID != nil || data.EndpointID != nil) {
			t.Errorf("%s is about %+v", event, data)
		}
	}
}
