package client

// AccountFilter selects accounts. Zero fields select all.
type AccountFilter struct {
	Search    string // in the name, in any case, or the id
	Suspended bool   // only suspended ones
}
