package request

import "fmt"

// The messages of Django REST framework, as clients of the API know them.
var (
	msgRequired    = Messages{"This field is required."}
	msgNull        = Messages{"This field may not be null."}
	msgBlank       = Messages{"This field may not be blank."}
	msgNotString   = Messages{"Not a valid string."}
	msgNotNumber   = Messages{"A valid number is required."}
	msgNotInteger  = Messages{"A valid integer is required."}
	msgNotBoolean  = Messages{"Must be a valid boolean."}
	msgNotDate     = Messages{"Date has wrong format. Use one of these formats instead: YYYY-MM-DD."}
	msgNotMoment   = Messages{"Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]."}
	msgNotEmail    = Messages{"Enter a valid email address."}
	msgNotPhone    = Messages{"Enter a valid phone number: a plus sign, the country code and 7 to 15 digits in all."}
	msgNotLocal    = Messages{"Enter a valid phone number: 6 to 15 digits, with or without a leading plus sign."}
	msgNotTracking = Messages{"Enter 6 to 40 letters, digits or hyphens."}
	msgNotHSCode   = Messages{"Enter an HS code: 6 to 10 digits. Dots and spaces are left out."}
	msgReserved    = Messages{"This tracking number is reserved."}
	msgNotUnique   = Messages{"This field must be unique."}
)

const (
	textNoData    = "No data provided"
	textEmptyList = "This list may not be empty."
	textNUL       = "Null characters are not allowed."
	textFurther   = "Further problems of this request are not listed."
)

func msgChoice(sent string) Messages {
	return Messages{`"` + sent + `" is not a valid choice.`}
}

func textTooMany(limit int64) string {
	return fmt.Sprintf("Ensure this field has no more than %d elements.", limit)
}

func textNotList(v Value) string {
	return `Expected a list of items but got type "` + v.TypeName() + `".`
}

func textNotObject(v Value) string {
	return "Invalid data. Expected a dictionary, but got " + v.TypeName() + "."
}
