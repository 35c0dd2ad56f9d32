package api

import (
	"testing"

	"waybill/internal/shipment"
)

// TestInboundIsOfTheOperator: a key of a shipper cannot read or change an inbound, whatever its scopes are. A key
// of the operator without floor:write only reads it.
func TestInboundIsOfTheOperator(t *testing.T) {
	onEngines(t, func(_ *testing.T, s *server) {
		shipper := s.keyWith(s.newAccount("shipper", false), shipment.AllScopes&^shipment.OperatorKeyScopes, "")
		operator, read := s.newAccount("operator", true), shipment.ReadFloor.Scope()
		reader, writer := s.keyWith(operator, read, ""), s.keyWith(operator, read|shipment.ScanParcels.Scope(), "")
		const one = "/api/operator/consignments/1/inbound/"
		for _, r := range []struct{ method, path, body string }{
			{"GET", one, ""},
			{"GET", one + "parcels/", ""},
			{"POST", one, `{"state":"open","hub_id":1}`},
			{"POST", one + "scans/", `{"scan":"a","code":"BG-00001"}`},
		} {
			s.as(shipper, r.method, r.path, r.body, 403, nil)
			want := map[string]int{"GET": 404, "POST": 403}[r.method]
			s.as(reader, r.method, r.path, r.body, want, nil)
			if r.body != "" && r.path == one {
				s.as(writer, r.method, r.path, r.body, 400, nil) // there is no such hub
			} else {
				s.as(writer, r.method, r.path, r.body, 404, nil)
			}
		}
	})
}
