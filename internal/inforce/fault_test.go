package inforce

import (
	"fmt"
	"testing"
	"time"

	"waybill/internal/rules"
)

func TestFaultsAreLoggedOnceAMinute(t *testing.T) {
	var f faults
	start := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		rule  string
		after time.Duration
		want  bool
	}{
		{"a", 0, true},
		{"a", time.Second, false},
		{"b", time.Second, true},
		{"a", 59 * time.Second, false},
		{"a", time.Minute, true},
		{"a", 119 * time.Second, false},
	} {
		if got := f.first(c.rule, start.Add(c.after)); got != c.want {
			t.Errorf("%s after %s: logged is %v", c.rule, c.after, got)
		}
	}
}

func TestFaultsOfDeletedRulesAreForgotten(t *testing.T) {
	var f faults
	for i := range 3 * rules.MaxRules {
		f.first(fmt.Sprint(i), time.Time{})
	}
	if len(f.logged) > rules.MaxRules {
		t.Errorf("%d rules are kept", len(f.logged))
	}
}
