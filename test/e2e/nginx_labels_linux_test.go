package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"waybill/client"
	"waybill/test/harness"
)

// TestLabelsOfAMixedBatchThroughNginx: most of 1000 orders have no label, and the file and the status of each label
// pass the limits that nginx has by default. The status is the same as without nginx.
func TestLabelsOfAMixedBatchThroughNginx(t *testing.T) {
	t.Parallel()
	s := newServer(t, "", t.TempDir(), "WAYBILL_TRUSTED_PROXIES=127.0.0.1")
	s.start()
	address := startNginx(t, s.process.Load().base)
	throughNginx, err := client.New("https://"+address+"/api", demoKey, client.WithHTTPClient(clientFrom(t, "198.51.100.2")))
	if err != nil {
		t.Fatal(err)
	}
	scripts := []string{"[label pdf]", "[label png]", "[label zpl]", "[label later]", "", "Ω 🌸"}
	orders := newRequest(t, "mixed", shape{orders: 1000, service: servicePartner, script: "[fail]"}).orders
	for i, script := range scripts {
		orders[i].ConsigneeName = "Susan " + script
	}
	created, err := s.sdk().CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: orders})
	if err != nil {
		t.Fatal(err)
	}
	query := client.LabelQuery{UploadBatchNo: created.UploadBatchNo}
	var statuses client.LabelStatuses
	s.eventually("each order is accepted or refused", func() bool {
		if statuses, err = s.sdk().LabelStatuses(t.Context(), query); err != nil {
			t.Fatal(err)
		}
		return statuses.Counts[client.LabelRefused] == len(orders)-len(scripts)
	})
	got, err := throughNginx.LabelStatuses(t.Context(), query)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(statuses) {
		t.Errorf("through nginx the status differs: %v, %v", got.Counts, err)
	}
	for i, want := range []string{
		client.LabelReady, client.LabelReady, client.LabelOtherFormat, client.LabelPending, client.LabelReady, client.LabelReady,
		client.LabelRefused,
	} {
		if l := statuses.Labels[i]; l.Status != want {
			t.Errorf("label %d: %+v, want %s", i, l, want)
		}
	}
	file, err := throughNginx.Labels(t.Context(), query)
	if err != nil || file.Printed != 4 || file.Missing != 996 || !strings.HasPrefix(string(file.Content), "%PDF-") {
		t.Errorf("through nginx: %d labels, %d missing, %v", file.Printed, file.Missing, err)
	}
	unknown := make([]string, 200)
	for i := range unknown {
		unknown[i] = fmt.Sprintf("WB%09dSG", i)
	}
	got, err = throughNginx.LabelStatuses(t.Context(), client.LabelQuery{TrackingNos: unknown})
	if err != nil || got.Counts[client.LabelUnknown] != len(unknown) {
		t.Errorf("unknown numbers through nginx: %v, %v", got.Counts, err)
	}
}

// TestHeadersOfLabels: those of a label with the most warnings pass nginx too.
func TestHeadersOfLabels(t *testing.T) {
	t.Parallel()
	s := newServer(t, "", t.TempDir(), "WAYBILL_TRUSTED_PROXIES=127.0.0.1")
	s.start()
	address := startNginx(t, s.process.Load().base)
	order := harness.NewOrder(serviceInHouse)
	var odd strings.Builder // no font has these: emoji, and Cherokee
	for i := range rune(10) {
		odd.WriteString(string([]rune{'\U0001F600' + i, '\u13A0' + i}))
	}
	order.TrackingNo = strings.Repeat("X", 39) + "1"
	for _, field := range []*string{
		&order.ConsigneeName, &order.ConsigneeCity, &order.ConsigneeAddress, &order.PickupContactName, &order.PickupAddress,
		&order.DeliveryNote, &order.ShipperOrderID, &order.Items[0].Desc,
	} {
		*field = odd.String()
	}
	created, err := s.sdk().CreateOrders(t.Context(), client.CreateRequest{Blocking: true, Orders: []client.NewOrder{order}})
	if err != nil {
		t.Fatal(err)
	}
	_, path, _ := strings.Cut(strings.TrimPrefix(created.Orders[0].LabelURL, "http://"), "/")
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+address+"/"+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := clientFrom(t, "198.51.100.2").Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	warnings := res.Header.Values("Waybill-Label-Warnings")
	if res.StatusCode != http.StatusOK || len(warnings) < 5 || !strings.HasPrefix(warnings[len(warnings)-1], "and ") {
		t.Errorf("status %d, %q", res.StatusCode, warnings)
	}
}
