package blob

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"
	"time"

	"waybill/internal/machine"
)

// unfinished is the folder of files that are being written. A start cleans it without walking through all
// labels. It is on the same file system as the others, so that a rename is atomic.
const unfinished = ".unfinished"

// abandonedAfter is longer than any Put takes, also on another server.
const abandonedAfter = time.Hour

// Folder is a Store in a folder of the file system. Several servers may share one.
type Folder struct {
	root *os.Root // no name leads outside it; open until the Folder is garbage-collected
}

// NewFolder opens the folder at location and creates it, for its owner alone, if it is missing. It removes
// unfinished files that are older than an hour.
func NewFolder(location string) (*Folder, error) {
	f, err := openFolder(location)
	if err != nil {
		return nil, fmt.Errorf("open the folder of files: %w", err)
	}
	return f, nil
}

func openFolder(location string) (*Folder, error) {
	if err := os.MkdirAll(location, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(location)
	if err != nil {
		return nil, err
	}
	f := &Folder{root: root}
	if err := f.makeFolder(unfinished); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	if err := f.removeAbandoned(); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return f, nil
}

func (f *Folder) removeAbandoned() error {
	entries, err := fs.ReadDir(f.root.FS(), unfinished)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		info, err := entry.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist): // another server was faster
			continue
		case err != nil:
			return err
		case time.Since(info.ModTime()) < abandonedAfter:
			continue
		}
		if err := f.root.Remove(path.Join(unfinished, entry.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Put implements Store.
func (f *Folder) Put(ctx context.Context, name string, content []byte) error {
	if err := checkPut(name, content); err != nil {
		return err
	}
	return about("put", name, f.put(ctx, name, content))
}

func (f *Folder) put(ctx context.Context, name string, content []byte) error {
	if err := f.makeFolder(path.Dir(name)); err != nil {
		return err
	}
	temporary, err := f.writeUnfinished(content)
	if err != nil {
		return err
	}
	err = ctx.Err()
	if err == nil {
		err = f.root.Rename(temporary, name)
	}
	if err != nil {
		return errors.Join(err, f.root.Remove(temporary))
	}
	return f.syncFolders(path.Dir(name))
}

func (f *Folder) makeFolder(folder string) error {
	return f.root.MkdirAll(folder, 0o700)
}

// writeUnfinished writes content to a new file, which is on disk when it returns.
func (f *Folder) writeUnfinished(content []byte) (name string, err error) {
	name = path.Join(unfinished, rand.Text())
	file, err := f.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return "", errors.Join(err, f.root.Remove(name))
	}
	return name, nil
}

// syncFolders makes the entries of folder and of all its parents durable, even of those that existed before:
// another Put may have made one and not synced it yet.
func (f *Folder) syncFolders(folder string) error {
	for {
		if err := machine.SyncFolder(filepath.Join(f.root.Name(), folder)); err != nil {
			return err
		}
		if folder == "." {
			return nil
		}
		folder = path.Dir(folder)
	}
}

// Get implements Store.
func (f *Folder) Get(ctx context.Context, name string) ([]byte, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, about("get", name, err)
	}
	content, err := f.read(name)
	return content, about("get", name, err)
}

func (f *Folder) read(name string) ([]byte, error) {
	file, err := f.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := readAll(file)
	if errors.Is(err, syscall.EISDIR) {
		return nil, ErrNotFound
	}
	return content, err
}

// readAll reads to the end, but no more than MaxSize.
func readAll(r io.Reader) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, err
	}
	if len(content) > MaxSize {
		return nil, ErrTooLarge
	}
	return content, nil
}

// Delete implements Store.
func (f *Folder) Delete(ctx context.Context, name string) error {
	err := errors.Join(checkName(name), ctx.Err())
	if err == nil {
		err = f.root.Remove(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return about("delete", name, err)
}

// Check implements Store. It leaves no file.
func (f *Folder) Check(ctx context.Context) error {
	if err := f.check(ctx); err != nil {
		return fmt.Errorf("the user that runs Waybill must be able to write to %s, and its disk needs space: %w", f.root.Name(), err)
	}
	return nil
}

func (f *Folder) check(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	probe := []byte("probe")
	name, err := f.writeUnfinished(probe)
	if err != nil {
		return err
	}
	read, err := f.read(name)
	if err := errors.Join(err, f.root.Remove(name)); err != nil {
		return err
	}
	if !bytes.Equal(read, probe) {
		return errors.New("the content read differs from the content written")
	}
	return nil
}
