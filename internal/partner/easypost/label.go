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

// maxRedirects is how many redirects of a label's address are followed.
const maxRedirects = 3

// labelTypes are the media types of labels that Waybill accepts.
var labelTypes = map[string]shipment.LabelFormat{
	"application/pdf": shipment.LabelPDF,
	"image/png":       shipment.LabelPNG,
	"application/zpl": shipment.LabelZPL,
}

// labelAddress returns the address of a shipment's label, "" if there is no acceptable one yet. A PDF comes
// first, because a PDF was asked for; some carriers draw something else.
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

// Label fetches the carrier's label; see partner.Partner. Refunded postage has none.
func (c *Client) Label(ctx context.Context, key string) (shipment.PartnerLabel, error) {
	s, err := c.findBought(ctx, c.newSession(), key)
	if err != nil {
		return shipment.PartnerLabel{}, err
	}
	if refunded(s) {
		return shipment.PartnerLabel{}, &partner.RefusedError{Message: "The postage was refunded: there is no label any more."}
	}
	address, format := labelAddress(s)
	if address == "" {
		return shipment.PartnerLabel{}, partner.ErrLabelNotReady
	}
	content, err := c.fetch(ctx, address)
	label := shipment.PartnerLabel{Format: format, Content: content}
	if err == nil {
		err = label.Check()
	}
	if err != nil {
		return shipment.PartnerLabel{}, fmt.Errorf("fetch the label: %w", err)
	}
	return label, nil
}

// fetch downloads a label. Its address comes from a response, so it is guarded like every address that others
// choose, and the request carries no key. Errors never show the address: everyone who knows it can fetch the
// label.
func (c *Client) fetch(ctx context.Context, address string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, errors.New("its address is not a URL")
	}
	if err := c.checkAddress(req.URL); err != nil {
		return nil, err
	}
	client := &http.Client{Transport: c.transport, CheckRedirect: c.checkRedirect}
	res, err := client.Do(req)
	if request, ok := errors.AsType[*url.Error](err); ok {
		err = request.Err // without the address
	}
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the response is %d", res.StatusCode)
	}
	return io.ReadAll(io.LimitReader(res.Body, shipment.MaxPartnerLabel+1)) // one more, for Check to see
}

func (c *Client) checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return errors.New("its address has too many redirects")
	}
	return c.checkAddress(req.URL)
}

func (c *Client) checkAddress(u *url.URL) error {
	if u.Host == "" || u.Scheme != "https" && (u.Scheme != "http" || !c.PrivateNetwork) {
		return errors.New("its address is not https")
	}
	return nil
}
