package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"html/template"
	"strconv"
	"strings"
	"unicode/utf8"

	"waybill/internal/each"
	"waybill/internal/label"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// MaxScan is how many characters a scan may have: no number or reference has more.
const MaxScan = 100

// ScanReply is the answer to a scan: good, warn or bad, a text, and the page that it opens, "" for none. A person makes a choice if several
// orders have the code.
type ScanReply struct {
	Tone    string       `json:"tone"`
	Text    string       `json:"text"`
	Path    string       `json:"path,omitempty"`
	About   string       `json:"about,omitempty"` // the parcel, for people at two metres
	Code    string       `json:"code,omitempty"`  // its number, in the place of what was scanned of it: a piece, its weight or its box
	Choices []ScanChoice `json:"choices,omitempty"`
}

// ScanChoice is one of the orders of a code: its id, which the scan is sent again with, and what tells it from the others.
type ScanChoice struct {
	Order string `json:"order"`
	Text  string `json:"text"`
}

// Send sends JSON to a script.
func Send[T any](v *Visit, a T) error {
	v.NoStore()
	v.Writer.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(v.Writer).Encode(a) // a client that has gone away is not an error
	return nil
}

// SendScan sends the reply to a scan, or without a script shows it on the page that the path of the scan, without an end, has.
func SendScan(end string) func(*Visit, ScanReply) error {
	return func(v *Visit, a ScanReply) error {
		if v.Request.PostForm.Get("page") == "" {
			return Send(v, a)
		}
		v.Toast(v.ScannedCode() + " " + a.Text)
		return v.Redirect(strings.TrimSuffix(v.Request.URL.Path, end) + "?" + v.Request.URL.RawQuery)
	}
}

// ScannedCode is the code of a scan, "" for one that no number or reference can be.
func (v *Visit) ScannedCode() string { return v.scanned("code") }

// TypedCode is what the layout of the keyboard makes of a scan, "" if that is the same: a person may have typed it.
func (v *Visit) TypedCode() string { return v.scanned("typed") }

func (v *Visit) scanned(field string) string {
	code := strings.TrimSpace(v.Request.PostForm.Get(field))
	if !utf8.ValidString(code) || utf8.RuneCountInString(code) > MaxScan {
		return ""
	}
	return code
}

// ChosenOrder is the id of the order that a person chose for a scan, 0 for none.
func (v *Visit) ChosenOrder() int64 {
	id, _ := strconv.ParseInt(v.Request.PostForm.Get("order"), 10, 64)
	return id
}

// ScanTones are the tones of what comes of scans of parcels into something.
var ScanTones = map[string]string{"added": "good", "unchanged": "warn", "refused": "bad"}

// ScanInto has add put the parcel of any account that was scanned into something, or say why not: it returns the outcome, a message, which
// is unknown if no order has the code, and the tracking number.
func (v *Visit) ScanInto(
	unknown problem.Message, add func(context.Context, request.HandoverRequest) (string, problem.Message, string, error),
) (ScanReply, error) {
	fields := map[string]any{"code": cmp.Or(v.ScannedCode(), v.TypedCode()), "scan": v.Request.PostForm.Get("scan")}
	if chosen := v.ChosenOrder(); chosen > 0 {
		fields["order_id"] = chosen
	}
	a, err := WriteSent(v, &request.AddToHandover, fields,
		func(ctx context.Context, _ masterdata.Caller, sent request.HandoverRequest) (ScanReply, error) {
			outcome, message, number, err := add(ctx, sent)
			if typed := v.TypedCode(); err == nil && message == unknown && typed != "" { // a layout changed what was read
				sent.Code = typed
				outcome, message, number, err = add(ctx, sent)
			}
			return ScanReply{Tone: ScanTones[outcome], Text: v.Words().Say("", message), Code: number}, err
		})
	if several, ok := errors.AsType[*store.AmbiguousError](err); ok {
		names, err := v.AccountNames()
		return ScanReply{
			Tone: "warn", Text: v.T("Several orders have this number. Choose one."),
			Choices: each.Of(several.Orders, func(o shipment.Order) ScanChoice {
				return ScanChoice{Order: strconv.FormatInt(o.OrderID, 10), Text: o.TrackingNo + " · " + names[o.AccountID]}
			}),
		}, err
	}
	if text, err := v.Refused(err); text != "" || err != nil {
		return ScanReply{Tone: "bad", Text: text}, err
	}
	return a, nil
}

// AboutParcel is what a person compares with a parcel: to whom and where it goes, its weight and its size.
func (v *Visit) AboutParcel(o *shipment.Order, weight shipment.Thousandths) string {
	about := []string{o.Consignee.Name, v.Country(o.Consignee.Country), v.Weight(cmp.Or(weight, o.Weight).String())}
	if size := v.Size(o.Length, o.Width, o.Height); size != "" {
		about = append(about, strings.ReplaceAll(size, " ", "\u00a0"))
	}
	return strings.Join(about, " · ")
}

// Size is the size of a parcel, "" if it is not known.
func (v *Visit) Size(length, width, height shipment.Hundredths) string {
	if length == 0 {
		return ""
	}
	return v.Decimal(length.String() + " × " + width.String() + " × " + height.String() + " cm")
}

// testCode is what a bench scans to try its scanner: letters in both cases, digits and signs that layouts have elsewhere.
const testCode = "WB-Test_0aZ/9"

// Bench is the part of a page for scans about the scanner.
type Bench struct{}

// TestCode is the code to try a scanner with.
func (Bench) TestCode() (template.HTML, error) {
	image, err := label.BarcodeSVG(testCode)
	return template.HTML(`<span data-test-code="` + testCode + `">` + image + `</span>`), err //nolint:gosec // it is made here
}
