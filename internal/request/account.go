package request

import (
	"encoding/base64"
	"slices"
	"strings"
	"time"
	"unicode"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// KeyRequest is a key to create.
type KeyRequest struct {
	Name      string
	ExpiresOn time.Time       // zero: never
	Preset    string          // whose scopes it has, "" for none
	Scopes    shipment.Scopes // of the preset, or as they were named; 0: none are
	Networks  shipment.Networks
}

// CreateKey is the body of a request that creates a key.
var CreateKey = bodyOf[KeyRequest]("create_key").also(readKeyLists, ScopesField, NetworksField)

// The fields of a key to create that do not stand alone.
const (
	// ScopesField and NetworksField are lists of texts.
	ScopesField   = "scopes"
	NetworksField = "networks"
)

// readKeyLists reads the scopes and the networks of a key to create.
func readKeyLists(f *Form, r *KeyRequest, problems Problems) Problems {
	scopes, wrongScopes := readScopes(f.get(ScopesField))
	if wrongScopes == nil && scopes != 0 && r.Preset != "" {
		wrongScopes = Messages{problem.TwoScopes}
	}
	r.Scopes = scopes | shipment.PresetNamed(r.Preset)
	networks, wrongNetworks := readTexts(f.get(NetworksField), shipment.MaxNetworks)
	if wrongNetworks == nil {
		var wrong string
		if r.Networks, wrong = shipment.NetworksOf(networks); r.Networks == "" && len(networks) > 0 {
			wrongNetworks = Messages{problem.NotNetwork.With(wrong)}
		}
	}
	return problems.with(ScopesField, asNode(wrongScopes)).with(NetworksField, asNode(wrongNetworks))
}

// readScopes reads a list of the names of scopes. None is another thing than an empty list, which nobody means.
func readScopes(v Value) (shipment.Scopes, Messages) {
	names, problems := readTexts(v, len(shipment.AllScopes.Names()))
	if problems != nil || !v.given() {
		return 0, problems
	}
	scopes, unknown := shipment.ScopesOf(names)
	switch {
	case len(names) == 0:
		return 0, Messages{problem.NoScope}
	case unknown != "" || slices.Contains(names, ""):
		return 0, Messages{problem.NotChoice.With(unknown)}
	}
	return scopes, nil
}

// LogoField is the field of those settings that has a PNG file.
const LogoField = "logo"

// accountLabelsChange has the settings, and a logo as it was sent.
type accountLabelsChange struct {
	shipment.AccountLabels
	Logo string
}

var accountLabelsTable = tableOf[accountLabelsChange]("account_labels")

// AccountLabelsShape is the shape of a request that changes those settings.
func AccountLabelsShape() *Shape { return accountLabelsShape }

var accountLabelsShape = accountLabelsTable.ownShape()

// AccountLabels is a change of what an account sets for its labels.
type AccountLabels struct {
	Change   func(*shipment.AccountLabels) // all but the logo
	SetsLogo bool                          // or removes it by an empty one
	Logo     []byte                        // the content of a PNG file
}

// ReadAccountLabels reads a change of what an account sets for its labels: an absent field stays, null clears it.
func ReadAccountLabels(f *Form) (AccountLabels, Problems) {
	var sent accountLabelsChange
	values, problems := accountLabelsTable.readChange(f, &sent)
	if problems != nil {
		return AccountLabels{}, problems
	}
	logo, err := base64.StdEncoding.DecodeString(sent.Logo)
	if err != nil {
		return AccountLabels{}, Problems{{LogoField, Messages{problem.NotBase64}}}
	}
	return AccountLabels{func(l *shipment.AccountLabels) {
		changed := accountLabelsChange{AccountLabels: *l}
		accountLabelsTable.read(values, &changed)
		*l = changed.AccountLabels
	}, values[LogoField].Kind != Absent, logo}, nil
}

// readLine reads a text on one line.
var readLine = fitting(func(s string) bool { return !strings.ContainsFunc(s, unicode.IsControl) }, problem.NotOneLine)

// ChangeAccountSettings is the body of a request that changes the settings of an account.
var ChangeAccountSettings = changeOf[shipment.AccountSettings]("account_settings")

// readZoneName reads the name of a time zone.
var readZoneName = fitting(func(name string) bool {
	_, wrong := readZone(Text(name), nil)
	return wrong == nil
}, problem.NotZone)
