package client

import (
	"fmt"
	"strings"
)

// ValidationError is the response to a request with invalid orders, or to a view with invalid parameters.
// Nothing of the request was stored.
type ValidationError struct {
	Problems  []Problem // at least one; by order and item, then in the service's order of fields
	RequestID string    // identifies the request in the service's log
	Type      string    // the address of a page about the codes; "" of an operation of the original interface

	IdempotencyKey string // of the request, "" if it had none; validation failures are not remembered
}

// Problem is one invalid field.
type Problem struct {
	// Order is the index of the submitted order, or None when the request as a whole is wrong. The parameters
	// of a view are fields of order 0.
	Order int
	// Item is the index of the order's item, or None when the order itself is wrong.
	Item int
	// Field is the JSON name, such as "order_width", "item_quantity", "tax_ids[0].number" or "metadata.shop";
	// "orders" and "items" are the lists themselves. It is "" when the messages belong to no single field.
	Field    string
	Messages []string // at least one
	// Codes and Args say of each message what is wrong, for programs. They are nil in the response to an operation of the original
	// interface, such as a create.
	Codes []Code
	Args  []Args
}

// Args are the arguments of a code by name: texts, or numbers as float64.
type Args map[string]any

// None is the value of an index in a Problem that does not apply.
const None = -1

// shownProblems keeps the text of an error readable: 1000 orders can have 50 problems each.
const shownProblems = 10

func (e *ValidationError) Error() string {
	var shown []string
	for _, p := range e.Problems[:min(len(e.Problems), shownProblems)] {
		shown = append(shown, p.String())
	}
	if more := len(e.Problems) - shownProblems; more > 0 {
		shown = append(shown, fmt.Sprintf("and %d more", more))
	}
	return "invalid request" + inRequest(e.RequestID) + ": " + strings.Join(shown, "; ")
}

// Of returns the problems of the submitted order with that index and of its items; nil for a valid order.
// Of(None) returns those of the request as a whole.
func (e *ValidationError) Of(order int) []Problem {
	var own []Problem
	for _, p := range e.Problems {
		if p.Order == order {
			own = append(own, p)
		}
	}
	return own
}

// String returns the path and the messages: "orders[1].items[0].item_quantity: A valid integer is required."
func (p Problem) String() string {
	text := strings.Join(p.Messages, " ")
	if path := p.path(); path != "" {
		return path + ": " + text
	}
	return text
}

func (p Problem) path() string {
	var steps []string
	if p.Order != None {
		steps = append(steps, fmt.Sprintf("orders[%d]", p.Order))
	}
	if p.Item != None {
		steps = append(steps, fmt.Sprintf("items[%d]", p.Item))
	}
	if p.Field != "" {
		steps = append(steps, p.Field)
	}
	return strings.Join(steps, ".")
}
