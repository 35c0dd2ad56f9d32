package problem

// Messages about any request.
var (
	InvalidRequest = Define("invalid_request", "The request is invalid: see errors.")
	NotFound       = Define("not_found", "Not found.")
	NoCredentials  = Define("no_credentials", "Authentication credentials were not provided.")
	InvalidKey     = Define("invalid_key", "Invalid secret key.")
	Unsigned       = Define("unsigned", "The message is not signed by a partner of this name, not lately, or was seen before.")
	Forbidden      = Define("forbidden", "You do not have permission to perform this action.")
	UsersScope     = Define("users_scope", "This needs a key that has the scope users and is not limited to networks.")
	OwnAccount     = Define("own_account",
		"A key cannot suspend its own account, or take the rights of an operator from it. The console and the commands can.")
	NoSimulation    = Define("no_simulation", "Journeys are simulated in development only.")
	OtherMethod     = Define("other_method", `Method "{method}" not allowed.`)
	OtherMediaType  = Define("other_media_type", `Unsupported media type "{type}" in request.`)
	InvalidPage     = Define("invalid_page", "Invalid page.")
	InvalidCursor   = Define("invalid_cursor", "Invalid cursor. Start with an empty one and pass on each response's next_cursor as it is.")
	BodyTooLarge    = Define("body_too_large", "Request body is larger than 16 MiB.")
	ReturnsTooLarge = Define("returns_too_large",
		"The returns, with what their forward orders fill in, are larger than 16 MiB. Send fewer returns in one request.")
	BodyCut      = Define("body_cut", "The request body ended early or came too slowly.")
	FormUnread   = Define("unreadable_form", "The form cannot be read: {reason}.")
	CallerLeft   = Define("caller_left", "The caller went away.")
	Overload     = Define("overload", "The service is handling as much as it can. Try again shortly.")
	Throttled    = Define("throttled", "Request was throttled. Expected available in {seconds:number} seconds.")
	ShuttingDown = Define("shutting_down", "The service is shutting down. Try again shortly.")
	TooSlow      = Define("too_slow", "The service did not finish in time. Try again shortly.")
	Unconfirmed  = Define("unconfirmed", "The database did not confirm this request in time: it may have been carried out, or may be yet. "+
		"Send it again with the same Idempotency-Key, which is safe; without one, look first.")
	NoDatabase      = Define("no_database", "The service cannot reach or write its database. Try again shortly.")
	DamagedDatabase = Define("damaged_database", "The service cannot use its database, which its operator has to repair.")
	NoLabelFiles    = Define("no_label_files", "The service cannot reach the files of partners' labels. Try again shortly.")
	Converting      = Define("labels_converting", "The labels of partners are being converted. Try again shortly.")
	InternalError   = Define("internal_error", "Internal server error. Request id: {request_id}")

	NotIdempotencyKey = Define("not_idempotency_key", "Idempotency-Key must be 1 to 255 printable ASCII characters.")
	OtherRequest      = Define("other_request", "This Idempotency-Key was used with another request body. Use a new key for a new request.")
	StillRunning      = Define("still_running", "A request with this Idempotency-Key is still running. Try again shortly.")
	WebhooksPaused    = Define("webhooks_paused",
		"This server sends no webhooks now, because its operator has paused outgoing calls. Try again later.")
)

// Why an order is not changed, replaced, held or cancelled, and what came of it.
var (
	ChangedSinceRead = Define("changed_since_read",
		"The order was changed since you read it: If-Match is not its ETag. Read it again, and repeat the change.")
	ChangedMeanwhile = Define("changed_meanwhile", "The order was changed at the same time. Read it again, and repeat the change.")
	UnderWay         = Define("order_under_way", "The order is being submitted to its partner. Try again in a minute.")
	OutcomeUnknown   = Define("outcome_unknown",
		"It is not known yet whether the partner has the order. The partner is asked; try again in a minute.")
	WithPartner      = Define("order_with_partner", "The partner has the order, which cannot be changed any more. Cancel and replace it.")
	MaybeWithPartner = Define("order_maybe_with_partner",
		"The partner may have the order, so no other one can get it. Keep the service, or cancel and replace the order.")
	CancelledBefore = Define("cancelled_before", "The order is cancelled. Replace it, or create another one.")
	PickedUp        = Define("picked_up", "The parcel was picked up, so the order cannot be changed.")
	NoReleaseReason = Define("no_release_reason", "State a reason: a list of sanctions has a name of this order.")
	Erased          = Define("order_erased", "The personal data of the order were erased.")
	OtherFulfilment = Define("other_fulfilment",
		"One of the two services is fulfilled by a partner, the other is not. Cancel and replace the order.")
	ManyChanges  = Define("many_changes", "An order can be changed 500 times. Cancel and replace it.")
	WouldChange  = Define("would_change", "The order would be changed.")
	Changed      = Define("order_changed", "The order is changed.")
	Unchanged    = Define("order_unchanged", "The order has these values.")
	WouldBeWrong = Define("would_be_invalid", "The order would be invalid.")

	Held         = Define("order_held", "The order is held.")
	HeldBefore   = Define("held_before", "The order is held for this reason.")
	WouldHold    = Define("would_hold", "The order would be held.")
	Released     = Define("order_released", "The order is released.")
	WouldRelease = Define("would_release", "The order would be released.")
	NotHeld      = Define("order_not_held", "The order is not held.")
	HeldUntil    = Define("held_until_released", "The order is held until it is released: {reason}")

	TagsChanged     = Define("tags_changed", "The tags are changed.")
	TagsUnchanged   = Define("tags_unchanged", "The order has these tags.")
	ManyNotes       = Define("many_notes", "An order has {max:number} notes at most. Delete one first.")
	ManyTags        = Define("many_tags", "An order has {max:number} tags at most. Remove one first.")
	ManyAccountTags = Define("many_account_tags",
		"An account has {max:number} different tags at most. Use one of them, or remove one from all its orders first.")

	Cancelled       = Define("order_cancelled", "The order is cancelled.")
	Cancelling      = Define("order_cancelling", "The partner is asked to give the order back.")
	WouldCancel     = Define("would_cancel", "The order would be cancelled.")
	WouldAsk        = Define("would_ask_partner", "The partner would be asked to give the order back.")
	BeingTried      = Define("being_tried", "It is being tried now. Wait for the outcome.")
	NothingToDecide = Define("nothing_to_decide", "The partner has the order and no label is missing, so nothing needs a decision.")
	DecidedByCancel = Define("cancelled_needs_no_decision", "The order is cancelled, so nothing needs a decision.")
	NotWhileHeld    = Define("not_while_held", "A held order is not submitted. Release it first.")
	LostIsException = Define("lost_is_exception", "Leave it out: only a parcel with the status EXCEPTION is lost.")
	OnlyConfirmed   = Define("only_if_confirmed", "Leave it out: it is for confirmed orders.")
	TooLate         = Define("too_late_to_cancel", "The parcel was picked up, so the order cannot be cancelled.")
	Kept            = Define("order_kept", "The partner goes on with the order.")
	ReplaceLater    = Define("replace_later",
		"The partner is asked to cancel the order. Nothing is created yet: send the request again when the order is cancelled.")
	ReplacedBefore = Define("replaced_before", "Order {tracking_no} replaces this order already.")
)

// Why an order has no label yet. A reason is one of these, what the partner said, the tries, and how many orders wait.
var (
	WhyPaused    = Define("why_paused", "The operator has paused all calls to partners since {since:moment}.")
	WhyFacts     = Define("why_facts", "Partner {partner} gets the order when facts for customs are stated: {message}")
	WhyOnItsWay  = Define("why_on_its_way", "The order is on its way to partner {partner}.")
	WhyNotCalled = Define("why_not_called", "Partner {partner} has not been called since the order came at {since:moment}.")
	WhyOutage    = Define("why_outage", "Partner {partner} has taken no order since {since:moment}.")
	WhyNoReply   = Define("why_no_reply", "Partner {partner} has not answered about this order since {since:moment}.")
	WhyNotTaken  = Define("why_not_taken", "Partner {partner} has not taken this order since {since:moment}.")
	WhyAsked     = Define("why_asked", "Partner {partner} is being asked now.")
	WhySaid      = Define("why_said", "It says: {message}")
	WhyTries     = Define("why_tries", "Tries: {tries:number}, the next one at {next:moment}.")
	WhyTriesOn   = Define("why_tries_on", "Tries: {tries:number}, the next one when the partner answers again.")
	WhyQueue     = Define("why_queue", "Orders of this account that wait for it: {orders:number}.")
	WhyRefused   = Define("why_refused", "Partner {partner} refused the order: {message}")
	WhyGaveUp    = Define("why_gave_up", "Partner {partner} did not take the order, and is not asked again by itself: {message}")
	WhyDecided   = Define("why_decided", "The operator decided that partner {partner} does not take the order: {message}")
	WhyDraws     = Define("why_draws", "Partner {partner} has the order and has not sent its label yet.")
	WhyNoFile    = Define("why_no_file", "The label of partner {partner} could not be fetched: {message}")
)

// About the labels and manifests of orders.
var (
	NoSuchOrder    = Define("no_such_order", "The account has no order with this tracking number.")
	Printed        = Define("label_printed", "The label is marked as printed.")
	NotPrinted     = Define("label_not_printed", "The label is marked as not printed.")
	NoPrinter      = Define("no_printer", "No print agent has offered this printer. Start the agent, or correct the name.")
	OtherPrintJob  = Define("other_print_job", "This request_key was used for another order or printer. Use another one.")
	PrintJobOver   = Define("print_job_over", "Another agent has this print job, or it has ended. Do not print it.")
	Paused         = Define("partners_paused", "This server calls no partners now. The order is stored; its label will follow.")
	NoAnswerYet    = Define("no_answer_yet", "The partner has not answered yet. The order is stored; its label will follow.")
	Submitting     = Define("order_submitting", "The order is stored and is being submitted to the partner. Its label will follow.")
	NoAnswer       = Define("no_answer", "The partner did not answer in time. The order is stored; its label will follow.")
	PartnerUnclear = Define("partner_unclear", "The partner could not be reached, or its answer was not clear.")
	NoAnswerNow    = Define("no_answer_now", "The partner does not answer at present. The order is stored; its label will follow.")
	LabelLater     = Define("label_later", "The partner has the order and draws its label, which will follow.")
	Inconvertible  = Define("label_inconvertible",
		"The partner's label cannot be converted. Its order_label_url has the file as the partner sent it.")
	OtherLabelFormat = Define("other_label_format", "The partner draws this label as {drawn}, which cannot be converted into {wanted}.")
	LabelDrawnAs     = Define("label_drawn_as", "The partner of this order draws its label as {drawn}: ask for .{format}.")
	NoCustomsForm    = Define("no_customs_form", "{document}: orders of service {id}, {service}, have none, because its customs_forms is "+
		"{forms}. Print the invoice, or let the operator set post.")
	NothingToPrint   = Define("nothing_to_print", "No label is ready in this format: GET /api/order/labels/status/ says why.")
	DocumentTooLarge = Define("document_too_large", "The document is too large at this resolution. Ask for a lower dpi, or for a PDF.")
	LabelNotTaken    = Define("label_not_taken", "The label cannot be taken as {format}: {reason}.")
	PrintOption      = Define("print_option", "unknown print option: {option} {sent} is not one of {choices}")
	NotDPI           = Define("not_dpi", "dpi must be 203, 300 or 600.")
	NotBatchFormat   = Define("not_batch_format", "format must be pdf or zpl.")
	NotImportID      = Define("not_import_id", "import_id must be the number of an import.")
	NoPrintFilter    = Define("no_print_filter", "Send upload_batch_no, import_id, or tracking_no with commas between the numbers.")
	NoParcel         = Define("no_parcel", "No parcel matches: orders that are cancelled, held, returns, have no label yet, "+
		"or whose label changed since it was printed, are left out.")
	ManyToExport        = Define("many_to_export", "More than {max:number} orders match. Choose a service, a batch, or a shorter time.")
	ManyColumnsToExport = Define("many_columns_to_export", "The metadata of these orders has so many different keys that no import would "+
		"read the file. Choose fewer orders.")
	ManyParcels = Define("many_parcels", "More than {max:number} parcels match. Choose a service, or a shorter time.")
	ManyLabels  = Define("many_labels", "The import has {orders:number} orders, and a file at most {max:number}. "+
		"Send the upload_batch_no of each of its batches, which GET /api/order/import/{import_id}/orders/ lists.")
)

// About packing.
var (
	Packed        = Define("packed", "The parcel is packed.")
	OnStation     = Define("on_station", "The parcel is on the station.")
	PackedBefore  = Define("packed_before", "The parcel was packed before, by {by}.")
	PackCancelled = Define("pack_cancelled", "The parcel is not packed: the order is cancelled. Put the parcel aside.")
	PackPickedUp  = Define("pack_picked_up", "The parcel is not packed: it was picked up before.")
	PackHeld      = Define("pack_held", "The parcel is not packed: the order is held. {reason}")
	PackStopped   = Define("pack_stopped", "The parcel is not packed: the operator has stopped it. {reason}")
	PackNoLabel   = Define("pack_no_label", "The parcel is not packed: the order has no label yet.")
	PackedTooLate = Define("packed_too_late", "The parcel was picked up, or is on a hand-over list. Take it off the list first.")
)

// About hand-over lists.
var (
	HandoverAdded     = Define("handover_added", "The parcel is on the list.")
	HandoverRepeated  = Define("handover_repeated", "The parcel is on this list already.")
	HandoverNotOpen   = Define("handover_not_open", "The parcel was not taken: the list is closed.")
	HandoverCancelled = Define("handover_cancelled", "The parcel was not taken: the order is cancelled. Put the parcel aside.")
	HandoverPickedUp  = Define("handover_picked_up", "The parcel was not taken: it was picked up before.")
	HandoverHeld      = Define("handover_held", "The parcel was not taken: the order is held. {reason}")
	HandoverStopped   = Define("handover_stopped", "The parcel was not taken: the operator has stopped it. {reason}")
	HandoverNoLabel   = Define("handover_no_label", "The parcel was not taken: the order has no label yet.")
	HandoverStale     = Define("handover_label_changed", "The parcel was not taken: the label has changed. Print it again.")
	HandoverService   = Define("handover_other_service", "The parcel was not taken: it is of another service, {service}.")
	HandoverOtherList = Define("handover_other_list", "The parcel was not taken: it is on the list {list}.")
	ParcelUnknown     = Define("parcel_unknown", "No order of the account has this tracking number, partner's number or reference.")
	ParcelAmbiguous   = Define("parcel_ambiguous",
		"Several orders have the number {code}. Send the tracking number of one of the candidates, or its order_id with the code.")
	NotPerson       = Define("not_person", "This is a number that was scanned. Enter the name of a person.")
	HandoverTrouble = Define("handover_trouble", "Take the parcels off the list that cannot be handed over any more.")
	HandoverChanged = Define("handover_changed",
		"The list is not open, or does not have this number of parcels. Look at it, and close it again.")
	HandoverNotClosed = Define("handover_not_closed", "The list is not closed.")
	NotSignature      = Define("not_signature", "Enter lines such as M10 20L300 150, or leave the signature out.")
)

// About pickup runs of the operator.
var (
	HandoverOfRun = Define("handover_of_run", "The list is filled, counted and signed with the run {run}.")
	RunNotOpen    = Define("run_not_open", "The parcel was not taken: the run {run} is counted or signed.")
	RunOtherRun   = Define("run_other_list", "The parcel was not taken: it is on the list {list} of the run {run}.")
	RunCode       = Define("run_code_unknown", "No order has this tracking number, partner's number or reference.")
	RunChanged    = Define("run_changed", "The run is not counted, or does not have this number of parcels. Look at it, and sign it again.")
	RunTrouble    = Define("run_trouble",
		"The parcel {tracking_no} on the list {list} cannot be handed over any more. Take parcels again, take it off, and count the run again.")
	RunState     = Define("run_state", "The run is {state}: this is not done with it.")
	RunNoParcels = Define("run_empty", "The run has no parcels. Scan one first.")
	RunStopTwice = Define("run_stop_twice", "Another stop of the run has this account.")
)

// About parcels in hubs of the operator.
var (
	ScannedLater       = Define("scanned_later", "Send in sent_on the time of the device, which is not before that of the scan.")
	ScanTwice          = Define("scan_twice", "Another scan of the request has this name. Give each scan a name of its own.")
	NotMeasured        = Define("not_measured", "Send the weight, in kg, or the length, width and height, in cm.")
	HubUnknown         = Define("hub_unknown", "There is no hub with this id, or it is disabled.")
	NoOperator         = Define("no_operator_account", "No account is the operator's: mark one as such first.")
	HubToPartner       = Define("hub_to_partner", "The parcel goes to {partner}.")
	HubToService       = Define("hub_to_service", "The parcel goes on with the service {service}.")
	HubPrint           = Define("hub_print", "Print the label of {partner} first.")
	HubNoLabel         = Define("hub_no_label", "Put the parcel aside: {partner} has given it no label yet.")
	HubStopped         = Define("hub_stopped", "Put the parcel aside: the operator has stopped it. {reason}")
	HubHeld            = Define("hub_held", "Put the parcel aside: its shipper holds it. {reason}")
	HubCancelled       = Define("hub_cancelled", "Put the parcel aside: the order is cancelled.")
	HubEnded           = Define("hub_ended", "Put the parcel aside: its journey has ended.")
	HubReturns         = Define("hub_returns", "The parcel goes back to its shipper.")
	HubDamaged         = Define("hub_damaged", "Put the parcel aside: it is damaged.")
	HubRepeated        = Define("hub_repeated", "The parcel was scanned before, by {by}.")
	HubCode            = Define("hub_code_unknown", "No order has this number. It is in the list of unknown parcels.")
	HubSeveral         = Define("hub_several", "Several orders have this number. Choose one.")
	HubScanOther       = Define("hub_scan_other", "Another scan has this name already. Give each scan a name of its own.")
	ParcelStopped      = Define("parcel_stopped", "The parcel is stopped.")
	StoppedBefore      = Define("stopped_before", "The parcel was stopped before, for this reason.")
	StopLifted         = Define("stop_lifted", "The parcel is not stopped any more.")
	SearchNeedsAccount = Define("search_needs_account", "Words are found in one account: send account_id too, or send the number as code.")
	StopNone           = Define("stop_none", "The parcel was not stopped.")
)
