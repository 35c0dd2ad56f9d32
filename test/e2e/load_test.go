package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// load sends creates from several goroutines and remembers them all.
type load struct {
	s       *server
	name    string  // no other load of the data has it
	shapes  []shape // a request has one of these at random
	stopped chan struct{}
	workers sync.WaitGroup
	answers atomic.Int64
	answer  chan struct{} // receives when a request is answered, if somebody waits

	mu       sync.Mutex
	requests []*request
}

// workers is how many requests of a load are under way at once.
const workers = 6

// startLoad lets a load loose on a server, which may be killed and started meanwhile.
func startLoad(s *server, name string, rng *rand.Rand, shapes []shape) *load {
	l := &load{s: s, name: name, shapes: shapes, stopped: make(chan struct{}), answer: make(chan struct{})}
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
		if r.answer != nil {
			l.answers.Add(1)
			select {
			case l.answer <- struct{}{}:
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

// breathe keeps a worker from hammering a server that is not there, and from piling up
// more than the audit can look at.
func (l *load) breathe() {
	select {
	case <-l.stopped:
	case <-time.After(10 * time.Millisecond):
	}
}

// finish ends the load, then repeats the requests with an Idempotency-Key that have no
// answer yet until they have, as a client does after a crash.
func (l *load) finish() {
	l.s.t.Helper()
	close(l.stopped)
	l.workers.Wait()
	unanswered := 0
	for _, r := range l.requests {
		if r.key != "" && r.answer == nil {
			unanswered++
			l.s.eventually("the request is answered: "+r.id, func() bool { return r.send(l.s) >= accepted })
		}
	}
	l.s.t.Logf("%d requests, %d of them answered before the end, %d repeated after it", len(l.requests), l.answers.Load(), unanswered)
}

// repeatAnswered sends requests again that were answered, and wants the same answers.
func (l *load) repeatAnswered(most int) {
	l.s.t.Helper()
	for _, r := range l.requests {
		if r.key == "" || r.answer == nil || most == 0 {
			continue
		}
		most--
		a, err := l.s.post(r.body, r.key)
		if err != nil || a.header.Get("Idempotency-Replayed") != "true" || string(a.body) != r.answer.body {
			l.s.t.Errorf("request %s, repeated: status %d, %s, %v; want %s again", r.id, a.status, a.body, err, r.answer.body)
		}
		if a.status != http.StatusCreated && a.status != http.StatusAccepted {
			l.s.t.Errorf("request %s, repeated: status %d", r.id, a.status)
		}
	}
}

// awaitAnswers waits until so many requests have been answered in all.
func (l *load) awaitAnswers(n int64) {
	l.s.t.Helper()
	l.s.eventually("requests are answered", func() bool { return l.answers.Load() >= n })
}
