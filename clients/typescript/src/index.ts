/** Client of Waybill, a self-hosted service for cross-border shipment orders. It needs only fetch and Web Crypto. */

export { type CallResult, Client, type ClientOptions, type CreatedOrder, type CreateOptions, type CreateResult, type RequestOptions } from "./client.js";
export { type Filters, type LabelFile, type LabelQuery, type ReturnResult } from "./client.js";
export {
  ConflictError, ConnectionFailed, InvalidSignature, KeyReusedError, PreconditionError, type Problem, ResponseError, StillRunningError,
  ThrottledError, ValidationError, WaybillError,
} from "./errors.js";
export { verifyWebhook } from "./webhooks.js";
export type * as types from "./types.js";
