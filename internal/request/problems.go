package request

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// NonFieldErrors is the key of the problems of a whole object or list.
const NonFieldErrors = "non_field_errors"

// Node is a place in the tree of problems: Messages, Problems or List.
type Node interface {
	// AppendJSON appends the node as compact JSON in the API's shape, with
	// nothing escaped but what JSON demands.
	AppendJSON(b []byte) []byte
}

// Messages are the problems of one value: ["…","…"].
type Messages []problem.Message

// Problems are the wrong fields of an object, in the order of its field table:
// {"order_width":["…"]}. It is empty when the object is valid.
type Problems []Problem

// Problem is one wrong field.
type Problem struct {
	Field string
	Node  Node
}

// List has a node for each element of an array, which is an empty Problems for a valid element:
// [{},{"order_width":["…"]}].
type List []Node

// Place is where a message stands in a tree: the fields and the elements of lists on the way to it.
type Place []Step

// Step is a part of a Place.
type Step struct {
	Field string
	Index int // of an element of a list; -1 of a field
}

// Names are the names of the fields and the indexes of a place. NonFieldErrors is left out.
func (p Place) Names() (names []string) {
	for _, step := range p {
		if step.Index >= 0 {
			names = append(names, strconv.Itoa(step.Index))
		} else if step.Field != NonFieldErrors {
			names = append(names, step.Field)
		}
	}
	return names
}

// Pointer is the place as a JSON pointer (RFC 6901), such as /orders/0/items/1/item_quantity.
func (p Place) Pointer() string {
	var b strings.Builder
	for _, name := range p.Names() {
		b.WriteString("/" + pointerEscaper.Replace(withoutSurrogates(name)))
	}
	return b.String()
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// Each yields the messages of a tree with their places.
func Each(tree Node) iter.Seq2[Place, problem.Message] {
	return func(yield func(Place, problem.Message) bool) { eachBelow(tree, nil, yield) }
}

func eachBelow(tree Node, at Place, yield func(Place, problem.Message) bool) bool {
	at = slices.Clip(at)
	switch n := tree.(type) {
	case Messages:
		for _, m := range n {
			if !yield(at, m) {
				return false
			}
		}
	case Problems:
		for _, p := range n {
			if !eachBelow(p.Node, append(at, Step{p.Field, -1}), yield) {
				return false
			}
		}
	case List:
		for i, node := range n {
			if !eachBelow(node, append(at, Step{"", i}), yield) {
				return false
			}
		}
	}
	return true
}

// count is how many messages a tree has.
func count(tree Node) (n int) {
	for range Each(tree) {
		n++
	}
	return n
}

// InWords is a tree with its messages in the words of say, which gets the field and the message. nil leaves them in English.
func InWords(tree Node, say func(field string, m problem.Message) string) Node {
	if say == nil {
		return tree
	}
	return inWords(tree, "", say)
}

func inWords(tree Node, field string, say func(field string, m problem.Message) string) Node {
	switch n := tree.(type) {
	case Messages:
		return Messages(each.Of(n, func(m problem.Message) problem.Message { return problem.Own(say(field, m)) }))
	case Problems:
		return Problems(each.Of(n, func(p Problem) Problem { return Problem{p.Field, inWords(p.Node, p.Field, say)} }))
	case List:
		return List(each.Of(n, func(node Node) Node { return inWords(node, "", say) }))
	}
	return tree
}

// AppendJSON implements Node.
func (m Messages) AppendJSON(b []byte) []byte {
	b = append(b, '[')
	for _, message := range m {
		b = appendString(shipment.AppendComma(b), message.String())
	}
	return append(b, ']')
}

// AppendJSON implements Node.
func (p Problems) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	for i := range p {
		b = append(appendString(shipment.AppendComma(b), p[i].Field), ':')
		b = p[i].Node.AppendJSON(b)
	}
	return append(b, '}')
}

// AppendJSON implements Node.
func (l List) AppendJSON(b []byte) []byte {
	b = append(b, '[')
	for _, node := range l {
		b = node.AppendJSON(shipment.AppendComma(b))
	}
	return append(b, ']')
}

// add adds a message behind the others, to those of the last field if it is about that field.
func (p Problems) add(field string, m problem.Message) Problems {
	last := len(p) - 1
	if last < 0 || p[last].Field != field {
		return append(p, Problem{field, Messages{m}})
	}
	messages, _ := p[last].Node.(Messages)
	messages = append(messages, m)
	p[last].Node = messages
	return p
}

// with adds the problem of a field; a nil node is none.
func (p Problems) with(field string, node Node) Problems {
	if node == nil {
		return p
	}
	return append(p, Problem{field, node})
}

// asNode is n as a Node, nil when it is nil.
func asNode[N interface {
	Node
	~[]E
}, E any](n N) Node {
	if n == nil {
		return nil
	}
	return n
}

// noProblems is the list of n valid elements.
func noProblems(n int) List {
	return slices.Repeat(List{Problems(nil)}, n)
}

// put sets element i of a list of n, which is made when it is nil.
func (l List) put(i, n int, node Node) List {
	if l == nil {
		l = noProblems(n)
	}
	l[i] = node
	return l
}

// TrackingNosTaken adds to the problems of n orders that those at the indexes have a tracking number that is in
// use. A nil list is one without problems.
func (l List) TrackingNosTaken(indexes []int, n int) List {
	for _, i := range indexes {
		l = l.put(i, n, Problems{{"tracking_no", Messages{problem.NotUnique}}})
	}
	return l
}

// Refuses reports whether element i has problems.
func (l List) Refuses(i int) bool {
	if l == nil {
		return false
	}
	problems, isObject := l[i].(Problems)
	return !isObject || len(problems) > 0
}

// OfOrders are the problems of a request whose orders have the problems l.
func (l List) OfOrders() Problems { return Problems{{ordersField, l}} }

func nonField(message problem.Message) Node {
	return Problems{{NonFieldErrors, Messages{message}}}
}

// appendString appends s as a JSON string. A lone surrogate, which no UTF-8 can hold, becomes a
// question mark.
func appendString(b []byte, s string) []byte {
	if _, found := loneSurrogate(s); found {
		s = withoutSurrogates(s)
	}
	return shipment.AppendJSONString(b, s)
}

func withoutSurrogates(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if _, ok := leadingSurrogate(s[i:]); ok {
			b.WriteByte('?')
			i += surrogateLen - 1
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// InvalidError is the error of a request that is wrong.
type InvalidError struct{ Problems Problems }

func (*InvalidError) Error() string { return "the request is invalid" }

// Wrong is the error of a request with a problem of one field.
func Wrong(field string, message problem.Message) error {
	return &InvalidError{Problems{{Field: field, Node: Messages{message}}}}
}

// ProblemsOf are those of an *InvalidError, or a *problem.FieldError as the problem of its field, which is none if its name is "". They are
// nil of any other error.
func ProblemsOf(err error) Problems {
	if invalid, isInvalid := errors.AsType[*InvalidError](err); isInvalid {
		return invalid.Problems
	}
	if wrong, isWrong := errors.AsType[*problem.FieldError](err); isWrong {
		return Problems{{cmp.Or(wrong.Field, NonFieldErrors), Messages{wrong.Reason}}}
	}
	return nil
}
