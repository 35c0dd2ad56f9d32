package spool

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// filePrefix begins the name that a file has for the moment between its creation and its
// removal.
const filePrefix = "body-"

// Folder is where files are made. Safe for concurrent use.
type Folder struct{ path string }

// Open makes the folder, for its owner alone, and removes what a crash left in it. Files
// that another process uses are not touched: they have no name.
func Open(path string) (Folder, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return Folder{}, fmt.Errorf("make the spool folder: %w", err)
	}
	left, err := os.ReadDir(path)
	for _, entry := range left {
		if strings.HasPrefix(entry.Name(), filePrefix) {
			err = errors.Join(err, os.Remove(filepath.Join(path, entry.Name())))
		}
	}
	if err != nil {
		return Folder{}, fmt.Errorf("remove spooled files of an earlier run: %w", err)
	}
	return Folder{path}, nil
}

// Create makes an empty file without a name. Its bytes are freed when it is closed, or the
// process ends.
func (f Folder) Create() (*os.File, error) {
	file, err := os.CreateTemp(f.path, filePrefix+"*")
	if err != nil {
		return nil, fmt.Errorf("make a spool file: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(fmt.Errorf("make a spool file: %w", err), file.Close())
	}
	return file, nil
}
