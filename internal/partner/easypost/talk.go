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

// libraryTimeout is the library's own, in milliseconds: longer than any deadline of ours, so
// that it is the context that ends a call.
const libraryTimeout = int(time.Hour / time.Millisecond)

// talk is the calls that one question takes, and what the operator may read of them.
type talk struct {
	client            *Client
	api               *easypost.Client
	requests, answers []string
}

// newTalk begins a talk. The library writes its timeout into the http.Client it is given at
// every call, so talks may share connections but no http.Client.
func (c *Client) newTalk() *talk {
	return &talk{client: c, api: &easypost.Client{
		BaseURL: c.base, APIKey: c.APIKey, Timeout: libraryTimeout,
		Client: &http.Client{
			Transport:     bounded{c.transport},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}}
}

// find returns the shipment whose reference is key, partner.ErrNotSubmitted if there is none.
// EasyPost takes a reference wherever it takes an id, but a tracking code as well.
func (t *talk) find(ctx context.Context, key string) (*easypost.Shipment, error) {
	s, err := t.get(ctx, key)
	switch {
	case judge(err) == verdictMissing:
		return nil, partner.ErrNotSubmitted
	case err == nil && s.Reference != key:
		return nil, errors.New("EasyPost answers with a shipment of another reference")
	}
	return s, err
}

func (t *talk) get(ctx context.Context, id string) (*easypost.Shipment, error) {
	return t.call(ctx, "GET /shipments/"+id, nil, func() (*easypost.Shipment, error) {
		return t.api.GetShipmentWithContext(ctx, id)
	})
}

func (t *talk) create(ctx context.Context, s *easypost.Shipment) (*easypost.Shipment, error) {
	return t.call(ctx, "POST /shipments", withoutPersonalData(s), func() (*easypost.Shipment, error) {
		return t.api.CreateShipmentWithContext(ctx, s)
	})
}

// rerate returns s with the rates of today.
func (t *talk) rerate(ctx context.Context, s *easypost.Shipment) (*easypost.Shipment, error) {
	return t.call(ctx, "POST /shipments/"+s.ID+"/rerate", nil, func() (*easypost.Shipment, error) {
		rates, err := t.api.RerateShipmentWithContext(ctx, s.ID)
		rerated := *s
		rerated.Rates = rates
		return &rerated, err
	})
}

func (t *talk) buy(ctx context.Context, id string, rate *easypost.Rate) (*easypost.Shipment, error) {
	return t.call(ctx, "POST /shipments/"+id+"/buy", viewRate(rate), func() (*easypost.Shipment, error) {
		return t.api.BuyShipmentWithContext(ctx, id, &easypost.Rate{ID: rate.ID}, "")
	})
}

func (t *talk) refund(ctx context.Context, id string) (*easypost.Shipment, error) {
	return t.call(ctx, "POST /shipments/"+id+"/refund", nil, func() (*easypost.Shipment, error) {
		return t.api.RefundShipmentWithContext(ctx, id)
	})
}

// call makes one call and notes it; noted is its body as it may be kept, nil if it has none.
func (t *talk) call(ctx context.Context, line string, noted any, ask func() (*easypost.Shipment, error)) (*easypost.Shipment, error) {
	t.requests = append(t.requests, describe(line, noted))
	partner.NoteRequest(ctx, strings.Join(t.requests, "\n"))
	s, err := ask()
	if err == nil && s == nil {
		err = errors.New("the answer has no shipment")
	}
	if err != nil {
		t.answers = append(t.answers, t.client.withoutKey(err.Error()))
	} else {
		t.answers = append(t.answers, t.client.withoutKey(describe("shipment", viewShipment(s))))
	}
	partner.NoteAnswer(ctx, strings.Join(t.answers, "\n"))
	return s, err
}
