package shipment

import "slices"

// Role is the role of a person: in one account, or in all of them.
type Role string

// The roles. Those in an account may each do all that the one before may.
const (
	NoRole            Role = ""
	RoleViewer        Role = "viewer"         // in an account
	RoleEditor        Role = "editor"         // in an account: also creates and changes orders
	RoleAdmin         Role = "admin"          // in an account: also manages its users, keys, endpoints and settings
	RoleHub           Role = "hub"            // in all accounts: scans parcels in hubs, and sees no prices, keys and settings
	RoleOperator      Role = "operator"       // in all accounts: works on their orders
	RoleOperatorAdmin Role = "operator-admin" // in all accounts: also manages accounts, users, services, rules and partners
)

// AccountRoles are the roles in one account.
func AccountRoles() []string {
	return []string{string(RoleViewer), string(RoleEditor), string(RoleAdmin)}
}

// OperatorRoles are the roles in all accounts.
func OperatorRoles() []string {
	return []string{string(RoleHub), string(RoleOperator), string(RoleOperatorAdmin)}
}

// Permission is what a route needs: a scope of the key that calls the API, a role of the person who opens the page.
// The zero value is nobody's.
type Permission int

// The permissions.
const (
	Nobody   Permission = iota
	Anyone              // also without a key or a session, and with a key that has no scope
	SignedIn            // every person; no key
	ReadOrders
	WriteOrders
	PrintLabels
	WriteParcels
	SetWebhooks
	SetAccount
	Operate // works on the orders of all accounts; no key
	ReportTracking
	Administer
	ManageUsers // gives all rights, so no key that is limited to networks has it
	SetRules
	ReadAuditLog
	ReadFloor     // sees the parcels of all accounts in hubs
	ScanParcels   // in hubs
	ChangeParcels // of all accounts: as their shippers do, where they are, and what stops them
)

// permissions has the scope and the roles of each Permission. No key has one without a scope.
var permissions = map[Permission]struct {
	scope Scopes
	roles []Role
}{
	ReadOrders:     {ScopeOrdersRead, []Role{RoleViewer, RoleEditor, RoleAdmin, RoleOperator, RoleOperatorAdmin}},
	WriteOrders:    {ScopeOrdersWrite, []Role{RoleEditor, RoleAdmin, RoleOperator, RoleOperatorAdmin}},
	PrintLabels:    {ScopeLabels, []Role{RoleEditor, RoleAdmin, RoleOperator, RoleOperatorAdmin}},
	WriteParcels:   {ScopeParcelsWrite, []Role{RoleEditor, RoleAdmin, RoleOperator, RoleOperatorAdmin}},
	SetWebhooks:    {ScopeWebhooks, []Role{RoleAdmin, RoleOperatorAdmin}},
	SetAccount:     {ScopeAccount, []Role{RoleAdmin, RoleOperatorAdmin}},
	Operate:        {0, []Role{RoleOperator, RoleOperatorAdmin}},
	ReportTracking: {ScopeTrackingWrite, []Role{RoleOperator, RoleOperatorAdmin}},
	Administer:     {ScopeAdministration, []Role{RoleOperatorAdmin}},
	ManageUsers:    {ScopeUsers, []Role{RoleOperatorAdmin}},
	SetRules:       {ScopeRules, []Role{RoleOperatorAdmin}},
	ReadAuditLog:   {ScopeAudit, []Role{RoleOperatorAdmin}},
	ReadFloor:      {ScopeFloorRead, []Role{RoleHub, RoleOperator, RoleOperatorAdmin}},
	ScanParcels:    {ScopeFloorWrite, []Role{RoleHub, RoleOperator, RoleOperatorAdmin}},
	ChangeParcels:  {ScopeFloorWrite | ScopeTrackingWrite, []Role{RoleOperator, RoleOperatorAdmin}},
}

// Scope is the scope of the keys that have the permission, 0 if keys need none, or none has it.
func (p Permission) Scope() Scopes { return permissions[p].scope }

// Roles are the roles of the people who have the permission, from the least on. Those of Anyone and SignedIn are not listed.
func (p Permission) Roles() []Role { return permissions[p].roles }

// OfOperators reports whether only operators have the permission: people with a role in all accounts, and keys of an operator's account.
func (p Permission) OfOperators() bool {
	roles := p.Roles()
	return len(roles) > 0 && slices.Contains(OperatorRoles(), string(roles[0]))
}
