package desk

import (
	"context"
	"errors"

	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store/masterdata"
)

// QueuePrint queues the label of an order of the caller for a printer, once for each key of a request. Returns printjobs.ErrNoPrinter,
// store.ErrNotFound if the caller has no such order, and an *orders.ConflictError if the key is of another job.
func (s *Service) QueuePrint(
	ctx context.Context, by masterdata.Caller, orderID int64, sent request.PrintJobRequest,
) (printjobs.Job, error) {
	j, err := s.Prints.Queue(ctx, by.AccountID, orderID, sent.Printer, sent.RequestKey)
	return j, refusedPrint(err)
}

// ReportPrint stores that an agent starts to print a job, or how that ended. Returns store.ErrNotFound, and an *orders.ConflictError if
// another agent has the job, or a person has answered.
func (s *Service) ReportPrint(ctx context.Context, by masterdata.Caller, sent request.PrintJobRequest) error {
	return refusedPrint(s.Prints.Report(
		ctx, by.AccountID, sent.RequestKey, sent.Lease, printjobs.State(sent.State), sent.Note))
}

// AnswerPrint stores what a person says of a job: the label came out, or not, or the job is withdrawn before an agent has it. Returns
// store.ErrNotFound, and an *orders.ConflictError if the job has changed meanwhile.
func (s *Service) AnswerPrint(ctx context.Context, by masterdata.Caller, sent request.PrintJobRequest) error {
	jobs := s.Prints
	_, err := jobs.Job(ctx, by.AccountID, sent.RequestKey)
	switch {
	case err != nil:
	case sent.State == request.PrintWithdrawn:
		err = jobs.Withdraw(ctx, by.AccountID, sent.RequestKey)
	default:
		err = jobs.Answer(ctx, by.AccountID, sent.RequestKey, sent.State == request.PrintCameOut)
	}
	return refusedPrint(err)
}

// refusedPrint says why a job cannot be what an operation would make it.
func refusedPrint(err error) error {
	switch {
	case errors.Is(err, printjobs.ErrOtherJob):
		return &orders.ConflictError{Message: problem.OtherPrintJob}
	case errors.Is(err, printjobs.ErrOver):
		return &orders.ConflictError{Message: problem.PrintJobOver}
	}
	return err
}
