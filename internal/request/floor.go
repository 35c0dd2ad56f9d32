package request

import (
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
	CreateHub = bodyOf[Hub]("create_hub")
	// ChangeHub is the body of a request that changes a hub.
	ChangeHub = changeOf[Hub]("change_hub")
)

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

var hubScanTable = tableOf[HubScan]("hub_scan")

// HubScanFields are the fields of a scan.
func HubScanFields() []Field { return hubScanTable.fields() }

// ScanInHub is the body of a request with scans.
var ScanInHub = func() Body[HubScans] {
	b := bodyOf[HubScans]("scan_in_hub")
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
	StopParcels = bodyOf[HoldRequest]("stop_parcels").withNumbers(MaxHeld, heldNumbers)
	// LiftStops is the body of a request that ends stops.
	LiftStops = newBody[HoldRequest]().withNumbers(MaxHeld, heldNumbers)
)

// CloseUnknown is the body of a request that closes an unknown code.
var CloseUnknown = bodyOf[shipment.Correction]("close_unknown")

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
	columnsOf[ParcelFilter]("list_parcels", required),
	within(filterTable.without("with_items", "expand", "limit", "shipper_order_id", "upload_batch_no", trackingNoField), filterOfParcels),
	within(cursorTable.without("updated_from", "updated_to", metadataField), filterOfParcels),
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
