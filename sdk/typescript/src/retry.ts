import type { FunnelError } from "./error.js";

const BASE_MS = 500;
const MAX_MS = 8_000;
/** A service that asks for a longer pause than this gets no repeat: the caller learns of it at once. */
const MAX_RETRY_AFTER_MS = 60_000;

/**
 * How long to wait before the next try, in milliseconds; undefined if there must be none. `tries` counts those that were made.
 * `repeatable` says that a second run of the same request does no harm: it is a GET, or a PUT or DELETE without
 * `If-Match`, or carries an idempotency key.
 */
export function pauseBeforeRetry(
  error: FunnelError,
  tries: number,
  repeatable: boolean,
  random: () => number = Math.random,
): number | undefined {
  const { retryAfterMs } = error;
  if (!mayRepeat(error, tries, repeatable) || (retryAfterMs ?? 0) > MAX_RETRY_AFTER_MS) {
    return undefined;
  }
  // The whole range is random, so that clients that failed together don't come back together.
  const backoff = random() * Math.min(MAX_MS, BASE_MS * 2 ** (tries - 1));
  return retryAfterMs === undefined ? backoff : retryAfterMs + random() * BASE_MS;
}

function mayRepeat({ kind, status, code }: FunnelError, tries: number, repeatable: boolean): boolean {
  // The service counted the request and did nothing else.
  if (status === 429) {
    return true;
  }
  // After a lost answer, the first try may still be running: its answer is what the repeat is after.
  if (code === "idempotency_conflict") {
    return tries > 1;
  }
  const passing = kind === "timeout" || kind === "unreachable" || [502, 503, 504].includes(status ?? 0);
  return repeatable && passing;
}
