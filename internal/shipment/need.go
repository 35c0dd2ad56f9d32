package shipment

import (
	"slices"
	"strings"
)

// CustomsNeeds are the facts for customs that a partner may declare it must know, by the names of fields of a create request. Without
// such a field nobody knows the fact. Others say something by their absence: charges, the importer, dangerous goods.
var CustomsNeeds = strings.Fields(`items export_reason export_type incoterm duties_paid_by non_delivery_option invoice_no invoice_date
	exporter_reference importer_reference licence_no certificate_no export_itn export_exemption export_mrn prior_notice_no signer_name
	signer_place signed_on tax_ids consignee_identifcation_number pickup_contact_number item_hs_code item_origin_country item_weight
	item_gtin item_manufacturer_code item_url item_image_url item_sku item_product_id item_category`)

// SettingOf are the facts of Customs that fill in a need.
var SettingOf = map[string]string{
	"export_reason": CustomsContents, "export_type": CustomsExportType, "duties_paid_by": CustomsDuties,
	"non_delivery_option": CustomsNonDelivery, "exporter_reference": CustomsExporter, "signer_name": CustomsSigner,
	"item_origin_country": CustomsOrigin,
}

// Lacks reports whether an order lacks a fact of CustomsNeeds, and returns the place of the first item without it, from 1, or 0 for a fact
// of the order. An order that stays in its country lacks nothing, and one that is a return nothing that returns do not have.
func (o *Order) Lacks(need string) (item int, lacking bool) {
	if o.Pickup.Country == o.Consignee.Country || !slices.Contains(CustomsNeeds, need) {
		return 0, false
	}
	at := slices.IndexFunc(ItemFields, func(f Field[Item]) bool { return f.Name == need })
	if at >= 0 {
		item = 1 + slices.IndexFunc(o.Items, func(it Item) bool { return ItemFields[at].IsZero(&it) })
		return item, item > 0
	}
	f := NamedFields(need)[0]
	hasNone := o.Return && (f.Return == NotSent || need == "export_reason") // is_return says why it leaves the country
	return 0, !hasNone && f.IsZero(o)
}
