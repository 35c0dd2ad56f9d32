package protocol

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"waybill/internal/partner"
	"waybill/internal/shipment"
)

const (
	// capabilitiesLast is how long capabilities are used before the adapter is asked again, and askAgainAfter the time after a failure.
	capabilitiesLast = time.Hour
	askAgainAfter    = time.Minute
	// capabilitiesTimeout bounds the question, because it is asked before the calls that a lease covers.
	capabilitiesTimeout = 5 * time.Second
)

// declared are the capabilities that an adapter declared last.
type declared struct {
	mu sync.Mutex
	Capabilities
	err   error     // why it could not be asked
	until time.Time // when it is asked again
}

// Needs returns the facts for customs that the adapter declared within the last hour; see partner.Declarer.
func (c *Client) Needs(ctx context.Context) ([]string, error) {
	d := &c.declared
	d.mu.Lock() // others wait for the response, too
	defer d.mu.Unlock()
	// Times of time.Now are compared by a clock that cannot be set.
	if c.Now().Before(d.until) || c.Paused != nil && c.Paused() {
		return d.Needs, d.err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), capabilitiesTimeout)
	defer cancel()
	found, err := c.capabilities(ctx)
	if d.err = err; err != nil {
		d.until = c.Now().Add(askAgainAfter)
		c.Log.WarnContext(ctx, "the adapter does not say its capabilities", "url", c.BaseURL, "error", err)
		return d.Needs, err
	}
	d.Capabilities, d.until = found, c.Now().Add(capabilitiesLast)
	unknown := slices.DeleteFunc(slices.Clone(d.Needs), func(name string) bool { return slices.Contains(shipment.CustomsNeeds, name) })
	if len(unknown) > 0 {
		c.Log.WarnContext(ctx, "the adapter needs facts for customs that Waybill does not know", "url", c.BaseURL, "needs", unknown)
	}
	return d.Needs, nil
}

// Check returns the facts for customs that the adapter needs, and that neither an order nor a setting states; see partner.Declarer. While
// nobody knows what it needs, that is nothing.
func (c *Client) Check(ctx context.Context, order *shipment.Order) ([]*partner.RefusedError, error) {
	needs, _ := c.Needs(ctx)
	if len(needs) == 0 {
		return nil, nil
	}
	filled := *order
	err := c.fill(ctx, &filled)
	return partner.Lacking(&filled, needs), err
}

// capabilities asks the adapter. An adapter that does not know the path has none; mostly it does not sign that. So may a proxy respond
// while the adapter is away: then what the adapter declared before counts.
func (c *Client) capabilities(ctx context.Context) (Capabilities, error) {
	status, content, err := c.do(ctx, http.MethodGet, "/capabilities", nil, maxResponse)
	none := status == http.StatusNotFound || status == http.StatusMethodNotAllowed || status == http.StatusNotImplemented
	if none && (err == nil || c.declared.Needs == nil) {
		return Capabilities{}, nil
	}
	if err != nil {
		return Capabilities{}, fmt.Errorf("ask %s: %w", c.BaseURL, err)
	}
	response, err := readResponse(status, content)
	if err == nil {
		err = response.Error.err(response.Message)
	}
	return response.Capabilities, err
}
