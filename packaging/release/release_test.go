// Package release_test builds a release of this machine's architecture, installs its package and starts its image.
package release_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

const version = "0.2.0"

// maxBinary is the most bytes of the program.
const maxBinary = 95_000_000

// TestLongRelease builds the release in two folders, which gives the same files, installs the Debian package in a fresh
// root, and creates an order and its label with the image.
func TestLongRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	nfpm, cyclonedx := os.Getenv("WAYBILL_TEST_NFPM"), os.Getenv("WAYBILL_TEST_CYCLONEDX")
	_, missing := exec.LookPath("mmdebstrap")
	if nfpm == "" || cyclonedx == "" || missing != nil || os.Getuid() != 0 {
		const why = "it needs root, mmdebstrap, and the programs nfpm and cyclonedx-gomod in WAYBILL_TEST_NFPM and " +
			"WAYBILL_TEST_CYCLONEDX: see the Makefile"
		if os.Getenv("CI") == "true" {
			t.Fatal(why)
		}
		t.Skip("SKIPPED: " + why)
	}
	t.Setenv("NFPM", nfpm)
	t.Setenv("CYCLONEDX", cyclonedx)
	first, second := release(t), release(t)
	if len(first) != 6 || len(second) != 6 {
		t.Fatalf("%d and %d files of a release, want 6", len(first), len(second))
	}
	for name, content := range first {
		if !bytes.Equal(second[name], content) {
			t.Errorf("%s differs between two builds", name)
		}
		switch {
		case strings.HasSuffix(name, ".deb"):
			checkPackage(t, content)
		case strings.HasSuffix(name, ".oci.tar"):
			checkImage(t, content)
		case strings.HasSuffix(name, ".cdx.json"):
			checkBillOfMaterials(t, content)
		}
	}
}

// release builds a release in a fresh clone, and returns its files.
func release(t *testing.T) map[string][]byte {
	t.Helper()
	clone := filepath.Join(t.TempDir(), "waybill")
	run(t, "git", "clone", "--quiet", "../..", clone)
	build := filepath.Join(clone, "packaging", "release", "build")
	run(t, build, version, "linux/"+runtime.GOARCH)
	files, err := filepath.Glob(filepath.Join(clone, "dist", "*"))
	if err != nil {
		t.Fatal(err)
	}
	release := make(map[string][]byte)
	for _, path := range files {
		if release[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return release
}

// checkBillOfMaterials reads which modules are in the program.
func checkBillOfMaterials(t *testing.T, content []byte) {
	t.Helper()
	var bill struct {
		BOMFormat, SpecVersion string
		Metadata               struct {
			Component struct{ Name, Version string }
		}
		Components []struct{ Name, Version string }
	}
	if err := json.Unmarshal(content, &bill); err != nil {
		t.Fatal(err)
	}
	hasDriver := false
	for _, c := range bill.Components {
		hasDriver = hasDriver || c.Name == "github.com/jackc/pgx/v5" && c.Version != ""
	}
	if bill.BOMFormat != "CycloneDX" || bill.Metadata.Component.Name != "waybill" || bill.Metadata.Component.Version != version ||
		len(bill.Components) < 50 || !hasDriver {
		t.Errorf("bill of materials: %s %s of %+v with %d components", bill.BOMFormat, bill.SpecVersion, bill.Metadata, len(bill.Components))
	}
}

// checkPackage installs a Debian package in a fresh root, and removes it.
func checkPackage(t *testing.T, deb []byte) {
	t.Helper()
	root := filepath.Join(t.TempDir(), "root")
	run(t, "mmdebstrap", "--quiet", "--variant=minbase", "--include=systemd", "bookworm", root)
	withProc(t, root)
	if err := os.WriteFile(filepath.Join(root, "tmp", "waybill.deb"), deb, 0o600); err != nil {
		t.Fatal(err)
	}
	said := run(t, "chroot", root, "sh", "-ec", `
		dpkg -i /tmp/waybill.deb >/dev/null
		systemd-analyze verify waybill.service waybill-backup.service waybill-backup.timer
		stat -c '%U %G %a %n' /etc/waybill /etc/waybill/waybill.env /etc/waybill/log-level /var/lib/waybill
		test -s /usr/share/waybill/prometheus-rules.yml -a -s /usr/share/waybill/grafana-dashboard.json
		waybill version
		waybill-admin migrate >/dev/null
		stat -c '%U %a' /var/lib/waybill/waybill.db
		test -s /usr/share/man/man1/waybill-serve.1.gz
		dpkg -P waybill >/dev/null 2>&1
		test ! -e /usr/bin/waybill
		test -s /var/lib/waybill/waybill.db && echo the data stay`)
	want := "root waybill 750 /etc/waybill\nroot waybill 640 /etc/waybill/waybill.env\n" +
		"root root 644 /etc/waybill/log-level\nwaybill waybill 700 /var/lib/waybill\n" +
		"waybill " + version
	if !strings.HasPrefix(said, want) || !strings.HasSuffix(said, "\nwaybill 600\nthe data stay\n") {
		t.Errorf("the package: %s", said)
	}
}

// checkImage starts the server of an image as its user, and creates an order.
func checkImage(t *testing.T, image []byte) {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "oci.tar"), image, 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, "sh", "-ec", `cd "$1"; mkdir oci; tar -xf oci.tar -C oci
		layer=$(ls -S oci/blobs/sha256/* | head -1); tar -xzpf "$layer" --numeric-owner; rm -r oci oci.tar`, "sh", root)
	if program, err := os.Stat(filepath.Join(root, "usr", "bin", "waybill")); err != nil || program.Size() > maxBinary {
		t.Fatalf("the program has %d bytes of at most %d, %v", program.Size(), maxBinary, err)
	}
	withProc(t, root)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	environ := []string{
		"WAYBILL_DATA=/var/lib/waybill", "WAYBILL_LISTEN=" + address, "WAYBILL_METRICS_LISTEN=off", "WAYBILL_DEMO_KEY=my-demo-key",
	}
	inside := func(args ...string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), "chroot", append([]string{"--userspec=65532:65532", root, "/usr/bin/waybill"}, args...)...)
		cmd.Env = environ
		return cmd
	}
	server, output := inside("serve"), new(bytes.Buffer)
	server.Stdout, server.Stderr = output, output
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := errors.Join(server.Process.Signal(os.Interrupt), server.Wait()); err != nil {
			t.Errorf("the server: %v\n%s", err, output)
		}
	}()
	deadline := time.After(time.Minute)
	for inside("healthcheck").Run() != nil {
		select {
		case <-deadline:
			t.Fatal("the server of the image is not healthy")
		case <-time.After(50 * time.Millisecond):
		}
	}
	order, err := os.ReadFile("../../docs/examples/order.json")
	if err != nil {
		t.Fatal(err)
	}
	var created struct {
		Orders []struct {
			URL string `json:"order_label_url"`
		}
	}
	answer := exchange(t, http.MethodPost, "http://"+address+"/api/order/orders/", order)
	if err := json.Unmarshal(answer, &created); err != nil || len(created.Orders) != 1 {
		t.Fatalf("%+v, %v", created, err)
	}
	if label := exchange(t, http.MethodGet, created.Orders[0].URL, nil); !bytes.HasPrefix(label, []byte("%PDF-")) {
		t.Errorf("the label begins with %q", label[:min(len(label), 20)])
	}
}

func exchange(t *testing.T, method, url string, body []byte) []byte {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer my-demo-key")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= http.StatusBadRequest {
		t.Fatalf("%s %s: %s %s, %v", method, url, response.Status, content, err)
	}
	return content
}

// withProc mounts /proc in a root until the test ends: the server looks there for its open files.
func withProc(t *testing.T, root string) {
	t.Helper()
	proc := filepath.Join(root, "proc")
	if err := os.MkdirAll(proc, 0o755); err != nil {
		t.Fatal(err)
	}
	run(t, "mount", "-t", "proc", "proc", proc)
	t.Cleanup(func() {
		if err := exec.Command("umount", proc).Run(); err != nil {
			t.Errorf("umount: %v", err)
		}
	})
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}
