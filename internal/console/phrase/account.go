package phrase

// accountPhrases are the messages about the settings of an account: keys, webhooks, labels and templates.
var accountPhrases = []phrase{
	{"This time is in the past.", key("Choose a day in the future.")},
	{"Enter visible characters and spaces only.", key("%s has a character that cannot be used.")},
	{"Enter one line.", key("%s must be one line.")},
	{"Enter valid base 64.", key("The file cannot be read.")},
	{
		"The account has a live key with this name: choose another name, or revoke that key first.",
		key("Another key has this name. Choose another name, or revoke that key first."),
	},
	{
		"An account has at most {number} live keys: revoke one first.",
		key("There are %[2]d keys, which is the most. Revoke one first."),
	},
	{"Enter a valid URL: http:// or https:// and a host.", key("%s must begin with https:// and have a host.")},
	{
		"Enter a URL without a user, a password or a fragment.",
		key("%s must have no user, no password and no part after #."),
	},
	{"Enter a URL whose port is 1 to 65535.", key("%s must have a port from 1 to 65535.")},
	{
		key("This address is in a private network, to which nothing is sent. Enter one on the public internet."),
		"",
	},
	{key("The network can read what is sent to http://, so nothing is. Enter an https:// address."), ""},
	{"A colon is not allowed.", key("%s must have no colon.")},
	{
		"This field is required when the URL changes: send the password again, or null for none.",
		key("Type the password again, because the address is another one."),
	},
	{"An account has at most {number} endpoints.", key("There are %[2]d endpoints, which is the most.")},
	{"The endpoint has no URL to send a test event to.", key("The endpoint has no address to which a test event could be sent.")},
	{"The account has no such event, or it is older than 30 days.", key("The event does not exist, or is older than 30 days.")},
	{
		"The file has more than {number} KiB: make the picture smaller.",
		key("The file has more than %[2]d KiB. Make the picture smaller."),
	},
	{"The file is refused: it is not a PNG file: {any}.", key("The file is not a PNG.")},
	{"The file is refused: it is not a whole PNG file: {any}.", key("The file is damaged.")},
	{
		"The file is refused: it has {number} × {number} pixels: at most {number} × {number}.",
		key("The picture has %[2]d × %[3]d pixels. The most is %[4]d × %[5]d."),
	},
	{key("Enter a time zone such as Asia/Singapore, or UTC."), ""},
	{key("Search for at least one letter or digit."), ""},
	{
		"The account has {number} templates, which is the most. Delete one first.",
		key("There are %[2]d templates, which is the most. Delete one first."),
	},
	{"Enter a name that does not begin or end with a space.", key("%s must not begin or end with a space.")},
	{"Enter a name without slashes and control characters.", key("%s must have no slashes and no control characters.")},
	{"A template has at most {number} KiB.", key("The template is too large. The most is %[2]d KiB.")},
}
