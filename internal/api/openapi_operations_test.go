package api

import (
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// eachOperation visits the operations of the document, those of webhooks too.
func eachOperation(c *contract, visit func(name string, operation place)) {
	for _, section := range []string{"paths", "webhooks"} {
		items, _ := c.at(c.root, section)
		for name := range items.value.(map[string]any) {
			item, _ := c.at(items, name)
			for method := range item.value.(map[string]any) {
				operation, _ := c.at(item, method)
				visit(strings.ToUpper(method)+" "+name, operation)
			}
		}
	}
}

// TestOpenAPINamesEveryOperationOnce: generators of clients make functions of the ids.
func TestOpenAPINamesEveryOperationOnce(t *testing.T) {
	seen := map[any]string{}
	eachOperation(openAPIContract(), func(name string, operation place) {
		id := operation.value.(map[string]any)["operationId"]
		if id == nil || seen[id] != "" {
			t.Errorf("%s is called %v, like %q", name, id, seen[id])
		}
		seen[id] = name
	})
	if len(seen) < 30 {
		t.Errorf("only %d operations", len(seen))
	}
}

// TestOpenAPIHasEveryRoute: what the server routes the document has, but for pages, their
// assets, and the messages of partners, which docs/partner-openapi.json has.
func TestOpenAPIHasEveryRoute(t *testing.T) {
	c := openAPIContract()
	for _, r := range bareAPI().routes() {
		if r.Operation == "docs" || r.Operation == "partner_events" {
			continue
		}
		if _, ok := c.at(c.root, "paths", r.Path, strings.ToLower(r.Method)); !ok {
			t.Errorf("the document does not have %s %s", r.Method, r.Path)
		}
	}
	operations := 0
	eachOperation(c, func(name string, _ place) {
		if strings.Contains(name, "/") {
			operations++
		}
	})
	files, err := filepath.Glob("openapi/operations/*.json")
	if err != nil {
		t.Fatal(err)
	}
	described := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		described += len(keysOf(t, text))
	}
	if operations != described {
		t.Errorf("%d operations are described, and %d of them are in the route table", described, operations)
	}
}

// TestOpenAPIHasEveryStatus: what the shells of operations answer, each operation has.
func TestOpenAPIHasEveryStatus(t *testing.T) {
	eachOperation(openAPIContract(), func(name string, operation place) {
		o := operation.value.(map[string]any)
		if strings.HasPrefix(fmt.Sprint(o["operationId"]), "on") {
			return
		}
		want := []int{http.StatusMethodNotAllowed, http.StatusInternalServerError}
		if o["requestBody"] != nil {
			want = append(want, http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
				http.StatusServiceUnavailable)
		}
		security, _ := o["security"].([]any)
		if len(security) > 0 {
			want = append(want, http.StatusForbidden, http.StatusTooManyRequests, http.StatusServiceUnavailable)
		}
		if len(security) > 0 && !strings.Contains(name, "/tracker/") { // where a key that is not live counts as none
			want = append(want, http.StatusUnauthorized)
		}
		if strings.Contains(name, "{") {
			want = append(want, http.StatusNotFound)
		}
		if strings.Contains(fmt.Sprint(o["parameters"]), "IdempotencyKey") {
			want = append(want, http.StatusConflict, http.StatusUnprocessableEntity)
		}
		responses := o["responses"].(map[string]any)
		for _, status := range want {
			if responses[fmt.Sprint(status)] == nil {
				t.Errorf("%s has no status %d", name, status)
			}
		}
	})
}

// TestOpenAPIPrefersTheHeader: generated clients send the key as the first scheme says, and
// a key in a query ends up in the logs of proxies.
func TestOpenAPIPrefersTheHeader(t *testing.T) {
	secured := 0
	eachOperation(openAPIContract(), func(name string, operation place) {
		security, _ := operation.value.(map[string]any)["security"].([]any)
		if len(security) == 0 {
			return
		}
		secured++
		if _, ok := security[0].(map[string]any)["bearer"]; !ok {
			t.Errorf("%s: the first of %v is not the header", name, security)
		}
	})
	if secured < 15 {
		t.Errorf("only %d operations need a key", secured)
	}
}

// TestOpenAPIExamplesHaveNoKey: a page that shows the document sends its examples with the
// key that it was given, but a key in the body would count.
func TestOpenAPIExamplesHaveNoKey(t *testing.T) {
	c := openAPIContract()
	walk(c.root, func(p place) {
		if path.Base(p.pointer) == "secret_key" && strings.Contains(p.pointer, "/examples/") {
			t.Errorf("%s is an example with a key", p.pointer)
		}
	})
	eachOperation(c, func(name string, operation place) {
		if _, ok := c.at(operation, "requestBody", "content", "application/json"); !ok ||
			strings.HasPrefix(name, "POST order.") || strings.HasPrefix(name, "POST import.") || strings.HasPrefix(name, "POST endpoint.") ||
			strings.HasPrefix(name, "POST run.") || strings.HasPrefix(name, "POST parcel.") || strings.HasPrefix(name, "POST scan.") ||
			strings.HasPrefix(name, "POST consignment.") || name == "POST label_webhook" {
			return
		}
		if _, ok := c.at(operation, "requestBody", "content", "application/json", "examples"); !ok {
			t.Errorf("%s has no example: a page would make one, with a key", name)
		}
	})
}

// TestOpenAPIReadsInGenerators: generators of clients cannot read a list of types, and a
// client that refuses unknown keys breaks when answers gain some.
func TestOpenAPIReadsInGenerators(t *testing.T) {
	walk(openAPIContract().root, func(p place) {
		object, _ := p.value.(map[string]any)
		if strings.Contains(p.pointer, "/examples/") || path.Base(p.pointer) == "properties" {
			return
		}
		if types, ok := object["type"].([]any); ok {
			t.Errorf("%s: the type is a list: %v", p.pointer, types)
		}
		if more, isBool := object["additionalProperties"].(bool); isBool && !more || object["unevaluatedProperties"] != nil {
			t.Errorf("%s is closed", p.pointer)
		}
		if (object["enum"] != nil || object["const"] != nil) && object["type"] == nil {
			t.Errorf("%s: an enumeration without a type", p.pointer)
		}
	})
}

// TestOpenAPIHasEveryEvent: the webhooks are the types of events, the test event, and what a label webhook gets, which is no event.
func TestOpenAPIHasEveryEvent(t *testing.T) {
	c := openAPIContract()
	types, _ := c.at(c.root, "components", "schemas", "EventType", "enum")
	sections, _ := c.at(c.root, "webhooks")
	for _, kind := range types.value.([]any) {
		if _, ok := sections.value.(map[string]any)[kind.(string)]; !ok {
			t.Errorf("no webhook %s", kind)
		}
	}
	events, _ := c.at(c.root, "components", "schemas", "Event", "oneOf")
	if n := len(types.value.([]any)) + 1; len(sections.value.(map[string]any)) != n+1 || len(events.value.([]any)) != n {
		t.Errorf("%d webhooks and %d events of %d types", len(sections.value.(map[string]any)), len(events.value.([]any)),
			len(types.value.([]any)))
	}
}

// TestOpenAPIExamplesCanBeTried sends each example of a request as the page at /docs does
// once it has the key. Those that name an order, an endpoint or an event find none, and some need
// the key of an operator.
func TestOpenAPIExamplesCanBeTried(t *testing.T) {
	t.Parallel() // an example waits ten seconds for a job of a printer
	c := openAPIContract()
	folder := t.TempDir()
	s := startServer(t, "sqlite:"+filepath.Join(folder, "waybill.db"), folder)
	tried := 0
	paths, _ := c.at(c.root, "paths")
	for template := range paths.value.(map[string]any) {
		for _, method := range []string{"post", "patch"} {
			examples, ok := c.at(paths, template, method, "requestBody", "content", "application/json", "examples")
			if !ok {
				continue
			}
			for name := range examples.value.(map[string]any) {
				tried++
				example, _ := c.at(examples, name, "value")
				res, body := s.send(strings.ToUpper(method), strings.ReplaceAll(template, "{id}", "1"), toJSON(t, example.value),
					"Authorization", "Bearer "+testKey, "Content-Type", "application/json")
				operators := strings.HasPrefix(template, "/api/operator/") && res.StatusCode == http.StatusForbidden
				unknown := res.StatusCode == http.StatusNotFound || strings.Contains(body, "no such event") ||
					strings.Contains(body, `:"Not found."`)
				if res.StatusCode/100 != 2 && !unknown && !operators {
					t.Errorf("%s: %d %s", example.pointer, res.StatusCode, body)
				}
			}
		}
	}
	if tried < 12 {
		t.Errorf("only %d examples were tried", tried)
	}
}
