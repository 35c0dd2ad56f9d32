// Code generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update; DO NOT EDIT.

package client

import (
	"encoding/json"
	"time"
)

// AccountLabels is what the account sets for the labels that the service draws: see AccountLabelsChange.
type AccountLabels struct {
	HideContents bool `json:"hide_contents"`
	// "" if there is none.
	ReturnTo string `json:"return_to"`
	// New values may be added: show an unknown one as it is. One of 100x150, a6, 4x6, a4.
	DefaultSize string `json:"default_size"`
	// As it is printed: a PNG, 8 pixels for a millimetre. Nil if there is none.
	Logo []byte `json:"logo"`
}

// AccountLabelsChange sets fields. Nil fields stay unchanged. A pointer to the zero value clears a field.
type AccountLabelsChange struct {
	// Whether the contents and their value are left off the label.
	HideContents *bool `json:"hide_contents,omitempty"`
	// Address on one line for parcels that cannot be delivered. "" or blank removes it. At most 160 characters.
	ReturnTo *string `json:"return_to,omitempty"`
	// Paper of labels when a request names none. "" is 100x150. Letter case does not matter. One of 100x150, a6, 4x6,
	// a4.
	DefaultSize *string `json:"default_size,omitempty"`
	// A PNG, at most 64 KiB and 1000 × 1000 pixels, for the labels and the tracking page. A pointer to nil removes it.
	Logo *[]byte `json:"logo,omitempty"`
}

// AccountSettings are the time zone and the language of the pages of the account, for users who have chosen none, and whether phone
// numbers without a country code get that of their country.
type AccountSettings struct {
	// "" is UTC.
	Timezone string `json:"timezone"`
	// "" is that of the browser. New values may be added: show an unknown one as it is. One of en, id, zh-Hans.
	Language string `json:"language"`
	// Whether phone numbers without a country code get that of their country.
	CompletePhones bool `json:"complete_phones"`
	// So many grams the weight on the scale of a packer may differ from the stated one without a warning, or the next if
	// that is more.
	WeightTolerance int64 `json:"weight_tolerance"`
	// The same in percent of the stated weight.
	WeightTolerancePercent int64 `json:"weight_tolerance_percent"`
	// After how many hours a parcel that was handed over and that nobody has scanned since is a problem.
	UnscannedHours int `json:"unscanned_hours"`
}

// AccountSettingsChange sets fields. Nil fields stay unchanged. A pointer to "" clears a field.
type AccountSettingsChange struct {
	// Time zone in which pages show times to users who have chosen none, such as Asia/Singapore. "" is UTC. At most 100
	// characters.
	Timezone *string `json:"timezone,omitempty"`
	// Language of pages for users who have chosen none. "" is that of the browser. Letter case does not matter. One of
	// en, id, zh-Hans.
	Language *string `json:"language,omitempty"`
	// Whether phone numbers without a country code get that of the country of their address, default false: then they
	// are refused.
	CompletePhones *bool `json:"complete_phones,omitempty"`
	// So many grams the weight on the scale of a packer may differ from the stated one without a warning, or as
	// `weight_tolerance_percent` says if that is more. Default 50.
	WeightTolerance *int64 `json:"weight_tolerance,omitempty"`
	// So many percent of the stated weight the weight on the scale may differ from it without a warning. Default 5.
	WeightTolerancePercent *int64 `json:"weight_tolerance_percent,omitempty"`
	// After how many hours a parcel that was handed over and that nobody has scanned since is a problem, default 24.
	UnscannedHours *int64 `json:"unscanned_hours,omitempty"`
}

// Filter selects orders. The zero value selects all orders of the account, without items. With UpdatedFrom or UpdatedTo, OrdersAfter and
// AllOrders sort the orders by UpdatedOn, the oldest first, and an order that changes meanwhile is yielded again. Search and Warning find the
// newest 10,000 orders by page at most, and OrdersAfter and AllOrders do not combine them with UpdatedFrom and UpdatedTo.
type Filter struct {
	// Of Orders: from 1, or LastPage; 0 is 1.
	Page int
	// Of OrdersAfter and AllOrders: the NextCursor of a CursorPage; "" is the start.
	Cursor string
	// Whether records carry their items.
	WithItems bool
	// What each record also has, separated by commas. At most 6.
	Expand []string
	// Created then or later, as `created_from`; UTC when no zone is given.
	DateFrom time.Time
	// Created then or earlier, as `created_to`; a day alone is all of it.
	DateTo time.Time
	// Created then or later; UTC when no zone is given.
	CreatedFrom string
	// Created then or earlier; a day alone is all of it.
	CreatedTo string
	// Of this service; 0 is all.
	ServiceID int64
	// With this reference of the shipper. At most 255 characters.
	ShipperOrderID string
	// Of this submission. At most 255 characters.
	UploadBatchNo string
	// Tracking numbers, separated by commas. At most 200.
	TrackingNos []string
	// With this status_code, or "" for those without one. Letter case does not matter. One of SUBMITTED,
	// SUBMISSION_FAILED, CANCELLED, "".
	StatusCode string
	// With this tracker_status_code. Letter case does not matter. One of ORDER_CREATED, PENDING_PICKUP, PICKED_UP,
	// IN_TRANSIT_WITHIN_ORIGIN_COUNTRY, CROSS_BORDER_TRANSIT, DESTINATION_COUNTRY_CUSTOMS,
	// IN_TRANSIT_WITHIN_DESTINATION_COUNTRY, READY_FOR_COLLECTION, DELIVERY_IN_PROGRESS, SUCCESS, FAILED_PICKUP,
	// FAILED_DELIVERY, EXCEPTION, RETURN_TO_SENDER, RETURNED, CANCELLED.
	TrackerStatusCode string
	// Only orders whose parcel was picked up, with this tracker_status_code or a later one, or only others.
	PickedUp *bool
	// Changed then or later; UTC when no zone is given. With a cursor, sorts by updated_on, the oldest first.
	UpdatedFrom time.Time
	// Changed then or earlier; a day alone is all of it. With a cursor, sorts by updated_on, the oldest first.
	UpdatedTo time.Time
	// Only returns, or only other orders.
	IsReturn *bool
	// Only orders whose label is marked as printed, or only others.
	Printed *bool
	// Only orders whose parcel was packed at a station, or only others.
	Packed *bool
	// Only orders that wait for this work, or are on the way or done. Letter case does not matter. One of print, pack,
	// hand-over, partner, problem, on-the-way, done.
	Queue string
	// Only orders that are held, or only others.
	Held *bool
	// Words, or beginnings of words, that the order has all: in its tracking number, reference or partner's number, or
	// in the consignee's name, phone number, e-mail address, postal code, city or street, in the SKUs of its items, or
	// in its notes and tags. By page, the newest 10,000. At most 200 characters.
	Search string
	// With this tag, in any case. At most 30 characters.
	Tag string
	// Only orders about which rules had a warning when they were created: any, or one about an address. Letter case does
	// not matter. One of any, address.
	Warning string
	// With these metadata, each as `metadata[KEY]=VALUE` and exactly so. At most 20 keys of at most 40 characters, with
	// texts of at most 500.
	Metadata map[string]string
	// Number of orders on a page, also with a cursor. A larger number counts as 50. Any other value counts as absent.
	PageSize int
}

// LabelQuery selects the orders to print, by their batch, their import or their tracking numbers, and the form. Zero
// fields have the service's defaults.
type LabelQuery struct {
	// Of this submission. At most 255 characters.
	UploadBatchNo string
	// Tracking numbers, separated by commas. At most 200.
	TrackingNos []string
	// Number of an import: all orders that it has created.
	ImportID int64
	// The document to print for each order. One of label, cn22, cn23, invoice, proforma.
	Document string
	// The format of the file. One of pdf, zpl.
	Format string
	// The paper of labels: 100 × 150 mm, A6, 4 × 6 inches, or four labels on a sheet of A4. `4x6` is also a paper of CN
	// 22, which otherwise has 74 × 105 mm. CN 23 and invoices have only the paper of their form. One of 100x150, a6,
	// 4x6, a4.
	Size string
	// The dots per inch of PNG and ZPL. One of 203, 300, 600.
	DPI int
}

// ManifestQuery selects the orders of a handover manifest: by Date, by UploadBatchNo or by TrackingNos. The other fields
// narrow this down.
type ManifestQuery struct {
	// Created then or later; UTC when no zone is given.
	CreatedFrom string
	// Created then or earlier; a day alone is all of it.
	CreatedTo string
	// Of this service; 0 is all.
	ServiceID int64
	// Of this submission. At most 255 characters.
	UploadBatchNo string
	// Tracking numbers, separated by commas. At most 200.
	TrackingNos []string
	// Created on this day in the time zone. YYYY-MM-DD.
	Date string
	// Time zone of `date`, and of the date that is printed, such as Asia/Singapore. Default UTC. At most 255 characters.
	Timezone string
}

// RequestFilter selects requests; zero fields select all of the account.
type RequestFilter struct {
	// For keys of the operator with ScopeAudit.
	AllAccounts bool
	// Only the request with this `X-Request-ID`.
	RequestID string
	// Whether only requests with an error status are listed; default false. One of true, false.
	Failed bool
}

// AuditFilter selects changes; zero fields select all.
type AuditFilter struct {
	// Only changes of this kind of subject: rule, account, key, endpoint, order, template, address, goods, box, draft,
	// user, member, partner or service.
	SubjectKind string
	// Only changes of the subject with this id or name. It needs `subject_kind`.
	Subject string
	// Only changes of what belongs to this account; 0 is the operator.
	AccountID *int64
	// Only changes by this kind of actor: user, key, command or server.
	ActorKind string
	// Only changes by the actor with this name.
	Actor string
	// Use `created_from`. Only changes made at this time or later.
	From time.Time
	// Use `created_to`. Only changes made before this time.
	Until time.Time
	// Only changes made at this time or later. UTC when no zone is given.
	CreatedFrom string
	// Only changes made at this time or earlier. A date without a time includes the whole day.
	CreatedTo string
}

// AccountFilter selects accounts. Zero fields select all.
type AccountFilter struct {
	// Whose name has this text, in any case, or whose id it is. At most 100 characters.
	Search string
	// Only suspended accounts.
	Suspended bool
}

// SubmissionFilter selects submissions or cancellations of all accounts. Zero fields select all.
type SubmissionFilter struct {
	// Only those in this state. If it is left out, all that are not confirmed. Letter case does not matter. One of
	// pending, submitted, unknown, confirmed, failed, held, cancelled.
	State string
	// Of this partner. At most 255 characters.
	Partner string
	// Of this account.
	AccountID int64
	// As `created_to`, without that moment; UTC when no zone is given.
	CreatedBefore time.Time
	// Created then or earlier; a day alone is all of it.
	CreatedTo string
	// Only submissions that the partner has confirmed, and whose label it has not given. The state does not count.
	LabelMissing bool
}

// EventRange selects events by their time.
type EventRange struct {
	// As `created_from`. Optional.
	From time.Time `json:"date_from,omitzero"`
	// As `created_to`. Optional.
	To time.Time `json:"date_to,omitzero"`
	// Only those at this time or later. UTC when no zone is given. Optional.
	CreatedFrom string `json:"created_from,omitempty"`
	// Only those at this time or earlier. A date without a time includes the whole day. Optional.
	CreatedTo string `json:"created_to,omitempty"`
}

// HandoverClose closes a list: who handed over and who took how many parcels.
type HandoverClose struct {
	// Name of who hands the parcels over. At most 100 characters.
	GivenBy string `json:"given_by"`
	// Name of the driver. At most 100 characters.
	TakenBy string `json:"taken_by"`
	// Signature of the driver: straight lines as in the path of an SVG of 600 by 200, such as M10 20L300 150. Default:
	// on paper. At most 20000 characters. Optional.
	Signature string `json:"signature,omitempty"`
	// How many parcels people have counted. The list is closed only if it has as many.
	Parcels int64 `json:"parcels"`
}

// SubmissionDecision ends a submission by hand.
type SubmissionDecision struct {
	// `confirmed`: the partner has the order. `failed`: it does not have it, and will not take it. Letter case does not
	// matter. One of confirmed, failed.
	State string `json:"state"`
	// Number that the partner gave the order. Only if confirmed. At most 64 characters. Optional.
	HAWBNo string `json:"hawb_no,omitempty"`
	// Whether the partner draws the label. Only if confirmed. Optional.
	PartnerLabel bool `json:"partner_label,omitempty"`
	// For the shipper. Required if failed. At most 255 characters. Optional.
	Message string `json:"message,omitempty"`
	// Why, for the history and the audit log. At most 255 characters. Optional.
	Note string `json:"note,omitempty"`
}

// Packing is a parcel that is packed, or that is put on the station of the key.
type Packing struct {
	// It is not packed yet.
	OnStation bool `json:"-"`
	// Tracking number, partner's number or reference (`shipper_order_id`) of the order, as it is typed or scanned. At
	// most 100 characters.
	Code string `json:"code"`
	// Names the scan, so that one that is sent again has the same result. At most 100 characters. Optional.
	Scan string `json:"scan,omitempty"`
	// Which order is meant if several have the code: one of the `candidates` of the response 409. Optional.
	OrderID int64 `json:"order_id,omitempty"`
	// Weight on the scale, in kg. The weight of the order stays. At most 10 digits, 3 of them after the point. Optional.
	Weight Decimal `json:"weight,omitempty"`
	// How many pieces of each item were ticked. Optional.
	Ticked []int64 `json:"ticked,omitempty"`
}

// EndpointChange sets fields of an endpoint. Nil fields stay unchanged; in a new endpoint they are empty. A
// pointer to the zero value clears a field.
type EndpointChange struct {
	// URL that events are posted to, in production only https://. Without one nothing is sent, but the events are stored
	// and can be read. At most 1000 characters.
	URL *string `json:"url,omitempty"`
	// What it is for. At most 255 characters.
	Description *string `json:"description,omitempty"`
	// Whether order.label_ready carries the label as PDF in base64.
	LabelPDF *bool `json:"label_pdf,omitempty"`
	// Whether the endpoint is a label webhook of the original interface: it gets order.label_ready alone, as an object
	// of tracking_no, order_label_url and label_base64. The list events may name no other type.
	LabelWebhook *bool `json:"label_webhook,omitempty"`
	// User name of the Basic credentials that events are posted with. At most 255 characters.
	BasicUsername *string `json:"basic_username,omitempty"`
	// Password of the Basic credentials. It is never shown. When the URL changes, it must be sent again. At most 255
	// characters.
	BasicPassword *string `json:"basic_password,omitempty"`
	// Whether nothing is sent for now. The events are stored and can be replayed.
	Disabled *bool `json:"disabled,omitempty"`
	// Types of events that the endpoint subscribes to. a pointer to nil or absent: all, including those of later
	// versions.
	Events *[]EventType `json:"events,omitempty"`
}

// ServiceLabelsChange replaces lists. Nil fields stay unchanged. A pointer to nil empties a list.
type ServiceLabelsChange struct {
	// Replaces the marks that labels show.
	Marks *[]string `json:"marks,omitempty"`
	// Replaces the routing table. Each prefix has one route.
	Routing *[]Route `json:"routing,omitempty"`
}

// Address is an address to check, as somebody wrote it. All fields may be empty.
type Address struct {
	// Name of a person or a company. At most 255 characters. Optional.
	Name string `json:"name,omitempty"`
	// Phone number. At most 255 characters. Optional.
	Number string `json:"number,omitempty"`
	// E-mail address. At most 255 characters. Optional.
	Email string `json:"email,omitempty"`
	// Country, in any spelling. At most 255 characters. Optional.
	Country string `json:"country,omitempty"`
	// Street and house. At most 1000 characters. Optional.
	Address string `json:"address,omitempty"`
	// Postal code. At most 255 characters. Optional.
	Postal string `json:"postal,omitempty"`
	// State or region. At most 255 characters. Optional.
	State string `json:"state,omitempty"`
	// City. At most 255 characters. Optional.
	City string `json:"city,omitempty"`
	// Province or district. At most 255 characters. Optional.
	Province string `json:"province,omitempty"`
}

// ImportRequest is a file whose rows become orders. Zero fields have the service's defaults.
type ImportRequest struct {
	FileName string
	// CSV or XLSX, at most 32 MiB and 50,000 rows.
	File []byte
	// Texts of fields that have no value in the file, by field.
	Defaults map[string]string
	// Service of orders for which the file has none.
	ServiceID int64
	// JSON: the fields of the columns. The headings decide about columns that it does not name. Without it the mapping
	// that the account sent for the same headings counts. At most 65536 characters.
	Mapping json.RawMessage
	// Charset of a CSV file, such as windows-1252. Without it the service finds out. At most 255 characters.
	Charset string
	// What separates the cells of a CSV file. Without it the service finds out. Letter case does not matter. One of ,,
	// ;, tab, |.
	Delimiter string
	// Name of the sheet of an XLSX file, default the first with known headings. At most 255 characters.
	Sheet string
	// Number of the row with the headings. Without it the service finds out.
	HeadingRow int64
	// Whether the file is only checked, default false.
	DryRun bool
	// Whether the valid orders are created when others are refused, default false.
	ValidOnly bool
	// What becomes of orders whose `shipper_order_id` an order of the account has: skip leaves them out, create creates
	// them too. Without it the import asks. Letter case does not matter. One of skip, create.
	Existing string
	// Yes in advance to the same file again, and to a charset that was guessed, default false.
	Confirm bool
	// IdempotencyKey makes the request safe to repeat for 24 hours, also by another process: printable ASCII
	// without spaces, at most 255 characters. When it is "", the call makes a random one, which protects only
	// its own repetitions.
	IdempotencyKey string
}

// OrderNote is what a person or a key of the account wrote about an order.
type OrderNote struct {
	NoteID    int64     `json:"note_id"`
	WrittenOn time.Time `json:"written_on"`
	// New values may be added: show an unknown one as it is. One of user, key, command, server.
	ActorKind string `json:"actor_kind"`
	// The e-mail address of the user, the id of the key, or who ran the command.
	Actor string `json:"actor"`
	Text  string `json:"text"`
}

// OrderTemplate is fields of an order that the account keeps under a name of 1 to 60 characters without slashes, to begin new
// orders with.
type OrderTemplate struct {
	Name string `json:"name"`
	// Some fields of an order, as they were sent.
	Order     json.RawMessage `json:"order"`
	UpdatedOn time.Time       `json:"updated_on"`
}

// CancelledOrder is the result for one order.
type CancelledOrder struct {
	// As it was sent.
	TrackingNo string `json:"tracking_no"`
	// New values may be added: show an unknown one as it is. One of cancelled, cancelling, refused, not_found.
	Result CancelResult `json:"result"`
	// What is wrong. A code keeps its meaning and its arguments. The page `/docs/errors#CODE` of the server says when it
	// occurs, and what to do.
	Code string `json:"code"`
	// The arguments of the code by name, such as the limit that a value exceeds.
	Args    json.RawMessage `json:"args"`
	Message string          `json:"message"`
}

// CustomsData is what the customs declarations and invoices of an order print. Absent texts and numbers are "".
type CustomsData struct {
	TrackingNo     string `json:"tracking_no"`
	ShipperOrderID string `json:"shipper_order_id"`
	// The partner's number. Empty if there is none.
	HAWBNo  string `json:"hawb_no"`
	Service string `json:"service"`
	// The tracking number if the order has no other.
	InvoiceNo string `json:"invoice_no"`
	// `YYYY-MM-DD`. The day of the order in UTC if it has no other.
	InvoiceDate string `json:"invoice_date"`
	// New values may be added: show an unknown one as it is. One of sale, gift, sample, documents, return, repair,
	// warranty, personal_effects, intercompany, exhibition, humanitarian, other, "".
	ExportReason string `json:"export_reason"`
	// New values may be added: show an unknown one as it is. One of DDP, DDU, DAP, EXW, FCA, CPT, CIP, DPU, "".
	Incoterm string `json:"incoterm"`
	// The place of the incoterm. Empty without one.
	NamedPlace string `json:"named_place"`
	// The pickup contact.
	Exporter CustomsParty `json:"exporter"`
	// The consignee.
	Importer CustomsParty `json:"importer"`
	Packages int          `json:"packages"`
	// Pieces of all items.
	Quantity int64 `json:"quantity"`
	// Length of the parcel in cm. "" if there is none.
	Length Decimal `json:"length"`
	// Width of the parcel in cm. "" if there is none.
	Width Decimal `json:"width"`
	// Height of the parcel in cm. "" if there is none.
	Height Decimal `json:"height"`
	// Net weight of all items in kg. "" if an item has none.
	NetWeight Decimal `json:"net_weight"`
	// Weight of the parcel in kg. "" if there is none.
	GrossWeight Decimal       `json:"gross_weight"`
	Items       []CustomsItem `json:"items"`
	// The value of the items in each currency.
	GoodsValues []CustomsAmount `json:"goods_values"`
	// Nil if there is none.
	Freight *CustomsAmount `json:"freight"`
	// Nil if there is none.
	Insurance *CustomsAmount `json:"insurance"`
	// Nil if there is none.
	Packing *CustomsAmount `json:"packing"`
	// Nil if there is none.
	Handling *CustomsAmount `json:"handling"`
	// Nil if there is none.
	OtherCharges *CustomsAmount `json:"other_charges"`
	// It is taken off the others. Nil if there is none.
	Discount *CustomsAmount `json:"discount"`
	// The sum of the items and all charges in each currency. Below 0 if a discount is larger.
	Totals []CustomsAmount `json:"totals"`
	// The reason in words.
	ExportReasonText string `json:"export_reason_text"`
	// New values may be added: show an unknown one as it is. One of permanent, temporary, "".
	ExportType string `json:"export_type"`
	// New values may be added: show an unknown one as it is. One of shipper, consignee, importer, "".
	DutiesPaidBy string `json:"duties_paid_by"`
	// New values may be added: show an unknown one as it is. One of return, abandon, "".
	NonDeliveryOption string `json:"non_delivery_option"`
	ExporterReference string `json:"exporter_reference"`
	ImporterReference string `json:"importer_reference"`
	LicenceNo         string `json:"licence_no"`
	CertificateNo     string `json:"certificate_no"`
	ExportITN         string `json:"export_itn"`
	ExportExemption   string `json:"export_exemption"`
	SignerName        string `json:"signer_name"`
	SignerPlace       string `json:"signer_place"`
	// `YYYY-MM-DD`, or empty.
	SignedOn string `json:"signed_on"`
	// Nil: the consignee.
	ImporterOfRecord *CustomsParty `json:"importer_of_record"`
	// The buyer. Nil: the consignee.
	SoldTo *CustomsParty `json:"sold_to"`
}

// CustomsParty is the exporter or the importer.
type CustomsParty struct {
	Name string `json:"name"`
	// Phone number.
	Number   string `json:"number"`
	Email    string `json:"email"`
	Country  string `json:"country"`
	Address  string `json:"address"`
	Postal   string `json:"postal"`
	State    string `json:"state"`
	City     string `json:"city"`
	Province string `json:"province"`
	Company  string `json:"company"`
	// The name in Latin letters, if it is in others. Of the importer alone.
	NameLatin string `json:"name_latin"`
	// The address with its city in Latin letters, if it is in others. Of the importer alone.
	AddressLatin string `json:"address_latin"`
	// With the consignee's identification number.
	TaxIDs []CustomsTaxID `json:"tax_ids"`
}

// CustomsTaxID is a number by which a tax authority knows a party.
type CustomsTaxID struct {
	Type string `json:"type"`
	// The country that issued it, or empty.
	Country string `json:"country"`
	Number  string `json:"number"`
}

// CustomsItem is a line of goods.
type CustomsItem struct {
	// Of dangerous goods, such as `UN3481`, or empty.
	UNNumber           string `json:"un_number"`
	HazardClass        string `json:"hazard_class"`
	PackingInstruction string `json:"packing_instruction"`
	HazardQuantity     string `json:"hazard_quantity"`
	// `item_customs_desc`, or `item_desc` if that is empty.
	Description   string `json:"description"`
	Category      string `json:"category"`
	SKU           string `json:"sku"`
	ProductID     string `json:"product_id"`
	HSCode        string `json:"hs_code"`
	OriginCountry string `json:"origin_country"`
	Quantity      int    `json:"quantity"`
	// Net weight of all pieces in kg. "" if there is none.
	NetWeight Decimal `json:"net_weight"`
	// ISO 4217.
	Currency string `json:"currency"`
	// Value of a piece.
	UnitValue Decimal `json:"unit_value"`
	// Value of all pieces.
	Value Decimal `json:"value"`
}

// CustomsAmount is an amount in a currency.
type CustomsAmount struct {
	// ISO 4217.
	Currency string  `json:"currency"`
	Amount   Decimal `json:"amount"`
}

// PortalService is a service in the form of the original interface.
type PortalService struct {
	ServiceID   int64  `json:"service_id"`
	ServiceName string `json:"service_name"`
	// New values may be added: show an unknown one as it is. One of pickup, drop-off.
	ServiceCategory string `json:"service_category"`
	// Empty for any country.
	ServiceDestinationCountry string `json:"service_destination_country"`
	// Empty for any country.
	PickupCountry string `json:"pickup_country"`
	AllowCOD      bool   `json:"allow_cod"`
	AllowPickup   bool   `json:"allow_pickup"`
}

// RelatedUpdate is an order and its updates, the newest first.
type RelatedUpdate struct {
	// As it was sent, in upper case.
	TrackingNo    string        `json:"tracking_no"`
	StatusUpdates []TrackUpdate `json:"status_updates"`
}

// TrackQuery names the orders, of any account, whose updates are requested. Only orders of the key's account have related orders.
type TrackQuery struct {
	// Tracking numbers, each as text or as an object that has it.
	TrackingNos []string `json:"tracking_nos"`
	// Also those of the newest orders with the same shipper_order_id; only of the account of the key. Optional.
	Related bool `json:"get_related_updates,omitempty"`
}

// AddressFinding is what was found about a field.
type AddressFinding struct {
	// What was sent, without spaces around it; empty if the field is missing.
	Sent string `json:"sent"`
	// What to send. It is empty if the field should be left out, and "" if there is no suggestion.
	Suggested string `json:"suggested"`
	// `unchanged`: nothing speaks against it. `suggested`: another spelling is better. `doubtful`: it is wrong or
	// missing; a suggestion is a guess, which a person should confirm. New values may be added: show an unknown one as
	// it is. One of unchanged, suggested, doubtful.
	Result AddressResult `json:"result"`
	// Why, in English; "" if the result is `unchanged`.
	Reason string `json:"reason"`
}

// HSCode is a code of the Harmonized System with six digits.
type HSCode struct {
	Code        string `json:"hs_code"`
	Description string `json:"description"`
}

// Delivery is an event that was sent to an endpoint, or will be.
type Delivery struct {
	// The header webhook-id.
	EventID string    `json:"event_id"`
	Type    EventType `json:"type"`
	// When the event happened.
	Timestamp time.Time `json:"timestamp"`
	// Of the order. "" if the event belongs to no order.
	TrackingNo string `json:"tracking_no"`
	// given_up: the attempts are used up. New values may be added: show an unknown one as it is. One of pending,
	// delivered, given_up.
	State    DeliveryState `json:"state"`
	Attempts int           `json:"attempts"`
	// HTTP status of the last response. 0 if there was none.
	Status int `json:"status"`
	// Why the last attempt failed. "" if it did not.
	Error string `json:"error"`
	// The beginning of the body of the last response as text: at most 2 KiB, and 256 bytes if the event was delivered.
	// Secrets of the endpoint are removed. "" if it had no text, or there was none.
	Response string `json:"response"`
	// How long the last request took, in seconds. 0 if there was none.
	Duration float64 `json:"duration"`
	// Zero if no attempt follows.
	NextAttemptOn time.Time `json:"next_attempt_on"`
	// When the last attempt ended, or the delivery was created.
	UpdatedOn time.Time `json:"updated_on"`
}

// EndpointTest is the outcome of a test event.
type EndpointTest struct {
	// The header webhook-id.
	EventID string `json:"event_id"`
	// Whether the receiver responded with a status from 200 to 299.
	Delivered bool `json:"delivered"`
	// HTTP status of the last response. 0 if there was none.
	Status int `json:"status"`
	// Why the last attempt failed. "" if it did not.
	Error string `json:"error"`
	// The beginning of the body of the last response as text: at most 2 KiB, and 256 bytes if the event was delivered.
	// Secrets of the endpoint are removed. "" if it had no text, or there was none.
	Response string `json:"response"`
	// How long the last request took, in seconds. 0 if there was none.
	Duration float64 `json:"duration"`
}

// OrderReturn is a return of an order.
type OrderReturn struct {
	OrderID    int64  `json:"order_id"`
	TrackingNo string `json:"tracking_no"`
	// New values may be added: show an unknown one as it is. One of PICKUP, DROPOFF.
	ServiceType       string    `json:"service_type"`
	TrackerStatusCode string    `json:"tracker_status_code"`
	CreatedOn         time.Time `json:"created_on"`
}

// OrderUpdate is an update of an order's parcel. Country is an English name, and Address a place such as a city or a depot; they are
// "" if unknown.
type OrderUpdate struct {
	Status string `json:"status"`
	// When it occurred.
	UpdatedOn   time.Time `json:"updated_on"`
	Description string    `json:"description"`
	Country     string    `json:"country"`
	Address     string    `json:"address"`
	// When it was reported.
	RecordedOn time.Time `json:"recorded_on"`
	// Who reported it: service, shipper, operator, simulator, a partner's name, or correction for an operator who
	// corrected the status.
	Source string `json:"source"`
}

// SubmissionEntry is an entry of the service's ledger of requests to partners.
type SubmissionEntry struct {
	// New values may be added: show an unknown one as it is. One of submission, cancellation, label.
	Kind    string `json:"kind"`
	Partner string `json:"partner"`
	// New values may be added: show an unknown one as it is. One of pending, submitted, unknown, confirmed, failed,
	// held, cancelled, waiting, refused, due, stored.
	State    string `json:"state"`
	Attempts int    `json:"attempts"`
	// Empty while there was no error. `accepted` is no error either, `temporary` and `unavailable` are tried again,
	// `unknown` asks the partner first, `refused` needs a correction, `missing_customs` waits for facts for customs,
	// `operator` is a decision of the operator. Of labels, `not_ready` is tried again, `bad_file` is a file that cannot
	// be taken, and `not_submitted` says that the partner does not know the order. New values may be added: show an
	// unknown one as it is. One of "", accepted, not_ready, not_submitted, temporary, unavailable, unknown, refused,
	// bad_file, operator, missing_customs.
	ErrorClass string `json:"error_class"`
	// Message of the last attempt.
	Message   string    `json:"message"`
	CreatedOn time.Time `json:"created_on"`
	UpdatedOn time.Time `json:"updated_on"`
}

// Submission is the submission of an order to its partner, or the cancellation of it there, as operators see it.
type Submission struct {
	// New values may be added: show an unknown one as it is. One of submission, cancellation, label.
	Kind    string `json:"kind"`
	Partner string `json:"partner"`
	// New values may be added: show an unknown one as it is. One of pending, submitted, unknown, confirmed, failed,
	// held, cancelled, waiting, refused, due, stored.
	State    string `json:"state"`
	Attempts int    `json:"attempts"`
	// Empty while there was no error. `accepted` is no error either, `temporary` and `unavailable` are tried again,
	// `unknown` asks the partner first, `refused` needs a correction, `missing_customs` waits for facts for customs,
	// `operator` is a decision of the operator. Of labels, `not_ready` is tried again, `bad_file` is a file that cannot
	// be taken, and `not_submitted` says that the partner does not know the order. New values may be added: show an
	// unknown one as it is. One of "", accepted, not_ready, not_submitted, temporary, unavailable, unknown, refused,
	// bad_file, operator, missing_customs.
	ErrorClass string `json:"error_class"`
	// Message of the last attempt.
	Message    string    `json:"message"`
	CreatedOn  time.Time `json:"created_on"`
	UpdatedOn  time.Time `json:"updated_on"`
	TrackingNo string    `json:"tracking_no"`
	OrderID    int64     `json:"order_id"`
	AccountID  int64     `json:"account_id"`
	// The partner gets it with each attempt.
	IdempotencyKey string `json:"idempotency_key"`
	// When it is tried again. While it is tried, when that attempt ends at the latest. Zero if there is none.
	DueOn time.Time `json:"due_on"`
	// Number of the partner. "" if there is none.
	HAWBNo  string    `json:"hawb_no"`
	History []Attempt `json:"history"`
}

// Attempt is a call of a partner, or a decision of an operator.
type Attempt struct {
	// 0 is a decision, or a report of the partner.
	Attempt int `json:"attempt"`
	// New values may be added: show an unknown one as it is. One of submit, find, cancel, label, retry, resolve, report.
	Kind      string    `json:"kind"`
	StartedOn time.Time `json:"started_on"`
	// Zero if the call has not ended, or its process died.
	EndedOn time.Time `json:"ended_on"`
	// What the response meant, in one word.
	Outcome string `json:"outcome"`
	// Of the partner or the operator.
	Message string `json:"message"`
	// What was sent, without secrets and personal data, cut to a few KiB.
	Request string `json:"request"`
	// What came back, likewise.
	Response string `json:"response"`
}

// Account is an account as operators see it.
type Account struct {
	AccountID int64  `json:"account_id"`
	Name      string `json:"name"`
	// Its tracking numbers start with it.
	TrackingPrefix string `json:"tracking_prefix"`
	// Requests a second for each of its keys; 0 is the server's default.
	RateLimit int64 `json:"rate_limit"`
	// Requests at once; 0 is the server's default.
	RateBurst int64 `json:"rate_burst"`
	// Whether it is the account that a development environment starts with.
	Demo bool `json:"demo"`
	// 0 is never.
	EraseAfterDays int64 `json:"erase_after_days"`
	// 0 is never.
	DeleteAfterDays int64 `json:"delete_after_days"`
	Operator        bool  `json:"operator"`
	// Zero if its keys are served.
	SuspendedOn time.Time `json:"suspended_on"`
	CreatedOn   time.Time `json:"created_on"`
}

// NewAccount is an account to create. Zero numbers are the defaults.
type NewAccount struct {
	// No two accounts have the same. At most 100 characters.
	Name string `json:"name"`
	// Requests a second for each of its keys; 0 is the server's default. Optional.
	RateLimit int64 `json:"rate_limit,omitempty"`
	// Requests at once; 0, and a new rate limit without it, are twice the rate limit. Optional.
	RateBurst int64 `json:"rate_burst,omitempty"`
	// So many days after their last change, erase the personal data of orders that have ended; 0 is never. Optional.
	EraseAfterDays int64 `json:"erase_after_days,omitempty"`
	// So many days after their last change, delete orders that have ended; 0 is never. Optional.
	DeleteAfterDays int64 `json:"delete_after_days,omitempty"`
	// Whether its keys may work on the orders of all accounts, and administer the service, as their scopes say. To give
	// this right needs a key with the scope users. Optional.
	Operator bool `json:"operator,omitempty"`
	// 2 to 4 capital letters that its tracking numbers start with, default WB. They cannot be changed. At most 4
	// characters. Optional.
	TrackingPrefix string `json:"tracking_prefix,omitempty"`
}

// AccountChange sets fields. Nil fields stay unchanged.
type AccountChange struct {
	// No two accounts have the same. At most 100 characters.
	Name *string `json:"name,omitempty"`
	// Requests a second for each of its keys; 0 is the server's default.
	RateLimit *int64 `json:"rate_limit,omitempty"`
	// Requests at once; 0, and a new rate limit without it, are twice the rate limit.
	RateBurst *int64 `json:"rate_burst,omitempty"`
	// So many days after their last change, erase the personal data of orders that have ended; 0 is never.
	EraseAfterDays *int64 `json:"erase_after_days,omitempty"`
	// So many days after their last change, delete orders that have ended; 0 is never.
	DeleteAfterDays *int64 `json:"delete_after_days,omitempty"`
	// Whether its keys may work on the orders of all accounts, and administer the service, as their scopes say. To give
	// this right needs a key with the scope users.
	Operator *bool `json:"operator,omitempty"`
}

// OperatorService is a service as operators see it, also one that is disabled.
type OperatorService struct {
	// The `service_id` of an order.
	ServiceID int64 `json:"service_id"`
	// Printed on the label.
	Name string `json:"name"`
	// Country of the pickup. "" is any country.
	Origin string `json:"origin"`
	// Country of the consignee. "" is any country.
	Destination string `json:"destination"`
	// How a parcel starts its journey. New values may be added: show an unknown one as it is. One of pickup, drop-off.
	Category string `json:"category"`
	// Whether the service offers cash on delivery.
	COD bool `json:"cod"`
	// What happens to an order that lacks a fact for customs without which the partner of the service takes no order.
	// `wait`: it is created, and submitted when an edit or a setting states the fact. `refuse`: it is refused under the
	// field. New values may be added: show an unknown one as it is. One of wait, refuse.
	MissingCustoms string `json:"missing_customs"`
	// Which customs forms its orders have. `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone. New values may
	// be added: show an unknown one as it is. One of post, invoice.
	CustomsForms string `json:"customs_forms"`
	// Who fulfils its orders. "" is in house.
	Partner string `json:"partner"`
	// Whether a parcel may leave with Waybill's own label if the partner gives none for 5 minutes.
	OwnLabel bool `json:"own_label"`
	// Whether it takes no new orders.
	Disabled bool `json:"disabled"`
}

// NewService is a service to create.
type NewService struct {
	// Printed on the label. At most 100 characters.
	Name string `json:"name"`
	// Country of the pickup. "" is any country. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any
	// case. Optional.
	Origin string `json:"origin,omitempty"`
	// Country of the consignee. "" is any country. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any
	// case. Optional.
	Destination string `json:"destination,omitempty"`
	// How a parcel starts its journey, default `pickup`. Letter case does not matter. One of pickup, drop-off. Optional.
	Category string `json:"category,omitempty"`
	// Whether it offers cash on delivery. Optional.
	COD bool `json:"cod,omitempty"`
	// Partner that fulfils the orders of the service. "" is in house. Orders that exist keep their partner. At most 255
	// characters. Optional.
	Partner string `json:"partner,omitempty"`
	// What happens to an order that lacks a fact for customs without which the partner takes no order, default `wait`.
	// Letter case does not matter. One of wait, refuse. Optional.
	MissingCustoms string `json:"missing_customs,omitempty"`
	// Which customs forms its orders have, default `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone. Letter
	// case does not matter. One of post, invoice. Optional.
	CustomsForms string `json:"customs_forms,omitempty"`
	// Whether a parcel may leave with Waybill's own label if the partner gives none for 5 minutes. It gets the partner's
	// label in a hub. Optional.
	OwnLabel bool `json:"own_label,omitempty"`
	// The `service_id` of its orders, default the next free one. Optional.
	ServiceID int64 `json:"service_id,omitempty"`
}

// ServiceChange sets fields. Nil fields stay unchanged. A pointer to the zero value clears a field.
type ServiceChange struct {
	// Printed on the label. At most 100 characters.
	Name *string `json:"name,omitempty"`
	// Partner that fulfils the orders of the service. "" is in house. Orders that exist keep their partner. At most 255
	// characters.
	Partner *string `json:"partner,omitempty"`
	// Whether it offers cash on delivery.
	COD *bool `json:"cod,omitempty"`
	// What happens to an order that lacks a fact for customs without which the partner takes no order, default `wait`.
	// Letter case does not matter. One of wait, refuse.
	MissingCustoms *string `json:"missing_customs,omitempty"`
	// Which customs forms its orders have, default `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone. Letter
	// case does not matter. One of post, invoice.
	CustomsForms *string `json:"customs_forms,omitempty"`
	// Whether a parcel may leave with Waybill's own label if the partner gives none for 5 minutes. It gets the partner's
	// label in a hub.
	OwnLabel *bool `json:"own_label,omitempty"`
}

// ServiceLabels is what a service sets for its labels.
type ServiceLabels struct {
	// Shown on labels as icons with words.
	Marks []string `json:"marks"`
	// Where parcels are sorted, by prefix. The longest prefix of a postal code counts.
	Routing []Route `json:"routing"`
}

// Route is where the parcels to some postal codes are sorted.
type Route struct {
	// Of postal codes, in capital letters without spaces and hyphens. Empty is every other code.
	Prefix   string `json:"prefix"`
	Hub      string `json:"hub"`
	SortCode string `json:"sort_code"`
}

// Partner is a partner that is reached through an adapter. The responses to a change have no Queue where they have a Secret, which only
// CreatePartner and RotatePartner return.
type Partner struct {
	// As services name it.
	Name string `json:"name"`
	// URL of its adapter.
	BaseURL string `json:"base_url"`
	// Calls at once, at most.
	Concurrency int `json:"concurrency"`
	// What one call may take, such as 10s or 1m30s.
	Timeout string `json:"timeout"`
	// Whether the adapter may have an address in a private network, and no TLS.
	PrivateNetwork bool `json:"private_network"`
	// Whether it is not called, and what it sends is refused.
	Disabled  bool      `json:"disabled"`
	CreatedOn time.Time `json:"created_on"`
	// Until then the secret before the last change is valid, too. Zero if there is none.
	OldSecretUntil time.Time    `json:"old_secret_until"`
	Queue          PartnerQueue `json:"queue,omitzero"`
	Secret         string       `json:"secret,omitempty"`
}

// PartnerQueue is the open work for a partner.
type PartnerQueue struct {
	// Submissions that have not ended.
	Waiting int `json:"waiting"`
	// When the oldest of them was, or is, due. Zero if there is none.
	OldestDueOn time.Time `json:"oldest_due_on"`
	// Labels that it has not given, and is not asked for any more.
	FailedLabels int `json:"failed_labels"`
}

// NewPartner is a partner to create.
type NewPartner struct {
	// As services name it: a small letter, then up to 31 small letters, digits and -. At most 255 characters.
	Name string `json:"name"`
	// URL of its adapter. At most 1000 characters.
	BaseURL string `json:"base_url"`
	// Calls at once, at most. Default 8. Optional.
	Concurrency int64 `json:"concurrency,omitempty"`
	// What one call may take, from 100ms to 5m. Default 10s. At most 30 characters. Optional.
	Timeout string `json:"timeout,omitempty"`
	// Whether the adapter may have an address in a private network, and no TLS. To allow it, and to change the URL then,
	// needs a key with the scope users. Optional.
	PrivateNetwork bool `json:"private_network,omitempty"`
}

// PartnerChange sets fields. Nil fields stay unchanged.
type PartnerChange struct {
	// URL of its adapter. At most 1000 characters.
	BaseURL *string `json:"base_url,omitempty"`
	// Calls at once, at most. Default 8.
	Concurrency *int64 `json:"concurrency,omitempty"`
	// What one call may take, from 100ms to 5m. Default 10s. At most 30 characters.
	Timeout *string `json:"timeout,omitempty"`
	// Whether the adapter may have an address in a private network, and no TLS. To allow it, and to change the URL then,
	// needs a key with the scope users.
	PrivateNetwork *bool `json:"private_network,omitempty"`
}

// User is a person who uses the console. Only CreateUser returns the link.
type User struct {
	UserID int64  `json:"user_id"`
	Email  string `json:"email"`
	Name   string `json:"name"`
	// Role in all accounts. New values may be added: show an unknown one as it is. One of hub, operator, operator-admin.
	// "" if there is none.
	OperatorRole string     `json:"operator_role"`
	Accounts     []UserRole `json:"accounts"`
	HasPassword  bool       `json:"has_password"`
	// Whether the user is linked to an identity provider.
	HasIdentity bool  `json:"has_identity"`
	Passkeys    int64 `json:"passkeys"`
	// Zero if the user may sign in.
	DisabledOn time.Time `json:"disabled_on"`
	// Zero if there is none.
	LastSignInOn time.Time `json:"last_sign_in_on"`
	CreatedOn    time.Time `json:"created_on"`
	// In a repetition by the Idempotency-Key, in place of `link`.
	Message string `json:"message"`
	// Sets the password, once, within seven days. No other response has it.
	Link string `json:"link,omitempty"`
}

// UserRole is the role of a user in an account.
type UserRole struct {
	AccountID int64 `json:"account_id"`
	// New values may be added: show an unknown one as it is. One of viewer, editor, admin.
	Role string `json:"role"`
	// Whether the user has not accepted: the role is not in force.
	Invited bool `json:"invited"`
}

// NewUser is a person to let in.
type NewUser struct {
	// Name of the person. At most 100 characters.
	Name string `json:"name"`
	// Role in all accounts: `operator` for their orders, `operator-admin` also for accounts, users and partners. "" is
	// none. Letter case does not matter. One of hub, operator, operator-admin. Optional.
	OperatorRole string `json:"operator_role,omitempty"`
	// No two users have the same. At most 254 characters.
	Email string `json:"email"`
	// The account that `role` is for. Optional.
	AccountID int64 `json:"account_id,omitempty"`
	// Role in the account. Letter case does not matter. One of viewer, editor, admin. Optional.
	Role string `json:"role,omitempty"`
}

// UserChange sets fields. Nil fields stay unchanged. A pointer to "" clears the operator role.
type UserChange struct {
	// Name of the person. At most 100 characters.
	Name *string `json:"name,omitempty"`
	// Role in all accounts: `operator` for their orders, `operator-admin` also for accounts, users and partners. "" is
	// none. Letter case does not matter. One of hub, operator, operator-admin.
	OperatorRole *string `json:"operator_role,omitempty"`
}

// Document is a label or another document of an order.
type Document struct {
	// New values may be added: show an unknown one as it is. One of label, cn22, cn23, invoice, proforma, customs,
	// proof_of_delivery.
	Kind      string `json:"kind"`
	MediaType string `json:"media_type"`
	// The address of a proof of delivery needs the secret key.
	URL string `json:"url"`
	// Who took the parcel. Only a proof of delivery has it.
	Name string `json:"name,omitempty"`
	// When the parcel was taken. Only a proof of delivery has it.
	SignedOn time.Time `json:"signed_on,omitzero"`
}

// OrderChange is a change of an order after it was created.
type OrderChange struct {
	// Of the order after the change.
	Version   int64     `json:"version"`
	ChangedOn time.Time `json:"changed_on"`
	// New values may be added: show an unknown one as it is. One of user, key, command, server.
	ActorKind string `json:"actor_kind"`
	// The e-mail address of the user, the id of the key, or who ran the command.
	Actor string `json:"actor"`
	// Why the partner had refused the order, which was submitted again. Empty if it had not.
	Refusal string        `json:"refusal"`
	Fields  []FieldChange `json:"fields"`
}

// FieldChange is what a change made of a field. From and To are null for no value, and both for long lists.
type FieldChange struct {
	Field string `json:"field"`
	// The old value; null for none. Long lists have null in both.
	From json.RawMessage `json:"from"`
	// The new value; null for none.
	To json.RawMessage `json:"to"`
}

// EditedOrder is what came of an order in EditOrders.
type EditedOrder struct {
	// As it was sent.
	TrackingNo string `json:"tracking_no"`
	// `unchanged`: the order has these values. `not_tried`: the service could not go on; send the order again. New
	// values may be added: show an unknown one as it is. One of changed, unchanged, refused, not_found, not_tried.
	Result string `json:"result"`
	// What is wrong. A code keeps its meaning and its arguments. The page `/docs/errors#CODE` of the server says when it
	// occurs, and what to do.
	Code string `json:"code"`
	// The arguments of the code by name, such as the limit that a value exceeds.
	Args    json.RawMessage `json:"args"`
	Message string          `json:"message"`
	// If the order would be invalid: the problems.
	Errors json.RawMessage `json:"errors,omitempty"`
}

// Endpoint receives events of the account's orders. Until OldSecretUntil the old secret signs, too. Only CreateEndpoint and
// RotateSecret return the secret, which verifies events: see VerifyWebhook.
type Endpoint struct {
	ID int64 `json:"id"`
	// If it is "", nothing is sent, but the events are stored and can be read.
	URL         string `json:"url"`
	Description string `json:"description"`
	// Nil means all types, including those of later versions.
	Events   []EventType `json:"events"`
	LabelPDF bool        `json:"label_pdf"`
	// Whether it gets `order.label_ready` alone, in the form of a label webhook.
	LabelWebhook bool `json:"label_webhook"`
	// "" if there is none.
	BasicUsername string `json:"basic_username"`
	Disabled      bool   `json:"disabled"`
	// Zero if there is none.
	DisabledOn time.Time `json:"disabled_on"`
	// "" if there is none.
	DisabledReason string `json:"disabled_reason"`
	// Zero if there is none.
	FailingSince time.Time `json:"failing_since"`
	// Zero if there is none.
	OldSecretUntil time.Time `json:"old_secret_until"`
	CreatedOn      time.Time `json:"created_on"`
	UpdatedOn      time.Time `json:"updated_on"`
	// In a repetition by the Idempotency-Key, in place of `secret`.
	Message string `json:"message"`
	// The secret that signs the events. No later response has it.
	Secret string `json:"secret,omitempty"`
}

// Handover is a list of parcels that a driver takes over.
type Handover struct {
	Number string `json:"number"`
	// Service of its parcels.
	ServiceID int64 `json:"service_id"`
	// Where the parcels are handed over.
	Place    string    `json:"place"`
	State    string    `json:"state"`
	OpenedOn time.Time `json:"opened_on"`
	// E-mail address of a user, or id of a key.
	OpenedBy string `json:"opened_by"`
	// Why it was opened again. "" if there is none.
	Reason string `json:"reason"`
	// Zero if there is none.
	ClosedOn time.Time `json:"closed_on"`
	// As `opened_by`. What is about its closing is of the last time if the list was opened again. "" if there is none.
	ClosedBy string `json:"closed_by"`
	// Who handed the parcels over. "" if there is none.
	GivenBy string `json:"given_by"`
	// Name of the driver. "" if there is none.
	TakenBy string `json:"taken_by"`
	// How many parcels it has. 0 for an open list among others.
	Parcels int64 `json:"parcels"`
	// Of its parcels, in kg. "" as `parcels`.
	Weight Decimal `json:"weight"`
	// Lines as in the path of an SVG of 600 by 200; "": the driver signed on paper, or not yet. This and what follows is
	// not in a list of lists.
	Signature string `json:"signature"`
	// How many of its parcels became picked up because the list was closed.
	PickedUp int64 `json:"picked_up"`
	// How many parcels an open list may get, with those on it: orders of the service with a label that are not held and
	// were not picked up. At most 10000 are counted.
	Expected int64 `json:"expected"`
	// Parcels of an open list that cannot be handed over any more, at most 100. The list cannot be closed with them.
	Trouble []HandoverTrouble `json:"trouble"`
}

// HandoverTrouble is a parcel that cannot be handed over any more. The list cannot be closed with it.
type HandoverTrouble struct {
	TrackingNo string `json:"tracking_no"`
	// Why a parcel is not taken or cannot be handed over any more, or that it is on the list.
	Code string `json:"code"`
}

// HandoverParcel is a parcel of a list.
type HandoverParcel struct {
	TrackingNo string `json:"tracking_no"`
	// In kg.
	Weight    Decimal   `json:"order_weight"`
	ScannedOn time.Time `json:"scanned_on"`
	// E-mail address of a user, or id of a key.
	ScannedBy string `json:"scanned_by"`
	// Whether it became picked up because the list was closed.
	PickedUp bool `json:"picked_up"`
}

// ScanResult is what came of a scan.
type ScanResult struct {
	// `unchanged`: the parcel is on the list by another scan. `refused`: see `code`. New values may be added: show an
	// unknown one as it is. One of added, unchanged, refused.
	Result string `json:"result"`
	// Why a parcel is not taken or cannot be handed over any more, or that it is on the list.
	Code string `json:"code"`
	// `reason` of a hold, `service` of the order, number of the other `list`, number of its `run`.
	Args map[string]string `json:"args"`
	// The code in words, in the language of Accept-Language.
	Message string `json:"message"`
	// "" if no order has the code.
	TrackingNo string `json:"tracking_no"`
}

// PackResult is the result of packing a parcel.
type PackResult struct {
	ScanResult
	PackedOn time.Time `json:"packed_on,omitzero"`
	// E-mail address of a user, or id of a key; "": the caller.
	PackedBy string `json:"packed_by,omitempty"`
}

// Hold is why an order is held: it is not submitted to its partner and not handed over until it is released.
type Hold struct {
	Reason string `json:"reason"`
	// The rule that held the order when it was created. "" if a person holds it.
	RuleID string    `json:"rule_id"`
	HeldOn time.Time `json:"held_on"`
	// New values may be added: show an unknown one as it is. One of rule, user, key, command, server.
	ActorKind string `json:"actor_kind"`
	// The id of the rule or the key, the e-mail address of the user, or who ran the command.
	Actor string `json:"actor"`
}

// HeldOrder is the result for one order.
type HeldOrder struct {
	// As it was sent.
	TrackingNo string `json:"tracking_no"`
	// `unchanged`: the order is held for this reason, or is not held. New values may be added: show an unknown one as it
	// is. One of held, released, unchanged, refused, not_found.
	Result string `json:"result"`
	// What is wrong. A code keeps its meaning and its arguments. The page `/docs/errors#CODE` of the server says when it
	// occurs, and what to do.
	Code string `json:"code"`
	// The arguments of the code by name, such as the limit that a value exceeds.
	Args    json.RawMessage `json:"args"`
	Message string          `json:"message"`
}

// Import is a file whose rows become orders. In a list, what was read from the file is empty, from the format to the mapping.
type Import struct {
	// Number of the import within the account.
	ID int64 `json:"id"`
	// `checking`: the file is being read and checked. `waiting`: see `needs`. `creating`: the orders are being created.
	// `checked`: it was only to be checked. `done`, `cancelled`, and `failed`, for the reason in `message`, are ends.
	// New values may be added: show an unknown one as it is. One of checking, waiting, creating, checked, done,
	// cancelled, failed.
	State string `json:"state"`
	// Whether the import is about to be cancelled.
	Cancelling bool `json:"cancelling"`
	// Why it failed. "" if there is none.
	Message string `json:"message"`
	// "" if there is none.
	FileName string `json:"file_name"`
	// Bytes.
	FileSize  int64 `json:"file_size"`
	DryRun    bool  `json:"dry_run"`
	ValidOnly bool  `json:"valid_only"`
	// New values may be added: show an unknown one as it is. One of skip, create. "" if there is none.
	Existing string `json:"existing"`
	// Rows of the file below the headings.
	Rows int64 `json:"rows"`
	// Orders of the file.
	Orders int64 `json:"orders"`
	// Orders that passed the check.
	Valid int64 `json:"valid"`
	// Orders that did not, or were refused when they were created.
	Refused int64 `json:"refused"`
	// Rows of the orders that did not pass the check.
	RefusedRows int64 `json:"refused_rows"`
	// Valid orders with warnings.
	Warned int64 `json:"warned"`
	// Orders that are no parcels, such as cancelled ones: see `filters`.
	LeftOut int64 `json:"left_out"`
	// Orders.
	Created int64 `json:"created"`
	// Orders whose reference existed.
	Skipped int64 `json:"skipped"`
	// Part of the valid orders that is done.
	Progress float64 `json:"progress"`
	// What is to be confirmed of a waiting import. `problems`: the refused orders are left out, or orders are by a
	// proposal. `same_file`: the file was imported before. `references`: orders with the same references exist.
	// `charset`: the charset was guessed, as `preview` shows.
	Needs []string `json:"needs"`
	// Imports of the same file.
	SameFile []EarlierImport `json:"same_file"`
	// Valid orders whose reference exists.
	ExistingOrders int64 `json:"existing_orders"`
	// At most 20 of them.
	ExistingExamples []ExistingExample `json:"existing_examples"`
	// New values may be added: show an unknown one as it is. One of csv, xlsx. "" if there is none.
	Format string `json:"format"`
	// "" if there is none.
	Sheet string `json:"sheet"`
	// "" if there is none.
	Charset        string `json:"charset"`
	CharsetGuessed bool   `json:"charset_guessed"`
	// "" if there is none.
	Delimiter  string `json:"delimiter"`
	HeadingRow int64  `json:"heading_row"`
	// What a person should know of the file.
	Notes    []string `json:"notes"`
	Headings []string `json:"headings"`
	// Cells of the first five rows.
	Preview [][]string `json:"preview"`
	// The first five rows with letters outside ASCII, which show whether the charset is right.
	Letters []LetterRow `json:"letters"`
	// Why orders are left out.
	LeftOutWhy []LeftOutWhy `json:"left_out_why"`
	// Columns that say which orders are left out, with the values of the file. `leave_out` of the mapping changes them.
	Filters []ImportFilter `json:"filters"`
	// The first five valid orders as they will be.
	FirstOrders []FirstOrder `json:"first_orders"`
	// How far the values of the valid orders reach, beside those of the last 1,000 orders of the account.
	Ranges []ImportRange `json:"ranges"`
	// Where the mapping comes from: the upload, an earlier upload with the same headings that created orders, or the
	// headings. New values may be added: show an unknown one as it is. One of given, remembered, suggested. "" if there
	// is none.
	MappingSource string `json:"mapping_source"`
	// The import that created orders with the remembered mapping. 0 if there is none.
	MappingImport int64 `json:"mapping_import"`
	// Headings of columns that are written in another way than the remembered mapping says, or that must be named.
	Unfit []string `json:"unfit"`
	// What the columns are: see the page about imports. Null if there is none.
	Mapping json.RawMessage `json:"mapping"`
	// Required fields that have neither a column nor a default.
	Missing []string `json:"missing"`
	// "" if there is none.
	ProblemsURL string `json:"problems_url"`
	// "" if there is none.
	RefusedURL string `json:"refused_url"`
	// "" if there is none.
	OrdersURL string `json:"orders_url"`
	// "" if there is none.
	LabelsURL string    `json:"labels_url"`
	CreatedOn time.Time `json:"created_on"`
	UpdatedOn time.Time `json:"updated_on"`
}

// LetterRow is a row with letters outside ASCII, which show whether the charset is right.
type LetterRow struct {
	Row int64 `json:"row"`
	// Cells with such letters.
	Cells []string `json:"cells"`
}

// LeftOutWhy is how many orders a column leaves out for a reason.
type LeftOutWhy struct {
	Heading string `json:"heading"`
	Reason  string `json:"reason"`
	Orders  int64  `json:"orders"`
}

// FirstOrder is one of the first valid orders as it will be.
type FirstOrder struct {
	// First row of the order.
	Row int64 `json:"row"`
	// Such as `COD IDR 250000 to Budi, Jakarta; 2 × Kaos; 0.5 kg`.
	Words string `json:"words"`
}

// EarlierImport is an import of the same file.
type EarlierImport struct {
	ID        int64     `json:"id"`
	CreatedOn time.Time `json:"created_on"`
	// Orders.
	Created int64 `json:"created"`
}

// ExistingExample is an order of the file that exists: by its reference, or else by its name, address and items.
type ExistingExample struct {
	ShipperOrderID string `json:"shipper_order_id"`
	// First row of the order in the file.
	Row int64 `json:"row"`
	// Of the order that exists.
	TrackingNo string    `json:"tracking_no"`
	CreatedOn  time.Time `json:"created_on"`
	// That created it: only of an order without a reference, which has the same name, address and items.
	ImportID int64 `json:"import_id"`
}

// ImportRow is a row of the file that has problems or warnings.
type ImportRow struct {
	// In the file.
	Row int64 `json:"row"`
	// Whether the row became no order. Otherwise the problems are warnings.
	Refused bool `json:"refused"`
	// At most 10; none if another row of the order has them. Nil if there is none.
	Problems []CellProblem `json:"problems"`
	// Texts of the cells of the row, the first 60, shortened to 100 characters. nil for rows after the first 2,000 with
	// problems, and for orders that were refused while they were created.
	Cells []string `json:"cells"`
}

// CellProblem is a problem of a cell.
type CellProblem struct {
	// In the file.
	Row int64 `json:"row"`
	// Letter of the column, empty if no column has the field.
	Column string `json:"column"`
	// Such as `C17`.
	Cell    string `json:"cell"`
	Heading string `json:"heading"`
	Field   string `json:"field"`
	// Of the cell, at most 200 characters.
	Value string `json:"value"`
	// What is wrong. A code keeps its meaning and its arguments. The page `/docs/errors#CODE` of the server says when it
	// occurs, and what to do.
	Code string `json:"code"`
	// The arguments of the code by name, such as the limit that a value exceeds.
	Args    json.RawMessage `json:"args"`
	Message string          `json:"message"`
	// What the spreadsheet did to the value, and what to do.
	Hint string `json:"hint"`
}

// ImportDecision confirms what an import waits for.
type ImportDecision struct {
	// Whether the valid orders are created when others are refused, default false. Optional.
	ValidOnly bool `json:"valid_only,omitempty"`
	// What becomes of orders whose `shipper_order_id` an order of the account has: skip leaves them out, create creates
	// them too. Without it the import asks. Letter case does not matter. One of skip, create. Optional.
	Existing string `json:"existing,omitempty"`
}

// JourneyRequest asks a development server to simulate a parcel's journey.
type JourneyRequest struct {
	// Tracking number of the order. At most 255 characters.
	TrackingNo string `json:"tracking_no"`
	// What happens to the parcel, default normal. Letter case does not matter. One of normal, failed_delivery,
	// customs_hold, return_to_sender, lost. Optional.
	Journey string `json:"journey,omitempty"`
	// Seconds between two steps, default 5. At most 6 digits, 3 of them after the point. Optional.
	Pause Decimal `json:"pause,omitempty"`
}

// Key is a secret key of the account. Only CreateKey and CreateLimitedKey return the secret.
type Key struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	// New values may be added: show an unknown one as it is. One of live, expired, revoked.
	State string `json:"state"`
	// Whether it is the key of this request.
	IsCaller bool `json:"is_caller"`
	// The key that it was created with; 0 when a person created it.
	CreatedByKey int64     `json:"created_by_key"`
	CreatedOn    time.Time `json:"created_on"`
	// To the minute. Zero if there is none.
	LastUsedOn time.Time `json:"last_used_on"`
	// Zero if there is none.
	ExpiresOn time.Time `json:"expires_on"`
	// Zero if there is none.
	RevokedOn time.Time `json:"revoked_on"`
	// What a key may do.
	Scopes []string `json:"scopes"`
	// From where a key may be used, as CIDR. A request may also name addresses. None: from everywhere, or as the key
	// that makes it.
	Networks []string `json:"networks"`
	// In a repetition by the Idempotency-Key, in place of `secret`.
	Message string `json:"message"`
	// The key itself. It is not shown again.
	Secret string `json:"secret,omitempty"`
}

// NewKey is a key to create. It never has more scopes, or other networks, than the key of the client.
type NewKey struct {
	// What it is for. No two live keys have the same. At most 100 characters.
	Name string `json:"name"`
	// From then on it is refused; default never. UTC when no zone is given. Optional.
	ExpiresOn time.Time `json:"expires_on,omitzero"`
	// What it may do, in the place of scopes. Letter case does not matter. One of shop, warehouse, depot, hub,
	// read-only. Optional.
	Preset string `json:"preset,omitempty"`
	// What the key may do. Without scopes and preset it may do all that its maker may, but rules, audit, administration
	// and users. These are for keys of an operator's account. Optional.
	Scopes []string `json:"scopes,omitempty"`
	// From where a key may be used, as CIDR. A request may also name addresses. None: from everywhere, or as the key
	// that makes it. Optional.
	Networks []string `json:"networks,omitempty"`
}

// RecordedRequest is a request that was made with a key of the account, without personal data.
type RecordedRequest struct {
	ID string `json:"id"`
	// 0 for a message of a partner, which only operators see.
	AccountID int64     `json:"account_id"`
	CreatedOn time.Time `json:"created_on"`
	// 0 if there is none.
	KeyID int64 `json:"key_id"`
	// The `X-Request-ID` of the response. "" if there is none.
	RequestID string `json:"request_id"`
	// "" if there is none.
	Method string `json:"method"`
	// The path, with names in the place of numbers and ids; of a message of a partner with the partner's name. "" if
	// there is none.
	Route string `json:"route"`
	// 0 if there is none.
	Status int `json:"status"`
	// 0 if there is none.
	TookMS int64 `json:"took_ms"`
	// What was wrong, at most 20.
	Errors []RequestNote `json:"errors"`
	// The fields that the operation does not know, at most 20.
	Warnings []RequestNote `json:"warnings"`
	// The begin of a JSON body; `…` stands for what may be personal. Of another body a text with its size, such as `not
	// JSON, 120 bytes`. Null if there was none.
	Body json.RawMessage `json:"body"`
	// 0, or how many requests around this time have no entry: this one stands for them, and has nothing else.
	NotRecorded int64 `json:"not_recorded"`
}

// RequestNote is what is wrong at a place of a body.
type RequestNote struct {
	// A JSON pointer into the body; empty for the whole request.
	Path    string `json:"path"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// LabelStatuses is the status of each label of a query.
type LabelStatuses struct {
	// New values may be added: show an unknown one as it is. One of label, cn22, cn23, invoice, proforma.
	Document string `json:"document"`
	// New values may be added: show an unknown one as it is. One of pdf, zpl.
	Format string `json:"format"`
	// How many labels have each status.
	Counts map[string]int `json:"counts"`
	Labels []LabelStatus  `json:"labels"`
}

// LabelStatus is the status of the label of one order.
type LabelStatus struct {
	TrackingNo string `json:"tracking_no"`
	// The reference of the shipper. Empty if the order is unknown.
	ShipperOrderID string `json:"shipper_order_id"`
	// `ready`: the file has the label. `other_format`: the label exists in other `formats` only. `pending`: the partner
	// has not accepted the order, or not sent its label. `refused`: the partner refused the order, or its label.
	// `cancelled`: the order is cancelled. `unknown`: the account has no such order. `not_used`: by `customs_forms`, the
	// service of the order does not use the document. New values may be added: show an unknown one as it is. One of
	// ready, other_format, pending, refused, cancelled, unknown, not_used.
	Status string `json:"status"`
	// The formats in which the label can be fetched. Empty until there is a label.
	Formats []string `json:"formats"`
	// Why the label is not ready. Empty if it is.
	Message string `json:"message"`
	// The texts that do not print as they are written. Empty for a label that a partner draws.
	Warnings []LabelWarning `json:"warnings"`
}

// LabelWarning is a field that does not print as it was written.
type LabelWarning struct {
	// The field of the request.
	Field string `json:"field"`
	// New values may be added: show an unknown one as it is. One of left out, transliterated, cut off, worth more than
	// 300 SDR, print the CN 23, less than the net weight of the items.
	Problem string `json:"problem"`
	// The code points, such as `U+1F338`. Empty if the text is cut off.
	Characters []string `json:"characters"`
}

// TrackingReport is an operator's report about a parcel of any account. Fields marked as optional are left
// out of the request when they are zero.
type TrackingReport struct {
	// Tracking number of the order or number of its partner, as it is typed or scanned. At most 255 characters.
	TrackingNo string `json:"tracking_no"`
	// What happened. Letter case does not matter. One of PENDING_PICKUP, PICKED_UP, IN_TRANSIT_WITHIN_ORIGIN_COUNTRY,
	// CROSS_BORDER_TRANSIT, DESTINATION_COUNTRY_CUSTOMS, IN_TRANSIT_WITHIN_DESTINATION_COUNTRY, READY_FOR_COLLECTION,
	// DELIVERY_IN_PROGRESS, SUCCESS, FAILED_PICKUP, FAILED_DELIVERY, EXCEPTION, RETURN_TO_SENDER, RETURNED.
	Status string `json:"status"`
	// Description for the consignee, default the text of the status. At most 255 characters. Optional.
	Description string `json:"description,omitempty"`
	// Country of the event. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. Optional.
	Country string `json:"country,omitempty"`
	// Place of the event, such as a city or a depot. It is public: do not send a person's address. At most 255
	// characters. Optional.
	Address string `json:"address,omitempty"`
	// Time of the event, default now. UTC when no zone is given. Optional.
	OccurredOn time.Time `json:"occurred_on,omitzero"`
	// The reporter's own id of the event. An event with an id that was sent before is a repetition. At most 255
	// characters. Optional.
	EventID string `json:"event_id,omitempty"`
}

// ReportedTracking is the result of one report.
type ReportedTracking struct {
	TrackingNo string `json:"tracking_no"`
	// New values may be added: show an unknown one as it is. One of moved, recorded, duplicate, unknown, full.
	Result ReportResult `json:"result"`
}

// StatusCorrection is the right status of an order of any account. Its reason is needed.
type StatusCorrection struct {
	// Tracking number of the order. At most 255 characters.
	TrackingNo string `json:"tracking_no"`
	// Right status of the order. The status that it has already is confirmed. Letter case does not matter. One of
	// ORDER_CREATED, PENDING_PICKUP, PICKED_UP, IN_TRANSIT_WITHIN_ORIGIN_COUNTRY, CROSS_BORDER_TRANSIT,
	// DESTINATION_COUNTRY_CUSTOMS, IN_TRANSIT_WITHIN_DESTINATION_COUNTRY, READY_FOR_COLLECTION, DELIVERY_IN_PROGRESS,
	// SUCCESS, FAILED_PICKUP, FAILED_DELIVERY, EXCEPTION, RETURN_TO_SENDER, RETURNED.
	Status string `json:"status"`
	// The parcel is lost. The status must be EXCEPTION. Optional.
	Lost bool `json:"lost,omitempty"`
	// Why, for the history and the audit log. It is not public. At most 255 characters.
	Reason string `json:"reason"`
}

// DeliveryProof proves that the parcel of an order of any account was delivered.
type DeliveryProof struct {
	// Tracking number of the order. At most 255 characters.
	TrackingNo string `json:"tracking_no"`
	// Who took the parcel. At most 255 characters.
	Name string `json:"name"`
	// Time of the signature, default now. UTC when no zone is given. Optional.
	SignedOn time.Time `json:"signed_on,omitzero"`
	// A PNG or JPEG, at most 5 MiB.
	Image []byte `json:"image"`
}

// PrintJob is a label for a printer that a print agent has. Only the agent that took it gets the lease.
type PrintJob struct {
	RequestKey string `json:"request_key"`
	TrackingNo string `json:"tracking_no"`
	Printer    string `json:"printer"`
	// `sent`: an agent has it, and has sent no byte. `started`: bytes may have been sent. `unknown`: a person says in
	// the console whether it came out. New values may be added: show an unknown one as it is. One of queued, sent,
	// started, printed, failed, unknown.
	State string `json:"state"`
	// What the agent said.
	Note     string    `json:"note"`
	QueuedOn time.Time `json:"queued_on"`
	Lease    string    `json:"lease"`
}

// PrintedOrder is the result of marking a label as printed or not.
type PrintedOrder struct {
	// As it was sent.
	TrackingNo string `json:"tracking_no"`
	// New values may be added: show an unknown one as it is. One of printed, not_printed, not_found.
	Result string `json:"result"`
	// What is wrong. A code keeps its meaning and its arguments. The page `/docs/errors#CODE` of the server says when it
	// occurs, and what to do.
	Code string `json:"code"`
	// The arguments of the code by name, such as the limit that a value exceeds.
	Args    json.RawMessage `json:"args"`
	Message string          `json:"message"`
}

// OrderObstacles is what an order waits for, and what of it failed.
type OrderObstacles struct {
	TrackingNo string `json:"tracking_no"`
	// "" until the partner has the order.
	StatusCode        string     `json:"status_code"`
	TrackerStatusCode string     `json:"tracker_status_code"`
	Obstacles         []Obstacle `json:"obstacles"`
}

// Obstacle is work on an order that waits or failed.
type Obstacle struct {
	// New values may be added: show an unknown one as it is. One of hold, outgoing, submission, label, cancellation,
	// webhook.
	Kind string `json:"kind"`
	// The partner, the event and the endpoint, or the rule that holds the order. "" if there is none.
	Target   string    `json:"target"`
	State    string    `json:"state"`
	Since    time.Time `json:"since"`
	Attempts int       `json:"attempts"`
	// Zero if there is none.
	NextAttemptOn time.Time `json:"next_attempt_on"`
	// Why the order has no label yet, in words; "" of cancellations and webhooks.
	Reason string `json:"reason"`
	// What the last attempt ended with. "" if there is none.
	Message string `json:"message"`
	// What you may do, in words.
	ToDo string `json:"to_do"`
}

// Stats is how many orders and returns of the account were created on some days, in UTC.
type Stats struct {
	// The first day. YYYY-MM-DD.
	From string `json:"from"`
	// The last day, which is today. YYYY-MM-DD.
	To     string     `json:"to"`
	Counts []DayCount `json:"results"`
}

// DayCount is how many orders of a service that were created on a day have a state now.
type DayCount struct {
	// YYYY-MM-DD.
	Day string `json:"day"`
	// 0 is a return without a lane.
	ServiceID         int64  `json:"service_id"`
	TrackerStatusCode string `json:"tracker_status_code"`
	Orders            int64  `json:"orders"`
}

// CreatedReturn is the result for one return order of a batch.
type CreatedReturn struct {
	ReturnTrackingNo string `json:"return_tracking_no"`
	// As it was sent.
	ForwardTrackingNo string `json:"forward_tracking_no"`
}

// RuleEntry is a rule with where it is from and whether it is checked.
type RuleEntry struct {
	// The rule. If its state is `wrong`, it may have another form.
	Rule json.RawMessage `json:"rule"`
	// `replaced` was set in the place of a built-in rule. New values may be added: show an unknown one as it is. One of
	// built-in, replaced, operator.
	Origin string `json:"origin"`
	// Only rules that are `on` are checked. `wrong`: see `problems`. New values may be added: show an unknown one as it
	// is. One of on, off, not yet, ended, wrong.
	State string `json:"state"`
	// Zero if there is none.
	UpdatedOn time.Time `json:"updated_on"`
	// Why the rule is not checked, such as that a later version wrote it.
	Problems []string `json:"problems"`
}

// AuditEntry is a change: who made it, when, and from what to what. Its subject is a rule, rates, account, key, endpoint, order,
// template, user, member, partner or service.
type AuditEntry struct {
	// The account and the number of the entry. The numbers of an account have no gaps.
	ID string `json:"id"`
	// The account that the subject belongs to; 0 is the operator.
	AccountID int64     `json:"account_id"`
	CreatedOn time.Time `json:"created_on"`
	// New values may be added: show an unknown one as it is. One of user, key, command, server.
	ActorKind string `json:"actor_kind"`
	// The id of a key, the user and the host of a command, or empty for the server.
	Actor       string `json:"actor"`
	Action      string `json:"action"`
	SubjectKind string `json:"subject_kind"`
	Subject     string `json:"subject"`
	// Null if it did not exist.
	Before json.RawMessage `json:"before"`
	// Null if it does not exist any more.
	After json.RawMessage `json:"after"`
}

// ServiceList is the services that the account may use, by id, and the limits of its requests.
type ServiceList struct {
	Services []Service `json:"results"`
	// Limits of the requests of the account.
	Limits Limits `json:"limits"`
}

// Service is a lane that orders name by its ServiceID.
type Service struct {
	// The `service_id` of an order.
	ServiceID int64 `json:"service_id"`
	// Printed on the label.
	Name string `json:"name"`
	// Country of the pickup. "" is any country.
	Origin string `json:"origin"`
	// Country of the consignee. "" is any country.
	Destination string `json:"destination"`
	// How a parcel starts its journey. New values may be added: show an unknown one as it is. One of pickup, drop-off.
	Category string `json:"category"`
	// Whether the service offers cash on delivery.
	COD bool `json:"cod"`
	// What happens to an order that lacks a fact for customs without which the partner of the service takes no order.
	// `wait`: it is created, and submitted when an edit or a setting states the fact. `refuse`: it is refused under the
	// field. New values may be added: show an unknown one as it is. One of wait, refuse.
	MissingCustoms string `json:"missing_customs"`
	// Which customs forms its orders have. `post`: CN 22, CN 23 and invoices. `invoice`: invoices alone. New values may
	// be added: show an unknown one as it is. One of post, invoice.
	CustomsForms string `json:"customs_forms"`
}

// Limits are the limits of the account's requests.
type Limits struct {
	// Orders or returns of a create request.
	OrdersPerRequest int `json:"orders_per_request"`
	ItemsPerOrder    int `json:"items_per_order"`
	// Size of a body.
	BytesPerRequest int `json:"bytes_per_request"`
	// Requests of a key. 0 if there is no limit.
	RequestsPerSecond int `json:"requests_per_second"`
	// Requests of a key that may come at once. 0 if there is no limit.
	RequestsAtOnce int `json:"requests_at_once"`
}

// TrackUpdate is an update of a parcel.
type TrackUpdate struct {
	TrackingNo string `json:"tracking_no"`
	Status     string `json:"status"`
	// When it occurred.
	UpdatedOn time.Time `json:"updated_on"`
	// What happened, in words.
	Description string `json:"description"`
	// English name of the country. Empty if it is not known.
	Country string `json:"country"`
	// The location in the country, for example a city or a depot. Empty if it is not known.
	Address string `json:"address"`
}

// Page is at most Filter.PageSize orders, newest first.
type Page struct {
	// Number of orders on all pages.
	Count int64 `json:"count"`
	// Link to the next page. "" if there is none.
	Next string `json:"next"`
	// Link to the previous page. "" if there is none.
	Previous string  `json:"previous"`
	Results  []Order `json:"results"`
}

// CursorPage is at most Filter.PageSize orders, newest first unless the filter has UpdatedFrom or UpdatedTo.
type CursorPage struct {
	// The cursor of the next page. "" on the last page.
	NextCursor string  `json:"next_cursor"`
	Results    []Order `json:"results"`
}

// EventData is the order of an event at the time of the event, and what happened. For EventImportFinished it holds the import
// instead, and for EventEndpointDisabled and EventEndpointTest the endpoint, and nothing about an order.
type EventData struct {
	// The header webhook-id.
	ID string `json:"id"`
	// Increases with each event of the order, or of the account's imports and endpoints.
	Sequence       int64  `json:"sequence"`
	OrderID        int64  `json:"order_id"`
	ServiceID      int64  `json:"service_id"`
	IsReturn       bool   `json:"is_return"`
	TrackingNo     string `json:"tracking_no"`
	ShipperOrderID string `json:"shipper_order_id"`
	UploadBatchNo  string `json:"upload_batch_no"`
	// "" if there is none.
	HAWBNo string `json:"hawb_no"`
	// "" until the partner has the order.
	StatusCode        string `json:"status_code"`
	TrackerStatusCode string `json:"tracker_status_code"`
	TrackerMainText   string `json:"tracker_main_text"`
	// The texts that the shipper sent with the order. Absent if it sent none.
	Metadata map[string]string `json:"metadata,omitempty"`

	// Of EventLabelReady. Events never returns OrderLabelPDF.
	OrderLabelURL string `json:"order_label_url,omitempty"`
	// The format of the label, if the partner draws it. New values may be added: show an unknown one as it is. One of
	// pdf, png, zpl.
	OrderLabelFormat string `json:"order_label_format,omitempty"`
	// The label, if the endpoint has `label_pdf`.
	OrderLabelPDF []byte `json:"order_label_pdf,omitempty"`

	// Of EventImportFinished why it failed, and of EventSubmissionFailed:
	// Why the partner refused the order.
	Message string `json:"message,omitempty"`

	// Of EventOrderUpdated.
	// The names of the fields, with commas between.
	ChangedFields string `json:"changed_fields,omitempty"`

	// Of EventOrderHeld and EventOrderReleased.
	// The rule that held it when it was created. Empty if a person did.
	RuleID string `json:"rule_id,omitempty"`

	// Of EventTrackingUpdated, EventCancelled and EventDelivered. Status is a tracker_status_code.
	Status string `json:"status,omitempty"`
	// What happened, in words.
	Description string `json:"description,omitempty"`
	// English name of the country. Empty if it is not known.
	Country string `json:"country,omitempty"`
	// The location in the country, for example a city or a depot. Empty if it is not known.
	Address    string    `json:"address,omitempty"`
	OccurredOn time.Time `json:"occurred_on,omitzero"`

	// Of EventImportFinished, but Test: what the Import says of itself, which Client.Import returns.
	ImportID int64  `json:"import_id,omitempty"`
	FileName string `json:"file_name,omitempty"`
	// New values may be added: show an unknown one as it is. One of done, cancelled, failed.
	State string `json:"state,omitempty"`
	// Of the file.
	Rows int64 `json:"rows,omitempty"`
	// Of the file.
	Orders int64 `json:"orders,omitempty"`
	// Orders that were created.
	Created int64 `json:"created,omitempty"`
	// Orders that existed.
	Skipped int64 `json:"skipped,omitempty"`
	// Orders that are wrong.
	Refused int64 `json:"refused,omitempty"`
	// Orders that are no parcels.
	LeftOut    int64     `json:"left_out,omitempty"`
	FinishedOn time.Time `json:"finished_on,omitzero"`
	// True in an example that was asked for, and absent otherwise.
	Test bool `json:"test,omitempty"`

	// Of EventRunSigned and EventRunCarried, without stops.
	// What a van takes from several shippers.
	Run *Run `json:"run,omitempty"`

	// Of EventParcelStopped and EventStopLifted: the stop as it was.
	// Why a parcel goes no further.
	Stop *ParcelStop `json:"stop,omitempty"`

	// Of EventConsignmentDeparted and EventConsignmentArrived.
	// A consignment whose leg has departed or arrived.
	Consignment *ConsignmentMoved `json:"consignment,omitempty"`

	// Of EventScanUnknown.
	// A code that was scanned in a hub and that no order has.
	UnknownScan *UnknownScan `json:"unknown_scan,omitempty"`

	// Of EventEndpointDisabled. EventEndpointTest has the first two of them, and EventOrderHeld and EventOrderReleased have Reason.
	EndpointID int64 `json:"endpoint_id,omitempty"`
	// The URL without its query. "" if it was removed in the meantime.
	URL string `json:"url,omitempty"`
	// The reason in words.
	Reason       string    `json:"reason,omitempty"`
	FailingSince time.Time `json:"failing_since,omitzero"`
	DisabledOn   time.Time `json:"disabled_on,omitzero"`
}

// Warning is what a rule says about an order that it does not refuse.
type Warning struct {
	// Id of the rule, or the name of a partner that would refuse the order. Empty if further warnings of a request are
	// not listed.
	RuleID string `json:"rule_id"`
	// The field of the request, such as `consignee_postal` or `item_hs_code`. Empty if it is about none of them.
	Field string `json:"field"`
	// The place of the item from 0, or of the tax id if the field is `tax_ids`. Nil for a field of the order, and for
	// `items` and `tax_ids` as a whole.
	Index   *int   `json:"index"`
	Message string `json:"message"`
	// Where the requirement is written. Empty if the rule does not say it.
	Source string `json:"source"`
	// The day from which the rule applies. Empty if the rule does not say it.
	Since string `json:"since"`
}

// ImportFilter is a column that says which orders are left out, with its values.
type ImportFilter struct {
	Heading string `json:"heading"`
	// Letter.
	Column string `json:"column"`
	Values []struct {
		// `*`: any text that is not named.
		Value string `json:"value"`
		Rows  int64  `json:"rows"`
		// Why such orders are left out; empty: they are not.
		Reason string `json:"reason"`
	} `json:"values"`
}

// ImportRange is how far values of the valid orders reach.
type ImportRange struct {
	// `weight` and `pieces` of an order, `price` of an item as it is sent, and the `cod` that is collected. New values
	// may be added: show an unknown one as it is. One of weight, pieces, price, cod.
	What string `json:"what"`
	// Of `price` and `cod`.
	Currency string `json:"currency"`
	Smallest string `json:"smallest"`
	Largest  string `json:"largest"`
	Sum      string `json:"sum"`
	// Values outside of those of `recent`.
	Outside int64 `json:"outside"`
	// The first of them; 0: there is none.
	Row int64 `json:"row"`
	// Of the account's last orders. Nil if they have no such value.
	Recent *struct {
		Smallest string `json:"smallest"`
		Largest  string `json:"largest"`
		// Orders that were looked at.
		Orders int64 `json:"orders"`
	} `json:"recent"`
}

// recheckRequest is an ImportCheck as it is sent.
type recheckRequest struct {
	// Service of orders for which the file has none. Optional.
	ServiceID int64 `json:"service_id,omitempty"`
	// JSON: the fields of the columns. The headings decide about columns that it does not name. Without it the mapping
	// that the account sent for the same headings counts. At most 65536 characters. Optional.
	Mapping string `json:"mapping,omitempty"`
	// JSON: texts of fields that have no value in the file, by field. At most 65536 characters. Optional.
	Defaults string `json:"defaults,omitempty"`
	// Charset of a CSV file, such as windows-1252. Without it the service finds out. At most 255 characters. Optional.
	Charset string `json:"charset,omitempty"`
	// What separates the cells of a CSV file. Without it the service finds out. Letter case does not matter. One of ,,
	// ;, tab, |. Optional.
	Delimiter string `json:"delimiter,omitempty"`
	// Name of the sheet of an XLSX file, default the first with known headings. At most 255 characters. Optional.
	Sheet string `json:"sheet,omitempty"`
	// Number of the row with the headings. Without it the service finds out. Optional.
	HeadingRow int64 `json:"heading_row,omitempty"`
	// JSON: a list of cells that count instead of those of the file, each with `row`, `column` (its letter) and `value`.
	// The rows are those of `problems_url`. They stay with the import; another sheet, charset or delimiter deletes them.
	// At most 65536 characters. Optional.
	Corrections string `json:"corrections,omitempty"`
}

// tagsRequest adds tags to orders and removes others.
type tagsRequest struct {
	TrackingNos []string `json:"tracking_nos"`
	// Letters, digits, hyphens and spaces. Upper case becomes lower case. Optional.
	Add []string `json:"add,omitempty"`
	// They win over those of `add`. Optional.
	Remove []string `json:"remove,omitempty"`
}

// exampleRequest asks for an example of an event.
type exampleRequest struct {
	// Send an example of this type. Default endpoint.test. Letter case does not matter. One of order.created,
	// order.updated, order.held, order.released, order.label_ready, order.submission_failed, order.tracking_updated,
	// order.cancelled, order.delivered, import.finished, endpoint.disabled. Optional.
	Event EventType `json:"event,omitempty"`
}

// Run is what a van takes from several shippers.
type Run struct {
	RunID  int64  `json:"run_id"`
	Number string `json:"number"`
	Van    string `json:"van"`
	Driver string `json:"driver"`
	Place  string `json:"place"`
	// YYYY-MM-DD.
	Date string `json:"date"`
	// `counting`: it takes no scans, and its lists are counted. `signed`: its parcels become picked up. `carried`: all
	// are. New values may be added: show an unknown one as it is. One of open, counting, counted, signed, carried.
	State    string    `json:"state"`
	OpenedOn time.Time `json:"opened_on"`
	// E-mail address of a user, or id of a key.
	OpenedBy string `json:"opened_by"`
	// Zero if there is none.
	SignedOn time.Time `json:"signed_on"`
	// As `opened_by`. "" if there is none.
	SignedBy string `json:"signed_by"`
	// Who handed the parcels over. "" if there is none.
	GivenBy string `json:"given_by"`
	// Name of the driver who signed. "" if there is none.
	TakenBy string `json:"taken_by"`
	// How many parcels it has; once counted, the number that is signed. 0 for one that is not counted among others.
	Parcels int64 `json:"parcels"`
	// Of its parcels, in kg. "" as `parcels`.
	Weight Decimal `json:"weight"`
	// As that of a hand-over list. This and what follows is not in a list of runs. "" if there is none.
	Signature string `json:"signature"`
	// How many of its parcels became picked up because it was signed.
	PickedUp int64 `json:"picked_up"`
	// Its shippers, by account.
	Stops []RunStop `json:"stops"`
}

// RunStop is a shipper of a run.
type RunStop struct {
	AccountID int64  `json:"account_id"`
	Place     string `json:"place"`
	// The hand-over lists of the shipper, one for each service.
	Lists []RunList `json:"lists"`
}

// RunList is a hand-over list of a run.
type RunList struct {
	Number    string  `json:"number"`
	ServiceID int64   `json:"service_id"`
	State     string  `json:"state"`
	Parcels   int64   `json:"parcels"`
	Weight    Decimal `json:"weight"`
	PickedUp  int64   `json:"picked_up"`
}

// NewRun is a run to open.
type NewRun struct {
	// The van, such as its registration. At most 100 characters.
	Van string `json:"van"`
	// Name of the driver. At most 100 characters.
	Driver string `json:"driver"`
	// Where parcels are handed over, such as the depot. At most 100 characters.
	Place string `json:"place"`
	// Day of the run. YYYY-MM-DD.
	Date string `json:"date"`
	// Its shippers. A parcel of another one adds its shipper. Optional.
	Stops []NewRunStop `json:"stops,omitempty"`
}

// NewRunStop is a shipper of a run to open.
type NewRunStop struct {
	// Account of the shipper.
	AccountID int64 `json:"account_id"`
	// Where its parcels are handed over. Default: the place of the run. At most 100 characters. Optional.
	Place string `json:"place,omitempty"`
}

// Bag is what parcels of all shippers fly in.
type Bag struct {
	BagID  int64  `json:"bag_id"`
	Number string `json:"number"`
	HubID  int64  `json:"hub_id"`
	// 0 if there is none.
	ToHubID int `json:"to_hub_id"`
	// 0 for parcels of all services.
	ServiceID int `json:"service_id"`
	// "" if there is none.
	Seal string `json:"seal"`
	// In kg, 0 if it was not weighed.
	Tare Decimal `json:"tare"`
	// As `tare`.
	Gross Decimal `json:"gross"`
	// `closing`: it takes no scans, and its parcels are counted. `loaded`: it is closed, and on a leg. New values may be
	// added: show an unknown one as it is. One of open, closing, closed, loaded, received, emptied.
	State string `json:"state"`
	// How many parcels it has, or had when it was closed.
	Parcels int64 `json:"parcels"`
	// Of its parcels, in kg.
	Weight Decimal `json:"weight"`
	// 0 if there is none.
	ConsignmentID int `json:"consignment_id"`
	// Of the last change. "" if there is none.
	Reason   string    `json:"reason"`
	OpenedOn time.Time `json:"opened_on"`
	// E-mail address of a user, or id of a key.
	OpenedBy string `json:"opened_by"`
}

// NewBag is a bag to open.
type NewBag struct {
	// The hub in which it is filled.
	HubID int64 `json:"hub_id"`
	// Only parcels of this service. Default: of all. Optional.
	ServiceID int64 `json:"service_id,omitempty"`
	// The hub to which it goes. Default: to none of the operator. Optional.
	ToHubID int64 `json:"to_hub_id,omitempty"`
	// Number of its seal. At most 100 characters. Optional.
	Seal string `json:"seal,omitempty"`
	// Weight of the empty bag, in kg. At most 10 digits, 3 of them after the point. Optional.
	Tare Decimal `json:"tare,omitempty"`
}

// BagChange sets fields. Nil fields stay unchanged.
type BagChange struct {
	// The hub to which it goes. Default: to none of the operator.
	ToHubID *int64 `json:"to_hub_id,omitempty"`
	// Number of its seal. At most 100 characters.
	Seal *string `json:"seal,omitempty"`
	// Weight of the empty bag, in kg. At most 10 digits, 3 of them after the point.
	Tare *Decimal `json:"tare,omitempty"`
	// Weight of the full bag, in kg. At most 10 digits, 3 of them after the point.
	Gross *Decimal `json:"gross,omitempty"`
	// Why. What has departed changes with a reason alone. At most 100 characters.
	Reason *string `json:"reason,omitempty"`
}

// BagScan is what came of a scan of a parcel into a bag.
type BagScan struct {
	// New values may be added: show an unknown one as it is. One of added, unchanged, refused.
	Result string `json:"result"`
	// Why.
	Code string `json:"code"`
	// The arguments of the code by name, such as the limit that a value exceeds.
	Args map[string]string `json:"args"`
	// The code in words, in the language of Accept-Language.
	Message string `json:"message"`
	// "" if there is none.
	TrackingNo string `json:"tracking_no"`
}

// BagParcel is a parcel of a bag.
type BagParcel struct {
	Bag        string `json:"bag"`
	AccountID  int64  `json:"account_id"`
	TrackingNo string `json:"tracking_no"`
	// Of the order when it was scanned, in kg.
	Weight    Decimal   `json:"weight"`
	ScannedOn time.Time `json:"scanned_on"`
	// E-mail address of a user, or id of a key.
	ScannedBy string `json:"scanned_by"`
	// Of customs before loading. "" if there is none.
	Answer string `json:"answer"`
	// What customs decided: as in the result of a broker. "" if there is none.
	CustomsStatus string `json:"customs_status"`
	// When. Zero if there is none.
	CustomsOn time.Time `json:"customs_on"`
	// `file`, or who reported it: `key`, or `user` by hand. "" if there is none.
	CustomsSource string `json:"customs_source"`
	// Number of the customs entry. "" if there is none.
	EntryNo string `json:"entry_no"`
	// A decimal number, in `currency`. "" if there is none.
	Duty string `json:"duty"`
	// As `duty`. "" if there is none.
	Tax string `json:"tax"`
	// "" if there is none.
	Currency string `json:"currency"`
	// Why the operator stops it. "" if there is none.
	Stopped string `json:"stopped"`
}

// Consignment is bags under one air waybill, or on one truck.
type Consignment struct {
	ConsignmentID int64  `json:"consignment_id"`
	Number        string `json:"number"`
	Destination   string `json:"destination"`
	// Master air waybill, 11 digits. "" if there is none.
	Awb string `json:"awb"`
	// "" if there is none.
	Truck string `json:"truck"`
	// "" if there is none.
	Broker string `json:"broker"`
	// As people have set it. New values may be added: show an unknown one as it is. One of planned, closed, filed,
	// cleared, handed_over.
	State string `json:"state"`
	// The state, or that some or all of its bags have departed or arrived. New values may be added: show an unknown one
	// as it is. One of planned, closed, filed, cleared, partly_departed, departed, partly_arrived, arrived, handed_over.
	Progress string `json:"progress"`
	// Of the last change. "" if there is none.
	Reason   string    `json:"reason"`
	OpenedOn time.Time `json:"opened_on"`
	// E-mail address of a user, or id of a key.
	OpenedBy string `json:"opened_by"`
	Bags     int64  `json:"bags"`
	// In bags that are closed.
	Parcels int64 `json:"parcels"`
	// Of these parcels, in kg.
	Weight Decimal          `json:"weight"`
	Legs   []ConsignmentLeg `json:"legs"`
}

// ConsignmentMoved is a consignment of which a leg has departed, or arrived.
type ConsignmentMoved struct {
	ConsignmentID int64  `json:"consignment_id"`
	Number        string `json:"number"`
	Destination   string `json:"destination"`
	// Master air waybill, 11 digits. "" if there is none.
	Awb string `json:"awb"`
	// "" if there is none.
	Truck string `json:"truck"`
	// "" if there is none.
	Broker string         `json:"broker"`
	Leg    ConsignmentLeg `json:"leg"`
	// The bags on the leg.
	Bags []MovedBag `json:"bags"`
}

// MovedBag is a bag on a leg that has departed, or arrived.
type MovedBag struct {
	Number  string `json:"number"`
	Parcels int64  `json:"parcels"`
	// Of its parcels, in kg.
	Weight Decimal `json:"weight"`
}

// ConsignmentLeg is a flight or drive of a consignment.
type ConsignmentLeg struct {
	LegNo       int64  `json:"leg_no"`
	Flight      string `json:"flight"`
	From        string `json:"from"`
	FromCountry string `json:"from_country"`
	To          string `json:"to"`
	ToCountry   string `json:"to_country"`
	// Zero if there is none.
	PlannedDeparture time.Time `json:"planned_departure"`
	// Zero if there is none.
	PlannedArrival time.Time `json:"planned_arrival"`
	// Zero if there is none.
	DepartedOn time.Time `json:"departed_on"`
	// Zero if there is none.
	ArrivedOn time.Time `json:"arrived_on"`
	// Of the last change. "" if there is none.
	Reason string `json:"reason"`
	// Parcels that departed although customs or the operator kept them.
	Acknowledged []string `json:"acknowledged"`
	Bags         int64    `json:"bags"`
	// In bags that are closed.
	Parcels int64 `json:"parcels"`
	// Of these parcels, in kg.
	Weight Decimal `json:"weight"`
}

// NewConsignment is a consignment to open.
type NewConsignment struct {
	// Country to which it goes. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case.
	Destination string `json:"destination"`
	// Master air waybill: 11 digits, blanks and hyphens are left out. No two consignments that are open, or younger than
	// 12 months, have the same. At most 100 characters. Optional.
	Awb string `json:"awb,omitempty"`
	// Reference of the truck, if it does not fly. At most 100 characters. Optional.
	Truck string `json:"truck,omitempty"`
	// The customs broker. At most 100 characters. Optional.
	Broker string `json:"broker,omitempty"`
}

// ConsignmentChange sets fields. Nil fields stay unchanged.
type ConsignmentChange struct {
	// Country to which it goes. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case.
	Destination *string `json:"destination,omitempty"`
	// Master air waybill: 11 digits, blanks and hyphens are left out. No two consignments that are open, or younger than
	// 12 months, have the same. At most 100 characters.
	Awb *string `json:"awb,omitempty"`
	// Reference of the truck, if it does not fly. At most 100 characters.
	Truck *string `json:"truck,omitempty"`
	// The customs broker. At most 100 characters.
	Broker *string `json:"broker,omitempty"`
	// `closed`: it gets no more bags. `filed`: with customs. `cleared`: to load. Letter case does not matter. One of
	// planned, closed, filed, cleared, handed_over.
	State *string `json:"state,omitempty"`
	// Why. What has departed changes with a reason alone. At most 100 characters.
	Reason *string `json:"reason,omitempty"`
}

// NewLeg is a leg to add.
type NewLeg struct {
	// Number of the flight, or the truck. At most 100 characters.
	Flight string `json:"flight"`
	// Where it departs, such as the code of an airport. Consignees see it. At most 100 characters.
	From string `json:"from"`
	// Country there. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case.
	FromCountry string `json:"from_country"`
	// Where it arrives, such as the code of an airport. Consignees see it. At most 100 characters.
	To string `json:"to"`
	// Country there. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case.
	ToCountry string `json:"to_country"`
	// When it is to depart. UTC when no zone is given. Optional.
	PlannedDeparture time.Time `json:"planned_departure,omitzero"`
	// When it is to arrive. UTC when no zone is given. Optional.
	PlannedArrival time.Time `json:"planned_arrival,omitzero"`
}

// LegChange sets fields. Nil fields stay unchanged.
type LegChange struct {
	// Number of the flight, or the truck. At most 100 characters.
	Flight *string `json:"flight,omitempty"`
	// Where it departs, such as the code of an airport. Consignees see it. At most 100 characters.
	From *string `json:"from,omitempty"`
	// Country there. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case.
	FromCountry *string `json:"from_country,omitempty"`
	// Where it arrives, such as the code of an airport. Consignees see it. At most 100 characters.
	To *string `json:"to,omitempty"`
	// Country there. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case.
	ToCountry *string `json:"to_country,omitempty"`
	// When it is to depart. UTC when no zone is given.
	PlannedDeparture *string `json:"planned_departure,omitempty"`
	// When it is to arrive. UTC when no zone is given.
	PlannedArrival *string `json:"planned_arrival,omitempty"`
	// Why. What has departed changes with a reason alone. At most 100 characters.
	Reason *string `json:"reason,omitempty"`
}

// LegMove is when and why a leg departs or arrives, and which parcels do not get the event.
type LegMove struct {
	// When. UTC when no zone is given. Default, and if it is later: now. Optional.
	OccurredOn time.Time `json:"occurred_on,omitzero"`
	// Why it departs although it is not cleared, or with the parcels in `acknowledged`. At most 100 characters.
	// Optional.
	Reason string `json:"reason,omitempty"`
	// As `parcels`: all others. Optional.
	Without []string `json:"without,omitempty"`
	// As `parcels`: with `reason` they depart although customs or the operator keep them. What customs say not to load
	// stays kept. Optional.
	Acknowledged []string `json:"acknowledged,omitempty"`
}

// BagsMove names bags, and the leg on which they are put or from which they are taken.
type BagsMove struct {
	// The leg. Default: none. Optional.
	LegNo int64 `json:"leg_no,omitempty"`
	// Why. What has departed changes with a reason alone. At most 100 characters. Optional.
	Reason string `json:"reason,omitempty"`
	// Their numbers. Optional.
	Bags []string `json:"bags,omitempty"`
}

// ConsignmentEvent is what happened to a consignment.
type ConsignmentEvent struct {
	EventNo int64 `json:"event_no"`
	// 0 if there is none.
	LegNo int `json:"leg_no"`
	// The status that parcels get. "": they keep theirs.
	TrackerStatusCode string `json:"tracker_status_code"`
	Text              string `json:"text"`
	// "" if there is none.
	Country string `json:"country"`
	// "" if there is none.
	Place      string    `json:"place"`
	OccurredOn time.Time `json:"occurred_on"`
	RecordedOn time.Time `json:"recorded_on"`
	// E-mail address of a user, or id of a key.
	RecordedBy string `json:"recorded_by"`
	// "" if there is none.
	Reason string `json:"reason"`
	// How many bags it is about.
	Bags int64 `json:"bags"`
	// Whether all its parcels have it.
	Carried bool `json:"carried"`
}

// NewConsignmentEvent is an event to report.
type NewConsignmentEvent struct {
	// What happened, in words. Consignees see it. At most 100 characters.
	Text string `json:"text"`
	// Only the parcels of the bags on this leg. Default: of all bags. Optional.
	LegNo int64 `json:"leg_no,omitempty"`
	// The status that parcels get. Default: theirs. Letter case does not matter. One of
	// IN_TRANSIT_WITHIN_ORIGIN_COUNTRY, CROSS_BORDER_TRANSIT, DESTINATION_COUNTRY_CUSTOMS,
	// IN_TRANSIT_WITHIN_DESTINATION_COUNTRY, EXCEPTION. Optional.
	Status string `json:"status,omitempty"`
	// Where. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. Optional.
	Country string `json:"country,omitempty"`
	// Where there. At most 100 characters. Optional.
	Place string `json:"place,omitempty"`
	// When. UTC when no zone is given. Default, and if it is later: now. Optional.
	OccurredOn time.Time `json:"occurred_on,omitzero"`
	// Why, if it is recorded after the consignment was handed over. At most 100 characters. Optional.
	Reason string `json:"reason,omitempty"`
	// Numbers of bags: only their parcels. Default: all. Optional.
	Bags []string `json:"bags,omitempty"`
	// Tracking numbers, partners' numbers or references: only these parcels. Optional.
	Parcels []string `json:"parcels,omitempty"`
	// As `parcels`: all others. Optional.
	Without []string `json:"without,omitempty"`
}

// CustomsAnswer is what customs answered or decided about a parcel.
type CustomsAnswer struct {
	// Tracking number, partner's number or reference of the parcel. At most 255 characters.
	TrackingNo string `json:"tracking_no"`
	// Before loading: `do_not_load` stops the parcel. `screening`: it is to be screened. `information`: data is missing.
	// `assessed`: it may be loaded. The others are what customs decided then. Letter case does not matter. One of
	// do_not_load, screening, information, assessed, declared, taxes_due, held, inspected, released, seized, destroyed,
	// abandoned.
	Answer string `json:"answer"`
	// Why. At most 500 characters. Optional.
	Reason string `json:"reason,omitempty"`
	// Number of the customs entry. At most 100 characters. Optional.
	EntryNo string `json:"entry_no,omitempty"`
	// Customs duty. At most 12 digits, 3 of them after the point. Optional.
	Duty Decimal `json:"duty,omitempty"`
	// Tax on the import. At most 12 digits, 3 of them after the point. Optional.
	Tax Decimal `json:"tax,omitempty"`
	// Of both. Required with one of them. In any case. Optional.
	Currency string `json:"currency,omitempty"`
	// When. UTC when no zone is given. Default, and if it is later: now. Optional.
	OccurredOn time.Time `json:"occurred_on,omitzero"`
}

// CustomsReport is what customs answered or decided about parcels, to be matched first.
type CustomsReport struct {
	// Store them. Default: they are only matched. Optional.
	Confirm bool `json:"confirm,omitempty"`
	// Optional.
	Answers []CustomsAnswer `json:"answers,omitempty"`
}

// CustomsResult is what came, or would come, of a report.
type CustomsResult struct {
	// Of the file, or the list.
	Digest string `json:"digest"`
	// Whether it was stored before: only parcels without an answer get theirs.
	Repeated bool         `json:"repeated"`
	Answers  []ReadAnswer `json:"answers"`
	// Parcels of the consignment that get no answer from this request.
	Missing []string `json:"missing"`
}

// ReadAnswer is what came, or would come, of one line of a report.
type ReadAnswer struct {
	// In the file or list.
	Line int `json:"line"`
	// As it was sent.
	TrackingNo string `json:"tracking_no"`
	// `ready`: it can be stored, and is not confirmed. New values may be added: show an unknown one as it is. One of
	// ready, stored, unchanged, refused, not_found.
	Result string `json:"result"`
	// What is wrong. A code keeps its meaning and its arguments. The page `/docs/errors#CODE` of the server says when it
	// occurs, and what to do.
	Code string `json:"code"`
	// The arguments of the code by name, such as the limit that a value exceeds.
	Args    json.RawMessage `json:"args"`
	Message string          `json:"message"`
}

// AnsweredParcel is the result for one parcel.
type AnsweredParcel struct {
	// As it was sent.
	TrackingNo string `json:"tracking_no"`
	// `ready`: it can be stored, and is not confirmed. New values may be added: show an unknown one as it is. One of
	// ready, stored, unchanged, refused, not_found.
	Result string `json:"result"`
	// What is wrong. A code keeps its meaning and its arguments. The page `/docs/errors#CODE` of the server says when it
	// occurs, and what to do.
	Code string `json:"code"`
	// The arguments of the code by name, such as the limit that a value exceeds.
	Args    json.RawMessage `json:"args"`
	Message string          `json:"message"`
}

// InboundMove opens the inbound of a consignment, closes it, or opens it again.
type InboundMove struct {
	// `closed`: what is missing or damaged is recorded. Letter case does not matter. One of open, closed.
	State string `json:"state"`
	// The hub in which it is opened. Optional.
	HubID int64 `json:"hub_id,omitempty"`
	// How many parcels are missing. It is closed only if as many are. Default: none. Optional.
	Missing int64 `json:"missing,omitempty"`
	// Why it is opened again. At most 100 characters. Optional.
	Reason string `json:"reason,omitempty"`
}

// InboundScan is a scan of a bag or a parcel at an inbound.
type InboundScan struct {
	// Names the scan, so that one that is sent again has the same result. At most 100 characters.
	Scan string `json:"scan"`
	// Number of a bag, or tracking number, partner's number or reference of a parcel. Without a code the parcel has no
	// label that can be read: it gets a temporary number. At most 100 characters. Optional.
	Code string `json:"code,omitempty"`
	// Which order is meant if several have the code: one of the `candidates` of the response 409. Optional.
	OrderID int64 `json:"order_id,omitempty"`
	// Default: `received`. Letter case does not matter. One of received, damaged. Optional.
	State string `json:"state,omitempty"`
	// What is seen of it. What is damaged, or has no code, needs one. At most 500 characters. Optional.
	Note string `json:"note,omitempty"`
	// Measured weight, in kg. At most 10 digits, 3 of them after the point. Optional.
	Weight Decimal `json:"weight,omitempty"`
}

// Inbound is what of a consignment came to a hub.
type Inbound struct {
	HubID int64  `json:"hub_id"`
	Hub   string `json:"hub"`
	// New values may be added: show an unknown one as it is. One of open, closed.
	State string `json:"state"`
	// Who opened or closed it last: e-mail address of a user, or id of a key.
	ChangedBy string `json:"changed_by"`
	// The last time. Zero if there is none.
	ClosedOn time.Time `json:"closed_on"`
	// Why it was opened again. "" if there is none.
	Reason string `json:"reason"`
	// How many parcels and codes are in each state: first all, then the parcels of each bag.
	Counts []InboundCount `json:"counts"`
}

// InboundCount is how many parcels and codes are in a state: of all, or of a bag.
type InboundCount struct {
	// "": all of the consignment.
	Bag string `json:"bag"`
	// How the bag itself was scanned. `awaited`: it has not arrived. New values may be added: show an unknown one as it
	// is. One of received, damaged, not_scanned, awaited. "" if there is none.
	BagState string `json:"bag_state"`
	// "" if there is none.
	BagNote string `json:"bag_note"`
	// New values may be added: show an unknown one as it is. One of received, in_bag, damaged, found, missing, awaited,
	// elsewhere, surplus, unknown.
	State   string `json:"state"`
	Parcels int64  `json:"parcels"`
}

// InboundParcel is a parcel of a consignment, or what came and is not of it.
type InboundParcel struct {
	// "" if there is none.
	Bag string `json:"bag"`
	// 0 if there is none.
	AccountID int64 `json:"account_id"`
	// Tracking number, number of a bag, or what was scanned; of a parcel without a code its temporary number.
	Number string `json:"number"`
	// `found`: it was recorded as missing before. `in_bag`: its bag was received, and it was not scanned itself.
	// `missing`: it has arrived, and was not scanned. `awaited`: its bag has not arrived. `elsewhere`: it came with
	// another consignment. `surplus`: it is not of this one. `unknown`: no order and no bag has the code. New values may
	// be added: show an unknown one as it is. One of received, in_bag, damaged, found, missing, awaited, elsewhere,
	// surplus, unknown.
	State string `json:"state"`
	// Whether it was scanned before: then this scan is not stored.
	Repeated bool `json:"repeated"`
	// "" if there is none.
	Note string `json:"note"`
	// Why the operator stops it. "" if there is none.
	Stopped string `json:"stopped"`
	// Of the order, or measured if it is not of the consignment, in kg.
	Weight Decimal `json:"weight"`
	// Zero if there is none.
	ScannedOn time.Time `json:"scanned_on"`
	// E-mail address of a user, or id of a key. "" if there is none.
	ScannedBy string `json:"scanned_by"`
	// Another one: its own, or where it came. "" if there is none.
	Consignment string `json:"consignment"`
}

// Hub is a place where the operator sorts parcels.
type Hub struct {
	HubID    int64  `json:"hub_id"`
	Name     string `json:"name"`
	Country  string `json:"country"`
	Timezone string `json:"timezone"`
	// Zero if it is used.
	DisabledOn time.Time `json:"disabled_on"`
}

// NewHub is a hub to create.
type NewHub struct {
	// No two hubs have the same. Shippers and consignees see it where the parcel was scanned. At most 100 characters.
	Name string `json:"name"`
	// Country of the hub. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case.
	Country string `json:"country"`
	// Time zone of the hub, such as Asia/Singapore. At most 100 characters.
	Timezone string `json:"timezone"`
}

// HubChange sets fields. Nil fields stay unchanged.
type HubChange struct {
	// No two hubs have the same. Shippers and consignees see it where the parcel was scanned. At most 100 characters.
	Name *string `json:"name,omitempty"`
	// Country of the hub. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case.
	Country *string `json:"country,omitempty"`
	// Time zone of the hub, such as Asia/Singapore. At most 100 characters.
	Timezone *string `json:"timezone,omitempty"`
}

// HubScans are scans of parcels in a hub.
type HubScans struct {
	// The hub.
	HubID int64 `json:"hub_id"`
	// What is done with the parcels. Letter case does not matter. One of inbound, outbound, return_received, found,
	// damaged, measured.
	Activity string `json:"activity"`
	// When the request is sent by the clock of the device. The times of scans count from it, so that a wrong clock does
	// no harm. Optional.
	SentOn time.Time `json:"sent_on,omitzero"`
	// Optional.
	Scans []HubScan `json:"scans,omitempty"`
}

// HubScan is a scan of a parcel of any account.
type HubScan struct {
	// Names the scan, so that one that is sent again has the same result and is counted once. At most 100 characters.
	Scan string `json:"scan"`
	// Tracking number, partner's number or reference (`shipper_order_id`), as it is typed or scanned. At most 100
	// characters.
	Code string `json:"code"`
	// Which order is meant if several have the code: one of the `candidates` of its result. Optional.
	OrderID int64 `json:"order_id,omitempty"`
	// When it was scanned by the clock of the device, default now. It needs `sent_on`. Optional.
	ScannedOn time.Time `json:"scanned_on,omitzero"`
	// Measured weight, in kg. At most 10 digits, 3 of them after the point. Optional.
	Weight Decimal `json:"weight,omitempty"`
	// Measured, in cm. At most 10 digits, 2 of them after the point. Optional.
	Length Decimal `json:"length,omitempty"`
	// Measured, in cm. At most 10 digits, 2 of them after the point. Optional.
	Width Decimal `json:"width,omitempty"`
	// Measured, in cm. At most 10 digits, 2 of them after the point. Optional.
	Height Decimal `json:"height,omitempty"`
}

// HubScanResult is what came of a scan, and where the parcel goes next.
type HubScanResult struct {
	// Its name, as it was sent.
	Scan string `json:"scan"`
	// `repeated`: the last scan of the parcel is the same, and this one is not recorded. `refused`: the parcel must not
	// leave. `unknown`: no order has the code. `several`: choose one of `candidates`. New values may be added: show an
	// unknown one as it is. One of recorded, repeated, refused, unknown, several.
	Result string `json:"result"`
	// Where the parcel goes: to the `partner`, on with the `service`, or `aside`, or back to its shipper (`return`), or
	// its label must be printed first (`print`). "" if the parcel is not known.
	Next string `json:"next"`
	// Why.
	Code string `json:"code"`
	// The arguments of the code by name, such as the limit that a value exceeds.
	Args map[string]string `json:"args"`
	// "" if there is none.
	TrackingNo string `json:"tracking_no"`
	// 0 if there is none.
	AccountID int `json:"account_id"`
	// "" if there is none.
	Destination string `json:"destination"`
	// "" if there is none.
	Partner    string          `json:"partner"`
	Candidates []ScanCandidate `json:"candidates"`
	// The code in words, in the language of Accept-Language.
	Message string `json:"message"`
}

// ScanCandidate is one of several orders that have the code of a scan.
type ScanCandidate struct {
	OrderID    int64  `json:"order_id"`
	AccountID  int64  `json:"account_id"`
	TrackingNo string `json:"tracking_no"`
}

// UnknownScan is a code that was scanned in a hub and that no order had then.
type UnknownScan struct {
	// Its name.
	Scan        string    `json:"scan"`
	ScannedCode string    `json:"scanned_code"`
	HubID       int64     `json:"hub_id"`
	Activity    string    `json:"activity"`
	ScannedOn   time.Time `json:"scanned_on"`
	// E-mail address of a user, or id of a key.
	ScannedBy string `json:"scanned_by"`
	// Zero while it is open.
	ClosedOn time.Time `json:"closed_on"`
	// As `scanned_by`. "" if there is none.
	ClosedBy string `json:"closed_by"`
	// Why it was closed. "" if there is none.
	Reason string `json:"reason"`
	// The parcel that it is. "" if there is none.
	TrackingNo string `json:"tracking_no"`
}

// UnknownScanEnd says what the parcel of an UnknownScan was: what became of it, or its tracking number, or both.
type UnknownScanEnd struct {
	// What became of the parcel. At most 500 characters. Optional.
	Reason string `json:"reason,omitempty"`
	// The parcel that it is: the scan is recorded as one of this parcel. At most 255 characters. Optional.
	TrackingNo string `json:"tracking_no,omitempty"`
}

// Parcel is a parcel of any account, without prices.
type Parcel struct {
	OrderID    int64  `json:"order_id"`
	AccountID  int64  `json:"account_id"`
	TrackingNo string `json:"tracking_no"`
	// "" if there is none.
	ShipperOrderID string `json:"shipper_order_id"`
	// Number that the partner gave it. "" if there is none.
	HAWBNo    string `json:"hawb_no"`
	ServiceID int64  `json:"service_id"`
	// "" if there is none.
	Partner          string `json:"partner"`
	ConsigneeName    string `json:"consignee_name"`
	ConsigneeCity    string `json:"consignee_city"`
	ConsigneeCountry string `json:"consignee_country"`
	// In kg.
	OrderWeight Decimal `json:"order_weight"`
	// In kg, as a hub measured it last. "" if there is none.
	MeasuredWeight Decimal `json:"measured_weight"`
	// In cm. "" if there is none.
	MeasuredLength Decimal `json:"measured_length"`
	// In cm. "" if there is none.
	MeasuredWidth Decimal `json:"measured_width"`
	// In cm. "" if there is none.
	MeasuredHeight Decimal `json:"measured_height"`
	// Zero if there is none.
	MeasuredOn time.Time `json:"measured_on"`
	// "" if there is none.
	StatusCode        string `json:"status_code"`
	TrackerStatusCode string `json:"tracker_status_code"`
	// Why its shipper or a rule holds it. "" if there is none.
	Held string `json:"held"`
	// Why the operator stops it. "" if there is none.
	Stopped   string    `json:"stopped"`
	CreatedOn time.Time `json:"created_on"`
	UpdatedOn time.Time `json:"updated_on"`
}

// ParcelFilter selects parcels of all accounts whose journey has not ended. Zero fields select all.
type ParcelFilter struct {
	// Only parcels of this account, also those whose journey has ended. Optional.
	AccountID int64 `json:"account_id,omitempty"`
	// Only parcels whose service this partner fulfils. At most 255 characters. Optional.
	Partner string `json:"partner,omitempty"`
	// Only the parcels that a number or reference names, as it is typed or scanned, in all accounts. At most 100
	// characters. Optional.
	Code string `json:"code,omitempty"`
	// Only parcels that need attention for this reason. `customs`: they are at customs. `failed`: a pickup or delivery
	// failed, or there is another exception. `lost`: they are lost. `unmoved`: an event was recorded that did not change
	// their status; their journey may have ended. `silent`: they have no event for longer than is usual on their lane.
	// `partner-down`: they wait for a partner that takes no orders. Letter case does not matter. One of customs, failed,
	// lost, unmoved, silent, partner-down. Optional.
	Attention string `json:"attention,omitempty"`
	// Only parcels whose last scan in a hub was in this one, and whose journey has not ended. Optional.
	HubID int64 `json:"hub_id,omitempty"`
	// Only parcels that are, or were until it was emptied, in this bag, or in one of several: numbers, with commas
	// between. Their journey has not ended. At most 255 characters. Optional.
	Bag string `json:"bag,omitempty"`
	// Only parcels in the bags of this consignment, by its number. Their journey has not ended. At most 255 characters.
	// Optional.
	Consignment string `json:"consignment,omitempty"`
	// Only parcels with this answer or status of customs. Their journey has not ended. Letter case does not matter. One
	// of do_not_load, screening, information, assessed, declared, taxes_due, held, inspected, released, seized,
	// destroyed, abandoned. Optional.
	Customs string `json:"customs,omitempty"`
	// Created then or later, as `created_from`; UTC when no zone is given. Optional.
	DateFrom time.Time `json:"date_from,omitzero"`
	// Created then or earlier, as `created_to`; a day alone is all of it. Optional.
	DateTo time.Time `json:"date_to,omitzero"`
	// Created then or later; UTC when no zone is given. Optional.
	CreatedFrom string `json:"created_from,omitempty"`
	// Created then or earlier; a day alone is all of it. Optional.
	CreatedTo string `json:"created_to,omitempty"`
	// Of this service; 0 is all. Optional.
	ServiceID int64 `json:"service_id,omitempty"`
	// With this status_code, or "" for those without one. Letter case does not matter. One of SUBMITTED,
	// SUBMISSION_FAILED, CANCELLED, "". Optional.
	StatusCode string `json:"status_code,omitempty"`
	// With this tracker_status_code. Letter case does not matter. One of ORDER_CREATED, PENDING_PICKUP, PICKED_UP,
	// IN_TRANSIT_WITHIN_ORIGIN_COUNTRY, CROSS_BORDER_TRANSIT, DESTINATION_COUNTRY_CUSTOMS,
	// IN_TRANSIT_WITHIN_DESTINATION_COUNTRY, READY_FOR_COLLECTION, DELIVERY_IN_PROGRESS, SUCCESS, FAILED_PICKUP,
	// FAILED_DELIVERY, EXCEPTION, RETURN_TO_SENDER, RETURNED, CANCELLED. Optional.
	TrackerStatusCode string `json:"tracker_status_code,omitempty"`
	// Only orders whose parcel was picked up, with this tracker_status_code or a later one, or only others. Optional.
	PickedUp *bool `json:"picked_up,omitempty"`
	// Only returns, or only other orders. Optional.
	IsReturn *bool `json:"is_return,omitempty"`
	// Only orders whose label is marked as printed, or only others. Optional.
	Printed *bool `json:"printed,omitempty"`
	// Only orders whose parcel was packed at a station, or only others. Optional.
	Packed *bool `json:"packed,omitempty"`
	// Only orders that wait for this work, or are on the way or done. Letter case does not matter. One of print, pack,
	// hand-over, partner, problem, on-the-way, done. Optional.
	Queue string `json:"queue,omitempty"`
	// Only orders that are held, or only others. Optional.
	Held *bool `json:"held,omitempty"`
	// Words, or beginnings of words, that the order has all: in its tracking number, reference or partner's number, or
	// in the consignee's name, phone number, e-mail address, postal code, city or street, in the SKUs of its items, or
	// in its notes and tags. By page, the newest 10,000. At most 200 characters. Optional.
	Search string `json:"search,omitempty"`
	// With this tag, in any case. At most 30 characters. Optional.
	Tag string `json:"tag,omitempty"`
	// Only orders about which rules had a warning when they were created: any, or one about an address. Letter case does
	// not matter. One of any, address. Optional.
	Warning string `json:"warning,omitempty"`
}

// ParcelChange is a change of parcels of any account, which TrackingNos name or Filter selects.
type ParcelChange struct {
	// What is done. `report` says where the parcels are, `correct` takes back a wrong status. Letter case does not
	// matter. One of hold, release, cancel, report, correct.
	Kind string `json:"kind"`
	// Why. `hold` and `correct` need it. At most 500 characters. Optional.
	Reason string `json:"reason,omitempty"`
	// `report` and `correct` need it. Letter case does not matter. One of ORDER_CREATED, PENDING_PICKUP, PICKED_UP,
	// IN_TRANSIT_WITHIN_ORIGIN_COUNTRY, CROSS_BORDER_TRANSIT, DESTINATION_COUNTRY_CUSTOMS,
	// IN_TRANSIT_WITHIN_DESTINATION_COUNTRY, READY_FOR_COLLECTION, DELIVERY_IN_PROGRESS, SUCCESS, FAILED_PICKUP,
	// FAILED_DELIVERY, EXCEPTION, RETURN_TO_SENDER, RETURNED. Optional.
	Status string `json:"status,omitempty"`
	// Of `correct`: the parcels are lost. The status must be EXCEPTION. Optional.
	Lost bool `json:"lost,omitempty"`
	// Whether nothing is changed, and the response says what would come of it. Default false. Optional.
	DryRun bool `json:"dry_run,omitempty"`
	// Description for the consignee, default the text of the status. At most 255 characters. Optional.
	Description string `json:"description,omitempty"`
	// Country of the event. Its English name, or its ISO 3166-1 alpha-2 or alpha-3 code, in any case. Optional.
	Country string `json:"country,omitempty"`
	// Place of the event, such as a city or a depot. It is public: do not send a person's address. At most 255
	// characters. Optional.
	Address string `json:"address,omitempty"`
	// Time of the event, default now. UTC when no zone is given. Optional.
	OccurredOn time.Time `json:"occurred_on,omitzero"`
	// Numbers or references of the parcels, in all accounts. Optional.
	TrackingNos []string `json:"tracking_nos,omitempty"`
	// Optional.
	Filter *ParcelFilter `json:"filter,omitempty"`
}

// ParcelsChanged is what comes of a change of parcels.
type ParcelsChanged struct {
	// One of each account.
	Jobs []ParcelJob `json:"jobs"`
	// What no order has, as it was sent.
	NotFound []string `json:"not_found"`
	// What several orders have: none of them is changed. Send tracking numbers.
	Ambiguous []string `json:"ambiguous"`
}

// ParcelJob is what comes of the parcels of an account.
type ParcelJob struct {
	AccountID int64 `json:"account_id"`
	// 0 if no job was started.
	JobID int64 `json:"job_id"`
	// `tried`: by `dry_run`. `refused`: the account takes no change, see `not_changed`. It goes on while it is
	// `choosing` or `running`. New values may be added: show an unknown one as it is. One of tried, refused, choosing,
	// running, done, stopped, failed.
	State   string `json:"state"`
	Parcels int64  `json:"parcels"`
	Changed int64  `json:"changed"`
	// They were so before.
	Unchanged int64 `json:"unchanged"`
	Refused   int64 `json:"refused"`
	// Why, of at most 1,000 parcels.
	NotChanged []ParcelNotChanged `json:"not_changed"`
}

// ParcelNotChanged is why a parcel was not changed.
type ParcelNotChanged struct {
	// "": all.
	TrackingNo string `json:"tracking_no"`
	// New values may be added: show an unknown one as it is. One of refused, not_found.
	Result string `json:"result"`
	// What is wrong. A code keeps its meaning and its arguments. The page `/docs/errors#CODE` of the server says when it
	// occurs, and what to do.
	Code string `json:"code"`
	// The arguments of the code by name, such as the limit that a value exceeds.
	Args    json.RawMessage `json:"args"`
	Message string          `json:"message"`
}

// ParcelStop is why a parcel goes no further.
type ParcelStop struct {
	TrackingNo string    `json:"tracking_no"`
	AccountID  int64     `json:"account_id"`
	Reason     string    `json:"reason"`
	StoppedOn  time.Time `json:"stopped_on"`
	// E-mail address of a user, id of a key, or who ran the command.
	StoppedBy string `json:"stopped_by"`
}

// StoppedParcel is the result for one parcel.
type StoppedParcel struct {
	// As it was sent.
	TrackingNo string `json:"tracking_no"`
	// New values may be added: show an unknown one as it is. One of stopped, lifted, unchanged, refused, not_found.
	Result string `json:"result"`
	// What is wrong. A code keeps its meaning and its arguments. The page `/docs/errors#CODE` of the server says when it
	// occurs, and what to do.
	Code string `json:"code"`
	// The arguments of the code by name, such as the limit that a value exceeds.
	Args    json.RawMessage `json:"args"`
	Message string          `json:"message"`
}

// ConsignmentManifest is a version of the manifest of a consignment.
type ConsignmentManifest struct {
	Version int64 `json:"version"`
	// Of its rows: two versions with the same one do not exist.
	Digest string    `json:"digest"`
	MadeOn time.Time `json:"made_on"`
	// E-mail address of a user, or id of a key.
	MadeBy string `json:"made_by"`
	// Bags: the pieces of the air waybill.
	Pieces  int64 `json:"pieces"`
	Parcels int64 `json:"parcels"`
	// Of the parcels, in kg.
	NetWeight Decimal `json:"net_weight"`
	// Of the parcels and the empty bags, in kg.
	GrossWeight Decimal `json:"gross_weight"`
	// The declared values by currency.
	Values []DeclaredValue `json:"values"`
	// How many parcels are added, removed or changed. The lists have 1,000 of each at most.
	Different int `json:"different"`
	// Tracking numbers of parcels that the version before has not.
	Added []string `json:"added"`
	// Those that only the version before has.
	Removed []string `json:"removed"`
	// Those of which a row is different.
	Changed []string `json:"changed"`
}

// DeclaredValue is a sum of declared values in one currency.
type DeclaredValue struct {
	Currency string `json:"currency"`
	// A decimal number. Amounts of several currencies are never added.
	Amount string `json:"amount"`
}

// ManifestRows is a manifest with its rows.
type ManifestRows struct {
	Version int64 `json:"version"`
	// Of its rows: two versions with the same one do not exist.
	Digest string    `json:"digest"`
	MadeOn time.Time `json:"made_on"`
	// E-mail address of a user, or id of a key.
	MadeBy string `json:"made_by"`
	// Bags: the pieces of the air waybill.
	Pieces  int64 `json:"pieces"`
	Parcels int64 `json:"parcels"`
	// Of the parcels, in kg.
	NetWeight Decimal `json:"net_weight"`
	// Of the parcels and the empty bags, in kg.
	GrossWeight Decimal `json:"gross_weight"`
	// The declared values by currency.
	Values []DeclaredValue `json:"values"`
	// How many parcels are added, removed or changed. The lists have 1,000 of each at most.
	Different int `json:"different"`
	// Tracking numbers of parcels that the version before has not.
	Added []string `json:"added"`
	// Those that only the version before has.
	Removed []string `json:"removed"`
	// Those of which a row is different.
	Changed []string `json:"changed"`
	Columns []string `json:"columns"`
	// Texts in the order of the columns. The weight of a parcel stands in its first row.
	Rows [][]string `json:"rows"`
}

// ConsignmentFinding is what stands against a consignment, or asks for a look.
type ConsignmentFinding struct {
	// `refuses`: the consignment is not closed with it. `asks`: a person is to decide whether something is wrong. New
	// values may be added: show an unknown one as it is. One of refuses, listed, asks.
	Kind string `json:"kind"`
	Code string `json:"code"`
	// The arguments of the code by name, such as the limit that a value exceeds.
	Args map[string]string `json:"args"`
	// The code in words, in the language of Accept-Language.
	Message string `json:"message"`
	// "" if there is none.
	Bag         string   `json:"bag"`
	TrackingNos []string `json:"tracking_nos"`
}

// ManifestTemplate says which columns a broker wants in manifests.
type ManifestTemplate struct {
	Broker string `json:"broker"`
	// Names, by commas.
	Columns string `json:"columns"`
	// What a row is. New values may be added: show an unknown one as it is. One of items, hs_codes.
	Rows string `json:"rows"`
}

// NewManifestTemplate sets which columns a broker wants in manifests.
type NewManifestTemplate struct {
	// The customs broker, as consignments name it; letter case does not matter. At most 100 characters.
	Broker string `json:"broker"`
	// Names of columns, by commas, in the order of the manifest. At most 2000 characters.
	Columns string `json:"columns"`
	// What a row is: an item, or by default the items of a parcel with one HS code, origin and currency. Letter case
	// does not matter. One of items, hs_codes. Optional.
	Rows string `json:"rows,omitempty"`
}
