// Package operator holds the console's pages about all accounts: overview, accounts, services, rules, partners,
// submissions, webhook endpoints that fail, the audit log and the system.
package operator
