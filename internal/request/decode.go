package request

import (
	"context"
	"errors"
	"io"
	"unsafe"

	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// MaxDepth is how deep the arrays and objects of a body may nest.
const MaxDepth = 1000

var errTooDeep error = &SyntaxError{"nested deeper than 1000 levels"}

// Orders is the decoded body of a create or return request, not validated yet.
type Orders struct {
	// secretKey is Absent when there is none, or no object to hold one.
	secretKey Value
	top       Value // what the body is; an Object if all is well
	blocking  Value
	draft     *Draft
	returning bool
}

// Valid are orders without problems, and what was asked of their create.
type Valid struct {
	Orders   []shipment.Order
	Blocking bool
}

// ParseCreate decodes the body of a create request. The error is a SyntaxError. The
// Orders keeps the body alive, which must not change any more.
func ParseCreate(body []byte) (*Orders, error) {
	return parse(body, &Orders{draft: NewCreate(sizeOf(body))})
}

// ParseReturn is ParseCreate for a return request.
func ParseReturn(body []byte) (*Orders, error) {
	return parse(body, &Orders{draft: NewReturn(sizeOf(body)), returning: true})
}

// sizeOf bounds the draft of a body.
func sizeOf(body []byte) Size {
	var s Size
	s.Count(body)
	return s
}

// Validate applies all the rules. Either nothing is wrong and the Orders is
// Valid, or the problems are the body of the 400.
func (s *Orders) Validate(ctx context.Context, rules Rules) (Valid, Problems, error) {
	if problems := OrdersObjectProblem(s.top); problems != nil {
		return Valid{}, problems, nil
	}
	var problems Problems
	var result Valid
	if !s.returning {
		blocking, wrong := ReadBlocking(s.blocking)
		if wrong != nil {
			problems = append(problems, Problem{Field: "blocking", Node: wrong})
		}
		result.Blocking = blocking
	}
	orders, wrong, err := s.draft.Validate(ctx, rules)
	if err != nil {
		return Valid{}, nil, err
	}
	if wrong == nil && problems != nil {
		wrong = NoProblems(len(orders))
	}
	if wrong != nil {
		return Valid{}, append(problems, Problem{Field: "orders", Node: wrong}), nil
	}
	result.Orders = orders
	return result, nil, nil
}

// SecretKey is the key that came in the body, Absent when there is none.
func (s *Orders) SecretKey() Value { return s.secretKey }

// reader reads values in one pass over a body.
type reader struct {
	dec  *jx.Decoder
	body []byte
	text string // of body; values are parts of it
}

// newReader makes a reader of a body that nobody changes any more: its text is the same
// memory, for a copy would double what the largest requests hold.
func newReader(body []byte) reader {
	text := unsafe.String(unsafe.SliceData(body), len(body)) //nolint:gosec // see above
	return reader{dec: jx.DecodeBytes(body), body: body, text: text}
}

// parser fills a Orders.
type parser struct {
	*Orders
	reader
}

func parse(body []byte, s *Orders) (*Orders, error) {
	p := parser{s, newReader(body)}
	if err := p.run(p.envelope); err != nil {
		return nil, explain(body, err)
	}
	return s, nil
}

// run reads the body, which is one value.
func (p *reader) run(value func() error) error {
	if err := checkText(p.text); err != nil {
		return err
	}
	if err := value(); err != nil {
		return err
	}
	if err := p.dec.Skip(); !errors.Is(err, io.EOF) {
		return errors.New("data after the end")
	}
	return nil
}

// Each of the levels below begins at the depth of the value that it reads.

func (p *parser) envelope() error {
	if p.dec.Next() != jx.Object {
		var err error
		p.top, err = p.value(1)
		return err
	}
	p.top = Value{Kind: Object}
	return p.object(func(key []byte) (err error) {
		switch string(key) {
		case "secret_key":
			p.secretKey, err = p.value(2)
		case "blocking":
			p.blocking, err = p.value(2)
		case "orders":
			err = p.list(2, p.draft.SetOrders, p.draft.AddOrder, p.order)
		default:
			_, err = p.value(2)
		}
		return err
	})
}

func (p *parser) order() error {
	return p.object(p.orderField)
}

func (p *parser) orderField(key []byte) error {
	slot := p.draft.Slot(key)
	if p.draft.IsItems(slot) {
		return p.list(4, p.draft.SetItems, p.draft.AddItem, p.item)
	}
	v, err := p.value(4)
	if err == nil && slot >= 0 {
		p.draft.Set(slot, v)
	}
	return err
}

func (p *parser) item() error {
	return p.object(p.itemField)
}

func (p *parser) itemField(key []byte) error {
	slot := p.draft.ItemSlot(key)
	v, err := p.value(6)
	if err == nil && slot >= 0 {
		p.draft.SetItem(slot, v)
	}
	return err
}

// list reads the orders or the items: begin takes what stands there, add each element,
// and inside reads on within an element that is an object and was taken.
func (p *parser) list(depth int, begin func(Value), add func(Value) bool, inside func() error) error {
	if p.dec.Next() != jx.Array {
		v, err := p.value(depth)
		begin(v)
		return err
	}
	begin(Value{Kind: Array})
	elements, err := p.dec.ArrIter()
	if err != nil {
		return err
	}
	for elements.Next() {
		if err := p.element(depth+1, add, inside); err != nil {
			return err
		}
	}
	return elements.Err()
}

func (p *parser) element(depth int, add func(Value) bool, inside func() error) error {
	if p.dec.Next() == jx.Object && add(Value{Kind: Object}) {
		return inside()
	}
	v, err := p.value(depth)
	if v.Kind != Object {
		add(v)
	}
	return err
}

func (p *reader) object(field func(key []byte) error) error {
	fields, err := p.dec.ObjIter()
	if err != nil {
		return err
	}
	for fields.Next() {
		if err := field(fields.Key()); err != nil {
			return err
		}
	}
	return fields.Err()
}
