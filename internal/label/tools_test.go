package label_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waybill/test/harness"
)

// run runs a tool and returns its output.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(harness.Tool(t, name), args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out.String(), errs.String())
	}
	return out.String()
}

// save writes data to a file that lives as long as the test.
func save(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// rasterise returns the PNG files of a PDF's pages.
func rasterise(t *testing.T, pdf string, dpi int) []string {
	t.Helper()
	prefix := filepath.Join(t.TempDir(), "page")
	run(t, "pdftoppm", "-png", "-gray", "-r", fmt.Sprint(dpi), pdf, prefix)
	pages, err := filepath.Glob(prefix + "*.png")
	if err != nil || len(pages) == 0 {
		t.Fatalf("pdftoppm made no page of %s: %v", pdf, err)
	}
	slices.Sort(pages)
	return pages
}

// scan returns the codes in a picture: "CODE-128:…" and "QR-Code:…".
func scan(t *testing.T, picture string) []string {
	t.Helper()
	found := strings.Fields(run(t, "zbarimg", "--quiet", "-Sdisable", "-Scode128.enable", "-Sqrcode.enable", picture))
	slices.Sort(found)
	return found
}

// thin returns all cases, or every ninth with -short.
func thin[T any](all []T) []T {
	if !testing.Short() {
		return all
	}
	var few []T
	for i := 0; i < len(all); i += 9 {
		few = append(few, all[i])
	}
	return few
}
