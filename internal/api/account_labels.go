package api

import (
	"cmp"
	"context"
	"encoding/base64"
	"net/http"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/label"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// viewAccountLabels shows what the account sets for its labels.
func (a *accountSettings) viewAccountLabels(ctx context.Context, c shell.Call) (shell.Response, error) {
	labels, err := a.api.Store.MasterData.AccountLabels(ctx, c.Caller.AccountID)
	return respond(http.StatusOK, &labels, writeAccountLabels), err
}

// changeAccountLabels changes the settings that the request has.
func (a *accountSettings) changeAccountLabels(ctx context.Context, c shell.Call, sent *request.Form) (shell.Response, error) {
	change, file, hasLogo, problems := request.ReadAccountLabels(sent)
	if problems != nil {
		return shell.Response{}, &shell.ValidationError{Problems: problems}
	}
	var logo *shipment.Logo
	if len(file) > 0 {
		read, err := a.readLogo(ctx, file)
		if err != nil {
			return shell.Response{}, err
		}
		logo = &read
	}
	var changed shipment.AccountLabels
	err := a.api.Store.MasterData.UpdateAccountLabels(shell.AsCaller(ctx, c), c.Caller.AccountID, func(l *shipment.AccountLabels) error {
		change(l)
		if hasLogo {
			l.Logo = logo
		}
		changed = *l
		return nil
	})
	return respond(http.StatusOK, &changed, writeAccountLabels), err
}

func (a *accountSettings) readLogo(ctx context.Context, file []byte) (shipment.Logo, error) {
	if len(file) > shipment.MaxLogoFile {
		return shipment.Logo{}, wrong(request.LogoField, problem.LogoTooLarge.With(shipment.MaxLogoFile>>10))
	}
	logo, refused, err := a.api.Labels.ReadLogo(ctx, file)
	if !refused.IsZero() {
		err = wrong(request.LogoField, problem.FileRefused.With(refused))
	}
	return logo, err
}

func writeAccountLabels(o *openapi.Object, labels *shipment.AccountLabels) {
	o.Flag("hide_contents", labels.HideContents)
	o.TextOrNull("return_to", labels.ReturnTo)
	o.Text("default_size", cmp.Or(labels.Size, string(label.Size100x150))).Enum(shipment.LabelSizes()...)
	logo := ""
	if labels.Logo != nil {
		logo = base64.StdEncoding.EncodeToString(labels.Logo.PNG())
	}
	o.TextOrNull(request.LogoField, logo).About("As it is printed: a PNG in base64, 8 pixels for a millimetre.")
}
