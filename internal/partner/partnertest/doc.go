// Package partnertest is the suite that every partner passes, so that the workers can rely on the same behaviour from all of them. It
// takes a partner, and an order for each outcome, and returns what is wrong. Tests run it on the partners of this repository, and
// `waybill partner check` on an adapter, so it does not import package testing.
package partnertest
