package server

import (
	"waybill/internal/api/shell"
	"waybill/internal/config"
)

// limit is a limit of so many a second, and so many at once. It is off in development.
func limit(c config.Config, perSecond, burst int) shell.RateLimit {
	if c.Environment == config.Development {
		return shell.RateLimit{}
	}
	return shell.RateLimit{PerSecond: perSecond, Burst: burst}
}

// trackingLimit bounds the tracking numbers that an address, and a key, may ask for: enough for an
// office, or for a shop's whole day at once, but too few to try out numbers: unknown ones
// cost ten times as much. Like the rate limit of keys it is off in development.
func trackingLimit(c config.Config) shell.RateLimit { return limit(c, 200, 2000) }

// failedKeyLimit bounds the keys that are not live, of an address: a program with a wrong key
// notices before, and guessing keys gets nowhere. It is off in development.
func failedKeyLimit(c config.Config) shell.RateLimit { return limit(c, 1, 60) }

// partnerLimit bounds the events that a partner may report: ten messages of the most events at once. It is off in development.
func partnerLimit(c config.Config) shell.RateLimit { return limit(c, 100, 1000) }

// documentLimit bounds the documents that an address, and a key, may fetch by their addresses: the
// labels of a full batch at once. Customs declarations and invoices count five. It is off in
// development.
func documentLimit(c config.Config) shell.RateLimit { return limit(c, 50, 1000) }
