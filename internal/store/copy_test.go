package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// copyEngines runs a test in both directions.
func copyEngines(t *testing.T, test func(t *testing.T, from, to string)) {
	t.Helper()
	for _, engines := range [][2]string{{engine.SQLite, engine.Postgres}, {engine.Postgres, engine.SQLite}} {
		t.Run(engines[0]+" to "+engines[1], func(t *testing.T) {
			t.Parallel()
			test(t, engines[0], engines[1])
		})
	}
}

func openEmpty(t *testing.T, on string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Options{URL: emptyDatabase(t, on), Now: func() time.Time { return fixtureTime.Add(time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.DB.Close() })
	return s
}

// filled opens a database with the fixture of the newest version, which has rows in each table.
func filled(t *testing.T, on string) *Store {
	t.Helper()
	s := openEmpty(t, on)
	if _, err := s.DB.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	loadFixture(t, s, fixturePath(len(migrationPaths(t))))
	return s
}

func noProgress(engine.CopyProgress) {}

// TestCopy copies a database with rows in each table to the other engine, and reads there what was readable here.
func TestCopy(t *testing.T) {
	t.Parallel()
	copyEngines(t, func(t *testing.T, fromEngine, toEngine string) {
		from, to := filled(t, fromEngine), openEmpty(t, toEngine)
		var last engine.CopyProgress
		copied, resumed, err := Copy(t.Context(), from, to, func(p engine.CopyProgress) { last = p })
		if err != nil || resumed {
			t.Fatal(resumed, err)
		}
		rows := int64(0)
		var names []string
		for _, c := range copied {
			if c.Rows == 0 {
				t.Errorf("the table %s has no row, so its copy is not tested: the newest fixture must fill it", c.Name)
			}
			rows += c.Rows
			names = append(names, c.Name)
		}
		if want := namesOfTables(t, from); !slices.Equal(slices.Sorted(slices.Values(names)), want) {
			t.Errorf("copied %v, want %v", names, want)
		}
		if !last.Checking || last.Done != rows || last.Total != rows {
			t.Errorf("progress %+v, want %d rows", last, rows)
		}
		if left := namesOfTables(t, to); slices.Contains(left, "copy_progress") {
			t.Errorf("afterwards: %v", left)
		}
		if have, want, err := to.DB.SchemaVersion(t.Context()); err != nil || have != want {
			t.Errorf("schema %d, %d, %v", have, want, err)
		}
		here, err1 := from.Secrets(t.Context())
		there, err2 := to.Secrets(t.Context())
		if err := errors.Join(err1, err2); err != nil || here != there {
			t.Errorf("the secrets differ: labels and numbers would, too: %v", err)
		}
		if a, b := readText(t, from), readText(t, to); a != b {
			t.Errorf("reads\n%s\nand not\n%s", b, a)
		}
		continuesFrom(t, from, to)
		if _, _, err := Copy(t.Context(), from, to, noProgress); !errors.Is(err, engine.ErrNotEmpty) {
			t.Errorf("copied again: %v", err)
		}
	})
}

// tablesOf lists the tables of a database, without those that describe it.
func namesOfTables(t *testing.T, s *Store) (names []string) {
	t.Helper()
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`
	if s.DB.Engine() == engine.Postgres {
		query = `SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()`
	}
	names, err := engine.Values[string](t.Context(), s.DB.Reads, query)
	if err != nil {
		t.Fatal(err)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == "schema_migrations" })
	slices.Sort(names)
	return names
}

// readText reads a database by the methods of the store, as JSON.
func readText(t *testing.T, s *Store) string {
	t.Helper()
	text, err := json.MarshalIndent(readBack(t, s), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// continuesFrom creates in a copy what has counted ids: they go on where those of the source ended.
func continuesFrom(t *testing.T, from, to *Store) {
	t.Helper()
	orders, err := to.CreateBatch(t.Context(), batchOf(2))
	if err != nil {
		t.Fatal(err)
	}
	var last int64
	if err := engine.QueryRow(t.Context(), from.DB.Reads, `SELECT max(order_id) FROM orders`).Scan(&last); err != nil {
		t.Fatal(err)
	}
	if id := orders.Orders[0].OrderID; id <= last {
		t.Errorf("the new order has id %d, and %d is used", id, last)
	}
	if o, err := to.OrderByTrackingNo(t.Context(), orders.Orders[1].TrackingNo); err != nil || o.OrderID != orders.Orders[1].OrderID {
		t.Errorf("find a new order: %d, %v", o.OrderID, err)
	}
	a, err := to.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "New"})
	if err != nil || a.AccountID != 2 {
		t.Errorf("the new account has id %d, %v", a.AccountID, err)
	}
	e, _, err := to.Webhooks.CreateEndpoint(t.Context(), a.AccountID, shipment.EndpointSettings{})
	if err != nil || e.EndpointID != 2 {
		t.Errorf("the new endpoint has id %d, %v", e.EndpointID, err)
	}
}

// TestCopyDoesNotReuseIDs: the greatest id of endpoints may be that of a deleted one.
func TestCopyDoesNotReuseIDs(t *testing.T) {
	t.Parallel()
	copyEngines(t, func(t *testing.T, fromEngine, toEngine string) {
		from, to := openEmpty(t, fromEngine), openEmpty(t, toEngine)
		if _, err := from.DB.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		endpoint := func(s *Store) int64 {
			t.Helper()
			e, _, err := s.Webhooks.CreateEndpoint(t.Context(), 1, shipment.EndpointSettings{})
			if err != nil {
				t.Fatal(err)
			}
			return e.EndpointID
		}
		if _, err := from.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "A"}); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := from.Webhooks.DeleteEndpoint(t.Context(), 1, endpoint(from)); err != nil {
				t.Fatal(err)
			}
		}
		if _, _, err := Copy(t.Context(), from, to, noProgress); err != nil {
			t.Fatal(err)
		}
		if id := endpoint(to); id != 4 {
			t.Errorf("the next endpoint has id %d", id)
		}
	})
}

// TestInterruptedCopyGoesOn interrupts a copy after some rows, looks at what it leaves, and continues it.
func TestInterruptedCopyGoesOn(t *testing.T) {
	t.Parallel()
	copyEngines(t, func(t *testing.T, fromEngine, toEngine string) {
		from, to := filled(t, fromEngine), openEmpty(t, toEngine)
		for at := int64(1); ; at += 9 {
			ctx, cancel := context.WithCancel(t.Context())
			done := int64(0)
			_, resumed, err := Copy(ctx, from, to, func(p engine.CopyProgress) {
				if done = p.Done; done >= at && !p.Checking {
					cancel()
				}
			})
			cancel()
			if err == nil && at == 1 || resumed != (at > 1) {
				t.Fatalf("resumed %v, %v", resumed, err)
			}
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("after %d rows: %v", at, err)
			}
			if _, _, err := to.DB.SchemaVersion(t.Context()); !errors.Is(err, engine.ErrUnfinishedCopy) {
				t.Fatalf("an unfinished copy is opened: %v", err)
			}
			if _, err := to.DB.Migrate(t.Context()); !errors.Is(err, engine.ErrUnfinishedCopy) {
				t.Fatalf("an unfinished copy is migrated: %v", err)
			}
			if at == 1 {
				other := filled(t, fromEngine)
				execute(t, other, `UPDATE secrets SET tracking_key = substr(label_key, 1, 16)`)
				if _, _, err := Copy(t.Context(), other, to, noProgress); !errors.Is(err, engine.ErrNotEmpty) {
					t.Errorf("a copy of another source: %v", err)
				}
			}
		}
		if a, b := readText(t, from), readText(t, to); a != b {
			t.Errorf("reads\n%s\nand not\n%s", b, a)
		}
	})
}

// TestChangedSourceIsFound: a copy that is continued after the source was changed does not end.
func TestChangedSourceIsFound(t *testing.T) {
	t.Parallel()
	copyEngines(t, func(t *testing.T, fromEngine, toEngine string) {
		from, to := filled(t, fromEngine), openEmpty(t, toEngine)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if _, _, err := Copy(ctx, from, to, func(p engine.CopyProgress) {
			if p.Checking {
				cancel()
			}
		}); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		execute(t, from, `UPDATE orders SET hawb_no = 'H-9' WHERE order_id = (SELECT min(order_id) FROM orders)`)
		for range 2 {
			_, _, err := Copy(t.Context(), from, to, noProgress)
			if err == nil || !strings.Contains(err.Error(), "compare the table orders: the source has 6 rows and the copy 6, or their") {
				t.Fatal(err)
			}
		}
		if _, _, err := to.DB.SchemaVersion(t.Context()); !errors.Is(err, engine.ErrUnfinishedCopy) {
			t.Errorf("it is opened: %v", err)
		}
	})
}

func execute(t *testing.T, s *Store, statement string) {
	t.Helper()
	err := s.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error {
		_, err := q.Exec(ctx, statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestCopyRefusals: engines that are the same, and targets that have data.
func TestCopyRefusals(t *testing.T) {
	t.Parallel()
	from := filled(t, engine.SQLite)
	_, _, err := Copy(t.Context(), from, openEmpty(t, engine.SQLite), noProgress)
	if err == nil || !strings.Contains(err.Error(), "both databases are sqlite") {
		t.Error(err)
	}
	to := filled(t, engine.Postgres)
	if _, _, err := Copy(t.Context(), from, to, noProgress); !errors.Is(err, engine.ErrNotEmpty) {
		t.Error(err)
	}
	if _, want, err := to.DB.SchemaVersion(t.Context()); err != nil || want == 0 {
		t.Errorf("a refused target: %v", err)
	}
}

// TestLockForCopy: a database that a server uses is not copied.
func TestLockForCopy(t *testing.T) {
	t.Parallel()
	url := emptyDatabase(t, engine.Postgres)
	s, err := Open(t.Context(), Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.DB.Close() }()
	server, err := Open(t.Context(), Options{URL: url, Environment: "production"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.DB.LockForCopy(t.Context()); !errors.Is(err, engine.ErrInUse) {
		t.Errorf("while a server runs: %v", err)
	}
	if err := server.DB.Close(); err != nil {
		t.Fatal(err)
	}
	unlock, err := s.DB.LockForCopy(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := unlock(); err != nil {
		t.Error(err)
	}
}
