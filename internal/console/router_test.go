package console

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/test/harness"
)

// TestEveryRouteIsForItsRolesOnly visits every route as every role.
func TestEveryRouteIsForItsRolesOnly(t *testing.T) {
	t.Parallel()
	for _, r := range []shipment.Role{
		"", "none", shipment.RoleViewer, shipment.RoleEditor, shipment.RoleAdmin, shipment.RoleOperator, shipment.RoleOperatorAdmin,
	} {
		c := newTestConsole(t) // each, because an account has a limited number of users
		for _, route := range c.Routes {
			u := c.as(r) // a new one: a route may sign out
			path := strings.NewReplacer("{account}", "1").Replace(route.Path)
			for strings.Contains(path, "{") {
				before, after, _ := strings.Cut(path, "{")
				_, after, _ = strings.Cut(after, "}")
				path = before + "1" + after
			}
			got := u.send(route.Method, path, "application/x-www-form-urlencoded", nil)
			want := route.Allow == shipment.Anyone || r != "" && route.Allow == shipment.SignedIn || slices.Contains(route.Allow.Roles(), r)
			if refused := isRefusal(route, r, got); refused == want {
				t.Errorf("%s %s as %q: %d, want it to be allowed: %v", route.Method, path, r, got.status, want)
			}
			if got.status == http.StatusInternalServerError {
				t.Errorf("%s %s as %q: %d %s", route.Method, path, r, got.status, got.text)
			}
		}
	}
}

// isRefusal reports whether a response says that the user may not use a route.
func isRefusal(route web.Route, r shipment.Role, got testPage) bool {
	switch {
	case r == "":
		return got.status == http.StatusUnauthorized || strings.HasPrefix(got.header.Get("Location"), web.SignInPath+"?next=")
	case r == "none" && strings.Contains(route.Path, "{account}"):
		return got.status == http.StatusNotFound
	}
	return got.status == http.StatusForbidden && strings.Contains(got.text, "It needs the role")
}

func TestAccountsOfOthersDoNotExist(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	for _, path := range []string{"/console/accounts/2/", "/console/accounts/9/", "/console/accounts/01/", "/console/accounts/x/"} {
		c.as(shipment.RoleAdmin).get(path).want(t, http.StatusNotFound, "There is no such page")
	}
	c.as(shipment.RoleOperator).get("/console/accounts/2/").want(t, http.StatusOK, "Other shipper")
	c.as(shipment.RoleOperator).get("/console/accounts/9/").want(t, http.StatusNotFound)
}

func TestTheNavigationOfTheOnlyAccountStays(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleViewer)
	for path, status := range map[string]int{"/console/me": http.StatusOK, "/console/nothing": http.StatusNotFound} {
		page := u.get(path)
		page.want(t, status, `href="/console/accounts/1/orders"`)
		if strings.Contains(page.text, "orders/new") {
			t.Errorf("%s offers a viewer to create orders", path)
		}
	}
	if page := c.as(shipment.RoleOperator).get("/console/me"); strings.Contains(page.text, `href="/console/accounts/1/orders"`) {
		t.Error("an operator has the navigation of an account")
	}
}

func TestStartLeadsToWhereTheUserWorks(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	for r, want := range map[shipment.Role]string{
		"": web.SignInPath + "?next=" + url.QueryEscape("/console/"), shipment.RoleViewer: "/console/accounts/1/",
		shipment.RoleOperator: web.OperatorPath,
	} {
		if got := c.as(r).get(web.Home); got.status != http.StatusSeeOther || got.header.Get("Location") != want {
			t.Errorf("%q: %d %s", r, got.status, got.header.Get("Location"))
		}
	}
	c.as("none").get(web.Home).want(t, http.StatusOK, "You are on no account yet")
}

func TestFormsOfOtherSitesAreRefused(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	for _, header := range []http.Header{
		{"Sec-Fetch-Site": {"cross-site"}}, {"Origin": {"https://evil.example"}}, {"Sec-Fetch-Site": {"same-site"}},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url+"/console/sign-out", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Header = header
		c.as(shipment.RoleAdmin).do(req).want(t, http.StatusForbidden, "This came from another site")
	}
}

func TestPagesHaveAStrictPolicyAndAreSmall(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	for range 10 {
		if _, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(1)}}); err != nil {
			t.Fatal(err)
		}
	}
	u := c.as(shipment.RoleOperatorAdmin)
	for _, route := range c.Routes {
		if route.Method != http.MethodGet || strings.Contains(strings.ReplaceAll(route.Path, "{account}", "1"), "{") {
			continue
		}
		path := strings.ReplaceAll(route.Path, "{account}", "1")
		got := u.get(path)
		if !strings.HasPrefix(got.header.Get("Content-Type"), "text/html") {
			continue
		}
		if got.header.Get("Content-Security-Policy") != web.ContentPolicy {
			t.Errorf("%s: Content-Security-Policy: %s", path, got.header.Get("Content-Security-Policy"))
		}
		for _, forbidden := range []string{" style=", "<script>", " onclick=", "javascript:", "%!", "ZgotmplZ", "&lt;nil&gt;"} {
			if strings.Contains(got.text, forbidden) {
				t.Errorf("%s: the page has %s", path, forbidden)
			}
		}
		if len(got.text) > 60<<10 {
			t.Errorf("%s: %d bytes", path, len(got.text))
		}
	}
}

func TestTextsAreInTheLanguageOfTheReader(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	for accept, want := range map[string]string{
		"": "No orders yet", "id-ID,en;q=0.5": "Belum ada pesanan", "zh-CN": "还没有订单", "de, fr": "No orders yet",
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.url+"/console/accounts/1/", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Accept-Language", accept)
		c.as(shipment.RoleViewer).do(req).want(t, http.StatusOK, want)
	}
}

func TestAssetsAreCachedForEver(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	for name, a := range c.Assets {
		got := c.as("").get(a.Path)
		got.want(t, http.StatusOK, string(a.Content))
		if cache := got.header.Get("Cache-Control"); !strings.Contains(cache, "immutable") {
			t.Errorf("%s: Cache-Control: %s", name, cache)
		}
		other := c.as("").get("/console/static/other/" + name)
		if other.status != http.StatusOK || other.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s of another version: %d %v", name, other.status, other.header)
		}
	}
	c.as("").get("/console/static/x/secrets").want(t, http.StatusNotFound)
}
