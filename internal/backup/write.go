package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
)

// Content has the parts of an archive.
type Content struct {
	Database       string // path of a database file that is not being written
	Blobs          fs.FS  // files of partners; nil if there are none
	WaybillVersion string
	CreatedOn      time.Time
}

// Write writes an archive of c to w and returns its manifest. It skips blobs that are still being
// written, whose names start with a dot. It holds one blob at a time in memory.
func Write(ctx context.Context, w io.Writer, c Content) (Manifest, error) {
	a := archiveWriter{tar: tar.NewWriter(w), time: c.CreatedOn}
	m := Manifest{Format: format, WaybillVersion: c.WaybillVersion, CreatedOn: c.CreatedOn.UTC()}
	err := a.database(&m, c.Database)
	if err == nil && c.Blobs != nil {
		err = a.blobs(ctx, &m, c.Blobs)
	}
	if err == nil {
		err = a.manifest(m)
	}
	if err != nil {
		return Manifest{}, fmt.Errorf("write the backup: %w", err)
	}
	return m, nil
}

type archiveWriter struct {
	tar  *tar.Writer
	time time.Time
}

func (a archiveWriter) file(name string, size int64, content io.Reader) error {
	err := a.tar.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: size, ModTime: a.time, Format: tar.FormatPAX})
	if err == nil {
		_, err = io.Copy(a.tar, content)
	}
	return err
}

func (a archiveWriter) database(m *Manifest, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	sum := sha256.New()
	err = a.file(databaseName, info.Size(), io.TeeReader(file, sum))
	m.DatabaseBytes, m.DatabaseSHA256 = info.Size(), hex.EncodeToString(sum.Sum(nil))
	return err
}

func (a archiveWriter) blobs(ctx context.Context, m *Manifest, blobs fs.FS) error {
	return fs.WalkDir(blobs, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case name != "." && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case entry.IsDir():
			return nil
		case !entry.Type().IsRegular():
			return fmt.Errorf("%s is not a regular file", name)
		}
		content, err := fs.ReadFile(blobs, name)
		if err != nil {
			return err
		}
		m.Blobs++
		return a.file(blobPrefix+name, int64(len(content)), bytes.NewReader(content))
	})
}

func (a archiveWriter) manifest(m Manifest) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return errors.Join(a.file(manifestName, int64(len(text)), bytes.NewReader(text)), a.tar.Close())
}
