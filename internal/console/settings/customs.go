package settings

import (
	"context"
	"net/http"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// CustomsWords are the words for the facts that can be stated for customs, and for their choices.
var CustomsWords = map[string]struct {
	Label, hint string
	Choices     map[string]string
}{
	shipment.CustomsContents: {web.Key("Contents"), web.Key("Of parcels whose orders have no reason of the export."), map[string]string{
		"merchandise": web.Key("Merchandise"), "gift": web.Key("Gift"), "sample": web.Key("Sample"), "documents": web.Key("Documents"),
		"returned_goods": web.Key("Return of goods"), "other": web.Key("Other"),
	}},
	shipment.CustomsExplanation: {web.Key("What it is"), web.Key("If the contents are other."), nil},
	shipment.CustomsRestriction: {web.Key("Restriction"), web.Key("Whether the import of the goods is restricted."), map[string]string{
		"none": web.Key("None"),
	}},
	shipment.CustomsNonDelivery: {web.Key("A parcel that cannot be delivered"), "", map[string]string{
		"return": web.Key("Comes back"), "abandon": web.Key("Is abandoned"),
	}},
	shipment.CustomsOrigin: {web.Key("Made in"), web.Key("Of items without a country of origin."), nil},
	shipment.CustomsSigner: {web.Key("Signer"), web.Key("Who signs the declaration."), nil},
	shipment.CustomsCertify: {
		web.Key("The signer certifies the declaration"), "", map[string]string{"yes": web.Key("Yes"), "no": web.Key("No")},
	},
	shipment.CustomsExemption: {
		web.Key("Exemption from the export filing"), web.Key("For exports from the United States, such as NOEEI 30.37(a)."), nil,
	},
	shipment.CustomsExemptionLimit: {
		web.Key("Limit of the exemption"), web.Key("Value of the goods of one tariff number, such as 2500 USD, or none."), nil,
	},
	shipment.CustomsSignerPlace: {web.Key("Place of the signature"), "", nil},
	shipment.CustomsExporter:    {web.Key("Customs number of the exporter"), "", nil},
	shipment.CustomsDuties: {web.Key("Who pays duties and taxes"), "", map[string]string{
		"shipper": web.Key("Sender"), "consignee": web.Key("Consignee"), "importer": web.Key("Importer of record"),
	}},
	shipment.CustomsExportType: {web.Key("Type of the export"), "", map[string]string{
		"permanent": web.Key("The goods stay abroad"), "temporary": web.Key("The goods come back"),
	}},
}

// customsInput is a fact on the page.
type customsInput struct {
	Name, Label, Hint string
	Max               int
	Options           []web.Option // nil: any text
}

func customsInputs(v *web.Visit) []customsInput {
	var inputs []customsInput
	for _, s := range masterdata.CustomsSettings() {
		words := CustomsWords[s.Name]
		input := customsInput{Name: s.Name, Label: v.T(words.Label), Hint: v.T(words.hint), Max: s.Max}
		if s.Name == shipment.CustomsOrigin {
			input.Options = v.CountryOptions()
			input.Options[0].Text = v.T("Not stated")
		}
		if s.Choices != nil {
			input.Options = web.Options(v.T("Not stated"), s.Choices, func(choice string) web.Option {
				return web.Option{Value: choice, Text: v.T(words.Choices[choice])}
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
		_, err := update(v.Console.Store.MasterData, v.Context(), id, func(facts shipment.Customs) error {
			for _, input := range inputs {
				if err := masterdata.SetCustoms(facts, input.Name, f.Value(input.Name)); err != nil {
					return err
				}
			}
			return nil
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
