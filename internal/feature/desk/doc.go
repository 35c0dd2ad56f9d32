// Package desk is what people do who pack parcels and hand them over with a scanner: parcels on the station of a packer, hand-over lists
// that drivers sign, and labels for print agents.
//
// Service has the operations (handovers.go, packing.go, prints.go); they know no HTTP and no JSON, and their context names the actor. The
// routes of the JSON API (routes*.go) and the pages of the console (pages.go, page_*.go, templates, texts) call them. The commands
// (command_*.go) call a server by the SDK, and the worker (carry.go) carries lists that were closed to their parcels. Package
// parcels stores packed parcels and hand-over lists, and printjobs print jobs; tables.txt names all tables.
package desk
