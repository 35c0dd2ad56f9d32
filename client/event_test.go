package client

import (
	"encoding/json"
	"testing"
)

// TestEventKeepsUnknownFields checks that Raw holds the fields of a later service, which this SDK does not
// know.
func TestEventKeepsUnknownFields(t *testing.T) {
	const body = `{"type":"order.created","data":{"id":"evt_1","colour":"blue"}}`
	var e Event
	if err := json.Unmarshal([]byte(body), &e); err != nil {
		t.Fatal(err)
	}
	if e.Type != EventOrderCreated || e.Data.ID != "evt_1" || string(e.Raw) != body {
		t.Errorf("got %+v with %s", e, e.Raw)
	}
}
