package label

import (
	"testing"

	"waybill/internal/shipment"
)

func TestAddressesHaveTheOrderOfTheirCountry(t *testing.T) {
	for _, c := range []struct {
		name  string
		party shipment.Party
		want  string
	}{
		{
			"western",
			shipment.Party{Country: "DK", Address: "Nørrebrogade 112", Postal: "2200", City: "København", State: "Hovedstaden"},
			"Nørrebrogade 112\n2200 København, Hovedstaden",
		},
		{
			"Germany, a city that is a state",
			shipment.Party{Country: "DE", Address: "Invalidenstraße 1", Postal: "10117", City: "Berlin", State: "Berlin"},
			"Invalidenstraße 1\n10117 Berlin",
		},
		{
			"United States",
			shipment.Party{Country: "US", Address: "1 Market St", Postal: "94105", City: "San Francisco", State: "CA"},
			"1 Market St\nSan Francisco, CA 94105",
		},
		{
			"United States, without a city",
			shipment.Party{Country: "US", Address: "1 Market St, San Francisco", Postal: "94105", State: "CA"},
			"1 Market St, San Francisco\nCA 94105",
		},
		{
			"United Kingdom, with a county",
			shipment.Party{Country: "GB", Address: "1 Stonegate", Postal: "YO1 8ZW", City: "York", Province: "Yorkshire"},
			"1 Stonegate\nYork, Yorkshire\nYO1 8ZW",
		},
		{
			"Brazil",
			shipment.Party{Country: "BR", Address: "Rua Augusta 100", Postal: "01310-100", City: "São Paulo", State: "SP"},
			"Rua Augusta 100\nSão Paulo-SP\n01310-100",
		},
		{
			"Singapore",
			shipment.Party{Country: "SG", Address: "10 Eunos Road 8", Postal: "408600", City: "Singapore", State: "Singapore"},
			"10 Eunos Road 8\nSingapore 408600",
		},
		{
			"Hong Kong, with a postal code that it does not have",
			shipment.Party{Country: "HK", Address: "中環畢打街1號", Postal: "999077", City: "中環", State: "香港島"},
			"香港島\n中環 999077\n中環畢打街1號",
		},
		{
			"China in Latin letters, its province twice",
			shipment.Party{
				Country: "CN", Address: "1 Shennan Road", Postal: "518000", City: "Shenzhen", State: "Guangdong", Province: "Guangdong Province",
			},
			"1 Shennan Road\nShenzhen\nGuangdong Province, 518000",
		},
		{
			"Indonesia, with all places",
			shipment.Party{Country: "ID", Address: "Jl. Merdeka 1", Postal: "40115", City: "Bandung", Province: "Jawa Barat", State: "Jawa Barat"},
			"Jl. Merdeka 1\nBandung\nJawa Barat 40115",
		},
		{
			"no country",
			shipment.Party{Address: "Road 1", Postal: "1", City: "Town", State: "State"},
			"Road 1\nTown, State 1",
		},
		{
			"Japan",
			shipment.Party{Country: "JP", Address: "神宮前1丁目5-3", Postal: "150-0001", City: "渋谷区", State: "東京都"},
			"〒150-0001 東京都渋谷区神宮前1丁目5-3",
		},
		{
			"Japan in Latin letters",
			shipment.Party{Country: "JP", Address: "1-5-3 Jingumae", Postal: "150-0001", City: "Shibuya-ku", State: "Tokyo"},
			"1-5-3 Jingumae, Shibuya-ku, Tokyo\n150-0001",
		},
		{
			"a prefecture in Latin letters",
			shipment.Party{Country: "JP", Address: "神宮前1丁目5-3", Postal: "〒150-0001", City: "渋谷区", State: "Tokyo"},
			"〒150-0001 Tokyo 渋谷区神宮前1丁目5-3",
		},
		{
			"Korea",
			shipment.Party{Country: "KR", Address: "테헤란로 152", Postal: "06236", City: "강남구", State: "서울특별시"},
			"서울특별시 강남구 테헤란로 152\n06236",
		},
		{
			"China, with a city that begins with its province",
			shipment.Party{Country: "CN", Address: "浦东新区世纪大道100号", Postal: "200120", City: "上海市", State: "上海"},
			"200120 上海市浦东新区世纪大道100号",
		},
		{
			"China, written with its places",
			shipment.Party{Country: "CN", Address: "广东省深圳市南山区1号", City: "深圳市", State: "广东省"},
			"广东省深圳市南山区1号",
		},
		{
			"China, written with its city",
			shipment.Party{Country: "CN", Address: "深圳市南山区1号", City: "深圳市", State: "广东省"},
			"广东省深圳市南山区1号",
		},
		{
			"Taiwan",
			shipment.Party{Country: "TW", Address: "信義路五段7號\n35樓", Postal: "110", City: "信義區", State: "臺北市"},
			"110 臺北市信義區信義路五段7號\n35樓",
		},
		{
			"Arabic",
			shipment.Party{Country: "AE", Address: "a\nb\nc\nd\ne\nf\nشارع", City: "دبي", State: "إمارة دبي"},
			"a، b، c، d، e، f، شارع\nدبي، إمارة دبي",
		},
		{
			"Hebrew",
			shipment.Party{Country: "IL", Address: "שדרות רוטשילד", City: "תל אביב", Postal: "66882"},
			"שדרות רוטשילד\nתל אביב 66882",
		},
	} {
		if got := Address(&c.party); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
