package api

import (
	"bytes"
	"encoding/csv"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"waybill/client"
	"waybill/internal/shipment"
)

// TestMeasuredStandsBesideStated: what a hub measured is in the detail, in the operator's list, and in files of orders. It changes no field
// of the order. A size needs all three of its sides, and a parcel that is measured a weight or a size.
func TestMeasuredStandsBesideStated(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		number, other := s.create(exampleOrder()).Orders[0].TrackingNo, s.create(exampleOrder()).Orders[0].TrackingNo
		key := s.keyWith(s.newAccount("operator", true), shipment.ScopeFloorRead|shipment.ScopeFloorWrite|shipment.ScopeAdministration, "")
		operator := client.NewAdministration(s.client(key))
		hub, err := operator.CreateHub(t.Context(), client.NewHub{Name: "Tuas", Country: "SG", Timezone: "Asia/Singapore"})
		if err != nil {
			t.Fatal(err)
		}
		for name, scan := range map[string]client.HubScan{
			"nothing": {}, "a side": {Length: "30"}, "two sides": {Weight: "1.4", Length: "30", Height: "10"},
			"both": {Weight: "1.4", Length: "30", Width: "20.5", Height: "10"},
		} {
			scan.Scan, scan.Code = name, number
			_, err := operator.ScanInHub(t.Context(), client.HubScans{
				HubID: hub.HubID, Activity: string(shipment.ActivityMeasured), Scans: []client.HubScan{scan},
			})
			refused, isRefused := errors.AsType[*client.ValidationError](err)
			if isRefused != (name != "both") || err != nil && !isRefused {
				t.Errorf("%s: %v, %v", name, refused, err)
			}
		}
		d := s.detail(number)
		if d.MeasuredWeight != "1.4" || d.MeasuredLength != "30" || d.MeasuredWidth != "20.5" || d.MeasuredHeight != "10" ||
			d.MeasuredOn.IsZero() || d.OrderWeight != exampleOrder().OrderWeight {
			t.Errorf("%+v", d)
		}
		if d := s.detail(other); d.MeasuredWeight != "" || d.MeasuredLength != "" || !d.MeasuredOn.IsZero() {
			t.Errorf("a parcel that was not measured: %+v", d)
		}
		for p, err := range operator.Parcels(t.Context(), client.ParcelFilter{}) {
			want := map[string][2]client.Decimal{number: {"1.4", "20.5"}}[p.TrackingNo]
			if err != nil || p.MeasuredWeight != want[0] || p.MeasuredWidth != want[1] || p.MeasuredOn.IsZero() != (want[0] == "") {
				t.Errorf("%+v, %v", p, err)
			}
		}
		var file bytes.Buffer
		if _, err := s.sdk.ExportOrders(t.Context(), client.ExportQuery{}, &file); err != nil {
			t.Fatal(err)
		}
		records, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file.Bytes(), []byte("\uFEFF")))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		file.Reset()
		_, err = s.sdk.ExportOrders(t.Context(), client.ExportQuery{Format: "xlsx"}, &file)
		book, openErr := excelize.OpenReader(&file)
		if err != nil || openErr != nil {
			t.Fatal(err, openErr)
		}
		rows, err := book.GetRows("Orders")
		if err != nil {
			t.Fatal(err)
		}
		on := d.MeasuredOn.Format(time.RFC3339Nano)
		for what, table := range map[string][][]string{"CSV": records, "XLSX": rows} {
			at := slices.Index(table[0], "measured_weight")
			if want := []string{"1.4", "30", "20.5", "10"}; !slices.Equal(table[2][at:at+4], want) || table[2][at+4][:19] != on[:19] {
				t.Errorf("%s: %q, want %q and %s", what, table[2][at:at+5], want, on)
			}
			if none := make([]string, 5); !slices.Equal(table[1][at:at+5], none) {
				t.Errorf("%s of a parcel that was not measured: %q", what, table[1][at:at+5])
			}
		}
	})
}
