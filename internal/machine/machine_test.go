package machine_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"waybill/internal/machine"
)

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		t.Helper()
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = file.Close() })
		return file
	}
	first, second := open(), open()
	if err := machine.Lock(first); err != nil {
		t.Fatal(err)
	}
	if err := machine.Lock(second); !errors.Is(err, machine.ErrLocked) {
		t.Errorf("locked twice: %v", err)
	}
	if err := machine.Unlock(first); err != nil {
		t.Fatal(err)
	}
	if err := machine.Lock(second); err != nil {
		t.Errorf("locked after the first ended: %v", err)
	}
}

func TestMachine(t *testing.T) {
	folder := t.TempDir()
	if free, err := machine.FreeBytes(folder); err != nil || free == 0 {
		t.Errorf("%d bytes are free, %v", free, err)
	}
	if _, err := machine.FreeBytes(filepath.Join(folder, "missing")); err == nil {
		t.Error("a folder that is missing has free space")
	}
	if n, err := machine.OpenFiles(); err != nil || n < 64 {
		t.Errorf("%d open files, %v", n, err)
	}
	if err := machine.SyncFolder(folder); err != nil {
		t.Error(err)
	}
}
