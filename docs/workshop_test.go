//go:build unix

package docs_test

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"waybill/test/harness"
)

// demoKey is the key of the demo account on the pages.
const demoKey = "wb_test_lIMvR4D6CBsBrtnz1EdlQAgA9OprN8NR"

// builtFolder has the program, which all pages share, once built was called.
var builtFolder string

var built = sync.OnceValue(func() (err error) {
	if builtFolder, err = os.MkdirTemp("", "waybill-docs-"); err != nil {
		return fmt.Errorf("build the program: %w", err)
	}
	return harness.Build(context.Background(), builtFolder, "waybill/cmd/waybill")
})

func TestMain(m *testing.M) {
	m.Run()
	if builtFolder != "" {
		_ = os.RemoveAll(builtFolder) // it is a temporary folder
	}
}

// needTools skips a test without the programs that the pages use.
func needTools(t *testing.T) {
	t.Helper()
	for _, tool := range []string{"bash", "curl", "jq", "pdfinfo", "make"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") == "true" {
				t.Fatalf("%s is not installed, and CI=true forbids to skip the test", tool)
			}
			t.Skipf("SKIPPED: %s is not installed", tool)
		}
	}
}

// workshop is where the commands of a page run: a copy of the repository's files, a shell, and a server.
type workshop struct {
	t       *testing.T
	root    string // holds the folders below
	clone   string // the copy
	environ []string
	replies *replies
	stdin   io.Writer
	lines   *bufio.Reader
	server  *harness.Process
	address string // of the server
	log     *harness.Log
}

// newWorkshop prepares a page. Those for operators have the settings of production, and the commands sudo and
// waybill-admin, which run as the user of the test. The others have a development server.
func newWorkshop(t *testing.T, path, page string) *workshop {
	t.Helper()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := &workshop{t: t, root: t.TempDir(), log: new(harness.Log)}
	w.clone = filepath.Join(w.root, "waybill")
	address, err1 := harness.FreeAddress(t.Context())
	metrics, err2 := harness.FreeAddress(t.Context())
	if err := cmp.Or(err1, err2, w.copyRepository()); err != nil {
		t.Fatal(err)
	}
	w.address = address
	w.replies = newReplies(map[string]string{
		"127.0.0.1:8080": address, "127.0.0.1:8490": metrics, "localhost:8080": strings.Replace(address, "127.0.0.1", "localhost", 1),
		"/var/lib/waybill": filepath.Join(w.root, "lib"), "/var/backups/waybill": filepath.Join(w.root, "backups"),
	})
	w.environ = []string{
		"PATH=" + filepath.Join(w.root, "bin") + ":" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TZ=UTC", "LC_ALL=C.UTF-8",
		"WAYBILL_LOG_LEVEL=error",
		"WAYBILL_LISTEN=" + address, "WAYBILL_METRICS_LISTEN=" + metrics,
	}
	production := strings.HasPrefix(path, filepath.Join("docs", "operations"))
	if production {
		w.environ = append(w.environ, "WAYBILL_ENV=production", "WAYBILL_PUBLIC_URL=https://ship.example.com",
			"WAYBILL_TRUSTED_PROXIES=127.0.0.1", "WAYBILL_DATA="+filepath.Join(w.root, "lib"))
	} else {
		w.environ = append(w.environ, "WAYBILL_DEMO_KEY="+demoKey)
	}
	w.openShell()
	switch {
	case !production:
		w.serve()
	case !strings.Contains(page, "$ sudo waybill-admin migrate"): // which is the first command that opens the data
		w.send("waybill migrate")
	}
	return w
}

// sudo runs nothing as another user: the test may run as root, and must change nothing outside its folder.
const sudo = `#!/bin/sh
case $1 in waybill-admin) exec "$@" ;; esac
echo "sudo: the test runs only waybill-admin" >&2
exit 1
`

// outside is a path that is not in the folder of the test.
var outside = regexp.MustCompile(`(?:^|[\s="'@>])(/(?:etc|srv|usr|opt|root|home|var)/[^\s"']*|~[^\s"']*)`)

// copyRepository copies what the commands read, and makes the commands that they call.
func (w *workshop) copyRepository() error {
	program := filepath.Join(builtFolder, "waybill")
	for _, folder := range []string{"bin", "lib", "backups", "waybill/bin"} {
		if err := os.MkdirAll(filepath.Join(w.root, folder), 0o700); err != nil {
			return fmt.Errorf("prepare a page: %w", err)
		}
	}
	for _, folder := range []string{"docs", "packaging", "client"} {
		if err := os.CopyFS(filepath.Join(w.clone, folder), os.DirFS(filepath.Join("..", folder))); err != nil {
			return fmt.Errorf("prepare a page: %w", err)
		}
	}
	module, err := os.ReadFile("../go.mod")
	if err != nil {
		return fmt.Errorf("prepare a page: %w", err)
	}
	return cmp.Or(
		os.WriteFile(filepath.Join(w.clone, "go.mod"), module, 0o600),
		os.Symlink(program, filepath.Join(w.root, "bin", "waybill")),
		os.Symlink(program, filepath.Join(w.clone, "bin", "waybill")),
		os.Symlink(program, filepath.Join(w.root, "bin", "waybill-admin")),
		os.WriteFile(filepath.Join(w.root, "bin", "sudo"), []byte(sudo), 0o700),
	)
}

// serve starts the server of the page, if it does not run, and returns what it prints first.
func (w *workshop) serve() (greeting string) {
	w.t.Helper()
	if w.server != nil {
		return ""
	}
	program := filepath.Join(w.clone, "bin", "waybill")
	shell := []string{"sh", "-c", "cd " + w.clone + " && exec " + program + " serve"}
	started, err := harness.Start(harness.Program{Argv: shell, Environ: w.environ, Output: w.log})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		started.End(os.Interrupt)
		if w.t.Failed() {
			w.t.Logf("the end of the server's log:\n%s", w.log.Tail())
		}
	})
	w.server = started
	if err := started.AwaitReady(w.t.Context(), "http://"+w.address+"/readyz"); err != nil {
		w.t.Fatalf("%v\n%s", err, w.log)
	}
	return w.log.String()
}

// openShell starts the shell of the page.
func (w *workshop) openShell() {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	shell := exec.CommandContext(ctx, "bash", "--norc", "--noprofile")
	shell.Env, shell.Dir = w.environ, w.clone
	shell.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that the end of the test ends its processes, too
	shell.Cancel = func() error { return syscall.Kill(-shell.Process.Pid, syscall.SIGKILL) }
	stdin, err1 := shell.StdinPipe()
	stdout, err2 := shell.StdoutPipe()
	if err := cmp.Or(err1, err2, shell.Start()); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		cancel()
		_ = shell.Wait() // it was killed
	})
	w.stdin, w.lines = stdin, bufio.NewReader(stdout)
	w.send("set -o pipefail; exec 2>&1")
}

// endMark ends the output of a command.
const endMark = "\x01end\x01"

// patience is how long a command may take: many times what it takes, because other tests need the processors too.
const patience = 5 * time.Minute

// send runs a command in the shell, and returns what it prints.
func (w *workshop) send(command string) string {
	w.t.Helper()
	if _, err := fmt.Fprintf(w.stdin, "{ %s\n} </dev/null; printf '%s\\n'\n", command, endMark); err != nil {
		w.t.Fatal(err)
	}
	printed := make(chan string, 1)
	go func() {
		var output strings.Builder
		for {
			line, err := w.lines.ReadString('\n')
			before, ended := strings.CutSuffix(line, endMark+"\n")
			output.WriteString(before)
			if ended || err != nil {
				printed <- output.String()
				return
			}
		}
	}()
	select {
	case output := <-printed:
		output = strings.TrimRight(strings.ReplaceAll(output, "\r", ""), "\n")
		if output != "" {
			output += "\n"
		}
		return output
	case <-time.After(patience):
		w.t.Fatalf("$ %s\ndoes not end", command)
		return ""
	}
}

// execute runs a command of the page.
func (w *workshop) execute(command string) string {
	if command == "make run" {
		return w.makeRun()
	}
	if path := outside.FindStringSubmatch(command); path != nil {
		w.t.Fatalf("$ %s\nuses %s, which is outside the folder of the test: mark the block as not run", command, path[1])
	}
	if strings.Contains(command, w.address) {
		w.serve()
	}
	return w.send(command)
}

// makeRun prints what make would, but starts the server in the folder of the page.
func (w *workshop) makeRun() string {
	w.t.Helper()
	plan, err := exec.CommandContext(w.t.Context(), "make", "-C", "..", "-s", "-n", "run").Output()
	if err != nil {
		w.t.Fatal(err)
	}
	build, _, _ := strings.Cut(string(plan), "\n")
	return build + "\n" + w.log.String()
}

func (w *workshop) writeFile(path, text string) {
	w.t.Helper()
	file := filepath.Join(w.clone, path)
	if err := cmp.Or(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(w.replies.actual(text)), 0o600)); err != nil {
		w.t.Fatal(err)
	}
}

// longestFirst are the keys of a map.
func longestFirst(by map[string]string) []string {
	return slices.SortedFunc(maps.Keys(by), func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
}
