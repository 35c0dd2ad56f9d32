package config

import (
	"errors"
	"fmt"
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

	"waybill/internal/each"
)

func text(want string) kind[string] {
	return kind[string]{want, func(value string) (string, bool) { return value, true }}
}

func shaped(shape, want string) kind[string] {
	expression := regexp.MustCompile(shape)
	return kind[string]{want, func(value string) (string, bool) { return value, expression.MatchString(value) }}
}

func oneOf[T ~string](allowed ...T) kind[T] {
	words, last := each.Of(allowed, func(word T) string { return string(word) }), len(allowed)-1
	return kind[T]{strings.Join(words[:last], ", ") + " or " + words[last], func(value string) (T, bool) {
		return T(value), slices.Contains(allowed, T(value))
	}}
}

var yesNo = kind[bool]{"yes or no", func(value string) (bool, bool) { return value == "yes", value == "yes" || value == "no" }}

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
	u, err := url.Parse(value)
	return value, err == nil && (u.Scheme == "postgres" || u.Scheme == "postgresql")
}

// webURL is an address such as the example.
func webURL(example string) kind[string] {
	return kind[string]{"http:// or https:// and a host, such as " + example, publicURL}
}

// publicURL parses an address that may have a path, for a proxy that strips it.
func publicURL(value string) (string, bool) {
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
	u, err := url.Parse(value)
	if err != nil || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", false
	}
	return value, u.Scheme == "smtp" || u.Scheme == "smtps"
}

// mailAddress parses an e-mail address without a name.
func mailAddress(value string) (string, bool) {
	parsed, err := mail.ParseAddress(value)
	return value, err == nil && parsed.Address == value
}

// bucketURL parses an address whose path begins with the bucket, even where S3 has it in the host name.
func bucketURL(value string) (string, bool) {
	u, ok := publicURL(value)
	_, path, _ := strings.Cut(u, "://")
	_, bucket, _ := strings.Cut(path, "/")
	return u, ok && bucket != ""
}

// originShape refuses what url.Parse accepts but browsers never send.
var originShape = regexp.MustCompile(`^https?://([a-z0-9._-]+|\[[0-9a-f:]+\])(:[0-9]+)?$`)

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

func level(value string) (slog.Level, bool) {
	levels := map[string]slog.Level{
		"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
	}
	l, ok := levels[value]
	return l, ok
}

func duration(least, most, example string) kind[time.Duration] {
	from, fromErr := time.ParseDuration(least)
	to, toErr := time.ParseDuration(most)
	want := fmt.Sprintf("a time from %s to %s, such as %s", least, most, example)
	return kind[time.Duration]{want, func(value string) (time.Duration, bool) {
		d, err := time.ParseDuration(value)
		return d, errors.Join(fromErr, toErr, err) == nil && d >= from && d <= to
	}}
}

// LeastMemory is the memory that a server needs at least, in bytes: 50 MB that all requests share, 55 MB to
// draw a label and a document, a quarter that Go does not count, and some requests.
const LeastMemory = 192_000_000

func memory(value string) (int64, bool) {
	n, err := humanize.ParseBytes(value)
	return int64(n), err == nil && n >= LeastMemory && n <= math.MaxInt64
}

func number(least, most int) kind[int] {
	return kind[int]{fmt.Sprintf("a whole number from %d to %d", least, most), func(value string) (int, bool) {
		n, err := strconv.Atoi(value)
		return n, err == nil && n >= least && n <= most
	}}
}

// auditDays is how long the audit log is kept: long enough to look into something that was noticed late.
func auditDays(value string) (int, bool) {
	n, allowed := number(0, 36_500).read(value)
	return n, allowed && (n == 0 || n >= 30)
}
