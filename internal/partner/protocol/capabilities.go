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
	err   error         // why it could not be asked
	until time.Time     // when it is asked again; zero: it was never asked
	asked chan struct{} // closed when the question that runs has ended; nil: none runs
}

// Needs returns the facts for customs that the adapter declared last; see partner.Declarer. Only the first question is waited for, up to
// five seconds: after that it is asked again in the background, so that nobody waits for an adapter that hangs.
func (c *Client) Needs(ctx context.Context) ([]string, error) {
	d := &c.declared
	d.mu.Lock()
	defer d.mu.Unlock()
	// Times of time.Now are compared by a clock that cannot be set.
	if d.asked == nil && !c.Now().Before(d.until) && (c.Paused == nil || !c.Paused()) {
		d.asked = make(chan struct{})
		go c.askCapabilities(context.WithoutCancel(ctx), d.asked)
	}
	if asked := d.asked; asked != nil && d.until.IsZero() {
		d.mu.Unlock()
		select {
		case <-asked:
		case <-ctx.Done():
		}
		d.mu.Lock()
		if err := ctx.Err(); err != nil && d.until.IsZero() {
			return nil, err
		}
	}
	return d.Needs, d.err
}

// askCapabilities asks the adapter, and closes asked.
func (c *Client) askCapabilities(ctx context.Context, asked chan struct{}) {
	ctx, cancel := context.WithTimeout(ctx, capabilitiesTimeout)
	defer cancel()
	found, err := c.capabilities(ctx)
	d := &c.declared
	d.mu.Lock()
	defer d.mu.Unlock()
	defer close(asked)
	if d.asked, d.err = nil, err; err != nil {
		d.until = c.Now().Add(askAgainAfter)
		c.Log.WarnContext(ctx, "the adapter does not say its capabilities", "url", c.BaseURL, "error", err)
		return
	}
	d.Capabilities, d.until = found, c.Now().Add(capabilitiesLast)
	unknown := slices.DeleteFunc(slices.Clone(d.Needs), func(name string) bool { return slices.Contains(shipment.CustomsNeeds, name) })
	if len(unknown) > 0 {
		c.Log.WarnContext(ctx, "the adapter needs facts for customs that Waybill does not know", "url", c.BaseURL, "needs", unknown)
	}
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
	if none && (err == nil || !c.hasNeeds()) {
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

// hasNeeds reports whether the adapter has declared any.
func (c *Client) hasNeeds() bool {
	c.declared.mu.Lock()
	defer c.declared.mu.Unlock()
	return c.declared.Needs != nil
}
