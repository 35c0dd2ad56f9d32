package store

import (
	"maps"
	"slices"
	"testing"

	"waybill/internal/store/engine"
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
