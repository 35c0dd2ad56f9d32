package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"waybill/internal/admission"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/users"
)

var (
	errSignedOut   = errors.New("the user is not signed in")
	errNotRecent   = errors.New("the user signed in too long ago")
	errCrossOrigin = errors.New("the form is of another origin")
)

// refusalError is a page that the user may not use.
type refusalError struct{ needed shipment.Permission }

func (*refusalError) Error() string { return "the user does not have the permission" }

// BadFormError is a form that cannot be read.
type BadFormError struct{ Cause error }

func (e *BadFormError) Error() string { return "read a form: " + e.Cause.Error() }
func (e *BadFormError) Unwrap() error { return e.Cause }

// NoticeError is an error that a page shows as it is, with a status.
type NoticeError struct {
	Status      int
	Title, Text string // in the user's language
}

func (n *NoticeError) Error() string { return n.Text }

// Notice returns a *NoticeError.
func Notice(status int, title, text string) *NoticeError { return &NoticeError{status, title, text} }

// NotDone is the error of an action that was refused, for a reason.
func (v *Visit) NotDone(status int, reason string) *NoticeError {
	return &NoticeError{status, v.T("This was not done"), reason}
}

// tooMany is the notice to users who have used up a budget.
func (v *Visit) tooMany(after time.Duration) *NoticeError {
	seconds := int((after + time.Second - 1) / time.Second)
	v.Writer.Header().Set("Retry-After", strconv.Itoa(seconds))
	text := v.T("Nothing was done. Try again in %d seconds.", seconds)
	if after > time.Minute {
		text = v.T("Nothing was done. Try again in %d minutes.", (seconds+59)/60)
	}
	return &NoticeError{http.StatusTooManyRequests, v.T("This was done too often"), text}
}

// fail shows an error as a page. What is not the user's doing goes to the log.
func (v *Visit) fail(err error) {
	if errors.Is(err, errSignedOut) && v.Request.Method == http.MethodGet {
		_ = v.Redirect(SignInPath + "?next=" + url.QueryEscape(v.Request.URL.RequestURI())) // it has no error
		return
	}
	n := v.noticeOf(err)
	busy := n.Status == http.StatusServiceUnavailable && !errors.Is(err, store.ErrUnavailable) // the line of the request says it
	if n.Status >= http.StatusInternalServerError && !busy {
		v.Console.Log.ErrorContext(v.Request.Context(), "show a page of the console", "path", v.Request.URL.Path, "error", err,
			"request_id", v.Console.RequestID(v.Request.Context()))
	}
	again := errors.Is(err, errNotRecent)
	signedOut := again || errors.Is(err, errSignedOut)
	data := map[string]any{"Title": n.Title, "Text": n.Text, "SignedOut": signedOut, "Again": again, "ID": ""}
	if signedOut && v.keeps() {
		v.NoStore() // the form may have secrets
		data["Kept"] = v.Request.PostForm
		kept := v.T("Nothing was changed, and this page keeps what you typed. Sign in in the window that opens, then send it again here.")
		if data["Text"] = kept; again {
			data["Text"] = n.Text + " " + kept
		}
	}
	if n.Status >= http.StatusInternalServerError {
		data["ID"] = v.Console.RequestID(v.Request.Context())
	}
	_ = v.Render(n.Status, "error.html", data) // a client that has gone away is not an error
}

// maxKept is how many bytes of a form are kept in the page of a user who is signed out: an order of 200 items has fewer.
const maxKept = 512 << 10

// keeps reads the form that was sent without a session, without passwords, for the page to send it again. The server stores
// nothing of it. It reports false for a form with files, and for one that is too large.
func (v *Visit) keeps() bool {
	length := v.Request.ContentLength
	if v.Request.Method != http.MethodPost || length <= 0 || length > maxKept {
		return false
	}
	// A quote has one byte in the form, and five in the page.
	if v.Console.Charge(v.Request.Context(), 8*length) != nil || v.Request.ParseForm() != nil {
		return false
	}
	for name := range v.Request.PostForm {
		if name == "current" || strings.HasSuffix(name, "password") {
			v.Request.PostForm.Del(name)
		}
	}
	return len(v.Request.PostForm) > 0
}

// noticeOf returns the notice that the user sees of an error.
func (v *Visit) noticeOf(err error) *NoticeError {
	if n, ok := errors.AsType[*NoticeError](err); ok {
		return n
	}
	if r, ok := errors.AsType[*refusalError](err); ok {
		needed := v.T(RoleWords[string(r.needed.Roles()[0])])
		return Notice(http.StatusForbidden, v.T("You may not do this"), v.T("It needs the role %s. An administrator can give it to you.", needed))
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return Notice(http.StatusRequestEntityTooLarge, v.T("This is too large"),
			v.T("What was sent is larger than this page accepts. Nothing was changed. Go back and send less at once."))
	}
	if _, ok := errors.AsType[*BadFormError](err); ok {
		return Notice(http.StatusBadRequest, v.T("The form could not be read"),
			v.T("Nothing was changed. Go back, load the page again, and send the form again."))
	}
	if many, ok := errors.AsType[*users.TooManyError](err); ok {
		return v.tooMany(many.After)
	}
	switch {
	case errors.Is(err, errSignedOut):
		return Notice(http.StatusUnauthorized, v.T("You are signed out"),
			v.T("Nothing was changed. Sign in in the window that opens, then go back in this one and send it again."))
	case errors.Is(err, errNotRecent):
		return Notice(http.StatusForbidden, v.T("Confirm that it is you"),
			v.T("You signed in more than %d minutes ago, and this decides who gets in. Sign in again, then send it again.",
				int(RecentSignIn/time.Minute)))
	case errors.Is(err, errCrossOrigin):
		return Notice(http.StatusForbidden, v.T("This came from another site"),
			v.T("The form was not sent by a page of Waybill, so nothing was changed. Open the page here and try again."))
	case errors.Is(err, store.ErrNotFound):
		return Notice(http.StatusNotFound, v.T("There is no such page"),
			v.T("It may have been deleted, or you may not see it. Check the address, or search for what you need."))
	case errors.Is(err, store.ErrUnconfirmed):
		return Notice(http.StatusServiceUnavailable, v.T("It is not known whether this was done"),
			v.T("The database did not confirm it in time. Look whether it was done before you try again."))
	case errors.Is(err, admission.ErrBusy), errors.Is(err, store.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		return &NoticeError{http.StatusServiceUnavailable, v.T("Waybill is busy"), v.T("Nothing is lost. Try again in a few seconds.")}
	}
	return Notice(http.StatusInternalServerError, v.T("Something went wrong"),
		v.T("Your orders are safe. Look whether your last action was done before you try again. If it goes on, give your operator this number:"))
}
