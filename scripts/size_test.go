package scripts_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sizes has the files of each folder, and the methods and embedded structs of each type, by folder and name.
type sizes struct {
	files    map[string]int
	methods  map[string]int
	embedded map[string][]string
}

// TestPackagesAndTypesAreSmall holds the limits of CONTRIBUTING: 60 files in a package, 120 methods of a type, promoted ones included.
func TestPackagesAndTypesAreSmall(t *testing.T) {
	found := sizes{map[string]int{}, map[string]int{}, map[string][]string{}}
	err := filepath.WalkDir("..", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			if entry != nil && entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "dist" || entry.Name() == "bin") {
				return fs.SkipDir
			}
			return err
		}
		return found.read(file)
	})
	if err != nil {
		t.Fatal(err)
	}
	if found.methods["internal/store.Store"] < 20 || len(found.embedded["internal/api.API"]) == 0 {
		t.Fatal("the types are not found")
	}
	for folder, n := range found.files {
		if n > 60 {
			t.Errorf("%s has %d files", folder, n)
		}
	}
	for name := range found.methods {
		if n := found.count(name); n > 120 {
			t.Errorf("%s has %d methods", name, n)
		}
	}
}

// count is how many methods a type has, with those of the structs that it embeds.
func (s *sizes) count(name string) int {
	n := s.methods[name]
	for _, of := range s.embedded[name] {
		n += s.count(of)
	}
	return n
}

// read adds what a file has.
func (s *sizes) read(file string) error {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	folder := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(file), ".."+string(filepath.Separator)))
	s.files[folder]++
	folders := map[string]string{}
	for _, i := range f.Imports {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return err
		}
		folders[path.Base(imported)] = strings.TrimPrefix(imported, "waybill/")
	}
	for _, declared := range f.Decls {
		switch d := declared.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				s.methods[typeName(d.Recv.List[0].Type, folder, folders)]++
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if named, ok := spec.(*ast.TypeSpec); ok {
					s.embed(folder+"."+named.Name.Name, named.Type, folder, folders)
				}
			}
		}
	}
	return nil
}

func (s *sizes) embed(name string, of ast.Expr, folder string, folders map[string]string) {
	structure, ok := of.(*ast.StructType)
	if !ok {
		return
	}
	for _, field := range structure.Fields.List {
		if len(field.Names) == 0 {
			s.embedded[name] = append(s.embedded[name], typeName(field.Type, folder, folders))
		}
	}
}

// typeName is a type by folder and name, without its pointer and its arguments.
func typeName(of ast.Expr, folder string, folders map[string]string) string {
	switch e := of.(type) {
	case *ast.StarExpr:
		return typeName(e.X, folder, folders)
	case *ast.IndexExpr:
		return typeName(e.X, folder, folders)
	case *ast.IndexListExpr:
		return typeName(e.X, folder, folders)
	case *ast.SelectorExpr:
		if pkg, ok := e.X.(*ast.Ident); ok {
			return folders[pkg.Name] + "." + e.Sel.Name
		}
	case *ast.Ident:
		return folder + "." + e.Name
	}
	return ""
}
