package importer_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"waybill/internal/importer"
)

func TestLimitsOfFiles(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"too large":    {strings.Repeat("a,b\n", importer.MaxFile/4+1), "The file has 33554436 bytes: at most 32 MiB."},
		"empty":        {" \n", "The file is empty."},
		"too many":     {"a,b\n" + strings.Repeat("1,2\n", importer.MaxRows+1), "The file has more than 50000 rows."},
		"no rows":      {"a,b\n", "The file has no row below the headings."},
		"wide":         {"a\n" + strings.Repeat("1,", importer.MaxColumns) + "1\n", "Row 2 has 257 columns: at most 256."},
		"a long cell":  {"a,b\n1," + strings.Repeat("x", importer.MaxCell+1) + "\n", "Cell B2 has more than 32767 characters."},
		"an open cell": {"a,b\n1,\"x\n2,y\n", `A quote (") in row 2 is never closed`},
		"a PDF":        {"%PDF-1.7", "The file is a PDF."},
	} {
		_, err := importer.Read(t.Context(), nil, []byte(c.file), importer.ReadOptions{})
		refused, ok := errors.AsType[*importer.RefusedError](err)
		if !ok || !strings.HasPrefix(refused.Reason.String(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// bomb is an XLSX file whose sheet unzips to so many bytes of blanks.
func bomb(t *testing.T, size int) []byte {
	t.Helper()
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	const types = `http://schemas.openxmlformats.org/officeDocument/2006/relationships/`
	parts := [][2]string{
		{"_rels/.rels", `<r><Relationship Id="a" Type="` + types + `officeDocument" Target="xl/workbook.xml"/></r>`},
		{"xl/workbook.xml", `<w xmlns:r="r"><sheet name="S" r:id="a"/></w>`},
		{"xl/_rels/workbook.xml.rels", `<r><Relationship Id="a" Type="` + types + `worksheet" Target="s.xml"/></r>`},
		{"xl/s.xml", "<s>" + strings.Repeat(" ", size) + "</s>"},
	}
	for _, part := range parts {
		w, err := z.Create(part[0])
		if err == nil {
			_, err = w.Write([]byte(part[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func TestLimitsOfXLSX(t *testing.T) {
	run := newRunner(t)
	large := bomb(t, 257<<20)
	lying := bytes.ReplaceAll(large, le32(257<<20+len("<s></s>")), le32(1000)) // it announces less than there is
	if bytes.Equal(large, lying) {
		t.Fatal("the size is not where it was expected")
	}
	nested := zipOf(t, "xl/workbook.bin")
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"a bomb":               {large, "The XLSX file cannot be read: the file unzips to more than 256 MiB"},
		"a bomb that lies":     {lying, "The XLSX file cannot be read: the file"},
		"xlsb":                 {nested, "The XLSX file cannot be read: the file is a binary Excel file (.xlsb)"},
		"another zip":          {zipOf(t, "readme.txt"), "The XLSX file cannot be read: the file is a zip archive, but not an XLSX file"},
		"an OpenDocument file": {zipOf(t, "content.xml"), "The XLSX file cannot be read: the file is an OpenDocument file"},
	} {
		_, err := importer.Read(t.Context(), run, c.file, importer.ReadOptions{Owner: "1"})
		refused, ok := errors.AsType[*importer.RefusedError](err)
		if !ok || !strings.HasPrefix(refused.Reason.String(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := importer.Read(t.Context(), nil, nested, importer.ReadOptions{}); err == nil {
		t.Error("XLSX is read without a process")
	}
}

func le32(n int) []byte { return []byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)} }

func zipOf(t *testing.T, name string) []byte {
	t.Helper()
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	w, err := z.Create(name)
	if err == nil {
		_, err = fmt.Fprint(w, "x")
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// FuzzReadCSV reads arbitrary bytes: a file is refused, or each order has problems or is valid, and what is refused
// can be written and read again.
func FuzzReadCSV(f *testing.F) {
	f.Add([]byte(headings + validRow))
	f.Add([]byte("sep=;\na;b\n'=1;\"x\n"))
	f.Add([]byte("\xff\xfea\x00,\x00b\x00\n\x001\x00"))
	f.Add([]byte("\xef\xbb\xbfName;Gewicht (g)\nJ\xfcrgen;1,5\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		table, err := importer.Read(t.Context(), nil, file, importer.ReadOptions{})
		if err != nil {
			if _, refused := errors.AsType[*importer.RefusedError](err); !refused {
				t.Error(err)
			}
			return
		}
		p, err := importer.NewPlan(table, importer.Suggest(table))
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		for i := range p.Len() {
			checked, err := p.Check(t.Context(), []importer.Draft{p.Draft(i)}, lookupsOf())
			if err != nil {
				t.Fatal(err)
			}
			if rows += len(checked[0].Rows); (checked[0].Order == nil) == (len(checked[0].Problems) == 0) {
				t.Errorf("order %d is %v with %v", i, checked[0].Order, checked[0].Problems)
			}
			if err := importer.WriteRefused(&bytes.Buffer{}, table, func(yield func(importer.RefusedRow) bool) {
				for _, row := range checked[0].RefusedRows(table) {
					yield(row)
				}
			}); err != nil {
				t.Error(err)
			}
		}
		if rows != table.Len() {
			t.Errorf("the orders have %d of %d rows", rows, table.Len())
		}
	})
}

// FuzzXLSXTask reads arbitrary bytes as the process does.
func FuzzXLSXTask(f *testing.F) {
	f.Add(sheetOf(f, []any{"a", "b"}, []any{1.5, "x"}))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(_ *testing.T, file []byte) {
		_, _ = importer.Tasks["xlsx"](file)
	})
}
