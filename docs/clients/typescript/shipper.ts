// Creates, views, returns, tracks and cancels an order with a client of types that
// openapi-typescript generates; see "Generate a client" in docs/sdks.md.

import { randomUUID } from "node:crypto";
import createClient from "openapi-fetch";
import type { paths } from "./waybill.js";

const api = createClient<paths>({
  baseUrl: process.env.WAYBILL_URL, // such as http://127.0.0.1:8080
  headers: { Authorization: `Bearer ${process.env.WAYBILL_KEY}` },
});

/** Returns the body of a response, or throws the body of an error. */
function expect<T>(what: string, result: { data?: T; error?: unknown; response: Response }): T {
  if (result.data === undefined) {
    throw new Error(`${what}: ${result.response.status} ${JSON.stringify(result.error)}`);
  }
  return result.data;
}

const created = expect("create", await api.POST("/api/order/orders/", {
  // Keep the key until there is a response, and send it again with a repetition.
  params: { header: { "Idempotency-Key": randomUUID() } },
  body: {
    blocking: true,
    orders: [{
      service_id: 1, shipper_order_id: "TS-1", payment_type: "prepaid",
      order_length: 12, order_width: "12.5", order_height: 3, order_weight: 0.125,
      consignee_name: "Susan", consignee_number: "+6281234567891", consignee_country: "Indonesia",
      consignee_address: "Jl. Berangin 5, Tanjung Gading", consignee_postal: 12420,
      pickup_contact_name: "Jackson", pickup_contact_number: "+6591234567", pickup_city: null,
      pickup_country: "Singapore", pickup_address: "Jurong West Ave 1",
      items: [{ item_desc: "Blue T-Shirt", item_quantity: 3, item_price_value: 23.55, item_price_currency: "IDR" }],
    }],
  },
}));
if (!("orders" in created)) {
  throw new Error("create: a response without labels");
}
const order = created.orders[0]!;
if ("errors" in order) { // only a request with accept_valid gets these
  throw new Error("create: " + JSON.stringify(order.errors));
}
const trackingNo = order.tracking_no;
console.log("created", trackingNo, "with the label", order.order_label_url);

const page = expect("view", await api.GET("/api/order/order/", {
  params: { query: { tracking_no: [trackingNo], with_items: true } },
}));
for (const record of page.results) {
  console.log("viewed", record.tracking_no, "of", record.order_weight, "kg with", record.items![0]!.item_desc);
}

// The order supplies what the return leaves out.
const returned = expect("return", await api.POST("/api/order/return-orders/", {
  body: { orders: [{ service_type: "PICKUP", forward_tracking_no: trackingNo, consignee_email: "returns@shop.example" }] },
}));
for (const number of returned.tracking_nos) {
  console.log("returned", number.forward_tracking_no, "by", number.return_tracking_no);
}

const updates = expect("track", await api.POST("/api/tracker/query-by-tracking-nos/", { body: { tracking_nos: [trackingNo] } }));
if (!Array.isArray(updates)) {
  for (const update of updates[trackingNo]!) {
    console.log("tracked", trackingNo, update.status);
  }
}

const cancelled = expect("cancel", await api.POST("/api/order/cancel/", { body: { tracking_nos: [trackingNo] } }));
console.log("cancel", cancelled.orders[0]!.tracking_no, cancelled.orders[0]!.result);
