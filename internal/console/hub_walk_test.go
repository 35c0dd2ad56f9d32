package console

import (
	"flag"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

var updateHubRoutes = flag.Bool("update-hub-routes", false, "add new routes to testdata/hub_routes.txt, as refused")

const hubRoutes = "testdata/hub_routes.txt"

// decidedForHub reads what the role hub may open, by the method and path of a route.
func decidedForHub(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(hubRoutes)
	if err != nil {
		t.Fatal(err)
	}
	decided := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 3 {
			decided[fields[1]+" "+fields[2]] = fields[0]
		}
	}
	return decided
}

// TestHubWalksAllPages opens each page of the router with the role hub. The file testdata/hub_routes.txt decides which it may open: a new
// route fails until it has a line. What the role opens shows no prices, no keys and no settings.
func TestHubWalksAllPages(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	secrets := []string{"4321.09", "4,321.09", "Secret shop key", "hooks.secret.example", "settings-of-demo"}
	no := c.ordersOf(1, 1)[0]
	c.exec(`UPDATE orders SET record = replace(record, '{', '{"cod_value": 4321.09, "payment_type": "cod", "declared_value": 4321.09, ')`)
	c.exec(`UPDATE accounts SET name = 'settings-of-demo' WHERE account_id = 99`)
	if _, _, err := c.Store.MasterData.CreateKey(t.Context(), masterdata.Key{AccountID: 1, Name: "Secret shop key"}); err != nil {
		t.Fatal(err)
	}
	decided, walked := decidedForHub(t), map[string]bool{}
	var undecided []string
	for _, route := range c.Routes {
		name := route.Method + " " + route.Path
		walked[name] = true
		decision, known := decided[name]
		if !known {
			undecided = append(undecided, "no "+name)
			continue
		}
		u := c.as(shipment.RoleHub) // a new one: a route may sign out; for it, no account has pages
		path := strings.NewReplacer("{account}", "1", "{tracking_no}", no, "{hub}", "1").Replace(route.Path)
		for strings.Contains(path, "{") {
			before, after, _ := strings.Cut(path, "{")
			_, after, _ = strings.Cut(after, "}")
			path = before + "1" + after
		}
		query := "?" + url.Values{"q": {no}, "code": {no}}.Encode()
		got := u.send(route.Method, path+query, "application/x-www-form-urlencoded", nil)
		refused := isRefusal(route, shipment.RoleHub, got) || strings.Contains(route.Path, "{account}") && got.status == http.StatusNotFound
		if refused != (decision == "no") {
			t.Errorf("%s: %d, want it to be allowed: %s", name, got.status, decision)
		}
		if got.status == http.StatusInternalServerError {
			t.Errorf("%s: %s", name, got.text)
		}
		for _, secret := range secrets {
			if strings.Contains(got.text, secret) {
				t.Errorf("%s shows %s", name, secret)
			}
		}
		if strings.Contains(got.text, "/console/accounts/") && route.Path != "/console/" {
			t.Errorf("%s leads to pages of an account", name)
		}
	}
	for name := range decided {
		if !walked[name] {
			t.Errorf("%s has a line, and is no route", name)
		}
	}
	slices.Sort(undecided)
	for _, line := range undecided {
		t.Errorf("decide in %s: %s", hubRoutes, line)
	}
	if *updateHubRoutes && undecided != nil {
		text, err := os.ReadFile(hubRoutes)
		if err == nil {
			err = os.WriteFile(hubRoutes, append(text, strings.Join(undecided, "\n")+"\n"...), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
