package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waybill/internal/each"
)

// goOperation is the part of an operation of the document that a method of the Go client is made of.
type goOperation struct {
	method, path string            // the path is below /api
	ID           string            `json:"operationId"`
	Summary      string            `json:"summary"`
	About        string            `json:"description"`
	Repeat       string            `json:"x-repeat"`
	Parameters   []goParameter     `json:"parameters"`
	RequestBody  goBody            `json:"requestBody"`
	Responses    map[string]goBody `json:"responses"`
}

type goParameter struct {
	Ref    string     `json:"$ref"`
	Name   string     `json:"name"`
	In     string     `json:"in"`
	About  string     `json:"description"`
	Needed bool       `json:"required"`
	Schema jsonSchema `json:"schema"`
}

type goBody struct {
	Content goContent `json:"content"`
}

// goContent are the schemas of a body by media type.
type goContent map[string]struct {
	Schema jsonSchema `json:"schema"`
}

// success is the content of the response if all is well.
func (o goOperation) success() goContent {
	return o.Responses[slices.Min(slices.Collect(maps.Keys(o.Responses)))].Content
}

// takesFile reports whether the body may be the bytes of a file.
func (o goOperation) takesFile() bool { return len(o.RequestBody.Content) > 0 && !o.takesJSON() }

func (o goOperation) takesJSON() bool { _, ok := o.RequestBody.Content["application/json"]; return ok }

// goOperations are the operations of the document by their ids.
func goOperations(document []byte) map[string]goOperation {
	var parsed struct {
		Paths      map[string]map[string]goOperation `json:"paths"`
		Components struct {
			Parameters map[string]goParameter `json:"parameters"`
		} `json:"components"`
	}
	if err := json.Unmarshal(document, &parsed); err != nil {
		panic(err)
	}
	all := map[string]goOperation{}
	for path, operations := range parsed.Paths {
		for method, o := range operations {
			o.method, o.path = method, strings.TrimPrefix(path, "/api")
			for i, p := range o.Parameters {
				if p.Ref != "" {
					o.Parameters[i] = parsed.Components.Parameters[refName(p.Ref)]
				}
			}
			all[o.ID] = o
		}
	}
	return all
}

func (w *goTypeWriter) operation(id string) (o goOperation, err error) {
	o, ok := w.operations[id]
	if !ok {
		err = fmt.Errorf("the document has no operation %s", id)
	}
	return o, err
}

// reads reports whether the operation has no body.
func (o goOperation) reads() bool { return o.method == "get" || o.method == "delete" }

func (o goOperation) body() jsonSchema { return o.RequestBody.Content["application/json"].Schema }

func (o goOperation) hasCursor() bool {
	return slices.ContainsFunc(o.Parameters, func(p goParameter) bool { return p.Name == "cursor" })
}

// in are the parameters in a part of the address, by their names.
func (o goOperation) in(part string) (all orderedSchemas) {
	for _, p := range o.Parameters {
		if p.In == part && p.Name != "cursor" && (p.Name != "limit" || !o.hasCursor()) { // elements sends it, and reads all pages
			p.Schema.Description = cmp.Or(p.About, p.Schema.Description)
			if p.Name == "metadata" {
				p.Schema.GoType = "map[string]string"
			}
			all = append(all, namedSchema{p.Name, p.Schema})
		}
	}
	return all
}

// goTypeOfSchema finds the types of the client in their template, and the schemas that they are made of.
var goTypeOfSchema = regexp.MustCompile(`type (\w+) struct \{\s*\{\{(?:fields|sent|changes) "([\w.]+)"`)

// goNames are the types of the client by their schemas, and by those that these extend.
func (w *goTypeWriter) goNames(types string) map[string]string {
	names := map[string]string{}
	found := goTypeOfSchema.FindAllStringSubmatch(types, -1)
	for _, f := range found {
		names[w.base(f[2])] = f[1]
	}
	for _, f := range found {
		names[f[2]] = f[1]
	}
	return names
}

// base is the schema that another one extends, or itself.
func (w *goTypeWriter) base(schema string) string {
	for _, part := range w.schemas[schema].AllOf {
		if part.Ref != "" {
			return refName(part.Ref)
		}
	}
	return schema
}

// named is the type of the client for the values at a path of the document, such as HoldResponse.orders.
func (w *goTypeWriter) named(path string, s jsonSchema) string {
	if s.Type == "array" {
		return "[]" + w.named(path, *s.Items)
	}
	if s.Ref != "" {
		path = refName(s.Ref)
	}
	return cmp.Or(w.names[path], w.names[w.base(path)], w.goType(s))
}

// goSignature is a method in the template: receiver, name, arguments and result.
var goSignature = regexp.MustCompile(`^(?:(\w+)\.)?(\w+)\((.*?)\) ?(.*)$`)

// method writes a method that makes one call of an operation, as "Receiver.Name(arguments) result", without the receiver Client, the
// context and the error. The result is named only if the document does not name it. "operation.property" is a method that returns only this
// property of the response. doing describes the call in an error.
func (w *goTypeWriter) method(signature, operation, doing string) (string, error) {
	id, property, _ := strings.Cut(operation, ".")
	o, err := w.operation(id)
	if err != nil {
		return "", err
	}
	parts := goSignature.FindStringSubmatch(signature)
	arguments, err := w.arguments(o, parts[3])
	if err != nil {
		return "", fmt.Errorf("%s: %w", signature, err)
	}
	result, err := w.result(o, property, parts[4])
	if err != nil {
		return "", fmt.Errorf("%s: %w", signature, err)
	}
	receiver, client := "c *Client", "c"
	switch parts[1] {
	case "":
	case "Book":
		receiver, client = "b Book[T]", "b.c"
	default:
		receiver, client = "a "+parts[1], "a.client"
	}
	doing = fmt.Sprintf("%q", doing)
	if strings.Contains(doing, "%d") {
		doing = fmt.Sprintf("fmt.Sprintf(%s, %s)", doing, arguments[len(o.in("path"))-1].name)
	}
	return fmt.Sprintf("func (%s) %s(ctx context.Context%s) %s {\n%s\n}",
		receiver, parts[2], goArguments(arguments), result.all, result.of(client, doing, w.call(o, arguments))), nil
}

// goArgument is an argument of a method: a part of the path, a parameter of the query, a property of the body, or all of the query or body.
type goArgument struct {
	name, of string
	property string // or parameter; "": all
	given    bool   // the template names the type
}

// arguments reads "name, name type". The first are in the path. Others have the names of what they are. The document has the types that are
// not named.
func (w *goTypeWriter) arguments(o goOperation, list string) (all []goArgument, err error) {
	path, inputs, needed := o.in("path"), o.in("query"), []string(nil)
	if o.takesJSON() {
		inputs, needed = w.properties(o.body())
	}
	var given []string
	for text := range strings.SplitSeq(list, ", ") {
		name, of, _ := strings.Cut(text, " ")
		a := goArgument{name: name, of: of, given: of != ""}
		i := slices.IndexFunc(inputs, func(p namedSchema) bool { return strings.EqualFold(goName(p.name), name) })
		switch {
		case name == "":
			continue
		case name == goFile && o.takesFile():
			a = goArgument{name: goFile, of: "[]byte", property: goFile}
		case len(all) < len(path):
			a = goArgument{name: name, of: w.goType(path[len(all)].jsonSchema), property: path[len(all)].name}
		case i >= 0:
			a = goArgument{name, cmp.Or(of, w.goType(inputs[i].jsonSchema)), inputs[i].name, of != ""}
		default:
			a.of = cmp.Or(of, w.names[refName(o.body().Ref)])
		}
		all, given = append(all, a), append(given, a.property)
		if all := slices.Contains(given, ""); a.of == "" || all && len(given) > len(path)+1 {
			return nil, fmt.Errorf("the operation takes no %s", name)
		}
	}
	if len(all) < len(path) {
		return nil, fmt.Errorf("the operation takes %d arguments in its path", len(path))
	}
	for _, name := range needed {
		if !slices.Contains(given, name) && !slices.Contains(given, "") {
			return nil, fmt.Errorf("the operation needs %s", name)
		}
	}
	return all, nil
}

// goArguments declares arguments after another one. Fields of the receiver are none.
func goArguments(all []goArgument) (text string) {
	all = slices.DeleteFunc(slices.Clone(all), func(a goArgument) bool { return strings.Contains(a.name, ".") })
	for i, a := range all {
		text += ", " + a.name
		if i == len(all)-1 || a.of != all[i+1].of {
			text += " " + a.of
		}
	}
	return text
}

// goCall is a call, as expressions of Go.
type goCall struct {
	method, path, query, body string
	file                      string // fields of the call whose body is a file
}

// goFile is the argument that is a file.
const goFile = "file"

func (w *goTypeWriter) call(o goOperation, arguments []goArgument) goCall {
	c := goCall{method: "http.Method" + pascal(o.method), path: fmt.Sprintf("%q", o.path), query: "nil", body: "nil"}
	path, rest := arguments[:len(o.in("path"))], arguments[len(o.in("path")):]
	if i := slices.IndexFunc(rest, func(a goArgument) bool { return a.property == goFile }); i >= 0 {
		rest, c.file = slices.Delete(slices.Clone(rest), i, i+1), "body: "+goFile+", contentType: fileType("+goFile+"), "
	}
	var steps []string
	for _, a := range path {
		verb, step := "%d", a.name
		if a.of == "string" {
			verb, step = "%s", "url.PathEscape("+a.name+")"
		}
		c.path, steps = strings.Replace(c.path, "{"+a.property+"}", verb, 1), append(steps, step)
	}
	if len(path) > 0 {
		c.path = fmt.Sprintf("fmt.Sprintf(%s, %s)", c.path, strings.Join(steps, ", "))
	}
	of, key := w.names[refName(o.body().Ref)], goName                                      // a type of the client, or
	if of == "" || slices.ContainsFunc(rest, func(a goArgument) bool { return a.given }) { // the type may have no such field
		of, key = "map[string]any", strconv.Quote
	}
	fields := each.Of(rest, func(a goArgument) string { return key(a.property) + ": " + a.name })
	values := of + "{" + strings.Join(fields, ", ") + "}"
	all := len(rest) == 1 && rest[0].property == ""
	switch {
	case c.file != "":
		c.query = "parameters(" + values + ")"
	case o.reads() && all:
		c.query = rest[0].name + ".query()"
	case o.reads() && len(rest) > 0:
		c.query = "parameters(" + values + ")"
	case o.reads():
	case all:
		c.body = rest[0].name
	case len(rest) > 0:
		c.body = values
	default:
		c.body = "struct{}{}"
	}
	return c
}

// goResult is what a method returns.
type goResult struct {
	all      string // results
	value    string // type of the result; "": there is only an error
	property string // of the response that is the result; "": all
	pages    bool   // the result is the elements of all pages
	file     bool   // the result is the bytes of the response
}

// result is what an operation returns: all of the response, or the property that is named or the only one. given is the type if the
// document does not name it, or all results.
func (w *goTypeWriter) result(o goOperation, property, given string) (goResult, error) {
	all := o.success()
	content, ok := all["application/json"]
	switch {
	case !ok && len(all) > 0:
		return goResult{all: "([]byte, error)", file: true}, nil
	case !ok:
		return goResult{all: "error"}, nil
	}
	schema, path := content.Schema, refName(content.Schema.Ref)
	properties, _ := w.properties(schema)
	r := goResult{property: property}
	r.pages = slices.ContainsFunc(properties, func(p namedSchema) bool { return p.name == "next_cursor" })
	if r.pages {
		r.property = "results"
	} else if len(properties) == 1 {
		r.property = properties[0].name
	}
	if r.property != "" {
		i := slices.IndexFunc(properties, func(p namedSchema) bool { return p.name == r.property })
		if i < 0 {
			return r, fmt.Errorf("the response has no %s", r.property)
		}
		schema, path = properties[i].jsonSchema, path+"."+r.property
	}
	named := strings.HasPrefix(given, "(")
	r.value = given
	if named || given == "" {
		r.value = w.named(path, schema)
	}
	switch {
	case named:
		r.all = given
	case r.pages:
		r.value = strings.TrimPrefix(r.value, "[]")
		r.all = "iter.Seq2[" + r.value + ", error]"
	default:
		r.all = "(" + r.value + ", error)"
	}
	return r, nil
}

// of is the statements that return it.
func (r goResult) of(client, doing string, c goCall) string {
	call := fmt.Sprintf("call{%smethod: %s, path: %s, query: %s}, %s", c.file, c.method, c.path, c.query, c.body)
	call = strings.Replace(call, ", query: nil}", "}", 1)
	switch {
	case r.file:
		call = strings.Replace(call, "call{", `call{accept: "*/*", `, 1)
		return fmt.Sprintf("file, err := %s.fetch(ctx, %s, %s)\nreturn file.body, err", client, doing, call)
	case r.value == "":
		return fmt.Sprintf("_, err := %s.fetch(ctx, %s, %s)\nreturn err", client, doing, call)
	case r.pages:
		return fmt.Sprintf("return elements[%s](ctx, %s, %s, %s, %s)", r.value, client, doing, c.path, c.query)
	case r.property == "":
		return fmt.Sprintf("return ask[%s](ctx, %s, %s, %s)", r.value, client, doing, call)
	}
	return fmt.Sprintf("result, err := ask[struct {\n%s %s `json:%q`\n}](ctx, %s, %s, %s)\nreturn result.%[1]s, err",
		goName(r.property), r.value, r.property, client, doing, call)
}

// query writes the method of a filter that returns the parameters of an operation. An exception is a parameter with its field, or with "-"
// if it has none.
func (w *goTypeWriter) query(filter, operation string, exceptions ...string) (string, error) {
	o, err := w.operation(operation)
	if err != nil {
		return "", err
	}
	other := exceptionsOf(exceptions)
	var fields strings.Builder
	for _, p := range o.in("query") {
		if field := cmp.Or(other.take(p.name), goName(p.name)); field != "-" {
			fmt.Fprintf(&fields, "%q: f.%s,\n", p.name, field)
		}
	}
	text := fmt.Sprintf("func (f %s) query() url.Values {\nreturn parameters(map[string]any{\n%s})\n}", filter, &fields)
	return text, other.unused(operation)
}

// parameters writes the fields of a filter, whose method query writes. An exception is a parameter with its field and type, or with "-" if
// it has none.
func (w *goTypeWriter) parameters(operation string, exceptions ...string) (string, error) {
	o, err := w.operation(operation)
	if err != nil {
		return "", err
	}
	other := exceptionsOf(exceptions)
	var fields strings.Builder
	for _, p := range o.in("query") {
		exception := strings.Fields(other.take(p.name))
		if !slices.Equal(exception, []string{"-"}) {
			field, _, _ := strings.Cut(w.field(p, shown, true, exception), " `json")
			fields.WriteString(field + "\n")
		}
	}
	return strings.TrimSpace(fields.String()), other.unused(operation)
}

// TestClientTemplatesNameTheDocument: what the document lacks is an error.
func TestClientTemplatesNameTheDocument(t *testing.T) {
	w := newGoTypeWriter(bareAPI().openAPIDocument())
	written := func(text string, err error) error {
		if err == nil {
			t.Errorf("written:\n%s", text)
			return errors.New("")
		}
		return err
	}
	for want, err := range map[string]error{
		"no operation fly":              written(w.method("Fly()", "fly", "flying")),
		"takes no wings":                written(w.method("AddNote(trackingNo, wings)", "addNote", "adding a note")),
		"takes no other":                written(w.method("ChangeAccount(id, change, other)", "changeAccount", "changing an account")),
		"takes 1 arguments in its path": written(w.method("Order()", "viewOrder", "viewing an order")),
		"needs text":                    written(w.method("AddNote(trackingNo)", "addNote", "adding a note")),
		"the response has no wings":     written(w.method("Correct(right)", "correctTracking.wings", "correcting")),
		"no operation crawl":            written(w.query("AccountFilter", "crawl")),
		"no operation swim":             written(w.parameters("swim")),
		"listAccounts has no wings":     written(w.query("AccountFilter", "listAccounts", "wings Wings")),
		"no schema HoldResponse.wings":  written(w.values("Hold", "HoldResponse.wings")),
		"HoldResponse is no enum":       written(w.values("Hold", "HoldResponse")),
		"HandoverState has no flying":   written(w.values("Handover", "HandoverState", "flying // high")),
		"no schema Wings":               written(w.fieldsOf(shown)("Wings")),
		"OrderNote has no wings":        written(w.fieldsOf(shown)("OrderNote", "wings Wings")),
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
