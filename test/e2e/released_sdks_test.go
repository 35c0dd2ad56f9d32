package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"waybill/test/harness"
)

// releasedVersion is not that of the repository: a release gives its own to the SDKs.
const releasedVersion = "7.8.9"

// offline has installers fail that ask a registry.
var offline = []string{
	"HTTP_PROXY=http://127.0.0.1:9", "HTTPS_PROXY=http://127.0.0.1:9", "PIP_NO_CACHE_DIR=1", "GOFLAGS=-mod=mod", "GOPROXY=off", "GOSUMDB=off",
}

// releaseSDKs builds the packages of the SDKs as a release does.
func releaseSDKs(t *testing.T, umask string) (dist string) {
	t.Helper()
	dist = t.TempDir()
	packages := installed(t, "WAYBILL_TEST_NODE_MODULES")
	const build = `umask "$0"; exec packaging/release/sdks "$@"`
	runIn(t, "../..", []string{"NODE_MODULES=" + packages}, "bash", "-c", build, umask, releasedVersion, dist)
	return dist
}

// TestLongReleasedSDKs installs the packages of a release in empty folders without a network, and runs the programs of
// docs/quickstart.md with nothing else.
func TestLongReleasedSDKs(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	dist, again := releaseSDKs(t, "022"), releaseSDKs(t, "077")
	for _, name := range []string{
		"waybill_shipping-" + releasedVersion + "-py3-none-any.whl", "waybill-shipping-" + releasedVersion + ".tgz",
		"waybill-go-" + releasedVersion + ".tar.gz",
	} {
		runIn(t, dist, nil, "cmp", name, filepath.Join(again, name))
	}
	t.Run("python", func(t *testing.T) { releasedPython(t, dist) })
	t.Run("typescript", func(t *testing.T) { releasedTypeScript(t, dist) })
	t.Run("go", func(t *testing.T) { releasedGo(t, dist) })
}

func releasedPython(t *testing.T, dist string) {
	python, pip := harness.Tool(t, "python3"), harness.Tool(t, "pip3")
	folder := t.TempDir()
	wheel := filepath.Join(dist, "waybill_shipping-"+releasedVersion+"-py3-none-any.whl")
	runIn(t, folder, offline, pip, "install", "--quiet", "--no-index", "--target", ".", wheel)
	if got := runIn(t, folder, nil, python, "-c", "import waybill; print(waybill.__version__, waybill.__file__)"); got !=
		releasedVersion+" "+filepath.Join(folder, "waybill", "__init__.py")+"\n" {
		t.Errorf("installed is %s", got)
	}
	s := newServer(t, "", t.TempDir())
	s.start()
	s.runGuide(folder, "python", func(program string, _ int) []string { return []string{python, "-c", program} })
}

func releasedTypeScript(t *testing.T, dist string) {
	packages := installed(t, "WAYBILL_TEST_NODE_MODULES")
	folder := t.TempDir()
	environ := append([]string{"npm_config_cache=" + t.TempDir()}, offline...)
	runIn(t, folder, environ, "npm", "init", "-y")
	runIn(t, folder, environ, "npm", "pkg", "set", "type=module")
	runIn(t, folder, environ, "npm", "install", "--silent", "--offline", filepath.Join(dist, "waybill-shipping-"+releasedVersion+".tgz"))
	const prints = `import("waybill-shipping").then((sdk) => console.log(sdk.version))`
	if got := runIn(t, folder, nil, "node", "-e", prints); got != releasedVersion+"\n" {
		t.Errorf("installed is %s", got)
	}
	for _, name := range []string{"typescript", "@types", "undici-types"} { // the compiler is not part of a release
		if err := os.Symlink(filepath.Join(packages, name), filepath.Join(folder, "node_modules", name)); err != nil {
			t.Fatal(err)
		}
	}
	s := newServer(t, "", t.TempDir())
	s.start()
	s.runGuide(folder, "ts", func(program string, number int) []string {
		name := "guide" + strconv.Itoa(number)
		if err := os.WriteFile(filepath.Join(folder, name+".ts"), []byte(program), 0o600); err != nil {
			t.Fatal(err)
		}
		compiler := []string{"node_modules/typescript/bin/tsc", "--module", "nodenext", "--target", "es2022", "--types", "node", name + ".ts"}
		runIn(t, folder, nil, "node", compiler...)
		return []string{"node", name + ".js"}
	})
}

func releasedGo(t *testing.T, dist string) {
	folder := t.TempDir()
	runIn(t, folder, nil, "tar", "-xzf", filepath.Join(dist, "waybill-go-"+releasedVersion+".tar.gz"))
	runIn(t, folder, offline, "go", "mod", "init", "example.com/shipper")
	runIn(t, folder, offline, "go", "mod", "edit", "-require=waybill@v0.0.0", "-replace=waybill=./waybill-go-"+releasedVersion)
	s := newServer(t, "", t.TempDir())
	s.start()
	s.runGuide(folder, "go", func(program string, number int) []string {
		name := "guide" + strconv.Itoa(number)
		if err := os.WriteFile(filepath.Join(folder, name+".go"), []byte(program), 0o600); err != nil {
			t.Fatal(err)
		}
		runIn(t, folder, offline, "go", "build", "-o", name, name+".go")
		return []string{filepath.Join(folder, name)}
	})
	version := filepath.Join(folder, "waybill-go-"+releasedVersion, "client", "version_gen.go")
	if text, err := os.ReadFile(version); err != nil || !strings.Contains(string(text), `Version = "`+releasedVersion+`"`) {
		t.Errorf("the version is %s, %v", text, err)
	}
}

// TestReleasedWheelIsOneOfAVersion: a version that no Python package may have is refused, with what may be written.
func TestReleasedWheelIsOneOfAVersion(t *testing.T) {
	t.Parallel()
	python := harness.Tool(t, "python3")
	folder := copySDK(t, "python")
	project := filepath.Join(folder, "pyproject.toml")
	text, err := os.ReadFile(project)
	if err != nil {
		t.Fatal(err)
	}
	for version, want := range map[string]string{"1.2.3-rc.1": "", "1.2.3-dirty": "write 1.2.3 or 1.2.3-rc.1"} {
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			if strings.HasPrefix(line, "version = ") {
				lines[i] = `version = "` + version + `"`
			}
		}
		if err := os.WriteFile(project, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
		license, err := os.ReadFile(filepath.Join(sdksFolder, "python", "LICENSE"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "LICENSE"), license, 0o600); err != nil {
			t.Fatal(err)
		}
		build := exec.CommandContext(t.Context(), python, "../../packaging/release/wheel", folder, folder)
		build.Env = append(build.Environ(), "SOURCE_DATE_EPOCH=1700000000")
		said, err := build.CombinedOutput()
		if (err == nil) != (want == "") || !strings.Contains(string(said), want) {
			t.Errorf("%s: %v, %s", version, err, said)
		}
	}
}
