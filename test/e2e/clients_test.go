package e2e_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"waybill/client"
)

// clientsFolder has the programs that use generated clients, a folder for each language.
const clientsFolder = "../../docs/clients"

// TestLongGoClient runs the program of docs/clients/go with a client that oapi-codegen
// makes of the served document.
func TestLongGoClient(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	generator := installed(t, "WAYBILL_TEST_OAPI_CODEGEN")
	s, folder := serveProgram(t, "go")
	if err := os.Mkdir(filepath.Join(folder, "waybill"), 0o700); err != nil {
		t.Fatal(err)
	}
	runIn(t, folder, nil, generator, "-config", "oapi-codegen.yaml", "openapi.json")
	runIn(t, folder, nil, "go", "vet", ".")
	s.expectJourney(runIn(t, folder, s.address(), "go", "run", "."))

	version := strings.Fields(runIn(t, folder, nil, generator, "-version"))[1]
	if text, err := os.ReadFile("../../docs/sdks.md"); err != nil || !strings.Contains(string(text), "/cmd/oapi-codegen@"+version+" ") {
		t.Errorf("sdks.md does not name the version that was tried, %s: %v", version, err)
	}
}

// TestLongPartnerAdapter compiles what oapi-codegen makes for an adapter.
func TestLongPartnerAdapter(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	generator := installed(t, "WAYBILL_TEST_OAPI_CODEGEN")
	document, err := filepath.Abs("../../docs/partner-openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(filepath.Join(clientsFolder, "go"))); err != nil {
		t.Fatal(err)
	}
	const config = "package: waybill\noutput: waybill/adapter.gen.go\ngenerate: {models: true, std-http-server: true}\noutput-options: " +
		"{skip-prune: true}\n"
	if err := errors.Join(os.Mkdir(filepath.Join(folder, "waybill"), 0o700), os.WriteFile(filepath.Join(folder, "adapter.yaml"),
		[]byte(config), 0o600)); err != nil {
		t.Fatal(err)
	}
	runIn(t, folder, nil, generator, "-config", "adapter.yaml", document)
	runIn(t, folder, nil, "go", "vet", "./waybill")
}

// TestLongTypeScriptClient runs the program of docs/clients/typescript with types that
// openapi-typescript makes of the served document.
func TestLongTypeScriptClient(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	packages := installed(t, "WAYBILL_TEST_NODE_MODULES")
	s, folder := serveProgram(t, "typescript")
	if err := os.Symlink(packages, filepath.Join(folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	for _, script := range []string{"generate", "build"} {
		runIn(t, folder, nil, "npm", "run", "--silent", script)
	}
	s.expectJourney(runIn(t, folder, s.address(), "npm", "run", "--silent", "start"))

	text, err := os.ReadFile("../../docs/sdks.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, version := range dependencies(t, folder) {
		if !strings.Contains(string(text), " "+name+"@"+version) {
			t.Errorf("sdks.md does not name the version that was tried, %s@%s", name, version)
		}
	}
}

// installed is the path that a variable names, of what make installs for tests.
func installed(t *testing.T, variable string) string {
	t.Helper()
	path := os.Getenv(variable)
	if path == "" {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not set: make test-long sets it", variable)
		}
		t.Skipf("%s is not set: make test-long sets it", variable)
	}
	return path
}

// serveProgram starts a server, and makes a folder with a program and the served document.
func serveProgram(t *testing.T, language string) (s *server, folder string) {
	t.Helper()
	return serveFolder(t, filepath.Join(clientsFolder, language))
}

// serveFolder starts a server, and makes a copy of a folder with the served document.
func serveFolder(t *testing.T, from string) (s *server, folder string) {
	t.Helper()
	s = newServer(t, "", t.TempDir())
	s.start()
	folder = t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	document, err := s.get("/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "openapi.json"), document.body, 0o600); err != nil {
		t.Fatal(err)
	}
	return s, folder
}

// runIn runs a command in a folder, with more variables, and returns its output.
func runIn(t *testing.T, folder string, environ []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = folder
	cmd.Env = append(cmd.Environ(), environ...)
	out, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		t.Fatalf("%s: %v\n%s%s", cmd, err, out, exit.Stderr)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// address are the variables with the URL of the server and the key.
func (s *server) address() []string {
	return []string{"WAYBILL_URL=" + s.process.Load().base, "WAYBILL_KEY=" + demoKey}
}

// journey is what a program prints when all went well.
var journey = regexp.MustCompile(`^created (\w+) with the label http\S+\.pdf
viewed (\w+) of 0\.125 kg with Blue T-Shirt
returned (\w+) by (\w+)
tracked (\w+) ORDER_CREATED
cancel (\w+) cancelled
$`)

// expectJourney compares what a program printed with what the server has.
func (s *server) expectJourney(printed string) {
	s.t.Helper()
	numbers := journey.FindStringSubmatch(printed)
	if numbers == nil {
		s.t.Fatalf("the program printed %q, want %s", printed, journey)
	}
	page, err := s.sdk().Orders(s.t.Context(), client.Filter{})
	if err != nil {
		s.t.Fatal(err)
	}
	if len(page.Results) != 2 {
		s.t.Fatalf("%d orders, want one and its return", len(page.Results))
	}
	returned, order := page.Results[0], page.Results[1]
	for i, want := range map[int]string{
		1: order.TrackingNo, 2: order.TrackingNo, 3: order.TrackingNo, 4: returned.TrackingNo,
		5: order.TrackingNo, 6: order.TrackingNo,
	} {
		if numbers[i] != want {
			s.t.Errorf("the program printed %q, want %s as the number %d", printed, want, i)
		}
	}
	if order.TrackerStatusCode != "CANCELLED" || returned.ConsigneeName != "Jackson" {
		s.t.Errorf("the order is %s, and returns to %s", order.TrackerStatusCode, returned.ConsigneeName)
	}
}
