package client

// Administration has what an operator decides about: submissions and cancellations at partners, accounts, services, partners and users. Its
// methods return ErrForbidden when the key is not an operator's with ScopeAdministration, and those with a number, an id or a name
// ErrNotFound when nothing has it.
type Administration struct{ client *Client }

// NewAdministration makes one that calls by a client.
func NewAdministration(c *Client) Administration { return Administration{c} }

// ServiceLabelsChange replaces lists. Nil fields stay unchanged. A pointer to nil empties a list.
type ServiceLabelsChange struct {
	Marks   *[]string `json:"marks,omitempty"`   // some of signature, battery and fragile
	Routing *[]Route  `json:"routing,omitempty"` // at most 5000, each with another prefix
}
