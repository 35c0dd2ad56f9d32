package store

import (
	"context"

	"waybill/internal/shipment"
)

// What a row takes in memory beside its texts, in bytes. An event is copied twice on its way
// to a response; the list of orders that grows is copied when it does.
const (
	orderMemory  = 2000
	recordMemory = 600
	itemMemory   = 200
	eventMemory  = 600
)

type meterKey struct{}

// WithMeter has take called with the bytes that each order, item and tracking event takes that
// is read with the context, before the next is read. An error of take ends the reading, and is
// returned. Take must not wait for long: a connection to the database is in use.
func WithMeter(ctx context.Context, take func(bytes int) error) context.Context {
	return context.WithValue(ctx, meterKey{}, take)
}

// meterOf is what WithMeter set, or a function that does nothing.
func meterOf(ctx context.Context) func(bytes int) error {
	if take, ok := ctx.Value(meterKey{}).(func(bytes int) error); ok {
		return take
	}
	return func(int) error { return nil }
}

// itemTextBytes is the length of all texts of an item.
func itemTextBytes(i *shipment.Item) int {
	return len(i.Desc) + len(i.Category) + len(i.ProductID) + len(i.SKU)
}
