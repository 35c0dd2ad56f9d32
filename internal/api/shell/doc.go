// Package shell is what all operations of the JSON API share.
//
// Shell.Handler receives a request. It gets an id, a log line and metrics (observe.go), and the router (router.go) finds its
// route. The shell of an operation (shell.go) reads and admits the body (body.go, memory.go), finds the caller (auth.go), refuses
// callers without the permission of the route (permission.go) or over their limit (ratelimit.go), and calls the operation. It
// writes what the operation returns: a Response (response.go), which may be sent while it is written, or an error, whose
// status is in errors.go. Shell.As (as.go) makes requests in this process, without a key.
//
// It knows no operation: package api registers its routes.
package shell
