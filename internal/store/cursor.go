package store

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"

	"waybill/internal/store/engine"
)

// A place in a list as text is opaque to callers: some numbers. Those of a list by update or of a search begin with a byte, so that one
// does not pass for a place in another list.
const (
	byUpdate = "\x01"
	bySearch = "\x02"
)

// String returns the place as text, for OrderFilter.ReadCursor.
func (c Cursor) String() string {
	switch {
	case c.Search:
		return writePlace(bySearch, c.Seq)
	case c.UpdatedOn != 0:
		return writePlace(byUpdate, c.UpdatedOn, c.OrderID)
	}
	return writePlace("", c.CreatedOn, c.OrderID)
}

// ReadCursor reads a place in the list that f selects. "" is the start.
func (f OrderFilter) ReadCursor(text string) (c Cursor, ok bool) {
	switch {
	case f.BySearch():
		ok = readPlace(text, bySearch, &c.Seq)
		c.Search = ok && text != ""
	case f.ByUpdate(), f.Sort == SortChanged:
		ok = readPlace(text, byUpdate, &c.UpdatedOn, &c.OrderID)
	default:
		ok = readPlace(text, "", &c.CreatedOn, &c.OrderID)
	}
	return c, ok
}

// Cursor is the place of a batch in the list of batches as text, for ReadBatchCursor.
func (b BatchSummary) Cursor() string {
	return writePlace("", engine.Micros(b.CreatedOn), b.LastID, int64(b.Orders))
}

// ReadBatchCursor reads a place in the list of batches. "" is the start.
func ReadBatchCursor(text string) (b BatchSummary, ok bool) {
	var createdOn, orders int64
	ok = readPlace(text, "", &createdOn, &b.LastID, &orders)
	b.CreatedOn, b.Orders = engine.FromMicros(createdOn), int(orders)
	return b, ok
}

func writePlace(begin string, numbers ...int64) string {
	b := []byte(begin)
	for _, n := range numbers {
		b = binary.BigEndian.AppendUint64(b, uint64(n))
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// readPlace reads the numbers of a place behind its begin. An empty one leaves them as they are.
func readPlace(text, begin string, numbers ...*int64) bool {
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	b, hasBegin := bytes.CutPrefix(b, []byte(begin))
	if text == "" || err != nil || !hasBegin || len(b) != 8*len(numbers) {
		return text == ""
	}
	for i, n := range numbers {
		*n = int64(binary.BigEndian.Uint64(b[8*i:]))
	}
	return true
}
