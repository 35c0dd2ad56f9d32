package easypost_test

import (
	"net/http"
	"strings"
	"testing"

	"waybill/internal/partner"
	"waybill/internal/partner/easypost/easyposttest"
	"waybill/internal/shipment"
)

// TestExchange checks what is recorded for the operator: what was done, without the key and personal data.
func TestExchange(t *testing.T) {
	s := easyposttest.New(t)
	client := clientOf(t, s)
	var exchange partner.Exchange
	ctx := partner.WithExchange(t.Context(), &exchange)
	o := orderTo("")
	o.Trade = &shipment.OrderTrade{TaxIDs: []shipment.TaxID{{Party: shipment.PartyConsignee, Type: "CPF", Number: "11144477735"}}}
	if _, err := client.Submit(ctx, "K", o); err != nil {
		t.Fatal(err)
	}
	both := exchange.Request + exchange.Response
	for _, secret := range []string{
		easyposttest.APIKey, "Susan", "Harbour Goods", "4165550100", "susan@example.com",
		"Front Street", "M5J", "ID-778", "11144477735", "Ring twice", "/label/",
	} {
		if strings.Contains(both, secret) {
			t.Errorf("the exchange has %q:\n%s", secret, both)
		}
	}
	for _, want := range []string{
		"POST /shipments/shp_1/buy", "USPS/GroundAdvantage 5.93 USD", "Toronto",
		`"tracking_code":"94001`, "DhlEcs: ", `"tax_id_type":"CPF"`,
	} {
		if !strings.Contains(both, want) {
			t.Errorf("the exchange lacks %q:\n%s", want, both)
		}
	}
	s.Intercept = refuseWith(http.StatusUnprocessableEntity, "X.INVALID", "The key "+easyposttest.APIKey+" is wrong.",
		isPath(http.MethodGet, "/K"))
	_, err := client.Find(ctx, "K")
	if err == nil || strings.Contains(err.Error()+exchange.Response, easyposttest.APIKey) ||
		!strings.Contains(exchange.Response, "X.INVALID") {
		t.Errorf("Find: %v, noted %q", err, exchange.Response)
	}
	s.Intercept = refuseWith(http.StatusUnprocessableEntity, "X.INVALID", "The key "+easyposttest.APIKey+" is wrong.",
		isPath(http.MethodPost, "/shipments"))
	if _, err := client.Submit(
		ctx,
		"K2",
		orderTo(""),
	); partner.Class(err) != "refused" ||
		strings.Contains(err.Error(), easyposttest.APIKey) {
		t.Errorf("Submit: %v", err)
	}
}
