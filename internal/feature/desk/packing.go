package desk

import (
	"context"

	"waybill/internal/feature/desk/parcels"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// Pack notes that the parcel of an order of the caller is packed, or puts it on the station of the actor: see parcels.SavePacking.
func (s *Service) Pack(ctx context.Context, by masterdata.Caller, o *shipment.Order, sent request.PackRequest) (parcels.Scan, error) {
	p := parcels.Packing{OrderID: o.OrderID, Ticked: sent.Ticked, Weight: sent.Weight, Scan: sent.Scan}
	if sent.Packed {
		p.On = s.orders.Now()
	}
	return s.Parcels.SavePacking(ctx, by.AccountID, p)
}

// UndoPacking makes the parcel of an order that the actor packed one that is not packed. Returns store.ErrNotFound if the actor did not
// pack it, and parcels.ErrTooLate.
func (s *Service) UndoPacking(ctx context.Context, by masterdata.Caller, trackingNo string) error {
	id, err := s.orderID(ctx, by, trackingNo)
	if err != nil {
		return err
	}
	return s.Parcels.UndoPacking(ctx, by.AccountID, id)
}
