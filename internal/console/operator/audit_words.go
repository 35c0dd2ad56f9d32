package operator

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"waybill/internal/console/orderform"
	"waybill/internal/console/settings"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
)

// auditNames are the names of members of the log, by the kind of the subject and the member where one means several things. What is
// not here has the label of the form of rules, of settings for customs, or of orders, or else its own name.
var auditNames = map[string]string{
	"account_id":          web.Key("Account"),
	"address":             web.Key("Address"),
	"address_revision":    web.Key("Version"),
	"base_url":            web.Key("URL of its adapter"),
	"basic_username":      web.Key("User name"),
	"bytes":               web.Key("Size"),
	"cancellation":        web.Key("Cancellation"),
	"cancelling":          web.Key("Stop the import"),
	"category":            web.Key("Category"),
	"changed_fields":      web.Key("Fields"),
	"cod":                 web.Key("Cash on delivery"),
	"codes":               web.Key("Recovery codes"),
	"concurrency":         web.Key("Calls at once"),
	"created_by_key":      web.Key("Made with the key"),
	"customs.":            web.Key("Days kept"),
	"customs_forms":       web.Key("Customs forms"),
	"day":                 web.Key("Day"),
	"delete_after_days":   web.Key("Delete orders after days"),
	"description":         web.Key("Description"),
	"disabled":            web.Key("Disabled"),
	"disabled_on":         web.Key("Disabled"),
	"dry_run":             web.Key("Only checked"),
	"due_on":              web.Key("Next attempt"),
	"email":               web.Key("E-mail address"),
	"entries":             web.Key("Entries"),
	"erase_after_days":    web.Key("Erase personal data after days"),
	"erased_on":           web.Key("Erased"),
	"events":              web.Key("Events"),
	"existing":            web.Key("Orders that exist"),
	"expires_on":          web.Key("Expires"),
	"fields":              web.Key("Fields"),
	"given_by":            web.Key("Handed over by"),
	"has_password":        web.Key("Password"),
	"hash":                web.Key("Checksum"),
	"hawb_no":             web.Key("Tracking number"),
	"hide_contents":       web.Key("Do not print the contents and their value"),
	"invited":             web.Key("Invited"),
	"issuer":              web.Key("Issued by"),
	"label_pdf":           web.Key("Send the label with the event that it is ready"),
	"language":            web.Key("Language"),
	"left":                web.Key("Recovery codes left"),
	"logo":                web.Key("Logo"),
	"marks":               web.Key("Marks on the label"),
	"media_type":          web.Key("File"),
	"message":             web.Key("Message"),
	"messages":            web.Key("Message"),
	"method":              web.Key("Signed in by"),
	"missing_customs":     web.Key("Facts for customs are missing"),
	"name":                web.Key("Name"),
	"networks":            web.Key("Networks"),
	"note":                web.Key("Note"),
	"note_id":             web.Key("Note"),
	"old_secret_until":    web.Key("The old secret is valid too until"),
	"operator":            web.Key("Operator's account"),
	"operator_role":       web.Key("Role in all accounts"),
	"orders":              web.Key("Orders"),
	"packed_by":           web.Key("By"),
	"packed_on":           web.Key("Packed"),
	"parcels":             web.Key("Parcels"),
	"partner":             web.Key("Partner"),
	"passkey_id":          web.Key("Passkey"),
	"passkeys":            web.Key("Passkeys"),
	"password_set_on":     web.Key("Password"),
	"per_euro":            web.Key("By currency, per euro"),
	"phones":              web.Key("Complete phone numbers without a country code"),
	"previous_until":      web.Key("The old secret is valid too until"),
	"printed_by":          web.Key("By"),
	"printed_on":          web.Key("Printed"),
	"private_network":     web.Key("The adapter is in a private network"),
	"purpose":             web.Key("What it is for"),
	"rate_burst":          web.Key("Requests at once"),
	"rate_limit":          web.Key("Requests a second"),
	"reason":              web.Key("Reason"),
	"relying_party":       web.Key("Domain"),
	"replaces":            web.Key("Replaces"),
	"return_to":           web.Key("Return address"),
	"revoked_on":          web.Key("Revoked"),
	"role":                web.Key("Role"),
	"routes":              web.Key("Routes"),
	"routing_hash":        web.Key("Checksum"),
	"rule_id":             web.Key("Rule"),
	"scopes":              web.Key("What it may do"),
	"service.destination": web.Key("Destination"),
	"service.origin":      web.Key("From where"),
	"session_id":          web.Key("Session"),
	"sessions":            web.Key("Sessions"),
	"sign_count":          web.Key("Uses"),
	"signed_on":           web.Key("Signed"),
	"size":                web.Key("Paper"),
	"source":              web.Key("Source"),
	"state":               web.Key("Status"),
	"subject":             web.Key("Id"),
	"suspended_on":        web.Key("Suspended"),
	"tags":                web.Key("Tags"),
	"taken_by":            web.Key("Driver"),
	"timeout":             web.Key("Time for one call"),
	"timezone":            web.Key("Timezone"),
	"tracker_status_code": web.Key("Status"),
	"tracking_nos":        web.Key("Tracking number"),
	"tracking_prefix":     web.Key("Start of tracking numbers"),
	"upload_batch_no":     web.Key("Batch"),
	"url":                 web.Key("URL"),
	"valid_only":          web.Key("Only valid orders"),
	"version":             web.Key("Version"),
}

// auditValues are the words for values of members, by the same names.
var auditValues = map[string]map[string]string{
	"state":        web.TextsOf(ledgerStates),
	"cancellation": web.TextsOf(ledgerStates), "tracker_status_code": web.TextsOf(web.Statuses), "scopes": settings.ScopeTexts,
	"marks": markTexts, "existing": {"skip": web.Key("Left out"), "create": web.Key("Create")},
	"role":            web.RoleWords,
	"operator_role":   web.RoleWords,
	"language":        {"en": "English", "id": "Bahasa Indonesia", "zh-Hans": "简体中文"},
	"missing_customs": {"refuse": web.Key("Refuse the order")},
	"customs_forms":   {"invoice": web.Key("Invoices alone")},
	"phones":          {"0": web.Key("No"), "1": web.Key("Yes"), "2": web.Key("Not yet"), "3": web.Key("No")},
	"method": {
		"password": web.Key("Password"), "passkey": web.Key("Passkey"), "recovery code": web.Key("Recovery code"),
		"sign-in link": web.Key("One-time link"), "invite link": web.Key("Invitation"), "reset link": web.Key("New password"),
		"identity provider": web.Key("Single sign-on"),
	},
	"purpose": {"sign-in": web.Key("Sign in"), "invite": web.Key("Invitation"), "reset": web.Key("New password")},
	"size": {
		"100x150": "100 × 150 mm", "a6": "A6, 105 × 148 mm", "4x6": web.Key("4 × 6 inches"), "a4": web.Key("A4, four on a sheet"),
	},
	"severity": {"error": web.Key("Refuses"), "hold": web.Key("Holds"), "warning": web.Key("Warns")},
}

// auditCountries are the members whose values are countries.
var auditCountries = []string{"origin", "destination", "country", shipment.CustomsOrigin}

func newAuditChange(v *web.Visit, kind, name string, before, after json.RawMessage) auditChange {
	return auditChange{auditName(v, kind, name), auditText(v, kind, name, before), auditText(v, kind, name, after)}
}

// auditName is a member in words, or as it is if it has none.
func auditName(v *web.Visit, kind, name string) string {
	key := cmp.Or(auditNames[kind+"."+name], auditNames[name], settings.CustomsWords[name].Label, orderform.Create.Label(name))
	for _, k := range ruleKeys {
		if k.name == name && kind == audit.SubjectRule {
			key = k.label
		}
	}
	if key == "" {
		return name
	}
	return v.T(key)
}

// auditText is a JSON value as people read it: closed values in words, texts without quotes, and null as nothing.
func auditText(v *web.Visit, kind, name string, value json.RawMessage) string {
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	var decoded any
	if d.Decode(&decoded) != nil {
		return string(value)
	}
	return auditValue(v, kind, name, decoded)
}

func auditValue(v *web.Visit, kind, name string, value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case bool:
		return v.T(map[bool]string{true: web.Key("Yes"), false: web.Key("No")}[value])
	case []any:
		return strings.Join(each.Of(value, func(one any) string { return auditValue(v, kind, name, one) }), ", ")
	case map[string]any:
		if name == "logo" {
			return v.T("Picture")
		}
		return strings.Join(each.Of(slices.Sorted(maps.Keys(value)), func(member string) string {
			return auditName(v, "", member) + ": " + auditValue(v, "", member, value[member])
		}), "; ")
	}
	return auditWord(v, kind, name, fmt.Sprint(value))
}

// auditWord is a text or a number of the log.
func auditWord(v *web.Visit, kind, name, text string) string {
	if first, rest, several := strings.Cut(text, ","); several && (name == "changed_fields" || name == "scopes") {
		return auditWord(v, kind, name, strings.TrimSpace(first)) + ", " + auditWord(v, kind, name, strings.TrimSpace(rest))
	}
	values, known := v.Console.States[kind+"."+name]
	if !known {
		values, known = auditValues[kind+"."+name]
	}
	if !known {
		values = auditValues[name]
	}
	if choices := settings.CustomsWords[name].Choices; values == nil {
		values = choices
	}
	on, err := time.Parse(time.RFC3339Nano, text)
	switch {
	case values[text] != "":
		return v.T(values[text])
	case err == nil && (strings.HasSuffix(name, "_on") || strings.HasSuffix(name, "_until")):
		return v.Moment(on)
	case name == "changed_fields":
		if group := v.Words().Place(orderform.New(orderform.Create), text); group != "" {
			return auditName(v, "", text) + " (" + group + ")"
		}
		return auditName(v, "", text)
	case slices.Contains(auditCountries, name):
		return v.Names().Country(text)
	}
	return text
}
