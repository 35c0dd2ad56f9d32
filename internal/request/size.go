package request

import "bytes"

const (
	bytesOfField = 12 // the shortest field that a form keeps, in JSON
	mostElements = MaxOrders * (MaxItems + 1)
)

// Size bounds what the decoded form of a body takes, by counting the punctuation of the text.
type Size struct {
	Bytes   int
	Escapes bool // a string may have escapes, so that its text is a copy

	commas, colons, opened int
}

// Count adds the next part of a body.
func (s *Size) Count(part []byte) {
	s.Bytes += len(part)
	s.commas += bytes.Count(part, []byte{','})
	s.colons += bytes.Count(part, []byte{':'})
	s.opened += bytes.Count(part, []byte{'{'}) + bytes.Count(part, []byte{'['})
	s.Escapes = s.Escapes || bytes.IndexByte(part, '\\') >= 0
}

// Fields is the most fields of objects that a form may keep.
func (s *Size) Fields() int { return min(s.colons, s.Bytes/bytesOfField) }

// Elements is the most elements of arrays: what commas separate and brackets begin is an element
// or a field.
func (s *Size) Elements() int {
	return min(max(s.commas+s.opened-s.Fields(), 0), mostElements)
}

// add adds an order that does not come as JSON.
func (s *Size) add(o *OrderValues) {
	fields, elements := len(o.Fields), 1+len(o.Items)
	for _, item := range o.Items {
		fields += len(item)
	}
	s.colons += fields
	s.commas += fields // Elements takes the fields off
	s.opened += elements
	s.Bytes += max(fields*bytesOfField, elements*bytesPerElement)
}
