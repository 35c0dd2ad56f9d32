package store

import "sync/atomic"

// dueSignal says that a transaction of this process, once durable, made deliveries due.
type dueSignal struct {
	// noted counts the transactions that are about to. One that sees it change while it
	// runs signals, even if that was another's doing: to look once too often costs little,
	// and no signal is lost to who commits first.
	noted   atomic.Int64
	channel chan struct{} // holds one signal
}

func (d *dueSignal) note() { d.noted.Add(1) }

func (d *dueSignal) signal() {
	select {
	case d.channel <- struct{}{}:
	default: // one waits already
	}
}

// DeliveriesDue receives after this Store committed something that made deliveries due, so
// that they need not wait until they are looked for. Several commits may be one signal,
// a signal may be in vain, and what other processes commit is none.
func (s *Store) DeliveriesDue() <-chan struct{} { return s.due.channel }
