package orders

import (
	"context"
	"errors"

	"waybill/internal/each"
	"waybill/internal/inforce"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// Checked has the problems and the warnings of an order.
type Checked struct {
	Problems request.Node
	Warnings []inforce.Warning
}

// Check checks the orders of a create request, and stores nothing. Returns a *request.InvalidError if the request as a whole is wrong.
func (s *Service) Check(ctx context.Context, by Caller, sent *request.Form) ([]Checked, error) {
	c, err := s.Checking(ctx, by, nil)
	if err != nil {
		return nil, err
	}
	c.Counts = false // nothing is sent
	warnings := foundWarnings{byOrder: make(map[int][]inforce.Warning)}
	c.Warn(warnings.add)
	_, orders, problems, err := request.CheckCreate(ctx, sent, c.Lookups)
	if err := c.verdict(problems, err); err != nil {
		return nil, err
	}
	for _, found := range c.phones.completed {
		completed := inforce.Warning{FieldProblem: found.FieldProblem, RuleID: completedPhones}
		warnings.add(found.order, append(warnings.byOrder[found.order], completed))
	}
	unknown := sent.UnknownInOrders()
	checked := make([]Checked, len(orders))
	for i, node := range orders {
		checked[i] = Checked{node, append(warningsOf(unknown[i], unknownFields), warnings.byOrder[i]...)}
	}
	return checked, nil
}

// furtherWarnings stands for the warnings of an order beyond request.MaxMessages of a response.
var furtherWarnings = []inforce.Warning{{
	FieldProblem: request.FieldProblem{Index: -1, Message: problem.MoreWarnings},
}}

// foundWarnings are the warnings of the orders of a request, as many as a response lists.
type foundWarnings struct {
	byOrder map[int][]inforce.Warning
	listed  int
}

func (w *foundWarnings) add(order int, found []inforce.Warning) {
	switch {
	case len(found) == 0:
	case w.listed >= request.MaxMessages:
		w.byOrder[order] = furtherWarnings
	default:
		w.byOrder[order] = found
		w.listed += len(found)
	}
}

// unknownFields stands for the rule of the warnings about keys that no order has.
const unknownFields = "unknown-field"

// warningsOf are problems that refuse nothing, as warnings of what stands for a rule.
func warningsOf(found []request.FieldProblem, rule string) []inforce.Warning {
	return each.Of(found, func(f request.FieldProblem) inforce.Warning { return inforce.Warning{FieldProblem: f, RuleID: rule} })
}

// checkNew checks the orders of a request that creates them, and gives each its service and its hold. A *request.InvalidError says what
// is wrong.
func (s *Service) checkNew(ctx context.Context, by Caller, sent *request.Form, kind Kind) (*Checking, request.Orders, error) {
	c, err := s.Checking(ctx, by, func(o *shipment.Order, services map[int64]shipment.Service) {
		o.ServiceID = kind.service(services, o).ServiceID
	})
	if err != nil {
		return nil, request.Orders{}, err
	}
	if by.Phones == masterdata.PhonesRefused {
		c.Lookups.Phone = c.phones.complete // to offer it
	}
	valid, problems, err := kind.read(ctx, sent, c.Lookups)
	if err := c.verdict(problems, err); err != nil {
		if _, isInvalid := errors.AsType[*request.InvalidError](err); isInvalid {
			s.offerPhones(ctx, by, &c.phones)
		}
		return nil, request.Orders{}, err
	}
	valid.CompletedPhones = len(c.phones.completed)
	for i := range valid.Orders {
		c.Admit(&valid.Orders[i])
	}
	err = c.Err()
	return c, valid, err
}
