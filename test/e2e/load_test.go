package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// load sends creates from several goroutines and keeps them all.
type load struct {
	s         *server
	name      string  // unique for the data
	shapes    []shape // a request has one of these at random
	stopped   chan struct{}
	workers   sync.WaitGroup
	responses atomic.Int64
	response  chan struct{} // receives at a response, if a test waits for one

	mu       sync.Mutex
	requests []*request
}

// workers is the number of requests of a load under way at once.
const workers = 6

// startLoad begins a load on a server, which may be killed and started meanwhile.
func startLoad(s *server, name string, rng *rand.Rand, shapes []shape) *load {
	l := &load{s: s, name: name, shapes: shapes, stopped: make(chan struct{}), response: make(chan struct{})}
	for worker := range workers {
		rng := rand.New(rand.NewPCG(rng.Uint64(), 0))
		l.workers.Go(func() { l.work(worker, rng) })
	}
	return l
}

func (l *load) work(worker int, rng *rand.Rand) {
	for n := 0; !l.over(); n++ {
		l.breathe()
		r := newRequest(l.s.t, fmt.Sprintf("%s%d%05d", l.name, worker, n), l.shapes[rng.IntN(len(l.shapes))])
		l.add(r)
		for o := r.send(l.s); o < running; o = r.send(l.s) {
			l.breathe()
			if r.key == "" || l.over() {
				break
			}
		}
		if r.response != nil {
			l.responses.Add(1)
			select {
			case l.response <- struct{}{}:
			default:
			}
		}
	}
}

func (l *load) add(requests ...*request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests = append(l.requests, requests...)
}

func (l *load) over() bool {
	select {
	case <-l.stopped:
		return true
	default:
		return false
	}
}

// breathe pauses: a server may be down, and the audit can only check so many orders.
func (l *load) breathe() {
	select {
	case <-l.stopped:
	case <-time.After(10 * time.Millisecond):
	}
}

// finish ends the load. Then it repeats each request with an Idempotency-Key that has no response until it has
// one, as a client does after a crash.
func (l *load) finish() {
	l.s.t.Helper()
	close(l.stopped)
	l.workers.Wait()
	unanswered := 0
	for _, r := range l.requests {
		if r.key != "" && r.response == nil {
			unanswered++
			l.s.eventually("the request is answered: "+r.id, func() bool { return r.send(l.s) >= accepted })
		}
	}
	l.s.t.Logf("%d requests, %d of them answered before the end, %d repeated after it", len(l.requests), l.responses.Load(), unanswered)
}

// repeatAcknowledged sends requests with a response again, and wants the same response. With databaseLost the database went away during
// the load: a server that then could not record its response says for a while that the request runs.
func (l *load) repeatAcknowledged(most int, databaseLost bool) {
	l.s.t.Helper()
	for _, r := range l.requests {
		if r.key == "" || r.response == nil || most == 0 {
			continue
		}
		most--
		a, err := l.s.post(r.body, r.key)
		if databaseLost && a.status == http.StatusConflict {
			l.s.eventually("the request does not run any more: "+r.id, func() bool {
				a, err = l.s.post(r.body, r.key)
				return a.status != http.StatusConflict
			})
		}
		if err != nil || a.header.Get("Idempotency-Replayed") != "true" || string(a.body) != r.response.body {
			l.s.t.Errorf("request %s, repeated: status %d, %s, %v; want %s again", r.id, a.status, a.body, err, r.response.body)
		}
		if a.status != http.StatusCreated && a.status != http.StatusAccepted {
			l.s.t.Errorf("request %s, repeated: status %d", r.id, a.status)
		}
	}
}

// awaitResponses waits until the load has a number of responses in all.
func (l *load) awaitResponses(n int64) {
	l.s.t.Helper()
	l.s.eventually("requests get responses", func() bool { return l.responses.Load() >= n })
}
