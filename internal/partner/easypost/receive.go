package easypost

import (
	"crypto/hmac"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	easypost "github.com/EasyPost/easypost-go/v5"
	"golang.org/x/text/unicode/norm"

	"waybill/internal/partner"
	"waybill/internal/shipment"
)

// signatureHeader holds a mark and the HMAC of the body in hexadecimal digits:
// https://docs.easypost.com/docs/webhooks.
const (
	signatureHeader = "X-Hmac-Signature"
	signatureMark   = "hmac-sha256-hex="
)

var (
	errNoSecret = errors.New("the secret of EasyPost's webhook is not set, so its calls cannot be verified")
	errUnsigned = errors.New("the call is not signed with the secret of EasyPost's webhook")
)

// Receive decodes a call of EasyPost's webhook and returns a report for each event of a tracked parcel. Every
// call holds all events so far. They have no ids, so the store recognises repeated ones by their content.
// Calls about anything else return no report and no error: EasyPost disables webhooks that fail often. It
// returns an error when the call is not signed by EasyPost or cannot be decoded.
func (c *Client) Receive(header http.Header, body []byte) ([]shipment.PartnerReport, error) {
	if err := c.verify(header.Get(signatureHeader), body); err != nil {
		return nil, err
	}
	var event struct {
		Description string          `json:"description"`
		Result      json.RawMessage `json:"result"`
	}
	if err := json.Unmarshal(body, &event); err != nil {
		return nil, fmt.Errorf("read EasyPost's call: %w", err)
	}
	if event.Description != "tracker.created" && event.Description != "tracker.updated" {
		return nil, nil
	}
	var tracker easypost.Tracker
	if err := json.Unmarshal(event.Result, &tracker); err != nil {
		return nil, fmt.Errorf("read EasyPost's tracker: %w", err)
	}
	return reportsOf(&tracker), nil
}

// verify checks a signature. The library's own check also decodes the body, and fails for events of types it
// does not know.
func (c *Client) verify(signature string, body []byte) error {
	mac := hmac.New(sha256.New, []byte(norm.NFKD.String(c.WebhookSecret))) // the normal form that EasyPost uses
	mac.Write(body)
	want := signatureMark + hex.EncodeToString(mac.Sum(nil))
	switch {
	case c.WebhookSecret == "": // not earlier: the response time would show it
		return errNoSecret
	case !hmac.Equal([]byte(signature), []byte(want)):
		return errUnsigned
	}
	return nil
}

// reportsOf returns the reports of a tracker's details.
func reportsOf(tracker *easypost.Tracker) []shipment.PartnerReport {
	if tracker.TrackingCode == "" || !shipment.IsHAWBNo(tracker.TrackingCode) {
		return nil
	}
	var reports []shipment.PartnerReport
	for _, d := range tracker.TrackingDetails {
		if d == nil {
			continue
		}
		if happened, known := newEvent(tracker.CarrierDetail, d); known {
			reports = append(reports, shipment.PartnerReport{HAWBNo: tracker.TrackingCode, Event: &happened})
		}
	}
	return reports
}

// newEvent converts a detail of a parcel's way. The second result is false if its status has no meaning here.
func newEvent(way *easypost.TrackingCarrierDetail, d *easypost.TrackingDetail) (shipment.TrackingEvent, bool) {
	where := place(d.TrackingLocation)
	status, known := meaning(d.Status, d.StatusDetail)
	if !known {
		return shipment.TrackingEvent{}, false
	}
	if status == shipment.InTransitWithinOriginCountry {
		status = stage(way, where.country)
	}
	return shipment.TrackingEvent{
		Status: status, Text: clipText(d.Message), Country: where.country, Place: where.name, OccurredOn: moment(d.DateTime),
	}, true
}

//go:embed statuses.csv
var statusesCSV string

// meanings are EasyPost's statuses, each with a detail, and what they are here.
var meanings = sync.OnceValue(func() [][]string { return shipment.Rows("statuses.csv", statusesCSV)[1:] })

func meaning(status, detail string) (shipment.TrackerStatus, bool) {
	for _, row := range meanings() { // status,detail,tracker
		if row[0] == status && (row[1] == detail || row[1] == "") {
			return shipment.TrackerStatus(row[2]), true
		}
	}
	return "", false
}

// stage returns how far a parcel in transit is. EasyPost has one status for all of the way, but some carriers
// name its ends. Without the ends it is the first stage, because no stage may be skipped on an assumption.
func stage(way *easypost.TrackingCarrierDetail, here shipment.Country) shipment.TrackerStatus {
	if way == nil {
		return shipment.InTransitWithinOriginCountry
	}
	from, to := place(way.OriginTrackingLocation).country, place(way.DestinationTrackingLocation).country
	switch {
	case here == "" || from == "" || to == "" || here == from:
		return shipment.InTransitWithinOriginCountry
	case here == to:
		return shipment.InTransitWithinDestinationCountry
	}
	return shipment.CrossBorderTransit
}

// location is a country and a place in it that is not the address of a person.
type location struct {
	country shipment.Country
	name    string
}

func place(l *easypost.TrackingLocation) location {
	if l == nil {
		return location{}
	}
	country, _ := shipment.CountryByName(l.Country)
	name := l.City
	if name != "" && l.State != "" {
		name += ", "
	}
	return location{country, clipText(name + l.State)}
}

// moment returns when a carrier saw the parcel, the zero time if it does not say. Times without a zone are
// UTC, by EasyPost's documentation.
func moment(text string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// maxText is how many characters a text of a report may have.
const maxText = 255

func clipText(text string) string {
	return shipment.CutText(strings.TrimSpace(partner.Clip(text)), maxText)
}
