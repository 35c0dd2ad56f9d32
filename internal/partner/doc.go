// Package partner defines the interface to external partners, the companies that take orders over. A partner
// takes an order and its idempotency key, and returns an Acceptance or a classified error, whose class decides what
// the workers do next. Storage, retries and Waybill's own API do not belong here.
//
// Each way to call a partner is a package below this one, and partnertest is the suite that all of them pass.
// A built-in partner is listed in shipment/service.go and opened in server/partners.go. All other partners are
// rows of the database and are called by package protocol.
package partner
