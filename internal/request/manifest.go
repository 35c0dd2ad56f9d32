package request

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// ManifestRequest says which orders a manifest lists.
type ManifestRequest struct {
	shipment.Filter
	Location *time.Location // in which the manifest is dated, never nil
	Format   string         // ManifestPDF or ManifestJSON
	Day      string         // on which they were created; "": any
}

// The formats of a manifest.
const (
	ManifestPDF  = "pdf"
	ManifestJSON = "json"
)

// ManifestFilters are the parameters that a manifest shares with the view.
func ManifestFilters() []string {
	return strings.Fields("service_id date_from date_to created_from created_to upload_batch_no tracking_no tracker_status_code")
}

var manifestTable = tableOf[ManifestRequest]("manifest")

// ManifestFields are the parameters of a manifest besides ManifestFilters.
func ManifestFields() []Field { return manifestTable.fields() }

// ReadManifest reads the parameters of a manifest.
func ReadManifest(query url.Values) (ManifestRequest, Problems) {
	r := ManifestRequest{Location: time.UTC, Format: ManifestPDF}
	values := queryValues(query)
	problems := slices.Concat(filterTable.read(values, &r.Filter), cursorTable.read(values, &r.Filter), manifestTable.read(values, &r))
	if problems != nil {
		return r, problems
	}
	timed := !r.From.IsZero() || !r.To.IsZero()
	switch {
	case r.Day != "" && timed:
		return r, Problems{{"date", Messages{problem.DateOrRange}}}
	case r.Day == "" && !timed && r.UploadBatchNo == "" && r.TrackingNos == nil:
		return r, Problems{{NonFieldErrors, Messages{problem.NoManifestFilter}}}
	case r.Day != "":
		day, _ := time.ParseInLocation(time.DateOnly, r.Day, r.Location) // readDate has checked it
		r.From, r.To = day, day.AddDate(0, 0, 1).Add(-time.Microsecond)
	}
	return r, nil
}

// readZone reads the name of a time zone. Without one it is UTC.
func readZone(v Value, _ *Field) (*time.Location, Messages) {
	name := strings.TrimSpace(v.Text)
	zone, err := time.LoadLocation(name)
	if v.Kind != String || err != nil || name == "Local" {
		return nil, Messages{problem.NotZone}
	}
	return zone, nil
}
