package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
)

// Where the facts of the lanes were read. What the built-in rules say is in their own sources.
const (
	ofRule      = "the source of the rule"
	mailUS      = "https://www.supplychaindive.com/news/cbp-readies-more-stringent-data-requirements-for-postal-imports/823923/"
	describeUS  = "https://farrow.com/news/announcement-of-vague-merchandise-description-cargo-messagescsms-60011750/"
	territoryUS = "https://www.chrobinson.com/fr-FR/resources/blog/importing-from-us-territories/"
	ics2        = "https://www.swissworldcargo.com/en/ics2"
	securityEU  = "https://bazg.admin.ch/bazg/en/home/informationen-firmen/verbote-beschraenkungen-und-auflagen/sicherheit/ics2/" +
		"ics2-faq-schweiz.html"
	ioss    = "https://faq.incorporate.ee/article/262-under-what-conditions-can-the-ioss-scheme-be-used"
	animals = "https://food.ec.europa.eu/animals/animal-products-movements/personal-imports_en"
	vatUK   = "https://vivaxpresslogistics.com/ufaqs/i-am-sending-a-parcel-worth-more-than-135-to-the-uk-what-do-i-have-to-do/"
	gstAU   = "https://www.ato.gov.au/Business/International-tax-for-business/GST-on-low-value-imported-goods/" +
		"Information-for-transporters-and-customs-brokers/"
	biosecurity = "http://www.daff.gov.au/travelling/mail/cant-mail"
	tobaccoAU   = "https://www.wwcf.com.au/tobacco-is-now-a-prohibited-import/"
	voec        = "https://postnord.com/nordic-solutions/exporting-to-norway"
	pccc        = "https://customs.go.kr/english/cm/cntnts/cntntsView.do?mi=8057&cntntsId=2733"
	noteID      = "https://pasal.id/en/peraturan/permen/permenkeu-no-96-tahun-2023/koreksi/9630920"
	fedexTR     = "http://www.fedex.com/tr_english/shippingguide/importguidelines/"
	kyc         = "https://www.dhl.com/discover/en-in/logistics-advice/logistics-insights/documents-required-for-kyc-processing"
	saudi       = "https://zatca.gov.sa/en/RulesRegulations/Taxes/Pages/customs_individual/Import-goods.aspx"
	uspsBR      = "https://about.usps.com/postal-bulletin/2020/pb22536/html/updt_003.htm"
	postal      = "default/postal-codes.csv"
	states      = "../postal/states.tsv"
	domestic    = "no border, no customs"
	iso4217     = "ISO 4217"
	cn23        = "https://www.hongkongpost.hk/en/sending_mail/clearance/cn23.html"
	phmsa       = "https://www.phmsa.dot.gov/regulations/title49/interp/16-0125"
	odc         = "https://www.odc.gov.au/importers/importing-vaping-goods-australia"
	healthHK    = "http://www.government-world.com/dh-responds-to-media-enquiries-on-case-of-importing-alternative-smoking-products/"
	tobaccoTH   = "https://globaltobaccocontrol.org/vi/e-cigarette/thailand"
	dgft        = "https://www.taxtmi.com/circulars?id=62675"
	maff        = "https://www.sic-info.org/en/others/post-4018/"
	customsTW   = "https://etaichung.customs.gov.tw/singlehtml/2074?cntId=f053baa882ae426f9c945b95fe1c1170"
	tradeID     = "https://studionomic.com/lindungi-kepentingan-nasional-pemerintah-melarangan-impor-barang-tertentu"
	tariffs     = "../shipment/tariffs.csv"
	value       = "https://support-dpdbelgium.packlink.com/hc/en-gb/articles/360015752979-What-value-should-I-indicate-on-the-customs-invoice"
)

// laneParties are an address of each country. That of the United Kingdom is in London, and XI is Belfast.
var laneParties = map[string]shipment.Party{
	"SG": {Name: "Tan Wei Ming", Number: "+6591234567", Address: "10 Eunos Road 8, #05-33", Postal: "408600", City: "Singapore"},
	"ID": {Name: "Siti Rahayu", Number: "+6281234567890", Address: "Jl. Jenderal Sudirman Kav. 52-53", Postal: "12190", City: "Jakarta"},
	"MY": {Name: "Nurul Aisyah", Number: "+60123456789", Address: "Jalan Sultan Hishamuddin", Postal: "50670", City: "Kuala Lumpur"},
	"TH": {Name: "Somchai Jaidee", Number: "+66812345678", Address: "111 Chaengwattana Road", Postal: "10210", City: "Bangkok"},
	"HK": {Name: "Chan Tai Man", Number: "+85291234567", Address: "Flat 12B, 2 Connaught Place, Central", City: "Hong Kong"},
	"CN": {Name: "Wang Fang", Number: "+8613812345678", Address: "88 Nanjing East Road, Huangpu", Postal: "200001", City: "Shanghai"},
	"US": {Name: "Mary Johnson", Number: "+14155552671", Address: "1 Ferry Building", Postal: "94111-4209", State: "CA"},
	"PR": {Name: "Luis Rivera", Number: "+17875552671", Address: "100 Paseo Colón", Postal: "00901", City: "San Juan"},
	"CA": {Name: "Emma Tremblay", Number: "+16135552671", Address: "2701 Riverside Drive", Postal: "k1a0b1", City: "Ottawa", State: "ON"},
	"GB": {Name: "Oliver Smith", Number: "+447700900123", Address: "185 Farringdon Road", Postal: "ec1a1bb", City: "London"},
	"XI": {Name: "Ciara Byrne", Number: "+447700900456", Address: "20 Donegall Quay", Postal: "BT1 1EA", City: "Belfast"},
	"IE": {Name: "Sean Murphy", Number: "+353851234567", Address: "O'Connell Street Lower", Postal: "D01 F5P2", City: "Dublin"},
	"DE": {Name: "Anna Müller", Number: "+4915112345678", Address: "Friedrichstraße 100", Postal: "10117", City: "Berlin"},
	"FR": {Name: "Camille Martin", Number: "+33612345678", Address: "16 rue du Louvre", Postal: "75001", City: "Paris"},
	"NL": {Name: "Sanne de Vries", Number: "+31612345678", Address: "Damrak 1", Postal: "1012LG", City: "Amsterdam"},
	"CH": {Name: "Luca Meier", Number: "+41791234567", Address: "Bahnhofstrasse 1", Postal: "8001", City: "Zürich"},
	"NO": {Name: "Kari Hansen", Number: "+4791234567", Address: "Karl Johans gate 1", Postal: "0154", City: "Oslo"},
	"TR": {Name: "Ayşe Yılmaz", Number: "+905321234567", Address: "İstiklal Caddesi 1", Postal: "34433", City: "İstanbul"},
	"IN": {Name: "Priya Sharma", Number: "+919812345678", Address: "Sansad Marg", Postal: "110 001", City: "New Delhi"},
	"SA": {Name: "Fahad Alotaibi", Number: "+966501234567", Address: "King Fahd Road", Postal: "12211", City: "Riyadh"},
	"AE": {Name: "Layla Haddad", Number: "+971501234567", Address: "P.O. Box 1234, Al Karama", City: "Dubai"},
	"KR": {Name: "Kim Minji", Number: "+821012345678", Address: "6 Jong-ro, Jongno-gu", Postal: "03187", City: "Seoul"},
	"JP": {Name: "Sato Yuki", Number: "+819012345678", Address: "2-7-2 Marunouchi, Chiyoda-ku", Postal: "100-0005", City: "Tokyo"},
	"AU": {Name: "Jack Wilson", Number: "+61412345678", Address: "1 Martin Place", Postal: "2000", City: "Sydney", State: "NSW"},
	"BR": {Name: "João Silva", Number: "+5511912345678", Address: "Avenida Paulista 1000", Postal: "01310-100", State: "SP"},
	"NZ": {Name: "Aroha Ngata", Number: "+64211234567", Address: "7 Waterloo Quay", Postal: "6011", City: "Wellington"},
	"VN": {Name: "Nguyễn Thị Lan", Number: "+84912345678", Address: "1 Tràng Tiền, Hoàn Kiếm", Postal: "100000", City: "Hà Nội"},
	"PH": {Name: "Maria Santos", Number: "+639171234567", Address: "Magallanes Drive, Ermita", Postal: "1000", City: "Manila"},
	"TW": {Name: "Lin Mei-Hua", Number: "+886912345678", Address: "No. 114, Section 1, Boai Road", Postal: "100", City: "Taipei"},
	"MX": {Name: "Sofía Hernández", Number: "+525512345678", Address: "Tacuba 1, Centro", Postal: "06000", City: "Ciudad de México"},
	"PL": {Name: "Jan Kowalski", Number: "+48512345678", Address: "ul. Świętokrzyska 31/33", Postal: "00-001", City: "Warszawa"},
	"KW": {Name: "Fatima Alsabah", Number: "+96550123456", Address: "Block 3, Street 5, Salmiya", City: "Kuwait City"},
	"LI": {Name: "Nina Frick", Number: "+423791234567", Address: "Städtle 1", Postal: "9490", City: "Vaduz"},
	"MC": {Name: "Louis Rossi", Number: "+377612345678", Address: "1 avenue Henry Dunant", Postal: "98000", City: "Monaco"},
	"AR": {Name: "Lucía Gómez", Number: "+5491112345678", Address: "Av. Maipú 1000", Postal: "B1638", City: "Vicente López"},
}

// laneNumbers are the numbers with which consignees of a country are known to its customs.
var laneNumbers = map[string][2]string{
	"ID": {"NIK", "3171011302450001"}, "KR": {"PCCC", "P123456789012"}, "BR": {"CPF", "529.982.247-25"}, "IN": {"PAN", "AAPFU0939F"},
	"TR": {"RESIDENT_ID", "10000000146"}, "SA": {"RESIDENT_ID", "1012345678"}, "AR": {"CUIT", "20-12345678-6"},
	"CN": {"RESIDENT_ID", "11010519491231002X"}, "TW": {"RESIDENT_ID", "A123456789"}, "MX": {"RFC", "GODE561231GR8"},
}

// goods of one piece each: its description, HS code, country of origin, weight in g, price in hundredths and currency.
type goods struct {
	desc, hs string
	origin   shipment.Country
	grams    int64
	price    int64
	currency string
}

var (
	shirts   = goods{"Men's T-shirt of cotton, size L", "6109100012", "VN", 180, 24_90, "USD"}
	cases    = goods{"Phone case of silicone for iPhone", "392690", "CN", 60, 9_90, "USD"}
	batik    = goods{"Batik shirt of cotton, hand-drawn", "620520", "ID", 220, 35_00, "USD"}
	serum    = goods{"Face serum with vitamin C, 30 ml", "330499", "KR", 110, 28_00, "SGD"}
	balm     = goods{"Herbal balm, 50 g", "300490", "TH", 90, 290_00, "THB"}
	coffee   = goods{"Instant white coffee, 15 sachets", "210112", "MY", 600, 22_50, "MYR"}
	watch    = goods{"Wristwatch with quartz movement, steel", "910211", "CN", 140, 480_00, "HKD"}
	laptop   = goods{"Notebook computer 13 inch", "847130", "CN", 1300, 899_00, "USD"}
	papers   = goods{"Contract, signed", "", "", 90, 1_00, "SGD"}
	toy      = goods{"Plush toy bear, polyester", "950300", "CN", 250, 15_00, "USD"}
	formula  = goods{"Infant formula stage 1, unopened tin, 900 g", "190110", "AU", 1100, 32_00, "AUD"}
	jerky    = goods{"Beef jerky, 100 g bag", "021020", "TH", 110, 180_00, "THB"}
	cheese   = goods{"Gruyère cheese, vacuum packed", "040690", "CH", 500, 24_00, "CHF"}
	teapot   = goods{"Teapot of cast iron", "732399", "JP", 1200, 6500_00, "JPY"}
	novel    = goods{"Paperback novel in German", "4901990093", "DE", 400, 12_99, "EUR"}
	pan      = goods{"Frying pan of stainless steel, 26 cm", "732393000", "JP", 1100, 5400_00, "JPY"}
	carpet   = goods{"Carpet of polypropylene, woven, 80 x 150 cm", "570242000000", "TR", 2600, 69_00, "EUR"}
	tea      = goods{"Black tea, Darjeeling, 250 g", "09023020", "IN", 280, 900_00, "INR"}
	blanket  = goods{"Blanket of merino wool", "6301200000", "AU", 1300, 149_00, "AUD"}
	candle   = goods{"Scented candle of soy wax", "340600", "SG", 350, 28_00, "SGD"}
	scarf    = goods{"Silk scarf, hand-woven", "62141010", "TH", 90, 890_00, "THB"}
	steamer  = goods{"Facial steamer, 280 W", "851679", "CN", 600, 24_90, "USD"}
	vape     = goods{"Disposable vape, strawberry", "854340", "CN", 60, 9_90, "USD"}
	wine     = goods{"Red wine, Bordeaux, 0.75 l", "22042142", "FR", 1250, 19_00, "EUR"}
	sausage  = goods{"Pork sausages, vacuum packed", "160100", "TH", 500, 240_00, "THB"}
	jackets  = goods{"Worn denim jackets, sorted", "630900", "JP", 900, 40_00, "SGD"}
	snowsuit = goods{"Children's snowsuit of polyester", "621020", "CN", 900, 2500_00, "NOK"}
)

type change = func(*shipment.Order)

func all(changes ...change) change {
	return func(o *shipment.Order) {
		for _, c := range changes {
			c(o)
		}
	}
}

func noHS(o *shipment.Order)     { o.Items[0].Trade.HSCode = "" }
func noOrigin(o *shipment.Order) { o.Items[0].Trade.OriginCountry = "" }
func asIs(*shipment.Order)       {}
func documents(o *shipment.Order) {
	o.Trade.ExportReason, o.ConsigneeIdentificationNumber, o.IdentificationDocumentName = shipment.ExportDocuments, "", ""
}

func because(reason string) change { return func(o *shipment.Order) { o.Trade.ExportReason = reason } }

func described(text string) change { return func(o *shipment.Order) { o.Items[0].Desc = text } }
func declared(text string) change {
	return func(o *shipment.Order) { o.Items[0].Trade.CustomsDesc = text }
}

func withHS(code string) change { return func(o *shipment.Order) { o.Items[0].Trade.HSCode = code } }

func pieces(n int64) change {
	return func(o *shipment.Order) { o.Items[0].Quantity, o.Weight = n, o.Weight*shipment.Thousandths(n) }
}

func costs(hundredths int64, currency string) change {
	return func(o *shipment.Order) {
		o.Items[0].PriceValue, o.Items[0].PriceCurrency = shipment.Hundredths(hundredths), currency
	}
}
func phoned(number string) change { return func(o *shipment.Order) { o.Consignee.Number = number } }
func in(state string) change      { return func(o *shipment.Order) { o.Consignee.State = state } }
func at(postal string) change     { return func(o *shipment.Order) { o.Consignee.Postal = postal } }
func known(by, number string) change {
	return func(o *shipment.Order) { o.IdentificationDocumentName, o.ConsigneeIdentificationNumber = by, number }
}

// unknownBut leaves out the number of the consignee, and has one in tax_ids.
func unknownBut(by, number string) change { return all(known("", ""), consigneeHas(by, number)) }

// lanes are orders as shops and people send them on 26 November 2026, with the warnings that they must get: the rule and
// the field to fill. An order without them is an ordinary one.
var lanes = []struct {
	lane   string
	goods  goods
	change change
	source string
	want   string
}{
	// To the United States.
	{"SG US", shirts, asIs, mailUS, ""},
	{"SG US", shirts, noOrigin, ofRule, "us-origin-country items[0].item_origin_country"},
	{"CN US", cases, noHS, mailUS, "us-hs-code items[0].item_hs_code"},
	{"HK US", watch, described("Accessories"), describeUS, "us-goods-description items[0].item_desc"},
	{"TH US", balm, all(described("Gift"), declared("Herbal balm with menthol, 50 g jar")), describeUS, ""},
	{
		"MY US", coffee, declared("Daily necessities"), describeUS,
		"us-goods-description items[0].item_customs_desc, us-prior-notice prior_notice_no",
	},
	{"TH US", balm, withHS("300490"), mailUS, "us-hts10 items[0].item_hs_code"},
	{"ID US", batik, pieces(3), mailUS, ""},
	{"CN US", cases, described("硅胶手机壳"), ofRule, "goods-language items[0].item_customs_desc"},
	{"CN US", shirts, described("纯棉T恤"), ofRule, "goods-language items[0].item_customs_desc"},
	{"VN US", shirts, described("Áo"), ofRule, ""},
	{"CN US", cases, all(described("硅胶手机壳"), declared("Phone case of silicone")), ofRule, ""},
	{"JP US", teapot, all(noHS, noOrigin), mailUS, "us-hs-code items[0].item_hs_code, us-origin-country items[0].item_origin_country"},
	{"SG US", papers, documents, "documents pay no duty", ""},
	{"SG US", shirts, in("Narnia"), states, "state-consignee consignee_state"},
	{"SG US", shirts, all(in("california"), at("10001")), states, "postal-code-state consignee_postal"},
	{"SG US", shirts, all(in("N.Y."), at("10001-2345")), states, ""},
	{"SG CA", shirts, all(in("Québec"), at("h2x 1y4")), states, ""},
	{"SG CA", shirts, all(in("MB"), at("R3C 4T3")), states, ""},
	{"SG CA", shirts, all(in("Terre-Neuve-et-Labrador"), at("A1C 5M2")), states, ""},
	{"SG CA", shirts, all(in("NB"), at("R3C 4T3")), states, "postal-code-state consignee_postal"},
	{"SG BR", shirts, all(in("Sao Paulo"), known("CPF", "529.982.247-25"), withHS("610910")), states, ""},
	{"SG US", shirts, in(""), states, ""},
	{
		"SG PR", shirts, noOrigin, territoryUS,
		"us-origin-country items[0].item_origin_country",
	},
	{"PR US", shirts, all(noHS, noOrigin), territoryUS, ""},
	{"US US", shirts, all(noHS, noOrigin, described("Gift")), domestic, ""},

	// To the European Union and its area of security.
	{"SG DE", shirts, asIs, ics2, ""},
	{"CN FR", cases, noHS, ics2, "eu-hs-code items[0].item_hs_code"},
	{"GB DE", toy, noHS, ics2, "eu-hs-code items[0].item_hs_code"},
	{"ID NL", batik, described("Clothes"), ofRule, "eu-goods-description items[0].item_desc"},
	{"ID NL", batik, all(described("Clothes"), declared("Batik shirt of cotton")), "customs get item_customs_desc", ""},
	{"HK DE", watch, all(pieces(2), shipperHas("IOSS", "IM2760000007")), ioss, ""},
	{"HK DE", watch, all(costs(180_00, "EUR"), shipperHas("IOSS", "IM2760000007")), ioss, "eu-ioss-value tax_ids"},
	{"CN FR", toy, all(pieces(22), shipperHas("IOSS", "IM2760000007")), ioss, "eu-ioss-value tax_ids"},
	{"CN FR", laptop, asIs, ioss, ""},
	{"TH IE", shirts, shipperHas("IOSS", "276000000"), ofRule, "eu-ioss tax_ids[0]"},
	{"TH DE", jerky, asIs, animals, "eu-animal-products items[0].item_hs_code"},
	{"GB IE", cheese, asIs, animals, "eu-animal-products items[0].item_hs_code"},
	{"AU NL", formula, asIs, animals, ""},
	{"CH DE", cheese, asIs, animals, ""},
	{"CH DE", toy, noHS, securityEU, ""},
	{"DE FR", toy, all(noHS, described("Gift")), "one customs territory", ""},
	{"DE FR", toy, withHS("000000"), "one customs territory", ""},
	{"SG DE", papers, all(documents, described("Documents")), ofRule, ""},
	{"SG DE", serum, all(costs(0, "SGD")), value, "goods-value items[0].item_price_value"},
	{"KR DE", serum, at("1011"), postal, "postal-code-consignee consignee_postal"},
	{"SG NO", shirts, noHS, securityEU, "eu-hs-code items[0].item_hs_code"},
	{"DE NO", shirts, noHS, securityEU, ""},
	{"CN NO", snowsuit, shipperHas("VOEC", "2021234"), voec, ""},
	{"CN NO", snowsuit, all(costs(4200_00, "NOK"), shipperHas("VOEC", "2021234")), voec, "no-voec-value items[0].item_price_value"},
	{"TH CH", balm, described("Gift"), securityEU, "eu-goods-description items[0].item_desc"},

	// To the United Kingdom.
	{"SG GB", serum, noOrigin, vatUK, ""},
	{"CN GB", cases, noHS, ofRule, "gb-hs-code items[0].item_hs_code"},
	{"US GB", toy, all(noHS, because(shipment.ExportGift)), ofRule, ""},
	{"HK GB", watch, shipperHas("VAT", "GB123456789"), vatUK, ""},
	{"CN XI", cases, noHS, securityEU, "eu-hs-code items[0].item_hs_code"},
	{"GB XI", cases, noHS, domestic, ""},
	{"SG GB", serum, at("SW1A"), postal, "postal-code-consignee consignee_postal"},

	// To Australia.
	{"CN AU", cases, shipperHas("ARN", "300012345678"), gstAU, ""},
	{"SG AU", laptop, asIs, gstAU, ""},
	{"HK AU", watch, consigneeHas("ABN", "51 824 753 557"), ofRule, "au-abn tax_ids[0]"},
	{"ID AU", coffee, withHS("24022090"), tobaccoAU, "au-tobacco items[0].item_hs_code"},
	{"ID AU", coffee, withHS("24021000"), tobaccoAU, ""}, // cigars
	{"TH AU", jerky, asIs, biosecurity, "au-meat items[0].item_hs_code"},
	{"MY AU", coffee, at("800"), postal, "postal-code-consignee consignee_postal"},

	// To countries that know consignees by a number.
	{"SG KR", serum, asIs, pccc, ""},
	{"CN KR", toy, known("", ""), pccc, "kr-pccc-required consignee_identifcation_number"},
	{"JP KR", teapot, known("PCCC", "P12345678901"), pccc, "kr-pccc consignee_identifcation_number"},
	{"SG KR", laptop, unknownBut("BRN", "123-45-67890"), pccc, ""},
	{"US KR", shirts, known("PASSPORT", "C01X00T47"), ofRule, "kr-passport consignee_identifcation_number"},
	{"US KR", shirts, all(known("PASSPORT", "C01X00T47"), because(shipment.ExportGift)), ofRule, ""},
	{"SG KR", papers, documents, pccc, ""},
	{"KR KR", serum, known("", ""), domestic, ""},
	{"SG ID", serum, asIs, noteID, ""},
	{"CN ID", cases, known("", ""), noteID, "id-tax-id-required consignee_identifcation_number"},
	{"MY ID", coffee, unknownBut("NPWP", "0010000131093000"), noteID, ""},
	{"HK ID", papers, documents, noteID, ""},
	{"ID ID", batik, all(known("", ""), noHS), domestic, ""},
	{"CN TR", toy, asIs, fedexTR, "tr-declaration consignee_country"},
	{"SG TR", shirts, known("", ""), fedexTR, "tr-declaration consignee_country, tr-tax-id-required consignee_identifcation_number"},
	{"TH TR", balm, noHS, ofRule, "tr-declaration consignee_country, tr-hs-code items[0].item_hs_code"},
	{"SG IN", serum, asIs, kyc, ""},
	{"TH IN", balm, known("", ""), kyc, "in-tax-id-required consignee_identifcation_number"},
	{"MY IN", coffee, unknownBut("GST", "27AAPFU0939F1ZV"), kyc, ""},
	{"CN SA", toy, known("", ""), saudi, ""},
	{"HK SA", laptop, known("", ""), saudi, "sa-tax-id-required consignee_identifcation_number"},
	{"ID SA", batik, all(known("", ""), costs(6_000_000_00, "IDR")), saudi, "sa-tax-id-required consignee_identifcation_number"},
	{"SG SA", laptop, asIs, saudi, ""},
	{"CN BR", cases, asIs, uspsBR, ""},
	{"HK BR", watch, known("", ""), uspsBR, "br-tax-id-required consignee_identifcation_number"},
	{"CN BR", cases, known("CPF", "529.982.247-24"), ofRule, "br-cpf consignee_identifcation_number"},
	{"BR BR", shirts, known("", ""), domestic, ""},
	{"CN AR", cases, asIs, postal, ""},
	{"US AR", shirts, known("CUIT", "20-12345678-5"), ofRule, "ar-cuit consignee_identifcation_number"},

	// To each other, and to others.
	{"SG HK", serum, phoned("+8613812345678"), "people in Hong Kong have mobiles of the mainland", ""},
	{"CN HK", toy, phoned("+6591234567"), ofRule, "phone-of-the-consignee consignee_number"},
	{"SG CN", serum, asIs, cn23, ""},
	{"HK CN", watch, consigneeHas("RESIDENT_ID", "110105194912310021"), ofRule, "cn-resident-id tax_ids[0]"},
	{"HK CN", watch, described("石英手表"), ofRule, ""},
	{"MY SG", coffee, noHS, cn23, ""},
	{"CN SG", toy, described("Disposable e-cigarette, mint"), ofRule, "vape-sg items[0].item_desc"},
	{"SG SG", toy, described("Sugar-free chewing gum, dental"), domestic, ""},
	{"TH MY", balm, noHS, cn23, ""},
	{"SG MY", serum, withHS("000000"), ofRule, "hs-code items[0].item_hs_code"},
	{"ID TH", batik, asIs, cn23, ""},
	{"MY TH", coffee, func(o *shipment.Order) { o.Weight = 500 }, cn23, "net-weight order_weight"},
	{"SG AE", serum, asIs, postal, ""},
	{"CN JP", toy, costs(5000_00, "JPY"), iso4217, ""},
	{"TH JP", balm, described("Gift"), ofRule, "goods-description items[0].item_desc"},
	{"HK AU", watch, described("Sample"), ofRule, "goods-description items[0].item_desc"},
	{"SG JP", serum, costs(7_25, "JPY"), iso4217, "currency-decimals items[0].item_price_value"},
	{"HK CA", watch, asIs, postal, ""},
	// Lanes and goods that were written from their sources before they met the rules.
	{"DE US", novel, asIs, mailUS, ""},
	{"KR US", serum, withHS("3304991000"), mailUS, ""},
	{"MX US", carpet, all(withHS(""), noOrigin), mailUS, "us-hs-code items[0].item_hs_code, us-origin-country items[0].item_origin_country"},
	{"JP CA", pan, asIs, tariffs, ""},
	{"TR DE", carpet, asIs, tariffs, ""},
	{"SG DE", carpet, withHS("5702420"), tariffs, "hs-code-length items[0].item_hs_code"},
	{"PL IE", toy, noHS, "one customs territory", ""},
	{"SG MC", candle, noHS, ics2, "eu-hs-code items[0].item_hs_code"},
	{"TH LI", scarf, described("Gift"), securityEU, "eu-goods-description items[0].item_desc"},
	{"FR CH", wine, asIs, tariffs, ""},
	{"IN GB", tea, asIs, tariffs, ""},
	{"AU SG", blanket, asIs, tariffs, ""},
	{"CN NZ", toy, asIs, cn23, ""},
	{"MY VN", coffee, asIs, postal, ""},
	{"SG PH", serum, asIs, postal, ""},
	{"ID AE", batik, withHS("62052090"), tariffs, ""},
	{"US MX", shirts, withHS("61091003"), tariffs, ""},
	{"HK TW", watch, asIs, postal, ""},
	{"CN KW", cases, asIs, postal, ""},
	{"SG JP", candle, because(shipment.ExportGift), maff, ""},
	{"TH AU", scarf, asIs, biosecurity, ""},
	{"CN AU", steamer, asIs, odc, ""},
	{"NL SA", laptop, all(known("", ""), costs(899_00, "EUR")), saudi, "sa-tax-id-required consignee_identifcation_number"},
	{"AE KR", scarf, known("", ""), pccc, "kr-pccc-required consignee_identifcation_number"},
	{"CN AU", vape, asIs, odc, "vape-au items[0].item_hs_code"},
	{"CN HK", vape, asIs, healthHK, "vape-hk items[0].item_hs_code"},
	{"SG TH", vape, described("E-cigarette starter kit"), tobaccoTH, "vape-th items[0].item_hs_code"},
	{"CN IN", vape, described("Electronic cigarette with charger"), dgft, "vape-in items[0].item_hs_code"},
	{"CN SG", cases, described("Magnetic power bank 10000mAh with cable"), phmsa, "lithium-alone items[0].item_un_number"},
	{"CN US", cases, described("Powerbank, 充电宝"), phmsa, "lithium-alone items[0].item_un_number"},
	{"HK MY", cases, described("移动电源 charger"), phmsa, "lithium-alone items[0].item_un_number"},
	{"SG ID", cases, described("20,000 mAh battery for laptop"), phmsa, "lithium-alone items[0].item_un_number"},
	{"CN SG", cases, described("Power bank case of silicone"), phmsa, ""},
	{"CN SG", cases, described("Battery cover for remote control"), phmsa, ""},
	{"CN SG", cases, described("Torch without batteries, for 10000 mAh batteries"), phmsa, ""},
	{"CN SG", cases, described("AA batteries, NiMH, 2000 mAh"), phmsa, ""},
	{"CN SG", cases, described("Pouch for power banks"), phmsa, ""},
	{"CN SG", cases, described("Power bank for phones, 10000mAh battery"), phmsa, "lithium-alone items[0].item_un_number"},
	{"CN SG", cases, described("Solar power-bank 30000 mAh"), phmsa, "lithium-alone items[0].item_un_number"},
	{"SG MY", cases, described("充电宝保护套, silicone"), phmsa, ""},
	{"US JP", jerky, asIs, maff, "jp-tw-meat items[0].item_hs_code"},
	{"TH TW", sausage, asIs, customsTW, "jp-tw-meat items[0].item_hs_code"},
	{"JP ID", jackets, asIs, tradeID, "used-clothes-id items[0].item_hs_code"},
	{"TH CA", balm, at("K1A OB1"), postal, "postal-code-consignee consignee_postal"},
}

// laneOrder is a complete order of a lane.
func laneOrder(lane string, g goods) *shipment.Order {
	from, to, _ := strings.Cut(lane, " ")
	party := func(code string) shipment.Party {
		p := laneParties[code]
		if p.Country = shipment.Country(code); code == "XI" {
			p.Country = "GB"
		}
		return p
	}
	if len(g.hs) == 6 && (to == "US" || to == "PR") {
		g.hs += "0000"
	}
	return &shipment.Order{
		ServiceID: 1, ShipperOrderID: "A-1001", Length: 3000, Width: 2000, Height: 1000, Weight: shipment.Thousandths(g.grams + 120),
		PaymentType: shipment.PaymentPrepaid, Incoterm: "DAP", Consignee: party(to), Pickup: party(from),
		IdentificationDocumentName: laneNumbers[to][0], ConsigneeIdentificationNumber: laneNumbers[to][1],
		Items: []shipment.Item{{
			Desc: g.desc, SKU: "A-1", Quantity: 1, PriceValue: shipment.Hundredths(g.price), PriceCurrency: g.currency,
			Trade: &shipment.ItemTrade{
				HSCode: g.hs, OriginCountry: g.origin, Weight: shipment.Thousandths(g.grams), ManufacturerCode: "M-77",
			},
		}},
		Trade: &shipment.OrderTrade{ExportReason: shipment.ExportSale, InvoiceNo: "A-1001", InvoiceDate: "2026-11-26"},
	}
}

// TestLanes has orders that would be sent back or stopped, which must be warned with the field to fill, and ordinary ones, which
// must be silent.
func TestLanes(t *testing.T) {
	set := defaultSet(t)
	day := time.Date(2026, time.November, 26, 12, 0, 0, 0, time.UTC)
	silent := 0
	for _, c := range lanes {
		o := laneOrder(c.lane, c.goods)
		c.change(o)
		var found []string
		for _, f := range set.Check(o, day) {
			place := f.Field
			if f.Index >= 0 && place == "tax_ids" {
				place = fmt.Sprintf("%s[%d]", place, f.Index)
			} else if f.Index >= 0 {
				place = fmt.Sprintf("items[%d].%s", f.Index, place)
			}
			found = append(found, f.Rule.ID+" "+place)
		}
		slices.Sort(found)
		if got := strings.Join(found, ", "); got != c.want || c.source == "" {
			t.Errorf("%s, %s: %q: want %q (%s)", c.lane, o.Items[0].Desc, got, c.want, c.source)
		}
		if c.want == "" {
			silent++
		}
	}
	if len(lanes) < 60 || silent < len(lanes)/3 || silent > len(lanes)*2/3 {
		t.Errorf("of %d orders %d are ordinary", len(lanes), silent)
	}
}
