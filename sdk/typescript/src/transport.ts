import type { Answer, CallOptions, WithIdempotencyKey, WithIfMatch } from "./call.js";
import { type Deprecation, deprecationOf } from "./deprecation.js";
import { errorOfAnswer, FunnelError } from "./error.js";
import { pauseBeforeRetry } from "./retry.js";

/** What the transport knows of an operation; the generated classes give it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  /** Whether it is run once for each `Idempotency-Key`. */
  readonly idempotencyKey?: boolean;
  /** The type of a body that is no JSON. */
  readonly sends?: string;
  /** What a success holds: JSON if nothing is said. */
  readonly answers?: "nothing" | "text" | "file";
}

/** What the transport needs of the client's options, checked. */
export interface TransportOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  readonly onDeprecation: (deprecation: Deprecation) => void;
}

type SendOptions = CallOptions & WithIfMatch & WithIdempotencyKey;

/** Sends requests, and repeats those that may be repeated. */
export class Transport {
  // Private fields stay out of JSON and of what inspectors print.
  readonly #options: TransportOptions;
  /** The operations whose deprecation was reported. */
  readonly #reported = new Set<string>();

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async send<T>(operation: Operation, params: object, body: unknown, options: SendOptions): Promise<Answer<T>> {
    const url = this.#options.baseUrl + address(operation.path, params);
    // Made once, so that all tries are one request to the service.
    const request = this.#request(operation, body, options);
    // The second run of a change of one state would find the state that the first one left: 412.
    const idempotent = ["GET", "PUT", "DELETE"].includes(operation.method) && options.ifMatch === undefined;
    const repeatable = operation.idempotencyKey === true || idempotent;
    for (let tries = 1; ; tries++) {
      const result = await this.#try<T>(operation, url, request, options);
      if (!(result instanceof FunnelError)) {
        return result;
      }
      const pause = tries > this.#options.maxRetries ? undefined : pauseBeforeRetry(result, tries, repeatable);
      if (pause === undefined) {
        throw result;
      }
      await this.#options.wait(pause, options.signal);
    }
  }

  #request({ method, idempotencyKey, sends }: Operation, body: unknown, options: SendOptions): RequestInit {
    const headers = new Headers({ Authorization: `Bearer ${this.#options.apiKey}` });
    if (options.ifMatch !== undefined) {
      headers.set("If-Match", options.ifMatch);
    }
    if (idempotencyKey) {
      headers.set("Idempotency-Key", options.idempotencyKey ?? randomKey());
    }
    // The API never redirects, and a key must not follow one.
    const request: RequestInit = { method, headers, redirect: "error" };
    if (body !== undefined) {
      headers.set("Content-Type", sends ?? "application/json");
      request.body = sends === undefined ? JSON.stringify(body) : (body as BodyInit);
    }
    return request;
  }

  /** One try. Only a caller's own abort is thrown: it is not a failure to be judged. */
  async #try<T>(operation: Operation, url: string, request: RequestInit, { signal, timeoutMs }: SendOptions): Promise<Answer<T> | FunnelError> {
    signal?.throwIfAborted();
    const limit = timeoutMs ?? this.#options.timeoutMs;
    const controller = new AbortController();
    const abort = (): void => controller.abort();
    const timer = setTimeout(abort, limit);
    signal?.addEventListener("abort", abort);
    try {
      const { fetch } = this.#options;
      const response = await fetch(url, { ...request, signal: controller.signal });
      this.#report(`${operation.method} ${operation.path}`, response.headers);
      return await read<T>(operation, response);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof FunnelError) {
        return cause;
      }
      const { origin } = new URL(url);
      return controller.signal.aborted
        ? new FunnelError("timeout", `${origin} did not answer within ${limit} ms`)
        : new FunnelError("unreachable", `${origin} can't be reached: check the address and the network`, { cause });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }

  /** Once for each operation. */
  #report(operation: string, headers: Headers): void {
    const deprecation = deprecationOf(operation, headers);
    if (deprecation !== undefined && !this.#reported.has(operation)) {
      this.#reported.add(operation);
      this.#options.onDeprecation(deprecation);
    }
  }
}

async function read<T>({ answers }: Operation, response: Response): Promise<Answer<T> | FunnelError> {
  const { status, headers } = response;
  if (!response.ok) {
    return errorOfAnswer(status, headers, await response.text());
  }
  const requestId = headers.get("x-request-id") ?? undefined;
  const etag = headers.get("etag") ?? undefined;
  return { data: (await content(answers, response, requestId)) as T, status, etag, requestId, headers };
}

async function content(answers: Operation["answers"], response: Response, requestId: string | undefined): Promise<unknown> {
  if (answers === "nothing") {
    // Read to the end, so that the connection can be used again.
    await response.arrayBuffer();
    return undefined;
  }
  if (answers === "file") {
    return response.blob();
  }
  const text = await response.text();
  if (answers === "text") {
    return text;
  }
  try {
    return JSON.parse(text);
  } catch {
    const { status } = response;
    throw new FunnelError("unreadable", `the answer is not what the document describes: it is no JSON (${status})`, { status, requestId });
  }
}

/** The path with its variables, and everything else as the query. */
function address(path: string, params: object): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(params)) {
    const variable = `{${name}}`;
    if (path.includes(variable)) {
      filled = filled.replace(variable, () => segment(name, String(value)));
    } else if (value !== undefined && value !== null) {
      query.append(name, String(value));
    }
  }
  const open = /\{(.+?)\}/.exec(filled);
  if (open !== null) {
    throw new FunnelError("configuration", `${open[1]} is missing`);
  }
  const search = query.toString();
  return search === "" ? filled : `${filled}?${search}`;
}

function segment(name: string, value: string): string {
  // Dots alone would be resolved into another path, and nothing would leave a hole.
  if (/^\.{0,2}$/.test(value)) {
    throw new FunnelError("configuration", `${name} can't be "${value}"`);
  }
  return encodeURIComponent(value);
}

/** 128 random bits. `crypto.randomUUID` is there on secure pages only. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
