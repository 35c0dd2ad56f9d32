package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// nonField is the key of messages about a whole request, list or element.
const nonField = "non_field_errors"

// orderProblems flattens the problems of the submitted order with that index; None stands for the body of a 400, whose lists hold the
// orders and the items by position. It returns none when the body has another form, such as {"detail": …}.
func orderProblems(order int, raw json.RawMessage) []Problem {
	var found []Problem
	collect(&found, Problem{Order: order, Item: None}, raw)
	return found
}

// codedProblem is an error by place, as an application/problem+json has it.
type codedProblem struct {
	Path    string `json:"path"` // JSON pointer
	Code    Code   `json:"code"`
	Args    Args   `json:"args"`
	Message string `json:"message"`
}

// codedProblems are errors as problems of the request, or of the submitted order with that index. Those of one place are one problem.
func codedProblems(order int, all []codedProblem) (found []Problem) {
	for _, e := range all {
		at := Problem{Order: order, Item: None}
		for step := range strings.SplitSeq(strings.TrimPrefix(e.Path, "/"), "/") {
			at = at.below(strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
		}
		i := slices.IndexFunc(found, func(p Problem) bool { return p.path() == at.path() })
		if i < 0 {
			i, found = len(found), append(found, at)
		}
		p := &found[i]
		p.Messages, p.Codes, p.Args = append(p.Messages, e.Message), append(p.Codes, e.Code), append(p.Args, e.Args)
	}
	return found
}

// below is the place of a member or an element of the value at p.
func (p Problem) below(step string) Problem {
	if i, err := strconv.Atoi(step); err == nil && p.Field != "" {
		return p.element(i)
	}
	p.Field = strings.TrimPrefix(p.Field+"."+step, ".")
	return p
}

// collect adds the problems in raw, whose position is at.
func collect(found *[]Problem, at Problem, raw json.RawMessage) {
	switch firstByte(raw) {
	case '{':
		for _, m := range members(raw) {
			inner := at
			switch {
			case m.name == nonField:
			case at.Field != "":
				inner.Field = at.Field + "." + m.name
			default:
				inner.Field = m.name
			}
			collect(found, inner, m.value)
		}
	case '[':
		collectList(found, at, raw)
	}
}

// collectList adds the strings of a list as messages about at, and its other elements as the problems of the
// order or item in their position.
func collectList(found *[]Problem, at Problem, raw json.RawMessage) {
	var elements []json.RawMessage
	if json.Unmarshal(raw, &elements) != nil {
		return
	}
	for i, element := range elements {
		if firstByte(element) == '"' {
			var text string
			_ = json.Unmarshal(element, &text) // it was parsed before
			at.Messages = append(at.Messages, text)
			continue
		}
		if at.Field == "" {
			continue // a list in the place of an order or an item
		}
		inner := at.element(i)
		if len(elements) == 1 && isWhole(element) {
			inner = at
		}
		collect(found, inner, element)
	}
	if len(at.Messages) > 0 {
		*found = append(*found, at)
	}
}

// isWhole reports whether the only element of a list is about the list as a whole. The SDK sends orders and
// items as objects, so nothing else can be wrong with an element as such.
func isWhole(element json.RawMessage) bool {
	if firstByte(element) != '{' {
		return false
	}
	m := members(element)
	return len(m) == 1 && m[0].name == nonField
}

// element returns the position of the i-th element of the list at p. That of a list other than the orders and
// their items is part of the field's name.
func (p Problem) element(i int) Problem {
	switch {
	case p.Field == "orders" && p.Order == None:
		return Problem{Order: i, Item: None}
	case p.Field == "items" && p.Order != None && p.Item == None:
		return Problem{Order: p.Order, Item: i}
	}
	p.Field, p.Messages = fmt.Sprintf("%s[%d]", p.Field, i), nil
	return p
}

func firstByte(raw json.RawMessage) byte {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	if len(raw) == 0 {
		return 0
	}
	return raw[0]
}

type member struct {
	name  string
	value json.RawMessage
}

// members returns the members of an object in its order, up to the first syntax error. A map would lose the
// service's order of fields.
func members(object json.RawMessage) []member {
	var list []member
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		return nil
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return list
		}
		m := member{}
		m.name, _ = name.(string)
		if d.Decode(&m.value) != nil {
			return list
		}
		list = append(list, m)
	}
	return list
}
