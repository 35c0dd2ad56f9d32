package easypost

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	easypost "github.com/EasyPost/easypost-go/v5"

	"waybill/internal/netguard"
	"waybill/internal/partner"
	"waybill/internal/shipment"
)

// verdict is the meaning of an error.
type verdict int

const (
	verdictNone      verdict = iota // no error
	verdictUnclear                  // the operation may have been done
	verdictFailed                   // EasyPost failed, and the operation may have been done in part
	verdictTemporary                // nothing was done; a later attempt may succeed
	verdictRefused                  // nothing was done; no attempt will succeed
	verdictMissing                  // there is no such shipment
	verdictBought                   // the shipment has postage already
)

// codes are the error codes of EasyPost that mean something else than their HTTP status:
// https://docs.easypost.com/docs/errors. A carrier that does not respond in time may have sold the postage
// all the same.
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

// statuses are the meanings of HTTP statuses. An account that is locked or has no money left is the
// operator's to fix, not a fault of the order: temporary.
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

// judge classifies an error of the library. A response without an error code of EasyPost comes from something
// between the two, and proves nothing.
func judge(err error) verdict {
	if err == nil {
		return verdictNone
	}
	if netguard.NothingSent(err) {
		return verdictTemporary
	}
	response, ok := errors.AsType[*easypost.APIError](err)
	if !ok || response.Code == "" || response.Code == easypost.ApiErrorDetailsParsingError {
		return verdictUnclear
	}
	if meaning, known := codes[response.Code]; known {
		return meaning
	}
	if meaning, known := statuses[response.StatusCode]; known {
		return meaning
	}
	return verdictUnclear
}

// classified returns an error of what was being done as a refusal, or as a temporary error if its verdict is one of later.
func (c *Client) classified(doing string, err error, later ...verdict) error {
	switch v := judge(err); {
	case v == verdictRefused:
		return c.refusal(err)
	case slices.Contains(later, v):
		return c.later(err)
	}
	return c.failed(doing, err)
}

// refusal returns a refusal with EasyPost's own message.
func (c *Client) refusal(err error) error {
	response, ok := errors.AsType[*easypost.APIError](err)
	if !ok {
		return &partner.RefusedError{Message: "EasyPost refused the order."}
	}
	parts := []string{text(response.Message)}
	fields, _ := response.Errors.([]any)
	for _, f := range fields[:min(len(fields), maxNoted)] {
		if field, structured := f.(*easypost.FieldError); structured {
			parts = append(parts, strings.TrimPrefix(field.Field+": "+text(field.Message), ": "))
		} else {
			parts = append(parts, fmt.Sprint(f))
		}
	}
	return &partner.RefusedError{Message: shipment.CutText(c.withoutKey("EasyPost refused: "+strings.Join(parts, "; ")), maxMessage)}
}

// text returns a message, which EasyPost mostly sends as a string.
func text(message any) string {
	if message == nil {
		return "no reason is given"
	}
	return fmt.Sprint(message)
}

// later returns a temporary error with a message for the shipper. What is wrong with the account is for the
// operator, who finds it in the recorded exchange.
func (c *Client) later(err error) error {
	if netguard.NothingSent(err) {
		return &partner.TemporaryError{Message: "EasyPost cannot be reached at present.", Cause: err}
	}
	return &partner.TemporaryError{Message: "EasyPost is not able to take the order at present."}
}

// failed adds to an error what was being done. Its text never holds the key; errors.Is sees the cause.
func (c *Client) failed(doing string, err error) error {
	if kept(err) {
		return err
	}
	return &failure{doing + ": " + c.withoutKey(err.Error()), err}
}

// kept reports whether an error already has a class of package partner.
func kept(err error) bool {
	class := partner.Class(err)
	return class == partner.ClassRefused || class == partner.ClassTemporary
}

type failure struct {
	text  string
	cause error
}

func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.cause }

// maxMessage is how many characters of EasyPost's message are shown to a shipper.
const maxMessage = 1000

// withoutKey removes the account's key from a text.
func (c *Client) withoutKey(text string) string {
	return partner.Clip(strings.ReplaceAll(text, c.APIKey, redacted))
}
