package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// ManifestQuery selects the orders of a handover manifest: by Date, by UploadBatchNo or by TrackingNos. The other fields
// narrow this down.
type ManifestQuery struct {
	Date          string   // YYYY-MM-DD: created on this day in the time zone
	Timezone      string   // such as Asia/Singapore; "": UTC
	UploadBatchNo string   //
	TrackingNos   []string // at most 200
	ServiceID     int64    // 0: all
}

// ManifestFile is a PDF with a manifest for each service and pickup address.
type ManifestFile struct {
	Content []byte
	Parcels int // that it lists
	LeftOut int // matching orders that it does not list: returns, cancelled and held ones, those without a label or with a stale one
}

// Manifest prints handover manifests of at most 5000 parcels. It returns ErrNotFound when no parcel matches, and a
// *ValidationError for invalid parameters.
func (c *Client) Manifest(ctx context.Context, q ManifestQuery) (ManifestFile, error) {
	query := url.Values{}
	for name, value := range map[string]string{
		"date": q.Date, "timezone": q.Timezone, "upload_batch_no": q.UploadBatchNo, "tracking_no": strings.Join(q.TrackingNos, ","),
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if q.ServiceID != 0 {
		query.Set("service_id", strconv.FormatInt(q.ServiceID, 10))
	}
	a, err := c.do(ctx, call{method: http.MethodGet, path: "/order/manifest/", query: query, accept: "*/*"})
	if err != nil {
		return ManifestFile{}, fmt.Errorf("waybill: printing a manifest: %w", err)
	}
	file := ManifestFile{Content: a.body}
	var parcelsErr, leftOutErr error
	file.Parcels, parcelsErr = strconv.Atoi(a.header.Get("Waybill-Manifest-Parcels"))
	file.LeftOut, leftOutErr = strconv.Atoi(a.header.Get("Waybill-Manifest-Left-Out"))
	if err := errors.Join(parcelsErr, leftOutErr); err != nil {
		return ManifestFile{}, fmt.Errorf("waybill: printing a manifest: reading the counts: %w", err)
	}
	return file, nil
}
