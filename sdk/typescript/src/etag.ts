import type { Call } from "./call.js";
import { FunnelError } from "./error.js";

/** How often a change is tried, before somebody else's changes are reported as `precondition_failed`. */
const MAX_TRIES = 8;

/**
 * Reads, changes and writes back, without overwriting what others wrote in between: if the state has changed since it was read, it is
 * read again and the change is made anew.
 *
 * ```ts
 * await updateWith(
 *   () => funnel.buttons.list({ domain, tier }),
 *   (current) => ({ button_ids: current.items.map((button) => button.button_id).reverse() }),
 *   (body, options) => funnel.buttons.reorder({ domain, tier, body }, options),
 * );
 * ```
 */
export async function updateWith<Current, Change, Result>(
  get: () => Call<Current>,
  change: (current: Current) => Change | PromiseLike<Change>,
  put: (changed: Change, options: { ifMatch: string }) => PromiseLike<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const { data, etag } = await get().withResponse();
    if (etag === undefined) {
      throw new FunnelError("configuration", "what was read has no ETag: its changes can't be bound to a state");
    }
    try {
      return await put(await change(data), { ifMatch: etag });
    } catch (error) {
      if (!(error instanceof FunnelError && error.status === 412) || tries === MAX_TRIES) {
        throw error;
      }
    }
  }
}
