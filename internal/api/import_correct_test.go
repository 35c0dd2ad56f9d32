package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/importer"
)

// checkedAgain checks an import again, and waits for it.
func (s *server) checkedAgain(id int64, how client.ImportCheck) client.Import {
	s.t.Helper()
	if _, err := s.sdk.CheckImport(s.t.Context(), id, how); err != nil {
		s.t.Fatal(err)
	}
	return s.settled(id)
}

// TestImportCorrections: corrected cells count instead of those of the file, and stay with the import.
func TestImportCorrections(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		got := s.importOf(client.ImportRequest{FileName: "orders.csv", File: importFile(t, 0, 5, 1, 3), DryRun: true})
		for name, corrections := range map[string][]client.CellCorrection{
			"of a row without a problem": {{Row: 2, Column: "C", Value: "x"}},
			"of a column beyond":         {{Row: 3, Column: "ZZ", Value: "x"}},
			"twice":                      {{Row: 3, Column: "C", Value: "x"}, {Row: 3, Column: "C", Value: "y"}},
			"of a long text":             {{Row: 3, Column: "C", Value: strings.Repeat("x", 1001)}},
			"of no text":                 {{Row: 3, Column: "C", Value: "\x00"}},
			"too many":                   make([]client.CellCorrection, 1001),
		} {
			_, err := s.sdk.CheckImport(t.Context(), got.ID, client.ImportCheck{Corrections: corrections})
			if wantInvalid(t, err, "corrections"); t.Failed() {
				t.Fatalf("a correction %s", name)
			}
		}
		phone := client.CellCorrection{Row: 3, Column: "C", Value: "+6281234500001"}
		got = s.checkedAgain(got.ID, client.ImportCheck{Corrections: []client.CellCorrection{phone}})
		if got.State != client.ImportChecked || got.Valid != 4 || got.Refused != 1 {
			t.Fatalf("%+v", got)
		}
		refused, err := s.sdk.RefusedRows(t.Context(), got.ID)
		if err != nil || bytes.Contains(refused.Content, []byte("REF-1")) || !bytes.Contains(refused.Content, []byte("REF-3")) {
			t.Errorf("%v: %s", err, refused.Content)
		}
		// They stay, and a corrected row can be corrected again.
		name := client.CellCorrection{Row: 3, Column: "B", Value: "Siti Rahma"}
		phone.Row = 5
		got = s.checkedAgain(got.ID, client.ImportCheck{Corrections: []client.CellCorrection{name, phone}})
		if got.Valid != 5 || got.Refused != 0 {
			t.Fatalf("%+v", got)
		}
		if _, err := s.sdk.ConfirmImport(t.Context(), got.ID, client.ImportDecision{}); err != nil {
			t.Fatal(err)
		}
		if got = s.settled(got.ID); got.State != client.ImportDone || got.Created != 5 {
			t.Fatalf("%+v", got)
		}
		for o, err := range s.sdk.AllOrders(t.Context(), client.Filter{}) {
			if err != nil {
				t.Fatal(err)
			}
			if o.ShipperOrderID == "REF-1" && (o.ConsigneeName != "Siti Rahma" || o.ConsigneeNumber != "+6281234500001") {
				t.Errorf("the corrected order is %+v", o)
			}
		}
	})
}

// TestImportCorrectionsOfAnotherTable: corrections are of the cells that the file had when it was read so.
func TestImportCorrectionsOfAnotherTable(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		got := s.importOf(client.ImportRequest{FileName: "orders.csv", File: importFile(t, 0, 2, 1), DryRun: true})
		phone := client.CellCorrection{Row: 3, Column: "C", Value: "+6281234500001"}
		if got = s.checkedAgain(got.ID, client.ImportCheck{Corrections: []client.CellCorrection{phone}}); got.Refused != 0 {
			t.Fatalf("%+v", got)
		}
		if got = s.checkedAgain(got.ID, client.ImportCheck{Charset: "utf-8"}); got.Refused != 0 {
			t.Fatalf("the same charset: %+v", got)
		}
		if got = s.checkedAgain(got.ID, client.ImportCheck{Charset: "windows-1252"}); got.Refused != 1 {
			t.Errorf("another charset: %+v", got)
		}
	})
}

// TestImportAsBefore: a file with the same headings is read as the import that created orders, which is named, and its columns are
// asked about if their values do not fit.
func TestImportAsBefore(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		file := func(first int, weight string) []byte {
			return bytes.ReplaceAll(importFile(t, first, 2), []byte(",0.5,"), []byte(`,"`+weight+`",`))
		}
		mapping := []byte(`{"columns": [{"heading": "order_weight", "field": "order_weight", "decimal": "comma"}]}`)
		first := s.importOf(client.ImportRequest{File: file(0, "0,5"), Mapping: mapping})
		if first.State != client.ImportDone || first.MappingImport != 0 {
			t.Fatalf("%+v", first)
		}
		made, err := s.sdk.CreateImport(t.Context(), client.ImportRequest{File: file(2, "1,250"), DryRun: true}) // no service
		if err != nil {
			t.Fatal(err)
		}
		next := s.settled(made.ID)
		if next.MappingSource != "remembered" || next.MappingImport != first.ID || next.Valid != 2 || len(next.Unfit) != 0 {
			t.Errorf("%+v", next)
		}
		unfit := s.importOf(client.ImportRequest{File: file(4, "1,234.5")})
		if unfit.Created != 0 || !slices.Equal(unfit.Unfit, []string{"order_weight"}) {
			t.Errorf("%+v", unfit)
		}
	})
}

// TestImportAsBeforeWithItsPlace: the row with the headings and the charset that an import was told are known for the next file.
func TestImportAsBeforeWithItsPlace(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		var mapping importer.Mapping
		file := func(first int) []byte { // a row of numbers is below the usual headings
			headings, rows, _ := bytes.Cut(importFile(t, first, 2), []byte("\n"))
			var numbers []string
			mapping = importer.Mapping{}
			for i, field := range importHeadings {
				numbers = append(numbers, fmt.Sprintf("Field %d", i))
				mapping.Columns = append(mapping.Columns, importer.ColumnMapping{Heading: numbers[i], Field: field})
			}
			text := slices.Concat(headings, []byte("\n"+strings.Join(numbers, ",")+"\n"), rows)
			return bytes.ReplaceAll(text, []byte("Budi"), []byte("Bj\xf6rn")) // in windows-1252
		}
		upload := file(0)
		first := s.importOf(client.ImportRequest{File: upload, HeadingRow: 2, Mapping: json.RawMessage(toJSON(t, mapping)), Confirm: true})
		if first.State != client.ImportDone || first.Created != 2 || first.HeadingRow != 2 || !first.CharsetGuessed {
			t.Fatalf("%+v", first)
		}
		next := s.importOf(client.ImportRequest{File: file(2)})
		if next.State != client.ImportDone || next.Created != 2 || next.HeadingRow != 2 || next.MappingImport != first.ID {
			t.Errorf("%+v", next)
		}
		usual := s.importOf(client.ImportRequest{File: importFile(t, 4, 2)})
		if usual.State != client.ImportDone || usual.Created != 2 || usual.HeadingRow != 1 || usual.MappingImport != 0 {
			t.Errorf("%+v", usual)
		}
	})
}

// TestImportOfLikeOrders: orders without a reference are compared with the orders of imports of the last 30 days.
func TestImportOfLikeOrders(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		file := func(names ...string) []byte {
			lines := bytes.SplitAfterN(importFile(t, 0, 1), []byte("\n"), 2)
			content := slices.Clone(lines[0])
			for _, name := range names {
				line := bytes.Replace(lines[1], []byte("REF-0"), nil, 1)
				content = append(content, bytes.Replace(line, []byte("Budi Santoso"), []byte(name), 1)...)
			}
			return content
		}
		first := s.importOf(client.ImportRequest{File: file("Ann", "Ann", "Ben")}) // two alike within a file are two
		if first.State != client.ImportDone || first.Created != 3 {
			t.Fatalf("%+v", first)
		}
		next := s.importOf(client.ImportRequest{File: file("Cem", "BEN")})
		if next.State != client.ImportWaiting || !slices.Equal(next.Needs, []string{client.NeedReferences}) || next.ExistingOrders != 1 ||
			next.ExistingExamples[0].Row != 3 || next.ExistingExamples[0].ImportID != first.ID {
			t.Fatalf("%+v", next)
		}
		if _, err := s.sdk.ConfirmImport(t.Context(), next.ID, client.ImportDecision{Existing: client.ExistingSkip}); err != nil {
			t.Fatal(err)
		}
		if next = s.settled(next.ID); next.Created != 1 || next.Skipped != 1 {
			t.Errorf("%+v", next)
		}
	})
}
