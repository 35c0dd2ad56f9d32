package api

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sdkMethod is the method for an operation, which all SDKs have.
type sdkMethod struct {
	goOperation
	receiver, name string // in Go; "" is the client
	snake          string // its name in Python
	whole          string // the argument that is the whole body; "": its fields are arguments
	byHand         bool   // in Python and TypeScript
	result         sdkResult
}

// sdkResult is what a method returns.
type sdkResult struct {
	kind     sdkResultKind
	property string     // of the response, of sdkProperty
	name     string     // of the type, if the schema has none
	schema   jsonSchema // of sdkPages: of an element
}

type sdkResultKind int

const (
	sdkNothing sdkResultKind = iota
	sdkFile
	sdkPages
	sdkProperty
	sdkValue
)

// goMethodCall finds the methods of the templates of the Go client: signature, operation and property of the response.
var goMethodCall = regexp.MustCompile(`\{\{method "((?:\w+\.)?[A-Z]\w*)\((.*?)\)[^"]*" "(\w+)(?:\.(\w+))?"`)

// sdkTable is the one table of operations and their methods: that of the templates, and testdata/client_methods.txt.
func sdkTable() map[string]sdkMethod {
	table := map[string]sdkMethod{}
	for _, m := range goMethodCall.FindAllStringSubmatch(readTemplate("methods")+readTemplate("administration"), -1) {
		arguments := strings.Split(m[2], ", ")
		last, _, _ := strings.Cut(arguments[len(arguments)-1], " ")
		table[m[3]] = newSDKMethod(m[1], sdkMethod{whole: last, result: sdkResult{property: m[4]}})
	}
	text, err := os.ReadFile("testdata/client_methods.txt")
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if words[0] == "#" {
			continue
		}
		method := newSDKMethod(words[1], sdkMethod{})
		for _, option := range words[2:] {
			name, value, _ := strings.Cut(option, "=")
			switch name {
			case "hand":
				method.byHand = true
			case "name":
				method.snake = value
			case "whole":
				method.whole = value
			case "file":
				method.result.kind = sdkFile
			}
		}
		table[words[0]] = method
	}
	return table
}

func newSDKMethod(name string, m sdkMethod) sdkMethod {
	before, after, found := strings.Cut(name, ".")
	if m.receiver, m.name = before, after; !found {
		m.receiver, m.name = "", before
	}
	m.snake = snakeCase(m.name)
	return m
}

// beginOfWord is where a word of a name of Go begins.
var beginOfWord = regexp.MustCompile(`([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])`)

// snakeCase is a name of Go as Python writes it: SearchHS is search_hs, and ReportProof report_proof.
func snakeCase(name string) string {
	return strings.ToLower(beginOfWord.ReplaceAllString(name, "${1}${3}_${2}${4}"))
}

// camelCase is a name of Python as TypeScript writes it.
func camelCase(snake string) string {
	name := pascal(snake)
	return strings.ToLower(name[:1]) + name[1:]
}

// sdkMethods are the methods of the operations of the document, by receiver and name.
func sdkMethods(document []byte) (methods []sdkMethod) {
	table := sdkTable()
	w := newTypeWriter(documentSchemas(document), typeSyntax{})
	for id, o := range goOperations(document) {
		m, ok := table[id]
		if !ok || m.name == "-" {
			continue
		}
		m.goOperation = o
		if !w.isFreeForm(o.body()) {
			m.whole = ""
		}
		if m.result.kind != sdkFile {
			m.result = w.sdkResult(o, m.result.property)
		}
		methods = append(methods, m)
	}
	slices.SortFunc(methods, func(a, b sdkMethod) int {
		return cmp.Or(cmp.Compare(a.receiver, b.receiver), cmp.Compare(a.snake, b.snake), cmp.Compare(a.ID, b.ID))
	})
	return methods
}

// isFreeForm reports whether a body has fields that the document does not name, or is one of several kinds.
func (w *typeWriter) isFreeForm(s jsonSchema) bool {
	for s.Ref != "" {
		s = w.schemas[refName(s.Ref)]
	}
	return len(s.OneOf)+len(s.AnyOf)+len(s.AllOf) > 0 || len(s.MoreProperties) > 0 && string(s.MoreProperties) != "false"
}

// bodyProperties are the fields of a JSON body without the key: first the required ones.
func (w *typeWriter) bodyProperties(o goOperation) (all []sdkArgument) {
	s, name := o.body(), refName(o.body().Ref)
	if s.Ref != "" {
		s = w.schemas[name]
	}
	if w.isFreeForm(s) {
		return nil
	}
	properties, required := w.merged(s)
	for _, p := range properties {
		if p.name != "secret_key" {
			all = append(all, sdkArgument{p.name, name + pascal(p.name), slices.Contains(required, p.name), false, p.jsonSchema})
		}
	}
	return neededFirst(all)
}

// sdkArgument is an argument of a method: a parameter, or a field of the body.
type sdkArgument struct {
	name, typeName string
	needed         bool
	inQuery        bool
	schema         jsonSchema
}

func neededFirst(all []sdkArgument) []sdkArgument {
	slices.SortStableFunc(all, func(a, b sdkArgument) int {
		return map[bool]int{a.needed: -1}[true] - map[bool]int{b.needed: -1}[true]
	})
	return all
}

// queryArguments are the parameters of the query. Those that choose a page or another kind of response are those of the SDK.
func (m sdkMethod) queryArguments() (all []sdkArgument) {
	for _, p := range m.Parameters {
		pages := m.result.kind == sdkPages && p.Name == "page"
		format := p.Name == "format" && len(m.success()) > 1 && m.success()["application/json"].Schema.written()
		if p.In == "query" && !pages && !format {
			all = append(all, sdkArgument{p.Name, pascal(p.Name), p.Needed, true, p.Schema})
		}
	}
	return neededFirst(all)
}

func (s jsonSchema) written() bool {
	return s.Ref != "" || s.Type != "" || len(s.OneOf)+len(s.AnyOf) > 0
}

// sdkResult is what the method of an operation returns: the elements of all pages, the property that is named or the only one, or all.
func (w *typeWriter) sdkResult(o goOperation, property string) sdkResult {
	all := o.success()
	content, ok := all["application/json"]
	switch {
	case !ok && len(all) > 0:
		return sdkResult{kind: sdkFile}
	case !ok:
		return sdkResult{kind: sdkNothing}
	}
	schema, name := content.Schema, cmp.Or(refName(content.Schema.Ref), "Unnamed")
	for _, part := range slices.Concat(schema.OneOf, schema.AnyOf) { // one of them has pages
		if properties, _ := w.merged(w.schemas[refName(part.Ref)]); hasProperty(properties, "next_cursor") {
			schema, name = part, refName(part.Ref)
		}
	}
	whole := sdkResult{kind: sdkValue, name: name, schema: schema}
	if schema.Ref != "" {
		schema = w.schemas[name]
	}
	properties, _ := w.merged(schema)
	switch {
	case hasProperty(properties, "next_cursor"):
		property = "results"
	case len(properties) == 1:
		property = properties[0].name
	case property == "":
		return whole
	}
	i := slices.IndexFunc(properties, func(p namedSchema) bool { return p.name == property })
	if i < 0 {
		panic(fmt.Sprintf("the response of %s has no %s", o.ID, property))
	}
	r := sdkResult{kind: sdkProperty, property: property, name: name + pascal(property), schema: properties[i].jsonSchema}
	if hasProperty(properties, "next_cursor") {
		r.kind, r.name, r.schema = sdkPages, r.name+"Element", *r.schema.Items
	}
	return r
}

func hasProperty(all orderedSchemas, name string) bool {
	return slices.ContainsFunc(all, func(p namedSchema) bool { return p.name == name })
}

// sdkKinds are the kinds of JSON that a value may be, such as string, null and array of string; nil: any.
func (w *typeWriter) sdkKinds(s jsonSchema) (kinds []string) {
	switch {
	case s.Ref != "":
		return w.sdkKinds(w.schemas[refName(s.Ref)])
	case len(s.OneOf)+len(s.AnyOf) > 0:
		for _, part := range slices.Concat(s.OneOf, s.AnyOf) {
			of := w.sdkKinds(part)
			if of == nil {
				return nil
			}
			kinds = append(kinds, of...)
		}
		slices.Sort(kinds)
		return slices.Compact(kinds)
	case s.Type == "array":
		if s.Items == nil || w.sdkKinds(*s.Items) == nil {
			return []string{"array"}
		}
		return []string{"array of " + strings.Join(w.sdkKinds(*s.Items), "/")}
	case len(s.AllOf) > 0 || len(s.Properties) > 0:
		return []string{"object"}
	case s.Type != "":
		return []string{s.Type}
	}
	return nil
}

var typeDeclaration = regexp.MustCompile(
	`(?m)^(?:class |export interface |export type )?(\w+)(?:\(TypedDict| = TypedDict|: TypeAlias| \{| = )`)

// declaredTypes are the names of types in a file of types.
func declaredTypes(text []byte) map[string]bool {
	names := map[string]bool{}
	for _, m := range typeDeclaration.FindAllSubmatch(text, -1) {
		names[string(m[1])] = true
	}
	return names
}

var typeInExpression = regexp.MustCompile(`"[^"]*"|\b[A-Z]\w*\b`)

// fromTypes writes an expression in a file that imports the types.
func fromTypes(expression string, declared map[string]bool, unknown string) string {
	return typeInExpression.ReplaceAllStringFunc(expression, func(name string) string {
		switch {
		case declared[name]:
			return "types." + name
		case name[0] == '"', slices.Contains([]string{"Any", "Literal", "None", "Decimal", "Array"}, name):
			return name
		}
		return unknown
	})
}

// methodTable writes which method of each SDK calls an operation.
func methodTable(document []byte) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	_ = w.Write([]string{"operation", "method", "path", "Go", "Python", "TypeScript"})
	methods := sdkMethods(document)
	slices.SortFunc(methods, func(a, b sdkMethod) int { return cmp.Compare(a.ID, b.ID) })
	for _, m := range methods {
		group := map[string]string{"Administration": "administration.", "Book": "addresses."}[m.receiver]
		receiver := cmp.Or(m.receiver, "Client")
		_ = w.Write([]string{
			m.ID, strings.ToUpper(m.method), m.path, receiver + "." + m.name, "client." + group + pythonName(m.snake),
			"client." + group + camelCase(m.snake),
		})
	}
	w.Flush()
	return out.Bytes()
}

// forOtherClients are operations in the form of the original, which have one of our own for new clients.
var forOtherClients = []string{"originalCancel", "originalList"}

// TestSDKsHaveEachOperation: Go, Python and TypeScript have the method of the table for each operation that callers with a key have.
func TestSDKsHaveEachOperation(t *testing.T) {
	document := bareAPI().openAPIDocument()
	operations, table := goOperations(document), sdkTable()
	for id := range operations {
		if _, ok := table[id]; !ok && !slices.Contains(forOtherClients, id) {
			t.Errorf("the operation %s has no method: write it in a template of the Go client, or in testdata/client_methods.txt", id)
		}
	}
	for id := range table {
		if _, ok := operations[id]; !ok {
			t.Errorf("the document has no operation %s", id)
		}
	}
	inGo := goMethodsOfClient(t)
	inPython := declaredMethods(t, `(?m)^class (\w+)|^    def (\w+)\(`, "../../clients/python/waybill/client.py",
		"../../clients/python/waybill/methods_gen.py")
	inTypeScript := declaredMethods(t, `(?m)^export (?:abstract )?class (\w+)|^  (?:async )?\*?(\w+)(?:<\w+>)?\(`,
		"../../clients/typescript/src/client.ts", "../../clients/typescript/src/methods_gen.ts")
	for _, m := range sdkMethods(document) {
		receiver := cmp.Or(m.receiver, "Client")
		for language, has := range map[string]bool{
			"Go":         inGo[receiver+"."+m.name],
			"Python":     inPython[receiver+"."+pythonName(m.snake)] || m.receiver == "" && inPython["Methods."+pythonName(m.snake)],
			"TypeScript": inTypeScript[receiver+"."+camelCase(m.snake)] || m.receiver == "" && inTypeScript["Methods."+camelCase(m.snake)],
		} {
			if !has {
				t.Errorf("%s has no method %s.%s for %s", language, receiver, m.name, m.ID)
			}
		}
	}
}

// goMethodsOfClient are the exported methods of the package client.
func goMethodsOfClient(t *testing.T) map[string]bool {
	t.Helper()
	entries, err := os.ReadDir("../../client")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), "../../client/"+e.Name(), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				names[receiverName(f.Recv.List[0].Type)+"."+f.Name.Name] = true
			}
		}
	}
	return names
}

func receiverName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiverName(e.X)
	case *ast.IndexExpr:
		return receiverName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// declaredMethods finds classes and their methods.
func declaredMethods(t *testing.T, pattern string, paths ...string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		class := ""
		for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
			class = cmp.Or(string(m[1]), class)
			names[class+"."+string(m[2])] = true
		}
	}
	return names
}

// TestNamesInOtherLanguages: the names of Python and TypeScript are those of Go.
func TestNamesInOtherLanguages(t *testing.T) {
	for name, want := range map[string]string{
		"SearchHS": "search_hs", "HoldOrders": "hold_orders", "TrackV2": "track_v2", "CreateKeyOfAccount": "create_key_of_account",
		"Pack": "pack",
	} {
		if got := snakeCase(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if got := camelCase("search_hs"); got != "searchHs" {
		t.Errorf("search_hs is %s", got)
	}
	seen := map[string]string{}
	for _, m := range sdkMethods(bareAPI().openAPIDocument()) {
		if other := seen[m.receiver+"."+m.snake]; other != "" && m.name != "Label" {
			t.Errorf("%s and %s have the name %s", m.ID, other, m.snake)
		}
		seen[m.receiver+"."+m.snake] = m.ID
	}
}
