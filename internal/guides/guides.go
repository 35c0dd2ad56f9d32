package guides

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"waybill/docs"
)

// names are the guides in the order of the menu.
var names = []string{
	"quickstart", "integrating", "keys", "fields", "preparing", "errors-and-retries", "lists", "finding", "orders", "labels", "handover",
	"returns", "webhooks", "tracking", "test-mode", "sdks", "import", "import-files", "customs", "versions", "interface", errorsName,
}

// Values in the examples of the pages, which stand for those of the reader.
const (
	exampleAddress = "http://127.0.0.1:8080"
	exampleKey     = "wb_test_lIMvR4D6CBsBrtnz1EdlQAgA9OprN8NR"
)

//go:embed page.html
var pageSource string

//go:embed guides.css
var style []byte

var page = template.Must(template.New("").Parse(pageSource))

// policy lets a page load its style from this server only, and send the search to it.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// section is a heading of a guide with the text below it.
type section struct {
	Page, Title, Anchor string
	Level               int
	Excerpt             string // what a search found
	text                string // with the title
}

// guide is a page that was rendered.
type guide struct {
	Name, Title string
	Sections    []section
	html        string
	Languages   bool // examples are in several languages: the reader chooses one
}

var loaded = sync.OnceValue(func() map[string]guide {
	all := make(map[string]guide, len(names))
	for _, name := range names {
		all[name] = load(name)
	}
	return all
})

var (
	comments = regexp.MustCompile(`(?m)^<!--.*-->\n`) // for tests
	markdown = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
)

func load(name string) guide {
	if name == errorsName {
		return loadErrors()
	}
	source, err := docs.Pages.ReadFile(name + ".md")
	if err != nil {
		panic(err) // it is embedded
	}
	source = bytes.ReplaceAll(comments.ReplaceAll(source, nil), []byte(exampleKey), []byte("YOUR_KEY"))
	document := markdown.Parser().Parse(text.NewReader(source))
	g := guide{Name: name, Languages: bytes.Contains(source, []byte("\n```python\n"))}
	var links []*ast.Link
	var starts []int
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function returns no error
		switch n := n.(type) {
		case *ast.Heading:
			if entering {
				id, _ := n.AttributeString("id")
				g.Sections = append(g.Sections, section{Title: headingText(n, source), Anchor: string(id.([]byte)), Level: n.Level})
				starts = append(starts, n.Lines().At(0).Start)
			}
		case *ast.Link:
			if entering {
				links = append(links, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, l := range links {
		lead(l)
	}
	for i := range g.Sections {
		end := append(starts, len(source))[i+1]
		g.Sections[i].text = string(source[starts[i]:end])
	}
	g.Title = g.Sections[0].Title
	var html strings.Builder
	if err := markdown.Renderer().Render(&html, source, document); err != nil {
		panic(err) // the builder takes everything
	}
	g.html = html.String()
	return g
}

func headingText(n ast.Node, source []byte) string {
	var title strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			title.Write(t.Value(source))
		} else {
			title.WriteString(headingText(c, source))
		}
	}
	return title.String()
}

// lead lets a link to another guide lead there, and makes plain text of one to a file of the repository.
func lead(l *ast.Link) {
	target := string(l.Destination)
	if strings.HasPrefix(target, "#") || strings.Contains(target, "://") {
		return
	}
	file, fragment, _ := strings.Cut(target, "#")
	if name, ok := strings.CutSuffix(file, ".md"); ok && slices.Contains(names, name) {
		l.Destination = []byte("/docs/" + strings.TrimSuffix(name+"#"+fragment, "#"))
		return
	}
	parent := l.Parent()
	for c := l.FirstChild(); c != nil; c = l.FirstChild() {
		parent.InsertBefore(parent, l, c)
	}
	parent.RemoveChild(parent, l)
}

// Serve shows a guide, or what a search found, at an address below /docs, to a reader who calls the server by base. It returns false
// if there is no such page.
func Serve(w http.ResponseWriter, r *http.Request, name, base string) bool {
	if name == "" {
		name = names[0]
	}
	data := struct {
		Guides  []guide
		Current guide
		Query   string
		Found   []section
		HTML    template.HTML
		Address string
	}{Query: strings.TrimSpace(r.URL.Query().Get("q")), Address: base}
	switch current, ok := loaded()[name]; {
	case name == "search":
		data.Found = find(data.Query)
	case ok:
		data.Current = current
		data.HTML = template.HTML(strings.ReplaceAll(current.html, exampleAddress, template.HTMLEscapeString(base))) //nolint:gosec // ours
	case name == "guides.css":
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
	default:
		return false
	}
	for _, n := range names {
		data.Guides = append(data.Guides, loaded()[n])
	}
	var body bytes.Buffer
	var err error
	if name == "guides.css" {
		body.Write(style)
	} else {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		err = page.Execute(&body, data)
	}
	if err != nil {
		panic(err) // the template fits the data
	}
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = body.WriteTo(w) // a browser that has disconnected is not an error of the server
	return true
}

// maxFound is how many sections a search shows.
const maxFound = 30

// find returns the sections with all words of a query, those with the words in their titles first.
func find(query string) (found []section) {
	words := strings.Fields(strings.ToLower(query))
	hasAll := func(part string) bool {
		part = strings.ToLower(part)
		return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(part, word) })
	}
	for _, inTitle := range []bool{true, false} {
		for _, name := range names {
			for _, s := range loaded()[name].Sections {
				if len(words) > 0 && hasAll(s.text) && hasAll(s.Title) == inTitle && len(found) < maxFound {
					s.Page, s.Excerpt = name, excerpt(s.text, words[0])
					found = append(found, s)
				}
			}
		}
	}
	return found
}

// excerpt is the line of a section that has a word.
func excerpt(section, word string) string {
	for line := range strings.Lines(section) {
		if strings.Contains(strings.ToLower(line), word) {
			return strings.Trim(line, "-#|> \n")
		}
	}
	return ""
}
