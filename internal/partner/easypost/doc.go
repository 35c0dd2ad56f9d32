// Package easypost is the partner behind an account at EasyPost, which reaches many carriers through one API
// and one Go library. It turns orders into shipments with postage, and returns acceptances, labels,
// classified errors and the reports of EasyPost's webhook. The package has no retries and no state: EasyPost itself says
// what was done before, by the order's key, which is the shipment's reference
// (docs/adr/0007-easypost-shipments-are-found-by-reference.md).
package easypost
