package e2e_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/test/harness"
)

// replicaPair is a primary with a standby, a server that reads from the standby, and one that does not.
type replicaPair struct {
	primary, standby *cluster
	*server
	other *server
}

func startReplicaPair(t *testing.T) replicaPair {
	t.Helper()
	primary := startCluster(t)
	standby := primary.copy("standby")
	standby.start()
	folder := t.TempDir()
	p := replicaPair{
		primary: primary, standby: standby,
		server: newServer(t, primary.URL, folder, "WAYBILL_DATABASE_REPLICA_URL="+standby.URL),
		other:  newServer(t, primary.URL, folder),
	}
	t.Cleanup(func() { standby.end(p.server) })
	p.metrics = freeAddress(t)
	p.start()
	p.other.start()
	p.awaitReplica("1")
	return p
}

// metric is the value of a metric of the server.
func (p replicaPair) metric(series string) string {
	p.t.Helper()
	req, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, "http://"+p.metrics+"/metrics", http.NoBody)
	if err != nil {
		p.t.Fatal(err)
	}
	page, err := p.do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	for line := range strings.Lines(string(page.body)) {
		if value, found := strings.CutPrefix(line, series+" "); found {
			return strings.TrimSpace(value)
		}
	}
	p.t.Fatalf("no metric %s", series)
	return ""
}

func (p replicaPair) reads(result string) int {
	p.t.Helper()
	n, err := strconv.Atoi(p.metric(`waybill_replica_reads_total{result="` + result + `"}`))
	if err != nil {
		p.t.Fatal(err)
	}
	return n
}

// awaitReplica waits until the replica is used, or left out.
func (p replicaPair) awaitReplica(used string) {
	p.t.Helper()
	p.eventually("waybill_replica_used is "+used, func() bool { return p.metric("waybill_replica_used") == used })
}

// createOne creates an order by a server and returns its tracking number.
func createOne(t *testing.T, s *server, reference string) string {
	t.Helper()
	o := harness.NewOrder(serviceInHouse)
	o.ShipperOrderID = reference
	made, err := s.sdk().CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}})
	if err != nil {
		t.Fatal(err)
	}
	return made.Orders[0].TrackingNo
}

// expectShown fails unless the page, the detail, the track and the label of an order are served.
func (p replicaPair) expectShown(number string, orders int64) {
	p.t.Helper()
	sdk, ctx := p.sdk(), p.t.Context()
	if page, err := sdk.Orders(ctx, client.Filter{}); err != nil || page.Count != orders || page.Results[0].TrackingNo != number {
		p.t.Fatalf("page of %d orders, want %d with %s first: %v", page.Count, orders, number, err)
	}
	detail, err := sdk.Order(ctx, number)
	if err != nil {
		p.t.Fatal(err)
	}
	if tracks, err := sdk.Track(ctx, client.TrackQuery{TrackingNos: []string{number}}); err != nil || len(tracks[number]) == 0 {
		p.t.Fatalf("track of %s: %v, %v", number, tracks, err)
	}
	if label, err := p.get(strings.TrimPrefix(detail.OrderLabelURL, p.process.Load().base)); err != nil || label.status != http.StatusOK {
		p.t.Fatalf("label of %s: %d, %v", number, label.status, err)
	}
}

// expectTold has the other server hold an order, and then the server, which says that it is held. So its next view must say it.
func (p replicaPair) expectTold(number string) {
	p.t.Helper()
	for _, s := range []*server{p.other, p.server} {
		held, err := s.sdk().HoldOrders(p.t.Context(), []string{number}, "Not paid", false)
		if err != nil || held[0].Result == client.HoldNotFound {
			p.t.Fatalf("hold %s: %v, %v", number, held, err)
		}
	}
	if shown, err := p.sdk().Order(p.t.Context(), number); err != nil || shown.Hold == nil {
		p.t.Errorf("the view of %s does not say what the server has said, that it is held: %v", number, err)
	}
}

// TestLongReplica reads from a standby that lags, hangs, dies and comes back.
func TestLongReplica(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	p := startReplicaPair(t)
	var orders int64
	create := func(s *server) string {
		orders++
		return createOne(t, s, fmt.Sprintf("R/%d", orders))
	}

	for range 30 {
		p.expectShown(create(p.server), orders) // what a server wrote it shows at once
	}
	last := create(p.server)
	p.eventually("the replica answers", func() bool {
		before := p.reads("answered")
		p.expectShown(last, orders)
		return p.reads("answered") >= before+3 // the page, the detail and the track
	})

	doctor := func(want string) {
		t.Helper()
		said, err := p.waybill("doctor") // it fails, because the cluster of the test has fsync off
		if !strings.Contains(string(said), want) {
			t.Errorf("doctor does not say %q: %v\n%s", want, err, said)
		}
	}
	doctor("s behind the primary")

	p.standby.exec(`SELECT pg_wal_replay_pause()`)
	missed := p.reads("missed")
	number := create(p.other)
	if _, err := p.sdk().Order(t.Context(), number); err != nil {
		t.Errorf("an order that the replica does not have yet: %v", err)
	}
	if p.reads("missed") == missed {
		t.Error("the replica has the order although it is paused")
	}
	p.expectTold(last)
	p.awaitReplica("0")
	p.expectShown(create(p.server), orders)
	doctor("it is more than 2s behind the primary")
	p.standby.exec(`SELECT pg_wal_replay_resume()`)
	p.awaitReplica("1")

	thaw := p.standby.freeze()
	p.expectShown(create(p.server), orders)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := p.sdk().Orders(ctx, client.Filter{}); err != nil {
		t.Errorf("a page while the replica hangs: %v", err)
	}
	p.awaitReplica("0")
	thaw()
	p.awaitReplica("1")

	p.standby.end(p.server)
	last = create(p.server)
	p.expectShown(last, orders)
	p.awaitReplica("0")
	p.standby.start()
	p.awaitReplica("1")
	p.expectShown(last, orders)
}
