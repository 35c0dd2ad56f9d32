package standin

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"waybill/internal/partner"
	"waybill/internal/partner/protocol"
	"waybill/internal/partner/simulated"
	"waybill/internal/shipment"
	"waybill/internal/signature"
)

// Config configures a stand-in. CallbackURL, Journey, Pause, Faults and Needs are optional.
type Config struct {
	Partner     *simulated.Partner
	Keys        signature.Keys
	CallbackURL string           // receives the callbacks; "" sends none
	Journey     shipment.Journey // is reported by callbacks for each accepted order; zero: none
	Pause       time.Duration    // before each step of the journey
	Faults      Faults
	Needs       []string       // facts for customs that it declares it must know; it takes orders without them, too
	Random      func() float64 // uniform in [0, 1), safe for concurrent use
	Nonce       func() string
	Now         func() time.Time
	Log         *slog.Logger
}

// Server is a stand-in. It is safe for concurrent use.
type Server struct {
	Config
	mu        sync.Mutex
	nonces    map[string]time.Time // of requests, with the time of arrival
	names     map[string]string    // of consignees, by key: they also script cancellations
	callbacks sync.WaitGroup       // under way
	ended     chan struct{}        // closed by End
	end       func()               // closes ended
}

// New returns a stand-in.
func New(c Config) *Server {
	ended := make(chan struct{})
	return &Server{
		Config: c, nonces: map[string]time.Time{}, names: map[string]string{},
		ended: ended, end: sync.OnceFunc(func() { close(ended) }),
	}
}

// Handler serves the adapter's side of the protocol.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /capabilities", s.signed(s.capabilities))
	mux.Handle("PUT /submissions/{key}", s.signed(s.submit))
	mux.Handle("GET /submissions/{key}", s.signed(s.find))
	mux.Handle("POST /submissions/{key}/cancel", s.signed(s.cancel))
	mux.Handle("GET /submissions/{key}/label", s.signed(s.label))
	return mux
}

// Wait returns when the callbacks of all accepted orders are done.
func (s *Server) Wait() { s.callbacks.Wait() }

// End waits for the callbacks under way and drops the callbacks that are due later.
func (s *Server) End() {
	s.end()
	s.callbacks.Wait()
}

// maxRequest bounds a request: an order of 100 items has less than 100 KB.
const maxRequest = 1 << 20

// call is a request whose signature was verified.
type call struct {
	key   string // of the submission
	body  []byte
	fault fault
}

// response is the response to a request.
type response struct {
	status int
	body   any // encoded as JSON
}

// signed wraps an operation: it refuses requests that are not signed or that it has seen, applies the fault,
// and signs the response.
func (s *Server) signed(serve func(context.Context, call) (response, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		nonce, err := s.Keys.VerifyRequest(r.Header, r.Method, r.RequestURI, body, s.Now())
		if err == nil && !s.firstSeen(nonce) {
			err = errors.New("the nonce was seen before")
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		fault := s.Faults.draw(s.Random)
		s.Log.InfoContext(r.Context(), "request", "method", r.Method, "path", r.URL.Path, "fault", fault.String())
		a, err := s.withFault(r.Context(), fault, func() (response, error) {
			return serve(r.Context(), call{r.PathValue("key"), body, fault})
		})
		if err != nil || fault == faultLost {
			panic(http.ErrAbortHandler) // the response never arrives
		}
		keys := s.Keys
		if fault == faultForged {
			keys = signature.Keys{keys[0] + "x"}
		}
		s.respond(w, keys, nonce, a)
	})
}

func (s *Server) respond(w http.ResponseWriter, keys signature.Keys, nonce string, a response) {
	content, err := json.Marshal(a.body)
	if err != nil {
		panic("a response that cannot be JSON: " + err.Error())
	}
	w.Header().Set("Content-Type", "application/json")
	keys.SignResponse(w.Header(), a.status, nonce, content, s.Now())
	w.WriteHeader(a.status)
	_, _ = w.Write(content) // a client that has gone away will ask again
}

// firstSeen reports whether a nonce is new, and remembers it for as long as the signature of its request is
// valid.
func (s *Server) firstSeen(nonce string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Now()
	for old, seen := range s.nonces {
		if now.Sub(seen) > 2*signature.Window {
			delete(s.nonces, old)
		}
	}
	_, seen := s.nonces[nonce]
	s.nonces[nonce] = now
	return !seen
}

func (s *Server) capabilities(context.Context, call) (response, error) {
	return response{http.StatusOK, protocol.Response{Capabilities: protocol.Capabilities{Needs: s.Needs}}}, nil
}

// submit takes an order as its consignee's name scripts it.
func (s *Server) submit(ctx context.Context, c call) (response, error) {
	var order protocol.Order
	if err := json.Unmarshal(c.body, &order); err != nil {
		return responseOf(0, partner.Acceptance{}, &partner.RefusedError{Message: "The order is not JSON: " + err.Error()})
	}
	s.mu.Lock()
	s.names[c.key] = order.Consignee.Name
	s.mu.Unlock()
	if err := s.Partner.Keep(ctx, c.key, order.TrackingNo, c.body); err != nil {
		return responseOf(0, partner.Acceptance{}, err)
	}
	acceptance, err := s.Partner.Submit(ctx, c.key, scripted(order.TrackingNo, order.Consignee.Name))
	if err == nil {
		s.callBack(c.key, order.TrackingNo, acceptance, c.fault)
	}
	return responseOf(http.StatusCreated, acceptance, err)
}

func (s *Server) find(ctx context.Context, c call) (response, error) {
	acceptance, err := s.Partner.Find(ctx, c.key)
	return responseOf(http.StatusOK, acceptance, err)
}

// cancel takes an order back as its consignee's name scripts it. After a restart the stand-in no longer knows
// the name.
func (s *Server) cancel(ctx context.Context, c call) (response, error) {
	s.mu.Lock()
	name := s.names[c.key]
	s.mu.Unlock()
	return responseOf(http.StatusOK, partner.Acceptance{}, s.Partner.Cancel(ctx, c.key, scripted("", name)))
}

func (s *Server) label(ctx context.Context, c call) (response, error) {
	drawn, err := s.Partner.Label(ctx, c.key)
	if err != nil {
		return responseOf(0, partner.Acceptance{}, err)
	}
	return response{http.StatusOK, protocol.Label{Format: drawn.Format, Content: drawn.Content}}, nil
}

// labelWord returns the protocol's word for a label source.
func labelWord(source partner.LabelSource) protocol.LabelWord {
	for word, meant := range protocol.LabelSources {
		if meant == source {
			return word
		}
	}
	return ""
}

// scripted returns an order with the fields that the simulated partner reads.
func scripted(trackingNo, consigneeName string) shipment.Order {
	return shipment.Order{TrackingNo: trackingNo, Consignee: shipment.Party{Name: consigneeName}}
}

// responseOf encodes a result of the simulated partner. It returns an error for a result that the protocol
// has no code for: the response is lost then.
func responseOf(success int, a partner.Acceptance, err error) (response, error) {
	if err == nil {
		return response{success, protocol.Response{HAWBNo: a.HAWBNo, Label: labelWord(a.Label)}}, nil
	}
	if errors.Is(err, partner.ErrNotSubmitted) {
		return response{http.StatusNotFound, protocol.Response{Error: protocol.CodeNotFound, Message: sentence(err)}}, nil
	}
	if errors.Is(err, partner.ErrLabelNotReady) {
		return response{http.StatusConflict, protocol.Response{Error: protocol.CodeNotReady, Message: sentence(err)}}, nil
	}
	if refused, ok := errors.AsType[*partner.RefusedError](err); ok {
		return response{http.StatusUnprocessableEntity, protocol.Response{Error: protocol.CodeRefused, Message: refused.Message}}, nil
	}
	if temporary, ok := errors.AsType[*partner.TemporaryError](err); ok {
		return response{http.StatusServiceUnavailable, protocol.Response{Error: protocol.CodeTemporary, Message: temporary.Message}}, nil
	}
	return response{}, err
}

// sentence writes an error as a sentence.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
