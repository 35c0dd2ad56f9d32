package client

import "time"

// AuditFilter selects changes; zero fields select all.
type AuditFilter struct {
	SubjectKind string
	Subject     string // needs SubjectKind
	AccountID   *int64 // 0: the operator
	ActorKind   string
	Actor       string
	From, Until time.Time // made at From or later, and before Until
}
