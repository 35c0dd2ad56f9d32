package orders

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// otherChecks are the uses of what checks an order outside of this package, with the reason.
var otherChecks = map[string]string{
	"internal/importer/check.go request.ReadOrderValues": "turns rows into orders; internal/importer/job gives it the Lookups of a Checking",
	"internal/server/workers.go Source.Checker":          "finds the warnings of stored orders for the search index; refuses nothing",
}

// TestOneCheckOfOrders finds code that checks orders beside Checking: it makes a request.Lookups, calls a function of package request that
// takes one, or makes a checker of rules.
func TestOneCheckOfOrders(t *testing.T) {
	tree := os.DirFS("../..")
	validators := validatorsOf(t, tree)
	if len(validators) < 7 {
		t.Errorf("package request has only the validators %v", validators)
	}
	unused, own := maps.Clone(otherChecks), map[string]bool{}
	err := fs.WalkDir(tree, "internal", func(file string, entry fs.DirEntry, err error) error {
		folder := path.Dir(file)
		switch {
		case err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return err
		case folder == "internal/request", folder == "internal/inforce", strings.HasSuffix(folder, "test"): // tests of packages
			return nil
		}
		for _, use := range checksIn(parseFile(t, tree, file), validators) {
			if folder == "internal/orders" {
				own[use] = true
			} else if _, isListed := otherChecks[file+" "+use]; !isListed {
				t.Errorf("%s has %s: use orders.Checking, or an operation of package orders", file, use)
			}
			delete(unused, file+" "+use)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for use := range unused {
		t.Errorf("%s is not there any more: delete it from the list", use)
	}
	for _, use := range []string{"request.Lookups", "request.ReadCreate", "request.ReadEdit", "Source.Checker"} {
		if !own[use] {
			t.Errorf("%s is not found where it is", use)
		}
	}
}

// validatorsOf are the functions of package request that take Lookups.
func validatorsOf(t *testing.T, tree fs.FS) (names []string) {
	t.Helper()
	files, err := fs.Glob(tree, "internal/request/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		for _, decl := range parseFile(t, tree, file).Decls {
			fn, isFunc := decl.(*ast.FuncDecl)
			if !isFunc || !fn.Name.IsExported() || fn.Recv != nil || strings.HasSuffix(file, "_test.go") {
				continue
			}
			for _, parameter := range fn.Type.Params.List {
				if of, isName := parameter.Type.(*ast.Ident); isName && of.Name == "Lookups" {
					names = append(names, fn.Name.Name)
				}
			}
		}
	}
	return names
}

// checksIn are the uses in a file of what checks orders.
func checksIn(file *ast.File, validators []string) (uses []string) {
	imported := map[string]string{} // packages by their names in the file
	for _, spec := range file.Imports {
		of, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(of)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imported[name] = of
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			of, isSelector := n.Type.(*ast.SelectorExpr)
			if isSelector && isOf(of, imported, "waybill/internal/request") && of.Sel.Name == "Lookups" {
				uses = append(uses, "request.Lookups")
			}
		case *ast.SelectorExpr:
			if isOf(n, imported, "waybill/internal/request") && slices.Contains(validators, n.Sel.Name) {
				uses = append(uses, "request."+n.Sel.Name)
			}
		case *ast.CallExpr:
			if method, isSelector := n.Fun.(*ast.SelectorExpr); isSelector && method.Sel.Name == "Checker" {
				uses = append(uses, "Source.Checker")
			}
		}
		return true
	})
	return uses
}

// isOf reports whether a selector names something of a package.
func isOf(s *ast.SelectorExpr, imported map[string]string, of string) bool {
	name, isName := s.X.(*ast.Ident)
	return isName && imported[name.Name] == of
}

func parseFile(t *testing.T, tree fs.FS, name string) *ast.File {
	t.Helper()
	text, err := fs.ReadFile(tree, name)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
