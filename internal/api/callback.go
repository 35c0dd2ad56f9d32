package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"

	"github.com/go-faster/jx"

	"waybill/internal/signature"
	"waybill/internal/store"
)

// maxEvents is how many events a partner may send at once.
const maxEvents = 100

// partnerEvent is what a partner tells of an order.
type partnerEvent struct {
	Type       string `json:"type"`
	TrackingNo string `json:"tracking_no"`
	HAWBNo     string `json:"hawb_no"`
}

// eventAccepted is the type of an event that says that the partner has the order.
const eventAccepted = "accepted"

// callbackHAWB is what a partner's number may be, as it is printed on labels.
var callbackHAWB = regexp.MustCompile(`^[[:print:]]{0,64}$`)

// errUnsigned does not tell a stranger whether there is such a partner.
var errUnsigned = &problem{
	status: http.StatusUnauthorized, detail: "The message is not signed by a partner of this name, not lately, or was seen before.",
	header: http.Header{"Www-Authenticate": {signature.Header}},
}

// takePartnerEvents takes what a partner tells of its own accord. The message is signed
// by the partner, and the answer by us.
func (a *API) takePartnerEvents(ctx context.Context, r *http.Request) (response, error) {
	name := r.PathValue("partner")
	secret, err := a.Store.PartnerSecret(ctx, name)
	if errors.Is(err, store.ErrNotFound) {
		return response{}, errUnsigned
	}
	if err != nil {
		return response{}, err
	}
	body, release, err := a.bodies.read(r)
	if err != nil {
		return response{}, err
	}
	defer release()
	key := signature.Key(secret)
	nonce, err := key.VerifyRequest(r.Header, r.Method, r.RequestURI, body, a.Now())
	if err != nil {
		noteError(ctx, err)
		return response{}, errUnsigned
	}
	reports, err := readPartnerEvents(body)
	if err != nil {
		return response{}, err
	}
	// A partner that goes away does not undo what it told.
	outcomes, err := a.Store.TakeCallback(context.WithoutCancel(ctx), store.Callback{Partner: name, Nonce: nonce, Reports: reports})
	if errors.Is(err, store.ErrReplayed) {
		return response{}, errUnsigned
	}
	if err != nil {
		return response{}, err
	}
	res := response{status: http.StatusOK, body: takenEvents(reports, outcomes), header: http.Header{}}
	key.SignAnswer(res.header, res.status, nonce, res.body, a.Now())
	return res, nil
}

func readPartnerEvents(body []byte) ([]store.PartnerReport, error) {
	var sent struct {
		Events []partnerEvent `json:"events"`
	}
	if err := json.Unmarshal(body, &sent); err != nil {
		return nil, &problem{status: http.StatusBadRequest, detail: "The body is not JSON as the partner protocol has it."}
	}
	if len(sent.Events) == 0 || len(sent.Events) > maxEvents {
		return nil, &problem{status: http.StatusBadRequest, detail: "events must hold 1 to 100 events."}
	}
	reports := make([]store.PartnerReport, len(sent.Events))
	for i, e := range sent.Events {
		switch {
		case e.Type != eventAccepted:
			return nil, &problem{status: http.StatusBadRequest, detail: `The type of an event must be "accepted".`}
		case !callbackHAWB.MatchString(e.HAWBNo):
			return nil, &problem{status: http.StatusBadRequest, detail: "hawb_no must be 0 to 64 printable ASCII characters."}
		}
		reports[i] = store.PartnerReport{TrackingNo: strings.ToUpper(e.TrackingNo), HAWBNo: e.HAWBNo}
	}
	return reports, nil
}

// takenEvents is the answer: what became of each event, in their order.
func takenEvents(reports []store.PartnerReport, outcomes []store.ReportOutcome) []byte {
	var e jx.Encoder
	e.ObjStart()
	e.FieldStart("results")
	e.ArrStart()
	for i, outcome := range outcomes {
		e.ObjStart()
		text(&e, "tracking_no", reports[i].TrackingNo)
		text(&e, "outcome", string(outcome))
		e.ObjEnd()
	}
	e.ArrEnd()
	e.ObjEnd()
	return e.Bytes()
}
