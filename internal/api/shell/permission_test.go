package shell

import (
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// TestCheckOfPermissions checks each permission for each kind of key: of an operator's account or not, with each scope or all others, and
// limited to networks or not.
func TestCheckOfPermissions(t *testing.T) {
	t.Parallel()
	ofOperators := map[shipment.Permission]string{
		shipment.ReportTracking: "tracking:write", shipment.Administer: "administration", shipment.ManageUsers: "users",
		shipment.SetRules: "rules", shipment.ReadAuditLog: "audit", shipment.ReadFloor: "floor:read", shipment.ScanParcels: "floor:write",
		shipment.ChangeParcels: "tracking:write floor:write",
	}
	ofAccounts := map[shipment.Permission]string{
		shipment.ReadOrders: "orders:read", shipment.WriteOrders: "orders:write", shipment.PrintLabels: "labels",
		shipment.WriteParcels: "parcels:write", shipment.SetWebhooks: "webhooks", shipment.SetAccount: "account",
	}
	for p := shipment.Nobody; p <= shipment.ChangeParcels; p++ {
		needs, isAccounts := ofAccounts[p]
		if !isAccounts {
			needs = ofOperators[p]
		}
		if scopes := p.Scope().String(); scopes != needs {
			t.Errorf("%d needs the scopes %q, want %q", p, scopes, needs)
		}
		for scope := shipment.Scopes(1); scope <= shipment.AllScopes; scope <<= 1 {
			for _, has := range []shipment.Scopes{scope, shipment.AllScopes &^ scope, shipment.AllScopes} {
				for _, operator := range []bool{false, true} {
					for _, networks := range []shipment.Networks{"", "192.0.2.0/24"} {
						want := p == shipment.Anyone ||
							needs != "" && has&p.Scope() == p.Scope() && (isAccounts || operator) && (p != shipment.ManageUsers || networks == "")
						err := Check(p, masterdata.Caller{KeyID: 1, Operator: operator, Scopes: has, Networks: networks})
						if (err == nil) != want {
							t.Errorf("permission %d, operator %t, scopes %s, networks %q: %v", p, operator, has, networks, err)
						}
					}
				}
			}
		}
	}
}
