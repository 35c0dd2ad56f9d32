# Generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update. Do not edit.
# ruff: noqa: A001, A002, A003, E501
"""The methods for the operations of the API. See also the methods that client.py adds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, Literal

from . import types
from .arguments import NOT_GIVEN, Group, Part, Scalar, argument, arguments, step

PARAMETERS: dict[str, dict[str, str]] = {
    "getDocument": {"size": "str", "dpi": "int"},
    "getLabel": {"size": "str", "dpi": "int"},
    "printLabels": {"upload_batch_no": "str", "tracking_no": "list of str", "import_id": "str", "document": "str", "format": "str", "size": "str", "dpi": "int"},
}
"""The kinds of the parameters of operations whose methods are written by hand."""


class Methods(Group):
    """The methods of a Client that its key may call."""

    def account_audit_log(
        self,
        *,
        cursor: Scalar | None = None,
        subject_kind: Scalar | None = None,
        subject: Scalar | None = None,
        actor_kind: Scalar | None = None,
        actor: Scalar | None = None,
        from_: Scalar | None = None,
        until: Scalar | None = None,
        created_from: Scalar | None = None,
        created_to: Scalar | None = None,
        limit: int | None = None,
    ) -> Iterator[types.AuditEntry]:
        """View the audit log of the account. Who changed the account, its keys, webhook endpoints, users and lists, and what
        people changed of its orders, when, and from what to what: the newest changes first, 50 on a page. It has no secrets.
        Needs a key with the scope `account`."""
        return self._pages("/account/audit-log/", arguments({
            "cursor": (cursor, "str"),
            "subject_kind": (subject_kind, "str"),
            "subject": (subject, "str"),
            "actor_kind": (actor_kind, "str"),
            "actor": (actor, "str"),
            "from": (from_, "str"),
            "until": (until, "str"),
            "created_from": (created_from, "str"),
            "created_to": (created_to, "str"),
            "limit": (limit, "int"),
        }, query=True))

    def account_labels(self) -> types.AccountLabels:
        """View the settings of labels. What the account sets for the labels that Waybill draws. Needs a key with the scope
        `account`."""
        return self._send("GET", "/account/labels/").json()

    def account_settings(self) -> types.AccountSettings:
        """View the settings of the account. The time zone and the language of the pages for users who have chosen none, and
        whether phone numbers without a country code are completed. Needs a key with the scope `account`."""
        return self._send("GET", "/account/settings/").json()

    def add_note(self, tracking_no: str, *, text: str, idempotency_key: str | None = None) -> types.OrderNote:
        """Add a note to an order. Only people and keys of the account read the notes of an order, in its detail. An order has at
        most 50, also one that has ended. They are no part of the order: there is no event. Needs a key with the scope
        `orders:write`."""
        return self._send("POST", f"/order/order/{step('tracking_no', tracking_no, 'str')}/notes/", body=arguments({"text": (text, "str")}), idempotency_key=idempotency_key).json()

    def add_to_handover(
        self,
        number: str,
        *,
        code: str,
        scan: str | None = NOT_GIVEN,
        order_id: int | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.ScanResult:
        """Put a parcel on a hand-over list. Puts the parcel of an order on an open list, or says in `code` why not: the order is
        cancelled, held, of another service, was picked up, has no label, its label changed since it was printed, or it is on
        another list. That is a result, and no error. With `scan`, which names the scan, the same request again has the same
        result. Needs a key with the scope `parcels:write`."""
        return self._send("POST", f"/handovers/{step('number', number, 'str')}/parcels/", body=arguments({
            "code": (code, "str"),
            "scan": (scan, "str | None"),
            "order_id": (order_id, "int | str | None"),
        }), idempotency_key=idempotency_key).json()

    def answer_print(
        self,
        *,
        request_key: str,
        answer: Literal["printed", "failed", "withdrawn"] | str,
        idempotency_key: str | None = None,
    ) -> None:
        """Answer for a print job. What a person says of a job whose state is `unknown`: the label came out, or not. Or a job that
        no agent has is withdrawn. Needs a key with the scope `labels`."""
        self._send("POST", "/print/answer/", body=arguments({"request_key": (request_key, "str"), "answer": (answer, "str")}), idempotency_key=idempotency_key)

    def audit_log(
        self,
        *,
        cursor: Scalar | None = None,
        subject_kind: Scalar | None = None,
        subject: Scalar | None = None,
        account_id: int | None = None,
        actor_kind: Scalar | None = None,
        actor: Scalar | None = None,
        from_: Scalar | None = None,
        until: Scalar | None = None,
        created_from: Scalar | None = None,
        created_to: Scalar | None = None,
        limit: int | None = None,
    ) -> Iterator[types.AuditEntry]:
        """View the audit log. Who changed rules, accounts, keys, webhook endpoints, partners and services, and who retried or
        resolved submissions and cancellations, when, and from what to what: the newest changes first, 50 on a page. It has no
        secrets. Needs a key of an operator's account with the scope `audit`."""
        return self._pages("/operator/audit-log/", arguments({
            "cursor": (cursor, "str"),
            "subject_kind": (subject_kind, "str"),
            "subject": (subject, "str"),
            "account_id": (account_id, "int"),
            "actor_kind": (actor_kind, "str"),
            "actor": (actor, "str"),
            "from": (from_, "str"),
            "until": (until, "str"),
            "created_from": (created_from, "str"),
            "created_to": (created_to, "str"),
            "limit": (limit, "int"),
        }, query=True))

    def cancel_import(self, id: int, *, idempotency_key: str | None = None) -> types.Import:
        """Cancel an import. Ends an import. At most a hundred more orders are created. Those that exist stay. Needs a key with the
        scope `orders:write`."""
        return self._send("POST", f"/order/import/{step('id', id, 'int')}/cancel/", body={}, idempotency_key=idempotency_key).json()

    def change_account_labels(
        self,
        *,
        hide_contents: bool | None = NOT_GIVEN,
        return_to: str | None = NOT_GIVEN,
        default_size: Literal["100x150", "a6", "4x6", "a4"] | str | None = NOT_GIVEN,
        logo: str | None = NOT_GIVEN,
    ) -> types.AccountLabels:
        """Change the settings of labels. An absent field stays as it is, null clears it. The logo is a PNG file in base64; the
        response has it in black and white, as it is printed. Needs a key with the scope `account`."""
        return self._send("PATCH", "/account/labels/", body=arguments({
            "hide_contents": (hide_contents, "bool | None"),
            "return_to": (return_to, "str | None"),
            "default_size": (default_size, "str | None"),
            "logo": (logo, "str | None"),
        })).json()

    def change_account_settings(
        self,
        *,
        timezone: str | None = NOT_GIVEN,
        language: Literal["en", "id", "zh-Hans"] | str | None = NOT_GIVEN,
        complete_phones: bool | None = NOT_GIVEN,
        weight_tolerance: int | None = NOT_GIVEN,
        weight_tolerance_percent: int | None = NOT_GIVEN,
        unscanned_hours: int | None = NOT_GIVEN,
    ) -> types.AccountSettings:
        """Change the settings of the account. An absent field stays as it is, null clears it. Needs a key with the scope
        `account`."""
        return self._send("PATCH", "/account/settings/", body=arguments({
            "timezone": (timezone, "str | None"),
            "language": (language, "str | None"),
            "complete_phones": (complete_phones, "bool | None"),
            "weight_tolerance": (weight_tolerance, "int | str | None"),
            "weight_tolerance_percent": (weight_tolerance_percent, "int | str | None"),
            "unscanned_hours": (unscanned_hours, "int | str | None"),
        })).json()

    def check_addresses(self, *, addresses: Sequence[types.Address]) -> list[dict[str, types.AddressFinding]]:
        """Suggest how addresses are better written. Takes addresses and says for each of their fields what to send: the name of
        the country, the postal code as the country writes it, the phone number with the country code, and the e-mail address
        without what is not part of it. Nothing is refused because of it, and nothing is stored. Needs a key with the scope
        `orders:write`."""
        return self._send("POST", "/address/check/", body=arguments({"addresses": (addresses, "list of dict")})).json()["addresses"]

    def check_import(
        self,
        id: int,
        *,
        service_id: int | None = NOT_GIVEN,
        mapping: str | None = NOT_GIVEN,
        defaults: str | None = NOT_GIVEN,
        charset: str | None = NOT_GIVEN,
        delimiter: Literal[",", ";", "tab", "|"] | str | None = NOT_GIVEN,
        sheet: str | None = NOT_GIVEN,
        heading_row: int | None = NOT_GIVEN,
        corrections: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.Import:
        """Check an import again. Checks the file of an import that has created no orders again, with another mapping or other
        options: one that waits, was only checked or failed. What is absent stays as it is. As after `dry_run`, the import is
        `checked` then, and `confirm` creates the orders. Needs a key with the scope `orders:write`."""
        return self._send("POST", f"/order/import/{step('id', id, 'int')}/check/", body=arguments({
            "service_id": (service_id, "int | str | None"),
            "mapping": (mapping, "str | None"),
            "defaults": (defaults, "str | None"),
            "charset": (charset, "str | None"),
            "delimiter": (delimiter, "str | None"),
            "sheet": (sheet, "str | None"),
            "heading_row": (heading_row, "int | str | None"),
            "corrections": (corrections, "str | None"),
        }), idempotency_key=idempotency_key).json()

    def close_handover(
        self,
        number: str,
        *,
        given_by: str,
        taken_by: str,
        parcels: int,
        signature: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.HandoverList:
        """Close a hand-over list. Closes a list that a driver takes over. Its parcels become picked up within seconds: `closing`
        until all are. The same request again responds with the list. Needs a key with the scope `parcels:write`."""
        return self._send("POST", f"/handovers/{step('number', number, 'str')}/close/", body=arguments({
            "given_by": (given_by, "str"),
            "taken_by": (taken_by, "str"),
            "parcels": (parcels, "int | str"),
            "signature": (signature, "str | None"),
        }), idempotency_key=idempotency_key).json()

    def confirm_import(
        self,
        id: int,
        *,
        valid_only: bool | None = NOT_GIVEN,
        existing: Literal["skip", "create"] | str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.Import:
        """Confirm an import. Says yes to what an import waits for (`needs`): the same file again, a guessed charset, and with
        `valid_only` and `existing` to the others. An import that was only checked begins. Needs a key with the scope
        `orders:write`."""
        return self._send("POST", f"/order/import/{step('id', id, 'int')}/confirm/", body=arguments({"valid_only": (valid_only, "bool | None"), "existing": (existing, "str | None")}), idempotency_key=idempotency_key).json()

    def correct_tracking(
        self,
        *,
        tracking_no: str,
        status: Literal["ORDER_CREATED", "PENDING_PICKUP", "PICKED_UP", "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY", "CROSS_BORDER_TRANSIT", "DESTINATION_COUNTRY_CUSTOMS", "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY", "READY_FOR_COLLECTION", "DELIVERY_IN_PROGRESS", "SUCCESS", "FAILED_PICKUP", "FAILED_DELIVERY", "EXCEPTION", "RETURN_TO_SENDER", "RETURNED"] | str,
        reason: str,
        lost: bool | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.TrackerStatus:
        """Correct the status of an order. Sets the status of an order of any account that was reported wrongly, also a final one,
        by an event that says which event it corrects. The account receives `order.tracking_updated` with `corrects`, the status
        before. The status that the order has already is confirmed: no event of it needs attention any more. A parcel that is
        `lost` has ended, until an event moves it. Needs a key of an operator's account with the scope `tracking:write`."""
        return self._send("POST", "/operator/tracking/correct/", body=arguments({
            "tracking_no": (tracking_no, "str"),
            "status": (status, "str"),
            "reason": (reason, "str"),
            "lost": (lost, "bool | None"),
        }), idempotency_key=idempotency_key).json()["corrects"]

    def create_import(
        self,
        file: bytes,
        *,
        service_id: int | None = None,
        mapping: Scalar | None = None,
        defaults: Scalar | None = None,
        charset: Scalar | None = None,
        delimiter: Literal[",", ";", "tab", "|"] | str | None = None,
        sheet: Scalar | None = None,
        heading_row: int | None = None,
        file_name: Scalar | None = None,
        dry_run: bool | None = None,
        valid_only: bool | None = None,
        existing: Literal["skip", "create"] | str | None = None,
        confirm: bool | None = None,
        idempotency_key: str | None = None,
    ) -> types.Import:
        """Upload a file whose rows become orders. Stores a CSV or XLSX file and responds at once. The file is checked, and its
        orders are created, in the background: `GET /api/order/import/{id}/` shows the progress. A row is an item; rows with the
        same `shipper_order_id` are one order. The file comes as the field `file` of a form, or as the body. The other fields of
        the form may also come in the query. The key must come in the header or the query. Needs a key with the scope
        `orders:write`."""
        return self._send("POST", "/order/import/", body=argument("file", file, "bytes"), query=arguments({
            "service_id": (service_id, "int"),
            "mapping": (mapping, "str"),
            "defaults": (defaults, "str"),
            "charset": (charset, "str"),
            "delimiter": (delimiter, "str"),
            "sheet": (sheet, "str"),
            "heading_row": (heading_row, "int"),
            "file_name": (file_name, "str"),
            "dry_run": (dry_run, "bool"),
            "valid_only": (valid_only, "bool"),
            "existing": (existing, "str"),
            "confirm": (confirm, "bool"),
        }, query=True), idempotency_key=idempotency_key).json()

    def create_key(
        self,
        *,
        name: str,
        expires_on: str | None = NOT_GIVEN,
        preset: Literal["shop", "warehouse", "depot", "hub", "read-only"] | str | None = NOT_GIVEN,
        scopes: Sequence[Literal["orders:write", "orders:read", "labels", "tracking:write", "webhooks", "account", "rules", "audit", "parcels:write", "administration", "users", "floor:read", "floor:write"] | str] | None = NOT_GIVEN,
        networks: types.Networks | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.NewKey:
        """Create a secret key. Only this response contains the secret. A key that was created with another key names it in
        `created_by_key`, and has no scope and no network that the other one does not have. An account has at most 100 live
        keys. Needs a key with the scope `account`."""
        return self._send("POST", "/account/keys/", body=arguments({
            "name": (name, "str"),
            "expires_on": (expires_on, "str | None"),
            "preset": (preset, "str | None"),
            "scopes": (scopes, "list of str | None"),
            "networks": (networks, "list of str | None"),
        }), idempotency_key=idempotency_key).json()

    def delete_endpoint(self, id: int) -> None:
        """Delete an endpoint. Its deliveries are deleted too. The events remain. Needs a key with the scope `webhooks`."""
        self._send("DELETE", f"/webhooks/endpoints/{step('id', id, 'int')}/")

    def delete_note(self, tracking_no: str, id: int) -> None:
        """Delete a note of an order. Deletes a note, whoever wrote it. Needs a key with the scope `orders:write`."""
        self._send("DELETE", f"/order/order/{step('tracking_no', tracking_no, 'str')}/notes/{step('id', id, 'int')}/")

    def delete_order_template(self, name: str) -> None:
        """Delete a template for orders. Orders that were created from it are not changed. Needs a key with the scope
        `orders:write`."""
        self._send("DELETE", f"/order/templates/{step('name', name, 'str')}/")

    def delete_rule(self, id: str) -> None:
        """Delete a rule. Deletes a rule that was set. A built-in rule with its id applies again. Needs a key of an operator's
        account with the scope `rules`."""
        self._send("DELETE", f"/operator/rules/{step('id', id, 'str')}/")

    def deliveries(self, id: int, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.Delivery]:
        """View deliveries. What was sent to the endpoint in the last 30 days, or will be: the newest events first, 50 on a page.
        Needs a key with the scope `webhooks`."""
        return self._pages(f"/webhooks/endpoints/{step('id', id, 'int')}/deliveries/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def edit_orders(
        self,
        tracking_nos: Sequence[str],
        *,
        changes: Mapping[str, Any],
        dry_run: bool = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> list[types.EditManyResponseOrdersElement]:
        """Change several orders. Changes at most 200 orders in the same way, each as a whole or not at all. `changes` is as in the
        change of one order. It may also have fields of items, which are then set in every item. Needs a key with the scope
        `orders:write`."""
        return self._send("POST", "/order/edit/", body=arguments({
            "tracking_nos": (tracking_nos, "list of str"),
            "changes": (changes, "dict"),
            "dry_run": (dry_run, "bool"),
        }), idempotency_key=idempotency_key).json()["orders"]

    def edit_tags(
        self,
        tracking_nos: Sequence[str],
        *,
        add: types.Tags = NOT_GIVEN,
        remove: types.Tags = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> list[types.EditManyResponseOrdersElement]:
        """Change the tags of orders. Adds tags to at most 200 orders and removes others, for one or for many, also if they have
        ended. Only people and keys of the account see them. An order has at most 10. They are no part of the order: there is no
        event. A repeated request changes nothing more. Needs a key with the scope `orders:write`."""
        return self._send("POST", "/order/tags/", body=arguments({
            "tracking_nos": (tracking_nos, "list of str"),
            "add": (add, "list of str"),
            "remove": (remove, "list of str"),
        }), idempotency_key=idempotency_key).json()["orders"]

    def endpoint(self, id: int) -> types.Endpoint:
        """View an endpoint. The response also shows why the endpoint was disabled, and since when deliveries fail. Needs a key
        with the scope `webhooks`."""
        return self._send("GET", f"/webhooks/endpoints/{step('id', id, 'int')}/").json()

    def endpoints(self) -> list[types.Endpoint]:
        """List the endpoints. All endpoints of the account. Needs a key with the scope `webhooks`."""
        return self._send("GET", "/webhooks/endpoints/").json()["results"]

    def events(
        self,
        *,
        date_from: Scalar | None = None,
        date_to: Scalar | None = None,
        created_from: Scalar | None = None,
        created_to: Scalar | None = None,
        cursor: Scalar | None = None,
        limit: int | None = None,
    ) -> Iterator[types.Event]:
        """View events. The events of the last 30 days, the oldest first, 50 on a page. It has the events that an endpoint of the
        account receives, delivered or not, and every endpoint.disabled. Needs a key with the scope `webhooks`."""
        return self._pages("/webhooks/events/", arguments({
            "date_from": (date_from, "str"),
            "date_to": (date_to, "str"),
            "created_from": (created_from, "str"),
            "created_to": (created_to, "str"),
            "cursor": (cursor, "str"),
            "limit": (limit, "int"),
        }, query=True))

    def explain_order(self, tracking_no: str) -> types.OrderObstacles:
        """Say what an order waits for. What of an order or return waits or failed: its submission to the partner, the partner's
        label, its cancellation, and its events to your endpoints, with the time of the next attempt, and what to do. Of the
        events the last 50 are looked at. Needs a key with the scope `orders:read`."""
        return self._send("GET", f"/order/order/{step('tracking_no', tracking_no, 'str')}/why/").json()

    def export_orders(
        self,
        *,
        date_from: Scalar | None = None,
        date_to: Scalar | None = None,
        created_from: Scalar | None = None,
        created_to: Scalar | None = None,
        service_id: int | None = None,
        shipper_order_id: Scalar | None = None,
        upload_batch_no: Scalar | None = None,
        tracking_no: Sequence[str] | None = None,
        status_code: Literal["SUBMITTED", "SUBMISSION_FAILED", "CANCELLED", "null"] | str | None = None,
        tracker_status_code: Literal["ORDER_CREATED", "PENDING_PICKUP", "PICKED_UP", "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY", "CROSS_BORDER_TRANSIT", "DESTINATION_COUNTRY_CUSTOMS", "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY", "READY_FOR_COLLECTION", "DELIVERY_IN_PROGRESS", "SUCCESS", "FAILED_PICKUP", "FAILED_DELIVERY", "EXCEPTION", "RETURN_TO_SENDER", "RETURNED", "CANCELLED"] | str | None = None,
        picked_up: bool | None = None,
        is_return: bool | None = None,
        printed: bool | None = None,
        packed: bool | None = None,
        queue: Literal["print", "pack", "hand-over", "partner", "problem", "on-the-way", "done"] | str | None = None,
        held: bool | None = None,
        search: Scalar | None = None,
        tag: Scalar | None = None,
        warning: Literal["any", "address"] | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        form: Literal["orders", "tracking"] | str | None = None,
        format: Literal["csv", "xlsx"] | str | None = None,
    ) -> bytes:
        """Export orders. A file of the orders that the filters select, the newest first, at most 50,000; without filters all. The
        form `orders` has all fields, with a row for each item, and an import reads it back equal. The form `tracking` has
        `shipper_order_id`, `tracking_no`, `carrier` and `tracking_url`, for shops. A text that a spreadsheet would take for a
        formula begins with an apostrophe in CSV. The file is sent while it is written: if the connection ends before the
        response does, the file is not whole. Needs a key with the scope `orders:read`."""
        return self._send("GET", "/order/export/", query=arguments({
            "date_from": (date_from, "str"),
            "date_to": (date_to, "str"),
            "created_from": (created_from, "str"),
            "created_to": (created_to, "str"),
            "service_id": (service_id, "int"),
            "shipper_order_id": (shipper_order_id, "str"),
            "upload_batch_no": (upload_batch_no, "str"),
            "tracking_no": (tracking_no, "list of str"),
            "status_code": (status_code, "str"),
            "tracker_status_code": (tracker_status_code, "str"),
            "picked_up": (picked_up, "bool"),
            "is_return": (is_return, "bool"),
            "printed": (printed, "bool"),
            "packed": (packed, "bool"),
            "queue": (queue, "str"),
            "held": (held, "bool"),
            "search": (search, "str"),
            "tag": (tag, "str"),
            "warning": (warning, "str"),
            "metadata": (metadata, "dict"),
            "form": (form, "str"),
            "format": (format, "str"),
        }, query=True)).body

    def handover(self, number: str) -> types.HandoverList:
        """View a hand-over list. A list with what is on it now. Needs a key with the scope `orders:read`."""
        return self._send("GET", f"/handovers/{step('number', number, 'str')}/").json()

    def handover_parcels(self, number: str, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.HandoverParcel]:
        """List the parcels of a hand-over list. The parcels that are on a list, the last scanned first, 50 on a page. Needs a key
        with the scope `orders:read`."""
        return self._pages(f"/handovers/{step('number', number, 'str')}/parcels/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def handovers(self, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.HandoverList]:
        """List hand-over lists. The lists of the account, the newest first, 50 on a page. An open list has no count here. Needs a
        key with the scope `orders:read`."""
        return self._pages("/handovers/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def hold_orders(
        self,
        tracking_nos: Sequence[types.NumberElement],
        *,
        reason: str,
        dry_run: bool | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> list[types.HoldResponseOrdersElement]:
        """Hold orders. Holds each order: it is not submitted to its partner and not handed over until it is released. It is
        refused while an attempt to submit the order is under way, and after the pickup. A held order gets the new reason. Needs
        a key with the scope `orders:write`."""
        return self._send("POST", "/order/hold/", body=arguments({
            "tracking_nos": (tracking_nos, "list of number/dict/str"),
            "reason": (reason, "str"),
            "dry_run": (dry_run, "bool | None"),
        }), idempotency_key=idempotency_key).json()["orders"]

    def import_(self, id: int) -> types.Import:
        """View an import. The state of an import, its progress, its counts, and where its results are. Needs a key with the scope
        `orders:read`."""
        return self._send("GET", f"/order/import/{step('id', id, 'int')}/").json()

    def import_problems(self, id: int, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.ImportProblemPageResultsElement]:
        """View the problems of an import. The rows that have problems or warnings, in the order of the file, 100 on a page. They
        are kept for 7 days. Needs a key with the scope `orders:read`."""
        return self._pages(f"/order/import/{step('id', id, 'int')}/problems/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def import_template(self, *, service_id: int, format: Literal["csv", "xlsx"] | str | None = None) -> bytes:
        """Fetch a template. An empty file for orders of a service: the headings of all fields and an example, which is refused
        when it is uploaded. XLSX also has a sheet with the meaning and the values of each field. Needs a key with the scope
        `orders:read`."""
        return self._send("GET", "/order/import/template/", query=arguments({"service_id": (service_id, "int"), "format": (format, "str")}, query=True)).body

    def imported_orders(self, id: int) -> bytes:
        """Fetch the orders of an import. The created orders as CSV, in the order of the file: `row` of the file,
        `shipper_order_id`, `tracking_no`, `upload_batch_no`, `consignee_name`, `consignee_country`, `created_on`. A text that a
        spreadsheet would take for a formula begins with an apostrophe. Needs a key with the scope `orders:read`."""
        return self._send("GET", f"/order/import/{step('id', id, 'int')}/orders/").body

    def imports(self, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.Import]:
        """List imports. The imports of the last 90 days, the newest first, 50 on a page. They lack what a person needs to see what
        the file is. Needs a key with the scope `orders:read`."""
        return self._pages("/order/import/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def keys(self) -> list[types.Key]:
        """List the secret keys. All keys of the account, revoked ones too, without their secrets. Needs a key with the scope
        `account`."""
        return self._send("GET", "/account/keys/").json()["results"]

    def label_statuses(
        self,
        *,
        upload_batch_no: Scalar | None = None,
        tracking_no: Sequence[str] | None = None,
        import_id: Scalar | None = None,
        document: Literal["label", "cn22", "cn23", "invoice", "proforma"] | str | None = None,
        format: Literal["pdf", "zpl"] | str | None = None,
        size: Literal["100x150", "a6", "4x6", "a4"] | str | None = None,
        dpi: Literal[203, 300, 600] | str | None = None,
    ) -> types.LabelStatuses:
        """View the status of many labels. Takes the parameters of `GET /api/order/labels/`, and says for each order whether that
        file has its label, why not, in which formats it can be fetched, and which texts do not print as they are written. Needs
        a key with the scope `labels`."""
        return self._send("GET", "/order/labels/status/", query=arguments({
            "upload_batch_no": (upload_batch_no, "str"),
            "tracking_no": (tracking_no, "list of str"),
            "import_id": (import_id, "str"),
            "document": (document, "str"),
            "format": (format, "str"),
            "size": (size, "str"),
            "dpi": (dpi, "int"),
        }, query=True)).json()

    def manifest(
        self,
        *,
        date_from: Scalar | None = None,
        date_to: Scalar | None = None,
        created_from: Scalar | None = None,
        created_to: Scalar | None = None,
        service_id: int | None = None,
        upload_batch_no: Scalar | None = None,
        tracking_no: Sequence[str] | None = None,
        tracker_status_code: Literal["ORDER_CREATED", "PENDING_PICKUP", "PICKED_UP", "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY", "CROSS_BORDER_TRANSIT", "DESTINATION_COUNTRY_CUSTOMS", "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY", "READY_FOR_COLLECTION", "DELIVERY_IN_PROGRESS", "SUCCESS", "FAILED_PICKUP", "FAILED_DELIVERY", "EXCEPTION", "RETURN_TO_SENDER", "RETURNED", "CANCELLED"] | str | None = None,
        date: Scalar | None = None,
        timezone: Scalar | None = None,
    ) -> bytes:
        """Print a handover manifest. The parcels that a driver takes over, as PDF: a bar code for each tracking number, the
        reference, the consignee, the destination and the weight, their number and total weight, and fields for signatures. Each
        service and pickup address has a manifest of its own in the file. Rows are sorted by tracking number. Returns, cancelled
        and held orders, orders without a label, and those whose label changed since it was printed are left out. Choose the
        orders by `date`, by `date_from` and `date_to`, by `upload_batch_no` or by `tracking_no`; the other filters narrow this
        down. A request may match at most 5000 parcels. With `format=json` it is data. Needs a key with the scope `labels`."""
        return self._send("GET", "/order/manifest/", query=arguments({
            "date_from": (date_from, "str"),
            "date_to": (date_to, "str"),
            "created_from": (created_from, "str"),
            "created_to": (created_to, "str"),
            "service_id": (service_id, "int"),
            "upload_batch_no": (upload_batch_no, "str"),
            "tracking_no": (tracking_no, "list of str"),
            "tracker_status_code": (tracker_status_code, "str"),
            "date": (date, "str"),
            "timezone": (timezone, "str"),
        }, query=True)).body

    def mark_printed(self, tracking_nos: Sequence[types.NumberElement], *, idempotency_key: str | None = None) -> list[types.PrintedResponseOrdersElement]:
        """Mark labels as printed. Notes that the labels of orders were printed, so that `printed=false` lists the others. A
        repeated request notes the later time. Needs a key with the scope `labels`."""
        return self._send("POST", "/order/printed/", body=arguments({"tracking_nos": (tracking_nos, "list of number/dict/str")}), idempotency_key=idempotency_key).json()["orders"]

    def open_handover(self, *, service_id: int, place: str, idempotency_key: str | None = None) -> types.HandoverList:
        """Open a hand-over list. A list is for the parcels of one service that a driver takes over at one place. Needs a key with
        the scope `parcels:write`."""
        return self._send("POST", "/handovers/", body=arguments({"service_id": (service_id, "int | str"), "place": (place, "str")}), idempotency_key=idempotency_key).json()

    def order(self, tracking_no: str) -> types.OrderDetail:
        """View one order. The record of an order or return with its items; the path may also have its `order_id`, if the account
        has no order with such a tracking number. After the keys of the record it has the tracking updates of the parcel, the
        submissions to its partner, and the addresses of its documents. Needs a key with the scope `orders:read`."""
        return self._send("GET", f"/order/order/{step('tracking_no', tracking_no, 'str')}/").json()

    def order_templates(self) -> list[types.OrderTemplate]:
        """List the templates for orders. Fields of orders that the account keeps under names, to begin new orders with. There are
        at most 100. Needs a key with the scope `orders:read`."""
        return self._send("GET", "/order/templates/").json()["results"]

    def orders(
        self,
        *,
        with_items: bool | None = None,
        expand: Sequence[Literal["metadata", "tags", "hold", "replaced_by", "packing", "proof"] | str] | None = None,
        limit: int | None = None,
        date_from: Scalar | None = None,
        date_to: Scalar | None = None,
        created_from: Scalar | None = None,
        created_to: Scalar | None = None,
        service_id: int | None = None,
        shipper_order_id: Scalar | None = None,
        upload_batch_no: Scalar | None = None,
        tracking_no: Sequence[str] | None = None,
        status_code: Literal["SUBMITTED", "SUBMISSION_FAILED", "CANCELLED", "null"] | str | None = None,
        tracker_status_code: Literal["ORDER_CREATED", "PENDING_PICKUP", "PICKED_UP", "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY", "CROSS_BORDER_TRANSIT", "DESTINATION_COUNTRY_CUSTOMS", "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY", "READY_FOR_COLLECTION", "DELIVERY_IN_PROGRESS", "SUCCESS", "FAILED_PICKUP", "FAILED_DELIVERY", "EXCEPTION", "RETURN_TO_SENDER", "RETURNED", "CANCELLED"] | str | None = None,
        picked_up: bool | None = None,
        updated_from: Scalar | None = None,
        updated_to: Scalar | None = None,
        is_return: bool | None = None,
        printed: bool | None = None,
        packed: bool | None = None,
        queue: Literal["print", "pack", "hand-over", "partner", "problem", "on-the-way", "done"] | str | None = None,
        held: bool | None = None,
        search: Scalar | None = None,
        tag: Scalar | None = None,
        warning: Literal["any", "address"] | str | None = None,
        metadata: Mapping[str, Any] | None = None,
        page_size: int | None = None,
        cursor: Scalar | None = None,
    ) -> Iterator[types.ListedRecord]:
        """View orders. The orders and returns of the account, newest first, 50 on a page. If a parameter is repeated, the last one
        counts. An empty parameter counts as absent. Use `cursor` to read all orders: every page takes the same time, and no
        order is missing or repeated while new orders arrive. With a `cursor` or `limit`, an unknown parameter is an error, and
        so is a value that a filter cannot have. Without one, an unknown parameter is ignored, such a value selects nothing, and
        a header names both. Without one, `search`, `warning` and `metadata` select at most 10,000 orders. Needs a key with the
        scope `orders:read`."""
        return self._pages("/order/order/", arguments({
            "with_items": (with_items, "bool"),
            "expand": (expand, "list of str"),
            "limit": (limit, "int"),
            "date_from": (date_from, "str"),
            "date_to": (date_to, "str"),
            "created_from": (created_from, "str"),
            "created_to": (created_to, "str"),
            "service_id": (service_id, "int"),
            "shipper_order_id": (shipper_order_id, "str"),
            "upload_batch_no": (upload_batch_no, "str"),
            "tracking_no": (tracking_no, "list of str"),
            "status_code": (status_code, "str"),
            "tracker_status_code": (tracker_status_code, "str"),
            "picked_up": (picked_up, "bool"),
            "updated_from": (updated_from, "str"),
            "updated_to": (updated_to, "str"),
            "is_return": (is_return, "bool"),
            "printed": (printed, "bool"),
            "packed": (packed, "bool"),
            "queue": (queue, "str"),
            "held": (held, "bool"),
            "search": (search, "str"),
            "tag": (tag, "str"),
            "warning": (warning, "str"),
            "metadata": (metadata, "dict"),
            "page_size": (page_size, "int | str"),
            "cursor": (cursor, "str"),
        }, query=True))

    def pack(
        self,
        *,
        code: str,
        scan: str | None = NOT_GIVEN,
        order_id: int | None = NOT_GIVEN,
        packed: bool | None = NOT_GIVEN,
        weight: int | float | Decimal | str | None = NOT_GIVEN,
        ticked: Sequence[int] | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.PackResult:
        """Pack a parcel. Notes that the parcel of an order is packed, or with `packed` false puts it on the station of the caller,
        where pieces are ticked and the parcel is weighed. Says in `code` why not: the order is cancelled or held, was picked
        up, has no label, or was packed before. That is a result, and no error. With `scan`, which names the scan, the same
        request again has the same result. Needs a key with the scope `parcels:write`."""
        return self._send("POST", "/packings/", body=arguments({
            "code": (code, "str"),
            "scan": (scan, "str | None"),
            "order_id": (order_id, "int | str | None"),
            "packed": (packed, "bool | None"),
            "weight": (weight, "number | str | None"),
            "ticked": (ticked, "list of int | None"),
        }), idempotency_key=idempotency_key).json()

    def portal_batch_numbers(self) -> types.UploadBatchNos:
        """List the numbers of the newest batches. The `upload_batch_no` of the newest 200 submissions, the newest first. A portal
        of the original interface offers them as a filter. Needs a key with the scope `orders:read`."""
        return self._send("GET", "/order/upload-batch-no/").json()

    def portal_services(self) -> types.PortalServices:
        """List the services for clients of the original interface. The services of `GET /api/services/` with the names that a
        portal of the original interface reads. New clients use that operation. Needs a key with the scope `orders:read`."""
        return self._send("GET", "/order/service/").json()

    def print_handover(self, number: str) -> bytes:
        """Print a hand-over list. The list as PDF: a bar code for each parcel, the reference, the consignee, the destination and
        the weight, the names, and the signature or a field for it. Times are in the time zone of the account. Needs a key with
        the scope `labels`."""
        return self._send("GET", f"/handovers/{step('number', number, 'str')}/pdf/").body

    def proof_of_delivery(self, tracking_no: str) -> bytes:
        """Fetch a proof of delivery. The picture of the proof of delivery, for the account of the order and for operators. Needs a
        key with the scope `orders:read`."""
        return self._send("GET", f"/order/order/{step('tracking_no', tracking_no, 'str')}/proof-of-delivery/").body

    def queue_print(
        self,
        *,
        tracking_no: str,
        printer: str,
        request_key: str,
        idempotency_key: str | None = None,
    ) -> types.PrintJob:
        """Print a label. Queues the label of an order for a printer of a print agent, once for each request key: the same request
        again responds with the job, and its state now. Needs a key with the scope `labels`."""
        return self._send("POST", "/print/jobs/", body=arguments({
            "tracking_no": (tracking_no, "str"),
            "printer": (printer, "str"),
            "request_key": (request_key, "str"),
        }), idempotency_key=idempotency_key).json()

    def refused_rows(self, id: int) -> bytes:
        """Fetch the refused rows of an import. The rows that became no orders, in the format of the uploaded file, with a column
        of errors. Correct them and upload the file again: the column is ignored. It is kept for 7 days. Needs a key with the
        scope `orders:read`."""
        return self._send("GET", f"/order/import/{step('id', id, 'int')}/refused/").body

    def related_updates(self, tracking_nos: Scalar) -> types.RelatedUpdates:
        """Query tracking updates without a body. The tracking updates of up to 200 tracking numbers, for clients of the original
        interface that send no body. It needs no key. With a key in the header the updates of the account's related orders come
        with those of the number."""
        return self._send("GET", "/v2/tracker/related-updates/", query=arguments({"tracking_nos": (tracking_nos, "str")}, query=True)).json()

    def release_orders(
        self,
        tracking_nos: Sequence[types.NumberElement],
        *,
        reason: str | None = NOT_GIVEN,
        dry_run: bool | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> list[types.HoldResponseOrdersElement]:
        """Release orders. Ends what holds each order: it is submitted to its partner, or gets its label in house. A repeated
        request has no further effect. Needs a key with the scope `orders:write`."""
        return self._send("POST", "/order/release/", body=arguments({
            "tracking_nos": (tracking_nos, "list of number/dict/str"),
            "reason": (reason, "str | None"),
            "dry_run": (dry_run, "bool | None"),
        }), idempotency_key=idempotency_key).json()["orders"]

    def remove_from_handover(self, number: str, tracking_no: str) -> None:
        """Take a parcel off a hand-over list. Takes a parcel off an open list. `404` also if the parcel is not on the list, is
        picked up, or the list is closed. Needs a key with the scope `parcels:write`."""
        self._send("DELETE", f"/handovers/{step('number', number, 'str')}/parcels/{step('tracking_no', tracking_no, 'str')}/")

    def reopen_handover(self, number: str, *, reason: str, idempotency_key: str | None = None) -> types.HandoverList:
        """Open a hand-over list again. Opens a closed list again, for further parcels. Its parcels stay picked up. The same
        request again responds with the list. Needs a key with the scope `parcels:write`."""
        return self._send("POST", f"/handovers/{step('number', number, 'str')}/reopen/", body=arguments({"reason": (reason, "str")}), idempotency_key=idempotency_key).json()

    def replace_order(self, tracking_no: str, changes: Mapping[str, Any], *, idempotency_key: str | None = None) -> types.CreateResponse:
        """Cancel and replace an order. Cancels the order, and creates another one in its place: the order with the fields that are
        sent, validated as a new order is. It has a number of its own, and may have another country, service or reference.
        Nothing is cancelled if it would be invalid. It is created only once the first one is cancelled: if a partner has to be
        asked, the response is 409 with `Retry-After`, and you send the request again after the event `order.cancelled`. An
        order has at most one replacement. Needs a key with the scope `orders:write`."""
        return self._send("POST", f"/order/order/{step('tracking_no', tracking_no, 'str')}/replace/", body=argument("changes", changes, "dict"), idempotency_key=idempotency_key).json()

    def replay_events(
        self,
        id: int,
        *,
        date_from: str | None = NOT_GIVEN,
        date_to: str | None = NOT_GIVEN,
        created_from: str | None = NOT_GIVEN,
        created_to: str | None = NOT_GIVEN,
        event_ids: Sequence[str] | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> int:
        """Replay events. Delivers events again, whether they were delivered before or not. The request selects them by their ids,
        or by the time when they happened. By time, only events of the endpoint's types are delivered. Events are stored for 30
        days. Needs a key with the scope `webhooks`."""
        return self._send("POST", f"/webhooks/endpoints/{step('id', id, 'int')}/replay/", body=arguments({
            "date_from": (date_from, "str | None"),
            "date_to": (date_to, "str | None"),
            "created_from": (created_from, "str | None"),
            "created_to": (created_to, "str | None"),
            "event_ids": (event_ids, "list of str | None"),
        }), idempotency_key=idempotency_key).json()["replayed"]

    def report_print(
        self,
        *,
        request_key: str,
        lease: str,
        state: Literal["started", "printed", "failed", "unknown"] | str,
        note: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> None:
        """Report on a print job. For print agents. Says that the agent starts to send a job, or how that ended. A job that started
        and has no other report after two minutes is `unknown`: a person says in the console whether the label came out, and it
        is never printed again by itself. `printed` marks the label of the order as printed. Needs a key with the scope
        `labels`."""
        self._send("POST", "/print/report/", body=arguments({
            "request_key": (request_key, "str"),
            "lease": (lease, "str"),
            "state": (state, "str"),
            "note": (note, "str | None"),
        }), idempotency_key=idempotency_key)

    def report_proof(
        self,
        *,
        tracking_no: str,
        name: str,
        image: str,
        signed_on: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> None:
        """Store a proof of delivery. Stores the name of the person who took the parcel and a picture. It replaces an earlier
        proof. It needs a key of an operator's account. Needs a key of an operator's account with the scope `tracking:write`."""
        self._send("POST", "/operator/proof-of-delivery/", body=arguments({
            "tracking_no": (tracking_no, "str"),
            "name": (name, "str"),
            "image": (image, "str"),
            "signed_on": (signed_on, "str | None"),
        }), idempotency_key=idempotency_key)

    def report_scale(
        self,
        *,
        printer: str,
        weight: int | float | Decimal | str,
        idempotency_key: str | None = None,
    ) -> None:
        """Report a weight. For print agents. Says what the scale beside a printer shows, when it is stable. The page Pack takes it
        for the parcel that waits for a weight. Needs a key with the scope `labels`."""
        self._send("POST", "/print/scale/", body=arguments({"printer": (printer, "str"), "weight": (weight, "number | str")}), idempotency_key=idempotency_key)

    def report_tracking(self, *, events: Sequence[types.Report], idempotency_key: str | None = None) -> list[types.ReportResponseEventsElement]:
        """Report what happened to parcels. For operators that scan parcels. It needs a key of an operator's account, and accepts
        reports on the orders of all accounts. A report names an order by its tracking number or by the number of its partner,
        as it is scanned; its result has the tracking number. If one report is invalid, none is recorded. Needs a key of an
        operator's account with the scope `tracking:write`."""
        return self._send("POST", "/operator/tracking/", body=arguments({"events": (events, "list of dict")}), idempotency_key=idempotency_key).json()["events"]

    def requests(
        self,
        *,
        cursor: Scalar | None = None,
        request_id: Scalar | None = None,
        failed: Literal["true", "false"] | str | None = None,
        limit: int | None = None,
    ) -> Iterator[types.RecordedRequest]:
        """List the requests of the account. The requests of the last 30 days that were made with a key of the account, the newest
        first, 50 on a page, with what was wrong and which fields are unknown. Nothing says something of a person: of bodies
        there are the names of fields, and the values of those that are not personal. At most 10 requests a second (100 at once)
        that succeed, and as many that fail, are recorded; an entry with `not_recorded` stands for the others. Entries appear
        after a second or two. The log of an account takes at most 64 MiB, all together 1 GiB; the oldest entries go first.
        Needs a key with the scope `orders:read`."""
        return self._pages("/account/requests/", arguments({
            "cursor": (cursor, "str"),
            "request_id": (request_id, "str"),
            "failed": (failed, "str"),
            "limit": (limit, "int"),
        }, query=True))

    def revoke_addresses(self, tracking_no: str, *, idempotency_key: str | None = None) -> str | None:
        """Revoke the addresses of an order's label and documents. All addresses of the label and the documents of the order that
        were given out before are 404 from now on, as unknown ones are. Its other responses have new addresses. Other orders,
        the tracking page and the orders' numbers stay as they are. A repeated request revokes the new addresses too. A create
        request that is repeated with its `Idempotency-Key` gets the old address again: view the order. Needs a key with the
        scope `labels`."""
        return self._send("POST", f"/order/order/{step('tracking_no', tracking_no, 'str')}/revoke-addresses/", body={}, idempotency_key=idempotency_key).json()["order_label_url"]

    def revoke_key(self, id: int, *, with_created: bool | None = None) -> None:
        """Revoke a secret key. The key is refused from now on; other servers follow within a second. A key may revoke itself and
        the keys that were created with it, directly or not. To rotate a key, create the next one, let all programs use it, and
        let the old one revoke itself. Needs a key with the scope `account`."""
        self._send("DELETE", f"/account/keys/{step('id', id, 'int')}/", query=arguments({"with_created": (with_created, "bool")}, query=True))

    def rotate_secret(self, id: int, *, idempotency_key: str | None = None) -> types.NewEndpoint:
        """Rotate the secret of an endpoint. For 24 hours every event is also signed with the old secret. Only this response
        contains the new secret. Needs a key with the scope `webhooks`."""
        return self._send("POST", f"/webhooks/endpoints/{step('id', id, 'int')}/rotate-secret/", body={}, idempotency_key=idempotency_key).json()

    def rule(self, id: str) -> types.RuleEntry:
        """View a rule. Needs a key of an operator's account with the scope `rules`."""
        return self._send("GET", f"/operator/rules/{step('id', id, 'str')}/").json()

    def rules(self) -> list[types.RuleEntry]:
        """List the rules. The built-in rules and those that were set, by id, also those that are not checked. There are at most
        1000. Needs a key of an operator's account with the scope `rules`."""
        return self._send("GET", "/operator/rules/").json()["results"]

    def search_hs(self, *, q: Scalar | None = None, limit: int | None = None) -> list[types.HSCodesResultsElement]:
        """Search HS codes. Finds codes of the Harmonized System by words of their English descriptions. Countries add digits of
        their own to these six. Needs a key with the scope `orders:read`."""
        return self._send("GET", "/customs/hs/", query=arguments({"q": (q, "str"), "limit": (limit, "int")}, query=True)).json()["results"]

    def set_order_template(self, name: str, order: Mapping[str, Any]) -> types.OrderTemplate:
        """Set a template for orders. Stores some fields of an order under the name, in the place of an earlier template. Values
        are checked when an order is created. Needs a key with the scope `orders:write`."""
        return self._send("PUT", f"/order/templates/{step('name', name, 'str')}/", body=argument("order", order, "dict")).json()

    def set_rule(self, id: str, rule: Mapping[str, Any]) -> types.RuleEntry:
        """Set a rule. Adds the rule, or replaces the one with this id, also a built-in one. All servers follow within a second.
        The change is in the audit log. Needs a key of an operator's account with the scope `rules`."""
        return self._send("PUT", f"/operator/rules/{step('id', id, 'str')}/", body=argument("rule", rule, "dict")).json()

    def simulate_journey(
        self,
        *,
        tracking_no: str,
        journey: Literal["normal", "failed_delivery", "customs_hold", "return_to_sender", "lost"] | str | None = NOT_GIVEN,
        pause: int | float | Decimal | str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> dict[str, Any]:
        """Simulate a journey. Starts a scripted journey of an order, in development only. Its reports are recorded like those of a
        partner. A new journey replaces a running one. Needs a key with the scope `orders:write`."""
        return self._send("POST", "/simulate/journey/", body=arguments({
            "tracking_no": (tracking_no, "str"),
            "journey": (journey, "str | None"),
            "pause": (pause, "number | str | None"),
        }), idempotency_key=idempotency_key).json()

    def stats(self, *, days: int | None = None) -> types.Stats:
        """Count orders by day, service and state. How many orders and returns were created on each of the last days, in UTC, by
        service and by their state now. An account may ask once a second, and five times at once. Needs a key with the scope
        `orders:read`."""
        return self._send("GET", "/order/stats/", query=arguments({"days": (days, "int")}, query=True)).json()

    def tags(self) -> list[str]:
        """List the tags. The different tags of the orders of the account. There are at most 200. Needs a key with the scope
        `orders:read`."""
        return self._send("GET", "/order/tags/").json()["results"]

    def take_prints(self, *, printer: str) -> list[types.PrintJob]:
        """Take a print job. For print agents. Offers a printer, and waits up to ten seconds for a job of it. The agent has the job
        for a minute. Before it sends the first byte it reports that it starts. Needs a key with the scope `labels`."""
        return self._send("POST", "/print/take/", body=arguments({"printer": (printer, "str")})).json()["jobs"]

    def test_endpoint(
        self,
        id: int,
        *,
        event: Literal["order.created", "order.updated", "order.held", "order.released", "order.label_ready", "order.submission_failed", "order.tracking_updated", "order.cancelled", "order.delivered", "import.finished", "endpoint.disabled"] | str | None = NOT_GIVEN,
    ) -> types.EndpointTest:
        """Test an endpoint. Sends an event `endpoint.test` to the endpoint once, or an example of another event, whose data end
        with `test`, also if it is disabled, and returns what came of it. A label webhook gets the example of a label. Nothing
        is stored. An endpoint may be tested once a second, and 5 times at once. Needs a key with the scope `webhooks`."""
        return self._send("POST", f"/webhooks/endpoints/{step('id', id, 'int')}/test/", body=arguments({"event": (event, "str | None")})).json()

    def track_v2(
        self,
        tracking_nos: Sequence[types.NumberElement],
        *,
        get_related_updates: bool | None = NOT_GIVEN,
        flatten_data: bool | None = NOT_GIVEN,
    ) -> types.UpdatesByNumber | types.TrackingUpdates:
        """Query tracking updates. The same operation at another address, for clients that use that address."""
        return self._send("POST", "/v2/tracker/query-by-tracking-nos/", body=arguments({
            "tracking_nos": (tracking_nos, "list of number/dict/str"),
            "get_related_updates": (get_related_updates, "bool | None"),
            "flatten_data": (flatten_data, "bool | None"),
        })).json()

    def undo_packing(self, tracking_no: str) -> None:
        """Undo that a parcel is packed. Only the user or key that packed a parcel can undo it. `404` also if another one did.
        Needs a key with the scope `parcels:write`."""
        self._send("DELETE", f"/packings/{step('tracking_no', tracking_no, 'str')}/")

    def unmark_printed(self, tracking_nos: Sequence[types.NumberElement], *, idempotency_key: str | None = None) -> list[types.PrintedResponseOrdersElement]:
        """Mark labels as not printed. Takes back that the labels of orders were printed, so that `printed=false` lists them again.
        Needs a key with the scope `labels`."""
        return self._send("POST", "/order/not-printed/", body=arguments({"tracking_nos": (tracking_nos, "list of number/dict/str")}), idempotency_key=idempotency_key).json()["orders"]

    def update_endpoint(
        self,
        id: int,
        *,
        url: str | None = NOT_GIVEN,
        description: str | None = NOT_GIVEN,
        label_pdf: bool | None = NOT_GIVEN,
        label_webhook: bool | None = NOT_GIVEN,
        basic_username: str | None = NOT_GIVEN,
        basic_password: str | None = NOT_GIVEN,
        disabled: bool | None = NOT_GIVEN,
        events: Sequence[Literal["order.created", "order.updated", "order.held", "order.released", "order.label_ready", "order.submission_failed", "order.tracking_updated", "order.cancelled", "order.delivered", "import.finished", "endpoint.disabled", "run.signed", "run.carried", "parcel.stopped", "parcel.stop_lifted", "scan.unknown", "consignment.departed", "consignment.arrived"] | str] | None = NOT_GIVEN,
    ) -> types.Endpoint:
        """Change an endpoint. An absent field does not change. Null clears a field. If a disabled endpoint is enabled, its open
        deliveries continue. Needs a key with the scope `webhooks`."""
        return self._send("PATCH", f"/webhooks/endpoints/{step('id', id, 'int')}/", body=arguments({
            "url": (url, "str | None"),
            "description": (description, "str | None"),
            "label_pdf": (label_pdf, "bool | None"),
            "label_webhook": (label_webhook, "bool | None"),
            "basic_username": (basic_username, "str | None"),
            "basic_password": (basic_password, "str | None"),
            "disabled": (disabled, "bool | None"),
            "events": (events, "list of str | None"),
        })).json()


class Administration(Part):
    """What an operator decides about: the attribute administration of a Client."""

    def account(self, id: int) -> types.OperatorAccount:
        """View an account. Needs a key of an operator's account with the scope `administration`."""
        return self._send("GET", f"/operator/accounts/{step('id', id, 'int')}/").json()

    def accounts(
        self,
        *,
        cursor: Scalar | None = None,
        search: Scalar | None = None,
        suspended: bool | None = None,
        limit: int | None = None,
    ) -> Iterator[types.OperatorAccount]:
        """List accounts. The accounts of all shippers, by id, 50 on a page. Needs a key of an operator's account with the scope
        `administration`."""
        return self._pages("/operator/accounts/", arguments({
            "cursor": (cursor, "str"),
            "search": (search, "str"),
            "suspended": (suspended, "bool"),
            "limit": (limit, "int"),
        }, query=True))

    def add_leg(
        self,
        id: int,
        *,
        flight: str,
        from_: str,
        from_country: str,
        to: str,
        to_country: str,
        planned_departure: str | None = NOT_GIVEN,
        planned_arrival: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.Consignment:
        """Add a leg to a consignment. A leg is a flight, or the drive of a truck. The change is in the audit log. Needs a key of
        an operator's account with the scopes `tracking:write` and `floor:write`."""
        return self._send("POST", f"/operator/consignments/{step('id', id, 'int')}/legs/", body=arguments({
            "flight": (flight, "str"),
            "from": (from_, "str"),
            "from_country": (from_country, "str"),
            "to": (to, "str"),
            "to_country": (to_country, "str"),
            "planned_departure": (planned_departure, "str | None"),
            "planned_arrival": (planned_arrival, "str | None"),
        }), idempotency_key=idempotency_key).json()

    def add_to_bag(
        self,
        id: int,
        *,
        code: str,
        scan: str | None = NOT_GIVEN,
        order_id: int | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.BagScan:
        """Put a parcel into a bag. Puts a parcel of any account into an open bag, or says in `code` why not: the order is stopped,
        held, cancelled or delivered, is of another service than the bag, or the parcel is in another bag. That is a result, and
        no error. With `scan`, which names the scan, the same request again has the same result. Needs a key of an operator's
        account with the scope `floor:write`."""
        return self._send("POST", f"/operator/bags/{step('id', id, 'int')}/parcels/", body=arguments({
            "code": (code, "str"),
            "scan": (scan, "str | None"),
            "order_id": (order_id, "int | str | None"),
        }), idempotency_key=idempotency_key).json()

    def add_to_run(
        self,
        id: int,
        *,
        code: str,
        scan: str | None = NOT_GIVEN,
        order_id: int | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.ScanResult:
        """Put a parcel on a pickup run. Puts a parcel of any account on the list that its shipper has for its service on an open
        run, or says in `code` why not: the order is stopped, held or cancelled, was picked up, has no label, its label changed
        since it was printed, or it is on another list. That is a result, and no error. With `scan`, which names the scan, the
        same request again has the same result. Needs a key of an operator's account with the scope `floor:write`."""
        return self._send("POST", f"/operator/runs/{step('id', id, 'int')}/parcels/", body=arguments({
            "code": (code, "str"),
            "scan": (scan, "str | None"),
            "order_id": (order_id, "int | str | None"),
        }), idempotency_key=idempotency_key).json()

    def answer_customs(
        self,
        id: int,
        *,
        answers: Sequence[types.CustomsAnswersRequestAnswersElement] = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> list[types.CustomsAnswersResponseAnswersElement]:
        """Record answers of customs. What customs answered about parcels before they are loaded. `do_not_load` stops the parcel:
        each scan says so. With an answer other than `assessed` its leg does not depart. `assessed` lifts the stop of an earlier
        `do_not_load`, and no other stop. Decisions such as `released` are stored likewise; see the result of a broker. The
        change is in the audit log. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`."""
        return self._send("POST", f"/operator/consignments/{step('id', id, 'int')}/customs/", body=arguments({"answers": (answers, "list of dict")}), idempotency_key=idempotency_key).json()["answers"]

    def arrive_leg(
        self,
        id: int,
        leg_no: int,
        *,
        occurred_on: str | None = NOT_GIVEN,
        reason: str | None = NOT_GIVEN,
        without: Sequence[str] | None = NOT_GIVEN,
        acknowledged: Sequence[str] | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.Consignment:
        """Have a leg arrive. As its departure. Needs a key of an operator's account with the scopes `tracking:write` and
        `floor:write`."""
        return self._send("POST", f"/operator/consignments/{step('id', id, 'int')}/legs/{step('leg_no', leg_no, 'int')}/arrive/", body=arguments({
            "occurred_on": (occurred_on, "str | None"),
            "reason": (reason, "str | None"),
            "without": (without, "list of str | None"),
            "acknowledged": (acknowledged, "list of str | None"),
        }), idempotency_key=idempotency_key).json()

    def bag(self, id: int) -> types.Bag:
        """View a bag. Needs a key of an operator's account with the scope `floor:read`."""
        return self._send("GET", f"/operator/bags/{step('id', id, 'int')}/").json()

    def bag_parcels(self, id: int, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.BagParcel]:
        """List the parcels of a bag. By account and order, 50 on a page. Needs a key of an operator's account with the scope
        `floor:read`."""
        return self._pages(f"/operator/bags/{step('id', id, 'int')}/parcels/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def bags(self, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.Bag]:
        """List bags. The bags of the operator, the newest first, 50 on a page. Needs a key of an operator's account with the scope
        `floor:read`."""
        return self._pages("/operator/bags/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def cancellation(self, tracking_no: str) -> types.ViewedEntry:
        """View a cancellation. The cancellation of an order of any account, with the attempts at it and at its submission. 404
        also if no partner was asked to cancel the order. Needs a key of an operator's account with the scope `administration`."""
        return self._send("GET", f"/operator/cancellations/{step('tracking_no', tracking_no, 'str')}/").json()

    def cancellations(
        self,
        *,
        cursor: Scalar | None = None,
        state: Literal["waiting", "pending", "confirmed", "refused", "failed"] | str | None = None,
        partner: Scalar | None = None,
        account_id: int | None = None,
        created_before: Scalar | None = None,
        created_to: Scalar | None = None,
        limit: int | None = None,
    ) -> Iterator[types.OperatorEntry]:
        """List cancellations. The cancellations of orders of all accounts that partners have, the oldest first, 50 on a page.
        Needs a key of an operator's account with the scope `administration`."""
        return self._pages("/operator/cancellations/", arguments({
            "cursor": (cursor, "str"),
            "state": (state, "str"),
            "partner": (partner, "str"),
            "account_id": (account_id, "int"),
            "created_before": (created_before, "str"),
            "created_to": (created_to, "str"),
            "limit": (limit, "int"),
        }, query=True))

    def change_account(
        self,
        id: int,
        *,
        name: str | None = NOT_GIVEN,
        rate_limit: int | None = NOT_GIVEN,
        rate_burst: int | None = NOT_GIVEN,
        erase_after_days: int | None = NOT_GIVEN,
        delete_after_days: int | None = NOT_GIVEN,
        operator: bool | None = NOT_GIVEN,
    ) -> types.OperatorAccount:
        """Change an account. An absent field stays as it is; null is 0 or false. All servers follow within a second. `operator`
        can be set by a key with the scope `users` only, and no key takes it from its own account. Needs a key of an operator's
        account with the scope `administration`."""
        return self._send("PATCH", f"/operator/accounts/{step('id', id, 'int')}/", body=arguments({
            "name": (name, "str | None"),
            "rate_limit": (rate_limit, "int | str | None"),
            "rate_burst": (rate_burst, "int | str | None"),
            "erase_after_days": (erase_after_days, "int | str | None"),
            "delete_after_days": (delete_after_days, "int | str | None"),
            "operator": (operator, "bool | None"),
        })).json()

    def change_bag(
        self,
        id: int,
        *,
        to_hub_id: int | None = NOT_GIVEN,
        seal: str | None = NOT_GIVEN,
        tare: int | float | Decimal | str | None = NOT_GIVEN,
        gross: int | float | Decimal | str | None = NOT_GIVEN,
        reason: str | None = NOT_GIVEN,
    ) -> types.Bag:
        """Change a bag. Changes the seal, the weights and the destination. An absent field stays as it is. A bag that has departed
        changes with a `reason` alone. The change is in the audit log. Needs a key of an operator's account with the scope
        `floor:write`."""
        return self._send("PATCH", f"/operator/bags/{step('id', id, 'int')}/", body=arguments({
            "to_hub_id": (to_hub_id, "int | str | None"),
            "seal": (seal, "str | None"),
            "tare": (tare, "number | str | None"),
            "gross": (gross, "number | str | None"),
            "reason": (reason, "str | None"),
        })).json()

    def change_consignment(
        self,
        id: int,
        *,
        destination: str = NOT_GIVEN,
        awb: str | None = NOT_GIVEN,
        truck: str | None = NOT_GIVEN,
        broker: str | None = NOT_GIVEN,
        state: Literal["planned", "closed", "filed", "cleared", "handed_over"] | str = NOT_GIVEN,
        reason: str | None = NOT_GIVEN,
    ) -> types.Consignment:
        """Change a consignment. An absent field stays as it is. After a departure it changes with a `reason` alone, except that it
        is `handed_over` when all bags have arrived. The change is in the audit log. Needs a key of an operator's account with
        the scopes `tracking:write` and `floor:write`."""
        return self._send("PATCH", f"/operator/consignments/{step('id', id, 'int')}/", body=arguments({
            "destination": (destination, "str"),
            "awb": (awb, "str | None"),
            "truck": (truck, "str | None"),
            "broker": (broker, "str | None"),
            "state": (state, "str"),
            "reason": (reason, "str | None"),
        })).json()

    def change_hub(
        self,
        id: int,
        *,
        name: str | None = NOT_GIVEN,
        country: str | None = NOT_GIVEN,
        timezone: str | None = NOT_GIVEN,
    ) -> types.Hub:
        """Change a hub. An absent field stays as it is. Scans that were recorded keep the name that the hub had. Needs a key of an
        operator's account with the scope `administration`."""
        return self._send("PATCH", f"/operator/hubs/{step('id', id, 'int')}/", body=arguments({
            "name": (name, "str | None"),
            "country": (country, "str | None"),
            "timezone": (timezone, "str | None"),
        })).json()

    def change_leg(
        self,
        id: int,
        leg_no: int,
        *,
        flight: str = NOT_GIVEN,
        from_: str = NOT_GIVEN,
        from_country: str = NOT_GIVEN,
        to: str = NOT_GIVEN,
        to_country: str = NOT_GIVEN,
        planned_departure: str | None = NOT_GIVEN,
        planned_arrival: str | None = NOT_GIVEN,
        reason: str | None = NOT_GIVEN,
    ) -> types.Consignment:
        """Change a leg. An absent field stays as it is. A leg that has departed changes with a `reason` alone. The change is in
        the audit log. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`."""
        return self._send("PATCH", f"/operator/consignments/{step('id', id, 'int')}/legs/{step('leg_no', leg_no, 'int')}/", body=arguments({
            "flight": (flight, "str"),
            "from": (from_, "str"),
            "from_country": (from_country, "str"),
            "to": (to, "str"),
            "to_country": (to_country, "str"),
            "planned_departure": (planned_departure, "str | None"),
            "planned_arrival": (planned_arrival, "str | None"),
            "reason": (reason, "str | None"),
        })).json()

    def change_parcels(
        self,
        *,
        kind: Literal["hold", "release", "cancel", "report", "correct"] | str,
        reason: str | None = NOT_GIVEN,
        status: Literal["ORDER_CREATED", "PENDING_PICKUP", "PICKED_UP", "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY", "CROSS_BORDER_TRANSIT", "DESTINATION_COUNTRY_CUSTOMS", "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY", "READY_FOR_COLLECTION", "DELIVERY_IN_PROGRESS", "SUCCESS", "FAILED_PICKUP", "FAILED_DELIVERY", "EXCEPTION", "RETURN_TO_SENDER", "RETURNED"] | str | None = NOT_GIVEN,
        lost: bool | None = NOT_GIVEN,
        dry_run: bool | None = NOT_GIVEN,
        description: str | None = NOT_GIVEN,
        country: str | None = NOT_GIVEN,
        address: str | None = NOT_GIVEN,
        occurred_on: str | None = NOT_GIVEN,
        tracking_nos: Sequence[types.NumberElement] = NOT_GIVEN,
        filter: types.ParcelFilter = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.ParcelChangeResponse:
        """Change parcels of all accounts. Holds, releases or cancels the parcels that numbers or references name, or that a filter
        selects; reports where they are, or corrects their status. Each account has a job that changes its parcels in the
        background, as of its own; those with few parcels have often ended when the response comes. With `dry_run` nothing is
        changed: the response says what would come of the first 1,000 parcels. At most 10,000 parcels of 200 accounts are
        changed at once, and an empty filter selects all whose journey has not ended. A repetition changes nothing. The key
        needs both scopes. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`."""
        return self._send("POST", "/operator/orders/change/", body=arguments({
            "kind": (kind, "str"),
            "reason": (reason, "str | None"),
            "status": (status, "str | None"),
            "lost": (lost, "bool | None"),
            "dry_run": (dry_run, "bool | None"),
            "description": (description, "str | None"),
            "country": (country, "str | None"),
            "address": (address, "str | None"),
            "occurred_on": (occurred_on, "str | None"),
            "tracking_nos": (tracking_nos, "list of number/dict/str"),
            "filter": (filter, "dict"),
        }), idempotency_key=idempotency_key).json()

    def change_partner(
        self,
        partner: str,
        *,
        base_url: str | None = NOT_GIVEN,
        concurrency: int | None = NOT_GIVEN,
        timeout: str | None = NOT_GIVEN,
        private_network: bool | None = NOT_GIVEN,
    ) -> types.ViewedPartner:
        """Change a partner. An absent field stays as it is. The name cannot be changed. Servers follow within ten seconds. The
        change is in the audit log. Needs a key of an operator's account with the scope `administration`."""
        return self._send("PATCH", f"/operator/partners/{step('partner', partner, 'str')}/", body=arguments({
            "base_url": (base_url, "str | None"),
            "concurrency": (concurrency, "int | str | None"),
            "timeout": (timeout, "str | None"),
            "private_network": (private_network, "bool | None"),
        })).json()

    def change_service(
        self,
        id: int,
        *,
        name: str | None = NOT_GIVEN,
        partner: str | None = NOT_GIVEN,
        cod: bool | None = NOT_GIVEN,
        missing_customs: Literal["wait", "refuse"] | str | None = NOT_GIVEN,
        customs_forms: Literal["post", "invoice"] | str | None = NOT_GIVEN,
        own_label: bool | None = NOT_GIVEN,
    ) -> types.OperatorService:
        """Change a service. An absent field stays as it is, and null clears it. Servers follow within a second. Orders that exist
        keep their partner. The number, the lane and the category cannot be changed: create another service. The change is in
        the audit log. Needs a key of an operator's account with the scope `administration`."""
        return self._send("PATCH", f"/operator/services/{step('id', id, 'int')}/", body=arguments({
            "name": (name, "str | None"),
            "partner": (partner, "str | None"),
            "cod": (cod, "bool | None"),
            "missing_customs": (missing_customs, "str | None"),
            "customs_forms": (customs_forms, "str | None"),
            "own_label": (own_label, "bool | None"),
        })).json()

    def change_service_customs(self, id: int, facts: Mapping[str, Any]) -> types.ServiceCustoms:
        """Change what a service states for customs. An absent fact stays as it is, and null removes it. Submissions that wait for
        a fact are tried at once. The change is in the audit log. Needs a key of an operator's account with the scope
        `administration`."""
        return self._send("PATCH", f"/operator/services/{step('id', id, 'int')}/customs/", body=argument("facts", facts, "dict")).json()

    def change_service_labels(
        self,
        id: int,
        *,
        marks: Sequence[Literal["signature", "battery", "fragile"] | str] | None = NOT_GIVEN,
        routing: Sequence[types.ServiceLabelsRequestRouting1Element] | None = NOT_GIVEN,
    ) -> types.ServiceLabels:
        """Change the labels of a service. A list that is sent replaces the whole list, null empties it, and an absent one stays.
        The routing table has at most 5000 routes, which one request holds: a hub, a sort code, or both, for each prefix of
        postal codes. Nothing is changed if a route is wrong. Servers follow within a second. The audit log has the marks, and
        the number and a hash of the routes. Needs a key of an operator's account with the scope `administration`."""
        return self._send("PATCH", f"/operator/services/{step('id', id, 'int')}/labels/", body=arguments({"marks": (marks, "list of str | None"), "routing": (routing, "list of dict | None")})).json()

    def change_user(
        self,
        id: int,
        *,
        name: str | None = NOT_GIVEN,
        operator_role: Literal["hub", "operator", "operator-admin"] | str | None = NOT_GIVEN,
    ) -> types.OperatorUser:
        """Change a user. An absent field stays as it is; null takes the operator role. Another operator role withdraws the user's
        links, and ends the sessions that a link began. Needs a key of an operator's account with the scope `users` that is not
        limited to networks."""
        return self._send("PATCH", f"/operator/users/{step('id', id, 'int')}/", body=arguments({"name": (name, "str | None"), "operator_role": (operator_role, "str | None")})).json()

    def check_consignment(self, id: int) -> list[types.ConsignmentChecksFindingsElement]:
        """Check a consignment. What stands against it: parcels that are cancelled, held or stopped, with which it is not closed;
        parcels of another country, without an HS code or the UN number of dangerous goods, to a country under an embargo, or of
        another weight on the scale than stated; and sums of declared values: above 135 GBP of a recipient in the United
        Kingdom, and above 2,500 USD of one HS code of a shipper in the United States to a consignee on one flight. At most
        1,000 findings are listed besides those with which it is not closed. Values in currencies without a rate are in no sum,
        and are listed. Needs a key of an operator's account with the scope `floor:read`."""
        return self._send("GET", f"/operator/consignments/{step('id', id, 'int')}/checks/").json()["findings"]

    def close_bag(self, id: int, *, idempotency_key: str | None = None) -> types.Bag:
        """Close a bag. The bag takes no more scans, and its parcels are counted, one account after the other: `closing` until all
        are. A closed bag stays closed. The change is in the audit log. Needs a key of an operator's account with the scope
        `floor:write`."""
        return self._send("POST", f"/operator/bags/{step('id', id, 'int')}/close/", body={}, idempotency_key=idempotency_key).json()

    def close_unknown_scan(
        self,
        scan: str,
        *,
        reason: str | None = NOT_GIVEN,
        tracking_no: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.UnknownScan:
        """Close an unknown parcel. Takes a code that no order had off the list. With a `tracking_no` the scan is recorded as one
        of this parcel, once, by who scanned it and at that time. The same request again changes nothing. Needs a key of an
        operator's account with the scope `floor:write`."""
        return self._send("POST", f"/operator/scans/unknown/{step('scan', scan, 'str')}/close/", body=arguments({"reason": (reason, "str | None"), "tracking_no": (tracking_no, "str | None")}), idempotency_key=idempotency_key).json()

    def consignment(self, id: int) -> types.Consignment:
        """View a consignment. A consignment with its legs, and sums of its bags. Needs a key of an operator's account with the
        scope `floor:read`."""
        return self._send("GET", f"/operator/consignments/{step('id', id, 'int')}/").json()

    def consignment_bags(self, id: int, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.Bag]:
        """List the bags of a consignment. The newest first, 50 on a page. Needs a key of an operator's account with the scope
        `floor:read`."""
        return self._pages(f"/operator/consignments/{step('id', id, 'int')}/bags/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def consignment_events(self, id: int, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.ConsignmentEvent]:
        """List the events of a consignment. In the order in which they were recorded, 50 on a page. Needs a key of an operator's
        account with the scope `floor:read`."""
        return self._pages(f"/operator/consignments/{step('id', id, 'int')}/events/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def consignment_parcels(self, id: int, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.BagParcel]:
        """List the parcels of a consignment. By bag, account and order, 50 on a page. Needs a key of an operator's account with
        the scope `floor:read`."""
        return self._pages(f"/operator/consignments/{step('id', id, 'int')}/parcels/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def consignments(self, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.Consignment]:
        """List consignments. The consignments of the operator, the newest first, 50 on a page. Needs a key of an operator's
        account with the scope `floor:read`."""
        return self._pages("/operator/consignments/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def count_run(self, id: int, *, idempotency_key: str | None = None) -> types.Run:
        """Count a pickup run. The run takes no more scans, and its lists are counted, one account after the other: `counting`
        until all are. A counted run stays counted. The change is in the audit log. Needs a key of an operator's account with
        the scope `floor:write`."""
        return self._send("POST", f"/operator/runs/{step('id', id, 'int')}/count/", body={}, idempotency_key=idempotency_key).json()

    def create_account(
        self,
        *,
        name: str,
        rate_limit: int | None = NOT_GIVEN,
        rate_burst: int | None = NOT_GIVEN,
        erase_after_days: int | None = NOT_GIVEN,
        delete_after_days: int | None = NOT_GIVEN,
        operator: bool | None = NOT_GIVEN,
        tracking_prefix: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.OperatorAccount:
        """Create an account. It has no key yet: see `POST /api/operator/accounts/{id}/keys/`. An `operator` account needs a key
        with the scope `users`, because others may then do everything with keys of that account. Needs a key of an operator's
        account with the scope `administration`."""
        return self._send("POST", "/operator/accounts/", body=arguments({
            "name": (name, "str"),
            "rate_limit": (rate_limit, "int | str | None"),
            "rate_burst": (rate_burst, "int | str | None"),
            "erase_after_days": (erase_after_days, "int | str | None"),
            "delete_after_days": (delete_after_days, "int | str | None"),
            "operator": (operator, "bool | None"),
            "tracking_prefix": (tracking_prefix, "str | None"),
        }), idempotency_key=idempotency_key).json()

    def create_hub(self, *, name: str, country: str, timezone: str, idempotency_key: str | None = None) -> types.Hub:
        """Create a hub. A hub is a place where the operator sorts the parcels of all accounts. The change is in the audit log.
        Needs a key of an operator's account with the scope `administration`."""
        return self._send("POST", "/operator/hubs/", body=arguments({"name": (name, "str"), "country": (country, "str"), "timezone": (timezone, "str")}), idempotency_key=idempotency_key).json()

    def create_key_of_account(
        self,
        id: int,
        *,
        name: str,
        expires_on: str | None = NOT_GIVEN,
        preset: Literal["shop", "warehouse", "depot", "hub", "read-only"] | str | None = NOT_GIVEN,
        scopes: Sequence[Literal["orders:write", "orders:read", "labels", "tracking:write", "webhooks", "account", "rules", "audit", "parcels:write", "administration", "users", "floor:read", "floor:write"] | str] | None = NOT_GIVEN,
        networks: types.Networks | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.NewKey:
        """Create a secret key of an account. Only this response contains the secret. The key names the one that created it in
        `created_by_key`, and has no scope and no network that this one does not have. An account has at most 100 live keys.
        Needs a key of an operator's account with the scope `administration`."""
        return self._send("POST", f"/operator/accounts/{step('id', id, 'int')}/keys/", body=arguments({
            "name": (name, "str"),
            "expires_on": (expires_on, "str | None"),
            "preset": (preset, "str | None"),
            "scopes": (scopes, "list of str | None"),
            "networks": (networks, "list of str | None"),
        }), idempotency_key=idempotency_key).json()

    def create_partner(
        self,
        *,
        name: str,
        base_url: str,
        concurrency: int | None = NOT_GIVEN,
        timeout: str | None = NOT_GIVEN,
        private_network: bool | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.NewPartner:
        """Create a partner. Only this response contains the secret with which its adapter and Waybill sign. Servers know the
        partner within ten seconds. The change is in the audit log. Needs a key of an operator's account with the scope
        `administration`."""
        return self._send("POST", "/operator/partners/", body=arguments({
            "name": (name, "str"),
            "base_url": (base_url, "str"),
            "concurrency": (concurrency, "int | str | None"),
            "timeout": (timeout, "str | None"),
            "private_network": (private_network, "bool | None"),
        }), idempotency_key=idempotency_key).json()

    def create_service(
        self,
        *,
        name: str,
        origin: str | None = NOT_GIVEN,
        destination: str | None = NOT_GIVEN,
        category: Literal["pickup", "drop-off"] | str | None = NOT_GIVEN,
        cod: bool | None = NOT_GIVEN,
        partner: str | None = NOT_GIVEN,
        missing_customs: Literal["wait", "refuse"] | str | None = NOT_GIVEN,
        customs_forms: Literal["post", "invoice"] | str | None = NOT_GIVEN,
        own_label: bool | None = NOT_GIVEN,
        service_id: int | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.OperatorService:
        """Create a service. Servers offer it within a second. Its number, its lane and its category never change. The change is in
        the audit log. Needs a key of an operator's account with the scope `administration`."""
        return self._send("POST", "/operator/services/", body=arguments({
            "name": (name, "str"),
            "origin": (origin, "str | None"),
            "destination": (destination, "str | None"),
            "category": (category, "str | None"),
            "cod": (cod, "bool | None"),
            "partner": (partner, "str | None"),
            "missing_customs": (missing_customs, "str | None"),
            "customs_forms": (customs_forms, "str | None"),
            "own_label": (own_label, "bool | None"),
            "service_id": (service_id, "int | str | None"),
        }), idempotency_key=idempotency_key).json()

    def create_user(
        self,
        *,
        name: str,
        email: str,
        operator_role: Literal["hub", "operator", "operator-admin"] | str | None = NOT_GIVEN,
        account_id: int | None = NOT_GIVEN,
        role: Literal["viewer", "editor", "admin"] | str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.NewOperatorUser:
        """Create a user. Lets a person in, with a role in all accounts or in one. Only this response has the link by which the
        person chooses a password; no mail is sent. Pass it on in confidence: it lets in everyone who has it. Of a user who
        exists no operation makes a link, because whoever has it signs in as that user: `waybill user reset` and the console do.
        Needs a key of an operator's account with the scope `users` that is not limited to networks."""
        return self._send("POST", "/operator/users/", body=arguments({
            "name": (name, "str"),
            "email": (email, "str"),
            "operator_role": (operator_role, "str | None"),
            "account_id": (account_id, "int | str | None"),
            "role": (role, "str | None"),
        }), idempotency_key=idempotency_key).json()

    def depart_leg(
        self,
        id: int,
        leg_no: int,
        *,
        occurred_on: str | None = NOT_GIVEN,
        reason: str | None = NOT_GIVEN,
        without: Sequence[str] | None = NOT_GIVEN,
        acknowledged: Sequence[str] | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.Consignment:
        """Have a leg depart. The parcels in the bags on the leg get a tracking event in the background, each once. It is refused
        before the consignment is cleared, unless the request has a `reason`, and, with the numbers of the parcels, while
        customs or the operator keep parcels that are not in `acknowledged` with a `reason`. Parcels that customs say not to
        load cannot be acknowledged. The same request again changes nothing. The change is in the audit log. Needs a key of an
        operator's account with the scopes `tracking:write` and `floor:write`."""
        return self._send("POST", f"/operator/consignments/{step('id', id, 'int')}/legs/{step('leg_no', leg_no, 'int')}/depart/", body=arguments({
            "occurred_on": (occurred_on, "str | None"),
            "reason": (reason, "str | None"),
            "without": (without, "list of str | None"),
            "acknowledged": (acknowledged, "list of str | None"),
        }), idempotency_key=idempotency_key).json()

    def disable_hub(self, id: int, *, idempotency_key: str | None = None) -> types.Hub:
        """Disable a hub. Nothing more is scanned in it. A disabled hub stays disabled. Needs a key of an operator's account with
        the scope `administration`."""
        return self._send("POST", f"/operator/hubs/{step('id', id, 'int')}/disable/", body={}, idempotency_key=idempotency_key).json()

    def disable_partner(self, partner: str, *, idempotency_key: str | None = None) -> types.ViewedPartner:
        """Disable a partner. It is not called, and what it sends is refused. Its orders wait. Servers follow within ten seconds.
        The change is in the audit log. Needs a key of an operator's account with the scope `administration`."""
        return self._send("POST", f"/operator/partners/{step('partner', partner, 'str')}/disable/", body={}, idempotency_key=idempotency_key).json()

    def disable_service(self, id: int, *, idempotency_key: str | None = None) -> types.OperatorService:
        """Disable a service. It takes no new orders. Orders that exist go on. A disabled service stays disabled. The change is in
        the audit log. Needs a key of an operator's account with the scope `administration`."""
        return self._send("POST", f"/operator/services/{step('id', id, 'int')}/disable/", body={}, idempotency_key=idempotency_key).json()

    def disable_user(self, id: int, *, idempotency_key: str | None = None) -> types.OperatorUser:
        """Disable a user. Ends the user's sessions, withdraws the links, removes the passkeys, and refuses to sign the user in.
        Needs a key of an operator's account with the scope `users` that is not limited to networks."""
        return self._send("POST", f"/operator/users/{step('id', id, 'int')}/disable/", idempotency_key=idempotency_key).json()

    def empty_bag(self, id: int, *, idempotency_key: str | None = None) -> types.Bag:
        """Empty a bag. The parcels of a bag that was received were taken out, and may be put into other bags. The change is in the
        audit log. Needs a key of an operator's account with the scope `floor:write`."""
        return self._send("POST", f"/operator/bags/{step('id', id, 'int')}/empty/", body={}, idempotency_key=idempotency_key).json()

    def enable_hub(self, id: int, *, idempotency_key: str | None = None) -> types.Hub:
        """Enable a hub. Needs a key of an operator's account with the scope `administration`."""
        return self._send("POST", f"/operator/hubs/{step('id', id, 'int')}/enable/", body={}, idempotency_key=idempotency_key).json()

    def enable_partner(self, partner: str, *, idempotency_key: str | None = None) -> types.ViewedPartner:
        """Enable a partner. It is called again within ten seconds. The change is in the audit log. Needs a key of an operator's
        account with the scope `administration`."""
        return self._send("POST", f"/operator/partners/{step('partner', partner, 'str')}/enable/", body={}, idempotency_key=idempotency_key).json()

    def enable_service(self, id: int, *, idempotency_key: str | None = None) -> types.OperatorService:
        """Enable a service. It takes orders again. The change is in the audit log. Needs a key of an operator's account with the
        scope `administration`."""
        return self._send("POST", f"/operator/services/{step('id', id, 'int')}/enable/", body={}, idempotency_key=idempotency_key).json()

    def enable_user(self, id: int, *, idempotency_key: str | None = None) -> types.OperatorUser:
        """Enable a user. Lets a disabled user sign in again. Needs a key of an operator's account with the scope `users` that is
        not limited to networks."""
        return self._send("POST", f"/operator/users/{step('id', id, 'int')}/enable/", idempotency_key=idempotency_key).json()

    def end_sessions(self, id: int, *, idempotency_key: str | None = None) -> types.OperatorUser:
        """End the sessions of a user. Ends all of them. Needs a key of an operator's account with the scope `users` that is not
        limited to networks."""
        return self._send("POST", f"/operator/users/{step('id', id, 'int')}/sessions/end/", idempotency_key=idempotency_key).json()

    def export_manifest(self, id: int) -> bytes:
        """Export a manifest. The rows of the newest version as XLSX. Needs a key of an operator's account with the scope
        `floor:read`."""
        return self._send("GET", f"/operator/consignments/{step('id', id, 'int')}/manifest/xlsx/").body

    def hub(self, id: int) -> types.Hub:
        """View a hub. Needs a key of an operator's account with the scope `floor:read`."""
        return self._send("GET", f"/operator/hubs/{step('id', id, 'int')}/").json()

    def hubs(self) -> list[types.Hub]:
        """List hubs. All hubs by name, disabled ones too. Needs a key of an operator's account with the scope `floor:read`."""
        return self._send("GET", "/operator/hubs/").json()["results"]

    def import_customs(
        self,
        id: int,
        file: bytes,
        *,
        confirm: Literal["true", "false"] | str | None = None,
        idempotency_key: str | None = None,
    ) -> types.CustomsResult:
        """Read the file of a broker. The same for a CSV file in UTF-8 or an XLSX file. The headings are the names of the fields of
        an answer, in any order; `hawb`, `mrn`, `status`, `vat` and `date` stand for `tracking_no`, `entry_no`, `answer`, `tax`
        and `occurred_on`. A file has at most 5000 rows and 8 MiB. Rows that cannot be read are listed. The key must come in the
        header or the query. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`."""
        return self._send("POST", f"/operator/consignments/{step('id', id, 'int')}/results/file/", body=argument("file", file, "bytes"), query=arguments({"confirm": (confirm, "str")}, query=True), idempotency_key=idempotency_key).json()

    def inbound(self, id: int) -> types.Inbound:
        """View an inbound. What of a consignment came to a hub: how many parcels are in each state, of all and by bag. 404 also if
        the inbound was not opened. Needs a key of an operator's account with the scope `floor:read`."""
        return self._send("GET", f"/operator/consignments/{step('id', id, 'int')}/inbound/").json()

    def inbound_parcels(
        self,
        id: int,
        *,
        state: Literal["received", "in_bag", "damaged", "found", "missing", "awaited", "elsewhere", "surplus", "unknown"] | str | None = None,
        cursor: Scalar | None = None,
        limit: int | None = None,
    ) -> Iterator[types.InboundParcel]:
        """List the parcels of an inbound. The parcels of the consignment, and what was scanned and is not of it: by bag, account,
        order and scan, 50 on a page. Needs a key of an operator's account with the scope `floor:read`."""
        return self._pages(f"/operator/consignments/{step('id', id, 'int')}/inbound/parcels/", arguments({"state": (state, "str"), "cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def keys_of_account(self, id: int) -> list[types.Key]:
        """List the secret keys of an account. All keys of the account, revoked ones too, without their secrets. Needs a key of an
        operator's account with the scope `administration`."""
        return self._send("GET", f"/operator/accounts/{step('id', id, 'int')}/keys/").json()["results"]

    def leave_bags(
        self,
        id: int,
        *,
        leg_no: int | None = NOT_GIVEN,
        reason: str | None = NOT_GIVEN,
        bags: Sequence[str] = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.Consignment:
        """Leave bags behind. Takes bags off a leg: they stay in their consignment. Without `leg_no` they leave the consignment.
        From what has departed they are taken with a `reason` alone. The change is in the audit log. Needs a key of an
        operator's account with the scope `floor:write`."""
        return self._send("POST", f"/operator/consignments/{step('id', id, 'int')}/bags/leave/", body=arguments({
            "leg_no": (leg_no, "int | str | None"),
            "reason": (reason, "str | None"),
            "bags": (bags, "list of str"),
        }), idempotency_key=idempotency_key).json()

    def lift_stops(self, tracking_nos: Sequence[types.NumberElement], *, idempotency_key: str | None = None) -> list[types.StopResponseOrdersElement]:
        """Lift the stops of parcels. The parcels go on. The change is in the audit log. Needs a key of an operator's account with
        the scopes `tracking:write` and `floor:write`."""
        return self._send("POST", "/operator/stops/lift/", body=arguments({"tracking_nos": (tracking_nos, "list of number/dict/str")}), idempotency_key=idempotency_key).json()["orders"]

    def make_manifest(self, id: int, *, idempotency_key: str | None = None) -> types.ConsignmentManifest:
        """Make a manifest. Stores what the bags of the consignment have as the next version of its manifest: the sums, and which
        parcels are added, removed and changed. If nothing is different, it is the newest version. The change is in the audit
        log. Needs a key of an operator's account with the scope `floor:write`."""
        return self._send("POST", f"/operator/consignments/{step('id', id, 'int')}/manifest/", idempotency_key=idempotency_key).json()

    def manifest_rows(self, id: int) -> types.ManifestRows:
        """View a manifest. The newest version with its rows, in the columns of the template of the broker. Needs a key of an
        operator's account with the scope `floor:read`."""
        return self._send("GET", f"/operator/consignments/{step('id', id, 'int')}/manifest/rows/").json()

    def manifest_templates(self) -> list[types.ManifestTemplate]:
        """List templates of manifests. Which columns brokers want, by broker. Other brokers get those of the program. Needs a key
        of an operator's account with the scope `floor:read`."""
        return self._send("GET", "/operator/manifest-templates/").json()["results"]

    def manifests(self, id: int) -> list[types.ConsignmentManifest]:
        """List the versions of a manifest. The newest 50, the newest first, each with its sums and its differences to the version
        before: at most 1,000 numbers of each kind. Once personal data of one of the parcels was erased, the next version has no
        differences. Needs a key of an operator's account with the scope `floor:read`."""
        return self._send("GET", f"/operator/consignments/{step('id', id, 'int')}/manifest/").json()["results"]

    def move_inbound(
        self,
        id: int,
        *,
        state: Literal["open", "closed"] | str,
        hub_id: int | None = NOT_GIVEN,
        missing: int | None = NOT_GIVEN,
        reason: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.Inbound:
        """Open or close an inbound. Opens the inbound of a consignment in a hub, when a bag has arrived; closes it; or with a
        `reason` opens it again. When it is closed, the parcels that are missing or damaged get a tracking event with the status
        EXCEPTION in the background, each once, unless they were delivered or cancelled. The change is in the audit log. Needs a
        key of an operator's account with the scope `floor:write`."""
        return self._send("POST", f"/operator/consignments/{step('id', id, 'int')}/inbound/", body=arguments({
            "state": (state, "str"),
            "hub_id": (hub_id, "int | str | None"),
            "missing": (missing, "int | str | None"),
            "reason": (reason, "str | None"),
        }), idempotency_key=idempotency_key).json()

    def open_bag(
        self,
        *,
        hub_id: int,
        service_id: int | None = NOT_GIVEN,
        to_hub_id: int | None = NOT_GIVEN,
        seal: str | None = NOT_GIVEN,
        tare: int | float | Decimal | str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.Bag:
        """Open a bag. A bag takes parcels of all accounts, and has a number for its label. The change is in the audit log. Needs a
        key of an operator's account with the scope `floor:write`."""
        return self._send("POST", "/operator/bags/", body=arguments({
            "hub_id": (hub_id, "int | str"),
            "service_id": (service_id, "int | str | None"),
            "to_hub_id": (to_hub_id, "int | str | None"),
            "seal": (seal, "str | None"),
            "tare": (tare, "number | str | None"),
        }), idempotency_key=idempotency_key).json()

    def open_consignment(
        self,
        *,
        destination: str,
        awb: str | None = NOT_GIVEN,
        truck: str | None = NOT_GIVEN,
        broker: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.Consignment:
        """Open a consignment. A consignment is bags under one air waybill, or on one truck. The change is in the audit log. Needs
        a key of an operator's account with the scopes `tracking:write` and `floor:write`."""
        return self._send("POST", "/operator/consignments/", body=arguments({
            "destination": (destination, "str"),
            "awb": (awb, "str | None"),
            "truck": (truck, "str | None"),
            "broker": (broker, "str | None"),
        }), idempotency_key=idempotency_key).json()

    def open_run(
        self,
        *,
        van: str,
        driver: str,
        place: str,
        date: str,
        stops: Sequence[types.RunRequestStops1Element] | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.Run:
        """Open a pickup run. A run is what a van takes from several shippers. Each shipper has a hand-over list for each service,
        which is made when the first parcel is scanned. The change is in the audit log. Needs a key of an operator's account
        with the scope `floor:write`."""
        return self._send("POST", "/operator/runs/", body=arguments({
            "van": (van, "str"),
            "driver": (driver, "str"),
            "place": (place, "str"),
            "date": (date, "str"),
            "stops": (stops, "list of dict | None"),
        }), idempotency_key=idempotency_key).json()

    def parcel_job(self, account_id: int, id: int) -> types.ParcelJob:
        """View a change of parcels. How far the job of an account is that changes its parcels, and which it did not change. It is
        kept for 7 days. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`."""
        return self._send("GET", f"/operator/orders/jobs/{step('account_id', account_id, 'int')}/{step('id', id, 'int')}/").json()

    def parcels(
        self,
        *,
        cursor: Scalar | None = None,
        account_id: int | None = None,
        partner: Scalar | None = None,
        code: Scalar | None = None,
        attention: Literal["customs", "failed", "lost", "unmoved", "silent", "partner-down"] | str | None = None,
        hub_id: int | None = None,
        bag: Scalar | None = None,
        consignment: Scalar | None = None,
        customs: Literal["do_not_load", "screening", "information", "assessed", "declared", "taxes_due", "held", "inspected", "released", "seized", "destroyed", "abandoned"] | str | None = None,
        date_from: Scalar | None = None,
        date_to: Scalar | None = None,
        created_from: Scalar | None = None,
        created_to: Scalar | None = None,
        service_id: int | None = None,
        status_code: Literal["SUBMITTED", "SUBMISSION_FAILED", "CANCELLED", "null"] | str | None = None,
        tracker_status_code: Literal["ORDER_CREATED", "PENDING_PICKUP", "PICKED_UP", "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY", "CROSS_BORDER_TRANSIT", "DESTINATION_COUNTRY_CUSTOMS", "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY", "READY_FOR_COLLECTION", "DELIVERY_IN_PROGRESS", "SUCCESS", "FAILED_PICKUP", "FAILED_DELIVERY", "EXCEPTION", "RETURN_TO_SENDER", "RETURNED", "CANCELLED"] | str | None = None,
        picked_up: bool | None = None,
        is_return: bool | None = None,
        printed: bool | None = None,
        packed: bool | None = None,
        queue: Literal["print", "pack", "hand-over", "partner", "problem", "on-the-way", "done"] | str | None = None,
        held: bool | None = None,
        search: Scalar | None = None,
        tag: Scalar | None = None,
        warning: Literal["any", "address"] | str | None = None,
        limit: int | None = None,
    ) -> Iterator[types.Parcel]:
        """List parcels of all accounts. The parcels whose journey has not ended, of all accounts, the newest first, or all parcels
        of one account; at most 50 on a page. A page may have few, or none, before the last one: go on while `next_cursor` is
        not null. It has no prices. Needs a key of an operator's account with the scope `floor:read`."""
        return self._pages("/operator/orders/", arguments({
            "cursor": (cursor, "str"),
            "account_id": (account_id, "int"),
            "partner": (partner, "str"),
            "code": (code, "str"),
            "attention": (attention, "str"),
            "hub_id": (hub_id, "int"),
            "bag": (bag, "str"),
            "consignment": (consignment, "str"),
            "customs": (customs, "str"),
            "date_from": (date_from, "str"),
            "date_to": (date_to, "str"),
            "created_from": (created_from, "str"),
            "created_to": (created_to, "str"),
            "service_id": (service_id, "int"),
            "status_code": (status_code, "str"),
            "tracker_status_code": (tracker_status_code, "str"),
            "picked_up": (picked_up, "bool"),
            "is_return": (is_return, "bool"),
            "printed": (printed, "bool"),
            "packed": (packed, "bool"),
            "queue": (queue, "str"),
            "held": (held, "bool"),
            "search": (search, "str"),
            "tag": (tag, "str"),
            "warning": (warning, "str"),
            "limit": (limit, "int"),
        }, query=True))

    def partner(self, partner: str) -> types.ViewedPartner:
        """View a partner. A partner with its open work. Needs a key of an operator's account with the scope `administration`."""
        return self._send("GET", f"/operator/partners/{step('partner', partner, 'str')}/").json()

    def partners(self) -> list[types.ViewedPartner]:
        """List the partners. All partners that are reached through an adapter, by name, disabled ones too, without their secrets.
        Needs a key of an operator's account with the scope `administration`."""
        return self._send("GET", "/operator/partners/").json()["results"]

    def print_bag(self, id: int) -> bytes:
        """Print the list of a bag. Its parcels as PDF. Needs a key of an operator's account with the scope `floor:read`."""
        return self._send("GET", f"/operator/bags/{step('id', id, 'int')}/pdf/").body

    def print_bag_label(self, id: int) -> bytes:
        """Print the label of a bag. 100 × 150 mm, with the number as a Code 128, as PDF. Needs a key of an operator's account
        with the scope `floor:read`."""
        return self._send("GET", f"/operator/bags/{step('id', id, 'int')}/label/").body

    def print_consignment_invoices(self, id: int) -> bytes:
        """Print the invoices of a consignment. The commercial invoice of each parcel, by bag, in one PDF, which is sent while it
        is drawn. A consignment without parcels has none, nor one of more than 20,000. Needs a key of an operator's account with
        the scope `floor:read`."""
        return self._send("GET", f"/operator/consignments/{step('id', id, 'int')}/invoices/").body

    def print_leg(self, id: int, leg_no: int) -> bytes:
        """Print a loading list. The bags on a leg with their seals and weights, and their sums, as PDF. Needs a key of an
        operator's account with the scope `floor:read`."""
        return self._send("GET", f"/operator/consignments/{step('id', id, 'int')}/legs/{step('leg_no', leg_no, 'int')}/pdf/").body

    def print_manifest(self, id: int) -> bytes:
        """Print a manifest. The newest version as PDF. Needs a key of an operator's account with the scope `floor:read`."""
        return self._send("GET", f"/operator/consignments/{step('id', id, 'int')}/manifest/pdf/").body

    def print_receipt(self, id: int, account_id: int) -> bytes:
        """Print the receipt of a shipper. What a run takes from one shipper as PDF: its hand-over lists, with its own parcels
        alone. Needs a key of an operator's account with the scope `floor:read`."""
        return self._send("GET", f"/operator/runs/{step('id', id, 'int')}/receipts/{step('account_id', account_id, 'int')}/").body

    def print_run(self, id: int) -> bytes:
        """Print a run sheet. The run as PDF: its stops with their lists and counts, the names, and the signature or a field for
        it. It names no parcel. Needs a key of an operator's account with the scope `floor:read`."""
        return self._send("GET", f"/operator/runs/{step('id', id, 'int')}/pdf/").body

    def print_transfer_slip(self, id: int, leg_no: int) -> bytes:
        """Print a transfer slip. The bags on a leg with bar codes, as PDF, with the fields that who hands them over and who takes
        them over sign: a hub, and the carrier or the next hub. Needs a key of an operator's account with the scope
        `floor:read`."""
        return self._send("GET", f"/operator/consignments/{step('id', id, 'int')}/legs/{step('leg_no', leg_no, 'int')}/slip/").body

    def put_bags(
        self,
        id: int,
        *,
        leg_no: int | None = NOT_GIVEN,
        reason: str | None = NOT_GIVEN,
        bags: Sequence[str] = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.Consignment:
        """Put bags on a consignment. Puts bags that are closed on a consignment, and with `leg_no` on a leg. A bag that was left
        behind gets its next leg so. On what has departed they are put with a `reason` alone. The change is in the audit log.
        Needs a key of an operator's account with the scope `floor:write`."""
        return self._send("POST", f"/operator/consignments/{step('id', id, 'int')}/bags/", body=arguments({
            "leg_no": (leg_no, "int | str | None"),
            "reason": (reason, "str | None"),
            "bags": (bags, "list of str"),
        }), idempotency_key=idempotency_key).json()

    def read_customs(
        self,
        id: int,
        *,
        confirm: bool | None = NOT_GIVEN,
        answers: Sequence[types.CustomsReadRequestAnswersElement] = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.CustomsResult:
        """Read the result of a broker. Matches answers and decisions of customs with the parcels of the consignment, and with
        `confirm` stores those that are `ready`. Answers that no parcel has, of parcels in other consignments, and several
        different ones of a parcel are listed and not stored, and so are the parcels that have none. What was stored before in
        the same list or file changes nothing. A decision that consignees see, such as `released` or `held`, becomes a tracking
        event. It moves no parcel before the first departure, and none that was delivered, returned or cancelled. What an answer
        leaves out stays as it is. Amounts of several currencies are never added. Each change is in the audit log. Needs a key
        of an operator's account with the scopes `tracking:write` and `floor:write`."""
        return self._send("POST", f"/operator/consignments/{step('id', id, 'int')}/results/", body=arguments({"confirm": (confirm, "bool | None"), "answers": (answers, "list of dict")}), idempotency_key=idempotency_key).json()

    def receive_bag(self, id: int, *, idempotency_key: str | None = None) -> types.Bag:
        """Receive a bag. A bag that is closed came to where it was sent. The change is in the audit log. Needs a key of an
        operator's account with the scope `floor:write`."""
        return self._send("POST", f"/operator/bags/{step('id', id, 'int')}/receive/", body={}, idempotency_key=idempotency_key).json()

    def remove_from_bag(self, id: int, tracking_no: str) -> None:
        """Take a parcel out of a bag. Takes a parcel out of an open bag. `404` also if the parcel is not in it. Needs a key of an
        operator's account with the scope `floor:write`."""
        self._send("DELETE", f"/operator/bags/{step('id', id, 'int')}/parcels/{step('tracking_no', tracking_no, 'str')}/")

    def remove_from_run(self, id: int, tracking_no: str) -> None:
        """Take a parcel off a pickup run. Takes a parcel off an open run. `404` also if the parcel is not on the run. Needs a key
        of an operator's account with the scope `floor:write`."""
        self._send("DELETE", f"/operator/runs/{step('id', id, 'int')}/parcels/{step('tracking_no', tracking_no, 'str')}/")

    def remove_identities(self, id: int, *, idempotency_key: str | None = None) -> types.OperatorUser:
        """Unlink a user from the identity provider. Ends the user's sessions, too. 404 also if the user is not linked. Needs a key
        of an operator's account with the scope `users` that is not limited to networks."""
        return self._send("POST", f"/operator/users/{step('id', id, 'int')}/identities/remove/", idempotency_key=idempotency_key).json()

    def remove_passkeys(self, id: int, *, idempotency_key: str | None = None) -> types.OperatorUser:
        """Remove the passkeys of a user. Removes the recovery codes, too. Needs a key of an operator's account with the scope
        `users` that is not limited to networks."""
        return self._send("POST", f"/operator/users/{step('id', id, 'int')}/passkeys/remove/", idempotency_key=idempotency_key).json()

    def remove_user_role(self, id: int, account_id: int) -> None:
        """Take a user out of an account. 404 also if the user has no role there. Needs a key of an operator's account with the
        scope `users` that is not limited to networks."""
        self._send("DELETE", f"/operator/users/{step('id', id, 'int')}/accounts/{step('account_id', account_id, 'int')}/")

    def reopen_bag(self, id: int, *, reason: str, idempotency_key: str | None = None) -> types.Bag:
        """Open a bag again. A bag that is closed takes scans again, for a reason. It stays in its consignment and on its leg,
        which does not depart until the bag is closed. The change is in the audit log. Needs a key of an operator's account with
        the scope `floor:write`."""
        return self._send("POST", f"/operator/bags/{step('id', id, 'int')}/reopen/", body=arguments({"reason": (reason, "str")}), idempotency_key=idempotency_key).json()

    def reopen_run(self, id: int, *, idempotency_key: str | None = None) -> types.Run:
        """Take parcels on a pickup run again. A run that is counted, and not signed, takes scans again. An open run stays open.
        The change is in the audit log. Needs a key of an operator's account with the scope `floor:write`."""
        return self._send("POST", f"/operator/runs/{step('id', id, 'int')}/reopen/", body={}, idempotency_key=idempotency_key).json()

    def report_consignment(
        self,
        id: int,
        *,
        text: str,
        leg_no: int | None = NOT_GIVEN,
        status: Literal["IN_TRANSIT_WITHIN_ORIGIN_COUNTRY", "CROSS_BORDER_TRANSIT", "DESTINATION_COUNTRY_CUSTOMS", "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY", "EXCEPTION"] | str | None = NOT_GIVEN,
        country: str | None = NOT_GIVEN,
        place: str | None = NOT_GIVEN,
        occurred_on: str | None = NOT_GIVEN,
        reason: str | None = NOT_GIVEN,
        bags: Sequence[str] | None = NOT_GIVEN,
        parcels: Sequence[str] | None = NOT_GIVEN,
        without: Sequence[str] | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.ConsignmentEvent:
        """Report an event of a consignment. The parcels that are in its bags, in those on a leg, in some `bags`, or some `parcels`
        alone, get a tracking event in the background, each once, except those in `without`. It moves no parcel that was scanned
        in a hub later. Parcels that were delivered or cancelled do not get it. The change is in the audit log. Needs a key of
        an operator's account with the scopes `tracking:write` and `floor:write`."""
        return self._send("POST", f"/operator/consignments/{step('id', id, 'int')}/events/", body=arguments({
            "text": (text, "str"),
            "leg_no": (leg_no, "int | str | None"),
            "status": (status, "str | None"),
            "country": (country, "str | None"),
            "place": (place, "str | None"),
            "occurred_on": (occurred_on, "str | None"),
            "reason": (reason, "str | None"),
            "bags": (bags, "list of str | None"),
            "parcels": (parcels, "list of str | None"),
            "without": (without, "list of str | None"),
        }), idempotency_key=idempotency_key).json()

    def requests(
        self,
        *,
        cursor: Scalar | None = None,
        request_id: Scalar | None = None,
        failed: Literal["true", "false"] | str | None = None,
        account_id: int | None = None,
        limit: int | None = None,
    ) -> Iterator[types.RecordedRequest]:
        """List the requests of all accounts. What `GET /api/account/requests/` lists, of all accounts or of one. Needs a key of an
        operator's account with the scope `audit`."""
        return self._pages("/operator/requests/", arguments({
            "cursor": (cursor, "str"),
            "request_id": (request_id, "str"),
            "failed": (failed, "str"),
            "account_id": (account_id, "int"),
            "limit": (limit, "int"),
        }, query=True))

    def resolve_submission(
        self,
        tracking_no: str,
        *,
        state: Literal["confirmed", "failed"] | str,
        hawb_no: str | None = NOT_GIVEN,
        partner_label: bool | None = NOT_GIVEN,
        message: str | None = NOT_GIVEN,
        note: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.ViewedEntry:
        """Resolve a submission. Ends a submission by hand, for example after a call to the partner: as confirmed, with the
        partner's number, or as failed, with a message for the shipper. Waybill draws the label of a confirmed order, unless
        `partner_label` is true. Needs a key of an operator's account with the scope `administration`."""
        return self._send("POST", f"/operator/submissions/{step('tracking_no', tracking_no, 'str')}/resolve/", body=arguments({
            "state": (state, "str"),
            "hawb_no": (hawb_no, "str | None"),
            "partner_label": (partner_label, "bool | None"),
            "message": (message, "str | None"),
            "note": (note, "str | None"),
        }), idempotency_key=idempotency_key).json()

    def resume_account(self, id: int, *, idempotency_key: str | None = None) -> types.OperatorAccount:
        """Resume an account. Ends a suspension. Needs a key of an operator's account with the scope `administration`."""
        return self._send("POST", f"/operator/accounts/{step('id', id, 'int')}/resume/", idempotency_key=idempotency_key).json()

    def retry_cancellation(
        self,
        tracking_no: str,
        *,
        note: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.ViewedEntry:
        """Retry a cancellation. Makes a cancellation due now, also one that the partner refused. Needs a key of an operator's
        account with the scope `administration`."""
        return self._send("POST", f"/operator/cancellations/{step('tracking_no', tracking_no, 'str')}/retry/", body=arguments({"note": (note, "str | None")}), idempotency_key=idempotency_key).json()

    def retry_submission(
        self,
        tracking_no: str,
        *,
        note: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.ViewedEntry:
        """Retry a submission. Makes a failed or waiting submission due now. The partner is asked whether it has the order before
        it gets it again. If the partner has the order, and has not given its label, the label is fetched again. Needs a key of
        an operator's account with the scope `administration`."""
        return self._send("POST", f"/operator/submissions/{step('tracking_no', tracking_no, 'str')}/retry/", body=arguments({"note": (note, "str | None")}), idempotency_key=idempotency_key).json()

    def revoke_key_of_account(self, id: int, key_id: int, *, with_created: bool | None = None) -> None:
        """Revoke a secret key of an account. The key is refused from now on; other servers follow within a second. Of its own
        account a key revokes itself and the keys that were created with it, as by `DELETE /api/account/keys/{id}/`. Needs a key
        of an operator's account with the scope `administration`."""
        self._send("DELETE", f"/operator/accounts/{step('id', id, 'int')}/keys/{step('key_id', key_id, 'int')}/", query=arguments({"with_created": (with_created, "bool")}, query=True))

    def rotate_partner(
        self,
        partner: str,
        *,
        overlap: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.NewPartner:
        """Rotate the secret of a partner. Only this response contains the new secret. The old one is valid, too, for some time, in
        which Waybill signs with both and accepts both. Servers follow within ten seconds. The change is in the audit log,
        without the secret. Needs a key of an operator's account with the scope `administration`."""
        return self._send("POST", f"/operator/partners/{step('partner', partner, 'str')}/rotate/", body=arguments({"overlap": (overlap, "str | None")}), idempotency_key=idempotency_key).json()

    def run(self, id: int) -> types.Run:
        """View a pickup run. A run with its stops, and what is on their lists now. Needs a key of an operator's account with the
        scope `floor:read`."""
        return self._send("GET", f"/operator/runs/{step('id', id, 'int')}/").json()

    def runs(self, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.Run]:
        """List pickup runs. The runs of the operator, the newest first, 50 on a page, without their stops. Needs a key of an
        operator's account with the scope `floor:read`."""
        return self._pages("/operator/runs/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def save_manifest_template(
        self,
        *,
        broker: str,
        columns: str,
        rows: Literal["items", "hs_codes"] | str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.ManifestTemplate:
        """Set the template of a broker. Sets which columns the manifests of consignments of a broker have. The change is in the
        audit log. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`."""
        return self._send("POST", "/operator/manifest-templates/", body=arguments({"broker": (broker, "str"), "columns": (columns, "str"), "rows": (rows, "str | None")}), idempotency_key=idempotency_key).json()

    def scan_in_hub(
        self,
        *,
        hub_id: int,
        activity: Literal["inbound", "outbound", "return_received", "found", "damaged", "measured"] | str,
        sent_on: str | None = NOT_GIVEN,
        scans: Sequence[types.HubScansRequestScansElement] = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> list[types.HubScansResponseScansElement]:
        """Scan parcels in a hub. Records what was seen of parcels of any account, each with a tracking event, and says where each
        goes next. It is safe to send again: a scan with a name that was recorded has the same result and is counted once. A
        scan that repeats the last one of its parcel is not recorded. `outbound` is refused for a parcel that is stopped, held
        or cancelled. A device that was offline sends `scanned_on` of each scan and `sent_on`, both by its own clock: the age of
        a scan counts, so that a wrong clock does not change the order of events. Needs a key of an operator's account with the
        scope `floor:write`."""
        return self._send("POST", "/operator/scans/", body=arguments({
            "hub_id": (hub_id, "int | str"),
            "activity": (activity, "str"),
            "sent_on": (sent_on, "str | None"),
            "scans": (scans, "list of dict"),
        }), idempotency_key=idempotency_key).json()["scans"]

    def scan_inbound(
        self,
        id: int,
        *,
        scan: str,
        code: str | None = NOT_GIVEN,
        order_id: int | None = NOT_GIVEN,
        state: Literal["received", "damaged"] | str | None = NOT_GIVEN,
        note: str | None = NOT_GIVEN,
        weight: int | float | Decimal | str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.InboundParcel:
        """Scan at an inbound. Records that a bag or a parcel of any account came. A bag that is received stands for its parcels,
        until it is scanned as damaged: then they count only if they are scanned themselves. What is not of the consignment is
        listed as surplus. A scan with a name that is stored has the same result. A parcel that was recorded as missing is
        `found`, and gets a tracking event, also after the inbound was closed. Needs a key of an operator's account with the
        scope `floor:write`."""
        return self._send("POST", f"/operator/consignments/{step('id', id, 'int')}/inbound/scans/", body=arguments({
            "scan": (scan, "str"),
            "code": (code, "str | None"),
            "order_id": (order_id, "int | str | None"),
            "state": (state, "str | None"),
            "note": (note, "str | None"),
            "weight": (weight, "number | str | None"),
        }), idempotency_key=idempotency_key).json()

    def service(self, id: int) -> types.OperatorService:
        """View a service. Of any partner, also a disabled one. Needs a key of an operator's account with the scope
        `administration`."""
        return self._send("GET", f"/operator/services/{step('id', id, 'int')}/").json()

    def service_customs(self, id: int) -> types.ServiceCustoms:
        """View what a service states for customs. What an order does not say comes from its account, or else from its service;
        what nobody states is not declared. Needs a key of an operator's account with the scope `administration`."""
        return self._send("GET", f"/operator/services/{step('id', id, 'int')}/customs/").json()

    def service_labels(self, id: int) -> types.ServiceLabels:
        """View the labels of a service. The marks that its labels show, and its routing table. Needs a key of an operator's
        account with the scope `administration`."""
        return self._send("GET", f"/operator/services/{step('id', id, 'int')}/labels/").json()

    def services(self) -> list[types.OperatorService]:
        """List all services. All services by id, disabled ones too. Needs a key of an operator's account with the scope
        `administration`."""
        return self._send("GET", "/operator/services/").json()["results"]

    def set_user_role(self, id: int, account_id: int, *, role: Literal["viewer", "editor", "admin"] | str) -> types.OperatorUser:
        """Give a user a role in an account. A new role, or another one, which withdraws the user's links. A user whom the account
        has invited still has to accept. An account has at most 500 users. Needs a key of an operator's account with the scope
        `users` that is not limited to networks."""
        return self._send("PUT", f"/operator/users/{step('id', id, 'int')}/accounts/{step('account_id', account_id, 'int')}/", body=arguments({"role": (role, "str")})).json()

    def sign_run(
        self,
        id: int,
        *,
        given_by: str,
        taken_by: str,
        parcels: int,
        signature: str | None = NOT_GIVEN,
        idempotency_key: str | None = None,
    ) -> types.Run:
        """Sign a pickup run. Signs a run that is counted with the count that people have seen. Its lists are closed with the names
        and the signature, and its parcels become picked up: `signed` until all are. The same request again responds with the
        run. The change is in the audit log. Needs a key of an operator's account with the scope `floor:write`."""
        return self._send("POST", f"/operator/runs/{step('id', id, 'int')}/sign/", body=arguments({
            "given_by": (given_by, "str"),
            "taken_by": (taken_by, "str"),
            "parcels": (parcels, "int | str"),
            "signature": (signature, "str | None"),
        }), idempotency_key=idempotency_key).json()

    def stop_parcels(
        self,
        tracking_nos: Sequence[types.NumberElement],
        *,
        reason: str,
        idempotency_key: str | None = None,
    ) -> list[types.StopResponseOrdersElement]:
        """Stop parcels. A stopped parcel is not packed, handed over or let out of a hub, and each scan says the reason, until the
        stop is lifted. It works before and after pickup, beside the hold of a shipper. A stopped parcel gets the new reason.
        The change is in the audit log. Needs a key of an operator's account with the scopes `tracking:write` and `floor:write`."""
        return self._send("POST", "/operator/stops/", body=arguments({"tracking_nos": (tracking_nos, "list of number/dict/str"), "reason": (reason, "str")}), idempotency_key=idempotency_key).json()["orders"]

    def stops(self, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.ParcelStop]:
        """List stopped parcels. The parcels of all accounts that the operator stops, by account and order, 50 on a page. Needs a
        key of an operator's account with the scope `floor:read`."""
        return self._pages("/operator/stops/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def submission(self, tracking_no: str) -> types.ViewedEntry:
        """View a submission. The submission of an order of any account, with its attempts. 404 also if the order is fulfilled in
        house. Needs a key of an operator's account with the scope `administration`."""
        return self._send("GET", f"/operator/submissions/{step('tracking_no', tracking_no, 'str')}/").json()

    def submissions(
        self,
        *,
        cursor: Scalar | None = None,
        state: Literal["pending", "submitted", "unknown", "confirmed", "failed", "held", "cancelled"] | str | None = None,
        partner: Scalar | None = None,
        account_id: int | None = None,
        created_before: Scalar | None = None,
        created_to: Scalar | None = None,
        label_missing: bool | None = None,
        limit: int | None = None,
    ) -> Iterator[types.OperatorEntry]:
        """List submissions. The submissions of orders of all accounts to partners, the oldest first, 50 on a page. Needs a key of
        an operator's account with the scope `administration`."""
        return self._pages("/operator/submissions/", arguments({
            "cursor": (cursor, "str"),
            "state": (state, "str"),
            "partner": (partner, "str"),
            "account_id": (account_id, "int"),
            "created_before": (created_before, "str"),
            "created_to": (created_to, "str"),
            "label_missing": (label_missing, "bool"),
            "limit": (limit, "int"),
        }, query=True))

    def suspend_account(self, id: int, *, idempotency_key: str | None = None) -> types.OperatorAccount:
        """Suspend an account. All its keys get 403 from now on, and its people can create and change nothing. Its data stay, and
        so does the tracking of its parcels. A suspended account stays as it is. No key suspends its own account. Needs a key of
        an operator's account with the scope `administration`."""
        return self._send("POST", f"/operator/accounts/{step('id', id, 'int')}/suspend/", idempotency_key=idempotency_key).json()

    def unknown_scans(self, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.UnknownScan]:
        """List unknown parcels. The codes that were scanned in hubs, that no order had then and that are not closed, the last
        first, 50 on a page. Needs a key of an operator's account with the scope `floor:read`."""
        return self._pages("/operator/scans/unknown/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def user(self, id: int) -> types.OperatorUser:
        """View a user. Needs a key of an operator's account with the scope `administration`."""
        return self._send("GET", f"/operator/users/{step('id', id, 'int')}/").json()

    def users(self, *, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.OperatorUser]:
        """List users. The people who use the console, with their roles, by e-mail address, 50 on a page. Needs a key of an
        operator's account with the scope `administration`."""
        return self._pages("/operator/users/", arguments({"cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))


class Book(Part):
    """Named entries that the account keeps for later orders, such as the attribute addresses of a Client."""

    def delete(self, name: str) -> None:
        """Delete an entry of a book. Orders that have its values are not changed. Needs a key with the scope `orders:write`."""
        self._send("DELETE", f"/books/{self._book}/{step('name', name, 'str')}/")

    def get(self, name: str) -> types.Entry:
        """View an entry of a book. Needs a key with the scope `orders:read`."""
        return self._send("GET", f"/books/{self._book}/{step('name', name, 'str')}/").json()

    def import_(self, file: bytes, *, idempotency_key: str | None = None) -> int:
        """Import a book. Stores the entries of a CSV file in UTF-8, such as the list returns as CSV: all or none. Entries of the
        same name are replaced. The headings are `entry_name` and the fields of the book, in any order. A file has at most 5000
        rows and 8 MiB. The key must come in the header or the query. Drafts have no CSV. Needs a key with the scope
        `orders:write`."""
        return self._send("POST", f"/books/{self._book}/import/", body=argument("file", file, "bytes"), idempotency_key=idempotency_key).json()["entries"]

    def list(self, *, q: Scalar | None = None, cursor: Scalar | None = None, limit: int | None = None) -> Iterator[types.Entry]:
        """List a book. The entries of a book, by name, 50 on a page, or all of them as CSV. Drafts have no CSV. Needs a key with
        the scope `orders:read`."""
        return self._pages(f"/books/{self._book}/", arguments({"q": (q, "str"), "cursor": (cursor, "str"), "limit": (limit, "int")}, query=True))

    def set(self, name: str, entry: Mapping[str, Any]) -> types.Entry:
        """Set an entry of a book. Stores an entry under the name, in the place of an earlier one. Values are checked as those of
        orders, except those of drafts, which are checked when an order is created. Unknown fields are refused, also in the
        items and tax ids of a draft. Needs a key with the scope `orders:write`."""
        return self._send("PUT", f"/books/{self._book}/{step('name', name, 'str')}/", body=argument("entry", entry, "dict")).json()

    def export(self) -> bytes:
        """Returns all entries as CSV. There is none of drafts."""
        return self._send("GET", f"/books/{self._book}/", query={"format": "csv"}).body
