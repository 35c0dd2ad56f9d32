package settings

import (
	"cmp"
	"context"
	"net/http"
	"net/url"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/label"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// accountLabels are the settings of the labels of the account.
func accountLabels(v *web.Visit) (shipment.AccountLabels, error) {
	return v.Console.Store.MasterData.AccountLabels(v.Context(), v.Account.AccountID)
}

// SizeTexts are the sizes of labels in words.
var SizeTexts = map[string]string{
	"100x150": "100 × 150 mm", "a6": "A6, 105 × 148 mm", "4x6": web.Key("4 × 6 inches"), "a4": web.Key("A4, four on a sheet"),
}

func viewLabels(v *web.Visit, labels shipment.AccountLabels) error {
	return showLabels(v, http.StatusOK, web.NewForm(url.Values{
		"return_to": {labels.ReturnTo}, "default_size": {cmp.Or(labels.Size, shipment.LabelSizes()[0])},
		"hide_contents": web.Ticked(labels.HideContents),
	}))
}

func showLabels(v *web.Visit, status int, f *web.Form) error {
	f.Label("logo", v.T("Logo")).Label("return_to", v.T("Return address")).Label("default_size", v.T("Paper"))
	var r web.Reading
	labels := web.Read1(&r, accountLabels, v)
	preview := web.Read1(&r, labelToShow, v)
	return v.Show(r.Err, status, "labels.html", map[string]any{
		"Form": f, "HasLogo": labels.Logo != nil, "Revision": labels.Revision, "HasPreview": preview != "", "Tabs": v.SettingsTabs(),
		"Sizes": each.Of(shipment.LabelSizes(), func(size string) web.Option { return web.Option{Value: size, Text: v.T(SizeTexts[size])} }),
	})
}

// changeLabels changes the settings, with the logo if the form has a file, or without it if the user removes it.
func changeLabels(v *web.Visit) error {
	f := web.NewForm(v.Request.PostForm)
	file, err := v.File("logo")
	if err != nil {
		return err
	}
	err = v.Change(func(ctx context.Context) error { return storeLabels(ctx, v, f, file) })
	toast := v.T("The settings are saved. Labels that are printed from now on have them.")
	return v.Finish(v.FailWith(f, err), f, showLabels, toast, v.URL("settings/labels"))
}

// costOfLogo is how many times its size a logo takes while it is read and stored: in the form, in the process that reads it, and in the
// settings as base64, which PostgreSQL's driver copies.
const costOfLogo = 8

// storeLabels stores the settings of a form with a file, which may be empty.
func storeLabels(ctx context.Context, v *web.Visit, f *web.Form, file []byte) error {
	if err := v.Console.Charge(v.Request.Context(), costOfLogo*int64(len(file))); err != nil {
		return err
	}
	sent, err := web.Read(request.AccountLabelsShape(), request.ReadAccountLabels, map[string]any{
		"hide_contents": f.Value("hide_contents") != "", "return_to": f.Value("return_to"), "default_size": f.Value("default_size"),
	})
	if err != nil {
		return err
	}
	logo, err := v.Console.ReadLogo(ctx, file)
	if err != nil {
		return err
	}
	return v.Console.Store.MasterData.UpdateAccountLabels(ctx, v.Account.AccountID, func(l *shipment.AccountLabels) error {
		sent.Change(l)
		if logo != nil || f.Value("remove_logo") != "" {
			l.Logo = logo
		}
		return nil
	})
}

// viewLogo shows the logo as it is printed.
func viewLogo(v *web.Visit, labels shipment.AccountLabels) error {
	if labels.Logo == nil {
		return store.ErrNotFound
	}
	return v.Send("image/png", "private, no-cache", labels.Logo.PNG())
}

// previewLabel shows the label of the newest order that Waybill draws, with the settings as they are.
func previewLabel(v *web.Visit) error {
	trackingNo, err := labelToShow(v)
	if err != nil || trackingNo == "" {
		return cmp.Or(err, store.ErrNotFound)
	}
	options := label.Options{Document: label.Parcel, Format: label.PNG}
	return v.SendDocument(v.Console.Printing.Document(v.Context(), v.Reader(), trackingNo, options))
}

// labelToShow is the tracking number of the newest label that Waybill draws, "" if there is none among the newest
// orders.
func labelToShow(v *web.Visit) (string, error) {
	filter := store.OrderFilter{AccountID: v.Account.AccountID}
	orders, _, err := v.Console.Store.OrdersAfter(v.Context(), filter, store.Cursor{})
	if err != nil {
		return "", err
	}
	for i := range orders {
		if orders[i].HasLabel && orders[i].PartnerLabel == "" {
			return orders[i].TrackingNo, nil
		}
	}
	return "", nil
}
