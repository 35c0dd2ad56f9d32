package store

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// micros is t as the database holds it: UTC microseconds since 1970, 0 for the zero time.
func micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// fromMicros is the inverse of micros.
func fromMicros(v int64) time.Time {
	if v == 0 {
		return time.Time{}
	}
	return time.UnixMicro(v).UTC()
}

// flag is b as the database holds it.
func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// isText reports whether the database can hold text. PostgreSQL returns an error for a query with
// other text.
func isText(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// keepText drops the texts that the database cannot hold.
func keepText(texts []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(t string) bool { return !isText(t) })
}

// notNull is body as the database needs it: an empty one is not NULL.
func notNull(body []byte) []byte {
	if body == nil {
		return []byte{}
	}
	return body
}
