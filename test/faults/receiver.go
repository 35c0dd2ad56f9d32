package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// receiverCommand is the argument that makes this program the receiver.
const (
	receiverCommand = "receiver"
	headerTimeout   = 5 * time.Second
)

// The share of requests that fail, and the most for one event: an event has ten attempts, and those while the receiver is down
// count too.
const (
	failingShare = 1.0 / 3
	maxFailures  = 3
)

// fate says how a receiver treats a request.
type fate string

// The fates. Of the requests for one event at most maxFailures have another fate than fateTaken.
const (
	fateTaken   fate = "taken"   // kept; the response is 204
	fateLost    fate = "lost"    // kept; the response never arrives
	fateRefused fate = "refused" // not kept; the response is 500
	fateHungUp  fate = "hung up" // not kept; no response
	fateForged  fate = "forged"  // the signature is wrong
)

// kept reports whether the receiver has the event.
func (f fate) kept() bool { return f == fateTaken || f == fateLost }

// entry is a request to the receiver, and a line of its journal.
type entry struct {
	EventID    string `json:"event_id"`
	OrderID    int64  `json:"order_id"`
	Sequence   int64  `json:"sequence"`
	Type       string `json:"type"`
	TrackingNo string `json:"tracking_no"`
	Fate       fate   `json:"fate"`
}

// receiver is a shipper's server: it verifies each request, writes it to its journal, and fails a third.
type receiver struct {
	verifier *standardwebhooks.Webhook

	mu       sync.Mutex
	journal  journal
	failures map[string]int // by event id
}

// receive serves until it is killed.
func receive(setting settings) error {
	verifier, err := standardwebhooks.NewWebhook(setting(variableSecret))
	if err != nil {
		return fmt.Errorf("the endpoint's secret: %w", err)
	}
	earlier, err := readJournal[entry](setting(variableJournal))
	if err != nil {
		return err
	}
	r := &receiver{verifier: verifier, failures: make(map[string]int)}
	for _, e := range earlier {
		if e.Fate != fateTaken {
			r.failures[e.EventID]++
		}
	}
	if r.journal, err = openJournal(setting(variableJournal)); err != nil {
		return err
	}
	server := http.Server{Addr: setting(variableAddress), Handler: r, ReadHeaderTimeout: headerTimeout}
	return server.ListenAndServe()
}

// ServeHTTP implements http.Handler.
func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if req.Method != http.MethodPost {
		w.WriteHeader(http.StatusNoContent) // the readiness probe
		return
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return // the sender was killed meanwhile
	}
	var event struct {
		Type string `json:"type"`
		Data struct {
			ID         string `json:"id"`
			OrderID    int64  `json:"order_id"`
			Sequence   int64  `json:"sequence"`
			TrackingNo string `json:"tracking_no"`
		} `json:"data"`
	}
	err = r.verifier.Verify(body, req.Header)
	if err == nil {
		err = json.Unmarshal(body, &event)
	}
	e := entry{event.Data.ID, event.Data.OrderID, event.Data.Sequence, event.Type, event.Data.TrackingNo, fateForged}
	if err == nil && e.EventID == req.Header.Get(standardwebhooks.HeaderWebhookID) {
		e.Fate = fateTaken
	}
	switch r.decide(&e) {
	case fateTaken:
		w.WriteHeader(http.StatusNoContent)
	case fateRefused:
		http.Error(w, "not now", http.StatusInternalServerError)
	case fateForged:
		http.Error(w, "not signed", http.StatusUnauthorized)
	case fateLost, fateHungUp:
		panic(http.ErrAbortHandler) // no response
	}
}

// decide chooses the fate of a request with a good signature, and writes it to the journal.
func (r *receiver) decide(e *entry) fate {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.Fate == fateTaken && r.failures[e.EventID] < maxFailures && rand.Float64() < failingShare { //nolint:gosec // a fault, no secret
		e.Fate = []fate{fateLost, fateRefused, fateHungUp}[rand.IntN(3)] //nolint:gosec // the same
		r.failures[e.EventID]++
	}
	if err := r.journal.write(*e); err != nil {
		return fateHungUp // it is not in the journal, so it must not be taken
	}
	return e.Fate
}
