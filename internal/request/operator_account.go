package request

import (
	"math"
	"net/url"

	"waybill/internal/problem"
)

// AccountFilter selects accounts. Zero fields select all.
type AccountFilter struct {
	Search    string
	Suspended bool
}

var accountFilters = newTable(
	text("search", optional, maxName, "Whose name has this text, in any case, or whose id it is.",
		func(f *AccountFilter) *string { return &f.Search }),
	boolean("suspended", "Only suspended accounts.", func(f *AccountFilter) *bool { return &f.Suspended }),
)

// AccountFilters are the parameters of the list of accounts.
func AccountFilters() []Field { return accountFilters.fields() }

// ReadAccountFilter reads the filter of a list of accounts.
func ReadAccountFilter(query url.Values) (f AccountFilter, problems Problems) {
	problems = accountFilters.read(queryValues(query), &f)
	return f, problems
}

// maxPrefix is the most letters that tracking numbers start with.
const maxPrefix = 4

// Account has the settings of an account that an operator decides about.
type Account struct {
	Name, TrackingPrefix            string
	RateLimit                       int
	RateBurst                       *int // nil: it was not sent
	EraseAfterDays, DeleteAfterDays int
	Operator                        bool
}

var (
	// CreateAccount is the body of a request that creates an account.
	CreateAccount = newBody(append(accountColumns(required),
		text("tracking_prefix", optional, maxPrefix,
			"2 to 4 capital letters that its tracking numbers start with, default WB. They cannot be changed.",
			func(a *Account) *string { return &a.TrackingPrefix }))...)
	// ChangeAccount is the body of a request that changes an account.
	ChangeAccount = newChange(accountColumns(optional)...)
)

func accountColumns(name presence) []column[Account] {
	return []column[Account]{
		text("name", name, maxName, "No two accounts have the same.", func(a *Account) *string { return &a.Name }),
		bind(countField("rate_limit", "Requests a second for each of its keys; 0 is the server's default."), readCount,
			func(a *Account) *int { return &a.RateLimit }),
		bind(countField("rate_burst", "Requests at once; 0, and a new rate limit without it, are twice the rate limit."), readCountIfSent,
			func(a *Account) **int { return &a.RateBurst }),
		bind(countField("erase_after_days",
			"So many days after their last change, erase the personal data of orders that have ended; 0 is never."), readCount,
			func(a *Account) *int { return &a.EraseAfterDays }),
		bind(countField("delete_after_days", "So many days after their last change, delete orders that have ended; 0 is never."),
			readCount, func(a *Account) *int { return &a.DeleteAfterDays }),
		boolean("operator", "Whether its keys may work on the orders of all accounts, and administer the service, as their scopes say. "+
			"To give this right needs a key with every scope.", func(a *Account) *bool { return &a.Operator }),
	}
}

func countField(name, about string) Field {
	return field(name, optional, Type{Name: TypeInteger, Max: math.MaxInt32}, about)
}

func readCount(v Value, f *Field) (int, Messages) {
	n, problems := readInteger(v, f)
	return int(n), problems
}

func readCountIfSent(v Value, f *Field) (*int, Messages) {
	n, problems := readCount(v, f)
	return &n, problems
}

// User is a person whom an operator lets in to the console, or changes.
type User struct {
	Email, Name, OperatorRole string
	AccountID                 int64 // that Role is for; 0: none
	Role                      string
}

// Member is the role of a person in an account.
type Member struct{ Role string }

// maxEmail is the most characters of an e-mail address.
const maxEmail = 254

var (
	// CreateUser is the body of a request that lets a person in.
	CreateUser = newBody(append(userColumns(required),
		text("email", required, maxEmail, "No two users have the same.", func(u *User) *string { return &u.Email }),
		bind(field(accountField, optional, Type{Name: TypeInteger, Min: 1, Max: math.MaxInt64}, "The account that `role` is for."), readInteger,
			func(u *User) *int64 { return &u.AccountID }),
		choice(roleField, optional, accountRoles, "Role in the account.", func(u *User) *string { return &u.Role }))...).also(checkUser)
	// ChangeUser is the body of a request that changes a user.
	ChangeUser = newChange(userColumns(optional)...)
	// SetMember is the body of a request that gives a user a role in an account.
	SetMember = newBody(choice(roleField, required, accountRoles, "Role in the account.", func(m *Member) *string { return &m.Role }))
)

var accountRoles = []string{"viewer", "editor", "admin"}

const (
	accountField = "account_id"
	roleField    = "role"
)

func userColumns(name presence) []column[User] {
	return []column[User]{
		text("name", name, maxName, "Name of the person.", func(u *User) *string { return &u.Name }),
		choice("operator_role", optional, []string{"operator", "operator-admin"},
			"Role in all accounts: `operator` for their orders, `operator-admin` also for accounts, users and partners. Null is none.",
			func(u *User) *string { return &u.OperatorRole }),
	}
}

// checkUser refuses an account without a role, and a role without an account.
func checkUser(_ *Form, u *User, problems Problems) Problems {
	switch {
	case problems != nil:
	case u.AccountID != 0 && u.Role == "":
		return Problems{{roleField, Messages{problem.Required}}}
	case u.AccountID == 0 && u.Role != "":
		return Problems{{accountField, Messages{problem.Required}}}
	}
	return problems
}
