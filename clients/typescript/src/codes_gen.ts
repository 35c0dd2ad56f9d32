// Generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update. Do not edit.

/** What is wrong. A code keeps its meaning and its arguments. */
export const Code = {
  /** {text} */
  ownText: "own_text",
  /** This field is required. */
  required: "required",
  /** This field may not be null. */
  null: "null",
  /** This field may not be blank. */
  blank: "blank",
  /** This list may not be empty. */
  emptyList: "empty_list",
  /** Not a valid string. */
  notText: "not_text",
  /** A valid number is required. */
  notNumber: "not_number",
  /** A valid integer is required. */
  notInteger: "not_integer",
  /** Must be a valid boolean. */
  notBoolean: "not_boolean",
  /** Date has wrong format. Use one of these formats instead: YYYY-MM-DD. */
  notDate: "not_date",
  /** Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]. */
  notTime: "not_time",
  /** Enter a valid email address. */
  notEmail: "not_email",
  /** The number {number} has no country code. It counts as {completed}, a number of {country:country}. */
  phoneCompleted: "phone_completed",
  /** Enter a valid phone number: a plus sign, the country code and 7 to 15 digits in all. */
  notPhone: "not_phone",
  /** Enter a valid phone number: 6 to 15 digits, with or without a leading plus sign. */
  notLocalPhone: "not_local_phone",
  /** Enter 6 to 40 letters, digits or hyphens. */
  notTrackingNo: "not_tracking_no",
  /** Enter a UN number: 4 digits, with or without UN before them, such as UN3481. */
  notUnNumber: "not_un_number",
  /** Enter an HS code: 6 to 12 digits. Dots and spaces are left out. */
  notHsCode: "not_hs_code",
  /** Enter a time zone such as Asia/Singapore, or UTC. */
  notTimeZone: "not_time_zone",
  /** Enter valid base 64. */
  notBase64: "not_base64",
  /** Enter tags of 1 to {max:number} letters, digits, hyphens and spaces. */
  notTag: "not_tag",
  /** Upload a valid image: a PNG or JPEG of at most 5 MiB. */
  notProofImage: "not_proof_image",
  /** Enter a valid URL: http:// or https:// and a host. */
  notUrl: "not_url",
  /** "{sent}" is not a valid choice. */
  notChoice: "not_choice",
  /** Invalid pk "{id}" - object does not exist. */
  unknownId: "unknown_id",
  /** This field must be unique. */
  notUnique: "not_unique",
  /** This tracking number is reserved. */
  trackingNoReserved: "tracking_no_reserved",
  /** Ensure this field has no more than {max:number} characters. */
  maxLength: "max_length",
  /** Ensure this field has no more than {max:number} elements. */
  maxElements: "max_elements",
  /** Ensure that there are no more than {max:number} digits in total. */
  maxDigits: "max_digits",
  /** Ensure that there are no more than {max:number} decimal places. */
  maxDecimals: "max_decimals",
  /** Ensure that there are no more than {max:number} digits before the decimal point. */
  maxWholeDigits: "max_whole_digits",
  /** Ensure this value is greater than or equal to {min}. */
  minValue: "min_value",
  /** Ensure this value is less than or equal to {max}. */
  maxValue: "max_value",
  /** Ensure this value is greater than 0. */
  notPositive: "not_positive",
  /** Null characters are not allowed. */
  nullCharacter: "null_character",
  /** Surrogate characters are not allowed: U+{code_point}. */
  surrogateCharacter: "surrogate_character",
  /** Enter visible characters and spaces only. */
  invisibleCharacter: "invisible_character",
  /** Enter printable ASCII characters only. */
  notAscii: "not_ascii",
  /** Enter one line. */
  notOneLine: "not_one_line",
  /** A colon is not allowed. */
  colon: "colon",
  /** No data provided */
  noData: "no_data",
  /** Invalid data. Expected a dictionary, but got {type}. */
  notObject: "not_object",
  /** Expected a dictionary of items but got type "{type}". */
  notDictionary: "not_dictionary",
  /** Expected a list of items but got type "{type}". */
  notList: "not_list",
  /** JSON parse error - {reason} */
  notJson: "not_json",
  /** Further problems of this request are not listed. */
  moreProblems: "more_problems",
  /** Further warnings of this request are not listed. */
  moreWarnings: "more_warnings",
  /** Unknown field. */
  unknownField: "unknown_field",
  /** Unknown field. Did you mean {field}? */
  unknownNear: "unknown_near",
  /** Unknown field. Known: {fields}. */
  unknownOf: "unknown_of",
  /** Unknown parameter. */
  unknownParameter: "unknown_parameter",
  /** Unknown parameter. Did you mean {parameter}? */
  unknownParameterNear: "unknown_parameter_near",
  /** Unknown parameter. Known: {parameters}. */
  unknownParameterOf: "unknown_parameter_of",
  /** This parameter is empty. Send a value, or leave it out. */
  emptyParameter: "empty_parameter",
  /** {parameter} is another name of this parameter, and has another time. Send one of them. */
  otherTime: "other_time",
  /** "{sent}" cannot be expanded. Send any of: {known}. */
  notExpandable: "not_expandable",
  /** Send metadata[KEY]=VALUE, with a key of the metadata. */
  notMetadataQuery: "not_metadata_query",
  /** Service {service_id:number} runs from {origin:country} to {destination:country}. */
  otherLane: "other_lane",
  /** Service {service_id:number} does not offer cash on delivery. */
  noCashOnDelivery: "no_cash_on_delivery",
  /** Must be {currency}, the currency of {country:country}, on a cod order. */
  otherCurrency: "other_currency",
  /** An order has no such field. */
  unknownOrderField: "unknown_order_field",
  /** An order has no such field. Did you mean {field}? */
  unknownOrderFieldNear: "unknown_order_field_near",
  /** This field cannot be changed. Cancel and replace the order. */
  finalField: "final_field",
  /** The tracking number names the country. Cancel and replace the order. */
  trackingNoNamesCountry: "tracking_no_names_country",
  /** A template has no tracking number: each order has its own. */
  noTemplateTrackingNo: "no_template_tracking_no",
  /** Send the fields that change as a JSON object. */
  notPatch: "not_patch",
  /** This time is in the past. */
  inThePast: "in_the_past",
  /** Enter a URL without a user, a password or a fragment. */
  urlWithUser: "url_with_user",
  /** Enter a URL whose port is 1 to 65535. */
  urlPort: "url_port",
  /** This field is required when the URL changes: send the password again, or null for none. */
  passwordAgain: "password_again",
  /** A label webhook gets order.label_ready alone: name no other event here, or set label_webhook to false. */
  labelWebhookEvent: "label_webhook_event",
  /** Search for at least one letter or digit. */
  nothingToFind: "nothing_to_find",
  /** A search cannot be sorted by updated_on: leave out updated_from and updated_to. */
  searchByUpdate: "search_by_update",
  /** Send either date, or date_from and date_to. */
  dateOrRange: "date_or_range",
  /** Send date, date_from, upload_batch_no or tracking_no. */
  noManifestFilter: "no_manifest_filter",
  /** Send tags to add or to remove. */
  noTagChange: "no_tag_change",
  /** Send either event_ids, or date_from and date_to. */
  idsOrRange: "ids_or_range",
  /** The request is invalid: see errors. */
  invalidRequest: "invalid_request",
  /** Not found. */
  notFound: "not_found",
  /** Authentication credentials were not provided. */
  noCredentials: "no_credentials",
  /** Invalid secret key. */
  invalidKey: "invalid_key",
  /** The message is not signed by a partner of this name, not lately, or was seen before. */
  unsigned: "unsigned",
  /** You do not have permission to perform this action. */
  forbidden: "forbidden",
  /** This needs a key that has the scope users and is not limited to networks. */
  usersScope: "users_scope",
  /** A key cannot suspend its own account, or take the rights of an operator from it. The console and the commands can. */
  ownAccount: "own_account",
  /** Journeys are simulated in development only. */
  noSimulation: "no_simulation",
  /** Method "{method}" not allowed. */
  otherMethod: "other_method",
  /** Unsupported media type "{type}" in request. */
  otherMediaType: "other_media_type",
  /** Invalid page. */
  invalidPage: "invalid_page",
  /** Invalid cursor. Start with an empty one and pass on each response's next_cursor as it is. */
  invalidCursor: "invalid_cursor",
  /** Request body is larger than 16 MiB. */
  bodyTooLarge: "body_too_large",
  /** The returns, with what their forward orders fill in, are larger than 16 MiB. Send fewer returns in one request. */
  returnsTooLarge: "returns_too_large",
  /** The request body ended early or came too slowly. */
  bodyCut: "body_cut",
  /** The form cannot be read: {reason}. */
  unreadableForm: "unreadable_form",
  /** The caller went away. */
  callerLeft: "caller_left",
  /** The service is handling as much as it can. Try again shortly. */
  overload: "overload",
  /** Request was throttled. Expected available in {seconds:number} seconds. */
  throttled: "throttled",
  /** The service is shutting down. Try again shortly. */
  shuttingDown: "shutting_down",
  /** The service did not finish in time. Try again shortly. */
  tooSlow: "too_slow",
  /** The database did not confirm this request in time: it may have been carried out, or may be yet. Send it again with the same Idempotency-Key, which is safe; without one, look first. */
  unconfirmed: "unconfirmed",
  /** The service cannot reach or write its database. Try again shortly. */
  noDatabase: "no_database",
  /** The service cannot use its database, which its operator has to repair. */
  damagedDatabase: "damaged_database",
  /** The service cannot reach the files of partners' labels. Try again shortly. */
  noLabelFiles: "no_label_files",
  /** The labels of partners are being converted. Try again shortly. */
  labelsConverting: "labels_converting",
  /** Internal server error. Request id: {request_id} */
  internalError: "internal_error",
  /** Idempotency-Key must be 1 to 255 printable ASCII characters. */
  notIdempotencyKey: "not_idempotency_key",
  /** This Idempotency-Key was used with another request body. Use a new key for a new request. */
  otherRequest: "other_request",
  /** A request with this Idempotency-Key is still running. Try again shortly. */
  stillRunning: "still_running",
  /** This server sends no webhooks now, because its operator has paused outgoing calls. Try again later. */
  webhooksPaused: "webhooks_paused",
  /** The order was changed since you read it: If-Match is not its ETag. Read it again, and repeat the change. */
  changedSinceRead: "changed_since_read",
  /** The order was changed at the same time. Read it again, and repeat the change. */
  changedMeanwhile: "changed_meanwhile",
  /** The order is being submitted to its partner. Try again in a minute. */
  orderUnderWay: "order_under_way",
  /** It is not known yet whether the partner has the order. The partner is asked; try again in a minute. */
  outcomeUnknown: "outcome_unknown",
  /** The partner has the order, which cannot be changed any more. Cancel and replace it. */
  orderWithPartner: "order_with_partner",
  /** The partner may have the order, so no other one can get it. Keep the service, or cancel and replace the order. */
  orderMaybeWithPartner: "order_maybe_with_partner",
  /** The order is cancelled. Replace it, or create another one. */
  cancelledBefore: "cancelled_before",
  /** The parcel was picked up, so the order cannot be changed. */
  pickedUp: "picked_up",
  /** State a reason: a list of sanctions has a name of this order. */
  noReleaseReason: "no_release_reason",
  /** The personal data of the order were erased. */
  orderErased: "order_erased",
  /** One of the two services is fulfilled by a partner, the other is not. Cancel and replace the order. */
  otherFulfilment: "other_fulfilment",
  /** An order can be changed 500 times. Cancel and replace it. */
  manyChanges: "many_changes",
  /** The order would be changed. */
  wouldChange: "would_change",
  /** The order is changed. */
  orderChanged: "order_changed",
  /** The order has these values. */
  orderUnchanged: "order_unchanged",
  /** The order would be invalid. */
  wouldBeInvalid: "would_be_invalid",
  /** The order is held. */
  orderHeld: "order_held",
  /** The order is held for this reason. */
  heldBefore: "held_before",
  /** The order would be held. */
  wouldHold: "would_hold",
  /** The order is released. */
  orderReleased: "order_released",
  /** The order would be released. */
  wouldRelease: "would_release",
  /** The order is not held. */
  orderNotHeld: "order_not_held",
  /** The order is held until it is released: {reason} */
  heldUntilReleased: "held_until_released",
  /** The tags are changed. */
  tagsChanged: "tags_changed",
  /** The order has these tags. */
  tagsUnchanged: "tags_unchanged",
  /** An order has {max:number} notes at most. Delete one first. */
  manyNotes: "many_notes",
  /** An order has {max:number} tags at most. Remove one first. */
  manyTags: "many_tags",
  /** An account has {max:number} different tags at most. Use one of them, or remove one from all its orders first. */
  manyAccountTags: "many_account_tags",
  /** The order is cancelled. */
  orderCancelled: "order_cancelled",
  /** The partner is asked to give the order back. */
  orderCancelling: "order_cancelling",
  /** The order would be cancelled. */
  wouldCancel: "would_cancel",
  /** The partner would be asked to give the order back. */
  wouldAskPartner: "would_ask_partner",
  /** It is being tried now. Wait for the outcome. */
  beingTried: "being_tried",
  /** The partner has the order and no label is missing, so nothing needs a decision. */
  nothingToDecide: "nothing_to_decide",
  /** The order is cancelled, so nothing needs a decision. */
  cancelledNeedsNoDecision: "cancelled_needs_no_decision",
  /** A held order is not submitted. Release it first. */
  notWhileHeld: "not_while_held",
  /** Leave it out: only a parcel with the status EXCEPTION is lost. */
  lostIsException: "lost_is_exception",
  /** Leave it out: it is for confirmed orders. */
  onlyIfConfirmed: "only_if_confirmed",
  /** The parcel was picked up, so the order cannot be cancelled. */
  tooLateToCancel: "too_late_to_cancel",
  /** The partner goes on with the order. */
  orderKept: "order_kept",
  /** The partner is asked to cancel the order. Nothing is created yet: send the request again when the order is cancelled. */
  replaceLater: "replace_later",
  /** Order {tracking_no} replaces this order already. */
  replacedBefore: "replaced_before",
  /** The operator has paused all calls to partners since {since:moment}. */
  whyPaused: "why_paused",
  /** Partner {partner} gets the order when facts for customs are stated: {message} */
  whyFacts: "why_facts",
  /** The order is on its way to partner {partner}. */
  whyOnItsWay: "why_on_its_way",
  /** Partner {partner} has not been called since the order came at {since:moment}. */
  whyNotCalled: "why_not_called",
  /** Partner {partner} has taken no order since {since:moment}. */
  whyOutage: "why_outage",
  /** Partner {partner} has not answered about this order since {since:moment}. */
  whyNoReply: "why_no_reply",
  /** Partner {partner} has not taken this order since {since:moment}. */
  whyNotTaken: "why_not_taken",
  /** Partner {partner} is being asked now. */
  whyAsked: "why_asked",
  /** It says: {message} */
  whySaid: "why_said",
  /** Tries: {tries:number}, the next one at {next:moment}. */
  whyTries: "why_tries",
  /** Tries: {tries:number}, the next one when the partner answers again. */
  whyTriesOn: "why_tries_on",
  /** Orders of this account that wait for it: {orders:number}. */
  whyQueue: "why_queue",
  /** Partner {partner} refused the order: {message} */
  whyRefused: "why_refused",
  /** Partner {partner} did not take the order, and is not asked again by itself: {message} */
  whyGaveUp: "why_gave_up",
  /** The operator decided that partner {partner} does not take the order: {message} */
  whyDecided: "why_decided",
  /** Partner {partner} has the order and has not sent its label yet. */
  whyDraws: "why_draws",
  /** The label of partner {partner} could not be fetched: {message} */
  whyNoFile: "why_no_file",
  /** The account has no order with this tracking number. */
  noSuchOrder: "no_such_order",
  /** The label is marked as printed. */
  labelPrinted: "label_printed",
  /** The label is marked as not printed. */
  labelNotPrinted: "label_not_printed",
  /** No print agent has offered this printer. Start the agent, or correct the name. */
  noPrinter: "no_printer",
  /** This request_key was used for another order or printer. Use another one. */
  otherPrintJob: "other_print_job",
  /** Another agent has this print job, or it has ended. Do not print it. */
  printJobOver: "print_job_over",
  /** This server calls no partners now. The order is stored; its label will follow. */
  partnersPaused: "partners_paused",
  /** The partner has not answered yet. The order is stored; its label will follow. */
  noAnswerYet: "no_answer_yet",
  /** The order is stored and is being submitted to the partner. Its label will follow. */
  orderSubmitting: "order_submitting",
  /** The partner did not answer in time. The order is stored; its label will follow. */
  noAnswer: "no_answer",
  /** The partner could not be reached, or its answer was not clear. */
  partnerUnclear: "partner_unclear",
  /** The partner does not answer at present. The order is stored; its label will follow. */
  noAnswerNow: "no_answer_now",
  /** The partner has the order and draws its label, which will follow. */
  labelLater: "label_later",
  /** The partner's label cannot be converted. Its order_label_url has the file as the partner sent it. */
  labelInconvertible: "label_inconvertible",
  /** The partner draws this label as {drawn}, which cannot be converted into {wanted}. */
  otherLabelFormat: "other_label_format",
  /** The partner of this order draws its label as {drawn}: ask for .{format}. */
  labelDrawnAs: "label_drawn_as",
  /** {document}: orders of service {id}, {service}, have none, because its customs_forms is {forms}. Print the invoice, or let the operator set post. */
  noCustomsForm: "no_customs_form",
  /** No label is ready in this format: GET /api/order/labels/status/ says why. */
  nothingToPrint: "nothing_to_print",
  /** The document is too large at this resolution. Ask for a lower dpi, or for a PDF. */
  documentTooLarge: "document_too_large",
  /** The label cannot be taken as {format}: {reason}. */
  labelNotTaken: "label_not_taken",
  /** unknown print option: {option} {sent} is not one of {choices} */
  printOption: "print_option",
  /** dpi must be 203, 300 or 600. */
  notDpi: "not_dpi",
  /** format must be pdf or zpl. */
  notBatchFormat: "not_batch_format",
  /** import_id must be the number of an import. */
  notImportId: "not_import_id",
  /** Send upload_batch_no, import_id, or tracking_no with commas between the numbers. */
  noPrintFilter: "no_print_filter",
  /** No parcel matches: orders that are cancelled, held, returns, have no label yet, or whose label changed since it was printed, are left out. */
  noParcel: "no_parcel",
  /** More than {max:number} orders match. Choose a service, a batch, or a shorter time. */
  manyToExport: "many_to_export",
  /** The metadata of these orders has so many different keys that no import would read the file. Choose fewer orders. */
  manyColumnsToExport: "many_columns_to_export",
  /** More than {max:number} parcels match. Choose a service, or a shorter time. */
  manyParcels: "many_parcels",
  /** The import has {orders:number} orders, and a file at most {max:number}. Send the upload_batch_no of each of its batches, which GET /api/order/import/{import_id}/orders/ lists. */
  manyLabels: "many_labels",
  /** The parcel is packed. */
  packed: "packed",
  /** The parcel is on the station. */
  onStation: "on_station",
  /** The parcel was packed before, by {by}. */
  packedBefore: "packed_before",
  /** The parcel is not packed: the order is cancelled. Put the parcel aside. */
  packCancelled: "pack_cancelled",
  /** The parcel is not packed: it was picked up before. */
  packPickedUp: "pack_picked_up",
  /** The parcel is not packed: the order is held. {reason} */
  packHeld: "pack_held",
  /** The parcel is not packed: the operator has stopped it. {reason} */
  packStopped: "pack_stopped",
  /** The parcel is not packed: the order has no label yet. */
  packNoLabel: "pack_no_label",
  /** The parcel was picked up, or is on a hand-over list. Take it off the list first. */
  packedTooLate: "packed_too_late",
  /** The parcel is on the list. */
  handoverAdded: "handover_added",
  /** The parcel is on this list already. */
  handoverRepeated: "handover_repeated",
  /** The parcel was not taken: the list is closed. */
  handoverNotOpen: "handover_not_open",
  /** The parcel was not taken: the order is cancelled. Put the parcel aside. */
  handoverCancelled: "handover_cancelled",
  /** The parcel was not taken: it was picked up before. */
  handoverPickedUp: "handover_picked_up",
  /** The parcel was not taken: the order is held. {reason} */
  handoverHeld: "handover_held",
  /** The parcel was not taken: the operator has stopped it. {reason} */
  handoverStopped: "handover_stopped",
  /** The parcel was not taken: the order has no label yet. */
  handoverNoLabel: "handover_no_label",
  /** The parcel was not taken: the label has changed. Print it again. */
  handoverLabelChanged: "handover_label_changed",
  /** The parcel was not taken: it is of another service, {service}. */
  handoverOtherService: "handover_other_service",
  /** The parcel was not taken: it is on the list {list}. */
  handoverOtherList: "handover_other_list",
  /** No order of the account has this tracking number, partner's number or reference. */
  parcelUnknown: "parcel_unknown",
  /** Several orders have the number {code}. Send the tracking number of one of the candidates, or its order_id with the code. */
  parcelAmbiguous: "parcel_ambiguous",
  /** This is a number that was scanned. Enter the name of a person. */
  notPerson: "not_person",
  /** Take the parcels off the list that cannot be handed over any more. */
  handoverTrouble: "handover_trouble",
  /** The list is not open, or does not have this number of parcels. Look at it, and close it again. */
  handoverChanged: "handover_changed",
  /** The list is not closed. */
  handoverNotClosed: "handover_not_closed",
  /** Enter lines such as M10 20L300 150, or leave the signature out. */
  notSignature: "not_signature",
  /** The list is filled, counted and signed with the run {run}. */
  handoverOfRun: "handover_of_run",
  /** The parcel was not taken: the run {run} is counted or signed. */
  runNotOpen: "run_not_open",
  /** The parcel was not taken: it is on the list {list} of the run {run}. */
  runOtherList: "run_other_list",
  /** No order has this tracking number, partner's number or reference. */
  runCodeUnknown: "run_code_unknown",
  /** The run is not counted, or does not have this number of parcels. Look at it, and sign it again. */
  runChanged: "run_changed",
  /** The parcel {tracking_no} on the list {list} cannot be handed over any more. Take parcels again, take it off, and count the run again. */
  runTrouble: "run_trouble",
  /** The run is {state}: this is not done with it. */
  runState: "run_state",
  /** The run has no parcels. Scan one first. */
  runEmpty: "run_empty",
  /** Another stop of the run has this account. */
  runStopTwice: "run_stop_twice",
  /** Send in sent_on the time of the device, which is not before that of the scan. */
  scannedLater: "scanned_later",
  /** Another scan of the request has this name. Give each scan a name of its own. */
  scanTwice: "scan_twice",
  /** Send the weight, in kg, or the length, width and height, in cm. */
  notMeasured: "not_measured",
  /** There is no hub with this id, or it is disabled. */
  hubUnknown: "hub_unknown",
  /** No account is the operator's: mark one as such first. */
  noOperatorAccount: "no_operator_account",
  /** The parcel goes to {partner}. */
  hubToPartner: "hub_to_partner",
  /** The parcel goes on with the service {service}. */
  hubToService: "hub_to_service",
  /** Print the label of {partner} first. */
  hubPrint: "hub_print",
  /** Put the parcel aside: {partner} has given it no label yet. */
  hubNoLabel: "hub_no_label",
  /** Put the parcel aside: the operator has stopped it. {reason} */
  hubStopped: "hub_stopped",
  /** Put the parcel aside: its shipper holds it. {reason} */
  hubHeld: "hub_held",
  /** Put the parcel aside: the order is cancelled. */
  hubCancelled: "hub_cancelled",
  /** Put the parcel aside: its journey has ended. */
  hubEnded: "hub_ended",
  /** The parcel goes back to its shipper. */
  hubReturns: "hub_returns",
  /** Put the parcel aside: it is damaged. */
  hubDamaged: "hub_damaged",
  /** The parcel was scanned before, by {by}. */
  hubRepeated: "hub_repeated",
  /** No order has this number. It is in the list of unknown parcels. */
  hubCodeUnknown: "hub_code_unknown",
  /** Several orders have this number. Choose one. */
  hubSeveral: "hub_several",
  /** Another scan has this name already. Give each scan a name of its own. */
  hubScanOther: "hub_scan_other",
  /** The parcel is stopped. */
  parcelStopped: "parcel_stopped",
  /** The parcel was stopped before, for this reason. */
  stoppedBefore: "stopped_before",
  /** The parcel is not stopped any more. */
  stopLifted: "stop_lifted",
  /** Words are found in at most {count} accounts at once, and there are more: send account_id too, or send the number as code. */
  searchNeedsAccount: "search_needs_account",
  /** Send attention without search, warning and code. */
  attentionAlone: "attention_alone",
  /** The parcel was not stopped. */
  stopNone: "stop_none",
  /** The order has {count} tracking events, and takes no more. */
  manyEvents: "many_events",
  /** At most {count} parcels are changed at once: narrow the list, or choose an account. */
  manyChosenParcels: "many_chosen_parcels",
  /** Parcels of at most {count} accounts are changed at once: narrow the list. */
  manyAccounts: "many_accounts",
  /** {count} changes and exports of the account are under way. Wait, or stop one. */
  manyJobs: "many_jobs",
  /** The account is suspended, and its parcels stay as they are. */
  accountSuspended: "account_suspended",
  /** The parcel is in the bag. */
  bagAdded: "bag_added",
  /** The parcel was in the bag before. */
  bagRepeated: "bag_repeated",
  /** The parcel was not taken: it is in the bag {bag}. */
  bagOther: "bag_other",
  /** The parcel was not taken: the bag {bag} is not open. */
  bagNotOpen: "bag_not_open",
  /** The parcel was not taken: the bag is for another service. */
  bagService: "bag_service",
  /** No order has this tracking number, partner's number or reference. */
  bagCodeUnknown: "bag_code_unknown",
  /** The bag {bag} is {state}: this is not done with it. */
  bagState: "bag_state",
  /** The bag {bag} has departed: it is not opened again. Receive and empty it, or take it off its leg with a reason. */
  bagDeparted: "bag_departed",
  /** The bag {bag} has not departed: it is received after its leg has departed. */
  bagNotDeparted: "bag_not_departed",
  /** These bags were received: {bags}. To send a bag on, put it on the leg again; take the others off it. */
  bagsReceived: "bags_received",
  /** These bags are on another leg from or to the same place: {bags}. Take them off it first. */
  bagsParallel: "bags_parallel",
  /** These bags are not on the leg: {bags}. */
  bagsOffLeg: "bags_off_leg",
  /** The bag {bag} has no parcels. Scan one first. */
  bagEmpty: "bag_empty",
  /** There is no bag with the number {bag}. */
  bagUnknown: "bag_unknown",
  /** There is no consignment with the number {consignment}. */
  consignmentUnknown: "consignment_unknown",
  /** These bags are in another consignment, or in none: {bags}. */
  bagsElsewhere: "bags_elsewhere",
  /** These bags are not closed: {bags}. Close them first. */
  bagsNotClosed: "bags_not_closed",
  /** A consignment has at most {count} bags. */
  tooManyBags: "too_many_bags",
  /** A consignment has at most {count} legs. */
  tooManyLegs: "too_many_legs",
  /** An air waybill has 11 digits. */
  awbDigits: "awb_digits",
  /** This is no air waybill: after these digits the last one is {digit}. */
  awbCheck: "awb_check",
  /** The consignment {consignment} has this air waybill. Airlines use a number again after 12 months. */
  awbTaken: "awb_taken",
  /** No bag of the consignment {consignment} has arrived, or its inbound was not opened. Open it in a hub. */
  inboundEarly: "inbound_early",
  /** The inbound of the consignment {consignment} is in the hub {hub}. */
  inboundHub: "inbound_hub",
  /** The inbound of the consignment {consignment} is closed. Send the reason why it is opened again. */
  inboundReason: "inbound_reason",
  /** The number of missing parcels is {count}, not {sent}. Look at the list, and send it again. */
  inboundCount: "inbound_count",
  /** The inbound of the consignment {consignment} is not open. Open it first. */
  inboundState: "inbound_state",
  /** Parcels of the bag {bag} were recorded as missing. Scan its parcels one by one. */
  inboundBag: "inbound_bag",
  /** Send the air waybill, or the reference of the truck. */
  awbOrTruck: "awb_or_truck",
  /** It has departed. Send the reason of the change too. */
  departedReason: "departed_reason",
  /** The consignment {consignment} is {state}: send the reason too, or another one. */
  consignmentState: "consignment_state",
  /** Not all bags have arrived. Send the reason too. */
  consignmentAway: "consignment_away",
  /** An event of the consignment {consignment} is on its way to the parcels. Try again in some seconds. */
  eventCarrying: "event_carrying",
  /** No bag is on the leg. */
  legEmpty: "leg_empty",
  /** The leg has not departed before this time. */
  legNotDeparted: "leg_not_departed",
  /** The consignment {consignment} is {state}, not cleared. Send the reason to depart all the same. */
  legNotCleared: "leg_not_cleared",
  /** Customs or the operator keep {count} parcels of the leg: {tracking_nos}. Take them out of their bags, or acknowledge each one with a reason. One that customs say not to load cannot be acknowledged. */
  legKept: "leg_kept",
  /** The parcel is in no bag of the consignment. */
  parcelNotInConsignment: "parcel_not_in_consignment",
  /** {code} names no parcel of the consignment, or several. */
  parcelElsewhere: "parcel_elsewhere",
  /** The answer is stored. */
  answerStored: "answer_stored",
  /** The answer was stored before. */
  answerRepeated: "answer_repeated",
  /** It can be stored. */
  answerReady: "answer_ready",
  /** {field}: {problem:clause} */
  answerField: "answer_field",
  /** The customs entry was {was}, and here it is {now}. */
  answerChanges: "answer_changes",
  /** The journey of the parcel has ended: it gets no tracking event. */
  answerEnded: "answer_ended",
  /** Each parcel is named once. */
  parcelTwice: "parcel_twice",
  /** There is no column {column}. Columns: {columns}. */
  manifestColumn: "manifest_column",
  /** The parcels are not as in version {version} of the manifest. Make the next version first. */
  manifestOld: "manifest_old",
  /** {count:number} parcels are more than a document lists, which is {max:number}. Divide them into more consignments or bags. */
  manifestParcels: "manifest_parcels",
  /** {count:number} more findings are not listed. Mend these first. */
  checkMore: "check_more",
  /** The order was cancelled. */
  checkCancelled: "check_cancelled",
  /** The operator stops the parcel: {reason} */
  checkStopped: "check_stopped",
  /** The order is held: {reason} */
  checkHeld: "check_held",
  /** {count} parcels are cancelled, held or stopped: {tracking_nos}. Take them out of their bags first. */
  checkKept: "check_kept",
  /** The parcel goes to {country:country}, and the consignment to {destination:country}. */
  checkLane: "check_lane",
  /** Goods have no HS code. */
  checkHsCode: "check_hs_code",
  /** Dangerous goods have no UN number. */
  checkUnNumber: "check_un_number",
  /** It weighs {weight} kg, and {stated} kg is stated. */
  checkWeight: "check_weight",
  /** Goods for one recipient are declared at {sum}, above {limit}. */
  checkRecipient: "check_recipient",
  /** Goods for several names at one address are declared at {sum}, above {limit}. Are they one recipient? */
  checkAddress: "check_address",
  /** Goods of one shipper for one consignee with the HS code {hs_code} are declared at {sum}, above {limit}: the export is to be filed. */
  checkFiling: "check_filing",
  /** There is no rate of {currency}: what is declared in it is in no sum. */
  checkRate: "check_rate",
  /** Only the operator's accounts get {type}: it is about parcels of all shippers. */
  operatorEvent: "operator_event",
  /** Send a reason, or the tracking_no of the parcel that it is. */
  unknownScanEnd: "unknown_scan_end",
  /** The code is closed already, with another reason or parcel. */
  unknownScanClosed: "unknown_scan_closed",
  /** A change of kind {kind} has no such field. */
  notOfKind: "not_of_kind",
  /** Send hub_id without search, warning, code, attention, bag, consignment and customs. */
  hubAlone: "hub_alone",
  /** Send bag, consignment and customs without search, warning, code and attention. */
  placedAlone: "placed_alone",
  /** Send either tracking_nos or filter. */
  codesOrFilter: "codes_or_filter",
  /** The formula of the cell failed: {error}. */
  formulaFailed: "formula_failed",
  /** The file does not have the result of the formula. Open it in a spreadsheet program and save it again. */
  formulaWithoutResult: "formula_without_result",
  /** The spreadsheet has made the date {date} of the value. Format the column as Text and enter the value again. */
  valueMadeDate: "value_made_date",
  /** The spreadsheet has shortened the number to {number}. Its other digits are lost. Format the column as Text and enter the value again. */
  numberShortened: "number_shortened",
  /** The number has more than {max:number} digits. The spreadsheet has replaced the others by zeros. Format the column as Text and enter the value again. */
  digitsMadeZeros: "digits_made_zeros",
  /** Spreadsheets remove zeros at the beginning of a number. Format the column as Text and enter it again if it had some. */
  zerosLost: "zeros_lost",
  /** The spreadsheet has made a number of it. Format the column as Text and enter the number again. */
  valueMadeNumber: "value_made_number",
  /** It has no country code. Write it before the number, such as +62. */
  noCountryCode: "no_country_code",
  /** Spreadsheets remove a plus sign or a zero at the beginning of a number. Write the number with a plus sign and the country code, such as +62. */
  plusLost: "plus_lost",
  /** Write the number without separators of thousands, and with a point before the decimals: 1234.5. */
  commaMeaning: "comma_meaning",
  /** Write the amount without separators of thousands, and with two decimals: 1234.50. */
  pointMeaning: "point_meaning",
  /** Leave out the unit or the currency. */
  unitInNumber: "unit_in_number",
  /** In a spreadsheet it is the number of the day {date}. Format the cell as a date, or write the day as in 2026-01-31. */
  serialDate: "serial_date",
  /** It may be {days:choices}. Write the year first, as in 2026-01-31. */
  unclearDate: "unclear_date",
  /** A program wrote {value:quoted} here, which is no value. Write the value. */
  rubbishValue: "rubbish_value",
  /** {pieces} of {quantity} pieces are {state}. Write how many are to be sent, and 0 here. */
  somePieces: "some_pieces",
  /** The year is {year}. Write one from {min} to {max}, of the Gregorian calendar. */
  unlikelyYear: "unlikely_year",
  /** If it is a year of the Thai calendar, write {day}. */
  thaiYear: "thai_year",
  /** The amount may be {large} or {small}. */
  unclearAmount: "unclear_amount",
  /** The amount is in {currency}, and the order has {other}. */
  amountOfOtherCurrency: "amount_of_other_currency",
  /** Parcel {parcel:quoted} has an amount to collect, too: each parcel would collect it. Leave it with the first parcel only. */
  parcelCollects: "parcel_collects",
  /** The weight may be {kg} kg or {g} g. Write the unit behind it, or set that of the column. */
  unclearUnit: "unclear_unit",
  /** The unit in the column {heading:quoted} is not known. Write {units:choices}. */
  unknownUnit: "unknown_unit",
  /** The order has an amount to collect, but it is prepaid by default. With the default {default:quoted} for the payment, orders with an amount are cod, and others are prepaid. */
  prepaidAmount: "prepaid_amount",
  /** The items of the cell are not sure. Write them as 2 x T-Shirt @ 12.50; 1 x Cap, or give the quantity a column. */
  unreadItems: "unread_items",
  /** The row has several items, but one value here. Write a row for each item, or leave the column out. */
  oneForSeveral: "one_for_several",
  /** The cell is right of the last heading. */
  surplusCell: "surplus_cell",
  /** If a value of the row has a delimiter, put quotes around it. Leave the column out if its cells do not count. */
  quoteDelimiter: "quote_delimiter",
  /** Cell {cell} of the same order has {value:quoted}. The rows of an order must agree, or be empty, in this column. */
  rowsDisagree: "rows_disagree",
  /** Cell {cell} has {value:quoted}: the order is {state}. It was not created. */
  orderEnded: "order_ended",
  /** This is an example of the template. Delete its rows. */
  templateExample: "template_example",
  /** The order of row {row:number} has the same tracking number. */
  trackingNoTwice: "tracking_no_twice",
  /** The service was disabled after the check. */
  serviceRetired: "service_retired",
  /** The tracking number came into use after the check, or occurs twice in the file. */
  trackingNoTaken: "tracking_no_taken",
  /** The file has {bytes:number} bytes: at most {max:number} MiB. Split it into several files. */
  fileTooLarge: "file_too_large",
  /** The file is empty. */
  emptyFile: "empty_file",
  /** The file is an old Excel file (.xls). Save it as .xlsx or CSV. */
  oldExcel: "old_excel",
  /** The file has a password. Save it as .xlsx or CSV without a password. */
  fileHasPassword: "file_has_password",
  /** The file is an OpenDocument file (.ods). Save it as .xlsx or CSV. */
  fileIsOds: "file_is_ods",
  /** The file is a page in HTML or XML, even if it is named .xls. Open it in a spreadsheet program and save it as .xlsx or CSV. */
  fileIsMarkup: "file_is_markup",
  /** The file is a PDF. Save the table as XLSX or CSV. */
  fileIsPdf: "file_is_pdf",
  /** This command cannot read XLSX files. Save the file as CSV. */
  noXlsxHere: "no_xlsx_here",
  /** The XLSX file cannot be read: {reason}. */
  unreadableXlsx: "unreadable_xlsx",
  /** Row {row:number} has {columns:number} columns: at most {max:number}. */
  tooManyColumns: "too_many_columns",
  /** The file has more than {max:number} rows. Split it into several files. */
  tooManyRows: "too_many_rows",
  /** Cell {cell} has more than {max:number} characters. Is a quote (") before it never closed? */
  cellTooLong: "cell_too_long",
  /** The cells of the file have more than {max:number} MiB of text. Split it into several files. */
  tooMuchText: "too_much_text",
  /** The file has no row below the headings. */
  noRow: "no_row",
  /** The file has no rows below the headings. */
  noRows: "no_rows",
  /** The file is not UTF-8: byte {byte:number} is not valid. Name another charset, or save the file as UTF-8. */
  fileNotUtf8: "file_not_utf8",
  /** The charset {charset:quoted} is not known. Use utf-8, or save the file as UTF-8. */
  unknownCharset: "unknown_charset",
  /** The file cannot be read as {charset}: {reason}. */
  otherCharset: "other_charset",
  /** The file is not CSV: {reason}. */
  fileNotCsv: "file_not_csv",
  /** A quote (") in row {row:number} is never closed, so that all that follows is one cell. Close it. */
  quoteNeverClosed: "quote_never_closed",
  /** A quote (") in row {row:number} is not closed there, so that the rows that follow are a part of one cell. Close it. */
  quoteClosedLater: "quote_closed_later",
  /** The charset of the file is not clear. Save it as CSV in UTF-8. */
  charsetUnclear: "charset_unclear",
  /** The file has {rows:number} rows: at most {max:number}. Split it into several files. */
  manyEntryRows: "many_entry_rows",
  /** Column {column} has the heading {heading:quoted}. Each of these may be there once: {headings}. */
  notBookHeading: "not_book_heading",
  /** The name of the sheet has more than {max:number} bytes. */
  sheetNameTooLong: "sheet_name_too_long",
  /** The file has no sheet {sheet:quoted}. It has: {sheets}. */
  unknownSheet: "unknown_sheet",
  /** All sheets of the file are hidden. Show one, or name it: {sheets}. */
  allSheetsHidden: "all_sheets_hidden",
  /** Row {row:number}: there is no column {heading:quoted}. Use some of {headings}. */
  unknownHeading: "unknown_heading",
  /** No column of the file is {fields}: map a column to each of them, or give a default. */
  columnsMissing: "columns_missing",
  /** The mapping does not fit the file: {reason}. */
  otherMapping: "other_mapping",
  /** None of the {orders:number} orders is valid: correct the file and upload it again. */
  noValidOrder: "no_valid_order",
  /** All {orders:number} orders are left out: the file says that they are no parcels. */
  allLeftOut: "all_left_out",
  /** The service could not finish the import, for a reason of its own. The operator finds the cause in the log. What was created before stays. */
  importFailed: "import_failed",
  /** The file is larger than {max:number} MiB. Split it into several files. */
  uploadTooLarge: "upload_too_large",
  /** Send one file at a time. */
  severalFiles: "several_files",
  /** The fields have more than {max:number} KiB together. */
  manyFields: "many_fields",
  /** This must be a JSON object of texts, such as {"pickup_country": "SG"}. */
  notDefaults: "not_defaults",
  /** An account has at most {max:number} imports that are not finished. Wait, or cancel one. */
  manyImports: "many_imports",
  /** The files of an account's imports have at most {max:number} MiB together. They are deleted after {days:number} days. */
  manyFileBytes: "many_file_bytes",
  /** The file is not kept any more: upload it again. */
  fileDeleted: "file_deleted",
  /** {invalid:number} orders are refused: send true to create the other {valid:number}. */
  ordersRefused: "orders_refused",
  /** {orders:number} orders are left out: send true to create the other {valid:number}. */
  ordersLeftOut: "orders_left_out",
  /** Orders with the references of {orders:number} orders exist: send skip to create the others, or create to create them too. */
  referencesUsed: "references_used",
  /** The mapping is not valid JSON: {reason}. */
  mappingNotJson: "mapping_not_json",
  /** The {place} of the mapping cannot be used. */
  mappingWrong: "mapping_wrong",
  /** The import is {state}: only one that waits, or was only checked, can be confirmed. */
  notConfirmable: "not_confirmable",
  /** The import is {state}: only one that waits, was only checked or failed can be checked again. */
  notCheckable: "not_checkable",
  /** The import is {state}: it cannot be cancelled. */
  notCancellable: "not_cancellable",
  /** This must be a JSON list of at most {max:number} cells, each once, such as {"row": 17, "column": "C", "value": "+6281234567890"}. */
  notCorrections: "not_corrections",
  /** The value of {cell} has more than {max:number} characters, or one that is not text. */
  correctionLong: "correction_long",
  /** The file has no column {column:quoted}: the last one is {last}. */
  noSuchColumn: "no_such_column",
  /** Row {row:number} has no problem: correct rows that have one. */
  noProblemRow: "no_problem_row",
  /** An import has at most {max:number} corrections: correct the file and upload it again. */
  manyCorrections: "many_corrections",
  /** The import has created orders: upload the file again. */
  ordersCreated: "orders_created",
  /** {format:quoted} is not a format: csv or xlsx. */
  notSheetFormat: "not_sheet_format",
  /** Name a service: GET /api/services/ lists them. */
  noServiceNamed: "no_service_named",
  /** There is no service {service_id}: GET /api/services/ lists them. */
  unknownService: "unknown_service",
  /** The headings are in row {row:number}. What is above is left out. */
  rowsAboveHeadings: "rows_above_headings",
  /** Row {row:number} says what the headings mean. It is left out. If it is an order, name the row with the headings. */
  describingRow: "describing_row",
  /** The file has {sheets:number} sheets. Only {sheet:quoted} is read. */
  oneSheetRead: "one_sheet_read",
  /** From row {row:number} on there are sums or remarks (rows: {rows:number}). They are left out. */
  footersLeftOut: "footers_left_out",
  /** Each parcel of the column {heading:quoted} is an order of its own. */
  parcelsApart: "parcels_apart",
  /** Rows with {value:quoted} in the column {heading:quoted} are left out ({rows:number}). */
  rowsLeftOut: "rows_left_out",
  /** Row {row:number} has {text:quoted}, which may be {meant:quoted}. Such letters (rows: {rows:number}) were read in a wrong charset, here or before. Name the charset utf-8, or export the file again. */
  wrongLetters: "wrong_letters",
  /** Numbers of the column {heading:quoted} without a country code get that of the country in their row, if they are valid there. */
  phonesOfCountry: "phones_of_country",
  /** The columns are read as an export of {preset}. What is known of it is unchecked: look at what each column is read as. */
  uncheckedPreset: "unchecked_preset",
  /** What is the column {heading:quoted}? It is not read, and {value:quoted} in it may be of the address or an amount. Say which field it is, or leave it out. */
  columnAsked: "column_asked",
  /** Cell {cell} has more decimals than the field: {value:quoted} is read as {number} (cells: {cells:number}). */
  numbersRounded: "numbers_rounded",
  /** Row {row:number} is a line, or the headings again (rows: {rows:number}). Such rows are left out. */
  linesLeftOut: "lines_left_out",
  /** Rows of an order have different weights in the column {heading:quoted}, so they are those of items. */
  itemWeights: "item_weights",
  /** Row {row:number} has neither a reference nor a consignee, so it is an item of the order above (rows: {rows:number}). */
  itemsBelow: "items_below",
  /** The column {heading:quoted} is read as the value of all pieces of a row. */
  wholeValues: "whole_values",
  /** These columns are not read: {headings}. */
  columnsUnread: "columns_unread",
  /** No column has {field}, so it is {country}: the service has no other. */
  serviceCountry: "service_country",
  /** Row {row:number} has the consignee of the row above (rows: {rows:number}). Each row is an order of its own, because no column is the reference of an order. */
  repeatedConsignee: "repeated_consignee",
  /** COD {currency} {amount:number} to {to}; {goods}; {weight} kg */
  orderWillCollect: "order_will_collect",
  /** Prepaid to {to}; {goods}; {weight} kg */
  orderWillSend: "order_will_send",
  /** {sheets:number} of the sheets are hidden. */
  hiddenSheets: "hidden_sheets",
  /** The sheet has hidden rows ({rows:number}). They are read too. */
  hiddenRows: "hidden_rows",
  /** The sheet has hidden columns. They are read too. */
  hiddenColumns: "hidden_columns",
  /** The sheet has merged cells ({cells:number}). The rows of each have the value of its first cell. */
  mergedCells: "merged_cells",
  /** This value is not accepted. */
  notAccepted: "not_accepted",
  /** Enter a value of the form {pattern}. */
  otherForm: "other_form",
  /** Enter a postal code of {country:country}: as in {examples:choices}. */
  postalCode: "postal_code",
  /** Enter a postal code of {country:country}: {digits:choices} digits, as in {examples:choices}. */
  postalDigits: "postal_digits",
  /** Enter a postal code of the form {pattern}. */
  postalForm: "postal_form",
  /** Enter a phone number of {country:country}. */
  phoneOfCountry: "phone_of_country",
  /** Ensure that the longest side is at most {max} cm. */
  maxLongestSide: "max_longest_side",
  /** Ensure that the longest side plus twice the two other sides is at most {max} cm. */
  maxGirth: "max_girth",
  /** Ensure that length × width × height / {divisor} is at most {max} kg. */
  maxVolumetricWeight: "max_volumetric_weight",
  /** Ensure that the items in {currency} are worth at most {currency} {max} in all. */
  maxItemsValue: "max_items_value",
  /** The word {word:quoted} is not accepted. */
  forbiddenWord: "forbidden_word",
  /** Items of the category {category} are not accepted. */
  forbiddenCategory: "forbidden_category",
  /** Items with an HS code that begins with {prefix} are not accepted. */
  forbiddenHsCode: "forbidden_hs_code",
  /** Parcels from or to {country:country} are not accepted. */
  embargo: "embargo",
  /** Parcels from or to {postal} in {country:country} are not accepted. */
  embargoOfPart: "embargo_of_part",
  /** A person must look at this parcel before it leaves: the list of sanctions {list} has this name in its entry {entry}, as {name}. */
  sanctioned: "sanctioned",
  /** Enter another HS code: {digits} is not in the Harmonized System of {year}. Search it by a description of the goods. */
  unknownHsCode: "unknown_hs_code",
  /** Enter the HS code with 6 digits, or with the {digits:choices} digits of the destination ({country:country}): it has {count:number}. */
  hsCodeLength: "hs_code_length",
  /** Enter an amount with the decimals of {currency}: at most {decimals}. */
  currencyDecimals: "currency_decimals",
  /** Add a tax id of the shipper: {types:choices}. */
  shipperTaxId: "shipper_tax_id",
  /** Add a tax id of the consignee: {types:choices}. */
  consigneeTaxId: "consignee_tax_id",
  /** The order is not as the rule {rule} wants it. */
  operatorRule: "operator_rule",
  /** The rules are not JSON: {reason}. */
  rulesNotJson: "rules_not_json",
  /** is there twice: leave one out */
  ruleKeyTwice: "rule_key_twice",
  /** is missing: a rule must have it */
  ruleKeyMissing: "rule_key_missing",
  /** is no key of a rule: leave it out, or correct its spelling */
  ruleKeyUnknown: "rule_key_unknown",
  /** does not belong to a rule of kind {kind}: leave it out */
  ruleKeyOfOtherKind: "rule_key_of_other_kind",
  /** is {service_id:number}, which is not a service: `waybill service list` shows them */
  ruleUnknownService: "rule_unknown_service",
  /** is {account_id:number}, which is not an account: `waybill account list` shows them */
  ruleUnknownAccount: "rule_unknown_account",
  /** cannot be used */
  ruleWrong: "rule_wrong",
  /** is {sent}: want {wanted:clause} */
  ruleValue: "rule_value",
  /** restriction_type is missing: customs needs it. State it in the console (Settings, Customs) or by `waybill account customs`. */
  missingRestriction: "missing_restriction",
  /** {field} is missing: customs needs it. Send it with the order, or state {setting} in the console (Settings, Customs) or by `waybill account customs`. */
  missingFact: "missing_fact",
  /** {field} is missing: customs needs it. Send it with the order. */
  missingNeed: "missing_need",
  /** Add the country where the goods were made: since 29 August 2025 customs of the United States charge duty on all goods by it. */
  ruleUsOriginCountry: "rule_us_origin_country",
  /** Ensure that the parcel weighs at least as much as its items: item_weight × item_quantity of all of them. */
  ruleNetWeight: "rule_net_weight",
  /** Enter a valid Korean personal customs clearance code (PCCC): P and 12 digits. */
  ruleKrPccc: "rule_kr_pccc",
  /** Enter the personal customs clearance code (P and 12 digits) of the consignee, or name the document that the number is of. */
  ruleKrLocalTaxId: "rule_kr_local_tax_id",
  /** Enter a state of the consignee's country, or its code: parcels are sorted by it. */
  ruleStateConsignee: "rule_state_consignee",
  /** Compare the postal code with the state: it is one of another state. */
  rulePostalCodeState: "rule_postal_code_state",
  /** Add the HS code (6 digits or more): customs of the European Union, Norway and Switzerland ask for it with each item. */
  ruleEuHsCode: "rule_eu_hs_code",
  /** Say what the goods are, such as “men's T-shirt of cotton”: customs of the European Union, Norway and Switzerland refuse a word like this one alone. */
  ruleEuGoodsDescription: "rule_eu_goods_description",
  /** Add the HS code, best with all 10 digits of the United States: customs there ask for it with each item, also by post since 24 July 2026. */
  ruleUsHsCode: "rule_us_hs_code",
  /** Say what the goods are and what they are made of, such as “men's T-shirt of cotton”: customs of the United States refuse a word like this one alone. */
  ruleUsGoodsDescription: "rule_us_goods_description",
  /** Add the HS code (6 digits): customs of Türkiye ask for it with each item. */
  ruleTrHsCode: "rule_tr_hs_code",
  /** Enter what the item is worth, also of a gift or a sample: customs accept no value of 0. */
  ruleGoodsValue: "rule_goods_value",
  /** Add the HS code (6 digits or more): customs of the United Kingdom ask for it with each item that is sold. */
  ruleGbHsCode: "rule_gb_hs_code",
  /** Say what the goods are, such as “lipstick” or “doll of cotton”: Hongkong Post and Japan send parcels with a word like this one alone back. */
  ruleGoodsDescription: "rule_goods_description",
  /** Enter the personal customs clearance code (PCCC) instead of a passport number: customs of South Korea know people who buy by it, and give it to foreigners too. */
  ruleKrPassport: "rule_kr_passport",
  /** Describe the item in English, too: customs declarations are in English, French or a language of the destination. */
  ruleGoodsLanguage: "rule_goods_language",
  ruleAuTobacco: "rule_au_tobacco",
  ruleBrTaxIdRequired: "rule_br_tax_id_required",
  ruleEuIossValue: "rule_eu_ioss_value",
  ruleEuAnimalProducts: "rule_eu_animal_products",
  ruleTrTaxIdRequired: "rule_tr_tax_id_required",
  ruleInTaxIdRequired: "rule_in_tax_id_required",
  ruleSaTaxIdRequired: "rule_sa_tax_id_required",
  ruleNoVoecValue: "rule_no_voec_value",
  ruleIdTaxIdRequired: "rule_id_tax_id_required",
  ruleKrPcccRequired: "rule_kr_pccc_required",
  ruleLithiumAlone: "rule_lithium_alone",
  ruleLithiumInEquipment: "rule_lithium_in_equipment",
  ruleAerosol: "rule_aerosol",
  ruleFlammable: "rule_flammable",
  ruleLithiumVehicle: "rule_lithium_vehicle",
  ruleVapeAu: "rule_vape_au",
  ruleVapeSg: "rule_vape_sg",
  ruleVapeUs: "rule_vape_us",
  ruleVapeTw: "rule_vape_tw",
  ruleVapeBr: "rule_vape_br",
  ruleVapeHk: "rule_vape_hk",
  ruleVapeIn: "rule_vape_in",
  ruleVapeTh: "rule_vape_th",
  ruleVapeMx: "rule_vape_mx",
  ruleUsTobaccoMail: "rule_us_tobacco_mail",
  ruleUsCuba: "rule_us_cuba",
  ruleNoTobacco: "rule_no_tobacco",
  ruleEuExciseIoss: "rule_eu_excise_ioss",
  ruleNoVoecGoods: "rule_no_voec_goods",
  ruleEuPlants: "rule_eu_plants",
  ruleAuSeeds: "rule_au_seeds",
  ruleUsSeeds: "rule_us_seeds",
  ruleCnAnimalPlant: "rule_cn_animal_plant",
  ruleEuComposite: "rule_eu_composite",
  ruleGbMeatDairy: "rule_gb_meat_dairy",
  ruleJpTwMeat: "rule_jp_tw_meat",
  ruleAuMeat: "rule_au_meat",
  ruleAuHoneyWa: "rule_au_honey_wa",
  ruleGbWeapons: "rule_gb_weapons",
  ruleAuWeapons: "rule_au_weapons",
  ruleLaser: "rule_laser",
  ruleHkCbd: "rule_hk_cbd",
  ruleJpCbd: "rule_jp_cbd",
  ruleKrCbd: "rule_kr_cbd",
  ruleKrSupplements: "rule_kr_supplements",
  ruleSgGum: "rule_sg_gum",
  ruleSgSmokeless: "rule_sg_smokeless",
  ruleUsedClothesId: "rule_used_clothes_id",
  ruleUsedClothesPh: "rule_used_clothes_ph",
  ruleInDrone: "rule_in_drone",
  ruleInGift: "rule_in_gift",
  ruleIdPhones: "rule_id_phones",
  ruleTrDeclaration: "rule_tr_declaration",
  ruleUsMetals: "rule_us_metals",
  ruleRuByGoods: "rule_ru_by_goods",
  ruleSyControls: "rule_sy_controls",
  ruleAddressLanguage: "rule_address_language",
  ruleMxTaxIdRequired: "rule_mx_tax_id_required",
  ruleClTaxIdRequired: "rule_cl_tax_id_required",
  ruleArTaxIdRequired: "rule_ar_tax_id_required",
  ruleEcTaxIdRequired: "rule_ec_tax_id_required",
  ruleCnTaxIdRequired: "rule_cn_tax_id_required",
  ruleTwTaxIdRequired: "rule_tw_tax_id_required",
  ruleCnPersonalLimit: "rule_cn_personal_limit",
  ruleEgAcid: "rule_eg_acid",
  ruleEuIossGift: "rule_eu_ioss_gift",
  ruleUsItn: "rule_us_itn",
  ruleEuMrn: "rule_eu_mrn",
  ruleUsHts10: "rule_us_hts10",
  ruleUsPriorNotice: "rule_us_prior_notice",
  ruleEuProductIdentifiers: "rule_eu_product_identifiers",
  ruleGtin: "rule_gtin",
  ruleEmbargoKp: "rule_embargo_kp",
  ruleEmbargoIr: "rule_embargo_ir",
  ruleEmbargoCu: "rule_embargo_cu",
  ruleEmbargoCrimeaUa: "rule_embargo_crimea_ua",
  ruleEmbargoCrimeaRu: "rule_embargo_crimea_ru",
  ruleEmbargoCrimeaRuUa: "rule_embargo_crimea_ru_ua",
  ruleEmbargoLuhanskRu: "rule_embargo_luhansk_ru",
  ruleEmbargoLuhanskCity: "rule_embargo_luhansk_city",
  ruleEmbargoDonetskCity: "rule_embargo_donetsk_city",
  ruleEmbargoMariupol: "rule_embargo_mariupol",
  ruleEmbargoSievierodonetsk: "rule_embargo_sievierodonetsk",
  ruleEmbargoMelitopol: "rule_embargo_melitopol",
  ruleEmbargoBerdiansk: "rule_embargo_berdiansk",
  ruleEmbargoEnerhodar: "rule_embargo_enerhodar",
  ruleEmbargoTokmak: "rule_embargo_tokmak",
  ruleEmbargoHenichesk: "rule_embargo_henichesk",
  ruleEmbargoDonetskAsk: "rule_embargo_donetsk_ask",
  ruleEmbargoLuhanskAsk: "rule_embargo_luhansk_ask",
  ruleEmbargoKhersonAsk: "rule_embargo_kherson_ask",
  ruleEmbargoZaporizhzhiaAsk: "rule_embargo_zaporizhzhia_ask",
  ruleEmbargoRussiaUaCodes: "rule_embargo_russia_ua_codes",
  ruleEmbargoNames: "rule_embargo_names",
  ruleEmbargoFromKp: "rule_embargo_from_kp",
  ruleEmbargoFromIr: "rule_embargo_from_ir",
  ruleEmbargoFromCu: "rule_embargo_from_cu",
  invalidAbn: "invalid_abn",
  invalidArn: "invalid_arn",
  invalidCnResidentId: "invalid_cn_resident_id",
  invalidCnpj: "invalid_cnpj",
  invalidCpf: "invalid_cpf",
  invalidCpfCnpj: "invalid_cpf_cnpj",
  invalidCuit: "invalid_cuit",
  invalidEori: "invalid_eori",
  invalidGstin: "invalid_gstin",
  invalidIoss: "invalid_ioss",
  invalidNik: "invalid_nik",
  invalidNpwp: "invalid_npwp",
  invalidNzGst: "invalid_nz_gst",
  invalidPan: "invalid_pan",
  invalidPccc: "invalid_pccc",
  invalidRfc: "invalid_rfc",
  invalidRut: "invalid_rut",
  invalidSgGst: "invalid_sg_gst",
  invalidSgUen: "invalid_sg_uen",
  invalidThTin: "invalid_th_tin",
  invalidTwId: "invalid_tw_id",
  invalidVoec: "invalid_voec",
  invalidGtin: "invalid_gtin",
  /** The account has a live key with this name: choose another name, or revoke that key first. */
  keyNameTaken: "key_name_taken",
  /** This key may not be used from the address {address}. */
  keyElsewhere: "key_elsewhere",
  /** "{sent}" is no network: enter one such as 203.0.113.0/24, or an address. */
  notNetwork: "not_network",
  /** Name at least one scope, or leave them out. */
  noScope: "no_scope",
  /** You do not have the scope {scope}, so you cannot give it to a key. */
  scopeNotYours: "scope_not_yours",
  /** These scopes are for keys of an operator's account: {scopes}. */
  operatorScope: "operator_scope",
  /** Send scopes or a preset, not both. */
  presetAndScopes: "preset_and_scopes",
  /** Your key may be used from {networks} only: name networks within these. */
  widerNetworks: "wider_networks",
  /** An account has at most {max:number} live keys: revoke one first. */
  manyKeys: "many_keys",
  /** An account has at most {max:number} endpoints. */
  manyEndpoints: "many_endpoints",
  /** The account has no such event, or it is older than 30 days. */
  noSuchEvent: "no_such_event",
  /** The endpoint has no URL to send a test event to. */
  endpointWithoutUrl: "endpoint_without_url",
  /** This address is in a private network, to which nothing is sent. Enter one on the public internet. */
  privateUrl: "private_url",
  /** The network can read what is sent to http://, so nothing is. Enter an https:// address. */
  urlNotEncrypted: "url_not_encrypted",
  /** The file has more than {max:number} KiB: make the picture smaller. */
  logoTooLarge: "logo_too_large",
  /** The file is refused: {reason:clause}. */
  fileRefused: "file_refused",
  /** it is not a PNG file: {reason} */
  logoNotPng: "logo_not_png",
  /** it is not a whole PNG file: {reason} */
  logoDamaged: "logo_damaged",
  /** it has {width:number} × {height:number} pixels: at most {max_width:number} × {max_height:number} */
  logoTooManyPixels: "logo_too_many_pixels",
  /** Enter a name that does not begin or end with a space. */
  spaceAround: "space_around",
  /** Enter a name without slashes and control characters. */
  notPlainName: "not_plain_name",
  /** Enter another name: addresses of the API have this one. */
  reservedName: "reserved_name",
  /** The account has {max:number} {book}, which is the most. Delete one first. */
  manyEntries: "many_entries",
  /** A {kind} has at most {max:number} KiB. */
  entryTooLarge: "entry_too_large",
  /** Send fields of an order as a JSON object. */
  notOrderPart: "not_order_part",
  /** Row {row:number} has this name. */
  entryRepeated: "entry_repeated",
  /** Waybill-Rehearse works in development only, and is 409, 429, 500, 503, slow or lost. */
  rehearsal: "rehearsal",
  /** Enter the id of an account, or 0 for what belongs to the operator. */
  notAccountId: "not_account_id",
  /** A subject needs its kind, such as account or rule. */
  noSubjectKind: "no_subject_kind",
  /** Enter a time with its offset, such as 2026-11-21T14:05:00Z. */
  notOffsetTime: "not_offset_time",
  /** Send the rule as a JSON object. */
  ruleNotObject: "rule_not_object",
  /** The id is another one than that of the path: leave it out, or change the path. */
  ruleOtherId: "rule_other_id",
  /** The rule is built in and cannot be deleted. Set it with "disabled": true to turn it off. */
  ruleIsBuiltIn: "rule_is_built_in",
  /** Enter 1 to {max:number} printable characters. */
  notName: "not_name",
  /** This name is in use: choose another one. */
  nameTaken: "name_taken",
  /** A shipper has sent a tracking number that could be issued with these letters: choose others. */
  trackingPrefixTaken: "tracking_prefix_taken",
  /** Enter 2 to 4 capital letters, such as AX. */
  notTrackingPrefix: "not_tracking_prefix",
  /** Enter a number of requests, 0 or more. */
  notRate: "not_rate",
  /** Enter a rate, too: a burst needs one. */
  burstWithoutRate: "burst_without_rate",
  /** Enter a number of days from {min:number} to {max:number}, or 0 for never. */
  notEraseDays: "not_erase_days",
  /** Enter a number of days from {min:number} to {max:number}, not before personal data are erased, or 0 for never. */
  notDeleteDays: "not_delete_days",
  /** Enter a number of days from 1 to {max:number}, or 0 for no longer than other orders. */
  notKeepDays: "not_keep_days",
  /** Enter a number from 1 to {max:number}. */
  notConcurrency: "not_concurrency",
  /** Enter a time from {min} to {max} seconds. */
  notCallTimeout: "not_call_timeout",
  /** Enter a time of at most {max:number} days. */
  notOverlap: "not_overlap",
  /** Enter an address such as https://adapter.example.com/waybill. */
  notAdapterUrl: "not_adapter_url",
  /** Without https the network can read the orders. It is allowed in a private network only. */
  adapterNotEncrypted: "adapter_not_encrypted",
  /** Enter a small letter, then up to 31 small letters, digits and -. */
  notPartnerName: "not_partner_name",
  /** Enter another name: a built-in partner has this one. */
  builtInPartner: "built_in_partner",
  /** Choose a partner that is not disabled. */
  noLivePartner: "no_live_partner",
  /** This partner exists in development only. Choose another one. */
  demoPartner: "demo_partner",
  /** Enter a positive number that no service has, or none. */
  notServiceId: "not_service_id",
  /** A service keeps its number, its lane and its category. Create another service. */
  finalOfService: "final_of_service",
  /** A partner keeps its name, which services and orders have. Create another partner. */
  finalOfPartner: "final_of_partner",
  /** Enter a time with its unit, such as 10s or 24h. */
  notDuration: "not_duration",
  /** Correct the routes: {reason}. */
  notRouting: "not_routing",
  /** Write at most {max:number} characters on one line. */
  notNote: "not_note",
  /** Say why: the shipper reads it. */
  noReason: "no_reason",
  /** At most {max:number} letters, digits and signs without accents. */
  notHawb: "not_hawb",
  /** Enter one of {choices}, or nothing. */
  notStatable: "not_statable",
  /** Enter the code of a country, such as SG. */
  notCountry: "not_country",
  /** Enter an amount and a currency, such as 2500 USD, or none. */
  notExemptionLimit: "not_exemption_limit",
  /** Fill it in, too: what you stated needs it. */
  neededFact: "needed_fact",
  /** There is a user with this e-mail address already. */
  emailTaken: "email_taken",
  /** There is no such account. */
  noSuchAccount: "no_such_account",
  /** An account has at most {max:number} users: take one out of it first. */
  manyMembers: "many_members",
  /** This is no e-mail address: write one such as name@example.com. */
  notMail: "not_mail",
  /** Choose {roles:choices}. */
  notRole: "not_role",
  /** Choose a language of the list. */
  notLanguage: "not_language",
  /** The password has {count:number} characters: it needs {min:number}. */
  shortPassword: "short_password",
  /** The password has {count:number} characters: {max:number} are the most. */
  longPassword: "long_password",
  /** The password is too easy to guess: use several words, or the one that your browser suggests. */
  easyPassword: "easy_password",
  /** Passkeys are off: the server has no WAYBILL_PUBLIC_URL with https and a domain name. */
  noPasskeys: "no_passkeys",
  /** Passkeys are off: WAYBILL_PUBLIC_URL has no domain name. */
  passkeysWithoutDomain: "passkeys_without_domain",
  /** Passkeys are off: WAYBILL_PUBLIC_URL has an IP address, and browsers allow passkeys for domain names only. */
  passkeysAtIp: "passkeys_at_ip",
  /** Passkeys are off: WAYBILL_PUBLIC_URL is not https, and browsers allow passkeys for HTTPS only. */
  passkeysNotEncrypted: "passkeys_not_encrypted",
} as const;

/** A code; a later server may have others. */
export type Code = (typeof Code)[keyof typeof Code] | (string & {});
