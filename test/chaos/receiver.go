package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// receiverCommand is the argument that makes this program the receiver, in a process of its own, which is
// killed too. The variables are its settings.
const (
	receiverCommand   = "receive"
	variableAddress   = "CHAOS_ADDRESS"
	variableJournal   = "CHAOS_JOURNAL"
	variableSecret    = "CHAOS_SECRET"
	receiverMaxHeader = 5 * time.Second
)

// The share of requests that fail, and the most for one event: an event has ten attempts, and those while
// the receiver is down count too.
const (
	failingShare = 1.0 / 3
	maxFailures  = 3
)

// receiver is a shipper's server: it verifies each request, writes it to its journal, and fails a third.
type receiver struct {
	verifier *standardwebhooks.Webhook

	mu       sync.Mutex
	journal  journal
	failures map[string]int // by event id
}

// receive serves until it is killed.
func receive(environ []string) error {
	variables := make(map[string]string)
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		variables[name] = value
	}
	verifier, err := standardwebhooks.NewWebhook(variables[variableSecret])
	if err != nil {
		return fmt.Errorf("the endpoint's secret: %w", err)
	}
	earlier, err := readJournal(variables[variableJournal])
	if err != nil {
		return err
	}
	r := &receiver{verifier: verifier, failures: make(map[string]int)}
	for _, e := range earlier {
		if e.Fate != taken {
			r.failures[e.EventID]++
		}
	}
	if r.journal, err = openJournal(variables[variableJournal]); err != nil {
		return err
	}
	server := http.Server{Addr: variables[variableAddress], Handler: r, ReadHeaderTimeout: receiverMaxHeader}
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
	e := entry{event.Data.ID, event.Data.OrderID, event.Data.Sequence, event.Type, event.Data.TrackingNo, forged}
	if err == nil && e.EventID == req.Header.Get(standardwebhooks.HeaderWebhookID) {
		e.Fate = taken
	}
	switch r.decide(&e) {
	case taken:
		w.WriteHeader(http.StatusNoContent)
	case refused:
		http.Error(w, "not now", http.StatusInternalServerError)
	case forged:
		http.Error(w, "not signed", http.StatusUnauthorized)
	case lost, hungUp:
		panic(http.ErrAbortHandler) // no response
	}
}

// decide chooses the fate of a request with a good signature, and writes it to the journal.
func (r *receiver) decide(e *entry) fate {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.Fate == taken && r.failures[e.EventID] < maxFailures && rand.Float64() < failingShare { //nolint:gosec // a fault, no secret
		e.Fate = []fate{lost, refused, hungUp}[rand.IntN(3)] //nolint:gosec // the same
		r.failures[e.EventID]++
	}
	if err := r.journal.write(*e); err != nil {
		return hungUp // it is not in the journal, so it must not be taken
	}
	return e.Fate
}
