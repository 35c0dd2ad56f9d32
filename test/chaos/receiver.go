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

// receiverCommand runs the receiver, which the harness kills, in a process of its own. The
// variables say where it listens, what it keeps and how it verifies.
const (
	receiverCommand   = "receive"
	variableAddress   = "CHAOS_ADDRESS"
	variableJournal   = "CHAOS_JOURNAL"
	variableSecret    = "CHAOS_SECRET"
	receiverMaxHeader = 5 * time.Second
)

// The share of requests that fail, and how many of one event: ten attempts are all it has,
// and those that meet no receiver count too.
const (
	failingShare    = 1.0 / 3
	refusalsOfEvent = 3
)

// receiver is a shipper's server: it verifies, writes to its journal, and fails a third of
// the time.
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
		w.WriteHeader(http.StatusNoContent) // the harness asks whether it is there
		return
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return // who sent it was killed meanwhile
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
		panic(http.ErrAbortHandler) // nothing is answered
	}
}

// decide chooses the fate of an event that is signed as it should be, and writes it down.
func (r *receiver) decide(e *entry) fate {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e.Fate == taken && r.failures[e.EventID] < refusalsOfEvent && rand.Float64() < failingShare { //nolint:gosec // a fault, no secret
		e.Fate = []fate{lost, refused, hungUp}[rand.IntN(3)] //nolint:gosec // the same
		r.failures[e.EventID]++
	}
	if err := r.journal.write(*e); err != nil {
		return hungUp // what is not kept must not be taken
	}
	return e.Fate
}
