import {
  ConflictError, ConnectionFailed, isObject, KeyReusedError, PreconditionError, type Problem, readProblems, ResponseError, StillRunningError,
  ThrottledError, ValidationError, WaybillError, codedProblems,
} from "./errors.js";
import { argument, type CallOptions, fields, parameters, type Scalar, step } from "./arguments.js";
import { Administration, Book, Methods, wantedParameters } from "./methods_gen.js";
import { operations, type Repetition } from "./repeat_gen.js";
import type * as types from "./types.js";
import { version } from "./version_gen.js";

// The delays between attempts double from the first to the longest. Those of six repetitions add up to 30.5 s, so that a create
// whose connection broke outlasts the 25 s for which the server may respond to its repetition with 409.
const firstDelay = 500;
const longestDelay = 15_000;
const longestRetryAfter = 60; // seconds
/** No further attempt begins after so many milliseconds. */
const longestCall = 180_000;
/**
 * The seconds that the server asks to wait in conflicts that are no matter of the idempotency key. While the first request with a key
 * runs, it asks for less.
 */
const conflictRetryAfter = 60;
const maxCancelled = 200;
const accepted = "application/json, application/problem+json, */*;q=0.5";
const inBrowser = ["document", "WorkerGlobalScope"].some((name) => name in globalThis); // it has its own User-Agent, and asks before another
const agent: { [name: string]: string } = inBrowser ? {} : { "User-Agent": `waybill-typescript/${version}` };
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export interface ClientOptions {
  /** Milliseconds of one attempt, 60,000 by default. A blocking create may take 25,000. */
  timeout?: number;
  /** How often a request is repeated, 6 by default, if that is safe. */
  maxRetries?: number;
  /** Sent with every request to the server of baseUrl. */
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
  /** Identifies the request in the server's log. */
  requestId: string | null;
  /** With which the request was sent. */
  idempotencyKey: string | null;
}

export interface ReturnResult {
  uploadBatchNo: string;
  /** Of the returns, in the submitted order. */
  trackingNos: string[];
  replayed: boolean;
  requestId: string | null;
  idempotencyKey: string | null;
}

/** A response in 2xx. */
export interface CallResult {
  body: Uint8Array;
  headers: Headers;
  /** Identifies the request in the server's log. */
  requestId: string | null;
  /** Of an order or a document; for the ifMatch of an edit. */
  etag: string | null;
  /** With which the request was sent, also a random one. */
  idempotencyKey: string | null;
  /** An earlier request with the key was carried out: this is its response. */
  replayed: boolean;
  /** Returns the decoded JSON, undefined if there is none. */
  json<T = unknown>(): T;
}

/** Parameters of a list. */
export interface Filters {
  [name: string]: Scalar | readonly string[] | Readonly<Record<string, string>> | undefined;
}

/** The form of one label. By default the format is that in which its address ends. */
export interface LabelForm {
  format?: "pdf" | "png" | "zpl";
  size?: "100x150" | "a6" | "4x6" | "a4";
  /** Of PNG and ZPL. */
  dpi?: 203 | 300 | 600;
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
  /** JSON, or the bytes of a file: CSV or XLSX. */
  body?: unknown;
  headers?: { [name: string]: string };
  /** A random one by default, if the operation takes one. */
  idempotencyKey?: string;
  /** The ETag that the order must have. */
  ifMatch?: string;
  /**
   * Whether another request may follow one whose outcome is not known. By default the OpenAPI document says so of the operation
   * (x-repeat): one that writes is repeated with its idempotency key.
   */
  repeat?: boolean;
}

/** Calls one Waybill server with one secret key. */
export class Client extends Methods {
  /** What an operator decides about. */
  readonly administration = new Administration((...call) => this.send(...call));
  /** Consignees and pickup contacts, goods, sizes of packages, and orders that are not complete. */
  readonly addresses = new Book((...call) => this.send(...call), "addresses");
  readonly goods = new Book((...call) => this.send(...call), "goods");
  readonly boxes = new Book((...call) => this.send(...call), "boxes");
  readonly drafts = new Book((...call) => this.send(...call), "drafts");
  readonly #base: string;
  readonly #key: string;
  readonly #options: ClientOptions;

  /** baseUrl is https://HOST/api. */
  constructor(baseUrl: string, key: string, options: ClientOptions = {}) {
    super();
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
    argument("orders", orders, "array of object");
    fields(options, { blocking: "boolean | null", acceptValid: "boolean | null", idempotencyKey: "string | null" });
    const body = { blocking: options.blocking ?? false, ...(options.acceptValid && { accept_valid: true }), orders };
    const response = await this.send("POST", "/order/orders/", { body, ...(options.idempotencyKey && { idempotencyKey: options.idempotencyKey }) });
    const data = response.json<{
      upload_batch_no: string;
      tracking_nos?: string[];
      orders?: { tracking_no?: string; order_label_url?: string | null; message?: string; errors?: unknown }[];
    }>();
    const results = data.orders ?? data.tracking_nos!.map((tracking_no) => ({ tracking_no }));
    return {
      uploadBatchNo: data.upload_batch_no,
      replayed: response.replayed,
      requestId: response.requestId,
      idempotencyKey: response.idempotencyKey,
      orders: results.map((o: NonNullable<typeof data.orders>[number], i) => ({
        trackingNo: o.tracking_no ?? null, labelUrl: o.order_label_url ?? null, message: o.message ?? "", problems: readProblems(o.errors, i),
      })),
    };
  }

  /** Checks orders as createOrders would, and stores nothing. Each result has errors, the same as problems with codes, and warnings. */
  async validateOrders(orders: types.CreateOrder[]): Promise<types.CheckedOrder[]> {
    argument("orders", orders, "array of object");
    return (await this.request<types.ValidateResponse>("POST", "/order/validate/", { body: { orders } })).orders;
  }

  /** Creates 1 to 1000 returns. A forward_tracking_no fills the fields that a return leaves out. */
  async createReturns(orders: types.ReturnOrder[], idempotencyKey?: string): Promise<ReturnResult> {
    argument("orders", orders, "array of object");
    const response = await this.send("POST", "/order/return-orders/", { body: { orders }, ...(idempotencyKey && { idempotencyKey }) });
    const data = response.json<types.ReturnResponse>();
    return {
      uploadBatchNo: data.upload_batch_no,
      trackingNos: data.tracking_nos.map((n) => n.return_tracking_no),
      replayed: response.replayed,
      requestId: response.requestId,
      idempotencyKey: response.idempotencyKey,
    };
  }

  /**
   * Changes the fields that are sent. Null removes a value. ifMatch is the ETag of the order as it was read: call("GET", …).etag. Throws
   * PreconditionError if another one changed it since. A change that this call itself made, before its response was lost, is its success.
   */
  async editOrder(trackingNo: string, changes: Partial<types.CreateOrder>, ifMatch?: string): Promise<types.OrderDetail> {
    const body = argument("changes", changes, "object");
    return this.request("PATCH", `/order/order/${step("trackingNo", trackingNo, "string")}/`, { body, ...(ifMatch && { ifMatch }) });
  }

  /** Cancels any number of orders, 200 in each request. With dryRun nothing is changed. */
  async cancelOrders(trackingNos: string[], options: { dryRun?: boolean } = {}): Promise<types.CancelResponse["orders"]> {
    argument("trackingNos", trackingNos, "array of string/object");
    fields(options, { dryRun: "boolean" });
    const results: types.CancelResponse["orders"] = [];
    for (let i = 0; i < trackingNos.length; i += maxCancelled) {
      const body = { tracking_nos: trackingNos.slice(i, i + maxCancelled), ...(options.dryRun && { dry_run: true }) };
      results.push(...(await this.request<types.CancelResponse>("POST", "/order/cancel/", { body })).orders);
    }
    return results;
  }

  /** Returns the updates of at most 1000 parcels by number, the newest first; with related also those of orders with the same reference. */
  async track(trackingNos: string[], options: { related?: boolean } = {}): Promise<types.UpdatesByNumber> {
    argument("trackingNos", trackingNos, "array of string/object");
    fields(options, { related: "boolean" });
    const body = { tracking_nos: trackingNos, get_related_updates: options.related ?? false };
    return this.request("POST", "/tracker/query-by-tracking-nos/", { body });
  }

  /** Returns the services that orders may name. */
  async services(): Promise<types.Service[]> {
    return (await this.request<types.ServiceList>("GET", "/services/")).results;
  }

  /**
   * Returns one label, or another document, by its address: the order_label_url of an order. The address needs no key, and the key is not
   * sent to it, nor are the headers of the client to another server.
   */
  async label(labelUrl: string, form: LabelForm = {}): Promise<Uint8Array> {
    if (!/^https?:\/\/[^/]/.test(argument("labelUrl", labelUrl, "string"))) {
      throw new TypeError(`labelUrl must be an address of a label, https://…, not ${JSON.stringify(labelUrl)}`);
    }
    const { format, ...query } = fields(form, { format: "string", size: "string", dpi: "number" });
    const url = new URL(labelUrl);
    if (format) {
      url.pathname = url.pathname.replace(/(\.\w+)?$/, `.${format}`);
    }
    return (await this.send("GET", url.href, { query })).body;
  }

  /** Returns the labels of many orders as one file. Throws ResponseError with status 404 if no label is ready. */
  async labels(query: LabelQuery): Promise<LabelFile> {
    const response = await this.send("GET", "/order/labels/", { query: parameters(query, wantedParameters.printLabels) });
    const count = (name: string) => Number(response.headers.get(name));
    return { content: response.body, printed: count("Waybill-Labels-Printed"), missing: count("Waybill-Labels-Missing") };
  }

  /** Writes the label of an order to a file, as a whole or not at all. For Node, Deno and Bun. */
  async saveLabel(labelUrl: string, path: string, form?: LabelForm): Promise<void> {
    await write(path, await this.label(labelUrl, form));
  }

  /** Writes the labels of many orders into one file. For Node, Deno and Bun. */
  async saveLabels(path: string, query: LabelQuery): Promise<Omit<LabelFile, "content">> {
    const { content, ...counts } = await this.labels(query);
    await write(path, content);
    return counts;
  }

  /** Returns the customs data of an order by the address of its document of the kind customs, which needs no key. */
  async customsData(url: string): Promise<types.Customs> {
    return JSON.parse(new TextDecoder().decode(await this.label(url))) as types.Customs;
  }

  /** Creates an endpoint for webhooks. Only this response has its secret. */
  async createEndpoint(endpoint: types.EndpointRequest, options?: CallOptions): Promise<types.NewEndpoint> {
    return this.request("POST", "/webhooks/endpoints/", { ...options, body: argument("endpoint", endpoint, "object") });
  }

  /** Yields the results of all pages of a list. */
  pages<T>(path: string, query: Filters = {}): AsyncGenerator<T> {
    return this.pagesOf<T>(path, query);
  }

  /** Calls any operation, by its path below /api, and returns the decoded JSON; undefined if there is none. */
  async request<T>(method: string, path: string, options: RequestOptions = {}): Promise<T> {
    return (await this.send(method, path, options)).json<T>();
  }

  /** Calls any operation as request does, and returns the response with its request id, its ETag and the idempotency key. */
  call(method: string, path: string, options: RequestOptions = {}): Promise<CallResult> {
    return this.send(method, path, options);
  }

  protected override async send(method: string, path: string, options: RequestOptions = {}): Promise<CallResult> {
    const repetition = options.repeat === undefined ? repetitionOf(method, path) : options.repeat ? "always" : "never";
    const key = options.idempotencyKey || (repetition === "key" ? crypto.randomUUID() : null);
    const [url, init] = this.#request(method, path, options, key);
    const maxRetries = this.#options.maxRetries ?? 6;
    const start = Date.now();
    let lost = false; // an attempt before this one may have been carried out
    for (let attempt = 0; ; attempt++) {
      let delay = 0;
      try {
        return await this.#attempt(url, init, key);
      } catch (error) {
        const success = lost && (await this.#ownSuccess(method, path, options.body, repetition, error));
        if (success) {
          return success;
        }
        const asked = error instanceof ResponseError ? error.retryAfter : 0;
        const backoff = Math.min(firstDelay * 2 ** attempt, longestDelay) * (1 + Math.random() / 2);
        delay = Math.max(asked * 1000, backoff);
        const tooLate = asked > longestRetryAfter || Date.now() - start + delay > longestCall;
        if (attempt >= maxRetries || tooLate || !isRepeatable(error, repetition)) {
          throw error;
        }
        lost ||= isLost(error);
      }
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }

  #request(method: string, path: string, options: RequestOptions, key: string | null): [URL, RequestInit] {
    const isAddress = /^https?:/i.test(path); // of a label, which needs no key
    const url = new URL(isAddress ? path : this.#base + path);
    const own = url.origin === new URL(this.#base).origin ? this.#options.headers : {}; // they may be secrets, too
    const headers = new Headers({ Accept: accepted, ...agent });
    for (const [name, value] of Object.entries({ ...own, ...options.headers })) {
      headers.set(name, value); // in any case of letters
    }
    if (!isAddress) {
      headers.set("Authorization", `Bearer ${this.#key}`);
    }
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (typeof value === "object" && value !== null && !(value instanceof Date) && !Array.isArray(value)) {
        for (const [key, text] of Object.entries(value)) {
          url.searchParams.set(`${name}[${key}]`, String(text));
        }
      } else if (value !== undefined) {
        url.searchParams.set(name, value instanceof Date ? value.toISOString() : String(value));
      }
    }
    const file = options.body instanceof Uint8Array ? options.body : null;
    const body = file ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    if (body !== undefined) {
      const ofFile = file && [0x50, 0x4b, 3, 4].every((byte, i) => file[i] === byte) ? xlsx : "text/csv";
      headers.set("Content-Type", file ? ofFile : "application/json");
    }
    if (key) {
      headers.set("Idempotency-Key", key);
    }
    if (options.ifMatch) {
      headers.set("If-Match", options.ifMatch);
    }
    return [url, { method, headers, ...(body !== undefined && { body: body as BodyInit }), redirect: "manual" }];
  }

  /**
   * Returns the success of an attempt whose response was lost, if the error of a later attempt shows it: what was to be deleted is not
   * there, or the order has another version and is as the call asked.
   */
  async #ownSuccess(method: string, path: string, changes: unknown, repetition: Repetition, error: unknown): Promise<CallResult | undefined> {
    if (method === "DELETE" && error instanceof ResponseError && error.status === 404) {
      return result(new Uint8Array(), new Headers(), null);
    }
    if (repetition !== "etag" || !(error instanceof PreconditionError)) {
      return undefined;
    }
    const number = decodeURIComponent(path.split("/").filter(Boolean).pop()!);
    try {
      const body = { tracking_nos: [number], changes, dry_run: true };
      const tried = await this.request<{ orders: { result: string }[] }>("POST", "/order/edit/", { body });
      return tried.orders[0]?.result === "unchanged" ? await this.send("GET", path) : undefined;
    } catch (failed) {
      if (failed instanceof WaybillError) {
        return undefined; // the 412 says more
      }
      throw failed;
    }
  }

  /** Sends a request once. The response is read to its end, so that one that is cut off is repeated, too. */
  async #attempt(url: URL, init: RequestInit, key: string | null): Promise<CallResult> {
    let response: Response;
    let content: ArrayBuffer;
    try {
      response = await (this.#options.fetch ?? fetch)(url, { ...init, signal: AbortSignal.timeout(this.#options.timeout ?? 60_000) });
      content = await response.arrayBuffer();
    } catch (cause) {
      const message = cause instanceof Error ? `${cause.message} ${cause.cause ?? ""}`.trim() : String(cause);
      throw new ConnectionFailed(message, { cause }, key);
    }
    if (!response.ok) {
      throw responseError(response, new TextDecoder().decode(content), key);
    }
    return result(new Uint8Array(content), response.headers, key);
  }
}

function result(body: Uint8Array, headers: Headers, idempotencyKey: string | null): CallResult {
  return {
    body, headers, idempotencyKey, requestId: headers.get("X-Request-ID"), etag: headers.get("ETag"),
    replayed: headers.get("Idempotency-Replayed") === "true",
    json: <T>() => (body.length > 0 ? JSON.parse(new TextDecoder().decode(body)) : undefined) as T,
  };
}

/** Says how an operation may be repeated. An unknown POST or PATCH is not; other methods are idempotent. */
function repetitionOf(method: string, path: string): Repetition {
  const steps = path.replace(/\?.*/s, "").replace(/^\/+|\/+$/g, "").split("/");
  for (const [known, pattern, repetition] of operations) {
    const parts = pattern.split("/");
    if (known === method && parts.length === steps.length && parts.every((part, i) => part === "{}" || part === steps[i])) {
      return repetition;
    }
  }
  return method === "POST" || method === "PATCH" ? "never" : "always";
}

/** After a 429, and while the first request with the key runs, nothing was done. Any other 409 is a decision. */
function isRepeatable(error: unknown, repetition: Repetition): boolean {
  return error instanceof ThrottledError || error instanceof StillRunningError || (repetition !== "never" && isLost(error));
}

/** Whether it is unknown if the request was carried out. */
function isLost(error: unknown): boolean {
  return error instanceof ConnectionFailed || (error instanceof ResponseError && [502, 503, 504].includes(error.status));
}

function responseError(response: Response, text: string, key: string | null): ResponseError {
  const requestId = response.headers.get("X-Request-ID");
  let body: unknown = text; // a proxy's page
  try {
    body = JSON.parse(text);
  } catch {}
  const coded = isObject(body) && "type" in body && hasPlaces(body["errors"]) ? body["errors"] : null;
  const problems = response.status !== 400 ? [] : coded ? codedProblems(coded) : readProblems(body);
  if (problems.length > 0) {
    return new ValidationError(problems, requestId, body, key);
  }
  const detail = isObject(body) && typeof body["detail"] === "string" ? body["detail"] : "";
  const wait = retryAfter(response.headers.get("Retry-After"));
  const kinds = { 409: ConflictError, 412: PreconditionError, 422: KeyReusedError, 429: ThrottledError };
  const runs = response.status === 409 && key !== null && wait > 0 && wait < conflictRetryAfter;
  const Kind = runs ? StillRunningError : (kinds[response.status as keyof typeof kinds] ?? ResponseError);
  return new Kind(response.status, detail, requestId, wait, body, key);
}

/** Whether the errors of an application/problem+json are those of Waybill: a proxy has others. */
function hasPlaces(errors: unknown): errors is unknown[] {
  return Array.isArray(errors) && errors.every((e: unknown) => isObject(e) && typeof e["path"] === "string");
}

function retryAfter(value: string | null): number {
  const seconds = value === null ? 0 : /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0;
}

async function write(path: string, content: Uint8Array): Promise<void> {
  const files = ["node:fs", "promises"].join("/"); // a bundler for browsers fails for a literal
  const { rename, rm, writeFile } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ files)) as typeof import("node:fs/promises");
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
