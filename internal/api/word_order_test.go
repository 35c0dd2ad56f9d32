package api

import (
	"cmp"
	"encoding/xml"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"waybill/client"
)

// printedWord is a word of a page, with its place in points.
type printedWord struct {
	Left float64 `xml:"xMin,attr"`
	Top  float64 `xml:"yMin,attr"`
	Text string  `xml:",chardata"`
}

// printedLines are the lines of a PDF with their words from left to right.
func printedLines(t *testing.T, pdf string) (lines []string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "document.pdf")
	if err := os.WriteFile(file, []byte(pdf), 0o600); err != nil {
		t.Fatal(err)
	}
	text := tool(t, "pdftotext", "-bbox", file, "-")
	var found struct {
		Pages []struct {
			Words []printedWord `xml:"word"`
		} `xml:"body>doc>page"`
	}
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.Strict, decoder.Entity, decoder.AutoClose = false, xml.HTMLEntity, xml.HTMLAutoClose
	if err := decoder.Decode(&found); err != nil {
		t.Fatal(err)
	}
	for _, page := range found.Pages {
		words := page.Words
		slices.SortFunc(words, func(a, b printedWord) int { return cmp.Or(cmp.Compare(a.Top, b.Top), cmp.Compare(a.Left, b.Left)) })
		for len(words) > 0 {
			n := 1
			for n < len(words) && words[n].Top-words[n-1].Top < 1 {
				n++
			}
			line := slices.Clone(words[:n])
			slices.SortFunc(line, func(a, b printedWord) int { return cmp.Compare(a.Left, b.Left) })
			var texts []string
			for i, w := range line {
				if i > 0 && math.Abs(w.Left-line[i-1].Left) < 0.01 {
					continue // the shadow of a word
				}
				texts = append(texts, sortedLetters(w.Text))
			}
			lines = append(lines, strings.Join(texts, " "))
			words = words[n:]
		}
	}
	return lines
}

// sortedLetters sorts the letters of a right-to-left word, because pdftotext has them in the one order or in the other.
func sortedLetters(word string) string {
	letters := []rune(word)
	if slices.ContainsFunc(letters, func(r rune) bool { return unicode.In(r, unicode.Arabic, unicode.Hebrew) }) {
		slices.Sort(letters)
	}
	return string(letters)
}

// TestWordsOfTwoDirections prints lines that have Arabic and Hebrew words between Latin ones: each word has the place that UAX 9 gives it,
// as in a browser, on labels and on all documents.
func TestWordsOfTwoDirections(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		order := exampleOrder()
		order.ConsigneeName, order.ConsigneeAddress = "Villa شارع 15 Ltd", "Bldg 3 مبنى 45 Floor 6"
		order.Items[0].Desc = "Cup כוס 2 Set"
		created := s.create(order)
		query := "upload_batch_no=" + created.UploadBatchNo
		name, address, item := "Villa 15 شارع Ltd", "Bldg 3 45 مبنى Floor 6", "Cup 2 כוס Set"
		wants := func(document, pdf string, wants ...string) {
			t.Helper()
			lines := printedLines(t, pdf)
			for _, want := range wants {
				words := strings.Fields(want)
				for i := range words {
					words[i] = sortedLetters(words[i])
				}
				if !slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, strings.Join(words, " ")) }) {
					t.Errorf("%s: no line has %q:\n%s", document, want, strings.Join(lines, "\n"))
				}
			}
		}
		for document, printed := range map[string][]string{
			"label": {name, address, item}, "cn22": {item}, "cn23": {name, address, item}, "invoice": {name, address, item},
			"proforma": {name, address, item},
		} {
			_, pdf := s.printed("document=" + document + "&" + query)
			wants(document, pdf, printed...)
		}
		file, err := s.sdk.Manifest(t.Context(), client.ManifestQuery{UploadBatchNo: created.UploadBatchNo})
		if err != nil {
			t.Fatal(err)
		}
		wants("manifest", string(file.Content), name)
	})
}
