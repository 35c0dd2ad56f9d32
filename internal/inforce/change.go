package inforce

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"waybill/internal/problem"
	"waybill/internal/rules"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// Outcome says how a change ended for a rule.
type Outcome string

// The outcomes.
const (
	Added     Outcome = "added"
	Changed   Outcome = "changed"
	Unchanged Outcome = "unchanged"
	Deleted   Outcome = "deleted"
	Restored  Outcome = "restored" // the built-in rule applies again
)

// Result is the outcome of a change for one rule.
type Result struct {
	RuleID  string
	Outcome Outcome
}

// ErrBuiltIn says that a rule is part of the program, so that it cannot be deleted. It can be disabled.
var ErrBuiltIn = errors.New("the rule is built in")

// Set adds rules, and replaces those with the same id: all or none. It returns what it did to each, in the given
// order. A rule that is equal to the built-in one is not stored. Returns a *rules.InvalidError if rules are wrong.
func Set(ctx context.Context, m *masterdata.Store, wanted []rules.Rule) ([]Result, error) {
	p, err := newPlan(ctx, m, wanted)
	if err != nil {
		return nil, err
	}
	_, err = m.ChangeRules(ctx, p.set)
	return p.results, err
}

// Replace makes the rules that the operator set exactly the wanted ones, and returns what it did, deletions last. With
// dryRun it changes nothing, and returns what it would do. Returns a *rules.InvalidError if rules are wrong.
func Replace(ctx context.Context, m *masterdata.Store, wanted []rules.Rule, dryRun bool) ([]Result, error) {
	p, err := newPlan(ctx, m, wanted)
	if err != nil {
		return nil, err
	}
	if dryRun {
		stored, err := m.Rules(ctx)
		if err == nil {
			_, err = p.replace(stored)
		}
		return p.results, err
	}
	_, err = m.ChangeRules(ctx, p.replace)
	return p.results, err
}

// Delete deletes a rule that the operator set. If there is a built-in one with its id, that applies again. Returns
// ErrBuiltIn for a rule that is built in, and store.ErrNotFound.
func Delete(ctx context.Context, m *masterdata.Store, id string) (Result, error) {
	p, err := newPlan(ctx, m, nil)
	if err != nil {
		return Result{}, err
	}
	_, err = m.ChangeRules(ctx, func(stored []masterdata.StoredRule) ([]masterdata.RuleChange, error) {
		p.results = nil
		isStored := slices.ContainsFunc(stored, func(r masterdata.StoredRule) bool { return r.RuleID == id })
		switch {
		case isStored:
			return []masterdata.RuleChange{p.delete(id)}, nil
		case p.builtIn[id] != "":
			return nil, fmt.Errorf("rule %q: %w", id, ErrBuiltIn)
		}
		return nil, fmt.Errorf("rule %q: %w", id, store.ErrNotFound)
	})
	if err != nil {
		return Result{}, err
	}
	return p.results[0], nil
}

// plan chooses changes of the stored rules.
type plan struct {
	wanted  []masterdata.StoredRule // RuleID and Rule
	builtIn map[string]string       // JSON by id
	results []Result
}

func newPlan(ctx context.Context, m *masterdata.Store, wanted []rules.Rule) (*plan, error) {
	p := &plan{builtIn: make(map[string]string)}
	for _, r := range rules.Default() {
		p.builtIn[r.ID] = encode(r)
	}
	for _, r := range wanted {
		p.wanted = append(p.wanted, masterdata.StoredRule{RuleID: r.ID, Rule: encode(r)})
	}
	return p, checkScopes(ctx, m, wanted)
}

// set sets the wanted rules. It may run more than once.
func (p *plan) set(stored []masterdata.StoredRule) (changes []masterdata.RuleChange, err error) {
	p.results = nil
	byID := make(map[string]string, len(stored))
	for _, r := range stored {
		byID[r.RuleID] = r.Rule
	}
	for _, w := range p.wanted {
		have := byID[w.RuleID]
		switch {
		case w.Rule == have, have == "" && w.Rule == p.builtIn[w.RuleID]:
			p.note(w.RuleID, Unchanged)
		case w.Rule == p.builtIn[w.RuleID]:
			changes = append(changes, p.delete(w.RuleID))
		default:
			if have == "" && p.builtIn[w.RuleID] == "" {
				p.note(w.RuleID, Added)
			} else {
				p.note(w.RuleID, Changed)
			}
			changes = append(changes, masterdata.RuleChange{RuleID: w.RuleID, Rule: w.Rule, BuiltIn: p.builtIn[w.RuleID]})
		}
	}
	return changes, p.check(stored, changes)
}

// replace sets the wanted rules and deletes the others. It may run more than once.
func (p *plan) replace(stored []masterdata.StoredRule) ([]masterdata.RuleChange, error) {
	isOther := func(r masterdata.StoredRule) bool {
		return !slices.ContainsFunc(p.wanted, func(w masterdata.StoredRule) bool { return w.RuleID == r.RuleID })
	}
	changes, err := p.set(slices.DeleteFunc(slices.Clone(stored), isOther))
	for _, r := range stored {
		if isOther(r) {
			changes = append(changes, p.delete(r.RuleID))
		}
	}
	return changes, err
}

func (p *plan) delete(id string) masterdata.RuleChange {
	if p.builtIn[id] != "" {
		p.note(id, Restored)
	} else {
		p.note(id, Deleted)
	}
	return masterdata.RuleChange{RuleID: id, BuiltIn: p.builtIn[id]}
}

func (p *plan) note(id string, outcome Outcome) {
	p.results = append(p.results, Result{id, outcome})
}

// check compiles the rules as they will be. Problems of rules that do not change are not problems of the change.
func (p *plan) check(stored []masterdata.StoredRule, changes []masterdata.RuleChange) error {
	entries, _, err := merge(changed(stored, changes))
	if err != nil {
		return err
	}
	var wrong []rules.Problem
	if len(entries) > rules.MaxRules {
		wrong = append(wrong, rules.Problem{
			Message: problem.RuleWrong.With(fmt.Sprintf(
				"There would be %d rules with the built-in ones: want at most %d. Delete some first.", len(entries), rules.MaxRules)),
		})
	}
	for _, e := range entries {
		if slices.ContainsFunc(changes, func(c masterdata.RuleChange) bool { return c.RuleID == e.RuleID }) {
			wrong = append(wrong, e.Problems...)
		}
	}
	return rules.Invalid(wrong)
}

// changed is the stored rules after changes.
func changed(stored []masterdata.StoredRule, changes []masterdata.RuleChange) []masterdata.StoredRule {
	after := slices.Clone(stored)
	for _, c := range changes {
		after = slices.DeleteFunc(after, func(r masterdata.StoredRule) bool { return r.RuleID == c.RuleID })
		if c.Rule != "" {
			after = append(after, masterdata.StoredRule{RuleID: c.RuleID, Rule: c.Rule})
		}
	}
	return after
}

// checkScopes refuses rules of services and accounts that do not exist.
func checkScopes(ctx context.Context, m *masterdata.Store, wanted []rules.Rule) error {
	services, err := m.Services(ctx)
	if err != nil {
		return err
	}
	accounts, err := m.Accounts(ctx)
	if err != nil {
		return err
	}
	var wrong []rules.Problem
	for _, r := range wanted {
		if r.ServiceID != 0 && !slices.ContainsFunc(services, func(sv shipment.Service) bool { return sv.ServiceID == r.ServiceID }) {
			wrong = append(wrong, rules.Problem{
				Rule: r.ID, Key: "service_id", Message: problem.RuleNoService.With(r.ServiceID),
			})
		}
		if r.AccountID != 0 && !slices.ContainsFunc(accounts, func(a masterdata.Account) bool { return a.AccountID == r.AccountID }) {
			wrong = append(wrong, rules.Problem{
				Rule: r.ID, Key: "account_id", Message: problem.RuleNoAccount.With(r.AccountID),
			})
		}
	}
	return rules.Invalid(wrong)
}
