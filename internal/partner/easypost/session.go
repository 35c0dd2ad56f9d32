package easypost

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	easypost "github.com/EasyPost/easypost-go/v5"

	"waybill/internal/partner"
)

// libraryTimeout is the library's own timeout in milliseconds. It is longer than every deadline of a context,
// so that the context ends a call.
const libraryTimeout = int(time.Hour / time.Millisecond)

// session makes the calls of one operation and records them for the operator.
type session struct {
	client              *Client
	api                 *easypost.Client
	requests, responses []string
}

// newSession begins a session. The library writes its timeout into its http.Client at every call, so sessions
// may share connections but not the http.Client.
func (c *Client) newSession() *session {
	return &session{client: c, api: &easypost.Client{
		BaseURL: c.base, APIKey: c.APIKey, Timeout: libraryTimeout,
		Client: &http.Client{
			Transport:     bounded{c.transport},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}}
}

// find returns the shipment whose reference is key, or partner.ErrNotSubmitted. EasyPost accepts a reference
// in the place of an id, but also a tracking code, hence the comparison.
func (sess *session) find(ctx context.Context, key string) (*easypost.Shipment, error) {
	s, err := sess.get(ctx, key)
	switch {
	case judge(err) == verdictMissing:
		return nil, partner.ErrNotSubmitted
	case err == nil && s.Reference != key:
		return nil, errors.New("EasyPost returned a shipment with another reference")
	}
	return s, err
}

func (sess *session) get(ctx context.Context, id string) (*easypost.Shipment, error) {
	return sess.call(ctx, "GET /shipments/"+id, nil, func() (*easypost.Shipment, error) {
		return sess.api.GetShipmentWithContext(ctx, id)
	})
}

func (sess *session) create(ctx context.Context, s *easypost.Shipment) (*easypost.Shipment, error) {
	return sess.call(ctx, "POST /shipments", withoutPersonalData(s), func() (*easypost.Shipment, error) {
		return sess.api.CreateShipmentWithContext(ctx, s)
	})
}

// rerate returns s with new rates.
func (sess *session) rerate(ctx context.Context, s *easypost.Shipment) (*easypost.Shipment, error) {
	return sess.call(ctx, "POST /shipments/"+s.ID+"/rerate", nil, func() (*easypost.Shipment, error) {
		rates, err := sess.api.RerateShipmentWithContext(ctx, s.ID)
		rerated := *s
		rerated.Rates = rates
		return &rerated, err
	})
}

func (sess *session) buy(ctx context.Context, id string, rate *easypost.Rate) (*easypost.Shipment, error) {
	return sess.call(ctx, "POST /shipments/"+id+"/buy", viewRate(rate), func() (*easypost.Shipment, error) {
		return sess.api.BuyShipmentWithContext(ctx, id, &easypost.Rate{ID: rate.ID}, "")
	})
}

func (sess *session) refund(ctx context.Context, id string) (*easypost.Shipment, error) {
	return sess.call(ctx, "POST /shipments/"+id+"/refund", nil, func() (*easypost.Shipment, error) {
		return sess.api.RefundShipmentWithContext(ctx, id)
	})
}

// call makes one call and records it. noted is the part of the body that is recorded, nil if the call has no
// body.
func (sess *session) call(ctx context.Context, line string, noted any, ask func() (*easypost.Shipment, error)) (*easypost.Shipment, error) {
	sess.requests = append(sess.requests, partner.Describe(line, noted, ""))
	partner.NoteRequest(ctx, strings.Join(sess.requests, "\n"))
	s, err := ask()
	if err == nil && s == nil {
		err = errors.New("the response has no shipment")
	}
	if err != nil {
		sess.responses = append(sess.responses, sess.client.withoutKey(err.Error()))
	} else {
		sess.responses = append(sess.responses, sess.client.withoutKey(partner.Describe("shipment", viewShipment(s), "")))
	}
	partner.NoteResponse(ctx, strings.Join(sess.responses, "\n"))
	return s, err
}
