package api

import (
	"strings"
	"testing"

	"waybill/internal/shipment"
)

// TestInputOfConsignments: what is not there is not found, also in lists and by its field, and what a consignment and its legs need is not
// cleared.
func TestInputOfConsignments(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.keyWith(s.newAccount("operator", true), shipment.AllScopes, "")
		const bags, all, one, leg = "/api/operator/bags/", "/api/operator/consignments/", "/api/operator/consignments/1/",
			"/api/operator/consignments/1/legs/1/"
		s.as(key, "POST", "/api/operator/hubs/", `{"name":"Tuas","country":"SG","timezone":"Asia/Singapore"}`, 201, nil)
		s.as(key, "POST", all, `{"destination":"ID","truck":"JB 1","broker":"Nusantara"}`, 201, nil)
		s.as(key, "POST", one+"legs/", `{"flight":"SQ322","from":"SIN","from_country":"SG","to":"CGK","to_country":"ID"}`, 201, nil)
		s.as(key, "POST", bags, `{"hub_id":1}`, 201, nil)
		for _, path := range []string{
			bags + "9/parcels/", bags + "x/parcels/", all + "9/bags/", all + "0/bags/", all + "x/bags/", all + "9/parcels/", all + "9/events/",
		} {
			s.as(key, "GET", path, "", 404, nil)
		}
		for _, r := range []struct{ method, path, body, field string }{
			{"POST", bags, `{"hub_id":1,"service_id":9999}`, "service_id"},
			{"POST", one + "bags/", `{"bags":["BG-00009","BG-00001"]}`, "bags"},
			{"PATCH", one, `{"state":""}`, "state"},
			{"PATCH", one, `{"state":null}`, "state"},
			{"PATCH", one, `{"destination":""}`, "destination"},
			{"PATCH", one, `{"destination":null}`, "destination"},
			{"PATCH", leg, `{"flight":" "}`, "flight"},
			{"PATCH", leg, `{"from":null}`, "from"},
			{"PATCH", leg, `{"from_country":""}`, "from_country"},
			{"PATCH", leg, `{"to":""}`, "to"},
			{"PATCH", leg, `{"to_country":null}`, "to_country"},
		} {
			var got map[string][]string
			if s.as(key, r.method, r.path, r.body, 400, &got); len(got) != 1 || got[r.field] == nil {
				t.Errorf("%s %s %s: %v", r.method, r.path, r.body, got)
			}
		}
		var got struct{ State, Destination, Broker, Truck string }
		s.as(key, "PATCH", one, `{"broker":null}`, 200, &got)
		if is := strings.Join([]string{got.State, got.Destination, got.Broker, got.Truck}, "|"); is != "planned|Indonesia||JB 1" {
			t.Errorf("a consignment that is changed: %s", is)
		}
	})
}
