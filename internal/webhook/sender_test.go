package webhook_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"waybill/internal/problem"
	"waybill/internal/webhook"
)

func newSender(o webhook.Options) *webhook.Sender {
	o.UserAgent, o.Now = "Waybill/test", time.Now
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	return webhook.NewSender(o)
}

// receiver serves handler until the test ends, and counts its requests.
func receiver(t *testing.T, handler http.HandlerFunc) (address string, requests *atomic.Int64) {
	t.Helper()
	requests = new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		handler(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL, requests
}

func request(address string) webhook.Request {
	return webhook.Request{URL: address, Secrets: []string{secret}, ID: "evt_1", Body: []byte(`{"type":"order.created"}`)}
}

func TestSendWhatAReceiverVerifies(t *testing.T) {
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	address, requests := receiver(t, func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		if err := verifier.Verify(body, r.Header); err != nil {
			t.Error(err)
		}
		if string(body) != `{"type":"order.created"}` || r.Method != http.MethodPost {
			t.Errorf("%s %s", r.Method, body)
		}
		if got := r.Header.Get("Content-Type") + " " + r.Header.Get("User-Agent"); got != "application/json Waybill/test" {
			t.Errorf("headers %s", got)
		}
		if user, password, ok := r.BasicAuth(); !ok || user != "acme" || password != "p:w" {
			t.Errorf("credentials %q %q %v", user, password, ok)
		}
	})
	r := request(address)
	r.Username, r.Password = "acme", "p:w"
	if result := newSender(webhook.Options{AllowPrivate: true}).Send(t.Context(),
		r); result != (webhook.Result{Verdict: webhook.Delivered, Status: 200}) {
		t.Errorf("result %+v", result)
	}
	if requests.Load() != 1 {
		t.Errorf("%d requests", requests.Load())
	}
}

func TestVerdicts(t *testing.T) {
	cases := []struct {
		status int
		body   string
		want   webhook.Result
	}{
		{204, "", webhook.Result{Verdict: webhook.Delivered, Status: 204}},
		{202, "taken", webhook.Result{Verdict: webhook.Delivered, Status: 202, Response: "taken"}},
		{410, "", webhook.Result{Verdict: webhook.Gone, Status: 410, Detail: "responded with 410"}},
		{404, "no\n\tsuch \x00page", webhook.Result{
			Verdict: webhook.Failed, Status: 404, Detail: "responded with 404: no such page", Response: "no\n\tsuch page",
		}},
		{500, strings.Repeat("é", 500), webhook.Result{
			Verdict: webhook.Failed, Status: 500,
			Detail: "responded with 500: " + strings.Repeat("é", 200) + "…", Response: strings.Repeat("é", 500),
		}},
		{500, strings.Repeat("é", 200), webhook.Result{ // the most that is quoted
			Verdict: webhook.Failed, Status: 500,
			Detail: "responded with 500: " + strings.Repeat("é", 200), Response: strings.Repeat("é", 200),
		}},
		{200, strings.Repeat("é", 128), webhook.Result{Verdict: webhook.Delivered, Status: 200, Response: strings.Repeat("é", 128)}},
		{200, strings.Repeat("é", 500), webhook.Result{Verdict: webhook.Delivered, Status: 200, Response: strings.Repeat("é", 126) + "…"}},
		{410, "\xff" + strings.Repeat("é", 5000), webhook.Result{
			Verdict: webhook.Gone, Status: 410, Detail: "responded with 410: " + strings.Repeat("é", 200) + "…",
			Response: strings.Repeat("é", 1022) + "…",
		}},
		{304, "", webhook.Result{Verdict: webhook.Failed, Status: 304, Detail: "responded with 304, and redirects are not followed"}},
		{429, "", webhook.Result{Verdict: webhook.Failed, Status: 429, Detail: "responded with 429", RetryAfter: time.Minute}},
	}
	for _, c := range cases {
		address, _ := receiver(t, func(w http.ResponseWriter, _ *http.Request) {
			if c.want.RetryAfter > 0 {
				w.Header().Set("Retry-After", "60")
			}
			w.WriteHeader(c.status)
			_, _ = io.WriteString(w, c.body)
		})
		if got := newSender(webhook.Options{AllowPrivate: true}).Send(t.Context(), request(address)); got != c.want {
			t.Errorf("%d: %+v, want %+v", c.status, got, c.want)
		}
	}
}

// TestNoRequestInside checks that a receiver on this machine is not reached, neither by its address nor by a
// name that resolves to it.
func TestNoRequestInside(t *testing.T) {
	address, requests := receiver(t, func(http.ResponseWriter, *http.Request) {})
	sender := newSender(webhook.Options{})
	encrypted := strings.Replace(address, "http:", "https:", 1)
	for _, target := range []string{
		encrypted, strings.Replace(encrypted, "127.0.0.1", "localhost", 1),
		strings.Replace(encrypted, "127.0.0.1", "[::ffff:127.0.0.1]", 1),
	} {
		result := sender.Send(t.Context(), request(target))
		if result.Verdict != webhook.Failed || result.Detail != "cannot be reached" ||
			!strings.Contains(result.Cause, "is not a public address") {
			t.Errorf("%s: %+v", target, result)
		}
	}
	const notEncrypted = "its URL is not https, so the network could read the event: nothing is sent"
	if result := sender.Send(t.Context(), request(address)); result.Detail != notEncrypted {
		t.Errorf("without TLS: %+v", result)
	}
	if requests.Load() != 0 {
		t.Errorf("%d requests came through", requests.Load())
	}
}

// TestDetailsNameNoNetwork: the account learns neither an address nor whether a name exists inside; the operator does.
func TestDetailsNameNoNetwork(t *testing.T) {
	encrypted := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(encrypted.Close)
	plain, _ := receiver(t, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	const unreachable = "cannot be reached"
	for _, c := range []struct {
		private             bool
		url, detail, causes string
	}{
		{false, "https://localhost:9/", unreachable, "is not a public address"},
		{false, "https://no-such-host.invalid/", unreachable, "no-such-host"},
		{true, "http://127.0.0.1:1/", unreachable, "connection refused"},
		{true, "http://no-such-host.invalid/", unreachable, "no-such-host"},
		{true, encrypted.URL, "its certificate is not valid", "x509"},
		{true, strings.Replace(plain, "http:", "https:", 1), "does not speak TLS", "HTTP"},
		{true, plain, "ended the connection without a valid response", "EOF"},
	} {
		result := newSender(webhook.Options{AllowPrivate: c.private}).Send(t.Context(), request(c.url))
		if result.Detail != c.detail || !strings.Contains(result.Cause, c.causes) {
			t.Errorf("%s: %+v", c.url, result)
		}
	}
	sender := newSender(webhook.Options{})
	inside, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	if known, unknown := sender.CheckURL("https://"+inside+"/"), sender.CheckURL("https://no-such-host.invalid/"); !errors.Is(known, unknown) {
		t.Errorf("a known name: %v, an unknown one: %v", known, unknown)
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	inside, requests := receiver(t, func(http.ResponseWriter, *http.Request) {})
	for status := http.StatusMultipleChoices; status <= http.StatusPermanentRedirect; status++ {
		address, _ := receiver(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, inside, status) })
		result := newSender(webhook.Options{AllowPrivate: true}).Send(t.Context(), request(address))
		if result.Verdict != webhook.Failed || result.Status != status || requests.Load() != 0 {
			t.Errorf("%d: %+v, %d requests to the target", status, result, requests.Load())
		}
	}
}

func TestNoResponse(t *testing.T) {
	address, _ := receiver(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	result := newSender(webhook.Options{AllowPrivate: true, Timeout: 50 * time.Millisecond}).Send(t.Context(), request(address))
	if result.Cause = ""; result != (webhook.Result{Verdict: webhook.Failed, Detail: "did not answer in time"}) {
		t.Errorf("slow receiver: %+v", result)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if result := newSender(webhook.Options{AllowPrivate: true}).Send(ended,
		request(address)); result.Verdict != webhook.Failed || result.Detail == "" {
		t.Errorf("ended context: %+v", result)
	}
}

// TestEndlessResponse checks that only the beginning of an endless response is read.
func TestEndlessResponse(t *testing.T) {
	const enough = 64 << 20 // far more than the buffers between the two hold
	written := make(chan int, 1)
	address, _ := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		total := 0
		for r.Context().Err() == nil && total < enough {
			n, _ := io.WriteString(w, strings.Repeat("x", 64<<10))
			total += n
		}
		written <- total
	})
	if result := newSender(webhook.Options{AllowPrivate: true}).Send(t.Context(), request(address)); result.Verdict != webhook.Delivered {
		t.Errorf("%+v", result)
	}
	if total := <-written; total >= enough {
		t.Errorf("%d bytes were taken", total)
	}
}

// TestOneCredential: a user without a password, or a password without a user, is sent too, and nothing without both.
func TestOneCredential(t *testing.T) {
	var sent string
	address, _ := receiver(t, func(_ http.ResponseWriter, r *http.Request) { sent = r.Header.Get("Authorization") })
	for _, c := range []struct{ username, password, want string }{
		{"shop", "", "Basic c2hvcDo="}, {"", "hunter2", "Basic Omh1bnRlcjI="}, {"", "", ""},
	} {
		r := request(address)
		r.Username, r.Password = c.username, c.password
		if newSender(webhook.Options{AllowPrivate: true}).Send(t.Context(), r); sent != c.want {
			t.Errorf("%q, %q: sent %q, want %q", c.username, c.password, sent, c.want)
		}
	}
}

// TestDetailsKeepSecrets checks that the Detail of a Result holds no URL, secret or password.
func TestDetailsKeepSecrets(t *testing.T) {
	sender := newSender(webhook.Options{AllowPrivate: true})
	for _, target := range []string{"http://u:hunter2@127.0.0.1:1/?token=hunter2", "http://hunter2\x7f.example/", "ftp://127.0.0.1/hunter2"} {
		result := sender.Send(t.Context(), request(target))
		if result.Verdict != webhook.Failed || result.Detail == "" || strings.Contains(result.Detail, "hunter2") {
			t.Errorf("%s: %+v", target, result)
		}
	}
}

// TestAnswersKeepSecrets checks that a receiver that sends back what it got does not put a secret into a Result.
func TestAnswersKeepSecrets(t *testing.T) {
	var sent webhook.Request
	address, _ := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = fmt.Fprintf(w, "%s hunter2 %s %s", r.Header.Get("Authorization"), strings.Join(sent.Secrets, " "),
			strings.TrimPrefix(sent.Secrets[0], webhook.SecretPrefix))
	})
	sent = request(address)
	sent.Username, sent.Password = "shop", "hunter2"
	result := newSender(webhook.Options{AllowPrivate: true}).Send(t.Context(), sent)
	if want := "Basic [removed] [removed] [removed] [removed]"; result.Response != want || result.Detail != "responded with 500: "+want {
		t.Errorf("%+v", result)
	}
}

// TestCheckURL: a URL to which nothing would ever be sent is refused when somebody types it, unless private addresses are allowed.
func TestCheckURL(t *testing.T) {
	for address, want := range map[string]problem.Message{
		"https://shop.example.com/hook": {}, "https://203.0.113.5/": problem.PrivateURL, "https://10.0.0.1/": problem.PrivateURL,
		"https://[::1]/": problem.PrivateURL, "http://10.0.0.1/": problem.PrivateURL, "http://shop.example.com/": problem.URLNotEncrypted,
		"https://1.1.1.1/": {}, "https://%zz/": {},
	} {
		refused, _ := errors.AsType[*problem.RefusedURLError](newSender(webhook.Options{}).CheckURL(address))
		if got := refused != nil; got == want.IsZero() || got && (refused.URL != address || refused.Reason != want) {
			t.Errorf("%s: %v, want %q", address, refused, want)
		}
		if err := newSender(webhook.Options{AllowPrivate: true}).CheckURL(address); err != nil {
			t.Errorf("%s where private addresses are allowed: %v", address, err)
		}
	}
}
