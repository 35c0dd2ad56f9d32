package importer

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// ExampleReference is the shipper_order_id of the example rows of a template. Such an order is refused, so that a
// template that is uploaded with its examples creates no parcel.
const ExampleReference = "EXAMPLE-1"

// WriteTemplate writes an empty file for orders of a service: the headings, which are the names of the fields, and
// two example rows, which are one order with two items. XLSX also has a sheet that explains the fields and lists
// their values.
func WriteTemplate(w io.Writer, format Format, s shipment.Service) error {
	err := fmt.Errorf("%q is not a format: csv or xlsx", format)
	switch format {
	case CSV:
		err = writeCSVTemplate(w, s)
	case XLSX:
		err = writeXLSXTemplate(w, s)
	}
	if err != nil {
		return fmt.Errorf("write the template: %w", err)
	}
	return nil
}

func writeCSVTemplate(w io.Writer, s shipment.Service) error {
	return writeTextsCSV(w, ',', fieldNames(allFields), func(yield func([]string, error) bool) {
		for _, example := range examples(s) {
			if !yield(each.Of(allFields, func(f request.Field) string { return example[f.Name] }), nil) {
				return
			}
		}
	})
}

func fieldNames(fields []request.Field) []string {
	return each.Of(fields, func(f request.Field) string { return f.Name })
}

func writeXLSXTemplate(w io.Writer, s shipment.Service) error {
	f, err := newSheet("Orders")
	if err != nil {
		return err
	}
	defer f.close()
	f.textColumns(len(allFields))
	f.row(f.texts(fieldNames(allFields)...))
	for _, example := range examples(s) {
		f.row(each.Of(allFields, func(field request.Field) any { return f.text(example[field.Name]) }))
	}
	f.next("Fields")
	f.row(f.texts("Field", "Required", "Meaning", "Allowed values"))
	for _, field := range allFields {
		required := "no"
		if field.Required {
			required = "yes"
		}
		f.row(f.texts(field.Name, required, field.About, allowed(field, s)))
	}
	for _, more := range furtherColumns() {
		f.row(f.texts(more...))
	}
	return f.write(w)
}

// furtherColumns are the rows about columns that a template does not have, because nearly no file has them.
func furtherColumns() [][]string {
	text := func(most int) string { return fmt.Sprintf("At most %d characters", most) }
	return [][]string{
		{
			"tax_ids.PARTY.TYPE", "no", "A column that you may add: a tax id. PARTY is shipper or consignee. TYPE is one of " +
				strings.Join(shipment.TaxIDTypes(), ", ") + ". Example: tax_ids.shipper.VAT", text(taxIDFields["tax_ids.shipper.VAT"].Type.MaxLength),
		},
		{
			"tax_ids.PARTY.TYPE.country", "no", "A column that you may add: the country that issued the tax id",
			valuesOf[request.TypeCountry],
		},
		{
			"metadata.KEY", "no", "A column that you may add: a text of your own, which is kept with the order and never printed. " +
				"Example: metadata.campaign", text(shipment.MaxMetadataValue),
		},
	}
}

// allowed describes the values of a field.
func allowed(f request.Field, s shipment.Service) string {
	t := f.Type
	switch {
	case f.Name == "payment_type" && !s.COD:
		return shipment.PaymentPrepaid
	case f.Name == "pickup_country" && s.Origin != "":
		return s.Origin.Name()
	case f.Name == "consignee_country" && s.Destination != "":
		return s.Destination.Name()
	}
	switch t.Name {
	case request.TypeService:
		return fmt.Sprintf("%d (%s)", s.ServiceID, s.Name)
	case request.TypeChoice:
		return strings.Join(t.Choices, ", ")
	case request.TypeDecimal:
		return fmt.Sprintf("A number with at most %d decimals and %d digits", t.Places, t.Digits)
	case request.TypeInteger:
		return fmt.Sprintf("A whole number from %d", t.Min)
	default:
		if text, known := valuesOf[t.Name]; known {
			return text
		}
		return fmt.Sprintf("At most %d characters", t.MaxLength)
	}
}

// valuesOf describes the values of types without limits of their own.
var valuesOf = map[request.TypeName]string{
	request.TypeCountry:    "A country by its code (ID), three-letter code (IDN) or name (Indonesia)",
	request.TypeCurrency:   "A code of ISO 4217, such as SGD",
	request.TypeDate:       "A day, YYYY-MM-DD",
	request.TypePhone:      "A number with a plus sign and the country code, such as +6591234567",
	request.TypeEmail:      "An e-mail address",
	request.TypeTrackingNo: "6 to 40 letters, digits or hyphens",
	request.TypeHSCode:     "6 to 12 digits",
	request.TypeUNNumber:   "4 digits, such as UN3481",
	request.TypeURL:        "An address that begins with http:// or https://",
}

// examples are the values of two rows of an order that the service accepts, by field.
func examples(s shipment.Service) [2]map[string]string {
	from, to := s.Origin, s.Destination
	from = cmp.Or(from, "SG")
	to = cmp.Or(to, "ID")
	first := map[string]string{
		"service_id": fmt.Sprint(s.ServiceID), referenceField: ExampleReference,
		"order_length": "20", "order_width": "15", "order_height": "10", "order_weight": "1.2", "payment_type": shipment.PaymentPrepaid,
		"consignee_name": "Budi Santoso", "consignee_number": "+6281234567890", "consignee_country": to.Name(),
		"consignee_address": "Jl. Jend. Sudirman 1", "consignee_city": "Jakarta", "consignee_postal": "10220",
		"pickup_contact_name": "Warehouse", "pickup_contact_number": "+6561234567", "pickup_country": from.Name(),
		"pickup_address": "1 Raffles Place", "pickup_postal": "048616",
		"item_desc": "Cotton shirt", "item_sku": "SHIRT-M", "item_quantity": "2", "item_price_value": "19.90", "item_price_currency": "SGD",
	}
	second := map[string]string{
		referenceField: ExampleReference,
		"item_desc":    "Cap", "item_sku": "CAP", "item_quantity": "1", "item_price_value": "9.90", "item_price_currency": "SGD",
	}
	return [2]map[string]string{first, second}
}
