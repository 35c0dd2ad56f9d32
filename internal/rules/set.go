package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"waybill/internal/problem"
	"waybill/internal/sanctions"
	"waybill/internal/shipment"
)

// Set is rules that are compiled. A nil Set has none. Safe for concurrent use.
type Set struct {
	all        []*compiled // disabled ones too
	bySeverity map[Severity]*index
	rates      map[string]Rate        // see With
	hsCodes    *shipment.Nomenclature // nil: that of the program
	sanctions  *sanctions.Set         // nil: no lists
}

// With returns the rules with what the operator loaded: exchange rates for expressions, another nomenclature than that of the program,
// and lists of sanctions. Each may be nil: there is none.
func (s *Set) With(r *Rates, n *shipment.Nomenclature, lists *sanctions.Set) *Set {
	if s == nil {
		return nil
	}
	with := *s
	with.rates, with.hsCodes, with.sanctions = r.withSDR(), n, lists
	return &with
}

// HSCodes is the nomenclature of the rules.
func (s *Set) HSCodes() *shipment.Nomenclature {
	if s == nil || s.hsCodes == nil {
		return shipment.BuiltInHS()
	}
	return s.hsCodes
}

// compiled is a rule with what Compile made of it.
type compiled struct {
	*Rule
	place       int    // in the order of findings
	from, until int64  // Unix seconds
	notReturns  bool   // a return does not have the field
	goods       uint64 // kinds of goods without which nothing can be wrong; 0: any
	when        *expression
	check       check
}

// check looks at the order of a visit, and notes what is wrong with it.
type check func(v *visit)

// Compile makes a set of rules, which are copied. Disabled rules are compiled, but not checked. If rules are wrong, the
// error is an *InvalidError that says which ones and why, and the set has the others.
func Compile(all []Rule) (*Set, error) {
	var found problems
	if len(all) > MaxRules {
		found.add("", "", problem.RuleWrong.With(fmt.Sprintf("There are %d rules: want at most %d.", len(all), MaxRules)))
		all = all[:MaxRules]
	}
	s := &Set{bySeverity: map[Severity]*index{SeverityError: {}, SeverityHold: {}, SeverityWarning: {}}}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b Rule) int { return cmp.Compare(a.ID, b.ID) })
	for i := range all {
		r := &all[i]
		if i > 0 && all[i-1].ID == r.ID {
			found.add(r.ID, "id", problem.RuleKeyTwice.With("is there twice: give each rule its own id"))
			continue
		}
		c := compileRule(r, i, &found)
		if c == nil {
			continue
		}
		s.all = append(s.all, c)
		if !r.Disabled {
			cmp.Or(s.bySeverity[r.Severity], s.bySeverity[SeverityWarning]).add(c)
		}
	}
	return s, Invalid(found)
}

// compileRule is nil if something is wrong with the rule.
func compileRule(r *Rule, place int, found *problems) *compiled {
	k := kindOf(r.Kind)
	if k == nil {
		found.add(r.ID, "kind", problem.RuleValue.With(strconv.Quote(string(r.Kind)), alternatives(Kinds())))
		return nil
	}
	c := &compiled{Rule: r, place: place, from: dayStart(r.ValidFrom, -1<<62), until: dayStart(r.ValidUntil, 1<<62)}
	if f := fieldsByName[r.Field]; f != nil && r.Fields == nil {
		c.notReturns = f.Return == shipment.NotSent
	}
	if r.Kind == KindSanctions {
		c.place = -1 // before embargoes, which are plain to see
	}
	check, wrong := k.compile(r)
	if wrong != nil {
		found.add(r.ID, wrong.Key, wrong.Message)
		return nil
	}
	c.check, c.goods = check, goodsTable().bits(r.Goods)
	if r.When != "" {
		when, err := compileExpression(r.When, false)
		if err != nil {
			found.add(r.ID, "when", problem.RuleWrong.With(err))
			return nil
		}
		c.when = when
	}
	return c
}

// dayStart is the first second of a day (UTC), or otherwise if there is no day.
func dayStart(day string, otherwise int64) int64 {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return otherwise
	}
	return t.Unix()
}

// Check returns what the rules that are valid at a time find about an order, first the errors, then what holds it, then the
// warnings; of some severities only if they are named. It is nil when nothing is wrong. There are at most MaxFindings of each severity.
func (s *Set) Check(o *order, at time.Time, only ...Severity) (found []Finding) {
	if s == nil {
		return nil
	}
	v := s.newVisit(o, at)
	defer v.end()
	for _, severity := range []Severity{SeverityError, SeverityHold, SeverityWarning} {
		if only == nil || slices.Contains(only, severity) {
			s.bySeverity[severity].check(v)
			found = append(found, v.take()...)
		}
	}
	return found
}
