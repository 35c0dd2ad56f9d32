package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"waybill/internal/shipment"
)

// checkedTransport checks against the OpenAPI document every answer that it carries, and
// every request that the service takes.
type checkedTransport struct{ t testing.TB }

// RoundTrip implements http.RoundTripper.
func (c checkedTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	validateResponse(c.t, req.Method, servedPath(req), res, body)
	if res.StatusCode/100 == 2 && !mayHaveWrongOrders(req, res) {
		validateRequest(c.t, req)
	}
	if caching := res.Header.Get("Cache-Control"); res.Header.Get("Content-Type") == "application/json" && caching != "no-store" {
		c.t.Errorf("%s %s: %d may be kept by a cache: %q", req.Method, req.URL.Path, res.StatusCode, caching)
	}
	if len(body) > 0 && res.Header.Get("X-Content-Type-Options") != "nosniff" {
		c.t.Errorf("%s %s: %d may be taken for what it is not", req.Method, req.URL.Path, res.StatusCode)
	}
	res.Body = io.NopCloser(bytes.NewReader(body))
	return res, nil
}

// mayHaveWrongOrders reports whether the response says which orders of the request are wrong.
func mayHaveWrongOrders(req *http.Request, res *http.Response) bool {
	return res.StatusCode == http.StatusMultiStatus || strings.HasPrefix(servedPath(req), "/api/order/validate")
}

var repeatedSlashes = regexp.MustCompile(`/{2,}`)

// orderID is the id of an order, by which it is viewed, too.
var orderID = regexp.MustCompile(`^[1-9][0-9]{0,18}$`)

// servedPath is the path of a request as the service reads it.
func servedPath(req *http.Request) string {
	return repeatedSlashes.ReplaceAllLiteralString(req.URL.EscapedPath(), "/")
}

// validateRequest fails the test when the document does not allow a request that the
// service took.
func validateRequest(t testing.TB, req *http.Request) {
	t.Helper()
	var sent []byte
	if req.GetBody != nil { // it is nil for a body of unknown length
		body, err := req.GetBody()
		if err != nil {
			t.Fatal(err)
		}
		if sent, err = io.ReadAll(body); err != nil {
			t.Fatal(err)
		}
	} else if req.Body != nil && req.Body != http.NoBody {
		return
	}
	if err := requestContract().checkRequest(req.Method, servedPath(req), req.URL.RawQuery, sent); err != nil {
		t.Errorf("%s %s %.1000s\nwas taken, but is not in the OpenAPI document: %v", req.Method, req.URL, sent, err)
	}
}

// validateResponse fails the test when the document does not allow an answer to a
// request of a method and an escaped path.
func validateResponse(t testing.TB, method, path string, res *http.Response, body []byte) {
	t.Helper()
	if err := answerContract().check(method, path, res, body); err != nil {
		t.Errorf("%s %s: %d %.1000s\nis not in the OpenAPI document: %v", method, path, res.StatusCode, body, err)
	}
}

// contract is the OpenAPI document, as answers are checked against it. Safe for
// concurrent use.
type contract struct {
	root     place
	mu       sync.Mutex
	compiler *jsonschema.Compiler
}

// openAPIContract, requestContract and answerContract are shared, since compiling their schemas takes a
// while.
var (
	openAPIContract = sync.OnceValue(func() *contract { return newContract(func(map[string]any) {}) })
	// requestContract also allows what the description, and no schema, says that the server reads.
	requestContract = sync.OnceValue(func() *contract { return newContract(relaxSchemas) })
	// answerContract allows no key in an answer that the document does not have. Clients
	// must: later versions may add some.
	answerContract = sync.OnceValue(func() *contract { return newContract(closeSchemas) })
)

// newContract is the document with a change. Responses have no value beside those that the document knows.
func newContract(change func(document map[string]any)) *contract {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(bareAPI().openAPIDocument()))
	if err != nil {
		panic(err)
	}
	walk(place{value: document}, func(p place) {
		if object, ok := p.value.(map[string]any); ok && object["x-extensible-enum"] != nil {
			object["enum"] = object["x-extensible-enum"]
		}
	})
	change(document.(map[string]any))
	c := &contract{root: place{value: document}, compiler: jsonschema.NewCompiler()}
	c.compiler.AssertFormat()
	if err := c.compiler.AddResource("openapi.json", document); err != nil {
		panic(err)
	}
	return c
}

// closeSchemas makes all objects refuse keys that they do not have.
func closeSchemas(document map[string]any) {
	c := &contract{root: place{value: document}}
	walk(c.root, func(p place) {
		if object, ok := p.value.(map[string]any); ok {
			c.flatten(object)
		}
	})
	walk(c.root, func(p place) {
		object, _ := p.value.(map[string]any)
		if _, ok := object["properties"].(map[string]any); ok && object["type"] == "object" && object["additionalProperties"] == nil {
			object["additionalProperties"] = false
		}
	})
}

// flatten makes one object of the parts of an allOf.
func (c *contract) flatten(object map[string]any) {
	parts, _ := object["allOf"].([]any)
	if parts == nil {
		return
	}
	delete(object, "allOf")
	properties := map[string]any{}
	var required []any
	for i, part := range parts {
		resolved, _ := c.at(place{value: map[string]any{fmt.Sprint(i): part}}, fmt.Sprint(i))
		whole := resolved.value.(map[string]any)
		c.flatten(whole)
		maps.Copy(properties, whole["properties"].(map[string]any))
		needed, _ := whole["required"].([]any)
		required = append(required, needed...)
	}
	slices.SortFunc(required, func(a, b any) int { return cmp.Compare(a.(string), b.(string)) })
	object["type"], object["properties"], object["required"] = "object", properties, slices.Compact(required)
}

// place is a value of the document and the JSON pointer to it.
type place struct {
	pointer string
	value   any
}

// at follows keys from a place, and references on the way.
func (c *contract) at(p place, keys ...string) (place, bool) {
	for _, key := range keys {
		object, _ := p.value.(map[string]any)
		value, ok := object[key]
		if !ok {
			return place{}, false
		}
		p = place{p.pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key), value}
		if ref, ok := refOf(value); ok {
			if p, ok = c.at(c.root, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...); !ok {
				return place{}, false
			}
		}
	}
	return p, true
}

func isTrue(value any) bool {
	b, _ := value.(bool)
	return b
}

func refOf(value any) (string, bool) {
	object, _ := value.(map[string]any)
	ref, ok := object["$ref"].(string)
	return ref, ok
}

// validate checks a value against the schema at a place.
func (c *contract) validate(schema place, value any) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	compiled, err := c.compiler.Compile("openapi.json#" + schema.pointer)
	if err != nil {
		return err
	}
	return compiled.Validate(value)
}

func (c *contract) check(method, path string, res *http.Response, body []byte) error {
	if method == http.MethodOptions && res.StatusCode == http.StatusNoContent {
		return nil
	}
	response, err := c.response(method, path, res.StatusCode)
	if err != nil {
		return err
	}
	if err := c.checkHeader(response, res.Header); err != nil {
		return err
	}
	return c.checkBody(method, response, res.Header.Get("Content-Type"), body)
}

// response is what the document says about a status of an operation.
func (c *contract) response(method, path string, status int) (place, error) {
	name, want := "NotFound", http.StatusNotFound
	if template, ok := c.template(path, status); ok {
		if method == http.MethodHead {
			method = http.MethodGet
		}
		if operation, ok := c.at(c.root, "paths", template, strings.ToLower(method)); ok {
			response, ok := c.at(operation, "responses", fmt.Sprint(status))
			if !ok {
				return place{}, fmt.Errorf("no status %d", status)
			}
			return response, nil
		}
		name, want = "MethodNotAllowed", http.StatusMethodNotAllowed
	}
	if status != want {
		return place{}, fmt.Errorf("want status %d, since there is no such operation", want)
	}
	response, _ := c.at(c.root, "components", "responses", name)
	return response, nil
}

// template is the path of the document that a request's path fits, with or without its
// trailing slash. If it fits several, it is the one with the fewest parameters. An id of an order that was not found is no number.
func (c *contract) template(path string, status int) (string, bool) {
	paths, _ := c.at(c.root, "paths")
	have := strings.Split(strings.TrimSuffix(path, "/"), "/")
	best, found := "", false
	for template := range paths.value.(map[string]any) {
		want := strings.Split(strings.TrimSuffix(template, "/"), "/")
		fits := len(want) == len(have)
		for i := 0; fits && i < len(want); i++ {
			fits = want[i] == have[i] || strings.HasPrefix(want[i], "{") && have[i] != "" &&
				(want[i] != "{tracking_no}" || shipment.IsTrackingNo(have[i]) || orderID.MatchString(have[i]) && status != http.StatusNotFound)
		}
		if fits && (!found || strings.Count(template, "{") < strings.Count(best, "{")) {
			best, found = template, true
		}
	}
	return best, found
}

// commonHeaders are headers of every response, which the document has once, in its description.
var commonHeaders = []struct {
	name     string
	pattern  *regexp.Regexp
	required bool
}{
	{"X-Request-ID", regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`), true},
	{"Waybill-Version", regexp.MustCompile(`.`), true},
	{"RateLimit-Limit", regexp.MustCompile(`^[1-9][0-9]*$`), false},
	{"RateLimit-Remaining", regexp.MustCompile(`^[0-9]+$`), false},
	{"RateLimit-Reset", regexp.MustCompile(`^[0-9]+$`), false},
}

func (c *contract) checkHeader(response place, header http.Header) error {
	headers, _ := c.at(response, "headers")
	names, _ := headers.value.(map[string]any)
	var problems []error
	for _, common := range commonHeaders {
		if value := header.Get(common.name); (value != "" || common.required) && !common.pattern.MatchString(value) {
			problems = append(problems, fmt.Errorf("header %s: is %q", common.name, value))
		}
	}
	for name := range names {
		described, _ := c.at(headers, name)
		if err := c.checkHeaderLine(described, header.Values(name)); err != nil {
			problems = append(problems, fmt.Errorf("header %s: %w", name, err))
		}
	}
	return errors.Join(problems...)
}

func (c *contract) checkHeaderLine(described place, lines []string) error {
	if len(lines) == 0 {
		if required, _ := c.at(described, "required"); isTrue(required.value) {
			return errors.New("is missing")
		}
		return nil
	}
	schema, _ := c.at(described, "schema")
	var value any = lines[0]
	if kind, _ := c.at(schema, "type"); kind.value == "integer" {
		value = json.Number(lines[0])
	}
	return c.validate(schema, value)
}

func (c *contract) checkBody(method string, response place, contentType string, body []byte) error {
	if _, ok := c.at(response, "content"); !ok {
		if len(body) > 0 {
			return errors.New("want no body")
		}
		return nil
	}
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return fmt.Errorf("content type %q: %w", contentType, err)
	}
	content, ok := c.at(response, "content", media)
	if !ok {
		return fmt.Errorf("no content type %q", media)
	}
	schema, ok := c.at(content, "schema")
	if format, _ := c.at(schema, "format"); !ok || format.value == "binary" || method == http.MethodHead {
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return c.validate(schema, value)
}

// TestContract: what the document allows passes, and everything else is reported.
func TestContract(t *testing.T) {
	header := http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"id"}, "Waybill-Version": {"1"}}
	with := func(name, value string) http.Header {
		h := header.Clone()
		if h.Set(name, value); value == "" {
			h.Del(name)
		}
		return h
	}
	for name, test := range map[string]struct {
		method, path string
		status       int
		header       http.Header
		body         string
		wrong        string // "" when nothing is
	}{
		"as it is":              {"GET", "/healthz", 200, header, `{"status":"ok"}`, ""},
		"trailing slash":        {"GET", "/healthz/", 200, header, `{"status":"ok"}`, ""},
		"head":                  {"HEAD", "/healthz", 200, header, ``, ""},
		"options":               {"OPTIONS", "/healthz", 204, header, ``, ""},
		"undocumented status":   {"GET", "/healthz", 418, header, `{"status":"ok"}`, "no status 418"},
		"undocumented key":      {"GET", "/healthz", 200, header, `{"status":"ok","more":1}`, "additional properties 'more' not allowed"},
		"another value":         {"GET", "/healthz", 200, header, `{"status":"fine"}`, "value must be 'ok'"},
		"no JSON":               {"GET", "/healthz", 200, header, `ok`, "invalid character"},
		"missing header":        {"GET", "/healthz", 200, with("X-Request-ID", ""), `{"status":"ok"}`, "header X-Request-ID: is \"\""},
		"invalid header":        {"GET", "/readyz", 503, with("Retry-After", "soon"), `{"detail":"x"}`, "header Retry-After"},
		"media type":            {"GET", "/healthz", 200, with("Content-Type", "text/plain"), `{"status":"ok"}`, `no content type "text/plain"`},
		"unknown path":          {"GET", "/nowhere", 404, header, `{"detail":"Not found."}`, ""},
		"unknown path, found":   {"GET", "/nowhere", 200, header, `{}`, "want status 404"},
		"unknown method":        {"PUT", "/healthz", 405, with("Allow", "GET"), `{"detail":"x"}`, ""},
		"unknown method, taken": {"PUT", "/healthz", 200, header, `{}`, "want status 405"},
		"body without content":  {"GET", "/labels/x.pdf", 304, with("ETag", "x"), `x`, "want no body"},
	} {
		t.Run(name, func(t *testing.T) {
			res := &http.Response{StatusCode: test.status, Header: test.header}
			err := answerContract().check(test.method, test.path, res, []byte(test.body))
			if (err == nil) != (test.wrong == "") || err != nil && !strings.Contains(err.Error(), test.wrong) {
				t.Errorf("got %v, want %q", err, test.wrong)
			}
		})
	}
}

// TestCheckedTransport: an answer comes through as it was sent.
func TestCheckedTransport(t *testing.T) {
	const body = `{"status":"ok"}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Request-ID", "id")
		w.Header().Set("Waybill-Version", "1")
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		fmt.Fprint(w, body)
	}))
	defer server.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/healthz", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := checkedTransport{t}.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if got, err := io.ReadAll(res.Body); err != nil || string(got) != body {
		t.Errorf("got %q, %v", got, err)
	}
}
