package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"
	"time"

	"waybill/client"
)

// shirt is an order of the demo service 1, from Singapore to Indonesia.
func shirt() client.NewOrder {
	return client.NewOrder{
		ServiceID:      1,
		ShipperOrderID: "ORDER123",
		OrderLength:    "12", OrderWidth: "12", OrderHeight: "12.5", OrderWeight: "0.4",
		PaymentType:     "cod",
		CODAmtToCollect: "40.5",

		ConsigneeName:    "Susan",
		ConsigneeNumber:  "+6291234567891",
		ConsigneeCountry: "Indonesia",
		ConsigneeAddress: "Jl. Berangin 5, Tanjung Gading",
		ConsigneePostal:  "12420",
		ConsigneeState:   "Daerah Khusus Ibukota Jakarta",
		ConsigneeEmail:   "susan123@email.com",

		PickupContactName:   "Jackson",
		PickupContactNumber: "+6591234567",
		PickupCountry:       "Singapore",
		PickupAddress:       "Jurong West Ave 1",
		PickupState:         "Singapore State",

		Items: []client.Item{{
			Desc: "Blue Male T-Shirt", Category: "Fashion Apparel",
			Quantity: 3, PriceValue: "23.55", PriceCurrency: "IDR",
		}},
	}
}

// Create two orders and wait for their labels. Missing labels are not an error.
func ExampleClient_CreateOrders() {
	waybill, err := client.New(baseURL, secretKey)
	if err != nil {
		log.Fatal(err)
	}
	result, err := waybill.CreateOrders(context.Background(), client.CreateRequest{
		Blocking:       true,
		Orders:         []client.NewOrder{shirt(), shirt()},
		IdempotencyKey: "dispatch-2026-01-02-morning", // so that a restarted job creates nothing twice
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, order := range result.Orders {
		if order.LabelURL == "" {
			fmt.Println(order.TrackingNo, "has no label yet:", order.Message)
			continue
		}
		fmt.Println(order.TrackingNo != "", strings.HasSuffix(order.LabelURL, ".pdf"))
	}
	// Output:
	// true true
	// true true
}

// Distinguish an invalid order from a service that is busy.
func ExampleValidationError() {
	waybill, err := client.New(baseURL, secretKey)
	if err != nil {
		log.Fatal(err)
	}
	orders := []client.NewOrder{shirt(), shirt()}
	orders[1].OrderWidth = "wide"

	_, err = waybill.CreateOrders(context.Background(), client.CreateRequest{Orders: orders})
	if invalid, ok := errors.AsType[*client.ValidationError](err); ok {
		for i, order := range orders {
			for _, problem := range invalid.Of(i) {
				fmt.Println(order.ShipperOrderID, problem)
			}
		}
		return
	}
	if errors.Is(err, client.ErrThrottled) {
		fmt.Println("later, perhaps:", err)
	}
	// Output: ORDER123 orders[1].order_width: A valid number is required.
}

// Messages carry the position of the order and of the item.
func ExampleProblem_String() {
	fmt.Println(client.Problem{
		Order: 1, Item: 0, Field: "item_quantity",
		Messages: []string{"A valid integer is required."},
	})
	fmt.Println(client.Problem{
		Order: client.None, Item: client.None, Field: "orders",
		Messages: []string{"This field is required."},
	})
	// Output:
	// orders[1].items[0].item_quantity: A valid integer is required.
	// orders: This field is required.
}

// List all orders of the last week.
func ExampleClient_AllOrders() {
	waybill, err := client.New(baseURL, secretKey)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := waybill.CreateOrders(context.Background(), client.CreateRequest{Orders: []client.NewOrder{shirt()}}); err != nil {
		log.Fatal(err)
	}
	week := client.Filter{DateFrom: time.Now().AddDate(0, 0, -7)}
	for order, err := range waybill.AllOrders(context.Background(), week) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(order.ShipperOrderID, order.TrackerMainText)
		break // there may be many
	}
	// Output: ORDER123 Order created
}

// Fetch the labels of a batch that were missing when it was created.
func ExampleClient_Orders() {
	waybill, err := client.New(baseURL, secretKey)
	if err != nil {
		log.Fatal(err)
	}
	created, err := waybill.CreateOrders(context.Background(), client.CreateRequest{Orders: []client.NewOrder{shirt()}})
	if err != nil {
		log.Fatal(err)
	}
	page, err := waybill.Orders(context.Background(), client.Filter{UploadBatchNo: created.UploadBatchNo})
	if err != nil {
		log.Fatal(err)
	}
	for _, order := range page.Results {
		fmt.Println(order.TrackingNo == created.Orders[0].TrackingNo, order.OrderLabelURL != "")
	}
	// Output: true true
}

// Send a parcel back.
func ExampleClient_CreateReturns() {
	waybill, err := client.New(baseURL, secretKey)
	if err != nil {
		log.Fatal(err)
	}
	result, err := waybill.CreateReturns(context.Background(), client.ReturnRequest{Orders: []client.NewReturn{{
		ServiceType:       "PICKUP",
		ForwardTrackingNo: "WB48210739526ID",
		ConsigneeName:     "Jackson",
		ConsigneeAddress:  "Jurong West Ave 1",
		ConsigneeCountry:  "Singapore",
		ConsigneeNumber:   "+6591234567",
		ConsigneeEmail:    "jackson@email.com",
		OrderLength:       "12", OrderWidth: "12", OrderHeight: "12.5", OrderWeight: "0.4",
		PickupContactName:   "Susan",
		PickupContactNumber: "+6291234567891",
		PickupCountry:       "Indonesia",
		PickupAddress:       "Jl. Berangin 5, Tanjung Gading",
		Items: []client.Item{{
			Desc: "Blue Male T-Shirt", Category: "Fashion Apparel",
			Quantity: 1, PriceValue: "23.55", PriceCurrency: "IDR",
		}},
	}}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("brings back", result.Returns[0].ForwardTrackingNo)
	// Output: brings back WB48210739526ID
}
