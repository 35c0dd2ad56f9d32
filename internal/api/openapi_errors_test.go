package api

import (
	"slices"
	"strings"
	"testing"
)

// ofOriginal are the operations whose problems are in a list "orders", as the interface document has it, and the check of such a body.
var ofOriginal = []string{"createOrders", "createReturnOrders", "viewOrders", "validateOrders"}

// TestErrorsHaveOneShape: an error is {"detail":"…"}, with the orders that a code may mean, or it has messages by the names of fields,
// which are nested as the request is. No operation has another shape.
func TestErrorsHaveOneShape(t *testing.T) {
	c, checked := openAPIContract(), 0
	eachOperation(c, func(name string, operation place) {
		if !strings.Contains(name, "/") {
			return // the receiver of an event
		}
		id := operation.value.(map[string]any)["operationId"].(string)
		responses, _ := c.at(operation, "responses")
		for status := range responses.value.(map[string]any) {
			schema, hasJSON := c.at(responses, status, "content", "application/json", "schema")
			if status < "400" || id == "originalCancel" { // which has messages by tracking number, as the original
				continue
			}
			if !hasJSON {
				t.Errorf("%s: %s has no JSON", id, status)
				continue
			}
			for _, s := range c.alternatives(schema) {
				checked++
				names := c.names(s)
				switch {
				case slices.Contains(names, "detail"):
					if names = slices.DeleteFunc(names, func(n string) bool { return n == "detail" || n == "candidates" }); len(names) > 0 {
						t.Errorf("%s: %s has %v beside the detail", id, status, names)
					}
				case status != "400":
					if object, _ := s.value.(map[string]any); object["anyOf"] == nil && object["allOf"] == nil {
						t.Errorf("%s: %s has no detail but %v", id, status, names)
					}
				case !c.isProblems(s):
					t.Errorf("%s: %s has values that are no messages: %v", id, status, names)
				case slices.Contains(names, "orders") && !slices.Contains(ofOriginal, id):
					t.Errorf("%s: %s has a list orders, as only %v have", id, status, ofOriginal)
				}
			}
		}
	})
	if checked < 2000 {
		t.Errorf("only %d schemas were checked", checked)
	}
}

// names are the properties of a schema.
func (c *contract) names(s place) (names []string) {
	properties, _ := c.at(s, "properties")
	all, _ := properties.value.(map[string]any)
	for name := range all {
		names = append(names, name)
	}
	return names
}

// isProblems reports whether all that a schema allows are messages: lists of texts, and objects and lists of messages.
func (c *contract) isProblems(s place) bool {
	object, _ := s.value.(map[string]any)
	if items, isList := c.at(s, "items"); isList {
		element, _ := items.value.(map[string]any)
		return element["type"] == "string" || c.isProblems(items)
	}
	for _, way := range []string{"anyOf", "oneOf", "allOf"} {
		parts, has := c.at(s, way)
		for _, part := range c.elements(parts) {
			if names := c.names(part); !slices.Contains(names, "detail") && !c.isProblems(part) {
				return false
			}
		}
		if has {
			return true
		}
	}
	for _, name := range c.names(s) {
		if property, _ := c.at(s, "properties", name); !c.isProblems(property) {
			return false
		}
	}
	if more, has := c.at(s, "additionalProperties"); has {
		if _, isSchema := more.value.(map[string]any); isSchema && !c.isProblems(more) {
			return false
		}
	}
	return object["type"] == "object"
}
