package web

import (
	"errors"

	"waybill/internal/problem"
	"waybill/internal/store"
)

// Refuse adds a problem to a field, or to the whole form if it is "", in the user's words with the label of the field.
func (v *Visit) Refuse(f *Form, field string, reason problem.Message) {
	f.say = v.Words().Say
	f.problems[field] = append(f.problems[field], reason)
}

// RefuseSetting puts the error of a field that an operator sets in a form. It returns other errors.
func (v *Visit) RefuseSetting(f *Form, err error) error {
	wrong, ok := errors.AsType[*problem.FieldError](err)
	switch {
	case errors.Is(err, store.ErrNameTaken):
		v.Refuse(f, "name", problem.NameTaken)
	case !ok:
		return err
	case wrong.Field == "hawb":
		v.Refuse(f, "hawb_no", wrong.Reason)
	default:
		v.Refuse(f, wrong.Field, wrong.Reason)
	}
	return nil
}
