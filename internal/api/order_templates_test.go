package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/internal/shipment"
)

const templatesPath = "/api/order/templates/"

func TestOrderTemplates(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		type entry struct {
			Name  string
			Order map[string]any
		}
		list := func() []entry {
			var got struct{ Results []entry }
			s.as(testKey, "GET", templatesPath, "", 200, &got)
			return got.Results
		}
		name := templatesPath + url.PathEscape("Kaos 👕 10%") + "/"
		var set entry
		s.as(testKey, "PUT", name, `{"order_weight":0.3,"items":[{"item_desc":"Kaos"}]}`, 200, &set)
		if set.Name != "Kaos 👕 10%" || fmt.Sprint(set.Order) != "map[items:[map[item_desc:Kaos]] order_weight:0.3]" {
			t.Errorf("set %+v", set)
		}
		res, _ := s.send("PUT", templatesPath+"Books/", `{"secret_key":"`+testKey+`","payment_type":"cod"}`)
		if got := list(); res.StatusCode != http.StatusOK || len(got) != 2 || got[0].Name != "Books" ||
			fmt.Sprint(got[0].Order) != "map[payment_type:cod]" {
			t.Errorf("%d, templates %+v", res.StatusCode, got)
		}
		s.as(testKey, "DELETE", name, "", 204, nil)
		s.as(testKey, "DELETE", name, "", 404, nil)
		if got := list(); len(got) != 1 {
			t.Errorf("templates after a deletion %+v", got)
		}
		for i := range shipment.Templates.Most - 1 {
			s.as(testKey, "PUT", fmt.Sprintf("%s%d/", templatesPath, i), `{}`, 200, nil)
		}
		res, text := s.send("PUT", templatesPath+"more/", `{}`, "Authorization", "Bearer "+testKey)
		if res.StatusCode != http.StatusBadRequest || !strings.HasPrefix(text, `{"non_field_errors":["The account has 100 templates`) {
			t.Errorf("one too many: %d %s", res.StatusCode, text)
		}
	})
}

func TestOrderTemplatesAreRefused(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		long := `{"delivery_note":"` + strings.Repeat("x", shipment.Templates.MaxBytes) + `"}`
		for _, c := range []struct{ name, body, want string }{
			{"x", `{"weight":1,"tracking_no":"ABC123"}`, `{"weight":["An order has no such field."],"tracking_no":["A template has no`},
			{"x", `[]`, `{"non_field_errors":["Send fields of an order as a JSON object."]}`},
			{"x", `{`, `{"detail":"JSON parse error`},
			{"x", long, `{"non_field_errors":["A template has at most 64 KiB."]}`},
			{" x", `{}`, `{"name":["Enter a name that does not begin or end with a space."]}`},
			{strings.Repeat("é", shipment.Templates.MaxName+1), `{}`, `{"name":["Ensure this field has no more than 60 characters."]}`},
			{"a/b", `{}`, `{"name":["Enter a name without slashes and control characters."]}`},
		} {
			res, got := s.send("PUT", templatesPath+url.PathEscape(c.name)+"/", c.body, "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || !strings.HasPrefix(got, c.want) {
				t.Errorf("%.20q %.80s: %d\n got %s\nwant %s", c.name, c.body, res.StatusCode, got, c.want)
			}
		}
		s.as(testKey, "DELETE", templatesPath+"none/", "", 404, nil)
	})
}
