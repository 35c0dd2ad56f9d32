package report

import (
	"context"

	"waybill/internal/store/engine"
)

// AccountCounts is how much an account has.
type AccountCounts struct {
	Orders    int64
	Keys      int64 // that are valid
	Users     int64 // with a role in it
	Endpoints int64
}

// CountsOfAccounts returns the counts of accounts, by id. An account without any of them is not in it.
func (r Reader) CountsOfAccounts(ctx context.Context, ids []int64) (map[int64]AccountCounts, error) {
	counts := make(map[int64]AccountCounts, len(ids))
	now := engine.Micros(r.Store.DB.Now())
	for _, c := range []struct {
		query string
		args  []any
		set   func(*AccountCounts, int64)
	}{
		{`SELECT account_id, sum(orders) FROM order_counts`, nil, func(c *AccountCounts, n int64) { c.Orders = n }},
		{`SELECT account_id, count(*) FROM api_keys`, []any{now}, func(c *AccountCounts, n int64) { c.Keys = n }},
		{`SELECT account_id, count(*) FROM memberships`, nil, func(c *AccountCounts, n int64) { c.Users = n }},
		{`SELECT account_id, count(*) FROM webhook_endpoints`, nil, func(c *AccountCounts, n int64) { c.Endpoints = n }},
	} {
		query := c.query + ` WHERE account_id ` + r.Store.DB.Dialect.In("$1")
		if c.args != nil {
			query += ` AND revoked_on = 0 AND (expires_on = 0 OR expires_on > $2)`
		}
		args := append([]any{r.Store.DB.Dialect.List(ids)}, c.args...)
		found, err := engine.Pairs(ctx, r.Store.DB.Reads, query+` GROUP BY account_id`, args...)
		if err != nil {
			return nil, r.Store.DB.Explain("count what accounts have", err)
		}
		for _, pair := range found {
			of := counts[pair[0]]
			c.set(&of, pair[1])
			counts[pair[0]] = of
		}
	}
	return counts, nil
}
