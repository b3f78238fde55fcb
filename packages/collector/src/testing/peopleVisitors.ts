import type { EventStore } from '../store/store.ts'
import type { Case } from './check.ts'
import { batchOf, eventOf } from './events.ts'
import { isAbout, signIn } from './peopleAbout.ts'
import { outcomesOf, remain } from './peopleErase.ts'
import { ADA, erased } from './peopleErasing.ts'
import { eventually } from './reading.ts'

/** What a deletion does with visitors who have signed in as the person. */
export const peopleVisitors: readonly Case<EventStore>[] = [
  {
    name: 'stores no late event of a visitor who had signed in as the person',
    async run({ store }) {
      await store.append(batchOf([eventOf(1, signIn('ada', 'v'))]))
      await erased(store, ADA)
      await outcomesOf(store, batchOf([eventOf(2, { visitor: 'v' }), eventOf(3, { visitor: 'w' })]), ['erased', 'new'])
      await isAbout(store, ADA, [])
      await isAbout(store, { kind: 'visitor', id: 'v' }, [])
    },
  },
  {
    name: 'has nothing about the person when a late event says which visitor it was',
    async run({ store }) {
      await store.append(batchOf([eventOf(1, { visitor: 'v' })]))
      await erased(store, ADA)
      await outcomesOf(store, batchOf([eventOf(2, signIn('ada', 'v'))]), ['erased'])
      await isAbout(store, ADA, [])
      await outcomesOf(store, batchOf([eventOf(4, signIn('ada', 'w'))]), ['erased'])
      await isAbout(store, ADA, [])
    },
  },
  {
    name: 'deletes what a visitor did when a late sign-in says who it was',
    async run({ store }) {
      await store.append(batchOf([eventOf(1, { visitor: 'v' }), eventOf(2, { visitor: 'w' })]))
      await erased(store, ADA)
      await outcomesOf(store, batchOf([eventOf(3, signIn('ada', 'v'))]), ['erased'])
      const isGone = async () => ((await store.count()) === 1 ? true : undefined)
      await eventually(isGone, 'The deletion of what the visitor did')
      await remain(store, [2])
      await outcomesOf(store, batchOf([eventOf(4, { visitor: 'v' })]), ['erased'])
    },
  },
]
