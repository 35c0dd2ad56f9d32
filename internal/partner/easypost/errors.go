package easypost

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	easypost "github.com/EasyPost/easypost-go/v5"

	"waybill/internal/partner"
)

// verdict is what an error means for whoever asked.
type verdict int

const (
	verdictNone      verdict = iota // no error
	verdictUnclear                  // what was asked may have been done
	verdictFailed                   // EasyPost has failed, and does not say how far it got
	verdictTemporary                // nothing was done, and may be later
	verdictRefused                  // nothing was done, and never will be
	verdictMissing                  // there is no such shipment
	verdictBought                   // the shipment has postage already
)

// codes are those of EasyPost's error codes that mean something else than their status does:
// https://docs.easypost.com/docs/errors. A carrier that does not answer in time may have sold
// the postage all the same.
var codes = map[string]verdict{
	"SHIPMENT.POSTAGE.EXISTS":               verdictBought,
	"SHIPMENT.PURCHASE.IN_PROGRESS":         verdictUnclear,
	"SHIPMENT.POSTAGE.NO_RESPONSE":          verdictUnclear,
	"SHIPMENT.POSTAGE.TIMED_OUT":            verdictUnclear,
	"REFUND.NO_RESPONSE":                    verdictUnclear,
	"ADDRESS.VERIFY.UNAVAILABLE":            verdictTemporary,
	"SHIPMENT.RATES.UNAVAILABLE":            verdictTemporary,
	"SHIPMENT.MISSING_RATE":                 verdictTemporary, // the next attempt asks for new ones
	"SHIPMENT.RATE.EXPIRED":                 verdictTemporary,
	"SHIPMENT.RATE.CARRIER_ACCOUNT_INVALID": verdictTemporary,
	"RATE_LIMITED":                          verdictTemporary,
}

// statuses are what HTTP statuses mean. That the account is locked or has no money left is
// the operator's to mend, and not the order's fault.
var statuses = map[int]verdict{
	http.StatusBadRequest:          verdictRefused,
	http.StatusUnauthorized:        verdictTemporary,
	http.StatusPaymentRequired:     verdictTemporary,
	http.StatusForbidden:           verdictTemporary,
	http.StatusNotFound:            verdictMissing,
	http.StatusUnprocessableEntity: verdictRefused,
	http.StatusTooManyRequests:     verdictTemporary,
	http.StatusInternalServerError: verdictFailed,
	http.StatusBadGateway:          verdictFailed,
	http.StatusServiceUnavailable:  verdictFailed,
	http.StatusGatewayTimeout:      verdictFailed,
}

// judge says what an error of the library means. An answer without a code of EasyPost's is
// not EasyPost's: something on the way answered in its place, and proves nothing.
func judge(err error) verdict {
	if err == nil {
		return verdictNone
	}
	if isDialError(err) {
		return verdictTemporary
	}
	answer, ok := errors.AsType[*easypost.APIError](err)
	if !ok || answer.Code == "" || answer.Code == easypost.ApiErrorDetailsParsingError {
		return verdictUnclear
	}
	if meaning, known := codes[answer.Code]; known {
		return meaning
	}
	if meaning, known := statuses[answer.StatusCode]; known {
		return meaning
	}
	return verdictUnclear
}

// notBought classifies an error before anything is bought: what EasyPost has not done for
// whatever reason may be tried again.
func (c *Client) notBought(err error) error {
	switch judge(err) {
	case verdictRefused:
		return c.refusal(err)
	case verdictTemporary, verdictFailed:
		return c.later(err)
	}
	return c.failed("prepare the order at EasyPost", err)
}

// atBuying classifies an error of a purchase: one that EasyPost has failed at may have been
// made.
func (c *Client) atBuying(err error) error {
	switch judge(err) {
	case verdictRefused:
		return c.refusal(err)
	case verdictTemporary:
		return c.later(err)
	}
	return c.failed("buy postage at EasyPost", err)
}

// refusal is EasyPost's no, in its own words.
func (c *Client) refusal(err error) error {
	answer, ok := errors.AsType[*easypost.APIError](err)
	if !ok {
		return &partner.RefusedError{Message: "EasyPost refused the order."}
	}
	parts := []string{words(answer.Message)}
	fields, _ := answer.Errors.([]any)
	for _, f := range fields[:min(len(fields), maxNoted)] {
		if field, structured := f.(*easypost.FieldError); structured {
			parts = append(parts, strings.TrimPrefix(field.Field+": "+words(field.Message), ": "))
		} else {
			parts = append(parts, fmt.Sprint(f))
		}
	}
	return &partner.RefusedError{Message: brief(c.withoutKey("EasyPost refused: " + strings.Join(parts, "; ")))}
}

// words is a message, which EasyPost mostly sends as a text.
func words(message any) string {
	if message == nil {
		return "no reason is given"
	}
	return fmt.Sprint(message)
}

// later is a temporary error in words that are fit for a shipper. What is wrong with the
// account is for the operator, who reads it in the exchange.
func (c *Client) later(err error) error {
	if isDialError(err) {
		return &partner.TemporaryError{Message: "EasyPost cannot be reached at present."}
	}
	return &partner.TemporaryError{Message: "EasyPost is not able to take the order at present."}
}

// failed says what was being done when an error came. It shows neither the key nor the
// error's own chain of words, but errors.Is sees through it.
func (c *Client) failed(doing string, err error) error {
	if kept(err) {
		return err
	}
	return &failure{doing + ": " + c.withoutKey(err.Error()), err}
}

// kept reports whether an error is one of the partner interface's own.
func kept(err error) bool {
	_, refused := errors.AsType[*partner.RefusedError](err)
	_, temporary := errors.AsType[*partner.TemporaryError](err)
	return refused || temporary
}

type failure struct {
	text  string
	cause error
}

func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.cause }

// maxMessage is how many bytes of EasyPost's words a shipper is told.
const maxMessage = 1000

// brief is the beginning of a text.
func brief(text string) string {
	return strings.ToValidUTF8(text[:min(len(text), maxMessage)], "") // without half a character at the end
}

// withoutKey takes the account's key out of a text.
func (c *Client) withoutKey(text string) string {
	return partner.Clip(strings.ReplaceAll(text, c.APIKey, redacted))
}
