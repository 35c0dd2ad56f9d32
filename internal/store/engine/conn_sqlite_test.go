package engine

import (
	"context"
	"errors"
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

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
	err := QueryRow(t.Context(), s.Reads, `SELECT $2, $2, $3, $2, $1, $4, $4, $5, $6, $7, $8, $9`,
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
		"one argument too few":   QueryRow(t.Context(), s.Reads, `SELECT $1 + $2`, 1).Scan(&n),
		"an argument of a kind":  QueryRow(t.Context(), s.Reads, `SELECT $1`, 1.5).Scan(&n),
		"one variable too few":   QueryRow(t.Context(), s.Reads, `SELECT 1, 2`).Scan(&n),
		"a variable of no kind":  QueryRow(t.Context(), s.Reads, `SELECT 1`).Scan(&fraction),
		"two statements at once": QueryRow(t.Context(), s.Reads, `SELECT 1; SELECT 2`).Scan(&n),
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
			if err := QueryRow(ctx, s.Reads, endless).Scan(&n); !errors.Is(err, context.Canceled) {
				t.Errorf("a read that is given up: %v", err)
			}
		})
	}
	for inUse := s.Reads.(*sqliteReaders).inUse; len(inUse) < cap(inUse); {
		runtime.Gosched()
	}
	cancel()
	group.Wait()

	var open []Rows
	for range sqliteReadConnections {
		rows, err := s.Reads.Query(t.Context(), `SELECT 1`)
		if err != nil || !rows.Next() {
			t.Fatalf("a read after the others: %v", err)
		}
		open = append(open, rows)
	}
	if err := QueryRow(ctx, s.Reads, `SELECT 1`).Scan(new(int)); !errors.Is(err, context.Canceled) {
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
	if _, err := s.Reads.Exec(t.Context(), `DELETE FROM orders`); s.Dialect.fault(err) != faultUnavailable {
		t.Errorf("a write by a connection for reads: %v", err)
	}
}

// TestJournalIsCut: the -wal file that grew while a read was open is cut when it begins anew.
func TestJournalIsCut(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, SQLite))
	write := func(bytes int) {
		t.Helper()
		err := s.Change(t.Context(), "fill", func(ctx context.Context, q Querier) error {
			return Exec(ctx, q, `INSERT INTO filling (bytes) VALUES (zeroblob($1))`, bytes)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	size := func() int64 {
		file, err := os.Stat(s.file.path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return file.Size()
	}
	if err := s.Execute(t.Context(), "make a table", `CREATE TABLE filling (bytes BLOB)`); err != nil {
		t.Fatal(err)
	}
	rows, err := s.Reads.Query(t.Context(), `SELECT 1 FROM sqlite_schema`)
	if err != nil || !rows.Next() {
		t.Fatal(err)
	}
	for range 9 {
		write(8 << 20)
	}
	if size() <= sqliteMaxJournal {
		t.Fatalf("the file has %d bytes while a read is open", size())
	}
	rows.Close()
	for range 3 { // the first copies the pages to the database, the next begins the file anew
		write(1)
	}
	if size() > sqliteMaxJournal {
		t.Errorf("the file keeps %d bytes", size())
	}
}

func TestBareLimitIsRefused(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, SQLite))
	if err := QueryRow(t.Context(), s.Reads, `SELECT 1 LIMIT $1`, 1).Scan(new(int)); !errors.Is(err, errBareLimit) {
		t.Errorf("a bare limit: %v", err)
	}
}
