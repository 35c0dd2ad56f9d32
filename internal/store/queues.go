package store

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// queueReads is how many orders of a status a page of a queue reads, and up to how many orders that may wait for work are counted.
const queueReads = 10_000

// hasFacet reports whether a feature knows a facet of orders.
func (s *Store) hasFacet(of shipment.Facet) bool {
	return slices.ContainsFunc(s.parts, func(p Part) bool { return p.Facets[of].Table != "" })
}

// Queues are the queues that orders may be in.
func (s *Store) Queues() []shipment.Queue {
	return slices.DeleteFunc(shipment.Queues(), func(q shipment.Queue) bool {
		return q == shipment.QueuePack && !s.hasFacet(shipment.Packed)
	})
}

// ofOneAccount and ofAnyAccount are the accounts of rows that belong to a row of orders. A cluster asks the one server that has the
// account $1; by the account of the row, it asks all servers if such a condition stands within OR, CASE or a column.
const ofOneAccount, ofAnyAccount = "$1", "orders.account_id"

// queueOf is shipment.Order.Queue in SQL, of a row of orders, whose account is one of the two above. Its one argument is the time.
func (s *Store) queueOf(account string) string {
	of := func(table, condition string) string {
		return `EXISTS (SELECT 1 FROM ` + table + ` w WHERE w.account_id = ` + account + ` AND w.order_id = orders.order_id` + condition + `)`
	}
	pack := ""
	if packed := s.facet(shipment.Packed); s.hasFacet(shipment.Packed) {
		pack = `WHEN NOT ` + of(packed.Table, packed.and()) + ` THEN 'pack'`
	}
	return `CASE WHEN tracker_status IN (` + statusList("%s", shipment.TrackerStatus.Final) + `)
			OR tracker_status = 'EXCEPTION' AND lost_on > 0 THEN 'done'
		WHEN tracker_status IN ('FAILED_PICKUP', 'FAILED_DELIVERY', 'EXCEPTION') THEN 'problem'
		WHEN tracker_status = 'PICKED_UP' AND tracker_since + 3600000000 * (
			SELECT coalesce(nullif(a.unscanned_hours, 0), ` + strconv.Itoa(shipment.UnscannedHours) + `) FROM accounts a
			WHERE a.account_id = orders.account_id) <= CAST(? AS BIGINT) AND NOT ` + of("tracking_events",
		` AND w.source <> '`+shipment.SourceHandover+`' AND w.status NOT IN ('ORDER_CREATED', 'PENDING_PICKUP')`) + ` THEN 'problem'
		WHEN tracker_status NOT IN ('ORDER_CREATED', 'PENDING_PICKUP') THEN 'on-the-way'
		WHEN status_code = 'SUBMISSION_FAILED' OR ` + of("order_holds", "") + `
			OR status_code = '' AND ` + of("submissions", ` AND w.state = 'pending' AND w.error_class = '`+ClassMissing+`'`) + `
			OR has_label = 0 AND ` + of("partner_labels", ` AND w.state = 'failed'`) + ` THEN 'problem'
		WHEN has_label = 0 OR ` + of("cancellations", ` AND w.state IN ('waiting', 'pending')`) + ` THEN 'partner'
		WHEN is_return = 1 THEN 'on-the-way'
		WHEN NOT ` + of("label_prints", " AND w.printed_on >= orders.label_changed_on") + ` THEN 'print' ` + pack + ` ELSE 'hand-over' END`
}

// QueueOf returns the queues of orders of an account, by order id.
func (s *Store) QueueOf(ctx context.Context, accountID int64, ids []int64) (map[int64]shipment.Queue, error) {
	queues, err := engine.Map(ctx, s.DB.Reads, func(row engine.Scanner, id *int64, queue *shipment.Queue) error {
		return row.Scan(id, (*string)(queue))
	}, `SELECT order_id, `+strings.Replace(s.queueOf(ofOneAccount), "?", "$3", 1)+` FROM orders WHERE `+s.DB.Dialect.Account+` = $1
		AND order_id `+s.DB.Dialect.In("$2"), accountID, s.DB.Dialect.List(ids), engine.Micros(s.DB.Now()))
	return queues, s.DB.Explain("read the queues of orders", err)
}

// byStatus are filters that together select what f does, one for each tracker status of its queue: an index has the orders of each in the
// order of their creation. nil: f names no queue, or an index has fewer orders.
func (f *OrderFilter) byStatus() (parts []OrderFilter) {
	if f.Queue == "" || f.TrackerStatus != "" || f.Sort == SortChanged || f.BySearch() {
		return nil
	}
	for _, status := range shipment.TrackerStatuses() {
		queues, part := status.Queues(), *f
		if !slices.Contains(queues, f.Queue) {
			continue
		}
		if part.TrackerStatus = status; f.Queue == shipment.QueueOnTheWay && !status.PickedUp() && f.Return == nil {
			part.Return = new(true)
		}
		if len(queues) == 1 {
			part.Queue = ""
		}
		parts = append(parts, part)
	}
	return parts
}

// browseParts is browse for filters that have no order in common.
func browseParts[T any](
	ctx context.Context, s *Store, parts []OrderFilter, of selection[T], at func(*T) Cursor, after Cursor,
) (page Browsed[T], err error) {
	before := func(a, b Cursor) int {
		return cmp.Or(cmp.Compare(b.CreatedOn, a.CreatedOn), cmp.Compare(b.OrderID, a.OrderID))
	}
	if newest := before; parts[0].Sort == SortOldest {
		before = func(a, b Cursor) int { return newest(b, a) }
	}
	for i := range parts {
		part, err := browse(ctx, s, parts[i], of, at, after)
		if err != nil {
			return page, err
		}
		page.Found = append(page.Found, part.Found...)
		if part.More && (!page.More || before(part.Next, page.Next) < 0) {
			page.More, page.Next = true, part.Next
		}
	}
	slices.SortFunc(page.Found, func(a, b T) int { return before(at(&a), at(&b)) })
	if page.More { // a part may have orders after it that were not read
		page.Found = slices.DeleteFunc(page.Found, func(row T) bool { return before(at(&row), page.Next) > 0 })
	}
	size := parts[0].pageSize()
	page.Partial = page.More && len(page.Found) < size
	if len(page.Found) > size {
		page.Found = page.Found[:size]
		page.More, page.Next = true, at(&page.Found[size-1])
	}
	return page, nil
}

// QueueCount is how many orders a queue has, at least if it is not exact.
type QueueCount struct {
	Orders int
	Exact  bool
}

// QueueCounts counts the orders of an account by queue; "" are all. The queues of work are counted by status, up to queueReads orders of
// each: a queue is exact unless one of its statuses, or it, has as many. The others are counted up to as many.
func (s *Store) QueueCounts(ctx context.Context, accountID int64) (counts map[shipment.Queue]QueueCount, err error) {
	defer func() { err = s.DB.Explain("count the orders of the queues", err) }()
	all, err := s.countOrders(ctx, OrderFilter{AccountID: accountID})
	if err != nil {
		return nil, err
	}
	found, more := map[shipment.Queue]int{}, map[shipment.Queue]bool{}
	for _, status := range shipment.TrackerStatuses() {
		if err == nil && slices.ContainsFunc(status.Queues(), shipment.Queue.IsWork) {
			err = s.countQueues(ctx, accountID, status, found, more)
		}
	}
	counts = map[shipment.Queue]QueueCount{"": {int(all), true}}
	for _, queue := range s.Queues() {
		n, exact := found[queue], !more[queue] && found[queue] < queueReads
		if !queue.IsWork() && err == nil {
			n, exact, err = s.CountUpTo(ctx, OrderFilter{AccountID: accountID, Filter: shipment.Filter{Queue: queue}}, queueReads)
		}
		counts[queue] = QueueCount{min(n, queueReads-1), exact}
	}
	return counts, err
}

// countQueues adds the orders of a status to those found by queue, at most queueReads. More are the queues that may have more of them.
func (s *Store) countQueues(
	ctx context.Context, accountID int64, status shipment.TrackerStatus, found map[shipment.Queue]int, more map[shipment.Queue]bool,
) error {
	read := 0
	err := engine.Each(ctx, s.DB.Reads, func(row engine.Scanner) error {
		var queue string
		var n int
		err := row.Scan(&queue, &n)
		found[shipment.Queue(queue)] += n
		read += n
		return err
	}, `SELECT queue, count(*) FROM (SELECT `+strings.Replace(s.queueOf(ofOneAccount), "?", "$2", 1)+` AS queue FROM orders
		WHERE account_id = $1 AND tracker_status = $4 LIMIT CAST($3 AS BIGINT)) AS q GROUP BY queue`,
		accountID, engine.Micros(s.DB.Now()), queueReads, string(status))
	if read >= queueReads {
		for _, queue := range status.Queues() {
			more[queue] = true
		}
	}
	return err
}
