package guides

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"waybill"
	"waybill/internal/each"
)

// Values in the examples of the pages, which stand for those of the reader.
const (
	exampleAddress = "http://127.0.0.1:8080"
	exampleKey     = "wb_test_lIMvR4D6CBsBrtnz1EdlQAgA9OprN8NR"
)

var (
	//go:embed menu.txt
	menu string
	//go:embed page.html
	pageSource string

	// Style is the style of the pages, guides.css.
	//
	//go:embed guides.css
	Style embed.FS

	page = template.Must(template.New("").Parse(pageSource))
)

// policy lets a page load its style from this server only, and send the search to it.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// section is a heading of a guide with the text below it.
type section struct {
	Page, Title, Anchor string
	Level               int
	Excerpt             string // what a search found
	text                string // with the title
	name                string // of an operation: its method, path and id
}

// guide is a page that was rendered.
type guide struct {
	Group, Name, Title string // the group is that which begins with the guide
	Sections           []section
	html               string
	markdown           []byte  // with links to this server
	weight             float64 // of what a search finds in it: most readers are integrators
	Languages          bool    // examples are in several languages: the reader chooses one
}

// lines are those of menu.txt. A line has the name of a page or a file below /docs, and the path of its file in the repository. An
// archive has several.
var lines = sync.OnceValue(func() [][]string { return each.Of(strings.Split(strings.TrimSpace(menu), "\n"), strings.Fields) })

// loaded are the guides in the order of the menu.
var loaded = sync.OnceValue(func() (all []guide) {
	group, weight := "", 1.2
	for _, line := range lines() {
		if line[0] == "#" {
			group, weight = strings.Join(line[1:], " "), weight-0.2
		} else if path.Ext(line[1]) == ".md" {
			g := load(line[0], line[1])
			g.Group, g.weight, group = group, weight, ""
			all = append(all, g)
		}
	}
	return all
})

// named returns a guide, or nil. The first one has no name, too.
func named(name string) *guide {
	i := slices.IndexFunc(loaded(), func(g guide) bool { return g.Name == name || name == "" })
	if i < 0 {
		return nil
	}
	return &loaded()[i]
}

var (
	raw      = regexp.MustCompile(`(?m)^<(!--|img|sub).*>\n`) // for tests, and pictures, which are not served
	link     = regexp.MustCompile(`\[([^\]]*)\]\(([^)\s]+)\)`)
	markdown = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
)

// scrolls lets people without a mouse read what is wider than the window. A column without a title has no title that is empty.
// The pages that are no files of the repository are named by their addresses.
var scrolls = strings.NewReplacer("<th></th>", "<td></td>",
	"<code>/docs/errors</code>", `<a href="/docs/errors">/docs/errors</a>`, "<code>/docs/api</code>", `<a href="/docs/api">/docs/api</a>`,
	"<pre>", `<pre tabindex="0">`, "</table>", "</table></div>",
	"<table>", `<div class="table" role="group" aria-label="Table" tabindex="0"><table>`)

func load(name, file string) guide {
	if name == errorsName {
		return loadErrors()
	}
	source, err := waybill.Files.ReadFile(file)
	if err != nil {
		panic(err) // it is embedded
	}
	source = bytes.ReplaceAll(raw.ReplaceAll(source, nil), []byte(exampleKey), []byte("YOUR_KEY"))
	g := guide{Name: name, Languages: bytes.Contains(source, []byte("\n```python\n")), markdown: lead(file, source, ".md")}
	source = lead(file, source, "")
	document := markdown.Parser().Parse(text.NewReader(source))
	var starts []int
	_ = ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the function returns no error
		if n, ok := n.(*ast.Heading); ok && entering {
			id, _ := n.AttributeString("id")
			title := n.Lines().At(0)
			g.Sections = append(g.Sections, section{
				Title: plain(string(title.Value(source))), Anchor: string(id.([]byte)), Level: n.Level,
			})
			starts = append(starts, title.Start)
		}
		return ast.WalkContinue, nil
	})
	for i := range g.Sections {
		end := append(starts, len(source))[i+1]
		g.Sections[i].text = string(source[starts[i]:end])
	}
	g.Title = g.Sections[0].Title
	var html strings.Builder
	if err := markdown.Renderer().Render(&html, source, document); err != nil {
		panic(err) // the builder takes everything
	}
	g.html = scrolls.Replace(html.String())
	return g
}

// plain is a line without marks of Markdown.
func plain(line string) string {
	return strings.NewReplacer("`", "", "**", "").Replace(link.ReplaceAllString(strings.Trim(line, "-#|> \n"), "$1"))
}

// lead lets the links of a file lead to what this server has, guides with a suffix, and makes plain text of those to other files of the
// repository.
func lead(file string, source []byte, suffix string) []byte {
	return link.ReplaceAllFunc(source, func(found []byte) []byte {
		parts := link.FindSubmatch(found)
		target, fragment, _ := strings.Cut(string(parts[2]), "#")
		if target == "" || target[0] == '/' || !strings.ContainsAny(target, "./") || strings.Contains(target, ":") {
			return found
		}
		i := slices.IndexFunc(lines(), func(line []string) bool { return line[1] == path.Join(path.Dir(file), target) })
		if i < 0 {
			return parts[1]
		}
		at := path.Join("/docs", lines()[i][0])
		if path.Ext(target) == ".md" {
			at += suffix
		}
		return []byte("[" + string(parts[1]) + "](" + strings.TrimSuffix(at+"#"+fragment, "#") + ")")
	})
}

// Site is the guides of a server with a search. Safe for concurrent use.
type Site struct {
	index func() *index
}

// New makes the guides. Document returns the OpenAPI document, whose operations the search finds, too.
func New(document func() []byte) *Site {
	return &Site{sync.OnceValue(func() *index { return newIndex(loaded(), operations(document())) })}
}

// Serve shows a guide, a file, or what a search found, at an address below /docs, to a reader who calls the server by base. It returns
// false if there is no such page.
func (s *Site) Serve(w http.ResponseWriter, r *http.Request, name, base string) bool {
	data := struct {
		Guides  []guide
		Current guide
		Query   string
		Found   []section
		HTML    template.HTML
	}{Guides: loaded(), Query: strings.TrimSpace(r.URL.Query().Get("q"))}
	var body bytes.Buffer
	switch current := named(name); {
	case name == "search":
		data.Found = s.index().find(data.Query)
	case current != nil:
		data.Current = *current
		data.HTML = template.HTML(strings.ReplaceAll(current.html, exampleAddress, template.HTMLEscapeString(base))) //nolint:gosec // ours
	default:
		if body = file(name, base); body.Len() == 0 {
			return false
		}
	}
	if body.Len() == 0 {
		if err := page.Execute(&body, data); err != nil {
			panic(err) // the template fits the data
		}
	}
	w.Header().Set("Content-Type", http.DetectContentType(body.Bytes())) // HTML, text or an archive
	w.Header().Set("Content-Security-Policy", policy)
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = body.WriteTo(w) // a browser that has disconnected is not an error of the server
	return true
}
