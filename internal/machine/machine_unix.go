//go:build linux || darwin

package machine

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// FreeBytes is how many bytes of the disk of a folder this user may still write.
func FreeBytes(folder string) (uint64, error) {
	var stat unix.Statfs_t
	if err := unix.Statfs(folder, &stat); err != nil {
		return 0, fmt.Errorf("free space of %s: %w", folder, err)
	}
	return stat.Bavail * uint64(stat.Bsize), nil
}

// OpenFiles is how many files the process may have open.
func OpenFiles() (uint64, error) {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return 0, fmt.Errorf("read the limit of open files: %w", err)
	}
	return limit.Cur, nil
}

// Lock locks a file until Unlock, or until the process ends. Returns ErrLocked if another process has locked it.
func Lock(file *os.File) error {
	err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrLocked
	}
	return err
}

// Unlock ends a lock. Closing the file alone would leave it to a child process that has not closed the file yet.
func Unlock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_UN) }

// SyncFolder makes the names of the files in a folder durable.
func SyncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("make the names of files durable: %w", err)
	}
	return errors.Join(folder.Sync(), folder.Close())
}
