package shell

import (
	"waybill/internal/store/masterdata"
)

// Permission says who may call an operation. Others get ErrForbidden. The zero value is nobody.
type Permission int

// The permissions.
const (
	Anyone       Permission = iota + 1 // also without a key
	EveryAccount                       // by a key, or as a user in the console
	Operators                          // an operator's account: by a key, or as a user in the console
	// OperatorUsers are users in the console alone. A key, also one of an operator's account, has no scopes yet, and an
	// administrator of its account can create it.
	OperatorUsers
)

// has reports whether a caller has the permission.
func (p Permission) has(c masterdata.Caller) bool {
	switch p {
	case Anyone, EveryAccount:
		return true
	case Operators:
		return c.Operator
	case OperatorUsers:
		return c.Operator && c.KeyID == 0
	}
	return false
}
