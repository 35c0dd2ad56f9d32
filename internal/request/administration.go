package request

import (
	"math"
	"time"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// AccountFilter selects accounts. Zero fields select all.
type AccountFilter struct {
	Search    string
	Suspended bool
}

// AccountQuery has the filters of the list of accounts.
var AccountQuery = Query[AccountFilter]{table: newTable(
	text("search", optional, maxName, "Whose name has this text, in any case, or whose id it is.",
		func(f *AccountFilter) *string { return &f.Search }),
	boolean("suspended", "Only suspended accounts.", func(f *AccountFilter) *bool { return &f.Suspended }),
)}

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
			"To give this right needs a key with the scope users.", func(a *Account) *bool { return &a.Operator }),
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
		choice(roleField, optional, shipment.AccountRoles(), "Role in the account.",
			func(u *User) *string { return &u.Role }))...).also(checkUser)
	// ChangeUser is the body of a request that changes a user.
	ChangeUser = newChange(userColumns(optional)...)
	// SetMember is the body of a request that gives a user a role in an account.
	SetMember = newBody(
		choice(roleField, required, shipment.AccountRoles(), "Role in the account.", func(m *Member) *string { return &m.Role }))
)

const (
	accountField = "account_id"
	roleField    = "role"
)

func userColumns(name presence) []column[User] {
	return []column[User]{
		text("name", name, maxName, "Name of the person.", func(u *User) *string { return &u.Name }),
		choice("operator_role", optional, shipment.OperatorRoles(),
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

// PartnerSettings are the settings of a partner that is reached through an adapter.
type PartnerSettings struct {
	Name, BaseURL  string
	Concurrency    int64
	Timeout        time.Duration
	PrivateNetwork bool
}

func partnerURL(p presence) column[PartnerSettings] {
	return text("base_url", p, MaxURL, "URL of its adapter.", func(s *PartnerSettings) *string { return &s.BaseURL })
}

var (
	partnerConcurrency = bind(field("concurrency", optional, Type{Name: TypeInteger, Min: 1, Max: 1000}, "Calls at once, at most. Default 8."),
		readInteger, func(s *PartnerSettings) *int64 { return &s.Concurrency })
	partnerTimeout = duration("timeout", "What one call may take, from 100ms to 5m. Default 10s.",
		func(s *PartnerSettings) *time.Duration { return &s.Timeout })
	partnerPrivate = boolean("private_network", "Whether the adapter may have an address in a private network, and no TLS. "+
		"To allow it, and to change the URL then, needs a key with the scope users.", func(s *PartnerSettings) *bool { return &s.PrivateNetwork })

	// CreatePartner is the body of a request that creates a partner.
	CreatePartner = newBody(
		text("name", required, textMax, "As services name it: a small letter, then up to 31 small letters, digits and -.",
			func(s *PartnerSettings) *string { return &s.Name }),
		partnerURL(required), partnerConcurrency, partnerTimeout, partnerPrivate,
	).withDefaults(PartnerSettings{Concurrency: shipment.PartnerConcurrency, Timeout: shipment.PartnerTimeout})
	// ChangePartner is the body of a request that changes a partner. Services and orders have its name.
	ChangePartner = newChange(partnerURL(optional), partnerConcurrency, partnerTimeout, partnerPrivate).
			refusing(problem.FinalOfPartner, "name")
	// RotatePartner is the body of a request that gives a partner a new secret: for how long the old one is valid, too.
	RotatePartner = newBody(
		duration("overlap", "For how long the old secret is valid, too, at most 720h. Default 24h; 0s if it was stolen.",
			func(overlap *time.Duration) *time.Duration { return overlap }),
	).withDefaults(24 * time.Hour)
)

// duration is a length of time as text, to the millisecond.
func duration[T any](name, about string, at func(*T) *time.Duration) column[T] {
	return bind(field(name, optional, Type{Name: TypeText, MaxLength: 30}, about), readDuration, at)
}

func readDuration(v Value, f *Field) (time.Duration, Messages) {
	s, problems := readText(v, f)
	if problems != nil || s == "" {
		return 0, problems
	}
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, Messages{problem.NotDuration}
	}
	return d.Truncate(time.Millisecond), nil
}
