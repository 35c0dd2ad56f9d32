package fulfil

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// line is one partner and its work of each kind.
type line struct {
	Courier
	submissions, cancellations, labels *queue
}

func (l *line) queues() []*queue { return []*queue{l.submissions, l.cancellations, l.labels} }

// roster is the partners of the moment, by name.
type roster struct {
	mu      sync.RWMutex
	lines   map[string]*line
	changed chan struct{} // says that Run has to follow
}

func (r *roster) line(partnerName string) (*line, bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	l, ok := r.lines[partnerName]
	return l, ok
}

func (r *roster) all() []*line {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Collect(maps.Values(r.lines))
}

// SetPartners replaces the partners. What waits for one that is not there any more is left
// alone until it is back; calls under way finish. A Courier that equals (==) the one of its
// name goes on as it was; another in its place begins with its circuit closed, and while
// calls to the one before are under way there may be more at once than either allows.
func (f *Fulfiller) SetPartners(partners map[string]Courier) {
	f.roster.mu.Lock()
	defer f.roster.mu.Unlock()
	lines := make(map[string]*line, len(partners))
	for name, courier := range partners {
		l, ok := f.roster.lines[name]
		if !ok || l.Courier != courier {
			l = f.newLine(name, courier)
			f.ObserveCircuit(name, false)
		}
		lines[name] = l
	}
	for name := range f.roster.lines {
		if lines[name] == nil {
			f.ObserveCircuit(name, false)
		}
	}
	f.roster.lines = lines
	select {
	case f.roster.changed <- struct{}{}:
	default: // Run is told already
	}
}

func (f *Fulfiller) newLine(name string, courier Courier) *line {
	l := &line{Courier: courier}
	circuit := &breaker{now: f.Now, changed: func(open bool) { f.observeCircuit(name, l, open) }}
	l.submissions = newQueue(name, courier, circuit, courier.Concurrency, f.claimSubmissions)
	l.cancellations = newQueue(name, courier, circuit, concurrentCancels, f.claimCancellations)
	l.labels = newQueue(name, courier, circuit, concurrentLabels, f.claimLabels)
	return l
}

// observeCircuit keeps the last calls to a partner that was replaced from telling of it.
func (f *Fulfiller) observeCircuit(name string, l *line, open bool) {
	f.roster.mu.RLock()
	defer f.roster.mu.RUnlock()
	if f.roster.lines[name] == l {
		f.ObserveCircuit(name, open)
	}
}

// PartnerNames are the names of the partners of the moment, sorted.
func (f *Fulfiller) PartnerNames() []string {
	f.roster.mu.RLock()
	defer f.roster.mu.RUnlock()
	return slices.Sorted(maps.Keys(f.roster.lines))
}

// follow ends the loops of partners that are gone and starts those of new ones. running
// are the lines that have loops, and what ends them.
func (f *Fulfiller) follow(ctx context.Context, loops *sync.WaitGroup, running map[*line]context.CancelFunc) {
	current := f.roster.all()
	for l, stop := range running {
		if !slices.Contains(current, l) {
			stop()
			delete(running, l)
		}
	}
	for _, l := range current {
		if running[l] != nil {
			continue
		}
		ctx, stop := context.WithCancel(ctx)
		running[l] = stop
		for _, q := range l.queues() {
			loops.Go(func() { f.runQueue(ctx, q) })
		}
	}
}
