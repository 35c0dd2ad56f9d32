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

// Kind is what the pages of a label are encoded as.
type Kind int

// The kinds.
const (
	AsPages    Kind = iota // PDF objects; the label of a printer of ZPL stays as it is
	AsPictures             // dots of one resolution, for ZPL and PNG
	AsForms                // form XObjects of PDF, which a page of another file can draw
)

// begins is how encodings begin. A change of an encoding changes it.
var begins = [...]string{AsPages: "waybill pages 1\n", AsPictures: "waybill pictures 1\n", AsForms: "waybill forms 1\n"}

// The largest form fits on A4 if it is made smaller by a tenth, in 1/100 point. It may also lie on its side.
const (
	maxShortSide = 59528 * 10 / 9
	maxLongSide  = 84189 * 10 / 9
)

// Size is the size of a form in 1/100 point.
type Size struct{ Width, Height int }

// Page is a page of PDF. As a form it draws from 0, 0 to its size, and its object is the dictionary and the stream.
type Page struct {
	Size // of a form
	Object
}

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

// Encode encodes pages, as they are or as forms, and the objects to which they and each other refer by index. The references of an
// object must be in the order of their positions. It returns an error that names the exceeded limit.
//
// The encoding is: what names its kind; the numbers of pages and objects; the size of each form; for each page and object the length of
// its text, the text, the number of its references, and for each of them the distance from the last one and the index;
// CRC-32 of all that. Numbers are varints.
func Encode(kind Kind, pages []Page, objects []Object) ([]byte, error) {
	var sizes []byte
	all := make([]Object, len(pages), len(pages)+len(objects))
	for i, p := range pages {
		if all[i] = p.Object; kind != AsForms {
			continue
		}
		short, long := min(p.Width, p.Height), max(p.Width, p.Height)
		if short < 1 || short > maxShortSide || long > maxLongSide {
			return nil, fmt.Errorf("a page of %d × %d mm: at most A4 and a tenth more", millimetres(p.Width), millimetres(p.Height))
		}
		sizes = binary.AppendUvarint(binary.AppendUvarint(sizes, uint64(p.Width)), uint64(p.Height))
	}
	if len(pages) > MaxPages {
		return nil, fmt.Errorf("%d pages: at most %d", len(pages), MaxPages)
	}
	if len(objects) > MaxObjects {
		return nil, fmt.Errorf("%d objects: at most %d", len(objects), MaxObjects)
	}
	b := binary.AppendUvarint([]byte(begins[kind]), uint64(len(pages)))
	b = append(binary.AppendUvarint(b, uint64(len(objects))), sizes...)
	for _, o := range append(all, objects...) {
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
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b)), nil
}

func millimetres(size int) int { return size * 254 / 72_000 }

// Pages are encoded pages that were checked.
type Pages struct {
	Sizes          []Size // of forms
	pages, objects int
	body           []byte
}

// Decode checks encoded pages, as they are or as forms. It returns ErrDamaged if they are damaged.
func Decode(kind Kind, encoded []byte) (Pages, error) {
	c, err := body(encoded, kind)
	if err != nil {
		return Pages{}, err
	}
	p := Pages{pages: c.number(MaxPages), objects: c.number(MaxObjects)}
	for range p.pages {
		if kind == AsForms {
			p.Sizes = append(p.Sizes, Size{c.number(maxLongSide), c.number(maxLongSide)})
		}
	}
	err = c.check(&p)
	return p, err
}

// Check returns ErrDamaged if an encoding is damaged. It decompresses no pictures.
func Check(kind Kind, encoded []byte) (err error) {
	if kind == AsPictures {
		_, err = body(encoded, kind)
	} else {
		_, err = Decode(kind, encoded)
	}
	return err
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
