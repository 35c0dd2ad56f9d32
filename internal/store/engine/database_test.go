package engine

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"waybill/test/database"
)

// firstMigration makes the tables of the tests.
const firstMigration = `
CREATE TABLE counters (name TEXT PRIMARY KEY, next_value BIGINT NOT NULL);
INSERT INTO counters (name, next_value) VALUES ('order_id', 1);
CREATE TABLE environment (id SMALLINT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE orders (
	account_id BIGINT NOT NULL, order_id BIGINT NOT NULL, tracking_no TEXT NOT NULL UNIQUE, hawb_no TEXT NOT NULL, updated_on BIGINT NOT NULL,
	PRIMARY KEY (account_id, order_id)
);
CREATE TABLE submissions (account_id BIGINT NOT NULL, order_id BIGINT NOT NULL, message TEXT NOT NULL, PRIMARY KEY (account_id, order_id));
CREATE TABLE search_index (sweeps BIGINT NOT NULL);
INSERT INTO search_index (sweeps) VALUES (0);
`

var testOrders = NewTable("orders", "", "account_id bigint", "order_id bigint", "tracking_no text", "hawb_no text", "updated_on bigint")

func testSchema() Schema {
	return Schema{
		Migrations: fstest.MapFS{"0001_start.sql": {Data: []byte(firstMigration)}},
		First:      func(context.Context, *DB, Querier) error { return nil },
		Probe:      `UPDATE counters SET next_value = next_value + 1 WHERE name = 'order_id'`,
		Inserts:    []*Table{&testOrders}, Anchor: "orders", AnchorID: "order_id",
	}
}

// testBatch is one order.
type testBatch struct {
	account, id int64
	trackingNo  string // "": one of its own
}

func (b *testBatch) Account() int64 { return b.account }
func (*testBatch) Len() int         { return 1 }

func (b *testBatch) Insert(in *Inserting) {
	number := b.trackingNo
	if number == "" {
		number = fmt.Sprintf("WB%d", b.id)
	}
	in.Insert(&testOrders, []any{b.account, b.id, number, "", int64(0)})
}

// errTaken refuses a tracking number that is in use.
var errTaken = errors.New("the tracking number is taken")

// testBatches issues ids from 1000.
type testBatches struct{ ids, committed atomic.Int64 }

func (t *testBatches) Assign(_ context.Context, _ Querier, batches []Batch) error {
	for _, b := range batches {
		b.(*testBatch).id = 1000 + t.ids.Add(1)
	}
	return nil
}

func (*testBatches) Sum(*Inserting, []Batch, int64) {}

func (*testBatches) Refusal(ctx context.Context, q Querier, b Batch) error {
	var n int
	err := QueryRow(ctx, q, `SELECT count(*) FROM orders WHERE tracking_no = $1`, b.(*testBatch).trackingNo).Scan(&n)
	if err == nil && n > 0 {
		return errTaken
	}
	return errors.Join(err, ErrRetry)
}

func (*testBatches) IsStored(ctx context.Context, q Querier, b Batch) (bool, error) {
	var n int
	err := QueryRow(ctx, q, `SELECT count(*) FROM orders WHERE order_id = $1`, b.(*testBatch).id).Scan(&n)
	return n > 0, err
}

func (t *testBatches) Committed(batches []Batch) { t.committed.Add(int64(len(batches))) }
func (*testBatches) Moved()                      {}

// emptyDatabase returns the URL of one that goes with the test.
func emptyDatabase(tb testing.TB, name string) string {
	tb.Helper()
	if name == Postgres {
		return database.Postgres(tb)
	}
	return database.SQLite(tb)
}

// openInside opens a database with the tables of the tests.
func openInside(tb testing.TB, databaseURL string) *DB {
	tb.Helper()
	db, err := Open(tb.Context(), Options{URL: databaseURL, Schema: testSchema(), Batches: &testBatches{}})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = db.Close() })
	if _, err := db.Migrate(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return db
}

// countOrders is how many orders are stored.
func countOrders(tb testing.TB, db *DB) (n int) {
	tb.Helper()
	if err := QueryRow(tb.Context(), db.Reads, `SELECT count(*) FROM orders`).Scan(&n); err != nil {
		tb.Fatal(err)
	}
	return n
}

// awaitRow asks again and again until the query selects true.
func awaitRow(t *testing.T, db *DB, query string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for {
		var holds bool
		err := QueryRow(ctx, db.Reads, query).Scan(&holds)
		if OrNothing(err) != nil {
			t.Fatalf("%s: %v", query, err)
		}
		if holds {
			return
		}
		<-again.C
	}
}
