package api

import (
	"context"
	"sync/atomic"

	"waybill/internal/admission"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// What requests may hold, in bytes. docs/adr/0016 says how the figures were measured.
const (
	costOfField   = 24      // a value of a draft
	costOfElement = 48 + 96 // an item's form, and the item
	costOfOrder   = 1 << 10 // an order's form, the order, its submission, its part of the answer

	costOfPartnerLabel = 2 * shipment.MaxPartnerLabel // a file and its pages
)

// costOfStoring is how many times the size of a body its way into an engine takes. SQLite
// takes a row at a time; for PostgreSQL all rows of a group are arrays, and then a message.
var costOfStoring = map[string]int64{store.SQLite: 1, store.Postgres: 5}

// bodyShape is the size of a body, of its text and of its decoded form.
type bodyShape struct{ request.Size }

// cost is what a request with a body may hold: the body, its decoded form, its way into the
// database and its answer.
func (s *bodyShape) cost(engine string) int64 {
	size, elements := int64(s.Bytes), int64(s.Elements())
	cost := size + int64(s.Fields())*costOfField + elements*costOfElement + min(elements, request.MaxOrders)*costOfOrder + size*costOfStoring[engine]
	if s.Escapes {
		cost += size
	}
	return cost
}

// hold is what a request holds of the budget. It is charged to the caller's address until
// the caller is admitted, and given back when the request is over.
func (a *API) hold(ctx context.Context) *admission.Hold {
	e := exchangeOf(ctx)
	if e.held == nil {
		e.held = a.Budget.Strangers.Hold(admission.Owner{Address: clientOf(ctx)})
	}
	return e.held
}

// admit charges the request from now on to an account. Returns admission.ErrBusy when the
// account, or all of them, hold too much.
func (a *API) admit(ctx context.Context, caller store.Caller) error {
	e, owner := exchangeOf(ctx), admission.Owner{Account: caller.AccountID}
	admission.ConnOf(ctx).Admit()
	switch {
	case e.held == nil:
		e.held = a.Budget.Callers.Hold(owner)
	case e.held.Owner() != owner:
		e.held.MoveTo(a.Budget.Callers, owner)
	}
	return e.held.GrowTo(ctx, a.Budget.Request)
}

// meterStep is how many bytes are read before they are charged. The least that a request is
// charged covers it.
const meterStep = 64 << 10

// metered returns a context with which everything that is read from the database is charged to
// the request as it comes. When there is no room for it the reading ends with admission.ErrBusy:
// it cannot wait, because it has a connection to the database.
func (a *API) metered(ctx context.Context) context.Context {
	held, uncharged := a.hold(ctx), 0
	return store.WithMeter(ctx, func(bytes int) error {
		if uncharged += bytes; uncharged < meterStep {
			return nil
		}
		more := int64(uncharged)
		uncharged = 0
		return held.Add(more)
	})
}

// charge has the request hold n bytes at least. Returns admission.ErrBusy.
func (a *API) charge(ctx context.Context, n int64) error { return a.hold(ctx).GrowTo(ctx, n) }

// lend keeps what the request holds charged until it is released twice: by the request, and by
// the work in the background that it began.
func (a *API) lend(ctx context.Context) (release func()) {
	held := a.hold(ctx)
	lent := held.Split(held.Size() - a.Budget.Request)
	var users atomic.Int32
	users.Store(2)
	return func() {
		if users.Add(-1) == 0 {
			lent.Release()
		}
	}
}

// chargeMore has the request hold n bytes more than it does. Returns admission.ErrBusy.
func (a *API) chargeMore(ctx context.Context, n int64) error {
	held := a.hold(ctx)
	return held.GrowTo(ctx, held.Size()+n)
}
