// Package partner is the courier interface: what the workers ask of an external
// carrier, and the classes of error that decide what happens next. An order and its
// idempotency key enter; an Acceptance or a classified error leaves. One folder a
// courier; partnertest is the suite that every courier passes. No SQL of the store,
// no retries and no HTTP interface of ours here.
package partner
