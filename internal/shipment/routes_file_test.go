package shipment_test

import (
	"strings"
	"testing"

	"waybill/internal/shipment"
)

func TestRoutesAreReadAsTheyAreWritten(t *testing.T) {
	for _, text := range []string{"", "prefix,hub,sort_code\n,JKT,\n121,JKT,\"a,b\"\n"} {
		routes, err := shipment.ParseRoutes([]byte(text))
		if err != nil || shipment.FormatRoutes(routes) != text {
			t.Errorf("%q: %q, %v", text, shipment.FormatRoutes(routes), err)
		}
	}
	routes, err := shipment.ParseRoutes([]byte("\ufeff [{\"prefix\":\"121\",\"hub\":\"JKT\"}]\n"))
	if err != nil || len(routes) != 1 || routes[0].Hub != "JKT" {
		t.Errorf("JSON: %v, %v", routes, err)
	}
	for text, want := range map[string]string{
		"a,b,c": "the first line must be", `[{"x":1}]`: "want a JSON list", "prefix,hub,sort_code\n1,2": "wrong number of fields",
		"prefix,hub,sort_code\n1,A hub with a long name,": "want at most 16",
	} {
		if _, err := shipment.ParseRoutes([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
