package masterdata

import (
	"context"
	"maps"
	"slices"
	"time"

	"waybill/internal/store/engine"
)

// keptHits is how many days the counts of rules are kept.
const keptHits = 30

// unixDay is the day (UTC) of a time, as a number.
func unixDay(t time.Time) int64 { return t.Unix() / (24 * 60 * 60) }

// AddRuleHits adds orders that rules refused or held to those of today, by the ids of the rules. Nothing is added twice or left out, unless
// it returns an error.
func (s *Store) AddRuleHits(ctx context.Context, orders map[string]int64) error {
	err := s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		today := unixDay(s.DB.Now())
		for _, ruleID := range slices.Sorted(maps.Keys(orders)) { // in one order: two servers do not wait for each other
			err := engine.Exec(ctx, q, `INSERT INTO rule_hits (rule_id, day, orders) VALUES ($1, $2, $3)
				ON CONFLICT (rule_id, day) DO UPDATE SET orders = rule_hits.orders + excluded.orders`, ruleID, today, orders[ruleID])
			if err != nil {
				return err
			}
		}
		return engine.Exec(ctx, q, `DELETE FROM rule_hits WHERE day < $1`, today-keptHits)
	})
	return s.DB.Explain("count the orders that rules refused or held", err)
}

// RuleHits returns how many orders each rule refused or held today and on the days before, by id. Rules that did not are not in it.
func (s *Store) RuleHits(ctx context.Context, days int64) (map[string]int64, error) {
	orders := make(map[string]int64)
	err := engine.Each(ctx, s.DB.Reads, func(row engine.Scanner) error {
		var ruleID string
		var n int64
		err := row.Scan(&ruleID, &n)
		orders[ruleID] += n
		return err
	}, `SELECT rule_id, orders FROM rule_hits WHERE day > $1`, unixDay(s.DB.Now())-days)
	return orders, s.DB.Explain("read how often rules refused or held orders", err)
}
