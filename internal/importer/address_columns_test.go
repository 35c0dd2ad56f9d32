package importer_test

import (
	"os"
	"strings"
	"testing"
)

// TestColumnsBesideAnAddress: the floor, the building and the like are parts of the address, in the order of their columns.
func TestColumnsBesideAnAddress(t *testing.T) {
	for file, want := range map[string]string{
		"Address,Building,Floor,Unit No,City\n88 Queensway,Tower Two,25/F,2503,Admiralty\n":           "88 Queensway, Tower Two, 25/F, 2503",
		"Address,Landmark,Locality,City\nFlat 3B,Opp. City Hospital,Ravipuram,Kochi\n":                "Flat 3B, Opp. City Hospital, Ravipuram",
		"Floor,Address,Block,City\n3,Jalan Ampang 5,B,KL\n":                                           "Jalan Ampang 5, 3, B",
		"Shipping address,Shipping building,Shipping unit number,City\n5 Main St,Tower 2,#05-01,SG\n": "5 Main St, Tower 2, #05-01",
		"Alamat,Gedung,Lantai,Patokan,Kota\nJl. Sudirman 1,Menara A,12,dekat bank,Jakarta\n":          "Jl. Sudirman 1, Menara A, 12, dekat bank",
		"地址,楼栋,单元,室号,城市\n人民路1号,3栋,2单元,501室,上海\n":                                                      "人民路1号, 3栋, 2单元, 501室",
		"ที่อยู่,อาคาร,ชั้น,ซอย,จังหวัด\n99 สุขุมวิท,เอ,5,ซอย 3,กรุงเทพ\n":                            "99 สุขุมวิท, เอ, 5, ซอย 3",
		"住所,ビル名,階,市区町村\n1-1 千代田,新丸ビル,5階,東京\n":                                                         "1-1 千代田, 新丸ビル, 5階",
		"Địa chỉ,Tòa nhà,Tầng,Thành phố\n12 Láng,Tòa A,5,Hà Nội\n":                                    "12 Láng, Tòa A, 5",
		"Straße,Hausnummer,Etage,Stadt\nRing,1,3. OG,Berlin\n":                                        "Ring 1, 3. OG",
		"Dirección,Piso,Puerta,Ciudad\nCalle Mayor 1,3,B,Madrid\n":                                    "Calle Mayor 1, 3, B",
		"Address,Building,Stock,Level,City\n5 Main St,Tower 2,17,Gold,SG\n":                           "5 Main St, Tower 2",
		"Address,Building,Floor,City\n5 Main St,-,,SG\n":                                              "5 Main St",
		"Address,\"Apartment, suite, etc. (optional)\",City\n5 Main St,#03-12,SG\n":                   "5 Main St, #03-12",
		"Street,House/Flat No,Area,City\n5 Main St,12B,Bukit Timah,SG\n":                              "5 Main St, 12B, Bukit Timah",
		"Address,Flat/Villa No,Compound,City\n5 Al Barsha St,V7,Al Reem,Dubai\n":                      "5 Al Barsha St, V7, Al Reem",
		"Address,Address 2,Address 3,City\n5 Main St,Unit 5,Block B,SG\n":                             "5 Main St, Unit 5, Block B",
		"Address,Blk,Storey,Wing,Gate,City\nQueensway 88,12,3,East,2,SG\n":                            "Queensway 88, 12, 3, East, 2",
		"Address,Address Landmark,Tower Name,Level/Floor,Near,City\n5 Main St,Bank,West,3,Mall,SG\n":  "5 Main St, Bank, West, 3, Mall",
		"Address,Floor,Sender address,Sender building,City\n5 Main St,3,1 Raffles Place,Tower 1,SG\n": "5 Main St, 3",
	} {
		heading, cells, _ := strings.Cut(strings.TrimSpace(file), "\n")
		if got := consigneeOf(t, heading+",Name,Country\n"+cells+",Ana,MY\n").Address; got != want {
			t.Errorf("%s is %q, want %q", file, got, want)
		}
	}
	for name, want := range map[string]string{
		"c05.csv": "88 Queensway, Tower Two, 25/F, 2503", "c05b.csv": "Flat 3B, 12/4 MG Road, Opp. City Hospital, Ravipuram",
	} {
		file, err := os.ReadFile("testdata/cases/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if c := check(t, completed(t, read(t, string(file)), nil))[0]; c.Order == nil || c.Order.Consignee.Address != want {
			t.Errorf("%s: %+v, %+v", name, c.Order, c.Problems)
		}
	}
}
