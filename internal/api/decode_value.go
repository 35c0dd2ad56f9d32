package api

import (
	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// value reads the next value, which is at the given depth if it is an array or an
// object; what those hold is skipped.
func (p *reader) value(depth int) (shipment.Value, error) {
	switch p.dec.Next() {
	case jx.String:
		raw, err := p.dec.Raw()
		if err != nil {
			return shipment.Value{}, err
		}
		quoted := p.part(raw)
		return shipment.Value{Kind: shipment.String, Text: unescape(quoted[1 : len(quoted)-1])}, nil
	case jx.Number:
		return p.literal(shipment.Number)
	case jx.Bool:
		return p.literal(shipment.Bool)
	case jx.Null:
		return shipment.Value{Kind: shipment.Null}, p.dec.Null()
	case jx.Array:
		return shipment.Value{Kind: shipment.Array}, p.skipArray(depth)
	case jx.Object:
		return shipment.Value{Kind: shipment.Object}, p.skipObject(depth)
	default:
		return shipment.Value{}, p.dec.Skip() // always an error: there is no value
	}
}

func (p *reader) literal(kind shipment.Kind) (shipment.Value, error) {
	raw, err := p.dec.Raw()
	if err != nil {
		return shipment.Value{}, err
	}
	return shipment.Value{Kind: kind, Text: p.part(raw)}, nil
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
	if depth > maxDepth {
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
	if depth > maxDepth {
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
