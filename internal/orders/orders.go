package orders

import (
	"context"
	"time"

	"waybill/internal/inforce"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// Config is what a Service needs.
type Config struct {
	Store     *store.Store
	Rules     *inforce.Source // what orders must fulfil beside the validation of their fields
	Fulfiller Fulfiller
	Now       func() time.Time
	// Patience is how long a request that waits for labels may take. AnswerWithin is how much later its response is stored at the latest:
	// then a retry with the same key makes it.
	Patience, AnswerWithin time.Duration
	// Created is called for each batch that was stored, with its kind, forward or return, and the number of its orders.
	Created func(kind string, orders int)
	// Scanned is called for each scan of a parcel in a hub, with its activity and its result; nil: nothing is.
	Scanned func(activity, result string)
	// Note receives an error that does not change what an operation returns.
	Note func(context.Context, error)
}

// Fulfiller submits stored orders to their partners.
type Fulfiller interface {
	// Paused reports whether this process calls no partner.
	Paused() bool
	// Lease is the owner and the length of the lease under which a create request stores the
	// submissions that it passes to Submit.
	Lease() (owner string, length time.Duration)
	// Submit attempts leased submissions and returns their outcomes by order id. When ctx ends,
	// outcomes that have not come are missing, and their attempts continue in the background. Ended
	// is called when subs are no longer used, which may be after Submit has returned.
	Submit(ctx context.Context, subs []store.Submission, ended func()) map[int64]store.Outcome
	// Wake has the workers look for submissions of a partner that are due.
	Wake(partner string)
}

// Service carries out operations on orders. Safe for concurrent use.
type Service struct{ Config }

// New makes a Service.
func New(c Config) *Service { return &Service{c} }

// Longest is how long an operation may take.
func (s *Service) Longest() time.Duration { return s.Patience + s.AnswerWithin }

// Caller is who calls an operation. The context names it for the audit log.
type Caller struct {
	masterdata.Caller
	Languages []string // BCP 47 tags, of the messages of rules; the best first
	Memory    Memory
}

// Memory charges the caller for memory that an operation needs beside the request. Functions that are nil charge nothing.
type Memory struct {
	// Copy is called with the bytes of stored orders that become part of new ones. Its error ends the operation.
	Copy func(bytes int) error
	// Read returns a context with which what is read from the database is charged.
	Read func(context.Context) context.Context
	// Share keeps what the request holds until the request and its work in the background have both called release.
	Share func(context.Context) (release func())
}

func (m Memory) copied(bytes int) error {
	if m.Copy == nil {
		return nil
	}
	return m.Copy(bytes)
}

func (m Memory) read(ctx context.Context) context.Context {
	if m.Read == nil {
		return ctx
	}
	return m.Read(ctx)
}

func (m Memory) share(ctx context.Context) (release func()) {
	if m.Share == nil {
		return func() {}
	}
	return m.Share(ctx)
}
