// Makes the calls of the standard input, and prints what is wrong with one. See TestLongMethodsOfTypeScript.

import { readFileSync } from "node:fs";

const { Client } = await import(process.env.WAYBILL_SDK);
const client = new Client(process.env.WAYBILL_URL + "/api", "key", { maxRetries: 0 });
for (const call of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    const group = call.group ? client[call.group] : client;
    const values = [
      ...call.path, ...(call.whole === null ? [] : [call.whole]), ...(call.file ? [new TextEncoder().encode(call.file)] : []),
      ...(call.hasFields ? [call.fields] : []), ...(call.hasQuery ? [call.query] : []),
    ];
    const result = group[call.method](...values);
    if (Symbol.asyncIterator in result) {
      for await (const _ of result);
    }
    await result;
  } catch (error) {
    console.log(`${call.operation}: ${error}`);
  }
}
