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
}
