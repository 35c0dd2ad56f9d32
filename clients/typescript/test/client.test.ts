// Tests against a real server: WAYBILL_URL is its address in development, WAYBILL_KEY a key. TestLongTypeScriptSDK runs them.

import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  Client, ConflictError, ConnectionFailed, InvalidSignature, KeyReusedError, PreconditionError, ResponseError, StillRunningError, ThrottledError,
  type types, ValidationError, verifyWebhook,
} from "../src/index.js";

const base = process.env["WAYBILL_URL"] + "/api";
const key = process.env["WAYBILL_KEY"]!;
const client = new Client(base, key);

function order(changes: Partial<types.CreateOrder> = {}): types.CreateOrder {
  return {
    service_id: 1, shipper_order_id: "TS-1", payment_type: "prepaid",
    order_length: 12, order_width: "12.5", order_height: 3, order_weight: 0.125,
    consignee_name: "Susan", consignee_number: "+6281234567891", consignee_country: "Indonesia",
    consignee_address: "Jl. Berangin 5, Tanjung Gading", consignee_postal: "12420",
    pickup_country: "Singapore", pickup_address: "Jurong West Ave 1", pickup_contact_name: "Jackson",
    pickup_contact_number: "+6591234567",
    items: [{ item_desc: "Shirt", item_quantity: 3, item_price_value: 23.55, item_price_currency: "SGD" }],
    ...changes,
  };
}

async function caught<T extends Error>(kind: new (...args: never[]) => T, call: Promise<unknown>): Promise<T> {
  const error = await call.then(() => null, (e: unknown) => e);
  assert.ok(error instanceof kind, `${error} is no ${kind.name}`);
  return error;
}

test("create, with labels in files", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "waybill-"));
  t.after(() => rm(folder, { recursive: true }));
  const created = await client.createOrders([order(), order()], { blocking: true });
  assert.equal(created.replayed, false);
  await client.saveLabel(created.orders[0]!.labelUrl!, join(folder, "label.pdf"));
  assert.equal((await readFile(join(folder, "label.pdf"))).subarray(0, 5).toString(), "%PDF-");
  const counts = await client.saveLabels(join(folder, "all.zpl"), { tracking_no: created.orders.map((o) => o.trackingNo!), format: "zpl" });
  assert.deepEqual(counts, { printed: 2, missing: 0 });
  assert.equal((await readFile(join(folder, "all.zpl"), "latin1")).split("^XA").length - 1, 2);
  assert.deepEqual((await readdir(folder)).sort(), ["all.zpl", "label.pdf"]);
});

test("idempotency", async () => {
  const first = await client.createOrders([order()], { idempotencyKey: "typescript-1" });
  const again = await client.createOrders([order()], { idempotencyKey: "typescript-1" });
  assert.deepEqual(again, { ...first, replayed: true, requestId: again.requestId });
  const error = await caught(ResponseError, client.createOrders([order(), order()], { idempotencyKey: "typescript-1" }));
  assert.equal(error.status, 422);
});

test("failures make no second order", async () => {
  for (const failure of ["503", "429", "409", "lost"]) {
    const failing = new Client(base, key, { headers: { "Waybill-Rehearse": failure } });
    const created = await failing.createOrders([order({ shipper_order_id: `TS-${failure}` })]);
    const stored: (string | null)[] = [];
    for await (const o of client.orders({ shipper_order_id: `TS-${failure}` })) stored.push(o.tracking_no);
    assert.deepEqual(stored, [created.orders[0]!.trackingNo], failure);
  }
});

test("types of errors", async () => {
  const created = await client.createOrders([order()], { idempotencyKey: "ts-types" });
  assert.equal(created.idempotencyKey, "ts-types");
  assert.ok(created.requestId);
  const reused = await caught(KeyReusedError, client.createOrders([order(), order()], { idempotencyKey: "ts-types" }));
  assert.equal(reused.idempotencyKey, "ts-types");
  const number = created.orders[0]!.trackingNo!;
  const viewed = await client.call("GET", `/order/order/${number}/`);
  assert.equal(viewed.json<types.OrderDetail>().tracking_no, number);
  await client.editOrder(number, { consignee_postal: "12430" }, viewed.etag!);
  await caught(PreconditionError, client.editOrder(number, { consignee_postal: "12440" }, viewed.etag!));
  await client.call("POST", `/order/order/${number}/replace/`, { body: {} });
  const conflict = await caught(ConflictError, client.call("POST", `/order/order/${number}/replace/`, { body: {} }));
  assert.ok(!(conflict instanceof StillRunningError) && conflict.idempotencyKey);
  for (const [failure, kind] of [["409", StillRunningError], ["429", ThrottledError], ["lost", ConnectionFailed]] as const) {
    const failing = new Client(base, key, { headers: { "Waybill-Rehearse": failure }, maxRetries: 0 });
    const error = await caught<ResponseError | ConnectionFailed>(kind, failing.call("POST", "/order/orders/", { body: { orders: [order()] } }));
    assert.ok(error.idempotencyKey);
  }
});

test("a key of the caller", async () => {
  const options = { body: { orders: [order()] }, idempotencyKey: "ts-call" };
  const first = await client.call("POST", "/order/orders/", options);
  const again = await client.call("POST", "/order/orders/", options);
  assert.deepEqual([first.replayed, again.replayed, again.body], [false, true, first.body]);
});

test("errors by field", async () => {
  const item = { ...order().items[0]!, item_quantity: 0 };
  const error = await caught(ValidationError, client.createOrders([order(), order({ order_width: "wide", items: [item] })]));
  assert.deepEqual(error.problems.map((p) => [p.order, p.item, p.field]), [[1, null, "order_width"], [1, 0, "item_quantity"]]);
  assert.deepEqual(error.of(1)[0]!.messages, ["A valid number is required."]);
  assert.deepEqual(error.of(0), []);
  assert.ok(error.message.includes("orders[1].items[0].item_quantity: ") && error.message.includes(error.requestId!));
  const empty = await caught(ValidationError, client.createOrders([]));
  assert.deepEqual(empty.problems, [{ order: null, item: null, field: "orders", messages: ["This list may not be empty."] }]);
});

test("accept the valid orders", async () => {
  const created = await client.createOrders([order(), order({ consignee_number: "x" })], { acceptValid: true });
  assert.ok(created.orders[0]!.trackingNo);
  assert.equal(created.orders[1]!.trackingNo, null);
  assert.deepEqual(created.orders[1]!.problems.map((p) => [p.order, p.field]), [[1, "consignee_number"]]);
  const checked = await client.validateOrders([order(), order({ consignee_name: "" })]);
  assert.deepEqual(checked.map((o) => Object.keys(o.errors)), [[], ["consignee_name"]]);
});

test("iterate over a list without pages", async () => {
  const services: types.Service[] = [];
  for await (const service of client.pages<types.Service>("/services/")) services.push(service);
  assert.deepEqual(services, await client.services());
});

test("iterate", async () => {
  const names = Array.from({ length: 60 }, (_, i) => `TS-${i}`);
  const batch = (await client.createOrders(names.map((name) => order({ shipper_order_id: name })))).uploadBatchNo;
  const seen: types.Record[] = [];
  for await (const record of client.orders({ upload_batch_no: batch, with_items: true, date_from: new Date(0) })) {
    seen.push(record);
  }
  assert.deepEqual(seen.map((o) => o.shipper_order_id), names.reverse());
  assert.equal(seen[0]!.items![0]!.item_price_value, 23.55);
  await caught(ValidationError, client.orders({ status_code: "LOST" }).next());
});

test("the rest of a journey", async () => {
  const number = (await client.createOrders([order()])).orders[0]!.trackingNo!;
  const changed = await client.editOrder(number, { consignee_postal: "12430", pickup_notes: null });
  assert.equal(changed.consignee_postal, 12430);
  const returned = await client.createReturns([
    { service_type: "PICKUP", forward_tracking_no: number, consignee_email: "returns@shop.example" },
  ]);
  assert.equal((await client.order(returned.trackingNos[0]!)).forward_tracking_no, number);
  assert.equal((await client.track([number]))[number]![0]!.status, "ORDER_CREATED");
  const others = Array.from({ length: 200 }, (_, i) => `WB${String(i).padStart(11, "0")}ID`);
  const results = await client.cancelOrders([number, ...others]);
  assert.deepEqual([results[0]!.result, results[200]!.result, results.length], ["cancelled", "not_found", 201]);
  assert.equal((await client.services())[0]!.service_id, 1);
});

test("refusals", async () => {
  const wrong = await caught(ResponseError, new Client(base, "wb_test_wrong").order("WB00000000000ID"));
  assert.deepEqual([wrong.status, wrong.detail], [401, "Invalid secret key."]);
  assert.equal((await caught(ResponseError, client.order("no/such number"))).status, 404);
  for (const [url, secret] of [[process.env["WAYBILL_URL"]!, key], [base, "a\n"], ["ftp://x/api", key]] as const) {
    assert.throws(() => new Client(url, secret), TypeError);
  }
  await caught(ConnectionFailed, new Client("http://127.0.0.1:9/api", key, { maxRetries: 1 }).services());
});

test("webhooks", async (t) => {
  let arrive: (r: { headers: IncomingHttpHeaders; body: Buffer }) => void;
  const arrived = new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve) => (arrive = resolve));
  const shop = createServer(async (request, response) => {
    arrive({ headers: request.headers, body: Buffer.concat(await request.toArray()) });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const endpoint = await client.createEndpoint({ url, events: ["order.label_ready"] });
  t.after(async () => {
    await client.request("DELETE", `/webhooks/endpoints/${endpoint.id}/`);
    shop.close();
  });
  const secret = endpoint.secret!; // a repetition by another call has none
  const number = (await client.createOrders([order()])).orders[0]!.trackingNo;
  const { headers, body } = await arrived;
  const event = await verifyWebhook(headers, body, "whsec_b2xk", secret);
  assert.ok(event.type === "order.label_ready" && event.data.tracking_no === number);
  const kept: types.Event[] = [];
  for await (const e of client.events()) {
    kept.push(e);
  }
  assert.ok(kept.some((e) => e.data.id === event.data.id));
  await caught(InvalidSignature, verifyWebhook(headers, body, "whsec_b2xk"));
  await caught(InvalidSignature, verifyWebhook({ ...headers, "webhook-timestamp": "1" }, body, secret));
  await caught(InvalidSignature, verifyWebhook({ ...headers, "webhook-id": "x" }, body, secret));
  await caught(InvalidSignature, verifyWebhook(headers, body + " ", secret));
  await caught(TypeError, verifyWebhook(headers, body, "whsec_!"));
});
