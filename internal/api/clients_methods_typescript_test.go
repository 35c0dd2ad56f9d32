package api

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

const typeScriptMethodsHead = "// " + generatedNote + `

/** The methods for the operations of the API. See also the methods that client.ts adds. */

import { argument, type Body, type CallOptions, fields, Group, parameters, Part, type Scalar, step } from "./arguments.js";
import type * as types from "./types.js";
`

// typeScriptMethods writes the methods of the SDK for TypeScript.
func typeScriptMethods(document []byte) []byte {
	w := newTypeWriter(documentSchemas(document), typeScriptTypes)
	s := typeScriptWriter{&w, declaredTypes(sdkTypes(document, typeScriptTypes))}
	var out bytes.Buffer
	out.WriteString(typeScriptMethodsHead)
	out.WriteString("\n/** The kinds of the parameters of operations whose methods are written by hand. */\n" +
		"export const wantedParameters = {\n")
	for _, m := range sdkMethods(document) {
		if m.byHand && m.method == "get" && len(m.queryArguments()) > 0 {
			fmt.Fprintf(&out, "  %s: %s,\n", m.ID, s.wanted(m.queryArguments()))
		}
	}
	out.WriteString("} as const;\n")
	for _, group := range pythonGroups {
		abstract := map[string]string{"": "abstract "}[group.receiver]
		base := map[bool]string{true: "Group", false: "Part"}[group.receiver == ""]
		fmt.Fprintf(&out, "\n%sexport %sclass %s extends %s {\n", docComment("", group.about), abstract, group.class, base)
		for i, m := range slices.DeleteFunc(sdkMethods(document), func(m sdkMethod) bool { return m.receiver != group.receiver || m.byHand }) {
			if i > 0 {
				out.WriteString("\n")
			}
			out.WriteString(s.method(m))
		}
		out.WriteString(group.typeScript + "}\n")
	}
	return out.Bytes()
}

type typeScriptWriter struct {
	*typeWriter
	declared map[string]bool
}

func (s typeScriptWriter) method(m sdkMethod) string {
	path, body, query := m.in("path"), s.bodyProperties(m.goOperation), m.queryArguments()
	address := m.path
	var signature []string
	for i, part := range path {
		name, of := camelCase(part.name), "string"
		if slices.Equal(s.sdkKinds(part.jsonSchema), []string{"integer"}) {
			of = "number"
		}
		value := fmt.Sprintf("${step(%q, %s, %q)}", name, name, of)
		if m.receiver == "Book" && i == 0 {
			value = "${this.book}"
		} else {
			signature = append(signature, name+": "+of)
		}
		address = strings.Replace(address, "{"+part.name+"}", value, 1)
	}
	options := []string{"...options"}
	switch {
	case m.takesFile():
		signature = append(signature, "file: Uint8Array")
		options = append(options, `body: argument("file", file, "Uint8Array")`)
	case m.whole != "":
		of := fromTypes(s.expression("", m.body()), s.declared, "{ [key: string]: unknown }")
		signature = append(signature, m.whole+": "+of)
		options = append(options, fmt.Sprintf(`body: argument(%q, %s, "object")`, m.whole, m.whole))
	case len(body) > 0:
		of := fmt.Sprintf("body: Body<types.%s>", refName(m.body().Ref))
		if !body[0].needed {
			of += " = {}"
		}
		signature = append(signature, of)
		options = append(options, "body: fields(body, "+s.wanted(body)+")")
	case m.takesJSON():
		options = append(options, "body: {}")
	}
	if len(query) > 0 {
		signature = append(signature, s.queryType(query))
		options = append(options, "query: parameters(query, "+s.wanted(query)+")")
	}
	about := "  /**\n   * " + wrapped(strings.ReplaceAll(m.Summary+". "+m.About, "*/", "* /"), 120, "\n   * ") + "\n   */\n"
	name := camelCase(m.snake)
	if m.result.kind == sdkPages {
		values := "{}"
		if len(query) > 0 {
			values = "parameters(query, " + s.wanted(query) + ")"
		}
		return fmt.Sprintf("%s  %s(%s): AsyncGenerator<%s> {\n    return this.pagesOf(`%s`, %s);\n  }\n", about, name,
			strings.Join(signature, ", "), s.returned(m), address, values)
	}
	signature = append(signature, "options?: CallOptions")
	call := fmt.Sprintf("await this.send(%q, `%s`, { %s })", strings.ToUpper(m.method), address, strings.Join(options, ", "))
	of := s.returned(m)
	var statement string
	switch m.result.kind {
	case sdkNothing:
		statement = call
	case sdkFile:
		statement = "return (" + call + ").body"
	case sdkProperty:
		statement = fmt.Sprintf("return (%s).json<{ %s: %s }>().%[2]s", call, m.result.property, of)
	default:
		statement = "return (" + call + ").json()"
	}
	return fmt.Sprintf("%s  async %s(%s): Promise<%s> {\n    %s;\n  }\n", about, name, strings.Join(signature, ", "), of, statement)
}

// queryType declares the parameters of the query.
func (s typeScriptWriter) queryType(all []sdkArgument) string {
	fields := make([]string, len(all))
	for i, a := range all {
		fields[i] = a.name + map[bool]string{false: "?"}[a.needed] + ": " + s.parameterType(a)
	}
	return "query: { " + strings.Join(fields, "; ") + " }" + map[bool]string{false: " = {}"}[all[0].needed]
}

func (s typeScriptWriter) parameterType(a sdkArgument) string {
	words := map[string]string{"bool": "boolean", "int": "number", "int64": "number", "json.Number": "number | string"}
	kinds := s.sdkKinds(a.schema)
	if words[a.schema.GoType] == "" && slices.Equal(kinds, []string{"string"}) && len(a.schema.Enum) == 0 {
		return "Scalar"
	}
	of := cmp.Or(words[a.schema.GoType], fromTypes(s.expression(a.typeName, a.schema), s.declared, "unknown"))
	return strings.ReplaceAll(of, "Array<", "ReadonlyArray<")
}

var typeScriptKinds = map[string]string{"integer": "number", "array": "array"}

// wanted is an object with the kinds of arguments; a needed one begins with an exclamation mark.
func (s typeScriptWriter) wanted(all []sdkArgument) string {
	texts := make([]string, len(all))
	for i, a := range all {
		var names []string
		for _, kind := range s.sdkKinds(a.schema) {
			elements, isList := strings.CutPrefix(kind, "array of ")
			if isList {
				var of []string
				for element := range strings.SplitSeq(elements, "/") {
					of = append(of, cmp.Or(typeScriptKinds[element], element))
				}
				slices.Sort(of)
				kind = "array of " + strings.Join(slices.Compact(of), "/")
			}
			names = append(names, cmp.Or(typeScriptKinds[kind], kind))
		}
		slices.Sort(names)
		mark := map[bool]string{true: "!"}[a.needed]
		texts[i] = fmt.Sprintf("%s: %q", a.name, mark+strings.Join(slices.Compact(names), " | "))
	}
	return "{ " + strings.Join(texts, ", ") + " }"
}

// returned is the type of the result.
func (s typeScriptWriter) returned(m sdkMethod) string {
	switch m.result.kind {
	case sdkNothing:
		return "void"
	case sdkFile:
		return "Uint8Array"
	}
	return fromTypes(s.expression(m.result.name, m.result.schema), s.declared, "{ [key: string]: unknown }")
}
