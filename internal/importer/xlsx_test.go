package importer_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"waybill/internal/importer"
	"waybill/internal/problem"
	"waybill/internal/sandbox"
)

// TestMain makes the test binary the process that reads XLSX files, as the waybill binary is.
func TestMain(m *testing.M) {
	if !sandbox.IsProcess(os.Args[1:]) {
		m.Run()
		return
	}
	if err := sandbox.Main(os.Args[1:], importer.Tasks); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

func newRunner(t testing.TB) *sandbox.Runner {
	t.Helper()
	run, err := sandbox.New(importer.Limits, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(run.Close)
	return run
}

// workbook makes an XLSX file; set fills its sheet, which is named Orders.
func workbook(t testing.TB, set func(f *excelize.File) error) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	err := f.SetSheetName("Sheet1", "Orders")
	if err == nil {
		err = set(f)
	}
	var file bytes.Buffer
	if err == nil {
		err = f.Write(&file)
	}
	if err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// sheetOf makes an XLSX file of rows.
func sheetOf(t testing.TB, rows ...[]any) []byte {
	t.Helper()
	return workbook(t, func(f *excelize.File) error {
		for i, row := range rows {
			if err := f.SetSheetRow("Orders", fmt.Sprintf("A%d", i+1), &row); err != nil {
				return err
			}
		}
		return nil
	})
}

func TestCellsOfXLSX(t *testing.T) {
	day := time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)
	file := workbook(t, func(f *excelize.File) error {
		headings := []any{"text", "number", "day", "time", "formula", "error", "yes", "unsaved", "sum"}
		if err := f.SetSheetRow("Orders", "A1", &headings); err != nil {
			return err
		}
		row := []any{" +6281234 ", 628123456789012, day, day.Add(90 * time.Minute), nil, nil, true, nil, 0.1 + 0.2}
		if err := f.SetSheetRow("Orders", "A3", &row); err != nil {
			return err
		}
		if err := f.SetCellFormula("Orders", "H3", "1+1"); err != nil {
			return err
		}
		if err := f.SetRowVisible("Orders", 3, false); err != nil {
			return err
		}
		_, err := f.NewSheet("Notes")
		if err == nil {
			err = f.SetSheetVisible("Notes", false)
		}
		return err
	})
	table, err := importer.Read(t.Context(), newRunner(t), file, importer.ReadOptions{Owner: "1"})
	if err != nil {
		t.Fatal(err)
	}
	want := importer.Row{Number: 3, Cells: []importer.Cell{
		{Kind: importer.TextCell, Text: " +6281234 "},
		{Kind: importer.NumberCell, Text: "628123456789012"},
		{Kind: importer.DateCell, Text: "2026-01-31"},
		{Kind: importer.DateCell, Text: "2026-01-31T01:30:00"},
		{},
		{},
		{Kind: importer.BoolCell, Text: "true"},
		{Kind: importer.FormulaCell},
		{Kind: importer.NumberCell, Text: "0.3"},
	}}
	if diff := cmp.Diff(want, table.Row(0)); diff != "" || table.Len() != 1 {
		t.Errorf("%d rows: %s", table.Len(), diff)
	}
	notes := []problem.Message{problem.OneSheetRead.With(2, "Orders"), problem.HiddenSheets.With(1), problem.HiddenRows.With(1)}
	if fmt.Sprint(notes) != fmt.Sprint(table.Notes) {
		t.Error(table.Notes)
	}
}

// mergedOrders makes a file of two orders. The cells of the first one are merged over its three items, and over a row
// that has no cell. Its address and the one of a row above the headings are merged over columns, too.
func mergedOrders(t *testing.T) []byte {
	t.Helper()
	return workbook(t, func(f *excelize.File) error {
		names := strings.Split(strings.TrimSpace(headings), ",")
		record := []string{
			"1", "A-1", "10", "10", "10", "1.5", "prepaid", "Budi", "+6281234567890", "ID", "Jl. Sudirman 1", "SG", "1 Raffles Place", "Shirt", "2",
			"12.50", "SGD",
		}
		err := f.SetSheetRow("Orders", "A1", &names)
		for row, item := range map[int]string{2: "Shirt", 3: "Trousers", 5: "Cap", 6: "Socks"} {
			own := slices.Clone(record)
			own[13] = item
			if row == 6 {
				own[1] = ""
			} else if row > 2 {
				clear(own[:13])
			}
			err = errors.Join(err, f.SetSheetRow("Orders", fmt.Sprintf("A%d", row), &own))
		}
		for column := range 13 {
			name := importer.ColumnName(column)
			err = errors.Join(err, f.MergeCell("Orders", name+"2", name+"5"))
		}
		return errors.Join(err, f.MergeCell("Orders", "T1", "T3"), f.MergeCell("Orders", "R6", "S6"))
	})
}

// wantMergedOrders checks that a file has the orders of mergedOrders.
func wantMergedOrders(t *testing.T, file []byte) {
	t.Helper()
	table, err := importer.Read(t.Context(), newRunner(t), file, importer.ReadOptions{Owner: "1"})
	if err != nil {
		t.Fatal(err)
	}
	p := planWith(t, table, importer.Suggest(table))
	var got [][]string
	for _, c := range check(t, p) {
		if c.Order == nil {
			t.Fatalf("%+v", c.Problems)
		}
		items := []string{c.Order.ShipperOrderID}
		for _, item := range c.Order.Items {
			items = append(items, item.Desc)
		}
		got = append(got, items)
	}
	if diff := cmp.Diff([][]string{{"A-1", "Shirt", "Trousers", "Cap"}, {"", "Socks"}}, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(fmt.Sprint(table.Notes), problem.MergedCells.With(15).String()) {
		t.Error(table.Notes)
	}
}

// TestMergedCells: an order whose cells are merged over its items keeps all of them.
func TestMergedCells(t *testing.T) { wantMergedOrders(t, mergedOrders(t)) }

func TestRefusedXLSX(t *testing.T) {
	run := newRunner(t)
	sheet := sheetOf(t, []any{"a"}, []any{"b"})
	for name, c := range map[string]struct {
		file  []byte
		sheet string
		want  string
	}{
		"another sheet":  {sheet, "Other", `The file has no sheet "Other". It has: Orders.`},
		"cut off":        {sheet[:len(sheet)/2], "", "The XLSX file cannot be read: the file is damaged: zip: not a valid zip file."},
		"no rows":        {sheetOf(t, []any{"a"}), "", "The file has no row below the headings."},
		"old Excel file": {[]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1."), "", "The file is an old Excel file (.xls)."},
	} {
		_, err := importer.Read(t.Context(), run, c.file, importer.ReadOptions{Owner: "1", Sheet: c.sheet})
		refused, ok := errors.AsType[*importer.RefusedError](err)
		if !ok || !strings.HasPrefix(refused.Reason.String(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestRefusedRowsOfXLSXKeepTheirKinds(t *testing.T) {
	run := newRunner(t)
	day := time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC)
	file := sheetOf(t, []any{"a", "b", "c", "d", "e"}, []any{"=1+1", 1.5, day, true, "+62812"}, []any{"x"})
	table, err := importer.Read(t.Context(), run, file, importer.ReadOptions{Owner: "1"})
	if err != nil {
		t.Fatal(err)
	}
	var refused bytes.Buffer
	if err := importer.WriteRefused(&refused, table, slices.Values([]importer.RefusedRow{{Row: 0, Error: "wrong"}})); err != nil {
		t.Fatal(err)
	}
	again, err := importer.Read(t.Context(), run, refused.Bytes(), importer.ReadOptions{Owner: "1"})
	if err != nil {
		t.Fatal(err)
	}
	want := table.Row(0)
	want.Cells = append(want.Cells, importer.Cell{Text: "wrong"})
	if diff := cmp.Diff(want, again.Row(0)); diff != "" || again.Sheet != "Orders" || again.Headings[5] != importer.ErrorHeading {
		t.Errorf("sheet %s, headings %v: %s", again.Sheet, again.Headings, diff)
	}
}
