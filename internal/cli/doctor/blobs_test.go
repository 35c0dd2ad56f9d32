package doctor

import (
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
		{config.Config{Data: fresh}, resultOK, filepath.Join(fresh, "blobs") + " does not exist yet: the server creates it", ""},
		{config.Config{Data: broken}, resultFailed, "not a directory", "let the user that runs the server write to the data folder"},
		{sound, resultOK, sound.BlobS3URL, ""},
		{wrongKey, resultFailed, "correct the secret key", "correct the settings WAYBILL_BLOB_S3_…, or the bucket"},
	}
	for _, c := range cases {
		got := checkBlobs(t.Context(), target{config: c.config})
		if got.Result != c.result || !strings.Contains(got.Found, c.found) || !strings.Contains(got.Fix, c.fix) ||
			strings.Contains(got.Found, "hunter2") {
			t.Errorf("got %+v, want %+v", got, c)
		}
	}
	if entries, err := os.ReadDir(fresh); err != nil || len(entries) > 0 {
		t.Errorf("the check made %v, %v", entries, err)
	}
	if _, err := data.OpenBlobs(config.Config{Data: fresh}); err != nil {
		t.Fatal(err)
	}
	if got := checkBlobs(t.Context(), target{config: config.Config{Data: fresh}}); got.Result != resultOK ||
		got.Found != filepath.Join(fresh, "blobs") {
		t.Errorf("got %+v", got)
	}
}
