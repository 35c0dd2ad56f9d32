package problem

// About the settings of an account.
var (
	KeyNameTaken  = Define("key_name_taken", "The account has a live key with this name: choose another name, or revoke that key first.")
	KeyElsewhere  = Define("key_elsewhere", "This key may not be used from the address {address}.")
	NotNetwork    = Define("not_network", `"{sent}" is no network: enter one such as 203.0.113.0/24, or an address.`)
	NoScope       = Define("no_scope", "Name at least one scope, or leave them out.")
	ScopeNotYours = Define("scope_not_yours", "You do not have the scope {scope}, so you cannot give it to a key.")
	OperatorScope = Define("operator_scope", "These scopes are for keys of an operator's account: {scopes}.")
	TwoScopes     = Define("preset_and_scopes", "Send scopes or a preset, not both.")
	WiderNetworks = Define("wider_networks", "Your key may be used from {networks} only: name networks within these.")
	ManyKeys      = Define("many_keys", "An account has at most {max:number} live keys: revoke one first.")
	ManyEndpoints = Define("many_endpoints", "An account has at most {max:number} endpoints.")
	NoSuchEvent   = Define("no_such_event", "The account has no such event, or it is older than 30 days.")
	EndpointNoURL = Define("endpoint_without_url", "The endpoint has no URL to send a test event to.")
	PrivateURL    = Define("private_url",
		"This address is in a private network, to which nothing is sent. Enter one on the public internet.")
	URLNotEncrypted = Define("url_not_encrypted", "The network can read what is sent to http://, so nothing is. Enter an https:// address.")

	LogoTooLarge  = Define("logo_too_large", "The file has more than {max:number} KiB: make the picture smaller.")
	FileRefused   = Define("file_refused", "The file is refused: {reason:clause}.")
	LogoNotPNG    = Define("logo_not_png", "it is not a PNG file: {reason}")
	LogoDamaged   = Define("logo_damaged", "it is not a whole PNG file: {reason}")
	LogoTooManyPx = Define("logo_too_many_pixels",
		"it has {width:number} × {height:number} pixels: at most {max_width:number} × {max_height:number}")

	SpaceAround   = Define("space_around", "Enter a name that does not begin or end with a space.")
	NotPlainName  = Define("not_plain_name", "Enter a name without slashes and control characters.")
	ReservedName  = Define("reserved_name", "Enter another name: addresses of the API have this one.")
	ManyEntries   = Define("many_entries", "The account has {max:number} {book}, which is the most. Delete one first.")
	EntrySize     = Define("entry_too_large", "A {kind} has at most {max:number} KiB.")
	NotOrderPart  = Define("not_order_part", "Send fields of an order as a JSON object.")
	EntryRepeated = Define("entry_repeated", "Row {row:number} has this name.")
)

// About requests of operators.
var (
	Rehearsal     = Define("rehearsal", "Waybill-Rehearse works in development only, and is 409, 429, 500, 503, slow or lost.")
	NotAccountID  = Define("not_account_id", "Enter the id of an account, or 0 for what belongs to the operator.")
	NoSubjectKind = Define("no_subject_kind", "A subject needs its kind, such as account or rule.")
	NotOffsetTime = Define("not_offset_time", "Enter a time with its offset, such as 2026-11-21T14:05:00Z.")
	RuleNotObject = Define("rule_not_object", "Send the rule as a JSON object.")
	RuleOtherID   = Define("rule_other_id", "The id is another one than that of the path: leave it out, or change the path.")
	RuleIsBuiltIn = Define("rule_is_built_in", `The rule is built in and cannot be deleted. Set it with "disabled": true to turn it off.`)
)

// RefusedURLError says why no event can ever be sent to the URL of an endpoint.
type RefusedURLError struct {
	URL    string
	Reason Message
}

func (e *RefusedURLError) Error() string { return e.Reason.String() }

// Unwrap returns it as the error of the field url.
func (e *RefusedURLError) Unwrap() error { return Wrong("url", e.Reason) }
