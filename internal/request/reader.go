package request

import (
	"errors"
	"io"
	"unsafe"

	"github.com/go-faster/jx"
)

// reader reads values in one pass over a body.
type reader struct {
	dec  *jx.Decoder
	body []byte
	text string // of body; values are parts of it
}

// newReader makes a reader of a body that does not change any more: its text is the same
// memory, for a copy would double what the largest requests hold.
func newReader(body []byte) reader {
	text := unsafe.String(unsafe.SliceData(body), len(body)) //nolint:gosec // see above
	return reader{dec: jx.DecodeBytes(body), body: body, text: text}
}

// run reads the body, which is one value.
func (r *reader) run(value func() error) error {
	if err := checkText(r.text); err != nil {
		return err
	}
	if err := value(); err != nil {
		return err
	}
	if err := r.dec.Skip(); !errors.Is(err, io.EOF) {
		return errors.New("data after the end")
	}
	return nil
}

// value reads the next value, which stands at a depth. The content of an array or object is skipped.
func (r *reader) value(depth int) (Value, error) {
	switch r.dec.Next() {
	case jx.String:
		raw, err := r.dec.Raw()
		if err != nil {
			return Value{}, err
		}
		quoted := r.part(raw)
		return Value{Kind: String, Text: unescape(quoted[1 : len(quoted)-1])}, nil
	case jx.Number:
		return r.literal(Number)
	case jx.Bool:
		return r.literal(Bool)
	case jx.Null:
		return Value{Kind: Null}, r.dec.Null()
	case jx.Array:
		return Value{Kind: Array}, r.skipArray(depth)
	case jx.Object:
		return Value{Kind: Object}, r.skipObject(depth)
	default:
		return Value{}, r.dec.Skip() // always an error: there is no value
	}
}

// whole is value, but keeps the JSON text of an array or object.
func (r *reader) whole(depth int) (Value, error) {
	kind := Array
	switch r.dec.Next() {
	case jx.Array:
	case jx.Object:
		kind = Object
	default:
		return r.value(depth)
	}
	if err := r.dec.Capture(func(*jx.Decoder) error { return r.skip(depth) }); err != nil {
		return Value{}, err
	}
	return r.literal(kind)
}

func (r *reader) literal(kind Kind) (Value, error) {
	raw, err := r.dec.Raw()
	if err != nil {
		return Value{}, err
	}
	return Value{Kind: kind, Text: r.part(raw)}, nil
}

// part is raw, which is a part of the body, as the same part of its text. Both slices reach to the end
// of one array, so that the difference of their capacities is where raw begins.
func (r *reader) part(raw []byte) string {
	start := cap(r.body) - cap(raw)
	return r.text[start : start+len(raw)]
}

// skip reads over a value. It counts the nesting, because jx allows ten times as much.
func (r *reader) skip(depth int) error {
	switch r.dec.Next() {
	case jx.Array:
		return r.skipArray(depth)
	case jx.Object:
		return r.skipObject(depth)
	default:
		return r.dec.Skip()
	}
}

func (r *reader) skipArray(depth int) error {
	if depth > MaxDepth {
		return errTooDeep
	}
	elements, err := r.dec.ArrIter()
	if err != nil {
		return err
	}
	for elements.Next() {
		if err := r.skip(depth + 1); err != nil {
			return err
		}
	}
	return elements.Err()
}

func (r *reader) skipObject(depth int) error {
	if depth > MaxDepth {
		return errTooDeep
	}
	fields, err := r.dec.ObjIter()
	if err != nil {
		return err
	}
	for fields.Next() {
		if err := r.skip(depth + 1); err != nil {
			return err
		}
	}
	return fields.Err()
}
