package web

import (
	"net/http"

	"waybill/internal/store/people"
)

// Route is a page, or an action on one. A path with {account} is of that account; a GET path ends in a slash only if
// it is the home of what is below it.
type Route struct {
	Method, Path string
	Allow        Permission
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

// Permission says who may use a route.
type Permission int

// The permissions.
const (
	Anyone        Permission = iota // also without a session
	SignedIn                        // every user
	ViewOrders                      // on the account of the page
	EditOrders                      // on the account of the page
	ManageAccount                   // on the account of the page
	Operate                         // works on the orders of all accounts
	Administer                      // also manages accounts, users, services, rules and partners
)

// Role is the role of a user in an account, or everywhere.
type Role string

// The roles.
const (
	Viewer        = Role(people.Viewer)
	Editor        = Role(people.Editor)
	Admin         = Role(people.AccountAdmin)
	Operator      = Role(people.Operator)
	OperatorAdmin = Role(people.OperatorAdmin)
)

// Allowed are the roles that have a permission.
var Allowed = map[Permission][]Role{
	ViewOrders:    {Viewer, Editor, Admin, Operator, OperatorAdmin},
	EditOrders:    {Editor, Admin, Operator, OperatorAdmin},
	ManageAccount: {Admin, OperatorAdmin},
	Operate:       {Operator, OperatorAdmin},
	Administer:    {OperatorAdmin},
}

// roleNames are the roles in words.
var roleNames = map[Role]string{
	Viewer: Key("Viewer"), Editor: Key("Editor"), Admin: Key("Administrator"),
	Operator: Key("Operator"), OperatorAdmin: Key("Operator administrator"),
}

// Get is the route of a page.
func Get(path string, allow Permission, serve func(*Visit) error) Route {
	return Route{Method: http.MethodGet, Path: path, Allow: allow, serve: serve}
}

// Post is the route of an action. The form that was sent is parsed before it is served.
func Post(path string, allow Permission, serve func(*Visit) error) Route {
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
	case Anyone, ViewOrders, EditOrders, Operate:
		return r.letsIn == recent, true
	}
	return r.letsIn == recent, r.letsIn != unsaid || r.Method == http.MethodGet
}

// UpTo returns the route for bodies of up to maxBody bytes.
func (r Route) UpTo(maxBody int64) Route {
	r.maxBody = maxBody
	return r
}
