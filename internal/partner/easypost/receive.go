package easypost

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	easypost "github.com/EasyPost/easypost-go/v5"
	"golang.org/x/text/unicode/norm"

	"waybill/internal/partner"
	"waybill/internal/shipment"
)

// signatureHeader has a mark and then the HMAC of the body in hexadecimal digits:
// https://docs.easypost.com/docs/webhooks.
const (
	signatureHeader = "X-Hmac-Signature"
	signatureMark   = "hmac-sha256-hex="
)

var (
	errNoSecret = errors.New("there is no secret of EasyPost's webhook, so its calls cannot be told from forged ones")
	errUnsigned = errors.New("the call is not signed with the secret of EasyPost's webhook")
)

// Receive reads a call of EasyPost's webhook: a report for each of the things that happened
// to a tracked parcel, of which every call has all. They have no ids of their own, so those
// that came before are told by their content. Calls about anything else give no report, and
// no error either: EasyPost disables webhooks that fail often. Returns an error when the call
// is not signed by EasyPost, or cannot be read.
func (c *Client) Receive(header http.Header, body []byte) ([]shipment.CourierReport, error) {
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

// verify checks a signature. The library's own check also reads the body, and fails where it
// does not know what an event is about.
func (c *Client) verify(signature string, body []byte) error {
	mac := hmac.New(sha256.New, []byte(norm.NFKD.String(c.WebhookSecret))) // as EasyPost composes it
	mac.Write(body)
	want := signatureMark + hex.EncodeToString(mac.Sum(nil))
	switch {
	case c.WebhookSecret == "": // not before: the time of the answer would tell that
		return errNoSecret
	case !hmac.Equal([]byte(signature), []byte(want)):
		return errUnsigned
	}
	return nil
}

// reportsOf are the reports of a tracker's details.
func reportsOf(tracker *easypost.Tracker) []shipment.CourierReport {
	if tracker.TrackingCode == "" || !shipment.IsHAWBNo(tracker.TrackingCode) {
		return nil
	}
	var reports []shipment.CourierReport
	for _, d := range tracker.TrackingDetails {
		if d == nil {
			continue
		}
		if happened, told := newEvent(tracker.CarrierDetail, d); told {
			reports = append(reports, shipment.CourierReport{HAWBNo: tracker.TrackingCode, Event: &happened})
		}
	}
	return reports
}

// newEvent is a detail of a parcel's way as an event of ours; the second result is false if
// its status says nothing.
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

// Meaning is what a status of EasyPost's means.
type Meaning struct {
	Status, Detail string // EasyPost's; "" is every detail that has no line of its own
	Ours           shipment.TrackerStatus
}

// meanings has no line of a status that says nothing, such as unknown: it is not recorded.
var meanings = []Meaning{
	{"pre_transit", "", shipment.PendingPickup},
	{"in_transit", "received_at_origin_facility", shipment.PickedUp},
	{"in_transit", "arrived_at_destination", shipment.InTransitWithinDestinationCountry},
	{"in_transit", "received_at_destination_facility", shipment.InTransitWithinDestinationCountry},
	{"in_transit", "transferred_to_destination_carrier", shipment.InTransitWithinDestinationCountry},
	{"in_transit", "return", shipment.ReturnToSender},
	{"in_transit", "", shipment.InTransitWithinOriginCountry}, // or further: see stage
	{"available_for_pickup", "", shipment.ReadyForCollection},
	{"out_for_delivery", "", shipment.DeliveryInProgress},
	{"delivered", "", shipment.Success},
	{"failure", "delivery_exception", shipment.FailedDelivery},
	{"failure", "refused", shipment.FailedDelivery},
	{"failure", "address_correction", shipment.FailedDelivery},
	{"failure", "return", shipment.ReturnToSender},
	{"failure", "", shipment.Exception},
	{"return_to_sender", "", shipment.ReturnToSender},
	{"cancelled", "", shipment.Exception}, // the label is void; who cancels an order is its shipper
	{"error", "", shipment.Exception},
}

// Meanings are the statuses that are recorded; a line with a detail comes before that of all
// others.
func Meanings() []Meaning { return slices.Clone(meanings) }

func meaning(status, detail string) (shipment.TrackerStatus, bool) {
	i := slices.IndexFunc(meanings, func(m Meaning) bool { return m.Status == status && (m.Detail == detail || m.Detail == "") })
	if i < 0 {
		return "", false
	}
	return meanings[i].Ours, true
}

// stage is how far a parcel in transit is: EasyPost has one status for all of the way, but
// some carriers tell its ends. When they do not, it is the first stage, for no later one may
// be skipped by a guess.
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

// spot is a country, and a place there that is no person's address.
type spot struct {
	country shipment.Country
	name    string
}

func place(l *easypost.TrackingLocation) spot {
	if l == nil {
		return spot{}
	}
	country, _ := shipment.CountryByName(l.Country)
	name := l.City
	if name != "" && l.State != "" {
		name += ", "
	}
	return spot{country, clipText(name + l.State)}
}

// moment is when a carrier saw the parcel, the zero time if it does not say. Carriers that
// leave out the zone mean UTC, as far as EasyPost knows.
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
	runes := []rune(strings.TrimSpace(partner.Clip(text)))
	return string(runes[:min(len(runes), maxText)])
}
