package web

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template/parse"

	"waybill/internal/problem"
	_ "waybill/internal/rules" // has codes of its own
	"waybill/internal/shipment"
)

// allFiles are those of this package and of all features.
func allFiles(t *testing.T) []fs.FS {
	t.Helper()
	files := []fs.FS{os.DirFS(".")}
	features, err := filepath.Glob("../../feature/*/templates")
	if err != nil || len(features) == 0 {
		t.Fatalf("%d features have pages, %v", len(features), err)
	}
	for _, templates := range features {
		files = append(files, os.DirFS(filepath.Dir(templates)))
	}
	return files
}

// usedTexts returns where each text is used: as the first argument of t in templates, and of .t, key and text in Go, as a code of messages,
// and in the words of the audit log.
func usedTexts(t *testing.T) map[string]string {
	t.Helper()
	used := map[string]string{}
	for _, code := range problem.Codes() {
		used[code] = "internal/problem"
	}
	for _, folder := range allFiles(t) {
		files, err := fs.Glob(folder, "templates/*.html")
		if err != nil {
			t.Fatal(err)
		}
		parts, err := fs.Glob(folder, "templates/parts/*.html")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range append(files, parts...) {
			content, err := fs.ReadFile(folder, file)
			if err != nil {
				t.Fatal(err)
			}
			tree := parse.New(file)
			tree.Mode = parse.SkipFuncCheck
			trees := map[string]*parse.Tree{}
			if _, err := tree.Parse(string(content), "", "", trees); err != nil {
				t.Fatal(err)
			}
			for _, tree := range trees {
				textsOfNode(tree.Root, func(text string) { used[text] = file })
			}
		}
	}
	var sources []string
	for _, pattern := range []string{"../*.go", "../*/*.go", "../../feature/*/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, found...)
	}
	for _, source := range sources {
		if strings.HasSuffix(source, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if text, ok := textOfCall(call); ok {
					used[text] = source
				}
			}
			return true
		})
	}
	content, err := os.ReadFile("../operator/audit_words.json")
	var words map[string]map[string]string
	if err := errors.Join(err, json.Unmarshal(content, &words)); err != nil {
		t.Fatal(err)
	}
	for _, table := range words {
		for _, text := range table {
			used[text] = "audit_words.json"
		}
	}
	var rules struct {
		Keys       []struct{ Label string }
		Groups     []struct{ Text string }
		Conditions map[string]struct{ Text string }
	}
	content, err = os.ReadFile("../operator/rule_words.json")
	if err := errors.Join(err, json.Unmarshal(content, &rules)); err != nil {
		t.Fatal(err)
	}
	for _, key := range rules.Keys {
		used[key.Label] = "rule_words.json"
	}
	for _, group := range rules.Groups {
		used[group.Text] = "rule_words.json"
	}
	for _, condition := range rules.Conditions {
		used[condition.Text] = "rule_words.json"
	}
	for name, columns := range map[string][]int{"orderform/fields.csv": {2, 3, 5}, "orderform/groups.csv": {1, 3, 7}, "web/words.csv": {2}} {
		content, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range shipment.Rows(name, string(content))[1:] {
			for _, column := range columns {
				for text := range strings.SplitSeq(row[column], " | ") {
					if column == 5 { // options
						_, text, _ = strings.Cut(text, ": ")
					}
					used[text] = name
				}
			}
		}
	}
	delete(used, "")
	return used
}

// textsOfNode finds the commands {{t "text" …}} below a node of a template.
func textsOfNode(node parse.Node, found func(string)) {
	switch n := node.(type) {
	case *parse.ListNode:
		if n == nil {
			return
		}
		for _, child := range n.Nodes {
			textsOfNode(child, found)
		}
	case *parse.ActionNode:
		textsOfNode(n.Pipe, found)
	case *parse.TemplateNode:
		textsOfNode(n.Pipe, found)
	case *parse.IfNode:
		textsOfBranch(&n.BranchNode, found)
	case *parse.RangeNode:
		textsOfBranch(&n.BranchNode, found)
	case *parse.WithNode:
		textsOfBranch(&n.BranchNode, found)
	case *parse.PipeNode:
		if n == nil {
			return
		}
		for _, command := range n.Cmds {
			textsOfNode(command, found)
		}
	case *parse.CommandNode:
		name, isName := n.Args[0].(*parse.IdentifierNode)
		if isName && name.Ident == "t" && len(n.Args) > 1 {
			if text, ok := n.Args[1].(*parse.StringNode); ok {
				found(text.Text)
			}
		}
		for _, arg := range n.Args {
			textsOfNode(arg, found)
		}
	}
}

func textsOfBranch(n *parse.BranchNode, found func(string)) {
	textsOfNode(n.Pipe, found)
	textsOfNode(n.List, found)
	textsOfNode(n.ElseList, found)
}

// textOfCall returns the text of a call of key("text") or x.t("text", …).
func textOfCall(call *ast.CallExpr) (string, bool) {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	if !strings.EqualFold(name, "key") && !strings.EqualFold(name, "t") || len(call.Args) == 0 {
		return "", false
	}
	literal, ok := call.Args[0].(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}

func TestEveryTextIsInEveryLanguage(t *testing.T) {
	t.Parallel()
	texts, err := readTexts(allFiles(t)...)
	if err != nil {
		t.Fatal(err)
	}
	used := usedTexts(t)
	for text, where := range used {
		for _, tag := range LanguageTags[1:] {
			if translated := texts[text][tag]; translated.text == "" && translated.plurals["other"] == "" {
				t.Errorf("%s: %q has no text in %s", where, text, tag)
			}
		}
	}
	for text := range texts {
		if used[text] == "" {
			t.Errorf("%q is used nowhere", text)
		}
	}
}

// TestEachTextIsWrittenOnce: of two translations of a text, only one would be shown.
func TestEachTextIsWrittenOnce(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("texts/*.json")
	ofFeatures, featuresErr := filepath.Glob("../../feature/*/texts/*.json")
	if err := errors.Join(err, featuresErr); err != nil {
		t.Fatal(err)
	}
	key, in := regexp.MustCompile(`(?m)^(?:  |    {"code": )("(?:[^"\\]|\\.)*")(?:: |,)`), map[string]string{}
	for _, file := range slices.Concat(files, ofFeatures, []string{"../../problem/codes.json"}) {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range key.FindAllSubmatch(content, -1) {
			text := string(found[1])
			if before := in[text]; before != "" {
				t.Errorf("%s is in %s and in %s", text, before, file)
			}
			in[text] = file
		}
	}
	if texts, err := readTexts(allFiles(t)...); err != nil || len(texts) != len(in) {
		t.Errorf("%d of %d texts were looked at, %v: each begins a line", len(in), len(texts), err)
	}
}

// places are those of the arguments of messages in a text.
var places = regexp.MustCompile(`\{[a-z_]+\}`)

// TestTextsOfMessagesHaveTheirArguments: they name only what the API says, or the label of the field. Quotes around a text are those
// of the language.
func TestTextsOfMessagesHaveTheirArguments(t *testing.T) {
	t.Parallel()
	texts, err := readTexts(allFiles(t)...)
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range problem.Codes() {
		known := append(places.FindAllString(problem.English(code), -1), "{label}")
		for tag, translated := range texts[code] {
			for _, place := range places.FindAllString(translated.text, -1) {
				if !slices.Contains(known, place) {
					t.Errorf("%s in %s has the unknown place %s", code, tag, place)
				}
			}
			if strings.Contains(translated.text, "%") || translated.plurals != nil {
				t.Errorf("%s in %s is a format, or has plural forms", code, tag)
			}
		}
	}
}

// verbs are the places of arguments in a text.
var verbs = regexp.MustCompile(`%(\[\d+\])?[a-z]`)

func TestTranslationsHaveTheArgumentsOfTheirTexts(t *testing.T) {
	t.Parallel()
	texts, err := readTexts(allFiles(t)...)
	if err != nil {
		t.Fatal(err)
	}
	for text, translations := range texts {
		want := len(verbs.FindAllString(strings.ReplaceAll(text, "%%", ""), -1))
		for tag, translated := range translations {
			forms := slices.Collect(maps.Values(translated.plurals))
			if translated.plurals == nil {
				forms = []string{translated.text}
			}
			for _, form := range forms {
				if got := len(verbs.FindAllString(strings.ReplaceAll(form, "%%", ""), -1)); got != want {
					t.Errorf("%q in %s has %d arguments instead of %d: %q", text, tag, got, want, form)
				}
			}
			if translated.plurals != nil && translated.plurals["other"] == "" {
				t.Errorf("%q in %s has no form for other numbers", text, tag)
			}
		}
	}
}

func TestEveryStatusHasABadge(t *testing.T) {
	t.Parallel()
	for _, status := range shipment.TrackerStatuses() {
		if _, known := Statuses[status]; !known {
			t.Errorf("%s has no badge", status)
		}
	}
}

func TestPluralsAndArguments(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string][2]string{
		"en":      {"1 minute ago", "1,312 minutes ago"},
		"id":      {"1 menit yang lalu", "1.312 menit yang lalu"},
		"zh-Hans": {"1 分钟前", "1,312 分钟前"},
	} {
		v := &Visit{Language: languages()[slices.Index(LanguageTags, tag)]}
		if got := [2]string{v.T("%d minutes ago", 1), v.T("%d minutes ago", 1312)}; got != want {
			t.Errorf("%s: %q, want %q", tag, got, want)
		}
	}
}

func TestStylesAndScriptsAreSmall(t *testing.T) {
	t.Parallel()
	for name, limit := range map[string]int{
		"console.css": 20 << 10, "icons.svg": 10 << 10, "home.css": 5 << 10, "desk.css": 5 << 10, "form.css": 2 << 10,
		"console.js": 15 << 10, "grid.js": 15 << 10, "scan.js": 15 << 10, "scale.js": 6 << 10, "find.js": 2 << 10, "form.js": 2 << 10,
		"sign.js": 2 << 10,
	} {
		made := newAssets()[name]
		size := len(made.Content)
		if strings.HasSuffix(name, ".css") {
			size = len(made.zipped) // as it is sent
		}
		if size > limit {
			t.Errorf("%s has %d bytes, more than %d", name, size, limit)
		}
	}
	for _, pattern := range []string{
		"static/css/*.css", "static/js/*.js", "static/grid/*.js", "static/scan/*.js", "static/scale/*.js", "static/sign/*.js", "static/find/*.js",
		"static/home/*.css", "static/form/*",
	} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %v", pattern, files, err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(content), "http") {
				t.Errorf("%s names another server", file)
			}
		}
	}
}
