package api

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/api/shell"
	"waybill/internal/shipment"
	"waybill/internal/store/storetest"
)

// showNothingOfAccounts are the operations that read nothing of an account, only its settings, or only how many orders it has.
var showNothingOfAccounts = []string{
	"list_services", "portal_services", "search_hs_codes", "import_template", "view_account_settings", "view_account_labels", "view_stats",
}

// TestNoReadShowsAnotherAccount has an account call each operation that reads by the ids, numbers and names of another account. That
// account itself must see its own by it.
func TestNoReadShowsAnotherAccount(t *testing.T) {
	t.Parallel()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	s.as(testKey, "POST", endpointsPath, `{"url":"https://zebrafish.invalid/"}`, 201, nil)
	order := exampleOrder()
	order.ShipperOrderID = "Zebrafish-1"
	made := s.create(order, order)
	no := made.Orders[0].TrackingNo
	imported := s.importOf(client.ImportRequest{FileName: "zebrafish.csv", File: zebrafishFile(t), ValidOnly: true})
	s.fillZebrafish(no)
	var endpoints struct{ Results []endpointJSON }
	s.as(testKey, "GET", endpointsPath, "", 200, &endpoints)

	paths := []*strings.Replacer{
		strings.NewReplacer("{tracking_no}", no, "{id}", fmt.Sprint(imported.ID),
			"{number}", "HL-00001", "{book}", "drafts", "{name}", "Zebrafish"),
		strings.NewReplacer("{tracking_no}", fmt.Sprint(s.order(no).OrderID), "{id}", fmt.Sprint(endpoints.Results[0].ID),
			"{number}", "hl-1", "{book}", "drafts", "{name}", "Zebrafish"),
	}
	queries := []string{
		"", "?cursor=", "?tracking_nos=" + no, "?upload_batch_no=" + made.UploadBatchNo, "?shipper_order_id=Zebrafish-1", "?search=Zebrafish",
		fmt.Sprintf("?import_id=%d", imported.ID), "?format=csv&tracking_nos=" + no, "?q=zebrafish", "?tag=zebrafish",
	}
	secrets := []string{"zebrafish", made.UploadBatchNo, no, made.Orders[1].TrackingNo}
	other := s.newKey("Other shipper")
	for _, hasSameNumbers := range []bool{false, true} {
		if hasSameNumbers { // of its own
			s.fillOther(other)
		}
		for _, r := range s.api.routes() {
			if r.Method != http.MethodGet || r.Allow == shipment.Anyone || r.Allow.OfOperators() {
				continue
			}
			own := false
			for _, replacer := range paths {
				for _, query := range queries {
					path := replacer.Replace(r.Path) + query
					own = own || !hasSameNumbers && s.shows(testKey, r, path, !hasSameNumbers, secrets)
					if s.shows(other, r, path, !hasSameNumbers, secrets) {
						t.Errorf("%s: %s shows it to another account", path, r.Operation)
					}
				}
			}
			if !hasSameNumbers && own == slices.Contains(showNothingOfAccounts, r.Operation) {
				t.Errorf("%s shows an account its own: %t", r.Operation, own)
			}
		}
	}
}

// fillOther makes for another account what is numbered by account.
func (s *server) fillOther(key string) {
	s.t.Helper()
	ctx, sdk := s.t.Context(), s.client(key)
	made, err := sdk.CreateImport(ctx, client.ImportRequest{File: importFile(s.t, 7, 2, 7), ServiceID: 1, ValidOnly: true})
	if err == nil {
		made, err = sdk.WaitForImport(ctx, made.ID, nil)
	}
	if err != nil || made.ID != 1 {
		s.t.Fatalf("%+v, %v", made, err)
	}
}

// fillZebrafish makes what an account can have besides orders, named Zebrafish.
func (s *server) fillZebrafish(no string) {
	s.t.Helper()
	ctx := s.t.Context()
	_, noteErr := s.sdk.AddNote(ctx, no, "Zebrafish")
	_, tagErr := s.sdk.EditTags(ctx, []string{no}, []string{"zebrafish"}, nil)
	_, keyErr := s.sdk.CreateLimitedKey(ctx, client.NewKey{Name: "Zebrafish", Preset: "read-only"})
	list, listErr := s.sdk.OpenHandover(ctx, 1, "Zebrafish")
	_, scanErr := s.sdk.AddToHandover(ctx, list.Number, no, "s1")
	for _, err := range []error{noteErr, tagErr, keyErr, listErr, scanErr} {
		if err != nil {
			s.t.Fatal(err)
		}
	}
	for _, path := range []string{templatesPath, "/api/books/drafts/"} {
		s.as(testKey, "PUT", path+"Zebrafish/", `{"order_weight":0.3}`, 200, nil)
	}
	asPNG, _ := pictures(s.t)
	if res, text := s.send("POST", proofPath, proofBody(s.operatorKey(), no, "Zebrafish", "", asPNG)); res.StatusCode != http.StatusNoContent {
		s.t.Fatalf("%d %s", res.StatusCode, text)
	}
	s.send("GET", "/api/services/", "", "Authorization", "Bearer "+testKey, "X-Request-ID", "zebrafish")
	s.requests.Flush(ctx)
	checker, err := s.api.Orders.Rules.Checker(ctx)
	for n := 1; n > 0 && err == nil; {
		n, err = s.api.Store.Search.IndexOrders(ctx, "test", checker.Kinds)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

// zebrafishFile is a file whose first row is refused.
func zebrafishFile(t *testing.T) []byte {
	t.Helper()
	file := strings.ReplaceAll(string(importFile(t, 0, 3, 0)), "REF-", "Zebrafish-R")
	return []byte(strings.ReplaceAll(file, ",12,", ",12 zebrafish,"))
}

// shows reports whether a response to a key has one of the secrets that the request does not name. To an account that has nothing it
// must not be a document either, and not be there at all at a path that names a thing.
func (s *server) shows(key string, r shell.Route, path string, hasNothing bool, secrets []string) bool {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.url+path, http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	res, err := http.DefaultTransport.RoundTrip(req) // parameters that an operation does not have, too
	if err != nil {
		s.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode >= http.StatusInternalServerError {
		s.t.Fatalf("%s: %d %.200s %v", path, res.StatusCode, text, err)
	}
	named := strings.Contains(strings.ReplaceAll(r.Path, "{book}", ""), "{")
	if res.StatusCode == http.StatusOK && hasNothing && (named || res.Header.Get("Content-Type") == "application/pdf") {
		return true
	}
	return res.StatusCode == http.StatusOK && slices.ContainsFunc(secrets, func(secret string) bool {
		return !strings.Contains(strings.ToLower(path), strings.ToLower(secret)) &&
			strings.Contains(strings.ToLower(string(text)), strings.ToLower(secret))
	})
}
