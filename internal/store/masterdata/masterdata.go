package masterdata

import (
	"crypto/sha256"

	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// Store is the master data. Its methods are safe for concurrent use.
type Store struct {
	DB       *engine.DB
	Audit    *audit.Log
	prefix   string                                  // of the secret keys that are made
	callers  engine.Cache[[sha256.Size]byte, Caller] // that are live, by the hash of their secret
	noted    uses
	services engine.Cache[struct{}, map[int64]shipment.Service]
	prefixes engine.Cache[struct{}, []string] // of tracking numbers
	// Settings of accounts and services for their labels.
	accountLabels *labelSettings[shipment.AccountLabels]
	serviceLabels *labelSettings[shipment.ServiceLabels]
	// rulesVersion is the version of the rules when it was read last.
	rulesVersion engine.Cache[struct{}, int64]
}

// New returns the master data of a database. keyPrefix is the prefix of new secret keys.
func New(db *engine.DB, log *audit.Log, keyPrefix string) *Store {
	return &Store{
		DB: db, Audit: log, prefix: keyPrefix, callers: engine.Cache[[sha256.Size]byte, Caller]{Most: cachedCallers},
		accountLabels: &labelSettings[shipment.AccountLabels]{
			kind: audit.SubjectAccount, revision: func(l *shipment.AccountLabels) *int64 { return &l.Revision },
			cache: engine.Cache[int64, shipment.AccountLabels]{Most: mostLabelSettings, Size: func(shipment.AccountLabels) int { return 4 }},
		},
		serviceLabels: &labelSettings[shipment.ServiceLabels]{
			kind: audit.SubjectService, revision: func(l *shipment.ServiceLabels) *int64 { return &l.Revision },
			cache: engine.Cache[int64, shipment.ServiceLabels]{
				Most: mostLabelSettings, Size: func(l shipment.ServiceLabels) int { return 1 + len(l.Routing) },
			},
		},
	}
}
