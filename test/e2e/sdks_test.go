package e2e_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// sdksFolder has the SDKs of other languages.
const sdksFolder = "../../clients"

// fieldError is what the program of a README prints about an order that is refused.
var fieldError = regexp.MustCompile(`(?m)^order 0, consignee_number: Enter a valid phone number`)

// TestPythonSDK runs the tests of clients/python, and the program of its README, against a server.
func TestPythonSDK(t *testing.T) {
	t.Parallel()
	python := tool(t, "python3")
	s, folder := serveSDK(t, "python")
	runIn(t, folder, s.address(), python, "-m", "unittest", "discover", "tests")
	s.expectSnippets(runIn(t, folder, append(s.address(), "WAYBILL_SECRET=whsec_b2xk"), python, "-c", snippetsOf(t, folder, "python")))
}

// TestLongTypeScriptSDK does the same with clients/typescript, as it is published.
func TestLongTypeScriptSDK(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	packages := installed(t, "WAYBILL_TEST_NODE_MODULES")
	s, folder := serveSDK(t, "typescript")
	tried := dependencies(t, filepath.Join(clientsFolder, "typescript"))
	for name, version := range dependencies(t, folder) {
		if tried[name] != version {
			t.Errorf("the SDK needs %s %s to be built, and %q is installed", name, version, tried[name])
		}
	}
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
	compiler := filepath.Join(packages, "typescript", "bin", "tsc")
	runIn(t, folder, nil, "node", compiler)
	runIn(t, folder, s.address(), "npm", "test", "--silent")
	if err := os.WriteFile(filepath.Join(folder, "test", "readme.ts"), []byte(snippetsOf(t, folder, "ts")), 0o600); err != nil {
		t.Fatal(err)
	}
	runIn(t, folder, nil, "node", compiler)
	s.expectSnippets(runIn(t, folder, s.address(), "node", "dist/test/readme.js"))
}

// serveSDK starts a server, and copies an SDK.
func serveSDK(t *testing.T, language string) (s *server, folder string) {
	t.Helper()
	s = newServer(t, "", t.TempDir())
	s.start()
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
	return s, folder
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
