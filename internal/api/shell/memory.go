package shell

import (
	"context"
	"sync/atomic"

	"waybill/internal/admission"
	"waybill/internal/request"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// The memory that requests may need, in bytes. docs/adr/0016 says how the figures were measured.
const (
	costOfField   = 24      // a value of a form
	costOfElement = 48 + 96 // an element of a form, and the item
	costOfOrder   = 2 << 10 // an element of a form, the order, its documents but their texts, its submission, its part of the response
)

// storing is how many times the size of a body storing it takes. Its documents are
// made first. SQLite stores one row at a time; for PostgreSQL all rows of a group become arrays, and then a
// message.
var storing = map[string]int64{engine.SQLite: 2, engine.Postgres: 6}

// CostOfStoring is how many times its size storing a text takes.
func (s *Shell) CostOfStoring() int64 { return storing[s.Store.DB.Engine()] }

// costOf is the memory that a request with a body may need: for the body, its decoded form, storing it,
// and the response.
func (s *Shell) costOf(body *request.Size) int64 {
	size, elements := int64(body.Bytes), int64(body.Elements())
	cost := size + int64(body.Fields())*costOfField + elements*costOfElement + min(elements, request.MaxOrders)*costOfOrder +
		size*s.CostOfStoring()
	if body.Escapes {
		cost += size
	}
	return cost
}

// Hold is the part of the budget that a request holds. It is charged to the caller's address until the
// caller is admitted, and released at the end of the request.
func (s *Shell) Hold(ctx context.Context) *admission.Hold {
	e := exchangeOf(ctx)
	if e.held == nil {
		e.held = s.Budget.Anonymous.Hold(admission.Owner{Address: clientOf(ctx)})
	}
	return e.held
}

// admit charges the request to an account from now on. Returns admission.ErrBusy when the account, or
// all accounts, hold too much.
func (s *Shell) admit(ctx context.Context, caller masterdata.Caller) error {
	e, owner := exchangeOf(ctx), admission.Owner{Account: caller.AccountID}
	admission.ConnOf(ctx).Admit()
	switch {
	case e.held == nil:
		e.held = s.Budget.Callers.Hold(owner)
	case e.held.Owner() != owner:
		e.held.MoveTo(s.Budget.Callers, owner)
	}
	return e.held.GrowTo(ctx, s.Budget.Request)
}

// meterStep is how many bytes are read before they are charged. The least that a request is
// charged covers it.
const meterStep = 64 << 10

// Reading is Metered for a request that may have been charged nothing yet. Returns admission.ErrBusy.
func (s *Shell) Reading(ctx context.Context) (context.Context, error) {
	if err := s.Charge(ctx, meterStep); err != nil {
		return ctx, err
	}
	return s.Metered(ctx), nil
}

// Metered returns a context with which everything that is read from the database is charged to the
// request. When there is no memory for it, reading fails with admission.ErrBusy: it cannot wait, because
// it uses a connection to the database.
func (s *Shell) Metered(ctx context.Context) context.Context {
	held, uncharged := s.Hold(ctx), 0
	return store.WithMeter(ctx, func(bytes int) error {
		if uncharged += bytes; uncharged < meterStep {
			return nil
		}
		more := int64(uncharged)
		uncharged = 0
		return held.Add(more)
	})
}

// Share keeps what the request holds charged until the request and its background work have both called
// release.
func (s *Shell) Share(ctx context.Context) (release func()) {
	held := s.Hold(ctx)
	shared := held.Split(held.Size() - s.Budget.Request)
	var users atomic.Int32
	users.Store(2)
	return func() {
		if users.Add(-1) == 0 {
			shared.Release()
		}
	}
}

// Charge makes the request hold n more bytes, until it ends. Returns admission.ErrBusy.
func (s *Shell) Charge(ctx context.Context, n int64) error {
	held := s.Hold(ctx)
	return held.GrowTo(ctx, held.Size()+n)
}
