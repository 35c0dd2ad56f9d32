package web

import (
	"context"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/people"
	"waybill/internal/store/requestlog"
)

// Store is the store as pages have it: what belongs to accounts can only be read where operations check each change. The rest
// has the decisions whose methods check them: of accounts, of operators and about people.
type Store struct {
	reads
	Prints interface {
		LabelPrints(ctx context.Context, accountID int64, orderIDs []int64) (map[int64]store.LabelPrint, error)
	}
	Search interface {
		ExactOrders(ctx context.Context, f store.OrderFilter) ([]shipment.Order, error)
		Near(ctx context.Context, accountID int64, query string) ([]string, error)
		OrderOfCode(ctx context.Context, accountID int64, code string, chosen int64) (*shipment.Order, error)
		SearchLag(ctx context.Context) (store.SearchLag, error)
	}
	Annotations interface {
		Tags(ctx context.Context, accountID int64) ([]string, error)
	}
	// Webhooks has the decisions about endpoints, too, that need no check: fulfil.Endpoints creates and changes them.
	Webhooks interface {
		DeleteEndpoint(ctx context.Context, accountID, endpointID int64) error
		Replay(ctx context.Context, accountID, endpointID int64, r shipment.EventRange) (int64, error)
		RotateSecret(ctx context.Context, accountID, endpointID int64) (store.Endpoint, string, error)

		Deliveries(ctx context.Context, accountID, endpointID int64, after string, limit int) ([]store.DeliveryRecord, bool, error)
		DeliveryOf(ctx context.Context, accountID, endpointID int64, eventID string) (store.DeliveryRecord, error)
		Endpoint(ctx context.Context, accountID, endpointID int64) (store.Endpoint, error)
		Endpoints(ctx context.Context, accountID int64) ([]store.Endpoint, error)
		Event(ctx context.Context, accountID int64, id string) (shipment.Event, error)
		FailingEndpoints(ctx context.Context, limit int) ([]store.FailingEndpoint, error)
		OrderDeliveries(ctx context.Context, accountID, orderID int64, limit int) ([]store.OrderDelivery, error)
	}
	DB interface {
		ReplicaState() (engine.ReplicaState, bool)
	}
	Audit      *audit.Log
	Requests   *requestlog.Log
	MasterData *masterdata.Store
	People     *people.Store
	// Ledger has the decision about a submission, too, after which nothing is left to do. Package orders carries out the others.
	Ledger interface {
		ResolveSubmission(ctx context.Context, trackingNo string, r store.Resolution) (store.Submission, error)

		CancellationByTrackingNo(ctx context.Context, trackingNo string) (store.Cancellation, error)
		Cancellations(ctx context.Context, f store.LedgerFilter) ([]store.Cancellation, error)
		PartnerLabel(ctx context.Context, accountID, orderID int64) (store.PartnerLabel, error)
		SubmissionByTrackingNo(ctx context.Context, trackingNo string) (store.Submission, error)
		SubmissionHistory(ctx context.Context, accountID, orderID int64) ([]store.Attempt, error)
		Submissions(ctx context.Context, f store.LedgerFilter) ([]store.Submission, error)
		SubmissionStats(ctx context.Context) ([]store.PartnerQueue, error)
	}
}

func newStore(s *store.Store) Store {
	return Store{
		s, s.Prints, s.Search, s.Annotations, s.Webhooks, s.DB, s.Audit, s.Requests, s.MasterData, s.People, s.Ledger,
	}
}

// reads are the methods of a store by which pages read. A method that writes has no place here.
type reads interface {
	BatchOrders(ctx context.Context, accountID int64, uploadBatchNo string) ([]shipment.Order, error)
	Batches(ctx context.Context, accountID int64, after store.BatchSummary, limit int) ([]store.BatchSummary, bool, error)
	BrowseOrders(ctx context.Context, f store.OrderFilter, after store.Cursor) (store.Browsed[shipment.Order], error)
	BrowseRecords(ctx context.Context, f store.OrderFilter, after store.Cursor) (store.Browsed[store.OrderRecord], error)
	CountUpTo(ctx context.Context, f store.OrderFilter, most int) (int, bool, error)
	EachNewest(ctx context.Context, accountID int64, most int, visit func(*shipment.Order) error) error
	Extras(ctx context.Context, accountID int64, ids []int64, want ...shipment.Extra) (store.Extras, error)
	ListOrders(ctx context.Context, f store.OrderFilter, page int) (store.OrderPage, error)
	Measured(ctx context.Context, accountID int64, ids []int64) (map[int64]shipment.Measuring, error)
	Neighbours(ctx context.Context, accountID int64, createdOn time.Time, orderID int64) (newer, older string, err error)
	OrderByTrackingNo(ctx context.Context, trackingNo string) (shipment.Order, error)
	TrackCodes(ctx context.Context, codes []string, relatedOf int64, byPartner bool) (map[string][]store.Track, error)
	OrdersAfter(ctx context.Context, f store.OrderFilter, after store.Cursor) ([]shipment.Order, bool, error)
	QueueOf(ctx context.Context, accountID int64, ids []int64) (map[int64]shipment.Queue, error)
	Queues() []shipment.Queue
	OrdersWithoutFacts(ctx context.Context, accountID int64, orderIDs []int64) (map[int64]bool, error)
	Unmoved(ctx context.Context) ([][2]int64, error)
}
