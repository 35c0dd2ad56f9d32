package client

// Item is one line of an order's contents, in requests and in records.
type Item struct {
	Desc          string  `json:"item_desc"`
	Category      string  `json:"item_category,omitempty"`
	ProductID     string  `json:"item_product_id,omitempty"`
	SKU           string  `json:"item_sku,omitempty"`
	Quantity      int     `json:"item_quantity"`       // 1 to 2147483647
	PriceValue    Decimal `json:"item_price_value"`    // at most 2 decimal places
	PriceCurrency string  `json:"item_price_currency"` // ISO 4217

	// For customs; all of it is optional. A view does not show it, an order's detail does.
	HSCode        string  `json:"item_hs_code,omitempty"`        // 6 to 10 digits; dots and spaces are left out
	OriginCountry string  `json:"item_origin_country,omitempty"` // where it was made: name or ISO 3166-1 code
	Weight        Decimal `json:"item_weight,omitempty"`         // net, of one piece, in kg
	CustomsDesc   string  `json:"item_customs_desc,omitempty"`   // when it is not Desc
	URL           string  `json:"item_url,omitempty"`            // in a shop
	ImageURL      string  `json:"item_image_url,omitempty"`
}
