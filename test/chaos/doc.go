// Command chaos checks what Waybill promises while every process is killed again and again. It runs two
// real servers on one PostgreSQL, or one on SQLite; a partner and a receiver of webhooks, which both fail
// at random; and a client that creates, tracks and cancels orders. Once no work is left it compares the
// records of all sides. It prints a table of what was counted, and exits with 1 if a promise is broken.
// See docs/chaos.md.
package main
