package api

import (
	"bytes"
	"context"

	"waybill/internal/admission"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// What requests may hold, in bytes. docs/adr/0016 says how the figures were measured.
const (
	costOfField   = 24      // a value of a draft
	bytesOfField  = 12      // the shortest field that a draft keeps, in JSON
	costOfElement = 48 + 96 // an item's form, and the item
	costOfOrder   = 1 << 10 // an order's form, the order, its submission, its part of the answer

	mostOrders   = shipment.MaxOrders
	mostElements = shipment.MaxOrders * (shipment.MaxItems + 1)
)

// costOfStoring is how many times the size of a body its way into an engine takes. SQLite
// takes a row at a time; for PostgreSQL all rows of a group are arrays, and then a message.
var costOfStoring = map[string]int64{store.SQLite: 1, store.Postgres: 5}

// bodyShape bounds what the decoded form of a body takes, by counting its punctuation.
type bodyShape struct {
	size                   int
	commas, colons, opened int
	escapes                bool
}

func (s *bodyShape) count(part []byte) {
	s.size += len(part)
	s.commas += bytes.Count(part, []byte{','})
	s.colons += bytes.Count(part, []byte{':'})
	s.opened += bytes.Count(part, []byte{'{'}) + bytes.Count(part, []byte{'['})
	s.escapes = s.escapes || bytes.IndexByte(part, '\\') >= 0
}

// fields is how many fields of objects there are at most that a draft may keep.
func (s *bodyShape) fields() int { return min(s.colons, s.size/bytesOfField) }

// elements is how many elements of arrays there are at most: what commas separate and
// brackets begin is one, or a field.
func (s *bodyShape) elements() int {
	return min(max(s.commas+s.opened-s.fields(), 0), mostElements)
}

// cost is what a request with a body may hold: the body, its decoded form, its way into the
// database and its answer.
func (s *bodyShape) cost(engine string) int64 {
	size, elements := int64(s.size), int64(s.elements())
	cost := size + int64(s.fields())*costOfField + elements*costOfElement + min(elements, mostOrders)*costOfOrder + size*costOfStoring[engine]
	if s.escapes {
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

// charge has the request hold n bytes at least. Returns admission.ErrBusy.
func (a *API) charge(ctx context.Context, n int64) error { return a.hold(ctx).GrowTo(ctx, n) }
