package cli_test

import (
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/partner/easypost/easyposttest"
)

// TestAnOrderReachesEasyPost follows an order through a server to an account at EasyPost.
func TestAnOrderReachesEasyPost(t *testing.T) {
	t.Parallel()
	data, account := t.TempDir(), easyposttest.New(t)
	waybill(t, data, "migrate")
	waybill(t, data, "service", "create", "Lane", "--partner", "easypost", "--id", "90", "--cod")
	server := serve(t, data, "WAYBILL_DEMO_KEY=my-demo-key",
		"WAYBILL_EASYPOST_API_KEY="+easyposttest.APIKey, "WAYBILL_EASYPOST_URL="+account.URL, "WAYBILL_EASYPOST_SERVICE=USPS/Express")
	sdk, err := client.New(server.base+"/api", "my-demo-key")
	if err != nil {
		t.Fatal(err)
	}
	result, err := sdk.CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: []client.NewOrder{partnerOrder(t)}})
	if err != nil {
		t.Fatalf("created %+v, %v", result, err)
	}
	history := waybill(t, data, "submission", "show", result.Orders[0].TrackingNo)
	if !strings.Contains(history, "State         confirmed") || !strings.Contains(history, "HAWB no       9400100110368070300001") ||
		!strings.Contains(history, "USPS/Express 33.10 USD") || strings.Contains(history, easyposttest.APIKey) {
		t.Errorf("history: %s", history)
	}
	if code, log := server.stop(); code != 0 || strings.Contains(log, "EASYPOST") || strings.Contains(log, easyposttest.APIKey) {
		t.Errorf("exit code %d, %s", code, log)
	}
}

// TestServicesWithoutEasyPost starts a server whose service nobody fulfils.
func TestServicesWithoutEasyPost(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	waybill(t, data, "migrate")
	waybill(t, data, "service", "create", "Lane", "--partner", "easypost", "--id", "90")
	if _, log := serve(t, data).stop(); !strings.Contains(log, "set WAYBILL_EASYPOST_API_KEY") || !strings.Contains(log, "service_id=90") && !strings.Contains(log, `"service_id":90`) {
		t.Errorf("log: %s", log)
	}
}
