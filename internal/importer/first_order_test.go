package importer_test

import (
	"os"
	"strings"
	"testing"

	"waybill/internal/importer"
)

// TestAFirstOrderIsNoDescription: a first row with what orders have is an order, also if its numbers are missing. A row of words that say
// what the headings mean is left out, and noted.
func TestAFirstOrderIsNoDescription(t *testing.T) {
	const headings = "Order No,Recipient,Phone,Address,City,Postcode,Country,Item,Qty,Price,Currency,Weight (kg)\n"
	const second = "V-2,Ben,+6591234567,6 Main St,Singapore,238800,SG,Mug,1,10,SGD,0.5\n"
	for first, isOrder := range map[string]bool{
		"V-1,Ana,-,5 Main St,Singapore,238800,SG,Gift card,-,-,SGD,-\n":                             true,
		"V-1,Ana,not known,5 Main St,Singapore,238800,SG,Gift card,as agreed,as agreed,SGD,light\n": true,
		"V-1,Ana,n/a,5 Main St,Singapore,,,Gift card,none,free,,TBC\n":                              true,
		"V-1,Ana,not known,5 Main St,,,Singapura,Gift card,to be told,for free,,a little\n":         true,
		"V-1,سارة,غير معروف,شارع الملك,الرياض,,SA,عباءة,٢,٣٥٠,SAR,٠٫٥\n":                            true,
		"V-1,สมชาย,ไม่มี,ถนนสุขุมวิท,กรุงเทพ,,,ผ้าไหม,๒,ไม่ทราบ,,ไม่ทราบ\n":                         true,
		"V-1,Ana,-,5 Main St,Singapore,,,Gift card,-,-,,-\n":                                        true,
		"Your order number,Name of the receiver,Phone with the country code,Street and number,City,Postal code,Country code," +
			"What is sold,Number of pieces,Price of a piece,Code of the currency,Weight of the parcel\n": false,
		"平台订单号,收件人姓名,收件人电话,收件人地址,城市,邮编,国家,商品名称,商品数量,商品单价,币种,包裹重量\n": false,
	} {
		table := read(t, headings+first+second)
		notes := ""
		for _, n := range table.Notes {
			notes += n.String()
		}
		if got := table.Len() == 2; got != isOrder || isOrder != (notes == "") ||
			!isOrder && !strings.HasPrefix(notes, "Row 2 says what the headings mean. It is left out.") {
			t.Errorf("%s: %d rows, %q", first, table.Len(), notes)
		}
	}
	for name, orders := range map[string]int{"c03.csv": 2, "c03b.csv": 3} {
		file, err := os.ReadFile("testdata/cases/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if table, err := importer.Read(t.Context(), nil, file, importer.ReadOptions{}); err != nil || table.Len() != orders {
			t.Errorf("%s: %v", name, err)
		}
	}
}
