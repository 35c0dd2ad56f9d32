package harness

import "waybill/client"

// NewOrder is a valid order for a service.
func NewOrder(service int64) client.NewOrder {
	return client.NewOrder{
		ServiceID:   service,
		OrderLength: "12", OrderWidth: "12.5", OrderHeight: "3", OrderWeight: "0.125", PaymentType: "prepaid",
		ConsigneeName: "Susan", ConsigneeNumber: "+6281234567891", ConsigneeCountry: "Indonesia",
		ConsigneeAddress: "Jl. Berangin 5, Tanjung Gading", ConsigneePostal: "12420",
		ConsigneeState: "Daerah Khusus Ibukota Jakarta", ConsigneeCity: "Jakarta Selatan", ConsigneeEmail: "susan123@email.com",
		PickupContactName: "Jackson", PickupContactNumber: "+6591234567", PickupCountry: "Singapore",
		PickupAddress: "Jurong West Ave 1", PickupPostal: "640534", PickupState: "Singapore State",
		Items: []client.Item{{Desc: "Blue T-Shirt", Category: "Fashion", SKU: "SKU1", Quantity: 3, PriceValue: "23.55", PriceCurrency: "IDR"}},
	}
}

// TextFor is a text for a field with that name, of at most so many characters; 0 is no limit.
func TextFor(field string, most int) string {
	text := "text of " + field
	if most > 0 {
		text = text[:min(len(text), most)]
	}
	return text
}
