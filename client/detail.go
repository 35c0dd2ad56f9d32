package client

import "encoding/json"

// OrderDetail is everything about an order.
type OrderDetail struct {
	Order // with items
	DetailFields
}

// UnmarshalJSON decodes the record and the further fields. It is needed because the method of the embedded
// Order would otherwise be promoted and decode the record only.
func (d *OrderDetail) UnmarshalJSON(b []byte) error {
	if err := json.Unmarshal(b, &d.DetailFields); err != nil {
		return err
	}
	return d.Order.UnmarshalJSON(b)
}
