package api

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"waybill/internal/api/shell"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
)

// inProcess calls the API as this process does.
func (s *server) inProcess(caller masterdata.Caller, method, path, body string) *httptest.ResponseRecorder {
	s.t.Helper()
	recorder := httptest.NewRecorder()
	req := httptest.NewRequestWithContext(s.t.Context(), method, path, strings.NewReader(body))
	s.api.As(caller, audit.Actor{Kind: audit.ActorUser, Name: "ann@example.com"}).ServeHTTP(recorder, req)
	return recorder
}

func TestAsCallsTheAPIWithoutAKey(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		account, err := s.api.Store.MasterData.Account(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		order := `{"secret_key": "wrong", "orders": [` + toJSON(t, exampleOrder()) + `]}`
		if got := s.inProcess(account.Caller(), http.MethodPost, "/api/order/orders/", order); got.Code != http.StatusCreated {
			t.Fatalf("create: %d %s", got.Code, got.Body)
		}
		invalid := strings.Replace(order, `"Indonesia"`, `"Atlantis"`, 1)
		got := s.inProcess(account.Caller(), http.MethodPost, "/api/order/orders/", invalid)
		if got.Code != http.StatusBadRequest || !strings.Contains(got.Body.String(), "consignee_country") {
			t.Errorf("invalid: %d %s", got.Code, got.Body)
		}
		if got := s.inProcess(account.Caller(), http.MethodGet, "/api/order/order/", ""); !strings.Contains(got.Body.String(), `"count":1`) {
			t.Errorf("view: %d %s", got.Code, got.Body)
		}
		if strings.Contains(s.log.String(), "msg=request") {
			t.Errorf("logged: %s", s.log)
		}
		if stats := s.api.Budget.Callers.Stats(); stats.Held != 0 {
			t.Errorf("memory is still charged: %+v", stats)
		}
	})
}

func TestAsObeysTheLimitsOfTheAccount(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		s.clock.stop()
		caller := masterdata.Caller{AccountID: 1, RateLimit: 1, RateBurst: 2}
		var codes []int
		for range 3 {
			codes = append(codes, s.inProcess(caller, http.MethodGet, "/api/services/", "").Code)
		}
		if codes[1] != http.StatusOK || codes[2] != http.StatusTooManyRequests {
			t.Errorf("statuses %v", codes)
		}
		caller.AccountID = 2
		if got := s.inProcess(caller, http.MethodGet, "/api/services/", ""); got.Code != http.StatusOK {
			t.Errorf("another account: %d", got.Code)
		}
		suspended := masterdata.Caller{AccountID: 3, Suspended: true}
		if got := s.inProcess(suspended, http.MethodGet, "/api/services/", ""); got.Code != http.StatusForbidden {
			t.Errorf("suspended: %d", got.Code)
		}
	})
}

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
		got := s.inProcess(masterdata.Caller{AccountID: 1}, http.MethodPost, "/api/order/orders/", `{"orders": [`+order+`, `+order+`]}`)
		var made struct {
			UploadBatchNo string   `json:"upload_batch_no"`
			TrackingNos   []string `json:"tracking_nos"`
		}
		if err := json.Unmarshal(got.Body.Bytes(), &made); err != nil || len(made.TrackingNos) != 2 {
			t.Fatalf("%d %s, %v", got.Code, got.Body, err)
		}
		entries := audited()
		want := `{"upload_batch_no":"` + made.UploadBatchNo + `","orders":2,"tracking_nos":["` + strings.Join(made.TrackingNos, `","`) + `"]}`
		if len(entries) != 1 || entries[0].Actor.Kind != audit.ActorUser || entries[0].Action != "create" ||
			entries[0].Subject != made.TrackingNos[0] || entries[0].Old != "" || entries[0].New != want {
			t.Errorf("of a user: %+v", entries)
		}
	})
}

func TestAsIsTheActorOfChanges(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		rule := `{"severity":"error","kind":"max_weight","kg":5}`
		got := s.inProcess(masterdata.Caller{AccountID: 1}, http.MethodPut, "/api/operator/rules/heavy/", rule)
		if got.Code != http.StatusForbidden {
			t.Errorf("not an operator: %d", got.Code)
		}
		got = s.inProcess(masterdata.Caller{Operator: true}, http.MethodPut, "/api/operator/rules/heavy/", rule)
		entries, _, err := s.api.Store.Audit.List(t.Context(), audit.Filter{SubjectKind: audit.SubjectRule}, "", 1)
		if err != nil || len(entries) != 1 || entries[0].Actor != (audit.Actor{Kind: audit.ActorUser, Name: "ann@example.com"}) {
			t.Errorf("%d %s; audit log: %+v, %v", got.Code, got.Body, entries, err)
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
