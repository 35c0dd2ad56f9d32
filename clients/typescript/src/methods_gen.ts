// Generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update. Do not edit.

/** The methods for the operations of the API. See also the methods that client.ts adds. */

import { argument, type Body, type CallOptions, fields, Group, parameters, Part, type Scalar, step } from "./arguments.js";
import type * as types from "./types.js";

/** The kinds of the parameters of operations whose methods are written by hand. */
export const wantedParameters = {
  getDocument: { size: "string", dpi: "number" },
  getLabel: { size: "string", dpi: "number" },
  printLabels: { upload_batch_no: "string", tracking_no: "array of string", import_id: "string", document: "string", format: "string", size: "string", dpi: "number" },
} as const;

/** The methods of a Client that its key may call. */
export abstract class Methods extends Group {
  /**
   * View the audit log of the account. Who changed the account, its keys, webhook endpoints, users and lists, and what
   * people changed of its orders, when, and from what to what: the newest changes first, 50 on a page. It has no secrets.
   * Needs a key with the scope `account`.
   */
  accountAuditLog(query: { cursor?: Scalar; subject_kind?: Scalar; subject?: Scalar; actor_kind?: Scalar; actor?: Scalar; from?: Scalar; until?: Scalar; created_from?: Scalar; created_to?: Scalar; limit?: number } = {}): AsyncGenerator<types.AuditEntry> {
    return this.pagesOf(`/account/audit-log/`, parameters(query, { cursor: "string", subject_kind: "string", subject: "string", actor_kind: "string", actor: "string", from: "string", until: "string", created_from: "string", created_to: "string", limit: "number" }));
  }

  /**
   * View the settings of labels. What the account sets for the labels that Waybill draws. Needs a key with the scope
   * `account`.
   */
  async accountLabels(options?: CallOptions): Promise<types.AccountLabels> {
    return (await this.send("GET", `/account/labels/`, { ...options })).json();
  }

  /**
   * View the settings of the account. The time zone and the language of the pages for users who have chosen none, and
   * whether phone numbers without a country code are completed. Needs a key with the scope `account`.
   */
  async accountSettings(options?: CallOptions): Promise<types.AccountSettings> {
    return (await this.send("GET", `/account/settings/`, { ...options })).json();
  }

  /**
   * Add a note to an order. Only people and keys of the account read the notes of an order, in its detail. An order has at
   * most 50, also one that has ended. They are no part of the order: there is no event. Needs a key with the scope
   * `orders:write`.
   */
  async addNote(trackingNo: string, body: Body<types.NoteRequest>, options?: CallOptions): Promise<types.OrderNote> {
    return (await this.send("POST", `/order/order/${step("trackingNo", trackingNo, "string")}/notes/`, { ...options, body: fields(body, { text: "!string" }) })).json();
  }

  /**
   * Put a parcel on a hand-over list. Puts the parcel of an order on an open list, or says in `code` why not: the order is
   * cancelled, held, of another service, was picked up, has no label, its label changed since it was printed, or it is on
   * another list. That is a result, and no error. With `scan`, which names the scan, the same request again has the same
   * result. Needs a key with the scope `parcels:write`.
   */
  async addToHandover(number: string, body: Body<types.HandoverParcelRequest>, options?: CallOptions): Promise<types.ScanResult> {
    return (await this.send("POST", `/handovers/${step("number", number, "string")}/parcels/`, { ...options, body: fields(body, { code: "!string", scan: "null | string", order_id: "null | number | string" }) })).json();
  }

  /**
   * Answer for a print job. What a person says of a job whose state is `unknown`: the label came out, or not. Or a job that
   * no agent has is withdrawn. Needs a key with the scope `labels`.
   */
  async answerPrint(body: Body<types.PrintAnswerRequest>, options?: CallOptions): Promise<void> {
    await this.send("POST", `/print/answer/`, { ...options, body: fields(body, { request_key: "!string", answer: "!string" }) });
  }

  /**
   * View the audit log. Who changed rules, accounts, keys, webhook endpoints, partners and services, and who retried or
   * resolved submissions and cancellations, when, and from what to what: the newest changes first, 50 on a page. It has no
   * secrets. Needs a key of an operator's account with the scope `audit`.
   */
  auditLog(query: { cursor?: Scalar; subject_kind?: Scalar; subject?: Scalar; account_id?: number; actor_kind?: Scalar; actor?: Scalar; from?: Scalar; until?: Scalar; created_from?: Scalar; created_to?: Scalar; limit?: number } = {}): AsyncGenerator<types.AuditEntry> {
    return this.pagesOf(`/operator/audit-log/`, parameters(query, { cursor: "string", subject_kind: "string", subject: "string", account_id: "number", actor_kind: "string", actor: "string", from: "string", until: "string", created_from: "string", created_to: "string", limit: "number" }));
  }

  /**
   * Cancel an import. Ends an import. At most a hundred more orders are created. Those that exist stay. Needs a key with the
   * scope `orders:write`.
   */
  async cancelImport(id: number, options?: CallOptions): Promise<types.Import> {
    return (await this.send("POST", `/order/import/${step("id", id, "number")}/cancel/`, { ...options, body: {} })).json();
  }

  /**
   * Change the settings of labels. An absent field stays as it is, null clears it. The logo is a PNG file in base64; the
   * response has it in black and white, as it is printed. Needs a key with the scope `account`.
   */
  async changeAccountLabels(body: Body<types.AccountLabelsRequest> = {}, options?: CallOptions): Promise<types.AccountLabels> {
    return (await this.send("PATCH", `/account/labels/`, { ...options, body: fields(body, { hide_contents: "boolean | null", return_to: "null | string", default_size: "null | string", logo: "null | string" }) })).json();
  }

  /**
   * Change the settings of the account. An absent field stays as it is, null clears it. Needs a key with the scope
   * `account`.
   */
  async changeAccountSettings(body: Body<types.AccountSettingsRequest> = {}, options?: CallOptions): Promise<types.AccountSettings> {
    return (await this.send("PATCH", `/account/settings/`, { ...options, body: fields(body, { timezone: "null | string", language: "null | string", complete_phones: "boolean | null", weight_tolerance: "null | number | string", weight_tolerance_percent: "null | number | string", unscanned_hours: "null | number | string" }) })).json();
  }

  /**
   * Suggest how addresses are better written. Takes addresses and says for each of their fields what to send: the name of
   * the country, the postal code as the country writes it, the phone number with the country code, and the e-mail address
   * without what is not part of it. Nothing is refused because of it, and nothing is stored. Needs a key with the scope
   * `orders:write`.
   */
  async checkAddresses(body: Body<types.AddressRequest>, options?: CallOptions): Promise<Array<{ [key: string]: types.AddressFinding }>> {
    return (await this.send("POST", `/address/check/`, { ...options, body: fields(body, { addresses: "!array of object" }) })).json<{ addresses: Array<{ [key: string]: types.AddressFinding }> }>().addresses;
  }

  /**
   * Check an import again. Checks the file of an import that has created no orders again, with another mapping or other
   * options: one that waits, was only checked or failed. What is absent stays as it is. As after `dry_run`, the import is
   * `checked` then, and `confirm` creates the orders. Needs a key with the scope `orders:write`.
   */
  async checkImport(id: number, body: Body<types.RecheckRequest> = {}, options?: CallOptions): Promise<types.Import> {
    return (await this.send("POST", `/order/import/${step("id", id, "number")}/check/`, { ...options, body: fields(body, { service_id: "null | number | string", mapping: "null | string", defaults: "null | string", charset: "null | string", delimiter: "null | string", sheet: "null | string", heading_row: "null | number | string", corrections: "null | string" }) })).json();
  }

  /**
   * Close a hand-over list. Closes a list that a driver takes over. Its parcels become picked up within seconds: `closing`
   * until all are. The same request again responds with the list. Needs a key with the scope `parcels:write`.
   */
  async closeHandover(number: string, body: Body<types.HandoverCloseRequest>, options?: CallOptions): Promise<types.HandoverList> {
    return (await this.send("POST", `/handovers/${step("number", number, "string")}/close/`, { ...options, body: fields(body, { given_by: "!string", taken_by: "!string", parcels: "!number | string", signature: "null | string" }) })).json();
  }

  /**
   * Confirm an import. Says yes to what an import waits for (`needs`): the same file again, a guessed charset, and with
   * `valid_only` and `existing` to the others. An import that was only checked begins. Needs a key with the scope
   * `orders:write`.
   */
  async confirmImport(id: number, body: Body<types.ConfirmRequest> = {}, options?: CallOptions): Promise<types.Import> {
    return (await this.send("POST", `/order/import/${step("id", id, "number")}/confirm/`, { ...options, body: fields(body, { valid_only: "boolean | null", existing: "null | string" }) })).json();
  }

  /**
   * Correct the status of an order. Sets the status of an order of any account that was reported wrongly, also a final one,
   * by an event that says which event it corrects. The account receives `order.tracking_updated` with `corrects`, the status
   * before. The status that the order has already is confirmed: no event of it needs attention any more. A parcel that is
   * `lost` has ended, until an event moves it. Needs a key of an operator's account with the scope `tracking:write`.
   */
  async correctTracking(body: Body<types.CorrectionRequest>, options?: CallOptions): Promise<types.TrackerStatus> {
    return (await this.send("POST", `/operator/tracking/correct/`, { ...options, body: fields(body, { tracking_no: "!string", status: "!string", reason: "!string", lost: "boolean | null" }) })).json<{ corrects: types.TrackerStatus }>().corrects;
  }

  /**
   * Upload a file whose rows become orders. Stores a CSV or XLSX file and responds at once. The file is checked, and its
   * orders are created, in the background: `GET /api/order/import/{id}/` shows the progress. A row is an item; rows with the
   * same `shipper_order_id` are one order. The file comes as the field `file` of a form, or as the body. The other fields of
   * the form may also come in the query. The key must come in the header or the query. Needs a key with the scope
   * `orders:write`.
   */
  async createImport(file: Uint8Array, query: { service_id?: number; mapping?: Scalar; defaults?: Scalar; charset?: Scalar; delimiter?: "," | ";" | "tab" | "|" | (string & {}); sheet?: Scalar; heading_row?: number; file_name?: Scalar; dry_run?: boolean; valid_only?: boolean; existing?: "skip" | "create" | (string & {}); confirm?: boolean } = {}, options?: CallOptions): Promise<types.Import> {
    return (await this.send("POST", `/order/import/`, { ...options, body: argument("file", file, "Uint8Array"), query: parameters(query, { service_id: "number", mapping: "string", defaults: "string", charset: "string", delimiter: "string", sheet: "string", heading_row: "number", file_name: "string", dry_run: "boolean", valid_only: "boolean", existing: "string", confirm: "boolean" }) })).json();
  }

  /**
   * Create a secret key. Only this response contains the secret. A key that was created with another key names it in
   * `created_by_key`, and has no scope and no network that the other one does not have. An account has at most 100 live
   * keys. Needs a key with the scope `account`.
   */
  async createKey(body: Body<types.KeyRequest>, options?: CallOptions): Promise<types.NewKey> {
    return (await this.send("POST", `/account/keys/`, { ...options, body: fields(body, { name: "!string", expires_on: "null | string", preset: "null | string", scopes: "array of string | null", networks: "array of string | null" }) })).json();
  }

  /**
   * Delete an endpoint. Its deliveries are deleted too. The events remain. Needs a key with the scope `webhooks`.
   */
  async deleteEndpoint(id: number, options?: CallOptions): Promise<void> {
    await this.send("DELETE", `/webhooks/endpoints/${step("id", id, "number")}/`, { ...options });
  }

  /**
   * Delete a note of an order. Deletes a note, whoever wrote it. Needs a key with the scope `orders:write`.
   */
  async deleteNote(trackingNo: string, id: number, options?: CallOptions): Promise<void> {
    await this.send("DELETE", `/order/order/${step("trackingNo", trackingNo, "string")}/notes/${step("id", id, "number")}/`, { ...options });
  }

  /**
   * Delete a template for orders. Orders that were created from it are not changed. Needs a key with the scope
   * `orders:write`.
   */
  async deleteOrderTemplate(name: string, options?: CallOptions): Promise<void> {
    await this.send("DELETE", `/order/templates/${step("name", name, "string")}/`, { ...options });
  }

  /**
   * Delete a rule. Deletes a rule that was set. A built-in rule with its id applies again. Needs a key of an operator's
   * account with the scope `rules`.
   */
  async deleteRule(id: string, options?: CallOptions): Promise<void> {
    await this.send("DELETE", `/operator/rules/${step("id", id, "string")}/`, { ...options });
  }

  /**
   * View deliveries. What was sent to the endpoint in the last 30 days, or will be: the newest events first, 50 on a page.
   * Needs a key with the scope `webhooks`.
   */
  deliveries(id: number, query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.Delivery> {
    return this.pagesOf(`/webhooks/endpoints/${step("id", id, "number")}/deliveries/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * Change several orders. Changes at most 200 orders in the same way, each as a whole or not at all. `changes` is as in the
   * change of one order. It may also have fields of items, which are then set in every item. Needs a key with the scope
   * `orders:write`.
   */
  async editOrders(body: Body<types.EditManyRequest>, options?: CallOptions): Promise<Array<types.EditManyResponseOrdersElement>> {
    return (await this.send("POST", `/order/edit/`, { ...options, body: fields(body, { tracking_nos: "!array of string", changes: "!object", dry_run: "boolean" }) })).json<{ orders: Array<types.EditManyResponseOrdersElement> }>().orders;
  }

  /**
   * Change the tags of orders. Adds tags to at most 200 orders and removes others, for one or for many, also if they have
   * ended. Only people and keys of the account see them. An order has at most 10. They are no part of the order: there is no
   * event. A repeated request changes nothing more. Needs a key with the scope `orders:write`.
   */
  async editTags(body: Body<types.TagsRequest>, options?: CallOptions): Promise<Array<types.EditManyResponseOrdersElement>> {
    return (await this.send("POST", `/order/tags/`, { ...options, body: fields(body, { tracking_nos: "!array of string", add: "array of string", remove: "array of string" }) })).json<{ orders: Array<types.EditManyResponseOrdersElement> }>().orders;
  }

  /**
   * View an endpoint. The response also shows why the endpoint was disabled, and since when deliveries fail. Needs a key
   * with the scope `webhooks`.
   */
  async endpoint(id: number, options?: CallOptions): Promise<types.Endpoint> {
    return (await this.send("GET", `/webhooks/endpoints/${step("id", id, "number")}/`, { ...options })).json();
  }

  /**
   * List the endpoints. All endpoints of the account. Needs a key with the scope `webhooks`.
   */
  async endpoints(options?: CallOptions): Promise<Array<types.Endpoint>> {
    return (await this.send("GET", `/webhooks/endpoints/`, { ...options })).json<{ results: Array<types.Endpoint> }>().results;
  }

  /**
   * View events. The events of the last 30 days, the oldest first, 50 on a page. It has the events that an endpoint of the
   * account receives, delivered or not, and every endpoint.disabled. Needs a key with the scope `webhooks`.
   */
  events(query: { date_from?: Scalar; date_to?: Scalar; created_from?: Scalar; created_to?: Scalar; cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.Event> {
    return this.pagesOf(`/webhooks/events/`, parameters(query, { date_from: "string", date_to: "string", created_from: "string", created_to: "string", cursor: "string", limit: "number" }));
  }

  /**
   * Say what an order waits for. What of an order or return waits or failed: its submission to the partner, the partner's
   * label, its cancellation, and its events to your endpoints, with the time of the next attempt, and what to do. Of the
   * events the last 50 are looked at. Needs a key with the scope `orders:read`.
   */
  async explainOrder(trackingNo: string, options?: CallOptions): Promise<types.OrderObstacles> {
    return (await this.send("GET", `/order/order/${step("trackingNo", trackingNo, "string")}/why/`, { ...options })).json();
  }

  /**
   * Export orders. A file of the orders that the filters select, the newest first, at most 50,000; without filters all. The
   * form `orders` has all fields, with a row for each item, and an import reads it back equal. The form `tracking` has
   * `shipper_order_id`, `tracking_no`, `carrier` and `tracking_url`, for shops. A text that a spreadsheet would take for a
   * formula begins with an apostrophe in CSV. The file is sent while it is written: if the connection ends before the
   * response does, the file is not whole. Needs a key with the scope `orders:read`.
   */
  async exportOrders(query: { date_from?: Scalar; date_to?: Scalar; created_from?: Scalar; created_to?: Scalar; service_id?: number; shipper_order_id?: Scalar; upload_batch_no?: Scalar; tracking_no?: ReadonlyArray<string>; status_code?: "SUBMITTED" | "SUBMISSION_FAILED" | "CANCELLED" | "null" | (string & {}); tracker_status_code?: "ORDER_CREATED" | "PENDING_PICKUP" | "PICKED_UP" | "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY" | "CROSS_BORDER_TRANSIT" | "DESTINATION_COUNTRY_CUSTOMS" | "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY" | "READY_FOR_COLLECTION" | "DELIVERY_IN_PROGRESS" | "SUCCESS" | "FAILED_PICKUP" | "FAILED_DELIVERY" | "EXCEPTION" | "RETURN_TO_SENDER" | "RETURNED" | "CANCELLED" | (string & {}); picked_up?: boolean; is_return?: boolean; printed?: boolean; packed?: boolean; queue?: "print" | "pack" | "hand-over" | "partner" | "problem" | "on-the-way" | "done" | (string & {}); held?: boolean; search?: Scalar; tag?: Scalar; warning?: "any" | "address" | (string & {}); metadata?: { [key: string]: string }; form?: "orders" | "tracking" | (string & {}); format?: "csv" | "xlsx" | (string & {}) } = {}, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/order/export/`, { ...options, query: parameters(query, { date_from: "string", date_to: "string", created_from: "string", created_to: "string", service_id: "number", shipper_order_id: "string", upload_batch_no: "string", tracking_no: "array of string", status_code: "string", tracker_status_code: "string", picked_up: "boolean", is_return: "boolean", printed: "boolean", packed: "boolean", queue: "string", held: "boolean", search: "string", tag: "string", warning: "string", metadata: "object", form: "string", format: "string" }) })).body;
  }

  /**
   * View a hand-over list. A list with what is on it now. Needs a key with the scope `orders:read`.
   */
  async handover(number: string, options?: CallOptions): Promise<types.HandoverList> {
    return (await this.send("GET", `/handovers/${step("number", number, "string")}/`, { ...options })).json();
  }

  /**
   * List the parcels of a hand-over list. The parcels that are on a list, the last scanned first, 50 on a page. Needs a key
   * with the scope `orders:read`.
   */
  handoverParcels(number: string, query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.HandoverParcel> {
    return this.pagesOf(`/handovers/${step("number", number, "string")}/parcels/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * List hand-over lists. The lists of the account, the newest first, 50 on a page. An open list has no count here. Needs a
   * key with the scope `orders:read`.
   */
  handovers(query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.HandoverList> {
    return this.pagesOf(`/handovers/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * Hold orders. Holds each order: it is not submitted to its partner and not handed over until it is released. It is
   * refused while an attempt to submit the order is under way, and after the pickup. A held order gets the new reason. Needs
   * a key with the scope `orders:write`.
   */
  async holdOrders(body: Body<types.HoldRequest>, options?: CallOptions): Promise<Array<types.HoldResponseOrdersElement>> {
    return (await this.send("POST", `/order/hold/`, { ...options, body: fields(body, { tracking_nos: "!array of number/object/string", reason: "!string", dry_run: "boolean | null" }) })).json<{ orders: Array<types.HoldResponseOrdersElement> }>().orders;
  }

  /**
   * View an import. The state of an import, its progress, its counts, and where its results are. Needs a key with the scope
   * `orders:read`.
   */
  async import(id: number, options?: CallOptions): Promise<types.Import> {
    return (await this.send("GET", `/order/import/${step("id", id, "number")}/`, { ...options })).json();
  }

  /**
   * View the problems of an import. The rows that have problems or warnings, in the order of the file, 100 on a page. They
   * are kept for 7 days. Needs a key with the scope `orders:read`.
   */
  importProblems(id: number, query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.ImportProblemPageResultsElement> {
    return this.pagesOf(`/order/import/${step("id", id, "number")}/problems/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * Fetch a template. An empty file for orders of a service: the headings of all fields and an example, which is refused
   * when it is uploaded. XLSX also has a sheet with the meaning and the values of each field. Needs a key with the scope
   * `orders:read`.
   */
  async importTemplate(query: { service_id: number; format?: "csv" | "xlsx" | (string & {}) }, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/order/import/template/`, { ...options, query: parameters(query, { service_id: "!number", format: "string" }) })).body;
  }

  /**
   * Fetch the orders of an import. The created orders as CSV, in the order of the file: `row` of the file,
   * `shipper_order_id`, `tracking_no`, `upload_batch_no`, `consignee_name`, `consignee_country`, `created_on`. A text that a
   * spreadsheet would take for a formula begins with an apostrophe. Needs a key with the scope `orders:read`.
   */
  async importedOrders(id: number, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/order/import/${step("id", id, "number")}/orders/`, { ...options })).body;
  }

  /**
   * List imports. The imports of the last 90 days, the newest first, 50 on a page. They lack what a person needs to see what
   * the file is. Needs a key with the scope `orders:read`.
   */
  imports(query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.Import> {
    return this.pagesOf(`/order/import/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * List the secret keys. All keys of the account, revoked ones too, without their secrets. Needs a key with the scope
   * `account`.
   */
  async keys(options?: CallOptions): Promise<Array<types.Key>> {
    return (await this.send("GET", `/account/keys/`, { ...options })).json<{ results: Array<types.Key> }>().results;
  }

  /**
   * View the status of many labels. Takes the parameters of `GET /api/order/labels/`, and says for each order whether that
   * file has its label, why not, in which formats it can be fetched, and which texts do not print as they are written. Needs
   * a key with the scope `labels`.
   */
  async labelStatuses(query: { upload_batch_no?: Scalar; tracking_no?: ReadonlyArray<string>; import_id?: Scalar; document?: "label" | "cn22" | "cn23" | "invoice" | "proforma" | (string & {}); format?: "pdf" | "zpl" | (string & {}); size?: "100x150" | "a6" | "4x6" | "a4" | (string & {}); dpi?: 203 | 300 | 600 | (string & {}) } = {}, options?: CallOptions): Promise<types.LabelStatuses> {
    return (await this.send("GET", `/order/labels/status/`, { ...options, query: parameters(query, { upload_batch_no: "string", tracking_no: "array of string", import_id: "string", document: "string", format: "string", size: "string", dpi: "number" }) })).json();
  }

  /**
   * Print a handover manifest. The parcels that a driver takes over, as PDF: a bar code for each tracking number, the
   * reference, the consignee, the destination and the weight, their number and total weight, and fields for signatures. Each
   * service and pickup address has a manifest of its own in the file. Rows are sorted by tracking number. Returns, cancelled
   * and held orders, orders without a label, and those whose label changed since it was printed are left out. Choose the
   * orders by `date`, by `date_from` and `date_to`, by `upload_batch_no` or by `tracking_no`; the other filters narrow this
   * down. A request may match at most 5000 parcels. With `format=json` it is data. Needs a key with the scope `labels`.
   */
  async manifest(query: { date_from?: Scalar; date_to?: Scalar; created_from?: Scalar; created_to?: Scalar; service_id?: number; upload_batch_no?: Scalar; tracking_no?: ReadonlyArray<string>; tracker_status_code?: "ORDER_CREATED" | "PENDING_PICKUP" | "PICKED_UP" | "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY" | "CROSS_BORDER_TRANSIT" | "DESTINATION_COUNTRY_CUSTOMS" | "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY" | "READY_FOR_COLLECTION" | "DELIVERY_IN_PROGRESS" | "SUCCESS" | "FAILED_PICKUP" | "FAILED_DELIVERY" | "EXCEPTION" | "RETURN_TO_SENDER" | "RETURNED" | "CANCELLED" | (string & {}); date?: Scalar; timezone?: Scalar } = {}, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/order/manifest/`, { ...options, query: parameters(query, { date_from: "string", date_to: "string", created_from: "string", created_to: "string", service_id: "number", upload_batch_no: "string", tracking_no: "array of string", tracker_status_code: "string", date: "string", timezone: "string" }) })).body;
  }

  /**
   * Mark labels as printed. Notes that the labels of orders were printed, so that `printed=false` lists the others. A
   * repeated request notes the later time. Needs a key with the scope `labels`.
   */
  async markPrinted(body: Body<types.NumbersRequest>, options?: CallOptions): Promise<Array<types.PrintedResponseOrdersElement>> {
    return (await this.send("POST", `/order/printed/`, { ...options, body: fields(body, { tracking_nos: "!array of number/object/string" }) })).json<{ orders: Array<types.PrintedResponseOrdersElement> }>().orders;
  }

  /**
   * Open a hand-over list. A list is for the parcels of one service that a driver takes over at one place. Needs a key with
   * the scope `parcels:write`.
   */
  async openHandover(body: Body<types.HandoverOpenRequest>, options?: CallOptions): Promise<types.HandoverList> {
    return (await this.send("POST", `/handovers/`, { ...options, body: fields(body, { service_id: "!number | string", place: "!string" }) })).json();
  }

  /**
   * View one order. The record of an order or return with its items; the path may also have its `order_id`, if the account
   * has no order with such a tracking number. After the keys of the record it has the tracking updates of the parcel, the
   * submissions to its partner, and the addresses of its documents. Needs a key with the scope `orders:read`.
   */
  async order(trackingNo: string, options?: CallOptions): Promise<types.OrderDetail> {
    return (await this.send("GET", `/order/order/${step("trackingNo", trackingNo, "string")}/`, { ...options })).json();
  }

  /**
   * List the templates for orders. Fields of orders that the account keeps under names, to begin new orders with. There are
   * at most 100. Needs a key with the scope `orders:read`.
   */
  async orderTemplates(options?: CallOptions): Promise<Array<types.OrderTemplate>> {
    return (await this.send("GET", `/order/templates/`, { ...options })).json<{ results: Array<types.OrderTemplate> }>().results;
  }

  /**
   * View orders. The orders and returns of the account, newest first, 50 on a page. If a parameter is repeated, the last one
   * counts. An empty parameter counts as absent. Use `cursor` to read all orders: every page takes the same time, and no
   * order is missing or repeated while new orders arrive. With a `cursor` or `limit`, an unknown parameter is an error, and
   * so is a value that a filter cannot have. Without one, an unknown parameter is ignored, such a value selects nothing, and
   * a header names both. Without one, `search`, `warning` and `metadata` select at most 10,000 orders. Needs a key with the
   * scope `orders:read`.
   */
  orders(query: { with_items?: boolean; expand?: ReadonlyArray<"metadata" | "tags" | "hold" | "replaced_by" | "packing" | "proof" | (string & {})>; limit?: number; date_from?: Scalar; date_to?: Scalar; created_from?: Scalar; created_to?: Scalar; service_id?: number; shipper_order_id?: Scalar; upload_batch_no?: Scalar; tracking_no?: ReadonlyArray<string>; status_code?: "SUBMITTED" | "SUBMISSION_FAILED" | "CANCELLED" | "null" | (string & {}); tracker_status_code?: "ORDER_CREATED" | "PENDING_PICKUP" | "PICKED_UP" | "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY" | "CROSS_BORDER_TRANSIT" | "DESTINATION_COUNTRY_CUSTOMS" | "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY" | "READY_FOR_COLLECTION" | "DELIVERY_IN_PROGRESS" | "SUCCESS" | "FAILED_PICKUP" | "FAILED_DELIVERY" | "EXCEPTION" | "RETURN_TO_SENDER" | "RETURNED" | "CANCELLED" | (string & {}); picked_up?: boolean; updated_from?: Scalar; updated_to?: Scalar; is_return?: boolean; printed?: boolean; packed?: boolean; queue?: "print" | "pack" | "hand-over" | "partner" | "problem" | "on-the-way" | "done" | (string & {}); held?: boolean; search?: Scalar; tag?: Scalar; warning?: "any" | "address" | (string & {}); metadata?: { [key: string]: string }; page_size?: number; cursor?: Scalar } = {}): AsyncGenerator<types.ListedRecord> {
    return this.pagesOf(`/order/order/`, parameters(query, { with_items: "boolean", expand: "array of string", limit: "number", date_from: "string", date_to: "string", created_from: "string", created_to: "string", service_id: "number", shipper_order_id: "string", upload_batch_no: "string", tracking_no: "array of string", status_code: "string", tracker_status_code: "string", picked_up: "boolean", updated_from: "string", updated_to: "string", is_return: "boolean", printed: "boolean", packed: "boolean", queue: "string", held: "boolean", search: "string", tag: "string", warning: "string", metadata: "object", page_size: "number | string", cursor: "string" }));
  }

  /**
   * Pack a parcel. Notes that the parcel of an order is packed, or with `packed` false puts it on the station of the caller,
   * where pieces are ticked and the parcel is weighed. Says in `code` why not: the order is cancelled or held, was picked
   * up, has no label, or was packed before. That is a result, and no error. With `scan`, which names the scan, the same
   * request again has the same result. Needs a key with the scope `parcels:write`.
   */
  async pack(body: Body<types.PackRequest>, options?: CallOptions): Promise<types.PackResult> {
    return (await this.send("POST", `/packings/`, { ...options, body: fields(body, { code: "!string", scan: "null | string", order_id: "null | number | string", packed: "boolean | null", weight: "null | number | string", ticked: "array of number | null" }) })).json();
  }

  /**
   * List the numbers of the newest batches. The `upload_batch_no` of the newest 200 submissions, the newest first. A portal
   * of the original interface offers them as a filter. Needs a key with the scope `orders:read`.
   */
  async portalBatchNumbers(options?: CallOptions): Promise<types.UploadBatchNos> {
    return (await this.send("GET", `/order/upload-batch-no/`, { ...options })).json();
  }

  /**
   * List the services for clients of the original interface. The services of `GET /api/services/` with the names that a
   * portal of the original interface reads. New clients use that operation. Needs a key with the scope `orders:read`.
   */
  async portalServices(options?: CallOptions): Promise<types.PortalServices> {
    return (await this.send("GET", `/order/service/`, { ...options })).json();
  }

  /**
   * Print a hand-over list. The list as PDF: a bar code for each parcel, the reference, the consignee, the destination and
   * the weight, the names, and the signature or a field for it. Times are in the time zone of the account. Needs a key with
   * the scope `labels`.
   */
  async printHandover(number: string, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/handovers/${step("number", number, "string")}/pdf/`, { ...options })).body;
  }

  /**
   * Fetch a proof of delivery. The picture of the proof of delivery, for the account of the order and for operators. Needs a
   * key with the scope `orders:read`.
   */
  async proofOfDelivery(trackingNo: string, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/order/order/${step("trackingNo", trackingNo, "string")}/proof-of-delivery/`, { ...options })).body;
  }

  /**
   * Print a label. Queues the label of an order for a printer of a print agent, once for each request key: the same request
   * again responds with the job, and its state now. Needs a key with the scope `labels`.
   */
  async queuePrint(body: Body<types.PrintRequest>, options?: CallOptions): Promise<types.PrintJob> {
    return (await this.send("POST", `/print/jobs/`, { ...options, body: fields(body, { tracking_no: "!string", printer: "!string", request_key: "!string" }) })).json();
  }

  /**
   * Fetch the refused rows of an import. The rows that became no orders, in the format of the uploaded file, with a column
   * of errors. Correct them and upload the file again: the column is ignored. It is kept for 7 days. Needs a key with the
   * scope `orders:read`.
   */
  async refusedRows(id: number, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/order/import/${step("id", id, "number")}/refused/`, { ...options })).body;
  }

  /**
   * Query tracking updates without a body. The tracking updates of up to 200 tracking numbers, for clients of the original
   * interface that send no body. It needs no key. With a key in the header the updates of the account's related orders come
   * with those of the number.
   */
  async relatedUpdates(query: { tracking_nos: Scalar }, options?: CallOptions): Promise<types.RelatedUpdates> {
    return (await this.send("GET", `/v2/tracker/related-updates/`, { ...options, query: parameters(query, { tracking_nos: "!string" }) })).json();
  }

  /**
   * Release orders. Ends what holds each order: it is submitted to its partner, or gets its label in house. A repeated
   * request has no further effect. Needs a key with the scope `orders:write`.
   */
  async releaseOrders(body: Body<types.ReleaseRequest>, options?: CallOptions): Promise<Array<types.HoldResponseOrdersElement>> {
    return (await this.send("POST", `/order/release/`, { ...options, body: fields(body, { tracking_nos: "!array of number/object/string", reason: "null | string", dry_run: "boolean | null" }) })).json<{ orders: Array<types.HoldResponseOrdersElement> }>().orders;
  }

  /**
   * Take a parcel off a hand-over list. Takes a parcel off an open list. `404` also if the parcel is not on the list, is
   * picked up, or the list is closed. Needs a key with the scope `parcels:write`.
   */
  async removeFromHandover(number: string, trackingNo: string, options?: CallOptions): Promise<void> {
    await this.send("DELETE", `/handovers/${step("number", number, "string")}/parcels/${step("trackingNo", trackingNo, "string")}/`, { ...options });
  }

  /**
   * Open a hand-over list again. Opens a closed list again, for further parcels. Its parcels stay picked up. The same
   * request again responds with the list. Needs a key with the scope `parcels:write`.
   */
  async reopenHandover(number: string, body: Body<types.HandoverReopenRequest>, options?: CallOptions): Promise<types.HandoverList> {
    return (await this.send("POST", `/handovers/${step("number", number, "string")}/reopen/`, { ...options, body: fields(body, { reason: "!string" }) })).json();
  }

  /**
   * Cancel and replace an order. Cancels the order, and creates another one in its place: the order with the fields that are
   * sent, validated as a new order is. It has a number of its own, and may have another country, service or reference.
   * Nothing is cancelled if it would be invalid. It is created only once the first one is cancelled: if a partner has to be
   * asked, the response is 409 with `Retry-After`, and you send the request again after the event `order.cancelled`. An
   * order has at most one replacement. Needs a key with the scope `orders:write`.
   */
  async replaceOrder(trackingNo: string, changes: types.ReplaceRequest, options?: CallOptions): Promise<types.CreateResponse> {
    return (await this.send("POST", `/order/order/${step("trackingNo", trackingNo, "string")}/replace/`, { ...options, body: argument("changes", changes, "object") })).json();
  }

  /**
   * Replay events. Delivers events again, whether they were delivered before or not. The request selects them by their ids,
   * or by the time when they happened. By time, only events of the endpoint's types are delivered. Events are stored for 30
   * days. Needs a key with the scope `webhooks`.
   */
  async replayEvents(id: number, body: Body<types.ReplayRequest> = {}, options?: CallOptions): Promise<number> {
    return (await this.send("POST", `/webhooks/endpoints/${step("id", id, "number")}/replay/`, { ...options, body: fields(body, { date_from: "null | string", date_to: "null | string", created_from: "null | string", created_to: "null | string", event_ids: "array of string | null" }) })).json<{ replayed: number }>().replayed;
  }

  /**
   * Report on a print job. For print agents. Says that the agent starts to send a job, or how that ended. A job that started
   * and has no other report after two minutes is `unknown`: a person says in the console whether the label came out, and it
   * is never printed again by itself. `printed` marks the label of the order as printed. Needs a key with the scope
   * `labels`.
   */
  async reportPrint(body: Body<types.PrintReportRequest>, options?: CallOptions): Promise<void> {
    await this.send("POST", `/print/report/`, { ...options, body: fields(body, { request_key: "!string", lease: "!string", state: "!string", note: "null | string" }) });
  }

  /**
   * Store a proof of delivery. Stores the name of the person who took the parcel and a picture. It replaces an earlier
   * proof. It needs a key of an operator's account. Needs a key of an operator's account with the scope `tracking:write`.
   */
  async reportProof(body: Body<types.ProofRequest>, options?: CallOptions): Promise<void> {
    await this.send("POST", `/operator/proof-of-delivery/`, { ...options, body: fields(body, { tracking_no: "!string", name: "!string", image: "!string", signed_on: "null | string" }) });
  }

  /**
   * Report a weight. For print agents. Says what the scale beside a printer shows, when it is stable. The page Pack takes it
   * for the parcel that waits for a weight. Needs a key with the scope `labels`.
   */
  async reportScale(body: Body<types.PrintScaleRequest>, options?: CallOptions): Promise<void> {
    await this.send("POST", `/print/scale/`, { ...options, body: fields(body, { printer: "!string", weight: "!number | string" }) });
  }

  /**
   * Report what happened to parcels. For operators that scan parcels. It needs a key of an operator's account, and accepts
   * reports on the orders of all accounts. A report names an order by its tracking number or by the number of its partner,
   * as it is scanned; its result has the tracking number. If one report is invalid, none is recorded. Needs a key of an
   * operator's account with the scope `tracking:write`.
   */
  async reportTracking(body: Body<types.ReportRequest>, options?: CallOptions): Promise<Array<types.ReportResponseEventsElement>> {
    return (await this.send("POST", `/operator/tracking/`, { ...options, body: fields(body, { events: "!array of object" }) })).json<{ events: Array<types.ReportResponseEventsElement> }>().events;
  }

  /**
   * List the requests of the account. The requests of the last 30 days that were made with a key of the account, the newest
   * first, 50 on a page, with what was wrong and which fields are unknown. Nothing says something of a person: of bodies
   * there are the names of fields, and the values of those that are not personal. At most 10 requests a second (100 at once)
   * that succeed, and as many that fail, are recorded; an entry with `not_recorded` stands for the others. Entries appear
   * after a second or two. The log of an account takes at most 64 MiB, all together 1 GiB; the oldest entries go first.
   * Needs a key with the scope `orders:read`.
   */
  requests(query: { cursor?: Scalar; request_id?: Scalar; failed?: "true" | "false" | (string & {}); limit?: number } = {}): AsyncGenerator<types.RecordedRequest> {
    return this.pagesOf(`/account/requests/`, parameters(query, { cursor: "string", request_id: "string", failed: "string", limit: "number" }));
  }

  /**
   * Revoke the addresses of an order's label and documents. All addresses of the label and the documents of the order that
   * were given out before are 404 from now on, as unknown ones are. Its other responses have new addresses. Other orders,
   * the tracking page and the orders' numbers stay as they are. A repeated request revokes the new addresses too. A create
   * request that is repeated with its `Idempotency-Key` gets the old address again: view the order. Needs a key with the
   * scope `labels`.
   */
  async revokeAddresses(trackingNo: string, options?: CallOptions): Promise<string | null> {
    return (await this.send("POST", `/order/order/${step("trackingNo", trackingNo, "string")}/revoke-addresses/`, { ...options, body: {} })).json<{ order_label_url: string | null }>().order_label_url;
  }

  /**
   * Revoke a secret key. The key is refused from now on; other servers follow within a second. A key may revoke itself and
   * the keys that were created with it, directly or not. To rotate a key, create the next one, let all programs use it, and
   * let the old one revoke itself. Needs a key with the scope `account`.
   */
  async revokeKey(id: number, query: { with_created?: boolean } = {}, options?: CallOptions): Promise<void> {
    await this.send("DELETE", `/account/keys/${step("id", id, "number")}/`, { ...options, query: parameters(query, { with_created: "boolean" }) });
  }

  /**
   * Rotate the secret of an endpoint. For 24 hours every event is also signed with the old secret. Only this response
   * contains the new secret. Needs a key with the scope `webhooks`.
   */
  async rotateSecret(id: number, options?: CallOptions): Promise<types.NewEndpoint> {
    return (await this.send("POST", `/webhooks/endpoints/${step("id", id, "number")}/rotate-secret/`, { ...options, body: {} })).json();
  }

  /**
   * View a rule. Needs a key of an operator's account with the scope `rules`.
   */
  async rule(id: string, options?: CallOptions): Promise<types.RuleEntry> {
    return (await this.send("GET", `/operator/rules/${step("id", id, "string")}/`, { ...options })).json();
  }

  /**
   * List the rules. The built-in rules and those that were set, by id, also those that are not checked. There are at most
   * 1000. Needs a key of an operator's account with the scope `rules`.
   */
  async rules(options?: CallOptions): Promise<Array<types.RuleEntry>> {
    return (await this.send("GET", `/operator/rules/`, { ...options })).json<{ results: Array<types.RuleEntry> }>().results;
  }

  /**
   * Search HS codes. Finds codes of the Harmonized System by words of their English descriptions. Countries add digits of
   * their own to these six. Needs a key with the scope `orders:read`.
   */
  async searchHs(query: { q?: Scalar; limit?: number } = {}, options?: CallOptions): Promise<Array<types.HSCodesResultsElement>> {
    return (await this.send("GET", `/customs/hs/`, { ...options, query: parameters(query, { q: "string", limit: "number" }) })).json<{ results: Array<types.HSCodesResultsElement> }>().results;
  }

  /**
   * Set a template for orders. Stores some fields of an order under the name, in the place of an earlier template. Values
   * are checked when an order is created. Needs a key with the scope `orders:write`.
   */
  async setOrderTemplate(name: string, order: types.OrderTemplateRequest, options?: CallOptions): Promise<types.OrderTemplate> {
    return (await this.send("PUT", `/order/templates/${step("name", name, "string")}/`, { ...options, body: argument("order", order, "object") })).json();
  }

  /**
   * Set a rule. Adds the rule, or replaces the one with this id, also a built-in one. All servers follow within a second.
   * The change is in the audit log. Needs a key of an operator's account with the scope `rules`.
   */
  async setRule(id: string, rule: types.RuleRequest, options?: CallOptions): Promise<types.RuleEntry> {
    return (await this.send("PUT", `/operator/rules/${step("id", id, "string")}/`, { ...options, body: argument("rule", rule, "object") })).json();
  }

  /**
   * Simulate a journey. Starts a scripted journey of an order, in development only. Its reports are recorded like those of a
   * partner. A new journey replaces a running one. Needs a key with the scope `orders:write`.
   */
  async simulateJourney(body: Body<types.JourneyRequest>, options?: CallOptions): Promise<{ [key: string]: unknown }> {
    return (await this.send("POST", `/simulate/journey/`, { ...options, body: fields(body, { tracking_no: "!string", journey: "null | string", pause: "null | number | string" }) })).json();
  }

  /**
   * Count orders by day, service and state. How many orders and returns were created on each of the last days, in UTC, by
   * service and by their state now. An account may ask once a second, and five times at once. Needs a key with the scope
   * `orders:read`.
   */
  async stats(query: { days?: number } = {}, options?: CallOptions): Promise<types.Stats> {
    return (await this.send("GET", `/order/stats/`, { ...options, query: parameters(query, { days: "number" }) })).json();
  }

  /**
   * List the tags. The different tags of the orders of the account. There are at most 200. Needs a key with the scope
   * `orders:read`.
   */
  async tags(options?: CallOptions): Promise<Array<string>> {
    return (await this.send("GET", `/order/tags/`, { ...options })).json<{ results: Array<string> }>().results;
  }

  /**
   * Take a print job. For print agents. Offers a printer, and waits up to ten seconds for a job of it. The agent has the job
   * for a minute. Before it sends the first byte it reports that it starts. Needs a key with the scope `labels`.
   */
  async takePrints(body: Body<types.PrintTakeRequest>, options?: CallOptions): Promise<Array<types.PrintJob>> {
    return (await this.send("POST", `/print/take/`, { ...options, body: fields(body, { printer: "!string" }) })).json<{ jobs: Array<types.PrintJob> }>().jobs;
  }

  /**
   * Test an endpoint. Sends an event `endpoint.test` to the endpoint once, or an example of another event, whose data end
   * with `test`, also if it is disabled, and returns what came of it. A label webhook gets the example of a label. Nothing
   * is stored. An endpoint may be tested once a second, and 5 times at once. Needs a key with the scope `webhooks`.
   */
  async testEndpoint(id: number, body: Body<types.EndpointTestRequest> = {}, options?: CallOptions): Promise<types.EndpointTest> {
    return (await this.send("POST", `/webhooks/endpoints/${step("id", id, "number")}/test/`, { ...options, body: fields(body, { event: "null | string" }) })).json();
  }

  /**
   * Query tracking updates. The same operation at another address, for clients that use that address.
   */
  async trackV2(body: Body<types.TrackerQuery>, options?: CallOptions): Promise<types.UpdatesByNumber | types.TrackingUpdates> {
    return (await this.send("POST", `/v2/tracker/query-by-tracking-nos/`, { ...options, body: fields(body, { tracking_nos: "!array of number/object/string", get_related_updates: "boolean | null", flatten_data: "boolean | null" }) })).json();
  }

  /**
   * Undo that a parcel is packed. Only the user or key that packed a parcel can undo it. `404` also if another one did.
   * Needs a key with the scope `parcels:write`.
   */
  async undoPacking(trackingNo: string, options?: CallOptions): Promise<void> {
    await this.send("DELETE", `/packings/${step("trackingNo", trackingNo, "string")}/`, { ...options });
  }

  /**
   * Mark labels as not printed. Takes back that the labels of orders were printed, so that `printed=false` lists them again.
   * Needs a key with the scope `labels`.
   */
  async unmarkPrinted(body: Body<types.NumbersRequest>, options?: CallOptions): Promise<Array<types.PrintedResponseOrdersElement>> {
    return (await this.send("POST", `/order/not-printed/`, { ...options, body: fields(body, { tracking_nos: "!array of number/object/string" }) })).json<{ orders: Array<types.PrintedResponseOrdersElement> }>().orders;
  }

  /**
   * Change an endpoint. An absent field does not change. Null clears a field. If a disabled endpoint is enabled, its open
   * deliveries continue. Needs a key with the scope `webhooks`.
   */
  async updateEndpoint(id: number, body: Body<types.EndpointRequest> = {}, options?: CallOptions): Promise<types.Endpoint> {
    return (await this.send("PATCH", `/webhooks/endpoints/${step("id", id, "number")}/`, { ...options, body: fields(body, { url: "null | string", description: "null | string", label_pdf: "boolean | null", label_webhook: "boolean | null", basic_username: "null | string", basic_password: "null | string", disabled: "boolean | null", events: "array of string | null" }) })).json();
  }
}

/** What an operator decides about: the attribute administration of a Client. */
export class Administration extends Part {
  /**
   * View an account. Needs a key of an operator's account with the scope `administration`.
   */
  async account(id: number, options?: CallOptions): Promise<types.OperatorAccount> {
    return (await this.send("GET", `/operator/accounts/${step("id", id, "number")}/`, { ...options })).json();
  }

  /**
   * List accounts. The accounts of all shippers, by id, 50 on a page. Needs a key of an operator's account with the scope
   * `administration`.
   */
  accounts(query: { cursor?: Scalar; search?: Scalar; suspended?: boolean; limit?: number } = {}): AsyncGenerator<types.OperatorAccount> {
    return this.pagesOf(`/operator/accounts/`, parameters(query, { cursor: "string", search: "string", suspended: "boolean", limit: "number" }));
  }

  /**
   * Add a leg to a consignment. A leg is a flight, or the drive of a truck. The change is in the audit log. Needs a key of
   * an operator's account with the scopes `tracking:write` and `floor:write`.
   */
  async addLeg(id: number, body: Body<types.LegRequest>, options?: CallOptions): Promise<types.Consignment> {
    return (await this.send("POST", `/operator/consignments/${step("id", id, "number")}/legs/`, { ...options, body: fields(body, { flight: "!string", from: "!string", from_country: "!string", to: "!string", to_country: "!string", planned_departure: "null | string", planned_arrival: "null | string" }) })).json();
  }

  /**
   * Put a parcel into a bag. Puts a parcel of any account into an open bag, or says in `code` why not: the order is stopped,
   * held, cancelled or delivered, is of another service than the bag, or the parcel is in another bag. That is a result, and
   * no error. With `scan`, which names the scan, the same request again has the same result. Needs a key of an operator's
   * account with the scope `floor:write`.
   */
  async addToBag(id: number, body: Body<types.HandoverParcelRequest>, options?: CallOptions): Promise<types.BagScan> {
    return (await this.send("POST", `/operator/bags/${step("id", id, "number")}/parcels/`, { ...options, body: fields(body, { code: "!string", scan: "null | string", order_id: "null | number | string" }) })).json();
  }

  /**
   * Put a parcel on a pickup run. Puts a parcel of any account on the list that its shipper has for its service on an open
   * run, or says in `code` why not: the order is stopped, held or cancelled, was picked up, has no label, its label changed
   * since it was printed, or it is on another list. That is a result, and no error. With `scan`, which names the scan, the
   * same request again has the same result. Needs a key of an operator's account with the scope `floor:write`.
   */
  async addToRun(id: number, body: Body<types.HandoverParcelRequest>, options?: CallOptions): Promise<types.ScanResult> {
    return (await this.send("POST", `/operator/runs/${step("id", id, "number")}/parcels/`, { ...options, body: fields(body, { code: "!string", scan: "null | string", order_id: "null | number | string" }) })).json();
  }

  /**
   * Record answers of customs. What customs answered about parcels before they are loaded. `do_not_load` stops the parcel:
   * each scan says so. With an answer other than `assessed` its leg does not depart. `assessed` lifts the stop of an earlier
   * `do_not_load`, and no other stop. Decisions such as `released` are stored likewise; see the result of a broker. The
   * change is in the audit log. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`.
   */
  async answerCustoms(id: number, body: Body<types.CustomsAnswersRequest> = {}, options?: CallOptions): Promise<Array<types.CustomsAnswersResponseAnswersElement>> {
    return (await this.send("POST", `/operator/consignments/${step("id", id, "number")}/customs/`, { ...options, body: fields(body, { answers: "array of object" }) })).json<{ answers: Array<types.CustomsAnswersResponseAnswersElement> }>().answers;
  }

  /**
   * Have a leg arrive. As its departure. Needs a key of an operator's account with the scopes `tracking:write` and
   * `floor:write`.
   */
  async arriveLeg(id: number, legNo: number, body: Body<types.LegMoveRequest> = {}, options?: CallOptions): Promise<types.Consignment> {
    return (await this.send("POST", `/operator/consignments/${step("id", id, "number")}/legs/${step("legNo", legNo, "number")}/arrive/`, { ...options, body: fields(body, { occurred_on: "null | string", reason: "null | string", without: "array of string | null", acknowledged: "array of string | null" }) })).json();
  }

  /**
   * View a bag. Needs a key of an operator's account with the scope `floor:read`.
   */
  async bag(id: number, options?: CallOptions): Promise<types.Bag> {
    return (await this.send("GET", `/operator/bags/${step("id", id, "number")}/`, { ...options })).json();
  }

  /**
   * List the parcels of a bag. By account and order, 50 on a page. Needs a key of an operator's account with the scope
   * `floor:read`.
   */
  bagParcels(id: number, query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.BagParcel> {
    return this.pagesOf(`/operator/bags/${step("id", id, "number")}/parcels/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * List bags. The bags of the operator, the newest first, 50 on a page. Needs a key of an operator's account with the scope
   * `floor:read`.
   */
  bags(query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.Bag> {
    return this.pagesOf(`/operator/bags/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * View a cancellation. The cancellation of an order of any account, with the attempts at it and at its submission. 404
   * also if no partner was asked to cancel the order. Needs a key of an operator's account with the scope `administration`.
   */
  async cancellation(trackingNo: string, options?: CallOptions): Promise<types.ViewedEntry> {
    return (await this.send("GET", `/operator/cancellations/${step("trackingNo", trackingNo, "string")}/`, { ...options })).json();
  }

  /**
   * List cancellations. The cancellations of orders of all accounts that partners have, the oldest first, 50 on a page.
   * Needs a key of an operator's account with the scope `administration`.
   */
  cancellations(query: { cursor?: Scalar; state?: "waiting" | "pending" | "confirmed" | "refused" | "failed" | (string & {}); partner?: Scalar; account_id?: number; created_before?: Scalar; created_to?: Scalar; limit?: number } = {}): AsyncGenerator<types.OperatorEntry> {
    return this.pagesOf(`/operator/cancellations/`, parameters(query, { cursor: "string", state: "string", partner: "string", account_id: "number", created_before: "string", created_to: "string", limit: "number" }));
  }

  /**
   * Change an account. An absent field stays as it is; null is 0 or false. All servers follow within a second. `operator`
   * can be set by a key with the scope `users` only, and no key takes it from its own account. Needs a key of an operator's
   * account with the scope `administration`.
   */
  async changeAccount(id: number, body: Body<types.OperatorAccountChange> = {}, options?: CallOptions): Promise<types.OperatorAccount> {
    return (await this.send("PATCH", `/operator/accounts/${step("id", id, "number")}/`, { ...options, body: fields(body, { name: "null | string", rate_limit: "null | number | string", rate_burst: "null | number | string", erase_after_days: "null | number | string", delete_after_days: "null | number | string", operator: "boolean | null" }) })).json();
  }

  /**
   * Change a bag. Changes the seal, the weights and the destination. An absent field stays as it is. A bag that has departed
   * changes with a `reason` alone. The change is in the audit log. Needs a key of an operator's account with the scope
   * `floor:write`.
   */
  async changeBag(id: number, body: Body<types.BagChangeRequest> = {}, options?: CallOptions): Promise<types.Bag> {
    return (await this.send("PATCH", `/operator/bags/${step("id", id, "number")}/`, { ...options, body: fields(body, { to_hub_id: "null | number | string", seal: "null | string", tare: "null | number | string", gross: "null | number | string", reason: "null | string" }) })).json();
  }

  /**
   * Change a consignment. An absent field stays as it is. After a departure it changes with a `reason` alone, except that it
   * is `handed_over` when all bags have arrived. The change is in the audit log. Needs a key of an operator's account with
   * the scopes `tracking:write` and `floor:write`.
   */
  async changeConsignment(id: number, body: Body<types.ConsignmentChangeRequest> = {}, options?: CallOptions): Promise<types.Consignment> {
    return (await this.send("PATCH", `/operator/consignments/${step("id", id, "number")}/`, { ...options, body: fields(body, { destination: "string", awb: "null | string", truck: "null | string", broker: "null | string", state: "string", reason: "null | string" }) })).json();
  }

  /**
   * Change a hub. An absent field stays as it is. Scans that were recorded keep the name that the hub had. Needs a key of an
   * operator's account with the scope `administration`.
   */
  async changeHub(id: number, body: Body<types.HubChangeRequest> = {}, options?: CallOptions): Promise<types.Hub> {
    return (await this.send("PATCH", `/operator/hubs/${step("id", id, "number")}/`, { ...options, body: fields(body, { name: "null | string", country: "null | string", timezone: "null | string" }) })).json();
  }

  /**
   * Change a leg. An absent field stays as it is. A leg that has departed changes with a `reason` alone. The change is in
   * the audit log. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`.
   */
  async changeLeg(id: number, legNo: number, body: Body<types.LegChangeRequest> = {}, options?: CallOptions): Promise<types.Consignment> {
    return (await this.send("PATCH", `/operator/consignments/${step("id", id, "number")}/legs/${step("legNo", legNo, "number")}/`, { ...options, body: fields(body, { flight: "string", from: "string", from_country: "string", to: "string", to_country: "string", planned_departure: "null | string", planned_arrival: "null | string", reason: "null | string" }) })).json();
  }

  /**
   * Change parcels of all accounts. Holds, releases or cancels the parcels that numbers or references name, or that a filter
   * selects; reports where they are, or corrects their status. Each account has a job that changes its parcels in the
   * background, as of its own; those with few parcels have often ended when the response comes. With `dry_run` nothing is
   * changed: the response says what would come of the first 1,000 parcels. At most 10,000 parcels of 200 accounts are
   * changed at once, and an empty filter selects all whose journey has not ended. A repetition changes nothing. The key
   * needs both scopes. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`.
   */
  async changeParcels(body: Body<types.ParcelChangeRequest>, options?: CallOptions): Promise<types.ParcelChangeResponse> {
    return (await this.send("POST", `/operator/orders/change/`, { ...options, body: fields(body, { kind: "!string", reason: "null | string", status: "null | string", lost: "boolean | null", dry_run: "boolean | null", description: "null | string", country: "null | string", address: "null | string", occurred_on: "null | string", tracking_nos: "array of number/object/string", filter: "object" }) })).json();
  }

  /**
   * Change a partner. An absent field stays as it is. The name cannot be changed. Servers follow within ten seconds. The
   * change is in the audit log. Needs a key of an operator's account with the scope `administration`.
   */
  async changePartner(partner: string, body: Body<types.PartnerChangeRequest> = {}, options?: CallOptions): Promise<types.ViewedPartner> {
    return (await this.send("PATCH", `/operator/partners/${step("partner", partner, "string")}/`, { ...options, body: fields(body, { base_url: "null | string", concurrency: "null | number | string", timeout: "null | string", private_network: "boolean | null" }) })).json();
  }

  /**
   * Change a service. An absent field stays as it is, and null clears it. Servers follow within a second. Orders that exist
   * keep their partner. The number, the lane and the category cannot be changed: create another service. The change is in
   * the audit log. Needs a key of an operator's account with the scope `administration`.
   */
  async changeService(id: number, body: Body<types.ServiceChangeRequest> = {}, options?: CallOptions): Promise<types.OperatorService> {
    return (await this.send("PATCH", `/operator/services/${step("id", id, "number")}/`, { ...options, body: fields(body, { name: "null | string", partner: "null | string", cod: "boolean | null", missing_customs: "null | string", customs_forms: "null | string", own_label: "boolean | null" }) })).json();
  }

  /**
   * Change what a service states for customs. An absent fact stays as it is, and null removes it. Submissions that wait for
   * a fact are tried at once. The change is in the audit log. Needs a key of an operator's account with the scope
   * `administration`.
   */
  async changeServiceCustoms(id: number, facts: types.ServiceCustomsRequest, options?: CallOptions): Promise<types.ServiceCustoms> {
    return (await this.send("PATCH", `/operator/services/${step("id", id, "number")}/customs/`, { ...options, body: argument("facts", facts, "object") })).json();
  }

  /**
   * Change the labels of a service. A list that is sent replaces the whole list, null empties it, and an absent one stays.
   * The routing table has at most 5000 routes, which one request holds: a hub, a sort code, or both, for each prefix of
   * postal codes. Nothing is changed if a route is wrong. Servers follow within a second. The audit log has the marks, and
   * the number and a hash of the routes. Needs a key of an operator's account with the scope `administration`.
   */
  async changeServiceLabels(id: number, body: Body<types.ServiceLabelsRequest> = {}, options?: CallOptions): Promise<types.ServiceLabels> {
    return (await this.send("PATCH", `/operator/services/${step("id", id, "number")}/labels/`, { ...options, body: fields(body, { marks: "array of string | null", routing: "array of object | null" }) })).json();
  }

  /**
   * Change a user. An absent field stays as it is; null takes the operator role. Another operator role withdraws the user's
   * links, and ends the sessions that a link began. Needs a key of an operator's account with the scope `users` that is not
   * limited to networks.
   */
  async changeUser(id: number, body: Body<types.OperatorUserChange> = {}, options?: CallOptions): Promise<types.OperatorUser> {
    return (await this.send("PATCH", `/operator/users/${step("id", id, "number")}/`, { ...options, body: fields(body, { name: "null | string", operator_role: "null | string" }) })).json();
  }

  /**
   * Check a consignment. What stands against it: parcels that are cancelled, held or stopped, with which it is not closed;
   * parcels of another country, without an HS code or the UN number of dangerous goods, to a country under an embargo, or of
   * another weight on the scale than stated; and sums of declared values: above 135 GBP of a recipient in the United
   * Kingdom, and above 2,500 USD of one HS code of a shipper in the United States to a consignee on one flight. At most
   * 1,000 findings are listed besides those with which it is not closed. Values in currencies without a rate are in no sum,
   * and are listed. Needs a key of an operator's account with the scope `floor:read`.
   */
  async checkConsignment(id: number, options?: CallOptions): Promise<Array<types.ConsignmentChecksFindingsElement>> {
    return (await this.send("GET", `/operator/consignments/${step("id", id, "number")}/checks/`, { ...options })).json<{ findings: Array<types.ConsignmentChecksFindingsElement> }>().findings;
  }

  /**
   * Close a bag. The bag takes no more scans, and its parcels are counted, one account after the other: `closing` until all
   * are. A closed bag stays closed. The change is in the audit log. Needs a key of an operator's account with the scope
   * `floor:write`.
   */
  async closeBag(id: number, options?: CallOptions): Promise<types.Bag> {
    return (await this.send("POST", `/operator/bags/${step("id", id, "number")}/close/`, { ...options, body: {} })).json();
  }

  /**
   * Close an unknown parcel. Takes a code that no order had off the list. With a `tracking_no` the scan is recorded as one
   * of this parcel, once, by who scanned it and at that time. The same request again changes nothing. Needs a key of an
   * operator's account with the scope `floor:write`.
   */
  async closeUnknownScan(scan: string, body: Body<types.UnknownScanRequest> = {}, options?: CallOptions): Promise<types.UnknownScan> {
    return (await this.send("POST", `/operator/scans/unknown/${step("scan", scan, "string")}/close/`, { ...options, body: fields(body, { reason: "null | string", tracking_no: "null | string" }) })).json();
  }

  /**
   * View a consignment. A consignment with its legs, and sums of its bags. Needs a key of an operator's account with the
   * scope `floor:read`.
   */
  async consignment(id: number, options?: CallOptions): Promise<types.Consignment> {
    return (await this.send("GET", `/operator/consignments/${step("id", id, "number")}/`, { ...options })).json();
  }

  /**
   * List the bags of a consignment. The newest first, 50 on a page. Needs a key of an operator's account with the scope
   * `floor:read`.
   */
  consignmentBags(id: number, query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.Bag> {
    return this.pagesOf(`/operator/consignments/${step("id", id, "number")}/bags/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * List the events of a consignment. In the order in which they were recorded, 50 on a page. Needs a key of an operator's
   * account with the scope `floor:read`.
   */
  consignmentEvents(id: number, query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.ConsignmentEvent> {
    return this.pagesOf(`/operator/consignments/${step("id", id, "number")}/events/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * List the parcels of a consignment. By bag, account and order, 50 on a page. Needs a key of an operator's account with
   * the scope `floor:read`.
   */
  consignmentParcels(id: number, query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.BagParcel> {
    return this.pagesOf(`/operator/consignments/${step("id", id, "number")}/parcels/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * List consignments. The consignments of the operator, the newest first, 50 on a page. Needs a key of an operator's
   * account with the scope `floor:read`.
   */
  consignments(query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.Consignment> {
    return this.pagesOf(`/operator/consignments/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * Count a pickup run. The run takes no more scans, and its lists are counted, one account after the other: `counting`
   * until all are. A counted run stays counted. The change is in the audit log. Needs a key of an operator's account with
   * the scope `floor:write`.
   */
  async countRun(id: number, options?: CallOptions): Promise<types.Run> {
    return (await this.send("POST", `/operator/runs/${step("id", id, "number")}/count/`, { ...options, body: {} })).json();
  }

  /**
   * Create an account. It has no key yet: see `POST /api/operator/accounts/{id}/keys/`. An `operator` account needs a key
   * with the scope `users`, because others may then do everything with keys of that account. Needs a key of an operator's
   * account with the scope `administration`.
   */
  async createAccount(body: Body<types.OperatorAccountRequest>, options?: CallOptions): Promise<types.OperatorAccount> {
    return (await this.send("POST", `/operator/accounts/`, { ...options, body: fields(body, { name: "!string", rate_limit: "null | number | string", rate_burst: "null | number | string", erase_after_days: "null | number | string", delete_after_days: "null | number | string", operator: "boolean | null", tracking_prefix: "null | string" }) })).json();
  }

  /**
   * Create a hub. A hub is a place where the operator sorts the parcels of all accounts. The change is in the audit log.
   * Needs a key of an operator's account with the scope `administration`.
   */
  async createHub(body: Body<types.HubRequest>, options?: CallOptions): Promise<types.Hub> {
    return (await this.send("POST", `/operator/hubs/`, { ...options, body: fields(body, { name: "!string", country: "!string", timezone: "!string" }) })).json();
  }

  /**
   * Create a secret key of an account. Only this response contains the secret. The key names the one that created it in
   * `created_by_key`, and has no scope and no network that this one does not have. An account has at most 100 live keys.
   * Needs a key of an operator's account with the scope `administration`.
   */
  async createKeyOfAccount(id: number, body: Body<types.KeyRequest>, options?: CallOptions): Promise<types.NewKey> {
    return (await this.send("POST", `/operator/accounts/${step("id", id, "number")}/keys/`, { ...options, body: fields(body, { name: "!string", expires_on: "null | string", preset: "null | string", scopes: "array of string | null", networks: "array of string | null" }) })).json();
  }

  /**
   * Create a partner. Only this response contains the secret with which its adapter and Waybill sign. Servers know the
   * partner within ten seconds. The change is in the audit log. Needs a key of an operator's account with the scope
   * `administration`.
   */
  async createPartner(body: Body<types.PartnerRequest>, options?: CallOptions): Promise<types.NewPartner> {
    return (await this.send("POST", `/operator/partners/`, { ...options, body: fields(body, { name: "!string", base_url: "!string", concurrency: "null | number | string", timeout: "null | string", private_network: "boolean | null" }) })).json();
  }

  /**
   * Create a service. Servers offer it within a second. Its number, its lane and its category never change. The change is in
   * the audit log. Needs a key of an operator's account with the scope `administration`.
   */
  async createService(body: Body<types.ServiceRequest>, options?: CallOptions): Promise<types.OperatorService> {
    return (await this.send("POST", `/operator/services/`, { ...options, body: fields(body, { name: "!string", origin: "null | string", destination: "null | string", category: "null | string", cod: "boolean | null", partner: "null | string", missing_customs: "null | string", customs_forms: "null | string", own_label: "boolean | null", service_id: "null | number | string" }) })).json();
  }

  /**
   * Create a user. Lets a person in, with a role in all accounts or in one. Only this response has the link by which the
   * person chooses a password; no mail is sent. Pass it on in confidence: it lets in everyone who has it. Of a user who
   * exists no operation makes a link, because whoever has it signs in as that user: `waybill user reset` and the console do.
   * Needs a key of an operator's account with the scope `users` that is not limited to networks.
   */
  async createUser(body: Body<types.OperatorUserRequest>, options?: CallOptions): Promise<types.NewOperatorUser> {
    return (await this.send("POST", `/operator/users/`, { ...options, body: fields(body, { name: "!string", email: "!string", operator_role: "null | string", account_id: "null | number | string", role: "null | string" }) })).json();
  }

  /**
   * Have a leg depart. The parcels in the bags on the leg get a tracking event in the background, each once. It is refused
   * before the consignment is cleared, unless the request has a `reason`, and, with the numbers of the parcels, while
   * customs or the operator keep parcels that are not in `acknowledged` with a `reason`. Parcels that customs say not to
   * load cannot be acknowledged. The same request again changes nothing. The change is in the audit log. Needs a key of an
   * operator's account with the scopes `tracking:write` and `floor:write`.
   */
  async departLeg(id: number, legNo: number, body: Body<types.LegMoveRequest> = {}, options?: CallOptions): Promise<types.Consignment> {
    return (await this.send("POST", `/operator/consignments/${step("id", id, "number")}/legs/${step("legNo", legNo, "number")}/depart/`, { ...options, body: fields(body, { occurred_on: "null | string", reason: "null | string", without: "array of string | null", acknowledged: "array of string | null" }) })).json();
  }

  /**
   * Disable a hub. Nothing more is scanned in it. A disabled hub stays disabled. Needs a key of an operator's account with
   * the scope `administration`.
   */
  async disableHub(id: number, options?: CallOptions): Promise<types.Hub> {
    return (await this.send("POST", `/operator/hubs/${step("id", id, "number")}/disable/`, { ...options, body: {} })).json();
  }

  /**
   * Disable a partner. It is not called, and what it sends is refused. Its orders wait. Servers follow within ten seconds.
   * The change is in the audit log. Needs a key of an operator's account with the scope `administration`.
   */
  async disablePartner(partner: string, options?: CallOptions): Promise<types.ViewedPartner> {
    return (await this.send("POST", `/operator/partners/${step("partner", partner, "string")}/disable/`, { ...options, body: {} })).json();
  }

  /**
   * Disable a service. It takes no new orders. Orders that exist go on. A disabled service stays disabled. The change is in
   * the audit log. Needs a key of an operator's account with the scope `administration`.
   */
  async disableService(id: number, options?: CallOptions): Promise<types.OperatorService> {
    return (await this.send("POST", `/operator/services/${step("id", id, "number")}/disable/`, { ...options, body: {} })).json();
  }

  /**
   * Disable a user. Ends the user's sessions, withdraws the links, removes the passkeys, and refuses to sign the user in.
   * Needs a key of an operator's account with the scope `users` that is not limited to networks.
   */
  async disableUser(id: number, options?: CallOptions): Promise<types.OperatorUser> {
    return (await this.send("POST", `/operator/users/${step("id", id, "number")}/disable/`, { ...options })).json();
  }

  /**
   * Empty a bag. The parcels of a bag that was received were taken out, and may be put into other bags. The change is in the
   * audit log. Needs a key of an operator's account with the scope `floor:write`.
   */
  async emptyBag(id: number, options?: CallOptions): Promise<types.Bag> {
    return (await this.send("POST", `/operator/bags/${step("id", id, "number")}/empty/`, { ...options, body: {} })).json();
  }

  /**
   * Enable a hub. Needs a key of an operator's account with the scope `administration`.
   */
  async enableHub(id: number, options?: CallOptions): Promise<types.Hub> {
    return (await this.send("POST", `/operator/hubs/${step("id", id, "number")}/enable/`, { ...options, body: {} })).json();
  }

  /**
   * Enable a partner. It is called again within ten seconds. The change is in the audit log. Needs a key of an operator's
   * account with the scope `administration`.
   */
  async enablePartner(partner: string, options?: CallOptions): Promise<types.ViewedPartner> {
    return (await this.send("POST", `/operator/partners/${step("partner", partner, "string")}/enable/`, { ...options, body: {} })).json();
  }

  /**
   * Enable a service. It takes orders again. The change is in the audit log. Needs a key of an operator's account with the
   * scope `administration`.
   */
  async enableService(id: number, options?: CallOptions): Promise<types.OperatorService> {
    return (await this.send("POST", `/operator/services/${step("id", id, "number")}/enable/`, { ...options, body: {} })).json();
  }

  /**
   * Enable a user. Lets a disabled user sign in again. Needs a key of an operator's account with the scope `users` that is
   * not limited to networks.
   */
  async enableUser(id: number, options?: CallOptions): Promise<types.OperatorUser> {
    return (await this.send("POST", `/operator/users/${step("id", id, "number")}/enable/`, { ...options })).json();
  }

  /**
   * End the sessions of a user. Ends all of them. Needs a key of an operator's account with the scope `users` that is not
   * limited to networks.
   */
  async endSessions(id: number, options?: CallOptions): Promise<types.OperatorUser> {
    return (await this.send("POST", `/operator/users/${step("id", id, "number")}/sessions/end/`, { ...options })).json();
  }

  /**
   * Export a manifest. The rows of the newest version as XLSX. Needs a key of an operator's account with the scope
   * `floor:read`.
   */
  async exportManifest(id: number, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/operator/consignments/${step("id", id, "number")}/manifest/xlsx/`, { ...options })).body;
  }

  /**
   * View a hub. Needs a key of an operator's account with the scope `floor:read`.
   */
  async hub(id: number, options?: CallOptions): Promise<types.Hub> {
    return (await this.send("GET", `/operator/hubs/${step("id", id, "number")}/`, { ...options })).json();
  }

  /**
   * List hubs. All hubs by name, disabled ones too. Needs a key of an operator's account with the scope `floor:read`.
   */
  async hubs(options?: CallOptions): Promise<Array<types.Hub>> {
    return (await this.send("GET", `/operator/hubs/`, { ...options })).json<{ results: Array<types.Hub> }>().results;
  }

  /**
   * Read the file of a broker. The same for a CSV file in UTF-8 or an XLSX file. The headings are the names of the fields of
   * an answer, in any order; `hawb`, `mrn`, `status`, `vat` and `date` stand for `tracking_no`, `entry_no`, `answer`, `tax`
   * and `occurred_on`. A file has at most 5000 rows and 8 MiB. Rows that cannot be read are listed. The key must come in the
   * header or the query. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`.
   */
  async importCustoms(id: number, file: Uint8Array, query: { confirm?: "true" | "false" | (string & {}) } = {}, options?: CallOptions): Promise<types.CustomsResult> {
    return (await this.send("POST", `/operator/consignments/${step("id", id, "number")}/results/file/`, { ...options, body: argument("file", file, "Uint8Array"), query: parameters(query, { confirm: "string" }) })).json();
  }

  /**
   * View an inbound. What of a consignment came to a hub: how many parcels are in each state, of all and by bag. 404 also if
   * the inbound was not opened. Needs a key of an operator's account with the scope `floor:read`.
   */
  async inbound(id: number, options?: CallOptions): Promise<types.Inbound> {
    return (await this.send("GET", `/operator/consignments/${step("id", id, "number")}/inbound/`, { ...options })).json();
  }

  /**
   * List the parcels of an inbound. The parcels of the consignment, and what was scanned and is not of it: by bag, account,
   * order and scan, 50 on a page. Needs a key of an operator's account with the scope `floor:read`.
   */
  inboundParcels(id: number, query: { state?: "received" | "in_bag" | "damaged" | "found" | "missing" | "awaited" | "elsewhere" | "surplus" | "unknown" | (string & {}); cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.InboundParcel> {
    return this.pagesOf(`/operator/consignments/${step("id", id, "number")}/inbound/parcels/`, parameters(query, { state: "string", cursor: "string", limit: "number" }));
  }

  /**
   * List the secret keys of an account. All keys of the account, revoked ones too, without their secrets. Needs a key of an
   * operator's account with the scope `administration`.
   */
  async keysOfAccount(id: number, options?: CallOptions): Promise<Array<types.Key>> {
    return (await this.send("GET", `/operator/accounts/${step("id", id, "number")}/keys/`, { ...options })).json<{ results: Array<types.Key> }>().results;
  }

  /**
   * Leave bags behind. Takes bags off a leg: they stay in their consignment. Without `leg_no` they leave the consignment.
   * From what has departed they are taken with a `reason` alone. The change is in the audit log. Needs a key of an
   * operator's account with the scope `floor:write`.
   */
  async leaveBags(id: number, body: Body<types.BagsRequest> = {}, options?: CallOptions): Promise<types.Consignment> {
    return (await this.send("POST", `/operator/consignments/${step("id", id, "number")}/bags/leave/`, { ...options, body: fields(body, { leg_no: "null | number | string", reason: "null | string", bags: "array of string" }) })).json();
  }

  /**
   * Lift the stops of parcels. The parcels go on. The change is in the audit log. Needs a key of an operator's account with
   * the scopes `tracking:write` and `floor:write`.
   */
  async liftStops(body: Body<types.LiftStopsRequest>, options?: CallOptions): Promise<Array<types.StopResponseOrdersElement>> {
    return (await this.send("POST", `/operator/stops/lift/`, { ...options, body: fields(body, { tracking_nos: "!array of number/object/string" }) })).json<{ orders: Array<types.StopResponseOrdersElement> }>().orders;
  }

  /**
   * Make a manifest. Stores what the bags of the consignment have as the next version of its manifest: the sums, and which
   * parcels are added, removed and changed. If nothing is different, it is the newest version. The change is in the audit
   * log. Needs a key of an operator's account with the scope `floor:write`.
   */
  async makeManifest(id: number, options?: CallOptions): Promise<types.ConsignmentManifest> {
    return (await this.send("POST", `/operator/consignments/${step("id", id, "number")}/manifest/`, { ...options })).json();
  }

  /**
   * View a manifest. The newest version with its rows, in the columns of the template of the broker. Needs a key of an
   * operator's account with the scope `floor:read`.
   */
  async manifestRows(id: number, options?: CallOptions): Promise<types.ManifestRows> {
    return (await this.send("GET", `/operator/consignments/${step("id", id, "number")}/manifest/rows/`, { ...options })).json();
  }

  /**
   * List templates of manifests. Which columns brokers want, by broker. Other brokers get those of the program. Needs a key
   * of an operator's account with the scope `floor:read`.
   */
  async manifestTemplates(options?: CallOptions): Promise<Array<types.ManifestTemplate>> {
    return (await this.send("GET", `/operator/manifest-templates/`, { ...options })).json<{ results: Array<types.ManifestTemplate> }>().results;
  }

  /**
   * List the versions of a manifest. The newest 50, the newest first, each with its sums and its differences to the version
   * before: at most 1,000 numbers of each kind. Once personal data of one of the parcels was erased, the next version has no
   * differences. Needs a key of an operator's account with the scope `floor:read`.
   */
  async manifests(id: number, options?: CallOptions): Promise<Array<types.ConsignmentManifest>> {
    return (await this.send("GET", `/operator/consignments/${step("id", id, "number")}/manifest/`, { ...options })).json<{ results: Array<types.ConsignmentManifest> }>().results;
  }

  /**
   * Open or close an inbound. Opens the inbound of a consignment in a hub, when a bag has arrived; closes it; or with a
   * `reason` opens it again. When it is closed, the parcels that are missing or damaged get a tracking event with the status
   * EXCEPTION in the background, each once, unless they were delivered or cancelled. The change is in the audit log. Needs a
   * key of an operator's account with the scope `floor:write`.
   */
  async moveInbound(id: number, body: Body<types.InboundRequest>, options?: CallOptions): Promise<types.Inbound> {
    return (await this.send("POST", `/operator/consignments/${step("id", id, "number")}/inbound/`, { ...options, body: fields(body, { state: "!string", hub_id: "null | number | string", missing: "null | number | string", reason: "null | string" }) })).json();
  }

  /**
   * Open a bag. A bag takes parcels of all accounts, and has a number for its label. The change is in the audit log. Needs a
   * key of an operator's account with the scope `floor:write`.
   */
  async openBag(body: Body<types.BagRequest>, options?: CallOptions): Promise<types.Bag> {
    return (await this.send("POST", `/operator/bags/`, { ...options, body: fields(body, { hub_id: "!number | string", service_id: "null | number | string", to_hub_id: "null | number | string", seal: "null | string", tare: "null | number | string" }) })).json();
  }

  /**
   * Open a consignment. A consignment is bags under one air waybill, or on one truck. The change is in the audit log. Needs
   * a key of an operator's account with the scopes `tracking:write` and `floor:write`.
   */
  async openConsignment(body: Body<types.ConsignmentRequest>, options?: CallOptions): Promise<types.Consignment> {
    return (await this.send("POST", `/operator/consignments/`, { ...options, body: fields(body, { destination: "!string", awb: "null | string", truck: "null | string", broker: "null | string" }) })).json();
  }

  /**
   * Open a pickup run. A run is what a van takes from several shippers. Each shipper has a hand-over list for each service,
   * which is made when the first parcel is scanned. The change is in the audit log. Needs a key of an operator's account
   * with the scope `floor:write`.
   */
  async openRun(body: Body<types.RunRequest>, options?: CallOptions): Promise<types.Run> {
    return (await this.send("POST", `/operator/runs/`, { ...options, body: fields(body, { van: "!string", driver: "!string", place: "!string", date: "!string", stops: "array of object | null" }) })).json();
  }

  /**
   * View a change of parcels. How far the job of an account is that changes its parcels, and which it did not change. It is
   * kept for 7 days. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`.
   */
  async parcelJob(accountId: number, id: number, options?: CallOptions): Promise<types.ParcelJob> {
    return (await this.send("GET", `/operator/orders/jobs/${step("accountId", accountId, "number")}/${step("id", id, "number")}/`, { ...options })).json();
  }

  /**
   * List parcels of all accounts. The parcels whose journey has not ended, of all accounts, the newest first, or all parcels
   * of one account; at most 50 on a page. A page may have few, or none, before the last one: go on while `next_cursor` is
   * not null. It has no prices. Needs a key of an operator's account with the scope `floor:read`.
   */
  parcels(query: { cursor?: Scalar; account_id?: number; partner?: Scalar; code?: Scalar; attention?: "customs" | "failed" | "lost" | "unmoved" | "silent" | "partner-down" | (string & {}); hub_id?: number; bag?: Scalar; consignment?: Scalar; customs?: "do_not_load" | "screening" | "information" | "assessed" | "declared" | "taxes_due" | "held" | "inspected" | "released" | "seized" | "destroyed" | "abandoned" | (string & {}); date_from?: Scalar; date_to?: Scalar; created_from?: Scalar; created_to?: Scalar; service_id?: number; status_code?: "SUBMITTED" | "SUBMISSION_FAILED" | "CANCELLED" | "null" | (string & {}); tracker_status_code?: "ORDER_CREATED" | "PENDING_PICKUP" | "PICKED_UP" | "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY" | "CROSS_BORDER_TRANSIT" | "DESTINATION_COUNTRY_CUSTOMS" | "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY" | "READY_FOR_COLLECTION" | "DELIVERY_IN_PROGRESS" | "SUCCESS" | "FAILED_PICKUP" | "FAILED_DELIVERY" | "EXCEPTION" | "RETURN_TO_SENDER" | "RETURNED" | "CANCELLED" | (string & {}); picked_up?: boolean; is_return?: boolean; printed?: boolean; packed?: boolean; queue?: "print" | "pack" | "hand-over" | "partner" | "problem" | "on-the-way" | "done" | (string & {}); held?: boolean; search?: Scalar; tag?: Scalar; warning?: "any" | "address" | (string & {}); limit?: number } = {}): AsyncGenerator<types.Parcel> {
    return this.pagesOf(`/operator/orders/`, parameters(query, { cursor: "string", account_id: "number", partner: "string", code: "string", attention: "string", hub_id: "number", bag: "string", consignment: "string", customs: "string", date_from: "string", date_to: "string", created_from: "string", created_to: "string", service_id: "number", status_code: "string", tracker_status_code: "string", picked_up: "boolean", is_return: "boolean", printed: "boolean", packed: "boolean", queue: "string", held: "boolean", search: "string", tag: "string", warning: "string", limit: "number" }));
  }

  /**
   * View a partner. A partner with its open work. Needs a key of an operator's account with the scope `administration`.
   */
  async partner(partner: string, options?: CallOptions): Promise<types.ViewedPartner> {
    return (await this.send("GET", `/operator/partners/${step("partner", partner, "string")}/`, { ...options })).json();
  }

  /**
   * List the partners. All partners that are reached through an adapter, by name, disabled ones too, without their secrets.
   * Needs a key of an operator's account with the scope `administration`.
   */
  async partners(options?: CallOptions): Promise<Array<types.ViewedPartner>> {
    return (await this.send("GET", `/operator/partners/`, { ...options })).json<{ results: Array<types.ViewedPartner> }>().results;
  }

  /**
   * Print the list of a bag. Its parcels as PDF. Needs a key of an operator's account with the scope `floor:read`.
   */
  async printBag(id: number, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/operator/bags/${step("id", id, "number")}/pdf/`, { ...options })).body;
  }

  /**
   * Print the label of a bag. 100 × 150 mm, with the number as a Code 128, as PDF. Needs a key of an operator's account
   * with the scope `floor:read`.
   */
  async printBagLabel(id: number, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/operator/bags/${step("id", id, "number")}/label/`, { ...options })).body;
  }

  /**
   * Print the invoices of a consignment. The commercial invoice of each parcel, by bag, in one PDF, which is sent while it
   * is drawn. A consignment without parcels has none, nor one of more than 20,000. Needs a key of an operator's account with
   * the scope `floor:read`.
   */
  async printConsignmentInvoices(id: number, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/operator/consignments/${step("id", id, "number")}/invoices/`, { ...options })).body;
  }

  /**
   * Print a loading list. The bags on a leg with their seals and weights, and their sums, as PDF. Needs a key of an
   * operator's account with the scope `floor:read`.
   */
  async printLeg(id: number, legNo: number, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/operator/consignments/${step("id", id, "number")}/legs/${step("legNo", legNo, "number")}/pdf/`, { ...options })).body;
  }

  /**
   * Print a manifest. The newest version as PDF. Needs a key of an operator's account with the scope `floor:read`.
   */
  async printManifest(id: number, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/operator/consignments/${step("id", id, "number")}/manifest/pdf/`, { ...options })).body;
  }

  /**
   * Print the receipt of a shipper. What a run takes from one shipper as PDF: its hand-over lists, with its own parcels
   * alone. Needs a key of an operator's account with the scope `floor:read`.
   */
  async printReceipt(id: number, accountId: number, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/operator/runs/${step("id", id, "number")}/receipts/${step("accountId", accountId, "number")}/`, { ...options })).body;
  }

  /**
   * Print a run sheet. The run as PDF: its stops with their lists and counts, the names, and the signature or a field for
   * it. It names no parcel. Needs a key of an operator's account with the scope `floor:read`.
   */
  async printRun(id: number, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/operator/runs/${step("id", id, "number")}/pdf/`, { ...options })).body;
  }

  /**
   * Print a transfer slip. The bags on a leg with bar codes, as PDF, with the fields that who hands them over and who takes
   * them over sign: a hub, and the carrier or the next hub. Needs a key of an operator's account with the scope
   * `floor:read`.
   */
  async printTransferSlip(id: number, legNo: number, options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/operator/consignments/${step("id", id, "number")}/legs/${step("legNo", legNo, "number")}/slip/`, { ...options })).body;
  }

  /**
   * Put bags on a consignment. Puts bags that are closed on a consignment, and with `leg_no` on a leg. A bag that was left
   * behind gets its next leg so. On what has departed they are put with a `reason` alone. The change is in the audit log.
   * Needs a key of an operator's account with the scope `floor:write`.
   */
  async putBags(id: number, body: Body<types.BagsRequest> = {}, options?: CallOptions): Promise<types.Consignment> {
    return (await this.send("POST", `/operator/consignments/${step("id", id, "number")}/bags/`, { ...options, body: fields(body, { leg_no: "null | number | string", reason: "null | string", bags: "array of string" }) })).json();
  }

  /**
   * Read the result of a broker. Matches answers and decisions of customs with the parcels of the consignment, and with
   * `confirm` stores those that are `ready`. Answers that no parcel has, of parcels in other consignments, and several
   * different ones of a parcel are listed and not stored, and so are the parcels that have none. What was stored before in
   * the same list or file changes nothing. A decision that consignees see, such as `released` or `held`, becomes a tracking
   * event. It moves no parcel before the first departure, and none that was delivered, returned or cancelled. What an answer
   * leaves out stays as it is. Amounts of several currencies are never added. Each change is in the audit log. Needs a key
   * of an operator's account with the scopes `tracking:write` and `floor:write`.
   */
  async readCustoms(id: number, body: Body<types.CustomsReadRequest> = {}, options?: CallOptions): Promise<types.CustomsResult> {
    return (await this.send("POST", `/operator/consignments/${step("id", id, "number")}/results/`, { ...options, body: fields(body, { confirm: "boolean | null", answers: "array of object" }) })).json();
  }

  /**
   * Receive a bag. A bag that is closed came to where it was sent. The change is in the audit log. Needs a key of an
   * operator's account with the scope `floor:write`.
   */
  async receiveBag(id: number, options?: CallOptions): Promise<types.Bag> {
    return (await this.send("POST", `/operator/bags/${step("id", id, "number")}/receive/`, { ...options, body: {} })).json();
  }

  /**
   * Take a parcel out of a bag. Takes a parcel out of an open bag. `404` also if the parcel is not in it. Needs a key of an
   * operator's account with the scope `floor:write`.
   */
  async removeFromBag(id: number, trackingNo: string, options?: CallOptions): Promise<void> {
    await this.send("DELETE", `/operator/bags/${step("id", id, "number")}/parcels/${step("trackingNo", trackingNo, "string")}/`, { ...options });
  }

  /**
   * Take a parcel off a pickup run. Takes a parcel off an open run. `404` also if the parcel is not on the run. Needs a key
   * of an operator's account with the scope `floor:write`.
   */
  async removeFromRun(id: number, trackingNo: string, options?: CallOptions): Promise<void> {
    await this.send("DELETE", `/operator/runs/${step("id", id, "number")}/parcels/${step("trackingNo", trackingNo, "string")}/`, { ...options });
  }

  /**
   * Unlink a user from the identity provider. Ends the user's sessions, too. 404 also if the user is not linked. Needs a key
   * of an operator's account with the scope `users` that is not limited to networks.
   */
  async removeIdentities(id: number, options?: CallOptions): Promise<types.OperatorUser> {
    return (await this.send("POST", `/operator/users/${step("id", id, "number")}/identities/remove/`, { ...options })).json();
  }

  /**
   * Remove the passkeys of a user. Removes the recovery codes, too. Needs a key of an operator's account with the scope
   * `users` that is not limited to networks.
   */
  async removePasskeys(id: number, options?: CallOptions): Promise<types.OperatorUser> {
    return (await this.send("POST", `/operator/users/${step("id", id, "number")}/passkeys/remove/`, { ...options })).json();
  }

  /**
   * Take a user out of an account. 404 also if the user has no role there. Needs a key of an operator's account with the
   * scope `users` that is not limited to networks.
   */
  async removeUserRole(id: number, accountId: number, options?: CallOptions): Promise<void> {
    await this.send("DELETE", `/operator/users/${step("id", id, "number")}/accounts/${step("accountId", accountId, "number")}/`, { ...options });
  }

  /**
   * Open a bag again. A bag that is closed takes scans again, for a reason. It stays in its consignment and on its leg,
   * which does not depart until the bag is closed. The change is in the audit log. Needs a key of an operator's account with
   * the scope `floor:write`.
   */
  async reopenBag(id: number, body: Body<types.HandoverReopenRequest>, options?: CallOptions): Promise<types.Bag> {
    return (await this.send("POST", `/operator/bags/${step("id", id, "number")}/reopen/`, { ...options, body: fields(body, { reason: "!string" }) })).json();
  }

  /**
   * Take parcels on a pickup run again. A run that is counted, and not signed, takes scans again. An open run stays open.
   * The change is in the audit log. Needs a key of an operator's account with the scope `floor:write`.
   */
  async reopenRun(id: number, options?: CallOptions): Promise<types.Run> {
    return (await this.send("POST", `/operator/runs/${step("id", id, "number")}/reopen/`, { ...options, body: {} })).json();
  }

  /**
   * Report an event of a consignment. The parcels that are in its bags, in those on a leg, in some `bags`, or some `parcels`
   * alone, get a tracking event in the background, each once, except those in `without`. It moves no parcel that was scanned
   * in a hub later. Parcels that were delivered or cancelled do not get it. The change is in the audit log. Needs a key of
   * an operator's account with the scopes `tracking:write` and `floor:write`.
   */
  async reportConsignment(id: number, body: Body<types.ConsignmentEventRequest>, options?: CallOptions): Promise<types.ConsignmentEvent> {
    return (await this.send("POST", `/operator/consignments/${step("id", id, "number")}/events/`, { ...options, body: fields(body, { text: "!string", leg_no: "null | number | string", status: "null | string", country: "null | string", place: "null | string", occurred_on: "null | string", reason: "null | string", bags: "array of string | null", parcels: "array of string | null", without: "array of string | null" }) })).json();
  }

  /**
   * List the requests of all accounts. What `GET /api/account/requests/` lists, of all accounts or of one. Needs a key of an
   * operator's account with the scope `audit`.
   */
  requests(query: { cursor?: Scalar; request_id?: Scalar; failed?: "true" | "false" | (string & {}); account_id?: number; limit?: number } = {}): AsyncGenerator<types.RecordedRequest> {
    return this.pagesOf(`/operator/requests/`, parameters(query, { cursor: "string", request_id: "string", failed: "string", account_id: "number", limit: "number" }));
  }

  /**
   * Resolve a submission. Ends a submission by hand, for example after a call to the partner: as confirmed, with the
   * partner's number, or as failed, with a message for the shipper. Waybill draws the label of a confirmed order, unless
   * `partner_label` is true. Needs a key of an operator's account with the scope `administration`.
   */
  async resolveSubmission(trackingNo: string, body: Body<types.ResolveRequest>, options?: CallOptions): Promise<types.ViewedEntry> {
    return (await this.send("POST", `/operator/submissions/${step("trackingNo", trackingNo, "string")}/resolve/`, { ...options, body: fields(body, { state: "!string", hawb_no: "null | string", partner_label: "boolean | null", message: "null | string", note: "null | string" }) })).json();
  }

  /**
   * Resume an account. Ends a suspension. Needs a key of an operator's account with the scope `administration`.
   */
  async resumeAccount(id: number, options?: CallOptions): Promise<types.OperatorAccount> {
    return (await this.send("POST", `/operator/accounts/${step("id", id, "number")}/resume/`, { ...options })).json();
  }

  /**
   * Retry a cancellation. Makes a cancellation due now, also one that the partner refused. Needs a key of an operator's
   * account with the scope `administration`.
   */
  async retryCancellation(trackingNo: string, body: Body<types.RetryRequest> = {}, options?: CallOptions): Promise<types.ViewedEntry> {
    return (await this.send("POST", `/operator/cancellations/${step("trackingNo", trackingNo, "string")}/retry/`, { ...options, body: fields(body, { note: "null | string" }) })).json();
  }

  /**
   * Retry a submission. Makes a failed or waiting submission due now. The partner is asked whether it has the order before
   * it gets it again. If the partner has the order, and has not given its label, the label is fetched again. Needs a key of
   * an operator's account with the scope `administration`.
   */
  async retrySubmission(trackingNo: string, body: Body<types.RetryRequest> = {}, options?: CallOptions): Promise<types.ViewedEntry> {
    return (await this.send("POST", `/operator/submissions/${step("trackingNo", trackingNo, "string")}/retry/`, { ...options, body: fields(body, { note: "null | string" }) })).json();
  }

  /**
   * Revoke a secret key of an account. The key is refused from now on; other servers follow within a second. Of its own
   * account a key revokes itself and the keys that were created with it, as by `DELETE /api/account/keys/{id}/`. Needs a key
   * of an operator's account with the scope `administration`.
   */
  async revokeKeyOfAccount(id: number, keyId: number, query: { with_created?: boolean } = {}, options?: CallOptions): Promise<void> {
    await this.send("DELETE", `/operator/accounts/${step("id", id, "number")}/keys/${step("keyId", keyId, "number")}/`, { ...options, query: parameters(query, { with_created: "boolean" }) });
  }

  /**
   * Rotate the secret of a partner. Only this response contains the new secret. The old one is valid, too, for some time, in
   * which Waybill signs with both and accepts both. Servers follow within ten seconds. The change is in the audit log,
   * without the secret. Needs a key of an operator's account with the scope `administration`.
   */
  async rotatePartner(partner: string, body: Body<types.PartnerRotateRequest> = {}, options?: CallOptions): Promise<types.NewPartner> {
    return (await this.send("POST", `/operator/partners/${step("partner", partner, "string")}/rotate/`, { ...options, body: fields(body, { overlap: "null | string" }) })).json();
  }

  /**
   * View a pickup run. A run with its stops, and what is on their lists now. Needs a key of an operator's account with the
   * scope `floor:read`.
   */
  async run(id: number, options?: CallOptions): Promise<types.Run> {
    return (await this.send("GET", `/operator/runs/${step("id", id, "number")}/`, { ...options })).json();
  }

  /**
   * List pickup runs. The runs of the operator, the newest first, 50 on a page, without their stops. Needs a key of an
   * operator's account with the scope `floor:read`.
   */
  runs(query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.Run> {
    return this.pagesOf(`/operator/runs/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * Set the template of a broker. Sets which columns the manifests of consignments of a broker have. The change is in the
   * audit log. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`.
   */
  async saveManifestTemplate(body: Body<types.ManifestTemplateRequest>, options?: CallOptions): Promise<types.ManifestTemplate> {
    return (await this.send("POST", `/operator/manifest-templates/`, { ...options, body: fields(body, { broker: "!string", columns: "!string", rows: "null | string" }) })).json();
  }

  /**
   * Scan parcels in a hub. Records what was seen of parcels of any account, each with a tracking event, and says where each
   * goes next. It is safe to send again: a scan with a name that was recorded has the same result and is counted once. A
   * scan that repeats the last one of its parcel is not recorded. `outbound` is refused for a parcel that is stopped, held
   * or cancelled. A device that was offline sends `scanned_on` of each scan and `sent_on`, both by its own clock: the age of
   * a scan counts, so that a wrong clock does not change the order of events. Needs a key of an operator's account with the
   * scope `floor:write`.
   */
  async scanInHub(body: Body<types.HubScansRequest>, options?: CallOptions): Promise<Array<types.HubScansResponseScansElement>> {
    return (await this.send("POST", `/operator/scans/`, { ...options, body: fields(body, { hub_id: "!number | string", activity: "!string", sent_on: "null | string", scans: "array of object" }) })).json<{ scans: Array<types.HubScansResponseScansElement> }>().scans;
  }

  /**
   * Scan at an inbound. Records that a bag or a parcel of any account came. A bag that is received stands for its parcels,
   * until it is scanned as damaged: then they count only if they are scanned themselves. What is not of the consignment is
   * listed as surplus. A scan with a name that is stored has the same result. A parcel that was recorded as missing is
   * `found`, and gets a tracking event, also after the inbound was closed. Needs a key of an operator's account with the
   * scope `floor:write`.
   */
  async scanInbound(id: number, body: Body<types.InboundScanRequest>, options?: CallOptions): Promise<types.InboundParcel> {
    return (await this.send("POST", `/operator/consignments/${step("id", id, "number")}/inbound/scans/`, { ...options, body: fields(body, { scan: "!string", code: "null | string", order_id: "null | number | string", state: "null | string", note: "null | string", weight: "null | number | string" }) })).json();
  }

  /**
   * View a service. Of any partner, also a disabled one. Needs a key of an operator's account with the scope
   * `administration`.
   */
  async service(id: number, options?: CallOptions): Promise<types.OperatorService> {
    return (await this.send("GET", `/operator/services/${step("id", id, "number")}/`, { ...options })).json();
  }

  /**
   * View what a service states for customs. What an order does not say comes from its account, or else from its service;
   * what nobody states is not declared. Needs a key of an operator's account with the scope `administration`.
   */
  async serviceCustoms(id: number, options?: CallOptions): Promise<types.ServiceCustoms> {
    return (await this.send("GET", `/operator/services/${step("id", id, "number")}/customs/`, { ...options })).json();
  }

  /**
   * View the labels of a service. The marks that its labels show, and its routing table. Needs a key of an operator's
   * account with the scope `administration`.
   */
  async serviceLabels(id: number, options?: CallOptions): Promise<types.ServiceLabels> {
    return (await this.send("GET", `/operator/services/${step("id", id, "number")}/labels/`, { ...options })).json();
  }

  /**
   * List all services. All services by id, disabled ones too. Needs a key of an operator's account with the scope
   * `administration`.
   */
  async services(options?: CallOptions): Promise<Array<types.OperatorService>> {
    return (await this.send("GET", `/operator/services/`, { ...options })).json<{ results: Array<types.OperatorService> }>().results;
  }

  /**
   * Give a user a role in an account. A new role, or another one, which withdraws the user's links. A user whom the account
   * has invited still has to accept. An account has at most 500 users. Needs a key of an operator's account with the scope
   * `users` that is not limited to networks.
   */
  async setUserRole(id: number, accountId: number, body: Body<types.MemberRequest>, options?: CallOptions): Promise<types.OperatorUser> {
    return (await this.send("PUT", `/operator/users/${step("id", id, "number")}/accounts/${step("accountId", accountId, "number")}/`, { ...options, body: fields(body, { role: "!string" }) })).json();
  }

  /**
   * Sign a pickup run. Signs a run that is counted with the count that people have seen. Its lists are closed with the names
   * and the signature, and its parcels become picked up: `signed` until all are. The same request again responds with the
   * run. The change is in the audit log. Needs a key of an operator's account with the scope `floor:write`.
   */
  async signRun(id: number, body: Body<types.HandoverCloseRequest>, options?: CallOptions): Promise<types.Run> {
    return (await this.send("POST", `/operator/runs/${step("id", id, "number")}/sign/`, { ...options, body: fields(body, { given_by: "!string", taken_by: "!string", parcels: "!number | string", signature: "null | string" }) })).json();
  }

  /**
   * Stop parcels. A stopped parcel is not packed, handed over or let out of a hub, and each scan says the reason, until the
   * stop is lifted. It works before and after pickup, beside the hold of a shipper. A stopped parcel gets the new reason.
   * The change is in the audit log. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`.
   */
  async stopParcels(body: Body<types.StopRequest>, options?: CallOptions): Promise<Array<types.StopResponseOrdersElement>> {
    return (await this.send("POST", `/operator/stops/`, { ...options, body: fields(body, { tracking_nos: "!array of number/object/string", reason: "!string" }) })).json<{ orders: Array<types.StopResponseOrdersElement> }>().orders;
  }

  /**
   * List stopped parcels. The parcels of all accounts that the operator stops, by account and order, 50 on a page. Needs a
   * key of an operator's account with the scope `floor:read`.
   */
  stops(query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.ParcelStop> {
    return this.pagesOf(`/operator/stops/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * View a submission. The submission of an order of any account, with its attempts. 404 also if the order is fulfilled in
   * house. Needs a key of an operator's account with the scope `administration`.
   */
  async submission(trackingNo: string, options?: CallOptions): Promise<types.ViewedEntry> {
    return (await this.send("GET", `/operator/submissions/${step("trackingNo", trackingNo, "string")}/`, { ...options })).json();
  }

  /**
   * List submissions. The submissions of orders of all accounts to partners, the oldest first, 50 on a page. Needs a key of
   * an operator's account with the scope `administration`.
   */
  submissions(query: { cursor?: Scalar; state?: "pending" | "submitted" | "unknown" | "confirmed" | "failed" | "held" | "cancelled" | (string & {}); partner?: Scalar; account_id?: number; created_before?: Scalar; created_to?: Scalar; label_missing?: boolean; limit?: number } = {}): AsyncGenerator<types.OperatorEntry> {
    return this.pagesOf(`/operator/submissions/`, parameters(query, { cursor: "string", state: "string", partner: "string", account_id: "number", created_before: "string", created_to: "string", label_missing: "boolean", limit: "number" }));
  }

  /**
   * Suspend an account. All its keys get 403 from now on, and its people can create and change nothing. Its data stay, and
   * so does the tracking of its parcels. A suspended account stays as it is. No key suspends its own account. Needs a key of
   * an operator's account with the scope `administration`.
   */
  async suspendAccount(id: number, options?: CallOptions): Promise<types.OperatorAccount> {
    return (await this.send("POST", `/operator/accounts/${step("id", id, "number")}/suspend/`, { ...options })).json();
  }

  /**
   * List unknown parcels. The codes that were scanned in hubs, that no order had then and that are not closed, the last
   * first, 50 on a page. Needs a key of an operator's account with the scope `floor:read`.
   */
  unknownScans(query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.UnknownScan> {
    return this.pagesOf(`/operator/scans/unknown/`, parameters(query, { cursor: "string", limit: "number" }));
  }

  /**
   * View a user. Needs a key of an operator's account with the scope `administration`.
   */
  async user(id: number, options?: CallOptions): Promise<types.OperatorUser> {
    return (await this.send("GET", `/operator/users/${step("id", id, "number")}/`, { ...options })).json();
  }

  /**
   * List users. The people who use the console, with their roles, by e-mail address, 50 on a page. Needs a key of an
   * operator's account with the scope `administration`.
   */
  users(query: { cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.OperatorUser> {
    return this.pagesOf(`/operator/users/`, parameters(query, { cursor: "string", limit: "number" }));
  }
}

/** Named entries that the account keeps for later orders, such as the attribute addresses of a Client. */
export class Book extends Part {
  /**
   * Delete an entry of a book. Orders that have its values are not changed. Needs a key with the scope `orders:write`.
   */
  async delete(name: string, options?: CallOptions): Promise<void> {
    await this.send("DELETE", `/books/${this.book}/${step("name", name, "string")}/`, { ...options });
  }

  /**
   * View an entry of a book. Needs a key with the scope `orders:read`.
   */
  async get(name: string, options?: CallOptions): Promise<types.Entry> {
    return (await this.send("GET", `/books/${this.book}/${step("name", name, "string")}/`, { ...options })).json();
  }

  /**
   * Import a book. Stores the entries of a CSV file in UTF-8, such as the list returns as CSV: all or none. Entries of the
   * same name are replaced. The headings are `entry_name` and the fields of the book, in any order. A file has at most 5000
   * rows and 8 MiB. The key must come in the header or the query. Drafts have no CSV. Needs a key with the scope
   * `orders:write`.
   */
  async import(file: Uint8Array, options?: CallOptions): Promise<number> {
    return (await this.send("POST", `/books/${this.book}/import/`, { ...options, body: argument("file", file, "Uint8Array") })).json<{ entries: number }>().entries;
  }

  /**
   * List a book. The entries of a book, by name, 50 on a page, or all of them as CSV. Drafts have no CSV. Needs a key with
   * the scope `orders:read`.
   */
  list(query: { q?: Scalar; cursor?: Scalar; limit?: number } = {}): AsyncGenerator<types.Entry> {
    return this.pagesOf(`/books/${this.book}/`, parameters(query, { q: "string", cursor: "string", limit: "number" }));
  }

  /**
   * Set an entry of a book. Stores an entry under the name, in the place of an earlier one. Values are checked as those of
   * orders, except those of drafts, which are checked when an order is created. Unknown fields are refused, also in the
   * items and tax ids of a draft. Needs a key with the scope `orders:write`.
   */
  async set(name: string, entry: types.EntryValue, options?: CallOptions): Promise<types.Entry> {
    return (await this.send("PUT", `/books/${this.book}/${step("name", name, "string")}/`, { ...options, body: argument("entry", entry, "object") })).json();
  }

  /** Returns all entries as CSV. There is none of drafts. */
  async export(options?: CallOptions): Promise<Uint8Array> {
    return (await this.send("GET", `/books/${this.book}/`, { ...options, query: { format: "csv" } })).body;
  }
}
