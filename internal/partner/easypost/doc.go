// Package easypost is the courier behind EasyPost's account: one interface to many
// carriers, by EasyPost's own Go library. Orders enter and become shipments whose postage is
// bought; acceptances, labels and classified errors leave, and reports of EasyPost's webhook.
// No retries and no state here: what was done is asked of EasyPost, by the order's key, which
// is the shipment's reference (docs/adr/0007-easypost-is-asked-by-reference.md).
package easypost
