package shell

import (
	"strings"
	"testing"
)

func TestAcceptedLanguages(t *testing.T) {
	for header, want := range map[string]string{
		"": "", "ko": "ko", "en;q=0.1, zh-TW, *;q=0.5": "zh-TW mul en", "x;y": "", strings.Repeat("ko,", 300): "",
	} {
		if got := strings.Join(acceptedLanguages(header), " "); got != want {
			t.Errorf("%.40q: %q, want %q", header, got, want)
		}
	}
}
