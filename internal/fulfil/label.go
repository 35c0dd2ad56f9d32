package fulfil

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"waybill/internal/partner"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/throttle"
)

const (
	// laterAfter is when a label that a partner draws later is first fetched. It may come in a
	// callback before.
	laterAfter = time.Minute
	// ownLabelAfter is how long a partner may owe its label before orders get an own one, and ownLabelsEvery is the time between two looks.
	ownLabelAfter, ownLabelsEvery = 5 * time.Minute, 30 * time.Second
	// keepTimeout bounds the inspection and storing of a label; it is within leaseMargin.
	keepTimeout = 15 * time.Second
)

// promise interprets a partner's reply about its label for the ledger.
func (f *Fulfiller) promise(source partner.LabelSource) store.LabelPromise {
	promise := store.LabelPromise{ByPartner: source != partner.LabelNone}
	if source == partner.LabelLater {
		promise.DueOn = f.Now().Add(laterAfter)
	}
	return promise
}

// fetchLabel fetches a label that this process holds the lease of, stores it, and records the outcome.
// It returns the format, "" if the order does not have the label now. When the lease or the store is
// lost, the label is fetched again later.
func (f *Fulfiller) fetchLabel(ctx context.Context, q *queue, l store.PartnerLabel) shipment.LabelFormat {
	var drawn shipment.PartnerLabel
	var failed error
	made := q.ask(ctx, f, store.AttemptLabel, l.Attempts, "", func(ctx context.Context) error {
		drawn, failed = q.Label(ctx, l.IdempotencyKey)
		return failed
	})
	if failed == nil {
		if failed = f.keep(ctx, l.Partner, drawn); failed != nil {
			made.Outcome, made.Message = class(failed), partner.Clip(failed.Error())
		}
	}
	outcome := f.labelOutcome(l, drawn, failed)
	outcome.Attempt = made
	log := f.Log.With("order_id", l.OrderID, "partner", l.Partner, "attempt", l.Attempts)
	err := f.Store.Ledger.FinishLabel(ctx, l, outcome)
	switch {
	case err != nil && !errors.Is(err, store.ErrLeaseLost):
		log.ErrorContext(ctx, "label left to its lease", "error", err)
	case outcome.State == store.LabelFailed:
		log.ErrorContext(ctx, "the partner gives no label", "error", failed)
	case failed != nil && !errors.Is(failed, partner.ErrLabelNotReady):
		log.WarnContext(ctx, "label not fetched", "error", failed)
	}
	switch {
	case errors.Is(err, store.ErrLeaseLost): // perhaps because the partner sent it meanwhile
		record, _ := f.Store.Ledger.PartnerLabel(ctx, l.AccountID, l.OrderID)
		return record.Format
	case err != nil:
		return ""
	}
	return outcome.Format
}

// giveOwnLabels gives own labels to orders of a partner that owes its label until ctx ends.
func (f *Fulfiller) giveOwnLabels(ctx context.Context, partnerName string) {
	const atOnce = 100
	throttle.Repeat(ctx, cmp.Or(f.PollEvery, ownLabelsEvery), nil, func() (more bool) {
		services, err := f.Store.MasterData.Services(ctx)
		var given int64
		if err == nil && slices.ContainsFunc(services, func(sv shipment.Service) bool { return sv.OwnLabel }) {
			given, err = f.Store.Ledger.GiveOwnLabels(ctx, partnerName, f.Now().Add(-ownLabelAfter), atOnce)
		}
		throttle.LogFailure(ctx, f.Log, "give own labels", err, "partner", partnerName)
		return given == atOnce
	})
}

// keep inspects a label and stores it.
func (f *Fulfiller) keep(ctx context.Context, partnerName string, l shipment.PartnerLabel) error {
	ctx, cancel := context.WithTimeout(ctx, keepTimeout)
	defer cancel()
	_, err := f.Labels.Save(ctx, partnerName, l)
	return err
}

// labelOutcome interprets an attempt to fetch a label.
func (f *Fulfiller) labelOutcome(l store.PartnerLabel, drawn shipment.PartnerLabel, err error) store.LabelOutcome {
	if err == nil {
		return store.LabelOutcome{State: store.LabelStored, Format: drawn.Format, Blob: drawn.BlobName()}
	}
	outcome := store.LabelOutcome{
		State:      store.LabelDue,
		ErrorClass: class(err),
		Message:    forShipper(err),
		RetryOn:    f.retryOn(l.Attempts),
	}
	if outcome.ErrorClass == store.ClassRefused || l.Attempts >= maxAttempts {
		outcome.State = store.LabelFailed
	}
	return outcome
}
