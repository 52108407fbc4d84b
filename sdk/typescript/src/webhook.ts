import { FunnelError } from "./error.js";
import type { WebhookEvent } from "./generated/schema.js";

/** How old or early a webhook may be, in seconds. */
const TOLERANCE = 300;

/** A webhook whose signature holds. */
export interface Webhook {
  /** The same for all deliveries of one event: keep it, to handle an event once. */
  readonly id: string;
  /** When this delivery was sent. */
  readonly timestamp: Date;
  /** The body, parsed. Its `type` says which `data` it has; ignore types that you don't know. */
  readonly payload: WebhookEvent;
}

/**
 * Checks a webhook by the rules of Standard Webhooks, and returns what it says. Give the body exactly as it came: parsed and printed
 * again it is another text. Fails with `invalid_signature` if it was not signed with this secret, or more than five minutes ago.
 */
export async function verifyWebhook(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>,
  secret: string,
  options: { now?: Date } = {},
): Promise<Webhook> {
  const id = header(headers, "webhook-id");
  const sent = header(headers, "webhook-timestamp");
  const signatures = header(headers, "webhook-signature");
  if (!/^\d{1,11}$/.test(sent)) {
    throw refusal("webhook-timestamp is not a time");
  }
  const timestamp = new Date(Number(sent) * 1000);
  if (Math.abs((options.now ?? new Date()).getTime() - timestamp.getTime()) > TOLERANCE * 1000) {
    throw refusal("webhook-timestamp is too far from now: is the clock right?");
  }
  const key = await importKey(secret);
  const text = typeof body === "string" ? body : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const prefix = new TextEncoder().encode(`${id}.${sent}.`);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array(prefix.length + bytes.length);
  signed.set(prefix);
  signed.set(bytes, prefix.length);
  if (!(await anyHolds(key, signatures, signed))) {
    throw refusal("no signature holds: is it the secret of this endpoint, and the body as it came?");
  }
  return { id, timestamp, payload: JSON.parse(text) as WebhookEvent };
}

/** While a secret is replaced, a webhook has a signature for each. `verify` compares in constant time. */
async function anyHolds(key: CryptoKey, signatures: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  for (const entry of signatures.split(" ")) {
    const signature = entry.startsWith("v1,") ? fromBase64(entry.slice(3)) : undefined;
    if (signature !== undefined && (await crypto.subtle.verify("HMAC", key, signature, signed))) {
      return true;
    }
  }
  return false;
}

async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ""));
  if (bytes === undefined || bytes.length === 0) {
    throw new FunnelError("configuration", "the secret of a webhook must be like whsec_ and base64");
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function header(headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== "string" || value === "") {
    throw refusal(`${name} is missing`);
  }
  return value;
}

function refusal(reason: string): FunnelError {
  return new FunnelError("invalid_signature", `the webhook is refused: ${reason}`);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
