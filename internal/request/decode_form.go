package request

import (
	"github.com/go-faster/jx"
)

// FormParser makes the parser of a shape. Its error is a *SyntaxError. A form keeps
// the body alive, which must not change any more.
func FormParser(shape Shape) func(body []byte) (*Form, error) {
	return func(body []byte) (*Form, error) {
		p := formParser{newReader(body), shape, new(Form)}
		if err := p.run(p.top); err != nil {
			return nil, explain(body, err)
		}
		return p.form, nil
	}
}

// formParser fills a form.
type formParser struct {
	reader
	shape Shape
	form  *Form
}

// Each of the levels below begins at the depth of the value that it reads.

func (p *formParser) top() (err error) {
	if p.dec.Next() != jx.Object {
		p.form.Top, err = p.value(1)
		return err
	}
	p.form.Top = Value{Kind: Object}
	p.form.Values = make(map[string]Value)
	return p.object(func(key []byte) error {
		if p.shape.List != "" && string(key) == p.shape.List {
			return p.list()
		}
		return p.keep(p.shape.Keys, key, 2, p.form.Values)
	})
}

// keep reads a value, and keeps it if its key is one of those wanted.
func (p *formParser) keep(wanted map[string]bool, key []byte, depth int, values map[string]Value) error {
	name, known := string(key), wanted[string(key)]
	v, err := p.value(depth)
	if err == nil && known {
		values[name] = v
	}
	return err
}

func (p *formParser) list() (err error) {
	p.form.Elements, p.form.Count = nil, 0
	if p.dec.Next() != jx.Array {
		p.form.List, err = p.value(2)
		return err
	}
	p.form.List = Value{Kind: Array}
	elements, err := p.dec.ArrIter()
	if err != nil {
		return err
	}
	for elements.Next() {
		e, err := p.element()
		if err != nil {
			return err
		}
		if p.form.Count++; p.form.Count <= p.shape.Max {
			p.form.Elements = append(p.form.Elements, e)
		}
	}
	return elements.Err()
}

func (p *formParser) element() (e Element, err error) {
	if p.dec.Next() != jx.Object {
		e.Value, err = p.value(3)
		return e, err
	}
	e.Kind, e.Values = Object, make(map[string]Value)
	return e, p.object(func(key []byte) error { return p.keep(p.shape.ElementKeys, key, 4, e.Values) })
}
