package maintenance

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/backup"
	"waybill/internal/cli/command"
	"waybill/internal/config"
	"waybill/internal/machine"
	"waybill/internal/store"
)

// toStandard is the name that stands for standard output and input.
const toStandard = "-"

func newBackup(p command.Process) *cobra.Command {
	return commands.New("backup FILE", command.OnSettings(p, func(cmd *cobra.Command, c config.Config, args []string) error {
		if !c.SQLite() {
			return command.Usagef("the database is PostgreSQL: back it up by pg_dump, and the labels of partners in %s by rsync, if they are "+
				"not in a bucket", c.BlobFolder())
		}
		return command.WithStore(cmd, p, func(ctx context.Context, s *store.Store) error {
			return makeBackup(ctx, p, c, s, args[0])
		})
	}))
}

// makeBackup writes the archive under another name first, so that FILE is always complete.
func makeBackup(ctx context.Context, p command.Process, c config.Config, s *store.Store, path string) (err error) {
	beside, said := filepath.Dir(path), p.Stdout
	if path == toStandard {
		beside, said = c.Data, p.Stderr
	} else if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already: name another file", path)
	}
	// A folder of its own, beside FILE so that a rename suffices: two backups do not meet.
	folder, err := os.MkdirTemp(beside, ".waybill-backup-")
	if err != nil {
		return fmt.Errorf("make the backup: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	copied, partial := filepath.Join(folder, "waybill.db"), filepath.Join(folder, "backup.tar")
	// The labels come after the database: each is stored before the row that names it.
	orders, err := copyDatabase(ctx, s, copied)
	if err != nil {
		return err
	}
	content := backup.Content{Database: copied, WaybillVersion: command.ReadBuild().Version, CreatedOn: time.Now()}
	if _, err := os.Stat(c.BlobFolder()); err == nil {
		content.Blobs = os.DirFS(c.BlobFolder())
	}
	var manifest backup.Manifest
	if path == toStandard {
		path = "standard output"
		manifest, err = backup.Write(ctx, p.Stdout, content)
	} else {
		manifest, err = placeArchive(ctx, partial, path, content)
	}
	if err != nil {
		return err
	}
	note := []byte(content.CreatedOn.UTC().Format(time.RFC3339) + "\n")
	if err := os.WriteFile(c.LastBackupFile(), note, 0o600); err != nil { // the disk of the data may be full
		fmt.Fprintln(p.Stderr, "waybill: warning: the backup is complete, but its time cannot be noted for the metric of backups:", err)
	}
	fmt.Fprintf(said, "Backed up %s and %s to %s.\n", command.Count(orders, "order", "orders"),
		command.Count(int64(manifest.Blobs), "label of a partner", "labels of partners"), path)
	return nil
}

// copyDatabase copies the database to a new file, checks the copy and counts its orders.
func copyDatabase(ctx context.Context, s *store.Store, path string) (orders int64, err error) {
	// SQLite would make it readable for the group.
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return 0, fmt.Errorf("make the copy: %w", err)
	}
	if err := s.DB.CopyTo(ctx, path); err != nil {
		return 0, err
	}
	return orders, withSQLiteFile(ctx, path, func(copied *store.Store) error {
		if err := refuseDamaged(ctx, copied, "the copy"); err != nil {
			return err
		}
		orders, err = copied.CountOrders(ctx)
		return err
	})
}

// placeArchive writes an archive and gives it its name.
func placeArchive(ctx context.Context, partial, path string, content backup.Content) (m backup.Manifest, err error) {
	file, err := os.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return m, fmt.Errorf("make the backup: %w", err)
	}
	if m, err = backup.Write(ctx, file, content); err == nil {
		err = file.Sync()
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return m, err
	}
	if err := os.Rename(partial, path); err != nil {
		return m, fmt.Errorf("name the backup: %w", err)
	}
	return m, machine.SyncFolder(filepath.Dir(path))
}

// withSQLiteFile runs fn with the database in a file. Closing it leaves one file: the files that SQLite keeps
// beside an open database are gone.
func withSQLiteFile(ctx context.Context, path string, fn func(*store.Store) error) error {
	s, err := store.Open(ctx, store.Options{URL: "sqlite:" + path})
	if err != nil {
		return err
	}
	return errors.Join(fn(s), s.DB.Close())
}

func refuseDamaged(ctx context.Context, s *store.Store, what string) error {
	found, err := s.DB.FindDamage(ctx)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		return fmt.Errorf("%s is damaged: %s", what, found[0])
	}
	return nil
}
