package api

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"waybill/test/harness"
)

// sdkCall is a call of a generated method with an example of the document, and the request that it must make.
type sdkCall struct {
	Operation string         `json:"operation"`
	Group     string         `json:"group"`
	Method    string         `json:"method"`
	Path      []any          `json:"path"`
	Whole     any            `json:"whole"`
	File      string         `json:"file"`
	Fields    map[string]any `json:"fields"`
	Query     map[string]any `json:"query"`
	HasFields bool           `json:"hasFields"`
	HasQuery  bool           `json:"hasQuery"`

	want sdkRequest
}

type sdkRequest struct {
	Line  string // method and path
	Query url.Values
	Body  any // of JSON; nil: none, or a file
	File  string
}

// sdkCalls are calls of all generated methods, one with each example of a body. name is that of a method, and argument of an argument.
func sdkCalls(document []byte, name, argument func(string) string) (calls []sdkCall) {
	examples := requestExamples(document)
	w := newTypeWriter(documentSchemas(document), typeSyntax{})
	for _, m := range sdkMethods(document) {
		if m.byHand {
			continue
		}
		bodies := examples[m.ID]
		if len(bodies) == 0 {
			bodies = []map[string]any{nil}
		}
		for _, body := range bodies {
			c := sdkCall{
				Operation: m.ID, Method: name(m.snake), Fields: map[string]any{}, Query: map[string]any{}, HasQuery: len(m.queryArguments()) > 0,
				HasFields: len(w.bodyProperties(m.goOperation)) > 0,
			}
			c.want = sdkRequest{Line: strings.ToUpper(m.method) + " /api" + m.path, Query: url.Values{}}
			w.fillPath(m, &c)
			w.fillQuery(m, &c, argument)
			delete(body, "secret_key")
			switch {
			case m.takesFile():
				c.File, c.want.File = "a,b\n", "a,b\n"
			case m.whole != "":
				c.Whole, c.want.Body = body, body
			case m.takesJSON():
				c.want.Body = map[string]any{}
				for key, value := range body {
					c.Fields[argument(key)] = value
					c.want.Body.(map[string]any)[key] = value
				}
			}
			calls = append(calls, c)
		}
	}
	return calls
}

// requestExamples are the examples of bodies in the document, by operation.
func requestExamples(document []byte) map[string][]map[string]any {
	var parsed struct {
		Paths map[string]map[string]struct {
			ID          string `json:"operationId"`
			RequestBody struct {
				Content map[string]struct {
					Examples map[string]struct{ Value any }
				}
			} `json:"requestBody"`
		}
	}
	if err := json.Unmarshal(document, &parsed); err != nil {
		panic(err)
	}
	examples := map[string][]map[string]any{}
	for _, operations := range parsed.Paths {
		for _, o := range operations {
			all := o.RequestBody.Content["application/json"].Examples
			for _, name := range slices.Sorted(maps.Keys(all)) {
				if body, ok := all[name].Value.(map[string]any); ok {
					examples[o.ID] = append(examples[o.ID], body)
				}
			}
		}
	}
	return examples
}

// fillPath chooses the arguments of the path; the text needs to be quoted there.
func (w *typeWriter) fillPath(m sdkMethod, c *sdkCall) {
	c.Path = []any{}
	for i, p := range m.in("path") {
		value, step := any("A/Ü"), "A%2F%C3%9C"
		switch {
		case m.receiver == "Book" && i == 0:
			c.Group, step = "goods", "goods"
		case slices.Equal(w.sdkKinds(p.jsonSchema), []string{"integer"}):
			value, step = 1795250039592596, "1795250039592596"
		}
		if c.Group == "" || i > 0 {
			c.Path = append(c.Path, value)
		}
		c.want.Line = strings.Replace(c.want.Line, "{"+p.name+"}", step, 1)
	}
	if m.receiver == "Administration" {
		c.Group = "administration"
	}
}

// fillQuery chooses a value for each parameter.
func (w *typeWriter) fillQuery(m sdkMethod, c *sdkCall, argument func(string) string) {
	for _, a := range m.queryArguments() {
		kinds := w.sdkKinds(a.schema)
		value, text := any("a b&c"), "a b&c"
		switch {
		case len(a.schema.Enum) > 0:
			text, _ = a.schema.Enum[0].(string)
			value = text
			if text == "" {
				value, text = 203, "203"
			}
		case slices.Contains(kinds, "array of string"):
			value, text = []string{"A", "B"}, "A,B"
		case slices.Contains(kinds, "boolean"):
			value, text = true, "true"
		case slices.Contains(kinds, "integer"):
			value, text = 7, "7"
		}
		name := a.name
		if slices.Contains(kinds, "object") {
			value, name, text = map[string]string{"shop": "a b&c"}, name+"[shop]", "a b&c"
		}
		c.Query[argument(a.name)] = value
		c.want.Query.Set(name, text)
	}
}

// recordedSDKCalls runs a program that makes calls, and compares the requests that a server gets.
func recordedSDKCalls(t *testing.T, calls []sdkCall, program *exec.Cmd, environ ...string) {
	t.Helper()
	// A response that has what the methods read of theirs.
	answer := map[string]any{"next_cursor": nil, "results": []any{}}
	for _, m := range sdkMethods(bareAPI().openAPIDocument()) {
		if m.result.kind == sdkProperty {
			answer[m.result.property] = []any{}
		}
	}
	said, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var got []sdkRequest
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen := sdkRequest{Line: r.Method + " " + r.URL.EscapedPath(), Query: r.URL.Query()}
		if r.Header.Get("Content-Type") == "text/csv" {
			seen.File = string(body)
		} else if len(body) > 0 {
			_ = json.Unmarshal(body, &seen.Body) // nil is not what is wanted
		}
		mu.Lock()
		got = append(got, seen)
		mu.Unlock()
		_, _ = w.Write(said)
	}))
	defer server.Close()
	input, err := json.Marshal(calls)
	if err != nil {
		t.Fatal(err)
	}
	program.Stdin, program.Stderr = bytes.NewReader(input), os.Stderr
	program.Env = append(append(program.Environ(), "WAYBILL_URL="+server.URL), environ...)
	if wrong, err := program.Output(); err != nil || len(wrong) > 0 {
		t.Fatalf("%v\n%s", err, wrong)
	}
	if len(got) != len(calls) {
		t.Fatalf("%d requests of %d calls", len(got), len(calls))
	}
	for i, c := range calls {
		if c.Operation == "viewOrders" {
			got[i].Query.Del("cursor")
			c.want.Query.Del("cursor")
		}
		if !reflect.DeepEqual(got[i], c.want) {
			t.Errorf("%s sends\n%+v, want\n%+v", c.Operation, got[i], c.want)
		}
	}
}

// TestMethodsOfPython calls every generated method, with each example of the document.
func TestMethodsOfPython(t *testing.T) {
	python := harness.Tool(t, "python3")
	calls := sdkCalls(bareAPI().openAPIDocument(), pythonName, pythonName)
	sdk, err := filepath.Abs("../../clients/python")
	if err != nil {
		t.Fatal(err)
	}
	program := exec.CommandContext(t.Context(), python, "testdata/clients/calls.py")
	recordedSDKCalls(t, calls, program, "PYTHONPATH="+sdk, "PYTHONDONTWRITEBYTECODE=1")
}

// TestLongMethodsOfTypeScript does the same with the SDK for TypeScript.
func TestLongMethodsOfTypeScript(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	packages := os.Getenv("WAYBILL_TEST_NODE_MODULES")
	switch {
	case packages == "" && os.Getenv("CI") != "":
		t.Fatal("WAYBILL_TEST_NODE_MODULES is not set: make test-long sets it")
	case packages == "":
		t.Skip("WAYBILL_TEST_NODE_MODULES is not set: make test-long sets it")
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../../clients/typescript")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(packages, filepath.Join(folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	compile := exec.CommandContext(t.Context(), "node", filepath.Join(packages, "typescript", "bin", "tsc"))
	compile.Dir = folder
	if said, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	calls := sdkCalls(bareAPI().openAPIDocument(), camelCase, func(name string) string { return name })
	text, err := os.ReadFile("testdata/clients/calls.js")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(folder, "calls.mjs")
	if err := os.WriteFile(script, text, 0o600); err != nil {
		t.Fatal(err)
	}
	program := exec.CommandContext(t.Context(), "node", script)
	recordedSDKCalls(t, calls, program, "WAYBILL_SDK="+filepath.Join(folder, "dist", "src", "index.js"))
}
