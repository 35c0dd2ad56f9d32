package shell

import (
	"errors"
	"net/http"
	"sync"
	"time"

	"waybill/internal/problem"
	"waybill/internal/store"
)

// rehearseHeader names what goes wrong with a request, so that a program can be tried against it.
const rehearseHeader = "Waybill-Rehearse"

// slowResponse is how long a slow response takes: longer than people wait, shorter than the time limits of clients.
const slowResponse = 10 * time.Second

// maxRehearsed bounds the keys that are remembered. When there are as many, all are forgotten.
const maxRehearsed = 10_000

// rehearsals are the errors that a request can ask for. slow and lost are carried out instead.
var rehearsals = map[string]error{
	"409": store.ErrStillRunning, "429": throttled(time.Second), "500": errors.New("rehearsed"), "503": ErrOverload, "slow": nil, "lost": nil,
}

var errRehearsal = &Problem{Status: http.StatusBadRequest, Detail: problem.Rehearsal}

// rehearsal fails requests that ask for it. Of the requests with one Idempotency-Key only the first fails, so that a repetition
// succeeds; without a key each fails.
type rehearsal struct {
	mu   sync.Mutex
	seen map[string]bool
}

func (s *Shell) rehearsed(next http.Handler) http.Handler {
	state := &rehearsal{seen: map[string]bool{}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wanted := r.Header.Get(rehearseHeader)
		failure, known := rehearsals[wanted]
		switch {
		case wanted == "":
		case !s.Rehearse || !known:
			s.Respond(w, r, Response{}, errRehearsal)
			return
		case !state.first(r):
		case failure != nil:
			s.Respond(w, r, Response{}, failure)
			return
		case wanted == "slow":
			timer := time.NewTimer(slowResponse)
			defer timer.Stop()
			select {
			case <-timer.C:
			case <-r.Context().Done():
			}
		default:
			next.ServeHTTP(&lostResponse{header: http.Header{}}, r)
			panic(http.ErrAbortHandler) // closes the connection
		}
		next.ServeHTTP(w, r)
	})
}

// first reports whether a request is the first one with its Idempotency-Key.
func (h *rehearsal) first(r *http.Request) bool {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		return true
	}
	key = r.Header.Get("Authorization") + "\n" + key
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.seen) >= maxRehearsed {
		clear(h.seen)
	}
	before := h.seen[key]
	h.seen[key] = true
	return !before
}

// lostResponse takes a response that nobody gets.
type lostResponse struct{ header http.Header }

func (l *lostResponse) Header() http.Header         { return l.header }
func (l *lostResponse) Write(b []byte) (int, error) { return len(b), nil }
func (l *lostResponse) WriteHeader(int)             {}
