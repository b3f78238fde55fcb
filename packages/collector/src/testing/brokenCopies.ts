import { type BrokenStore, broken } from './brokenStore.ts'
import { memoryStore } from './memoryStore.ts'

/** Stores that do not know copies of what they have deleted. */
export const brokenCopies: readonly BrokenStore[] = [
  {
    fault: 'does not remember what it has deleted',
    open(data) {
      data.erased.add = () => data.erased
      return memoryStore(data)
    },
    red: ['never brings back what was deleted when a copy seems to have another clock'],
  },
  {
    fault: 'does not tell what it has deleted',
    open: broken(() => ({ erasedAmong: async () => [] })),
    red: [
      'tells which of many events it has deleted, and no other',
      'tells of events that it does not have whether they are about somebody whom it has deleted',
    ],
  },
  {
    fault: 'tells only what it has deleted itself',
    open: (data) => ({
      ...memoryStore(data),
      erasedAmong: async (copies) => copies.filter(({ id }) => data.erased.has(id)).map(({ id }) => id),
    }),
    red: ['tells of events that it does not have whether they are about somebody whom it has deleted'],
  },
  {
    fault: 'takes what has arrived after a deletion for deleted',
    open: (data) => {
      const store = memoryStore(data)
      return {
        ...store,
        erasedAmong: (copies) => store.erasedAmong(copies.map((copy) => ({ ...copy, receivedAt: 0 }))),
      }
    },
    red: ['tells of events that it does not have whether they are about somebody whom it has deleted'],
  },
]
