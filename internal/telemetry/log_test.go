package telemetry_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/internal/telemetry"
)

const secret = "hunter2hunter2hunter2hunter2abcd"

// secretive logs itself as a value that holds a secret.
type secretive struct{}

func (secretive) LogValue() slog.Value {
	return slog.GroupValue(slog.String("secret_key", secret), slog.String("name", "kept"))
}

func TestSecretsDoNotReachTheLog(t *testing.T) {
	address := "postgres://waybill:" + secret + "@db.example.com/waybill"
	parsed, err := url.Parse("/api/order/order/?secret_key=" + secret + "&page=2")
	if err != nil {
		t.Fatal(err)
	}
	records := map[string]func(*slog.Logger){
		"message":         func(l *slog.Logger) { l.Info("GET /?page=kept&secret_key=" + secret) },
		"attribute":       func(l *slog.Logger) { l.Info("kept", "secret_key", secret) },
		"upper case":      func(l *slog.Logger) { l.Info("kept", "Authorization", secret) }, //nolint:sloglint // the spelling of a header
		"group":           func(l *slog.Logger) { l.WithGroup("kept").Info("x", "password", secret) },
		"logger's own":    func(l *slog.Logger) { l.With("secret", secret).Info("kept") },
		"log value":       func(l *slog.Logger) { l.Info("x", "key", secretive{}) },
		"query":           func(l *slog.Logger) { l.Info("kept", "query", "SECRET_KEY="+secret+"&page=2") },
		"URL":             func(l *slog.Logger) { l.Info("kept", "url", parsed) },
		"error":           func(l *slog.Logger) { l.Info("kept", "err", fmt.Errorf("open %s: %w", address, errors.New("no"))) },
		"database URL":    func(l *slog.Logger) { l.Info("kept", "database", address) },
		"libpq":           func(l *slog.Logger) { l.Info("kept", "dsn", "host=db password='"+secret+" x' user=w") },
		"header":          func(l *slog.Logger) { l.Info("kept", "header", http.Header{"Authorization": {"Bearer " + secret}}) },
		"header as text":  func(l *slog.Logger) { l.Info("kept", "line", "Authorization: Basic "+secret) },
		"link":            func(l *slog.Logger) { l.Info("kept", "path", "/console/link/wbl_"+secret) },
		"session":         func(l *slog.Logger) { l.Info("kept", "error", errors.New("wbs_"+secret)) },
		"sign-in":         func(l *slog.Logger) { l.Info("kept", "error", errors.New("wbi_"+secret)) },
		"code":            func(l *slog.Logger) { l.Info("kept", "url", "/console/sign-in/callback?code="+secret) },
		"state":           func(l *slog.Logger) { l.Info("kept", "url", "/?page=1&state="+secret+strings.Repeat("x", 32)) },
		"client secret":   func(l *slog.Logger) { l.Info("kept", "body", "client_id=x&client_secret="+secret) },
		"partner's":       func(l *slog.Logger) { l.Info("kept", "text", "with wbp_"+secret) },
		"signing secret":  func(l *slog.Logger) { l.Info("kept", "text", "whsec_"+secret) },
		"live key":        func(l *slog.Logger) { l.Info("kept", "path", "/wb_live_"+secret+"/x") },
		"test key":        func(l *slog.Logger) { l.Info("kept wb_test_" + secret) },
		"key in an error": func(l *slog.Logger) { l.Info("kept", "err", fmt.Errorf("dial %q", "wb_live_"+secret)) },
		"key in a form":   func(l *slog.Logger) { l.Info("kept", "form", url.Values{"sk": {"awb_test_" + secret}}) },
		"a long text":     func(l *slog.Logger) { l.Info("kept", "text", strings.Repeat("wb_live_"+secret+" ", 100)) },
		"at the cut": func(l *slog.Logger) {
			l.Info("kept", "text", strings.Repeat("x", 1985)+"password='"+secret+" x' "+strings.Repeat("y", 100))
		},
		"bearer":           func(l *slog.Logger) { l.Info("kept", "token", "Bearer "+secret) },
		"body":             func(l *slog.Logger) { l.Info("kept", "body", `{"secret_key" : "`+secret+`","x":1}`) },
		"quoted body":      func(l *slog.Logger) { l.Info("kept", "body", `"{\"secret_key\":\"`+secret+`\"}"`) },
		"struct":           func(l *slog.Logger) { l.Info("kept", "request", struct{ SecretKey string }{secret}) },
		"values":           func(l *slog.Logger) { l.Info("kept", "form", url.Values{"secret_key": {secret}}) },
		"password in JSON": func(l *slog.Logger) { l.Info("kept", "config", `{"Password":"`+secret+`"}`) },
		"a map of strings": func(l *slog.Logger) { l.Info("kept", "m", map[string]string{"secret_key": secret}) },
	}
	for name, write := range records {
		for _, asJSON := range []bool{false, true} {
			var out strings.Builder
			write(telemetry.NewLogger(&out, telemetry.LogOptions{JSON: asJSON}))
			if strings.Contains(out.String(), "hunter2") || !strings.Contains(out.String(), "[redacted]") {
				t.Errorf("%s, JSON %v: %s", name, asJSON, &out)
			}
			if !strings.Contains(out.String(), "kept") {
				t.Errorf("%s, JSON %v: too much is hidden: %s", name, asJSON, &out)
			}
		}
	}
}

func TestWhatIsNoSecretStays(t *testing.T) {
	texts := []string{
		"http://127.0.0.1:8080/api/?email=a@b.example",
		"Invalid secret key.",
		"key id: 7",
		"basic checks passed",
	}
	for _, text := range texts {
		var out strings.Builder
		telemetry.NewLogger(&out, telemetry.LogOptions{JSON: true}).Info("x", "text", text)
		var record map[string]any
		if err := json.Unmarshal([]byte(out.String()), &record); err != nil {
			t.Fatal(err)
		}
		if record["text"] != text {
			t.Errorf("%q became %q", text, record["text"])
		}
	}
}

func TestRecordsCarryTheRequestID(t *testing.T) {
	type key struct{}
	var out strings.Builder
	log := telemetry.NewLogger(&out, telemetry.LogOptions{RequestID: func(ctx context.Context) string {
		id, _ := ctx.Value(key{}).(string)
		return id
	}}).With("a", 1)

	log.InfoContext(context.WithValue(t.Context(), key{}, "req-7"), "inside")
	log.InfoContext(t.Context(), "outside")

	lines := strings.Split(out.String(), "\n")
	if !strings.HasSuffix(lines[0], "msg=inside a=1 request_id=req-7") {
		t.Errorf("inside: %s", lines[0])
	}
	if !strings.HasSuffix(lines[1], "msg=outside a=1") {
		t.Errorf("outside: %s", lines[1])
	}
}

func TestLevel(t *testing.T) {
	var out strings.Builder
	log := telemetry.NewLogger(&out, telemetry.LogOptions{Level: slog.LevelWarn})
	log.Info("quiet")
	log.Warn("loud")
	if strings.Contains(out.String(), "quiet") || !strings.Contains(out.String(), "loud") {
		t.Error(out.String())
	}
}

func TestLongTextsAreCut(t *testing.T) {
	long := strings.Repeat("ø", 50_000)
	for name, value := range map[string]any{"text": long, "error": errors.New(long), "list": []string{long}} {
		for _, asJSON := range []bool{false, true} {
			var out strings.Builder
			log := telemetry.NewLogger(&out, telemetry.LogOptions{JSON: asJSON})
			log.Info(long, "value", value, "after", "kept") //nolint:sloglint // the message is cut, too
			if line := out.String(); len(line) > 5000 || !strings.Contains(line, "kept") ||
				strings.Count(line, "… (cut from 100") != 2 || strings.Contains(line, "\uFFFD") {
				t.Errorf("%s, JSON %v: %d bytes: %.300s", name, asJSON, len(line), line)
			}
		}
	}
	var out strings.Builder
	whole := strings.Repeat("x", 2048)
	telemetry.NewLogger(&out, telemetry.LogOptions{}).Info("short", "value", whole)
	if !strings.Contains(out.String(), whole) {
		t.Error("2048 bytes are cut")
	}
}
