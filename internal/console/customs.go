package console

import (
	"context"
	"errors"
	"net/http"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// customsWords are the words for the facts that can be stated for customs, and for their choices.
var customsWords = map[string]struct {
	label, hint string
	choices     map[string]string
}{
	shipment.CustomsContents: {key("Contents"), key("Of parcels whose orders have no reason of the export."), map[string]string{
		"merchandise": key("Merchandise"), "gift": key("Gift"), "sample": key("Sample"), "documents": key("Documents"),
		"returned_goods": key("Return of goods"), "other": key("Other"),
	}},
	shipment.CustomsExplanation: {key("What it is"), key("If the contents are other."), nil},
	shipment.CustomsRestriction: {key("Restriction"), key("Whether the import of the goods is restricted."), map[string]string{
		"none": key("None"),
	}},
	shipment.CustomsNonDelivery: {key("A parcel that cannot be delivered"), "", map[string]string{
		"return": key("Comes back"), "abandon": key("Is abandoned"),
	}},
	shipment.CustomsOrigin:  {key("Made in"), key("Of items without a country of origin."), nil},
	shipment.CustomsSigner:  {key("Signer"), key("Who signs the declaration."), nil},
	shipment.CustomsCertify: {key("The signer certifies the declaration"), "", map[string]string{"yes": key("Yes"), "no": key("No")}},
	shipment.CustomsExemption: {
		key("Exemption from the export filing"), key("For exports from the United States, such as NOEEI 30.37(a)."), nil,
	},
	shipment.CustomsExemptionLimit: {
		key("Limit of the exemption"), key("Value of the goods of one tariff number, such as 2500 USD, or none."), nil,
	},
}

// customsInput is a fact on the page.
type customsInput struct {
	Name, Label, Hint string
	Max               int
	Options           []option // nil: any text
}

func (v *visit) customsInputs() []customsInput {
	var inputs []customsInput
	for _, s := range shipment.CustomsSettings() {
		words := customsWords[s.Name]
		input := customsInput{Name: s.Name, Label: v.t(words.label), Max: s.Max}
		if words.hint != "" {
			input.Hint = v.t(words.hint)
		}
		if s.Name == shipment.CustomsOrigin {
			input.Options = v.countryOptions()
			input.Options[0].Text = v.t("Not stated")
		}
		if s.Choices != nil {
			input.Options = []option{{"", v.t("Not stated")}}
		}
		for _, choice := range s.Choices {
			input.Options = append(input.Options, option{choice, v.t(words.choices[choice])})
		}
		inputs = append(inputs, input)
	}
	return inputs
}

// accountCustoms shows the customs facts of an account, and changes them.
func (v *visit) accountCustoms() error {
	return v.customs(map[string]any{"Tabs": v.settingsTabs(), "Writable": true}, v.url("settings/customs"), v.account.AccountID,
		(*store.Store).AccountCustoms, (*store.Store).UpdateAccountCustoms)
}

// serviceCustoms shows the customs facts of a service, and changes them.
func (v *visit) serviceCustoms() error {
	sv, err := v.findService()
	if err != nil {
		return err
	}
	return v.customs(map[string]any{"Service": sv, "Writable": v.can(administer)}, servicePath(sv.ServiceID)+"/customs", sv.ServiceID,
		(*store.Store).ServiceCustoms, (*store.Store).UpdateServiceCustoms)
}

// customs shows the customs facts of an account or a service. A POST changes them first.
func (v *visit) customs(data map[string]any, path string, id int64,
	read func(*store.Store, context.Context, int64) (shipment.Customs, error),
	update func(*store.Store, context.Context, int64, func(shipment.Customs) error) (shipment.Customs, error),
) error {
	f := newForm(nil)
	inputs := v.customsInputs()
	for _, input := range inputs {
		f.label(input.Name, input.Label)
	}
	status := http.StatusOK
	if v.r.Method == http.MethodPost {
		if err := v.parse(); err != nil {
			return err
		}
		f.values = v.r.PostForm
		_, err := update(v.console.Store, v.ctx(), id, func(facts shipment.Customs) error {
			for _, input := range inputs {
				if err := facts.Set(input.Name, f.Value(input.Name)); err != nil {
					return err
				}
			}
			return facts.Check()
		})
		wrong, isWrong := errors.AsType[*shipment.CustomsError](err)
		switch {
		case err == nil:
			v.toast(v.t("The settings are saved."))
			return v.redirect(path)
		case !isWrong:
			return err
		case f.Value(wrong.Name) == "":
			f.fail(wrong.Name, v.t("Fill it in, too: what you stated needs it."))
		default:
			f.fail(wrong.Name, v.t("This value is not allowed: see the hint."))
		}
		status = http.StatusUnprocessableEntity
	} else {
		facts, err := read(v.console.Store, v.ctx(), id)
		if err != nil {
			return err
		}
		for name, value := range facts {
			f.values.Set(name, value)
		}
	}
	data["Form"], data["Settings"] = f, inputs
	return v.render(status, "customs.html", data)
}
