package orders

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/store"
	"waybill/internal/store/report"
)

// statsFields are the column of each key, and that of the number.
var statsFields = command.Columns("DAY day, ACCOUNT account_id, SERVICE service_id, STATE tracker_status_code=State, ORDERS orders",
	command.Value("day", func(r report.StatsRow) any { return r.Day.Format(time.DateOnly) }))

// statsKeys are the keys in the order of the columns.
var statsKeys = []report.StatsKey{report.StatsDay, report.StatsAccount, report.StatsService, report.StatsState}

// statsDays is how many days are counted unless --from says another one.
const statsDays = 7

func newStats(p command.Process) *cobra.Command {
	var account int64
	var from, to string
	by := []string{string(report.StatsDay)}
	cmd := commands.New("stats", command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
		first, end, err := statsDaysOf(from, to, time.Now())
		if err != nil {
			return err
		}
		var keys []report.StatsKey
		var fields []command.Field[report.StatsRow]
		for i, key := range statsKeys {
			if slices.Contains(by, string(key)) {
				keys, fields = append(keys, key), append(fields, statsFields[i])
			}
		}
		if len(keys) != len(by) {
			return command.Usagef("--by is %q: want some of day, account, service and state, each once", strings.Join(by, ","))
		}
		rows, err := report.Reader{Store: s}.Stats(ctx, account, first, end, keys)
		return command.List(cmd, err, rows, append(fields, statsFields[len(statsKeys)]), "There are no orders of these days.")
	}))
	return command.WithJSON(command.Flags(cmd, "from", &from, "to", &to, "account", &account, "by", &by))
}

// statsDaysOf is the time from the beginning of the first day to the end of the last one.
func statsDaysOf(from, to string, now time.Time) (first, end time.Time, err error) {
	last := now.UTC().Truncate(24 * time.Hour)
	if to != "" {
		if last, err = time.Parse(time.DateOnly, to); err != nil {
			return first, end, command.Usagef("--to is %q: want a day such as 2026-11-30", to)
		}
	}
	first = last.AddDate(0, 0, 1-statsDays)
	if from != "" {
		if first, err = time.Parse(time.DateOnly, from); err != nil {
			return first, end, command.Usagef("--from is %q: want a day such as 2026-11-01", from)
		}
	}
	if first.After(last) {
		return first, end, command.Usagef("--from is after --to")
	}
	return first, last.AddDate(0, 0, 1), nil
}
