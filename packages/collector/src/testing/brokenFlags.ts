import { type BrokenStore, broken, brokenBatch } from './brokenStore.ts'

export const brokenFlags: readonly BrokenStore[] = [
  {
    fault: 'gives events without the flags that they share',
    open: brokenBatch((batch) => ({ ...batch, events: batch.events.map(({ flags: _, ...event }) => event) })),
    red: ['gives back the flags that events share'],
  },
  {
    fault: 'deletes flags with the first event that has them',
    open: broken((store, data) => ({
      async erase(subject, before) {
        for (const [id, { event, ...rest }] of data.events) {
          const { flags: _, ...without } = event
          data.events.set(id, { ...rest, event: without })
        }
        return store.erase(subject, before)
      },
    })),
    red: ['keeps the flags that others share with somebody whose data are deleted, and takes them again'],
  },
]
