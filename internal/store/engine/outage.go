package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// slowWrite is how long a write may take before a probe finds out whether all writes hang.
	slowWrite = time.Second
	// hangsAfter is how long a probe may take before writes count as hanging.
	hangsAfter = 4 * time.Second
	// probeEvery is the pause between two probes, and between two looks for another primary.
	probeEvery = time.Second
)

// errHangs refuses a write while writes hang.
var errHangs = fmt.Errorf("%w: earlier writes hang", ErrUnavailable)

// outage is the state of an engine that cannot write, or hangs when it writes. It starts with a write
// that fails or is slow. Then probes write one after the other, until one passes. Readiness is read
// from here, so that it costs no write.
type outage struct {
	failed    atomic.Bool // the last write, or probe: the engine does not write
	suspected atomic.Bool // since the last probe began

	mu      sync.Mutex
	probing bool
	hangs   bool          // a probe
	hung    chan struct{} // closed when hangs becomes true
}

// suspect asks for a probe, and reports whether the caller has to start probing.
func (o *outage) suspect() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.suspected.Store(true)
	begin := !o.probing
	o.probing = true
	return begin
}

// over reports, after a probe that passed, whether probing ends.
func (o *outage) over() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.probing = o.suspected.Load()
	return !o.probing
}

// pass records that the engine writes.
func (o *outage) pass() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failed.Store(false)
	if o.hangs {
		o.hangs, o.hung = false, make(chan struct{})
	}
}

// hang records that writes hang.
func (o *outage) hang() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.failed.Store(true)
	if !o.hangs {
		o.hangs = true
		close(o.hung)
	}
}

// hanging returns a channel that is closed while writes hang: a write that starts then would hang too.
func (o *outage) hanging() <-chan struct{} {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.hung
}

// noteFailure starts an outage if err says that the engine does not write.
func (s *DB) noteFailure(err error) {
	switch {
	case errors.Is(err, ErrUnconfirmed):
		s.outage.failed.Store(true)
	case s.Dialect.fault(err) != faultUnavailable:
		return
	case !errors.Is(err, context.DeadlineExceeded): // a caller's time may have been short
		s.outage.failed.Store(true)
	}
	go s.suspect() // the caller holds the gate, and must not lock it again
}

// suspect begins to probe the engine, unless that is done already.
func (s *DB) suspect() {
	s.gate.RLock()
	defer s.gate.RUnlock()
	if s.closed.Load() || !s.outage.suspect() {
		return
	}
	s.background.Go(func() {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		go func() {
			select {
			case <-s.ended:
				cancel()
			case <-ctx.Done():
			}
		}()
		s.probe(ctx)
	})
}

// watch starts a probe if the write that begins is slow. The returned function ends the watch.
func (s *DB) watch() func() bool { return time.AfterFunc(slowWrite, s.suspect).Stop }

// probe writes until a write passes or the store is closed.
func (s *DB) probe(ctx context.Context) {
	pause := time.NewTicker(probeEvery)
	defer pause.Stop()
	for {
		s.outage.suspected.Store(false)
		err := s.probeOnce(ctx, pause.C)
		if err == nil {
			s.outage.pass()
			if s.outage.over() {
				return
			}
			continue
		}
		if errors.Is(err, ErrDamaged) {
			return // nothing more is written
		}
		s.outage.failed.Store(true)
		s.log.Debug("the database does not write", "error", err)
		select {
		case <-pause.C:
		case <-ctx.Done():
			return
		}
	}
}

// probeOnce makes one write and waits for it, however long it takes: after a time-out there would be
// one more write that hangs. It looks for another primary at every tick.
func (s *DB) probeOnce(ctx context.Context, tick <-chan time.Time) error {
	outcome := make(chan error, 1)
	go func() { outcome <- s.Dialect.probe(ctx, s) }()
	hangs := time.NewTimer(hangsAfter)
	defer hangs.Stop()
	for {
		select {
		case err := <-outcome:
			return err
		case <-hangs.C:
			s.outage.hang()
			s.log.Error("writes to the database hang; none is begun until one passes")
		case <-tick:
			if s.servers != nil {
				s.servers.look(ctx)
			}
		}
	}
}
