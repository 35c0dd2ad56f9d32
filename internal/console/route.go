package console

import "waybill/internal/store"

// route is a page, or an action on one. A path with {account} is of that account; a GET path ends in a slash only if
// it is the home of what is below it.
type route struct {
	method, path string
	allow        permission
	serve        func(*visit) error
	maxBody      int64 // bytes; 0: maxForm
}

// permission says who may use a route.
type permission int

const (
	anyone        permission = iota // also without a session
	signedIn                        // every user
	viewOrders                      // on the account of the page
	editOrders                      // on the account of the page
	manageAccount                   // on the account of the page
	operate                         // works on the orders of all accounts
	administer                      // also manages accounts, users, services, rules and partners
)

// role is what a user is in an account, or everywhere.
type role string

// The roles.
const (
	viewer        = role(store.Viewer)
	editor        = role(store.Editor)
	admin         = role(store.AccountAdmin)
	operator      = role(store.Operator)
	operatorAdmin = role(store.OperatorAdmin)
)

// allowed are the roles that have a permission.
var allowed = map[permission][]role{
	viewOrders:    {viewer, editor, admin, operator, operatorAdmin},
	editOrders:    {editor, admin, operator, operatorAdmin},
	manageAccount: {admin, operatorAdmin},
	operate:       {operator, operatorAdmin},
	administer:    {operatorAdmin},
}

// roleNames are the roles in words.
var roleNames = map[role]string{
	viewer: key("Viewer"), editor: key("Editor"), admin: key("Administrator"),
	operator: key("Operator"), operatorAdmin: key("Operator administrator"),
}
