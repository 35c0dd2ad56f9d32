package machine

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// FreeBytes is how many bytes of the disk of a folder this user may still write.
func FreeBytes(folder string) (uint64, error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, fmt.Errorf("free space of %s: %w", folder, err)
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return 0, fmt.Errorf("free space of %s: %w", folder, err)
	}
	return free, nil
}

// OpenFiles is how many files the process may have open: Windows has no such limit, and this many suffice.
func OpenFiles() (uint64, error) { return 1 << 16, nil }

// Lock locks a file until Unlock, or until the process ends. Returns ErrLocked if another process has locked it.
func Lock(file *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrLocked
	}
	return err
}

// Unlock ends a lock.
func Unlock(file *os.File) error {
	return windows.UnlockFileEx(windows.Handle(file.Fd()), 0, 1, 0, new(windows.Overlapped))
}

// SyncFolder does nothing: Windows syncs no folders.
func SyncFolder(string) error { return nil }
