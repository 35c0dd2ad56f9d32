package store

import (
	"context"
	"sync/atomic"

	"waybill/internal/store/engine"
)

// dueSignal signals that a transaction of this process made deliveries due.
type dueSignal struct {
	// noted counts the transactions that will make deliveries due. A transaction during which
	// it changes signals, even if another one changed it: an extra look costs little, and no
	// signal is lost when transactions overlap.
	noted   atomic.Int64
	channel chan struct{} // holds one signal
}

func (d *dueSignal) note() { d.noted.Add(1) }

func (d *dueSignal) signal() {
	select {
	case d.channel <- struct{}{}:
	default: // a signal is waiting already
	}
}

// DeliveriesDue receives a value after this Store committed deliveries that are due. Several commits
// may make one signal, and a signal may be in vain. Commits of other processes make none.
func (s *Webhooks) DeliveriesDue() <-chan struct{} { return s.due.channel }

// signalAfter runs a write, and signals when it made deliveries due.
func (d *dueSignal) signalAfter(write func() error) error {
	noted := d.noted.Load()
	err := write()
	if err == nil && d.noted.Load() != noted {
		d.signal()
	}
	return err
}

// write is DB.Write, and signals deliveries that the write made due.
func (s *Store) write(ctx context.Context, fn func(context.Context, engine.Querier) error) error {
	return s.Webhooks.due.signalAfter(func() error { return s.DB.Write(ctx, fn) })
}

// writeShared is DB.WriteShared, and signals deliveries that the write made due.
func (s *Store) writeShared(ctx context.Context, row engine.Guard, fn func(context.Context, engine.Querier) error) error {
	return s.Webhooks.due.signalAfter(func() error { return s.DB.WriteShared(ctx, row, fn) })
}
