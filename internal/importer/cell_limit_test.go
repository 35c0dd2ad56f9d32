package importer_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"runtime"
	"strings"
	"testing"

	"waybill/internal/importer"
)

// TestCellsAreRefusedWhileTheyAreRead: without memory for the rest of the file.
func TestCellsAreRefusedWhileTheyAreRead(t *testing.T) {
	long, row := strings.Repeat("x", 16<<20), strings.Repeat("a,b\n", 3)
	for name, c := range map[string]struct{ file, want string }{
		"a text":               {"a,b\n1," + long + "\n", "Cell B2 has more than 32767 characters."},
		"below others":         {"a,b\n\n\n1,2\n" + long, "Cell A5 has more than 32767 characters."},
		"in quotes":            {"a,b\n1,\"" + long + "\"\n", "Cell B2 has more than 32767 characters."},
		"a quote is not ended": {"a,b\n\"1\",\"2\n" + strings.Repeat("3,4\n", 4<<20), "Cell B2 has more than 32767 characters."},
		"doubled quotes":       {"a,b\n1,\"" + strings.Repeat(`""`, 8<<20) + "\"\n", "Cell B2 has more than 32767 characters."},
		"lone quotes":          {"a,b\n1,\"" + strings.Repeat(`"y`, 8<<20) + "\"\n", "Cell B2 has more than 32767 characters."},
		"cells without number": {"a,b\n" + strings.Repeat(",", 16<<20) + "\n", "Row 2 has 16385 columns: at most 256."},
		"another delimiter":    {"sep=；\na；b\n" + row + strings.Repeat("；", 5<<20), "Row 6 has 16385 columns: at most 256."},
		"in the headings":      {"a," + long + "\n1,2\n", "Cell B1 has more than 32767 characters."},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := importer.Read(t.Context(), nil, []byte(c.file), importer.ReadOptions{Charset: "utf-8", Delimiter: delimiterOf(c.file)})
		runtime.ReadMemStats(&after)
		refused, ok := errors.AsType[*importer.RefusedError](err)
		if !ok || !strings.HasPrefix(refused.Reason.String(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		const most = 24 << 20 // the file, and what its beginning takes
		if took := after.TotalAlloc - before.TotalAlloc; took > uint64(len(c.file))+most {
			t.Errorf("%s: %d bytes were allocated for a file of %d", name, took, len(c.file))
		}
	}
}

func delimiterOf(file string) rune {
	if strings.HasPrefix(file, "sep=") {
		return 0
	}
	return ','
}

// TestCellsOfTheLongest are read: of letters of several bytes, of quotes, and beside empty ones.
func TestCellsOfTheLongest(t *testing.T) {
	for _, cell := range []string{
		strings.Repeat("x", importer.MaxCell), strings.Repeat("😀", importer.MaxCell), `"` + strings.Repeat(`""`, importer.MaxCell) + `"`,
		`"` + strings.Repeat("a\n", importer.MaxCell/2) + `"`,
	} {
		file := "a,b,c\n1," + cell + "," + strings.Repeat(",", 1000) + "\r\n2,\"a \"\"b\"\"\",3\n"
		table, err := importer.Read(t.Context(), nil, []byte(file), importer.ReadOptions{Charset: "utf-8", Delimiter: ','})
		if err != nil {
			t.Fatalf("%.20q: %v", cell, err)
		}
		if table.Len() != 2 || len(table.Row(0).Cell(1).Text) < importer.MaxCell-3 || table.Row(1).Cell(1).Text != `a "b"` {
			t.Errorf("%.20q: %d rows, a cell of %d bytes", cell, table.Len(), len(table.Row(0).Cell(1).Text))
		}
	}
}

// TestLongCellsOfXLSX: a text is refused where its cell is, in pieces too, and the process does not run out of memory.
func TestLongCellsOfXLSX(t *testing.T) {
	if testing.Short() {
		t.Skip("long: unpacks 65 MB again and again; make test-long runs it")
	}
	run := newRunner(t)
	long := strings.Repeat("x", 2*importer.MaxCell)
	inline := func(text string) string { return `<c t="inlineStr"><is>` + text + `</is></c>` }
	pieces := strings.Repeat("<r><t>"+long+"</t></r>", 1000) // 65 MB
	const tooLong = " has more than 32767 characters."
	const head = `<row><c t="inlineStr"><is><t>order_weight</t></is></c><c t="inlineStr"><is><t>consignee_name</t></is></c></row>`
	for name, c := range map[string]struct{ rows, shared, want string }{
		"inline":            {head + "<row>" + inline("<t>1</t>") + inline("<t>"+long+"</t>") + "</row>", "", "Cell B2" + tooLong},
		"inline, in pieces": {head + "<row>" + inline(pieces) + "</row>", "", "Cell A2" + tooLong},
		"shared": {
			head + `<row><c t="s"><v>1</v></c></row>`, "<si><t>a</t></si><si>" + pieces[:len(pieces)/10] + "</si>", "Cell A2" + tooLong,
		},
		"in one piece": {
			head + "<row>" + inline("<t>"+strings.Repeat("x", 4<<20)+"</t>") + "</row>", "",
			"The XLSX file cannot be read: a text in the file has more than 1024 KiB",
		},
		"a comment": {
			head + "<!--" + strings.Repeat("x", 4<<20) + "-->", "",
			"The XLSX file cannot be read: a text in the file has more than 1024 KiB",
		},
		"a value": {head + `<row><c><v>` + long + long + long + long + long + `</v></c></row>`, "", "Cell A2" + tooLong},
	} {
		_, err := importer.Read(t.Context(), run, bareWorkbook(t, c.rows, c.shared), importer.ReadOptions{Owner: "1"})
		refused, ok := errors.AsType[*importer.RefusedError](err)
		if !ok || !strings.HasPrefix(refused.Reason.String(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	text := inline("<t>" + strings.Repeat("&#x1F600;", importer.MaxCell) + "</t>")
	escaped := inline("<t>" + strings.Repeat("_x0041_", importer.MaxCell) + "</t>")
	table, err := importer.Read(t.Context(), run, bareWorkbook(t, head+"<row>"+text+escaped+"</row>", ""), importer.ReadOptions{Owner: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := table.Row(0).Cell(0).Text, table.Row(0).Cell(1).Text; len(a) != 4*importer.MaxCell || len(b) != importer.MaxCell {
		t.Errorf("cells of the longest have %d and %d bytes", len(a), len(b))
	}
}

// bareWorkbook is an XLSX file with one sheet of some rows, and shared texts.
func bareWorkbook(t *testing.T, rows, shared string) []byte {
	t.Helper()
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	const types = `http://schemas.openxmlformats.org/officeDocument/2006/relationships/`
	for _, part := range [][2]string{
		{"_rels/.rels", `<r><Relationship Id="a" Type="` + types + `officeDocument" Target="xl/workbook.xml"/></r>`},
		{"xl/workbook.xml", `<w xmlns:r="r"><sheet name="S" r:id="a"/></w>`},
		{"xl/_rels/workbook.xml.rels", `<r><Relationship Id="a" Type="` + types + `worksheet" Target="s.xml"/>` +
			`<Relationship Id="b" Type="` + types + `sharedStrings" Target="t.xml"/></r>`},
		{"xl/s.xml", "<worksheet><sheetData>" + rows + "</sheetData></worksheet>"},
		{"xl/t.xml", "<sst>" + shared + "</sst>"},
	} {
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
