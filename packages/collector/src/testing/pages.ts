import assert from 'node:assert/strict'
import type { Batch, Fate, IncomingEvent, PageNumbers } from '../store/store.ts'
import { batchOf, eventOf } from './events.ts'
import type { ReadableSink } from './reading.ts'

/** The same page and number have the same id, so that this is a copy when it comes again. */
export const numbered = (page: string, n: number): IncomingEvent => eventOf(page.charCodeAt(0) * 1_000 + n, { page, n })

export const note = (page: string, fates: readonly Fate[]): Batch['pages'][number] => ({ page, fates })

/** Another page tells. */
export const tell = async (store: ReadableSink, page: string, fates: readonly Fate[]): Promise<void> => {
  await store.append(batchOf([], { pages: [note(page, fates)] }))
}

export const pageOf = async (store: ReadableSink, page: string): Promise<PageNumbers> => {
  const found = (await store.numbers()).filter((each) => each.page === page)
  assert.equal(found.length, 1, `The page ${page} is there ${found.length} times`)
  return found[0] ?? assert.fail()
}

export const fatesOf = async (store: ReadableSink, page: string): Promise<object> =>
  Object.fromEntries((await pageOf(store, page)).fates)
