// Package once stores the response to a request under the key with which its caller may repeat it, in the transaction that carries
// the request out. The packages of the store use it like audit.
package once
