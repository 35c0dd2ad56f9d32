// Package audit is the audit log: who changed what, when, and from what to what. A change is recorded in the transaction
// that makes it, with the actor of the context. Values have no secrets.
package audit
