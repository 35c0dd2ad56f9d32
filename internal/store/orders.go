package store

import (
	"cmp"
	"context"
	"errors"
	"math"
	"strconv"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// BatchOrders returns the orders of a batch in submitted order, without items: none if the account has
// no such batch.
func (s *Store) BatchOrders(ctx context.Context, accountID int64, uploadBatchNo string) ([]shipment.Order, error) {
	return engine.FromReplica(ctx, s.DB, "list the orders of a batch", accountID, func(ctx context.Context) ([]shipment.Order, error) {
		w, err := s.conditions(ctx, OrderFilter{AccountID: accountID, Filter: shipment.Filter{UploadBatchNo: uploadBatchNo}})
		if err != nil || w.None {
			return nil, err
		}
		return engine.Collect(ctx, s.DB.Reads, scanOrder(meterOf(ctx)),
			`SELECT `+documentColumns+` FROM orders WHERE `+w.Text+` ORDER BY order_id`, w.Args...)
	}, func(orders []shipment.Order) bool { return len(orders) > 0 })
}

// OrdersThatNeedPeople returns the tracking numbers of the orders of a batch whose label does not come by itself, at most limit: the
// partner refused them, they are held, or wait for facts for customs.
func (s *Store) OrdersThatNeedPeople(ctx context.Context, accountID int64, uploadBatchNo string, limit int) ([]string, error) {
	w, err := s.conditions(ctx, OrderFilter{AccountID: accountID, Filter: shipment.Filter{UploadBatchNo: uploadBatchNo}})
	if err != nil || w.None {
		return nil, err
	}
	w.Add(`has_label = 0 AND status_code <> ? AND (status_code = ?
		OR EXISTS (SELECT 1 FROM order_holds h WHERE h.account_id = $1 AND h.order_id = orders.order_id)
		OR EXISTS (SELECT 1 FROM submissions s WHERE s.account_id = $1 AND s.order_id = orders.order_id
			AND s.state = ? AND s.error_class = ?))`,
		string(shipment.StatusCancelled), string(shipment.StatusSubmissionFailed), string(SubmissionPending), ClassMissing)
	numbers, err := engine.Values[string](ctx, s.DB.Reads,
		`SELECT tracking_no FROM orders WHERE `+w.Text+` ORDER BY order_id LIMIT `+strconv.Itoa(limit), w.Args...)
	return numbers, s.DB.Explain("list the orders that need people", err)
}

// OrdersWithoutFacts returns which orders of a list wait for facts for customs.
func (s *Store) OrdersWithoutFacts(ctx context.Context, accountID int64, orderIDs []int64) (map[int64]bool, error) {
	waiting, err := engine.Map(ctx, s.DB.Reads, func(row engine.Scanner, id *int64, waits *bool) error {
		*waits = true
		return row.Scan(id)
	}, `SELECT order_id FROM submissions WHERE account_id = $1 AND order_id `+s.DB.Dialect.In("$2")+`
		AND state = $3 AND error_class = $4`, accountID, s.DB.Dialect.List(orderIDs), string(SubmissionPending), ClassMissing)
	return waiting, s.DB.Explain("list the orders that wait for facts for customs", err)
}

// OrderByTrackingNo returns an order of any account, with items. Returns ErrNotFound.
func (s *Store) OrderByTrackingNo(ctx context.Context, trackingNo string) (shipment.Order, error) {
	return engine.FromReplica(ctx, s.DB, "find an order", 0, func(ctx context.Context) (shipment.Order, error) {
		return s.orderByTrackingNo(ctx, trackingNo)
	}, s.mayShow)
}

// OrderByAddress returns the order of a signed address, with items. Returns ErrNotFound, also if the address was revoked. A replica
// does not decide that: it may not have the revocation after which the address was made.
func (s *Store) OrderByAddress(ctx context.Context, trackingNo string, revision int64) (shipment.Order, error) {
	valid := func(o shipment.Order) bool { return o.AddressRevision == revision }
	o, err := engine.FromReplica(ctx, s.DB, "find the order of an address", 0, func(ctx context.Context) (shipment.Order, error) {
		return s.orderByTrackingNo(ctx, trackingNo)
	}, func(o shipment.Order) bool { return s.mayShow(o) && valid(o) })
	if err == nil && !valid(o) {
		return shipment.Order{}, engine.ErrNotFound
	}
	return o, err
}

// RevokeAddresses revokes the addresses of the label and the documents of an order of an account, which is named by its tracking
// number in upper case, and returns the order as it is then, without its documents. Returns ErrNotFound.
func (s *Store) RevokeAddresses(ctx context.Context, accountID int64, trackingNo string) (o shipment.Order, err error) {
	doing := "revoke the addresses of an order"
	return engine.Changed(ctx, s.DB, doing, func(ctx context.Context, q engine.Querier) (o shipment.Order, err error) {
		if o, err = engine.First(s.Annotations.lockNumbers(ctx, q, accountID, []string{trackingNo})); err != nil {
			return o, err
		}
		o.AddressRevision++
		o.UpdatedOn = s.DB.Now() // the record has another address
		err = engine.UpdateOne(ctx, q, engine.ErrNotFound, `UPDATE orders SET address_revision = $1, updated_on = $2
			WHERE `+s.DB.Dialect.Account+` = $3 AND order_id = $4`, o.AddressRevision, engine.Micros(o.UpdatedOn), accountID, o.OrderID)
		if err != nil {
			return o, err
		}
		engine.NoteWrite(ctx, accountID)
		return o, s.Audit.Record(ctx, q, audit.Change{
			AccountID: accountID, Action: "revoke-addresses", SubjectKind: audit.SubjectOrder, Subject: o.TrackingNo,
			New: map[string]any{"address_revision": o.AddressRevision},
		})
	})
}

// mayShow reports whether the replica may show an order of any account. An order without a label is looked up again:
// its label may be ready.
func (s *Store) mayShow(o shipment.Order) bool {
	return o.HasLabel && s.DB.Replica.Begin(o.AccountID) != nil
}

func (s *Store) orderByTrackingNo(ctx context.Context, trackingNo string) (shipment.Order, error) {
	if !engine.IsText(trackingNo) {
		return shipment.Order{}, engine.ErrNotFound
	}
	ids, err := s.candidates(ctx, s.DB.Reads, []string{trackingNo})
	if err != nil || len(ids) == 0 {
		return shipment.Order{}, cmp.Or(err, engine.ErrNotFound)
	}
	return engine.One(ctx, s.DB.Reads, scanWithItems(meterOf(ctx)), `SELECT `+documentColumns+`, items FROM orders
		WHERE order_id `+s.DB.Dialect.In("$1")+` AND tracking_no = $2`, s.DB.Dialect.List(ids), trackingNo)
}

// ordersByID returns orders of an account by their ids, with items, sorted by id.
func (s *Store) ordersByID(ctx context.Context, q engine.Querier, accountID int64, ids []int64) ([]shipment.Order, error) {
	return engine.Collect(ctx, q, scanWithItems(meterOf(ctx)), `SELECT `+documentColumns+`, items FROM orders
		WHERE `+s.DB.Dialect.Account+` = $1 AND order_id `+s.DB.Dialect.In("$2")+` ORDER BY order_id`, accountID, s.DB.Dialect.List(ids))
}

// orderOfID returns the order of an account whose id is a text. Returns ErrNotFound.
func (s *Store) orderOfID(ctx context.Context, accountID int64, text string) (shipment.Order, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return shipment.Order{}, engine.ErrNotFound
	}
	return engine.First(s.ordersByID(ctx, s.DB.Reads, accountID, []int64{id}))
}

// FillItems reads the items of an account's orders into them.
func (s *Store) FillItems(ctx context.Context, accountID int64, orders []shipment.Order) error {
	_, err := engine.FromReplica(ctx, s.DB, "read the items of orders", accountID, func(ctx context.Context) (found int, err error) {
		return s.addItems(ctx, accountID, orders)
	}, func(found int) bool { return found == len(orders) })
	return err
}

// addItems fills the items of an account's orders, and returns how many orders it found.
func (s *Store) addItems(ctx context.Context, accountID int64, orders []shipment.Order) (found int, err error) {
	byID, ids := make(map[int64]*shipment.Order, len(orders)), make([]int64, len(orders))
	for i := range orders {
		byID[orders[i].OrderID], ids[i] = &orders[i], orders[i].OrderID
	}
	take := meterOf(ctx)
	err = engine.Each(ctx, s.DB.Reads, func(row engine.Scanner) error {
		var id int64
		var rest, items string
		if err := row.Scan(&id, &rest, &items); err != nil {
			return err
		}
		found++
		byID[id].Items = nil // of an earlier try
		return addItems(byID[id], rest, items, take)
	}, `SELECT order_id, rest, items FROM orders
		WHERE `+s.DB.Dialect.Account+` = $1 AND order_id `+s.DB.Dialect.In("$2"), accountID, s.DB.Dialect.List(ids))
	return found, err
}

// ItemsOf returns the items of an order of an account as a record shows them: a JSON array. Returns
// ErrNotFound.
func (s *Store) ItemsOf(ctx context.Context, accountID, orderID int64) (string, error) {
	return engine.FromReplica(ctx, s.DB, "read the items of an order", accountID, func(ctx context.Context) (string, error) {
		return engine.First(engine.Values[string](ctx, s.DB.Reads,
			`SELECT items FROM orders WHERE `+s.DB.Dialect.Account+` = $1 AND order_id = $2`, accountID, orderID))
	}, engine.Always)
}

// newestPage is how many orders EachNewest has in memory at once.
const newestPage = 50

// EachNewest calls visit with the newest orders of an account, or of all if AccountID is 0, with their items, at most
// most of them, the newest first. An error of visit ends it, and is returned.
func (s *Store) EachNewest(ctx context.Context, accountID int64, most int, visit func(*shipment.Order) error) error {
	createdOn, orderID := int64(math.MaxInt64), int64(math.MaxInt64)
	for most > 0 {
		query, args := newestQuery(accountID, createdOn, orderID, min(most, newestPage))
		page, err := engine.Collect(ctx, s.DB.Reads, scanWithItems(meterOf(ctx)), query, args...)
		if err != nil {
			return s.DB.Explain("read the newest orders", err)
		}
		for i := range page {
			if err := visit(&page[i]); err != nil {
				return err
			}
		}
		if len(page) < min(most, newestPage) {
			return nil
		}
		last := &page[len(page)-1]
		most, createdOn, orderID = most-len(page), engine.Micros(last.CreatedOn), last.OrderID
	}
	return nil
}

// newestQuery is the query of the orders after a place, by an index that has them in their order. Ids increase with
// time, but each process has its own range of them.
func newestQuery(accountID, createdOn, orderID int64, limit int) (query string, args []any) {
	w := engine.Where{Order: "order_id DESC"}
	if accountID == 0 {
		w.Add("order_id < ?", orderID)
	} else {
		w.Add("account_id = ?", accountID)
		w.Add("(created_on, order_id) < (?, ?)", createdOn, orderID)
		w.Order = "created_on DESC, order_id DESC"
	}
	return `SELECT ` + documentColumns + `, items FROM orders WHERE ` + w.Text + ` ORDER BY ` + w.Order +
		` LIMIT ` + strconv.Itoa(limit), w.Args
}

// Detail is an order with all that is stored about it.
type Detail struct {
	Order         shipment.Order           // with items and its hold
	Events        []shipment.TrackingEvent // newest first, down to the order's creation
	Submissions   []Submission             // to its partner; none or one
	Cancellations []Cancellation           // none or one
	Labels        []PartnerLabel           // that its partner draws; none or one
	Proofs        []shipment.Proof         // of its delivery, without the picture; none or one
	Changes       []shipment.Change        // since it was created, newest first
	Notes         []shipment.OrderNote     // of people and keys of the account, newest first
	Tags          []string                 // sorted
	LabelStale    bool                     // its label has changed, and was not printed since
	Returns       []shipment.Order         // the newest returns of this order, at most PageSize, without items
	Replaces      string                   // number of the cancelled order that this one replaces; "": none
	ReplacedBy    string                   // number of the order that replaces this one; "": none
	Measured      shipment.Measuring       // the last one of the parcel
}

// OrderDetail returns an order of an account with all that is stored about it, by its tracking number; or by its id, if the account has
// no order with such a tracking number. Returns ErrNotFound, also for an order of another account.
func (s *Store) OrderDetail(ctx context.Context, accountID int64, trackingNo string) (Detail, error) {
	return engine.FromReplica(ctx, s.DB, "view an order", accountID, func(ctx context.Context) (Detail, error) {
		o, err := s.orderByTrackingNo(ctx, trackingNo)
		if err == nil && o.AccountID != accountID {
			err = engine.ErrNotFound
		}
		if errors.Is(err, engine.ErrNotFound) {
			o, err = s.orderOfID(ctx, accountID, trackingNo)
		}
		if err != nil {
			return Detail{}, err
		}
		return s.detailOf(ctx, o)
	}, engine.Always)
}

// DetailOf returns an order that was read, with items, with all that is stored about it.
func (s *Store) DetailOf(ctx context.Context, o *shipment.Order) (Detail, error) {
	d, err := s.detailOf(ctx, *o)
	return d, s.DB.Explain("view an order", err)
}

func (s *Store) detailOf(ctx context.Context, o shipment.Order) (Detail, error) {
	d := Detail{Order: o}
	histories, err := s.histories(ctx, s.DB.Reads, o.AccountID, []int64{o.OrderID})
	d.Events = newestFirst(histories[o.OrderID], o.CreatedOn)
	if err == nil && o.Version > 0 {
		err = s.addChanges(ctx, &d)
	}
	var annotationsErr, submissionsErr, cancellationsErr, labelsErr, proofsErr, returnsErr, replacementsErr error
	annotationsErr = s.Annotations.addAnnotations(ctx, &d)
	d.Submissions, submissionsErr = submissionLedger.ofOrder(ctx, s.DB.Reads, o.AccountID, o.OrderID, "")
	d.Cancellations, cancellationsErr = cancellationLedger.ofOrder(ctx, s.DB.Reads, o.AccountID, o.OrderID, "")
	d.Labels, labelsErr = labelLedger.ofOrder(ctx, s.DB.Reads, o.AccountID, o.OrderID, "")
	d.Proofs, proofsErr = s.selectProofs(ctx, withoutImage, o.AccountID, o.OrderID)
	d.Returns, returnsErr = engine.Collect(ctx, s.DB.Reads, scanOrder(meterOf(ctx)), returnsOf, o.AccountID, o.OrderID, PageSize)
	d.Replaces, d.ReplacedBy, replacementsErr = s.replacements(ctx, s.DB.Reads, o.AccountID, o.OrderID)
	x, extrasErr := s.extras(ctx, o.AccountID, []int64{o.OrderID}, shipment.ExtraHold, shipment.ExtraTags, shipment.ExtraMeasured)
	d.Order.Hold, d.Tags, d.Measured = x.Holds[o.OrderID], x.Tags[o.OrderID], x.Measured[o.OrderID]
	return d, errors.Join(err, annotationsErr, extrasErr, submissionsErr, cancellationsErr, labelsErr, proofsErr, returnsErr, replacementsErr)
}

// replacements returns the numbers of the orders that an order replaces, and is replaced by; "" for none.
func (s *Store) replacements(ctx context.Context, q engine.Querier, accountID, orderID int64) (replaces, by string, err error) {
	err = engine.Each(ctx, q, func(row engine.Scanner) error {
		var replaced int64
		var number string
		err := row.Scan(&replaced, &number)
		if replaced == orderID {
			by = number
		} else {
			replaces = number
		}
		return err
	}, `SELECT r.order_id, o.tracking_no FROM order_replacements r
			JOIN orders o ON o.account_id = r.account_id AND o.order_id = r.replacement_id WHERE r.account_id = $1 AND r.order_id = $2
		UNION ALL SELECT r.order_id, o.tracking_no FROM order_replacements r
			JOIN orders o ON o.account_id = r.account_id AND o.order_id = r.order_id WHERE r.account_id = $1 AND r.replacement_id = $2`,
		accountID, orderID)
	return replaces, by, err
}
