package easypost

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	easypost "github.com/EasyPost/easypost-go/v5"

	"waybill/internal/netguard"
	"waybill/internal/partner"
	"waybill/internal/shipment"
)

//go:embed errors.csv
var errorsCSV string

// verdict is the meaning of an error.
type verdict string

const (
	verdictNone      verdict = ""          // no error
	verdictUnclear   verdict = "unclear"   // the operation may have been done
	verdictFailed    verdict = "failed"    // EasyPost failed, and the operation may have been done in part
	verdictTemporary verdict = "temporary" // nothing was done; a later attempt may succeed
	verdictRefused   verdict = "refused"   // nothing was done; no attempt will succeed
	verdictMissing   verdict = "missing"   // there is no such shipment
	verdictBought    verdict = "bought"    // the shipment has postage already
)

// verdicts are the meanings of codes of EasyPost and of HTTP statuses.
var verdicts = sync.OnceValue(func() map[string]verdict {
	all := make(map[string]verdict)
	for _, row := range shipment.Rows("errors.csv", errorsCSV)[1:] {
		all[row[0]] = verdict(row[1])
	}
	return all
})

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
	return cmp.Or(verdicts()[response.Code], verdicts()[strconv.Itoa(response.StatusCode)], verdictUnclear)
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
