package orders

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/store"
)

// newLedgerList makes the command that lists a ledger by a filter that flags fill in.
func newLedgerList[State ~string](
	p command.Process, ledger string, states []State, f *store.LedgerFilter, fields []command.Field[store.Submission],
	find func(context.Context, *store.Store) ([]store.Submission, error),
) *cobra.Command {
	var olderThan time.Duration
	cmd := commands.Of(ledger + " list")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		switch {
		case f.State != "" && !slices.Contains(states, State(f.State)):
			return command.Usagef("--state is %q: want %s", f.State, command.Alternatives(states))
		case f.Limit < 1 || f.Limit > command.MaxListed:
			return command.Usagef("--limit is %d: want 1 to %d", f.Limit, command.MaxListed)
		case olderThan < 0:
			return command.Usagef("--older-than is %v: want a time such as 30m or 12h", olderThan)
		case f.LabelMissing && f.State != "":
			return command.Usagef("--label-missing and --state exclude each other: such submissions are confirmed")
		case olderThan > 0:
			f.CreatedBefore = time.Now().Add(-olderThan)
		}
		return nil
	}
	cmd.Flags().StringVar(&f.State, "state", "", "only those in this `STATE`: "+command.Alternatives(states))
	command.Flags(cmd, "partner", &f.Partner, "account", &f.AccountID, "older-than", &olderThan, "limit", &f.Limit)
	return command.NewList(p, cmd, fields, "There are no such "+ledger+"s.", find)
}

// orderFunc carries out a command on an order.
type orderFunc func(ctx context.Context, cmd *cobra.Command, s *store.Store, trackingNo string) error

// onOrder runs do with the tracking number in the argument.
func onOrder(p command.Process, do orderFunc) func(*cobra.Command, []string) error {
	return command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
		return do(ctx, cmd, s, strings.ToUpper(args[0]))
	})
}

// newShow makes the command that shows an entry of a ledger.
func newShow(p command.Process, ledger string, show orderFunc) *cobra.Command {
	return command.WithJSON(commands.New(ledger+" show TRACKING-NO", onOrder(p, show)))
}

// entryFields are common to submissions and cancellations; see entryOf. The key is that of the submission at the partner.
var entryFields = command.Columns[store.Submission](`TRACKING NO tracking_no=Order.TrackingNo, order_id, account_id, PARTNER partner,
	idempotency_key, STATE state, ATTEMPTS attempts, DUE due_on, CREATED=CreatedOn, ERROR error_class, MESSAGE message, created_on,
	updated_on`)

// showEntry prints an entry with its history; more are further lines, and last further keys.
func showEntry(
	ctx context.Context, cmd *cobra.Command, s *store.Store, e store.Submission, more string, last []command.Field[store.Submission],
) error {
	history, err := s.Ledger.SubmissionHistory(ctx, e.AccountID, e.OrderID)
	if err != nil {
		return err
	}
	fields := entryFields
	if len(history) > 0 {
		fields = command.With(fields, "history", command.Records(history, attemptFields))
	}
	err = command.Say(cmd, nil, e, slices.Concat(fields, last), `Tracking no   %s (order %d of account %d)
Partner       %s, key %s
State         %s, due %s
%sError         %s %s

`, e.Order.TrackingNo, e.OrderID, e.AccountID, e.Partner, e.IdempotencyKey, e.State, command.Minute(command.OrNull(e.DueOn)),
		more, command.OrDash(e.ErrorClass), e.Message)
	if err != nil || command.WantsJSON(cmd) {
		return err
	}
	return printHistory(cmd.OutOrStdout(), history)
}

// attemptFields are an attempt of a submission's history.
var attemptFields = command.Columns(`ATTEMPT attempt, WHAT kind, STARTED started_on, TOOK ended_on, OUTCOME outcome, MESSAGE message,
	request, answer=Response`,
	command.Value("attempt", func(a store.Attempt) any { // 0 of an entry that is no call
		if a.Number == 0 {
			return command.ShownAs(0, "-")
		}
		return a.Number
	}),
	command.Value("started_on", func(a store.Attempt) any {
		return command.ShownAs(a.StartedOn, a.StartedOn.UTC().Format(time.DateTime))
	}),
	command.Value("ended_on", func(a store.Attempt) any {
		if a.EndedOn.IsZero() {
			return command.ShownAs(nil, "-")
		}
		return command.ShownAs(a.EndedOn, a.EndedOn.Sub(a.StartedOn).Round(time.Millisecond).String())
	}),
)

// printHistory prints a history, and its last exchange.
func printHistory(w io.Writer, history []store.Attempt) error {
	if len(history) == 0 {
		fmt.Fprintln(w, "There was no attempt yet, or the history is older than what is kept.")
		return nil
	}
	if err := command.PrintTable(w, history, attemptFields); err != nil {
		return err
	}
	for _, a := range slices.Backward(history) {
		if a.Request != "" {
			fmt.Fprintf(w, "\nThe last exchange, without secrets and personal data:\n\n%s\n\n%s\n", a.Request, a.Response)
			break
		}
	}
	return nil
}
