package e2e_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"waybill/client"
	"waybill/test/harness"
)

// sdksFolder has the SDKs of other languages.
const sdksFolder = "../../clients"

// fieldError is what the program of a README prints about an order that is refused.
var fieldError = regexp.MustCompile(`(?m)^order 0, consignee_number: Enter a valid phone number`)

// TestLongPythonSDK runs the tests of clients/python, and the program of its README, against a server.
func TestLongPythonSDK(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	python := harness.Tool(t, "python3")
	s, folder := serveSDK(t, "python")
	runIn(t, folder, s.address(), python, "-m", "unittest", "discover", "tests")
	s.expectSnippets(runIn(t, folder, s.address(), python, "-c", snippetsOf(t, folder, "python")))
	s.runGuide(folder, "python", func(program string, _ int) []string { return []string{python, "-c", program} })
}

// TestLongTypeScriptSDK does the same with clients/typescript, as it is published.
func TestLongTypeScriptSDK(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	s, folder := serveSDK(t, "typescript")
	packages := linkPackages(t, folder)
	tried := dependencies(t, filepath.Join(clientsFolder, "typescript"))
	for name, version := range dependencies(t, folder) {
		if tried[name] != version {
			t.Errorf("the SDK needs %s %s to be built, and %q is installed", name, version, tried[name])
		}
	}
	write := func(program, name string) []string {
		if err := os.WriteFile(filepath.Join(folder, "test", name+".ts"), []byte(program), 0o600); err != nil {
			t.Fatal(err)
		}
		return []string{"node", "dist/test/" + name + ".js"}
	}
	write(snippetsOf(t, folder, "ts"), "readme")
	for i, m := range guidePrograms(t, "ts") {
		write(m, "guide"+strconv.Itoa(i))
	}
	runIn(t, folder, nil, "node", filepath.Join(packages, "typescript", "bin", "tsc"))
	runIn(t, folder, s.address(), "npm", "test", "--silent")
	s.expectSnippets(runIn(t, folder, s.address(), "node", "dist/test/readme.js"))
	s.runGuide(folder, "ts", func(program string, number int) []string { return write(program, "guide"+strconv.Itoa(number)) })
}

// TestLongGoGuide runs the programs of the guide in Go, in a module that has replaced the path of this one.
func TestLongGoGuide(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	s := newServer(t, "", t.TempDir())
	s.start()
	folder := t.TempDir()
	runIn(t, folder, nil, "go", "mod", "init", "example.com/shipper")
	runIn(t, folder, nil, "go", "mod", "edit", "-require=waybill@v0.0.0", "-replace=waybill="+repository)
	s.runGuide(folder, "go", func(program string, number int) []string {
		name := "guide" + strconv.Itoa(number)
		if err := os.WriteFile(filepath.Join(folder, name+".go"), []byte(program), 0o600); err != nil {
			t.Fatal(err)
		}
		runIn(t, folder, nil, "go", "build", "-o", name, name+".go")
		return []string{filepath.Join(folder, name)}
	})
}

// TestKeysOfTheGuideDiffer: a reader tries more than one language, and a key with another order is a 422.
func TestKeysOfTheGuideDiffer(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/quickstart.md")
	if err != nil {
		t.Fatal(err)
	}
	keys := regexp.MustCompile(`(?i)idempotency[-_]?key[=:] ?["']?(\w+-\d)`).FindAllStringSubmatch(string(text), -1)
	seen := make(map[string]bool)
	for _, key := range keys {
		if seen[key[1]] {
			t.Errorf("the key %s is used twice", key[1])
		}
		seen[key[1]] = true
	}
	if len(seen) < 7 {
		t.Errorf("the keys are %v", seen)
	}
}

// linkPackages gives a copy of the SDK of TypeScript the packages that are installed for tests, and returns their folder.
func linkPackages(t *testing.T, folder string) (packages string) {
	t.Helper()
	packages = installed(t, "WAYBILL_TEST_NODE_MODULES")
	modules := filepath.Join(folder, "node_modules")
	if err := os.MkdirAll(modules, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{
		"typescript": filepath.Join(packages, "typescript"), "@types": filepath.Join(packages, "@types"),
		"undici-types": filepath.Join(packages, "undici-types"), "waybill-shipping": folder, // which the README imports
	} {
		if err := os.Symlink(target, filepath.Join(modules, name)); err != nil {
			t.Fatal(err)
		}
	}
	return packages
}

// serveSDK starts a server, and copies an SDK.
func serveSDK(t *testing.T, language string) (s *server, folder string) {
	t.Helper()
	s = newServer(t, "", t.TempDir())
	s.start()
	return s, copySDK(t, language)
}

// copySDK copies an SDK into a folder of the test.
func copySDK(t *testing.T, language string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for _, name := range []string{"README.md", "package.json", "tsconfig.json", "pyproject.toml"} {
		if text, err := os.ReadFile(filepath.Join(sdksFolder, language, name)); err == nil {
			if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, name := range []string{"src", "test", "tests", "waybill"} {
		if from := filepath.Join(sdksFolder, language, name); isFolder(from) {
			if err := os.CopyFS(filepath.Join(folder, name), os.DirFS(from)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return folder
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// snippetsOf is the program that the snippets of a README make, one after the other.
func snippetsOf(t *testing.T, folder, language string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var program strings.Builder
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllSubmatch(text, -1) {
		program.Write(m[1])
	}
	return program.String()
}

// expectSnippets compares what the program of a README printed with what the server has.
func (s *server) expectSnippets(printed string) {
	s.t.Helper()
	order, ok := s.onlyOrder()
	if !ok || !strings.Contains(printed, order+" Order created") || !fieldError.MatchString(printed) {
		s.t.Errorf("the program of the README printed %q, and the order is %q", printed, order)
	}
}

// onlyOrder is the tracking number of the order with the reference of the READMEs.
func (s *server) onlyOrder() (trackingNo string, ok bool) {
	s.t.Helper()
	r, err := s.get("/api/order/order/?shipper_order_id=ORDER-1&secret_key=" + demoKey)
	var page struct {
		Results []struct {
			TrackingNo string `json:"tracking_no"`
		} `json:"results"`
	}
	if err != nil || json.Unmarshal(r.body, &page) != nil || len(page.Results) != 1 {
		return string(r.body), false
	}
	return page.Results[0].TrackingNo, true
}

// dependencies are the versions of the packages of a program.
func dependencies(t *testing.T, folder string) map[string]string {
	t.Helper()
	var manifest struct{ Dependencies, DevDependencies map[string]string }
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	all := maps.Clone(manifest.DevDependencies)
	maps.Copy(all, manifest.Dependencies)
	return all
}

// guideProgram is a program of docs/quickstart.md: the language, and the text.
var guideProgram = regexp.MustCompile("(?s)```(python|ts|go)\n(.*?\n)```\n")

// orderFile is the order that programs of docs/quickstart.md read.
var orderFile = regexp.MustCompile("(?s)<!-- file: order.json -->\n```json\n(.*?)```\n")

func guidePrograms(t *testing.T, language string) (programs []string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/quickstart.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range guideProgram.FindAllStringSubmatch(string(text), -1) {
		if m[1] == language {
			programs = append(programs, m[2])
		}
	}
	return programs
}

// runGuide runs the programs of docs/quickstart.md in a language: an order with its label, an error, a webhook, and a busy server.
// build makes a program of a text, whose number it gets, and returns the command that runs it.
func (s *server) runGuide(folder, language string, build func(program string, number int) []string) {
	s.t.Helper()
	page, err := os.ReadFile("../../docs/quickstart.md")
	order := orderFile.FindSubmatch(page)
	if err != nil || order == nil {
		s.t.Fatalf("the guide has no order.json: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "order.json"), order[1], 0o600); err != nil {
		s.t.Fatal(err)
	}
	var commands []*exec.Cmd
	for i, program := range guidePrograms(s.t, language) {
		if lines := strings.Count(program, "\n"); lines >= 30 {
			s.t.Errorf("the program %d in %s has %d lines, and the guide says less than thirty", i+1, language, lines)
		}
		argv := build(program, i)
		c := exec.CommandContext(s.t.Context(), argv[0], argv[1:]...)
		c.Dir, c.Env, c.Stderr = folder, append(c.Environ(), s.address()...), os.Stderr
		commands = append(commands, c)
	}
	s.expectOutput(commands[0], `^WB\w+ label\.pdf\b`)
	if label, err := os.ReadFile(filepath.Join(folder, "label.pdf")); err != nil || !bytes.HasPrefix(label, []byte("%PDF-")) {
		s.t.Errorf("the label is %.20q, %v", label, err)
	}
	s.expectOutput(commands[1], `^Order 1, consignee_number: Enter a valid phone number`)
	s.expectWebhook(commands[2])
	s.expectOutput(commands[3], `^1 order\b`)
}

func (s *server) expectOutput(c *exec.Cmd, pattern string) {
	s.t.Helper()
	if out, err := c.Output(); err != nil || !regexp.MustCompile(pattern).Match(out) {
		s.t.Errorf("%s: %v\n%swant %s", c, err, out, pattern)
	}
}

// unsigned is the status of a response to an event that has no signature.
func (s *server) unsigned(url string) int {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, url, strings.NewReader(`{"type":"order.created"}`))
	if err != nil {
		s.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	_ = res.Body.Close()
	return res.StatusCode
}

// expectWebhook starts a receiver, which prints the type of a test event.
func (s *server) expectWebhook(receiver *exec.Cmd) {
	s.t.Helper()
	address, err := harness.FreeAddress(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	url := "http://" + address + "/"
	endpoint, err := s.sdk().CreateEndpoint(s.t.Context(), client.EndpointChange{URL: &url})
	if err != nil {
		s.t.Fatal(err)
	}
	_, port, _ := strings.Cut(address, ":")
	receiver.Env = append(receiver.Env, "PORT="+port, "WAYBILL_SECRET="+endpoint.Secret)
	output, err := receiver.StdoutPipe()
	if err == nil {
		err = receiver.Start()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.eventually("the receiver has the test event", func() bool {
		result, err := s.sdk().TestEndpoint(s.t.Context(), endpoint.ID)
		return err == nil && result.Delivered
	})
	if line, err := bufio.NewReader(output).ReadString('\n'); line != "endpoint.test\n" {
		s.t.Errorf("the receiver printed %q, %v", line, err)
	}
	if got := s.unsigned(url); got != http.StatusUnauthorized {
		s.t.Errorf("the receiver responds to an unsigned event with %d", got)
	}
	_ = receiver.Process.Kill() // it may have ended
	_ = receiver.Wait()         // it was killed
	if err := s.sdk().DeleteEndpoint(s.t.Context(), endpoint.ID); err != nil {
		s.t.Error(err)
	}
}
