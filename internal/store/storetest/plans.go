package storetest

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"testing"

	"waybill/internal/store/engine"
)

// planned are the queries whose plans were looked at by this process.
var planned sync.Map

// allRows is a step that reads all rows of a table, or all those of an account.
var allRows = regexp.MustCompile(`^(?:SCAN (\w+)(?: USING .*)?|SEARCH (\w+) USING .*\(account_id=\?\))$`)

// small are tables with few rows, or with few of an account, and the names of SELECTs in FROM.
var small = regexp.MustCompile(`^(accounts|services|order_holds|order_counts|api_keys|memberships|webhook_endpoints|listed|o)$`)

// tableOf is the table of a name in a query.
func tableOf(query, name string) string {
	as := regexp.MustCompile(`\b(?:FROM|JOIN)\s+(\w+)\s+(?:AS\s+)?` + name + `\b`)
	if found := as.FindStringSubmatch(query); found != nil {
		return found[1]
	}
	return name
}

// plans has SQLite say how it reads what a query names in a list: by an index of it. SQLite knows nothing of the number of rows, and may
// prefer an index that has the order of the result, by which it reads all orders of an account.
type plans struct {
	tb   testing.TB
	pool interface {
		engine.Querier
		Close() error
	}
}

func (p plans) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	return p.pool.Exec(ctx, query, args...)
}

func (p plans) Close() error { return p.pool.Close() }

func (p plans) Query(ctx context.Context, query string, args ...any) (engine.Rows, error) {
	if _, known := planned.LoadOrStore(query, true); !known && strings.Contains(query, "json_each(") {
		steps, _ := engine.Collect(ctx, p.pool, func(row engine.Scanner, step *string) error {
			var n int64
			return row.Scan(&n, &n, &n, step)
		}, "EXPLAIN QUERY PLAN "+query, args...) // a database that a test breaks fails the query itself
		for _, step := range steps {
			if of := allRows.FindStringSubmatch(step); of != nil {
				if table := tableOf(query, of[1]+of[2]); !small.MatchString(table) {
					p.tb.Errorf("%s (%s) of %s", step, table, query)
				}
			}
		}
	}
	return p.pool.Query(ctx, query, args...)
}
