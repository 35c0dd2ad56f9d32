package cli_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/test/database"
)

// TestDamagedDatabase overwrites the page of an index that creates do not use. Once the page is read, the server
// is not ready, and stores and promises nothing.
func TestDamagedDatabase(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	serve(t, data, "WAYBILL_DEMO_KEY=demo-key-1").stop()
	damage(t, filepath.Join(data, "waybill.db"), "events_created")

	server := serve(t, data, "WAYBILL_DEMO_KEY=demo-key-1")
	const detail = `{"detail":"The service cannot use its database, which its operator has to repair."}`
	get := func(path string) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.base+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusServiceUnavailable || string(body) != detail ||
			response.Header.Get("Retry-After") != "60" {
			t.Errorf("%s: %d %s %v, %v", path, response.StatusCode, body, response.Header, err)
		}
	}
	get("/api/webhooks/events/?secret_key=demo-key-1")
	get("/readyz")
	demo, err := client.New(server.base+"/api", "demo-key-1", client.WithMaxRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	order := partnerOrder(t)
	order.ServiceID = 1 // which needs no partner
	_, err = demo.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{order}})
	if err == nil || !strings.Contains(err.Error(), "which its operator has to repair") {
		t.Errorf("create: %v", err)
	}
	if got := status(t, server.base+"/healthz"); got != http.StatusOK {
		t.Errorf("healthz: %d", got)
	}
	if _, log := server.stop(); strings.Count(log, `"level":"ERROR","msg":"the database is damaged`) != 1 {
		t.Errorf("log: %s", log)
	}
	code, said := runs(t, data, nil, "doctor")
	if code != 1 || !strings.Contains(said, "- damage: stop the server, keep a copy of the data folder, and restore the last backup") {
		t.Errorf("doctor: %d, %s", code, said)
	}
}

// damage overwrites the root page of a table or index in the file of a database that is not open.
func damage(t *testing.T, path, name string) {
	t.Helper()
	db := database.Open(t, "sqlite:"+path)
	var size, page int64
	const query = `SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = $1`
	if err := db.QueryRowContext(t.Context(), query, name).Scan(&page, &size); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil { // which moves what is in the WAL to the file
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteAt(slices.Repeat([]byte{0xa5}, int(size)), (page-1)*size); err != nil {
		t.Fatal(err)
	}
}
