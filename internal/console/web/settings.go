package web

import (
	"errors"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// settingTexts say what a field that an operator sets must be.
var settingTexts = map[string]string{
	"name":                  Key("Enter 1 to 100 characters."),
	"tracking_prefix":       Key("Enter 2 to 4 capital letters, such as AX."),
	"rate_limit":            Key("Enter a number of requests, 0 or more."),
	"rate_burst":            Key("Enter a number of requests, 0 or more. It needs a rate."),
	"erase_after_days":      Key("Enter a number of days from 8 to 36,500."),
	"delete_after_days":     Key("Enter a number of days from 8 to 36,500, not before personal data are erased."),
	"concurrency":           Key("Enter a number from 1 to 1,000."),
	"timeout":               Key("Enter a number of seconds from 0.1 to 300."),
	"url":                   Key("Enter an address such as https://adapter.example.com/waybill."),
	"allow_private_network": Key("Without https the network can read the orders. It is allowed in a private network only."),
	"partner":               Key("Choose a partner that is not disabled."),
	"category":              Key("Choose pickup or drop-off."),
	"id":                    Key("Enter a positive number that no service has, or none."),
	"role":                  Key("Choose a role of the list."),
	"operator_role":         Key("Choose a role of the list."),
	"note":                  Key("Write at most %d characters on one line."),
	"message":               Key("Write at most %d characters on one line."),
	"hawb":                  Key("At most %d letters, digits and signs without accents."),
}

// FailField says in a form what a field must be.
func (v *Visit) FailField(f *Form, field string) {
	switch field {
	case "note", "message":
		f.Fail(field, v.T(settingTexts[field], shipment.MaxNote))
	case "hawb":
		f.Fail("hawb_no", v.T(settingTexts[field], shipment.MaxHAWBNo))
	default:
		f.Fail(field, v.T(settingTexts[field]))
	}
}

// FailSetting puts the error of a field that an operator sets in a form. It returns other errors.
func (v *Visit) FailSetting(f *Form, err error) error {
	field, ok := errors.AsType[*masterdata.FieldError](err)
	switch {
	case errors.Is(err, store.ErrNameTaken):
		f.Fail("name", v.T("This name is in use: choose another one."))
	case !ok:
		return err
	case field.Field == "message" && f.Value("message") == "":
		f.Fail("message", v.T("Say why: the shipper reads it."))
	default:
		v.FailField(f, field.Field)
	}
	return nil
}
