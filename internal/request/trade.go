package request

import (
	"strings"

	"waybill/internal/shipment"
)

// The fields for customs come after those of the interface. They are optional, and most orders have none, so
// that an order holds them behind a pointer.
type (
	orderTrade = shipment.OrderTrade
	itemTrade  = shipment.ItemTrade
)

// documentFields are the columns of trade data that orders and returns have.
func documentFields() []column[orderTrade] {
	return []column[orderTrade]{
		choice("export_reason", optional, shipment.ExportReasons(), "Why the goods leave the country.",
			func(t *orderTrade) *string { return &t.ExportReason }),
		text("invoice_no", optional, textMax, "Number of the shipper's invoice.", func(t *orderTrade) *string { return &t.InvoiceNo }),
		date("invoice_date", optional, "Date of the shipper's invoice.", func(t *orderTrade) *string { return &t.InvoiceDate }),
	}
}

// freightFields are the columns of trade data that only orders have.
func freightFields() []column[orderTrade] {
	return []column[orderTrade]{
		hundredths("freight_amount", optional, 12, "Cost of the freight, in amount_currency.",
			func(t *orderTrade) *shipment.Hundredths { return &t.FreightAmount }),
		hundredths("insurance_amount", optional, 12, "Cost of the insurance, in amount_currency.",
			func(t *orderTrade) *shipment.Hundredths { return &t.InsuranceAmount }),
		currency(amountCurrency, optional, "ISO 4217 code of the currency of freight_amount and insurance_amount. Required with one of them.",
			func(t *orderTrade) *string { return &t.AmountCurrency }),
	}
}

const (
	amountCurrency = "amount_currency"
	taxIDsField    = "tax_ids"
)

// withTrade adds the columns of trade data to those of an order.
func withTrade(columns []column[order], fields ...[]column[orderTrade]) []column[order] {
	for _, some := range fields {
		columns = append(columns, behind(some, func(o *order) **orderTrade { return &o.Trade })...)
	}
	return append(columns,
		column[order]{
			Field: field(taxIDsField, optional, Type{Name: TypeTaxIDs, Max: shipment.MaxTaxIDs},
				"Tax ids of the shipper and the consignee, beside consignee_identifcation_number."),
			readWhole: readTaxIDs,
		},
		column[order]{
			Field: field("metadata", optional, Type{Name: TypeMetadata, Max: shipment.MaxMetadata},
				"Texts of the shipper's own, by key. They are never printed."),
			readWhole: readMetadata,
		})
}

// itemTradeFields are the columns of trade data of an item.
var itemTradeFields = behind([]column[itemTrade]{
	bind(field("item_hs_code", optional, Type{Name: TypeHSCode},
		"Code of the Harmonized System: 6 to 10 digits. Dots and spaces are left out."), readHSCode,
		func(t *itemTrade) *string { return &t.HSCode }),
	country("item_origin_country", optional, "Country where it was made.",
		func(t *itemTrade) *shipment.Country { return &t.OriginCountry }),
	thousandths("item_weight", optional, 10, 1, "Net weight of one piece in kg.",
		func(t *itemTrade) *shipment.Thousandths { return &t.Weight }),
	text("item_customs_desc", optional, textMax, "Description for customs, when it is not item_desc.",
		func(t *itemTrade) *string { return &t.CustomsDesc }),
	bind(field("item_url", optional, Type{Name: TypeURL, MaxLength: MaxURL}, "URL of the item in a shop."), readURL,
		func(t *itemTrade) *string { return &t.URL }),
	bind(field("item_image_url", optional, Type{Name: TypeURL, MaxLength: MaxURL}, "URL of a picture of the item."), readURL,
		func(t *itemTrade) *string { return &t.ImageURL }),
}, func(i *item) **itemTrade { return &i.Trade })

// behind makes columns of a whole of those of a part that the whole has only when one of them has a value.
func behind[W, P any](columns []column[P], part func(*W) **P) []column[W] {
	all := make([]column[W], len(columns))
	for i, c := range columns {
		all[i] = column[W]{Field: c.Field, read: func(v Value, to *W) Messages {
			at := part(to)
			p := *at
			if p == nil {
				p = new(P)
			}
			problems := c.read(v, p)
			if problems == nil && v.given() {
				*at = p
			}
			return problems
		}}
	}
	return all
}

// readHSCode reads 6 to 10 digits, in which dots and spaces are left out.
func readHSCode(v Value, f *Field) (string, Messages) {
	s, problems := trimmed(v, f)
	if problems != nil || s == "" {
		return "", problems
	}
	code := strings.NewReplacer(".", "", " ", "").Replace(s)
	if len(code) < 6 || len(code) > 10 || !all(code, isDigit) {
		return "", msgNotHSCode
	}
	return code, nil
}

// taxIDTable are the fields of a tax id.
var taxIDTable = newTable(
	choice("party", required, []string{shipment.PartyShipper, shipment.PartyConsignee}, "Whose tax id it is.",
		func(t *shipment.TaxID) *string { return &t.Party }),
	choice("type", required, shipment.TaxIDTypes(), "Kind of the tax id.", func(t *shipment.TaxID) *string { return &t.Type }),
	country("country", optional, "Country that issued it.", func(t *shipment.TaxID) *shipment.Country { return &t.Country }),
	text("number", required, maxTaxNumber, "The tax id itself.", func(t *shipment.TaxID) *string { return &t.Number }),
)

// maxTaxNumber is the most code points of a tax id.
const maxTaxNumber = 64

var taxIDsShape = newShape().withList(taxIDsField, shipment.MaxTaxIDs, taxIDTable.shape())

// TaxIDFields are the fields of a tax id.
func TaxIDFields() []Field { return taxIDTable.fields() }

func readTaxIDs(v Value, o *order) Node {
	if v.Kind != Array {
		return List{nonField(textNotList(v))}
	}
	f, err := decodeList(v.Text, taxIDsShape)
	if err != nil {
		return List{nonField(err.Error())}
	}
	if f.list().count == 0 {
		return nil
	}
	if wrong := listNode(f.list(), shipment.MaxTaxIDs); wrong != nil {
		return wrong
	}
	ids, wrong := readElements(f, func(e entry, id *shipment.TaxID) Node {
		if node := elementProblem(e.value()); node != nil {
			return node
		}
		if problems := taxIDTable.read(e, id); problems != nil {
			return problems
		}
		return nil
	})
	if wrong == nil {
		tradeOf(o).TaxIDs = ids
	}
	return wrong
}

// tradeOf is the trade data of an order, which is made when there is none.
func tradeOf(o *order) *orderTrade {
	if o.Trade == nil {
		o.Trade = new(orderTrade)
	}
	return o.Trade
}

// The fields of an entry of metadata; the key is not one of its own.
var (
	metadataKey   = field("key", required, Type{Name: TypeText, MaxLength: shipment.MaxMetadataKey}, "")
	metadataValue = field("value", optional, Type{Name: TypeText, MaxLength: shipment.MaxMetadataValue}, "")
)

func readMetadata(v Value, o *order) Node {
	if v.Kind != Object {
		return Messages{`Expected a dictionary of items but got type "` + v.TypeName() + `".`}
	}
	sent, err := decodeObject(v.Text)
	if err != nil {
		return Messages{err.Error()}
	}
	if len(sent) > shipment.MaxMetadata {
		return Messages{textTooMany(shipment.MaxMetadata)}
	}
	var problems Problems
	var kept []shipment.Metadata
	for _, s := range sent {
		_, wrong := readText(Text(s.key), &metadataKey)
		value, wrongValue := "", msgNull
		if s.value.Kind != Null {
			value, wrongValue = readText(s.value, &metadataValue)
		}
		if wrong = append(wrong, wrongValue...); wrong != nil {
			problems = problems.with(s.key, wrong)
			continue
		}
		kept = append(kept, shipment.Metadata{Key: s.key, Value: value})
	}
	if problems != nil {
		return problems
	}
	if kept != nil {
		tradeOf(o).Metadata = kept
	}
	return nil
}
