package masterdata

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// CreateService stores a service and returns it. ServiceID 0 gets the next free id, and a service without a category that of pickup.
// Returns a *problem.FieldError, which is ErrNameTaken, too, if the id is in use.
func (s *Store) CreateService(ctx context.Context, sv shipment.Service) (shipment.Service, error) {
	err := checkService(&sv)
	if err == nil {
		err = s.checkServicePartner(ctx, sv.Partner)
	}
	if err != nil {
		return shipment.Service{}, s.DB.Explain("create service", err)
	}
	made := sv
	err = s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) (err error) {
		if made.ServiceID, err = insertService(ctx, q, sv); err != nil {
			return err
		}
		return audit.Made(ctx, q, s.Audit, s.serviceSubject(made.ServiceID), &made)
	})
	s.services.Clear()
	return made, s.DB.Explain("create service", err)
}

func insertService(ctx context.Context, q engine.Querier, sv shipment.Service) (id int64, err error) {
	if id = sv.ServiceID; id == 0 {
		err := engine.QueryRow(ctx, q, `SELECT coalesce(max(service_id), 0) + 1 FROM services`).Scan(&id)
		if err != nil {
			return 0, err
		}
	}
	err = engine.QueryRow(ctx, q, `INSERT INTO services (service_id, name, origin, destination, category, cod, partner, disabled,
		refuses_missing, invoice_only, own_label) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT DO NOTHING RETURNING service_id`,
		id, sv.Name, string(sv.Origin), string(sv.Destination), sv.Category, engine.Flag(sv.COD), sv.Partner, engine.Flag(sv.Disabled),
		engine.Flag(sv.RefusesMissing), engine.Flag(sv.InvoiceOnly), engine.Flag(sv.OwnLabel)).Scan(&id)
	return id, engine.IfNone(err, fmt.Errorf("service %d: %w: %w", id, engine.ErrNameTaken,
		problem.Wrong("service_id", problem.NotServiceID)))
}

// DisableService disables a service for new orders. Returns ErrNotFound.
func (s *Store) DisableService(ctx context.Context, id int64) error {
	return s.change(ctx, "disable", s.serviceSubject(id), `UPDATE services SET disabled = 1 WHERE service_id = $1`, id)
}

// EnableService enables a service again. Returns ErrNotFound.
func (s *Store) EnableService(ctx context.Context, id int64) error {
	return s.change(ctx, "enable", s.serviceSubject(id), `UPDATE services SET disabled = 0 WHERE service_id = $1`, id)
}

// Services returns all services, disabled ones too, by id.
func (s *Store) Services(ctx context.Context) ([]shipment.Service, error) {
	services, err := selectServices(ctx, s.DB.Reads, `ORDER BY service_id`)
	return services, s.DB.Explain("list services", err)
}

// Service returns a service, a disabled one too. Returns ErrNotFound.
func (s *Store) Service(ctx context.Context, id int64) (shipment.Service, error) {
	sv, err := selectService(ctx, s.DB.Reads, id, "")
	return sv, s.DB.Explain("find a service", err)
}

// ServiceOf returns the service of an order, a disabled one too, and the zero Service for an order that has none. One that takes orders is
// as old as those of LiveServices.
func (s *Store) ServiceOf(ctx context.Context, id int64) (shipment.Service, error) {
	live, err := s.LiveServices(ctx)
	sv, isLive := live[id]
	if err == nil && !isLive && id != 0 {
		sv, err = s.Service(ctx, id)
	}
	if errors.Is(err, engine.ErrNotFound) {
		err = nil
	}
	return sv, err
}

// ServicesByID are all services, including disabled ones.
func (s *Store) ServicesByID(ctx context.Context) (map[int64]shipment.Service, error) {
	all, err := s.Services(ctx)
	return each.By(all, func(sv shipment.Service) int64 { return sv.ServiceID }), err
}

func selectServices(ctx context.Context, q engine.Querier, which string, args ...any) ([]shipment.Service, error) {
	return engine.Collect(ctx, q, func(row engine.Scanner, sv *shipment.Service) error {
		return row.Scan(&sv.ServiceID, &sv.Name, &sv.Origin, &sv.Destination, &sv.Category, engine.Is(&sv.COD), &sv.Partner,
			engine.Is(&sv.Disabled), engine.Is(&sv.RefusesMissing), engine.Is(&sv.InvoiceOnly), engine.Is(&sv.OwnLabel))
	}, `SELECT service_id, name, origin, destination, category, cod, partner, disabled, refuses_missing, invoice_only, own_label
		FROM services `+which, args...)
}

// selectService returns a service, whose row lock may lock. Returns ErrNotFound.
func selectService(ctx context.Context, q engine.Querier, id int64, lock string) (shipment.Service, error) {
	return engine.First(selectServices(ctx, q, `WHERE service_id = $1`+lock, id))
}

// LiveServices returns the services that take orders, by id. Callers share the map and must not change
// it. Changes by other processes show after a second.
func (s *Store) LiveServices(ctx context.Context) (map[int64]shipment.Service, error) {
	return s.services.Read(s.DB.Elapsed(), struct{}{}, func(map[int64]shipment.Service) (map[int64]shipment.Service, time.Duration, error) {
		services, err := s.ServicesByID(ctx)
		maps.DeleteFunc(services, func(_ int64, sv shipment.Service) bool { return sv.Disabled })
		return services, CacheFor, err
	})
}

func (s *Store) serviceSubject(id int64) audit.Subject {
	return audit.Numbered(audit.SubjectService, id, func(ctx context.Context, q engine.Querier) (int64, any, error) {
		sv, err := selectService(ctx, q, id, s.DB.Dialect.ForUpdate)
		missing, forms := "", "" // the defaults
		if sv.RefusesMissing {
			missing = shipment.MissingRefuse
		}
		if sv.InvoiceOnly {
			forms = shipment.FormsInvoice
		}
		return 0, struct {
			Name        string           `json:"name"`
			Origin      shipment.Country `json:"origin"` // code; "": any country
			Destination shipment.Country `json:"destination"`
			Category    string           `json:"category"`
			COD         bool             `json:"cod"`
			Partner     string           `json:"partner"`
			Disabled    bool             `json:"disabled"`
			Missing     string           `json:"missing_customs,omitempty"`
			Forms       string           `json:"customs_forms,omitempty"`
			OwnLabel    bool             `json:"own_label,omitempty"`
		}{sv.Name, sv.Origin, sv.Destination, sv.Category, sv.COD, sv.Partner, sv.Disabled, missing, forms, sv.OwnLabel}, err
	})
}
