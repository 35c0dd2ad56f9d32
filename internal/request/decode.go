package request

import (
	"bytes"

	"github.com/go-faster/jx"
)

// MaxDepth is how deep the arrays and objects of a body may nest.
const MaxDepth = 1000

var errTooDeep error = &SyntaxError{"nested deeper than 1000 levels"}

// Decode decodes the body of a request in one pass. The error is a *SyntaxError. The form keeps
// the body alive, which must not change any more.
func Decode(body []byte, shape *Shape) (*Form, error) {
	if shape.mayMiss && len(bytes.TrimSpace(body)) == 0 {
		return newForm(shape, Size{}), nil
	}
	var size Size
	size.Count(body)
	d := decoder{newReader(body), newForm(shape, size)}
	if err := d.run(d.body); err != nil {
		return nil, explain(body, err)
	}
	return d.form, nil
}

// decoder fills a form.
type decoder struct {
	reader
	form *Form
}

// The element of a level is at depth 2*level + 1, its values and its list are one deeper.
func depthOf(level int) int { return 2*level + 1 }

func (d *decoder) body() error {
	body := &d.form.levels[0].elements[0].Value
	if d.dec.Next() != jx.Object {
		v, err := d.value(depthOf(0))
		*body = v
		return err
	}
	body.Kind = Object
	return d.object(0)
}

// object reads the last element of a level, which is an object.
func (d *decoder) object(at int) error {
	fields, err := d.dec.ObjIter()
	if err != nil {
		return err
	}
	l := &d.form.levels[at]
	for fields.Next() {
		slot := l.slot(fields.Key())
		read := d.value
		switch {
		case slot < 0:
			d.form.note(at, fields.Key())
		case slot == l.shape.listSlot:
			if err := d.list(at); err != nil {
				return err
			}
			continue
		case l.shape.whole.has(slot):
			read = d.whole
		}
		v, err := read(depthOf(at) + 1)
		if err != nil {
			return err
		}
		if slot >= 0 {
			d.form.set(at, slot, v)
		}
	}
	return fields.Err()
}

// list reads the list of the last element of a level.
func (d *decoder) list(at int) error {
	if d.dec.Next() != jx.Array {
		v, err := d.value(depthOf(at) + 1)
		d.form.begin(at, v)
		return err
	}
	d.form.begin(at, Value{Kind: Array})
	elements, err := d.dec.ArrIter()
	if err != nil {
		return err
	}
	for elements.Next() {
		if err := d.element(at + 1); err != nil {
			return err
		}
	}
	return elements.Err()
}

// element reads an element into a level. One too many is read over.
func (d *decoder) element(at int) error {
	if d.dec.Next() == jx.Object && d.form.add(at, Value{Kind: Object}) {
		return d.object(at)
	}
	v, err := d.value(depthOf(at))
	if v.Kind != Object {
		d.form.add(at, v)
	}
	return err
}
