package rules

import (
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// The most that there may be of something.
const (
	MaxRules       = 1000 // in a Set and in a file
	MaxID          = 63   // characters of an id
	MaxMessages    = 20   // languages of a rule
	MaxMessage     = 500  // code points of a message
	MaxSource      = 500  // code points of a source
	MaxPattern     = 500  // characters of a pattern
	MaxExpression  = 2000 // characters of an expression
	MaxListEntries = 500  // words, categories, prefixes and types of a rule
	MaxWord        = 100  // code points of a word or a category
	MaxCountries   = 60   // of an origin or a destination
	// MaxFindings is how many findings of each severity an order has at most. The others are left out.
	MaxFindings = 200
)

// Severity says what a finding of a rule means for an order.
type Severity string

// The severities.
const (
	SeverityError   Severity = "error"   // the order is refused
	SeverityHold    Severity = "hold"    // the order is created, and held until a person releases it
	SeverityWarning Severity = "warning" // the order is accepted, and shows the warning
)

// Kind is the kind of a rule's condition. It decides which parameters the rule has.
type Kind string

// The kinds of rules.
const (
	KindRequired            Kind = "required"              // a field is not empty
	KindPattern             Kind = "pattern"               // the whole value of a field matches a regular expression
	KindPostalCode          Kind = "postal_code"           // the postal code of a party has the form of its country
	KindMaxWeight           Kind = "max_weight"            // weight of the package
	KindMaxLength           Kind = "max_length"            // longest side
	KindMaxGirth            Kind = "max_girth"             // longest side + 2 × each of the others
	KindMaxVolumetricWeight Kind = "max_volumetric_weight" // volume in cm³ / divisor
	KindMaxValue            Kind = "max_value"             // sum of quantity × declared value of the items in a currency
	KindMaxCODAmount        Kind = "max_cod_amount"        // amount to collect
	KindForbiddenWords      Kind = "forbidden_words"       // a text has none of some words
	KindVagueWords          Kind = "vague_words"           // a text is more than one of some words
	KindForbiddenCategories Kind = "forbidden_categories"  // no item is of some categories
	KindForbiddenHSCodes    Kind = "forbidden_hs_codes"    // the HS code of no item begins with some digits
	KindGoods               Kind = "goods"                 // no item is of some kinds of goods, unless it says what they need
	KindEmbargo             Kind = "embargo"               // the address of a party is in none of some places
	KindSanctions           Kind = "sanctions"             // no party is on a list of sanctions that the operator loaded
	KindKnownHSCode         Kind = "known_hs_code"         // the HS code of each item is in the nomenclature
	KindHSCodeLength        Kind = "hs_code_length"        // the HS code of each item has a length of the destination or the origin
	KindCurrencyDecimals    Kind = "currency_decimals"     // no price and no value for customs has more decimals than its currency
	KindTaxIDRequired       Kind = "tax_id_required"       // a party has a tax id of some types
	KindChecksum            Kind = "checksum"              // an identification number is well formed
	KindAddressScript       Kind = "address_script"        // the address of the consignee is in letters that its country reads
	KindRubbish             Kind = "rubbish"               // no text is what a program writes for nothing, such as NaN
	KindPhoneCountry        Kind = "phone_country"         // the phone number of a party is of its country
	KindCEL                 Kind = "cel"                   // an expression is true
)

// Rule is one rule. Its JSON form, which Parse reads and MarshalJSON writes, is the same in files, in the operator API
// and in the database.
type Rule struct {
	ID string // [a-z0-9][a-z0-9-]{0,62}

	// Scope: the orders for which the rule is checked.
	ServiceID    int64              // 0: every service
	AccountID    int64              // 0: every account
	Origins      []shipment.Country // of the pickup; nil: every country
	Destinations []shipment.Country // of the consignee; nil: every country
	When         string             // CEL expression about the order; "": all of the scope

	Severity   Severity
	ValidFrom  string            // first day (UTC), YYYY-MM-DD; "": always
	ValidUntil string            // day (UTC) before which it ends, YYYY-MM-DD; "": never
	Messages   map[string]string // by BCP 47 tag, always with en; nil: the built-in message of the kind
	Source     string            // where the requirement is written: a URL or a title
	ReadOn     string            // day on which the source was read, YYYY-MM-DD; "": not said
	ReviewOn   string            // day from which it is to be read again, YYYY-MM-DD; "": never
	Disabled   bool              // it is not checked

	// Condition: the kind, and its parameters.
	Kind       Kind
	Field      string   // name of a field of a create request
	Fields     []string // if it has several fields, of which Field is the first; else nil
	Party      string   // shipment.PartyShipper or shipment.PartyConsignee
	Types      []string // of tax ids
	Pattern    string   // RE2; it is compared with the whole value
	KG         shipment.Thousandths
	CM         shipment.Hundredths
	Divisor    int64 // cm³ per kg, such as 5000
	Amount     shipment.Hundredths
	Currency   string // ISO 4217
	Words      []string
	Categories []string
	Prefixes   []string         // of HS codes: 2 to 12 digits
	Goods      []string         // kinds of goods: some of GoodsKinds
	Pieces     int64            // of these goods that an order may have; 0: none
	Places     []string         // of an embargo: countries, each perhaps with ranges of postal codes
	Scheme     string           // of a checksum: one of Schemes
	TaxType    string           // type of the tax ids that a checksum is about
	Country    shipment.Country // of these tax ids; "": every country
	Expression string           // CEL
}

// Finding is a problem that a rule found in an order.
type Finding struct {
	Rule *Rule
	// Field is the field of the request that is wrong, such as order_weight, item_hs_code or tax_ids.
	Field string
	// Index is the place of the item whose field is wrong, or of the tax id whose number is wrong if Field is tax_ids.
	// It is -1 when the field as a whole is wrong, such as items or tax_ids themselves.
	Index int
	// Fault is not "" when the rule could not be checked, because its expression failed. Nothing is wrong with the
	// order then: Fault is for the operator.
	Fault string

	builtIn problem.Message
}

// Holds reports whether the finding has the order held that is created.
func (f *Finding) Holds() bool { return f.Fault == "" && f.Rule.Severity == SeverityHold }

// Refuses reports whether the finding refuses the order.
func (f *Finding) Refuses() bool { return f.Fault == "" && f.Rule.Severity == SeverityError }
