package inspect

import (
	"bytes"
	"strings"
	"testing"

	"waybill/internal/label/inspect/inspecttest"
	"waybill/internal/label/pages"
)

// texts returns the text of each object of encoded pages, pages first, with $ for each reference.
func texts(t *testing.T, encoded []byte) []string {
	t.Helper()
	p, err := pages.Decode(pages.AsPages, encoded)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, pieces := range p.All() {
		var b strings.Builder
		for text, ref := range pieces {
			b.Write(text)
			if ref >= 0 {
				b.WriteByte('$')
			}
		}
		all = append(all, b.String())
	}
	return all
}

// TestTruncatedPDF cuts a label after each byte.
func TestTruncatedPDF(t *testing.T) {
	t.Parallel()
	whole := inspecttest.Label("WB1", 2)
	if _, err := PDF(whole); err != nil {
		t.Fatal(err)
	}
	end := bytes.LastIndex(whole, []byte("%%EOF"))
	for i := range end {
		if _, err := PDF(whole[:i]); err == nil {
			t.Errorf("%d of %d bytes were taken", i, len(whole))
		}
	}
}

// TestOnlyWhatIsPrintedIsCopied checks that scripts, links, metadata and titles are not copied.
func TestOnlyWhatIsPrintedIsCopied(t *testing.T) {
	t.Parallel()
	file := inspecttest.PDF("/Info 8 0 R",
		"<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert)>>/Metadata 9 0 R>>",
		"<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 288 432]/Rotate 90/Resources<</XObject<</Metadata 5 0 R>>>>>>",
		"<</Type/Page/Parent 2 0 R/Contents[4 0 R]/UserUnit 2/AA<</O<</S/JavaScript/JS(app.alert)>>>>/Annots[6 0 R 7 0 R]>>",
		inspecttest.Stream("", "/Metadata Do"),
		inspecttest.Stream("/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Metadata 9 0 R/PieceInfo<</A<</LastModified(x)>>>>"+
			"/AF[9 0 R]/F(http://example.com)", "0 0 1 1 re f"),
		"<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/F 4/AP<</N 5 0 R>>/A<</S/JavaScript/JS(app.alert)>>>>",
		"<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://example.com)>>>>",
		"<</Title(secret)>>",
		inspecttest.Stream("/Type/Metadata/Subtype/XML", "<secret/>"),
	)
	encoded, err := PDF(file)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(texts(t, encoded), "\n")
	want := `/Annots [ <</AP <</N $>>/F 4/Rect [ 0 0 9 9]/Subtype /Stamp>>]/Contents [ $]/MediaBox [ 0 0 288 432]` +
		`/Resources <</XObject <</Metadata $>>>>/Rotate 90/UserUnit 2
<</BBox [ 0 0 1 1]/Length 12/Subtype /Form/Type /XObject>>stream
0 0 1 1 re f
endstream
<</Length 12>>stream
/Metadata Do
endstream`
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if again, err := PDF(file); err != nil || !bytes.Equal(again, encoded) {
		t.Errorf("the same file gives other pages, %v", err)
	}
}

// TestValuesAreCopied copies a name with an escape, a number with many decimals, and values of every other
// type.
func TestValuesAreCopied(t *testing.T) {
	t.Parallel()
	value := `/Group <</A#20B (a\)\\b)/Bool true/Hex <ABCD>/Missing $/Null null/Real 0.123456789012/S /Transparency>>`
	file := inspecttest.PDF("",
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]"+strings.Replace(value, "$", "77 0 R", 1)+">>")
	encoded, err := PDF(file)
	if err != nil {
		t.Fatal(err)
	}
	got := texts(t, encoded)
	value = strings.Replace(value, "/Null null", "", 1) // a missing entry means the same
	if len(got) != 2 || !strings.HasPrefix(got[0], value) || got[1] != "null" {
		t.Errorf("%q, want %q", got, value)
	}
}

func TestPagesOfAnyVersion(t *testing.T) {
	t.Parallel()
	file := bytes.Replace(inspecttest.Label("WB1", 50), []byte("%PDF-1.7"), []byte("%PDF-1.2"), 1)
	file = bytes.Replace(file, []byte("/Type/Catalog"), []byte("/Type/Catalog/Lang(en)"), 1) // of 1.4
	if _, err := PDF(file); err != nil {
		t.Error(err)
	}
}
