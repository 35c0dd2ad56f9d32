package rules

import (
	"embed"
	"io/fs"
	"slices"
	"sync"
)

//go:embed default
var defaultFiles embed.FS

// defaultRules reads the embedded files once.
var defaultRules = sync.OnceValue(func() []Rule {
	var all []Rule
	names, err := fs.Glob(defaultFiles, "default/*.json")
	if err != nil {
		panic("list the default rules: " + err.Error())
	}
	for _, name := range names {
		file, err := defaultFiles.ReadFile(name)
		if err != nil {
			panic("read the default rules: " + err.Error())
		}
		rules, err := Parse(file)
		if err != nil {
			panic(name + ": " + err.Error())
		}
		all = append(all, rules...)
	}
	return all
})

// Default is the set of rules that the program brings. All of them are warnings.
func Default() []Rule { return slices.Clone(defaultRules()) }
