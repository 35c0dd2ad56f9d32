package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/document"
	"waybill/internal/store/engine"
)

// NewBatch is a request to create orders.
type NewBatch struct {
	AccountID, KeyID int64
	TrackingPrefix   string // "" is shipment.DefaultTrackingPrefix
	// Orders are valid. The store fills in the fields that the service issues (see
	// shipment.Order) and the statuses. A TrackingNo that is not "" is kept. One with a Hold is held.
	Orders []shipment.Order
	// Partners are the partners that fulfil the orders, one each; "" and nil are in house. An
	// order in house is submitted and has its label at once, unless it is held. Any other one gets a submission.
	Partners []string
	// LeaseFor > 0: the submissions are leased to Owner from the start, for that time: the
	// caller submits them itself. 0: any worker may claim them at once.
	LeaseFor time.Duration
	Owner    string
	// Idempotency stores the response under the caller's key; nil: there is no key.
	Idempotency *IdempotentRequest
	// Replaces is the id of a cancelled order of the account that the first order is created in the place of; 0: none. Nothing
	// leads from cancelled to another status, so that the caller cancels the order first. ReplacesNo is its tracking number.
	Replaces   int64
	ReplacesNo string
	// Quiet: there are no events, so no webhooks.
	Quiet bool
	// Rider is stored with the orders; nil: nothing is.
	Rider Rider
}

// Rider is what a feature stores in the transaction that creates orders. A method may run more than once.
type Rider interface {
	// Insert inserts rows into tables of Part.Inserts: PostgreSQL gets no others. Row is memory that it may use.
	Insert(in *engine.Inserting, row []any, made Created)
	// Refusal returns why a unique constraint refused the rows; nil: they are not the cause.
	Refusal(ctx context.Context, q engine.Querier, accountID int64) error
}

// Created is what became of a batch.
type Created struct {
	AccountID, FirstID int64 // of the first order: the ids of a batch are consecutive
	UploadBatchNo      string
	CreatedOn          time.Time
}

// Batch is the batch that CreateBatch stored.
type Batch struct {
	UploadBatchNo string
	Orders        []shipment.Order // NewBatch.Orders, filled in
	Submissions   []Submission     // those leased to the caller, with their orders, in the order of Orders
}

// CreateBatch stores all orders of b or none. Batches that wait at the same time share a commit. The
// orders share CreatedOn, and their ids rise in the order of b.Orders.
//
// Returns a *TakenError if orders bring tracking numbers that are in use, ErrKeyInUse if the key of
// b.Idempotency was used meanwhile, a *ReplacedError if b.Replaces has a replacement, a refusal of b.Rider, ErrUnavailable,
// ErrUnconfirmed and ErrDamaged. When ctx ends before it is the batch's turn, nothing is stored. When ctx ends later, that is ignored.
func (s *Store) CreateBatch(ctx context.Context, b NewBatch) (Batch, error) {
	c, err := s.newCreation(ctx, b)
	if err != nil {
		return Batch{}, s.DB.Explain("create orders", err)
	}
	if err := s.DB.Insert(ctx, c); err != nil {
		c.clearIssuedNumbers()
		return Batch{}, s.DB.Explain("create orders", err)
	}
	if c.subscribers.delivered() {
		s.Webhooks.signalDue()
	}
	return c.batch(), nil
}

// creation is a batch on its way into the database.
type creation struct {
	NewBatch
	numbers *issuers
	issue   []bool // the order brings no tracking number
	// partnerKeys are the idempotency keys of the submissions, one each order.
	partnerKeys []string
	documents   []document.Documents // one each order
	subscribers createSubscribers
	actor       audit.Actor

	// Set by idSource.assign and fill, in each attempt.
	firstID       int64
	createdOn     time.Time
	now           time.Time // when its work is due: earlier than createdOn if the clock was set back
	uploadBatchNo string
}

// likelyDocuments is how many bytes the documents of most orders have at most.
const likelyDocuments = 2048

// newCreation does the work that can be done before it is the batch's turn.
func (s *Store) newCreation(ctx context.Context, b NewBatch) (*creation, error) {
	if len(b.Orders) == 0 {
		return nil, errors.New("batch is empty")
	}
	if b.Partners != nil && len(b.Partners) != len(b.Orders) {
		return nil, fmt.Errorf("%d partners for %d orders", len(b.Partners), len(b.Orders))
	}
	issuers, err := s.issue(ctx)
	if err != nil {
		return nil, err
	}
	subscribers, err := s.Webhooks.subscribersOfCreates(ctx, b.AccountID)
	if err != nil {
		return nil, err
	}
	if b.Quiet {
		subscribers = createSubscribers{}
	}
	b.TrackingPrefix = cmp.Or(b.TrackingPrefix, shipment.DefaultTrackingPrefix)
	c := &creation{
		NewBatch:    b,
		numbers:     issuers,
		subscribers: subscribers,
		actor:       audit.ActorOf(ctx),
		issue:       make([]bool, len(b.Orders)),
		partnerKeys: make([]string, len(b.Orders)),
		documents:   make([]document.Documents, len(b.Orders)),
	}
	buffer := make([]byte, 0, likelyDocuments)
	for i := range c.Orders {
		c.issue[i] = c.Orders[i].TrackingNo == ""
		c.documents[i], buffer = document.Of(&c.Orders[i], buffer)
		if c.partner(i) != "" {
			c.partnerKeys[i] = s.DB.RandomText(16)
		}
	}
	return c, nil
}

// clearIssuedNumbers removes the tracking numbers that were issued to orders which are not stored: the caller may create
// them again.
func (c *creation) clearIssuedNumbers() {
	for i, issued := range c.issue {
		if issued {
			c.Orders[i].TrackingNo = ""
		}
	}
}

// partner is the partner that fulfils an order, "" in house.
func (c *creation) partner(i int) string {
	if c.Partners == nil {
		return ""
	}
	return c.Partners[i]
}

// fill completes the orders after their ids were assigned.
func (c *creation) fill() {
	c.uploadBatchNo = c.numbers.batches.Issue(c.firstID, c.createdOn)
	for i := range c.Orders {
		o := &c.Orders[i]
		o.OrderID = c.firstID + int64(i)
		o.AccountID, o.KeyID, o.UploadBatchNo = c.AccountID, c.KeyID, c.uploadBatchNo
		o.CreatedOn, o.UpdatedOn = c.createdOn, c.createdOn
		if c.issue[i] {
			o.TrackingNo = c.numbers.tracking.Issue(c.TrackingPrefix, o.OrderID, o.Consignee.Country)
		}
		o.TrackerStatus = shipment.OrderCreated
		o.StatusCode, o.HasLabel = shipment.StatusNone, false
		switch {
		case o.Hold != nil:
			o.Hold.HeldOn = c.createdOn
		case c.partner(i) == "":
			o.StatusCode, o.HasLabel = shipment.StatusSubmitted, true
		}
	}
}

// batch is the result of CreateBatch.
func (c *creation) batch() Batch {
	b := Batch{UploadBatchNo: c.uploadBatchNo, Orders: c.Orders}
	for i := range c.Orders {
		if c.LeaseFor > 0 && c.partner(i) != "" && c.Orders[i].Hold == nil {
			b.Submissions = append(b.Submissions, c.submission(i))
		}
	}
	return b
}

// submission is the ledger's first row of an order that a partner fulfils.
func (c *creation) submission(i int) Submission {
	sub := Submission{State: SubmissionPending, Order: c.Orders[i], LedgerEntry: LedgerEntry{
		OrderID: c.Orders[i].OrderID, AccountID: c.AccountID,
		Partner: c.partner(i), IdempotencyKey: c.partnerKeys[i],
		DueOn: c.now, CreatedOn: c.createdOn, UpdatedOn: c.createdOn,
	}}
	switch {
	case c.Orders[i].Hold != nil:
		sub.State = SubmissionHeld
	case c.LeaseFor > 0:
		sub.DueOn = c.now.Add(c.LeaseFor)
		sub.LeaseOwner, sub.LeaseToken = c.Owner, 1
	}
	return sub
}
