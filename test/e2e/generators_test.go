package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// generatorsFolder has the generators of clients that others than docs/clients try, and the linters.
const generatorsFolder = "generators"

// TestLongGenerators lints the served document, and compiles what generators of clients make of it. TestLongGoClient and
// TestLongTypeScriptClient do it for those that docs/sdks.md describes.
func TestLongGenerators(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	packages := installed(t, "WAYBILL_TEST_GENERATORS")
	_, folder := serveFolder(t, generatorsFolder)
	if err := os.Symlink(packages, filepath.Join(folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	quiet := []string{"REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true", "NO_COLOR=1"}
	t.Run("tools", func(t *testing.T) {
		for name, command := range map[string][]string{
			"hey-api":                {"openapi-ts", "-i", "openapi.json", "-o", "hey-api"},
			"orval":                  {"orval", "--config", "orval.config.mjs"},
			"swagger-typescript-api": {"swagger-typescript-api", "generate", "-p", "openapi.json", "-o", "swagger", "-n", "waybill.ts"},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				runIn(t, folder, quiet, filepath.Join(packages, ".bin", command[0]), command[1:]...)
			})
		}
		t.Run("spectral", func(t *testing.T) {
			t.Parallel()
			runIn(t, folder, quiet, "node", "spectral.mjs")
		})
		t.Run("redocly", func(t *testing.T) {
			t.Parallel()
			report := runIn(t, folder, quiet, filepath.Join(packages, ".bin", "redocly"), "lint", "--format=json", "openapi.json")
			var found struct {
				Totals struct{ Errors, Warnings int }
			}
			if err := json.Unmarshal([]byte(report), &found); err != nil || found.Totals.Errors+found.Totals.Warnings > 0 {
				t.Errorf("%s: %v", report, err)
			}
		})
	})
	runIn(t, folder, quiet, filepath.Join(packages, ".bin", "tsc"), "--project", "tsconfig.json")
}
