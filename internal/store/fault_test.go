package store

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"waybill/internal/store/engine"
	"waybill/test/database"
)

func batchOf(n int) NewBatch {
	b := NewBatch{AccountID: 1, KeyID: 1}
	for i := range n {
		b.Orders = append(b.Orders, benchmarkOrder(i))
	}
	return b
}

// countRows is how many orders, batches and counted orders there are.
func countRows(t *testing.T, s *Store) (n [3]int) {
	t.Helper()
	for i, query := range []string{
		`SELECT count(*) FROM orders`, `SELECT count(DISTINCT upload_batch_no) FROM orders`,
		`SELECT CAST(coalesce(sum(orders), 0) AS BIGINT) FROM order_counts`,
	} {
		if err := engine.QueryRow(t.Context(), s.DB.Reads, query).Scan(&n[i]); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

func TestOpenUnreachable(t *testing.T) {
	t.Parallel()
	for name, databaseURL := range map[string]string{
		"no folder":  "sqlite:" + filepath.Join(t.TempDir(), "missing", "waybill.db"),
		"a folder":   "sqlite:" + t.TempDir(),
		"no server":  "postgres://waybill:swordfish@127.0.0.1:1/waybill",
		"no address": "postgres://waybill:swordfish@/waybill?host=" + t.TempDir(),
	} {
		_, err := Open(t.Context(), Options{URL: databaseURL})
		if !errors.Is(err, engine.ErrUnavailable) || strings.Contains(err.Error(), "swordfish") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, databaseURL := range []string{"", "mysql://waybill:swordfish@host/db", "postgres://waybill:swordfish@host:port/db", "waybill.db"} {
		_, err := Open(t.Context(), Options{URL: databaseURL})
		if err == nil || errors.Is(err, engine.ErrUnavailable) || strings.Contains(err.Error(), "swordfish") {
			t.Errorf("%q: %v", databaseURL, err)
		}
	}
}

// TestOddPath has every character in a file's name that means something in a URL.
func TestOddPath(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a b?c#d%20&e=+ü.db")
	openInside(t, "sqlite:"+path)
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Fatalf("%v, %v", info, err)
	}
}

// TestContextEndsInQueue gives up a batch while the writer is at something else.
func TestContextEndsInQueue(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	if _, err := s.CreateBatch(t.Context(), batchOf(1)); err != nil {
		t.Fatal(err)
	}
	busy, release := make(chan struct{}), make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		err := s.DB.Write(t.Context(), func(context.Context, engine.Querier) error {
			close(busy)
			<-release
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-busy
	ctx, cancel := context.WithCancel(t.Context())
	group.Go(func() {
		if _, err := s.CreateBatch(ctx, batchOf(1)); !errors.Is(err, context.Canceled) {
			t.Errorf("given up: %v", err)
		}
		close(release)
	})
	cancel()
	group.Wait()
	if rows, want := countRows(t, s), [3]int{1, 1, 1}; rows != want {
		t.Fatalf("rows %v, want %v", rows, want)
	}
}

// TestDiskFull lets SQLite find no more room, and then some again.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	if _, err := s.CreateBatch(t.Context(), batchOf(10)); err != nil {
		t.Fatal(err)
	}
	// The limit belongs to the connection, as long as the writer keeps it.
	err := s.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error {
		var pages int
		if err := engine.QueryRow(ctx, q, `PRAGMA page_count`).Scan(&pages); err != nil {
			return err
		}
		return engine.QueryRow(ctx, q, fmt.Sprintf(`PRAGMA max_page_count = %d`, pages+5)).Scan(&pages)
	})
	if err != nil {
		t.Fatal(err)
	}
	before := countRows(t, s)
	_, err = s.CreateBatch(t.Context(), batchOf(1000))
	if !errors.Is(err, engine.ErrUnavailable) {
		t.Fatalf("on a full disk: %v", err)
	}
	if after := countRows(t, s); after != before {
		t.Fatalf("a refused batch leaves %v of %v", after, before)
	}
	if _, err := s.CreateBatch(t.Context(), batchOf(1000)); err != nil {
		t.Fatalf("when there is room again: %v", err)
	}
	if after, want := countRows(t, s), [3]int{1010, 2, 1010}; after != want {
		t.Fatalf("rows %v, want %v", after, want)
	}
}

// TestLostConnections has PostgreSQL end all connections again and again while orders are
// created: what was acknowledged is there once, what was not may be there whole.
func TestLostConnections(t *testing.T) {
	t.Parallel()
	databaseURL := emptyDatabase(t, engine.Postgres)
	s := openInside(t, databaseURL)
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	acknowledged := make(map[string]bool)
	var group sync.WaitGroup
	for client := range 8 {
		group.Go(func() {
			for n := range 60 {
				if client == 0 && n%10 == 5 {
					terminate(t, u.Query().Get("application_name"))
				}
				b, err := s.CreateBatch(t.Context(), batchOf(3))
				if err != nil && !errors.Is(err, engine.ErrUnavailable) {
					t.Errorf("neither stored nor unavailable: %v", err)
				}
				if err == nil {
					mu.Lock()
					acknowledged[b.UploadBatchNo] = true
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	if _, err := s.CreateBatch(t.Context(), batchOf(1)); err != nil {
		t.Fatalf("after the last lost connection: %v", err)
	}
	rows := countRows(t, s)
	if rows[0] != rows[2] || rows[0] != 3*(rows[1]-1)+1 {
		t.Errorf("orders, batches, counted: %v", rows)
	}
	for no := range acknowledged {
		orders, err := s.BatchOrders(t.Context(), 1, no)
		if err != nil || len(orders) != 3 {
			t.Errorf("batch %s: %d orders, %v", no, len(orders), err)
		}
	}
	if len(acknowledged) == 0 {
		t.Error("nothing was stored")
	}
}

// terminate ends all connections of an application.
func terminate(t *testing.T, application string) {
	t.Helper()
	execPostgres(t, database.URL(t),
		`SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = '`+application+`'`)
}

// TestLostReply loses the connection at the worst moment: PostgreSQL has committed, and its
// word does not arrive.
func TestLostReply(t *testing.T) {
	t.Parallel()
	databaseURL := emptyDatabase(t, engine.Postgres)
	proxy := newProxy(t, databaseURL)
	s := openInside(t, proxy.url)
	if _, err := s.CreateBatch(t.Context(), batchOf(1)); err != nil {
		t.Fatal(err)
	}
	proxy.loseReply.Store(true)
	b, err := s.CreateBatch(t.Context(), batchOf(2))
	if proxy.loseReply.Load() {
		t.Fatal("no reply was lost")
	}
	if err != nil {
		t.Fatalf("a batch that is stored: %v", err)
	}
	if rows, want := countRows(t, s), [3]int{3, 2, 3}; rows != want {
		t.Fatalf("rows %v, want %v", rows, want)
	}
	if orders, err := s.BatchOrders(t.Context(), 1, b.UploadBatchNo); err != nil || len(orders) != 2 {
		t.Fatalf("%d orders, %v", len(orders), err)
	}

	proxy.loseRequest.Store(true)
	if _, err := s.CreateBatch(t.Context(), batchOf(2)); !errors.Is(err, engine.ErrUnavailable) {
		t.Fatalf("a batch that never arrived: %v", err)
	}
	if _, err := s.CreateBatch(t.Context(), batchOf(2)); err != nil {
		t.Fatalf("the next batch: %v", err)
	}
	if rows, want := countRows(t, s), [3]int{5, 3, 5}; rows != want {
		t.Fatalf("rows %v, want %v", rows, want)
	}
}

// TestCommitFails has PostgreSQL refuse at the end, when all statements have passed.
func TestCommitFails(t *testing.T) {
	t.Parallel()
	databaseURL := emptyDatabase(t, engine.Postgres)
	s := openInside(t, databaseURL)
	execPostgres(t, databaseURL, `
		CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused at commit'; END $$;
		CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`)
	_, err := s.CreateBatch(t.Context(), batchOf(2))
	if err == nil || !strings.Contains(err.Error(), "refused at commit") || errors.Is(err, engine.ErrUnavailable) {
		t.Fatalf("error is %v", err)
	}
	if rows := countRows(t, s); rows != [3]int{} {
		t.Fatalf("rows %v", rows)
	}
}
