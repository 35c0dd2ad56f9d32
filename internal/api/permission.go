package api

import (
	"waybill/internal/store/masterdata"
)

// permission says who may call an operation. Others get errForbidden. The zero value is nobody.
type permission int

const (
	anyone       permission = iota + 1 // also without a key
	everyAccount                       // by a key, or as a user in the console
	operators                          // an operator's account: by a key, or as a user in the console
	// operatorUsers are users in the console alone. A key, also one of an operator's account, has no scopes yet, and an
	// administrator of its account can create it.
	operatorUsers
)

// has reports whether a caller has the permission.
func (p permission) has(c masterdata.Caller) bool {
	switch p {
	case anyone, everyAccount:
		return true
	case operators:
		return c.Operator
	case operatorUsers:
		return c.Operator && c.KeyID == 0
	}
	return false
}
