package masterdata

import (
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// Store is the master data. Its methods are safe for concurrent use.
type Store struct {
	DB       *engine.DB
	Audit    *audit.Log
	prefix   string // of the secret keys that are made
	callers  callerCache
	services engine.Cache[map[int64]shipment.Service]
	prefixes engine.Cache[[]string] // of tracking numbers
	// Settings of accounts and services for their labels.
	accountLabels *labelSettings[shipment.AccountLabels]
	serviceLabels *labelSettings[shipment.ServiceLabels]
	// rulesVersion is the version of the rules when it was read last.
	rulesVersion engine.Cache[int64]
}

// New returns the master data of a database. keyPrefix is the prefix of new secret keys.
func New(db *engine.DB, log *audit.Log, keyPrefix string) *Store {
	return &Store{
		DB: db, Audit: log, prefix: keyPrefix,
		accountLabels: &labelSettings[shipment.AccountLabels]{
			kind: audit.SubjectAccount, size: func(shipment.AccountLabels) int { return 3 },
			revision: func(l *shipment.AccountLabels) *int64 { return &l.Revision },
		},
		serviceLabels: &labelSettings[shipment.ServiceLabels]{
			kind: audit.SubjectService, size: func(l shipment.ServiceLabels) int { return len(l.Routing) },
			revision: func(l *shipment.ServiceLabels) *int64 { return &l.Revision },
		},
	}
}
