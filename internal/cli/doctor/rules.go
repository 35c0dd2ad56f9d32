package doctor

import (
	"context"
	"strings"
	"time"

	"waybill/internal/cli/command"
	"waybill/internal/inforce"
	"waybill/internal/rules"
)

// checkRules names the rules whose sources are to be read again, and the rules that use exchange rates older than a week.
func checkRules(ctx context.Context, p target) finding {
	entries, err := inforce.List(ctx, p.store.MasterData)
	if err != nil {
		return failed("check the database's log", "%s", command.OneLine(err))
	}
	rates, err := inforce.Rates(ctx, p.store.MasterData)
	if err != nil {
		return failed("check the database's log", "%s", command.OneLine(err))
	}
	return judgeRules(entries, rates, time.Now())
}

// maxRatesAge is how old rates may be: some days around Easter and Christmas have none.
const maxRatesAge = 7 * 24 * time.Hour

func judgeRules(entries []inforce.Entry, rates *rules.Rates, now time.Time) finding {
	var overdue, without []string
	n := 0
	for i := range entries {
		r := &entries[i].Rule
		if !r.Disabled {
			n++
		}
		uses := r.UsesRates()
		if rates == nil {
			uses = r.NeedsRates() && entries[i].Origin != inforce.BuiltIn
		}
		if uses && entries[i].State(now) == inforce.On {
			without = append(without, r.ID)
		}
		if entries[i].Overdue(now) {
			overdue = append(overdue, r.ID+" since "+r.ReviewOn)
		}
	}
	if overdue != nil {
		return warning("read the sources in `waybill rules list --json`, and set the rules with a later review_on", "to be read again: %s",
			strings.Join(overdue, ", "))
	}
	const load = "load today's eurofxref-daily.xml of the European Central Bank by `waybill rules rates FILE`"
	switch {
	case without == nil:
	case rates == nil:
		return warning(load, "no exchange rates are loaded for %s", strings.Join(without, ", "))
	case rates.Day < now.UTC().Add(-maxRatesAge).Format(time.DateOnly):
		return warning(load, "exchange rates of %s are used by %s", rates.Day, strings.Join(without, ", "))
	}
	return ok("%d are checked", n)
}
