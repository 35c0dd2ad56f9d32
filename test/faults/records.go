package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"waybill/client"
	"waybill/test/harness"
)

// records are the records of all sides: the servers' database, the partner's ledger and the receiver's journal.
type records struct {
	orders     map[int64]*order // by id
	deliveries map[string]int   // by state
	endpoints  map[string]int   // by the reason why they are disabled, "" for enabled ones
	reports    map[string]int   // operators' reports by event id
	counts     map[string]int   // orders by service, as the counters have them
	attempts   map[string]int   // of calls to the partner, by kind and outcome

	accepted map[string]int    // submissions that the partner accepted, by tracking number
	back     map[string]bool   // orders that the partner cancelled, by tracking number
	contents map[string]values // of the last submission that the partner received, by tracking number

	delivered []entry // to the receiver, in the order in which they came
}

// order is an order in the servers' database.
type order struct {
	id           int64
	trackingNo   string
	status       string // where the parcel is
	submission   string // its state; "" for one fulfilled in house
	cancellation string // its state; "" for none
	label        string // the state of the partner's label; "" for none
	history      int    // lines
	version      int64
	held         bool
	shows        values
	changes      []client.OrderChange // by version
	events       []event
}

// reference is the shipper's reference when the order was created.
func (o *order) reference() string {
	for _, c := range o.changes {
		for _, f := range c.Fields {
			if f.Field == fields[0].name {
				return strings.Trim(string(f.From), `"`)
			}
		}
	}
	return o.shows.Reference
}

type event struct {
	sequence int64
	kind     string
}

// readRecords reads the records of all sides.
func readRecords(ctx context.Context, c *cluster) (r records, err error) {
	if err := r.readServers(ctx, c.db); err != nil {
		return r, err
	}
	if err := r.readLedger(ctx, c.path(partnerLedger)); err != nil {
		return r, err
	}
	r.delivered, err = readJournal[entry](c.path(receiverJournal))
	return r, err
}

// tallies are the queries that count.
func (r *records) tallies() map[string]*map[string]int {
	return map[string]*map[string]int{
		`SELECT state, count(*) FROM deliveries GROUP BY state`:                                                      &r.deliveries,
		`SELECT disabled_reason, count(*) FROM webhook_endpoints GROUP BY disabled_reason`:                           &r.endpoints,
		`SELECT CAST(service_id AS TEXT), CAST(sum(orders) AS BIGINT) FROM order_counts GROUP BY service_id`:         &r.counts,
		`SELECT source_event_id, count(*) FROM tracking_events WHERE source = 'operator' GROUP BY source_event_id`:   &r.reports,
		`SELECT kind || ': ' || coalesce(nullif(outcome, ''), 'died'), count(*) FROM submission_attempts GROUP BY 1`: &r.attempts,
	}
}

func (r *records) readServers(ctx context.Context, db database) error {
	r.orders = make(map[int64]*order)
	err := db.each(ctx, `SELECT o.order_id, o.version, o.tracking_no, o.tracker_status, coalesce(s.state, ''), coalesce(c.state, ''),
			coalesce(l.state, ''),
			(SELECT count(*) FROM tracking_events t WHERE t.account_id = o.account_id AND t.order_id = o.order_id),
			CASE WHEN h.order_id IS NULL THEN 0 ELSE 1 END, `+columns(func(f field) string { return f.stored })+`
		FROM orders o
		LEFT JOIN submissions s ON s.account_id = o.account_id AND s.order_id = o.order_id
		LEFT JOIN cancellations c ON c.account_id = o.account_id AND c.order_id = o.order_id
		LEFT JOIN order_holds h ON h.account_id = o.account_id AND h.order_id = o.order_id
		LEFT JOIN partner_labels l ON l.account_id = o.account_id AND l.order_id = o.order_id`,
		func(scan func(...any) error) error {
			var o order
			err := scan(append([]any{
				&o.id, &o.version, &o.trackingNo, &o.status, &o.submission, &o.cancellation, &o.label, &o.history, &o.held,
			}, o.shows.pointers()...)...)
			r.orders[o.id] = &o
			return err
		})
	if err != nil {
		return err
	}
	err = db.each(ctx, `SELECT order_id, version, changes FROM order_changes ORDER BY order_id, version`,
		func(scan func(...any) error) error {
			var id int64
			var c client.OrderChange
			var changed []byte
			if err := scan(&id, &c.Version, &changed); err != nil {
				return err
			}
			err := json.Unmarshal(changed, &c.Fields)
			r.orders[id].changes = append(r.orders[id].changes, c)
			return err
		})
	if err != nil {
		return err
	}
	err = db.each(ctx, `SELECT order_id, sequence, type FROM events WHERE type <> 'endpoint.disabled' ORDER BY order_id, sequence`,
		func(scan func(...any) error) error {
			var id int64
			var e event
			err := scan(&id, &e.sequence, &e.kind)
			if r.orders[id] == nil {
				return errors.Join(err, fmt.Errorf("there are events of order %d, which does not exist", id))
			}
			r.orders[id].events = append(r.orders[id].events, e)
			return err
		})
	for query, counts := range r.tallies() {
		*counts = make(map[string]int)
		err = cmp.Or(err, db.each(ctx, query, func(scan func(...any) error) error {
			var key string
			var n int
			err := scan(&key, &n)
			(*counts)[key] = n
			return err
		}))
	}
	return err
}

func (r *records) readLedger(ctx context.Context, path string) (err error) {
	if r.accepted, err = harness.Acceptances(ctx, path); err != nil {
		return err
	}
	db, err := openSQLite(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	r.contents, r.back = make(map[string]values), make(map[string]bool)
	err = database{DB: db}.each(ctx, `SELECT tracking_no, `+columns(func(f field) string { return f.sent })+` FROM contents`,
		func(scan func(...any) error) error {
			var no string
			var v values
			err := scan(append([]any{&no}, v.pointers()...)...)
			r.contents[no] = v
			return err
		})
	return cmp.Or(err, database{DB: db}.each(ctx, `SELECT DISTINCT calls.tracking_no FROM calls JOIN cancels USING (idempotency_key)
		WHERE calls.accepted = 1 AND cancels.accepted = 1`, func(scan func(...any) error) error {
		var no string
		err := scan(&no)
		r.back[no] = true
		return err
	}))
}
