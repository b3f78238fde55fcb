import { type BrokenStore, broken, brokenBatch, brokenGroup, brokenOutcome } from './brokenStore.ts'
import { turn } from './reading.ts'

export const brokenSinks: readonly BrokenStore[] = [
  {
    fault: 'gives the outcomes in the order of the ids',
    open: broken((store) => ({
      async append(batch, signal) {
        const events = [...batch.events].sort((a, b) => (a.id < b.id ? -1 : 1))
        return store.append({ ...batch, events }, signal)
      },
    })),
    red: ['tells the outcome of each event in the order of the batch'],
  },
  {
    fault: 'says of a copy that it is new',
    open: brokenOutcome((outcome) => (outcome === 'known' ? 'new' : outcome)),
    red: [
      'stores an event once that is twice in a batch',
      'stores an event once that comes in many batches at the same moment',
      'stores each event once when every batch is given to two collectors at the same moment',
    ],
  },
  {
    fault: 'replaces an event by its copy',
    open: brokenBatch((batch, data) => {
      batch.events.forEach(({ id }) => data.events.delete(id))
      return batch
    }),
    red: ['keeps the first of two different events with the same id', 'gives no event anew when copies arrive'],
  },
  {
    fault: 'takes ids of version 7 only',
    open: brokenOutcome((outcome, event) => (event?.id[14] === '7' ? outcome : { refused: 'the id' })),
    red: ['takes ids of every version and time'],
  },
  {
    fault: 'cannot take an empty statement',
    open: brokenGroup(({ events }) => events.length === 0),
    red: ['takes a batch without events'],
  },
  {
    fault: 'takes 2,000 events of a batch',
    open: brokenBatch((batch) => ({ ...batch, events: batch.events.slice(0, 2_000) })),
    red: ['takes a batch of 10,000 events'],
  },
  {
    fault: 'writes bodies anew',
    open: brokenBatch((batch) => ({
      ...batch,
      events: batch.events.map((event) => ({ ...event, body: JSON.stringify(JSON.parse(event.body)) })),
    })),
    red: ['gives back every text as it came'],
  },
  {
    fault: 'writes the application of the first batch for all',
    open: broken((store, { events }) => ({
      append: async (batch, signal) =>
        store.append({ ...batch, app: [...events.values()][0]?.app ?? batch.app }, signal),
    })),
    red: ['gives back the application and the time of arrival'],
  },
  {
    fault: 'refuses times before 1970',
    open: brokenOutcome((outcome, event) => ((event?.happenedAt ?? 0) < 0 ? { refused: 'the time' } : outcome)),
    red: ['stores events of every clock and of high numbers'],
  },
  {
    fault: 'says that it can store when it is closed',
    open: broken(() => ({ check: async () => undefined })),
    red: ['resolves `check` while it is open, and rejects it when it is closed'],
  },
  {
    fault: 'does not look at the signal',
    open: broken((store) => ({ append: async (batch) => store.append(batch) })),
    red: ['leaves a batch out whose signal is aborted before'],
  },
  {
    fault: 'leaves all out because one signal is aborted',
    open: brokenGroup((_, signal) => signal?.aborted === true),
    red: ['stores the other batches when the signals of some are aborted at the same moment'],
  },
  {
    fault: 'is closed by a signal that is aborted late',
    open: broken((store) => ({
      async append(batch, signal) {
        signal?.addEventListener('abort', () => void store.close())
        return store.append(batch, signal)
      },
    })),
    red: ['is not disturbed by a signal that is aborted when the batch is stored'],
  },
  {
    fault: 'takes events when it is closed',
    open: broken(() => ({ close: async () => undefined })),
    red: ['rejects what is appended after it was closed', 'rejects an erasure after it was closed'],
  },
  {
    fault: 'drops what waits when it is closed',
    open: broken((store) => ({
      async append(batch, signal) {
        await turn()
        return store.append(batch, signal)
      },
    })),
    red: ['writes what waits when it is closed'],
  },
  {
    fault: 'acknowledges before it writes',
    open: broken((store, { events }) => ({
      async append(batch) {
        await store.check()
        void turn()
          .then(turn)
          .then(async () => store.append(batch))
          .catch(() => undefined)
        return batch.events.map(({ id }) => (events.has(id) ? 'known' : 'new'))
      },
    })),
    red: ['has all that it has acknowledged when it is closed while batches arrive'],
  },
]
