package shipment

import (
	"regexp"
	"testing"
	"time"
)

func TestTrackingNumbersAreUniqueAndScattered(t *testing.T) {
	numbers := NewTrackingNumbers([16]byte{1})
	shape := regexp.MustCompile(`^WB[0-9]{11}ID$`)
	seen := map[string]bool{}
	rising := 0
	last := ""
	for id := int64(1); id <= 20_000; id++ {
		n := numbers.Issue("WB", id, "ID")
		if !shape.MatchString(n) {
			t.Fatalf("order %d: %q", id, n)
		}
		if seen[n] {
			t.Fatalf("order %d: %q was issued before", id, n)
		}
		seen[n] = true
		if n > last {
			rising++
		}
		last = n
	}
	if rising < 9_500 || rising > 10_500 {
		t.Errorf("%d of 20,000 numbers are greater than the one before: they show the order", rising)
	}
}

func TestTrackingNumbersGrowPastTenDigits(t *testing.T) {
	numbers := NewTrackingNumbers([16]byte{1})
	for id, want := range map[int64]int{
		9_999_999_999: 11, 10_000_000_000: 13, 999_999_999_999: 13, 1_000_000_000_000: 15,
		999_999_999_999_999_999: 19,
	} {
		if n := numbers.Issue("", id, ""); len(n) != want {
			t.Errorf("order %d: %q has %d digits, want %d", id, n, len(n), want)
		}
	}
}

func TestTrackingNumbersDependOnTheKey(t *testing.T) {
	a, b := NewTrackingNumbers([16]byte{1}), NewTrackingNumbers([16]byte{2})
	if a.Issue("WB", 1, "ID") == b.Issue("WB", 1, "ID") {
		t.Error("two keys issue the same number")
	}
	first, again := a.Issue("WB", 1, "ID"), a.Issue("WB", 1, "ID")
	if first != again {
		t.Error("one key issues two numbers for an order")
	}
}

// TestIssuedForm: whatever is issued has the form, at every length, and what cannot be issued
// does not.
func TestIssuedForm(t *testing.T) {
	numbers := NewTrackingNumbers([16]byte{1})
	for id := int64(1); id < 1e18; id = id*7 + 3 {
		if n := numbers.Issue("WB", id, "SG"); !HasIssuedForm(n, "WB") || HasIssuedForm(n, "WBX") || HasIssuedForm(n, "W") {
			t.Errorf("order %d: %q", id, n)
		}
		if id > 1e17 {
			break // the next would overflow
		}
	}
	for _, sent := range []string{
		"", "WB", "WB48210739526", "WB4821073952ID", "WB482107395260ID", "WB48210739526IDX", "WB48210739526I", "WB48210739526I1",
		"AB48210739526ID", "WB-48210739526ID", "WB12345678901234567890ID", "WB123456789012345678901ID", "XWB48210739526ID",
	} {
		if HasIssuedForm(sent, "WB") {
			t.Errorf("%q is reserved", sent)
		}
	}
}

// edgeIDs are ids of orders around those at which numbers grow.
var edgeIDs = []int64{
	1, 2, 9_999_999_999, 10_000_000_000, 1<<40 - 1, 1 << 40, 999_999_999_999, 1_000_000_000_000, 1<<50 - 1, 1 << 50,
	999_999_999_999_999_999,
}

// TestNumbersLeadBack: a number leads to the id that it was issued for, and any other text to none.
func TestNumbersLeadBack(t *testing.T) {
	tracking, batches := NewTrackingNumbers([16]byte{1}), NewBatchNumbers([16]byte{1})
	day := time.Date(2026, 2, 3, 23, 59, 59, 0, time.UTC)
	for _, id := range edgeIDs {
		if got, ok := tracking.OrderID(tracking.Issue("WB", id, "SG")); !ok || got != id {
			t.Errorf("order %d: its number leads to %d, %v", id, got, ok)
		}
		if got, ok := batches.FirstOrderID(batches.Issue(id, day)); !ok || got != id {
			t.Errorf("order %d: its batch number leads to %d, %v", id, got, ok)
		}
	}
	issued := tracking.Issue("WB", 1, "SG")
	wrongCheck := issued[:12] + string('0'+(issued[12]-'0'+1)%10) + "SG"
	for _, other := range []string{
		"", "SG", "WB", wrongCheck, issued[:13], issued + "X", "WB" + issued[3:], issued[:13] + "s1",
		tracking.Issue("WB", 0, "SG"), // no order has the id 0
	} {
		if id, ok := tracking.OrderID(other); ok {
			t.Errorf("%q leads to %d", other, id)
		}
	}
	number := batches.Issue(1, day)
	if number[:7] != "B260203" || len(number) != 15 {
		t.Errorf("batch number %s", number)
	}
	for _, other := range []string{
		"", "B", "B260203", number[:14], number + "0", "C" + number[1:], number[:14] + "I", number[:14] + "l", batches.Issue(0, day),
	} {
		if id, ok := batches.FirstOrderID(other); ok {
			t.Errorf("%q leads to %d", other, id)
		}
	}
}

func TestBatchNumbersAreUniqueAndScattered(t *testing.T) {
	batches := NewBatchNumbers([16]byte{1})
	seen, rising, last := map[string]bool{}, 0, ""
	for id := int64(1); id <= 20_000; id++ {
		n := batches.Issue(id, time.Time{})
		if seen[n] {
			t.Fatalf("order %d: %q was issued before", id, n)
		}
		if seen[n] = true; n > last {
			rising++
		}
		last = n
	}
	if rising < 9_500 || rising > 10_500 {
		t.Errorf("%d of 20,000 numbers are greater than the one before: they show the order", rising)
	}
}

// FuzzNumbers: an id and its numbers lead to each other, and a text that leads to an id is its number.
func FuzzNumbers(f *testing.F) {
	for _, id := range edgeIDs {
		f.Add(id, "WB48210739526ID", "B2602031F8K0ZQX")
	}
	f.Fuzz(func(t *testing.T, id int64, number, batchNo string) {
		tracking, batches := NewTrackingNumbers([16]byte{7}), NewBatchNumbers([16]byte{7})
		if id > 0 && id < 1e18 {
			if got, ok := tracking.OrderID(tracking.Issue("AB", id, "TH")); !ok || got != id {
				t.Errorf("order %d: its number leads to %d, %v", id, got, ok)
			}
			if got, ok := batches.FirstOrderID(batches.Issue(id, time.Time{})); !ok || got != id {
				t.Errorf("order %d: its batch number leads to %d, %v", id, got, ok)
			}
		}
		if id, ok := tracking.OrderID(number); ok {
			prefix, _ := IssuedPrefix(number)
			if again := tracking.Issue(prefix, id, Country(number[len(number)-2:])); again != number {
				t.Errorf("%q leads to %d, which has %q", number, id, again)
			}
		}
		if id, ok := batches.FirstOrderID(batchNo); ok {
			if again := batches.Issue(id, time.Time{}); again[7:] != batchNo[7:] {
				t.Errorf("%q leads to %d, which has %q", batchNo, id, again)
			}
		}
	})
}

func TestCheckDigit(t *testing.T) {
	// GS1 General Specifications, section 7.9: SSCC 37610425002123456 has 9.
	if got := checkDigit([]byte("37610425002123456")); got != '9' {
		t.Errorf("check digit %c, want 9", got)
	}
}

// TestIsS10 has the example of the standard, and special check digits.
func TestIsS10(t *testing.T) {
	for s, want := range map[string]bool{
		"RR473124829US": true, "RR473124828US": false, "RR473124829XX": false, "rr473124829US": false, "R1473124829US": false,
		"RR4731248291S": false, "WB48210739526CA": false, "": false, "RR47312482AUS": false, "RR00000000 US": false,
		"RR000000005US": true, "RR000000000US": false,
	} {
		if got := IsS10(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
