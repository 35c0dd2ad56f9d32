package easypost

import (
	"cmp"
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

// DefaultURL is the address of EasyPost's API.
const DefaultURL = "https://api.easypost.com/v2"

// Config is an account at EasyPost and how to reach it.
type Config struct {
	APIKey         string // required; see IsTestKey
	WebhookSecret  string // verifies EasyPost's webhook calls; "" refuses all of them
	BaseURL        string // http(s)://HOST[:PORT][/PATH]; "" is DefaultURL
	Service        string // CARRIER/SERVICE, such as USPS/Priority; "" is the cheapest
	PrivateNetwork bool   // the API and its labels may be in a private network and without TLS
	// Customs returns the facts for customs that count for an order which does not say them. Required.
	Customs func(ctx context.Context, o *shipment.Order) (shipment.Customs, error)
}

// IsTestKey reports whether a key belongs to EasyPost's test mode, in which nothing is bought.
func IsTestKey(key string) bool { return strings.HasPrefix(key, "EZTK") }

// Client is EasyPost as a partner. It is safe for concurrent use.
type Client struct {
	Config
	base      *url.URL
	transport *http.Transport
}

// New returns the partner behind an account. It returns an error when BaseURL is not a URL with a host.
func New(c Config) (*Client, error) {
	c.BaseURL = cmp.Or(c.BaseURL, DefaultURL)
	base, err := url.Parse(strings.TrimSuffix(c.BaseURL, "/") + "/") // the library resolves paths against it
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("the URL %q of EasyPost's API must be http(s)://HOST[:PORT][/PATH]", c.BaseURL)
	}
	return &Client{c, base, newTransport(c.PrivateNetwork)}, nil
}

// Close closes the idle connections.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// Submit buys postage for an order; see partner.Partner. It buys only for the shipment that the key names,
// and a shipment has postage once, so a second attempt never buys a second label.
func (c *Client) Submit(ctx context.Context, key string, order shipment.Order) (partner.Acceptance, error) {
	sess := c.newSession()
	s, err := sess.find(ctx, key)
	if errors.Is(err, partner.ErrNotSubmitted) || err == nil && !bought(s) {
		s, err = c.offer(ctx, sess, key, order, s)
	}
	if err != nil {
		// Before the purchase: nothing is bought, so a failure of EasyPost may be tried again.
		return partner.Acceptance{}, c.classified("prepare the order at EasyPost", err, verdictTemporary, verdictFailed)
	}
	if !bought(s) {
		if s, err = c.buy(ctx, sess, s); err != nil {
			return partner.Acceptance{}, err
		}
	}
	return acceptance(s), nil
}

// Needs returns the facts for customs that Check asks for; see partner.Declarer. A restriction is no field of an order.
func (c *Client) Needs(context.Context) ([]string, error) {
	return []string{"items", "export_reason", "item_origin_country", forCustoms, "export_exemption"}, nil
}

// Check returns why Submit would refuse an order as it is, before it calls EasyPost, or an error if the settings cannot be read now.
func (c *Client) Check(ctx context.Context, order *shipment.Order) ([]*partner.RefusedError, error) {
	facts, err := c.Customs(ctx, order)
	if err != nil {
		return nil, err
	}
	_, refused := newShipment("", *order, facts)
	return refused, nil
}

// wanted is the shipment of an order.
func (c *Client) wanted(ctx context.Context, key string, order shipment.Order) (*easypost.Shipment, error) {
	facts, err := c.Customs(ctx, &order)
	if err != nil {
		return nil, &partner.TemporaryError{Message: "The settings for customs cannot be read now."}
	}
	s, refused := newShipment(key, order, facts)
	return s, refused.one()
}

// offer returns the shipment without postage that the key names, with rates. It creates it, unless an earlier attempt
// did: the rates of that may be gone.
func (c *Client) offer(
	ctx context.Context, sess *session, key string, order shipment.Order, earlier *easypost.Shipment,
) (*easypost.Shipment, error) {
	wanted, err := c.wanted(ctx, key, order)
	switch {
	case err != nil:
		return nil, err
	case earlier == nil:
		return c.create(ctx, sess, key, wanted)
	case !sameFacts(earlier.CustomsInfo, wanted.CustomsInfo):
		return nil, &partner.RefusedError{Message: "EasyPost has a shipment of this order that says something else for customs, and nothing is " +
			"paid for it. Cancel the order, and create it again."}
	}
	return sess.rerate(ctx, earlier)
}

// create creates a shipment and returns the shipment that the key names. EasyPost does not keep
// references unique. If an earlier attempt made a shipment with this reference that EasyPost does not show
// yet, the lookup by reference makes both attempts continue with the same shipment.
func (c *Client) create(ctx context.Context, sess *session, key string, wanted *easypost.Shipment) (*easypost.Shipment, error) {
	if _, err := sess.create(ctx, wanted); err != nil {
		return nil, err
	}
	s, err := sess.find(ctx, key)
	if errors.Is(err, partner.ErrNotSubmitted) {
		return nil, &partner.TemporaryError{Message: "EasyPost does not show the order's shipment yet."}
	}
	return s, err
}

// buy buys postage for a shipment without postage.
func (c *Client) buy(ctx context.Context, sess *session, s *easypost.Shipment) (*easypost.Shipment, error) {
	rate, err := choose(s, c.Service)
	if err != nil {
		return nil, err
	}
	after, err := sess.buy(ctx, s.ID, rate)
	if judge(err) == verdictBought { // by an attempt whose response was lost
		if after, err = sess.get(ctx, s.ID); err != nil { // whatever the error is, the postage is paid
			return nil, c.failed("read the postage that EasyPost sold", err)
		}
	}
	if err != nil {
		// When EasyPost failed, the purchase may have been made.
		return nil, c.classified("buy postage at EasyPost", err, verdictTemporary)
	}
	if !bought(after) {
		return nil, errors.New("EasyPost's response does not confirm the purchase of the postage")
	}
	return after, nil
}

// Find returns the result of the submission with a key; see partner.Partner. A shipment without postage
// counts as not submitted: Submit continues with it.
func (c *Client) Find(ctx context.Context, key string) (partner.Acceptance, error) {
	s, err := c.findBought(ctx, c.newSession(), key)
	if err != nil {
		return partner.Acceptance{}, err
	}
	return acceptance(s), nil
}

// findBought returns the shipment that a key names if it has postage, else partner.ErrNotSubmitted.
func (c *Client) findBought(ctx context.Context, sess *session, key string) (*easypost.Shipment, error) {
	s, err := sess.find(ctx, key)
	if errors.Is(err, partner.ErrNotSubmitted) || err == nil && !bought(s) {
		return nil, partner.ErrNotSubmitted
	}
	if err != nil {
		return nil, c.failed("ask EasyPost for the order", err)
	}
	return s, nil
}

// Cancel asks for a refund of the postage, which ends the order; see partner.Partner. The carrier grants the
// refund days later; see docs/easypost.md.
func (c *Client) Cancel(ctx context.Context, key string, _ shipment.Order) error {
	sess := c.newSession()
	s, err := c.findBought(ctx, sess, key)
	if err != nil {
		return err
	}
	if refunded(s) {
		return nil
	}
	if s, err = sess.refund(ctx, s.ID); err != nil {
		return c.classified("ask EasyPost for a refund", err)
	}
	switch {
	case refunded(s):
		return nil
	case s.RefundStatus == "rejected" || s.RefundStatus == "not_applicable":
		return &partner.RefusedError{Message: "The carrier does not take the label back (" + s.RefundStatus + ")."}
	}
	return fmt.Errorf("EasyPost's response has the refund status %q", partner.Clip(s.RefundStatus))
}

// bought reports whether a shipment has postage.
func bought(s *easypost.Shipment) bool { return s.PostageLabel != nil || s.TrackingCode != "" }

// refunded reports whether a refund is asked for or granted.
func refunded(s *easypost.Shipment) bool {
	return s.RefundStatus == "submitted" || s.RefundStatus == "refunded"
}

// acceptance returns the acceptance of a shipment with postage. A tracking code that cannot be stored is left
// out: the postage is paid anyway.
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
