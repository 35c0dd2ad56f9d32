package shipment

import "testing"

func TestTheLongestPrefixWins(t *testing.T) {
	l := ServiceLabels{Routing: []Route{
		{Prefix: "1", Hub: "A"},
		{Prefix: "121", Hub: "B"},
		{Prefix: "1219", Hub: "C"},
		{Prefix: "SW1A", Hub: "D"},
	}}
	for postal, want := range map[string]string{
		"12190": "C", "12110": "B", "12210": "A", "1": "A", "2": "", "": "", "sw1a 1aa": "D", "SW-1": "", "１": "",
	} {
		if got := l.Route(postal).Hub; got != want {
			t.Errorf("%q goes to %q, want %q", postal, got, want)
		}
	}
	l.Routing = append([]Route{{Hub: "REST"}}, l.Routing...)
	for postal, want := range map[string]string{"": "REST", "999": "REST", "12190": "C"} {
		if got := l.Route(postal).Hub; got != want {
			t.Errorf("with a default, %q goes to %q, want %q", postal, got, want)
		}
	}
}
