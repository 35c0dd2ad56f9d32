package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"waybill/client"
	"waybill/internal/shipment"
)

// checkEvent says what the document does not allow of a request that delivers an event.
func (c *contract) checkEvent(header http.Header, body []byte) error {
	var event struct{ Type string }
	if err := json.Unmarshal(body, &event); err != nil {
		return err
	}
	operation, ok := c.at(c.root, "webhooks", event.Type, "post")
	if !ok {
		return fmt.Errorf("there is no webhook %q", event.Type)
	}
	for _, p := range c.parameters(operation) {
		if err := c.checkHeaderLine(p, header.Values(p.value.(map[string]any)["name"].(string))); err != nil {
			return fmt.Errorf("header %s: %w", p.value, err)
		}
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	schema, _ := c.at(operation, "requestBody", "content", "application/json", "schema")
	return c.validate(schema, value)
}

// TestWebhooksAreAsDocumented has every type of event of orders delivered; the receiver
// checks them against the document.
func TestWebhooksAreAsDocumented(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		r := s.receive(http.StatusNoContent, "")
		if _, err := s.sdk.UpdateEndpoint(t.Context(), r.endpoint.ID, client.EndpointChange{LabelPDF: new(true)}); err != nil {
			t.Fatal(err)
		}
		s.deliverEvents()
		orders := s.create(exampleOrder(), exampleOrder(), partnerOrder("[fail]")).Orders
		s.cancel(orders[0].TrackingNo)
		s.report(orders[1].TrackingNo, shipment.Success, time.Minute)

		wanted := map[client.EventType]bool{
			client.EventOrderCreated: true, client.EventLabelReady: true, client.EventSubmissionFailed: true,
			client.EventTrackingUpdated: true, client.EventCancelled: true, client.EventDelivered: true,
		}
		for len(wanted) > 0 {
			event := <-r.events
			delete(wanted, event.Type)
			if event.Type == client.EventLabelReady && event.Data.TrackingNo == orders[1].TrackingNo && len(event.Data.OrderLabelPDF) == 0 {
				t.Errorf("the label is missing: %+v", event)
			}
		}
	})
}
