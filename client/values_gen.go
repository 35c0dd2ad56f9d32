// Code generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update; DO NOT EDIT.

package client

// CancelResult is the result of a cancellation.
type CancelResult string

// The results.
const (
	CancelDone     CancelResult = "cancelled"
	CancelPending  CancelResult = "cancelling" // the partner was asked to cancel the order
	CancelRefused  CancelResult = "refused"    // the parcel was picked up, or the partner refused
	CancelNotFound CancelResult = "not_found"
)

// AddressResult says what came of checking a field.
type AddressResult string

// The results of checking a field.
const (
	AddressUnchanged AddressResult = "unchanged" // nothing speaks against it
	AddressSuggested AddressResult = "suggested" // another spelling is better
	AddressDoubtful  AddressResult = "doubtful"  // it is wrong or missing; a suggestion is a guess, which a person should confirm
)

// DeliveryState is the state of a delivery.
type DeliveryState string

// The states.
const (
	DeliveryPending   DeliveryState = "pending"   // another attempt follows
	DeliveryDelivered DeliveryState = "delivered" // the receiver responded with a status from 200 to 299
	DeliveryGivenUp   DeliveryState = "given_up"  // the attempts are used up
)

// EventType is the type of an event of an order, an import or an endpoint. The service may send more types than these.
type EventType string

// The types.
const (
	EventOrderCreated        EventType = "order.created"
	EventOrderUpdated        EventType = "order.updated"
	EventOrderHeld           EventType = "order.held"
	EventOrderReleased       EventType = "order.released"
	EventLabelReady          EventType = "order.label_ready"
	EventSubmissionFailed    EventType = "order.submission_failed"
	EventTrackingUpdated     EventType = "order.tracking_updated"
	EventCancelled           EventType = "order.cancelled"
	EventDelivered           EventType = "order.delivered"
	EventImportFinished      EventType = "import.finished"
	EventEndpointDisabled    EventType = "endpoint.disabled" // because its deliveries failed
	EventRunSigned           EventType = "run.signed"
	EventRunCarried          EventType = "run.carried"
	EventParcelStopped       EventType = "parcel.stopped"
	EventParcelStopLifted    EventType = "parcel.stop_lifted"
	EventScanUnknown         EventType = "scan.unknown"
	EventConsignmentDeparted EventType = "consignment.departed"
	EventConsignmentArrived  EventType = "consignment.arrived"
	EventEndpointTest        EventType = "endpoint.test" // see TestEndpoint
)

// The results of EditOrders. EditUnchanged: the order has the values. EditNotTried: the service could not go on.
const (
	EditChanged   = "changed"
	EditUnchanged = "unchanged"
	EditRefused   = "refused"
	EditNotFound  = "not_found"
	EditNotTried  = "not_tried"
)

// The states of a Handover. While it is closing, its parcels become picked up, one after the other.
const (
	HandoverOpen    = "open"
	HandoverCounted = "counted"
	HandoverClosing = "closing"
	HandoverClosed  = "closed"
)

// The results of a scan.
const (
	ScanAdded     = "added"
	ScanUnchanged = "unchanged" // by another scan
	ScanRefused   = "refused"   // see ScanResult.Code
)

// The results of HoldOrders and ReleaseOrders. HoldUnchanged: the order is held for this reason, or is not held.
const (
	HoldHeld      = "held"
	HoldReleased  = "released"
	HoldUnchanged = "unchanged"
	HoldRefused   = "refused"
	HoldNotFound  = "not_found"
)

// How an import treats orders whose shipper_order_id an order of the account has.
const (
	ExistingSkip   = "skip"   // the others are created
	ExistingCreate = "create" // they are created too
)

// The states of an import.
const (
	ImportChecking  = "checking"  // the file is being read and checked
	ImportWaiting   = "waiting"   // see Import.Needs
	ImportCreating  = "creating"  // the orders are being created
	ImportChecked   = "checked"   // the end of a dry run
	ImportDone      = "done"      // an end
	ImportCancelled = "cancelled" // an end; what was created stays
	ImportFailed    = "failed"    // an end; see Import.Message
)

// The needs of an import that waits.
const (
	NeedProblems   = "problems"   // the refused orders are left out: ImportDecision.ValidOnly
	NeedSameFile   = "same_file"  // the file was imported before: see Import.SameFile
	NeedReferences = "references" // orders with the same references exist: ImportDecision.Existing
	NeedCharset    = "charset"    // the charset was guessed: see Import.Preview
	NeedMapping    = "mapping"    // columns must be looked at: see Import.Unfit
)

// The states of a key.
const (
	KeyLive    = "live"
	KeyExpired = "expired"
	KeyRevoked = "revoked"
)

// The scopes of a key: what it may do. ScopeTrackingWrite, ScopeRules, ScopeAudit, ScopeAdministration and ScopeUsers are of use on an
// operator's account alone.
const (
	ScopeOrdersWrite    = "orders:write"
	ScopeOrdersRead     = "orders:read"
	ScopeLabels         = "labels"
	ScopeTrackingWrite  = "tracking:write"
	ScopeWebhooks       = "webhooks"
	ScopeAccount        = "account"
	ScopeRules          = "rules"
	ScopeAudit          = "audit"
	ScopeParcelsWrite   = "parcels:write"
	ScopeAdministration = "administration" // of all accounts; ScopeAccount is of the key's own
	ScopeUsers          = "users"
	ScopeFloorRead      = "floor:read"
	ScopeFloorWrite     = "floor:write"
)

// The statuses of a label in a file of many.
const (
	LabelReady       = "ready"        // the file has it
	LabelOtherFormat = "other_format" // it exists in another format
	LabelPending     = "pending"      // the partner has not accepted the order, or not sent its label
	LabelRefused     = "refused"      // the partner refused the order, or its label
	LabelCancelled   = "cancelled"    // the order is cancelled
	LabelUnknown     = "unknown"      // the account has no such order
	LabelNotUsed     = "not_used"     // by customs_forms, the service of the order does not use the document
)

// ReportResult is the result of a report.
type ReportResult string

// The results.
const (
	ReportMoved     ReportResult = "moved"     // the order now has the status
	ReportRecorded  ReportResult = "recorded"  // the report is in the history, and the order's status is unchanged
	ReportDuplicate ReportResult = "duplicate" // the report was recorded before
	ReportUnknown   ReportResult = "unknown"   // no order has the tracking number
	ReportFull      ReportResult = "full"      // the order has the most events: the report is not recorded
)

// The results of a PackResult.
const (
	PackPacked    = "packed"
	PackOnStation = "on_station"
	PackUnchanged = "unchanged" // packed before
	PackRefused   = "refused"   // see ScanResult.Code
)

// The states of a PrintJob.
const (
	PrintQueued  = "queued"
	PrintSent    = "sent"    // an agent has it, and has sent no byte
	PrintStarted = "started" // bytes may have been sent
	PrintPrinted = "printed"
	PrintFailed  = "failed"  // nothing came out
	PrintUnknown = "unknown" // a person says in the console whether it came out
)

// The states of a Submission, and of the cancellation of an order at its partner.
const (
	SubmissionPending   = "pending"   // it is due, or will be
	SubmissionSubmitted = "submitted" // the partner was called, and has not answered
	SubmissionUnknown   = "unknown"   // the partner is asked whether it has the order
	SubmissionConfirmed = "confirmed"
	SubmissionFailed    = "failed"
	SubmissionHeld      = "held"      // the order is held
	SubmissionCancelled = "cancelled" // of a submission
	SubmissionWaiting   = "waiting"   // of a cancellation: for the submission
	SubmissionRefused   = "refused"   // of a cancellation
)

// The roles of users: OperatorRole in all accounts, and in one.
const (
	RoleHub           = "hub"
	RoleOperator      = "operator"
	RoleOperatorAdmin = "operator-admin"
	RoleViewer        = "viewer"
	RoleEditor        = "editor"
	RoleAdmin         = "admin"
)
