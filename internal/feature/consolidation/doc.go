// Package consolidation is how parcels of all shippers fly: in bags, under one air waybill, through customs.
//
// Service has the operations (consolidation.go); they know no HTTP and no JSON, and their context names the actor. The routes of the JSON
// API (routes.go) call them. Package stored stores bags and consignments; carry.go is the worker that carries what happens to them to the
// parcels, account by account. Manifests are in manifest.go, what is printed in documents.go, and what is found before a consignment is
// closed in checks.go.
package consolidation
