package api

import (
	"net/http"
	"slices"
	"testing"

	"waybill/client"
)

// TestImportCancelled cancels an import while its orders are created: what exists stays, and no more comes.
func TestImportCancelled(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		const rows = 3000
		made, err := s.sdk.CreateImport(t.Context(), client.ImportRequest{File: importFile(t, 0, rows), ServiceID: 1})
		if err != nil {
			t.Fatal(err)
		}
		s.eventually("orders are created", func() bool {
			got, err := s.sdk.Import(t.Context(), made.ID)
			return err == nil && got.Created > 0
		})
		if _, err := s.sdk.CancelImport(t.Context(), made.ID); err != nil {
			t.Fatal(err)
		}
		got := s.settled(made.ID)
		if got.State != client.ImportCancelled || got.Cancelling || got.Progress != 1 ||
			got.Created == 0 || got.Created >= rows || got.Created%100 != 0 {
			t.Errorf("%+v", got)
		}
		all := s.references()
		if int64(len(all)) != got.Created || len(slices.Compact(all)) != len(all) {
			t.Errorf("%d orders exist, the import says %d", len(all), got.Created)
		}
		if orders, err := s.sdk.ImportedOrders(t.Context(), made.ID); err != nil || len(orders.Content) == 0 {
			t.Errorf("%v", err)
		}
		_, err = s.sdk.ConfirmImport(t.Context(), made.ID, client.ImportDecision{})
		wantStatus(t, err, http.StatusConflict)
	})
}
