package address_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/address"
	"waybill/internal/shipment"
)

// pasted is a text that somebody pasted, and what it says. Fields are in the order of address.Fields.
type pasted struct {
	text                  string
	form                  shipment.Country // of the form
	name, number, email   string
	country, line, postal string
	state, city           string
	unsure                string // with | between
}

var pastedAddresses = []pasted{
	// Singapore
	{
		text: "Tan Wei Ming\n10 Anson Road #10-11\nInternational Plaza\nSingapore 079903\n+65 9123 4567",
		name: "Tan Wei Ming", number: "+6591234567", country: "Singapore", line: "10 Anson Road #10-11, International Plaza",
		postal: "079903", city: "Singapore",
	},
	{
		text: "Name: Tan Wei Ming\nHP: 9123 4567\nAddress: Blk 123 Ang Mo Kio Ave 6 #04-56\nPostal code: 560123\nCountry: Singapore",
		name: "Tan Wei Ming", number: "+6591234567", country: "Singapore", line: "Blk 123 Ang Mo Kio Ave 6 #04-56", postal: "560123",
	},
	// Indonesia
	{
		text: "Susan Wijaya\n0812-3456-7890\nJl. Berangin 5, RT 03/RW 05, Tanjung Gading\nJakarta Selatan, DKI Jakarta 12420\nIndonesia",
		name: "Susan Wijaya", number: "+6281234567890", country: "Indonesia", line: "Jl. Berangin 5, RT 03/RW 05, Tanjung Gading",
		postal: "12420", state: "DKI Jakarta", city: "Jakarta Selatan",
	},
	{
		text: "Nama: Budi Santoso\nNo HP: 0813 9876 5432\nAlamat: Jl. Asia Afrika No. 8, Kel. Braga, Bandung 40111\nNegara: Indonesia\n" +
			"Email: budi@example.co.id",
		name: "Budi Santoso", number: "+6281398765432", email: "budi@example.co.id", country: "Indonesia",
		line: "Jl. Asia Afrika No. 8, Kel. Braga", postal: "40111", city: "Bandung",
	},
	{
		text: "Jl. Raya Kuta No 12, Kuta, Bali 80361", form: "ID",
		country: "Indonesia", line: "Jl. Raya Kuta No 12", postal: "80361", state: "Bali", city: "Kuta",
	},
	// China
	{
		text: "收件人：张三\n手机号码：13800138000\n所在地区：广东省深圳市南山区\n详细地址：科技园科苑路15号科兴科学园A栋\n邮编：518057\n国家：中国",
		name: "张三", number: "+8613800138000", country: "China", line: "南山区, 科技园科苑路15号科兴科学园A栋", postal: "518057", state: "广东省",
		city: "深圳市",
	},
	{ // the name stands behind the address, without a comma
		text: "广东省深圳市南山区科苑路15号 张三 13800138000", form: "CN",
		name: "张三", number: "+8613800138000", country: "China", line: "南山区科苑路15号", state: "广东省", city: "深圳市",
	},
	{ // half-width letters stay as they are, and full-width ones become plain
		text: "ﾀﾅｶ ﾊﾅｺ\n３－１２－３ ﾋｶﾞｼ", form: "JP",
		name: "ﾀﾅｶ ﾊﾅｺ", country: "Japan", line: "3-12-3 ﾋｶﾞｼ",
	},
	{
		text: "张三 13800138000 广东省深圳市南山区科苑路15号 518057", form: "CN",
		name: "张三", number: "+8613800138000", country: "China", line: "南山区科苑路15号", postal: "518057", state: "广东省", city: "深圳市",
	},
	{
		text: "中国 北京市朝阳区建国路88号，100022，李四收，138 0013 8000",
		name: "李四", number: "+8613800138000", country: "China", line: "朝阳区建国路88号", postal: "100022", state: "北京市", city: "北京市",
	},
	{
		text:    "Li Si, Room 1201, 88 Jianguo Road, Nanshan, Shenzhen, Guangdong 518057, P.R. China",
		country: "China", line: "Li Si, Room 1201, 88 Jianguo Road, Nanshan", postal: "518057", state: "Guangdong", city: "Shenzhen",
		unsure: "Li Si",
	},
	// Japan
	{
		text: "〒150-0001\n東京都渋谷区神宮前１−２−３ ハイツ101\n山田 太郎 様\n03-1234-5678\n日本",
		name: "山田 太郎", number: "+81312345678", country: "Japan", line: "神宮前1−2−3 ハイツ101", postal: "150-0001", state: "東京都", city: "渋谷区",
	},
	{
		text: "Taro Yamada\n1-2-3 Jingumae, Shibuya-ku\nTokyo 150-0001\nJAPAN\nTel +81 3-1234-5678",
		name: "Taro Yamada", number: "+81312345678", country: "Japan", line: "1-2-3 Jingumae", postal: "150-0001", state: "Tokyo",
		city: "Shibuya-ku",
	},
	{
		text: "日本\n189-0014 東京都東村山市本町1-2-3\n佐藤花子",
		name: "佐藤花子", country: "Japan", line: "東村山市本町1-2-3", postal: "189-0014", state: "東京都", unsure: "東村山市本町1-2-3",
	},
	// South Korea
	{
		text: "대한민국 서울특별시 강남구 테헤란로 123, 4층 06133\n홍길동 님 010-1234-5678",
		name: "홍길동", number: "+821012345678", country: "South Korea", line: "테헤란로 123, 4층", postal: "06133", state: "서울특별시",
		city: "강남구",
	},
	{
		text: "Hong Gildong\n123 Teheran-ro, Gangnam-gu, Seoul 06133, Republic of Korea",
		name: "Hong Gildong", country: "South Korea", line: "123 Teheran-ro", postal: "06133", state: "Seoul", city: "Gangnam-gu",
	},
	// Thailand
	{
		text: "Somchai Jaidee\n123/45 Sukhumvit Road, Khlong Toei\nBangkok 10110\nThailand\n081 234 5678",
		name: "Somchai Jaidee", number: "+66812345678", country: "Thailand", line: "123/45 Sukhumvit Road", postal: "10110",
		state: "Bangkok", city: "Khlong Toei",
	},
	{
		text: "สมชาย ใจดี โทร 081-234-5678\n123/45 ถนนสุขุมวิท แขวงคลองเตย เขตคลองเตย กรุงเทพมหานคร 10110\nประเทศไทย", form: "TH",
		name: "สมชาย ใจดี", number: "+66812345678", country: "Thailand", line: "123/45 ถนนสุขุมวิท แขวงคลองเตย", postal: "10110",
		state: "กรุงเทพมหานคร", city: "เขตคลองเตย",
	},
	// United States
	{
		text: "John Smith\n350 5th Ave, Suite 3300\nNew York, NY 10118-3299\nUSA\njohn.smith@Example.com",
		name: "John Smith", email: "john.smith@Example.com", country: "United States", line: "350 5th Ave, Suite 3300",
		postal: "10118-3299", state: "NY", city: "New York",
	},
	{
		text: "John Smith\n12345 Main Street\nSpringfield, IL\nUnited States of America",
		name: "John Smith", country: "United States", line: "12345 Main Street", state: "IL", city: "Springfield",
	},
	{
		text:    "350 5th Ave, New York 10118, USA",
		country: "United States", line: "350 5th Ave, New York", postal: "10118", unsure: "New York",
	},
	{
		text: "Jane Doe\n12 Peachtree St\nAtlanta, Georgia",
		line: "Jane Doe, 12 Peachtree St, Atlanta, Georgia", unsure: "Georgia|Jane Doe|12 Peachtree St|Atlanta",
	},
	// United Kingdom
	{
		text: "Emma Jones\nFlat 2, 10 Downing Street\nLondon SW1A 2AA\nUnited Kingdom\n020 7946 0958",
		name: "Emma Jones", number: "+442079460958", country: "United Kingdom", line: "Flat 2, 10 Downing Street", postal: "SW1A 2AA",
		city: "London",
	},
	{
		text: "Emma Jones\n14 High Street\nClapham\nLondon\nsw47ab\nEngland",
		name: "Emma Jones", country: "United Kingdom", line: "14 High Street, Clapham, London", postal: "SW4 7AB", unsure: "London",
	},
	// Germany
	{
		text: "Erika Mustermann\nHeidestraße 17\nD-51147 Köln\nDeutschland\n0221 1234567",
		name: "Erika Mustermann", number: "+492211234567", country: "Germany", line: "Heidestraße 17", postal: "51147", city: "Köln",
	},
	{
		text: "Erika Mustermann, Heidestraße 17, 51147 Köln", form: "DE",
		country: "Germany", line: "Erika Mustermann, Heidestraße 17", postal: "51147", city: "Köln", unsure: "Erika Mustermann",
	},
	// Australia
	{
		text: "Olivia Brown\n1 Martin Place\nSydney NSW 2000\nAustralia\n0412 345 678",
		name: "Olivia Brown", number: "+61412345678", country: "Australia", line: "1 Martin Place", postal: "2000", state: "NSW", city: "Sydney",
	},
	{
		text:    "1 Martin Place Sydney NSW 2000, Australia",
		country: "Australia", line: "1 Martin Place Sydney", postal: "2000", state: "NSW", unsure: "1 Martin Place Sydney",
	},
	// Malaysia
	{
		text: "Nurul binti Ahmad\n12, Jalan Ampang\n50450 Kuala Lumpur\nWilayah Persekutuan\nMalaysia\n+60 12-345 6789",
		name: "Nurul binti Ahmad", number: "+60123456789", country: "Malaysia", line: "12, Jalan Ampang, Wilayah Persekutuan",
		postal: "50450", city: "Kuala Lumpur",
	},
	{
		text:   "Lim Ah Kow, 5 Jalan Tebrau, 80250 Johor Bahru, Johor, Malaysia, 07-223 4567",
		number: "+6072234567", country: "Malaysia", line: "Lim Ah Kow, 5 Jalan Tebrau", postal: "80250", state: "Johor", city: "Johor Bahru",
		unsure: "Lim Ah Kow",
	},
	// Vietnam
	{
		text: "Nguyễn Văn An\n45 Lê Lợi, Phường Bến Nghé, Quận 1\nThành phố Hồ Chí Minh 700000\nViệt Nam\nSĐT: 0912 345 678",
		name: "Nguyễn Văn An", number: "+84912345678", country: "Vietnam", line: "45 Lê Lợi, Phường Bến Nghé, Quận 1", postal: "700000",
		state: "Thành phố Hồ Chí Minh",
	},
	{
		text: "Tran Thi Binh\n12 Trang Tien, Hoan Kiem, Ha Noi 100000, Vietnam",
		name: "Tran Thi Binh", country: "Vietnam", line: "12 Trang Tien", postal: "100000", state: "Ha Noi", city: "Hoan Kiem",
	},
	// Mexico
	{
		text: "María López\nAv. Insurgentes Sur 1602, Crédito Constructor\n03940 Ciudad de México, CDMX\nMéxico\n+52 55 1234 5678",
		name: "María López", number: "+525512345678", country: "Mexico", line: "Av. Insurgentes Sur 1602, Crédito Constructor",
		postal: "03940", state: "CDMX", city: "Ciudad de México",
	},
	// Elsewhere
	{
		text: "Chan Tai Man\nFlat 5, 10 Nathan Road, Tsim Sha Tsui\nKowloon\nHong Kong\n9123 4567",
		name: "Chan Tai Man", number: "+85291234567", country: "Hong Kong", line: "Flat 5, 10 Nathan Road",
		state: "Kowloon", city: "Tsim Sha Tsui",
	},
	{
		text: "Anna de Vries\nHerengracht 182\n1016 BR Amsterdam\nThe Netherlands",
		name: "Anna de Vries", country: "Netherlands", line: "Herengracht 182", postal: "1016 BR", city: "Amsterdam",
	},
	{
		text: "王小明\n0912-345-678\n台灣\n台北市信義區信義路五段7號\n110", form: "TW",
		name: "王小明", number: "+886912345678", country: "Taiwan", line: "台灣, 信義路五段7號", postal: "110", state: "台北市", city: "信義區",
	},
	{
		text: "Ann\nann@example.com\n+65 9123 4567\nsomewhere 5", name: "", number: "+6591234567", email: "ann@example.com",
		line: "Ann, somewhere 5", unsure: "Ann|somewhere 5",
	},
	{
		text: "Ann Lee\n10 Anson Road\nSingapore 079903\n+65 9123 4567\n+65 9123 9999\nann@example.com, bob@example.com",
		name: "Ann Lee", number: "+6591234567", email: "ann@example.com", country: "Singapore",
		line: "10 Anson Road, +65 9123 9999, bob@example.com", postal: "079903", city: "Singapore", unsure: "bob@example.com|+65 9123 9999",
	},
	{text: "", form: "SG", country: "Singapore"},
}

// TestPastedAddresses: nothing is guessed, and nothing that was pasted is lost.
func TestPastedAddresses(t *testing.T) {
	for _, c := range pastedAddresses {
		got := address.Parse(c.text, c.form)
		want := address.Pasted{Read: address.Address{
			Name: c.name, Number: c.number, Email: c.email, Country: c.country, Address: c.line, Postal: c.postal, State: c.state, City: c.city,
		}}
		if c.unsure != "" {
			want.Unsure = strings.Split(c.unsure, "|")
		}
		slices.Sort(got.Unsure)
		slices.Sort(want.Unsure)
		if diff := cmp.Diff(want.Read, got.Read); diff != "" || !slices.Equal(want.Unsure, got.Unsure) {
			t.Errorf("%s\n%s unsure %q, want %q", c.text, diff, got.Unsure, want.Unsure)
		}
	}
}

// FuzzParse: no text breaks the reader, and what it is not sure of is in the line of the address.
func FuzzParse(f *testing.F) {
	for _, c := range pastedAddresses {
		f.Add(c.text, string(c.form))
	}
	f.Add(strings.Repeat("1 ", 2000), "DE")
	f.Add(strings.Repeat("a,", 2000), "GB")
	f.Fuzz(func(t *testing.T, text, form string) {
		country, _ := shipment.CountryByName(form)
		got := address.Parse(text, country)
		for _, part := range got.Unsure {
			for word := range strings.FieldsSeq(part) {
				if !strings.Contains(got.Read.Address, word) {
					t.Errorf("%q: %q is not in %q", text, word, got.Read.Address)
				}
			}
		}
	})
}
