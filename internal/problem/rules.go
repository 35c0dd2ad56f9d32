package problem

// Messages of rules that have none of their own.
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
	Sanctioned          = Define("sanctioned",
		"A person must look at this parcel before it leaves: the list of sanctions {list} has this name in its entry {entry}, as {name}.")
	UnknownHSCode = Define("unknown_hs_code",
		"Enter another HS code: {digits} is not in the Harmonized System of {year}. Search it by a description of the goods.")
	HSCodeLength = Define("hs_code_length",
		"Enter the HS code with 6 digits, or with the {digits:choices} digits of the destination ({country:country}): it has {count:number}.")
	CurrencyDecimals = Define("currency_decimals", "Enter an amount with the decimals of {currency}: at most {decimals}.")
	ShipperTaxID     = Define("shipper_tax_id", "Add a tax id of the shipper: {types:choices}.")
	ConsigneeTaxID   = Define("consignee_tax_id", "Add a tax id of the consignee: {types:choices}.")

	// Mistakes in rules themselves, behind the name of a key.
	OperatorRule   = Define("operator_rule", "The order is not as the rule {rule} wants it.")
	RulesNotJSON   = Define("rules_not_json", "The rules are not JSON: {reason}.")
	RuleKeyTwice   = Define("rule_key_twice", "is there twice: leave one out")
	RuleKeyMissing = Define("rule_key_missing", "is missing: a rule must have it")
	RuleKeyUnknown = Define("rule_key_unknown", "is no key of a rule: leave it out, or correct its spelling")
	RuleKeyOfKind  = Define("rule_key_of_other_kind", "does not belong to a rule of kind {kind}: leave it out")
	RuleNoService  = Define("rule_unknown_service", "is {service_id:number}, which is not a service: `waybill service list` shows them")
	RuleNoAccount  = Define("rule_unknown_account", "is {account_id:number}, which is not an account: `waybill account list` shows them")
	RuleWrong      = Define("rule_wrong", "cannot be used") // with what is wrong as its words
	RuleValue      = Define("rule_value", "is {sent}: want {wanted:clause}")
)

// Messages of partners about facts for customs that an order lacks. Only a setting states MissingRestriction, only an order MissingNeed.
var (
	MissingRestriction = Define("missing_restriction",
		"restriction_type is missing: customs needs it. State it in the console (Settings, Customs) or by `waybill account customs`.")
	MissingFact = Define("missing_fact", "{field} is missing: customs needs it. Send it with the order, or state {setting} "+
		"in the console (Settings, Customs) or by `waybill account customs`.")
	MissingNeed = Define("missing_need", "{field} is missing: customs needs it. Send it with the order.")
)

// The English messages of built-in rules, whose codes end with the ids of the rules.
var (
	_ = Define("rule_us_origin_country", "Add the country where the goods were made: "+
		"since 29 August 2025 customs of the United States charge duty on all goods by it.")
	_ = Define("rule_net_weight", "Ensure that the parcel weighs at least as much as its items: item_weight × item_quantity of all of them.")
	_ = Define("rule_kr_pccc", "Enter a valid Korean personal customs clearance code (PCCC): P and 12 digits.")
	_ = Define("rule_kr_local_tax_id", "Enter the personal customs clearance code (P and 12 digits) of the consignee, "+
		"or name the document that the number is of.")
	_ = Define("rule_state_consignee", "Enter a state of the consignee's country, or its code: parcels are sorted by it.")
	_ = Define("rule_postal_code_state", "Compare the postal code with the state: it is one of another state.")
	_ = Define("rule_eu_hs_code",
		"Add the HS code (6 digits or more): customs of the European Union, Norway and Switzerland ask for it with each item.")
	_ = Define("rule_eu_goods_description",
		"Say what the goods are, such as “men's T-shirt of cotton”: customs of the European Union, Norway and "+
			"Switzerland refuse a word like this one alone.")
	_ = Define("rule_us_hs_code",
		"Add the HS code, best with all 10 digits of the United States: customs there ask for it with each item, also "+
			"by post since 24 July 2026.")
	_ = Define("rule_us_goods_description",
		"Say what the goods are and what they are made of, such as “men's T-shirt of cotton”: customs of the United "+
			"States refuse a word like this one alone.")
	_ = Define("rule_tr_hs_code", "Add the HS code (6 digits): customs of Türkiye ask for it with each item.")
	_ = Define("rule_goods_value", "Enter what the item is worth, also of a gift or a sample: customs accept no value of 0.")
	_ = Define("rule_gb_hs_code",
		"Add the HS code (6 digits or more): customs of the United Kingdom ask for it with each item that is sold.")
	_ = Define("rule_goods_description",
		"Say what the goods are, such as “lipstick” or “doll of cotton”: Hongkong Post and Japan send "+
			"parcels with a word like this one alone back.")
	_ = Define("rule_kr_passport",
		"Enter the personal customs clearance code (PCCC) instead of a passport number: customs of South Korea know people who buy "+
			"by it, and give it to foreigners too.")
	_ = Define("rule_goods_language",
		"Describe the item in English, too: customs declarations are in English, French or a language of the destination.")
)
