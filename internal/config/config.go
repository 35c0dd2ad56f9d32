package config

import (
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

// Environment is what a process and its data are for.
type Environment string

// The environments. Each has its own data: a key of one is unknown to the other.
const (
	Development Environment = "development" // demo account and services, simulated partners
	Production  Environment = "production"  // starts empty, refuses demo data
)

// Config is every setting, checked. The table in settings.go says what each may be.
type Config struct {
	Environment     Environment
	Listen          string         // host:port of the interface
	PublicURL       string         // without a trailing slash; "" takes it from each request's Host
	TrustedProxies  []netip.Prefix // whose X-Forwarded-For counts
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
	Memory          int64         // bytes that the server may take; 0: find out
	ShutdownTimeout time.Duration // to finish what was accepted

	DatabaseConnections int      // to PostgreSQL, at most
	CORSOrigins         []string // whose pages may call the interface from a browser

	EasyPostAPIKey        string // "": there is no such partner
	EasyPostWebhookSecret string // "" believes no call
	EasyPostService       string // CARRIER/SERVICE; "" is that which costs least
	EasyPostURL           string // without a trailing slash; "" is EasyPost's own

	WebhookAllowPrivate Choice // see PrivateWebhooks

	BlobS3URL       string // http(s)://host/bucket/prefix; "" is BlobFolder
	BlobS3Region    string // "" follows the URL
	BlobS3AccessKey string
	BlobS3SecretKey string
}

// Choice is yes, no, or what fits the environment.
type Choice string

// The choices.
const (
	Yes  Choice = "yes"
	No   Choice = "no"
	Auto Choice = "auto"
)

// PrivateWebhooks reports whether webhooks may go to addresses that are not public: to a
// developer's own machine they must, into the network of a production server never.
func (c Config) PrivateWebhooks() bool {
	return c.WebhookAllowPrivate == Yes || c.WebhookAllowPrivate == Auto && c.Environment == Development
}

// The log formats. LogAuto is text on a terminal and JSON elsewhere.
const (
	LogAuto = "auto"
	LogText = "text"
	LogJSON = "json"
)

// productionRateLimit is what a key may send a second in production unless the
// operator or its account says otherwise; in development there is no limit.
const productionRateLimit = 50

// SQLite reports whether the data is in a SQLite file of the data folder.
func (c Config) SQLite() bool { return c.DatabaseURL == "" }

// SQLiteFile is the path of the SQLite file, whether it is used or not.
func (c Config) SQLiteFile() string { return filepath.Join(c.Data, "waybill.db") }

// StoreURL is the address that the store opens, with its password.
func (c Config) StoreURL() string {
	if c.SQLite() {
		return "sqlite:" + c.SQLiteFile()
	}
	return c.DatabaseURL
}

// Database names the database for people, without its password.
func (c Config) Database() string {
	if c.SQLite() {
		return c.SQLiteFile()
	}
	u, err := url.Parse(c.DatabaseURL)
	if err != nil { // cannot be: the setting was parsed the same way
		return "postgres://…"
	}
	query := u.Query()
	query.Del("password") // libpq takes them there too
	query.Del("sslpassword")
	u.RawQuery = query.Encode()
	return u.Redacted()
}

// SpoolFolder is the folder of bodies under way that are too large for memory.
func (c Config) SpoolFolder() string { return filepath.Join(c.Data, "spool") }

// BlobFolder is the folder of the files that couriers hand over, unless they are in S3.
func (c Config) BlobFolder() string { return filepath.Join(c.Data, "blobs") }

// Load reads the settings. A flag wins over a variable, a variable over the default;
// an empty value counts as not given. flags holds those given, by the setting's name;
// environ holds NAME=value pairs. The warnings name WAYBILL_ variables that are no
// setting. The error joins every problem found, one a line.
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

// settle fills what depends on other settings, and checks them against each other.
func (c *Config) settle() error {
	if c.Environment == Production && c.DemoKey != "" {
		return errors.New("WAYBILL_DEMO_KEY is set, but there is no demo account in production: remove it, or set WAYBILL_ENV=development")
	}
	if c.RateLimit == 0 && c.Environment == Production {
		c.RateLimit = productionRateLimit
	}
	if c.RateBurst == 0 {
		c.RateBurst = 2 * c.RateLimit
	}
	return c.checkBucket()
}

// checkBucket refuses an address of a bucket without its keys, and the other way round.
func (c *Config) checkBucket() error {
	var problems []error
	for _, beside := range []struct {
		variable, value string
		needed          bool
	}{
		{"WAYBILL_BLOB_S3_ACCESS_KEY", c.BlobS3AccessKey, true},
		{"WAYBILL_BLOB_S3_SECRET_KEY", c.BlobS3SecretKey, true},
		{"WAYBILL_BLOB_S3_REGION", c.BlobS3Region, false},
	} {
		switch {
		case c.BlobS3URL == "" && beside.value != "":
			problems = append(problems, fmt.Errorf("%[1]s is set, but WAYBILL_BLOB_S3_URL is not: set it, or remove %[1]s", beside.variable))
		case c.BlobS3URL != "" && beside.value == "" && beside.needed:
			problems = append(problems, fmt.Errorf("WAYBILL_BLOB_S3_URL is set, but %s is not: set it, or remove WAYBILL_BLOB_S3_URL", beside.variable))
		}
	}
	return errors.Join(problems...)
}

// load takes one setting from where it is given.
func (s Setting) load(c *Config, flags, variables map[string]string) error {
	value, source, err := s.find(flags, variables)
	if err != nil {
		return err
	}
	if value == "" {
		value = s.Default
	}
	if s.set(c, value) {
		return nil
	}
	if s.Secret {
		return fmt.Errorf("%s has a wrong value (not shown): want %s", source, s.Want)
	}
	return fmt.Errorf("%s is %q: want %s", source, value, s.Want)
}

// find returns the value and the name of what gave it.
func (s Setting) find(flags, variables map[string]string) (value, source string, err error) {
	variable := s.Variable()
	fileVariable := variable + fileSuffix
	value, file := variables[variable], variables[fileVariable]
	if s.Secret && value != "" && file != "" {
		return "", "", fmt.Errorf("%s and %s are both set: keep one", variable, fileVariable)
	}
	if flag, given := flags[s.Name]; given {
		return flag, "--" + s.Name, nil
	}
	if !s.Secret || file == "" {
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

// waybillVariables are the variables of environ that may be meant for Waybill.
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
