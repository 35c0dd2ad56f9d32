package store

import "sync/atomic"

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
func (s *Store) DeliveriesDue() <-chan struct{} { return s.due.channel }
