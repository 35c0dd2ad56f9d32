package orders

import (
	"slices"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/orders"
	"waybill/internal/store"
)

// submissionView shows an entry of the ledger of an order, for operators with all attempts.
type submissionView struct {
	orders.Entry
	Name  string
	Badge web.StatusView
}

// attemptView is a call to the partner, or a decision.
type attemptView struct {
	store.Attempt
	Name string
}

// deliveryView is a webhook about the order.
type deliveryView struct {
	store.OrderDelivery
	Badge web.StatusView
}

// entryNames are the kinds of entries of the ledger, in words.
var entryNames = web.Texts[string]("record")

// stateViews are the states of entries, deliveries and attempts as badges.
var stateViews = web.Badges[string]("record state")

// attemptNames are the kinds of attempts, in words.
var attemptNames = web.Texts[store.AttemptKind]("attempt")

// addRecords adds what was sent to the partner and to endpoints, whether the label was printed, and what people changed.
func addRecords(v *web.Visit, p *orderPage) error {
	p.Submissions = each.Of(p.entries, func(e orders.Entry) submissionView {
		return submissionView{e, v.T(entryNames[e.Kind]), web.Badge(stateViews, e.State)}
	})
	deliveries, err := v.Console.Store.Webhooks.OrderDeliveries(v.Context(), v.Account.AccountID, p.OrderID, shownDeliveries)
	r := web.Reading{Err: err}
	p.Deliveries = each.Of(deliveries, func(d store.OrderDelivery) deliveryView {
		return deliveryView{d, web.Badge(stateViews, string(d.State))}
	})
	p.Printed = web.Read3(&r, v.Console.Store.Prints.LabelPrints, v.Context(), v.Account.AccountID, []int64{p.OrderID})[p.OrderID]
	p.Audit = web.Read2(&r, auditOf, v, p.TrackingNo)
	return r.Err
}

// attemptsOf returns the attempts at the partner, the newest first.
func attemptsOf(v *web.Visit, d *orderDetail) ([]attemptView, error) {
	history, err := v.Console.Store.Ledger.SubmissionHistory(v.Context(), v.Account.AccountID, d.OrderID)
	views := each.Of(history, func(a store.Attempt) attemptView { return attemptView{a, web.Word(v, attemptNames, a.Kind)} })
	slices.Reverse(views)
	return views, err
}
