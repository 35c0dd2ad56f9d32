package desk

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// OpenRun opens a pickup run. Returns a *request.InvalidError if an account of a stop does not exist.
func (s *Service) OpenRun(ctx context.Context, _ masterdata.Caller, sent request.Run) (parcels.Run, error) {
	names, err := s.accountNames(ctx)
	if err != nil {
		return parcels.Run{}, err
	}
	run := parcels.Run{Van: sent.Van, Driver: sent.Driver, Place: sent.Place, Date: sent.Date}
	for _, stop := range sent.Stops {
		if _, has := names[stop.AccountID]; !has {
			return run, request.Wrong(request.StopsField, problem.UnknownID.With(stop.AccountID))
		}
		run.Stops = append(run.Stops, parcels.RunStop{AccountID: stop.AccountID, Place: cmp.Or(stop.Place, sent.Place)})
	}
	return s.Parcels.OpenRun(ctx, run)
}

// accountNames are the names of all accounts by id.
func (s *Service) accountNames(ctx context.Context) (map[int64]string, error) {
	accounts, err := s.orders.Store.MasterData.FindAccounts(ctx, "", false)
	return each.Pairs(accounts, func(a masterdata.Account) (int64, string) { return a.AccountID, a.Name }), err
}

// ScanToRun puts the parcel of any account that a code names on a run, or says why not. Returns store.ErrNotFound if there is no such run,
// and a *store.AmbiguousError if several have the code and the request chooses none of them.
func (s *Service) ScanToRun(ctx context.Context, runID int64, sent request.HandoverRequest) (parcels.Scan, error) {
	o, err := s.orders.OfCode(ctx, sent.Code, sent.OrderID)
	if errors.Is(err, store.ErrNotFound) {
		return parcels.Scan{Outcome: parcels.Refused, Message: problem.RunCode}, nil
	}
	if err != nil {
		return parcels.Scan{}, err
	}
	return s.Parcels.AddToRun(ctx, runID, o, sent.Scan)
}

// RemoveFromRun takes a parcel off a run that is open. Returns store.ErrNotFound.
func (s *Service) RemoveFromRun(ctx context.Context, runID int64, trackingNo string) error {
	o, err := s.orders.Store.OrderByTrackingNo(ctx, shipment.TrackingKey(trackingNo))
	if err != nil {
		return err
	}
	return s.Parcels.RemoveFromRun(ctx, runID, o.AccountID, o.OrderID)
}

// SignRun signs a run that is counted, and returns it as it is then. The same request again changes nothing. Returns store.ErrNotFound,
// a *request.InvalidError if a name is the number of a parcel or list, and what parcels.SignRun returns.
func (s *Service) SignRun(ctx context.Context, _ masterdata.Caller, runID int64, sent request.HandoverRequest) (parcels.Run, error) {
	run, err := s.Parcels.Run(ctx, runID)
	if err != nil {
		return run, err
	}
	names := []string{sent.GivenBy, sent.TakenBy}
	numbers, err := s.orders.Store.TrackCodes(ctx, names, 0, true)
	if err != nil {
		return run, err
	}
	for i, field := range []string{"given_by", "taken_by"} {
		if _, isList := parcels.ParseHandoverNumber(names[i]); isList || len(numbers[names[i]]) > 0 {
			return run, request.Wrong(field, problem.NotPerson)
		}
	}
	was := [4]any{run.GivenBy, run.TakenBy, run.Signature, run.Parcels}
	run.GivenBy, run.TakenBy, run.Signature, run.Parcels = sent.GivenBy, sent.TakenBy, sent.Signature, sent.Parcels
	isSigned := run.State == parcels.RunSigned || run.State == parcels.RunCarried
	if isSigned && was == [4]any{run.GivenBy, run.TakenBy, run.Signature, run.Parcels} { // the request is sent again
		return run, nil
	}
	if err := s.Parcels.SignRun(ctx, run); err != nil {
		return run, err
	}
	return s.Parcels.Run(ctx, runID)
}

// receipt is what a run takes from one shipper as PDF: its lists, each with its own pages. Returns store.ErrNotFound if the run has no
// parcels of the account.
func (s *Service) receipt(ctx context.Context, with *printing.Service, runID, accountID int64) (orders.Document, error) {
	ctx, cancel := context.WithTimeout(ctx, with.ReadWithin)
	defer cancel()
	var r web.Reading
	run := web.Read2(&r, s.Parcels.Run, ctx, runID)
	var pages []label.Listing
	for _, stop := range run.Stops {
		for i := range stop.Lists {
			if stop.AccountID == accountID {
				pages = append(pages, new(web.Read3(&r, s.manifest, ctx, with, &stop.Lists[i])).Listing())
			}
		}
	}
	if r.Err == nil && pages == nil {
		r.Err = store.ErrNotFound
	}
	return with.Listing(run.Number(), pages...), r.Err
}

// sheet is the run as PDF: its stops with their lists and counts, and no parcels.
func (s *Service) sheet(ctx context.Context, with *printing.Service, runID int64) (orders.Document, error) {
	var r web.Reading
	run := web.Read2(&r, s.Parcels.Run, ctx, runID)
	services := web.Read1(&r, s.orders.Store.MasterData.ServicesByID, ctx)
	names := web.Read1(&r, s.accountNames, ctx)
	var count, weight int64
	var rows [][]string
	add := func(accountID int64, h *parcels.Handover, number string) {
		count, weight = count+h.Parcels, weight+int64(h.Weight)
		rows = append(rows, []string{
			strconv.Itoa(len(rows) + 1), names[accountID], h.Place, services[h.ServiceID].Name, number, strconv.FormatInt(h.Parcels, 10),
			label.Kilograms(int64(h.Weight)),
		})
	}
	for _, stop := range run.Stops {
		if len(stop.Lists) == 0 {
			add(stop.AccountID, &parcels.Handover{Place: stop.Place}, "")
		}
		for i := range stop.Lists {
			add(stop.AccountID, &stop.Lists[i], stop.Lists[i].Number())
		}
	}
	l := label.Listing{
		Title: "Pickup run", Number: run.Number(), Signature: dotsOf(run.Signature), Sums: []string{"Total: " + label.TotalOf(count, weight)},
		About:   [][2]string{{"Van", run.Van}, {"Driver", run.Driver}, {"Place", run.Place}, {"Date", run.Date}},
		Columns: label.Columns("No.# 9|Shipper 48|Place 38|Service 34|List 22|Parcels# 14|kg# 15"),
		Fields:  [][2]string{{"Name of the driver", run.TakenBy}, {"Signature of the driver", ""}, {"Handed over by", run.GivenBy}},
	}
	l.Fill(rows)
	return with.Listing(run.Number(), l), r.Err
}
