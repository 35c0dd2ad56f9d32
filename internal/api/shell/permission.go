package shell

import (
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// Permission says who may call an operation. Others get ErrForbidden. The zero value is nobody.
type Permission struct {
	Scope     shipment.Scopes // that a key needs; users of the console have the permissions of its routes
	Operators bool            // only operators: keys of an operator's account, and operators in the console
}

// The permissions.
var (
	Anyone         = Permission{Scope: shipment.AllScopes} // also without a key, or with one that has no scope
	WriteOrders    = Permission{Scope: shipment.ScopeOrdersWrite}
	ReadOrders     = Permission{Scope: shipment.ScopeOrdersRead}
	PrintLabels    = Permission{Scope: shipment.ScopeLabels}
	WriteParcels   = Permission{Scope: shipment.ScopeParcelsWrite}
	ReportTracking = Permission{Scope: shipment.ScopeTrackingWrite, Operators: true}
	SetWebhooks    = Permission{Scope: shipment.ScopeWebhooks}
	SetAccount     = Permission{Scope: shipment.ScopeAccount}
	Administer     = Permission{Scope: shipment.ScopeAdministration, Operators: true}
	ManageUsers    = Permission{Scope: shipment.ScopeUsers, Operators: true} // gives all rights, so no key limited to networks has it
	SetRules       = Permission{Scope: shipment.ScopeRules, Operators: true}
	ReadAuditLog   = Permission{Scope: shipment.ScopeAudit, Operators: true}
)

// Check returns ErrForbidden, or one that names the scope that is missing, to a caller who does not have the permission.
func (p Permission) Check(c masterdata.Caller) error {
	switch {
	case p == Anyone:
		return nil
	case p == Permission{}, p.Operators && !c.Operator:
		return ErrForbidden
	case !c.May(p.Scope), p == ManageUsers && c.Networks != "":
		return withoutScope(p.Scope)
	}
	return nil
}
