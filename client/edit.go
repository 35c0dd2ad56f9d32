package client

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
)

// Version is the version of the order, for EditOrder. It rises with each change; 0: it was not changed.
func (d *OrderDetail) Version() int64 {
	if len(d.Changes) == 0 {
		return 0
	}
	return d.Changes[0].Version
}

// AnyVersion has EditOrder change the order whoever changed it before.
const AnyVersion = -1

// EditOrder changes fields of an order, by their names in the API, and returns the order as it is then. A value of
// nil removes that of the field. Items and tax ids are replaced as a whole, metadata by key. version is OrderDetail.Version of
// the order as it was read, or AnyVersion.
//
// It returns a *ValidationError if a field is unknown or invalid or cannot be changed, ErrNotFound, and an *Error with status
// 412 (ErrChanged) if the order has another version, or 409 if it cannot be changed now, or any more. A version that the call itself
// has made, before its response was lost, is its success.
func (c *Client) EditOrder(ctx context.Context, trackingNo string, version int64, changes map[string]any) (OrderDetail, error) {
	edit := call{method: http.MethodPatch, path: viewPath + url.PathEscape(trackingNo) + "/"}
	if version != AnyVersion {
		edit.ifMatch = strconv.Quote(strconv.FormatInt(version, 10))
	}
	return ask[OrderDetail](ctx, c, "changing an order", edit, changes)
}
