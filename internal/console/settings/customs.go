package settings

import (
	"context"
	"net/http"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// CustomsLabels are the words for the facts that can be stated for customs, and customsHints what is said about some.
var (
	CustomsLabels = web.Texts[string]("customs fact")
	customsHints  = web.Texts[string]("customs hint")
)

// customsInput is a fact on the page.
type customsInput struct {
	Name, Label, Hint string
	Max               int
	Options           []web.Option // nil: any text
}

func customsInputs(v *web.Visit) []customsInput {
	var inputs []customsInput
	for _, s := range masterdata.CustomsSettings() {
		input := customsInput{Name: s.Name, Label: v.T(CustomsLabels[s.Name]), Hint: v.T(customsHints[s.Name]), Max: s.Max}
		if s.Name == shipment.CustomsOrigin {
			input.Options = v.CountryOptions()
			input.Options[0].Text = v.T("Not stated")
		}
		if s.Choices != nil {
			words := web.Texts[string]("value of " + s.Name)
			input.Options = web.Options(v.T("Not stated"), s.Choices, func(choice string) web.Option {
				return web.Option{Value: choice, Text: v.T(words[choice])}
			})
		}
		inputs = append(inputs, input)
	}
	return inputs
}

// accountCustoms shows the customs facts of an account, and changes them.
func accountCustoms(v *web.Visit) error {
	return Customs(v, map[string]any{"Tabs": v.SettingsTabs(), "Writable": true}, v.URL("settings/customs"), v.Account.AccountID,
		(*masterdata.Store).AccountCustoms, (*masterdata.Store).UpdateAccountCustoms)
}

// Customs shows the customs facts of an account or a service. A POST changes them first.
func Customs(v *web.Visit, data map[string]any, path string, id int64,
	read func(*masterdata.Store, context.Context, int64) (shipment.Customs, error),
	update func(*masterdata.Store, context.Context, int64, func(shipment.Customs) error) (shipment.Customs, error),
) error {
	f := web.NewForm(nil)
	inputs := customsInputs(v)
	for _, input := range inputs {
		f.Label(input.Name, input.Label)
	}
	show := func(v *web.Visit, status int, f *web.Form) error {
		data["Form"], data["Settings"] = f, inputs
		return v.Render(status, "customs.html", data)
	}
	if v.Request.Method == http.MethodPost {
		f.Sent = v.Request.PostForm
		err := v.Change(func(ctx context.Context) error {
			_, err := update(v.Console.Store.MasterData, ctx, id, func(facts shipment.Customs) error {
				for _, input := range inputs {
					if err := masterdata.SetCustoms(facts, input.Name, f.Value(input.Name)); err != nil {
						return err
					}
				}
				return nil
			})
			return err
		})
		return v.Finish(v.FailWith(f, err), f, show, v.T("The settings are saved."), path)
	}
	facts, err := read(v.Console.Store.MasterData, v.Context(), id)
	if err != nil {
		return err
	}
	for name, value := range facts {
		f.Sent.Set(name, value)
	}
	return show(v, http.StatusOK, f)
}
