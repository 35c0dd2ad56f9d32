package e2e_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"waybill/internal/store"
	"waybill/test/database"
)

const serviceOfAdapter = 90

// others counts the calls that reach a partner and a receiver of webhooks, and fails them, so that the calls are due
// again and again.
type others struct{ partner, receiver atomic.Int64 }

// startOthers starts them, and has a server's data use them. The server must not run.
func startOthers(t *testing.T, s *server) *others {
	t.Helper()
	o := new(others)
	failing := func(calls *atomic.Int64) string {
		fake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			calls.Add(1)
			w.WriteHeader(http.StatusServiceUnavailable)
		}))
		t.Cleanup(fake.Close)
		return fake.URL
	}
	s.mustWaybill("partner", "create", "acme", "--url", failing(&o.partner), "--allow-private-network")
	s.mustWaybill("service", "create", "Adapter", "--partner", "acme", "--id", "90")
	s.mustWaybill("webhook", "create", "--account", "1", "--url", failing(&o.receiver))
	return o
}

// waitsTooLong is a blocking budget that is longer than the client of these tests waits for a response.
const waitsTooLong = "WAYBILL_BLOCKING_BUDGET=5m"

// expectNoCalls creates a blocking order for the adapter and one in house, and checks that nobody was called. The responses
// must not wait: see waitsTooLong.
func (o *others) expectNoCalls(t *testing.T, s *server) {
	t.Helper()
	r := newRequest(t, "PAUSED"+rand.Text()[:6], shape{orders: 1, service: serviceOfAdapter, blocking: true, keyed: true})
	a, err := s.post(r.body, r.key)
	if err != nil || a.status != http.StatusAccepted ||
		!strings.Contains(string(a.body), `"order_label_url":null,"message":"This server calls no partners now. `) {
		t.Errorf("a blocking create: %v, %d %s", err, a.status, a.body)
	}
	if again, err := s.post(r.body, r.key); err != nil || !bytes.Equal(again.body, a.body) {
		t.Errorf("repeated: %v, %d %s", err, again.status, again.body)
	}
	in := newRequest(t, "INHOUSE"+rand.Text()[:6], shape{orders: 1, service: serviceInHouse, blocking: true})
	if a, err := s.post(in.body, ""); err != nil || a.status != http.StatusCreated || !strings.Contains(string(a.body), "/labels/") {
		t.Errorf("a label in house: %v, %d %s", err, a.status, a.body)
	}
	o.expectState(t, s, true)
	if partner, receiver := o.partner.Load(), o.receiver.Load(); partner+receiver != 0 {
		t.Errorf("%d calls to the partner, %d webhooks", partner, receiver)
	}
	if out, err := s.waybill("webhook", "test", "1"); err == nil || !strings.Contains(err.Error(), "waybill resume") {
		t.Errorf("a test event: %s, %v", out, err)
	}
}

// expectState checks what the metrics and the doctor say.
func (o *others) expectState(t *testing.T, s *server, paused bool) {
	t.Helper()
	line, result := "\nwaybill_outgoing_paused 0\n", "ok"
	if paused {
		line, result = "\nwaybill_outgoing_paused 1\n", "failed"
	}
	s.eventually("the metrics say whether outgoing calls are paused", func() bool {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.metrics+"/metrics", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.do(req)
		return err == nil && strings.Contains(string(a.body), line)
	})
	out, _ := s.waybill("doctor", "--json") // other checks may fail
	if !strings.Contains(strings.Join(strings.Fields(string(out)), " "), `"check": "outgoing calls", "result": "`+result+`"`) {
		t.Errorf("doctor: %s", out)
	}
}

// expectCalls resumes, and waits until both are called.
func (o *others) expectCalls(t *testing.T, s *server) {
	t.Helper()
	s.mustWaybill("resume")
	s.eventually("the partner and the receiver are called", func() bool { return o.partner.Load() > 0 && o.receiver.Load() > 0 })
	o.expectState(t, s, false)
}

func (o *others) forget() { o.partner.Store(0); o.receiver.Store(0) }

// due starts a server and waits until a call to the partner and a webhook have failed. Both are due again later.
func (o *others) due(t *testing.T, s *server) {
	t.Helper()
	s.start()
	if newRequest(t, "DUE", shape{orders: 2, service: serviceOfAdapter}).send(s) != accepted {
		t.Fatal("the server does not take orders")
	}
	s.eventually("both are called", func() bool { return o.partner.Load() > 0 && o.receiver.Load() > 0 })
}

// TestLongRestoredAndCopiedDataMakeNoCalls restores a backup of data with due calls and webhooks, and copies them to
// PostgreSQL: neither server calls anyone before resume.
func TestLongRestoredAndCopiedDataMakeNoCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	s := newServer(t, "", t.TempDir())
	s.mustWaybill("migrate")
	s.start()
	s.stop()
	o := startOthers(t, s)
	o.due(t, s)
	file := filepath.Join(t.TempDir(), "backup.tar")
	s.mustWaybill("backup", file)
	if code := s.stop(); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	restored := newServer(t, "", t.TempDir(), waitsTooLong)
	if out := string(restored.mustWaybill("restore", file)); !strings.Contains(out, "waybill resume") {
		t.Error(out)
	}
	copied := newServer(t, database.Postgres(t), t.TempDir(), waitsTooLong)
	if out := string(s.mustWaybill("copy", "--to", copied.databaseURL)); !strings.Contains(out, "waybill resume") {
		t.Error(out)
	}
	for _, s := range []*server{restored, copied} {
		s.metrics = freeAddress(t)
		o.forget()
		s.start()
		if !strings.Contains(s.log.String(), "outgoing calls are paused") {
			t.Errorf("the log does not say so: %s", s.log.Tail())
		}
		o.expectNoCalls(t, s)
		o.expectCalls(t, s)
		s.stop()
		o.forget()
		s.start() // it stays resumed
		o.expectCalls(t, s)
		s.stop()
	}

	drill := newServer(t, "", restored.folder, waitsTooLong, "WAYBILL_NO_OUTGOING=yes")
	drill.metrics = restored.metrics
	o.forget()
	drill.start()
	r := newRequest(t, "DRILL", shape{orders: 1, service: serviceOfAdapter, blocking: true})
	if a, err := drill.post(r.body, ""); err != nil || a.status != http.StatusAccepted {
		t.Errorf("in a drill: %v, %d %s", err, a.status, a.body)
	}
	if o.partner.Load()+o.receiver.Load() != 0 {
		t.Error("a drill called others")
	}
}

// TestLongMovedDatabaseSkipsOrderIDs copies a database as pg_restore does: it gets another oid. Two servers start on the copy.
func TestLongMovedDatabaseSkipsOrderIDs(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	first := newDatabase(t, "")
	s := newServer(t, first, t.TempDir())
	s.start()
	s.stop()
	o := startOthers(t, s)
	o.due(t, s)
	s.stop()
	s.metrics = freeAddress(t)
	s.start() // on the same database: nothing is paused
	o.expectState(t, s, false)
	s.stop()
	next := nextOrderID(t, first)

	second := newDatabase(t, databaseName(t, first))
	o.forget()
	var two [2]*server
	var starting sync.WaitGroup
	for i := range two {
		two[i] = newServer(t, second, t.TempDir(), waitsTooLong)
		two[i].metrics = freeAddress(t)
		starting.Go(two[i].start)
	}
	starting.Wait()
	if got := nextOrderID(t, second); got != next+store.DefaultSkip {
		t.Errorf("the next order has id %d, not %d: ids must be skipped once", got, next+store.DefaultSkip)
	}
	for _, s := range two {
		if !strings.Contains(s.log.String(), `"level":"ERROR"`) || !strings.Contains(s.log.String(), "outgoing calls are paused") {
			t.Errorf("the log does not say so: %s", s.log.Tail())
		}
		o.expectNoCalls(t, s)
	}
	o.expectCalls(t, two[0])
	o.expectState(t, two[1], false)
	for _, s := range two {
		s.stop()
	}
	before := nextOrderID(t, second)
	two[0].start() // the new database is recorded
	o.expectState(t, two[0], false)
	if got := nextOrderID(t, second); got != before {
		t.Errorf("the counter went from %d to %d without an order", before, got)
	}
}

// TestDoctorSaysThatADatabaseCannotBeRecognized: a role that may not read the identity of the cluster works as before.
func TestDoctorSaysThatADatabaseCannotBeRecognized(t *testing.T) {
	t.Parallel()
	admin := newDatabase(t, "")
	role := "waybill_" + strings.ToLower(rand.Text()[:8])
	execute(t, admin, "CREATE ROLE "+role+" LOGIN PASSWORD 'change-me'", "GRANT ALL ON SCHEMA public TO "+role,
		"REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC")
	t.Cleanup(func() { execute(t, admin, "DROP OWNED BY "+role, "DROP ROLE "+role) })
	u, err := url.Parse(admin)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Del("user")
	u.User, u.RawQuery = url.UserPassword(role, "change-me"), query.Encode()
	s := newServer(t, u.String(), t.TempDir())
	s.start()
	out, _ := s.waybill("doctor")
	if !strings.Contains(string(out), "GRANT EXECUTE ON FUNCTION pg_control_system()") {
		t.Errorf("doctor: %s", out)
	}
	r := newRequest(t, "BLIND", shape{orders: 1, service: servicePartner, blocking: true})
	if a, err := s.post(r.body, ""); err != nil || a.status != http.StatusCreated {
		t.Errorf("create: %v, %d %s", err, a.status, a.body)
	}
}

// newDatabase makes a database, as a copy of another one if template is not "", and drops it at the end of the test.
func newDatabase(t *testing.T, template string) string {
	t.Helper()
	base := database.URL(t)
	u, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	name := "test_" + strings.ToLower(rand.Text())
	statement := "CREATE DATABASE " + name
	if template != "" {
		statement += " TEMPLATE " + template
	}
	execute(t, base, statement)
	t.Cleanup(func() { execute(t, base, "DROP DATABASE "+name+" WITH (FORCE)") })
	u.Path = "/" + name
	return u.String()
}

func databaseName(t *testing.T, databaseURL string) string {
	t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(u.Path, "/")
}

func execute(t *testing.T, databaseURL string, statements ...string) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context()) // also at the end of the test
	conn, err := pgx.Connect(ctx, databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

func nextOrderID(t *testing.T, databaseURL string) (next int64) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), databaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if err := conn.QueryRow(t.Context(), `SELECT next_value FROM counters WHERE name = 'order_id'`).Scan(&next); err != nil {
		t.Fatal(err)
	}
	return next
}
