package request

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"waybill/internal/each"
)

// FormOf makes the form of a body that this program has as values, such as those of a page: string, bool, int, int64, json.Number, Value,
// nil for null, []any, []string, []map[string]any and map[string]any. It panics for a key that the shape does not have, and for another type.
func FormOf(shape *Shape, body map[string]any) *Form {
	f := newForm(shape, Size{})
	f.levels[0].elements[0].Kind = Object
	f.setObject(0, body)
	return f
}

// setObject stores the values of the last element of a level.
func (f *Form) setObject(at int, object map[string]any) {
	shape := f.levels[at].shape
	for key, value := range object {
		slot, known := shape.slots[key]
		switch {
		case !known:
			panic("no field of the request: " + key)
		case slot != shape.listSlot:
			f.set(at, slot, valueOf(value, shape.whole.has(slot)))
		}
	}
	if shape.element == nil {
		return
	}
	list, isSent := object[shape.listKey()]
	if !isSent {
		return
	}
	f.begin(at, valueOf(list, false))
	for _, element := range elementsOf(list) {
		if !f.add(at+1, valueOf(element, false)) {
			return
		}
		if object, isObject := element.(map[string]any); isObject {
			f.setObject(at+1, object)
		}
	}
}

// elementsOf are the elements of a list; a value of another type has none.
func elementsOf(list any) []any {
	switch list := list.(type) {
	case []any:
		return list
	case []string:
		return each.Of(list, func(s string) any { return s })
	case []map[string]any:
		return each.Of(list, func(object map[string]any) any { return object })
	}
	return nil
}

// valueOf is the value that a decoder would make of the JSON of value. Whole keeps the text of lists and objects.
func valueOf(value any, whole bool) Value {
	v := Value{}
	switch value := value.(type) {
	case nil:
		return Value{Kind: Null}
	case string:
		return Text(strings.ToValidUTF8(value, "\uFFFD")) // a browser can send anything
	case bool:
		return Value{Bool, strconv.FormatBool(value)}
	case int:
		return Value{Number, strconv.Itoa(value)}
	case int64:
		return Value{Number, strconv.FormatInt(value, 10)}
	case json.Number:
		return Value{Number, value.String()}
	case Value:
		return value
	case map[string]any:
		v.Kind = Object
	case []any, []string, []map[string]any:
		v.Kind = Array
	default:
		panic(fmt.Sprintf("no value of a request: %T", value))
	}
	if !whole {
		return v
	}
	v.Text = jsonOf(value)
	return v
}

// jsonOf is the JSON of a value of a body. It panics if there is none.
func jsonOf(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic("no JSON: " + err.Error()) // a json.Number that is none
	}
	return string(text)
}
