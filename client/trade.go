package client

// Trade is what orders and returns say for customs and for the shipper's own records. All of it is optional.
type Trade struct {
	ExportReason string            `json:"export_reason,omitempty"` // sale, gift, sample, documents, return or repair
	InvoiceNo    string            `json:"invoice_no,omitempty"`
	InvoiceDate  string            `json:"invoice_date,omitempty"` // YYYY-MM-DD
	TaxIDs       []TaxID           `json:"tax_ids,omitempty"`      // at most 10
	Metadata     map[string]string `json:"metadata,omitempty"`     // at most 20 texts of the shipper's own, never printed
}

// TaxID is a number by which a tax authority knows a party of an order.
type TaxID struct {
	Party   string `json:"party"`             // shipper or consignee
	Type    string `json:"type"`              // such as VAT, GST, EORI, IOSS, NPWP, PCCC, CPF, TIN or OTHER
	Country string `json:"country,omitempty"` // that issued it, optional: name or ISO 3166-1 code
	Number  string `json:"number"`            // at most 64 characters
}
