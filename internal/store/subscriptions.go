package store

import (
	"context"
	"slices"

	"waybill/internal/shipment"
)

// subscription is what a writer of events needs to know of an endpoint.
type subscription struct {
	endpointID int64
	types      []shipment.EventType // none: all
	deliver    bool                 // it has a URL and is not disabled
}

// subscriptionsOf returns the endpoints of an account. They are cached, because every create needs
// them. Changes by other processes show after a second.
func (s *Store) subscriptionsOf(ctx context.Context, accountID int64) ([]subscription, error) {
	now := s.elapsed()
	all, generation, fresh := s.subscriptions.get(now)
	if fresh {
		return all[accountID], nil
	}
	endpoints, err := s.Endpoints(ctx, 0)
	if err != nil {
		return nil, err
	}
	all = make(map[int64][]subscription)
	for i := range endpoints {
		e := &endpoints[i]
		all[e.AccountID] = append(all[e.AccountID], subscription{e.EndpointID, e.EventTypes, e.URL != "" && !e.Disabled})
	}
	s.subscriptions.put(all, now+cacheFor, generation)
	return all[accountID], nil
}

// subscribers are the endpoints that subscribe to an event.
type subscribers struct {
	wanted    bool    // by any endpoint, so it is stored
	endpoints []int64 // to deliver to
}

// subscribersOf returns which of an account's endpoints subscribe to events of a type.
func subscribersOf(subscriptions []subscription, t shipment.EventType) (a subscribers) {
	for _, sub := range subscriptions {
		if len(sub.types) > 0 && !slices.Contains(sub.types, t) {
			continue
		}
		a.wanted = true
		if sub.deliver {
			a.endpoints = append(a.endpoints, sub.endpointID)
		}
	}
	return a
}
