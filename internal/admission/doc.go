// Package admission bounds what all requests and connections together may hold: memory, room for bodies on
// disk, and connections. A request reserves memory from a Pool before it uses it. If there is not enough it
// waits for a short time, and is refused after that. A reservation belongs to an Owner, an account or an
// address, so that one owner cannot take everything. The callers decide which request reserves how much: no
// operation of the API is known here.
package admission
