package shipment

import "sync"

// IsPersonal reports whether a field of an order may say something of a person: it is taken when personal data are erased.
// A text does unless its type says that it does not.
func (f *FieldInfo) IsPersonal() bool {
	switch f.Type.Name {
	case TypeService, TypeTrackingNo, TypeInteger, TypeDecimal, TypeChoice, TypeCountry, TypeCurrency, TypeDate, TypeItems:
		return false
	}
	return !f.Type.Impersonal
}

// openFields are the fields of orders and items whose values say nothing of a person.
var openFields = sync.OnceValue(func() map[string]bool {
	open := make(map[string]bool)
	for i := range ItemFields {
		open[ItemFields[i].Name] = true
	}
	for i := range OrderFields {
		open[OrderFields[i].Name] = !OrderFields[i].IsPersonal()
	}
	return open
})

// IsOpen reports whether a name is that of a field of orders or items whose value says nothing of a person.
func IsOpen(field string) bool { return openFields()[field] }

// Erase takes the personal data from the order: the consignee, the pickup and what is free text about them.
func (o *Order) Erase() {
	for i := range OrderFields {
		if f := &OrderFields[i]; f.TextAt != nil && f.IsPersonal() && !f.IsZero(o) {
			*f.TextAt(o) = ""
		}
	}
	if o.Trade != nil {
		o.Trade.TaxIDs, o.Trade.Metadata = nil, nil
	}
	o.HasLabel, o.OwnLabel, o.PartnerLabel = false, false, ""
}

// HasEnded reports whether nothing more is expected of the order: its parcel arrived, came back or is lost, it is
// cancelled, or its partner refused it.
func (o *Order) HasEnded() bool {
	return o.StatusCode == StatusSubmissionFailed || o.TrackerStatus.Final() || !o.LostOn.IsZero()
}
