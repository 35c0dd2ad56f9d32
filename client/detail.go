package client

import (
	"context"
	"encoding/json"
	"net/url"
)

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

// Order returns everything about an order of the account. It returns ErrNotFound when the account has no
// order with the tracking number.
func (c *Client) Order(ctx context.Context, trackingNo string) (OrderDetail, error) {
	return get[OrderDetail](ctx, c, "viewing an order", viewPath+url.PathEscape(trackingNo)+"/", nil)
}
