package label

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// object is an object of customs data: its keys and values, in their order. Texts that are absent are "", other values null.
type object []entry

type entry struct {
	key   string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for _, e := range o {
		text, err := shipment.PlainJSON(e.value)
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", e.key, err)
		}
		b = append(shipment.AppendKey(b, e.key), text...)
	}
	return append(b, '}'), nil
}

// customsTexts are the fields of an order that customs data have at their end.
var customsTexts = shipment.NamedFields("export_reason_text", "export_type", "duties_paid_by", "non_delivery_option", "exporter_reference",
	"importer_reference", "licence_no", "certificate_no", "export_itn", "export_exemption", "signer_name", "signer_place", "signed_on")

// CustomsJSON returns what the customs declarations and invoices of an order print as JSON, for programs.
func CustomsJSON(s *Shipment) ([]byte, error) {
	of, o := declare(s), &s.Order
	namedPlace := ""
	if o.Incoterm != "" {
		namedPlace, _ = of.place()
	}
	data := object{
		{"tracking_no", o.TrackingNo}, {"shipper_order_id", o.ShipperOrderID}, {"hawb_no", o.HAWBNo}, {"service", of.service},
		{"invoice_no", of.invoiceNo}, {"invoice_date", of.invoiceDate}, {"export_reason", of.reason}, {"incoterm", o.Incoterm},
		{"named_place", namedPlace},
		{"exporter", partyData(senderOf(o), of.exporter)}, {"importer", partyData(consigneeOf(o), of.importer)},
		{"packages", 1}, {"quantity", of.quantity()},
		{"length", sizeOf(o.Length)}, {"width", sizeOf(o.Width)}, {"height", sizeOf(o.Height)}, // cm
		{"net_weight", decimal(of.netWeight())}, {"gross_weight", sizeOf(o.Weight)}, // kg
		{"items", itemsData(of)},
		{"goods_values", each.Of(of.value(0, len(of.goods)), totalData)}, // without charges, by currency
	}
	for _, c := range of.trade.Charges() { // a discount is taken off the others
		var charge any
		if c.Amount > 0 {
			charge = totalData(total{of.trade.AmountCurrency, big.NewInt(int64(c.Amount))})
		}
		data = append(data, entry{strings.ReplaceAll(strings.ToLower(c.Name), " ", "_"), charge})
	}
	data = append(data, entry{"totals", each.Of(of.payable(), totalData)}) // with all charges, by currency
	for i := range customsTexts {
		data = append(data, entry{customsTexts[i].Name, customsTexts[i].Text(o)})
	}
	return shipment.PlainJSON(append(data,
		entry{"importer_of_record", thirdPartyData(&of.trade.Importer)}, entry{"sold_to", thirdPartyData(&of.trade.SoldTo)}))
}

func partyData(p party, ids []shipment.TaxID) object {
	return object{
		{"name", p.Name}, {"number", p.Number}, {"email", p.Email}, {"country", p.Country.Name()}, {"address", p.Address},
		{"postal", p.Postal}, {"state", p.State}, {"city", p.City}, {"province", p.Province},
		{"company", p.company}, {"name_latin", p.nameLatin}, {"address_latin", p.addressLatin},
		{"tax_ids", each.Of(ids, func(id shipment.TaxID) object {
			return object{{"type", id.Type}, {"country", id.Country.Name()}, {"number", id.Number}}
		})},
	}
}

// thirdPartyData is nil if the party is the importer.
func thirdPartyData(p *shipment.Party) any {
	if *p == (shipment.Party{}) {
		return nil
	}
	return partyData(party{Party: p}, nil)
}

func itemsData(of *declaration) []object {
	items := make([]object, len(of.goods))
	for i := range of.goods {
		g, item := &of.goods[i], &of.order.Items[i]
		t := cmp.Or(item.Trade, new(shipment.ItemTrade))
		items[i] = object{
			{"description", g.description}, {"category", item.Category}, {"sku", item.SKU}, {"product_id", item.ProductID},
			{"hs_code", g.hsCode}, {"origin_country", g.origin.Name()}, {"quantity", g.quantity}, {"net_weight", decimal(g.netWeight)}, // of all
			{"currency", g.value.currency}, {"unit_value", decimal(g.unit.amount)}, {"value", decimal(g.value.amount)}, // of all
			{"un_number", t.UNNumber}, {"hazard_class", t.HazardClass},
			{"packing_instruction", t.PackingInstruction}, {"hazard_quantity", t.HazardQuantity},
		}
	}
	return items
}

func totalData(t total) object {
	return object{{"currency", t.currency}, {"amount", decimal(t.amount)}}
}

// sizeOf returns a measure of an order, nil when the order has none.
func sizeOf[T shipment.Hundredths | shipment.Thousandths](measure T) *json.Number {
	if measure == 0 {
		return nil
	}
	return new(json.Number(fmt.Sprint(measure)))
}

// decimal formats thousandths in their shortest form, nil for nil.
func decimal(thousandths *big.Int) *json.Number {
	if thousandths == nil {
		return nil
	}
	text := new(big.Rat).SetFrac(thousandths, big.NewInt(1000)).FloatString(3)
	return new(json.Number(strings.TrimRight(strings.TrimRight(text, "0"), ".")))
}
