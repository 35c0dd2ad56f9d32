package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// change is one way to break the code.
type change struct {
	id         int
	file       string
	line       int
	kind, text string
}

func (c change) String() string { return fmt.Sprintf("%s:%d: %s: %s", c.file, c.line, c.kind, c.text) }

// insertion puts text around a part of a file.
type insertion struct {
	start, end     int
	before, behind string
}

// source is a file whose changes are looked for.
type source struct {
	name    string
	text    []byte
	set     *token.FileSet
	skipped map[int]bool // lines that do not compile with changes
	changes []change
	inserts []insertion
	next    int // id
}

// mutate returns a file with all its changes, which are numbered from first.
func mutate(name string, first int, skipped map[int]bool) (text string, changes []change, err error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return "", nil, err
	}
	s := &source{name: name, text: content, set: token.NewFileSet(), skipped: skipped, next: first}
	file, err := parser.ParseFile(s.set, name, content, 0)
	if err != nil {
		return "", nil, err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
			ast.Inspect(f.Body, s.visit)
		}
	}
	if len(s.changes) == 0 {
		return string(content), nil, nil
	}
	end := s.at(file.Name.End())
	s.inserts = append(s.inserts, insertion{end, end, "", `; import _mutant "waybill/internal/mutant"`})
	return s.written(), s.changes, nil
}

func (s *source) at(p token.Pos) int { return s.set.Position(p).Offset }

func (s *source) of(n ast.Node) string { return string(s.text[s.at(n.Pos()):s.at(n.End())]) }

// add adds a change around a node. In before and behind, § stands for its number.
func (s *source) add(kind string, n ast.Node, text, before, behind string) {
	line := s.set.Position(n.Pos()).Line
	if s.skipped[line] {
		return
	}
	id := strconv.Itoa(s.next)
	s.changes = append(s.changes, change{s.next, s.name, line, kind, strings.Join(strings.Fields(text), " ")})
	s.inserts = append(s.inserts, insertion{
		s.at(n.Pos()), s.at(n.End()), strings.ReplaceAll(before, "§", id), strings.ReplaceAll(behind, "§", id),
	})
	s.next++
}

// written is the text with all insertions. What surrounds another part was inserted before it.
func (s *source) written() string {
	before, behind := map[int]string{}, map[int]string{}
	for _, i := range s.inserts {
		before[i.start] += i.before
		behind[i.end] = i.behind + behind[i.end]
	}
	var b strings.Builder
	for i := range len(s.text) + 1 {
		b.WriteString(behind[i])
		b.WriteString(before[i])
		if i < len(s.text) {
			b.WriteByte(s.text[i])
		}
	}
	return b.String()
}

func (s *source) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok != token.CONST
	case *ast.IfStmt:
		s.never(n.Cond)
	case *ast.SwitchStmt:
		if n.Tag == nil {
			for _, c := range n.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					s.never(e)
				}
			}
		}
	case *ast.BlockStmt:
		s.drop(n.List)
	case *ast.CaseClause:
		s.drop(n.Body)
	case *ast.BinaryExpr:
		s.binary(n)
	case *ast.CompositeLit:
		for _, e := range n.Elts {
			if field, ok := e.(*ast.KeyValueExpr); ok {
				s.zero(field)
			}
		}
	case *ast.BasicLit:
		s.sql(n)
	}
	return true
}

var ofErrors = regexp.MustCompile(`(?i)\berr\b|\w*Err\b|^!?ok$|== nil$|!= nil$`)

// never makes a condition false.
func (s *source) never(cond ast.Expr) {
	if b, ok := cond.(*ast.BinaryExpr); ok && b.Op == token.LAND || ofErrors.MatchString(s.of(cond)) && !ok {
		return
	}
	if text := s.of(cond); !regexp.MustCompile(`\berr\b.* [!=]= nil`).MatchString(text) {
		s.add("never", cond, text, "(!_mutant.On(§) && (", "))")
	}
}

func (s *source) binary(n *ast.BinaryExpr) {
	x, y := s.of(n.X), s.of(n.Y)
	switch n.Op {
	case token.LAND:
		for _, part := range []ast.Expr{n.X, n.Y} {
			if !ofErrors.MatchString(s.of(part)) {
				s.add("without", part, s.of(part)+"   in   "+s.of(n), "(_mutant.On(§) || (", "))")
			}
		}
	case token.LOR:
		for _, part := range []ast.Expr{n.X, n.Y} {
			if !ofErrors.MatchString(s.of(part)) {
				s.add("without", part, s.of(part)+"   in   "+s.of(n), "(!_mutant.On(§) && (", "))")
			}
		}
	case token.LSS, token.GTR:
		s.add("or equal", n, s.of(n), "(", " || _mutant.On(§) && ("+x+") == ("+y+"))")
	case token.LEQ, token.GEQ:
		s.add("not equal", n, s.of(n), "(", " && !(_mutant.On(§) && ("+x+") == ("+y+")))")
	}
}

// What nobody needs a test for.
var unimportant = regexp.MustCompile(`\b(Log|log|slog|span|Span|metrics|Metrics)\b|^(panic|close|cancel|defer)\(|` +
	`\.(Lock|Unlock|RLock|RUnlock|Helper|Done|Close|Grow|Flush|Stop|Go|Wait)\(`)

// drop drops statements.
func (s *source) drop(list []ast.Stmt) {
	for _, n := range list {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE || ofErrors.MatchString(s.of(n.Lhs[len(n.Lhs)-1])) || s.of(n.Lhs[0]) == "_" {
				continue
			}
		case *ast.ExprStmt:
			if unimportant.MatchString(s.of(n)) {
				continue
			}
		case *ast.IncDecStmt:
		default:
			continue
		}
		s.add("dropped", n, s.of(n), "if !_mutant.On(§) { ", " }")
	}
}

// zero leaves out a field of a literal.
func (s *source) zero(field *ast.KeyValueExpr) {
	switch v := field.Value.(type) {
	case *ast.BasicLit, *ast.FuncLit, *ast.CompositeLit, *ast.UnaryExpr:
		return
	case *ast.Ident:
		if v.Name == "nil" || v.Name == "false" {
			return
		}
		if v.Name == "true" {
			s.add("zero", v, s.of(field), "!_mutant.On(§) && ", "")
			return
		}
	}
	if _, ok := field.Key.(*ast.Ident); ok {
		s.add("zero", field.Value, s.of(field), "_mutant.Zero(§, ", ")")
	}
}

// A condition of SQL that is a comparison with a value, a list or a simple query, or an EXISTS.
var condition = regexp.MustCompile(`(?s)\b(WHERE|AND|ON)\s+(NOT )?(EXISTS \([^()]*\)|` +
	`[a-z_.]+\s*(=|<>|<=|>=|<|>|IS|IN|NOT IN)\s*(\([^()]*\)|[^()\s]+( NULL)?))`)

// sql makes conditions true.
func (s *source) sql(n *ast.BasicLit) {
	if n.Kind != token.STRING {
		return
	}
	quote, text := n.Value[:1], n.Value[1:len(n.Value)-1]
	for _, at := range slices.Backward(condition.FindAllStringIndex(text, -1)) {
		found := text[at[0]:at[1]]
		word, rest, _ := strings.Cut(found, " ")
		changed := text[:at[0]] + word + " (" + rest + " OR TRUE)" + text[at[1]:]
		s.add("everything", n, found, "_mutant.Text(§, ", ", "+quote+changed+quote+")")
	}
}
