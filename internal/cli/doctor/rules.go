package doctor

import (
	"context"
	"strings"
	"time"

	"waybill/internal/cli/command"
	"waybill/internal/rules"
	"waybill/internal/ruleset"
)

// checkRules names the rules whose sources are to be read again, and the rules that use exchange rates older than a week.
func checkRules(ctx context.Context, p target) finding {
	entries, err := ruleset.List(ctx, p.store.MasterData)
	if err != nil {
		return failed("check the database's log", "%s", command.OneLine(err))
	}
	rates, err := ruleset.Rates(ctx, p.store.MasterData)
	if err != nil {
		return failed("check the database's log", "%s", command.OneLine(err))
	}
	return judgeRules(entries, rates, time.Now())
}

// maxRatesAge is how old rates may be: some days around Easter and Christmas have none.
const maxRatesAge = 7 * 24 * time.Hour

func judgeRules(entries []ruleset.Entry, rates *rules.Rates, now time.Time) finding {
	var overdue, without []string
	n := 0
	for i := range entries {
		r := &entries[i].Rule
		if !r.Disabled {
			n++
		}
		// Built-in rules that use rates do without: they have limits in several currencies.
		if r.UsesRates() && entries[i].State(now) == ruleset.On && (rates != nil || entries[i].Origin != ruleset.BuiltIn) {
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
