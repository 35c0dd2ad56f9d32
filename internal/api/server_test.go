package api

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/api/shell"
	"waybill/internal/blob"
	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/importer"
	"waybill/internal/partner/simulated"
	"waybill/internal/partnerlabel/partnerlabeltest"
	"waybill/internal/store/requestlog"
	"waybill/internal/store/storetest"
	"waybill/test/backend"
)

func TestMain(m *testing.M) { partnerlabeltest.Main(m, importer.Tasks) }

// testKey is the secret key of the demo account.
const testKey = backend.Key

// server is Waybill as it is served: a real database, a real listener, real workers.
type server struct {
	api      *API
	t        *testing.T
	url      string // without /api
	sdk      *client.Client
	partner  *simulated.Partner
	blobs    blob.Store
	folder   string // of the data
	clock    *clock
	log      *syncBuffer
	faults   faultCount
	requests *requestlog.Writer
}

// faultCount counts the faults of rules.
type faultCount struct {
	mu    sync.Mutex
	rules []string // a fault each
}

func (f *faultCount) add(rule string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rules = append(f.rules, rule)
}

func (f *faultCount) list() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.rules)
}

// clock is the real time, which a test can move forward, and stop.
type clock struct {
	ahead   atomic.Int64
	stopped atomic.Pointer[time.Time]
}

func (c *clock) now() time.Time {
	at := time.Now()
	if stopped := c.stopped.Load(); stopped != nil {
		at = *stopped
	}
	return at.Add(time.Duration(c.ahead.Load()))
}

func (c *clock) stop()                   { c.stopped.Store(new(time.Now())) }
func (c *clock) advance(d time.Duration) { c.ahead.Add(int64(d)) }
func (c *clock) elapsed() time.Duration  { return time.Since(started) + time.Duration(c.ahead.Load()) }

var started = time.Now()

type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// onEngines runs a test against a server on each engine.
func onEngines(t *testing.T, test func(t *testing.T, s *server)) {
	t.Helper()
	t.Parallel()
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		test(t, startServer(t, databaseURL, t.TempDir()))
	})
}

// startServer serves the data of databaseURL and folder until the test ends.
func startServer(t *testing.T, databaseURL, folder string) *server {
	t.Helper()
	return startServerAt(t, new(clock), databaseURL, folder)
}

// startServerAt is startServer by a clock.
func startServerAt(t *testing.T, clock *clock, databaseURL, folder string) *server {
	t.Helper()
	s := &server{t: t, clock: clock, log: new(syncBuffer), folder: folder}
	logger := slog.New(slog.NewTextHandler(s.log, nil))
	parts := backend.New(t, backend.Options{
		DatabaseURL: databaseURL, Folder: folder, Now: s.clock.now, Elapsed: s.clock.elapsed, Log: logger, Fault: s.faults.add,
		Drawing: DrawingNeeds(2),
	})
	s.partner, s.blobs = parts.Partner, parts.Blobs
	var err error
	s.requests = requestlog.NewWriter(parts.Store.Requests, logger)
	s.api, err = New(t.Context(), shell.New(shell.Config{
		Requests: s.requests, Rehearse: true,
		Budget: parts.Budget, Spool: parts.Spool, Store: parts.Store, Now: s.clock.now, Log: logger, Metrics: backend.NoMetrics{},
		Version: "test", BlockingBudget: time.Minute,
	}), Config{
		Endpoints: parts.Endpoints, Orders: parts.Orders,
		Labels:    parts.Labels,
		Receivers: map[string]Receiver{"otherwise": receiveOtherwise}, Simulate: true, Features: parts.Features,
	})
	if err != nil {
		t.Fatal(err)
	}
	listener := httptest.NewServer(s.api.Handler())
	t.Cleanup(listener.Close)
	s.url = listener.URL
	s.sdk = s.client(testKey)
	return s
}

// client calls the server with a key, without repeating what fails.
func (s *server) client(key string) *client.Client {
	s.t.Helper()
	c, err := client.New(s.url+"/api", key, client.WithMaxRetries(0), client.WithHTTPClient(&http.Client{Transport: checkedTransport{s.t}}))
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// reply is an answer that has been read.
type reply struct {
	StatusCode int
	Header     http.Header
	Close      bool // the answer closes its connection
}

// send sends a raw request and reads the answer.
func (s *server) send(method, path, body string, header ...string) (got reply, text string) {
	s.t.Helper()
	return s.sendBy(checkedTransport{s.t}, method, path, body, header...)
}

func (s *server) sendBy(by http.RoundTripper, method, path, body string, header ...string) (got reply, text string) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := by.RoundTrip(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	read, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return reply{res.StatusCode, res.Header, res.Close}, string(read)
}

// exampleOrder is the order of the interface document, as a client sends it.
func exampleOrder() client.NewOrder {
	return client.NewOrder{
		ServiceID: 1, ShipperOrderID: "ORDER123",
		OrderLength: "12", OrderWidth: "12", OrderHeight: "12", OrderWeight: "12",
		PaymentType: "cod", CODAmtToCollect: "40.5", Incoterm: "DDP",
		IdentificationDocumentName: "LOCALTAXID", ConsigneeIdentifcationNumber: "S1234567G",
		ConsigneeName: "Susan", ConsigneeNumber: "+6291234567891", ConsigneeCountry: "Indonesia",
		ConsigneeAddress: "Jl. Berangin 5, Tanjung Gading", ConsigneePostal: "12420",
		ConsigneeState: "Daerah Khusus Ibukota Jakarta", ConsigneeCity: "Jakarta Selatan", ConsigneeProvince: "Cilandak",
		ConsigneeEmail: "susan123@email.com", PickupContactName: "Jackson", PickupContactNumber: "+6591234567",
		PickupCountry: "Singapore", PickupAddress: "Jurong West Ave 1", PickupPostal: "640534", PickupState: "Singapore State",
		Items: []client.Item{{
			Desc: "Blue Male T-Shirt", Category: "Fashion Apparel", ProductID: "PROD123", SKU: "ITEMSKU123",
			Quantity: 3, PriceValue: "23.55", PriceCurrency: "IDR",
		}},
	}
}

// partnerOrder is an order for the simulated partner, which a script in the name tells
// what to do.
func partnerOrder(script string) client.NewOrder {
	o := exampleOrder()
	o.ServiceID = 5
	o.ConsigneeName = "Susan " + script
	return o
}

func (s *server) create(orders ...client.NewOrder) client.CreateResult {
	s.t.Helper()
	result, err := s.sdk.CreateOrders(s.t.Context(), client.CreateRequest{Orders: orders})
	if err != nil {
		s.t.Fatal(err)
	}
	return result
}

// eventually asks again and again until the condition holds.
func (s *server) eventually(what string, holds func() bool) {
	s.t.Helper()
	deadline := time.After(3 * time.Minute)
	for !holds() {
		select {
		case <-deadline:
			s.t.Fatalf("did not happen in 3 minutes: %s", what)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// order is the record of a tracking number.
func (s *server) order(trackingNo string) client.Order {
	s.t.Helper()
	page, err := s.sdk.Orders(s.t.Context(), client.Filter{TrackingNos: []string{trackingNo}, WithItems: true})
	if err != nil {
		s.t.Fatal(err)
	}
	if len(page.Results) != 1 {
		s.t.Fatalf("%d orders with tracking number %s", len(page.Results), trackingNo)
	}
	return page.Results[0]
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// printJobs are those of the database.
func (s *server) printJobs() *printjobs.Jobs { return &printjobs.Jobs{DB: s.api.Store.DB} }
