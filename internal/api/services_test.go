package api

import (
	"net/http"
	"strings"
	"testing"

	"waybill/internal/inforce"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// TestListServices: the account sees the live services, in the order of their ids, with its own rate limit.
func TestListServices(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for id := int64(1); id <= 7; id++ {
			if err := s.api.Store.MasterData.DisableService(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
		_, err := s.api.Store.MasterData.CreateService(t.Context(), shipment.Service{
			ServiceID: 7000, Name: "Lane", Destination: "ID", Category: shipment.CategoryDropOff, COD: true, Partner: "simulated",
		})
		if err != nil {
			t.Fatal(err)
		}
		const services = `{"results":[` +
			`{"service_id":8,"name":"SG-Worldwide Pickup","origin":"Singapore","destination":null,"category":"pickup","cod":false,` +
			`"missing_customs":"wait","customs_forms":"post"},` +
			`{"service_id":7000,"name":"Lane","origin":null,"destination":"Indonesia","category":"drop-off","cod":true,` +
			`"missing_customs":"wait","customs_forms":"post"}],` +
			`"limits":{"orders_per_request":1000,"items_per_order":200,"bytes_per_request":16777216,`
		limited := s.keyOf(masterdata.Account{Name: "Limited", RateLimit: 5, RateBurst: 9})
		for key, want := range map[string]string{
			testKey: services + `"requests_per_second":null,"requests_at_once":null}}`,
			limited: services + `"requests_per_second":5,"requests_at_once":9}}`,
		} {
			for _, path := range []string{"/api/services/", "/api/services"} {
				res, text := s.send("GET", path, "", "Authorization", "Bearer "+key)
				if res.StatusCode != http.StatusOK || text != want {
					t.Errorf("%s: %d %s\nwant %s", path, res.StatusCode, text, want)
				}
			}
		}
		if res, _ := s.send("GET", "/api/services/", ""); res.StatusCode != http.StatusUnauthorized {
			t.Errorf("without a key: %d", res.StatusCode)
		}
	})
}

func TestSearchHSCodes(t *testing.T) {
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	for query, want := range map[string]string{
		"?q=cotton+T-shirts&limit=1": `"results":[{"hs_code":"610910","description":"T-shirts, singlets and other vests; ` +
			`of cotton, knitted or crocheted"}]}`,
		"?q=zyzzyva":                     `"results":[]}`,
		"":                               `"q":["This field is required."]}`,
		"?q=a&limit=51":                  `"limit":["Ensure this value is less than or equal to 50."]}`,
		"?q=" + strings.Repeat("x", 101): `"q":["Ensure this field has no more than 100 characters."]}`,
	} {
		if _, text := s.send("GET", "/api/customs/hs/"+query, "", "Authorization", "Bearer "+testKey); !strings.HasSuffix(text, want) {
			t.Errorf("%s: %s", query, text)
		}
	}
	next, err := shipment.ReadHS(storetest.HSFile(), 2028, "UN")
	if err != nil {
		t.Fatal(err)
	}
	if err := inforce.SetHSCodes(t.Context(), s.api.Store.MasterData, next); err != nil {
		t.Fatal(err)
	}
	_, text := s.send("GET", "/api/customs/hs/?q=balloon", "", "Authorization", "Bearer "+testKey)
	if text != `{"year":2028,"source":"UN","results":[{"hs_code":"980100","description":"Balloons; hot-air"}]}` {
		t.Errorf("of a nomenclature that is loaded: %s", text)
	}
	if res, _ := s.send("GET", "/api/customs/hs/?q=tea", ""); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a key: %d", res.StatusCode)
	}
}
