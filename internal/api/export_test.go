package api

import (
	"bytes"
	"encoding/csv"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"waybill/client"
)

// TestExportOrders reads the files of the orders that filters select.
func TestExportOrders(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		first, second := exampleOrder(), exampleOrder()
		first.ShipperOrderID, second.ShipperOrderID = "A-1", "@A-2"
		second.Items = append(second.Items, second.Items[0])
		created := s.create(first, second).Orders
		export := func(q client.ExportQuery, want int) []byte {
			t.Helper()
			var file bytes.Buffer
			if n, err := s.sdk.ExportOrders(t.Context(), q, &file); err != nil || n != want {
				t.Fatalf("%d orders, %v", n, err)
			}
			return file.Bytes()
		}
		records := func(file []byte) [][]string {
			t.Helper()
			records, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\uFEFF")))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			return records
		}
		all := records(export(client.ExportQuery{}, 2))
		if len(all) != 4 || all[1][0] != created[1].TrackingNo || all[2][0] != created[1].TrackingNo || all[3][0] != created[0].TrackingNo {
			t.Errorf("records %q", all)
		}
		one := client.ExportQuery{Form: client.ExportTracking, Filter: client.Filter{ShipperOrderID: "A-1", Held: new(false)}}
		shop := records(export(one, 1))
		if len(shop) != 2 || !slices.Equal(shop[1][:2], []string{"A-1", created[0].TrackingNo}) ||
			!strings.HasSuffix(shop[1][3], "/track/"+created[0].TrackingNo) {
			t.Errorf("records %q", shop)
		}
		if none := records(export(client.ExportQuery{Filter: client.Filter{StatusCode: "CANCELLED"}}, 0)); len(none) != 1 {
			t.Errorf("records %q", none)
		}
		if _, err := s.sdk.Pack(t.Context(), client.Packing{Code: "A-1", Scan: "s1", Weight: "1.25"}); err != nil {
			t.Fatal(err)
		}
		packed := records(export(client.ExportQuery{}, 2))
		last := len(packed[0]) - 1
		if packed[0][last] != "packed_weight" || packed[3][last] != "1.25" || packed[3][last-1] == "" || packed[1][last] != "" {
			t.Errorf("packed %q", packed)
		}
		book, err := excelize.OpenReader(bytes.NewReader(export(client.ExportQuery{Format: "xlsx"}, 2)))
		if err != nil {
			t.Fatal(err)
		}
		if rows, err := book.GetRows("Orders"); err != nil || len(rows) != 4 || rows[1][0] != created[1].TrackingNo {
			t.Errorf("rows %q, %v", rows, err)
		}
		for query, want := range map[string]string{
			"form=x": `{"form":["\"x\" is not a valid choice."]}`, "format=pdf": `{"format":["\"pdf\" is not a valid choice."]}`,
			"updated_from=2026-01-01": `"updated_from":[`, "statuscode=CANCELLED": `"statuscode":[`, "service_id=x": `"service_id":[`,
		} {
			res, body := s.send(http.MethodGet, "/api/order/export/?"+query, "", "Authorization", "Bearer "+testKey)
			if res.StatusCode != http.StatusBadRequest || !strings.Contains(body, want) {
				t.Errorf("%s: %d %s", query, res.StatusCode, body)
			}
		}
	})
}
