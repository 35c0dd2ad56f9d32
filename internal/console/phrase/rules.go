package phrase

// rulePhrases are the messages that rules have unless their author wrote one, and those of the built-in rules.
var rulePhrases = []phrase{
	{"This value is not accepted.", key("%s is not accepted.")},
	{"Ensure that the longest side is at most {text} cm.", key("The longest side can have at most %[2]s cm.")},
	{
		"Ensure that the longest side plus twice the two other sides is at most {text} cm.",
		key("The longest side plus twice the other two can have at most %[2]s cm."),
	},
	{
		"Ensure that length × width × height / {text} is at most {text} kg.",
		key("Length × width × height / %[2]s can be at most %[3]s kg."),
	},
	{
		"Ensure that the items in {text} are worth at most {text} {text} in all.",
		key("The items in %[2]s can be worth at most %[3]s %[4]s in all."),
	},
	{"Add a tax id of the consignee: {list}.", key("Add a tax id of the consignee: %[2]s.")},
	{"Add a tax id of the shipper: {list}.", key("Add a tax id of the sender: %[2]s.")},
	{"Enter a value of the form {text}.", key("%[1]s must have the form %[2]s.")},
	{"Enter a postal code of {country}: {list} digits, as in {list}.", key("A postal code of %[2]s has %[3]s digits, such as %[4]s.")},
	{"Enter a postal code of {country}: as in {list}.", key("A postal code of %[2]s looks like %[3]s.")},
	{"Enter a postal code of the form {text}.", key("%[1]s must have the form %[2]s.")},
	{"Enter a phone number of {country}.", key("This is not a phone number of %[2]s.")},
	{"Items of the category {text} are not accepted.", key("Items of the category “%[2]s” are not accepted.")},
	{
		"Items with an HS code that begins with {text} are not accepted.",
		key("Items with an HS code that begins with %[2]s are not accepted."),
	},
	{`The word "{text}" is not accepted.`, key("The word “%[2]s” is not accepted.")},

	{key("Add the consignee's CPF, CNPJ or passport number, which customs of Brazil ask for."), ""},
	{key("Add the consignee's NIK, NPWP or passport number: the consignment note of Indonesia has it."), ""},
	{
		key("Add the consignee's personal customs clearance code (PCCC: P and 12 digits), which customs of South Korea ask for."),
		"",
	},
	{key("Enter a valid Korean personal customs clearance code (PCCC): P and 12 digits."), ""},
	{
		key("Enter the personal customs clearance code (P and 12 digits) of the consignee, or name the document that the number is of."),
		"",
	},
	{key("Add the HS code (6 digits or more): customs of the European Union ask for it with each item."), ""},

	{key("Enter a valid Indonesian identity number (NIK): 16 digits, the seventh to twelfth of them the date of birth."), ""},
	{key("Enter a valid Indonesian taxpayer number (NPWP): 15 digits with a check digit, or 16 digits."), ""},
	{key("Enter a valid Chinese resident identity number: 17 digits and a check character (0 to 9 or X)."), ""},
	{key("Enter a valid Taiwanese identity number: a letter and 9 digits, the last of them a check digit."), ""},
	{key("Enter a valid Thai taxpayer number: 13 digits, the last of them a check digit."), ""},
	{
		key("Enter a valid Singaporean Unique Entity Number (UEN): 8 or 9 digits and a check letter, or T, S or R and 9 characters."),
		"",
	},
	{key("Enter a valid Singaporean GST registration number: a UEN, or M and 9 characters, such as M90367450E."), ""},
	{key("Enter a valid Indian GST identification number (GSTIN): 15 characters: state, PAN, number, Z and a check character."), ""},
	{key("Enter a valid Indian Permanent Account Number (PAN): 5 letters, 4 digits and a letter."), ""},
	{key("Enter a valid Brazilian taxpayer number of a person (CPF): 11 digits, the last two of them check digits."), ""},
	{key("Enter a valid Brazilian taxpayer number of a company (CNPJ): 12 digits or letters and 2 check digits."), ""},
	{
		key("Enter a valid Brazilian taxpayer number (CPF or CNPJ): a CPF of 11 digits or a CNPJ of 14 characters, with their check digits."),
		"",
	},
	{key("Enter a valid Argentine taxpayer number (CUIT or CUIL): 11 digits, the last of them a check digit."), ""},
	{key("Enter a valid Chilean taxpayer number (RUT): 7 or 8 digits and a check character (0 to 9 or K)."), ""},
	{key("Enter a valid Mexican taxpayer number (RFC): 3 or 4 letters, the date as 6 digits and 3 characters."), ""},
	{key("Enter a valid Australian Business Number (ABN): 11 digits, the first two of them check digits."), ""},
	{key("Enter a valid Australian ATO reference number (ARN): 12 digits."), ""},
	{key("Enter a valid New Zealand GST number: 8 or 9 digits, the last of them a check digit."), ""},
	{key("Enter a valid EU Import One-Stop Shop number (IOSS): IM and 10 digits, the first three the code of a member state."), ""},
	{key("Enter a valid EORI number: the code of an EU member state, XI or GB, and up to 15 letters or digits."), ""},
	{key("Enter a valid Norwegian VOEC number: 7 digits."), ""},
}
