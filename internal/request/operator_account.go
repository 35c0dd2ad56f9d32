package request

import (
	"math"
	"net/url"
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
