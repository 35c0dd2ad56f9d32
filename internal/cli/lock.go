package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"waybill/internal/config"
	"waybill/internal/store"
)

// claimData locks the data of a server, unless it is of another environment: then nothing
// is written.
func claimData(ctx context.Context, c config.Config) (unlock func() error, err error) {
	if err := store.CheckEnvironment(ctx, storeOptions(c)); err != nil {
		return nil, explainOpen(c, err)
	}
	return lockData(c)
}

// lockData makes the data folder if it is not there, and keeps a second server away from
// one with SQLite: each would commit alone, and answer an idempotency key of the other as
// running. The lock ends with the process, however it ends. PostgreSQL serves many, and
// needs none.
func lockData(c config.Config) (unlock func() error, err error) {
	if err := makeDataFolder(c); err != nil {
		return nil, err
	}
	if !c.SQLite() {
		return func() error { return nil }, nil
	}
	path := filepath.Join(c.Data, "waybill.lock")
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the data folder: %w", err)
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = fmt.Errorf("another waybill serves the data in %s: stop it, name another folder with --data, or share a PostgreSQL with --database-url", c.Data)
	} else if err != nil {
		err = fmt.Errorf("lock the data folder: %w", err)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return func() error {
		// Closing alone would leave the lock to a child process that has not closed it yet.
		return errors.Join(syscall.Flock(int(file.Fd()), syscall.LOCK_UN), file.Close())
	}, nil
}
