package request

import (
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
var AccountQuery = Query[AccountFilter]{table: tableOf[AccountFilter]("list_accounts")}

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
	CreateAccount = bodyOf[Account]("create_account")
	// ChangeAccount is the body of a request that changes an account.
	ChangeAccount = changeOf[Account]("change_account")
)

// User is a person whom an operator lets in to the console, or changes.
type User struct {
	Email, Name, OperatorRole string
	AccountID                 int64 // that Role is for; 0: none
	Role                      string
}

// Member is the role of a person in an account.
type Member struct{ Role string }

var (
	// CreateUser is the body of a request that lets a person in.
	CreateUser = bodyOf[User]("create_user").also(checkUser)
	// ChangeUser is the body of a request that changes a user.
	ChangeUser = changeOf[User]("change_user")
	// SetMember is the body of a request that gives a user a role in an account.
	SetMember = bodyOf[Member]("set_member")
)

const (
	accountField = "account_id"
	roleField    = "role"
)

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

var (
	// CreatePartner is the body of a request that creates a partner.
	CreatePartner = bodyOf[PartnerSettings]("create_partner").
			withDefaults(PartnerSettings{Concurrency: shipment.PartnerConcurrency, Timeout: shipment.PartnerTimeout})
	// ChangePartner is the body of a request that changes a partner. Services and orders have its name.
	ChangePartner = changeOf[PartnerSettings]("change_partner").refusing(problem.FinalOfPartner, "name")
	// RotatePartner is the body of a request that gives a partner a new secret: for how long the old one is valid, too.
	RotatePartner = bodyOf[time.Duration]("rotate_partner").withDefaults(24 * time.Hour)
)

// readDuration reads a length of time, to the millisecond.
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
