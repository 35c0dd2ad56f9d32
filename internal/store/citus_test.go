package store

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/test/database"
)

// TestCitusTables: a table that a migration adds must say how a cluster stores it, and a cluster must be able to. Unique
// constraints of a distributed table contain its column.
func TestCitusTables(t *testing.T) {
	t.Parallel()
	kinds := distribution(tablesOf(partsOfFeatures(t)))
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	names, err := engine.Values[string](t.Context(), s.DB.Reads,
		`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if kinds[name] == "" {
			t.Errorf("the table %s is not in tables.txt: distribute it by account_id if it grows with orders, else it is %q",
				name, engine.Reference)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		if !slices.Contains(names, name) {
			t.Errorf("tables.txt has %s, which is no table", name)
		}
		column := kinds[name]
		if column == engine.Reference {
			continue
		}
		without, err := engine.Values[string](t.Context(), s.DB.Reads, `SELECT i.name FROM pragma_index_list($1) i WHERE i."unique" = 1
			AND NOT EXISTS (SELECT 1 FROM pragma_index_info(i.name) c WHERE c.name = $2)`, name, column)
		if err != nil || len(without) > 0 {
			t.Errorf("%s is distributed by %s, which its unique indexes %v do not have: %v", name, column, without, err)
		}
	}
}

// TestCitusDistributesAllTables: after a migration each table is distributed, or a reference table, as the lists say. Citus itself would
// keep a table that refers to a reference table on the coordinator.
func TestCitusDistributesAllTables(t *testing.T) {
	t.Parallel()
	if !slices.Contains(database.Engines(database.WithCitus()...), database.Citus) {
		t.Skip("there is no cluster")
	}
	s := openInside(t, emptyDatabase(t, database.Citus))
	stored, err := engine.Map(t.Context(), s.DB.Reads, func(row engine.Scanner, name, kind *string) error { return row.Scan(name, kind) },
		`SELECT c.relname, CASE WHEN p.partmethod = 'h' THEN column_to_column_name(p.logicalrelid, p.partkey)
			WHEN p.repmodel = 't' THEN 'reference' ELSE 'local' END
		FROM pg_class c LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
		WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace`)
	if err != nil {
		t.Fatal(err)
	}
	for name, kind := range distribution(tablesOf(partsOfFeatures(t))) {
		if stored[name] != kind {
			t.Errorf("the cluster stores %s as %q, want %q", name, stored[name], kind)
		}
	}
}

// TestCitusAsksOneServer: what is asked of the orders of one account is asked of the server that has them.
func TestCitusAsksOneServer(t *testing.T) {
	t.Parallel()
	if !slices.Contains(database.Engines(database.WithCitus()...), database.Citus) {
		t.Skip("there is no cluster")
	}
	s := openInside(t, emptyDatabase(t, database.Citus))
	filters := map[string]OrderFilter{"all": {}, "no facts": {NoFacts: new(true)}}
	for name, f := range map[string]shipment.Filter{
		"held": {Held: new(true)}, "not held": {Held: new(false)}, "printed": {Printed: new(true)}, "not printed": {Printed: new(false)},
		"a tag": {Tag: "vip"}, "not packed": {Facets: [1]*bool{new(false)}},
	} {
		filters[name] = OrderFilter{Filter: f}
	}
	for _, queue := range shipment.Queues() {
		filters["queue "+string(queue)] = OrderFilter{Filter: shipment.Filter{Queue: queue}}
	}
	for _, a := range shipment.Attentions() {
		filters["attention "+string(a)] = OrderFilter{Attention: a}
	}
	asks := func(name, query string, args ...any) {
		plan, err := engine.Values[string](t.Context(), s.DB.Reads, "EXPLAIN "+query, args...)
		if text := strings.Join(plan, "\n"); err != nil || !strings.Contains(text, "Task Count: 1\n") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	asks("due deliveries", dueDeliveries(&s.DB.Dialect), 1, 1, 1, 1)
	for name, f := range filters {
		f.AccountID = 1
		w, err := s.conditions(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		query, args := pageQuery(recordColumns, w, PageSize, 0)
		asks(name, query, args...)
	}
}
