package consolidation

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strconv"

	"waybill/internal/api/answer"
	"waybill/internal/api/shell"
	"waybill/internal/feature"
	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/importer"
	"waybill/internal/orders"
	"waybill/internal/request"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
)

// routes serve the operations of the JSON API. Who may scan parcels may fill and close bags; who may stop parcels may have a leg depart.
type routes struct {
	feature.Core
	*Service
	runner *sandbox.Runner // reads spreadsheets
}

func newRoutes(core feature.Core, runner *sandbox.Runner) []shell.Route {
	r := &routes{core, New(core.Orders), runner}
	const bags, bag = "/api/operator/bags/", "/api/operator/bags/{id}/"
	const all, one = "/api/operator/consignments/", "/api/operator/consignments/{id}/"
	const read, scan, decide = shipment.ReadFloor, shipment.ScanParcels, shipment.ChangeParcels
	viewBag, view := answer.View(shell.ByID(r.Stored.Bag), writeBag), answer.View(shell.ByID(r.Stored.Consignment), writeConsignment)
	moveBag := func(action string) shell.Route {
		return r.PostAction(bag+action+"/", action+"_bag", scan, shell.ToID(func(ctx context.Context, id int64) error {
			return r.Stored.MoveBag(ctx, action, id, "")
		}), viewBag)
	}
	move := func(action string, arrives bool) shell.Route {
		return shell.PostBody(r.Shell, one+"legs/{leg_no}/"+action+"/", action+"_leg", decide, &request.MoveLeg, answer.Change(
			func(ctx context.Context, c shell.Call, sent request.Happening) (stored.Consignment, error) {
				return r.Move(ctx, c.ID(), c.IDIn("leg_no"), arrives, sent)
			}, writeConsignment))
	}
	return append(append(papers(core, r.Service), inbound(core, r.Service)...), []shell.Route{
		r.Get(bags, "list_bags", read, r.listBags()),
		shell.PostBody(r.Shell, bags, "open_bag", scan, &request.OpenBag, answer.Create(
			func(ctx context.Context, _ shell.Call, sent request.Bag) (stored.Bag, error) {
				return r.OpenBag(ctx, sent)
			}, writeBag)),
		r.Get(bag, "view_bag", read, viewBag),
		shell.PatchBody(r.Shell, bag, "change_bag", scan, &request.ChangeBag, answer.Change(
			func(ctx context.Context, c shell.Call, change func(*request.Bag)) (stored.Bag, error) {
				return r.ChangeBag(ctx, c.ID(), change)
			}, writeBag)),
		r.Get(bag+"parcels/", "list_bag_parcels", read, within(r.Stored.Bag, r.listParcels(r.Stored.BagParcels))),
		shell.PostBody(r.Shell, bag+"parcels/", "add_to_bag", scan, &request.AddToHandover, r.scan),
		r.Delete(bag+"parcels/{tracking_no}/", "remove_from_bag", scan, shell.Done(func(ctx context.Context, c shell.Call) error {
			return r.Remove(ctx, c.ID(), c.TrackingNo())
		})),
		moveBag("close"),
		shell.PostBody(r.Shell, bag+"reopen/", "reopen_bag", scan, &request.ReopenHandover, shell.Then(
			func(ctx context.Context, c shell.Call, sent request.HandoverRequest) error {
				return r.Stored.MoveBag(ctx, "reopen", c.ID(), sent.Reason)
			}, viewBag)),
		moveBag("receive"),
		moveBag("empty"),
		r.Get(all, "list_consignments", read, r.listConsignments()),
		shell.PostBody(r.Shell, all, "open_consignment", decide, &request.OpenConsignment, answer.Create(
			func(ctx context.Context, _ shell.Call, sent request.Consignment) (stored.Consignment, error) {
				return r.Stored.OpenConsignment(ctx, sent)
			}, writeConsignment)),
		r.Get(one, "view_consignment", read, view),
		shell.PatchBody(r.Shell, one, "change_consignment", decide, &request.ChangeConsignment, answer.Change(
			func(ctx context.Context, c shell.Call, change func(*request.Consignment)) (stored.Consignment, error) {
				return r.ChangeConsignment(ctx, c.ID(), change)
			}, writeConsignment)),
		shell.PostBody(r.Shell, one+"legs/", "add_leg", decide, &request.AddLeg, answer.Create(
			func(ctx context.Context, c shell.Call, sent request.Leg) (stored.Consignment, error) {
				return r.Stored.SaveLeg(ctx, c.ID(), 0, func(l *request.Leg) { *l = sent })
			}, writeConsignment)),
		shell.PatchBody(r.Shell, one+"legs/{leg_no}/", "change_leg", decide, &request.ChangeLeg, answer.Change(
			func(ctx context.Context, c shell.Call, change func(*request.Leg)) (stored.Consignment, error) {
				return r.Stored.SaveLeg(ctx, c.ID(), cmp.Or(c.IDIn("leg_no"), -1), change)
			}, writeConsignment)),
		move("depart", false),
		move("arrive", true),
		r.Get(one+"bags/", "list_consignment_bags", read, within(r.Stored.Consignment, r.listBags())),
		shell.PostBody(r.Shell, one+"bags/", "put_bags", scan, &request.MoveBags, shell.Then(r.moveBags(r.Stored.PutBags), view)),
		shell.PostBody(r.Shell, one+"bags/leave/", "leave_bags", scan, &request.MoveBags, shell.Then(r.moveBags(r.Stored.LeaveBags), view)),
		r.Get(one+"parcels/", "list_consignment_parcels", read, within(r.Stored.Consignment, r.listParcels(r.Stored.ConsignmentParcels))),
		r.Get(one+"events/", "list_consignment_events", read, within(r.Stored.Consignment, r.listEvents())),
		shell.PostBody(r.Shell, one+"events/", "report_consignment", decide, &request.ReportConsignment, answer.Create(
			func(ctx context.Context, c shell.Call, sent request.Happening) (stored.Event, error) {
				return r.Report(ctx, c.ID(), sent)
			}, writeEvent)),
		shell.PostBody(r.Shell, one+"customs/", "answer_customs", decide, &request.AnswerCustoms, answer.Change(
			func(ctx context.Context, c shell.Call, sent request.Answers) ([]orders.Result, error) {
				return r.Answer(ctx, c.ID(), sent.Answers)
			}, writeAnswers)),
		shell.PostBody(r.Shell, one+"results/", "read_customs", decide, &request.ReadCustoms, answer.Change(
			func(ctx context.Context, c shell.Call, sent request.Answers) (CustomsResult, error) {
				return r.Read(ctx, c.ID(), sent)
			}, writeCustoms)),
		r.PostFile(one+"results/file/", "import_customs", decide, maxFile, shell.TooLarge(maxFile), r.importCustoms),
	}...)
}

// maxFile is the largest file with answers of customs, in bytes.
const maxFile = 8 << 20

// costOfFile is the memory that the reading of such a file of some bytes takes: it, its cells and the answers.
func costOfFile(bytes int) int64 {
	const cost = 16
	return min(cost*int64(bytes), int64(bytes)+importer.MaxText)
}

// importCustoms reads a CSV or XLSX file with answers of customs.
func (r *routes) importCustoms(ctx context.Context, c shell.Call, b *shell.Body) (shell.Response, error) {
	return r.OnceFile(ctx, c, b, costOfFile(b.Bytes), func(ctx context.Context, file []byte) (shell.Response, error) {
		owner, confirm := strconv.FormatInt(c.Caller.AccountID, 10), request.LastValue(c.Query(), "confirm") == "true"
		read, err := r.ReadFile(ctx, r.runner, owner, c.ID(), file, confirm)
		return answer.Object(http.StatusOK, &read, writeCustoms), err
	})
}

// within is a list of what find finds, or says that there is none.
func within[T any](
	find func(context.Context, int64) (T, error), list func(context.Context, shell.Call) (shell.Response, error),
) func(context.Context, shell.Call) (shell.Response, error) {
	return func(ctx context.Context, c shell.Call) (shell.Response, error) {
		if _, err := find(ctx, c.ID()); err != nil {
			return shell.Response{}, err
		}
		return list(ctx, c)
	}
}

// listBags lists bags, the newest first: with a consignment in the path its own.
func (r *routes) listBags() func(context.Context, shell.Call) (shell.Response, error) {
	return answer.ByNumber(func(ctx context.Context, c shell.Call, before int64, limit int) ([]stored.Bag, error) {
		return r.Stored.Bags(ctx, c.ID(), before, limit)
	}, func(b *stored.Bag) int64 { return b.BagID }, writeBag)
}

// listConsignments lists the consignments, the newest first.
func (r *routes) listConsignments() func(context.Context, shell.Call) (shell.Response, error) {
	return answer.ByNumber(func(ctx context.Context, _ shell.Call, before int64, limit int) ([]stored.Consignment, error) {
		return r.Stored.Consignments(ctx, before, limit)
	}, func(c *stored.Consignment) int64 { return c.ConsignmentID }, writeConsignment)
}

// listEvents lists the events of a consignment, in the order in which they were recorded.
func (r *routes) listEvents() func(context.Context, shell.Call) (shell.Response, error) {
	return answer.ByNumber(func(ctx context.Context, c shell.Call, after int64, limit int) ([]stored.Event, error) {
		return r.Stored.Events(ctx, c.ID(), after, limit)
	}, func(e *stored.Event) int64 { return e.EventNo }, writeEvent)
}

// listParcels lists parcels of all accounts by bag, account and order.
func (r *routes) listParcels(
	find func(ctx context.Context, id int64, after stored.Place, limit int) ([]stored.Listed, error),
) func(context.Context, shell.Call) (shell.Response, error) {
	return func(ctx context.Context, c shell.Call) (shell.Response, error) {
		var after stored.Place
		if cursor := request.LastValue(c.Query(), "cursor"); cursor != "" {
			if n, err := fmt.Sscanf(cursor, "%d-%d-%d", &after.BagID, &after.AccountID, &after.OrderID); n < 3 || err != nil {
				return shell.Response{}, shell.ErrInvalidCursor
			}
		}
		found, err := find(ctx, c.ID(), after, c.Limit()+1)
		page, next := answer.Cut(found, c.Limit(), func(p *stored.Listed) string {
			return fmt.Sprintf("%d-%d-%d", p.BagID, p.AccountID, p.OrderID)
		})
		return answer.Page(next, page, writeListed), err
	}
}

// scan puts the parcel of a number or reference into a bag, or says why not.
func (r *routes) scan(ctx context.Context, c shell.Call, sent request.HandoverRequest) (shell.Response, error) {
	scan, err := r.Scan(ctx, c.ID(), sent)
	header, say := r.PlainWords(c.Req)
	return answer.Object(http.StatusOK, &scan, writeScan(say)).With(header), err
}

// moveBags does with the bags of a request what move says.
func (r *routes) moveBags(
	move func(ctx context.Context, id, legNo int64, bags []int64, reason string) error,
) func(context.Context, shell.Call, request.Bags) error {
	return func(ctx context.Context, c shell.Call, sent request.Bags) error {
		return MoveBags(ctx, c.ID(), sent, move)
	}
}
