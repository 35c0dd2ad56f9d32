// Package requesttest has the conformance cases of the API, which the decoder and the
// server must both pass. It is for tests only.
package requesttest
