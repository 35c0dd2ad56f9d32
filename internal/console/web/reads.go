package web

// Reading is the reading of what a page shows. After an error nothing more is read, so that the page looks at it once, at the end.
type Reading struct{ Err error }

// Read1 calls a function that reads something, unless there was an error. It returns what was found.
func Read1[A, T any](r *Reading, read func(A) (T, error), a A) (found T) {
	if r.Err == nil {
		found, r.Err = read(a)
	}
	return found
}

// Read2 is Read1 of a function with two arguments.
func Read2[A, B, T any](r *Reading, read func(A, B) (T, error), a A, b B) (found T) {
	if r.Err == nil {
		found, r.Err = read(a, b)
	}
	return found
}

// Read3 is Read1 of a function with three arguments.
func Read3[A, B, C, T any](r *Reading, read func(A, B, C) (T, error), a A, b B, c C) (found T) {
	if r.Err == nil {
		found, r.Err = read(a, b, c)
	}
	return found
}
