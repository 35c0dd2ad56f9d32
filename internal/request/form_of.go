package request

import "encoding/json"

// FormOf makes the form of a body that this program has as values, such as those of a page. It panics for a key that the shape does not
// have, and for a value that is not of JSON.
func FormOf(shape *Shape, body map[string]any) *Form {
	if body == nil {
		body = map[string]any{}
	}
	form, err := Decode(jsonOf(body), shape)
	if err != nil {
		panic("no body of a request: " + err.Error())
	}
	for at := range form.UnknownAt() {
		panic("no field of the request: " + at.Pointer())
	}
	return form
}

// jsonOf is the JSON of a value of a body. It panics if there is none.
func jsonOf(value any) json.RawMessage {
	text, err := json.Marshal(value) // a browser can send anything: what is not UTF-8 becomes U+FFFD
	if err != nil {
		panic("no JSON: " + err.Error()) // a json.Number that is none
	}
	return text
}
