import { FunnelClient, FunnelError, type FunnelClientOptions } from "@funnel/sdk";
import assert from "node:assert/strict";

export const KEY = "al_live_abcdefghij_not-a-real-secret";

/** A client that notes the pauses between its tries in place of waiting. */
export function clientOf(server: { url: string }, options: FunnelClientOptions = {}): { funnel: FunnelClient; pauses: number[] } {
  const pauses: number[] = [];
  const wait = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
  return { funnel: new FunnelClient({ baseUrl: server.url, apiKey: KEY, wait, ...options }), pauses };
}

/** The error that a call fails with. */
export async function failure(call: PromiseLike<unknown>): Promise<FunnelError> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof FunnelError, String(error));
    return error;
  }
  return assert.fail("the call went well");
}
