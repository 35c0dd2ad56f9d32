package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"waybill/internal/admission"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/problem"
	"waybill/internal/sandbox"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// suspendedWait is the time between two looks at the imports of a suspended account, which wait until it is resumed.
const suspendedWait = time.Minute

// turns gives each import of an account a turn after the other until none is left, or others have waited long enough.
// It reports whether none is left; if not, there is work after the wait.
func (w *Worker) turns(ctx context.Context, queue *stored.Queue) (isIdle bool, wait time.Duration, err error) {
	a, err := w.Store.MasterData.Account(ctx, queue.AccountID)
	switch {
	case err != nil:
		return false, retryAfter, err
	case !a.SuspendedOn.IsZero():
		return false, suspendedWait, nil
	}
	sawNone := false
	for n := 0; n < fairTurns; {
		imports, err := w.Imports.ImportsToWorkOn(ctx, queue.AccountID)
		if err == nil && len(imports) == 0 && !sawNone {
			err = w.Imports.KeepImports(ctx, queue, lease) // what comes after this is not overlooked
		}
		switch {
		case err != nil:
			return false, retryAfter, err
		case len(imports) == 0 && sawNone:
			return true, 0, nil
		}
		sawNone = len(imports) == 0
		for _, i := range imports {
			n++
			if err := w.turn(ctx, *queue, a, i); err != nil {
				if errors.Is(err, admission.ErrBusy) || errors.Is(err, sandbox.ErrUnavailable) {
					return false, cmp.Or(w.PollEvery, pollEvery), nil
				}
				return false, retryAfter, cmp.Or(context.Cause(ctx), err)
			}
		}
	}
	return false, 0, nil
}

// turn does the next part of an import. An error that a repetition would not mend fails the import.
func (w *Worker) turn(ctx context.Context, queue stored.Queue, a masterdata.Account, i stored.Import) error {
	var err error
	switch {
	case i.Cancelling:
		return w.end(ctx, queue, i, stored.Cancelled, problem.Message{})
	case i.State == stored.Checking:
		err = w.checkFile(ctx, queue, i)
	default:
		err = w.createGroup(ctx, queue, a, i)
	}
	if err == nil || mayPass(ctx, err) {
		return err
	}
	w.Log.ErrorContext(ctx, "an import failed", "account", i.AccountID, "import", i.ImportID, "error", err)
	return w.end(ctx, queue, i, stored.Failed, problem.ImportFailed)
}

// mayPass reports whether a repetition may mend an error.
func mayPass(ctx context.Context, err error) bool {
	passing := []error{store.ErrUnavailable, store.ErrDamaged, store.ErrLeaseLost, admission.ErrBusy, sandbox.ErrUnavailable}
	return ctx.Err() != nil || slices.ContainsFunc(passing, func(passing error) bool { return errors.Is(err, passing) })
}

// end ends an import. What it has created stays; its checked orders are deleted.
func (w *Worker) end(
	ctx context.Context, queue stored.Queue, i stored.Import, state stored.State, message problem.Message,
) error {
	_, err := w.Imports.AdvanceImport(ctx, queue, i.ImportID, func(i *stored.Import) error {
		i.State, i.Message, i.Cancelling = state, message.String(), false
		if report, err := ReadReport(i.Report); err == nil { // an unreadable one fails the import
			report.Message = message
			i.Report = report.encode()
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("end import %d: %w", i.ImportID, err)
	}
	return w.Imports.DropImportGroups(ctx, i.AccountID, i.ImportID)
}
