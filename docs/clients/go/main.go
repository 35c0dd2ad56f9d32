// Command shipper creates, views, returns, tracks and cancels an order with a client that
// oapi-codegen generates; see "Generate a client" in docs/sdks.md.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.com/shipper/waybill"
)

func main() {
	if err := run(context.Background(), os.Getenv("WAYBILL_URL"), os.Getenv("WAYBILL_KEY")); err != nil {
		log.Fatal(err)
	}
}

// run calls the server at a URL such as http://127.0.0.1:8080.
func run(ctx context.Context, url, key string) error {
	authorize := func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+key)
		return nil
	}
	api, err := waybill.NewClientWithResponses(url, waybill.WithRequestEditorFn(authorize))
	if err != nil {
		return err
	}
	trackingNo, err := create(ctx, api)
	if err != nil {
		return fmt.Errorf("create: %w", err)
	}
	if err := view(ctx, api, trackingNo); err != nil {
		return fmt.Errorf("view: %w", err)
	}
	if err := sendBack(ctx, api, trackingNo); err != nil {
		return fmt.Errorf("return: %w", err)
	}
	if err := track(ctx, api, trackingNo); err != nil {
		return fmt.Errorf("track: %w", err)
	}
	if err := cancel(ctx, api, trackingNo); err != nil {
		return fmt.Errorf("cancel: %w", err)
	}
	return nil
}

// create orders a shipment and waits for its label.
func create(ctx context.Context, api *waybill.ClientWithResponses) (trackingNo string, err error) {
	idempotencyKey := rand.Text() // keep it until there is a response, and send it again with a repetition
	response, err := api.CreateOrdersWithResponse(ctx, &waybill.CreateOrdersParams{IdempotencyKey: &idempotencyKey}, waybill.CreateRequest{
		Blocking: pointer(true),
		Orders: []waybill.CreateOrder{{
			ServiceId: 1, ShipperOrderId: pointer("GO-1"), PaymentType: "prepaid",
			OrderLength: "12", OrderWidth: "12.5", OrderHeight: "3", OrderWeight: "0.125",
			ConsigneeName: "Susan", ConsigneeNumber: "+6281234567891", ConsigneeCountry: "Indonesia",
			ConsigneeAddress: "Jl. Berangin 5, Tanjung Gading", ConsigneePostal: pointer("12420"),
			PickupContactName: pointer("Jackson"), PickupContactNumber: pointer("+6591234567"),
			PickupCountry: "Singapore", PickupAddress: "Jurong West Ave 1",
			Items: []waybill.Item{{ItemDesc: "Blue T-Shirt", ItemQuantity: 3, ItemPriceValue: "23.55", ItemPriceCurrency: "IDR"}},
		}},
	})
	if err != nil {
		return "", err
	}
	if response.JSON201 == nil {
		return "", unexpected(response.Status(), response.Body)
	}
	batch, err := response.JSON201.AsLabelledResponse()
	if err != nil {
		return "", err
	}
	fmt.Println("created", batch.Orders[0].TrackingNo, "with the label", batch.Orders[0].OrderLabelUrl)
	return batch.Orders[0].TrackingNo, nil
}

func view(ctx context.Context, api *waybill.ClientWithResponses, trackingNo string) error {
	response, err := api.ViewOrdersWithResponse(ctx, &waybill.ViewOrdersParams{TrackingNo: &[]string{trackingNo}, WithItems: pointer(true)})
	if err != nil {
		return err
	}
	if response.JSON200 == nil {
		return unexpected(response.Status(), response.Body)
	}
	page, err := response.JSON200.AsPage()
	if err != nil {
		return err
	}
	for _, record := range page.Results {
		fmt.Println("viewed", record.TrackingNo, "of", record.OrderWeight, "kg with", (*record.Items)[0].ItemDesc)
	}
	return nil
}

// sendBack creates a return of the order, which supplies the missing fields.
func sendBack(ctx context.Context, api *waybill.ClientWithResponses, trackingNo string) error {
	response, err := api.CreateReturnOrdersWithResponse(ctx, nil, waybill.ReturnRequest{
		Orders: []waybill.ReturnOrder{{
			ServiceType: "PICKUP", ForwardTrackingNo: &trackingNo, ConsigneeEmail: pointer("returns@shop.example"),
		}},
	})
	if err != nil {
		return err
	}
	if response.JSON201 == nil {
		return unexpected(response.Status(), response.Body)
	}
	returned := response.JSON201.TrackingNos[0]
	fmt.Println("returned", *returned.ForwardTrackingNo, "by", returned.ReturnTrackingNo)
	return nil
}

func track(ctx context.Context, api *waybill.ClientWithResponses, trackingNo string) error {
	response, err := api.QueryTrackingWithResponse(ctx, nil, waybill.TrackerQuery{TrackingNos: []string{trackingNo}})
	if err != nil {
		return err
	}
	if response.JSON200 == nil {
		return unexpected(response.Status(), response.Body)
	}
	updates, err := response.JSON200.AsUpdatesByNumber()
	if err != nil {
		return err
	}
	for _, update := range updates[trackingNo] {
		fmt.Println("tracked", trackingNo, update.Status)
	}
	return nil
}

func cancel(ctx context.Context, api *waybill.ClientWithResponses, trackingNo string) error {
	response, err := api.CancelOrdersWithResponse(ctx, nil, waybill.CancelRequest{TrackingNos: []string{trackingNo}})
	if err != nil {
		return err
	}
	if response.JSON200 == nil {
		return unexpected(response.Status(), response.Body)
	}
	fmt.Println("cancel", response.JSON200.Orders[0].TrackingNo, response.JSON200.Orders[0].Result)
	return nil
}

func unexpected(status string, body []byte) error { return fmt.Errorf("%s: %s", status, body) }

func pointer[T any](v T) *T { return &v }
