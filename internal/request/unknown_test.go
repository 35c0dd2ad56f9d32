package request

import (
	"strings"
	"testing"
)

func TestUnknownKeysAreProblemsOfOwnOperations(t *testing.T) {
	for _, c := range []struct {
		shape      *Shape
		body, want string
	}{
		{CreateKey.Shape(), `{"name": "a", "expires": "2030-01-01"}`, `{"expires":["Unknown field. Did you mean expires_on?"]}`},
		{EndpointShape(), `{"eventz": ["order.created"]}`, `{"eventz":["Unknown field. Did you mean events?"]}`},
		{HoldOrders.Shape(), `{"Tracking_nos": [{"x": 1}], "secret_key": "k"}`, `{"Tracking_nos":["Unknown field. Did you mean tracking_nos?"]}`},
		{CreateKey.Shape(), `{"nmae": "a", "nmae": "b", "x": 1}`, `{"nmae":["Unknown field. Known: name, `},
		{AddressShape(), `{"addresses": [], "adresses": [{}]}`, `{"adresses":["Unknown field. Did you mean addresses?"]}`},
		{ActionShape(), `{"secret_key": "k", "dry_run": true}`, `{"dry_run":["Unknown field."]}`},
		{CreateShape(), `{"orders": [{"x": 1}], "y": 2}`, ``},
		{CancelOrders.Shape(), `{"tracking_nos": [], "dry-run": true}`, `{"dry-run":["Unknown field. Did you mean dry_run?"]}`},
		{ReportShape(), `{"events": [{"status": "SUCCESS", "x": 1}], "event": []}`, `{"event":["Unknown field. Did you mean events?"]}`},
		{ReturnShape(), `{"orders": [], "y": 2}`, ``},
		{QueryTracking.Shape(), `{"y": 2}`, ``},
		{CreateShape(), `{"y": 2}`, ``},
	} {
		f, err := Decode([]byte(c.body), c.shape)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if problems := f.Unknown(); problems != nil {
			got = string(problems.AppendJSON(nil))
		}
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestUnknownKeysAreFew: a form keeps twenty, of 64 characters each.
func TestUnknownKeysAreFew(t *testing.T) {
	body := `{"` + strings.Repeat("é", 100) + `": 1`
	for i := range 50 {
		body += `, "k` + strings.Repeat("k", i) + `": 1`
	}
	f, err := Decode([]byte(body+"}"), CreateKey.Shape())
	if err != nil {
		t.Fatal(err)
	}
	if p := f.Unknown(); len(p) != 20 || p[0].Field != strings.Repeat("é", 64) {
		t.Errorf("%d: %q", len(p), p[0].Field)
	}
}

func TestUnknownKeysOfOrders(t *testing.T) {
	body := `{"blokking": true, "orders": [{"items": [{"item_qty": 1}]}, {"consignee_nmae": "a", "items": [{}, {"item_qty": 1}],
		"tax_ids": [{}, {"countri": "ID"}]}, {"items": [{"item_qty": 1}]}]}`
	f, err := Decode([]byte(body), CreateShape())
	if err != nil {
		t.Fatal(err)
	}
	found := f.UnknownInOrders()
	first, second, third := found[0], found[1], found[2]
	if len(first) != 2 || first[1].Field != "item_qty" || first[1].Index != 0 || first[0].Field != "blokking" ||
		first[0].Message.String() != "Unknown field. Did you mean blocking?" {
		t.Errorf("%+v", first)
	}
	if len(second) != 3 || second[2].Field != "tax_ids" ||
		second[2].Index != 1 || second[2].Message.String() != "Unknown field. Did you mean country?" ||
		second[0].Field != "consignee_nmae" || second[0].Index != -1 ||
		second[1].Field != "item_qty" || second[1].Index != 1 ||
		second[0].Message.String() != "Unknown field. Did you mean consignee_name?" {
		t.Errorf("%+v", second)
	}
	if len(third) != 1 || third[0].Field != "item_qty" || third[0].Index != 0 {
		t.Errorf("%+v", third)
	}
}

// TestUnknownKeysOfAReplacedList: of lists that are sent twice the last counts.
func TestUnknownKeysOfAReplacedList(t *testing.T) {
	f, err := Decode([]byte(`{"a": 1, "orders": [{"b": 1}, {"items": [{"c": 1}], "items": [{"d": 1}]}],
		"orders": [{"items": [{}]}, {"items": [{"e": 1}]}]}`), CreateShape())
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for at := range f.UnknownAt() {
		paths = append(paths, at.Pointer())
	}
	if got := strings.Join(paths, " "); got != "/a /orders/1/items/0/e" {
		t.Error(got)
	}
}

// TestNearField: without a near field there is no message, however few fields there are.
func TestNearField(t *testing.T) {
	if got := NearField("reasn", []string{"reason", "party"}); got.String() != "Unknown field. Did you mean reason?" {
		t.Errorf("near reason: %q", got)
	}
	if got := NearField("zzzz", []string{"reason", "party"}); !got.IsZero() {
		t.Errorf("near nothing: %q", got)
	}
}
