package orders

import "context"

// RetrySubmission makes a failed or waiting submission due, as store.Ledger.RetrySubmission says, and has a worker look at once.
func (s *Service) RetrySubmission(ctx context.Context, trackingNo, note string) error {
	sub, err := s.Store.Ledger.RetrySubmission(ctx, trackingNo, note)
	return s.wake(sub.Partner, err)
}

// RetryCancellation makes a cancellation due, as store.Ledger.RetryCancellation says, and has a worker look at once.
func (s *Service) RetryCancellation(ctx context.Context, trackingNo, note string) error {
	c, err := s.Store.Ledger.RetryCancellation(ctx, trackingNo, note)
	return s.wake(c.Partner, err)
}

func (s *Service) wake(partner string, err error) error {
	if err == nil {
		s.Fulfiller.Wake(partner)
	}
	return err
}
