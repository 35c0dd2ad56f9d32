package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"waybill/internal/blob"
)

// maxManifest is in bytes; a manifest has some 300.
const maxManifest = 64 << 10

// Read writes the database of an archive to a new file at path database, which only its owner can
// read, and passes every blob to put. It returns the manifest after checking that it matches. After an
// error the database file may exist and must not be used; blobs that were stored do no harm. Returns
// ErrArchive if the file is not an archive, was cut, or differs from its manifest.
func Read(
	ctx context.Context, r io.Reader, database string, put func(ctx context.Context, name string, content []byte) error,
) (Manifest, error) {
	a := archiveReader{tar: tar.NewReader(r), database: database, put: put}
	for {
		header, err := a.tar.Next()
		if errors.Is(err, io.EOF) {
			return Manifest{}, fmt.Errorf("%w: it has no %s, so it was cut", ErrArchive, manifestName)
		}
		if err != nil {
			return Manifest{}, fmt.Errorf("read the backup: %w", archiveError(err))
		}
		if header.Name == manifestName {
			return a.manifest()
		}
		if err := a.entry(ctx, header); err != nil {
			return Manifest{}, fmt.Errorf("read %s of the backup: %w", header.Name, archiveError(err))
		}
	}
}

// archiveError wraps ErrArchive around errors of an archive that was cut or is none. Errors of the
// disk stay as they are.
func archiveError(err error) error {
	if errors.Is(err, tar.ErrHeader) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: %w", ErrArchive, err)
	}
	return err
}

// archiveReader reads an archive and counts what the manifest must agree with.
type archiveReader struct {
	tar      *tar.Reader
	database string
	put      func(ctx context.Context, name string, content []byte) error
	found    Manifest
}

func (a *archiveReader) entry(ctx context.Context, header *tar.Header) error {
	name, isBlob := strings.CutPrefix(header.Name, blobPrefix)
	switch {
	case header.Typeflag != tar.TypeReg:
		return fmt.Errorf("%w: it is not a regular file", ErrArchive)
	case header.Name == databaseName:
		return a.readDatabase()
	case !isBlob:
		return fmt.Errorf("%w: unknown name", ErrArchive)
	case header.Size > blob.MaxSize:
		return fmt.Errorf("%w: %w", ErrArchive, blob.ErrTooLarge)
	}
	content, err := io.ReadAll(a.tar)
	if err != nil {
		return err
	}
	a.found.Blobs++
	return a.put(ctx, name, content)
}

func (a *archiveReader) readDatabase() (err error) {
	file, err := os.OpenFile(a.database, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	sum := sha256.New()
	if a.found.DatabaseBytes, err = io.Copy(io.MultiWriter(file, sum), a.tar); err != nil {
		return err
	}
	a.found.DatabaseSHA256 = hex.EncodeToString(sum.Sum(nil))
	return file.Sync()
}

func (a *archiveReader) manifest() (Manifest, error) {
	text, err := io.ReadAll(io.LimitReader(a.tar, maxManifest))
	if err != nil {
		return Manifest{}, fmt.Errorf("read %s: %w", manifestName, archiveError(err))
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return Manifest{}, fmt.Errorf("%w: read %s: %w", ErrArchive, manifestName, err)
	}
	switch {
	case m.Format > format:
		return m, fmt.Errorf("%w that this version knows: its format is %d, made by waybill %s", ErrArchive, m.Format, m.WaybillVersion)
	case m.DatabaseBytes != a.found.DatabaseBytes || m.DatabaseSHA256 != a.found.DatabaseSHA256:
		return m, fmt.Errorf("%w: its database is not the one that was written", ErrArchive)
	case m.Blobs != a.found.Blobs:
		return m, fmt.Errorf("%w: it has %d files of partners, and %d were written", ErrArchive, a.found.Blobs, m.Blobs)
	}
	return m, nil
}
