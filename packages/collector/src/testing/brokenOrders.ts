import type { EventStore } from '../store/store.ts'
import { type BrokenStore, broken } from './brokenStore.ts'
import { type MemoryData, memoryStore } from './memoryStore.ts'

/** Changes what was ordered while a batch is stored. */
export const whileStoring = (
  change: (erasures: MemoryData['erasures']) => MemoryData['erasures'],
): BrokenStore['open'] =>
  broken((store, data) => ({
    append(batch, signal) {
      const { erasures } = data
      data.erasures = change(erasures)
      const appending = store.append(batch, signal)
      data.erasures = erasures
      return appending
    },
  }))

/** Changes what is done with an order to delete. */
export const brokenErase = (
  change: (store: EventStore, data: MemoryData) => EventStore['erase'],
): BrokenStore['open'] => broken((store, data) => ({ erase: change(store, data) }))

/** Stores that do not keep the orders to delete as they were given. */
export const brokenOrders: readonly BrokenStore[] = [
  {
    fault: 'says whose data were deleted',
    open: broken((_, data) => ({ erasures: async () => data.erasures })),
    red: ['lists the erasures, the newest first, and says of nobody whose they are'],
  },
  {
    fault: 'does not take an order twice',
    open: brokenErase((store) => async (subject, before) => {
      return (await store.erasures()).length > 0 ? Promise.reject(new Error('unique')) : store.erase(subject, before)
    }),
    red: ['does no harm when it is ordered twice, at the same moment or later'],
  },
  {
    fault: 'keeps the last order',
    open: brokenErase((store, data) => async (subject, before) => {
      data.erasures = data.erasures.filter((erasure) => erasure.subject.id !== subject.id)
      return store.erase(subject, before)
    }),
    red: ['keeps the later time of two erasures, whichever was ordered first'],
  },
  {
    fault: 'forgets what was ordered when it is opened',
    open(data) {
      data.erasures = []
      return memoryStore(data)
    },
    red: ['goes on with an erasure after it was closed and opened again'],
  },
  {
    fault: 'takes what was not finished for finished when it is opened',
    open(data) {
      data.erasures = data.erasures.map((erasure) => ({ ...erasure, status: 'done' }))
      return memoryStore(data)
    },
    red: ['goes on with an erasure after it was closed and opened again'],
  },
  {
    fault: 'asks once what was ordered at other collectors',
    open(data) {
      const { erasures } = data
      return whileStoring(() => erasures)(data)
    },
    red: [
      'holds at once at every collector',
      'leaves nothing when events arrive at two collectors meanwhile, and counts what it deletes',
    ],
  },
  {
    fault: 'says that all erasures are running',
    open: broken((store) => ({ runningErasures: store.erasures })),
    red: ['lists the erasures, the newest first, and says of nobody whose they are'],
  },
]
