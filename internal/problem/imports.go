package problem

// Messages of the importer about cells, with the remedy.
var (
	FormulaFailed   = Define("formula_failed", "The formula of the cell failed: {error}.")
	FormulaNoResult = Define("formula_without_result", "The file does not have the result of the formula. "+
		"Open it in a spreadsheet program and save it again.")
	MadeDate  = Define("value_made_date", "The spreadsheet has made the date {date} of the value. "+enterAgain)
	MadeShort = Define("number_shortened", "The spreadsheet has shortened the number to {number}. Its other digits are lost. "+enterAgain)
	MadeZeros = Define("digits_made_zeros", "The number has more than {max:number} digits. The spreadsheet has replaced the others by zeros. "+
		enterAgain)
	LostZeros = Define("zeros_lost", "Spreadsheets remove zeros at the beginning of a number. "+
		"Format the column as Text and enter it again if it had some.")
	MadeNumber = Define("value_made_number", "The spreadsheet has made a number of it. "+
		"Format the column as Text and enter the number again.")
	NoCountryCode = Define("no_country_code", "It has no country code. Write it before the number, such as +62.")
	LostPlus      = Define("plus_lost", "Spreadsheets remove a plus sign or a zero at the beginning of a number. "+
		"Write the number with a plus sign and the country code, such as +62.")
	CommaMeaning = Define("comma_meaning", "Write the number without separators of thousands, and with a point before the decimals: 1234.5.")
	PointMeaning = Define("point_meaning", "Write the amount without separators of thousands, and with two decimals: 1234.50.")
	UnitInNumber = Define("unit_in_number", "Leave out the unit or the currency.")
	SerialDate   = Define("serial_date", "In a spreadsheet it is the number of the day {date}. "+
		"Format the cell as a date, or write the day as in 2026-01-31.")
	UnclearDate    = Define("unclear_date", "It may be {days:choices}. Write the year first, as in 2026-01-31.")
	RubbishValue   = Define("rubbish_value", "A program wrote {value:quoted} here, which is no value. Write the value.")
	SomePieces     = Define("some_pieces", "{pieces} of {quantity} pieces are {state}. Write how many are to be sent, and 0 here.")
	UnlikelyYear   = Define("unlikely_year", "The year is {year}. Write one from {min} to {max}, of the Gregorian calendar.")
	ThaiYear       = Define("thai_year", "If it is a year of the Thai calendar, write {day}.")
	UnclearAmount  = Define("unclear_amount", "The amount may be {large} or {small}.")
	AmountCurrency = Define("amount_of_other_currency", "The amount is in {currency}, and the order has {other}.")
	ParcelCollects = Define("parcel_collects", "Parcel {parcel:quoted} has an amount to collect, too: each parcel would collect it. "+
		"Leave it with the first parcel only.")
	UnclearUnit   = Define("unclear_unit", "The weight may be {kg} kg or {g} g. Write the unit behind it, or set that of the column.")
	UnknownUnit   = Define("unknown_unit", "The unit in the column {heading:quoted} is not known. Write {units:choices}.")
	PrepaidAmount = Define("prepaid_amount", "The order has an amount to collect, but it is prepaid by default. "+
		"With the default {default:quoted} for the payment, orders with an amount are cod, and others are prepaid.")
	UnreadItems = Define("unread_items", "The items of the cell are not sure. Write them as 2 x T-Shirt @ 12.50; 1 x Cap, "+
		"or give the quantity a column.")
	OneForSeveral = Define("one_for_several", "The row has several items, but one value here. Write a row for each item, "+
		"or leave the column out.")
	SurplusCell    = Define("surplus_cell", "The cell is right of the last heading.")
	QuoteDelimiter = Define("quote_delimiter", "If a value of the row has a delimiter, put quotes around it. "+
		"Leave the column out if its cells do not count.")
	RowsDisagree = Define("rows_disagree", "Cell {cell} of the same order has {value:quoted}. "+
		"The rows of an order must agree, or be empty, in this column.")
	OrderEnded      = Define("order_ended", "Cell {cell} has {value:quoted}: the order is {state}. It was not created.")
	TemplateExample = Define("template_example", "This is an example of the template. Delete its rows.")
	NumberTwice     = Define("tracking_no_twice", "The order of row {row:number} has the same tracking number.")
	ServiceRetired  = Define("service_retired", "The service was disabled after the check.")
	NumberTaken     = Define("tracking_no_taken", "The tracking number came into use after the check, or occurs twice in the file.")
)

const enterAgain = "Format the column as Text and enter the value again."

// Why a file is not read, or an import ends.
var (
	FileTooLarge    = Define("file_too_large", "The file has {bytes:number} bytes: at most {max:number} MiB. Split it into several files.")
	EmptyFile       = Define("empty_file", "The file is empty.")
	OldExcel        = Define("old_excel", "The file is an old Excel file (.xls). Save it as .xlsx or CSV.")
	FileHasPassword = Define("file_has_password", "The file has a password. Save it as .xlsx or CSV without a password.")
	FileIsODS       = Define("file_is_ods", "The file is an OpenDocument file (.ods). Save it as .xlsx or CSV.")
	FileIsMarkup    = Define("file_is_markup", "The file is a page in HTML or XML, even if it is named .xls. "+
		"Open it in a spreadsheet program and save it as .xlsx or CSV.")
	FileIsPDF      = Define("file_is_pdf", "The file is a PDF. Save the table as XLSX or CSV.")
	NoXLSXHere     = Define("no_xlsx_here", "This command cannot read XLSX files. Save the file as CSV.")
	XLSXUnreadable = Define("unreadable_xlsx", "The XLSX file cannot be read: {reason}.")
	TooManyColumns = Define("too_many_columns", "Row {row:number} has {columns:number} columns: at most {max:number}.")
	TooManyRows    = Define("too_many_rows", "The file has more than {max:number} rows. Split it into several files.")
	CellTooLong    = Define("cell_too_long", "Cell {cell} has more than {max:number} characters. Is a quote (\") before it never closed?")
	TooMuchText    = Define("too_much_text", "The cells of the file have more than {max:number} MiB of text. Split it into several files.")
	NoRowBelow     = Define("no_row", "The file has no row below the headings.")
	NoRowsBelow    = Define("no_rows", "The file has no rows below the headings.")
	FileNotUTF8    = Define("file_not_utf8", "The file is not UTF-8: byte {byte:number} is not valid. "+
		"Name another charset, or save the file as UTF-8.")
	UnknownCharset   = Define("unknown_charset", "The charset {charset:quoted} is not known. Use utf-8, or save the file as UTF-8.")
	OtherCharset     = Define("other_charset", "The file cannot be read as {charset}: {reason}.")
	FileNotCSV       = Define("file_not_csv", "The file is not CSV: {reason}.")
	QuoteNeverClosed = Define("quote_never_closed", "A quote (\") in row {row:number} is never closed, "+
		"so that all that follows is one cell. Close it.")
	QuoteClosedLater = Define("quote_closed_later", "A quote (\") in row {row:number} is not closed there, "+
		"so that the rows that follow are a part of one cell. Close it.")
	CharsetUnclear = Define("charset_unclear", "The charset of the file is not clear. Save it as CSV in UTF-8.")
	ManyEntryRows  = Define("many_entry_rows", "The file has {rows:number} rows: at most {max:number}. Split it into several files.")
	NotBookHeading = Define("not_book_heading", "Column {column} has the heading {heading:quoted}. "+
		"Each of these may be there once: {headings}.")
	SheetNameTooLong = Define("sheet_name_too_long", "The name of the sheet has more than {max:number} bytes.")
	UnknownSheet     = Define("unknown_sheet", "The file has no sheet {sheet:quoted}. It has: {sheets}.")
	SheetsHidden     = Define("all_sheets_hidden", "All sheets of the file are hidden. Show one, or name it: {sheets}.")
	UnknownHeading   = Define("unknown_heading", "Row {row:number}: there is no column {heading:quoted}. Use some of {headings}.")
	ColumnsMissing   = Define("columns_missing", "No column of the file is {fields}: map a column to each of them, or give a default.")
	OtherMapping     = Define("other_mapping", "The mapping does not fit the file: {reason}.")
	NoValidOrder     = Define("no_valid_order", "None of the {orders:number} orders is valid: correct the file and upload it again.")
	AllLeftOut       = Define("all_left_out", "All {orders:number} orders are left out: the file says that they are no parcels.")
	ImportFailed     = Define("import_failed", "The service could not finish the import, for a reason of its own. "+
		"The operator finds the cause in the log. What was created before stays.")
)

// Messages about requests for imports.
var (
	UploadTooLarge = Define("upload_too_large", "The file is larger than {max:number} MiB. Split it into several files.")
	SeveralFiles   = Define("several_files", "Send one file at a time.")
	ManyFields     = Define("many_fields", "The fields have more than {max:number} KiB together.")
	NotDefaults    = Define("not_defaults", `This must be a JSON object of texts, such as {"pickup_country": "SG"}.`)
	ManyImports    = Define("many_imports", "An account has at most {max:number} imports that are not finished. Wait, or cancel one.")
	ManyFileBytes  = Define("many_file_bytes",
		"The files of an account's imports have at most {max:number} MiB together. They are deleted after {days:number} days.")
	FileDeleted    = Define("file_deleted", "The file is not kept any more: upload it again.")
	OrdersRefused  = Define("orders_refused", "{invalid:number} orders are refused: send true to create the other {valid:number}.")
	OrdersLeftOut  = Define("orders_left_out", "{orders:number} orders are left out: send true to create the other {valid:number}.")
	ReferencesUsed = Define("references_used", "Orders with the references of {orders:number} orders exist: "+
		"send skip to create the others, or create to create them too.")
	MappingNotJSON = Define("mapping_not_json", "The mapping is not valid JSON: {reason}.")
	MappingWrong   = Define("mapping_wrong", "The {place} of the mapping cannot be used.")
	NotConfirmable = Define("not_confirmable", "The import is {state}: only one that waits, or was only checked, can be confirmed.")
	NotCheckable   = Define("not_checkable", "The import is {state}: only one that waits, was only checked or failed can be checked again.")
	NotCancellable = Define("not_cancellable", "The import is {state}: it cannot be cancelled.")
	NotCorrections = Define("not_corrections",
		`This must be a JSON list of at most {max:number} cells, each once, such as {"row": 17, "column": "C", "value": "+6281234567890"}.`)
	CorrectionLong  = Define("correction_long", "The value of {cell} has more than {max:number} characters, or one that is not text.")
	NoSuchColumn    = Define("no_such_column", "The file has no column {column:quoted}: the last one is {last}.")
	NoProblemRow    = Define("no_problem_row", "Row {row:number} has no problem: correct rows that have one.")
	ManyCorrections = Define("many_corrections", "An import has at most {max:number} corrections: correct the file and upload it again.")
	OrdersCreated   = Define("orders_created", "The import has created orders: upload the file again.")
	NotSheetFormat  = Define("not_sheet_format", "{format:quoted} is not a format: csv or xlsx.")
	NoServiceNamed  = Define("no_service_named", "Name a service: GET /api/services/ lists them.")
	UnknownService  = Define("unknown_service", "There is no service {service_id}: GET /api/services/ lists them.")
)

// Warnings about parts of a file that are easily overlooked.
var (
	RowsAbove     = Define("rows_above_headings", "The headings are in row {row:number}. What is above is left out.")
	DescribingRow = Define("describing_row", "Row {row:number} says what the headings mean. It is left out. "+
		"If it is an order, name the row with the headings.")
	OneSheetRead   = Define("one_sheet_read", "The file has {sheets:number} sheets. Only {sheet:quoted} is read.")
	FootersLeftOut = Define("footers_left_out", "From row {row:number} on there are sums or remarks (rows: {rows:number}). They are left out.")
	ParcelsApart   = Define("parcels_apart", "Each parcel of the column {heading:quoted} is an order of its own.")
	RowsLeftOut    = Define("rows_left_out", "Rows with {value:quoted} in the column {heading:quoted} are left out ({rows:number}).")
	WrongLetters   = Define("wrong_letters", "Row {row:number} has {text:quoted}, which may be {meant:quoted}. "+
		"Such letters (rows: {rows:number}) were read in a wrong charset, here or before. Name the charset utf-8, or export the file again.")
	PhonesOfCountry = Define("phones_of_country", "Numbers of the column {heading:quoted} without a country code get that of the country in "+
		"their row, if they are valid there.")
	UncheckedPreset = Define("unchecked_preset", "The columns are read as an export of {preset}. What is known of it is unchecked: "+
		"look at what each column is read as.")
	ColumnAsked = Define("column_asked",
		"What is the column {heading:quoted}? It is not read, and {value:quoted} in it may be of the address "+
			"or an amount. Say which field it is, or leave it out.")
	NumbersRounded = Define("numbers_rounded", "Cell {cell} has more decimals than the field: {value:quoted} is read as {number} "+
		"(cells: {cells:number}).")
	LinesLeftOut = Define("lines_left_out",
		"Row {row:number} is a line, or the headings again (rows: {rows:number}). Such rows are left out.")
	ItemWeights = Define("item_weights",
		"Rows of an order have different weights in the column {heading:quoted}, so they are those of items.")
	ItemsBelow = Define("items_below",
		"Row {row:number} has neither a reference nor a consignee, so it is an item of the order above (rows: {rows:number}).")
	WholeValues       = Define("whole_values", "The column {heading:quoted} is read as the value of all pieces of a row.")
	ColumnsUnread     = Define("columns_unread", "These columns are not read: {headings}.")
	ServiceCountry    = Define("service_country", "No column has {field}, so it is {country}: the service has no other.")
	RepeatedConsignee = Define("repeated_consignee", "Row {row:number} has the consignee of the row above (rows: {rows:number}). "+
		"Each row is an order of its own, because no column is the reference of an order.")
	WillCollect   = Define("order_will_collect", "COD {currency} {amount:number} to {to}; {goods}; {weight} kg")
	WillSend      = Define("order_will_send", "Prepaid to {to}; {goods}; {weight} kg")
	HiddenSheets  = Define("hidden_sheets", "{sheets:number} of the sheets are hidden.")
	HiddenRows    = Define("hidden_rows", "The sheet has hidden rows ({rows:number}). They are read too.")
	HiddenColumns = Define("hidden_columns", "The sheet has hidden columns. They are read too.")
	MergedCells   = Define("merged_cells", "The sheet has merged cells ({cells:number}). The rows of each have the value of its first cell.")
)
