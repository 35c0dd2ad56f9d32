package api

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/label"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// viewAccountLabels shows what the account sets for its labels.
func (a *accountSettings) viewAccountLabels(ctx context.Context, c call) (response, error) {
	labels, err := a.api.Store.MasterData.AccountLabels(ctx, c.caller.AccountID)
	if err != nil {
		return response{}, err
	}
	return labelsResponse(labels), nil
}

// changeAccountLabels changes the settings that the request has.
func (a *accountSettings) changeAccountLabels(ctx context.Context, c call, sent *request.Form) (response, error) {
	change, file, hasLogo, problems := request.ReadAccountLabels(sent)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	var logo *shipment.Logo
	if len(file) > 0 {
		read, err := a.readLogo(ctx, file)
		if err != nil {
			return response{}, err
		}
		logo = &read
	}
	var changed shipment.AccountLabels
	err := a.api.Store.MasterData.UpdateAccountLabels(asCaller(ctx, c), c.caller.AccountID, func(l *shipment.AccountLabels) error {
		change(l)
		if hasLogo {
			l.Logo = logo
		}
		changed = *l
		return nil
	})
	return labelsResponse(changed), err
}

func (a *accountSettings) readLogo(ctx context.Context, file []byte) (shipment.Logo, error) {
	if len(file) > shipment.MaxLogoFile {
		return shipment.Logo{}, wrong(request.LogoField, fmt.Sprintf("The file has more than %d KiB: make the picture smaller.",
			shipment.MaxLogoFile>>10))
	}
	logo, problem, err := a.api.Labels.ReadLogo(ctx, file)
	if problem != "" {
		err = wrong(request.LogoField, fmt.Sprintf("The file is refused: %s.", problem))
	}
	return logo, err
}

func labelsResponse(labels shipment.AccountLabels) response {
	var e jx.Encoder
	e.ObjStart()
	flag(&e, "hide_contents", labels.HideContents)
	nullable(&e, "return_to", labels.ReturnTo)
	text(&e, "default_size", cmp.Or(labels.Size, string(label.Size100x150)))
	logo := ""
	if labels.Logo != nil {
		logo = base64.StdEncoding.EncodeToString(labels.Logo.PNG())
	}
	nullable(&e, request.LogoField, logo)
	e.ObjEnd()
	return response{status: http.StatusOK, body: e.Bytes()}
}
