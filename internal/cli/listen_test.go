package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"waybill/internal/cli"
)

// call sends a request with the demo key.
func call(t *testing.T, method, address, body string) (status int, answer string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer my-demo-key")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// demoOrder is the body of a create with the demo key.
func demoOrder(t *testing.T) string {
	t.Helper()
	order, err := os.ReadFile("../../docs/examples/order.json")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Replace(string(order), "{", `{"secret_key":"my-demo-key",`, 1)
}

// listen relays events with the demo key, and returns the lines that it prints once it
// does.
func listen(t *testing.T, server running, forwardTo, secret string) (printed <-chan string, stop func() (code int, stderr string)) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	stdout, out := io.Pipe()
	var stderr bytes.Buffer
	code := make(chan int, 1)
	go func() {
		code <- cli.Run(ctx, cli.Process{
			Args:   []string{"listen", "--forward-to", forwardTo, "--server", server.base + "/api/", "--key", "my-demo-key", "--secret", secret},
			Stdout: out, Stderr: &stderr,
		})
		_ = out.Close()
	}()
	lines := make(chan string, 100)
	go func() {
		defer close(lines)
		for all := bufio.NewScanner(stdout); all.Scan(); {
			lines <- all.Text()
		}
	}()
	for line := range lines {
		if strings.Contains(line, secret) {
			break
		}
	}
	return lines, func() (int, string) {
		cancel()
		return <-code, stderr.String()
	}
}

func TestListenRelaysEvents(t *testing.T) {
	t.Parallel()
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	events := make(chan string, 10)
	laptop := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = verifier.Verify(body, r.Header)
		}
		events <- fmt.Sprintf("%s %v", body, err)
	}))
	defer laptop.Close()
	server := serve(t, t.TempDir(), "WAYBILL_DEMO_KEY=my-demo-key")

	_, stop := listen(t, server, laptop.URL, secret)
	if status, answer := call(t, http.MethodPost, server.base+"/api/order/orders/", demoOrder(t)); status != http.StatusCreated {
		t.Fatalf("create: %d %s", status, answer)
	}
	for _, want := range []string{`{"type":"order.created",`, `{"type":"order.label_ready",`} {
		if got := <-events; !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "<nil>") {
			t.Errorf("relayed %s, want %s", got, want)
		}
	}
	if code, stderr := stop(); code != 0 || stderr != "" {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if status, answer := call(t, http.MethodGet, server.base+"/api/webhooks/endpoints/", ""); status != http.StatusOK ||
		answer != `{"results":[]}` {
		t.Errorf("endpoints afterwards: %d %s", status, answer)
	}
}

// TestRequestsTail: the command prints earlier requests, and then new ones.
func TestRequestsTail(t *testing.T) {
	t.Parallel()
	server := serve(t, t.TempDir(), "WAYBILL_DEMO_KEY=my-demo-key")
	refused := func(field string) {
		t.Helper()
		body := `{"secret_key":"my-demo-key","orders":[{"service_id":1,"consignee_name":"Susan","` + field + `":"Susan"}]}`
		if status, answer := call(t, http.MethodPost, server.base+"/api/order/orders/", body); status != http.StatusBadRequest {
			t.Fatalf("create: %d %s", status, answer)
		}
	}
	refused("consignee_nmae")
	for _, asJSON := range []string{"--json=false", "--json"} {
		ctx, cancel := context.WithCancel(t.Context())
		stdout, out := io.Pipe()
		code := make(chan int, 1)
		go func() {
			args := []string{"requests", "tail", "--server", server.base, "--key", "my-demo-key", "--failed", asJSON}
			code <- cli.Run(ctx, cli.Process{Args: args, Stdout: out, Stderr: io.Discard})
			_ = out.Close()
		}()
		lines := bufio.NewScanner(stdout)
		find := func(want string) {
			t.Helper()
			for lines.Scan() {
				if strings.Contains(lines.Text(), "Susan") {
					t.Errorf("a name is in %s", lines.Text())
				}
				if strings.Contains(lines.Text(), want) {
					return
				}
			}
			t.Errorf("%q was not printed", want)
		}
		find("Did you mean consignee_name?")
		refused("order_wieght")
		find("Did you mean order_weight?")
		cancel()
		if got := <-code; got != 0 {
			t.Errorf("exit code %d", got)
		}
	}
}

func TestListenRefuses(t *testing.T) {
	t.Parallel()
	server := serve(t, t.TempDir())
	for want, args := range map[string][]string{
		"--forward-to is \"\"":  {"--key", "k"},
		"the key is missing":    {"--forward-to", "http://localhost:1"},
		"--secret: want whsec_": {"--forward-to", "http://localhost:1", "--key", "k", "--secret", "x"},
		"Invalid secret key.":   {"--forward-to", "http://localhost:1", "--key", "k", "--server", server.base},
	} {
		var stderr bytes.Buffer
		code := cli.Run(t.Context(), cli.Process{Args: append([]string{"listen"}, args...), Stdout: io.Discard, Stderr: &stderr})
		if code == 0 || !strings.Contains(stderr.String(), want) || strings.Count(stderr.String(), "waybill: ") != 1 {
			t.Errorf("%q: %d %s", args, code, &stderr)
		}
	}
}

// TestDisabledEndpointIsShown: waybill listen and waybill webhook list show that an endpoint was disabled
// because its receiver is gone.
func TestDisabledEndpointIsShown(t *testing.T) {
	t.Parallel()
	gone := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) }))
	defer gone.Close()
	laptop := httptest.NewServer(http.NotFoundHandler())
	defer laptop.Close()
	data := t.TempDir()
	server := serve(t, data, "WAYBILL_DEMO_KEY=my-demo-key")
	printed, stop := listen(t, server, laptop.URL, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if status, answer := call(t, http.MethodPost, server.base+"/api/webhooks/endpoints/",
		`{"url":"`+gone.URL+`"}`); status != http.StatusCreated {
		t.Fatalf("create an endpoint: %d %s", status, answer)
	}
	if status, answer := call(t, http.MethodPost, server.base+"/api/order/orders/", demoOrder(t)); status != http.StatusCreated {
		t.Fatalf("create an order: %d %s", status, answer)
	}
	for line := range printed {
		if strings.Contains(line, "  endpoint.disabled        -  responded with 404") {
			break
		}
	}
	const reason = "The receiver wants no more events: it responded with 410."
	disabled := regexp.MustCompile(`(?m)^2 +1 +\S+ +all +disabled +\S+ \S+ +` + regexp.QuoteMeta(reason) + `$`)
	if list := waybill(t, data, "webhook", "list"); !disabled.MatchString(list) {
		t.Errorf("waybill webhook list:\n%s", list)
	}
	stop()
	if code, log := server.stop(); code != 0 || !strings.Contains(log, `"msg":"endpoint is disabled"`) ||
		!strings.Contains(log, `"account_id":1,"reason":"responded with 410"`) {
		t.Errorf("exit code %d, log %s", code, log)
	}
}

// TestEventsAreDelivered: a server posts the events of an order to a receiver, in
// development also on this machine.
func TestEventsAreDelivered(t *testing.T) {
	t.Parallel()
	events := make(chan string, 10)
	shop := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		events <- fmt.Sprintf("%s %v", body, err)
	}))
	defer shop.Close()
	server := serve(t, t.TempDir(), "WAYBILL_DEMO_KEY=my-demo-key")
	if status, answer := call(t, http.MethodPost, server.base+"/api/webhooks/endpoints/",
		`{"url":"`+shop.URL+`","label_pdf":true,"events":["order.label_ready"]}`); status != http.StatusCreated {
		t.Fatalf("create an endpoint: %d %s", status, answer)
	}
	if status, answer := call(t, http.MethodPost, server.base+"/api/order/orders/", demoOrder(t)); status != http.StatusCreated {
		t.Fatalf("create an order: %d %s", status, answer)
	}
	event := <-events
	for _, want := range []string{`"order_label_url":"` + server.base + `/labels/WB`, `"order_label_pdf":"JVBERi`} {
		if !strings.Contains(event, want) {
			t.Errorf("no %s in %.1000s", want, event)
		}
	}
}
