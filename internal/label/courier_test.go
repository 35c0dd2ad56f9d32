package label

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/filter"
)

func pageOf(t *testing.T, width, height int) []byte {
	t.Helper()
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	page, err := PageOf(picture.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// TestCheckPDFSurvivesDamage is a file whose cross-references are off by six: the library
// panics on it.
func TestCheckPDFSurvivesDamage(t *testing.T) {
	sound := pageOf(t, 100, 100)
	if err := CheckPDF(sound); err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Replace(sound, []byte("/Index[0 10]"), []byte("/Index[6 10]"), 1)
	if err := CheckPDF(damaged); err == nil || !strings.Contains(err.Error(), "panicked") {
		t.Errorf("CheckPDF: %v", err)
	}
}

// TestCheckPDFUnfoldsNoMoreThanItMay is a file of 64 KB whose objects take 64 MiB.
func TestCheckPDFUnfoldsNoMoreThanItMay(t *testing.T) {
	var objects bytes.Buffer
	w := zlib.NewWriter(&objects)
	fmt.Fprint(w, "2 0 ", "<</Type/Pages/Count 1/Kids[3 0 R]>>", strings.Repeat(" ", 2*maxUnfolded))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var file, references bytes.Buffer
	object := func(number int, format string, args ...any) {
		references.Write([]byte{1, byte(file.Len() >> 16), byte(file.Len() >> 8), byte(file.Len()), 0})
		fmt.Fprintf(&file, "%d 0 obj\n"+format+"\nendobj\n", append([]any{number}, args...)...)
	}
	file.WriteString("%PDF-1.7\n")
	references.Write(make([]byte, 5))
	object(1, "<</Type/Catalog/Pages 2 0 R>>")
	references.Write([]byte{2, 0, 0, 4, 0})
	object(3, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<<>>>>")
	object(4, "<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d>>stream\n%s\nendstream", objects.Len(), objects.String())
	start := file.Len()
	object(5, "<</Type/XRef/Size 6/W[1 3 1]/Root 1 0 R/Length 30>>stream\n%s\nendstream", references.String())
	fmt.Fprintf(&file, "startxref\n%d\n%%%%EOF\n", start)
	if err := CheckPDF(file.Bytes()); !errors.Is(err, filter.ErrDecodeLimitExceeded) {
		t.Errorf("CheckPDF: %v", err)
	}
}

func TestPageOfADamagedPicture(t *testing.T) {
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 100, 100))); err != nil {
		t.Fatal(err)
	}
	if _, err := PageOf(picture.Bytes()[:picture.Len()/2]); err == nil {
		t.Error("half a picture became a page")
	}
}
