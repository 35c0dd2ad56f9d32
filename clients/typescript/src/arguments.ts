/** What generated methods are made of. A wrong argument throws a TypeError that names it, before anything is sent. */

import type { CallResult, RequestOptions } from "./client.js";

/** A parameter of a query. */
export type Scalar = string | number | boolean | Date;

/** The fields of a request. The key is in a header. */
export type Body<T> = Omit<T, "secret_key">;

/** Options of one call. */
export type CallOptions = Pick<RequestOptions, "headers" | "idempotencyKey">;

/** The kinds of arguments by name, such as "string | null" or "array of object". One that begins with "!" is needed. */
export type Wanted = { readonly [name: string]: string };

export type Send = (method: string, path: string, options?: RequestOptions) => Promise<CallResult>;

/** Methods of a client. */
export abstract class Group {
  protected abstract send(method: string, path: string, options?: RequestOptions): Promise<CallResult>;

  /** Yields the results of all pages of a list. */
  protected async *pagesOf<T>(path: string, query: { [name: string]: Scalar | readonly string[] | Readonly<Record<string, string>> | undefined }): AsyncGenerator<T> {
    // Orders have cursors only if one is sent, and short lists take none.
    let cursor = query["cursor"] ?? (/^\/?order\/order\/?$/.test(path) ? "" : undefined);
    do {
      const page: { next_cursor?: string | null; results: T[] } = (await this.send("GET", path, { query: { ...query, cursor } })).json();
      yield* page.results;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }
}

/** Methods of a part of a client. */
export abstract class Part extends Group {
  readonly #send: Send;

  constructor(
    send: Send,
    protected readonly book = "",
  ) {
    super();
    this.#send = send;
  }

  protected override send(method: string, path: string, options?: RequestOptions): Promise<CallResult> {
    return this.#send(method, path, options);
  }
}

/** Returns a value if it is of one of the kinds. */
export function argument<T>(name: string, value: T, wanted: string): T {
  const kinds = wanted.split(" | ");
  if (wanted !== "" && !kinds.some((kind) => is(value, kind))) {
    const elements = kinds.filter((kind) => kind.startsWith("array of ")).map((kind) => kind.slice(9).replaceAll("/", " | "));
    if (Array.isArray(value) && elements.length > 0) {
      value.forEach((element, i) => argument(`${name}[${i}]`, element, elements.join(" | ")));
    }
    throw new TypeError(`${name} must be ${said(wanted)}, not ${shown(value)}`);
  }
  return value;
}

/** Returns the fields of a request, if each is known and of its kind, and none is missing. */
export function fields<T extends object>(given: T, wanted: Wanted): T {
  argument(`the argument with ${Object.keys(wanted).join(", ")}`, given, "object");
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(wanted, name)) {
      throw new TypeError(`there is no ${JSON.stringify(name)}: the fields are ${Object.keys(wanted).join(", ")}`);
    }
    if (value !== undefined) {
      argument(name, value, wanted[name]!.replace("!", ""));
    }
  }
  for (const [name, kinds] of Object.entries(wanted)) {
    if (kinds.startsWith("!") && (given as { [name: string]: unknown })[name] === undefined) {
      throw new TypeError(`${name} is missing: it must be ${said(kinds.slice(1))}`);
    }
  }
  return given;
}

/**
 * Returns the parameters of a query, as fields does: any value that has one text is text, a list may be text with commas, and numbers and
 * booleans their text.
 */
export function parameters<T extends object>(given: T, wanted: Wanted): { [name: string]: Scalar | readonly string[] | Readonly<Record<string, string>> | undefined } {
  const kinds = Object.entries(wanted).map(([name, of]) => [name, of.includes("array") ? `${of} | string` : inQuery(of)]);
  return { ...(fields(given, Object.fromEntries(kinds) as Wanted) as { [name: string]: Scalar | readonly string[] | Readonly<Record<string, string>> | undefined }) };
}

function inQuery(kinds: string): string {
  return kinds.replace("string", "text").replace(/number|boolean/, "$& | text of $&");
}

/** Returns an argument as a step of a path, which is never another path. */
export function step(name: string, value: string | number, wanted: string): string {
  const text = String(argument(name, value, wanted));
  if (["", ".", ".."].includes(text)) {
    throw new TypeError(`${name} must not be ${JSON.stringify(text)}`);
  }
  return encodeURIComponent(text);
}

function is(value: unknown, kind: string): boolean {
  if (kind.startsWith("array of ")) {
    return Array.isArray(value) && value.every((element) => kind.slice(9).split("/").some((of) => is(element, of)));
  }
  switch (kind) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "Uint8Array":
      return value instanceof Uint8Array;
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "string":
      return typeof value === "string" || value instanceof Date;
    case "text of number":
      return typeof value === "string" && /^\d+(\.\d+)?$/.test(value);
    case "text of boolean":
      return /^(true|false|1|0)$/i.test(String(value));
    case "text":
      return ["string", "number", "boolean"].includes(typeof value) || value instanceof Date;
    default:
      return typeof value === kind;
  }
}

function said(wanted: string): string {
  return wanted.replace(/ \| text of \w+/, "").replace("array of", "an array of").replace(/ \| |\//g, " or ");
}

function shown(value: unknown): string {
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return ["string", "number", "boolean"].includes(kind) ? `${kind} ${JSON.stringify(value).slice(0, 60)}` : kind;
}
