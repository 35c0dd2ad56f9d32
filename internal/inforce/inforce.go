package inforce

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"waybill/internal/rules"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// Origin says where a rule is from.
type Origin string

// The origins.
const (
	BuiltIn  Origin = "built-in"
	Replaced Origin = "replaced" // set by the operator in the place of the built-in rule with its id
	Operator Origin = "operator" // set by the operator
)

// Entry is a rule of the ones in force, or one that is disabled or not valid today.
type Entry struct {
	RuleID    string
	Rule      rules.Rule // zero but for the id if this version cannot read it
	JSON      string
	Origin    Origin
	UpdatedOn time.Time       // zero for a built-in rule
	Problems  []rules.Problem // why the rule is not checked, such as that a later version wrote it; usually none
}

// State says whether a rule is checked.
type State string

// The states.
const (
	On     State = "on"
	Off    State = "off" // disabled
	NotYet State = "not yet"
	Ended  State = "ended"
	Wrong  State = "wrong" // see Entry.Problems
)

// State is whether the rule is checked at a time.
func (e *Entry) State(now time.Time) State {
	today := now.UTC().Format(time.DateOnly)
	switch {
	case e.Problems != nil:
		return Wrong
	case e.Rule.Disabled:
		return Off
	case e.Rule.ValidFrom > today:
		return NotYet
	case e.Rule.ValidUntil != "" && e.Rule.ValidUntil <= today:
		return Ended
	}
	return On
}

// Overdue reports whether the source of a rule that is not disabled is to be read again.
func (e *Entry) Overdue(now time.Time) bool {
	return !e.Rule.Disabled && e.Rule.ReviewOn != "" && e.Rule.ReviewOn <= now.UTC().Format(time.DateOnly)
}

// List returns all rules, by id.
func List(ctx context.Context, m *masterdata.Store) ([]Entry, error) {
	stored, err := m.Rules(ctx)
	if err != nil {
		return nil, err
	}
	entries, _, err := merge(stored)
	return entries, err
}

// Find returns the rule with an id. Returns store.ErrNotFound.
func Find(ctx context.Context, m *masterdata.Store, id string) (Entry, error) {
	entries, err := List(ctx, m)
	if err != nil {
		return Entry{}, err
	}
	i := slices.IndexFunc(entries, func(e Entry) bool { return e.RuleID == id })
	if i < 0 {
		return Entry{}, fmt.Errorf("rule %q: %w", id, store.ErrNotFound)
	}
	return entries[i], nil
}

// merge returns the built-in and the stored rules by id, and compiles those that can be.
func merge(stored []masterdata.StoredRule) ([]Entry, *rules.Set, error) {
	byID := make(map[string]Entry)
	for _, r := range rules.Default() {
		byID[r.ID] = Entry{RuleID: r.ID, Rule: r, JSON: encode(r), Origin: BuiltIn}
	}
	for _, r := range stored {
		entry := Entry{RuleID: r.RuleID, JSON: r.Rule, Origin: Operator, UpdatedOn: r.UpdatedOn}
		if _, replaces := byID[r.RuleID]; replaces {
			entry.Origin = Replaced
		}
		if err := entry.read(); err != nil {
			return nil, nil, err
		}
		byID[r.RuleID] = entry
	}
	entries := slices.SortedFunc(maps.Values(byID), func(a, b Entry) int { return strings.Compare(a.RuleID, b.RuleID) })
	set, err := compile(entries)
	return entries, set, err
}

// read reads the JSON of a stored rule. Another version may have written it.
func (e *Entry) read() error {
	e.Rule = rules.Rule{ID: e.RuleID}
	parsed, err := rules.Parse([]byte(e.JSON))
	if invalid, ok := errors.AsType[*rules.InvalidError](err); ok {
		e.Problems = invalid.Problems
		return nil
	}
	if err != nil {
		return fmt.Errorf("read rule %q: %w", e.RuleID, err)
	}
	e.Rule = parsed[0]
	return nil
}

// compile compiles the rules of entries, and notes the problems of those that cannot be.
func compile(entries []Entry) (*rules.Set, error) {
	all := make([]rules.Rule, 0, len(entries))
	for i := range entries {
		if entries[i].Problems == nil {
			all = append(all, entries[i].Rule)
		}
	}
	set, err := rules.Compile(all)
	invalid, ok := errors.AsType[*rules.InvalidError](err)
	if err != nil && !ok {
		return nil, fmt.Errorf("compile the rules: %w", err)
	}
	if invalid == nil {
		return set, nil
	}
	for _, p := range invalid.Problems {
		for i := range entries {
			if entries[i].RuleID == p.Rule {
				entries[i].Problems = append(entries[i].Problems, p)
			}
		}
	}
	return set, nil
}

// encode is the JSON form of a rule, on one line.
func encode(r rules.Rule) string {
	text, err := r.MarshalJSON()
	if err != nil {
		panic(fmt.Sprintf("write rule %q: %v", r.ID, err)) // what was read from JSON can be written
	}
	return string(text)
}
