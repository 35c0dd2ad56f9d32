package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/document"
	"waybill/internal/store/engine"
	"waybill/test/database"
)

// person is a name that the test plants wherever the name of a consignee may be.
const person = "Zorblaxia"

// TestPrivacyTableHasAllColumns: a column of text, JSON or bytes that a migration adds must say what becomes of it when
// the personal data of an order are erased, and a table with orders what becomes of its rows when one is deleted.
func TestPrivacyTableHasAllColumns(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	var classed []string
	for _, line := range classedColumns(t) {
		for _, column := range line.columns {
			classed = append(classed, line.table+"."+column)
		}
	}
	columns := texts(t, s, `SELECT t.name || '.' || c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND c.type NOT IN ('BIGINT', 'INTEGER', 'SMALLINT')`)
	for _, column := range columns {
		if !slices.Contains(classed, column) {
			t.Errorf("%s has no line in tables.txt: what becomes of it when the data of a person are erased?", column)
		}
	}
	for _, column := range classed {
		if !slices.Contains(columns, column) {
			t.Errorf("tables.txt has %s, which is no column of text", column)
		}
	}
	for _, table := range texts(t, s, `SELECT t.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
		WHERE t.type = 'table' AND c.name = 'order_id'`) {
		if !slices.Contains(tablesOfOrders(t), table) && table != "tracking_numbers" {
			t.Errorf("%s has rows of orders: DeleteOrders must delete them", table)
		}
	}
}

// classed are the columns of a table that have a class.
type classed struct {
	table   string
	class   PrivacyClass
	columns []string
}

// classedColumns are those of all tables.
func classedColumns(t *testing.T) (all []classed) {
	t.Helper()
	for _, table := range tablesOf(partsOfFeatures(t)) {
		for class, columns := range table.Columns {
			all = append(all, classed{table.Name, class, columns})
		}
	}
	return all
}

// tablesOfOrders are the names of tables with rows of orders.
func tablesOfOrders(t *testing.T) (names []string) {
	t.Helper()
	for _, table := range tablesOf(partsOfFeatures(t)) {
		if table.Kind == OfOrders {
			names = append(names, table.Name)
		}
	}
	return names
}

// TestAnUnnamedTableStopsErasure: nobody says what a table holds of a person whose name no part has, so its orders stay as they are.
func TestAnUnnamedTableStopsErasure(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	made, err := s.CreateBatch(t.Context(), batchOf(1))
	if err != nil {
		t.Fatal(err)
	}
	id := made.Orders[0].OrderID
	for _, statement := range []string{
		`UPDATE orders SET tracker_status = 'SUCCESS', created_on = 1`, `CREATE TABLE gifts (account_id bigint, order_id bigint, gift text)`,
		fmt.Sprintf(`INSERT INTO gifts VALUES (1, %d, 'A book')`, id),
	} {
		if err := s.DB.Execute(t.Context(), "prepare", statement); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.EraseOrders(t.Context(), 1, []int64{id}); err == nil || !strings.Contains(err.Error(), "the table gifts") {
		t.Errorf("erased with an unnamed table: %v", err)
	}
	if n := int64s(t, s, `SELECT count(*) FROM orders WHERE erased_on = 0`)[0]; n != 1 {
		t.Errorf("%d orders are not erased, want 1", n)
	}
}

// TestThePrivacyPageNamesEveryTable looks up the tables that may say something of a person.
func TestThePrivacyPageNamesEveryTable(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/privacy.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range classedColumns(t) {
		if line.class != noPerson && !strings.Contains(string(page), "`"+line.table+"`") {
			t.Errorf("docs/privacy.md does not say what becomes of %s", line.table)
		}
	}
}

// TestEraseOrders erases all orders of data that have something in every table, and looks into every column.
func TestEraseOrders(t *testing.T) {
	t.Parallel()
	for _, on := range database.WithCitus(engine.SQLite, engine.Postgres) {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			newest := len(migrationPaths(t))
			databaseURL := emptyDatabase(t, on)
			fixed := openFixture(t, databaseURL, newest, fixtureTime)
			loadFixture(t, fixed, fixturePath(newest))
			plantPerson(t, fixed)
			s := openFixture(t, databaseURL, newest, fixtureTime.Add(30*24*time.Hour))
			indexAll(t, s)
			found := columnsWith(t, s, person)
			for _, line := range classedColumns(t) {
				if line.class == rowGoes || line.class == textGoes {
					for _, column := range line.columns {
						if at := line.table + "." + column; !slices.Contains(found, at) && !slices.Contains(shortColumns, at) {
							t.Errorf("the test has no person in %s: %v", at, found)
						}
					}
				}
			}
			ids := int64s(t, s, `SELECT order_id FROM orders`)
			kept := texts(t, s, `SELECT tracking_no FROM orders ORDER BY tracking_no`)
			done, err := s.EraseOrders(t.Context(), 1, ids)
			if err != nil || len(done) != len(ids) {
				t.Fatalf("%v, %v", done, err)
			}
			for _, d := range done {
				if d.Reason != "" {
					t.Errorf("order %s is not erased: %s", d.TrackingNo, d.Reason)
				}
			}
			indexAll(t, s)
			if left := columnsWith(t, s, person); len(left) > 0 {
				t.Errorf("the person is in %v still", left)
			}
			if log := texts(t, s, `SELECT new_value FROM audit_log WHERE seq >= 900 AND old_value = ''`); len(log) != len(ids) ||
				log[0] != `{"state":"pending"}` {
				t.Errorf("the audit log has %q", log)
			}
			if again, err := s.EraseOrders(t.Context(), 1, ids); err != nil || len(again) > 0 {
				t.Errorf("erased again: %v, %v", again, err)
			}
			page, err := s.ListOrders(t.Context(), OrderFilter{AccountID: 1, Filter: shipment.Filter{Search: kept[0]}}, 1)
			if err != nil || len(page.Records) != 1 || page.Records[0].TrackingNo != kept[0] || page.Records[0].HasLabel {
				t.Errorf("%s found by its number: %+v, %v", kept[0], page.Records, err)
			}
			if err := s.PutProof(t.Context(), kept[0], shipment.Proof{Name: person}); !errors.Is(err, ErrErased) {
				t.Errorf("a proof of an erased order: %v", err)
			}
			_, err = s.AddTrackingEvents(t.Context(), []shipment.TrackingReport{{
				TrackingNo: kept[0], TrackingEvent: shipment.TrackingEvent{Status: shipment.Success, Text: person, Place: person, Source: "p"},
			}})
			if left := columnsWith(t, s, person); err != nil || len(left) > 0 {
				t.Errorf("after another event: %v, %v", left, err)
			}
			wantDeleted(t, s, ids, kept)
		})
	}
}

// TestEraseLocksSubmissionsFirst: as all who lock both do. Who locks the order first and waits for the submission has a deadlock
// with them.
func TestEraseLocksSubmissionsFirst(t *testing.T) {
	t.Parallel()
	databaseURL := emptyDatabase(t, engine.Postgres)
	s := openInside(t, databaseURL)
	b := batchOf(1)
	b.Partners = []string{"p"}
	made, err := s.CreateBatch(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	indexAll(t, s)
	ids := []int64{made.Orders[0].OrderID}
	for erasedOn, run := range []func(context.Context) error{
		func(ctx context.Context) error { _, err := s.EraseOrders(ctx, 1, ids); return err },
		func(ctx context.Context) error { _, err := s.DeleteOrders(ctx, 1, ids); return err },
	} {
		execPostgres(t, databaseURL, fmt.Sprint(`UPDATE orders SET erased_on = `, erasedOn))
		ended := make(chan error, 1)
		err := s.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error {
			if _, err := q.Exec(ctx, engine.LockRows("submissions", "order_id"), int64(1), ids); err != nil {
				return err
			}
			go func() { ended <- run(t.Context()) }()
			for int64s(t, s, `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`)[0] == 0 {
				runtime.Gosched()
			}
			_, err := q.Exec(ctx, engine.LockRows("orders", "order_id")+" NOWAIT", int64(1), ids)
			return err
		})
		if err := errors.Join(err, <-ended); err != nil {
			t.Errorf("erased on %d: %v", erasedOn, err)
		}
	}
}

// wantDeleted deletes all orders, and looks for what is left of them.
func wantDeleted(t *testing.T, s *Store, ids []int64, numbers []string) {
	t.Helper()
	if n, err := s.DeleteOrders(t.Context(), 1, ids); err != nil || n != len(ids) {
		t.Fatalf("deleted %d of %d orders, %v", n, len(ids), err)
	}
	for _, table := range append([]string{"search_terms"}, tablesOfOrders(t)...) {
		if n := int64s(t, s, `SELECT count(*) FROM `+table)[0]; n != 0 {
			t.Errorf("%s has %d rows", table, n)
		}
	}
	if page, err := s.ListOrders(t.Context(), OrderFilter{AccountID: 1}, 1); err != nil || page.Count != 0 || len(page.Records) > 0 {
		t.Errorf("page after the deletion: %+v, %v", page, err)
	}
	for _, no := range numbers {
		if o, err := s.OrderByTrackingNo(t.Context(), no); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s is found: %d, %v", no, o.OrderID, err)
		}
	}
	b := batchOf(1)
	b.Orders[0].TrackingNo = "BROUGHT-1"
	if _, err := s.CreateBatch(t.Context(), b); err == nil {
		t.Error("the number of a deleted order was given to another one")
	}
}

// shortColumns have a value of a set, or keys, where no name fits.
var shortColumns = strings.Fields(`partner_labels.partner partner_labels.idempotency_key partner_labels.state partner_labels.lease_owner
	partner_labels.error_class partner_labels.format partner_labels.blob proofs.media_type events.type events.tracking_no deliveries.state
	deliveries.lease_owner`)

// plantPerson ends all orders, and writes the person wherever one may be.
func plantPerson(t *testing.T, s *Store) {
	t.Helper()
	statements := []string{
		`UPDATE orders SET tracker_status = 'SUCCESS'`,
		`UPDATE submissions SET state = 'confirmed'`,
		`UPDATE cancellations SET state = 'confirmed'`,
		`UPDATE partner_labels SET state = 'stored', blob = 'labels/ab/` + strings.ToLower(person) + `.pdf'`,
		`UPDATE idempotent_responses SET created_on = 0`,
		`DELETE FROM unused_files`,
	}
	for _, line := range classedColumns(t) {
		for _, column := range line.columns {
			at, value := line.table+"."+column, `'`+person+`'`
			if column == "image" {
				value = `CAST('` + person + `' AS BYTEA)`
			}
			if (line.class == rowGoes || line.class == textGoes) && !slices.Contains(shortColumns, at) {
				statements = append(statements, `UPDATE `+line.table+` SET `+column+` = `+value)
			}
		}
	}
	err := s.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error {
		for _, statement := range statements {
			if s.DB.Engine() == engine.SQLite {
				statement = strings.ReplaceAll(statement, "BYTEA", "BLOB")
			}
			if _, err := q.Exec(ctx, statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		orders, err := s.ordersByID(ctx, q, 1, int64s(t, s, `SELECT order_id FROM orders`))
		for i := range orders {
			o := &orders[i]
			for _, f := range shipment.OrderFields {
				if f.IsPersonal() && f.TextAt != nil {
					*f.TextAt(o) = person
				}
			}
			o.MakeTrade().Metadata = []shipment.Metadata{{Key: "name", Value: person}}
			docs, _ := document.Of(o, nil)
			_, err = q.Exec(ctx, `UPDATE orders SET record = $1, rest = $2 WHERE account_id = 1 AND order_id = $3`,
				docs.Record, docs.Rest, o.OrderID)
			if err == nil {
				err = indexAgain(ctx, q, 1, o.OrderID, s.DB.Now(), true)
			}
			if err == nil {
				_, err = q.Exec(ctx, `INSERT INTO audit_log (account_id, seq, created_on, actor_kind, actor, action, subject_kind, subject,
					old_value, new_value) VALUES (1, $1, 0, 'command', '', 'retry', 'order', $2, $3, $4)`, 900+i, o.TrackingNo, `"`+person+`"`,
					`{"message":"`+person+`","note":"`+person+`","state":"pending","tags":["`+person+`"]}`)
			}
			if err != nil {
				return err
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// columnsWith returns the columns that have a text, without regard to case. The caller's own texts, and what expires, are
// not looked at.
func columnsWith(t *testing.T, s *Store, text string) (found []string) {
	t.Helper()
	for _, line := range classedColumns(t) {
		for _, column := range line.columns {
			cast := `CAST(` + column + ` AS TEXT)`
			bytea := slices.Contains([]string{"image", "body", "content", "orders", "seqs"}, column) && line.table != "request_log"
			if bytea && s.DB.Engine() == engine.Postgres {
				cast = `encode(` + column + `, 'escape')`
			}
			query := `SELECT count(*) FROM ` + line.table + ` WHERE lower(` + cast + `) LIKE '%` + strings.ToLower(text) + `%'`
			if line.class != expires && int64s(t, s, query)[0] > 0 {
				found = append(found, line.table+"."+column)
			}
		}
	}
	return found
}

func indexAll(t *testing.T, s *Store) {
	t.Helper()
	for {
		n, err := s.Search.IndexOrders(t.Context(), "me", func(*shipment.Order) ([]shipment.WarningKind, error) { return nil, nil })
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			return
		}
	}
}

func int64s(t *testing.T, s *Store, query string) []int64 {
	t.Helper()
	all, err := engine.Values[int64](t.Context(), s.DB.Reads, query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return all
}
