package api

import (
	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// writeDetailItems writes all fields of an order's items. A view shows those of the interface document alone.
func writeDetailItems(w *rows, items []shipment.Item) {
	e := w.Encoder
	e.FieldStart("items")
	e.ArrStart()
	for i := range items {
		e.ObjStart()
		writeItemFields(e, &items[i])
		writeItemTrade(e, items[i].Trade)
		e.ObjEnd()
		w.flush()
	}
	e.ArrEnd()
}

func writeItemFields(e *jx.Encoder, it *shipment.Item) {
	text(e, "item_desc", it.Desc)
	text(e, "item_category", it.Category)
	text(e, "item_product_id", it.ProductID)
	text(e, "item_sku", it.SKU)
	integer(e, "item_quantity", it.Quantity)
	decimal(e, "item_price_value", it.PriceValue)
	text(e, "item_price_currency", it.PriceCurrency)
}

func writeItemTrade(e *jx.Encoder, t *shipment.ItemTrade) {
	if t == nil {
		t = new(shipment.ItemTrade)
	}
	text(e, "item_hs_code", t.HSCode)
	text(e, "item_origin_country", t.OriginCountry.Name())
	decimal(e, "item_weight", t.Weight)
	text(e, "item_customs_desc", t.CustomsDesc)
	text(e, "item_url", t.URL)
	text(e, "item_image_url", t.ImageURL)
}

// writeTrade writes what an order says for customs and for the shipper's records, as it was sent.
func writeTrade(e *jx.Encoder, o *shipment.Order) {
	t := o.Trade
	if t == nil {
		t = new(shipment.OrderTrade)
	}
	text(e, "export_reason", t.ExportReason)
	text(e, "invoice_no", t.InvoiceNo)
	text(e, "invoice_date", t.InvoiceDate)
	decimal(e, "freight_amount", t.FreightAmount)
	decimal(e, "insurance_amount", t.InsuranceAmount)
	text(e, "amount_currency", t.AmountCurrency)
	e.FieldStart("tax_ids")
	e.ArrStart()
	for _, id := range t.TaxIDs {
		e.ObjStart()
		text(e, "party", id.Party)
		text(e, "type", id.Type)
		text(e, "country", id.Country.Name())
		text(e, "number", id.Number)
		e.ObjEnd()
	}
	e.ArrEnd()
	e.FieldStart("metadata")
	e.Raw(shipment.AppendMetadata(nil, t.Metadata))
}
