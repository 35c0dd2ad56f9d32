package cli_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/cli"
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
	waybill(t, data, "service", "customs", "90", "contents_type=merchandise", "restriction_type=none", "origin_country=Singapore")
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
		!strings.Contains(label, "(EASYPOST) Tj") {
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

// TestAFactForCustomsIsSetLater: an order that lacks a fact is stored, its submission fails before anything is bought, and
// it goes on when its account or its service states the fact.
func TestAFactForCustomsIsSetLater(t *testing.T) {
	t.Parallel()
	data, account := t.TempDir(), easyposttest.New(t)
	waybill(t, data, "migrate")
	waybill(t, data, "service", "create", "Lane", "--partner", "easypost", "--id", "90", "--cod")
	server := serve(t, data, "WAYBILL_DEMO_KEY=my-demo-key", "WAYBILL_EASYPOST_WEBHOOK_SECRET=secret",
		"WAYBILL_EASYPOST_API_KEY="+easyposttest.APIKey, "WAYBILL_EASYPOST_URL="+account.URL)
	environ := []string{"WAYBILL_EASYPOST_API_KEY=" + easyposttest.APIKey, "WAYBILL_EASYPOST_WEBHOOK_SECRET=secret"}
	sdk, err := client.New(server.base+"/api", "my-demo-key")
	if err != nil {
		t.Fatal(err)
	}
	warned := func() string {
		checked, err := sdk.ValidateOrders(t.Context(), []client.NewOrder{partnerOrder(t)})
		if err != nil || len(checked) != 1 || checked[0].Problems != nil {
			t.Fatalf("%+v, %v", checked, err)
		}
		var fields []string
		for _, w := range checked[0].Warnings {
			if w.RuleID == "easypost" {
				if !strings.Contains(w.Message, "or by `waybill account customs`.") {
					t.Errorf("validate does not say where to state it: %s", w.Message)
				}
				fact, _, _ := strings.Cut(w.Message, " is missing: ")
				fields = append(fields, w.Field+" "+fact)
			}
		}
		return strings.Join(fields, ", ")
	}
	doctor := func() string {
		var out bytes.Buffer
		cli.Run(t.Context(), cli.Process{Args: []string{"doctor", "--data", data}, Environ: environ, Stdout: &out, Stderr: &out})
		return out.String()
	}
	const want = "export_reason export_reason, items restriction_type, item_origin_country items[0].item_origin_country"
	if got := warned(); got != want {
		t.Errorf("validate warns of %q, want %q", got, want)
	}
	if got := doctor(); !strings.Contains(got, "service 90 states no contents_type, restriction_type, origin_country, export_exemption") {
		t.Errorf("doctor: %s", got)
	}
	result, err := sdk.CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: []client.NewOrder{partnerOrder(t)}})
	if err != nil || result.Orders[0].LabelURL != "" || !strings.HasPrefix(result.Orders[0].Message, "export_reason is missing: ") {
		t.Fatalf("created %+v, %v", result, err)
	}
	trackingNo := result.Orders[0].TrackingNo
	for _, call := range account.Calls() {
		if !strings.HasPrefix(call, http.MethodGet) {
			t.Errorf("before the fact is stated: %s", call)
		}
	}
	for _, wrong := range [][]string{
		{"account", "customs", "1", "contents_type=guns"},
		{"account", "customs", "1", "weight=1"},
		{"service", "customs", "90", "origin_country=Nowhere"},
		{"account", "customs", "1", "customs_certify=yes"},
		{"account", "customs", "1", "export_exemption=X"},
		{"account", "customs", "1", "contents_type"},
		{"account", "customs", "1", "export_exemption=X", "export_exemption_limit=many"},
		{"account", "customs", "99", "contents_type=gift"},
	} {
		var out bytes.Buffer
		if code := cli.Run(t.Context(), cli.Process{Args: append(wrong, "--data", data), Stdout: &out, Stderr: &out}); code == 0 {
			t.Errorf("%q: %s", wrong, &out)
		}
	}
	stated := waybill(t, data, "account", "customs", "1", "contents_type=merchandise")
	if !strings.Contains(stated, "contents_type            merchandise") {
		t.Errorf("stated: %s", stated)
	}
	// The last facts that are missing: the order is submitted with them.
	waybill(t, data, "service", "customs", "90", "contents_type=sample", "restriction_type=none", "origin_country=MY")
	if got := warned(); got != "" {
		t.Errorf("validate still warns %q", got)
	}
	history, deadline := "", time.After(3*time.Minute)
	for !strings.Contains(history, "State         confirmed") {
		history = waybill(t, data, "submission", "show", trackingNo)
		select {
		case <-deadline:
			t.Fatal(history)
		case <-time.After(20 * time.Millisecond):
		}
	}
	key := regexp.MustCompile(`easypost, key (\S+)`).FindStringSubmatch(history)
	if key == nil {
		t.Fatal(history)
	}
	if got := account.Shipment(key[1], "customs_info", "contents_type"); got != "merchandise" { // the account comes first
		t.Errorf("EasyPost receives %v", got)
	}
	if log := waybill(t, data, "audit", "list"); strings.Count(log, "customs") < 2 {
		t.Errorf("audit log: %s", log)
	}
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
