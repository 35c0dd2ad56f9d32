// Code generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update; DO NOT EDIT.

package client

// Code says what is wrong. A code keeps its meaning and its arguments. A later server may have others.
type Code string

// The codes, and what they say in English.
const (
	// {text}
	CodeOwnText Code = "own_text"
	// This field is required.
	CodeRequired Code = "required"
	// This field may not be null.
	CodeNull Code = "null"
	// This field may not be blank.
	CodeBlank Code = "blank"
	// This list may not be empty.
	CodeEmptyList Code = "empty_list"
	// Not a valid string.
	CodeNotText Code = "not_text"
	// A valid number is required.
	CodeNotNumber Code = "not_number"
	// A valid integer is required.
	CodeNotInteger Code = "not_integer"
	// Must be a valid boolean.
	CodeNotBoolean Code = "not_boolean"
	// Date has wrong format. Use one of these formats instead: YYYY-MM-DD.
	CodeNotDate Code = "not_date"
	// Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].
	CodeNotTime Code = "not_time"
	// Enter a valid email address.
	CodeNotEmail Code = "not_email"
	// The number {number} has no country code. It counts as {completed}, a number of {country:country}.
	CodePhoneCompleted Code = "phone_completed"
	// Enter a valid phone number: a plus sign, the country code and 7 to 15 digits in all.
	CodeNotPhone Code = "not_phone"
	// Enter a valid phone number: 6 to 15 digits, with or without a leading plus sign.
	CodeNotLocalPhone Code = "not_local_phone"
	// Enter 6 to 40 letters, digits or hyphens.
	CodeNotTrackingNo Code = "not_tracking_no"
	// Enter a UN number: 4 digits, with or without UN before them, such as UN3481.
	CodeNotUnNumber Code = "not_un_number"
	// Enter an HS code: 6 to 12 digits. Dots and spaces are left out.
	CodeNotHsCode Code = "not_hs_code"
	// Enter a time zone such as Asia/Singapore, or UTC.
	CodeNotTimeZone Code = "not_time_zone"
	// Enter valid base 64.
	CodeNotBase64 Code = "not_base64"
	// Enter tags of 1 to {max:number} letters, digits, hyphens and spaces.
	CodeNotTag Code = "not_tag"
	// Upload a valid image: a PNG or JPEG of at most 5 MiB.
	CodeNotProofImage Code = "not_proof_image"
	// Enter a valid URL: http:// or https:// and a host.
	CodeNotUrl Code = "not_url"
	// "{sent}" is not a valid choice.
	CodeNotChoice Code = "not_choice"
	// Invalid pk "{id}" - object does not exist.
	CodeUnknownId Code = "unknown_id"
	// This field must be unique.
	CodeNotUnique Code = "not_unique"
	// This tracking number is reserved.
	CodeTrackingNoReserved Code = "tracking_no_reserved"
	// Ensure this field has no more than {max:number} characters.
	CodeMaxLength Code = "max_length"
	// Ensure this field has no more than {max:number} elements.
	CodeMaxElements Code = "max_elements"
	// Ensure that there are no more than {max:number} digits in total.
	CodeMaxDigits Code = "max_digits"
	// Ensure that there are no more than {max:number} decimal places.
	CodeMaxDecimals Code = "max_decimals"
	// Ensure that there are no more than {max:number} digits before the decimal point.
	CodeMaxWholeDigits Code = "max_whole_digits"
	// Ensure this value is greater than or equal to {min}.
	CodeMinValue Code = "min_value"
	// Ensure this value is less than or equal to {max}.
	CodeMaxValue Code = "max_value"
	// Ensure this value is greater than 0.
	CodeNotPositive Code = "not_positive"
	// Null characters are not allowed.
	CodeNullCharacter Code = "null_character"
	// Surrogate characters are not allowed: U+{code_point}.
	CodeSurrogateCharacter Code = "surrogate_character"
	// Enter visible characters and spaces only.
	CodeInvisibleCharacter Code = "invisible_character"
	// Enter printable ASCII characters only.
	CodeNotAscii Code = "not_ascii"
	// Enter one line.
	CodeNotOneLine Code = "not_one_line"
	// A colon is not allowed.
	CodeColon Code = "colon"
	// No data provided
	CodeNoData Code = "no_data"
	// Invalid data. Expected a dictionary, but got {type}.
	CodeNotObject Code = "not_object"
	// Expected a dictionary of items but got type "{type}".
	CodeNotDictionary Code = "not_dictionary"
	// Expected a list of items but got type "{type}".
	CodeNotList Code = "not_list"
	// JSON parse error - {reason}
	CodeNotJson Code = "not_json"
	// Further problems of this request are not listed.
	CodeMoreProblems Code = "more_problems"
	// Further warnings of this request are not listed.
	CodeMoreWarnings Code = "more_warnings"
	// Unknown field.
	CodeUnknownField Code = "unknown_field"
	// Unknown field. Did you mean {field}?
	CodeUnknownNear Code = "unknown_near"
	// Unknown field. Known: {fields}.
	CodeUnknownOf Code = "unknown_of"
	// Unknown parameter.
	CodeUnknownParameter Code = "unknown_parameter"
	// Unknown parameter. Did you mean {parameter}?
	CodeUnknownParameterNear Code = "unknown_parameter_near"
	// Unknown parameter. Known: {parameters}.
	CodeUnknownParameterOf Code = "unknown_parameter_of"
	// This parameter is empty. Send a value, or leave it out.
	CodeEmptyParameter Code = "empty_parameter"
	// {parameter} is another name of this parameter, and has another time. Send one of them.
	CodeOtherTime Code = "other_time"
	// "{sent}" cannot be expanded. Send any of: {known}.
	CodeNotExpandable Code = "not_expandable"
	// Send metadata[KEY]=VALUE, with a key of the metadata.
	CodeNotMetadataQuery Code = "not_metadata_query"
	// Service {service_id:number} runs from {origin:country} to {destination:country}.
	CodeOtherLane Code = "other_lane"
	// Service {service_id:number} does not offer cash on delivery.
	CodeNoCashOnDelivery Code = "no_cash_on_delivery"
	// Must be {currency}, the currency of {country:country}, on a cod order.
	CodeOtherCurrency Code = "other_currency"
	// An order has no such field.
	CodeUnknownOrderField Code = "unknown_order_field"
	// An order has no such field. Did you mean {field}?
	CodeUnknownOrderFieldNear Code = "unknown_order_field_near"
	// This field cannot be changed. Cancel and replace the order.
	CodeFinalField Code = "final_field"
	// The tracking number names the country. Cancel and replace the order.
	CodeTrackingNoNamesCountry Code = "tracking_no_names_country"
	// A template has no tracking number: each order has its own.
	CodeNoTemplateTrackingNo Code = "no_template_tracking_no"
	// Send the fields that change as a JSON object.
	CodeNotPatch Code = "not_patch"
	// This time is in the past.
	CodeInThePast Code = "in_the_past"
	// Enter a URL without a user, a password or a fragment.
	CodeUrlWithUser Code = "url_with_user"
	// Enter a URL whose port is 1 to 65535.
	CodeUrlPort Code = "url_port"
	// This field is required when the URL changes: send the password again, or null for none.
	CodePasswordAgain Code = "password_again"
	// A label webhook gets order.label_ready alone: name no other event here, or set label_webhook to false.
	CodeLabelWebhookEvent Code = "label_webhook_event"
	// Search for at least one letter or digit.
	CodeNothingToFind Code = "nothing_to_find"
	// A search cannot be sorted by updated_on: leave out updated_from and updated_to.
	CodeSearchByUpdate Code = "search_by_update"
	// Send either date, or date_from and date_to.
	CodeDateOrRange Code = "date_or_range"
	// Send date, date_from, upload_batch_no or tracking_no.
	CodeNoManifestFilter Code = "no_manifest_filter"
	// Send tags to add or to remove.
	CodeNoTagChange Code = "no_tag_change"
	// Send either event_ids, or date_from and date_to.
	CodeIdsOrRange Code = "ids_or_range"
	// The request is invalid: see errors.
	CodeInvalidRequest Code = "invalid_request"
	// Not found.
	CodeNotFound Code = "not_found"
	// Authentication credentials were not provided.
	CodeNoCredentials Code = "no_credentials"
	// Invalid secret key.
	CodeInvalidKey Code = "invalid_key"
	// The message is not signed by a partner of this name, not lately, or was seen before.
	CodeUnsigned Code = "unsigned"
	// You do not have permission to perform this action.
	CodeForbidden Code = "forbidden"
	// This needs a key that has the scope users and is not limited to networks.
	CodeUsersScope Code = "users_scope"
	// A key cannot suspend its own account, or take the rights of an operator from it. The console and the commands can.
	CodeOwnAccount Code = "own_account"
	// Journeys are simulated in development only.
	CodeNoSimulation Code = "no_simulation"
	// Method "{method}" not allowed.
	CodeOtherMethod Code = "other_method"
	// Unsupported media type "{type}" in request.
	CodeOtherMediaType Code = "other_media_type"
	// Invalid page.
	CodeInvalidPage Code = "invalid_page"
	// Invalid cursor. Start with an empty one and pass on each response's next_cursor as it is.
	CodeInvalidCursor Code = "invalid_cursor"
	// Request body is larger than 16 MiB.
	CodeBodyTooLarge Code = "body_too_large"
	// The returns, with what their forward orders fill in, are larger than 16 MiB. Send fewer returns in one request.
	CodeReturnsTooLarge Code = "returns_too_large"
	// The request body ended early or came too slowly.
	CodeBodyCut Code = "body_cut"
	// The form cannot be read: {reason}.
	CodeUnreadableForm Code = "unreadable_form"
	// The caller went away.
	CodeCallerLeft Code = "caller_left"
	// The service is handling as much as it can. Try again shortly.
	CodeOverload Code = "overload"
	// Request was throttled. Expected available in {seconds:number} seconds.
	CodeThrottled Code = "throttled"
	// The service is shutting down. Try again shortly.
	CodeShuttingDown Code = "shutting_down"
	// The service did not finish in time. Try again shortly.
	CodeTooSlow Code = "too_slow"
	// The database did not confirm this request in time: it may have been carried out, or may be yet. Send it again with
	// the same Idempotency-Key, which is safe; without one, look first.
	CodeUnconfirmed Code = "unconfirmed"
	// The service cannot reach or write its database. Try again shortly.
	CodeNoDatabase Code = "no_database"
	// The service cannot use its database, which its operator has to repair.
	CodeDamagedDatabase Code = "damaged_database"
	// The service cannot reach the files of partners' labels. Try again shortly.
	CodeNoLabelFiles Code = "no_label_files"
	// The labels of partners are being converted. Try again shortly.
	CodeLabelsConverting Code = "labels_converting"
	// Internal server error. Request id: {request_id}
	CodeInternalError Code = "internal_error"
	// Idempotency-Key must be 1 to 255 printable ASCII characters.
	CodeNotIdempotencyKey Code = "not_idempotency_key"
	// This Idempotency-Key was used with another request body. Use a new key for a new request.
	CodeOtherRequest Code = "other_request"
	// A request with this Idempotency-Key is still running. Try again shortly.
	CodeStillRunning Code = "still_running"
	// This server sends no webhooks now, because its operator has paused outgoing calls. Try again later.
	CodeWebhooksPaused Code = "webhooks_paused"
	// The order was changed since you read it: If-Match is not its ETag. Read it again, and repeat the change.
	CodeChangedSinceRead Code = "changed_since_read"
	// The order was changed at the same time. Read it again, and repeat the change.
	CodeChangedMeanwhile Code = "changed_meanwhile"
	// The order is being submitted to its partner. Try again in a minute.
	CodeOrderUnderWay Code = "order_under_way"
	// It is not known yet whether the partner has the order. The partner is asked; try again in a minute.
	CodeOutcomeUnknown Code = "outcome_unknown"
	// The partner has the order, which cannot be changed any more. Cancel and replace it.
	CodeOrderWithPartner Code = "order_with_partner"
	// The partner may have the order, so no other one can get it. Keep the service, or cancel and replace the order.
	CodeOrderMaybeWithPartner Code = "order_maybe_with_partner"
	// The order is cancelled. Replace it, or create another one.
	CodeCancelledBefore Code = "cancelled_before"
	// The parcel was picked up, so the order cannot be changed.
	CodePickedUp Code = "picked_up"
	// State a reason: a list of sanctions has a name of this order.
	CodeNoReleaseReason Code = "no_release_reason"
	// The personal data of the order were erased.
	CodeOrderErased Code = "order_erased"
	// One of the two services is fulfilled by a partner, the other is not. Cancel and replace the order.
	CodeOtherFulfilment Code = "other_fulfilment"
	// An order can be changed 500 times. Cancel and replace it.
	CodeManyChanges Code = "many_changes"
	// The order would be changed.
	CodeWouldChange Code = "would_change"
	// The order is changed.
	CodeOrderChanged Code = "order_changed"
	// The order has these values.
	CodeOrderUnchanged Code = "order_unchanged"
	// The order would be invalid.
	CodeWouldBeInvalid Code = "would_be_invalid"
	// The order is held.
	CodeOrderHeld Code = "order_held"
	// The order is held for this reason.
	CodeHeldBefore Code = "held_before"
	// The order would be held.
	CodeWouldHold Code = "would_hold"
	// The order is released.
	CodeOrderReleased Code = "order_released"
	// The order would be released.
	CodeWouldRelease Code = "would_release"
	// The order is not held.
	CodeOrderNotHeld Code = "order_not_held"
	// The order is held until it is released: {reason}
	CodeHeldUntilReleased Code = "held_until_released"
	// The tags are changed.
	CodeTagsChanged Code = "tags_changed"
	// The order has these tags.
	CodeTagsUnchanged Code = "tags_unchanged"
	// An order has {max:number} notes at most. Delete one first.
	CodeManyNotes Code = "many_notes"
	// An order has {max:number} tags at most. Remove one first.
	CodeManyTags Code = "many_tags"
	// An account has {max:number} different tags at most. Use one of them, or remove one from all its orders first.
	CodeManyAccountTags Code = "many_account_tags"
	// The order is cancelled.
	CodeOrderCancelled Code = "order_cancelled"
	// The partner is asked to give the order back.
	CodeOrderCancelling Code = "order_cancelling"
	// The order would be cancelled.
	CodeWouldCancel Code = "would_cancel"
	// The partner would be asked to give the order back.
	CodeWouldAskPartner Code = "would_ask_partner"
	// It is being tried now. Wait for the outcome.
	CodeBeingTried Code = "being_tried"
	// The partner has the order and no label is missing, so nothing needs a decision.
	CodeNothingToDecide Code = "nothing_to_decide"
	// The order is cancelled, so nothing needs a decision.
	CodeCancelledNeedsNoDecision Code = "cancelled_needs_no_decision"
	// A held order is not submitted. Release it first.
	CodeNotWhileHeld Code = "not_while_held"
	// Leave it out: only a parcel with the status EXCEPTION is lost.
	CodeLostIsException Code = "lost_is_exception"
	// Leave it out: it is for confirmed orders.
	CodeOnlyIfConfirmed Code = "only_if_confirmed"
	// The parcel was picked up, so the order cannot be cancelled.
	CodeTooLateToCancel Code = "too_late_to_cancel"
	// The partner goes on with the order.
	CodeOrderKept Code = "order_kept"
	// The partner is asked to cancel the order. Nothing is created yet: send the request again when the order is
	// cancelled.
	CodeReplaceLater Code = "replace_later"
	// Order {tracking_no} replaces this order already.
	CodeReplacedBefore Code = "replaced_before"
	// The operator has paused all calls to partners since {since:moment}.
	CodeWhyPaused Code = "why_paused"
	// Partner {partner} gets the order when facts for customs are stated: {message}
	CodeWhyFacts Code = "why_facts"
	// The order is on its way to partner {partner}.
	CodeWhyOnItsWay Code = "why_on_its_way"
	// Partner {partner} has not been called since the order came at {since:moment}.
	CodeWhyNotCalled Code = "why_not_called"
	// Partner {partner} has taken no order since {since:moment}.
	CodeWhyOutage Code = "why_outage"
	// Partner {partner} has not answered about this order since {since:moment}.
	CodeWhyNoReply Code = "why_no_reply"
	// Partner {partner} has not taken this order since {since:moment}.
	CodeWhyNotTaken Code = "why_not_taken"
	// Partner {partner} is being asked now.
	CodeWhyAsked Code = "why_asked"
	// It says: {message}
	CodeWhySaid Code = "why_said"
	// Tries: {tries:number}, the next one at {next:moment}.
	CodeWhyTries Code = "why_tries"
	// Tries: {tries:number}, the next one when the partner answers again.
	CodeWhyTriesOn Code = "why_tries_on"
	// Orders of this account that wait for it: {orders:number}.
	CodeWhyQueue Code = "why_queue"
	// Partner {partner} refused the order: {message}
	CodeWhyRefused Code = "why_refused"
	// Partner {partner} did not take the order, and is not asked again by itself: {message}
	CodeWhyGaveUp Code = "why_gave_up"
	// The operator decided that partner {partner} does not take the order: {message}
	CodeWhyDecided Code = "why_decided"
	// Partner {partner} has the order and has not sent its label yet.
	CodeWhyDraws Code = "why_draws"
	// The label of partner {partner} could not be fetched: {message}
	CodeWhyNoFile Code = "why_no_file"
	// The account has no order with this tracking number.
	CodeNoSuchOrder Code = "no_such_order"
	// The label is marked as printed.
	CodeLabelPrinted Code = "label_printed"
	// The label is marked as not printed.
	CodeLabelNotPrinted Code = "label_not_printed"
	// No print agent has offered this printer. Start the agent, or correct the name.
	CodeNoPrinter Code = "no_printer"
	// This request_key was used for another order or printer. Use another one.
	CodeOtherPrintJob Code = "other_print_job"
	// Another agent has this print job, or it has ended. Do not print it.
	CodePrintJobOver Code = "print_job_over"
	// This server calls no partners now. The order is stored; its label will follow.
	CodePartnersPaused Code = "partners_paused"
	// The partner has not answered yet. The order is stored; its label will follow.
	CodeNoAnswerYet Code = "no_answer_yet"
	// The order is stored and is being submitted to the partner. Its label will follow.
	CodeOrderSubmitting Code = "order_submitting"
	// The partner did not answer in time. The order is stored; its label will follow.
	CodeNoAnswer Code = "no_answer"
	// The partner could not be reached, or its answer was not clear.
	CodePartnerUnclear Code = "partner_unclear"
	// The partner does not answer at present. The order is stored; its label will follow.
	CodeNoAnswerNow Code = "no_answer_now"
	// The partner has the order and draws its label, which will follow.
	CodeLabelLater Code = "label_later"
	// The partner's label cannot be converted. Its order_label_url has the file as the partner sent it.
	CodeLabelInconvertible Code = "label_inconvertible"
	// The partner draws this label as {drawn}, which cannot be converted into {wanted}.
	CodeOtherLabelFormat Code = "other_label_format"
	// The partner of this order draws its label as {drawn}: ask for .{format}.
	CodeLabelDrawnAs Code = "label_drawn_as"
	// {document}: orders of service {id}, {service}, have none, because its customs_forms is {forms}. Print the invoice,
	// or let the operator set post.
	CodeNoCustomsForm Code = "no_customs_form"
	// No label is ready in this format: GET /api/order/labels/status/ says why.
	CodeNothingToPrint Code = "nothing_to_print"
	// The document is too large at this resolution. Ask for a lower dpi, or for a PDF.
	CodeDocumentTooLarge Code = "document_too_large"
	// The label cannot be taken as {format}: {reason}.
	CodeLabelNotTaken Code = "label_not_taken"
	// unknown print option: {option} {sent} is not one of {choices}
	CodePrintOption Code = "print_option"
	// dpi must be 203, 300 or 600.
	CodeNotDpi Code = "not_dpi"
	// format must be pdf or zpl.
	CodeNotBatchFormat Code = "not_batch_format"
	// import_id must be the number of an import.
	CodeNotImportId Code = "not_import_id"
	// Send upload_batch_no, import_id, or tracking_no with commas between the numbers.
	CodeNoPrintFilter Code = "no_print_filter"
	// No parcel matches: orders that are cancelled, held, returns, have no label yet, or whose label changed since it
	// was printed, are left out.
	CodeNoParcel Code = "no_parcel"
	// More than {max:number} orders match. Choose a service, a batch, or a shorter time.
	CodeManyToExport Code = "many_to_export"
	// The metadata of these orders has so many different keys that no import would read the file. Choose fewer orders.
	CodeManyColumnsToExport Code = "many_columns_to_export"
	// More than {max:number} parcels match. Choose a service, or a shorter time.
	CodeManyParcels Code = "many_parcels"
	// The import has {orders:number} orders, and a file at most {max:number}. Send the upload_batch_no of each of its
	// batches, which GET /api/order/import/{import_id}/orders/ lists.
	CodeManyLabels Code = "many_labels"
	// The parcel is packed.
	CodePacked Code = "packed"
	// The parcel is on the station.
	CodeOnStation Code = "on_station"
	// The parcel was packed before, by {by}.
	CodePackedBefore Code = "packed_before"
	// The parcel is not packed: the order is cancelled. Put the parcel aside.
	CodePackCancelled Code = "pack_cancelled"
	// The parcel is not packed: it was picked up before.
	CodePackPickedUp Code = "pack_picked_up"
	// The parcel is not packed: the order is held. {reason}
	CodePackHeld Code = "pack_held"
	// The parcel is not packed: the operator has stopped it. {reason}
	CodePackStopped Code = "pack_stopped"
	// The parcel is not packed: the order has no label yet.
	CodePackNoLabel Code = "pack_no_label"
	// The parcel was picked up, or is on a hand-over list. Take it off the list first.
	CodePackedTooLate Code = "packed_too_late"
	// The parcel is on the list.
	CodeHandoverAdded Code = "handover_added"
	// The parcel is on this list already.
	CodeHandoverRepeated Code = "handover_repeated"
	// The parcel was not taken: the list is closed.
	CodeHandoverNotOpen Code = "handover_not_open"
	// The parcel was not taken: the order is cancelled. Put the parcel aside.
	CodeHandoverCancelled Code = "handover_cancelled"
	// The parcel was not taken: it was picked up before.
	CodeHandoverPickedUp Code = "handover_picked_up"
	// The parcel was not taken: the order is held. {reason}
	CodeHandoverHeld Code = "handover_held"
	// The parcel was not taken: the operator has stopped it. {reason}
	CodeHandoverStopped Code = "handover_stopped"
	// The parcel was not taken: the order has no label yet.
	CodeHandoverNoLabel Code = "handover_no_label"
	// The parcel was not taken: the label has changed. Print it again.
	CodeHandoverLabelChanged Code = "handover_label_changed"
	// The parcel was not taken: it is of another service, {service}.
	CodeHandoverOtherService Code = "handover_other_service"
	// The parcel was not taken: it is on the list {list}.
	CodeHandoverOtherList Code = "handover_other_list"
	// No order of the account has this tracking number, partner's number or reference.
	CodeParcelUnknown Code = "parcel_unknown"
	// Several orders have the number {code}. Send the tracking number of one of the candidates, or its order_id with the
	// code.
	CodeParcelAmbiguous Code = "parcel_ambiguous"
	// This is a number that was scanned. Enter the name of a person.
	CodeNotPerson Code = "not_person"
	// Take the parcels off the list that cannot be handed over any more.
	CodeHandoverTrouble Code = "handover_trouble"
	// The list is not open, or does not have this number of parcels. Look at it, and close it again.
	CodeHandoverChanged Code = "handover_changed"
	// The list is not closed.
	CodeHandoverNotClosed Code = "handover_not_closed"
	// Enter lines such as M10 20L300 150, or leave the signature out.
	CodeNotSignature Code = "not_signature"
	// The list is filled, counted and signed with the run {run}.
	CodeHandoverOfRun Code = "handover_of_run"
	// The parcel was not taken: the run {run} is counted or signed.
	CodeRunNotOpen Code = "run_not_open"
	// The parcel was not taken: it is on the list {list} of the run {run}.
	CodeRunOtherList Code = "run_other_list"
	// No order has this tracking number, partner's number or reference.
	CodeRunCodeUnknown Code = "run_code_unknown"
	// The run is not counted, or does not have this number of parcels. Look at it, and sign it again.
	CodeRunChanged Code = "run_changed"
	// The parcel {tracking_no} on the list {list} cannot be handed over any more. Take parcels again, take it off, and
	// count the run again.
	CodeRunTrouble Code = "run_trouble"
	// The run is {state}: this is not done with it.
	CodeRunState Code = "run_state"
	// The run has no parcels. Scan one first.
	CodeRunEmpty Code = "run_empty"
	// Another stop of the run has this account.
	CodeRunStopTwice Code = "run_stop_twice"
	// Send in sent_on the time of the device, which is not before that of the scan.
	CodeScannedLater Code = "scanned_later"
	// Another scan of the request has this name. Give each scan a name of its own.
	CodeScanTwice Code = "scan_twice"
	// Send the weight, in kg, or the length, width and height, in cm.
	CodeNotMeasured Code = "not_measured"
	// There is no hub with this id, or it is disabled.
	CodeHubUnknown Code = "hub_unknown"
	// No account is the operator's: mark one as such first.
	CodeNoOperatorAccount Code = "no_operator_account"
	// The parcel goes to {partner}.
	CodeHubToPartner Code = "hub_to_partner"
	// The parcel goes on with the service {service}.
	CodeHubToService Code = "hub_to_service"
	// Print the label of {partner} first.
	CodeHubPrint Code = "hub_print"
	// Put the parcel aside: {partner} has given it no label yet.
	CodeHubNoLabel Code = "hub_no_label"
	// Put the parcel aside: the operator has stopped it. {reason}
	CodeHubStopped Code = "hub_stopped"
	// Put the parcel aside: its shipper holds it. {reason}
	CodeHubHeld Code = "hub_held"
	// Put the parcel aside: the order is cancelled.
	CodeHubCancelled Code = "hub_cancelled"
	// Put the parcel aside: its journey has ended.
	CodeHubEnded Code = "hub_ended"
	// The parcel goes back to its shipper.
	CodeHubReturns Code = "hub_returns"
	// Put the parcel aside: it is damaged.
	CodeHubDamaged Code = "hub_damaged"
	// The parcel was scanned before, by {by}.
	CodeHubRepeated Code = "hub_repeated"
	// No order has this number. It is in the list of unknown parcels.
	CodeHubCodeUnknown Code = "hub_code_unknown"
	// Several orders have this number. Choose one.
	CodeHubSeveral Code = "hub_several"
	// Another scan has this name already. Give each scan a name of its own.
	CodeHubScanOther Code = "hub_scan_other"
	// The parcel is stopped.
	CodeParcelStopped Code = "parcel_stopped"
	// The parcel was stopped before, for this reason.
	CodeStoppedBefore Code = "stopped_before"
	// The parcel is not stopped any more.
	CodeStopLifted Code = "stop_lifted"
	// Words are found in at most {count} accounts at once, and there are more: send account_id too, or send the number
	// as code.
	CodeSearchNeedsAccount Code = "search_needs_account"
	// Send attention without search, warning and code.
	CodeAttentionAlone Code = "attention_alone"
	// The parcel was not stopped.
	CodeStopNone Code = "stop_none"
	// The order has {count} tracking events, and takes no more.
	CodeManyEvents Code = "many_events"
	// At most {count} parcels are changed at once: narrow the list, or choose an account.
	CodeManyChosenParcels Code = "many_chosen_parcels"
	// Parcels of at most {count} accounts are changed at once: narrow the list.
	CodeManyAccounts Code = "many_accounts"
	// {count} changes and exports of the account are under way. Wait, or stop one.
	CodeManyJobs Code = "many_jobs"
	// The account is suspended, and its parcels stay as they are.
	CodeAccountSuspended Code = "account_suspended"
	// The parcel is in the bag.
	CodeBagAdded Code = "bag_added"
	// The parcel was in the bag before.
	CodeBagRepeated Code = "bag_repeated"
	// The parcel was not taken: it is in the bag {bag}.
	CodeBagOther Code = "bag_other"
	// The parcel was not taken: the bag {bag} is not open.
	CodeBagNotOpen Code = "bag_not_open"
	// The parcel was not taken: the bag is for another service.
	CodeBagService Code = "bag_service"
	// No order has this tracking number, partner's number or reference.
	CodeBagCodeUnknown Code = "bag_code_unknown"
	// The bag {bag} is {state}: this is not done with it.
	CodeBagState Code = "bag_state"
	// The bag {bag} has departed: it is not opened again. Receive and empty it, or take it off its leg with a reason.
	CodeBagDeparted Code = "bag_departed"
	// The bag {bag} has not departed: it is received after its leg has departed.
	CodeBagNotDeparted Code = "bag_not_departed"
	// These bags were received: {bags}. To send a bag on, put it on the leg again; take the others off it.
	CodeBagsReceived Code = "bags_received"
	// These bags are on another leg from or to the same place: {bags}. Take them off it first.
	CodeBagsParallel Code = "bags_parallel"
	// These bags are not on the leg: {bags}.
	CodeBagsOffLeg Code = "bags_off_leg"
	// The bag {bag} has no parcels. Scan one first.
	CodeBagEmpty Code = "bag_empty"
	// There is no bag with the number {bag}.
	CodeBagUnknown Code = "bag_unknown"
	// There is no consignment with the number {consignment}.
	CodeConsignmentUnknown Code = "consignment_unknown"
	// These bags are in another consignment, or in none: {bags}.
	CodeBagsElsewhere Code = "bags_elsewhere"
	// These bags are not closed: {bags}. Close them first.
	CodeBagsNotClosed Code = "bags_not_closed"
	// A consignment has at most {count} bags.
	CodeTooManyBags Code = "too_many_bags"
	// A consignment has at most {count} legs.
	CodeTooManyLegs Code = "too_many_legs"
	// An air waybill has 11 digits.
	CodeAwbDigits Code = "awb_digits"
	// This is no air waybill: after these digits the last one is {digit}.
	CodeAwbCheck Code = "awb_check"
	// The consignment {consignment} has this air waybill. Airlines use a number again after 12 months.
	CodeAwbTaken Code = "awb_taken"
	// No bag of the consignment {consignment} has arrived, or its inbound was not opened. Open it in a hub.
	CodeInboundEarly Code = "inbound_early"
	// The inbound of the consignment {consignment} is in the hub {hub}.
	CodeInboundHub Code = "inbound_hub"
	// The inbound of the consignment {consignment} is closed. Send the reason why it is opened again.
	CodeInboundReason Code = "inbound_reason"
	// The number of missing parcels is {count}, not {sent}. Look at the list, and send it again.
	CodeInboundCount Code = "inbound_count"
	// The inbound of the consignment {consignment} is not open. Open it first.
	CodeInboundState Code = "inbound_state"
	// Parcels of the bag {bag} were recorded as missing. Scan its parcels one by one.
	CodeInboundBag Code = "inbound_bag"
	// Send the air waybill, or the reference of the truck.
	CodeAwbOrTruck Code = "awb_or_truck"
	// It has departed. Send the reason of the change too.
	CodeDepartedReason Code = "departed_reason"
	// The consignment {consignment} is {state}: send the reason too, or another one.
	CodeConsignmentState Code = "consignment_state"
	// Not all bags have arrived. Send the reason too.
	CodeConsignmentAway Code = "consignment_away"
	// An event of the consignment {consignment} is on its way to the parcels. Try again in some seconds.
	CodeEventCarrying Code = "event_carrying"
	// No bag is on the leg.
	CodeLegEmpty Code = "leg_empty"
	// The leg has not departed before this time.
	CodeLegNotDeparted Code = "leg_not_departed"
	// The consignment {consignment} is {state}, not cleared. Send the reason to depart all the same.
	CodeLegNotCleared Code = "leg_not_cleared"
	// Customs or the operator keep {count} parcels of the leg: {tracking_nos}. Take them out of their bags, or
	// acknowledge each one with a reason. One that customs say not to load cannot be acknowledged.
	CodeLegKept Code = "leg_kept"
	// The parcel is in no bag of the consignment.
	CodeParcelNotInConsignment Code = "parcel_not_in_consignment"
	// {code} names no parcel of the consignment, or several.
	CodeParcelElsewhere Code = "parcel_elsewhere"
	// The answer is stored.
	CodeAnswerStored Code = "answer_stored"
	// The answer was stored before.
	CodeAnswerRepeated Code = "answer_repeated"
	// It can be stored.
	CodeAnswerReady Code = "answer_ready"
	// {field}: {problem:clause}
	CodeAnswerField Code = "answer_field"
	// The customs entry was {was}, and here it is {now}.
	CodeAnswerChanges Code = "answer_changes"
	// The journey of the parcel has ended: it gets no tracking event.
	CodeAnswerEnded Code = "answer_ended"
	// Each parcel is named once.
	CodeParcelTwice Code = "parcel_twice"
	// There is no column {column}. Columns: {columns}.
	CodeManifestColumn Code = "manifest_column"
	// The parcels are not as in version {version} of the manifest. Make the next version first.
	CodeManifestOld Code = "manifest_old"
	// {count:number} parcels are more than a document lists, which is {max:number}. Divide them into more consignments
	// or bags.
	CodeManifestParcels Code = "manifest_parcels"
	// {count:number} more findings are not listed. Mend these first.
	CodeCheckMore Code = "check_more"
	// The order was cancelled.
	CodeCheckCancelled Code = "check_cancelled"
	// The operator stops the parcel: {reason}
	CodeCheckStopped Code = "check_stopped"
	// The order is held: {reason}
	CodeCheckHeld Code = "check_held"
	// {count} parcels are cancelled, held or stopped: {tracking_nos}. Take them out of their bags first.
	CodeCheckKept Code = "check_kept"
	// The parcel goes to {country:country}, and the consignment to {destination:country}.
	CodeCheckLane Code = "check_lane"
	// Goods have no HS code.
	CodeCheckHsCode Code = "check_hs_code"
	// Dangerous goods have no UN number.
	CodeCheckUnNumber Code = "check_un_number"
	// It weighs {weight} kg, and {stated} kg is stated.
	CodeCheckWeight Code = "check_weight"
	// Goods for one recipient are declared at {sum}, above {limit}.
	CodeCheckRecipient Code = "check_recipient"
	// Goods for several names at one address are declared at {sum}, above {limit}. Are they one recipient?
	CodeCheckAddress Code = "check_address"
	// Goods of one shipper for one consignee with the HS code {hs_code} are declared at {sum}, above {limit}: the export
	// is to be filed.
	CodeCheckFiling Code = "check_filing"
	// There is no rate of {currency}: what is declared in it is in no sum.
	CodeCheckRate Code = "check_rate"
	// Only the operator's accounts get {type}: it is about parcels of all shippers.
	CodeOperatorEvent Code = "operator_event"
	// Send a reason, or the tracking_no of the parcel that it is.
	CodeUnknownScanEnd Code = "unknown_scan_end"
	// The code is closed already, with another reason or parcel.
	CodeUnknownScanClosed Code = "unknown_scan_closed"
	// A change of kind {kind} has no such field.
	CodeNotOfKind Code = "not_of_kind"
	// Send hub_id without search, warning, code, attention, bag, consignment and customs.
	CodeHubAlone Code = "hub_alone"
	// Send bag, consignment and customs without search, warning, code and attention.
	CodePlacedAlone Code = "placed_alone"
	// Send either tracking_nos or filter.
	CodeCodesOrFilter Code = "codes_or_filter"
	// The formula of the cell failed: {error}.
	CodeFormulaFailed Code = "formula_failed"
	// The file does not have the result of the formula. Open it in a spreadsheet program and save it again.
	CodeFormulaWithoutResult Code = "formula_without_result"
	// The spreadsheet has made the date {date} of the value. Format the column as Text and enter the value again.
	CodeValueMadeDate Code = "value_made_date"
	// The spreadsheet has shortened the number to {number}. Its other digits are lost. Format the column as Text and
	// enter the value again.
	CodeNumberShortened Code = "number_shortened"
	// The number has more than {max:number} digits. The spreadsheet has replaced the others by zeros. Format the column
	// as Text and enter the value again.
	CodeDigitsMadeZeros Code = "digits_made_zeros"
	// Spreadsheets remove zeros at the beginning of a number. Format the column as Text and enter it again if it had
	// some.
	CodeZerosLost Code = "zeros_lost"
	// The spreadsheet has made a number of it. Format the column as Text and enter the number again.
	CodeValueMadeNumber Code = "value_made_number"
	// It has no country code. Write it before the number, such as +62.
	CodeNoCountryCode Code = "no_country_code"
	// Spreadsheets remove a plus sign or a zero at the beginning of a number. Write the number with a plus sign and the
	// country code, such as +62.
	CodePlusLost Code = "plus_lost"
	// Write the number without separators of thousands, and with a point before the decimals: 1234.5.
	CodeCommaMeaning Code = "comma_meaning"
	// Write the amount without separators of thousands, and with two decimals: 1234.50.
	CodePointMeaning Code = "point_meaning"
	// Leave out the unit or the currency.
	CodeUnitInNumber Code = "unit_in_number"
	// In a spreadsheet it is the number of the day {date}. Format the cell as a date, or write the day as in 2026-01-31.
	CodeSerialDate Code = "serial_date"
	// It may be {days:choices}. Write the year first, as in 2026-01-31.
	CodeUnclearDate Code = "unclear_date"
	// A program wrote {value:quoted} here, which is no value. Write the value.
	CodeRubbishValue Code = "rubbish_value"
	// {pieces} of {quantity} pieces are {state}. Write how many are to be sent, and 0 here.
	CodeSomePieces Code = "some_pieces"
	// The year is {year}. Write one from {min} to {max}, of the Gregorian calendar.
	CodeUnlikelyYear Code = "unlikely_year"
	// If it is a year of the Thai calendar, write {day}.
	CodeThaiYear Code = "thai_year"
	// The amount may be {large} or {small}.
	CodeUnclearAmount Code = "unclear_amount"
	// The amount is in {currency}, and the order has {other}.
	CodeAmountOfOtherCurrency Code = "amount_of_other_currency"
	// Parcel {parcel:quoted} has an amount to collect, too: each parcel would collect it. Leave it with the first parcel
	// only.
	CodeParcelCollects Code = "parcel_collects"
	// The weight may be {kg} kg or {g} g. Write the unit behind it, or set that of the column.
	CodeUnclearUnit Code = "unclear_unit"
	// The unit in the column {heading:quoted} is not known. Write {units:choices}.
	CodeUnknownUnit Code = "unknown_unit"
	// The order has an amount to collect, but it is prepaid by default. With the default {default:quoted} for the
	// payment, orders with an amount are cod, and others are prepaid.
	CodePrepaidAmount Code = "prepaid_amount"
	// The items of the cell are not sure. Write them as 2 x T-Shirt @ 12.50; 1 x Cap, or give the quantity a column.
	CodeUnreadItems Code = "unread_items"
	// The row has several items, but one value here. Write a row for each item, or leave the column out.
	CodeOneForSeveral Code = "one_for_several"
	// The cell is right of the last heading.
	CodeSurplusCell Code = "surplus_cell"
	// If a value of the row has a delimiter, put quotes around it. Leave the column out if its cells do not count.
	CodeQuoteDelimiter Code = "quote_delimiter"
	// Cell {cell} of the same order has {value:quoted}. The rows of an order must agree, or be empty, in this column.
	CodeRowsDisagree Code = "rows_disagree"
	// Cell {cell} has {value:quoted}: the order is {state}. It was not created.
	CodeOrderEnded Code = "order_ended"
	// This is an example of the template. Delete its rows.
	CodeTemplateExample Code = "template_example"
	// The order of row {row:number} has the same tracking number.
	CodeTrackingNoTwice Code = "tracking_no_twice"
	// The service was disabled after the check.
	CodeServiceRetired Code = "service_retired"
	// The tracking number came into use after the check, or occurs twice in the file.
	CodeTrackingNoTaken Code = "tracking_no_taken"
	// The file has {bytes:number} bytes: at most {max:number} MiB. Split it into several files.
	CodeFileTooLarge Code = "file_too_large"
	// The file is empty.
	CodeEmptyFile Code = "empty_file"
	// The file is an old Excel file (.xls). Save it as .xlsx or CSV.
	CodeOldExcel Code = "old_excel"
	// The file has a password. Save it as .xlsx or CSV without a password.
	CodeFileHasPassword Code = "file_has_password"
	// The file is an OpenDocument file (.ods). Save it as .xlsx or CSV.
	CodeFileIsOds Code = "file_is_ods"
	// The file is a page in HTML or XML, even if it is named .xls. Open it in a spreadsheet program and save it as .xlsx
	// or CSV.
	CodeFileIsMarkup Code = "file_is_markup"
	// The file is a PDF. Save the table as XLSX or CSV.
	CodeFileIsPdf Code = "file_is_pdf"
	// This command cannot read XLSX files. Save the file as CSV.
	CodeNoXlsxHere Code = "no_xlsx_here"
	// The XLSX file cannot be read: {reason}.
	CodeUnreadableXlsx Code = "unreadable_xlsx"
	// Row {row:number} has {columns:number} columns: at most {max:number}.
	CodeTooManyColumns Code = "too_many_columns"
	// The file has more than {max:number} rows. Split it into several files.
	CodeTooManyRows Code = "too_many_rows"
	// Cell {cell} has more than {max:number} characters. Is a quote (") before it never closed?
	CodeCellTooLong Code = "cell_too_long"
	// The cells of the file have more than {max:number} MiB of text. Split it into several files.
	CodeTooMuchText Code = "too_much_text"
	// The file has no row below the headings.
	CodeNoRow Code = "no_row"
	// The file has no rows below the headings.
	CodeNoRows Code = "no_rows"
	// The file is not UTF-8: byte {byte:number} is not valid. Name another charset, or save the file as UTF-8.
	CodeFileNotUtf8 Code = "file_not_utf8"
	// The charset {charset:quoted} is not known. Use utf-8, or save the file as UTF-8.
	CodeUnknownCharset Code = "unknown_charset"
	// The file cannot be read as {charset}: {reason}.
	CodeOtherCharset Code = "other_charset"
	// The file is not CSV: {reason}.
	CodeFileNotCsv Code = "file_not_csv"
	// A quote (") in row {row:number} is never closed, so that all that follows is one cell. Close it.
	CodeQuoteNeverClosed Code = "quote_never_closed"
	// A quote (") in row {row:number} is not closed there, so that the rows that follow are a part of one cell. Close
	// it.
	CodeQuoteClosedLater Code = "quote_closed_later"
	// The charset of the file is not clear. Save it as CSV in UTF-8.
	CodeCharsetUnclear Code = "charset_unclear"
	// The file has {rows:number} rows: at most {max:number}. Split it into several files.
	CodeManyEntryRows Code = "many_entry_rows"
	// Column {column} has the heading {heading:quoted}. Each of these may be there once: {headings}.
	CodeNotBookHeading Code = "not_book_heading"
	// The name of the sheet has more than {max:number} bytes.
	CodeSheetNameTooLong Code = "sheet_name_too_long"
	// The file has no sheet {sheet:quoted}. It has: {sheets}.
	CodeUnknownSheet Code = "unknown_sheet"
	// All sheets of the file are hidden. Show one, or name it: {sheets}.
	CodeAllSheetsHidden Code = "all_sheets_hidden"
	// Row {row:number}: there is no column {heading:quoted}. Use some of {headings}.
	CodeUnknownHeading Code = "unknown_heading"
	// No column of the file is {fields}: map a column to each of them, or give a default.
	CodeColumnsMissing Code = "columns_missing"
	// The mapping does not fit the file: {reason}.
	CodeOtherMapping Code = "other_mapping"
	// None of the {orders:number} orders is valid: correct the file and upload it again.
	CodeNoValidOrder Code = "no_valid_order"
	// All {orders:number} orders are left out: the file says that they are no parcels.
	CodeAllLeftOut Code = "all_left_out"
	// The service could not finish the import, for a reason of its own. The operator finds the cause in the log. What
	// was created before stays.
	CodeImportFailed Code = "import_failed"
	// The file is larger than {max:number} MiB. Split it into several files.
	CodeUploadTooLarge Code = "upload_too_large"
	// Send one file at a time.
	CodeSeveralFiles Code = "several_files"
	// The fields have more than {max:number} KiB together.
	CodeManyFields Code = "many_fields"
	// This must be a JSON object of texts, such as {"pickup_country": "SG"}.
	CodeNotDefaults Code = "not_defaults"
	// An account has at most {max:number} imports that are not finished. Wait, or cancel one.
	CodeManyImports Code = "many_imports"
	// The files of an account's imports have at most {max:number} MiB together. They are deleted after {days:number}
	// days.
	CodeManyFileBytes Code = "many_file_bytes"
	// The file is not kept any more: upload it again.
	CodeFileDeleted Code = "file_deleted"
	// {invalid:number} orders are refused: send true to create the other {valid:number}.
	CodeOrdersRefused Code = "orders_refused"
	// {orders:number} orders are left out: send true to create the other {valid:number}.
	CodeOrdersLeftOut Code = "orders_left_out"
	// Orders with the references of {orders:number} orders exist: send skip to create the others, or create to create
	// them too.
	CodeReferencesUsed Code = "references_used"
	// The mapping is not valid JSON: {reason}.
	CodeMappingNotJson Code = "mapping_not_json"
	// The {place} of the mapping cannot be used.
	CodeMappingWrong Code = "mapping_wrong"
	// The import is {state}: only one that waits, or was only checked, can be confirmed.
	CodeNotConfirmable Code = "not_confirmable"
	// The import is {state}: only one that waits, was only checked or failed can be checked again.
	CodeNotCheckable Code = "not_checkable"
	// The import is {state}: it cannot be cancelled.
	CodeNotCancellable Code = "not_cancellable"
	// This must be a JSON list of at most {max:number} cells, each once, such as {"row": 17, "column": "C", "value":
	// "+6281234567890"}.
	CodeNotCorrections Code = "not_corrections"
	// The value of {cell} has more than {max:number} characters, or one that is not text.
	CodeCorrectionLong Code = "correction_long"
	// The file has no column {column:quoted}: the last one is {last}.
	CodeNoSuchColumn Code = "no_such_column"
	// Row {row:number} has no problem: correct rows that have one.
	CodeNoProblemRow Code = "no_problem_row"
	// An import has at most {max:number} corrections: correct the file and upload it again.
	CodeManyCorrections Code = "many_corrections"
	// The import has created orders: upload the file again.
	CodeOrdersCreated Code = "orders_created"
	// {format:quoted} is not a format: csv or xlsx.
	CodeNotSheetFormat Code = "not_sheet_format"
	// Name a service: GET /api/services/ lists them.
	CodeNoServiceNamed Code = "no_service_named"
	// There is no service {service_id}: GET /api/services/ lists them.
	CodeUnknownService Code = "unknown_service"
	// The headings are in row {row:number}. What is above is left out.
	CodeRowsAboveHeadings Code = "rows_above_headings"
	// Row {row:number} says what the headings mean. It is left out. If it is an order, name the row with the headings.
	CodeDescribingRow Code = "describing_row"
	// The file has {sheets:number} sheets. Only {sheet:quoted} is read.
	CodeOneSheetRead Code = "one_sheet_read"
	// From row {row:number} on there are sums or remarks (rows: {rows:number}). They are left out.
	CodeFootersLeftOut Code = "footers_left_out"
	// Each parcel of the column {heading:quoted} is an order of its own.
	CodeParcelsApart Code = "parcels_apart"
	// Rows with {value:quoted} in the column {heading:quoted} are left out ({rows:number}).
	CodeRowsLeftOut Code = "rows_left_out"
	// Row {row:number} has {text:quoted}, which may be {meant:quoted}. Such letters (rows: {rows:number}) were read in a
	// wrong charset, here or before. Name the charset utf-8, or export the file again.
	CodeWrongLetters Code = "wrong_letters"
	// Numbers of the column {heading:quoted} without a country code get that of the country in their row, if they are
	// valid there.
	CodePhonesOfCountry Code = "phones_of_country"
	// The columns are read as an export of {preset}. What is known of it is unchecked: look at what each column is read
	// as.
	CodeUncheckedPreset Code = "unchecked_preset"
	// What is the column {heading:quoted}? It is not read, and {value:quoted} in it may be of the address or an amount.
	// Say which field it is, or leave it out.
	CodeColumnAsked Code = "column_asked"
	// Cell {cell} has more decimals than the field: {value:quoted} is read as {number} (cells: {cells:number}).
	CodeNumbersRounded Code = "numbers_rounded"
	// Row {row:number} is a line, or the headings again (rows: {rows:number}). Such rows are left out.
	CodeLinesLeftOut Code = "lines_left_out"
	// Rows of an order have different weights in the column {heading:quoted}, so they are those of items.
	CodeItemWeights Code = "item_weights"
	// Row {row:number} has neither a reference nor a consignee, so it is an item of the order above (rows:
	// {rows:number}).
	CodeItemsBelow Code = "items_below"
	// The column {heading:quoted} is read as the value of all pieces of a row.
	CodeWholeValues Code = "whole_values"
	// These columns are not read: {headings}.
	CodeColumnsUnread Code = "columns_unread"
	// No column has {field}, so it is {country}: the service has no other.
	CodeServiceCountry Code = "service_country"
	// Row {row:number} has the consignee of the row above (rows: {rows:number}). Each row is an order of its own,
	// because no column is the reference of an order.
	CodeRepeatedConsignee Code = "repeated_consignee"
	// COD {currency} {amount:number} to {to}; {goods}; {weight} kg
	CodeOrderWillCollect Code = "order_will_collect"
	// Prepaid to {to}; {goods}; {weight} kg
	CodeOrderWillSend Code = "order_will_send"
	// {sheets:number} of the sheets are hidden.
	CodeHiddenSheets Code = "hidden_sheets"
	// The sheet has hidden rows ({rows:number}). They are read too.
	CodeHiddenRows Code = "hidden_rows"
	// The sheet has hidden columns. They are read too.
	CodeHiddenColumns Code = "hidden_columns"
	// The sheet has merged cells ({cells:number}). The rows of each have the value of its first cell.
	CodeMergedCells Code = "merged_cells"
	// This value is not accepted.
	CodeNotAccepted Code = "not_accepted"
	// Enter a value of the form {pattern}.
	CodeOtherForm Code = "other_form"
	// Enter a postal code of {country:country}: as in {examples:choices}.
	CodePostalCode Code = "postal_code"
	// Enter a postal code of {country:country}: {digits:choices} digits, as in {examples:choices}.
	CodePostalDigits Code = "postal_digits"
	// Enter a postal code of the form {pattern}.
	CodePostalForm Code = "postal_form"
	// Enter a phone number of {country:country}.
	CodePhoneOfCountry Code = "phone_of_country"
	// Ensure that the longest side is at most {max} cm.
	CodeMaxLongestSide Code = "max_longest_side"
	// Ensure that the longest side plus twice the two other sides is at most {max} cm.
	CodeMaxGirth Code = "max_girth"
	// Ensure that length × width × height / {divisor} is at most {max} kg.
	CodeMaxVolumetricWeight Code = "max_volumetric_weight"
	// Ensure that the items in {currency} are worth at most {currency} {max} in all.
	CodeMaxItemsValue Code = "max_items_value"
	// The word {word:quoted} is not accepted.
	CodeForbiddenWord Code = "forbidden_word"
	// Items of the category {category} are not accepted.
	CodeForbiddenCategory Code = "forbidden_category"
	// Items with an HS code that begins with {prefix} are not accepted.
	CodeForbiddenHsCode Code = "forbidden_hs_code"
	// Parcels from or to {country:country} are not accepted.
	CodeEmbargo Code = "embargo"
	// Parcels from or to {postal} in {country:country} are not accepted.
	CodeEmbargoOfPart Code = "embargo_of_part"
	// A person must look at this parcel before it leaves: the list of sanctions {list} has this name in its entry
	// {entry}, as {name}.
	CodeSanctioned Code = "sanctioned"
	// Enter another HS code: {digits} is not in the Harmonized System of {year}. Search it by a description of the
	// goods.
	CodeUnknownHsCode Code = "unknown_hs_code"
	// Enter the HS code with 6 digits, or with the {digits:choices} digits of the destination ({country:country}): it
	// has {count:number}.
	CodeHsCodeLength Code = "hs_code_length"
	// Enter an amount with the decimals of {currency}: at most {decimals}.
	CodeCurrencyDecimals Code = "currency_decimals"
	// Add a tax id of the shipper: {types:choices}.
	CodeShipperTaxId Code = "shipper_tax_id"
	// Add a tax id of the consignee: {types:choices}.
	CodeConsigneeTaxId Code = "consignee_tax_id"
	// The order is not as the rule {rule} wants it.
	CodeOperatorRule Code = "operator_rule"
	// The rules are not JSON: {reason}.
	CodeRulesNotJson Code = "rules_not_json"
	// is there twice: leave one out
	CodeRuleKeyTwice Code = "rule_key_twice"
	// is missing: a rule must have it
	CodeRuleKeyMissing Code = "rule_key_missing"
	// is no key of a rule: leave it out, or correct its spelling
	CodeRuleKeyUnknown Code = "rule_key_unknown"
	// does not belong to a rule of kind {kind}: leave it out
	CodeRuleKeyOfOtherKind Code = "rule_key_of_other_kind"
	// is {service_id:number}, which is not a service: `waybill service list` shows them
	CodeRuleUnknownService Code = "rule_unknown_service"
	// is {account_id:number}, which is not an account: `waybill account list` shows them
	CodeRuleUnknownAccount Code = "rule_unknown_account"
	// cannot be used
	CodeRuleWrong Code = "rule_wrong"
	// is {sent}: want {wanted:clause}
	CodeRuleValue Code = "rule_value"
	// restriction_type is missing: customs needs it. State it in the console (Settings, Customs) or by `waybill account
	// customs`.
	CodeMissingRestriction Code = "missing_restriction"
	// {field} is missing: customs needs it. Send it with the order, or state {setting} in the console (Settings,
	// Customs) or by `waybill account customs`.
	CodeMissingFact Code = "missing_fact"
	// {field} is missing: customs needs it. Send it with the order.
	CodeMissingNeed Code = "missing_need"
	// Add the country where the goods were made: since 29 August 2025 customs of the United States charge duty on all
	// goods by it.
	CodeRuleUsOriginCountry Code = "rule_us_origin_country"
	// Ensure that the parcel weighs at least as much as its items: item_weight × item_quantity of all of them.
	CodeRuleNetWeight Code = "rule_net_weight"
	// Enter a valid Korean personal customs clearance code (PCCC): P and 12 digits.
	CodeRuleKrPccc Code = "rule_kr_pccc"
	// Enter the personal customs clearance code (P and 12 digits) of the consignee, or name the document that the number
	// is of.
	CodeRuleKrLocalTaxId Code = "rule_kr_local_tax_id"
	// Enter a state of the consignee's country, or its code: parcels are sorted by it.
	CodeRuleStateConsignee Code = "rule_state_consignee"
	// Compare the postal code with the state: it is one of another state.
	CodeRulePostalCodeState Code = "rule_postal_code_state"
	// Add the HS code (6 digits or more): customs of the European Union, Norway and Switzerland ask for it with each
	// item.
	CodeRuleEuHsCode Code = "rule_eu_hs_code"
	// Say what the goods are, such as “men's T-shirt of cotton”: customs of the European Union, Norway and Switzerland
	// refuse a word like this one alone.
	CodeRuleEuGoodsDescription Code = "rule_eu_goods_description"
	// Add the HS code, best with all 10 digits of the United States: customs there ask for it with each item, also by
	// post since 24 July 2026.
	CodeRuleUsHsCode Code = "rule_us_hs_code"
	// Say what the goods are and what they are made of, such as “men's T-shirt of cotton”: customs of the United States
	// refuse a word like this one alone.
	CodeRuleUsGoodsDescription Code = "rule_us_goods_description"
	// Add the HS code (6 digits): customs of Türkiye ask for it with each item.
	CodeRuleTrHsCode Code = "rule_tr_hs_code"
	// Enter what the item is worth, also of a gift or a sample: customs accept no value of 0.
	CodeRuleGoodsValue Code = "rule_goods_value"
	// Add the HS code (6 digits or more): customs of the United Kingdom ask for it with each item that is sold.
	CodeRuleGbHsCode Code = "rule_gb_hs_code"
	// Say what the goods are, such as “lipstick” or “doll of cotton”: Hongkong Post and Japan send parcels with a word
	// like this one alone back.
	CodeRuleGoodsDescription Code = "rule_goods_description"
	// Enter the personal customs clearance code (PCCC) instead of a passport number: customs of South Korea know people
	// who buy by it, and give it to foreigners too.
	CodeRuleKrPassport Code = "rule_kr_passport"
	// Describe the item in English, too: customs declarations are in English, French or a language of the destination.
	CodeRuleGoodsLanguage          Code = "rule_goods_language"
	CodeRuleAuTobacco              Code = "rule_au_tobacco"
	CodeRuleBrTaxIdRequired        Code = "rule_br_tax_id_required"
	CodeRuleEuIossValue            Code = "rule_eu_ioss_value"
	CodeRuleEuAnimalProducts       Code = "rule_eu_animal_products"
	CodeRuleTrTaxIdRequired        Code = "rule_tr_tax_id_required"
	CodeRuleInTaxIdRequired        Code = "rule_in_tax_id_required"
	CodeRuleSaTaxIdRequired        Code = "rule_sa_tax_id_required"
	CodeRuleNoVoecValue            Code = "rule_no_voec_value"
	CodeRuleIdTaxIdRequired        Code = "rule_id_tax_id_required"
	CodeRuleKrPcccRequired         Code = "rule_kr_pccc_required"
	CodeRuleLithiumAlone           Code = "rule_lithium_alone"
	CodeRuleLithiumInEquipment     Code = "rule_lithium_in_equipment"
	CodeRuleAerosol                Code = "rule_aerosol"
	CodeRuleFlammable              Code = "rule_flammable"
	CodeRuleLithiumVehicle         Code = "rule_lithium_vehicle"
	CodeRuleVapeAu                 Code = "rule_vape_au"
	CodeRuleVapeSg                 Code = "rule_vape_sg"
	CodeRuleVapeUs                 Code = "rule_vape_us"
	CodeRuleVapeTw                 Code = "rule_vape_tw"
	CodeRuleVapeBr                 Code = "rule_vape_br"
	CodeRuleVapeHk                 Code = "rule_vape_hk"
	CodeRuleVapeIn                 Code = "rule_vape_in"
	CodeRuleVapeTh                 Code = "rule_vape_th"
	CodeRuleVapeMx                 Code = "rule_vape_mx"
	CodeRuleUsTobaccoMail          Code = "rule_us_tobacco_mail"
	CodeRuleUsCuba                 Code = "rule_us_cuba"
	CodeRuleNoTobacco              Code = "rule_no_tobacco"
	CodeRuleEuExciseIoss           Code = "rule_eu_excise_ioss"
	CodeRuleNoVoecGoods            Code = "rule_no_voec_goods"
	CodeRuleEuPlants               Code = "rule_eu_plants"
	CodeRuleAuSeeds                Code = "rule_au_seeds"
	CodeRuleUsSeeds                Code = "rule_us_seeds"
	CodeRuleCnAnimalPlant          Code = "rule_cn_animal_plant"
	CodeRuleEuComposite            Code = "rule_eu_composite"
	CodeRuleGbMeatDairy            Code = "rule_gb_meat_dairy"
	CodeRuleJpTwMeat               Code = "rule_jp_tw_meat"
	CodeRuleAuMeat                 Code = "rule_au_meat"
	CodeRuleAuHoneyWa              Code = "rule_au_honey_wa"
	CodeRuleGbWeapons              Code = "rule_gb_weapons"
	CodeRuleAuWeapons              Code = "rule_au_weapons"
	CodeRuleLaser                  Code = "rule_laser"
	CodeRuleHkCbd                  Code = "rule_hk_cbd"
	CodeRuleJpCbd                  Code = "rule_jp_cbd"
	CodeRuleKrCbd                  Code = "rule_kr_cbd"
	CodeRuleKrSupplements          Code = "rule_kr_supplements"
	CodeRuleSgGum                  Code = "rule_sg_gum"
	CodeRuleSgSmokeless            Code = "rule_sg_smokeless"
	CodeRuleUsedClothesId          Code = "rule_used_clothes_id"
	CodeRuleUsedClothesPh          Code = "rule_used_clothes_ph"
	CodeRuleInDrone                Code = "rule_in_drone"
	CodeRuleInGift                 Code = "rule_in_gift"
	CodeRuleIdPhones               Code = "rule_id_phones"
	CodeRuleTrDeclaration          Code = "rule_tr_declaration"
	CodeRuleUsMetals               Code = "rule_us_metals"
	CodeRuleRuByGoods              Code = "rule_ru_by_goods"
	CodeRuleSyControls             Code = "rule_sy_controls"
	CodeRuleAddressLanguage        Code = "rule_address_language"
	CodeRuleMxTaxIdRequired        Code = "rule_mx_tax_id_required"
	CodeRuleClTaxIdRequired        Code = "rule_cl_tax_id_required"
	CodeRuleArTaxIdRequired        Code = "rule_ar_tax_id_required"
	CodeRuleEcTaxIdRequired        Code = "rule_ec_tax_id_required"
	CodeRuleCnTaxIdRequired        Code = "rule_cn_tax_id_required"
	CodeRuleTwTaxIdRequired        Code = "rule_tw_tax_id_required"
	CodeRuleCnPersonalLimit        Code = "rule_cn_personal_limit"
	CodeRuleEgAcid                 Code = "rule_eg_acid"
	CodeRuleEuIossGift             Code = "rule_eu_ioss_gift"
	CodeRuleUsItn                  Code = "rule_us_itn"
	CodeRuleEuMrn                  Code = "rule_eu_mrn"
	CodeRuleUsHts10                Code = "rule_us_hts10"
	CodeRuleUsPriorNotice          Code = "rule_us_prior_notice"
	CodeRuleEuProductIdentifiers   Code = "rule_eu_product_identifiers"
	CodeRuleGtin                   Code = "rule_gtin"
	CodeRuleEmbargoKp              Code = "rule_embargo_kp"
	CodeRuleEmbargoIr              Code = "rule_embargo_ir"
	CodeRuleEmbargoCu              Code = "rule_embargo_cu"
	CodeRuleEmbargoCrimeaUa        Code = "rule_embargo_crimea_ua"
	CodeRuleEmbargoCrimeaRu        Code = "rule_embargo_crimea_ru"
	CodeRuleEmbargoCrimeaRuUa      Code = "rule_embargo_crimea_ru_ua"
	CodeRuleEmbargoLuhanskRu       Code = "rule_embargo_luhansk_ru"
	CodeRuleEmbargoLuhanskCity     Code = "rule_embargo_luhansk_city"
	CodeRuleEmbargoDonetskCity     Code = "rule_embargo_donetsk_city"
	CodeRuleEmbargoMariupol        Code = "rule_embargo_mariupol"
	CodeRuleEmbargoSievierodonetsk Code = "rule_embargo_sievierodonetsk"
	CodeRuleEmbargoMelitopol       Code = "rule_embargo_melitopol"
	CodeRuleEmbargoBerdiansk       Code = "rule_embargo_berdiansk"
	CodeRuleEmbargoEnerhodar       Code = "rule_embargo_enerhodar"
	CodeRuleEmbargoTokmak          Code = "rule_embargo_tokmak"
	CodeRuleEmbargoHenichesk       Code = "rule_embargo_henichesk"
	CodeRuleEmbargoDonetskAsk      Code = "rule_embargo_donetsk_ask"
	CodeRuleEmbargoLuhanskAsk      Code = "rule_embargo_luhansk_ask"
	CodeRuleEmbargoKhersonAsk      Code = "rule_embargo_kherson_ask"
	CodeRuleEmbargoZaporizhzhiaAsk Code = "rule_embargo_zaporizhzhia_ask"
	CodeRuleEmbargoRussiaUaCodes   Code = "rule_embargo_russia_ua_codes"
	CodeRuleEmbargoNames           Code = "rule_embargo_names"
	CodeRuleEmbargoFromKp          Code = "rule_embargo_from_kp"
	CodeRuleEmbargoFromIr          Code = "rule_embargo_from_ir"
	CodeRuleEmbargoFromCu          Code = "rule_embargo_from_cu"
	CodeInvalidAbn                 Code = "invalid_abn"
	CodeInvalidArn                 Code = "invalid_arn"
	CodeInvalidCnResidentId        Code = "invalid_cn_resident_id"
	CodeInvalidCnpj                Code = "invalid_cnpj"
	CodeInvalidCpf                 Code = "invalid_cpf"
	CodeInvalidCpfCnpj             Code = "invalid_cpf_cnpj"
	CodeInvalidCuit                Code = "invalid_cuit"
	CodeInvalidEori                Code = "invalid_eori"
	CodeInvalidGstin               Code = "invalid_gstin"
	CodeInvalidIoss                Code = "invalid_ioss"
	CodeInvalidNik                 Code = "invalid_nik"
	CodeInvalidNpwp                Code = "invalid_npwp"
	CodeInvalidNzGst               Code = "invalid_nz_gst"
	CodeInvalidPan                 Code = "invalid_pan"
	CodeInvalidPccc                Code = "invalid_pccc"
	CodeInvalidRfc                 Code = "invalid_rfc"
	CodeInvalidRut                 Code = "invalid_rut"
	CodeInvalidSgGst               Code = "invalid_sg_gst"
	CodeInvalidSgUen               Code = "invalid_sg_uen"
	CodeInvalidThTin               Code = "invalid_th_tin"
	CodeInvalidTwId                Code = "invalid_tw_id"
	CodeInvalidVoec                Code = "invalid_voec"
	CodeInvalidGtin                Code = "invalid_gtin"
	// The account has a live key with this name: choose another name, or revoke that key first.
	CodeKeyNameTaken Code = "key_name_taken"
	// This key may not be used from the address {address}.
	CodeKeyElsewhere Code = "key_elsewhere"
	// "{sent}" is no network: enter one such as 203.0.113.0/24, or an address.
	CodeNotNetwork Code = "not_network"
	// Name at least one scope, or leave them out.
	CodeNoScope Code = "no_scope"
	// You do not have the scope {scope}, so you cannot give it to a key.
	CodeScopeNotYours Code = "scope_not_yours"
	// These scopes are for keys of an operator's account: {scopes}.
	CodeOperatorScope Code = "operator_scope"
	// Send scopes or a preset, not both.
	CodePresetAndScopes Code = "preset_and_scopes"
	// Your key may be used from {networks} only: name networks within these.
	CodeWiderNetworks Code = "wider_networks"
	// An account has at most {max:number} live keys: revoke one first.
	CodeManyKeys Code = "many_keys"
	// An account has at most {max:number} endpoints.
	CodeManyEndpoints Code = "many_endpoints"
	// The account has no such event, or it is older than 30 days.
	CodeNoSuchEvent Code = "no_such_event"
	// The endpoint has no URL to send a test event to.
	CodeEndpointWithoutUrl Code = "endpoint_without_url"
	// This address is in a private network, to which nothing is sent. Enter one on the public internet.
	CodePrivateUrl Code = "private_url"
	// The network can read what is sent to http://, so nothing is. Enter an https:// address.
	CodeUrlNotEncrypted Code = "url_not_encrypted"
	// The file has more than {max:number} KiB: make the picture smaller.
	CodeLogoTooLarge Code = "logo_too_large"
	// The file is refused: {reason:clause}.
	CodeFileRefused Code = "file_refused"
	// it is not a PNG file: {reason}
	CodeLogoNotPng Code = "logo_not_png"
	// it is not a whole PNG file: {reason}
	CodeLogoDamaged Code = "logo_damaged"
	// it has {width:number} × {height:number} pixels: at most {max_width:number} × {max_height:number}
	CodeLogoTooManyPixels Code = "logo_too_many_pixels"
	// Enter a name that does not begin or end with a space.
	CodeSpaceAround Code = "space_around"
	// Enter a name without slashes and control characters.
	CodeNotPlainName Code = "not_plain_name"
	// Enter another name: addresses of the API have this one.
	CodeReservedName Code = "reserved_name"
	// The account has {max:number} {book}, which is the most. Delete one first.
	CodeManyEntries Code = "many_entries"
	// A {kind} has at most {max:number} KiB.
	CodeEntryTooLarge Code = "entry_too_large"
	// Send fields of an order as a JSON object.
	CodeNotOrderPart Code = "not_order_part"
	// Row {row:number} has this name.
	CodeEntryRepeated Code = "entry_repeated"
	// Waybill-Rehearse works in development only, and is 409, 429, 500, 503, slow or lost.
	CodeRehearsal Code = "rehearsal"
	// Enter the id of an account, or 0 for what belongs to the operator.
	CodeNotAccountId Code = "not_account_id"
	// A subject needs its kind, such as account or rule.
	CodeNoSubjectKind Code = "no_subject_kind"
	// Enter a time with its offset, such as 2026-11-21T14:05:00Z.
	CodeNotOffsetTime Code = "not_offset_time"
	// Send the rule as a JSON object.
	CodeRuleNotObject Code = "rule_not_object"
	// The id is another one than that of the path: leave it out, or change the path.
	CodeRuleOtherId Code = "rule_other_id"
	// The rule is built in and cannot be deleted. Set it with "disabled": true to turn it off.
	CodeRuleIsBuiltIn Code = "rule_is_built_in"
	// Enter 1 to {max:number} printable characters.
	CodeNotName Code = "not_name"
	// This name is in use: choose another one.
	CodeNameTaken Code = "name_taken"
	// A shipper has sent a tracking number that could be issued with these letters: choose others.
	CodeTrackingPrefixTaken Code = "tracking_prefix_taken"
	// Enter 2 to 4 capital letters, such as AX.
	CodeNotTrackingPrefix Code = "not_tracking_prefix"
	// Enter a number of requests, 0 or more.
	CodeNotRate Code = "not_rate"
	// Enter a rate, too: a burst needs one.
	CodeBurstWithoutRate Code = "burst_without_rate"
	// Enter a number of days from {min:number} to {max:number}, or 0 for never.
	CodeNotEraseDays Code = "not_erase_days"
	// Enter a number of days from {min:number} to {max:number}, not before personal data are erased, or 0 for never.
	CodeNotDeleteDays Code = "not_delete_days"
	// Enter a number of days from 1 to {max:number}, or 0 for no longer than other orders.
	CodeNotKeepDays Code = "not_keep_days"
	// Enter a number from 1 to {max:number}.
	CodeNotConcurrency Code = "not_concurrency"
	// Enter a time from {min} to {max} seconds.
	CodeNotCallTimeout Code = "not_call_timeout"
	// Enter a time of at most {max:number} days.
	CodeNotOverlap Code = "not_overlap"
	// Enter an address such as https://adapter.example.com/waybill.
	CodeNotAdapterUrl Code = "not_adapter_url"
	// Without https the network can read the orders. It is allowed in a private network only.
	CodeAdapterNotEncrypted Code = "adapter_not_encrypted"
	// Enter a small letter, then up to 31 small letters, digits and -.
	CodeNotPartnerName Code = "not_partner_name"
	// Enter another name: a built-in partner has this one.
	CodeBuiltInPartner Code = "built_in_partner"
	// Choose a partner that is not disabled.
	CodeNoLivePartner Code = "no_live_partner"
	// This partner exists in development only. Choose another one.
	CodeDemoPartner Code = "demo_partner"
	// Enter a positive number that no service has, or none.
	CodeNotServiceId Code = "not_service_id"
	// A service keeps its number, its lane and its category. Create another service.
	CodeFinalOfService Code = "final_of_service"
	// A partner keeps its name, which services and orders have. Create another partner.
	CodeFinalOfPartner Code = "final_of_partner"
	// Enter a time with its unit, such as 10s or 24h.
	CodeNotDuration Code = "not_duration"
	// Correct the routes: {reason}.
	CodeNotRouting Code = "not_routing"
	// Write at most {max:number} characters on one line.
	CodeNotNote Code = "not_note"
	// Say why: the shipper reads it.
	CodeNoReason Code = "no_reason"
	// At most {max:number} letters, digits and signs without accents.
	CodeNotHawb Code = "not_hawb"
	// Enter one of {choices}, or nothing.
	CodeNotStatable Code = "not_statable"
	// Enter the code of a country, such as SG.
	CodeNotCountry Code = "not_country"
	// Enter an amount and a currency, such as 2500 USD, or none.
	CodeNotExemptionLimit Code = "not_exemption_limit"
	// Fill it in, too: what you stated needs it.
	CodeNeededFact Code = "needed_fact"
	// There is a user with this e-mail address already.
	CodeEmailTaken Code = "email_taken"
	// There is no such account.
	CodeNoSuchAccount Code = "no_such_account"
	// An account has at most {max:number} users: take one out of it first.
	CodeManyMembers Code = "many_members"
	// This is no e-mail address: write one such as name@example.com.
	CodeNotMail Code = "not_mail"
	// Choose {roles:choices}.
	CodeNotRole Code = "not_role"
	// Choose a language of the list.
	CodeNotLanguage Code = "not_language"
	// The password has {count:number} characters: it needs {min:number}.
	CodeShortPassword Code = "short_password"
	// The password has {count:number} characters: {max:number} are the most.
	CodeLongPassword Code = "long_password"
	// The password is too easy to guess: use several words, or the one that your browser suggests.
	CodeEasyPassword Code = "easy_password"
	// Passkeys are off: the server has no WAYBILL_PUBLIC_URL with https and a domain name.
	CodeNoPasskeys Code = "no_passkeys"
	// Passkeys are off: WAYBILL_PUBLIC_URL has no domain name.
	CodePasskeysWithoutDomain Code = "passkeys_without_domain"
	// Passkeys are off: WAYBILL_PUBLIC_URL has an IP address, and browsers allow passkeys for domain names only.
	CodePasskeysAtIp Code = "passkeys_at_ip"
	// Passkeys are off: WAYBILL_PUBLIC_URL is not https, and browsers allow passkeys for HTTPS only.
	CodePasskeysNotEncrypted Code = "passkeys_not_encrypted"
)
