package request

import (
	"errors"
	"regexp"
	"strings"

	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// Redacted stands for a value, or a name, that may say something of a person.
const Redacted = "…"

const (
	maxRedacted         = 4 << 10 // bytes of a body that Redact keeps, and of a value
	maxRedactedElements = 5       // of an array
	maxRedactedDepth    = 8
	maxOpenValue        = 64
)

// nameLike matches names of fields, so that another text in the place of a name is redacted.
var nameLike = regexp.MustCompile(`^[a-z][A-Za-z_-]*[0-9]{0,2}$`)

// SafeName is the name of a field that a caller sent, or Redacted for a text that no field is named like.
func SafeName(name string) string {
	if len(name) > maxUnknownKey || !nameLike.MatchString(name) {
		return Redacted
	}
	return name
}

// Redact is a JSON body with the names of its fields. It has the values only of fields that say nothing of a person, and the begin of
// large bodies.
func Redact(body []byte) string {
	r := redactor{dec: jx.DecodeBytes(body)}
	if err := r.value(false, 0); err != nil && !errors.Is(err, errFull) {
		return "" // no JSON
	}
	return r.out.String()
}

var errFull = errors.New("no more is kept")

// redactor copies a body without personal data.
type redactor struct {
	dec *jx.Decoder
	out jx.Encoder
}

// value copies a value, which is that of an open field or not.
func (r *redactor) value(open bool, depth int) error {
	kind := r.dec.Next()
	switch {
	case len(r.out.Bytes()) >= maxRedacted:
		r.out.Str(Redacted)
		return errFull
	case depth == maxRedactedDepth:
		r.out.Str(Redacted)
		return r.dec.Skip()
	case kind == jx.Object:
		return r.object(depth)
	case kind == jx.Array:
		return r.array(depth)
	}
	text, err := r.dec.Raw()
	switch isFixed := kind == jx.Null || kind == jx.Bool; {
	case err != nil:
		return err
	case isFixed || open && len(text) <= maxOpenValue:
		r.out.Raw(text)
	default:
		r.out.Str(Redacted)
	}
	return nil
}

func (r *redactor) object(depth int) error {
	r.out.ObjStart()
	defer r.out.ObjEnd()
	return r.dec.ObjBytes(func(_ *jx.Decoder, key []byte) error {
		name := SafeName(string(key))
		r.out.FieldStart(name)
		return r.value(shipment.IsOpen(name), depth+1)
	})
}

func (r *redactor) array(depth int) error {
	r.out.ArrStart()
	defer r.out.ArrEnd()
	n := 0
	return r.dec.Arr(func(d *jx.Decoder) error {
		if n++; n <= maxRedactedElements {
			return r.value(false, depth+1)
		}
		if n == maxRedactedElements+1 {
			r.out.Str(Redacted)
		}
		return d.Skip()
	})
}

// SafePath is a JSON pointer without what may not be the name of a field.
func SafePath(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if i > 0 && !isIndex(part) {
			parts[i] = SafeName(part)
		}
	}
	return strings.Join(parts, "/")
}

// isIndex reports whether a part of a pointer is an index of a list.
func isIndex(part string) bool {
	return len(part) <= 4 && strings.Trim(part, "0123456789") == "" && part != ""
}
