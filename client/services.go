package client

import (
	"context"
)

// ServiceList is the services that the account may use, by id, and the limits of its requests.
type ServiceList struct {
	Services []Service `json:"results"`
	Limits   Limits    `json:"limits"`
}

// Service is a lane that orders name by its ServiceID.
type Service struct {
	ServiceID   int64  `json:"service_id"`
	Name        string `json:"name"`
	Origin      string `json:"origin"`      // English name of the country of pickup; "": any country
	Destination string `json:"destination"` // English name of the consignee's country; "": any country
	Category    string `json:"category"`    // pickup or drop-off
	COD         bool   `json:"cod"`         // cash on delivery is offered
	// MissingCustoms says what happens to an order without a fact for customs that the partner needs: wait or refuse.
	MissingCustoms string `json:"missing_customs"`
}

// Limits are the limits of the account's requests.
type Limits struct {
	OrdersPerRequest  int `json:"orders_per_request"`
	ItemsPerOrder     int `json:"items_per_order"`
	BytesPerRequest   int `json:"bytes_per_request"`
	RequestsPerSecond int `json:"requests_per_second"` // of a key; 0: no limit
	RequestsAtOnce    int `json:"requests_at_once"`    // of a key; 0: no limit
}

// Services returns the services that the account may use, and the limits of its requests.
func (c *Client) Services(ctx context.Context) (ServiceList, error) {
	return get[ServiceList](ctx, c, "listing services", "/services/", nil)
}
