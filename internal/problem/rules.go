package problem

// What rules say that have no messages of their own.
var (
	NotAccepted  = Define("not_accepted", "This value is not accepted.")
	OtherForm    = Define("other_form", "Enter a value of the form {pattern}.")
	PostalCode   = Define("postal_code", "Enter a postal code of {country:country}: as in {examples:choices}.")
	PostalDigits = Define("postal_digits",
		"Enter a postal code of {country:country}: {digits:choices} digits, as in {examples:choices}.")
	PostalForm          = Define("postal_form", "Enter a postal code of the form {pattern}.")
	PhoneOfCountry      = Define("phone_of_country", "Enter a phone number of {country:country}.")
	MaxLongestSide      = Define("max_longest_side", "Ensure that the longest side is at most {max} cm.")
	MaxGirth            = Define("max_girth", "Ensure that the longest side plus twice the two other sides is at most {max} cm.")
	MaxVolumetricWeight = Define("max_volumetric_weight", "Ensure that length × width × height / {divisor} is at most {max} kg.")
	MaxItemsValue       = Define("max_items_value", "Ensure that the items in {currency} are worth at most {currency} {max} in all.")
	ForbiddenWord       = Define("forbidden_word", "The word {word:quoted} is not accepted.")
	ForbiddenCategory   = Define("forbidden_category", "Items of the category {category} are not accepted.")
	ForbiddenHSCode     = Define("forbidden_hs_code", "Items with an HS code that begins with {prefix} are not accepted.")
	Embargo             = Define("embargo", "Parcels from or to {country:country} are not accepted.")
	EmbargoOfPart       = Define("embargo_of_part", "Parcels from or to {postal} in {country:country} are not accepted.")
	UnknownHSCode       = Define("unknown_hs_code",
		"Enter another HS code: {digits} is not in the Harmonized System of {year}. Search it by a description of the goods.")
	CurrencyDecimals = Define("currency_decimals", "Enter an amount with the decimals of {currency}: at most {decimals}.")
	ShipperTaxID     = Define("shipper_tax_id", "Add a tax id of the shipper: {types:choices}.")
	ConsigneeTaxID   = Define("consignee_tax_id", "Add a tax id of the consignee: {types:choices}.")
)

// The English messages of built-in rules, whose codes end with the ids of the rules.
var (
	_ = Define("rule_br_tax_id_required", "Add the consignee's CPF, CNPJ or passport number, which customs of Brazil ask for.")
	_ = Define("rule_eu_hs_code", "Add the HS code (6 digits or more): customs of the European Union ask for it with each item.")
	_ = Define("rule_eu_goods_description", "Say what the goods are, such as “men's T-shirt of cotton”: "+
		"customs of the European Union refuse a word like this one alone.")
	_ = Define("rule_us_origin_country", "Add the country where the goods were made: "+
		"since 29 August 2025 customs of the United States charge duty on all goods by it.")
	_ = Define("rule_id_tax_id_required", "Add the consignee's NIK, NPWP or passport number: the consignment note of Indonesia has it.")
	_ = Define("rule_net_weight", "Ensure that the parcel weighs at least as much as its items: item_weight × item_quantity of all of them.")
	_ = Define("rule_kr_pccc_required",
		"Add the consignee's personal customs clearance code (PCCC: P and 12 digits), which customs of South Korea ask for.")
	_ = Define("rule_kr_pccc", "Enter a valid Korean personal customs clearance code (PCCC): P and 12 digits.")
	_ = Define("rule_kr_local_tax_id", "Enter the personal customs clearance code (P and 12 digits) of the consignee, "+
		"or name the document that the number is of.")
)
