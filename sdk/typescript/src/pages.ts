/** A page of a list: items below a key of its own, and where the next page begins. */
export type Page<Key extends string, Item> = { [K in Key]: readonly Item[] } & { next_cursor?: string | null };

/** All items of a list, read page by page as the iteration goes on. */
export interface Pages<Item, P> extends AsyncIterable<Item> {
  /** The pages as they were answered. */
  readonly pages: AsyncIterable<P>;
}

/** Builds the iterations over `read`, which gets no cursor for the first page. */
export function pagesOf<Key extends string, Item, P extends Page<Key, Item>>(
  key: Key,
  read: (cursor: { cursor?: string }) => PromiseLike<P>,
): Pages<Item, P> {
  async function* pages(): AsyncGenerator<P> {
    let cursor: string | null | undefined;
    do {
      const page: P = await read(cursor == null ? {} : { cursor });
      yield page;
      cursor = page.next_cursor;
    } while (cursor != null);
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const page of pages()) {
      yield* page[key];
    }
  }
  return { [Symbol.asyncIterator]: items, pages: { [Symbol.asyncIterator]: pages } };
}
