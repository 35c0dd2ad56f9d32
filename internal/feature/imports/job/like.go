package job

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"waybill/internal/feature/imports/stored"
	"waybill/internal/shipment"
)

// fingerprint is the hash of what makes two orders alike: the name, the address and the items. It is "" if the order has a reference.
func fingerprint(o *shipment.Order) string {
	if o.ShipperOrderID != "" {
		return ""
	}
	c := &o.Consignee
	parts := []string{c.Name, c.Address, c.Postal, c.City, c.State, string(c.Country)}
	for i := range parts {
		parts[i] = strings.Join(strings.Fields(strings.ToLower(parts[i])), " ")
	}
	sum := sha256.Sum256(encode([]any{parts, o.Items}))
	return hex.EncodeToString(sum[:16])
}

// existing returns, for each order, one of the account that has its reference or is like it; nil for none.
func (w *Worker) existing(ctx context.Context, i stored.Import, orders []*shipment.Order) ([]*stored.ExistingOrder, error) {
	var references, fingerprints []string
	keys := make([]string, len(orders))
	for n, o := range orders {
		switch {
		case o == nil:
		case o.ShipperOrderID != "":
			references = append(references, o.ShipperOrderID)
		default:
			keys[n] = fingerprint(o)
			fingerprints = append(fingerprints, keys[n])
		}
	}
	var same, like map[string]stored.ExistingOrder
	var err error
	if len(references) > 0 {
		same, err = w.Imports.OrdersOfReferences(ctx, i.AccountID, references)
	}
	if err == nil && len(fingerprints) > 0 {
		like, err = w.Imports.OrdersLike(ctx, i, fingerprints)
	}
	found := make([]*stored.ExistingOrder, len(orders))
	for n, o := range orders {
		by, key := like, keys[n]
		if o != nil && o.ShipperOrderID != "" {
			by, key = same, o.ShipperOrderID
		}
		if e, exists := by[key]; exists && key != "" {
			found[n] = &e
		}
	}
	return found, err
}
