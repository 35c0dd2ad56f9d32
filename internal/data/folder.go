package data

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"waybill/internal/config"
	"waybill/internal/machine"
	"waybill/internal/store"
)

// Claim locks the data of a server. Data of another environment is refused before anything is
// written.
func Claim(ctx context.Context, c config.Config) (unlock func() error, err error) {
	err = withReserve(c, func() error { return store.CheckEnvironment(ctx, Options(c, nil)) })
	if err != nil {
		return nil, Explain(c, err)
	}
	return Lock(c)
}

// Lock makes the data folder if it is missing, and with SQLite keeps a second server out: each would
// commit alone, and answer an idempotency key of the other as running. The lock ends with the process,
// however it ends. With PostgreSQL there is no lock: several servers may share a database.
func Lock(c config.Config) (unlock func() error, err error) {
	if err := MakeFolder(c); err != nil {
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
	err = machine.Lock(file)
	if errors.Is(err, machine.ErrLocked) {
		err = fmt.Errorf("another waybill serves the data in %s: stop it, name another folder with --data, or share a PostgreSQL with "+
			"--database-url", c.Data)
	} else if err != nil {
		err = fmt.Errorf("lock the data folder: %w", err)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return func() error {
		return errors.Join(machine.Unlock(file), file.Close())
	}, nil
}

// MakeFolder makes the data folder if it is missing, for its owner alone.
func MakeFolder(c config.Config) error {
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w: name another one with --data or WAYBILL_DATA", err)
	}
	return nil
}

// reserveSize is more than the files that SQLite makes beside a database that it opens.
const reserveSize = 256 << 10

// withReserve opens a database. On a full disk SQLite has no room for the files beside it: withReserve gives up the room that
// KeepReserve has kept, and opens it again.
func withReserve(c config.Config, open func() error) error {
	err := open()
	if c.SQLite() && errors.Is(err, store.ErrUnavailable) && os.Remove(c.ReserveFile()) == nil {
		err = open()
	}
	return err
}

// KeepReserve keeps room for a start on a full disk, if there is some now.
func KeepReserve(c config.Config) {
	if info, err := os.Stat(c.ReserveFile()); !c.SQLite() || err == nil && info.Size() == reserveSize {
		return
	}
	if err := os.WriteFile(c.ReserveFile(), make([]byte, reserveSize), 0o600); err != nil {
		_ = os.Remove(c.ReserveFile()) // a part of it is of no use
	}
}
