package easyposttest

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// APIKey is the key that the server accepts.
const APIKey = "EZTKtest"

// The scripts. Each works anywhere in the name of the address that a parcel goes to.
const (
	ScriptFail    = "[fail]"    // refuses the shipment
	ScriptFlaky   = "[flaky]"   // fails to create it once
	ScriptTimeout = "[timeout]" // sells the postage, but does not respond the first time
	ScriptKeep    = "[keep]"    // refuses the refund
	ScriptLater   = "[later]"   // sells the postage, without a label yet
)

//go:embed testdata
var documents embed.FS

// Document returns one of the documents of testdata.
func Document(name string) []byte {
	content, err := documents.ReadFile("testdata/" + name)
	if err != nil {
		panic(err)
	}
	return content
}

type object = map[string]any

// Server is EasyPost. Safe for concurrent use.
type Server struct {
	URL string // of its API

	// Intercept, if set, sees every call first and may respond in the server's place. It is called for one
	// call at a time, without its body.
	Intercept func(w http.ResponseWriter, r *http.Request) (responded bool)
	// Newest makes a reference name the newest of its shipments instead of the oldest.
	Newest bool
	// Label is the content of every label.
	Label []byte

	mu        sync.Mutex
	shipments []object // in the order of their creation
	failed    map[string]bool
	purchases map[string]int // by reference
	calls     []string
	closing   chan struct{}
	listener  *httptest.Server
}

// New starts a server that ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{
		Label: []byte("%PDF-1.4\n%%EOF\n"), failed: map[string]bool{}, purchases: map[string]int{}, closing: make(chan struct{}),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v2/shipments", s.create)
	mux.HandleFunc("GET /v2/shipments/{id}", s.withShipment(s.get))
	mux.HandleFunc("POST /v2/shipments/{id}/rerate", s.withShipment(s.rerate))
	mux.HandleFunc("POST /v2/shipments/{id}/buy", s.withShipment(s.buy))
	mux.HandleFunc("POST /v2/shipments/{id}/refund", s.withShipment(s.refund))
	mux.HandleFunc("GET /label/{id}", s.label)
	s.listener = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.note(w, r) {
			return
		}
		if user, _, _ := r.BasicAuth(); strings.HasPrefix(r.URL.Path, "/v2/") && user != APIKey {
			refuse(w, "key")
			return
		}
		mux.ServeHTTP(w, r)
	}))
	s.URL = s.listener.URL + "/v2"
	t.Cleanup(func() {
		close(s.closing)
		s.listener.Close()
	})
	return s
}

// Purchases returns how often postage was sold for a reference.
func (s *Server) Purchases(reference string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.purchases[reference]
}

// Calls lists the calls so far, each as method and path.
func (s *Server) Calls() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.calls...)
}

// Shipment returns a value of the oldest shipment of a reference, by the path of field names to it, nil if
// there is none.
func (s *Server) Shipment(reference string, path ...string) any {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, shipment := range s.shipments {
		if shipment["reference"] != reference {
			continue
		}
		var value any = shipment
		for _, name := range path {
			inner, _ := value.(object)
			value = inner[name]
		}
		return value
	}
	return nil
}

// note records a call and reports whether Intercept responded.
func (s *Server) note(w http.ResponseWriter, r *http.Request) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, r.Method+" "+r.URL.Path)
	return s.Intercept != nil && s.Intercept(w, r)
}

func (s *Server) create(w http.ResponseWriter, r *http.Request) {
	var request struct{ Shipment object }
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	reference := fmt.Sprint(request.Shipment["reference"])
	switch {
	case scripted(request.Shipment, ScriptFail):
		refuse(w, "address")
	case scripted(request.Shipment, ScriptFlaky) && !s.failed[reference]:
		s.failed[reference] = true
		refuse(w, "unavailable")
	default:
		made := document("shipment.json")
		maps.Copy(made, request.Shipment)
		made["id"] = fmt.Sprintf("shp_%d", len(s.shipments)+1)
		s.shipments = append(s.shipments, made)
		respond(w, http.StatusCreated, made)
	}
}

// withShipment finds the shipment of a request, by its id or its reference.
func (s *Server) withShipment(next func(http.ResponseWriter, *http.Request, object)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		var found object
		for _, shipment := range s.shipments {
			if id := r.PathValue("id"); (shipment["id"] == id || shipment["reference"] == id) && (found == nil || s.Newest) {
				found = shipment
			}
		}
		if found == nil {
			refuse(w, "not_found")
			return
		}
		next(w, r, found)
	}
}

func (s *Server) get(w http.ResponseWriter, _ *http.Request, shipment object) {
	respond(w, http.StatusOK, shipment)
}

func (s *Server) rerate(w http.ResponseWriter, _ *http.Request, shipment object) {
	respond(w, http.StatusOK, object{"rates": shipment["rates"]})
}

func (s *Server) buy(w http.ResponseWriter, r *http.Request, shipment object) {
	var request struct{ Rate struct{ ID string } }
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if shipment["postage_label"] != nil {
		refuse(w, "exists")
		return
	}
	var selected any
	for _, rate := range shipment["rates"].([]any) {
		if rate.(object)["id"] == request.Rate.ID {
			selected = rate
		}
	}
	if selected == nil {
		refuse(w, "missing_rate")
		return
	}
	maps.Copy(shipment, document("purchase.json"))
	shipment["selected_rate"] = selected
	id := fmt.Sprint(shipment["id"])
	shipment["tracking_code"] = "94001001103680703" + fmt.Sprintf("%05s", strings.TrimPrefix(id, "shp_"))
	if !scripted(shipment, ScriptLater) {
		shipment["postage_label"].(object)["label_url"] = s.listener.URL + "/label/" + id
	}
	s.purchases[fmt.Sprint(shipment["reference"])]++
	if scripted(shipment, ScriptTimeout) {
		s.mu.Unlock()
		defer s.mu.Lock()
		select {
		case <-r.Context().Done():
		case <-s.closing:
		}
		return
	}
	respond(w, http.StatusOK, shipment)
}

func (s *Server) refund(w http.ResponseWriter, _ *http.Request, shipment object) {
	switch {
	case shipment["postage_label"] == nil || shipment["refund_status"] == "submitted":
		refuse(w, "no_refund")
		return
	case scripted(shipment, ScriptKeep):
		shipment["refund_status"] = "rejected"
	default:
		shipment["refund_status"] = "submitted"
	}
	respond(w, http.StatusOK, shipment)
}

func (s *Server) label(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "" {
		http.Error(w, "a label's request must not carry the key", http.StatusForbidden)
		return
	}
	w.Header().Set("Content-Type", "application/pdf")
	_, _ = w.Write(s.Label)
}

func scripted(shipment object, script string) bool {
	to, _ := shipment["to_address"].(object)
	return strings.Contains(fmt.Sprint(to["name"]), script)
}

func document(name string) object {
	var content object
	if err := json.Unmarshal(Document(name), &content); err != nil {
		panic(err)
	}
	return content
}

// refuse responds with one of the errors of testdata.
func refuse(w http.ResponseWriter, name string) {
	failure := document("errors.json")[name].(object)
	respond(w, int(failure["status"].(float64)), failure["body"])
}

func respond(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
