package e2e_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// fault is what a faulty proxy does to the first request of a call.
type fault string

const (
	faultNone    fault = "none"
	faultBefore  fault = "before"  // drops it
	faultAfter   fault = "after"   // has the server carry it out, and drops the response
	faultGateway fault = "gateway" // has the server carry it out, and responds 502
	faultLate    fault = "late"    // drops it, and has the server carry it out after the second one
	faultTwice   fault = "twice"   // sends it to the server twice
)

var faults = []fault{faultBefore, faultAfter, faultGateway, faultLate, faultTwice}

// drivenCall is a call that a driver makes through an SDK. Its base address has the id as the first step.
type drivenCall struct {
	ID      string `json:"id"`
	Method  string `json:"method"`
	Path    string `json:"path"` // below /api
	Body    any    `json:"body,omitempty"`
	IfMatch string `json:"if_match,omitempty"`

	operation drivenOperation
	fault     fault
}

// drivenResult is what a driver says of a call.
type drivenResult struct {
	ID     string `json:"id"`
	Status int    `json:"status"` // of the error; 0: there was no response; 200: success
	Body   []byte `json:"body"`   // of a success
	Key    string `json:"key"`    // of the error or the success
	Error  string `json:"error"`  // "": success
}

func (c *drivenCall) String() string { return c.operation.name + ", " + string(c.fault) }

// passed is a response of the server to a request of a call.
type passed struct {
	status   int
	header   http.Header
	body     []byte
	replayed bool
	late     bool // to a request that was delayed
}

func (p passed) ok() bool { return p.status/100 == 2 }

// faultyProxy passes requests on to a server, and does to the first request of each call what its fault says.
type faultyProxy struct {
	target string // http://host:port
	mu     sync.Mutex
	calls  map[string]*proxiedCall
}

type proxiedCall struct {
	fault    fault
	mu       sync.Mutex // one request of the call at a time
	requests int
	late     *http.Request
	keys     map[string]bool
	answers  []passed // of the server
}

func (p *faultyProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	id, path, _ := strings.Cut(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	p.mu.Lock()
	c := p.calls[id]
	p.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	if c == nil || err != nil {
		panic(http.ErrAbortHandler)
	}
	url := p.target + "/" + path
	if r.URL.RawQuery != "" {
		url += "?" + r.URL.RawQuery
	}
	again := func() *http.Request {
		req, err := http.NewRequestWithContext(context.WithoutCancel(r.Context()), r.Method, url, bytes.NewReader(body))
		if err != nil {
			panic(err)
		}
		req.Header = r.Header.Clone()
		req.Header.Del("Accept-Encoding") // so that answers come unpacked, and are compared
		return req
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests++
	c.keys[r.Header.Get("Idempotency-Key")] = true
	if c.requests > 1 {
		answer := c.pass(again())
		if c.late != nil {
			c.pass(c.late)
			c.late, c.answers[len(c.answers)-1].late = nil, true
		}
		respond(w, answer)
		return
	}
	switch c.fault {
	case faultBefore:
		panic(http.ErrAbortHandler)
	case faultAfter:
		c.pass(again())
		panic(http.ErrAbortHandler)
	case faultGateway:
		c.pass(again())
		http.Error(w, "<html>Bad gateway</html>", http.StatusBadGateway)
	case faultLate:
		c.late = again()
		panic(http.ErrAbortHandler)
	case faultTwice:
		first, second := c.pass(again()), c.pass(again())
		if r.Method == http.MethodDelete || r.Header.Get("If-Match") != "" {
			second = first // the second one says that the first one was carried out, and no client can tell
		}
		respond(w, second)
	default:
		respond(w, c.pass(again()))
	}
}

// pass has the server carry out a request.
func (c *proxiedCall) pass(r *http.Request) passed {
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	a := passed{
		status: res.StatusCode, header: res.Header, body: body, replayed: res.Header.Get("Idempotency-Replayed") == "true",
	}
	c.answers = append(c.answers, a)
	return a
}

func respond(w http.ResponseWriter, a passed) {
	maps.Copy(w.Header(), a.header)
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body) // the client may have left
}

// auditedAgain are the operations that a repetition changes nothing by, but for another entry in the audit log. They are called with
// faultBefore only.
var auditedAgain = []string{"PATCH /webhooks/endpoints/{id}/"}

// TestLongRepetition calls every operation through each SDK and a proxy that drops, delays and repeats requests and responses. Each call
// has one effect, and the response of the request that had it. The tables then have as many rows as those of a server that got each
// request once.
func TestLongRepetition(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	reference := repeatAll(t, driveGo, true)
	for name, drive := range map[string]driver{"Go": driveGo, "Python": drivePython, "TypeScript": driveTypeScript} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expectSameRows(t, repeatAll(t, drive, false), reference)
		})
	}
}

// repeatAll calls every operation with every fault, or without any, on a server of its own, which it returns.
func repeatAll(t *testing.T, drive driver, faultless bool) *server {
	t.Helper()
	s := newServer(t, "", t.TempDir())
	s.start()
	f := newFixtures(s)
	p := &faultyProxy{target: s.process.Load().base, calls: map[string]*proxiedCall{}}
	front := httptest.NewServer(p)
	t.Cleanup(front.Close)
	var calls []*drivenCall
	for _, o := range drivenOperations(t, s) {
		for _, kind := range o.faults() {
			c := &drivenCall{ID: strconv.Itoa(len(calls)), Method: o.method, operation: o, fault: kind}
			c.Path, c.Body, c.IfMatch = o.prepare(f)
			if faultless {
				kind = faultNone
			}
			p.calls[c.ID] = &proxiedCall{fault: kind, keys: map[string]bool{}}
			calls = append(calls, c)
		}
	}
	results := drive(t, front.URL, f.key, calls)
	if len(results) != len(calls) {
		t.Fatalf("%d results of %d calls", len(results), len(calls))
	}
	for _, r := range results {
		id, err := strconv.Atoi(r.ID)
		if err != nil {
			t.Fatal(err)
		}
		calls[id].expect(t, r, p.calls[r.ID], faultless)
	}
	return s
}

// expect compares the result of a call with what the server responded.
func (c *drivenCall) expect(t *testing.T, r drivenResult, p *proxiedCall, faultless bool) {
	t.Helper()
	o := c.operation
	if o.repeat == "never" && !faultless && c.fault != faultTwice {
		if r.Error == "" || p.requests != 1 {
			t.Errorf("%s: %d requests, %+v: it must not be repeated", c, p.requests, r)
		}
		return
	}
	carriedOut := func(a passed) bool { return !a.late && a.status != http.StatusTooManyRequests }
	i := slices.IndexFunc(p.answers, carriedOut)
	if i < 0 {
		t.Errorf("%s: no request was carried out: %s", c, r.Error)
		return
	}
	first := p.answers[i]
	if o.changes() && !o.refused && !first.ok() {
		t.Errorf("%s: the server refuses %s %v: %d %s", c, c.Path, c.Body, first.status, first.body)
		return
	}
	switch {
	case !first.ok():
		if r.Status != first.status {
			t.Errorf("%s: got %d %s, and the server responded %d %s", c, r.Status, r.Error, first.status, first.body)
		}
	case r.Error != "":
		t.Errorf("%s: got the error %s after %d requests, and the server responded %d", c, r.Error, p.requests, first.status)
	case o.repeat == "always" && !o.changes() || c.Method == http.MethodDelete:
	case !sameAnswer(r.Body, first.body, o.secret+" "+map[string]string{"always": "updated_on"}[o.repeat]): // a PUT is carried out twice
		t.Errorf("%s: got %.300s, and the server had responded %.300s", c, r.Body, first.body)
	}
	if o.repeat == "key" {
		effects := 0
		for _, a := range p.answers {
			if a.ok() && !a.replayed {
				effects++
			}
		}
		if effects > 1 || len(p.keys) != 1 || !p.keys[r.Key] || r.Key == "" {
			t.Errorf("%s: %d effects, the keys %v, and the result has %q", c, effects, p.keys, r.Key)
		}
	}
}

// sameAnswer reports whether two bodies are equal but for some fields.
func sameAnswer(got, want []byte, but string) bool {
	if bytes.Equal(got, want) {
		return true
	}
	var a, b map[string]any
	if json.Unmarshal(got, &a) != nil || json.Unmarshal(want, &b) != nil {
		return false
	}
	for _, m := range []map[string]any{a, b} {
		delete(m, "warnings") // of the change; a view has none
		for name := range strings.FieldsSeq(but) {
			delete(m, name)
		}
	}
	left, errLeft := json.Marshal(a)
	right, errRight := json.Marshal(b)
	return errLeft == nil && errRight == nil && bytes.Equal(left, right)
}

// uncounted are the tables whose rows are no effects of operations, by the reason.
var uncounted = map[string]string{
	"idempotent_responses": "of requests without faults, too, and their keys",
	"request_log":          "counts requests",
	"request_log_sizes":    "counts requests",
	"rule_hits":            "counts refusals, those of repetitions too",
	"submission_attempts":  "depend on the time",
	"search_queue":         "is worked off",
	"search_terms":         "of random numbers",
}

// rows are the numbers of rows of the tables, and of the entries of the audit log by what they are about.
func (s *server) rows() map[string]int {
	s.t.Helper()
	db := s.openDatabase()
	defer db.Close()
	counts := map[string]int{}
	for name := range counted(s.t, db, `SELECT name, 1 FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`) {
		if uncounted[name] == "" {
			counts[name] = count(s.t, db, `SELECT count(*) FROM "`+name+`"`)
		}
	}
	maps.Copy(counts, counted(s.t, db, `SELECT 'audit_log: ' || action || ' ' || subject_kind AS entry, count(*) FROM audit_log
		GROUP BY entry`))
	return counts
}

// counted reads the rows of a query: a name and a number.
func counted(t *testing.T, db *sql.DB, query string) map[string]int {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	counts := map[string]int{}
	for rows.Next() {
		var name string
		var n int
		if err := rows.Scan(&name, &n); err != nil {
			t.Fatal(err)
		}
		counts[name] = n
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return counts
}

// expectSameRows waits until the tables of two servers have the same numbers of rows: workers add some after the responses.
func expectSameRows(t *testing.T, s, reference *server) {
	t.Helper()
	deadline := time.After(workersTime)
	for {
		got, want := s.rows(), reference.rows()
		if maps.Equal(got, want) {
			return
		}
		select {
		case <-deadline:
			for name := range want {
				if got[name] != want[name] {
					t.Errorf("%s has %d rows, and %d after requests without faults", name, got[name], want[name])
				}
			}
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// workersTime is many times what workers need for the orders of the calls.
const workersTime = time.Minute
