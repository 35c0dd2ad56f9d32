package e2e_test

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"sync"
	"testing"

	_ "waybill/internal/cli" // a change to the server makes a cached result of these tests stale
)

func TestMain(m *testing.M) {
	binary, err := built()
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(filepath.Dir(binary)) }() // it is in a temporary folder
	// The tests wait more than they compute, so more of them than processors run at once.
	if err := flag.Set("test.parallel", "8"); err != nil {
		log.Print(err)
	}
	m.Run()
}

// built is the path of the server under test, which the first call builds.
var built = sync.OnceValues(build)

// build builds the server in a folder of its own, with the race detector if the tests
// have it: then the packages are in the cache already.
func build() (binary string, err error) {
	folder, err := os.MkdirTemp("", "waybill-e2e-")
	if err != nil {
		return "", fmt.Errorf("build the server under test: %w", err)
	}
	binary = filepath.Join(folder, "waybill")
	args := []string{"build", "-o", binary}
	if raceEnabled() {
		args = append(args, "-race")
	}
	out, err := exec.Command("go", append(args, "waybill/cmd/waybill")...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("build the server under test: %w: %s", errors.Join(err, os.RemoveAll(folder)), out)
	}
	return binary, nil
}

func raceEnabled() bool {
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
