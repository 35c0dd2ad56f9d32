package masterdata

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"waybill/internal/each"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// StoredRule is a rule for orders that the operator set.
type StoredRule struct {
	RuleID    string
	Rule      string // JSON
	UpdatedOn time.Time
}

// RuleChange sets or deletes a rule.
type RuleChange struct {
	RuleID  string
	Rule    string // JSON; "" deletes it
	BuiltIn string // JSON of the built-in rule with this id, which applies when none is set; "": there is none
}

// Rules returns the rules that the operator set, by id.
func (s *Store) Rules(ctx context.Context) ([]StoredRule, error) {
	rules, err := selectRules(ctx, s.DB.Reads)
	return rules, s.DB.Explain("list rules", err)
}

func selectRules(ctx context.Context, q engine.Querier) ([]StoredRule, error) {
	return engine.Collect(ctx, q, func(row engine.Scanner, r *StoredRule) error {
		return row.Scan(&r.RuleID, &r.Rule, engine.At(&r.UpdatedOn))
	}, `SELECT rule_id, rule, updated_on FROM rules ORDER BY rule_id`)
}

// ChangeRules lets plan choose changes from the rules that are set, makes all of them or none, and returns them.
// plan may run more than once. While it runs no other change is made. Returns ErrNotFound if it deletes a rule that
// is not set, or the error of plan.
func (s *Store) ChangeRules(ctx context.Context, plan func([]StoredRule) ([]RuleChange, error)) ([]RuleChange, error) {
	var changes []RuleChange
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		_, err := engine.Value[int64](ctx, q, `SELECT last_seq FROM audit_sequences WHERE account_id = 0`+s.DB.Dialect.ForUpdate)
		if err != nil {
			return fmt.Errorf("lock the rules: %w", err)
		}
		stored, err := selectRules(ctx, q)
		if err != nil {
			return err
		}
		if changes, err = plan(stored); err != nil {
			return err
		}
		byID := each.By(stored, func(r StoredRule) string { return r.RuleID })
		for _, c := range changes {
			if err := s.changeRule(ctx, q, c, byID[c.RuleID].Rule); err != nil {
				return err
			}
		}
		return nil
	})
	s.rulesVersion.Clear()
	return changes, s.DB.Explain("change rules", err)
}

// changeRule makes a change of a rule, which is stored as given unless that is "".
func (s *Store) changeRule(ctx context.Context, q engine.Querier, c RuleChange, stored string) error {
	entry := audit.Change{SubjectKind: audit.SubjectRule, Subject: c.RuleID, Old: rawJSON(stored, c.BuiltIn), New: rawJSON(c.Rule, c.BuiltIn)}
	var err error
	if c.Rule == "" {
		entry.Action = "delete"
		err = engine.UpdateOne(ctx, q, engine.ErrNotFound, `DELETE FROM rules WHERE rule_id = $1`, c.RuleID)
	} else {
		entry.Action = "set"
		err = engine.Exec(ctx, q, `INSERT INTO rules (rule_id, rule, updated_on) VALUES ($1, $2, $3)
			ON CONFLICT (rule_id) DO UPDATE SET rule = excluded.rule, updated_on = excluded.updated_on`,
			c.RuleID, c.Rule, engine.Micros(s.DB.Now()))
	}
	if err != nil {
		return fmt.Errorf("rule %q: %w", c.RuleID, err)
	}
	return s.Audit.Record(ctx, q, entry)
}

// rawJSON is the first text that is not "", as JSON, or nil.
func rawJSON(texts ...string) any {
	if text := cmp.Or(texts...); text != "" {
		return json.RawMessage(text)
	}
	return nil
}

// RulesVersion returns a number that changes when a rule does. Changes by other processes show after a second.
func (s *Store) RulesVersion(ctx context.Context) (int64, error) {
	return s.rulesVersion.Read(s.DB.Elapsed(), struct{}{}, func(int64) (int64, time.Duration, error) {
		version, err := engine.Value[int64](ctx, s.DB.Reads, `SELECT last_seq FROM audit_sequences WHERE account_id = 0`)
		return version, CacheFor, s.DB.Explain("read the version of the rules", err)
	})
}
