package cli_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/label/inspect/inspecttest"
	"waybill/internal/partner/easypost/easyposttest"
)

// TestAnOrderReachesEasyPost follows an order through a server to an account at EasyPost, and the carrier's label
// and the tracking of EasyPost's webhook back.
func TestAnOrderReachesEasyPost(t *testing.T) {
	t.Parallel()
	data, account := t.TempDir(), easyposttest.New(t)
	account.Label = inspecttest.Label("EASYPOST", 1)
	waybill(t, data, "migrate")
	waybill(t, data, "service", "create", "Lane", "--partner", "easypost", "--id", "90", "--cod")
	server := serve(
		t, data, "WAYBILL_DEMO_KEY=my-demo-key", "WAYBILL_EASYPOST_WEBHOOK_SECRET=secret",
		"WAYBILL_EASYPOST_API_KEY="+easyposttest.APIKey, "WAYBILL_EASYPOST_URL="+account.URL, "WAYBILL_EASYPOST_SERVICE=USPS/Express",
	)
	sdk, err := client.New(server.base+"/api", "my-demo-key")
	if err != nil {
		t.Fatal(err)
	}
	result, err := sdk.CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: []client.NewOrder{partnerOrder(t)}})
	if err != nil {
		t.Fatalf("created %+v, %v", result, err)
	}
	trackingNo := result.Orders[0].TrackingNo
	history := waybill(t, data, "submission", "show", trackingNo)
	if !strings.Contains(history, "State         confirmed") || !strings.Contains(history, "HAWB no       9400100110368070300001") ||
		!strings.Contains(history, "USPS/Express 33.10 USD") || strings.Contains(history, easyposttest.APIKey) {
		t.Errorf("history: %s", history)
	}
	if status, label := send(t, http.MethodGet, result.Orders[0].LabelURL, nil, nil); status != http.StatusOK ||
		label != string(account.Label) {
		t.Errorf("label: %d, %q", status, label)
	}

	call := bytes.ReplaceAll(easyposttest.Document("tracker_updated.json"), []byte("9400100110368070370000"), []byte("9400100110368070300001"))
	callbacks := server.base + "/api/partner/easypost/events/"
	unsigned := http.Header{"X-Hmac-Signature": {"hmac-sha256-hex=00"}}
	if status, answer := send(t, http.MethodPost, callbacks, call, unsigned); status != http.StatusUnauthorized {
		t.Errorf("an unsigned call: %d, %s", status, answer)
	}
	mac := hmac.New(sha256.New, []byte("secret"))
	mac.Write(call)
	signed := http.Header{"X-Hmac-Signature": {"hmac-sha256-hex=" + hex.EncodeToString(mac.Sum(nil))}}
	for range 2 {
		if status, answer := send(t, http.MethodPost, callbacks, call, signed); status != http.StatusOK {
			t.Errorf("a signed call: %d, %s", status, answer)
		}
	}
	updates, err := sdk.Track(t.Context(), client.TrackQuery{TrackingNos: []string{trackingNo}})
	if err != nil {
		t.Fatal(err)
	}
	isDelivered := func(u client.TrackUpdate) bool { return u.Status == "SUCCESS" }
	if got := updates[trackingNo]; !slices.ContainsFunc(got, isDelivered) {
		t.Errorf("tracking: %+v", got)
	}
	if code, log := server.stop(); code != 0 || strings.Contains(log, "EASYPOST") || strings.Contains(log, easyposttest.APIKey) {
		t.Errorf("exit code %d, %s", code, log)
	}
}

// send makes a request and returns the status and body of its answer.
func send(t *testing.T, method, url string, body []byte, header http.Header) (status int, answer string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(req.Header, header)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(content)
}

// TestServicesWithoutEasyPost starts a server with a service of EasyPost, but without an account.
func TestServicesWithoutEasyPost(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	waybill(t, data, "migrate")
	waybill(t, data, "service", "create", "Lane", "--partner", "easypost", "--id", "90")
	if _, log := serve(t, data).stop(); !strings.Contains(log, "set WAYBILL_EASYPOST_API_KEY") ||
		!strings.Contains(log, "service_id=90") && !strings.Contains(log, `"service_id":90`) {
		t.Errorf("log: %s", log)
	}
}
