/** Client of Waybill, a self-hosted service for cross-border shipment orders. It needs only fetch and Web Crypto. */

export { type CallResult, Client, type ClientOptions, type CreatedOrder, type CreateOptions, type CreateResult, type RequestOptions } from "./client.js";
export { type CallOptions, type Scalar } from "./arguments.js";
export { type Filters, type LabelFile, type LabelForm, type LabelQuery, type ReturnResult } from "./client.js";
export { Code } from "./codes_gen.js";
export { Administration, Book } from "./methods_gen.js";
export { version } from "./version_gen.js";
export {
  type Args, codedProblems, ConflictError, ConnectionFailed, InvalidSignature, KeyReusedError, PreconditionError, type Problem, ResponseError, StillRunningError,
  ThrottledError, ValidationError, WaybillError,
} from "./errors.js";
export { verifyWebhook } from "./webhooks.js";
export type * as types from "./types.js";
