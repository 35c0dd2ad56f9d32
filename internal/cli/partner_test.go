package cli_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/cli"
	"waybill/internal/partner/partnertest"
	"waybill/internal/partner/protocol"
	"waybill/internal/signature"
	"waybill/test/harness"
)

// waybill runs a command on a data folder and returns what it prints.
func waybill(t *testing.T, data string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := cli.Run(t.Context(), cli.Process{Args: args, Environ: []string{"WAYBILL_DATA=" + data}, Stdout: &stdout, Stderr: &stderr})
	if code != 0 {
		t.Fatalf("waybill %s: exit code %d: %s", strings.Join(args, " "), code, &stderr)
	}
	return stdout.String()
}

// freeAddress is an address where no process listened a moment ago, and which the system gives to no other.
func freeAddress(t *testing.T) string {
	t.Helper()
	address, err := harness.FreeAddress(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// TestAnOrderReachesASimulatedPartner follows an order through a server to a partner that
// the database names, and the partner's callback back.
func TestAnOrderReachesASimulatedPartner(t *testing.T) {
	t.Parallel()
	data, address := t.TempDir(), freeAddress(t)
	waybill(t, data, "migrate")
	secretFile := createAcme(t, data, address)

	server := serve(t, data, "WAYBILL_DEMO_KEY=my-demo-key")
	simulator := startAcme(
		t, data, address, secretFile,
		"--callback", server.base+"/api/partner/acme/events/", "--journey", "normal", "--pause", "1ms",
	)

	sdk, err := client.New(server.base+"/api", "my-demo-key")
	if err != nil {
		t.Fatal(err)
	}
	placed := partnerOrder(t)
	placed.ConsigneeName = "Susan [label zpl]"
	result, err := sdk.CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: []client.NewOrder{placed}})
	if err != nil || !strings.HasSuffix(result.Orders[0].LabelURL, ".zpl") {
		t.Fatalf("created %+v, %v", result, err)
	}
	trackingNo := result.Orders[0].TrackingNo
	deadline := time.After(3 * time.Minute)
	for delivered := false; !delivered; {
		order, err := sdk.Order(t.Context(), trackingNo)
		if err != nil {
			t.Fatal(err)
		}
		delivered = order.TrackerStatusCode == "SUCCESS"
		select {
		case <-deadline:
			t.Fatalf("the parcel is %s", order.TrackerStatusCode)
		case <-time.After(10 * time.Millisecond):
		}
	}
	if code, log := simulator.stop(); code != 0 || strings.Contains(log, "callback failed") {
		t.Errorf("the simulated partner: exit code %d, %s", code, log)
	}
	history := waybill(t, data, "submission", "show", trackingNo)
	if !strings.Contains(history, "Label         stored zpl labels/") || !strings.Contains(history, "State         confirmed") ||
		!strings.Contains(history, "HAWB no       SIM0000000001") {
		t.Errorf("history: %s", history)
	}
}

// TestAPartnerIsKnownWithoutARestart creates a partner while a server runs.
func TestAPartnerIsKnownWithoutARestart(t *testing.T) {
	t.Parallel()
	data, address := t.TempDir(), freeAddress(t)
	server := serve(t, data, "WAYBILL_DEMO_KEY=my-demo-key")
	startAcme(t, data, address, createAcme(t, data, address))

	labelled := make(chan string, 1)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var event client.Event
		if err := json.NewDecoder(r.Body).Decode(&event); err != nil {
			t.Error(err)
		}
		labelled <- event.Data.TrackingNo
	}))
	t.Cleanup(receiver.Close)
	sdk, err := client.New(server.base+"/api", "my-demo-key")
	if err != nil {
		t.Fatal(err)
	}
	_, err = sdk.CreateEndpoint(t.Context(), client.EndpointChange{
		URL:    new(receiver.URL),
		Events: &[]client.EventType{client.EventLabelReady},
	})
	if err != nil {
		t.Fatal(err)
	}
	result, err := sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{partnerOrder(t)}})
	if err != nil {
		t.Fatal(err)
	}
	if trackingNo := <-labelled; trackingNo != result.Orders[0].TrackingNo {
		t.Errorf("label of %s, want %s", trackingNo, result.Orders[0].TrackingNo)
	}
	if code, log := server.stop(); code != 0 || !strings.Contains(log, "partners changed") {
		t.Errorf("the server: exit code %d, %s", code, log)
	}
}

// TestAPartnerThatIsDown: the log of the server, the history and doctor say why, and the shipper does not read it.
func TestAPartnerThatIsDown(t *testing.T) {
	t.Parallel()
	data, address := filepath.Join(t.TempDir(), "data"), freeAddress(t)
	waybill(t, data, "migrate")
	secretFile := createAcme(t, data, address)
	server := serve(t, data, "WAYBILL_DEMO_KEY=my-demo-key")
	sdk, err := client.New(server.base+"/api", "my-demo-key")
	if err != nil {
		t.Fatal(err)
	}
	result, err := sdk.CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: []client.NewOrder{partnerOrder(t)}})
	if err != nil {
		t.Fatal(err)
	}
	const why = "connection refused"
	if o := result.Orders[0]; o.Message != "The partner cannot be reached at present." {
		t.Errorf("the shipper reads %q", o.Message)
	}
	if history := waybill(t, data, "submission", "show", result.Orders[0].TrackingNo); !strings.Contains(history, why) {
		t.Errorf("history: %s", history)
	}
	for _, want := range []string{
		"submission   acme   pending", "temporary: The partner cannot be reached at present. ", why,
		"- submission: `waybill submission show " + result.Orders[0].TrackingNo + "`",
	} {
		if said := waybill(t, data, "order", "why", result.Orders[0].TrackingNo); !strings.Contains(said, want) {
			t.Errorf("order why has no %q: %s", want, said)
		}
	}
	code, said := runs(t, data, nil, "doctor")
	if code != 1 || !strings.Contains(said, "acme: ask http://"+address+": ") || !strings.Contains(said, why) {
		t.Errorf("doctor: %d, %s", code, said)
	}
	if code, log := server.stop(); code != 0 || !strings.Contains(log, "the partner did not take the order") || !strings.Contains(log, why) {
		t.Errorf("the server: exit code %d, %s", code, log)
	}
	startAcme(t, data, address, secretFile)
	if code, said = runs(t, data, nil, "doctor"); code != 0 || !strings.Contains(said, "partners         ok       1 answer") {
		t.Errorf("doctor of a partner that answers: %d, %s", code, said)
	}
}

// TestLostLabelsAreFetchedAgain deletes the file of a partner's label.
func TestLostLabelsAreFetchedAgain(t *testing.T) {
	t.Parallel()
	data, address := t.TempDir(), freeAddress(t)
	waybill(t, data, "migrate")
	startAcme(t, data, address, createAcme(t, data, address))
	server := serve(t, data, "WAYBILL_DEMO_KEY=my-demo-key")
	sdk, err := client.New(server.base+"/api", "my-demo-key")
	if err != nil {
		t.Fatal(err)
	}
	placed := partnerOrder(t)
	placed.ConsigneeName = "Susan [label zpl]"
	if _, err = sdk.CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: []client.NewOrder{placed}}); err != nil {
		t.Fatal(err)
	}
	if said := waybill(t, data, "blobs", "check"); said != "Read 1 label of a partner: 0 lost.\n" {
		t.Errorf("before: %s", said)
	}
	files, err := filepath.Glob(filepath.Join(data, "blobs", "labels", "*", "*.zpl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, damage := range []struct {
		do   func() error
		want string
	}{
		{func() error { return os.WriteFile(files[0], []byte("^XA^XZ"), 0o600) }, "is not what was stored"},
		{func() error { return os.Remove(files[0]) }, "is missing"},
	} {
		if err := damage.do(); err != nil {
			t.Fatal(err)
		}
		code, said := runs(t, data, nil, "blobs", "check")
		if code != 1 || !strings.Contains(said, ".zpl "+damage.want+"\nRead 1 label of a partner: 1 lost.\n") {
			t.Errorf("exit code %d: %s", code, said)
		}
	}
	if said := waybill(t, data, "blobs", "check", "--refetch"); !strings.Contains(said, "The servers ask the partners for them again.") {
		t.Errorf("refetch: %s", said)
	}
	deadline := time.After(3 * time.Minute)
	for code := 1; code != 0; {
		if _, err := os.Stat(files[0]); err == nil {
			code, _ = runs(t, data, nil, "blobs", "check")
		}
		select {
		case <-deadline:
			t.Fatal("the label is not fetched again")
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// TestPartnerCheck runs the suite against adapters: one that keeps to the protocol, one with a wrong capability, and one that accepts
// everything.
func TestPartnerCheck(t *testing.T) {
	t.Parallel()
	data, address := t.TempDir(), freeAddress(t)
	waybill(t, data, "migrate")
	secretFile := createAcme(t, data, address)
	adapter := startAcme(t, data, address, secretFile, "--needs", "export_reason,items,item_origin_country")
	args := []string{"partner", "check", "http://" + address, "--allow-private-network", "--secret-file", secretFile, "--json"}
	results := func(code int, said string) map[string]partnertest.Result {
		t.Helper()
		var all []partnertest.Result
		if err := json.Unmarshal([]byte(said), &all); err != nil {
			t.Fatalf("exit code %d: %v: %s", code, err, said)
		}
		byKey := map[string]partnertest.Result{}
		for i, c := range partnertest.NewAdapter(protocol.Config{}).Cases() {
			if all[i].Case != c.Name {
				t.Errorf("result %d is that of %s, not of %s", i, all[i].Case, c.Name)
			}
			byKey[cmp.Or(c.Key, c.Name)] = all[i]
		}
		return byKey
	}
	scripted := slices.Clone(args)
	for outcome, name := range map[string]string{
		partnertest.Refused: "[fail]", partnertest.Temporary: "[flaky]", partnertest.Lost: "[timeout]", partnertest.Kept: "[keep]",
		partnertest.Labelled: "[label pdf]", partnertest.Unlabelled: "[label later]",
	} {
		scripted = append(scripted, "--consignee", outcome+"="+name)
	}
	code, said := runs(t, data, nil, scripted...)
	for key, r := range results(code, said) {
		isLast, kept := key == "the test orders are cancelled", strings.Contains(r.What, "the partner still has WBTESTKEPT")
		if isLast != kept || isLast != (r.Result == partnertest.Skipped) || r.Result == partnertest.Failed || code != 0 {
			t.Errorf("%s: %+v, exit code %d", key, r, code)
		}
	}
	code, said = runs(t, data, nil, args...)
	for key, r := range results(code, said) { // without scripts nothing is kept
		want := partnertest.OK
		if slices.Contains([]string{"refused", "temporary", "lost", "kept", "labelled", "unlabelled"}, key) {
			want = partnertest.Skipped
		}
		if r.Result != want || code != 0 {
			t.Errorf("%s: %+v, exit code %d", key, r, code)
		}
	}
	taken, err := harness.Acceptances(t.Context(), filepath.Join(data, "simulated-partner.db"))
	for no := range taken {
		if !strings.HasPrefix(no, "WBTEST") {
			t.Errorf("order %s is not marked as a test", no)
		}
	}
	if err != nil || len(taken) != 10 { // 7 with scripts, 3 without
		t.Errorf("the partner took %v, %v", taken, err)
	}
	if code, _ := adapter.stop(); code != 0 {
		t.Errorf("the adapter: exit code %d", code)
	}

	startAcme(t, data, address, secretFile, "--needs", "shoe_size")
	code, said = runs(t, data, nil, args...)
	if r := results(code, said)["needs"]; code != 1 || r.Result != partnertest.Failed || !strings.Contains(r.What, `"shoe_size"`) {
		t.Errorf("an unknown need: %d, %+v", code, r)
	}
}

// TestPartnerCheckOfALaxAdapter: an adapter that checks nothing fails most cases.
func TestPartnerCheckOfALaxAdapter(t *testing.T) {
	t.Parallel()
	keys, secretFile := signature.Keys{"wbp_test"}, filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secretFile, []byte("wbp_test"), 0o600); err != nil {
		t.Fatal(err)
	}
	var calls atomic.Int64
	adapter := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := fmt.Appendf(nil, `{"hawb_no":"H%d"}`, calls.Add(1))
		keys.SignResponse(w.Header(), http.StatusOK, r.Header.Get(signature.NonceHeader), body, time.Now())
		_, _ = w.Write(body)
	}))
	t.Cleanup(adapter.Close)
	code, said := runs(t, t.TempDir(), nil, "partner", "check", adapter.URL, "--allow-private-network", "--secret-file", secretFile,
		"--consignee", "refused=A", "--consignee", "temporary=B", "--consignee", "kept=C", "--consignee", "labelled=D")
	for _, want := range []string{
		`(?m)^an accepted order is found by its key +failed +find: .*H`,
		`(?m)^an unknown key is not submitted +failed +find: accepted, want not_submitted; cancel: accepted, want not_submitted$`,
		`(?m)^a refusal has a message and leaves nothing +failed +submit: accepted, want refused; find: accepted`,
		`(?m)^a refused cancellation has a message +failed `,
		`(?m)^an order whose response is lost is found +skipped +it needs an order that is lost$`,
		`(?m)^a label that is ready is fetched, again and again +failed `,
		`(?m)^a request with another secret is refused +failed +the status is 200 OK, want 401$`,
		`(?m)^a request of an hour ago is refused +failed `, `(?m)^a nonce that was used before is refused +failed `,
		`(?m)^the test orders are cancelled +ok +-$`,
	} {
		if code != 1 || !regexp.MustCompile(want).MatchString(said) {
			t.Errorf("exit code %d: no %s in\n%s", code, want, said)
		}
	}
	code, said = runs(t, t.TempDir(), nil, "partner", "check", strings.Replace(adapter.URL, "http:", "https:", 1), "--secret-file", secretFile)
	if code != 1 || !strings.Contains(said, "127.0.0.1 is not a public address") {
		t.Errorf("a private network: %d, %s", code, said)
	}
}

// createAcme creates the partner acme, whose adapter is at an address, and its service 90.
// It returns the file with its secret.
func createAcme(t *testing.T, data, address string) (secretFile string) {
	t.Helper()
	var created struct {
		Secret string `json:"secret"`
	}
	shown := waybill(t, data, "partner", "create", "acme", "--url", "http://"+address, "--allow-private-network", "--json")
	if err := json.Unmarshal([]byte(shown), &created); err != nil {
		t.Fatal(err)
	}
	waybill(t, data, "service", "create", "Lane", "--partner", "acme", "--id", "90", "--cod")
	secretFile = filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secretFile, []byte(created.Secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return secretFile
}

// startAcme starts a simulated adapter.
func startAcme(t *testing.T, data, address, secretFile string, args ...string) running {
	t.Helper()
	args = append([]string{"partner", "simulate", "--secret-file", secretFile, "--listen", address, "--data", data}, args...)
	return start(t, args, nil, func(line string) bool { return strings.HasPrefix(line, "Simulated partner serves ") })
}

// partnerOrder is an order for the partner's service.
func partnerOrder(t *testing.T) client.NewOrder {
	t.Helper()
	text, err := os.ReadFile("../../docs/examples/order.json")
	if err != nil {
		t.Fatal(err)
	}
	var request struct {
		Orders []client.NewOrder `json:"orders"`
	}
	if err := json.Unmarshal(text, &request); err != nil {
		t.Fatal(err)
	}
	request.Orders[0].ServiceID = 90
	return request.Orders[0]
}
