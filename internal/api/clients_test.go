package api

import (
	"bytes"
	"encoding/json"
	testflag "flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var writeClients = testflag.Bool("update", false, "write the generated files of clients/")

// generatedClientFiles are made of the OpenAPI document, for people and programs that have no server to ask.
var generatedClientFiles = map[string]func(document []byte) []byte{
	"../../clients/python/waybill/types.py":                 func(d []byte) []byte { return sdkTypes(d, pythonTypes) },
	"../../clients/typescript/src/types.ts":                 func(d []byte) []byte { return sdkTypes(d, typeScriptTypes) },
	"../../clients/postman/waybill.postman_collection.json": postmanCollection,
	"../../client/types_gen.go":                             goClientFile("types"),
	"../../client/values_gen.go":                            goClientFile("values"),
	"../../client/methods_gen.go":                           goClientFile("methods"),
	"../../client/administration_gen.go":                    goClientFile("administration"),
	"../../client/repeat_gen.go":                            goRepetitions,
	"../../client/codes_gen.go":                             goCodes,
	"../../client/version_gen.go":                           goVersion,
	"../../clients/methods.csv":                             methodTable,
	"../../clients/python/waybill/codes_gen.py":             pythonCodes,
	"../../clients/python/waybill/methods_gen.py":           pythonMethods,
	"../../clients/python/waybill/version_gen.py":           pythonVersion,
	"../../clients/typescript/src/codes_gen.ts":             typeScriptCodes,
	"../../clients/typescript/src/version_gen.ts":           typeScriptVersion,
	"../../clients/typescript/src/methods_gen.ts":           typeScriptMethods,
	"../../clients/python/waybill/repeat_gen.py":            pythonRepetitions,
	"../../clients/typescript/src/repeat_gen.ts":            typeScriptRepetitions,
}

// TestClientFilesAreCurrent: the committed types and the collection are those of the document.
func TestClientFilesAreCurrent(t *testing.T) {
	document := bareAPI().openAPIDocument()
	for path, generate := range generatedClientFiles {
		want := generate(document)
		if *writeClients {
			if err := os.WriteFile(path, want, 0o600); err != nil {
				t.Error(err)
			}
			continue
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not current, %v: run go test ./internal/api -run TestClientFilesAreCurrent -update", path, err)
		}
	}
}

// jsonSchema is the part of a schema of the document that types are made of.
type jsonSchema struct {
	Ref            string          `json:"$ref"`
	Description    string          `json:"description"`
	Type           string          `json:"type"`
	Format         string          `json:"format"`
	GoType         string          `json:"x-go-type"`
	Const          any             `json:"const"`
	Enum           []any           `json:"enum"`
	Known          []any           `json:"x-extensible-enum"` // later versions may have more
	OneOf          []jsonSchema    `json:"oneOf"`
	AnyOf          []jsonSchema    `json:"anyOf"`
	AllOf          []jsonSchema    `json:"allOf"`
	Items          *jsonSchema     `json:"items"`
	Required       []string        `json:"required"`
	Properties     orderedSchemas  `json:"properties"`
	MoreProperties json.RawMessage `json:"additionalProperties"` // a schema, or false
}

// values are those of an enumeration.
func (s jsonSchema) values() []any { return append(s.Enum, s.Known...) }

// orderedSchemas are named schemas in the order of the document, which a map would lose.
type orderedSchemas []namedSchema

type namedSchema struct {
	name string
	jsonSchema
}

func (all *orderedSchemas) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		n := namedSchema{name: name.(string)}
		if err := d.Decode(&n.jsonSchema); err != nil {
			return err
		}
		*all = append(*all, n)
	}
	return nil
}

// typeSyntax is how a language writes types.
type typeSyntax struct {
	head                  string
	words                 map[string]string // types of JSON
	sentNumber            string            // a number that may be sent as text, too
	otherText             string            // a text beside literals
	list, object, literal string            // formats
	freeForm              string            // the name of all other fields; "": the language has none
	// declare writes a named type: of an object with fields, or another name of a type.
	structure func(w *bytes.Buffer, name, description string, fields []typeField)
	alias     func(w *bytes.Buffer, name, description, of string)
}

type typeField struct {
	name, description, of string
	required              bool
}

const generatedNote = "Generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update. Do not edit."

var pythonTypes = typeSyntax{
	head: "# " + generatedNote + "\n# ruff: noqa: E501\n\"\"\"The JSON of requests, responses and webhooks.\"\"\"\n\n" +
		"from __future__ import annotations\n\nfrom decimal import Decimal\nfrom typing import Any, Literal, NotRequired, TypeAlias, TypedDict\n",
	words: map[string]string{
		"string": "str", "number": "int | Decimal", "integer": "int", "boolean": "bool", "null": "None", "": "Any", "object": "dict[str, Any]",
		"array": "list[Any]",
	},
	sentNumber: "int | float | Decimal", otherText: "str", list: "list[%s]", object: "dict[str, %s]", literal: "Literal[%s]",
	structure: func(w *bytes.Buffer, name, description string, fields []typeField) {
		optional := func(f typeField) string {
			if f.required {
				return f.of
			}
			return "NotRequired[" + f.of + "]"
		}
		if slices.ContainsFunc(fields, func(f typeField) bool { return f.name == "from" }) { // a keyword
			fmt.Fprintf(w, "\n\n%s = TypedDict(\n    %q,\n    {\n", name, name)
			for _, f := range fields {
				fmt.Fprintf(w, "        %q: %q,\n", f.name, optional(f))
			}
			fmt.Fprint(w, "    },\n)\n")
			return
		}
		fmt.Fprintf(w, "\n\nclass %s(TypedDict):\n", name)
		if description != "" {
			fmt.Fprintf(w, "    %s\n\n", pythonDocstring(description))
		}
		for _, f := range fields {
			fmt.Fprintf(w, "    %s: %s\n", f.name, optional(f))
			if f.description != "" {
				fmt.Fprintf(w, "    %s\n", pythonDocstring(f.description))
			}
		}
	},
	alias: func(w *bytes.Buffer, name, description, of string) {
		fmt.Fprintf(w, "\n\n%s: TypeAlias = %s\n", name, of)
		if description != "" {
			fmt.Fprintln(w, pythonDocstring(description))
		}
	},
}

func pythonDocstring(text string) string {
	return `"""` + strings.ReplaceAll(text, `\`, `\\`) + `"""`
}

var typeScriptTypes = typeSyntax{
	head: "// " + generatedNote + "\n\n/** The JSON of requests, responses and webhooks. */\n",
	words: map[string]string{
		"string": "string", "number": "number", "integer": "number", "boolean": "boolean", "null": "null", "": "unknown", "array": "unknown[]",
		"object": "{ [key: string]: unknown }",
	},
	sentNumber: "number", otherText: "(string & {})", freeForm: "[name: string]",
	list: "Array<%s>", object: "{ [key: string]: %s }", literal: "%s",
	structure: func(w *bytes.Buffer, name, description string, fields []typeField) {
		fmt.Fprintf(w, "\n%sexport interface %s {\n", docComment("", description), name)
		for _, f := range fields {
			mark := "?"
			if f.required {
				mark = ""
			}
			fmt.Fprintf(w, "%s  %s%s: %s;\n", docComment("  ", f.description), f.name, mark, f.of)
		}
		fmt.Fprint(w, "}\n")
	},
	alias: func(w *bytes.Buffer, name, description, of string) {
		fmt.Fprintf(w, "\n%sexport type %s = %s;\n", docComment("", description), name, of)
	},
}

func docComment(indent, text string) string {
	if text == "" {
		return ""
	}
	return indent + "/** " + strings.ReplaceAll(text, "*/", "* /") + " */\n"
}

// typeWriter writes the types of a document.
type typeWriter struct {
	out     bytes.Buffer
	syntax  typeSyntax
	schemas map[string]jsonSchema
	aliases []typeField
}

// documentSchemas are the schemas of the document.
func documentSchemas(document []byte) orderedSchemas {
	var parsed struct {
		Components struct {
			Schemas orderedSchemas `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(document, &parsed); err != nil {
		panic(err)
	}
	return parsed.Components.Schemas
}

func newTypeWriter(schemas orderedSchemas, syntax typeSyntax) typeWriter {
	w := typeWriter{syntax: syntax, schemas: map[string]jsonSchema{}}
	for _, s := range schemas {
		w.schemas[s.name] = s.jsonSchema
	}
	return w
}

// sdkTypes writes the types of all schemas of the document.
func sdkTypes(document []byte, syntax typeSyntax) []byte {
	schemas := documentSchemas(document)
	w := newTypeWriter(schemas, syntax)
	w.out.WriteString(syntax.head)
	for _, s := range schemas {
		w.declare(s.name, s.jsonSchema)
	}
	w.aliases = append(w.aliases, typeField{name: "Record", description: "The name that OrderRecord had before.", of: "OrderRecord"})
	w.writeAliases()
	return w.out.Bytes()
}

// writeAliases writes other names of types after all that they name, because Python evaluates them.
func (w *typeWriter) writeAliases() {
	waiting := w.aliases
	for len(waiting) > 0 {
		later := slices.DeleteFunc(slices.Clone(waiting), func(f typeField) bool {
			return !slices.ContainsFunc(waiting, func(other typeField) bool {
				return regexp.MustCompile(`\b` + other.name + `\b`).MatchString(f.of)
			})
		})
		for _, f := range waiting {
			if !slices.Contains(later, f) {
				w.syntax.alias(&w.out, f.name, f.description, f.of)
			}
		}
		if len(later) == len(waiting) {
			panic("names of types that name each other: " + later[0].name)
		}
		waiting = later
	}
}

// declare writes a schema as a type with a name.
func (w *typeWriter) declare(name string, s jsonSchema) {
	properties, required := w.merged(s)
	if len(properties) == 0 {
		w.aliases = append(w.aliases, typeField{name: name, description: oneLine(s.Description), of: w.expression(name, s)})
		return
	}
	fields := make([]typeField, 0, len(properties)+1)
	for _, p := range properties {
		fields = append(fields, typeField{
			p.name, oneLine(p.Description), w.expression(name+pascal(p.name), p.jsonSchema), slices.Contains(required, p.name),
		})
	}
	if w.syntax.freeForm != "" && string(s.MoreProperties) == "true" {
		fields = append(fields, typeField{w.syntax.freeForm, "", "unknown", true})
	}
	w.syntax.structure(&w.out, name, oneLine(s.Description), fields)
}

// merged are the properties of an object, with those of the schemas that it extends.
func (w *typeWriter) merged(s jsonSchema) (properties orderedSchemas, required []string) {
	for _, part := range s.AllOf {
		if part.Ref != "" {
			part = w.schemas[refName(part.Ref)]
		}
		more, needed := w.merged(part)
		properties, required = extended(properties, more), append(required, needed...)
	}
	return extended(properties, s.Properties), append(required, s.Required...)
}

// extended are properties with those of an extension, which may say more about one.
func extended(properties, more orderedSchemas) orderedSchemas {
	for _, p := range more {
		if i := slices.IndexFunc(properties, func(n namedSchema) bool { return n.name == p.name }); i >= 0 {
			properties[i] = p
			continue
		}
		properties = append(properties, p)
	}
	return properties
}

// expression writes a schema as the type of a value. name is for a type of its own, if it needs one.
func (w *typeWriter) expression(name string, s jsonSchema) string {
	switch {
	case s.Ref != "":
		return refName(s.Ref)
	case len(s.OneOf)+len(s.AnyOf) > 0:
		return w.union(name, append(slices.Clone(s.OneOf), s.AnyOf...))
	case s.Const != nil:
		return w.literals([]any{s.Const})
	case len(s.values()) > 0: // requests may have other spellings, responses later values
		return w.literals(s.values()) + " | " + w.syntax.otherText
	case s.Type == "array" && s.Items != nil:
		return fmt.Sprintf(w.syntax.list, w.expression(name+"Element", *s.Items))
	case len(s.Properties)+len(s.AllOf) > 0:
		w.declare(name, s)
		return name
	case bytes.HasPrefix(s.MoreProperties, []byte("{")):
		var value jsonSchema
		if err := json.Unmarshal(s.MoreProperties, &value); err != nil {
			panic(err)
		}
		return fmt.Sprintf(w.syntax.object, w.expression(name+"Value", value))
	default:
		return w.syntax.words[s.Type]
	}
}

func (w *typeWriter) union(name string, parts []jsonSchema) string {
	var types []string
	text := slices.ContainsFunc(parts, func(p jsonSchema) bool { return p.Type == "string" })
	for i, p := range parts {
		of := w.expression(fmt.Sprintf("%s%d", name, i+1), p)
		if p.Type == "number" && text {
			of = w.syntax.sentNumber
		}
		if !slices.Contains(types, of) {
			types = append(types, of)
		}
	}
	return strings.Join(types, " | ")
}

func (w *typeWriter) literals(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		text, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		texts[i] = string(text)
	}
	separator := " | "
	if strings.Contains(w.syntax.literal, "[") {
		separator = ", "
	}
	return fmt.Sprintf(w.syntax.literal, strings.Join(texts, separator))
}

func refName(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// pascal is snake_case as PascalCase.
func pascal(name string) string {
	return regexp.MustCompile(`(?:^|_)([a-z0-9])`).ReplaceAllStringFunc(name, func(m string) string {
		return strings.ToUpper(strings.TrimPrefix(m, "_"))
	})
}
