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
