package fulfil_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"waybill/internal/fulfil"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestLabelsThatCannotBeReadNow keep an event back, which is not the receiver's failure: no
// attempt counts until its body can be made.
func TestLabelsThatCannotBeReadNow(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) {
		shop := fx.openShop(shipment.EndpointSettings{LabelPDF: true}, accept)
		readable, outcomes := make(chan struct{}), make(chan string, 10)
		fx.deliverer("me", func(outcome string) { outcomes <- outcome }, func(c *fulfil.Config) {
			c.PrintLabel = func(context.Context, string) ([]byte, error) {
				select {
				case <-readable:
					return []byte("%PDF"), nil
				default:
					return nil, errors.New("the files cannot be reached")
				}
			}
		})
		before := fx.now()
		fx.create("", "Susan", "", 0)
		if outcome := <-outcomes; outcome != "delivered" {
			t.Fatalf("the event before: %s", outcome)
		}
		for range 2 {
			if outcome := <-outcomes; outcome != "unsent" {
				t.Fatalf("outcome %s", outcome)
			}
			records, _, err := fx.store.Webhooks.Deliveries(t.Context(), fx.account, shop.endpoint.EndpointID, "", 10)
			if err != nil || len(records) != 2 {
				t.Fatalf("%d records, %v", len(records), err)
			}
			if r := records[0]; r.State != store.DeliveryPending || r.Attempts != 0 || r.DueOn.Sub(before) < time.Minute {
				t.Errorf("record %+v", r)
			}
			before = before.Add(time.Minute)
			fx.ahead.Add(int64(time.Minute))
		}
		if e := fx.read(shop); !e.FailingSince.IsZero() {
			t.Errorf("endpoint %+v", e)
		}
		close(readable)
		outcome := <-outcomes
		for outcome == "unsent" { // it may have been tried before it could be read
			fx.ahead.Add(int64(time.Minute))
			outcome = <-outcomes
		}
		if got := shop.accepted(); outcome != "delivered" || len(got) != 2 || string(got[1].Data.LabelPDF) != "%PDF" {
			t.Errorf("%s, received %+v", outcome, got)
		}
	})
}

// TestLostLabels do not keep the order's later events back for ever: after a day the event is sent without. In a label webhook
// label_base64 is empty then.
func TestLostLabels(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) { testLostLabels(t, fx, shipment.EndpointSettings{LabelPDF: true}) })
}

func TestLostLabelsOfLabelWebhooks(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) { testLostLabels(t, fx, shipment.EndpointSettings{LabelWebhook: true}) })
}

func testLostLabels(t *testing.T, fx *fixture, settings shipment.EndpointSettings) {
	t.Helper()
	settings.EventTypes = []shipment.EventType{shipment.EventLabelReady}
	shop := fx.openShop(settings, accept)
	outcomes := make(chan string, 10)
	fx.deliverer("me", func(outcome string) { outcomes <- outcome }, func(c *fulfil.Config) {
		c.PrintLabel = func(context.Context, string) ([]byte, error) { return nil, errors.New("no such file") }
	})
	fx.create("", "Susan", "", 0)
	for _, step := range []struct {
		outcome string
		next    time.Duration
	}{{"unsent", 24*time.Hour - time.Minute}, {"unsent", time.Minute}, {"delivered", 0}} {
		if outcome := <-outcomes; outcome != step.outcome {
			t.Fatalf("outcome %s, want %s", outcome, step.outcome)
		}
		fx.ahead.Add(int64(step.next))
	}
	got := shop.accepted()
	if len(got) != 1 {
		t.Fatalf("received %+v", got)
	}
	inEvent, inWebhook := got[0].Data.LabelPDF == nil && got[0].Data.LabelURL != nil, got[0].LabelBase64 != nil && *got[0].LabelBase64 == ""
	if settings.LabelWebhook && !inWebhook || settings.LabelPDF && !inEvent {
		t.Errorf("received %+v", got)
	}
}

// TestALabelWebhookGetsNothingFromBefore: what is due from the time when the endpoint got other events is given up and not sent, which
// is no failure of the receiver.
func TestALabelWebhookGetsNothingFromBefore(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, fx *fixture) {
		shop := fx.openShop(shipment.EndpointSettings{}, accept)
		fx.create("", "Susan", "", 0)
		_, err := fx.store.Webhooks.UpdateEndpoint(t.Context(), fx.account, shop.endpoint.EndpointID, func(s *shipment.EndpointSettings) error {
			s.LabelWebhook, s.EventTypes = true, []shipment.EventType{shipment.EventLabelReady}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		outcomes := make(chan string, 10)
		fx.deliverer("me", func(outcome string) { outcomes <- outcome })
		if created, ready := <-outcomes, <-outcomes; created != "unsent" || ready != "delivered" {
			t.Errorf("outcomes %s and %s", created, ready)
		}
		records, _, err := fx.store.Webhooks.Deliveries(t.Context(), fx.account, shop.endpoint.EndpointID, "", 10)
		if err != nil || len(records) != 2 || records[1].State != store.DeliveryGivenUp || records[1].Attempts != 0 ||
			records[1].LastError != "a label webhook gets order.label_ready alone" {
			t.Errorf("%+v, %v", records, err)
		}
		if got := shop.accepted(); len(got) != 1 || got[0].LabelBase64 == nil || !fx.read(shop).FailingSince.IsZero() {
			t.Errorf("received %+v", got)
		}
	})
}
