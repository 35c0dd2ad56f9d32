package inforce

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"waybill/internal/partner"
	"waybill/internal/request"
	"waybill/internal/rules"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Checker checks the orders of one request with the rules in force. It is not safe for concurrent use. Ask Err after the checks.
type Checker struct {
	source    *Source
	set       *rules.Set
	languages []string
	err       error // the first of the store

	// Counts says that the orders that rules refuse and hold are counted, see Source.WriteHits.
	Counts bool
	// partner returns the service of an order, and why its partner would refuse it.
	partner func(o *shipment.Order, all bool) (shipment.Service, []*partner.RefusedError)
	// hasOrigin reports whether the account or the service of an order states a country of origin for items without one.
	hasOrigin func(*shipment.Order) bool
}

// Checker makes a checker whose messages are in the first of some languages (BCP 47 tags) that a rule has, otherwise
// in English.
func (s *Source) Checker(ctx context.Context, languages ...string) (*Checker, error) {
	set, err := s.Current(ctx)
	known := make(map[[2]int64]bool)
	c := &Checker{source: s, set: set, languages: languages}
	c.partner = func(o *shipment.Order, all bool) (service shipment.Service, refused []*partner.RefusedError) {
		services, err := s.store.MasterData.LiveServices(ctx)
		if service = services[o.ServiceID]; err == nil && s.Partners != nil && !service.InHouse() && (all || service.RefusesMissing) {
			refused, err = s.Partners(ctx, service.Partner, o)
		}
		c.err = cmp.Or(c.err, err)
		return service, refused
	}
	c.hasOrigin = func(o *shipment.Order) bool {
		of := [2]int64{o.AccountID, o.ServiceID}
		if _, isKnown := known[of]; !isKnown {
			facts, err := s.store.MasterData.Customs(ctx, o.AccountID, o.ServiceID)
			if known[of] = facts[shipment.CustomsOrigin] != ""; !errors.Is(err, store.ErrNotFound) {
				c.err = cmp.Or(c.err, err)
			}
		}
		return known[of]
	}
	return c, err
}

// Err returns the first error of the store that a check met. What the checker has found counts for nothing then.
func (c *Checker) Err() error { return c.err }

// withoutStated leaves out that items have no country of origin, if it is stated.
func (c *Checker) withoutStated(findings []rules.Finding, o *shipment.Order) []rules.Finding {
	return slices.DeleteFunc(findings, func(f rules.Finding) bool {
		if f.Field != "item_origin_country" || f.Index < 0 || f.Fault != "" {
			return false
		}
		t := o.Items[f.Index].Trade
		return (t == nil || t.OriginCountry == "") && c.hasOrigin(o)
	})
}

// Errors returns why the rules that are valid at a time refuse an order, and its service without facts for customs. Warnings
// are not looked for.
func (c *Checker) Errors(o *shipment.Order, at time.Time) []request.FieldProblem {
	refused, _ := c.sort(c.withoutStated(c.set.Check(o, at, rules.SeverityError), o), false)
	missing, _ := c.ofPartner(o, false)
	return append(refused, missing...)
}

// Partner returns what the partner of an order would refuse: as errors the facts for customs that are missing, if the service
// refuses orders without them, and as warnings what the order is created with.
func (c *Checker) Partner(o *shipment.Order) (refused []request.FieldProblem, warnings []Warning) {
	return c.ofPartner(o, true)
}

func (c *Checker) ofPartner(o *shipment.Order, all bool) (refused []request.FieldProblem, warnings []Warning) {
	service, problems := c.partner(o, all)
	for _, p := range problems {
		found := request.FieldProblem{Field: p.Field, Index: p.Item - 1, Message: p.Say()}
		if p.Missing && service.RefusesMissing {
			refused = append(refused, found)
		} else {
			warnings = append(warnings, Warning{FieldProblem: found, RuleID: service.Partner})
		}
	}
	return refused, warnings
}

// Hold returns why the rules that are valid at a time hold an order that is created, nil if they do not: the first rule that does, and
// what all of them say, so that who releases the order has seen it.
func (c *Checker) Hold(o *shipment.Order, at time.Time) (hold *shipment.Hold) {
	findings := c.withoutStated(c.set.Check(o, at, rules.SeverityHold), o)
	c.count(findings, rules.SeverityHold)
	var reasons []string
	for i := range findings {
		f := &findings[i]
		if !f.Holds() {
			c.source.fault(f)
			continue
		}
		if hold == nil {
			hold = &shipment.Hold{RuleID: f.Rule.ID, ActorKind: shipment.HeldByRule, Actor: f.Rule.ID}
			if f.Rule.Kind == rules.KindSanctions { // also one of the operator: its release needs a reason
				hold.RuleID = shipment.SanctionsRule
			}
		}
		if reason := f.Message(c.languages...).String(); !slices.Contains(reasons, reason) {
			reasons = append(reasons, reason)
			hold.Reason = shipment.CutText(strings.Join(reasons, " "), shipment.MaxHoldReason)
		}
	}
	return hold
}

// Listed returns the fields of an order whose names are on a list of sanctions, with what the rules say.
func (c *Checker) Listed(o *shipment.Order, at time.Time) (listed []request.FieldProblem) {
	for _, f := range c.set.Check(o, at, rules.SeverityHold) {
		if f.Rule.Kind == rules.KindSanctions && f.Holds() {
			listed = append(listed, request.FieldProblem{Field: f.Field, Index: -1, Message: f.Message(c.languages...)})
		}
	}
	return listed
}

// Warning is the message of a rule that does not refuse the order.
type Warning struct {
	request.FieldProblem
	RuleID string
	Source string // where the requirement is written, "" if the rule does not say it
	Since  string // first day of the rule, YYYY-MM-DD; "" if it has none
}

// All is Errors, with the warnings. An order whose personal data were erased has none of both. What would hold an order that is not
// created yet is a warning, too.
func (c *Checker) All(o *shipment.Order, at time.Time) (refused []request.FieldProblem, warnings []Warning) {
	if !o.ErasedOn.IsZero() {
		return nil, nil
	}
	return c.sort(c.withoutStated(c.set.Check(o, at), o), o.CreatedOn.IsZero())
}

func (c *Checker) sort(findings []rules.Finding, holds bool) (refused []request.FieldProblem, warnings []Warning) {
	c.count(findings, rules.SeverityError)
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
		case holds || !f.Holds():
			warnings = append(warnings, Warning{found, f.Rule.ID, f.Rule.Source, f.Rule.ValidFrom})
		}
	}
	return refused, warnings
}
