package importer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"waybill/internal/request"
)

// identifiers are the fields whose digits count, beside those of the types for phones, numbers and codes.
var identifiers = []string{
	referenceField, trackingField, "event_id", "consignee_identifcation_number",
	"consignee_postal", "pickup_postal", "item_product_id", "item_sku", "invoice_no",
}

func isIdentifier(f *request.Field) bool {
	switch f.Type.Name {
	case request.TypePhone, request.TypeLocalPhone, request.TypeTrackingNo, request.TypeHSCode, request.TypeService:
		return true
	case request.TypeText:
		return slices.Contains(identifiers, f.Name) || strings.HasPrefix(f.Name, taxIDsPrefix)
	default:
		return slices.Contains(identifiers, f.Name)
	}
}

// isText reports whether a field may have any text.
func isText(f *request.Field) bool { return f.Type.Name == request.TypeText && !isIdentifier(f) }

var (
	scientific = regexp.MustCompile(`^[+-]?\d(\.\d+)?[eE]\+?\d{1,3}$`)
	errorTexts = []string{"#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"}
)

// exactDigits is how many digits of a number spreadsheets keep.
const exactDigits = 15

const enterAgain = " Format the column as Text and enter the value again."

// threeDigits is a number whose only point may stand before decimals, or separate thousands. Of one with a comma the
// validator says so.
var threeDigits = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}\.\d{3}$`)

// doubtOf says that an amount may be another one, a thousand times as much: see doubtHint. It is "" for an amount without
// doubt.
func doubtOf(text string) string {
	if !threeDigits.MatchString(text) {
		return ""
	}
	whole, _, _ := strings.Cut(text, ".")
	return fmt.Sprintf("The amount may be %s or %s.", strings.Replace(text, ".", "", 1), whole)
}

const doubtHint = "Set decimal of the column to comma if the point separates thousands, to point if it stands before the decimals."

// flawOf returns why the value of a cell is lost, "" if it is not.
func flawOf(f *request.Field, c Cell) string {
	text := strings.TrimSpace(c.Text)
	switch {
	case c.Kind == ErrorCell || c.Kind == TextCell && slices.Contains(errorTexts, text):
		return fmt.Sprintf("The formula of the cell failed: %s.", text)
	case c.Kind == FormulaCell:
		return "The file does not have the result of the formula. Open it in a spreadsheet program and save it again."
	case c.Kind == DateCell && f.Type.Name != request.TypeDate && f.Type.Name != request.TypeMoment && !isText(f):
		return fmt.Sprintf("The spreadsheet has made the date %s of the value.", text) + enterAgain
	case !isIdentifier(f):
		return ""
	case scientific.MatchString(text):
		return fmt.Sprintf("The spreadsheet has shortened the number to %s. Its other digits are lost.", text) + enterAgain
	case c.Kind == NumberCell && len(strings.TrimLeft(text, "-0.")) > exactDigits:
		return fmt.Sprintf("The number has more than %d digits. The spreadsheet has replaced the others by zeros.", exactDigits) + enterAgain
	}
	return ""
}
