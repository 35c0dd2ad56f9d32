package harness

import (
	"context"
	"fmt"
	"os/exec"
	"runtime/debug"
)

// Build builds programs of this module into a folder, with the race detector if this program has it. It has the flags of the
// Makefile, so that their packages are in the build cache already.
func Build(ctx context.Context, folder string, packages ...string) error {
	args := []string{"build", "-ldflags=-s", "-o", folder}
	if RaceEnabled() {
		args = append(args, "-race", "-gcflags=modernc.org/...=-race=false")
	}
	cmd := exec.CommandContext(ctx, "go", append(args, packages...)...) //nolint:gosec // names of packages
	if output, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build %v: %w\n%s", packages, err, output)
	}
	return nil
}

// RaceEnabled reports whether this program, and so those that Build builds, have the race detector.
func RaceEnabled() bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, setting := range info.Settings {
		if setting.Key == "-race" {
			return setting.Value == "true"
		}
	}
	return false
}
