package importer

import (
	"strings"

	"waybill/internal/problem"
	"waybill/internal/request"
)

// hintOf says what a spreadsheet has probably done to a value that the validator refuses, and what to do. Nothing
// is changed: the mapping of the column decides.
func hintOf(f *request.Field, text string) problem.Message {
	switch of := f.Type.Name; {
	case text == "":
	case of == request.TypePhone:
		return phoneHint(text)
	case isNumber(f) && withComma().MatchString(text):
		return problem.CommaMeaning
	case isNumber(f) && withUnit().MatchString(text):
		return problem.UnitInNumber
	case of == request.TypeDate:
		return dateHint(text)
	case strings.HasSuffix(f.Name, "_postal") && isDigits(text):
		return problem.LostZeros
	}
	return problem.Message{}
}

func phoneHint(text string) problem.Message {
	digits := phoneSeparators.Replace(text)
	switch whole, hasPoint := strings.CutSuffix(text, ".0"); {
	case hasPoint && isDigits(whole):
		return problem.MadeNumber
	case !isDigits(digits) || digits == "":
		return problem.Message{}
	case digits[0] == '0':
		return problem.NoCountryCode
	}
	return problem.LostPlus
}

var (
	withComma = compiled(`^[+-]?[\d.,'’ \x{00A0}\x{202F}]*,[\d.,'’ \x{00A0}\x{202F}]*$`)
	withUnit  = compiled(`^(\p{Sc}|[A-Za-z]+\.?) ?[\d.,]+$|^[\d.,]+ ?(\p{Sc}|[A-Za-z]+\.?)$`)
)

func dateHint(text string) problem.Message {
	if day, ok := dayOfSerial(text); ok {
		return problem.SerialDate.With(day)
	}
	var readings []string
	for _, order := range []DateOrder{DateDMY, DateMDY, DateYMD} {
		if day, ok := order.day(text); ok && len(strings.SplitN(day, "-", 2)[0]) == 4 {
			readings = append(readings, day)
		}
	}
	if readings == nil {
		return problem.Message{}
	}
	return problem.UnclearDate.With(strings.Join(readings, " or "))
}
