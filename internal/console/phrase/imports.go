package phrase

// importPhrases are the messages of the importer about files, cells and imports.
var importPhrases = []phrase{
	{"The formula of the cell failed: {text}.", key("The formula of the cell failed: %[2]s.")},
	{key("The file does not have the result of the formula. Open it in a spreadsheet program and save it again."), ""},
	{
		"The spreadsheet has made the date {text} of the value. Format the column as Text and enter the value again.",
		key("The spreadsheet has made the date %[2]s of the value. Format the column as text, and enter the value again."),
	},
	{
		"The spreadsheet has shortened the number to {text}. Its other digits are lost. Format the column as Text and enter the value again.",
		key("The spreadsheet has shortened the number to %[2]s. Format the column as text, and enter the value again."),
	},
	{
		"The number has more than {number} digits. The spreadsheet has replaced the others by zeros. " +
			"Format the column as Text and enter the value again.",
		key("The spreadsheet keeps only %[2]d digits of a number. Format the column as text, and enter the value again."),
	},
	{
		"Spreadsheets remove zeros at the beginning of a number. Format the column as Text and enter it again if it had some.",
		key("Spreadsheets remove zeros at the beginning of a number. If there were some, format the column as text, and enter it again."),
	},
	{
		"The spreadsheet has made a number of it. Format the column as Text and enter the number again.",
		key("The spreadsheet has changed the number. Format the column as text, and enter it again."),
	},
	{
		`It has no country code. Add it, or set phone of the column to the code, such as "+62".`,
		key("It has no country code. Write the code, such as +62, under “Written as” below."),
	},
	{
		`Spreadsheets remove a plus sign or a zero at the beginning of a number. If the country code is there, ` +
			`set phone of the column to "+". If not, set it to the code, such as "+62".`,
		key("Spreadsheets remove a plus sign at the beginning. Write + under “Written as” below if the country code is there."),
	},
	{
		"Set decimal of the column to comma if the comma stands before the decimals, to point if it separates thousands.",
		key("Choose under “Written as” below whether a comma stands before the decimals."),
	},
	{key("Leave out the unit or the currency."), ""},
	{key("The cell is right of the last heading."), ""},
	{key("If a value of the row has a delimiter, put quotes around it. To leave the cells out, ignore the column."), ""},
	{"The amount may be {text} or {text}.", key("The amount may be %[2]s or %[3]s.")},
	{
		"Set decimal of the column to comma if the point separates thousands, to point if it stands before the decimals.",
		key("Choose under “Written as” below whether the point stands before the decimals."),
	},
	{
		"In a spreadsheet it is the number of the day {text}. Format the cell as a date, or set date of the column to serial.",
		key("In a spreadsheet this is the day %[2]s. Choose how days are written under “Written as” below."),
	},
	{
		"It may be {days}. Set date of the column to the order in the brackets.",
		key("It may be %[2]s. Choose how days are written under “Written as” below."),
	},
	{
		`Cell {text} of the same order has "{text}". The rows of an order must agree, or be empty, in this column.`,
		key("Cell %[2]s of the same order has “%[3]s”. The rows of an order must have the same here, or nothing."),
	},
	{
		`Cell {text} has "{text}": the order is {any}. It was not created.`,
		key("The order is cancelled, refunded or fulfilled (cell %[2]s has “%[3]s”): it was not created."),
	},
	{`The unit in the column "{text}" is not known. Write {list}.`, key("The unit in the column “%[2]s” is not known. Write %[3]s.")},
	{key("This is an example of the template. Delete its rows."), ""},
	{"The order of row {number} has the same tracking number.", key("The order of row %[2]d has the same tracking number.")},
	{"The service was disabled after the check.", key("The service is not offered any more.")},
	{"The tracking number came into use after the check, or occurs twice in the file.", key("Another order has this number.")},

	{
		"The file has {number} bytes: at most {number} MiB. Split it into several files.",
		key("The file is too large: at most %[3]d MiB. Split it into several files."),
	},
	{
		"The file is larger than {number} MiB. Split it into several files.",
		key("The file is too large: at most %[2]d MiB. Split it into several files."),
	},
	{key("The file is empty."), ""},
	{key("The file is an old Excel file (.xls), or it has a password. Save it as XLSX without a password."), ""},
	{key("The file is a PDF. Save the table as XLSX or CSV."), ""},
	{"Row {number} has {number} columns: at most {number}.", key("Row %[2]d has %[3]d columns. The most is %[4]d.")},
	{
		"The file has more than {number} rows. Split it into several files.",
		key("The file has more than %[2]d rows. Split it into several files."),
	},
	{
		`Cell {text} has more than {number} characters. Is a quote (") before it never closed?`,
		key("Cell %[2]s has more than %[3]d characters. Perhaps a quotation mark before it is never closed."),
	},
	{
		"The cells of the file have more than {number} MiB of text. Split it into several files.",
		key("The file has more than %[2]d MiB of text. Split it into several files."),
	},
	{"The file has no row below the headings.", key("The file has no rows below the headings.")},
	{key("The file has no rows below the headings."), ""},
	{
		"The file is not UTF-8: byte {any} is not valid. Name another charset, or save the file as UTF-8.",
		key("The file is not UTF-8. Choose another charset, or save the file as UTF-8."),
	},
	{
		`The charset "{text}" is not known. Use utf-8, or save the file as UTF-8.`,
		key("The charset “%[2]s” is not known. Save the file as UTF-8."),
	},
	{"The file cannot be read as {text}: {text}.", key("The file cannot be read as %[2]s.")},
	{"The file is not CSV: {any}.", key("The file cannot be read as CSV.")},
	{
		`A quote (") in row {number} is not closed there, so that the rows that follow are a part of one cell. Close it.`,
		key("A quotation mark in row %[2]d is never closed."),
	},
	{
		`A quote (") in row {number} is never closed, so that all that follows is one cell. Close it.`,
		key("A quotation mark in row %[2]d is never closed."),
	},
	{
		"The XLSX file cannot be read: the file is {any}: save it as XLSX or CSV.",
		key("The file cannot be read. Save it again as XLSX or CSV."),
	},
	{"The XLSX file cannot be read: the file is damaged: {any}.", key("The file is damaged. Save it again as XLSX or CSV.")},
	{"The XLSX file cannot be read: {any}.", key("The file cannot be read. Save it again as XLSX or CSV.")},
	{`The file has no sheet "{text}". It has: {text}.`, key("The file has no sheet “%[2]s”. It has: %[3]s.")},
	{
		"All sheets of the file are hidden. Show one, or name it: {text}.",
		key("All sheets of the file are hidden. Show one of them: %[2]s."),
	},
	{"The name of the sheet has more than {any} bytes.", key("The name of the sheet is too long.")},
	{`The file has {number} sheets. Only "{text}" is read.`, key("The file has %[2]d sheets. Only “%[3]s” is read.")},
	{"{number} of the sheets are hidden.", key("Hidden sheets: %[2]d.")},
	{"The sheet has hidden rows ({number}). They are read too.", key("The sheet has hidden rows (%[2]d). They are read too.")},
	{key("The sheet has hidden columns. They are read too."), ""},
	{
		"The sheet has merged cells ({number}). The rows of each have the value of its first cell.",
		key("The sheet has merged cells (%[2]d). The rows of each have the value of its first cell."),
	},
	{
		"None of the {number} orders is valid: correct the file and upload it again.",
		key("None of the %[2]d orders can be created. Correct the file, and upload it again."),
	},
	{"The mapping does not fit the file: {any}.", key("The columns that were chosen are not those of the file.")},
	{
		"The service could not finish the import, for a reason of its own. The operator finds the cause in the log. " +
			"What was created before stays.",
		key("The import could not be finished. What was created before stays. Ask your operator about it."),
	},
	{key("The file is not kept any more: upload it again."), ""},
	{
		"Orders with the references of {number} orders exist: send skip to create the others, or create to create them too.",
		key("%[2]d orders have a reference that an order has already. Choose whether they are created again."),
	},
	{
		"The import is {any}: only one that waits, or was only checked, can be confirmed.",
		key("The import has changed in the meantime."),
	},
	{
		"The import is {any}: only one that waits, was only checked or failed can be checked again.",
		key("The import has changed in the meantime."),
	},
	{"The import is {any}: it cannot be cancelled.", key("The import has ended, so it cannot be cancelled.")},
	{"The import has created orders: upload the file again.", key("The import has created orders. Upload the file again.")},
	{
		"An account has at most {number} imports that are not finished. Wait, or cancel one.",
		key("There are %[2]d imports that are not finished, which is the most. Wait, or cancel one."),
	},
	{
		"The files of an account's imports have at most {number} MiB together. They are deleted after {number} days.",
		key("The files of all imports have more than %[2]d MiB together. They are deleted after %[3]d days."),
	},
	{"Send one file at a time.", key("Choose one file at a time.")},
	{"The form cannot be read: {any}.", key("The connection broke. Try again.")},
	{
		"The import has {number} orders, and a file at most {number}. Send the upload_batch_no of each of its batches, " +
			"which GET /api/order/import/{number}/orders/ lists.",
		key("The import has %[2]d orders, and a file at most %[3]d labels. Print the labels of its batches."),
	},
}
