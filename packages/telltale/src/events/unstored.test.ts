import { expect, it } from 'vitest'
import { anEvent } from '../testing/fakeHost.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeClock } from '../testing/fakePlatform.ts'
import { createLocalCopies } from './localCopies.ts'
import { createOwnCopies } from './ownCopies.ts'
import type { QueuedChange } from './storedRecord.ts'
import { createUnstored } from './unstored.ts'

it('an added event for which localStorage has no room is nowhere else, and a change of its tasks never is', () => {
  const { storage } = fakeDisk()
  const ownCopies = createOwnCopies({ storage, store: 'Desk', page: 'page' })
  const localCopies = createLocalCopies(ownCopies, { clock: fakeClock(), storage, onUnreadable() {} })
  const { isOnlyCopy } = createUnstored({ inMemory: { byId: new Map(), unwritten: new Map() }, localCopies })
  const add = (id: string) => ({ type: 'add' as const, record: { event: anEvent(id), todo: ['collector'] } })
  localCopies.put(add('1'))
  storage.set = () => false
  localCopies.put(add('2'))
  const done: QueuedChange = { type: 'done', task: 'collector', ids: ['2'] }
  expect([add('1'), add('2'), done].map(isOnlyCopy)).toEqual([false, true, false])
})
