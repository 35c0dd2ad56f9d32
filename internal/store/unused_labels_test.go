package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// TestUnusedLabels: the file of a label is deleted one hour after no order uses it any more. Earlier uses do not change this.
func TestUnusedLabels(t *testing.T) { onEachEngine(t, testUnusedLabels) }

func testUnusedLabels(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	first, second := submit(t, s, k, 1)[0].TrackingNo, submit(t, s, other, 1)[0].TrackingNo
	tell := callback(t, s)
	label := func(number, blob string) {
		t.Helper()
		equal(t, blob, tell(store.CallbackReport{
			PartnerReport: shipment.PartnerReport{TrackingNo: number, Label: &shipment.PartnerLabel{Format: shipment.LabelPDF}}, Blob: blob,
		}), store.ReportTaken)
	}
	unused := func(what string, now bool, want string) {
		t.Helper()
		equal(t, what, strings.Join(must[[]string](t)(s.UnusedFiles(t.Context(), now)), " "), want)
	}
	label(first, "a.pdf")
	label(second, "a.pdf")
	label(first, "b.pdf")
	f.clock.Advance(2 * time.Hour)
	unused("that an order of another account has", true, "")
	label(second, "b.pdf")
	unused("at all", true, "a.pdf")
	f.clock.Advance(time.Hour - time.Microsecond)
	unused("before an hour", false, "") // in the first account it is unused for longer
	f.clock.Advance(time.Microsecond)
	unused("after an hour", false, "a.pdf")
	noError(t, s.DropUnusedFile(t.Context(), "a.pdf"))
	unused("after it was deleted", true, "")

	label(first, "a.pdf")
	label(first, "b.pdf")
	label(first, "a.pdf")
	f.clock.Advance(48 * time.Hour)
	unused("that an order has again", true, "")
	label(first, "b.pdf")
	unused("at once", false, "")
	f.clock.Advance(time.Hour - time.Microsecond)
	unused("before an hour", false, "")
	f.clock.Advance(time.Microsecond)
	unused("after an hour", false, "a.pdf")
	noError(t, s.DropUnusedFile(t.Context(), "a.pdf"))

	for i, o := range submit(t, s, k, 101) {
		for _, name := range []string{"c%03d", "d%03d", "c%03d"} {
			label(o.TrackingNo, fmt.Sprintf(name, i))
		}
	}
	names := must[[]string](t)(s.UnusedFiles(t.Context(), true))
	if len(names) == 0 || names[0] != "d000" {
		t.Errorf("behind 101 files that orders have again: %v", names)
	}
}
