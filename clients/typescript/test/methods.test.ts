// Tests of generated methods, codes and wrong arguments, against a real server as in client.test.ts.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { Client, Code, codedProblems, ResponseError, type types, ValidationError, version } from "../src/index.js";

const base = process.env["WAYBILL_URL"] + "/api";
const key = process.env["WAYBILL_KEY"]!;
const client = new Client(base, key);

function order(changes: Partial<types.CreateOrder> = {}): types.CreateOrder {
  return {
    service_id: 1, shipper_order_id: "TS-M", payment_type: "prepaid", order_length: 12, order_width: 12, order_height: 3, order_weight: 0.4,
    consignee_name: "Susan", consignee_number: "+6281234567891", consignee_country: "Indonesia", consignee_address: "Jl. Berangin 5",
    pickup_country: "Singapore", pickup_address: "Jurong West Ave 1",
    items: [{ item_desc: "Shirt", item_quantity: 3, item_price_value: 23.55, item_price_currency: "SGD" }], ...changes,
  };
}

async function caught<T extends Error>(kind: new (...args: never[]) => T, call: () => unknown): Promise<T> {
  const error = await (async () => call())().then(() => null, (e: unknown) => e);
  assert.ok(error instanceof kind, `${error} is no ${kind.name}`);
  return error;
}

/** Keeps the requests, and responds with one response. */
async function recorder(t: TestContext, status = 200, kind = "application/pdf", body = "%PDF-"): Promise<[IncomingMessage[], string]> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    response.writeHead(status, { "Content-Type": kind }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return [seen, `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
}

test("generated methods", async () => {
  const created = await client.createOrders([order()]);
  const number = created.orders[0]!.trackingNo!;
  assert.equal((await client.holdOrders({ tracking_nos: [number], reason: "moves" }))[0]!.result, "held");
  const held: string[] = [];
  for await (const o of client.orders({ held: true, upload_batch_no: created.uploadBatchNo })) held.push(o.tracking_no!);
  assert.deepEqual(held, [number]);
  assert.equal((await client.releaseOrders({ tracking_nos: [number] }))[0]!.result, "released");
  const tried = await client.editOrders({ tracking_nos: [number], changes: { consignee_name: "Ann" }, dry_run: true });
  assert.equal(tried[0]!.result, "changed");
  assert.equal((await client.cancelOrders([number], { dryRun: true }))[0]!.result, "cancelled");
  const note = await client.addNote(number, { text: "Call first" }, { idempotencyKey: "ts-note" });
  assert.deepEqual(await client.addNote(number, { text: "Call first" }, { idempotencyKey: "ts-note" }), note);
  await client.deleteNote(number, note.note_id);
  const replaced = await client.replaceOrder(number, { consignee_name: "Ann" });
  assert.equal((await client.order(replaced.tracking_nos[0]!)).consignee_name, "Ann");
});

test("books", async () => {
  await client.boxes.set("small", { length: 1, width: 2, height: 3 });
  const names: string[] = [];
  for await (const entry of client.boxes.list({ q: "sm" })) names.push(entry.name);
  assert.deepEqual(names, ["small"]);
  const exported = await client.boxes.export();
  await client.boxes.delete("small");
  assert.equal(await client.boxes.import(exported), 1);
  assert.deepEqual((await client.boxes.get("small")).name, "small");
});

test("codes", async () => {
  const number = (await client.createOrders([order()])).orders[0]!.trackingNo!;
  const invalid = await caught(ValidationError, () => client.addNote(number, { text: "" }));
  assert.deepEqual(invalid.problems, [
    { order: null, item: null, field: "text", messages: ["This field may not be blank."], codes: [Code.blank], args: [{}] },
  ]);
  const missing = await caught(ResponseError, () => client.import(99));
  assert.equal(missing.code, Code.notFound);
  assert.ok(missing.type);
  const checked = await client.validateOrders([order(), order({ items: [{ ...order().items[0]!, item_quantity: 0 }] })]);
  const problem = codedProblems(checked[1]!.problems!, 1)[0]!;
  assert.deepEqual([problem.order, problem.item, problem.field], [1, 0, "item_quantity"]);
});

test("problems by place", async (t) => {
  const at = (path: string, code: string, message: string) => ({ path, code, args: {}, message });
  const [, url] = await recorder(t, 400, "application/problem+json", JSON.stringify({
    type: "https://x/docs/errors#bad", code: "bad", args: { n: 3 }, detail: "Bad.", errors: [
      at("/orders/1/items/0/item_quantity", "too_small", "A."), at("/orders/1/items/0/item_quantity", "of_later", "B."),
      at("/orders/1/tax_ids/0/number", "blank", "C."), at("/orders/2", "blank", "D."), at("/metadata/a~1b", "blank", "E."), at("", "blank", "F."),
    ],
  }));
  const error = await caught(ValidationError, () => new Client(url + "/api", key).order("WB1"));
  assert.deepEqual(error.problems.map((p) => [p.order, p.item, p.field, p.messages.join("")]), [
    [1, 0, "item_quantity", "A.B."], [1, null, "tax_ids[0].number", "C."], [2, null, "", "D."], [null, null, "metadata.a/b", "E."],
    [null, null, "", "F."],
  ]);
  assert.deepEqual(error.problems[0]!.codes, ["too_small", "of_later"]);
  assert.deepEqual([error.code, error.args, error.type], ["bad", { n: 3 }, "https://x/docs/errors#bad"]);
});

test("one label", async (t) => {
  const url = (await client.createOrders([order()], { blocking: true })).orders[0]!.labelUrl!;
  const begin = async (form?: Parameters<Client["label"]>[1]) => Buffer.from(await client.label(url, form)).subarray(0, 3).toString("latin1");
  assert.deepEqual([await begin(), await begin({ format: "png", size: "a6", dpi: 300 }), await begin({ format: "zpl" })], ["%PD", "\x89PN", "^XA"]);
  const [seen, other] = await recorder(t);
  await client.label(other + "/labels/x.pdf", { format: "zpl", dpi: 203 });
  assert.equal(seen[0]!.url, "/labels/x.zpl?dpi=203");
  assert.equal(seen[0]!.headers.authorization, undefined);
  assert.equal(seen[0]!.headers["user-agent"], `waybill-typescript/${version}`);
});

test("headers of the caller", async (t) => {
  const [[api, url], [other, address]] = [await recorder(t, 200, "application/json", '{"results":[]}'), await recorder(t)];
  const client = new Client(url + "/api", key, { headers: { "X-Gate": "secret", accept: "text/csv", "user-agent": "shop" } });
  await client.services();
  await client.label(url + "/labels/x.pdf", { format: "png" });
  await client.label(address + "/labels/x.pdf");
  assert.deepEqual(api.map((r) => [r.url, r.headers["x-gate"], r.headers.accept, r.headers["user-agent"]]), [
    ["/api/services/", "secret", "text/csv", "shop"], ["/labels/x.png", "secret", "text/csv", "shop"],
  ]);
  assert.deepEqual([other[0]!.headers["x-gate"], other[0]!.headers.authorization], [undefined, undefined]);
});

test("values as text", async (t) => {
  const [seen, url] = await recorder(t, 200, "application/json", '{"results":[]}');
  const filters = { limit: "50", service_id: 1, with_items: "true", picked_up: 1 } as never;
  for await (const _ of new Client(url + "/api", key).orders(filters)) assert.fail();
  assert.equal(seen[0]!.url, "/api/order/order/?limit=50&service_id=1&with_items=true&picked_up=1&cursor=");
});

test("problems of a proxy", async (t) => {
  for (const errors of [{ name: ["Bad."] }, [{ detail: "Bad." }]]) {
    const [, url] = await recorder(t, 400, "application/problem+json", JSON.stringify({ type: "about:blank", detail: "Bad.", errors }));
    const error = await caught(ResponseError, () => new Client(url + "/api", key).services());
    assert.deepEqual([error.status, error.detail], [400, "Bad."]);
  }
});

test("bundlers for browsers find all modules", async () => {
  const folder = new URL("../src/", import.meta.url);
  for (const name of (await readdir(folder)).filter((file) => file.endsWith(".js"))) {
    const text = await readFile(new URL(name, folder), "utf8");
    assert.doesNotMatch(text, /\b(from |import |import\(|require\()["'](?!\.\/)/, name);
  }
});

test("wrong arguments", async (t) => {
  const [seen, url] = await recorder(t);
  const client = new Client(url + "/api", key);
  const any = (value: unknown) => value as never;
  for (const [said, call] of [
    ['orders must be an array of object, not string "x"', () => client.createOrders(any("x"))],
    ["orders[1] must be object, not number 7", () => client.createOrders(any([{}, 7]))],
    ["orders must be an array of object, not object", () => client.validateOrders(any({}))],
    ['not string "WB1"', () => client.holdOrders(any({ tracking_nos: "WB1", reason: "x" }))],
    ["trackingNos must be an array of string or object", () => client.cancelOrders(any("WB1"))],
    ["reason is missing: it must be", () => client.holdOrders(any({ tracking_nos: ["WB1"] }))],
    ['there is no "reson": the fields are tracking_nos, reason, dry_run', () => client.holdOrders(any({ tracking_nos: [], reson: "x" }))],
    ['there is no "upload_batch"', () => client.orders(any({ upload_batch: "x" }))],
    ['there is no "batch"', () => client.labels(any({ batch: "x" }))],
    ['dpi must be number, not string "high"', () => client.labels(any({ dpi: "high" }))],
    ["labelUrl must be an address of a label", () => client.label("/labels/x.pdf")],
    ['id must be number, not string "x"', () => client.administration.bag(any("x"))],
    ["file must be Uint8Array, not string", () => client.goods.import(any("a,b"))],
    ["changes must be object, not array", () => client.editOrder("WB1", any([]))],
    ['trackingNo must not be ""', () => client.order("")],
    ['name must not be ".."', () => client.addresses.delete("..")],
    ['with_items must be boolean, not string "maybe"', () => client.orders(any({ with_items: "maybe" }))],
    ["must be object, not string", () => client.holdOrders(any("WB1"))],
  ] as [string, () => unknown][]) {
    const error = await caught(TypeError, call);
    assert.ok(error.message.includes(said), `${error.message}: want ${said}`);
  }
  assert.equal(seen.length, 0);
});
