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
			"Nørrebrogade 112\nKøbenhavn, Hovedstaden, 2200",
		},
		{
			"Japan",
			shipment.Party{Country: "JP", Address: "神宮前1丁目5-3", Postal: "150-0001", City: "渋谷区", State: "東京都"},
			"〒150-0001 東京都渋谷区神宮前1丁目5-3",
		},
		{
			"Japan in Latin letters",
			shipment.Party{Country: "JP", Address: "1-5-3 Jingumae", Postal: "150-0001", City: "Shibuya-ku", State: "Tokyo"},
			"1-5-3 Jingumae\nShibuya-ku, Tokyo, 150-0001",
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
			"שדרות רוטשילד\nתל אביב, 66882",
		},
	} {
		if got := address(&c.party); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
