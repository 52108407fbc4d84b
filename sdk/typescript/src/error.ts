import type { CodedError, DetailError, ErrorCode, ValidationErrors } from "./generated/schema.js";

/** One fault of an input, and where it is. */
export interface Fault {
  /** Where: `body`, `query` or `path`, then names and indexes down to the value, joined by dots: `body.variants.0.label`. */
  readonly path: string;
  /** A sentence for a person; not a contract. */
  readonly message: string;
  /** A stable word such as `missing` or `too_long`. */
  readonly kind: string;
}

/**
 * What sort of error it is:
 *
 * - `configuration`: nothing was sent, because the client was given something that can't be: no key, no address, an empty name;
 * - `unreachable`: the service can't be reached;
 * - `timeout`: the service did not answer in time, and what was asked may have been done;
 * - `refused`: the service answered, and refused: see `code`, `status` and `faults`;
 * - `unreadable`: the service answered with something that the document does not describe;
 * - `invalid_signature`: a webhook that was not signed with this secret, or not now.
 */
export type FunnelErrorKind = "configuration" | "unreachable" | "timeout" | "refused" | "unreadable" | "invalid_signature";

/** The one error of this library. It never holds the key, nor what was sent. */
export class FunnelError extends Error {
  readonly kind: FunnelErrorKind;
  /** The code of the answer, such as `domain_not_found`: the contract for programs. A newer service may have codes that are not listed. */
  readonly code: ErrorCode | (string & {}) | undefined;
  /** The faults of an input (422), else empty. */
  readonly faults: readonly Fault[];
  /** The id of the request, to quote to support; absent where no answer came. */
  readonly requestId: string | undefined;
  /** The HTTP status; absent where no answer came. */
  readonly status: number | undefined;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: FunnelErrorKind, message: string, more: FunnelErrorDetails = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = "FunnelError";
    this.kind = kind;
    this.code = more.code;
    this.faults = more.faults ?? [];
    this.requestId = more.requestId;
    this.status = more.status;
    this.retryAfterMs = more.retryAfterMs;
  }
}

/** What a {@link FunnelError} may know beside its kind and message. */
export interface FunnelErrorDetails {
  code?: string | undefined;
  faults?: readonly Fault[] | undefined;
  requestId?: string | undefined;
  status?: number | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** Reads an answer that is not a success. */
export function errorOfAnswer(status: number, headers: Headers, body: string): FunnelError {
  const parsed = parse(body);
  const known = {
    status,
    requestId: headers.get("x-request-id") ?? parsed?.request_id ?? undefined,
    retryAfterMs: retryAfter(headers.get("retry-after"), Date.now()),
  };
  const detail = parsed?.detail;
  if (Array.isArray(detail)) {
    const faults = detail.map(({ loc, msg, type }) => ({ path: loc.join("."), message: msg, kind: type }));
    const list = faults.map(({ path, message }) => `${path}: ${message}`).join("; ");
    return new FunnelError("refused", `the request has faults: ${list} (${status})`, { ...known, faults });
  }
  if (typeof detail === "object") {
    return new FunnelError("refused", `${detail.message} (${detail.code}, ${status})`, { ...known, code: detail.code });
  }
  // Without a sentence, it is the answer of something between us and the service.
  const sentence = detail ?? "the answer has none of the error bodies of the API";
  const hint = status === 401 ? ": is the API key missing, unknown, expired or revoked?" : "";
  return new FunnelError("refused", `${sentence}${hint} (${status})`, known);
}

/** Reads `Retry-After`, which is seconds or a date, as milliseconds. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) {
    return undefined;
  }
  if (/^\d+$/.test(header.trim())) {
    return Number(header) * 1000;
  }
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

type ErrorBody = Partial<CodedError & { request_id: string }> | Partial<DetailError> | (ValidationErrors & { request_id?: never });

/** An error body, as far as it is one: what a proxy made up is undefined. */
function parse(body: string): ErrorBody | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isErrorBody(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isErrorBody(value: unknown): value is ErrorBody {
  const detail = property(value, "detail");
  if (Array.isArray(detail)) {
    return detail.every((item) => Array.isArray(property(item, "loc")) && typeof property(item, "msg") === "string");
  }
  return typeof detail === "string" || typeof property(detail, "code") === "string";
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
