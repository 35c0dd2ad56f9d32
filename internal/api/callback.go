package api

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/partnerlabel"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/signature"
	"waybill/internal/store"
)

// Receiver reads what a courier tells in a way of its own. An error means that the message
// is not the courier's.
type Receiver func(header http.Header, body []byte) ([]shipment.PartnerReport, error)

// errUnsigned does not tell a stranger whether there is such a partner.
var errUnsigned = &problem{
	status: http.StatusUnauthorized, detail: "The message is not signed by a partner of this name, not lately, or was seen before.",
	header: http.Header{"Www-Authenticate": {signature.Header}},
}

// takePartnerEvents takes what a partner tells of its own accord: in the partner protocol,
// or in a way of its own. Whatever the name, the body is read, the secret is asked for and a
// signature is computed before anything is refused: neither an answer nor the time that it
// takes tells a stranger which partners there are.
func (a *API) takePartnerEvents(ctx context.Context, r *http.Request) (response, error) {
	b, err := a.receive(r)
	if err != nil {
		return response{}, err
	}
	defer b.close()
	// Labels in it are decoded.
	if err := a.charge(ctx, b.cost(a.Store.Engine())+int64(b.Bytes)); err != nil {
		return response{}, err
	}
	body, err := b.whole()
	if err != nil {
		return response{}, err
	}
	name := r.PathValue("partner")
	secret, err := a.Store.PartnerSecret(ctx, name)
	if errors.Is(err, store.ErrNotFound) {
		secret, err = rand.Text(), nil // nobody has it
	}
	if err != nil {
		return response{}, err
	}
	if receive, ownWay := a.Receivers[name]; ownWay {
		return a.takeReceived(ctx, name, receive, r.Header, body)
	}
	return a.takeSigned(ctx, name, signature.Key(secret), r, body)
}

// takeSigned takes a message in the partner protocol. It is signed by the partner, and the
// answer by us.
func (a *API) takeSigned(ctx context.Context, name string, key signature.Key, r *http.Request, body []byte) (response, error) {
	nonce, err := key.VerifyRequest(r.Header, r.Method, r.RequestURI, body, a.Now())
	if err != nil {
		noteError(ctx, err)
		return response{}, errUnsigned
	}
	sent, err := request.Decode(body, request.PartnerReportShape())
	if err != nil {
		return response{}, err
	}
	reports, problems := request.ReadPartnerReports(sent)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	res, err := a.takeReports(ctx, store.Callback{Partner: name, Nonce: nonce}, reports)
	if errors.Is(err, store.ErrReplayed) {
		return response{}, errUnsigned
	}
	if err == nil {
		res.header = http.Header{}
		key.SignResponse(res.header, res.status, nonce, res.body, a.Now())
	}
	return res, err
}

// takeReceived takes a message that a courier sends in a way of its own. One that comes
// again is answered like the first: the courier did not see that answer.
func (a *API) takeReceived(ctx context.Context, name string, receive Receiver, header http.Header, body []byte) (response, error) {
	reports, err := receive(header, body)
	if err != nil {
		noteError(ctx, err)
		return response{}, errUnsigned
	}
	digest := sha256.Sum256(body)
	res, err := a.takeReports(ctx, store.Callback{Partner: name, Nonce: hex.EncodeToString(digest[:])}, reports)
	if errors.Is(err, store.ErrReplayed) {
		return response{status: http.StatusOK, body: []byte(`{"results":[]}`)}, nil
	}
	return res, err
}

const (
	// callbackTimeout is how long a callback may take once it has been read.
	callbackTimeout = 45 * time.Second
	// inspectionTimeout is how long the labels of one callback are inspected. A label takes
	// some milliseconds, one that takes ten seconds is refused.
	inspectionTimeout = 15 * time.Second
)

// takeReports stores reports, the labels among them first: a row must not name a file that
// is not there. A label that is refused keeps nothing else from being stored.
func (a *API) takeReports(ctx context.Context, c store.Callback, reports []shipment.PartnerReport) (response, error) {
	// A partner that goes away does not undo what it told.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callbackTimeout)
	defer cancel()
	c.Reports = make([]store.CallbackReport, len(reports))
	begin := time.Now()
	for i, r := range reports {
		c.Reports[i].PartnerReport = r
		if r.Label == nil {
			continue
		}
		if time.Since(begin) > inspectionTimeout {
			c.Reports[i].Refused = "the label was not inspected, because others of the same message took too long: send it again"
			continue
		}
		name, err := a.Labels.Save(ctx, c.Partner, *r.Label)
		if refused, ok := errors.AsType[*partnerlabel.RefusedError](err); ok {
			c.Reports[i].Refused = refused.Error()
			continue
		}
		if err != nil {
			return response{}, unavailable(err)
		}
		c.Reports[i].Blob = name
	}
	outcomes, err := a.Store.RecordCallback(ctx, c)
	if err != nil {
		return response{}, err
	}
	a.Fulfiller.Wake(c.Partner)
	body := outcomeList("results", "outcome", outcomes, func(i int) (trackingNo, message string) {
		if outcomes[i] == store.ReportRefused {
			message = c.Reports[i].Refused
		}
		return reports[i].TrackingNo, message
	})
	return response{status: http.StatusOK, body: body}, nil
}

// outcomeList is an answer that says what became of each of several reports: under list,
// with its tracking number, the outcome under name, and a message if there is one.
func outcomeList[O ~string](list, name string, outcomes []O, report func(i int) (trackingNo, message string)) []byte {
	var e jx.Encoder
	e.ObjStart()
	e.FieldStart(list)
	e.ArrStart()
	for i, outcome := range outcomes {
		e.ObjStart()
		trackingNo, message := report(i)
		text(&e, "tracking_no", trackingNo)
		text(&e, name, string(outcome))
		if message != "" {
			text(&e, "message", message)
		}
		e.ObjEnd()
	}
	e.ArrEnd()
	e.ObjEnd()
	return e.Bytes()
}
