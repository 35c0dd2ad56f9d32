package api

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/partnerlabel"
	"waybill/internal/printing"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/signature"
	"waybill/internal/store"
)

// Receiver verifies a message that a partner sends in a format of its own, and reads its reports. An
// error means that the message does not come from the partner.
type Receiver func(header http.Header, body []byte) ([]shipment.PartnerReport, error)

// errUnsigned is the same for a wrong signature and for an unknown partner: callers without a key do
// not learn which partners exist.
var errUnsigned = shell.Challenge(http.StatusUnauthorized, problem.Unsigned, signature.Header)

const (
	// callbackTimeout is how long a callback may take once it has been read.
	callbackTimeout = 45 * time.Second
	// inspectionTimeout is how long the labels of one callback are inspected. A label takes
	// some milliseconds, one that takes ten seconds is refused.
	inspectionTimeout = 15 * time.Second
)

// receiveCallback takes what a partner reports without being asked: that it has orders, what happened
// to parcels, labels.
//
//  1. Read the body, which may have any media type.
//  2. Verify that the message comes from the partner, and read its reports.
//  3. Count its events against the partner's rate.
//  4. Save the files of its labels: a row must not name a file that does not exist.
//  5. Store all reports in one transaction, which refuses a message that was stored before.
//  6. Wake the partner's workers, and respond with the outcome of each report.
func (a *API) receiveCallback(ctx context.Context, r *http.Request) (shell.Response, error) {
	body, err := a.ReadBody(ctx, r)
	if err != nil {
		return shell.Response{}, err
	}
	message, err := a.verifyMessage(ctx, r, body)
	if message.nonce != "" && !errors.Is(err, errUnsigned) {
		a.RecordMessage(r, body)
	}
	if err != nil {
		return shell.Response{}, err
	}
	header, err := a.reports.Take(message.partner, a.PartnerLimit, min(max(1, len(message.reports)), a.PartnerLimit.Burst))
	if err != nil {
		return shell.Response{Header: header}, err
	}
	// The report is stored even when the partner disconnects.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callbackTimeout)
	defer cancel()
	callback := store.Callback{Partner: message.partner, Nonce: message.nonce}
	if callback.Reports, err = a.saveLabels(ctx, message); err != nil {
		return shell.Response{}, err
	}
	outcomes, err := a.Store.Ledger.RecordCallback(ctx, callback)
	if errors.Is(err, store.ErrReplayed) {
		return message.repeated()
	}
	if err != nil {
		return shell.Response{}, err
	}
	a.Orders.Fulfiller.Wake(message.partner)
	return message.sign(callbackResponse(callback.Reports, outcomes), a.Now()), nil
}

// partnerMessage is a message that comes from a partner.
type partnerMessage struct {
	partner   string
	nonce     string // a message with the same nonce is the same message
	reports   []shipment.PartnerReport
	ownFormat bool           // not in the partner protocol
	keys      signature.Keys // of the partner protocol
}

// verifyMessage reads the message of a partner, or returns errUnsigned when it does not come from
// one. For every partner's name the secret is looked up and a signature is computed, so that the time
// that it takes does not show which partners exist.
func (a *API) verifyMessage(ctx context.Context, r *http.Request, body []byte) (partnerMessage, error) {
	m := partnerMessage{partner: r.PathValue("partner")}
	secrets, err := a.Store.MasterData.PartnerSecrets(ctx, m.partner)
	if errors.Is(err, store.ErrNotFound) {
		secrets, err = []string{rand.Text()}, nil // no signature fits it
	}
	if err != nil {
		return m, err
	}
	m.keys = signature.KeysOf(secrets)
	if receive, ok := a.Receivers[m.partner]; ok {
		m.ownFormat = true
		m.reports, err = receive(r.Header, body)
		digest := sha256.Sum256(body)
		m.nonce = hex.EncodeToString(digest[:])
	} else {
		m.nonce, err = m.keys.VerifyRequest(r.Header, r.Method, r.RequestURI, body, a.Now())
	}
	if err != nil {
		shell.NoteError(ctx, err)
		return m, errUnsigned
	}
	if !m.ownFormat {
		m.reports, err = decodeReports(body)
	}
	return m, err
}

// decodeReports reads the reports of a message in the partner protocol.
func decodeReports(body []byte) ([]shipment.PartnerReport, error) {
	sent, err := request.Decode(body, request.PartnerReportShape())
	if err != nil {
		return nil, err
	}
	reports, problems := request.ReadPartnerReports(sent)
	if problems != nil {
		return nil, &request.InvalidError{Problems: problems}
	}
	return reports, nil
}

// saveLabels saves the files of the labels among the reports of a message. A label that is refused
// does not keep the other reports from being stored.
func (a *API) saveLabels(ctx context.Context, m partnerMessage) ([]store.CallbackReport, error) {
	reports := make([]store.CallbackReport, len(m.reports))
	begin := time.Now()
	for i, r := range m.reports {
		reports[i].PartnerReport = r
		if r.Label == nil {
			continue
		}
		if time.Since(begin) > inspectionTimeout {
			reports[i].Refused = "the label was not inspected, because others of the same message took too long: send it again"
			continue
		}
		name, err := a.Labels.Save(ctx, m.partner, *r.Label)
		if refused, ok := errors.AsType[*partnerlabel.RefusedError](err); ok {
			reports[i].Refused = refused.Error()
			continue
		}
		if err != nil {
			return nil, printing.Unavailable(err)
		}
		reports[i].Blob = name
	}
	return reports, nil
}

// repeated is the response to a message that was stored before. In the partner protocol no message
// comes twice: a repeated one was replayed by someone else. A partner with a format of its own repeats
// a message when it did not see the first response.
func (m partnerMessage) repeated() (shell.Response, error) {
	if !m.ownFormat {
		return shell.Response{}, errUnsigned
	}
	return shell.Response{Status: http.StatusOK, Body: []byte(`{"results":[]}`)}, nil
}

// sign signs the response as the partner protocol requires.
func (m partnerMessage) sign(res shell.Response, now time.Time) shell.Response {
	if !m.ownFormat {
		res.Header = http.Header{}
		m.keys.SignResponse(res.Header, res.Status, m.nonce, res.Body, now)
	}
	return res
}

// sentOutcomes are outcomes for which the protocol has another one.
var sentOutcomes = map[store.ReportOutcome]store.ReportOutcome{
	store.ReportUnmoved: store.ReportTaken, store.ReportFull: store.ReportRefused,
}

// callbackResponse is the outcome of each report, with the reason when it was refused, and with moved false when its tracking event
// did not change the status.
func callbackResponse(reports []store.CallbackReport, outcomes []store.ReportOutcome) shell.Response {
	return objectOf(http.StatusOK, func(e *jx.Encoder) {
		e.FieldStart("results")
		e.ArrStart()
		for i, outcome := range outcomes {
			e.ObjStart()
			text(e, "tracking_no", reports[i].TrackingNo)
			text(e, "outcome", string(cmp.Or(sentOutcomes[outcome], outcome)))
			switch {
			case outcome == store.ReportFull:
				text(e, "message", fmt.Sprintf("the parcel has %d events: the event was not recorded", shipment.MaxEvents))
			case outcome == store.ReportRefused && reports[i].Refused != "":
				text(e, "message", reports[i].Refused)
			case outcome == store.ReportUnmoved, outcome == store.ReportCancelled && reports[i].Event != nil:
				e.FieldStart("moved")
				e.Bool(false)
			}
			e.ObjEnd()
		}
		e.ArrEnd()
	})
}
