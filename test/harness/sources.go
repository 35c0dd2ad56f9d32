package harness

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// readSources makes a cached result of the running test depend on every source of the programs.
// The go command records which folders of the module a test opens, and runs it again when the size or
// the time of a file there has changed. The programs are built by the test, so the go command does not
// know otherwise what they are made of. Importing their packages is not enough: the linker leaves out
// what the test does not call.
var readSources = sync.OnceFunc(func() {
	if !testing.Testing() {
		return
	}
	root := moduleRoot()
	for _, folder := range []string{"client", "cmd", "internal", "test"} {
		_ = filepath.WalkDir(filepath.Join(root, folder), func(_ string, _ fs.DirEntry, err error) error { return err })
	}
})

// moduleRoot returns the folder with go.mod above the working directory, or the root of the file
// system if there is none.
func moduleRoot() string {
	folder, err := os.Getwd()
	if err != nil {
		return string(filepath.Separator)
	}
	for {
		parent := filepath.Dir(folder)
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil || parent == folder {
			return folder
		}
		folder = parent
	}
}
