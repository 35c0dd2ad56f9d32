package pages

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
)

// Limits of a label.
const (
	MaxPages   = 50
	MaxObjects = 5000
	MaxSize    = 4 << 20 // bytes, encoded
)

// Object is a PDF object: the text between obj and endobj. The object of a page is the entries of its
// dictionary, without Type and Parent.
type Object struct {
	Text []byte
	Refs []Ref
}

// Ref is a reference to the object with index To, at position At of a text that does not contain it.
type Ref struct{ At, To int }

// ErrDamaged reports an encoding that is damaged or cut short.
var ErrDamaged = errors.New("the pages of the label are damaged")

// pagesKind begins encoded pages. A change of the encoding changes it.
const pagesKind = "waybill pages 1\n"

// Encode encodes pages, and the objects to which they and each other refer by index. The references of an
// object must be in the order of their positions. It returns an error that names the exceeded limit.
//
// The encoding is: pagesKind; the numbers of pages and objects; for each page and object the length of its text,
// the text, the number of its references, and for each of them the distance from the last one and the index;
// CRC-32 of all that. Numbers are varints.
func Encode(pages, objects []Object) ([]byte, error) { return encode(pagesKind, nil, pages, objects) }

// encode encodes objects with the sizes of the first ones, if they have some, after the numbers of objects.
func encode(kind string, sizes []Size, pages, objects []Object) ([]byte, error) {
	if len(pages) > MaxPages {
		return nil, fmt.Errorf("%d pages: at most %d", len(pages), MaxPages)
	}
	if len(objects) > MaxObjects {
		return nil, fmt.Errorf("%d objects: at most %d", len(objects), MaxObjects)
	}
	b := binary.AppendUvarint([]byte(kind), uint64(len(pages)))
	b = binary.AppendUvarint(b, uint64(len(objects)))
	for _, s := range sizes {
		b = binary.AppendUvarint(b, uint64(s.Width))
		b = binary.AppendUvarint(b, uint64(s.Height))
	}
	for _, list := range [][]Object{pages, objects} {
		for _, o := range list {
			b = append(binary.AppendUvarint(b, uint64(len(o.Text))), o.Text...)
			b = binary.AppendUvarint(b, uint64(len(o.Refs)))
			at := 0
			for _, r := range o.Refs {
				b = binary.AppendUvarint(b, uint64(r.At-at))
				b = binary.AppendUvarint(b, uint64(r.To))
				at = r.At
			}
			if len(b) > MaxSize {
				return nil, fmt.Errorf("more than %d bytes", MaxSize)
			}
		}
	}
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b)), nil
}

// Pages are encoded pages that were checked.
type Pages struct {
	pages, objects int
	body           []byte
}

// Decode checks encoded pages. It returns ErrDamaged if they are damaged.
func Decode(encoded []byte) (Pages, error) {
	c, err := body(encoded, pagesKind)
	if err != nil {
		return Pages{}, err
	}
	p := Pages{pages: c.number(MaxPages), objects: c.number(MaxObjects)}
	err = c.check(&p)
	return p, err
}

// Objects returns how many objects the pages refer to; their indexes are below it.
func (p Pages) Objects() int { return p.objects }

// All iterates over the pages, then over the objects in the order of their indexes. Each is its text in
// pieces. A piece ends with a reference to the object of an index, unless the index is -1.
func (p Pages) All() iter.Seq2[bool, iter.Seq2[[]byte, int]] {
	return func(yield func(isPage bool, pieces iter.Seq2[[]byte, int]) bool) {
		c := cursor{rest: p.body}
		for i := range p.pages + p.objects {
			text, refs := c.object()
			places := c
			for range 2 * refs {
				c.number(MaxSize)
			}
			if !yield(i < p.pages, places.pieces(text, refs)) {
				return
			}
		}
	}
}

// cursor reads an encoding. After an error it has failed and reads zeros.
type cursor struct {
	rest   []byte
	failed bool
}

// number reads a number from 0 to most.
func (c *cursor) number(most int) int {
	v, n := binary.Uvarint(c.rest)
	if c.failed || n <= 0 || most < 0 || v > uint64(most) {
		c.failed = true
		return 0
	}
	c.rest = c.rest[n:]
	return int(v)
}

// check reads the objects of pages, and sets their body.
func (c *cursor) check(p *Pages) error {
	p.body = c.rest
	for range p.pages + p.objects {
		text, refs := c.object()
		at := 0
		for range refs {
			at += c.number(len(text) - at)
			c.number(p.objects - 1)
		}
	}
	if c.failed || len(c.rest) > 0 {
		*p = Pages{}
		return ErrDamaged
	}
	return nil
}

// object reads the text of an object and the number of references that follow.
func (c *cursor) object() (text []byte, refs int) {
	n := c.number(len(c.rest))
	if n > len(c.rest) {
		c.failed, n = true, 0
	}
	text, c.rest = c.rest[:n], c.rest[n:]
	return text, c.number(len(c.rest))
}

// pieces splits a text at its references, which have been checked.
func (c cursor) pieces(text []byte, refs int) iter.Seq2[[]byte, int] {
	return func(yield func([]byte, int) bool) {
		for range refs {
			n := c.number(len(text))
			if !yield(text[:n], c.number(MaxObjects)) {
				return
			}
			text = text[n:]
		}
		yield(text, -1)
	}
}
