package rules

import (
	"slices"
	"time"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// Skip says why a rule is not checked for an order.
type Skip string

// The reasons, in the order in which they are looked at.
const (
	Checked        Skip = ""        // it is checked
	SkipDisabled   Skip = "off"     // the rule is disabled
	SkipService    Skip = "service" // it is for another service
	SkipAccount    Skip = "account" // it is for another account
	SkipLane       Skip = "lane"    // it is for other countries of pickup or consignee
	SkipDay        Skip = "day"     // it does not apply yet, or has ended
	SkipReturn     Skip = "return"  // it is about a field that a return does not have
	SkipWhen       Skip = "when"    // its condition does not hold
	SkipNoRate     Skip = "rate"    // a currency of the order has no exchange rate
	SkipWhenFailed Skip = "fault"   // its condition could not be checked; the finding has the fault
)

// Verdict says what a rule found in an order, or why it was not checked.
type Verdict struct {
	Rule     *Rule
	Skip     Skip
	Findings []Finding // at most MaxFindings; none: the order is as the rule wants it, or the rule is not checked
}

// Explain returns the verdict of every rule about an order at a time, in the order of their ids. It is slower than
// Check, which does not look at the rules that are not checked.
func (s *Set) Explain(o *order, at time.Time) []Verdict {
	if s == nil {
		return nil
	}
	return each.Of(s.all, func(c *compiled) Verdict { return s.explain(c, o, at) })
}

func (s *Set) explain(c *compiled, o *order, at time.Time) Verdict {
	verdict := Verdict{Rule: c.Rule, Skip: c.skip(o, at)}
	if verdict.Skip != Checked {
		return verdict
	}
	v := s.newVisit(o, at)
	defer v.end()
	if c.when != nil {
		holds, err := c.when.holds(&v.variables)
		if err == nil && !holds {
			verdict.Skip = SkipWhen
			return verdict
		}
		if err != nil {
			verdict.Skip = SkipWhenFailed
		}
	}
	v.run(c)
	if v.noRate {
		verdict.Skip = SkipNoRate
	}
	verdict.Findings = v.take()
	return verdict
}

// skip is why the rule is not checked, but for its condition.
func (c *compiled) skip(o *order, at time.Time) Skip {
	day := at.Unix()
	outside := func(countries []shipment.Country, c shipment.Country) bool {
		return len(countries) > 0 && !slices.Contains(countries, c)
	}
	switch {
	case c.Disabled:
		return SkipDisabled
	case c.ServiceID != 0 && c.ServiceID != o.ServiceID:
		return SkipService
	case c.AccountID != 0 && c.AccountID != o.AccountID:
		return SkipAccount
	case outside(c.Origins, o.Pickup.Country), outside(c.Destinations, o.Consignee.Country):
		return SkipLane
	case day < c.from || day >= c.until:
		return SkipDay
	case c.notReturns && o.Return:
		return SkipReturn
	}
	return Checked
}
