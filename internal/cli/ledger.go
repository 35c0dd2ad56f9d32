package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/store"
)

// maxListed bounds --limit: a listing holds the orders in memory.
const maxListed = 10_000

// ledgerFlags filter a list of submissions or cancellations.
type ledgerFlags[State ~string] struct {
	state, partner string
	accountID      int64
	olderThan      time.Duration
	limit          int
}

func (f *ledgerFlags[State]) bind(cmd *cobra.Command, states []State) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.state, "state", "", "only those in this `STATE`: "+alternatives(states))
	flags.StringVar(&f.partner, "partner", "", "only those of this `PARTNER`")
	flags.Int64Var(&f.accountID, "account", 0, "only those of this `ACCOUNT`")
	flags.DurationVar(&f.olderThan, "older-than", 0, "only those created at least this `TIME` ago, such as 30m or 12h")
	flags.IntVar(&f.limit, "limit", 100, "at most this `NUMBER`")
	addJSONFlag(cmd)
}

// check validates the flags. It returns the time before which the listed entries were created, zero for any.
func (f *ledgerFlags[State]) check(states []State, now time.Time) (createdBefore time.Time, err error) {
	switch {
	case f.state != "" && !slices.Contains(states, State(f.state)):
		return time.Time{}, usagef("--state is %q: want %s", f.state, alternatives(states))
	case f.limit < 1 || f.limit > maxListed:
		return time.Time{}, usagef("--limit is %d: want 1 to %d", f.limit, maxListed)
	case f.olderThan < 0:
		return time.Time{}, usagef("--older-than is %v: want a time such as 30m or 12h", f.olderThan)
	case f.olderThan > 0:
		return now.Add(-f.olderThan), nil
	}
	return time.Time{}, nil
}

// alternatives joins words as "a, b or c".
func alternatives[State ~string](states []State) string {
	words := mapped(states, func(s State) string { return string(s) })
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// orderFunc is what a command does with an order.
type orderFunc func(ctx context.Context, cmd *cobra.Command, s *store.Store, trackingNo string) error

// onOrder runs do with the tracking number in the argument.
func onOrder(p Process, do orderFunc) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return withStore(cmd, p, func(ctx context.Context, s *store.Store) error {
			return do(ctx, cmd, s, strings.ToUpper(args[0]))
		})
	}
}

// bindNote makes the flag of what an operator notes with a decision.
func bindNote(cmd *cobra.Command, note *string) {
	cmd.Flags().StringVar(note, "note", "", "`TEXT` for the history and the audit log: why")
}

// records are values with their JSON.
func records[T any](rows []T, fields []field[T]) []record[T] {
	return mapped(rows, func(row T) record[T] { return record[T]{row, fields} })
}

// newShow makes the command that shows an entry of a ledger.
func newShow(p Process, ledger string, show orderFunc) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "show TRACKING-NO",
		Short:   "Show a " + ledger + " and its attempts",
		Example: "  waybill " + ledger + " show WB48210739526ID",
		Args:    oneArg,
		RunE:    onOrder(p, show),
	}
	addJSONFlag(cmd)
	return cmd
}

// entryView is what submissions and cancellations have in common, as printed.
type entryView struct {
	TrackingNo     string                  `json:"tracking_no"`
	OrderID        int64                   `json:"order_id"`
	AccountID      int64                   `json:"account_id"`
	Partner        string                  `json:"partner"`
	IdempotencyKey string                  `json:"idempotency_key"` // the partner's, of the submission
	State          string                  `json:"state"`
	Attempts       int                     `json:"attempts"`
	DueOn          *time.Time              `json:"due_on"` // of an open one
	ErrorClass     string                  `json:"error_class"`
	Message        string                  `json:"message"`
	CreatedOn      time.Time               `json:"created_on"`
	UpdatedOn      time.Time               `json:"updated_on"`
	History        []record[store.Attempt] `json:"history,omitempty"` // of the submission, when one is shown
}

func entryColumns[T any](entry func(T) entryView) []field[T] {
	return []field[T]{
		{"TRACKING NO", "", func(t T) any { return entry(t).TrackingNo }},
		{"PARTNER", "", func(t T) any { return entry(t).Partner }},
		{"STATE", "", func(t T) any { return entry(t).State }},
		{"ATTEMPTS", "", func(t T) any { return entry(t).Attempts }},
		{"DUE", "", func(t T) any { return entry(t).DueOn }},
		{"CREATED", "", func(t T) any { return entry(t).CreatedOn }},
		{"ERROR", "", func(t T) any { return dash(entry(t).ErrorClass) }},
		{"MESSAGE", "", func(t T) any { return dash(entry(t).Message) }},
	}
}

// print prints an entry with its history; more prints further lines.
func (v entryView) print(w io.Writer, more func(io.Writer)) error {
	fmt.Fprintf(w, "Tracking no   %s (order %d of account %d)\n", v.TrackingNo, v.OrderID, v.AccountID)
	fmt.Fprintf(w, "Partner       %s, key %s\n", v.Partner, v.IdempotencyKey)
	fmt.Fprintf(w, "State         %s, due %s\n", v.State, minute(v.DueOn))
	more(w)
	fmt.Fprintf(w, "Error         %s %s\n\n", orDash(v.ErrorClass), v.Message)
	return printHistory(w, mapped(v.History, func(r record[store.Attempt]) store.Attempt { return r.row }))
}

// attemptFields are an attempt of a submission's history.
var attemptFields = []field[store.Attempt]{
	{"ATTEMPT", "attempt", func(a store.Attempt) any { // 0 of an entry that is no call
		if a.Number == 0 {
			return shown{0, "-"}
		}
		return a.Number
	}},
	{"WHAT", "kind", func(a store.Attempt) any { return a.Kind }},
	{"STARTED", "started_on", func(a store.Attempt) any { return shown{a.StartedOn, a.StartedOn.UTC().Format(time.DateTime)} }},
	{"TOOK", "ended_on", func(a store.Attempt) any {
		if a.EndedOn.IsZero() {
			return shown{nil, "-"}
		}
		return shown{a.EndedOn, a.EndedOn.Sub(a.StartedOn).Round(time.Millisecond).String()}
	}},
	{"OUTCOME", "outcome", func(a store.Attempt) any { return dash(a.Outcome) }},
	{"MESSAGE", "message", func(a store.Attempt) any { return dash(a.Message) }},
	{"", "request", func(a store.Attempt) any { return a.Request }},
	{"", "answer", func(a store.Attempt) any { return a.Response }},
}

// printHistory prints a history, and its last exchange.
func printHistory(w io.Writer, history []store.Attempt) error {
	if len(history) == 0 {
		fmt.Fprintln(w, "There was no attempt yet, or the history is older than what is kept.")
		return nil
	}
	if err := printTable(w, history, attemptFields); err != nil {
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
