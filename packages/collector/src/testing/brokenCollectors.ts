import type { Outcome } from '../store/store.ts'
import { type BrokenStore, broken } from './brokenStore.ts'
import { type MemoryData, memoryStore } from './memoryStore.ts'
import { turn } from './reading.ts'

/** Which data some collector has closed. */
const closed = new WeakSet<MemoryData>()

/** The batches that are being written, by their data. */
const writing = new WeakMap<MemoryData, Set<string>>()

export const brokenCollectors: readonly BrokenStore[] = [
  {
    fault: 'has what it has stored for itself, and only until it is closed',
    open: () => memoryStore(),
    red: [
      'knows at one collector what another has stored',
      'has every event after it was closed and opened again, and knows it',
      'reads on without a gap while two collectors write',
      'goes on from a cursor after it was closed and opened again',
      'joins what two collectors are told about a page at the same moment',
      'has the numbers after it was closed and opened again',
      'holds at once at every collector',
      'remembers erasures after it was closed and opened again',
      'leaves nothing when events arrive at two collectors meanwhile, and counts what it deletes',
    ],
  },
  {
    fault: 'looks which events are known, and writes later',
    open: broken((store, { events }) => ({
      async append(batch, signal) {
        const outcomes = batch.events.map(({ id }): Outcome => (events.has(id) ? 'known' : 'new'))
        await turn()
        await store.append(batch, signal)
        return outcomes
      },
    })),
    red: [
      'stores an event once that is twice in a batch',
      'stores an event once that comes in many batches at the same moment',
      'stores each event once when every batch is given to two collectors at the same moment',
    ],
  },
  {
    fault: 'locks rows in the order of the batch',
    open: broken((store, data) => ({
      async append(batch, signal) {
        const running = writing.get(data) ?? new Set()
        writing.set(data, running)
        const [first = '', last = ''] = [batch.events[0]?.id, batch.events.at(-1)?.id]
        if (running.has(`${last} ${first}`)) {
          throw new Error('deadlock detected')
        }
        running.add(`${first} ${last}`)
        await turn()
        running.delete(`${first} ${last}`)
        return store.append(batch, signal)
      },
    })),
    red: ['has no deadlock between two collectors that get the same events in opposite order'],
  },
  {
    fault: 'ends at every collector when one is closed',
    open: broken((store, data) => ({
      async append(batch, signal) {
        if (closed.has(data)) {
          throw new Error('The connection is closed.')
        }
        return store.append(batch, signal)
      },
      async close() {
        closed.add(data)
      },
    })),
    red: ['goes on at one collector when another is closed'],
  },
]
