package shell

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"net/http"
	"regexp"
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
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		wanted := r.Header.Get(rehearseHeader)
		if wanted == "" {
			next.ServeHTTP(w, r)
			return
		}
		lost, err := s.rehearse(r, wanted, "")
		switch {
		case err != nil:
			s.Respond(w, r, Response{}, err)
		case lost:
			next.ServeHTTP(&lostResponse{header: http.Header{}}, r)
			panic(http.ErrAbortHandler) // closes the connection
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// rehearseTag is the same wish in a text of an order, for programs that cannot send a header.
var rehearseTag = regexp.MustCompile(`\[rehearse (409|429|500|503|slow|lost)\]`)

// RehearsedByTag carries out a call, unless a tag in its body asks for a failure. In production, where a customer of a shop may have typed
// it, a tag is text.
func (s *Shell) RehearsedByTag(c Call, serve func() (Response, error)) (Response, error) {
	if !s.Rehearse {
		return serve()
	}
	tag := rehearseTag.FindSubmatch(c.Body)
	if tag == nil {
		return serve()
	}
	sum := sha256.Sum256(c.Body)
	lost, err := s.rehearse(c.Req, string(tag[1]), string(sum[:]))
	if err != nil {
		return Response{}, err
	}
	res, err := serve()
	if lost {
		panic(http.ErrAbortHandler) // closes the connection
	}
	return res, err
}

// rehearse fails or delays a request that asks for it, or reports that its response is lost. If it has no Idempotency-Key, key stands
// for one, if it is not "".
func (s *Shell) rehearse(r *http.Request, wanted, key string) (lost bool, err error) {
	failure, known := rehearsals[wanted]
	switch {
	case !s.Rehearse || !known:
		return false, errRehearsal
	case !s.rehearsal.first(r, key):
		return false, nil
	case wanted == "slow":
		timer := time.NewTimer(slowResponse)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
		}
	}
	return wanted == "lost", failure
}

// first reports whether a request is the first one with its Idempotency-Key, or else with key.
func (h *rehearsal) first(r *http.Request, key string) bool {
	key = cmp.Or(r.Header.Get("Idempotency-Key"), key)
	if key == "" {
		return true
	}
	key = r.Header.Get("Authorization") + "\n" + key
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.seen == nil || len(h.seen) >= maxRehearsed {
		h.seen = map[string]bool{}
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
