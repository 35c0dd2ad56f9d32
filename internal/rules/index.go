package rules

import (
	"cmp"
	"errors"
	"slices"
	"sync"
	"time"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/sanctions"
	"waybill/internal/shipment"
)

// index finds the rules whose scope an order is in, without looking at the others.
type index struct {
	buckets map[scope][]*compiled
	wilds   []wild // in use, at most 16
}

// scope restricts a rule to a service, account, origin and destination. Zero is any.
type scope [4]int64

// The places of the countries in a scope.
const (
	originPlace      = 2
	destinationPlace = 3
)

// numberOf is a country as a number, 0 for none.
func numberOf(c shipment.Country) int64 {
	if len(c) != 2 {
		return 0
	}
	return int64(c[0])<<8 | int64(c[1])
}

// wild says which parts of a scope are any.
type wild [len(scope{})]bool

func (x *index) add(c *compiled) {
	s := scope{c.ServiceID, c.AccountID}
	if len(c.Origins) == 1 { // visit.run looks at longer lists
		s[originPlace] = numberOf(c.Origins[0])
	}
	if len(c.Destinations) == 0 {
		x.put(s, c)
		return
	}
	for _, destination := range c.Destinations {
		s[destinationPlace] = numberOf(destination)
		x.put(s, c)
	}
}

func (x *index) put(s scope, c *compiled) {
	if x.buckets == nil {
		x.buckets = make(map[scope][]*compiled)
	}
	x.buckets[s] = append(x.buckets[s], c)
	var w wild
	for i := range s {
		w[i] = s[i] == 0
	}
	if !slices.Contains(x.wilds, w) {
		x.wilds = append(x.wilds, w)
	}
}

// check runs the rules whose scope the order is in.
func (x *index) check(v *visit) {
	if len(x.wilds) == 0 {
		return
	}
	whole := scope{v.order.ServiceID, v.order.AccountID, numberOf(v.order.Pickup.Country), numberOf(v.order.Consignee.Country)}
	for _, w := range x.wilds {
		if s, fits := w.of(whole); fits {
			for _, c := range x.buckets[s] {
				v.run(c)
			}
		}
	}
}

// of is a scope with the parts that are any. It fits if the order has the other parts. An order without an account is in no
// bucket of an account: that of account 0 has the rules of all accounts.
func (w wild) of(s scope) (of scope, fits bool) {
	for i, isAny := range w {
		if isAny {
			continue
		}
		if s[i] == 0 {
			return scope{}, false
		}
		of[i] = s[i]
	}
	return of, true
}

// visit is the check of one order.
type visit struct {
	variables
	at        int64 // Unix seconds
	rule      *compiled
	hsCodes   *shipment.Nomenclature
	sanctions *sanctions.Set
	noRate    bool        // a rule found nothing because of errNoRate
	goods     []itemGoods // of the items, once a rule asked for them
	kinds     uint64      // of all items
	findings  []placed
}

// placed is a finding with the place of its rule.
type placed struct {
	Finding
	place int
}

// visits are the ended visits: they are used again, because every order of a create has one.
var visits = sync.Pool{New: func() any { return new(visit) }}

func (s *Set) newVisit(o *order, at time.Time) *visit {
	v := visits.Get().(*visit)
	v.order, v.rates, v.hsCodes, v.sanctions, v.at = o, s.rates, s.HSCodes(), s.sanctions, at.Unix()
	return v
}

// end keeps the visit for another order.
func (v *visit) end() {
	v.variables, v.rule, v.hsCodes, v.sanctions, v.noRate, v.goods, v.kinds = variables{}, nil, nil, nil, false, v.goods[:0], 0
	visits.Put(v)
}

func (v *visit) run(c *compiled) {
	if v.at < c.from || v.at >= c.until || c.notReturns && v.order.Return || v.isFull(c) {
		return
	}
	if len(c.Origins) > 1 && !slices.Contains(c.Origins, v.order.Pickup.Country) {
		return
	}
	if c.goods != 0 && c.goods&v.goodsKinds() == 0 {
		return
	}
	v.rule = c
	if c.when != nil {
		applies, err := c.when.holds(&v.variables)
		if v.failed(err, c.Field, -1, "when: ") || !applies {
			return
		}
	}
	c.check(v)
}

// isFull reports whether what a rule finds is left out. Parties on a list of sanctions are found behind any number of other findings.
func (v *visit) isFull(c *compiled) bool { return len(v.findings) >= MaxFindings && c.place >= 0 }

// failed reports whether an expression about a place could not be evaluated, and notes why; without a rate the rule finds nothing.
func (v *visit) failed(err error, field string, index int, expression string) bool {
	switch {
	case errors.Is(err, errNoRate):
		v.noRate = true
	case err != nil:
		v.note(Finding{Rule: v.rule.Rule, Field: field, Index: index, Fault: expression + err.Error()})
	}
	return err != nil
}

// find notes that the order breaks the rule; wrong is the built-in message.
func (v *visit) find(field string, index int, wrong problem.Message) {
	v.note(Finding{Rule: v.rule.Rule, Field: field, Index: index, builtIn: wrong})
}

func (v *visit) note(f Finding) {
	if !v.isFull(v.rule) {
		v.findings = append(v.findings, placed{f, v.rule.place})
	}
}

// take returns the findings in the order of the rules, and forgets them.
func (v *visit) take() []Finding {
	if len(v.findings) == 0 {
		return nil
	}
	slices.SortStableFunc(v.findings, func(a, b placed) int { return cmp.Compare(a.place, b.place) })
	taken := each.Of(v.findings, func(p placed) Finding { return p.Finding })
	v.findings = nil
	return taken
}
