import assert from 'node:assert/strict'
import type { EventReader, EventSink, StoredEvent } from '../store/store.ts'

export type ReadableSink = EventSink & EventReader

export const isReadable = (store: EventSink): store is ReadableSink =>
  'newest' in store && 'after' in store && 'count' in store

/** All events by `after`, from a cursor or from the start. */
export const readOn = async (
  store: EventReader,
  { from, limit = 500 }: { readonly from?: string | undefined; readonly limit?: number } = {},
): Promise<readonly StoredEvent[]> => {
  const all: StoredEvent[] = []
  for (let cursor = from; ;) {
    const next = await store.after(cursor, limit)
    assert.ok(next.length <= limit, '`after` gave more events than its limit')
    all.push(...next)
    const last = next.at(-1)
    if (last === undefined) {
      return all
    }
    assert.notEqual(last.cursor, cursor, '`after` gave the event of the cursor that it was to read on from')
    cursor = last.cursor
  }
}

/** Reads on with `after` while others write, and once more when they have ended. */
export const followed = async (store: EventReader, writing: Promise<unknown>): Promise<readonly StoredEvent[]> => {
  let isWriting = true
  // Whether the writers fail is told by the check that waits for them.
  const ended = writing.catch(() => undefined).finally(() => (isWriting = false))
  const all: StoredEvent[] = []
  const read = async (): Promise<void> => {
    all.push(...(await readOn(store, { from: all.at(-1)?.cursor, limit: 37 })))
  }
  while (isWriting) {
    await read()
    await turn()
  }
  await ended
  await read()
  return all
}

/** Compares the ids as sets, and says which are too many or too few rather than printing thousands. */
export const assertIds = (actual: readonly string[], expected: readonly string[], what: string): void => {
  const found = new Set(actual)
  const wanted = new Set(expected)
  const missing = expected.filter((id) => !found.has(id))
  const foreign = actual.filter((id) => !wanted.has(id))
  assert.deepEqual(
    { double: actual.length - found.size, missing: some(missing), foreign: some(foreign) },
    { double: 0, missing: [], foreign: [] },
    `${what}: of ${wanted.size} events, ${actual.length - found.size} double, ${missing.length} missing, ${foreign.length} that do not belong`,
  )
}

const some = (ids: readonly string[]): readonly string[] => ids.slice(0, 5)

/** Lets everything else run that is ready to. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** How often to ask for something that a store does in its own time, and how long to wait in between. */
const ATTEMPTS = 3_000
const PAUSE_MS = 10

/** Asks again until the answer is there. */
export const eventually = async <Answer>(ask: () => Promise<Answer | undefined>, what: string): Promise<Answer> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const answer = await ask()
    if (answer !== undefined) {
      return answer
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return assert.fail(`${what} has not come after ${ATTEMPTS} questions`)
}
