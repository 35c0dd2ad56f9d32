package ruleset

import (
	"context"
	"time"

	"waybill/internal/request"
	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// Checker checks the orders of one request with the rules in force. It is not safe for concurrent use.
type Checker struct {
	source    *Source
	set       *rules.Set
	languages []string
}

// Checker makes a checker whose messages are in the first of some languages (BCP 47 tags) that a rule has, otherwise
// in English.
func (s *Source) Checker(ctx context.Context, languages ...string) (*Checker, error) {
	set, err := s.Current(ctx)
	return &Checker{s, set, languages}, err
}

// Errors returns why the rules that are valid at a time refuse an order. Warnings are not looked for.
func (c *Checker) Errors(o *shipment.Order, at time.Time) []request.FieldProblem {
	refused, _ := c.sort(c.set.Errors(o, at))
	return refused
}

// Hold returns why the rules that are valid at a time hold an order that is created, nil if they do not: the first rule that does.
func (c *Checker) Hold(o *shipment.Order, at time.Time) *shipment.Hold {
	findings := c.set.Holds(o, at)
	for i := range findings {
		f := &findings[i]
		if !f.Holds() {
			c.source.fault(f)
			continue
		}
		reason := []rune(f.Message(c.languages...).String())
		return &shipment.Hold{
			Reason: string(reason[:min(len(reason), shipment.MaxHoldReason)]), RuleID: f.Rule.ID,
			ActorKind: shipment.HeldByRule, Actor: f.Rule.ID,
		}
	}
	return nil
}

// Warning is what a rule says about an order that it does not refuse.
type Warning struct {
	request.FieldProblem
	RuleID string
	Source string // where the requirement is written, "" if the rule does not say it
}

// All is Errors, with the warnings. An order whose personal data were erased has none of both.
func (c *Checker) All(o *shipment.Order, at time.Time) (refused []request.FieldProblem, warnings []Warning) {
	if !o.ErasedOn.IsZero() {
		return nil, nil
	}
	return c.sort(c.set.Check(o, at))
}

func (c *Checker) sort(findings []rules.Finding) (refused []request.FieldProblem, warnings []Warning) {
	for i := range findings {
		f := &findings[i]
		if f.Fault != "" {
			c.source.fault(f)
			continue
		}
		found := request.FieldProblem{Field: f.Field, Index: f.Index, Message: f.Message(c.languages...)}
		switch {
		case f.Refuses():
			refused = append(refused, found)
		case !f.Holds():
			warnings = append(warnings, Warning{found, f.Rule.ID, f.Rule.Source})
		}
	}
	return refused, warnings
}
