package desk

import (
	"context"
	"time"

	"waybill/internal/feature/desk/parcels"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// packRefusals say what is against packing a parcel.
var packRefusals = map[parcels.Refusal]problem.Message{
	parcels.Cancelled: problem.PackCancelled,
	parcels.PickedUp:  problem.PackPickedUp,
	parcels.Held:      problem.PackHeld,
	parcels.NoLabel:   problem.PackNoLabel,
}

// Pack notes that the parcel of an order of the caller is packed, or puts it on the station of the actor, in the place of another. A scan
// that is sent again has the same result. The outcomes are packed, on_station, unchanged and refused. Returns store.ErrNotFound.
func (s *Service) Pack(ctx context.Context, by masterdata.Caller, o *shipment.Order, sent request.PackRequest) (Scan, error) {
	p := parcels.Packing{OrderID: o.OrderID, Ticked: sent.Ticked, Weight: sent.Weight, Scan: sent.Scan}
	if sent.Packed {
		p.On = s.orders.Now()
	}
	refusal, before, err := s.Parcels.SavePacking(ctx, by.AccountID, p)
	if err != nil {
		return Scan{}, err
	}
	if !before.On.IsZero() {
		p = before
	}
	scan := Scan{Outcome: Packed, Message: problem.Packed, TrackingNo: o.TrackingNo, Packing: p}
	switch {
	case refusal.Refusal == parcels.Repeated:
		scan.Outcome, scan.Message = Unchanged, problem.PackedBefore.With(before.By)
	case refusal.Refusal == parcels.Held:
		scan.Outcome, scan.Message, scan.Packing.On = Refused, problem.PackHeld.With(refusal.Reason), time.Time{}
	case refusal.Refusal != parcels.Taken:
		scan.Outcome, scan.Message, scan.Packing.On = Refused, packRefusals[refusal.Refusal], time.Time{}
	case p.On.IsZero():
		scan.Outcome, scan.Message = OnStation, problem.OnStation
	}
	return scan, nil
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
