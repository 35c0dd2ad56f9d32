package console

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"waybill/internal/admission"
	"waybill/internal/store"
)

var (
	errSignedOut   = errors.New("the user is not signed in")
	errCrossOrigin = errors.New("the form is of another origin")
)

// refusalError is a page that the user may not use.
type refusalError struct{ needed permission }

func (*refusalError) Error() string { return "the user does not have the permission" }

// badFormError is a form that cannot be read.
type badFormError struct{ cause error }

func (e *badFormError) Error() string { return "read a form: " + e.cause.Error() }
func (e *badFormError) Unwrap() error { return e.cause }

// notice is an error that a page shows as it is, with a status.
type notice struct {
	status      int
	title, text string // in the user's language
}

func (n *notice) Error() string { return n.text }

// fail shows an error as a page. What is not the user's doing goes to the log.
func (v *visit) fail(err error) {
	if errors.Is(err, errSignedOut) && v.r.Method == http.MethodGet {
		_ = v.redirect(signIn + "?next=" + url.QueryEscape(v.r.URL.RequestURI())) // it has no error
		return
	}
	n := v.noticeOf(err)
	if n.status >= http.StatusInternalServerError {
		v.console.Log.ErrorContext(v.r.Context(), "show a page of the console", "path", v.r.URL.Path, "error", err,
			"request_id", v.console.RequestID(v.r.Context()))
	}
	data := map[string]any{"Title": n.title, "Text": n.text, "SignedOut": errors.Is(err, errSignedOut), "ID": ""}
	if n.status >= http.StatusInternalServerError {
		data["ID"] = v.console.RequestID(v.r.Context())
	}
	_ = v.render(n.status, "error.html", data) // a client that has gone away is not an error
}

// noticeOf is what the user sees of an error.
func (v *visit) noticeOf(err error) *notice {
	if n, ok := errors.AsType[*notice](err); ok {
		return n
	}
	if r, ok := errors.AsType[*refusalError](err); ok {
		needed := v.t(roleNames[allowed[r.needed][0]])
		return &notice{
			http.StatusForbidden, v.t("You may not do this"), v.t("It needs the role %s. An administrator can give it to you.", needed),
		}
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return &notice{
			http.StatusRequestEntityTooLarge, v.t("This is too large"),
			v.t("What was sent is larger than this page accepts. Nothing was changed. Go back and send less at once."),
		}
	}
	if _, ok := errors.AsType[*badFormError](err); ok {
		return &notice{
			http.StatusBadRequest, v.t("The form could not be read"),
			v.t("Nothing was changed. Go back, load the page again, and send the form again."),
		}
	}
	switch {
	case errors.Is(err, errSignedOut):
		return &notice{
			http.StatusUnauthorized, v.t("You are signed out"),
			v.t("Nothing was changed. Sign in in another tab, then go back in this one: what you typed is still there."),
		}
	case errors.Is(err, errCrossOrigin):
		return &notice{
			http.StatusForbidden, v.t("This came from another site"),
			v.t("The form was not sent by a page of Waybill, so nothing was changed. Open the page here and try again."),
		}
	case errors.Is(err, store.ErrNotFound):
		return &notice{
			http.StatusNotFound, v.t("There is no such page"),
			v.t("It may have been deleted, or you may not see it. Check the address, or search for what you need."),
		}
	case errors.Is(err, store.ErrUnconfirmed):
		return &notice{
			http.StatusServiceUnavailable, v.t("It is not known whether this was done"),
			v.t("The database did not confirm it in time. Look whether it was done before you try again."),
		}
	case errors.Is(err, admission.ErrBusy), errors.Is(err, store.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		return &notice{http.StatusServiceUnavailable, v.t("Waybill is busy"), v.t("Nothing is lost. Try again in a few seconds.")}
	}
	return &notice{
		http.StatusInternalServerError, v.t("Something went wrong"),
		v.t("Your orders are safe. Look whether your last action was done before you try again. If it goes on, give your operator this number:"),
	}
}
