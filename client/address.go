package client

import (
	"context"
	"fmt"
)

// AddressCheck is what was found about an address. Fields that were empty have no finding, but the country, and the
// postal code if addresses of the country need one.
type AddressCheck struct {
	Name     AddressFinding `json:"name"`
	Number   AddressFinding `json:"number"`
	Email    AddressFinding `json:"email"`
	Country  AddressFinding `json:"country"`
	Address  AddressFinding `json:"address"`
	Postal   AddressFinding `json:"postal"`
	State    AddressFinding `json:"state"`
	City     AddressFinding `json:"city"`
	Province AddressFinding `json:"province"`
}

// CheckAddresses suggests how addresses, 1 to 100, are better written: the countries, postal codes, phone numbers and
// e-mail addresses. It stores nothing, and orders take addresses that it has doubts about. It returns a *ValidationError
// when a text is too long, and an *Error for any other refusal.
func (c *Client) CheckAddresses(ctx context.Context, addresses []Address) ([]AddressCheck, error) {
	checked, err := c.checkAddresses(ctx, addresses)
	if err == nil && len(checked) != len(addresses) {
		return nil, fmt.Errorf("waybill: checking addresses: the response names %d addresses for %d submitted",
			len(checked), len(addresses))
	}
	return checked, err
}
