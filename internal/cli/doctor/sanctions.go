package doctor

import (
	"context"
	"strings"
	"time"

	"waybill/internal/cli/command"
	"waybill/internal/inforce"
	"waybill/internal/sanctions"
)

// checkSanctions names the lists of sanctions that are old. It says nothing to operators who use none.
func checkSanctions(ctx context.Context, p target) finding {
	names, err := inforce.Sanctions(ctx, p.store.MasterData, nil)
	if err != nil {
		return failed("check the database's log", "%s", command.OneLine(err))
	}
	return judgeSanctions(names.Heads, time.Now())
}

// maxSanctionsAge is how many days old a list may be.
const maxSanctionsAge = 90

func judgeSanctions(lists []sanctions.Head, now time.Time) finding {
	var all, old []string
	for _, l := range lists {
		all = append(all, l.List+" of "+l.Day)
		if l.DaysOld(now) > maxSanctionsAge {
			old = append(old, l.List+" of "+l.Day)
		}
	}
	switch {
	case lists == nil:
		return finding{}
	case old != nil:
		return warning("load today's lists by `waybill sanctions load`", "older than %d days: %s", maxSanctionsAge, strings.Join(old, ", "))
	}
	return ok("%s", strings.Join(all, ", "))
}
