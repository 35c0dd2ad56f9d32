package public

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strconv"
)

//go:embed templates
var templates embed.FS

// page renders the pages: its template has one named "content", which is shown within layout.html.
type page struct {
	template *template.Template
	style    template.CSS
	policy   string
}

func newPage(content string) page {
	style := readTemplate("style.css")
	sum := sha256.Sum256([]byte(style))
	return page{
		template: template.Must(template.Must(template.New("layout").Parse(readTemplate("layout.html"))).Parse(readTemplate(content))),
		style:    template.CSS(style), //nolint:gosec // it is embedded in this program
		policy: "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
			"'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
	}
}

func readTemplate(name string) string {
	text, err := templates.ReadFile("templates/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// frame is the data of layout.html around a page.
type frame struct {
	Words
	Tag      string // of the language
	Style    template.CSS
	Search   string // address of the search for a parcel
	Chosen   string // the tag if the reader chose the language, else ""
	Switches []languageSwitch
}

// languageSwitch is a link to the same page in another language.
type languageSwitch struct {
	Tag, Name, Address string
	Current            bool
}

func (p *page) frame(r *http.Request) (frame, *locale) {
	lang, chosen := localeOf(r)
	f := frame{Words: lang.words, Tag: lang.tag, Style: p.style, Search: lang.link("/track", chosen)}
	if chosen {
		f.Chosen = lang.tag
	}
	for _, other := range locales().list {
		f.Switches = append(f.Switches, languageSwitch{
			Tag: other.tag, Name: other.words.Name, Address: other.link("", true), Current: other == lang,
		})
	}
	return f, lang
}

func (p *page) write(w http.ResponseWriter, status int, tag string, view any) {
	var body bytes.Buffer
	if err := p.template.Execute(&body, view); err != nil {
		panic(err) // the template does not match the view: a bug
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Language", tag)
	header.Set("Content-Length", strconv.Itoa(body.Len()))
	header.Set("Content-Security-Policy", p.policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Robots-Tag", "noindex")
	header.Set("Cache-Control", "no-cache")
	header.Add("Vary", "Accept-Language")
	w.WriteHeader(status)
	_, _ = w.Write(body.Bytes()) // net/http drops that of HEAD; a client that has gone away is not an error
}
