package store

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"zombiezen.com/go/sqlite"

	"waybill/internal/shipment"
)

// endless is a query that does not end by itself.
const endless = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n`

// TestSQLiteValues passes each kind of argument, not in the order of the text, and scans each kind of
// variable.
func TestSQLiteValues(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, SQLite))
	type values struct {
		Text, Again, Empty string
		Named              shipment.Country
		Number             int64
		Int                int
		Quantity           shipment.Hundredths
		Yes, No            bool
		Blob, NoBlob, Null []byte
	}
	var got values
	err := queryRow(t.Context(), s.reads, `SELECT $2, $2, $3, $2, $1, $4, $4, $5, $6, $7, $8, $9`,
		int64(1<<62), "ü\x00€", "", -7, true, false, []byte{0, 1}, []byte{}, []byte(nil)).
		Scan(&got.Text, &got.Again, &got.Empty, &got.Named, &got.Number, &got.Int, &got.Quantity, &got.Yes, &got.No,
			&got.Blob, &got.NoBlob, &got.Null)
	if err != nil {
		t.Fatal(err)
	}
	want := values{
		Text: "ü\x00€", Again: "ü\x00€", Named: "ü\x00€", Number: 1 << 62, Int: -7, Quantity: -7, Yes: true,
		Blob: []byte{0, 1}, NoBlob: []byte{},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
	var n int64
	var fraction float64
	for name, err := range map[string]error{
		"one argument too few":   queryRow(t.Context(), s.reads, `SELECT $1 + $2`, 1).Scan(&n),
		"an argument of a kind":  queryRow(t.Context(), s.reads, `SELECT $1`, 1.5).Scan(&n),
		"one variable too few":   queryRow(t.Context(), s.reads, `SELECT 1, 2`).Scan(&n),
		"a variable of no kind":  queryRow(t.Context(), s.reads, `SELECT 1`).Scan(&fraction),
		"two statements at once": queryRow(t.Context(), s.reads, `SELECT 1; SELECT 2`).Scan(&n),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestReadersAreInterrupted ends the contexts of more reads than there are connections, while they run
// and while they wait for one. Later reads have all connections.
func TestReadersAreInterrupted(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, SQLite))
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	for range 2 * sqliteReadConnections {
		group.Go(func() {
			var n int64
			if err := queryRow(ctx, s.reads, endless).Scan(&n); !errors.Is(err, context.Canceled) {
				t.Errorf("a read that is given up: %v", err)
			}
		})
	}
	for inUse := s.reads.(*sqliteReaders).inUse; len(inUse) < cap(inUse); {
		runtime.Gosched()
	}
	cancel()
	group.Wait()

	var open []rowSet
	for range sqliteReadConnections {
		rows, err := s.reads.query(t.Context(), `SELECT 1`)
		if err != nil || !rows.Next() {
			t.Fatalf("a read after the others: %v", err)
		}
		open = append(open, rows)
	}
	if err := queryRow(ctx, s.reads, `SELECT 1`).Scan(new(int)); !errors.Is(err, context.Canceled) {
		t.Errorf("when all connections are in use: %v", err)
	}
	for _, rows := range open {
		rows.Close()
	}
}

// TestReadersCannotWrite also holds for a connection that is made later.
func TestReadersCannotWrite(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, SQLite))
	if _, err := s.reads.exec(t.Context(), `DELETE FROM orders`); s.dialect.fault(err) != faultUnavailable {
		t.Errorf("a write by a connection for reads: %v", err)
	}
}

// TestSQLitePreparesOnce: the texts that the store uses most, and a limit as it has to be written.
func TestSQLitePreparesOnce(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, SQLite))
	w, err := s.conditions(t.Context(), OrderFilter{AccountID: 1})
	if err != nil {
		t.Fatal(err)
	}
	page, pageArgs := pageQuery(recordColumns, w, 20, 0)
	far, farArgs := pageQuery("order_id", w, PageSize, 1000)
	for query, args := range map[string][]any{
		submissionLedger.due():              {int64(1), "p", 1},
		cancellationLedger.due():            {int64(1), "p", 1},
		labelLedger.due():                   {int64(1), "p", 1},
		s.dialect.dueDeliveries():           {int64(1), int64(1), 1, int64(1)},
		returnsOf:                           {int64(1), int64(1), 1},
		page:                                pageArgs,
		far:                                 farArgs,
		`SELECT 1 LIMIT CAST($1 AS BIGINT)`: {1},
	} {
		if again := preparedAgain(t, s, query, args); again != 0 {
			t.Errorf("SQLite prepares it at each execution:\n%s", query)
		}
	}
	if _, err := s.reads.query(t.Context(), `SELECT 1 LIMIT $1`, 1); !errors.Is(err, errBareLimit) {
		t.Errorf("a bare limit: %v", err)
	}
}

// preparedAgain is how often SQLite asks the authorizer, which it does when it prepares a statement, while one runs a
// second time with other numbers.
func preparedAgain(t *testing.T, s *Store, query string, args []any) (asked int) {
	t.Helper()
	conn, err := s.file.connect()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	err = conn.SetAuthorizer(sqlite.AuthorizeFunc(func(sqlite.Action) sqlite.AuthResult {
		asked++
		return sqlite.AuthResultOK
	}))
	if err != nil {
		t.Fatal(err)
	}
	run := func() {
		rows, err := conn.query(t.Context(), query, args, nil)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
		}
		rows.Close()
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	run()
	asked = 0
	args = slices.Clone(args)
	for i := range args {
		switch v := args[i].(type) {
		case int:
			args[i] = v + 1
		case int64:
			args[i] = v + 1
		}
	}
	run()
	return asked
}
