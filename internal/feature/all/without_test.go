package all_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"waybill/internal/feature"
	"waybill/internal/feature/all"
)

// TestLongEachFeatureCompilesAway builds the program as if the folder of a feature, and its place in the list, did not exist.
func TestLongEachFeatureCompilesAway(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program for each feature")
	}
	tree, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all.Features(feature.Process{}) {
		build := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlayWithout(t, tree, f.Name), "./internal/...", "./cmd/...")
		build.Dir = tree
		build.Env = append(build.Environ(), "CGO_ENABLED=0")
		if output, err := build.CombinedOutput(); err != nil {
			t.Errorf("without %s: %v\n%s", f.Name, err, output)
		}
	}
}

// overlayWithout writes what go build -overlay reads: the list without a feature, and no file in its folder.
func overlayWithout(t *testing.T, tree, name string) string {
	t.Helper()
	list, folder := filepath.Join(tree, "internal", "feature", "all", "all.go"), t.TempDir()
	content, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	shorter := strings.Replace(string(content), "\t\""+features+name+"\"\n", "", 1)
	shorter = regexp.MustCompile(`\b`+name+`\.Feature\(p?\),? ?`).ReplaceAllString(shorter, "")
	replaced := map[string]string{list: filepath.Join(folder, "all.go")}
	walkErr := filepath.WalkDir(filepath.Join(tree, "internal", "feature", name), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			replaced[path] = "" // it does not exist
		}
		return err
	})
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	path := filepath.Join(folder, "overlay.json")
	err = errors.Join(walkErr, err, os.WriteFile(replaced[list], []byte(shorter), 0o600), os.WriteFile(path, overlay, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	return path
}
