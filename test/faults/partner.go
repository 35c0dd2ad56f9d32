package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"math"
	mathrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"waybill/internal/partner/protocol"
	"waybill/internal/partner/simulated"
	"waybill/internal/partner/standin"
	"waybill/internal/signature"
)

// partnerCommand is the argument that makes this program the partner.
const partnerCommand = "partner"

// The faults of the partner, as shares of the calls.
const (
	standinShare   = 0.2                     // those of the stand-in: slow, refused, forged, without a response, two callbacks
	standinLatency = 1500 * time.Millisecond // so that a third of the slow calls exceed the time-out
	unheardShare   = 0.1                     // nothing is done, and there is no response
	lostShare      = 0.1                     // it is done and recorded, and there is no response
	longestDelay   = 10 * time.Millisecond   // before a call, and after it
)

// visit is a call that the partner receives, and a line of its journal: one when it begins, another one when it has ended.
type visit struct {
	ID           string
	Key          string // of the submission
	Act          act
	TrackingNo   string // of a submission
	Values       values // of a submission
	Began, Ended int64  // 0: it has not ended
	Outcome      string
}

// partner is a stand-in that records each call, with faults of its own, because the outcome is known also when the response
// is lost.
type partner struct {
	standin http.Handler
	journal journal
}

// servePartner serves until it is killed.
func servePartner(setting settings) error {
	ledger, err := simulated.Open(setting(variableLedger))
	if err != nil {
		return err
	}
	calls, err := openJournal(setting(variableJournal))
	if err != nil {
		return err
	}
	handler := standin.New(standin.Config{
		Partner: ledger, Keys: signature.Keys{signature.Key(setting(variableSecret))}, CallbackURL: setting(variableCallback),
		Faults: standin.Faults{Rate: standinShare, Latency: standinLatency}, Random: mathrand.Float64, Nonce: rand.Text, Now: time.Now,
		Log: slog.New(slog.DiscardHandler),
	}).Handler()
	server := http.Server{Addr: setting(variableAddress), Handler: &partner{handler, calls}, ReadHeaderTimeout: headerTimeout}
	return server.ListenAndServe()
}

// ServeHTTP serves a call, unless it has a fault.
func (p *partner) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	v := visit{ID: rand.Text(), Act: actOf(r)}
	if v.Act == "" {
		p.standin.ServeHTTP(w, r)
		return
	}
	fault := mathrand.Float64() //nolint:gosec // a fault, no secret
	delay(r)
	if fault < unheardShare {
		panic(http.ErrAbortHandler)
	}
	v.Key, _, _ = strings.Cut(strings.TrimPrefix(r.URL.Path, "/submissions/"), "/")
	if v.Act == actSubmit {
		var order protocol.Order
		if err := json.Unmarshal(body, &order); err != nil {
			panic(http.ErrAbortHandler)
		}
		v.TrackingNo, v.Values = order.TrackingNo, values{
			order.ShipperOrderID, order.Consignee.City, order.Consignee.Name, order.PickupNotes, order.WeightKG, decimal(order.ServiceID),
		}
	}
	response := p.serve(r, v)
	delay(r)
	if fault < unheardShare+lostShare {
		panic(http.ErrAbortHandler)
	}
	maps.Copy(w.Header(), response.Header())
	w.WriteHeader(response.Code)
	_, _ = w.Write(response.Body.Bytes()) // a client that has gone away will ask again
}

func delay(r *http.Request) {
	_ = pause(r.Context(), time.Duration(mathrand.Int64N(int64(longestDelay)))) //nolint:gosec // no secret
}

// actOf returns the act that a call asks for, "" for another one.
func actOf(r *http.Request) act {
	isSubmission := strings.HasPrefix(r.URL.Path, "/submissions/")
	switch {
	case r.Method == http.MethodPut:
		return actSubmit
	case strings.HasSuffix(r.URL.Path, "/cancel"):
		return actTakeBack
	case isSubmission && !strings.HasSuffix(r.URL.Path, "/label"):
		return actFind
	}
	return ""
}

// serve has the stand-in serve a call and writes it to the journal. The outcome is unknown to the journal if the stand-in gives
// no response: it may have done what was asked.
func (p *partner) serve(r *http.Request, v visit) *httptest.ResponseRecorder {
	response := httptest.NewRecorder()
	v.Began, v.Outcome = now(), lost
	p.write(v)
	defer func() {
		v.Ended = now()
		p.write(v)
	}()
	p.standin.ServeHTTP(response, r)
	// An attempt may die before it submits. A call that a transport repeats is refused, because of its nonce.
	v.Outcome = outcomes[response.Code]
	return response
}

// write writes a call that has no effect, and gets no response, if it is not in the journal.
func (p *partner) write(v visit) {
	if err := p.journal.write(v); err != nil {
		panic(http.ErrAbortHandler)
	}
}

// outcomes are the outcomes of calls by the status of the response.
var outcomes = map[int]string{
	http.StatusOK: done, http.StatusCreated: done, http.StatusNotFound: notFound, http.StatusUnprocessableEntity: refused,
	http.StatusServiceUnavailable: temporary,
}

// readPartner takes the calls that the partner has received until now into the history, by the tracking number of the order. A
// call that was killed with the partner has no end.
func (h *history) readPartner(path string) error {
	lines, err := readJournal[visit](path)
	if err != nil {
		return err
	}
	numbers, visits := make(map[string]string), make(map[string]visit)
	for _, v := range lines {
		if visits[v.ID] = v; v.Act == actSubmit {
			numbers[v.Key] = v.TrackingNo
		}
	}
	received := make(map[string][]call)
	for _, v := range visits {
		no := numbers[v.Key]
		if saysNothing := v.Act == actFind && v.Outcome != done && v.Outcome != notFound; no == "" || v.Outcome == "" || saysNothing {
			continue
		}
		if v.Ended == 0 {
			v.Ended = math.MaxInt64
		}
		in := input{act: v.Act, version: anyVersion, values: v.Values}
		received[no] = append(received[no], call{partnerCaller, v.Began, v.Ended, in, output{outcome: v.Outcome}})
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.received = received
	return nil
}
