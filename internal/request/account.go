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

// maxName is the most characters of a name.
const maxName = 100

// CreateKey is the body of a request that creates a key.
var CreateKey = newBody(
	text("name", required, maxName, "What it is for. No two live keys have the same.", func(r *KeyRequest) *string { return &r.Name }),
	bind(field("expires_on", optional, Type{Name: TypeMoment}, "From then on it is refused; default never. UTC when no zone is given."),
		readMomentFrom,
		func(r *KeyRequest) *time.Time { return &r.ExpiresOn }),
	choice(presetField, optional, shipment.PresetNames(), "What it may do, in the place of scopes.",
		func(r *KeyRequest) *string { return &r.Preset }),
).also(readKeyLists, ScopesField, NetworksField)

// The fields of a key to create that do not stand alone.
const (
	presetField = "preset"
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
	logo string
}

var accountLabelsTable = newTable(
	boolean("hide_contents", "Whether the contents and their value are left off the label.",
		func(c *accountLabelsChange) *bool { return &c.HideContents }),
	bind(field("return_to", optional, Type{Name: TypeText, MaxLength: shipment.MaxReturnTo},
		"Address on one line for parcels that cannot be delivered. Null or blank removes it."), readLine,
		func(c *accountLabelsChange) *string { return &c.ReturnTo }),
	choice("default_size", optional, shipment.LabelSizes(), "Paper of labels when a request names none. Null is 100x150.",
		func(c *accountLabelsChange) *string { return &c.Size }),
	text(LogoField, optional, base64.StdEncoding.EncodedLen(shipment.MaxLogoFile),
		"A PNG in base64, at most 64 KiB and 1000 × 1000 pixels, for the labels and the tracking page. Null removes it.",
		func(c *accountLabelsChange) *string { return &c.logo }),
)

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
	logo, err := base64.StdEncoding.DecodeString(sent.logo)
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

// maxZone is the most characters of the name of a time zone.
const maxZone = 100

// ChangeAccountSettings is the body of a request that changes the settings of an account.
var ChangeAccountSettings = newChange(
	bind(field("timezone", optional, Type{Name: TypeText, MaxLength: maxZone},
		"Time zone in which pages show times to users who have chosen none, such as Asia/Singapore. Null is UTC."), readZoneName,
		func(s *shipment.AccountSettings) *string { return &s.Timezone }),
	choice("language", optional, shipment.PageLanguages(),
		"Language of pages for users who have chosen none. Null is that of the browser.",
		func(s *shipment.AccountSettings) *string { return &s.Language }),
	tristate("complete_phones",
		"Whether phone numbers without a country code get that of the country of their address, default false: then they are refused.",
		func(s *shipment.AccountSettings) **bool { return &s.CompletePhones }),
	bind(countField("weight_tolerance", "So many grams the weight on the scale of a packer may differ from the stated one without a warning, "+
		"or as `weight_tolerance_percent` says if that is more. Default 50."), readInteger,
		func(s *shipment.AccountSettings) *int64 { return &s.Grams }),
	bind(countField("weight_tolerance_percent", "So many percent of the stated weight the weight on the scale may differ from it without a "+
		"warning. Default 5."), readInteger, func(s *shipment.AccountSettings) *int64 { return &s.Percent }),
	bind(field("unscanned_hours", optional, Type{Name: TypeInteger, Min: 1, Max: shipment.MaxUnscannedHours},
		"After how many hours a parcel that was handed over and that nobody has scanned since is a problem, default 24."), readInteger,
		func(s *shipment.AccountSettings) *int64 { return &s.UnscannedHours }),
)

// readZoneName reads the name of a time zone.
var readZoneName = fitting(func(name string) bool {
	_, wrong := readZone(Text(name), nil)
	return wrong == nil
}, problem.NotZone)
