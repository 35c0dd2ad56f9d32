package people

import (
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// Store is the users. Its methods are safe for concurrent use.
type Store struct {
	DB         *engine.DB
	Audit      *audit.Log
	MasterData *masterdata.Store
}

// New returns the users of a database.
func New(db *engine.DB, log *audit.Log, data *masterdata.Store) *Store { return &Store{db, log, data} }
