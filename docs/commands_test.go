//go:build unix

package docs_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// A comment before a block of code says how the test treats it:
//
//	<!-- not run: REASON -->  the block needs something that a test does not have, such as root
//	<!-- long: REASON -->     the block takes seconds; only TestLongCommands runs it
//	<!-- file: PATH -->       the block is the content of a file that a later command of the page reads
//	<!-- serve -->            the block needs the server of the page, which starts when a command names its address
//	<!-- wait -->             the block is repeated until it prints what the page says, for at most five minutes
var block = regexp.MustCompile("(?:^|\n)(?:<!-- (not run|long|file|serve|wait)(?:: ([^\n]+?))? -->\n)?```(\\w+)\n((?s:.*?\n))```\n")

// codeBlock is a block of a page.
type codeBlock struct {
	line           int
	marker, reason string
	language, text string
	from, to       int // where the text is in the page
}

// languages are those that blocks may have. Commands are in console blocks. The others are not run.
var languages = map[string]bool{
	"console": true, "go": true, "ini": true, "json": true, "http": true, "nginx": true, "mermaid": true, "sh": true, "sql": true,
	"python": true, "ts": true, // tests of the SDKs run them
	"text": true, // drawings, and what no program reads
}

// commandPages are README.md and all pages in docs, by their path in the repository.
func commandPages(t *testing.T) map[string]string {
	t.Helper()
	pages := map[string]string{}
	for _, pattern := range []string{"../README.md", "*.md", "*/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			pages[filepath.Join("docs", file)] = string(text)
		}
	}
	return pages
}

// blocksOf returns the blocks of a page.
func blocksOf(page string) (blocks []codeBlock) {
	for _, m := range block.FindAllStringSubmatchIndex(page, -1) {
		part := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return page[m[2*i]:m[2*i+1]]
		}
		blocks = append(blocks, codeBlock{
			line: strings.Count(page[:m[6]], "\n") + 1, marker: part(1), reason: part(2), language: part(3), text: part(4), from: m[8], to: m[9],
		})
	}
	return blocks
}

// TestMarkersOfBlocks lists the commands that are not run, and finds blocks and markers that are wrong.
func TestMarkersOfBlocks(t *testing.T) {
	run := 0
	for path, page := range commandPages(t) {
		blocks := blocksOf(page)
		if all := checkFences(t, path, page); all != len(blocks) {
			t.Errorf("%s: %d of %d blocks of code are found: is a comment before one misspelt?", path, len(blocks), all)
		}
		for _, b := range blocks {
			commands := b.language == "console"
			switch {
			case b.marker != "" && b.marker != "wait" && b.marker != "serve" && b.reason == "":
				t.Errorf("%s:%d: the comment %q needs a reason, or the path", path, b.line, b.marker)
			case commands && b.marker == "not run":
				t.Logf("%s:%d is not run: %s", path, b.line, b.reason)
			case commands:
				run++
				if !strings.HasPrefix(b.text, "$ ") {
					t.Errorf("%s:%d: a block of commands begins with %q, not with $", path, b.line, strings.SplitN(b.text, "\n", 2)[0])
				}
			}
		}
		if left := regexp.MustCompile("(?m)^<!-- (?:not run|long|file|serve|wait)[^\n]*-->\n[^`]").FindString(page); left != "" {
			t.Errorf("%s: no block follows %q", path, left)
		}
	}
	if run < 30 {
		t.Errorf("only %d blocks of commands are run", run)
	}
}

// checkFences finds blocks without a language, with another one than languages, and indented commands. It returns the
// number of blocks that are not indented.
func checkFences(t *testing.T, path, page string) (blocks int) {
	open := false
	for i, line := range strings.Split(page, "\n") {
		language, isFence := strings.CutPrefix(strings.TrimLeft(line, " "), "```")
		if !isFence {
			continue
		}
		indented := strings.HasPrefix(line, " ")
		if open = !open; !open {
			continue
		}
		switch {
		case !languages[language]:
			t.Errorf("%s:%d: a block of %q: commands are in console blocks, settings in ini, drawings in text", path, i+1, language)
		case indented && language == "console":
			t.Errorf("%s:%d: the commands are indented, so no test runs them", path, i+1)
		case !indented:
			blocks++
		}
	}
	return blocks
}

// TestCommands runs the commands of all pages that take no time, and compares what they print.
func TestCommands(t *testing.T) { runPages(t, false) }

// TestLongCommands runs all commands.
func TestLongCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	runPages(t, true)
}

func runPages(t *testing.T, long bool) {
	needTools(t)
	for path, page := range commandPages(t) {
		blocks := blocksOf(page)
		isLong, commands := false, false
		for _, b := range blocks {
			isLong = isLong || b.marker == "long" || b.marker == "wait"
			commands = commands || b.language == "console" && b.marker != "not run"
		}
		if !commands || long && !isLong {
			continue
		}
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			runPage(t, path, page, blocks, long)
		})
	}
}

// runPage runs the blocks of a page in order, in one shell and against one server.
func runPage(t *testing.T, path, page string, blocks []codeBlock, long bool) {
	w := newWorkshop(t, path, page)
	var changed []codeBlock
	for _, b := range blocks {
		switch {
		case b.marker == "file":
			w.writeFile(b.reason, b.text)
		case b.language != "console" || b.marker == "not run" || !long && (b.marker == "long" || b.marker == "wait"):
		default:
			got := w.run(b)
			if got != b.text {
				b.text = got
				changed = append(changed, b)
			}
		}
	}
	if !*update || !t.Failed() {
		return
	}
	for _, b := range slices.Backward(changed) {
		page = page[:b.from] + b.text + page[b.to:]
	}
	if err := os.WriteFile(filepath.Join("..", path), []byte(page), 0o600); err != nil {
		t.Error(err)
	}
}

// run runs the commands of a block, and returns the block with what they printed.
func (w *workshop) run(b codeBlock) string {
	w.t.Helper()
	w.send("cd " + w.clone)
	if b.marker == "serve" {
		w.serve()
	}
	var printed strings.Builder
	for _, step := range stepsOf(b.text) {
		got, problem := w.attempt(step)
		for deadline := time.Now().Add(patience); b.marker == "wait" && problem != nil && time.Now().Before(deadline); {
			<-time.After(time.Second)
			got, problem = w.attempt(step)
		}
		if problem != nil {
			w.t.Errorf("line %d: $ %s\n%v", b.line+step.line, step.command, problem)
		} else {
			got = step.output
		}
		fmt.Fprintf(&printed, "$ %s\n%s", step.command, got)
	}
	return printed.String()
}

// attempt runs a command once, and compares what it prints.
func (w *workshop) attempt(s step) (got string, problem error) {
	got = w.replies.documented(w.execute(w.replies.actual(s.command)))
	if mask(got) == mask(s.output) {
		w.replies.learn(s.output, got)
		return got, nil
	}
	return got, errors.New("prints\n" + got + "and not\n" + s.output + "Correct the page, or run go test ./docs -run Commands -update")
}

// step is a command of a block, with what the page says that it prints.
type step struct {
	line            int // of the block
	command, output string
}

// stepsOf returns the commands of a block. A command continues while its line ends in \, | or &&.
func stepsOf(text string) (steps []step) {
	continues := false
	for i, line := range strings.SplitAfter(text, "\n") {
		last := len(steps) - 1
		command, found := strings.CutPrefix(line, "$ ")
		switch {
		case continues:
			steps[last].command += "\n" + strings.TrimSuffix(line, "\n")
		case found:
			steps = append(steps, step{line: i + 1, command: strings.TrimSuffix(command, "\n")})
		case last >= 0:
			steps[last].output += line
			continue
		default:
			continue
		}
		continues = regexp.MustCompile(`(\\|\||&&)\n$`).MatchString(line)
	}
	return steps
}
