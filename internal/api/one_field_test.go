package api

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/people"
)

// TestAChangeOfOneFieldLeavesTheOthers: a setting that is not in the request stays, unless it follows from one that is. Those are named
// behind each path.
func TestAChangeOfOneFieldLeavesTheOthers(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.keyWith(s.newAccount("operator", true), shipment.AllScopes, "")
		user, err := s.api.Store.People.CreateUser(t.Context(), people.User{Email: "ann@example.com", Name: "Ann"}, 0)
		if err != nil {
			t.Fatal(err)
		}
		s.as(key, "POST", "/api/operator/partners/", `{"name":"acme","base_url":"https://acme.example.com"}`, 201, nil)
		made := func(path, body string) string {
			var created map[string]any
			s.as(key, "POST", path, body, 201, &created)
			for _, name := range []string{"account_id", "service_id", "hub_id", "id"} {
				if id, has := created[name]; has {
					return fmt.Sprintf("%s%.0f/", path, id)
				}
			}
			t.Fatalf("%s: %v has no id", path, created)
			return ""
		}
		for _, of := range []struct{ path, before, changes, follow string }{
			{
				made("/api/operator/accounts/", `{"name":"Acme"}`),
				`{"name":"Acme","rate_limit":200,"rate_burst":300,"erase_after_days":90,"delete_after_days":730,"operator":true}`,
				`{"name":"Borneo","rate_limit":100,"rate_burst":500,"erase_after_days":60,"delete_after_days":800,"operator":false}`, "rate_burst",
			},
			{
				made("/api/operator/services/", `{"name":"HK-JP","origin":"HK","destination":"JP"}`),
				`{"name":"HK-JP","partner":"acme","cod":true,"missing_customs":"refuse","customs_forms":"invoice","own_label":true}`,
				`{"name":"HK-JP 2","partner":null,"cod":false,"missing_customs":"wait","customs_forms":"post","own_label":false}`, "",
			},
			{
				"/api/operator/partners/acme/",
				`{"base_url":"https://acme.example.com","concurrency":3,"timeout":"5s","private_network":true}`,
				`{"base_url":"https://other.example.com","concurrency":4,"timeout":"6s","private_network":false}`, "",
			},
			{
				fmt.Sprintf("/api/operator/users/%d/", user.UserID),
				`{"name":"Ann","operator_role":"hub"}`, `{"name":"Ann Lee","operator_role":"operator"}`, "",
			},
			{
				made("/api/operator/hubs/", `{"name":"Changi","country":"SG","timezone":"UTC"}`),
				`{"name":"Changi","country":"SG","timezone":"Asia/Singapore"}`, `{"name":"Soekarno","country":"ID","timezone":"Asia/Jakarta"}`, "",
			},
			{
				"/api/account/settings/",
				`{"timezone":"Asia/Jakarta","language":"id","complete_phones":true,"weight_tolerance":70,"weight_tolerance_percent":7,` +
					`"unscanned_hours":36}`,
				`{"timezone":null,"language":null,"complete_phones":false,"weight_tolerance":80,"weight_tolerance_percent":8,"unscanned_hours":48}`, "",
			},
			{
				"/api/account/labels/",
				`{"hide_contents":true,"return_to":"PO Box 7","default_size":"a6"}`,
				`{"hide_contents":false,"return_to":null,"default_size":"4x6"}`, "",
			},
			{
				made(endpointsPath, `{"url":"https://shop.example/hook"}`),
				`{"url":"https://shop.example/hook","description":"Shop","events":["order.label_ready"],"label_pdf":true,"label_webhook":false,` +
					`"basic_username":"acme","basic_password":"hunter2","disabled":false}`,
				`{"description":"Store","events":["order.held"],"label_pdf":false,"label_webhook":true,"basic_username":"other","disabled":true}`,
				"disabled_on disabled_reason",
			},
		} {
			var changes map[string]json.RawMessage
			if err := json.Unmarshal([]byte(of.changes), &changes); err != nil {
				t.Fatal(err)
			}
			for field, value := range changes {
				var before, after map[string]any
				s.as(key, "PATCH", of.path, of.before, 200, nil)
				s.as(key, "GET", of.path, "", 200, &before)
				s.as(key, "PATCH", of.path, fmt.Sprintf(`{%q:%s}`, field, value), 200, nil)
				s.as(key, "GET", of.path, "", 200, &after)
				for name := range before {
					isSent := name == field || name == "updated_on" || strings.Contains(of.follow, name)
					if !isSent && !reflect.DeepEqual(before[name], after[name]) {
						t.Errorf("%s of %s: %s was %v and is %v", field, of.path, name, before[name], after[name])
					}
				}
				if reflect.DeepEqual(before[field], after[field]) {
					t.Errorf("%s of %s stays %v", field, of.path, before[field])
				}
			}
		}
	})
}
