package console

import (
	"net/http"
	"net/url"
	"testing"

	"waybill/internal/feature/floor/stored"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// TestAParcelIsMeasuredAtTheStation: the weight comes as a scale shows it or as a person types it, and a size beside it. A scan without
// both is not recorded, nor one with a value that is none: the reply names its field. What was measured is beside what is stated on the
// page of the order, and marked if it is farther from it than the account has set.
func TestAParcelIsMeasuredAtTheStation(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	_, err := (&stored.Store{Store: c.Store}).CreateHub(t.Context(), stored.Hub{
		AccountID: 1, Name: "Tuas", Country: "SG", Timezone: "Asia/Singapore",
	})
	if err != nil {
		t.Fatal(err)
	}
	u, shipper := c.as(shipment.RoleOperator), c.as(shipment.RoleEditor)
	number := c.orderFor("Budi", "H-1") // of 125 g
	const path, list = "/console/operator/floor/scan?hub=1&activity=measured", "/console/accounts/1/orders"
	u.get("/console/operator/floor?activity=measured").want(t, http.StatusOK, "scale.js", `name="weight"`, `name="height"`, "data-scale=")
	scan := func(name, want string, values url.Values) {
		t.Helper()
		values["code"], values["scan"] = []string{number}, []string{name}
		u.post(path, values).want(t, http.StatusOK, want)
	}
	scan("a", "Send the weight, in kg, or the length, width and height, in cm.", url.Values{})
	scan("b", "Send the weight, in kg, or the length, width and height, in cm.", url.Values{"length": {"30"}, "weight": {"1.4"}})
	scan("c", "Length in cm", url.Values{"length": {"thirty"}, "width": {"20"}, "height": {"10"}})
	scan("d", "Weight in kg", url.Values{"weight": {"1.2345"}})
	n, err := engine.Value[int](t.Context(), c.Store.DB.Reads, `SELECT count(*) FROM hub_scans`)
	if err != nil || n != 0 {
		t.Fatalf("%d scans are stored, %v", n, err)
	}
	shipper.get(list+"/"+number).want(t, http.StatusOK, "0.125 kg")
	for i, step := range []struct {
		weight, want, page string
	}{
		{"2", "2 kg", `<span class="badge warn">measured: 2 kg</span>`},
		{"0,174", "0.174 kg", `<span class="muted">measured: 0.174 kg</span>`},
		{"176 g", "0.176 kg", `<span class="badge warn">measured: 0.176 kg</span>`},
		{"1.250 kg", "1.25 kg", `<span class="badge warn">measured: 1.25 kg</span>`},
	} {
		scan(string(rune('k'+i)), step.want, url.Values{"weight": {step.weight}})
		shipper.get(list+"/"+number).want(t, http.StatusOK, step.page)
	}
	shipper.get(list+"?column=measured").want(t, http.StatusOK, "Measured weight", "1.25 kg")
	scan("z", "30.5\u00a0×\u00a020\u00a0×\u00a010\u00a0cm", url.Values{"length": {"30,5"}, "width": {"20"}, "height": {"10"}})
	page := shipper.get(list + "/" + number)
	page.want(t, http.StatusOK, "measured: 30.5 × 20 × 10 cm", "Measured in a hub")
}
