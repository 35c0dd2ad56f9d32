package doctor

import (
	"context"
	"strings"
	"time"

	"waybill/internal/cli/command"
	"waybill/internal/ruleset"
)

// checkRules names the rules whose sources are to be read again.
func checkRules(ctx context.Context, p target) finding {
	if !p.readable() || p.have != p.want {
		return finding{}
	}
	entries, err := ruleset.List(ctx, p.store)
	if err != nil {
		return failed("check the database's log", "%s", command.OneLine(err))
	}
	return judgeRules(entries, time.Now())
}

func judgeRules(entries []ruleset.Entry, now time.Time) finding {
	var overdue []string
	n := 0
	for i := range entries {
		r := &entries[i].Rule
		if !r.Disabled {
			n++
		}
		if entries[i].Overdue(now) {
			overdue = append(overdue, r.ID+" since "+r.ReviewOn)
		}
	}
	if overdue != nil {
		return warning("read the sources in `waybill rule list --json`, and set the rules with a later review_on", "to be read again: %s",
			strings.Join(overdue, ", "))
	}
	return ok("%d are checked", n)
}
