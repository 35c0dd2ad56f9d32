// Makes the calls of standard input through the SDK, several at once, and prints their results. TestLongRepetition runs it.

import { readFileSync } from "node:fs";
import { Client, ConnectionFailed, ResponseError } from "../src/index.js";

interface Call {
  id: string;
  method: string;
  path: string;
  body?: unknown;
  if_match?: string;
}

async function make(call: Call) {
  const client = new Client(`${process.env["WAYBILL_URL"]}/${call.id}/api`, process.env["WAYBILL_KEY"]!);
  try {
    const options = { ...(call.body !== undefined && { body: call.body }), ...(call.if_match && { ifMatch: call.if_match }) };
    const response = await client.call(call.method, call.path, options);
    return { id: call.id, status: 200, body: Buffer.from(response.body).toString("base64"), key: response.idempotencyKey ?? "" };
  } catch (error) {
    if (!(error instanceof ResponseError || error instanceof ConnectionFailed)) {
      throw error;
    }
    const status = error instanceof ResponseError ? error.status : 0;
    return { id: call.id, status, key: error.idempotencyKey ?? "", error: `${error.name}: ${error.message}` };
  }
}

const calls = JSON.parse(readFileSync(0, "utf8")) as Call[];
const results: unknown[] = [];
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (let call = calls.shift(); call !== undefined; call = calls.shift()) {
      results.push(await make(call));
    }
  }),
);
console.log(JSON.stringify(results));
