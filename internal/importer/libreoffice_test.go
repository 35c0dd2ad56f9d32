package importer_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"waybill/internal/importer"
	"waybill/test/harness"
)

// calc opens a file in LibreOffice Calc and saves it as XLSX.
func calc(t *testing.T, name string, file []byte) []byte {
	t.Helper()
	folder := t.TempDir()
	in, out := filepath.Join(folder, name), filepath.Join(folder, "out")
	if err := os.WriteFile(in, file, 0o600); err != nil {
		t.Fatal(err)
	}
	// CSV: semicolons, quotes, UTF-8, from the first row, in German, without texts that are numbers.
	cmd := exec.CommandContext(t.Context(), "soffice", "-env:UserInstallation=file://"+filepath.Join(folder, "profile"),
		"--headless", "--infilter=CSV:59,34,76,1,,1031,false,true", "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", out, in)
	if strings.HasSuffix(name, ".xlsx") {
		cmd.Args = slices.DeleteFunc(cmd.Args, func(arg string) bool { return strings.HasPrefix(arg, "--infilter") })
	}
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("soffice: %v: %s", err, text)
	}
	saved, err := os.ReadFile(filepath.Join(out, strings.TrimSuffix(name, filepath.Ext(name))+".xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// needCalc skips a test where LibreOffice is not installed.
func needCalc(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	harness.Tool(t, "soffice")
}

// TestLongMergedCells reads merged cells as LibreOffice saves them.
func TestLongMergedCells(t *testing.T) {
	needCalc(t)
	wantMergedOrders(t, calc(t, "merged.xlsx", mergedOrders(t)))
}

// TestLongLibreOffice takes a file of 500 rows through a real spreadsheet program: with a byte order mark, decimal
// commas, five scripts, phone numbers that lose their plus sign, and twenty wrong rows. The corrected file of the
// refused rows has the rest, and nothing twice.
func TestLongLibreOffice(t *testing.T) {
	needCalc(t)
	run := newRunner(t)
	file := calc(t, "orders.csv", calcRows())
	table, err := importer.Read(t.Context(), run, file, importer.ReadOptions{Owner: "1"})
	if err != nil {
		t.Fatal(err)
	}
	m := importer.Suggest(table)
	valid, refused := sortOut(t, table, m)
	if len(valid) != 480 || len(refused) != 20 {
		t.Fatalf("%d orders are valid, %d rows are refused: %s", len(valid), len(refused), refused[0].Error)
	}
	var rest bytes.Buffer
	if err := importer.WriteRefused(&rest, table, slices.Values(refused)); err != nil {
		t.Fatal(err)
	}
	corrected := correct(t, calc(t, "refused.xlsx", rest.Bytes()), 20)
	if table, err = importer.Read(t.Context(), run, calc(t, "corrected.xlsx", corrected), importer.ReadOptions{Owner: "1"}); err != nil {
		t.Fatal(err)
	}
	again, refused := sortOut(t, table, m)
	if len(again) != 20 || len(refused) != 0 {
		t.Fatalf("%d of the corrected orders are valid: %v", len(again), refused)
	}
	for _, reference := range again {
		if slices.Contains(valid, reference) {
			t.Errorf("%s is valid twice", reference)
		}
	}
}

// calcRows is the CSV file. Every 25th row has a weight that is no number.
func calcRows() []byte {
	names := []string{"Jürgen Weiß", "王小明", "สมชาย ใจดี", "محمد علي", "Иван Петров"}
	var b bytes.Buffer
	b.WriteString("\uFEFFBestellnummer;Empfänger;Telefon Empfänger;Land Empfänger;Adresse Empfänger;Gewicht (g);Länge;" +
		"Breite;Höhe;Zahlungsart;Service;Absender Land;Absender Adresse;Artikelbezeichnung;Menge;Preis;Währung;Abholdatum\r\n")
	for i := range 500 {
		weight := "1.250,5"
		if i%25 == 0 {
			weight = "schwer"
		}
		fmt.Fprintf(&b, "A-%03d;%s;+62812345%05d;ID;\"Jl. Sudirman %d\nJakarta\";%s;10,5;20;30;prepaid;1;SG;"+
			"1 Raffles Place;Hemd;2;19,90;SGD;30.11.2026\r\n",
			i, names[i%len(names)], i, i, weight)
	}
	return b.Bytes()
}

// sortOut checks a table and returns the references of the valid orders, and the rows of the others.
func sortOut(t *testing.T, table *importer.Table, m importer.Mapping) (valid []string, refused []importer.RefusedRow) {
	t.Helper()
	p, err := importer.NewPlan(table, m)
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Len() {
		checked, err := p.Check(t.Context(), []importer.Draft{p.Draft(i)}, lookupsOf())
		if err != nil {
			t.Fatal(err)
		}
		if o := checked[0].Order; o != nil {
			if o.Weight != 1251 || o.Length != 1050 || o.Items[0].PriceValue != 1990 || o.PickupDate != "2026-11-30" {
				t.Fatalf("%+v", o)
			}
			valid = append(valid, o.ShipperOrderID)
			continue
		}
		refused = append(refused, checked[0].RefusedRows(table)...)
	}
	return valid, refused
}

// correct enters the weights of a file of refused rows.
func correct(t *testing.T, file []byte, rows int) []byte {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for row := range rows {
		if err := f.SetCellValue(f.GetSheetName(0), fmt.Sprintf("F%d", row+2), 1250.5); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
