/** The errors of the client. All are a WaybillError. */

import type { Code } from "./codes_gen.js";

const nonField = "non_field_errors";

/** Any error of this package. */
export class WaybillError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/**
 * The server was not reached, or its response was lost, also when repeated. The request may have been carried out: call it again
 * with the same idempotency key.
 */
export class ConnectionFailed extends WaybillError {
  constructor(
    message?: string,
    options?: ErrorOptions,
    /** Of the request, also a random one; null: it had none. */
    readonly idempotencyKey: string | null = null,
  ) {
    super(message, options);
  }
}

/** A webhook that must not be trusted. Respond with 401. */
export class InvalidSignature extends WaybillError {}

/** A response outside 2xx, after the last repetition. */
export class ResponseError extends WaybillError {
  constructor(
    readonly status: number,
    /** The server's message; "" if a proxy responded. */
    readonly detail: string,
    /** Identifies the request in the server's log. */
    readonly requestId: string | null,
    /** Seconds that the server asked to wait; 0: none. */
    readonly retryAfter: number,
    /** The decoded JSON, or the text. */
    readonly body: unknown,
    /** Of the request, also a random one; null: it had none. */
    readonly idempotencyKey: string | null = null,
    message = `${status} ${detail}`.trim() + inRequest(requestId),
  ) {
    super(message);
    const said = isObject(body) && "type" in body ? body : {};
    this.code = (said["code"] ?? null) as Code | null;
    this.args = (said["args"] ?? {}) as Args;
    this.type = (said["type"] ?? null) as string | null;
  }

  /** What is wrong, for programs. Null of the operations of the original interface, such as creates. */
  readonly code: Code | null;
  /** Of the code, by name. */
  readonly args: Args;
  /** The address of a page about the code. */
  readonly type: string | null;
}

/** 409: the state of the order, or of another thing, does not allow this. */
export class ConflictError extends ResponseError {}

/** 409: a request with this idempotency key still runs. */
export class StillRunningError extends ConflictError {}

/** 412: the order was changed since it was read. */
export class PreconditionError extends ResponseError {}

/** 422: the idempotency key was used for another request. */
export class KeyReusedError extends ResponseError {}

/** 429: too many requests. Nothing was done. */
export class ThrottledError extends ResponseError {}

/** One invalid field. */
export interface Problem {
  /** Index of the submitted order; null: the request as a whole. */
  order: number | null;
  /** Index of the order's item; null: the order itself. */
  item: number | null;
  /** Such as "order_width", "item_quantity" or "tax_ids[0].number"; "": no single field. */
  field: string;
  messages: string[];
  /** Of each message, what is wrong, and its arguments. The operations of the original interface, such as creates, have none. */
  codes?: Code[];
  args?: Args[];
}

/** The arguments of a code by name. */
export type Args = { [name: string]: string | number };

/** A request with invalid fields. Nothing of it was stored. */
export class ValidationError extends ResponseError {
  constructor(
    /** At least one, by order and item. */
    readonly problems: Problem[],
    requestId: string | null,
    body: unknown,
    idempotencyKey: string | null = null,
  ) {
    const more = problems.length > 10 ? `; and ${problems.length - 10} more` : "";
    const shown = problems.slice(0, 10).map(text).join("; ");
    super(400, "invalid request", requestId, 0, body, idempotencyKey, `invalid request${inRequest(requestId)}: ${shown}${more}`);
  }

  /** The problems of the submitted order with that index; of(null) those of the whole request. */
  of(order: number | null): Problem[] {
    return this.problems.filter((p) => p.order === order);
  }
}

function text(p: Problem): string {
  const path = [p.order === null ? "" : `orders[${p.order}]`, p.item === null ? "" : `items[${p.item}]`, p.field].filter(Boolean);
  return [path.join("."), p.messages.join(" ")].filter(Boolean).join(": ");
}

function inRequest(id: string | null): string {
  return id ? ` (request ${id})` : "";
}

/** Returns the problems of the body of a 400, or of the errors of one order. There are none if the body is {"detail": …}. */
export function readProblems(body: unknown, order: number | null = null): Problem[] {
  const found: Problem[] = [];
  if (isObject(body) && !("detail" in body)) {
    collect(found, { order, item: null, field: "" }, body);
  }
  return found;
}

/** Returns the errors of an application/problem+json, or the problems of one order, those of one field as one problem. */
export function codedProblems(errors: readonly unknown[], order: number | null = null): Problem[] {
  const found = new Map<string, Problem & Required<Pick<Problem, "codes" | "args">>>();
  for (const error of errors as readonly { path: string; code: Code; args: Args; message: string }[]) {
    const steps = error.path.split("/").slice(1).map((s) => s.replaceAll("~1", "/").replaceAll("~0", "~"));
    let at: Place = { order, item: null, field: "" };
    for (const step of steps) {
      at = /^\d+$/.test(step) && at.field ? below(at, Number(step)) : { ...at, field: at.field ? `${at.field}.${step}` : step };
    }
    const key = JSON.stringify(at);
    const problem = found.get(key) ?? { ...at, messages: [], codes: [], args: [] };
    problem.messages.push(error.message);
    problem.codes.push(error.code);
    problem.args.push(error.args);
    found.set(key, problem);
  }
  return [...found.values()];
}

type Place = Pick<Problem, "order" | "item" | "field">;

function collect(found: Problem[], at: Place, value: unknown): void {
  if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      const field = name === nonField ? at.field : at.field ? `${at.field}.${name}` : name;
      collect(found, { ...at, field }, inner);
    }
  }
  if (!Array.isArray(value)) {
    return;
  }
  const messages = value.filter((m) => typeof m === "string");
  if (messages.length > 0) {
    found.push({ ...at, messages });
  }
  // The only element of a list may be about the list as a whole.
  const whole = value.length === 1 && isObject(value[0]) && Object.keys(value[0]).join() === nonField;
  value.forEach((element: unknown, i) => {
    if (typeof element !== "string") {
      collect(found, whole ? at : below(at, i), element);
    }
  });
}

function below(at: Place, i: number): Place {
  if (at.field === "orders" && at.order === null) {
    return { order: i, item: null, field: "" };
  }
  if (at.field === "items" && at.order !== null && at.item === null) {
    return { order: at.order, item: i, field: "" };
  }
  return { ...at, field: `${at.field}[${i}]` };
}

export function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
