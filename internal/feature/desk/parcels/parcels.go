// Package parcels stores what people do who pack parcels and hand them over: packed parcels and hand-over lists.
package parcels

import (
	_ "embed"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Parcels is the packed parcels and the hand-over lists of a store. Its methods are safe for concurrent use.
type Parcels struct {
	Store *store.Store
	// RunEvent writes the data of an event about a run; nil: there are none.
	RunEvent func(*Run) func() ([]byte, error)
}

//go:embed tables.txt
var tables string

// Part is what the store knows of these tables.
func Part() store.Part {
	return store.Part{
		Tables: store.ParseTables(tables), Packings: packings,
		Waits: each.Of([]RunState{RunOpen, RunCounting, RunCounted, RunSigned}, func(state RunState) store.Queue {
			return store.Queue{
				Kind: "runs_" + string(state), Columns: "1 AS n, signed_on AS due_on", Table: "pickup_runs", Open: "state = '" + string(state) + "'",
			}
		}),
		Facets: map[shipment.Facet]store.FacetTable{
			shipment.Packed: {Table: "packings", Where: "packed_on > 0", Within: "packed_on >= ? AND packed_on < ?"},
			shipment.Driven: {
				Table: "handover_parcels", Where: "carried = 1",
				Within: "handover_id IN (SELECT handover_id FROM handovers WHERE account_id = $1 AND closed_on >= ? AND closed_on < ?)",
			},
		},
	}
}
