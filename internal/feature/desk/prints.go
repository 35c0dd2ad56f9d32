package desk

import (
	"context"

	"waybill/internal/request"
	"waybill/internal/store/masterdata"
)

// AnswerPrint stores what a person says of a job: the label came out, or not, or the job is withdrawn before an agent has it. Returns
// store.ErrNotFound, and printjobs.ErrOver if the job has changed meanwhile.
func (s *Service) AnswerPrint(ctx context.Context, by masterdata.Caller, sent request.PrintJobRequest) error {
	_, err := s.Prints.Job(ctx, by.AccountID, sent.RequestKey)
	switch {
	case err != nil:
		return err
	case sent.State == request.PrintWithdrawn:
		return s.Prints.Withdraw(ctx, by.AccountID, sent.RequestKey)
	}
	return s.Prints.Answer(ctx, by.AccountID, sent.RequestKey, sent.State == request.PrintCameOut)
}
