package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"waybill/client"
	"waybill/internal/partner/simulated"
)

// records are the records of all sides: the servers' database, the partner's ledger and the receiver's
// journal.
type records struct {
	orders     map[int64]*order // by id
	deliveries map[string]int   // by state
	endpoints  map[string]int   // by the reason why they are disabled, "" for enabled ones
	reports    map[string]int   // operators' reports by event id
	counts     map[string]int   // orders by service, as the counters have them

	accepted  map[string]int      // submissions that the partner accepted, by tracking number
	cancelled map[string]bool     // orders that the partner cancelled, by tracking number
	contents  map[string]contents // of the last submission that the partner received, by tracking number

	received []entry // by the receiver, in the order in which they came
}

// order is an order in the servers' database.
type order struct {
	id           int64
	trackingNo   string
	status       string // where the parcel is
	submission   string // its state; "" for one fulfilled in house
	cancellation string // its state; "" for none
	label        string // the state of the partner's label; "" for none
	consignee    string
	history      int // lines
	version      int64
	held         bool
	shows        contents
	changes      []client.OrderChange // by version
	events       []event
}

// reference is the shipper's reference when the order was created: an edit adds to it.
func (o *order) reference() string {
	created, _, _ := strings.Cut(o.shows[refField], refSeparator)
	return created
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
	if err := r.readPartner(ctx, c.ledger()); err != nil {
		return r, err
	}
	r.received, err = readJournal(c.journal())
	return r, err
}

func (r *records) readServers(ctx context.Context, db database) error {
	r.orders, r.deliveries, r.endpoints, r.reports = make(map[int64]*order), make(map[string]int), make(map[string]int), make(map[string]int)
	r.counts = make(map[string]int)
	err := db.each(ctx, `SELECT o.order_id, o.shipper_order_id, o.record->>'consignee_city', o.record->>'order_weight',
			CAST(o.service_id AS TEXT), o.version, o.tracking_no, o.tracker_status, coalesce(s.state, ''), coalesce(c.state, ''),
			coalesce(l.state, ''), o.record->>'consignee_name',
			(SELECT count(*) FROM tracking_events t WHERE t.account_id = o.account_id AND t.order_id = o.order_id),
			CASE WHEN h.order_id IS NULL THEN 0 ELSE 1 END
		FROM orders o
		LEFT JOIN submissions s ON s.account_id = o.account_id AND s.order_id = o.order_id
		LEFT JOIN cancellations c ON c.account_id = o.account_id AND c.order_id = o.order_id
		LEFT JOIN order_holds h ON h.account_id = o.account_id AND h.order_id = o.order_id
		LEFT JOIN partner_labels l ON l.account_id = o.account_id AND l.order_id = o.order_id`,
		func(scan func(...any) error) error {
			var o order
			var reference, city, weight, service string
			var held int
			err := scan(&o.id, &reference, &city, &weight, &service, &o.version, &o.trackingNo, &o.status,
				&o.submission, &o.cancellation, &o.label, &o.consignee, &o.history, &held)
			o.held = held == 1
			o.shows = contents{refField: reference, cityField: city, weightField: weight, serviceField: service}
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
			var fields []byte
			if err := scan(&id, &c.Version, &fields); err != nil {
				return err
			}
			err := json.Unmarshal(fields, &c.Fields)
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
	if err != nil {
		return err
	}
	tally := func(counts map[string]int) func(func(...any) error) error {
		return func(scan func(...any) error) error {
			var key string
			var n int
			err := scan(&key, &n)
			counts[key] = n
			return err
		}
	}
	if err := db.each(ctx, `SELECT state, count(*) FROM deliveries GROUP BY state`, tally(r.deliveries)); err != nil {
		return err
	}
	if err := db.each(ctx, `SELECT disabled_reason, count(*) FROM webhook_endpoints GROUP BY disabled_reason`,
		tally(r.endpoints)); err != nil {
		return err
	}
	if err := db.each(ctx, `SELECT CAST(service_id AS TEXT), CAST(sum(orders) AS BIGINT) FROM order_counts GROUP BY service_id`,
		tally(r.counts)); err != nil {
		return err
	}
	return db.each(ctx, `SELECT source_event_id, count(*) FROM tracking_events WHERE source = 'operator' GROUP BY source_event_id`,
		tally(r.reports))
}

func (r *records) readPartner(ctx context.Context, ledger string) (err error) {
	partner, err := simulated.Open(ledger)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, partner.Close()) }()
	if r.accepted, err = partner.Acceptances(ctx); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", "file:"+ledger+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return fmt.Errorf("open the partner's ledger: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	r.contents = make(map[string]contents)
	err = database{DB: db}.each(ctx, `SELECT tracking_no, message->>'shipper_order_id', message->'consignee'->>'city',
			message->>'weight_kg', CAST(message->>'service_id' AS TEXT) FROM contents`,
		func(scan func(...any) error) error {
			var no, reference, city, weight, service string
			err := scan(&no, &reference, &city, &weight, &service)
			r.contents[no] = contents{refField: reference, cityField: city, weightField: weight, serviceField: service}
			return err
		})
	if err != nil {
		return err
	}
	r.cancelled = make(map[string]bool)
	return database{DB: db}.each(ctx, `SELECT DISTINCT calls.tracking_no FROM calls JOIN cancels USING (idempotency_key)
		WHERE calls.accepted = 1 AND cancels.accepted = 1`, func(scan func(...any) error) error {
		var no string
		err := scan(&no)
		r.cancelled[no] = true
		return err
	})
}
