// Package masterdata is what the operator sets up: accounts and their keys, services, partners, rules, and the settings
// of labels, customs and templates. Each kind has a file, such as services.go, which also says what the audit log has of it. Keys are
// stored as hashes.
package masterdata
