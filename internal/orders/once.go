package orders

import (
	"context"
	"crypto/sha256"
	"errors"

	"waybill/internal/request"
	"waybill/internal/store"
)

// Once makes an operation that creates orders one that the caller may repeat: the response of the first request is stored with its
// orders, and a request with the same key and hash gets it again. Nil: the request is carried out each time.
type Once struct {
	Key  string
	Hash [sha256.Size]byte // of all that the response depends on
	// Respond encodes the response. It may run more than once, inside of the transaction, and must be quick. Its error is that of a
	// draft.
	Respond func(*Created) (status int, body []byte, err error)
	// Draft encodes the problems of the orders that are left out, for Created.Draft of another process.
	Draft func(refused request.List) []byte
}

// Answer is what came of a request that creates orders.
type Answer struct {
	*Created                           // nil if the response of an earlier request is sent again
	Stored   *store.IdempotentResponse // the earlier response, else nil
	// CompletedPhones is how many phone numbers of the request got the code of their country.
	CompletedPhones int
}

// MaxNeedPeople is how many orders that wait for a person are named.
const MaxNeedPeople = 60

// doOnce runs create, unless the key was used before: then the stored response is the answer.
func (s *Service) doOnce(
	ctx context.Context, by Caller, once *Once, create func(*store.IdempotentRequest) (Answer, error),
) (Answer, error) {
	if once == nil {
		return create(nil)
	}
	for {
		first, err := s.Store.Once.Find(ctx, by.AccountID, once.Key, once.Hash)
		if err == nil {
			return s.again(ctx, by, once, first)
		}
		if !errors.Is(err, store.ErrNotFound) {
			return Answer{}, err
		}
		answer, err := create(&store.IdempotentRequest{Key: once.Key, RequestHash: once.Hash})
		if !s.overtaken(ctx, by, once, err) {
			return answer, err
		}
	}
}

// overtaken reports whether another request with the key was faster, so that its response is stored now. A validation error can also be
// the consequence: the tracking numbers of the request are in use by the orders of its own first attempt.
func (s *Service) overtaken(ctx context.Context, by Caller, once *Once, err error) bool {
	if _, isInvalid := errors.AsType[*request.InvalidError](err); isInvalid {
		_, err := s.Store.Once.Find(ctx, by.AccountID, once.Key, once.Hash)
		return !errors.Is(err, store.ErrNotFound)
	}
	return errors.Is(err, store.ErrKeyInUse)
}

// again is the answer to a request that is repeated. When the process that had to finish the response died, the orders are stored
// nevertheless, and the response is made from them.
func (s *Service) again(ctx context.Context, by Caller, once *Once, first store.IdempotentResponse) (Answer, error) {
	if !first.Finished {
		orders, err := s.Store.BatchOrders(ctx, by.AccountID, first.UploadBatchNo)
		if err == nil {
			err = s.Store.AddHolds(ctx, by.AccountID, orders)
		}
		if err != nil {
			return Answer{}, err
		}
		batch := store.Batch{UploadBatchNo: first.UploadBatchNo, Orders: orders}
		first.Status, first.Body, err = once.Respond(&Created{Batch: batch, Blocking: true, Draft: first.Draft})
		if err == nil {
			err = s.Store.Once.Finish(ctx, by.AccountID, once.Key, first.Status, first.Body)
		}
		if err != nil {
			return Answer{}, err
		}
	}
	return Answer{Stored: &first}, nil
}
