// Command chaos proves what Waybill promises while everything around it is killed. Two real
// servers on one PostgreSQL, or one on SQLite, a partner and a receiver of webhooks that both
// fail at random, and a client enter; all processes are killed again and again. Once nothing
// is due any more, the books of all sides are compared. A table of what was counted leaves,
// and exit code 1 if a promise is broken. See docs/chaos.md.
package main
