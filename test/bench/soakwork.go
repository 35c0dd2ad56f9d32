package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"waybill/client"
	"waybill/test/harness"
)

const (
	keptParcels    = 2000 // of the newest, which are printed, edited, scanned and reported
	importedRows   = 200
	soakBags       = 4
	soakBagParcels = 25
	// maxSoakBacklog is how much more may wait at the end: what the partner and the receiver have not taken while they failed.
	maxSoakBacklog = 20_000
	// The partner is away for a part of each turn, then the receiver of webhooks.
	turn     = 2 * time.Minute
	awayFor  = 30 * time.Second
	demoFrom = 1 // the service of the demo data that is in house
)

// soak is a server with all kinds of work, and what was seen of it.
type soak struct {
	b        *bench
	server   *server
	database database
	metrics  string // host:port
	remove   func() error

	demo, shipper *client.Client // the shipper's orders go to the partner
	operator      operator
	service       int64 // that of the partner
	cookie        string

	partner  *harness.Process
	simulate harness.Program
	receiver *httptest.Server
	away     atomic.Bool // the receiver refuses

	reference    atomic.Int64
	acknowledged atomic.Int64 // orders
	imports      atomic.Int64
	mu           sync.Mutex
	parcels      []parcel // a ring
	last         int

	flows    []*flow
	began    time.Time
	samples  []sample
	watchErr error
}

// parcel is an order that was created.
type parcel struct{ number, label string }

func (k *soak) keep(orders []client.CreatedOrder) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, o := range orders {
		if len(k.parcels) < keptParcels {
			k.parcels = append(k.parcels, parcel{})
		}
		k.parcels[k.last%keptParcels] = parcel{o.TrackingNo, o.LabelURL}
		k.last++
	}
}

func (k *soak) anyParcel() parcel {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.parcels[rand.IntN(len(k.parcels))] //nolint:gosec // no secret
}

// newOrders creates orders of a service through the SDK.
func (k *soak) newOrders(ctx context.Context, sdk *client.Client, service int64, n int) ([]client.CreatedOrder, error) {
	sent := make([]client.NewOrder, n)
	for i := range sent {
		sent[i] = harness.NewOrder(service)
	}
	made, err := sdk.CreateOrders(ctx, client.CreateRequest{Orders: sent, Blocking: service == demoFrom})
	if k.acknowledged.Add(int64(len(made.Orders))); sdk == k.demo {
		k.keep(made.Orders)
	}
	return made.Orders, err
}

// newSoak starts a server with a partner, a receiver of webhooks, a hub and somebody at the console.
func (b *bench) newSoak(ctx context.Context) (_ *soak, err error) {
	k := &soak{b: b}
	if k.database, k.remove, err = b.newDatabase(ctx, "soak"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			k.close()
		}
	}()
	if k.metrics, err = harness.FreeAddress(ctx); err != nil {
		return nil, err
	}
	if k.server, err = startServer(ctx, b.binary, k.database.folder, k.database.url, "WAYBILL_METRICS_LISTEN="+k.metrics); err != nil {
		return nil, err
	}
	if k.demo, err = client.New("http://"+k.server.address+"/api", secretKey); err != nil {
		return nil, err
	}
	if k.operator, err = b.newOperator(ctx, k.server.address, k.database); err != nil {
		return nil, err
	}
	for _, prepare := range []func(context.Context) error{k.newPartner, k.newShipper, k.signIn} {
		if err := prepare(ctx); err != nil {
			return nil, err
		}
	}
	if _, err = k.newOrders(ctx, k.demo, demoFrom, bulkOrders); err != nil {
		return nil, err
	}
	k.newFlows()
	return k, nil
}

func (k *soak) close() {
	if k.receiver != nil {
		k.receiver.Close()
	}
	if k.partner != nil {
		k.partner.End(os.Kill)
	}
	if k.server != nil {
		_ = k.server.stop() // it is judged already
	}
	_ = k.remove() // it is in the folder of the run
}

// newPartner makes a partner with a service, and an adapter of it.
func (k *soak) newPartner(ctx context.Context) error {
	address, err := harness.FreeAddress(ctx)
	if err != nil {
		return err
	}
	var made struct{ Secret string }
	err = k.b.command(ctx, k.database, &made, "partner", "create", "soak", "--url", "http://"+address, "--allow-private-network")
	if err != nil {
		return err
	}
	var service struct {
		ID int64 `json:"service_id"`
	}
	err = k.b.command(ctx, k.database, &service, "service", "create", "Soak", "--from", "SG", "--to", "ID", "--partner", "soak")
	if err != nil {
		return err
	}
	k.service = service.ID
	folder := filepath.Join(k.database.folder, "partner")
	secret := filepath.Join(folder, "secret")
	if err := errors.Join(os.MkdirAll(folder, 0o700), os.WriteFile(secret, []byte(made.Secret), 0o600)); err != nil {
		return err
	}
	k.simulate = harness.Program{
		Argv: []string{
			k.b.binary, "partner", "simulate", "--listen", address, "--secret-file", secret, "--ledger", filepath.Join(folder, "ledger.db"),
			"--callback", "http://" + k.server.address + "/api/partner/soak/events/", "--journey", "normal", "--faults", "0.05",
		},
		Environ: environment(folder, "", address), Output: new(harness.Log),
	}
	k.partner, err = harness.Start(k.simulate)
	return err
}

// newShipper makes an account whose events are received.
func (k *soak) newShipper(ctx context.Context) (err error) {
	k.receiver = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if k.away.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	if k.shipper, err = k.b.newAccount(ctx, k.server.address, k.database, "orders:read,orders:write,webhooks", "Shipper"); err != nil {
		return err
	}
	_, err = k.shipper.CreateEndpoint(ctx, client.EndpointChange{URL: new(k.receiver.URL)})
	return err
}

// signIn follows the link that the server prints for the operator of the demo data.
func (k *soak) signIn(ctx context.Context) error {
	link := regexp.MustCompile(`/console/link/wbl_\w+`).FindString(k.server.log.String())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+k.server.address+link, http.NoBody)
	if err != nil {
		return err
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return err
	}
	_ = response.Body.Close() // nothing of it is read
	for _, c := range response.Cookies() {
		k.cookie += c.Name + "=" + c.Value + "; "
	}
	if link == "" || response.StatusCode != http.StatusSeeOther || k.cookie == "" {
		return fmt.Errorf("sign in by the link %q: %s", link, response.Status)
	}
	return nil
}

// failInTurns takes the partner away, then has the receiver refuse, and again.
func (k *soak) failInTurns(ctx context.Context) {
	for wait(ctx, turn/2-awayFor) {
		k.partner.End(os.Kill)
		wait(ctx, awayFor)
		back, err := harness.Start(k.simulate)
		if err != nil {
			k.watchErr = err
			return
		}
		if k.partner = back; !wait(ctx, turn/2-awayFor) {
			return
		}
		k.away.Store(true)
		wait(ctx, awayFor)
		k.away.Store(false)
	}
}

// newFlows are all kinds of work.
func (k *soak) newFlows() {
	single := newConns(k.server.address, singleConnections)
	many := newConns(k.server.address, bulkConnections)
	pages := newConns(k.server.address, pageConnections)
	requests := func(n, orders int) []*createRequest {
		all := make([]*createRequest, n)
		for i := range all {
			all[i] = newCreateRequest(k.server.address, orders, &k.reference)
		}
		return all
	}
	ones, hundreds := requests(len(single), 1), requests(len(many), bulkOrders)
	list := viewRequest(k.server.address, "&limit=50")
	create := func(conns []*conn, all []*createRequest, orders int64) func(context.Context, int) error {
		return func(ctx context.Context, worker int) error {
			err := conns[worker].send(ctx, all[worker].next(), http.StatusCreated)
			if err == nil {
				k.acknowledged.Add(orders)
			}
			return err
		}
	}
	const known = 25 // orders a second that the flows below create through the SDK
	rest := max(k.b.rate-known, 1)
	k.flows = []*flow{
		{name: "creates of 1 order", rate: rest * 0.6, workers: len(single), do: create(single, ones, 1)},
		{name: "creates of 100 orders", rate: rest * 0.4 / bulkOrders, workers: len(many), do: create(many, hundreds, bulkOrders)},
		{name: "creates with a label", rate: 10, workers: 4, do: func(ctx context.Context, _ int) error {
			_, err := k.newOrders(ctx, k.demo, demoFrom, 1)
			return err
		}},
		{name: "creates for a partner", rate: 5, workers: 4, do: func(ctx context.Context, _ int) error {
			_, err := k.newOrders(ctx, k.shipper, k.service, 1)
			return err
		}},
		{name: "lists of orders", rate: 10, workers: len(pages), do: func(ctx context.Context, worker int) error {
			return pages[worker].send(ctx, list, http.StatusOK)
		}},
		{name: "pages of the console", rate: 5, workers: 4, do: k.openPage},
		{name: "labels", rate: 10, workers: 4, do: func(ctx context.Context, _ int) error { return k.get(ctx, k.anyParcel().label, "") }},
		{name: "edits", rate: 5, workers: 4, do: k.edit},
		{name: "scans", rate: 5, workers: 4, do: k.scan},
		{name: "tracking reports", rate: 5, workers: 4, do: k.track},
		{name: "imports of 200 orders", rate: 1.0 / 20, workers: 2, do: k.importFile},
		{name: "flights of 100 parcels", rate: 1.0 / 30, workers: 2, do: k.fly},
	}
}

// get reads a URL, which must have status 200.
func (k *soak) get(ctx context.Context, url, cookie string) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	if cookie != "" {
		request.Header.Set("Cookie", cookie)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }() // it has been read
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: %s", url, response.Status)
	}
	return nil
}

func (k *soak) openPage(ctx context.Context, _ int) error {
	pages := []string{
		"accounts/1/", "accounts/1/orders", "accounts/1/orders/" + k.anyParcel().number, "accounts/1/orders?q=susan", "operator/parcels",
	}
	return k.get(ctx, "http://"+k.server.address+"/console/"+pages[rand.IntN(len(pages))], k.cookie) //nolint:gosec // no secret
}

func (k *soak) edit(ctx context.Context, _ int) error {
	notes := "Gate " + strconv.FormatInt(k.reference.Load(), 10)
	_, err := k.demo.EditOrders(ctx, []string{k.anyParcel().number}, map[string]any{"pickup_notes": notes}, false)
	return err // an order that has departed is not edited
}

func (k *soak) scan(ctx context.Context, _ int) error {
	_, err := k.operator.ScanInHub(ctx, client.HubScans{
		HubID: k.operator.hub.HubID, Activity: "found",
		Scans: []client.HubScan{{Scan: "soak " + strconv.FormatInt(rand.Int64(), 36), Code: k.anyParcel().number}}, //nolint:gosec // no secret
	})
	return err
}

func (k *soak) track(ctx context.Context, _ int) error {
	_, err := k.operator.sdk.ReportTracking(ctx, []client.TrackingReport{{TrackingNo: k.anyParcel().number, Status: "PICKED_UP"}})
	return err
}

// importFile creates orders from a spreadsheet.
func (k *soak) importFile(ctx context.Context, _ int) error {
	n := k.imports.Add(1)
	var rows strings.Builder
	rows.WriteString("shipper_order_id,consignee_name,consignee_number,consignee_address,consignee_state,consignee_country,consignee_email," +
		"pickup_contact_name,pickup_contact_number,pickup_address,pickup_state,pickup_country," +
		"order_length,order_width,order_height,order_weight,payment_type," +
		"item_desc,item_category,item_quantity,item_price_value,item_price_currency\n")
	for row := range importedRows {
		fmt.Fprintf(&rows, "IMPORT-%d-%d,Susan,+6281234567891,Jl. Berangin 5,Jakarta,Indonesia,susan@example.com,"+
			"Jackson,+6591234567,Jurong West Ave 1,Singapore,Singapore,12,12,3,0.4,prepaid,T-Shirt,Fashion,1,23.55,IDR\n", n, row)
	}
	made, err := k.demo.CreateImport(ctx, client.ImportRequest{FileName: "orders.csv", File: []byte(rows.String()), ServiceID: demoFrom})
	if err != nil {
		return err
	}
	if made, err = k.demo.WaitForImport(ctx, made.ID, nil); err == nil && made.Created != importedRows {
		err = fmt.Errorf("an import: %+v", made)
	}
	k.acknowledged.Add(made.Created)
	return err
}

// fly has parcels depart and arrive, with an event on the way.
func (k *soak) fly(ctx context.Context, _ int) error {
	made, err := k.newOrders(ctx, k.demo, demoFrom, soakBags*soakBagParcels)
	if err != nil {
		return err
	}
	numbers := make([]string, len(made))
	for i, o := range made {
		numbers[i] = o.TrackingNo
	}
	bags, err := fill(ctx, k.operator, numbers, soakBags)
	if err != nil {
		return err
	}
	c, err := k.operator.OpenConsignment(ctx, client.NewConsignment{Destination: "Indonesia", Truck: "Truck " + bags[0]})
	if err != nil {
		return err
	}
	f := &flight{operator: k.operator, id: c.ConsignmentID}
	leg := client.NewLeg{Flight: "SQ300", From: "SIN", FromCountry: "SG", To: "CGK", ToCountry: "ID"}
	if _, err = k.operator.AddLeg(ctx, f.id, leg); err != nil {
		return err
	}
	if _, err = k.operator.PutBags(ctx, f.id, client.BagsMove{LegNo: 1, Bags: bags}); err != nil {
		return err
	}
	if _, err = k.operator.DepartLeg(ctx, f.id, 1, client.LegMove{Reason: "Cleared by phone"}); err != nil {
		return err
	}
	if _, err = k.operator.ReportConsignment(ctx, f.id, client.NewConsignmentEvent{Text: "Delayed by weather"}); err != nil {
		return err
	}
	if _, err = k.operator.ArriveLeg(ctx, f.id, 1, client.LegMove{}); err != nil {
		return err
	}
	return f.carried(ctx)
}

// audit compares the orders in the database with those that were acknowledged.
func (k *soak) audit(ctx context.Context) error {
	two := &twoServers{acknowledged: &k.acknowledged}
	return errors.Join(k.watchErr, two.audit(ctx, k.b.engine, k.database))
}
