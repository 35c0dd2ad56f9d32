package importer

import (
	"maps"
	"slices"
	"strings"

	"waybill/internal/request"
)

// shown returns how the first rows write the numbers and days of a column, as far as they leave no doubt.
func (s *suggestion) shown(column int, c ColumnMapping) (Decimal, DateOrder) {
	f, _ := FieldOf(c.Field)
	switch {
	case c.Decimal != DecimalPlain || c.Date != DateISO:
	case f.Type.Name == request.TypeDate:
		c.Date = s.dateOrder(column)
	case isNumber(&f) && !isMoney(c.Field): // amounts decides about those
		var numbers []string
		s.texts(column, func(text string) { numbers = append(numbers, numberOf(c.Field, text)) })
		c.Decimal = decimalOf(numbers)
	}
	return c.Decimal, c.Date
}

// isNumber reports whether a field is a number.
func isNumber(f *request.Field) bool {
	return f.Type.Name == request.TypeDecimal || f.Type.Name == request.TypeInteger
}

// Unfit are the columns of a mapping whose values leave no doubt that they are written in another way than it says.
func Unfit(t *Table, m Mapping) (unfit []ColumnMapping) {
	s := newSuggestion(t, m)
	for _, c := range s.columns {
		if c.index < 0 || c.Decimal == DecimalPlain && (c.Date == DateISO || c.Date == DateSerial) {
			continue
		}
		bare := c.ColumnMapping
		bare.Decimal, bare.Date = DecimalPlain, DateISO
		decimal, date := s.shown(c.index, bare)
		isUnfit := decimal != DecimalPlain && decimal != c.Decimal || date != DateISO && date != c.Date
		for currency, numbers := range s.numbers(c) {
			shown, has := decimalOf(numbers), c.Decimal.of(currency)
			isUnfit = isUnfit || shown != DecimalPlain && has != DecimalPlain && shown != has
		}
		if isUnfit {
			unfit = append(unfit, c.ColumnMapping)
		}
	}
	return unfit
}

// texts calls see with the texts of a column in the first rows.
func (s *suggestion) texts(column int, see func(text string)) {
	for i := range min(s.table.Len(), sampleRows) {
		cell := s.table.Row(i).Cell(column)
		if text := strings.TrimSpace(cell.Text); cell.Kind == TextCell && text != "" && !isDash(text) {
			see(text)
		}
	}
}

var (
	surelyComma = compiled(`^[+-]?(\d+,(\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+|\d{1,3}(\.\d{3})+,\d+|\d{1,3}(\.\d{3}){2,})$`)
	surelyPoint = compiled(`^[+-]?(\d{1,3}(,\d{3})+\.\d+|\d{1,3}(,\d{3}){2,})$`)
)

// decimalOf is the way that numbers show. Numbers of both ways show none.
func decimalOf(numbers []string) Decimal {
	comma, point, needsPoint := false, false, false
	for _, text := range numbers {
		comma = comma || surelyComma().MatchString(text)
		point = point || surelyPoint().MatchString(text) ||
			strings.Contains(text, ".") && pointNumber().MatchString(text) && !commaNumber().MatchString(text)
		needsPoint = needsPoint || strings.Contains(text, ",") || threeDigits().MatchString(text)
	}
	switch {
	case comma && !point:
		return DecimalComma
	case point && !comma && needsPoint:
		return DecimalPoint
	}
	return DecimalPlain
}

// numbers are those of a column with amounts in the first rows, by currency.
func (s *suggestion) numbers(c columnPlan) map[string][]string {
	if c.index < 0 || !isMoney(c.Field) {
		return nil
	}
	c.currencies = s.planOf(currencyField(c.Field))
	_, c.currency = cutRemark(s.table.Headings[c.index])
	numbers := make(map[string][]string)
	for i := range min(s.table.Len(), sampleRows) {
		row := s.table.Row(i)
		if cell := row.Cell(c.index); cell.Kind == TextCell && !isEmpty(cell) {
			number, currency := c.amountIn(strings.TrimSpace(cell.Text), row)
			numbers[currency] = append(numbers[currency], number)
		}
	}
	return numbers
}

// amounts proposes how the columns of amounts are written. The rows of a currency decide for it alone. A column without a column that
// says the currency has one way.
func (s *suggestion) amounts() {
	all, own := make(map[string][]string), make([]map[string][]string, len(s.columns))
	for i, c := range s.columns {
		own[i] = s.numbers(c)
		for currency, numbers := range own[i] {
			all[currency] = append(all[currency], numbers...)
		}
	}
	for i := s.given; i < len(own); i++ {
		c := &s.columns[i]
		isOne := len(own[i]) == 1 && len(s.planOf(currencyField(c.Field)).columns) == 0
		for _, currency := range slices.Backward(slices.Sorted(maps.Keys(own[i]))) {
			way := decimalOf(all[currency])
			switch {
			case way == DecimalPlain || c.Decimal.of(currency) != DecimalPlain:
			case isOne:
				c.Decimal = way
			case currency != "":
				c.Decimal = c.Decimal.with(currency, way)
			}
		}
	}
}

// spreadCommas gives the columns of numbers that leave their decimals open those of the other columns: a program writes all of them in
// the same way, except amounts of different currencies. A weight in kg or a length in cm with a point has decimals even so: nobody
// ships 1250 kg.
func (s *suggestion) spreadCommas() {
	for i := s.given; i < len(s.columns); i++ {
		c := &s.columns[i]
		showsComma := func(o columnPlan) bool {
			comma, point := strings.Contains(string(o.Decimal), "comma"), strings.Contains(string(o.Decimal), "point")
			return comma && !point && (!isMoney(c.Field) || !isMoney(o.Field))
		}
		if slices.ContainsFunc(s.columns, showsComma) && s.isOpen(c) {
			c.Decimal = DecimalComma
		}
	}
}

// isOpen reports whether all numbers of a column may have decimal commas, and some of them something else.
func (s *suggestion) isOpen(c *columnPlan) bool {
	f, _ := FieldOf(c.Field)
	if c.Decimal != DecimalPlain || !isNumber(&f) {
		return false
	}
	grouped := isMoney(c.Field) || c.Unit == "g" || c.Unit == "mm"
	open, commas := false, true
	s.texts(c.index, func(text string) {
		text = numberOf(c.Field, text)
		open = open || strings.Contains(text, ",") || grouped && strings.Contains(text, ".")
		commas = commas && commaNumber().MatchString(text)
	})
	return open && commas
}

// dateOrder is the only order in which all days of a column are days. Days with points, such as 4.12.26, begin with the day.
func (s *suggestion) dateOrder(column int) DateOrder {
	orders := []DateOrder{DateDMY, DateMDY, DateYMD}
	arePointed := s.all(column, pointedDay().MatchString)
	if arePointed {
		orders = orders[:1]
	}
	orders = slices.DeleteFunc(orders, func(order DateOrder) bool {
		return !s.all(column, func(text string) bool {
			day, ok := order.day(text)
			return ok && day > "1901" && (arePointed || strings.Contains(text, day[:4])) // the year may have two digits
		})
	})
	if len(orders) != 1 {
		return DateISO
	}
	return orders[0]
}

var pointedDay = compiled(`^\d{1,2}\.\d{1,2}\.\d{2}(?:\d{2})?$`)

// all reports whether a column has texts in the first rows, and all of them are as is says.
func (s *suggestion) all(column int, is func(text string) bool) bool {
	texts, others := 0, 0
	s.texts(column, func(text string) {
		if texts++; !is(text) {
			others++
		}
	})
	return texts > 0 && others == 0
}
