import { pagesOf, type Page, type Pages } from "./pages.js";
import type { Operation, Transport } from "./transport.js";

/** What every call takes as its last argument. */
export interface CallOptions {
  /** Ends the call, its repeats included. The promise is rejected with the signal's reason. */
  signal?: AbortSignal;
  /** How long one try may take, in milliseconds, in place of the client's. */
  timeoutMs?: number;
}

/** For operations that can be bound to a state. */
export interface WithIfMatch {
  /** The `etag` that the change was made for: if it is not the current one, the call fails with `precondition_failed`. */
  ifMatch?: string | undefined;
}

/** For operations that are run once for each key. */
export interface WithIdempotencyKey {
  /** A key of the caller's own, which survives a restart of the program. Without it, each call makes a random one. */
  idempotencyKey?: string;
}

/** A file to upload. */
export type BinaryBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

/** An answer with what its headers say. */
export interface Answer<T> {
  readonly data: T;
  readonly status: number;
  /** The state that was read, for `ifMatch`. */
  readonly etag: string | undefined;
  readonly requestId: string | undefined;
  readonly headers: Headers;
}

/** A running call: awaited, it is the body of the answer. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = "Call";
  readonly #answer: Promise<Answer<T>>;

  constructor(answer: Promise<Answer<T>>) {
    this.#answer = answer;
  }

  /** The body together with the status, the ETag and the other headers. */
  withResponse(): Promise<Answer<T>> {
    return this.#answer;
  }

  // A derived promise is made on demand only: one that nobody awaits would be an unhandled rejection.
  then<A = T, B = never>(done?: ((value: T) => A | PromiseLike<A>) | null, failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(done, failed);
  }

  catch<B = never>(failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, failed);
  }

  finally(settled?: (() => void) | null): Promise<T> {
    return this.then().finally(settled);
  }
}

/** What the classes of all nouns share. */
export class Noun {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** `request` has the parameters by their names, and the body as `body`. */
  protected call<T>(
    operation: Operation,
    request: object | undefined,
    options: (CallOptions & WithIfMatch & WithIdempotencyKey) | undefined,
  ): Call<T> {
    const { body, ...params }: { readonly body?: unknown } = request ?? {};
    return new Call(this.#transport.send<T>(operation, params, body, options ?? {}));
  }

  protected pages<Key extends string, Item, P extends Page<Key, Item>>(
    key: Key,
    read: (cursor: { cursor?: string }) => PromiseLike<P>,
  ): Pages<Item, P> {
    return pagesOf(key, read);
  }
}
