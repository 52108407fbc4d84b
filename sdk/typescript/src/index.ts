export { Call } from "./call.js";
export type { Answer, BinaryBody, CallOptions, WithIdempotencyKey, WithIfMatch } from "./call.js";
export { FunnelClient, type FunnelClientOptions } from "./client.js";
export { FunnelError, type Fault, type FunnelErrorDetails, type FunnelErrorKind } from "./error.js";
export { updateWith } from "./etag.js";
export type { Pages } from "./pages.js";
export { verifyWebhook, type Webhook } from "./webhook.js";
export type * from "./generated/resources.js";
export type * from "./generated/schema.js";
