package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

const templatesPath = "/order/templates/"

// OrderTemplate is fields of an order that the account keeps under a name, to begin new orders with.
type OrderTemplate struct {
	Name      string          `json:"name"`  // 1 to 60 characters, without slashes
	Order     json.RawMessage `json:"order"` // a JSON object of some fields of an order, as they were sent
	UpdatedOn time.Time       `json:"updated_on"`
}

// OrderTemplates returns the account's templates by name: at most 100.
func (c *Client) OrderTemplates(ctx context.Context) ([]OrderTemplate, error) {
	var page struct {
		Results []OrderTemplate `json:"results"`
	}
	if err := c.get(ctx, templatesPath, nil, &page); err != nil {
		return nil, fmt.Errorf("waybill: listing templates: %w", err)
	}
	return page.Results, nil
}

// SetOrderTemplate stores a template, in the place of an earlier one of the same name. The order is anything that marshals
// to a JSON object of some fields of an order, at most 64 KiB. It returns a *ValidationError when a field or the name is
// wrong, and when there are 100 templates.
func (c *Client) SetOrderTemplate(ctx context.Context, name string, order any) (OrderTemplate, error) {
	var t OrderTemplate
	if err := c.exchange(ctx, call{method: http.MethodPut, path: templatePath(name)}, order, &t); err != nil {
		return OrderTemplate{}, fmt.Errorf("waybill: setting a template: %w", err)
	}
	return t, nil
}

// DeleteOrderTemplate deletes a template, or returns ErrNotFound.
func (c *Client) DeleteOrderTemplate(ctx context.Context, name string) error {
	if _, err := c.do(ctx, call{method: http.MethodDelete, path: templatePath(name)}); err != nil {
		return fmt.Errorf("waybill: deleting a template: %w", err)
	}
	return nil
}

func templatePath(name string) string { return templatesPath + url.PathEscape(name) + "/" }
