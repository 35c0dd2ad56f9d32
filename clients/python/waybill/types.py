# Generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update. Do not edit.
# ruff: noqa: E501
"""The JSON of requests, responses and webhooks."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class CreateRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    blocking: NotRequired[bool]
    """Whether the response waits for the labels, default false."""
    accept_valid: NotRequired[bool]
    """Whether the valid orders are created when others are invalid, default false: then none is created."""
    orders: list[CreateOrder]


class ReturnRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    orders: list[ReturnOrder]


class CreateOrder(TypedDict):
    service_id: int | str
    """Id of the service, which is a lane from country to country."""
    tracking_no: NotRequired[str | None]
    """The shipper's own tracking number; one is issued when it is absent. 6 to 40 letters, digits or hyphens."""
    shipper_order_id: NotRequired[str | None]
    """The shipper's own reference. At most 255 characters."""
    order_length: int | float | Decimal | str
    """Length of the package in cm. At most 10 digits, 2 of them after the point."""
    order_width: int | float | Decimal | str
    """Width of the package in cm. At most 10 digits, 2 of them after the point."""
    order_height: int | float | Decimal | str
    """Height of the package in cm. At most 10 digits, 2 of them after the point."""
    order_weight: int | float | Decimal | str
    """Weight of the package in kg. At most 10 digits, 3 of them after the point."""
    payment_type: Literal["cod", "prepaid"] | str
    """cod is cash on delivery. Letter case does not matter."""
    cod_amt_to_collect: NotRequired[int | float | Decimal | str | None]
    """Amount to collect on delivery of a cod order, in the currency of the consignee's country. At most 12 digits, 2 of them after the point."""
    cod_amount_to_collect: NotRequired[int | float | Decimal | str | None]
    """Read in the place of cod_amt_to_collect when that is absent."""
    incoterm: NotRequired[Literal["DDP", "DDU", "DAP", "EXW", "FCA", "CPT", "CIP", "DPU"] | str | None]
    """Who pays the duties. Letter case does not matter."""
    identification_document_name: NotRequired[str | None]
    """Kind of the consignee's identification, such as LOCALTAXID. At most 255 characters."""
    consignee_identifcation_number: NotRequired[str | None]
    """Identification number of the consignee. At most 255 characters."""
    consignee_name: str
    """Name of the consignee. At most 255 characters."""
    consignee_number: str
    """Phone number of the consignee. With a plus sign and the country code, 7 to 15 digits in all."""
    consignee_country: str
    """Country of the consignee. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    consignee_address: str
    """Street address of the consignee. At most 1000 characters."""
    consignee_postal: NotRequired[str | int | float | Decimal | None]
    """Postal code of the consignee. At most 255 characters."""
    consignee_state: NotRequired[str | None]
    """State of the consignee. At most 255 characters."""
    consignee_city: NotRequired[str | None]
    """City of the consignee. At most 255 characters."""
    consignee_province: NotRequired[str | None]
    """Province of the consignee. At most 255 characters."""
    consignee_email: NotRequired[str | None]
    """E-mail address of the consignee."""
    pickup_contact_name: NotRequired[str | None]
    """Name of the pickup contact. At most 255 characters."""
    pickup_contact_number: NotRequired[str | None]
    """Phone number of the pickup contact. With a plus sign and the country code, 7 to 15 digits in all."""
    pickup_country: str
    """Country of the pickup. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    pickup_address: str
    """Street address of the pickup. At most 1000 characters."""
    pickup_postal: NotRequired[str | int | float | Decimal | None]
    """Postal code of the pickup. At most 255 characters."""
    pickup_state: NotRequired[str | None]
    """State of the pickup. At most 255 characters."""
    pickup_city: NotRequired[str | None]
    """City of the pickup. At most 255 characters."""
    pickup_province: NotRequired[str | None]
    """Province of the pickup. At most 255 characters."""
    consignee_company: NotRequired[str | None]
    """Company of the consignee. Documents have it above the name. At most 255 characters."""
    shipper_company: NotRequired[str | None]
    """Company of the sender. Documents have it above the name of the pickup contact. At most 255 characters."""
    consignee_name_latin: NotRequired[str | None]
    """Name of the consignee in Latin letters, which documents have beside the name. At most 255 characters."""
    consignee_address_latin: NotRequired[str | None]
    """Address of the consignee with its city in Latin letters, which documents have beside the address. At most 1000 characters."""
    pickup_date: NotRequired[str | None]
    """Day of the pickup. YYYY-MM-DD."""
    pickup_notes: NotRequired[str | None]
    """Notes for the pickup. At most 255 characters."""
    delivery_note: NotRequired[str | None]
    """Note for the delivery. At most 255 characters."""
    items: list[Item]
    """Contents of the package."""
    export_reason: NotRequired[Literal["sale", "gift", "sample", "documents", "return", "repair", "warranty", "personal_effects", "intercompany", "exhibition", "humanitarian", "other"] | str | None]
    """Why the goods leave the country. Letter case does not matter."""
    invoice_no: NotRequired[str | None]
    """Number of the shipper's invoice. At most 255 characters."""
    invoice_date: NotRequired[str | None]
    """Date of the shipper's invoice. YYYY-MM-DD."""
    freight_amount: NotRequired[int | float | Decimal | str | None]
    """Cost of the freight, in amount_currency. At most 13 digits, 3 of them after the point."""
    insurance_amount: NotRequired[int | float | Decimal | str | None]
    """Cost of the insurance, in amount_currency. At most 13 digits, 3 of them after the point."""
    packing_amount: NotRequired[int | float | Decimal | str | None]
    """Cost of the packing, in amount_currency. At most 13 digits, 3 of them after the point."""
    handling_amount: NotRequired[int | float | Decimal | str | None]
    """Cost of the handling, in amount_currency. At most 13 digits, 3 of them after the point."""
    other_amount: NotRequired[int | float | Decimal | str | None]
    """Other charges, in amount_currency. At most 13 digits, 3 of them after the point."""
    discount_amount: NotRequired[int | float | Decimal | str | None]
    """Discount on the goods and charges, in amount_currency. At most 13 digits, 3 of them after the point."""
    amount_currency: NotRequired[str | None]
    """ISO 4217 code of the currency of the charges and the discount. Required with one of them. In any case."""
    export_reason_text: NotRequired[str | None]
    """Why the goods leave the country, in words, above all if export_reason is other. At most 255 characters."""
    export_type: NotRequired[Literal["permanent", "temporary"] | str | None]
    """Whether the goods stay abroad. Letter case does not matter."""
    duties_paid_by: NotRequired[Literal["shipper", "consignee", "importer"] | str | None]
    """Who pays duties and taxes to the carrier. Letter case does not matter."""
    non_delivery_option: NotRequired[Literal["return", "abandon"] | str | None]
    """What happens to the parcel if it cannot be delivered. Letter case does not matter."""
    exporter_reference: NotRequired[str | None]
    """Number by which customs know the shipper, beside its tax ids. At most 255 characters."""
    importer_reference: NotRequired[str | None]
    """Number by which customs know the importer, beside the tax ids of the consignee. At most 255 characters."""
    licence_no: NotRequired[str | None]
    """Number of the export or import licence. At most 255 characters."""
    certificate_no: NotRequired[str | None]
    """Number of the certificate, such as of origin or health. At most 255 characters."""
    export_itn: NotRequired[str | None]
    """Internal Transaction Number of the export filing in the United States, such as X20260315123456. At most 255 characters."""
    export_exemption: NotRequired[str | None]
    """Exemption from that filing, such as NOEEI 30.37(a). At most 255 characters."""
    export_mrn: NotRequired[str | None]
    """Movement Reference Number of the export declaration in the European Union. At most 255 characters."""
    prior_notice_no: NotRequired[str | None]
    """Number of the prior notice of food to the FDA of the United States. At most 255 characters."""
    signer_name: NotRequired[str | None]
    """Who signs the customs declaration. At most 255 characters."""
    signer_place: NotRequired[str | None]
    """Where it is signed. At most 255 characters."""
    signed_on: NotRequired[str | None]
    """Date of the signature. YYYY-MM-DD."""
    importer_name: NotRequired[str | None]
    """Name of the importer of record, if it is not the consignee. At most 255 characters."""
    importer_number: NotRequired[str | None]
    """Phone number of the importer of record, if it is not the consignee. With a plus sign and the country code, 7 to 15 digits in all."""
    importer_country: NotRequired[str | None]
    """Country of the importer of record, if it is not the consignee. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    importer_address: NotRequired[str | None]
    """Street address of the importer of record, if it is not the consignee. At most 1000 characters."""
    importer_postal: NotRequired[str | int | float | Decimal | None]
    """Postal code of the importer of record, if it is not the consignee. At most 255 characters."""
    importer_state: NotRequired[str | None]
    """State of the importer of record, if it is not the consignee. At most 255 characters."""
    importer_city: NotRequired[str | None]
    """City of the importer of record, if it is not the consignee. At most 255 characters."""
    importer_province: NotRequired[str | None]
    """Province of the importer of record, if it is not the consignee. At most 255 characters."""
    importer_email: NotRequired[str | None]
    """E-mail address of the importer of record, if it is not the consignee."""
    sold_to_name: NotRequired[str | None]
    """Name of the buyer, if it is not the consignee. At most 255 characters."""
    sold_to_number: NotRequired[str | None]
    """Phone number of the buyer, if it is not the consignee. With a plus sign and the country code, 7 to 15 digits in all."""
    sold_to_country: NotRequired[str | None]
    """Country of the buyer, if it is not the consignee. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    sold_to_address: NotRequired[str | None]
    """Street address of the buyer, if it is not the consignee. At most 1000 characters."""
    sold_to_postal: NotRequired[str | int | float | Decimal | None]
    """Postal code of the buyer, if it is not the consignee. At most 255 characters."""
    sold_to_state: NotRequired[str | None]
    """State of the buyer, if it is not the consignee. At most 255 characters."""
    sold_to_city: NotRequired[str | None]
    """City of the buyer, if it is not the consignee. At most 255 characters."""
    sold_to_province: NotRequired[str | None]
    """Province of the buyer, if it is not the consignee. At most 255 characters."""
    sold_to_email: NotRequired[str | None]
    """E-mail address of the buyer, if it is not the consignee."""
    tax_ids: NotRequired[list[TaxID] | None]
    """Tax ids of the shipper and the consignee, beside consignee_identifcation_number. At most 10."""
    metadata: NotRequired[dict[str, str] | None]
    """Texts of the shipper's own, by key. They are never printed. At most 20 keys of at most 40 characters, with texts of at most 500."""


class ReturnOrder(TypedDict):
    service_type: Literal["PICKUP", "DROPOFF"] | str
    """How the return starts. Letter case does not matter."""
    forward_tracking_no: NotRequired[str | None]
    """Tracking number of the forward order, which comes back. The response repeats it. If it is an order of the account, it fills the fields that the return leaves out. At most 40 characters."""
    shipper_order_id: NotRequired[str | None]
    """The shipper's own reference. At most 255 characters."""
    consignee_name: NotRequired[str | None]
    """Name of the consignee, who receives the return. At most 255 characters. Required unless the forward order has it."""
    consignee_address: NotRequired[str | None]
    """Street address of the consignee. At most 1000 characters. Required unless the forward order has it."""
    consignee_postal: NotRequired[str | int | float | Decimal | None]
    """Postal code of the consignee. At most 255 characters."""
    consignee_country: NotRequired[str | None]
    """Country of the consignee. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. Required unless the forward order has it."""
    consignee_city: NotRequired[str | None]
    """City of the consignee. At most 255 characters."""
    consignee_state: NotRequired[str | None]
    """State of the consignee. At most 255 characters."""
    consignee_number: NotRequired[str | None]
    """Phone number of the consignee. With a plus sign and the country code, 7 to 15 digits in all. Required unless the forward order has it."""
    consignee_email: NotRequired[str | None]
    """E-mail address of the consignee. Required unless the forward order has it."""
    order_length: NotRequired[int | float | Decimal | str | None]
    """Length of the package in cm. At most 10 digits, 2 of them after the point. Required unless the forward order has it."""
    order_width: NotRequired[int | float | Decimal | str | None]
    """Width of the package in cm. At most 10 digits, 2 of them after the point. Required unless the forward order has it."""
    order_height: NotRequired[int | float | Decimal | str | None]
    """Height of the package in cm. At most 10 digits, 2 of them after the point. Required unless the forward order has it."""
    order_weight: NotRequired[int | float | Decimal | str | None]
    """Weight of the package in kg. At most 10 digits, 3 of them after the point. Required unless the forward order has it."""
    pickup_contact_name: NotRequired[str | None]
    """Name of the pickup contact, who sends the return. At most 255 characters. Required unless the forward order has it."""
    pickup_contact_email: NotRequired[str | None]
    """E-mail address of the pickup contact."""
    pickup_contact_number: NotRequired[str | None]
    """Phone number of the pickup contact. 6 to 15 digits. Required unless the forward order has it."""
    pickup_country: NotRequired[str | None]
    """Country of the pickup. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. Required unless the forward order has it."""
    pickup_state: NotRequired[str | None]
    """State of the pickup. At most 255 characters."""
    pickup_city: NotRequired[str | None]
    """City of the pickup. At most 255 characters."""
    pickup_postal: NotRequired[str | int | float | Decimal | None]
    """Postal code of the pickup. At most 255 characters."""
    pickup_address: NotRequired[str | None]
    """Street address of the pickup. At most 1000 characters. Required unless the forward order has it."""
    consignee_company: NotRequired[str | None]
    """Company of the consignee. Documents have it above the name. At most 255 characters."""
    shipper_company: NotRequired[str | None]
    """Company of the sender. Documents have it above the name of the pickup contact. At most 255 characters."""
    consignee_name_latin: NotRequired[str | None]
    """Name of the consignee in Latin letters, which documents have beside the name. At most 255 characters."""
    consignee_address_latin: NotRequired[str | None]
    """Address of the consignee with its city in Latin letters, which documents have beside the address. At most 1000 characters."""
    items: NotRequired[list[Item] | None]
    """Contents of the package. Required unless the forward order has it."""
    export_reason: NotRequired[Literal["sale", "gift", "sample", "documents", "return", "repair", "warranty", "personal_effects", "intercompany", "exhibition", "humanitarian", "other"] | str | None]
    """Why the goods leave the country. Letter case does not matter."""
    invoice_no: NotRequired[str | None]
    """Number of the shipper's invoice. At most 255 characters."""
    invoice_date: NotRequired[str | None]
    """Date of the shipper's invoice. YYYY-MM-DD."""
    export_reason_text: NotRequired[str | None]
    """Why the goods leave the country, in words, above all if export_reason is other. At most 255 characters."""
    export_type: NotRequired[Literal["permanent", "temporary"] | str | None]
    """Whether the goods stay abroad. Letter case does not matter."""
    duties_paid_by: NotRequired[Literal["shipper", "consignee", "importer"] | str | None]
    """Who pays duties and taxes to the carrier. Letter case does not matter."""
    non_delivery_option: NotRequired[Literal["return", "abandon"] | str | None]
    """What happens to the parcel if it cannot be delivered. Letter case does not matter."""
    exporter_reference: NotRequired[str | None]
    """Number by which customs know the shipper, beside its tax ids. At most 255 characters."""
    importer_reference: NotRequired[str | None]
    """Number by which customs know the importer, beside the tax ids of the consignee. At most 255 characters."""
    licence_no: NotRequired[str | None]
    """Number of the export or import licence. At most 255 characters."""
    certificate_no: NotRequired[str | None]
    """Number of the certificate, such as of origin or health. At most 255 characters."""
    export_itn: NotRequired[str | None]
    """Internal Transaction Number of the export filing in the United States, such as X20260315123456. At most 255 characters."""
    export_exemption: NotRequired[str | None]
    """Exemption from that filing, such as NOEEI 30.37(a). At most 255 characters."""
    export_mrn: NotRequired[str | None]
    """Movement Reference Number of the export declaration in the European Union. At most 255 characters."""
    prior_notice_no: NotRequired[str | None]
    """Number of the prior notice of food to the FDA of the United States. At most 255 characters."""
    signer_name: NotRequired[str | None]
    """Who signs the customs declaration. At most 255 characters."""
    signer_place: NotRequired[str | None]
    """Where it is signed. At most 255 characters."""
    signed_on: NotRequired[str | None]
    """Date of the signature. YYYY-MM-DD."""
    importer_name: NotRequired[str | None]
    """Name of the importer of record, if it is not the consignee. At most 255 characters."""
    importer_number: NotRequired[str | None]
    """Phone number of the importer of record, if it is not the consignee. With a plus sign and the country code, 7 to 15 digits in all."""
    importer_country: NotRequired[str | None]
    """Country of the importer of record, if it is not the consignee. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    importer_address: NotRequired[str | None]
    """Street address of the importer of record, if it is not the consignee. At most 1000 characters."""
    importer_postal: NotRequired[str | int | float | Decimal | None]
    """Postal code of the importer of record, if it is not the consignee. At most 255 characters."""
    importer_state: NotRequired[str | None]
    """State of the importer of record, if it is not the consignee. At most 255 characters."""
    importer_city: NotRequired[str | None]
    """City of the importer of record, if it is not the consignee. At most 255 characters."""
    importer_province: NotRequired[str | None]
    """Province of the importer of record, if it is not the consignee. At most 255 characters."""
    importer_email: NotRequired[str | None]
    """E-mail address of the importer of record, if it is not the consignee."""
    sold_to_name: NotRequired[str | None]
    """Name of the buyer, if it is not the consignee. At most 255 characters."""
    sold_to_number: NotRequired[str | None]
    """Phone number of the buyer, if it is not the consignee. With a plus sign and the country code, 7 to 15 digits in all."""
    sold_to_country: NotRequired[str | None]
    """Country of the buyer, if it is not the consignee. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    sold_to_address: NotRequired[str | None]
    """Street address of the buyer, if it is not the consignee. At most 1000 characters."""
    sold_to_postal: NotRequired[str | int | float | Decimal | None]
    """Postal code of the buyer, if it is not the consignee. At most 255 characters."""
    sold_to_state: NotRequired[str | None]
    """State of the buyer, if it is not the consignee. At most 255 characters."""
    sold_to_city: NotRequired[str | None]
    """City of the buyer, if it is not the consignee. At most 255 characters."""
    sold_to_province: NotRequired[str | None]
    """Province of the buyer, if it is not the consignee. At most 255 characters."""
    sold_to_email: NotRequired[str | None]
    """E-mail address of the buyer, if it is not the consignee."""
    tax_ids: NotRequired[list[TaxID] | None]
    """Tax ids of the shipper and the consignee, beside consignee_identifcation_number. At most 10."""
    metadata: NotRequired[dict[str, str] | None]
    """Texts of the shipper's own, by key. They are never printed. At most 20 keys of at most 40 characters, with texts of at most 500."""


class Item(TypedDict):
    item_desc: str
    """Description. At most 255 characters."""
    item_category: NotRequired[str | None]
    """Category label. At most 255 characters."""
    item_product_id: NotRequired[str | None]
    """The shipper's product id. At most 255 characters."""
    item_sku: NotRequired[str | None]
    """The shipper's stock keeping unit. At most 255 characters."""
    item_quantity: int | str
    """How many."""
    item_price_value: int | float | Decimal | str
    """Price. At most 12 digits, 2 of them after the point."""
    item_price_currency: str
    """ISO 4217 code of the price's currency. In any case."""
    item_hs_code: NotRequired[str | None]
    """Code of the Harmonized System: 6 to 12 digits. Dots and spaces are left out."""
    item_origin_country: NotRequired[str | None]
    """Country where it was made. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    item_weight: NotRequired[int | float | Decimal | str | None]
    """Net weight of one piece in kg. At most 10 digits, 3 of them after the point."""
    item_customs_desc: NotRequired[str | None]
    """Description for customs, when it is not item_desc. At most 255 characters."""
    item_url: NotRequired[str | None]
    """URL of the item in a shop. At most 1000 characters."""
    item_image_url: NotRequired[str | None]
    """URL of a picture of the item. At most 1000 characters."""
    item_customs_value: NotRequired[int | float | Decimal | str | None]
    """Value of one piece for customs, in item_price_currency, when it is not item_price_value or has three decimals. At most 13 digits, 3 of them after the point."""
    item_manufacturer_code: NotRequired[str | None]
    """Number by which its manufacturer knows the product. At most 40 characters."""
    item_gtin: NotRequired[str | None]
    """Global Trade Item Number, which is on the barcode: 8, 12, 13 or 14 digits. At most 40 characters."""
    item_un_number: NotRequired[str | None]
    """UN number of dangerous goods, such as UN3481. 4 digits, with or without UN before them."""
    item_hazard_class: NotRequired[Literal["1.1", "1.2", "1.3", "1.4", "1.4S", "1.5", "1.6", "2.1", "2.2", "2.3", "3", "4.1", "4.2", "4.3", "5.1", "5.2", "6.1", "6.2", "7", "8", "9"] | str | None]
    """Class or division of dangerous goods. Letter case does not matter."""
    item_packing_instruction: NotRequired[str | None]
    """Packing instruction of dangerous goods, such as PI967 Section II. At most 40 characters."""
    item_hazard_quantity: NotRequired[str | None]
    """Net quantity of dangerous goods in all pieces, with its unit, such as 0.5 kg. At most 40 characters."""


class TaxID(TypedDict):
    party: Literal["shipper", "consignee"] | str
    """Whose tax id it is. Letter case does not matter."""
    type: Literal["ABN", "ARN", "BRN", "CNPJ", "CPF", "CUIT", "EIN", "EORI", "GST", "IOSS", "LOCALTAXID", "NIK", "NPWP", "PAN", "PASSPORT", "PCCC", "RESIDENT_ID", "RFC", "RUT", "TIN", "UEN", "VAT", "VOEC", "OTHER"] | str
    """Kind of the tax id. Letter case does not matter."""
    country: NotRequired[str | None]
    """Country that issued it. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    number: str
    """The tax id itself. At most 64 characters."""


class TrackerQuery(TypedDict):
    secret_key: NotRequired[SecretKey]
    tracking_nos: list[NumberElement]
    """Tracking numbers, each as text or as an object that has it."""
    get_related_updates: NotRequired[bool | None]
    """Also those of the newest orders with the same shipper_order_id; only of the account of the key."""
    flatten_data: NotRequired[bool | None]
    """One list for all numbers."""


class TrackingUpdatesElement(TypedDict):
    tracking_no: TrackingNo
    status: TrackerStatus
    updated_on: Timestamp
    """When it occurred."""
    description: str
    """What happened, in words."""
    country: str
    """English name of the country. Empty if it is not known."""
    address: str
    """The location in the country, for example a city or a depot. Empty if it is not known."""


class RelatedUpdatesElement(TypedDict):
    tracking_no: str
    """As it was sent, in upper case."""
    status_updates: TrackingUpdates


class NumberElement3(TypedDict):
    tracking_no: str | int | float | Decimal


class EndpointTestRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    event: NotRequired[Literal["order.created", "order.updated", "order.held", "order.released", "order.label_ready", "order.submission_failed", "order.tracking_updated", "order.cancelled", "order.delivered", "import.finished", "endpoint.disabled"] | str | None]
    """Send an example of this type. Default endpoint.test. Letter case does not matter."""


class HoldRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    tracking_nos: list[NumberElement]
    """Tracking numbers, each as text or as an object that has it."""
    reason: str
    """Why they are held. At most 500 characters."""
    dry_run: NotRequired[bool | None]
    """Whether nothing is changed, and the response says what would come of it. Default false."""


class ReleaseRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    tracking_nos: list[NumberElement]
    """Tracking numbers, each as text or as an object that has it."""
    reason: NotRequired[str | None]
    """Why they are released: orders that the rule sanctions holds need it. At most 500 characters."""
    dry_run: NotRequired[bool | None]
    """Whether nothing is changed, and the response says what would come of it. Default false."""


class HoldProblems(TypedDict):
    """The problems of a request to hold or release orders."""

    tracking_nos: NotRequired[NumbersProblems]
    reason: NotRequired[Messages]
    dry_run: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class HoldResponseOrdersElement(TypedDict):
    tracking_no: str
    """As it was sent."""
    result: Literal["held", "released", "unchanged", "refused", "not_found"] | str
    """`unchanged`: the order is held for this reason, or is not held. New values may be added: show an unknown one as it is."""
    code: NotRequired[ErrorCode]
    args: NotRequired[ErrorArgs]
    message: str


class HoldResponse(TypedDict):
    orders: list[HoldResponseOrdersElement]


class OrderHold(TypedDict):
    reason: str
    rule_id: str | None
    """The rule that held the order when it was created. Null if a person holds it."""
    held_on: Timestamp
    actor_kind: Literal["rule", "user", "key", "command", "server"] | str
    """New values may be added: show an unknown one as it is."""
    actor: str
    """The id of the rule or the key, the e-mail address of the user, or who ran the command."""


class CancelRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    tracking_nos: list[NumberElement]
    """Tracking numbers, each as text or as an object that has it."""
    dry_run: NotRequired[bool | None]
    """Whether nothing is changed, and the response says what would come of it. Default false."""


class NumbersRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    tracking_nos: list[NumberElement]
    """Tracking numbers, each as text or as an object that has it."""


class CancelResponseOrdersElement(TypedDict):
    tracking_no: str
    """As it was sent."""
    result: Literal["cancelled", "cancelling", "refused", "not_found"] | str
    """New values may be added: show an unknown one as it is."""
    code: NotRequired[ErrorCode]
    args: NotRequired[ErrorArgs]
    message: str


class CancelResponse(TypedDict):
    orders: list[CancelResponseOrdersElement]


class PrintedResponseOrdersElement(TypedDict):
    tracking_no: str
    """As it was sent."""
    result: Literal["printed", "not_printed", "not_found"] | str
    """New values may be added: show an unknown one as it is."""
    code: NotRequired[ErrorCode]
    args: NotRequired[ErrorArgs]
    message: str


class PrintedResponse(TypedDict):
    orders: list[PrintedResponseOrdersElement]


class RevokedAddresses(TypedDict):
    tracking_no: TrackingNo
    order_label_url: str | None
    """The new address of the label; null while there is no label."""


class OrderDetail(TypedDict):
    """A record with its items, all other fields of the request, and its history."""

    order_id: int
    service_id: int
    """0 on a return if its lane has no service."""
    tracking_no: TrackingNo
    agent_id: int
    """Id of the account."""
    agent_application_id: int
    """Id of the secret key that created the order."""
    hawb_no: str | None
    """The partner's house air waybill number."""
    shipper_sub_account_id: str
    shipper_order_id: str
    store_id: str | None
    consignee_name: str
    consignee_number: str
    consignee_country: str
    """Name of the country."""
    consignee_address: str
    consignee_postal: PostalCode
    consignee_state: str
    consignee_city: str | None
    consignee_province: str | None
    consignee_email: str
    order_length: int | Decimal
    """In cm."""
    order_width: int | Decimal
    """In cm."""
    order_height: int | Decimal
    """In cm."""
    order_weight: int | Decimal
    """In kg."""
    pickup_contact_name: str
    pickup_contact_number: str
    pickup_country: str
    """Name of the country."""
    pickup_address: str
    pickup_postal: str
    pickup_state: str
    pickup_city: str | None
    pickup_province: str | None
    payment_type: Literal["cod", "prepaid", ""] | str
    """Empty on a return. New values may be added: show an unknown one as it is."""
    delivery_note: str
    cod_amt_to_collect: int | Decimal
    order_label_url: str | None
    """Null until there is a label."""
    status_code: StatusCode
    tracker_status_code: TrackerStatus
    tracker_main_text: str
    """The tracking status in words."""
    upload_batch_no: UploadBatchNo
    created_on: Timestamp
    updated_on: Timestamp
    items: list[DetailItem]
    incoterm: Literal["DDP", "DDU", "DAP", "EXW", "FCA", "CPT", "CIP", "DPU", ""] | str
    """Who pays the duties. New values may be added: show an unknown one as it is."""
    identification_document_name: str
    """Kind of the consignee's identification, such as LOCALTAXID."""
    consignee_identifcation_number: str
    """Identification number of the consignee."""
    pickup_contact_email: str
    """E-mail address of the pickup contact. Only a return has it."""
    consignee_company: str
    """Company of the consignee. Documents have it above the name."""
    shipper_company: str
    """Company of the sender. Documents have it above the name of the pickup contact."""
    consignee_name_latin: str
    """Name of the consignee in Latin letters, which documents have beside the name."""
    consignee_address_latin: str
    """Address of the consignee with its city in Latin letters, which documents have beside the address."""
    pickup_date: str
    """Day of the pickup. YYYY-MM-DD, or empty."""
    pickup_notes: str
    """Notes for the pickup."""
    service_type: Literal["PICKUP", "DROPOFF", ""] | str
    """How the return starts. Only a return has it. New values may be added: show an unknown one as it is."""
    forward_tracking_no: str
    """Tracking number of the forward order, which comes back. The response repeats it. If it is an order of the account, it fills the fields that the return leaves out. Only a return has it."""
    export_reason: Literal["sale", "gift", "sample", "documents", "return", "repair", "warranty", "personal_effects", "intercompany", "exhibition", "humanitarian", "other", ""] | str
    """Why the goods leave the country. New values may be added: show an unknown one as it is."""
    invoice_no: str
    """Number of the shipper's invoice."""
    invoice_date: str
    """Date of the shipper's invoice. YYYY-MM-DD, or empty."""
    freight_amount: int | Decimal
    """Cost of the freight, in amount_currency. 0 if it was not sent."""
    insurance_amount: int | Decimal
    """Cost of the insurance, in amount_currency. 0 if it was not sent."""
    packing_amount: int | Decimal
    """Cost of the packing, in amount_currency. 0 if it was not sent."""
    handling_amount: int | Decimal
    """Cost of the handling, in amount_currency. 0 if it was not sent."""
    other_amount: int | Decimal
    """Other charges, in amount_currency. 0 if it was not sent."""
    discount_amount: int | Decimal
    """Discount on the goods and charges, in amount_currency. 0 if it was not sent."""
    amount_currency: str
    """ISO 4217 code of the currency of the charges and the discount. Required with one of them."""
    export_reason_text: str
    """Why the goods leave the country, in words, above all if export_reason is other."""
    export_type: Literal["permanent", "temporary", ""] | str
    """Whether the goods stay abroad. New values may be added: show an unknown one as it is."""
    duties_paid_by: Literal["shipper", "consignee", "importer", ""] | str
    """Who pays duties and taxes to the carrier. New values may be added: show an unknown one as it is."""
    non_delivery_option: Literal["return", "abandon", ""] | str
    """What happens to the parcel if it cannot be delivered. New values may be added: show an unknown one as it is."""
    exporter_reference: str
    """Number by which customs know the shipper, beside its tax ids."""
    importer_reference: str
    """Number by which customs know the importer, beside the tax ids of the consignee."""
    licence_no: str
    """Number of the export or import licence."""
    certificate_no: str
    """Number of the certificate, such as of origin or health."""
    export_itn: str
    """Internal Transaction Number of the export filing in the United States, such as X20260315123456."""
    export_exemption: str
    """Exemption from that filing, such as NOEEI 30.37(a)."""
    export_mrn: str
    """Movement Reference Number of the export declaration in the European Union."""
    prior_notice_no: str
    """Number of the prior notice of food to the FDA of the United States."""
    signer_name: str
    """Who signs the customs declaration."""
    signer_place: str
    """Where it is signed."""
    signed_on: str
    """Date of the signature. YYYY-MM-DD, or empty."""
    importer_name: str
    """Name of the importer of record, if it is not the consignee."""
    importer_number: str
    """Phone number of the importer of record, if it is not the consignee."""
    importer_country: str
    """Country of the importer of record, if it is not the consignee."""
    importer_address: str
    """Street address of the importer of record, if it is not the consignee."""
    importer_postal: str
    """Postal code of the importer of record, if it is not the consignee."""
    importer_state: str
    """State of the importer of record, if it is not the consignee."""
    importer_city: str
    """City of the importer of record, if it is not the consignee."""
    importer_province: str
    """Province of the importer of record, if it is not the consignee."""
    importer_email: str
    """E-mail address of the importer of record, if it is not the consignee."""
    sold_to_name: str
    """Name of the buyer, if it is not the consignee."""
    sold_to_number: str
    """Phone number of the buyer, if it is not the consignee."""
    sold_to_country: str
    """Country of the buyer, if it is not the consignee."""
    sold_to_address: str
    """Street address of the buyer, if it is not the consignee."""
    sold_to_postal: str
    """Postal code of the buyer, if it is not the consignee."""
    sold_to_state: str
    """State of the buyer, if it is not the consignee."""
    sold_to_city: str
    """City of the buyer, if it is not the consignee."""
    sold_to_province: str
    """Province of the buyer, if it is not the consignee."""
    sold_to_email: str
    """E-mail address of the buyer, if it is not the consignee."""
    tax_ids: list[ShownTaxID]
    """Tax ids of the shipper and the consignee, beside consignee_identifcation_number."""
    metadata: dict[str, str]
    """Texts of the shipper's own, by key. They are never printed."""
    is_return: bool
    forward_order_id: int | None
    """On a return: the id of the account's order that comes back. Null if there is none."""
    replaces: str | None
    """The number of the cancelled order that this one replaces. Null if there is none."""
    replaced_by: str | None
    """The number of the order that replaces this one, which is cancelled. Null if there is none."""
    returns: list[OrderReturn]
    """The returns of this order, newest first, at most 50."""
    tracking: list[OrderUpdate]
    """The tracking updates of the parcel, newest first."""
    submissions: list[LedgerEntry]
    """The submissions to its partner. Empty if the order is fulfilled in house."""
    documents: list[OrderDocument]
    measured_weight: int | Decimal | None
    """In kg, as a hub measured it last."""
    measured_length: int | Decimal | None
    """In cm."""
    measured_width: int | Decimal | None
    """In cm."""
    measured_height: int | Decimal | None
    """In cm."""
    measured_on: NullableTimestamp
    hold: OrderHold | None
    """Why the order is held: it is not submitted to its partner and not handed over until it is released. Null if it is not held."""
    label_stale: bool
    """The order was changed, and its label was not printed since: earlier prints are wrong."""
    changes: list[OrderChange]
    """Changes of the order, newest first, at most 100. The field `hold` is the reason of a hold."""
    notes: list[OrderNote]
    """Notes of people and keys of the account, newest first."""
    tags: Tags
    """Sorted."""
    warnings: OrderWarnings
    """What the rules in force warn of, as of the day on which the order was created, and the facts for customs for which it waits now."""


class OrderNote(TypedDict):
    """What a person or a key of the account wrote about an order."""

    note_id: int
    written_on: Timestamp
    actor_kind: Literal["user", "key", "command", "server"] | str
    """New values may be added: show an unknown one as it is."""
    actor: str
    """The e-mail address of the user, the id of the key, or who ran the command."""
    text: str


class PrintAnswerRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    request_key: str
    """Names the job. The same key again queues nothing more. At most 100 characters."""
    answer: Literal["printed", "failed", "withdrawn"] | str
    """`printed`: the label came out. `failed`: it did not. `withdrawn`: no agent is to print it. Letter case does not matter."""


class PrintAnswerProblems(TypedDict):
    request_key: NotRequired[Messages]
    answer: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class PackRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    code: str
    """Tracking number, partner's number or reference (`shipper_order_id`) of the order, as it is typed or scanned. At most 100 characters."""
    scan: NotRequired[str | None]
    """Names the scan, so that one that is sent again has the same result. At most 100 characters."""
    order_id: NotRequired[int | str | None]
    """Which order is meant if several have the code: one of the `candidates` of the response 409."""
    packed: NotRequired[bool | None]
    """Whether the parcel is packed, default true. If not, it is put on the station of the caller, in the place of another."""
    weight: NotRequired[int | float | Decimal | str | None]
    """Weight on the scale, in kg. The weight of the order stays. At most 10 digits, 3 of them after the point."""
    ticked: NotRequired[list[int] | None]


class PackProblems(TypedDict):
    code: NotRequired[Messages]
    scan: NotRequired[Messages]
    order_id: NotRequired[Messages]
    packed: NotRequired[Messages]
    weight: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]
    ticked: NotRequired[Messages]


class PackResult(TypedDict):
    """What came of packing a parcel."""

    result: Literal["packed", "on_station", "unchanged", "refused"] | str
    """`unchanged`: the parcel was packed before. `refused`: see `code`. New values may be added: show an unknown one as it is."""
    code: str
    """Why it is not packed, or that it is."""
    args: dict[str, str]
    """`reason` of a hold, or `by` whom it was packed."""
    message: str
    """The code in words, in the language of Accept-Language."""
    tracking_no: str | None
    """Null if no order has the code."""
    packed_on: NullableTimestamp
    packed_by: str | None
    """E-mail address of a user, or id of a key; null: the caller."""


class HandoverOpenRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    service_id: int | str
    """Service of the parcels."""
    place: str
    """Where the parcels are handed over. At most 100 characters."""


class HandoverOpenProblems(TypedDict):
    service_id: NotRequired[Messages]
    place: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class HandoverParcelRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    code: str
    """Tracking number, partner's number or reference (`shipper_order_id`) of the order, as it is typed or scanned. At most 100 characters."""
    scan: NotRequired[str | None]
    """Names the scan, so that one that is sent again has the same result. At most 100 characters."""
    order_id: NotRequired[int | str | None]
    """Which order is meant if several have the code: one of the `candidates` of the response 409."""


class HandoverParcelProblems(TypedDict):
    code: NotRequired[Messages]
    scan: NotRequired[Messages]
    order_id: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class HandoverCloseRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    given_by: str
    """Name of who hands the parcels over. At most 100 characters."""
    taken_by: str
    """Name of the driver. At most 100 characters."""
    signature: NotRequired[str | None]
    """Signature of the driver: straight lines as in the path of an SVG of 600 by 200, such as M10 20L300 150. Default: on paper. At most 20000 characters."""
    parcels: int | str
    """How many parcels people have counted. The list is closed only if it has as many."""


class HandoverCloseProblems(TypedDict):
    given_by: NotRequired[Messages]
    taken_by: NotRequired[Messages]
    signature: NotRequired[Messages]
    parcels: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class HandoverReopenRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    reason: str
    """Why it is opened again. At most 100 characters."""


class HandoverReopenProblems(TypedDict):
    reason: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class OperatorEntry(TypedDict):
    """A submission or a cancellation of an order of any account."""

    kind: Literal["submission", "cancellation", "label"] | str
    """New values may be added: show an unknown one as it is."""
    partner: str
    state: Literal["pending", "submitted", "unknown", "confirmed", "failed", "held", "cancelled", "waiting", "refused", "due", "stored"] | str
    """New values may be added: show an unknown one as it is."""
    attempts: int
    error_class: Literal["", "accepted", "not_ready", "not_submitted", "temporary", "unavailable", "unknown", "refused", "bad_file", "operator", "missing_customs"] | str
    """Empty while there was no error. `accepted` is no error either, `temporary` and `unavailable` are tried again, `unknown` asks the partner first, `refused` needs a correction, `missing_customs` waits for facts for customs, `operator` is a decision of the operator. Of labels, `not_ready` is tried again, `bad_file` is a file that cannot be taken, and `not_submitted` says that the partner does not know the order. New values may be added: show an unknown one as it is."""
    message: str
    """Message of the last attempt."""
    created_on: Timestamp
    updated_on: Timestamp
    tracking_no: str
    order_id: int
    account_id: int
    idempotency_key: str
    """The partner gets it with each attempt."""
    due_on: NullableTimestamp
    """When it is tried again. While it is tried, when that attempt ends at the latest."""
    hawb_no: str | None
    """Number of the partner."""


class OperatorEntryPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[OperatorEntry]


class ViewedEntry(TypedDict):
    kind: Literal["submission", "cancellation", "label"] | str
    """New values may be added: show an unknown one as it is."""
    partner: str
    state: Literal["pending", "submitted", "unknown", "confirmed", "failed", "held", "cancelled", "waiting", "refused", "due", "stored"] | str
    """New values may be added: show an unknown one as it is."""
    attempts: int
    error_class: Literal["", "accepted", "not_ready", "not_submitted", "temporary", "unavailable", "unknown", "refused", "bad_file", "operator", "missing_customs"] | str
    """Empty while there was no error. `accepted` is no error either, `temporary` and `unavailable` are tried again, `unknown` asks the partner first, `refused` needs a correction, `missing_customs` waits for facts for customs, `operator` is a decision of the operator. Of labels, `not_ready` is tried again, `bad_file` is a file that cannot be taken, and `not_submitted` says that the partner does not know the order. New values may be added: show an unknown one as it is."""
    message: str
    """Message of the last attempt."""
    created_on: Timestamp
    updated_on: Timestamp
    tracking_no: str
    order_id: int
    account_id: int
    idempotency_key: str
    """The partner gets it with each attempt."""
    due_on: NullableTimestamp
    """When it is tried again. While it is tried, when that attempt ends at the latest."""
    hawb_no: str | None
    """Number of the partner."""
    history: list[Attempt]


class Attempt(TypedDict):
    """A call of a partner, or a decision."""

    attempt: int
    """0 is a decision, or a report of the partner."""
    kind: Literal["submit", "find", "cancel", "label", "retry", "resolve", "report"] | str
    """New values may be added: show an unknown one as it is."""
    started_on: Timestamp
    ended_on: NullableTimestamp
    """Null if the call has not ended, or its process died."""
    outcome: str
    """What the response meant, in one word."""
    message: str
    """Of the partner or the operator."""
    request: str
    """What was sent, without secrets and personal data, cut to a few KiB."""
    response: str
    """What came back, likewise."""


class LedgerProblems(TypedDict):
    state: NotRequired[Messages]
    partner: NotRequired[Messages]
    account_id: NotRequired[Messages]
    created_before: NotRequired[Messages]
    created_to: NotRequired[Messages]
    label_missing: NotRequired[Messages]


class RetryRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    note: NotRequired[str | None]
    """Why, for the history and the audit log. At most 255 characters."""


class RetryProblems(TypedDict):
    note: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class ResolveRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    state: Literal["confirmed", "failed"] | str
    """`confirmed`: the partner has the order. `failed`: it does not have it, and will not take it. Letter case does not matter."""
    hawb_no: NotRequired[str | None]
    """Number that the partner gave the order. Only if confirmed. At most 64 characters."""
    partner_label: NotRequired[bool | None]
    """Whether the partner draws the label. Only if confirmed."""
    message: NotRequired[str | None]
    """For the shipper. Required if failed. At most 255 characters."""
    note: NotRequired[str | None]
    """Why, for the history and the audit log. At most 255 characters."""


class ResolveProblems(TypedDict):
    state: NotRequired[Messages]
    hawb_no: NotRequired[Messages]
    partner_label: NotRequired[Messages]
    message: NotRequired[Messages]
    note: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class OperatorAccount(TypedDict):
    """An account as operators see it."""

    account_id: int
    name: str
    tracking_prefix: str
    """Its tracking numbers start with it."""
    rate_limit: int
    """Requests a second for each of its keys; 0 is the server's default."""
    rate_burst: int
    """Requests at once; 0 is the server's default."""
    demo: bool
    """Whether it is the account that a development environment starts with."""
    erase_after_days: int
    """0 is never."""
    delete_after_days: int
    """0 is never."""
    operator: bool
    suspended_on: NullableTimestamp
    """Null if its keys are served."""
    created_on: Timestamp


class OperatorAccountPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[OperatorAccount]


class OperatorAccountFilterProblems(TypedDict):
    search: NotRequired[Messages]
    suspended: NotRequired[Messages]


class OperatorAccountRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    name: str
    """No two accounts have the same. At most 100 characters."""
    rate_limit: NotRequired[int | str | None]
    """Requests a second for each of its keys; 0 is the server's default."""
    rate_burst: NotRequired[int | str | None]
    """Requests at once; 0, and a new rate limit without it, are twice the rate limit."""
    erase_after_days: NotRequired[int | str | None]
    """So many days after their last change, erase the personal data of orders that have ended; 0 is never."""
    delete_after_days: NotRequired[int | str | None]
    """So many days after their last change, delete orders that have ended; 0 is never."""
    operator: NotRequired[bool | None]
    """Whether its keys may work on the orders of all accounts, and administer the service, as their scopes say. To give this right needs a key with the scope users."""
    tracking_prefix: NotRequired[str | None]
    """2 to 4 capital letters that its tracking numbers start with, default WB. They cannot be changed. At most 4 characters."""


class OperatorAccountProblems(TypedDict):
    name: NotRequired[Messages]
    rate_limit: NotRequired[Messages]
    rate_burst: NotRequired[Messages]
    erase_after_days: NotRequired[Messages]
    delete_after_days: NotRequired[Messages]
    operator: NotRequired[Messages]
    tracking_prefix: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class OperatorAccountChange(TypedDict):
    secret_key: NotRequired[SecretKey]
    name: NotRequired[str | None]
    """No two accounts have the same. At most 100 characters."""
    rate_limit: NotRequired[int | str | None]
    """Requests a second for each of its keys; 0 is the server's default."""
    rate_burst: NotRequired[int | str | None]
    """Requests at once; 0, and a new rate limit without it, are twice the rate limit."""
    erase_after_days: NotRequired[int | str | None]
    """So many days after their last change, erase the personal data of orders that have ended; 0 is never."""
    delete_after_days: NotRequired[int | str | None]
    """So many days after their last change, delete orders that have ended; 0 is never."""
    operator: NotRequired[bool | None]
    """Whether its keys may work on the orders of all accounts, and administer the service, as their scopes say. To give this right needs a key with the scope users."""


class OperatorAccountChangeProblems(TypedDict):
    name: NotRequired[Messages]
    rate_limit: NotRequired[Messages]
    rate_burst: NotRequired[Messages]
    erase_after_days: NotRequired[Messages]
    delete_after_days: NotRequired[Messages]
    operator: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class Partner(TypedDict):
    """A partner that is reached through an adapter."""

    name: str
    """As services name it."""
    base_url: str
    """URL of its adapter."""
    concurrency: int
    """Calls at once, at most."""
    timeout: str
    """What one call may take, such as 10s or 1m30s."""
    private_network: bool
    """Whether the adapter may have an address in a private network, and no TLS."""
    disabled: bool
    """Whether it is not called, and what it sends is refused."""
    created_on: Timestamp
    old_secret_until: NullableTimestamp
    """Until then the secret before the last change is valid, too."""


class ViewedPartnerQueue(TypedDict):
    waiting: int
    """Submissions that have not ended."""
    oldest_due_on: NullableTimestamp
    """When the oldest of them was, or is, due."""
    failed_labels: int
    """Labels that it has not given, and is not asked for any more."""


class ViewedPartner(TypedDict):
    """A partner with its open work."""

    name: str
    """As services name it."""
    base_url: str
    """URL of its adapter."""
    concurrency: int
    """Calls at once, at most."""
    timeout: str
    """What one call may take, such as 10s or 1m30s."""
    private_network: bool
    """Whether the adapter may have an address in a private network, and no TLS."""
    disabled: bool
    """Whether it is not called, and what it sends is refused."""
    created_on: Timestamp
    old_secret_until: NullableTimestamp
    """Until then the secret before the last change is valid, too."""
    queue: ViewedPartnerQueue


class ViewedPartnerList(TypedDict):
    results: list[ViewedPartner]


class NewPartner(TypedDict):
    """A partner with its secret."""

    name: str
    """As services name it."""
    base_url: str
    """URL of its adapter."""
    concurrency: int
    """Calls at once, at most."""
    timeout: str
    """What one call may take, such as 10s or 1m30s."""
    private_network: bool
    """Whether the adapter may have an address in a private network, and no TLS."""
    disabled: bool
    """Whether it is not called, and what it sends is refused."""
    created_on: Timestamp
    old_secret_until: NullableTimestamp
    """Until then the secret before the last change is valid, too."""
    message: NotRequired[str]
    """In a repetition by the Idempotency-Key, in place of `secret`."""
    secret: NotRequired[str]
    """With which its adapter and Waybill sign. It is not shown again."""


class PartnerRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    name: str
    """As services name it: a small letter, then up to 31 small letters, digits and -. At most 255 characters."""
    base_url: str
    """URL of its adapter. At most 1000 characters."""
    concurrency: NotRequired[int | str | None]
    """Calls at once, at most. Default 8."""
    timeout: NotRequired[str | None]
    """What one call may take, from 100ms to 5m. Default 10s. At most 30 characters."""
    private_network: NotRequired[bool | None]
    """Whether the adapter may have an address in a private network, and no TLS. To allow it, and to change the URL then, needs a key with the scope users."""


class PartnerChangeRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    base_url: NotRequired[str | None]
    """URL of its adapter. At most 1000 characters."""
    concurrency: NotRequired[int | str | None]
    """Calls at once, at most. Default 8."""
    timeout: NotRequired[str | None]
    """What one call may take, from 100ms to 5m. Default 10s. At most 30 characters."""
    private_network: NotRequired[bool | None]
    """Whether the adapter may have an address in a private network, and no TLS. To allow it, and to change the URL then, needs a key with the scope users."""


class PartnerProblems(TypedDict):
    name: NotRequired[Messages]
    base_url: NotRequired[Messages]
    concurrency: NotRequired[Messages]
    timeout: NotRequired[Messages]
    private_network: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class PartnerRotateRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    overlap: NotRequired[str | None]
    """For how long the old secret is valid, too, at most 720h. Default 24h; 0s if it was stolen. At most 30 characters."""


class PartnerRotateProblems(TypedDict):
    overlap: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class OperatorService(TypedDict):
    """A service as operators see it."""

    service_id: int
    """The `service_id` of an order."""
    name: str
    """Printed on the label."""
    origin: str | None
    """Country of the pickup. Null is any country."""
    destination: str | None
    """Country of the consignee. Null is any country."""
    category: Literal["pickup", "drop-off"] | str
    """How a parcel starts its journey. New values may be added: show an unknown one as it is."""
    cod: bool
    """Whether the service offers cash on delivery."""
    missing_customs: Literal["wait", "refuse"] | str
    """What happens to an order that lacks a fact for customs without which the partner of the service takes no order. `wait`: it is created, and submitted when an edit or a setting states the fact. `refuse`: it is refused under the field. New values may be added: show an unknown one as it is."""
    customs_forms: Literal["post", "invoice"] | str
    """Which customs forms its orders have. `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone. New values may be added: show an unknown one as it is."""
    partner: str | None
    """Who fulfils its orders. Null is in house."""
    own_label: bool
    """Whether a parcel may leave with Waybill's own label if the partner gives none for 5 minutes."""
    disabled: bool
    """Whether it takes no new orders."""


class OperatorServiceList(TypedDict):
    results: list[OperatorService]


class ServiceRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    name: str
    """Printed on the label. At most 100 characters."""
    origin: NotRequired[str | None]
    """Country of the pickup. Null is any country. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    destination: NotRequired[str | None]
    """Country of the consignee. Null is any country. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    category: NotRequired[Literal["pickup", "drop-off"] | str | None]
    """How a parcel starts its journey, default `pickup`. Letter case does not matter."""
    cod: NotRequired[bool | None]
    """Whether it offers cash on delivery."""
    partner: NotRequired[str | None]
    """Partner that fulfils the orders of the service. Null is in house. Orders that exist keep their partner. At most 255 characters."""
    missing_customs: NotRequired[Literal["wait", "refuse"] | str | None]
    """What happens to an order that lacks a fact for customs without which the partner takes no order, default `wait`. Letter case does not matter."""
    customs_forms: NotRequired[Literal["post", "invoice"] | str | None]
    """Which customs forms its orders have, default `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone. Letter case does not matter."""
    own_label: NotRequired[bool | None]
    """Whether a parcel may leave with Waybill's own label if the partner gives none for 5 minutes. It gets the partner's label in a hub."""
    service_id: NotRequired[int | str | None]
    """The `service_id` of its orders, default the next free one."""


class ServiceChangeRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    name: NotRequired[str | None]
    """Printed on the label. At most 100 characters."""
    partner: NotRequired[str | None]
    """Partner that fulfils the orders of the service. Null is in house. Orders that exist keep their partner. At most 255 characters."""
    cod: NotRequired[bool | None]
    """Whether it offers cash on delivery."""
    missing_customs: NotRequired[Literal["wait", "refuse"] | str | None]
    """What happens to an order that lacks a fact for customs without which the partner takes no order, default `wait`. Letter case does not matter."""
    customs_forms: NotRequired[Literal["post", "invoice"] | str | None]
    """Which customs forms its orders have, default `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone. Letter case does not matter."""
    own_label: NotRequired[bool | None]
    """Whether a parcel may leave with Waybill's own label if the partner gives none for 5 minutes. It gets the partner's label in a hub."""


class ServiceProblems(TypedDict):
    name: NotRequired[Messages]
    origin: NotRequired[Messages]
    destination: NotRequired[Messages]
    category: NotRequired[Messages]
    cod: NotRequired[Messages]
    partner: NotRequired[Messages]
    missing_customs: NotRequired[Messages]
    customs_forms: NotRequired[Messages]
    own_label: NotRequired[Messages]
    service_id: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class ServiceLabels(TypedDict):
    """What a service sets for its labels."""

    marks: list[str]
    """Shown on labels as icons with words."""
    routing: list[Route]
    """Where parcels are sorted, by prefix. The longest prefix of a postal code counts."""


class Route(TypedDict):
    """Where the parcels to some postal codes are sorted."""

    prefix: str
    """Of postal codes, in capital letters without spaces and hyphens. Empty is every other code."""
    hub: str
    sort_code: str


class ServiceLabelsRequestRouting1Element(TypedDict):
    prefix: NotRequired[str | None]
    """First letters and digits of postal codes; "" is every other code. At most 12 characters."""
    hub: NotRequired[str | None]
    """Where the parcels are sorted. At most 16 characters."""
    sort_code: NotRequired[str | None]
    """Printed in large letters. A route has a hub or a sort code, or both. At most 16 characters."""


class ServiceLabelsRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    marks: NotRequired[list[Literal["signature", "battery", "fragile"] | str] | None]
    routing: NotRequired[list[ServiceLabelsRequestRouting1Element] | None]


class ServiceLabelsProblems(TypedDict):
    """The problems of a change of the labels of a service: of the routes one element for each, empty for a valid one."""

    marks: NotRequired[Messages]
    routing: NotRequired[Messages | NonFieldErrors | list[RouteProblems]]


class RouteProblems(TypedDict):
    prefix: NotRequired[Messages]
    hub: NotRequired[Messages]
    sort_code: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class ServiceCustoms(TypedDict):
    """What a service states for customs, for orders that do not say it, and whose account does not. Null is not stated."""

    contents_type: Literal["merchandise", "gift", "sample", "documents", "returned_goods", "other"] | str | None
    """What is in the parcels whose orders have no export_reason. New values may be added: show an unknown one as it is."""
    contents_explanation: str | None
    """What it is, if contents_type is other."""
    restriction_type: Literal["none"] | str | None
    """none: the import of the goods is not restricted. EasyPost's library cannot send what another type needs. New values may be added: show an unknown one as it is."""
    non_delivery_option: Literal["return", "abandon"] | str | None
    """What happens to a parcel that cannot be delivered. New values may be added: show an unknown one as it is."""
    origin_country: str | None
    """Country where items without item_origin_country were made, by its code."""
    customs_signer: str | None
    """Who signs the declaration."""
    customs_certify: Literal["yes", "no"] | str | None
    """Whether the signer certifies the declaration. New values may be added: show an unknown one as it is."""
    export_exemption: str | None
    """Exemption from the export filing of the United States, such as NOEEI 30.37(a)."""
    export_exemption_limit: str | None
    """Highest value of the goods of one tariff number for which the exemption holds, such as 2500 USD, or none."""
    customs_signer_place: str | None
    """Where the declaration is signed."""
    exporter_reference: str | None
    """Number by which customs know the shipper, of orders without exporter_reference."""
    duties_paid_by: Literal["shipper", "consignee", "importer"] | str | None
    """Who pays duties and taxes of orders without duties_paid_by. New values may be added: show an unknown one as it is."""
    export_type: Literal["permanent", "temporary"] | str | None
    """Whether the goods stay abroad. New values may be added: show an unknown one as it is."""


class ServiceCustomsRequest(TypedDict):
    """Facts to state, by the names that ServiceCustoms has. An empty text, or null, removes one."""

    secret_key: NotRequired[SecretKey]


class OperatorUser(TypedDict):
    """A person who uses the console."""

    user_id: int
    email: str
    name: str
    operator_role: Literal["hub", "operator", "operator-admin"] | str | None
    """Role in all accounts. New values may be added: show an unknown one as it is."""
    accounts: list[UserRole]
    has_password: bool
    has_identity: bool
    """Whether the user is linked to an identity provider."""
    passkeys: int
    disabled_on: NullableTimestamp
    """Null if the user may sign in."""
    last_sign_in_on: NullableTimestamp
    created_on: Timestamp


class OperatorUserPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[OperatorUser]


class NewOperatorUser(TypedDict):
    user_id: int
    email: str
    name: str
    operator_role: Literal["hub", "operator", "operator-admin"] | str | None
    """Role in all accounts. New values may be added: show an unknown one as it is."""
    accounts: list[UserRole]
    has_password: bool
    has_identity: bool
    """Whether the user is linked to an identity provider."""
    passkeys: int
    disabled_on: NullableTimestamp
    """Null if the user may sign in."""
    last_sign_in_on: NullableTimestamp
    created_on: Timestamp
    message: NotRequired[str]
    """In a repetition by the Idempotency-Key, in place of `link`."""
    link: NotRequired[str]
    """Sets the password, once, within seven days. No other response has it."""


class UserRole(TypedDict):
    """A role in an account."""

    account_id: int
    role: Literal["viewer", "editor", "admin"] | str
    """New values may be added: show an unknown one as it is."""
    invited: bool
    """Whether the user has not accepted: the role is not in force."""


class OperatorUserRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    name: str
    """Name of the person. At most 100 characters."""
    operator_role: NotRequired[Literal["hub", "operator", "operator-admin"] | str | None]
    """Role in all accounts: `operator` for their orders, `operator-admin` also for accounts, users and partners. Null is none. Letter case does not matter."""
    email: str
    """No two users have the same. At most 254 characters."""
    account_id: NotRequired[int | str | None]
    """The account that `role` is for."""
    role: NotRequired[Literal["viewer", "editor", "admin"] | str | None]
    """Role in the account. Letter case does not matter."""


class OperatorUserProblems(TypedDict):
    name: NotRequired[Messages]
    operator_role: NotRequired[Messages]
    email: NotRequired[Messages]
    account_id: NotRequired[Messages]
    role: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class OperatorUserChange(TypedDict):
    secret_key: NotRequired[SecretKey]
    name: NotRequired[str | None]
    """Name of the person. At most 100 characters."""
    operator_role: NotRequired[Literal["hub", "operator", "operator-admin"] | str | None]
    """Role in all accounts: `operator` for their orders, `operator-admin` also for accounts, users and partners. Null is none. Letter case does not matter."""


class OperatorUserChangeProblems(TypedDict):
    name: NotRequired[Messages]
    operator_role: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class MemberRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    role: Literal["viewer", "editor", "admin"] | str
    """Role in the account. Letter case does not matter."""


class MemberProblems(TypedDict):
    role: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class HandoverListTroubleElement(TypedDict):
    tracking_no: str
    code: HandoverCode


class HandoverList(TypedDict):
    """A list of parcels that a driver takes over."""

    number: str
    service_id: int
    """Service of its parcels."""
    place: str
    """Where the parcels are handed over."""
    state: HandoverState
    opened_on: Timestamp
    opened_by: str
    """E-mail address of a user, or id of a key."""
    reason: str | None
    """Why it was opened again."""
    closed_on: NullableTimestamp
    closed_by: str | None
    """As `opened_by`. What is about its closing is of the last time if the list was opened again."""
    given_by: str | None
    """Who handed the parcels over."""
    taken_by: str | None
    """Name of the driver."""
    parcels: int | None
    """How many parcels it has. Null for an open list among others."""
    weight: int | Decimal | None
    """Of its parcels, in kg. Null as `parcels`."""
    signature: NotRequired[str | None]
    """Lines as in the path of an SVG of 600 by 200; null: the driver signed on paper, or not yet. This and what follows is not in a list of lists."""
    picked_up: NotRequired[int]
    """How many of its parcels became picked up because the list was closed."""
    expected: NotRequired[int]
    """How many parcels an open list may get, with those on it: orders of the service with a label that are not held and were not picked up. At most 10000 are counted."""
    trouble: NotRequired[list[HandoverListTroubleElement]]
    """Parcels of an open list that cannot be handed over any more, at most 100. The list cannot be closed with them."""


class HandoverPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[HandoverList]


class HandoverParcel(TypedDict):
    tracking_no: str
    order_weight: int | Decimal
    """In kg."""
    scanned_on: Timestamp
    scanned_by: str
    """E-mail address of a user, or id of a key."""
    picked_up: bool
    """Whether it became picked up because the list was closed."""


class HandoverParcelPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[HandoverParcel]


class ScanResult(TypedDict):
    """What came of a scan."""

    result: Literal["added", "unchanged", "refused"] | str
    """`unchanged`: the parcel is on the list by another scan. `refused`: see `code`. New values may be added: show an unknown one as it is."""
    code: HandoverCode
    args: dict[str, str]
    """`reason` of a hold, `service` of the order, number of the other `list`, number of its `run`."""
    message: str
    """The code in words, in the language of Accept-Language."""
    tracking_no: str | None
    """Null if no order has the code."""


class RunStopsElementListsElement(TypedDict):
    number: str
    service_id: int
    state: HandoverState
    parcels: int
    weight: int | Decimal
    picked_up: int


class RunStopsElement(TypedDict):
    account_id: int
    place: str
    lists: list[RunStopsElementListsElement]
    """The hand-over lists of the shipper, one for each service."""


class Run(TypedDict):
    """What a van takes from several shippers."""

    run_id: int
    number: str
    van: str
    driver: str
    place: str
    date: str
    state: Literal["open", "counting", "counted", "signed", "carried"] | str
    """`counting`: it takes no scans, and its lists are counted. `signed`: its parcels become picked up. `carried`: all are. New values may be added: show an unknown one as it is."""
    opened_on: Timestamp
    opened_by: str
    """E-mail address of a user, or id of a key."""
    signed_on: NullableTimestamp
    signed_by: str | None
    """As `opened_by`."""
    given_by: str | None
    """Who handed the parcels over."""
    taken_by: str | None
    """Name of the driver who signed."""
    parcels: int | None
    """How many parcels it has; once counted, the number that is signed. Null for one that is not counted among others."""
    weight: int | Decimal | None
    """Of its parcels, in kg. Null as `parcels`."""
    signature: NotRequired[str | None]
    """As that of a hand-over list. This and what follows is not in a list of runs."""
    picked_up: NotRequired[int]
    """How many of its parcels became picked up because it was signed."""
    stops: NotRequired[list[RunStopsElement]]
    """Its shippers, by account."""


class RunPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[Run]


class RunRequestStops1Element(TypedDict):
    account_id: int | str
    """Account of the shipper."""
    place: NotRequired[str | None]
    """Where its parcels are handed over. Default: the place of the run. At most 100 characters."""


class RunRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    van: str
    """The van, such as its registration. At most 100 characters."""
    driver: str
    """Name of the driver. At most 100 characters."""
    place: str
    """Where parcels are handed over, such as the depot. At most 100 characters."""
    date: str
    """Day of the run. YYYY-MM-DD."""
    stops: NotRequired[list[RunRequestStops1Element] | None]


class RunProblems(TypedDict):
    """The problems of a request for a run: one element for each stop, empty for a valid one."""

    stops: NotRequired[Messages | NonFieldErrors | list[Messages | RunStopProblems]]
    van: NotRequired[Messages]
    driver: NotRequired[Messages]
    place: NotRequired[Messages]
    date: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class RunStopProblems(TypedDict):
    account_id: NotRequired[Messages]
    place: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class Bag(TypedDict):
    """A bag in which parcels of all shippers fly."""

    bag_id: int
    number: str
    hub_id: int
    to_hub_id: int | None
    service_id: int | None
    """Null for parcels of all services."""
    seal: str | None
    tare: int | Decimal
    """In kg, 0 if it was not weighed."""
    gross: int | Decimal
    """As `tare`."""
    state: Literal["open", "closing", "closed", "loaded", "received", "emptied"] | str
    """`closing`: it takes no scans, and its parcels are counted. `loaded`: it is closed, and on a leg. New values may be added: show an unknown one as it is."""
    parcels: int
    """How many parcels it has, or had when it was closed."""
    weight: int | Decimal
    """Of its parcels, in kg."""
    consignment_id: int | None
    reason: str | None
    """Of the last change."""
    opened_on: Timestamp
    opened_by: str
    """E-mail address of a user, or id of a key."""


class BagPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[Bag]


class BagRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    hub_id: int | str
    """The hub in which it is filled."""
    service_id: NotRequired[int | str | None]
    """Only parcels of this service. Default: of all."""
    to_hub_id: NotRequired[int | str | None]
    """The hub to which it goes. Default: to none of the operator."""
    seal: NotRequired[str | None]
    """Number of its seal. At most 100 characters."""
    tare: NotRequired[int | float | Decimal | str | None]
    """Weight of the empty bag, in kg. At most 10 digits, 3 of them after the point."""


class BagProblems(TypedDict):
    hub_id: NotRequired[Messages]
    service_id: NotRequired[Messages]
    to_hub_id: NotRequired[Messages]
    seal: NotRequired[Messages]
    tare: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class BagChangeRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    to_hub_id: NotRequired[int | str | None]
    """The hub to which it goes. Default: to none of the operator."""
    seal: NotRequired[str | None]
    """Number of its seal. At most 100 characters."""
    tare: NotRequired[int | float | Decimal | str | None]
    """Weight of the empty bag, in kg. At most 10 digits, 3 of them after the point."""
    gross: NotRequired[int | float | Decimal | str | None]
    """Weight of the full bag, in kg. At most 10 digits, 3 of them after the point."""
    reason: NotRequired[str | None]
    """Why. What has departed changes with a reason alone. At most 100 characters."""


class BagChangeProblems(TypedDict):
    to_hub_id: NotRequired[Messages]
    seal: NotRequired[Messages]
    tare: NotRequired[Messages]
    gross: NotRequired[Messages]
    reason: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class BagScan(TypedDict):
    """What came of a scan of a parcel into a bag."""

    result: Literal["added", "unchanged", "refused"] | str
    """New values may be added: show an unknown one as it is."""
    code: str
    """Why."""
    args: ErrorArgs
    message: str
    """The code in words, in the language of Accept-Language."""
    tracking_no: str | None


class BagParcel(TypedDict):
    """A parcel of a bag."""

    bag: str
    account_id: int
    tracking_no: str
    weight: int | Decimal
    """Of the order when it was scanned, in kg."""
    scanned_on: Timestamp
    scanned_by: str
    """E-mail address of a user, or id of a key."""
    answer: str | None
    """Of customs before loading."""
    customs_status: str | None
    """What customs decided: as in the result of a broker."""
    customs_on: Timestamp | None
    """When."""
    customs_source: str | None
    """`file`, or who reported it: `key`, or `user` by hand."""
    entry_no: str | None
    """Number of the customs entry."""
    duty: str | None
    """A decimal number, in `currency`."""
    tax: str | None
    """As `duty`."""
    currency: str | None
    stopped: str | None
    """Why the operator stops it."""


class BagParcelPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[BagParcel]


ConsignmentLegsElement = TypedDict(
    "ConsignmentLegsElement",
    {
        "leg_no": "int",
        "flight": "str",
        "from": "str",
        "from_country": "str",
        "to": "str",
        "to_country": "str",
        "planned_departure": "NullableTimestamp",
        "planned_arrival": "NullableTimestamp",
        "departed_on": "NullableTimestamp",
        "arrived_on": "NullableTimestamp",
        "reason": "str | None",
        "acknowledged": "list[str]",
        "bags": "int",
        "parcels": "int",
        "weight": "int | Decimal",
    },
)


class Consignment(TypedDict):
    """Bags under one air waybill, or on one truck."""

    consignment_id: int
    number: str
    destination: str
    awb: str | None
    """Master air waybill, 11 digits."""
    truck: str | None
    broker: str | None
    state: Literal["planned", "closed", "filed", "cleared", "handed_over"] | str
    """As people have set it. New values may be added: show an unknown one as it is."""
    progress: Literal["planned", "closed", "filed", "cleared", "partly_departed", "departed", "partly_arrived", "arrived", "handed_over"] | str
    """The state, or that some or all of its bags have departed or arrived. New values may be added: show an unknown one as it is."""
    reason: str | None
    """Of the last change."""
    opened_on: Timestamp
    opened_by: str
    """E-mail address of a user, or id of a key."""
    bags: int
    parcels: int
    """In bags that are closed."""
    weight: int | Decimal
    """Of these parcels, in kg."""
    legs: list[ConsignmentLegsElement]


class ConsignmentPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[Consignment]


ConsignmentMovedLeg = TypedDict(
    "ConsignmentMovedLeg",
    {
        "leg_no": "int",
        "flight": "str",
        "from": "str",
        "from_country": "str",
        "to": "str",
        "to_country": "str",
        "planned_departure": "NullableTimestamp",
        "planned_arrival": "NullableTimestamp",
        "departed_on": "NullableTimestamp",
        "arrived_on": "NullableTimestamp",
        "reason": "str | None",
        "acknowledged": "list[str]",
        "bags": "int",
        "parcels": "int",
        "weight": "int | Decimal",
    },
)


class ConsignmentMovedBagsElement(TypedDict):
    number: str
    parcels: int
    weight: int | Decimal
    """Of its parcels, in kg."""


class ConsignmentMoved(TypedDict):
    """A consignment whose leg has departed or arrived."""

    consignment_id: int
    number: str
    destination: str
    awb: str | None
    """Master air waybill, 11 digits."""
    truck: str | None
    broker: str | None
    leg: ConsignmentMovedLeg
    bags: list[ConsignmentMovedBagsElement]
    """The bags on the leg."""


class ConsignmentRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    destination: str
    """Country to which it goes. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    awb: NotRequired[str | None]
    """Master air waybill: 11 digits, blanks and hyphens are left out. No two consignments that are open, or younger than 12 months, have the same. At most 100 characters."""
    truck: NotRequired[str | None]
    """Reference of the truck, if it does not fly. At most 100 characters."""
    broker: NotRequired[str | None]
    """The customs broker. At most 100 characters."""


class ConsignmentProblems(TypedDict):
    destination: NotRequired[Messages]
    awb: NotRequired[Messages]
    truck: NotRequired[Messages]
    broker: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class ConsignmentChangeRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    destination: NotRequired[str]
    """Country to which it goes. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    awb: NotRequired[str | None]
    """Master air waybill: 11 digits, blanks and hyphens are left out. No two consignments that are open, or younger than 12 months, have the same. At most 100 characters."""
    truck: NotRequired[str | None]
    """Reference of the truck, if it does not fly. At most 100 characters."""
    broker: NotRequired[str | None]
    """The customs broker. At most 100 characters."""
    state: NotRequired[Literal["planned", "closed", "filed", "cleared", "handed_over"] | str]
    """`closed`: it gets no more bags. `filed`: with customs. `cleared`: to load. Letter case does not matter."""
    reason: NotRequired[str | None]
    """Why. What has departed changes with a reason alone. At most 100 characters."""


class ConsignmentChangeProblems(TypedDict):
    destination: NotRequired[Messages]
    awb: NotRequired[Messages]
    truck: NotRequired[Messages]
    broker: NotRequired[Messages]
    state: NotRequired[Messages]
    reason: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


LegRequest = TypedDict(
    "LegRequest",
    {
        "secret_key": "NotRequired[SecretKey]",
        "flight": "str",
        "from": "str",
        "from_country": "str",
        "to": "str",
        "to_country": "str",
        "planned_departure": "NotRequired[str | None]",
        "planned_arrival": "NotRequired[str | None]",
    },
)


LegProblems = TypedDict(
    "LegProblems",
    {
        "flight": "NotRequired[Messages]",
        "from": "NotRequired[Messages]",
        "from_country": "NotRequired[Messages]",
        "to": "NotRequired[Messages]",
        "to_country": "NotRequired[Messages]",
        "planned_departure": "NotRequired[Messages]",
        "planned_arrival": "NotRequired[Messages]",
        "non_field_errors": "NotRequired[Messages]",
    },
)


LegChangeRequest = TypedDict(
    "LegChangeRequest",
    {
        "secret_key": "NotRequired[SecretKey]",
        "flight": "NotRequired[str]",
        "from": "NotRequired[str]",
        "from_country": "NotRequired[str]",
        "to": "NotRequired[str]",
        "to_country": "NotRequired[str]",
        "planned_departure": "NotRequired[str | None]",
        "planned_arrival": "NotRequired[str | None]",
        "reason": "NotRequired[str | None]",
    },
)


LegChangeProblems = TypedDict(
    "LegChangeProblems",
    {
        "flight": "NotRequired[Messages]",
        "from": "NotRequired[Messages]",
        "from_country": "NotRequired[Messages]",
        "to": "NotRequired[Messages]",
        "to_country": "NotRequired[Messages]",
        "planned_departure": "NotRequired[Messages]",
        "planned_arrival": "NotRequired[Messages]",
        "reason": "NotRequired[Messages]",
        "non_field_errors": "NotRequired[Messages]",
    },
)


class LegMoveRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    occurred_on: NotRequired[str | None]
    """When. UTC when no zone is given. Default, and if it is later: now."""
    reason: NotRequired[str | None]
    """Why it departs although it is not cleared, or with the parcels in `acknowledged`. At most 100 characters."""
    without: NotRequired[list[str] | None]
    acknowledged: NotRequired[list[str] | None]


class LegMoveProblems(TypedDict):
    occurred_on: NotRequired[Messages]
    reason: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]
    without: NotRequired[Messages]
    acknowledged: NotRequired[Messages]


class BagsRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    leg_no: NotRequired[int | str | None]
    """The leg. Default: none."""
    reason: NotRequired[str | None]
    """Why. What has departed changes with a reason alone. At most 100 characters."""
    bags: NotRequired[list[str]]
    """Their numbers."""


class BagsProblems(TypedDict):
    leg_no: NotRequired[Messages]
    reason: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]
    bags: NotRequired[Messages]


class ConsignmentEvent(TypedDict):
    """What happened to a consignment."""

    event_no: int
    leg_no: int | None
    tracker_status_code: str | None
    """The status that parcels get. Null: they keep theirs."""
    text: str
    country: str | None
    place: str | None
    occurred_on: Timestamp
    recorded_on: Timestamp
    recorded_by: str
    """E-mail address of a user, or id of a key."""
    reason: str | None
    bags: int
    """How many bags it is about."""
    carried: bool
    """Whether all its parcels have it."""


class ConsignmentEventPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[ConsignmentEvent]


class ConsignmentEventRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    text: str
    """What happened, in words. Consignees see it. At most 100 characters."""
    leg_no: NotRequired[int | str | None]
    """Only the parcels of the bags on this leg. Default: of all bags."""
    status: NotRequired[Literal["IN_TRANSIT_WITHIN_ORIGIN_COUNTRY", "CROSS_BORDER_TRANSIT", "DESTINATION_COUNTRY_CUSTOMS", "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY", "EXCEPTION"] | str | None]
    """The status that parcels get. Default: theirs. Letter case does not matter."""
    country: NotRequired[str | None]
    """Where. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    place: NotRequired[str | None]
    """Where there. At most 100 characters."""
    occurred_on: NotRequired[str | None]
    """When. UTC when no zone is given. Default, and if it is later: now."""
    reason: NotRequired[str | None]
    """Why, if it is recorded after the consignment was handed over. At most 100 characters."""
    bags: NotRequired[list[str] | None]
    parcels: NotRequired[list[str] | None]
    without: NotRequired[list[str] | None]


class ConsignmentEventProblems(TypedDict):
    text: NotRequired[Messages]
    leg_no: NotRequired[Messages]
    status: NotRequired[Messages]
    country: NotRequired[Messages]
    place: NotRequired[Messages]
    occurred_on: NotRequired[Messages]
    reason: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]
    bags: NotRequired[Messages]
    parcels: NotRequired[Messages]
    without: NotRequired[Messages]


class CustomsAnswersRequestAnswersElement(TypedDict):
    tracking_no: str
    """Tracking number, partner's number or reference of the parcel. At most 255 characters."""
    answer: Literal["do_not_load", "screening", "information", "assessed", "declared", "taxes_due", "held", "inspected", "released", "seized", "destroyed", "abandoned"] | str
    """Before loading: `do_not_load` stops the parcel. `screening`: it is to be screened. `information`: data is missing. `assessed`: it may be loaded. The others are what customs decided then. Letter case does not matter."""
    reason: NotRequired[str | None]
    """Why. At most 500 characters."""
    entry_no: NotRequired[str | None]
    """Number of the customs entry. At most 100 characters."""
    duty: NotRequired[int | float | Decimal | str | None]
    """Customs duty. At most 12 digits, 3 of them after the point."""
    tax: NotRequired[int | float | Decimal | str | None]
    """Tax on the import. At most 12 digits, 3 of them after the point."""
    currency: NotRequired[str | None]
    """Of both. Required with one of them. In any case."""
    occurred_on: NotRequired[str | None]
    """When. UTC when no zone is given. Default, and if it is later: now."""


class CustomsAnswersRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    answers: NotRequired[list[CustomsAnswersRequestAnswersElement]]


class CustomsAnswersProblems(TypedDict):
    """The problems of a request with answers: one element for each answer, empty for a valid one."""

    answers: NotRequired[Messages | NonFieldErrors | list[Messages | CustomsAnswerProblems]]
    non_field_errors: NotRequired[Messages]


class CustomsAnswerProblems(TypedDict):
    tracking_no: NotRequired[Messages]
    answer: NotRequired[Messages]
    reason: NotRequired[Messages]
    entry_no: NotRequired[Messages]
    duty: NotRequired[Messages]
    tax: NotRequired[Messages]
    currency: NotRequired[Messages]
    occurred_on: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class CustomsAnswersResponseAnswersElement(TypedDict):
    tracking_no: str
    """As it was sent."""
    result: Literal["ready", "stored", "unchanged", "refused", "not_found"] | str
    """`ready`: it can be stored, and is not confirmed. New values may be added: show an unknown one as it is."""
    code: NotRequired[ErrorCode]
    args: NotRequired[ErrorArgs]
    message: str


class CustomsAnswersResponse(TypedDict):
    """What came of each answer."""

    answers: list[CustomsAnswersResponseAnswersElement]


class CustomsReadRequestAnswersElement(TypedDict):
    tracking_no: str
    """Tracking number, partner's number or reference of the parcel. At most 255 characters."""
    answer: Literal["do_not_load", "screening", "information", "assessed", "declared", "taxes_due", "held", "inspected", "released", "seized", "destroyed", "abandoned"] | str
    """Before loading: `do_not_load` stops the parcel. `screening`: it is to be screened. `information`: data is missing. `assessed`: it may be loaded. The others are what customs decided then. Letter case does not matter."""
    reason: NotRequired[str | None]
    """Why. At most 500 characters."""
    entry_no: NotRequired[str | None]
    """Number of the customs entry. At most 100 characters."""
    duty: NotRequired[int | float | Decimal | str | None]
    """Customs duty. At most 12 digits, 3 of them after the point."""
    tax: NotRequired[int | float | Decimal | str | None]
    """Tax on the import. At most 12 digits, 3 of them after the point."""
    currency: NotRequired[str | None]
    """Of both. Required with one of them. In any case."""
    occurred_on: NotRequired[str | None]
    """When. UTC when no zone is given. Default, and if it is later: now."""


class CustomsReadRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    confirm: NotRequired[bool | None]
    """Store them. Default: they are only matched."""
    answers: NotRequired[list[CustomsReadRequestAnswersElement]]


class CustomsResultAnswersElement(TypedDict):
    line: int
    """In the file or list."""
    tracking_no: str
    """As it was sent."""
    result: Literal["ready", "stored", "unchanged", "refused", "not_found"] | str
    """`ready`: it can be stored, and is not confirmed. New values may be added: show an unknown one as it is."""
    code: NotRequired[ErrorCode]
    args: NotRequired[ErrorArgs]
    message: str


class CustomsResult(TypedDict):
    """What came, or would come, of answers of customs."""

    digest: str
    """Of the file, or the list."""
    repeated: bool
    """Whether it was stored before: only parcels without an answer get theirs."""
    answers: list[CustomsResultAnswersElement]
    missing: list[str]
    """Parcels of the consignment that get no answer from this request."""


class InboundCountsElement(TypedDict):
    bag: str | None
    """Null: all of the consignment."""
    bag_state: Literal["received", "damaged", "not_scanned", "awaited"] | str | None
    """How the bag itself was scanned. `awaited`: it has not arrived. New values may be added: show an unknown one as it is."""
    bag_note: str | None
    state: Literal["received", "in_bag", "damaged", "found", "missing", "awaited", "elsewhere", "surplus", "unknown"] | str
    """New values may be added: show an unknown one as it is."""
    parcels: int


class Inbound(TypedDict):
    """What of a consignment has come to a hub."""

    hub_id: int
    hub: str
    state: Literal["open", "closed"] | str
    """New values may be added: show an unknown one as it is."""
    changed_by: str
    """Who opened or closed it last: e-mail address of a user, or id of a key."""
    closed_on: NullableTimestamp
    """The last time."""
    reason: str | None
    """Why it was opened again."""
    counts: list[InboundCountsElement]
    """How many parcels and codes are in each state: first all, then the parcels of each bag."""


class InboundRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    state: Literal["open", "closed"] | str
    """`closed`: what is missing or damaged is recorded. Letter case does not matter."""
    hub_id: NotRequired[int | str | None]
    """The hub in which it is opened."""
    missing: NotRequired[int | str | None]
    """How many parcels are missing. It is closed only if as many are. Default: none."""
    reason: NotRequired[str | None]
    """Why it is opened again. At most 100 characters."""


class InboundProblems(TypedDict):
    state: NotRequired[Messages]
    hub_id: NotRequired[Messages]
    missing: NotRequired[Messages]
    reason: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class InboundScanRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    scan: str
    """Names the scan, so that one that is sent again has the same result. At most 100 characters."""
    code: NotRequired[str | None]
    """Number of a bag, or tracking number, partner's number or reference of a parcel. Without a code the parcel has no label that can be read: it gets a temporary number. At most 100 characters."""
    order_id: NotRequired[int | str | None]
    """Which order is meant if several have the code: one of the `candidates` of the response 409."""
    state: NotRequired[Literal["received", "damaged"] | str | None]
    """Default: `received`. Letter case does not matter."""
    note: NotRequired[str | None]
    """What is seen of it. What is damaged, or has no code, needs one. At most 500 characters."""
    weight: NotRequired[int | float | Decimal | str | None]
    """Measured weight, in kg. At most 10 digits, 3 of them after the point."""


class InboundScanProblems(TypedDict):
    scan: NotRequired[Messages]
    code: NotRequired[Messages]
    order_id: NotRequired[Messages]
    state: NotRequired[Messages]
    note: NotRequired[Messages]
    weight: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class InboundParcel(TypedDict):
    """A parcel of a consignment, or what came and is not of it."""

    bag: str | None
    account_id: int | None
    number: str
    """Tracking number, number of a bag, or what was scanned; of a parcel without a code its temporary number."""
    state: Literal["received", "in_bag", "damaged", "found", "missing", "awaited", "elsewhere", "surplus", "unknown"] | str
    """`found`: it was recorded as missing before. `in_bag`: its bag was received, and it was not scanned itself. `missing`: it has arrived, and was not scanned. `awaited`: its bag has not arrived. `elsewhere`: it came with another consignment. `surplus`: it is not of this one. `unknown`: no order and no bag has the code. New values may be added: show an unknown one as it is."""
    repeated: bool
    """Whether it was scanned before: then this scan is not stored."""
    note: str | None
    stopped: str | None
    """Why the operator stops it."""
    weight: int | Decimal
    """Of the order, or measured if it is not of the consignment, in kg."""
    scanned_on: NullableTimestamp
    scanned_by: str | None
    """E-mail address of a user, or id of a key."""
    consignment: str | None
    """Another one: its own, or where it came."""


class InboundParcelPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[InboundParcel]


class ConsignmentManifestValuesElement(TypedDict):
    currency: str
    amount: str
    """A decimal number. Amounts of several currencies are never added."""


class ConsignmentManifest(TypedDict):
    """A version of the manifest of a consignment."""

    version: int
    digest: str
    """Of its rows: two versions with the same one do not exist."""
    made_on: Timestamp
    made_by: str
    """E-mail address of a user, or id of a key."""
    pieces: int
    """Bags: the pieces of the air waybill."""
    parcels: int
    net_weight: int | Decimal
    """Of the parcels, in kg."""
    gross_weight: int | Decimal
    """Of the parcels and the empty bags, in kg."""
    values: list[ConsignmentManifestValuesElement]
    """The declared values by currency."""
    different: int
    """How many parcels are added, removed or changed. The lists have 1,000 of each at most."""
    added: list[str]
    """Tracking numbers of parcels that the version before has not."""
    removed: list[str]
    """Those that only the version before has."""
    changed: list[str]
    """Those of which a row is different."""


class ConsignmentManifestList(TypedDict):
    results: list[ConsignmentManifest]


class ManifestRowsValuesElement(TypedDict):
    currency: str
    amount: str
    """A decimal number. Amounts of several currencies are never added."""


class ManifestRows(TypedDict):
    """The newest version of the manifest of a consignment, with its rows."""

    version: int
    digest: str
    """Of its rows: two versions with the same one do not exist."""
    made_on: Timestamp
    made_by: str
    """E-mail address of a user, or id of a key."""
    pieces: int
    """Bags: the pieces of the air waybill."""
    parcels: int
    net_weight: int | Decimal
    """Of the parcels, in kg."""
    gross_weight: int | Decimal
    """Of the parcels and the empty bags, in kg."""
    values: list[ManifestRowsValuesElement]
    """The declared values by currency."""
    different: int
    """How many parcels are added, removed or changed. The lists have 1,000 of each at most."""
    added: list[str]
    """Tracking numbers of parcels that the version before has not."""
    removed: list[str]
    """Those that only the version before has."""
    changed: list[str]
    """Those of which a row is different."""
    columns: list[str]
    rows: list[list[str]]
    """Texts in the order of the columns. The weight of a parcel stands in its first row."""


class ConsignmentChecksFindingsElement(TypedDict):
    kind: Literal["refuses", "listed", "asks"] | str
    """`refuses`: the consignment is not closed with it. `asks`: a person is to decide whether something is wrong. New values may be added: show an unknown one as it is."""
    code: str
    args: ErrorArgs
    message: str
    """The code in words, in the language of Accept-Language."""
    bag: str | None
    tracking_nos: list[str]


class ConsignmentChecks(TypedDict):
    """What stands against a consignment."""

    findings: list[ConsignmentChecksFindingsElement]


class ManifestTemplate(TypedDict):
    """Which columns a broker wants in manifests."""

    broker: str
    columns: str
    """Names, by commas."""
    rows: Literal["items", "hs_codes"] | str
    """What a row is. New values may be added: show an unknown one as it is."""


class ManifestTemplateList(TypedDict):
    results: list[ManifestTemplate]


class ManifestTemplateRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    broker: str
    """The customs broker, as consignments name it; letter case does not matter. At most 100 characters."""
    columns: str
    """Names of columns, by commas, in the order of the manifest. At most 2000 characters."""
    rows: NotRequired[Literal["items", "hs_codes"] | str | None]
    """What a row is: an item, or by default the items of a parcel with one HS code, origin and currency. Letter case does not matter."""


class ManifestTemplateProblems(TypedDict):
    broker: NotRequired[Messages]
    columns: NotRequired[Messages]
    rows: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class Hub(TypedDict):
    """A place where the operator sorts parcels."""

    hub_id: int
    name: str
    country: str
    timezone: str
    disabled_on: NullableTimestamp
    """Null if it is used."""


class HubList(TypedDict):
    results: list[Hub]


class HubRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    name: str
    """No two hubs have the same. Shippers and consignees see it where the parcel was scanned. At most 100 characters."""
    country: str
    """Country of the hub. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    timezone: str
    """Time zone of the hub, such as Asia/Singapore. At most 100 characters."""


class HubProblems(TypedDict):
    name: NotRequired[Messages]
    country: NotRequired[Messages]
    timezone: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class HubChangeRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    name: NotRequired[str | None]
    """No two hubs have the same. Shippers and consignees see it where the parcel was scanned. At most 100 characters."""
    country: NotRequired[str | None]
    """Country of the hub. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    timezone: NotRequired[str | None]
    """Time zone of the hub, such as Asia/Singapore. At most 100 characters."""


class HubChangeProblems(TypedDict):
    name: NotRequired[Messages]
    country: NotRequired[Messages]
    timezone: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class HubScansRequestScansElement(TypedDict):
    scan: str
    """Names the scan, so that one that is sent again has the same result and is counted once. At most 100 characters."""
    code: str
    """Tracking number, partner's number or reference (`shipper_order_id`), as it is typed or scanned. At most 100 characters."""
    order_id: NotRequired[int | str | None]
    """Which order is meant if several have the code: one of the `candidates` of its result."""
    scanned_on: NotRequired[str | None]
    """When it was scanned by the clock of the device, default now. It needs `sent_on`."""
    weight: NotRequired[int | float | Decimal | str | None]
    """Measured weight, in kg. At most 10 digits, 3 of them after the point."""
    length: NotRequired[int | float | Decimal | str | None]
    """Measured, in cm. At most 10 digits, 2 of them after the point."""
    width: NotRequired[int | float | Decimal | str | None]
    """Measured, in cm. At most 10 digits, 2 of them after the point."""
    height: NotRequired[int | float | Decimal | str | None]
    """Measured, in cm. At most 10 digits, 2 of them after the point."""


class HubScansRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    hub_id: int | str
    """The hub."""
    activity: Literal["inbound", "outbound", "return_received", "found", "damaged", "measured"] | str
    """What is done with the parcels. Letter case does not matter."""
    sent_on: NotRequired[str | None]
    """When the request is sent by the clock of the device. The times of scans count from it, so that a wrong clock does no harm."""
    scans: NotRequired[list[HubScansRequestScansElement]]


class HubScansProblems(TypedDict):
    """The problems of a request with scans: one element for each scan, empty for a valid one."""

    scans: NotRequired[Messages | NonFieldErrors | list[Messages | HubScanProblems]]
    hub_id: NotRequired[Messages]
    activity: NotRequired[Messages]
    sent_on: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class HubScanProblems(TypedDict):
    scan: NotRequired[Messages]
    code: NotRequired[Messages]
    order_id: NotRequired[Messages]
    scanned_on: NotRequired[Messages]
    weight: NotRequired[Messages]
    length: NotRequired[Messages]
    width: NotRequired[Messages]
    height: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class HubScansResponseScansElementCandidatesElement(TypedDict):
    order_id: int
    account_id: int
    tracking_no: str


class HubScansResponseScansElement(TypedDict):
    scan: str
    """Its name, as it was sent."""
    result: Literal["recorded", "repeated", "refused", "unknown", "several"] | str
    """`repeated`: the last scan of the parcel is the same, and this one is not recorded. `refused`: the parcel must not leave. `unknown`: no order has the code. `several`: choose one of `candidates`. New values may be added: show an unknown one as it is."""
    next: str | None
    """Where the parcel goes: to the `partner`, on with the `service`, or `aside`, or back to its shipper (`return`), or its label must be printed first (`print`). Null if the parcel is not known."""
    code: str
    """Why."""
    args: ErrorArgs
    tracking_no: str | None
    account_id: int | None
    destination: str | None
    partner: str | None
    candidates: NotRequired[list[HubScansResponseScansElementCandidatesElement]]
    message: str
    """The code in words, in the language of Accept-Language."""


class HubScansResponse(TypedDict):
    """What came of each scan, and where its parcel goes next."""

    scans: list[HubScansResponseScansElement]


class UnknownScan(TypedDict):
    """A code that was scanned in a hub and that no order has."""

    scan: str
    """Its name."""
    scanned_code: str
    hub_id: int
    activity: str
    scanned_on: Timestamp
    scanned_by: str
    """E-mail address of a user, or id of a key."""
    closed_on: NullableTimestamp
    """Null while it is open."""
    closed_by: str | None
    """As `scanned_by`."""
    reason: str | None
    """Why it was closed."""
    tracking_no: str | None
    """The parcel that it is."""


class UnknownScanPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[UnknownScan]


class UnknownScanRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    reason: NotRequired[str | None]
    """What became of the parcel. At most 500 characters."""
    tracking_no: NotRequired[str | None]
    """The parcel that it is: the scan is recorded as one of this parcel. At most 255 characters."""


class UnknownScanProblems(TypedDict):
    reason: NotRequired[Messages]
    tracking_no: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class Parcel(TypedDict):
    """A parcel of any account, without prices."""

    order_id: int
    account_id: int
    tracking_no: str
    shipper_order_id: str | None
    hawb_no: str | None
    """Number that the partner gave it."""
    service_id: int
    partner: str | None
    consignee_name: str
    consignee_city: str
    consignee_country: str
    order_weight: int | Decimal
    """In kg."""
    measured_weight: int | Decimal | None
    """In kg, as a hub measured it last."""
    measured_length: int | Decimal | None
    """In cm."""
    measured_width: int | Decimal | None
    """In cm."""
    measured_height: int | Decimal | None
    """In cm."""
    measured_on: NullableTimestamp
    status_code: str | None
    tracker_status_code: TrackerStatus
    held: str | None
    """Why its shipper or a rule holds it."""
    stopped: str | None
    """Why the operator stops it."""
    created_on: Timestamp
    updated_on: Timestamp


class ParcelPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[Parcel]


class ParcelFilterProblems(TypedDict):
    account_id: NotRequired[Messages]
    partner: NotRequired[Messages]
    code: NotRequired[Messages]
    attention: NotRequired[Messages]
    hub_id: NotRequired[Messages]
    bag: NotRequired[Messages]
    consignment: NotRequired[Messages]
    customs: NotRequired[Messages]
    date_from: NotRequired[Messages]
    date_to: NotRequired[Messages]
    created_from: NotRequired[Messages]
    created_to: NotRequired[Messages]
    service_id: NotRequired[Messages]
    status_code: NotRequired[Messages]
    tracker_status_code: NotRequired[Messages]
    picked_up: NotRequired[Messages]
    is_return: NotRequired[Messages]
    printed: NotRequired[Messages]
    packed: NotRequired[Messages]
    queue: NotRequired[Messages]
    held: NotRequired[Messages]
    search: NotRequired[Messages]
    tag: NotRequired[Messages]
    warning: NotRequired[Messages]


class ParcelFilter(TypedDict):
    account_id: NotRequired[int | str | None]
    """Only parcels of this account, also those whose journey has ended."""
    partner: NotRequired[str | None]
    """Only parcels whose service this partner fulfils. At most 255 characters."""
    code: NotRequired[str | None]
    """Only the parcels that a number or reference names, as it is typed or scanned, in all accounts. At most 100 characters."""
    attention: NotRequired[Literal["customs", "failed", "lost", "unmoved", "silent", "partner-down"] | str | None]
    """Only parcels that need attention for this reason. `customs`: they are at customs. `failed`: a pickup or delivery failed, or there is another exception. `lost`: they are lost. `unmoved`: an event was recorded that did not change their status; their journey may have ended. `silent`: they have no event for longer than is usual on their lane. `partner-down`: they wait for a partner that takes no orders. Letter case does not matter."""
    hub_id: NotRequired[int | str | None]
    """Only parcels whose last scan in a hub was in this one, and whose journey has not ended."""
    bag: NotRequired[str | None]
    """Only parcels that are, or were until it was emptied, in this bag, or in one of several: numbers, with commas between. Their journey has not ended. At most 255 characters."""
    consignment: NotRequired[str | None]
    """Only parcels in the bags of this consignment, by its number. Their journey has not ended. At most 255 characters."""
    customs: NotRequired[Literal["do_not_load", "screening", "information", "assessed", "declared", "taxes_due", "held", "inspected", "released", "seized", "destroyed", "abandoned"] | str | None]
    """Only parcels with this answer or status of customs. Their journey has not ended. Letter case does not matter."""
    date_from: NotRequired[str | None]
    """Created then or later, as `created_from`; UTC when no zone is given."""
    date_to: NotRequired[str | None]
    """Created then or earlier, as `created_to`; a day alone is all of it."""
    created_from: NotRequired[str | None]
    """Created then or later; UTC when no zone is given."""
    created_to: NotRequired[str | None]
    """Created then or earlier; a day alone is all of it."""
    service_id: NotRequired[int | str | None]
    """Of this service; 0 is all."""
    status_code: NotRequired[Literal["SUBMITTED", "SUBMISSION_FAILED", "CANCELLED", "null"] | str | None]
    """With this status_code, or null for those without one. Letter case does not matter."""
    tracker_status_code: NotRequired[Literal["ORDER_CREATED", "PENDING_PICKUP", "PICKED_UP", "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY", "CROSS_BORDER_TRANSIT", "DESTINATION_COUNTRY_CUSTOMS", "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY", "READY_FOR_COLLECTION", "DELIVERY_IN_PROGRESS", "SUCCESS", "FAILED_PICKUP", "FAILED_DELIVERY", "EXCEPTION", "RETURN_TO_SENDER", "RETURNED", "CANCELLED"] | str | None]
    """With this tracker_status_code. Letter case does not matter."""
    picked_up: NotRequired[bool | None]
    """Only orders whose parcel was picked up, with this tracker_status_code or a later one, or only others."""
    is_return: NotRequired[bool | None]
    """Only returns, or only other orders."""
    printed: NotRequired[bool | None]
    """Only orders whose label is marked as printed, or only others."""
    packed: NotRequired[bool | None]
    """Only orders whose parcel was packed at a station, or only others."""
    queue: NotRequired[Literal["print", "pack", "hand-over", "partner", "problem", "on-the-way", "done"] | str | None]
    """Only orders that wait for this work, or are on the way or done. Letter case does not matter."""
    held: NotRequired[bool | None]
    """Only orders that are held, or only others."""
    search: NotRequired[str | None]
    """Words, or beginnings of words, that the order has all: in its tracking number, reference or partner's number, or in the consignee's name, phone number, e-mail address, postal code, city or street, in the SKUs of its items, or in its notes and tags. By page, the newest 10,000. At most 200 characters."""
    tag: NotRequired[str | None]
    """With this tag, in any case. At most 30 characters."""
    warning: NotRequired[Literal["any", "address"] | str | None]
    """Only orders about which rules had a warning when they were created: any, or one about an address. Letter case does not matter."""


class ParcelChangeRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    kind: Literal["hold", "release", "cancel", "report", "correct"] | str
    """What is done. `report` says where the parcels are, `correct` takes back a wrong status. Letter case does not matter."""
    reason: NotRequired[str | None]
    """Why. `hold` and `correct` need it. At most 500 characters."""
    status: NotRequired[Literal["ORDER_CREATED", "PENDING_PICKUP", "PICKED_UP", "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY", "CROSS_BORDER_TRANSIT", "DESTINATION_COUNTRY_CUSTOMS", "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY", "READY_FOR_COLLECTION", "DELIVERY_IN_PROGRESS", "SUCCESS", "FAILED_PICKUP", "FAILED_DELIVERY", "EXCEPTION", "RETURN_TO_SENDER", "RETURNED"] | str | None]
    """`report` and `correct` need it. Letter case does not matter."""
    lost: NotRequired[bool | None]
    """Of `correct`: the parcels are lost. The status must be EXCEPTION."""
    dry_run: NotRequired[bool | None]
    """Whether nothing is changed, and the response says what would come of it. Default false."""
    description: NotRequired[str | None]
    """Description for the consignee, default the text of the status. At most 255 characters."""
    country: NotRequired[str | None]
    """Country of the event. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    address: NotRequired[str | None]
    """Place of the event, such as a city or a depot. It is public: do not send a person's address. At most 255 characters."""
    occurred_on: NotRequired[str | None]
    """Time of the event, default now. UTC when no zone is given."""
    tracking_nos: NotRequired[list[NumberElement]]
    """Numbers or references of the parcels, in all accounts."""
    filter: NotRequired[ParcelFilter]


class ParcelChangeProblemsFilter2(TypedDict):
    account_id: NotRequired[Messages]
    partner: NotRequired[Messages]
    code: NotRequired[Messages]
    attention: NotRequired[Messages]
    hub_id: NotRequired[Messages]
    bag: NotRequired[Messages]
    consignment: NotRequired[Messages]
    customs: NotRequired[Messages]
    date_from: NotRequired[Messages]
    date_to: NotRequired[Messages]
    created_from: NotRequired[Messages]
    created_to: NotRequired[Messages]
    service_id: NotRequired[Messages]
    status_code: NotRequired[Messages]
    tracker_status_code: NotRequired[Messages]
    picked_up: NotRequired[Messages]
    is_return: NotRequired[Messages]
    printed: NotRequired[Messages]
    packed: NotRequired[Messages]
    queue: NotRequired[Messages]
    held: NotRequired[Messages]
    search: NotRequired[Messages]
    tag: NotRequired[Messages]
    warning: NotRequired[Messages]


class ParcelChangeProblems(TypedDict):
    """The problems of a request to change parcels."""

    tracking_nos: NotRequired[NumbersProblems]
    kind: NotRequired[Messages]
    reason: NotRequired[Messages]
    status: NotRequired[Messages]
    lost: NotRequired[Messages]
    dry_run: NotRequired[Messages]
    description: NotRequired[Messages]
    country: NotRequired[Messages]
    address: NotRequired[Messages]
    occurred_on: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]
    filter: NotRequired[Messages | ParcelChangeProblemsFilter2]


class ParcelChangeResponse(TypedDict):
    """What comes of a change of parcels."""

    jobs: list[ParcelJob]
    """One of each account."""
    not_found: list[str]
    """What no order has, as it was sent."""
    ambiguous: list[str]
    """What several orders have: none of them is changed. Send tracking numbers."""


class ParcelJobNotChangedElement(TypedDict):
    tracking_no: str | None
    """Null: all."""
    result: Literal["refused", "not_found"] | str
    """New values may be added: show an unknown one as it is."""
    code: NotRequired[ErrorCode]
    args: NotRequired[ErrorArgs]
    message: str


class ParcelJob(TypedDict):
    """What comes of the parcels of an account."""

    account_id: int
    job_id: int | None
    """Null if no job was started."""
    state: Literal["tried", "refused", "choosing", "running", "done", "stopped", "failed"] | str
    """`tried`: by `dry_run`. `refused`: the account takes no change, see `not_changed`. It goes on while it is `choosing` or `running`. New values may be added: show an unknown one as it is."""
    parcels: int
    changed: int
    unchanged: int
    """They were so before."""
    refused: int
    not_changed: list[ParcelJobNotChangedElement]
    """Why, of at most 1,000 parcels."""


class ParcelStop(TypedDict):
    """Why a parcel goes no further."""

    tracking_no: str
    account_id: int
    reason: str
    stopped_on: Timestamp
    stopped_by: str
    """E-mail address of a user, id of a key, or who ran the command."""


class ParcelStopPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[ParcelStop]


class StopRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    tracking_nos: list[NumberElement]
    """Tracking numbers, each as text or as an object that has it."""
    reason: str
    """Why they are stopped. Each scan says it. At most 500 characters."""


class StopProblems(TypedDict):
    """The problems of a request to stop parcels, or to lift stops."""

    tracking_nos: NotRequired[NumbersProblems]
    reason: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class LiftStopsRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    tracking_nos: list[NumberElement]
    """Tracking numbers, each as text or as an object that has it."""


class StopResponseOrdersElement(TypedDict):
    tracking_no: str
    """As it was sent."""
    result: Literal["stopped", "lifted", "unchanged", "refused", "not_found"] | str
    """New values may be added: show an unknown one as it is."""
    code: NotRequired[ErrorCode]
    args: NotRequired[ErrorArgs]
    message: str


class StopResponse(TypedDict):
    orders: list[StopResponseOrdersElement]


class PrintJob(TypedDict):
    """A label for a printer. Only the agent that took it gets the lease."""

    request_key: str
    tracking_no: str
    printer: str
    state: Literal["queued", "sent", "started", "printed", "failed", "unknown"] | str
    """`sent`: an agent has it, and has sent no byte. `started`: bytes may have been sent. `unknown`: a person says in the console whether it came out. New values may be added: show an unknown one as it is."""
    note: str
    """What the agent said."""
    queued_on: Timestamp
    lease: NotRequired[str]


class PrintRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    tracking_no: str
    """Tracking number of the order, or its partner's number or reference, as it is typed or scanned. At most 255 characters."""
    printer: str
    """Name of the printer. At most 60 characters."""
    request_key: str
    """Names the job. The same key again queues nothing more. At most 100 characters."""


class PrintProblems(TypedDict):
    tracking_no: NotRequired[Messages]
    printer: NotRequired[Messages]
    request_key: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class PrintTakeRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    printer: str
    """Name of the printer. At most 60 characters."""


class PrintTakeProblems(TypedDict):
    printer: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class PrintScaleRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    printer: str
    """Name of the printer. At most 60 characters."""
    weight: int | float | Decimal | str
    """Stable weight on the scale, in kg, once until it is empty again; 0 when it is. At most 10 digits, 3 of them after the point."""


class PrintScaleProblems(TypedDict):
    printer: NotRequired[Messages]
    weight: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class PrintReportRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    request_key: str
    """Names the job. The same key again queues nothing more. At most 100 characters."""
    lease: str
    """The lease of the job that was taken. At most 100 characters."""
    state: Literal["started", "printed", "failed", "unknown"] | str
    """`started` before the first byte is sent. Then `printed`, `failed` if nothing came out, or else `unknown`. Letter case does not matter."""
    note: NotRequired[str | None]
    """What the printer said. At most 255 characters."""


class PrintReportProblems(TypedDict):
    request_key: NotRequired[Messages]
    lease: NotRequired[Messages]
    state: NotRequired[Messages]
    note: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class NoteRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    text: str
    """What is noted. At most 500 characters."""


class NoteProblems(TypedDict):
    text: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class TagsRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    tracking_nos: list[str]
    add: NotRequired[Tags]
    remove: NotRequired[Tags]
    """They win over those of `add`."""


OrderChangeFieldsElement = TypedDict(
    "OrderChangeFieldsElement",
    {
        "field": "str",
        "from": "Any",
        "to": "Any",
    },
)


class OrderChange(TypedDict):
    version: int
    """Of the order after the change."""
    changed_on: Timestamp
    actor_kind: Literal["user", "key", "command", "server"] | str
    """New values may be added: show an unknown one as it is."""
    actor: str
    """The e-mail address of the user, the id of the key, or who ran the command."""
    refusal: str
    """Why the partner had refused the order, which was submitted again. Empty if it had not."""
    fields: list[OrderChangeFieldsElement]


class EditRequest(TypedDict):
    """Fields of an order or return, but `tracking_no` and `forward_tracking_no`."""

    secret_key: NotRequired[SecretKey]


class ReplaceRequest(TypedDict):
    """Fields of an order or return. Those that are not sent stay, except `tracking_no`."""

    secret_key: NotRequired[SecretKey]


class EditManyRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    tracking_nos: list[str]
    changes: EditRequest
    dry_run: NotRequired[bool]
    """Whether nothing is changed, and the response says what would come of it. Default false."""


class EditManyResponseOrdersElement(TypedDict):
    tracking_no: str
    """As it was sent."""
    result: Literal["changed", "unchanged", "refused", "not_found", "not_tried"] | str
    """`unchanged`: the order has these values. `not_tried`: the service could not go on; send the order again. New values may be added: show an unknown one as it is."""
    code: NotRequired[ErrorCode]
    args: NotRequired[ErrorArgs]
    message: str
    errors: NotRequired[EditProblems]
    """If the order would be invalid: the problems."""


class EditManyResponse(TypedDict):
    orders: list[EditManyResponseOrdersElement]


class Customs(TypedDict):
    tracking_no: TrackingNo
    shipper_order_id: str
    hawb_no: str
    """The partner's number. Empty if there is none."""
    service: str
    invoice_no: str
    """The tracking number if the order has no other."""
    invoice_date: str
    """`YYYY-MM-DD`. The day of the order in UTC if it has no other."""
    export_reason: Literal["sale", "gift", "sample", "documents", "return", "repair", "warranty", "personal_effects", "intercompany", "exhibition", "humanitarian", "other", ""] | str
    """New values may be added: show an unknown one as it is."""
    incoterm: Literal["DDP", "DDU", "DAP", "EXW", "FCA", "CPT", "CIP", "DPU", ""] | str
    """New values may be added: show an unknown one as it is."""
    named_place: str
    """The place of the incoterm. Empty without one."""
    exporter: CustomsParty
    """The pickup contact."""
    importer: CustomsParty
    """The consignee."""
    packages: Literal[1]
    quantity: int
    """Pieces of all items."""
    length: int | Decimal | None
    """Length of the parcel in cm."""
    width: int | Decimal | None
    """Width of the parcel in cm."""
    height: int | Decimal | None
    """Height of the parcel in cm."""
    net_weight: int | Decimal | None
    """Net weight of all items in kg. Null if an item has none."""
    gross_weight: int | Decimal | None
    """Weight of the parcel in kg."""
    items: list[CustomsItem]
    goods_values: list[CustomsAmount]
    """The value of the items in each currency."""
    freight: CustomsAmount | None
    insurance: CustomsAmount | None
    packing: CustomsAmount | None
    handling: CustomsAmount | None
    other_charges: CustomsAmount | None
    discount: CustomsAmount | None
    """It is taken off the others."""
    totals: list[CustomsTotal]
    """The sum of the items and all charges in each currency. Below 0 if a discount is larger."""
    export_reason_text: str
    """The reason in words."""
    export_type: Literal["permanent", "temporary", ""] | str
    """New values may be added: show an unknown one as it is."""
    duties_paid_by: Literal["shipper", "consignee", "importer", ""] | str
    """New values may be added: show an unknown one as it is."""
    non_delivery_option: Literal["return", "abandon", ""] | str
    """New values may be added: show an unknown one as it is."""
    exporter_reference: str
    importer_reference: str
    licence_no: str
    certificate_no: str
    export_itn: str
    export_exemption: str
    signer_name: str
    signer_place: str
    signed_on: str
    """`YYYY-MM-DD`, or empty."""
    importer_of_record: CustomsParty | None
    """Null: the consignee."""
    sold_to: CustomsParty | None
    """The buyer. Null: the consignee."""


class CustomsPartyTaxIdsElement(TypedDict):
    type: str
    country: str
    """The country that issued it, or empty."""
    number: str


class CustomsParty(TypedDict):
    name: str
    number: str
    """Phone number."""
    email: str
    country: str
    address: str
    postal: str
    state: str
    city: str
    province: str
    company: str
    name_latin: str
    """The name in Latin letters, if it is in others. Of the importer alone."""
    address_latin: str
    """The address with its city in Latin letters, if it is in others. Of the importer alone."""
    tax_ids: list[CustomsPartyTaxIdsElement]
    """With the consignee's identification number."""


class CustomsItem(TypedDict):
    un_number: str
    """Of dangerous goods, such as `UN3481`, or empty."""
    hazard_class: str
    packing_instruction: str
    hazard_quantity: str
    description: str
    """`item_customs_desc`, or `item_desc` if that is empty."""
    category: str
    sku: str
    product_id: str
    hs_code: str
    origin_country: str
    quantity: int
    net_weight: int | Decimal | None
    """Net weight of all pieces in kg."""
    currency: str
    """ISO 4217."""
    unit_value: int | Decimal
    """Value of a piece."""
    value: int | Decimal
    """Value of all pieces."""


class CustomsTotal(TypedDict):
    currency: str
    """ISO 4217."""
    amount: int | Decimal


class CustomsAmount(TypedDict):
    currency: str
    """ISO 4217."""
    amount: int | Decimal


class LabelStatusesCounts(TypedDict):
    """How many labels have each status."""

    ready: int
    other_format: int
    pending: int
    refused: int
    cancelled: int
    unknown: int
    not_used: int


class LabelStatuses(TypedDict):
    document: Literal["label", "cn22", "cn23", "invoice", "proforma"] | str
    """New values may be added: show an unknown one as it is."""
    format: Literal["pdf", "zpl"] | str
    """New values may be added: show an unknown one as it is."""
    counts: LabelStatusesCounts
    """How many labels have each status."""
    labels: list[LabelStatus]


class LabelStatus(TypedDict):
    tracking_no: str
    shipper_order_id: str
    """The reference of the shipper. Empty if the order is unknown."""
    status: Literal["ready", "other_format", "pending", "refused", "cancelled", "unknown", "not_used"] | str
    """`ready`: the file has the label. `other_format`: the label exists in other `formats` only. `pending`: the partner has not accepted the order, or not sent its label. `refused`: the partner refused the order, or its label. `cancelled`: the order is cancelled. `unknown`: the account has no such order. `not_used`: by `customs_forms`, the service of the order does not use the document. New values may be added: show an unknown one as it is."""
    formats: list[Literal["pdf", "png", "zpl"] | str]
    """The formats in which the label can be fetched. Empty until there is a label."""
    message: str
    """Why the label is not ready. Empty if it is."""
    warnings: list[LabelWarning]
    """The texts that do not print as they are written. Empty for a label that a partner draws."""


class LabelWarning(TypedDict):
    field: str
    """The field of the request."""
    problem: Literal["left out", "transliterated", "cut off", "worth more than 300 SDR, print the CN 23", "less than the net weight of the items"] | str
    """New values may be added: show an unknown one as it is."""
    characters: list[str]
    """The code points, such as `U+1F338`. Empty if the text is cut off."""


class OrderReturn(TypedDict):
    order_id: int
    tracking_no: TrackingNo
    service_type: Literal["PICKUP", "DROPOFF"] | str
    """New values may be added: show an unknown one as it is."""
    tracker_status_code: TrackerStatus
    created_on: Timestamp


class OrderUpdate(TypedDict):
    status: TrackerStatus
    updated_on: Timestamp
    """When it occurred."""
    description: str
    country: str
    address: str
    recorded_on: Timestamp
    """When it was reported."""
    source: str
    """Who reported it: service, shipper, operator, simulator, a partner's name, or correction for an operator who corrected the status."""


class LedgerEntry(TypedDict):
    kind: Literal["submission", "cancellation", "label"] | str
    """New values may be added: show an unknown one as it is."""
    partner: str
    state: Literal["pending", "submitted", "unknown", "confirmed", "failed", "held", "cancelled", "waiting", "refused", "due", "stored"] | str
    """New values may be added: show an unknown one as it is."""
    attempts: int
    error_class: Literal["", "accepted", "not_ready", "not_submitted", "temporary", "unavailable", "unknown", "refused", "bad_file", "operator", "missing_customs"] | str
    """Empty while there was no error. `accepted` is no error either, `temporary` and `unavailable` are tried again, `unknown` asks the partner first, `refused` needs a correction, `missing_customs` waits for facts for customs, `operator` is a decision of the operator. Of labels, `not_ready` is tried again, `bad_file` is a file that cannot be taken, and `not_submitted` says that the partner does not know the order. New values may be added: show an unknown one as it is."""
    message: str
    """Message of the last attempt."""
    created_on: Timestamp
    updated_on: Timestamp


class OrderDocument(TypedDict):
    kind: Literal["label", "cn22", "cn23", "invoice", "proforma", "customs", "proof_of_delivery"] | str
    """New values may be added: show an unknown one as it is."""
    media_type: str
    url: str
    """The address of a proof of delivery needs the secret key."""
    name: NotRequired[str]
    """Who took the parcel. Only a proof of delivery has it."""
    signed_on: NotRequired[Timestamp]
    """When the parcel was taken. Only a proof of delivery has it."""


class ListedRecordPacking1(TypedDict):
    packed_on: Timestamp
    packed_by: str
    """E-mail address of a user, or id of a key."""
    packed_weight: int | Decimal | None
    """In kg, on the scale. Null if it was not weighed."""


class ListedRecord(TypedDict):
    """A record of a list, with what `expand` asks for."""

    order_id: int
    service_id: int
    """0 on a return if its lane has no service."""
    tracking_no: TrackingNo
    agent_id: int
    """Id of the account."""
    agent_application_id: int
    """Id of the secret key that created the order."""
    hawb_no: str | None
    """The partner's house air waybill number."""
    shipper_sub_account_id: str
    shipper_order_id: str
    store_id: str | None
    consignee_name: str
    consignee_number: str
    consignee_country: str
    """Name of the country."""
    consignee_address: str
    consignee_postal: PostalCode
    consignee_state: str
    consignee_city: str | None
    consignee_province: str | None
    consignee_email: str
    order_length: int | Decimal
    """In cm."""
    order_width: int | Decimal
    """In cm."""
    order_height: int | Decimal
    """In cm."""
    order_weight: int | Decimal
    """In kg."""
    pickup_contact_name: str
    pickup_contact_number: str
    pickup_country: str
    """Name of the country."""
    pickup_address: str
    pickup_postal: str
    pickup_state: str
    pickup_city: str | None
    pickup_province: str | None
    payment_type: Literal["cod", "prepaid", ""] | str
    """Empty on a return. New values may be added: show an unknown one as it is."""
    delivery_note: str
    cod_amt_to_collect: int | Decimal
    order_label_url: str | None
    """Null until there is a label."""
    status_code: StatusCode
    tracker_status_code: TrackerStatus
    tracker_main_text: str
    """The tracking status in words."""
    upload_batch_no: UploadBatchNo
    created_on: Timestamp
    updated_on: Timestamp
    items: NotRequired[list[RecordItem]]
    """Present only with `with_items`."""
    metadata: NotRequired[dict[str, str]]
    tags: NotRequired[Tags]
    hold: NotRequired[OrderHold | None]
    """Null if it is not held."""
    replaced_by: NotRequired[str | None]
    """The number of the order that replaces this one. Null if there is none."""
    packing: NotRequired[ListedRecordPacking1 | None]
    """Null if it was not packed at a station."""
    proof: NotRequired[OrderDocument | None]
    """The proof of delivery. Null if there is none."""


class JourneyRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    tracking_no: str
    """Tracking number of the order. At most 255 characters."""
    journey: NotRequired[Literal["normal", "failed_delivery", "customs_hold", "return_to_sender", "lost"] | str | None]
    """What happens to the parcel, default normal. Letter case does not matter."""
    pause: NotRequired[int | float | Decimal | str | None]
    """Seconds between two steps, default 5. At most 6 digits, 3 of them after the point."""


class ReportRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    events: list[Report]


class Report(TypedDict):
    tracking_no: str
    """Tracking number of the order or number of its partner, as it is typed or scanned. At most 255 characters."""
    status: Literal["PENDING_PICKUP", "PICKED_UP", "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY", "CROSS_BORDER_TRANSIT", "DESTINATION_COUNTRY_CUSTOMS", "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY", "READY_FOR_COLLECTION", "DELIVERY_IN_PROGRESS", "SUCCESS", "FAILED_PICKUP", "FAILED_DELIVERY", "EXCEPTION", "RETURN_TO_SENDER", "RETURNED"] | str
    """What happened. Letter case does not matter."""
    description: NotRequired[str | None]
    """Description for the consignee, default the text of the status. At most 255 characters."""
    country: NotRequired[str | None]
    """Country of the event. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    address: NotRequired[str | None]
    """Place of the event, such as a city or a depot. It is public: do not send a person's address. At most 255 characters."""
    occurred_on: NotRequired[str | None]
    """Time of the event, default now. UTC when no zone is given."""
    event_id: NotRequired[str | None]
    """The reporter's own id of the event. An event with an id that was sent before is a repetition. At most 255 characters."""


class ReportResponseEventsElement(TypedDict):
    tracking_no: str
    result: Literal["moved", "recorded", "duplicate", "unknown", "full"] | str
    """New values may be added: show an unknown one as it is."""


class ReportResponse(TypedDict):
    events: list[ReportResponseEventsElement]


class CorrectionRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    tracking_no: str
    """Tracking number of the order. At most 255 characters."""
    status: Literal["ORDER_CREATED", "PENDING_PICKUP", "PICKED_UP", "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY", "CROSS_BORDER_TRANSIT", "DESTINATION_COUNTRY_CUSTOMS", "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY", "READY_FOR_COLLECTION", "DELIVERY_IN_PROGRESS", "SUCCESS", "FAILED_PICKUP", "FAILED_DELIVERY", "EXCEPTION", "RETURN_TO_SENDER", "RETURNED"] | str
    """Right status of the order. The status that it has already is confirmed. Letter case does not matter."""
    lost: NotRequired[bool | None]
    """The parcel is lost. The status must be EXCEPTION."""
    reason: str
    """Why, for the history and the audit log. It is not public. At most 255 characters."""


class CorrectionProblems(TypedDict):
    tracking_no: NotRequired[Messages]
    status: NotRequired[Messages]
    lost: NotRequired[Messages]
    reason: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class Corrected(TypedDict):
    tracking_no: str
    status: TrackerStatus
    corrects: TrackerStatus
    """The status that the order had."""


class ProofRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    tracking_no: str
    """Tracking number of the order. At most 255 characters."""
    name: str
    """Who took the parcel. At most 255 characters."""
    signed_on: NotRequired[str | None]
    """Time of the signature, default now. UTC when no zone is given."""
    image: str
    """A PNG or JPEG in base64, at most 5 MiB. At most 6990508 characters."""


class CreateResponse(TypedDict):
    upload_batch_no: UploadBatchNo
    tracking_nos: list[TrackingNo]


class LabelledResponse(TypedDict):
    upload_batch_no: UploadBatchNo
    orders: list[LabelledOrder]


class PartlyLabelledResponse(TypedDict):
    upload_batch_no: UploadBatchNo
    orders: list[PartlyLabelledOrder]


class PartlyCreatedResponse(TypedDict):
    upload_batch_no: UploadBatchNo
    orders: list[PartlyLabelledOrder | RefusedOrder]


class ValidateResponse(TypedDict):
    orders: list[CheckedOrder]


class RefusedOrder(TypedDict):
    """The problems of an order that was not stored."""

    errors: CreateOrderProblems


class CheckedOrder(TypedDict):
    """The problems and warnings of an order."""

    errors: CreateOrderProblems
    problems: NotRequired[list[FieldError]]
    """The same errors with codes, if the caller accepts `application/problem+json`. A path begins at the order."""
    warnings: OrderWarnings
    """Of rules that do not refuse the order. Empty if its fields are invalid."""


class OrderWarning(TypedDict):
    """What a rule says about an order that it does not refuse."""

    rule_id: str
    """Id of the rule, or the name of a partner that would refuse the order. Empty if further warnings of a request are not listed."""
    field: str
    """The field of the request, such as `consignee_postal` or `item_hs_code`. Empty if it is about none of them."""
    index: int | None
    """The place of the item from 0, or of the tax id if the field is `tax_ids`. Null for a field of the order, and for `items` and `tax_ids` as a whole."""
    message: str
    source: str
    """Where the requirement is written. Empty if the rule does not say it."""
    since: str
    """The day from which the rule applies. Empty if the rule does not say it."""
    code: NotRequired[ErrorCode]
    """Of `validate`, for callers that accept `application/problem+json`."""
    args: NotRequired[ErrorArgs]
    """Of `validate`, for callers that accept `application/problem+json`."""


class AddressRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    addresses: list[Address]
    """The addresses. Their fields have the names that they have in orders, with or without `consignee_`."""


class Address(TypedDict):
    consignee_name: NotRequired[str | None]
    """Name of a person or a company. At most 255 characters."""
    consignee_number: NotRequired[str | None]
    """Phone number. At most 255 characters."""
    consignee_email: NotRequired[str | None]
    """E-mail address. At most 255 characters."""
    consignee_country: NotRequired[str | None]
    """Country, in any spelling. At most 255 characters."""
    consignee_address: NotRequired[str | None]
    """Street and house. At most 1000 characters."""
    consignee_postal: NotRequired[str | int | float | Decimal | None]
    """Postal code. At most 255 characters."""
    consignee_state: NotRequired[str | None]
    """State or region. At most 255 characters."""
    consignee_city: NotRequired[str | None]
    """City. At most 255 characters."""
    consignee_province: NotRequired[str | None]
    """Province or district. At most 255 characters."""
    name: NotRequired[str | None]
    """Name of a person or a company. At most 255 characters."""
    number: NotRequired[str | None]
    """Phone number. At most 255 characters."""
    email: NotRequired[str | None]
    """E-mail address. At most 255 characters."""
    country: NotRequired[str | None]
    """Country, in any spelling. At most 255 characters."""
    address: NotRequired[str | None]
    """Street and house. At most 1000 characters."""
    postal: NotRequired[str | int | float | Decimal | None]
    """Postal code. At most 255 characters."""
    state: NotRequired[str | None]
    """State or region. At most 255 characters."""
    city: NotRequired[str | None]
    """City. At most 255 characters."""
    province: NotRequired[str | None]
    """Province or district. At most 255 characters."""


class AddressResponse(TypedDict):
    addresses: list[dict[str, AddressFinding]]


class AddressFinding(TypedDict):
    sent: str
    """What was sent, without spaces around it; empty if the field is missing."""
    suggested: str | None
    """What to send. It is empty if the field should be left out, and null if there is no suggestion."""
    result: Literal["unchanged", "suggested", "doubtful"] | str
    """`unchanged`: nothing speaks against it. `suggested`: another spelling is better. `doubtful`: it is wrong or missing; a suggestion is a guess, which a person should confirm. New values may be added: show an unknown one as it is."""
    reason: str | None
    """Why, in English; null if the result is `unchanged`."""


class LabelledOrder(TypedDict):
    tracking_no: TrackingNo
    order_label_url: str


class PartlyLabelledOrder(TypedDict):
    tracking_no: TrackingNo
    order_label_url: str | None
    """Null if there is no label yet."""
    message: NotRequired[str]
    """Why there is no label. Absent if there is one."""


class ReturnResponseTrackingNosElement(TypedDict):
    return_tracking_no: TrackingNo
    forward_tracking_no: NotRequired[str]
    """As it was sent."""


class ReturnResponse(TypedDict):
    upload_batch_no: UploadBatchNo
    tracking_nos: list[ReturnResponseTrackingNosElement]


class Page(TypedDict):
    count: int
    """Number of orders on all pages."""
    next: str | None
    """Link to the next page."""
    previous: str | None
    """Link to the previous page."""
    results: list[ListedRecord]


class CursorPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[ListedRecord]


class OrderRecord(TypedDict):
    """An order or a return."""

    order_id: int
    service_id: int
    """0 on a return if its lane has no service."""
    tracking_no: TrackingNo
    agent_id: int
    """Id of the account."""
    agent_application_id: int
    """Id of the secret key that created the order."""
    hawb_no: str | None
    """The partner's house air waybill number."""
    shipper_sub_account_id: str
    shipper_order_id: str
    store_id: str | None
    consignee_name: str
    consignee_number: str
    consignee_country: str
    """Name of the country."""
    consignee_address: str
    consignee_postal: PostalCode
    consignee_state: str
    consignee_city: str | None
    consignee_province: str | None
    consignee_email: str
    order_length: int | Decimal
    """In cm."""
    order_width: int | Decimal
    """In cm."""
    order_height: int | Decimal
    """In cm."""
    order_weight: int | Decimal
    """In kg."""
    pickup_contact_name: str
    pickup_contact_number: str
    pickup_country: str
    """Name of the country."""
    pickup_address: str
    pickup_postal: str
    pickup_state: str
    pickup_city: str | None
    pickup_province: str | None
    payment_type: Literal["cod", "prepaid", ""] | str
    """Empty on a return. New values may be added: show an unknown one as it is."""
    delivery_note: str
    cod_amt_to_collect: int | Decimal
    order_label_url: str | None
    """Null until there is a label."""
    status_code: StatusCode
    tracker_status_code: TrackerStatus
    tracker_main_text: str
    """The tracking status in words."""
    upload_batch_no: UploadBatchNo
    created_on: Timestamp
    updated_on: Timestamp
    items: NotRequired[list[RecordItem]]
    """Present only with `with_items`."""


class RecordItem(TypedDict):
    item_desc: str
    """Description."""
    item_category: str
    """Category label."""
    item_product_id: str
    """The shipper's product id."""
    item_sku: str
    """The shipper's stock keeping unit."""
    item_quantity: int
    """How many."""
    item_price_value: int | Decimal
    """Price."""
    item_price_currency: str
    """ISO 4217 code of the price's currency."""


class DetailItem(TypedDict):
    item_desc: str
    """Description."""
    item_category: str
    """Category label."""
    item_product_id: str
    """The shipper's product id."""
    item_sku: str
    """The shipper's stock keeping unit."""
    item_quantity: int
    """How many."""
    item_price_value: int | Decimal
    """Price."""
    item_price_currency: str
    """ISO 4217 code of the price's currency."""
    item_hs_code: str
    """Code of the Harmonized System: 6 to 12 digits. Dots and spaces are left out."""
    item_origin_country: str
    """Country where it was made."""
    item_weight: int | Decimal
    """Net weight of one piece in kg."""
    item_customs_desc: str
    """Description for customs, when it is not item_desc."""
    item_url: str
    """URL of the item in a shop."""
    item_image_url: str
    """URL of a picture of the item."""
    item_customs_value: int | Decimal
    """Value of one piece for customs, in item_price_currency, when it is not item_price_value or has three decimals."""
    item_manufacturer_code: str
    """Number by which its manufacturer knows the product."""
    item_gtin: str
    """Global Trade Item Number, which is on the barcode: 8, 12, 13 or 14 digits."""
    item_un_number: str
    """UN number of dangerous goods, such as UN3481."""
    item_hazard_class: Literal["1.1", "1.2", "1.3", "1.4", "1.4S", "1.5", "1.6", "2.1", "2.2", "2.3", "3", "4.1", "4.2", "4.3", "5.1", "5.2", "6.1", "6.2", "7", "8", "9", ""] | str
    """Class or division of dangerous goods. New values may be added: show an unknown one as it is."""
    item_packing_instruction: str
    """Packing instruction of dangerous goods, such as PI967 Section II."""
    item_hazard_quantity: str
    """Net quantity of dangerous goods in all pieces, with its unit, such as 0.5 kg."""


class ShownTaxID(TypedDict):
    party: Literal["shipper", "consignee"] | str
    """Whose tax id it is. New values may be added: show an unknown one as it is."""
    type: Literal["ABN", "ARN", "BRN", "CNPJ", "CPF", "CUIT", "EIN", "EORI", "GST", "IOSS", "LOCALTAXID", "NIK", "NPWP", "PAN", "PASSPORT", "PCCC", "RESIDENT_ID", "RFC", "RUT", "TIN", "UEN", "VAT", "VOEC", "OTHER"] | str
    """Kind of the tax id. New values may be added: show an unknown one as it is."""
    country: str
    """Country that issued it."""
    number: str
    """The tax id itself."""


class ServiceList(TypedDict):
    results: list[Service]
    limits: Limits


class Service(TypedDict):
    service_id: int
    """The `service_id` of an order."""
    name: str
    """Printed on the label."""
    origin: str | None
    """Country of the pickup. Null is any country."""
    destination: str | None
    """Country of the consignee. Null is any country."""
    category: Literal["pickup", "drop-off"] | str
    """How a parcel starts its journey. New values may be added: show an unknown one as it is."""
    cod: bool
    """Whether the service offers cash on delivery."""
    missing_customs: Literal["wait", "refuse"] | str
    """What happens to an order that lacks a fact for customs without which the partner of the service takes no order. `wait`: it is created, and submitted when an edit or a setting states the fact. `refuse`: it is refused under the field. New values may be added: show an unknown one as it is."""
    customs_forms: Literal["post", "invoice"] | str
    """Which customs forms its orders have. `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone. New values may be added: show an unknown one as it is."""


class PortalServicesElement(TypedDict):
    service_id: int
    service_name: str
    service_category: Literal["pickup", "drop-off"] | str
    """New values may be added: show an unknown one as it is."""
    service_destination_country: str
    """Empty for any country."""
    pickup_country: str
    """Empty for any country."""
    allow_cod: bool
    allow_pickup: bool


class Limits(TypedDict):
    """Limits of the requests of the account."""

    orders_per_request: int
    """Orders or returns of a create request."""
    items_per_order: int
    bytes_per_request: int
    """Size of a body."""
    requests_per_second: int | None
    """Requests of a key. Null if there is no limit."""
    requests_at_once: int | None
    """Requests of a key that may come at once. Null if there is no limit."""


class ImportUpload(TypedDict):
    file: str
    """CSV or XLSX, at most 32 MiB and 50,000 rows."""
    service_id: NotRequired[int]
    """Service of orders for which the file has none."""
    mapping: NotRequired[str]
    """JSON: the fields of the columns. The headings decide about columns that it does not name. Without it the mapping that the account sent for the same headings counts. At most 65536 characters."""
    defaults: NotRequired[str]
    """JSON: texts of fields that have no value in the file, by field. At most 65536 characters."""
    charset: NotRequired[str]
    """Charset of a CSV file, such as windows-1252. Without it the service finds out. At most 255 characters."""
    delimiter: NotRequired[Literal[",", ";", "tab", "|"] | str]
    """What separates the cells of a CSV file. Without it the service finds out. Letter case does not matter."""
    sheet: NotRequired[str]
    """Name of the sheet of an XLSX file, default the first with known headings. At most 255 characters."""
    heading_row: NotRequired[int]
    """Number of the row with the headings. Without it the service finds out."""
    file_name: NotRequired[str]
    """Name of the file, if the upload has none. At most 255 characters."""
    dry_run: NotRequired[bool]
    """Whether the file is only checked, default false."""
    valid_only: NotRequired[bool]
    """Whether the valid orders are created when others are refused, default false."""
    existing: NotRequired[Literal["skip", "create"] | str]
    """What becomes of orders whose `shipper_order_id` an order of the account has: skip leaves them out, create creates them too. Without it the import asks. Letter case does not matter."""
    confirm: NotRequired[bool]
    """Yes in advance to the same file again, and to a charset that was guessed, default false."""


class ImportProblems(TypedDict):
    service_id: NotRequired[Messages]
    mapping: NotRequired[Messages]
    defaults: NotRequired[Messages]
    charset: NotRequired[Messages]
    delimiter: NotRequired[Messages]
    sheet: NotRequired[Messages]
    heading_row: NotRequired[Messages]
    file_name: NotRequired[Messages]
    dry_run: NotRequired[Messages]
    valid_only: NotRequired[Messages]
    existing: NotRequired[Messages]
    confirm: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]
    file: NotRequired[Messages]


class RecheckRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    service_id: NotRequired[int | str | None]
    """Service of orders for which the file has none."""
    mapping: NotRequired[str | None]
    """JSON: the fields of the columns. The headings decide about columns that it does not name. Without it the mapping that the account sent for the same headings counts. At most 65536 characters."""
    defaults: NotRequired[str | None]
    """JSON: texts of fields that have no value in the file, by field. At most 65536 characters."""
    charset: NotRequired[str | None]
    """Charset of a CSV file, such as windows-1252. Without it the service finds out. At most 255 characters."""
    delimiter: NotRequired[Literal[",", ";", "tab", "|"] | str | None]
    """What separates the cells of a CSV file. Without it the service finds out. Letter case does not matter."""
    sheet: NotRequired[str | None]
    """Name of the sheet of an XLSX file, default the first with known headings. At most 255 characters."""
    heading_row: NotRequired[int | str | None]
    """Number of the row with the headings. Without it the service finds out."""
    corrections: NotRequired[str | None]
    """JSON: a list of cells that count instead of those of the file, each with `row`, `column` (its letter) and `value`. The rows are those of `problems_url`. They stay with the import; another sheet, charset or delimiter deletes them. At most 65536 characters."""


class RecheckProblems(TypedDict):
    service_id: NotRequired[Messages]
    mapping: NotRequired[Messages]
    defaults: NotRequired[Messages]
    charset: NotRequired[Messages]
    delimiter: NotRequired[Messages]
    sheet: NotRequired[Messages]
    heading_row: NotRequired[Messages]
    corrections: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class ConfirmRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    valid_only: NotRequired[bool | None]
    """Whether the valid orders are created when others are refused, default false."""
    existing: NotRequired[Literal["skip", "create"] | str | None]
    """What becomes of orders whose `shipper_order_id` an order of the account has: skip leaves them out, create creates them too. Without it the import asks. Letter case does not matter."""


class ConfirmProblems(TypedDict):
    valid_only: NotRequired[Messages]
    existing: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class ImportPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[Import]


class ImportSameFileElement(TypedDict):
    id: int
    created_on: Timestamp
    created: int
    """Orders."""


class ImportExistingExamplesElement(TypedDict):
    shipper_order_id: str
    row: int
    """First row of the order in the file."""
    tracking_no: str
    """Of the order that exists."""
    created_on: Timestamp
    import_id: NotRequired[int]
    """That created it: only of an order without a reference, which has the same name, address and items."""


class ImportLettersElement(TypedDict):
    row: int
    cells: list[str]
    """Cells with such letters."""


class ImportLeftOutWhyElement(TypedDict):
    heading: str
    reason: str
    orders: int


class ImportFiltersElementValues1Element(TypedDict):
    value: str
    """`*`: any text that is not named."""
    rows: int
    reason: str
    """Why such orders are left out; empty: they are not."""


class ImportFiltersElement(TypedDict):
    heading: str
    column: str
    """Letter."""
    values: list[ImportFiltersElementValues1Element] | None
    """At most 30."""


class ImportFirstOrdersElement(TypedDict):
    row: int
    """First row of the order."""
    words: str
    """Such as `COD IDR 250000 to Budi, Jakarta; 2 × Kaos; 0.5 kg`."""


class ImportRangesElementRecent1(TypedDict):
    smallest: str
    largest: str
    orders: int
    """Orders that were looked at."""


class ImportRangesElement(TypedDict):
    what: Literal["weight", "pieces", "price", "cod"] | str
    """`weight` and `pieces` of an order, `price` of an item as it is sent, and the `cod` that is collected. New values may be added: show an unknown one as it is."""
    currency: str
    """Of `price` and `cod`."""
    smallest: str
    largest: str
    sum: str
    recent: ImportRangesElementRecent1 | None
    """Null: the account has no order with such a value."""
    outside: int
    """Values outside of those of `recent`."""
    row: int
    """The first of them; 0: there is none."""


class Import(TypedDict):
    id: int
    """Number of the import within the account."""
    state: Literal["checking", "waiting", "creating", "checked", "done", "cancelled", "failed"] | str
    """`checking`: the file is being read and checked. `waiting`: see `needs`. `creating`: the orders are being created. `checked`: it was only to be checked. `done`, `cancelled`, and `failed`, for the reason in `message`, are ends. New values may be added: show an unknown one as it is."""
    cancelling: bool
    """Whether the import is about to be cancelled."""
    message: str | None
    """Why it failed."""
    file_name: str | None
    file_size: int
    """Bytes."""
    dry_run: bool
    valid_only: bool
    existing: Literal["skip", "create"] | str | None
    """New values may be added: show an unknown one as it is."""
    rows: int
    """Rows of the file below the headings."""
    orders: int
    """Orders of the file."""
    valid: int
    """Orders that passed the check."""
    refused: int
    """Orders that did not, or were refused when they were created."""
    refused_rows: int
    """Rows of the orders that did not pass the check."""
    warned: int
    """Valid orders with warnings."""
    left_out: int
    """Orders that are no parcels, such as cancelled ones: see `filters`."""
    created: int
    """Orders."""
    skipped: int
    """Orders whose reference existed."""
    progress: int | Decimal
    """Part of the valid orders that is done."""
    needs: list[Literal["problems", "same_file", "references", "charset", "mapping"] | str]
    """What is to be confirmed of a waiting import. `problems`: the refused orders are left out, or orders are by a proposal. `same_file`: the file was imported before. `references`: orders with the same references exist. `charset`: the charset was guessed, as `preview` shows."""
    same_file: list[ImportSameFileElement]
    """Imports of the same file."""
    existing_orders: int
    """Valid orders whose reference exists."""
    existing_examples: list[ImportExistingExamplesElement]
    """At most 20 of them."""
    format: NotRequired[Literal["csv", "xlsx"] | str | None]
    """New values may be added: show an unknown one as it is."""
    sheet: NotRequired[str | None]
    charset: NotRequired[str | None]
    charset_guessed: NotRequired[bool]
    delimiter: NotRequired[str | None]
    heading_row: NotRequired[int]
    notes: NotRequired[list[str]]
    """What a person should know of the file."""
    headings: NotRequired[list[str]]
    preview: NotRequired[list[list[str]]]
    """Cells of the first five rows."""
    letters: NotRequired[list[ImportLettersElement]]
    """The first five rows with letters outside ASCII, which show whether the charset is right."""
    left_out_why: NotRequired[list[ImportLeftOutWhyElement]]
    """Why orders are left out."""
    filters: NotRequired[list[ImportFiltersElement]]
    """Columns that say which orders are left out, with the values of the file. `leave_out` of the mapping changes them."""
    first_orders: NotRequired[list[ImportFirstOrdersElement]]
    """The first five valid orders as they will be."""
    ranges: NotRequired[list[ImportRangesElement]]
    """How far the values of the valid orders reach, beside those of the last 1,000 orders of the account."""
    mapping_source: NotRequired[Literal["given", "remembered", "suggested"] | str | None]
    """Where the mapping comes from: the upload, an earlier upload with the same headings that created orders, or the headings. New values may be added: show an unknown one as it is."""
    mapping_import: NotRequired[int | None]
    """The import that created orders with the remembered mapping."""
    unfit: NotRequired[list[str]]
    """Headings of columns that are written in another way than the remembered mapping says, or that must be named."""
    mapping: NotRequired[ImportMapping | None]
    missing: NotRequired[list[str]]
    """Required fields that have neither a column nor a default."""
    problems_url: str | None
    refused_url: str | None
    orders_url: str | None
    labels_url: str | None
    created_on: Timestamp
    updated_on: Timestamp


class ImportMappingColumnsElement(TypedDict):
    heading: str
    """Heading of the column."""
    column: NotRequired[str]
    """Letter of the column, if its heading is empty or occurs twice."""
    field: NotRequired[str]
    """Field of an order or an item, `tax_ids.PARTY.TYPE`, `tax_ids.PARTY.TYPE.country`, `metadata.KEY`, or the unit of a weight or size in each row, such as `order_weight.unit`; absent if the column is ignored."""
    ignore: NotRequired[bool]
    """Whether the column is no field."""
    join: NotRequired[str]
    decimal: NotRequired[str]
    date: NotRequired[str]
    unit: NotRequired[str]
    phone: NotRequired[str]
    values: NotRequired[dict[str, str]]
    fill: NotRequired[bool]
    """Whether an empty cell of an item has the value of another row of its order."""
    all_pieces: NotRequired[bool]
    """Whether the amount is of all pieces of the item."""
    side: NotRequired[int]
    """Of `order_length`, `order_width` or `order_height`: which side of a cell such as `30x20x15 cm` it is."""
    several: NotRequired[list[Literal["item_sku", "item_quantity", "item_price_value"] | str]]
    """Of `item_desc`: its cells have several items, such as `2 x T-Shirt @ 350; 1 x Cap`. These values of each are there."""
    first: NotRequired[bool]
    """Whether the column counts only if those of the field before it are empty."""


class ImportMappingLeaveOutElement(TypedDict):
    heading: str
    column: NotRequired[str]
    values: NotRequired[dict[str, str]]
    """Why orders with a text are left out, empty for not; `*` is any other text."""
    rows: NotRequired[bool]
    """Whether an order keeps its other rows."""


class ImportMapping(TypedDict):
    """What the columns are: see the page about imports."""

    preset: NotRequired[str]
    columns: list[ImportMappingColumnsElement]
    leave_out: NotRequired[list[ImportMappingLeaveOutElement]]
    """Columns whose values say why an order is left out. Without it they are proposed; an empty list leaves out none."""
    defaults: NotRequired[dict[str, str]]


class ImportProblemPageResultsElement(TypedDict):
    row: int
    """In the file."""
    refused: bool
    """Whether the row became no order. Otherwise the problems are warnings."""
    problems: list[CellProblem] | None
    """At most 10; none if another row of the order has them."""
    cells: list[str] | None
    """Texts of the cells of the row, the first 60, shortened to 100 characters. null for rows after the first 2,000 with problems, and for orders that were refused while they were created."""


class ImportProblemPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[ImportProblemPageResultsElement]


class CellProblem(TypedDict):
    row: int
    """In the file."""
    column: str
    """Letter of the column, empty if no column has the field."""
    cell: str
    """Such as `C17`."""
    heading: str
    field: str
    value: str
    """Of the cell, at most 200 characters."""
    code: NotRequired[ErrorCode]
    args: NotRequired[ErrorArgs]
    message: str
    hint: NotRequired[str]
    """What the spreadsheet did to the value, and what to do."""


class EndpointRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    url: NotRequired[str | None]
    """URL that events are posted to, in production only https://. Without one nothing is sent, but the events are stored and can be read. At most 1000 characters."""
    description: NotRequired[str | None]
    """What it is for. At most 255 characters."""
    label_pdf: NotRequired[bool | None]
    """Whether order.label_ready carries the label as PDF in base64."""
    label_webhook: NotRequired[bool | None]
    """Whether the endpoint is a label webhook of the original interface: it gets order.label_ready alone, as an object of tracking_no, order_label_url and label_base64. The list events may name no other type."""
    basic_username: NotRequired[str | None]
    """User name of the Basic credentials that events are posted with. At most 255 characters."""
    basic_password: NotRequired[str | None]
    """Password of the Basic credentials. It is never shown. When the URL changes, it must be sent again. At most 255 characters."""
    disabled: NotRequired[bool | None]
    """Whether nothing is sent for now. The events are stored and can be replayed."""
    events: NotRequired[list[Literal["order.created", "order.updated", "order.held", "order.released", "order.label_ready", "order.submission_failed", "order.tracking_updated", "order.cancelled", "order.delivered", "import.finished", "endpoint.disabled", "run.signed", "run.carried", "parcel.stopped", "parcel.stop_lifted", "scan.unknown", "consignment.departed", "consignment.arrived"] | str] | None]
    """Types of events that the endpoint subscribes to. null or absent: all, including those of later versions."""


class RuleKeys(TypedDict):
    service_id: NotRequired[int | None]
    """Only for orders of this service. Null is every service."""
    account_id: NotRequired[int | None]
    """Only for orders of this account. Null is every account."""
    origin: NotRequired[RuleCountries]
    destination: NotRequired[RuleCountries]
    severity: Literal["error", "hold", "warning"] | str
    """An error refuses the order. A hold creates it, and holds it. A warning is shown, and the order is accepted. New values may be added: show an unknown one as it is."""
    valid_from: NotRequired[str | None]
    """First day (UTC)."""
    valid_until: NotRequired[str | None]
    """Day (UTC) before which the rule ends."""
    messages: NotRequired[dict[str, str] | None]
    """Texts by language tag, at most 20 of 500 characters; `en` must be there. Without messages the rule has a built-in one in English."""
    source: NotRequired[str | None]
    """Where the requirement is written: a URL or a title."""
    read_on: NotRequired[str | None]
    """Day on which the source was read."""
    review_on: NotRequired[str | None]
    """Day from which the source is to be read again."""
    disabled: NotRequired[bool | None]
    """The rule is not checked."""
    when: NotRequired[str | None]
    """An expression of CEL about the order: the rule is only checked if it is true."""
    kind: Literal["required", "pattern", "postal_code", "max_weight", "max_length", "max_girth", "max_volumetric_weight", "max_value", "max_cod_amount", "forbidden_words", "vague_words", "forbidden_categories", "forbidden_hs_codes", "goods", "embargo", "sanctions", "currency_decimals", "known_hs_code", "hs_code_length", "tax_id_required", "checksum", "address_script", "rubbish", "phone_country", "cel"] | str
    """The kind of the condition. It decides which of the following keys the rule has. New values may be added: show an unknown one as it is."""
    field: NotRequired[str | list[str]]
    """A field of a create request; `forbidden_words` and `vague_words` may have a list."""
    party: NotRequired[Literal["shipper", "consignee"] | str]
    """New values may be added: show an unknown one as it is."""
    types: NotRequired[list[str]]
    pattern: NotRequired[str]
    kg: NotRequired[int | Decimal]
    cm: NotRequired[int | Decimal]
    divisor: NotRequired[int]
    amount: NotRequired[int | Decimal]
    currency: NotRequired[str]
    words: NotRequired[list[str]]
    categories: NotRequired[list[str]]
    prefixes: NotRequired[list[str]]
    goods: NotRequired[list[str]]
    """Kinds of goods, such as `perfume`; a wrong one is answered with all of them."""
    pieces: NotRequired[int]
    """Pieces of these goods that an order may have."""
    places: NotRequired[list[str]]
    """Countries, each perhaps with ranges or beginnings of postal codes: `Ukraine: 295000-299999`."""
    scheme: NotRequired[str]
    tax_type: NotRequired[str]
    country: NotRequired[str]
    expression: NotRequired[str]


class Rule(TypedDict):
    """What is demanded of orders."""

    id: str
    service_id: NotRequired[int | None]
    """Only for orders of this service. Null is every service."""
    account_id: NotRequired[int | None]
    """Only for orders of this account. Null is every account."""
    origin: NotRequired[RuleCountries]
    destination: NotRequired[RuleCountries]
    severity: Literal["error", "hold", "warning"] | str
    """An error refuses the order. A hold creates it, and holds it. A warning is shown, and the order is accepted. New values may be added: show an unknown one as it is."""
    valid_from: NotRequired[str | None]
    """First day (UTC)."""
    valid_until: NotRequired[str | None]
    """Day (UTC) before which the rule ends."""
    messages: NotRequired[dict[str, str] | None]
    """Texts by language tag, at most 20 of 500 characters; `en` must be there. Without messages the rule has a built-in one in English."""
    source: NotRequired[str | None]
    """Where the requirement is written: a URL or a title."""
    read_on: NotRequired[str | None]
    """Day on which the source was read."""
    review_on: NotRequired[str | None]
    """Day from which the source is to be read again."""
    disabled: NotRequired[bool | None]
    """The rule is not checked."""
    when: NotRequired[str | None]
    """An expression of CEL about the order: the rule is only checked if it is true."""
    kind: Literal["required", "pattern", "postal_code", "max_weight", "max_length", "max_girth", "max_volumetric_weight", "max_value", "max_cod_amount", "forbidden_words", "vague_words", "forbidden_categories", "forbidden_hs_codes", "goods", "embargo", "sanctions", "currency_decimals", "known_hs_code", "hs_code_length", "tax_id_required", "checksum", "address_script", "rubbish", "phone_country", "cel"] | str
    """The kind of the condition. It decides which of the following keys the rule has. New values may be added: show an unknown one as it is."""
    field: NotRequired[str | list[str]]
    """A field of a create request; `forbidden_words` and `vague_words` may have a list."""
    party: NotRequired[Literal["shipper", "consignee"] | str]
    """New values may be added: show an unknown one as it is."""
    types: NotRequired[list[str]]
    pattern: NotRequired[str]
    kg: NotRequired[int | Decimal]
    cm: NotRequired[int | Decimal]
    divisor: NotRequired[int]
    amount: NotRequired[int | Decimal]
    currency: NotRequired[str]
    words: NotRequired[list[str]]
    categories: NotRequired[list[str]]
    prefixes: NotRequired[list[str]]
    goods: NotRequired[list[str]]
    """Kinds of goods, such as `perfume`; a wrong one is answered with all of them."""
    pieces: NotRequired[int]
    """Pieces of these goods that an order may have."""
    places: NotRequired[list[str]]
    """Countries, each perhaps with ranges or beginnings of postal codes: `Ukraine: 295000-299999`."""
    scheme: NotRequired[str]
    tax_type: NotRequired[str]
    country: NotRequired[str]
    expression: NotRequired[str]


class OrderTemplate(TypedDict):
    name: str
    order: dict[str, Any]
    """Some fields of an order, as they were sent."""
    updated_on: Timestamp


class OrderTemplateRequest(TypedDict):
    """Some fields of an order, without its tracking number. At most 64 KiB."""

    secret_key: NotRequired[SecretKey]


class OrderTemplateProblems(TypedDict):
    """The problems of a template, by field."""

    items: NotRequired[PartsProblems]
    tax_ids: NotRequired[PartsProblems]


class EntryList(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[Entry]


class Entry(TypedDict):
    name: str
    entry: EntryValue
    updated_on: Timestamp


class AddressEntry(TypedDict):
    secret_key: NotRequired[SecretKey]
    name: str
    """Name At most 255 characters."""
    number: str
    """Phone number With a plus sign and the country code, 7 to 15 digits in all."""
    country: str
    """Country Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    address: str
    """Street address At most 1000 characters."""
    postal: NotRequired[str | int | float | Decimal | None]
    """Postal code At most 255 characters."""
    state: NotRequired[str | None]
    """State At most 255 characters."""
    city: NotRequired[str | None]
    """City At most 255 characters."""
    province: NotRequired[str | None]
    """Province At most 255 characters."""
    email: NotRequired[str | None]
    """E-mail address"""


class GoodsEntry(TypedDict):
    secret_key: NotRequired[SecretKey]
    item_desc: str
    """Description. At most 255 characters."""
    item_category: NotRequired[str | None]
    """Category label. At most 255 characters."""
    item_product_id: NotRequired[str | None]
    """The shipper's product id. At most 255 characters."""
    item_sku: NotRequired[str | None]
    """The shipper's stock keeping unit. At most 255 characters."""
    item_price_value: int | float | Decimal | str
    """Price. At most 12 digits, 2 of them after the point."""
    item_price_currency: str
    """ISO 4217 code of the price's currency. In any case."""
    item_hs_code: NotRequired[str | None]
    """Code of the Harmonized System: 6 to 12 digits. Dots and spaces are left out."""
    item_origin_country: NotRequired[str | None]
    """Country where it was made. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case."""
    item_weight: NotRequired[int | float | Decimal | str | None]
    """Net weight of one piece in kg. At most 10 digits, 3 of them after the point."""
    item_customs_desc: NotRequired[str | None]
    """Description for customs, when it is not item_desc. At most 255 characters."""
    item_url: NotRequired[str | None]
    """URL of the item in a shop. At most 1000 characters."""
    item_image_url: NotRequired[str | None]
    """URL of a picture of the item. At most 1000 characters."""
    item_customs_value: NotRequired[int | float | Decimal | str | None]
    """Value of one piece for customs, in item_price_currency, when it is not item_price_value or has three decimals. At most 13 digits, 3 of them after the point."""
    item_manufacturer_code: NotRequired[str | None]
    """Number by which its manufacturer knows the product. At most 40 characters."""
    item_gtin: NotRequired[str | None]
    """Global Trade Item Number, which is on the barcode: 8, 12, 13 or 14 digits. At most 40 characters."""
    item_un_number: NotRequired[str | None]
    """UN number of dangerous goods, such as UN3481. 4 digits, with or without UN before them."""
    item_hazard_class: NotRequired[Literal["1.1", "1.2", "1.3", "1.4", "1.4S", "1.5", "1.6", "2.1", "2.2", "2.3", "3", "4.1", "4.2", "4.3", "5.1", "5.2", "6.1", "6.2", "7", "8", "9"] | str | None]
    """Class or division of dangerous goods. Letter case does not matter."""
    item_packing_instruction: NotRequired[str | None]
    """Packing instruction of dangerous goods, such as PI967 Section II. At most 40 characters."""
    item_hazard_quantity: NotRequired[str | None]
    """Net quantity of dangerous goods in all pieces, with its unit, such as 0.5 kg. At most 40 characters."""


class BoxEntry(TypedDict):
    secret_key: NotRequired[SecretKey]
    length: int | float | Decimal | str
    """Length in cm. At most 10 digits, 2 of them after the point."""
    width: int | float | Decimal | str
    """Width in cm. At most 10 digits, 2 of them after the point."""
    height: int | float | Decimal | str
    """Height in cm. At most 10 digits, 2 of them after the point."""
    weight: NotRequired[int | float | Decimal | str | None]
    """Weight of the empty box in kg. At most 10 digits, 3 of them after the point."""


class EntryProblems(TypedDict):
    """The problems of an entry by field, or those of a file by row and heading."""

    rows: NotRequired[dict[str, dict[str, Messages]]]
    items: NotRequired[PartsProblems]
    tax_ids: NotRequired[PartsProblems]


class RuleRequest(TypedDict):
    """A rule. Its id may be left out, because the path has it."""

    service_id: NotRequired[int | None]
    """Only for orders of this service. Null is every service."""
    account_id: NotRequired[int | None]
    """Only for orders of this account. Null is every account."""
    origin: NotRequired[RuleCountries]
    destination: NotRequired[RuleCountries]
    severity: Literal["error", "hold", "warning"] | str
    """An error refuses the order. A hold creates it, and holds it. A warning is shown, and the order is accepted."""
    valid_from: NotRequired[str | None]
    """First day (UTC)."""
    valid_until: NotRequired[str | None]
    """Day (UTC) before which the rule ends."""
    messages: NotRequired[dict[str, str] | None]
    """Texts by language tag, at most 20 of 500 characters; `en` must be there. Without messages the rule has a built-in one in English."""
    source: NotRequired[str | None]
    """Where the requirement is written: a URL or a title."""
    read_on: NotRequired[str | None]
    """Day on which the source was read."""
    review_on: NotRequired[str | None]
    """Day from which the source is to be read again."""
    disabled: NotRequired[bool | None]
    """The rule is not checked."""
    when: NotRequired[str | None]
    """An expression of CEL about the order: the rule is only checked if it is true."""
    kind: Literal["required", "pattern", "postal_code", "max_weight", "max_length", "max_girth", "max_volumetric_weight", "max_value", "max_cod_amount", "forbidden_words", "vague_words", "forbidden_categories", "forbidden_hs_codes", "goods", "embargo", "sanctions", "currency_decimals", "known_hs_code", "hs_code_length", "tax_id_required", "checksum", "address_script", "rubbish", "phone_country", "cel"] | str
    """The kind of the condition. It decides which keys the rule has."""
    field: NotRequired[str | list[str]]
    """A field of a create request; `forbidden_words` and `vague_words` may have a list."""
    party: NotRequired[Literal["shipper", "consignee"] | str]
    types: NotRequired[list[str]]
    pattern: NotRequired[str]
    kg: NotRequired[int | Decimal]
    cm: NotRequired[int | Decimal]
    divisor: NotRequired[int]
    amount: NotRequired[int | Decimal]
    currency: NotRequired[str]
    words: NotRequired[list[str]]
    categories: NotRequired[list[str]]
    prefixes: NotRequired[list[str]]
    goods: NotRequired[list[str]]
    """Kinds of goods, such as `perfume`; a wrong one is answered with all of them."""
    pieces: NotRequired[int]
    """Pieces of these goods that an order may have."""
    places: NotRequired[list[str]]
    """Countries, each perhaps with ranges or beginnings of postal codes: `Ukraine: 295000-299999`."""
    scheme: NotRequired[str]
    tax_type: NotRequired[str]
    country: NotRequired[str]
    expression: NotRequired[str]
    secret_key: NotRequired[SecretKey]
    id: NotRequired[str]


class RuleEntry(TypedDict):
    rule: Rule | dict[str, Any]
    """The rule. If its state is `wrong`, it may have another form."""
    origin: Literal["built-in", "replaced", "operator"] | str
    """`replaced` was set in the place of a built-in rule. New values may be added: show an unknown one as it is."""
    state: Literal["on", "off", "not yet", "ended", "wrong"] | str
    """Only rules that are `on` are checked. `wrong`: see `problems`. New values may be added: show an unknown one as it is."""
    updated_on: NullableTimestamp
    problems: list[str]
    """Why the rule is not checked, such as that a later version wrote it."""


class AuditPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[AuditEntry]


class RequestPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[RecordedRequest]


class RecordedRequest(TypedDict):
    id: str
    account_id: int
    """0 for a message of a partner, which only operators see."""
    created_on: Timestamp
    key_id: int | None
    request_id: str | None
    """The `X-Request-ID` of the response."""
    method: str | None
    route: str | None
    """The path, with names in the place of numbers and ids; of a message of a partner with the partner's name."""
    status: int | None
    took_ms: int | None
    errors: list[RequestNote]
    """What was wrong, at most 20."""
    warnings: list[RequestNote]
    """The fields that the operation does not know, at most 20."""
    body: Any
    """The begin of a JSON body; `…` stands for what may be personal. Of another body a text with its size, such as `not JSON, 120 bytes`. Null if there was none."""
    not_recorded: int
    """0, or how many requests around this time have no entry: this one stands for them, and has nothing else."""


class RequestNote(TypedDict):
    path: str
    """A JSON pointer into the body; empty for the whole request."""
    code: str
    message: str


class AuditEntry(TypedDict):
    id: str
    """The account and the number of the entry. The numbers of an account have no gaps."""
    account_id: int
    """The account that the subject belongs to; 0 is the operator."""
    created_on: Timestamp
    actor_kind: Literal["user", "key", "command", "server"] | str
    """New values may be added: show an unknown one as it is."""
    actor: str
    """The id of a key, the user and the host of a command, or empty for the server."""
    action: str
    subject_kind: str
    subject: str
    before: dict[str, Any] | None
    """Null if it did not exist."""
    after: dict[str, Any] | None
    """Null if it does not exist any more."""


class EndpointProblems(TypedDict):
    url: NotRequired[Messages]
    description: NotRequired[Messages]
    label_pdf: NotRequired[Messages]
    label_webhook: NotRequired[Messages]
    basic_username: NotRequired[Messages]
    basic_password: NotRequired[Messages]
    disabled: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]
    events: NotRequired[ListProblems]


class Endpoint(TypedDict):
    id: int
    url: str | None
    """If it is null, nothing is sent, but the events are stored and can be read."""
    description: str
    events: list[EventType] | None
    """Null means all types, including those of later versions."""
    label_pdf: bool
    label_webhook: bool
    """Whether it gets `order.label_ready` alone, in the form of a label webhook."""
    basic_username: str | None
    disabled: bool
    disabled_on: NullableTimestamp
    disabled_reason: str | None
    failing_since: NullableTimestamp
    old_secret_until: NullableTimestamp
    created_on: Timestamp
    updated_on: Timestamp


class NewEndpoint(TypedDict):
    id: int
    url: str | None
    """If it is null, nothing is sent, but the events are stored and can be read."""
    description: str
    events: list[EventType] | None
    """Null means all types, including those of later versions."""
    label_pdf: bool
    label_webhook: bool
    """Whether it gets `order.label_ready` alone, in the form of a label webhook."""
    basic_username: str | None
    disabled: bool
    disabled_on: NullableTimestamp
    disabled_reason: str | None
    failing_since: NullableTimestamp
    old_secret_until: NullableTimestamp
    created_on: Timestamp
    updated_on: Timestamp
    message: NotRequired[str]
    """In a repetition by the Idempotency-Key, in place of `secret`."""
    secret: NotRequired[str]
    """The secret that signs the events. No later response has it."""


class OrderObstaclesObstaclesElement(TypedDict):
    kind: Literal["hold", "outgoing", "submission", "label", "cancellation", "webhook"] | str
    """New values may be added: show an unknown one as it is."""
    target: str | None
    """The partner, the event and the endpoint, or the rule that holds the order."""
    state: str
    since: Timestamp
    attempts: int
    next_attempt_on: NullableTimestamp
    reason: str | None
    """Why the order has no label yet, in words; null of cancellations and webhooks."""
    message: str | None
    """What the last attempt ended with."""
    to_do: str
    """What you may do, in words."""


class OrderObstacles(TypedDict):
    tracking_no: str
    status_code: StatusCode
    tracker_status_code: TrackerStatus
    obstacles: list[OrderObstaclesObstaclesElement]


class StatsResultsElement(TypedDict):
    day: str
    service_id: int
    """0 is a return without a lane."""
    tracker_status_code: TrackerStatus
    orders: int


Stats = TypedDict(
    "Stats",
    {
        "from": "str",
        "to": "str",
        "results": "list[StatsResultsElement]",
    },
)


class StatsProblems(TypedDict):
    days: NotRequired[Messages]


class HSCodesResultsElement(TypedDict):
    hs_code: str
    description: str


class HSCodes(TypedDict):
    year: int
    """The year of the nomenclature."""
    source: str
    """Who published it."""
    results: list[HSCodesResultsElement]
    """The best matches first."""


class HSSearchProblems(TypedDict):
    q: NotRequired[Messages]
    limit: NotRequired[Messages]


class HandoverLeftOut(TypedDict):
    """How many matching orders are on no manifest."""

    cancelled: int
    without_label: int
    returns: int
    held: int
    stopped: int
    label_stale: int
    """Their label changed since it was printed, as far as Waybill was told."""


class Handover(TypedDict):
    parcels: int
    """On all manifests."""
    weight: int | Decimal
    """Of all parcels, in kg."""
    left_out: HandoverLeftOut
    """How many matching orders are on no manifest."""
    manifests: list[Manifest]


class ManifestParcelsElement(TypedDict):
    tracking_no: str
    shipper_order_id: str
    consignee_name: str
    consignee_country: str
    order_weight: int | Decimal
    """In kg."""


class Manifest(TypedDict):
    service_id: int
    service: str
    """Its name."""
    pickup_contact_name: str
    pickup_address: str
    pickup_postal: str
    pickup_city: str
    pickup_country: str
    weight: int | Decimal
    """Of its parcels, in kg."""
    parcels: list[ManifestParcelsElement]
    """By tracking number."""


class ManifestProblems(TypedDict):
    date: NotRequired[Messages]
    timezone: NotRequired[Messages]
    format: NotRequired[Messages]


class ExportProblems(TypedDict):
    form: NotRequired[Messages]
    format: NotRequired[Messages]


class Key(TypedDict):
    id: int
    name: str
    state: Literal["live", "expired", "revoked"] | str
    """New values may be added: show an unknown one as it is."""
    is_caller: bool
    """Whether it is the key of this request."""
    created_by_key: int | None
    """The key that it was created with; null when a person created it."""
    created_on: Timestamp
    last_used_on: NullableTimestamp
    """To the minute."""
    expires_on: NullableTimestamp
    revoked_on: NullableTimestamp
    scopes: Scopes
    networks: Networks


class KeyList(TypedDict):
    results: list[Key]


class NewKey(TypedDict):
    id: int
    name: str
    state: Literal["live", "expired", "revoked"] | str
    """New values may be added: show an unknown one as it is."""
    is_caller: bool
    """Whether it is the key of this request."""
    created_by_key: int | None
    """The key that it was created with; null when a person created it."""
    created_on: Timestamp
    last_used_on: NullableTimestamp
    """To the minute."""
    expires_on: NullableTimestamp
    revoked_on: NullableTimestamp
    scopes: Scopes
    networks: Networks
    message: NotRequired[str]
    """In a repetition by the Idempotency-Key, in place of `secret`."""
    secret: NotRequired[str]
    """The key itself. It is not shown again."""


class KeyRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    name: str
    """What it is for. No two live keys have the same. At most 100 characters."""
    expires_on: NotRequired[str | None]
    """From then on it is refused; default never. UTC when no zone is given."""
    preset: NotRequired[Literal["shop", "warehouse", "depot", "hub", "read-only"] | str | None]
    """What it may do, in the place of scopes. Letter case does not matter."""
    scopes: NotRequired[list[Literal["orders:write", "orders:read", "labels", "tracking:write", "webhooks", "account", "rules", "audit", "parcels:write", "administration", "users", "floor:read", "floor:write"] | str] | None]
    """What the key may do. Without scopes and preset it may do all that its maker may, but rules, audit, administration and users. These are for keys of an operator's account."""
    networks: NotRequired[Networks | None]


class KeyProblems(TypedDict):
    name: NotRequired[Messages]
    expires_on: NotRequired[Messages]
    preset: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class RevokeProblems(TypedDict):
    with_created: NotRequired[Messages]


class AccountSettings(TypedDict):
    timezone: str | None
    """Null is UTC."""
    language: Literal["en", "id", "zh-Hans"] | str | None
    """Null is that of the browser. New values may be added: show an unknown one as it is."""
    complete_phones: bool
    """Whether phone numbers without a country code get that of their country."""
    weight_tolerance: int
    """So many grams the weight on the scale of a packer may differ from the stated one without a warning, or the next if that is more."""
    weight_tolerance_percent: int
    """The same in percent of the stated weight."""
    unscanned_hours: int
    """After how many hours a parcel that was handed over and that nobody has scanned since is a problem."""


class AccountSettingsRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    timezone: NotRequired[str | None]
    """Time zone in which pages show times to users who have chosen none, such as Asia/Singapore. Null is UTC. At most 100 characters."""
    language: NotRequired[Literal["en", "id", "zh-Hans"] | str | None]
    """Language of pages for users who have chosen none. Null is that of the browser. Letter case does not matter."""
    complete_phones: NotRequired[bool | None]
    """Whether phone numbers without a country code get that of the country of their address, default false: then they are refused."""
    weight_tolerance: NotRequired[int | str | None]
    """So many grams the weight on the scale of a packer may differ from the stated one without a warning, or as `weight_tolerance_percent` says if that is more. Default 50."""
    weight_tolerance_percent: NotRequired[int | str | None]
    """So many percent of the stated weight the weight on the scale may differ from it without a warning. Default 5."""
    unscanned_hours: NotRequired[int | str | None]
    """After how many hours a parcel that was handed over and that nobody has scanned since is a problem, default 24."""


class AccountSettingsProblems(TypedDict):
    timezone: NotRequired[Messages]
    language: NotRequired[Messages]
    complete_phones: NotRequired[Messages]
    weight_tolerance: NotRequired[Messages]
    weight_tolerance_percent: NotRequired[Messages]
    unscanned_hours: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class AccountLabels(TypedDict):
    hide_contents: bool
    return_to: str | None
    default_size: Literal["100x150", "a6", "4x6", "a4"] | str
    """New values may be added: show an unknown one as it is."""
    logo: str | None
    """As it is printed: a PNG in base64, 8 pixels for a millimetre."""


class AccountLabelsRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    hide_contents: NotRequired[bool | None]
    """Whether the contents and their value are left off the label."""
    return_to: NotRequired[str | None]
    """Address on one line for parcels that cannot be delivered. Null or blank removes it. At most 160 characters."""
    default_size: NotRequired[Literal["100x150", "a6", "4x6", "a4"] | str | None]
    """Paper of labels when a request names none. Null is 100x150. Letter case does not matter."""
    logo: NotRequired[str | None]
    """A PNG in base64, at most 64 KiB and 1000 × 1000 pixels, for the labels and the tracking page. Null removes it. At most 87384 characters."""


class AccountLabelsProblems(TypedDict):
    hide_contents: NotRequired[Messages]
    return_to: NotRequired[Messages]
    default_size: NotRequired[Messages]
    logo: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class EndpointList(TypedDict):
    results: list[Endpoint]


class ReplayRequest(TypedDict):
    secret_key: NotRequired[SecretKey]
    date_from: NotRequired[str | None]
    """As `created_from`."""
    date_to: NotRequired[str | None]
    """As `created_to`."""
    created_from: NotRequired[str | None]
    """Only those at this time or later. UTC when no zone is given."""
    created_to: NotRequired[str | None]
    """Only those at this time or earlier. A date without a time includes the whole day."""
    event_ids: NotRequired[list[str] | None]
    """Ids of the events, instead of a time."""


class ReplayProblems(TypedDict):
    date_from: NotRequired[Messages]
    date_to: NotRequired[Messages]
    created_from: NotRequired[Messages]
    created_to: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]
    event_ids: NotRequired[ListProblems]


class Replayed(TypedDict):
    replayed: int


class EndpointTest(TypedDict):
    event_id: EventID
    delivered: bool
    """Whether the receiver responded with a status from 200 to 299."""
    status: ReceiverStatus
    error: DeliveryError
    response: ReceiverResponse
    duration: DeliveryDuration


class DeliveryPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[Delivery]


class Delivery(TypedDict):
    event_id: EventID
    type: EventType
    timestamp: Timestamp
    """When the event happened."""
    tracking_no: TrackingNo | None
    """Of the order. Null if the event belongs to no order."""
    state: Literal["pending", "delivered", "given_up"] | str
    """given_up: the attempts are used up. New values may be added: show an unknown one as it is."""
    attempts: int
    status: ReceiverStatus
    error: DeliveryError
    response: ReceiverResponse
    duration: DeliveryDuration
    next_attempt_on: NullableTimestamp
    """Null if no attempt follows."""
    updated_on: Timestamp
    """When the last attempt ended, or the delivery was created."""


class EventPage(TypedDict):
    next_cursor: str | None
    """The cursor of the next page. Null on the last page."""
    results: list[Event]


class EventRangeProblems(TypedDict):
    date_from: NotRequired[Messages]
    date_to: NotRequired[Messages]
    created_from: NotRequired[Messages]
    created_to: NotRequired[Messages]


class OrderCreatedEvent(TypedDict):
    type: Literal["order.created"]
    timestamp: Timestamp
    """When it happened."""
    data: OrderEventData


class LabelReadyEvent(TypedDict):
    type: Literal["order.label_ready"]
    timestamp: Timestamp
    """When it happened."""
    data: LabelReadyData


class SubmissionFailedEvent(TypedDict):
    type: Literal["order.submission_failed"]
    timestamp: Timestamp
    """When it happened."""
    data: SubmissionFailedData


class OrderUpdatedEvent(TypedDict):
    type: Literal["order.updated"]
    timestamp: Timestamp
    """When it happened."""
    data: OrderUpdatedData


class OrderHeldEvent(TypedDict):
    type: Literal["order.held"]
    timestamp: Timestamp
    """When it happened."""
    data: OrderHeldData


class OrderReleasedEvent(TypedDict):
    type: Literal["order.released"]
    timestamp: Timestamp
    """When it happened."""
    data: OrderHeldData


class TrackingUpdatedEvent(TypedDict):
    type: Literal["order.tracking_updated"]
    timestamp: Timestamp
    """When it happened."""
    data: TrackingData


class OrderCancelledEvent(TypedDict):
    type: Literal["order.cancelled"]
    timestamp: Timestamp
    """When it happened."""
    data: TrackingData


class OrderDeliveredEvent(TypedDict):
    type: Literal["order.delivered"]
    timestamp: Timestamp
    """When it happened."""
    data: TrackingData


class ImportFinishedEvent(TypedDict):
    type: Literal["import.finished"]
    timestamp: Timestamp
    """When it happened."""
    data: ImportFinishedData


class RunSignedEvent(TypedDict):
    type: Literal["run.signed"]
    timestamp: Timestamp
    """When it happened."""
    data: RunEventData


class RunCarriedEvent(TypedDict):
    type: Literal["run.carried"]
    timestamp: Timestamp
    """When it happened."""
    data: RunEventData


class ParcelStoppedEvent(TypedDict):
    type: Literal["parcel.stopped"]
    timestamp: Timestamp
    """When it happened."""
    data: StopEventData


class StopLiftedEvent(TypedDict):
    type: Literal["parcel.stop_lifted"]
    timestamp: Timestamp
    """When it happened."""
    data: StopEventData


class ScanUnknownEvent(TypedDict):
    type: Literal["scan.unknown"]
    timestamp: Timestamp
    """When it happened."""
    data: UnknownScanEventData


class ConsignmentDepartedEvent(TypedDict):
    type: Literal["consignment.departed"]
    timestamp: Timestamp
    """When it happened."""
    data: ConsignmentEventData


class ConsignmentArrivedEvent(TypedDict):
    type: Literal["consignment.arrived"]
    timestamp: Timestamp
    """When it happened."""
    data: ConsignmentEventData


class EndpointDisabledEvent(TypedDict):
    type: Literal["endpoint.disabled"]
    timestamp: Timestamp
    """When it happened."""
    data: EndpointDisabledData


class EndpointTestEvent(TypedDict):
    type: Literal["endpoint.test"]
    timestamp: Timestamp
    """When it happened."""
    data: EndpointTestData


class OrderEventData(TypedDict):
    """The order as it was when the event happened. Later versions may add fields."""

    id: EventID
    sequence: int
    """Increases with each event of the order, or of the account's imports and endpoints."""
    order_id: int
    service_id: int
    is_return: bool
    tracking_no: TrackingNo
    shipper_order_id: str
    upload_batch_no: UploadBatchNo
    hawb_no: str | None
    status_code: StatusCode
    tracker_status_code: TrackerStatus
    test: NotRequired[bool]
    """True in an example that was asked for, and absent otherwise."""
    tracker_main_text: str
    metadata: NotRequired[dict[str, str]]
    """The texts that the shipper sent with the order. Absent if it sent none."""


class LabelReadyData(TypedDict):
    id: EventID
    sequence: int
    """Increases with each event of the order, or of the account's imports and endpoints."""
    order_id: int
    service_id: int
    is_return: bool
    tracking_no: TrackingNo
    shipper_order_id: str
    upload_batch_no: UploadBatchNo
    hawb_no: str | None
    status_code: StatusCode
    tracker_status_code: TrackerStatus
    test: NotRequired[bool]
    """True in an example that was asked for, and absent otherwise."""
    tracker_main_text: str
    metadata: NotRequired[dict[str, str]]
    """The texts that the shipper sent with the order. Absent if it sent none."""
    order_label_url: str
    order_label_format: NotRequired[Literal["pdf", "png", "zpl"] | str]
    """The format of the label, if the partner draws it. New values may be added: show an unknown one as it is."""
    order_label_pdf: NotRequired[str]
    """The label in base64, if the endpoint has `label_pdf`."""


class SubmissionFailedData(TypedDict):
    id: EventID
    sequence: int
    """Increases with each event of the order, or of the account's imports and endpoints."""
    order_id: int
    service_id: int
    is_return: bool
    tracking_no: TrackingNo
    shipper_order_id: str
    upload_batch_no: UploadBatchNo
    hawb_no: str | None
    status_code: StatusCode
    tracker_status_code: TrackerStatus
    test: NotRequired[bool]
    """True in an example that was asked for, and absent otherwise."""
    tracker_main_text: str
    metadata: NotRequired[dict[str, str]]
    """The texts that the shipper sent with the order. Absent if it sent none."""
    message: str
    """Why the partner refused the order."""


class OrderUpdatedData(TypedDict):
    id: EventID
    sequence: int
    """Increases with each event of the order, or of the account's imports and endpoints."""
    order_id: int
    service_id: int
    is_return: bool
    tracking_no: TrackingNo
    shipper_order_id: str
    upload_batch_no: UploadBatchNo
    hawb_no: str | None
    status_code: StatusCode
    tracker_status_code: TrackerStatus
    test: NotRequired[bool]
    """True in an example that was asked for, and absent otherwise."""
    tracker_main_text: str
    metadata: NotRequired[dict[str, str]]
    """The texts that the shipper sent with the order. Absent if it sent none."""
    changed_fields: str
    """The names of the fields, with commas between."""


class OrderHeldData(TypedDict):
    id: EventID
    sequence: int
    """Increases with each event of the order, or of the account's imports and endpoints."""
    order_id: int
    service_id: int
    is_return: bool
    tracking_no: TrackingNo
    shipper_order_id: str
    upload_batch_no: UploadBatchNo
    hawb_no: str | None
    status_code: StatusCode
    tracker_status_code: TrackerStatus
    test: NotRequired[bool]
    """True in an example that was asked for, and absent otherwise."""
    tracker_main_text: str
    metadata: NotRequired[dict[str, str]]
    """The texts that the shipper sent with the order. Absent if it sent none."""
    reason: str
    """Why the order is, or was, held."""
    rule_id: str
    """The rule that held it when it was created. Empty if a person did."""


class TrackingData(TypedDict):
    id: EventID
    sequence: int
    """Increases with each event of the order, or of the account's imports and endpoints."""
    order_id: int
    service_id: int
    is_return: bool
    tracking_no: TrackingNo
    shipper_order_id: str
    upload_batch_no: UploadBatchNo
    hawb_no: str | None
    status_code: StatusCode
    tracker_status_code: TrackerStatus
    test: NotRequired[bool]
    """True in an example that was asked for, and absent otherwise."""
    tracker_main_text: str
    metadata: NotRequired[dict[str, str]]
    """The texts that the shipper sent with the order. Absent if it sent none."""
    status: TrackerStatus
    description: str
    """What happened, in words."""
    country: str
    """English name of the country. Empty if it is not known."""
    address: str
    """The location in the country, for example a city or a depot. Empty if it is not known."""
    occurred_on: Timestamp


class EndpointTestData(TypedDict):
    """The endpoint that is tested. Later versions may add fields."""

    id: EventID
    sequence: Literal[0]
    """0: a test event has no place among other events."""
    endpoint_id: int
    url: str | None
    """The URL without its query."""


class ImportFinishedData(TypedDict):
    """The import that has ended. Later versions may add fields."""

    id: EventID
    sequence: int
    """Increases with each event of the account's imports and endpoints."""
    import_id: int
    file_name: str | None
    state: Literal["done", "cancelled", "failed"] | str
    """New values may be added: show an unknown one as it is."""
    message: str | None
    """Why it failed, else null."""
    rows: int
    """Of the file."""
    orders: int
    """Of the file."""
    created: int
    """Orders that were created."""
    skipped: int
    """Orders that existed."""
    refused: int
    """Orders that are wrong."""
    left_out: int
    """Orders that are no parcels."""
    finished_on: Timestamp
    test: NotRequired[bool]
    """True in an example that was asked for, and absent otherwise."""


class RunEventData(TypedDict):
    """The pickup run as it was when the event happened. Later versions may add fields."""

    id: EventID
    sequence: int
    """Increases with each event of the account's imports and endpoints, and of the operator."""
    run: Run
    test: NotRequired[bool]
    """True in an example that was asked for, and absent otherwise."""


class StopEventData(TypedDict):
    """The stop of the parcel. Later versions may add fields."""

    id: EventID
    sequence: int
    """Increases with each event of the account's imports and endpoints, and of the operator."""
    stop: ParcelStop
    test: NotRequired[bool]
    """True in an example that was asked for, and absent otherwise."""


class ConsignmentEventData(TypedDict):
    """The consignment and its leg as they were when the event happened. Later versions may add fields."""

    id: EventID
    sequence: int
    """Increases with each event of the account's imports and endpoints, and of the operator."""
    consignment: ConsignmentMoved
    test: NotRequired[bool]
    """True in an example that was asked for, and absent otherwise."""


class UnknownScanEventData(TypedDict):
    """The code that was scanned. Later versions may add fields."""

    id: EventID
    sequence: int
    """Increases with each event of the account's imports and endpoints, and of the operator."""
    unknown_scan: UnknownScan
    test: NotRequired[bool]
    """True in an example that was asked for, and absent otherwise."""


class EndpointDisabledData(TypedDict):
    """The endpoint that was disabled. Later versions may add fields."""

    id: EventID
    sequence: int
    """Increases with each event of the account's imports and endpoints."""
    endpoint_id: int
    url: str | None
    """The URL without its query. Null if it was removed in the meantime."""
    reason: str
    """The reason in words."""
    failing_since: Timestamp
    disabled_on: Timestamp
    test: NotRequired[bool]
    """True in an example that was asked for, and absent otherwise."""


class Health(TypedDict):
    status: Literal["ok"]


class Readiness(TypedDict):
    status: Literal["ready"]
    warning: NotRequired[str]
    """Only if the clock of the server is behind stored times."""


class Detail(TypedDict):
    """An error that is not a validation error."""

    detail: str


class AmbiguousCode(TypedDict):
    """An error that is not a validation error. If several orders have a number, `candidates` are these."""

    detail: str
    candidates: NotRequired[Candidates]


class CandidatesElement(TypedDict):
    order_id: int
    """Send it as `order_id` if this is the order."""
    tracking_no: str


class ProblemDetails(TypedDict):
    """An error as RFC 9457 has it, for callers that accept `application/problem+json`. Operations of the original interface do not respond with it."""

    type: str
    """The address of the code on this server's page of all codes, `/docs/errors#CODE`. It ends with `code`: compare that."""
    title: str
    """The code in words. It is English, and the same for each error of the code."""
    status: int
    code: ErrorCode
    args: ErrorArgs
    detail: str
    """In the language of `Accept-Language`."""
    request_id: str
    errors: NotRequired[list[FieldError]]
    """Of an invalid request, by field."""
    candidates: NotRequired[Candidates]


class FieldError(TypedDict):
    path: str
    """The place of the value in the request as a JSON pointer, such as /orders/0/items/1/item_quantity; empty for the whole."""
    code: ErrorCode
    args: ErrorArgs
    message: str
    """In the language of `Accept-Language`."""


class CreateProblems(TypedDict):
    """The problems of a create request: one element for each submitted order, empty for a valid one; or one element with the problem of the whole list."""

    blocking: NotRequired[Messages]
    accept_valid: NotRequired[Messages]
    orders: list[CreateOrderProblems]


class ReturnProblems(TypedDict):
    """The problems of a return request: one element for each submitted order, empty for a valid one; or one element with the problem of the whole list."""

    orders: list[ReturnOrderProblems]


class TrackerQueryProblems(TypedDict):
    """The problems of a tracker query."""

    tracking_nos: NotRequired[NumbersProblems]
    get_related_updates: NotRequired[Messages]
    flatten_data: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class NumbersProblems3Element2(TypedDict):
    tracking_no: NotRequired[Messages]


class CancelProblems(TypedDict):
    """The problems of a request to cancel orders, or to mark labels as printed."""

    tracking_nos: NotRequired[NumbersProblems]
    dry_run: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class AddressRequestProblems(TypedDict):
    """The problems of a request to check addresses: one element for each address, empty for a valid one."""

    addresses: NotRequired[Messages | NonFieldErrors | list[AddressProblems]]
    non_field_errors: NotRequired[Messages]


class AddressProblems(TypedDict):
    consignee_name: NotRequired[Messages]
    consignee_number: NotRequired[Messages]
    consignee_email: NotRequired[Messages]
    consignee_country: NotRequired[Messages]
    consignee_address: NotRequired[Messages]
    consignee_postal: NotRequired[Messages]
    consignee_state: NotRequired[Messages]
    consignee_city: NotRequired[Messages]
    consignee_province: NotRequired[Messages]
    name: NotRequired[Messages]
    number: NotRequired[Messages]
    email: NotRequired[Messages]
    country: NotRequired[Messages]
    address: NotRequired[Messages]
    postal: NotRequired[Messages]
    state: NotRequired[Messages]
    city: NotRequired[Messages]
    province: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class JourneyProblems(TypedDict):
    tracking_no: NotRequired[Messages]
    journey: NotRequired[Messages]
    pause: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class ReportsProblems(TypedDict):
    """The problems of a request with reports: one element for each report, empty for a valid one."""

    events: NotRequired[Messages | NonFieldErrors | list[Messages | ReportProblems]]
    non_field_errors: NotRequired[Messages]


class ReportProblems(TypedDict):
    tracking_no: NotRequired[Messages]
    status: NotRequired[Messages]
    description: NotRequired[Messages]
    country: NotRequired[Messages]
    address: NotRequired[Messages]
    occurred_on: NotRequired[Messages]
    event_id: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class ProofProblems(TypedDict):
    tracking_no: NotRequired[Messages]
    name: NotRequired[Messages]
    signed_on: NotRequired[Messages]
    image: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class ViewProblems(TypedDict):
    """The problems of a view query."""

    orders: list[FilterProblems]


class CreateOrderProblems(TypedDict):
    service_id: NotRequired[Messages]
    tracking_no: NotRequired[Messages]
    shipper_order_id: NotRequired[Messages]
    order_length: NotRequired[Messages]
    order_width: NotRequired[Messages]
    order_height: NotRequired[Messages]
    order_weight: NotRequired[Messages]
    payment_type: NotRequired[Messages]
    cod_amt_to_collect: NotRequired[Messages]
    incoterm: NotRequired[Messages]
    identification_document_name: NotRequired[Messages]
    consignee_identifcation_number: NotRequired[Messages]
    consignee_name: NotRequired[Messages]
    consignee_number: NotRequired[Messages]
    consignee_country: NotRequired[Messages]
    consignee_address: NotRequired[Messages]
    consignee_postal: NotRequired[Messages]
    consignee_state: NotRequired[Messages]
    consignee_city: NotRequired[Messages]
    consignee_province: NotRequired[Messages]
    consignee_email: NotRequired[Messages]
    pickup_contact_name: NotRequired[Messages]
    pickup_contact_number: NotRequired[Messages]
    pickup_country: NotRequired[Messages]
    pickup_address: NotRequired[Messages]
    pickup_postal: NotRequired[Messages]
    pickup_state: NotRequired[Messages]
    pickup_city: NotRequired[Messages]
    pickup_province: NotRequired[Messages]
    consignee_company: NotRequired[Messages]
    shipper_company: NotRequired[Messages]
    consignee_name_latin: NotRequired[Messages]
    consignee_address_latin: NotRequired[Messages]
    pickup_date: NotRequired[Messages]
    pickup_notes: NotRequired[Messages]
    delivery_note: NotRequired[Messages]
    items: NotRequired[ItemsProblems]
    export_reason: NotRequired[Messages]
    invoice_no: NotRequired[Messages]
    invoice_date: NotRequired[Messages]
    freight_amount: NotRequired[Messages]
    insurance_amount: NotRequired[Messages]
    packing_amount: NotRequired[Messages]
    handling_amount: NotRequired[Messages]
    other_amount: NotRequired[Messages]
    discount_amount: NotRequired[Messages]
    amount_currency: NotRequired[Messages]
    export_reason_text: NotRequired[Messages]
    export_type: NotRequired[Messages]
    duties_paid_by: NotRequired[Messages]
    non_delivery_option: NotRequired[Messages]
    exporter_reference: NotRequired[Messages]
    importer_reference: NotRequired[Messages]
    licence_no: NotRequired[Messages]
    certificate_no: NotRequired[Messages]
    export_itn: NotRequired[Messages]
    export_exemption: NotRequired[Messages]
    export_mrn: NotRequired[Messages]
    prior_notice_no: NotRequired[Messages]
    signer_name: NotRequired[Messages]
    signer_place: NotRequired[Messages]
    signed_on: NotRequired[Messages]
    importer_name: NotRequired[Messages]
    importer_number: NotRequired[Messages]
    importer_country: NotRequired[Messages]
    importer_address: NotRequired[Messages]
    importer_postal: NotRequired[Messages]
    importer_state: NotRequired[Messages]
    importer_city: NotRequired[Messages]
    importer_province: NotRequired[Messages]
    importer_email: NotRequired[Messages]
    sold_to_name: NotRequired[Messages]
    sold_to_number: NotRequired[Messages]
    sold_to_country: NotRequired[Messages]
    sold_to_address: NotRequired[Messages]
    sold_to_postal: NotRequired[Messages]
    sold_to_state: NotRequired[Messages]
    sold_to_city: NotRequired[Messages]
    sold_to_province: NotRequired[Messages]
    sold_to_email: NotRequired[Messages]
    tax_ids: NotRequired[list[TaxIDProblems]]
    metadata: NotRequired[Messages | dict[str, Messages]]
    non_field_errors: NotRequired[Messages]


class ReturnOrderProblems(TypedDict):
    service_type: NotRequired[Messages]
    forward_tracking_no: NotRequired[Messages]
    shipper_order_id: NotRequired[Messages]
    consignee_name: NotRequired[Messages]
    consignee_address: NotRequired[Messages]
    consignee_postal: NotRequired[Messages]
    consignee_country: NotRequired[Messages]
    consignee_city: NotRequired[Messages]
    consignee_state: NotRequired[Messages]
    consignee_number: NotRequired[Messages]
    consignee_email: NotRequired[Messages]
    order_length: NotRequired[Messages]
    order_width: NotRequired[Messages]
    order_height: NotRequired[Messages]
    order_weight: NotRequired[Messages]
    pickup_contact_name: NotRequired[Messages]
    pickup_contact_email: NotRequired[Messages]
    pickup_contact_number: NotRequired[Messages]
    pickup_country: NotRequired[Messages]
    pickup_state: NotRequired[Messages]
    pickup_city: NotRequired[Messages]
    pickup_postal: NotRequired[Messages]
    pickup_address: NotRequired[Messages]
    consignee_company: NotRequired[Messages]
    shipper_company: NotRequired[Messages]
    consignee_name_latin: NotRequired[Messages]
    consignee_address_latin: NotRequired[Messages]
    items: NotRequired[ItemsProblems]
    export_reason: NotRequired[Messages]
    invoice_no: NotRequired[Messages]
    invoice_date: NotRequired[Messages]
    export_reason_text: NotRequired[Messages]
    export_type: NotRequired[Messages]
    duties_paid_by: NotRequired[Messages]
    non_delivery_option: NotRequired[Messages]
    exporter_reference: NotRequired[Messages]
    importer_reference: NotRequired[Messages]
    licence_no: NotRequired[Messages]
    certificate_no: NotRequired[Messages]
    export_itn: NotRequired[Messages]
    export_exemption: NotRequired[Messages]
    export_mrn: NotRequired[Messages]
    prior_notice_no: NotRequired[Messages]
    signer_name: NotRequired[Messages]
    signer_place: NotRequired[Messages]
    signed_on: NotRequired[Messages]
    importer_name: NotRequired[Messages]
    importer_number: NotRequired[Messages]
    importer_country: NotRequired[Messages]
    importer_address: NotRequired[Messages]
    importer_postal: NotRequired[Messages]
    importer_state: NotRequired[Messages]
    importer_city: NotRequired[Messages]
    importer_province: NotRequired[Messages]
    importer_email: NotRequired[Messages]
    sold_to_name: NotRequired[Messages]
    sold_to_number: NotRequired[Messages]
    sold_to_country: NotRequired[Messages]
    sold_to_address: NotRequired[Messages]
    sold_to_postal: NotRequired[Messages]
    sold_to_state: NotRequired[Messages]
    sold_to_city: NotRequired[Messages]
    sold_to_province: NotRequired[Messages]
    sold_to_email: NotRequired[Messages]
    tax_ids: NotRequired[list[TaxIDProblems]]
    metadata: NotRequired[Messages | dict[str, Messages]]
    non_field_errors: NotRequired[Messages]


class ItemProblems(TypedDict):
    item_desc: NotRequired[Messages]
    item_category: NotRequired[Messages]
    item_product_id: NotRequired[Messages]
    item_sku: NotRequired[Messages]
    item_quantity: NotRequired[Messages]
    item_price_value: NotRequired[Messages]
    item_price_currency: NotRequired[Messages]
    item_hs_code: NotRequired[Messages]
    item_origin_country: NotRequired[Messages]
    item_weight: NotRequired[Messages]
    item_customs_desc: NotRequired[Messages]
    item_url: NotRequired[Messages]
    item_image_url: NotRequired[Messages]
    item_customs_value: NotRequired[Messages]
    item_manufacturer_code: NotRequired[Messages]
    item_gtin: NotRequired[Messages]
    item_un_number: NotRequired[Messages]
    item_hazard_class: NotRequired[Messages]
    item_packing_instruction: NotRequired[Messages]
    item_hazard_quantity: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class TaxIDProblems(TypedDict):
    party: NotRequired[Messages]
    type: NotRequired[Messages]
    country: NotRequired[Messages]
    number: NotRequired[Messages]
    non_field_errors: NotRequired[Messages]


class FilterProblems(TypedDict):
    with_items: NotRequired[Messages]
    expand: NotRequired[Messages]
    limit: NotRequired[Messages]
    date_from: NotRequired[Messages]
    date_to: NotRequired[Messages]
    created_from: NotRequired[Messages]
    created_to: NotRequired[Messages]
    service_id: NotRequired[Messages]
    shipper_order_id: NotRequired[Messages]
    upload_batch_no: NotRequired[Messages]
    tracking_no: NotRequired[Messages]
    status_code: NotRequired[Messages]
    tracker_status_code: NotRequired[Messages]
    picked_up: NotRequired[Messages]
    updated_from: NotRequired[Messages]
    updated_to: NotRequired[Messages]
    is_return: NotRequired[Messages]
    printed: NotRequired[Messages]
    packed: NotRequired[Messages]
    queue: NotRequired[Messages]
    held: NotRequired[Messages]
    search: NotRequired[Messages]
    tag: NotRequired[Messages]
    warning: NotRequired[Messages]
    metadata: NotRequired[Messages | dict[str, Messages]]


class NonFieldErrors(TypedDict):
    """The problems of a whole object or list."""

    non_field_errors: Messages


SecretKey: TypeAlias = str
"""A secret key. Required unless the header has `Authorization: Bearer KEY`."""


TrackerStatus: TypeAlias = Literal["ORDER_CREATED", "PENDING_PICKUP", "PICKED_UP", "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY", "CROSS_BORDER_TRANSIT", "DESTINATION_COUNTRY_CUSTOMS", "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY", "READY_FOR_COLLECTION", "DELIVERY_IN_PROGRESS", "SUCCESS", "FAILED_PICKUP", "FAILED_DELIVERY", "EXCEPTION", "RETURN_TO_SENDER", "RETURNED", "CANCELLED"] | str
"""Where a parcel is. First the statuses of the normal journey until SUCCESS (delivered), then the others. New values may be added: treat an unknown one as a parcel on its way."""


TrackingUpdates: TypeAlias = list[TrackingUpdatesElement]


RelatedUpdates: TypeAlias = list[RelatedUpdatesElement]


NumberElement: TypeAlias = str | int | float | Decimal | NumberElement3
"""A tracking number, or an object that has it."""


HandoverState: TypeAlias = Literal["open", "counted", "closing", "closed"] | str
"""While a list is `closing`, its parcels become picked up, one after the other. A list of a pickup run is `counted` until the run is signed. New values may be added: show an unknown one as it is."""


HandoverCode: TypeAlias = str
"""Why a parcel is not taken or cannot be handed over any more, or that it is on the list."""


Tags: TypeAlias = list[str]
"""Letters, digits, hyphens and spaces. Upper case becomes lower case."""


EditProblems: TypeAlias = dict[str, Any]
"""Problems by field."""


OrderWarnings: TypeAlias = list[OrderWarning]


StatusCode: TypeAlias = Literal["SUBMITTED", "SUBMISSION_FAILED", "CANCELLED"] | str | None
"""Null until the partner has the order."""


PostalCode: TypeAlias = int | str
"""An integer if the text has at most 15 digits, no other characters and no leading zero."""


TrackingNo: TypeAlias = str


UploadBatchNo: TypeAlias = str


Timestamp: TypeAlias = str


PortalServices: TypeAlias = list[PortalServicesElement]


EntryValue: TypeAlias = AddressEntry | GoodsEntry | BoxEntry | dict[str, Any]
"""An address, goods, a box, or a draft: some fields of an order, at most 128 KiB. Fields without a value are left out."""


RuleCountries: TypeAlias = str | list[str] | None
"""A country, by name or ISO 3166-1 code, at most 60 countries, or `*` for every country."""


RuleProblems: TypeAlias = dict[str, list[str]]
"""Messages by key."""


Scopes: TypeAlias = list[Literal["orders:write", "orders:read", "labels", "tracking:write", "webhooks", "account", "rules", "audit", "parcels:write", "administration", "users", "floor:read", "floor:write"] | str]
"""What a key may do."""


Networks: TypeAlias = list[str]
"""From where a key may be used, as CIDR. A request may also name addresses. None: from everywhere, or as the key that makes it."""


EventType: TypeAlias = Literal["order.created", "order.updated", "order.held", "order.released", "order.label_ready", "order.submission_failed", "order.tracking_updated", "order.cancelled", "order.delivered", "import.finished", "endpoint.disabled", "run.signed", "run.carried", "parcel.stopped", "parcel.stop_lifted", "scan.unknown", "consignment.departed", "consignment.arrived"] | str
"""New values may be added: answer an event of an unknown type with 200, and ignore it."""


ReceiverStatus: TypeAlias = int | None
"""HTTP status of the last response. Null if there was none."""


DeliveryError: TypeAlias = str | None
"""Why the last attempt failed. Null if it did not."""


ReceiverResponse: TypeAlias = str | None
"""The beginning of the body of the last response as text: at most 2 KiB, and 256 bytes if the event was delivered. Secrets of the endpoint are removed. Null if it had no text, or there was none."""


DeliveryDuration: TypeAlias = int | Decimal | None
"""How long the last request took, in seconds. Null if there was none."""


Event: TypeAlias = OrderCreatedEvent | LabelReadyEvent | SubmissionFailedEvent | OrderUpdatedEvent | OrderHeldEvent | OrderReleasedEvent | TrackingUpdatedEvent | OrderCancelledEvent | OrderDeliveredEvent | ImportFinishedEvent | RunSignedEvent | RunCarriedEvent | ParcelStoppedEvent | StopLiftedEvent | ScanUnknownEvent | ConsignmentDepartedEvent | ConsignmentArrivedEvent | EndpointDisabledEvent | EndpointTestEvent
"""An event, as it is posted to endpoints."""


EventID: TypeAlias = str
"""The header webhook-id."""


Candidates: TypeAlias = list[CandidatesElement]
"""The orders that have the number."""


ErrorCode: TypeAlias = str
"""What is wrong. A code keeps its meaning and its arguments. The page `/docs/errors#CODE` of the server says when it occurs, and what to do."""


ErrorArgs: TypeAlias = dict[str, str | int]
"""The arguments of the code by name, such as the limit that a value exceeds."""


ItemsProblems: TypeAlias = list[ItemProblems]
"""The problems of the items: one element for each submitted item, empty for a valid one; or one element with the problem of the whole list."""


Messages: TypeAlias = list[str]


Record: TypeAlias = OrderRecord
"""The name that OrderRecord had before."""


UpdatesByNumber: TypeAlias = dict[str, TrackingUpdates]


ServiceCustomsProblems: TypeAlias = dict[str, Messages]
"""By the name of the fact."""


UploadBatchNos: TypeAlias = list[UploadBatchNo]


PartsProblems: TypeAlias = list[dict[str, Messages]]
"""The unknown fields of items or tax ids: one element for each, empty for a valid one."""


NullableTimestamp: TypeAlias = Timestamp | None


NumbersProblems: TypeAlias = Messages | NonFieldErrors | list[Messages | NumbersProblems3Element2]
"""The problems of a list of tracking numbers: one element for each number, empty for a valid one."""


ListProblems: TypeAlias = Messages | NonFieldErrors | list[Messages | dict[str, Any]]


UnknownParameters: TypeAlias = dict[str, Messages]
"""By the name of the parameter: what is wrong, and the one that may be meant."""
