// Package partner defines the interface to external partners, the companies that take orders over. An order
// and its idempotency key enter; an Acceptance or a classified error leaves, and the class decides what the
// workers do next. Each partner has a package of its own below this one, and partnertest is the suite that
// all of them pass. Storage, retries and Waybill's own HTTP interface do not belong here.
package partner
