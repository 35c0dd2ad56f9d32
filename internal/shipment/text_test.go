package shipment

import "testing"

func TestCutText(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "abc": "abc", "abcd": "abc", "กขคง": "กขค", "🖨🖨🖨🖨": "🖨🖨🖨", "a\xffbc": "a\uFFFDb", "ab\xe0\xb8": "ab\uFFFD",
	} {
		if got := CutText(text, 3); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
