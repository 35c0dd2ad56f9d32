package cli

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// maxListed bounds --limit: a listing holds the orders in memory.
const maxListed = 10_000

// ledgerFlags choose what is listed of the ledger that is kept with partners.
type ledgerFlags[State ~string] struct {
	state, partner string
	olderThan      time.Duration
	limit          int
}

func (f *ledgerFlags[State]) bind(cmd *cobra.Command, states []State) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.state, "state", "", "only those in this `STATE`: "+alternatives(states))
	flags.StringVar(&f.partner, "partner", "", "only those of this `PARTNER`")
	flags.DurationVar(&f.olderThan, "older-than", 0, "only those created at least this `TIME` ago, such as 30m or 12h")
	flags.IntVar(&f.limit, "limit", 100, "at most this `NUMBER`")
	addJSONFlag(cmd)
}

// check returns before when what is listed was created; zero is any time.
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

// alternatives reads "a, b or c".
func alternatives[State ~string](states []State) string {
	words := make([]string, len(states))
	for i, s := range states {
		words[i] = string(s)
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
