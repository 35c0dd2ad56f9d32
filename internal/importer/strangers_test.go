package importer

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waybill/internal/request"
	"waybill/internal/sandbox"
)

// strangers are the orders of files that people and shops made, as somebody reads them, and which are left out, refused or asked about.
var strangers = map[string]string{
	"jnt.xlsx": `
Missing consignee_country
Fitri Handayani|81234567801|prepaid|3 Hijab segi empat 50000 IDR
Bayu Pradana|85643219870|cod|325000|1 Gamis syari 325000 IDR
Siti Maesaroh|6289677788899|cod|105000|2 Hijab instan 45000 IDR
`,
	"list-ar.csv": `
W-71|فاطمة الهاشمي|+971501234567|cod|265|2 عطر عود ٥٠ مل 120 AED
W-72|خالد المنصوري|+971 55 987 6543|prepaid|1 بخور دوسري 85 AED
W-73|نورة القحطاني|+966551234567|prepaid|1 عطر عود ٥٠ مل 120 AED
`,
	"list-de.csv": `
HW-0815|Familie Schröder|+493419123456|prepaid|2 Schneidebrett Eiche 39.90 EUR 1.2|4 Untersetzer Nussbaum 6.50 EUR 0.1
HW-0816|Tischlerei Gruber; Inh. K. Gruber|+436641234567|prepaid|1 Werkbank "Meister" 1234.56 EUR 38.5
HW-0817|Beat Zürcher|0041 44 241 55 66|prepaid|1 Schneidebrett Eiche 39.90 EUR 1.2|2 Holzöl 250 ml 12 EUR 0.3
HW-0818|Renée Kühn|+352 621 123 456|prepaid|8 Untersetzer Nussbaum 6.50 EUR 0.1
`,
	"list-id.xlsx": `
Missing consignee_country
Missing item_quantity
Missing item_price_value
Missing item_price_currency
Bu Yanti|6281234567123|prepaid|2 pcs keripik pisang coklat + 1 basreng pedas
Mas Dimas (kantor)|085719876543|cod|3 basreng pedas
Teh Neneng|0812-2100-9988|prepaid|5 bks keripik pisang coklat
Pak Made|+62 878 6112 2334|cod|1 toples nastar
`,
	"list-vi.xlsx": `
Missing consignee_country
DH1101|Nguyễn Thị Hồng|0912 345 678|cod|500000|1 Áo dài lụa 450000 VND|2 Khăn lụa 25000 VND
DH1102|Trần Văn Minh|84908777666|prepaid|0|3 Cà phê rang xay 500g 95000 VND
DH1103|Lê Thị Thu|+84 36 555 1212|cod|450000|1 Áo dài lụa 450000 VND|1 Cà phê rang xay 500g 95000 VND
`,
	"naver.xlsx": `
Missing consignee_country
Missing item_price_currency
What is 옵션가격?
What is 최종 상품별 할인액?
What is 수취인연락처2?
What is 기본배송지?
2026112798765431|김민수|010-2345-6789|prepaid|2 수제 그래놀라 500g 12000|1 유리병 (빈병) 3500
2026112798765501|박지훈|010-8765-4321|prepaid|1 수제 그래놀라 500g 12000
Left out: cancelled
2026112898765701|최유진|010-5555-7777|prepaid|2 유리병 (빈병) 3500
`,
	"prestashop.csv": `
Missing item_price_currency
XKBKNABJK|Élodie Lefèvre|+33612345678|prepaid|3 Thé vert au jasmin ; sachet 100 g 8.900000 0.120000|1 Boîte à thé alu 4.900000 0.080000
OHSATSERP|Jean-Noël D'Hondt|+32 475 12 34 56|prepaid|2 Thé noir Darjeeling - 1 kg 64.500000 1.050000
Left out: cancelled
FFATNOMMJ|Fatoumata Diallo|+33744201983|cod|2 Boîte à thé alu 4.900000 0.080000
`,
	"sf.xlsx": `
Missing consignee_country
What is 件数?
What is 是否代收货款?
YD20261127001|孙悦|13511112222|寄付月结|6 婴儿棉柔巾 14.9 CNY
YD20261127002|周建军|010-84561122|寄付月结|268|2 奶瓶套装 134 CNY
YD20261127003|何詠詩|+852 9123 4567|寄付月结|12 婴儿棉柔巾 14.9 CNY
`,
	"squarespace.csv": `
00214|Rachel Goldstein|+16174298831|prepaid|1 Linocut Print: Heron 48.00 USD|2 Greeting Card 5.00 USD
00215|Marcus Lee|+1 312 498 2207|prepaid|1 Linocut Print: Fox 48.00 USD
00216|Ewan MacLeod|+44 7412 998 310|prepaid|2 Linocut Print: Heron 48.00 USD
Left out: refunded
`,
	"tokopedia.xlsx": `
Missing consignee_country
INV/20261127/MPL/4190001122|Agus Salim|6281355667788|prepaid|2 Kopi Arabika Gayo 250gr 70000 IDR|1 Filter Kertas V60 (40 lembar) 20000 IDR
INV/20261127/MPL/4190003344|Ratna Sari|6282139998877|prepaid|1 Kopi Arabika Gayo 250gr 70000 IDR
Left out: cancelled
INV/20261128/MPL/4190007788|Togar Siahaan|6281260001112|cod|3 Kopi Robusta Lampung 1kg 110000 IDR
`,
}

// TestFilesOfStrangers reads files whose orders need more than the words of headings: a column with goods named as an order, items below
// their order, values of all pieces, cells that say whether the order is COD, and states in other languages.
func TestFilesOfStrangers(t *testing.T) {
	run, err := sandbox.New(Limits, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(run.Close)
	files, err := filepath.Glob("testdata/strangers/*")
	if err != nil || len(files) == 0 {
		t.Fatal(err, len(files))
	}
	for _, name := range files {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		table, err := Read(t.Context(), run, file, ReadOptions{Owner: "1"})
		if err != nil {
			t.Fatal(name, err)
		}
		m := Complete(table, Mapping{Defaults: map[string]string{paymentField: paymentByAmount}})
		p, err := NewPlan(table, m)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range m.Missing() {
			if strings.HasPrefix(f.Name, "consignee_") || strings.HasPrefix(f.Name, "item_") {
				got = append(got, "Missing "+f.Name)
			}
		}
		for _, q := range p.Questions() {
			got = append(got, "What is "+q.Heading+"?")
		}
		for i := range p.Len() {
			got = append(got, strangeOrder(p.Draft(i)))
		}
		if want := strings.Split(strings.TrimSpace(strangers[filepath.Base(name)]), "\n"); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s", filepath.Base(name), strings.Join(got, "\n"))
		}
	}
}

// strangeOrder is what is to be sent.
func strangeOrder(d Draft) string {
	if d.LeftOut != nil {
		return "Left out: " + d.LeftOut.Reason
	}
	texts := func(fields []request.FieldValue, names ...string) (all []string) {
		for _, name := range names {
			if at := slices.IndexFunc(fields, func(f request.FieldValue) bool { return f.Field == name }); at >= 0 {
				all = append(all, fields[at].Value.Text)
			}
		}
		return all
	}
	parts := texts(d.values.Fields, referenceField, "consignee_name", "consignee_number", paymentField, codField)
	for _, item := range d.values.Items {
		parts = append(parts, strings.Join(texts(item, quantityField, descField, priceField, priceCurrency, "item_weight"), " "))
	}
	for _, found := range d.problems {
		parts = append(parts, fmt.Sprintf("%s: %s", found.Cell, found.Field))
	}
	return strings.Join(parts, "|")
}

// TestKindsOfStrangers has further files of each kind.
func TestKindsOfStrangers(t *testing.T) {
	t.Parallel()
	const order, row = "Order ID,Name,Address,Product,Qty,", "A1,Ana,1 Hill St,Mug,3,"
	for file, want := range map[string]string{
		// goods in a column named as an order
		"Order,Name,Address,Qty\n2 red mugs,Ana,1 Hill St,1\n":            "Ana|prepaid|1 2 red mugs",
		"Pesanan,Nama,Alamat,Jumlah\n3 basreng pedas,Ana,Jl. 1,1\n":       "Ana|prepaid|1 3 basreng pedas",
		"Commande;Nom;Adresse;Quantité\n4 boîtes de thé;Ana;1 rue A;1\n":  "Ana|prepaid|1 4 boîtes de thé",
		"Order,Name,Address,Qty,Product\nSO 2026-1,Ana,1 Hill St,1,Mug\n": "SO 2026-1|Ana|prepaid|1 Mug",
		// items below their order
		order + "\n" + row + "\n,,,Cup,2,\n":                                        "A1|Ana|prepaid|3 Mug|2 Cup",
		"No Pesanan,Nama,Alamat,Barang,Jumlah\nC1,Ana,Jl. 1,Gelas,1\n,,,Piring,2\n": "C1|Ana|prepaid|1 Gelas|2 Piring",
		order + "\n" + row + "\n,Bo,2 Hill St,Cup,2,\n":                             "A1|Ana|prepaid|3 Mug; Bo|prepaid|2 Cup",
		// values of all pieces
		order + "Nilai Barang\n" + row + "30\n": "A1|Ana|prepaid|3 Mug 10",
		order + "声明价值\n" + row + "30\n":         "A1|Ana|prepaid|3 Mug 10",
		order + "Nilai Paket\n" + row + "30\n":  "A1|Ana|prepaid|3 Mug 10",
		order + "Price\n" + row + "30\n":        "A1|Ana|prepaid|3 Mug 30",
		// whether an order is COD
		order + "Is COD,Cash on Delivery Value\n" + row + "Y,30\nA2,Bo,2 Hill St,Mug,1,N,\n": "" +
			"A1|Ana|cod|30|3 Mug; A2|Bo|prepaid|1 Mug",
		order + "COD?\n" + row + "No\n":                                 "A1|Ana|prepaid|3 Mug",
		order + "COD amount\n" + row + "No\nA2,Bo,2 Hill St,Mug,1,45\n": "A1|Ana|prepaid|0|3 Mug; A2|Bo|cod|45|1 Mug",
		// items that need no shipping
		order + "Requires shipping\n" + row + "true\nA1,,,E-book,1,false\n":      "A1|Ana|prepaid|3 Mug",
		order + "Lineitem requires shipping\n" + row + "Yes\nA1,,,E-book,1,No\n": "A1|Ana|prepaid|3 Mug",
		order + "Shippable\n" + row + "yes\nA1,,,E-book,1,no\n":                  "A1|Ana|prepaid|3 Mug",
		// a mobile number before a landline
		order + "Phone,Mobile\n" + row + "+6561234567,+6591234567\n": "A1|Ana|+6591234567|prepaid|3 Mug",
		order + "联系电话,联系手机\n" + row + "+6561234567,+6591234567\n":    "A1|Ana|+6591234567|prepaid|3 Mug",
		order + "Phone,Mobile\n" + row + "+6561234567,\n":            "A1|Ana|+6561234567|prepaid|3 Mug",
	} {
		table, err := Read(t.Context(), nil, []byte(file), ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := NewPlan(table, Complete(table, Mapping{Defaults: map[string]string{paymentField: paymentByAmount}}))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range p.Len() {
			got = append(got, strangeOrder(p.Draft(i)))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q:\n%s, want\n%s", file, strings.Join(got, "; "), want)
		}
	}
}
