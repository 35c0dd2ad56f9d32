package config

import (
	"fmt"
	"log/slog"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"time"
)

const (
	variablePrefix = "WAYBILL_"
	testPrefix     = "WAYBILL_TEST_" // for the project's own tests
	fileSuffix     = "_FILE"
)

// Setting is one setting of the operator.
type Setting struct {
	Name    string // of the flag, without its dashes
	Default string
	Help    string // one line; the name of its value in backquotes
	Want    string // the allowed values
	Secret  bool   // never shown; may be in a file that the variable …_FILE names
	Reload  bool   // may be in such a file too, which SIGHUP reads again
	Server  bool   // used by the server only, not by other commands
	Switch  bool   // its flag without a value means yes

	set func(c *Config, value string) (allowed bool)
}

// Variable returns the name of the setting's environment variable.
func (s Setting) Variable() string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(s.Name, "-", "_"))
}

// FileVariable returns the name of the variable that names a file with the setting, "" if it has none.
func (s Setting) FileVariable() string {
	if !s.Secret && !s.Reload {
		return ""
	}
	return s.Variable() + fileSuffix
}

// Settings returns the table, in the order of --help.
func Settings() []Setting { return slices.Clone(settings) }

var settings = []Setting{
	{
		Name: "data", Default: "waybill-data",
		Help: "`FOLDER` of the data; created if missing",
		Want: "a folder",
		set:  into(func(c *Config) *string { return &c.Data }, anything),
	},
	{
		Name: "database-url", Secret: true,
		Help: "`URL` of a PostgreSQL database, postgres://USER:PASSWORD@HOST/NAME (default: SQLite in the data folder)",
		Want: "postgres://USER:PASSWORD@HOST:PORT/NAME, or nothing for SQLite in the data folder",
		set:  into(func(c *Config) *string { return &c.DatabaseURL }, postgresURL),
	},
	{
		Name: "database-connections", Default: "13", Server: true,
		Help: "largest `NUMBER` of connections of a server to PostgreSQL",
		Want: "a whole number from 6 to 1000",
		set:  into(func(c *Config) *int { return &c.DatabaseConnections }, number(6, 1000)),
	},
	{
		Name: "database-replica-url", Secret: true, Server: true,
		Help: "`URL` of a standby of the PostgreSQL database, from which orders, tracks and labels are read as far as it has them",
		Want: "postgres://USER:PASSWORD@HOST:PORT/NAME, or nothing",
		set:  into(func(c *Config) *string { return &c.DatabaseReplicaURL }, postgresURL),
	},
	{
		Name: "blob-s3-url", Server: true,
		Help: "`URL` of a bucket of S3 for the labels of partners, https://HOST/BUCKET/PREFIX (default: the folder blobs in the data folder)",
		Want: "http:// or https://, a host and a bucket, such as https://s3.eu-central-1.amazonaws.com/BUCKET/PREFIX",
		set:  into(func(c *Config) *string { return &c.BlobS3URL }, bucketURL),
	},
	{
		Name: "blob-s3-region", Server: true,
		Help: "`REGION` of the bucket (default: from a host of amazonaws.com, else us-east-1)",
		Want: "the name of a region, such as eu-central-1",
		set:  into(func(c *Config) *string { return &c.BlobS3Region }, anything),
	},
	{
		Name: "blob-s3-access-key", Server: true,
		Help: "`ID` of the access key to the bucket",
		Want: "the id of an access key",
		set:  into(func(c *Config) *string { return &c.BlobS3AccessKey }, anything),
	},
	{
		Name: "blob-s3-secret-key", Secret: true, Server: true,
		Help: "`SECRET` of the access key to the bucket",
		Want: "the secret of the access key",
		set:  into(func(c *Config) *string { return &c.BlobS3SecretKey }, anything),
	},
	{
		Name: "env", Default: "development",
		Help: "`ENVIRONMENT` of the data: development starts with demo data, production empty",
		Want: "development or production",
		set: into(func(c *Config) *Environment { return &c.Environment },
			oneOf(Development, Production)),
	},
	{
		Name: "listen", Default: "127.0.0.1:8080", Server: true,
		Help: "`HOST:PORT` to serve on; :8080 is every address of the machine",
		Want: "HOST:PORT, such as 127.0.0.1:8080 or :8080",
		set:  into(func(c *Config) *string { return &c.Listen }, address),
	},
	{
		Name: "public-url", Server: true,
		Help: "`URL` of the server as clients see it, for links to labels (default: the Host of each request)",
		Want: "http:// or https:// and a host, such as https://ship.example.com",
		set:  into(func(c *Config) *string { return &c.PublicURL }, publicURL),
	},
	{
		Name: "trusted-proxies", Server: true,
		Help: "`LIST` of the addresses and networks of reverse proxies whose X-Forwarded-For is trusted, separated by commas (default: none)",
		Want: "addresses and networks, separated by commas, such as 127.0.0.1,10.0.0.0/8",
		set:  into(func(c *Config) *[]netip.Prefix { return &c.TrustedProxies }, networks),
	},
	{
		Name: "cors-origins", Server: true,
		Help: "`LIST` of the origins whose pages may call the API from a browser, separated by commas (default: none)",
		Want: "origins as browsers send them, such as https://shop.example.com or http://localhost:3000, separated by commas: " +
			"in lower case, without a path, a wildcard or the scheme's own port",
		set: into(func(c *Config) *[]string { return &c.CORSOrigins }, origins),
	},
	{
		Name: "metrics-listen", Default: "127.0.0.1:8490", Server: true,
		Help: "`HOST:PORT` of /metrics for Prometheus, or off",
		Want: "HOST:PORT, such as 127.0.0.1:8490, or off",
		set:  into(func(c *Config) *string { return &c.MetricsListen }, addressOrOff),
	},
	{
		Name: "trace-endpoint", Server: true,
		Help: "`URL` of an OpenTelemetry collector that gets traces by OTLP over HTTP (default: none)",
		Want: "http:// or https:// and a host, such as http://127.0.0.1:4318",
		set:  into(func(c *Config) *string { return &c.TraceEndpoint }, publicURL),
	},
	{
		Name: "trace-ratio", Default: "1", Server: true,
		Help: "`PART` of the traces that are recorded, from 0 to 1",
		Want: "a number from 0 to 1, such as 0.1",
		set:  into(func(c *Config) *float64 { return &c.TraceRatio }, ratio),
	},
	{
		Name: "demo-key", Secret: true, Server: true,
		Help: "secret `KEY` of the demo account, in development (default: random)",
		Want: "8 to 64 letters, digits, - and _",
		set:  into(func(c *Config) *string { return &c.DemoKey }, demoKey),
	},
	{
		Name: "blocking-budget", Default: "25s", Server: true,
		Help: "`TIME` that a blocking create may wait for its labels",
		Want: "a time from 100ms to 5m, such as 25s",
		set: into(func(c *Config) *time.Duration { return &c.BlockingBudget },
			duration(100*time.Millisecond, 5*time.Minute)),
	},
	{
		Name: "partner-timeout", Default: "10s", Server: true,
		Help: "`TIME` that one call to a partner may take",
		Want: "a time from 100ms to 5m, such as 10s",
		set: into(func(c *Config) *time.Duration { return &c.PartnerTimeout },
			duration(100*time.Millisecond, 5*time.Minute)),
	},
	{
		Name: "easypost-api-key", Secret: true, Server: true,
		Help: "`KEY` of the account at EasyPost that fulfils the services of the partner easypost; without it their orders wait",
		Want: "8 to 256 characters without spaces, such as EZTK… or EZAK…",
		set:  into(func(c *Config) *string { return &c.EasyPostAPIKey }, apiKey),
	},
	{
		Name: "easypost-webhook-secret", Secret: true, Server: true,
		Help: "`SECRET` with which EasyPost signs its webhook calls; without it they are refused",
		Want: "any text",
		set:  into(func(c *Config) *string { return &c.EasyPostWebhookSecret }, anything),
	},
	{
		Name: "easypost-service", Server: true,
		Help: "`CARRIER/SERVICE` that EasyPost buys, such as USPS/Priority (default: the cheapest)",
		Want: "CARRIER/SERVICE, such as USPS/Priority, or nothing",
		set:  into(func(c *Config) *string { return &c.EasyPostService }, carrierService),
	},
	{
		Name: "easypost-url", Server: true,
		Help: "`URL` of EasyPost's API or a stand-in, which may be in a private network (default: EasyPost's own)",
		Want: "http:// or https:// and a host, such as http://127.0.0.1:9000/v2",
		set:  into(func(c *Config) *string { return &c.EasyPostURL }, publicURL),
	},
	{
		Name: "webhook-allow-private", Default: string(Auto), Server: true,
		Help: "`CHOICE` whether webhooks may go to private and local addresses, and to http://: yes, no, or auto (yes in development)",
		Want: "yes, no or auto",
		set:  into(func(c *Config) *Choice { return &c.WebhookAllowPrivate }, oneOf(Yes, No, Auto)),
	},
	{
		Name: "smtp-url", Secret: true, Server: true,
		Help: "`URL` of the mail server that sends invitations to the console, smtp(s)://USER:PASSWORD@HOST:PORT (default: none is sent)",
		Want: "smtp:// or smtps:// and a host, such as smtp://waybill:PASSWORD@mail.example.com:587",
		set:  into(func(c *Config) *string { return &c.SMTPURL }, mailURL),
	},
	{
		Name: "smtp-from", Server: true,
		Help: "e-mail `ADDRESS` that invitations are from",
		Want: "an e-mail address, such as waybill@example.com",
		set:  into(func(c *Config) *string { return &c.SMTPFrom }, mailAddress),
	},
	{
		Name: "oidc-issuer", Server: true,
		Help: "`URL` of the identity provider (OpenID Connect) by which people may sign in to the console, to the letter (default: none)",
		Want: "http:// or https:// and a host, such as https://id.example.com/realms/staff",
		set:  into(func(c *Config) *string { return &c.OIDCIssuer }, issuerURL),
	},
	{
		Name: "oidc-client-id", Server: true,
		Help: "`ID` of Waybill at the identity provider",
		Want: "the id of a client",
		set:  into(func(c *Config) *string { return &c.OIDCClientID }, anything),
	},
	{
		Name: "oidc-client-secret", Secret: true, Server: true,
		Help: "`SECRET` of Waybill at the identity provider",
		Want: "the secret of the client",
		set:  into(func(c *Config) *string { return &c.OIDCClientSecret }, anything),
	},
	{
		Name: "oidc-name", Server: true,
		Help: "`NAME` of the identity provider on the button \"Sign in with NAME\"",
		Want: "1 to 40 characters, such as Google",
		set:  into(func(c *Config) *string { return &c.OIDCName }, providerName),
	},
	{
		Name: "operator-passwords", Default: string(Auto), Server: true,
		Help: "`CHOICE` whether operators with a passkey or a provider may sign in by password, too: yes, no, or auto (yes in development)",
		Want: "yes, no or auto",
		set:  into(func(c *Config) *Choice { return &c.OperatorPasswords }, oneOf(Yes, No, Auto)),
	},
	{
		Name: "audit-days", Default: "0", Server: true,
		Help: "`DAYS` after which entries of the audit log are deleted; 0 keeps them",
		Want: "a whole number from 0 to 36500, and at least 30 if it is not 0",
		set:  into(func(c *Config) *int { return &c.AuditDays }, auditDays),
	},
	{
		Name: "no-outgoing", Default: "no", Server: true, Switch: true,
		Help: "`yes` for a drill: orders are stored, but no partner is called, and no webhook and no mail is sent",
		Want: "yes or no",
		set:  into(func(c *Config) *bool { return &c.NoOutgoing }, yes),
	},
	{
		Name: "track-partner-numbers", Default: "no", Server: true, Switch: true,
		Help: "`yes` lets everyone track a parcel by the number of its partner too; such numbers can often be guessed",
		Want: "yes or no",
		set:  into(func(c *Config) *bool { return &c.TrackPartnerNumbers }, yes),
	},
	{
		Name: "rate-limit", Default: "0", Server: true,
		Help: "`REQUESTS` a second that a key may send; 0 is 50 in production and no limit in development",
		Want: "a whole number from 0 to 1000000",
		set:  into(func(c *Config) *int { return &c.RateLimit }, number(0, 1_000_000)),
	},
	{
		Name: "rate-burst", Default: "0", Server: true,
		Help: "`REQUESTS` that a key may send at once; 0 is twice the rate limit",
		Want: "a whole number from 0 to 1000000",
		set:  into(func(c *Config) *int { return &c.RateBurst }, number(0, 1_000_000)),
	},
	{
		Name: "drain-delay", Default: "0s", Server: true,
		Help: "`TIME` that a stopping server still serves while /readyz fails, so that load balancers stop sending first",
		Want: "a time from 0s to 5m, such as 5s",
		set: into(func(c *Config) *time.Duration { return &c.DrainDelay },
			duration(0, 5*time.Minute)),
	},
	{
		Name: "event-tolerance", Default: "15m",
		Help: "`TIME` that an event may be earlier than the present status of an order, which another source reported, and still change it",
		Want: "a time from 1s to 24h, such as 15m",
		set:  into(func(c *Config) *time.Duration { return &c.EventTolerance }, duration(time.Second, 24*time.Hour)),
	},
	{
		Name: "memory", Server: true,
		Help: "`SIZE` of the memory that the server may use (default: 4/5 of the cgroup's limit, else 400MB)",
		Want: "a size of at least 192MB, such as 400MB or 1GiB",
		set:  into(func(c *Config) *int64 { return &c.Memory }, memory),
	},
	{
		Name: "shutdown-timeout", Default: "30s", Server: true,
		Help: "`TIME` that a stopping server has to finish requests and work under way",
		Want: "a time from 0s to 10m, such as 30s",
		set: into(func(c *Config) *time.Duration { return &c.ShutdownTimeout },
			duration(0, 10*time.Minute)),
	},
	{
		Name: "log-format", Default: LogAuto, Server: true,
		Help: "`FORMAT` of the log: text, json, or auto (text on a terminal)",
		Want: "auto, text or json",
		set: into(func(c *Config) *string { return &c.LogFormat },
			oneOf(LogAuto, LogText, LogJSON)),
	},
	{
		Name: "log-level", Default: "info", Server: true, Reload: true,
		Help: "least `LEVEL` that is logged: debug, info, warn or error",
		Want: "debug, info, warn or error",
		set:  into(func(c *Config) *slog.Level { return &c.LogLevel }, level),
	},
}

// into returns a setter that parses a value into a field.
func into[T any](field func(*Config) *T, parse func(string) (T, bool)) func(*Config, string) bool {
	return func(c *Config, value string) bool {
		parsed, ok := parse(value)
		*field(c) = parsed
		return ok
	}
}

// The variables of programs that call a server: its URL, and the secret key of an account, which may be in the
// file that the third one names. They are no settings.
const (
	ClientURL     = variablePrefix + "URL"
	ClientKey     = variablePrefix + "KEY"
	ClientKeyFile = ClientKey + fileSuffix
)

// unknown returns a warning for each variable that is no setting, sorted by name.
func unknown(variables map[string]string) []string {
	known := map[string]bool{ClientURL: true, ClientKey: true, ClientKeyFile: true}
	for _, s := range settings {
		known[s.Variable()] = true
		known[s.FileVariable()] = true
	}
	var warnings []string
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		if !known[name] {
			warnings = append(warnings, fmt.Sprintf("%s is not a setting and is ignored: `waybill serve --help` lists them", name))
		}
	}
	return warnings
}
