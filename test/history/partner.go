package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"waybill/internal/partner/protocol"
	"waybill/internal/partner/simulated"
	"waybill/internal/partner/standin"
	"waybill/internal/signature"
)

// The faults of the partner, as shares of the calls.
const (
	unheardShare = 0.2 // nothing is done, and there is no response
	lostShare    = 0.2 // it is done, and there is no response
	longestCall  = 20 * time.Millisecond
)

// courier is the partner: a stand-in that records each call, with faults of its own, because the outcome is known also when
// the response is lost.
type courier struct {
	*history
	caller  int // in the history
	ledger  *simulated.Partner
	standin http.Handler
	server  *httptest.Server

	mu      sync.Mutex
	rng     *rand.Rand
	numbers map[string]string // tracking numbers by the key of the submission
}

// startCourier starts a partner at an address.
func startCourier(ctx context.Context, h *history, address, ledger string, keys signature.Keys, seed uint64) (*courier, error) {
	books, err := simulated.Open(ledger)
	if err != nil {
		return nil, err
	}
	c := &courier{
		history: h, caller: clients, ledger: books, numbers: make(map[string]string),
		rng: rand.New(rand.NewPCG(seed, partnerStream)), //nolint:gosec // faults, no secret
	}
	c.standin = standin.New(standin.Config{
		Partner: books, Keys: keys, Random: func() float64 { return 1 }, Now: time.Now, Log: slog.New(slog.DiscardHandler),
	}).Handler()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, errors.Join(err, books.Close())
	}
	c.server = &httptest.Server{Listener: listener, Config: &http.Server{Handler: c, ReadHeaderTimeout: time.Minute}}
	c.server.Start()
	return c, nil
}

func (c *courier) close() error {
	c.server.Close()
	return c.ledger.Close()
}

// draw is a random number, and a random time of at most half of the longest call.
func (c *courier) draw() (float64, time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.rng.Float64(), time.Duration(c.rng.Int64N(int64(longestCall / 2)))
}

// ServeHTTP serves a call, unless it has a fault.
func (c *courier) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	fault, delay := c.draw()
	_ = pause(r.Context(), delay)
	if fault < unheardShare {
		panic(http.ErrAbortHandler)
	}
	response := c.serve(r, body)
	_, delay = c.draw()
	_ = pause(r.Context(), delay)
	if fault < unheardShare+lostShare {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), response.Header())
	w.WriteHeader(response.Code)
	_, _ = w.Write(response.Body.Bytes()) // a client that has gone away will ask again
}

// actOf returns the action that a call asks for.
func actOf(r *http.Request) act {
	switch {
	case r.Method == http.MethodPut:
		return actSubmit
	case strings.HasSuffix(r.URL.Path, "/cancel"):
		return actTakeBack
	}
	return actFind
}

// serve has the stand-in serve a call, also when the server that calls is killed meanwhile, and records it.
func (c *courier) serve(r *http.Request, body []byte) *httptest.ResponseRecorder {
	in := input{act: actOf(r), version: anyVersion}
	key, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/submissions/"), "/")
	no := c.number(key, "")
	if in.act == actSubmit {
		var order protocol.Order
		if err := json.Unmarshal(body, &order); err != nil {
			panic(http.ErrAbortHandler)
		}
		in.values = values{order.ShipperOrderID, order.Consignee.City, order.Consignee.Name, order.PickupNotes}
		no = c.number(key, order.TrackingNo)
	}
	response, began := httptest.NewRecorder(), c.now()
	c.standin.ServeHTTP(response, r.WithContext(context.WithoutCancel(r.Context())))
	// An attempt may die before it submits. A call that a transport repeats is refused, because of its nonce.
	if outcome := outcomes[response.Code]; no != "" && outcome != "" {
		c.record(no, c.caller, began, in, output{outcome: outcome})
	}
	return response
}

// outcomes are the outcomes of calls by the status of the response.
var outcomes = map[int]string{
	http.StatusOK: done, http.StatusCreated: done, http.StatusNotFound: notFound, http.StatusUnprocessableEntity: refused,
	http.StatusServiceUnavailable: temporary,
}

// number is the tracking number of a submission. It notes it if it is not "".
func (c *courier) number(key, no string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if no != "" {
		c.numbers[key] = no
	}
	return c.numbers[key]
}
