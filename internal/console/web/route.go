package web

import (
	"net/http"

	"waybill/internal/shipment"
)

// Route is a page, or an action on one. A path with {account} is of that account; a GET path ends in a slash only if
// it is the home of what is below it.
type Route struct {
	Method, Path string
	Allow        shipment.Permission
	serve        func(*Visit) error
	maxBody      int64 // bytes; 0: MaxForm
	streams      bool  // serve reads the body itself
	letsIn       letsIn
}

// letsIn says whether a route lets somebody in, which a session that was left open must not do. Every route of an action on accounts,
// settings or users says it. What is about orders alone, and what needs no session, lets nobody in.
type letsIn int

const (
	unsaid letsIn = iota
	nobody
	recent // only after a sign-in within RecentSignIn
	proven // the action itself asks for the password or a recent sign-in
)

// RoleWords are the roles in words.
var RoleWords = Texts[string]("role")

// Get is the route of a page.
func Get(path string, allow shipment.Permission, serve func(*Visit) error) Route {
	return Route{Method: http.MethodGet, Path: path, Allow: allow, serve: serve}
}

// Post is the route of an action. The form that was sent is parsed before it is served.
func Post(path string, allow shipment.Permission, serve func(*Visit) error) Route {
	return Route{Method: http.MethodPost, Path: path, Allow: allow, serve: serve}
}

// With serves what find finds in the request.
func With[T any](find func(*Visit) (T, error), serve func(*Visit, T) error) func(*Visit) error {
	return func(v *Visit) error {
		found, err := find(v)
		if err != nil {
			return err
		}
		return serve(v, found)
	}
}

// Blank serves a page whose form is empty at first.
func Blank(show func(v *Visit, status int, f *Form) error) func(*Visit) error {
	return func(v *Visit) error { return show(v, http.StatusOK, NewForm(nil)) }
}

// ID finds a number in the path. It returns store.ErrNotFound for anything else.
func ID(name string) func(*Visit) (int64, error) {
	return func(v *Visit) (int64, error) { return v.PathID(name) }
}

// ByID finds what get returns of a number in the path, see ID.
func ByID[T any](name string, get func(*Visit, int64) (T, error)) func(*Visit) (T, error) {
	return func(v *Visit) (found T, err error) {
		id, err := v.PathID(name)
		if err != nil {
			return found, err
		}
		return get(v, id)
	}
}

// Streamed returns the route with a body that is not parsed as a form before it is served.
func (r Route) Streamed() Route {
	r.streams = true
	return r
}

// Recent returns the route of an action that lets somebody in. Users who have not signed in within RecentSignIn are asked to do so again.
func (r Route) Recent() Route {
	r.letsIn = recent
	return r
}

// Proven returns the route of an action that lets somebody in, and asks for a proof itself.
func (r Route) Proven() Route {
	r.letsIn = proven
	return r
}

// LetsNobodyIn returns the route of an action after which nobody can do more than before.
func (r Route) LetsNobodyIn() Route {
	r.letsIn = nobody
	return r
}

// AsksAgain reports whether the route needs a recent sign-in, and whether it says so: a POST route without an answer is a mistake.
func (r Route) AsksAgain() (asks, said bool) {
	switch r.Allow {
	case shipment.Anyone, shipment.ReadOrders, shipment.WriteOrders, shipment.Operate:
		return r.letsIn == recent, true
	}
	return r.letsIn == recent, r.letsIn != unsaid || r.Method == http.MethodGet
}

// UpTo returns the route for bodies of up to maxBody bytes.
func (r Route) UpTo(maxBody int64) Route {
	r.maxBody = maxBody
	return r
}
