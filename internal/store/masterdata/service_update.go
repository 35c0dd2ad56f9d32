package masterdata

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// checkServicePartner returns a *problem.FieldError if services may not name a partner: "" is in house. The account at a built-in
// partner is a setting of the server, which the store does not know.
func (s *Store) checkServicePartner(ctx context.Context, name string) error {
	switch {
	case name == shipment.PartnerSimulated:
		demo, err := s.HasDemoAccount(ctx) // the settings may be those of another environment than the data
		if err == nil && !demo {
			err = problem.Wrong("partner", problem.DemoPartner)
		}
		return err
	case name == "", slices.Contains(shipment.BuiltInPartners(), name):
		return nil
	}
	_, err := s.PartnerSecrets(ctx, name)
	if errors.Is(err, engine.ErrNotFound) {
		return problem.Wrong("partner", problem.NoLivePartner)
	}
	return err
}

// UpdateService changes the name, the partner, cash on delivery, what a service does without facts for customs and its customs forms by
// fn, which may run more than once, and returns the service as it is then. Orders that exist keep their partner. The lane and the category
// stay: a service with another lane is another service. Returns ErrNotFound, a *problem.FieldError, or the error of fn, after which nothing
// is changed.
func (s *Store) UpdateService(ctx context.Context, id int64, fn func(*shipment.Service) error) (shipment.Service, error) {
	var changed shipment.Service
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		return s.Audit.Update(ctx, q, "update", s.serviceSubject(id), func() error {
			before, err := selectService(ctx, q, id, "")
			if err != nil {
				return err
			}
			changed = before
			if err := fn(&changed); err != nil {
				return err
			}
			if err := checkService(&changed); err != nil {
				return err
			}
			if changed.Partner != before.Partner {
				if err := s.checkServicePartner(ctx, changed.Partner); err != nil {
					return err
				}
			}
			return engine.UpdateOne(ctx, q, engine.ErrNotFound,
				`UPDATE services SET name = $1, partner = $2, cod = $3, refuses_missing = $4, invoice_only = $5, own_label = $6 WHERE service_id = $7`,
				changed.Name, changed.Partner, engine.Flag(changed.COD), engine.Flag(changed.RefusesMissing),
				engine.Flag(changed.InvoiceOnly), engine.Flag(changed.OwnLabel), id)
		})
	})
	s.services.Clear()
	return changed, s.DB.Explain(fmt.Sprintf("change service %d", id), err)
}
