// Package masterdata is what the operator sets up: accounts and their keys, services, partners, rules, and the settings
// of labels, customs and templates. Changes are recorded in the audit log. Keys are stored as hashes.
package masterdata
