package server

import (
	"context"
	"errors"
	"fmt"

	"waybill/internal/config"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
	"waybill/internal/telemetry"
)

// SettingsError is a setting that does not fit the data: trying again is no use.
type SettingsError struct{ message string }

func (e *SettingsError) Error() string { return e.message }

// StoreOptions are the options for the database that the settings name. It is refused when it is of another
// environment.
func StoreOptions(c config.Config) store.Options {
	o := store.Options{
		URL: c.StoreURL(), Connections: c.DatabaseConnections, Environment: string(c.Environment), KeyPrefix: masterdata.TestKeyPrefix,
		EventTolerance: c.EventTolerance,
	}
	if c.Environment == config.Production {
		o.KeyPrefix = masterdata.LiveKeyPrefix
	}
	return o
}

// OpenStore opens a store. Its error names the database and says what to do; it is a *SettingsError
// if the data is that of another environment.
func OpenStore(ctx context.Context, c config.Config, o store.Options) (*store.Store, error) {
	var s *store.Store
	err := withReserve(c, func() (err error) {
		s, err = store.Open(ctx, o)
		return err
	})
	return s, explainOpen(c, err)
}

// explainOpen says what to do about a database that does not open; nil stays nil.
func explainOpen(c config.Config, err error) error {
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

// watchReplica shows the state of the replica, if there is one.
func watchReplica(metrics *telemetry.Metrics, s *store.Store) {
	if _, has := s.DB.ReplicaState(); !has {
		return
	}
	metrics.WatchReplica(func() telemetry.Replica {
		r, _ := s.DB.ReplicaState()
		return telemetry.Replica(r)
	})
}
