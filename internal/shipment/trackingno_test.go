package shipment

import (
	"regexp"
	"testing"
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
	for _, brought := range []string{
		"", "WB", "WB48210739526", "WB4821073952ID", "WB482107395260ID", "WB48210739526IDX", "WB48210739526I", "WB48210739526I1",
		"AB48210739526ID", "WB-48210739526ID", "WB12345678901234567890ID", "WB123456789012345678901ID", "XWB48210739526ID",
	} {
		if HasIssuedForm(brought, "WB") {
			t.Errorf("%q is reserved", brought)
		}
	}
}

func TestCheckDigit(t *testing.T) {
	// GS1 General Specifications, section 7.9: SSCC 37610425002123456 has 9.
	if got := checkDigit([]byte("37610425002123456")); got != '9' {
		t.Errorf("check digit %c, want 9", got)
	}
}
