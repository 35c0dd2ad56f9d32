package request

import (
	"github.com/go-faster/jx"
)

// value reads the next value, which is at the given depth if it is an array or an
// object; what those hold is skipped.
func (p *reader) value(depth int) (Value, error) {
	switch p.dec.Next() {
	case jx.String:
		raw, err := p.dec.Raw()
		if err != nil {
			return Value{}, err
		}
		quoted := p.part(raw)
		return Value{Kind: String, Text: unescape(quoted[1 : len(quoted)-1])}, nil
	case jx.Number:
		return p.literal(Number)
	case jx.Bool:
		return p.literal(Bool)
	case jx.Null:
		return Value{Kind: Null}, p.dec.Null()
	case jx.Array:
		return Value{Kind: Array}, p.skipArray(depth)
	case jx.Object:
		return Value{Kind: Object}, p.skipObject(depth)
	default:
		return Value{}, p.dec.Skip() // always an error: there is no value
	}
}

func (p *reader) literal(kind Kind) (Value, error) {
	raw, err := p.dec.Raw()
	if err != nil {
		return Value{}, err
	}
	return Value{Kind: kind, Text: p.part(raw)}, nil
}

// part is raw, which is a part of the body, as the same part of its text. Both reach
// to the end of one array, so their capacities tell where raw begins.
func (p *reader) part(raw []byte) string {
	start := cap(p.body) - cap(raw)
	return p.text[start : start+len(raw)]
}

// skip reads over a value. Nesting is counted here because the decoder allows ten
// times as much.
func (p *reader) skip(depth int) error {
	switch p.dec.Next() {
	case jx.Array:
		return p.skipArray(depth)
	case jx.Object:
		return p.skipObject(depth)
	default:
		return p.dec.Skip()
	}
}

func (p *reader) skipArray(depth int) error {
	if depth > MaxDepth {
		return errTooDeep
	}
	elements, err := p.dec.ArrIter()
	if err != nil {
		return err
	}
	for elements.Next() {
		if err := p.skip(depth + 1); err != nil {
			return err
		}
	}
	return elements.Err()
}

func (p *reader) skipObject(depth int) error {
	if depth > MaxDepth {
		return errTooDeep
	}
	fields, err := p.dec.ObjIter()
	if err != nil {
		return err
	}
	for fields.Next() {
		if err := p.skip(depth + 1); err != nil {
			return err
		}
	}
	return fields.Err()
}
