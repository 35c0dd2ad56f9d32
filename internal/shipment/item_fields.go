package shipment

// ItemFields are the fields of an item of either operation.
var ItemFields = append([]Field[Item]{
	text("item_desc", typeText, required, "Description.", func(i *Item) *string { return &i.Desc }),
	text("item_category", typeText, optional, "Category label.", func(i *Item) *string { return &i.Category }),
	text("item_product_id", typeText, optional, "The shipper's product id.", func(i *Item) *string { return &i.ProductID }),
	text("item_sku", typeText, optional, "The shipper's stock keeping unit.", func(i *Item) *string { return &i.SKU }),
	number("item_quantity", Type{Name: TypeInteger, Min: 1, Max: 1<<31 - 1}, required, "How many.",
		func(i *Item) *int64 { return &i.Quantity }),
	number("item_price_value", typeAmount, required, "Price.", func(i *Item) *int64 { return (*int64)(&i.PriceValue) }),
	text("item_price_currency", typeCurrency, required, "ISO 4217 code of the price's currency.",
		func(i *Item) *string { return &i.PriceCurrency }),
}, behind(OfTrade, func(i *Item) **ItemTrade { return &i.Trade },
	text("item_hs_code", Type{Name: TypeHSCode}, optional,
		"Code of the Harmonized System: 6 to 12 digits. Dots and spaces are left out.", func(t *ItemTrade) *string { return &t.HSCode }),
	text("item_origin_country", typeCountry, optional, "Country where it was made.",
		func(t *ItemTrade) *string { return (*string)(&t.OriginCountry) }),
	number("item_weight", typeWeight, optional, "Net weight of one piece in kg.", func(t *ItemTrade) *int64 { return (*int64)(&t.Weight) }),
	text("item_customs_desc", typeText, optional, "Description for customs, when it is not item_desc.",
		func(t *ItemTrade) *string { return &t.CustomsDesc }),
	text("item_url", typeURL, optional, "URL of the item in a shop.", func(t *ItemTrade) *string { return &t.URL }),
	text("item_image_url", typeURL, optional, "URL of a picture of the item.", func(t *ItemTrade) *string { return &t.ImageURL }),
	number("item_customs_value", typeMoney, optional,
		"Value of one piece for customs, in item_price_currency, when it is not item_price_value or has three decimals.",
		func(t *ItemTrade) *int64 { return (*int64)(&t.CustomsValue) }),
	text("item_manufacturer_code", typeShort, optional, "Number by which its manufacturer knows the product.",
		func(t *ItemTrade) *string { return &t.ManufacturerCode }),
	text("item_gtin", typeShort, optional, "Global Trade Item Number, which is on the barcode: 8, 12, 13 or 14 digits.",
		func(t *ItemTrade) *string { return &t.GTIN }),
	text("item_un_number", Type{Name: TypeUNNumber}, optional, "UN number of dangerous goods, such as UN3481.",
		func(t *ItemTrade) *string { return &t.UNNumber }),
	text("item_hazard_class", choice(HazardClasses()...), optional, "Class or division of dangerous goods.",
		func(t *ItemTrade) *string { return &t.HazardClass }),
	text("item_packing_instruction", typeShort, optional, "Packing instruction of dangerous goods, such as PI967 Section II.",
		func(t *ItemTrade) *string { return &t.PackingInstruction }),
	text("item_hazard_quantity", typeShort, optional, "Net quantity of dangerous goods in all pieces, with its unit, such as 0.5 kg.",
		func(t *ItemTrade) *string { return &t.HazardQuantity }),
)...)

// TaxIDFields are the fields of a tax id.
var TaxIDFields = []Field[TaxID]{
	text("party", choice(PartyShipper, PartyConsignee), required, "Whose tax id it is.", func(t *TaxID) *string { return &t.Party }),
	text("type", choice(TaxIDTypes()...), required, "Kind of the tax id.", func(t *TaxID) *string { return &t.Type }),
	text("country", typeCountry, optional, "Country that issued it.", func(t *TaxID) *string { return (*string)(&t.Country) }),
	text("number", Type{Name: TypeText, MaxLength: 64}, required, "The tax id itself.", func(t *TaxID) *string { return &t.Number }),
}
