package consolidation

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"waybill/internal/each"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/inforce"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// Finding is what stands against a consignment, or asks for a look before it is closed.
type Finding struct {
	Kind    FindingKind
	Message problem.Message
	Bag     string   // of the one parcel; "": it is about several
	Parcels []string // tracking numbers
}

// FindingKind says what a Finding does.
type FindingKind string

// The kinds of findings.
const (
	Refuses FindingKind = "refuses" // the consignment is not closed with it
	Listed  FindingKind = "listed"
	Asks    FindingKind = "asks" // a person is to decide whether it is one
)

// limit is how much the goods that belong together may be worth.
type limit struct {
	most     int64
	currency string
}

func (l limit) String() string { return fmt.Sprintf("%d %s", l.most, l.currency) }

var (
	recipientLimit = limit{135, "GBP"}  // of goods to one recipient in the United Kingdom: British customs
	filingLimit    = limit{2500, "USD"} // of goods with one code of a shipper in the United States to one consignee on a flight: exports
)

// group is goods that belong together.
type group struct {
	sum     *big.Rat // in the currency of their limit
	parcels []string
	names   map[string]bool // of the recipients
	code    string
}

// groups are sums by what makes goods belong together.
type groups map[string]*group

func (g groups) add(by string, l *line, worth *big.Rat) {
	in := g[by]
	if in == nil {
		in = &group{sum: new(big.Rat), names: map[string]bool{}, code: cmp.Or(l.trade.HSCode, "-")}
		g[by] = in
	}
	in.sum.Add(in.sum, worth)
	in.names[key(l.order.Consignee.Name)] = true
	if last := len(in.parcels) - 1; last < 0 || in.parcels[last] != l.order.TrackingNo { // lines of a parcel follow each other
		in.parcels = append(in.parcels, l.order.TrackingNo)
	}
}

// checking is a check of a consignment.
type checking struct {
	*Service
	consignment stored.Consignment
	rules       *rules.Set
	rates       *rules.Rates
	found       []Finding
	noted       map[FindingKind]int // of findings, also those that are not listed
	flights     map[int64]string    // the legs on which bags leave the United States

	recipients, addresses, filings, rateless groups
}

// mostFindings is how many findings of a kind a check lists, besides those that refuse the closing.
const mostFindings = 1000

func (c *checking) note(kind FindingKind, message problem.Message, bag string, parcels ...string) {
	if c.noted[kind]++; kind == Refuses || c.noted[kind] <= mostFindings {
		c.found = append(c.found, Finding{kind, message, bag, parcels})
	}
}

// key is texts without their case, punctuation and blanks.
func key(texts ...string) string {
	return strings.Join(each.Of(texts, func(text string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
				return r
			}
			return -1
		}, norm.NFKC.String(cases.Fold().String(text)))
	}), "|")
}

// Check lists what stands against a consignment: first what refuses its closing, then by parcel, then sums over parcels. Returns
// store.ErrNotFound.
func (s *Service) Check(ctx context.Context, id int64) ([]Finding, error) {
	c := checking{
		Service: s, noted: map[FindingKind]int{}, flights: map[int64]string{},
		recipients: groups{}, addresses: groups{}, filings: groups{}, rateless: groups{},
	}
	var err error
	if c.consignment, err = s.Stored.Consignment(ctx, id); err != nil {
		return nil, err
	}
	if s.orders.Rules != nil {
		if c.rules, err = s.orders.Rules.Current(ctx); err != nil {
			return nil, err
		}
	}
	if c.rates, err = inforce.Rates(ctx, s.orders.Store.MasterData); err != nil {
		return nil, err
	}
	for _, b := range c.consignment.Bags {
		for _, l := range c.consignment.Legs {
			if b.IsOn(l.LegNo) && l.FromCountry == "US" && l.ToCountry != "US" {
				c.flights[b.BagID] = strconv.FormatInt(l.LegNo, 10)
			}
		}
	}
	if err := s.eachParcel(ctx, id, func(found []parcel) error { return c.parcels(ctx, found) }); err != nil {
		return nil, err
	}
	c.sums()
	rank := map[FindingKind]int{Refuses: 0, Listed: 1, Asks: 2}
	slices.SortStableFunc(c.found, func(a, b Finding) int { return rank[a.Kind] - rank[b.Kind] })
	if more := c.noted[Refuses] + c.noted[Listed] + c.noted[Asks] - len(c.found); more > 0 {
		c.found = append(c.found, Finding{Kind: Listed, Message: problem.CheckMore.With(more)})
	}
	return c.found, nil
}

// parcels checks parcels one by one, and adds their values to the sums.
func (c *checking) parcels(ctx context.Context, found []parcel) error {
	byAccount := each.Grouped(found, func(p parcel) int64 { return p.AccountID })
	kept, measured := map[int64]problem.Message{}, map[int64]shipment.Measuring{}
	for _, account := range slices.Sorted(maps.Keys(byAccount)) {
		of := each.Of(byAccount[account], func(p parcel) shipment.Order { return *p.order })
		held, err := c.orders.Store.Parcels(ctx, account, of)
		if err != nil {
			return err
		}
		for i := range held {
			kept[held[i].OrderID] = stored.Kept(&held[i])
		}
		last, err := c.orders.Store.Measured(ctx, account, shipment.IDs(of))
		if err != nil {
			return err
		}
		maps.Copy(measured, last)
	}
	for i := range found {
		p := &found[i]
		note := func(kind FindingKind, message problem.Message) {
			c.note(kind, message, stored.BagNumber(p.BagID), p.order.TrackingNo)
		}
		if message := kept[p.OrderID]; !message.IsZero() {
			note(Refuses, message)
		}
		c.parcel(p, func(message problem.Message) { note(Listed, message) })
		if weight := measured[p.OrderID].Weight; weight > 0 && p.account.WeightTolerance.Exceeded(weight, p.order.Weight) {
			note(Listed, problem.CheckWeight.With(weight, p.order.Weight))
		}
		c.add(p)
	}
	return nil
}

// parcel lists what is wrong with a parcel itself.
func (c *checking) parcel(p *parcel, list func(problem.Message)) {
	o := p.order
	if o.Consignee.Country != c.consignment.Destination {
		list(problem.CheckLane.With(o.Consignee.Country.Name(), c.consignment.Destination.Name()))
	}
	if len(o.Items) == 0 || slices.ContainsFunc(o.Items, func(i shipment.Item) bool { return i.Trade == nil || i.Trade.HSCode == "" }) {
		list(problem.CheckCode)
	}
	if slices.ContainsFunc(o.Items, func(i shipment.Item) bool { return i.IsDangerous() && i.Trade.UNNumber == "" }) {
		list(problem.CheckUN)
	}
	for _, f := range c.rules.Check(o, c.Stored.DB.Now()) {
		if f.Rule.Kind == rules.KindEmbargo && f.Fault == "" {
			list(f.Message())
		}
	}
}

// add adds the values of a parcel to the sums that its countries have.
func (c *checking) add(p *parcel) {
	to, from := &p.order.Consignee, &p.order.Pickup
	for _, l := range p.lines(request.RowsOfItems) {
		if to.Country == "GB" && from.Country != "GB" {
			c.count(&l, recipientLimit, c.recipients, to.Name, to.Postal)
			if to.Address != "" {
				c.count(&l, recipientLimit, c.addresses, to.Address, to.Postal)
			}
		}
		if from.Country == "US" && to.Country != "US" {
			c.count(&l, filingLimit, c.filings, p.account.Name, from.Name, to.Name, to.Postal, l.trade.HSCode, c.flights[p.BagID])
		}
	}
}

// count adds the value of a line to the sum of what belongs together by some texts. Without a rate it is in no sum.
func (c *checking) count(l *line, most limit, in groups, by ...string) {
	worth, from := new(big.Rat).SetFrac(l.value, big.NewInt(1000)), l.item.PriceCurrency
	switch {
	case worth.Sign() == 0:
		return
	case from == most.currency:
	case c.rates == nil || c.rates.PerEuro[from] == 0 || c.rates.PerEuro[most.currency] == 0:
		c.rateless.add(from, l, worth)
		return
	default:
		worth.Mul(worth, big.NewRat(int64(c.rates.PerEuro[most.currency]), int64(c.rates.PerEuro[from])))
	}
	in.add(key(by...), l, worth)
}

// sums lists sums above their limits, and currencies without a rate.
func (c *checking) sums() {
	list := func(in groups, kind FindingKind, most limit, names int, say func(in *group, sum string) problem.Message) {
		for _, by := range slices.Sorted(maps.Keys(in)) {
			if g := in[by]; g.sum.Cmp(new(big.Rat).SetInt64(most.most)) > 0 && len(g.names) >= names {
				c.note(kind, say(g, g.sum.FloatString(2)+" "+most.currency), "", g.parcels...)
			}
		}
	}
	gb, us := recipientLimit, filingLimit
	list(c.recipients, Listed, gb, 1, func(_ *group, sum string) problem.Message { return problem.CheckRecipient.With(sum, gb) })
	list(c.filings, Listed, us, 1, func(g *group, sum string) problem.Message { return problem.CheckFiling.With(g.code, sum, us) })
	for _, currency := range slices.Sorted(maps.Keys(c.rateless)) {
		c.note(Listed, problem.CheckRate.With(currency), "", c.rateless[currency].parcels...)
	}
	list(c.addresses, Asks, gb, 2, func(_ *group, sum string) problem.Message { return problem.CheckAddress.With(sum, gb) })
}

// ChangeConsignment changes what the request has of a consignment. One with parcels that are held, stopped or cancelled is not closed.
// Returns what stored.Store.ChangeConsignment returns.
func (s *Service) ChangeConsignment(ctx context.Context, id int64, change func(*request.Consignment)) (stored.Consignment, error) {
	c, err := s.Stored.Consignment(ctx, id)
	if err != nil {
		return c, err
	}
	is := c.Consignment
	change(&is)
	if c.State == request.Planned && is.State != request.Planned {
		found, err := s.Check(ctx, id)
		if err != nil {
			return c, err
		}
		var kept []string
		for i := range found {
			if found[i].Kind == Refuses {
				kept = append(kept, found[i].Parcels...)
			}
		}
		if kept != nil {
			return c, stored.KeptError(kept)
		}
	}
	return s.Stored.ChangeConsignment(ctx, id, change)
}
