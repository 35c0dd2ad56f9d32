package cli

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"waybill/internal/blob/blobtest"
	"waybill/internal/config"
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
		first, err := openBlobs(c)
		if err != nil {
			t.Fatal(err)
		}
		if err := first.Put(t.Context(), "labels/1", []byte(name)); err != nil {
			t.Fatal(err)
		}
		again, err := openBlobs(c)
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
		"the labels of couriers cannot be kept: S3 at 127.0.0.1": wrongKey,
	} {
		_, err := openCheckedBlobs(t.Context(), c, slog.New(slog.DiscardHandler))
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestSeveralServersAreToldOfTheFolder(t *testing.T) {
	t.Parallel()
	postgres := bucketConfig(t)
	postgres.DatabaseURL = "postgres://db/waybill"
	folder := postgres
	folder.BlobS3URL = ""
	for _, c := range []struct {
		name   string
		config config.Config
		told   bool
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
		if told := strings.Contains(log.String(), "level=INFO") && strings.Contains(log.String(), "several servers must share it"); told != c.told {
			t.Errorf("%s: log: %s", c.name, &log)
		}
	}
}

func TestDoctorChecksTheBlobs(t *testing.T) {
	t.Parallel()
	sound, wrongKey := bucketConfig(t), bucketConfig(t)
	wrongKey.BlobS3SecretKey = "hunter2"
	fresh, broken := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(broken, "blobs"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		config             config.Config
		result, found, fix string
	}{
		{config.Config{Data: fresh}, resultOK, filepath.Join(fresh, "blobs") + " is not there yet: the server makes it", ""},
		{config.Config{Data: broken}, resultFailed, "not a directory", "let the user that runs the server write to it"},
		{sound, resultOK, sound.BlobS3URL, ""},
		{wrongKey, resultFailed, "correct the secret key", "correct the settings WAYBILL_BLOB_S3_…, or the bucket"},
	}
	for _, c := range cases {
		got := checkBlobs(t.Context(), patient{config: c.config})
		if got.Result != c.result || !strings.Contains(got.Found, c.found) || !strings.Contains(got.Fix, c.fix) || strings.Contains(got.Found, "hunter2") {
			t.Errorf("got %+v, want %+v", got, c)
		}
	}
	if entries, err := os.ReadDir(fresh); err != nil || len(entries) > 0 {
		t.Errorf("the check made %v, %v", entries, err)
	}
	if _, err := openBlobs(config.Config{Data: fresh}); err != nil {
		t.Fatal(err)
	}
	if got := checkBlobs(t.Context(), patient{config: config.Config{Data: fresh}}); got.Result != resultOK || got.Found != filepath.Join(fresh, "blobs") {
		t.Errorf("got %+v", got)
	}
}
