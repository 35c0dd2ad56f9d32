package api

import (
	"net/http"
	"testing"

	"waybill/internal/store/storetest"
)

// TestCursorsOfUnknownScans: one that the database cannot hold is refused, as each other that no page had.
func TestCursorsOfUnknownScans(t *testing.T) {
	t.Parallel()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	key := s.allScopes()
	for cursor, want := range map[string]int{
		"1%20a": http.StatusOK, "1": http.StatusBadRequest, "x%20a": http.StatusBadRequest, "1%20a%00": http.StatusBadRequest,
	} {
		s.as(key, http.MethodGet, "/api/operator/scans/unknown/?cursor="+cursor, "", want, nil)
	}
}
