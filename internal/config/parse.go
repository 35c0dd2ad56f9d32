package config

import (
	"log/slog"
	"math"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/dustin/go-humanize"
)

var (
	// originShape refuses what url.Parse accepts but browsers never send.
	originShape         = regexp.MustCompile(`^https?://([a-z0-9._-]+|\[[0-9a-f:]+\])(:[0-9]+)?$`)
	demoKeyShape        = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)
	apiKeyShape         = regexp.MustCompile(`^[[:graph:]]{8,256}$`)
	carrierServiceShape = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}/[A-Za-z0-9_-]{1,64}$`)
)

func anything(value string) (string, bool) { return value, true }

func oneOf[T ~string](allowed ...T) func(string) (T, bool) {
	return func(value string) (T, bool) {
		return T(value), slices.Contains(allowed, T(value))
	}
}

func yes(value string) (bool, bool) { return value == "yes", value == "yes" || value == "no" }

func address(value string) (string, bool) {
	_, port, err := net.SplitHostPort(value)
	if err != nil {
		return "", false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return value, err == nil
}

func addressOrOff(value string) (string, bool) {
	if value == "off" {
		return "", true
	}
	return address(value)
}

// networks parses addresses and networks. It refuses a network that holds every address: with it each client
// could choose its own address.
func networks(list string) ([]netip.Prefix, bool) {
	var all []netip.Prefix
	for text := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		network, err := netip.ParsePrefix(text)
		if address, isAddress := netip.ParseAddr(text); isAddress == nil && address.Zone() == "" {
			network, err = address.Prefix(address.BitLen())
		}
		if err != nil || network.Bits() == 0 || network.Addr().Is4In6() {
			return nil, false
		}
		all = append(all, network.Masked())
	}
	return all, true
}

func postgresURL(value string) (string, bool) {
	if value == "" {
		return "", true
	}
	u, err := url.Parse(value)
	return value, err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql")
}

// publicURL parses an address that may have a path, for a proxy that strips it.
func publicURL(value string) (string, bool) {
	if value == "" {
		return "", true
	}
	u, err := url.Parse(value)
	if err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", false
	}
	return strings.TrimRight(value, "/"), u.Scheme == "http" || u.Scheme == "https"
}

func ratio(value string) (float64, bool) {
	n, err := strconv.ParseFloat(value, 64)
	return n, err == nil && n >= 0 && n <= 1
}

// issuerURL parses the URL of an identity provider. It stays as it is: providers compare it to the letter.
func issuerURL(value string) (string, bool) {
	_, ok := publicURL(value)
	return value, ok
}

// providerName parses a name that is on a button.
func providerName(value string) (string, bool) {
	unprintable := func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }
	name := strings.TrimSpace(value)
	return name, utf8.RuneCountInString(name) <= 40 && !strings.ContainsFunc(name, unprintable)
}

// mailURL parses the address of a mail server.
func mailURL(value string) (string, bool) {
	if value == "" {
		return "", true
	}
	u, err := url.Parse(value)
	if err != nil || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", false
	}
	return value, u.Scheme == "smtp" || u.Scheme == "smtps"
}

// mailAddress parses an e-mail address without a name.
func mailAddress(value string) (string, bool) {
	if value == "" {
		return "", true
	}
	parsed, err := mail.ParseAddress(value)
	return value, err == nil && parsed.Address == value
}

// bucketURL parses an address whose path begins with the bucket, even where S3 has it in the host name.
func bucketURL(value string) (string, bool) {
	u, ok := publicURL(value)
	if !ok || u == "" {
		return "", ok
	}
	_, path, _ := strings.Cut(u, "://")
	_, bucket, _ := strings.Cut(path, "/")
	return u, bucket != ""
}

// ownPorts are the ports that a browser leaves out of an origin.
var ownPorts = map[string]uint64{"http": 80, "https": 443}

// origins parses a list of origins. A browser sends an origin in one form only; any other spelling would
// never match.
func origins(list string) ([]string, bool) {
	var all []string
	for text := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		u, err := url.Parse(text)
		if err != nil || !originShape.MatchString(text) {
			return nil, false
		}
		port, err := strconv.ParseUint(u.Port(), 10, 16)
		if u.Port() != "" && (err != nil || u.Port() != strconv.FormatUint(port, 10) || port == ownPorts[u.Scheme]) {
			return nil, false
		}
		all = append(all, text)
	}
	return all, true
}

func demoKey(value string) (string, bool) {
	return value, value == "" || demoKeyShape.MatchString(value)
}

func apiKey(value string) (string, bool) {
	return value, value == "" || apiKeyShape.MatchString(value)
}

func carrierService(value string) (string, bool) {
	return value, value == "" || carrierServiceShape.MatchString(value)
}

func level(value string) (slog.Level, bool) {
	levels := map[string]slog.Level{
		"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
	}
	l, ok := levels[value]
	return l, ok
}

func duration(least, most time.Duration) func(string) (time.Duration, bool) {
	return func(value string) (time.Duration, bool) {
		d, err := time.ParseDuration(value)
		return d, err == nil && d >= least && d <= most
	}
}

// LeastMemory is the memory that a server needs at least, in bytes: 50 MB that all requests share, 55 MB to
// draw a label and a document, a quarter that Go does not count, and some requests.
const LeastMemory = 192_000_000

func memory(value string) (int64, bool) {
	if value == "" {
		return 0, true
	}
	n, err := humanize.ParseBytes(value)
	return int64(n), err == nil && n >= LeastMemory && n <= math.MaxInt64
}

func number(least, most int) func(string) (int, bool) {
	return func(value string) (int, bool) {
		n, err := strconv.Atoi(value)
		return n, err == nil && n >= least && n <= most
	}
}

// auditDays is how long the audit log is kept: long enough to look into something that was noticed late.
func auditDays(value string) (int, bool) {
	n, allowed := number(0, 36_500)(value)
	return n, allowed && (n == 0 || n >= 30)
}
