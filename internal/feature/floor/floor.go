package floor

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"waybill/internal/api/openapi"
	"waybill/internal/each"
	"waybill/internal/feature/floor/stored"
	"waybill/internal/jobs"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// Service has the operations of the floor. Safe for concurrent use.
type Service struct {
	orders *orders.Service
	Stored *stored.Store
	Jobs   *jobs.Service // nil: it starts none
}

// New makes a Service.
func New(o *orders.Service) *Service {
	return &Service{orders: o, Stored: &stored.Store{Store: o.Store}}
}

// The outcomes of a scan.
const (
	Recorded = "recorded"
	Repeated = "repeated" // the last scan of the parcel is the same: this one is not recorded
	Refused  = "refused"  // it is not recorded: the parcel must not leave
	Unknown  = "unknown"  // no order has the code
	Several  = "several"  // orders have the code: one is to be chosen
)

// Where a parcel goes next.
const (
	NextPartner = "partner"
	NextService = "service" // of the operator itself
	NextPrint   = "print"   // its label must be printed first
	NextReturn  = "return"  // to its shipper
	NextAside   = "aside"   // it goes no further: the message says why
)

// Result is what came of a scan, and where its parcel goes next.
type Result struct {
	Scan       string // its name
	Outcome    string
	Next       string // "" if the parcel is not known
	Message    problem.Message
	Order      shipment.Order   // with its parties, weight and size of its documents; zero if the parcel is not known
	Partner    string           // of the service; "" in house
	Candidates []shipment.Order // of which one is to be chosen: accounts, ids and numbers
}

// scansAtOnce is how many scans are recorded in one transaction.
const scansAtOnce = 100

// Scan records what was seen of parcels of any account in a hub, each in the order of the request: the tracking event of each scan is
// stored with it. Scans of one account share transactions. A scan with a name that was recorded before has the same result, so that a
// request that failed in the middle is sent again. A scan that repeats the last one of its parcel is not recorded. Codes that no order has
// are kept, see stored.Store.UnknownScans. Returns a *request.InvalidError if there is no such hub, or it is disabled.
func (s *Service) Scan(ctx context.Context, sent request.HubScans) ([]Result, error) {
	hub, err := s.Stored.Hub(ctx, sent.HubID)
	if errors.Is(err, store.ErrNotFound) || err == nil && !hub.DisabledOn.IsZero() {
		err = request.Wrong("hub_id", problem.HubUnknown)
	}
	if err != nil {
		return nil, err
	}
	named, err := s.orders.Store.OrdersOfCodes(ctx, each.Of(sent.Scans, func(scan request.HubScan) string { return scan.Code }))
	if err != nil {
		return nil, err
	}
	w := work{Service: s, hub: hub, sent: sent, results: make([]Result, len(sent.Scans))}
	byAccount := w.sort(ctx, named)
	taken, err := s.Stored.KeepUnknown(ctx, hub.AccountID, w.unknown, func(u *stored.Unknown) func() ([]byte, error) {
		return openapi.EventOf("unknown_scan", u, writeUnknown)
	})
	if err != nil {
		return nil, err
	}
	for i := range w.results {
		if r := &w.results[i]; r.Outcome == Unknown && taken[r.Scan] {
			r.Outcome, r.Next, r.Message = Refused, NextAside, problem.HubScanOther
		}
	}
	for _, account := range slices.Sorted(maps.Keys(byAccount)) {
		for part := range slices.Chunk(byAccount[account], scansAtOnce) {
			if err := w.record(ctx, account, part); err != nil {
				return nil, err
			}
		}
	}
	for i := 0; i < len(w.results) && s.orders.Scanned != nil; i++ {
		s.orders.Scanned(sent.Activity, w.results[i].Outcome)
	}
	return w.results, w.sayNext(ctx)
}

// work is the work on a request with scans.
type work struct {
	*Service
	hub     stored.Hub
	sent    request.HubScans
	results []Result // by the number of the scan
	unknown []stored.Unknown
}

// named is a scan by its number in the request, with the id of its order.
type named struct {
	number  int
	orderID int64
}

// sort sorts scans by the account of their orders. Those that name no single order have their result already.
func (w *work) sort(ctx context.Context, byCode map[string][]shipment.Order) map[int64][]named {
	byAccount, actor, now := map[int64][]named{}, audit.ActorOf(ctx), w.orders.Now()
	for i := range w.sent.Scans {
		scan, found := &w.sent.Scans[i], byCode[w.sent.Scans[i].Code]
		if scan.OrderID != 0 {
			found = slices.DeleteFunc(slices.Clone(found), func(o shipment.Order) bool { return o.OrderID != scan.OrderID })
		}
		w.results[i].Scan = scan.Scan
		switch len(found) {
		case 0:
			w.results[i].Outcome, w.results[i].Message = Unknown, problem.HubCode
			w.unknown = append(w.unknown, stored.Unknown{
				Scan: scan.Scan, Code: scan.Code, HubID: w.hub.HubID, Activity: shipment.Activity(w.sent.Activity), On: w.sent.On(scan, now),
				ActorKind: string(actor.Kind), Actor: actor.Name,
			})
		case 1:
			byAccount[found[0].AccountID] = append(byAccount[found[0].AccountID], named{i, found[0].OrderID})
		default:
			w.results[i].Outcome, w.results[i].Message, w.results[i].Candidates = Several, problem.HubSeveral, found
		}
	}
	return byAccount
}

// record records scans of one account in one transaction.
func (w *work) record(ctx context.Context, accountID int64, scans []named) error {
	ids := slices.Compact(slices.Sorted(slices.Values(each.Of(scans, func(n named) int64 { return n.orderID }))))
	read, err := w.orders.Store.OrdersByID(ctx, accountID, ids)
	if err != nil {
		return err
	}
	withParties := each.By(read, func(o shipment.Order) int64 { return o.OrderID })
	return w.orders.Store.Record(ctx, "record scans in a hub", accountID, ids,
		func(ctx context.Context, q engine.Querier, parcels []store.Parcel) (facts []shipment.Fact, err error) {
			byID := each.By(parcels, func(p store.Parcel) int64 { return p.OrderID })
			for _, n := range scans {
				p, has := byID[n.orderID]
				o, wasRead := withParties[n.orderID]
				if !has || !wasRead { // it was deleted meanwhile
					return nil, store.ErrNotFound
				}
				p.Consignee, p.Pickup, p.Weight, p.Length, p.Width, p.Height = o.Consignee, o.Pickup, o.Weight, o.Length, o.Width, o.Height
				w.results[n.number].Order = p.Order
				scan, isNew, err := w.judge(ctx, q, &p, n.number)
				if err != nil {
					return nil, err
				}
				if !isNew {
					continue
				}
				if err := w.Stored.Add(ctx, q, &scan); err != nil {
					return nil, err
				}
				facts = append(facts, w.fact(&p, &scan))
			}
			return facts, nil
		})
}

// judge says what comes of a scan of a parcel, and whether it is to be recorded.
func (w *work) judge(ctx context.Context, q engine.Querier, p *store.Parcel, number int) (scan stored.Scan, isNew bool, err error) {
	sent, result, actor := &w.sent.Scans[number], &w.results[number], audit.ActorOf(ctx)
	scan = stored.Scan{
		AccountID: p.AccountID, OrderID: p.OrderID, HubID: w.hub.HubID, Name: sent.Scan, Activity: shipment.Activity(w.sent.Activity),
		On: w.sent.On(sent, w.orders.Now()), ActorKind: string(actor.Kind), Actor: actor.Name,
		Weight: sent.Weight, Length: sent.Length, Width: sent.Width, Height: sent.Height,
	}
	if scan.On.Before(p.CreatedOn) { // the clock of the device was set after the scan
		scan.On = p.CreatedOn
	}
	result.Outcome = Recorded
	result.Next, result.Message = w.next(p, scan.Activity)
	before, err := w.Stored.Known(ctx, q, p.AccountID, scan.Name)
	switch {
	case err == nil && (before.OrderID != p.OrderID || before.HubID != scan.HubID || before.Activity != scan.Activity):
		result.Outcome, result.Next, result.Message = Refused, NextAside, problem.HubScanOther
		return scan, false, nil
	case err == nil:
		return scan, false, nil
	case !errors.Is(err, store.ErrNotFound):
		return scan, false, err
	case result.Next == NextAside && scan.Activity == shipment.ActivityOutbound:
		result.Outcome = Refused
		return scan, false, nil
	}
	last, err := w.Stored.LastBefore(ctx, q, p.AccountID, p.OrderID, scan.On)
	if errors.Is(err, store.ErrNotFound) || err == nil && !scan.Repeats(&last) {
		return scan, true, nil
	}
	if result.Outcome = Repeated; result.Next != NextAside {
		result.Message = problem.HubRepeated.With(last.Actor)
	}
	return scan, false, err
}

// next says where a parcel goes, as far as its order and what stops it say.
func (w *work) next(p *store.Parcel, a shipment.Activity) (string, problem.Message) {
	switch {
	case p.Stop != "":
		return NextAside, problem.HubStopped.With(p.Stop)
	case p.TrackerStatus == shipment.Cancelled:
		return NextAside, problem.HubCancelled
	case p.TrackerStatus.Final(), !p.ErasedOn.IsZero():
		return NextAside, problem.HubEnded
	case p.Hold != nil:
		return NextAside, problem.HubHeld.With(p.Hold.Reason)
	case a == shipment.ActivityDamaged:
		return NextAside, problem.HubDamaged
	case a == shipment.ActivityReturn, p.TrackerStatus == shipment.ReturnToSender:
		return NextReturn, problem.HubReturns
	}
	return NextPartner, problem.Message{}
}

// fact is what the order follows of a scan.
func (w *work) fact(p *store.Parcel, scan *stored.Scan) shipment.Fact {
	return shipment.Fact{
		OrderID: p.OrderID, On: scan.On, Subject: scan.Name, Status: scan.Activity.Status(&p.Order, w.hub.Country),
		Text: scan.Activity.Text(), Country: w.hub.Country, Place: w.hub.Name,
	}
}

// sayNext says of the parcels that go on who gets them, and whether their label must be printed before.
func (w *work) sayNext(ctx context.Context) error {
	services, err := w.orders.Store.MasterData.ServicesByID(ctx)
	if err != nil {
		return err
	}
	going := map[int64][]int64{} // orders that need a label, by account
	for i := range w.results {
		r := &w.results[i]
		r.Partner = services[r.Order.ServiceID].Partner
		if r.Next == NextPartner && r.Order.HasLabel && !r.Order.OwnLabel {
			going[r.Order.AccountID] = append(going[r.Order.AccountID], r.Order.OrderID)
		}
	}
	printed := map[int64]store.LabelPrint{}
	for account, ids := range going {
		of, err := w.orders.Store.Prints.LabelPrints(ctx, account, ids)
		if err != nil {
			return err
		}
		maps.Copy(printed, of)
	}
	for i := range w.results {
		r := &w.results[i]
		if r.Next != NextPartner {
			continue
		}
		p, has := printed[r.Order.OrderID]
		to := cmp.Or(r.Partner, services[r.Order.ServiceID].Name)
		said := problem.HubToPartner.With(to)
		switch {
		case !r.Order.HasLabel, r.Order.OwnLabel:
			r.Next, said = NextAside, problem.HubNoLabel.With(to)
		case !has || p.Stale:
			r.Next, said = NextPrint, problem.HubPrint.With(to)
		case r.Partner == "":
			r.Next, said = NextService, problem.HubToService.With(to)
		}
		if r.Outcome != Repeated {
			r.Message = said
		}
	}
	return nil
}

// CreateHub creates a hub, which belongs to the operator's account of the caller, or for a person to the first one. Returns a
// *request.InvalidError.
func (s *Service) CreateHub(ctx context.Context, by masterdata.Caller, sent request.Hub) (stored.Hub, error) {
	h := stored.Hub{AccountID: by.AccountID, Name: sent.Name, Country: sent.Country, Timezone: sent.Timezone}
	if h.AccountID == 0 {
		accounts, err := s.orders.Store.MasterData.FindAccounts(ctx, "", false)
		own := slices.IndexFunc(accounts, func(a masterdata.Account) bool { return a.Operator })
		if err != nil || own < 0 {
			return h, cmp.Or(err, request.Wrong(request.NonFieldErrors, problem.NoOperator))
		}
		h.AccountID = accounts[own].AccountID
	}
	made, err := s.Stored.CreateHub(ctx, h)
	return made, taken(err)
}

// ChangeHub changes the settings of a hub that the request has. Returns store.ErrNotFound, and a *request.InvalidError.
func (s *Service) ChangeHub(ctx context.Context, id int64, change func(*request.Hub)) (stored.Hub, error) {
	h, err := s.Stored.UpdateHub(ctx, "update", id, func(h *stored.Hub) {
		settings := request.Hub{Name: h.Name, Country: h.Country, Timezone: h.Timezone}
		change(&settings)
		h.Name, h.Country, h.Timezone = settings.Name, settings.Country, settings.Timezone
	})
	return h, taken(err)
}

// SwitchHub disables a hub, or enables it again. Returns store.ErrNotFound.
func (s *Service) SwitchHub(ctx context.Context, id int64, enabled bool) (stored.Hub, error) {
	action := map[bool]string{true: "enable", false: "disable"}[enabled]
	return s.Stored.UpdateHub(ctx, action, id, func(h *stored.Hub) {
		switch {
		case enabled:
			h.DisabledOn = time.Time{}
		case h.DisabledOn.IsZero():
			h.DisabledOn = s.orders.Now()
		}
	})
}

func taken(err error) error {
	if errors.Is(err, store.ErrNameTaken) {
		return request.Wrong("name", problem.NameTaken)
	}
	return err
}

// CloseUnknown closes the code of a scan, for a reason. With a tracking number the scan becomes one of this parcel, by who scanned it and
// at that time; a scan that measured a parcel is not one, because the measures are not stored. The same request again changes nothing.
// Returns store.ErrNotFound, a *request.InvalidError, and a conflict if the code is closed otherwise, or the scan is not recorded.
func (s *Service) CloseUnknown(ctx context.Context, scan string, sent shipment.Correction) (stored.Unknown, error) {
	u, err := s.Stored.UnknownScan(ctx, scan)
	number := shipment.TrackingKey(sent.TrackingNo)
	switch {
	case err != nil:
		return u, err
	case u.TrackingNo != "" && u.TrackingNo != number, !u.ClosedOn.IsZero() && (u.Reason != sent.Reason || u.TrackingNo != number):
		return u, &orders.ConflictError{Message: problem.UnknownClosed}
	case !u.ClosedOn.IsZero():
		return u, nil
	case number == "" && sent.Reason == "", number != "" && u.Activity == shipment.ActivityMeasured:
		return u, request.Wrong("reason", problem.UnknownEnd)
	case number != "":
		err = s.claim(ctx, &u, number)
	}
	if err != nil {
		return u, err
	}
	u.Reason, u.TrackingNo = sent.Reason, number
	return s.Stored.CloseUnknown(ctx, u)
}

// claim makes the scan of a code one of the parcel that it is, and of no other parcel: two people may close it at once.
func (s *Service) claim(ctx context.Context, u *stored.Unknown, number string) error {
	err := s.Stored.ClaimUnknown(ctx, *u, "", number)
	if errors.Is(err, store.ErrNotFound) {
		return &orders.ConflictError{Message: problem.UnknownClosed}
	}
	if err == nil {
		err = s.scanAgain(audit.WithActor(ctx, audit.Actor{Kind: audit.ActorKind(u.ActorKind), Name: u.Actor}), u, number)
	}
	if _, refused := errors.AsType[*orders.ConflictError](err); refused || errors.As(err, new(*request.InvalidError)) {
		err = cmp.Or(s.Stored.ClaimUnknown(ctx, *u, number, ""), err) // it is another parcel
	}
	return err
}

// scanAgain records the scan of a code as one of the parcel that it is.
func (s *Service) scanAgain(ctx context.Context, u *stored.Unknown, number string) error {
	o, err := s.orders.Store.OrderByTrackingNo(ctx, number)
	if errors.Is(err, store.ErrNotFound) {
		err = request.Wrong("tracking_no", problem.RunCode)
	}
	if err != nil {
		return err
	}
	again := request.HubScan{Scan: u.Scan, Code: number, OrderID: o.OrderID, ScannedOn: u.On}
	results, err := s.Scan(ctx, request.HubScans{
		HubID: u.HubID, Activity: string(u.Activity), SentOn: s.orders.Now(), Scans: []request.HubScan{again},
	})
	if err == nil && results[0].Outcome != Recorded && results[0].Outcome != Repeated {
		err = &orders.ConflictError{Message: results[0].Message}
	}
	return err
}
