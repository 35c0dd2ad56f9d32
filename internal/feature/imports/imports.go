package imports

import (
	"cmp"
	"context"

	"waybill/internal/feature/imports/job"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// Service carries out the operations. Safe for concurrent use.
type Service struct{ Worker *job.Worker }

// Import returns an import of the caller whose upload has succeeded. Returns store.ErrNotFound.
func (s *Service) Import(ctx context.Context, by masterdata.Caller, id int64) (stored.Import, error) {
	i, err := s.Worker.Imports.Import(ctx, by.AccountID, id)
	if err == nil && i.State == stored.Receiving {
		err = store.ErrNotFound
	}
	return i, err
}

// Confirm says yes to an import of the caller that waits, and lets one that was only checked begin. Of decided ValidOnly and Existing
// count. Returns store.ErrNotFound, a *request.InvalidError if something is not decided, and an *orders.ConflictError.
func (s *Service) Confirm(ctx context.Context, by masterdata.Caller, id int64, decided request.ImportRequest) (stored.Import, error) {
	return s.change(ctx, by, id, func(i *stored.Import) error { return confirm(i, decided) })
}

// Check checks an import of the caller that has created nothing again, as one that is only checked. Returns store.ErrNotFound, a
// *request.InvalidError, and an *orders.ConflictError if it has created orders, is busy, or its file is deleted.
func (s *Service) Check(ctx context.Context, by masterdata.Caller, id int64, how Reading) (stored.Import, error) {
	return s.change(ctx, by, id, func(i *stored.Import) error { return recheck(i, &how) })
}

// Cancel ends an import of the caller. Orders that it has created stay. Returns store.ErrNotFound, and an *orders.ConflictError if it has
// ended otherwise.
func (s *Service) Cancel(ctx context.Context, by masterdata.Caller, id int64) (stored.Import, error) {
	return s.change(ctx, by, id, func(i *stored.Import) error {
		switch i.State {
		case stored.Cancelled:
		case stored.Checking, stored.Creating:
			i.Cancelling = true // a worker may be about to commit a group
		case stored.Waiting:
			i.State = stored.Cancelled
		default:
			return &orders.ConflictError{Message: problem.NotCancellable.With(i.State)}
		}
		return nil
	})
}

// change changes an import as its shipper says, and wakes who goes on with it.
func (s *Service) change(ctx context.Context, by masterdata.Caller, id int64, change func(*stored.Import) error) (stored.Import, error) {
	if i, err := s.Import(ctx, by, id); err != nil {
		return i, err
	}
	changed, err := s.Worker.Imports.ChangeImport(ctx, by.AccountID, id, change)
	if err == nil {
		s.Worker.Wake()
	}
	return changed, err
}

// confirm changes an import by what the account has decided.
func confirm(i *stored.Import, decided request.ImportRequest) error {
	options, wrongOptions := job.ReadOptions(i.Options)
	report, wrongReport := job.ReadReport(i.Report)
	if err := cmp.Or(wrongOptions, wrongReport); err != nil {
		return err
	}
	if !i.HasContent {
		return &orders.ConflictError{Message: problem.FileDeleted}
	}
	options.Confirmed = true
	options.ValidOnly = options.ValidOnly || decided.ValidOnly
	options.Existing = cmp.Or(job.Existing(decided.Existing), options.Existing)
	switch i.State {
	case stored.Checked:
		options.DryRun, i.State = false, stored.Checking // the check kept no orders
	case stored.Waiting:
		if err := undecided(&report, options); err != nil {
			return err
		}
		i.State = stored.Creating
	default:
		return &orders.ConflictError{Message: problem.NotConfirmable.With(i.State)}
	}
	i.Options = options.Encode()
	return nil
}

// undecided returns an error that names what a waiting import needs and options do not decide, nil if there is nothing.
func undecided(report *job.Report, options job.Options) error {
	for _, need := range report.Needs {
		switch {
		case need == job.NeedProblems && !options.ValidOnly && report.Invalid == 0:
			return request.Wrong("valid_only", problem.OrdersLeftOut.With(report.LeftOut, report.Valid))
		case need == job.NeedProblems && !options.ValidOnly:
			return request.Wrong("valid_only", problem.OrdersRefused.With(report.Invalid, report.Valid))
		case need == job.NeedReferences && options.Existing == job.AskExisting:
			return request.Wrong("existing", problem.ReferencesUsed.With(report.Existing))
		}
	}
	return nil
}
