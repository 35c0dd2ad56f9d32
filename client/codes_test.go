package client

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestProblemsByPlace: errors for programs are problems by order, item and field, with their codes, also with codes of a later server.
func TestProblemsByPlace(t *testing.T) {
	_, c := newService(t, nil, reply{status: 400, body: `{"type":"https://x/docs/errors#bad","code":"bad","args":{"n":3},"detail":"Bad.",
		"errors":[
			{"path":"/orders/1/items/0/item_quantity","code":"not_number","args":{"least":1},"message":"A."},
			{"path":"/orders/1/items/0/item_quantity","code":"of_later","args":{},"message":"B."},
			{"path":"/orders/1/tax_ids/0/number","code":"blank","args":{},"message":"C."},
			{"path":"/orders/2","code":"blank","args":{},"message":"D."},
			{"path":"/metadata/a~1b","code":"blank","args":{},"message":"E."},
			{"path":"","code":"blank","args":{},"message":"F."}]}`})
	_, err := c.AddNote(t.Context(), "WB1", "")
	invalid, ok := errors.AsType[*ValidationError](err)
	if !ok {
		t.Fatal(err)
	}
	blank, none := []Code{CodeBlank}, []Args{{}}
	if diff := cmp.Diff([]Problem{
		{1, 0, "item_quantity", []string{"A.", "B."}, []Code{CodeNotNumber, "of_later"}, []Args{{"least": 1.0}, {}}},
		{1, None, "tax_ids[0].number", []string{"C."}, blank, none},
		{2, None, "", []string{"D."}, blank, none},
		{None, None, "metadata.a/b", []string{"E."}, blank, none},
		{None, None, "", []string{"F."}, blank, none},
	}, invalid.Problems); diff != "" || invalid.Type != "https://x/docs/errors#bad" {
		t.Error(diff, invalid.Type)
	}
}

// TestErrorHasCode: any other error for programs has its code, too.
func TestErrorHasCode(t *testing.T) {
	s, c := newService(t, nil, reply{status: 409, body: `{"type":"https://x/docs/errors#many_notes","code":"many_notes","args":{"most":50},
		"detail":"An order has 50 notes at most."}`})
	_, err := c.AddNote(t.Context(), "WB1", "x")
	failed, ok := errors.AsType[*Error](err)
	if !ok || failed.Code != "many_notes" || failed.Args["most"] != 50.0 || failed.Type != "https://x/docs/errors#many_notes" ||
		failed.Detail != "An order has 50 notes at most." || !errors.Is(err, ErrConflict) {
		t.Errorf("%+v", err)
	}
	sent := s.requests()[0].header
	if sent.Get("Accept") != "application/json, application/problem+json" || sent.Get("User-Agent") != "waybill-go/"+Version {
		t.Errorf("%v", sent)
	}
}

// TestProblemOfProxy: the errors of another service's problem are no errors by field.
func TestProblemOfProxy(t *testing.T) {
	_, c := newService(t, nil, reply{status: 400, body: `{"type":"about:blank","detail":"Bad.","errors":[{"detail":"Bad."}]}`})
	_, err := c.AddNote(t.Context(), "WB1", "x")
	if failed, ok := errors.AsType[*Error](err); !ok || failed.StatusCode != http.StatusBadRequest || failed.Detail != "Bad." {
		t.Error(err)
	}
}

// TestLabel: one label in the form that is asked for, from any host, which does not get the key.
func TestLabel(t *testing.T) {
	s, c := newService(t, nil, reply{status: 200, body: "^XA"}, reply{status: 404, body: `{"detail":"Not found."}`})
	label, err := c.Label(t.Context(), "http://labels.test/labels/WB1-x.pdf?size=a4", LabelForm{Format: "zpl", Size: "a6", DPI: 300})
	if err != nil || string(label) != "^XA" {
		t.Errorf("%q, %v", label, err)
	}
	if _, err := c.Label(t.Context(), "http://labels.test/labels/WB1-x.png", LabelForm{}); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	for i, uri := range []string{"/labels/WB1-x.zpl?dpi=300&size=a6", "/labels/WB1-x.png"} {
		sent := s.requests()[i]
		if sent.method != http.MethodGet || sent.uri != uri || sent.header.Get("Authorization") != "" {
			t.Errorf("%+v", sent)
		}
	}
}

// TestWrongPaths: what is no address of a label, and a path that an empty argument or one of dots makes another, is not asked for.
func TestWrongPaths(t *testing.T) {
	s, c := newService(t, nil)
	for _, address := range []string{"", "/labels/WB1-x.pdf", "ftp://labels.test/x.pdf", "https:///x.pdf"} {
		if _, err := c.Label(t.Context(), address, LabelForm{}); err == nil || !strings.Contains(err.Error(), "is no address of a label") {
			t.Errorf("%q: %v", address, err)
		}
	}
	for _, name := range []string{"", ".", ".."} {
		if err := c.DeleteOrderTemplate(t.Context(), name); err == nil || !strings.Contains(err.Error(), "waybill: deleting a template: ") {
			t.Errorf("%q: %v", name, err)
		}
	}
	for file, want := range map[string]string{
		"PKG,name\n": "text/csv",
		"PK\x03\x04": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	} {
		if got := fileType([]byte(file)); got != want {
			t.Errorf("%q is %s", file, got)
		}
	}
	if sent := s.requests(); len(sent) > 0 {
		t.Errorf("%+v", sent)
	}
}
