package orders

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/store"
)

func newSubmission(p command.Process) *cobra.Command {
	return commands.Group("submission",
		newSubmissionList(p), newShow(p, "submission", showSubmission), newSubmissionRetry(p), newSubmissionResolve(p),
	)
}

// hawbField is shown of submissions only.
var hawbField = command.Of("", "hawb_no", func(s store.Submission) any { return s.HAWBNo })

// labelFields are a label that a partner draws; blob is its name in the store of files.
var labelFields = command.Columns[store.PartnerLabel]("state, format, blob, message")

// submissionStates are the values of --state.
var submissionStates = []store.SubmissionState{
	store.SubmissionPending, store.SubmissionSubmitted, store.SubmissionUnknown, store.SubmissionConfirmed, store.SubmissionFailed,
	store.SubmissionHeld, store.SubmissionCancelled,
}

func newSubmissionList(p command.Process) *cobra.Command {
	var f store.LedgerFilter
	cmd := newLedgerList(p, "submission", submissionStates, &f, append(slices.Clip(entryFields), hawbField),
		func(ctx context.Context, s *store.Store) ([]store.Submission, error) {
			return s.Ledger.Submissions(ctx, f)
		})
	return command.Flags(cmd, "label-missing", &f.LabelMissing)
}

func showSubmission(ctx context.Context, cmd *cobra.Command, s *store.Store, trackingNo string) error {
	sub, err := s.Ledger.SubmissionByTrackingNo(ctx, trackingNo)
	if err != nil {
		return explainSubmission(err, trackingNo)
	}
	more, last := fmt.Sprintf("HAWB no       %s\n", command.OrDash(sub.HAWBNo)), []command.Field[store.Submission]{hawbField}
	label, err := s.Ledger.PartnerLabel(ctx, sub.AccountID, sub.OrderID)
	if err == nil {
		more += fmt.Sprintf("Label         %s %s %s %s\n", label.State, label.Format, label.Blob, label.Message)
		last = command.With(last, "label", command.Records([]store.PartnerLabel{label}, labelFields)[0])
	} else if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return showEntry(ctx, cmd, s, sub, more, last)
}

func newSubmissionRetry(p command.Process) *cobra.Command {
	var note string
	cmd := commands.New("submission retry TRACKING-NO",
		onOrder(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, trackingNo string) error {
			sub, err := s.Ledger.RetrySubmission(ctx, trackingNo, note)
			return command.Confirm(cmd, explainSubmission(err, trackingNo), "%s is due now at %s.\n", trackingNo, sub.Partner)
		}))
	return command.Flags(cmd, "note", &note)
}

func newSubmissionResolve(p command.Process) *cobra.Command {
	var failed bool
	var r store.Resolution
	cmd := commands.New("submission resolve TRACKING-NO",
		onOrder(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, trackingNo string) error {
			switch {
			case r.Confirmed == failed:
				return command.Usagef("give --confirmed or --failed")
			case failed && (r.HAWBNo != "" || r.PartnerLabel):
				return command.Usagef("--hawb and --partner-label go with --confirmed")
			}
			sub, err := s.Ledger.ResolveSubmission(ctx, trackingNo, r)
			return command.Confirm(cmd, explainSubmission(err, trackingNo), "%s is %s at %s.\n", trackingNo, sub.State, sub.Partner)
		}))
	return command.Flags(cmd, "confirmed", &r.Confirmed, "hawb", &r.HAWBNo, "partner-label", &r.PartnerLabel, "failed", &failed,
		"message", &r.Message, "note", &r.Note)
}

// explainSubmission says what to do about an error of the store.
func explainSubmission(err error, trackingNo string) error {
	return command.Explain(err,
		command.Becausef(store.ErrNotFound,
			"there is no submission of %s: the number is unknown, or the order is fulfilled in house", trackingNo),
		command.Becausef(store.ErrUnderWay,
			"an attempt at %s is under way: wait for the result, `waybill submission show %s` shows it", trackingNo, trackingNo),
		command.Becausef(store.ErrCancelled, "%s was cancelled: its submission needs no decision", trackingNo),
		command.Becausef(store.ErrHeld, "%s is held: `waybill order release %s` with a key of its account submits it", trackingNo, trackingNo),
		command.Becausef(store.ErrConfirmed, "the partner has %s, and no label is missing: its submission needs no decision", trackingNo),
	)
}
