// Package operator is the commands of who runs a server: accounts with their keys, labels, customs facts and webhook
// endpoints, services, partners, rules, the users of the console and the audit log. They work on the database that the
// settings name, also while a server runs, and the audit log names who ran them. A resource is a file with its fields,
// its flags and its commands.
package operator
