package guides

import (
	"archive/zip"
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waybill"
)

// fetched returns what the site has at an address below /docs.
func fetched(t *testing.T, name string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	site := New(func() []byte { return []byte(`{}`) })
	if !site.Serve(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/docs/"+name, http.NoBody), name, "https://ship.example") {
		w.Code = http.StatusNotFound
	}
	return w
}

// TestGuidesLinkToWhatIsServed: a reader of the guides has no repository. Each link of those for integrators leads somewhere.
func TestGuidesLinkToWhatIsServed(t *testing.T) {
	fences := regexp.MustCompile("(?ms)^ *```.*?\n *```$")
	for _, line := range lines() {
		if line[0] == "#" && strings.Join(line, " ") == "# For operators" {
			break
		}
		if line[0] == "#" || line[0] == errorsName {
			continue
		}
		source, err := waybill.Files.ReadFile(line[1])
		if err != nil {
			t.Fatal(err)
		}
		source = fences.ReplaceAll(source, nil)
		for _, found := range link.FindAll(source, -1) {
			if led := lead(line[1], found, ""); !bytes.Contains(led, []byte("](")) {
				t.Errorf("%s links to %s, which is not served: add it to menu.txt", line[0], found)
			}
		}
	}
}

// TestMenuIsServed: every line of menu.txt has a page or a file, once.
func TestMenuIsServed(t *testing.T) {
	names, files := map[string]bool{}, map[string]bool{}
	overview := fetched(t, "files").Body.String()
	for _, line := range lines() {
		if line[0] == "#" {
			continue
		}
		if names[line[0]] || files[line[1]] {
			t.Errorf("menu.txt has %s twice", line)
		}
		names[line[0]], files[line[1]] = true, true
		if strings.HasPrefix(line[0], "../") {
			continue
		}
		if w := fetched(t, line[0]); w.Code != http.StatusOK || w.Body.Len() == 0 {
			t.Errorf("%s: %d with %d bytes", line, w.Code, w.Body.Len())
		}
		listed := strings.Contains(line[1], "examples/") || path.Ext(line[0]) == ".zip" || strings.Contains(line[1], "postman")
		if listed && !strings.Contains(overview, `href="/docs/`+line[0]+`"`) {
			t.Errorf("the page of the files does not link to %s", line[0])
		}
	}
	examples, _ := fs.Glob(waybill.Files, "docs/examples/*")
	for _, file := range examples {
		if !files[file] {
			t.Errorf("%s is not in menu.txt", file)
		}
	}
}

// TestPagesAreMarkdown: a page as Markdown has links to others as Markdown, and the address of the reader.
func TestPagesAreMarkdown(t *testing.T) {
	w := fetched(t, "integrating.md")
	body := w.Body.String()
	if got := w.Header().Get("Content-Type"); got != "text/plain; charset=utf-8" || !strings.HasPrefix(body, "# Integrating with Waybill\n") {
		t.Errorf("%s %.100s", got, body)
	}
	if !strings.Contains(body, "](/docs/fields.md)") || !strings.Contains(body, "API=https://ship.example/api") ||
		strings.Contains(body, exampleAddress) || strings.Contains(body, exampleKey) || strings.Contains(body, "<!--") {
		t.Errorf("%.3000s", body)
	}
	list := fetched(t, "llms.txt").Body.String()
	if !strings.HasPrefix(list, "# Waybill\n\n> ") || !regexp.MustCompile(`\n## Guides\n\n- \[`).MatchString(list) {
		t.Errorf("%.300s", list)
	}
	listed := regexp.MustCompile(`(?m)^- \[[^\]]+\]\(https://ship\.example/docs/(.*\.md)\)$`).FindAllStringSubmatch(list, -1)
	if len(listed) != len(loaded()) {
		t.Errorf("%d pages in %s", len(listed), list)
	}
	for _, l := range listed {
		if w := fetched(t, l[1]); w.Code != http.StatusOK || !strings.HasPrefix(w.Body.String(), "# ") {
			t.Errorf("%s: %d %.80s", l[1], w.Code, w.Body)
		}
	}
	for _, name := range []string{"nothing.md", "files/nothing.zip", "files/", "files/../go.mod", "go.mod", "CONTRIBUTING.md"} {
		if w := fetched(t, name); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d %.80s", name, w.Code, w.Body)
		}
	}
}

// TestGuidesShowNoRemains: a page has no place of a picture that is not served, and no title of a column that is empty.
// The list of codes and the reference are linked.
func TestGuidesShowNoRemains(t *testing.T) {
	for _, g := range loaded() {
		page := fetched(t, g.Name).Body.String()
		for _, remains := range []string{"raw HTML omitted", "<th></th>", "<code>/docs/errors</code>", "<code>/docs/api</code>"} {
			if strings.Contains(page, remains) {
				t.Errorf("%s has %s", g.Name, remains)
			}
		}
		if strings.Contains(string(g.markdown), "\n<img") {
			t.Errorf("%s.md has a picture that is not served", g.Name)
		}
	}
}

// TestArchivesArePackedOnce: an archive has dozens of files, and packing one of them makes several objects.
func TestArchivesArePackedOnce(t *testing.T) {
	if made := testing.AllocsPerRun(3, func() { file("files/waybill-go.zip", "") }); made > 30 {
		t.Errorf("%.0f objects", made)
	}
}

// TestArchivesHaveTheSDKs: each has a folder of its name with a package that its language installs, and no tests.
func TestArchivesHaveTheSDKs(t *testing.T) {
	for name, want := range map[string][]string{
		"waybill-go":         {"go.mod", "LICENSE", "client/client.go", "client/types_gen.go"},
		"waybill-python":     {"pyproject.toml", "README.md", "LICENSE", "waybill/__init__.py", "waybill/py.typed"},
		"waybill-typescript": {"package.json", "tsconfig.json", "README.md", "LICENSE", "src/index.ts"},
	} {
		w := fetched(t, "files/"+name+".zip")
		z, err := zip.NewReader(bytes.NewReader(w.Body.Bytes()), int64(w.Body.Len()))
		if err != nil {
			t.Fatal(name, err)
		}
		var have []string
		for _, f := range z.File {
			have = append(have, strings.TrimPrefix(f.Name, name+"/"))
			if strings.Contains(f.Name, "test") {
				t.Errorf("%s has %s", name, f.Name)
			}
		}
		for _, file := range want {
			if !slices.Contains(have, file) {
				t.Errorf("%s has %q, want %s", name, have, file)
			}
		}
		if name != "waybill-go" {
			continue
		}
		module, err := z.Open(name + "/go.mod")
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if _, err := text.ReadFrom(module); err != nil || !strings.HasPrefix(text.String(), "module waybill\n") {
			t.Errorf("%v %q", err, text.String())
		}
		for _, f := range z.File {
			if !strings.HasSuffix(f.Name, ".go") {
				continue
			}
			source, err := z.Open(f.Name)
			if err != nil {
				t.Fatal(err)
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), f.Name, source, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range parsed.Imports {
				if strings.Contains(i.Path.Value, ".") || strings.HasPrefix(i.Path.Value, `"waybill/`) {
					t.Errorf("%s imports %s, which the archive does not have", f.Name, i.Path.Value)
				}
			}
		}
	}
}
