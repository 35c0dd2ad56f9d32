package rules

import (
	"maps"
	"slices"
	"testing"
)

// idNumbers are numbers of each scheme. The good ones are published examples of the authorities, and numbers that
// companies publish themselves.
var idNumbers = map[string]struct{ good, bad []string }{
	"nik": {
		good: []string{"3171011708450001", "3171 0157 0845 0001", "3273012902040003"},
		bad: []string{
			"317101170845000", "31710117084500011", "3171013213450001", "3171013002450001", "3171017208450001", "3171010008450001",
			"317101170845000A", "S1234567G",
		},
	},
	"npwp": {
		good: []string{"01.000.013.1-093.000", "01.312.166.0-091.000", "0010000131093000", "3171011708450001"},
		bad:  []string{"01.000.013.2-093.000", "0010000132093000", "01.000.013.1-093", "10000131093000"},
	},
	"pccc": {
		good: []string{"P123456789012", "p 1234 5678 9012", "P-230012345678"},
		bad:  []string{"P12345678901", "P1234567890123", "123456789012", "PP12345678901", "M123456789012"},
	},
	"cn_resident_id": {
		good: []string{"11010519491231002X", "11010519491231002x", "360426199101010071", "110105180012310027", "110105200012310022"},
		bad: []string{
			"110105179912310024", "110105210012310021", "110105180013310029", // other centuries, month 13
			"110105194912310021", "11010519490231002X", "110105491231002", "1101051949123100X2",
		},
	},
	"tw_id": {
		good: []string{"A123456789", "F131104093", "A800000014", "BA01234564", "AC01234567", "BD90000003"},
		bad:  []string{"A123456788", "1123456789", "A12345678", "AZ23456789"},
	},
	"th_tin": {
		good: []string{"1234545678781", "0107537000521", "0-9940-00617-72-1", "0107544000108", "0107535000265", "0107536000102"},
		bad:  []string{"0107544000107", "3101200000000", "010753700052"},
	},
	"sg_uen": {
		good: []string{"196800306E", "197200078R", "199201624D", "00192200M", "T01FC6132D", "S16FC0121D"},
		bad:  []string{"199201624E", "00192200X", "A16FC0121D", "12345"},
	},
	"sg_gst": {
		good: []string{"M90367450E", "M2-1234567-8", "MR-8500123-X", "199201624D", "20-0123456-7", "T01FC6132D"},
		bad:  []string{"GST123", "M903674500E", "12345678"},
	},
	"gstin": {
		good: []string{"27AAPFU0939F1ZV", "29AAGCB7383J1Z4"},
		bad:  []string{"27AAPFU0939F1ZO", "AAPFU0939F", "27AAPFU0939F1Z"},
	},
	"pan": {
		good: []string{"AAPFU0939F", "aapfu0939f"},
		bad:  []string{"AAPF0939FU", "AAPFU0939"},
	},
	"cpf": {
		good: []string{"111.444.777-35", "52998224725"},
		bad:  []string{"52998224724", "11111111111", "5299822472"},
	},
	"cnpj": {
		good: []string{"33.000.167/0001-01", "00.000.000/0001-91", "12.ABC.345/01DE-35", "12abc34501de35"},
		bad:  []string{"33.000.167/0001-02", "12.ABC.345/01DE-36", "00000000000000", "12ABC34501DE3A", "33000167000101X"},
	},
	"cpf_cnpj": {
		good: []string{"111.444.777-35", "33.000.167/0001-01"},
		bad:  []string{"111.444.777-36", "33.000.167/0001-02", "P123456789012"},
	},
	"cuit": {
		good: []string{"30-50001091-2", "20-05536168-2", "33693450239"},
		bad:  []string{"30-50001091-3", "3050001091", "00000000000"},
	},
	"rut": {
		good: []string{"76.086.428-5", "12.345.678-5", "60.803.000-k", "7.654.321-6"},
		bad:  []string{"76.086.428-6", "12345", "76.086.42X-5"},
	},
	"rfc": {
		good: []string{"GODE561231GR8", "XAXX010101000", "ABC680524P76", "Ñ&C680524P76"},
		bad:  []string{"GODE561331GR8", "GO561231GR8", "GODE56123GR8"},
	},
	"abn": {
		good: []string{"51 824 753 556", "83914571673"},
		bad:  []string{"51 824 753 557", "8391457167", "00000000000"},
	},
	"arn": {
		good: []string{"300012345678", "3000 1234 5678"},
		bad:  []string{"30001234567", "ARN300012345"},
	},
	"nz_gst": {
		good: []string{"49-091-850", "136-410-132"},
		bad:  []string{"136410133", "9125568", "999999999", "009999993", "150000019"},
	},
	"ioss": {
		good: []string{"IM3720000224", "im 276 0000012", "IM9000000001"},
		bad:  []string{"IM0123456789", "IN3720000224", "IM372000022", "EU372022452", "3720000224"},
	},
	"eori": {
		good: []string{"DE1234567", "GB123456789000", "XI123456789000", "FR12345678901234", "PL123456789012345"},
		bad:  []string{"US123456789", "1234567", "DE", "PL1234567890123456"},
	},
	"gtin": {
		good: []string{"4006381333931", "96385074", "036000291452", "10012345678902"},
		bad:  []string{"4006381333932", "400638133393", "00000000", "12345"},
	},
	"voec": {
		good: []string{"2021234", "VOEC 2021234"},
		bad:  []string{"202123", "20212345"},
	},
}

func TestSchemes(t *testing.T) {
	if got, want := slices.Sorted(maps.Keys(idNumbers)), slices.Sorted(maps.Keys(schemes)); !slices.Equal(got, want) {
		t.Fatalf("there are numbers of %v, and schemes %v", got, want)
	}
	for name, numbers := range idNumbers {
		for _, n := range numbers.good {
			if !schemes[name].valid(n) {
				t.Errorf("%s: %q is refused", name, n)
			}
		}
		for _, n := range append(numbers.bad, "", " ", "-", "é", "０") {
			if schemes[name].valid(n) {
				t.Errorf("%s: %q is accepted", name, n)
			}
		}
	}
}

// TestCheckDigitsFindMistypedDigits: each of these schemes finds every single wrong digit.
func TestCheckDigitsFindMistypedDigits(t *testing.T) {
	for _, name := range []string{"cn_resident_id", "cpf", "cnpj", "cuit", "rut", "abn", "th_tin", "gstin"} {
		good := compactID(idNumbers[name].good[0])
		for i := range len(good) {
			if good[i] < '0' || good[i] > '9' {
				continue
			}
			b := []byte(good)
			b[i] = '0' + (b[i]-'0'+1)%10
			// 10 and 11 have the same check digit in Brazil and Thailand, so that some wrong digits are not found.
			if schemes[name].valid(string(b)) && name != "cpf" && name != "cnpj" && name != "th_tin" {
				t.Errorf("%s: %s is accepted like %s", name, b, good)
			}
		}
	}
}

func FuzzSchemes(f *testing.F) {
	for _, numbers := range idNumbers {
		f.Add(numbers.good[0])
	}
	f.Add("\xff\xff")
	f.Fuzz(func(_ *testing.T, number string) {
		for _, s := range schemes {
			s.valid(number) // must not panic
		}
	})
}
