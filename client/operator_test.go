package client_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"reflect"
	"strings"
	"testing"
	"time"

	"waybill/client"
)

// created creates an order that is fulfilled in house and returns its tracking number.
func created(t *testing.T, c *client.Client) string {
	t.Helper()
	result, err := c.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{shirt()}})
	if err != nil {
		t.Fatal(err)
	}
	return result.Orders[0].TrackingNo
}

func TestReportTracking(t *testing.T) {
	shipper, operator := newClient(t, secretKey), newClient(t, operatorKey)
	trackingNo := created(t, shipper)
	seen := time.Now().Truncate(time.Microsecond)
	reports := []client.TrackingReport{
		{
			TrackingNo: trackingNo, Status: "PICKED_UP", Description: "Weighed", Country: "SG", Address: "Depot",
			OccurredOn: seen, EventID: "scan-1",
		},
		{TrackingNo: "UNKNOWN-1", Status: "SUCCESS"},
	}
	for _, want := range []client.ReportResult{client.ReportMoved, client.ReportDuplicate} {
		results, err := operator.ReportTracking(t.Context(), reports)
		if err != nil {
			t.Fatal(err)
		}
		if results[0] != (client.ReportedTracking{TrackingNo: trackingNo, Result: want}) || results[1].Result != client.ReportUnknown {
			t.Errorf("got %+v, want %s", results, want)
		}
	}
	detail, err := shipper.Order(t.Context(), trackingNo)
	if err != nil || detail.Tracking[0].Description != "Weighed" || !detail.Tracking[0].UpdatedOn.Equal(seen) {
		t.Errorf("tracking %+v, %v", detail.Tracking, err)
	}
	if _, err := shipper.ReportTracking(t.Context(), reports); !errors.Is(err, client.ErrForbidden) {
		t.Errorf("from a shipper: %v", err)
	}
	if _, err := operator.ReportTracking(t.Context(), nil); !invalid(err) {
		t.Errorf("nothing: %v", err)
	}
}

func TestProofOfDelivery(t *testing.T) {
	shipper, operator := newClient(t, secretKey), newClient(t, operatorKey)
	trackingNo := created(t, shipper)
	if _, err := shipper.ProofOfDelivery(t.Context(), trackingNo); !errors.Is(err, client.ErrNotFound) {
		t.Errorf("before there is one: %v", err)
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		t.Fatal(err)
	}
	proof := client.DeliveryProof{TrackingNo: trackingNo, Name: "Susan", Image: picture.Bytes()}
	if err := operator.ReportProof(t.Context(), proof); err != nil {
		t.Fatal(err)
	}
	got, err := shipper.ProofOfDelivery(t.Context(), trackingNo)
	if err != nil || got.MediaType != "image/png" || !bytes.Equal(got.Image, picture.Bytes()) {
		t.Errorf("got %s of %d bytes, %v", got.MediaType, len(got.Image), err)
	}
	proof.Image = nil
	if err := operator.ReportProof(t.Context(), proof); !invalid(err) {
		t.Errorf("without a picture: %v", err)
	}
}

func TestSimulateJourney(t *testing.T) {
	c := newClient(t, secretKey)
	trackingNo := created(t, c)
	journey, err := c.SimulateJourney(t.Context(), client.JourneyRequest{TrackingNo: trackingNo, Journey: "lost", Pause: "0.5"})
	if err != nil || journey.TrackingNo != trackingNo || journey.Journey != "lost" || journey.Pause != "0.5" ||
		journey.Statuses[0] != "PENDING_PICKUP" {
		t.Errorf("got %+v, %v", journey, err)
	}
	if _, err := c.SimulateJourney(t.Context(), client.JourneyRequest{TrackingNo: "nope"}); !errors.Is(err, client.ErrNotFound) {
		t.Errorf("of no order: %v", err)
	}
}

func TestLabels(t *testing.T) {
	c := newClient(t, secretKey)
	orders := []client.NewOrder{shirt(), shirt()}
	orders[1].ConsigneeName = "Susan 🌸"
	batch, err := c.CreateOrders(t.Context(), client.CreateRequest{Orders: orders})
	if err != nil {
		t.Fatal(err)
	}
	file, err := c.Labels(t.Context(), client.LabelQuery{UploadBatchNo: batch.UploadBatchNo, Format: "zpl", Size: "a6", DPI: 300})
	if err != nil || file.MediaType != "application/zpl" || strings.Count(string(file.Content), "^XA") != 2 ||
		file.Printed != 2 || file.Missing != 0 {
		t.Errorf("got %s of %d bytes, %d labels, missing %d, %v", file.MediaType, len(file.Content), file.Printed, file.Missing, err)
	}
	file, err = c.Labels(t.Context(), client.LabelQuery{TrackingNos: []string{batch.Orders[0].TrackingNo, "NOPE-1"}, Document: "cn23"})
	if err != nil || file.MediaType != "application/pdf" || !bytes.HasPrefix(file.Content, []byte("%PDF-")) ||
		file.Printed != 1 || file.Missing != 1 {
		t.Errorf("got %s of %d bytes, %d labels, missing %d, %v", file.MediaType, len(file.Content), file.Printed, file.Missing, err)
	}
	if _, err := c.Labels(t.Context(), client.LabelQuery{TrackingNos: []string{"NOPE-1"}}); !errors.Is(err, client.ErrNotFound) {
		t.Errorf("of no order: %v", err)
	}
}

func TestLabelStatuses(t *testing.T) {
	c := newClient(t, secretKey)
	order := shirt()
	order.ConsigneeName, order.ShipperOrderID = "Susan 🌸", "ORDER-7"
	batch, err := c.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{order}})
	if err != nil {
		t.Fatal(err)
	}
	number := batch.Orders[0].TrackingNo
	got, err := c.LabelStatuses(t.Context(), client.LabelQuery{TrackingNos: []string{"NOPE-1", number}, Format: "zpl"})
	want := client.LabelStatuses{
		Document: "label", Format: "zpl",
		Counts: map[string]int{"ready": 1, "other_format": 0, "pending": 0, "refused": 0, "cancelled": 0, "unknown": 1, "not_used": 0},
		Labels: []client.LabelStatus{
			{
				TrackingNo: "NOPE-1", Status: client.LabelUnknown, Formats: []string{},
				Message: "The account has no order with this tracking number.", Warnings: []client.LabelWarning{},
			},
			{
				TrackingNo: number, ShipperOrderID: "ORDER-7", Status: client.LabelReady, Formats: []string{"pdf", "png", "zpl"},
				Warnings: []client.LabelWarning{{Field: "consignee_name", Problem: "left out", Characters: []string{"U+1F338"}}},
			},
		},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v, %v", got, want, err)
	}
	if _, err := c.LabelStatuses(t.Context(), client.LabelQuery{UploadBatchNo: "B000000NONE"}); !errors.Is(err, client.ErrNotFound) {
		t.Errorf("of no batch: %v", err)
	}
}
