// Package admission bounds what all requests and connections together may hold: memory,
// room for bodies on disk, and connections. A request takes from a Pool what it may cost
// before it costs it, waits a little when there is not enough, and is refused after that.
// It knows nothing of HTTP operations: who charges what is decided by the callers.
package admission
