package inforce

import (
	"context"
	"fmt"

	"waybill/internal/rules"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// Trial counts the stored orders in which rules found something.
type Trial struct {
	Orders  int            // that were checked
	Refused int            // by a rule that is an error
	Warned  int            // by a rule that is a warning, and refused by none
	Failed  int            // with a rule that could not be checked
	ByRule  map[string]int // orders by the id of the rule that found something, or failed
}

// Newest reads the newest orders: see store.Store.
type Newest interface {
	EachNewest(ctx context.Context, accountID int64, most int, visit func(*shipment.Order) error) error
}

// CheckNewest checks rules on the newest orders of an account, or of all if accountID is 0, at most most of them, the
// newest first. It has a few orders in memory at a time, and calls visit with each that a rule finds something about.
// Days are ignored, and a rule that is disabled is checked, because a new rule may begin tomorrow. Returns a
// *rules.InvalidError if rules are wrong.
func CheckNewest(
	ctx context.Context, m *masterdata.Store, orders Newest, tried []rules.Rule, accountID int64, most int,
	visit func(*shipment.Order, []rules.Finding),
) (Trial, error) {
	all := make([]rules.Rule, len(tried))
	for i, r := range tried {
		all[i] = r
		all[i].ValidFrom, all[i].ValidUntil, all[i].Disabled = "", "", false
	}
	set, err := rules.Compile(all)
	if err != nil {
		return Trial{}, fmt.Errorf("compile the rules: %w", err)
	}
	if set, err = withLoaded(ctx, m, set, nil); err != nil {
		return Trial{}, err
	}
	trial := Trial{ByRule: make(map[string]int)}
	err = orders.EachNewest(ctx, accountID, most, func(o *shipment.Order) error {
		trial.Orders++
		if findings := set.Check(o, o.CreatedOn); findings != nil {
			trial.count(findings)
			visit(o, findings)
		}
		return nil
	})
	return trial, err
}

// count counts what rules found about an order. A rule may find several things.
func (t *Trial) count(findings []rules.Finding) {
	var refused, warned, failed bool
	counted := make(map[string]bool, len(findings))
	for i := range findings {
		f := &findings[i]
		switch {
		case f.Fault != "":
			failed = true
		case f.Refuses():
			refused = true
		default:
			warned = true
		}
		if !counted[f.Rule.ID] {
			counted[f.Rule.ID] = true
			t.ByRule[f.Rule.ID]++
		}
	}
	switch {
	case refused:
		t.Refused++
	case warned:
		t.Warned++
	}
	if failed {
		t.Failed++
	}
}

// FillOrigin gives the items of an order without a country of origin the one that its account or its service states. The account
// may be 0: none.
func FillOrigin(ctx context.Context, m *masterdata.Store, o *shipment.Order) error {
	facts, err := m.Customs(ctx, o.AccountID, o.ServiceID)
	if o.AccountID == 0 {
		facts, err = m.ServiceCustoms(ctx, o.ServiceID)
	}
	if country := facts[shipment.CustomsOrigin]; country != "" {
		shipment.Customs{shipment.CustomsOrigin: country}.Fill(o)
	}
	return err
}

// Try returns the rules as they would be in force if some were set, without setting them. Returns a
// *rules.InvalidError if these are wrong.
func Try(ctx context.Context, m *masterdata.Store, wanted []rules.Rule) (*rules.Set, error) {
	p, err := newPlan(ctx, m, wanted)
	if err != nil {
		return nil, err
	}
	stored, err := m.Rules(ctx)
	if err != nil {
		return nil, err
	}
	changes, err := p.set(stored)
	if err != nil {
		return nil, err
	}
	_, set, err := merge(changed(stored, changes))
	if err != nil {
		return nil, err
	}
	return withLoaded(ctx, m, set, nil)
}
