package shell

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"strconv"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store"
)

// ErrInvalidCursor refuses a cursor that no page had.
var ErrInvalidCursor = &Problem{Status: http.StatusBadRequest, Detail: problem.InvalidCursor}

// NumberCursor reads a cursor that is the number of an element; 0 for none. Returns ErrInvalidCursor.
func (c Call) NumberCursor() (int64, error) {
	cursor := request.LastValue(c.Query(), "cursor")
	if cursor == "" {
		return 0, nil
	}
	number, err := strconv.ParseInt(cursor, 10, 64)
	if err != nil || number < 1 {
		return 0, ErrInvalidCursor
	}
	return number, nil
}

// A cursor is opaque to callers. It is the position of the last order of a page: a time and an id. That of a
// list by update begins with a byte, so that it does not pass for one of another list, and so does that of a search, which
// has a number of the search index.

const (
	byUpdate = 1
	bySearch = 2
)

// FormatCursor writes a cursor.
func FormatCursor(c store.Cursor) string {
	if c.Search {
		return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64([]byte{bySearch}, uint64(c.Seq)))
	}
	var b []byte
	if c.UpdatedOn != 0 {
		b = append(b, byUpdate)
	}
	b = binary.BigEndian.AppendUint64(b, uint64(c.CreatedOn+c.UpdatedOn)) // one of them is 0
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(b, uint64(c.OrderID)))
}

// ParseCursor reads a cursor of a list that is sorted by update or not. The empty one is the start.
func ParseCursor(s string, sortedByUpdate bool) (c store.Cursor, ok bool) {
	if sortedByUpdate {
		ok = readCursor(s, []byte{byUpdate}, &c.UpdatedOn, &c.OrderID)
	} else {
		ok = readCursor(s, nil, &c.CreatedOn, &c.OrderID)
	}
	return c, ok
}

// ParseSearchCursor reads a cursor of a search. The empty one is the start.
func ParseSearchCursor(s string) (store.Cursor, bool) {
	c := store.Cursor{Search: s != ""}
	ok := readCursor(s, []byte{bySearch}, &c.Seq)
	return c, ok
}

// readCursor reads the numbers of a cursor behind its begin. An empty cursor leaves them as they are.
func readCursor(s string, begin []byte, numbers ...*int64) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	b, hasBegin := bytes.CutPrefix(b, begin)
	if s == "" || err != nil || !hasBegin || len(b) != 8*len(numbers) {
		return s == ""
	}
	for i, n := range numbers {
		*n = int64(binary.BigEndian.Uint64(b[8*i:]))
	}
	return true
}
