package api

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

const pythonMethodsHead = `# ` + generatedNote + `
# ruff: noqa: A001, A002, A003, E501
"""The methods for the operations of the API. See also the methods that client.py adds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from . import types
from .arguments import NOT_GIVEN, Group, Part, Scalar, argument, arguments, step
`

// pythonGroups are the classes with the methods, by the receivers of Go.
var pythonGroups = []struct{ receiver, class, about, python, typeScript string }{
	{"", "Methods", "The methods of a Client that its key may call.", "", ""},
	{"Administration", "Administration", "What an operator decides about: the attribute administration of a Client.", "", ""},
	{"Book", "Book", "Named entries that the account keeps for later orders, such as the attribute addresses of a Client.", `
    def export(self) -> bytes:
        """Returns all entries as CSV. There is none of drafts."""
        return self._send("GET", f"/books/{self._book}/", query={"format": "csv"}).body
`, `
  /** Returns all entries as CSV. There is none of drafts. */
  async export(options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", ` + "`/books/${this.book}/`" + `, { ...options, query: { format: "csv" } })).body;
  }
`},
}

// pythonMethods writes the methods of the SDK for Python.
func pythonMethods(document []byte) []byte {
	w := newTypeWriter(documentSchemas(document), pythonTypes)
	p := pythonWriter{&w, declaredTypes(sdkTypes(document, pythonTypes))}
	var out bytes.Buffer
	out.WriteString(pythonMethodsHead)
	out.WriteString("\nPARAMETERS: dict[str, dict[str, str]] = {\n")
	for _, m := range sdkMethods(document) {
		if m.byHand && m.method == "get" && len(m.queryArguments()) > 0 {
			fmt.Fprintf(&out, "    %q: {%s},\n", m.ID, p.kindsOf(m.queryArguments()))
		}
	}
	out.WriteString("}\n\"\"\"The kinds of the parameters of operations whose methods are written by hand.\"\"\"\n")
	for _, group := range pythonGroups {
		base := map[bool]string{true: "Group", false: "Part"}[group.receiver == ""]
		fmt.Fprintf(&out, "\n\nclass %s(%s):\n    \"\"\"%s\"\"\"\n", group.class, base, group.about)
		for _, m := range sdkMethods(document) {
			if m.receiver == group.receiver && !m.byHand {
				out.WriteString(p.method(m))
			}
		}
		out.WriteString(group.python)
	}
	return out.Bytes()
}

type pythonWriter struct {
	*typeWriter
	declared map[string]bool
}

// pythonName is a name that Python has no other use for.
func pythonName(name string) string {
	if slices.Contains([]string{"from", "import", "return", "pass", "global", "class"}, name) {
		return name + "_"
	}
	return name
}

func (p pythonWriter) method(m sdkMethod) string {
	path, fields, query := m.in("path"), p.bodyProperties(m.goOperation), m.queryArguments()
	if m.receiver == "Book" {
		path = path[1:]
	}
	signature, keywords := []string{"self"}, []string(nil)
	for _, part := range path {
		signature = append(signature, pythonName(part.name)+": "+map[bool]string{true: "int", false: "str"}[p.isNumber(part.jsonSchema)])
	}
	if m.whole != "" {
		signature = append(signature, m.whole+": Mapping[str, Any]")
	}
	if m.takesFile() {
		signature = append(signature, "file: bytes")
	}
	for _, a := range slices.Concat(fields, query) {
		of := pythonName(a.name) + ": " + p.annotation(a)
		switch {
		case a.needed && a.name == "tracking_nos":
			signature = append(signature, of)
		case a.needed:
			keywords = append(keywords, of)
		case a.inQuery:
			keywords = append(keywords, of+" | None = None")
		default:
			keywords = append(keywords, of+" = NOT_GIVEN")
		}
	}
	if m.Repeat == "key" {
		keywords = append(keywords, "idempotency_key: str | None = None")
	}
	if len(keywords) > 0 {
		signature = append(append(signature, "*"), keywords...)
	}
	return fmt.Sprintf("\n    def %s%s -> %s:\n        \"\"\"%s\"\"\"\n%s", pythonName(m.snake), pythonList("(", signature, ")", "    "),
		p.returned(m), pythonAbout(m), p.body(m, fields, query))
}

// pythonList writes elements in a line, or in one each.
func pythonList(begin string, elements []string, end, indent string) string {
	line := strings.Join(elements, ", ")
	if len(line) < 90 {
		return begin + line + end
	}
	return begin + "\n" + indent + "    " + strings.Join(elements, ",\n"+indent+"    ") + ",\n" + indent + end
}

// pythonAbout is what an operation does.
func pythonAbout(m sdkMethod) string {
	text := strings.ReplaceAll(m.Summary+". "+oneLine(m.About), `\`, `\\`)
	return wrapped(text, 120, "\n        ")
}

// wrapped breaks a text into lines.
func wrapped(text string, width int, between string) string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return strings.Join(append(lines, line), between)
}

// body is the statements of a method.
func (p pythonWriter) body(m sdkMethod, fields, query []sdkArgument) string {
	path := fmt.Sprintf("%q", m.path)
	for i, part := range m.in("path") {
		value := fmt.Sprintf("{step('%s', %s, '%s')}", part.name, pythonName(part.name),
			map[bool]string{true: "int", false: "str"}[p.isNumber(part.jsonSchema)])
		if m.receiver == "Book" && i == 0 {
			value = "{self._book}"
		}
		path = strings.Replace(path, "{"+part.name+"}", value, 1)
	}
	if strings.Contains(path, "{") {
		path = "f" + path
	}
	var options string
	switch {
	case m.takesFile():
		options += ", body=argument(\"file\", file, \"bytes\")"
	case m.whole != "":
		options += fmt.Sprintf(", body=argument(%q, %s, \"dict\")", m.whole, m.whole)
	case len(fields) > 0:
		options += ", body=arguments(" + p.values(fields) + ")"
	case m.takesJSON():
		options += ", body={}"
	}
	values := "{}"
	if len(query) > 0 {
		values = "arguments(" + p.values(query) + ", query=True)"
	}
	if m.result.kind == sdkPages {
		return fmt.Sprintf("        return self._pages(%s, %s)\n", path, values)
	}
	if len(query) > 0 {
		options += ", query=" + values
	}
	if m.Repeat == "key" {
		options += ", idempotency_key=idempotency_key"
	}
	call := fmt.Sprintf("self._send(%q, %s%s)", strings.ToUpper(m.method), path, options)
	switch m.result.kind {
	case sdkNothing:
		return "        " + call + "\n"
	case sdkFile:
		return "        return " + call + ".body\n"
	case sdkProperty:
		return fmt.Sprintf("        return %s.json()[%q]\n", call, m.result.property)
	default:
		return "        return " + call + ".json()\n"
	}
}

func (p pythonWriter) values(all []sdkArgument) string {
	texts := make([]string, len(all))
	for i, a := range all {
		texts[i] = fmt.Sprintf("%q: (%s, %q)", a.name, pythonName(a.name), p.wanted(a))
	}
	return pythonList("{", texts, "}", "        ")
}

func (p pythonWriter) kindsOf(all []sdkArgument) string {
	texts := make([]string, len(all))
	for i, a := range all {
		texts[i] = fmt.Sprintf("%q: %q", a.name, p.wanted(a))
	}
	return strings.Join(texts, ", ")
}

var pythonKinds = map[string]string{
	"null": "None", "boolean": "bool", "integer": "int", "number": "number", "string": "str", "object": "dict",
}

// wanted names the kinds of an argument, as Python says them.
func (p pythonWriter) wanted(a sdkArgument) string {
	kinds := p.sdkKinds(a.schema)
	var names []string
	for _, kind := range kinds {
		elements, isList := strings.CutPrefix(kind, "array of ")
		switch {
		case isList:
			var of []string
			for element := range strings.SplitSeq(elements, "/") {
				of = append(of, pythonKinds[element])
			}
			names = append(names, "list of "+strings.Join(of, "/"))
		case kind == "array":
			names = append(names, "list")
		default:
			names = append(names, pythonKinds[kind])
		}
	}
	if i := slices.Index(names, "None"); i >= 0 {
		names = append(slices.Delete(names, i, i+1), "None")
	}
	return strings.Join(names, " | ")
}

func (p pythonWriter) isNumber(s jsonSchema) bool {
	return slices.Equal(p.sdkKinds(s), []string{"integer"})
}

// annotation is the type of an argument.
func (p pythonWriter) annotation(a sdkArgument) string {
	kinds := p.sdkKinds(a.schema)
	null := ""
	if slices.Contains(kinds, "null") {
		null = " | None"
	}
	switch a.schema.GoType {
	case "bool":
		return "bool" + null
	case "int", "int64":
		return "int" + null
	case "json.Number":
		return "int | float | Decimal | str" + null
	}
	plain := a.schema
	for plain.Ref != "" {
		plain = p.schemas[refName(plain.Ref)]
	}
	switch {
	case plain.Type == "object" && p.isFreeForm(plain):
		return "Mapping[str, Any]"
	case a.inQuery && len(plain.Enum) == 0 && slices.Equal(kinds, []string{"string"}):
		return "Scalar"
	case slices.Contains([]string{"date", "date-time"}, plain.Format):
		return "str | date"
	}
	of := fromTypes(p.expression(a.typeName, a.schema), p.declared, "dict[str, Any]")
	return strings.ReplaceAll(of, "list[", "Sequence[")
}

// returned is the type of the result.
func (p pythonWriter) returned(m sdkMethod) string {
	switch m.result.kind {
	case sdkNothing:
		return "None"
	case sdkFile:
		return "bytes"
	}
	of := fromTypes(p.expression(m.result.name, m.result.schema), p.declared, "dict[str, Any]")
	if m.result.kind == sdkPages {
		return "Iterator[" + of + "]"
	}
	return of
}
