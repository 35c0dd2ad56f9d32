package client

// Administration has what an operator decides about: submissions and cancellations at partners, accounts, services, partners and users. Its
// methods return ErrForbidden when the key is not an operator's with ScopeAdministration, and those with a number, an id or a name
// ErrNotFound when nothing has it.
type Administration struct{ client *Client }

// NewAdministration makes one that calls by a client.
func NewAdministration(c *Client) Administration { return Administration{c} }
