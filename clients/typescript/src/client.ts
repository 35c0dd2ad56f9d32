import { ConnectionFailed, isObject, type Problem, readProblems, ResponseError, ValidationError } from "./errors.js";
import type * as types from "./types.js";

// The delays between attempts double from the first to the longest. Those of six repetitions add up to 30.5 s, so that a create
// whose connection broke outlasts the 25 s for which the server may respond to its repetition with 409.
const firstDelay = 500;
const longestDelay = 15_000;
const longestRetryAfter = 60; // seconds
const maxCancelled = 200;

export interface ClientOptions {
  /** Milliseconds of one attempt, 60,000 by default. A blocking create may take 25,000. */
  timeout?: number;
  /** How often a request is repeated, 6 by default, if that is safe. */
  maxRetries?: number;
  /** Sent with every request. */
  headers?: { [name: string]: string };
  /** Instead of the global fetch. */
  fetch?: typeof fetch;
}

export interface CreateOptions {
  /** Wait for the labels. */
  blocking?: boolean;
  /** Store the valid orders although others are invalid. */
  acceptValid?: boolean;
  /** Makes the create safe to repeat for 24 hours, also by another process. By default a random one protects the call's own repetitions. */
  idempotencyKey?: string;
}

/** The result for one order of a batch. */
export interface CreatedOrder {
  /** Null: the order was not stored, see problems. */
  trackingNo: string | null;
  /** Null: there is no label yet, or the create was not blocking. */
  labelUrl: string | null;
  /** Why a blocking create has no label; else "". */
  message: string;
  /** Of an order that acceptValid left out. */
  problems: Problem[];
}

export interface CreateResult {
  uploadBatchNo: string;
  /** In the submitted order. */
  orders: CreatedOrder[];
  /** The batch was created by an earlier request with the same idempotency key. */
  replayed: boolean;
}

export interface ReturnResult {
  uploadBatchNo: string;
  /** Of the returns, in the submitted order. */
  trackingNos: string[];
  replayed: boolean;
}

/** Parameters of a list, such as upload_batch_no, shipper_order_id, date_from, status_code or with_items. */
export interface Filters {
  [name: string]: string | number | boolean | Date | readonly string[] | undefined;
}

/** The orders to print: upload_batch_no, or tracking_no, a list. */
export interface LabelQuery extends Filters {
  document?: "label" | "cn22" | "cn23" | "invoice" | "proforma";
  format?: "pdf" | "zpl";
  size?: "100x150" | "a6" | "4x6" | "a4";
  dpi?: 203 | 300 | 600;
}

export interface LabelFile {
  content: Uint8Array;
  /** Orders whose label is in the file. */
  printed: number;
  /** Requested orders whose label is not. */
  missing: number;
}

export interface RequestOptions {
  query?: Filters;
  body?: unknown;
  headers?: { [name: string]: string };
  idempotencyKey?: string;
  /**
   * Whether another request with the same effect may follow one whose outcome is not known. By default that is so for all but a
   * POST without an idempotency key.
   */
  repeat?: boolean;
}

/** Calls one Waybill server with one secret key. */
export class Client {
  readonly #base: string;
  readonly #key: string;
  readonly #options: ClientOptions;

  /** baseUrl is https://HOST/api. */
  constructor(baseUrl: string, key: string, options: ClientOptions = {}) {
    const url = new URL(baseUrl);
    if (!/^https?:$/.test(url.protocol) || !/\/api\/*$/.test(url.pathname) || url.search || url.username) {
      throw new TypeError(`the base URL ${baseUrl} must have the form https://HOST/api`);
    }
    if (!/^[!-~]+$/.test(key)) {
      throw new TypeError("the secret key is empty, or has a character that keys never have");
    }
    this.#base = baseUrl.replace(/\/+$/, "");
    this.#key = key;
    this.#options = options;
  }

  /**
   * Creates 1 to 1000 orders, all or none unless acceptValid. A missing label is no error: see CreatedOrder.message. After a
   * ConnectionFailed the orders may exist: the same call with the same idempotencyKey finds out, and creates nothing twice. Throws
   * ValidationError if an order is invalid.
   */
  async createOrders(orders: types.CreateOrder[], options: CreateOptions = {}): Promise<CreateResult> {
    const body = { blocking: options.blocking ?? false, ...(options.acceptValid && { accept_valid: true }), orders };
    const response = await this.#send("POST", "/order/orders/", { body, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() });
    const data = (await response.json()) as {
      upload_batch_no: string;
      tracking_nos?: string[];
      orders?: { tracking_no?: string; order_label_url?: string | null; message?: string; errors?: unknown }[];
    };
    const results = data.orders ?? data.tracking_nos!.map((tracking_no) => ({ tracking_no }));
    return {
      uploadBatchNo: data.upload_batch_no,
      replayed: response.headers.get("Idempotency-Replayed") === "true",
      orders: results.map((o: NonNullable<typeof data.orders>[number], i) => ({
        trackingNo: o.tracking_no ?? null, labelUrl: o.order_label_url ?? null, message: o.message ?? "", problems: readProblems(o.errors, i),
      })),
    };
  }

  /** Checks orders as createOrders would, and stores nothing. */
  async validateOrders(orders: types.CreateOrder[]): Promise<types.CheckedOrder[]> {
    return (await this.request<types.ValidateResponse>("POST", "/order/validate/", { body: { orders }, repeat: true })).orders;
  }

  /** Creates 1 to 1000 returns. A forward_tracking_no fills the fields that a return leaves out. */
  async createReturns(orders: types.ReturnOrder[], idempotencyKey: string = crypto.randomUUID()): Promise<ReturnResult> {
    const response = await this.#send("POST", "/order/return-orders/", { body: { orders }, idempotencyKey });
    const data = (await response.json()) as types.ReturnResponse;
    return {
      uploadBatchNo: data.upload_batch_no,
      trackingNos: data.tracking_nos.map((n) => n.return_tracking_no),
      replayed: response.headers.get("Idempotency-Replayed") === "true",
    };
  }

  /** Yields all orders of the filters, the newest first, and fetches pages as the loop proceeds. */
  orders(filters: Filters = {}): AsyncGenerator<types.Record> {
    return this.pages<types.Record>("/order/order/", filters);
  }

  /** Returns an order with its items, its history and the addresses of its documents. */
  order(trackingNo: string): Promise<types.OrderDetail> {
    return this.request("GET", `/order/order/${encodeURIComponent(trackingNo)}/`);
  }

  /** Changes the fields that are sent. Null removes a value. */
  editOrder(trackingNo: string, changes: Partial<types.CreateOrder>, ifMatch?: string): Promise<types.OrderDetail> {
    const headers: { [name: string]: string } = ifMatch ? { "If-Match": ifMatch } : {};
    return this.request("PATCH", `/order/order/${encodeURIComponent(trackingNo)}/`, { body: changes, headers });
  }

  /** Cancels any number of orders, 200 in each request. */
  async cancelOrders(trackingNos: string[]): Promise<types.CancelResponse["orders"]> {
    const results: types.CancelResponse["orders"] = [];
    for (let i = 0; i < trackingNos.length; i += maxCancelled) {
      const body = { tracking_nos: trackingNos.slice(i, i + maxCancelled) };
      results.push(...(await this.request<types.CancelResponse>("POST", "/order/cancel/", { body, repeat: true })).orders);
    }
    return results;
  }

  /** Returns the updates of at most 1000 parcels by number, the newest first. */
  track(trackingNos: string[]): Promise<types.UpdatesByNumber> {
    return this.request("POST", "/tracker/query-by-tracking-nos/", { body: { tracking_nos: trackingNos }, repeat: true });
  }

  /** Returns the services that orders may name. */
  async services(): Promise<types.Service[]> {
    return (await this.request<types.ServiceList>("GET", "/services/")).results;
  }

  /** Returns the label of an order. The ending of the URL may be changed to .png or .zpl. */
  async label(labelUrl: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#send("GET", labelUrl)).arrayBuffer());
  }

  /** Returns the labels of many orders as one file. Throws ResponseError with status 404 if no label is ready. */
  async labels(query: LabelQuery): Promise<LabelFile> {
    const response = await this.#send("GET", "/order/labels/", { query });
    const count = (name: string) => Number(response.headers.get(name));
    const content = new Uint8Array(await response.arrayBuffer());
    return { content, printed: count("Waybill-Labels-Printed"), missing: count("Waybill-Labels-Missing") };
  }

  /** Writes the label of an order to a file, as a whole or not at all. For Node, Deno and Bun. */
  async saveLabel(labelUrl: string, path: string): Promise<void> {
    await write(path, await this.label(labelUrl));
  }

  /** Writes the labels of many orders into one file. For Node, Deno and Bun. */
  async saveLabels(path: string, query: LabelQuery): Promise<Omit<LabelFile, "content">> {
    const { content, ...counts } = await this.labels(query);
    await write(path, content);
    return counts;
  }

  /** Creates an endpoint for webhooks. Only this response has its secret. */
  createEndpoint(endpoint: types.EndpointRequest): Promise<types.NewEndpoint> {
    return this.request("POST", "/webhooks/endpoints/", { body: endpoint });
  }

  /** Yields the events of the last 30 days that an endpoint subscribes to, the oldest first: date_from, date_to. */
  events(query: Filters = {}): AsyncGenerator<types.Event> {
    return this.pages<types.Event>("/webhooks/events/", query);
  }

  /** Yields the results of all pages of a list. */
  async *pages<T>(path: string, query: Filters = {}): AsyncGenerator<T> {
    // Orders have cursors only if one is sent, and short lists take none.
    let cursor = query["cursor"] ?? (/^\/?order\/order\/?$/.test(path) ? "" : undefined);
    do {
      const page: { next_cursor?: string | null; results: T[] } = await this.request("GET", path, { query: { ...query, cursor } });
      yield* page.results;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** Calls any operation, by its path below /api, and returns the decoded JSON; undefined if there is none. */
  async request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
    const text = await (await this.#send(method, path, options)).text();
    return (text ? JSON.parse(text) : undefined) as T;
  }

  async #send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const repeat = options.repeat ?? (method !== "POST" || options.idempotencyKey !== undefined);
    const headers = new Headers({ ...this.#options.headers, ...options.headers });
    const isAddress = /^https?:/.test(path); // of a label, which needs no key
    const url = new URL(isAddress ? path : this.#base + path);
    if (!isAddress) {
      headers.set("Authorization", `Bearer ${this.#key}`);
    }
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value !== undefined) {
        url.searchParams.set(name, value instanceof Date ? value.toISOString() : String(value));
      }
    }
    const body = options.body === undefined ? undefined : JSON.stringify(options.body);
    if (body !== undefined) {
      headers.set("Content-Type", "application/json");
    }
    if (options.idempotencyKey) {
      headers.set("Idempotency-Key", options.idempotencyKey);
    }
    const maxRetries = this.#options.maxRetries ?? 6;
    for (let attempt = 0; ; attempt++) {
      let delay = 0;
      try {
        return await this.#attempt(url, { method, headers, ...(body !== undefined && { body }), redirect: "manual" });
      } catch (error) {
        if (attempt >= maxRetries || !isRepeatable(error, repeat)) {
          throw error;
        }
        delay = error instanceof ResponseError ? error.retryAfter * 1000 : 0;
      }
      const backoff = Math.min(firstDelay * 2 ** attempt, longestDelay) * (1 + Math.random() / 2);
      await new Promise((resolve) => setTimeout(resolve, Math.max(delay, backoff)));
    }
  }

  /** Sends a request once. The response is read to its end, so that one that is cut off is repeated, too. */
  async #attempt(url: URL, init: RequestInit): Promise<Response> {
    let response: Response;
    let content: ArrayBuffer;
    try {
      response = await (this.#options.fetch ?? fetch)(url, { ...init, signal: AbortSignal.timeout(this.#options.timeout ?? 60_000) });
      content = await response.arrayBuffer();
    } catch (cause) {
      throw new ConnectionFailed(cause instanceof Error ? `${cause.message} ${cause.cause ?? ""}`.trim() : String(cause), { cause });
    }
    if (!response.ok) {
      throw responseError(response, new TextDecoder().decode(content));
    }
    return new Response(response.status === 204 ? null : content, response);
  }
}

function isRepeatable(error: unknown, repeat: boolean): boolean {
  if (!(error instanceof ResponseError)) {
    return error instanceof ConnectionFailed && repeat;
  }
  if (error.retryAfter > longestRetryAfter) {
    return false;
  }
  // A 409 without Retry-After is a decision, such as that a parcel was picked up.
  const again = [502, 503, 504].includes(error.status) || (error.status === 409 && error.retryAfter > 0);
  return error.status === 429 || (repeat && again);
}

function responseError(response: Response, text: string): ResponseError {
  const requestId = response.headers.get("X-Request-ID");
  let body: unknown = text; // a proxy's page
  try {
    body = JSON.parse(text);
  } catch {}
  const problems = response.status === 400 ? readProblems(body) : [];
  if (problems.length > 0) {
    return new ValidationError(problems, requestId, body);
  }
  const detail = isObject(body) && typeof body["detail"] === "string" ? body["detail"] : "";
  return new ResponseError(response.status, detail, requestId, retryAfter(response.headers.get("Retry-After")), body);
}

function retryAfter(value: string | null): number {
  const seconds = value === null ? 0 : /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

async function write(path: string, content: Uint8Array): Promise<void> {
  const { rename, rm, writeFile } = await import("node:fs/promises");
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
