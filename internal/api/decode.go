package api

import (
	"context"
	"errors"
	"io"
	"unsafe"

	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// maxDepth is how deep the arrays and objects of a body may nest.
const maxDepth = 1000

var errTooDeep error = &parseError{"nested deeper than 1000 levels"}

// submission is a decoded body of a create or return request, not validated yet.
type submission struct {
	// secretKey is Absent when there is none, or no object to hold one.
	secretKey shipment.Value
	top       shipment.Value // what the body is; an Object if all is well
	blocking  shipment.Value
	draft     *shipment.Draft
	returning bool
}

// accepted is a submission without problems.
type accepted struct {
	orders   []shipment.Order
	blocking bool
}

// parseCreate decodes the body of a create request. The error is a parseError. The
// submission keeps the body alive, which must not change any more.
func parseCreate(body []byte) (*submission, error) {
	return parse(body, &submission{draft: shipment.NewCreate(sizeOf(body))})
}

// parseReturn is parseCreate for a return request.
func parseReturn(body []byte) (*submission, error) {
	return parse(body, &submission{draft: shipment.NewReturn(sizeOf(body)), returning: true})
}

// sizeOf bounds the draft of a body.
func sizeOf(body []byte) shipment.DraftSize {
	var s bodyShape
	s.count(body)
	return shipment.DraftSize{Bytes: s.size, Elements: s.elements(), Fields: s.fields()}
}

// validate applies all the rules. Either nothing is wrong and the submission is
// accepted, or the problems are the body of the 400.
func (s *submission) validate(ctx context.Context, rules shipment.Rules) (accepted, shipment.Problems, error) {
	if problems := shipment.OrdersObjectProblem(s.top); problems != nil {
		return accepted{}, problems, nil
	}
	var problems shipment.Problems
	var result accepted
	if !s.returning {
		blocking, wrong := shipment.ReadBlocking(s.blocking)
		if wrong != nil {
			problems = append(problems, shipment.Problem{Field: "blocking", Node: wrong})
		}
		result.blocking = blocking
	}
	orders, wrong, err := s.draft.Validate(ctx, rules)
	if err != nil {
		return accepted{}, nil, err
	}
	if wrong == nil && problems != nil {
		wrong = shipment.NoProblems(len(orders))
	}
	if wrong != nil {
		return accepted{}, append(problems, shipment.Problem{Field: "orders", Node: wrong}), nil
	}
	result.orders = orders
	return result, nil, nil
}

// key is where the interface has the secret key.
func (s *submission) key() shipment.Value { return s.secretKey }

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

// parser fills a submission.
type parser struct {
	*submission
	reader
}

func parse(body []byte, s *submission) (*submission, error) {
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
	p.top = shipment.Value{Kind: shipment.Object}
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
func (p *parser) list(depth int, begin func(shipment.Value), add func(shipment.Value) bool, inside func() error) error {
	if p.dec.Next() != jx.Array {
		v, err := p.value(depth)
		begin(v)
		return err
	}
	begin(shipment.Value{Kind: shipment.Array})
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

func (p *parser) element(depth int, add func(shipment.Value) bool, inside func() error) error {
	if p.dec.Next() == jx.Object && add(shipment.Value{Kind: shipment.Object}) {
		return inside()
	}
	v, err := p.value(depth)
	if v.Kind != shipment.Object {
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
