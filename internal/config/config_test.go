package config_test

import (
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"waybill/internal/config"
)

func TestDefaults(t *testing.T) {
	got, warnings, err := config.Load(nil, []string{"PATH=/bin", "WAYBILL_LISTEN="})
	if err != nil || len(warnings) > 0 {
		t.Fatalf("err = %v, warnings = %q", err, warnings)
	}
	want := config.Config{
		Environment: config.Development, Listen: "127.0.0.1:8080", MetricsListen: "127.0.0.1:8490",
		Data: "waybill-data", DatabaseConnections: 13, LogFormat: config.LogAuto, LogLevel: slog.LevelInfo,
		BlockingBudget: 25 * time.Second, PartnerTimeout: 10 * time.Second, ShutdownTimeout: 30 * time.Second,
		EventTolerance:    15 * time.Minute,
		OperatorPasswords: config.Auto, WebhookAllowPrivate: config.Auto, TraceRatio: 1,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the defaults differ (-want +got):\n%s", diff)
	}
	if got, want := got.StoreURL(), "sqlite:waybill-data/waybill.db"; got != want {
		t.Errorf("store URL = %q, want %q", got, want)
	}
}

// TestEverySettingIsReadByFlagAndVariable gives each setting one allowed value in both ways, and names the
// field that it must fill.
func TestEverySettingIsReadByFlagAndVariable(t *testing.T) {
	cases := map[string]struct {
		value string
		field string
		want  any
	}{
		"env":          {"production", "Environment", config.Production},
		"data":         {"/srv/waybill", "Data", "/srv/waybill"},
		"database-url": {"postgres://u:p@db/w", "DatabaseURL", "postgres://u:p@db/w"},
		"log-format":   {"json", "LogFormat", "json"},
		"log-level":    {"debug", "LogLevel", slog.LevelDebug},
		"listen":       {":80", "Listen", ":80"},
		"public-url":   {"https://ship.example.com/", "PublicURL", "https://ship.example.com"},
		"trusted-proxies": {
			"127.0.0.1, 10.1.2.3/8,2001:db8::/32", "TrustedProxies",
			[]netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")},
		},
		"metrics-listen":   {"off", "MetricsListen", ""},
		"trace-endpoint":   {"https://otel.example.com/otlp/", "TraceEndpoint", "https://otel.example.com/otlp"},
		"trace-ratio":      {"0.25", "TraceRatio", 0.25},
		"demo-key":         {"my-demo_key1", "DemoKey", "my-demo_key1"},
		"blocking-budget":  {"5s", "BlockingBudget", 5 * time.Second},
		"partner-timeout":  {"1500ms", "PartnerTimeout", 1500 * time.Millisecond},
		"audit-days":       {"400", "AuditDays", 400},
		"rate-limit":       {"7", "RateLimit", 7},
		"rate-burst":       {"9", "RateBurst", 9},
		"drain-delay":      {"5s", "DrainDelay", 5 * time.Second},
		"event-tolerance":  {"20m", "EventTolerance", 20 * time.Minute},
		"memory":           {"1GiB", "Memory", int64(1 << 30)},
		"shutdown-timeout": {"0s", "ShutdownTimeout", time.Duration(0)},

		"easypost-api-key":        {"EZTK12345678", "EasyPostAPIKey", "EZTK12345678"},
		"easypost-webhook-secret": {"a secret", "EasyPostWebhookSecret", "a secret"},
		"easypost-service":        {"USPS/Priority", "EasyPostService", "USPS/Priority"},
		"easypost-url":            {"http://127.0.0.1:9000/v2/", "EasyPostURL", "http://127.0.0.1:9000/v2"},

		"cors-origins": {
			"https://shop.example.com, http://localhost:3000,http://[::1]:8000", "CORSOrigins",
			[]string{"https://shop.example.com", "http://localhost:3000", "http://[::1]:8000"},
		},
		"database-connections":  {"7", "DatabaseConnections", 7},
		"database-replica-url":  {"postgres://u:p@standby/w", "DatabaseReplicaURL", "postgres://u:p@standby/w"},
		"webhook-allow-private": {"yes", "WebhookAllowPrivate", config.Yes},

		"operator-passwords": {"no", "OperatorPasswords", config.No},

		"no-outgoing":           {"yes", "NoOutgoing", true},
		"track-partner-numbers": {"yes", "TrackPartnerNumbers", true},

		"smtp-url":  {"smtps://u:p@mail.example.com:465", "SMTPURL", "smtps://u:p@mail.example.com:465"},
		"smtp-from": {"waybill@example.com", "SMTPFrom", "waybill@example.com"},

		"oidc-issuer":        {"https://id.example.com/", "OIDCIssuer", "https://id.example.com/"},
		"oidc-client-id":     {"shipping", "OIDCClientID", "shipping"},
		"oidc-client-secret": {"hunter2", "OIDCClientSecret", "hunter2"},
		"oidc-name":          {" Example ID ", "OIDCName", "Example ID"},

		"blob-s3-url":        {"https://s3.example.com/bucket/prefix/", "BlobS3URL", "https://s3.example.com/bucket/prefix"},
		"blob-s3-region":     {"eu-west-1", "BlobS3Region", "eu-west-1"},
		"blob-s3-access-key": {"AKIA1", "BlobS3AccessKey", "AKIA1"},
		"blob-s3-secret-key": {"hunter2", "BlobS3SecretKey", "hunter2"},
	}
	bucket := []string{ // these need each other
		"WAYBILL_DATABASE_URL=postgres://u:p@db/w", "WAYBILL_PUBLIC_URL=https://ship.example.com",
		"WAYBILL_SMTP_URL=smtp://mail.example.com", "WAYBILL_SMTP_FROM=ship@example.com",
		"WAYBILL_OIDC_ISSUER=https://x.example.com", "WAYBILL_OIDC_CLIENT_ID=w", "WAYBILL_OIDC_CLIENT_SECRET=s", "WAYBILL_OIDC_NAME=X",
		"WAYBILL_BLOB_S3_URL=http://s3/bucket", "WAYBILL_BLOB_S3_ACCESS_KEY=a", "WAYBILL_BLOB_S3_SECRET_KEY=s",
	}
	for _, s := range config.Settings() {
		c, tested := cases[s.Name]
		if !tested {
			t.Errorf("setting %s has no case", s.Name)
			continue
		}
		check := func(how string, flags map[string]string, environ []string) {
			t.Helper()
			got, _, err := config.Load(flags, environ)
			if err != nil {
				t.Errorf("%s by %s: %v", s.Name, how, err)
				return
			}
			if field := reflect.ValueOf(got).FieldByName(c.field).Interface(); !reflect.DeepEqual(field, c.want) {
				t.Errorf("%s by %s: %s = %v, want %v", s.Name, how, c.field, field, c.want)
			}
		}
		check("flag", map[string]string{s.Name: c.value}, bucket)
		check("variable", nil, append(slices.Clone(bucket), s.Variable()+"="+c.value))
	}
}

func TestWrongValuesNameTheirSourceAndWhatIsAllowed(t *testing.T) {
	cases := []struct{ name, value string }{
		{"env", "staging"},
		{"database-url", "mysql://db/x"},
		{"database-url", "sqlite:x"},
		{"cors-origins", "*"},
		{"cors-origins", "null"},
		{"cors-origins", "shop.example.com"},
		{"cors-origins", "ftp://shop.example.com"},
		{"cors-origins", "https://shop.example.com/"},
		{"cors-origins", "https://shop.example.com/path"},
		{"cors-origins", "https://shop.example.com?a=b"},
		{"cors-origins", "https://user@shop.example.com"},
		{"cors-origins", "https://*.example.com"},
		{"cors-origins", "https://Shop.example.com"},
		{"cors-origins", "https://käse.example.com"},
		{"cors-origins", "https://shop.example.com:443"},
		{"cors-origins", "http://shop.example.com:80"},
		{"cors-origins", "http://shop.example.com:080"},
		{"cors-origins", "http://shop.example.com:"},
		{"cors-origins", "http://shop.example.com:70000"},
		{"cors-origins", "https://shop.example.com,*"},
		{"smtp-url", "mail.example.com"},
		{"smtp-url", "http://mail.example.com"},
		{"smtp-url", "smtp://mail.example.com/path"},
		{"smtp-from", "Waybill"},
		{"oidc-issuer", "id.example.com"},
		{"oidc-issuer", "https://id.example.com/?tenant=1"},
		{"operator-passwords", "never"},
		{"oidc-name", strings.Repeat("x", 41)},
		{"smtp-from", "Waybill <waybill@example.com>"},
		{"database-connections", "5"},
		{"database-connections", "1001"},
		{"log-format", "xml"},
		{"log-level", "loud"},
		{"listen", "8080"},
		{"listen", "localhost:http"},
		{"listen", "localhost:70000"},
		{"public-url", "ship.example.com"},
		{"public-url", "ftp://ship.example.com"},
		{"public-url", "https://user:pass@ship.example.com"},
		{"public-url", "https://ship.example.com/?a=b"},
		{"trusted-proxies", "nginx"},
		{"trusted-proxies", "127.0.0.1;10.0.0.1"},
		{"trusted-proxies", "10.0.0.0/33"},
		{"trusted-proxies", "0.0.0.0/0"},
		{"trusted-proxies", "::/0"},
		{"trusted-proxies", "fe80::1%eth0"},
		{"trusted-proxies", "::ffff:10.0.0.1"},
		{"metrics-listen", "no"},
		{"blob-s3-url", "s3.example.com/bucket"},
		{"blob-s3-url", "s3://bucket"},
		{"blob-s3-url", "https://s3.example.com"},
		{"blob-s3-url", "https://s3.example.com/"},
		{"blob-s3-url", "https://s3.example.com/bucket?a=b"},
		{"demo-key", "short"},
		{"demo-key", "has a space in it"},
		{"demo-key", strings.Repeat("x", 65)},
		{"blocking-budget", "25"},
		{"blocking-budget", "1h"},
		{"partner-timeout", "0s"},
		{"easypost-api-key", "has a space"},
		{"easypost-service", "USPS"},
		{"easypost-service", "USPS/Priority/Mail"},
		{"easypost-url", "api.easypost.com"},
		{"webhook-allow-private", "true"},
		{"trace-endpoint", "127.0.0.1:4318"},
		{"trace-endpoint", "http://user:password@otel.example.com"},
		{"trace-endpoint", "http://otel.example.com/?key=x"},
		{"trace-ratio", "1.1"},
		{"trace-ratio", "-1"},
		{"trace-ratio", "NaN"},
		{"rate-limit", "-1"},
		{"rate-limit", "ten"},
		{"rate-burst", "1000001"},
		{"memory", "127MB"},
		{"memory", "much"},
		{"memory", "-1"},
		{"memory", "9EiB"},
		{"shutdown-timeout", "-1s"},
		{"audit-days", "29"},
	}
	for _, c := range cases {
		for _, s := range config.Settings() {
			if s.Name != c.name {
				continue
			}
			_, _, byVariable := config.Load(nil, []string{s.Variable() + "=" + c.value})
			_, _, byFlag := config.Load(map[string]string{s.Name: c.value}, nil)
			want := ` is "` + c.value + `": want ` + s.Want
			if s.Secret {
				want = " has a wrong value (not shown): want " + s.Want
			}
			if byVariable == nil || byVariable.Error() != s.Variable()+want {
				t.Errorf("variable: got %v, want %s%s", byVariable, s.Variable(), want)
			}
			if byFlag == nil || byFlag.Error() != "--"+s.Name+want {
				t.Errorf("flag: got %v, want --%s%s", byFlag, s.Name, want)
			}
		}
	}
}

func TestEveryWrongValueIsReportedAtOnce(t *testing.T) {
	_, _, err := config.Load(map[string]string{"listen": "x"}, []string{"WAYBILL_ENV=x", "WAYBILL_LOG_LEVEL=x"})
	for _, name := range []string{"--listen", "WAYBILL_ENV", "WAYBILL_LOG_LEVEL"} {
		if err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v does not name %s", err, name)
		}
	}
}

func TestFlagWinsOverVariable(t *testing.T) {
	environ := []string{"WAYBILL_LISTEN=:1", "WAYBILL_DATABASE_URL=postgres://db/w"}
	got, _, err := config.Load(map[string]string{"listen": ":2", "database-url": ""}, environ)
	if err != nil || got.Listen != ":2" || !got.SQLite() {
		t.Errorf("listen = %q, SQLite = %v, err = %v", got.Listen, got.SQLite(), err)
	}
}

func TestSecretsFromFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "url")
	write := func(content string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	fromFile := "WAYBILL_DATABASE_URL_FILE=" + file

	write("postgres://u:p@db/w\n")
	got, warnings, err := config.Load(nil, []string{fromFile})
	if err != nil || len(warnings) > 0 || got.DatabaseURL != "postgres://u:p@db/w" {
		t.Errorf("URL = %q, warnings = %q, err = %v", got.DatabaseURL, warnings, err)
	}

	refuse := func(what, want string, environ ...string) {
		t.Helper()
		_, _, err := config.Load(nil, environ)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q in it", what, err, want)
		}
	}
	refuse("both", "WAYBILL_DATABASE_URL and WAYBILL_DATABASE_URL_FILE are both set: keep one",
		fromFile, "WAYBILL_DATABASE_URL=postgres://db/w")
	refuse("no file", "WAYBILL_DEMO_KEY_FILE: open /nonexistent: no such file", "WAYBILL_DEMO_KEY_FILE=/nonexistent")
	write(" \n")
	refuse("empty file", "is empty", fromFile)
	write("mysql://hunter2")
	refuse("wrong value", "WAYBILL_DATABASE_URL_FILE has a wrong value (not shown)", fromFile)
}

func TestUnknownVariablesAreWarnings(t *testing.T) {
	_, warnings, err := config.Load(nil, []string{"WAYBILL_LISTN=:1", "WAYBILL_LISTEN_FILE=x", "WAYBILL_TEST_POSTGRES_URL=x", "LISTEN=x"})
	if err != nil {
		t.Fatal(err)
	}
	if len(warnings) != 2 || !strings.HasPrefix(warnings[0], "WAYBILL_LISTEN_FILE ") || !strings.HasPrefix(warnings[1], "WAYBILL_LISTN ") {
		t.Errorf("warnings = %q", warnings)
	}
}

func TestRateLimitFollowsTheEnvironment(t *testing.T) {
	cases := []struct {
		environ     []string
		rate, burst int
	}{
		{nil, 0, 0},
		{[]string{"WAYBILL_ENV=production"}, 50, 100},
		{[]string{"WAYBILL_RATE_LIMIT=10"}, 10, 20},
		{[]string{"WAYBILL_ENV=production", "WAYBILL_RATE_LIMIT=10", "WAYBILL_RATE_BURST=5"}, 10, 5},
	}
	for _, c := range cases {
		got, _, err := config.Load(nil, c.environ)
		if err != nil || got.RateLimit != c.rate || got.RateBurst != c.burst {
			t.Errorf("%q: %d/%d, %v; want %d/%d", c.environ, got.RateLimit, got.RateBurst, err, c.rate, c.burst)
		}
	}
}

func TestPrivateWebhooksFollowTheEnvironment(t *testing.T) {
	cases := []struct {
		environ []string
		want    bool
	}{
		{nil, true},
		{[]string{"WAYBILL_ENV=production"}, false},
		{[]string{"WAYBILL_WEBHOOK_ALLOW_PRIVATE=no"}, false},
		{[]string{"WAYBILL_ENV=production", "WAYBILL_WEBHOOK_ALLOW_PRIVATE=yes"}, true},
	}
	for _, c := range cases {
		if got, _, err := config.Load(nil, c.environ); err != nil || got.PrivateWebhooks() != c.want {
			t.Errorf("%q: %v, %v; want %v", c.environ, got.PrivateWebhooks(), err, c.want)
		}
	}
}

func TestABucketNeedsItsKeysAndTheyIt(t *testing.T) {
	const (
		address = "WAYBILL_BLOB_S3_URL=https://s3.example.com/bucket"
		access  = "WAYBILL_BLOB_S3_ACCESS_KEY=AKIA1"
		secret  = "WAYBILL_BLOB_S3_SECRET_KEY=hunter2"
	)
	if _, _, err := config.Load(nil, []string{address, access, secret}); err != nil {
		t.Errorf("all of them: %v", err)
	}
	cases := []struct {
		want    string
		environ []string
	}{
		{"WAYBILL_BLOB_S3_URL is set, but WAYBILL_BLOB_S3_SECRET_KEY is not: set it, or remove WAYBILL_BLOB_S3_URL", []string{address, access}},
		{"WAYBILL_BLOB_S3_URL is set, but WAYBILL_BLOB_S3_ACCESS_KEY is not: set it, or remove WAYBILL_BLOB_S3_URL", []string{address, secret}},
		{"WAYBILL_BLOB_S3_ACCESS_KEY is set, but WAYBILL_BLOB_S3_URL is not: set it, or remove WAYBILL_BLOB_S3_ACCESS_KEY", []string{access}},
		{"WAYBILL_BLOB_S3_SECRET_KEY is set, but WAYBILL_BLOB_S3_URL is not: set it, or remove WAYBILL_BLOB_S3_SECRET_KEY", []string{secret}},
		{
			"WAYBILL_BLOB_S3_REGION is set, but WAYBILL_BLOB_S3_URL is not: set it, or remove WAYBILL_BLOB_S3_REGION",
			[]string{"WAYBILL_BLOB_S3_REGION=x"},
		},
	}
	for _, c := range cases {
		if _, _, err := config.Load(nil, c.environ); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v", c.environ, err)
		}
	}
}

func TestProductionRefusesADemoKey(t *testing.T) {
	_, _, err := config.Load(nil, []string{"WAYBILL_ENV=production", "WAYBILL_DEMO_KEY=12345678"})
	if err == nil || !strings.Contains(err.Error(), "WAYBILL_DEMO_KEY") || strings.Contains(err.Error(), "12345678") {
		t.Errorf("err = %v", err)
	}
}

func TestDatabaseHidesThePassword(t *testing.T) {
	c := config.Config{DatabaseURL: "postgres://u:hunter2@db/w?password=hunter3&host=/run/pg&sslpassword=hunter4"}
	if got, want := c.Database(), "postgres://u:xxxxx@db/w?host=%2Frun%2Fpg"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReplicaNeedsItsPrimary(t *testing.T) {
	_, _, err := config.Load(nil, []string{"WAYBILL_DATABASE_REPLICA_URL=postgres://standby/w"})
	if want := "WAYBILL_DATABASE_REPLICA_URL is set, but WAYBILL_DATABASE_URL is not"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("err = %v, want one that contains %q", err, want)
	}
}

func TestOpenIDConnectNeedsAllItsSettings(t *testing.T) {
	t.Parallel()
	all := []string{
		"WAYBILL_OIDC_ISSUER=https://id.example.com/", "WAYBILL_OIDC_CLIENT_ID=w", "WAYBILL_OIDC_CLIENT_SECRET=hunter2",
		"WAYBILL_OIDC_NAME=Example",
	}
	load := func(environ ...string) string {
		t.Helper()
		_, _, err := config.Load(nil, environ)
		if err == nil {
			return ""
		}
		if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the error has the secret: %v", err)
		}
		return err.Error()
	}
	if got := load(all...); got != "" {
		t.Error(got)
	}
	for i, one := range all {
		name, _, _ := strings.Cut(one, "=")
		if got := load(one); !strings.HasPrefix(got, name+" is set, but ") {
			t.Errorf("%s alone: %q", name, got)
		}
		if got := load(slices.Delete(slices.Clone(all), i, i+1)...); !strings.Contains(got, " is set, but "+name+" is not") {
			t.Errorf("without %s: %q", name, got)
		}
	}
	production := append(slices.Clone(all), "WAYBILL_ENV=production")
	if got := load(production...); !strings.Contains(got, "WAYBILL_PUBLIC_URL") {
		t.Errorf("without the public URL: %q", got)
	}
	production = append(production, "WAYBILL_PUBLIC_URL=https://ship.example.com")
	if got := load(production...); got != "" {
		t.Error(got)
	}
	if got := load(append(production, "WAYBILL_OIDC_ISSUER=http://id.example.com")...); !strings.Contains(got, "want https://") {
		t.Errorf("without encryption: %q", got)
	}
	if got := load(append(slices.Clone(all), "WAYBILL_OIDC_NAME=two\nlines")...); !strings.Contains(got, "want 1 to 40 characters") {
		t.Errorf("a name of two lines: %q", got)
	}
	_, _, err := config.Load(nil, append(slices.Clone(all[:2]), all[3], "WAYBILL_OIDC_CLIENT_SECRET_FILE="+filepath.Join(t.TempDir(), "none")))
	if err == nil || !strings.HasPrefix(err.Error(), "WAYBILL_OIDC_CLIENT_SECRET_FILE: ") {
		t.Errorf("a file that is missing: %v", err)
	}
}

func TestMailNeedsASenderAndThePublicURL(t *testing.T) {
	t.Parallel()
	server, from := "WAYBILL_SMTP_URL=smtp://mail.example.com", "WAYBILL_SMTP_FROM=ship@example.com"
	public := "WAYBILL_PUBLIC_URL=https://ship.example.com"
	for _, c := range []struct {
		environ []string
		missing string
	}{
		{[]string{server, from, public}, ""},
		{[]string{server, public}, "WAYBILL_SMTP_FROM is not"},
		{[]string{from, public}, "WAYBILL_SMTP_URL is not"},
		{[]string{server, from}, "WAYBILL_PUBLIC_URL"},
	} {
		_, _, err := config.Load(nil, c.environ)
		if c.missing == "" && err != nil || c.missing != "" && (err == nil || !strings.Contains(err.Error(), c.missing)) {
			t.Errorf("%v: %v", c.environ, err)
		}
	}
}
