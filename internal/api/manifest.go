package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/label"
	"waybill/internal/printing"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// maxManifest is how many orders a manifest lists at most.
const maxManifest = 5000

// heldPage is the memory of a page of orders, which is dropped when the next one is read.
const heldPage = 2 << 20

// The headers of a manifest: how many parcels it lists, and how many orders it leaves out.
const (
	parcelsHeader = "Waybill-Manifest-Parcels"
	leftOutHeader = "Waybill-Manifest-Left-Out"
)

// manifest is a manifest of a service and a pickup address.
type manifest struct {
	label.Manifest
	serviceID int64
}

// handover lists the parcels that a driver takes over: a manifest for each service and pickup address.
type handover struct {
	manifests []*manifest
	byPlace   map[pickupPoint]*manifest
	account   string
	services  map[int64]shipment.Service

	parcels int
	weight  shipment.Thousandths // kg
	leftOut map[string]int       // orders, by one of leftOutReasons
}

// leftOutReasons are why a manifest leaves out an order, as the response has them.
var leftOutReasons = []string{"cancelled", "without_label", "returns", "held", "stopped", labelStale}

const labelStale = "label_stale"

// pickupPoint tells manifests apart.
type pickupPoint struct {
	serviceID int64
	pickup    shipment.Party
}

// viewManifest lists the parcels that are handed over to a driver, as PDF with bar codes or as JSON.
func (a *API) viewManifest(ctx context.Context, c shell.Call, sent request.ManifestRequest) (shell.Response, error) {
	h, err := a.readHandover(ctx, c, sent)
	if err != nil {
		return shell.Response{}, err
	}
	if sent.Format == request.ManifestJSON {
		return answer.Stream(h, writeManifests), nil
	}
	if h.parcels == 0 {
		return shell.Response{}, &shell.Problem{Status: http.StatusNotFound, Detail: problem.NoParcel}
	}
	leftOut := 0
	for _, orders := range h.leftOut {
		leftOut += orders
	}
	manifests := each.Of(h.manifests, func(m *manifest) label.Listing { return m.Listing() })
	list := a.Printing.Listing("manifest-"+h.manifests[0].Date.Format("2006-01-02-1504"), manifests...)
	res, err := shell.DocumentResponse(c.Req.Context(), list, nil)
	return res.With(http.Header{parcelsHeader: {strconv.Itoa(h.parcels)}, leftOutHeader: {strconv.Itoa(leftOut)}}), err
}

// readHandover reads the orders of a request, a page at a time, and keeps what a manifest prints of them.
func (a *API) readHandover(ctx context.Context, c shell.Call, sent request.ManifestRequest) (*handover, error) {
	account, err := a.Store.MasterData.Account(ctx, c.Caller.AccountID)
	if err != nil {
		return nil, err
	}
	h := &handover{account: account.Name, byPlace: make(map[pickupPoint]*manifest), leftOut: make(map[string]int)}
	now := a.Now().In(sent.Location)
	if h.services, err = a.Store.MasterData.ServicesByID(ctx); err != nil {
		return nil, err
	}
	filter, after := store.OrderFilter{AccountID: c.Caller.AccountID, Filter: sent.Filter}, store.Cursor{}
	unmetered, held := store.WithMeter(ctx, func(int) error { return nil }), a.Hold(ctx)
	for more := true; more; {
		var page []shipment.Order
		if page, more, err = a.Store.OrdersAfter(unmetered, filter, after); err != nil {
			return nil, err
		}
		parcels, err := a.Store.Parcels(ctx, c.Caller.AccountID, page)
		if err != nil {
			return nil, err
		}
		kept := int64(0)
		for i := range parcels {
			p := &parcels[i]
			kept += h.add(p, now)
			after = store.CursorOf(filter, p.CreatedOn, p.UpdatedOn, p.OrderID)
		}
		if h.parcels > maxManifest {
			return nil, request.Wrong(request.NonFieldErrors, problem.ManyParcels.With(maxManifest))
		}
		if err := held.Add(kept); err != nil {
			return nil, err
		}
	}
	h.sort()
	return h, nil
}

// leftOutReason is why an order is left out, "" if it is not.
func leftOutReason(o *store.Parcel) string {
	switch {
	case o.Return:
		return "returns"
	case o.TrackerStatus == shipment.Cancelled:
		return "cancelled"
	case o.Hold != nil:
		return "held"
	case o.Stop != "":
		return "stopped"
	case !o.HasLabel:
		return "without_label"
	case o.LabelStale:
		return labelStale
	}
	return ""
}

// add adds an order, or counts why it is left out. It returns about how many bytes are kept of it.
func (h *handover) add(o *store.Parcel, now time.Time) int64 {
	if reason := leftOutReason(o); reason != "" {
		h.leftOut[reason]++
		return 0
	}
	at := pickupPoint{o.ServiceID, o.Pickup}
	m := h.byPlace[at]
	if m == nil {
		m = &manifest{serviceID: o.ServiceID, Manifest: label.Manifest{
			Account: h.account, Service: h.services[o.ServiceID].Name, Pickup: o.Pickup, Date: now,
		}}
		h.byPlace[at], h.manifests = m, append(h.manifests, m)
	}
	p, size := printing.ParcelOf(&o.Order)
	m.Parcels = append(m.Parcels, p)
	h.parcels++
	h.weight += o.Weight
	return size
}

// sort sorts the manifests by service and address, and their parcels by number.
func (h *handover) sort() {
	slices.SortFunc(h.manifests, func(a, b *manifest) int {
		return cmp.Or(cmp.Compare(a.serviceID, b.serviceID), strings.Compare(a.Pickup.Postal, b.Pickup.Postal),
			strings.Compare(a.Pickup.Address, b.Pickup.Address), strings.Compare(a.Pickup.Name, b.Pickup.Name))
	})
	for _, m := range h.manifests {
		slices.SortFunc(m.Parcels, func(a, b label.ManifestParcel) int { return strings.Compare(a.TrackingNo, b.TrackingNo) })
	}
}

// writeManifests writes the manifests as JSON.
func writeManifests(o *openapi.Object, h *handover) {
	o.Int("parcels", int64(h.parcels)).Minimum(0).About("On all manifests.")
	o.Decimal("weight", h.weight).About("Of all parcels, in kg.")
	openapi.Nested(o, "left_out", &h.leftOut, func(o *openapi.Object, orders *map[string]int) {
		for _, reason := range leftOutReasons {
			p := o.Int(reason, int64((*orders)[reason])).Minimum(0)
			if reason == labelStale {
				p.About("Their label changed since it was printed, as far as Waybill was told.")
			}
		}
	}).About("How many matching orders are on no manifest.")
	manifests := each.Of(h.manifests, func(m *manifest) manifest { return *m })
	openapi.List(o, "manifests", manifests, writeManifest).Of("Manifest")
}

func writeManifest(o *openapi.Object, m *manifest) {
	o.Int64("service_id", m.serviceID)
	o.Text("service", m.Service).About("Its name.")
	o.Text("pickup_contact_name", m.Pickup.Name)
	o.Text("pickup_address", m.Pickup.Address)
	o.Text("pickup_postal", m.Pickup.Postal)
	o.Text("pickup_city", m.Pickup.City)
	o.Text("pickup_country", m.Pickup.Country.Name())
	o.Decimal("weight", shipment.Thousandths(m.Weight())).About("Of its parcels, in kg.")
	openapi.List(o, "parcels", m.Parcels, func(o *openapi.Object, p *label.ManifestParcel) {
		o.Text("tracking_no", p.TrackingNo)
		o.Text("shipper_order_id", p.Reference)
		o.Text("consignee_name", p.Consignee)
		o.Text("consignee_country", p.Country.Name())
		o.Decimal("order_weight", p.Weight).About("In kg.")
	}).About("By tracking number.")
}
