package label_test

import (
	"waybill/internal/label"
	"waybill/internal/shipment"
)

// sample is a consignee whose name and address are written in one script.
type sample struct {
	script string
	party  shipment.Party
}

var samples = []sample{
	{"latin", shipment.Party{Name: "Søren Ålund-Škvorecký", Country: "DK", Address: "Nørrebrogade 112, 3. th., c/o Łukasz Żółć\nEingang über Hof", Postal: "2200", City: "København", State: "Hovedstaden"}},
	{"vietnamese", shipment.Party{Name: "Nguyễn Thị Ánh Tuyết", Country: "VN", Address: "Số 45 đường Nguyễn Huệ, phường Bến Nghé, tòa nhà Bitexco, tầng 12", Postal: "700000", City: "Quận 1", State: "Thành phố Hồ Chí Minh"}},
	{"thai", shipment.Party{Name: "นายสมชาย ใจดีวงศ์ทอง", Country: "TH", Address: "123/45 หมู่ที่ 6 ซอยสุขุมวิท 77 ถนนสุขุมวิท แขวงพระโขนงเหนือ เขตวัฒนา ตึกใหญ่ชั้นที่สิบสอง น้ำผึ้ง", Postal: "10110", City: "กรุงเทพมหานคร", State: "กรุงเทพ"}},
	{"lao", shipment.Party{Name: "ທ້າວ ສົມຊາຍ ວົງສະຫວັນ", Country: "LA", Address: "ບ້ານ ໂພນທັນ ເມືອງໄຊເສດຖາ ຖະໜົນລ້ານຊ້າງ ເລກທີ 45", Postal: "01000", City: "ວຽງຈັນ", State: "ນະຄອນຫຼວງ"}},
	{"khmer", shipment.Party{Name: "លោក សុខ ចាន់ដារ៉ា", Country: "KH", Address: "ផ្ទះលេខ ១២៣ ផ្លូវព្រះមុនីវង្ស សង្កាត់វត្តភ្នំ ខណ្ឌដូនពេញ", Postal: "12202", City: "រាជធានីភ្នំពេញ", State: "ភ្នំពេញ"}},
	{"burmese", shipment.Party{Name: "ဒေါ်အောင်ဆန်းမြင့်", Country: "MM", Address: "အမှတ် ၁၂၃၊ ဗိုလ်ချုပ်အောင်ဆန်းလမ်း၊ ကျောက်တံတားမြို့နယ် တတိယထပ် မန္တလေးတိုင်းဒေသကြီး", Postal: "11182", City: "ရန်ကုန်မြို့", State: "ရန်ကုန်တိုင်းဒေသကြီး"}},
	{"chinese-simplified", shipment.Party{Name: "欧阳建国", Country: "CN", Address: "浦东新区世纪大道100号上海环球金融中心45楼（前台收）", Postal: "200120", City: "上海市", State: "上海"}},
	{"chinese-traditional", shipment.Party{Name: "黃曉華", Country: "TW", Address: "信義區信義路五段7號臺北101大樓35樓之2", Postal: "110", City: "臺北市", State: "臺灣"}},
	{"japanese", shipment.Party{Name: "髙橋 さくら", Country: "JP", Address: "渋谷区神宮前1丁目5-3 表参道ヒルズ・レジデンス1203号室", Postal: "150-0001", City: "渋谷区", State: "東京都"}},
	{"korean", shipment.Party{Name: "김민준", Country: "KR", Address: "강남구 테헤란로 152, 강남파이낸스센터 27층 (역삼동) 경비실에 맡겨 주세요", Postal: "06236", City: "서울특별시", State: "서울"}},
	{"arabic", shipment.Party{Name: "محمد عبد الرحمن الأحمد", Country: "AE", Address: "شارع الشيخ زايد 125، برج الإمارات، الطابق 14، مكتب رقم 1402", Postal: "00000", City: "دبي", State: "إمارة دبي"}},
	{"hebrew", shipment.Party{Name: "יוסף כהן-לוי", Country: "IL", Address: "שדרות רוטשילד 22, דירה 5 (קומה 3)", Postal: "6688218", City: "תל אביב", State: "מחוז תל אביב"}},
	{"devanagari", shipment.Party{Name: "श्रीमती लक्ष्मी शर्मा", Country: "IN", Address: "मकान नं. 45/2, द्वितीय तल, महात्मा गांधी मार्ग, क्षेत्र विकास कार्यालय के पास", Postal: "110001", City: "नई दिल्ली", State: "दिल्ली"}},
	{"tamil", shipment.Party{Name: "திரு. கார்த்திகேயன் சுப்பிரமணியன்", Country: "IN", Address: "எண் 12, அண்ணா சாலை, தேனாம்பேட்டை, மின்சார வாரியம் அருகில்", Postal: "600018", City: "சென்னை", State: "தமிழ்நாடு"}},
	{"bengali", shipment.Party{Name: "শ্রী রবীন্দ্রনাথ চট্টোপাধ্যায়", Country: "BD", Address: "বাড়ি নং ১২, সড়ক নং ৫, ধানমন্ডি আবাসিক এলাকা, ব্লক ক", Postal: "1205", City: "ঢাকা", State: "ঢাকা বিভাগ"}},
	{"telugu", shipment.Party{Name: "శ్రీ వెంకటేశ్వర రావు", Country: "IN", Address: "ఇంటి నం. 8-2-120, రోడ్ నం. 2, బంజారా హిల్స్", Postal: "500034", City: "హైదరాబాద్", State: "తెలంగాణ"}},
	{"kannada", shipment.Party{Name: "ಶ್ರೀಮತಿ ಕಾವೇರಿ ಗೌಡ", Country: "IN", Address: "ನಂ. 45, ಮಹಾತ್ಮ ಗಾಂಧಿ ರಸ್ತೆ, ಅಶೋಕ ನಗರ", Postal: "560001", City: "ಬೆಂಗಳೂರು", State: "ಕರ್ನಾಟಕ"}},
	{"malayalam", shipment.Party{Name: "ശ്രീ രാമകൃഷ്ണൻ നായർ", Country: "IN", Address: "വീട് നമ്പർ 12, മഹാത്മാഗാന്ധി റോഡ്, എറണാകുളം", Postal: "682011", City: "കൊച്ചി", State: "കേരളം"}},
	{"gujarati", shipment.Party{Name: "શ્રી નરેન્દ્ર પટેલ", Country: "IN", Address: "ઘર નં. 21, આશ્રમ રોડ, નવરંગપુરા, સ્ટેડિયમ પાસે", Postal: "380009", City: "અમદાવાદ", State: "ગુજરાત"}},
	{"gurmukhi", shipment.Party{Name: "ਸ੍ਰੀ ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ", Country: "IN", Address: "ਮਕਾਨ ਨੰ. 45, ਹਾਲ ਬਾਜ਼ਾਰ, ਹਰਿਮੰਦਰ ਸਾਹਿਬ ਦੇ ਨੇੜੇ", Postal: "143001", City: "ਅੰਮ੍ਰਿਤਸਰ", State: "ਪੰਜਾਬ"}},
	{"sinhala", shipment.Party{Name: "ශ්‍රී සුනිල් පෙරේරා", Country: "LK", Address: "අංක 45, ගාලු පාර, කොල්ලුපිටිය, ප්‍රධාන කාර්යාලය", Postal: "00300", City: "කොළඹ", State: "බස්නාහිර පළාත"}},
	{"armenian", shipment.Party{Name: "Արամ Խաչատրյան", Country: "AM", Address: "Աբովյան փողոց 12, բնակարան 34", Postal: "0001", City: "Երևան", State: "Երևան"}},
	{"georgian", shipment.Party{Name: "ნინო ბერიძე", Country: "GE", Address: "რუსთაველის გამზირი 24, ბინა 7", Postal: "0108", City: "თბილისი", State: "თბილისი"}},
	{"ethiopic", shipment.Party{Name: "አበበ ቢቂላ", Country: "ET", Address: "ቦሌ መንገድ፣ ወረዳ 03፣ የቤት ቁጥር 123", Postal: "1000", City: "አዲስ አበባ", State: "አዲስ አበባ"}},
	{"greek", shipment.Party{Name: "Γιώργος Παπαδόπουλος", Country: "GR", Address: "Λεωφόρος Βασιλίσσης Σοφίας 45, 3ος όροφος", Postal: "106 76", City: "Αθήνα", State: "Αττική"}},
	{"cyrillic", shipment.Party{Name: "Қайрат Нұрғалиұлы", Country: "KZ", Address: "проспект Абылай хана, дом 62, квартира 15, подъезд №3", Postal: "050000", City: "Алматы", State: "Алматы"}},
}

// sampleShipment sends a parcel of two items from Singapore to the party.
func sampleShipment(to shipment.Party) label.Shipment {
	to.Number, to.Email = "+66812345678", "consignee@example.com"
	return label.Shipment{
		Order: shipment.Order{
			OrderID: 1, TrackingNo: "WB48210739526" + string(to.Country), ShipperOrderID: "SO-2026-000123",
			Length: 3000, Width: 2050, Height: 1000, Weight: 1250, PaymentType: "cod", CODAmountToCollect: 12_345_050,
			Incoterm: "DDP", HAWBNo: "618-12345675", Consignee: to,
			IdentificationDocumentName: "LOCALTAXID", ConsigneeIdentificationNumber: "1-2345-67890-12-3",
			Pickup: shipment.Party{
				Name: "Merlion Trading Pte Ltd", Number: "+6561234567", Country: "SG",
				Address: "10 Anson Road, #20-05 International Plaza", Postal: "079903", State: "Singapore", City: "Singapore",
			},
			DeliveryNote: "Leave with the guard",
			Items: []shipment.Item{
				{Desc: "Cotton shirt, blue", Category: "Fashion", SKU: "SH-BL-42", Quantity: 2, PriceValue: 2990, PriceCurrency: "SGD"},
				{Desc: "Phone case", Category: "Electronics", ProductID: "392690", Quantity: 1, PriceValue: 1250, PriceCurrency: "SGD"},
			},
		},
		Service: shipment.Service{ServiceID: 8, Name: "SG-Worldwide Pickup", Origin: "SG"},
	}
}
