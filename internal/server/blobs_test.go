package server

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waybill/internal/blob/blobtest"
	"waybill/internal/config"
	"waybill/internal/data"
)

// bucketConfig is a configuration with a bucket of an S3 server.
func bucketConfig(t *testing.T) config.Config {
	t.Helper()
	bucket := blobtest.S3(t)
	return config.Config{
		Data: t.TempDir(), BlobS3URL: bucket.URL, BlobS3AccessKey: bucket.AccessKey, BlobS3SecretKey: bucket.SecretKey,
	}
}

func TestBlobsAreWhereTheSettingsSay(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]config.Config{"folder": {Data: t.TempDir()}, "bucket": bucketConfig(t)} {
		first, err := data.OpenBlobs(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Put(t.Context(), "labels/1", []byte(name)); err != nil {
			t.Fatal(err)
		}
		again, err := data.OpenBlobs(c)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := again.Get(t.Context(), "labels/1"); err != nil || string(got) != name {
			t.Errorf("%s: Get = %q, %v", name, got, err)
		}
		_, err = os.Stat(filepath.Join(c.Data, "blobs", "labels", "1"))
		if inFolder := err == nil; inFolder != (name == "folder") {
			t.Errorf("%s: in the data folder: %v", name, inFolder)
		}
	}
}

func TestBlobsThatCannotBeKeptStopTheStart(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wrongKey := bucketConfig(t)
	wrongKey.BlobS3SecretKey = "hunter2"
	for want, c := range map[string]config.Config{
		"open the folder of files: ":                             {Data: file},
		"S3 at http://s3/B: ":                                    {BlobS3URL: "http://s3/B"},
		"the labels of partners cannot be kept: S3 at 127.0.0.1": wrongKey,
	} {
		_, err := openCheckedBlobs(t.Context(), c, slog.New(slog.DiscardHandler))
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestSeveralServersMustShareTheFolder(t *testing.T) {
	t.Parallel()
	postgres := bucketConfig(t)
	postgres.DatabaseURL = "postgres://db/waybill"
	folder := postgres
	folder.BlobS3URL = ""
	for _, c := range []struct {
		name   string
		config config.Config
		hint   bool
	}{
		{"SQLite, folder", config.Config{Data: t.TempDir()}, false},
		{"PostgreSQL, folder", folder, true},
		{"PostgreSQL, bucket", postgres, false},
	} {
		var log bytes.Buffer
		blobs, err := openCheckedBlobs(t.Context(), c.config, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		if err := blobs.Put(t.Context(), "labels/1", []byte("1")); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if hint := strings.Contains(log.String(), "level=INFO") &&
			strings.Contains(log.String(), "several servers must share it"); hint != c.hint {
			t.Errorf("%s: log: %s", c.name, &log)
		}
	}
}
