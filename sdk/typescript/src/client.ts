import { type Deprecation, warn } from "./deprecation.js";
import { FunnelError } from "./error.js";
import { Resources } from "./generated/resources.js";
import { Transport } from "./transport.js";

/** How a client is made. */
export interface FunnelClientOptions {
  /** Where the API is, such as `https://api.example.com`. `FUNNEL_API_URL` of the environment if left out. */
  baseUrl?: string | undefined;
  /** The API key. `FUNNEL_API_KEY` of the environment if left out. */
  apiKey?: string | undefined;
  /** How long one try may take, in milliseconds; 30,000 if left out. */
  timeoutMs?: number;
  /** How often a call is repeated after failures that pass by themselves; 3 if left out, 0 for never. */
  maxRetries?: number;
  /** What is called, once for each operation, where a call uses what is deprecated; `console.warn` if left out. */
  onDeprecation?: (deprecation: Deprecation) => void;
  /** What sends requests, in place of the global `fetch`. */
  fetch?: typeof fetch;
  /** What waits between two tries, in place of a timer: for tests. */
  wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** A client of the Landing Funnel Administration API: a property for each noun, with a method for each verb. */
export class FunnelClient extends Resources {
  constructor(options: FunnelClientOptions = {}) {
    super(
      new Transport({
        baseUrl: checkedUrl(options.baseUrl ?? environment("FUNNEL_API_URL")),
        apiKey: checkedKey(options.apiKey ?? environment("FUNNEL_API_KEY")),
        timeoutMs: options.timeoutMs ?? 30_000,
        maxRetries: options.maxRetries ?? 3,
        // Browsers insist that `fetch` is called on the global object.
        fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
        wait: options.wait ?? wait,
        onDeprecation: options.onDeprecation ?? warn,
      }),
    );
  }
}

/** A variable of the environment, where there is one: browsers have none. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}

function checkedUrl(value: string | undefined): string {
  if (value === undefined || value === "") {
    throw new FunnelError("configuration", "no address of the API: give baseUrl, or set FUNNEL_API_URL");
  }
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== "") {
    throw new FunnelError("configuration", "the address of the API must be like https://api.example.com");
  }
  return url.href.replace(/\/+$/, "");
}

function checkedKey(value: string | undefined): string {
  if (value === undefined || value === "") {
    throw new FunnelError("configuration", "no API key: give apiKey, or set FUNNEL_API_KEY");
  }
  // `fetch` would refuse it as well, with the key in its message.
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new FunnelError("configuration", "the API key has characters that no key has: is there a line break at its end?");
  }
  return value;
}

function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
