package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"waybill/internal/api/shell"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
)

// TestCreatesOfUsersAreAudited: one entry for a request, with its orders. Those of keys have none.
func TestCreatesOfUsersAreAudited(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.create(exampleOrder())
		audited := func() []audit.Entry {
			t.Helper()
			entries, _, err := s.api.Store.Audit.List(t.Context(), audit.Filter{SubjectKind: audit.SubjectOrder}, "", 9)
			if err != nil {
				t.Fatal(err)
			}
			return entries
		}
		if entries := audited(); len(entries) != 0 {
			t.Errorf("of a key: %+v", entries)
		}
		order := toJSON(t, exampleOrder())
		sent, err := request.Decode([]byte(`{"orders": [`+order+`, `+order+`]}`), request.CreateShape())
		if err != nil {
			t.Fatal(err)
		}
		user := audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "ann@example.com"})
		by := s.api.By(shell.Call{Caller: masterdata.Caller{AccountID: 1}, Req: httptest.NewRequestWithContext(user, "POST", "/", nil)})
		answer, err := s.api.Orders.Create(user, by, sent, orders.Forward, nil)
		if err != nil {
			t.Fatal(err)
		}
		made := answer.Batch
		entries := audited()
		want := `{"upload_batch_no":"` + made.UploadBatchNo + `","orders":2,"tracking_nos":["` +
			made.Orders[0].TrackingNo + `","` + made.Orders[1].TrackingNo + `"]}`
		if len(entries) != 1 || entries[0].Actor.Kind != audit.ActorUser || entries[0].Action != "create" ||
			entries[0].Subject != made.Orders[0].TrackingNo || entries[0].Old != "" || entries[0].New != want {
			t.Errorf("of a user: %+v", entries)
		}
	})
}

func TestMountedHandlersAreLoggedWithoutTheirQueries(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.api.Mount("/pages/", "pages", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write([]byte(shell.RequestID(r.Context())))
		}))
		pages := httptest.NewServer(s.api.Handler())
		t.Cleanup(pages.Close)
		res, err := http.Get(pages.URL + "/pages/a?q=Susan")
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.ContentLength == 0 || !strings.Contains(s.log.String(), "path=/pages/a") || strings.Contains(s.log.String(), "Susan") {
			t.Errorf("log: %s", s.log)
		}
	})
}
