package desk

import (
	"context"
	"errors"

	"waybill/internal/api/openapi"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// Service carries out the operations. Safe for concurrent use.
type Service struct {
	orders  *orders.Service
	Prints  *printjobs.Jobs
	Parcels *parcels.Parcels
}

// New makes a Service over the store of orders.
func New(o *orders.Service) *Service {
	return &Service{o, &printjobs.Jobs{DB: o.Store.DB}, newParcels(o.Store)}
}

func newParcels(s *store.Store) *parcels.Parcels {
	return &parcels.Parcels{Store: s, RunEvent: func(run *parcels.Run) func() ([]byte, error) {
		return openapi.EventOf("run", run, writeRun(false))
	}}
}

// Scanned does what do does with the order that a code of the caller names. No such order is refused. Returns the errors of do, and a
// *store.AmbiguousError if several have the code and chosen is the id of none of them.
func (s *Service) Scanned(
	ctx context.Context, by masterdata.Caller, code string, chosen int64, do func(*shipment.Order) (parcels.Scan, error),
) (parcels.Scan, error) {
	o, err := s.orders.Store.Search.OrderOfCode(ctx, by.AccountID, code, chosen)
	if errors.Is(err, store.ErrNotFound) {
		return parcels.Scan{Outcome: parcels.Refused, Message: problem.ParcelUnknown}, nil
	}
	if err != nil {
		return parcels.Scan{}, err
	}
	return do(o)
}

// orderID is the id of the order of a tracking number, 0 for none.
func (s *Service) orderID(ctx context.Context, by masterdata.Caller, trackingNo string) (int64, error) {
	number := shipment.TrackingKey(trackingNo)
	ids, err := s.orders.OrderIDs(ctx, by.AccountID, []string{number})
	return ids[number], err
}
