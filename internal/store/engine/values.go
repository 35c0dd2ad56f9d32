package engine

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Micros is t as the database holds it: UTC microseconds since 1970, 0 for the zero time.
func Micros(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// FromMicros is the inverse of micros.
func FromMicros(v int64) time.Time {
	if v == 0 {
		return time.Time{}
	}
	return time.UnixMicro(v).UTC()
}

// At scans a column of microseconds into a time.
func At(t *time.Time) sql.Scanner {
	return Number(func(value int64) { *t = FromMicros(value) })
}

// Is scans a column with a flag into a bool.
func Is(b *bool) sql.Scanner {
	return Number(func(value int64) { *b = value != 0 })
}

// Number takes an integer of the database.
type Number func(int64)

// Scan implements sql.Scanner.
func (n Number) Scan(src any) error {
	value, ok := src.(int64)
	if !ok {
		return fmt.Errorf("%T is no integer", src)
	}
	n(value)
	return nil
}

// Flag is b as the database holds it.
func Flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// IsText reports whether the database can hold text. PostgreSQL returns an error for a query with
// other text.
func IsText(text string) bool { return utf8.ValidString(text) && !strings.ContainsRune(text, 0) }

// KeepText drops the texts that the database cannot hold.
func KeepText(texts []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(t string) bool { return !IsText(t) })
}

// NotNull is body as the database needs it: an empty one is not NULL.
func NotNull(body []byte) []byte {
	if body == nil {
		return []byte{}
	}
	return body
}

// JSON is a value as JSON. It panics for a value that no column holds, such as a channel.
func JSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("write a %T as JSON: %v", value, err))
	}
	return string(text)
}
