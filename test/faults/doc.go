// Command faults checks what Waybill promises while every process is killed again and again. It runs real servers on
// PostgreSQL or SQLite, a partner and a receiver of webhooks, which also fail at random, and clients that create, change, hold,
// release, track, cancel and view orders. All clients share a few orders; most orders get a few calls. Every call is recorded
// with its times and its response, also calls to the partner. Two judges check the same run:
//
//   - The audit (audit.go) compares the calls with the records of all sides when no work is left: the database, the partner's
//     ledger and the receiver's journal.
//   - The model (model.go) judges each single response: porcupine looks for a sequence of the calls of an order, each within
//     its times, in which the model gives the same responses.
//
// A call without a response is unknown: it may have been done, or is done later, or never. Nothing depends on the speed of the
// machine: the load ends when it has made its orders and each expected outcome has happened. The command prints a table of what
// was checked and one of what happened, and exits with 1 if a promise is broken.
//
// To add an operation, write a method of caller in a file of its own and add its line to operations (load.go), with the outcomes
// that must happen. The method draws orders from the desk, calls reader or writer, and notes the call with an act. Then the act
// needs a line in asks (model.go). What the database must have afterwards is a method of audit in the same file, and its line in
// audits (audit.go); TestAuditFindsFault wants a fault for each promise. A new field of orders is a line of fields (values.go).
//
// See docs/faults.md.
package main
