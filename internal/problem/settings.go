package problem

// About the settings of accounts, keys, services, partners and submissions, by an operator. The console has the texts in its
// languages; commands put the flag before them.
var (
	NotName     = Define("not_name", "Enter 1 to {max:number} printable characters.")
	NameTaken   = Define("name_taken", "This name is in use: choose another one.")
	PrefixTaken = Define("tracking_prefix_taken",
		"A shipper has sent a tracking number that could be issued with these letters: choose others.")
	NotPrefix     = Define("not_tracking_prefix", "Enter 2 to 4 capital letters, such as AX.")
	NotRate       = Define("not_rate", "Enter a number of requests, 0 or more.")
	BurstAlone    = Define("burst_without_rate", "Enter a rate, too: a burst needs one.")
	NotEraseDays  = Define("not_erase_days", "Enter a number of days from {min:number} to {max:number}, or 0 for never.")
	NotDeleteDays = Define("not_delete_days",
		"Enter a number of days from {min:number} to {max:number}, not before personal data are erased, or 0 for never.")
	NotKeepDays    = Define("not_keep_days", "Enter a number of days from 1 to {max:number}, or 0 for no longer than other orders.")
	NotConcurrency = Define("not_concurrency", "Enter a number from 1 to {max:number}.")
	NotCallTimeout = Define("not_call_timeout", "Enter a time from {min} to {max} seconds.")
	NotOverlap     = Define("not_overlap", "Enter a time of at most {max:number} days.")
	NotAdapterURL  = Define("not_adapter_url", "Enter an address such as https://adapter.example.com/waybill.")
	AdapterInClear = Define("adapter_not_encrypted", "Without https the network can read the orders. It is allowed in a private network only.")
	NotPartnerName = Define("not_partner_name", "Enter a small letter, then up to 31 small letters, digits and -.")
	BuiltInPartner = Define("built_in_partner", "Enter another name: a built-in partner has this one.")
	NoLivePartner  = Define("no_live_partner", "Choose a partner that is not disabled.")
	DemoPartner    = Define("demo_partner", "This partner exists in development only. Choose another one.")
	NotServiceID   = Define("not_service_id", "Enter a positive number that no service has, or none.")
	FinalOfService = Define("final_of_service", "A service keeps its number, its lane and its category. Create another service.")
	FinalOfPartner = Define("final_of_partner", "A partner keeps its name, which services and orders have. Create another partner.")
	NotDuration    = Define("not_duration", "Enter a time with its unit, such as 10s or 24h.")
	NotRouting     = Define("not_routing", "Correct the routes: {reason}.")
	NotNote        = Define("not_note", "Write at most {max:number} characters on one line.")
	NoReason       = Define("no_reason", "Say why: the shipper reads it.")
	NotHAWB        = Define("not_hawb", "At most {max:number} letters, digits and signs without accents.")
)

// About facts for customs that accounts and services state.
var (
	NotStatable       = Define("not_statable", "Enter one of {choices}, or nothing.")
	NotCountry        = Define("not_country", "Enter the code of a country, such as SG.")
	NotExemptionLimit = Define("not_exemption_limit", "Enter an amount and a currency, such as 2500 USD, or none.")
	NeededFact        = Define("needed_fact", "Fill it in, too: what you stated needs it.")
)

// About users and passkeys.
var (
	MailTaken      = Define("email_taken", "There is a user with this e-mail address already.")
	NoSuchAccount  = Define("no_such_account", "There is no such account.")
	ManyMembers    = Define("many_members", "An account has at most {max:number} users: take one out of it first.")
	NotMail        = Define("not_mail", "This is no e-mail address: write one such as name@example.com.")
	NotRole        = Define("not_role", "Choose {roles:choices}.")
	NotLanguage    = Define("not_language", "Choose a language of the list.")
	ShortPassword  = Define("short_password", "The password has {count:number} characters: it needs {min:number}.")
	LongPassword   = Define("long_password", "The password has {count:number} characters: {max:number} are the most.")
	EasyPassword   = Define("easy_password", "The password is too easy to guess: use several words, or the one that your browser suggests.")
	NoPasskeys     = Define("no_passkeys", "Passkeys are off: the server has no WAYBILL_PUBLIC_URL with https and a domain name.")
	PasskeysNoName = Define("passkeys_without_domain", "Passkeys are off: WAYBILL_PUBLIC_URL has no domain name.")
	PasskeysIP     = Define("passkeys_at_ip",
		"Passkeys are off: WAYBILL_PUBLIC_URL has an IP address, and browsers allow passkeys for domain names only.")
	PasskeysInClear = Define("passkeys_not_encrypted",
		"Passkeys are off: WAYBILL_PUBLIC_URL is not https, and browsers allow passkeys for HTTPS only.")
)

// FieldError refuses what somebody entered for a field.
type FieldError struct {
	Field  string // such as rate_limit; "": all of it
	Reason Message
}

func (e *FieldError) Error() string { return e.Field + ": " + e.Reason.String() }

// Wrong returns a *FieldError.
func Wrong(field string, reason Message) error { return &FieldError{field, reason} }
