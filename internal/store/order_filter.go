package store

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// conditions is the WHERE clause of a filter, written so that each engine uses the intended index: the
// unary + excludes a number from the choice of an index, and appending an empty text excludes a text.
func (s *Store) conditions(ctx context.Context, f OrderFilter) (engine.Where, error) {
	w := engine.Where{From: "orders", Order: f.createdOn() + " DESC, order_id DESC"}
	if f.index() == indexOfTag {
		w.From = "order_tags JOIN orders USING (account_id, order_id)"
	}
	w.None = f.None || !engine.IsText(f.ShipperOrderID) || !engine.IsText(f.UploadBatchNo)
	account := "account_id"
	switch index := f.index(); {
	case index == indexOfAll:
		w.Order = "order_id DESC"
	case index == indexOfAttention:
		w.Order = "+order_id DESC"
		if f.Attention == shipment.AttentionUnmoved { // few, by the primary key
			account = s.DB.Dialect.Account
		}
	case index >= indexOfFacets, slices.Contains([]listIndex{indexOfNumbers, indexOfHolds, indexOfUnmoved, indexOfPrints}, index):
		account = s.DB.Dialect.Account
		w.Order = "+created_on DESC, order_id DESC"
	case index == f.set, index == indexOfQueue:
		w.Order = "+created_on DESC, order_id DESC"
	}
	if f.index() == indexOfAll {
		w.Add("tracker_status NOT IN (" + statusList("%s", shipment.TrackerStatus.Final) + ")")
	} else {
		w.Add(account+" = ?", f.AccountID)
	}
	switch {
	case f.Tag == "":
	case f.index() == indexOfTag:
		w.Add("tag = ?", f.Tag)
	default:
		w.Add(`EXISTS (SELECT 1 FROM order_tags t WHERE t.account_id = orders.account_id AND t.order_id = orders.order_id
			AND t.tag = ?)`, f.Tag)
	}
	if err := s.addNumbers(ctx, &w, f); err != nil {
		return engine.Where{}, err
	}
	w.AddIf(f.ids != nil, "order_id "+s.DB.Dialect.In("?"), s.DB.Dialect.List(f.ids))
	w.AddIf(len(f.except) > 0, "NOT (order_id "+s.DB.Dialect.In("?")+")", s.DB.Dialect.List(f.except))
	addStates(&w, f)
	account = ofOneAccount
	if f.index() == indexOfAll {
		account = ofAnyAccount
	}
	w.AddIf(f.Queue != "", "("+s.queueOf(account)+") = ?", engine.Micros(s.DB.Now()), string(f.Queue))
	s.addFacets(&w, f)
	s.addAttention(&w, f.Attention)
	w.AddIf(f.ShipperOrderID != "", "shipper_order_id = ?", f.ShipperOrderID)
	f.addParcel(&w)
	f.addTimes(&w)
	w.Order = f.sorted(w.Order)
	return w, nil
}

// sorted is the order that Sort asks for in the place of the one given, the newest first.
func (f *OrderFilter) sorted(newest string) string {
	switch {
	case f.Sort == SortOldest:
		return strings.ReplaceAll(newest, "DESC", "ASC")
	case f.Sort == SortChanged && f.index() == indexOfUpdates:
		return "updated_on DESC, order_id DESC"
	case f.Sort == SortChanged:
		return "+updated_on DESC, order_id DESC"
	}
	return newest
}

// addParcel adds the conditions that only Browse has.
func (f *OrderFilter) addParcel(w *engine.Where) {
	if f.Country != "" {
		w.Add("record->>'consignee_country' = ?", f.Country.Name())
	}
	if f.City != "" {
		w.None = w.None || !engine.IsText(f.City) || len(f.City) > mostOfCity
		addInAnyCase(w, "record->>'consignee_city'", f.City)
	}
	w.AddEither(f.COD, "record->>'payment_type' = 'cod'", "record->>'payment_type' <> 'cod'")
	if f.Partner != nil {
		w.None = w.None || !engine.IsText(*f.Partner)
		w.Add("+service_id IN (SELECT service_id FROM services WHERE partner = ?)", *f.Partner)
	}
	const waits = `EXISTS (SELECT 1 FROM submissions s
			WHERE s.account_id = orders.account_id AND s.order_id = orders.order_id AND s.state = ? AND s.error_class = ?)`
	w.AddEither(f.NoFacts, waits, "NOT "+waits, string(SubmissionPending), ClassMissing)
	w.AddIf(f.Live, "tracker_status || '' <> 'CANCELLED'")
}

// mostOfCity is more bytes than a city has, and keeps the depth of addInAnyCase below that of SQLite, 1000.
const mostOfCity = 1 << 10

// addInAnyCase adds that a value is a text in any letter case. The lower of SQLite, and that of PostgreSQL in the locale C, know only
// ASCII, so the other letters of the text are replaced.
func addInAnyCase(w *engine.Where, value, text string) {
	var args []any
	text = strings.Map(func(r rune) rune {
		if r <= unicode.MaxASCII {
			return r
		}
		last := r // of its cases
		for other := unicode.SimpleFold(r); other != r; other = unicode.SimpleFold(other) {
			last = max(last, other)
		}
		for other := unicode.SimpleFold(last); other != last; other = unicode.SimpleFold(other) {
			if !slices.Contains(args, any(string(other))) {
				value, args = "replace("+value+", ?, ?)", append(args, string(other), string(last))
			}
		}
		return last
	}, text)
	w.Add("lower("+value+") = lower(?)", append(args, text)...)
}

func (f *OrderFilter) addTimes(w *engine.Where) {
	created := f.createdOn()
	switch {
	case f.Sort == SortChanged:
		created = "+created_on"
	case f.ByUpdate():
		created = f.addUpdates(w)
	}
	if f.apart == notSubmitted { // its index has few entries
		created = "+created_on"
	}
	addRange(w, created, f.From, f.To)
}

// clockSkew is how far the clocks of two servers may differ.
const clockSkew = time.Minute

// addUpdates adds the conditions of the time of the last change, which has an index of its own: no other one is sorted by it.
// It returns the time of creation, for other conditions.
func (f *OrderFilter) addUpdates(w *engine.Where) (created string) {
	switch index := f.index(); {
	case index == indexOfUpdates && f.byPage:
	case index == indexOfUpdates:
		w.Order = "updated_on, order_id"
	case !f.byPage:
		w.Order = "+updated_on, order_id" // a few orders, which are sorted
	default:
		addRange(w, "+updated_on", f.UpdatedFrom, f.UpdatedTo)
		if created = f.createdOn(); !f.UpdatedTo.IsZero() { // an order is not changed before it is created
			w.Add(created+" <= ?", engine.Micros(f.UpdatedTo.Add(clockSkew)))
		}
		return created
	}
	addRange(w, "updated_on", f.UpdatedFrom, f.UpdatedTo)
	return "+created_on"
}

// addRange adds the conditions of a range of a time, which may be open at both ends.
func addRange(w *engine.Where, column string, from, to time.Time) {
	w.AddIf(!from.IsZero(), column+" >= ?", engine.Micros(from))
	w.AddIf(!to.IsZero(), column+" <= ?", engine.Micros(to))
}

// listIndex is the index that serves a filter.
type listIndex int

const (
	indexOfCreation listIndex = iota + 1
	indexOfUpdates
	indexOfNumbers // the primary key
	indexOfReference
	indexOfHolds   // the primary key of what is held
	indexOfUnmoved // the primary key of orders with an event that needs attention
	indexOfTag
	indexOfStatus // of the orders that partners do not have
	indexOfReturns
	indexOfTracker
	indexOfService
	indexOfQueue     // of the statuses of a queue of work, whose orders are few
	indexOfPrints    // the primary key of the printed labels
	indexOfAll       // of the orders of all accounts that have not ended
	indexOfAttention // that of the condition of the attention
	indexOfFacets    // and above: the primary key of the table of a facet
)

// index is the index that serves the filter: the one with the conditions that fewest orders fulfil.
func (f *OrderFilter) index() listIndex {
	switch {
	case f.all:
		return indexOfAll
	case f.Attention != "":
		return indexOfAttention
	case f.UploadBatchNo != "", f.TrackingNos != nil, f.ids != nil, f.apart == markedBefore,
		f.edited:
		return indexOfNumbers
	case f.ShipperOrderID != "":
		return indexOfReference
	case f.Sort == SortChanged:
		return indexOfUpdates
	case f.set != 0:
		return f.set
	case f.Unmoved:
		return indexOfUnmoved
	case len(f.Got) > 0:
		return indexOfFacets + listIndex(f.Got[0].Facet)
	case !f.byPage && f.Held != nil && *f.Held:
		return indexOfHolds
	case !f.byPage && f.ByUpdate():
		return indexOfUpdates
	default:
		return f.sortedIndex()
	}
}

// sortedIndex is the index in the order of creation.
func (f *OrderFilter) sortedIndex() listIndex {
	switch {
	case f.Tag != "":
		return indexOfTag
	case f.StatusCode != nil && *f.StatusCode != shipment.StatusSubmitted, f.apart == notSubmitted:
		return indexOfStatus
	case f.Return != nil && *f.Return:
		return indexOfReturns
	case f.TrackerStatus != "":
		return indexOfTracker
	case f.Queue.IsWork():
		return indexOfQueue
	case f.ServiceID != nil:
		return indexOfService
	default:
		return indexOfCreation
	}
}

// createdOn is the column with the time of creation in the index that serves the filter.
func (f *OrderFilter) createdOn() string {
	if f.index() == indexOfTag {
		return "ordered_on"
	}
	return "created_on"
}

// addStates adds the conditions of the service and of what changes.
func addStates(w *engine.Where, f OrderFilter) {
	index := f.index()
	switch {
	case f.StatusCode != nil && index == indexOfStatus:
		w.Add("status_code <> 'SUBMITTED' AND status_code = ?", string(*f.StatusCode))
	case f.StatusCode != nil:
		w.Add("status_code || '' = ?", string(*f.StatusCode))
	case f.apart == notSubmitted:
		w.Add("status_code <> 'SUBMITTED'")
	}
	addTracker(w, f)
	if f.ServiceID != nil {
		w.Add(map[bool]string{true: "", false: "+"}[index == indexOfService || index == indexOfNumbers]+"service_id = ?", *f.ServiceID)
	}
	addMarks(w, f)
}

// addTracker adds the conditions of the tracker status.
func addTracker(w *engine.Where, f OrderFilter) {
	index := f.index()
	unserved := map[bool]string{true: "", false: " || ''"}[index == indexOfTracker]
	w.AddIf(f.TrackerStatus != "", "tracker_status"+unserved+" = ?", string(f.TrackerStatus))
	if index == indexOfQueue {
		w.Add("tracker_status IN (" + statusList("%s", func(s shipment.TrackerStatus) bool { return slices.Contains(s.Queues(), f.Queue) }) + ")")
	}
	switch {
	case f.PickedUp != nil && f.TrackerStatus == "" && index == indexOfTracker:
		w.Add("tracker_status IN (" + statusList("%s", func(s shipment.TrackerStatus) bool { return s.PickedUp() == *f.PickedUp }) + ")")
	case f.PickedUp != nil:
		w.Add("tracker_status || '' " + map[bool]string{true: "NOT ", false: ""}[*f.PickedUp] + "IN (" + notPickedUp + ")")
	}
}

// addFacets adds the conditions of facets.
func (s *Store) addFacets(w *engine.Where, f OrderFilter) {
	for _, got := range f.Got {
		of := s.facet(got.Facet)
		w.Add("order_id IN (SELECT order_id FROM "+of.Table+" WHERE account_id = $1"+of.and()+" AND "+of.Within+")",
			engine.Micros(got.From), engine.Micros(got.To))
	}
	for facet, has := range f.Facets {
		if has == nil {
			continue
		}
		of := s.facet(shipment.Facet(facet))
		if f.index() == indexOfFacets+listIndex(facet) {
			w.Add("order_id IN (SELECT order_id FROM " + of.Table + " WHERE account_id = $1" + of.and() + ")")
			continue
		}
		w.Add(map[bool]string{true: "", false: "NOT "}[*has] + "EXISTS (SELECT 1 FROM " + of.Table + " f" +
			" WHERE f.account_id = orders.account_id AND f.order_id = orders.order_id" + of.and() + ")")
	}
}

// addMarks adds the conditions of the kind of an order, its print and its hold.
func addMarks(w *engine.Where, f OrderFilter) {
	w.AddEither(f.Return, "is_return = 1", "is_return = 0")
	switch {
	case f.apart == markedBefore:
		w.Add("order_id IN (SELECT order_id FROM order_changes WHERE account_id = $1) AND EXISTS (" + ofLabelPrint +
			" AND p.printed_on < orders.label_changed_on)")
	case f.apart == marked:
		w.Add("EXISTS (" + ofLabelPrint + ")")
	case f.index() == indexOfPrints:
		w.Add("order_id IN (SELECT order_id FROM label_prints WHERE account_id = $1)")
	}
	const printed = "EXISTS (" + ofLabelPrint + " AND +p.printed_on >= orders.label_changed_on)"
	w.AddEither(f.Printed, printed, "NOT "+printed)
	w.AddIf(f.edited, "order_id IN (SELECT order_id FROM order_changes WHERE account_id = $1)")
	w.AddIf(f.LabelStale, "tracker_status || '' <> 'CANCELLED' AND EXISTS ("+ofLabelPrint+" AND p.printed_on < orders.label_changed_on)")
	unmoved := "order_id IN (SELECT order_id FROM unmoved_events WHERE account_id = $1)"
	held := "order_id IN (SELECT order_id FROM order_holds WHERE account_id = $1)"
	if f.index() == indexOfAll {
		unmoved, held = "EXISTS ("+ofUnmoved+")", "EXISTS ("+ofHold+")"
	}
	w.AddIf(f.Unmoved, unmoved)
	w.AddEither(f.Held, held, "NOT EXISTS ("+ofHold+")")
}

// What selects that the label of an order was printed, that it is held, and that an event did not move it.
const (
	ofLabelPrint = `SELECT 1 FROM label_prints p WHERE p.account_id = orders.account_id AND p.order_id = orders.order_id`
	ofHold       = `SELECT 1 FROM order_holds h WHERE h.account_id = orders.account_id AND h.order_id = orders.order_id`
	ofUnmoved    = `SELECT 1 FROM unmoved_events u WHERE u.account_id = orders.account_id AND u.order_id = orders.order_id`
)

// addNumbers adds the conditions of a batch number and of tracking numbers, which lead to order ids.
func (s *Store) addNumbers(ctx context.Context, w *engine.Where, f OrderFilter) error {
	if f.UploadBatchNo != "" {
		issuers, err := s.issue(ctx)
		if err != nil {
			return err
		}
		first, known := issuers.batches.FirstOrderID(f.UploadBatchNo)
		w.None = w.None || !known
		w.Add("order_id >= ?", first)
		w.Add("order_id < ? + (SELECT batch_size FROM orders WHERE "+s.DB.Dialect.Account+" = $1 AND order_id = ? AND upload_batch_no = ?)",
			first, first, f.UploadBatchNo)
	}
	if f.TrackingNos == nil {
		return nil
	}
	numbers := engine.KeepText(f.TrackingNos)
	ids, err := s.candidates(ctx, s.DB.Reads, numbers)
	if err != nil {
		return err
	}
	w.None = w.None || len(ids) == 0
	w.Add("order_id "+s.DB.Dialect.In("?"), s.DB.Dialect.List(ids))
	w.Add("tracking_no "+s.DB.Dialect.In("?"), s.DB.Dialect.List(numbers))
	return nil
}
