package request

import "testing"

func TestUnescape(t *testing.T) {
	for text, want := range map[string]string{
		``:                           "",
		`plain é`:                    "plain é",
		`\"\\\/\b\f\n\r\t`:           "\"\\/\b\f\n\r\t",
		`\u0041\u00e9\u20AC`:         "Aé€",
		`\ud83d\ude00!`:              "😀!",
		`\ud83d\ud83d\ude00`:         "\xed\xa0\xbd😀",
		`\ude00\ud83d`:               "\xed\xb8\x80\xed\xa0\xbd",
		`\ud83d\u0041\ud83d\n\ud83d`: "\xed\xa0\xbdA\xed\xa0\xbd\n\xed\xa0\xbd",
	} {
		if got := unescape(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
