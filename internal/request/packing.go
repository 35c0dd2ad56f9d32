package request

import (
	"encoding/json"
	"slices"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// PackRequest is a parcel on the station of a packer, or one that is packed.
type PackRequest struct {
	Code, Scan string
	OrderID    int64 // which one is meant of several with the code; 0: the only one
	Packed     bool
	Weight     shipment.Thousandths // kg; 0: it was not weighed
	Ticked     []int64              // pieces of each item
}

// TickedField is the field of a packing that has a list.
const TickedField = "ticked"

// PackParcel is the body of a request that packs a parcel.
var PackParcel = bodyOf[PackRequest]("pack_parcel").also(readTicked, TickedField).withDefaults(PackRequest{Packed: true})

func readTicked(f *Form, r *PackRequest, problems Problems) Problems {
	var wrong Messages
	switch ticked := f.get(TickedField); {
	case !ticked.given():
	case ticked.Kind != Array:
		wrong = Messages{problem.NotList.With(ticked.TypeName())}
	case json.Unmarshal([]byte(ticked.Text), &r.Ticked) != nil, slices.ContainsFunc(r.Ticked, func(n int64) bool { return n < 0 }):
		wrong = Messages{problem.NotInteger}
	case len(r.Ticked) > MaxItems:
		wrong = Messages{problem.MaxElements.With(MaxItems)}
	}
	return problems.with(TickedField, asNode(wrong))
}
