package easypost

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"

	"waybill/internal/partner"
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

// lineOunces returns the weights of an order's lines: the stated net weights, and for the items without one their shares of
// the rest of the weight of the parcel. Returns a *partner.RefusedError if the stated weights are too large for that.
func lineOunces(o *shipment.Order) ([]float64, *partner.RefusedError) {
	lines := make([]float64, len(o.Items))
	var silent []shipment.Item // that state no weight
	var stated float64         // grams
	for i := range o.Items {
		it := &o.Items[i]
		line := float64(tradeOf(it).Weight) * float64(max(it.Quantity, 1)) // exact up to any weight of a parcel
		if stated += line; line == 0 {
			silent = append(silent, *it)
		} else if stated <= float64(o.Weight) {
			lines[i] = max(float64(uint64(line)*1000*ouncesOver/ouncesUnder), 1) / 1000
		}
	}
	switch left := o.Weight - shipment.Thousandths(min(stated, float64(o.Weight))); {
	case stated > float64(o.Weight):
		return nil, &partner.RefusedError{Field: "order_weight", Message: fmt.Sprintf(
			"The items weigh %s kg net (item_weight times item_quantity), and the parcel weighs %s kg (order_weight): correct one of them.",
			strconv.FormatFloat(stated/1000, 'f', -1, 64), o.Weight)}
	case silent != nil && left == 0:
		return nil, &partner.RefusedError{Field: "item_weight", Message: fmt.Sprintf(
			"An item has no item_weight, and the others weigh all the %s kg of the parcel (order_weight).", o.Weight)}
	case silent != nil:
		shares := shareOunces(left, silent)
		for i := range o.Items {
			if tradeOf(&o.Items[i]).Weight == 0 {
				lines[i], shares = shares[0], shares[1:]
			}
		}
	}
	return lines, nil
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

// lineValue returns the value of an item's line in thousandths of its currency, quantity times value, as Waybill's own
// documents do. EasyPost wants it to be above 0.
func lineValue(it *shipment.Item) (int64, error) {
	const exact = 1 << 53 // a float cannot represent all thousandths beyond it
	high, low := bits.Mul64(uint64(max(it.Quantity, 0)), uint64(max(it.DeclaredValue(), 0)))
	switch {
	case high == 0 && low == 0:
		return 0, errors.New("is 0: customs needs the value of the item")
	case high > 0 || low >= exact:
		return 0, errors.New("is too large for a customs declaration")
	}
	return int64(low), nil
}
