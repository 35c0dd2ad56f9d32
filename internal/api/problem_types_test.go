package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store/storetest"
)

// TestTypesOfProblemsAreAddresses follows the type of a problem, and the link of an error in the plain form, as a person does. The
// operations of the original interface have no link.
func TestTypesOfProblemsAreAddresses(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	bearer := []string{"Authorization", "Bearer " + testKey}
	for _, c := range []struct{ method, path, body, code, title string }{
		{"GET", "/api/webhooks/endpoints/999/", "", "not_found", "Not found"},
		{"PUT", "/api/account/settings/", "", "other_method", "Other method"},
		{"PATCH", "/api/account/settings/", "{", "not_json", "Not json"},
		{"GET", "/api/order/labels/?format=pdf&size=x&tracking_no=WB1", "", "print_option", "Print option"},
	} {
		_, body := s.send(c.method, c.path, c.body, append(bearer, asProgram...)...)
		var got struct{ Type, Title string }
		if err := json.Unmarshal([]byte(body), &got); err != nil || got.Title != c.title || got.Type != s.url+"/docs/errors#"+c.code {
			t.Errorf("%s %s: %s", c.method, c.path, body)
		}
		address, _, _ := strings.Cut(strings.TrimPrefix(got.Type, s.url), "#")
		if page := getDocs(t, address, "").Body.String(); !strings.Contains(page, `<h3 id="`+c.code+`">`) {
			t.Errorf("%s is not there", got.Type)
		}
		res, body := s.send(c.method, c.path, c.body, bearer...)
		if link := res.Header.Get("Link"); link != "<"+got.Type+`>; rel="help"` || !strings.HasPrefix(body, `{"detail":`) {
			t.Errorf("%s %s: %q %s", c.method, c.path, link, body)
		}
	}
	s.api.publicURL = "https://ship.example.com/waybill/"
	_, body := s.send("GET", "/api/webhooks/endpoints/999/", "", append(bearer, asProgram...)...)
	if !strings.HasPrefix(body, `{"type":"https://ship.example.com/waybill/docs/errors#not_found",`) {
		t.Errorf("with a public URL: %s", body)
	}
	for _, path := range []string{"/api/order/order/?page=9", "/api/order/order/WB00000000000ID/", "/api/nothing/"} {
		if res, _ := s.send("GET", path, "", bearer...); res.StatusCode != http.StatusNotFound || res.Header.Get("Link") != "" {
			t.Errorf("%s: %d %v", path, res.StatusCode, res.Header)
		}
	}
}

// leaves are the messages in the plain form of errors, with their places as JSON pointers.
func leaves(place string, node any) (all []string) {
	switch node := node.(type) {
	case string:
		return []string{place + " " + node}
	case []any:
		for i, element := range node {
			at := place + "/" + strconv.Itoa(i)
			if _, isMessage := element.(string); isMessage {
				at = place
			}
			all = append(all, leaves(at, element)...)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(node)) {
			at := place + "/" + name
			if name == request.NonFieldErrors {
				at = place
			}
			all = append(all, leaves(at, node[name])...)
		}
	}
	slices.Sort(all)
	return all
}

// placed are errors for programs.
type placed []struct{ Path, Code, Message string }

func (p placed) leaves() (all []string) {
	for _, e := range p {
		all = append(all, e.Path+" "+e.Message)
	}
	slices.Sort(all)
	return all
}

// TestProblemsHaveWhatPlainErrorsHave: nothing is lost by application/problem+json. Each message has its place in the request, with the
// indexes of orders and items, and a code of the table.
func TestProblemsHaveWhatPlainErrorsHave(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		no := s.create(exampleOrder()).Orders[0].TrackingNo
		all := s.allScopes()
		for _, c := range []struct{ method, path, body, place string }{
			{"PATCH", "/api/order/order/" + no + "/", `{"order_width":"x","items":[{},{"item_quantity":0}]}`, "/items/1/item_quantity"},
			{"POST", "/api/order/order/" + no + "/replace/", `{"order_width":"x","items":[{},{"item_quantity":-1}]}`, "/items/1/item_quantity"},
			{"POST", "/api/order/edit/", `{"tracking_nos":["` + no + `"],"changes":7}`, "/changes"},
			{"POST", "/api/address/check/", `{"addresses":[{"country":"SG"},{"country":"XX"},7]}`, "/addresses/2"},
			{"POST", "/api/webhooks/endpoints/", `{"url":"x","events":["order.created","nope"]}`, "/url"},
			{"POST", "/api/order/hold/", `{"tracking_nos":[1,"` + strings.Repeat("x", 41) + `",[]],"reasn":"x"}`, "/reasn"},
			{"POST", "/api/order/validate/", `{"orders":[]}`, "/orders/0"},
			{"POST", "/api/operator/tracking/", `{"events":[{},{"tracking_no":"` + no + `","status":"x"}]}`, "/events/1/status"},
			{"POST", "/api/operator/scans/", `{"hub_id":1,"activity":"x","scans":[{},{"code":"a","scan":"b","weight":"x"}]}`, "/scans/1/weight"},
			{"GET", "/api/order/stats/?dat=x&date_from=y", "", "/date_from"},
			{"GET", "/api/order/export/?format=x", "", "/format"},
		} {
			key := testKey
			if strings.HasPrefix(c.path, "/api/operator/") {
				key = all
			}
			bearer := []string{"Authorization", "Bearer " + key, "Content-Type", "application/json"}
			plainResponse, plain := s.send(c.method, c.path, c.body, bearer...)
			res, body := s.send(c.method, c.path, c.body, append(bearer, "Accept", "application/problem+json")...)
			var tree any
			var got struct{ Errors placed }
			if json.Unmarshal([]byte(plain), &tree) != nil || json.Unmarshal([]byte(body), &got) != nil || res.StatusCode != http.StatusBadRequest ||
				plainResponse.StatusCode != res.StatusCode || !slices.Equal(leaves("", tree), got.Errors.leaves()) {
				t.Errorf("%s %s: %d %s\nplain: %s", c.method, c.path, res.StatusCode, body, plain)
			}
			if !strings.Contains(body, `"path":"`+c.place+`"`) {
				t.Errorf("%s %s: nothing is at %s: %s", c.method, c.path, c.place, body)
			}
			for _, e := range got.Errors {
				if !slices.Contains(problem.Codes(), e.Code) {
					t.Errorf("%s %s: the code of %q is %q", c.method, c.path, e.Message, e.Code)
				}
			}
		}
		sent := `{"orders":[{},` + toJSON(t, exampleOrder()) + `,{"items":[{"item_desc":7},{"item_quantity":-1}]}]}`
		_, body := s.send("POST", "/api/order/validate/", sent,
			"Authorization", "Bearer "+testKey, "Accept", "application/problem+json")
		var checked struct {
			Orders []struct {
				Errors   any
				Problems placed
			}
		}
		if err := json.Unmarshal([]byte(body), &checked); err != nil || len(checked.Orders) != 3 || len(checked.Orders[2].Problems) < 5 {
			t.Fatalf("validate: %s, %v", body, err)
		}
		for i, o := range checked.Orders {
			if !slices.Equal(leaves("", o.Errors), o.Problems.leaves()) {
				t.Errorf("validate, order %d: %v\nplain: %v", i, o.Problems, o.Errors)
			}
		}
	})
}
