package importer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/request"
	"waybill/internal/shipment"
)

// shown returns how the first rows write the numbers and days of a column, as far as they leave no doubt.
func (s *suggestion) shown(column int, c ColumnMapping) (Decimal, DateOrder) {
	if c.Decimal != DecimalPlain || c.Date != DateISO {
		return c.Decimal, c.Date
	}
	f, _ := fieldOf(c.Field)
	switch f.Type.Name {
	case request.TypeDecimal, request.TypeInteger:
		return s.decimal(column, c.Field), DateISO
	case request.TypeDate:
		return DecimalPlain, s.dateOrder(column)
	default:
		return c.Decimal, c.Date
	}
}

// Unfit are the columns of a mapping whose values leave no doubt that they are written in another way than it says.
func Unfit(t *Table, m Mapping) (unfit []ColumnMapping) {
	s := suggestion{table: t}
	for _, c := range m.Columns {
		at, err := t.find(c)
		if err != nil || c.Decimal == DecimalPlain && (c.Date == DateISO || c.Date == DateSerial) {
			continue
		}
		bare := c
		bare.Decimal, bare.Date = DecimalPlain, DateISO
		decimal, date := s.shown(at, bare)
		if decimal != DecimalPlain && decimal != c.Decimal || date != DateISO && date != c.Date {
			unfit = append(unfit, c)
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

var (
	groupedByPoints = compiled(`^\d{1,3}(\.\d{3})+$`)
	groupedByCommas = compiled(`^\d{1,3}(,\d{3})+$`)
)

// isWhole reports whether an amount is in a currency without decimals, by its sign or the heading of its column.
func isWhole(text, heading string) bool {
	_, currency := amountOf(text)
	_, named := cutRemark(heading)
	currency = cmp.Or(currency, named)
	return currency != "" && shipment.CurrencyDecimals(currency) == 0
}

// decimal is the way that a number shows. A column with numbers of both ways shows none.
func (s *suggestion) decimal(column int, field string) Decimal {
	comma, point := false, false
	s.texts(column, func(text string) {
		whole := isMoney(field) && isWhole(text, s.table.Headings[column])
		text = numberOf(field, text)
		comma = comma || surelyComma().MatchString(text) || whole && groupedByPoints().MatchString(text)
		point = point || surelyPoint().MatchString(text) || strings.Contains(text, ".") && !commaNumber().MatchString(text) ||
			whole && groupedByCommas().MatchString(text)
	})
	switch {
	case comma && !point:
		return DecimalComma
	case point && !comma && s.needsPoint(column, field):
		return DecimalPoint
	}
	return DecimalPlain
}

// spreadCommas gives the columns of numbers that leave their decimals open those of the other columns: a program
// writes all of them in the same way. A weight in kg or a length in cm with a point has decimals even so: nobody ships 1250 kg.
func (s *suggestion) spreadCommas() {
	columns := s.mapping.Columns[s.given:]
	if !slices.ContainsFunc(s.mapping.Columns, func(c ColumnMapping) bool { return c.Decimal == DecimalComma }) {
		return
	}
	for i := range columns {
		c := &columns[i]
		f, _ := fieldOf(c.Field)
		kind := f.Type.Name
		if c.Decimal != DecimalPlain || kind != request.TypeDecimal && kind != request.TypeInteger {
			continue
		}
		at, err := s.table.find(*c)
		grouped := isMoney(c.Field) || c.Unit == "g" || c.Unit == "mm"
		open, commas := false, true
		s.texts(at, func(text string) {
			text = numberOf(c.Field, text)
			open = open || strings.Contains(text, ",") || grouped && strings.Contains(text, ".")
			commas = commas && commaNumber().MatchString(text)
		})
		if err == nil && open && commas {
			c.Decimal = DecimalComma
		}
	}
}

// needsPoint reports whether numbers of a column have commas, or points that are in doubt.
func (s *suggestion) needsPoint(column int, field string) bool {
	needs := false
	s.texts(column, func(text string) {
		text = numberOf(field, text)
		needs = needs || strings.Contains(text, ",") || threeDigits().MatchString(text)
	})
	return needs
}

// dateOrder is the only order in which all days of a column are days. Days with points, such as 4.12.26, begin with the day.
func (s *suggestion) dateOrder(column int) DateOrder {
	found, days := DateISO, 0
	orders := []DateOrder{DateDMY, DateMDY, DateYMD}
	if s.hasPoints(column) {
		orders = orders[:1]
	}
	for _, order := range orders {
		fits, all := true, 0
		s.texts(column, func(text string) {
			parts := dayNumbers().FindStringSubmatch(text)
			if parts == nil {
				fits = false
				return
			}
			all++
			_, ok := order.day(text)
			year := parts[map[DateOrder]int{DateDMY: 3, DateMDY: 3, DateYMD: 1}[order]]
			n, _ := strconv.Atoi(year)
			fits = fits && ok && (len(year) == 4 && n > 1900 || len(year) == 2 && len(orders) == 1)
		})
		if fits && all > 0 {
			days++
			found = order
		}
	}
	if days != 1 {
		return DateISO
	}
	return found
}

var pointedDay = compiled(`^\d{1,2}\.\d{1,2}\.\d{2}(?:\d{2})?$`)

// hasPoints reports whether all days of a column are written with points.
func (s *suggestion) hasPoints(column int) bool {
	has, all := false, true
	s.texts(column, func(text string) { has, all = true, all && pointedDay().MatchString(text) })
	return has && all
}
