package config

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Environment is the purpose of a process and its data.
type Environment string

// The environments. Each has its own data: a key of one is unknown in the other.
const (
	Development Environment = "development" // demo account and services, simulated partners
	Production  Environment = "production"  // starts empty, refuses demo data
)

// Config holds every setting, checked. The table in settings.go lists the allowed values.
type Config struct {
	Environment     Environment
	Listen          string         // host:port of the API
	PublicURL       string         // without a trailing slash; "" takes it from each request's Host
	TrustedProxies  []netip.Prefix // their X-Forwarded-For is trusted
	MetricsListen   string         // host:port of /metrics; "" is off
	Data            string         // folder
	DatabaseURL     string         // postgres://…; "" is SQLite in the data folder
	DemoKey         string         // "" is a random one
	LogFormat       string         // LogAuto, LogText or LogJSON
	LogLevel        slog.Level
	BlockingBudget  time.Duration // of one blocking create
	PartnerTimeout  time.Duration // of one call to a partner
	RateLimit       int           // requests a second and key; 0 is off
	RateBurst       int           // requests at once and key
	DrainDelay      time.Duration // from the signal to stop to the closing of the port
	Memory          int64         // bytes that the server may use; 0: see internal/server
	ShutdownTimeout time.Duration // to finish the requests and work under way

	DatabaseConnections int      // to PostgreSQL, at most
	DatabaseReplicaURL  string   // a standby that answers reads; "": there is none
	CORSOrigins         []string // their pages may call the API from a browser

	EasyPostAPIKey        string // "": EasyPost is not available
	EasyPostWebhookSecret string // "" refuses its webhook calls
	EasyPostService       string // CARRIER/SERVICE; "" is the cheapest
	EasyPostURL           string // without a trailing slash; "" is EasyPost's own

	WebhookAllowPrivate Choice // see PrivateWebhooks
	OperatorPasswords   Choice // see PasswordsOfOperators

	EventTolerance time.Duration // see store.Options

	AuditDays  int  // after which entries of the audit log are deleted; 0: never
	NoOutgoing bool // no partner calls, no webhooks, no mail

	TrackPartnerNumbers bool // everyone may track a parcel by the number of its partner

	SMTPURL  string // smtp(s)://user:password@host:port; "": links are not sent by mail
	SMTPFrom string // address that mail is from

	OIDCIssuer       string // URL of the identity provider, as it writes it; "": people sign in by password alone
	OIDCClientID     string
	OIDCClientSecret string
	OIDCName         string // of the provider, on the button

	TraceEndpoint string  // URL of a collector, without /v1/traces; "": there are no traces
	TraceRatio    float64 // part of the traces that are recorded, from 0 to 1

	BlobS3URL       string // http(s)://host/bucket/prefix; "" is BlobFolder
	BlobS3Region    string // "" follows the URL
	BlobS3AccessKey string
	BlobS3SecretKey string
}

// Choice is yes, no, or auto: the environment decides.
type Choice string

// The choices.
const (
	Yes  Choice = "yes"
	No   Choice = "no"
	Auto Choice = "auto"
)

// PrivateWebhooks reports whether webhooks may go to addresses that are not public. A developer's own machine
// needs that; in the network of a production server it is dangerous.
func (c Config) PrivateWebhooks() bool {
	return c.WebhookAllowPrivate == Yes || c.WebhookAllowPrivate == Auto && c.Environment == Development
}

// PasswordsOfOperators reports whether operators who have a passkey or an identity at the provider may sign in by password, too.
func (c Config) PasswordsOfOperators() bool {
	return c.OperatorPasswords == Yes || c.OperatorPasswords == Auto && c.Environment == Development
}

// The log formats. LogAuto is text on a terminal and JSON elsewhere.
const (
	LogAuto = "auto"
	LogText = "text"
	LogJSON = "json"
)

// productionRateLimit is how many requests a second a key may send in production, unless the setting or the
// account says otherwise. In development there is no limit.
const productionRateLimit = 50

// SQLite reports whether the data is in a SQLite file in the data folder.
func (c Config) SQLite() bool { return c.DatabaseURL == "" }

// SQLiteFile returns the path of the SQLite file, even if it is not used.
func (c Config) SQLiteFile() string { return filepath.Join(c.Data, "waybill.db") }

// StoreURL returns the URL that the store opens, with its password.
func (c Config) StoreURL() string {
	if c.SQLite() {
		return "sqlite:" + c.SQLiteFile()
	}
	return c.DatabaseURL
}

// Database returns the database's name for people, without its password.
func (c Config) Database() string {
	if c.SQLite() {
		return c.SQLiteFile()
	}
	u, err := url.Parse(c.DatabaseURL)
	if err != nil { // impossible: the setting was parsed the same way
		return "postgres://…"
	}
	query := u.Query()
	query.Del("password") // libpq also accepts them here
	query.Del("sslpassword")
	u.RawQuery = query.Encode()
	return u.Redacted()
}

// LastBackupFile returns the path of the file that has the time of the last backup.
func (c Config) LastBackupFile() string { return filepath.Join(c.Data, "last-backup") }

// ReserveFile returns the path of the file that keeps room for a start on a full disk.
func (c Config) ReserveFile() string { return filepath.Join(c.Data, "waybill.reserve") }

// SpoolFolder returns the folder of request and response bodies that are too large for memory.
func (c Config) SpoolFolder() string { return filepath.Join(c.Data, "spool") }

// BlobFolder returns the folder of the label files of partners, unless they are in S3.
func (c Config) BlobFolder() string { return filepath.Join(c.Data, "blobs") }

// Load reads the settings. A flag has precedence over a variable, a variable over the default; an empty value
// counts as not given. flags holds the given flags by the setting's name; environ holds NAME=value pairs. The
// warnings name the WAYBILL_ variables that are no settings. The error joins all problems, one a line.
func Load(flags map[string]string, environ []string) (c Config, warnings []string, err error) {
	variables := waybillVariables(environ)
	var problems []error
	for _, s := range settings {
		if err := s.load(&c, flags, variables); err != nil {
			problems = append(problems, err)
		}
	}
	if len(problems) == 0 {
		problems = append(problems, c.settle())
	}
	return c, unknown(variables), errors.Join(problems...)
}

// settle fills in settings that depend on others, and checks them against each other.
func (c *Config) settle() error {
	if c.Environment == Production && c.DemoKey != "" {
		return errors.New("WAYBILL_DEMO_KEY is set, but there is no demo account in production: remove it, or set WAYBILL_ENV=development")
	}
	if c.RateLimit == 0 && c.Environment == Production {
		c.RateLimit = productionRateLimit
	}
	c.RateBurst = cmp.Or(c.RateBurst, 2*c.RateLimit)
	if err := needs("WAYBILL_DATABASE_REPLICA_URL", c.DatabaseReplicaURL, "WAYBILL_DATABASE_URL", c.DatabaseURL); err != nil {
		return err
	}
	return errors.Join(c.checkMail(), c.checkBucket(), c.checkOIDC())
}

// needs returns an error if a setting has a value, and another one, without which it is of no use, has none.
func needs(variable, value, needed, neededValue string) error {
	if value == "" || neededValue != "" {
		return nil
	}
	return fmt.Errorf("%[1]s is set, but %[2]s is not: set it, or remove %[1]s", variable, needed)
}

// checkMail refuses a mail server without what mail needs: a sender, and the URL of the links.
func (c *Config) checkMail() error {
	return cmp.Or(
		needs("WAYBILL_SMTP_FROM", c.SMTPFrom, "WAYBILL_SMTP_URL", c.SMTPURL),
		needs("WAYBILL_SMTP_URL", c.SMTPURL, "WAYBILL_SMTP_FROM", c.SMTPFrom),
		needs("WAYBILL_SMTP_URL", c.SMTPURL, "WAYBILL_PUBLIC_URL, which the links in mail begin with,", c.PublicURL),
	)
}

// checkOIDC refuses some of the settings of the identity provider without the others, and one that production must not
// trust.
func (c *Config) checkOIDC() error {
	settings := []struct{ variable, value string }{
		{"WAYBILL_OIDC_ISSUER", c.OIDCIssuer},
		{"WAYBILL_OIDC_CLIENT_ID", c.OIDCClientID},
		{"WAYBILL_OIDC_CLIENT_SECRET", c.OIDCClientSecret},
		{"WAYBILL_OIDC_NAME", c.OIDCName},
	}
	var set, missing []string
	for _, s := range settings {
		if s.value == "" {
			missing = append(missing, s.variable)
		} else {
			set = append(set, s.variable)
		}
	}
	switch {
	case len(set) == 0:
		return nil
	case len(missing) > 0:
		return fmt.Errorf("%s is set, but %s is not: signing in by OpenID Connect needs all four settings WAYBILL_OIDC_…, or none",
			strings.Join(set, ", "), strings.Join(missing, ", "))
	case c.Environment == Production && !strings.HasPrefix(c.OIDCIssuer, "https://"):
		return fmt.Errorf("WAYBILL_OIDC_ISSUER is %q: in production want https://, because what it answers decides who may sign in", c.OIDCIssuer)
	case c.Environment == Production && c.PublicURL == "":
		return errors.New("WAYBILL_OIDC_ISSUER is set, but WAYBILL_PUBLIC_URL, which the provider sends people back to, is not: " +
			"set it, or remove the settings WAYBILL_OIDC_…")
	}
	return nil
}

// checkBucket refuses a bucket's URL without its keys, and keys without a URL.
func (c *Config) checkBucket() error {
	const bucket, access, secret = "WAYBILL_BLOB_S3_URL", "WAYBILL_BLOB_S3_ACCESS_KEY", "WAYBILL_BLOB_S3_SECRET_KEY"
	return errors.Join(
		needs(access, c.BlobS3AccessKey, bucket, c.BlobS3URL),
		needs(secret, c.BlobS3SecretKey, bucket, c.BlobS3URL),
		needs("WAYBILL_BLOB_S3_REGION", c.BlobS3Region, bucket, c.BlobS3URL),
		needs(bucket, c.BlobS3URL, access, c.BlobS3AccessKey),
		needs(bucket, c.BlobS3URL, secret, c.BlobS3SecretKey),
	)
}

// load sets one setting from its source.
func (s Setting) load(c *Config, flags, variables map[string]string) error {
	value, source, err := s.find(flags, variables)
	if err != nil {
		return err
	}
	// Without a value and a default a field stays empty.
	if value = cmp.Or(value, s.Default); value == "" || s.set(c, value) {
		return nil
	}
	if s.Secret {
		return fmt.Errorf("%s has a wrong value (not shown): want %s", source, s.Want)
	}
	return fmt.Errorf("%s is %q: want %s", source, value, s.Want)
}

// find returns the value of a setting and the name of its source.
func (s Setting) find(flags, variables map[string]string) (value, source string, err error) {
	variable, fileVariable := s.Variable(), s.FileVariable()
	value, file := variables[variable], variables[fileVariable]
	if value != "" && file != "" {
		return "", "", fmt.Errorf("%s and %s are both set: keep one", variable, fileVariable)
	}
	if flag, given := flags[s.Name]; given {
		return flag, "--" + s.Name, nil
	}
	if file == "" {
		return value, variable, nil
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", fileVariable, err)
	}
	value = strings.TrimSpace(string(content))
	if value == "" {
		return "", "", fmt.Errorf("%s: %s is empty", fileVariable, file)
	}
	return value, fileVariable, nil
}

// waybillVariables returns the variables of environ that may be meant for Waybill.
func waybillVariables(environ []string) map[string]string {
	variables := make(map[string]string)
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		if strings.HasPrefix(name, variablePrefix) && !strings.HasPrefix(name, testPrefix) {
			variables[name] = value
		}
	}
	return variables
}
