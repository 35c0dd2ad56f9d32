package openapi

import (
	"cmp"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// Route is an operation of the server's route table.
type Route struct {
	Method, Path, Operation string
	Allow                   shipment.Permission
	Own                     bool // refuses parameters that it does not have
	Body                    *request.Shape
	Once                    bool // its caller may repeat it under an Idempotency-Key, as shell.Shell.Once says
}

// operation is what the files in operations say about a route. What all routes of its kind have in common is added to it.
type operation struct {
	ID                   string // "": that of the route
	Summary, Description string
	Repeat               string            // how clients repeat it: see repetition; "": as its method says
	Parameters           []json.RawMessage // names of components, or parameters
	Request              *content
	Responses            map[string]json.RawMessage // by status: the name of an error, or a content

	tag      string // the name of the file
	route    Route
	examples map[string]members // by "request" or status
}

// content is a body and its headers.
type content struct {
	Description string
	Headers     []string
	Schema      json.RawMessage // of JSON: the name of a schema, a list of alternatives, or a schema
	Content     members         // by media type, if it is not JSON, or not only
	Optional    bool            // there need not be a body
}

// recorded are the examples of an operation, by "request" or status, and of "errors", by the name of the error. The tests of the API
// record them.
func recorded(operation string) (examples map[string]members) {
	if text, err := files.ReadFile("examples/" + operation + ".json"); err == nil {
		examples = read[map[string]members](text)
	}
	return examples
}

// commonErrors are the errors in errors.json, and the operations that have them.
var commonErrors = []struct {
	status, name string
	applies      func(operation) bool
}{
	{"400", "UnknownParameter", func(o operation) bool { return o.route.Own }},
	{"401", "Unauthorized", operation.needsKey},
	{"403", "Forbidden", operation.takesKey},
	{"404", "NotFound", operation.hasPathParameter},
	{"405", "MethodNotAllowed", func(operation) bool { return true }},
	{"409", "StillRunning", operation.isIdempotent},
	{"413", "BodyTooLarge", operation.hasBody},
	{"415", "UnsupportedMediaType", operation.hasBody},
	{"422", "OtherRequest", operation.isIdempotent},
	{"429", "Throttled", operation.isLimited},
	{"500", "ServerError", func(operation) bool { return true }},
	{"503", "Unavailable", operation.isLimited},
}

func (o operation) hasBody() bool          { return o.Request != nil }
func (o operation) needsKey() bool         { return o.route.Allow != shipment.Anyone }
func (o operation) takesKey() bool         { return o.needsKey() || o.hasBody() }
func (o operation) hasPathParameter() bool { return strings.Contains(o.route.Path, "{") }
func (o operation) isLimited() bool        { return o.takesKey() || o.hasPathParameter() }
func (o operation) isIdempotent() bool {
	return o.route.Once || slices.ContainsFunc(o.Parameters, func(p json.RawMessage) bool { return string(p) == `"IdempotencyKey"` })
}

// describedOperations are the operations in the files in operations, by method and path.
func describedOperations() map[string]operation {
	described := map[string]operation{}
	tags, err := files.ReadDir("operations")
	if err != nil {
		panic(err)
	}
	for _, tag := range tags {
		name := tag.Name()
		for route, o := range decoded[map[string]operation]("operations/" + name) {
			has := func(name string) bool {
				named := regexp.MustCompile(`"name": ?"` + name + `"`)
				return slices.ContainsFunc(o.Parameters, func(p json.RawMessage) bool { return named.Match(p) })
			}
			if has("cursor") && !has("limit") {
				o.Parameters = append(o.Parameters, json.RawMessage(`"Limit"`))
			}
			tag, _, _ := strings.Cut(strings.TrimSuffix(name[1:], ".json"), "_") // a tag may have several files
			o.tag = strings.ToUpper(name[:1]) + tag
			described[route] = o
		}
	}
	return described
}

// paths are the operations of the routes that the files in operations describe.
func paths(routes []Route) members {
	described := describedOperations()
	var all members
	for _, r := range routes {
		o, ok := described[r.Method+" "+r.Path]
		if !ok {
			continue // a page, or a message of a partner
		}
		o.route, o.examples = r, recorded(r.Operation)
		method := member{strings.ToLower(r.Method), o.members()}
		if i := slices.IndexFunc(all, func(m member) bool { return m.name == r.Path }); i >= 0 {
			all[i].value = append(all[i].value.(members), method)
		} else {
			all = append(all, member{r.Path, members{method}})
		}
	}
	return all
}

// Queries are the names of the query parameters of the routes that refuse others, by operation.
func Queries(routes []Route) map[string][]string {
	type parameter struct{ Name, In string }
	var document struct {
		Components struct{ Parameters map[string]parameter }
	}
	if err := json.Unmarshal(file("document.json"), &document); err != nil {
		panic("document.json: " + err.Error())
	}
	described, queries := describedOperations(), make(map[string][]string)
	for _, r := range routes {
		if !r.Own {
			continue
		}
		var names []string
		for _, text := range described[r.Method+" "+r.Path].Parameters {
			var p parameter
			if text[0] == '"' {
				p = document.Components.Parameters[read[string](text)]
			} else if err := json.Unmarshal(text, &p); err != nil {
				panic("operations: " + err.Error())
			}
			if p.In == "query" {
				names = append(names, p.Name)
			}
		}
		queries[r.Operation] = names
	}
	return queries
}

// repetition says how a client may repeat the operation after a response that was lost: "always"; "key", only with the same
// Idempotency-Key; "etag", which is "always" without If-Match, and with it the 412 after a lost response may be its own success; or
// "never", because a repetition would do a second thing, and no key prevents it.
func (o operation) repetition() string {
	if o.route.Method == http.MethodPost {
		return cmp.Or(o.Repeat, "key")
	}
	return cmp.Or(o.Repeat, "always")
}

// needs says which keys have a permission.
func needs(p shipment.Permission) string {
	if p.Scope() == 0 {
		return ""
	}
	text := "Needs a key"
	if p.OfOperators() {
		text += " of an operator's account"
	}
	names := p.Scope().Names()
	text += " with the scope" + strings.Repeat("s", min(len(names)-1, 1)) + " `" + strings.Join(names, "` and `") + "`"
	if p == shipment.ManageUsers {
		text += " that is not limited to networks"
	}
	return text + "."
}

// parameters are the described ones, and those of all operations of the kind.
func (o operation) parameters() []json.RawMessage {
	parameters := slices.Clip(o.Parameters)
	if o.route.Once {
		parameters = append(parameters, json.RawMessage(`"IdempotencyKey"`))
	}
	if o.isLimited() {
		parameters = append(parameters, json.RawMessage(`"RequestID"`))
	}
	return parameters
}

// security are the ways to send a key, with the scopes that it needs. Bodies of JSON have a field for it, which no scheme describes.
func (o operation) security() []members {
	if !o.takesKey() {
		return []members{}
	}
	scopes := append([]string{}, o.route.Allow.Scope().Names()...)
	ways := []members{{{"bearer", scopes}}}
	switch {
	case !o.needsKey():
		ways = append(ways, members{})
	case !o.hasBody() || o.Request.Schema == nil:
		ways = append(ways, members{{"secret_key", scopes}})
	}
	return ways
}

func (o operation) members() members {
	m := members{
		{"operationId", cmp.Or(o.ID, camelCase(o.route.Operation))},
		{"tags", []string{o.tag}},
		{"summary", o.Summary},
		{"x-repeat", o.repetition()},
	}
	if text := strings.TrimSpace(o.Description + " " + needs(o.route.Allow)); text != "" {
		m = append(m, member{"description", text})
	}
	m = append(m, member{"security", o.security()})
	if parameters := o.parameters(); parameters != nil {
		m = append(m, member{"parameters", components("parameters", parameters)})
	}
	if o.hasBody() {
		body := append(members{{"required", !o.Request.Optional}}, o.Request.body(o.examples["request"])...)
		m = append(m, body.as("requestBody"))
	}
	responses := make(map[string]any)
	for _, e := range commonErrors {
		if e.applies(o) {
			responses[e.status] = componentRef("responses", e.name)
		}
	}
	for status, text := range o.Responses {
		if text[0] == '"' {
			responses[status] = component("responses", text)
		} else {
			c := read[content](text)
			if status == "400" && o.route.Own {
				c.Schema = json.RawMessage(strings.TrimPrefix(string(c.Schema)+`, "UnknownParameters"`, ", "))
			}
			responses[status] = c.response(status, o.examples[status])
		}
	}
	return append(m, member{"responses", responses})
}

// errorResponses are the components of commonErrors.
func errorResponses() members {
	described, examples := decoded[map[string]content]("errors.json"), recorded("errors")
	var all members
	for _, e := range commonErrors {
		all = append(all, described[e.name].response(e.status, examples[e.name]).as(e.name))
	}
	return all
}

// response is the content as a response with examples. Errors have a detail, and those of invalid requests either a detail or problems.
func (c content) response(status string, examples members) members {
	switch {
	case status >= "400" && c.Schema == nil:
		c.Schema = json.RawMessage(`"Detail"`)
	case status == "400":
		c.Schema = slices.Concat([]byte{'['}, c.Schema, []byte(`, "Detail"]`))
	}
	if status == "400" {
		c.Description = cmp.Or(c.Description, "The body is not JSON, or invalid.")
	}
	m := members{{"description", c.Description}}
	if c.Headers != nil {
		var headers members
		for _, name := range c.Headers {
			headers = append(headers, member{name, componentRef("headers", name)})
		}
		m = append(m, headers.as("headers"))
	}
	body := c.body(examples)
	if status >= "400" && c.Schema != nil {
		body[0].value = append(body[0].value.(members), members{{"schema", schemaRef("ProblemDetails")}}.as("application/problem+json"))
	}
	return append(m, body...)
}

// fileSchema is the schema of what is not JSON.
var fileSchema = members{{"schema", schema{Type: "string", Format: "binary"}}}

// body is the content without its description and its headers. Its JSON has the examples.
func (c content) body(examples members) members {
	all := each.Of(c.Content, func(m member) member {
		if text, ok := m.value.(json.RawMessage); ok && string(text) == "{}" {
			return fileSchema.as(m.name)
		}
		return m
	})
	if c.Schema != nil {
		body := members{{"schema", component("schemas", c.Schema)}}
		if examples != nil {
			body = append(body, examples.as("examples"))
		}
		all = append([]member{body.as("application/json")}, all...)
	}
	if len(all) == 0 {
		return nil
	}
	return members{members(all).as("content")}
}

// component resolves a name to its component, and a list of names to alternatives. Another text is its own component.
func component(kind string, text json.RawMessage) any {
	switch text[0] {
	case '"':
		return componentRef(kind, read[string](text))
	case '[':
		return members{{"anyOf", components(kind, read[[]json.RawMessage](text))}}
	}
	return text
}

func components(kind string, texts []json.RawMessage) []any {
	return each.Of(texts, func(text json.RawMessage) any { return component(kind, text) })
}

func componentRef(kind, name string) schema { return schema{Ref: "#/components/" + kind + "/" + name} }

// camelCase is a name of the route table as generators of clients write it.
func camelCase(name string) string {
	words := strings.Split(name, "_")
	for i := 1; i < len(words); i++ {
		words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
	}
	return strings.Join(words, "")
}
