package web

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"text/template/parse"
)

//go:embed templates
var templateFiles embed.FS

// ContentPolicy allows what the console's own files do, and no script or style in a page.
const ContentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// minGzip is from how many bytes on a page is compressed.
const minGzip = 1 << 10

// page is a page's template in a language with the layout and the parts, parsed when it is first shown: all pages of a language hold
// 17 MB. Each instance is used by one visit at a time, because its functions depend on the visit.
type page struct {
	parse     func() (*template.Template, error)
	instances sync.Pool
}

// instance is a parsed template and the visit that its functions belong to.
type instance struct {
	template *template.Template
	visit    *Visit
}

// newPages finds templates/*.html in all files, and makes a page of each in a language.
func newPages(l *Language, a assets, files ...fs.FS) (map[string]*page, error) {
	pages := map[string]*page{}
	same := fixed{
		"t": func(key string) string { return l.say(key) }, "icon": func(name string) string { return string(icon(name)) },
		"asset": func(name string) string { return a[name].Path },
	}
	for _, folder := range files {
		names, err := fs.Glob(folder, "templates/*.html")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if base := path.Base(name); base != "layout.html" {
				pages[base] = &page{parse: sync.OnceValues(func() (*template.Template, error) {
					t := template.New("").Funcs((&instance{}).functions())
					t, err := t.ParseFS(templateFiles, "templates/layout.html", "templates/parts/*.html")
					if err != nil {
						return nil, err
					}
					shared := map[string]*parse.Tree{}
					for _, part := range t.Templates() {
						shared[part.Name()] = part.Tree
					}
					if t, err = t.ParseFS(folder, name); err != nil {
						return nil, err
					}
					return same.reached(t, shared)
				})}
			}
		}
	}
	return pages, nil
}

// instance returns an instance that no other visit uses.
func (p *page) instance() (*instance, error) {
	if i, ok := p.instances.Get().(*instance); ok {
		return i, nil
	}
	whole, err := p.parse()
	if err != nil {
		return nil, err
	}
	i := new(instance)
	i.template, err = whole.Clone() // whole is never executed
	if err != nil {
		return nil, err
	}
	i.template.Funcs(i.functions())
	return i, nil
}

// Render shows a page: the layout around the templates "title" and "content" of the file.
func (v *Visit) Render(status int, file string, data any) error {
	return v.Fragment(status, file, "layout", data)
}

// Fragment answers a script with one template of a page's file, without the layout.
func (v *Visit) Fragment(status int, file, name string, data any) error {
	p, ok := v.Console.pages[v.Language.Tag][file]
	if !ok {
		return fmt.Errorf("render %s: there is no such template", file)
	}
	i, err := p.instance()
	if err != nil {
		return fmt.Errorf("render %s: %w", file, err)
	}
	i.visit = v
	var body bytes.Buffer
	err = i.template.ExecuteTemplate(&body, name, data)
	i.visit = nil
	p.instances.Put(i)
	if err != nil {
		return fmt.Errorf("render %s: %w", file, err)
	}
	header := v.Writer.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Language", v.Language.Tag)
	header.Set("Content-Security-Policy", ContentPolicy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "same-origin")
	header.Set("Cross-Origin-Opener-Policy", "same-origin")
	header.Set("X-Robots-Tag", "noindex")
	if header.Get("Cache-Control") == "" { // see NoStore
		header.Set("Cache-Control", "private, no-cache")
	}
	writeCompressed(v.Writer, v.Request, status, body.Bytes())
	return nil
}

var gzipWriters = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

// writeCompressed writes a body, by gzip if the client accepts it and it is worth it. A client that has gone away is not an error.
func writeCompressed(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	header := w.Header()
	header.Add("Vary", "Accept-Encoding")
	if len(body) < minGzip || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		header.Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		_, _ = w.Write(body) // net/http drops that of HEAD
		return
	}
	header.Set("Content-Encoding", "gzip")
	w.WriteHeader(status)
	if r.Method == http.MethodHead {
		return
	}
	z := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(z)
	z.Reset(w)
	_, _ = z.Write(body)
	_ = z.Close()
}
