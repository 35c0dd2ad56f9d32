// Package people is the users of the console (users.go), their roles in accounts (memberships.go), their one-time links
// (links.go), sessions (sessions.go), passkeys (passkeys.go), and who they are at an identity provider (identities.go).
// Passwords and tokens are stored as hashes alone.
package people
