package easypost

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	easypost "github.com/EasyPost/easypost-go/v5"

	"waybill/internal/partner"
	"waybill/internal/shipment"
)

// maxRedirects is how often a label's address may lead elsewhere.
const maxRedirects = 3

// labelTypes are the types of labels that we can hand on.
var labelTypes = map[string]shipment.LabelFormat{
	"application/pdf": shipment.LabelPDF,
	"image/png":       shipment.LabelPNG,
	"application/zpl": shipment.LabelZPL,
}

// labelAddress is where a shipment's label is, "" if there is none yet that we can hand on.
// A PDF comes first, which is what was asked for; some carriers draw something else.
func labelAddress(s *easypost.Shipment) (string, shipment.LabelFormat) {
	l := s.PostageLabel
	if l == nil {
		return "", ""
	}
	if l.LabelPDFURL != "" {
		return l.LabelPDFURL, shipment.LabelPDF
	}
	if format, known := labelTypes[l.LabelFileType]; known && l.LabelURL != "" {
		return l.LabelURL, format
	}
	return l.LabelZPLURL, shipment.LabelZPL
}

// Label fetches the carrier's label; see partner.Partner. Postage that was given back has
// none.
func (c *Client) Label(ctx context.Context, key string) (shipment.CourierLabel, error) {
	s, err := c.findBought(ctx, c.newTalk(), key)
	if err != nil {
		return shipment.CourierLabel{}, err
	}
	if refunded(s) {
		return shipment.CourierLabel{}, &partner.RefusedError{Message: "The postage was given back: there is no label any more."}
	}
	address, format := labelAddress(s)
	if address == "" {
		return shipment.CourierLabel{}, partner.ErrLabelNotReady
	}
	content, err := c.fetch(ctx, address)
	if err != nil {
		return shipment.CourierLabel{}, err
	}
	label := shipment.CourierLabel{Format: format, Content: content}
	if err := label.Check(); err != nil {
		return shipment.CourierLabel{}, fmt.Errorf("fetch the label: %w", err)
	}
	return label, nil
}

// fetch reads a label. Its address is chosen by whoever answers for EasyPost, so it is
// guarded like one of a stranger, and gets no key. No error shows the address: whoever knows
// it has the label.
func (c *Client) fetch(ctx context.Context, address string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, errors.New("fetch the label: its address is none")
	}
	if err := c.checkAddress(req.URL); err != nil {
		return nil, fmt.Errorf("fetch the label: %w", err)
	}
	client := &http.Client{Transport: c.transport, CheckRedirect: c.checkRedirect}
	res, err := client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("fetch the label: %w", withoutAddress(err))
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("fetch the label: the answer is %d", res.StatusCode)
	}
	content, err := io.ReadAll(io.LimitReader(res.Body, shipment.MaxCourierLabel+1)) // one more, for Check to see
	if err != nil {
		return nil, fmt.Errorf("fetch the label: %w", err)
	}
	return content, nil
}

func (c *Client) checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return errors.New("its address leads from one to another")
	}
	return c.checkAddress(req.URL)
}

func (c *Client) checkAddress(u *url.URL) error {
	if u.Host == "" || u.Scheme != "https" && (u.Scheme != "http" || !c.PrivateNetwork) {
		return errors.New("its address is not https")
	}
	return nil
}

// withoutAddress is an error of http.Client without what was asked for.
func withoutAddress(err error) error {
	if request, ok := errors.AsType[*url.Error](err); ok {
		return request.Err
	}
	return err
}
