package guides

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"strings"
	"sync"

	"waybill/internal/problem"
)

const (
	errorsName  = "errors" // the guide that is made of the table of codes
	errorsAbout = "List of all error codes: what each says, its arguments, when it occurs, and what to do."
)

//go:embed errors.html
var errorsSource string

var errorsPage = template.Must(template.New("").Parse(errorsSource))

// errorGroup is a section of the table of codes. When and Do are for codes that have none of their own.
type errorGroup struct {
	Title, Note, When, Do string
	Codes                 []errorCode
}

type errorCode struct {
	Code, When, Do string
	Only           string // where alone it occurs, if not in responses of the API
	English        string
	Args           []problem.Arg
}

// Anchor is the anchor of a section.
func (g errorGroup) Anchor() string {
	return strings.NewReplacer(" ", "-", ",", "").Replace(strings.ToLower(g.Title))
}

var errorGroups = sync.OnceValue(func() (groups []errorGroup) {
	if err := json.Unmarshal(problem.Table, &groups); err != nil {
		panic(err) // it is embedded
	}
	for _, g := range groups {
		for i := range g.Codes {
			c := &g.Codes[i]
			c.When, c.Do = cmp.Or(c.When, g.When), cmp.Or(c.Do, g.Do)
			c.English, c.Args = problem.English(c.Code), problem.Arguments(c.Code)
		}
	}
	return groups
})

// loadErrors makes the guide of all codes: a group is a section, and each code below it.
func loadErrors() guide {
	g := guide{Name: errorsName, Title: "Error codes"}
	var html strings.Builder
	if err := errorsPage.Execute(&html, errorGroups()); err != nil {
		panic(err) // the template fits the data
	}
	g.html = html.String()
	g.Sections = append(g.Sections, section{Title: g.Title, Anchor: "error-codes", Level: 1, text: g.Title + "\n\n" + errorsAbout})
	for _, group := range errorGroups() {
		g.Sections = append(g.Sections, section{Title: group.Title, Anchor: group.Anchor(), Level: 2, text: group.Title + "\n" + group.Note})
		for _, c := range group.Codes {
			text := strings.Join([]string{c.Code, c.English, c.When, c.Do}, "\n")
			g.Sections = append(g.Sections, section{Title: c.Code, Anchor: c.Code, Level: 3, text: text})
		}
	}
	for _, s := range g.Sections {
		g.markdown = fmt.Appendf(g.markdown, "%s %s\n\n", strings.Repeat("#", s.Level), s.text)
	}
	return g
}
