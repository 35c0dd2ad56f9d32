package rules

import (
	"math/bits"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// maximum makes a check of an order that finds wrong at a field if a value is too large.
func maximum(field string, wrong problem.Message, exceeds func(*order) bool) check {
	return func(v *visit) {
		if exceeds(v.order) {
			v.find(field, -1, wrong)
		}
	}
}

func compileMaxWeight(r *Rule) (check, *Problem) {
	return maximum("order_weight", problem.MaxValue.With(r.KG), func(o *order) bool { return o.Weight > r.KG }), nil
}

// longestSide is the longest side of a package, and the name of its field.
func longestSide(o *order) (side shipment.Hundredths, field string) {
	side, field = o.Length, "order_length"
	if o.Width > side {
		side, field = o.Width, "order_width"
	}
	if o.Height > side {
		side, field = o.Height, "order_height"
	}
	return side, field
}

// maxSize makes a check of an order that finds wrong at the longest side if the package is too large.
func maxSize(wrong problem.Message, exceeds func(*order) bool) check {
	return func(v *visit) {
		if exceeds(v.order) {
			_, field := longestSide(v.order)
			v.find(field, -1, wrong)
		}
	}
}

func compileMaxLength(r *Rule) (check, *Problem) {
	return maxSize(problem.MaxLongestSide.With(r.CM), func(o *order) bool {
		side, _ := longestSide(o)
		return side > r.CM
	}), nil
}

func compileMaxGirth(r *Rule) (check, *Problem) {
	return maxSize(problem.MaxGirth.With(r.CM), func(o *order) bool {
		side, _ := longestSide(o)
		return 2*(o.Length+o.Width+o.Height)-side > r.CM
	}), nil
}

func compileMaxVolumetricWeight(r *Rule) (check, *Problem) {
	wrong := problem.MaxVolumetricWeight.With(r.Divisor, r.KG)
	// Hundredths of cm multiply to millionths of cm³. Products that a float64 rounds are far beyond any limit.
	most := float64(r.KG) * float64(r.Divisor) * 1000
	return maxSize(wrong, func(o *order) bool { return float64(o.Length)*float64(o.Width)*float64(o.Height) > most }), nil
}

// compileMaxValue: the value of a line is its quantity times its declared value, as on customs declarations.
func compileMaxValue(r *Rule) (check, *Problem) {
	return maximum(fieldItems, problem.MaxItemsValue.With(r.Currency, r.Currency, r.Amount), func(o *order) bool {
		left := 10 * uint64(r.Amount) // thousandths
		for i := range o.Items {
			it := &o.Items[i]
			if it.PriceCurrency != r.Currency {
				continue
			}
			high, low := bits.Mul64(uint64(max(it.Quantity, 0)), uint64(max(it.DeclaredValue(), 0)))
			if high > 0 || low > left {
				return true
			}
			left -= low
		}
		return false
	}), nil
}

func compileMaxCODAmount(r *Rule) (check, *Problem) {
	return maximum("cod_amt_to_collect", problem.MaxValue.With(r.Amount), func(o *order) bool {
		return o.AmountToCollect() > r.Amount && o.Consignee.Country.Currency() == r.Currency
	}), nil
}

func compileCurrencyDecimals(*Rule) (check, *Problem) {
	return eachItem(func(v *visit, i int, it *item) {
		if shipment.CurrencyDecimals(it.PriceCurrency) > 0 { // a price has two decimals; no currency has one
			return
		}
		wrong := problem.CurrencyDecimals.With(it.PriceCurrency, 0)
		if it.PriceValue%100 != 0 {
			v.find(fieldItemPrice, i, wrong)
		}
		if it.HasCustomsValue() && it.DeclaredValue()%1000 != 0 {
			v.find(it.ValueField(), i, wrong)
		}
	}), nil
}
