package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"waybill/internal/store/engine"
)

// sideBySide is the first schema version that a server of the version before it may share a
// database with: all later migrations must leave to the earlier version what it needs. Those after 0.1.0 do so
// too, although its servers are stopped before the upgrade.
const sideBySide = 2

// leftBehind are parts of the schema that a migration may take away, since the version before it
// has not used them. Why is the value.
var leftBehind = map[string]string{}

// schemaParts are the parts of a schema that statements depend on, and how they are: columns,
// and the indexes and constraints that can refuse a row.
func schemaParts(t *testing.T, q engine.Querier) map[string]string {
	t.Helper()
	rows, err := q.Query(t.Context(), `
		SELECT 'table ' || relname || ' column ' || attname,
			format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END
				|| CASE WHEN atthasdef OR attidentity <> '' THEN ' with a default' ELSE '' END
		FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
		WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND attnum > 0 AND NOT attisdropped
		UNION ALL
		SELECT 'table ' || t.relname || ' index ' || c.relname, CASE WHEN indisunique THEN 'unique' ELSE 'plain' END
		FROM pg_index JOIN pg_class c ON c.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
		WHERE t.relnamespace = current_schema()::regnamespace
		UNION ALL
		SELECT 'table ' || t.relname || ' constraint ' || conname, pg_get_constraintdef(con.oid)
		FROM pg_constraint con JOIN pg_class t ON t.oid = conrelid WHERE t.relnamespace = current_schema()::regnamespace
		UNION ALL
		SELECT 'table ' || t.relname || ' trigger ' || tgname, 'trigger'
		FROM pg_trigger JOIN pg_class t ON t.oid = tgrelid WHERE t.relnamespace = current_schema()::regnamespace AND NOT tgisinternal`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	parts := make(map[string]string)
	for rows.Next() {
		var name, how string
		if err := rows.Scan(&name, &how); err != nil {
			t.Fatal(err)
		}
		parts[name] = how
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return parts
}

// tableOf is the table that a part belongs to.
func tableOf(part string) string { return strings.Fields(part)[1] }

// harms says what a migration does to the version before it, or to orders while it runs.
func harms(before, after map[string]string, concurrent bool) (found []string) {
	tables := make(map[string]bool)
	for _, part := range slices.Sorted(maps.Keys(before)) {
		tables[tableOf(part)] = true
		how, stays := after[part]
		switch {
		case !stays && leftBehind[part] == "":
			found = append(found, part+" is gone")
		case stays && how != before[part]:
			found = append(found, fmt.Sprintf("%s was %s and is %s", part, before[part], how))
		}
	}
	for _, part := range slices.Sorted(maps.Keys(after)) {
		how := after[part]
		if _, old := before[part]; old || !tables[tableOf(part)] {
			continue
		}
		kind := strings.Fields(part)[2]
		switch {
		case kind == "column" && strings.Contains(how, "NOT NULL") && !strings.Contains(how, "default"):
			found = append(found, part+" has no default")
		case kind == "index" && how == "unique", kind == "constraint", kind == "trigger":
			found = append(found, part+" may refuse rows")
		case kind == "index" && !concurrent:
			found = append(found, part+" is not built concurrently")
		}
	}
	return found
}

// TestTwoVersions migrates step by step and compares the schemas: a server of one version
// works while, and after, a server of the next one migrates.
func TestTwoVersions(t *testing.T) {
	t.Parallel()
	databaseURL, paths := emptyDatabase(t, engine.Postgres), migrationPaths(t)
	before := schemaParts(t, openFixture(t, databaseURL, sideBySide-1, fixtureTime).DB.Reads)
	for n := sideBySide; n <= len(paths); n++ {
		after := schemaParts(t, openFixture(t, databaseURL, n, fixtureTime).DB.Reads)
		for _, harm := range harms(before, after, strings.Contains(paths[n-1], ".concurrently.")) {
			t.Errorf("%s: %s; see ADR 10", paths[n-1], harm)
		}
		before = after
	}
}

// TestFirstReleaseStaysAway: a server of 0.1.0 does not start on data that a newer version has migrated, or migrates.
func TestFirstReleaseStaysAway(t *testing.T) {
	t.Parallel()
	newest := len(migrationPaths(t))
	if oldestServers <= firstRelease {
		t.Errorf("oldestServers is %d: servers of 0.1.0 may work", oldestServers)
	}
	for _, on := range []string{engine.SQLite, engine.Postgres} {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			databaseURL := emptyDatabase(t, on)
			schema := newSchema(nil)
			schema.Migrations = firstMigrations(t, firstRelease)
			old, err := open(t.Context(), Options{URL: databaseURL}, schema)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = old.DB.Close() })
			for n := firstRelease; n <= newest; n++ {
				openFixture(t, databaseURL, n, fixtureTime)
				var want error
				if n > firstRelease {
					want = engine.ErrNewerSchema
				}
				if _, err := old.DB.Migrate(t.Context()); !errors.Is(err, want) {
					t.Errorf("a server of 0.1.0 starts with schema %d: %v, want %v", n, err, want)
				}
			}
		})
	}
}

// TestHarms shows that TestTwoVersions finds what it is for.
func TestHarms(t *testing.T) {
	t.Parallel()
	databaseURL := emptyDatabase(t, engine.Postgres)
	s := openInside(t, databaseURL)
	before := schemaParts(t, s.DB.Reads)
	for _, c := range []struct{ text, want string }{
		{`ALTER TABLE orders ADD COLUMN extra TEXT NOT NULL DEFAULT ''`, ""},
		{`ALTER TABLE orders ADD COLUMN extra TEXT`, ""},
		{`CREATE TABLE extra (id BIGINT PRIMARY KEY, other BIGINT NOT NULL); CREATE INDEX extra_other ON extra (other)`, ""},
		{`ALTER TABLE api_keys ADD COLUMN extra TEXT NOT NULL`, "table api_keys column extra has no default"},
		{`ALTER TABLE accounts ALTER COLUMN name DROP NOT NULL`, "table accounts column name was text NOT NULL and is text"},
		{`ALTER TABLE accounts ALTER COLUMN rate_limit TYPE SMALLINT`, "table accounts column rate_limit was"},
		{`ALTER TABLE accounts RENAME COLUMN name TO title`, "table accounts column name is gone"},
		{`DROP TABLE proofs`, "table proofs column account_id is gone"},
		{`ALTER TABLE accounts ADD CHECK (account_id > 0)`, "table accounts constraint accounts_account_id_check may refuse rows"},
		{`CREATE UNIQUE INDEX extra ON accounts (created_on)`, "table accounts index extra may refuse rows"},
		{`CREATE INDEX extra ON accounts (created_on)`, "table accounts index extra is not built concurrently"},
		{`DROP INDEX orders_returns`, "table orders index orders_returns is gone"},
	} {
		var found string
		undone := errors.New("roll back")
		err := s.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error {
			for statement := range strings.SplitSeq(c.text, ";") {
				if _, err := q.Exec(ctx, statement); err != nil {
					return err
				}
			}
			found = strings.Join(harms(before, schemaParts(t, q), false), "\n")
			return undone
		})
		if !errors.Is(err, undone) {
			t.Fatalf("%s: %v", c.text, err)
		}
		if c.want == "" && found != "" || !strings.Contains(found, c.want) {
			t.Errorf("%s: found %q, want %q", c.text, found, c.want)
		}
	}
}
