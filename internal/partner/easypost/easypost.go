package easypost

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	easypost "github.com/EasyPost/easypost-go/v5"

	"waybill/internal/partner"
	"waybill/internal/shipment"
)

// DefaultURL is where EasyPost's interface is.
const DefaultURL = "https://api.easypost.com/v2"

// Config is an account at EasyPost, and how to reach it.
type Config struct {
	APIKey         string // required; see IsTestKey
	WebhookSecret  string // that EasyPost signs its calls with; "" believes none
	BaseURL        string // http(s)://HOST[:PORT][/PATH]; "" is DefaultURL
	Service        string // CARRIER/SERVICE, such as USPS/Priority; "" is that which costs least
	PrivateNetwork bool   // the interface and its labels may be in a private network, and without TLS
}

// IsTestKey reports whether a key is of EasyPost's test mode, in which nothing is bought.
func IsTestKey(key string) bool { return strings.HasPrefix(key, "EZTK") }

// Client is EasyPost, as a courier. Safe for concurrent use.
type Client struct {
	Config
	base      *url.URL
	transport *http.Transport
}

// New makes a courier of an account. It returns an error when BaseURL is no address.
func New(c Config) (*Client, error) {
	if c.BaseURL == "" {
		c.BaseURL = DefaultURL
	}
	base, err := url.Parse(strings.TrimSuffix(c.BaseURL, "/") + "/") // the library resolves paths against it
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("%q is no address of EasyPost's interface", c.BaseURL)
	}
	return &Client{c, base, newTransport(c.PrivateNetwork)}, nil
}

// Close ends the idle connections.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// Submit buys postage for an order; see partner.Partner. It buys for nothing but the
// shipment that the key names, and one shipment has postage once, so a second attempt never
// buys a second label.
func (c *Client) Submit(ctx context.Context, key string, order shipment.Order) (partner.Acceptance, error) {
	t := c.newTalk()
	s, err := t.find(ctx, key)
	switch {
	case errors.Is(err, partner.ErrNotSubmitted):
		s, err = c.create(ctx, t, key, order)
	case err == nil && !bought(s): // an earlier attempt created it, and its rates may be gone
		s, err = t.rerate(ctx, s)
	}
	if err != nil {
		return partner.Acceptance{}, c.notBought(err)
	}
	if !bought(s) {
		if s, err = c.buy(ctx, t, s); err != nil {
			return partner.Acceptance{}, err
		}
	}
	return acceptance(s), nil
}

// create makes a shipment of an order and returns that which its key names. EasyPost does not
// keep references unique: should there be another with this one, made by an attempt that
// EasyPost did not show yet, both attempts go on with the same.
func (c *Client) create(ctx context.Context, t *talk, key string, order shipment.Order) (*easypost.Shipment, error) {
	wanted, err := newShipment(key, order)
	if err != nil {
		return nil, err
	}
	if _, err := t.create(ctx, wanted); err != nil {
		return nil, err
	}
	s, err := t.find(ctx, key)
	if errors.Is(err, partner.ErrNotSubmitted) {
		return nil, &partner.TemporaryError{Message: "EasyPost does not show yet what it was told of the order."}
	}
	return s, err
}

// buy buys postage for a shipment that has none.
func (c *Client) buy(ctx context.Context, t *talk, s *easypost.Shipment) (*easypost.Shipment, error) {
	rate, err := choose(s, c.Service)
	if err != nil {
		return nil, err
	}
	after, err := t.buy(ctx, s.ID, rate)
	if judge(err) == verdictBought { // by an attempt whose answer was lost
		if after, err = t.get(ctx, s.ID); err != nil { // whatever it is, the postage is paid
			return nil, c.failed("read the postage that EasyPost sold", err)
		}
	}
	if err != nil {
		return nil, c.atBuying(err)
	}
	if !bought(after) {
		return nil, errors.New("EasyPost does not say that it sold the postage")
	}
	return after, nil
}

// Find asks what became of the submission with a key; see partner.Partner. A shipment
// without postage is not submitted: Submit goes on with it.
func (c *Client) Find(ctx context.Context, key string) (partner.Acceptance, error) {
	s, err := c.findBought(ctx, c.newTalk(), key)
	if err != nil {
		return partner.Acceptance{}, err
	}
	return acceptance(s), nil
}

// findBought returns the shipment that a key names, if it has postage.
func (c *Client) findBought(ctx context.Context, t *talk, key string) (*easypost.Shipment, error) {
	s, err := t.find(ctx, key)
	if errors.Is(err, partner.ErrNotSubmitted) || err == nil && !bought(s) {
		return nil, partner.ErrNotSubmitted
	}
	if err != nil {
		return nil, c.failed("ask EasyPost for the order", err)
	}
	return s, nil
}

// Cancel asks for the postage's refund, which ends the order; see partner.Partner. The money
// comes back when the carrier agrees, days later; see docs/easypost.md.
func (c *Client) Cancel(ctx context.Context, key string, _ shipment.Order) error {
	t := c.newTalk()
	s, err := c.findBought(ctx, t, key)
	if err != nil {
		return err
	}
	if refunded(s) {
		return nil
	}
	if s, err = t.refund(ctx, s.ID); err != nil {
		if judge(err) == verdictRefused {
			return c.refusal(err)
		}
		return c.failed("ask EasyPost for a refund", err)
	}
	switch {
	case refunded(s):
		return nil
	case s.RefundStatus == "rejected" || s.RefundStatus == "not_applicable":
		return &partner.RefusedError{Message: "The carrier does not take the label back (" + s.RefundStatus + ")."}
	}
	return fmt.Errorf("EasyPost's answer has the refund status %q", partner.Clip(s.RefundStatus))
}

// bought reports whether a shipment has postage: it is paid for.
func bought(s *easypost.Shipment) bool { return s.PostageLabel != nil || s.TrackingCode != "" }

// refunded reports whether the carrier is asked for a refund, or has granted it.
func refunded(s *easypost.Shipment) bool {
	return s.RefundStatus == "submitted" || s.RefundStatus == "refunded"
}

// acceptance is what a shipment with postage means. A tracking code that is not fit for a
// label is left out, for the postage is paid.
func acceptance(s *easypost.Shipment) partner.Acceptance {
	accepted := partner.Acceptance{Label: partner.LabelLater}
	if shipment.IsHAWBNo(s.TrackingCode) {
		accepted.HAWBNo = s.TrackingCode
	}
	if address, _ := labelAddress(s); address != "" {
		accepted.Label = partner.LabelReady
	}
	return accepted
}
