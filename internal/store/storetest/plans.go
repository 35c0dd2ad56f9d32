package storetest

import (
	"context"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"waybill/internal/store"
	"waybill/internal/store/engine"
)

var (
	// allRows is a step of a plan that reads all rows of a table, or all those of an account, by an index or not.
	allRows = regexp.MustCompile(`^(?:SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?|SEARCH (\w+) USING .*\(account_id=\?\))$`)
	// sorted is a step without which a list with a limit reads no more rows than it has.
	sorted = regexp.MustCompile(`USE TEMP B-TREE FOR (?:ORDER BY|GROUP BY|DISTINCT)`)
	// small are tables that have few rows, or few of an account.
	small = regexp.MustCompile(`^(accounts|api_keys|broker_templates|customs_retention|hubs|import_mappings|import_results|imports|` +
		`job_parts|jobs|memberships|order_counts|order_holds|order_templates|partner_outages|partners|passkey_challenges|` +
		`printers|request_log_sizes|rule_hits|rules|schema_migrations|services|sessions|sqlite_master|unknown_scans|` +
		`unmoved_events|unused_files|user_links|webhook_endpoints)$`)
)

// ofManyRows are the functions that read all orders of an account, or of all, by the reason.
var ofManyRows = map[string]*regexp.Regexp{
	"they list or count orders: see TestPlans and BenchmarkSearch": regexp.MustCompile(
		`/store\.\(\*Store\)\.(Attention|bucketsOf|countEntries)|/store\.select(Far|Page)`),
	"an operator counts the orders of a time":                        regexp.MustCompile(`/store/report\.Reader\.Stats`),
	"an operator lists what is confirmed or cancelled, which is all": regexp.MustCompile(`/store\.ledger\[.*\.list`),
	"a SELECT of it has limits":                                      regexp.MustCompile(`\.RecentStats|/requestlog\..*Purge`),
	"it goes from tag to tag":                                        regexp.MustCompile(`/store\.\(\*Annotations\)\.`),
}

// ofTest is a function of a test, also one that the compiler has put into another.
var ofTest = regexp.MustCompile(`/test/|test\.|\.[Tt]est[A-Z]`)

// planned are the statements whose plans were looked at by this process.
var planned sync.Map

// plans are the statements of a test, each with the function that made it.
type plans struct{ functions sync.Map }

// prepared notes a statement.
func (p *plans) prepared(query string) {
	pcs := make([]uintptr, 40)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for more := true; more; {
		var f runtime.Frame
		if f, more = frames.Next(); strings.HasPrefix(f.Function, "waybill/") && !strings.Contains(f.Function, "/store/engine.") {
			if !strings.HasSuffix(f.File, "_test.go") && !ofTest.MatchString(f.Function) {
				p.functions.LoadOrStore(query, f.Function)
			}
			return
		}
	}
}

// check has SQLite say how it runs each statement of the product. SQLite knows nothing of the number of rows but what the migrations
// say, and may prefer an index that has the order of the result, by which it reads all orders of an account.
func (p *plans) check(tb testing.TB, s *store.Store) {
	tables, _ := engine.Values[string](context.Background(), s.DB.Reads, `SELECT name FROM sqlite_master WHERE type = 'table'`)
	partial, _ := engine.Values[string](context.Background(), s.DB.Reads,
		`SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'`)
	for query, function := range p.functions.Range {
		query, function := query.(string), function.(string)
		if _, known := planned.LoadOrStore(query, true); known || hasReason(function) && !strings.Contains(query, "json_each(") {
			continue
		}
		steps, _ := engine.Collect(context.Background(), s.DB.Reads, func(row engine.Scanner, step *string) error {
			var n int64
			return row.Scan(&n, &n, &n, step)
		}, "EXPLAIN QUERY PLAN "+query, nulls...) // a database that a test breaks fails the statement itself
		if strings.Contains(query, " LIMIT ") && !slices.ContainsFunc(steps, sorted.MatchString) {
			continue
		}
		for _, step := range steps {
			for _, of := range allRows.FindAllStringSubmatch(step, 1) {
				table := tableOf(query, of[1]+of[3])
				if slices.Contains(tables, table) && !small.MatchString(table) && !slices.Contains(partial, of[2]) {
					tb.Errorf("%s: %s of %s", function, step, query)
				}
			}
		}
	}
}

func hasReason(function string) bool {
	for _, functions := range ofManyRows {
		if functions.MatchString(function) {
			return true
		}
	}
	return false
}

// tableOf is the table of a name in a query.
func tableOf(query, name string) string {
	as := regexp.MustCompile(`\b(?:FROM|JOIN)\s+(\w+)\s+(?:AS\s+)?` + name + `\b`)
	if found := as.FindStringSubmatch(query); found != nil {
		return found[1]
	}
	return name
}

// nulls are arguments of any statement.
var nulls = slices.Repeat([]any{[]byte(nil)}, 100)
