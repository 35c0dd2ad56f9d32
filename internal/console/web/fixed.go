package web

import (
	"html/template"
	"text/template/parse"
)

// fixed are the results of actions of templates that are the same on every page of a language: words, icons and paths of files. They are
// written into the parsed templates, so that no page computes them again.
type fixed map[string]func(argument string) string

// reached returns the templates that a page uses, with the results written into them. Shared templates that it does not use are left out.
func (f fixed) reached(page *template.Template, shared map[string]*parse.Tree) (*template.Template, error) {
	w := &writer{fixed: f, page: page, to: template.New("").Funcs((&instance{}).functions())}
	w.template("layout")
	for _, t := range page.Templates() {
		if shared[t.Name()] != t.Tree {
			w.template(t.Name())
		}
	}
	return w.to, w.err
}

// writer writes results into a template and into all templates that it calls.
type writer struct {
	fixed    fixed
	page, to *template.Template
	err      error
}

func (w *writer) template(name string) {
	t := w.page.Lookup(name)
	if t == nil || t.Tree == nil || w.to.Lookup(name) != nil || w.err != nil {
		return
	}
	if _, w.err = w.to.AddParseTree(name, t.Tree); w.err == nil {
		w.list(t.Tree.Root)
	}
}

func (w *writer) list(l *parse.ListNode) {
	if l == nil {
		return
	}
	for i, node := range l.Nodes {
		switch n := node.(type) {
		case *parse.ActionNode:
			if text, name, ok := w.fixed.result(n.Pipe); ok {
				if name != "icon" { // which is markup
					text = template.HTMLEscapeString(text)
				}
				l.Nodes[i] = &parse.TextNode{NodeType: parse.NodeText, Pos: n.Pos, Text: []byte(text)}
				continue
			}
			w.pipe(n.Pipe)
		case *parse.IfNode:
			w.branch(&n.BranchNode)
		case *parse.RangeNode:
			w.branch(&n.BranchNode)
		case *parse.WithNode:
			w.branch(&n.BranchNode)
		case *parse.TemplateNode:
			w.pipe(n.Pipe)
			w.template(n.Name)
		}
	}
}

func (w *writer) branch(b *parse.BranchNode) {
	w.pipe(b.Pipe)
	w.list(b.List)
	w.list(b.ElseList)
}

// pipe writes words in parentheses, which are arguments, as texts.
func (w *writer) pipe(p *parse.PipeNode) {
	if p == nil {
		return
	}
	for _, command := range p.Cmds {
		for i, argument := range command.Args {
			inner, ok := argument.(*parse.PipeNode)
			if !ok {
				continue
			}
			if text, name, ok := w.fixed.result(inner); ok && name == "t" {
				command.Args[i] = &parse.StringNode{NodeType: parse.NodeString, Pos: inner.Pos, Text: text}
				continue
			}
			w.pipe(inner)
		}
	}
}

// result is that of a pipeline that is one call of a function of f with one literal text.
func (f fixed) result(p *parse.PipeNode) (text, name string, ok bool) {
	if len(p.Cmds) != 1 || len(p.Decl) > 0 || len(p.Cmds[0].Args) != 2 {
		return "", "", false
	}
	called, isName := p.Cmds[0].Args[0].(*parse.IdentifierNode)
	literal, isText := p.Cmds[0].Args[1].(*parse.StringNode)
	if !isName || !isText || f[called.Ident] == nil {
		return "", "", false
	}
	return f[called.Ident](literal.Text), called.Ident, true
}
