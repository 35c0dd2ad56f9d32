package parcels

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/once"
)

// State is how far a list is.
type State string

// The states. While it is closing, its parcels become picked up one after the other. Only a list of a run is counted.
const (
	Open    State = "open"
	Counted State = "counted" // it takes no scans until the run is signed, or takes parcels again
	Closing State = "closing"
	Closed  State = "closed"
)

// Handover is a list of parcels that a driver takes over.
type Handover struct {
	AccountID        int64
	HandoverID       int64 // of all lists of the deployment
	RunID            int64 // of the pickup run that fills, counts and signs it; 0: none does
	ServiceID        int64
	Place            string
	State            State
	OpenedOn         time.Time
	OpenedBy         string
	Reason           string // why it was opened again
	ClosedOn         time.Time
	ClosedBy         string
	GivenBy, TakenBy string
	Signature        string               // lines, as in the path of an SVG of 600 by 200
	Parcels          int64                // now; of one that is not open when it was closed
	Weight           shipment.Thousandths // kg, likewise
	Carried          int64                // parcels that are picked up because the list was closed
	AddressNo        int64                // how often the address of the driver's page was withdrawn
	relabels         bool                 // its parcels may leave with an own label: the partner's, which came since, is printed in a hub
}

// Number is the number of the list on paper and for scanners.
func (h *Handover) Number() string { return fmt.Sprintf("HL-%05d", h.HandoverID) }

// ParseHandoverNumber is the inverse of Handover.Number, in any letter case and with or without its punctuation and zeros.
func ParseHandoverNumber(number string) (id int64, ok bool) {
	digits, found := strings.CutPrefix(strings.ToUpper(number), "HL")
	id, err := strconv.ParseInt(strings.TrimPrefix(digits, "-"), 10, 64)
	return id, found && err == nil && id > 0
}

// The outcomes of scans.
const (
	Packed    = "packed"
	OnStation = "on_station"
	Added     = "added"     // to a hand-over list
	Unchanged = "unchanged" // it was packed, or on the list, before
	Refused   = "refused"
)

// Scan is what came of the scan of a parcel.
type Scan struct {
	Outcome    string
	Message    problem.Message
	TrackingNo string   // "": no order has the code
	Packing    Packing  // of the parcel that is packed; On is zero if it is not
	OtherList  int64    // id of the hand-over list that has the parcel; 0: none
	List       Handover // of the run
}

// Listed is a parcel of a list.
type Listed struct {
	OrderID    int64
	TrackingNo string
	Weight     shipment.Thousandths // kg
	ScannedOn  time.Time
	ScannedBy  string
	Carried    bool
	Trouble    string // the code of why it cannot be handed over any more; it is set by HandoverTrouble
}

const handoverColumns = `account_id, handover_id, service_id, place, state, opened_on, opened_by, reason, closed_on, closed_by, given_by,
	taken_by, signature, parcels, weight, address_no, run_id`

func scanHandover(row engine.Scanner, h *Handover) error {
	return row.Scan(&h.AccountID, &h.HandoverID, &h.ServiceID, &h.Place, &h.State, engine.At(&h.OpenedOn), &h.OpenedBy, &h.Reason,
		engine.At(&h.ClosedOn), &h.ClosedBy,
		&h.GivenBy, &h.TakenBy, &h.Signature, &h.Parcels, &h.Weight, &h.AddressNo, &h.RunID)
}

// OpenHandover opens a list of an account for a service and a place, by the actor of ctx.
func (s *Parcels) OpenHandover(ctx context.Context, accountID, serviceID int64, place string) (h Handover, err error) {
	h = Handover{
		AccountID: accountID, ServiceID: serviceID, Place: place, State: Open,
		OpenedOn: s.Store.DB.Now(), OpenedBy: audit.ActorOf(ctx).Name,
	}
	if h.HandoverID, err = s.Store.Draw(ctx, store.HandoverNumbers); err != nil {
		return h, err
	}
	err = s.Store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		if err := insertHandover(ctx, q, &h); err != nil {
			return err
		}
		return once.Made(ctx, q, &h)
	})
	return h, s.Store.DB.Explain("open a hand-over list", err)
}

func insertHandover(ctx context.Context, q engine.Querier, h *Handover) error {
	return engine.Exec(ctx, q, `INSERT INTO handovers (`+handoverColumns+`)
		VALUES ($1, $2, $3, $4, 'open', $5, $6, '', 0, '', '', '', '', 0, 0, 0, $7)`,
		h.AccountID, h.HandoverID, h.ServiceID, h.Place, engine.Micros(h.OpenedOn), h.OpenedBy, h.RunID)
}

// Handover returns a list with what is on it now. Returns store.ErrNotFound.
func (s *Parcels) Handover(ctx context.Context, accountID, handoverID int64) (Handover, error) {
	h, err := s.handover(ctx, s.Store.DB.Reads, accountID, handoverID, "")
	if err == nil {
		var parcels, carried, weight int64
		err = engine.QueryRow(ctx, s.Store.DB.Reads, `SELECT count(*), coalesce(sum(carried), 0), coalesce(sum(weight), 0) FROM handover_parcels
			WHERE account_id = $1 AND handover_id = $2`, accountID, handoverID).Scan(&parcels, &carried, &weight)
		if h.Carried = carried; h.State == Open {
			h.Parcels, h.Weight = parcels, shipment.Thousandths(weight)
		}
	}
	return h, s.Store.DB.Explain("read a hand-over list", err)
}

// handover is a list as it is stored. lock is "" or dialect.ForUpdate.
func (s *Parcels) handover(ctx context.Context, q engine.Querier, accountID, handoverID int64, lock string) (Handover, error) {
	return engine.One(ctx, q, scanHandover,
		`SELECT `+handoverColumns+` FROM handovers WHERE account_id = $1 AND handover_id = $2`+lock, accountID, handoverID)
}

// Handovers returns at most limit lists of an account with numbers below before, the newest first; 0 is no bound. They have the
// parcels of when they were closed.
func (s *Parcels) Handovers(ctx context.Context, accountID, before int64, limit int) ([]Handover, error) {
	return engine.List(ctx, s.Store.DB, "list hand-over lists", scanHandover,
		`SELECT `+handoverColumns+` FROM handovers WHERE account_id = $1 AND ($2 = 0 OR handover_id < $2)
		ORDER BY handover_id DESC LIMIT CAST($3 AS BIGINT)`, accountID, before, limit)
}

// MostExpected is up to how many parcels are counted that a list may get.
const MostExpected = 10_000

// HandoverExpected counts the orders of an account and a service that have a label, are neither held nor stopped and were not picked up,
// up to most.
func (s *Parcels) HandoverExpected(ctx context.Context, accountID, serviceID int64, most int) (n int64, err error) {
	err = engine.QueryRow(ctx, s.Store.DB.Reads, `SELECT count(*) FROM (SELECT 1 FROM orders WHERE account_id = $1
		AND tracker_status IN ('ORDER_CREATED', 'PENDING_PICKUP', 'FAILED_PICKUP') AND +service_id = $2 AND has_label > 0
		AND NOT EXISTS (SELECT 1 FROM order_holds h WHERE h.account_id = orders.account_id AND h.order_id = orders.order_id)
		AND NOT EXISTS (SELECT 1 FROM order_stops t WHERE t.account_id = orders.account_id AND t.order_id = orders.order_id)
		LIMIT CAST($3 AS BIGINT)) o`, accountID, serviceID, most).Scan(&n)
	return n, s.Store.DB.Explain("count parcels to hand over", err)
}

// ListedParcels returns at most limit parcels of a list that stand after a cursor, whose CreatedOn is the time of the scan. The
// last scanned is first.
func (s *Parcels) ListedParcels(ctx context.Context, accountID, handoverID int64, after store.Cursor, limit int) ([]Listed, error) {
	if after == (store.Cursor{}) {
		after.CreatedOn = math.MaxInt64
	}
	return engine.List(ctx, s.Store.DB, "read the parcels of a hand-over list", scanHandoverParcel,
		`SELECT order_id, tracking_no, weight, scanned_on, scanned_by, carried, '' FROM handover_parcels
		WHERE account_id = $1 AND handover_id = $2 AND (scanned_on, order_id) < ($3, $4)
		ORDER BY scanned_on DESC, order_id DESC LIMIT CAST($5 AS BIGINT)`,
		accountID, handoverID, after.CreatedOn, after.OrderID, limit)
}

func scanHandoverParcel(row engine.Scanner, p *Listed) error {
	return row.Scan(&p.OrderID, &p.TrackingNo, &p.Weight, engine.At(&p.ScannedOn), &p.ScannedBy, engine.Is(&p.Carried), &p.Trouble)
}

// HandoverTrouble returns at most limit parcels of a list that have been cancelled or held since they were scanned, or whose label
// has changed, with the reason.
func (s *Parcels) HandoverTrouble(ctx context.Context, accountID, handoverID int64, limit int) ([]Listed, error) {
	found, err := troubleOf(ctx, s.Store.DB.Reads, accountID, handoverID, limit)
	return found, s.Store.DB.Explain("check the parcels of a hand-over list", err)
}

// HandoverStopped returns at most limit parcels of a list that the operator stops. Those that were signed for are carried all the same: the
// driver has them, and their next scan stops them.
func (s *Parcels) HandoverStopped(ctx context.Context, accountID, handoverID int64, limit int) ([]Listed, error) {
	return engine.List(ctx, s.Store.DB, "read the stopped parcels of a hand-over list", scanHandoverParcel,
		`SELECT p.order_id, p.tracking_no, p.weight, p.scanned_on, p.scanned_by, p.carried, 'handover_stopped' FROM handover_parcels p
		JOIN order_stops t ON t.account_id = p.account_id AND t.order_id = p.order_id
		WHERE p.account_id = $1 AND p.handover_id = $2 ORDER BY p.order_id LIMIT CAST($3 AS BIGINT)`, accountID, handoverID, limit)
}

// Ahead is about an open list: how many parcels it may get, with those on it, and which of them cannot be handed over any more, at most
// limit. About another list: how many parcels it has, and which of them the operator has stopped.
func (s *Parcels) Ahead(ctx context.Context, h *Handover, limit int) (expected int64, trouble []Listed, err error) {
	if h.State != Open {
		trouble, err = s.HandoverStopped(ctx, h.AccountID, h.HandoverID, limit)
		return h.Parcels, trouble, err
	}
	might, err := s.HandoverExpected(ctx, h.AccountID, h.ServiceID, MostExpected)
	if err == nil {
		trouble, err = s.HandoverTrouble(ctx, h.AccountID, h.HandoverID, limit)
	}
	return max(h.Parcels, might), trouble, err
}

func troubleOf(ctx context.Context, q engine.Querier, accountID, handoverID int64, limit int) ([]Listed, error) {
	return engine.Collect(ctx, q, scanHandoverParcel, `SELECT p.order_id, p.tracking_no, p.weight, p.scanned_on, p.scanned_by, p.carried,
			CASE WHEN o.tracker_status = 'CANCELLED' THEN 'handover_cancelled' WHEN t.order_id IS NOT NULL THEN 'handover_stopped'
				WHEN h.order_id IS NOT NULL THEN 'handover_held' WHEN o.has_label = 0 THEN 'handover_no_label'
				ELSE 'handover_label_changed' END
		FROM handover_parcels p JOIN orders o ON o.account_id = p.account_id AND o.order_id = p.order_id
		LEFT JOIN order_holds h ON h.account_id = p.account_id AND h.order_id = p.order_id
		LEFT JOIN order_stops t ON t.account_id = p.account_id AND t.order_id = p.order_id
		WHERE p.account_id = $1 AND p.handover_id = $2 AND p.carried = 0
		AND (o.tracker_status = 'CANCELLED' OR h.order_id IS NOT NULL OR t.order_id IS NOT NULL OR o.has_label = 0
			OR o.label_changed_on > p.scanned_on AND (o.has_label = 2 OR NOT EXISTS (
				SELECT 1 FROM services v WHERE v.service_id = o.service_id AND v.own_label = 1 AND v.partner <> '')))
		LIMIT CAST($3 AS BIGINT)`, accountID, handoverID, limit)
}

// AddToHandover puts the parcel of an order of the account on a list, by the actor of ctx. scan names the scan: one that is sent again has
// the same result. The outcomes are added, unchanged and refused. The list is locked, so that what its closing counts is what is carried.
// Returns store.ErrNotFound.
func (s *Parcels) AddToHandover(ctx context.Context, accountID, handoverID int64, o *shipment.Order, scan string) (done Scan, err error) {
	err = s.Store.WithParcel(ctx, "put a parcel on a hand-over list", accountID, o.OrderID,
		func(ctx context.Context, q engine.Querier, p *store.Parcel) error {
			h, err := s.handover(ctx, q, accountID, handoverID, s.Store.DB.Dialect.ForUpdate)
			if err == nil && h.RunID != 0 {
				done = Scan{Outcome: Refused, Message: problem.HandoverOfRun.With(RunNumber(h.RunID))}
			} else if err == nil {
				done, err = s.addScanned(ctx, q, &h, p, o.Weight, scan)
			}
			return err
		})
	if done.TrackingNo = o.TrackingNo; err == nil && done.Message == problem.HandoverService {
		var service shipment.Service
		service, err = s.Store.MasterData.ServiceOf(ctx, o.ServiceID)
		done.Message = done.Message.With(service.Name)
	}
	return done, err
}

// addScanned puts a parcel of a weight on a list unless something is against it.
func (s *Parcels) addScanned(
	ctx context.Context, q engine.Querier, h *Handover, p *store.Parcel, weight shipment.Thousandths, scan string,
) (Scan, error) {
	at, known, added := Handover{}, "", Scan{Outcome: Added, Message: problem.HandoverAdded}
	err := engine.QueryRow(ctx, q, `SELECT handover_id, scan FROM handover_parcels WHERE account_id = $1 AND order_id = $2`,
		h.AccountID, p.OrderID).Scan(&at.HandoverID, &known)
	switch {
	case err == nil && at.HandoverID == h.HandoverID && known == scan:
		return added, nil
	case err == nil && at.HandoverID == h.HandoverID:
		return Scan{Outcome: Unchanged, Message: problem.HandoverRepeated}, nil
	case err == nil:
		return Scan{Outcome: Refused, Message: problem.HandoverOtherList.With(at.Number()), OtherList: at.HandoverID}, nil
	case !errors.Is(err, engine.ErrNoRows):
		return Scan{}, err
	}
	if p.LabelStale && !p.OwnLabel {
		relabels, err := engine.Value[int64](ctx, q, `SELECT count(*) FROM services
			WHERE service_id = $1 AND own_label = 1 AND partner <> ''`, p.ServiceID)
		if err != nil {
			return Scan{}, err
		}
		h.relabels = relabels > 0
	}
	if refused, _ := refusal(h, p); !refused.IsZero() {
		return Scan{Outcome: Refused, Message: refused}, nil
	}
	_, err = q.Exec(ctx, `INSERT INTO handover_parcels
		(account_id, order_id, handover_id, tracking_no, weight, scanned_on, scanned_by, scan, carried)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0)`, h.AccountID, p.OrderID, h.HandoverID,
		p.TrackingNo, int64(weight), engine.Micros(s.Store.DB.Now()), audit.ActorOf(ctx).Name, scan)
	return added, err
}

// refusal is what is against a parcel on a list, and against packing it. A label that has changed is not: the parcel gets a new one.
func refusal(h *Handover, p *store.Parcel) (onList, packed problem.Message) {
	switch {
	case h.State != Open:
		onList = problem.HandoverNotOpen
	case p.TrackerStatus == shipment.Cancelled:
		return problem.HandoverCancelled, problem.PackCancelled
	case p.Stop != "":
		return problem.HandoverStopped.With(p.Stop), problem.PackStopped.With(p.Stop)
	case p.Hold != nil:
		return problem.HandoverHeld.With(p.Hold.Reason), problem.PackHeld.With(p.Hold.Reason)
	case p.TrackerStatus.PickedUp():
		return problem.HandoverPickedUp, problem.PackPickedUp
	case p.ServiceID != h.ServiceID:
		onList = problem.HandoverService
	case !p.HasLabel:
		return problem.HandoverNoLabel, problem.PackNoLabel
	case p.LabelStale && (p.OwnLabel || !h.relabels):
		onList = problem.HandoverStale
	}
	return onList, problem.Message{}
}

// RemoveFromHandover takes a parcel that is not carried off a list that is open. Returns store.ErrNotFound.
func (s *Parcels) RemoveFromHandover(ctx context.Context, accountID, handoverID, orderID int64) error {
	return s.Store.DB.Change(ctx, "take a parcel off a hand-over list", func(ctx context.Context, q engine.Querier) error {
		h, err := s.handover(ctx, q, accountID, handoverID, s.Store.DB.Dialect.ForUpdate)
		if err != nil || h.State != Open {
			return cmp.Or(err, store.ErrNotFound)
		}
		if h.RunID != 0 {
			return ofRun(h.RunID)
		}
		return engine.UpdateOne(ctx, q, store.ErrNotFound, `DELETE FROM handover_parcels
			WHERE account_id = $1 AND order_id = $2 AND handover_id = $3 AND carried = 0`, accountID, orderID, handoverID)
	})
}

// The errors of changes of lists and of packings.
var (
	// ErrTrouble: the list has a parcel that cannot be handed over any more.
	ErrTrouble error = &orders.ConflictError{Message: problem.HandoverTrouble}
	// ErrChanged: the list is not open, or has other parcels.
	ErrChanged error = &orders.ConflictError{Message: problem.HandoverChanged}
	// ErrNotClosed: the list is not closed.
	ErrNotClosed error = &orders.ConflictError{Message: problem.HandoverNotClosed}
	// ErrTooLate: the parcel was picked up, or is on a list.
	ErrTooLate error = &orders.ConflictError{Message: problem.PackedTooLate}
)

// auditedHandover is a list in the audit log when it is closed or opened again.
type auditedHandover struct {
	State   State  `json:"state"`
	Parcels int64  `json:"parcels,omitempty"`
	GivenBy string `json:"given_by,omitempty"`
	TakenBy string `json:"taken_by,omitempty"`
	Reason  string `json:"reason,omitempty"`
	// AddressNo is how often the address of the driver's page was withdrawn.
	AddressNo int64 `json:"address_revision,omitempty"`
}

// audit records a change of a list.
func (s *Parcels) audit(ctx context.Context, q engine.Querier, accountID, handoverID int64, action string, old, is auditedHandover) error {
	h := Handover{HandoverID: handoverID}
	return s.Store.Audit.Record(ctx, q, audit.Change{
		AccountID: accountID, Action: action, SubjectKind: audit.SubjectHandover, Subject: h.Number(), Old: old, New: is,
	})
}

// CloseHandover closes a list with the names, the signature and the count of parcels that people have seen, by the actor of ctx: a
// row says so, and CarryHandovers carries it to the parcels. Returns ErrChanged if the list is not open or has other parcels, and
// ErrTrouble if HandoverTrouble has one of them.
func (s *Parcels) CloseHandover(ctx context.Context, h Handover) error {
	return s.Store.DB.Change(ctx, "close a hand-over list", func(ctx context.Context, q engine.Querier) error {
		// A statement does not see what was stored while it waited for a row: it counts after a scan that has the list locked.
		stored, err := s.handover(ctx, q, h.AccountID, h.HandoverID, s.Store.DB.Dialect.ForUpdate)
		if err != nil || stored.RunID != 0 {
			return cmp.Or(err, ofRun(stored.RunID))
		}
		parcels, err := engine.Value[int64](ctx, q, `UPDATE handovers SET state = 'closing', closed_on = $3, closed_by = $4, given_by = $5,
				taken_by = $6, signature = $7, (parcels, weight) = (SELECT count(*), coalesce(sum(weight), 0)
					FROM handover_parcels p WHERE p.account_id = $1 AND p.handover_id = $2)
			WHERE account_id = $1 AND handover_id = $2 AND state = 'open' RETURNING parcels`,
			h.AccountID, h.HandoverID, engine.Micros(s.Store.DB.Now()), audit.ActorOf(ctx).Name, h.GivenBy, h.TakenBy, h.Signature)
		if err != nil || parcels != h.Parcels {
			return cmp.Or(engine.IfNone(err, ErrChanged), ErrChanged)
		}
		trouble, err := troubleOf(ctx, q, h.AccountID, h.HandoverID, 1)
		if err != nil || len(trouble) > 0 {
			return cmp.Or(err, ErrTrouble)
		}
		return s.audit(ctx, q, h.AccountID, h.HandoverID, "close", auditedHandover{State: Open},
			auditedHandover{State: Closing, Parcels: parcels, GivenBy: h.GivenBy, TakenBy: h.TakenBy})
	})
}

// ReopenHandover opens a list again that is closed. Its parcels stay picked up. Returns ErrNotClosed if it is not closed.
func (s *Parcels) ReopenHandover(ctx context.Context, accountID, handoverID int64, reason string) error {
	return s.Store.DB.Change(ctx, "open a hand-over list again", func(ctx context.Context, q engine.Querier) error {
		err := engine.UpdateOne(ctx, q, ErrNotClosed, `UPDATE handovers SET state = 'open', reason = $1, signature = ''
			WHERE account_id = $2 AND handover_id = $3 AND state = 'closed' AND run_id = 0`, reason, accountID, handoverID)
		if err != nil {
			return err
		}
		return s.audit(ctx, q, accountID, handoverID, "reopen", auditedHandover{State: Closed}, auditedHandover{State: Open, Reason: reason})
	})
}

// WithdrawAddress makes the address of the driver's page of a list that is open another one. Returns store.ErrChanged if it is not open.
func (s *Parcels) WithdrawAddress(ctx context.Context, accountID, handoverID int64) error {
	return s.Store.DB.Change(ctx, "withdraw the address of a driver's page", func(ctx context.Context, q engine.Querier) error {
		no, err := engine.Value[int64](ctx, q, `UPDATE handovers SET address_no = address_no + 1
			WHERE account_id = $1 AND handover_id = $2 AND state = 'open' AND run_id = 0 RETURNING address_no`, accountID, handoverID)
		if err != nil {
			return engine.IfNone(err, store.ErrChanged)
		}
		return s.audit(ctx, q, accountID, handoverID, "withdraw-address",
			auditedHandover{State: Open, AddressNo: no - 1}, auditedHandover{State: Open, AddressNo: no})
	})
}

// CarryHandovers carries the close of the list that was closed first to at most limit of its parcels: each becomes picked up. A parcel
// and that it is carried are one transaction, of one account, so that after a crash the work continues where it stood, and no
// parcel is picked up twice. It returns how many lists are closing, and the id of the newest order, by which a caller sees whether
// orders are created meanwhile.
func (s *Parcels) CarryHandovers(ctx context.Context, limit int) (closing int, newest int64, err error) {
	lists, err := engine.Collect(ctx, s.Store.DB.Reads, scanHandover,
		`SELECT `+handoverColumns+` FROM handovers WHERE state = 'closing' ORDER BY closed_on LIMIT 2`)
	if err == nil && len(lists) > 0 {
		err = s.carry(ctx, &lists[0], limit)
	}
	if err == nil && len(lists) > 0 {
		err = engine.QueryRow(ctx, s.Store.DB.Reads, `SELECT coalesce(max(order_id), 0) FROM orders`).Scan(&newest)
	}
	return len(lists), newest, s.Store.DB.Explain("carry the close of hand-over lists", err)
}

func (s *Parcels) carry(ctx context.Context, h *Handover, limit int) error {
	left, err := engine.Values[int64](ctx, s.Store.DB.Reads,
		`SELECT order_id FROM handover_parcels WHERE account_id = $1 AND handover_id = $2 AND carried = 0
		ORDER BY order_id LIMIT CAST($3 AS BIGINT)`, h.AccountID, h.HandoverID, limit)
	if err != nil {
		return err
	}
	return s.Store.Record(ctx, "carry the close of a hand-over list", h.AccountID, left,
		func(ctx context.Context, q engine.Querier, _ []store.Parcel) ([]shipment.Fact, error) {
			if len(left) == 0 {
				return nil, engine.Exec(ctx, q, `UPDATE handovers SET state = 'closed'
					WHERE account_id = $1 AND handover_id = $2 AND state = 'closing' AND NOT EXISTS (SELECT 1 FROM handover_parcels
						WHERE account_id = $1 AND handover_id = $2 AND carried = 0)`, h.AccountID, h.HandoverID)
			}
			carried, err := engine.Values[int64](ctx, q,
				`UPDATE handover_parcels SET carried = 1 WHERE account_id = $1 AND order_id `+s.Store.DB.Dialect.In("$2")+`
				AND handover_id = $3 AND carried = 0 RETURNING order_id`, h.AccountID, s.Store.DB.Dialect.List(left), h.HandoverID)
			var facts []shipment.Fact // those of others were carried by another process
			for _, id := range slices.Sorted(slices.Values(carried)) {
				facts = append(facts, shipment.Fact{OrderID: id, On: h.ClosedOn, Subject: h.Number()})
			}
			return facts, err
		})
}

// HandoverOrders returns at most limit orders of a list with ids above after, by id.
func (s *Parcels) HandoverOrders(ctx context.Context, accountID, handoverID, after int64, limit int) ([]shipment.Order, error) {
	ids, err := engine.Values[int64](ctx, s.Store.DB.Reads,
		`SELECT order_id FROM handover_parcels WHERE account_id = $1 AND handover_id = $2 AND order_id > $3
		ORDER BY order_id LIMIT CAST($4 AS BIGINT)`, accountID, handoverID, after, limit)
	if err != nil {
		return nil, s.Store.DB.Explain("read the orders of a hand-over list", err)
	}
	return s.Store.OrdersByID(ctx, accountID, ids)
}
