package request

import (
	"strings"
	"testing"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

func str(s string) Value { return Value{String, s} }
func num(s string) Value { return Value{Number, s} }

// reading is a value sent for a field and what becomes of it: stored, or messages.
type reading struct {
	sent   Value
	stored any
	says   string // messages joined by " | "
}

// checkReadings sends values to a column over a place of type V.
func checkReadings[V comparable](t *testing.T, c column[V], readings []reading) {
	t.Helper()
	for _, r := range readings {
		var stored V
		problems, _ := c.check(r.sent, &stored).(Messages)
		says := make([]string, len(problems))
		for i, m := range problems {
			says[i] = m.String()
		}
		if says := strings.Join(says, " | "); says != r.says {
			t.Errorf("%.60q says %q, want %q", r.sent.Text, says, r.says)
			continue
		}
		want, _ := r.stored.(V)
		if stored != want {
			t.Errorf("%.60q is stored as %v, want %v", r.sent.Text, stored, want)
		}
	}
}

func self[V any](v *V) *V { return v }

func hundredths(p presence) column[shipment.Hundredths] {
	return bind(field("f", p, Type{Name: TypeDecimal, Digits: 5, Places: 2}, ""), readDecimal, self[shipment.Hundredths])
}

// textColumn is a column of a type without limits, but for those of an e-mail address.
func textColumn(t TypeName, p presence) column[string] {
	return bind(field("f", p, Type{Name: t, MaxLength: textMax}, ""), textReaders[t], self[string])
}

// notStrings are values that no text takes.
func notStrings(says string) []reading {
	var all []reading
	for _, v := range []Value{{Bool, "true"}, {Bool, "false"}, {Kind: Array}, {Kind: Object}} {
		all = append(all, reading{v, nil, says})
	}
	return all
}

var absences = []reading{
	{Value{}, nil, "This field is required."},
	{Value{Kind: Null}, nil, "This field may not be null."},
}

var allowedAbsences = []reading{{Value{}, nil, ""}, {Value{Kind: Null}, nil, ""}, {str(""), nil, ""}, {str(" \u3000\n"), nil, ""}}

func TestText(t *testing.T) {
	c := text("f", required, 5, "", self[string])
	checkReadings(t, c, absences)
	checkReadings(t, c, notStrings("Not a valid string."))
	checkReadings(t, c, []reading{
		{str(""), nil, "This field may not be blank."},
		{str(" \t\u0085\u00a0\u2000\u2028\u3000"), nil, "This field may not be blank."},
		{str("\u200b"), "\u200b", ""},
		{str("\ufeff \u180e"), "\ufeff \u180e", ""},
		{str(" a\n b\t"), "a\n b", ""},
		{str("ééééé"), "ééééé", ""},
		{str("😀😀😀😀😀"), "😀😀😀😀😀", ""},
		{str("éééééé"), nil, "Ensure this field has no more than 5 characters."},
		{str("  12345  "), "12345", ""},
		{str("a\x00"), nil, "Null characters are not allowed."},
		{str("\xed\xa0\x80\xed\xb0\x80"), nil, "Surrogate characters are not allowed: U+D800."},
		{str("\xed\x9f\xbf\xed\xb0\x8a"), nil, "Surrogate characters are not allowed: U+DC0A."},
		{str("\ud7ff\ue000"), "\ud7ff\ue000", ""},
		{str("\xed\xa0\x80aaaa"), nil, "Surrogate characters are not allowed: U+D800."},
		{
			str("\xed\xa0\x80a\x00aaa"), nil,
			"Ensure this field has no more than 5 characters. | Null characters are not allowed. | Surrogate characters are not allowed: U+D800.",
		},
		{num("12345"), "12345", ""},
		{num("-0"), "0", ""},
		{num("123456"), nil, "Ensure this field has no more than 5 characters."},
	})
	checkReadings(t, text("f", optional, 5, "", self[string]), allowedAbsences)
}

func TestEmail(t *testing.T) {
	const wrong = "Enter a valid email address."
	c := textColumn(TypeEmail, required)
	checkReadings(t, c, absences)
	checkReadings(t, c, notStrings(wrong))
	label := strings.Repeat("x", 63)
	var readings []reading
	for _, right := range []string{
		"a@b.co", "A.b-C+1@x--y.Co-m", "a@localhost", "a@1.2.3.45", "a@b.-c", "a@" + label + ".co", "a@b." + label,
		"a@exämple.com", "a@例え.jp", "a@b.рф", "a@xn--exmple-cua.com",
		"a@[127.0.0.1]", "a@[2001:db8::1]", "a@b.c.d.ef", "!#$%&'*+/=?^_{|}~`-@b.co",
	} {
		readings = append(readings, reading{str(right), right, ""})
	}
	for _, bad := range []string{
		"a", "@b.co", "a@", "a@b", "a@b.c", "a@b.co.", "a@.co", "a@b..co", ".a@b.co", "a.@b.co", "a..b@b.co", "a b@b.co",
		"a@-b.co", "a@b-.co", "a@b.co-", "a@b_c.co", "a@x" + label + ".co", "a@b.x" + label, "é@b.co", "a@ä", "a@ä..de",
		"a@-ä.de", "a@ä b.de", "a@" + strings.Repeat("ä", 60) + ".de", "a,b@b.co", "a@Localhost.",
		"a@[127.0.0.1", "a@[127.0.0]", "a@[fe80::1%eth0]", "a@[]", "a@[a.co]",
	} {
		readings = append(readings, reading{str(bad), nil, wrong})
	}
	readings = append(readings,
		reading{str(""), nil, "This field may not be blank."},
		reading{num("5"), nil, wrong},
		reading{str(strings.Repeat("x", 250) + "@b.co"), strings.Repeat("x", 250) + "@b.co", ""},
		reading{str(strings.Repeat("x", 251) + "@b.co"), nil, "Ensure this field has no more than 255 characters."},
		reading{str(strings.Repeat("x", 316) + "@b.co"), nil, "Ensure this field has no more than 255 characters. | " + wrong},
		reading{str("a\x00@b.co"), nil, "Null characters are not allowed. | " + wrong},
	)
	checkReadings(t, c, readings)
	checkReadings(t, textColumn(TypeEmail, optional), allowedAbsences)
}

func TestDecimal(t *testing.T) {
	const (
		wrong  = "A valid number is required."
		total  = "Ensure that there are no more than 5 digits in total."
		places = "Ensure that there are no more than 2 decimal places."
		whole  = "Ensure that there are no more than 3 digits before the decimal point."
		low    = "Ensure this value is greater than or equal to 0."
	)
	c := hundredths(required)
	checkReadings(t, c, absences)
	checkReadings(t, c, notStrings(wrong))
	checkReadings(t, c, []reading{
		{num("0"), nil, ""},
		{num("-0"), nil, ""},
		{num("-0.0"), nil, ""},
		{num("999.99"), shipment.Hundredths(99999), ""},
		{num("1.500"), shipment.Hundredths(150), ""},
		{num("1.5000000000000000000000"), shipment.Hundredths(150), ""},
		{num("1.10000000000000000000001"), shipment.Hundredths(110), ""}, // the same double as 1.1
		{num("1.0000000000000001"), shipment.Hundredths(100), ""},
		{num("1e2"), shipment.Hundredths(10000), ""},
		{num("12345e-2"), shipment.Hundredths(12345), ""},
		{num("1000e-400"), nil, ""}, // underflows to the double 0
		{num("1000"), nil, whole},
		{num("1000.5"), nil, whole},
		{num("1000.55"), nil, total},
		{num("12345"), nil, whole},
		{num(strings.Repeat("9", 400)), nil, total}, // beyond the doubles
		{num("123456"), nil, total},
		{num("0.001"), nil, places},
		{num("0.000001"), nil, total},
		{num("1e400"), nil, wrong},
		{num("-0.01"), nil, low},
		{num("-1000"), nil, whole},
		{str("0.01"), shipment.Hundredths(1), ""},
		{str(" +007.5\u2003"), shipment.Hundredths(750), ""},
		{str(".5"), shipment.Hundredths(50), ""},
		{str("5."), shipment.Hundredths(500), ""},
		{str("-0.00"), nil, ""},
		{str("1.E+1"), shipment.Hundredths(1000), ""},
		{str("1.500"), nil, places},
		{str("0.000"), nil, places},
		{str("100.000"), nil, total},
		{str("000000.10"), shipment.Hundredths(10), ""},
		{str("1e99999999999999999999"), nil, total},
		{str("1e-99999999999999999999"), nil, total},
		{str(strings.Repeat("9", 100)), nil, total},
		{str("-5"), nil, low},
	})
	for _, bad := range []string{
		"", " ", ".", "+", "-", "e5", "1e", "1e+", "1e5.0", "1.2.3", "--1", "+-1", "1e--1", "1 0", "1,5", "0x10", "1kg",
		"NaN", "Infinity", "1_0", "١", "1\x00", "1e99999999999999999999x",
	} {
		checkReadings(t, c, []reading{{str(bad), nil, wrong}})
	}
	checkReadings(t, hundredths(optional), allowedAbsences)

	weight := bind(field("f", required, Type{Name: TypeDecimal, Digits: 10, Places: 3, Min: 1}, ""), readDecimal, self[shipment.Thousandths])
	checkReadings(t, weight, []reading{
		{num("0.001"), shipment.Thousandths(1), ""},
		{num("9999999.999"), shipment.Thousandths(9_999_999_999), ""},
		{num("0"), nil, "Ensure this value is greater than or equal to 0.001."},
		{num("0.0005"), nil, "Ensure that there are no more than 3 decimal places."},
	})
}

func TestInteger(t *testing.T) {
	const (
		wrong = "A valid integer is required."
		low   = "Ensure this value is greater than or equal to 1."
		high  = "Ensure this value is less than or equal to 2147483647."
	)
	c := bind(field("f", required, Type{Name: TypeInteger, Min: 1, Max: 1<<31 - 1}, ""), readInteger, self[int64])
	checkReadings(t, c, absences)
	checkReadings(t, c, notStrings(wrong))
	checkReadings(t, c, []reading{
		{num("1"), int64(1), ""},
		{num("2147483647"), int64(1<<31 - 1), ""},
		{num("2147483648"), nil, high},
		{num(strings.Repeat("9", 4000)), nil, high},
		{num("-" + strings.Repeat("9", 4000)), nil, low},
		{num("0"), nil, low},
		{num("-0.0"), nil, low},
		{num("1e3"), int64(1000), ""},
		{num("1.0"), int64(1), ""},
		{num("1e15"), nil, high},
		{num("1.5"), nil, wrong},
		{num("1e400"), nil, wrong},
		{str(" +007 "), int64(7), ""},
		{str("5."), int64(5), ""},
		{str("5.000"), int64(5), ""},
	})
	for _, bad := range []string{
		"", " ", "5.5", ".0", "5.0.0", "5. 0", "1e3", "--1", "+", "0x1", "1_0", "5\x00", "\x1c5", "99999999999999999999x",
	} {
		checkReadings(t, c, []reading{{str(bad), nil, wrong}})
	}
	id := bind(field("f", required, Type{Name: TypeService}, ""), readInt64, self[int64])
	checkReadings(t, id, []reading{
		{str("-9223372036854775808"), int64(-1 << 63), ""},
		{num("9223372036854775807"), int64(1<<63 - 1), ""},
		{num("9223372036854775808"), nil, wrong},
		{num("1e18"), int64(1e18), ""},
	})
}

func TestBoolean(t *testing.T) {
	blocking := boolean("f", "", self[bool])
	blocking.Nullable = false
	for _, v := range []Value{
		{Bool, "true"},
		num("1"), num("1.0"), num("10e-1"), str("t"), str("Y"), str("yes"), str("TRUE"), str("On"),
		str("1"),
	} {
		checkReadings(t, blocking, []reading{{v, true, ""}})
	}
	for _, v := range []Value{
		{},
		{Bool, "false"},
		num("0"), num("-0"), num("-0.0"), num("0e9"), str("F"), str("n"), str("No"), str("false"),
		str("OFF"), str("0"),
	} {
		checkReadings(t, blocking, []reading{{v, false, ""}})
	}
	for _, v := range []Value{
		num("2"), num("-1"), num("0.5"), num("1e400"), num("11"), str(""), str(" true"), str("1.0"), str("yeſ"),
		{Kind: Array},
		{Kind: Object},
	} {
		checkReadings(t, blocking, []reading{{v, nil, "Must be a valid boolean."}})
	}
	checkReadings(t, blocking, []reading{{Value{Kind: Null}, nil, "This field may not be null."}})
}

func TestChoice(t *testing.T) {
	wrong := func(x string) string { return `"` + x + `" is not a valid choice.` }
	c := choice("f", required, []string{"PICKUP", "cod"}, "", self[string])
	checkReadings(t, c, absences)
	checkReadings(t, c, []reading{
		{str("cOD"), "cod", ""},
		{str("\u00a0pickup\n"), "PICKUP", ""},
		{str("PIC\u212aUP"), nil, wrong("PIC\u212aUP")},
		{str(""), nil, wrong("")},
		{str(" x\x00 "), nil, wrong(" x\x00 ")},
		{num("-0"), nil, wrong("0")},
		{num("12"), nil, wrong("12")},
		{Value{Bool, "true"}, nil, wrong("true")},
		{Value{Kind: Array}, nil, wrong("[]")},
		{Value{Kind: Object}, nil, wrong("{}")},
	})
	checkReadings(t, choice("f", optional, []string{"DDP"}, "", self[string]), allowedAbsences)
}

func TestDate(t *testing.T) {
	c := textColumn(TypeDate, optional)
	checkReadings(t, c, allowedAbsences)
	checkReadings(t, c, []reading{
		{str("2024-02-29"), "2024-02-29", ""},
		{str("2024-2-9"), "2024-02-09", ""},
		{str("0001-01-01"), "0001-01-01", ""},
		{str("9999-12-31"), "9999-12-31", ""},
	})
	for _, bad := range []Value{
		str("2023-02-29"), str("2024-00-01"), str("2024-13-01"), str("2024-01-00"), str("2024-01-32"), str("0000-01-01"), str("10000-01-01"),
		str("24-01-05"), str("2024-001-05"), str("2024-01-005"), str("2024-01"), str("2024-01-"), str("2024/01/05"),
		str(" 2024-01-05"), str("2024-01-05 "),
		str("2024-01-05T00:00"), num("20240105"),
		{Bool, "true"},
		{Kind: Array},
	} {
		checkReadings(t, c, []reading{{bad, nil, problem.NotDate.String()}})
	}
}

func TestPhones(t *testing.T) {
	c := textColumn(TypePhone, required)
	checkReadings(t, c, absences)
	checkReadings(t, c, notStrings("Not a valid string."))
	checkReadings(t, c, []reading{
		{str("+1234567"), "+1234567", ""},
		{str(" (+65) 91-23.45 67"), "+6591234567", ""},
		{str("+123456789012345"), "+123456789012345", ""},
		{str(" "), nil, "This field may not be blank."},
	})
	for _, bad := range []Value{
		str("+123456"), str("+1234567890123456"), str("+0123456789"), str("6591234567"), num("6591234567"),
		str("++6591234567"), str("+65\n91234567"), str("+65\u00ad91234567"), str("+6591234567\x00"), str("-"),
		str("+٦٥٩١٢٣٤٥"),
	} {
		checkReadings(t, c, []reading{{bad, nil, problem.NotPhone.String()}})
	}
	checkReadings(t, textColumn(TypePhone, optional), allowedAbsences)
	local := textColumn(TypeLocalPhone, required)
	checkReadings(t, local, absences)
	checkReadings(t, local, []reading{
		{num("61234567"), "61234567", ""},
		{str("(021) 555"), "021555", ""},
		{str("+012345"), "+012345", ""},
		{str("123456789012345"), "123456789012345", ""},
	})
	checkReadings(t, textColumn(TypeLocalPhone, optional), allowedAbsences)
	for _, bad := range []string{"12345", "+12345", "1234567890123456", "12345a", "1+23456", "( )"} {
		checkReadings(t, local, []reading{{str(bad), nil, problem.NotLocalPhone.String()}})
	}
}

func TestCountryAndCurrency(t *testing.T) {
	c := bind(field("f", required, Type{Name: TypeCountry}, ""), readCountry, self[shipment.Country])
	checkReadings(t, c, absences)
	checkReadings(t, c, notStrings("Not a valid string."))
	checkReadings(t, c, []reading{
		{str("sg"), shipment.Country("SG"), ""},
		{str("IdN"), shipment.Country("ID"), ""},
		{str(" CÔTE D'IVOIRE "), shipment.Country("CI"), ""},
		{str("Hongkong"), shipment.Country("HK"), ""},
		{str(" Atlantis "), nil, `"Atlantis" is not a valid choice.`},
		{num("702"), nil, `"702" is not a valid choice.`},
		{str(""), nil, "This field may not be blank."},
	})
	checkReadings(t, bind(field("f", optional, Type{Name: TypeCountry}, ""), readCountry, self[shipment.Country]), allowedAbsences)
	m := textColumn(TypeCurrency, required)
	checkReadings(t, m, absences)
	checkReadings(t, m, []reading{
		{str(" iDr "), "IDR", ""},
		{str("ıdr"), nil, `"ıdr" is not a valid choice.`},
		{str("sgd23"), nil, `"sgd23" is not a valid choice.`},
		{Value{Kind: Array}, nil, "Not a valid string."},
	})
	checkReadings(t, textColumn(TypeCurrency, optional), allowedAbsences)
}

func TestCodesOfGoods(t *testing.T) {
	hs := bind(field("f", optional, Type{Name: TypeHSCode}, ""), readHSCode, self[string])
	checkReadings(t, hs, allowedAbsences)
	checkReadings(t, hs, []reading{
		{str("610910"), "610910", ""},
		{str("6109.10.00 00.00"), "610910000000", ""},
		{str("61091"), nil, problem.NotHSCode.String()},
		{str("6109100000001"), nil, problem.NotHSCode.String()},
	})
	un := bind(field("f", optional, Type{Name: TypeUNNumber}, ""), readUNNumber, self[string])
	checkReadings(t, un, allowedAbsences)
	checkReadings(t, un, []reading{
		{num("3481"), "UN3481", ""},
		{str("UN 348"), nil, problem.NotUNNumber.String()},
		{str("UN 34810"), nil, problem.NotUNNumber.String()},
		{str("UN 348x"), nil, problem.NotUNNumber.String()},
	})
}

func TestTrackingNo(t *testing.T) {
	c := textColumn(TypeTrackingNo, optional)
	checkReadings(t, c, allowedAbsences)
	checkReadings(t, c, notStrings("Not a valid string."))
	checkReadings(t, c, []reading{
		{str(" abc-09 "), "ABC-09", ""},
		{num("123456"), "123456", ""},
		{str(strings.Repeat("Z", 40)), strings.Repeat("Z", 40), ""},
	})
	for _, bad := range []string{"abc-0", strings.Repeat("Z", 41), "abc_def", "abc def", "ABCDEı", "ABCDE\x00"} {
		checkReadings(t, c, []reading{{str(bad), nil, problem.NotTrackingNo.String()}})
	}
}

func TestMoment(t *testing.T) {
	at := func(s string) time.Time {
		v, err := time.Parse(time.RFC3339Nano, s)
		if err != nil {
			t.Fatal(err)
		}
		return v.UTC()
	}
	for sent, want := range map[string]time.Time{
		"2024-01-05T10:20:30Z":                   at("2024-01-05T10:20:30Z"),
		"2024-1-5 1:2":                           at("2024-01-05T01:02:00Z"),
		"2024-01-05T10:20:3.5":                   at("2024-01-05T10:20:03.5Z"),
		"2024-01-05T10:20:30,1234567890":         at("2024-01-05T10:20:30.123456Z"),
		"2024-01-05T10:20:30.123456789012+08:00": at("2024-01-05T02:20:30.123456Z"),
		"2024-01-05T10:20-0830":                  at("2024-01-05T18:50:00Z"),
		"2024-01-05T10:20+08":                    at("2024-01-05T02:20:00Z"),
		"2024-01-05 10:20 08:00":                 at("2024-01-05T02:20:00Z"),
		"2024-02-29T23:59:59.999999-23:59":       at("2024-03-01T23:58:59.999999Z"),
		"2024-12-31":                             at("2024-12-31T00:00:00Z"),
		"20241231":                               at("2024-12-31T00:00:00Z"),
		"2024-01-05T10":                          at("2024-01-05T10:00:00Z"),
		"2024-01-05 10z":                         at("2024-01-05T10:00:00Z"),
		"2024-1-5t10 08":                         at("2024-01-05T02:00:00Z"),
		"20240105T1020":                          at("2024-01-05T10:20:00Z"),
		"20240105T102030.5+0530":                 at("2024-01-05T04:50:30.5Z"),
		"20240105 102030,123456789012Z":          at("2024-01-05T10:20:30.123456Z"),
		"20240105T1:2:3":                         at("2024-01-05T01:02:03Z"),
		"2024-01-05T102030 0800":                 at("2024-01-05T02:20:30Z"),
	} {
		got, problems := readMomentFrom(str(sent), nil)
		if problems != nil || !got.Equal(want) {
			t.Errorf("%s is %v %v, want %v", sent, got, problems, want)
		}
	}
	if got, _ := readMomentTo(str("2024-12-31"), nil); !got.Equal(at("2024-12-31T23:59:59.999999Z")) {
		t.Errorf("a day ends at %v", got)
	}
	if got, _ := readMomentTo(str("2024-12-31T00:00"), nil); !got.Equal(at("2024-12-31T00:00:00Z")) {
		t.Errorf("a moment ends at %v", got)
	}
	for _, bad := range []string{
		" ", "2024", "2024-01", "2024-02-30", "24-01-05", "2024-01-05T", "2024-01-05T1", "2024-01-05T24:00",
		"2024-0105", "202401-05", "2024015", "202401050", "20240230", "00000101", "20241301", "20240100", "2024010٥",
		"2024-01-05T102", "2024-01-05T10203", "2024-01-05T1020305", "2024-01-05T24", "2024-01-05T2400", "2024-01-05T1060", "2024-01-05T102060",
		"2024-01-05T10:2030", "2024-01-05T1020:30", "2024-01-05T10.5", "2024-01-05T1020.5", "2024-01-05T10:",
		"2024-01-05T10:20:", "2024-01-05T10Zz", "2024-01-05  10", "2024-01-05tt10", "2024-01-05T10 ", "2024-01-05T10:60",
		"2024-01-05T10:20:60", "2024-01-05T10:20:30:40", "2024-01-05T:10:20",
		"2024-01-05T10:20:30.", "2024-01-05T10:20:30.1234567890123", "2024-01-05T10:20.5", "2024-01-05T10:20:30Zx",
		"2024-01-05T10:20+24:00", "2024-01-05T10:20+8:00",
		"2024-01-05T10:20+08:", "2024-01-05T10:20+08:0", "2024-01-05T10:20+080", "2024-01-05T10:20+08:000",
		"2024-01-05T10:20+08:60", "2024-01-05T100:20", "2024-01-05Z", "2024-01-05+08:00", "now", "1704449999",
	} {
		checkNoMoment(t, str(bad))
	}
	checkNoMoment(t, num("20240105"))
}

func checkNoMoment(t *testing.T, v Value) {
	t.Helper()
	for _, read := range []func(Value, *Field) (time.Time, Messages){readMomentFrom, readMomentTo} {
		if got, problems := read(v, nil); problems == nil || problems[0] != problem.NotMoment {
			t.Errorf("%v is %v %v", v, got, problems)
		}
	}
}
