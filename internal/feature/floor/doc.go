// Package floor is what people of the operator do with the parcels of all shippers: they scan them in hubs.
//
// Service has the operations (floor.go); they know no HTTP and no JSON, and their context names the actor. The routes of the JSON API
// (routes.go) and the pages of the console (pages.go, templates, texts) call them; the commands (command.go) call a server by the SDK.
// Package stored stores hubs and scans; stored/tables.txt names the tables, and what becomes of their columns when an order is erased.
//
// A scan is a row of the parcel's account and a fact about its order, in one transaction: the order follows it by a tracking event (package
// shipment: Activity says which). Stops are in the core, because packers and drivers hear of them too.
package floor
