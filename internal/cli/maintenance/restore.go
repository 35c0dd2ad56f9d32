package maintenance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"waybill/internal/backup"
	"waybill/internal/blob"
	"waybill/internal/cli/command"
	"waybill/internal/config"
	"waybill/internal/data"
	"waybill/internal/machine"
	"waybill/internal/store"
)

func newRestore(p command.Process) *cobra.Command {
	var skip int64 = store.DefaultSkip
	cmd := commands.New("restore FILE", command.OnSettings(p, func(cmd *cobra.Command, c config.Config, args []string) error {
		if !c.SQLite() {
			return command.Usagef("the database is PostgreSQL: restore it by pg_restore, then run `waybill skip-order-ids`")
		}
		unlock, err := data.Lock(c)
		if err != nil {
			return err
		}
		return errors.Join(restore(cmd.Context(), p, c, args[0], skip), unlock())
	}))
	return command.Flags(cmd, "skip", &skip)
}

func restore(ctx context.Context, p command.Process, c config.Config, path string, skip int64) error {
	// A log of another database would be applied to the restored one.
	for _, suffix := range sqliteSuffixes {
		if _, err := os.Lstat(c.SQLiteFile() + suffix); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is there already: move it and the files %s-wal and %s-shm away first, or name another folder with --data",
				c.SQLiteFile()+suffix, c.SQLiteFile(), c.SQLiteFile())
		}
	}
	restored := c.SQLiteFile() + ".restored"
	if err := removeDatabase(restored); err != nil { // of a restore that was interrupted
		return fmt.Errorf("remove what an interrupted restore left: %w", err)
	}
	manifest, err := readArchive(ctx, p.Stdin, path, restored, c.BlobFolder())
	if err != nil {
		return errors.Join(err, removeDatabase(restored))
	}
	var orders, next int64
	err = withSQLiteFile(ctx, restored, func(s *store.Store) error {
		orders, next, err = prepareRestored(ctx, s, skip)
		return err
	})
	if err != nil {
		return errors.Join(err, removeDatabase(restored))
	}
	if err := os.Rename(restored, c.SQLiteFile()); err != nil {
		return fmt.Errorf("name the database: %w", err)
	}
	if err := machine.SyncFolder(filepath.Dir(c.SQLiteFile())); err != nil {
		return err
	}
	fmt.Fprintf(p.Stdout, "Restored %s and %s as of %s to %s. The next order has id %d.\n", command.Count(orders, "order", "orders"),
		command.Count(int64(manifest.Blobs), "label of a partner", "labels of partners"),
		manifest.CreatedOn.Format("2006-01-02 15:04:05Z"), c.Data, next)
	fmt.Fprintln(p.Stdout, pausedHint)
	return nil
}

// sqliteSuffixes end the names of the files that one database may have.
var sqliteSuffixes = []string{"", "-wal", "-shm"}

// removeDatabase removes the files of a database that are there.
func removeDatabase(path string) error {
	for _, suffix := range sqliteSuffixes {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func readArchive(ctx context.Context, stdin io.Reader, path, database, blobFolder string) (backup.Manifest, error) {
	archive := stdin
	if path != toStandard {
		file, err := os.Open(path)
		if err != nil {
			return backup.Manifest{}, fmt.Errorf("open the backup: %w", err)
		}
		defer file.Close()
		archive = file
	}
	blobs, err := blob.NewFolder(blobFolder)
	if err != nil {
		return backup.Manifest{}, err
	}
	return backup.Read(ctx, archive, database, blobs.Put)
}

// prepareRestored checks and migrates a restored database, moves its counter, and pauses its outgoing calls.
func prepareRestored(ctx context.Context, s *store.Store, skip int64) (orders, next int64, err error) {
	if err := refuseDamaged(ctx, s, "the database of the backup"); err != nil {
		return 0, 0, err
	}
	have, want, err := s.DB.SchemaVersion(ctx)
	switch {
	case err != nil:
		return 0, 0, err
	case have == 0 || have > want:
		return 0, 0, fmt.Errorf("the database of the backup has schema %d, this program knows 1 to %d: use the version that made the "+
			"backup", have, want)
	}
	if _, err := s.DB.Migrate(ctx); err != nil {
		return 0, 0, err
	}
	if err := s.SetPause(ctx, store.PausedRestored); err != nil {
		return 0, 0, err
	}
	if orders, err = s.CountOrders(ctx); err != nil {
		return 0, 0, err
	}
	next, err = s.SkipOrderIDs(ctx, skip)
	return orders, next, err
}

func newSkipOrderIDs(p command.Process) *cobra.Command {
	var skip int64 = store.DefaultSkip
	cmd := commands.New("skip-order-ids",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
			next, err := s.SkipOrderIDs(ctx, skip)
			return command.Confirm(cmd, err, "The next order has id %d.\n", next)
		}))
	return command.Flags(cmd, "skip", &skip)
}
