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
	of(Setting{Name: "data", Default: "waybill-data"}, "`FOLDER` of the data; created if missing",
		func(c *Config) *string { return &c.Data }, text("a folder")),
	of(Setting{Name: "database-url", Secret: true},
		"`URL` of a PostgreSQL database, postgres://USER:PASSWORD@HOST/NAME (default: SQLite in the data folder)",
		func(c *Config) *string { return &c.DatabaseURL },
		kind[string]{"postgres://USER:PASSWORD@HOST:PORT/NAME, or nothing for SQLite in the data folder", postgresURL}),
	of(Setting{Name: "database-connections", Default: "13", Server: true}, "largest `NUMBER` of connections of a server to PostgreSQL",
		func(c *Config) *int { return &c.DatabaseConnections }, number(6, 1000)),
	of(Setting{Name: "database-replica-url", Secret: true, Server: true},
		"`URL` of a standby of the PostgreSQL database, from which orders, tracks and labels are read as far as it has them",
		func(c *Config) *string { return &c.DatabaseReplicaURL },
		kind[string]{"postgres://USER:PASSWORD@HOST:PORT/NAME, or nothing", postgresURL}),
	of(Setting{Name: "blob-s3-url", Server: true},
		"`URL` of a bucket of S3 for the labels of partners, https://HOST/BUCKET/PREFIX (default: the folder blobs in the data folder)",
		func(c *Config) *string { return &c.BlobS3URL },
		kind[string]{"http:// or https://, a host and a bucket, such as https://s3.eu-central-1.amazonaws.com/BUCKET/PREFIX", bucketURL}),
	of(Setting{Name: "blob-s3-region", Server: true}, "`REGION` of the bucket (default: from a host of amazonaws.com, else us-east-1)",
		func(c *Config) *string { return &c.BlobS3Region }, text("the name of a region, such as eu-central-1")),
	of(Setting{Name: "blob-s3-access-key", Server: true}, "`ID` of the access key to the bucket",
		func(c *Config) *string { return &c.BlobS3AccessKey }, text("the id of an access key")),
	of(Setting{Name: "blob-s3-secret-key", Secret: true, Server: true}, "`SECRET` of the access key to the bucket",
		func(c *Config) *string { return &c.BlobS3SecretKey }, text("the secret of the access key")),
	of(Setting{Name: "env", Default: "development"}, "`ENVIRONMENT` of the data: development starts with demo data, production empty",
		func(c *Config) *Environment { return &c.Environment }, oneOf(Development, Production)),
	of(Setting{Name: "listen", Default: "127.0.0.1:8080", Server: true}, "`HOST:PORT` to serve on; :8080 is every address of the machine",
		func(c *Config) *string { return &c.Listen }, kind[string]{"HOST:PORT, such as 127.0.0.1:8080 or :8080", address}),
	of(Setting{Name: "public-url", Server: true},
		"`URL` of the server as clients see it, for links to labels (default: the Host of each request)",
		func(c *Config) *string { return &c.PublicURL }, webURL("https://ship.example.com")),
	of(Setting{Name: "trusted-proxies", Server: true},
		"`LIST` of the addresses and networks of reverse proxies whose X-Forwarded-For is trusted, separated by commas (default: none)",
		func(c *Config) *[]netip.Prefix { return &c.TrustedProxies },
		kind[[]netip.Prefix]{"addresses and networks, separated by commas, such as 127.0.0.1,10.0.0.0/8", networks}),
	of(Setting{Name: "cors-origins", Server: true},
		"`LIST` of the origins whose pages may call the API from a browser, separated by commas (default: none)",
		func(c *Config) *[]string { return &c.CORSOrigins },
		kind[[]string]{"origins as browsers send them, such as https://shop.example.com or http://localhost:3000, separated by commas: " +
			"in lower case, without a path, a wildcard or the scheme's own port", origins}),
	of(Setting{Name: "metrics-listen", Default: "127.0.0.1:8490", Server: true}, "`HOST:PORT` of /metrics for Prometheus, or off",
		func(c *Config) *string { return &c.MetricsListen }, kind[string]{"HOST:PORT, such as 127.0.0.1:8490, or off", addressOrOff}),
	of(Setting{Name: "trace-endpoint", Server: true},
		"`URL` of an OpenTelemetry collector that gets traces by OTLP over HTTP (default: none)",
		func(c *Config) *string { return &c.TraceEndpoint }, webURL("http://127.0.0.1:4318")),
	of(Setting{Name: "trace-ratio", Default: "1", Server: true}, "`PART` of the traces that are recorded, from 0 to 1",
		func(c *Config) *float64 { return &c.TraceRatio }, kind[float64]{"a number from 0 to 1, such as 0.1", ratio}),
	of(Setting{Name: "demo-key", Secret: true, Server: true}, "secret `KEY` of the demo account, in development (default: random)",
		func(c *Config) *string { return &c.DemoKey }, shaped(`^[A-Za-z0-9_-]{8,64}$`, "8 to 64 letters, digits, - and _")),
	of(Setting{Name: "blocking-budget", Default: "25s", Server: true}, "`TIME` that a blocking create may wait for its labels",
		func(c *Config) *time.Duration { return &c.BlockingBudget }, duration("100ms", "5m", "25s")),
	of(Setting{Name: "partner-timeout", Default: "10s", Server: true}, "`TIME` that one call to a partner may take",
		func(c *Config) *time.Duration { return &c.PartnerTimeout }, duration("100ms", "5m", "10s")),
	of(Setting{Name: "easypost-api-key", Secret: true, Server: true},
		"`KEY` of the account at EasyPost that fulfils the services of the partner easypost; without it their orders wait",
		func(c *Config) *string { return &c.EasyPostAPIKey },
		shaped(`^[[:graph:]]{8,256}$`, "8 to 256 characters without spaces, such as EZTK… or EZAK…")),
	of(Setting{Name: "easypost-webhook-secret", Secret: true, Server: true},
		"`SECRET` with which EasyPost signs its webhook calls; without it they are refused",
		func(c *Config) *string { return &c.EasyPostWebhookSecret }, text("any text")),
	of(Setting{Name: "easypost-service", Server: true}, "`CARRIER/SERVICE` that EasyPost buys, such as USPS/Priority (default: the cheapest)",
		func(c *Config) *string { return &c.EasyPostService },
		shaped(`^[A-Za-z0-9_-]{1,64}/[A-Za-z0-9_-]{1,64}$`, "CARRIER/SERVICE, such as USPS/Priority, or nothing")),
	of(Setting{Name: "easypost-url", Server: true},
		"`URL` of EasyPost's API or a stand-in, which may be in a private network (default: EasyPost's own)",
		func(c *Config) *string { return &c.EasyPostURL }, webURL("http://127.0.0.1:9000/v2")),
	of(Setting{Name: "webhook-allow-private", Default: string(Auto), Server: true},
		"`CHOICE` whether webhooks may go to private and local addresses, and to http://: yes, no, or auto (yes in development)",
		func(c *Config) *Choice { return &c.WebhookAllowPrivate }, oneOf(Yes, No, Auto)),
	of(Setting{Name: "smtp-url", Secret: true, Server: true},
		"`URL` of the mail server that sends invitations to the console, smtp(s)://USER:PASSWORD@HOST:PORT (default: none is sent)",
		func(c *Config) *string { return &c.SMTPURL },
		kind[string]{"smtp:// or smtps:// and a host, such as smtp://waybill:PASSWORD@mail.example.com:587", mailURL}),
	of(Setting{Name: "smtp-from", Server: true}, "e-mail `ADDRESS` that invitations are from",
		func(c *Config) *string { return &c.SMTPFrom }, kind[string]{"an e-mail address, such as waybill@example.com", mailAddress}),
	of(Setting{Name: "oidc-issuer", Server: true},
		"`URL` of the identity provider (OpenID Connect) by which people may sign in to the console, to the letter (default: none)",
		func(c *Config) *string { return &c.OIDCIssuer },
		kind[string]{"http:// or https:// and a host, such as https://id.example.com/realms/staff", issuerURL}),
	of(Setting{Name: "oidc-client-id", Server: true}, "`ID` of Waybill at the identity provider",
		func(c *Config) *string { return &c.OIDCClientID }, text("the id of a client")),
	of(Setting{Name: "oidc-client-secret", Secret: true, Server: true}, "`SECRET` of Waybill at the identity provider",
		func(c *Config) *string { return &c.OIDCClientSecret }, text("the secret of the client")),
	of(Setting{Name: "oidc-name", Server: true}, "`NAME` of the identity provider on the button \"Sign in with NAME\"",
		func(c *Config) *string { return &c.OIDCName }, kind[string]{"1 to 40 characters, such as Google", providerName}),
	of(Setting{Name: "operator-passwords", Default: string(Auto), Server: true},
		"`CHOICE` whether operators with a passkey or a provider may sign in by password, too: yes, no, or auto (yes in development)",
		func(c *Config) *Choice { return &c.OperatorPasswords }, oneOf(Yes, No, Auto)),
	of(Setting{Name: "audit-days", Default: "0", Server: true}, "`DAYS` after which entries of the audit log are deleted; 0 keeps them",
		func(c *Config) *int { return &c.AuditDays }, kind[int]{"a whole number from 0 to 36500, and at least 30 if it is not 0", auditDays}),
	of(Setting{Name: "no-outgoing", Default: "no", Server: true, Switch: true},
		"`yes` for a drill: orders are stored, but no partner is called, and no webhook and no mail is sent",
		func(c *Config) *bool { return &c.NoOutgoing }, yesNo),
	of(Setting{Name: "track-partner-numbers", Default: "no", Server: true, Switch: true},
		"`yes` lets everyone track a parcel by the number of its partner too; such numbers can often be guessed",
		func(c *Config) *bool { return &c.TrackPartnerNumbers }, yesNo),
	of(Setting{Name: "rate-limit", Default: "0", Server: true},
		"`REQUESTS` a second that a key may send; 0 is 50 in production and no limit in development",
		func(c *Config) *int { return &c.RateLimit }, number(0, 1_000_000)),
	of(Setting{Name: "rate-burst", Default: "0", Server: true}, "`REQUESTS` that a key may send at once; 0 is twice the rate limit",
		func(c *Config) *int { return &c.RateBurst }, number(0, 1_000_000)),
	of(Setting{Name: "drain-delay", Default: "0s", Server: true},
		"`TIME` that a stopping server still serves while /readyz fails, so that load balancers stop sending first",
		func(c *Config) *time.Duration { return &c.DrainDelay }, duration("0s", "5m", "5s")),
	of(Setting{Name: "event-tolerance", Default: "15m"},
		"`TIME` that an event may be earlier than the present status of an order, which another source reported, and still change it",
		func(c *Config) *time.Duration { return &c.EventTolerance }, duration("1s", "24h", "15m")),
	of(Setting{Name: "memory", Server: true}, "`SIZE` of the memory that the server may use (default: 4/5 of the cgroup's limit, else 400MB)",
		func(c *Config) *int64 { return &c.Memory }, kind[int64]{"a size of at least 192MB, such as 400MB or 1GiB", memory}),
	of(Setting{Name: "shutdown-timeout", Default: "30s", Server: true},
		"`TIME` that a stopping server has to finish requests and work under way",
		func(c *Config) *time.Duration { return &c.ShutdownTimeout }, duration("0s", "10m", "30s")),
	of(Setting{Name: "log-format", Default: LogAuto, Server: true}, "`FORMAT` of the log: text, json, or auto (text on a terminal)",
		func(c *Config) *string { return &c.LogFormat }, oneOf(LogAuto, LogText, LogJSON)),
	of(Setting{Name: "log-level", Default: "info", Server: true, Reload: true}, "least `LEVEL` that is logged: debug, info, warn or error",
		func(c *Config) *slog.Level { return &c.LogLevel }, kind[slog.Level]{"debug, info, warn or error", level}),
}

// kind is a kind of values: which are allowed, in words, and how one is read.
type kind[T any] struct {
	want string
	read func(string) (value T, allowed bool)
}

// of completes a setting by its help, and by the field that its value goes into, which is of a kind.
func of[T any](s Setting, help string, field func(*Config) *T, k kind[T]) Setting {
	s.Help, s.Want = help, k.want
	s.set = func(c *Config, value string) bool {
		parsed, allowed := k.read(value)
		*field(c) = parsed
		return allowed
	}
	return s
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
