package client_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"time"

	"waybill/client"
	"waybill/internal/webhook"
)

// A receiver of events. During a rotation it knows two secrets.
func ExampleVerifyWebhook() {
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

	receiver := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 4<<20))
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		event, err := client.VerifyWebhook(r.Header, body, secret)
		if errors.Is(err, client.ErrSignature) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if err != nil {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		fmt.Println(event.Data.ID, event.Type, event.Data.TrackingNo) // keep it, and do the work afterwards
		w.WriteHeader(http.StatusNoContent)
	})

	const event = `{"type":"order.delivered","timestamp":"2026-01-02T03:04:05.678901Z","data":{"id":"evt_1","tracking_no":"WB48210739526ID"}}`
	fmt.Println(deliver(receiver, secret, event))
	fmt.Println(deliver(receiver, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", event))
	// Output:
	// evt_1 order.delivered WB48210739526ID
	// 204
	// 401
}

// deliver sends an event to a receiver as the service does, and returns the status of the response.
func deliver(receiver http.Handler, secret, body string) int {
	server := httptest.NewServer(receiver)
	defer server.Close()
	sender := webhook.NewSender(webhook.Options{AllowPrivate: true, Timeout: time.Minute, UserAgent: "Waybill/test", Now: time.Now})
	return sender.Send(context.Background(), webhook.Request{
		URL: server.URL, Secrets: []string{secret}, ID: "evt_1", Body: []byte(body),
	}).Status
}

// Receive events at a URL, and rotate the secret some time later.
func ExampleClient_CreateEndpoint() {
	waybill, err := client.New(baseURL, secretKey)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	endpoint, err := waybill.CreateEndpoint(ctx, client.EndpointChange{
		URL:    new("https://shop.example/waybill"),
		Events: &[]client.EventType{client.EventLabelReady, client.EventDelivered},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("keep the secret:", endpoint.Secret != "")

	rotated, err := waybill.RotateSecret(ctx, endpoint.ID)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("for a day there are two:", time.Until(rotated.OldSecretUntil) > 23*time.Hour)

	if err := waybill.DeleteEndpoint(ctx, endpoint.ID); err != nil {
		log.Fatal(err)
	}
	// Output:
	// keep the secret: true
	// for a day there are two: true
}

// Read events without a receiver: an endpoint without a URL keeps them.
func ExampleClient_Events() {
	waybill, err := client.New(baseURL, secretKey)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	endpoint, err := waybill.CreateEndpoint(ctx, client.EndpointChange{})
	if err != nil {
		log.Fatal(err)
	}
	created, err := waybill.CreateOrders(ctx, client.CreateRequest{Orders: []client.NewOrder{shirt()}})
	if err != nil {
		log.Fatal(err)
	}
	for event, err := range waybill.Events(ctx, client.EventRange{From: endpoint.CreatedOn}) {
		if err != nil {
			log.Fatal(err)
		}
		if event.Data.TrackingNo == created.Orders[0].TrackingNo {
			fmt.Println(event.Data.Sequence, event.Type)
		}
	}
	if err := waybill.DeleteEndpoint(ctx, endpoint.ID); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 1 order.created
	// 2 order.label_ready
}

// Report tracking as an operator.
func ExampleClient_ReportTracking() {
	waybill, err := client.New(baseURL, operatorKey)
	if err != nil {
		log.Fatal(err)
	}
	results, err := waybill.ReportTracking(context.Background(), []client.TrackingReport{
		{TrackingNo: "WB00000000000ID", Status: "PICKED_UP", EventID: "scan-7"},
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(results[0].Result)
	// Output: unknown
}
