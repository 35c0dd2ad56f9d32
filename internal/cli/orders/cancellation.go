package orders

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/each"
	"waybill/internal/store"
)

func newCancellation(p command.Process) *cobra.Command {
	return commands.Group("cancellation",
		newCancellationList(p), newShow(p, "cancellation", showCancellation), newCancellationRetry(p),
	)
}

// entryOf is a cancellation with the fields of a submission, for entryFields.
func entryOf(c store.Cancellation) store.Submission {
	if c.State != store.CancellationPending {
		c.DueOn = time.Time{}
	}
	return store.Submission{LedgerEntry: c.LedgerEntry, State: store.SubmissionState(c.State), Order: c.Order}
}

// cancellationStates are the values of --state.
var cancellationStates = []store.CancellationState{
	store.CancellationWaiting, store.CancellationPending, store.CancellationConfirmed, store.CancellationRefused, store.CancellationFailed,
}

func newCancellationList(p command.Process) *cobra.Command {
	var f store.LedgerFilter
	return newLedgerList(p, "cancellation", cancellationStates, &f, entryFields,
		func(ctx context.Context, s *store.Store) ([]store.Submission, error) {
			found, err := s.Ledger.Cancellations(ctx, f)
			return each.Of(found, entryOf), err
		})
}

func showCancellation(ctx context.Context, cmd *cobra.Command, s *store.Store, trackingNo string) error {
	c, err := s.Ledger.CancellationByTrackingNo(ctx, trackingNo)
	if err != nil {
		return explainCancellation(err, trackingNo)
	}
	return showEntry(ctx, cmd, s, entryOf(c), "", nil)
}

func newCancellationRetry(p command.Process) *cobra.Command {
	var note string
	cmd := commands.New("cancellation retry TRACKING-NO",
		onOrder(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, trackingNo string) error {
			c, err := s.Ledger.RetryCancellation(ctx, trackingNo, note)
			return command.Confirm(cmd, explainCancellation(err, trackingNo),
				"The cancellation of %s is due now at %s.\n", trackingNo, c.Partner)
		}))
	return command.Flags(cmd, "note", &note)
}

// explainCancellation says what to do about an error of the store.
func explainCancellation(err error, trackingNo string) error {
	return command.Explain(err,
		command.Becausef(store.ErrNotFound,
			"there is no cancellation of %s: the number is unknown, its shipper did not cancel it, or no partner had it", trackingNo),
		command.Becausef(store.ErrUnderWay,
			"the partner is being asked about %s: wait for the result, `waybill cancellation show %s` shows it", trackingNo, trackingNo),
		command.Becausef(store.ErrCancelled, "%s is cancelled already", trackingNo),
		command.Becausef(store.ErrTooLate, "the parcel of %s was picked up: it cannot be cancelled any more", trackingNo),
	)
}
