package importer

import "testing"

// TestGuard: no text is a formula for a spreadsheet, however cells end there, and each comes back as it was.
func TestGuard(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "a": "a", "1-2": "1-2", "a@b": "a@b", "=1": "'=1", "+62": "'+62", "-1": "'-1", "@A": "'@A", "\t=1": "'\t'=1", "\r=1": "'\r'=1",
		"\n=1": "'\n'=1", "＝1": "'＝1", "＋1": "'＋1", "－1": "'－1", "＠A": "'＠A", "a\n=1": "a\n'=1", "a\t@b": "a\t'@b", "a\r\n＝1": "a\r\n'＝1",
		"a\n'=1": "a\n''=1",
		"'=1":    "''=1", "'t Hooft": "'t Hooft", "a\n't": "a\n't", "=1\n=2\n3": "'=1\n'=2\n3", "'01": "''01", "a\n'01": "a\n'01",
		"'\n=1": "''\n'=1", "＝": "'＝", "\n\n=1": "'\n\n'=1",
	} {
		if got := Guard(text); got != want {
			t.Errorf("Guard(%q) = %q, want %q", text, got, want)
		}
		if again := unguard(Guard(text)); again != text {
			t.Errorf("%q comes back as %q", text, again)
		}
	}
	for text, want := range map[string]string{"'\t=1": "\t=1", "'01": "01", "'+62": "+62"} { // of files that others wrote
		if got := unguard(text); got != want {
			t.Errorf("unguard(%q) = %q, want %q", text, got, want)
		}
	}
}
