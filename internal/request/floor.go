package request

import (
	"math"
	"net/url"
	"slices"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// Hub has the settings of a hub.
type Hub struct {
	Name     string
	Country  shipment.Country
	Timezone string
}

var (
	// CreateHub is the body of a request that creates a hub.
	CreateHub = newBody(hubColumns(required)...)
	// ChangeHub is the body of a request that changes a hub.
	ChangeHub = newChange(hubColumns(optional)...)
)

func hubColumns(p presence) []column[Hub] {
	return []column[Hub]{
		text("name", p, maxName, "No two hubs have the same. Shippers and consignees see it where the parcel was scanned.",
			func(h *Hub) *string { return &h.Name }),
		bind(field("country", p, Type{Name: TypeCountry}, "Country of the hub."), readCountry,
			func(h *Hub) *shipment.Country { return &h.Country }),
		bind(field("timezone", p, Type{Name: TypeText, MaxLength: maxZone}, "Time zone of the hub, such as Asia/Singapore."), readZoneName,
			func(h *Hub) *string { return &h.Timezone }),
	}
}

// MaxHubScans is how many scans a request may have.
const MaxHubScans = 1000

// HubScansField lists the scans of a request.
const HubScansField = "scans"

// HubScans are scans of parcels in a hub.
type HubScans struct {
	HubID    int64
	Activity string
	SentOn   time.Time // by the clock of the device; zero: its scans were made now
	Scans    []HubScan
}

// HubScan is one scan of a parcel.
type HubScan struct {
	Scan, Code            string
	OrderID               int64     // which one is meant of several with the code; 0: the only one
	ScannedOn             time.Time // by the clock of the device
	Weight                shipment.Thousandths
	Length, Width, Height shipment.Hundredths
}

var hubScanTable = newTable(
	text("scan", required, maxHandoverText, "Names the scan, so that one that is sent again has the same result and is counted once.",
		func(s *HubScan) *string { return &s.Scan }),
	text("code", required, maxHandoverText, "Tracking number, partner's number or reference (`shipper_order_id`), as it is typed or scanned.",
		func(s *HubScan) *string { return &s.Code }),
	bind(field("order_id", optional, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64},
		"Which order is meant if several have the code: one of the `candidates` of its result."), readInteger,
		func(s *HubScan) *int64 { return &s.OrderID }),
	bind(field("scanned_on", optional, Type{Name: TypeMoment},
		"When it was scanned by the clock of the device, default now. It needs `sent_on`."),
		readOccurredOn, func(s *HubScan) *time.Time { return &s.ScannedOn }),
	bind(field("weight", optional, Type{Name: TypeDecimal, Digits: 10, Places: 3, Min: 1}, "Measured weight, in kg."),
		readDecimal[shipment.Thousandths], func(s *HubScan) *shipment.Thousandths { return &s.Weight }),
	measured("length", func(s *HubScan) *shipment.Hundredths { return &s.Length }),
	measured("width", func(s *HubScan) *shipment.Hundredths { return &s.Width }),
	measured("height", func(s *HubScan) *shipment.Hundredths { return &s.Height }),
)

func measured(name string, at func(*HubScan) *shipment.Hundredths) column[HubScan] {
	return bind(field(name, optional, Type{Name: TypeDecimal, Digits: 10, Places: 2, Min: 1}, "Measured, in cm."),
		readDecimal[shipment.Hundredths], at)
}

// HubScanFields are the fields of a scan.
func HubScanFields() []Field { return hubScanTable.fields() }

// ScanInHub is the body of a request with scans.
var ScanInHub = func() Body[HubScans] {
	b := newBody(
		bind(field("hub_id", required, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64}, "The hub."), readInteger,
			func(s *HubScans) *int64 { return &s.HubID }),
		choice("activity", required, texts(shipment.Activities()), "What is done with the parcels.",
			func(s *HubScans) *string { return &s.Activity }),
		bind(field("sent_on", optional, Type{Name: TypeMoment},
			"When the request is sent by the clock of the device. The times of scans count from it, so that a wrong clock does no harm."),
			readOccurredOn, func(s *HubScans) *time.Time { return &s.SentOn }),
	)
	b.shape.withList(HubScansField, MaxHubScans, hubScanTable.shape())
	return b.also(readHubScans)
}()

func readHubScans(f *Form, sent *HubScans, problems Problems) Problems {
	named := map[string]bool{}
	scans, wrong := readElements(f, func(e entry, s *HubScan) Node {
		if node := elementProblem(e.value()); node != nil {
			return node
		}
		problems := append(e.form.unknownOf(e.level, e.index), hubScanTable.read(e, s)...)
		switch {
		case problems != nil:
		case !s.ScannedOn.IsZero() && (sent.SentOn.IsZero() || s.ScannedOn.After(sent.SentOn)):
			problems = Problems{{"scanned_on", Messages{problem.ScannedLater}}}
		case named[s.Scan]:
			problems = Problems{{"scan", Messages{problem.ScanTwice}}}
		case min(s.Length, s.Width, s.Height) == 0 && // a size has all three
			(s.Length+s.Width+s.Height > 0 || s.Weight == 0 && sent.Activity == string(shipment.ActivityMeasured)):
			problems = Problems{{"weight", Messages{problem.NotMeasured}}}
		}
		named[s.Scan] = true
		return asNode(problems)
	})
	sent.Scans = scans
	return problems.with(HubScansField, wrong)
}

var (
	// StopParcels is the body of a request that stops parcels.
	StopParcels = newBody(
		text("reason", required, shipment.MaxHoldReason, "Why they are stopped. Each scan says it.",
			func(r *HoldRequest) *string { return &r.Reason }),
	).withNumbers(MaxHeld, heldNumbers)
	// LiftStops is the body of a request that ends stops.
	LiftStops = newBody[HoldRequest]().withNumbers(MaxHeld, heldNumbers)
)

// CloseUnknown is the body of a request that closes an unknown code.
var CloseUnknown = newBody(
	text("reason", optional, shipment.MaxHoldReason, "What became of the parcel.", func(c *shipment.Correction) *string { return &c.Reason }),
	text(trackingNoField, optional, textMax, "The parcel that it is: the scan is recorded as one of this parcel.",
		func(c *shipment.Correction) *string { return &c.TrackingNo }))

// On is when a scan was made, by the clock of the server: as long ago as the device says.
func (s *HubScans) On(scan *HubScan, now time.Time) time.Time {
	if scan.ScannedOn.IsZero() {
		return now
	}
	return now.Add(scan.ScannedOn.Sub(s.SentOn))
}

// ParcelFilter selects parcels of all accounts that have not ended, or of one account.
type ParcelFilter struct {
	shipment.Filter
	AccountID int64              // 0: all
	Partner   string             // of the service; "": any
	Code      string             // names the parcel alone; "": any
	Attention shipment.Attention // "": also without
	HubID     int64              // of the last scan of the parcel in a hub; 0: any
	Placed    shipment.Placed
}

// ParcelQuery has the filters of the list of parcels of all accounts.
var ParcelQuery = Query[ParcelFilter]{table: newTable(slices.Concat(
	[]column[ParcelFilter]{
		bind(field(accountField, optional, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64},
			"Only parcels of this account, also those whose journey has ended."), readInteger, func(f *ParcelFilter) *int64 { return &f.AccountID }),
		text("partner", optional, textMax, "Only parcels whose service this partner fulfils.",
			func(f *ParcelFilter) *string { return &f.Partner }),
		text("code", optional, maxHandoverText, "Only the parcels that a number or reference names, as it is typed or scanned, in all accounts.",
			func(f *ParcelFilter) *string { return &f.Code }),
		choice("attention", optional, texts(shipment.Attentions()), "Only parcels that need attention for this reason. "+
			"`customs`: they are at customs. `failed`: a pickup or delivery failed, or there is another exception. `lost`: they are lost. "+
			"`unmoved`: an event was recorded that did not change their status; their journey may have ended. "+
			"`silent`: they have no event for longer than is usual on their lane. `partner-down`: they wait for a partner that takes no orders.",
			func(f *ParcelFilter) *string { return (*string)(&f.Attention) }),
		bind(field("hub_id", optional, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64},
			"Only parcels whose last scan in a hub was in this one, and whose journey has not ended."), readInteger,
			func(f *ParcelFilter) *int64 { return &f.HubID }),
		text("bag", optional, textMax, "Only parcels that are, or were until it was emptied, in this bag, or in one of several: numbers, with "+
			"commas between. Their journey has not ended.", func(f *ParcelFilter) *string { return &f.Placed.Bags }),
		text("consignment", optional, textMax, "Only parcels in the bags of this consignment, by its number. Their journey has not ended.",
			func(f *ParcelFilter) *string { return &f.Placed.Consignment }),
		choice("customs", optional, CustomsAnswers, "Only parcels of which customs say this. Their journey has not ended.",
			func(f *ParcelFilter) *string { return &f.Placed.Customs }),
	},
	within(filterTable.without("with_items", "shipper_order_id", "upload_batch_no", trackingNoField), filterOfParcels),
	within(cursorTable.without("updated_from", "updated_to"), filterOfParcels),
)...)}

func filterOfParcels(f *ParcelFilter) *shipment.Filter { return &f.Filter }

// ReadParcelFilter reads the filters of the list of parcels.
func ReadParcelFilter(query url.Values) (ParcelFilter, Problems) {
	f, problems := ParcelQuery.Read(query)
	problems = checkParcelFilter(&f, problems)
	return f, problems
}

// checkParcelFilter adds what filters cannot select together.
func checkParcelFilter(f *ParcelFilter, problems Problems) Problems {
	switch {
	case problems != nil:
	case f.Attention != "" && (f.BySearch() || f.Code != ""):
		problems = Problems{{"attention", Messages{problem.AttentionAlone}}}
	case f.HubID != 0 && (f.BySearch() || f.Code != "" || f.Attention != "" || f.Placed != (shipment.Placed{})):
		problems = Problems{{"hub_id", Messages{problem.HubAlone}}}
	case f.Placed != (shipment.Placed{}) && (f.BySearch() || f.Code != "" || f.Attention != ""):
		problems = Problems{{NonFieldErrors, Messages{problem.PlacedAlone}}}
	}
	return problems
}
