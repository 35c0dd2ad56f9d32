package inforce

import (
	"slices"
	"strings"

	"waybill/internal/rules"
	"waybill/internal/shipment"
)

// Kinds returns what the warnings about an order are about that it has when it is created: WarningAny if there are any, and
// WarningAddress if one is about an address. Returns the error of Err.
func (c *Checker) Kinds(o *shipment.Order) (kinds []shipment.WarningKind, err error) {
	if !o.ErasedOn.IsZero() {
		return nil, nil
	}
	findings := c.withoutStated(c.set.Check(o, o.CreatedOn, rules.SeverityWarning), o)
	for i := range findings {
		f := &findings[i]
		switch {
		case f.Fault != "":
			c.source.fault(f)
			continue
		case kinds == nil:
			kinds = append(kinds, shipment.WarningAny)
		}
		if isOfAddress(f.Field) {
			kinds = append(kinds, shipment.WarningAddress)
			break
		}
	}
	return kinds, c.err
}

// addressFields are the fields of an address, without the prefix of the consignee or the pickup.
var addressFields = []string{"name", "number", "email", "country", "address", "postal", "state", "city", "province"}

// isOfAddress reports whether a field of an order is one of an address.
func isOfAddress(field string) bool {
	name, is := strings.CutPrefix(field, "consignee_")
	if !is {
		name, is = strings.CutPrefix(field, "pickup_")
		name = strings.TrimPrefix(name, "contact_")
	}
	return is && slices.Contains(addressFields, name)
}
