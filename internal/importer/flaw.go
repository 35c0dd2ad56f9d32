package importer

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// identifiers are the fields whose digits count, beside those of the types for phones, numbers and codes.
var identifiers = []string{
	referenceField, trackingField, "event_id", "consignee_identifcation_number",
	"consignee_postal", "pickup_postal", "item_product_id", "item_sku", "invoice_no",
}

// identifierTypes are the types of phones, numbers and codes.
var identifierTypes = []request.TypeName{
	request.TypePhone, request.TypeLocalPhone, request.TypeTrackingNo, request.TypeHSCode, request.TypeUNNumber, request.TypeService,
}

func isIdentifier(f *request.Field) bool {
	isTaxID := f.Type.Name == request.TypeText && strings.HasPrefix(f.Name, taxIDsPrefix)
	return isTaxID || slices.Contains(identifierTypes, f.Type.Name) || slices.Contains(identifiers, f.Name)
}

// isText reports whether a field may have any text.
func isText(f *request.Field) bool { return f.Type.Name == request.TypeText && !isIdentifier(f) }

var (
	madeNumber = compiled(`^\d+\.0$`)
	scientific = compiled(`^[+-]?\d(\.\d+)?[eE]\+?\d{1,3}$`)
	errorTexts = []string{"#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"}
)

// exactDigits is how many digits of a number spreadsheets keep.
const exactDigits = 15

// threeDigits is a number whose only point or comma may stand before decimals, or separate thousands.
var threeDigits = compiled(`^[+-]?[1-9]\d{0,2}[.,]\d{3}$`)

// amountWarning says that an amount may be another one, a thousand times as much, or that it is of another currency. It says nothing about
// an amount without doubt.
func (c *columnPlan) amountWarning(row Row) (message, hint problem.Message) {
	cell := row.Cell(c.index)
	text, currency := c.amountIn(strings.TrimSpace(cell.Text), row)
	if has := c.currencies.currency(row); has != "" && currency != has {
		return problem.AmountCurrency.With(currency, has), problem.Message{}
	}
	if cell.Kind != TextCell || c.Decimal.of(currency) != DecimalPlain || !hasDecimals(currency) || !threeDigits().MatchString(text) {
		return problem.Message{}, problem.Message{}
	}
	small := strings.TrimRight(strings.TrimRight(strings.Replace(text, ",", ".", 1), "0"), ".")
	return problem.UnclearAmount.With(withoutGroups(text), small), problem.PointMeaning
}

// Days of orders are in the years from firstYear to lastYear. Others are mistakes, or of another calendar: that of Thailand is
// aheadInThailand.
const firstYear, lastYear, aheadInThailand = 2000, 2050, 543

// yearWarning says that a day is of an unlikely year, and which day it is if the year is of the Thai calendar.
func yearWarning(day string) (message, hint problem.Message) {
	at, err := time.Parse(time.DateOnly, day)
	isLikely := func(year int) bool { return firstYear <= year && year <= lastYear }
	if err != nil || isLikely(at.Year()) {
		return problem.Message{}, problem.Message{}
	}
	if isLikely(at.Year() - aheadInThailand) {
		hint = problem.ThaiYear.With(at.AddDate(-aheadInThailand, 0, 0).Format(time.DateOnly))
	}
	return problem.UnlikelyYear.With(at.Year(), firstYear, lastYear), hint
}

// isPrinted reports whether a field is a name or a place that somebody must be able to read.
func isPrinted(field string) bool {
	return field == descField || slices.ContainsFunc([]string{"_name", "_address", "_city"}, func(end string) bool {
		return strings.HasSuffix(field, end)
	})
}

// flawOf returns why the value of a cell is lost, nothing if it is not.
func flawOf(f *request.Field, c Cell) problem.Message {
	text := strings.TrimSpace(c.Text)
	switch {
	case isPrinted(f.Name) && shipment.IsRubbish(text):
		return problem.RubbishValue.With(text)
	case c.Kind == ErrorCell || c.Kind == TextCell && slices.Contains(errorTexts, text):
		return problem.FormulaFailed.With(text)
	case c.Kind == FormulaCell:
		return problem.FormulaNoResult
	case c.Kind == DateCell && f.Type.Name != request.TypeDate && f.Type.Name != request.TypeMoment && !isText(f):
		return problem.MadeDate.With(text)
	case !isIdentifier(f):
		return problem.Message{}
	}
	return digitsFlaw(f, c, text)
}

// digitsFlaw returns why the digits of an identifier are lost.
func digitsFlaw(f *request.Field, c Cell, text string) problem.Message {
	switch {
	case scientific().MatchString(text):
		return problem.MadeShort.With(text)
	case c.Kind == TextCell && (f.Name == referenceField || strings.HasSuffix(f.Name, "_postal")) && madeNumber().MatchString(text):
		return problem.MadeNumber
	case c.Kind == NumberCell && len(strings.TrimLeft(cmp.Or(c.Number, text), "-0.")) > exactDigits:
		return problem.MadeZeros.With(exactDigits)
	}
	return problem.Message{}
}
