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

// Config is what a stand-in works with. All fields but CallbackURL,
// Journey, Pause and Faults are required.
type Config struct {
	Courier     *simulated.Courier
	Key         signature.Key
	CallbackURL string           // where each accepted order is told of; "": nowhere
	Journey     shipment.Journey // that each accepted order walks through, as callbacks tell; zero: none
	Pause       time.Duration    // before each of its steps
	Faults      Faults
	Random      func() float64 // uniform in [0, 1), safe for concurrent use
	Nonce       func() string
	Now         func() time.Time
	Log         *slog.Logger
}

// Server is a stand-in. Safe for concurrent use.
type Server struct {
	Config
	mu     sync.Mutex
	nonces map[string]time.Time // of requests, and when they came
	names  map[string]string    // of consignees, by key: they script cancellations too
	told   sync.WaitGroup       // callbacks under way
	ended  chan struct{}        // closed when they are to end
	end    func()               // closes it
}

// New makes a stand-in.
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
	mux.Handle("PUT /submissions/{key}", s.signed(s.submit))
	mux.Handle("GET /submissions/{key}", s.signed(s.find))
	mux.Handle("POST /submissions/{key}/cancel", s.signed(s.cancel))
	mux.Handle("GET /submissions/{key}/label", s.signed(s.label))
	return mux
}

// Wait returns when the callbacks of all accepted orders are done.
func (s *Server) Wait() { s.told.Wait() }

// End returns when the callbacks under way are done. What else there is to tell is not told.
func (s *Server) End() {
	s.end()
	s.told.Wait()
}

// maxRequest bounds a request: an order of 100 items has less than 100 KB.
const maxRequest = 1 << 20

// call is a request that is believed.
type call struct {
	key   string // of the submission
	body  []byte
	fault fault
}

// answer is what is said to a request: a JSON value.
type answer struct {
	status int
	body   any // that JSON can hold
}

// signed is the shell of an operation: it believes no request that is not signed, or that
// it has seen, lets faults happen, and signs the answer.
func (s *Server) signed(serve func(context.Context, call) (answer, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		nonce, err := s.Key.VerifyRequest(r.Header, r.Method, r.RequestURI, body, s.Now())
		if err == nil && !s.firstSeen(nonce) {
			err = errors.New("the nonce was seen before")
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		fault := s.Faults.draw(s.Random)
		s.Log.InfoContext(r.Context(), "request", "method", r.Method, "path", r.URL.Path, "fault", fault.String())
		a, err := s.withFault(r.Context(), fault, func() (answer, error) {
			return serve(r.Context(), call{r.PathValue("key"), body, fault})
		})
		if err != nil || fault == faultLost {
			panic(http.ErrAbortHandler) // the answer never arrives
		}
		key := s.Key
		if fault == faultForged {
			key += "x"
		}
		s.send(w, key, nonce, a)
	})
}

func (s *Server) send(w http.ResponseWriter, key signature.Key, nonce string, a answer) {
	content, err := json.Marshal(a.body)
	if err != nil {
		panic("an answer that is no JSON: " + err.Error())
	}
	w.Header().Set("Content-Type", "application/json")
	key.SignAnswer(w.Header(), a.status, nonce, content, s.Now())
	w.WriteHeader(a.status)
	_, _ = w.Write(content) // a caller that has gone away will ask again
}

// firstSeen remembers a nonce for as long as its request would be believed.
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

// submit takes an order as its consignee's name scripts it.
func (s *Server) submit(ctx context.Context, c call) (answer, error) {
	order, err := readOrder(c.body)
	if err != nil {
		return answerOf(0, partner.Acceptance{}, err)
	}
	s.mu.Lock()
	s.names[c.key] = order.Consignee.Name
	s.mu.Unlock()
	acceptance, err := s.Courier.Submit(ctx, c.key, scripted(order.TrackingNo, order.Consignee.Name))
	if err == nil {
		s.tell(c.key, order.TrackingNo, acceptance, c.fault)
	}
	return answerOf(http.StatusCreated, acceptance, err)
}

// readOrder reads an order, or refuses it.
func readOrder(body []byte) (order protocol.Order, err error) {
	if err := json.Unmarshal(body, &order); err != nil {
		return order, &partner.RefusedError{Message: "The order is not JSON: " + err.Error()}
	}
	return order, nil
}

func (s *Server) find(ctx context.Context, c call) (answer, error) {
	acceptance, err := s.Courier.Find(ctx, c.key)
	return answerOf(http.StatusOK, acceptance, err)
}

// cancel gives an order back as its consignee's name scripts it, unless the stand-in was
// started again since it had the order.
func (s *Server) cancel(ctx context.Context, c call) (answer, error) {
	s.mu.Lock()
	name := s.names[c.key]
	s.mu.Unlock()
	return answerOf(http.StatusOK, partner.Acceptance{}, s.Courier.Cancel(ctx, c.key, scripted("", name)))
}

func (s *Server) label(ctx context.Context, c call) (answer, error) {
	drawn, err := s.Courier.Label(ctx, c.key)
	if err != nil {
		return answerOf(0, partner.Acceptance{}, err)
	}
	return answer{http.StatusOK, protocol.Label{Format: drawn.Format, Content: drawn.Content}}, nil
}

// labelWord is how the protocol says whose label a parcel gets.
func labelWord(source partner.LabelSource) protocol.LabelWord {
	for word, meant := range protocol.LabelSources {
		if meant == source {
			return word
		}
	}
	return ""
}

// scripted is as much of an order as the courier looks at.
func scripted(trackingNo, consigneeName string) shipment.Order {
	return shipment.Order{TrackingNo: trackingNo, Consignee: shipment.Party{Name: consigneeName}}
}

// answerOf is how the protocol says what the courier said. An error is one that the
// protocol has no word for: the answer is lost.
func answerOf(success int, a partner.Acceptance, err error) (answer, error) {
	if err == nil {
		return answer{success, protocol.Answer{HAWBNo: a.HAWBNo, Label: labelWord(a.Label)}}, nil
	}
	if errors.Is(err, partner.ErrNotSubmitted) {
		return answer{http.StatusNotFound, protocol.Answer{Error: protocol.CodeNotFound, Message: sentence(err)}}, nil
	}
	if errors.Is(err, partner.ErrLabelNotReady) {
		return answer{http.StatusConflict, protocol.Answer{Error: protocol.CodeNotReady, Message: sentence(err)}}, nil
	}
	if refused, ok := errors.AsType[*partner.RefusedError](err); ok {
		return answer{http.StatusUnprocessableEntity, protocol.Answer{Error: protocol.CodeRefused, Message: refused.Message}}, nil
	}
	if temporary, ok := errors.AsType[*partner.TemporaryError](err); ok {
		return answer{http.StatusServiceUnavailable, protocol.Answer{Error: protocol.CodeTemporary, Message: temporary.Message}}, nil
	}
	return answer{}, err
}

// sentence is an error as people write.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
