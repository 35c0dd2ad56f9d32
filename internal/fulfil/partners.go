package fulfil

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"waybill/internal/partner"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/throttle"
)

// Partner is a partner with its limits.
type Partner struct {
	partner.Partner
	Concurrency int           // calls at once, positive
	CallTimeout time.Duration // of one call
}

// Check returns why the partner would refuse an order before it is called: nothing if it does not say that beforehand. It returns an
// error if that is not known now.
func (p Partner) Check(ctx context.Context, o *shipment.Order) ([]*partner.RefusedError, error) {
	if declarer, declares := p.Partner.(partner.Declarer); declares {
		return declarer.Check(ctx, o)
	}
	return nil, nil
}

// lease is how long an attempt may take. It is at most three calls: asking what became of
// the last one, submitting, and fetching the label.
func (p Partner) lease() time.Duration { return 3*p.CallTimeout + leaseMargin }

// partnerWorkers are a partner and its queues, one for each kind of work.
type partnerWorkers struct {
	Partner
	submissions, cancellations, labels *queue
	recent                             *recentCalls
}

func (w *partnerWorkers) queues() []*queue { return []*queue{w.submissions, w.cancellations, w.labels} }

// registry holds the current partners by name.
type registry struct {
	mu      sync.RWMutex
	workers map[string]*partnerWorkers
	changed chan struct{} // holds one signal for Run
}

func (r *registry) find(partnerName string) (*partnerWorkers, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	w, ok := r.workers[partnerName]
	return w, ok
}

func (r *registry) all() []*partnerWorkers {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Collect(maps.Values(r.workers))
}

// SetPartners replaces the partners. The work of a partner that is removed waits until the partner
// is back; its calls under way finish. A Partner that equals (==) the one of its name continues as
// it is. Another one in its place starts with a closed circuit, and until the calls to the earlier
// one have ended, more calls than either allows may run.
func (f *Fulfiller) SetPartners(partners map[string]Partner) {
	f.registry.mu.Lock()
	defer f.registry.mu.Unlock()
	workers := make(map[string]*partnerWorkers, len(partners))
	for name, p := range partners {
		w, ok := f.registry.workers[name]
		if !ok || w.Partner != p {
			recent := new(recentCalls)
			if ok {
				recent = w.recent
			}
			w = f.newWorkers(name, p, recent)
			f.ObserveCircuit(name, false)
		}
		workers[name] = w
	}
	for name := range f.registry.workers {
		if workers[name] == nil {
			f.ObserveCircuit(name, false)
		}
	}
	f.registry.workers = workers
	throttle.Signal(f.registry.changed)
}

func (f *Fulfiller) newWorkers(name string, p Partner, recent *recentCalls) *partnerWorkers {
	w := &partnerWorkers{Partner: p, recent: recent}
	circuit := &breaker{now: f.Now, changed: func(open bool) { f.observeCircuit(name, w, open) }}
	ledger := f.Store.Ledger
	submit := func(ctx context.Context, q *queue, sub store.Submission) { f.attempt(ctx, q, sub) }
	fetch := func(ctx context.Context, q *queue, l store.PartnerLabel) { f.fetchLabel(ctx, q, l) }
	w.submissions = w.newQueue(name, circuit, p.Concurrency, claiming(f, ledger.ClaimSubmissions, submit))
	w.cancellations = w.newQueue(name, circuit, concurrentCancels, claiming(f, ledger.ClaimCancellations, f.cancelAtPartner))
	w.labels = w.newQueue(name, circuit, concurrentLabels, claiming(f, ledger.ClaimLabels, fetch))
	return w
}

// observeCircuit reports the circuit of a partner, unless the partner was replaced meanwhile.
func (f *Fulfiller) observeCircuit(name string, w *partnerWorkers, open bool) {
	f.registry.mu.RLock()
	defer f.registry.mu.RUnlock()
	if f.registry.workers[name] == w {
		f.ObserveCircuit(name, open)
	}
}

// Check returns why a partner would refuse an order before it is called, or an error if that is not known now.
func (f *Fulfiller) Check(ctx context.Context, partnerName string, o *shipment.Order) ([]*partner.RefusedError, error) {
	w, ok := f.registry.find(partnerName)
	if !ok {
		return nil, nil
	}
	return w.Check(ctx, o)
}

// PartnerNames returns the names of the current partners, sorted.
func (f *Fulfiller) PartnerNames() []string {
	f.registry.mu.RLock()
	defer f.registry.mu.RUnlock()
	return slices.Sorted(maps.Keys(f.registry.workers))
}

// follow stops the loops of partners that were removed and starts the loops of new ones. running
// holds the workers whose loops run, and what stops them.
func (f *Fulfiller) follow(ctx context.Context, loops *sync.WaitGroup, running map[*partnerWorkers]context.CancelFunc) {
	current := f.registry.all()
	for w, stop := range running {
		if !slices.Contains(current, w) {
			stop()
			delete(running, w)
		}
	}
	for _, w := range current {
		if running[w] != nil {
			continue
		}
		ctx, stop := context.WithCancel(ctx)
		running[w] = stop
		for _, q := range w.queues() {
			loops.Go(func() { f.runQueue(ctx, q) })
		}
		loops.Go(func() { f.giveOwnLabels(ctx, w.submissions.name) })
	}
}
