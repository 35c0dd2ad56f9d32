package engine

import "strings"

// Where is the text and the arguments of a WHERE clause. $1 is the account.
type Where struct {
	From       string // the table, or tables that are joined
	Text       string
	Args       []any
	Conditions int    // in text
	Order      string // newest first, by the index that serves the filter
	None       bool   // no row can match
}

// Add appends a condition, with ? for each argument.
func (w *Where) Add(condition string, args ...any) {
	for _, arg := range args {
		w.Args = append(w.Args, arg)
		condition = strings.Replace(condition, "?", Param(len(w.Args)), 1)
	}
	if w.Text != "" {
		w.Text += " AND "
	}
	w.Text += condition
	w.Conditions++
}

// AddEither appends one of two conditions, by what is asked; nil: nothing is.
func (w *Where) AddEither(asked *bool, yes, no string, args ...any) {
	if asked != nil {
		w.Add(map[bool]string{true: yes, false: no}[*asked], args...)
	}
}

// AddIf is Add for a condition that was asked for.
func (w *Where) AddIf(asked bool, condition string, args ...any) {
	if asked {
		w.Add(condition, args...)
	}
}
