package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"syscall"
	"time"

	"waybill/internal/blob"
	"waybill/internal/config"
	"waybill/internal/data"
)

// blobsTimeout is longer than a start should wait for a bucket that does not answer.
const blobsTimeout = 20 * time.Second

// openCheckedBlobs opens the store of files and checks it: a server that could keep no label must not start. One whose disk is full
// starts, and serves what it has.
func openCheckedBlobs(ctx context.Context, c config.Config, log *slog.Logger) (blob.Store, error) {
	blobs, err := data.OpenBlobs(c)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, blobsTimeout)
	defer cancel()
	if err := blobs.Check(ctx); errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		log.ErrorContext(ctx, "the disk is full: nothing new is stored until there is room", "error", err)
	} else if err != nil {
		return nil, fmt.Errorf("the labels of partners cannot be kept: %w", err)
	}
	if !c.SQLite() && c.BlobS3URL == "" {
		log.Info("labels of partners are in a folder: several servers must share it, or a bucket (WAYBILL_BLOB_S3_URL)", "folder", c.BlobFolder())
	}
	return blobs, nil
}
