package fulfil_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"waybill/internal/blob"
	"waybill/internal/fulfil"
	"waybill/internal/partner"
	"waybill/internal/partnerlabel/partnerlabeltest"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// labeller is a partner that draws a label, or not.
type labeller struct {
	partner.Partner
	label func() (shipment.PartnerLabel, error)
}

func (l labeller) Submit(context.Context, string, shipment.Order) (partner.Acceptance, error) {
	return partner.Acceptance{HAWBNo: "H", Label: partner.LabelReady}, nil
}

func (l labeller) Label(context.Context, string) (shipment.PartnerLabel, error) { return l.label() }

// labelled submits an order to a partner whose label is as a test wants it, and returns what
// came of it and what the ledger has.
func (fx *fixture) labelled(
	blobs blob.Store, label func() (shipment.PartnerLabel, error), observe func(circuitOpen bool),
) (store.Outcome, store.PartnerLabel) {
	fx.t.Helper()
	f := fulfil.New(fulfil.Config{
		Store:          fx.store,
		Labels:         partnerlabeltest.NewStore(fx.t, blobs),
		Owner:          "me",
		Now:            fx.now,
		Jitter:         func() float64 { return 0 },
		Log:            slog.New(slog.DiscardHandler),
		Partners:       map[string]fulfil.Partner{"acme": {Partner: labeller{fx.partner, label}, Concurrency: 1, CallTimeout: callTimeout}},
		ObserveCall:    func(string, string, time.Duration) {},
		ObserveCircuit: func(_ string, open bool) { observe(open) },
	})
	batch := fx.create("acme", "Susan", "me", time.Minute)
	outcome := f.Submit(fx.t.Context(), batch.Submissions, func() {})[batch.Orders[0].OrderID]
	record, err := fx.store.Ledger.PartnerLabel(fx.t.Context(), fx.account, batch.Orders[0].OrderID)
	if err != nil {
		fx.t.Fatal(err)
	}
	return outcome, record
}

func newFolder(t *testing.T) (blobs blob.Store, path string) {
	t.Helper()
	path = t.TempDir()
	blobs, err := blob.NewFolder(path)
	if err != nil {
		t.Fatal(err)
	}
	return blobs, path
}

func TestLabelsThatDoNotCome(t *testing.T) {
	good := shipment.PartnerLabel{Format: shipment.LabelZPL, Content: []byte("^XA^XZ")}
	for name, c := range map[string]struct {
		label shipment.PartnerLabel
		err   error
		state store.LabelState
		class string
	}{
		"comes":                  {good, nil, store.LabelStored, ""},
		"is refused":             {err: &partner.RefusedError{Message: "No."}, state: store.LabelFailed, class: "refused"},
		"is not ready":           {err: partner.ErrLabelNotReady, state: store.LabelDue, class: "not_ready"},
		"cannot be had now":      {err: &partner.TemporaryError{Message: "Later."}, state: store.LabelDue, class: "temporary"},
		"of an order it has not": {err: partner.ErrNotSubmitted, state: store.LabelDue, class: "not_submitted"},
		"tells of the network": {
			err: errors.New("fetch a label from http://10.0.0.7: dial tcp 10.0.0.7:80: connect: refused"), state: store.LabelDue, class: "unknown",
		},
		"is none": {shipment.PartnerLabel{Format: shipment.LabelPDF, Content: []byte("<html>")}, nil, store.LabelDue, "bad_file"},
		"resets printers": {
			shipment.PartnerLabel{Format: shipment.LabelZPL, Content: []byte("^XA~JR^XZ")}, nil, store.LabelDue, "bad_file",
		},
		"cannot be read": {
			shipment.PartnerLabel{Format: shipment.LabelPDF, Content: []byte("%PDF-1.7")}, nil, store.LabelDue, "bad_file",
		},
	} {
		t.Run(name, func(t *testing.T) {
			onEngines(t, func(t *testing.T, fx *fixture) {
				blobs, _ := newFolder(t)
				outcome, record := fx.labelled(blobs, func() (shipment.PartnerLabel, error) { return c.label, c.err }, func(bool) {})
				if outcome.State != store.SubmissionConfirmed || outcome.HasLabel() != (c.state == store.LabelStored) ||
					(outcome.Message == "") != outcome.HasLabel() {
					t.Errorf("outcome %+v", outcome)
				}
				if record.State != c.state || record.ErrorClass != c.class || (record.Message == "") != (c.class == "") {
					t.Errorf("record %+v", record)
				}
				if strings.Contains(record.Message, "10.0.0.7") {
					t.Errorf("the shipper reads %q", record.Message)
				}
				if c.state == store.LabelStored {
					if content, err := blobs.Get(t.Context(), record.Blob); err != nil || string(content) != "^XA^XZ" {
						t.Errorf("kept %q, %v", content, err)
					}
				}
			})
		})
	}
}

// TestLabelThatCannotBeKept: a row names no file that is not there.
func TestLabelThatCannotBeKept(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		blobs, path := newFolder(t)
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		outcome, record := fx.labelled(blobs, func() (shipment.PartnerLabel, error) {
			return shipment.PartnerLabel{Format: shipment.LabelZPL, Content: []byte("^XA^XZ")}, nil
		}, func(bool) {})
		if outcome.HasLabel() || record.State != store.LabelDue || record.Blob != "" {
			t.Errorf("outcome %+v, record %+v", outcome, record)
		}
	})
}

// TestLabelsThatAreNotReadyDoNotOpenTheCircuit: the partner answers, and takes orders.
func TestLabelsThatAreNotReadyDoNotOpenTheCircuit(t *testing.T) {
	const orders = 12 // more than open it
	onEngines(t, func(t *testing.T, fx *fixture) {
		blobs, _ := newFolder(t)
		asked := make(chan string, 10*orders)
		f := fulfil.New(fulfil.Config{
			Store:  fx.store,
			Labels: partnerlabeltest.NewStore(fx.t, blobs),
			Owner:  "me",
			Now:    fx.now,
			Jitter: func() float64 { return 0 },
			Log:    slog.New(slog.DiscardHandler),
			Partners: map[string]fulfil.Partner{"acme": {Partner: labeller{fx.partner, func() (shipment.PartnerLabel, error) {
				return shipment.PartnerLabel{}, partner.ErrLabelNotReady
			}}, Concurrency: 1, CallTimeout: callTimeout}},
			ObserveCall: func(_, outcome string, _ time.Duration) { asked <- outcome },
			ObserveCircuit: func(_ string, open bool) {
				if open {
					t.Error("the circuit is open")
				}
			},
		})
		for range orders {
			f.Submit(t.Context(), fx.create("acme", "Susan", "me", time.Minute).Submissions, func() {})
		}
		for range 2 * orders { // each was accepted, and its label asked for once
			<-asked
		}
		fx.ahead.Add(int64(time.Minute))
		defer start(f)()
		for range orders {
			if outcome := <-asked; outcome != "not_ready" {
				t.Errorf("outcome %s", outcome)
			}
		}
	})
}

// TestLabelThatCallsBackFirst: a label comes in a callback while it is fetched, and the waiting shipper gets it.
func TestLabelThatCallsBackFirst(t *testing.T) {
	onEngines(t, func(t *testing.T, fx *fixture) {
		blobs, _ := newFolder(t)
		drawn := shipment.PartnerLabel{Format: shipment.LabelZPL, Content: []byte("^XA^XZ")}
		outcome, record := fx.labelled(blobs, func() (shipment.PartnerLabel, error) {
			_, err := fx.store.Ledger.RecordCallback(t.Context(), store.Callback{Partner: "acme", Nonce: "1", Reports: []store.CallbackReport{
				{PartnerReport: shipment.PartnerReport{HAWBNo: "H", Label: &drawn}, Blob: "labels/first.zpl"},
			}})
			if err != nil {
				t.Error(err)
			}
			return drawn, nil
		}, func(bool) {})
		if !outcome.HasLabel() || outcome.Message != "" || record.Blob != "labels/first.zpl" {
			t.Errorf("outcome %+v, record %+v", outcome, record)
		}
	})
}
