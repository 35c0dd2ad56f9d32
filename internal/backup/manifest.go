package backup

import (
	"errors"
	"time"
)

// The names in an archive.
const (
	databaseName = "waybill.db"
	blobPrefix   = "blobs/"
	manifestName = "manifest.json"
)

// format is the version of the layout of an archive. A reader refuses a newer one.
const format = 1

// Manifest lists what is in an archive. It is the last entry: an archive that was cut has none.
type Manifest struct {
	Format         int       `json:"format"`
	WaybillVersion string    `json:"waybill_version"`
	CreatedOn      time.Time `json:"created_on"`
	DatabaseBytes  int64     `json:"database_bytes"`
	DatabaseSHA256 string    `json:"database_sha256"` // hexadecimal
	Blobs          int       `json:"blobs"`
}

// ErrArchive says that the archive is incomplete, or not one of this package.
var ErrArchive = errors.New("not a complete backup of waybill")
