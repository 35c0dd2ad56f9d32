// Package data opens what the settings name: the database, the files of partners, and the lock of the data folder. The server and the
// commands use it.
package data

import (
	"context"
	"errors"
	"fmt"

	"waybill/internal/blob"
	"waybill/internal/config"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// SettingsError is a setting that does not fit the data: trying again is no use.
type SettingsError struct{ message string }

func (e *SettingsError) Error() string { return e.message }

// Options are the options for the database that the settings name, with the parts of features. It is refused when it is of another
// environment.
func Options(c config.Config, parts []store.Part) store.Options {
	o := store.Options{
		URL: c.StoreURL(), Connections: c.DatabaseConnections, Environment: string(c.Environment), KeyPrefix: masterdata.TestKeyPrefix,
		EventTolerance: c.EventTolerance, Parts: parts,
	}
	if c.Environment == config.Production {
		o.KeyPrefix = masterdata.LiveKeyPrefix
	}
	return o
}

// Open opens a store. Its error names the database and says what to do; it is a *SettingsError
// if the data is that of another environment.
func Open(ctx context.Context, c config.Config, o store.Options) (*store.Store, error) {
	var s *store.Store
	err := withReserve(c, func() (err error) {
		s, err = store.Open(ctx, o)
		return err
	})
	return s, Explain(c, err)
}

// Explain says what to do about a database that does not open; nil stays nil.
func Explain(c config.Config, err error) error {
	if err == nil {
		return nil
	}
	if other, ok := errors.AsType[*engine.OtherEnvironmentError](err); ok {
		return &SettingsError{fmt.Sprintf("%s holds the data of %s, and this is %s: name other data with WAYBILL_DATA or WAYBILL_DATABASE_URL, "+
			"or set WAYBILL_ENV=%s (`waybill environment set` changes what the data is for)",
			c.Database(), other.Marked, other.Wanted, other.Marked)}
	}
	return fmt.Errorf("open %s: %w: check that it runs and that WAYBILL_DATABASE_URL or WAYBILL_DATA names it", c.Database(), err)
}

// OpenBlobs opens the store of the files that partners hand over. It does not connect.
func OpenBlobs(c config.Config) (blob.Store, error) {
	if c.BlobS3URL == "" {
		return blob.NewFolder(c.BlobFolder())
	}
	return blob.NewS3(blob.S3Config{
		URL: c.BlobS3URL, Region: c.BlobS3Region, AccessKey: c.BlobS3AccessKey, SecretKey: c.BlobS3SecretKey,
	})
}
