package printing

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"waybill/internal/admission"
	"waybill/internal/blob"
	"waybill/internal/label"
	"waybill/internal/partnerlabel/partnerlabeltest"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func TestMain(m *testing.M) { partnerlabeltest.Main(m) }

// TestAFileOfManyLabelsHoldsFew: it holds 8 MB of the labels of partners, for which its request is charged.
func TestAFileOfManyLabelsHoldsFew(t *testing.T) {
	const orders = heldPartnerFiles/shipment.MaxPartnerLabel + 2
	folder := t.TempDir()
	blobs, err := blob.NewFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	records := make(map[int64]store.PartnerLabel)
	for i := range int64(orders) {
		name := strings.Repeat(strconv.FormatInt(i, 10), 64)
		zpl := "^XA^FX" + strings.Repeat("x", shipment.MaxPartnerLabel-9) + "^XZ"
		if err := os.WriteFile(filepath.Join(folder, name), []byte(zpl), 0o600); err != nil {
			t.Fatal(err)
		}
		records[i] = store.PartnerLabel{Format: shipment.LabelZPL, Blob: name}
	}
	budget := admission.NewBudget(admission.NewPlan(admission.DefaultMemory, 20_000, admission.Needs{Label: 1, Document: 1, Cores: 1}))
	charged := budget.Callers.Hold(admission.Owner{Account: 1})
	s := New(Config{
		PartnerLabels: partnerlabeltest.NewStore(t, blobs), Budget: budget, Hold: func(context.Context) *admission.Hold { return charged },
	})
	parts, err := s.readPartnerLabels(t.Context(), records, label.Options{Format: label.ZPL}, heldPartnerFiles)
	held := 0
	for _, part := range parts {
		held += len(part.content)
	}
	if err != nil || len(parts) != orders || held != heldPartnerFiles || charged.Size() != heldPartnerFiles {
		t.Errorf("%d of %d labels, %d bytes held, %d charged, %v", len(parts), orders, held, charged.Size(), err)
	}
}
