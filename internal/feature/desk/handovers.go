package desk

import (
	"cmp"
	"context"

	"waybill/internal/feature/desk/parcels"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store/masterdata"
)

// OpenHandover opens a list of the caller for a service and a place. Returns a *request.InvalidError if there is no such service.
func (s *Service) OpenHandover(ctx context.Context, by masterdata.Caller, sent request.HandoverRequest) (parcels.Handover, error) {
	services, err := s.orders.Store.MasterData.ServicesByID(ctx)
	if _, exists := services[sent.ServiceID]; err == nil && !exists {
		err = request.Wrong("service_id", problem.UnknownID.With(sent.ServiceID))
	}
	if err != nil {
		return parcels.Handover{}, err
	}
	return s.Parcels.OpenHandover(ctx, by.AccountID, sent.ServiceID, sent.Place)
}

// RemoveFromHandover takes the parcel of an order of the caller off a list that is open. Returns store.ErrNotFound.
func (s *Service) RemoveFromHandover(ctx context.Context, by masterdata.Caller, listID int64, trackingNo string) error {
	id, err := s.orderID(ctx, by, trackingNo)
	if err != nil {
		return err
	}
	return s.Parcels.RemoveFromHandover(ctx, by.AccountID, listID, id)
}

// CloseHandover closes a list of the caller with the names, the signature and the count of parcels that people have seen, and returns it as
// it is then. The same request again changes nothing. Returns store.ErrNotFound, a *request.InvalidError if a name is the number of a
// parcel or list, and parcels.ErrChanged or parcels.ErrTrouble.
func (s *Service) CloseHandover(
	ctx context.Context, by masterdata.Caller, listID int64, sent request.HandoverRequest,
) (parcels.Handover, error) {
	h, err := s.Parcels.Handover(ctx, by.AccountID, listID)
	if err != nil {
		return h, err
	}
	for field, name := range map[string]string{"given_by": sent.GivenBy, "taken_by": sent.TakenBy} {
		_, isList := parcels.ParseHandoverNumber(name)
		if scanned, err := s.orders.Store.Search.IsNumber(ctx, by.AccountID, name); err != nil || scanned || isList {
			return h, cmp.Or(err, request.Wrong(field, problem.NotPerson))
		}
	}
	was := h
	h.GivenBy, h.TakenBy, h.Signature, h.Parcels = sent.GivenBy, sent.TakenBy, sent.Signature, sent.Parcels
	if was.State != parcels.Open && was == h { // the request is sent again
		return h, nil
	}
	return s.changed(ctx, &h, s.Parcels.CloseHandover(ctx, h))
}

// ReopenHandover opens a list of the caller again that is closed, and returns it as it is then. The same request again changes nothing.
// Returns store.ErrNotFound, and parcels.ErrNotClosed.
func (s *Service) ReopenHandover(
	ctx context.Context, by masterdata.Caller, listID int64, sent request.HandoverRequest,
) (parcels.Handover, error) {
	h, err := s.Parcels.Handover(ctx, by.AccountID, listID)
	if err != nil || h.State == parcels.Open && h.Reason == sent.Reason { // the request is sent again
		return h, err
	}
	return s.changed(ctx, &h, s.Parcels.ReopenHandover(ctx, by.AccountID, listID, sent.Reason))
}

// changed is a list after a change that may have failed.
func (s *Service) changed(ctx context.Context, h *parcels.Handover, err error) (parcels.Handover, error) {
	if err != nil {
		return *h, err
	}
	return s.Parcels.Handover(ctx, h.AccountID, h.HandoverID)
}
