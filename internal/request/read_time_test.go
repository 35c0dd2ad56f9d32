package request

import "testing"

// FuzzMoment: what is read is a moment of the years 1 to 9999, give or take a zone, and is the
// same when it is written in the extended format.
func FuzzMoment(f *testing.F) {
	for _, seed := range []string{"2024-1-5", "20240105T102030.5+08", "2024-01-05t10 0830", "2024-02-29 1020z", "0001-01-01T00:00+23:59"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sent string) {
		at, isDay, ok := parseMoment(sent)
		if !ok {
			return
		}
		if at.Year() < 0 || at.Year() > 10000 || at.Nanosecond()%1000 != 0 || isDay && at.Hour() != 0 {
			t.Errorf("%q is %v", sent, at)
		}
		if at.Year() < 1 || at.Year() > 9999 {
			return
		}
		if again, _, ok := parseMoment(at.Format("2006-01-02T15:04:05.000000Z07:00")); !ok || !again.Equal(at) {
			t.Errorf("%q is %v, which is %v again", sent, at, again)
		}
	})
}
