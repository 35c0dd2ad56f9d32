package importer

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"waybill/internal/request"
)

// hintOf says what a spreadsheet has probably done to a value that the validator refuses, and what to do. Nothing
// is changed: the mapping of the column decides.
func hintOf(f *request.Field, text string) string {
	if text == "" {
		return ""
	}
	switch f.Type.Name {
	case request.TypePhone:
		return phoneHint(text)
	case request.TypeDecimal, request.TypeInteger:
		return numberHint(text)
	case request.TypeDate:
		return dateHint(text)
	default:
		if strings.HasSuffix(f.Name, "_postal") && isDigits(text) {
			return "Spreadsheets remove zeros at the beginning of a number. Format the column as Text and enter it again if it had some."
		}
		return ""
	}
}

func phoneHint(text string) string {
	digits := phoneSeparators.Replace(text)
	switch whole, zero := strings.CutSuffix(text, ".0"); {
	case zero && isDigits(whole):
		return "The spreadsheet has made a number of it. Format the column as Text and enter the number again."
	case !isDigits(digits) || digits == "":
		return ""
	case digits[0] == '0':
		return `It has no country code. Add it, or set phone of the column to the code, such as "+62".`
	default:
		return `Spreadsheets remove a plus sign or a zero at the beginning of a number. If the country code is there, ` +
			`set phone of the column to "+". If not, set it to the code, such as "+62".`
	}
}

var (
	withComma = regexp.MustCompile(`^[+-]?[\d.,'’ \x{00A0}\x{202F}]*,[\d.,'’ \x{00A0}\x{202F}]*$`)
	withUnit  = regexp.MustCompile(`^(\p{Sc}|[A-Za-z]+\.?) ?[\d.,]+$|^[\d.,]+ ?(\p{Sc}|[A-Za-z]+\.?)$`)
)

func numberHint(text string) string {
	switch {
	case withComma.MatchString(text):
		return "Set decimal of the column to comma if the comma stands before the decimals, to point if it separates thousands."
	case withUnit.MatchString(text):
		return "Leave out the unit or the currency."
	}
	return ""
}

func dateHint(text string) string {
	if serialNumber.MatchString(text) {
		whole, _, _ := strings.Cut(text, ".")
		if n, err := strconv.Atoi(whole); err == nil {
			if day, ok := dayOfSerial(n); ok {
				return fmt.Sprintf("In a spreadsheet it is the number of the day %s. "+
					"Format the cell as a date, or set date of the column to serial.", day)
			}
		}
	}
	var readings []string
	for _, order := range []DateOrder{DateDMY, DateMDY, DateYMD} {
		if day, ok := order.day(text); ok && len(strings.SplitN(day, "-", 2)[0]) == 4 {
			readings = append(readings, fmt.Sprintf("%s (%s)", day, order))
		}
	}
	if readings == nil {
		return ""
	}
	return fmt.Sprintf("It may be %s. Set date of the column to the order in the brackets.", strings.Join(readings, " or "))
}
