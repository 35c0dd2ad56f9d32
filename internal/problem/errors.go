package problem

// FieldError refuses what somebody entered for a field.
type FieldError struct {
	Field  string // such as rate_limit; "": all of it
	Reason Message
}

func (e *FieldError) Error() string { return e.Field + ": " + e.Reason.String() }

// Wrong returns a *FieldError.
func Wrong(field string, reason Message) error { return &FieldError{field, reason} }

// RefusedURLError says why no event can ever be sent to the URL of an endpoint.
type RefusedURLError struct {
	URL    string
	Reason Message
}

func (e *RefusedURLError) Error() string { return e.Reason.String() }

// Unwrap returns it as the error of the field url.
func (e *RefusedURLError) Unwrap() error { return Wrong("url", e.Reason) }
