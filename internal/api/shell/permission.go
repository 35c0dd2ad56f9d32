package shell

import (
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// Check returns ErrForbidden, or an error that names the scope that is missing, to a caller who does not have a permission.
func Check(p shipment.Permission, c masterdata.Caller) error {
	switch {
	case p == shipment.Anyone:
		return nil
	case p.Scope() == 0, p.OfOperators() && !c.Operator:
		return ErrForbidden
	case !c.May(p.Scope()), p == shipment.ManageUsers && c.Networks != "":
		return withoutScope(p.Scope())
	}
	return nil
}
