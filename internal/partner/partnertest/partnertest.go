package partnertest

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"waybill/internal/partner"
	"waybill/internal/shipment"
)

// Partner is a partner under test, with an order for each outcome.
type Partner struct {
	Partner partner.Partner

	Accepted  shipment.Order // is accepted at once
	Refused   shipment.Order // is refused for good
	Temporary shipment.Order // is not taken at the first call
	Lost      shipment.Order // is accepted, but no response arrives while the caller waits
	Kept      shipment.Order // is accepted, and its cancellation is refused

	Labelled   shipment.Order // is accepted, with a label that is ready
	Unlabelled shipment.Order // is accepted, with a label that is not ready at the first call of Label
}

// Run runs the suite.
func Run(t *testing.T, p Partner) {
	t.Run("an accepted order is found by its key", func(t *testing.T) {
		got, err := p.Partner.Submit(t.Context(), "accepted", p.Accepted)
		if err != nil {
			t.Fatal(err)
		}
		found, err := p.Partner.Find(t.Context(), "accepted")
		if err != nil || found != got {
			t.Errorf("Find = %v, %v; Submit said %v", found, err, got)
		}
	})
	t.Run("an unknown key is not submitted", func(t *testing.T) {
		if _, err := p.Partner.Find(t.Context(), "unknown"); !errors.Is(err, partner.ErrNotSubmitted) {
			t.Errorf("Find of an unknown key: %v", err)
		}
	})
	t.Run("a refusal has a message and leaves nothing", func(t *testing.T) {
		_, err := p.Partner.Submit(t.Context(), "refused", p.Refused)
		if refused, ok := errors.AsType[*partner.RefusedError](err); !ok || refused.Message == "" {
			t.Errorf("Submit: %v, want a refusal with a message", err)
		}
		wantNotSubmitted(t, p.Partner, "refused")
	})
	t.Run("a temporary error has a message and leaves nothing", func(t *testing.T) {
		_, err := p.Partner.Submit(t.Context(), "temporary", p.Temporary)
		if temporary, ok := errors.AsType[*partner.TemporaryError](err); !ok || temporary.Message == "" {
			t.Errorf("Submit: %v, want a temporary error with a message", err)
		}
		wantNotSubmitted(t, p.Partner, "temporary")
	})
	t.Run("a lost response is neither, and the order is found", func(t *testing.T) {
		ctx, giveUp := context.WithCancel(t.Context())
		defer giveUp()
		submitted := make(chan error, 1)
		go func() {
			_, err := p.Partner.Submit(ctx, "lost", p.Lost)
			submitted <- err
		}()
		for _, err := p.Partner.Find(t.Context(), "lost"); err != nil; _, err = p.Partner.Find(t.Context(), "lost") {
			select {
			case err := <-submitted:
				t.Fatalf("Submit ended, %v, and Find does not find the order", err)
			case <-time.After(10 * time.Millisecond):
			}
		}
		giveUp()
		if err := <-submitted; !errors.Is(err, context.Canceled) {
			t.Errorf("Submit: %v, want that its context has ended", err)
		}
	})
	runCancel(t, p)
	runLabel(t, p)
}

// runLabel is the part of the suite about labels.
func runLabel(t *testing.T, p Partner) {
	t.Run("a label that is ready is fetched, again and again", func(t *testing.T) {
		accepted, err := p.Partner.Submit(t.Context(), "labelled", p.Labelled)
		if err != nil || accepted.Label != partner.LabelReady {
			t.Fatalf("Submit: %+v, %v", accepted, err)
		}
		if found, err := p.Partner.Find(t.Context(), "labelled"); err != nil || found != accepted {
			t.Errorf("Find: %+v, %v; Submit said %+v", found, err, accepted)
		}
		first, err := p.Partner.Label(t.Context(), "labelled")
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Check(); err != nil {
			t.Error(err)
		}
		again, err := p.Partner.Label(t.Context(), "labelled")
		if err != nil || again.Format != first.Format || !bytes.Equal(again.Content, first.Content) {
			t.Errorf("another label the second time, %v", err)
		}
	})
	t.Run("a label that is not ready is reported as such", func(t *testing.T) {
		accepted, err := p.Partner.Submit(t.Context(), "unlabelled", p.Unlabelled)
		if err != nil || accepted.Label != partner.LabelLater {
			t.Fatalf("Submit: %+v, %v", accepted, err)
		}
		if _, err := p.Partner.Label(t.Context(), "unlabelled"); !errors.Is(err, partner.ErrLabelNotReady) {
			t.Errorf("Label: %v, want ErrLabelNotReady", err)
		}
	})
	t.Run("an unknown order has no label", func(t *testing.T) {
		if _, err := p.Partner.Label(t.Context(), "never seen"); !errors.Is(err, partner.ErrNotSubmitted) {
			t.Errorf("Label of an unknown key: %v", err)
		}
	})
}

// runCancel is the part of the suite about cancellations.
func runCancel(t *testing.T, p Partner) {
	submit := func(t *testing.T, key string, order shipment.Order) {
		t.Helper()
		if _, err := p.Partner.Submit(t.Context(), key, order); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("an order is taken back, once or twice", func(t *testing.T) {
		submit(t, "cancelled", p.Accepted)
		for range 2 {
			if err := p.Partner.Cancel(t.Context(), "cancelled", p.Accepted); err != nil {
				t.Errorf("Cancel: %v", err)
			}
		}
	})
	t.Run("an unknown order is not taken back", func(t *testing.T) {
		if err := p.Partner.Cancel(t.Context(), "never seen", p.Accepted); !errors.Is(err, partner.ErrNotSubmitted) {
			t.Errorf("Cancel of an unknown key: %v", err)
		}
	})
	t.Run("a refusal to give an order back has a message", func(t *testing.T) {
		submit(t, "kept", p.Kept)
		err := p.Partner.Cancel(t.Context(), "kept", p.Kept)
		if refused, ok := errors.AsType[*partner.RefusedError](err); !ok || refused.Message == "" {
			t.Errorf("Cancel: %v, want a refusal with a message", err)
		}
	})
}

func wantNotSubmitted(t *testing.T, p partner.Partner, key string) {
	t.Helper()
	if _, err := p.Find(t.Context(), key); !errors.Is(err, partner.ErrNotSubmitted) {
		t.Errorf("Find: %v, want ErrNotSubmitted", err)
	}
}
