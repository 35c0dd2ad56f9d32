package request

import (
	"testing"

	"waybill/internal/problem"
)

// TestReadAWB reads the air waybills of the case awb-numbers.
func TestReadAWB(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		"618-12345675": "61812345675", "618 1234 5675": "61812345675", "６１８１２３４５６７５": "61812345675", "618\u201112345675": "61812345675",
		"020-81140743": "02081140743", "999-68495221": "99968495221", " ": "",
	} {
		got, problems := readAWB(str(sent), &Field{})
		if got != want || problems != nil {
			t.Errorf("%q: %q, %v", sent, got, problems)
		}
	}
	for sent, want := range map[string]problem.Message{
		"618-12345676": problem.AWBCheck.With(5), "618-12345678": problem.AWBCheck.With(5), "618-1234567": problem.AWBDigits,
		"618-1234567A": problem.AWBDigits, "٦١٨١٢٣٤٥٦٧٥": problem.AWBDigits,
	} {
		got, problems := readAWB(str(sent), &Field{})
		if len(problems) != 1 || problems[0] != want {
			t.Errorf("%q: %q, %v, want %v", sent, got, problems, want)
		}
	}
}

// TestReadAnswer: a duty or a tax needs its currency, and what customs say before loading is no decision, except that it may be loaded.
func TestReadAnswer(t *testing.T) {
	t.Parallel()
	for sent, want := range map[[4]string]Answer{ // answer, duty, tax and currency
		{"do_not_load"}: {Answer: "do_not_load"}, {"screening"}: {Answer: "screening"}, {"information"}: {Answer: "information"},
		{"assessed"}:                        {Answer: "assessed", Customs: Customs{Status: "assessed"}},
		{"released"}:                        {Customs: Customs{Status: "released"}},
		{"taxes_due", "1.5", "2", "EUR"}:    {Customs: Customs{Status: "taxes_due", Duty: "1.5", Tax: "2", Currency: "EUR"}},
		{"taxes_due", "", "0.25", "EUR"}:    {Customs: Customs{Status: "taxes_due", Tax: "0.25", Currency: "EUR"}},
		{"taxes_due", "", "", "EUR"}:        {Customs: Customs{Status: "taxes_due", Currency: "EUR"}},
		{"taxes_due", "1.5", "", ""}:        {},
		{"taxes_due", "", "0.25", ""}:       {},
		{"taxes_due", "1.5", "2", ""}:       {},
		{"taxes_due", "0", "", ""}:          {},
		{"lost"}:                            {},
		{"taxes_due", "1", "-2", "EUR"}:     {},
		{"taxes_due", "1.2345", "2", "EUR"}: {},
	} {
		values := map[string]Value{"tracking_no": str("WB1"), "answer": str(sent[0])}
		for i, name := range []string{"duty", "tax", "currency"} {
			if sent[i+1] != "" {
				values[name] = str(sent[i+1])
			}
		}
		var got Answer
		if problems := ReadAnswer(values, &got); (problems != nil) != (want == Answer{}) {
			t.Errorf("%q: %v", sent, problems)
		} else if want.TrackingNo = "WB1"; problems == nil && got != want {
			t.Errorf("%q: %+v, want %+v", sent, got, want)
		}
	}
}
