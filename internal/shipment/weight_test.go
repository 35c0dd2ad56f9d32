package shipment

import "testing"

// TestScaleLines is the case scale-lines: only stable weights are read, and 62 g more than 1.2 kg are beyond the greater of 50 g and 5 %.
func TestScaleLines(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]Thousandths{
		"ST,GS,+001.262kg": 1262, "US,GS,+001.300kg": 0, "ST,GS,+000.000kg": 0, "OL": 0, "ST,GS,+0002.650lb": 1202, "ST,NT,+1.5kg": 1500,
		"ST,GS,-000.010kg": 0, "S S      1.262 kg": 1262, "S D      1.262 kg": 0, "OL,GS,+999.999kg": 0,
		"1.262": 1262, "1,262": 1262, "1,25 kg": 1250, "1.26249999999999 kg": 1262, "1.2625kg": 1263, "250 g": 250, "250G": 250, "3 kg": 3000,
		"2.65 LB": 1202, "42.4 oz": 1202, "0.4 g": 0, "125": 0, "kg": 0, "1.2.3 kg": 0, "9400111899223197428497": 0, "S": 0, "": 0,
		"10023.2": 0, "1002.25": 0, "1.2625": 0, "1,2625": 0, "999.999": 999_999, "1.2625 kg": 1263, "10023.2 g": 10_023,
		"ST,GS,+010023.2g": 10_023, "-1.2 kg": 0, "1 kg 2": 0, "12345678 g": 0,
	} {
		if got, _ := WeightOf(line); got != want {
			t.Errorf("%s: %s kg, want %s kg", line, got, want)
		}
	}
	for line, want := range map[string]bool{"ST,GS,+1.262kg": true, "ST,NT,+1.262kg": false, "S S 1.262 kg": true, "1.262 kg": false} {
		if _, gross := WeightOf(line); gross != want {
			t.Errorf("%s: gross %t", line, gross)
		}
	}
	for weight, want := range map[Thousandths]bool{1262: true, 1260: false, 1202: false, 1140: false, 1139: true} {
		if got := DefaultWeightTolerance.Exceeded(weight, 1200); got != want {
			t.Errorf("%s kg of 1.2 kg: %t", weight, got)
		}
	}
	if !DefaultWeightTolerance.Exceeded(449, 500) || DefaultWeightTolerance.Exceeded(450, 500) {
		t.Error("of a light parcel 50 g count")
	}
}
