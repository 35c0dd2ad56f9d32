// Package desk is what people do who pack parcels and hand them over with a scanner: parcels on the station of a packer, hand-over lists
// that drivers sign, and labels for print agents.
//
// Operators take parcels of several shippers on a pickup run (runs.go, routes_runs.go, page_pickup.go, command_run.go), whose lists follow
// its state: parcels/runs_carry.go says how.
//
// Service has the operations (handovers.go, packing.go, prints.go); they know no HTTP and no JSON, and their context names the actor. The
// routes of the JSON API (routes*.go) and the pages of the console (pages.go, page_*.go, templates, texts) call them. The commands
// (command_*.go) call a server by the SDK, and the worker (carry.go) carries lists that were closed to their parcels. Package parcels
// stores packed parcels and hand-over lists, and printjobs print jobs; parcels/tables.txt names the tables of both, and what becomes of
// their columns when an order is erased. The rows of an order stay then, and go when it is deleted; lists and printers stay.
//
// What the core shows of packers is in additions.go: steps of the home, and lines of an order. The list of orders filters by
// shipment.Packed and shipment.Driven, whose tables parcels.Part names. Find (Ctrl+K, page_find.go) is here because scans are. A state
// of a list stands in parcels/handovers.go, handoverStates (page_handovers.go), the texts, and the enum HandoverState of the OpenAPI
// document.
package desk
