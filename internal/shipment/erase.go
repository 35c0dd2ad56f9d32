package shipment

import (
	"slices"
	"strings"
	"sync"
)

// keptFields are the fields of an order that say nothing of a person, or not without the shipper's own books: they stay
// when personal data are erased. All others go.
var keptFields = strings.Fields(`service_id tracking_no shipper_order_id order_length order_width order_height order_weight
	payment_type cod_amt_to_collect incoterm consignee_country pickup_country pickup_date items service_type forward_tracking_no
	export_reason invoice_no invoice_date freight_amount insurance_amount packing_amount handling_amount other_amount discount_amount
	amount_currency export_type duties_paid_by non_delivery_option licence_no certificate_no export_itn export_exemption signed_on
	importer_country sold_to_country`)

// IsPersonal reports whether a field of an order may say something of a person.
func (f *FieldInfo) IsPersonal() bool { return !slices.Contains(keptFields, f.Name) }

// openFields are the fields of orders, items and tax ids whose values say nothing of a person.
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
		f := &OrderFields[i]
		switch {
		case !f.IsPersonal() || f.IsZero(o) || f.IsList():
		case f.TextAt != nil:
			*f.TextAt(o) = ""
		default:
			*f.NumberAt(o) = 0
		}
	}
	if o.Trade != nil {
		o.Trade.TaxIDs, o.Trade.Metadata = nil, nil
	}
	o.HasLabel, o.PartnerLabel = false, ""
}

// HasEnded reports whether nothing more is expected of the order: its parcel arrived or came back, it is cancelled, or its
// partner refused it.
func (o *Order) HasEnded() bool {
	return o.StatusCode == StatusSubmissionFailed || o.TrackerStatus.Final()
}
