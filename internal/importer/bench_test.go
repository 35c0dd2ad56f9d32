package importer_test

import (
	"archive/zip"
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"waybill/internal/importer"
)

// writeLarge writes an XLSX file of orders with one row each and 30 columns, with shared texts as spreadsheet programs
// write them.
func writeLarge(t testing.TB, w io.Writer, rows int) {
	t.Helper()
	z := zip.NewWriter(w)
	part := func(name string, write func(out *bufio.Writer)) {
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		out := bufio.NewWriter(f)
		write(out)
		if err := out.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	text := func(name, content string) { part(name, func(out *bufio.Writer) { fmt.Fprint(out, content) }) }
	const types = `http://schemas.openxmlformats.org/officeDocument/2006/relationships/`
	text("_rels/.rels", `<Relationships><Relationship Id="rId1" Type="`+types+`officeDocument" Target="xl/workbook.xml"/></Relationships>`)
	text("xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="Orders" sheetId="1" r:id="rId1"/></sheets></workbook>`)
	text("xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId1" Type="`+types+`worksheet" Target="worksheets/sheet1.xml"/>`+
		`<Relationship Id="rId2" Type="`+types+`sharedStrings" Target="sharedStrings.xml"/></Relationships>`)
	names, record := largeRow()
	index := make(map[string]int) // of the texts that all rows share
	unique := 0
	part("xl/worksheets/sheet1.xml", func(out *bufio.Writer) {
		fmt.Fprint(out, "<worksheet><sheetData>")
		for row := range rows + 1 {
			fmt.Fprintf(out, `<row r="%d" customFormat="false" ht="15" hidden="false" customHeight="false" outlineLevel="0">`, row+1)
			for i, name := range names {
				at := unique
				if text := record(name, row); strings.Contains(text, "%") {
					unique++
				} else if known, ok := index[text]; ok {
					at = known
				} else {
					index[text] = at
					unique++
				}
				fmt.Fprintf(out, `<c r="%s%d" s="0" t="s"><v>%d</v></c>`, importer.ColumnName(i), row+1, at)
			}
			fmt.Fprint(out, "</row>")
		}
		fmt.Fprint(out, "</sheetData></worksheet>")
	})
	clear(index)
	part("xl/sharedStrings.xml", func(out *bufio.Writer) {
		fmt.Fprint(out, "<sst>")
		for row := range rows + 1 {
			for _, name := range names {
				text := record(name, row)
				if strings.Contains(text, "%") {
					text = fmt.Sprintf(text, row)
				} else if _, ok := index[text]; ok {
					continue
				}
				index[text] = 0
				fmt.Fprintf(out, `<si><t xml:space="preserve">%s</t></si>`, text)
				if strings.Contains(record(name, row), "%") {
					delete(index, text)
				}
			}
		}
		fmt.Fprint(out, "</sst>")
	})
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
}

// largeRow returns the headings of a large file, and the text of a cell: a format with the number of the row if it
// is another one in each row. Row 0 has the headings.
func largeRow() (names []string, record func(name string, row int) string) {
	values := map[string]string{
		"shipper_order_id": "ORDER-%06d", "consignee_name": "Consignee with a name %d", "consignee_number": "+62812345%06d",
		"consignee_address": "Jl. Jend. Sudirman Kav. %d, RT 003 RW 002, Kelurahan Karet", "consignee_email": "person%d@example.com",
		"consignee_postal": "12920", "consignee_city": "Jakarta Selatan", "consignee_state": "DKI Jakarta",
		"pickup_contact_name": "Warehouse", "pickup_contact_number": "+6561234567", "pickup_postal": "048616", "pickup_city": "Singapore",
		"pickup_date": "2026-11-30", "delivery_note": "Leave it at the door", "item_sku": "SKU-%d", "item_category": "Clothes", "incoterm": "DDP",
	}
	for i, name := range strings.Split(strings.TrimSpace(headings), ",") {
		names = append(names, name)
		if _, given := values[name]; !given {
			values[name] = strings.Split(strings.ReplaceAll(strings.TrimSpace(validRow), "\n", " "), ",")[i]
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, func(name string, row int) string {
		if row == 0 {
			return name
		}
		return values[name]
	}
}

// checkAll reads a file and checks all of its orders, as an import does, and returns how many are valid.
func checkAll(t testing.TB, file []byte) (valid int) {
	t.Helper()
	p := planOfFile(t, file)
	for from := 0; from < p.Len(); from += importer.MaxCheck {
		drafts := make([]importer.Draft, 0, importer.MaxCheck)
		for i := from; i < min(from+importer.MaxCheck, p.Len()); i++ {
			drafts = append(drafts, p.Draft(i))
		}
		checked, err := p.Check(t.Context(), drafts, lookupsOf())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range checked {
			if c.Order != nil {
				valid++
			}
		}
	}
	return valid
}

// BenchmarkCheck10000 reads and checks an XLSX file of 10,000 rows: the goal is 2 s.
func BenchmarkCheck10000(b *testing.B) {
	var file bytes.Buffer
	writeLarge(b, &file, 10_000)
	b.ResetTimer()
	for b.Loop() {
		if valid := checkAll(b, file.Bytes()); valid != 10_000 {
			b.Fatalf("%d orders are valid", valid)
		}
	}
}

// mostMemory is the most memory that the program and its process may take together for 50,000 rows.
const mostMemory = 200 << 20

// TestLongMemory reads and checks an XLSX file of 50,000 rows in a process of its own and prints what it and the
// process that reads the file took at most.
func TestLongMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	if raceDetector {
		t.Skip("the race detector takes more memory")
	}
	if file := os.Getenv("IMPORT_FILE"); file != "" {
		measure(t, file)
		return
	}
	name := filepath.Join(t.TempDir(), "large.xlsx")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	writeLarge(t, f, importer.MaxRows)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestLongMemory$", "-test.v")
	// The worker of imports lets the runtime keep 40 % as much garbage as is in use (importGarbage of package job).
	cmd.Env = append(cmd.Environ(), "IMPORT_FILE="+name, "GOGC=40")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		if _, taken, ok := strings.Cut(line, "peak bytes: "); ok {
			peak, err := strconv.Atoi(strings.TrimSpace(taken))
			t.Logf("%d MiB", peak>>20)
			if err != nil || peak > mostMemory {
				t.Errorf("it took %d MiB: at most %d (%v)", peak>>20, mostMemory>>20, err)
			}
			return
		}
	}
	t.Errorf("nothing was measured: %s", out)
}

func measure(t *testing.T, name string) {
	t.Helper()
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if valid := checkAll(t, file); valid != importer.MaxRows {
		t.Fatalf("%d orders are valid", valid)
	}
	t.Logf("%d bytes in %v", len(file), time.Since(begin))
	t.Cleanup(func() { // the process has ended, because it reads one file
		var self, child syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &self); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &child); err != nil {
			t.Fatal(err)
		}
		t.Logf("self %d KiB, process %d KiB", self.Maxrss, child.Maxrss)
		t.Logf("peak bytes: %d", (self.Maxrss+child.Maxrss)<<10)
	})
}
