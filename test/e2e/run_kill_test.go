package e2e_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"waybill/client"
	"waybill/test/harness"
)

// TestRunKilled kills the server while it counts a pickup run and while it carries its signature: the signed count is what is carried, and
// each parcel is picked up once. One kill, or ten with the long tests.
func TestRunKilled(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *server) {
		kills, shippers, each := 1, 4, 25
		if !testing.Short() {
			kills, shippers, each = 10, 19, 32
		}
		s.start()
		db, parcels := s.openDatabase(), 0
		s.mustWaybill("account", "update", "1", "--operator")
		key := s.secretOf("1", "--scopes", "floor:read,floor:write")
		operator := s.asOperator(key)
		run, err := operator.OpenRun(t.Context(), client.NewRun{Van: "SGX 1234 A", Driver: "Joko", Place: "Depot", Date: "2026-11-30"})
		if err != nil {
			t.Fatal(err)
		}
		for i := range shippers {
			var account struct {
				ID int64 `json:"account_id"`
			}
			if err := json.Unmarshal(s.mustWaybill("account", "create", "--json", fmt.Sprint("shipper ", i)), &account); err != nil {
				t.Fatal(err)
			}
			shipper := s.sdkWith(s.secretOf(strconv.FormatInt(account.ID, 10)))
			orders := make([]client.NewOrder, each)
			for j := range orders {
				orders[j] = harness.NewOrder(serviceInHouse)
			}
			made, err := shipper.CreateOrders(t.Context(), client.CreateRequest{Orders: orders})
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range made.Orders {
				if scan, err := operator.AddToRun(t.Context(), run.RunID, o.TrackingNo, "s"); err != nil || scan.Result != client.ScanAdded {
					t.Fatalf("%+v, %v", scan, err)
				}
				parcels++
			}
		}
		state := func(want string) func() bool {
			return func() bool {
				run, err = s.asOperator(key).Run(t.Context(), run.RunID)
				return err == nil && run.State == want
			}
		}
		for kill := range kills / 2 {
			if _, err := s.asOperator(key).ReopenRun(t.Context(), run.RunID); err != nil {
				t.Fatal(err)
			}
			operator := s.asOperator(key)
			s.killDuring(func() { _, _ = operator.CountRun(t.Context(), run.RunID) }, kill)
		}
		if _, err := s.asOperator(key).CountRun(t.Context(), run.RunID); err != nil {
			t.Fatal(err)
		}
		s.eventually("the run is counted", state("counted"))
		if run.Parcels != int64(parcels) {
			t.Fatalf("%d parcels are counted, want %d", run.Parcels, parcels)
		}
		signed := client.HandoverClose{GivenBy: "Ann", TakenBy: "Joko", Parcels: int64(parcels)}
		for kill := range (kills + 1) / 2 {
			operator := s.asOperator(key)
			s.killDuring(func() { _, _ = operator.SignRun(t.Context(), run.RunID, signed) }, 4*kill)
		}
		if _, err := s.asOperator(key).SignRun(t.Context(), run.RunID, signed); err != nil {
			t.Fatal(err)
		}
		s.eventually("the run is carried", state("carried"))
		for what, query := range map[string]string{
			"parcels that are carried":  `SELECT count(*) FROM handover_parcels WHERE carried = 1`,
			"orders that are picked up": `SELECT count(*) FROM orders WHERE tracker_status = 'PICKED_UP'`,
			"updates":                   `SELECT count(*) FROM tracking_events WHERE status = 'PICKED_UP'`,
			"counted in lists":          `SELECT CAST(sum(parcels) AS BIGINT) FROM handovers`,
			"numbers of lists":          fmt.Sprintf(`SELECT count(DISTINCT handover_id) - %d + %d FROM handovers`, shippers, parcels),
		} {
			if n := count(t, db, query); n != parcels {
				t.Errorf("%s: %d, want %d", what, n, parcels)
			}
		}
	})
}

// killDuring kills the server some milliseconds after a request began, and starts it again.
func (s *server) killDuring(request func(), milliseconds int) {
	s.t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); request() }()
	timer := time.NewTimer(time.Duration(milliseconds) * time.Millisecond)
	<-timer.C
	s.kill()
	<-done
	s.start()
}

// secretOf is a new key of an account.
func (s *server) secretOf(account string, flags ...string) string {
	s.t.Helper()
	var key struct {
		Secret string `json:"secret_key"`
	}
	made := s.mustWaybill(append([]string{"key", "create", "--account", account, "--name", "run", "--json"}, flags...)...)
	if err := json.Unmarshal(made, &key); err != nil {
		s.t.Fatal(err)
	}
	return key.Secret
}

func (s *server) sdkWith(key string) *client.Client {
	s.t.Helper()
	sdk, err := client.New(s.process.Load().base+"/api", key, client.WithMaxRetries(0))
	if err != nil {
		s.t.Fatal(err)
	}
	return sdk
}

func (s *server) asOperator(key string) client.Administration {
	return client.NewAdministration(s.sdkWith(key))
}
