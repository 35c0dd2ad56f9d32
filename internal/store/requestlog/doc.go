// Package requestlog is the log of requests to the API: what an account's programs asked, and what was wrong with it. Entries
// have no personal data; a background writer stores them in batches, so that requests do not wait. It forgets the oldest.
package requestlog
