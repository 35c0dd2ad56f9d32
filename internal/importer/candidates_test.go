package importer_test

import (
	"strings"
	"testing"

	"waybill/internal/importer"
)

// TestColumnsByTheirValuesAndNeighbours: where headings say too little, the values of a column and the columns beside it decide.
func TestColumnsByTheirValuesAndNeighbours(t *testing.T) {
	for file, want := range map[string]string{ // headings and cells; a heading and its field
		"Name,Contact,Address\nAna,+6591234567,5 Main St\n":                           "Contact consignee_number",
		"Receiver Name*,Receiver Contact*\nAna,0123456789\n":                          "Receiver Contact* consignee_number",
		"Sender Name,Sender Contact\nLim,+65 6531 2345\n":                             "Sender Contact pickup_contact_number",
		"Contact,Address\nAna Lim,5 Main St\n":                                        "Contact consignee_name",
		"Contact,Phone,Address\n91234567,+6591234567,5 Main St\n":                     "Contact ",
		"Name;Straße;Nr.;PLZ\nAna;Ringstraße;5a;04109\n":                              "Nr. consignee_address",
		"Name;Strasse;Nr;PLZ\nAna;Ring;12/3;8001\n":                                   "Nr consignee_address",
		"Name;Straat;Nummer;Postcode\nAna;Prinsengracht;263;1016 GV\n":                "Nummer consignee_address",
		"Name;Calle;Número;CP\nAna;Mayor;12;28013\n":                                  "Número consignee_address",
		"Name,Address,No,City\nAna,5 Main St,Fragile!,Leeds\n":                        "No ",
		"No,Name,Address\n1,Ana,5 Main St\n":                                          "No ",
		"Customer first name,Customer last name,Shipping street\nAna,Lim,5 Main St\n": "Customer last name consignee_name",
		"Customer,Recipient,Shipping street\nBo,Ana,5 Main St\n":                      "Customer ",
		"Customer,Billing address,Shipping street\nBo,9 Bill Rd,5 Main St\n":          "Customer ",
		"Order,Weight,Unit\n1,500,g\n":                                                "Unit order_weight.unit",
		"Order,COD,Payment\n1,Yes,card\n2,No,card\n":                                  "COD payment_type",
		"Payment,COD\ncard,Yes\n":                                                     "COD cod_amt_to_collect",
		"اسم المستلم,العنوان,المدينة\nسارة,شارع العليا ٤٥,جدة\n":                      "اسم المستلم consignee_name",
		"الكمية,الوزن (كجم)\n٢,٠٫٥\n":                                                 "الوزن (كجم) order_weight",
		"Net kg,Gross kg\n0.4,0.5\n":                                                  "Gross kg order_weight",
		"น้ำหนัก (กรัม),Price\n500,5\n":                                               "น้ำหนัก (กรัม) order_weight",
	} {
		columns := importer.Suggest(read(t, file)).Columns
		at := strings.LastIndex(want, " ")
		heading, field, got := want[:at], want[at+1:], ""
		for _, c := range columns {
			if c.Heading == heading {
				got = c.Field
			}
		}
		if got != field {
			t.Errorf("%s: %s is %q, want %q", file, heading, got, field)
		}
	}
}
