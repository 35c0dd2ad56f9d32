package api

import (
	"cmp"
	"fmt"
	"go/format"
	"os"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"waybill/internal/each"
)

// goClientTemplates have the types, the values and the methods of the Go client that are made of the document, with their comments.
//
// `fields "Schema"` is the fields of a schema, and `fields "Schema.property"` those of an object in it. `sent` is the fields of a request,
// and `changes` those of one in which nil leaves a field as it is. `further` adds fields of another schema that may be absent. The words
// after the schema name what is other than in the document: "property GoName", "property GoName GoType", "property GoName GoType
// omitempty", or "property -" for a field that the type has not, or has by hand.
//
// `values`, `method` and `query` are described below, at the functions of the same names.
const goClientTemplates = "testdata/client_%s.tmpl"

func readTemplate(name string) string {
	text, err := os.ReadFile(fmt.Sprintf(goClientTemplates, name))
	if err != nil {
		panic(err)
	}
	return string(text)
}

// goClientFile writes a file of the Go client.
func goClientFile(name string) func(document []byte) []byte {
	return func(document []byte) []byte {
		w := newGoTypeWriter(document)
		functions := template.FuncMap{
			"fields": w.fieldsOf(shown), "sent": w.fieldsOf(sent), "changes": w.fieldsOf(changes), "further": w.fieldsOf(further),
			"values": w.values, "method": w.method, "query": w.query, "parameters": w.parameters,
		}
		parsed := template.Must(template.New(name).Funcs(functions).Parse(readTemplate(name)))
		if err := parsed.Execute(&w.out, nil); err != nil {
			panic(err)
		}
		formatted, err := format.Source(w.out.Bytes())
		if err != nil {
			panic(fmt.Sprintf("%v\n%s", err, w.out.Bytes()))
		}
		return formatted
	}
}

type goTypeWriter struct {
	typeWriter
	written    []string               // properties of the struct
	operations map[string]goOperation // by their ids
	names      map[string]string      // types of the client by their schemas
}

func newGoTypeWriter(document []byte) *goTypeWriter {
	w := &goTypeWriter{typeWriter: newTypeWriter(documentSchemas(document), typeSyntax{}), operations: goOperations(document)}
	w.names = w.goNames(readTemplate("types"))
	return w
}

// goUse is what the client does with a type.
type goUse int

const (
	shown goUse = iota
	sent
	changes
	further
)

// fieldsOf returns a function of the template.
func (w *goTypeWriter) fieldsOf(use goUse) func(path string, exceptions ...string) (string, error) {
	return func(path string, exceptions ...string) (string, error) {
		schema, err := w.at(path)
		if err != nil {
			return "", err
		}
		if use == further { // only the fields that the extended type does not have
			schema.AllOf = slices.DeleteFunc(slices.Clone(schema.AllOf), func(part jsonSchema) bool { return part.Ref != "" })
		} else {
			w.written = []string{"secret_key"} // a header has it
		}
		properties, required := w.properties(schema)
		other := exceptionsOf(exceptions)
		var out strings.Builder
		for _, p := range properties {
			exception := strings.Fields(other.take(p.name))
			if !slices.Contains(w.written, p.name) && !slices.Equal(exception, []string{"-"}) {
				out.WriteString(w.field(p, use, slices.Contains(required, p.name), exception))
				w.written = append(w.written, p.name)
			}
		}
		return strings.TrimSpace(out.String()), other.unused(path)
	}
}

// values writes the constants of an enumeration. prefix is that of their names, with their type. An exception is a value with the rest of
// its name if that is not the value, or "-" if there is no constant, and with a comment.
func (w *goTypeWriter) values(prefix, path string, exceptions ...string) (string, error) {
	schema, err := w.at(path)
	if err != nil {
		return "", err
	}
	if plain, _ := w.plain(schema); plain.Items != nil {
		schema = *plain.Items
	}
	plain, _ := w.plain(schema)
	prefix, of, _ := strings.Cut(prefix, " ")
	other := exceptionsOf(exceptions)
	var out strings.Builder
	for _, value := range plain.values() {
		words, comment, _ := strings.Cut(other.take(value.(string)), "//")
		name := cmp.Or(strings.TrimSpace(words), goName(notInNames.ReplaceAllString(value.(string), "_")))
		if name != "-" {
			fmt.Fprintf(&out, "%s%s %s = %q //%s\n", prefix, name, of, value, comment)
		}
	}
	if out.Len() == 0 {
		return "", fmt.Errorf("%s is no enumeration", path)
	}
	return strings.TrimSpace(strings.ReplaceAll(out.String(), " //\n", "\n")), other.unused(path)
}

var notInNames = regexp.MustCompile(`\W`)

// goExceptions are what a template names other than the document does, by names of the document.
type goExceptions map[string]string

func exceptionsOf(texts []string) goExceptions {
	all := goExceptions{}
	for _, text := range texts {
		name, words, _ := strings.Cut(text, " ")
		all[name] = words
	}
	return all
}

func (all goExceptions) take(name string) string {
	words := all[name]
	delete(all, name)
	return words
}

// unused returns an error if the document has no such name.
func (all goExceptions) unused(path string) error {
	for name := range all {
		return fmt.Errorf("%s has no %s", path, name)
	}
	return nil
}

// at is the schema at a path such as HoldResponse.orders.
func (w *goTypeWriter) at(path string) (jsonSchema, error) {
	steps := strings.Split(path, ".")
	schema, found := w.schemas[steps[0]]
	for _, step := range steps[1:] {
		properties, _ := w.properties(schema)
		i := slices.IndexFunc(properties, func(p namedSchema) bool { return p.name == step })
		if found = i >= 0; !found {
			break
		}
		schema = properties[i].jsonSchema
	}
	if !found {
		return schema, fmt.Errorf("the document has no schema %s", path)
	}
	return schema, nil
}

// field is a field of a struct with its comment; exception is its name, its type and an option of its tag, as far as they are named.
func (w *goTypeWriter) field(p namedSchema, use goUse, required bool, exception []string) string {
	words := [3]string{goName(p.name), w.goType(p.jsonSchema)}
	copy(words[:], exception)
	name, of, option := words[0], words[1], words[2]
	about := w.about(p.jsonSchema, use, of)
	switch {
	case use == changes:
		of, option = "*"+of, "omitempty"
	case use == further, use == sent && !required:
		option = cmp.Or(map[string]string{"time.Time": "omitzero"}[of], "omitempty")
	}
	if use == sent && !required {
		about += " Optional."
	}
	tag := strings.TrimSuffix(p.name+","+option, ",")
	return fmt.Sprintf("%s%s %s `json:%q`\n", goComment(about), name, of, tag)
}

// properties are those of an object, or of the objects in a list.
func (w *goTypeWriter) properties(s jsonSchema) (all orderedSchemas, required []string) {
	s, _ = w.plain(s)
	if s.Items != nil {
		return w.properties(*s.Items)
	}
	return w.merged(s)
}

// plain is a schema itself in the place of its name, and without the null that it may allow.
func (w *goTypeWriter) plain(s jsonSchema) (plain jsonSchema, nullable bool) {
	if s.Ref != "" {
		return w.plain(w.schemas[refName(s.Ref)])
	}
	all := slices.Concat(s.OneOf, s.AnyOf)
	if len(all) == 0 {
		return s, false
	}
	if !slices.ContainsFunc(all, func(part jsonSchema) bool { return part.Type == "null" }) {
		return jsonSchema{}, false // of several types
	}
	plain, _ = w.plain(all[0])
	return plain, true
}

// goType is the type of the values of a schema.
func (w *goTypeWriter) goType(s jsonSchema) string {
	plain, nullable := w.plain(s)
	switch {
	case s.GoType == "json.Number":
		return "Decimal"
	case s.GoType != "":
		return s.GoType
	case plain.Format == "date-time":
		return "time.Time"
	case plain.Type == "array":
		return "[]" + w.goType(*plain.Items)
	case plain.Type == "integer" && plain.Format != "int64":
		return "int"
	case len(plain.Properties) > 0:
		pointer := map[bool]string{true: "*"}[nullable]
		return pointer + cmp.Or(goReference(s), "the template names it")
	}
	words := map[string]string{"string": "string", "integer": "int64", "number": "Decimal", "boolean": "bool"}
	return cmp.Or(words[plain.Type], "json.RawMessage")
}

// goReference is the name of the schema of a value, "" if it has none.
func goReference(s jsonSchema) string {
	if s.Ref == "" && len(s.OneOf) > 0 {
		return goReference(s.OneOf[0])
	}
	return refName(s.Ref)
}

// about is what a value means whose Go type is of.
func (w *goTypeWriter) about(s jsonSchema, use goUse, of string) string {
	text := s.Description
	plain, nullable := w.plain(s)
	if name := goReference(s); text == "" && (nullable || len(plain.values()) == 0) {
		text = cmp.Or(w.schemas[name].Description, plain.Description)
	} else if name == "" && len(plain.values()) > 0 {
		text += " " + oneOf(plain.values())
	}
	if plain.Format == "date" && !strings.Contains(text, "YYYY") {
		text += " YYYY-MM-DD."
	}
	if use == shown && nullable && !goNull.MatchString(text) {
		text += " Null if there is none."
	}
	if of == "json.RawMessage" { // it has the null
		return text
	}
	if strings.HasSuffix(of, "[]byte") { // encoding/json reads and writes the base64
		text = goBase64.ReplaceAllString(text, "")
	}
	return goNull.ReplaceAllStringFunc(text, func(null string) string { return goZero(use, of, null) })
}

var goNull = regexp.MustCompile(`\b[Nn]ull\b`)

// goBase64 is what a text says about base64.
var goBase64 = regexp.MustCompile(` in base64| At most \d+ characters\.`)

// goZero is what the client has in the place of null: the zero value of a type.
func goZero(use goUse, of, null string) string {
	zero := map[byte]string{'t': "zero", '*': "nil", '[': "nil", 'i': "0", 'f': "0"}[of[0]]
	switch {
	case zero == "":
		return `""`
	case use == changes:
		zero = "a pointer to " + zero
	}
	if null == "Null" {
		return strings.ToUpper(zero[:1]) + zero[1:]
	}
	return zero
}

// oneOf names the values of an enumeration.
func oneOf(values []any) string {
	names := each.Of(values, func(v any) string { return cmp.Or(fmt.Sprint(v), `""`) })
	return "One of " + strings.Join(names, ", ") + "."
}

// goComment writes a text as a comment.
func goComment(text string) string {
	const width = 115
	var lines, line string
	for word := range strings.FieldsSeq(text) {
		if line != "" && utf8.RuneCountInString(line+" "+word) > width {
			lines, line = lines+"//"+line+"\n", ""
		}
		line += " " + word
	}
	if line != "" {
		lines += "//" + line + "\n"
	}
	return lines
}

// goName is snake_case as Go writes names.
func goName(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words {
		switch word {
		case "id", "url", "pdf", "sku", "hs", "un", "itn", "hawb", "cod", "ms":
			words[i] = strings.ToUpper(word)
		case "ids":
			words[i] = "IDs"
		default:
			words[i] = pascal(word)
		}
	}
	return strings.Join(words, "")
}
