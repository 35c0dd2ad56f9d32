package api

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"waybill/internal/api/shell"
	"waybill/internal/shipment"
	"waybill/internal/store/storetest"
)

// TestEveryRouteHasItsCallers calls each route as each kind of caller. A handler that checks more than the table of
// routes is seen here, too.
func TestEveryRouteHasItsCallers(t *testing.T) {
	t.Parallel()
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	operator := s.operatorKey()
	// The refusal of each kind of caller, by permission; 0 is none.
	refusals := map[shell.Permission]struct{ nobody, key, operatorKey, operatorUser int }{
		shell.Anyone:        {},
		shell.EveryAccount:  {nobody: 401},
		shell.Operators:     {nobody: 401, key: 403},
		shell.OperatorUsers: {nobody: 401, key: 403, operatorKey: 403},
	}
	placeholders := strings.NewReplacer("{tracking_no}", "WB123456", "{partner}", shipment.PartnerSimulated, "{id}", "999", "{name}", "x",
		"{file}", "WB123456.pdf", "{document}", "cn22", "{asset}", "x", "{number}", "WB123456")
	check := func(r shell.Route, who string, want int, key string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), r.Method, s.url+placeholders.Replace(r.Path), strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		if key != "" {
			req.Header.Set("Authorization", "Bearer "+key)
		}
		res, err := http.DefaultTransport.RoundTrip(req) // also pages that are not in the OpenAPI document
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		read, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		text, refused := string(read), 0
		if strings.Contains(text, `"detail":"Authentication credentials`) || strings.Contains(text, `"detail":"Invalid secret key`) {
			refused = 401
		} else if res.StatusCode == http.StatusForbidden && strings.Contains(text, shell.ErrForbidden.Error()) {
			refused = 403
		}
		if refused != want {
			t.Errorf("%s %s as %s: %d %s, want the refusal %d", r.Method, r.Path, who, res.StatusCode, text, want)
		}
	}
	all := s.api.routes()
	for _, r := range all {
		want, known := refusals[r.Allow]
		if !known {
			t.Errorf("%s %s has no permission", r.Method, r.Path)
		}
		check(r, "nobody", want.nobody, "")
		check(r, "an account", want.key, testKey)
		check(r, "an operator's account", want.operatorKey, operator)
	}
	s.asConsole()
	for _, r := range all {
		check(r, "an operator in the console", refusals[r.Allow].operatorUser, "")
	}
}
