package console

import (
	"cmp"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

func (v *visit) viewLabels() error {
	labels, err := v.console.Store.AccountLabels(v.ctx(), v.account.AccountID)
	if err != nil {
		return err
	}
	values := url.Values{"return_to": {labels.ReturnTo}, "default_size": {cmp.Or(labels.Size, shipment.LabelSizes()[0])}}
	if labels.HideContents {
		values.Set("hide_contents", "1")
	}
	return v.showLabels(http.StatusOK, newForm(values))
}

func (v *visit) showLabels(status int, f *form) error {
	f.label("logo", v.t("Logo")).label("return_to", v.t("Return address")).label("default_size", v.t("Paper"))
	labels, err := v.console.Store.AccountLabels(v.ctx(), v.account.AccountID)
	if err != nil {
		return err
	}
	preview, err := v.labelToShow()
	if err != nil {
		return err
	}
	data := map[string]any{
		"Form": f, "HasLogo": labels.Logo != nil, "Revision": labels.Revision, "HasPreview": preview != "", "Tabs": v.settingsTabs(),
		"Sizes": []option{
			{"100x150", "100 × 150 mm"}, {"a6", "A6, 105 × 148 mm"}, {"4x6", v.t("4 × 6 inches")}, {"a4", v.t("A4, four on a sheet")},
		},
	}
	return v.render(status, "labels.html", data)
}

// changeLabels changes the settings, with the logo if the form has a file, or without it if the user removes it.
func (v *visit) changeLabels() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := newForm(v.r.PostForm)
	body := map[string]any{
		"hide_contents": f.Value("hide_contents") != "", "return_to": f.Value("return_to"), "default_size": f.Value("default_size"),
	}
	file, err := v.file("logo")
	switch {
	case err != nil:
		return err
	case len(file) > 0:
		body["logo"] = base64.StdEncoding.EncodeToString(file)
	case f.Value("remove_logo") != "":
		body["logo"] = nil
	}
	answer, err := v.api(http.MethodPatch, "/api/account/labels/", body)
	if err != nil {
		return err
	}
	if !answer.ok() {
		v.failAll(f, answer)
		return v.showLabels(http.StatusUnprocessableEntity, f)
	}
	v.toast(v.t("The settings are saved. Labels that are printed from now on have them."))
	return v.redirect(v.url("settings/labels"))
}

// file is the content of a file of the form that was parsed; empty if there is none.
func (v *visit) file(name string) ([]byte, error) {
	file, _, err := v.r.FormFile(name)
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) {
		return nil, nil
	}
	if err != nil {
		return nil, &badFormError{err}
	}
	defer func() { _ = file.Close() }() // it was read
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, &badFormError{err}
	}
	return content, nil
}

// viewLogo shows the logo as it is printed.
func (v *visit) viewLogo() error {
	labels, err := v.console.Store.AccountLabels(v.ctx(), v.account.AccountID)
	if err != nil {
		return err
	}
	if labels.Logo == nil {
		return store.ErrNotFound
	}
	picture := labels.Logo.PNG()
	header := v.w.Header()
	header.Set("Content-Type", "image/png")
	header.Set("Content-Length", strconv.Itoa(len(picture)))
	header.Set("Cache-Control", "private, no-cache")
	header.Set("X-Content-Type-Options", "nosniff")
	_, _ = v.w.Write(picture) // a client that has gone away is not an error
	return nil
}

// previewLabel shows the label of the newest order that Waybill draws, with the settings as they are.
func (v *visit) previewLabel() error {
	path, err := v.labelToShow()
	if err != nil {
		return err
	}
	if path == "" {
		return store.ErrNotFound
	}
	return v.pass(path)
}

// labelToShow is the path of the picture of the newest label that Waybill draws, "" if there is none among the newest
// orders.
func (v *visit) labelToShow() (string, error) {
	filter := store.OrderFilter{AccountID: v.account.AccountID}
	orders, _, err := v.console.Store.OrdersAfter(v.ctx(), filter, store.Cursor{})
	if err != nil {
		return "", err
	}
	for i := range orders {
		if !orders[i].HasLabel || orders[i].PartnerLabel != "" {
			continue
		}
		answer, err := v.api(http.MethodGet, "/api/order/order/"+orders[i].TrackingNo+"/", nil)
		if err != nil {
			return "", err
		}
		var detail struct {
			Label string `json:"order_label_url"`
		}
		if err := answer.decode(&detail); err != nil {
			return "", err
		}
		address, err := url.Parse(detail.Label)
		if err != nil {
			return "", err
		}
		return strings.TrimSuffix(address.Path, ".pdf") + ".png", nil
	}
	return "", nil
}
