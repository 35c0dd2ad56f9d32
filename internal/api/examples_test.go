package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/cryptotest"
	"time"

	"waybill/internal/feature/desk/parcels"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// The examples of the OpenAPI document are what a server responded to the requests in examplesScript, in their order. Its first lines
// say how it is written. The clock stands still during a request, and random numbers are the same each time, so that everything else is
// as the server sent it; see recorder.shown.
const (
	examplesScript = "testdata/examples.txt"
	examplesFolder = "openapi/examples"
)

// recorder sends the requests of the script, and keeps what is to be an example.
type recorder struct {
	*server
	known map[string]string // what $NAME stands for
	shown *strings.Replacer // addresses of this run, and what the examples have in their place
	// examples by file, and then by "request", status, or name of an error.
	examples map[string]map[string][]example
}

type example struct {
	name  string
	value json.RawMessage
}

// exampleRequest is a request of the script.
type exampleRequest struct {
	method, path, body string
	who                string // a name in known, or "nobody"
	sent, got          string // names of examples; "": none
	status             int
	header             []string
	keep               [][2]string // names, and what they stand for from now on: the keys to a value of the response
	until              string      // "", or what the response must have
	first              int         // 0, or how many of the results are in the example
	times              int
}

// TestExamplesAreRecorded: each example is what the server says today. With -update it writes them.
func TestExamplesAreRecorded(t *testing.T) {
	cryptotest.SetGlobalRandom(t, 1)
	r := newRecorder(t)
	script, err := os.ReadFile(examplesScript)
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(string(script), "\n\n") {
		r.run(strings.Trim(block, "\n"))
	}
	files, err := filepath.Glob(examplesFolder + "/*.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if r.examples[strings.TrimSuffix(filepath.Base(file), ".json")] != nil {
			continue
		}
		if t.Errorf("%s: the script records no example of it", file); *writeClients {
			_ = os.Remove(file)
		}
	}
	for operation, sections := range r.examples {
		file, want := filepath.Join(examplesFolder, operation+".json"), examplesFile(t, sections)
		if *writeClients {
			if err := os.WriteFile(file, want, 0o600); err != nil {
				t.Error(err)
			}
		} else if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not current, %v: run go test ./internal/api -run TestExamplesAreRecorded -update", file, err)
		}
	}
}

// examplesFile is the file of an operation.
func examplesFile(t *testing.T, sections map[string][]example) []byte {
	t.Helper()
	object := func(keys []string, value func(string) []byte) []byte {
		var members [][]byte
		for _, key := range keys {
			members = append(members, slices.Concat([]byte(toJSON(t, key)), []byte{':'}, value(key)))
		}
		return slices.Concat([]byte{'{'}, bytes.Join(members, []byte{','}), []byte{'}'})
	}
	text := object(slices.Sorted(maps.Keys(sections)), func(section string) []byte {
		var names []string
		values := map[string][]byte{}
		for _, e := range sections[section] {
			names, values[e.name] = append(names, e.name), slices.Concat([]byte(`{"value":`), e.value, []byte{'}'})
		}
		return object(names, func(name string) []byte { return values[name] })
	})
	var file bytes.Buffer
	if err := json.Indent(&file, text, "", " "); err != nil {
		t.Fatal(err)
	}
	return append(file.Bytes(), '\n')
}

func newRecorder(t *testing.T) *recorder {
	t.Helper()
	clock := new(clock)
	clock.stopped.Store(new(time.Date(2026, 11, 21, 8, 30, 0, 123456000, time.UTC)))
	folder := t.TempDir()
	database := filepath.Join(folder, "waybill.db") // it is there, so that its secrets are drawn here and now
	if err := os.WriteFile(database, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := startServerAt(t, clock, "sqlite:"+database, folder)
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.URL.Path == "/busy" {
			http.Error(w, "database is locked", http.StatusInternalServerError)
		} else {
			clock.advance(12345 * time.Microsecond) // which it takes
		}
	}))
	t.Cleanup(receiver.Close)
	operator := s.newAccount("Waybill Operations", true)
	return &recorder{
		server: s, examples: map[string]map[string][]example{},
		known: map[string]string{
			"shipper": testKey, "receiver": receiver.URL, "operations": strconv.FormatInt(operator, 10),
			"operator":      s.keyWith(operator, shipment.AllScopes, ""),
			"administrator": s.keyWith(operator, shipment.ScopeAdministration, ""),
		},
		shown: strings.NewReplacer(s.url, "http://127.0.0.1:8080", receiver.URL, "https://shop.example"),
	}
}

// acts are what happens beside requests.
var acts = map[string]func(*recorder){
	// The agent of the station offers its printer.
	"offer printer": func(r *recorder) { r.must(r.printJobs().Offer(r.t.Context(), r.demoAccount(), "Bench 1")) },
	// A worker carries out what was begun when a list was closed.
	"close lists": func(r *recorder) {
		for closing, err := 1, error(nil); closing > 0; {
			closing, _, err = (&parcels.Parcels{Store: r.api.Store}).CarryHandovers(r.t.Context(), 10)
			r.must(err)
		}
	},
	"index":          func(r *recorder) { r.index() },
	"write requests": func(r *recorder) { r.requests.Flush(r.t.Context()) },
	"deliver events": func(r *recorder) { r.deliverEvents() },
	"be production":  func(r *recorder) { r.api.Simulate = false },
	"link user": func(r *recorder) {
		id, err := strconv.ParseInt(r.known["user"], 10, 64)
		r.must(err)
		_, err = r.api.Store.People.LinkIdentity(r.t.Context(), id, "https://id.example", "ann")
		r.must(err)
	},
	"acme refuses": func(r *recorder) {
		due, err := r.api.Store.Ledger.ClaimSubmissions(r.t.Context(), "examples", "acme", 10, time.Minute)
		r.must(err)
		for _, s := range due {
			r.must(r.api.Store.Ledger.StartAttempt(r.t.Context(), &s, time.Minute))
			r.must(r.api.Store.Ledger.RecordOutcome(r.t.Context(), s, store.Outcome{
				State: store.SubmissionFailed, ErrorClass: "refused", Message: "The postal code does not exist.",
				Attempts: []store.Attempt{{
					Kind: store.AttemptSubmit, StartedOn: r.clock.now(), EndedOn: r.clock.now(), Outcome: "refused",
					Message: "The postal code does not exist.",
				}},
			}))
		}
	},
	"acme goes on": func(r *recorder) {
		due, err := r.api.Store.Ledger.ClaimCancellations(r.t.Context(), "examples", "acme", 10, time.Minute)
		r.must(err)
		for _, c := range due {
			r.must(r.api.Store.Ledger.FinishCancellation(r.t.Context(), c, store.CancellationOutcome{
				State: store.CancellationRefused, ErrorClass: "refused", Message: "The parcel has left our depot.",
				Attempt: store.Attempt{
					Kind: store.AttemptCancel, StartedOn: r.clock.now(), EndedOn: r.clock.now(), Outcome: "refused",
					Message: "The parcel has left our depot.",
				},
			}))
		}
	},
}

func (r *recorder) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

var exampleLine = regexp.MustCompile(`^(GET|POST|PUT|PATCH|DELETE|as|header|sent|keep|until|first|repeat|[1-5][0-9][0-9])( (.*))?$`)

// run reads a block of the script, and does it.
func (r *recorder) run(block string) {
	r.t.Helper()
	lines := slices.DeleteFunc(strings.Split(block, "\n"), func(line string) bool { return strings.HasPrefix(line, "#") })
	if len(lines) == 0 {
		return
	}
	if act, ok := strings.CutPrefix(lines[0], "do "); ok {
		acts[act](r)
		return
	}
	if name, ok := strings.CutPrefix(lines[0], "let "); ok {
		r.known[name] = r.filled(strings.Join(lines[1:], "\n"))
		return
	}
	q := exampleRequest{who: "shipper", times: 1}
	for i, line := range lines {
		m := exampleLine.FindStringSubmatch(line)
		if m == nil {
			q.body = strings.Join(lines[i:], "\n")
			break
		}
		switch word, rest := m[1], m[3]; word {
		case "as":
			q.who = rest
		case "header":
			name, value, _ := strings.Cut(rest, ": ")
			q.header = append(q.header, name, r.filled(value))
		case "sent":
			q.sent = rest
		case "keep":
			name, keys, _ := strings.Cut(rest, " ")
			q.keep = append(q.keep, [2]string{name, keys})
		case "until":
			q.until = rest
		case "first":
			q.first, _ = strconv.Atoi(rest)
		case "repeat":
			q.times, _ = strconv.Atoi(rest)
		default:
			if status, err := strconv.Atoi(word); err == nil {
				q.status, q.got = status, rest
			} else {
				q.method, q.path = word, strings.TrimPrefix(r.filled(rest), r.url)
			}
		}
	}
	for n := range q.times {
		r.known["n"] = strconv.Itoa(n + 1)
		r.request(q)
	}
}

var exampleName = regexp.MustCompile(`\$[a-z]\w*`)

// filled has what its names stand for.
func (r *recorder) filled(text string) string {
	r.t.Helper()
	return exampleName.ReplaceAllStringFunc(text, func(name string) string {
		value, ok := r.known[name[1:]]
		if !ok {
			r.t.Errorf("the script does not say what %s is, in %s", name, text)
		}
		return value
	})
}

// exampleRequestID is the id of requests that have no other.
const exampleRequestID = "5TOJ2AMK4VVL3XQBCDB6QWEHXE"

// request sends a request, once or until it has the response that it is to have, and keeps the examples.
func (r *recorder) request(q exampleRequest) {
	r.t.Helper()
	q.body = r.filled(q.body)
	if size, ok := strings.CutPrefix(q.body, "bytes "); ok {
		n, _ := strconv.Atoi(size)
		q.body = strings.Repeat(" ", n)
	}
	header := []string{"X-Request-ID", exampleRequestID}
	if q.body != "" {
		header = append(header, "Content-Type", "application/json")
	}
	if q.who != "nobody" {
		header = append(header, "Authorization", "Bearer "+r.filled("$"+q.who))
	}
	header = append(header, q.header...)
	var res reply
	var text string
	if q.until == "" {
		r.clock.advance(7*time.Second + 43210*time.Microsecond)
		res, text = r.send(q.method, q.path, q.body, header...)
	} else { // time goes on when what is waited for has happened
		r.eventually(q.method+" "+q.path+" has "+q.until, func() bool {
			res, text = r.send(q.method, q.path, q.body, header...)
			return strings.Contains(text, q.until) || r.t.Failed()
		})
	}
	if res.StatusCode != q.status {
		r.t.Errorf("%s %s %.1000s: %d %s, want %d", q.method, q.path, q.body, res.StatusCode, text, q.status)
		return
	}
	for _, keep := range q.keep {
		r.known[keep[0]] = valueAt(r.t, text, keep[1])
	}
	file, section := r.place(q)
	if q.sent != "" {
		r.record(file, "request", q.sent, q.body)
	}
	if q.first > 0 {
		text = firstResults(r.t, text, q.first)
	}
	if q.got != "" {
		r.record(file, section, q.got, text)
	}
}

// place is where the examples of a request belong: those of errors that operations share are not its own.
func (r *recorder) place(q exampleRequest) (file, section string) {
	r.t.Helper()
	path, _, _ := strings.Cut(q.path, "?")
	c := openAPIContract()
	template, _ := c.template(path, q.status)
	status := strconv.Itoa(q.status)
	responses, _ := c.at(c.root, "paths", template, strings.ToLower(q.method), "responses")
	if named, _ := responses.value.(map[string]any); named == nil && q.status == http.StatusMethodNotAllowed {
		return "errors", "MethodNotAllowed"
	} else if ref, isRef := refOf(named[status]); isRef {
		return "errors", ref[strings.LastIndexByte(ref, '/')+1:]
	}
	for _, route := range r.api.routes() {
		if route.Method == q.method && route.Path == template {
			return route.Operation, status
		}
	}
	r.t.Fatalf("no route is %s %s", q.method, q.path)
	return "", ""
}

// exampleSecrets are the secrets of keys, endpoints, partners and links. In their place there is fakeSecret after what a secret begins
// with; the keys of this server begin with nothing, and those of development with wb_test_.
var exampleSecrets = regexp.MustCompile(`"secret":"(whsec_|wbp_|)[^"]*|/link/(wbl_)[^"]*`)

const fakeSecret = "RXhhbXBsZU9ubHlOb3RBUmVhbFNlY3JldEF0QWxsITA="

func withoutExampleSecret(found string) string {
	m := exampleSecrets.FindStringSubmatch(found)
	if begin := m[1] + m[2]; begin != "" {
		return found[:strings.Index(found, begin)+len(begin)] + fakeSecret
	}
	return `"secret":"wb_test_` + fakeSecret
}

// record keeps an example. It has no secret, and no address of this run.
func (r *recorder) record(file, section, name, text string) {
	r.t.Helper()
	text = exampleSecrets.ReplaceAllStringFunc(r.shown.Replace(text), withoutExampleSecret)
	if !json.Valid([]byte(text)) {
		r.t.Errorf("the example %q of %s is no JSON: %.300s", name, file, text)
		return
	}
	if r.examples[file] == nil {
		r.examples[file] = map[string][]example{}
	}
	named := r.examples[file][section]
	if slices.ContainsFunc(named, func(e example) bool { return e.name == name }) {
		r.t.Errorf("%s has two examples %q of %s", file, name, section)
	}
	r.examples[file][section] = append(named, example{name, json.RawMessage(text)})
}

// firstResults is a list with its first n results.
func firstResults(t *testing.T, text string, n int) string {
	t.Helper()
	var list struct {
		Results []json.RawMessage `json:"results"`
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list.Results) < n {
		t.Errorf("%d results, %v", len(list.Results), err)
		return text
	}
	list.Results = list.Results[:n]
	return toJSON(t, list)
}

// valueAt is the text of a value in JSON, found by its keys and indices.
func valueAt(t *testing.T, text, keys string) string {
	t.Helper()
	var value any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	for key := range strings.SplitSeq(keys, ".") {
		object, _ := value.(map[string]any)
		list, _ := value.([]any)
		if n, err := strconv.Atoi(key); err == nil && n < len(list) {
			value = list[n]
		} else {
			value = object[key]
		}
	}
	if value == nil {
		t.Errorf("no %s in %s", keys, text)
	}
	return fmt.Sprint(value)
}

// recordedExamples are the examples of an operation by "request" or status, and by what they show.
func recordedExamples(t *testing.T, operation string) (sections map[string]map[string]struct{ Value json.RawMessage }) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(examplesFolder, operation+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &sections); err != nil {
		t.Fatal(err)
	}
	return sections
}

// withoutExample are responses with JSON that have no example, and why.
var withoutExample = map[string]string{
	"GET /api/openapi.json 200": "the reader has it before the eyes",
}

// TestEveryResponseHasAnExample: a new operation, and a new status of one, is in the script.
func TestEveryResponseHasAnExample(t *testing.T) {
	c, responses, missing := openAPIContract(), 0, 0
	eachOperation(c, func(name string, operation place) {
		all, _ := c.at(operation, "responses")
		for status := range all.value.(map[string]any) {
			body, ok := c.at(all, status, "content", "application/json")
			if !ok {
				continue
			}
			responses++
			_, has := c.at(body, "examples")
			switch reason := withoutExample[name+" "+status]; {
			case has && reason != "":
				t.Errorf("%s %s has an example after all", name, status)
			case !has && reason == "":
				t.Errorf("%s %s has no example: send a request that is responded to so in %s", name, status, examplesScript)
			case !has:
				missing++
			}
		}
	})
	if responses < 1000 || missing != len(withoutExample) {
		t.Errorf("%d responses, and %d of %d that need no example", responses, missing, len(withoutExample))
	}
}
