/** A call used something that will be removed: the operation itself, or a parameter or field of it. The document says which. */
export interface Deprecation {
  /** The operation, such as `GET /api/admin/domains/{domain}`. */
  readonly operation: string;
  /** Since when it is deprecated, in seconds since 1970. */
  readonly since: number | undefined;
  /** From when on it may be gone, such as `Tue, 07 Mar 2028 00:00:00 GMT`. */
  readonly sunset: string | undefined;
}

/** Where nobody asks for something else. */
export function warn({ operation, sunset }: Deprecation): void {
  console.warn(`${operation} uses what is deprecated${sunset === undefined ? "" : `, and may be gone from ${sunset}`}`);
}

/** What the headers of an answer say (RFC 9745, RFC 8594). */
export function deprecationOf(operation: string, headers: Headers): Deprecation | undefined {
  const since = headers.get("deprecation");
  if (since === null) {
    return undefined;
  }
  const seconds = /^@(\d+)$/.exec(since)?.[1];
  return { operation, since: seconds === undefined ? undefined : Number(seconds), sunset: headers.get("sunset") ?? undefined };
}
