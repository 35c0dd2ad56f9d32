package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/document"
	"waybill/internal/store/engine"
	"waybill/internal/store/once"
)

// MaxErased is how many orders EraseOrders and DeleteOrders take. A transaction holds them with their items.
const MaxErased = 100

// fileRest is how long a file is kept that no order has any longer: a label may be stored again meanwhile.
const fileRest = time.Hour

// Erasure is the result of erasing the personal data of an order.
type Erasure struct {
	OrderID    int64
	TrackingNo string
	Reason     string // why they stay; "": they are erased
}

// EraseOrders erases the personal data of at most MaxErased orders of an account. It returns the outcome for each order that
// was not erased before. docs/privacy.md says what is erased and what is kept. Orders that have not ended keep their data.
// Files of labels become unused, see UnusedFiles. IndexOrders removes the terms of the orders from the search index later.
func (s *Store) EraseOrders(ctx context.Context, accountID int64, ids []int64) ([]Erasure, error) {
	return engine.Changed(ctx, s.DB, "erase personal data of orders", func(ctx context.Context, q engine.Querier) ([]Erasure, error) {
		return (&erasing{s, q, s.DB.Now(), accountID}).erase(ctx, ids)
	})
}

// erasing is a transaction that erases personal data of an account.
type erasing struct {
	store     *Store
	q         engine.Querier
	now       time.Time
	accountID int64
}

func (e *erasing) erase(ctx context.Context, ids []int64) (done []Erasure, err error) {
	// Submissions are locked first, as in RecordOutcome, so that the two cannot deadlock.
	submissions, err := e.store.lockSubmissions(ctx, e.q, e.accountID, ids)
	if err != nil {
		return nil, err
	}
	orders, err := e.lock(ctx, ids)
	if err != nil {
		return nil, err
	}
	reasons, err := e.obstacles(ctx, submissions, orders)
	if err != nil {
		return nil, err
	}
	var erased []shipment.Order
	for i := range orders {
		o := &orders[i]
		done = append(done, Erasure{o.OrderID, o.TrackingNo, reasons[o.OrderID]})
		if reasons[o.OrderID] == "" {
			erased = append(erased, *o)
		}
	}
	if len(erased) == 0 {
		return done, nil
	}
	for _, p := range e.store.parts {
		if p.Erase == nil {
			continue
		}
		if err := p.Erase(ctx, e.store, e.q, e.accountID, erased); err != nil {
			return nil, err
		}
	}
	return done, e.eraseRows(ctx, erased)
}

// lock reads the orders that are not erased, with their items, and locks them.
func (e *erasing) lock(ctx context.Context, ids []int64) ([]shipment.Order, error) {
	d := &e.store.DB.Dialect
	return engine.Collect(ctx, e.q, scanWithItems(meterOf(ctx)),
		`SELECT `+documentColumns+`, items FROM orders WHERE `+ofOrders(e.store, "orders")+`
		AND erased_on = 0 ORDER BY order_id`+d.ForUpdate, e.accountID, d.List(ids))
}

// obstacles returns why orders must keep their data.
func (e *erasing) obstacles(ctx context.Context, subs map[int64]Submission, orders []shipment.Order) (reasons map[int64]string, err error) {
	asked, err := e.asked(ctx, subs, orders)
	reasons = make(map[int64]string, len(orders))
	for _, p := range e.store.parts {
		if err == nil && p.Keep != nil {
			err = p.Keep(ctx, e.store, e.q, e.accountID, orders, reasons)
		}
	}
	for i := range orders {
		o := &orders[i]
		reasons[o.OrderID] = cmp.Or(e.reason(o, asked[o.OrderID]), reasons[o.OrderID])
	}
	return reasons, err
}

// asked returns the orders about which their partner is asked still.
func (e *erasing) asked(
	ctx context.Context, submissions map[int64]Submission, orders []shipment.Order,
) (asked map[int64]bool, err error) {
	ids := shipment.IDs(orders)
	cancellations, cancellationsErr := cancellationLedger.ofOrders(ctx, e.store, e.q, e.accountID, ids, "")
	labels, labelsErr := labelLedger.ofOrders(ctx, e.store, e.q, e.accountID, ids, "")
	asked = make(map[int64]bool)
	for _, id := range ids {
		c := cancellations[id].State
		asked[id] = submissions[id].State.IsOpen() || c == CancellationPending || c == CancellationWaiting || labels[id].State == LabelDue
	}
	return asked, errors.Join(cancellationsErr, labelsErr)
}

// reason returns why an order must keep its data; "": it need not. asked: its partner is asked about it.
func (e *erasing) reason(o *shipment.Order, asked bool) string {
	switch {
	case !o.HasEnded():
		return fmt.Sprintf("it has not ended: it is %s", o.TrackerStatus)
	case asked:
		return "its partner is asked about it still"
	case o.CreatedOn.After(e.now.Add(-once.Retention)):
		return "it is not a day old: its request may be repeated"
	default:
		return ""
	}
}

// eraseRows erases the data of locked orders from all tables.
func (e *erasing) eraseRows(ctx context.Context, orders []shipment.Order) error {
	d := &e.store.DB.Dialect
	ids, numbers := make([]int64, len(orders)), make([]string, len(orders))
	var buffer []byte
	for i := range orders {
		o := &orders[i]
		o.Erase()
		ids[i], numbers[i] = o.OrderID, o.TrackingNo
		var docs document.Documents
		docs, buffer = document.Of(o, buffer)
		err := engine.UpdateOne(ctx, e.q, engine.ErrNotFound, `UPDATE orders SET record = $1, rest = $2, items = $3, has_label = 0,
				partner_label = '', erased_on = $4 WHERE `+d.Account+` = $5 AND order_id = $6`,
			docs.Record, docs.Rest, docs.Items, engine.Micros(e.now), e.accountID, o.OrderID)
		if err != nil {
			return err
		}
		if err := indexAgain(ctx, e.q, e.accountID, o.OrderID, e.now, true); err != nil {
			return err
		}
	}
	if err := e.store.unnamed(ctx, e.q, e.accountID, ids); err != nil {
		return err
	}
	engine.NoteWrite(ctx, e.accountID)
	statements := []string{
		`INSERT INTO unused_files (account_id, blob, created_on)
			SELECT DISTINCT account_id, blob, ` + fmt.Sprint(engine.Micros(e.now)) + ` FROM partner_labels
			WHERE blob <> '' AND ` + ofOrders(e.store, "partner_labels") + noteAgain,
		// A refused or held order cannot be submitted any more: there is nothing to submit.
		`DELETE FROM submissions WHERE state IN ('failed', 'held') AND ` + ofOrders(e.store, "submissions"),
	}
	for i := range e.store.tables {
		statements = append(statements, e.store.tables[i].erasing(e.store)...)
	}
	for _, statement := range statements {
		if _, err := e.q.Exec(ctx, statement, e.accountID, d.List(ids)); err != nil {
			return fmt.Errorf("%.40s: %w", statement, err)
		}
	}
	if err := e.eraseAudit(ctx, numbers); err != nil {
		return err
	}
	return e.store.auditOrder(ctx, e.q, each.Of(numbers, func(no string) orderChange {
		return orderChange{e.accountID, no, "erase", nil, map[string]any{"erased_on": e.now}}
	})...)
}

// lasting are the members of values of the audit log about orders that stay when personal data are erased: no person writes them. What is
// not named goes.
var lasting = strings.Fields(`address_revision bytes cancellation changed_fields due_on erased_on hawb_no lost_on media_type note_id orders
	printed_on replaces rule_id signed_on state tracker_status_code tracking_nos upload_batch_no version`)

// eraseAudit takes what people and partners wrote out of the entries of orders. What was done, and from which to which state, stays.
func (e *erasing) eraseAudit(ctx context.Context, numbers []string) error {
	type entry struct {
		seq    int64
		values [2]string
	}
	d := &e.store.DB.Dialect
	entries, err := engine.Collect(ctx, e.q, func(row engine.Scanner, e *entry) error {
		return row.Scan(&e.seq, &e.values[0], &e.values[1])
	}, `SELECT seq, old_value, new_value FROM audit_log
		WHERE account_id = $1 AND subject_kind = 'order' AND subject `+d.In("$2"), e.accountID, d.List(numbers))
	for i := 0; i < len(entries) && err == nil; i++ {
		was := entries[i]
		for n, value := range was.values {
			var members map[string]json.RawMessage
			entries[i].values[n] = ""
			if json.Unmarshal([]byte(value), &members) != nil || len(members) == 0 {
				continue
			}
			maps.DeleteFunc(members, func(name string, _ json.RawMessage) bool { return !slices.Contains(lasting, name) })
			if entries[i].values[n], err = audit.Value(members); err != nil {
				return err
			}
		}
		if is := entries[i]; is != was {
			_, err = e.q.Exec(ctx, `UPDATE audit_log SET old_value = $1, new_value = $2 WHERE account_id = $3 AND seq = $4`,
				is.values[0], is.values[1], e.accountID, is.seq)
		}
	}
	return err
}

// DeleteOrders deletes orders of an account, at most MaxErased, whose personal data are erased and that the search index
// has no work with, and returns how many. Their tracking numbers stay taken.
func (s *Store) DeleteOrders(ctx context.Context, accountID int64, ids []int64) (deleted int, err error) {
	return engine.Changed(ctx, s.DB, "delete orders", func(ctx context.Context, q engine.Querier) (int, error) {
		if _, err := s.lockSubmissions(ctx, q, accountID, ids); err != nil {
			return 0, err
		}
		d := &s.DB.Dialect
		orders, err := engine.Pairs(ctx, q, `SELECT order_id, service_id FROM orders o WHERE `+ofOrders(s, "orders")+` AND erased_on <> 0
				AND NOT EXISTS (SELECT 1 FROM search_queue w WHERE w.account_id = o.account_id AND w.order_id = o.order_id)
			ORDER BY order_id`+d.ForUpdate, accountID, d.List(ids))
		if err != nil || len(orders) == 0 {
			return 0, err
		}
		ids, counts := ids[:0:0], orderCounts{}
		for _, o := range orders {
			ids = append(ids, o[0])
			counts[countKey{accountID, o[1]}]--
		}
		// Who indexes orders locks this row first, too: both read rows of terms, and write them whole.
		_, err = engine.Value[int64](ctx, q, `SELECT id FROM search_index WHERE id = 1`+d.ForUpdate)
		if err != nil {
			return 0, err
		}
		seqs, err := s.Search.indexedSeqs(ctx, q, accountID, ids)
		if err == nil {
			err = removeTerms(ctx, q, accountID, seqs, nil)
		}
		if err != nil {
			return 0, fmt.Errorf("remove orders from the search index: %w", err)
		}
		if err := s.unnamed(ctx, q, accountID, ids); err != nil {
			return 0, err
		}
		for _, table := range s.tables {
			if table.Kind != OfOrders {
				continue
			}
			if _, err := q.Exec(ctx, `DELETE FROM `+table.Name+` WHERE `+ofOrders(s, table.Name), accountID, d.List(ids)); err != nil {
				return 0, fmt.Errorf("delete from %s: %w", table.Name, err)
			}
		}
		engine.NoteWrite(ctx, accountID)
		in := s.DB.Inserting(ctx, q)
		counts.insert(in, 0)
		return len(ids), in.Flush()
	})
}

// AgedOrder is an order that retention looks at.
type AgedOrder struct {
	OrderID, AccountID  int64
	Origin, Destination string // names of countries
	HasEnded, Erased    bool
	UpdatedOn           time.Time
}

// agedPage is how many orders AgedOrders returns.
const agedPage = 1000

// AgedOrders returns the orders of all accounts with an id above after, by order id: at most 1,000, none at the end.
func (s *Store) AgedOrders(ctx context.Context, after int64) ([]AgedOrder, error) {
	return engine.List(ctx, s.DB, "read orders by age", func(row engine.Scanner, a *AgedOrder) error {
		var o shipment.Order
		err := row.Scan(&a.OrderID, &a.AccountID, &a.Origin, &a.Destination, (*string)(&o.StatusCode), (*string)(&o.TrackerStatus),
			engine.At(&o.LostOn), engine.Is(&a.Erased), engine.At(&a.UpdatedOn))
		a.HasEnded = o.HasEnded()
		return err
	}, `SELECT order_id, account_id, record->>'pickup_country', record->>'consignee_country',
			status_code, tracker_status, lost_on, erased_on, updated_on FROM orders WHERE order_id > $1 ORDER BY order_id LIMIT CAST($2 AS BIGINT)`,
		after, agedPage)
}

// UnusedFiles returns up to 100 names of files of labels that no order of an account has, and that none has had for an
// hour, or, with now, at all. DropUnusedFile follows the deletion of each.
func (s *Store) UnusedFiles(ctx context.Context, now bool) (names []string, err error) {
	until := s.DB.Now()
	if !now {
		until = until.Add(-fileRest)
	}
	for after, more := "", true; more && len(names) == 0 && err == nil; {
		names, err = engine.Values[string](ctx, s.DB.Reads, `SELECT blob FROM unused_files WHERE blob > $2
			GROUP BY blob HAVING max(created_on) <= $1 ORDER BY blob LIMIT 100`, engine.Micros(until), after)
		if more = len(names) > 0 && err == nil; more {
			after = names[len(names)-1]
			var used []string
			used, err = engine.Values[string](ctx, s.DB.Reads, `SELECT DISTINCT blob FROM partner_labels WHERE blob <> '' AND blob `+
				s.DB.Dialect.In("$1"), s.DB.Dialect.List(names))
			names = slices.DeleteFunc(names, func(name string) bool { return err != nil || slices.Contains(used, name) })
		}
	}
	return names, s.DB.Explain("list unused files", err)
}

// DropUnusedFile forgets a file that was deleted.
func (s *Store) DropUnusedFile(ctx context.Context, name string) error {
	return s.DB.Execute(ctx, "forget an unused file", `DELETE FROM unused_files WHERE blob = $1`, name)
}
