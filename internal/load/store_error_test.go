package load_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waybill/internal/blob"
	"waybill/internal/load"
	"waybill/internal/partnerlabel/partnerlabeltest"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// TestAFileStoreThatFailsRefusesNoLine: the command ends with the error, and a second run takes the line.
func TestAFileStoreThatFailsRefusesNoLine(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	a, err := s.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Acme"})
	check(t, err)
	_, _, err = s.MasterData.CreatePartner(t.Context(),
		masterdata.Partner{Name: "p", BaseURL: "https://p.example.com", Concurrency: 1, CallTimeout: 1e9})
	check(t, err)
	_, err = s.MasterData.CreateService(t.Context(), shipment.Service{
		Name: "lane", Origin: "SG", Destination: "ID", Category: shipment.CategoryPickup, Partner: "p",
	})
	check(t, err)
	folder, files := t.TempDir(), t.TempDir()
	check(t, os.WriteFile(filepath.Join(folder, "L-1.zpl"), []byte("^XA^FO10,10^FDL-1^FS^XZ"), 0o600))
	root, err := os.OpenRoot(folder)
	check(t, err)
	defer root.Close()
	blobs, err := blob.NewFolder(files)
	check(t, err)
	var report bytes.Buffer
	run := func() (load.Counts, error) {
		report.Reset()
		loader := load.Loader{Store: s, Labels: partnerlabeltest.NewStore(t, blobs), Folder: root, AccountID: a.AccountID, Report: &report}
		return loader.Load(t.Context(), strings.NewReader(line(t, "L-000001", 1, `,"hawb_no":"H-1","label":"L-1.zpl"`)))
	}
	inTheWay := filepath.Join(files, "labels")
	check(t, os.WriteFile(inTheWay, nil, 0o600))
	if counts, err := run(); err == nil || counts.Refused > 0 || report.Len() > 0 {
		t.Errorf("while no file can be stored: %+v, %v, %s", counts, err, &report)
	}
	check(t, os.Remove(inTheWay))
	if counts, err := run(); err != nil || counts != (load.Counts{Created: 1}) {
		t.Errorf("the second run: %+v, %v, %s", counts, err, &report)
	}
}
