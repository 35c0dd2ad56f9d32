// Package desk has the pages of the console for people who pack and hand over with a scanner: what a scan opens, the
// station where parcels are packed, and the lists of parcels that drivers take over.
package desk
