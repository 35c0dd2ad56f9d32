package easypost

import (
	"errors"
	"math/bits"

	"waybill/internal/shipment"
)

// inches returns a length in inches with one decimal, as EasyPost takes it, rounded up: a parcel declared too
// small is charged for later. An inch is 2.54 cm.
func inches(cm shipment.Hundredths) float64 {
	const hundredths = 254
	tenths := (int64(cm)*10 + hundredths - 1) / hundredths
	return float64(tenths) / 10
}

// A pound is 453.59237 g and 16 ounces, so a gram is 1600000/45359237 ounces.
const ouncesOver, ouncesUnder = 1_600_000, 45_359_237

// ounces returns a weight in ounces with one decimal, rounded up like lengths.
func ounces(kg shipment.Thousandths) float64 {
	tenths := (int64(kg)*10*ouncesOver + ouncesUnder - 1) / ouncesUnder
	return float64(tenths) / 10
}

// lineOunces returns the weights of an order's lines: the net weights of the items, if each has one and their sum is
// not more than the weight of the parcel, else their shares of that weight.
func lineOunces(o *shipment.Order) []float64 {
	shares := shareOunces(o.Weight, o.Items)
	net := make([]float64, len(o.Items))
	left := o.Weight
	for i := range o.Items {
		it := &o.Items[i]
		pieces := shipment.Thousandths(max(it.Quantity, 1))
		if it.Trade == nil || it.Trade.Weight == 0 || it.Trade.Weight > left/pieces {
			return shares
		}
		line := it.Trade.Weight * pieces
		left -= line
		net[i] = max(float64(uint64(line)*1000*ouncesOver/ouncesUnder), 1) / 1000
	}
	return net
}

// shareOunces divides a parcel's weight among its items by their quantities. A customs item has the weight of
// its line, with three decimals, and at least 0.001. The sum is not more than the weight of the parcel,
// unless there are more lines than thousandths of an ounce.
func shareOunces(kg shipment.Thousandths, items []shipment.Item) []float64 {
	total := uint64(kg) * 1000 * ouncesOver / ouncesUnder // the heaviest order, 10^10 g, just fits
	var pieces, passed uint64
	for _, it := range items {
		pieces += uint64(max(it.Quantity, 1))
	}
	shares := make([]float64, len(items))
	var given uint64
	for i, it := range items {
		passed += uint64(max(it.Quantity, 1))
		high, low := bits.Mul64(total, passed)
		upTo, _ := bits.Div64(high, low, pieces) // passed ≤ pieces, so it fits
		shares[i] = float64(max(upTo-given, 1)) / 1000
		given = upTo
	}
	return shares
}

// lineValue returns the value of an item's line in its currency, quantity times price, as Waybill's own
// documents do. EasyPost wants it to be above 0.
func lineValue(it *shipment.Item) (float64, error) {
	const exact = 1 << 53 // a float cannot represent all hundredths beyond it
	high, low := bits.Mul64(uint64(max(it.Quantity, 0)), uint64(max(it.PriceValue, 0)))
	switch {
	case high == 0 && low == 0:
		return 0, errors.New("is 0: customs needs the value of the item")
	case high > 0 || low >= exact:
		return 0, errors.New("is too large for a customs declaration")
	}
	return float64(low) / 100, nil
}
