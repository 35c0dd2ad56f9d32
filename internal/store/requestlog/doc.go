// Package requestlog is the log of requests to the API: what an account's programs asked, and what was wrong with it. Entries enter that
// have no personal data already; a background writer stores them in batches, so that requests do not wait. It forgets the oldest.
package requestlog
