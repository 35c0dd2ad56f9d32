package orders

import (
	"cmp"
	"context"
	"time"

	"waybill/internal/inforce"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// Checking checks orders of one caller. It is the only place that joins what an order must fulfil: the validation of its fields, the rules
// that are data, what its partner demands, and the completion of phone numbers. It is not safe for concurrent use. Ask
// Err after the checks.
type Checking struct {
	*inforce.Checker
	Lookups request.Lookups // for the functions of package request that validate

	at        time.Time
	accountID int64
	serve     func(*shipment.Order)
	phones    phones
}

// Checking makes a Checking. Serve gives a valid order its service, before rules see it; nil leaves the one that it states.
func (s *Service) Checking(ctx context.Context, by Caller, serve func(*shipment.Order, map[int64]shipment.Service)) (*Checking, error) {
	services, err := s.Store.MasterData.LiveServices(ctx)
	if err != nil {
		return nil, err
	}
	prefixes, err := s.Store.MasterData.TrackingPrefixes(ctx)
	if err != nil {
		return nil, err
	}
	checker, err := s.Rules.Checker(ctx, by.Languages...)
	if err != nil {
		return nil, err
	}
	checker.Counts = true
	c := &Checking{Checker: checker, at: s.Now(), accountID: by.AccountID, phones: phones{use: by.Phones == masterdata.PhonesComplete}}
	c.serve = func(o *shipment.Order) {
		if serve != nil {
			serve(o, services)
		}
	}
	c.Lookups = request.Lookups{
		Services: services, Prefixes: prefixes, Taken: s.Store.TakenTrackingNumbers,
		Forward: func(ctx context.Context, refs []shipment.ForwardRef) (map[string]*shipment.Order, error) {
			return s.Store.ForwardOrders(ctx, by.AccountID, refs, by.Memory.copied)
		},
		Rules: func(_ int, o *shipment.Order) []request.FieldProblem {
			c.prepare(o)
			return checker.Errors(o, c.at)
		},
	}
	if c.phones.use {
		c.Lookups.Phone = c.phones.complete
	}
	return c, nil
}

// prepare gives an order what rules need beside its fields.
func (c *Checking) prepare(o *shipment.Order) {
	o.AccountID = c.accountID
	c.serve(o)
}

// Warn has found called with the warnings of each valid order, and its place in the request. The partner is asked for all that it would
// refuse, not only for what stops the order.
func (c *Checking) Warn(found func(place int, warnings []inforce.Warning)) {
	c.Lookups.Rules = func(i int, o *shipment.Order) []request.FieldProblem {
		c.prepare(o)
		refused, warnings := c.All(o, c.at)
		missing, ofPartner := c.Partner(o)
		found(i, append(warnings, ofPartner...))
		return append(refused, missing...)
	}
}

// Admit gives a valid order its service, and its hold if a rule holds it.
func (c *Checking) Admit(o *shipment.Order) {
	c.serve(o)
	o.Hold = c.Hold(o, c.at)
}

// verdict is the error of a check: of the store, or a *request.InvalidError.
func (c *Checking) verdict(problems request.Problems, err error) error {
	err = cmp.Or(err, c.Err())
	if err == nil && problems != nil {
		err = &request.InvalidError{Problems: problems}
	}
	return err
}

// ReadFile reads the orders of a file, as request.ReadOrders does, and checks their fields alone: no rule looks at them, and tracking
// numbers that are in use are accepted.
func ReadFile(ctx context.Context, file []byte, services map[int64]shipment.Service) ([]shipment.Order, error) {
	return request.ReadOrders(ctx, file, request.Lookups{
		Services: services,
		Taken:    func(context.Context, []string) (map[string]bool, error) { return nil, nil },
	})
}
