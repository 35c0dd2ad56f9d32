package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"waybill/internal/cli"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

func TestTrackingImport(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := storetest.Open(t, store.Options{URL: "sqlite:" + filepath.Join(data, "waybill.db")})
	batch, err := s.CreateBatch(t.Context(), store.NewBatch{AccountID: 1, Orders: []shipment.Order{storetest.Order(1), storetest.Order(2)}})
	if err != nil {
		t.Fatal(err)
	}
	a, b := batch.Orders[0].TrackingNo, batch.Orders[1].TrackingNo
	run := func(csv string) (code int, stdout, stderr string) {
		t.Helper()
		file := filepath.Join(data, "scans.csv")
		if err := os.WriteFile(file, []byte(csv), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		code = cli.Run(t.Context(), cli.Process{Args: []string{"tracking", "import", file, "--data", data}, Stdout: &out, Stderr: &errs})
		return code, out.String(), strings.ReplaceAll(errs.String(), file, "scans.csv")
	}
	status := func(no string) shipment.TrackerStatus {
		t.Helper()
		o, err := s.OrderByTrackingNo(t.Context(), no)
		if err != nil {
			t.Fatal(err)
		}
		return o.TrackerStatus
	}

	// One wrong line, and nothing is done. A cell of two lines does not confuse the count.
	code, _, stderr := run("tracking_no,status,description\n" + a + ",PICKED_UP,\"two\nlines\"\n" + b +
		",TELEPORTED,\n,,x\n1.2E+12,SUCCESS,\n")
	want := "scans.csv: row 3: status: \"TELEPORTED\" is not a valid choice.\n" +
		"scans.csv: row 4: tracking_no: This field may not be blank.\n" +
		"scans.csv: row 4: status: \"\" is not a valid choice.\n" +
		"scans.csv: row 5: tracking_no: The spreadsheet has shortened the number to 1.2E+12. Its other digits are lost. " +
		"Format the column as Text and enter the value again.\n" +
		"waybill: scans.csv has 4 problems: nothing was imported\n"
	if code != 1 || stderr != want || status(a) != shipment.OrderCreated {
		t.Errorf("exit code %d, %s is %s: %s", code, a, status(a), stderr)
	}
	for csv, want := range map[string]string{
		"":                                "The file is empty.",
		"tracking_no,colour\nA,B\n":       `Row 1: there is no column "colour". Use some of tracking_no, status,`,
		"tracking_no,status\nA,B,C\n":     `Row 1: there is no column "".`,
		"tracking_no,status\nA,J\xfcrg\n": "it is not UTF-8, but seems to be windows-1252: save it as UTF-8",
	} {
		if code, _, stderr := run(csv); code != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%q: exit code %d: %s", csv, code, stderr)
		}
	}

	good := "\uFEFFStatus,Tracking_No, occurred_on,country,address\npicked_up," + strings.ToLower(a) + ",2026-02-03 " +
		"12:00+08:00,Singapore,Depot\n" +
		"PENDING_PICKUP," + a + ",2026-02-03,,\nSUCCESS,UNKNOWN-1,,,\n"
	code, stdout, stderr := run(good)
	if code != 0 || stdout != "3 reports: 1 moved an order, 1 only went into its history, 0 were there already, 1 are of unknown "+
		"orders\nunknown: UNKNOWN-1\n" {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	if status(a) != shipment.PickedUp {
		t.Errorf("%s is %s", a, status(a))
	}
	if _, stdout, _ := run(good); !strings.Contains(stdout, "2 were there already") {
		t.Errorf("imported twice: %s", stdout)
	}

	sheet := excelize.NewFile()
	defer sheet.Close()
	var xlsx bytes.Buffer
	for i, row := range [][]any{{"tracking_no", "status", "occurred_on"}, {b, "PICKED_UP", time.Date(2026, 2, 3, 4, 30, 0, 0, time.UTC)}} {
		if err := sheet.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	if err := sheet.Write(&xlsx); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr = run(xlsx.String())
	if code != 0 || !strings.HasPrefix(stdout, "1 reports: 1 moved") || status(b) != shipment.PickedUp {
		t.Errorf("XLSX: exit code %d: %s%s", code, stdout, stderr)
	}
}
