package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// Ledger is the work for partners: submissions, cancellations and labels. Its methods are safe for concurrent use.
type Ledger struct {
	store  *Store
	rivals rivalry
}

// LedgerEntry has the common fields of all work for a partner on an order: submissions,
// cancellations and labels of partners embed it.
type LedgerEntry struct {
	OrderID, AccountID int64
	Partner            string
	IdempotencyKey     string    // of the submission: 26 characters, the same in every attempt
	Attempts           int       // of a submission: started; of the others: claimed
	DueOn              time.Time // of the next attempt; while leased, the end of the lease
	LeaseOwner         string    // "": it is not leased
	LeaseToken         int64     // of the last lease; the end of an attempt compares it
	ErrorClass         string
	Message            string // of the last attempt
	CreatedOn          time.Time
	UpdatedOn          time.Time
}

// isLeased reports whether a process holds the lease.
func (e *LedgerEntry) isLeased(now time.Time) bool { return e.LeaseOwner != "" && e.DueOn.After(now) }

func (e LedgerEntry) orderID() int64 { return e.OrderID }

// guard is the submission of the order.
func (e *LedgerEntry) guard(writesOrder bool) engine.Guard {
	return engine.Guard{AccountID: e.AccountID, RowID: e.OrderID, LocksRow: writesOrder}
}

// entryColumns are the columns that all ledgers have.
const entryColumns = `account_id, order_id, partner, idempotency_key, attempts, due_on, lease_owner, lease_token,
	error_class, message, created_on, updated_on, state`

// scan reads entryColumns and, after them, the ledger's own columns.
func (e *LedgerEntry) scan(row engine.Scanner, state any, own ...any) error {
	return row.Scan(append([]any{
		&e.AccountID, &e.OrderID, &e.Partner, &e.IdempotencyKey, &e.Attempts, engine.At(&e.DueOn), &e.LeaseOwner, &e.LeaseToken,
		&e.ErrorClass, &e.Message, engine.At(&e.CreatedOn), engine.At(&e.UpdatedOn), state,
	}, own...)...)
}

// ledger is a table of work for partners. Its rows are claimed by lease.
type ledger[T interface{ orderID() int64 }] struct {
	table   string
	open    string // condition of what may be claimed, as the index of due rows has it
	columns string
	scan    func(engine.Scanner, *T) error
	onClaim string // what a claim sets besides the lease
	onEnd   string // the ledger's own columns that the end of an attempt sets, from $10 on
	// order returns the order of an entry, which a claim reads; nil if the ledger's entries have none.
	order func(*T) (*LedgerEntry, *shipment.Order)
}

// countsClaims is ledger.onClaim where a claim is an attempt.
const countsClaims = `attempts = attempts + 1,`

var (
	submissionLedger = ledger[Submission]{
		table: "submissions", open: openSubmission, columns: submissionColumns, scan: scanSubmission, onEnd: `, hawb_no = $10`,
		order: func(s *Submission) (*LedgerEntry, *shipment.Order) { return &s.LedgerEntry, &s.Order },
	}
	cancellationLedger = ledger[Cancellation]{
		table: "cancellations", open: `state = 'pending'`, columns: entryColumns, scan: scanCancellation, onClaim: countsClaims,
		order: func(c *Cancellation) (*LedgerEntry, *shipment.Order) { return &c.LedgerEntry, &c.Order },
	}
	labelLedger = ledger[PartnerLabel]{
		table: "partner_labels", open: `state = 'due' AND ` + missingLabel, columns: labelColumns, scan: scanLabel,
		onClaim: countsClaims, onEnd: `, format = $10, blob = $11`,
	}
)

// due selects at most $3 rows of the partner $2 that may be claimed at $1, the oldest due first. It
// reads none that wait for another partner.
func (l ledger[T]) due() string {
	return `SELECT account_id, order_id, lease_token FROM ` + l.table + `
		WHERE partner = $2 AND due_on <= $1 AND ` + l.open + ` ORDER BY due_on LIMIT CAST($3 AS BIGINT)`
}

// take leases the orders $5 of the account $4 that are due at $1 with the token $6. It names no partner, so that it
// finds the rows by their ids and not by the index of what is due.
func (l ledger[T]) take(d *engine.Dialect) string {
	return `UPDATE ` + l.table + ` SET ` + l.onClaim + ` lease_owner = $2, lease_token = lease_token + 1, due_on = $3
		WHERE account_id = $4 AND order_id ` + d.In("$5") + ` AND lease_token = $6 AND due_on <= $1 AND ` + l.open + `
		RETURNING ` + l.columns
}

// claim leases up to limit rows of a partner to owner, the oldest due first, unless other processes
// claim at the same time.
func (l ledger[T]) claim(ctx context.Context, s *Ledger, doing, owner, partner string, limit int, lease time.Duration) ([]T, error) {
	return engine.Changed(ctx, s.store.DB, doing, func(ctx context.Context, q engine.Querier) ([]T, error) {
		now := s.store.DB.Now()
		claimed, err := claimDue(&s.rivals, limit, func(limit int) ([]candidate, error) {
			return engine.Collect(ctx, q, scanCandidate, l.due(), engine.Micros(now), partner, limit)
		}, func(g claimGroup) ([]T, error) {
			return engine.Collect(ctx, q, l.scan, l.take(&s.store.DB.Dialect), engine.Micros(now), owner, engine.Micros(now.Add(lease)),
				g.accountID, s.store.DB.Dialect.List(g.orderIDs), g.token)
		})
		if err == nil && l.order != nil {
			err = l.addOrders(ctx, s, q, claimed)
		}
		return claimed, err
	})
}

// addOrders reads the orders of entries into them, with items: a query for each account.
func (l ledger[T]) addOrders(ctx context.Context, s *Ledger, q engine.Querier, entries []T) error {
	ids, byID := make(orderIDs), make(map[int64]shipment.Order)
	for i := range entries {
		e, _ := l.order(&entries[i])
		ids.add(e.AccountID, e.OrderID)
	}
	for _, accountID := range slices.Sorted(maps.Keys(ids)) {
		orders, err := s.store.ordersByID(ctx, q, accountID, ids[accountID])
		if err != nil {
			return err
		}
		for _, o := range orders {
			byID[o.OrderID] = o
		}
	}
	for i := range entries {
		e, o := l.order(&entries[i])
		*o = byID[e.OrderID]
	}
	return nil
}

// entryOutcome is the result of an attempt for its entry.
type entryOutcome struct {
	state, errorClass, message string
	retryOn                    time.Time
	own                        []any // values of ledger.onEnd
}

// end stores the outcome of an attempt at e and ends the lease. The transaction ends with ErrLeaseLost, and
// stores nothing, if e's lease is not the last one, has ended, or the row is not open any more.
func (l ledger[T]) end(ctx context.Context, q engine.Querier, e *LedgerEntry, o entryOutcome, now time.Time) error {
	return engine.DeferOne(ctx, q, ErrLeaseLost, `UPDATE `+l.table+` SET state = $1, error_class = $2, message = $3, due_on = $4,
			lease_owner = '', updated_on = $5`+l.onEnd+`
		WHERE account_id = $6 AND order_id = $7 AND lease_owner = $8 AND lease_owner <> '' AND lease_token = $9 AND `+l.open,
		append([]any{
			o.state, o.errorClass, o.message, engine.Micros(o.retryOn), engine.Micros(now), e.AccountID, e.OrderID, e.LeaseOwner, e.LeaseToken,
		}, o.own...)...)
}

// ofOrder returns the row of an order: none or one. lock is "" or dialect.ForUpdate.
func (l ledger[T]) ofOrder(ctx context.Context, q engine.Querier, accountID, orderID int64, lock string) ([]T, error) {
	return engine.Collect(ctx, q, l.scan,
		`SELECT `+l.columns+` FROM `+l.table+` WHERE account_id = $1 AND order_id = $2`+lock, accountID, orderID)
}

// list returns rows with their orders, the oldest first: of states, by a condition with the state as $1, of the partner $2, created before
// $3, of the account $5 and after the place $6 and $7, at most $4. An empty argument selects all.
func (l ledger[T]) list(ctx context.Context, s *Ledger, doing, states string, args ...any) ([]T, error) {
	found, err := engine.Collect(ctx, s.store.DB.Reads, l.scan, `SELECT `+l.columns+` FROM `+l.table+`
		WHERE `+states+` AND ($2 = '' OR partner = $2) AND (created_on < $3 OR $3 = 0)
			AND (account_id = $5 OR $5 = 0) AND (created_on, order_id) > ($6, $7)
		ORDER BY created_on, order_id LIMIT CAST($4 AS BIGINT)`, args...)
	if err == nil {
		err = l.addOrders(ctx, s, s.store.DB.Reads, found)
	}
	return found, s.store.DB.Explain(doing, err)
}

// ofOrders returns the rows of orders, by order id. lock is "" or the end of a query that locks them.
func (l ledger[T]) ofOrders(
	ctx context.Context, s *Store, q engine.Querier, accountID int64, ids []int64, lock string,
) (map[int64]T, error) {
	return engine.ByID(ctx, q, l.scan, T.orderID, `SELECT `+l.columns+` FROM `+l.table+`
		WHERE account_id = $1 AND order_id `+s.DB.Dialect.In("$2")+lock, accountID, s.DB.Dialect.List(ids))
}

// orderIDs are ids of orders by account.
type orderIDs map[int64][]int64

func (ids orderIDs) add(accountID, orderID int64) {
	ids[accountID] = append(ids[accountID], orderID)
}

// leased are the tables whose rows are claimed, and the conditions of their open rows.
func (s *Ledger) leased() []Queue {
	return append(s.ofFeatures(),
		Queue{Table: submissionLedger.table, Open: submissionLedger.open},
		Queue{Table: cancellationLedger.table, Open: cancellationLedger.open},
		Queue{Table: labelLedger.table, Open: labelLedger.open},
		Queue{Table: "deliveries", Open: `state = 'pending'`},
		Queue{Table: "search_index", Open: `id = 1`})
}

// Queue is a kind of work that waits.
type Queue struct {
	Kind    string // submissions, cancellations, labels, deliveries, search, or one of a feature, such as imports
	Columns string // in SQL: n, how much work a row is, and due_on
	Table   string
	Open    string // the condition in SQL of rows that wait
}

// MaxCounted is how many rows of a queue are counted.
const MaxCounted = 100_000

// sentDelivery is the condition of deliveries that are sent: those to an endpoint that is disabled wait until it is enabled.
const sentDelivery = `state = 'pending' AND endpoint_id IN (SELECT endpoint_id FROM webhook_endpoints WHERE disabled_on = 0)`

// Queues returns all kinds of work.
func (s *Ledger) Queues() []Queue {
	waits := each.Of(s.store.parts, func(p Part) []Queue { return p.Waits })
	return slices.Concat([]Queue{
		{"submissions", "1 AS n, due_on", "submissions", submissionLedger.open},
		{"cancellations", "1 AS n, due_on", "cancellations", cancellationLedger.open},
		{"labels", "1 AS n, due_on", "partner_labels", labelLedger.open},
		{"deliveries", "1 AS n, due_on", "deliveries", sentDelivery},
	}, s.ofFeatures(), []Queue{{"search", "orders AS n, created_on AS due_on", "search_queue", "orders > 0"}}, slices.Concat(waits...))
}

// ofFeatures are the queues of features.
func (s *Ledger) ofFeatures() (queues []Queue) {
	for _, p := range s.store.parts {
		queues = append(queues, p.Queues...)
	}
	return queues
}

// maxRequestTime is longer than any request with an idempotency key runs.
const maxRequestTime = time.Hour

// EndLeases makes due what processes have claimed and not finished, and ends the wait for their
// idempotent responses. An order that was being submitted is due when attempt, the longest time of an
// attempt, has passed. It returns the number of claims that it ended. The caller must know that no
// other process works on the database, since two would do the same work.
func (s *Ledger) EndLeases(ctx context.Context, attempt time.Duration) (int64, error) {
	doing := "end the leases of an earlier process"
	return engine.Changed(ctx, s.store.DB, doing, func(ctx context.Context, q engine.Querier) (ended int64, err error) {
		now := s.store.DB.Now()
		for _, l := range s.leased() {
			dueOn, args := `$1`, []any{engine.Micros(now)}
			if l.Table == submissionLedger.table {
				// Its partner may still process an order that it was given: asked too soon, it would report that it does not have the
				// order, and get it twice. Other work may be repeated.
				dueOn, args = `CASE WHEN state = 'submitted' THEN updated_on + $2 ELSE $1 END`, append(args, attempt.Microseconds())
			}
			n, err := q.Exec(ctx, `UPDATE `+l.Table+` SET lease_owner = '', due_on = `+dueOn+` WHERE lease_owner <> '' AND `+l.Open, args...)
			if err != nil {
				return 0, fmt.Errorf("%s: %w", l.Table, err)
			}
			ended += n
		}
		_, err = q.Exec(ctx, `UPDATE idempotent_responses SET runs_until = $1 WHERE finished = 0 AND runs_until > $1 AND created_on > $2`,
			engine.Micros(now), engine.Micros(now.Add(-maxRequestTime)))
		return ended, err
	})
}
