// Generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update. Do not edit.

/** The JSON of requests, responses and webhooks. */

export interface CreateRequest {
  secret_key?: SecretKey;
  /** Whether the response waits for the labels, default false. */
  blocking?: boolean;
  /** Whether the valid orders are created when others are invalid, default false: then none is created. */
  accept_valid?: boolean;
  orders: Array<CreateOrder>;
}

export interface ReturnRequest {
  secret_key?: SecretKey;
  orders: Array<ReturnOrder>;
}

export interface CreateOrder {
  /** Id of the service, which is a lane from country to country. */
  service_id: number | string;
  /** The shipper's own tracking number; one is issued when it is absent. 6 to 40 letters, digits or hyphens. */
  tracking_no?: string | null;
  /** The shipper's own reference. At most 255 characters. */
  shipper_order_id?: string | null;
  /** Length of the package in cm. At most 10 digits, 2 of them after the point. */
  order_length: number | string;
  /** Width of the package in cm. At most 10 digits, 2 of them after the point. */
  order_width: number | string;
  /** Height of the package in cm. At most 10 digits, 2 of them after the point. */
  order_height: number | string;
  /** Weight of the package in kg. At most 10 digits, 3 of them after the point. */
  order_weight: number | string;
  /** cod is cash on delivery. Letter case does not matter. */
  payment_type: "cod" | "prepaid" | (string & {});
  /** Amount to collect on delivery of a cod order, in the currency of the consignee's country. At most 12 digits, 2 of them after the point. */
  cod_amt_to_collect?: number | string | null;
  /** Read in the place of cod_amt_to_collect when that is absent. */
  cod_amount_to_collect?: number | string | null;
  /** Who pays the duties. Letter case does not matter. */
  incoterm?: "DDP" | "DDU" | "DAP" | "EXW" | "FCA" | "CPT" | "CIP" | "DPU" | (string & {}) | null;
  /** Kind of the consignee's identification, such as LOCALTAXID. At most 255 characters. */
  identification_document_name?: string | null;
  /** Identification number of the consignee. At most 255 characters. */
  consignee_identifcation_number?: string | null;
  /** Name of the consignee. At most 255 characters. */
  consignee_name: string;
  /** Phone number of the consignee. With a plus sign and the country code, 7 to 15 digits in all. */
  consignee_number: string;
  /** Country of the consignee. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  consignee_country: string;
  /** Street address of the consignee. At most 1000 characters. */
  consignee_address: string;
  /** Postal code of the consignee. At most 255 characters. */
  consignee_postal?: string | number | null;
  /** State of the consignee. At most 255 characters. */
  consignee_state?: string | null;
  /** City of the consignee. At most 255 characters. */
  consignee_city?: string | null;
  /** Province of the consignee. At most 255 characters. */
  consignee_province?: string | null;
  /** E-mail address of the consignee. */
  consignee_email?: string | null;
  /** Name of the pickup contact. At most 255 characters. */
  pickup_contact_name?: string | null;
  /** Phone number of the pickup contact. With a plus sign and the country code, 7 to 15 digits in all. */
  pickup_contact_number?: string | null;
  /** Country of the pickup. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  pickup_country: string;
  /** Street address of the pickup. At most 1000 characters. */
  pickup_address: string;
  /** Postal code of the pickup. At most 255 characters. */
  pickup_postal?: string | number | null;
  /** State of the pickup. At most 255 characters. */
  pickup_state?: string | null;
  /** City of the pickup. At most 255 characters. */
  pickup_city?: string | null;
  /** Province of the pickup. At most 255 characters. */
  pickup_province?: string | null;
  /** Company of the consignee. Documents have it above the name. At most 255 characters. */
  consignee_company?: string | null;
  /** Company of the sender. Documents have it above the name of the pickup contact. At most 255 characters. */
  shipper_company?: string | null;
  /** Name of the consignee in Latin letters, which documents have beside the name. At most 255 characters. */
  consignee_name_latin?: string | null;
  /** Address of the consignee with its city in Latin letters, which documents have beside the address. At most 1000 characters. */
  consignee_address_latin?: string | null;
  /** Day of the pickup. YYYY-MM-DD. */
  pickup_date?: string | null;
  /** Notes for the pickup. At most 255 characters. */
  pickup_notes?: string | null;
  /** Note for the delivery. At most 255 characters. */
  delivery_note?: string | null;
  /** Contents of the package. */
  items: Array<Item>;
  /** Why the goods leave the country. Letter case does not matter. */
  export_reason?: "sale" | "gift" | "sample" | "documents" | "return" | "repair" | "warranty" | "personal_effects" | "intercompany" | "exhibition" | "humanitarian" | "other" | (string & {}) | null;
  /** Number of the shipper's invoice. At most 255 characters. */
  invoice_no?: string | null;
  /** Date of the shipper's invoice. YYYY-MM-DD. */
  invoice_date?: string | null;
  /** Cost of the freight, in amount_currency. At most 13 digits, 3 of them after the point. */
  freight_amount?: number | string | null;
  /** Cost of the insurance, in amount_currency. At most 13 digits, 3 of them after the point. */
  insurance_amount?: number | string | null;
  /** Cost of the packing, in amount_currency. At most 13 digits, 3 of them after the point. */
  packing_amount?: number | string | null;
  /** Cost of the handling, in amount_currency. At most 13 digits, 3 of them after the point. */
  handling_amount?: number | string | null;
  /** Other charges, in amount_currency. At most 13 digits, 3 of them after the point. */
  other_amount?: number | string | null;
  /** Discount on the goods and charges, in amount_currency. At most 13 digits, 3 of them after the point. */
  discount_amount?: number | string | null;
  /** ISO 4217 code of the currency of the charges and the discount. Required with one of them. In any case. */
  amount_currency?: string | null;
  /** Why the goods leave the country, in words, above all if export_reason is other. At most 255 characters. */
  export_reason_text?: string | null;
  /** Whether the goods stay abroad. Letter case does not matter. */
  export_type?: "permanent" | "temporary" | (string & {}) | null;
  /** Who pays duties and taxes to the carrier. Letter case does not matter. */
  duties_paid_by?: "shipper" | "consignee" | "importer" | (string & {}) | null;
  /** What happens to the parcel if it cannot be delivered. Letter case does not matter. */
  non_delivery_option?: "return" | "abandon" | (string & {}) | null;
  /** Number by which customs know the shipper, beside its tax ids. At most 255 characters. */
  exporter_reference?: string | null;
  /** Number by which customs know the importer, beside the tax ids of the consignee. At most 255 characters. */
  importer_reference?: string | null;
  /** Number of the export or import licence. At most 255 characters. */
  licence_no?: string | null;
  /** Number of the certificate, such as of origin or health. At most 255 characters. */
  certificate_no?: string | null;
  /** Internal Transaction Number of the export filing in the United States, such as X20260315123456. At most 255 characters. */
  export_itn?: string | null;
  /** Exemption from that filing, such as NOEEI 30.37(a). At most 255 characters. */
  export_exemption?: string | null;
  /** Movement Reference Number of the export declaration in the European Union. At most 255 characters. */
  export_mrn?: string | null;
  /** Number of the prior notice of food to the FDA of the United States. At most 255 characters. */
  prior_notice_no?: string | null;
  /** Who signs the customs declaration. At most 255 characters. */
  signer_name?: string | null;
  /** Where it is signed. At most 255 characters. */
  signer_place?: string | null;
  /** Date of the signature. YYYY-MM-DD. */
  signed_on?: string | null;
  /** Name of the importer of record, if it is not the consignee. At most 255 characters. */
  importer_name?: string | null;
  /** Phone number of the importer of record, if it is not the consignee. With a plus sign and the country code, 7 to 15 digits in all. */
  importer_number?: string | null;
  /** Country of the importer of record, if it is not the consignee. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  importer_country?: string | null;
  /** Street address of the importer of record, if it is not the consignee. At most 1000 characters. */
  importer_address?: string | null;
  /** Postal code of the importer of record, if it is not the consignee. At most 255 characters. */
  importer_postal?: string | number | null;
  /** State of the importer of record, if it is not the consignee. At most 255 characters. */
  importer_state?: string | null;
  /** City of the importer of record, if it is not the consignee. At most 255 characters. */
  importer_city?: string | null;
  /** Province of the importer of record, if it is not the consignee. At most 255 characters. */
  importer_province?: string | null;
  /** E-mail address of the importer of record, if it is not the consignee. */
  importer_email?: string | null;
  /** Name of the buyer, if it is not the consignee. At most 255 characters. */
  sold_to_name?: string | null;
  /** Phone number of the buyer, if it is not the consignee. With a plus sign and the country code, 7 to 15 digits in all. */
  sold_to_number?: string | null;
  /** Country of the buyer, if it is not the consignee. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  sold_to_country?: string | null;
  /** Street address of the buyer, if it is not the consignee. At most 1000 characters. */
  sold_to_address?: string | null;
  /** Postal code of the buyer, if it is not the consignee. At most 255 characters. */
  sold_to_postal?: string | number | null;
  /** State of the buyer, if it is not the consignee. At most 255 characters. */
  sold_to_state?: string | null;
  /** City of the buyer, if it is not the consignee. At most 255 characters. */
  sold_to_city?: string | null;
  /** Province of the buyer, if it is not the consignee. At most 255 characters. */
  sold_to_province?: string | null;
  /** E-mail address of the buyer, if it is not the consignee. */
  sold_to_email?: string | null;
  /** Tax ids of the shipper and the consignee, beside consignee_identifcation_number. At most 10. */
  tax_ids?: Array<TaxID> | null;
  /** Texts of the shipper's own, by key. They are never printed. At most 20 keys of at most 40 characters, with texts of at most 500. */
  metadata?: { [key: string]: string } | null;
}

export interface ReturnOrder {
  /** How the return starts. Letter case does not matter. */
  service_type: "PICKUP" | "DROPOFF" | (string & {});
  /** Tracking number of the forward order, which comes back. The response repeats it. If it is an order of the account, it fills the fields that the return leaves out. At most 40 characters. */
  forward_tracking_no?: string | null;
  /** The shipper's own reference. At most 255 characters. */
  shipper_order_id?: string | null;
  /** Name of the consignee, who receives the return. At most 255 characters. Required unless the forward order has it. */
  consignee_name?: string | null;
  /** Street address of the consignee. At most 1000 characters. Required unless the forward order has it. */
  consignee_address?: string | null;
  /** Postal code of the consignee. At most 255 characters. */
  consignee_postal?: string | number | null;
  /** Country of the consignee. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. Required unless the forward order has it. */
  consignee_country?: string | null;
  /** City of the consignee. At most 255 characters. */
  consignee_city?: string | null;
  /** State of the consignee. At most 255 characters. */
  consignee_state?: string | null;
  /** Phone number of the consignee. With a plus sign and the country code, 7 to 15 digits in all. Required unless the forward order has it. */
  consignee_number?: string | null;
  /** E-mail address of the consignee. Required unless the forward order has it. */
  consignee_email?: string | null;
  /** Length of the package in cm. At most 10 digits, 2 of them after the point. Required unless the forward order has it. */
  order_length?: number | string | null;
  /** Width of the package in cm. At most 10 digits, 2 of them after the point. Required unless the forward order has it. */
  order_width?: number | string | null;
  /** Height of the package in cm. At most 10 digits, 2 of them after the point. Required unless the forward order has it. */
  order_height?: number | string | null;
  /** Weight of the package in kg. At most 10 digits, 3 of them after the point. Required unless the forward order has it. */
  order_weight?: number | string | null;
  /** Name of the pickup contact, who sends the return. At most 255 characters. Required unless the forward order has it. */
  pickup_contact_name?: string | null;
  /** E-mail address of the pickup contact. */
  pickup_contact_email?: string | null;
  /** Phone number of the pickup contact. 6 to 15 digits. Required unless the forward order has it. */
  pickup_contact_number?: string | null;
  /** Country of the pickup. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. Required unless the forward order has it. */
  pickup_country?: string | null;
  /** State of the pickup. At most 255 characters. */
  pickup_state?: string | null;
  /** City of the pickup. At most 255 characters. */
  pickup_city?: string | null;
  /** Postal code of the pickup. At most 255 characters. */
  pickup_postal?: string | number | null;
  /** Street address of the pickup. At most 1000 characters. Required unless the forward order has it. */
  pickup_address?: string | null;
  /** Company of the consignee. Documents have it above the name. At most 255 characters. */
  consignee_company?: string | null;
  /** Company of the sender. Documents have it above the name of the pickup contact. At most 255 characters. */
  shipper_company?: string | null;
  /** Name of the consignee in Latin letters, which documents have beside the name. At most 255 characters. */
  consignee_name_latin?: string | null;
  /** Address of the consignee with its city in Latin letters, which documents have beside the address. At most 1000 characters. */
  consignee_address_latin?: string | null;
  /** Contents of the package. Required unless the forward order has it. */
  items?: Array<Item> | null;
  /** Why the goods leave the country. Letter case does not matter. */
  export_reason?: "sale" | "gift" | "sample" | "documents" | "return" | "repair" | "warranty" | "personal_effects" | "intercompany" | "exhibition" | "humanitarian" | "other" | (string & {}) | null;
  /** Number of the shipper's invoice. At most 255 characters. */
  invoice_no?: string | null;
  /** Date of the shipper's invoice. YYYY-MM-DD. */
  invoice_date?: string | null;
  /** Why the goods leave the country, in words, above all if export_reason is other. At most 255 characters. */
  export_reason_text?: string | null;
  /** Whether the goods stay abroad. Letter case does not matter. */
  export_type?: "permanent" | "temporary" | (string & {}) | null;
  /** Who pays duties and taxes to the carrier. Letter case does not matter. */
  duties_paid_by?: "shipper" | "consignee" | "importer" | (string & {}) | null;
  /** What happens to the parcel if it cannot be delivered. Letter case does not matter. */
  non_delivery_option?: "return" | "abandon" | (string & {}) | null;
  /** Number by which customs know the shipper, beside its tax ids. At most 255 characters. */
  exporter_reference?: string | null;
  /** Number by which customs know the importer, beside the tax ids of the consignee. At most 255 characters. */
  importer_reference?: string | null;
  /** Number of the export or import licence. At most 255 characters. */
  licence_no?: string | null;
  /** Number of the certificate, such as of origin or health. At most 255 characters. */
  certificate_no?: string | null;
  /** Internal Transaction Number of the export filing in the United States, such as X20260315123456. At most 255 characters. */
  export_itn?: string | null;
  /** Exemption from that filing, such as NOEEI 30.37(a). At most 255 characters. */
  export_exemption?: string | null;
  /** Movement Reference Number of the export declaration in the European Union. At most 255 characters. */
  export_mrn?: string | null;
  /** Number of the prior notice of food to the FDA of the United States. At most 255 characters. */
  prior_notice_no?: string | null;
  /** Who signs the customs declaration. At most 255 characters. */
  signer_name?: string | null;
  /** Where it is signed. At most 255 characters. */
  signer_place?: string | null;
  /** Date of the signature. YYYY-MM-DD. */
  signed_on?: string | null;
  /** Name of the importer of record, if it is not the consignee. At most 255 characters. */
  importer_name?: string | null;
  /** Phone number of the importer of record, if it is not the consignee. With a plus sign and the country code, 7 to 15 digits in all. */
  importer_number?: string | null;
  /** Country of the importer of record, if it is not the consignee. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  importer_country?: string | null;
  /** Street address of the importer of record, if it is not the consignee. At most 1000 characters. */
  importer_address?: string | null;
  /** Postal code of the importer of record, if it is not the consignee. At most 255 characters. */
  importer_postal?: string | number | null;
  /** State of the importer of record, if it is not the consignee. At most 255 characters. */
  importer_state?: string | null;
  /** City of the importer of record, if it is not the consignee. At most 255 characters. */
  importer_city?: string | null;
  /** Province of the importer of record, if it is not the consignee. At most 255 characters. */
  importer_province?: string | null;
  /** E-mail address of the importer of record, if it is not the consignee. */
  importer_email?: string | null;
  /** Name of the buyer, if it is not the consignee. At most 255 characters. */
  sold_to_name?: string | null;
  /** Phone number of the buyer, if it is not the consignee. With a plus sign and the country code, 7 to 15 digits in all. */
  sold_to_number?: string | null;
  /** Country of the buyer, if it is not the consignee. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  sold_to_country?: string | null;
  /** Street address of the buyer, if it is not the consignee. At most 1000 characters. */
  sold_to_address?: string | null;
  /** Postal code of the buyer, if it is not the consignee. At most 255 characters. */
  sold_to_postal?: string | number | null;
  /** State of the buyer, if it is not the consignee. At most 255 characters. */
  sold_to_state?: string | null;
  /** City of the buyer, if it is not the consignee. At most 255 characters. */
  sold_to_city?: string | null;
  /** Province of the buyer, if it is not the consignee. At most 255 characters. */
  sold_to_province?: string | null;
  /** E-mail address of the buyer, if it is not the consignee. */
  sold_to_email?: string | null;
  /** Tax ids of the shipper and the consignee, beside consignee_identifcation_number. At most 10. */
  tax_ids?: Array<TaxID> | null;
  /** Texts of the shipper's own, by key. They are never printed. At most 20 keys of at most 40 characters, with texts of at most 500. */
  metadata?: { [key: string]: string } | null;
}

export interface Item {
  /** Description. At most 255 characters. */
  item_desc: string;
  /** Category label. At most 255 characters. */
  item_category?: string | null;
  /** The shipper's product id. At most 255 characters. */
  item_product_id?: string | null;
  /** The shipper's stock keeping unit. At most 255 characters. */
  item_sku?: string | null;
  /** How many. */
  item_quantity: number | string;
  /** Price. At most 12 digits, 2 of them after the point. */
  item_price_value: number | string;
  /** ISO 4217 code of the price's currency. In any case. */
  item_price_currency: string;
  /** Code of the Harmonized System: 6 to 12 digits. Dots and spaces are left out. */
  item_hs_code?: string | null;
  /** Country where it was made. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  item_origin_country?: string | null;
  /** Net weight of one piece in kg. At most 10 digits, 3 of them after the point. */
  item_weight?: number | string | null;
  /** Description for customs, when it is not item_desc. At most 255 characters. */
  item_customs_desc?: string | null;
  /** URL of the item in a shop. At most 1000 characters. */
  item_url?: string | null;
  /** URL of a picture of the item. At most 1000 characters. */
  item_image_url?: string | null;
  /** Value of one piece for customs, in item_price_currency, when it is not item_price_value or has three decimals. At most 13 digits, 3 of them after the point. */
  item_customs_value?: number | string | null;
  /** Number by which its manufacturer knows the product. At most 40 characters. */
  item_manufacturer_code?: string | null;
  /** Global Trade Item Number, which is on the barcode: 8, 12, 13 or 14 digits. At most 40 characters. */
  item_gtin?: string | null;
  /** UN number of dangerous goods, such as UN3481. 4 digits, with or without UN before them. */
  item_un_number?: string | null;
  /** Class or division of dangerous goods. Letter case does not matter. */
  item_hazard_class?: "1.1" | "1.2" | "1.3" | "1.4" | "1.4S" | "1.5" | "1.6" | "2.1" | "2.2" | "2.3" | "3" | "4.1" | "4.2" | "4.3" | "5.1" | "5.2" | "6.1" | "6.2" | "7" | "8" | "9" | (string & {}) | null;
  /** Packing instruction of dangerous goods, such as PI967 Section II. At most 40 characters. */
  item_packing_instruction?: string | null;
  /** Net quantity of dangerous goods in all pieces, with its unit, such as 0.5 kg. At most 40 characters. */
  item_hazard_quantity?: string | null;
}

export interface TaxID {
  /** Whose tax id it is. Letter case does not matter. */
  party: "shipper" | "consignee" | (string & {});
  /** Kind of the tax id. Letter case does not matter. */
  type: "ABN" | "ARN" | "BRN" | "CNPJ" | "CPF" | "CUIT" | "EIN" | "EORI" | "GST" | "IOSS" | "LOCALTAXID" | "NIK" | "NPWP" | "PAN" | "PASSPORT" | "PCCC" | "RESIDENT_ID" | "RFC" | "RUT" | "TIN" | "UEN" | "VAT" | "VOEC" | "OTHER" | (string & {});
  /** Country that issued it. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  country?: string | null;
  /** The tax id itself. At most 64 characters. */
  number: string;
}

export interface TrackerQuery {
  secret_key?: SecretKey;
  /** Tracking numbers, each as text or as an object that has it. */
  tracking_nos: Array<NumberElement>;
  /** Also those of the newest orders with the same shipper_order_id; only of the account of the key. */
  get_related_updates?: boolean | null;
  /** One list for all numbers. */
  flatten_data?: boolean | null;
}

export interface TrackingUpdatesElement {
  tracking_no: TrackingNo;
  status: TrackerStatus;
  /** When it occurred. */
  updated_on: Timestamp;
  /** What happened, in words. */
  description: string;
  /** English name of the country. Empty if it is not known. */
  country: string;
  /** The location in the country, for example a city or a depot. Empty if it is not known. */
  address: string;
}

export interface RelatedUpdatesElement {
  /** As it was sent, in upper case. */
  tracking_no: string;
  status_updates: TrackingUpdates;
}

export interface NumberElement3 {
  tracking_no: string | number;
}

export interface EndpointTestRequest {
  secret_key?: SecretKey;
  /** Send an example of this type. Default endpoint.test. Letter case does not matter. */
  event?: "order.created" | "order.updated" | "order.held" | "order.released" | "order.label_ready" | "order.submission_failed" | "order.tracking_updated" | "order.cancelled" | "order.delivered" | "import.finished" | "endpoint.disabled" | (string & {}) | null;
}

export interface HoldRequest {
  secret_key?: SecretKey;
  /** Tracking numbers, each as text or as an object that has it. */
  tracking_nos: Array<NumberElement>;
  /** Why they are held. At most 500 characters. */
  reason: string;
  /** Whether nothing is changed, and the response says what would come of it. Default false. */
  dry_run?: boolean | null;
}

export interface ReleaseRequest {
  secret_key?: SecretKey;
  /** Tracking numbers, each as text or as an object that has it. */
  tracking_nos: Array<NumberElement>;
  /** Why they are released: orders that the rule sanctions holds need it. At most 500 characters. */
  reason?: string | null;
  /** Whether nothing is changed, and the response says what would come of it. Default false. */
  dry_run?: boolean | null;
}

/** The problems of a request to hold or release orders. */
export interface HoldProblems {
  tracking_nos?: NumbersProblems;
  reason?: Messages;
  dry_run?: Messages;
  non_field_errors?: Messages;
}

export interface HoldResponseOrdersElement {
  /** As it was sent. */
  tracking_no: string;
  /** `unchanged`: the order is held for this reason, or is not held. New values may be added: show an unknown one as it is. */
  result: "held" | "released" | "unchanged" | "refused" | "not_found" | (string & {});
  code?: ErrorCode;
  args?: ErrorArgs;
  message: string;
}

export interface HoldResponse {
  orders: Array<HoldResponseOrdersElement>;
}

export interface OrderHold {
  reason: string;
  /** The rule that held the order when it was created. Null if a person holds it. */
  rule_id: string | null;
  held_on: Timestamp;
  /** New values may be added: show an unknown one as it is. */
  actor_kind: "rule" | "user" | "key" | "command" | "server" | (string & {});
  /** The id of the rule or the key, the e-mail address of the user, or who ran the command. */
  actor: string;
}

export interface CancelRequest {
  secret_key?: SecretKey;
  /** Tracking numbers, each as text or as an object that has it. */
  tracking_nos: Array<NumberElement>;
  /** Whether nothing is changed, and the response says what would come of it. Default false. */
  dry_run?: boolean | null;
}

export interface NumbersRequest {
  secret_key?: SecretKey;
  /** Tracking numbers, each as text or as an object that has it. */
  tracking_nos: Array<NumberElement>;
}

export interface CancelResponseOrdersElement {
  /** As it was sent. */
  tracking_no: string;
  /** New values may be added: show an unknown one as it is. */
  result: "cancelled" | "cancelling" | "refused" | "not_found" | (string & {});
  code?: ErrorCode;
  args?: ErrorArgs;
  message: string;
}

export interface CancelResponse {
  orders: Array<CancelResponseOrdersElement>;
}

export interface PrintedResponseOrdersElement {
  /** As it was sent. */
  tracking_no: string;
  /** New values may be added: show an unknown one as it is. */
  result: "printed" | "not_printed" | "not_found" | (string & {});
  code?: ErrorCode;
  args?: ErrorArgs;
  message: string;
}

export interface PrintedResponse {
  orders: Array<PrintedResponseOrdersElement>;
}

export interface RevokedAddresses {
  tracking_no: TrackingNo;
  /** The new address of the label; null while there is no label. */
  order_label_url: string | null;
}

/** A record with its items, all other fields of the request, and its history. */
export interface OrderDetail {
  order_id: number;
  /** 0 on a return if its lane has no service. */
  service_id: number;
  tracking_no: TrackingNo;
  /** Id of the account. */
  agent_id: number;
  /** Id of the secret key that created the order. */
  agent_application_id: number;
  /** The partner's house air waybill number. */
  hawb_no: string | null;
  shipper_sub_account_id: string;
  shipper_order_id: string;
  store_id: string | null;
  consignee_name: string;
  consignee_number: string;
  /** Name of the country. */
  consignee_country: string;
  consignee_address: string;
  consignee_postal: PostalCode;
  consignee_state: string;
  consignee_city: string | null;
  consignee_province: string | null;
  consignee_email: string;
  /** In cm. */
  order_length: number;
  /** In cm. */
  order_width: number;
  /** In cm. */
  order_height: number;
  /** In kg. */
  order_weight: number;
  pickup_contact_name: string;
  pickup_contact_number: string;
  /** Name of the country. */
  pickup_country: string;
  pickup_address: string;
  pickup_postal: string;
  pickup_state: string;
  pickup_city: string | null;
  pickup_province: string | null;
  /** Empty on a return. New values may be added: show an unknown one as it is. */
  payment_type: "cod" | "prepaid" | "" | (string & {});
  delivery_note: string;
  cod_amt_to_collect: number;
  /** Null until there is a label. */
  order_label_url: string | null;
  status_code: StatusCode;
  tracker_status_code: TrackerStatus;
  /** The tracking status in words. */
  tracker_main_text: string;
  upload_batch_no: UploadBatchNo;
  created_on: Timestamp;
  updated_on: Timestamp;
  items: Array<DetailItem>;
  /** Who pays the duties. New values may be added: show an unknown one as it is. */
  incoterm: "DDP" | "DDU" | "DAP" | "EXW" | "FCA" | "CPT" | "CIP" | "DPU" | "" | (string & {});
  /** Kind of the consignee's identification, such as LOCALTAXID. */
  identification_document_name: string;
  /** Identification number of the consignee. */
  consignee_identifcation_number: string;
  /** E-mail address of the pickup contact. Only a return has it. */
  pickup_contact_email: string;
  /** Company of the consignee. Documents have it above the name. */
  consignee_company: string;
  /** Company of the sender. Documents have it above the name of the pickup contact. */
  shipper_company: string;
  /** Name of the consignee in Latin letters, which documents have beside the name. */
  consignee_name_latin: string;
  /** Address of the consignee with its city in Latin letters, which documents have beside the address. */
  consignee_address_latin: string;
  /** Day of the pickup. YYYY-MM-DD, or empty. */
  pickup_date: string;
  /** Notes for the pickup. */
  pickup_notes: string;
  /** How the return starts. Only a return has it. New values may be added: show an unknown one as it is. */
  service_type: "PICKUP" | "DROPOFF" | "" | (string & {});
  /** Tracking number of the forward order, which comes back. The response repeats it. If it is an order of the account, it fills the fields that the return leaves out. Only a return has it. */
  forward_tracking_no: string;
  /** Why the goods leave the country. New values may be added: show an unknown one as it is. */
  export_reason: "sale" | "gift" | "sample" | "documents" | "return" | "repair" | "warranty" | "personal_effects" | "intercompany" | "exhibition" | "humanitarian" | "other" | "" | (string & {});
  /** Number of the shipper's invoice. */
  invoice_no: string;
  /** Date of the shipper's invoice. YYYY-MM-DD, or empty. */
  invoice_date: string;
  /** Cost of the freight, in amount_currency. 0 if it was not sent. */
  freight_amount: number;
  /** Cost of the insurance, in amount_currency. 0 if it was not sent. */
  insurance_amount: number;
  /** Cost of the packing, in amount_currency. 0 if it was not sent. */
  packing_amount: number;
  /** Cost of the handling, in amount_currency. 0 if it was not sent. */
  handling_amount: number;
  /** Other charges, in amount_currency. 0 if it was not sent. */
  other_amount: number;
  /** Discount on the goods and charges, in amount_currency. 0 if it was not sent. */
  discount_amount: number;
  /** ISO 4217 code of the currency of the charges and the discount. Required with one of them. */
  amount_currency: string;
  /** Why the goods leave the country, in words, above all if export_reason is other. */
  export_reason_text: string;
  /** Whether the goods stay abroad. New values may be added: show an unknown one as it is. */
  export_type: "permanent" | "temporary" | "" | (string & {});
  /** Who pays duties and taxes to the carrier. New values may be added: show an unknown one as it is. */
  duties_paid_by: "shipper" | "consignee" | "importer" | "" | (string & {});
  /** What happens to the parcel if it cannot be delivered. New values may be added: show an unknown one as it is. */
  non_delivery_option: "return" | "abandon" | "" | (string & {});
  /** Number by which customs know the shipper, beside its tax ids. */
  exporter_reference: string;
  /** Number by which customs know the importer, beside the tax ids of the consignee. */
  importer_reference: string;
  /** Number of the export or import licence. */
  licence_no: string;
  /** Number of the certificate, such as of origin or health. */
  certificate_no: string;
  /** Internal Transaction Number of the export filing in the United States, such as X20260315123456. */
  export_itn: string;
  /** Exemption from that filing, such as NOEEI 30.37(a). */
  export_exemption: string;
  /** Movement Reference Number of the export declaration in the European Union. */
  export_mrn: string;
  /** Number of the prior notice of food to the FDA of the United States. */
  prior_notice_no: string;
  /** Who signs the customs declaration. */
  signer_name: string;
  /** Where it is signed. */
  signer_place: string;
  /** Date of the signature. YYYY-MM-DD, or empty. */
  signed_on: string;
  /** Name of the importer of record, if it is not the consignee. */
  importer_name: string;
  /** Phone number of the importer of record, if it is not the consignee. */
  importer_number: string;
  /** Country of the importer of record, if it is not the consignee. */
  importer_country: string;
  /** Street address of the importer of record, if it is not the consignee. */
  importer_address: string;
  /** Postal code of the importer of record, if it is not the consignee. */
  importer_postal: string;
  /** State of the importer of record, if it is not the consignee. */
  importer_state: string;
  /** City of the importer of record, if it is not the consignee. */
  importer_city: string;
  /** Province of the importer of record, if it is not the consignee. */
  importer_province: string;
  /** E-mail address of the importer of record, if it is not the consignee. */
  importer_email: string;
  /** Name of the buyer, if it is not the consignee. */
  sold_to_name: string;
  /** Phone number of the buyer, if it is not the consignee. */
  sold_to_number: string;
  /** Country of the buyer, if it is not the consignee. */
  sold_to_country: string;
  /** Street address of the buyer, if it is not the consignee. */
  sold_to_address: string;
  /** Postal code of the buyer, if it is not the consignee. */
  sold_to_postal: string;
  /** State of the buyer, if it is not the consignee. */
  sold_to_state: string;
  /** City of the buyer, if it is not the consignee. */
  sold_to_city: string;
  /** Province of the buyer, if it is not the consignee. */
  sold_to_province: string;
  /** E-mail address of the buyer, if it is not the consignee. */
  sold_to_email: string;
  /** Tax ids of the shipper and the consignee, beside consignee_identifcation_number. */
  tax_ids: Array<ShownTaxID>;
  /** Texts of the shipper's own, by key. They are never printed. */
  metadata: { [key: string]: string };
  is_return: boolean;
  /** On a return: the id of the account's order that comes back. Null if there is none. */
  forward_order_id: number | null;
  /** The number of the cancelled order that this one replaces. Null if there is none. */
  replaces: string | null;
  /** The number of the order that replaces this one, which is cancelled. Null if there is none. */
  replaced_by: string | null;
  /** The returns of this order, newest first, at most 50. */
  returns: Array<OrderReturn>;
  /** The tracking updates of the parcel, newest first. */
  tracking: Array<OrderUpdate>;
  /** The submissions to its partner. Empty if the order is fulfilled in house. */
  submissions: Array<LedgerEntry>;
  documents: Array<OrderDocument>;
  /** In kg, as a hub measured it last. */
  measured_weight: number | null;
  /** In cm. */
  measured_length: number | null;
  /** In cm. */
  measured_width: number | null;
  /** In cm. */
  measured_height: number | null;
  measured_on: NullableTimestamp;
  /** Why the order is held: it is not submitted to its partner and not handed over until it is released. Null if it is not held. */
  hold: OrderHold | null;
  /** The order was changed, and its label was not printed since: earlier prints are wrong. */
  label_stale: boolean;
  /** Changes of the order, newest first, at most 100. The field `hold` is the reason of a hold. */
  changes: Array<OrderChange>;
  /** Notes of people and keys of the account, newest first. */
  notes: Array<OrderNote>;
  /** Sorted. */
  tags: Tags;
  /** What the rules in force warn of, as of the day on which the order was created, and the facts for customs for which it waits now. */
  warnings: OrderWarnings;
}

/** What a person or a key of the account wrote about an order. */
export interface OrderNote {
  note_id: number;
  written_on: Timestamp;
  /** New values may be added: show an unknown one as it is. */
  actor_kind: "user" | "key" | "command" | "server" | (string & {});
  /** The e-mail address of the user, the id of the key, or who ran the command. */
  actor: string;
  text: string;
}

export interface PrintAnswerRequest {
  secret_key?: SecretKey;
  /** Names the job. The same key again queues nothing more. At most 100 characters. */
  request_key: string;
  /** `printed`: the label came out. `failed`: it did not. `withdrawn`: no agent is to print it. Letter case does not matter. */
  answer: "printed" | "failed" | "withdrawn" | (string & {});
}

export interface PrintAnswerProblems {
  request_key?: Messages;
  answer?: Messages;
  non_field_errors?: Messages;
}

export interface PackRequest {
  secret_key?: SecretKey;
  /** Tracking number, partner's number or reference (`shipper_order_id`) of the order, as it is typed or scanned. At most 100 characters. */
  code: string;
  /** Names the scan, so that one that is sent again has the same result. At most 100 characters. */
  scan?: string | null;
  /** Which order is meant if several have the code: one of the `candidates` of the response 409. */
  order_id?: number | string | null;
  /** Whether the parcel is packed, default true. If not, it is put on the station of the caller, in the place of another. */
  packed?: boolean | null;
  /** Weight on the scale, in kg. The weight of the order stays. At most 10 digits, 3 of them after the point. */
  weight?: number | string | null;
  ticked?: Array<number> | null;
}

export interface PackProblems {
  code?: Messages;
  scan?: Messages;
  order_id?: Messages;
  packed?: Messages;
  weight?: Messages;
  non_field_errors?: Messages;
  ticked?: Messages;
}

/** What came of packing a parcel. */
export interface PackResult {
  /** `unchanged`: the parcel was packed before. `refused`: see `code`. New values may be added: show an unknown one as it is. */
  result: "packed" | "on_station" | "unchanged" | "refused" | (string & {});
  /** Why it is not packed, or that it is. */
  code: string;
  /** `reason` of a hold, or `by` whom it was packed. */
  args: { [key: string]: string };
  /** The code in words, in the language of Accept-Language. */
  message: string;
  /** Null if no order has the code. */
  tracking_no: string | null;
  packed_on: NullableTimestamp;
  /** E-mail address of a user, or id of a key; null: the caller. */
  packed_by: string | null;
}

export interface HandoverOpenRequest {
  secret_key?: SecretKey;
  /** Service of the parcels. */
  service_id: number | string;
  /** Where the parcels are handed over. At most 100 characters. */
  place: string;
}

export interface HandoverOpenProblems {
  service_id?: Messages;
  place?: Messages;
  non_field_errors?: Messages;
}

export interface HandoverParcelRequest {
  secret_key?: SecretKey;
  /** Tracking number, partner's number or reference (`shipper_order_id`) of the order, as it is typed or scanned. At most 100 characters. */
  code: string;
  /** Names the scan, so that one that is sent again has the same result. At most 100 characters. */
  scan?: string | null;
  /** Which order is meant if several have the code: one of the `candidates` of the response 409. */
  order_id?: number | string | null;
}

export interface HandoverParcelProblems {
  code?: Messages;
  scan?: Messages;
  order_id?: Messages;
  non_field_errors?: Messages;
}

export interface HandoverCloseRequest {
  secret_key?: SecretKey;
  /** Name of who hands the parcels over. At most 100 characters. */
  given_by: string;
  /** Name of the driver. At most 100 characters. */
  taken_by: string;
  /** Signature of the driver: straight lines as in the path of an SVG of 600 by 200, such as M10 20L300 150. Default: on paper. At most 20000 characters. */
  signature?: string | null;
  /** How many parcels people have counted. The list is closed only if it has as many. */
  parcels: number | string;
}

export interface HandoverCloseProblems {
  given_by?: Messages;
  taken_by?: Messages;
  signature?: Messages;
  parcels?: Messages;
  non_field_errors?: Messages;
}

export interface HandoverReopenRequest {
  secret_key?: SecretKey;
  /** Why it is opened again. At most 100 characters. */
  reason: string;
}

export interface HandoverReopenProblems {
  reason?: Messages;
  non_field_errors?: Messages;
}

/** A submission or a cancellation of an order of any account. */
export interface OperatorEntry {
  /** New values may be added: show an unknown one as it is. */
  kind: "submission" | "cancellation" | "label" | (string & {});
  partner: string;
  /** New values may be added: show an unknown one as it is. */
  state: "pending" | "submitted" | "unknown" | "confirmed" | "failed" | "held" | "cancelled" | "waiting" | "refused" | "due" | "stored" | (string & {});
  attempts: number;
  /** Empty while there was no error. `accepted` is no error either, `temporary` and `unavailable` are tried again, `unknown` asks the partner first, `refused` needs a correction, `missing_customs` waits for facts for customs, `operator` is a decision of the operator. Of labels, `not_ready` is tried again, `bad_file` is a file that cannot be taken, and `not_submitted` says that the partner does not know the order. New values may be added: show an unknown one as it is. */
  error_class: "" | "accepted" | "not_ready" | "not_submitted" | "temporary" | "unavailable" | "unknown" | "refused" | "bad_file" | "operator" | "missing_customs" | (string & {});
  /** Message of the last attempt. */
  message: string;
  created_on: Timestamp;
  updated_on: Timestamp;
  tracking_no: string;
  order_id: number;
  account_id: number;
  /** The partner gets it with each attempt. */
  idempotency_key: string;
  /** When it is tried again. While it is tried, when that attempt ends at the latest. */
  due_on: NullableTimestamp;
  /** Number of the partner. */
  hawb_no: string | null;
}

export interface OperatorEntryPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<OperatorEntry>;
}

export interface ViewedEntry {
  /** New values may be added: show an unknown one as it is. */
  kind: "submission" | "cancellation" | "label" | (string & {});
  partner: string;
  /** New values may be added: show an unknown one as it is. */
  state: "pending" | "submitted" | "unknown" | "confirmed" | "failed" | "held" | "cancelled" | "waiting" | "refused" | "due" | "stored" | (string & {});
  attempts: number;
  /** Empty while there was no error. `accepted` is no error either, `temporary` and `unavailable` are tried again, `unknown` asks the partner first, `refused` needs a correction, `missing_customs` waits for facts for customs, `operator` is a decision of the operator. Of labels, `not_ready` is tried again, `bad_file` is a file that cannot be taken, and `not_submitted` says that the partner does not know the order. New values may be added: show an unknown one as it is. */
  error_class: "" | "accepted" | "not_ready" | "not_submitted" | "temporary" | "unavailable" | "unknown" | "refused" | "bad_file" | "operator" | "missing_customs" | (string & {});
  /** Message of the last attempt. */
  message: string;
  created_on: Timestamp;
  updated_on: Timestamp;
  tracking_no: string;
  order_id: number;
  account_id: number;
  /** The partner gets it with each attempt. */
  idempotency_key: string;
  /** When it is tried again. While it is tried, when that attempt ends at the latest. */
  due_on: NullableTimestamp;
  /** Number of the partner. */
  hawb_no: string | null;
  history: Array<Attempt>;
}

/** A call of a partner, or a decision. */
export interface Attempt {
  /** 0 is a decision, or a report of the partner. */
  attempt: number;
  /** New values may be added: show an unknown one as it is. */
  kind: "submit" | "find" | "cancel" | "label" | "retry" | "resolve" | "report" | (string & {});
  started_on: Timestamp;
  /** Null if the call has not ended, or its process died. */
  ended_on: NullableTimestamp;
  /** What the response meant, in one word. */
  outcome: string;
  /** Of the partner or the operator. */
  message: string;
  /** What was sent, without secrets and personal data, cut to a few KiB. */
  request: string;
  /** What came back, likewise. */
  response: string;
}

export interface LedgerProblems {
  state?: Messages;
  partner?: Messages;
  account_id?: Messages;
  created_before?: Messages;
  created_to?: Messages;
  label_missing?: Messages;
}

export interface RetryRequest {
  secret_key?: SecretKey;
  /** Why, for the history and the audit log. At most 255 characters. */
  note?: string | null;
}

export interface RetryProblems {
  note?: Messages;
  non_field_errors?: Messages;
}

export interface ResolveRequest {
  secret_key?: SecretKey;
  /** `confirmed`: the partner has the order. `failed`: it does not have it, and will not take it. Letter case does not matter. */
  state: "confirmed" | "failed" | (string & {});
  /** Number that the partner gave the order. Only if confirmed. At most 64 characters. */
  hawb_no?: string | null;
  /** Whether the partner draws the label. Only if confirmed. */
  partner_label?: boolean | null;
  /** For the shipper. Required if failed. At most 255 characters. */
  message?: string | null;
  /** Why, for the history and the audit log. At most 255 characters. */
  note?: string | null;
}

export interface ResolveProblems {
  state?: Messages;
  hawb_no?: Messages;
  partner_label?: Messages;
  message?: Messages;
  note?: Messages;
  non_field_errors?: Messages;
}

/** An account as operators see it. */
export interface OperatorAccount {
  account_id: number;
  name: string;
  /** Its tracking numbers start with it. */
  tracking_prefix: string;
  /** Requests a second for each of its keys; 0 is the server's default. */
  rate_limit: number;
  /** Requests at once; 0 is the server's default. */
  rate_burst: number;
  /** Whether it is the account that a development environment starts with. */
  demo: boolean;
  /** 0 is never. */
  erase_after_days: number;
  /** 0 is never. */
  delete_after_days: number;
  operator: boolean;
  /** Null if its keys are served. */
  suspended_on: NullableTimestamp;
  created_on: Timestamp;
}

export interface OperatorAccountPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<OperatorAccount>;
}

export interface OperatorAccountFilterProblems {
  search?: Messages;
  suspended?: Messages;
}

export interface OperatorAccountRequest {
  secret_key?: SecretKey;
  /** No two accounts have the same. At most 100 characters. */
  name: string;
  /** Requests a second for each of its keys; 0 is the server's default. */
  rate_limit?: number | string | null;
  /** Requests at once; 0, and a new rate limit without it, are twice the rate limit. */
  rate_burst?: number | string | null;
  /** So many days after their last change, erase the personal data of orders that have ended; 0 is never. */
  erase_after_days?: number | string | null;
  /** So many days after their last change, delete orders that have ended; 0 is never. */
  delete_after_days?: number | string | null;
  /** Whether its keys may work on the orders of all accounts, and administer the service, as their scopes say. To give this right needs a key with the scope users. */
  operator?: boolean | null;
  /** 2 to 4 capital letters that its tracking numbers start with, default WB. They cannot be changed. At most 4 characters. */
  tracking_prefix?: string | null;
}

export interface OperatorAccountProblems {
  name?: Messages;
  rate_limit?: Messages;
  rate_burst?: Messages;
  erase_after_days?: Messages;
  delete_after_days?: Messages;
  operator?: Messages;
  tracking_prefix?: Messages;
  non_field_errors?: Messages;
}

export interface OperatorAccountChange {
  secret_key?: SecretKey;
  /** No two accounts have the same. At most 100 characters. */
  name?: string | null;
  /** Requests a second for each of its keys; 0 is the server's default. */
  rate_limit?: number | string | null;
  /** Requests at once; 0, and a new rate limit without it, are twice the rate limit. */
  rate_burst?: number | string | null;
  /** So many days after their last change, erase the personal data of orders that have ended; 0 is never. */
  erase_after_days?: number | string | null;
  /** So many days after their last change, delete orders that have ended; 0 is never. */
  delete_after_days?: number | string | null;
  /** Whether its keys may work on the orders of all accounts, and administer the service, as their scopes say. To give this right needs a key with the scope users. */
  operator?: boolean | null;
}

export interface OperatorAccountChangeProblems {
  name?: Messages;
  rate_limit?: Messages;
  rate_burst?: Messages;
  erase_after_days?: Messages;
  delete_after_days?: Messages;
  operator?: Messages;
  non_field_errors?: Messages;
}

/** A partner that is reached through an adapter. */
export interface Partner {
  /** As services name it. */
  name: string;
  /** URL of its adapter. */
  base_url: string;
  /** Calls at once, at most. */
  concurrency: number;
  /** What one call may take, such as 10s or 1m30s. */
  timeout: string;
  /** Whether the adapter may have an address in a private network, and no TLS. */
  private_network: boolean;
  /** Whether it is not called, and what it sends is refused. */
  disabled: boolean;
  created_on: Timestamp;
  /** Until then the secret before the last change is valid, too. */
  old_secret_until: NullableTimestamp;
}

export interface ViewedPartnerQueue {
  /** Submissions that have not ended. */
  waiting: number;
  /** When the oldest of them was, or is, due. */
  oldest_due_on: NullableTimestamp;
  /** Labels that it has not given, and is not asked for any more. */
  failed_labels: number;
}

/** A partner with its open work. */
export interface ViewedPartner {
  /** As services name it. */
  name: string;
  /** URL of its adapter. */
  base_url: string;
  /** Calls at once, at most. */
  concurrency: number;
  /** What one call may take, such as 10s or 1m30s. */
  timeout: string;
  /** Whether the adapter may have an address in a private network, and no TLS. */
  private_network: boolean;
  /** Whether it is not called, and what it sends is refused. */
  disabled: boolean;
  created_on: Timestamp;
  /** Until then the secret before the last change is valid, too. */
  old_secret_until: NullableTimestamp;
  queue: ViewedPartnerQueue;
}

export interface ViewedPartnerList {
  results: Array<ViewedPartner>;
}

/** A partner with its secret. */
export interface NewPartner {
  /** As services name it. */
  name: string;
  /** URL of its adapter. */
  base_url: string;
  /** Calls at once, at most. */
  concurrency: number;
  /** What one call may take, such as 10s or 1m30s. */
  timeout: string;
  /** Whether the adapter may have an address in a private network, and no TLS. */
  private_network: boolean;
  /** Whether it is not called, and what it sends is refused. */
  disabled: boolean;
  created_on: Timestamp;
  /** Until then the secret before the last change is valid, too. */
  old_secret_until: NullableTimestamp;
  /** In a repetition by the Idempotency-Key, in place of `secret`. */
  message?: string;
  /** With which its adapter and Waybill sign. It is not shown again. */
  secret?: string;
}

export interface PartnerRequest {
  secret_key?: SecretKey;
  /** As services name it: a small letter, then up to 31 small letters, digits and -. At most 255 characters. */
  name: string;
  /** URL of its adapter. At most 1000 characters. */
  base_url: string;
  /** Calls at once, at most. Default 8. */
  concurrency?: number | string | null;
  /** What one call may take, from 100ms to 5m. Default 10s. At most 30 characters. */
  timeout?: string | null;
  /** Whether the adapter may have an address in a private network, and no TLS. To allow it, and to change the URL then, needs a key with the scope users. */
  private_network?: boolean | null;
}

export interface PartnerChangeRequest {
  secret_key?: SecretKey;
  /** URL of its adapter. At most 1000 characters. */
  base_url?: string | null;
  /** Calls at once, at most. Default 8. */
  concurrency?: number | string | null;
  /** What one call may take, from 100ms to 5m. Default 10s. At most 30 characters. */
  timeout?: string | null;
  /** Whether the adapter may have an address in a private network, and no TLS. To allow it, and to change the URL then, needs a key with the scope users. */
  private_network?: boolean | null;
}

export interface PartnerProblems {
  name?: Messages;
  base_url?: Messages;
  concurrency?: Messages;
  timeout?: Messages;
  private_network?: Messages;
  non_field_errors?: Messages;
}

export interface PartnerRotateRequest {
  secret_key?: SecretKey;
  /** For how long the old secret is valid, too, at most 720h. Default 24h; 0s if it was stolen. At most 30 characters. */
  overlap?: string | null;
}

export interface PartnerRotateProblems {
  overlap?: Messages;
  non_field_errors?: Messages;
}

/** A service as operators see it. */
export interface OperatorService {
  /** The `service_id` of an order. */
  service_id: number;
  /** Printed on the label. */
  name: string;
  /** Country of the pickup. Null is any country. */
  origin: string | null;
  /** Country of the consignee. Null is any country. */
  destination: string | null;
  /** How a parcel starts its journey. New values may be added: show an unknown one as it is. */
  category: "pickup" | "drop-off" | (string & {});
  /** Whether the service offers cash on delivery. */
  cod: boolean;
  /** What happens to an order that lacks a fact for customs without which the partner of the service takes no order. `wait`: it is created, and submitted when an edit or a setting states the fact. `refuse`: it is refused under the field. New values may be added: show an unknown one as it is. */
  missing_customs: "wait" | "refuse" | (string & {});
  /** Which customs forms its orders have. `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone. New values may be added: show an unknown one as it is. */
  customs_forms: "post" | "invoice" | (string & {});
  /** Who fulfils its orders. Null is in house. */
  partner: string | null;
  /** Whether a parcel may leave with Waybill's own label if the partner gives none for 5 minutes. */
  own_label: boolean;
  /** Whether it takes no new orders. */
  disabled: boolean;
}

export interface OperatorServiceList {
  results: Array<OperatorService>;
}

export interface ServiceRequest {
  secret_key?: SecretKey;
  /** Printed on the label. At most 100 characters. */
  name: string;
  /** Country of the pickup. Null is any country. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  origin?: string | null;
  /** Country of the consignee. Null is any country. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  destination?: string | null;
  /** How a parcel starts its journey, default `pickup`. Letter case does not matter. */
  category?: "pickup" | "drop-off" | (string & {}) | null;
  /** Whether it offers cash on delivery. */
  cod?: boolean | null;
  /** Partner that fulfils the orders of the service. Null is in house. Orders that exist keep their partner. At most 255 characters. */
  partner?: string | null;
  /** What happens to an order that lacks a fact for customs without which the partner takes no order, default `wait`. Letter case does not matter. */
  missing_customs?: "wait" | "refuse" | (string & {}) | null;
  /** Which customs forms its orders have, default `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone. Letter case does not matter. */
  customs_forms?: "post" | "invoice" | (string & {}) | null;
  /** Whether a parcel may leave with Waybill's own label if the partner gives none for 5 minutes. It gets the partner's label in a hub. */
  own_label?: boolean | null;
  /** The `service_id` of its orders, default the next free one. */
  service_id?: number | string | null;
}

export interface ServiceChangeRequest {
  secret_key?: SecretKey;
  /** Printed on the label. At most 100 characters. */
  name?: string | null;
  /** Partner that fulfils the orders of the service. Null is in house. Orders that exist keep their partner. At most 255 characters. */
  partner?: string | null;
  /** Whether it offers cash on delivery. */
  cod?: boolean | null;
  /** What happens to an order that lacks a fact for customs without which the partner takes no order, default `wait`. Letter case does not matter. */
  missing_customs?: "wait" | "refuse" | (string & {}) | null;
  /** Which customs forms its orders have, default `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone. Letter case does not matter. */
  customs_forms?: "post" | "invoice" | (string & {}) | null;
  /** Whether a parcel may leave with Waybill's own label if the partner gives none for 5 minutes. It gets the partner's label in a hub. */
  own_label?: boolean | null;
}

export interface ServiceProblems {
  name?: Messages;
  origin?: Messages;
  destination?: Messages;
  category?: Messages;
  cod?: Messages;
  partner?: Messages;
  missing_customs?: Messages;
  customs_forms?: Messages;
  own_label?: Messages;
  service_id?: Messages;
  non_field_errors?: Messages;
}

/** What a service sets for its labels. */
export interface ServiceLabels {
  /** Shown on labels as icons with words. */
  marks: Array<string>;
  /** Where parcels are sorted, by prefix. The longest prefix of a postal code counts. */
  routing: Array<Route>;
}

/** Where the parcels to some postal codes are sorted. */
export interface Route {
  /** Of postal codes, in capital letters without spaces and hyphens. Empty is every other code. */
  prefix: string;
  hub: string;
  sort_code: string;
}

export interface ServiceLabelsRequestRouting1Element {
  /** First letters and digits of postal codes; "" is every other code. At most 12 characters. */
  prefix?: string | null;
  /** Where the parcels are sorted. At most 16 characters. */
  hub?: string | null;
  /** Printed in large letters. A route has a hub or a sort code, or both. At most 16 characters. */
  sort_code?: string | null;
}

export interface ServiceLabelsRequest {
  secret_key?: SecretKey;
  marks?: Array<"signature" | "battery" | "fragile" | (string & {})> | null;
  routing?: Array<ServiceLabelsRequestRouting1Element> | null;
}

/** The problems of a change of the labels of a service: of the routes one element for each, empty for a valid one. */
export interface ServiceLabelsProblems {
  marks?: Messages;
  routing?: Messages | NonFieldErrors | Array<RouteProblems>;
}

export interface RouteProblems {
  prefix?: Messages;
  hub?: Messages;
  sort_code?: Messages;
  non_field_errors?: Messages;
}

/** What a service states for customs, for orders that do not say it, and whose account does not. Null is not stated. */
export interface ServiceCustoms {
  /** What is in the parcels whose orders have no export_reason. New values may be added: show an unknown one as it is. */
  contents_type: "merchandise" | "gift" | "sample" | "documents" | "returned_goods" | "other" | (string & {}) | null;
  /** What it is, if contents_type is other. */
  contents_explanation: string | null;
  /** none: the import of the goods is not restricted. EasyPost's library cannot send what another type needs. New values may be added: show an unknown one as it is. */
  restriction_type: "none" | (string & {}) | null;
  /** What happens to a parcel that cannot be delivered. New values may be added: show an unknown one as it is. */
  non_delivery_option: "return" | "abandon" | (string & {}) | null;
  /** Country where items without item_origin_country were made, by its code. */
  origin_country: string | null;
  /** Who signs the declaration. */
  customs_signer: string | null;
  /** Whether the signer certifies the declaration. New values may be added: show an unknown one as it is. */
  customs_certify: "yes" | "no" | (string & {}) | null;
  /** Exemption from the export filing of the United States, such as NOEEI 30.37(a). */
  export_exemption: string | null;
  /** Highest value of the goods of one tariff number for which the exemption holds, such as 2500 USD, or none. */
  export_exemption_limit: string | null;
  /** Where the declaration is signed. */
  customs_signer_place: string | null;
  /** Number by which customs know the shipper, of orders without exporter_reference. */
  exporter_reference: string | null;
  /** Who pays duties and taxes of orders without duties_paid_by. New values may be added: show an unknown one as it is. */
  duties_paid_by: "shipper" | "consignee" | "importer" | (string & {}) | null;
  /** Whether the goods stay abroad. New values may be added: show an unknown one as it is. */
  export_type: "permanent" | "temporary" | (string & {}) | null;
}

/** Facts to state, by the names that ServiceCustoms has. An empty text, or null, removes one. */
export interface ServiceCustomsRequest {
  secret_key?: SecretKey;
}

/** A person who uses the console. */
export interface OperatorUser {
  user_id: number;
  email: string;
  name: string;
  /** Role in all accounts. New values may be added: show an unknown one as it is. */
  operator_role: "hub" | "operator" | "operator-admin" | (string & {}) | null;
  accounts: Array<UserRole>;
  has_password: boolean;
  /** Whether the user is linked to an identity provider. */
  has_identity: boolean;
  passkeys: number;
  /** Null if the user may sign in. */
  disabled_on: NullableTimestamp;
  last_sign_in_on: NullableTimestamp;
  created_on: Timestamp;
}

export interface OperatorUserPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<OperatorUser>;
}

export interface NewOperatorUser {
  user_id: number;
  email: string;
  name: string;
  /** Role in all accounts. New values may be added: show an unknown one as it is. */
  operator_role: "hub" | "operator" | "operator-admin" | (string & {}) | null;
  accounts: Array<UserRole>;
  has_password: boolean;
  /** Whether the user is linked to an identity provider. */
  has_identity: boolean;
  passkeys: number;
  /** Null if the user may sign in. */
  disabled_on: NullableTimestamp;
  last_sign_in_on: NullableTimestamp;
  created_on: Timestamp;
  /** In a repetition by the Idempotency-Key, in place of `link`. */
  message?: string;
  /** Sets the password, once, within seven days. No other response has it. */
  link?: string;
}

/** A role in an account. */
export interface UserRole {
  account_id: number;
  /** New values may be added: show an unknown one as it is. */
  role: "viewer" | "editor" | "admin" | (string & {});
  /** Whether the user has not accepted: the role is not in force. */
  invited: boolean;
}

export interface OperatorUserRequest {
  secret_key?: SecretKey;
  /** Name of the person. At most 100 characters. */
  name: string;
  /** Role in all accounts: `operator` for their orders, `operator-admin` also for accounts, users and partners. Null is none. Letter case does not matter. */
  operator_role?: "hub" | "operator" | "operator-admin" | (string & {}) | null;
  /** No two users have the same. At most 254 characters. */
  email: string;
  /** The account that `role` is for. */
  account_id?: number | string | null;
  /** Role in the account. Letter case does not matter. */
  role?: "viewer" | "editor" | "admin" | (string & {}) | null;
}

export interface OperatorUserProblems {
  name?: Messages;
  operator_role?: Messages;
  email?: Messages;
  account_id?: Messages;
  role?: Messages;
  non_field_errors?: Messages;
}

export interface OperatorUserChange {
  secret_key?: SecretKey;
  /** Name of the person. At most 100 characters. */
  name?: string | null;
  /** Role in all accounts: `operator` for their orders, `operator-admin` also for accounts, users and partners. Null is none. Letter case does not matter. */
  operator_role?: "hub" | "operator" | "operator-admin" | (string & {}) | null;
}

export interface OperatorUserChangeProblems {
  name?: Messages;
  operator_role?: Messages;
  non_field_errors?: Messages;
}

export interface MemberRequest {
  secret_key?: SecretKey;
  /** Role in the account. Letter case does not matter. */
  role: "viewer" | "editor" | "admin" | (string & {});
}

export interface MemberProblems {
  role?: Messages;
  non_field_errors?: Messages;
}

export interface HandoverListTroubleElement {
  tracking_no: string;
  code: HandoverCode;
}

/** A list of parcels that a driver takes over. */
export interface HandoverList {
  number: string;
  /** Service of its parcels. */
  service_id: number;
  /** Where the parcels are handed over. */
  place: string;
  state: HandoverState;
  opened_on: Timestamp;
  /** E-mail address of a user, or id of a key. */
  opened_by: string;
  /** Why it was opened again. */
  reason: string | null;
  closed_on: NullableTimestamp;
  /** As `opened_by`. What is about its closing is of the last time if the list was opened again. */
  closed_by: string | null;
  /** Who handed the parcels over. */
  given_by: string | null;
  /** Name of the driver. */
  taken_by: string | null;
  /** How many parcels it has. Null for an open list among others. */
  parcels: number | null;
  /** Of its parcels, in kg. Null as `parcels`. */
  weight: number | null;
  /** Lines as in the path of an SVG of 600 by 200; null: the driver signed on paper, or not yet. This and what follows is not in a list of lists. */
  signature?: string | null;
  /** How many of its parcels became picked up because the list was closed. */
  picked_up?: number;
  /** How many parcels an open list may get, with those on it: orders of the service with a label that are not held and were not picked up. At most 10000 are counted. */
  expected?: number;
  /** Parcels of an open list that cannot be handed over any more, at most 100. The list cannot be closed with them. */
  trouble?: Array<HandoverListTroubleElement>;
}

export interface HandoverPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<HandoverList>;
}

export interface HandoverParcel {
  tracking_no: string;
  /** In kg. */
  order_weight: number;
  scanned_on: Timestamp;
  /** E-mail address of a user, or id of a key. */
  scanned_by: string;
  /** Whether it became picked up because the list was closed. */
  picked_up: boolean;
}

export interface HandoverParcelPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<HandoverParcel>;
}

/** What came of a scan. */
export interface ScanResult {
  /** `unchanged`: the parcel is on the list by another scan. `refused`: see `code`. New values may be added: show an unknown one as it is. */
  result: "added" | "unchanged" | "refused" | (string & {});
  code: HandoverCode;
  /** `reason` of a hold, `service` of the order, number of the other `list`, number of its `run`. */
  args: { [key: string]: string };
  /** The code in words, in the language of Accept-Language. */
  message: string;
  /** Null if no order has the code. */
  tracking_no: string | null;
}

export interface RunStopsElementListsElement {
  number: string;
  service_id: number;
  state: HandoverState;
  parcels: number;
  weight: number;
  picked_up: number;
}

export interface RunStopsElement {
  account_id: number;
  place: string;
  /** The hand-over lists of the shipper, one for each service. */
  lists: Array<RunStopsElementListsElement>;
}

/** What a van takes from several shippers. */
export interface Run {
  run_id: number;
  number: string;
  van: string;
  driver: string;
  place: string;
  date: string;
  /** `counting`: it takes no scans, and its lists are counted. `signed`: its parcels become picked up. `carried`: all are. New values may be added: show an unknown one as it is. */
  state: "open" | "counting" | "counted" | "signed" | "carried" | (string & {});
  opened_on: Timestamp;
  /** E-mail address of a user, or id of a key. */
  opened_by: string;
  signed_on: NullableTimestamp;
  /** As `opened_by`. */
  signed_by: string | null;
  /** Who handed the parcels over. */
  given_by: string | null;
  /** Name of the driver who signed. */
  taken_by: string | null;
  /** How many parcels it has; once counted, the number that is signed. Null for one that is not counted among others. */
  parcels: number | null;
  /** Of its parcels, in kg. Null as `parcels`. */
  weight: number | null;
  /** As that of a hand-over list. This and what follows is not in a list of runs. */
  signature?: string | null;
  /** How many of its parcels became picked up because it was signed. */
  picked_up?: number;
  /** Its shippers, by account. */
  stops?: Array<RunStopsElement>;
}

export interface RunPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<Run>;
}

export interface RunRequestStops1Element {
  /** Account of the shipper. */
  account_id: number | string;
  /** Where its parcels are handed over. Default: the place of the run. At most 100 characters. */
  place?: string | null;
}

export interface RunRequest {
  secret_key?: SecretKey;
  /** The van, such as its registration. At most 100 characters. */
  van: string;
  /** Name of the driver. At most 100 characters. */
  driver: string;
  /** Where parcels are handed over, such as the depot. At most 100 characters. */
  place: string;
  /** Day of the run. YYYY-MM-DD. */
  date: string;
  stops?: Array<RunRequestStops1Element> | null;
}

/** The problems of a request for a run: one element for each stop, empty for a valid one. */
export interface RunProblems {
  stops?: Messages | NonFieldErrors | Array<Messages | RunStopProblems>;
  van?: Messages;
  driver?: Messages;
  place?: Messages;
  date?: Messages;
  non_field_errors?: Messages;
}

export interface RunStopProblems {
  account_id?: Messages;
  place?: Messages;
  non_field_errors?: Messages;
}

/** A bag in which parcels of all shippers fly. */
export interface Bag {
  bag_id: number;
  number: string;
  hub_id: number;
  to_hub_id: number | null;
  /** Null for parcels of all services. */
  service_id: number | null;
  seal: string | null;
  /** In kg, 0 if it was not weighed. */
  tare: number;
  /** As `tare`. */
  gross: number;
  /** `closing`: it takes no scans, and its parcels are counted. `loaded`: it is closed, and on a leg. New values may be added: show an unknown one as it is. */
  state: "open" | "closing" | "closed" | "loaded" | "received" | "emptied" | (string & {});
  /** How many parcels it has, or had when it was closed. */
  parcels: number;
  /** Of its parcels, in kg. */
  weight: number;
  consignment_id: number | null;
  /** Of the last change. */
  reason: string | null;
  opened_on: Timestamp;
  /** E-mail address of a user, or id of a key. */
  opened_by: string;
}

export interface BagPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<Bag>;
}

export interface BagRequest {
  secret_key?: SecretKey;
  /** The hub in which it is filled. */
  hub_id: number | string;
  /** Only parcels of this service. Default: of all. */
  service_id?: number | string | null;
  /** The hub to which it goes. Default: to none of the operator. */
  to_hub_id?: number | string | null;
  /** Number of its seal. At most 100 characters. */
  seal?: string | null;
  /** Weight of the empty bag, in kg. At most 10 digits, 3 of them after the point. */
  tare?: number | string | null;
}

export interface BagProblems {
  hub_id?: Messages;
  service_id?: Messages;
  to_hub_id?: Messages;
  seal?: Messages;
  tare?: Messages;
  non_field_errors?: Messages;
}

export interface BagChangeRequest {
  secret_key?: SecretKey;
  /** The hub to which it goes. Default: to none of the operator. */
  to_hub_id?: number | string | null;
  /** Number of its seal. At most 100 characters. */
  seal?: string | null;
  /** Weight of the empty bag, in kg. At most 10 digits, 3 of them after the point. */
  tare?: number | string | null;
  /** Weight of the full bag, in kg. At most 10 digits, 3 of them after the point. */
  gross?: number | string | null;
  /** Why. What has departed changes with a reason alone. At most 100 characters. */
  reason?: string | null;
}

export interface BagChangeProblems {
  to_hub_id?: Messages;
  seal?: Messages;
  tare?: Messages;
  gross?: Messages;
  reason?: Messages;
  non_field_errors?: Messages;
}

/** What came of a scan of a parcel into a bag. */
export interface BagScan {
  /** New values may be added: show an unknown one as it is. */
  result: "added" | "unchanged" | "refused" | (string & {});
  /** Why. */
  code: string;
  args: ErrorArgs;
  /** The code in words, in the language of Accept-Language. */
  message: string;
  tracking_no: string | null;
}

/** A parcel of a bag. */
export interface BagParcel {
  bag: string;
  account_id: number;
  tracking_no: string;
  /** Of the order when it was scanned, in kg. */
  weight: number;
  scanned_on: Timestamp;
  /** E-mail address of a user, or id of a key. */
  scanned_by: string;
  /** Of customs before loading. */
  answer: string | null;
  /** What customs decided: as in the result of a broker. */
  customs_status: string | null;
  /** When. */
  customs_on: Timestamp | null;
  /** `file`, or who reported it: `key`, or `user` by hand. */
  customs_source: string | null;
  /** Number of the customs entry. */
  entry_no: string | null;
  /** A decimal number, in `currency`. */
  duty: string | null;
  /** As `duty`. */
  tax: string | null;
  currency: string | null;
  /** Why the operator stops it. */
  stopped: string | null;
}

export interface BagParcelPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<BagParcel>;
}

export interface ConsignmentLegsElement {
  leg_no: number;
  flight: string;
  from: string;
  from_country: string;
  to: string;
  to_country: string;
  planned_departure: NullableTimestamp;
  planned_arrival: NullableTimestamp;
  departed_on: NullableTimestamp;
  arrived_on: NullableTimestamp;
  /** Of the last change. */
  reason: string | null;
  /** Parcels that departed although customs or the operator kept them. */
  acknowledged: Array<string>;
  bags: number;
  /** In bags that are closed. */
  parcels: number;
  /** Of these parcels, in kg. */
  weight: number;
}

/** Bags under one air waybill, or on one truck. */
export interface Consignment {
  consignment_id: number;
  number: string;
  destination: string;
  /** Master air waybill, 11 digits. */
  awb: string | null;
  truck: string | null;
  broker: string | null;
  /** As people have set it. New values may be added: show an unknown one as it is. */
  state: "planned" | "closed" | "filed" | "cleared" | "handed_over" | (string & {});
  /** The state, or that some or all of its bags have departed or arrived. New values may be added: show an unknown one as it is. */
  progress: "planned" | "closed" | "filed" | "cleared" | "partly_departed" | "departed" | "partly_arrived" | "arrived" | "handed_over" | (string & {});
  /** Of the last change. */
  reason: string | null;
  opened_on: Timestamp;
  /** E-mail address of a user, or id of a key. */
  opened_by: string;
  bags: number;
  /** In bags that are closed. */
  parcels: number;
  /** Of these parcels, in kg. */
  weight: number;
  legs: Array<ConsignmentLegsElement>;
}

export interface ConsignmentPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<Consignment>;
}

export interface ConsignmentMovedLeg {
  leg_no: number;
  flight: string;
  from: string;
  from_country: string;
  to: string;
  to_country: string;
  planned_departure: NullableTimestamp;
  planned_arrival: NullableTimestamp;
  departed_on: NullableTimestamp;
  arrived_on: NullableTimestamp;
  /** Of the last change. */
  reason: string | null;
  /** Parcels that departed although customs or the operator kept them. */
  acknowledged: Array<string>;
  bags: number;
  /** In bags that are closed. */
  parcels: number;
  /** Of these parcels, in kg. */
  weight: number;
}

export interface ConsignmentMovedBagsElement {
  number: string;
  parcels: number;
  /** Of its parcels, in kg. */
  weight: number;
}

/** A consignment whose leg has departed or arrived. */
export interface ConsignmentMoved {
  consignment_id: number;
  number: string;
  destination: string;
  /** Master air waybill, 11 digits. */
  awb: string | null;
  truck: string | null;
  broker: string | null;
  leg: ConsignmentMovedLeg;
  /** The bags on the leg. */
  bags: Array<ConsignmentMovedBagsElement>;
}

export interface ConsignmentRequest {
  secret_key?: SecretKey;
  /** Country to which it goes. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  destination: string;
  /** Master air waybill: 11 digits, blanks and hyphens are left out. No two consignments that are open, or younger than 12 months, have the same. At most 100 characters. */
  awb?: string | null;
  /** Reference of the truck, if it does not fly. At most 100 characters. */
  truck?: string | null;
  /** The customs broker. At most 100 characters. */
  broker?: string | null;
}

export interface ConsignmentProblems {
  destination?: Messages;
  awb?: Messages;
  truck?: Messages;
  broker?: Messages;
  non_field_errors?: Messages;
}

export interface ConsignmentChangeRequest {
  secret_key?: SecretKey;
  /** Country to which it goes. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  destination?: string;
  /** Master air waybill: 11 digits, blanks and hyphens are left out. No two consignments that are open, or younger than 12 months, have the same. At most 100 characters. */
  awb?: string | null;
  /** Reference of the truck, if it does not fly. At most 100 characters. */
  truck?: string | null;
  /** The customs broker. At most 100 characters. */
  broker?: string | null;
  /** `closed`: it gets no more bags. `filed`: with customs. `cleared`: to load. Letter case does not matter. */
  state?: "planned" | "closed" | "filed" | "cleared" | "handed_over" | (string & {});
  /** Why. What has departed changes with a reason alone. At most 100 characters. */
  reason?: string | null;
}

export interface ConsignmentChangeProblems {
  destination?: Messages;
  awb?: Messages;
  truck?: Messages;
  broker?: Messages;
  state?: Messages;
  reason?: Messages;
  non_field_errors?: Messages;
}

export interface LegRequest {
  secret_key?: SecretKey;
  /** Number of the flight, or the truck. At most 100 characters. */
  flight: string;
  /** Where it departs, such as the code of an airport. Consignees see it. At most 100 characters. */
  from: string;
  /** Country there. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  from_country: string;
  /** Where it arrives, such as the code of an airport. Consignees see it. At most 100 characters. */
  to: string;
  /** Country there. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  to_country: string;
  /** When it is to depart. UTC when no zone is given. */
  planned_departure?: string | null;
  /** When it is to arrive. UTC when no zone is given. */
  planned_arrival?: string | null;
}

export interface LegProblems {
  flight?: Messages;
  from?: Messages;
  from_country?: Messages;
  to?: Messages;
  to_country?: Messages;
  planned_departure?: Messages;
  planned_arrival?: Messages;
  non_field_errors?: Messages;
}

export interface LegChangeRequest {
  secret_key?: SecretKey;
  /** Number of the flight, or the truck. At most 100 characters. */
  flight?: string;
  /** Where it departs, such as the code of an airport. Consignees see it. At most 100 characters. */
  from?: string;
  /** Country there. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  from_country?: string;
  /** Where it arrives, such as the code of an airport. Consignees see it. At most 100 characters. */
  to?: string;
  /** Country there. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  to_country?: string;
  /** When it is to depart. UTC when no zone is given. */
  planned_departure?: string | null;
  /** When it is to arrive. UTC when no zone is given. */
  planned_arrival?: string | null;
  /** Why. What has departed changes with a reason alone. At most 100 characters. */
  reason?: string | null;
}

export interface LegChangeProblems {
  flight?: Messages;
  from?: Messages;
  from_country?: Messages;
  to?: Messages;
  to_country?: Messages;
  planned_departure?: Messages;
  planned_arrival?: Messages;
  reason?: Messages;
  non_field_errors?: Messages;
}

export interface LegMoveRequest {
  secret_key?: SecretKey;
  /** When. UTC when no zone is given. Default, and if it is later: now. */
  occurred_on?: string | null;
  /** Why it departs although it is not cleared, or with the parcels in `acknowledged`. At most 100 characters. */
  reason?: string | null;
  without?: Array<string> | null;
  acknowledged?: Array<string> | null;
}

export interface LegMoveProblems {
  occurred_on?: Messages;
  reason?: Messages;
  non_field_errors?: Messages;
  without?: Messages;
  acknowledged?: Messages;
}

export interface BagsRequest {
  secret_key?: SecretKey;
  /** The leg. Default: none. */
  leg_no?: number | string | null;
  /** Why. What has departed changes with a reason alone. At most 100 characters. */
  reason?: string | null;
  /** Their numbers. */
  bags?: Array<string>;
}

export interface BagsProblems {
  leg_no?: Messages;
  reason?: Messages;
  non_field_errors?: Messages;
  bags?: Messages;
}

/** What happened to a consignment. */
export interface ConsignmentEvent {
  event_no: number;
  leg_no: number | null;
  /** The status that parcels get. Null: they keep theirs. */
  tracker_status_code: string | null;
  text: string;
  country: string | null;
  place: string | null;
  occurred_on: Timestamp;
  recorded_on: Timestamp;
  /** E-mail address of a user, or id of a key. */
  recorded_by: string;
  reason: string | null;
  /** How many bags it is about. */
  bags: number;
  /** Whether all its parcels have it. */
  carried: boolean;
}

export interface ConsignmentEventPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<ConsignmentEvent>;
}

export interface ConsignmentEventRequest {
  secret_key?: SecretKey;
  /** What happened, in words. Consignees see it. At most 100 characters. */
  text: string;
  /** Only the parcels of the bags on this leg. Default: of all bags. */
  leg_no?: number | string | null;
  /** The status that parcels get. Default: theirs. Letter case does not matter. */
  status?: "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY" | "CROSS_BORDER_TRANSIT" | "DESTINATION_COUNTRY_CUSTOMS" | "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY" | "EXCEPTION" | (string & {}) | null;
  /** Where. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  country?: string | null;
  /** Where there. At most 100 characters. */
  place?: string | null;
  /** When. UTC when no zone is given. Default, and if it is later: now. */
  occurred_on?: string | null;
  /** Why, if it is recorded after the consignment was handed over. At most 100 characters. */
  reason?: string | null;
  bags?: Array<string> | null;
  parcels?: Array<string> | null;
  without?: Array<string> | null;
}

export interface ConsignmentEventProblems {
  text?: Messages;
  leg_no?: Messages;
  status?: Messages;
  country?: Messages;
  place?: Messages;
  occurred_on?: Messages;
  reason?: Messages;
  non_field_errors?: Messages;
  bags?: Messages;
  parcels?: Messages;
  without?: Messages;
}

export interface CustomsAnswersRequestAnswersElement {
  /** Tracking number, partner's number or reference of the parcel. At most 255 characters. */
  tracking_no: string;
  /** Before loading: `do_not_load` stops the parcel. `screening`: it is to be screened. `information`: data is missing. `assessed`: it may be loaded. The others are what customs decided then. Letter case does not matter. */
  answer: "do_not_load" | "screening" | "information" | "assessed" | "declared" | "taxes_due" | "held" | "inspected" | "released" | "seized" | "destroyed" | "abandoned" | (string & {});
  /** Why. At most 500 characters. */
  reason?: string | null;
  /** Number of the customs entry. At most 100 characters. */
  entry_no?: string | null;
  /** Customs duty. At most 12 digits, 3 of them after the point. */
  duty?: number | string | null;
  /** Tax on the import. At most 12 digits, 3 of them after the point. */
  tax?: number | string | null;
  /** Of both. Required with one of them. In any case. */
  currency?: string | null;
  /** When. UTC when no zone is given. Default, and if it is later: now. */
  occurred_on?: string | null;
}

export interface CustomsAnswersRequest {
  secret_key?: SecretKey;
  answers?: Array<CustomsAnswersRequestAnswersElement>;
}

/** The problems of a request with answers: one element for each answer, empty for a valid one. */
export interface CustomsAnswersProblems {
  answers?: Messages | NonFieldErrors | Array<Messages | CustomsAnswerProblems>;
  non_field_errors?: Messages;
}

export interface CustomsAnswerProblems {
  tracking_no?: Messages;
  answer?: Messages;
  reason?: Messages;
  entry_no?: Messages;
  duty?: Messages;
  tax?: Messages;
  currency?: Messages;
  occurred_on?: Messages;
  non_field_errors?: Messages;
}

export interface CustomsAnswersResponseAnswersElement {
  /** As it was sent. */
  tracking_no: string;
  /** `ready`: it can be stored, and is not confirmed. New values may be added: show an unknown one as it is. */
  result: "ready" | "stored" | "unchanged" | "refused" | "not_found" | (string & {});
  code?: ErrorCode;
  args?: ErrorArgs;
  message: string;
}

/** What came of each answer. */
export interface CustomsAnswersResponse {
  answers: Array<CustomsAnswersResponseAnswersElement>;
}

export interface CustomsReadRequestAnswersElement {
  /** Tracking number, partner's number or reference of the parcel. At most 255 characters. */
  tracking_no: string;
  /** Before loading: `do_not_load` stops the parcel. `screening`: it is to be screened. `information`: data is missing. `assessed`: it may be loaded. The others are what customs decided then. Letter case does not matter. */
  answer: "do_not_load" | "screening" | "information" | "assessed" | "declared" | "taxes_due" | "held" | "inspected" | "released" | "seized" | "destroyed" | "abandoned" | (string & {});
  /** Why. At most 500 characters. */
  reason?: string | null;
  /** Number of the customs entry. At most 100 characters. */
  entry_no?: string | null;
  /** Customs duty. At most 12 digits, 3 of them after the point. */
  duty?: number | string | null;
  /** Tax on the import. At most 12 digits, 3 of them after the point. */
  tax?: number | string | null;
  /** Of both. Required with one of them. In any case. */
  currency?: string | null;
  /** When. UTC when no zone is given. Default, and if it is later: now. */
  occurred_on?: string | null;
}

export interface CustomsReadRequest {
  secret_key?: SecretKey;
  /** Store them. Default: they are only matched. */
  confirm?: boolean | null;
  answers?: Array<CustomsReadRequestAnswersElement>;
}

export interface CustomsResultAnswersElement {
  /** In the file or list. */
  line: number;
  /** As it was sent. */
  tracking_no: string;
  /** `ready`: it can be stored, and is not confirmed. New values may be added: show an unknown one as it is. */
  result: "ready" | "stored" | "unchanged" | "refused" | "not_found" | (string & {});
  code?: ErrorCode;
  args?: ErrorArgs;
  message: string;
}

/** What came, or would come, of answers of customs. */
export interface CustomsResult {
  /** Of the file, or the list. */
  digest: string;
  /** Whether it was stored before: only parcels without an answer get theirs. */
  repeated: boolean;
  answers: Array<CustomsResultAnswersElement>;
  /** Parcels of the consignment that get no answer from this request. */
  missing: Array<string>;
}

export interface InboundCountsElement {
  /** Null: all of the consignment. */
  bag: string | null;
  /** How the bag itself was scanned. `awaited`: it has not arrived. New values may be added: show an unknown one as it is. */
  bag_state: "received" | "damaged" | "not_scanned" | "awaited" | (string & {}) | null;
  bag_note: string | null;
  /** New values may be added: show an unknown one as it is. */
  state: "received" | "in_bag" | "damaged" | "found" | "missing" | "awaited" | "elsewhere" | "surplus" | "unknown" | (string & {});
  parcels: number;
}

/** What of a consignment has come to a hub. */
export interface Inbound {
  hub_id: number;
  hub: string;
  /** New values may be added: show an unknown one as it is. */
  state: "open" | "closed" | (string & {});
  /** Who opened or closed it last: e-mail address of a user, or id of a key. */
  changed_by: string;
  /** The last time. */
  closed_on: NullableTimestamp;
  /** Why it was opened again. */
  reason: string | null;
  /** How many parcels and codes are in each state: first all, then the parcels of each bag. */
  counts: Array<InboundCountsElement>;
}

export interface InboundRequest {
  secret_key?: SecretKey;
  /** `closed`: what is missing or damaged is recorded. Letter case does not matter. */
  state: "open" | "closed" | (string & {});
  /** The hub in which it is opened. */
  hub_id?: number | string | null;
  /** How many parcels are missing. It is closed only if as many are. Default: none. */
  missing?: number | string | null;
  /** Why it is opened again. At most 100 characters. */
  reason?: string | null;
}

export interface InboundProblems {
  state?: Messages;
  hub_id?: Messages;
  missing?: Messages;
  reason?: Messages;
  non_field_errors?: Messages;
}

export interface InboundScanRequest {
  secret_key?: SecretKey;
  /** Names the scan, so that one that is sent again has the same result. At most 100 characters. */
  scan: string;
  /** Number of a bag, or tracking number, partner's number or reference of a parcel. Without a code the parcel has no label that can be read: it gets a temporary number. At most 100 characters. */
  code?: string | null;
  /** Which order is meant if several have the code: one of the `candidates` of the response 409. */
  order_id?: number | string | null;
  /** Default: `received`. Letter case does not matter. */
  state?: "received" | "damaged" | (string & {}) | null;
  /** What is seen of it. What is damaged, or has no code, needs one. At most 500 characters. */
  note?: string | null;
  /** Measured weight, in kg. At most 10 digits, 3 of them after the point. */
  weight?: number | string | null;
}

export interface InboundScanProblems {
  scan?: Messages;
  code?: Messages;
  order_id?: Messages;
  state?: Messages;
  note?: Messages;
  weight?: Messages;
  non_field_errors?: Messages;
}

/** A parcel of a consignment, or what came and is not of it. */
export interface InboundParcel {
  bag: string | null;
  account_id: number | null;
  /** Tracking number, number of a bag, or what was scanned; of a parcel without a code its temporary number. */
  number: string;
  /** `found`: it was recorded as missing before. `in_bag`: its bag was received, and it was not scanned itself. `missing`: it has arrived, and was not scanned. `awaited`: its bag has not arrived. `elsewhere`: it came with another consignment. `surplus`: it is not of this one. `unknown`: no order and no bag has the code. New values may be added: show an unknown one as it is. */
  state: "received" | "in_bag" | "damaged" | "found" | "missing" | "awaited" | "elsewhere" | "surplus" | "unknown" | (string & {});
  /** Whether it was scanned before: then this scan is not stored. */
  repeated: boolean;
  note: string | null;
  /** Why the operator stops it. */
  stopped: string | null;
  /** Of the order, or measured if it is not of the consignment, in kg. */
  weight: number;
  scanned_on: NullableTimestamp;
  /** E-mail address of a user, or id of a key. */
  scanned_by: string | null;
  /** Another one: its own, or where it came. */
  consignment: string | null;
}

export interface InboundParcelPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<InboundParcel>;
}

export interface ConsignmentManifestValuesElement {
  currency: string;
  /** A decimal number. Amounts of several currencies are never added. */
  amount: string;
}

/** A version of the manifest of a consignment. */
export interface ConsignmentManifest {
  version: number;
  /** Of its rows: two versions with the same one do not exist. */
  digest: string;
  made_on: Timestamp;
  /** E-mail address of a user, or id of a key. */
  made_by: string;
  /** Bags: the pieces of the air waybill. */
  pieces: number;
  parcels: number;
  /** Of the parcels, in kg. */
  net_weight: number;
  /** Of the parcels and the empty bags, in kg. */
  gross_weight: number;
  /** The declared values by currency. */
  values: Array<ConsignmentManifestValuesElement>;
  /** How many parcels are added, removed or changed. The lists have 1,000 of each at most. */
  different: number;
  /** Tracking numbers of parcels that the version before has not. */
  added: Array<string>;
  /** Those that only the version before has. */
  removed: Array<string>;
  /** Those of which a row is different. */
  changed: Array<string>;
}

export interface ConsignmentManifestList {
  results: Array<ConsignmentManifest>;
}

export interface ManifestRowsValuesElement {
  currency: string;
  /** A decimal number. Amounts of several currencies are never added. */
  amount: string;
}

/** The newest version of the manifest of a consignment, with its rows. */
export interface ManifestRows {
  version: number;
  /** Of its rows: two versions with the same one do not exist. */
  digest: string;
  made_on: Timestamp;
  /** E-mail address of a user, or id of a key. */
  made_by: string;
  /** Bags: the pieces of the air waybill. */
  pieces: number;
  parcels: number;
  /** Of the parcels, in kg. */
  net_weight: number;
  /** Of the parcels and the empty bags, in kg. */
  gross_weight: number;
  /** The declared values by currency. */
  values: Array<ManifestRowsValuesElement>;
  /** How many parcels are added, removed or changed. The lists have 1,000 of each at most. */
  different: number;
  /** Tracking numbers of parcels that the version before has not. */
  added: Array<string>;
  /** Those that only the version before has. */
  removed: Array<string>;
  /** Those of which a row is different. */
  changed: Array<string>;
  columns: Array<string>;
  /** Texts in the order of the columns. The weight of a parcel stands in its first row. */
  rows: Array<Array<string>>;
}

export interface ConsignmentChecksFindingsElement {
  /** `refuses`: the consignment is not closed with it. `asks`: a person is to decide whether something is wrong. New values may be added: show an unknown one as it is. */
  kind: "refuses" | "listed" | "asks" | (string & {});
  code: string;
  args: ErrorArgs;
  /** The code in words, in the language of Accept-Language. */
  message: string;
  bag: string | null;
  tracking_nos: Array<string>;
}

/** What stands against a consignment. */
export interface ConsignmentChecks {
  findings: Array<ConsignmentChecksFindingsElement>;
}

/** Which columns a broker wants in manifests. */
export interface ManifestTemplate {
  broker: string;
  /** Names, by commas. */
  columns: string;
  /** What a row is. New values may be added: show an unknown one as it is. */
  rows: "items" | "hs_codes" | (string & {});
}

export interface ManifestTemplateList {
  results: Array<ManifestTemplate>;
}

export interface ManifestTemplateRequest {
  secret_key?: SecretKey;
  /** The customs broker, as consignments name it; letter case does not matter. At most 100 characters. */
  broker: string;
  /** Names of columns, by commas, in the order of the manifest. At most 2000 characters. */
  columns: string;
  /** What a row is: an item, or by default the items of a parcel with one HS code, origin and currency. Letter case does not matter. */
  rows?: "items" | "hs_codes" | (string & {}) | null;
}

export interface ManifestTemplateProblems {
  broker?: Messages;
  columns?: Messages;
  rows?: Messages;
  non_field_errors?: Messages;
}

/** A place where the operator sorts parcels. */
export interface Hub {
  hub_id: number;
  name: string;
  country: string;
  timezone: string;
  /** Null if it is used. */
  disabled_on: NullableTimestamp;
}

export interface HubList {
  results: Array<Hub>;
}

export interface HubRequest {
  secret_key?: SecretKey;
  /** No two hubs have the same. Shippers and consignees see it where the parcel was scanned. At most 100 characters. */
  name: string;
  /** Country of the hub. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  country: string;
  /** Time zone of the hub, such as Asia/Singapore. At most 100 characters. */
  timezone: string;
}

export interface HubProblems {
  name?: Messages;
  country?: Messages;
  timezone?: Messages;
  non_field_errors?: Messages;
}

export interface HubChangeRequest {
  secret_key?: SecretKey;
  /** No two hubs have the same. Shippers and consignees see it where the parcel was scanned. At most 100 characters. */
  name?: string | null;
  /** Country of the hub. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  country?: string | null;
  /** Time zone of the hub, such as Asia/Singapore. At most 100 characters. */
  timezone?: string | null;
}

export interface HubChangeProblems {
  name?: Messages;
  country?: Messages;
  timezone?: Messages;
  non_field_errors?: Messages;
}

export interface HubScansRequestScansElement {
  /** Names the scan, so that one that is sent again has the same result and is counted once. At most 100 characters. */
  scan: string;
  /** Tracking number, partner's number or reference (`shipper_order_id`), as it is typed or scanned. At most 100 characters. */
  code: string;
  /** Which order is meant if several have the code: one of the `candidates` of its result. */
  order_id?: number | string | null;
  /** When it was scanned by the clock of the device, default now. It needs `sent_on`. */
  scanned_on?: string | null;
  /** Measured weight, in kg. At most 10 digits, 3 of them after the point. */
  weight?: number | string | null;
  /** Measured, in cm. At most 10 digits, 2 of them after the point. */
  length?: number | string | null;
  /** Measured, in cm. At most 10 digits, 2 of them after the point. */
  width?: number | string | null;
  /** Measured, in cm. At most 10 digits, 2 of them after the point. */
  height?: number | string | null;
}

export interface HubScansRequest {
  secret_key?: SecretKey;
  /** The hub. */
  hub_id: number | string;
  /** What is done with the parcels. Letter case does not matter. */
  activity: "inbound" | "outbound" | "return_received" | "found" | "damaged" | "measured" | (string & {});
  /** When the request is sent by the clock of the device. The times of scans count from it, so that a wrong clock does no harm. */
  sent_on?: string | null;
  scans?: Array<HubScansRequestScansElement>;
}

/** The problems of a request with scans: one element for each scan, empty for a valid one. */
export interface HubScansProblems {
  scans?: Messages | NonFieldErrors | Array<Messages | HubScanProblems>;
  hub_id?: Messages;
  activity?: Messages;
  sent_on?: Messages;
  non_field_errors?: Messages;
}

export interface HubScanProblems {
  scan?: Messages;
  code?: Messages;
  order_id?: Messages;
  scanned_on?: Messages;
  weight?: Messages;
  length?: Messages;
  width?: Messages;
  height?: Messages;
  non_field_errors?: Messages;
}

export interface HubScansResponseScansElementCandidatesElement {
  order_id: number;
  account_id: number;
  tracking_no: string;
}

export interface HubScansResponseScansElement {
  /** Its name, as it was sent. */
  scan: string;
  /** `repeated`: the last scan of the parcel is the same, and this one is not recorded. `refused`: the parcel must not leave. `unknown`: no order has the code. `several`: choose one of `candidates`. New values may be added: show an unknown one as it is. */
  result: "recorded" | "repeated" | "refused" | "unknown" | "several" | (string & {});
  /** Where the parcel goes: to the `partner`, on with the `service`, or `aside`, or back to its shipper (`return`), or its label must be printed first (`print`). Null if the parcel is not known. */
  next: string | null;
  /** Why. */
  code: string;
  args: ErrorArgs;
  tracking_no: string | null;
  account_id: number | null;
  destination: string | null;
  partner: string | null;
  candidates?: Array<HubScansResponseScansElementCandidatesElement>;
  /** The code in words, in the language of Accept-Language. */
  message: string;
}

/** What came of each scan, and where its parcel goes next. */
export interface HubScansResponse {
  scans: Array<HubScansResponseScansElement>;
}

/** A code that was scanned in a hub and that no order has. */
export interface UnknownScan {
  /** Its name. */
  scan: string;
  scanned_code: string;
  hub_id: number;
  activity: string;
  scanned_on: Timestamp;
  /** E-mail address of a user, or id of a key. */
  scanned_by: string;
  /** Null while it is open. */
  closed_on: NullableTimestamp;
  /** As `scanned_by`. */
  closed_by: string | null;
  /** Why it was closed. */
  reason: string | null;
  /** The parcel that it is. */
  tracking_no: string | null;
}

export interface UnknownScanPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<UnknownScan>;
}

export interface UnknownScanRequest {
  secret_key?: SecretKey;
  /** What became of the parcel. At most 500 characters. */
  reason?: string | null;
  /** The parcel that it is: the scan is recorded as one of this parcel. At most 255 characters. */
  tracking_no?: string | null;
}

export interface UnknownScanProblems {
  reason?: Messages;
  tracking_no?: Messages;
  non_field_errors?: Messages;
}

/** A parcel of any account, without prices. */
export interface Parcel {
  order_id: number;
  account_id: number;
  tracking_no: string;
  shipper_order_id: string | null;
  /** Number that the partner gave it. */
  hawb_no: string | null;
  service_id: number;
  partner: string | null;
  consignee_name: string;
  consignee_city: string;
  consignee_country: string;
  /** In kg. */
  order_weight: number;
  /** In kg, as a hub measured it last. */
  measured_weight: number | null;
  /** In cm. */
  measured_length: number | null;
  /** In cm. */
  measured_width: number | null;
  /** In cm. */
  measured_height: number | null;
  measured_on: NullableTimestamp;
  status_code: string | null;
  tracker_status_code: TrackerStatus;
  /** Why its shipper or a rule holds it. */
  held: string | null;
  /** Why the operator stops it. */
  stopped: string | null;
  created_on: Timestamp;
  updated_on: Timestamp;
}

export interface ParcelPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<Parcel>;
}

export interface ParcelFilterProblems {
  account_id?: Messages;
  partner?: Messages;
  code?: Messages;
  attention?: Messages;
  hub_id?: Messages;
  bag?: Messages;
  consignment?: Messages;
  customs?: Messages;
  date_from?: Messages;
  date_to?: Messages;
  created_from?: Messages;
  created_to?: Messages;
  service_id?: Messages;
  status_code?: Messages;
  tracker_status_code?: Messages;
  picked_up?: Messages;
  is_return?: Messages;
  printed?: Messages;
  packed?: Messages;
  queue?: Messages;
  held?: Messages;
  search?: Messages;
  tag?: Messages;
  warning?: Messages;
}

export interface ParcelFilter {
  /** Only parcels of this account, also those whose journey has ended. */
  account_id?: number | string | null;
  /** Only parcels whose service this partner fulfils. At most 255 characters. */
  partner?: string | null;
  /** Only the parcels that a number or reference names, as it is typed or scanned, in all accounts. At most 100 characters. */
  code?: string | null;
  /** Only parcels that need attention for this reason. `customs`: they are at customs. `failed`: a pickup or delivery failed, or there is another exception. `lost`: they are lost. `unmoved`: an event was recorded that did not change their status; their journey may have ended. `silent`: they have no event for longer than is usual on their lane. `partner-down`: they wait for a partner that takes no orders. Letter case does not matter. */
  attention?: "customs" | "failed" | "lost" | "unmoved" | "silent" | "partner-down" | (string & {}) | null;
  /** Only parcels whose last scan in a hub was in this one, and whose journey has not ended. */
  hub_id?: number | string | null;
  /** Only parcels that are, or were until it was emptied, in this bag, or in one of several: numbers, with commas between. Their journey has not ended. At most 255 characters. */
  bag?: string | null;
  /** Only parcels in the bags of this consignment, by its number. Their journey has not ended. At most 255 characters. */
  consignment?: string | null;
  /** Only parcels with this answer or status of customs. Their journey has not ended. Letter case does not matter. */
  customs?: "do_not_load" | "screening" | "information" | "assessed" | "declared" | "taxes_due" | "held" | "inspected" | "released" | "seized" | "destroyed" | "abandoned" | (string & {}) | null;
  /** Created then or later, as `created_from`; UTC when no zone is given. */
  date_from?: string | null;
  /** Created then or earlier, as `created_to`; a day alone is all of it. */
  date_to?: string | null;
  /** Created then or later; UTC when no zone is given. */
  created_from?: string | null;
  /** Created then or earlier; a day alone is all of it. */
  created_to?: string | null;
  /** Of this service; 0 is all. */
  service_id?: number | string | null;
  /** With this status_code, or null for those without one. Letter case does not matter. */
  status_code?: "SUBMITTED" | "SUBMISSION_FAILED" | "CANCELLED" | "null" | (string & {}) | null;
  /** With this tracker_status_code. Letter case does not matter. */
  tracker_status_code?: "ORDER_CREATED" | "PENDING_PICKUP" | "PICKED_UP" | "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY" | "CROSS_BORDER_TRANSIT" | "DESTINATION_COUNTRY_CUSTOMS" | "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY" | "READY_FOR_COLLECTION" | "DELIVERY_IN_PROGRESS" | "SUCCESS" | "FAILED_PICKUP" | "FAILED_DELIVERY" | "EXCEPTION" | "RETURN_TO_SENDER" | "RETURNED" | "CANCELLED" | (string & {}) | null;
  /** Only orders whose parcel was picked up, with this tracker_status_code or a later one, or only others. */
  picked_up?: boolean | null;
  /** Only returns, or only other orders. */
  is_return?: boolean | null;
  /** Only orders whose label is marked as printed, or only others. */
  printed?: boolean | null;
  /** Only orders whose parcel was packed at a station, or only others. */
  packed?: boolean | null;
  /** Only orders that wait for this work, or are on the way or done. Letter case does not matter. */
  queue?: "print" | "pack" | "hand-over" | "partner" | "problem" | "on-the-way" | "done" | (string & {}) | null;
  /** Only orders that are held, or only others. */
  held?: boolean | null;
  /** Words, or beginnings of words, that the order has all: in its tracking number, reference or partner's number, or in the consignee's name, phone number, e-mail address, postal code, city or street, in the SKUs of its items, or in its notes and tags. By page, the newest 10,000. At most 200 characters. */
  search?: string | null;
  /** With this tag, in any case. At most 30 characters. */
  tag?: string | null;
  /** Only orders about which rules had a warning when they were created: any, or one about an address. Letter case does not matter. */
  warning?: "any" | "address" | (string & {}) | null;
}

export interface ParcelChangeRequest {
  secret_key?: SecretKey;
  /** What is done. `report` says where the parcels are, `correct` takes back a wrong status. Letter case does not matter. */
  kind: "hold" | "release" | "cancel" | "report" | "correct" | (string & {});
  /** Why. `hold` and `correct` need it. At most 500 characters. */
  reason?: string | null;
  /** `report` and `correct` need it. Letter case does not matter. */
  status?: "ORDER_CREATED" | "PENDING_PICKUP" | "PICKED_UP" | "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY" | "CROSS_BORDER_TRANSIT" | "DESTINATION_COUNTRY_CUSTOMS" | "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY" | "READY_FOR_COLLECTION" | "DELIVERY_IN_PROGRESS" | "SUCCESS" | "FAILED_PICKUP" | "FAILED_DELIVERY" | "EXCEPTION" | "RETURN_TO_SENDER" | "RETURNED" | (string & {}) | null;
  /** Of `correct`: the parcels are lost. The status must be EXCEPTION. */
  lost?: boolean | null;
  /** Whether nothing is changed, and the response says what would come of it. Default false. */
  dry_run?: boolean | null;
  /** Description for the consignee, default the text of the status. At most 255 characters. */
  description?: string | null;
  /** Country of the event. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  country?: string | null;
  /** Place of the event, such as a city or a depot. It is public: do not send a person's address. At most 255 characters. */
  address?: string | null;
  /** Time of the event, default now. UTC when no zone is given. */
  occurred_on?: string | null;
  /** Numbers or references of the parcels, in all accounts. */
  tracking_nos?: Array<NumberElement>;
  filter?: ParcelFilter;
}

export interface ParcelChangeProblemsFilter2 {
  account_id?: Messages;
  partner?: Messages;
  code?: Messages;
  attention?: Messages;
  hub_id?: Messages;
  bag?: Messages;
  consignment?: Messages;
  customs?: Messages;
  date_from?: Messages;
  date_to?: Messages;
  created_from?: Messages;
  created_to?: Messages;
  service_id?: Messages;
  status_code?: Messages;
  tracker_status_code?: Messages;
  picked_up?: Messages;
  is_return?: Messages;
  printed?: Messages;
  packed?: Messages;
  queue?: Messages;
  held?: Messages;
  search?: Messages;
  tag?: Messages;
  warning?: Messages;
}

/** The problems of a request to change parcels. */
export interface ParcelChangeProblems {
  tracking_nos?: NumbersProblems;
  kind?: Messages;
  reason?: Messages;
  status?: Messages;
  lost?: Messages;
  dry_run?: Messages;
  description?: Messages;
  country?: Messages;
  address?: Messages;
  occurred_on?: Messages;
  non_field_errors?: Messages;
  filter?: Messages | ParcelChangeProblemsFilter2;
}

/** What comes of a change of parcels. */
export interface ParcelChangeResponse {
  /** One of each account. */
  jobs: Array<ParcelJob>;
  /** What no order has, as it was sent. */
  not_found: Array<string>;
  /** What several orders have: none of them is changed. Send tracking numbers. */
  ambiguous: Array<string>;
}

export interface ParcelJobNotChangedElement {
  /** Null: all. */
  tracking_no: string | null;
  /** New values may be added: show an unknown one as it is. */
  result: "refused" | "not_found" | (string & {});
  code?: ErrorCode;
  args?: ErrorArgs;
  message: string;
}

/** What comes of the parcels of an account. */
export interface ParcelJob {
  account_id: number;
  /** Null if no job was started. */
  job_id: number | null;
  /** `tried`: by `dry_run`. `refused`: the account takes no change, see `not_changed`. It goes on while it is `choosing` or `running`. New values may be added: show an unknown one as it is. */
  state: "tried" | "refused" | "choosing" | "running" | "done" | "stopped" | "failed" | (string & {});
  parcels: number;
  changed: number;
  /** They were so before. */
  unchanged: number;
  refused: number;
  /** Why, of at most 1,000 parcels. */
  not_changed: Array<ParcelJobNotChangedElement>;
}

/** Why a parcel goes no further. */
export interface ParcelStop {
  tracking_no: string;
  account_id: number;
  reason: string;
  stopped_on: Timestamp;
  /** E-mail address of a user, id of a key, or who ran the command. */
  stopped_by: string;
}

export interface ParcelStopPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<ParcelStop>;
}

export interface StopRequest {
  secret_key?: SecretKey;
  /** Tracking numbers, each as text or as an object that has it. */
  tracking_nos: Array<NumberElement>;
  /** Why they are stopped. Each scan says it. At most 500 characters. */
  reason: string;
}

/** The problems of a request to stop parcels, or to lift stops. */
export interface StopProblems {
  tracking_nos?: NumbersProblems;
  reason?: Messages;
  non_field_errors?: Messages;
}

export interface LiftStopsRequest {
  secret_key?: SecretKey;
  /** Tracking numbers, each as text or as an object that has it. */
  tracking_nos: Array<NumberElement>;
}

export interface StopResponseOrdersElement {
  /** As it was sent. */
  tracking_no: string;
  /** New values may be added: show an unknown one as it is. */
  result: "stopped" | "lifted" | "unchanged" | "refused" | "not_found" | (string & {});
  code?: ErrorCode;
  args?: ErrorArgs;
  message: string;
}

export interface StopResponse {
  orders: Array<StopResponseOrdersElement>;
}

/** A label for a printer. Only the agent that took it gets the lease. */
export interface PrintJob {
  request_key: string;
  tracking_no: string;
  printer: string;
  /** `sent`: an agent has it, and has sent no byte. `started`: bytes may have been sent. `unknown`: a person says in the console whether it came out. New values may be added: show an unknown one as it is. */
  state: "queued" | "sent" | "started" | "printed" | "failed" | "unknown" | (string & {});
  /** What the agent said. */
  note: string;
  queued_on: Timestamp;
  lease?: string;
}

export interface PrintRequest {
  secret_key?: SecretKey;
  /** Tracking number of the order, or its partner's number or reference, as it is typed or scanned. At most 255 characters. */
  tracking_no: string;
  /** Name of the printer. At most 60 characters. */
  printer: string;
  /** Names the job. The same key again queues nothing more. At most 100 characters. */
  request_key: string;
}

export interface PrintProblems {
  tracking_no?: Messages;
  printer?: Messages;
  request_key?: Messages;
  non_field_errors?: Messages;
}

export interface PrintTakeRequest {
  secret_key?: SecretKey;
  /** Name of the printer. At most 60 characters. */
  printer: string;
}

export interface PrintTakeProblems {
  printer?: Messages;
  non_field_errors?: Messages;
}

export interface PrintScaleRequest {
  secret_key?: SecretKey;
  /** Name of the printer. At most 60 characters. */
  printer: string;
  /** Stable weight on the scale, in kg, once until it is empty again; 0 when it is. At most 10 digits, 3 of them after the point. */
  weight: number | string;
}

export interface PrintScaleProblems {
  printer?: Messages;
  weight?: Messages;
  non_field_errors?: Messages;
}

export interface PrintReportRequest {
  secret_key?: SecretKey;
  /** Names the job. The same key again queues nothing more. At most 100 characters. */
  request_key: string;
  /** The lease of the job that was taken. At most 100 characters. */
  lease: string;
  /** `started` before the first byte is sent. Then `printed`, `failed` if nothing came out, or else `unknown`. Letter case does not matter. */
  state: "started" | "printed" | "failed" | "unknown" | (string & {});
  /** What the printer said. At most 255 characters. */
  note?: string | null;
}

export interface PrintReportProblems {
  request_key?: Messages;
  lease?: Messages;
  state?: Messages;
  note?: Messages;
  non_field_errors?: Messages;
}

export interface NoteRequest {
  secret_key?: SecretKey;
  /** What is noted. At most 500 characters. */
  text: string;
}

export interface NoteProblems {
  text?: Messages;
  non_field_errors?: Messages;
}

export interface TagsRequest {
  secret_key?: SecretKey;
  tracking_nos: Array<string>;
  add?: Tags;
  /** They win over those of `add`. */
  remove?: Tags;
}

export interface OrderChangeFieldsElement {
  field: string;
  /** The old value; null for none. Long lists have null in both. */
  from: unknown;
  /** The new value; null for none. */
  to: unknown;
}

export interface OrderChange {
  /** Of the order after the change. */
  version: number;
  changed_on: Timestamp;
  /** New values may be added: show an unknown one as it is. */
  actor_kind: "user" | "key" | "command" | "server" | (string & {});
  /** The e-mail address of the user, the id of the key, or who ran the command. */
  actor: string;
  /** Why the partner had refused the order, which was submitted again. Empty if it had not. */
  refusal: string;
  fields: Array<OrderChangeFieldsElement>;
}

/** Fields of an order or return, but `tracking_no` and `forward_tracking_no`. */
export interface EditRequest {
  secret_key?: SecretKey;
  [name: string]: unknown;
}

/** Fields of an order or return. Those that are not sent stay, except `tracking_no`. */
export interface ReplaceRequest {
  secret_key?: SecretKey;
  [name: string]: unknown;
}

export interface EditManyRequest {
  secret_key?: SecretKey;
  tracking_nos: Array<string>;
  changes: EditRequest;
  /** Whether nothing is changed, and the response says what would come of it. Default false. */
  dry_run?: boolean;
}

export interface EditManyResponseOrdersElement {
  /** As it was sent. */
  tracking_no: string;
  /** `unchanged`: the order has these values. `not_tried`: the service could not go on; send the order again. New values may be added: show an unknown one as it is. */
  result: "changed" | "unchanged" | "refused" | "not_found" | "not_tried" | (string & {});
  code?: ErrorCode;
  args?: ErrorArgs;
  message: string;
  /** If the order would be invalid: the problems. */
  errors?: EditProblems;
}

export interface EditManyResponse {
  orders: Array<EditManyResponseOrdersElement>;
}

export interface Customs {
  tracking_no: TrackingNo;
  shipper_order_id: string;
  /** The partner's number. Empty if there is none. */
  hawb_no: string;
  service: string;
  /** The tracking number if the order has no other. */
  invoice_no: string;
  /** `YYYY-MM-DD`. The day of the order in UTC if it has no other. */
  invoice_date: string;
  /** New values may be added: show an unknown one as it is. */
  export_reason: "sale" | "gift" | "sample" | "documents" | "return" | "repair" | "warranty" | "personal_effects" | "intercompany" | "exhibition" | "humanitarian" | "other" | "" | (string & {});
  /** New values may be added: show an unknown one as it is. */
  incoterm: "DDP" | "DDU" | "DAP" | "EXW" | "FCA" | "CPT" | "CIP" | "DPU" | "" | (string & {});
  /** The place of the incoterm. Empty without one. */
  named_place: string;
  /** The pickup contact. */
  exporter: CustomsParty;
  /** The consignee. */
  importer: CustomsParty;
  packages: 1;
  /** Pieces of all items. */
  quantity: number;
  /** Length of the parcel in cm. */
  length: number | null;
  /** Width of the parcel in cm. */
  width: number | null;
  /** Height of the parcel in cm. */
  height: number | null;
  /** Net weight of all items in kg. Null if an item has none. */
  net_weight: number | null;
  /** Weight of the parcel in kg. */
  gross_weight: number | null;
  items: Array<CustomsItem>;
  /** The value of the items in each currency. */
  goods_values: Array<CustomsAmount>;
  freight: CustomsAmount | null;
  insurance: CustomsAmount | null;
  packing: CustomsAmount | null;
  handling: CustomsAmount | null;
  other_charges: CustomsAmount | null;
  /** It is taken off the others. */
  discount: CustomsAmount | null;
  /** The sum of the items and all charges in each currency. Below 0 if a discount is larger. */
  totals: Array<CustomsTotal>;
  /** The reason in words. */
  export_reason_text: string;
  /** New values may be added: show an unknown one as it is. */
  export_type: "permanent" | "temporary" | "" | (string & {});
  /** New values may be added: show an unknown one as it is. */
  duties_paid_by: "shipper" | "consignee" | "importer" | "" | (string & {});
  /** New values may be added: show an unknown one as it is. */
  non_delivery_option: "return" | "abandon" | "" | (string & {});
  exporter_reference: string;
  importer_reference: string;
  licence_no: string;
  certificate_no: string;
  export_itn: string;
  export_exemption: string;
  signer_name: string;
  signer_place: string;
  /** `YYYY-MM-DD`, or empty. */
  signed_on: string;
  /** Null: the consignee. */
  importer_of_record: CustomsParty | null;
  /** The buyer. Null: the consignee. */
  sold_to: CustomsParty | null;
}

export interface CustomsPartyTaxIdsElement {
  type: string;
  /** The country that issued it, or empty. */
  country: string;
  number: string;
}

export interface CustomsParty {
  name: string;
  /** Phone number. */
  number: string;
  email: string;
  country: string;
  address: string;
  postal: string;
  state: string;
  city: string;
  province: string;
  company: string;
  /** The name in Latin letters, if it is in others. Of the importer alone. */
  name_latin: string;
  /** The address with its city in Latin letters, if it is in others. Of the importer alone. */
  address_latin: string;
  /** With the consignee's identification number. */
  tax_ids: Array<CustomsPartyTaxIdsElement>;
}

export interface CustomsItem {
  /** Of dangerous goods, such as `UN3481`, or empty. */
  un_number: string;
  hazard_class: string;
  packing_instruction: string;
  hazard_quantity: string;
  /** `item_customs_desc`, or `item_desc` if that is empty. */
  description: string;
  category: string;
  sku: string;
  product_id: string;
  hs_code: string;
  origin_country: string;
  quantity: number;
  /** Net weight of all pieces in kg. */
  net_weight: number | null;
  /** ISO 4217. */
  currency: string;
  /** Value of a piece. */
  unit_value: number;
  /** Value of all pieces. */
  value: number;
}

export interface CustomsTotal {
  /** ISO 4217. */
  currency: string;
  amount: number;
}

export interface CustomsAmount {
  /** ISO 4217. */
  currency: string;
  amount: number;
}

/** How many labels have each status. */
export interface LabelStatusesCounts {
  ready: number;
  other_format: number;
  pending: number;
  refused: number;
  cancelled: number;
  unknown: number;
  not_used: number;
}

export interface LabelStatuses {
  /** New values may be added: show an unknown one as it is. */
  document: "label" | "cn22" | "cn23" | "invoice" | "proforma" | (string & {});
  /** New values may be added: show an unknown one as it is. */
  format: "pdf" | "zpl" | (string & {});
  /** How many labels have each status. */
  counts: LabelStatusesCounts;
  labels: Array<LabelStatus>;
}

export interface LabelStatus {
  tracking_no: string;
  /** The reference of the shipper. Empty if the order is unknown. */
  shipper_order_id: string;
  /** `ready`: the file has the label. `other_format`: the label exists in other `formats` only. `pending`: the partner has not accepted the order, or not sent its label. `refused`: the partner refused the order, or its label. `cancelled`: the order is cancelled. `unknown`: the account has no such order. `not_used`: by `customs_forms`, the service of the order does not use the document. New values may be added: show an unknown one as it is. */
  status: "ready" | "other_format" | "pending" | "refused" | "cancelled" | "unknown" | "not_used" | (string & {});
  /** The formats in which the label can be fetched. Empty until there is a label. */
  formats: Array<"pdf" | "png" | "zpl" | (string & {})>;
  /** Why the label is not ready. Empty if it is. */
  message: string;
  /** The texts that do not print as they are written. Empty for a label that a partner draws. */
  warnings: Array<LabelWarning>;
}

export interface LabelWarning {
  /** The field of the request. */
  field: string;
  /** New values may be added: show an unknown one as it is. */
  problem: "left out" | "transliterated" | "cut off" | "worth more than 300 SDR, print the CN 23" | "less than the net weight of the items" | (string & {});
  /** The code points, such as `U+1F338`. Empty if the text is cut off. */
  characters: Array<string>;
}

export interface OrderReturn {
  order_id: number;
  tracking_no: TrackingNo;
  /** New values may be added: show an unknown one as it is. */
  service_type: "PICKUP" | "DROPOFF" | (string & {});
  tracker_status_code: TrackerStatus;
  created_on: Timestamp;
}

export interface OrderUpdate {
  status: TrackerStatus;
  /** When it occurred. */
  updated_on: Timestamp;
  description: string;
  country: string;
  address: string;
  /** When it was reported. */
  recorded_on: Timestamp;
  /** Who reported it: service, shipper, operator, simulator, a partner's name, or correction for an operator who corrected the status. */
  source: string;
}

export interface LedgerEntry {
  /** New values may be added: show an unknown one as it is. */
  kind: "submission" | "cancellation" | "label" | (string & {});
  partner: string;
  /** New values may be added: show an unknown one as it is. */
  state: "pending" | "submitted" | "unknown" | "confirmed" | "failed" | "held" | "cancelled" | "waiting" | "refused" | "due" | "stored" | (string & {});
  attempts: number;
  /** Empty while there was no error. `accepted` is no error either, `temporary` and `unavailable` are tried again, `unknown` asks the partner first, `refused` needs a correction, `missing_customs` waits for facts for customs, `operator` is a decision of the operator. Of labels, `not_ready` is tried again, `bad_file` is a file that cannot be taken, and `not_submitted` says that the partner does not know the order. New values may be added: show an unknown one as it is. */
  error_class: "" | "accepted" | "not_ready" | "not_submitted" | "temporary" | "unavailable" | "unknown" | "refused" | "bad_file" | "operator" | "missing_customs" | (string & {});
  /** Message of the last attempt. */
  message: string;
  created_on: Timestamp;
  updated_on: Timestamp;
}

export interface OrderDocument {
  /** New values may be added: show an unknown one as it is. */
  kind: "label" | "cn22" | "cn23" | "invoice" | "proforma" | "customs" | "proof_of_delivery" | (string & {});
  media_type: string;
  /** The address of a proof of delivery needs the secret key. */
  url: string;
  /** Who took the parcel. Only a proof of delivery has it. */
  name?: string;
  /** When the parcel was taken. Only a proof of delivery has it. */
  signed_on?: Timestamp;
}

export interface ListedRecordPacking1 {
  packed_on: Timestamp;
  /** E-mail address of a user, or id of a key. */
  packed_by: string;
  /** In kg, on the scale. Null if it was not weighed. */
  packed_weight: number | null;
}

/** A record of a list, with what `expand` asks for. */
export interface ListedRecord {
  order_id: number;
  /** 0 on a return if its lane has no service. */
  service_id: number;
  tracking_no: TrackingNo;
  /** Id of the account. */
  agent_id: number;
  /** Id of the secret key that created the order. */
  agent_application_id: number;
  /** The partner's house air waybill number. */
  hawb_no: string | null;
  shipper_sub_account_id: string;
  shipper_order_id: string;
  store_id: string | null;
  consignee_name: string;
  consignee_number: string;
  /** Name of the country. */
  consignee_country: string;
  consignee_address: string;
  consignee_postal: PostalCode;
  consignee_state: string;
  consignee_city: string | null;
  consignee_province: string | null;
  consignee_email: string;
  /** In cm. */
  order_length: number;
  /** In cm. */
  order_width: number;
  /** In cm. */
  order_height: number;
  /** In kg. */
  order_weight: number;
  pickup_contact_name: string;
  pickup_contact_number: string;
  /** Name of the country. */
  pickup_country: string;
  pickup_address: string;
  pickup_postal: string;
  pickup_state: string;
  pickup_city: string | null;
  pickup_province: string | null;
  /** Empty on a return. New values may be added: show an unknown one as it is. */
  payment_type: "cod" | "prepaid" | "" | (string & {});
  delivery_note: string;
  cod_amt_to_collect: number;
  /** Null until there is a label. */
  order_label_url: string | null;
  status_code: StatusCode;
  tracker_status_code: TrackerStatus;
  /** The tracking status in words. */
  tracker_main_text: string;
  upload_batch_no: UploadBatchNo;
  created_on: Timestamp;
  updated_on: Timestamp;
  /** Present only with `with_items`. */
  items?: Array<RecordItem>;
  metadata?: { [key: string]: string };
  tags?: Tags;
  /** Null if it is not held. */
  hold?: OrderHold | null;
  /** The number of the order that replaces this one. Null if there is none. */
  replaced_by?: string | null;
  /** Null if it was not packed at a station. */
  packing?: ListedRecordPacking1 | null;
  /** The proof of delivery. Null if there is none. */
  proof?: OrderDocument | null;
}

export interface JourneyRequest {
  secret_key?: SecretKey;
  /** Tracking number of the order. At most 255 characters. */
  tracking_no: string;
  /** What happens to the parcel, default normal. Letter case does not matter. */
  journey?: "normal" | "failed_delivery" | "customs_hold" | "return_to_sender" | "lost" | (string & {}) | null;
  /** Seconds between two steps, default 5. At most 6 digits, 3 of them after the point. */
  pause?: number | string | null;
}

export interface ReportRequest {
  secret_key?: SecretKey;
  events: Array<Report>;
}

export interface Report {
  /** Tracking number of the order or number of its partner, as it is typed or scanned. At most 255 characters. */
  tracking_no: string;
  /** What happened. Letter case does not matter. */
  status: "PENDING_PICKUP" | "PICKED_UP" | "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY" | "CROSS_BORDER_TRANSIT" | "DESTINATION_COUNTRY_CUSTOMS" | "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY" | "READY_FOR_COLLECTION" | "DELIVERY_IN_PROGRESS" | "SUCCESS" | "FAILED_PICKUP" | "FAILED_DELIVERY" | "EXCEPTION" | "RETURN_TO_SENDER" | "RETURNED" | (string & {});
  /** Description for the consignee, default the text of the status. At most 255 characters. */
  description?: string | null;
  /** Country of the event. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  country?: string | null;
  /** Place of the event, such as a city or a depot. It is public: do not send a person's address. At most 255 characters. */
  address?: string | null;
  /** Time of the event, default now. UTC when no zone is given. */
  occurred_on?: string | null;
  /** The reporter's own id of the event. An event with an id that was sent before is a repetition. At most 255 characters. */
  event_id?: string | null;
}

export interface ReportResponseEventsElement {
  tracking_no: string;
  /** New values may be added: show an unknown one as it is. */
  result: "moved" | "recorded" | "duplicate" | "unknown" | "full" | (string & {});
}

export interface ReportResponse {
  events: Array<ReportResponseEventsElement>;
}

export interface CorrectionRequest {
  secret_key?: SecretKey;
  /** Tracking number of the order. At most 255 characters. */
  tracking_no: string;
  /** Right status of the order. The status that it has already is confirmed. Letter case does not matter. */
  status: "ORDER_CREATED" | "PENDING_PICKUP" | "PICKED_UP" | "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY" | "CROSS_BORDER_TRANSIT" | "DESTINATION_COUNTRY_CUSTOMS" | "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY" | "READY_FOR_COLLECTION" | "DELIVERY_IN_PROGRESS" | "SUCCESS" | "FAILED_PICKUP" | "FAILED_DELIVERY" | "EXCEPTION" | "RETURN_TO_SENDER" | "RETURNED" | (string & {});
  /** The parcel is lost. The status must be EXCEPTION. */
  lost?: boolean | null;
  /** Why, for the history and the audit log. It is not public. At most 255 characters. */
  reason: string;
}

export interface CorrectionProblems {
  tracking_no?: Messages;
  status?: Messages;
  lost?: Messages;
  reason?: Messages;
  non_field_errors?: Messages;
}

export interface Corrected {
  tracking_no: string;
  status: TrackerStatus;
  /** The status that the order had. */
  corrects: TrackerStatus;
}

export interface ProofRequest {
  secret_key?: SecretKey;
  /** Tracking number of the order. At most 255 characters. */
  tracking_no: string;
  /** Who took the parcel. At most 255 characters. */
  name: string;
  /** Time of the signature, default now. UTC when no zone is given. */
  signed_on?: string | null;
  /** A PNG or JPEG in base64, at most 5 MiB. At most 6990508 characters. */
  image: string;
}

export interface CreateResponse {
  upload_batch_no: UploadBatchNo;
  tracking_nos: Array<TrackingNo>;
}

export interface LabelledResponse {
  upload_batch_no: UploadBatchNo;
  orders: Array<LabelledOrder>;
}

export interface PartlyLabelledResponse {
  upload_batch_no: UploadBatchNo;
  orders: Array<PartlyLabelledOrder>;
}

export interface PartlyCreatedResponse {
  upload_batch_no: UploadBatchNo;
  orders: Array<PartlyLabelledOrder | RefusedOrder>;
}

export interface ValidateResponse {
  orders: Array<CheckedOrder>;
}

/** The problems of an order that was not stored. */
export interface RefusedOrder {
  errors: CreateOrderProblems;
}

/** The problems and warnings of an order. */
export interface CheckedOrder {
  errors: CreateOrderProblems;
  /** The same errors with codes, if the caller accepts `application/problem+json`. A path begins at the order. */
  problems?: Array<FieldError>;
  /** Of rules that do not refuse the order. Empty if its fields are invalid. */
  warnings: OrderWarnings;
}

/** What a rule says about an order that it does not refuse. */
export interface OrderWarning {
  /** Id of the rule, or the name of a partner that would refuse the order. Empty if further warnings of a request are not listed. */
  rule_id: string;
  /** The field of the request, such as `consignee_postal` or `item_hs_code`. Empty if it is about none of them. */
  field: string;
  /** The place of the item from 0, or of the tax id if the field is `tax_ids`. Null for a field of the order, and for `items` and `tax_ids` as a whole. */
  index: number | null;
  message: string;
  /** Where the requirement is written. Empty if the rule does not say it. */
  source: string;
  /** The day from which the rule applies. Empty if the rule does not say it. */
  since: string;
  /** Of `validate`, for callers that accept `application/problem+json`. */
  code?: ErrorCode;
  /** Of `validate`, for callers that accept `application/problem+json`. */
  args?: ErrorArgs;
}

export interface AddressRequest {
  secret_key?: SecretKey;
  /** The addresses. Their fields have the names that they have in orders, with or without `consignee_`. */
  addresses: Array<Address>;
}

export interface Address {
  /** Name of a person or a company. At most 255 characters. */
  consignee_name?: string | null;
  /** Phone number. At most 255 characters. */
  consignee_number?: string | null;
  /** E-mail address. At most 255 characters. */
  consignee_email?: string | null;
  /** Country, in any spelling. At most 255 characters. */
  consignee_country?: string | null;
  /** Street and house. At most 1000 characters. */
  consignee_address?: string | null;
  /** Postal code. At most 255 characters. */
  consignee_postal?: string | number | null;
  /** State or region. At most 255 characters. */
  consignee_state?: string | null;
  /** City. At most 255 characters. */
  consignee_city?: string | null;
  /** Province or district. At most 255 characters. */
  consignee_province?: string | null;
  /** Name of a person or a company. At most 255 characters. */
  name?: string | null;
  /** Phone number. At most 255 characters. */
  number?: string | null;
  /** E-mail address. At most 255 characters. */
  email?: string | null;
  /** Country, in any spelling. At most 255 characters. */
  country?: string | null;
  /** Street and house. At most 1000 characters. */
  address?: string | null;
  /** Postal code. At most 255 characters. */
  postal?: string | number | null;
  /** State or region. At most 255 characters. */
  state?: string | null;
  /** City. At most 255 characters. */
  city?: string | null;
  /** Province or district. At most 255 characters. */
  province?: string | null;
}

export interface AddressResponse {
  addresses: Array<{ [key: string]: AddressFinding }>;
}

export interface AddressFinding {
  /** What was sent, without spaces around it; empty if the field is missing. */
  sent: string;
  /** What to send. It is empty if the field should be left out, and null if there is no suggestion. */
  suggested: string | null;
  /** `unchanged`: nothing speaks against it. `suggested`: another spelling is better. `doubtful`: it is wrong or missing; a suggestion is a guess, which a person should confirm. New values may be added: show an unknown one as it is. */
  result: "unchanged" | "suggested" | "doubtful" | (string & {});
  /** Why, in English; null if the result is `unchanged`. */
  reason: string | null;
}

export interface LabelledOrder {
  tracking_no: TrackingNo;
  order_label_url: string;
}

export interface PartlyLabelledOrder {
  tracking_no: TrackingNo;
  /** Null if there is no label yet. */
  order_label_url: string | null;
  /** Why there is no label. Absent if there is one. */
  message?: string;
}

export interface ReturnResponseTrackingNosElement {
  return_tracking_no: TrackingNo;
  /** As it was sent. */
  forward_tracking_no?: string;
}

export interface ReturnResponse {
  upload_batch_no: UploadBatchNo;
  tracking_nos: Array<ReturnResponseTrackingNosElement>;
}

export interface Page {
  /** Number of orders on all pages. */
  count: number;
  /** Link to the next page. */
  next: string | null;
  /** Link to the previous page. */
  previous: string | null;
  results: Array<ListedRecord>;
}

export interface CursorPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<ListedRecord>;
}

/** An order or a return. */
export interface OrderRecord {
  order_id: number;
  /** 0 on a return if its lane has no service. */
  service_id: number;
  tracking_no: TrackingNo;
  /** Id of the account. */
  agent_id: number;
  /** Id of the secret key that created the order. */
  agent_application_id: number;
  /** The partner's house air waybill number. */
  hawb_no: string | null;
  shipper_sub_account_id: string;
  shipper_order_id: string;
  store_id: string | null;
  consignee_name: string;
  consignee_number: string;
  /** Name of the country. */
  consignee_country: string;
  consignee_address: string;
  consignee_postal: PostalCode;
  consignee_state: string;
  consignee_city: string | null;
  consignee_province: string | null;
  consignee_email: string;
  /** In cm. */
  order_length: number;
  /** In cm. */
  order_width: number;
  /** In cm. */
  order_height: number;
  /** In kg. */
  order_weight: number;
  pickup_contact_name: string;
  pickup_contact_number: string;
  /** Name of the country. */
  pickup_country: string;
  pickup_address: string;
  pickup_postal: string;
  pickup_state: string;
  pickup_city: string | null;
  pickup_province: string | null;
  /** Empty on a return. New values may be added: show an unknown one as it is. */
  payment_type: "cod" | "prepaid" | "" | (string & {});
  delivery_note: string;
  cod_amt_to_collect: number;
  /** Null until there is a label. */
  order_label_url: string | null;
  status_code: StatusCode;
  tracker_status_code: TrackerStatus;
  /** The tracking status in words. */
  tracker_main_text: string;
  upload_batch_no: UploadBatchNo;
  created_on: Timestamp;
  updated_on: Timestamp;
  /** Present only with `with_items`. */
  items?: Array<RecordItem>;
}

export interface RecordItem {
  /** Description. */
  item_desc: string;
  /** Category label. */
  item_category: string;
  /** The shipper's product id. */
  item_product_id: string;
  /** The shipper's stock keeping unit. */
  item_sku: string;
  /** How many. */
  item_quantity: number;
  /** Price. */
  item_price_value: number;
  /** ISO 4217 code of the price's currency. */
  item_price_currency: string;
}

export interface DetailItem {
  /** Description. */
  item_desc: string;
  /** Category label. */
  item_category: string;
  /** The shipper's product id. */
  item_product_id: string;
  /** The shipper's stock keeping unit. */
  item_sku: string;
  /** How many. */
  item_quantity: number;
  /** Price. */
  item_price_value: number;
  /** ISO 4217 code of the price's currency. */
  item_price_currency: string;
  /** Code of the Harmonized System: 6 to 12 digits. Dots and spaces are left out. */
  item_hs_code: string;
  /** Country where it was made. */
  item_origin_country: string;
  /** Net weight of one piece in kg. */
  item_weight: number;
  /** Description for customs, when it is not item_desc. */
  item_customs_desc: string;
  /** URL of the item in a shop. */
  item_url: string;
  /** URL of a picture of the item. */
  item_image_url: string;
  /** Value of one piece for customs, in item_price_currency, when it is not item_price_value or has three decimals. */
  item_customs_value: number;
  /** Number by which its manufacturer knows the product. */
  item_manufacturer_code: string;
  /** Global Trade Item Number, which is on the barcode: 8, 12, 13 or 14 digits. */
  item_gtin: string;
  /** UN number of dangerous goods, such as UN3481. */
  item_un_number: string;
  /** Class or division of dangerous goods. New values may be added: show an unknown one as it is. */
  item_hazard_class: "1.1" | "1.2" | "1.3" | "1.4" | "1.4S" | "1.5" | "1.6" | "2.1" | "2.2" | "2.3" | "3" | "4.1" | "4.2" | "4.3" | "5.1" | "5.2" | "6.1" | "6.2" | "7" | "8" | "9" | "" | (string & {});
  /** Packing instruction of dangerous goods, such as PI967 Section II. */
  item_packing_instruction: string;
  /** Net quantity of dangerous goods in all pieces, with its unit, such as 0.5 kg. */
  item_hazard_quantity: string;
}

export interface ShownTaxID {
  /** Whose tax id it is. New values may be added: show an unknown one as it is. */
  party: "shipper" | "consignee" | (string & {});
  /** Kind of the tax id. New values may be added: show an unknown one as it is. */
  type: "ABN" | "ARN" | "BRN" | "CNPJ" | "CPF" | "CUIT" | "EIN" | "EORI" | "GST" | "IOSS" | "LOCALTAXID" | "NIK" | "NPWP" | "PAN" | "PASSPORT" | "PCCC" | "RESIDENT_ID" | "RFC" | "RUT" | "TIN" | "UEN" | "VAT" | "VOEC" | "OTHER" | (string & {});
  /** Country that issued it. */
  country: string;
  /** The tax id itself. */
  number: string;
}

export interface ServiceList {
  results: Array<Service>;
  limits: Limits;
}

export interface Service {
  /** The `service_id` of an order. */
  service_id: number;
  /** Printed on the label. */
  name: string;
  /** Country of the pickup. Null is any country. */
  origin: string | null;
  /** Country of the consignee. Null is any country. */
  destination: string | null;
  /** How a parcel starts its journey. New values may be added: show an unknown one as it is. */
  category: "pickup" | "drop-off" | (string & {});
  /** Whether the service offers cash on delivery. */
  cod: boolean;
  /** What happens to an order that lacks a fact for customs without which the partner of the service takes no order. `wait`: it is created, and submitted when an edit or a setting states the fact. `refuse`: it is refused under the field. New values may be added: show an unknown one as it is. */
  missing_customs: "wait" | "refuse" | (string & {});
  /** Which customs forms its orders have. `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone. New values may be added: show an unknown one as it is. */
  customs_forms: "post" | "invoice" | (string & {});
}

export interface PortalServicesElement {
  service_id: number;
  service_name: string;
  /** New values may be added: show an unknown one as it is. */
  service_category: "pickup" | "drop-off" | (string & {});
  /** Empty for any country. */
  service_destination_country: string;
  /** Empty for any country. */
  pickup_country: string;
  allow_cod: boolean;
  allow_pickup: boolean;
}

/** Limits of the requests of the account. */
export interface Limits {
  /** Orders or returns of a create request. */
  orders_per_request: number;
  items_per_order: number;
  /** Size of a body. */
  bytes_per_request: number;
  /** Requests of a key. Null if there is no limit. */
  requests_per_second: number | null;
  /** Requests of a key that may come at once. Null if there is no limit. */
  requests_at_once: number | null;
}

export interface ImportUpload {
  /** CSV or XLSX, at most 32 MiB and 50,000 rows. */
  file: string;
  /** Service of orders for which the file has none. */
  service_id?: number;
  /** JSON: the fields of the columns. The headings decide about columns that it does not name. Without it the mapping that the account sent for the same headings counts. At most 65536 characters. */
  mapping?: string;
  /** JSON: texts of fields that have no value in the file, by field. At most 65536 characters. */
  defaults?: string;
  /** Charset of a CSV file, such as windows-1252. Without it the service finds out. At most 255 characters. */
  charset?: string;
  /** What separates the cells of a CSV file. Without it the service finds out. Letter case does not matter. */
  delimiter?: "," | ";" | "tab" | "|" | (string & {});
  /** Name of the sheet of an XLSX file, default the first with known headings. At most 255 characters. */
  sheet?: string;
  /** Number of the row with the headings. Without it the service finds out. */
  heading_row?: number;
  /** Name of the file, if the upload has none. At most 255 characters. */
  file_name?: string;
  /** Whether the file is only checked, default false. */
  dry_run?: boolean;
  /** Whether the valid orders are created when others are refused, default false. */
  valid_only?: boolean;
  /** What becomes of orders whose `shipper_order_id` an order of the account has: skip leaves them out, create creates them too. Without it the import asks. Letter case does not matter. */
  existing?: "skip" | "create" | (string & {});
  /** Yes in advance to the same file again, and to a charset that was guessed, default false. */
  confirm?: boolean;
}

export interface ImportProblems {
  service_id?: Messages;
  mapping?: Messages;
  defaults?: Messages;
  charset?: Messages;
  delimiter?: Messages;
  sheet?: Messages;
  heading_row?: Messages;
  file_name?: Messages;
  dry_run?: Messages;
  valid_only?: Messages;
  existing?: Messages;
  confirm?: Messages;
  non_field_errors?: Messages;
  file?: Messages;
}

export interface RecheckRequest {
  secret_key?: SecretKey;
  /** Service of orders for which the file has none. */
  service_id?: number | string | null;
  /** JSON: the fields of the columns. The headings decide about columns that it does not name. Without it the mapping that the account sent for the same headings counts. At most 65536 characters. */
  mapping?: string | null;
  /** JSON: texts of fields that have no value in the file, by field. At most 65536 characters. */
  defaults?: string | null;
  /** Charset of a CSV file, such as windows-1252. Without it the service finds out. At most 255 characters. */
  charset?: string | null;
  /** What separates the cells of a CSV file. Without it the service finds out. Letter case does not matter. */
  delimiter?: "," | ";" | "tab" | "|" | (string & {}) | null;
  /** Name of the sheet of an XLSX file, default the first with known headings. At most 255 characters. */
  sheet?: string | null;
  /** Number of the row with the headings. Without it the service finds out. */
  heading_row?: number | string | null;
  /** JSON: a list of cells that count instead of those of the file, each with `row`, `column` (its letter) and `value`. The rows are those of `problems_url`. They stay with the import; another sheet, charset or delimiter deletes them. At most 65536 characters. */
  corrections?: string | null;
}

export interface RecheckProblems {
  service_id?: Messages;
  mapping?: Messages;
  defaults?: Messages;
  charset?: Messages;
  delimiter?: Messages;
  sheet?: Messages;
  heading_row?: Messages;
  corrections?: Messages;
  non_field_errors?: Messages;
}

export interface ConfirmRequest {
  secret_key?: SecretKey;
  /** Whether the valid orders are created when others are refused, default false. */
  valid_only?: boolean | null;
  /** What becomes of orders whose `shipper_order_id` an order of the account has: skip leaves them out, create creates them too. Without it the import asks. Letter case does not matter. */
  existing?: "skip" | "create" | (string & {}) | null;
}

export interface ConfirmProblems {
  valid_only?: Messages;
  existing?: Messages;
  non_field_errors?: Messages;
}

export interface ImportPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<Import>;
}

export interface ImportSameFileElement {
  id: number;
  created_on: Timestamp;
  /** Orders. */
  created: number;
}

export interface ImportExistingExamplesElement {
  shipper_order_id: string;
  /** First row of the order in the file. */
  row: number;
  /** Of the order that exists. */
  tracking_no: string;
  created_on: Timestamp;
  /** That created it: only of an order without a reference, which has the same name, address and items. */
  import_id?: number;
}

export interface ImportLettersElement {
  row: number;
  /** Cells with such letters. */
  cells: Array<string>;
}

export interface ImportLeftOutWhyElement {
  heading: string;
  reason: string;
  orders: number;
}

export interface ImportFiltersElementValues1Element {
  /** `*`: any text that is not named. */
  value: string;
  rows: number;
  /** Why such orders are left out; empty: they are not. */
  reason: string;
}

export interface ImportFiltersElement {
  heading: string;
  /** Letter. */
  column: string;
  /** At most 30. */
  values: Array<ImportFiltersElementValues1Element> | null;
}

export interface ImportFirstOrdersElement {
  /** First row of the order. */
  row: number;
  /** Such as `COD IDR 250000 to Budi, Jakarta; 2 × Kaos; 0.5 kg`. */
  words: string;
}

export interface ImportRangesElementRecent1 {
  smallest: string;
  largest: string;
  /** Orders that were looked at. */
  orders: number;
}

export interface ImportRangesElement {
  /** `weight` and `pieces` of an order, `price` of an item as it is sent, and the `cod` that is collected. New values may be added: show an unknown one as it is. */
  what: "weight" | "pieces" | "price" | "cod" | (string & {});
  /** Of `price` and `cod`. */
  currency: string;
  smallest: string;
  largest: string;
  sum: string;
  /** Null: the account has no order with such a value. */
  recent: ImportRangesElementRecent1 | null;
  /** Values outside of those of `recent`. */
  outside: number;
  /** The first of them; 0: there is none. */
  row: number;
}

export interface Import {
  /** Number of the import within the account. */
  id: number;
  /** `checking`: the file is being read and checked. `waiting`: see `needs`. `creating`: the orders are being created. `checked`: it was only to be checked. `done`, `cancelled`, and `failed`, for the reason in `message`, are ends. New values may be added: show an unknown one as it is. */
  state: "checking" | "waiting" | "creating" | "checked" | "done" | "cancelled" | "failed" | (string & {});
  /** Whether the import is about to be cancelled. */
  cancelling: boolean;
  /** Why it failed. */
  message: string | null;
  file_name: string | null;
  /** Bytes. */
  file_size: number;
  dry_run: boolean;
  valid_only: boolean;
  /** New values may be added: show an unknown one as it is. */
  existing: "skip" | "create" | (string & {}) | null;
  /** Rows of the file below the headings. */
  rows: number;
  /** Orders of the file. */
  orders: number;
  /** Orders that passed the check. */
  valid: number;
  /** Orders that did not, or were refused when they were created. */
  refused: number;
  /** Rows of the orders that did not pass the check. */
  refused_rows: number;
  /** Valid orders with warnings. */
  warned: number;
  /** Orders that are no parcels, such as cancelled ones: see `filters`. */
  left_out: number;
  /** Orders. */
  created: number;
  /** Orders whose reference existed. */
  skipped: number;
  /** Part of the valid orders that is done. */
  progress: number;
  /** What is to be confirmed of a waiting import. `problems`: the refused orders are left out, or orders are by a proposal. `same_file`: the file was imported before. `references`: orders with the same references exist. `charset`: the charset was guessed, as `preview` shows. */
  needs: Array<"problems" | "same_file" | "references" | "charset" | "mapping" | (string & {})>;
  /** Imports of the same file. */
  same_file: Array<ImportSameFileElement>;
  /** Valid orders whose reference exists. */
  existing_orders: number;
  /** At most 20 of them. */
  existing_examples: Array<ImportExistingExamplesElement>;
  /** New values may be added: show an unknown one as it is. */
  format?: "csv" | "xlsx" | (string & {}) | null;
  sheet?: string | null;
  charset?: string | null;
  charset_guessed?: boolean;
  delimiter?: string | null;
  heading_row?: number;
  /** What a person should know of the file. */
  notes?: Array<string>;
  headings?: Array<string>;
  /** Cells of the first five rows. */
  preview?: Array<Array<string>>;
  /** The first five rows with letters outside ASCII, which show whether the charset is right. */
  letters?: Array<ImportLettersElement>;
  /** Why orders are left out. */
  left_out_why?: Array<ImportLeftOutWhyElement>;
  /** Columns that say which orders are left out, with the values of the file. `leave_out` of the mapping changes them. */
  filters?: Array<ImportFiltersElement>;
  /** The first five valid orders as they will be. */
  first_orders?: Array<ImportFirstOrdersElement>;
  /** How far the values of the valid orders reach, beside those of the last 1,000 orders of the account. */
  ranges?: Array<ImportRangesElement>;
  /** Where the mapping comes from: the upload, an earlier upload with the same headings that created orders, or the headings. New values may be added: show an unknown one as it is. */
  mapping_source?: "given" | "remembered" | "suggested" | (string & {}) | null;
  /** The import that created orders with the remembered mapping. */
  mapping_import?: number | null;
  /** Headings of columns that are written in another way than the remembered mapping says, or that must be named. */
  unfit?: Array<string>;
  mapping?: ImportMapping | null;
  /** Required fields that have neither a column nor a default. */
  missing?: Array<string>;
  problems_url: string | null;
  refused_url: string | null;
  orders_url: string | null;
  labels_url: string | null;
  created_on: Timestamp;
  updated_on: Timestamp;
}

export interface ImportMappingColumnsElement {
  /** Heading of the column. */
  heading: string;
  /** Letter of the column, if its heading is empty or occurs twice. */
  column?: string;
  /** Field of an order or an item, `tax_ids.PARTY.TYPE`, `tax_ids.PARTY.TYPE.country`, `metadata.KEY`, or the unit of a weight or size in each row, such as `order_weight.unit`; absent if the column is ignored. */
  field?: string;
  /** Whether the column is no field. */
  ignore?: boolean;
  join?: string;
  decimal?: string;
  date?: string;
  unit?: string;
  phone?: string;
  values?: { [key: string]: string };
  /** Whether an empty cell of an item has the value of another row of its order. */
  fill?: boolean;
  /** Whether the amount is of all pieces of the item. */
  all_pieces?: boolean;
  /** Of `order_length`, `order_width` or `order_height`: which side of a cell such as `30x20x15 cm` it is. */
  side?: number;
  /** Of `item_desc`: its cells have several items, such as `2 x T-Shirt @ 350; 1 x Cap`. These values of each are there. */
  several?: Array<"item_sku" | "item_quantity" | "item_price_value" | (string & {})>;
  /** Whether the column counts only if those of the field before it are empty. */
  first?: boolean;
}

export interface ImportMappingLeaveOutElement {
  heading: string;
  column?: string;
  /** Why orders with a text are left out, empty for not; `*` is any other text. */
  values?: { [key: string]: string };
  /** Whether an order keeps its other rows. */
  rows?: boolean;
}

/** What the columns are: see the page about imports. */
export interface ImportMapping {
  preset?: string;
  columns: Array<ImportMappingColumnsElement>;
  /** Columns whose values say why an order is left out. Without it they are proposed; an empty list leaves out none. */
  leave_out?: Array<ImportMappingLeaveOutElement>;
  defaults?: { [key: string]: string };
}

export interface ImportProblemPageResultsElement {
  /** In the file. */
  row: number;
  /** Whether the row became no order. Otherwise the problems are warnings. */
  refused: boolean;
  /** At most 10; none if another row of the order has them. */
  problems: Array<CellProblem> | null;
  /** Texts of the cells of the row, the first 60, shortened to 100 characters. null for rows after the first 2,000 with problems, and for orders that were refused while they were created. */
  cells: Array<string> | null;
}

export interface ImportProblemPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<ImportProblemPageResultsElement>;
}

export interface CellProblem {
  /** In the file. */
  row: number;
  /** Letter of the column, empty if no column has the field. */
  column: string;
  /** Such as `C17`. */
  cell: string;
  heading: string;
  field: string;
  /** Of the cell, at most 200 characters. */
  value: string;
  code?: ErrorCode;
  args?: ErrorArgs;
  message: string;
  /** What the spreadsheet did to the value, and what to do. */
  hint?: string;
}

export interface EndpointRequest {
  secret_key?: SecretKey;
  /** URL that events are posted to, in production only https://. Without one nothing is sent, but the events are stored and can be read. At most 1000 characters. */
  url?: string | null;
  /** What it is for. At most 255 characters. */
  description?: string | null;
  /** Whether order.label_ready carries the label as PDF in base64. */
  label_pdf?: boolean | null;
  /** Whether the endpoint is a label webhook of the original interface: it gets order.label_ready alone, as an object of tracking_no, order_label_url and label_base64. The list events may name no other type. */
  label_webhook?: boolean | null;
  /** User name of the Basic credentials that events are posted with. At most 255 characters. */
  basic_username?: string | null;
  /** Password of the Basic credentials. It is never shown. When the URL changes, it must be sent again. At most 255 characters. */
  basic_password?: string | null;
  /** Whether nothing is sent for now. The events are stored and can be replayed. */
  disabled?: boolean | null;
  /** Types of events that the endpoint subscribes to. null or absent: all, including those of later versions. */
  events?: Array<"order.created" | "order.updated" | "order.held" | "order.released" | "order.label_ready" | "order.submission_failed" | "order.tracking_updated" | "order.cancelled" | "order.delivered" | "import.finished" | "endpoint.disabled" | "run.signed" | "run.carried" | "parcel.stopped" | "parcel.stop_lifted" | "scan.unknown" | "consignment.departed" | "consignment.arrived" | (string & {})> | null;
}

export interface RuleKeys {
  /** Only for orders of this service. Null is every service. */
  service_id?: number | null;
  /** Only for orders of this account. Null is every account. */
  account_id?: number | null;
  origin?: RuleCountries;
  destination?: RuleCountries;
  /** An error refuses the order. A hold creates it, and holds it. A warning is shown, and the order is accepted. New values may be added: show an unknown one as it is. */
  severity: "error" | "hold" | "warning" | (string & {});
  /** First day (UTC). */
  valid_from?: string | null;
  /** Day (UTC) before which the rule ends. */
  valid_until?: string | null;
  /** Texts by language tag, at most 20 of 500 characters; `en` must be there. Without messages the rule has a built-in one in English. */
  messages?: { [key: string]: string } | null;
  /** Where the requirement is written: a URL or a title. */
  source?: string | null;
  /** Day on which the source was read. */
  read_on?: string | null;
  /** Day from which the source is to be read again. */
  review_on?: string | null;
  /** The rule is not checked. */
  disabled?: boolean | null;
  /** An expression of CEL about the order: the rule is only checked if it is true. */
  when?: string | null;
  /** The kind of the condition. It decides which of the following keys the rule has. New values may be added: show an unknown one as it is. */
  kind: "required" | "pattern" | "postal_code" | "max_weight" | "max_length" | "max_girth" | "max_volumetric_weight" | "max_value" | "max_cod_amount" | "forbidden_words" | "vague_words" | "forbidden_categories" | "forbidden_hs_codes" | "goods" | "embargo" | "sanctions" | "currency_decimals" | "known_hs_code" | "hs_code_length" | "tax_id_required" | "checksum" | "address_script" | "rubbish" | "phone_country" | "cel" | (string & {});
  /** A field of a create request; `forbidden_words` and `vague_words` may have a list. */
  field?: string | Array<string>;
  /** New values may be added: show an unknown one as it is. */
  party?: "shipper" | "consignee" | (string & {});
  types?: Array<string>;
  pattern?: string;
  kg?: number;
  cm?: number;
  divisor?: number;
  amount?: number;
  currency?: string;
  words?: Array<string>;
  categories?: Array<string>;
  prefixes?: Array<string>;
  /** Kinds of goods, such as `perfume`; a wrong one is answered with all of them. */
  goods?: Array<string>;
  /** Pieces of these goods that an order may have. */
  pieces?: number;
  /** Countries, each perhaps with ranges or beginnings of postal codes: `Ukraine: 295000-299999`. */
  places?: Array<string>;
  scheme?: string;
  tax_type?: string;
  country?: string;
  expression?: string;
}

/** What is demanded of orders. */
export interface Rule {
  id: string;
  /** Only for orders of this service. Null is every service. */
  service_id?: number | null;
  /** Only for orders of this account. Null is every account. */
  account_id?: number | null;
  origin?: RuleCountries;
  destination?: RuleCountries;
  /** An error refuses the order. A hold creates it, and holds it. A warning is shown, and the order is accepted. New values may be added: show an unknown one as it is. */
  severity: "error" | "hold" | "warning" | (string & {});
  /** First day (UTC). */
  valid_from?: string | null;
  /** Day (UTC) before which the rule ends. */
  valid_until?: string | null;
  /** Texts by language tag, at most 20 of 500 characters; `en` must be there. Without messages the rule has a built-in one in English. */
  messages?: { [key: string]: string } | null;
  /** Where the requirement is written: a URL or a title. */
  source?: string | null;
  /** Day on which the source was read. */
  read_on?: string | null;
  /** Day from which the source is to be read again. */
  review_on?: string | null;
  /** The rule is not checked. */
  disabled?: boolean | null;
  /** An expression of CEL about the order: the rule is only checked if it is true. */
  when?: string | null;
  /** The kind of the condition. It decides which of the following keys the rule has. New values may be added: show an unknown one as it is. */
  kind: "required" | "pattern" | "postal_code" | "max_weight" | "max_length" | "max_girth" | "max_volumetric_weight" | "max_value" | "max_cod_amount" | "forbidden_words" | "vague_words" | "forbidden_categories" | "forbidden_hs_codes" | "goods" | "embargo" | "sanctions" | "currency_decimals" | "known_hs_code" | "hs_code_length" | "tax_id_required" | "checksum" | "address_script" | "rubbish" | "phone_country" | "cel" | (string & {});
  /** A field of a create request; `forbidden_words` and `vague_words` may have a list. */
  field?: string | Array<string>;
  /** New values may be added: show an unknown one as it is. */
  party?: "shipper" | "consignee" | (string & {});
  types?: Array<string>;
  pattern?: string;
  kg?: number;
  cm?: number;
  divisor?: number;
  amount?: number;
  currency?: string;
  words?: Array<string>;
  categories?: Array<string>;
  prefixes?: Array<string>;
  /** Kinds of goods, such as `perfume`; a wrong one is answered with all of them. */
  goods?: Array<string>;
  /** Pieces of these goods that an order may have. */
  pieces?: number;
  /** Countries, each perhaps with ranges or beginnings of postal codes: `Ukraine: 295000-299999`. */
  places?: Array<string>;
  scheme?: string;
  tax_type?: string;
  country?: string;
  expression?: string;
}

export interface OrderTemplate {
  name: string;
  /** Some fields of an order, as they were sent. */
  order: { [key: string]: unknown };
  updated_on: Timestamp;
}

/** Some fields of an order, without its tracking number. At most 64 KiB. */
export interface OrderTemplateRequest {
  secret_key?: SecretKey;
  [name: string]: unknown;
}

/** The problems of a template, by field. */
export interface OrderTemplateProblems {
  items?: PartsProblems;
  tax_ids?: PartsProblems;
}

export interface EntryList {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<Entry>;
}

export interface Entry {
  name: string;
  entry: EntryValue;
  updated_on: Timestamp;
}

export interface AddressEntry {
  secret_key?: SecretKey;
  /** Name At most 255 characters. */
  name: string;
  /** Phone number With a plus sign and the country code, 7 to 15 digits in all. */
  number: string;
  /** Country Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  country: string;
  /** Street address At most 1000 characters. */
  address: string;
  /** Postal code At most 255 characters. */
  postal?: string | number | null;
  /** State At most 255 characters. */
  state?: string | null;
  /** City At most 255 characters. */
  city?: string | null;
  /** Province At most 255 characters. */
  province?: string | null;
  /** E-mail address */
  email?: string | null;
}

export interface GoodsEntry {
  secret_key?: SecretKey;
  /** Description. At most 255 characters. */
  item_desc: string;
  /** Category label. At most 255 characters. */
  item_category?: string | null;
  /** The shipper's product id. At most 255 characters. */
  item_product_id?: string | null;
  /** The shipper's stock keeping unit. At most 255 characters. */
  item_sku?: string | null;
  /** Price. At most 12 digits, 2 of them after the point. */
  item_price_value: number | string;
  /** ISO 4217 code of the price's currency. In any case. */
  item_price_currency: string;
  /** Code of the Harmonized System: 6 to 12 digits. Dots and spaces are left out. */
  item_hs_code?: string | null;
  /** Country where it was made. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. */
  item_origin_country?: string | null;
  /** Net weight of one piece in kg. At most 10 digits, 3 of them after the point. */
  item_weight?: number | string | null;
  /** Description for customs, when it is not item_desc. At most 255 characters. */
  item_customs_desc?: string | null;
  /** URL of the item in a shop. At most 1000 characters. */
  item_url?: string | null;
  /** URL of a picture of the item. At most 1000 characters. */
  item_image_url?: string | null;
  /** Value of one piece for customs, in item_price_currency, when it is not item_price_value or has three decimals. At most 13 digits, 3 of them after the point. */
  item_customs_value?: number | string | null;
  /** Number by which its manufacturer knows the product. At most 40 characters. */
  item_manufacturer_code?: string | null;
  /** Global Trade Item Number, which is on the barcode: 8, 12, 13 or 14 digits. At most 40 characters. */
  item_gtin?: string | null;
  /** UN number of dangerous goods, such as UN3481. 4 digits, with or without UN before them. */
  item_un_number?: string | null;
  /** Class or division of dangerous goods. Letter case does not matter. */
  item_hazard_class?: "1.1" | "1.2" | "1.3" | "1.4" | "1.4S" | "1.5" | "1.6" | "2.1" | "2.2" | "2.3" | "3" | "4.1" | "4.2" | "4.3" | "5.1" | "5.2" | "6.1" | "6.2" | "7" | "8" | "9" | (string & {}) | null;
  /** Packing instruction of dangerous goods, such as PI967 Section II. At most 40 characters. */
  item_packing_instruction?: string | null;
  /** Net quantity of dangerous goods in all pieces, with its unit, such as 0.5 kg. At most 40 characters. */
  item_hazard_quantity?: string | null;
}

export interface BoxEntry {
  secret_key?: SecretKey;
  /** Length in cm. At most 10 digits, 2 of them after the point. */
  length: number | string;
  /** Width in cm. At most 10 digits, 2 of them after the point. */
  width: number | string;
  /** Height in cm. At most 10 digits, 2 of them after the point. */
  height: number | string;
  /** Weight of the empty box in kg. At most 10 digits, 3 of them after the point. */
  weight?: number | string | null;
}

/** The problems of an entry by field, or those of a file by row and heading. */
export interface EntryProblems {
  rows?: { [key: string]: { [key: string]: Messages } };
  items?: PartsProblems;
  tax_ids?: PartsProblems;
}

/** A rule. Its id may be left out, because the path has it. */
export interface RuleRequest {
  /** Only for orders of this service. Null is every service. */
  service_id?: number | null;
  /** Only for orders of this account. Null is every account. */
  account_id?: number | null;
  origin?: RuleCountries;
  destination?: RuleCountries;
  /** An error refuses the order. A hold creates it, and holds it. A warning is shown, and the order is accepted. */
  severity: "error" | "hold" | "warning" | (string & {});
  /** First day (UTC). */
  valid_from?: string | null;
  /** Day (UTC) before which the rule ends. */
  valid_until?: string | null;
  /** Texts by language tag, at most 20 of 500 characters; `en` must be there. Without messages the rule has a built-in one in English. */
  messages?: { [key: string]: string } | null;
  /** Where the requirement is written: a URL or a title. */
  source?: string | null;
  /** Day on which the source was read. */
  read_on?: string | null;
  /** Day from which the source is to be read again. */
  review_on?: string | null;
  /** The rule is not checked. */
  disabled?: boolean | null;
  /** An expression of CEL about the order: the rule is only checked if it is true. */
  when?: string | null;
  /** The kind of the condition. It decides which keys the rule has. */
  kind: "required" | "pattern" | "postal_code" | "max_weight" | "max_length" | "max_girth" | "max_volumetric_weight" | "max_value" | "max_cod_amount" | "forbidden_words" | "vague_words" | "forbidden_categories" | "forbidden_hs_codes" | "goods" | "embargo" | "sanctions" | "currency_decimals" | "known_hs_code" | "hs_code_length" | "tax_id_required" | "checksum" | "address_script" | "rubbish" | "phone_country" | "cel" | (string & {});
  /** A field of a create request; `forbidden_words` and `vague_words` may have a list. */
  field?: string | Array<string>;
  party?: "shipper" | "consignee" | (string & {});
  types?: Array<string>;
  pattern?: string;
  kg?: number;
  cm?: number;
  divisor?: number;
  amount?: number;
  currency?: string;
  words?: Array<string>;
  categories?: Array<string>;
  prefixes?: Array<string>;
  /** Kinds of goods, such as `perfume`; a wrong one is answered with all of them. */
  goods?: Array<string>;
  /** Pieces of these goods that an order may have. */
  pieces?: number;
  /** Countries, each perhaps with ranges or beginnings of postal codes: `Ukraine: 295000-299999`. */
  places?: Array<string>;
  scheme?: string;
  tax_type?: string;
  country?: string;
  expression?: string;
  secret_key?: SecretKey;
  id?: string;
}

export interface RuleEntry {
  /** The rule. If its state is `wrong`, it may have another form. */
  rule: Rule | { [key: string]: unknown };
  /** `replaced` was set in the place of a built-in rule. New values may be added: show an unknown one as it is. */
  origin: "built-in" | "replaced" | "operator" | (string & {});
  /** Only rules that are `on` are checked. `wrong`: see `problems`. New values may be added: show an unknown one as it is. */
  state: "on" | "off" | "not yet" | "ended" | "wrong" | (string & {});
  updated_on: NullableTimestamp;
  /** Why the rule is not checked, such as that a later version wrote it. */
  problems: Array<string>;
}

export interface AuditPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<AuditEntry>;
}

export interface RequestPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<RecordedRequest>;
}

export interface RecordedRequest {
  id: string;
  /** 0 for a message of a partner, which only operators see. */
  account_id: number;
  created_on: Timestamp;
  key_id: number | null;
  /** The `X-Request-ID` of the response. */
  request_id: string | null;
  method: string | null;
  /** The path, with names in the place of numbers and ids; of a message of a partner with the partner's name. */
  route: string | null;
  status: number | null;
  took_ms: number | null;
  /** What was wrong, at most 20. */
  errors: Array<RequestNote>;
  /** The fields that the operation does not know, at most 20. */
  warnings: Array<RequestNote>;
  /** The begin of a JSON body; `…` stands for what may be personal. Of another body a text with its size, such as `not JSON, 120 bytes`. Null if there was none. */
  body: unknown;
  /** 0, or how many requests around this time have no entry: this one stands for them, and has nothing else. */
  not_recorded: number;
}

export interface RequestNote {
  /** A JSON pointer into the body; empty for the whole request. */
  path: string;
  code: string;
  message: string;
}

export interface AuditEntry {
  /** The account and the number of the entry. The numbers of an account have no gaps. */
  id: string;
  /** The account that the subject belongs to; 0 is the operator. */
  account_id: number;
  created_on: Timestamp;
  /** New values may be added: show an unknown one as it is. */
  actor_kind: "user" | "key" | "command" | "server" | (string & {});
  /** The id of a key, the user and the host of a command, or empty for the server. */
  actor: string;
  action: string;
  subject_kind: string;
  subject: string;
  /** Null if it did not exist. */
  before: { [key: string]: unknown } | null;
  /** Null if it does not exist any more. */
  after: { [key: string]: unknown } | null;
}

export interface EndpointProblems {
  url?: Messages;
  description?: Messages;
  label_pdf?: Messages;
  label_webhook?: Messages;
  basic_username?: Messages;
  basic_password?: Messages;
  disabled?: Messages;
  non_field_errors?: Messages;
  events?: ListProblems;
}

export interface Endpoint {
  id: number;
  /** If it is null, nothing is sent, but the events are stored and can be read. */
  url: string | null;
  description: string;
  /** Null means all types, including those of later versions. */
  events: Array<EventType> | null;
  label_pdf: boolean;
  /** Whether it gets `order.label_ready` alone, in the form of a label webhook. */
  label_webhook: boolean;
  basic_username: string | null;
  disabled: boolean;
  disabled_on: NullableTimestamp;
  disabled_reason: string | null;
  failing_since: NullableTimestamp;
  old_secret_until: NullableTimestamp;
  created_on: Timestamp;
  updated_on: Timestamp;
}

export interface NewEndpoint {
  id: number;
  /** If it is null, nothing is sent, but the events are stored and can be read. */
  url: string | null;
  description: string;
  /** Null means all types, including those of later versions. */
  events: Array<EventType> | null;
  label_pdf: boolean;
  /** Whether it gets `order.label_ready` alone, in the form of a label webhook. */
  label_webhook: boolean;
  basic_username: string | null;
  disabled: boolean;
  disabled_on: NullableTimestamp;
  disabled_reason: string | null;
  failing_since: NullableTimestamp;
  old_secret_until: NullableTimestamp;
  created_on: Timestamp;
  updated_on: Timestamp;
  /** In a repetition by the Idempotency-Key, in place of `secret`. */
  message?: string;
  /** The secret that signs the events. No later response has it. */
  secret?: string;
}

export interface OrderObstaclesObstaclesElement {
  /** New values may be added: show an unknown one as it is. */
  kind: "hold" | "outgoing" | "submission" | "label" | "cancellation" | "webhook" | (string & {});
  /** The partner, the event and the endpoint, or the rule that holds the order. */
  target: string | null;
  state: string;
  since: Timestamp;
  attempts: number;
  next_attempt_on: NullableTimestamp;
  /** Why the order has no label yet, in words; null of cancellations and webhooks. */
  reason: string | null;
  /** What the last attempt ended with. */
  message: string | null;
  /** What you may do, in words. */
  to_do: string;
}

export interface OrderObstacles {
  tracking_no: string;
  status_code: StatusCode;
  tracker_status_code: TrackerStatus;
  obstacles: Array<OrderObstaclesObstaclesElement>;
}

export interface StatsResultsElement {
  day: string;
  /** 0 is a return without a lane. */
  service_id: number;
  tracker_status_code: TrackerStatus;
  orders: number;
}

export interface Stats {
  /** The first day. */
  from: string;
  /** The last day, which is today. */
  to: string;
  results: Array<StatsResultsElement>;
}

export interface StatsProblems {
  days?: Messages;
}

export interface HSCodesResultsElement {
  hs_code: string;
  description: string;
}

export interface HSCodes {
  /** The year of the nomenclature. */
  year: number;
  /** Who published it. */
  source: string;
  /** The best matches first. */
  results: Array<HSCodesResultsElement>;
}

export interface HSSearchProblems {
  q?: Messages;
  limit?: Messages;
}

/** How many matching orders are on no manifest. */
export interface HandoverLeftOut {
  cancelled: number;
  without_label: number;
  returns: number;
  held: number;
  stopped: number;
  /** Their label changed since it was printed, as far as Waybill was told. */
  label_stale: number;
}

export interface Handover {
  /** On all manifests. */
  parcels: number;
  /** Of all parcels, in kg. */
  weight: number;
  /** How many matching orders are on no manifest. */
  left_out: HandoverLeftOut;
  manifests: Array<Manifest>;
}

export interface ManifestParcelsElement {
  tracking_no: string;
  shipper_order_id: string;
  consignee_name: string;
  consignee_country: string;
  /** In kg. */
  order_weight: number;
}

export interface Manifest {
  service_id: number;
  /** Its name. */
  service: string;
  pickup_contact_name: string;
  pickup_address: string;
  pickup_postal: string;
  pickup_city: string;
  pickup_country: string;
  /** Of its parcels, in kg. */
  weight: number;
  /** By tracking number. */
  parcels: Array<ManifestParcelsElement>;
}

export interface ManifestProblems {
  date?: Messages;
  timezone?: Messages;
  format?: Messages;
}

export interface ExportProblems {
  form?: Messages;
  format?: Messages;
}

export interface Key {
  id: number;
  name: string;
  /** New values may be added: show an unknown one as it is. */
  state: "live" | "expired" | "revoked" | (string & {});
  /** Whether it is the key of this request. */
  is_caller: boolean;
  /** The key that it was created with; null when a person created it. */
  created_by_key: number | null;
  created_on: Timestamp;
  /** To the minute. */
  last_used_on: NullableTimestamp;
  expires_on: NullableTimestamp;
  revoked_on: NullableTimestamp;
  scopes: Scopes;
  networks: Networks;
}

export interface KeyList {
  results: Array<Key>;
}

export interface NewKey {
  id: number;
  name: string;
  /** New values may be added: show an unknown one as it is. */
  state: "live" | "expired" | "revoked" | (string & {});
  /** Whether it is the key of this request. */
  is_caller: boolean;
  /** The key that it was created with; null when a person created it. */
  created_by_key: number | null;
  created_on: Timestamp;
  /** To the minute. */
  last_used_on: NullableTimestamp;
  expires_on: NullableTimestamp;
  revoked_on: NullableTimestamp;
  scopes: Scopes;
  networks: Networks;
  /** In a repetition by the Idempotency-Key, in place of `secret`. */
  message?: string;
  /** The key itself. It is not shown again. */
  secret?: string;
}

export interface KeyRequest {
  secret_key?: SecretKey;
  /** What it is for. No two live keys have the same. At most 100 characters. */
  name: string;
  /** From then on it is refused; default never. UTC when no zone is given. */
  expires_on?: string | null;
  /** What it may do, in the place of scopes. Letter case does not matter. */
  preset?: "shop" | "warehouse" | "depot" | "hub" | "read-only" | (string & {}) | null;
  /** What the key may do. Without scopes and preset it may do all that its maker may, but rules, audit, administration and users. These are for keys of an operator's account. */
  scopes?: Array<"orders:write" | "orders:read" | "labels" | "tracking:write" | "webhooks" | "account" | "rules" | "audit" | "parcels:write" | "administration" | "users" | "floor:read" | "floor:write" | (string & {})> | null;
  networks?: Networks | null;
}

export interface KeyProblems {
  name?: Messages;
  expires_on?: Messages;
  preset?: Messages;
  non_field_errors?: Messages;
}

export interface RevokeProblems {
  with_created?: Messages;
}

export interface AccountSettings {
  /** Null is UTC. */
  timezone: string | null;
  /** Null is that of the browser. New values may be added: show an unknown one as it is. */
  language: "en" | "id" | "zh-Hans" | (string & {}) | null;
  /** Whether phone numbers without a country code get that of their country. */
  complete_phones: boolean;
  /** So many grams the weight on the scale of a packer may differ from the stated one without a warning, or the next if that is more. */
  weight_tolerance: number;
  /** The same in percent of the stated weight. */
  weight_tolerance_percent: number;
  /** After how many hours a parcel that was handed over and that nobody has scanned since is a problem. */
  unscanned_hours: number;
}

export interface AccountSettingsRequest {
  secret_key?: SecretKey;
  /** Time zone in which pages show times to users who have chosen none, such as Asia/Singapore. Null is UTC. At most 100 characters. */
  timezone?: string | null;
  /** Language of pages for users who have chosen none. Null is that of the browser. Letter case does not matter. */
  language?: "en" | "id" | "zh-Hans" | (string & {}) | null;
  /** Whether phone numbers without a country code get that of the country of their address, default false: then they are refused. */
  complete_phones?: boolean | null;
  /** So many grams the weight on the scale of a packer may differ from the stated one without a warning, or as `weight_tolerance_percent` says if that is more. Default 50. */
  weight_tolerance?: number | string | null;
  /** So many percent of the stated weight the weight on the scale may differ from it without a warning. Default 5. */
  weight_tolerance_percent?: number | string | null;
  /** After how many hours a parcel that was handed over and that nobody has scanned since is a problem, default 24. */
  unscanned_hours?: number | string | null;
}

export interface AccountSettingsProblems {
  timezone?: Messages;
  language?: Messages;
  complete_phones?: Messages;
  weight_tolerance?: Messages;
  weight_tolerance_percent?: Messages;
  unscanned_hours?: Messages;
  non_field_errors?: Messages;
}

export interface AccountLabels {
  hide_contents: boolean;
  return_to: string | null;
  /** New values may be added: show an unknown one as it is. */
  default_size: "100x150" | "a6" | "4x6" | "a4" | (string & {});
  /** As it is printed: a PNG in base64, 8 pixels for a millimetre. */
  logo: string | null;
}

export interface AccountLabelsRequest {
  secret_key?: SecretKey;
  /** Whether the contents and their value are left off the label. */
  hide_contents?: boolean | null;
  /** Address on one line for parcels that cannot be delivered. Null or blank removes it. At most 160 characters. */
  return_to?: string | null;
  /** Paper of labels when a request names none. Null is 100x150. Letter case does not matter. */
  default_size?: "100x150" | "a6" | "4x6" | "a4" | (string & {}) | null;
  /** A PNG in base64, at most 64 KiB and 1000 × 1000 pixels, for the labels and the tracking page. Null removes it. At most 87384 characters. */
  logo?: string | null;
}

export interface AccountLabelsProblems {
  hide_contents?: Messages;
  return_to?: Messages;
  default_size?: Messages;
  logo?: Messages;
  non_field_errors?: Messages;
}

export interface EndpointList {
  results: Array<Endpoint>;
}

export interface ReplayRequest {
  secret_key?: SecretKey;
  /** As `created_from`. */
  date_from?: string | null;
  /** As `created_to`. */
  date_to?: string | null;
  /** Only those at this time or later. UTC when no zone is given. */
  created_from?: string | null;
  /** Only those at this time or earlier. A date without a time includes the whole day. */
  created_to?: string | null;
  /** Ids of the events, instead of a time. */
  event_ids?: Array<string> | null;
}

export interface ReplayProblems {
  date_from?: Messages;
  date_to?: Messages;
  created_from?: Messages;
  created_to?: Messages;
  non_field_errors?: Messages;
  event_ids?: ListProblems;
}

export interface Replayed {
  replayed: number;
}

export interface EndpointTest {
  event_id: EventID;
  /** Whether the receiver responded with a status from 200 to 299. */
  delivered: boolean;
  status: ReceiverStatus;
  error: DeliveryError;
  response: ReceiverResponse;
  duration: DeliveryDuration;
}

export interface DeliveryPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<Delivery>;
}

export interface Delivery {
  event_id: EventID;
  type: EventType;
  /** When the event happened. */
  timestamp: Timestamp;
  /** Of the order. Null if the event belongs to no order. */
  tracking_no: TrackingNo | null;
  /** given_up: the attempts are used up. New values may be added: show an unknown one as it is. */
  state: "pending" | "delivered" | "given_up" | (string & {});
  attempts: number;
  status: ReceiverStatus;
  error: DeliveryError;
  response: ReceiverResponse;
  duration: DeliveryDuration;
  /** Null if no attempt follows. */
  next_attempt_on: NullableTimestamp;
  /** When the last attempt ended, or the delivery was created. */
  updated_on: Timestamp;
}

export interface EventPage {
  /** The cursor of the next page. Null on the last page. */
  next_cursor: string | null;
  results: Array<Event>;
}

export interface EventRangeProblems {
  date_from?: Messages;
  date_to?: Messages;
  created_from?: Messages;
  created_to?: Messages;
}

export interface OrderCreatedEvent {
  type: "order.created";
  /** When it happened. */
  timestamp: Timestamp;
  data: OrderEventData;
}

export interface LabelReadyEvent {
  type: "order.label_ready";
  /** When it happened. */
  timestamp: Timestamp;
  data: LabelReadyData;
}

export interface SubmissionFailedEvent {
  type: "order.submission_failed";
  /** When it happened. */
  timestamp: Timestamp;
  data: SubmissionFailedData;
}

export interface OrderUpdatedEvent {
  type: "order.updated";
  /** When it happened. */
  timestamp: Timestamp;
  data: OrderUpdatedData;
}

export interface OrderHeldEvent {
  type: "order.held";
  /** When it happened. */
  timestamp: Timestamp;
  data: OrderHeldData;
}

export interface OrderReleasedEvent {
  type: "order.released";
  /** When it happened. */
  timestamp: Timestamp;
  data: OrderHeldData;
}

export interface TrackingUpdatedEvent {
  type: "order.tracking_updated";
  /** When it happened. */
  timestamp: Timestamp;
  data: TrackingData;
}

export interface OrderCancelledEvent {
  type: "order.cancelled";
  /** When it happened. */
  timestamp: Timestamp;
  data: TrackingData;
}

export interface OrderDeliveredEvent {
  type: "order.delivered";
  /** When it happened. */
  timestamp: Timestamp;
  data: TrackingData;
}

export interface ImportFinishedEvent {
  type: "import.finished";
  /** When it happened. */
  timestamp: Timestamp;
  data: ImportFinishedData;
}

export interface RunSignedEvent {
  type: "run.signed";
  /** When it happened. */
  timestamp: Timestamp;
  data: RunEventData;
}

export interface RunCarriedEvent {
  type: "run.carried";
  /** When it happened. */
  timestamp: Timestamp;
  data: RunEventData;
}

export interface ParcelStoppedEvent {
  type: "parcel.stopped";
  /** When it happened. */
  timestamp: Timestamp;
  data: StopEventData;
}

export interface StopLiftedEvent {
  type: "parcel.stop_lifted";
  /** When it happened. */
  timestamp: Timestamp;
  data: StopEventData;
}

export interface ScanUnknownEvent {
  type: "scan.unknown";
  /** When it happened. */
  timestamp: Timestamp;
  data: UnknownScanEventData;
}

export interface ConsignmentDepartedEvent {
  type: "consignment.departed";
  /** When it happened. */
  timestamp: Timestamp;
  data: ConsignmentEventData;
}

export interface ConsignmentArrivedEvent {
  type: "consignment.arrived";
  /** When it happened. */
  timestamp: Timestamp;
  data: ConsignmentEventData;
}

export interface EndpointDisabledEvent {
  type: "endpoint.disabled";
  /** When it happened. */
  timestamp: Timestamp;
  data: EndpointDisabledData;
}

export interface EndpointTestEvent {
  type: "endpoint.test";
  /** When it happened. */
  timestamp: Timestamp;
  data: EndpointTestData;
}

/** The order as it was when the event happened. Later versions may add fields. */
export interface OrderEventData {
  id: EventID;
  /** Increases with each event of the order, or of the account's imports and endpoints. */
  sequence: number;
  order_id: number;
  service_id: number;
  is_return: boolean;
  tracking_no: TrackingNo;
  shipper_order_id: string;
  upload_batch_no: UploadBatchNo;
  hawb_no: string | null;
  status_code: StatusCode;
  tracker_status_code: TrackerStatus;
  /** True in an example that was asked for, and absent otherwise. */
  test?: boolean;
  tracker_main_text: string;
  /** The texts that the shipper sent with the order. Absent if it sent none. */
  metadata?: { [key: string]: string };
}

export interface LabelReadyData {
  id: EventID;
  /** Increases with each event of the order, or of the account's imports and endpoints. */
  sequence: number;
  order_id: number;
  service_id: number;
  is_return: boolean;
  tracking_no: TrackingNo;
  shipper_order_id: string;
  upload_batch_no: UploadBatchNo;
  hawb_no: string | null;
  status_code: StatusCode;
  tracker_status_code: TrackerStatus;
  /** True in an example that was asked for, and absent otherwise. */
  test?: boolean;
  tracker_main_text: string;
  /** The texts that the shipper sent with the order. Absent if it sent none. */
  metadata?: { [key: string]: string };
  order_label_url: string;
  /** The format of the label, if the partner draws it. New values may be added: show an unknown one as it is. */
  order_label_format?: "pdf" | "png" | "zpl" | (string & {});
  /** The label in base64, if the endpoint has `label_pdf`. */
  order_label_pdf?: string;
}

export interface SubmissionFailedData {
  id: EventID;
  /** Increases with each event of the order, or of the account's imports and endpoints. */
  sequence: number;
  order_id: number;
  service_id: number;
  is_return: boolean;
  tracking_no: TrackingNo;
  shipper_order_id: string;
  upload_batch_no: UploadBatchNo;
  hawb_no: string | null;
  status_code: StatusCode;
  tracker_status_code: TrackerStatus;
  /** True in an example that was asked for, and absent otherwise. */
  test?: boolean;
  tracker_main_text: string;
  /** The texts that the shipper sent with the order. Absent if it sent none. */
  metadata?: { [key: string]: string };
  /** Why the partner refused the order. */
  message: string;
}

export interface OrderUpdatedData {
  id: EventID;
  /** Increases with each event of the order, or of the account's imports and endpoints. */
  sequence: number;
  order_id: number;
  service_id: number;
  is_return: boolean;
  tracking_no: TrackingNo;
  shipper_order_id: string;
  upload_batch_no: UploadBatchNo;
  hawb_no: string | null;
  status_code: StatusCode;
  tracker_status_code: TrackerStatus;
  /** True in an example that was asked for, and absent otherwise. */
  test?: boolean;
  tracker_main_text: string;
  /** The texts that the shipper sent with the order. Absent if it sent none. */
  metadata?: { [key: string]: string };
  /** The names of the fields, with commas between. */
  changed_fields: string;
}

export interface OrderHeldData {
  id: EventID;
  /** Increases with each event of the order, or of the account's imports and endpoints. */
  sequence: number;
  order_id: number;
  service_id: number;
  is_return: boolean;
  tracking_no: TrackingNo;
  shipper_order_id: string;
  upload_batch_no: UploadBatchNo;
  hawb_no: string | null;
  status_code: StatusCode;
  tracker_status_code: TrackerStatus;
  /** True in an example that was asked for, and absent otherwise. */
  test?: boolean;
  tracker_main_text: string;
  /** The texts that the shipper sent with the order. Absent if it sent none. */
  metadata?: { [key: string]: string };
  /** Why the order is, or was, held. */
  reason: string;
  /** The rule that held it when it was created. Empty if a person did. */
  rule_id: string;
}

export interface TrackingData {
  id: EventID;
  /** Increases with each event of the order, or of the account's imports and endpoints. */
  sequence: number;
  order_id: number;
  service_id: number;
  is_return: boolean;
  tracking_no: TrackingNo;
  shipper_order_id: string;
  upload_batch_no: UploadBatchNo;
  hawb_no: string | null;
  status_code: StatusCode;
  tracker_status_code: TrackerStatus;
  /** True in an example that was asked for, and absent otherwise. */
  test?: boolean;
  tracker_main_text: string;
  /** The texts that the shipper sent with the order. Absent if it sent none. */
  metadata?: { [key: string]: string };
  status: TrackerStatus;
  /** What happened, in words. */
  description: string;
  /** English name of the country. Empty if it is not known. */
  country: string;
  /** The location in the country, for example a city or a depot. Empty if it is not known. */
  address: string;
  occurred_on: Timestamp;
}

/** The endpoint that is tested. Later versions may add fields. */
export interface EndpointTestData {
  id: EventID;
  /** 0: a test event has no place among other events. */
  sequence: 0;
  endpoint_id: number;
  /** The URL without its query. */
  url: string | null;
}

/** The import that has ended. Later versions may add fields. */
export interface ImportFinishedData {
  id: EventID;
  /** Increases with each event of the account's imports and endpoints. */
  sequence: number;
  import_id: number;
  file_name: string | null;
  /** New values may be added: show an unknown one as it is. */
  state: "done" | "cancelled" | "failed" | (string & {});
  /** Why it failed, else null. */
  message: string | null;
  /** Of the file. */
  rows: number;
  /** Of the file. */
  orders: number;
  /** Orders that were created. */
  created: number;
  /** Orders that existed. */
  skipped: number;
  /** Orders that are wrong. */
  refused: number;
  /** Orders that are no parcels. */
  left_out: number;
  finished_on: Timestamp;
  /** True in an example that was asked for, and absent otherwise. */
  test?: boolean;
}

/** The pickup run as it was when the event happened. Later versions may add fields. */
export interface RunEventData {
  id: EventID;
  /** Increases with each event of the account's imports and endpoints, and of the operator. */
  sequence: number;
  run: Run;
  /** True in an example that was asked for, and absent otherwise. */
  test?: boolean;
}

/** The stop of the parcel. Later versions may add fields. */
export interface StopEventData {
  id: EventID;
  /** Increases with each event of the account's imports and endpoints, and of the operator. */
  sequence: number;
  stop: ParcelStop;
  /** True in an example that was asked for, and absent otherwise. */
  test?: boolean;
}

/** The consignment and its leg as they were when the event happened. Later versions may add fields. */
export interface ConsignmentEventData {
  id: EventID;
  /** Increases with each event of the account's imports and endpoints, and of the operator. */
  sequence: number;
  consignment: ConsignmentMoved;
  /** True in an example that was asked for, and absent otherwise. */
  test?: boolean;
}

/** The code that was scanned. Later versions may add fields. */
export interface UnknownScanEventData {
  id: EventID;
  /** Increases with each event of the account's imports and endpoints, and of the operator. */
  sequence: number;
  unknown_scan: UnknownScan;
  /** True in an example that was asked for, and absent otherwise. */
  test?: boolean;
}

/** The endpoint that was disabled. Later versions may add fields. */
export interface EndpointDisabledData {
  id: EventID;
  /** Increases with each event of the account's imports and endpoints. */
  sequence: number;
  endpoint_id: number;
  /** The URL without its query. Null if it was removed in the meantime. */
  url: string | null;
  /** The reason in words. */
  reason: string;
  failing_since: Timestamp;
  disabled_on: Timestamp;
  /** True in an example that was asked for, and absent otherwise. */
  test?: boolean;
}

export interface Health {
  status: "ok";
}

export interface Readiness {
  status: "ready";
  /** Only if the clock of the server is behind stored times. */
  warning?: string;
}

/** An error that is not a validation error. */
export interface Detail {
  detail: string;
}

/** An error that is not a validation error. If several orders have a number, `candidates` are these. */
export interface AmbiguousCode {
  detail: string;
  candidates?: Candidates;
}

export interface CandidatesElement {
  /** Send it as `order_id` if this is the order. */
  order_id: number;
  tracking_no: string;
}

/** An error as RFC 9457 has it, for callers that accept `application/problem+json`. Operations of the original interface do not respond with it. */
export interface ProblemDetails {
  /** The address of the code on this server's page of all codes, `/docs/errors#CODE`. It ends with `code`: compare that. */
  type: string;
  /** The code in words. It is English, and the same for each error of the code. */
  title: string;
  status: number;
  code: ErrorCode;
  args: ErrorArgs;
  /** In the language of `Accept-Language`. */
  detail: string;
  request_id: string;
  /** Of an invalid request, by field. */
  errors?: Array<FieldError>;
  candidates?: Candidates;
}

export interface FieldError {
  /** The place of the value in the request as a JSON pointer, such as /orders/0/items/1/item_quantity; empty for the whole. */
  path: string;
  code: ErrorCode;
  args: ErrorArgs;
  /** In the language of `Accept-Language`. */
  message: string;
}

/** The problems of a create request: one element for each submitted order, empty for a valid one; or one element with the problem of the whole list. */
export interface CreateProblems {
  blocking?: Messages;
  accept_valid?: Messages;
  orders: Array<CreateOrderProblems>;
}

/** The problems of a return request: one element for each submitted order, empty for a valid one; or one element with the problem of the whole list. */
export interface ReturnProblems {
  orders: Array<ReturnOrderProblems>;
}

/** The problems of a tracker query. */
export interface TrackerQueryProblems {
  tracking_nos?: NumbersProblems;
  get_related_updates?: Messages;
  flatten_data?: Messages;
  non_field_errors?: Messages;
}

export interface NumbersProblems3Element2 {
  tracking_no?: Messages;
}

/** The problems of a request to cancel orders, or to mark labels as printed. */
export interface CancelProblems {
  tracking_nos?: NumbersProblems;
  dry_run?: Messages;
  non_field_errors?: Messages;
}

/** The problems of a request to check addresses: one element for each address, empty for a valid one. */
export interface AddressRequestProblems {
  addresses?: Messages | NonFieldErrors | Array<AddressProblems>;
  non_field_errors?: Messages;
}

export interface AddressProblems {
  consignee_name?: Messages;
  consignee_number?: Messages;
  consignee_email?: Messages;
  consignee_country?: Messages;
  consignee_address?: Messages;
  consignee_postal?: Messages;
  consignee_state?: Messages;
  consignee_city?: Messages;
  consignee_province?: Messages;
  name?: Messages;
  number?: Messages;
  email?: Messages;
  country?: Messages;
  address?: Messages;
  postal?: Messages;
  state?: Messages;
  city?: Messages;
  province?: Messages;
  non_field_errors?: Messages;
}

export interface JourneyProblems {
  tracking_no?: Messages;
  journey?: Messages;
  pause?: Messages;
  non_field_errors?: Messages;
}

/** The problems of a request with reports: one element for each report, empty for a valid one. */
export interface ReportsProblems {
  events?: Messages | NonFieldErrors | Array<Messages | ReportProblems>;
  non_field_errors?: Messages;
}

export interface ReportProblems {
  tracking_no?: Messages;
  status?: Messages;
  description?: Messages;
  country?: Messages;
  address?: Messages;
  occurred_on?: Messages;
  event_id?: Messages;
  non_field_errors?: Messages;
}

export interface ProofProblems {
  tracking_no?: Messages;
  name?: Messages;
  signed_on?: Messages;
  image?: Messages;
  non_field_errors?: Messages;
}

/** The problems of a view query. */
export interface ViewProblems {
  orders: Array<FilterProblems>;
}

export interface CreateOrderProblems {
  service_id?: Messages;
  tracking_no?: Messages;
  shipper_order_id?: Messages;
  order_length?: Messages;
  order_width?: Messages;
  order_height?: Messages;
  order_weight?: Messages;
  payment_type?: Messages;
  cod_amt_to_collect?: Messages;
  incoterm?: Messages;
  identification_document_name?: Messages;
  consignee_identifcation_number?: Messages;
  consignee_name?: Messages;
  consignee_number?: Messages;
  consignee_country?: Messages;
  consignee_address?: Messages;
  consignee_postal?: Messages;
  consignee_state?: Messages;
  consignee_city?: Messages;
  consignee_province?: Messages;
  consignee_email?: Messages;
  pickup_contact_name?: Messages;
  pickup_contact_number?: Messages;
  pickup_country?: Messages;
  pickup_address?: Messages;
  pickup_postal?: Messages;
  pickup_state?: Messages;
  pickup_city?: Messages;
  pickup_province?: Messages;
  consignee_company?: Messages;
  shipper_company?: Messages;
  consignee_name_latin?: Messages;
  consignee_address_latin?: Messages;
  pickup_date?: Messages;
  pickup_notes?: Messages;
  delivery_note?: Messages;
  items?: ItemsProblems;
  export_reason?: Messages;
  invoice_no?: Messages;
  invoice_date?: Messages;
  freight_amount?: Messages;
  insurance_amount?: Messages;
  packing_amount?: Messages;
  handling_amount?: Messages;
  other_amount?: Messages;
  discount_amount?: Messages;
  amount_currency?: Messages;
  export_reason_text?: Messages;
  export_type?: Messages;
  duties_paid_by?: Messages;
  non_delivery_option?: Messages;
  exporter_reference?: Messages;
  importer_reference?: Messages;
  licence_no?: Messages;
  certificate_no?: Messages;
  export_itn?: Messages;
  export_exemption?: Messages;
  export_mrn?: Messages;
  prior_notice_no?: Messages;
  signer_name?: Messages;
  signer_place?: Messages;
  signed_on?: Messages;
  importer_name?: Messages;
  importer_number?: Messages;
  importer_country?: Messages;
  importer_address?: Messages;
  importer_postal?: Messages;
  importer_state?: Messages;
  importer_city?: Messages;
  importer_province?: Messages;
  importer_email?: Messages;
  sold_to_name?: Messages;
  sold_to_number?: Messages;
  sold_to_country?: Messages;
  sold_to_address?: Messages;
  sold_to_postal?: Messages;
  sold_to_state?: Messages;
  sold_to_city?: Messages;
  sold_to_province?: Messages;
  sold_to_email?: Messages;
  tax_ids?: Array<TaxIDProblems>;
  metadata?: Messages | { [key: string]: Messages };
  non_field_errors?: Messages;
}

export interface ReturnOrderProblems {
  service_type?: Messages;
  forward_tracking_no?: Messages;
  shipper_order_id?: Messages;
  consignee_name?: Messages;
  consignee_address?: Messages;
  consignee_postal?: Messages;
  consignee_country?: Messages;
  consignee_city?: Messages;
  consignee_state?: Messages;
  consignee_number?: Messages;
  consignee_email?: Messages;
  order_length?: Messages;
  order_width?: Messages;
  order_height?: Messages;
  order_weight?: Messages;
  pickup_contact_name?: Messages;
  pickup_contact_email?: Messages;
  pickup_contact_number?: Messages;
  pickup_country?: Messages;
  pickup_state?: Messages;
  pickup_city?: Messages;
  pickup_postal?: Messages;
  pickup_address?: Messages;
  consignee_company?: Messages;
  shipper_company?: Messages;
  consignee_name_latin?: Messages;
  consignee_address_latin?: Messages;
  items?: ItemsProblems;
  export_reason?: Messages;
  invoice_no?: Messages;
  invoice_date?: Messages;
  export_reason_text?: Messages;
  export_type?: Messages;
  duties_paid_by?: Messages;
  non_delivery_option?: Messages;
  exporter_reference?: Messages;
  importer_reference?: Messages;
  licence_no?: Messages;
  certificate_no?: Messages;
  export_itn?: Messages;
  export_exemption?: Messages;
  export_mrn?: Messages;
  prior_notice_no?: Messages;
  signer_name?: Messages;
  signer_place?: Messages;
  signed_on?: Messages;
  importer_name?: Messages;
  importer_number?: Messages;
  importer_country?: Messages;
  importer_address?: Messages;
  importer_postal?: Messages;
  importer_state?: Messages;
  importer_city?: Messages;
  importer_province?: Messages;
  importer_email?: Messages;
  sold_to_name?: Messages;
  sold_to_number?: Messages;
  sold_to_country?: Messages;
  sold_to_address?: Messages;
  sold_to_postal?: Messages;
  sold_to_state?: Messages;
  sold_to_city?: Messages;
  sold_to_province?: Messages;
  sold_to_email?: Messages;
  tax_ids?: Array<TaxIDProblems>;
  metadata?: Messages | { [key: string]: Messages };
  non_field_errors?: Messages;
}

export interface ItemProblems {
  item_desc?: Messages;
  item_category?: Messages;
  item_product_id?: Messages;
  item_sku?: Messages;
  item_quantity?: Messages;
  item_price_value?: Messages;
  item_price_currency?: Messages;
  item_hs_code?: Messages;
  item_origin_country?: Messages;
  item_weight?: Messages;
  item_customs_desc?: Messages;
  item_url?: Messages;
  item_image_url?: Messages;
  item_customs_value?: Messages;
  item_manufacturer_code?: Messages;
  item_gtin?: Messages;
  item_un_number?: Messages;
  item_hazard_class?: Messages;
  item_packing_instruction?: Messages;
  item_hazard_quantity?: Messages;
  non_field_errors?: Messages;
}

export interface TaxIDProblems {
  party?: Messages;
  type?: Messages;
  country?: Messages;
  number?: Messages;
  non_field_errors?: Messages;
}

export interface FilterProblems {
  with_items?: Messages;
  expand?: Messages;
  limit?: Messages;
  date_from?: Messages;
  date_to?: Messages;
  created_from?: Messages;
  created_to?: Messages;
  service_id?: Messages;
  shipper_order_id?: Messages;
  upload_batch_no?: Messages;
  tracking_no?: Messages;
  status_code?: Messages;
  tracker_status_code?: Messages;
  picked_up?: Messages;
  updated_from?: Messages;
  updated_to?: Messages;
  is_return?: Messages;
  printed?: Messages;
  packed?: Messages;
  queue?: Messages;
  held?: Messages;
  search?: Messages;
  tag?: Messages;
  warning?: Messages;
  metadata?: Messages | { [key: string]: Messages };
}

/** The problems of a whole object or list. */
export interface NonFieldErrors {
  non_field_errors: Messages;
}

/** A secret key. Required unless the header has `Authorization: Bearer KEY`. */
export type SecretKey = string;

/** Where a parcel is. First the statuses of the normal journey until SUCCESS (delivered), then the others. New values may be added: treat an unknown one as a parcel on its way. */
export type TrackerStatus = "ORDER_CREATED" | "PENDING_PICKUP" | "PICKED_UP" | "IN_TRANSIT_WITHIN_ORIGIN_COUNTRY" | "CROSS_BORDER_TRANSIT" | "DESTINATION_COUNTRY_CUSTOMS" | "IN_TRANSIT_WITHIN_DESTINATION_COUNTRY" | "READY_FOR_COLLECTION" | "DELIVERY_IN_PROGRESS" | "SUCCESS" | "FAILED_PICKUP" | "FAILED_DELIVERY" | "EXCEPTION" | "RETURN_TO_SENDER" | "RETURNED" | "CANCELLED" | (string & {});

export type TrackingUpdates = Array<TrackingUpdatesElement>;

export type RelatedUpdates = Array<RelatedUpdatesElement>;

/** A tracking number, or an object that has it. */
export type NumberElement = string | number | NumberElement3;

/** While a list is `closing`, its parcels become picked up, one after the other. A list of a pickup run is `counted` until the run is signed. New values may be added: show an unknown one as it is. */
export type HandoverState = "open" | "counted" | "closing" | "closed" | (string & {});

/** Why a parcel is not taken or cannot be handed over any more, or that it is on the list. */
export type HandoverCode = string;

/** Letters, digits, hyphens and spaces. Upper case becomes lower case. */
export type Tags = Array<string>;

/** Problems by field. */
export type EditProblems = { [key: string]: unknown };

export type OrderWarnings = Array<OrderWarning>;

/** Null until the partner has the order. */
export type StatusCode = "SUBMITTED" | "SUBMISSION_FAILED" | "CANCELLED" | (string & {}) | null;

/** An integer if the text has at most 15 digits, no other characters and no leading zero. */
export type PostalCode = number | string;

export type TrackingNo = string;

export type UploadBatchNo = string;

export type Timestamp = string;

export type PortalServices = Array<PortalServicesElement>;

/** An address, goods, a box, or a draft: some fields of an order, at most 128 KiB. Fields without a value are left out. */
export type EntryValue = AddressEntry | GoodsEntry | BoxEntry | { [key: string]: unknown };

/** A country, by name or ISO 3166-1 code, at most 60 countries, or `*` for every country. */
export type RuleCountries = string | Array<string> | null;

/** Messages by key. */
export type RuleProblems = { [key: string]: Array<string> };

/** What a key may do. */
export type Scopes = Array<"orders:write" | "orders:read" | "labels" | "tracking:write" | "webhooks" | "account" | "rules" | "audit" | "parcels:write" | "administration" | "users" | "floor:read" | "floor:write" | (string & {})>;

/** From where a key may be used, as CIDR. A request may also name addresses. None: from everywhere, or as the key that makes it. */
export type Networks = Array<string>;

/** New values may be added: answer an event of an unknown type with 200, and ignore it. */
export type EventType = "order.created" | "order.updated" | "order.held" | "order.released" | "order.label_ready" | "order.submission_failed" | "order.tracking_updated" | "order.cancelled" | "order.delivered" | "import.finished" | "endpoint.disabled" | "run.signed" | "run.carried" | "parcel.stopped" | "parcel.stop_lifted" | "scan.unknown" | "consignment.departed" | "consignment.arrived" | (string & {});

/** HTTP status of the last response. Null if there was none. */
export type ReceiverStatus = number | null;

/** Why the last attempt failed. Null if it did not. */
export type DeliveryError = string | null;

/** The beginning of the body of the last response as text: at most 2 KiB, and 256 bytes if the event was delivered. Secrets of the endpoint are removed. Null if it had no text, or there was none. */
export type ReceiverResponse = string | null;

/** How long the last request took, in seconds. Null if there was none. */
export type DeliveryDuration = number | null;

/** An event, as it is posted to endpoints. */
export type Event = OrderCreatedEvent | LabelReadyEvent | SubmissionFailedEvent | OrderUpdatedEvent | OrderHeldEvent | OrderReleasedEvent | TrackingUpdatedEvent | OrderCancelledEvent | OrderDeliveredEvent | ImportFinishedEvent | RunSignedEvent | RunCarriedEvent | ParcelStoppedEvent | StopLiftedEvent | ScanUnknownEvent | ConsignmentDepartedEvent | ConsignmentArrivedEvent | EndpointDisabledEvent | EndpointTestEvent;

/** The header webhook-id. */
export type EventID = string;

/** The orders that have the number. */
export type Candidates = Array<CandidatesElement>;

/** What is wrong. A code keeps its meaning and its arguments. The page `/docs/errors#CODE` of the server says when it occurs, and what to do. */
export type ErrorCode = string;

/** The arguments of the code by name, such as the limit that a value exceeds. */
export type ErrorArgs = { [key: string]: string | number };

/** The problems of the items: one element for each submitted item, empty for a valid one; or one element with the problem of the whole list. */
export type ItemsProblems = Array<ItemProblems>;

export type Messages = Array<string>;

/** The name that OrderRecord had before. */
export type Record = OrderRecord;

export type UpdatesByNumber = { [key: string]: TrackingUpdates };

/** By the name of the fact. */
export type ServiceCustomsProblems = { [key: string]: Messages };

export type UploadBatchNos = Array<UploadBatchNo>;

/** The unknown fields of items or tax ids: one element for each, empty for a valid one. */
export type PartsProblems = Array<{ [key: string]: Messages }>;

export type NullableTimestamp = Timestamp | null;

/** The problems of a list of tracking numbers: one element for each number, empty for a valid one. */
export type NumbersProblems = Messages | NonFieldErrors | Array<Messages | NumbersProblems3Element2>;

export type ListProblems = Messages | NonFieldErrors | Array<Messages | { [key: string]: unknown }>;

/** By the name of the parameter: what is wrong, and the one that may be meant. */
export type UnknownParameters = { [key: string]: Messages };
