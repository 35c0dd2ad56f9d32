package cli

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"waybill/internal/blob"
	"waybill/internal/config"
)

// openBlobs opens where the files that couriers hand over are kept. It asks no server.
func openBlobs(c config.Config) (blob.Store, error) {
	if c.BlobS3URL == "" {
		folder, err := blob.NewFolder(c.BlobFolder())
		if err != nil {
			return nil, err
		}
		return folder, nil
	}
	bucket, err := blob.NewS3(blob.S3Config{
		URL: c.BlobS3URL, Region: c.BlobS3Region, AccessKey: c.BlobS3AccessKey, SecretKey: c.BlobS3SecretKey,
	})
	if err != nil {
		return nil, err
	}
	return bucket, nil
}

// blobsTimeout is longer than a start should wait for a bucket that does not answer.
const blobsTimeout = 20 * time.Second

// openCheckedBlobs is openBlobs for a server: one that could keep no label must not start.
func openCheckedBlobs(ctx context.Context, c config.Config, log *slog.Logger) (blob.Store, error) {
	blobs, err := openBlobs(c)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, blobsTimeout)
	defer cancel()
	if err := blobs.Check(ctx); err != nil {
		return nil, fmt.Errorf("the labels of couriers cannot be kept: %w", err)
	}
	if !c.SQLite() && c.BlobS3URL == "" {
		log.Info("labels of couriers are in a folder: several servers must share it, or a bucket (WAYBILL_BLOB_S3_URL)", "folder", c.BlobFolder())
	}
	return blobs, nil
}
