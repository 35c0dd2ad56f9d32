package main

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// switches is the package that switches changes on.
//
//go:embed mutant.go.txt
var switches []byte

// binary is a program of tests, and the folder in which they run.
type binary struct{ path, folder string }

// test is a test, and the changes that it reaches.
type test struct {
	binary
	name    string
	took    time.Duration
	reached []byte // by number of the change; none: it fails or takes too long without any change
}

// goPackage is what go list says of a package.
type goPackage struct {
	Dir, ImportPath                    string
	GoFiles, TestGoFiles, XTestGoFiles []string
}

func goCommand(ctx context.Context, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "go", args...) //nolint:gosec // its arguments are those of this command
	var problems bytes.Buffer
	c.Stderr = &problems
	out, err := c.Output()
	if err != nil {
		err = fmt.Errorf("go %s: %w\n%s", args[0], err, problems.Bytes())
	}
	return out, err
}

func list(ctx context.Context, packages []string) (all []goPackage, err error) {
	out, err := goCommand(ctx, append([]string{"list", "-json=Dir,ImportPath,GoFiles,TestGoFiles,XTestGoFiles"}, packages...)...)
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p goPackage
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func (m *mutants) path(name string) string { return filepath.Join(m.folder, name) }

// build compiles the tests with all changes. Lines that do not compile with them stay as they are.
func (m *mutants) build(ctx context.Context, packages, tests []string) (binaries []binary, err error) {
	changed, err := list(ctx, packages)
	if err != nil {
		return nil, err
	}
	tested, err := list(ctx, tests)
	if err != nil {
		return nil, err
	}
	overlay := "-overlay=" + m.path("overlay.json")
	for {
		if err := m.writeOverlay(changed); err != nil {
			return nil, err
		}
		_, err := goCommand(ctx, append([]string{"build", "-gcflags=-e", overlay}, packages...)...)
		if err == nil {
			break
		}
		if !m.skip(err.Error()) {
			return nil, err
		}
	}
	for i, p := range tested {
		if len(p.TestGoFiles)+len(p.XTestGoFiles) == 0 {
			continue
		}
		b := binary{m.path(strconv.Itoa(i) + ".test"), p.Dir}
		if _, err := goCommand(ctx, "test", "-c", "-vet=off", "-ldflags=-s", overlay, "-o", b.path, p.ImportPath); err != nil {
			return nil, err
		}
		binaries = append(binaries, b)
	}
	return binaries, nil
}

// writeOverlay writes the changed files, and which files they replace.
func (m *mutants) writeOverlay(packages []goPackage) error {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	m.changes = make([]change, 1)
	replaced := map[string]string{filepath.Join(root, "internal", "mutant", "mutant.go"): m.path("mutant.go")}
	for _, p := range packages {
		for _, file := range p.GoFiles {
			if strings.HasSuffix(file, "_gen.go") {
				continue
			}
			name := filepath.Join(p.Dir, file)
			text, changes, err := mutate(name, len(m.changes), m.skipped[name])
			if err != nil {
				return err
			}
			m.changes = append(m.changes, changes...)
			replaced[name] = m.path(fmt.Sprintf("%d.go", len(replaced)))
			m.replaced[replaced[name]] = name
			if err := os.WriteFile(replaced[name], []byte(text), 0o600); err != nil {
				return err
			}
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	return errors.Join(err, os.WriteFile(m.path("mutant.go"), switches, 0o600), os.WriteFile(m.path("overlay.json"), overlay, 0o600))
}

var compileError = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):`)

// skip leaves out the changes of lines that the compiler refuses, and reports whether there are any more.
func (m *mutants) skip(output string) (more bool) {
	for _, found := range compileError.FindAllStringSubmatch(output, -1) {
		name := m.replaced[found[1]]
		line, err := strconv.Atoi(found[2])
		if err != nil || name == "" || m.skipped[name][line] {
			continue
		}
		if m.skipped[name] == nil {
			m.skipped[name] = map[int]bool{}
		}
		m.skipped[name][line], more = true, true
	}
	return more
}

// findTests runs each test alone.
func (m *mutants) findTests(ctx context.Context, binaries []binary) error {
	for _, b := range binaries {
		c := exec.CommandContext(ctx, b.path, "-test.list", "^Test") //nolint:gosec // it was built here
		c.Dir = b.folder
		out, err := c.Output()
		if err != nil {
			return err
		}
		for name := range strings.FieldsSeq(string(out)) {
			m.tests = append(m.tests, test{binary: b, name: name})
		}
	}
	each(ctx, len(m.tests), func(i int) {
		t := &m.tests[i]
		file := m.path(fmt.Sprintf("reached%d", i))
		defer os.Remove(file)
		err := os.WriteFile(file, make([]byte, len(m.changes)), 0o600)
		began := time.Now()
		if err == nil && m.pass(ctx, t.binary, []string{t.name}, "WAYBILL_MUTANTS_REACHED="+file) {
			t.took = time.Since(began)
			t.reached, err = os.ReadFile(file)
		}
		if t.reached == nil {
			_, _ = fmt.Fprintf(m.progress, "%s is left out, it fails or takes too long without any change: %v\n", t.name, err)
		}
	})
	slices.SortFunc(m.tests, func(a, b test) int { return cmp.Compare(a.took, b.took) })
	return ctx.Err()
}

// pass runs tests on SQLite, for a minute at most, and reports whether all pass.
func (m *mutants) pass(ctx context.Context, b binary, names []string, variable string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	pattern := "^(" + strings.Join(names, "|") + ")$"
	c := exec.CommandContext(ctx, b.path, "-test.short", "-test.failfast", "-test.run", pattern) //nolint:gosec // it was built here
	c.Dir, c.Env = b.folder, slices.Concat(m.environ, []string{"WAYBILL_TEST_ENGINES=sqlite", "CI=", variable})
	c.WaitDelay = time.Second
	return c.Run() == nil
}
