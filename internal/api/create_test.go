package api

import (
	"errors"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
	"waybill/test/harness"
)

// TestIssuedNumbersAreReserved: no shipper can send a number that the service could issue, for any
// account, and a new prefix counts at once.
func TestIssuedNumbersAreReserved(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		bring := func(number string) error {
			o := exampleOrder()
			o.TrackingNo = number
			_, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}})
			return err
		}
		const reserved = "orders[0].tracking_no: This tracking number is reserved."
		issued := s.create(exampleOrder()).Orders[0].TrackingNo
		for _, number := range []string{issued, strings.ToLower(issued), "WB00000000000SG"} {
			if err := bring(number); err == nil || !strings.Contains(err.Error(), reserved) {
				t.Errorf("%s: %v", number, err)
			}
		}
		if err := bring("QX00000000000SG"); err != nil {
			t.Error(err)
		}
		if _, err := s.api.Store.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "new", TrackingPrefix: "QZ"}); err != nil {
			t.Fatal(err)
		}
		if err := bring("QZ00000000000SG"); err == nil || !strings.Contains(err.Error(), reserved) {
			t.Errorf("with a new prefix: %v", err)
		}
	})
}

func TestCreateKeepsTheSubmittedOrder(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		var orders []client.NewOrder
		for _, ref := range []string{"first", "second", "third"} {
			o := exampleOrder()
			o.ShipperOrderID = ref
			orders = append(orders, o)
		}
		created := s.create(orders...)
		if !regexp.MustCompile(`^B[0-9]{6}[0-9A-HJKMNP-TV-Z]{8}$`).MatchString(created.UploadBatchNo) {
			t.Errorf("batch number %q", created.UploadBatchNo)
		}
		for i, o := range created.Orders {
			if !regexp.MustCompile(`^WB[0-9]{11}ID$`).MatchString(o.TrackingNo) {
				t.Errorf("tracking number %q", o.TrackingNo)
			}
			record := s.order(o.TrackingNo)
			if record.ShipperOrderID != orders[i].ShipperOrderID || record.UploadBatchNo != created.UploadBatchNo {
				t.Errorf("tracking number %d is of order %q in batch %q", i, record.ShipperOrderID, record.UploadBatchNo)
			}
		}
	})
}

func TestOneInvalidOrderAndNothingIsStored(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		bad := exampleOrder()
		bad.OrderWidth = "wide"
		_, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{exampleOrder(), bad}})
		invalid, ok := errors.AsType[*client.ValidationError](err)
		if !ok || len(invalid.Of(0)) != 0 || len(invalid.Of(1)) != 1 || invalid.Of(1)[0].Field != "order_width" {
			t.Fatalf("error %v, want order_width of the second order", err)
		}
		page, err := s.sdk.Orders(t.Context(), client.Filter{})
		if err != nil || page.Count != 0 {
			t.Errorf("%d orders stored, %v", page.Count, err)
		}
	})
}

// TestBlockingOutcomes plays each script of the simulated partner.
func TestBlockingOutcomes(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		scripts := []string{"", "[fail]", "[slow]", "[timeout]", "[flaky]"}
		wantMessage := map[string]string{
			"[fail]": "refused", "[slow]": "", "[timeout]": "did not answer in time",
			"[flaky]": "temporarily unavailable",
		}
		orders := make([]client.NewOrder, len(scripts))
		for i, script := range scripts {
			orders[i] = partnerOrder(script)
		}
		created, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: orders})
		if err != nil {
			t.Fatal(err)
		}
		for i, script := range scripts {
			got, want := created.Orders[i], wantMessage[script]
			if (got.LabelURL == "") != (want != "") || !strings.Contains(got.Message, want) {
				t.Errorf("%q: label %v, message %q; want %q", script, got.LabelURL, got.Message, want)
			}
		}
		for _, i := range []int{3, 4} {
			s.eventually("the order gets its label in the background", func() bool {
				s.clock.advance(10 * time.Second) // towards its next attempt
				s.api.Orders.Fulfiller.Wake(shipment.PartnerSimulated)
				return s.order(created.Orders[i].TrackingNo).OrderLabelURL != ""
			})
		}
		refused := s.order(created.Orders[1].TrackingNo)
		if refused.StatusCode != "SUBMISSION_FAILED" || refused.OrderLabelURL != "" {
			t.Errorf("the refused order has status %q and label %q", refused.StatusCode, refused.OrderLabelURL)
		}
		accepted, err := harness.Acceptances(t.Context(), filepath.Join(s.folder, "simulated-courier.db"))
		if err != nil {
			t.Fatal(err)
		}
		for i, script := range scripts {
			want := 1
			if script == "[fail]" {
				want = 0
			}
			if n := accepted[created.Orders[i].TrackingNo]; n != want {
				t.Errorf("%q was accepted %d times, want %d", script, n, want)
			}
		}
	})
}

func TestBlockingStatus(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		for script, want := range map[string]int{"": http.StatusCreated, "[fail]": http.StatusAccepted} {
			sent := map[string]any{"secret_key": testKey, "blocking": true, "orders": []client.NewOrder{partnerOrder(""), partnerOrder(script)}}
			res, body := s.send("POST", "/api/order/orders/", toJSON(t, sent))
			if res.StatusCode != want {
				t.Errorf("%q: status %d, want %d: %s", script, res.StatusCode, want, body)
			}
		}
	})
}

func TestNotBlockingGetsItsLabelInTheBackground(t *testing.T) {
	onEngines(t, func(t *testing.T, s *server) {
		created := s.create(partnerOrder(""), exampleOrder())
		if label := s.order(created.Orders[1].TrackingNo).OrderLabelURL; label == "" {
			t.Error("an order fulfilled in house has no label at once")
		}
		s.eventually("the partner's order has its label", func() bool {
			o := s.order(created.Orders[0].TrackingNo)
			return o.OrderLabelURL != "" && o.StatusCode == "SUBMITTED" && strings.HasPrefix(o.HAWBNo, "SIM")
		})
	})
}
