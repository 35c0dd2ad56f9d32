package orders

import (
	"context"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Record records an operator's reports on parcels of any account, all or none, and returns what came of each: an unknown parcel does not
// affect the others.
func (s *Service) Record(ctx context.Context, reports []shipment.TrackingReport) ([]store.TrackingOutcome, error) {
	return s.Store.AddTrackingEvents(ctx, reports)
}

// Correct gives an order of any account another status than the one that was reported, and returns the status that it had. Returns
// store.ErrNotFound.
func (s *Service) Correct(ctx context.Context, sent shipment.Correction) (before shipment.TrackerStatus, err error) {
	return s.Store.CorrectTracking(ctx, sent)
}

// CorrectMany gives orders of an account another status. The outcomes are corrected, unchanged, refused and not_found.
func (s *Service) CorrectMany(ctx context.Context, by Caller, sent request.TrackMany[shipment.Correction]) ([]Result, error) {
	results, err := s.Store.CorrectOrders(ctx, by.AccountID, keys(sent.TrackingNos), sent.What, sent.DryRun)
	return s.tracked(sent.TrackingNos, results, err, "corrected")
}

// ReportMany reports the same on orders of an account. The outcomes are reported, unchanged, refused and not_found.
func (s *Service) ReportMany(ctx context.Context, by Caller, sent request.TrackMany[shipment.TrackingEvent]) ([]Result, error) {
	results, err := s.Store.ReportOrders(ctx, by.AccountID, keys(sent.TrackingNos), sent.What, sent.DryRun)
	return s.tracked(sent.TrackingNos, results, err, "reported")
}

func (s *Service) tracked(numbers []string, stored []store.HoldResult, err error, done string) ([]Result, error) {
	none := problem.Message{} // the outcome says all
	return s.changed(request.HoldRequest{TrackingNos: numbers}, stored, err, Result{Outcome: done}, none, none)
}

// RevokeAddresses makes the addresses of the label and the documents of an order that were given out invalid, and returns the order.
// Returns store.ErrNotFound.
func (s *Service) RevokeAddresses(ctx context.Context, by Caller, trackingNo string) (shipment.Order, error) {
	return s.Store.RevokeAddresses(ctx, by.AccountID, shipment.TrackingKey(trackingNo))
}

// Prove stores an operator's proof that a parcel of any account was delivered. Returns store.ErrNotFound.
func (s *Service) Prove(ctx context.Context, sent request.ProofRequest) error {
	return s.Store.PutProof(ctx, sent.TrackingNo, sent.Proof)
}

// Stop stops the parcels of orders of any account at each scan, for a reason. The outcomes are stopped, unchanged, refused and not_found.
func (s *Service) Stop(ctx context.Context, sent request.HoldRequest) ([]Result, error) {
	stored, err := s.Store.StopOrders(ctx, keys(sent.TrackingNos), sent.Reason)
	return s.changed(sent, stored, err, Result{Outcome: "stopped", Message: problem.ParcelStopped}, problem.Message{}, problem.StoppedBefore)
}

// LiftStops ends the stops of the parcels of orders of any account. The outcomes are lifted, unchanged and not_found.
func (s *Service) LiftStops(ctx context.Context, sent request.HoldRequest) ([]Result, error) {
	stored, err := s.Store.LiftStops(ctx, keys(sent.TrackingNos))
	return s.changed(sent, stored, err, Result{Outcome: "lifted", Message: problem.StopLifted}, problem.Message{}, problem.StopNone)
}
