package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/api/shell"
	"waybill/internal/orders"
	"waybill/internal/store"
)

// repetition is how clients may repeat an operation.
type repetition struct {
	method, path string // the path below /api without outer slashes, with {} for parameters
	how          string
}

// repetitionsOf are those of the operations of the document below /api, by path and method.
func repetitionsOf(document []byte) []repetition {
	var parsed struct {
		Paths map[string]map[string]struct {
			Repeat string `json:"x-repeat"`
		} `json:"paths"`
	}
	if err := json.Unmarshal(document, &parsed); err != nil {
		panic(err)
	}
	var all []repetition
	for _, path := range slices.Sorted(maps.Keys(parsed.Paths)) {
		short, ok := strings.CutPrefix(path, "/api/")
		if !ok {
			continue
		}
		short = regexp.MustCompile(`\{\w+\}`).ReplaceAllString(strings.TrimSuffix(short, "/"), "{}")
		for _, method := range slices.Sorted(maps.Keys(parsed.Paths[path])) {
			all = append(all, repetition{strings.ToUpper(method), short, parsed.Paths[path][method].Repeat})
		}
	}
	return all
}

func goRepetitions(document []byte) []byte {
	names := map[string]string{"always": "always", "key": "byKey", "etag": "byETag", "never": "never"}
	var out bytes.Buffer
	fmt.Fprintf(&out, "// Code generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update; "+
		"DO NOT EDIT.\n\npackage client\n\n"+
		"// operations are those of the API by their paths below /api, without outer slashes and with {} for parameters.\n"+
		"var operations = []struct {\nmethod, path string\nrepetition repetition\n}{\n")
	for _, r := range repetitionsOf(document) {
		fmt.Fprintf(&out, "{%q, %q, %s},\n", r.method, r.path, names[r.how])
	}
	out.WriteString("}\n")
	text, err := format.Source(out.Bytes())
	if err != nil {
		panic(err)
	}
	return text
}

func pythonRepetitions(document []byte) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "# %s\n# ruff: noqa: E501\n\"\"\"How operations may be repeated: method, path below /api with {} for parameters, "+
		"x-repeat of the document.\"\"\"\n\nOPERATIONS: list[tuple[str, str, str]] = [\n", generatedNote)
	for _, r := range repetitionsOf(document) {
		fmt.Fprintf(&out, "    (%q, %q, %q),\n", r.method, r.path, r.how)
	}
	out.WriteString("]\n")
	return out.Bytes()
}

func typeScriptRepetitions(document []byte) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "// %s\n\nexport type Repetition = \"always\" | \"key\" | \"etag\" | \"never\";\n\n"+
		"/** How operations may be repeated: method, path below /api with {} for parameters, x-repeat of the document. */\n"+
		"export const operations: readonly (readonly [method: string, path: string, repetition: Repetition])[] = [\n", generatedNote)
	for _, r := range repetitionsOf(document) {
		fmt.Fprintf(&out, "  [%q, %q, %q],\n", r.method, r.path, r.how)
	}
	out.WriteString("];\n")
	return out.Bytes()
}

// TestRepetitions compares x-repeat with the methods: GET, PUT and DELETE are idempotent, and so is a PATCH, which sets values. A POST
// that is repeated without a key only reads.
func TestRepetitions(t *testing.T) {
	exceptions := map[repetition]bool{ // and false for what is seen
		{"PATCH", "order/order/{}", "etag"}:                    true,
		{"POST", "order/validate", "always"}:                   true,
		{"POST", "address/check", "always"}:                    true,
		{"POST", "tracker/query-by-tracking-nos", "always"}:    true,
		{"POST", "v2/tracker/query-by-tracking-nos", "always"}: true,
		{"POST", "webhooks/endpoints/{}/test", "never"}:        true, // the receiver gets another event
		{"POST", "print/take", "never"}:                        true, // the agent gets another job; the lost one is offered again
	}
	usual := map[string]string{"GET": "always", "PUT": "always", "DELETE": "always", "PATCH": "always", "POST": "key"}
	all := repetitionsOf(bareAPI().openAPIDocument())
	for _, r := range all {
		if exceptions[r] {
			exceptions[r] = false
		} else if r.how != usual[r.method] {
			t.Errorf("%s %s is repeated %q, want %q", r.method, r.path, r.how, usual[r.method])
		}
		for _, other := range all { // the SDKs take the first operation whose path fits
			if other.method == r.method && other.how != r.how && fits(other.path, r.path) {
				t.Errorf("%s %s and %s are one path, and are not repeated in the same way", r.method, r.path, other.path)
			}
		}
	}
	for r, missing := range exceptions {
		if missing {
			t.Errorf("%v is not in the document", r)
		}
	}
}

func fits(pattern, path string) bool {
	return slices.EqualFunc(strings.Split(pattern, "/"), strings.Split(path, "/"), func(p, step string) bool { return p == "{}" || p == step })
}

// TestKeyRepetitionIsOfHandlersWithKeys: the operations that are repeated by key are those whose shell or handler honours it. Those that
// are never repeated may honour it too: their effects are not in the transaction that stores the response.
func TestKeyRepetitionIsOfHandlersWithKeys(t *testing.T) {
	eachOperation(openAPIContract(), func(name string, operation place) {
		o := operation.value.(map[string]any)
		takes := strings.Contains(fmt.Sprint(o["parameters"]), "IdempotencyKey")
		if takes != (o["x-repeat"] == "key") && o["x-repeat"] != "never" {
			t.Errorf("%s takes an Idempotency-Key: %v, and is repeated %v", name, takes, o["x-repeat"])
		}
	})
}

// TestETagRepetitionIsOfHandlersWithIfMatch: the handlers that read If-Match are those of the operations that are repeated by it.
func TestETagRepetitionIsOfHandlersWithIfMatch(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	readers := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, "_test.go") {
			readers += strings.Count(string(text), `Get("If-Match")`)
		}
	}
	eachOperation(openAPIContract(), func(name string, operation place) {
		o := operation.value.(map[string]any)
		takes := strings.Contains(fmt.Sprint(o["parameters"]), "name:If-Match")
		if (o["x-repeat"] == "etag") != takes {
			t.Errorf("%s takes If-Match: %v, and is repeated %v", name, takes, o["x-repeat"])
		}
		if takes {
			readers--
		}
	})
	if readers != 0 {
		t.Errorf("%d more handlers than operations read If-Match", readers)
	}
}

// TestStillRunningIsToldApart: clients know by Retry-After which 409 is a matter of the key.
func TestStillRunningIsToldApart(t *testing.T) {
	wait := func(err error) time.Duration {
		asked := shell.ProblemOf(err, "").Header.Get("Retry-After")
		if asked == "" {
			return 0
		}
		d, err := time.ParseDuration(asked + "s")
		if err != nil {
			t.Error(err)
		}
		return d
	}
	if got := wait(store.ErrStillRunning); got <= 0 || got >= time.Minute {
		t.Errorf("Retry-After is %v while the first request runs", got)
	}
	for _, err := range []error{store.ErrUnderWay, store.ErrOutcomeUnknown, orders.ErrCancelling, store.ErrPaused} {
		if got := wait(err); shell.ProblemOf(err, "").Status != http.StatusConflict || got > 0 && got < time.Minute {
			t.Errorf("%v: Retry-After is %v", err, got)
		}
	}
}
