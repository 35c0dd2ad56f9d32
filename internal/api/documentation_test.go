package api

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waybill/internal/api/shell"
	"waybill/internal/feature"
	"waybill/internal/feature/all"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/problem"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

const docsFolder = "../../docs/"

// TestDocumentedErrors looks up the errors of operations in the table for shippers.
func TestDocumentedErrors(t *testing.T) {
	text, err := os.ReadFile(docsFolder + "errors-and-retries.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*shell.Problem{
		errInvalidPage, shell.ErrReturnsTooLarge, shell.ProblemOf(printing.ErrTooLarge, ""), errDraining,
		shell.ErrInvalidCursor, shell.ErrBadIdempotencyKey,
	} {
		row, detail := "| "+strconv.Itoa(p.Status)+" | ", "`"+p.Detail.String()+"`"
		if !slices.ContainsFunc(strings.Split(string(text), "\n"), func(line string) bool {
			return strings.HasPrefix(line, row) && strings.Contains(line, detail)
		}) {
			t.Errorf("errors-and-retries.md has no %s in a row %s", detail, row)
		}
	}
}

// TestDocumentedExamples sends the files of the documentation as it does.
func TestDocumentedExamples(t *testing.T) {
	storetest.Engines(t, func(t *testing.T, databaseURL string) {
		s := startServer(t, databaseURL, t.TempDir())
		want := map[string]int{
			"order.json": http.StatusCreated, "batch.json": http.StatusCreated, "return.json": http.StatusCreated,
			"partner.json": http.StatusAccepted, "invalid.json": http.StatusBadRequest, "partly-valid.json": http.StatusMultiStatus,
			"addresses.json": http.StatusOK,
		}
		files, err := filepath.Glob(docsFolder + "examples/*")
		if err != nil || len(files) != len(want) {
			t.Fatalf("%d examples, want %d, %v", len(files), len(want), err)
		}
		for _, file := range files {
			body, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			path := "/api/order/orders/"
			switch filepath.Base(file) {
			case "return.json":
				path = "/api/order/return-orders/"
			case "addresses.json":
				path = "/api/address/check/"
			}
			got, answer := s.send(http.MethodPost, path, string(body), "Authorization", "Bearer "+testKey, "Content-Type", "application/json")
			if got.StatusCode != want[filepath.Base(file)] {
				t.Errorf("%s: %d %s", file, got.StatusCode, answer)
			}
		}
	})
}

// TestDocumentedAdditions looks up in interface.md each operation, parameter, header, field
// and event that the description of the interface does not have, and that its answers have
// gained no key.
func TestDocumentedAdditions(t *testing.T) {
	text, err := os.ReadFile(docsFolder + "interface.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n## Additions\n")
	section, _, found := strings.Cut(rest, "\n## ")
	if !found {
		t.Fatal("interface.md has no section Additions")
	}
	// `GET, POST /x/` are two operations
	section = regexp.MustCompile("`([A-Z]+(?:, [A-Z]+)+) (/[^`]*)`").ReplaceAllStringFunc(section, func(row string) string {
		methods, path, _ := strings.Cut(strings.Trim(row, "`"), " /")
		return "`" + strings.ReplaceAll(methods, ", ", " /"+path+"`, `") + " /" + path + "`"
	})
	expect := func(kind, name string) {
		if !strings.Contains(section, "`"+name+"`") {
			t.Errorf("interface.md does not list the %s %s", kind, name)
		}
	}

	described := map[string]bool{"POST /api/order/orders/": true, "GET /api/order/order/": true, "POST /api/order/return-orders/": true}
	parameters := []string{"with_items", "date_from", "date_to", "service_id", "shipper_order_id", "upload_batch_no", "page"}
	c := openAPIContract()
	pages := Config{
		Orders: bareAPI().Orders, Features: all.Features(feature.Process{}), Home: http.NotFoundHandler(),
		Pages: []Page{{Path: "/track/{number}"}, {Path: "/track"}},
	}
	for _, r := range (&API{Shell: emptyShell(), Config: pages}).routes() {
		name := r.Method + " " + r.Path
		switch {
		case strings.HasPrefix(r.Path, "/docs/"): // what the page loads
		case !described[name]:
			expect("operation", name)
		default:
			operation, _ := c.at(c.root, "paths", r.Path, strings.ToLower(r.Method))
			for _, p := range c.parameters(operation) {
				if sent := p.value.(map[string]any)["name"].(string); !slices.Contains(parameters, sent) {
					expect("parameter", sent)
				}
			}
		}
	}
	for section, kind := range map[string]string{"components/headers": "header", "webhooks": "event"} {
		names, _ := c.at(c.root, strings.Split(section, "/")...)
		for name := range names.value.(map[string]any) {
			expect(kind, name)
		}
	}
	for schema, fields := range describedFields(t) {
		properties, ok := c.at(c.root, "components", "schemas", schema, "properties")
		if !ok {
			t.Fatalf("the document has no schema %s", schema)
		}
		for name := range properties.value.(map[string]any) {
			if slices.Contains(fields, name) {
				continue
			}
			if !slices.Contains([]string{"CreateRequest", "CreateOrder", "ReturnOrder", "Item"}, schema) {
				t.Errorf("%s has the key %s, which the description does not have", schema, name)
			}
			expect("field", name)
		}
	}
}

// describedFields are the fields of the description of the API, by schema.
func describedFields(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/openapi/described.json")
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string][]string
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	return fields
}

// TestScanCodesAreDocumented looks up what becomes of a scan of a packer or onto a list in the document, and in the guide.
func TestScanCodesAreDocumented(t *testing.T) {
	guide, err := os.ReadFile(docsFolder + "handover.md")
	if err != nil {
		t.Fatal(err)
	}
	document := string(bareAPI().openAPIDocument())
	ofLists := []string{"handover_trouble", "handover_changed", "handover_not_closed"}
	for _, code := range problem.Codes() {
		if !strings.HasPrefix(code, "handover_") && !strings.HasPrefix(code, "pack_") || slices.Contains(ofLists, code) {
			continue
		}
		if !strings.Contains(document, `"`+code+`"`) || !strings.Contains(string(guide), "`"+code+"`") {
			t.Errorf("%s is not described", code)
		}
	}
}

// bareAPI has the routes of the API, and can serve none of them.
func bareAPI() *API {
	operations := orders.New(orders.Config{Store: new(store.Store)})
	return &API{Shell: emptyShell(), Config: Config{Orders: operations, Features: all.Features(feature.Process{})}}
}

// emptyShell has what routes are made of.
func emptyShell() *shell.Shell { return shell.New(shell.Config{Store: new(store.Store)}) }
