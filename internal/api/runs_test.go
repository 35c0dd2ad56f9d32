package api

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
)

// TestReceiptsOfARun: each shipper of a run has a receipt with its own parcels alone, and the sheet of the run has no parcel.
func TestReceiptsOfARun(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		key := s.keyWith(s.newAccount("operator", true), shipment.ScopeFloorRead|shipment.ScopeFloorWrite, "")
		operator, numbers, accounts := client.NewAdministration(s.client(key)), []string(nil), []int64(nil)
		run, err := operator.OpenRun(t.Context(), client.NewRun{Van: "SGX 1234 A", Driver: "Joko", Place: "Depot", Date: "2026-11-30"})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			accounts = append(accounts, s.newAccount(fmt.Sprint("shipper ", i), false))
			created, err := s.client(s.keyWith(accounts[i], shipment.ScopeOrdersRead|shipment.ScopeOrdersWrite, "")).CreateOrders(t.Context(),
				client.CreateRequest{Orders: []client.NewOrder{exampleOrder()}})
			if err != nil {
				t.Fatal(err)
			}
			numbers = append(numbers, created.Orders[0].TrackingNo)
			if i == 2 {
				continue // it is not on the run
			}
			if scan, err := operator.AddToRun(t.Context(), run.RunID, numbers[i], "s"); err != nil || scan.Result != client.ScanAdded {
				t.Fatalf("%+v, %v", scan, err)
			}
		}
		pdf := func(path string) string {
			t.Helper()
			res, body := s.send(http.MethodGet, fmt.Sprintf("/api/operator/runs/%d/%s", run.RunID, path), "", "Authorization", "Bearer "+key)
			file := filepath.Join(t.TempDir(), "run.pdf")
			if err := os.WriteFile(file, []byte(body), 0o600); err != nil || res.StatusCode != http.StatusOK {
				t.Fatalf("%s: %d, %v", path, res.StatusCode, err)
			}
			text, err := exec.CommandContext(t.Context(), "pdftotext", "-layout", file, "-").Output()
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		for i, want := range [][2]bool{{true, false}, {false, true}} {
			text := pdf(fmt.Sprintf("receipts/%d/", accounts[i]))
			if got := [2]bool{strings.Contains(text, numbers[0]), strings.Contains(text, numbers[1])}; got != want {
				t.Errorf("the receipt of shipper %d has %v:\n%s", i, got, text)
			}
		}
		if text := pdf("pdf/"); !strings.Contains(text, "shipper 1") || strings.Contains(text, numbers[0]) {
			t.Errorf("the sheet:\n%s", text)
		}
		s.as(key, http.MethodGet, fmt.Sprintf("/api/operator/runs/%d/receipts/%d/", run.RunID, accounts[2]), "", http.StatusNotFound, nil)
	})
}
